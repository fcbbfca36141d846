-- modes.lua - eigenvalues and linearised equations about a pose against closed forms.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g, pi, sqrt = 9.81, math.pi, math.sqrt

-- Angular frequencies |s| of all modes.
local function pulsations(list)
  local out = {}
  for k = 1, #list do out[k] = 2 * pi * list[k].frequency end
  return out
end

local function near(list, want, tolerance, name)
  local got, worst = pulsations(list), 0
  for k, w in ipairs(want) do worst = case.worse(worst, math.abs((got[k] or 1e9) - w) / math.max(w, 1)) end
  return tap.ok(#got == #want and worst <= tolerance, name, { "got", table.concat(got, ", ") }, { "want", table.concat(want, ", ") }, { "worst", worst })
end

-- ---- pendulums: sqrt(g / l); two equal ones under each other: g / l (2 -+ sqrt 2) ----

local function pendulum(l, up)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bob = m:point2d { "bob", mass = 50, position = { 0, up and l or -l } }
  m:distance { m.ground, bob, distance = l }
  return m, bob
end

local m = pendulum(0.7)
local modes = m:modes {}
near(modes, { sqrt(g / 0.7) }, 1e-12, "pendulum: sqrt(g / l)")
tap.is(modes[1].damping, 0, "pendulum: no damping")
tap.is(modes[1].shape["bob.x"], 1, "pendulum: the bob moves along x")
tap.is(modes[1].shape["bob.y"], 0, "pendulum: and not along y")
local lin = m:linearize {}
tap.is(lin.coordinates[1], "bob.x", "pendulum: the coordinate that is chosen")
tap.near_rel(lin.K[1][1], 50 * g / 0.7, 1e-12, "pendulum: K = m g / l comes from the multiplier and the curvature of the circle")
tap.near_rel(lin.M[1][1], 50, 1e-12, "pendulum: M")
tap.is(lin.D[1][1], 0, "pendulum: D")
tap.near_list({ lin.T[1][1], lin.T[2][1] }, { 1, 0 }, 1e-15, "pendulum: T")
tap.ok(lin.equilibrium and not lin.moving, "pendulum: hanging is an equilibrium")

modes = pendulum(0.7, true):modes {}
tap.near_rel(modes[1].eigenvalue.re, sqrt(g / 0.7), 1e-12, "standing pendulum: a positive real eigenvalue")
tap.ok(modes[1].unstable and modes[1].damping == -1 and modes[1].damped_frequency == 0, "standing pendulum: unstable")
case.says(tostring(modes), { "1 mode, undamped", "unstable", "bob.x 1" }, "standing pendulum: printed")

local function double_pendulum(hinges)
  m = yoke.model { gravity = { 0, -g, 0 } }
  local before, place = m.ground, { 0, 0 }
  for k = 1, 2 do
    -- a mass at the end of a light rod
    local rod = m:rigid2d { "rod" .. k, mass = 3, inertia = 1e-9, com = { 0, -0.4 }, inertia_about = "com", position = place }
    for _ = 1, hinges do m:revolute2d { before, rod } end
    before, place = rod:at { 0, -0.4 }, { 0, -0.4 * k }
  end
  return m
end
local two = { sqrt(g / 0.4 * (2 - sqrt(2))), sqrt(g / 0.4 * (2 + sqrt(2))) }
near(double_pendulum(1):modes {}, two, 1e-8, "double pendulum")
local said, list = case.heard(function() return double_pendulum(2):modes {} end)
near(list, two, 1e-8, "double pendulum with doubled hinges: the same")
tap.is(said, "", "double pendulum with doubled hinges: nothing to say")
tap.near_list(pulsations(double_pendulum(2):modes { count = 1 }), { two[1] }, 1e-8, "count = 1")
near(double_pendulum(2):modes { count = math.maxinteger }, two, 1e-8, "count: more than there are")

-- ---- a chain between walls: 2 sqrt(k/m) sin(i pi / 2(n+1)); free: 2 sqrt(k/m) sin(i pi / 2n), i from 0 ----

local function chain(n, free, stiffness)
  m = yoke.model {}
  local first
  for k = 1, n do
    local body = m:mass1d { "c" .. k, mass = 2 }
    if k > 1 or not free then
      m:coordinate_spring_damper { first and first:coordinate(1) or m.ground:coordinate(1), body:coordinate(1), stiffness = stiffness }
    end
    first = body
  end
  if not free then m:coordinate_spring_damper { first:coordinate(1), m.ground:coordinate(1), stiffness = stiffness } end
  return m
end
local want = {}
for i = 1, 12 do want[i] = 2 * sqrt(800 / 2) * math.sin(i * pi / 26) end
near(chain(12, false, 800):modes {}, want, 1e-12, "chain of 12 masses")
for i = 0, 9 do want[i + 1] = 2 * sqrt(1e9 / 2) * math.sin(i * pi / 20) end
list = chain(10, true, 1e9):modes {}
tap.is(list[1].frequency, 0, "free chain: frequency 0 exactly")
tap.ok(list[1].rigid and not list[2].rigid, "free chain: one rigid body mode")
tap.near_list({ list[1].shape["c1.x"], list[1].shape["c10.x"] }, { 1, 1 }, 1e-12, "free chain: all move as one")
near({ table.unpack(list, 2) }, { table.unpack(want, 2, 10) }, 1e-11, "free chain: the others")
case.says(tostring(list), "rigid body", "free chain: printed")

-- a soft pendulum beside a stiff spring is no rigid body
m = pendulum(1)
local stiff = m:mass1d { mass = 1e-3 }
m:coordinate_spring_damper { m.ground:coordinate(1), stiff:coordinate(1), stiffness = 1e9 }
near(m:modes {}, { sqrt(g), 1e6 }, 1e-10, "a soft and a stiff mode, twelve decades of stiffness apart")

-- ---- a shaft with two discs: 0 and sqrt(k (J1 + J2) / (J1 J2)); damping of the shaft ----

for _, damping in ipairs { 0, 0.3 } do
  m = yoke.model {}
  local one, other = m:rotor { "one", inertia = 0.2 }, m:rotor { "other", inertia = 0.5 }
  m:coordinate_spring_damper { one:coordinate(1), other:coordinate(1), stiffness = 40, damping = damping }
  local w = sqrt(40 * 0.7 / 0.1)
  list = m:modes {}
  near(list, { 0, w }, 1e-12, ("shaft, damping %.1f"):format(damping))
  tap.ok(list[1].rigid and #list == 2, ("shaft, damping %.1f: turning as one, once"):format(damping))
  tap.near(list[2].damping, damping * w / 80, 1e-12, ("shaft, damping %.1f: zeta = d w / 2 k"):format(damping))
  local ratio = list[2].shape["one.angle"] / list[2].shape["other.angle"]
  tap.near(ratio, -2.5, 1e-10, ("shaft, damping %.1f: the node"):format(damping))
end

-- ---- an oscillator: zeta = c / (2 sqrt(k m)); beyond 1 two real eigenvalues ----

local function oscillator(c)
  m = yoke.model {}
  local x = m:mass1d { "x", mass = 2 }
  m:coordinate_spring_damper { m.ground:coordinate(1), x:coordinate(1), stiffness = 50, damping = c }
  return m
end
list = oscillator(4):modes {}
tap.near_rel(list[1].damping, 0.2, 1e-12, "oscillator: damping ratio")
near(list, { 5 }, 1e-12, "oscillator: frequency is that without damping")
tap.near_rel(list[1].damped_frequency, 5 * sqrt(1 - 0.04) / (2 * pi), 1e-12, "oscillator: damped_frequency")
tap.near_list({ list[1].eigenvalue.re, list[1].eigenvalue.im }, { -1, 5 * sqrt(0.96) }, 1e-11, "oscillator: eigenvalue")
tap.ok(list.damped and list[1].shape_im, "oscillator: a complex shape")
list = oscillator(4):modes { damped = false }
tap.ok(not list.damped and list[1].damping == 0 and not list[1].shape_im, "oscillator: damped = false leaves it out")
list = oscillator(52):modes {}
tap.near_list({ list[1].eigenvalue.re, list[2].eigenvalue.re }, { -1, -25 }, 1e-10, "overdamped: two real eigenvalues") -- 2 s^2 + 52 s + 50
tap.ok(#list == 2 and list[1].damping == 1 and list[1].damped_frequency == 0, "overdamped: two modes of damping 1")
case.says(tostring(list), "does not oscillate", "overdamped: printed")
-- without inertia: only -k / c is left
m = yoke.model {}
m:coordinate_spring_damper { m.ground:coordinate(1), m:mass1d { mass = 0 }:coordinate(1), stiffness = 50, damping = 4 }
list = m:modes {}
tap.is(#list, 1, "a damper and a spring without mass: one mode")
tap.near_rel(list[1].eigenvalue.re, -12.5, 1e-12, "a damper and a spring without mass: -k / c")
case.says(tostring(list), "without inertia left out", "a damper and a spring without mass: printed")
-- two springs in a row with nothing between
m = yoke.model {}
local between, mass = m:mass1d { mass = 0 }, m:mass1d { mass = 2 }
m:coordinate_spring_damper { m.ground:coordinate(1), between:coordinate(1), stiffness = 100 }
m:coordinate_spring_damper { between:coordinate(1), mass:coordinate(1), stiffness = 100 }
near(m:modes {}, { 5 }, 1e-12, "two springs in a row with nothing between")

-- ---- laws of the script: about u with k + 3 k3 u^2 ----

m = yoke.model { gravity = { 0, -g, 0 } }
mass = m:point2d { "mass", mass = 4, position = { 0, -1 } }
m:prismatic2d { m.ground, mass, constrain_rotation = false, axis0 = { 0, 1 }, normal1 = { 1, 0 } }
m:spring_damper { m.ground, mass, rest_length = 1, stiffness = 300, damping = 5,
  force = function(_, u, v, k, d) return k * u + 2e4 * u ^ 3 + d * v end }
list = m:modes { at = "equilibrium" }
local u = -1 - mass:output "position"[2]
tap.near(300 * u + 2e4 * u ^ 3, 4 * g, 1e-7, "a law in Lua: the equilibrium is that of the law")
near(list, { sqrt((300 + 6e4 * u ^ 2) / 4) }, 1e-9, "a law in Lua: stiffness about it")
tap.near_rel(list[1].damping, 5 / (2 * sqrt((300 + 6e4 * u ^ 2) * 4)), 1e-9, "a law in Lua: damping")
near(m:modes { continue = true }, pulsations(list), 1e-12, "continue = true: about where the last solve ended")
said = case.heard(m.modes, m, {})
case.says(said, { "warning: the pose is no equilibrium", "at = \"equilibrium\"" }, "away from it: a warning")

-- ---- a spring between coordinates of joints ----

m = yoke.model {}
local left, right = m:rigid2d { "left", mass = 1, inertia = 0.5 }, m:rigid2d { "right", mass = 1, inertia = 0.25, position = { 3, 0 } }
local h0, h1 = m:revolute2d { m.ground, left }, m:revolute2d { m.ground:at { 3, 0 }, right }
m:coordinate_spring_damper { h0:coordinate "angle", h1:coordinate "angle", stiffness = 10 }
m:coordinate_spring_damper { m.ground:coordinate(1), h0:coordinate "angle", stiffness = 5 }
do -- J = diag(0.5, 0.25), K = [15 -10; -10 10]
  local b, c = 15 / 0.5 + 10 / 0.25, 50 / 0.125
  near(m:modes {}, { sqrt((b - sqrt(b * b - 4 * c)) / 2), sqrt((b + sqrt(b * b - 4 * c)) / 2) }, 1e-11, "springs between angles of hinges")
end

-- ---- a crank with a mass off its axis, a rod without mass, a slider on a spring ----

do -- V = m g s sin th + k (x - x0)^2 / 2, x = r cos th + sqrt(l^2 - r^2 sin^2 th);  x0 so that V' = 0
  local r, l, th, ms, s, k, J, ml = 0.3, 0.8, 0.9, 2, 0.2, 500, 0.15, 1.5
  local root = sqrt(l ^ 2 - (r * math.sin(th)) ^ 2)
  local x, x1 = r * math.cos(th) + root, -r * math.sin(th) - r ^ 2 * math.sin(2 * th) / (2 * root)
  local x2 = -r * math.cos(th) - r ^ 2 * math.cos(2 * th) / root - r ^ 4 * math.sin(2 * th) ^ 2 / (4 * root ^ 3)
  local spring = -ms * g * s * math.cos(th) / x1 -- k (x - x0)
  local V2, inertia = -ms * g * s * math.sin(th) + k * x1 ^ 2 + spring * x2, J + ml * x1 ^ 2
  m = yoke.model { gravity = { 0, -g, 0 } }
  local crank = m:rigid2d { "crank", mass = ms, inertia = J, com = { s, 0 }, inertia_about = "reference", angle = th }
  local slider = m:point2d { "slider", mass = ml, position = { x, 0 } }
  m:revolute2d { m.ground, crank }
  m:prismatic2d { m.ground, slider, constrain_rotation = false }
  m:distance { crank:at { r, 0 }, slider, distance = l }
  m:cartesian_spring_damper { m.ground, slider, stiffness = { k, 0, 0 }, offset = { x - spring / k, 0, 0 } }
  lin = m:linearize {}
  tap.ok(lin.equilibrium, "slider-crank: in equilibrium")
  near(m:modes {}, { sqrt(V2 / inertia) }, 1e-10, "slider-crank with gravity and a spring under load")
end

-- ---- Ziegler's column: a force that follows; flutter beyond P = (7/2 - sqrt 2) k / l ----

local function ziegler(P)
  m = yoke.model {}
  local a = m:rigid2d { "a", mass = 2, inertia = 1e-10, com = { 0, 1 }, inertia_about = "com" }
  local b = m:rigid2d { "b", mass = 1, inertia = 1e-10, com = { 0, 1 }, inertia_about = "com", position = { 0, 1 } }
  m:revolute2d { m.ground, a }
  m:revolute2d { a:at { 0, 1 }, b }
  m:torsional_spring_damper2d { m.ground, a, stiffness = 10 }
  m:torsional_spring_damper2d { a, b, stiffness = 10 }
  m:force { b:at { 0, 1 }, { 0, -P }, body_fixed = true }
  return m
end
for _, P in ipairs { 15, 25 } do -- det([2k - P - 3 w2, P - k - w2; -k - w2, k - w2]) = 2 w2^2 - (7 k - 2 P) w2 + k^2
  local k = 10
  local half, c = (7 * k - 2 * P) / 4, k * k / 2
  list = ziegler(P):modes {}
  if half ^ 2 > c then
    near(list, { sqrt(half - sqrt(half ^ 2 - c)), sqrt(half + sqrt(half ^ 2 - c)) }, 1e-7, "column under a following force: it oscillates")
    tap.near(list[1].eigenvalue.re, 0, 1e-6, "column under a following force: it neither grows nor decays")
  else
    local modulus, re2 = sqrt(c), half -- w2 = half +- i sqrt(c - half^2), s = i w
    local w_im = sqrt((modulus - re2) / 2)
    table.sort(list, function(x, y) return x.eigenvalue.re < y.eigenvalue.re end)
    tap.near(list[2].eigenvalue.re, w_im, 1e-7, "column under a following force: flutter grows")
    tap.near(list[1].eigenvalue.re, -w_im, 1e-7, "column under a following force: and one decays")
    tap.ok(list[2].unstable and list[2].eigenvalue.im > 1, "column under a following force: unstable and oscillating")
  end
end

-- ---- a plate that hangs on an axis, in all rotation coordinates: w^2 = m g s / (J + m s^2) ----

for _, parametrization in ipairs { "lie", "euler", "tait_bryan" } do
  m = yoke.model { gravity = { 0, -g, 0 } }
  local axis = { math.sin(0.3), 0, math.cos(0.3) }
  local plate = m:rigid { "plate", mass = 2, inertia = { 0.1, 0.22, 0.3 }, inertia_about = "com", position = { 0, -0.5, 0 },
    parametrization = parametrization }
  m:revolute { m.ground, plate, at = { 0, 0, 0 }, along = axis }
  local J = 0.1 * axis[1] ^ 2 + 0.3 * axis[3] ^ 2 + 2 * 0.25
  list = m:modes {}
  near(list, { sqrt(2 * g * 0.5 / J) }, 1e-10, "plate on an axis, " .. parametrization)
  tap.near_list({ list[1].shape["plate.y"], list[1].shape["plate.z"] / list[1].shape["plate.x"] }, { 0, -math.tan(0.3) }, 1e-10,
    "plate on an axis: its centre moves across it, " .. parametrization)
  -- on springs in all directions: six modes
  m = yoke.model {}
  plate = m:rigid { "plate", mass = 2, inertia = { 0.1, 0.22, 0.3 }, parametrization = parametrization }
  tap.is(#m:modes {}, 6, "a free body, " .. parametrization .. ": six modes")
  tap.ok(m:modes {}[6].rigid, "a free body, " .. parametrization .. ": all of them rigid")
  m:rigid_spring_damper { m.ground, plate, stiffness = { { 200, 0, 0, 0, 0, 0 }, { 0, 800, 0, 0, 0, 0 }, { 0, 0, 1800, 0, 0, 0 },
    { 0, 0, 0, 40, 0, 0 }, { 0, 0, 0, 0, 198, 0 }, { 0, 0, 0, 0, 0, 480 } } }
  near(m:modes {}, { 10, 20, 20, 30, 30, 40 }, 1e-9, "a body on six springs, " .. parametrization)
end

-- ---- a top that spins upright: w = (C W -+ sqrt(C^2 W^2 - 4 A m g l)) / 2 A ----

for _, parametrization in ipairs { "lie", "tait_bryan" } do
  for _, W in ipairs { 120, 30 } do
    local A, C, mgl = 0.05, 0.02, 1.5 * g * 0.1
    m = yoke.model { gravity = { 0, 0, -g } }
    local top = m:rigid { "top", mass = 1.5, inertia = { A, A, C }, inertia_about = "reference", com = { 0, 0, 0.1 },
      angular_velocity = { 0, 0, W }, parametrization = parametrization }
    m:spherical { m.ground, top }
    said, list = case.heard(m.modes, m, {})
    local under, what = (C * W) ^ 2 - 4 * A * mgl, (" of a top at %g rad/s, %s"):format(W, parametrization)
    case.says(said, "the state moves", "what is told" .. what)
    tap.ok(list[1].rigid, "turning about its axis" .. what)
    if under > 0 then
      near({ list[2], list[3] }, { (C * W - sqrt(under)) / (2 * A), (C * W + sqrt(under)) / (2 * A) }, 1e-9, "slow and fast precession" .. what)
      tap.near(list[2].eigenvalue.re, 0, 1e-8, "it stands" .. what)
    else
      tap.near(list[3].eigenvalue.re, sqrt(-under) / (2 * A), 1e-8, "it falls" .. what)
    end
  end
end

-- ---- a rotor between springs: bouncing sqrt(4 k / m), whirling (sqrt(C^2 W^2 + 4 A kt) -+ C W) / 2 A ----

do
  local A, C, W, k, b = 0.8, 0.3, 500, 2e5, 0.4
  m = yoke.model {}
  local rotor = m:rigid { "rotor", mass = 10, inertia = { A, A, C }, angular_velocity = { 0, 0, W } }
  for _, z in ipairs { -b, b } do
    m:cartesian_spring_damper { m.ground:at { 0, 0, z }, rotor:at { 0, 0, z }, stiffness = { k, k, k } }
  end
  said, list = case.heard(m.modes, m, {})
  local kt = 2 * k * b * b
  local root, w = sqrt((C * W) ^ 2 + 4 * A * kt), sqrt(2 * k / 10)
  local all = { 0, w, w, w, (root - C * W) / (2 * A), (root + C * W) / (2 * A) }
  table.sort(all)
  near(list, all, 1e-9, "a rotor in springs: whirling backwards and forwards")
end

-- ---- a pendulum on a merry-go-round: W sqrt(R / l), held by nothing but its motion ----

do
  local R, l, W = 2, 0.5, 3
  m = yoke.model {}
  local wheel = m:rigid2d { "wheel", mass = 1, inertia = 1, angular_velocity = W, angle = 0.4 }
  local c, s = math.cos(0.4), math.sin(0.4)
  local bob = m:rigid2d { "bob", mass = 3, inertia = 1e-9, inertia_about = "com", com = { l, 0 }, angle = 0.4, angular_velocity = W,
    position = { R * c, R * s }, velocity = { -R * W * s, R * W * c } }
  local hinge = m:revolute2d { m.ground, wheel }
  m:drive { m.ground:coordinate(1), hinge:coordinate "angle", value = function(t) return 0.4 + W * t, W, 0 end }
  m:revolute2d { wheel:at { R, 0 }, bob }
  said, list = case.heard(m.modes, m, {})
  near(list, { W * sqrt(3 * R * l / (3 * l * l + 1e-9)) }, 1e-10, "pendulum on a merry-go-round")
end

-- ---- a disc that rolls upright: w^2 = 12/5 W^2 - 4/5 g / r (thin disc) ----

for _, W in ipairs { 4, 1 } do
  local r = 0.5
  m = yoke.model { gravity = { 0, 0, -g } }
  local disc = m:rigid { "disc", mass = 2, inertia = { 2 * r * r / 2, 2 * r * r / 4, 2 * r * r / 4 }, position = { 0, 0, r },
    angular_velocity = { W, 0, 0 }, velocity = { 0, -W * r, 0 } }
  m:rolling_disc { m.ground, disc, radius = r }
  said, list = case.heard(m.modes, m, {})
  local w2 = 2.4 * W * W - 0.8 * g / r
  local last = list[#list]
  if w2 > 0 then
    tap.near_list({ last.eigenvalue.re, last.eigenvalue.im }, { 0, sqrt(w2) }, 1e-10, "a disc rolls upright: it wobbles")
  else
    tap.near(last.eigenvalue.re, sqrt(-w2), 1e-10, "a disc rolls too slowly: it falls")
  end
end

-- ---- what cannot be told ----

case.refuses(function() yoke.model {}:modes {} end, "modes: the model has no body that could move", "modes of nothing")
case.refuses(function() yoke.model {}:linearize {} end, "linearize: the model has no body that could move", "linearize nothing")
m = pendulum(1)
m:drive { m.ground:coordinate(1), m:rigid2d { mass = 1, inertia = 1 }:coordinate(3), value = 0 }
tap.is(#select(2, case.heard(m.modes, m, {})), 3, "what a drive holds has no mode")
local function held()
  m = yoke.model {}
  local bar = m:rigid2d { "bar", mass = 1, inertia = 1 }
  m:revolute2d { "pin", m.ground, bar }
  m:drive { m.ground:coordinate(1), bar:coordinate(3), value = 0 }
  return m
end
case.refuses(function() held():modes {} end, "modes: nothing can move: 0 degrees of freedom (3 coordinates, rank 3)", "modes of what cannot move")
case.refuses(function() held():linearize {} end, "linearize: nothing can move", "linearize what cannot move")
case.refuses(function() pendulum(1):modes { dampd = true } end, "modes: no option 'dampd'; did you mean 'damped'?", "an option that is not known")
case.refuses(function() pendulum(1):modes { count = 0 } end, "modes: count = 0 must be positive", "count = 0")
case.refuses(function() pendulum(1):modes { at = "rest" } end, { "modes: at = \"rest\" must be one of", "equilibrium" }, "at another place")
case.refuses(function() pendulum(1):modes { continue = true } end, "continue = true, but the model has not been solved yet", "continue from nothing")
case.refuses(function() local p = pendulum(1) p.modes {} end, "write m:modes{...}", "with a dot")
tap.raises(function()
  m = yoke.model {}
  local bob = m:point2d { mass = 1, position = { 0.5, 0 } }
  m:distance { "rod", m.ground, bob, distance = 1 }
  m:modes {}
end, { "the start positions do not fit the joints", "'rod'" }, "a model that does not fit")
tap.raises(function()
  m = yoke.model {}
  local bob = m:point2d { mass = 1, position = { 0.5, 0 } }
  m:spring_damper { "law", m.ground, bob, rest_length = 1, force = function() error "no force" end }
  m:modes {}
end, { "joint 'law'", "no force" }, "a law that fails")
case.refuses(function()
  m = yoke.model {}
  m:coordinate_spring_damper { m.ground:coordinate(1), m:mass1d { "mass", mass = 1 }:coordinate(1), force = function(_, x) return x > 0 and 1.7e308 or -1.7e308 end }
  m:modes {}
end, "modes: about mass.x: the forces do not change by a finite number", "forces as large as numbers go")
-- a parallelogram that lies flat
m = yoke.model {}
local bars = {}
for k, at in ipairs { { 0, 0 }, { 1, 0 }, { 2, 0 } } do
  bars[k] = m:rigid2d { "bar" .. k, mass = 1, inertia = 1, position = { at[1] + (k == 2 and 1 or 0.5), 0 } }
end
m:revolute2d { m.ground, bars[1]:at { -0.5, 0 } }
m:revolute2d { bars[1]:at { 0.5, 0 }, bars[2]:at { -1, 0 } }
m:revolute2d { bars[2]:at { 1, 0 }, bars[3]:at { 0.5, 0 } }
m:revolute2d { m.ground:at { 2, 0 }, bars[3]:at { -0.5, 0 } }
case.refuses(function() m:modes {} end, { "modes: a singular pose, where the joints allow more motions (2) than next to it (1)", "row" }, "a parallelogram that lies flat")
-- a stop that is just touched
m = yoke.model {}
mass = m:mass1d { "mass", mass = 1 }
m:coordinate_spring_damper { m.ground:coordinate(1), mass:coordinate(1), force = function(_, x) return x > 0 and 100 * x or 1 * x end }
said = case.heard(m.modes, m, {})
case.says(said, "warning: the forces are not smooth along mass.x", "a stop that is just touched: a warning")
-- ---- one period as a picture that moves ----

m = yoke.model { gravity = { 0, -g, 0 } }
local plate = m:rigid { "plate", mass = 2, inertia = { 0.1, 0.22, 0.3 }, position = { 0, -0.5, 0 }, rotation = { axis = { 0, 1, 0 }, angle = 0.7 } }
m:revolute { m.ground, plate, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
list = m:modes {}
list.run:mode(1, 0.1, 4)
local scene, far = list.run:scene(1), 0
for _, shape in ipairs(scene) do
  if shape.kind == "body" then far = shape.a[1] end
end
-- the shape's largest part is an angle, of 1 / length
tap.near(math.abs(far), 0.1 * math.abs(list[1].shape["plate.x"]), 1e-12, "a pose of a mode: the centre moves by its part of the amplitude")
if require "yoke.core".execute({ "gnuplot", "--version" }, true) then
  local film = case.folder() .. "/mode.gif"
  list:animate { file = film, amplitude = 0.1 }
  tap.ok(#(case.read(film) or "") > 1000, "animate: leaves a picture")
  case.says(case.read(film .. ".gp"), "phase = 3.1 rad", "animate: tells the phase")
else
  tap.skip "no gnuplot"
end
case.refuses(function() list:animate { mode = 2, file = "x.gif" } end, "animate: mode = 2, there are 1 modes", "animate a mode that is not there")
case.refuses(function() list:animate { amplitud = 2, file = "x.gif" } end, "no option 'amplitud'", "animate with an unknown option")
case.refuses(function() list:animate { amplitude = 0, file = "x.gif" } end, "amplitude = 0 must be positive (m)", "animate without amplitude")
case.refuses(function() list:animate "x.gif" end, "animate: it is called with a string", "animate a string")

-- the last result stays
m, mass = pendulum(1)
m:solve_dynamic { t_end = 0.1, step = 0.01 }
m:modes {}
m:dof {}
tap.near_list({ mass:output "position"[2] }, { -1 }, 1e-12, "the last result can still be read")

case.refuses(function() pendulum(1):modes({}).animate { mode = 1 } end, "animate: it is called with a dot; write modes:animate{...}", "animate with a dot")

tap.done()
