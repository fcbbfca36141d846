-- springs.lua - every spring there is, at rest: between points, along global axes, between coordinates, about axes, a bushing.

local yoke = require "yoke"

local g = 9.81
local m = yoke.model { gravity = { 0, -g, 0 } }
local function body(name, x) return m:rigid { name, mass = 2, inertia = { 0.1, 0.1, 0.1 }, position = { x, 0, 0 } } end
local tests = {} -- what, how far it went, closed form

-- along global axes, each with its own stiffness (the names of springs are those of their types)
local hung = m:point { "hung", mass = 2, position = { 0, 0, 0 } }
m:cartesian_spring_damper { "cartesian", m.ground, hung, stiffness = { 100, 200, 300 }, damping = { 1, 1, 1 } }
m:force { hung, { 10, 0, 0 } }
tests[1] = { "cartesian_spring_damper, x (m)", function() return hung:output "displacement"[1] end, 10 / 100 }
tests[2] = { "cartesian_spring_damper, y (m)", function() return hung:output "displacement"[2] end, -2 * g / 200 }

-- between two coordinates of bodies or joints
local cart = m:mass1d { "cart", mass = 2, axis = { 0, 1, 0 } }
m:coordinate_spring_damper { "coordinate", m.ground:coordinate(1), cart:coordinate(1), stiffness = 500, damping = 1 }
tests[3] = { "coordinate_spring_damper (m)", function() return cart:output "position"[2] end, -2 * g / 500 }

-- about the axis of a hinge that is vertical, so that weight does nothing; `hinge:coordinate "angle"` could be sprung as well
local door = body("door", 2)
m:revolute { "hinge", m.ground, door, at = { 1.5, 0, 0 }, along = { 0, 1, 0 } }
local torsional = m:torsional_spring_damper { "torsional", m.ground, door, at = { 1.5, 0, 0 }, along = { 0, 1, 0 },
  stiffness = 20, damping = 1 }
m:torque { door, { 0, 3, 0 } }
tests[4] = { "torsional_spring_damper (rad)", function() return torsional:output "rotation" end, 3 / 20 }

-- the same in the plane
local disc = m:rigid2d { "disc", mass = 1, inertia = 0.1, position = { 4, 0 } }
m:revolute2d { "pivot", m.ground:at { 4, 0 }, disc }
m:torsional_spring_damper2d { "planar", m.ground, disc, stiffness = 20, damping = 1 }
m:torque { disc, { 0, 0, -5 } }
tests[5] = { "torsional_spring_damper2d (rad)", function() return disc:output "angle" end, -5 / 20 }

-- a bushing: three stiffnesses against displacement, three against rotation
local engine = body("engine", 6)
m:rigid_spring_damper { "bushing", m.ground, engine, at = { 6, 0, 0 },
  stiffness = { 1e4, 2e4, 3e4, 50, 60, 70 }, damping = { 9, 9, 9, 1, 1, 1 } }
m:torque { engine, { 0, 0, 7 } }
tests[6] = { "rigid_spring_damper, y (m)", function() return engine:output "displacement"[2] end, -2 * g / 2e4 }
tests[7] = { "rigid_spring_damper, about z (rad)", function() return engine:output "rotation"[3] end, 7 / 70 }

-- between two points, with a rest length
local weight = m:point { "weight", mass = 2, position = { 8, -1, 0 } }
m:spring_damper { "points", m.ground:at { 8, 0, 0 }, weight, stiffness = 400, damping = 1, rest_length = 1 }
tests[8] = { "spring_damper (m)", function() return weight:output "displacement"[2] end, -2 * g / 400 }

m:solve_static {}
for _, t in ipairs(tests) do print(("%-36s %12.9f  closed form %12.9f"):format(t[1], t[2](), t[3])) end

m:draw { time = "end", view = { -90, 90 }, file = "springs_end.png" } -- seen along -z, y up
