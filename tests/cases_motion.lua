-- cases_motion.lua - mechanisms in motion against closed forms: dead centres, hinge forces, angles, a knife edge, gears.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

-- ---- a slider-crank driven through its dead centres: crank 0.1 m, rod 0.25 m, theta = 10 t from 0 ----

local function slider_crank(options)
  local m = yoke.model {}
  local crank = m:rigid2d { mass = 1, inertia = 1e-3, position = { 0.05, 0 }, velocity = { 0, 0.5 }, angular_velocity = 10 }
  local rod = m:rigid2d { mass = 1, inertia = 5e-3, position = { 0.225, 0 }, velocity = { 0, 0.5 }, angular_velocity = -4 }
  local slider = m:rigid2d { mass = 1, inertia = 1e-3, position = { 0.35, 0 } }
  m:revolute2d { m.ground, crank:at { -0.05, 0 } }
  m:revolute2d { crank:at { 0.05, 0 }, rod:at { -0.125, 0 } }
  m:revolute2d { rod:at { 0.125, 0 }, slider }
  m:prismatic2d { m.ground, slider }
  m:coordinate { m.ground:coordinate(1), crank:coordinate(3), offset_function = function(t) return 10 * t end }
  local s, v = m:sensor { slider, "position" }, m:sensor { slider, "velocity" }
  local r = m:solve_dynamic(options)
  return r, r[s][1], r[v][1]
end

local function exact(theta)
  local x = 0.1 * math.cos(theta) + math.sqrt(0.0625 - 0.01 * math.sin(theta) ^ 2)
  return x, 10 * (-0.1 * math.sin(theta) - 0.005 * math.sin(2 * theta) / math.sqrt(0.0625 - 0.01 * math.sin(theta) ^ 2))
end

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  local said, r, x, v = case.heard(slider_crank, { t_end = 4 * math.pi / 10, method = method, output = { period = math.pi / 200 } })
  local worst_x, worst_v = 0, 0
  for k, t in ipairs(r.time) do
    local wx, wv = exact(10 * t)
    worst_x, worst_v = case.worse(worst_x, x[k] - wx), case.worse(worst_v, v[k] - wv)
  end
  tap.is(#r.time, 81, ("slider-crank, %s: two turns, no row is missing"):format(method))
  tap.near(worst_x, 0, 1e-5, ("slider-crank, %s: x in all rows"):format(method))
  tap.near(worst_v, 0, 1e-4, ("slider-crank, %s: velocity in all rows"):format(method))
  tap.is(said, "", ("slider-crank, %s: nothing to warn of at the dead centre"):format(method))
  for _, at in ipairs { { 0, 0.35, 0 }, { 1, 0.2894432, -1.0345991 }, { math.pi / 2, 0.2291288, -1 }, { math.pi, 0.15, 0 } } do
    r, x, v = slider_crank { t_end = math.max(at[1] / 10, 1e-6), method = method }
    local k = at[1] == 0 and 1 or #r.time
    tap.near(x[k], at[2], 1e-5, ("slider-crank, %s: x at theta = %.4g"):format(method, at[1]))
    tap.near(v[k], at[3], 1e-4, ("slider-crank, %s: velocity at theta = %.4g"):format(method, at[1]))
  end
end

-- ---- hinge force of a rod in motion: 2 kg, 1 m, released horizontally ----

for _, about in ipairs { "com", "reference" } do
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local at_hinge = about == "reference"
  local rod = m:rigid2d { mass = 2, inertia = 1 / 6, inertia_about = "com", com = { at_hinge and 0.5 or 0, 0 }, position = { at_hinge and 0 or 0.5, 0 } }
  local pin = at_hinge and rod or rod:at { -0.5, 0 }
  local hinge = m:revolute2d { m.ground, pin }
  local f, torque = m:sensor { hinge, "force1" }, m:sensor { hinge, "torque1" }
  local r = m:solve_dynamic { t_end = 0.4833337 }
  local last = #r.time
  local what = at_hinge and ", reference at the hinge" or ", reference at the centre"
  tap.near(rod:output "angle", -math.pi / 2, 1e-4, "falling rod: lowest at 0.4833337 s" .. what)
  tap.near_rel(rod:output "angular_velocity"[3] ^ 2, 29.43, 1e-4, "falling rod: spin squared there" .. what)
  tap.near_list({ r[f][1][last], r[f][2][last] }, { 0, 49.05 }, 49.05e-4, "falling rod: hinge force 2.5 m g there" .. what)
  tap.near_list({ r[f][1][1], r[f][2][1] }, { 0, 4.905 }, 1e-9, "falling rod: hinge force m g / 4 at t = 0" .. what)
  tap.near(r[torque][3][last], 0, 1e-9, "falling rod: no moment" .. what)
end

-- ---- angle and motion of a free body and of a point on it ----

do
  local m = yoke.model {}
  local body = m:rigid2d { mass = 1, inertia = 0.3, position = { 2, 3 }, angle = 0.4, velocity = { -1, 0.5 }, angular_velocity = 1.5 }
  local point = body:at { 1, 0 }
  local s = { m:sensor { body, "angle" }, m:sensor { body, "position" }, m:sensor { point, "position" }, m:sensor { point, "velocity" },
    m:sensor { point, "acceleration" }, m:sensor { point, "velocity_local" }, m:sensor { body, "rotation" }, m:sensor { body, "angular_velocity" } }
  local r = m:solve_dynamic { t_end = 2 }
  local function row(i, k)
    local out = {}
    for c = 1, #r[s[i]] do out[c] = r[s[i]][c][k] end
    return out
  end
  local c, sin, last = math.cos(0.4), math.sin(0.4), #r.time
  tap.near_list(row(1, 1), { 0.4 }, 1e-15, "free body: angle at t = 0")
  tap.near_list(row(2, 1), { 2, 3, 0 }, 1e-15, "free body: position at t = 0")
  tap.near_list(row(3, 1), { 2.9210610, 3.3894183, 0 }, 1e-7, "free body: its point (1, 0)")
  tap.near_list(row(4, 1), { -1.5841275, 1.8815915, 0 }, 1e-7, "free body: velocity of the point")
  tap.near_list(row(5, 1), { -2.25 * c, -2.25 * sin, 0 }, 1e-12, "free body: acceleration of the point")
  tap.near_list(row(6, 1), { -c + 0.5 * sin, sin + 0.5 * c + 1.5, 0 }, 1e-12, "free body: velocity of the point in the body's axes")
  tap.near_list(row(7, 1), { 0, 0, 0.4 }, 1e-12, "free body: rotation")
  tap.near_list(row(8, 1), { 0, 0, 1.5 }, 1e-15, "free body: angular velocity")
  tap.near_list(row(1, last), { 3.4 }, 1e-9, "free body: angle at 2 s")
  tap.near_list(row(7, last), { 0, 0, 3.4 }, 1e-9, "free body: rotation at 2 s is not wrapped")
  tap.near_list(row(2, last), { 0, 4, 0 }, 1e-9, "free body: position at 2 s")
  m:solve_dynamic { t_end = 20, step = 0.01 }
  tap.near(body:output "angle", 30.4, 1e-7, "free body: angle after more than four turns")
  tap.near(point:output "rotation"[3], 30.4, 1e-7, "free body: rotation of its point after more than four turns")
  local _, late = pcall(function() return body:at { 0, 1 }:output "position" end)
  tap.near_list(late, { -18 - math.sin(30.4), 13 + math.cos(30.4), 0 }, 1e-6, "free body: a point first named after the run")
end

-- ---- a knife edge: -x' sin(theta) + y' cos(theta) = 0 drives a circle of radius 2 ----

local function knife(with_jacobian, method)
  local m = yoke.model {}
  local body = m:rigid2d { "blade", mass = 1, inertia = 0.5, velocity = { 2, 0 }, angular_velocity = 1 }
  local edge = { "edge", m.ground, body, velocity_level = true,
    constraint = function(_, q, v) return -v[1] * math.sin(q[3]) + v[2] * math.cos(q[3]) end }
  if with_jacobian then edge.jacobian = function(_, q) return -math.sin(q[3]), math.cos(q[3]), 0 end end
  local joint = m:coordinate_vector(edge)
  local s = { m:sensor { body, "coordinates" }, m:sensor { body, "coordinates_rate" }, m:sensor { joint, "force1" }, m:sensor { joint, "lambda" } }
  return m:solve_dynamic { t_end = math.pi, method = method }, s
end

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  for _, with in ipairs { false, true } do
    local r, s = knife(with, method)
    local what = ("knife edge, %s%s: "):format(method, with and ", with Jacobian" or "")
    local last, path, rates, side = #r.time, 0, 0, 0
    for k, t in ipairs(r.time) do
      local q, u, f = r[s[1]], r[s[2]], r[s[3]]
      path = case.worse(path, q[1][k] - 2 * math.sin(t), q[2][k] - 2 * (1 - math.cos(t)), q[3][k] - t)
      rates = case.worse(rates, math.sqrt(u[1][k] ^ 2 + u[2][k] ^ 2) - 2, u[3][k] - 1)
      side = case.worse(side, f[1][k] + 2 * math.sin(t), f[2][k] - 2 * math.cos(t))
    end
    tap.near(path, 0, 1e-4, what .. "circle of radius 2 in all rows")
    tap.near(rates, 0, 1e-4, what .. "speed 2 and spin 1 in all rows")
    tap.near(side, 0, 2e-4, what .. "force 2 towards the centre in all rows")
    tap.near_list({ r[s[1]][1][last], r[s[1]][2][last], r[s[1]][3][last] }, { 0, 4, math.pi }, 1e-4, what .. "half a turn")
    tap.near(math.abs(r[s[4]][1][1]), 2, 1e-6, what .. "multiplier at t = 0")
  end
end

-- ---- a gear: q2 + 2 q1 = 0, 3 N m on rotor 1 ----

local gears = {
  ["coordinate"] = function(m, a, b) return m:coordinate { a:coordinate(1), b:coordinate(1), factor0 = -2 } end,
  ["coordinate, by its rates"] = function(m, a, b) return m:coordinate { a:coordinate(1), b:coordinate(1), factor0 = -2, velocity_level = true } end,
  ["coordinate_vector"] = function(m, a, b) return m:coordinate_vector { a, b, scaling0 = { { -2 } }, scaling1 = { { 1 } } } end,
  ["coordinate_vector, function"] = function(m, a, b) return m:coordinate_vector { a, b, constraint = function(_, q) return q[2] + 2 * q[1] end } end,
}
for _, name in ipairs { "coordinate", "coordinate, by its rates", "coordinate_vector", "coordinate_vector, function" } do
  for _, push in ipairs { "load", "torque" } do
    local m = yoke.model {}
    local a, b = m:rotor { "a", inertia = 1 }, m:rotor { "b", inertia = 0.5 }
    local gear = gears[name](m, a, b)
    if push == "load" then m:load { a:coordinate(1), 3 } else m:torque { a, { 0, 0, 3 } } end
    local s = { m:sensor { a, "angular_acceleration" }, m:sensor { b, "angular_acceleration" }, m:sensor { gear, "force0" }, m:sensor { gear, "force1" } }
    local q = { m:sensor { a, "coordinates" }, m:sensor { b, "coordinates" } }
    local r = m:solve_dynamic { t_end = 1 }
    local last, worst = #r.time, 0
    for k = 1, last do worst = case.worse(worst, r[q[2]][1][k] + 2 * r[q[1]][1][k]) end
    local what = ("gear, %s, %s: "):format(name, push)
    for _, k in ipairs { 1, last } do
      tap.near_list({ r[s[1]][3][k], r[s[2]][3][k], r[s[3]][1][k], r[s[4]][1][k] }, { 1, -2, -2, -1 }, 1e-6,
        what .. ("accelerations and torques at t = %g"):format(r.time[k]))
    end
    tap.near_list({ r[q[1]][1][last], r[q[2]][1][last] }, { 0.5, -1 }, 1e-8, what .. "angles at 1 s")
    tap.near(worst, 0, 1e-10, what .. "q2 + 2 q1 in all rows")
  end
end

do -- rack and pinion: x = 0.1 angle, 1 N m on the pinion
  local m = yoke.model {}
  local pinion, rack = m:rotor { inertia = 0.02 }, m:mass1d { mass = 3 }
  m:coordinate { pinion:coordinate(1), rack:coordinate(1), factor0 = 0.1 }
  m:load { pinion:coordinate(1), 1 }
  m:solve_dynamic { t_end = 1 }
  tap.near(rack:output "acceleration"[1], 0.1 / (0.02 + 3 * 0.01), 1e-6, "rack and pinion: a = r T / (J + m r^2)")
end

tap.done()
