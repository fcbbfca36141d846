-- cases_functions.lua - functions of a script that misbehave: the run stops and says which, where and when.

local tap = require "yoke.tap"
local case = require "lib.case"

-- Wrong results: what a function ends with, and what is said of it when `n` numbers are wanted.
local function said(what, n)
  local more = ("returned %d numbers, %d wanted"):format(n + 1, n)
  local all = {
    ["nothing"] = { "return", "returned nothing", "wanted" },
    ["nil"] = { "return nil", "returned nil", "wanted" },
    ["one too many"] = { "return " .. ("0, "):rep(n) .. "0", more },
    ["nan"] = { "return " .. ("0/0, "):rep(n - 1) .. "0/0", "returned nan as number 1, it must be finite" },
    ["inf"] = { "return " .. ("1/0, "):rep(n - 1) .. "1/0", "returned inf as number 1, it must be finite" },
    ["a string"] = { 'return "0"', 'returned a string ("0")', "wanted" },
    ["a hole"] = { "return { [2] = 1 }", "wanted" },
    ["an error"] = { 'error("boom")', "boom" },
    ["an error object"] = { "error({})", "a table" },
    ["a nil index"] = { "local x = nil; return x.y", "attempt to index a nil value" },
  }
  return table.unpack(all[what])
end

-- A pendulum with one function more; it goes wrong at 0.05 s, or at once.
local before = [[
local yoke = require "yoke"
local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bob = m:point2d { "bob", mass = 2, position = { 1, 0 } }
local wheel = m:rotor { "wheel", inertia = 1 }
local slab = m:rigid2d { "slab", mass = 1, inertia = 1 }
m:distance { "rod", m.ground, bob, distance = 1 }
m:sensor { bob, "position" }
]]
local after = [[
m:solve_dynamic { t_end = 0.1, output = { file = arg[0] .. ".csv" } }
]]

-- name, how it is put into the model (FUNCTION stands for it), arguments, a good result, numbers wanted, who is named
local places = {
  { "coordinate_vector constraint", "m:coordinate_vector { 'it', m.ground, slab, rows = 1, constraint = FUNCTION }", "t, q", "q[3]", 1, "joint 'it' (coordinate_vector): constraint" },
  { "coordinate_vector jacobian", "m:coordinate_vector { 'it', m.ground, slab, constraint = function(_, q) return q[3] end, jacobian = FUNCTION }", "t, q",
    "0, 0, 1", 3, "joint 'it' (coordinate_vector): jacobian" },
  { "coordinate_vector offset_function", "m:coordinate_vector { 'it', m.ground, slab, scaling1 = { { 0, 0, 1 } }, offset_function = FUNCTION }", "t", "0", 1,
    "joint 'it' (coordinate_vector): offset_function" },
  { "coordinate offset_function", "m:coordinate { 'it', m.ground:coordinate(1), wheel:coordinate(1), offset_function = FUNCTION }", "t", "0", 1,
    "joint 'it' (coordinate): offset_function" },
  { "coordinate offset_rate_function", "m:coordinate { 'it', m.ground:coordinate(1), wheel:coordinate(1), velocity_level = true, offset_rate_function = FUNCTION }",
    "t", "0", 1, "joint 'it' (coordinate): offset_rate_function" },
  { "spring_damper force", "m:spring_damper { 'it', m.ground:at { 0, 5 }, bob, force = FUNCTION }", "t, u, v", "u", 1, "joint 'it' (spring_damper): force" },
  { "cartesian_spring_damper force", "m:cartesian_spring_damper { 'it', m.ground, bob, force = FUNCTION }", "t, u", "u[1], u[2], u[3]", 3,
    "joint 'it' (cartesian_spring_damper): force" },
  { "coordinate_spring_damper force", "m:coordinate_spring_damper { 'it', m.ground:coordinate(1), wheel:coordinate(1), force = FUNCTION }", "t, u", "u", 1,
    "joint 'it' (coordinate_spring_damper): force" },
  { "torsional_spring_damper2d torque", "m:torsional_spring_damper2d { 'it', m.ground, slab, torque = FUNCTION }", "t, u", "u", 1,
    "joint 'it' (torsional_spring_damper2d): torque" },
  { "generic force", "m:generic { 'it', position = { 0, 0 }, mass = { { 1, 0 }, { 0, 1 } }, force = FUNCTION }", "t", "0, 0", 2, "body 'it' (generic): force" },
  { "generic mass", "m:generic { 'it', position = { 0, 0 }, mass = FUNCTION }", "t", "1, 0, 0, 1", 4, "body 'it' (generic): mass " },
  { "generic jacobian", "m:generic { 'it', position = { 0, 0 }, mass = { { 1, 0 }, { 0, 1 } }, force = function(_, q) return -q[1], -q[2] end, jacobian = FUNCTION }",
    "t", "-1, 0, 0, -1, 0, 0, 0, 0", 8, "body 'it' (generic): jacobian" },
  { "force component", "m:force { 'it', bob, { FUNCTION, 0 } }", "t", "0", 1, "load 'it' (force): x" },
  { "force of one function", "m:force { 'it', bob, FUNCTION }", "t", "0, 0, 0", 3, "load 'it' (force)" },
  { "torque component", "m:torque { 'it', slab, { 0, 0, FUNCTION } }", "t", "0", 1, "load 'it' (torque): z" },
  { "coordinate load", "m:load { 'it', wheel:coordinate(1), FUNCTION }", "t", "0", 1, "load 'it' (load)" },
  { "sensor", "m:sensor { 'it', FUNCTION }", "t", "0", 1, "sensor 'it'" },
}

-- One result may also carry rates (a load, a signal): there "one too many" is no mistake.
local may_have_more = { ["force component"] = true, ["torque component"] = true, ["coordinate load"] = true }

local n = 0
-- The mistake `what` at a place, from 0.05 s on if late.
local function try(place, what, late)
  local name, put, arguments, good, wanted, who = table.unpack(place)
  local bad, message, expected = said(what, wanted)
  local body = late and ("if t >= 0.05 then %s end return %s"):format(bad, good) or bad
  n = n + 1
  local script = ("function_%d.lua"):format(n)
  local text = before .. put:gsub("FUNCTION", (("function(%s) %s end"):format(arguments, body):gsub("%%", "%%%%"))) .. "\n" .. after
  local status, output = case.child(script, text)
  local label = ("%s: %s %s"):format(name, what, late and "during the run" or "at once")
  local line = select(2, before:gsub("\n", "")) + 1
  tap.is(status, 1, label .. ", exit status")
  case.says(output, { who, message, script .. ":" .. line, expected }, label .. ", said")
  local complaints = {}
  for _, bad_sign in ipairs { "PANIC", "Segmentation", "ERROR: AddressSanitizer", "runtime error" } do
    if output:find(bad_sign, 1, true) then complaints[#complaints + 1] = bad_sign end
  end
  if late then
    local time = tonumber(output:match "t = ([%d.e+-]+) s")
    if not (time and time >= 0.0489 and time <= 0.0511) then complaints[#complaints + 1] = "no time near 0.05 s" end
    local csv = case.read(case.folder() .. "/" .. script .. ".csv") or ""
    local rows = select(2, csv:gsub("\n", "")) - 1
    if rows < 49 or rows > 51 or csv:sub(-1) ~= "\n" or csv:find "nan" then complaints[#complaints + 1] = ("%d rows in the file"):format(rows) end
  end
  if not late and not output:find("t = 0 s", 1, true) then complaints[#complaints + 1] = "no time" end
  if what == "an error" and not output:find("stack traceback", 1, true) then complaints[#complaints + 1] = "no traceback" end
  tap.is(table.concat(complaints, ", "), "", label .. ", stopped in order")
end

for _, place in ipairs(places) do
  local all = { "nil", "nan", "a string", "an error" }
  if not may_have_more[place[1]] then all[#all + 1] = "one too many" end
  for _, what in ipairs(all) do try(place, what, true) end
  try(place, "nil", false)
end
-- every kind of mistake once, at once and later
for _, what in ipairs { "nothing", "nil", "one too many", "nan", "inf", "a string", "a hole", "an error", "an error object", "a nil index" } do
  try(places[1], what, false)
  try(places[6], what, false)
  if what == "nothing" or what == "inf" or what == "a hole" or what == "an error object" or what == "a nil index" then try(places[1], what, true) end
end

-- what a function must not do while the model is being solved, and what it may do
for _, deed in ipairs {
  { "m:point2d { mass = 1 }", "nothing can be added while the model is being solved" },
  { "m.ground:at { 1, 2 }", "nothing can be added while the model is being solved" },
  { "bob:set { mass = 1 }", "mass cannot be set while the model is being solved; do it in m:at" },
  { "m:solve_dynamic { t_end = 1 }", "the model is being solved already" },
  { "bob:output 'position'", "being solved" },
  { "local function deeper() return 1 + deeper() end deeper()", "stack overflow" },
  { "coroutine.yield()", "yield" },
  { "error('50 % of %s %n' .. ('x'):rep(20000))", "50 % of %s %n" },
} do
  local status, output = case.child("deed.lua", before .. "m:load { 'it', wheel:coordinate(1), function() " .. deed[1] .. " return 0 end }\n" .. after)
  tap.is(status, 1, deed[1]:sub(1, 40) .. ": exit status")
  case.says(output, { "load 'it' (load)", deed[2], "deed.lua:8" }, deed[1]:sub(1, 40) .. ": said")
end
do
  local status, output = case.child("inside.lua", before .. [[
m:load { wheel:coordinate(1), function(t)
  collectgarbage()
  local other = yoke.model {}
  local p = other:mass1d { mass = 1, velocity = 1 }
  other:solve_dynamic { t_end = 0.1, step = 0.05 }
  return p:output "velocity"[1]
end }
print(coroutine.wrap(function()
  m:solve_dynamic { t_end = 0.01 }
  return "speed", math.floor(1e6 * wheel:output "angular_velocity"[3] + 0.5)
end)())
]])
  tap.is(status, 0, "another model solved inside a function, the whole in a coroutine: exit status")
  case.says(output, "speed\t10000", "another model solved inside a function, the whole in a coroutine: result")
end

do -- fails at its fifth call
  local status, output = case.child("fifth.lua", before .. [[
local calls = 0
m:coordinate_vector { "it", m.ground, slab, constraint = function(t, q)
  calls = calls + 1
  if calls == 5 then error("boom") end
  return q[3]
end }
]] .. after)
  tap.is(status, 1, "the fifth call fails: exit status")
  case.says(output, { "joint 'it' (coordinate_vector)", "constraint", "fifth.lua:11: boom", "stack traceback" }, "the fifth call fails: said with a traceback")
end

do -- an event of the script fails
  local status, output = case.child("event.lua", before .. [[
m:at(0.05, function() error("boom") end)
]] .. after)
  tap.is(status, 1, "an event fails: exit status")
  case.says(output, { "t = 0.05 s", "event.lua:8: boom", "stack traceback" }, "an event fails: said")
  local csv = case.read(case.folder() .. "/event.lua.csv")
  tap.is(select(2, csv:gsub("\n", "")), 51, "an event fails: the rows before it are in the file")
end

do -- the failure is an error of Lua like any other: it can be caught, and the model solved again
  local status, output = case.child("again.lua", before .. [[
local bad = true
m:force { bob, { function(t) if bad then error("boom") end return 0 end, 0 } }
print(pcall(m.solve_dynamic, m, { t_end = 0.1 }))
bad = false
local r = m:solve_dynamic { t_end = 0.1 }
print("rows", #r.time)
]])
  tap.is(status, 0, "caught: exit status")
  case.says(output, { "false", "boom", "rows\t101" }, "caught: the model can be solved again")
end

do -- a step that Newton cannot do is told with the joint that is worst, and the time
  local status, output = case.child("wild.lua", before .. [[
m:coordinate_spring_damper { "wild", m.ground:coordinate(1), wheel:coordinate(1), force = function(t, u) return t < 0.05 and 0 or (u >= 0 and 1e12 or -1e12) end }
]] .. after)
  tap.is(status, 1, "a law that jumps: exit status")
  case.says(output, { "t = 0.0", "did not converge", "residual", "'wild'", "is worst" }, "a law that jumps: said")
end

tap.done()
