-- slider_crank.lua - a crank driven by a torque moves a slider on a rail: the planar prismatic joint and its outputs.

local yoke = require "yoke"

local m = yoke.model {}
local L1, L2 = 0.1, 0.3 -- crank, rod (m)

local crank = m:rigid2d { "crank", mass = 0.2, inertia = 0.2 * L1 ^ 2 / 12, position = { L1 / 2, 0 } }
local rod = m:rigid2d { "rod", mass = 0.2, inertia = 0.2 * L2 ^ 2 / 12, position = { L1 + L2 / 2, 0 } }
local slider = m:rigid2d { "slider", mass = 0.4, inertia = 4e-4, position = { L1 + L2, 0 } }

m:revolute2d { "bearing", m.ground, crank:at { -L1 / 2, 0 } }
m:revolute2d { "crank_pin", crank:at { L1 / 2, 0 }, rod:at { -L2 / 2, 0 } }
m:revolute2d { "gudgeon_pin", rod:at { L2 / 2, 0 }, slider }
local rail = m:prismatic2d { "rail", m.ground:at { L1 + L2, 0 }, slider } -- axis0 = {1, 0}, normal1 = {0, 1} by default

m:load { crank:coordinate(3), 0.1 } -- N m on the angle of the crank

local turn = m:sensor { crank, "angle" }
local travel = m:sensor { rail, "distance" }
local push = m:sensor { rail, "force_local" }

local r = m:solve_dynamic { t_end = 1, step = 1e-3, spectral_radius = 0.8 }
print(r)
print(("the crank has turned by %.4f rad, the slider travelled %.4f m"):format(r:final(turn), r:final(travel)))

r:plot { x = turn, y = travel, title = "Travel of the slider over the angle of the crank", file = "slider_crank.png" }
r:plot { { push, 2 }, title = "Force across the rail", file = "slider_crank_force.png" }
r:animate { file = "slider_crank.gif", speed = 0.25 }
