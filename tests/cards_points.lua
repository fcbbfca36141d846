-- cards_points.lua - published models made of point masses, at the values their steps give with Newton converged.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

-- coordinateVectorConstraint: two points of 2.5 kg on rods of 0.8 m, released horizontally; x + y of the first at 1 s
local function norm(x, y) return math.sqrt(x * x + y * y) end

local function double_pendulum(rods)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local a = m:point2d { "a", mass = 2.5, position = { 0.8, 0 } }
  local b = m:point2d { "b", mass = 2.5, position = { 1.6, 0 } }
  rods(m, a, b)
  m:solve_dynamic { t_end = 1, steps = 1000, spectral_radius = 0.8 }
  local p = a:output "coordinates_total"
  return p[1] + p[2]
end

local function user_rods(m, a, b, with_jacobian)
  local first = { m.ground, a, constraint = function(_, q) return norm(q[1], q[2]) - 0.8 end }
  local second = { a, b, constraint = function(_, q) return norm(q[3] - q[1], q[4] - q[2]) - 0.8 end }
  if with_jacobian then
    first.jacobian = function(_, q)
      local l = norm(q[1], q[2])
      return q[1] / l, q[2] / l
    end
    second.jacobian = function(_, q)
      local x, y = q[3] - q[1], q[4] - q[2]
      local l = norm(x, y)
      return { { -x / l, -y / l, x / l, y / l } }
    end
  end
  m:coordinate_vector(first)
  m:coordinate_vector(second)
  m:distance { m.ground, a, distance = 0.8, active = false }
  m:distance { a, b, distance = 0.8, active = false }
end

local want = -1.082526579712689
tap.near_rel(double_pendulum(function(m, a, b) user_rods(m, a, b, true) end), want, 1e-8, "coordinateVectorConstraint, user functions")
tap.near_rel(double_pendulum(function(m, a, b) user_rods(m, a, b, false) end), want, 1e-8, "the same, Jacobians left to Yoke")
tap.near_rel(double_pendulum(function(m, a, b)
  m:distance { m.ground, a, distance = 0.8 }
  m:distance { a, b, distance = 0.8 }
end), want, 1e-8, "the same with two distance joints")

-- coordinateVectorConstraintGenericODE2: both points as one body of four coordinates, both rods as one constraint
do
  local m = yoke.model {}
  local two = m:generic { position = { 0.8, 0, 1.6, 0 }, force = function() return 0, -24.525, 0, -24.525 end,
    mass = { { 2.5, 0, 0, 0 }, { 0, 2.5, 0, 0 }, { 0, 0, 2.5, 0 }, { 0, 0, 0, 2.5 } } }
  m:coordinate_vector { m.ground, two,
    constraint = function(_, q) return norm(q[1], q[2]) - 0.8, norm(q[3] - q[1], q[4] - q[2]) - 0.8 end,
    jacobian = function(_, q)
      local x, y = q[3] - q[1], q[4] - q[2]
      local l0, l1 = norm(q[1], q[2]), norm(x, y)
      return { { q[1] / l0, q[2] / l0, 0, 0 }, { -x / l1, -y / l1, x / l1, y / l1 } }
    end }
  m:solve_dynamic { t_end = 1, steps = 1000, spectral_radius = 0.8 }
  local q = two:output "coordinates_total"
  tap.near_rel(q[1] + q[2], want, 1e-8, "coordinateVectorConstraintGenericODE2")
end

-- MathematicalPendulumTest: y at 2 s of a pendulum on a rod and of one on a stiff spring, solved together
do
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local rod = m:point { mass = 2.5, position = { 0.8, 0, 0 } }
  local spring = m:point { mass = 2.5, position = { 0.8, 0, 0 } }
  m:distance { m.ground, rod, distance = 0.8 }
  m:spring_damper { m.ground, spring, stiffness = 40000, damping = 200, rest_length = 0.8 }
  m:solve_dynamic { t_end = 2, steps = 1000, spectral_radius = 0.6 }
  tap.near_rel(rod:output "position"[2], -0.06808284291874518, 1e-8, "MathematicalPendulumTest, rod")
  tap.near_rel(spring:output "position"[2], -0.07148800507818935, 1e-8, "MathematicalPendulumTest, spring")
  tap.is(rod:output "position"[3], 0, "MathematicalPendulumTest, z stays 0")
end

-- fourBarMechanismTest: y displacement of the first joint at 2 s.  Its start velocities do not fit the rod between the
-- moving points: (10 - 4) m/s along x, of which 6 * 4/5 = 4.8 m/s along the rod (4, 3)/5.
do
  local m = yoke.model {}
  local n1 = m:point { mass = 3, position = { 0, 2, 0 }, velocity = { 4, 0, 0 } }
  local n2 = m:point { mass = 3, position = { 4, 5, 0 }, velocity = { 10, 0, 0 } }
  local n3 = m:point { mass = 3, position = { 4, 0, 0 } }
  m:distance { m.ground, n1, distance = 2 }
  m:distance { "coupler", n1, n2, distance = 5 }
  m:distance { n2, n3, distance = 5 }
  m:coordinate { m.ground:coordinate(2), n3:coordinate(2) }
  m:coordinate { m.ground:coordinate(1), n3:coordinate(1) }
  m:force { n1, { 0, -29.43, 0 } }
  m:force { n2, { 0, -29.43, 0 } }
  local options = { t_end = 2, steps = 2000, spectral_radius = 0.5 }
  tap.raises(function() m:solve_dynamic(options) end, { "'coupler'", "+4.8 m/s", 'start = "given"' }, "fourBarMechanismTest, refused when strict")
  options.start = "given"
  local said = case.heard(m.solve_dynamic, m, options)
  case.says(said, { "warning", "'coupler'", "+4.8 m/s" }, "fourBarMechanismTest, warned of as given")
  tap.near_rel(n1:output "displacement"[2], -2.376335965627204, 1e-8, "fourBarMechanismTest")
end

-- springDamperUserFunctionTest and perfSpringDamperUserFunction: x at 50 s of a Duffing oscillator under a sweep
for name, of in pairs { springDamperUserFunctionTest = { 5000, 0.5062872273004784 }, perfSpringDamperUserFunction = { 500000, 0.5065575310983877 } } do
  local m = yoke.model {}
  local p = m:point { mass = 1.6, position = { 0.5, 0, 0 } }
  m:coordinate_spring_damper { m.ground:coordinate(1), p:coordinate(1), stiffness = 4000, damping = 4,
    force = function(_, u, v, k, d) return 0.1 * k * u + k * u ^ 3 + d * v end }
  local f1 = math.sqrt(4000 / 1.6) / (2 * math.pi)
  m:load { p:coordinate(1), function(t) return 80 * math.sin(2 * math.pi * (0.5 * f1 / 50 * t) * t) end }
  case.heard(m.solve_dynamic, m, { t_end = 50, steps = of[1], spectral_radius = 1, output = { period = 50 } })
  tap.near_rel(p:output "coordinates_total"[1], of[2], 1e-8, name)
end

-- pendulum2Dconstraint: the rod of index 3 keeps its length over 100 000 steps, and energy falls slowly
do
  local m = yoke.model {}
  local bob = m:point2d { mass = 2.5, position = { 0.8, 0 } }
  local rod = m:distance { m.ground, bob, distance = 0.8 }
  m:force { bob, { 0, -24.525, 0 } }
  local length = m:sensor { rod, "distance" }
  local r = m:solve_dynamic { t_end = 100, steps = 100000, spectral_radius = 0.6, newton = { modified = true }, output = { period = 0.02 } }
  local worst = 0
  for _, l in ipairs(r[length][1]) do worst = case.worse(worst, l - 0.8) end
  tap.is(#r.time, 5001, "pendulum2Dconstraint, 5001 rows")
  tap.near(worst, 0, 1e-9, "pendulum2Dconstraint, rod in every row (m)")
  tap.near(r.summary.drift[1].drift, 0, 1e-9, "pendulum2Dconstraint, rod in every step (m)")
  -- energy against the lowest point: m g L
  local p, v = bob:output "position", bob:output "velocity"
  local lost = -(1.25 * (v[1] ^ 2 + v[2] ^ 2) + 24.525 * p[2]) / (24.525 * 0.8)
  tap.ok(lost > 0 and lost < 0.01, ("pendulum2Dconstraint, %.2g of the energy lost"):format(lost))
end

-- postNewtonStepContactTest: a mass that bounces on a spring, here against its exact motion: it falls, and swings on the floor
do
  local mass, k, g, floor = 0.25, 20000, 9.81, 0.05
  local w, rest = math.sqrt(k / mass), mass * g / k
  local function exact(t, y, v)
    local fall = (v + math.sqrt(v * v + 2 * g * (y - floor))) / g
    if fall >= t then return y + v * t - g * t * t / 2 end
    t, v = t - fall, v - g * fall
    local stay = 2 / w * (math.pi - math.atan(-v, rest * w)) -- z = rest cos + v/w sin comes back to rest
    if stay >= t then return floor - rest + rest * math.cos(w * t) + v / w * math.sin(w * t) end
    return exact(t - stay, floor, -v)
  end
  for _, o in ipairs { { method = "dopri5", rtol = 1e-10, atol = 1e-12 }, { method = "generalized_alpha", rtol = 1e-8, atol = 1e-10 } } do
    local m = yoke.model {}
    local b = m:mass1d { mass = mass, displacement = 0.06, velocity = -1 }
    m:load { b:coordinate(1), -mass * g }
    m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1),
      force = function(_, u) return u < floor and k * (u - floor) or 0 end }
    o.t_end = 0.5
    case.heard(m.solve_dynamic, m, o)
    tap.near(b:output "position"[1], exact(0.5, 0.06, -1), 1e-8, "postNewtonStepContactTest, exact motion, " .. o.method)
  end
end

tap.done()
