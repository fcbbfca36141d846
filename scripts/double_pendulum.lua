-- double_pendulum.lua - two rods hinged to each other: rigid bodies, body points, and how far two near starts drift apart.

local yoke = require "yoke"

local function swing(angle)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  -- rods of 1 m and 1 kg; the frame of a body is in its middle, x along the rod, turned by `angle`
  local c, s = math.cos(angle), math.sin(angle)
  local upper = m:rigid2d { "upper", mass = 1, inertia = 1 / 12, position = { 0.5 * c, 0.5 * s }, angle = angle }
  local lower = m:rigid2d { "lower", mass = 1, inertia = 1 / 12, position = { c + 0.5, s }, angle = 0 }
  m:revolute2d { "shoulder", m.ground, upper:at { -0.5, 0 } }
  m:revolute2d { "elbow", upper:at { 0.5, 0 }, lower:at { -0.5, 0 } }
  local tip = m:sensor { "tip", lower:at { 0.5, 0 }, "position" }
  local r = m:solve_dynamic { t_end = 5, step = 1e-3, output = { period = 0.01 } }
  return m, r, tip
end

local m, r, tip = swing(0.3)
local _, near, near_tip = swing(0.3 + 1e-6)

local function apart(k)
  return math.sqrt((r[tip][1][k] - near[near_tip][1][k]) ^ 2 + (r[tip][2][k] - near[near_tip][2][k]) ^ 2)
end

print(r)
print(("two starts 1e-6 rad apart: tips %.1e m apart after 1 s, %.1e m after 5 s"):format(apart(101), apart(501)))

r:plot { x = { tip, 1 }, y = { tip, 2 }, title = "Path of the tip", file = "double_pendulum.png" }
m:draw { time = "end", file = "double_pendulum_end.png" }
