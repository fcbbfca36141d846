-- steps.lua - implicit methods that control their steps, and those that hold positions and velocities both.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"
local space = require "lib.space"

-- the double pendulum of bench model G: how far its tip is off at 2 s, the result, how far its elbow comes apart
local function pendulum(options)
  local g = models.G()
  local first, second, gap = g.bodies[1][1]:at { 0.5, 0 }, g.bodies[2][1]:at { -0.5, 0 }, {}
  for _, what in ipairs { "velocity", "position" } do gap[what] = { g.model:sensor { first, what }, g.model:sensor { second, what } } end
  options.t_end = 2
  local r, apart = g.model:solve_dynamic(options), {}
  for what, s in pairs(gap) do apart[what] = math.max(space.far(r[s[1]][1], r[s[2]][1]), space.far(r[s[1]][2], r[s[2]][2])) end
  return models.distance(g.place(), models.reference.G[2]), r, apart
end

-- ---- the error goes with the tolerance, steps with its root ----

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  local error, run = {}, {}
  for k, tolerance in ipairs { 1e-4, 1e-5, 1e-6 } do
    error[k], run[k] = pendulum { method = method, rtol = tolerance, output = { period = 2 } }
    tap.ok(error[k] < 20 * tolerance, ("%s at %g: error %.1e m in %d steps"):format(method, tolerance, error[k], run[k].summary.steps))
  end
  for k = 1, 2 do
    tap.near(math.log(error[k] / error[k + 1], 10), 1, 0.1, method .. ": a tenth of the tolerance, a tenth of the error")
    tap.near(run[k + 1].summary.steps / run[k].summary.steps, math.sqrt(10), 0.1, method .. ": and root 10 times the steps")
  end
end

do -- steps differ where the motion does: a mass falls onto a stiff spring and comes back to where it fell from
  local function drop(options)
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local b = m:point { mass = 1, displacement = { 0, 1, 0 } }
    m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(2), force = function(_, u) return u < 0 and 1e6 * u or 0 end }
    options.t_end = 2 * math.sqrt(2 / 9.81) + math.pi / 1000 -- up again, but for the weight on the spring
    options.rtol = 1e-6
    local r = m:solve_dynamic(options)
    return r, b:output "position"[2]
  end
  local r, top = drop { first_step = 1e-3 }
  local shortest, longest = math.huge, 0
  for i = 2, #r.time - 1 do
    local h = r.time[i] - r.time[i - 1]
    shortest, longest = math.min(shortest, h), math.max(longest, h)
  end
  tap.near(r.time[2], 1e-3, 1e-15, "first_step")
  tap.near(top, 1, 1e-5, "a fall and back")
  tap.ok(shortest < 1e-5 and longest > 0.05, "short steps while it touches, long ones while it flies", { "shortest", shortest }, { "longest", longest })
  tap.ok(r.summary.rejected > 0, "rejected steps are counted")
  case.says(tostring(r), " rejected)", "and told")
  r = drop { step = 0.01 }
  longest = 0
  for i = 2, #r.time do longest = math.max(longest, r.time[i] - r.time[i - 1]) end
  tap.ok(longest < 0.01 + 1e-15, "step: the longest one")
end

do -- a stiff spring that is at rest does not shorten the steps; a pulse is met
  local m = yoke.model {}
  local b = m:mass1d { mass = 1 }
  m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), stiffness = 1e8, damping = 1e5 }
  m:load { b:coordinate(1), 1e3, from = 0.5 }
  local r = m:solve_dynamic { t_end = 1000, rtol = 1e-5 }
  tap.near(b:output "coordinates", 1e-5, 1e-9, "a stiff spring: rest")
  tap.ok(r.summary.steps < 200, "a stiff spring: " .. r.summary.steps .. " steps for 1000 s")
  local hit = false
  for _, t in ipairs(r.time) do hit = hit or t == 0.5 end
  tap.ok(hit, "a step ends where the load begins")
end

do -- the same rows at asked times whatever else is asked for
  local _, fine = pendulum { rtol = 1e-5, output = { period = 0.1 } }
  local _, coarse = pendulum { rtol = 1e-5, output = { period = 1 } }
  local same = fine.summary.steps == coarse.summary.steps
  tap.ok(same and #fine.time == 21 and fine.time[11] == 1, "sampling has no influence")
end

-- ---- both levels held ----

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  local error, _, loose = pendulum { method = method, step = 1e-3 }
  local stable, _, apart = pendulum { method = method, step = 1e-3, stabilized = true }
  tap.ok(apart.velocity < 1e-9 and apart.position < 1e-9, method .. ", stabilized: the hinge holds in both levels",
    { "m/s", apart.velocity }, { "m", apart.position })
  tap.ok(loose.velocity > 1e-6 or loose.position > 1e-7, method .. ": which it does not otherwise")
  tap.near(stable, error, 0.5 * error, method .. ", stabilized: the motion is as good")
end

do -- order 2 in a spatial closed loop with a redundant row: the energy of a crank that coasts
  local function lost(steps)
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local upright = { xyz = { 0, 0, math.pi / 2 } }
    local w = { 0, 0, -6 }
    local crank = m:rigid { mass = 1, inertia = { 0.01, 0.1, 0.1 }, position = { 0, 0.5, 0 }, rotation = upright, velocity = { 3, 0, 0 }, angular_velocity = w }
    local rod = m:rigid { mass = 2, inertia = { 0.01, 0.6, 0.6 }, position = { 1, 1, 0 }, velocity = { 6, 0, 0 } }
    local rocker = m:rigid { mass = 1, inertia = { 0.01, 0.1, 0.1 }, position = { 2, 0.5, 0 }, rotation = upright, velocity = { 3, 0, 0 }, angular_velocity = w }
    for _, row in ipairs { { m.ground, crank, { 0, 0, 0 } }, { crank, rod, { 0, 1, 0 } }, { rod, rocker, { 2, 1, 0 } }, { rocker, m.ground, { 2, 0, 0 } } } do
      m:revolute { row[1], row[2], at = row[3], along = { 0, 0, 1 } }
    end
    local r
    case.heard(function() r = m:solve_dynamic { t_end = 0.2, steps = steps, stabilized = true } end)
    return math.abs(r.summary.energy_error)
  end
  local coarse, fine = lost(100), lost(200)
  tap.ok(coarse / fine > 3.5, ("a spatial loop, stabilized: energy %.1e J, %.1e J with half the step"):format(coarse, fine))
end

-- ---- what is said ----

local function refuses(options, wanted, name)
  tap.raises(function() pendulum(options) end, wanted, name)
end
refuses({ rtol = 0, atol = 0 }, "rtol and atol are both 0", "no tolerance at all")
refuses({ rtol = 0 }, "rtol = 0 alone stands for both", "a tolerance of zero alone")
refuses({ rtol = 1e-5, stabilized = false }, { "stabilized = false does not go with rtol", "multipliers" }, "controlled, but not stabilized")
refuses({ rtol = 1e-5, step = 0 }, "step = 0 must be positive", "no step")
case.says(case.heard(function() pendulum { method = "dopri5", stabilized = true } end), "stabilized is ignored by the method", "stabilized, explicit")

do
  local m = yoke.model {}
  local p = m:point { mass = 1, velocity = { 1, 0, 0 } }
  m:force { p, function(t) return 1 / (1 - t) ^ 2, 0, 0 end }
  local done, message = pcall(m.solve_dynamic, m, { t_end = 2, rtol = 1e-5 })
  case.says(done and "it ran" or message, { "t = 1 s: the step fell to" }, "a motion that does not go on")
end

tap.done()
