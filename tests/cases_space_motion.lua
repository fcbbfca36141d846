-- cases_space_motion.lua - mechanisms in space in motion against closed forms: hinges, sliders, dead centres, gears; planar parts among them.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local kinds, methods, solve, row, apart, scale, dot, cross, norm, turn, multiply, about, matrix, straight, skew =
  space.kinds, space.methods, space.solve, space.row, space.apart, space.scale, space.dot, space.cross, space.norm, space.turn, space.multiply,
  space.about, space.matrix, space.straight, space.skew
local g = 9.81

-- ---- rods on hinges and on ball joints ----

-- A uniform rod of 1.5 m on its end swings as a point on 1 m does: phi'' = -(m g L/2) / (m L^2 / 3) sin phi = -g sin phi.
local function swinging(phi, joint, kind, options)
  local m = yoke.model { gravity = { 0, 0, -g } }
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.375, 0.375, 1e-3, 0, 0, 0 }, position = { 0.75 * math.sin(phi), 0, -0.75 * math.cos(phi) },
    rotation = { axis = { 0, 1, 0 }, angle = -phi }, parametrization = kind }
  if joint == "revolute" then
    m:revolute { m.ground, bar, at = { 0, 0, 0 }, along = { 0, 1, 0 } }
  else
    m:spherical { m.ground, bar:at { 0, 0, 0.75 } }
  end
  local s = { m:sensor { bar:at { 0, 0, -0.25 }, "position" }, m:sensor { bar, "angular_velocity" } } -- the point at 1 m
  return solve(m, options), s
end

for _, joint in ipairs { "revolute", "spherical" } do
  for _, kind in ipairs(joint == "revolute" and kinds or { "lie", "euler" }) do -- horizontal in a ball joint is where Tait-Bryan angles are singular
    local what = ("swinging rod, %s, %s: "):format(joint, kind)
    local r, s = swinging(1.5, joint, kind, { t_end = 5 })
    local change = r.summary.kinetic + r.summary.potential - r.summary.kinetic_start - r.summary.potential_start
    tap.ok(math.abs(change) < 1e-3 * 2 * g * 0.75, ("%senergy change %.2g of m g L/2"):format(what, change / (2 * g * 0.75)))
    local fastest, sideways = 0, 0
    for k = 1, #r.time do
      fastest, sideways = math.max(fastest, norm(row(r, s[2], k))), case.worse(sideways, r[s[1]][2][k])
    end
    tap.near_rel(fastest, math.sqrt(2 * g * (1 - math.cos(1.5))), 1e-4, what .. "spin at the lowest point")
    tap.near(sideways, 0, 1e-9, what .. "stays in its plane")
    local errors = {}
    for i, h in ipairs { 1 / 240, 1 / 2400 } do -- from 0.5 rad
      r, s = swinging(0.5, joint, kind, { t_end = 1, step = h })
      local p, half = row(r, s[1], #r.time), row(r, s[1], math.floor(0.5 / h + 0.5) + 1)
      errors[i] = math.max(math.abs(math.atan(half[1], -half[3]) - 0.0146696), math.abs(math.atan(p[1], -p[3]) + 0.4991572))
      tap.ok(errors[i] < 20 * h * h + 5e-8, ("%sstep 1/%g, angle off by %.2g rad at 0.5 s and 1 s"):format(what, 1 / h, errors[i]))
    end
  end
end

do -- the same from horizontal, 20 s: period 4 K(1/2) / sqrt(g)
  local r, s = swinging(math.pi / 2, "revolute", "lie", { t_end = 20 })
  local times, x = {}, r[s[1]][1]
  for k = 2, #r.time do
    if x[k - 1] < 0 and x[k] >= 0 then times[#times + 1] = r.time[k] - x[k] * (r.time[k] - r.time[k - 1]) / (x[k] - x[k - 1]) end
  end
  tap.near_rel((times[#times] - times[1]) / (#times - 1), 2.3678419, 1e-4, "swinging rod, period")
end

-- A rod of 1.5 m going round at 0.6 rad from the vertical, without turning against its plane: with J = J_end - J_axis, about its end
-- and about itself, J w^2 sin cos = m g L/2 sin; the ball joint holds m g up and m w^2 L/2 sin inwards.
do
  local tilt, J = 0.6, 0.375 + 2 * 0.75 ^ 2 - 1e-3
  local w = math.sqrt(2 * g * 0.75 / (J * math.cos(tilt)))
  local inwards = 2 * w ^ 2 * 0.75 * math.sin(tilt)
  local start = about({ 0, 1, 0 }, -tilt)
  for _, kind in ipairs(kinds) do
    for _, method in ipairs(methods) do
      local errors = { {}, {}, {} }
      for i = 1, 2 do
        local m = yoke.model { gravity = { 0, 0, -g } }
        local bar = m:rigid { mass = 2, inertia = { 0.375, 0.375, 1e-3, 0, 0, 0 }, position = { 0.75 * math.sin(tilt), 0, -0.75 * math.cos(tilt) },
          rotation = matrix(start), velocity = { 0, w * 0.75 * math.sin(tilt), 0 }, angular_velocity = { 0, 0, w }, parametrization = kind }
        local ball = m:spherical { m.ground, bar:at { 0, 0, 0.75 } }
        local s = { m:sensor { bar, "rotation_matrix" }, m:sensor { bar, "angular_velocity" }, m:sensor { ball, "force1" } }
        local r = solve(m, { t_end = 1.5, step = 0.005 / i, method = method, newton = { relative_tolerance = 1e-13, absolute_tolerance = 1e-14 } })
        for e = 1, 3 do errors[e][i] = 0 end
        for k, t in ipairs(r.time) do
          local turned = about({ 0, 0, 1 }, w * t)
          local want = { multiply(turned, start), { 0, 0, w }, turn(turned, { -inwards, 0, 2 * g }) }
          for e = 1, t > 1 and 3 or 0 do -- what the first step leaves in the forces is of first order, and has died away after 1 s
            for c, x in ipairs(row(r, s[e], k)) do errors[e][i] = case.worse(errors[e][i], x - want[e][c]) end
          end
        end
      end
      for e, part in ipairs { "rotation", "angular velocity", "force of the ball joint" } do
        case.order(errors[e], 2, 0.1, ("rod going round, %s, %s, %s in all rows after 1 s"):format(kind, method, part))
      end
    end
  end
end

-- ---- sliders ----

-- A body of 2 kg on a rail along `along` (global), itself turned by A; a force on one of its points (in its own frame).
local function on_rail(A, along, gravity, force, point, kind)
  local m = yoke.model { gravity = gravity }
  local body = m:rigid { "body", mass = 2, inertia = { 0.1, 0.2, 0.25, 0.01, 0.02, -0.03 }, position = { 0.3, -0.2, 0.1 }, rotation = matrix(A),
    parametrization = kind }
  local rail = m:prismatic { "rail", m.ground, body, at = { 0.3, -0.2, 0.1 }, along = along }
  m:force { body:at(point), force }
  local s = { a = m:sensor { body, "acceleration" } }
  for _, name in ipairs { "distance", "distance_rate", "axis", "force0", "torque0", "force1", "torque1", "lambda" } do
    s[name] = m:sensor { rail, name }
  end
  return solve(m, { t_end = 1 }), s, body
end

for _, kind in ipairs(kinds) do
  for _, given in ipairs {
    { "force (2, 0) on a rail at 45 degrees", straight, { 1, 1, 0 }, { 0, 0, 0 }, { 2, 0, 0 }, { 0, 0, 0 } },
    { "force above the centre", straight, { 1, 0, 0 }, { 0, -g, 0 }, { 3, 0, 0 }, { 0, 0.4, 0 } },
    { "force above and beside the centre", straight, { 1, 0, 0 }, { 0, -g, 0 }, { 3, 0, 0 }, { 0, 0.4, 0.2 } },
    { "skew", skew, { 1, -2, 2 }, { 0, -g, 0 }, { 3, -1, 2 }, { -0.1, 0.4, 0.2 } },
    { "axis (3, 4)", straight, { 3, 4, 0 }, { 0, -g, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { "axis of length 5e-16", straight, { 3e-16, 4e-16, 0 }, { 0, -g, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
    { "axis of length 5e200", straight, { 3e200, 4e200, 0 }, { 0, -g, 0 }, { 0, 0, 0 }, { 0, 0, 0 } },
  } do
    local what, A, along, gravity, force, point = table.unpack(given)
    local r, s = on_rail(A, along, gravity, force, point, kind)
    what = ("slider, %s, %s: "):format(kind, what)
    -- a = ((F / m + g) . d) d; the joint holds what is across, and the moment of F about the centre
    local d = scale(1 / case.largest(along), along)
    d = scale(1 / norm(d), d)
    local a, held, want = dot(force, d) / 2 + dot(gravity, d), {}, {}
    for c = 1, 3 do held[c] = 2 * a * d[c] - force[c] - 2 * gravity[c] end
    local moment = cross(force, turn(A, point))
    local travels, forces = 0, 0
    for k, t in ipairs(r.time) do
      local travel = a * t * t / 2
      local lever = cross(scale(travel, d), held)
      want.axis, want.distance, want.distance_rate = d, { travel }, { a * t }
      want.a, want.force1, want.torque1, want.force0 = scale(a, d), held, moment, scale(-1, held)
      want.torque0 = { -moment[1] - lever[1], -moment[2] - lever[2], -moment[3] - lever[3] }
      for name, numbers in pairs(want) do
        local off = 0
        for c, x in ipairs(numbers) do off = case.worse(off, r[s[name]][c][k] - x) end
        if name == "axis" or name:find "distance" then travels = math.max(travels, off) else forces = math.max(forces, off) end
      end
    end
    tap.near(travels, 0, 1e-8, what .. "axis, travel and rate in all rows")
    tap.near(forces, 0, 1e-5, what .. "acceleration, forces and moments on both sides in all rows") -- up to 46 N m
    tap.near(math.sqrt(r[s.lambda][1][1] ^ 2 + r[s.lambda][2][1] ^ 2), norm(held), 1e-9, what .. "two multipliers make the force across")
  end
end

do -- the numbers of the field's example: travel 0.3535534, x = y = 0.25, speed 0.7071068, normal force 1.4142136, then moment +1.2
  local r, s, body = on_rail(straight, { 1, 1, 0 }, { 0, 0, 0 }, { 2, 0, 0 }, { 0, 0, 0 })
  local moved, v = body:output "displacement", body:output "velocity"
  tap.near_list({ r:final(s.distance), moved[1], moved[2], norm(v), norm(r:final(s.force1)) }, { 0.3535534, 0.25, 0.25, 0.7071068, 1.4142136 }, 1e-7,
    "slider, 45 degrees, at 1 s")
  r, s = on_rail(straight, { 1, 0, 0 }, { 0, -g, 0 }, { 3, 0, 0 }, { 0, 0.4, 0 })
  tap.near_list({ r[s.a][1][1], r[s.force1][1][1], r[s.force1][2][1], r[s.torque1][3][1] }, { 1.5, 0, 19.62, 1.2 }, 1e-9,
    "slider, force above the centre")
end

local function rail(params)
  local m = yoke.model {}
  params[1], params[2], params[3] = "rail", m.ground, m:rigid { "body", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }
  m:prismatic(params)
end
local zero = { 0, 0, 0 }
tap.raises(function() rail { axis = zero } end, { "cases_space_motion.lua:", "'rail' (prismatic)", "axis", "must not be zero" },
  "slider, axis (0, 0, 0) is refused")
tap.raises(function() rail { at = zero, along = zero } end, { "cases_space_motion.lua:", "'rail' (prismatic)", "along", "must not be zero" },
  "slider, along (0, 0, 0) is refused")
tap.raises(function() rail { axis = { 3, 0 / 0, 0 } } end, { "'rail' (prismatic)", "axis[2]", "finite" }, "slider, an axis with a nan is refused")
tap.raises(function() rail { axis = { 3 } } end, { "'rail' (prismatic)", "axis", "1 number" }, "slider, an axis of one number is refused")
tap.raises(function() rail { at = zero, along = { 1, 0, 0 }, axis = { 1, 0, 0 } } end, { "'rail' (prismatic)", "exclude axis" },
  "slider, along and axis are refused together")

for _, size in ipairs { 1, 1e200, 1e-200 } do -- directions of any length mean the same
  local c, s = size * math.cos(1), size * math.sin(1)
  for _, given in ipairs { { axis = { 3 * size, -4 * size, 0 }, angle = 2 }, { quaternion = { c, 0.6 * s, -0.8 * s, 0 } } } do
    local m = yoke.model {}
    local body = m:rigid { mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, rotation = given }
    m:solve_dynamic { t_end = 1e-3 }
    tap.near_list(body:output "rotation_matrix", about({ 3, -4, 0 }, 2), 1e-14,
      ("rotation by %s of size %g"):format(given.axis and "an axis" or "a quaternion", size))
  end
end

-- A load across a slider between two free cubes turns both alike: 1 kg, 1/6 kg m2, centres at z = +-0.5, 2 N on the upper one.
for _, kind in ipairs(kinds) do
  for _, method in ipairs(methods) do
    for _, push in ipairs {
      { "y", { 0, 2, 0 }, { -1.2, 0, 0 }, { 0, 1.6, 0 }, { 0, 0.4, 0 } }, { "x", { 2, 0, 0 }, { 0, 1.2, 0 }, { 1.6, 0, 0 }, { 0.4, 0, 0 } },
    } do
      local m = yoke.model {}
      local function cube(name, z)
        return m:rigid { name, mass = 1, inertia = { 1 / 6, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0, 0, z }, parametrization = kind }
      end
      local upper, lower = cube("upper", 0.5), cube("lower", -0.5)
      m:prismatic { lower, upper, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
      m:force { upper, push[2] }
      local s = { m:sensor { upper, "angular_acceleration" }, m:sensor { lower, "angular_acceleration" }, m:sensor { upper, "acceleration" },
        m:sensor { lower, "acceleration" } }
      local A, B = m:sensor { upper, "rotation_matrix" }, m:sensor { lower, "rotation_matrix" }
      local r = solve(m, { t_end = 1, method = method })
      local what = ("load along %s across a slider, %s, %s: "):format(push[1], kind, method)
      for i, part in ipairs { "upper turns", "lower turns alike", "upper accelerates", "lower accelerates" } do
        tap.near_list(row(r, s[i], 1), push[i == 1 and 3 or i == 2 and 3 or i + 1], 1e-9, what .. part)
      end
      if method == "generalized_alpha" then -- the trapezoidal rule lets rotations drift
        tap.near_list(r:final(A), r:final(B), 1e-9, what .. "both rotations at 1 s")
      end
    end
  end
end

-- ---- a slider-crank driven through its dead centres: crank 0.1 m, rod 0.25 m, theta = 10 t from 0 ----

local function slider_crank(kind, options)
  local m = yoke.model {}
  local function part(name, x, velocity, spin)
    return m:rigid { name, mass = 1, inertia = { 1e-3, 4e-3, 5e-3, 0, 0, 0 }, position = { x, 0, 0 }, velocity = { 0, velocity, 0 },
      angular_velocity = { 0, 0, spin }, parametrization = kind }
  end
  local crank, bar, slider = part("crank", 0.05, 0.5, 10), part("rod", 0.225, 0.5, -4), part("slider", 0.35, 0, 0)
  local main = m:revolute { m.ground, crank, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  m:spherical { crank:at { 0.05, 0, 0 }, bar:at { -0.125, 0, 0 } }
  m:universal { bar:at { 0.125, 0, 0 }, slider, axis0 = { 0, 1, 0 }, axis1 = { 0, 0, 1 } }
  m:prismatic { m.ground, slider, at = { 0.35, 0, 0 }, along = { 1, 0, 0 } }
  m:drive { m.ground:coordinate(1), main:coordinate "angle", value = function(t) return 10 * t end }
  local s = { m:sensor { slider, "position" }, m:sensor { slider, "velocity" }, m:sensor { main, "angle" } }
  local r, said = solve(m, options)
  return r, s, said
end

local function exact(theta)
  local x = 0.1 * math.cos(theta) + math.sqrt(0.0625 - 0.01 * math.sin(theta) ^ 2)
  return x, 10 * (-0.1 * math.sin(theta) - 0.005 * math.sin(2 * theta) / math.sqrt(0.0625 - 0.01 * math.sin(theta) ^ 2))
end

for _, kind in ipairs(kinds) do
  for _, method in ipairs(methods) do
    local what = ("slider-crank, %s, %s: "):format(kind, method)
    local r, s, said = slider_crank(kind, { t_end = 4 * math.pi / 10, method = method, output = { period = math.pi / 200 } })
    local worst_x, worst_v, worst_angle = 0, 0, 0
    for k, t in ipairs(r.time) do
      local x, v = exact(10 * t)
      worst_x, worst_v = case.worse(worst_x, r[s[1]][1][k] - x), case.worse(worst_v, r[s[2]][1][k] - v)
      worst_angle = case.worse(worst_angle, r[s[3]][1][k] - 10 * t)
    end
    tap.is(#r.time, 81, what .. "two turns, no row is missing")
    tap.near(worst_x, 0, 1e-5, what .. "x in all rows")
    tap.near(worst_v, 0, 1e-4, what .. "velocity in all rows")
    if method == "generalized_alpha" then -- the trapezoidal rule lets it drift
      tap.near(worst_angle, 0, 1e-8, what .. "the angle counts on over two turns")
    end
    tap.is(said, "", what .. "nothing to warn of at the dead centre")
    for _, at in ipairs { { 0, 0.35, 0 }, { 1, 0.2894432, -1.0345991 }, { math.pi / 2, 0.2291288, -1 }, { math.pi, 0.15, 0 } } do
      r, s = slider_crank(kind, { t_end = math.max(at[1] / 10, 1e-6), method = method })
      local k = at[1] == 0 and 1 or #r.time
      tap.near_list({ r[s[1]][1][k], r[s[2]][1][k] / 10 }, { at[2], at[3] / 10 }, 1e-5, ("%sx and velocity at theta = %.4g"):format(what, at[1]))
    end
  end
end

-- ---- gears: angle of b + 2 angle of a = 0, 3 N m on a; J = 1 and 0.5 ----

local gears = {
  { "coordinate", function(m, a, b) return m:coordinate { a, b, factor0 = -2 } end },
  { "coordinate, by its rates", function(m, a, b) return m:coordinate { a, b, factor0 = -2, velocity_level = true } end },
  { "gear, ratio", function(m, a, b) return m:gear { a, b, ratio = -2 } end },
  { "gear, teeth", function(m, a, b) return m:gear { a, b, teeth0 = 40, teeth1 = 20 } end },
}

-- The angles of two bodies on hinges along z and along `along`, or of two free bodies about z.
local function wheels(m, kind, along)
  local angle_a, angle_b
  local a = m:rigid { "a", mass = 1, inertia = { 2, 2, 1, 0, 0, 0 }, parametrization = kind }
  local b = m:rigid { "b", mass = 1, inertia = { 0.5, 0.5, 0.5, 0, 0, 0 }, position = { 1, 0, 0 }, parametrization = kind }
  if along then
    angle_a = m:revolute { m.ground, a, at = { 0, 0, 0 }, along = { 0, 0, 1 } }:coordinate "angle"
    angle_b = m:revolute { m.ground, b, at = { 1, 0, 0 }, along = along }:coordinate "angle"
  else
    angle_a, angle_b = a:rotation_coordinate(3), b:rotation_coordinate(3)
  end
  return a, b, angle_a, angle_b
end

for _, gear in ipairs(gears) do
  for _, kind in ipairs(kinds) do
    for _, along in ipairs { { 0, 0, 1 }, { 0.6, 0, 0.8 }, { 0, 1, 0 }, false } do
      for _, push in ipairs(gear[1] == "coordinate" and { "load", "torque" } or { "load" }) do
        local m = yoke.model {}
        local a, b, angle_a, angle_b = wheels(m, kind, along)
        local joint = gear[2](m, angle_a, angle_b)
        if push == "load" then m:load { angle_a, 3 } else m:torque { a, { 0, 0, 3 } } end
        local s = { m:sensor { a, "angular_acceleration" }, m:sensor { b, "angular_acceleration" }, m:sensor { joint, "force0" },
          m:sensor { joint, "force1" } }
        local q = { m:sensor { angle_a, "coordinates" }, m:sensor { angle_b, "coordinates" } }
        local r = solve(m, { t_end = 1 })
        local worst, last, axis = 0, #r.time, along or { 0, 0, 1 }
        for k = 1, last do worst = case.worse(worst, r[q[2]][1][k] + 2 * r[q[1]][1][k]) end
        local places = along and ("axes (0, 0, 1) and (%g, %g, %g)"):format(table.unpack(along)) or "free"
        local what = ("%s, %s, %s, %s: "):format(gear[1], kind, places, push)
        for _, k in ipairs { 1, last } do
          local b_turns = row(r, s[2], k)
          tap.near_list({ r[s[1]][3][k], b_turns[1], b_turns[2], b_turns[3], r[s[3]][1][k], r[s[4]][1][k] },
            { 1, -2 * axis[1], -2 * axis[2], -2 * axis[3], -2, -1 }, k == 1 and 1e-9 or 1e-5, what .. ("at t = %g"):format(r.time[k]))
        end
        tap.near_list({ r:final(q[1]), r:final(q[2]) }, { 0.5, -1 }, kind == "lie" and 1e-8 or 1e-6, what .. "angles at 1 s")
        tap.near(worst, 0, gear[1]:find "rates" and 1e-6 or 1e-9, what .. "coupled in all rows")
      end
    end
  end
end

do -- rack and pinion: travel = 0.1 angle, 1 N m on the pinion
  local m = yoke.model {}
  local pinion = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.02, 0, 0, 0 } }
  local bar = m:rigid { mass = 3, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 0, 0.1, 0 } }
  local hinge = m:revolute { m.ground, pinion, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  local slide = m:prismatic { m.ground, bar, at = { 0, 0.1, 0 }, along = { 1, 0, 0 } }
  m:rack { hinge:coordinate "angle", slide:coordinate "distance", radius = 0.1 }
  m:load { hinge:coordinate "angle", 1 }
  m:solve_dynamic { t_end = 1 }
  tap.near_list(bar:output "acceleration", { 0.1 / (0.02 + 3 * 0.01), 0, 0 }, 1e-6, "rack and pinion: a = r T / (J + m r^2)")
end

-- ---- planar and spatial bodies in one mechanism ----

-- A slider-crank with a spring, a damper and a rod of two points, pushed by a torque; each part flat (rigid2d) or solid (rigid), and
-- joined by joints of the plane or of space.
local function mixed(parts, joints, method, step)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local function part(i, mass, inertia, x, y, angle)
    if parts[i] == "flat" then return m:rigid2d { mass = mass, inertia = inertia, position = { x, y }, angle = angle } end
    return m:rigid { mass = mass, inertia = { 0.8 * inertia, 0.9 * inertia, inertia, 0, 0, 0 }, position = { x, y, 0 }, rotation = angle,
      parametrization = parts[i] }
  end
  local tilt = math.asin(0.1 / 0.3)
  local crank, bar = part(1, 0.4, 2e-3, 0, 0.05, math.pi / 2), part(2, 0.5, 4e-3, 0.15 * math.cos(tilt), 0.05, -tilt)
  local slider, bob = part(3, 0.8, 1e-3, 0.3 * math.cos(tilt), 0, 0), part(4, 0.3, 1e-3, 0.3 * math.cos(tilt), -0.2, 0)
  local pins = {}
  for i, ends in ipairs { { m.ground, crank:at { -0.05, 0 } }, { crank:at { 0.05, 0 }, bar:at { -0.15, 0 } }, { bar:at { 0.15, 0 }, slider } } do
    pins[i] = m[joints == "plane" and "revolute2d" or i == 1 and "revolute" or i == 2 and "spherical" or "cylindrical"](m, ends)
  end
  local rail = joints == "plane" and m:prismatic2d { m.ground, slider } or m:prismatic { m.ground, slider }
  m:distance { slider:at { 0.02, 0 }, bob:at { 0.02, 0.05 }, distance = 0.15 }
  m:cartesian_spring_damper { m.ground:at { 0.1, 0.3 }, bar:at { 0, 0.02 }, stiffness = { 40, 60, 0 }, damping = { 1, 2, 0 } }
  m[joints == "plane" and "torsional_spring_damper2d" or "torsional_spring_damper"](m, { bar, bob, stiffness = 0.5, damping = 0.01 })
  m:torque { crank, { 0, 0, function(t) return 0.3 + 0.2 * math.sin(7 * t) end } }
  local s, forces = {}, { m:sensor { rail, "force1" } }
  for i, b in ipairs { crank, bar, slider, bob } do
    s[3 * i - 2], s[3 * i - 1], s[3 * i] = m:sensor { b, "position" }, m:sensor { b, "rotation_matrix" }, m:sensor { b, "velocity" }
  end
  for i = 1, 3 do forces[1 + i] = m:sensor { pins[i], "force1" } end
  local r, said = solve(m, { t_end = 0.5, step = step, method = method, newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-13 } })
  return r, s, forces, said
end

-- Largest differences in positions, rotations and velocities, and in forces, of two such runs.
local function mixed_apart(r, s, forces, other, t, others)
  local motion, force = 0, 0
  for i = 1, #s do motion = math.max(motion, apart(r, s[i], other, t[i])) end
  for i = 1, #forces do
    for c = 1, 2 do -- across the plane they are redundant
      for k = 1, #r.time do force = case.worse(force, r[forces[i]][c][k] - other[others[i]][c][k]) end
    end
  end
  return motion, force
end

local all_flat = { "flat", "flat", "flat", "flat" }
for _, given in ipairs { { "plane", "generalized_alpha" }, { "plane", "trapezoidal" }, { "space", "generalized_alpha" } } do
  -- (on the velocity level other rows drift in another way)
  local joints, method = given[1], given[2]
  local flat, f, flat_forces = mixed(all_flat, "plane", method)
  for _, parts in ipairs {
    all_flat, { "lie", "lie", "lie", "lie" }, { "tait_bryan", "tait_bryan", "tait_bryan", "tait_bryan" }, { "flat", "lie", "flat", "lie" },
    { "lie", "flat", "tait_bryan", "flat" }, { "flat", "tait_bryan", "lie", "flat" },
  } do
    local what = ("%s in a mechanism of the %s, %s: "):format(table.concat(parts, " "), joints, method)
    local r, s, forces, said = mixed(parts, joints, method)
    local motion, force = mixed_apart(r, s, forces, flat, f, flat_forces)
    tap.near(motion, 0, 1e-9, what .. "positions, rotations and velocities as of the planar one")
    tap.near(force, 0, 1e-6, what .. "forces as of the planar one")
    tap.ok(not said:find "singular" and not said:find "contradict", what .. "at most redundant", { "got", said })
  end
  local motions, forces = {}, {}
  for k, step in ipairs { 1e-3, 5e-4 } do -- the steps of Euler parameters have an error of their own
    local r, s, f1 = mixed({ "euler", "flat", "euler", "euler" }, joints, method, step)
    motions[k], forces[k] = mixed_apart(r, s, f1, mixed(all_flat, "plane", method, step))
  end
  case.order(motions, 2, 0.1, ("Euler parameters in a mechanism of the %s, %s: motion"):format(joints, method))
  case.order(forces, 2, 0.2, ("Euler parameters in a mechanism of the %s, %s: forces"):format(joints, method))
end

-- ---- long runs ----

do -- 10 kg at the end of a rod of 1e-6 kg: m g enters as g (1 + (m/2 - m/3)/M), lowest speed by energy
  for _, kind in ipairs(kinds) do
    local m = yoke.model { gravity = { 0, -g, 0 } }
    local bar = m:rigid { mass = 1e-6, inertia = { 1e-9, 1e-6 / 12, 1e-6 / 12, 0, 0, 0 }, position = { 0.5, 0, 0 }, parametrization = kind }
    local bob = m:point { mass = 10, position = { 1, 0, 0 } }
    m:revolute { m.ground, bar, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
    m:spherical { bar:at { 0.5, 0, 0 }, bob }
    local a, v = m:sensor { bob, "acceleration" }, m:sensor { bob, "velocity" }
    local r = solve(m, { t_end = 3 })
    tap.near_list(row(r, a, 1), { 0, -9.8100002, 0 }, 5e-8, "heavy bob, " .. kind .. ": acceleration at t = 0")
    local fastest, drift = 0, 0
    for k = 1, #r.time do fastest = math.max(fastest, norm(row(r, v, k))) end
    for _, d in ipairs(r.summary.drift) do drift = math.max(drift, d.drift) end
    tap.near(fastest, 4.42945, 4.42945e-4, "heavy bob, " .. kind .. ": speed at the lowest point")
    tap.near(drift, 0, 1e-8, "heavy bob, " .. kind .. ": gap in both joints over 3 s (m)")
  end
end

do -- the four-bar of 1 kg per metre with hinges of space in a skew plane, released at rest, 10 s: it is redundant by three
  local m = yoke.model { gravity = turn(skew, { 0, -g, 0 }) }
  local x, y = 0.25, 0.5 * math.sin(math.pi / 3)
  local px, py = 1.4247395, 0.6779354
  local function link(name, mass, x0, y0, x1, y1)
    return m:rigid { name, mass = mass, inertia = { 1e-3, mass ^ 3 / 12, mass ^ 3 / 12, 0, 0, 0 },
      position = turn(skew, { (x0 + x1) / 2, (y0 + y1) / 2, 0 }), rotation = matrix(multiply(skew, about({ 0, 0, 1 }, math.atan(y1 - y0, x1 - x0)))) }
  end
  local crank, coupler, rocker = link("crank", 0.5, 0, 0, x, y), link("coupler", 1.2, x, y, px, py), link("rocker", 0.8, 1, 0, px, py)
  local axis = turn(skew, { 0, 0, 1 })
  local function pivot(name, a, b) m:revolute { name, a, b, axis = { 0, 0, 1 } } end
  local base = m.ground:frame { rotation = matrix(skew) }
  pivot("crank_pivot", base, crank:at { -0.25, 0, 0 })
  pivot("crank_pin", crank:at { 0.25, 0, 0 }, coupler:at { -0.6, 0, 0 })
  pivot("rocker_pin", coupler:at { 0.6, 0, 0 }, rocker:at { 0.4, 0, 0 })
  pivot("rocker_pivot", m.ground:frame { position = turn(skew, { 1, 0, 0 }), rotation = matrix(skew) }, rocker:at { -0.4, 0, 0 })
  local p, kinetic = m:sensor { coupler, "position" }, m:sensor { crank, "kinetic_energy" }
  local r, said = solve(m, { t_end = 10, start = "assemble" })
  local s, worst, out = r.summary, 0, 0
  for _, d in ipairs(s.drift) do worst = case.worse(worst, d.drift) end
  for k = 1, #r.time do
    local at = row(r, p, k)
    out = case.worse(out, dot(axis, at))
  end
  case.says(said, { "20 rows, rank 17", "body 'coupler' moved by" }, "four-bar: assembled, and redundant by three")
  tap.near(worst, 0, 1e-12, "four-bar: largest gap over 10 s (m)")
  tap.near(out, 0, 1e-9, "four-bar: it stays in its plane")
  case.says(tostring(r), { "crank_pivot", "crank_pin", "rocker_pin", "rocker_pivot" }, "four-bar: the drift is printed per joint")
  local change, most = s.kinetic + s.potential - s.kinetic_start - s.potential_start, case.largest(r[kinetic][1])
  tap.ok(math.abs(change) < 1e-3 * most, ("four-bar: energy change %.2g of what the crank alone has at most"):format(change / most))
end

-- ---- at rest ----

do -- a bar on a skew hinge with a spring: stiffness angle = m g L/2 cos(angle), in a plane that holds gravity
  local m = yoke.model { gravity = turn(skew, { 0, -g, 0 }) }
  local bar = m:rigid { mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = turn(skew, { 0.5, 0, 0 }), rotation = matrix(skew) }
  local hinge = m:revolute { m.ground, bar, at = { 0, 0, 0 }, along = turn(skew, { 0, 0, 1 }) }
  m:torsional_spring_damper { m.ground, bar, at = { 0, 0, 0 }, along = turn(skew, { 0, 0, 1 }), stiffness = 20 }
  m:solve_static {}
  local angle = hinge:output "angle"
  tap.near(20 * angle + 2 * g * 0.5 * math.cos(angle), 0, 1e-8, "a bar on a spring at rest: moments in balance")
  tap.near_list(hinge:output "force1", turn(skew, { 0, 2 * g, 0 }), 1e-8, "a bar on a spring at rest: the hinge carries it")
end

tap.done()
