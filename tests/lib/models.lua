-- models.lua - the bench models A to G, for `make bench` and for tests, and S and T to see how time grows.
--
-- models[name](N, law) returns { model =, bodies = { {body, mass}, ... }, place = function() ... end } - place: where the numbers of
-- models.reference are read, after a solve - and what it is run with: { h =, T =, rho = }.

local yoke = require "yoke"

local models = {}

-- Where the motion is at the time T of the reference: A, C, E and G by Taylor series in 25 digits of a derivation in least
-- coordinates, B and D by an extrapolated midpoint rule in long double; `T` where it is not that of the run.
models.reference = {
  A = { T = 10, { 0.49993215410276, 0.00823658267557589 } },
  B = {
    [2] = { -1.662115135816128, -1.041466637193225 }, [10] = { 7.527229015560357, -4.906262319715001 },
    [40] = { 38.65190468030463, -4.905000000000038 }, [160] = { 159.1847278519465, -4.905000000000003 },
    [640] = { 639.4938334839335, -4.905 },
  },
  C = {
    { 0.478385057760971, 0.878150178791209 }, [10] = { 0.204353560989771, 0.978897146828304 },
    [40] = { 0.180512226686728, 0.983572740582312 },
  },
  D = {
    [10] = { 2.306686672760181, 1.301565156359272, 0.3266847669605973 }, [100] = { 8.404596089873866, -0.01574176900077239, 17.42015578314496 },
    [400] = { 32.95218495782842, 8.603869158397426, 64.51235580033419 },
  },
  E = { { 1.08262233600248, 1.13172129093637 } },
  G = { [2] = { 0.3135247764501816, -1.914746617562305 } },
}

local function rod(m, mass, length, x, y, angle, more)
  more = more or {}
  more.mass, more.inertia = mass, more.inertia or mass * length ^ 2 / 12
  more.position, more.angle = { x, y }, angle
  return m:rigid2d(more)
end

-- bodies of one mass
local function all(bodies, mass)
  local list = {}
  for i, b in ipairs(bodies) do list[i] = { b, mass } end
  return list
end

local function position_of(marker) return function() return marker:output "position" end end

-- one rigid pendulum
function models.A()
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local b = rod(m, 12, 1, 0.5, 0, 0, { inertia = 1, velocity = { 0, 1 }, angular_velocity = 2 })
  m:revolute2d { m.ground, b:at { -0.5, 0 } }
  return { model = m, bodies = all({ b }, 12), place = position_of(b) }, { h = 0.002, T = 200, rho = 0.7 }
end

-- a chain of N links
function models.B(N)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local point, bodies = m.ground, {}
  for i = 1, N do
    bodies[i] = rod(m, 1, 1, i - 0.5, 0, 0)
    m:revolute2d { point, bodies[i]:at { -0.5, 0 } }
    point = bodies[i]:at { 0.5, 0 }
  end
  return { model = m, bodies = all(bodies, 1), place = position_of(point) }, { h = 1e-3, T = 1, rho = 0.8 }
end

-- N four-bars in a row: cranks upright, couplers level
function models.C(N)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies, first, top = {}, nil, nil
  for i = 0, N do
    local crank = rod(m, 1, 1, i, 0.5, math.pi / 2, { velocity = { 0.5, 0 }, angular_velocity = -1 })
    bodies[#bodies + 1], first = crank, first or crank
    m:revolute2d { m.ground:at { i, 0 }, crank:at { -0.5, 0 } }
    if top then m:revolute2d { top, crank:at { 0.5, 0 } } end
    if i < N then
      local coupler = rod(m, 1, 1, i + 0.5, 1, 0, { velocity = { 1, 0 } })
      bodies[#bodies + 1] = coupler
      m:revolute2d { crank:at { 0.5, 0 }, coupler:at { -0.5, 0 } }
      top = coupler:at { 0.5, 0 }
    end
  end
  return { model = m, bodies = all(bodies, 1), place = position_of(first:at { 0.5, 0 }) }, { h = 1e-3, T = 10, rho = 0.8 }
end

-- a star: a hub with N rods hinged to its rim
function models.S(N)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies = { m:rigid2d { mass = 10, inertia = 10 } }
  m:revolute2d { m.ground, bodies[1] }
  for i = 1, N do
    local angle = 2 * math.pi * i / N
    local x, y = math.cos(angle), math.sin(angle)
    bodies[i + 1] = rod(m, 1, 1, 1.5 * x, 1.5 * y, angle)
    m:revolute2d { bodies[1]:at { x, y }, bodies[i + 1]:at { -0.5, 0 } }
  end
  return { model = m, bodies = all(bodies, 1), place = position_of(bodies[1]:at { 1, 0 }) }, { h = 1e-3, T = 0.05, rho = 0.8 }
end

-- a tree of N rods: from the end of each hang two
function models.T(N)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies, x, y = {}, { [0] = 0 }, { [0] = 0 }
  for i = 1, N do
    local above, angle = i // 2, -math.pi / 2 + (i == 1 and 0 or i % 2 == 0 and -0.3 or 0.3)
    local c, s = math.cos(angle), math.sin(angle)
    bodies[i] = rod(m, 1, 1, x[above] + 0.5 * c, y[above] + 0.5 * s, angle)
    x[i], y[i] = x[above] + c, y[above] + s
    m:revolute2d { i == 1 and m.ground or bodies[above]:at { 0.5, 0 }, bodies[i]:at { -0.5, 0 } }
  end
  return { model = m, bodies = all(bodies, 1), place = position_of(bodies[N]:at { 0.5, 0 }) }, { h = 1e-3, T = 0.05, rho = 0.8 }
end

-- a spatial chain of N bricks, each hinged about an axis that turns from brick to brick
function models.D(N)
  local function product(A, B)
    local C = { {}, {}, {} }
    for i = 1, 3 do
      for k = 1, 3 do C[i][k] = A[i][1] * B[1][k] + A[i][2] * B[2][k] + A[i][3] * B[3][k] end
    end
    return C
  end
  local m = yoke.model { gravity = { 0, 0, 9.81 } }
  local a, b, bodies = 0.01 * math.pi, 0.02 * math.pi, {}
  local twist = product({ { 1, 0, 0 }, { 0, math.cos(a), -math.sin(a) }, { 0, math.sin(a), math.cos(a) } },
    { { math.cos(b), -math.sin(b), 0 }, { math.sin(b), math.cos(b), 0 }, { 0, 0, 1 } })
  local A, tip = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 }
  for i = 1, N do
    local centre = {}
    for k = 1, 3 do centre[k] = tip[k] + 0.2 * A[k][1] end
    bodies[i] = m:rigid { mass = 4, inertia = { 4 / 12 * 0.02, 4 / 12 * 0.17, 4 / 12 * 0.17, 0, 0, 0 }, position = centre, rotation = A }
    m:revolute { i > 1 and bodies[i - 1]:frame { position = { 0.2, 0, 0 }, rotation = twist } or m.ground, bodies[i]:at { -0.2, 0, 0 } }
    for k = 1, 3 do tip[k] = tip[k] + 0.4 * A[k][1] end
    A = product(A, twist)
  end
  return { model = m, bodies = all(bodies, 4), place = position_of(bodies[N]) }, { h = 1e-3, T = 1, rho = 0.8 }
end

-- a slider-crank with a spring on the slider; law: a function of the script in place of the built-in one
function models.E(_, law)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local w, xs = 2 * math.pi, math.sqrt(0.75)
  local crank = rod(m, 2, 0.5, 0, 0.25, math.pi / 2, { velocity = { -0.25 * w, 0 }, angular_velocity = w })
  local link = rod(m, 4, 1, xs / 2, 0.25, -math.asin(0.5), { velocity = { -0.5 * w, 0 } })
  local slider = rod(m, 1, 1, xs, 0, 0, { inertia = 1, velocity = { -0.5 * w, 0 } })
  m:revolute2d { m.ground, crank:at { -0.25, 0 } }
  m:revolute2d { crank:at { 0.25, 0 }, link:at { -0.5, 0 } }
  m:revolute2d { link:at { 0.5, 0 }, slider }
  m:coordinate { m.ground:coordinate(1), slider:coordinate(2) }
  m:coordinate { m.ground:coordinate(1), slider:coordinate(3) }
  m:coordinate_spring_damper { m.ground:coordinate(1), slider:coordinate(1), stiffness = 200, damping = 0.5, force = law }
  return { model = m, bodies = { { crank, 2 }, { link, 4 }, { slider, 1 } }, spring = { slider, 200, xs },
    place = function() return { crank:output "angle", slider:output "position"[1] } end }, { h = 1e-3, T = 10, rho = 0.8 }
end

-- the double pendulum over 2 s
function models.G()
  local g, o = models.B(2)
  o.T = 2
  return g, o
end

-- No bench model: a four-bar that turns (crank 0.5, coupler 1.6, rocker 1, ground 1.5 m), without a singular pose; to be assembled.
function models.turning(gravity, crank_mass, spin)
  local m = yoke.model { gravity = gravity }
  local crank = m:rigid2d { mass = crank_mass, inertia = 0.1, position = { 0, 0.25 }, angle = math.pi / 2 }
  local link = m:rigid2d { mass = 1, inertia = 0.2 }
  local rocker = m:rigid2d { mass = 1, inertia = 0.1, position = { 1.5, 0.5 }, angle = math.pi / 2 }
  m:revolute2d { m.ground, crank:at { -0.25, 0 }, angle_rate_start = spin }
  m:revolute2d { crank:at { 0.25, 0 }, link:at { -0.8, 0 } }
  m:revolute2d { link:at { 0.8, 0 }, rocker:at { 0.5, 0 } }
  m:revolute2d { m.ground:at { 1.5, 0 }, rocker:at { -0.5, 0 } }
  return { model = m, bodies = { { crank, crank_mass }, { link, 1 }, { rocker, 1 } } }
end

-- Distance of two places.
function models.distance(a, b)
  local sum = 0
  for i, x in ipairs(b) do sum = sum + (a[i] - x) ^ 2 end
  return math.sqrt(sum)
end

return models
