-- bricard.lua - Bricard's loop of six hinges: one row too many, yet it moves.  Yoke names the row and goes on.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local pi = math.pi
local rods = { -- position, rotation, axis of the hinge there, global; the last hinge closes the loop
  { { 0, 0, 0 }, 0, { 0, 1, 0 } },
  { { 1, 0, 0 }, -pi / 2, { 0, 0, 1 } },
  { { 1, -1, 0 }, { axis = { 0, 1, 0 }, angle = -pi / 2 }, { 1, 0, 0 } },
  { { 1, -1, 1 }, pi, { 0, 1, 0 } },
  { { 0, -1, 1 }, pi / 2, { 0, 0, 1 } },
}
local last, fourth = m.ground, nil
for i, rod in ipairs(rods) do
  local body = m:rigid { "rod" .. i, mass = 1, inertia = { 1 / 600, 1 / 3 + 1 / 1200, 1 / 3 + 1 / 1200 }, com = { 0.5, 0, 0 },
    position = rod[1], rotation = rod[2] }
  m:revolute { "hinge" .. i, last, body, at = rod[1], along = rod[3] }
  last, fourth = body, i == 4 and body or fourth
end
m:revolute { "closing", last, m.ground, at = { 0, 0, 1 }, along = { 1, 0, 0 } }

local path = m:sensor { "path", fourth, "position" }
local r = m:solve_dynamic { t_end = 1, step = 1e-3 }
print(r)
local p = r:final(path)
print(("fourth rod at 1 s: (%.6f, %.6f, %.6f) m (reference 0.510501, -1.649168, 0.140123)"):format(p[1], p[2], p[3]))

r:plot { x = { path, 1 }, y = { path, 2 }, title = "Start of the fourth rod", file = "bricard.png" }
m:draw { time = "start", file = "bricard_start.png" }
