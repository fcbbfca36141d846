-- pendulum.lua - a point on a rod: the distance joint, a file and a picture.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } } -- kg, m
local rod = m:distance { "rod", m.ground, bob, distance = 1 }

local path = m:sensor { bob, "position" }
local pull = m:sensor { rod, "force" }

local r = m:solve_dynamic { t_end = 1, steps = 1000, spectral_radius = 0.7 }

local p = bob:output "position"
print(("bob ends at (%.9f, %.9f) m, the rod pulls with %.4f N"):format(p[1], p[2], r:final(pull)))
print(r)

r:save "pendulum.csv"
r:plot { x = { path, 1 }, y = { path, 2 }, title = "Path of the bob", file = "pendulum.png" }
