-- orders.lua - how fast the error of each method goes with its step or its tolerance, and what its energy does over a million steps.

local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"

-- ---- orders: the double pendulum of bench model G, its tip at 2 s ----

local newton = { relative_tolerance = 1e-13, absolute_tolerance = 1e-13 } -- the error of the steps, not of Newton, is measured

local function error_of(options)
  local g = models.G()
  options.t_end, options.output = 2, { period = 2 }
  local _, r = case.heard(g.model.solve_dynamic, g.model, options)
  return models.distance(g.place(), models.reference.G[2]), r.summary.steps
end

-- Over a sixteenth of the step.  (From one half to the next it is rougher: explicit methods put a step back onto the rows only where
-- it is off by more than a hundredth of the tolerance.)
local function orders(name, order, steps, options)
  local errors = {}
  for k, n in ipairs { steps, 16 * steps } do
    local o = { steps = n }
    for key, value in pairs(options) do o[key] = value end
    errors[k] = error_of(o)
  end
  tap.near(math.log(errors[1] / errors[2], 16), order, 0.12, ("%s: order, %.1e m off with %d steps, %.1e with %d"):format(name, errors[1],
    steps, errors[2], 16 * steps))
end

for _, rho in ipairs { 0, 0.5, 0.8, 0.95, 1 } do
  orders("generalized_alpha, spectral_radius " .. rho, 2, 1000, { method = "generalized_alpha", spectral_radius = rho, newton = newton })
end
orders("trapezoidal", 2, 1000, { method = "trapezoidal", newton = newton })
for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  orders(method .. ", stabilized", 2, 1000, { method = method, stabilized = true, newton = newton })
end
for method, of in pairs { explicit_euler = { 1, 8000 }, midpoint = { 2, 400 }, velocity_verlet = { 2, 400 }, rk33 = { 3, 400 }, rk44 = { 4, 100 },
  rk4 = { 4, 100 }, rk67 = { 6, 100 } } do
  orders(method, of[1], of[2], { method = method })
end

-- Of methods that control their steps: with n steps the error is about n^-order, of whichever step is the longest (one alone may be
-- off by a factor of a few, so the span is wide); the error goes with the tolerance.
for method, of in pairs { ode23 = { 3, 1e-5, 1e-7 }, dopri5 = { 5, 1e-7, 1e-10 }, dop853 = { 8, 1e-6, 1e-11 }, radau5 = { 5, 1e-7, 1e-10 }, generalized_alpha = { 2, 1e-4, 1e-6 },
  trapezoidal = { 2, 1e-4, 1e-6 } } do
  local e, n = {}, {}
  for k = 1, 2 do
    e[k], n[k] = error_of { method = method, rtol = of[k + 1], atol = of[k + 1] }
    tap.ok(e[k] < 20 * of[k + 1], ("%s at %g: %.1e m off in %d steps"):format(method, of[k + 1], e[k], n[k]))
  end
  local got = math.log(e[1] / e[2]) / math.log(n[2] / n[1])
  tap.ok(got > of[1] - 0.2 and got < of[1] + 1.5, ("%s: error as its steps to the power %.2f, order %d"):format(method, got, of[1]))
end

-- ---- a four-bar that turns, without friction: its energy over a million steps ----

-- Returns the largest change of the energy over 200 rows, the last one (J), the result, and turns of the crank.
local function four_bar(options)
  local g = models.turning({ 0, -9.81, 0 }, 4, -12)
  local m, energy, place = g.model, {}, {}
  for i, b in ipairs(g.bodies) do energy[i], place[i] = m:sensor { b[1], "kinetic_energy" }, m:sensor { b[1], "position" } end
  options.start = "assemble"
  options.output = { period = options.t_end / 200 }
  local _, r = case.heard(m.solve_dynamic, m, options)
  local first, worst, late = nil, 0, 0
  for k = 1, #r.time do
    local sum = 0
    for i, b in ipairs(g.bodies) do sum = sum + r[energy[i]][1][k] + 9.81 * b[2] * r[place[i]][2][k] end
    first = first or sum
    worst = case.worse(worst, sum - first)
    late = sum - first
  end
  return worst, late, r, -g.bodies[1][1]:output "angle" / (2 * math.pi)
end

local function says(worst, least, turns) return ("at most %.3g J, %.2g J since the start, %.0f turns"):format(worst, least, turns) end

-- Largest change of the energy with ten thousand steps of 1 ms, and with a million (with sanitizers a tenth of that).
local million = case.sanitized and 100000 or 1000000
for _, o in ipairs {
  { "trapezoidal", nil, "it swings and stays", 1.05 }, { "generalized_alpha", 0.95, "it swings and hardly falls", 1.05 },
  { "generalized_alpha", 0.8, "it falls and never rises", 3 },
} do
  local method, rho, what, most = table.unpack(o, 1, 4)
  local short = four_bar { method = method, spectral_radius = rho, t_end = 10, steps = 10000 }
  local worst, late, r, turns = four_bar { method = method, spectral_radius = rho, t_end = million / 1000, steps = million }
  tap.ok(r.summary.steps == million and worst < most * short, ("%s, %d steps: %s, %s"):format(method, million, what, says(worst, late, turns)))
end
-- that of an explicit method goes away in proportion to the time, with the order of its steps
for method, order in pairs { rk4 = 4, rk67 = 6 } do
  local _, short = four_bar { method = method, t_end = 10, steps = 10000 }
  local _, long, _, turns = four_bar { method = method, t_end = 100, steps = 100000 }
  tap.near(long / short, 10, 1, ("%s, 100000 steps: %s"):format(method, says(math.abs(long), long, turns)))
  local _, coarse = four_bar { method = method, t_end = 10, steps = 5000 }
  tap.near(math.log(coarse / short, 2), order + 0.5, 0.8, method .. ": it goes with the order of the step, or one more")
end

tap.done()
