-- rolling_disc.lua - a coin that leans inwards and rolls in a circle without slipping: rows that hold velocities.
--
-- Leaning by b, with its centre on a circle of radius R, it turns steadily about the vertical with W,
--   W^2 (C R / r + A sin b + m r R) = m g r tan b        C, A: moments along and across its axis
-- and about its own axis with s = -W (R + r sin b) / r.

local yoke = require "yoke"

local g, mass, r0, R, b = 9.81, 0.1, 0.2, 1, 0.4 -- m/s2, kg, m, m, rad
local C, A = mass * r0 ^ 2 / 2, mass * r0 ^ 2 / 4
local W = math.sqrt(mass * g * r0 * math.tan(b) / (C * R / r0 + A * math.sin(b) + mass * r0 * R))
local s = -W * (R + r0 * math.sin(b)) / r0

local m = yoke.model { gravity = { 0, 0, -g } }
-- x of the body is the axis of the disc: outwards and up
local coin = m:rigid { "coin", mass = mass, inertia = { C, A, A }, position = { R, 0, r0 * math.cos(b) },
  rotation = { axis = { 0, 1, 0 }, angle = -b },
  velocity = { 0, W * R, 0 }, angular_velocity = { s * math.cos(b), 0, W + s * math.sin(b) } }
local ground = m:rolling_disc { "floor", m.ground, coin, radius = r0, axis = { 1, 0, 0 }, normal = { 0, 0, 1 } }

local trail = m:sensor { "trail", ground, "contact_point" }
local centre = m:sensor { "centre", coin, "position" }
local r = m:solve_dynamic { t_end = 1.5 * math.pi / W, steps = 4000 } -- three quarters of a circle
print(r)
local p, f = r:final(centre), ground:output "force1"
print(("three quarters round, the centre is at (%.6f, %.6f, %.6f) m (steady: 0, %.6f, %.6f)"):format(
  p[1], p[2], p[3], -R, r0 * math.cos(b)))
print(("the floor pushes with (%.6f, %.6f, %.6f) N (steady: 0, m W^2 R = %.6f, m g = %.6f)"):format(
  f[1], f[2], f[3], mass * W ^ 2 * R, mass * g))

r:plot { x = { trail, 1 }, y = { trail, 2 }, title = "Trail of the coin", file = "rolling_disc.png" }
m:draw { time = "start", file = "rolling_disc_start.png" }
