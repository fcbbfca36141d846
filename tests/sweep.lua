-- sweep.lua - positions along a coordinate or along time against closed forms: branches, limits, transmissions, forces.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g, pi, sqrt, sin, cos = 9.81, math.pi, math.sqrt, math.sin, math.cos

-- Largest |column - f(swept value)|.
local function worst(r, column, f)
  local most = 0
  for k, s in ipairs(r.swept) do most = case.worse(most, column[k] - f(s)) end
  return most
end

-- ---- slider-crank: crank 0.1 m, rod 0.25 m ----

local function slider_crank(angle)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local x = 0.1 * cos(angle) + sqrt(0.0625 - 0.01 * sin(angle) ^ 2)
  local tilt = -math.asin(0.4 * sin(angle))
  local crank = m:rigid2d { "crank", mass = 2, inertia = 1e-3, position = { 0.05 * cos(angle), 0.05 * sin(angle) }, angle = angle }
  local rod = m:rigid2d { "rod", mass = 1, inertia = 5e-3, position = { x - 0.125 * cos(tilt), -0.125 * sin(tilt) }, angle = tilt }
  local slider = m:rigid2d { "slider", mass = 1, inertia = 1e-3, position = { x, 0 } }
  local hinge = m:revolute2d { "bearing", m.ground, crank:at { -0.05, 0 } }
  m:revolute2d { "pin", crank:at { 0.05, 0 }, rod:at { -0.125, 0 } }
  m:revolute2d { "gudgeon", rod:at { 0.125, 0 }, slider }
  local rail = m:prismatic2d { "rail", m.ground, slider }
  return m, hinge, rail, slider, crank
end
local function root(th) return sqrt(0.0625 - 0.01 * sin(th) ^ 2) end
local function x0(th) return 0.1 * cos(th) + root(th) end
local function x1(th) return -0.1 * sin(th) - 0.005 * sin(2 * th) / root(th) end
local function x2(th) return -0.1 * cos(th) - 0.01 * cos(2 * th) / root(th) - 0.000025 * sin(2 * th) ^ 2 / root(th) ^ 3 end

local m, hinge, rail, slider, crank = slider_crank(0)
local place, rate, second = m:sensor { slider, "position" }, m:sensor { slider, "velocity" }, m:sensor { slider, "acceleration" }
for _, way in ipairs { { hinge, 0, 13 }, { crank:coordinate(3), 1, -7 }, { hinge:coordinate "angle", -2, 2 } } do
  local r = m:sweep_pose { way[1], from = way[2], to = way[3], steps = 60 }
  tap.is(#r.time, 61, "slider-crank: a row per step")
  tap.near(r.swept[61], way[3], 0, "slider-crank: it ends where it is asked to")
  tap.near(worst(r, r[place][1], x0), 0, 1e-13, "slider-crank: places")
  tap.near(worst(r, r[rate][1], x1), 0, 1e-12, "slider-crank: rates are dx/dtheta")
  tap.near(worst(r, r[second][1], x2), 0, 1e-11, "slider-crank: accelerations are d2x/dtheta2")
end
local r = m:sweep_pose { hinge, from = 0, to = pi, steps = 2 }
tap.near(slider:output "position"[1], 0.15, 1e-13, "slider-crank: outputs are those of the last pose")
case.says(tostring(r), { "3 poses from bearing.angle = 0 rad to 3.14159 rad", "largest drift" }, "slider-crank: printed")
local path = case.folder() .. "/sweep.csv"
m:sweep_pose { hinge, to = 1, steps = 2, output = { file = path } }
tap.is(case.read(path):match "^[^,]*", "bearing.angle [rad]", "slider-crank: the file names what was swept")

-- the other way round, from one side of the dead centre only
m, hinge, rail, slider, crank = slider_crank(1)
local turn = m:sensor { crank, "angle" }
r = m:sweep_pose { rail:coordinate "distance", from = 0.2, to = 0.34, steps = 40 }
tap.near(worst(r, r[turn][1], function(x) return math.acos((x * x + 0.01 - 0.0625) / (0.2 * x)) end), 0, 1e-12, "crank-slider: the branch is kept")
tap.raises(function() case.heard(m.sweep_pose, m, { rail:coordinate "distance", to = 0.4 }) end,
  { "sweep_pose: the linkage cannot go past rail.distance = 0.35", " m on the way from", "to 0.4; beyond, joint '", "limit = \"stop\"" },
  "crank-slider: the dead centre is named")
local said
said, r = case.heard(m.sweep_pose, m, { slider:coordinate(1), to = 0.4 - x0(1), limit = "stop" })
case.says(said, "sweep_pose: the linkage does not go past slider.x = ", "crank-slider: it stops there")
tap.near(r.swept[#r.swept], 0.35 - x0(1), 1e-8, "crank-slider: at the dead centre")
tap.ok(r.summary.limit and tostring(r):find "(a limit)", "crank-slider: the result says so")
tap.near(crank:output "angle", 0, 1e-3, "crank-slider: stretched")
m, hinge, rail, slider = slider_crank(0)
case.refuses(function() m:sweep_pose { slider, from = 0, to = 1 } end, "sweep_pose: it is called with a body", "a body is no coordinate")
case.refuses(function() m:sweep_pose { slider:coordinate(1), from = -0.1, to = 0 } end, { "slider.x cannot be swept: here it is held by joint 'bearing'",
  "start away from a dead centre" }, "from a dead centre")

-- what it takes to hold the pose: T dtheta = dV, V = m g y of crank and rod
m, hinge, rail, slider, crank = slider_crank(0.5)
local motor = m:drive { "motor", m.ground:coordinate(1), hinge:coordinate "angle", value = 0.5 }
local bearing = m:sensor { hinge, "force0" }
local rail_force = m:sensor { rail, "force0" }
r = m:sweep_pose { motor, from = 0.5, to = 6, steps = 30 }
local carried = {}
for k = 1, 31 do carried[k] = r[bearing][2][k] + r[rail_force][2][k] + 4 * g end
tap.near(case.largest(carried), 0, 1e-9, "slider-crank: the ground carries the weight of 4 kg")
case.says(tostring(r), "from bearing.angle = 0.5 rad to 6 rad", "a drive is swept by the coordinate that it holds")
case.refuses(function() m:sweep_pose { hinge, to = 1 } end, { "bearing.angle cannot be swept", "joint 'motor' (drive)" }, "what a drive holds")

-- ---- four-bar: Freudenstein, tan(psi/2) ----

do
  local a, b, c, d = 0.3, 0.9, 0.7, 1.0
  local function psi(th) -- A + C + 2 B t + (A - C) t^2 of b^2 = |crank pin - rocker pin|^2
    local X, Y = d - a * cos(th), -a * sin(th)
    local k = (b * b - c * c - X * X - Y * Y) / (2 * c)
    return math.atan(Y, X) + math.acos(k / sqrt(X * X + Y * Y))
  end
  m = yoke.model {}
  local th = 0.4
  local px, py = a * cos(th), a * sin(th)
  local qx, qy = d + c * cos(psi(th)), c * sin(psi(th))
  local input = m:rigid2d { "input", mass = 1, inertia = 1, angle = th }
  local coupler = m:rigid2d { "coupler", mass = 1, inertia = 1, position = { px, py }, angle = math.atan(qy - py, qx - px) }
  local rocker = m:rigid2d { "rocker", mass = 1, inertia = 1, position = { d, 0 }, angle = psi(th) }
  local drive = m:revolute2d { "in", m.ground, input }
  m:revolute2d { input:at { a, 0 }, coupler }
  m:revolute2d { coupler:at { b, 0 }, rocker:at { c, 0 } }
  local out = m:revolute2d { "out", m.ground:at { d, 0 }, rocker }
  local angle, ratio = m:sensor { rocker, "angle" }, m:sensor { out, "angle_rate" }
  r = m:sweep_pose { drive, from = 0.4, to = 0.4 + 4 * pi, steps = 100 }
  tap.near(worst(r, r[angle][1], psi), 0, 1e-12, "four-bar: the rocker follows Freudenstein over two turns")
  local function slope(t) return (8 * (psi(t + 1e-3) - psi(t - 1e-3)) - psi(t + 2e-3) + psi(t - 2e-3)) / 0.012 end
  tap.near(worst(r, r[ratio][1], slope), 0, 1e-10, "four-bar: transmission")
  -- driven by the rocker it stops where crank and coupler are in line
  local stretched = pi - math.acos((d * d + c * c - (a + b) ^ 2) / (2 * d * c))
  said, r = case.heard(m.sweep_pose, m, { out, to = 0, steps = 30, limit = "stop" })
  tap.near(r.swept[#r.swept], stretched, 1e-8, "four-bar: the rocker's dead centre")
  case.says(said, "does not go past out.angle", "four-bar: it is named")
end

-- ---- a parallelogram through its flat pose stays one, in steps that meet it and in steps that do not ----

for _, steps in ipairs { 10, 7 } do
  m = yoke.model {}
  local th = 0.5
  local one = m:rigid2d { "one", mass = 1, inertia = 1, angle = th }
  local bar = m:rigid2d { "bar", mass = 1, inertia = 1, position = { cos(th), sin(th) } }
  local other = m:rigid2d { "other", mass = 1, inertia = 1, position = { 2, 0 }, angle = th }
  local pin = m:revolute2d { m.ground, one }
  m:revolute2d { one:at { 1, 0 }, bar }
  m:revolute2d { bar:at { 2, 0 }, other:at { 1, 0 } }
  m:revolute2d { m.ground:at { 2, 0 }, other }
  local angle = m:sensor { other, "angle" }
  said, r = case.heard(m.sweep_pose, m, { pin, from = 0, to = 2 * pi, steps = steps })
  tap.near(worst(r, r[angle][1], function(s) return s end), 0, 1e-6, ("parallelogram in %d steps: it stays one"):format(steps))
  case.says(said, "warning: singular pose", "parallelogram: where it is flat is told")
end

-- ---- a universal joint: tan out = tan in / cos beta ----

do
  local beta = 0.5
  m = yoke.model {}
  local shaft = { sin(beta), 0, cos(beta) }
  local input = m:rigid { "input", mass = 1, inertia = { 1, 1, 1 } }
  local output = m:rigid { "output", mass = 1, inertia = { 1, 1, 1 }, rotation = { axis = { 0, 1, 0 }, angle = beta } }
  local first = m:revolute { "first", m.ground, input }
  local cross = m:rigid { "cross", mass = 1, inertia = { 1, 1, 1 } }
  m:revolute { input, cross, at = { 0, 0, 0 }, along = { 1, 0, 0 } }
  m:revolute { cross, output, at = { 0, 0, 0 }, along = { 0, 1, 0 } }
  local last = m:revolute { "last", m.ground, output, at = { 0, 0, 0 }, along = shaft }
  local angle, ratio = m:sensor { last, "angle" }, m:sensor { last, "angle_rate" }
  said, r = case.heard(m.sweep_pose, m, { first, from = 0, to = 1.5, steps = 25 })
  -- the cross's arm in the input plane starts along x, across the shafts' plane lies y
  local wrong = math.huge
  for _, f in ipairs { function(s) return math.atan(math.tan(s) * cos(beta)) end, function(s) return math.atan(math.tan(s) / cos(beta)) end } do
    wrong = math.min(wrong, worst(r, r[angle][1], f))
  end
  tap.near(wrong, 0, 1e-11, "universal joint: angle of the driven shaft")
  tap.ok(math.abs(r[ratio][1][1] - cos(beta)) < 1e-11 or math.abs(r[ratio][1][1] - 1 / cos(beta)) < 1e-11, "universal joint: transmission at the start")
end

-- ---- along time: drives move it, forces are those of the motion ----

m = yoke.model { gravity = { 0, -g, 0 } }
local arm = m:rigid2d { "arm", mass = 3, inertia = 0.2, inertia_about = "com", com = { 0.4, 0 } }
hinge = m:revolute2d { "hinge", m.ground, arm }
local function value(t) return sin(2 * t), 2 * cos(2 * t), -4 * sin(2 * t) end
motor = m:drive { "motor", m.ground:coordinate(1), hinge:coordinate "angle", value = value }
local torque, speed = m:sensor { motor, "force" }, m:sensor { arm, "angular_velocity" }
r = m:sweep_pose { to = 3, steps = 50 }
local J = 0.2 + 3 * 0.16
tap.near(worst(r, r[torque][1], function(t) return -4 * J * sin(2 * t) + 3 * g * 0.4 * cos(sin(2 * t)) end), 0, 1e-10,
  "along time: torque of the drive, J theta'' + m g s cos theta")
tap.near(worst(r, r[speed][3], function(t) return 2 * cos(2 * t) end), 0, 1e-12, "along time: rates are those of the drive")
case.says(tostring(r), "51 poses from time = 0 s to 3 s", "along time: printed")
r = m:sweep_pose { motor, from = 0, to = 1, steps = 10 }
tap.near(worst(r, r[torque][1], function() return 0 end), 0, 0, "a drive that is swept is off")
local held = m:sensor { hinge, "force1" }
r = m:sweep_pose { motor, from = 0, to = 1, steps = 10 }
tap.near(worst(r, r[held][2], function() return 3 * g end), 0, 1e-10, "along a coordinate: forces are those at rest")

-- ---- a hinge in space over several turns; a drive that depends on time stands still meanwhile ----

for _, parametrization in ipairs { "lie", "euler" } do
  m = yoke.model { gravity = { 0, 0, -g } }
  local base = m:rigid { "base", mass = 1, inertia = { 1, 1, 1 }, parametrization = parametrization }
  local tip = m:rigid { "tip", mass = 1, inertia = { 1, 1, 1 }, position = { 1, 0, 0 }, parametrization = parametrization }
  local turning = m:revolute { "turning", m.ground, base }
  local tilting = m:revolute { "tilting", base, tip, at = { 1, 0, 0 }, along = { 0, 1, 0 } }
  m:drive { m.ground:coordinate(1), turning:coordinate "angle", value = function(t) return 3 * t + t * t end }
  local move, curve = m:sensor { tip:at { 0.5, 0, 0 }, "velocity" }, m:sensor { tip:at { 0.5, 0, 0 }, "acceleration" }
  r = m:sweep_pose { tilting, from = 0, to = -14, steps = 30 }
  tap.near(worst(r, r[move][1], function(s) return -0.5 * sin(s) end), 0, 1e-9, "four turns in space: rates, " .. parametrization)
  tap.near(worst(r, r[move][2], function() return 0 end), 0, 1e-9, "what a drive does in time has no part in them, " .. parametrization)
  tap.near(worst(r, r[curve][1], function(s) return -0.5 * cos(s) end), 0, 1e-6, "four turns in space: second rates, " .. parametrization)
  tap.near(tilting:output "angle", -14, 1e-9, "four turns in space: they are counted, " .. parametrization)
end

-- rows of velocities have no say
m = yoke.model {}
local skate = m:rigid2d { "skate", mass = 1, inertia = 1 }
m:coordinate_vector { "blade", m.ground:coordinates(), skate:coordinates(), rows = 1,
  velocity_level = true, constraint = function(_, q, v) return -sin(q[3]) * v[1] + cos(q[3]) * v[2] end }
said = case.heard(m.sweep_pose, m, { skate:coordinate(3), to = 1, steps = 2 })
case.says(said, { "1 row of velocities is released in a sweep", "2 degrees of freedom are left beside skate.angle" }, "a skate: its row is released")

-- ---- what is left, springs, the state afterwards ----

m = yoke.model { gravity = { 0, -g, 0 } }
arm = m:rigid2d { "arm", mass = 3, inertia = 0.2 }
hinge = m:revolute2d { "hinge", m.ground, arm }
local spring = m:spring_damper { m.ground:at { 2, 0 }, arm:at { 1, 0 }, stiffness = 10, damping = 3, rest_length = 0.5 }
local length = m:sensor { spring, "force" }
r = m:sweep_pose { hinge, from = 0, to = 1, steps = 10 }
tap.near(worst(r, r[length][1], function(s) return 10 * (sqrt((2 - cos(s)) ^ 2 + sin(s) ^ 2) - 0.5) end), 0, 1e-11, "a spring: its force without its damper's")
m:solve_dynamic { t_end = 0.001, step = 0.001, continue = true }
tap.near(arm:output "angle", 1, 1e-4, "a run goes on from there, at rest")
tap.near(arm:output "angular_velocity"[3], 0, 0.1, "a run goes on from there without the rates of the sweep")
r = m:sweep_pose { hinge, to = 2, steps = 4, continue = true }
tap.near(r.swept[1], 1, 1e-4, "a sweep goes on from there")
m:point2d { "loose", mass = 1 }
said = case.heard(m.sweep_pose, m, { hinge, to = 1 })
case.says(said, "warning: sweep_pose: 2 degrees of freedom are left beside hinge.angle", "what is left is told")

-- pictures: the axis is what was swept
m, hinge, rail, slider = slider_crank(0)
place = m:sensor { slider, "position" }
r = m:sweep_pose { hinge, from = 2, to = 0, steps = 20 }
if require "yoke.core".execute({ "gnuplot", "--version" }, true) then
  local picture, film = case.folder() .. "/sweep.png", case.folder() .. "/sweep.gif"
  r:plot { { place, 1 }, file = picture }
  case.says(case.read(picture .. ".gp"), { "bearing.angle [rad]" }, "plot: its axis")
  r:animate { file = film }
  case.says(case.read(film .. ".gp"), { "bearing.angle = 2.0", "bearing.angle = 0" }, "animate: backwards too, with the value")
  m:draw { time = 1, file = picture }
  case.says(case.read(picture .. ".gp"), { "bearing.angle = 1" }, "draw: at a value")
else
  tap.skip "no gnuplot"
end

-- ---- errors ----

m, hinge, rail, slider = slider_crank(0)
case.refuses(function() m:sweep_pose { hinge } end, "sweep_pose: to is missing", "to is missing")
case.refuses(function() m:sweep_pose { hinge, from = 1, to = 1 } end, "from and to are both 1", "no way")
case.refuses(function() m:sweep_pose { hinge, to = 1, stepps = 3 } end, "no option 'stepps'; did you mean 'steps'?", "unknown option")
case.refuses(function() m:sweep_pose { "name", hinge, to = 1 } end, "it is called with a string (\"name\")", "a name")
case.refuses(function() m:sweep_pose { 3, to = 1 } end, "it is called with a number (3)", "a number")
case.refuses(function() m:sweep_pose { slider:at { 0, 0 }, to = 1 } end, "it is no coordinate that can be swept", "a frame")
case.refuses(function() m:sweep_pose { m.ground:coordinate(1), to = 1 } end, "it is no coordinate that can be swept", "the ground")
case.refuses(function() m:sweep_pose { rail, to = 1 } end, { "joint 'rail' (prismatic2d)", "it has 2 coordinates, name one: joint:coordinate \"distance\", \"rotation\"" }, "a joint with two")
case.refuses(function() m:sweep_pose { m:distance { "tie", m.ground, slider, distance = 0.35 }, to = 1 } end, { "joint 'tie' (distance)", "it has no coordinate to sweep" }, "a joint with none")
case.refuses(function() m:sweep_pose { select(2, slider_crank(0)), to = 1 } end, "it belongs to another model", "of another model")
case.refuses(function() m:sweep_pose { to = 1, t = 3 } end, "t is given, but the sweep goes along time", "t along time")
case.refuses(function() m:sweep_pose { to = 1, continue = true } end, "continue = true, but the sweep goes along time", "continue along time")
case.refuses(function() m.sweep_pose { hinge, to = 1 } end, "write m:sweep_pose{...}", "with a dot")
tap.raises(function()
  local w = yoke.model {}
  local bob = w:point2d { mass = 1, position = { 0.5, 0 } }
  w:distance { "rod", w.ground, bob, distance = 1 }
  w:sweep_pose { bob:coordinate(1), to = 1 }
end, { "the start positions do not fit the joints", "'rod'" }, "a model that does not fit")
tap.raises(function()
  local w = yoke.model {}
  local bob = w:point2d { mass = 1, position = { 1, 0 } }
  w:spring_damper { "law", w.ground, bob, rest_length = 1, force = function(_, u) if u > 0.5 then error "too long" end return 0 end }
  case.heard(w.sweep_pose, w, { bob:coordinate(1), to = 1, steps = 10 })
end, { "sweep_pose: past ", "joint 'law'", "too long" }, "a law that fails on the way")

tap.done()
