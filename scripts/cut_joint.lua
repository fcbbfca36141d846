-- cut_joint.lua - a loop closed by cut joints: where it starts is said at the joint, and the loads that each side passes into it.
--
-- The family: prismatic_, revolute_, universal_ and spherical_constraint.  Frame a is marker 0, frame b marker 1; each axis of
-- frame a may be unlocked, and then carries no force.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, 0, -9.81 } }
local crank_length, rod_length = 0.2, 0.5 -- m

-- Authored lying along x: the pin at 0.2 m, the slider at 0.7 m.
local crank = m:rigid { "crank", mass = 1, inertia = { 1e-3, 4e-3, 4e-3 }, position = { crank_length / 2, 0, 0 } }
local rod = m:rigid { "rod", mass = 2, inertia = { 1e-3, 0.04, 0.04 }, position = { crank_length + rod_length / 2, 0, 0 } }
local slider = m:rigid { "slider", mass = 3, inertia = { 0.01, 0.01, 0.01 }, position = { crank_length + rod_length, 0, 0 } }

local hinge = m:revolute_constraint { "hinge", m.ground, crank:at { -crank_length / 2, 0, 0 }, n = { 0, 1, 0 } }
m:universal_constraint { "cross", crank:at { crank_length / 2, 0, 0 }, rod:at { -rod_length / 2, 0, 0 },
  n_a = { 0, 1, 0 }, n_b = { 0, 0, 1 } }
m:spherical_constraint { "ball", rod:at { rod_length / 2, 0, 0 }, slider }
local rail = m:prismatic_constraint { "rail", m.ground, slider, x_locked = false, -- b slides along x of a, without turning
  -- where it starts (m, m/s): the assembler moves the bodies there
  r_rel_a_start = { 0.55, 0, 0 }, v_rel_a_start = { -0.1, 0, 0 } }

local travel = m:sensor { rail, "r_rel_a" }
local angle = m:sensor { hinge, "angle" }

local r = m:solve_dynamic { t_end = 1, step = 1e-3, start = "assemble" }
print(r)

-- the triangle: x = a cos(angle) + sqrt(L^2 - a^2 sin^2(angle))
for _, k in ipairs { 1, #r.time } do
  local phi = r[angle][1][k]
  print(("t = %g s: the slider is at %.9f m (the triangle says %.9f)"):format(r.time[k], r[travel][1][k],
    crank_length * math.cos(phi) + math.sqrt(rod_length ^ 2 - (crank_length * math.sin(phi)) ^ 2)))
end
local f, t = rail:output "force_a", rail:output "torque_a"
print(("the ground passes (%.4f, %.4f, %.4f) N and (%.4f, %.4f, %.4f) N m into the rail: nothing along its free axis"):format(
  f[1], f[2], f[3], t[1], t[2], t[3]))

r:plot { { travel, 1 }, title = "Slider on the rail", file = "cut_joint.png" }
m:draw { time = "start", file = "cut_joint_start.png" }
