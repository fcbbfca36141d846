-- cards_large.lua - published models of many bodies or many steps.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"

-- ---- PARTS_ATEs_moving: a mesh of 16 triangles that change their shape, 288 bodies ----

-- A corner of a triangle is a six-bar linkage; a side is a pair of sliders with a spring.
local L1, L2, L3, L4 = 0.038, 0.029, 0.008, 0.010
local psi = math.atan(L3 / L1)
local CE = L3 / math.sin(psi)

local function middle(p, q) return { (p[1] + q[1]) / 2, (p[2] + q[2]) / 2 } end
local function minus(p, q) return { p[1] - q[1], p[2] - q[2] } end

-- at corner P, turned by theta, with the opening angle alpha: its markers by name
local function six_bar(m, bodies, P, theta, alpha)
  local a = alpha - psi
  local P3, P4, P5 = { L1, L3 }, { L1 + L2, L3 }, { L1 + CE * math.cos(a), L3 + CE * math.sin(a) }
  local P6, P7 = { P5[1] + L2, P5[2] }, { P5[1] + L2 * math.cos(alpha), P5[2] + L2 * math.sin(alpha) }
  local P8 = { CE * math.cos(a), CE * math.sin(a) }
  local P9 = { P8[1] + L2 * math.cos(alpha), P8[2] + L2 * math.sin(alpha) }
  local c, s = math.cos(theta), math.sin(theta)
  local function body(p, angle)
    local b = m:rigid2d { mass = 1, inertia = 33, position = { P[1] + c * p[1] - s * p[2], P[2] + s * p[1] + c * p[2] }, angle = angle }
    bodies[#bodies + 1] = b
    return b
  end
  local M0, M1, M2 = body(middle(P3, P4), theta), body(P5, theta), body(middle(P4, P6), a + theta)
  local M5, M6, M7 = body(middle(P7, P9), psi + theta), body(P5, theta), body(middle(P8, P9), alpha + theta)
  for _, pair in ipairs {
    { M0:at { -L2 / 2, 0 }, M1:at(minus(P3, P5)) }, { M0:at { L2 / 2, 0 }, M2:at { -CE / 2, 0 } }, { M5:at { CE / 2, 0 }, M1:at(minus(P7, P5)) },
    { M7:at { L2 / 2, 0 }, M5:at { -CE / 2, 0 } }, { M7:at { -L2 / 2, 0 }, M6:at(minus(P8, P5)) }, { M1, M6 }, { M2:at { CE / 2, 0 }, M6:at(minus(P6, P5)) },
  } do
    m:revolute2d(pair)
  end
  return { C1 = M0:at { -L2 / 2 - L4, -L3 }, C2 = M7:at { -L2 / 2 - L4, L3 }, P0 = M0:at { L2 / 2, 0 }, P7 = M7:at { L2 / 2, 0 } }
end

local function triangle(m, bodies, A, B, C)
  local function length(p, q) return math.sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2) end
  local a, b, c = length(B, C), length(A, C), length(A, B)
  local function opposite(x, y, z) return math.acos((y * y + z * z - x * x) / (2 * y * z)) end
  local alpha, beta, gamma = opposite(a, b, c), opposite(b, a, c), opposite(c, a, b)
  local delta = math.atan(B[2] - A[2], B[1] - A[1])
  local s1 = six_bar(m, bodies, A, delta, alpha)
  local s2 = six_bar(m, bodies, B, math.pi - beta + delta, beta)
  local s3 = six_bar(m, bodies, C, -(beta + gamma) + delta, gamma)
  local G = { s1.P0, s2.P7, s2.P0, s3.P7, s3.P0, s1.P7 }
  for _, side in ipairs { { 1, 2, c }, { 3, 4, a }, { 5, 6, b } } do
    local i, j = side[1], side[2]
    if i == 5 then i, j = 6, 5 end
    m:prismatic2d { G[i], G[j], axis0 = { 1, 0 }, normal1 = { 0, -1 } }
    m:spring_damper { G[side[1]], G[side[2]], stiffness = 1e5, damping = 1000, rest_length = side[3] - 2 * L1 - 2 * L2 }
  end
  return { [0] = s1.C1, s2.C2, s2.C1, s3.C2, s3.C1, s1.C2 }
end

do
  local m, bodies, side, top, bottom = yoke.model {}, {}, 0.229, {}, {}
  local function connect(p, q) m:cartesian_spring_damper { p, q, stiffness = { 1e8, 1e8, 0 }, damping = { 100, 100, 0 } } end
  for y = 0, 1 do
    local before
    for x = 0, 3 do
      local A, B, C, D = { side * x, side * y }, { side * (x + 1), side * y }, { side * (x + 1), side * (y + 1) }, { side * x, side * (y + 1) }
      local lower, upper = triangle(m, bodies, A, B, C), triangle(m, bodies, A, C, D)
      connect(lower[5], upper[0])
      connect(lower[4], upper[1])
      if before then
        connect(before[2], upper[5])
        connect(before[3], upper[4])
      end
      top[#top + 1], top[#top + 2] = upper[3], upper[2]
      bottom[#bottom + 1], bottom[#bottom + 2] = lower[0], lower[1]
      before = lower
    end
  end
  for i = 1, 8 do connect(top[i], bottom[i + 8]) end
  local function force(marker, fx)
    m:force { marker, function(t)
      local f = 0.01 + 0.99 * (1 - math.cos(math.pi * t / 0.05))
      return fx * f, -1e4 * f, 0
    end }
  end
  force(top[16], 1e4)
  force(bottom[8], -1e4)
  m:coordinate { m.ground:coordinate(1), bodies[1]:coordinate(2) }
  for _, i in ipairs { 23, 30, 167, 174 } do
    for k = 1, 2 do m:coordinate { m.ground:coordinate(1), bodies[i + 1]:coordinate(k) } end
  end
  local before = os.clock()
  local _, r = case.heard(m.solve_dynamic, m, { t_end = 0.05, steps = 50, method = "trapezoidal", output = { period = 0.05 } })
  tap.is(#bodies, 288, "PARTS_ATEs_moving, 288 bodies")
  -- converged to 1e-10 (the suite's own value, 0.44656762760262214, to 1e-8)
  tap.near_rel(bodies[288]:output "position"[2], 0.44656762759943086, 1e-8, "PARTS_ATEs_moving, y of the last body at 0.05 s")
  tap.ok(r.summary.newton_iterations <= 150, ("PARTS_ATEs_moving, %d iterations for 50 steps, %.2f s, %s"):format(r.summary.newton_iterations,
    os.clock() - before, r.summary.linear))
end

-- ---- fourBarMechanismIftomm: three cranks and two couplers, largest energy error of the rows and x of the first crank at 4 s ----

do
  local g = models.C(2)
  local m, list = g.model, {}
  for i, b in ipairs(g.bodies) do list[i] = { m:sensor { b[1], "kinetic_energy" }, m:sensor { b[1], "position" } } end
  local r = m:solve_dynamic { t_end = 4, steps = 400, spectral_radius = 0.95, newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 } }
  local worst = 0
  for k = 1, #r.time do
    local sum = -3.5 * 9.81 - 1.5 -- what is there at the start
    for _, s in ipairs(list) do sum = sum + r[s[1]][1][k] + 9.81 * r[s[2]][2][k] end
    worst = case.worse(worst, sum)
  end
  tap.near_rel(worst + g.bodies[1][1]:output "position"[1], 0.17216653749436162, 1e-8, "fourBarMechanismIftomm")
end

-- ---- perf3DRigidBodies: bench model D with 400 bricks ----

do
  local sum, centre = {}, {}
  for k, steps in ipairs { 500, 1000 } do
    local g = models.D(400)
    g.model:solve_dynamic { t_end = 1, steps = steps, spectral_radius = 0.8, output = { period = 1 } }
    sum[k], centre[k] = 0, g.place()
    for _, name in ipairs { "displacement", "rotation" } do
      for _, x in ipairs(g.bodies[400][1]:output(name)) do sum[k] = sum[k] + math.abs(x) end
    end
  end
  -- |displacement| + |Tait-Bryan angles| of the last brick after 1000 steps, as published, there in Euler parameters
  tap.near_rel(sum[2], 5.307943301446709, 1e-8, "perf3DRigidBodies, 1000 steps")
  for c = 1, 3 do centre[2][c] = (4 * centre[2][c] - centre[1][c]) / 3 end
  tap.near(models.distance(centre[2], models.reference.D[400]), 0, 1e-8, "perf3DRigidBodies, the motion it converges to")
end

tap.done()
