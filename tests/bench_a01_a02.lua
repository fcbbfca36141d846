-- bench_a01_a02.lua - the benchmarks A01 (simple pendulum) and A02 (N four-bar mechanism) of the IFToMM collection, and the
-- order at which their errors shrink.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"

-- ---- A01: 1 kg on a massless bar of 1 m, released from x = -1 ----

-- t, x, y, vx, vy, bar force: sin(phi/2) = -sin(pi/4) sn(K - sqrt(9.81) t), x = sin phi, y = -cos phi, force = -3 * 9.81 y
local a01 = {
  { 0.1, -0.998797482750, -0.049026405666, 0.0480833351, -0.9795846426, 1.44284712 },
  { 0.25, -0.953664612211, -0.300871745792, 0.7310071259, -2.3170524885, 8.85465548 },
  { 0.5, -0.391048791551, -0.920369948785, 3.9110480040, -1.6617346075, 27.08648759 },
  { 1, 0.986291751132, -0.165010853126, 0.2969055159, 1.7746436411, 4.85626941 },
  { 2, -0.793566195343, -0.608483930444, -2.1024378744, 2.7419353930, 17.90768207 },
  { 5, -0.942305435044, -0.334754338414, 0.8579042569, -2.4149286544, 9.85182018 },
  { 9.99, -0.316436469913, -0.948613704576, 4.0924519915, -1.3651511202, 27.91770133 },
  { 10, -0.275087462576, -0.961419205099, 4.1755981010, -1.1947490546, 28.29456721 },
}

local newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 } -- the error of the steps, not of Newton, is measured

local function pendulum(method, side, steps)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { mass = 1, position = { side, 0 } }
  local bar = m:distance { m.ground, bob, distance = 1 }
  local s = { m:sensor { bob, "position" }, m:sensor { bob, "velocity" }, m:sensor { bar, "force" } }
  local r = m:solve_dynamic { t_end = 10, steps = steps, method = method, newton = newton, output = { period = 0.01 } }
  local rows = {}
  for k, t in ipairs(r.time) do rows[k] = { t, r[s[1]][1][k], r[s[1]][2][k], r[s[2]][1][k], r[s[2]][2][k], r[s[3]][1][k] } end
  return rows, r
end

-- All steps divide 0.01 s evenly: the trapezoidal rule leaves an error in the forces that changes its sign from step to step.
-- Largest errors over the table: positions, velocities, force; and the benchmark's own measure, relative with threshold 1e-3.
local function errors(rows)
  local e = { 0, 0, 0, 0 }
  local kind = { 0, 1, 1, 2, 2, 3 }
  for _, want in ipairs(a01) do
    local got = rows[math.floor(want[1] * 100 + 0.5) + 1]
    assert(math.abs(got[1] - want[1]) < 1e-12)
    for i = 2, 6 do
      local d = math.abs(got[i] - want[i])
      e[kind[i]] = math.max(e[kind[i]], d)
      if i < 4 then e[4] = math.max(e[4], d / math.max(math.abs(want[i]), 1e-3)) end
    end
  end
  return e
end

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  local e, of = {}, { {}, {}, {} }
  for k = 1, 3 do
    e[k] = errors((pendulum(method, -1, 2000 * 2 ^ (k - 1))))
    for i = 1, 3 do of[i][k] = e[k][i] end
  end
  for i, what in ipairs { "positions", "velocities", "bar force" } do case.order(of[i], 2, 0.1, ("A01, %s, %s"):format(method, what)) end
  tap.ok(e[3][4] < 1e-3, ("A01, %s, high accuracy of the benchmark (%.2g < 1e-3)"):format(method, e[3][4]))
  -- two runs of second order make one of higher order: (4 y(h/2) - y(h)) / 3 meets the digits of the table
  local coarse, fine = pendulum(method, -1, 10000), pendulum(method, -1, 20000)
  for k, row in ipairs(fine) do
    for i = 2, 6 do row[i] = (4 * row[i] - coarse[k][i]) / 3 end
  end
  local best = errors(fine)
  tap.near(best[1], 0, 1e-8, ("A01, %s, positions extrapolated"):format(method))
  tap.near(best[2], 0, 1e-7, ("A01, %s, velocities extrapolated"):format(method))
  if method == "generalized_alpha" then -- the trapezoidal rule never damps what Newton leaves in the forces
    tap.near(best[3], 0, 1e-6, ("A01, %s, bar force extrapolated"):format(method))
  end
end

do -- the mirrored edition starts from x = +1
  local left, right = pendulum("generalized_alpha", -1, 1000), pendulum("generalized_alpha", 1, 1000)
  local worst = 0
  for k = 1, #left do
    worst = case.worse(worst, left[k][2] + right[k][2], left[k][3] - right[k][3], left[k][6] - right[k][6])
  end
  tap.near(worst, 0, 1e-12, "A01, mirrored start, mirrored motion")
end

-- ---- A02 with N = 2: five bars of 1 m and 1 kg, upright, B0 with 1 m/s ----

-- The mechanism has one freedom, theta from the vertical: theta'' = 11.445 sin theta, theta(0) = 0, theta'(0) = 1, until it lies
-- down, where it has three.
local t_end = 0.7
local exact = case.runge_kutta(function(_, y) return { y[2], 11.445 * math.sin(y[1]) } end, { 0, 1 }, t_end, 20000)
local theta, omega = exact[1], exact[2]
tap.ok(theta > 1.3 and theta < math.pi / 2, ("A02, theta(0.7) = %.9g, shortly before it lies down"):format(theta))

local function four_bars(method, steps)
  local g = models.C(2)
  local first, last = g.bodies[1][1], g.bodies[#g.bodies][1]
  return g.model:solve_dynamic { t_end = t_end, steps = steps, method = method, newton = newton }, first:at { 0.5, 0 }, first, last
end

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  local position, velocity = {}, {}
  for k = 1, 3 do
    local r, b0, first, last = four_bars(method, 175 * 2 ^ (k - 1))
    local p, v = b0:output "position", b0:output "velocity"
    position[k] = math.max(math.abs(p[1] - math.sin(theta)), math.abs(p[2] - math.cos(theta)))
    velocity[k] = math.max(math.abs(v[1] - omega * math.cos(theta)), math.abs(v[2] + omega * math.sin(theta)))
    if k == 3 then
      tap.is(r.summary.rank, 14, "A02, " .. method .. ", 14 rows, none redundant")
      tap.near(last:output "angle", first:output "angle", 1e-8, "A02, " .. method .. ", posts stay parallel")
      tap.near(math.pi / 2 - first:output "angle", theta, 2e-5, "A02, " .. method .. ", theta")
      local s = r.summary
      tap.near_rel(s.kinetic_start, 1.5, 1e-12, "A02, " .. method .. ", kinetic energy at the start")
      tap.near((s.kinetic + s.potential) / (s.kinetic_start + s.potential_start), 1, 1e-5, "A02, " .. method .. ", energy kept")
      tap.near(s.potential_start, 34.335, 1e-9, "A02, " .. method .. ", potential energy at the start")
    end
  end
  case.order(position, 2, 0.1, "A02, " .. method .. ", position of B0")
  case.order(velocity, 2, 0.1, "A02, " .. method .. ", velocity of B0")
end

-- ---- A02 with N = 40 over 20 s: ten turns, past the pose where it lies down, with its 41 freedoms ----

-- t, B0: x, y, vx, vy; theta'' = 11.059099378881989 sin theta
local a02 = {
  { 1, -0.1153568806, -0.9933241113, -6.6699875239, 0.7746000987 },
  { 5, -0.5401900507, -0.8415430525, -5.4363691126, 3.4896283652 },
  { 10, 0.1805122267, 0.9835727406, 1.1484412775, -0.2107700668 },
  { 20, 0.4109011537, 0.9116799010, 1.5667853719, -0.7061622355 },
}

do
  local got = {}
  for k, step in ipairs { 5e-4, 2.5e-4 } do
    local g = models.C(40)
    local b0 = g.bodies[1][1]:at { 0.5, 0 }
    local s = { g.model:sensor { b0, "position" }, g.model:sensor { b0, "velocity" } }
    local r = g.model:solve_dynamic { t_end = 20, step = step, spectral_radius = 0.8, output = { period = 1 } }
    got[k] = {}
    for i, row in ipairs(a02) do
      local j = row[1] + 1
      got[k][i] = { r[s[1]][1][j], r[s[1]][2][j], r[s[2]][1][j], r[s[2]][2][j] }
    end
  end
  for i, want in ipairs(a02) do
    local best = {}
    for c, x in ipairs(got[2][i]) do best[c] = (4 * x - got[1][i][c]) / 3 end
    tap.near_list(best, { table.unpack(want, 2) }, 1e-6, ("A02, N = 40, position and velocity of B0 at %g s, extrapolated"):format(want[1]))
  end
end

tap.done()
