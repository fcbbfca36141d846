-- radau.lua - radau5: stiff models against closed forms and references, rows of both levels, drives, spins, rows between steps.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"
local space = require "lib.space"

local function solve(m, options)
  options.method = "radau5"
  return m:solve_dynamic(options)
end

-- ---- stiffness ----

-- a mass dragged along by a spring whose own motion is damped away:
do -- x'' + d x' + k x = k cos t,  x -> Re k/(k - 1 + i d) exp(i t)
  local steps = {}
  for _, k in ipairs { 1e6, 1e8, 1e10 } do
    local m, d = yoke.model {}, math.sqrt(k)
    local b = m:mass1d { mass = 1, displacement = 1 }
    m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), stiffness = k, damping = d }
    m:load { b:coordinate(1), function(t) return k * math.cos(t) end }
    local r, D = solve(m, { t_end = 10 }), (k - 1) ^ 2 + d ^ 2
    tap.near(b:output "coordinates", k / D * ((k - 1) * math.cos(10) + d * math.sin(10)), 1e-8, ("k = %g: place"):format(k))
    tap.near(b:output "coordinates_rate", k / D * (d * math.cos(10) - (k - 1) * math.sin(10)), 3e-7, ("k = %g: rate"):format(k))
    steps[#steps + 1] = r.summary.steps
  end
  tap.ok(steps[3] < 1.5 * steps[1] and steps[1] < 500, "its steps do not follow the stiffness",
    { "steps", table.concat(steps, " ") })
end

do -- van der Pol's oscillator, mu = 1000: problem VDPOL of the "Test Set for Initial Value Problem Solvers", at its time 2
  local m = yoke.model {}
  local b = m:generic { position = { 0 }, displacement = { 2 }, mass = { { 1 } },
    force = function(_, q, v) return 1000 * (1 - q[1] ^ 2) * v[1] - q[1] end }
  local r = solve(m, { t_end = 2000 })
  tap.near(b:output "coordinates", 1.706167732170483, 3e-8, "van der Pol's oscillator: place")
  tap.near(b:output "coordinates_rate", -0.8928097010247975e-3, 1e-10, "and rate")
  tap.ok(r.summary.steps < 1000, "in " .. r.summary.steps .. " steps")
end

-- A double pendulum whose elbow is a bushing; the law built in, or of the script.
local function bushing(options, of_script)
  local k, d = 1e6, 2e3
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local upper = m:rigid2d { mass = 1, inertia = 1 / 12, position = { 0.5, 0 } }
  local lower = m:rigid2d { mass = 1, inertia = 1 / 12, position = { 1.5, 0 } }
  m:revolute2d { m.ground, upper:at { -0.5, 0 } }
  m:cartesian_spring_damper { upper:at { 0.5, 0 }, lower:at { -0.5, 0 }, stiffness = { k, k, k }, damping = { d, d, d },
    force = of_script and function(_, u, v) return k * u[1] + d * v[1], k * u[2] + d * v[2], k * u[3] + d * v[3] end or nil }
  options.t_end = 1
  local r = m:solve_dynamic(options)
  local place, rate = lower:at { 0.5, 0 }:output "position", lower:output "velocity"
  return table.move(rate, 1, #rate, #place + 1, place), r
end

do
  local exact = bushing { method = "dopri5", rtol = 1e-12 }
  -- the step follows an error of order 3 with a tolerance of 0.1 rtol^(2/3), so what is left goes with less than rtol; twice that
  for _, o in ipairs { { 1e-6, 1e-6, 3e-6 }, { 1e-8, 2e-7, 2e-7 }, { 1e-10, 1.5e-8, 3e-10 } } do
    local place, r = bushing { method = "radau5", rtol = o[1] }
    tap.near(space.far(place, exact), 0, o[2], ("a stiff bushing at %g, in %d steps"):format(o[1], r.summary.steps))
    tap.near(r.summary.energy_error, 0, o[3], "its energy (J)")
  end
  tap.near(space.far(bushing({ method = "radau5" }, true), exact), 0, 1e-7, "and as a function of the script")
  for _, linear in ipairs { "dense", "band" } do
    tap.near(space.far(bushing { method = "radau5", linear = linear }, exact), 0, 1e-7, "and by " .. linear)
  end
end

-- ---- rows ----

do -- a spatial closed loop with redundant rows: a crank that coasts keeps its energy, and both levels hold
  local m, upright, w = yoke.model { gravity = { 0, -9.81, 0 } }, { xyz = { 0, 0, math.pi / 2 } }, { 0, 0, -6 }
  local crank = m:rigid { mass = 1, inertia = { 0.01, 0.1, 0.1 }, position = { 0, 0.5, 0 }, rotation = upright,
    velocity = { 3, 0, 0 }, angular_velocity = w }
  local rod = m:rigid { mass = 2, inertia = { 0.01, 0.6, 0.6 }, position = { 1, 1, 0 }, velocity = { 6, 0, 0 } }
  local rocker = m:rigid { mass = 1, inertia = { 0.01, 0.1, 0.1 }, position = { 2, 0.5, 0 }, rotation = upright,
    velocity = { 3, 0, 0 }, angular_velocity = w }
  for _, j in ipairs { { m.ground, crank, { 0, 0, 0 } }, { crank, rod, { 0, 1, 0 } }, { rod, rocker, { 2, 1, 0 } },
    { rocker, m.ground, { 2, 0, 0 } } } do
    m:revolute { j[1], j[2], at = j[3], along = { 0, 0, 1 } }
  end
  local ends = { m:sensor { crank:at { 0.5, 0, 0 }, "velocity" }, m:sensor { rod:at { -1, 0, 0 }, "velocity" } }
  local said, r = case.heard(solve, m, { t_end = 0.2 })
  case.says(said, "redundant", "a loop in space: redundant rows are named")
  tap.near(r.summary.energy_error, 0, 3e-7, "its energy (J)")
  tap.near(space.far(r:final(ends[1]), r:final(ends[2])), 0, 1e-13, "its velocities fit")
end

do -- a bar that is driven: its place, and the moment that drives it, m g l/2 cos a + J a''
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bar = m:rigid2d { mass = 2, inertia = 0.3, position = { 0.5, 0 } }
  m:revolute2d { m.ground, bar:at { -0.5, 0 } }
  local drive = m:coordinate { m.ground:coordinate(1), bar:coordinate(3), offset_function = function(t) return t ^ 3 end }
  local moment = m:sensor { drive, "lambda" }
  local r = solve(m, { t_end = 1.5, output = { period = 0.1 } })
  local worst = 0
  for k, t in ipairs(r.time) do
    worst = case.worse(worst, -r[moment][1][k] - (2 * 9.81 * 0.5 * math.cos(t ^ 3) + (0.3 + 2 * 0.25) * 6 * t))
  end
  tap.near(bar:output "angle", 1.5 ^ 3, 1e-13, "a driven bar: its angle")
  tap.near(worst, 0, 1e-8, "and its moment in every row")
end

-- ---- spins ----

do -- a symmetric top, free: in body axes w turns about its axis at n = (J3 - J1)/J1 w3
  for _, linear in ipairs { "blocks", "dense" } do
    local m = yoke.model {}
    local b = m:rigid { mass = 1, inertia = { 1, 1, 1.5, 0, 0, 0 }, angular_velocity = { 3, 0, 20 } }
    solve(m, { t_end = 2, rtol = 1e-10, linear = linear })
    local n, w = 0.5 * 20, b:output "angular_velocity_local"
    tap.near(space.far(w, { 3 * math.cos(2 * n), 3 * math.sin(2 * n), 20 }), 0, 5e-9,
      "a free top by " .. linear .. ": angular velocity")
    local L, A = { 3, 0, 30 }, b:output "rotation_matrix" -- the angular momentum stays
    for i = 1, 3 do
      tap.near(A[3 * i - 2] * w[1] + A[3 * i - 1] * w[2] + A[3 * i] * 1.5 * w[3], L[i], 5e-9,
        ("its angular momentum, %d"):format(i))
    end
  end
end

-- ---- rows between steps ----

do -- of the double pendulum of bench model G against a run at a tighter tolerance; they have no influence on its steps
  local function rows(tolerance, period)
    local g = models.G()
    local s = {}
    for _, name in ipairs { "position", "velocity" } do s[#s + 1] = g.model:sensor { g.bodies[2][1], name } end
    return solve(g.model, { t_end = 2, rtol = tolerance, output = { period = period } }), s
  end
  local fine, sf = rows(1e-11, 0.01)
  local r, s = rows(1e-8, 0.01)
  tap.near(space.apart(r, s[1], fine, sf[1]), 0, 1e-7, "rows between steps: places")
  tap.near(space.apart(r, s[2], fine, sf[2]), 0, 1e-6, "rows between steps: rates")
  local few = rows(1e-8, 2)
  tap.ok(few.summary.steps == r.summary.steps and #r.time == 201, "sampling has no influence")
end

do -- lengths of steps
  local function pendulum(options)
    local g = models.G()
    options.t_end = 2
    return solve(g.model, options)
  end
  local r = pendulum { first_step = 1e-3, rtol = 1e-6 }
  tap.near(r.time[2], 1e-3, 1e-15, "first_step")
  case.says(tostring(r), { "steps", "rejected" }, "what is printed of it")
  r = pendulum { step = 0.005, rtol = 1e-4 }
  local longest = 0
  for i = 2, #r.time do longest = math.max(longest, r.time[i] - r.time[i - 1]) end
  tap.ok(longest <= 0.005 * (1 + 1e-9), "step: the longest one")
end

-- ---- what is said ----

do
  local m = yoke.model {}
  local p = m:point { mass = 1, velocity = { 1, 0, 0 } }
  m:force { p, function(t) return 1 / (1 - t) ^ 2, 0, 0 end }
  tap.raises(function() solve(m, { t_end = 2 }) end, { "t = 1 s: the step fell to", "jumps or cannot go on" },
    "a motion that does not go on")
  m = yoke.model {}
  p = m:point { mass = 1, velocity = { 1, 0, 0 } }
  m:coordinate_spring_damper { m.ground:coordinate(1), p:coordinate(1), stiffness = 10 }
  tap.raises(function() solve(m, { t_end = 1, rtol = 1e-30 }) end, "rtol and atol ask for", "a tolerance below the numbers")
  tap.raises(function() solve(m, { t_end = 1, rtol = 0, atol = 0 }) end, "rtol and atol are both 0", "no tolerance at all")
  m = yoke.model {}
  local b = m:mass1d { mass = 1, velocity = 1 }
  m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), force = function(_, u) return u < 0.5 and 0 or nil end }
  tap.raises(function() solve(m, { t_end = 1 }) end, { "radau.lua:", "force" }, "a law of the script that fails")
end

do -- a wheel that turns by more than half a turn in each step it would take
  local m = yoke.model {}
  local b = m:rigid { mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, angular_velocity = { 0, 0, 1000 } }
  solve(m, { t_end = 1 })
  tap.near(b:output "angular_velocity"[3], 1000, 1e-11, "a fast spin")
end

tap.done()
