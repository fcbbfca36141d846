-- explicit.lua - an explicit method of high order that chooses its own steps, with joints held all the same: dopri5, dop853, ode23;
-- and with fixed steps explicit_euler, midpoint, velocity_verlet, rk33, rk44, rk67.

local yoke = require "yoke"

local function swing(options)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local upper = m:rigid2d { "upper", mass = 1, inertia = 1 / 12, position = { 0.5, 0 } }
  local lower = m:rigid2d { "lower", mass = 1, inertia = 1 / 12, position = { 1.5, 0 } }
  m:revolute2d { "shoulder", m.ground, upper:at { -0.5, 0 } }
  m:revolute2d { "elbow", upper:at { 0.5, 0 }, lower:at { -0.5, 0 } }
  local tip = m:sensor { "tip", lower:at { 0.5, 0 }, "position" }
  options.t_end = 2
  return m:solve_dynamic(options), tip
end

-- the tip at 2 s, from an independent program of the two angles
local function off(r, tip)
  local p = r:final(tip)
  return math.sqrt((p[1] - 0.3135247764501816) ^ 2 + (p[2] + 1.914746617562305) ^ 2)
end

local r, tip
for _, tolerance in ipairs { 1e-4, 1e-7, 1e-10 } do
  r, tip = swing { method = "dopri5", rtol = tolerance, atol = tolerance, output = { period = 0.01 } }
  print(("dopri5, tolerance %g: the tip is %.1e m off"):format(tolerance, off(r, tip)))
end
print(r)
print(("generalized_alpha, 1 ms: %.1e m off"):format(off(swing {})))

r:plot { x = { tip, 1 }, y = { tip, 2 }, title = "Path of the tip", file = "explicit.png" }
