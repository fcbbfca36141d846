-- yoke.lua - the words of a model script, on top of the C module yoke.core.
--
-- Everything here checks what a script says and hands it on; numbers are checked against the tables by the core.  Units are SI,
-- angles in rad, vectors {x, y, z} (in the plane {x, y}), matrices lists of rows.  What is wrong raises an error that says
-- script:line, who, what and what was wanted; `yoke body NAME` and `yoke joint NAME` print parameters and outputs.

local core = require "yoke.core"

local home = select(2, ...):match "^(.*)/[^/]*$" or "." -- the folder where require found this

-- Where plugins are looked for, behind what --plugins named: $YOKE_PLUGINS, beside the program, the installed place.
for dir in (os.getenv "YOKE_PLUGINS" or ""):gmatch "[^:]+" do core.plugin_path(dir) end
do
  local built, installed = home:match "^(.*)/lua$", home:match "^(.*)/share/lua/5%.4$"
  if installed then core.plugin_path(installed .. "/lib/yoke/plugins") end
  if built then core.plugin_path(built .. "/plugins") end
end

local yoke = { _VERSION = "Yoke 0.1" }
local fault = core.fault

local words = require "yoke.words"
local word, options, note = words.word, words.options, words.note

-- Takes { [name,] item, ..., key = value } apart: name or nil, list of items, table of the rest.
-- named = false: there is no key that it knows.
local function take_apart(who, given, most, named)
  if type(given) ~= "table" or core.kind(given) then
    fault(("%s: it is called with %s, it must be a table {...}"):format(who, word(given)))
  end
  local first, name = 1, nil
  if type(given[1]) == "string" then name, first = given[1], 2 end
  local items, rest, last = {}, {}, 0
  for key, value in pairs(given) do
    if math.type(key) == "integer" then
      if key > last then last = key end
    else
      rest[key] = value
    end
  end
  if named == false and next(rest) ~= nil then
    fault(("%s%s: no option '%s'; it takes none"):format(who, name and " '" .. name .. "'" or "", tostring(next(rest))))
  end
  for i = first, last do
    items[i - first + 1] = given[i]
    if given[i] == nil then
      fault(("%s%s: entry %d is nil"):format(who, name and " '" .. name .. "'" or "", i - first + 1))
    end
  end
  if last - first + 1 > most then
    fault(("%s%s: %s at place %d is too much"):format(who, name and " '" .. name .. "'" or "", word(given[first + most]), most + 1))
  end
  return name, items, rest
end

-- ---- rotations: 9 numbers, row by row ----

local function multiply(A, B)
  local C = {}
  for i = 0, 2 do
    for j = 1, 3 do
      C[3 * i + j] = A[3 * i + 1] * B[j] + A[3 * i + 2] * B[j + 3] + A[3 * i + 3] * B[j + 6]
    end
  end
  return C
end

-- Numbers divided by their length, however large or small they are.
local function unit(...)
  local list, most, sum = { ... }, 0, 0
  for _, x in ipairs(list) do most = math.max(most, math.abs(x)) end
  for i, x in ipairs(list) do
    list[i] = x / most
    sum = sum + list[i] * list[i]
  end
  for i, x in ipairs(list) do list[i] = x / math.sqrt(sum) end
  return table.unpack(list)
end

local function from_quaternion(w, x, y, z)
  w, x, y, z = unit(w, x, y, z)
  return {
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  }
end

local function about(axis, angle)
  local x, y, z = unit(axis[1], axis[2], axis[3] or 0)
  local s = math.sin(angle / 2)
  return from_quaternion(math.cos(angle / 2), x * s, y * s, z * s)
end

local function numbers(who, what, list, n)
  if type(list) ~= "table" then fault(("%s: %s is %s, it must be a list of %d numbers"):format(who, what, word(list), n)) end
  for i = 1, n do
    if type(list[i]) ~= "number" or list[i] ~= list[i] or math.abs(list[i]) == math.huge then
      fault(("%s: %s[%d] is %s, it must be a finite number"):format(who, what, i, word(list[i])))
    end
  end
  if #list > n then fault(("%s: %s has %d numbers, it must have %d"):format(who, what, #list, n)) end
  return list
end

local function check_rotation(who, A)
  for i = 0, 2 do
    for j = 0, 2 do
      local sum = 0
      for k = 1, 3 do sum = sum + A[3 * i + k] * A[3 * j + k] end
      if math.abs(sum - (i == j and 1 or 0)) > 1e-9 then
        fault(("%s: rotation is not orthonormal (rows %d and %d: %.9g); give {axis =, angle =} or {quaternion =}"):format(who, i + 1, j + 1, sum))
      end
    end
  end
  local det = A[1] * (A[5] * A[9] - A[6] * A[8]) - A[2] * (A[4] * A[9] - A[6] * A[7]) + A[3] * (A[4] * A[8] - A[5] * A[7])
  if det < 0 then fault(who .. ": rotation is a reflection (determinant -1), its axes must be right-handed") end
  return A
end

-- 3x3 | angle about z | {axis =, angle =} | {quaternion = {w, x, y, z}} | {xyz = {a, b, c}}
local function rotation(who, x)
  if type(x) == "number" then return about({ 0, 0, 1 }, numbers(who, "rotation", { x }, 1)[1]) end
  if type(x) ~= "table" then fault(("%s: rotation is %s, it must be a matrix, an angle about z or a table"):format(who, word(x))) end
  if type(x[1]) == "table" then
    local A = {}
    for i = 1, 3 do
      for j, value in ipairs(numbers(who, ("rotation[%d]"):format(i), x[i], 3)) do A[3 * (i - 1) + j] = value end
    end
    return check_rotation(who, A)
  elseif x[1] ~= nil then
    fault(("%s: rotation[1] is %s, it must be a row of a 3x3 matrix; or give {axis =, angle =}, {quaternion =} or {xyz =}"):format(who, word(x[1])))
  end
  local o = options(who .. ": rotation", x, {
    { name = "axis", kind = "table", wanted = "a list {x, y, z}" }, { name = "angle", kind = "number", unit = "rad" },
    { name = "quaternion", kind = "table", wanted = "a list {w, x, y, z}" }, { name = "xyz", kind = "table", wanted = "a list of three angles", unit = "rad" },
  })
  local turned = o.axis ~= nil or o.angle ~= nil
  if (turned and 1 or 0) + (o.quaternion and 1 or 0) + (o.xyz and 1 or 0) ~= 1 then
    fault(who .. ": rotation must be one of {axis =, angle =}, {quaternion =}, {xyz =} or a 3x3 matrix")
  elseif turned then
    if not (o.axis and o.angle) then fault(who .. ": rotation needs axis and angle together") end
    local a = numbers(who, "axis", o.axis, 3)
    if a[1] == 0 and a[2] == 0 and a[3] == 0 then fault(who .. ": axis = {0, 0, 0} has no direction, it must not be zero") end
    return about(a, o.angle)
  elseif o.quaternion then
    local q = numbers(who, "quaternion", o.quaternion, 4)
    if q[1] == 0 and q[2] == 0 and q[3] == 0 and q[4] == 0 then fault(who .. ": quaternion is zero, it must have a length") end
    return from_quaternion(q[1], q[2], q[3], q[4])
  end
  local a = numbers(who, "xyz", o.xyz, 3)
  return multiply(multiply(about({ 1, 0, 0 }, a[1]), about({ 0, 1, 0 }, a[2])), about({ 0, 0, 1 }, a[3]))
end

-- ---- items ----

local item = {}

-- item:set{ name = value, ... }: changes parameters, between solves or in m:at; returns the item.  All of them are changed, or,
-- where one is refused, none.
function item:set(params)
  if type(params) ~= "table" then fault(("set: it is called with %s, it must be a table {...}"):format(word(params))) end
  core.set(self, params)
  return self
end

-- item:output "name": the value after a solve: a number, or a list if there are several
function item:output(name)
  if type(name) ~= "string" then fault(("output: its name is %s, it must be a string"):format(word(name))) end
  return core.output(self, name)
end

-- item:outputs(): a list of the names of all outputs
function item:outputs() return core.outputs(self) end

local body = setmetatable({}, { __index = item })

local about_words = { reference = 0, com = 1 }

-- {Jxx, Jyy, Jzz, Jyz, Jxz, Jxy} of a symmetric 3x3
local function six(who, J)
  local rows = {}
  for i = 1, 3 do rows[i] = numbers(who, ("inertia[%d]"):format(i), J[i], 3) end
  for i = 1, 3 do
    for k = 1, i - 1 do
      if math.abs(rows[i][k] - rows[k][i]) > 1e-9 * (math.abs(rows[i][i]) + math.abs(rows[k][k])) then
        fault(("%s: inertia is not symmetric: row %d column %d is %.9g, row %d column %d is %.9g (kg m2)"):format(who, i, k, rows[i][k], k, i, rows[k][i]))
      end
    end
  end
  return { rows[1][1], rows[2][2], rows[3][3], rows[2][3], rows[1][3], rows[1][2] }
end

-- Who a body is in a fault, before there is one.
local function called(name, type_name) return name and ("body '%s' (%s)"):format(name, type_name) or type_name end

-- What a script says in its own words, as the tables want it.
local function body_params(who, params)
  if params.inertia_about ~= nil then
    local which = about_words[params.inertia_about]
    if not which then
      fault(('%s: inertia_about = %s must be "reference" or "com"'):format(who, word(params.inertia_about)))
    end
    params.inertia_about = which
  end
  if params.rotation ~= nil then params.rotation = rotation(who, params.rotation) end
  local J = params.inertia
  if type(J) == "table" and type(J[1]) == "table" then params.inertia = six(who, J) end
  if type(J) == "table" and #J == 3 and type(J[1]) == "number" then params.inertia = { J[1], J[2], J[3], 0, 0, 0 } end
  return params
end

-- body:set{ ... }: changes parameters of a body, in the words of its making
function body:set(params)
  local own = {}
  for key, value in pairs(type(params) == "table" and params or {}) do own[key] = value end
  return item.set(self, type(params) == "table" and body_params(called(self.name, self.type), own) or params)
end

-- body:at{ [name,] x, y, z }: a marker at a point of the body, in its own axes (m); z may be left out
function body:at(given)
  local name, place = take_apart("at", given, 3, false)
  return core.frame(self, name, place)
end

-- body:frame{ [name,] position =, rotation = }: a marker with axes of its own: its place (m) and how it is turned (see rotation),
-- in the axes of the body
function body:frame(given)
  local name, _, rest = take_apart("frame", given, 0)
  local o = options("frame", rest, { { name = "position", kind = "table", wanted = "a list {x, y, z}", unit = "m" }, { name = "rotation" } })
  return core.frame(self, name, o.position, rest.rotation ~= nil and rotation("frame", rest.rotation) or nil)
end

-- body:coordinate(i): one coordinate as a marker, from i = 1 on, without its reference part; body:coordinates(): all, with it.
-- Rotation increments (parametrization = "lie") are no markers.
function body:coordinate(i) return core.coordinate(self, i) end
function body:coordinates() return core.coordinates(self) end

-- body:rotation_coordinate(i): Tait-Bryan angle about x, y, z (i = 1, 2, 3), counted on over full turns, as a coordinate
function body:rotation_coordinate(i)
  if math.type(i) ~= "integer" then fault(("rotation_coordinate: its number is %s, it must be 1, 2 or 3"):format(word(i))) end
  return core.rotation_coordinate(self, i)
end

local joint = setmetatable({}, { __index = item })

-- joint:coordinate "angle": a coordinate that the joint tells, as a marker for loads, couplings, springs and drives; an angle (rad)
-- with all its turns, a travel (m)
function joint:coordinate(name)
  if type(name) ~= "string" then fault(('coordinate: its name is %s, it must be a string like "angle"'):format(word(name))) end
  return core.joint_coordinate(self, name)
end

local function class(kind, methods)
  core.class(kind).__newindex = function(self, key)
    fault(("%s '%s' (%s): '%s' cannot be assigned%s"):format(kind, self.name, self.type, tostring(key),
      methods.set and "; parameters are changed by :set{...}" or ""))
  end
  local own = {}
  for _, from in ipairs { item, methods } do
    for name, method in pairs(from) do
      own[name] = (methods == item or methods[name]) and function(self, ...)
        if core.kind(self) ~= kind then fault(("%s: it is called with a dot; write %s:%s(...)"):format(name, kind, name)) end
        return method(self, ...)
      end or nil
    end
  end
  core.class(kind).__index = function(self, key)
    if key == "name" then return (core.name(self)) end
    if key == "type" then return select(2, core.name(self)) end
    return own[key]
  end
end

class("body", body)
class("marker", item)
class("joint", joint)
class("load", item)
class("sensor", {})

-- ---- models ----

local model = {}

-- m.point{...} in place of m:point{...}
local function check_colon(self, name)
  if core.is_model(self) then return end
  fault(("%s: it is called with a dot; write m:%s{...}"):format(name, name))
end

local parametrizations = { lie = "rigid", euler = "rigid_euler", tait_bryan = "rigid_tait_bryan" }

-- m:rigid{ [name,] mass =, inertia =, ..., parametrization = "lie" | "euler" | "tait_bryan" }: a body; kg, kg m2
function model:rigid(given)
  check_colon(self, "rigid")
  local name, _, params = take_apart("rigid", given, 0)
  local which = params.parametrization == nil and "lie" or params.parametrization
  if not parametrizations[which] then
    fault(('%s: parametrization = %s must be "lie", "euler" or "tait_bryan"'):format(called(name, "rigid"), word(which)))
  end
  params.parametrization = nil
  if params.condition ~= nil and which ~= "euler" then
    fault(('%s: condition is of Euler parameters; it goes with parametrization = "euler", this one is %q'):format(called(name, "rigid"), which))
  end
  return core.body(self, parametrizations[which], name, body_params(called(name, "rigid"), params))
end

-- m:point{ [name,] mass =, ... } and the others: a body
for _, type_name in ipairs { "point", "point2d", "rigid2d", "mass1d", "rotor", "generic" } do
  model[type_name] = function(self, given)
    check_colon(self, type_name)
    local name, _, params = take_apart(type_name, given, 0)
    return core.body(self, type_name, name, body_params(called(name, type_name), params))
  end
end

local function add_load(kind, components)
  return function(self, given)
    check_colon(self, kind)
    local name, items, params = take_apart(kind, given, 2)
    local at, value = items[1], items[2]
    if at == nil then fault(kind .. ": the marker is missing") end
    if type(value) == "function" then
      params.value = value
    elseif components == 1 then
      params.x = value
    elseif type(value) == "table" and not core.kind(value) then
      for i, c in ipairs { "x", "y", "z" } do
        params[c] = value[i]
        if value[i] == nil and (i < 3 or value[4] ~= nil) then
          fault(("%s: component %s is nil, the value must be {x, y, z}, each a number or a function of t"):format(kind, c))
        end
      end
      if #value > 3 then fault(("%s: the value has %d components, it must have 2 or 3: {x, y, z}"):format(kind, #value)) end
    else
      fault(("%s: its value is %s, it must be {x, y, z} or a function of t"):format(kind, word(value)))
    end
    if components == 1 and value == nil then fault(kind .. ": its value is missing, a number or a function of t") end
    return core.load(self, kind, name, at, params)
  end
end

-- m:force{ [name,] marker, {x, y, z}, body_fixed =, from =, to = }: at the point of a marker (N), each component a number or a
-- function of time, or one function that returns all; global, or in the axes of the marker with body_fixed = true; it acts
-- while from <= t < to (s)
model.force = add_load("force", 3)
-- m:torque{ [name,] marker, {x, y, z}, ... }: the same of a torque (N m)
model.torque = add_load("torque", 3)
-- m:load{ [name,] coordinate marker, value, from =, to = }: on a coordinate of a body or joint (N or N m)
model.load = add_load("load", 1)

-- m:sensor{ [name,] item, "output" } or m:sensor{ name, function(t) return numbers end }: a column of results per number
function model:sensor(given)
  check_colon(self, "sensor")
  local name, items = take_apart("sensor", given, 2, false)
  local target, output = items[1], items[2]
  if target == nil then fault "sensor: what it measures is missing" end
  if core.kind(target) and type(output) ~= "string" then
    fault(("sensor: the name of the output is %s, it must be a string"):format(word(output)))
  end
  return core.sensor(self, name, target, output)
end

-- m:at(t, function() ... end): does something at a time (s) during a run, its end included, which ends a step there; item:set is what it
-- is for
function model:at(t, f)
  check_colon(self, "at")
  if type(t) ~= "number" or not (t >= 0 and t < math.huge) then
    fault(("at: the time is %s, it must be a finite number, 0 or more (s)"):format(word(t)))
  end
  if type(f) ~= "function" then fault(("at: what to do is %s, it must be a function"):format(word(f))) end
  core.event(self, t, f)
end

-- as enum method has them; implicit ones first, then explicit ones, of which those from ode23 on control their steps, then an implicit
-- one that does so too
local methods = {
  generalized_alpha = 0, trapezoidal = 1, explicit_euler = 2, midpoint = 3, rk33 = 4, rk44 = 5, rk4 = 5, rk67 = 6, velocity_verlet = 7,
  ode23 = 8, dopri5 = 9, dop853 = 10, radau5 = 11,
}

-- as enum linear_kind has them; equilibria are not solved by blocks
local linears = { auto = 0, dense = 1, band = 2, blocks = 3, klu = 4 }
local static_linears = { auto = 0, dense = 1, band = 2, klu = 4 }

-- where whatever is solved starts
local start_rows = {
  { name = "start", kind = { strict = 0, assemble = 1, given = 2 }, default = 0 },
  { name = "start_tolerance", kind = "number", unit = "m, rad", positive = true },
  { name = "continue", kind = "flag", default = false },
}

local function with_start(rows) return table.move(start_rows, 1, #start_rows, #rows + 1, rows) end

local dynamic_rows = with_start {
  { name = "t_end", kind = "number", unit = "s", required = true, doc = "time the run ends" },
  { name = "steps", kind = "whole", positive = true, doc = "number of steps" },
  { name = "step", kind = "number", unit = "s", positive = true, doc = "length of a step" },
  { name = "method", kind = methods, default = 0 },
  { name = "rtol", kind = "number", least = 0, most = 1 },
  { name = "atol", kind = "number", unit = "m, rad, or those per s", least = 0 },
  { name = "first_step", kind = "number", unit = "s", positive = true },
  { name = "spectral_radius", kind = "number", least = 0, most = 1 },
  { name = "stabilized", kind = "flag" },
  { name = "newton", kind = "table", default = {} },
  { name = "output", kind = "table", default = {} },
  { name = "linear", kind = linears, default = 0 },
  { name = "progress", kind = "flag" },
}

local static_rows = with_start {
  { name = "load_steps", kind = "whole", positive = true, default = 1 },
  { name = "t", kind = "number", unit = "s", default = 0 },
  { name = "newton", kind = "table", default = {} },
  { name = "output", kind = "table", default = {} },
  { name = "linear", kind = static_linears, default = 0 },
}

local newton_rows = {
  { name = "relative_tolerance", kind = "number", positive = true },
  { name = "absolute_tolerance", kind = "number", unit = "m, rad", positive = true },
  { name = "max_iterations", kind = "whole", positive = true, most = 1000 },
  { name = "modified", kind = "flag" },
}

local output_rows = {
  { name = "period", kind = "number", unit = "s", positive = true },
  { name = "file", kind = "text" },
}

local function copy(into, from)
  for k, v in pairs(from) do into[k] = v end
  return into
end

-- Runs it, tells what it noted, and raises what went wrong.
local function run(self, who, o, how)
  local done, message, partial = how(self, o)
  for _, text in ipairs((done or partial):notes()) do note(text) end
  if not done then
    local placed = message:find "^t = " or message:find "^[^\n]-:%d+: "
    if placed then core.fault_plain(message) end
    fault(message:find(who .. ":", 1, true) == 1 and message or who .. ": " .. message)
  end
  return done
end

local function solve(self, who, o, how)
  copy(o, options(who .. ": newton", o.newton, newton_rows))
  local output = options(who .. ": output", o.output, output_rows)
  o.period, o.file = output.period, output.file
  if o.period and (o.t_end - (o.t_start or 0)) / o.period > 1e9 then
    fault(("%s: output: period = %.3g is too short for t_end = %.3g (s): more than 1e9 rows"):format(who, o.period, o.t_end))
  end
  return require "yoke.result".new(self, run(self, who, o, how))
end

-- m:solve_dynamic{ t_end =, ... }: solves in time; returns a result, or raises what went wrong (rows already written stay).
--   t_end, step or steps   s; without either 1e-3 s, or as a method with rtol, atol chooses
--   method                 "generalized_alpha", for any model; "dopri5", "dop853" to tight tolerances where nothing is stiff, "radau5" where
--                          springs, dampers or smooth friction are, or their fast motion is to be damped away; or another one, see above;
--                          spectral_radius: of generalized_alpha, 1 keeps all oscillations, 0 none of the fast ones
--   rtol, atol             error of a coordinate or rate that a step may make, relative and absolute; first_step (s)
--   stabilized             implicit methods: positions and velocities both hold; of generalized_alpha, multipliers and the work of
--                          drives are then of order 1 in the step, as they take up what velocities are put back by; also with rtol
--   newton                 { relative_tolerance = 1e-10, absolute_tolerance = 1e-10, max_iterations = 25, modified = false }
--   start                  "strict" stops at what does not fit, "assemble" moves bodies and velocities least, "given" warns;
--                          start_tolerance: of a row (m, rad), of its rate 100 times that
--   continue               goes on from the end of the last solve, at its time
--   output                 { period = s, else every step; file = CSV written as the run goes }
--   linear                 "auto", or the linear solver by name; progress: a line that tells how far it is
function model:solve_dynamic(given)
  check_colon(self, "solve_dynamic")
  local who = "solve_dynamic"
  local o = options(who, given, dynamic_rows)
  local t_start = o.continue and core.last_time(self) or 0
  if o.t_end <= t_start then
    fault(("%s: t_end = %.15g must be after the start at t = %.15g (s)"):format(who, o.t_end, t_start))
  end
  if o.steps and o.step then fault(who .. ": steps and step are both given; give one of them") end
  if o.steps then o.step = (o.t_end - t_start) / o.steps end
  local implicit, asked = o.method <= methods.trapezoidal, o.rtol or o.atol or o.first_step
  o.controlled = o.method >= methods.ode23 or implicit and asked ~= nil
  o.stepped = o.step ~= nil
  o.step = o.step or (o.controlled and math.huge or 1e-3)
  if not o.controlled and (o.t_end - t_start) / o.step > 1e12 then
    fault(("%s: step = %.3g is too short for t_end = %.3g (s): more than 1e12 steps"):format(who, o.step, o.t_end))
  end
  if o.method ~= 0 and o.spectral_radius then note(("spectral_radius is ignored by the method %q"):format(given.method)) end
  if not implicit and given.stabilized ~= nil then
    note(("stabilized is ignored by the method %q, which holds positions and velocities anyway"):format(given.method))
  end
  if not o.controlled and asked then
    fault(("%s: rtol, atol and first_step are for methods that control their steps: generalized_alpha, trapezoidal, radau5, ode23, dopri5, dop853"):format(who))
  end
  if o.controlled and implicit and o.stabilized == false then
    fault(who .. ": stabilized = false does not go with rtol, atol and first_step: each new step length would show in the multipliers")
  end
  o.stabilized = o.stabilized or o.controlled
  local usual = implicit and 1e-5 or 1e-8
  if (o.rtol or o.atol) == 0 and (o.atol or o.rtol) == 0 then
    fault(who .. (o.rtol and o.atol and ": rtol and atol are both 0" or (": %s = 0 alone stands for both"):format(o.rtol and "rtol" or "atol"))
      .. ", an error of nothing cannot be reached")
  end
  o.rtol, o.atol = o.rtol or o.atol or usual, o.atol or o.rtol or usual
  return solve(self, who, o, core.solve_dynamic)
end

-- m:solve_static{ load_steps =, t =, newton =, start =, output =, continue = }: finds the equilibrium at time t (s), all velocities
-- zero; returns a result with a row per load step, or raises what went wrong
function model:solve_static(given)
  check_colon(self, "solve_static")
  local o = options("solve_static", given or {}, static_rows)
  o.t_start, o.t_end = o.t, o.t
  return solve(self, "solve_static", o, core.solve_static)
end

-- ---- about a pose ----

local pose_rows = with_start {
  { name = "t", kind = "number", unit = "s", default = 0 },
  { name = "at", kind = { start = "start", equilibrium = "equilibrium" }, default = "start" },
}

-- Options of what looks at a pose.  At the equilibrium, that is found first and becomes the last result.
local function look(self, who, given, more, how)
  check_colon(self, who)
  local rows = table.move(pose_rows, 1, #pose_rows, 1, {})
  local o = options(who, given or {}, table.move(more, 1, #more, #rows + 1, rows))
  if o.at == "equilibrium" then
    self:solve_static { t = o.t, start = given.start, start_tolerance = o.start_tolerance, continue = o.continue }
    o.continue = true
  end
  o.t_start, o.t_end = o.t, o.t
  return run(self, who, o, how), o
end

-- m:dof{ [at = "equilibrium",] ... }: degrees of freedom, rank, redundant rows, reactions that are unique
function model:dof(given)
  return require "yoke.analysis".freedom((look(self, "dof", given, {}, core.dof)))
end

-- m:linearize{ ... }: M, D, K about a pose in independent coordinates
function model:linearize(given)
  return require "yoke.analysis".linearised((look(self, "linearize", given, {}, core.linearize)))
end

-- m:modes{ count =, damped =, ... }: eigenvalues and shapes about a pose; modes:animate{ mode =, file = "x.gif" } shows one
function model:modes(given)
  local found, o = look(self, "modes", given, {
    { name = "count", kind = "whole", positive = true }, { name = "damped", kind = "flag", default = true },
  }, core.modes)
  return require "yoke.analysis".modes(self, found, o.count)
end

local sweep_rows = with_start {
  { name = "from", kind = "number", unit = "m or rad; along time s" },
  { name = "to", kind = "number", unit = "m or rad; along time s", required = true, doc = "where the sweep ends" },
  { name = "steps", kind = "whole", positive = true, default = 100, most = 10000000 },
  { name = "limit", kind = { error = 0, stop = 1 }, default = 0 },
  { name = "t", kind = "number", unit = "s", default = 0 },
  { name = "output", kind = "table", default = {} },
}

-- m:sweep_pose{ [coordinate marker or joint,] from =, to =, steps = }: positions along a coordinate, or along time, without dynamics
function model:sweep_pose(given)
  check_colon(self, "sweep_pose")
  local who = "sweep_pose"
  local name, items, rest = take_apart(who, given, 1)
  if name then fault(('%s: it is called with a string (%q), the coordinate must be a marker or a joint'):format(who, name)) end
  local o = options(who, rest, sweep_rows)
  o.along = items[1]
  local kind = core.kind(o.along)
  if o.along ~= nil and kind ~= "marker" and kind ~= "joint" then
    fault(('%s: it is called with %s, it must be a coordinate like body:coordinate(i) or joint:coordinate "angle", or a joint'):format(who, word(o.along)))
  end
  if not o.along then
    if given.t ~= nil then fault(who .. ": t is given, but the sweep goes along time; give from and to (s)") end
    if o.continue then fault(who .. ": continue = true, but the sweep goes along time; give from and to (s)") end
    o.from = o.from or 0
    o.t = o.from
  end
  if o.from == o.to then fault(("%s: from and to are both %.15g, there is no way between them"):format(who, o.to)) end
  o.file = options(who .. ": output", o.output, { { name = "file", kind = "text" } }).file
  o.t_start, o.t_end, o.progress = o.t, o.t, false
  return require "yoke.result".new(self, run(self, who, o, core.sweep_pose))
end

-- m:sensitivity{ of =, parameters = { { item, "name" }, ... }, by =, ... }: derivatives by differences of several solves
--   of           a function that solves anew and returns numbers, or a list of them, their names, their units; or sensors, whose last values in the result of `solve` count
--   parameters   { item, "name" }, an element as { item, "name", i }; or { "name", value =, set = function(x) ... end, unit = }
--   by           "central", "five_point" (for what is smooth), "forward" (where a parameter may not become less)
--   relative_step, step   of each parameter, relative to its value or as it is
function model:sensitivity(given)
  check_colon(self, "sensitivity")
  return require "yoke.sensitivity"(given)
end

-- m:draw{ time = "start" | "end" | t, file = "x.png" (svg, pdf), title =, size = {w, h}, view = {azimuth, elevation} (degrees),
-- simplified =, labels = }: a picture of the mechanism; without file in a window, or as text
function model:draw(given)
  check_colon(self, "draw")
  return require "yoke.draw".model(self, given)
end

-- ---- joints placed from global data ----

local function cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

local function direction(who, what, list)
  local x, y, z = numbers(who, what, list, #list == 2 and 2 or 3)[1], list[2], list[3] or 0
  if x == 0 and y == 0 and z == 0 then fault(("%s: %s = {0, 0, 0} has no direction, it must not be zero"):format(who, what)) end
  return { unit(x, y, z) }
end

-- Axes of the markers (9 numbers): axis number k (1 x, 2 y, 3 z) points along, the next one towards across.
local function axes_along(who, k, along, across)
  local a = direction(who, "along", along)
  if not across then -- the least turn from the global axis
    local e = { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 }
    local n, c = cross(e, a), dot(e, a)
    if dot(n, n) > 0 then return about(n, math.atan(math.sqrt(dot(n, n)), c)) end
    return about({ e[3], e[1], e[2] }, c > 0 and 0 or math.pi)
  end
  local b = direction(who, "across", across)
  local c = dot(a, b)
  if 1 - math.abs(c) < 1e-12 then fault(who .. ": across is parallel to along, it must point across it") end
  b = direction(who, "across", { b[1] - c * a[1], b[2] - c * a[2], b[3] - c * a[3] })
  local columns, A = { [k] = a, [k % 3 + 1] = b, [(k + 1) % 3 + 1] = cross(a, b) }, {}
  for i = 1, 3 do
    for j = 1, 3 do A[3 * (i - 1) + j] = columns[j][i] end
  end
  return A
end

-- at = {x, y, z} or {point of body 0, point of body 1}, along = , across = : both markers from global data in the reference pose.
local function place(self, who, key, items, params)
  local at, along, across = params.at, params.along, params.across
  if at == nil and along == nil and across == nil then return items end
  params.at, params.along, params.across = nil, nil, nil
  local name, x, y, z = core.joint_along(key)
  for i = 1, 2 do
    if core.kind(items[i]) ~= "body" then
      fault(("%s: at places the markers, so marker %d must be a body, it is %s"):format(who, i - 1, word(items[i])))
    end
  end
  if at == nil then fault(who .. ": at is missing: the place of the joint in the reference pose, global (m)") end
  if type(at) ~= "table" then fault(("%s: at is %s, it must be {x, y, z} (m)"):format(who, word(at))) end
  if name and params[name] ~= nil then fault(("%s: at and along exclude %s, which is in the frames of the markers; give along (global)"):format(who, name)) end
  if across ~= nil and along == nil then fault(who .. ": across is given without along") end
  local axes = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }
  if along ~= nil then
    for what, list in pairs { along = along, across = across } do
      if type(list) ~= "table" then fault(("%s: %s is %s, it must be {x, y, z}"):format(who, what, word(list))) end
    end
    local k = math.abs(x) > 0.5 and 1 or math.abs(y) > 0.5 and 2 or 3
    axes = axes_along(who, k, along, across)
  end
  local two = type(at[1]) == "table"
  if two and #at ~= 2 then fault(("%s: at has %d point%s, it must have 2, or be one: {x, y, z} (m)"):format(who, #at, #at == 1 and "" or "s")) end
  for _, point in ipairs(two and at or { at }) do numbers(who, "at", point, type(point) == "table" and #point == 2 and 2 or 3) end
  return { core.place(items[1], two and at[1] or at, axes), core.place(items[2], two and at[2] or at, axes) }
end

core.class("model").__index = function(self, key)
  if key == "ground" then return core.ground(self) end
  if model[key] then return model[key] end
  if type(key) ~= "string" then return nil end
  -- any other word is a joint type
  return function(called, given)
    if called ~= self then check_colon(nil, key) end
    local name, markers, params = take_apart(key, given, 2)
    markers = place(self, name and ("joint '%s' (%s)"):format(name, key) or key, key, markers, params)
    return core.joint(self, key, name, markers[1], markers[2], params)
  end
end

core.class("model").__newindex = function(_, key)
  fault(("model: '%s' cannot be assigned; gravity is given to yoke.model{ gravity = {x, y, z} }, parameters of items are changed by item:set{...}"):format(
    tostring(key)))
end

do -- a joint type may not hide a method
  local names = { "ground" }
  for name in pairs(model) do names[#names + 1] = name end
  core.reserved(names)
end

-- yoke.model{ gravity = {x, y, z} }: a model; m/s2, zero if not given
function yoke.model(given)
  local o = options("model", given or {}, { { name = "gravity", kind = "table", wanted = "a list {x, y, z}", unit = "m/s2" } })
  return core.model(o.gravity)
end

-- yoke.plugin "dir/x.so": loads one file; returns the name of its joint type
function yoke.plugin(path)
  if type(path) ~= "string" then fault(("plugin: the path is %s, it must be a string"):format(word(path))) end
  return core.plugin(path)
end

-- yoke.joint_type{ name =, rows =, residual = function(p, at) ... end, ... }: a joint type written in Lua; returns its name
function yoke.joint_type(given) return require "yoke.joint_type"(given) end

-- yoke.plot{ { "name", x = {numbers}, y = {numbers} }, ..., with the options of result:plot }: curves of numbers that the script has
function yoke.plot(given) return require "yoke.plot".lists(given) end

return yoke
