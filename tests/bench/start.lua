-- start.lua - model F: the pendulum of model A over 1000 steps, as a whole process.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local rod = m:rigid2d { mass = 12, inertia = 1, position = { 0.5, 0 }, velocity = { 0, 1 }, angular_velocity = 2 }
m:revolute2d { m.ground, rod:at { -0.5, 0 } }
m:solve_dynamic { t_end = 1, step = 1e-3, spectral_radius = 0.7, output = { period = 1 } }
print(table.unpack(rod:output "position"))
