-- pendulum.lua - the example of the distance joint's document, with its numbers.

local yoke = require "yoke"
local tap = require "yoke.tap"

local function pendulum(options)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } }
  local rod = m:distance { "rod", m.ground, bob, distance = 1 }
  options.t_end = 1
  return m:solve_dynamic(options), bob, rod
end

-- x(1) and lambda(1) of generalized-alpha with 100 steps and spectral radius 0.7, Newton fully converged
local r, bob, rod = pendulum { steps = 100, spectral_radius = 0.7 }
tap.near_rel(bob:output "position"[1], -0.98618067277933, 1e-10, "x(1)")
tap.near_rel(rod:output "force", 243.50942397, 1e-10, "rod force(1)")
tap.ok(r.summary.drift[1].drift < 1e-14, "the rod keeps its length")

-- exact motion: x = sin phi, sin(phi/2) = sin(pi/4) sn(K - sqrt(9.81) t)
local errors = {}
for k = 0, 2 do
  local _, ball = pendulum { steps = 200 * 2 ^ k, spectral_radius = 0.7 }
  errors[k] = math.abs(ball:output "position"[1] - -0.986291751132)
end
for k = 1, 2 do
  tap.near(math.log(errors[k - 1] / errors[k], 2), 2, 0.05, "second order, halving " .. k)
end

tap.done()
