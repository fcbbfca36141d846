-- sliders.lua - what slides down a slope of 30 degrees: a bead on a line, a puck on a plane, a plate, a sleeve.  All go as far.

local yoke = require "yoke"

local g, slope = 9.81, math.pi / 6
local m = yoke.model { gravity = { 0, 0, -g } }
local down, normal = { math.cos(slope), 0, -math.sin(slope) }, { math.sin(slope), 0, math.cos(slope) }
local function body(name, y, spin)
  return m:rigid { name, mass = 1, inertia = { 0.01, 0.02, 0.03 }, position = { 0, y, 0 }, angular_velocity = spin }
end

local bead, puck = body("bead", 0, { 1, 2, 3 }), body("puck", 1)
local lying = { axis = { 0, 1, 0 }, angle = slope } -- z of the body along the normal, x down
local plate = m:rigid { "plate", mass = 1, inertia = { 0.01, 0.01, 0.02 }, position = { 0, 2, 0 }, rotation = lying,
  angular_velocity_local = { 0, 0, 4 } }
local sleeve = m:rigid { "sleeve", mass = 1, inertia = { 0.02, 0.01, 0.01 }, position = { 0, 3, 0 }, rotation = lying,
  angular_velocity_local = { 4, 0, 0 } }

-- points slide, their bodies turn freely; along: of the line, the normal of the plane, the axis of the shaft
local line = m:point_on_line { "line", m.ground, bead, at = { 0, 0, 0 }, along = down }
local plane = m:point_on_plane { "plane", m.ground, puck, at = { 0, 1, 0 }, along = normal, across = down }
-- bodies slide: a plate turns about the normal only, a sleeve about its shaft only
local table_ = m:planar { "table", m.ground, plate, at = { 0, 2, 0 }, along = normal, across = down }
local shaft = m:cylindrical { "shaft", m.ground, sleeve, at = { 0, 3, 0 }, along = down }

local distance = m:sensor { "travel", line, "distance" }
local r = m:solve_dynamic { t_end = 1, step = 1e-3 }
print(r)
print(("after 1 s: bead %.9f, puck %.9f, plate %.9f, sleeve %.9f m (g sin(slope) / 2 = %.9f)"):format(
  r:final(distance), plane:output "x", table_:output "x", shaft:output "distance", g * math.sin(slope) / 2))
print(("the plate has turned by %.9f rad, the sleeve by %.9f rad (4 rad/s for 1 s)"):format(
  table_:output "angle", shaft:output "angle"))

r:plot { distance, title = "Bead on a slope", file = "sliders.png" }
m:draw { time = "end", file = "sliders_end.png" }
