-- heavy_top.lua - a top on its tip that precesses steadily: rigid bodies in space and their three kinds of rotation coordinates.
--
-- With C and A the moments of inertia along and across the axis, about the tip, a top tilted by b precesses at the steady rate W if
-- it spins about its axis with w3, where  C w3 W - A W^2 cos b = m g l.

local yoke = require "yoke"

local g, mass, l, C, A = 9.81, 0.5, 0.05, 1e-3, 1.8e-3 -- m/s2, kg, m, kg m2
local tilt, W = 0.5, 4 -- rad, rad/s
local w3 = (mass * g * l + A * W ^ 2 * math.cos(tilt)) / (C * W)

local function top(parametrization)
  local m = yoke.model { gravity = { 0, 0, -g } }
  local spin = w3 - W * math.cos(tilt) -- about its axis, beside the precession
  -- the body's frame sits at the tip, its z axis along the top; it leans over in the x-z plane
  local body = m:rigid { "top", mass = mass, inertia = { A, A, C }, com = { 0, 0, l }, parametrization = parametrization,
    rotation = { axis = { 0, 1, 0 }, angle = tilt }, angular_velocity = { spin * math.sin(tilt), 0, W + spin * math.cos(tilt) } }
  local tip = m:spherical { "tip", m.ground, body }
  local head = m:sensor { "head", body:at { 0, 0, 2 * l }, "position" }
  return m, m:solve_dynamic { t_end = 1, step = 2e-4 }, head, tip
end

local m, r, head, tip
for _, parametrization in ipairs { "tait_bryan", "euler", "lie" } do -- "lie" is what a body has if nothing is said
  m, r, head, tip = top(parametrization)
  local p = r:final(head)
  print(("%-10s  precession in 1 s %.6f rad (steady: %.6f), tilt %.6f rad (%.6f)"):format(parametrization,
    math.atan(p[2], p[1]) % (2 * math.pi), W, math.acos(p[3] / (2 * l)), tilt))
end
print(r)
local f = tip:output "force1" -- on the top: its weight, and what keeps the centre of mass on its circle
print(("the ground pushes with %.6f N sideways (steady: m W^2 l sin b = %.6f) and %.6f N up (m g = %.6f)"):format(
  math.sqrt(f[1] ^ 2 + f[2] ^ 2), mass * W ^ 2 * l * math.sin(tilt), f[3], mass * g))

r:plot { x = { head, 1 }, y = { head, 2 }, title = "Path of the head, from above", file = "heavy_top.png" }
m:draw { time = "end", file = "heavy_top_end.png" }
