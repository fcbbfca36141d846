-- universal_shaft.lua - two shafts at an angle b, joined by a cross: a steady input gives an output that surges twice a turn,
--   tan(out) = tan(in) cos b    from where the arm of the first shaft stands across the plane of both.

local yoke = require "yoke"

local b, speed = 0.5, 10 -- rad, rad/s
local along = { math.cos(b), math.sin(b), 0 } -- of the second shaft; the first lies along x

-- cross(m, first, second): joins the shafts at the origin
local function shafts(cross)
  local m = yoke.model {}
  local first = m:rigid { "first", mass = 1, inertia = { 1e-3, 2e-3, 2e-3 }, angular_velocity = { speed, 0, 0 } }
  local second = m:rigid { "second", mass = 1, inertia = { 1e-3, 2e-3, 2e-3 }, rotation = b }
  local input = m:revolute { "input", m.ground, first, at = { 0, 0, 0 }, along = { 1, 0, 0 } }
  -- the cross holds the place of the second shaft; what is left to hold is where it points
  local output = m:parallel_axes { "output", m.ground, second, at = { 0, 0, 0 }, along = along }
  cross(m, first, second)
  m:drive { "motor", m.ground:coordinate(1), input:coordinate "angle", value = function(t) return speed * t, speed, 0 end }
  local a, o = m:sensor { "in", input, "angle" }, m:sensor { "out", output, "angle" }
  local w = m:sensor { "speed", output, "angle_rate" }
  -- the assembler gives the second shaft its speed
  return m, m:solve_dynamic { t_end = 1, step = 1e-3, start = "assemble" }, a, o, w
end

-- the arms of the cross: z of the first shaft, y of the second
local _, r, a, o, w = shafts(function(m, first, second)
  m:universal { "cross", first, second, axis0 = { 0, 0, 1 }, axis1 = { 0, 1, 0 } }
end)
print(r)
-- a universal joint is a ball joint and two axes kept perpendicular
local _, other, _, other_o = shafts(function(m, first, second)
  m:spherical { "ball", first, second }
  m:perpendicular_axes { "arms", first, second, axis0 = { 0, 0, 1 }, axis1 = { 0, 1, 0 } }
end)

local turned = r:final(a)
local want = math.atan(math.cos(b) * math.sin(turned), math.cos(turned))
want = want + 2 * math.pi * math.floor((turned - want) / (2 * math.pi) + 0.5)
print(("in %.6f rad, out %.9f rad (closed form %.9f; ball and perpendicular axes %.9f)"):format(
  turned, r:final(o), want, other:final(other_o)))
local least, most = math.huge, 0
for _, x in ipairs(r[w][1]) do least, most = math.min(least, x), math.max(most, x) end
print(("speed of the output %.4f to %.4f rad/s (closed form %.4f to %.4f)"):format(
  least, most, speed * math.cos(b), speed / math.cos(b)))

r:plot { w, title = "Speed of the output shaft", file = "universal_shaft.png" }
