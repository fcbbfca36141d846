-- cases_words.lua - scripts with slips: each is refused with its line, what was wrong and what was wanted.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local nan, inf = 0 / 0, math.huge
local refuses = case.refuses

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bob = m:point2d { "bob", mass = 1, position = { 1, 0 } }
local slab = m:rigid2d { "slab", mass = 1, inertia = 1 }
local wheel = m:rotor { "wheel", inertia = 1 }
local rod = m:distance { "rod", m.ground, bob, distance = 1 }
local push = m:force { "push", bob, { 0, 0 } }
local sight = m:sensor { "sight", bob, "position" }
local free = m:generic { "free", position = { 0, 0 }, mass = { { 1, 0 }, { 0, 1 } } }

-- ---- misspelt keys, at every creator ----

local function hint(f, key, near)
  refuses(f, { "'" .. key .. "'", "did you mean '" .. near .. "'?" }, ("key '%s': meant is '%s'"):format(key, near))
end

hint(function() yoke.model { gravty = { 0, 0, 0 } } end, "gravty", "gravity")
hint(function() m:point { mas = 2 } end, "mas", "mass")
hint(function() m:point { mass = 2, postion = { 0, 0, 0 } } end, "postion", "position")
hint(function() m:point2d { mas = 2 } end, "mas", "mass")
hint(function() m:point2d { mass = 2, velocty = { 0, 0 } } end, "velocty", "velocity")
hint(function() m:rigid2d { mass = 1, inertai = 1 } end, "inertai", "inertia")
hint(function() m:rigid2d { mass = 1, inertia = 1, angular_velosity = 1 } end, "angular_velosity", "angular_velocity")
hint(function() m:mass1d { mass = 1, orign = { 0, 0, 0 } } end, "orign", "origin")
hint(function() m:rotor { inertia = 1, axsi = { 0, 0, 1 } } end, "axsi", "axis")
hint(function() m:generic { mass = { { 1 } }, stifness = { { 1 } } } end, "stifness", "stiffness")
hint(function() m:distance { m.ground, bob, distance = 1, actve = true } end, "actve", "active")
hint(function() m:distance { m.ground, bob, lenght = 1, distanc = 1 } end, "distanc", "distance")
hint(function() m:coordinate { m.ground:coordinate(1), wheel:coordinate(1), factr1 = 1 } end, "factr1", "factor1")
hint(function() m:coordinate_vector { m.ground, slab, scalling1 = { { 1, 0, 0 } } } end, "scalling1", "scaling1")
hint(function() m:prismatic2d { m.ground, slab, axis_0 = { 1, 0 } } end, "axis_0", "axis0")
hint(function() m:revolute2d { m.ground, slab, colour = { 1, 0, 0 } } end, "colour", "color")
hint(function() m:spring_damper { m.ground, bob, stiffnes = 1 } end, "stiffnes", "stiffness")
hint(function() m:cartesian_spring_damper { m.ground, bob, dampng = { 1, 1, 1 } } end, "dampng", "damping")
hint(function() m:coordinate_spring_damper { m.ground:coordinate(1), wheel:coordinate(1), ofset = 1 } end, "ofset", "offset")
hint(function() m:torsional_spring_damper2d { m.ground, slab, pre_load = 1 } end, "pre_load", "preload")
hint(function() m:force { bob, { 1, 0 }, bodyfixed = true } end, "bodyfixed", "body_fixed")
hint(function() m:torque { slab, { 0, 0, 1 }, form = 1 } end, "form", "from")
hint(function() m:load { wheel:coordinate(1), 1, activ = true } end, "activ", "active")
hint(function() slab:frame { positon = { 1, 0 } } end, "positon", "position")
hint(function() slab:frame { rotation = { axs = { 0, 0, 1 }, angle = 1 } } end, "axs", "axis")
hint(function() m:solve_dynamic { tend = 1 } end, "tend", "t_end")
hint(function() m:solve_dynamic { t_end = 1, newton = { modifed = true } } end, "modifed", "modified")
hint(function() m:solve_dynamic { t_end = 1, output = { perod = 1 } } end, "perod", "period")
hint(function() bob:set { mas = 3 } end, "mas", "mass")
hint(function() rod:set { drawsize = 3 } end, "drawsize", "draw_size")
hint(function() m:distanse { m.ground, bob, distance = 1 } end, "distanse", "distance")
hint(function() m:sensor { bob, "positon" } end, "positon", "position")
hint(function() m:sensor { rod, "forse" } end, "forse", "force")
hint(function() bob:output "velosity" end, "velosity", "velocity")
refuses(function() m:distance { m.ground, bob, lenght = 1 } end, { "joint 'distance_", "(distance): no parameter 'lenght'", "distance" }, "key 'lenght' of a rod: what there is")
refuses(function() m:point2d { mass = 1, zebra = 2 } end, { "no parameter 'zebra'; there are: mass, position, displacement, velocity" }, "a key near to nothing: what there is")
refuses(function() m:gearbox { m.ground, bob } end, { "no joint type 'gearbox'", "there are: cartesian_spring_damper, coordinate, ", "looked in: " }, "an unknown joint type: what there is, and where it was looked for")
refuses(function() m:sensor { bob, "position", period = 1 } end, { "sensor", "'period'" }, "a key given to a sensor")
refuses(function() slab:at { 1, 0, size = 1 } end, { "at", "'size'" }, "a key given to a point")
refuses(function() m:solve_dynamic { t_end = 1, method = "trapezoid" } end, { "method", '"trapezoid"', '"trapezoidal"', '"generalized_alpha"' }, "an unknown method")
refuses(function() m:solve_dynamic { t_end = 1, start = "strikt" } end, { "start", '"strikt"', '"strict"', '"assemble"', '"given"' }, "an unknown start")
refuses(function() m:rigid2d { mass = 1, inertia = 1, inertia_about = "con" } end, { "inertia_about", '"con"', '"reference"', '"com"' }, "an unknown inertia_about")

-- ---- names ----

do
  local here = debug.getinfo(1, "l").currentline
  local other = yoke.model {}
  other:point2d { "arm", mass = 1 }
  refuses(function() other:rigid2d { "arm", mass = 1, inertia = 1 } end, { "'arm'", "taken", "body 'arm' (point2d)", ("cases_words.lua:%d"):format(here + 2) },
    "two bodies of one name: both lines")
  refuses(function() other:revolute2d { "arm", other.ground, other.ground:at { 1, 0 } } end, { "'arm'", "taken" }, "a joint with the name of a body")
  refuses(function() other:sensor { "arm", function() return 1 end } end, { "'arm'", "taken" }, "a sensor with the name of a body")
  refuses(function() other:point2d { "ground", mass = 1 } end, { "'ground'", "taken" }, "a body with the name of the ground")
  refuses(function() other:point2d { "", mass = 1 } end, "must not be empty", "an empty name")
  local unnamed = other:point2d { mass = 1 }
  local name = unnamed.name
  other:point2d { name, mass = 1 }
  tap.ok(unnamed.name ~= name, "a name that Yoke had chosen may be taken by the script")
end

-- ---- holes and numbers that are none ----

refuses(function() m:point { mass = 1, position = { 0, nil, 0 } } end, "position[2] is nil", "a hole in a position")
refuses(function() m:rigid2d { mass = 1, inertia = 1, velocity = { nil, 1 } } end, "velocity[1] is nil", "a hole in a velocity")
refuses(function() m:rigid2d { mass = 1, inertia = 1, displacement = { 0, nil, 1 } } end, "displacement[2] is nil", "a hole in a displacement")
refuses(function() m:rigid2d { mass = 1, inertia = 1, com = { nil, 1 } } end, "com[1] is nil", "a hole in a centre of mass")
refuses(function() m:cartesian_spring_damper { m.ground, bob, stiffness = { 1, nil, 1 } } end, "stiffness[2] is nil", "a hole in a stiffness")
refuses(function() m:prismatic2d { m.ground, slab, axis0 = { nil, 1 } } end, "axis0[1] is nil", "a hole in an axis")
refuses(function() yoke.model { gravity = { 0, nil, -9.81 } } end, "gravity[2] is nil", "a hole in gravity")
refuses(function() m:generic { mass = { { 1, nil, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } end, "mass[1][2] is nil", "a hole in a matrix")
refuses(function() m:coordinate_vector { m.ground, slab, scaling1 = { { 1, nil, 1 } } } end, "scaling1[1][2] is nil", "a hole in a row")
refuses(function() slab:at { 1, nil, 0 } end, "2", "a hole in a point")
refuses(function() m:force { bob, { 1, nil, 2 } } end, "y is nil", "a hole in a force")
refuses(function() m:distance { m.ground, nil, distance = 1 } end, "marker 1", "no second marker")
refuses(function() m:distance { nil, bob, distance = 1 } end, "nil", "no first marker")
refuses(function() m:point2d { mass = 1, position = { 0, nan } } end, "position[2] is not a number (nan), it must be a finite number (m)", "a position that is nan")
refuses(function() m:point2d { mass = nan } end, { "mass is not a number (nan)", "(kg)" }, "a mass that is nan")
refuses(function() m:rigid2d { mass = 1, inertia = inf } end, { "inertia is inf", "(kg m2)" }, "an inertia that is inf")
refuses(function() yoke.model { gravity = { 0, inf, 0 } } end, { "gravity[2]", "finite" }, "gravity that is inf")
refuses(function() slab:at { 1, nan } end, { "[2]", "finite" }, "a point that is nan")
refuses(function() m:force { bob, { nan, 0 } } end, { "x is not a number (nan)" }, "a force that is nan")
refuses(function() m:point2d { mass = -1 } end, "mass = -1 must not be negative (kg)", "a negative mass")
refuses(function() m:point2d {} end, "mass is missing (kg)", "no mass")
refuses(function() m:rigid2d { mass = 1 } end, "inertia is missing (kg m2)", "no inertia")
refuses(function() m:rigid2d { mass = 2, inertia = 0.1, com = { 0.5, 0 } } end, { "inertia = 0.1", 'inertia_about = "com"' }, "an inertia that cannot be")
refuses(function() m:generic { position = { 0, 0 }, mass = { { 1, 0 }, { 1, 1 } } } end, "mass is not symmetric", "a mass matrix that is not symmetric")
refuses(function() m:generic { position = { 0, 0 }, mass = { { 1 } } } end, "mass is 1 x 1, it must be 2 x 2", "a mass matrix of another size")

-- ---- one kind of thing in place of another ----

refuses(function() m:point2d { mass = "2kg" } end, 'mass = "2kg" must be a number (kg)', "a mass with its unit")
refuses(function() m:point2d { mass = "2" } end, 'mass = "2" must be a number (kg)', "a mass as text")
refuses(function() m:point2d { mass = { 2 } } end, { "mass is a list", "number (kg)" }, "a mass as list")
refuses(function() m:point2d { mass = bob } end, { "mass is a body", "number (kg)" }, "a mass that is a body")
refuses(function() m:point2d { mass = 1, position = 3 } end, "position = 3 must be a list of 2 numbers (m)", "a position that is a number")
refuses(function() m:point2d { mass = 1, position = { 1, 2, 3 } } end, "x-y plane (z = 0)", "a planar position with a z")
refuses(function() m:point { mass = 1, position = { 1 } } end, "position has 1 number, it must have 3", "a position of one number")
refuses(function() m:rigid2d { mass = 1, inertia = 1, position = { x = 1, y = 2 } } end, "position has the key '", "a position with keys")
refuses(function() m:distance { m.ground, rod, distance = 1 } end, { "(distance)", "marker 1 is a joint, it must be a marker or a body" }, "a joint where a marker is wanted")
refuses(function() m:distance { push, bob, distance = 1 } end, "marker 0 is a load, it must be a marker or a body", "a load where a marker is wanted")
refuses(function() m:distance { bob, sight, distance = 1 } end, "marker 1 is a sensor, it must be a marker or a body", "a sensor where a marker is wanted")
refuses(function() m:distance { m.ground, 3, distance = 1 } end, "marker 1 is a number (3)", "a number where a marker is wanted")
refuses(function() m:distance { "r", m.ground, "bob", distance = 1 } end, { "joint 'r' (distance)", 'marker 1 is a string ("bob")' }, "a name where a marker is wanted")
refuses(function() m:distance { m.ground, bob, slab, distance = 1 } end, "too much", "three markers")
refuses(function() m:force { rod, { 1, 0 } } end, "marker is a joint", "a load on a joint")
refuses(function() m:distance { m.ground, wheel:coordinate(1), distance = 1 } end, "marker 1 is a coordinate, it must be a frame on a body", "a coordinate where a point is wanted")
refuses(function() m:coordinate { m.ground:coordinate(1), slab:at { 0, 0 } } end, "marker 1 is a frame on a body, it must be a coordinate", "a point where a coordinate is wanted")
refuses(function() m:load { slab, 1 } end, "one coordinate (body:coordinate(i) or joint:coordinate \"angle\")", "a body where one coordinate is wanted")
refuses(function() m:revolute2d { m.ground, free } end, { "'free' (generic)", "coordinates only" }, "coordinates only where a point is wanted")
refuses(function() slab:coordinate(4) end, { "'slab' (rigid2d)", "coordinate 4 does not exist, it has 1 to 3" }, "a coordinate too many")
refuses(function() slab:coordinate(0) end, "coordinate 0 does not exist, it has 1 to 3", "coordinate 0")
refuses(function() slab:coordinate(1.5) end, "whole number", "coordinate 1.5")
refuses(function() slab:coordinate "x" end, "whole number", "a coordinate by its name")
refuses(function() local other = yoke.model {}; other:distance { other.ground, bob, distance = 1 } end, "belongs to another model", "a body of another model")
refuses(function() local other = yoke.model {}; other:sensor { bob, "position" } end, "belongs to another model", "a sensor on another model")
refuses(function() m:sensor { bob } end, "name of the output is nil", "a sensor without output")
refuses(function() m:sensor { 3 } end, "it measures a number", "a sensor on a number")

-- ---- calls without their braces, colon or values ----

refuses(function() m:point2d() end, { "point2d", "nil", "table" }, "no braces at all")
refuses(function() m:distance(m.ground, bob) end, { "distance", "a body", "table" }, "parentheses in place of braces")
refuses(function() m.point2d { mass = 1 } end, "point2d", "a dot in place of the colon")
refuses(function() slab:at(1, 0) end, { "at", "a number (1)", "table" }, "a point without braces")
refuses(function() bob:set() end, { "set", "nil", "table" }, "set without values")
refuses(function() bob:output() end, "nil", "output without a name")
refuses(function() yoke.model(3) end, { "model", "a number (3)", "table" }, "a model of a number")
refuses(function() m:force { bob } end, { "force", "value" }, "a force without value")
refuses(function() m:force { bob, 5 } end, { "force", "a number (5)", "{x, y, z}" }, "a force as number")
refuses(function() m:force { bob, { 1 } } end, "y is nil", "a force of one number")
refuses(function() m:force { bob, { 1, 2, 3, 4 } } end, "4 components", "a force of four numbers")
refuses(function() m:load { wheel:coordinate(1) } end, { "load", "missing" }, "a coordinate load without value")
refuses(function() m:force { bob, { 1, 0 }, from = 2, to = 1 } end, "from = 2 must be before to = 1 (s)", "a load that ends before it begins")
refuses(function() m:torque { bob, { 0, 0, 1 } } end, { "'torque_", "bob" }, "a torque on a point, which cannot turn")
refuses(function() m:at("soon", print) end, "time", "an event at no time")
refuses(function() m:at(1, 2) end, { "at", "function" }, "an event that is no function")

-- ---- options of a solve ----

refuses(function() m:solve_dynamic {} end, "t_end is missing (s)", "no end")
for _, bad in ipairs { { "t_end = -1", -1 }, { "t_end = 0", 0 }, { "t_end", nan }, { "t_end", inf }, { "t_end", "1" } } do
  refuses(function() m:solve_dynamic { t_end = bad[2] } end, bad[1], ("t_end = %s"):format(bad[2]))
end
refuses(function() m:solve_dynamic { t_end = 1, steps = 10, step = 0.1 } end, "steps and step are both given", "steps and step")
refuses(function() m:solve_dynamic { t_end = 1, steps = 1.5 } end, "steps = 1.5 must be a whole number", "one and a half steps")
refuses(function() m:solve_dynamic { t_end = 1, steps = 0 } end, "steps = 0 must be positive", "no step")
refuses(function() m:solve_dynamic { t_end = 1, step = -0.1 } end, "step = -0.1 must be positive (s)", "a step back")
refuses(function() m:solve_dynamic { t_end = 1, step = 1e-15 } end, "too short", "steps that never end")
refuses(function() m:solve_dynamic { t_end = 1, spectral_radius = 1.2 } end, "spectral_radius = 1.2 must be at most 1", "spectral radius above 1")
refuses(function() m:solve_dynamic { t_end = 1, spectral_radius = -0.1 } end, "spectral_radius = -0.1 must be 0 or more", "spectral radius below 0")
refuses(function() m:solve_dynamic { t_end = 1, newton = 3 } end, "newton = 3 must be a table", "newton as number")
refuses(function() m:solve_dynamic { t_end = 1, newton = { max_iterations = 0 } } end, "max_iterations = 0 must be positive", "no iterations")
refuses(function() m:solve_dynamic { t_end = 1, output = { period = 0 } } end, "period = 0 must be positive (s)", "period 0")
refuses(function() m:solve_dynamic { 1 } end, "a number (1) has no name here", "an end without its name")
tap.raises(function() m:solve_dynamic { t_end = 1, output = { file = case.folder() .. "/no/such/place.csv" } } end, { "no/such/place.csv", "No such file" },
  "a file that cannot be written: the reason")
refuses(function() yoke.model {}:solve_dynamic { t_end = 1 }:save(case.folder() .. "/no/such/place.csv") end, { "no/such/place.csv", "No such file" },
  "a result that cannot be saved: the reason")

-- ---- as a program ----

local head = 'local yoke = require "yoke"\nlocal m = yoke.model {}\n'
for _, slip in ipairs {
  { "m:point { mas = 2 }", "slip.lua:3: body 'point_1' (point): no parameter 'mas'; did you mean 'mass'?\n" },
  { "m:point { mass = 2 ", "slip.lua:" },
  { "error { code = 3 }", "error object" },
  { "error()", "nil" },
  { "local x = nil + 1", "slip.lua:3: attempt to perform arithmetic on a nil value" },
  { "require 'no_such_module'", "module 'no_such_module' not found" },
} do
  local status, output = case.child("slip.lua", head .. slip[1])
  tap.is(status, 1, slip[1] .. ": exit status")
  case.says(output, { "yoke: ", slip[2] }, slip[1] .. ": said")
  tap.ok(not output:find("PANIC", 1, true), slip[1] .. ": no PANIC")
end

-- ---- nothing of all this has changed the model ----

rod:set { distance = 1 }
tap.raises(function() rod:set { distance = -1 } end, "distance = -1 must be positive (m)", "a refused value")
m:solve_dynamic { t_end = 0.01 }
tap.near(rod:output "distance", 1, 1e-9, "after all refusals the model is what it was")
refuses(function() m:point2d { mass = 1 } bob:output "position" end, { "changed since it was solved" }, "asked after a change: solve again")

tap.done()
