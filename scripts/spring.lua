-- spring.lua - a spring whose force is a function of the script, against the built-in one; a static start.

local yoke = require "yoke"

local function hang(spring)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local weight = m:point2d { "weight", mass = 2, position = { 0, -1 } }
  spring.rest_length = 1
  spring[1], spring[2], spring[3] = "spring", m.ground, weight
  m:spring_damper(spring)
  return m, weight, m:sensor { "depth", weight:coordinate(2), "coordinates" }
end

-- linear: F = k u + d v
local m1, weight1, depth1 = hang { stiffness = 200, damping = 1 }

-- hardening: F = k u + 2e4 u^3 + d v; u is the stretch (m), v its rate, a positive force pulls
local m2, weight2, depth2 = hang { stiffness = 200, damping = 1, force = function(t, u, v, k, d) return k * u + 2e4 * u ^ 3 + d * v end }

m1:solve_static {}
m2:solve_static {}
print(("at rest: linear %.6f m, hardening %.6f m below the relaxed length"):format(
  -1 - weight1:output "position"[2], -1 - weight2:output "position"[2]))

local r1 = m1:solve_dynamic { t_end = 3 }
local r2 = m2:solve_dynamic { t_end = 3 }
print("linear:   ", r1)
print("hardening:", r2)

r1:plot { depth1, title = "Linear spring", file = "spring_linear.png" }
r2:plot { depth2, title = "Hardening spring", file = "spring.png" }
