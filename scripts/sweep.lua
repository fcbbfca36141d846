-- sweep.lua - a lamp on a four-bar: positions along one angle without dynamics, the transmission, and how far it goes.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local a, b, c, d = 0.2, 0.5, 0.4, 0.5 -- crank, coupler, rocker, distance of the bearings (m)

local crank = m:rigid2d { "crank", mass = 0.2, inertia = 1e-3, inertia_about = "com", com = { a / 2, 0 }, angle = 1 }
local coupler = m:rigid2d { "coupler", mass = 0.4, inertia = 1e-2, inertia_about = "com", com = { b / 2, 0 }, position = { 0.1, 0.17 }, angle = 0.3 }
local rocker = m:rigid2d { "rocker", mass = 0.3, inertia = 5e-3, inertia_about = "com", com = { c / 2, 0 }, position = { d, 0 }, angle = 1.5 }

local input = m:revolute2d { "input", m.ground, crank }
m:revolute2d { crank:at { a, 0 }, coupler }
m:revolute2d { coupler:at { b, 0 }, rocker:at { c, 0 } }
local output = m:revolute2d { "output", m.ground:at { d, 0 }, rocker }

local lamp = coupler:at { 0.8, 0.1 }
local place = m:sensor { lamp, "position" }
local ratio = m:sensor { "transmission", output, "angle_rate" } -- rates of a sweep are per radian of the angle swept

local r = m:sweep_pose { input, from = 0, to = 2 * math.pi, steps = 180, start = "assemble" }
print(r)
r:plot { ratio, title = "Transmission of a four-bar", file = "sweep.png" }
r:plot { x = { place, 1 }, y = { place, 2 }, title = "Path of the lamp", file = "sweep_path.png" }

-- the other way round it only goes so far
r = m:sweep_pose { output, to = 3.5, steps = 100, limit = "stop", continue = true }
print(("driven by the rocker it stops at %.6f rad"):format(r.swept[#r.swept]))
