-- cards_space_loops.lua - published loops, engines and gears made of bodies in space, at the values their steps give with Newton
-- converged, and in other rotation coordinates.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local same_limit = require "lib.limit"

local pi = math.pi

-- ---- bricardMechanism: norm of all displacements of coordinates at 1 s ----

local rods = { -- position, rotation, axis of the hinge there, global
  { { 0, 0, 0 }, { axis = { 0, 0, 1 }, angle = 0 }, { 0, 1, 0 } },
  { { 1, 0, 0 }, { axis = { 0, 0, 1 }, angle = -pi / 2 }, { 0, 0, 1 } },
  { { 1, -1, 0 }, { axis = { 0, 1, 0 }, angle = -pi / 2 }, { 1, 0, 0 } },
  { { 1, -1, 1 }, { axis = { 0, 0, 1 }, angle = pi }, { 0, 1, 0 } },
  { { 0, -1, 1 }, { axis = { 0, 0, 1 }, angle = pi / 2 }, { 0, 0, 1 } },
}

local function bricard(parametrization, steps)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies, last = {}, m.ground
  for i, rod in ipairs(rods) do
    bodies[i] = m:rigid { mass = 1, inertia = { 0.0016666666666666668, 0.33416666666666667, 0.33416666666666667, 0, 0, 0 }, com = { 0.5, 0, 0 },
      position = rod[1], rotation = rod[2], parametrization = parametrization }
    m:revolute { last, bodies[i], at = rod[1], along = rod[3] }
    last = bodies[i]
  end
  m:generic_joint { "closing", last, m.ground, at = { 0, 0, 1 }, locked = { 1, 1, 1, 0, 1, 1 } }
  local said = case.heard(m.solve_dynamic, m, { t_end = 1, steps = steps, spectral_radius = 0.9, newton = { modified = true } })
  return bodies, said
end

do
  local bodies, said = bricard("euler", 1000)
  local sum = 0
  for _, body in ipairs(bodies) do
    for _, value in ipairs(body:output "coordinates") do sum = sum + value * value end
  end
  tap.near_rel(math.sqrt(sum), 2.172189586067942, 1e-8, "bricardMechanism")
  -- 25 rows of hinges, 5 of the closing joint, 5 lengths of Euler parameters; one degree of freedom, so rank 34 everywhere
  case.says(said, { "35 rows, rank 34: redundant", "'closing' (generic_joint) row rz" }, "bricardMechanism, the redundant row")
  said = select(2, bricard("lie", 10))
  case.says(said, { "30 rows, rank 29: redundant", "'closing' (generic_joint) row rz" }, "the same with 6 coordinates a body")
  tap.raises(function() bricard("tait_bryan", 10) end, { "90 degrees", "singular", '"lie"' },
    "bricardMechanism, its third rod starts where the angles are singular")
  -- the limit, from minimum-norm accelerations integrated to 1e-10 with a rule of order 8: start of the fourth rod at 1 s
  local want = { 0.510501461, -1.649167599, 0.140123115 }
  for c, name in ipairs { "x", "y", "z" } do
    local function coordinate(p, steps) return bricard(p, steps)[4]:output "position"[c] end
    same_limit(coordinate, { "euler", "lie" }, 125, "bricardMechanism, " .. name, want[c])
  end
end

-- ---- driveTrainTest: angle of a crank with four pistons, gears and a flywheel at 0.1 s ----

local function about_z(angle, x) return { math.cos(angle) * x[1] - math.sin(angle) * x[2], math.sin(angle) * x[1] + math.cos(angle) * x[2], x[3] } end

-- Two conrods of 0.5 m start tilted by atan 0.2, not asin 0.2, so the pins that crank and piston give them are 0.50038 m apart.
local function engine(parametrization, steps, newton)
  local m = yoke.model {}
  local crank = m:rigid { mass = 0.98125, inertia = { 1.0221354166667e-4, 3.32194010416667e-3, 3.32194010416667e-3, 0, 0, 0 },
    parametrization = parametrization }
  m:generic_joint { crank, m.ground, at = { 0, 0, -0.025 }, locked = { 0, 0, 1, 1, 1, 0 } }
  for _, z in ipairs { -0.025, 0.15 } do
    m:cartesian_spring_damper { crank, m.ground, at = { 0, 0, z }, stiffness = { 1e4, 1e4, 0 }, damping = { 200, 200, 0 } }
  end
  for i = 0, 3 do
    local angle, across, z = i * pi / 2, i % 2 == 1, i < 2 and 0.05 or 0.15
    local tilt = across and math.atan(0.1, 0.5) or 0
    local middle = about_z(angle, across and { 0.25, -0.05, z } or { 0.35, 0, z })
    local head = about_z(angle, { across and 0.5 * math.cos(tilt) or 0.6, 0, z })
    local conrod = m:rigid { mass = 2.453125, inertia = { 2.5553385416667e-4, 0.05123453776041666, 0.05123453776041666, 0, 0, 0 },
      position = middle, rotation = angle + tilt, parametrization = parametrization }
    local piston = m:mass1d { mass = i == 3 and 0.3 or 0.2, origin = head, axis = about_z(angle, { 1, 0, 0 }) }
    m:generic_joint { crank, conrod, at = { i < 2 and 0.1 or -0.1, 0, z - 0.025 }, locked = { 1, 1, 1, 1, 1, 0 } }
    m:spherical { piston, conrod, at = head, locked = { 1, 1, 0 } }
  end
  local big, small = 0.31212213887266715, 0.0038533597391687325
  local wheel = {}
  for i, inertia in ipairs { big, small, big, small, 5 * big } do
    wheel[i] = m:rotor { inertia = inertia, origin = { 0, 0, i == 5 and 0.225 or -0.05 } }
  end
  m:generic_joint { crank, wheel[1], at = { 0, 0, -0.025 }, locked = { 0, 0, 0, 0, 0, 1 } }
  m:coordinate { wheel[1]:coordinate(1), wheel[2]:coordinate(1), factor1 = -1 / 3 }
  m:coordinate { wheel[2]:coordinate(1), wheel[3]:coordinate(1) }
  m:coordinate { wheel[3]:coordinate(1), wheel[4]:coordinate(1), factor1 = -1 / 3 }
  m:coordinate { wheel[5]:coordinate(1), crank:rotation_coordinate(3), velocity_level = true }
  m:load { wheel[4]:coordinate(1), 100, to = 0.25 }
  m:solve_dynamic { t_end = 0.1, steps = steps, method = "trapezoidal", newton = newton }
  return crank:output "rotation"[3], wheel[5]:output "angle"
end

do
  local crank, wheel = engine("euler", 1000, { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 })
  tap.near_rel(crank, 0.8813196520692116, 1e-8, "driveTrainTest, crank angle")
  -- Euler parameters turn the crank a little less than the rate that the flywheel has of it
  tap.near(crank - wheel, -9.269846545922888e-08, 1e-12, "driveTrainTest, crank less flywheel")
  for _, p in ipairs { "lie", "tait_bryan" } do
    crank, wheel = engine(p, 100)
    tap.near(crank - wheel, 0, 1e-12, "driveTrainTest, crank less flywheel, " .. p)
  end
  same_limit(engine, { "euler", "lie", "tait_bryan" }, 50, "driveTrainTest, crank angle")
end

-- ---- relativeRotationTranslationMechanism: displacements after two periods of a drive through two sliders and two hinges ----

local function wave(t) return 0.3 * (1 - math.cos(2 * pi * t)) end

local function geared(parametrization, t_end)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies = {}
  for i, position in ipairs { { 0.2, 0, 0 }, { 0.4, 0, -0.2 }, { 0.6, 0, -0.4 }, { 1, 0, -0.4 } } do
    bodies[i] = m:rigid { mass = 4, inertia = { 0.006666666666666667, 0.05666666666666668, 0.05666666666666668, 0, 0, 0 }, position = position,
      rotation = { axis = { 0, 1, 0 }, angle = i == 2 and pi / 2 or 0 }, parametrization = parametrization }
  end
  local first = m:prismatic { m.ground, bodies[1], at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  local skew = m:revolute { bodies[1], bodies[2], at = { 0.4, 0, 0 }, along = { 1, 1, 1 } }
  local hinge = m:revolute { bodies[2], bodies[3], at = { 0.4, 0, -0.4 }, along = { 0, 1, 0 } }
  local last = m:prismatic { bodies[3], bodies[4], at = { 0.8, 0, -0.4 }, along = { 0, 0, 1 } }
  m:coordinate { m.ground:coordinate(1), first:coordinate "distance", offset_function = wave }
  m:coordinate { first:coordinate "distance", skew:coordinate "angle", factor1 = 1 / (2 * pi) }
  m:coordinate { skew:coordinate "angle", hinge:coordinate "angle", factor1 = -1, offset_function = wave }
  m:coordinate { hinge:coordinate "angle", last:coordinate "distance", factor1 = 6 * pi }
  m:solve_dynamic { t_end = t_end, step = 1e-3, spectral_radius = 0.8, newton = { modified = true } }
  return bodies, { first:output "distance", skew:output "angle", hinge:output "angle", last:output "distance" }
end

do
  local far = {}
  for _, p in ipairs { "euler", "lie" } do
    local bodies, reading = geared(p, 2)
    local sum = 0
    for _, body in ipairs(bodies) do
      for _, value in ipairs(body:output(p == "euler" and "coordinates" or "displacement")) do sum = sum + value * value end
    end
    tap.near(math.sqrt(sum), 0, 1e-9, "relativeRotationTranslationMechanism, back after 2 s, " .. p)
    tap.near_list(reading, { 0, 0, 0, 0 }, 1e-9, "relativeRotationTranslationMechanism, readings at 2 s, " .. p)
    -- the wave is 0.6 at 0.5 s; the first hinge turns by 2 pi 0.6, more than half a turn, the second by -(1.2 pi + 0.6)
    bodies, reading = geared(p, 0.5)
    tap.near_list(reading, { 0.6, 1.2 * pi, -1.2 * pi - 0.6, -0.2 - 0.1 / pi }, 1e-9,
      "relativeRotationTranslationMechanism, readings at 0.5 s, " .. p)
    far[p] = bodies[4]:output "position"
  end
  tap.near_list(far.lie, far.euler, 1e-9, "relativeRotationTranslationMechanism, the last body at 0.5 s")
end

tap.done()
