-- gear_train.lua - a motor, two gears, a rack and a screw: couplings between the coordinates of joints, and loads on them.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, 0, -9.81 } }
local function shaft(name, y, J) return m:rigid { name, mass = 1, inertia = { J, J, J }, position = { 0, y, 0 } } end
local motor, wheel, bolt = shaft("motor", 0, 1e-3), shaft("wheel", 0.2, 8e-3), shaft("bolt", 0.6, 2e-3)
local table_ = m:rigid { "table", mass = 5, inertia = { 0.1, 0.1, 0.1 }, position = { 0.1, 0.3, 0 } }

local along = { 0, 0, 1 }
local motor_hinge = m:revolute { "motor_hinge", m.ground, motor, at = { 0, 0, 0 }, along = along }
local wheel_hinge = m:revolute { "wheel_hinge", m.ground, wheel, at = { 0, 0.2, 0 }, along = along }
local guide = m:prismatic { "guide", m.ground, table_, at = { 0.1, 0.3, 0 }, along = { 1, 0, 0 } }
local thread = m:screw { "thread", m.ground, bolt, at = { 0, 0.6, 0 }, along = along, pitch = 0.005 } -- m per turn

-- joint:coordinate "angle" is an angle with all its turns, which gears couple, springs hold, drives move and loads act on
m:gear { "mesh", motor_hinge:coordinate "angle", wheel_hinge:coordinate "angle", teeth0 = 20, teeth1 = 60 } -- opposite ways
m:gear { "belt", wheel_hinge:coordinate "angle", thread:coordinate "angle", ratio = 2 } -- the same way
m:rack { "rack", wheel_hinge:coordinate "angle", guide:coordinate "distance", radius = 0.1 } -- m per rad
m:load { "torque", motor_hinge:coordinate "angle", 0.5 } -- N m

local angle = m:sensor { "angle", motor_hinge, "angle" }
local travel = m:sensor { "travel", guide, "distance" }
local r = m:solve_dynamic { t_end = 1, step = 1e-3 }
print(r)

-- All inertia seen from the motor: the wheel turns by -1/3 of it, the bolt by -2/3, rising by 0.005 / (2 pi) m per rad of its own
local lead = 0.005 / (2 * math.pi)
local J = 1e-3 + (8e-3 + 5 * 0.1 ^ 2) / 9 + (2e-3 + 1 * lead ^ 2) * 4 / 9
local torque = 0.5 + 1 * 9.81 * lead * 2 / 3 -- the weight of the bolt helps, it sinks
local turned = torque / J / 2
print(("the motor has turned by %.9f rad (closed form %.9f)"):format(r:final(angle), turned))
print(("the table moved %.9f m (%.9f), the bolt %.9f m (%.9f)"):format(
  r:final(travel), -turned / 3 * 0.1, thread:output "distance", -turned * 2 / 3 * lead))

r:plot { travel, title = "Travel of the table", file = "gear_train.png" }
