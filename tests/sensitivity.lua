-- sensitivity.lua - derivatives of outputs by parameters against closed forms; parameters are put back.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

local g, pi, sqrt = 9.81, math.pi, math.sqrt

-- ---- the period of a pendulum: 2 pi sqrt(l / g), dT/dl = T / 2 l ----

local m = yoke.model { gravity = { 0, -g, 0 } }
local bob = m:point2d { "bob", mass = 2, position = { 0, -0.7 } }
local rod = m:distance { "rod", m.ground, bob, distance = 0.7 }
local said, s = case.heard(m.sensitivity, m, { of = function() return 1 / m:modes { start = "assemble" }[1].frequency end,
  parameters = { { rod, "distance" }, { bob, "mass" } }, by = "five_point" })
local T = 2 * pi * sqrt(0.7 / g)
tap.near_rel(s.value[1], T, 1e-12, "pendulum: its period")
tap.near_rel(s.derivative[1][1], T / 1.4, 1e-9, "pendulum: dT/dl")
tap.near_rel(s.relative[1][1], 0.5, 1e-9, "pendulum: relative, 1/2")
tap.near(s.derivative[1][2], 0, 1e-9, "pendulum: its mass does not matter")
tap.is(core.get(rod, "distance"), 0.7, "pendulum: the length is put back")
tap.is(said, "", "pendulum: what the other solves note is not said")
case.says(tostring(s), { "d of", "rod.distance", "bob.mass", "/ (m)" }, "pendulum: printed")

-- ---- an equilibrium: u = m g / k ----

m = yoke.model {}
local mass = m:mass1d { "mass", mass = 3 }
local spring = m:coordinate_spring_damper { "spring", m.ground:coordinate(1), mass:coordinate(1), stiffness = 200 }
local load = m:load { "load", mass:coordinate(1), 12 }
local u, force = m:sensor { mass, "coordinates" }, m:sensor { spring, "force" }
for by, tolerance in pairs { central = 1e-7, forward = 1e-7, five_point = 1e-8 } do
  s = m:sensitivity { of = { u, force }, solve = function() return m:solve_static {} end, parameters = { { spring, "stiffness" }, { load, "x" } }, by = by }
  tap.near_rel(s.derivative[1][1], -12 / 200 ^ 2, tolerance, "equilibrium, " .. by .. ": du/dk = -F / k^2")
  tap.near_rel(s.derivative[1][2], 1 / 200, tolerance, "equilibrium, " .. by .. ": du/dF = 1 / k")
  tap.near(s.derivative[2][1], 0, 1e-8, "equilibrium, " .. by .. ": the force is that of the load")
  tap.near_rel(s.derivative[2][2], 1, tolerance, "equilibrium, " .. by .. ": whatever the stiffness")
end
tap.is(s.outputs[1] .. ", " .. s.outputs[2], "mass.coordinates, spring.force", "sensors name the outputs")
tap.is(s.units[1][2], "m / (N or N m)", "and their units")
s = m:sensitivity { of = u, solve = function() return m:solve_static {} end, parameters = { { spring, "stiffness" } }, relative_step = 1e-3 }
tap.near(s.step[1], 0.2, 1e-12, "relative_step: the step that was taken")
s = m:sensitivity { of = u, solve = function() return m:solve_static {} end, parameters = { { load, "x" } }, step = 2 }
tap.near(s.step[1], 2, 0, "step: as it is")

-- ---- a motion: x = x0 cos(w t), dx/dk = -x0 sin(w t) t / (2 w m), dx/dx0 = cos(w t) ----

m = yoke.model {}
mass = m:mass1d { "mass", mass = 3, displacement = 0.1 }
spring = m:coordinate_spring_damper { "spring", m.ground:coordinate(1), mass:coordinate(1), stiffness = 200 }
u = m:sensor { mass, "coordinates" }
s = m:sensitivity { of = u, solve = function() return m:solve_dynamic { t_end = 1, method = "dop853", rtol = 1e-12, atol = 1e-14 } end,
  parameters = { { spring, "stiffness" }, { mass, "displacement" }, { "gain", value = 2, set = function(x) spring:set { stiffness = 100 * x } end, unit = "N/m" } },
  by = "five_point" }
local w = sqrt(200 / 3)
tap.near_rel(s.derivative[1][1], -0.1 * math.sin(w) / (2 * w * 3), 1e-8, "motion: by the stiffness")
tap.near_rel(s.derivative[1][2], math.cos(w), 1e-8, "motion: by where it starts")
tap.near_rel(s.derivative[1][3], -10 * math.sin(w) / (2 * w * 3), 1e-8, "motion: by what a function sets")
tap.is(core.get(spring, "stiffness"), 200, "what a function set is put back by it")

-- a list: where a point hangs on springs, z = -m g / kz
m = yoke.model { gravity = { 0, 0, -g } }
local point = m:point { "point", mass = 2 }
local springs = m:cartesian_spring_damper { "springs", m.ground, point, stiffness = { 100, 200, 400 } }
s = m:sensitivity { of = function() m:solve_static {} return point:output "position"[3] end, parameters = { { springs, "stiffness", 3 } } }
tap.near_rel(s.derivative[1][1], 2 * g / 400 ^ 2, 1e-7, "by one number of a list")
tap.is(s.parameters[1], "springs.stiffness[3]", "an element is named")
tap.near_list(core.get(springs, "stiffness"), { 100, 200, 400 }, 0, "a list is put back")

-- a list with names and units
s = m:sensitivity { of = function() return { 3, 4 }, { "one", "two" }, { "m", "1" } end, parameters = { { springs, "stiffness", 3 } } }
case.says(tostring(s), { "one ", "m / (N/m)", "two ", "1 / (N/m)" }, "names and units of a function")

-- a matrix
m = yoke.model {}
local thing = m:generic { "thing", mass = { { 2, 0 }, { 0, 3 } }, stiffness = { { 50, 0 }, { 0, 75 } } }
s = m:sensitivity { of = function() return m:modes {}[1].frequency * 2 * pi, m:modes {}[2].frequency * 2 * pi end, parameters = { { thing, "mass", 2, 2 } },
  by = "five_point" }
tap.near(case.largest { s.derivative[1][1] + s.derivative[2][1] + 5 / 6 }, 0, 1e-8, "an element of a matrix: dw/dm = -w / 2 m")

-- ---- errors; nothing stays changed ----

local stiffness = { { spring, "stiffness" } }
local function ask(o) return function() m:sensitivity(o) end end
local function one() return 1 end
local calls = 0
tap.raises(ask { of = function()
  calls = calls + 1
  if calls > 1 then error("no more", 0) end
  return 1
end, parameters = stiffness }, "no more", "a function that fails later")
tap.is(core.get(spring, "stiffness"), 200, "a function that fails later: the parameter is put back")
for what, o in pairs {
  ["`of`"] = { of = error },
  ["solve"] = { of = u, solve = function() error() end },
  ["set of 'x'"] = { of = one, parameters = { { "x", value = 1, set = function() error() end } } },
} do
  o.parameters = o.parameters or stiffness
  tap.raises(ask(o), { ("sensitivity: %s failed  ["):format(what), "]: error with no message" }, what .. " raises nothing")
end
local thrown = {}
local _, caught = pcall(ask { of = function() error(thrown) end, parameters = stiffness })
tap.ok(caught == thrown, "a table that `of` raises comes through")
tap.raises(ask { parameters = stiffness }, { "sensitivity: of is missing" }, "of is missing")
tap.raises(ask { of = one }, "sensitivity: parameters is missing", "parameters is missing")
tap.raises(ask { of = one, parameters = {} }, "parameters is empty", "no parameters")
tap.raises(ask { of = one, parameters = { spring } }, "parameters[1] is a joint, it must be { item, \"name\" }", "an item alone")
tap.raises(ask { of = one, parameters = { { 3 } } }, "parameters[1]: it begins with a number (3)", "a number")
tap.raises(ask { of = one, parameters = { { spring } } }, "parameters[1]: its name is nil", "no name")
tap.raises(ask { of = one, parameters = { { spring, "stifness" } } }, { "joint 'spring'", "no parameter 'stifness'; did you mean 'stiffness'?" }, "an unknown name")
tap.raises(ask { of = one, parameters = { { u, "x" } } }, { "sensor", "no parameter 'x'; it has none" }, "a sensor has none")
tap.raises(ask { of = one, parameters = { { spring, "active" } } }, "parameter spring.active: it is no number", "a switch")
tap.raises(ask { of = one, parameters = { { springs, "stiffness" } } }, "parameter springs.stiffness: it has 3 elements, name one", "a list as a whole")
tap.raises(ask { of = one, parameters = { { springs, "stiffness", 4 } } }, "there is no element 4, it has 3", "beyond the list")
tap.raises(ask { of = one, parameters = { { spring, "stiffness", 1 } } }, "it is a number, it has no element", "an element of a number")
tap.raises(ask { of = one, parameters = { { spring, "damping" } } }, "parameter spring.damping is 0, which has no relative step; give step", "zero")
tap.raises(ask { of = one, parameters = { { springs, "stiffness", true } } }, "its element is a boolean", "an element that is no number")
tap.raises(ask { of = one, parameters = stiffness, relative_step = 1e-15 }, { "is lost in the digits of parameter spring.stiffness", "1e-12 of it or more" },
  "a step that is too short")
tap.raises(ask { of = one, parameters = { { spring, "damping" } }, step = 1 }, "damping = -1 must", "less than it may be")
tap.is(#m:sensitivity { of = one, parameters = { { spring, "damping" } }, step = 1, by = "forward" }.derivative, 1, "by = forward goes up only")
tap.raises(ask { of = one, parameters = { { "x" } } }, "value is missing", "a function without a value")
tap.raises(ask { of = one, parameters = { { "x", value = 1, set = 3 } } }, "set is a number (3), it must be a function", "set is a number")
tap.raises(ask { of = function() end, parameters = stiffness }, "`of` returned nothing", "nothing returned")
tap.raises(ask { of = function() return "x" end, parameters = stiffness }, "number 1 that `of` returned is a string", "a string returned")
tap.raises(ask { of = function() return 0 / 0 end, parameters = stiffness }, "it must be a finite number", "not a number")
tap.raises(ask { of = u, parameters = stiffness }, "solve is nil, with sensors it must be a function", "sensors without solve")
tap.raises(ask { of = { 3 }, solve = one, parameters = stiffness }, "of[1] is a number (3), it must be a sensor", "a number among sensors")
tap.raises(ask { of = 3, parameters = stiffness }, "of is a number (3), it must be a function or sensors", "of is a number")
tap.raises(ask { of = one, solve = one, parameters = stiffness }, "solve is for sensors", "solve with a function")
tap.raises(ask { of = u, solve = one, parameters = stiffness }, "solve returned a number (1), it must return a result", "solve returns a number")
tap.raises(ask { of = one, parameters = stiffness, by = "middle" }, "by = \"middle\" must be one of", "another rule")
local length = 0
tap.raises(ask { of = function() length = length + 1 return table.unpack({ 1, 2, 3 }, 1, length) end, parameters = stiffness }, "`of` returned 2 numbers, before 1", "more numbers than before")
case.refuses(function() m.sensitivity { of = one, parameters = stiffness } end, "write m:sensitivity{...}", "with a dot")
tap.is(core.get(spring, "stiffness"), 200, "nothing stays changed")

tap.done()
