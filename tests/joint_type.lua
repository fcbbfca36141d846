-- joint_type.lua - joint types written in Lua do what plugins do, and say what is wrong with them.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

local sqrt = math.sqrt

-- Largest difference of the positions and of another sensor in two runs.
local function apart(a, b)
  local most = 0
  for c = 1, #a do
    for k = 1, #a[c] do most = case.worse(most, a[c][k] - b[c][k]) end
  end
  return most
end

-- ---- a distance ----

local function span(at)
  local a, b = at.m0.r, at.m1.r
  local x, y, z = b[1] - a[1], b[2] - a[2], b[3] - a[3]
  return sqrt(x * x + y * y + z * z), x, y, z
end

local name = yoke.joint_type {
  name = "rod", doc = "holds two points a distance apart",
  rows = { { name = "distance", unit = "m", doc = "along the line between the points" } },
  params = { { name = "length", kind = "signal", rule = "required, positive", unit = "m", doc = "to hold", remedy = "take a longer one" } },
  outputs = {
    { name = "force", unit = "N", doc = "tension", eval = function(_, at) return at.lambda[1] end },
    { name = "line", n = 3, unit = "m", doc = "r1 - r0", eval = function(_, at) local _, x, y, z = span(at) return { x, y, z } end },
    { name = "stretch", n = 2, unit = "m", doc = "g and its rate", eval = function(_, at) return at.g[1], at.g_dot[1] end },
  },
  residual = function(p, at) return (span(at)) - p.length end,
  jacobian = function(_, at)
    local length, x, y, z = span(at)
    x, y, z = x / length, y / length, z / length
    return { { -x, -y, -z, 0, 0, 0, x, y, z, 0, 0, 0 } }
  end,
  time_rate = function(p) return -p.length_rate end,
}
tap.is(name, "rod", "joint_type returns the name")

local function pendulum(kind, length)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } }
  local rod = m[kind](m, { "rod", m.ground, bob, [kind == "distance" and "distance" or "length"] = length or 1 })
  local path, force = m:sensor { bob, "position" }, m:sensor { rod, "force" }
  local r = m:solve_dynamic { t_end = 1, steps = 200 }
  return r[path], r[force], rod, r, m
end

local x1, f1, rod, r1 = pendulum "rod"
local x2, f2 = pendulum "distance"
tap.ok(apart(x1, x2) < 1e-12, "the motion of a rod is that of the plugin", { "apart", apart(x1, x2) })
tap.ok(apart(f1, f2) < 1e-6, "so is its force", { "apart", apart(f1, f2) })
tap.ok(r1.summary.drift[1].drift < 1e-12, "it does not drift")
tap.is(rod.type, "rod", "its type has the name")
tap.near(rod:output "force", f2[1][#f2[1]], 1e-6, "an output of one number")
tap.near_list(rod:output "line", { x2[1][#x2[1]], x2[2][#x2[2]], 0 }, 1e-12, "an output of three")
tap.near_list(rod:output "stretch", { 0, 0 }, 1e-3, "g and g_dot are seen by outputs")
tap.near(rod:output "constraint_equation", 0, 1e-12, "outputs that every joint has")

local function pulsing(t) return 1 + 0.1 * t * t, 0.2 * t, 0.2 end
x1, f1 = pendulum("rod", pulsing)
x2, f2 = pendulum("distance", pulsing)
tap.ok(apart(x1, x2) < 1e-10, "a length that is a function of time", { "apart", apart(x1, x2) })
tap.ok(apart(f1, f2) < 1e-4, "and its force", { "apart", apart(f1, f2) })

-- the same by its residual alone
yoke.joint_type {
  name = "plain_rod", rows = { "distance" }, params = { { name = "length", rule = "positive", default = 1 } },
  outputs = { { name = "force", eval = function(_, at) return at.lambda[1] end } },
  residual = function(p, at) return { (span(at)) - p.length } end,
}
do
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } }
  m:plain_rod { m.ground, bob }
  local path = m:sensor { bob, "position" }
  x1 = m:solve_dynamic { t_end = 1, steps = 200 } [path]
  x2 = pendulum "distance"
  tap.ok(apart(x1, x2) < 1e-9, "a rod by its residual alone", { "apart", apart(x1, x2) })
end

-- ---- a law ----

yoke.joint_type {
  name = "lua_spring", markers = "coordinates", rows = { "stretch" },
  params = { { name = "stiffness", rule = "not_negative", default = 0 }, { name = "damping", rule = "not_negative", default = 0 },
    { name = "force", kind = "function" } },
  residual = function(_, at) return at.m1.q[1] - at.m0.q[1] end,
  law = function(p, at)
    if p.force then return p.force(at.t, at.g[1], at.g_dot[1]) end
    return p.stiffness * at.g[1] + p.damping * at.g_dot[1]
  end,
  check = function(_, at) if #at.m0.q ~= 1 or #at.m1.q ~= 1 then return "its markers must be single coordinates" end end,
}

local function oscillator(kind, params)
  local m = yoke.model {}
  local a = m:mass1d { "a", mass = 2, displacement = 0.3 }
  params[1], params[2], params[3] = "s", m.ground:coordinate(1), a:coordinate(1)
  local spring = m[kind](m, params)
  local x = m:sensor { a, "coordinates" }
  return m:solve_dynamic { t_end = 1, steps = 200 } [x], spring
end

x1 = oscillator("lua_spring", { stiffness = 300, damping = 4 })
x2 = oscillator("coordinate_spring_damper", { stiffness = 300, damping = 4 })
tap.ok(apart(x1, x2) < 1e-12, "the motion of a spring is that of the plugin", { "apart", apart(x1, x2) })
x1 = oscillator("lua_spring", { force = function(_, u, v) return 300 * u + 4 * v end })
tap.ok(apart(x1, x2) < 1e-10, "a function among the parameters is called", { "apart", apart(x1, x2) })

-- ---- velocities: a knife edge ----

yoke.joint_type {
  name = "edge", markers = "plane", rows = { { name = "across", unit = "m", doc = "relative to what it cuts" } },
  residual = function(_, at)
    local a, b = at.m0, at.m1
    local nx, ny = b.A[2], b.A[5]
    local dx, dy = b.r[1] - a.r[1], b.r[2] - a.r[2]
    return (b.v[1] - a.v[1] + a.w[3] * dy) * nx + (b.v[2] - a.v[2] - a.w[3] * dx) * ny
  end,
  level = function() return true end,
}
do
  local m = yoke.model {}
  local skate = m:rigid2d { "skate", mass = 2, inertia = 0.5, velocity = { 1.5, 0 }, angular_velocity = 2 }
  m:edge { m.ground, skate }
  m:solve_dynamic { t_end = 1, steps = 1000 }
  local p = skate:output "position" -- a circle of radius v/w
  tap.near(p[1], 0.75 * math.sin(2), 1e-5, "a knife edge runs in a circle: x")
  tap.near(p[2], 0.75 * (1 - math.cos(2)), 1e-5, "a knife edge runs in a circle: y")
end

-- ---- all kinds of parameters ----

local seen
yoke.joint_type {
  name = "collector", rows = 2, doc = "sees what it is given", unchecked = true,
  params = {
    { name = "r", default = 1.5 }, { name = "s", kind = "signal", default = 2 }, { name = "i", kind = "int", default = 3 },
    { name = "b", kind = "bool", default = true }, { name = "v", kind = "vec3", rule = "direction", default = { 0, 2, 0 } },
    { name = "list", kind = "vector" }, { name = "X", kind = "matrix" }, { name = "f", kind = "function" },
  },
  residual = function(p, at)
    seen = { r = p.r, s = p.s, i = p.i, b = p.b, v = table.concat(p.v, " "), list = p.list and table.concat(p.list, " "), rows = p.X and #p.X,
      X = p.X and table.concat(p.X[1], " "), f = p.f and p.f(7), q = at.m0.q, A = #at.m1.A, lambda = at.lambda }
    return at.m1.r[1] - at.m0.r[1] - 1, at.m1.r[2] - at.m0.r[2]
  end,
  held = function(p, row) return row == 1 or p.b end,
}
local function collect(params)
  local m = yoke.model { gravity = { 0, -1, 0 } }
  local a = m:point2d { mass = 1, position = { 1, 0 } }
  params[1], params[2] = m.ground, a
  m:collector(params)
  m:solve_dynamic { t_end = 0.1, steps = 10 }
  return a:output "position"
end
local p = collect {}
tap.near_list(p, { 1, 0, 0 }, 1e-12, "rows given by their number")
tap.is(("%g %g %d %s"):format(seen.r, seen.s, seen.i, seen.b), "1.5 2 3 true", "defaults of numbers and switches")
tap.is(seen.v, "0.0 1.0 0.0", "a direction has length 1")
tap.ok(not seen.list and not seen.rows and not seen.f and not seen.q and not seen.lambda and seen.A == 9, "what there is not is nil")
p = collect { r = -2, s = function(t) return 5 + 0 * t end, i = 7, b = false, v = { 3, 0, 4 }, list = { 1, 2, 3 }, X = { { 1, 2 }, { 3, 4 } },
  f = function(x) return x * 6 end }
tap.near(p[2], -0.005, 1e-12, "held releases a row")
tap.is(("%g %g %d %s"):format(seen.r, seen.s, seen.i, seen.b), "-2 5 7 false", "numbers and switches")
tap.is(seen.v .. ", " .. seen.list .. ", " .. seen.X .. ", " .. seen.rows, "0.6 0.0 0.8, 1.0 2.0 3.0, 1.0 2.0, 2", "lists and matrices")
tap.is(seen.f, 42, "functions")
collect {}
tap.ok(not seen.list and not seen.rows and not seen.f, "nothing is left of what was given before")
collect { list = { 5 }, X = { { 6 } } }
tap.is(seen.list .. ", " .. seen.X .. ", " .. seen.rows, "5.0, 6.0, 1", "shorter lists have no tail")

local m = yoke.model {}
local a = m:point2d { mass = 1 }
case.refuses(function() m:rod { "r", m.ground, a } end, "joint 'r' (rod): length is missing (m): to hold; take a longer one", "a missing parameter")
case.refuses(function() m:rod { "r", m.ground, a, lenght = 1 } end, "no parameter 'lenght'; did you mean 'length'?", "an unknown parameter")
case.refuses(function() m:rod { "r", m.ground, a, length = -1 } end, "length = -1 must be positive (m); take a longer one", "a refused parameter")
case.refuses(function() m:collector { m.ground, a, X = 3 } end, "X = 3 must be a matrix (list of rows)", "a parameter of another kind")
case.refuses(function() m:lua_spring { m.ground, a:coordinate(1) } m:solve_dynamic { t_end = 1 } end,
  "its markers must be single coordinates", "check refuses with its sentence")
case.refuses(function() m:sensor { m:rod { m.ground, a, length = 1 }, "farce" } end, "no output 'farce'; did you mean 'force'?", "an unknown output")

-- ---- functions that fail ----

local act
local function acting(slot)
  local o = { name = "acting_" .. slot, rows = { "x" }, residual = function(_, at) return at.m1.r[1] - at.m0.r[1] end, unchecked = true }
  local own = o[slot]
  o[slot] = function(p, at) if act and (slot ~= "residual" or at.t > 0.5) then return act(at) end return own and own(p, at) end
  return yoke.joint_type(o)
end
local function run_acting(kind, how)
  local model = yoke.model {}
  local point = model:point2d { mass = 1 }
  model[kind](model, { "j", model.ground, point })
  act = how
  local done, message = pcall(model.solve_dynamic, model, { t_end = 1, steps = 10 })
  act = nil
  return tostring(done and "no error" or message)
end

local kind = acting "residual"
for _, c in ipairs {
  { function() return nil end, "residual returned nil, 1 number wanted  [", "nil" },
  { function() end, "residual returned nothing, 1 number wanted  [", "nothing" },
  { function() return 1, 2 end, "residual returned 2 numbers, 1 wanted  [", "too many numbers" },
  { function() return { 1, "two" } end, 'residual returned a table whose [2] is a string ("two"), it must hold numbers  [', "a table with a string" },
  { function() return "far" end, 'residual returned a string ("far"), 1 number wanted  [', "a string" },
  { function() return 0 / 0 end, "residual returned", "not a number" },
  { function() return math.huge end, "residual returned inf as number 1, it must be finite  [", "infinity" },
  { function() error "it broke" end, "it broke", "an error" },
  { function() error {} end, "residual failed  [", "an error that is a table" },
  { function() return nil, "the points coincide" end, "joint 'j' (acting_residual): the points coincide", "nil and a sentence" },
} do
  local message = run_acting(kind, c[1])
  case.says(message, { c[2], "joint 'j' (acting_residual)", "t = 0." }, "residual that returns " .. c[3])
end
case.says(run_acting(kind, function() error "it broke" end), { "stack traceback", "joint_type.lua:" }, "an error comes with a traceback")
tap.is(run_acting(kind, nil), "no error", "and nothing of it stays")

yoke.joint_type {
  name = "flagged", rows = { "x" }, global_axes = true, residual = function(_, at) return at.m1.r[1] - at.m0.r[1] end,
  held = function() if act then return act() end return true end,
}
case.says(run_acting("flagged", function() return "yes" end), { "joint 'j' (flagged)", 'held returned a string ("yes"), true or false wanted  [' }, "held that returns a string")
case.says(run_acting("flagged", function() error "no flag" end), { "joint 'j' (flagged)", "held failed  [", "no flag" }, "held that fails")
tap.is(run_acting("flagged", nil), "no error", "held is asked again")
case.says(run_acting(acting "jacobian", function() return { { 1, 2, 3 }, { 4 } } end), "jacobian returned 4 numbers, 12 wanted  [", "a jacobian that is too small")
kind = acting "check"
case.says(run_acting(kind, function() return 17 end), "check returned a number (17), it must return nil, or a sentence", "check that returns a number")
case.says(run_acting(kind, function() return "it is too late" end), "joint 'j' (acting_check): it is too late", "check that refuses")
do
  local told
  yoke.joint_type { name = "mute", rows = { "x" }, unchecked = true, residual = function(_, at) return at.m1.r[1] - at.m0.r[1] end,
    outputs = { { name = "two", n = 2, eval = function() return told end } } }
  local model = yoke.model {}
  local j = model:mute { "j", model.ground, model:point2d { mass = 1 } }
  model:solve_dynamic { t_end = 0.1, steps = 2 }
  case.refuses(function() j:output "two" end, { "joint 'j' (mute): output two: eval returned nil, 2 numbers wanted  [" }, "an output that returns nil")
  told = { 1, 0 / 0 }
  case.refuses(function() j:output "two" end, { "output two: eval returned", "nan as number 2, it must be finite" }, "an output that is not a number")
  told = { 1, 2 }
  tap.near_list(j:output "two", { 1, 2 }, 0, "an output that is right")
end

-- ---- lives and states ----

do
  local co = coroutine.wrap(function() return pendulum "rod" end)
  local inside, outside = co(), pendulum "rod"
  tap.is(apart(inside, outside), 0, "a model solved in a coroutine")
  for _ = 1, 3 do
    pendulum "plain_rod"
    collectgarbage()
  end
  tap.is(apart(pendulum "rod", outside), 0, "a type outlives its models")
end

do -- a residual that solves another model with the same type
  local inner, depth = nil, 0
  yoke.joint_type { name = "nested", rows = { "x" }, unchecked = true, params = { { name = "place", default = 0 } },
    residual = function(q, at)
      local place = q.place
      if depth == 0 and at.t > 0.04 and not inner then
        depth = 1
        local other = yoke.model { gravity = { 0, -2, 0 } }
        local ball = other:point2d { mass = 1, position = { 3, 0 } }
        other:nested { other.ground, ball, place = 3 }
        other:solve_dynamic { t_end = 1, steps = 10 }
        inner = ball:output "position"
        depth = 0
      end
      assert(q.place == place)
      return at.m1.r[1] - at.m0.r[1] - q.place
    end }
  local outer = yoke.model { gravity = { 0, -1, 0 } }
  local ball = outer:point2d { mass = 1, position = { 5, 0 } }
  outer:nested { outer.ground, ball, place = 5 }
  outer:solve_dynamic { t_end = 0.1, steps = 10 }
  tap.near_list(inner, { 3, -1, 0 }, 1e-9, "a model solved within a residual")
  tap.near_list(ball:output "position", { 5, -0.005, 0 }, 1e-9, "and the model around it")
end

-- ---- definitions that are refused ----

local function x_row(o)
  o.name, o.rows = o.name or "refused", o.rows or { "x" }
  o.residual = o.residual or function(_, at) return at.m1.r[1] - at.m0.r[1] end
  if o.markers == nil then o.global_axes = true end
  return o
end
local function refuses(o, texts, what)
  case.refuses(function() yoke.joint_type(o) end, texts, what)
end
refuses(nil, "joint_type: it is called with nil", "no table")
refuses({}, "joint_type: name is missing", "no name")
refuses({ name = "a_b", residual = print }, "joint_type 'a_b': rows is missing", "no rows")
refuses({ name = "a_b", rows = 1 }, "joint_type 'a_b': residual is missing: function(p, at)", "no residual")
refuses(x_row { residuum = print }, "no option 'residuum'; did you mean 'residual'?", "an unknown key")
refuses(x_row { residual = 3 }, "residual is a number (3), it must be a function", "a residual that is a number")
refuses(x_row { rows = {} }, "rows is empty", "an empty list of rows")
refuses(x_row { rows = 1000 }, "rows = 1000 must be from 1 to 128", "too many rows")
refuses(x_row { rows = { "two words" } }, "row name 'two words' is not a plain word", "an odd name of a row")
refuses(x_row { rows = { { name = "x", units = "m" } } }, "rows[1]: no option 'units'; did you mean 'unit'?", "an unknown key of a row")
refuses(x_row { markers = "points" }, 'markers = "points" must be one of "coordinates", "frames", "plane"', "unknown markers")
refuses(x_row { params = { { name = "k", kind = "reel" } } }, 'did you mean "real"?', "an unknown kind")
refuses(x_row { params = { { name = "k", rule = "positiv" } } }, "parameter 'k': no rule 'positiv'; did you mean 'positive'?", "an unknown rule")
refuses(x_row { params = { { name = "k", rule = "positive" } } }, "without a default its rule refuses", "a positive parameter without a default")
refuses(x_row { params = { { name = "k", rule = "positive", default = -3 } } }, "the default of parameter 'k' = -3 must be positive", "a wrong default")
refuses(x_row { params = { { name = "f", kind = "function", default = print } } }, "its default is a function", "a function as default")
refuses(x_row { params = { { name = "k" }, { name = "k" } } }, "parameter 'k' stands twice", "a parameter twice")
refuses(x_row { params = { { name = "active" } } }, "parameter 'active' belongs to Yoke", "a parameter that every joint has")
refuses(x_row { outputs = { { name = "o" } } }, "outputs[1]: eval is missing", "an output without eval")
refuses(x_row { outputs = { { name = "o", eval = 3 } } }, "output 'o': eval is a number (3), it must be a function", "an output without a function")
refuses(x_row { law = print, level = print }, "a joint with a law has no constraints", "a law with a level")
refuses(x_row { name = "two words" }, "it must be a plain word", "a name of two words")
refuses(x_row { name = "end" }, "it is a word of Lua", "a word of Lua")
refuses(x_row { name = "sensor" }, "it is the name of a method of the model", "the name of a method")
refuses(x_row { name = "distance" }, "there is a joint type of that name", "the name of a plugin")
refuses(x_row { name = "rod" }, "there is a joint type of that name", "the name of another type of the script")

-- and by the conformance test
refuses(x_row { jacobian = function() return { -1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0 } end },
  { "joint_type 'refused': jacobian: row 'x', column 7 (x of marker 1) is 2, differences of residual give 1" }, "a wrong jacobian")
refuses(x_row { residual = function(_, at) return at.m1.r[1] - at.m0.r[1] + at.t end }, "time_rate: row 'x' is 0, differences of residual over time give 1",
  "a residual with time and no time_rate")
refuses(x_row { markers = "frames" }, { "net moment", "set global_axes" }, "a force with a moment about its own ends")
refuses(x_row { residual = function(_, at) return at.m1.x[1] end }, { "residual failed  [", "attempt to index a nil value (field 'x')" }, "a residual that fails")
refuses(x_row { rows = 2 }, "residual returned 1 number, 2 wanted  [", "a residual with fewer rows than it says")
refuses(x_row { outputs = { { name = "o", n = 3, eval = function() return 1 end } } }, "output 'o' never gives numbers, it says: eval returned 1 number, 3 wanted  [", "an output with fewer numbers")
tap.is(yoke.joint_type(x_row { name = "unchecked", unchecked = true, jacobian = function() return { -1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0 } end }),
  "unchecked", "unchecked = true takes it as it is")

do -- one that raises an error each time, perhaps after seconds, is not asked by all samples
  local calls = 0
  tap.raises(function()
    yoke.joint_type { name = "raises", rows = { "x" }, residual = function() calls = calls + 1 error "out of depth" end }
  end, { "joint_type 'raises'", "residual failed", "out of depth" }, "a residual that raises errors")
  tap.ok(calls <= 3, "is asked three times at most", { "calls", calls })
end

-- ---- help ----

local status, said = case.child("help.lua", [[
local yoke = require "yoke"
yoke.joint_type { name = "rail", rows = { "y" }, doc = "holds y", params = { { name = "height", unit = "m", doc = "of the rail" } }, markers = "plane", global_axes = true,
  residual = function(p, at) return at.m1.r[2] - at.m0.r[2] - p.height end }
require "yoke.help".joint "rail"
local m = yoke.model {}
local a, b = m:point2d { mass = 1 }, m:point2d { mass = 1 }
m:rail { "first", m.ground, a } m:rail { "second", m.ground, a }
m:solve_dynamic { t_end = 0.1, steps = 2 }
]])
tap.is(status, 0, "help and rank report: exit status")
case.says(said, { "holds y", "of the rail", "second" }, "yoke.help tells its tables, the rank report its name")

-- ---- functions of the script, as the conformance test gives them ----

for _, call in ipairs {
  { function(f) return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) end, "too many arguments" },
  { function(f) return f { ("x"):rep(65):byte(1, 65) } end, "a list of at most 64 numbers wanted" },
  { function(f) return f { 1, "x" } end, "a list of at most 64 numbers wanted" },
} do
  tap.raises(function()
    yoke.joint_type { name = "calls", doc = "for a test", rows = { { name = "x", unit = "m", doc = "x" } },
      params = { { name = "f", kind = "function", rule = "required", doc = "f" } },
      residual = function(p, at) return at.m1.r[1] - at.m0.r[1] + 0 * call[1](p.f) end }
  end, { "joint_type 'calls'", call[2] }, "a function called with " .. call[2])
end

-- ---- coordinates, bias, a picture, an example ----

-- a wheel's turn about the axis of marker 0: the point common, so a ball with an angle; held is x, y, z
local function turn_about(p, at)
  local A0, A1, n = at.m0.A, at.m1.A, p.axis
  local function global(A, v)
    return { A[1] * v[1] + A[2] * v[2] + A[3] * v[3], A[4] * v[1] + A[5] * v[2] + A[6] * v[3], A[7] * v[1] + A[8] * v[2] + A[9] * v[3] }
  end
  local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
  local function cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end
  local x = { n[2], n[3], n[1] } -- of an axis along x, y or z
  local z0, x0, x1 = global(A0, n), global(A0, x), global(A1, x)
  return math.atan(dot(cross(x0, x1), z0), dot(x0, x1))
end

local function knuckle(more)
  local words = {
    name = "knuckle", doc = "a common point, and the angle about an axis",
    rows = { { name = "x", unit = "m" }, { name = "y", unit = "m" }, { name = "z", unit = "m" } },
    params = { { name = "axis", kind = "vec3", rule = "direction, along", default = { 0, 0, 1 }, doc = "of the angle, in both frames" } },
    coordinates = { { name = "angle", unit = "rad", doc = "about axis", eval = turn_about } },
    residual = function(_, at)
      local a, b = at.m0.r, at.m1.r
      return b[1] - a[1], b[2] - a[2], b[3] - a[3]
    end,
    bias = function() return 0, 0, 0 end,
    draw = function(p, at, pen)
      pen:circle(at.m0.r, p.axis, pen.size, { 1, 0, 0, 1 })
      pen:line(at.m0.r, at.m1.r)
      pen:sphere(at.m1.r, 0.5 * pen.size)
    end,
    example = 'm:knuckle { "joint", m.ground, arm, at = { 0, 0, 0 }, along = { 0, 1, 0 } }',
  }
  for key, value in pairs(more or {}) do words[key] = value end
  return yoke.joint_type(words)
end
knuckle()

do -- an angle with its turns, a rate, a spring on it, a start value: as a hinge has them
  local function spun(kind)
    local m = yoke.model {}
    local wheel = m:rigid { "wheel", mass = 1, inertia = { 0.1, 0.1, 0.2 } }
    local hub = m[kind](m, { "hub", m.ground, wheel, at = { 0, 0, 0 }, along = { 0, 0, 1 }, angle_start = 0.5, angle_rate_start = 20 })
    m:coordinate_spring_damper { m.ground:coordinate(1), hub:coordinate "angle", stiffness = 0.05, damping = 0.01 }
    local s = m:sensor { hub, "angle" }
    local r = m:solve_dynamic { t_end = 2, method = "dopri5", rtol = 1e-10 }
    return r:final(s), hub:output "angle_rate", m, r
  end
  local angle, rate, m = spun "knuckle"
  local wanted, wanted_rate = spun "revolute"
  tap.ok(wanted > 4 * math.pi, "it turns more than twice")
  tap.near(angle, wanted, 1e-7, "a coordinate in Lua: value with all its turns")
  tap.near(rate, wanted_rate, 1e-7, "a coordinate in Lua: its rate")
  local kinds = {}
  for _, shape in ipairs(core.scene(m, false)) do
    if shape.item == "hub" then kinds[shape.kind] = shape end
  end
  tap.ok(kinds.circle and kinds.line and kinds.sphere and kinds.circle.colour[1] == 1 and kinds.sphere.diameter == 0.5 * kinds.circle.diameter,
    "a draw in Lua: a circle, a line, a sphere")
end

do -- its page, and the example on it
  local status, text = core.execute({ case.program, case.write("page.lua", [[
    local yoke = require "yoke"
    yoke.joint_type { name = "tie", global_axes = true, rows = { { name = "x", unit = "m" } }, residual = function(_, at) return at.m1.r[1] - at.m0.r[1] end,
      coordinates = { { name = "travel", unit = "m", doc = "along y", eval = function(_, at) return at.m1.r[2] - at.m0.r[2], 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 end } },
      example = "m:tie { m.ground, arm:at { -1, 0, 0 } } -- mine" }
    require "yoke.help".joint "tie"
  ]]) }, true)
  tap.is(status, 0, "the page of a joint type in Lua")
  case.says(text, { "travel", "along y", "local joint = m:tie { m.ground, arm:at { -1, 0, 0 } } -- mine" }, "its coordinate and example")
end

for _, wrong in ipairs {
  { { name = "k1", draw = function() error "no ink" end }, { "draw failed", "no ink" }, "a draw that fails" },
  { { name = "k2", draw = function(_, _, pen) pen:line { 1 } end }, { "draw failed", "the place has 1 number, it must have 3" }, "a line without an end" },
  { { name = "k3", draw = function(_, at, pen) pen:circle(at.m0.r, { 0, 0, 1 }, 1, { 1, 0, 0 }) end }, "a colour {red, green, blue, opacity} wanted", "a colour without opacity" },
  { { name = "k4", draw = 3 }, "draw is a number (3), it must be a function", "a draw that is none" },
  { { name = "k5", coordinates = { { name = "angle", unit = "rad", eval = function() return 1, 2 end } } }, "eval returned 2 numbers, 13 wanted", "a row that is too short" },
  { { name = "k6", coordinates = { { name = "angle", eval = print } } }, "unit is missing", "a coordinate without a unit" },
  { { name = "k7", coordinates = { { name = "angle", unit = "m", eval = function(_, at) return at.m1.r[1], 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0 end } } },
    "differences", "a wrong row" },
  { { name = "k8", bias = function() return 1, 0, 0 end }, "bias", "a wrong bias" },
  { { name = "k9", params = { { name = "axis", kind = "vec3", rule = "along" } } }, 'the rule "along" is for a vec3 with a default', "along without a default" },
} do
  tap.raises(function() knuckle(wrong[1]) end, wrong[2], wrong[3])
end

do -- a picture that fails says so
  local fails = false
  knuckle { name = "shy", draw = function() if fails then error "not now" end end }
  local m = yoke.model {}
  m:shy { m.ground, m:rigid { mass = 1, inertia = { 1, 1, 1 } }, at = { 0, 0, 0 } }
  fails = true
  tap.raises(function() core.scene(m, false) end, { "draw failed", "not now" }, "a draw that fails in a picture")
end
do -- a pen that was kept
  local kept
  knuckle { name = "keeper", draw = function(_, at, pen)
    kept = pen
    pen:sphere(at.m0.r)
  end }
  tap.raises(function() kept:sphere { 0, 0, 0 } end, "the pen draws only while draw is called", "a pen that was kept")
end

tap.done()
