-- cases_slider.lua - the planar slider: the example of its document, all its outputs, axes of any length, moments.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

-- ---- the example of prismatic2d's document: 2 kg on the 45 degree line of the ground, force (2, 0) ----
-- travel s = F/sqrt(2)/(2 m) t^2, so x = y = F/(4 m) t^2 = 0.25 t^2; the joint holds F/sqrt(2) across the line: (1, -1) on
-- marker 0.  No moment acts on the body about its centre, so the ground gets the force with the lever s: -0.5 t^2.

do
  local m = yoke.model {}
  local body = m:rigid2d { mass = 2, inertia = 0.1 }
  local rail = m:prismatic2d { m.ground, body, axis0 = { 1, 1, 0 }, normal1 = { -1, 1, 0 } }
  m:force { body, { 2, 0, 0 } }
  local want = {
    distance = function(t) return { math.sqrt(0.125) * t ^ 2 } end,
    rotation = function() return { 0 } end,
    position = function() return { 0, 0, 0 } end,
    velocity = function() return { 0, 0, 0 } end,
    displacement_local = function(t) return { 0.25 * t ^ 2, 0.25 * t ^ 2, 0 } end,
    force_local = function() return { 1, -1, 0 } end,
    homogeneous_transformation = function() return { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } end,
    homogeneous_transformation_local = function(t) return { 1, 0, 0, 0.25 * t ^ 2, 0, 1, 0, 0.25 * t ^ 2, 0, 0, 1, 0, 0, 0, 0, 1 } end,
    distance_rate = function(t) return { math.sqrt(0.5) * t } end,
    lambda = function(t) return { -math.sqrt(2), 0.5 * t ^ 2 } end,
    torque0 = function(t) return { 0, 0, -0.5 * t ^ 2 } end,
    torque1 = function() return { 0, 0, 0 } end,
    force1 = function() return { -1, 1, 0 } end,
  }
  local sensors = {}
  for name in pairs(want) do sensors[name] = m:sensor { rail, name } end
  local r = m:solve_dynamic { t_end = 1 }
  tap.near(body:output "coordinates"[1], 0.25, 1e-9, "document's example: x(1) = 0.25")
  local forces = { force_local = true, lambda = true, torque0 = true, torque1 = true, force1 = true }
  for _, name in ipairs { "distance", "rotation", "position", "velocity", "displacement_local", "force_local", "homogeneous_transformation",
    "homogeneous_transformation_local", "distance_rate", "lambda", "torque0", "torque1", "force1" } do
    local worst, columns, n = 0, r[sensors[name]], #want[name](0)
    for k, t in ipairs(r.time) do
      for c, x in ipairs(want[name](t)) do worst = case.worse(worst, columns[c][k] - x) end
    end
    tap.ok(#columns == n and worst < (forces[name] and 1e-6 or 1e-9), ("document's example: %s in all rows (%.1g)"):format(name, worst))
  end
  tap.near(body:output "velocity"[1] * math.sqrt(2), 0.7071068, 1e-6 * 0.7071068, "document's example: speed at 1 s")
end

do -- both sides moving: the outputs against the poses of the two bodies
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local a = m:rigid2d { mass = 1, inertia = 0.2, angle = 0.3, velocity = { 1, 2 }, angular_velocity = 0.8 }
  local b = m:rigid2d { mass = 2, inertia = 0.3, position = { 2, 1 }, angle = -0.7 }
  local at0, at1 = a:frame { position = { 0.1, 0.2 }, rotation = 0.4 }, b:at { -0.3, 0.1 }
  -- normal1 is what the axis (0.6, 0.8) of marker 0, turned by 0.3 + 0.4, is normal to, seen in the frame of b
  local turned = math.atan(0.8, 0.6) + 0.7 + math.pi / 2 + 0.7
  local rail = m:prismatic2d { at0, at1, axis0 = { 3, 4 }, normal1 = { math.cos(turned), math.sin(turned) } }
  m:torque { a, { 0, 0, 3 } }
  case.heard(m.solve_dynamic, m, { t_end = 0.7, start = "assemble" })
  local p0, p1 = at0:output "position", at1:output "position"
  local A, B = a:output "angle" + 0.4, b:output "angle"
  local dx, dy = p1[1] - p0[1], p1[2] - p0[2]
  local lx, ly = math.cos(A) * dx + math.sin(A) * dy, -math.sin(A) * dx + math.cos(A) * dy
  local f0 = rail:output "force0"
  tap.near(rail:output "distance", 0.6 * lx + 0.8 * ly, 1e-12, "moving: distance along the axis")
  tap.near(-0.8 * lx + 0.6 * ly, 0, 1e-9, "moving: nothing across it")
  tap.near(rail:output "rotation", B - A, 1e-12, "moving: rotation")
  tap.near_list(rail:output "position", p0, 1e-12, "moving: position of marker 0")
  tap.near_list(rail:output "velocity", at0:output "velocity", 1e-12, "moving: its velocity")
  tap.near_list(rail:output "displacement_local", { lx, ly, 0 }, 1e-12, "moving: displacement_local")
  tap.near_list(rail:output "force_local", { math.cos(A) * f0[1] + math.sin(A) * f0[2], -math.sin(A) * f0[1] + math.cos(A) * f0[2], 0 }, 1e-9,
    "moving: force_local is force0 in the frame of marker 0")
  tap.near_list(rail:output "homogeneous_transformation", { math.cos(A), -math.sin(A), 0, p0[1], math.sin(A), math.cos(A), 0, p0[2], 0, 0, 1, 0, 0, 0, 0, 1 },
    1e-12, "moving: homogeneous_transformation")
  local c, s = math.cos(B - A), math.sin(B - A)
  tap.near_list(rail:output "homogeneous_transformation_local", { c, -s, 0, lx, s, c, 0, ly, 0, 0, 1, 0, 0, 0, 0, 1 }, 1e-12,
    "moving: homogeneous_transformation_local")
  -- what the joint does to both bodies together is nothing, also as a moment
  local f1, m0, m1 = rail:output "force1", rail:output "torque0", rail:output "torque1"
  tap.near_list({ f0[1] + f1[1], f0[2] + f1[2], m0[3] + m1[3] + dx * f1[2] - dy * f1[1] }, { 0, 0, 0 }, 1e-9, "moving: forces and moments in balance")
  local n = rail:output "lambda"
  tap.near(m1[3], rail:output "distance" * n[1] + n[2], 1e-9, "moving: torque1 = travel lambda[1] + lambda[2]")
  tap.near(m0[3], -n[2], 1e-9, "moving: torque0 = -lambda[2]")
end

-- ---- an axis of any length means its direction ----

local function rail(axis, normal, free)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local body = m:rigid2d { mass = 2, inertia = 0.1 }
  local joint = m:prismatic2d { "rail", m.ground, body, axis0 = axis, normal1 = normal, constrain_rotation = not free }
  local s = { m:sensor { body, "acceleration" }, m:sensor { joint, "distance" }, m:sensor { joint, "force1" }, m:sensor { joint, "torque1" } }
  return m:solve_dynamic { t_end = 1 }, s
end

for _, given in ipairs { { { 3, 4 }, { -4, 3 } }, { { 0.6, 0.8 }, { -0.8, 0.6 } }, { { 3e-16, 4e-16 }, { -4e-16, 3e-16 } }, { { 3e200, 4e200 }, { -4e200, 3e200 } } } do
  local r, s = rail(given[1], given[2])
  local last = #r.time
  local what = ("axis (%g, %g): "):format(given[1][1], given[1][2])
  tap.near_list({ r[s[1]][1][1], r[s[1]][2][1] }, { -4.7088, -6.2784 }, 1e-9, what .. "acceleration")
  tap.near(r[s[2]][1][last], -3.924, 1e-8, what .. "travel at 1 s")
  tap.near_rel(math.sqrt(r[s[3]][1][last] ^ 2 + r[s[3]][2][last] ^ 2), 11.772, 1e-6, what .. "normal force")
  tap.near(r[s[4]][3][last], 0, 1e-8, what .. "no moment")
end

tap.raises(function() rail({ 0, 0 }, { -4, 3 }) end, { "cases_slider.lua:", "'rail' (prismatic2d)", "axis0", "must not be zero" }, "axis (0, 0) is refused")
tap.raises(function() rail({ 3, 4 }, { 0, 0, 0 }) end, { "cases_slider.lua:", "'rail' (prismatic2d)", "normal1", "must not be zero" }, "normal (0, 0, 0) is refused")
tap.raises(function() rail({ 3, 4, 1 }, { -4, 3 }) end, { "axis0", "x-y plane" }, "an axis out of the plane is refused")
tap.raises(function() rail({ 3, 4 }, { -4, 3, 1 }) end, { "normal1", "x-y plane" }, "a normal out of the plane is refused")
tap.raises(function() rail({ 3, 0 / 0 }, { -4, 3 }) end, { "axis0[2]", "finite" }, "an axis with a nan is refused")
tap.raises(function() rail({ 3 }, { -4, 3 }) end, { "axis0", "1 number" }, "an axis of one number is refused")
tap.raises(function() rail({ 3, 4 }, { 0, 1 }) end, { "'rail' (prismatic2d)", "rotation", "off by" }, "a normal that is not normal to the axis is told at the start")

-- ---- moments ----

do -- rail along x under gravity, (3, 0) N at the body point (0, 0.4): the joint turns the body back with +1.2 N m
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local body = m:rigid2d { mass = 2, inertia = 0.1 }
  local joint = m:prismatic2d { m.ground, body }
  m:force { body:at { 0, 0.4 }, { 3, 0 } }
  local s = { m:sensor { body, "acceleration" }, m:sensor { joint, "force1" }, m:sensor { joint, "torque1" } }
  local r = m:solve_dynamic { t_end = 1 }
  for _, k in ipairs { 1, #r.time } do
    tap.near_list({ r[s[1]][1][k], r[s[1]][2][k] }, { 1.5, 0 }, 1e-8, ("force above the centre, t = %g: acceleration"):format(r.time[k]))
    tap.near_list({ r[s[2]][1][k], r[s[2]][2][k] }, { 0, 19.62 }, 1e-7, ("force above the centre, t = %g: joint force on the body"):format(r.time[k]))
    tap.near(r[s[3]][3][k], 1.2, 1e-7, ("force above the centre, t = %g: joint moment on the body"):format(r.time[k]))
  end
end

do -- rotation free: the row stays, without a multiplier; the line belongs to marker 1 and turns with it
  local m = yoke.model {}
  local body = m:rigid2d { mass = 2, inertia = 0.1, angular_velocity = 1 }
  local joint = m:prismatic2d { m.ground, body, constrain_rotation = false }
  m:solve_dynamic { t_end = 10 }
  tap.near(joint:output "rotation", 10, 1e-9, "rotation free: it counts on over full turns")
  tap.is(joint:output "lambda"[2], 0, "rotation free: no moment")
  tap.is(#joint:output "lambda", 2, "rotation free: two rows all the same")
end

tap.done()
