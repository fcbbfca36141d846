-- calls.lua - how often a step calls a law of the script: at most four times per element, whatever its number of rows.

local yoke = require "yoke"
local tap = require "yoke.tap"
local models = require "lib.models"

-- build(counted) makes a model of functions that counted(f) hands back, and returns it and how many elements have one.
-- Calls per step and element, and the result.
local function count(build, options)
  local calls = 0
  local m, elements = build(function(f)
    return function(...)
      calls = calls + 1
      return f(...)
    end
  end)
  local r = m:solve_dynamic(options)
  return calls / r.summary.steps / (elements or 1), r
end

local function at_most_four(name, build, options)
  local each, r = count(build, options)
  tap.ok(each <= 4, ("%s, %s, %d steps: %.2f calls per step and element, %.2f iterations"):format(name, options.method, options.steps, each,
    r.summary.newton_iterations / options.steps))
end

-- model E: one linear row
local function slider_crank(counted) return models.E(1, counted(function(_, u, v) return 200 * u + 0.5 * v end)).model end

-- a rod under friction of 1 N at its tip: three rows, whose direction turns
local function friction(counted)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local rod = m:rigid2d { mass = 2.5, inertia = 0.13, position = { 0.4, 0 } }
  m:revolute2d { m.ground, rod:at { -0.4, 0 } }
  m:cartesian_spring_damper { m.ground, rod:at { 0.4, 0 }, force = counted(function(_, _, v)
    local f = 1 / math.max(1e-3, math.sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2))
    return v[1] * f, v[2] * f, v[3] * f
  end) }
  return m
end

-- 10 masses between stiffening springs that are also driven in time
local function masses(counted)
  local m = yoke.model {}
  local last = m.ground
  for i = 1, 10 do
    local p = m:point { mass = 0.1, position = { i, 0, 0 }, velocity = { 0, i % 3, 1 } }
    m:spring_damper { last, p, rest_length = 0.9,
      force = counted(function(t, u, v) return 100 * u + 5000 * u ^ 3 + 0.2 * v + 5 * math.sin(30 * t) end) }
    last = p
  end
  return m, 10
end

-- a rotor against a motor whose torque falls with the square of its speed
local function motor(counted)
  local m = yoke.model {}
  local rotor = m:rigid2d { mass = 1, inertia = 0.02 }
  m:revolute2d { m.ground, rotor }
  m:torsional_spring_damper2d { m.ground, rotor, torque = counted(function(_, u, v) return 0.01 * v * math.abs(v) - 3 - math.sin(5 * u) end) }
  return m
end

-- a chain with elastic hinges, whose forces jump by more than the tolerance with the last digit of a place
local function stiff(counted)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local last = m.ground
  for i = 1, 9 do
    local b = m:rigid2d { mass = 1, inertia = 1 / 12, position = { i - 0.5, 0 } }
    if i % 3 == 2 then
      m:cartesian_spring_damper { last, b:at { -0.5, 0 }, force = counted(function(_, u) return 1e9 * u[1], 1e9 * u[2], 0 end) }
    else
      m:revolute2d { last, b:at { -0.5, 0 } }
    end
    last = b:at { 0.5, 0 }
  end
  return m, 3
end

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  for _, steps in ipairs { 500, 1000, 10000 } do
    at_most_four("a linear law", slider_crank, { t_end = 1, steps = steps, method = method })
    at_most_four("friction", friction, { t_end = 0.4, steps = steps, method = method })
    at_most_four("stiffening springs", masses, { t_end = 1, steps = steps, method = method })
    if method == "generalized_alpha" then at_most_four("stiff springs", stiff, { t_end = 0.4, steps = steps, method = method }) end
    at_most_four("a motor", motor, { t_end = 1, steps = steps, method = method })
  end
end

-- kept tangents change nothing but the number of calls: the law that tells its tangent gives the same motion
do
  local told, asked = models.E(1), models.E(1, function(_, u, v) return 200 * u + 0.5 * v end)
  for _, g in ipairs { told, asked } do g.model:solve_dynamic { t_end = 2, step = 1e-3, spectral_radius = 0.8 } end
  tap.near(models.distance(asked.place(), told.place()), 0, 1e-11, "a law of the script moves as the one that is built in")
end

-- explicit methods: one call for each evaluation
do
  local each, r = count(motor, { t_end = 1, steps = 1000, method = "rk4" })
  tap.near(each, r.summary.evaluations / r.summary.steps, 0.01, "rk4: one call for each evaluation")
end

tap.done()
