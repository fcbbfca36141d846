-- space_bodies.lua - rigid bodies in space: all their words and outputs against closed forms, in the three parametrizations.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local plus, scale, dot, cross, turn, unturn, about = space.plus, space.scale, space.dot, space.cross, space.turn, space.unturn, space.about
local newton = { relative_tolerance = 1e-13, absolute_tolerance = 1e-13 } -- the error of the steps, not of Newton, is measured

-- ---- a symmetric top thrown under gravity, seen at its reference point and at another one ----
-- Moments A, A, C about the centre of mass, axis z: with L = J w constant it turns as R = exp(L t/A) R0 exp(k t z), k = w_z (1 - C/A),
-- so that w = L/A + k R z and alpha = k w x R z; the centre of mass falls on a parabola.

local top = { mass = 2, A = 0.02, C = 0.03, com = { 0.1, -0.2, 0.15 }, R0 = space.xyz(0.3, -0.4, 0.5), position = { 1, 2, 3 },
  spin = { 1.2, -0.8, 3 }, v = { 0.5, 1, 4 }, gravity = { 0.3, -9.81, 1 } } -- spin in body axes, v of the centre of mass

local function top_at(t, s, S)
  local L = turn(top.R0, { top.A * top.spin[1], top.A * top.spin[2], top.C * top.spin[3] })
  local k = top.spin[3] * (1 - top.C / top.A)
  local R = space.multiply(about(L, space.norm(L) * t / top.A), top.R0, about({ 0, 0, 1 }, k * t))
  local z = turn(R, { 0, 0, 1 })
  local w = plus(scale(1 / top.A, L), k, z)
  local alpha = scale(k, cross(w, z))
  local vc = plus(top.v, t, top.gravity)
  local r0 = plus(top.position, 1, turn(top.R0, top.com))
  local lever = turn(R, plus(s, -1, top.com))
  local F = space.multiply(R, S)
  local out = {
    position = plus(plus(plus(r0, t, top.v), t * t / 2, top.gravity), 1, lever), rotation_matrix = F, rotation = space.angles(F),
    velocity = plus(vc, 1, cross(w, lever)), angular_velocity = w, angular_acceleration = alpha,
    acceleration = plus(top.gravity, 1, plus(cross(alpha, lever), 1, cross(w, cross(w, lever)))),
  }
  out.displacement = plus(out.position, -1, plus(top.position, 1, turn(top.R0, s)))
  for _, name in ipairs { "velocity", "acceleration", "angular_velocity", "angular_acceleration" } do
    out[name .. "_local"] = unturn(F, out[name])
  end
  out.kinetic_energy = { (top.mass * dot(vc, vc) + dot(w, L)) / 2 }
  return out
end

local names = { "position", "displacement", "rotation_matrix", "rotation", "velocity", "angular_velocity", "acceleration", "angular_acceleration",
  "velocity_local", "acceleration_local", "angular_velocity_local", "angular_acceleration_local", "kinetic_energy" }
local place = { s = { -0.3, 0.2, 0.4 }, S = space.xyz(-0.2, 0.3, 0.9) }

-- Builds the top; words: what a script says in place of these (false: not at all).
local function throw(parametrization, words)
  local m = yoke.model { gravity = top.gravity }
  local w = turn(top.R0, top.spin)
  local given = { "top", mass = top.mass, inertia = { top.A, top.A, top.C, 0, 0, 0 }, inertia_about = "com", com = top.com, position = top.position,
    rotation = space.matrix(top.R0), velocity = plus(top.v, -1, cross(w, turn(top.R0, top.com))), angular_velocity = w,
    parametrization = parametrization }
  for key, value in pairs(words or {}) do given[key] = value or nil end
  local b = m:rigid(given)
  return m, b, b:frame { position = place.s, rotation = space.matrix(place.S) }
end

-- Solves; the largest error of each output, of the body and of the point, over all rows.
local function errors_of_top(parametrization, steps, options)
  local m, b, p = throw(parametrization)
  local sensors, errors = {}, {}
  for _, name in ipairs(names) do
    sensors[name] = { m:sensor { b, name }, name ~= "kinetic_energy" and m:sensor { p, name } or nil }
    errors[name] = 0
  end
  local o = { t_end = 1, steps = steps, newton = newton }
  for key, value in pairs(options or {}) do o[key] = value end
  local r = m:solve_dynamic(o)
  for k, t in ipairs(r.time) do
    local want = { top_at(t, { 0, 0, 0 }, space.straight), top_at(t, place.s, place.S) }
    for name, pair in pairs(sensors) do
      for i, s in ipairs(pair) do
        for c, x in ipairs(want[i][name]) do errors[name] = case.worse(errors[name], r[s][c][k] - x) end
      end
    end
  end
  return errors, r
end

-- The errors fall by four, twice, to less than 1e-3 of vectors as long as 1 to 30; period: of rows, in steps.
local function second_order(what, parametrization, options, period)
  local e = {}
  for k = 1, 3 do
    local steps = 100 * 2 ^ (k - 1)
    options.output = period and { period = period / steps }
    e[k] = errors_of_top(parametrization, steps, options)
  end
  for _, name in ipairs(names) do
    local first, second = math.log(e[1][name] / e[2][name], 2), math.log(e[2][name] / e[3][name], 2)
    tap.ok(math.abs(first - 2) < 0.05 and math.abs(second - 2) < 0.05 and e[3][name] < 1e-3,
      ("%s, %s: %s of second order (%.3f, %.3f, error %.2g)"):format(what, parametrization, name, first, second, e[3][name]))
  end
  return e[1]
end

for _, parametrization in ipairs(space.kinds) do
  second_order("thrown top", parametrization, {})
  second_order("thrown top, trapezoidal", parametrization, { method = "trapezoidal" })
  local fifths = second_order("thrown top, rows between steps", parametrization, {}, 0.2)
  -- rows that fall anywhere in a step: between them the error of the step's polynomial is at most 0.25/0.24 of that at its fifths
  local anywhere, worst = errors_of_top(parametrization, 100, { output = { period = 0.0137 } }), 0
  for _, name in ipairs(names) do worst = case.worse(worst, anywhere[name] / fifths[name]) end
  tap.ok(worst < 1.05, ("thrown top, %s: rows at any time are as good (%.3f)"):format(parametrization, worst))
end

-- the matrix stays a rotation between steps: exactly, but of Euler parameters, whose cubic leaves their length at fourth order there
local function skew_between(parametrization, steps)
  local m, b = throw(parametrization)
  local s, worst = m:sensor { b, "rotation_matrix" }, 0
  local r = m:solve_dynamic { t_end = 1, steps = steps, newton = newton, output = { period = 0.2 / steps } }
  for k = 1, #r.time do
    worst = case.worse(worst, space.distortion(space.row(r, s, k)))
  end
  return worst
end

for _, parametrization in ipairs { "lie", "tait_bryan" } do
  tap.near(skew_between(parametrization, 100), 0, 1e-14, parametrization .. ": rotation_matrix is one between steps")
end
case.order({ skew_between("euler", 100), skew_between("euler", 200), skew_between("euler", 400) }, 4, 0.1,
  "euler: rotation_matrix is one between steps")

-- coordinates: Euler parameters and angles make the matrix, the rotation vector leads from the reference pose to it
do
  local function state(parametrization)
    local m, b = throw(parametrization)
    m:solve_dynamic { t_end = 0.5 }
    return b:output "coordinates", b:output "coordinates_total", b:output "coordinates_rate", b:output "rotation_matrix", b
  end
  local q, total, u, A, b = state "lie"
  local v = { q[4], q[5], q[6] }
  tap.near_list({ q[1], q[2], q[3] }, b:output "displacement", 1e-14, "lie: coordinates 1 to 3 are the displacement")
  tap.near_list({ total[1], total[2], total[3] }, b:output "position", 1e-14, "lie: with the reference part the position")
  tap.near_list(space.multiply(top.R0, about(v, space.norm(v))), A, 1e-13, "lie: 4 to 6 are the rotation vector from the reference pose, in body axes")
  tap.near_list({ u[4], u[5], u[6] }, b:output "angular_velocity_local", 1e-14, "lie: their rates are the angular velocity in body axes")
  q, total, u, A, b = state "tait_bryan"
  tap.near_list({ total[4], total[5], total[6] }, b:output "rotation", 1e-13, "tait_bryan: 4 to 6, with the reference part, are the angles")
  tap.near_list({ total[4] - q[4], total[5] - q[5], total[6] - q[6] }, space.angles(top.R0), 1e-13, "tait_bryan: the reference part is rotation")
  tap.near_list({ u[1], u[2], u[3] }, b:output "velocity", 1e-14, "tait_bryan: rates 1 to 3 are the velocity")
  _, total, _, A, b = state "euler"
  local e0, e1, e2, e3 = table.unpack(total, 4)
  local half = math.acos(e0)
  tap.near(e0 ^ 2 + e1 ^ 2 + e2 ^ 2 + e3 ^ 2, 1, 1e-14, "euler: 4 to 7 have length 1")
  tap.near_list(about({ e1, e2, e3 }, 2 * half), A, 1e-13, "euler: they make the matrix")
end

-- ---- the words of the start: other ways to say the same give the same motion ----

local seen = { "position", "rotation_matrix", "velocity", "angular_velocity", "acceleration", "angular_acceleration" }

-- What a point of the model sees at 0.2 s, in one list.
local function told(m, p)
  m:solve_dynamic { t_end = 0.2, steps = 50, newton = newton }
  local list = {}
  for _, name in ipairs(seen) do table.move(p:output(name), 1, #p:output(name), #list + 1, list) end
  return list
end

local function thrown(parametrization, words)
  local m, _, p = throw(parametrization, words)
  return told(m, p)
end

-- Axis, angle and quaternion of a rotation of less than half a turn.
local function axis_angle(A)
  local angle = math.acos((A[1] + A[5] + A[9] - 1) / 2)
  local axis = scale(1 / (2 * math.sin(angle)), { A[8] - A[6], A[3] - A[7], A[4] - A[2] })
  return axis, angle, { math.cos(angle / 2), table.unpack(scale(math.sin(angle / 2), axis)) }
end

do
  local A = top.R0
  local axis, angle, q = axis_angle(A)
  local about_com = { top.A, 0, 0, 0, top.A, 0, 0, 0, top.C }
  local about_reference = space.steiner(about_com, top.mass, top.com)
  local ways = {
    { "rotation = {xyz =}", { rotation = { xyz = space.angles(A) } } },
    { "rotation = {axis =, angle =}, the axis of any length", { rotation = { axis = scale(7, axis), angle = angle } } },
    { "rotation about the opposite axis, a turn more", { rotation = { axis = scale(-1e-3, axis), angle = -angle - 2 * math.pi } } },
    { "rotation = {quaternion =}", { rotation = { quaternion = q } } },
    { "the quaternion of any length and sign", { rotation = { quaternion = { -3 * q[1], -3 * q[2], -3 * q[3], -3 * q[4] } } } },
    { "inertia about the reference point", { inertia = space.six(about_reference), inertia_about = "reference" } },
    { "inertia about the reference point, by default", { inertia = space.six(about_reference), inertia_about = false } },
    { "three moments of inertia", { inertia = { top.A, top.A, top.C } } },
    { "inertia 3 x 3", { inertia = space.matrix(about_com) } },
    { "inertia 3 x 3 about the reference point", { inertia = space.matrix(about_reference), inertia_about = "reference" } },
    { "angular_velocity_local", { angular_velocity = false, angular_velocity_local = top.spin } },
  }
  for _, parametrization in ipairs(space.kinds) do
    local want = thrown(parametrization)
    for _, way in ipairs(ways) do tap.near_list(thrown(parametrization, way[2]), want, 1e-10, parametrization .. ": " .. way[1]) end
    if parametrization ~= "tait_bryan" then -- whose angles of another frame are other coordinates
      -- body axes turned by Q: the same body, with products of inertia
      local Q = space.xyz(0.7, -0.5, 1.1)
      local back = space.transposed(Q)
      local m, b = throw(parametrization, { inertia = space.matrix(space.multiply(back, about_com, Q)), com = turn(back, top.com),
        rotation = space.matrix(space.multiply(A, Q)) })
      local p = b:frame { position = turn(back, place.s), rotation = space.matrix(space.multiply(back, place.S)) }
      tap.near_list(told(m, p), want, 1e-10, parametrization .. ": body axes that are not principal")
    end
  end
end

do -- rotation = a number turns about z; two numbers are in the plane
  local m = yoke.model {}
  local b = m:rigid { mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, rotation = 0.7, position = { 1, 2 }, com = { 0, 0 }, velocity = { 3, 4 } }
  m:solve_dynamic { t_end = 0.1 }
  tap.near_list(b:output "rotation", { 0, 0, 0.7 }, 1e-14, "rotation = an angle about z")
  tap.near_list(b:output "position", { 1.3, 2.4, 0 }, 1e-13, "position and velocity of two numbers")
end

-- displacement: the start away from the reference pose
do
  local moved = { 0.1, 0.2, -0.3 }
  local A = space.xyz(-0.2, 0.4, 0.1)
  local q = { 0.5, 0.1, -0.7, 0.5 } -- length 1
  local function start(parametrization, displacement)
    local m = yoke.model {}
    local b = m:rigid { mass = 1, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, position = { 1, 2, 3 }, rotation = space.matrix(A),
      displacement = displacement, angular_velocity = { 1, -2, 3 }, parametrization = parametrization }
    local p = b:at { 0.5, 0, 0 }
    local s = {}
    for _, name in ipairs { "position", "displacement", "rotation_matrix", "coordinates", "angular_velocity" } do s[name] = m:sensor { b, name } end
    s.point = m:sensor { p, "displacement" }
    local r = m:solve_dynamic { t_end = 1e-3 }
    return function(name) return space.row(r, s[name], 1) end
  end
  local function check(parametrization, displacement, B)
    local at = start(parametrization, displacement)
    local x = turn(B, { 0.5, 0, 0 })
    tap.near_list(at "position", { 1.1, 2.2, 2.7 }, 1e-14, parametrization .. ": displaced position")
    tap.near_list(at "displacement", moved, 1e-14, parametrization .. ": displacement as an output")
    tap.near_list(at "rotation_matrix", B, 1e-14, parametrization .. ": displaced rotation")
    tap.near_list(at "point", plus(plus(moved, 1, x), -1, turn(A, { 0.5, 0, 0 })), 1e-14,
      parametrization .. ": displacement of a point, from its place in the reference pose")
    tap.near_list(at "angular_velocity", { 1, -2, 3 }, 1e-13, parametrization .. ": the angular velocity is global also there")
    local c = at "coordinates"
    tap.near_list(table.move(c, 1, #displacement, 1, {}), displacement, 1e-14, parametrization .. ": coordinates are the displacement")
  end
  check("lie", moved, A)
  check("tait_bryan", { 0.1, 0.2, -0.3, 0.3, -0.5, 0.6 }, space.xyz(0.1, -0.1, 0.7))
  local _, _, e = axis_angle(A)
  check("euler", { 0.1, 0.2, -0.3, q[1] - e[1], q[2] - e[2], q[3] - e[3], q[4] - e[4] }, about({ q[2], q[3], q[4] }, 2 * math.acos(q[1])))
end

-- ---- the torque-free top with three moments: Jacobi's functions (Landau and Lifshitz, Mechanics, 37) ----
-- I1 < I2 < I3, w_2 = 0 at first, L^2 > 2 E I2: w_1 ~ cn, w_2 ~ sn, w_3 ~ dn.  In axes with L along z the body is at Rz(psi) Rx(theta) Rz(phi) with
-- L (sin theta sin phi, sin theta cos phi, cos theta) = J w and psi' = L (I1 w_1^2 + I2 w_2^2)/(I1^2 w_1^2 + I2^2 w_2^2), by Simpson's rule.

do
  local I = { 1, 1.7, 2.2 }
  local w0 = { 3, 0, 2.8 }
  local E2, L2 = I[1] * w0[1] ^ 2 + I[3] * w0[3] ^ 2, (I[1] * w0[1]) ^ 2 + (I[3] * w0[3]) ^ 2
  local k = math.sqrt((I[2] - I[1]) * (E2 * I[3] - L2) / ((I[3] - I[2]) * (L2 - E2 * I[1])))
  local rate = math.sqrt((I[3] - I[2]) * (L2 - E2 * I[1]) / (I[1] * I[2] * I[3]))
  local L = math.sqrt(L2)
  assert(L2 > E2 * I[2] and k < 1)
  local function spin(t)
    local sn, cn, dn = space.elliptic(rate * t, k)
    return { w0[1] * cn, math.sqrt((E2 * I[3] - L2) / (I[2] * (I[3] - I[2]))) * sn, w0[3] * dn }
  end
  local function precession(t)
    local w = spin(t)
    return L * (I[1] * w[1] ^ 2 + I[2] * w[2] ^ 2) / ((I[1] * w[1]) ^ 2 + (I[2] * w[2]) ^ 2)
  end
  local function attitude(t, psi)
    local w = spin(t)
    local theta, phi = math.acos(I[3] * w[3] / L), math.atan(I[1] * w[1], I[2] * w[2])
    return space.multiply(about({ 0, 0, 1 }, psi), about({ 1, 0, 0 }, theta), about({ 0, 0, 1 }, phi))
  end
  local t_end, n, psi = 2, 2000, 0
  for i = 0, n - 1 do
    local t, h = i * t_end / n, t_end / n
    psi = psi + h / 6 * (precession(t) + 4 * precession(t + h / 2) + precession(t + h))
  end
  local R0 = space.xyz(0.2, 0.3, 0.4)
  local want = space.multiply(R0, space.transposed(attitude(0, 0)), attitude(t_end, psi))
  local w = spin(t_end)
  local moment = turn(R0, { I[1] * w0[1], 0, I[3] * w0[3] })
  for _, parametrization in ipairs { "lie", "euler" } do
    local e = { {}, {}, {}, {} }
    for step = 1, 3 do
      local m = yoke.model {}
      local b = m:rigid { mass = 1, inertia = { I[1], I[2], I[3], 0, 0, 0 }, rotation = space.matrix(R0), angular_velocity_local = w0,
        parametrization = parametrization }
      m:solve_dynamic { t_end = t_end, steps = 200 * 2 ^ step, newton = newton }
      local u, A = b:output "angular_velocity_local", b:output "rotation_matrix"
      e[1][step] = space.far(u, w)
      e[2][step] = space.far(A, want)
      e[3][step] = space.far(turn(A, { I[1] * u[1], I[2] * u[2], I[3] * u[3] }), moment)
      e[4][step] = math.abs(2 * b:output "kinetic_energy" - E2)
    end
    local what = ("free top, k = %.4f, %s: "):format(k, parametrization)
    case.order(e[1], 2, 0.05, what .. "angular velocity in body axes")
    case.order(e[2], 2, 0.05, what .. "rotation_matrix")
    case.order(e[3], 2, 0.05, what .. "angular momentum")
    case.order(e[4], 2, 0.05, what .. "kinetic energy")
  end
end

-- ---- torques and forces fixed in the body ----

-- Linear in the increments of lie, or of an angle, a motion is exact; otherwise its error is of second order.
local function exact_or_second_order(exact, errors, what)
  if exact then
    tap.near(math.max(errors[1], errors[2], errors[3]), 0, 1e-12, what)
  else
    case.order(errors, 2, 0.1, what)
  end
end

-- T about the axis of a symmetric top: w_z = w_0 + T t/C, w_x + i w_y turned by the integral of (C - A)/A w_z
for _, parametrization in ipairs(space.kinds) do
  local A, C, T, w0 = 0.2, 0.3, 0.9, { 0.5, -0.2, 1 }
  local e, axial = {}, {}
  for k = 1, 3 do
    local m = yoke.model {}
    local b = m:rigid { mass = 1, inertia = { A, A, C, 0, 0, 0 }, rotation = { xyz = { 0.4, 0.2, -0.3 } }, angular_velocity_local = w0,
      parametrization = parametrization }
    m:torque { b, { 0, 0, T }, body_fixed = true }
    m:solve_dynamic { t_end = 1, steps = 50 * 2 ^ k, newton = newton }
    local w, angle = b:output "angular_velocity_local", (C - A) / A * (w0[3] + T / (2 * C))
    local c, s = math.cos(angle), math.sin(angle)
    e[k] = math.max(math.abs(w[1] - w0[1] * c + w0[2] * s), math.abs(w[2] - w0[1] * s - w0[2] * c))
    axial[k] = math.abs(w[3] - w0[3] - T / C)
  end
  case.order(e, 2, 0.05, parametrization .. ": torque along the axis of a top, spin across it")
  exact_or_second_order(parametrization == "lie", axial, parametrization .. ": torque along the axis of a top, spin along it")
end

-- T about each principal axis from rest, of a body that stands anyhow: angle = T t^2/(2 J)
for _, parametrization in ipairs(space.kinds) do
  local J, T, R0 = { 0.2, 0.3, 0.4 }, 0.5, space.xyz(0.3, -0.2, 0.6)
  for axis = 1, 3 do
    local x = { axis == 1 and 1 or 0, axis == 2 and 1 or 0, axis == 3 and 1 or 0 }
    local Q = space.xyz(0.5, 0.6, 0.7) -- of the marker: a body-fixed torque is in its axes
    local e, e_w = {}, {}
    for k = 1, 3 do
      local m = yoke.model {}
      local b = m:rigid { mass = 1, inertia = { J[1], J[2], J[3], 0, 0, 0 }, rotation = space.matrix(R0), parametrization = parametrization }
      m:torque { b:frame { rotation = space.matrix(Q) }, scale(T, unturn(Q, x)), body_fixed = true }
      m:solve_dynamic { t_end = 1, steps = 50 * 2 ^ k, newton = newton }
      e[k] = space.far(b:output "rotation_matrix", space.multiply(R0, about(x, T / (2 * J[axis]))))
      e_w[k] = space.far(b:output "angular_velocity", turn(R0, scale(T / J[axis], x)))
    end
    local what = ("%s: constant torque about principal axis %d, "):format(parametrization, axis)
    local exact = parametrization == "lie" or parametrization == "tait_bryan" and axis == 3
    exact_or_second_order(exact, e, what .. "angle")
    exact_or_second_order(exact, e_w, what .. "angular velocity")
  end
end

-- a force fixed in the body at a point: its moment d x F turns about z (from rest, J_z = 0.4), the centre is pushed along the turned force
for _, parametrization in ipairs(space.kinds) do
  local F, d, mass, J = 2, 0.3, 5, 0.4
  local path = case.runge_kutta(function(t) -- x'' = -F/m sin, y'' = F/m cos of the angle F d t^2/(2 J); doubly integrated: (1 - t) times it
    local a = F * d * t * t / (2 * J)
    return { -(1 - t) * F / mass * math.sin(a), (1 - t) * F / mass * math.cos(a) }
  end, { 0, 0 }, 1, 200)
  local e = {}
  for k = 1, 3 do
    local m = yoke.model {}
    local b = m:rigid { mass = mass, inertia = { 0.2, 0.3, J, 0, 0, 0 }, parametrization = parametrization }
    m:force { b:at { d, 0, 0 }, { 0, F, 0 }, body_fixed = true }
    m:solve_dynamic { t_end = 1, steps = 50 * 2 ^ k, newton = newton }
    e[k] = space.far(b:output "position", { path[1], path[2], 0 })
  end
  case.order(e, 2, 0.05, parametrization .. ": a force fixed in the body")
end

-- the same force global, of a function of time, at a point: at t = 0  a = F/m, alpha = d x F/J
do
  local m = yoke.model {}
  local b = m:rigid { mass = 2, inertia = { 0.2, 0.3, 0.4, 0, 0, 0 }, rotation = { axis = { 0, 0, 1 }, angle = math.pi / 2 } }
  m:force { b:at { 0.5, 0, 0 }, function(t) return 3 + t, 0, 4 end }
  local a, alpha = m:sensor { b, "acceleration" }, m:sensor { b, "angular_acceleration_local" }
  local r = m:solve_dynamic { t_end = 1e-3 }
  tap.near_list({ r[a][1][1], r[a][2][1], r[a][3][1] }, { 1.5, 0, 2 }, 1e-12, "a global force at a point: acceleration")
  -- in body axes F = (0, -3, 4) and d = (0.5, 0, 0): d x F = (0, -2, -1.5)
  tap.near_list({ r[alpha][1][1], r[alpha][2][1], r[alpha][3][1] }, { 0, -2 / 0.3, -1.5 / 0.4 }, 1e-12,
    "a global force at a point: angular acceleration")
end

-- ---- through every orientation ----

-- a ball spins once about each axis through corners, edges and faces of a cube, from a pose where the Tait-Bryan angles are singular
for _, parametrization in ipairs { "lie", "euler" } do
  local R0, e = space.xyz(0.4, math.pi / 2, 0), { 0, 0, 0 }
  for x = -1, 1 do
    for y = -1, 1 do
      for z = -1, 1 do
        local axis = { x, y, z }
        for k = 1, (x ~= 0 or y ~= 0 or z ~= 0) and 3 or 0 do
          local m = yoke.model {}
          local b = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 }, rotation = space.matrix(R0),
            angular_velocity = scale(2 * math.pi / space.norm(axis), axis), parametrization = parametrization }
          local s = m:sensor { b, "rotation_matrix" }
          local r = m:solve_dynamic { t_end = 1, steps = 30 * 2 ^ k, newton = newton, output = { period = 0.05 } }
          for row, t in ipairs(r.time) do
            local want = space.multiply(about(axis, 2 * math.pi * t), R0)
            for c = 1, 9 do e[k] = case.worse(e[k], r[s][c][row] - want[c]) end
          end
        end
      end
    end
  end
  exact_or_second_order(parametrization == "lie", e, parametrization .. ": a full turn about 26 axes")
end

-- Three rings, driven: the innermost body runs over the whole sphere, Rx(a) Ry(b) Rz(c), three times through singular attitudes.
local function rings(parametrization, steps, tolerance)
  local rates = { 2 * math.pi, 3 * math.pi, -5 }
  local m = yoke.model {}
  local before, angles, drives = m.ground, {}, {}
  for k = 1, 3 do
    local ring = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 }, parametrization = parametrization }
    local hinge = m:revolute { before, ring, axis = { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 } }
    local drive = m:drive { m.ground:coordinate(1), hinge:coordinate "angle", value = function(t) return rates[k] * t, rates[k], 0 end }
    before, angles[k], drives[k] = ring, m:sensor { hinge, "angle" }, m:sensor { drive, "constraint_equation" }
  end
  local A, w = m:sensor { before, "rotation_matrix" }, m:sensor { before, "angular_velocity" }
  local _, r = case.heard(m.solve_dynamic, m, { t_end = 1, steps = steps, start = "assemble", -- which sets the rates
    newton = { relative_tolerance = tolerance, absolute_tolerance = tolerance } })
  local e_A, e_w, e_angle, off = 0, 0, 0, 0
  for row, t in ipairs(r.time) do
    local a, b, c = rates[1] * t, rates[2] * t, rates[3] * t
    local want = space.xyz(a, b, c)
    local spin = plus(plus({ rates[1], 0, 0 }, rates[2], { 0, math.cos(a), math.sin(a) }), rates[3], turn(space.xyz(a, b, 0), { 0, 0, 1 }))
    for i = 1, 9 do e_A = case.worse(e_A, r[A][i][row] - want[i]) end
    for i = 1, 3 do
      e_w = case.worse(e_w, r[w][i][row] - spin[i])
      e_angle = case.worse(e_angle, r[angles[i]][1][row] - rates[i] * t)
      off = case.worse(off, r[drives[i]][1][row])
    end
  end
  return e_A, e_angle, e_w, off
end

for _, parametrization in ipairs { "lie", "euler" } do
  local e_w = {}
  for k = 1, 3 do
    local e_A, e_angle
    e_A, e_angle, e_w[k] = rings(parametrization, 200 * 2 ^ k, 1e-12)
    if k == 1 then
      tap.near(e_A, 0, 1e-10, parametrization .. ": driven through all attitudes, rotation_matrix")
      tap.near(e_angle, 0, 1e-10, parametrization .. ": driven through all attitudes, angles of the rings counted on")
    end
  end
  case.order(e_w, 2, 0.1, parametrization .. ": driven through all attitudes, angular velocity") -- of index 3
  local _, _, _, off = rings(parametrization, 400, 1e-10)
  tap.near(off, 0, 1e-10, parametrization .. ": driven through all attitudes, the drives hold within Newton's absolute_tolerance in all rows")
end

-- ---- a million steps ----

for _, run in ipairs { { "lie", 1000000 }, { "euler", 200000 } } do
  local parametrization, steps = run[1], run[2]
  local m = yoke.model {}
  local b = m:rigid { mass = 1, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, angular_velocity = { 1, 2, 3 }, parametrization = parametrization }
  m:solve_dynamic { t_end = steps / 1000, steps = steps, output = { period = steps / 1000 } }
  tap.near(space.distortion(b:output "rotation_matrix"), 0, 1e-12, ("%s: %d steps leave the matrix orthonormal"):format(parametrization, steps))
end

-- ---- what cannot be ----

local J = { 0.2, 0.3, 0.4, 0, 0, 0 }

-- The body cannot be made, with the texts in the message; changes: of what is right.
local function refused(changes, texts, what)
  local given = { "top", mass = 1, inertia = J }
  for key, value in pairs(changes) do given[key] = value end
  for _, key in ipairs(changes.without or {}) do given[key] = nil end
  given.without = nil
  case.refuses(function()
    local m = yoke.model {}
    m:rigid(given)
  end, texts, what)
end

refused({ without = { "mass" } }, { "'top'", "mass is missing (kg)", "use a small mass" }, "no mass")
refused({ mass = -1 }, { "'top'", "mass = -1 must be positive (kg)" }, "negative mass")
refused({ mass = 0 }, { "mass = 0 must be positive (kg)", "use a small mass" }, "mass 0, with the remedy")
refused({ without = { "inertia" } }, { "'top'", "inertia is missing", "Jxx, Jyy, Jzz, Jyz, Jxz, Jxy" }, "no inertia, with its order")
refused({ inertia = { 1, 1, 1, 0, 0 } }, { "inertia has 5 numbers, it must have 6", "Jxx, Jyy, Jzz, Jyz, Jxz, Jxy (kg m2)" },
  "five numbers of inertia")
refused({ inertia = { 1, 1 } }, "inertia has 2 numbers, it must have 6", "two numbers of inertia")
refused({ inertia = { { 1, 0, 0 }, { 0, 1, 0 } } }, "inertia[3]", "two rows of inertia")
refused({ inertia = { { 1, 0 }, { 0, 1 }, { 0, 0 } } }, "inertia[1][3]", "rows of two numbers")
refused({ inertia = { { 1, 0.1, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, { "not symmetric", "row 2 column 1 is 0", "row 1 column 2 is 0.1" },
  "an inertia that is not symmetric")
refused({ inertia = { 1, 1, 0 / 0, 0, 0, 0 } }, "inertia", "an inertia of nan")
refused({ inertia = { -0.1, 1, 1, 0, 0, 0 } }, "inertia is not positive definite", "a negative moment")
refused({ inertia = { 1, 1, 1, 0, 0, 1.5 } }, "inertia is not positive definite", "a large product of inertia")
refused({ inertia = { 1, 1, 2.1, 0, 0, 0 } }, { "inertia is not possible", "larger than the other two together" }, "the triangle inequality")
refused({ inertia = { 1.55, 1.55, 1, 0, 0, 0.55 } }, "inertia is not possible", "the triangle inequality of turned axes: moments 1, 1, 2.1")
refused({ inertia = { 1, 1, 1, 0, 0, 0 }, com = { 2, 0, 0 } }, 'give inertia_about = "com"', "an inertia too small for its lever, with the remedy")
refused({ inertia_about = "cog" }, { "inertia_about", "cog", '"reference" or "com"' }, "inertia_about = cog")
refused({ angular_velocity = { 1, 0, 0 }, angular_velocity_local = { 1, 0, 0 } },
  { "angular_velocity (global)", "angular_velocity_local", "give one of them" }, "both angular velocities")
refused({ rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } }, { "reflection", "right-handed" }, "a reflection")
refused({ rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0.1, 1 } } }, { "not orthonormal (rows 2 and 3: 0.1)", "{axis =, angle =}" }, "a skew matrix")
refused({ rotation = { { 1, 0, 0 }, { 0, 1, 0 } } }, "rotation[3]", "a matrix of two rows")
refused({ rotation = { axis = { 0, 0, 1 } } }, "rotation needs axis and angle together", "an axis without an angle")
refused({ rotation = { angle = 1 } }, "rotation needs axis and angle together", "an angle without an axis")
refused({ rotation = { axis = { 0, 0, 0 }, angle = 1 } }, "must not be zero", "an axis of zeros")
refused({ rotation = { quaternion = { 0, 0, 0, 0 } } }, "quaternion is zero", "a quaternion of zeros")
refused({ rotation = { quaternion = { 1, 0, 0 } } }, "quaternion[4]", "a quaternion of three")
refused({ rotation = { quaternion = { 1, 0, 0, 0 }, xyz = { 0, 0, 0 } } }, "rotation must be one of", "two rotations")
refused({ rotation = { axis = { 1, 0, 0 }, angle = 1, xyz = { 0, 0, 0 } } }, "rotation must be one of", "axis, angle and xyz")
refused({ rotation = { axis = { 1, 0, 0 }, quaternion = { 1, 0, 0, 0 } } }, "rotation must be one of", "axis and quaternion")
refused({ rotation = { 0.1, 0.2, 0.3 } }, { "rotation", "xyz" }, "a rotation of three bare numbers, with the words there are")
refused({ rotation = {} }, "rotation must be one of", "an empty rotation")
refused({ rotation = "x" }, { "rotation", '"x"' }, "a rotation of words")
refused({ rotation = { zyx = { 0, 0, 0 } } }, { "zyx", "xyz" }, "an unknown kind of rotation")
refused({ parametrization = "quaternion" }, { "quaternion", '"lie", "euler" or "tait_bryan"' }, "an unknown parametrization")
refused({ displacement = { 0, 0, 0, 0, 0, 0 } }, { "displacement has 6 numbers, it must have 3", "turn it by rotation" }, "lie: six displacements")
refused({ displacement = { 0, 0, 0 }, parametrization = "euler" }, { "it must have 7", "e0, e1, e2, e3" }, "euler: three displacements")
refused({ displacement = { 0, 0, 0 }, parametrization = "tait_bryan" }, { "it must have 6", "a, b, c (rad)" }, "tait_bryan: three displacements")
refused({ angular_velocity_locl = { 0, 0, 1 } }, "did you mean 'angular_velocity_local'?", "a misspelt word")

do -- the possible limits: a lamina (J_z = J_x + J_y) spins; a rod has no moment about its axis, which something else must hold
  local m = yoke.model {}
  local plate = m:rigid { mass = 1, inertia = { 1, 2, 3, 0, 0, 0 }, angular_velocity = { 0, 0, 2 } }
  local rod = m:rigid { "rod", mass = 3, inertia = { 1, 1, 0, 0, 0, 0 } }
  local bad = yoke.model {}
  bad:rigid { "rod", mass = 3, inertia = { 1, 1, 0, 0, 0, 0 } }
  m:coordinate { m.ground:coordinate(1), rod:rotation_coordinate(3) }
  m:torque { rod, { 0, 1, 0 } }
  m:solve_dynamic { t_end = 0.1 }
  tap.near_list(plate:output "angular_velocity", { 0, 0, 2 }, 1e-14, "a lamina is possible")
  tap.near_list(rod:output "angular_velocity", { 0, 0.1, 0 }, 1e-9, "a rod held about its axis is possible")
  tap.raises(function() bad:solve_dynamic { t_end = 0.1 } end, { "singular", "'rod'", "turn_z" }, "a rod that nothing holds about its axis is told")
end

-- Tait-Bryan at 90 degrees: at the start, nearly, and when a turn at 1 rad/s reaches it
for _, b in ipairs { math.pi / 2, -math.pi / 2, math.pi / 2 - 1e-7 } do
  local m = yoke.model {}
  m:rigid { "top", mass = 1, inertia = J, rotation = { xyz = { 0.1, b, 0 } }, angular_velocity = { 1, 1, 1 }, parametrization = "tait_bryan" }
  tap.raises(function() m:solve_dynamic { t_end = 0.1 } end, { "'top'", "90 degrees", 'parametrization = "lie"' },
    ("tait_bryan at %.9g rad: refused with the remedy"):format(b))
end
do
  local m = yoke.model {}
  m:rigid { "top", mass = 1, inertia = J, rotation = { xyz = { 0, math.pi / 2 - 0.1, 0 } }, angular_velocity = { 0, 1, 0 },
    parametrization = "tait_bryan" }
  tap.raises(function() m:solve_dynamic { t_end = 0.2, steps = 20 } end, { "t = 0.09999", "'top'", "90 degrees", 'parametrization = "lie"' },
    "tait_bryan that turns to 90 degrees: refused with the time")
end

-- ---- Euler parameters without their condition ----

do
  local function spun(words, more)
    local m = yoke.model {}
    local given = { "top", mass = 1, inertia = J, rotation = { xyz = { 0.1, 0.2, 0.3 } }, angular_velocity = { 1, 2, 3 }, parametrization = "euler" }
    for key, value in pairs(words) do given[key] = value end
    local b = m:rigid(given)
    if more then more(m, b) end
    return m, b
  end
  local m, b = spun {}
  local r = m:solve_dynamic { t_end = 1, newton = newton }
  local want = b:output "rotation_matrix"
  tap.is(#r.summary.drift, 1, "euler: one row of its own")
  tap.is(r.summary.drift[1].joint, "top.unit_length", "euler: its name")
  m, b = spun({ condition = false }, function(model, top)
    model:coordinate_vector { "unit", model.ground:coordinates(), top:coordinates(), quadratic1 = { { 0, 0, 0, 1, 1, 1, 1 } }, offset = { 1 } }
  end)
  r = m:solve_dynamic { t_end = 1, newton = newton }
  tap.near_list(b:output "rotation_matrix", want, 1e-10, "condition = false: a coordinate_vector in its place")
  tap.is(#r.summary.drift, 1, "condition = false: only that row")
  m, b = spun { condition = false }
  tap.raises(function() m:solve_dynamic { t_end = 1 } end, { "'top'", "singular", "nothing determines e" }, "condition = false, and nothing in its place")
  b:set { condition = true }
  m:solve_dynamic { t_end = 1, newton = newton }
  tap.near_list(b:output "rotation_matrix", want, 1e-10, "condition = true again")
  -- Euler parameters that are not of length 1: 1.1^2 - 1 = 0.21
  local off = { 0, 0, 0, 0.1, 0, 0, 0 }
  m = spun({ rotation = 0, displacement = off })
  tap.raises(function() m:solve_dynamic { t_end = 1 } end, { "'top.unit_length'", "+0.21", 'start = "assemble"' },
    "euler: a start that has not length 1")
  m, b = spun({ rotation = 0, displacement = off })
  case.heard(m.solve_dynamic, m, { t_end = 1e-3, start = "assemble" })
  tap.near(space.distortion(b:output "rotation_matrix"), 0, 1e-10, "euler: the assembler makes it 1")
end

-- ---- markers that cannot be ----

do
  local m = yoke.model {}
  local lie = m:rigid { "top", mass = 1, inertia = J }
  local euler = m:rigid { mass = 1, inertia = J, parametrization = "euler" }
  local angles = m:rigid { mass = 1, inertia = J, parametrization = "tait_bryan" }
  local remedy = '"tait_bryan" or "euler"'
  case.refuses(function() lie:coordinate(4) end, { "'top'", "coordinate 4 is a rotation increment", "rotation_coordinate", remedy },
    "lie: coordinate 4")
  case.refuses(function() lie:coordinate(7) end, "coordinate 7", "lie: coordinate 7")
  case.refuses(function() lie:coordinates() end, { "'top'", remedy }, "lie: coordinates()")
  case.refuses(function() m:coordinate_vector { m.ground, lie, scaling1 = { { 1, 0, 0 } } } end, { "'top'", remedy },
    "lie: a body for its coordinates")
  case.refuses(function() lie:rotation_coordinate(4) end, { "'top'", "rotation coordinate 4", "1, 2, 3" }, "lie: rotation_coordinate(4)")
  case.refuses(function() euler:coordinate(8) end, "it has 1 to 7", "euler: coordinate 8")
  case.refuses(function() angles:coordinate(7) end, "it has 1 to 6", "tait_bryan: coordinate 7")
  tap.ok(lie:coordinate(3) and lie:rotation_coordinate(3) and euler:coordinate(7) and angles:coordinate(6), "those that are")
end

-- ---- between solves ----

do
  local m = yoke.model {}
  local b = m:rigid { "top", mass = 1, inertia = J, angular_velocity_local = { 0, 0, 2 } }
  local s, energy = m:sensor { b, "rotation_matrix" }, m:sensor { b, "kinetic_energy" }
  local function first(sensor, r) return space.row(r, sensor, 1) end
  local r = m:solve_dynamic { t_end = 0.1 }
  tap.near_list(first(s, r), space.straight, 0, "set: at first")
  tap.near(first(energy, r)[1], 0.8, 1e-15, "set: energy at first")
  local A = space.xyz(0.5, 0.4, 0.3)
  for _, rotation in ipairs { { xyz = { 0.5, 0.4, 0.3 } }, space.matrix(A) } do
    b:set { rotation = rotation }
    r = m:solve_dynamic { t_end = 0.1 }
    tap.near_list(first(s, r), A, 1e-14, "set: rotation")
    tap.near_list(b:output "angular_velocity", turn(A, { 0, 0, 2 }), 1e-12, "set: the spin goes with the body axes")
    b:set { rotation = 0 }
  end
  b:set { inertia = { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2.5 } } }
  tap.near(first(energy, m:solve_dynamic { t_end = 0.1 })[1], 5, 1e-14, "set: inertia 3 x 3")
  b:set { com = { 0, 1, 0 }, inertia_about = "com" } -- the reference point stands: J_z = 2.5 + 1
  tap.near(first(energy, m:solve_dynamic { t_end = 0.1 })[1], 7, 1e-14, "set: com and inertia_about")
  b:set { displacement = { 1, 2, 3 } }
  m:solve_dynamic { t_end = 1e-9, step = 1e-9 }
  tap.near_list(b:output "position", { 1, 2, 3 }, 1e-8, "set: displacement")

  -- what is refused is told, and does not stay
  local function stays(change, texts, what)
    case.refuses(function() b:set(change) end, texts, "set: " .. what .. " is refused")
    local done, again = pcall(function() return first(energy, m:solve_dynamic { t_end = 0.1 })[1] end)
    tap.ok(done and math.abs(again - 7) < 1e-13, "set: " .. what .. " leaves the body as it was", { "got", again })
  end
  stays({ rotation = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } }, "reflection", "a reflection")
  stays({ inertia = { { 1, 0.1, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, "not symmetric", "an inertia that is not symmetric")
  stays({ mass = -1 }, "must be positive", "a negative mass")
  stays({ parametrization = "euler" }, "no parameter 'parametrization'", "another parametrization")
  stays({ inertia = { 1, 1, 3, 0, 0, 0 } }, "inertia is not possible", "an impossible inertia")
  b:set { inertia = { 1, 2, 2.5, 0, 0, 0 } }
  stays({ inertia = { 1, 2 } }, "inertia has 2 numbers", "an inertia of two numbers")
  b:set { inertia = { 1, 2, 2.5, 0, 0, 0 } }
  stays({ mass = 3, displacement = { 1 } }, "displacement has 1 number", "a displacement of one number, with another mass")
end

tap.done()
