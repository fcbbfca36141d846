-- stiff.lua - a double pendulum with a rubber bushing in its elbow: 1e8 N/m, whose own motion dies within a millisecond.
-- Explicit methods follow that millisecond to the end; radau5 steps over it.

local yoke = require "yoke"

local function swing(options)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local upper = m:rigid2d { "upper", mass = 1, inertia = 1 / 12, position = { 0.5, 0 } }
  local lower = m:rigid2d { "lower", mass = 1, inertia = 1 / 12, position = { 1.5, 0 } }
  m:revolute2d { m.ground, upper:at { -0.5, 0 } }
  local bushing = m:cartesian_spring_damper { "bushing", upper:at { 0.5, 0 }, lower:at { -0.5, 0 },
    stiffness = { 1e8, 1e8, 1e8 }, damping = { 2e4, 2e4, 2e4 } }
  local force = m:sensor { bushing, "force" }
  options.t_end = 1
  local r = m:solve_dynamic(options)
  return r, lower:at { 0.5, 0 }:output "position", force
end

local _, exact = swing { method = "dopri5", rtol = 1e-12, atol = 1e-12 }
print("method, tolerance             steps   tip is off by")
for _, o in ipairs { { method = "radau5", rtol = 1e-6 }, { method = "radau5", rtol = 1e-9 }, { method = "dopri5", rtol = 1e-6 },
  { method = "generalized_alpha", rtol = 1e-6 } } do
  local r, tip = swing(o)
  print(("%-20s %.0e %8d   %.1e m"):format(o.method, o.rtol, r.summary.steps, math.sqrt((tip[1] - exact[1]) ^ 2 + (tip[2] - exact[2]) ^ 2)))
end

local r, _, force = swing { method = "radau5" }
r:plot { force, title = "Force of the bushing", file = "stiff.png" }
