-- cases_space_body.lua - what a body in space and its points tell; loads on it; joints that let go and catch.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local kinds, methods, solve, row, add, cross, norm, turn, unturn, multiply, about, matrix, straight, skew =
  space.kinds, space.methods, space.solve, space.row, space.add, space.cross, space.norm, space.turn, space.unturn, space.multiply, space.about,
  space.matrix, space.straight, space.skew
local g = 9.81

-- ---- what a body and its points tell ----

-- Free, with equal moments of inertia it spins evenly: A = turn(w t) A0; its centre of mass goes straight on.
local function tait_bryan(A) return { math.atan(-A[6], A[9]), math.asin(A[3]), math.atan(-A[2], A[1]) } end

for _, kind in ipairs(kinds) do
  for _, com in ipairs { { 0, 0, 0 }, { 0.3, -0.2, 0.1 } } do
    local p0, v, w, at, own = { 2, 3, -1 }, { -1, 0.5, 0.25 }, { 0.4, -1.1, 0.7 }, { 1, 0.2, -0.5 }, about({ 1, 1, -2 }, 0.6)
    local m = yoke.model {}
    local body = m:rigid { "body", mass = 2, inertia = { 0.3, 0.3, 0.3, 0, 0, 0 }, inertia_about = "com", com = com, position = p0,
      rotation = matrix(skew), velocity = v, angular_velocity = w, parametrization = kind }
    local point = body:frame { position = at, rotation = matrix(own) }
    local names = { "position", "displacement", "velocity", "acceleration", "rotation", "rotation_matrix", "angular_velocity", "angular_acceleration",
      "velocity_local", "acceleration_local", "angular_velocity_local", "angular_acceleration_local" }
    local of_body, of_point = {}, {}
    for _, name in ipairs(names) do of_body[name], of_point[name] = m:sensor { body, name }, m:sensor { point, name } end
    local energy = m:sensor { body, "kinetic_energy" }
    local r = solve(m, { t_end = 1 })
    local centre = add(v, cross(w, turn(skew, com))) -- its velocity
    local worst = {}
    for k, t in ipairs(r.time) do
      local A = multiply(about(w, norm(w) * t), skew)
      for i, frame in ipairs { { of_body, { 0, 0, 0 }, straight }, { of_point, at, own } } do
        local arm = turn(A, { frame[2][1] - com[1], frame[2][2] - com[2], frame[2][3] - com[3] }) -- from the centre of mass
        local B, want = multiply(A, frame[3]), {}
        want.position = add(add(p0, turn(skew, com)), add({ centre[1] * t, centre[2] * t, centre[3] * t }, arm))
        local start = add(p0, turn(skew, frame[2]))
        want.displacement = add(want.position, { -start[1], -start[2], -start[3] })
        want.velocity, want.acceleration = add(centre, cross(w, arm)), cross(w, cross(w, arm))
        want.rotation, want.rotation_matrix, want.angular_velocity, want.angular_acceleration = tait_bryan(B), B, w, { 0, 0, 0 }
        for _, name in ipairs { "velocity", "acceleration", "angular_velocity", "angular_acceleration" } do
          want[name .. "_local"] = unturn(B, want[name])
        end
        for name, numbers in pairs(want) do
          for c, x in ipairs(numbers) do
            worst[name] = case.worse(worst[name] or 0, r[frame[1][name]][c][k] - x)
          end
        end
        worst.kinetic_energy = case.worse(worst.kinetic_energy or 0, i == 1 and math.abs(r[energy][1][k] - norm(centre) ^ 2 - 0.15 * norm(w) ^ 2) or 0)
      end
    end
    names[#names + 1] = "kinetic_energy"
    for _, name in ipairs(names) do -- h^2 t w^3 / 12 = 2e-7 in rotations; even spin about the centre is exact in rotation increments
      local exact = kind == "lie" and com[1] == 0 and not name:find "acceleration"
      tap.near(worst[name], 0, exact and 1e-9 or name:find "acceleration" and 1e-4 or 1e-5,
        ("free body, %s, centre of mass %s: %s of body and point in all rows"):format(kind, com[1] == 0 and "in its point" or "beside it", name))
    end
  end
end

do -- the points of the planar case, and its angle, which a coordinate counts on over full turns
  for _, kind in ipairs(kinds) do
    local m = yoke.model {}
    local body = m:rigid { mass = 1, inertia = { 0.2, 0.2, 0.3, 0, 0, 0 }, position = { 2, 3, 0 }, rotation = 0.4, velocity = { -1, 0.5, 0 },
      angular_velocity = { 0, 0, 1.5 }, parametrization = kind }
    local point = body:at { 1, 0, 0 }
    local s = { m:sensor { point, "position" }, m:sensor { point, "velocity" }, m:sensor { body:rotation_coordinate(3), "coordinates" },
      m:sensor { body, "rotation" } }
    local r = solve(m, { t_end = 20, step = 0.01 })
    tap.near_list(row(r, s[1], 1), { 2.9210610, 3.3894183, 0 }, 1e-7, "free body, " .. kind .. ": its point (1, 0)")
    tap.near_list(row(r, s[2], 1), { -1.5841275, 1.8815915, 0 }, 1e-7, "free body, " .. kind .. ": velocity of that point")
    tap.near(r[s[3]][1][1], 0.4, 1e-12, "free body, " .. kind .. ": rotation coordinate at t = 0")
    tap.near(r:final(s[3]), 30.4, kind == "euler" and 1e-3 or 1e-7, "free body, " .. kind .. ": rotation coordinate after more than four turns")
    tap.near(math.sin(r:final(s[4])[3]), math.sin(30.4), kind == "euler" and 1e-3 or 1e-7, "free body, " .. kind .. ": rotation, of the matrix")
  end
end

-- A free top, three different moments, spun about its middle axis and a little more: J w' = J w x w, and A J w stays.
do
  local J, w0, t_end = { 1, 2, 3 }, { 0.1, 2, 0.2 }, 3
  local exact = case.runge_kutta(function(_, w)
    return { (J[2] - J[3]) / J[1] * w[2] * w[3], (J[3] - J[1]) / J[2] * w[3] * w[1], (J[1] - J[2]) / J[3] * w[1] * w[2] }
  end, w0, t_end, 3000)
  for _, kind in ipairs { "lie", "euler" } do -- it turns over, where Tait-Bryan angles are singular
    for _, method in ipairs(methods) do
      local errors, turned = {}, {}
      for i = 1, 3 do
        local m = yoke.model {}
        local top = m:rigid { mass = 1, inertia = { 1, 2, 3, 0, 0, 0 }, rotation = matrix(skew), angular_velocity_local = w0, parametrization = kind }
        solve(m, { t_end = t_end, step = 0.02 / 2 ^ i, method = method })
        local w = top:output "angular_velocity_local"
        errors[i] = math.max(math.abs(w[1] - exact[1]), math.abs(w[2] - exact[2]), math.abs(w[3] - exact[3]))
        local now, start = turn(top:output "rotation_matrix", { w[1], 2 * w[2], 3 * w[3] }), turn(skew, { 0.1, 4, 0.6 })
        turned[i] = norm(add(now, { -start[1], -start[2], -start[3] }))
      end
      case.order(errors, 2, 0.1, ("free top, %s, %s, spin"):format(kind, method))
      case.order(turned, 2, 0.1, ("free top, %s, %s, angular momentum"):format(kind, method))
    end
  end
end

-- ---- a knife edge: -x' sin c + y' cos c = 0 drives a circle of radius 2 ----

do
  local m = yoke.model {}
  local body = m:rigid { "blade", mass = 1, inertia = { 0.3, 0.3, 0.5, 0, 0, 0 }, velocity = { 2, 0, 0 }, angular_velocity = { 0, 0, 1 },
    parametrization = "tait_bryan" }
  local edge = m:coordinate_vector { "edge", m.ground, body, velocity_level = true,
    constraint = function(_, q, v) return -v[1] * math.sin(q[6]) + v[2] * math.cos(q[6]) end }
  local s = { m:sensor { body, "position" }, m:sensor { body, "velocity" }, m:sensor { edge, "force1" } }
  local r = solve(m, { t_end = math.pi })
  local path, speed, side = 0, 0, 0
  for k, t in ipairs(r.time) do
    path = case.worse(path, r[s[1]][1][k] - 2 * math.sin(t), r[s[1]][2][k] - 2 * (1 - math.cos(t)))
    speed = case.worse(speed, norm(row(r, s[2], k)) - 2)
    side = case.worse(side, r[s[3]][1][k] + 2 * math.sin(t), r[s[3]][2][k] - 2 * math.cos(t))
  end
  tap.near_list({ path, speed, side / 2 }, { 0, 0, 0 }, 1e-4, "knife edge in space: circle, speed 2 and force 2 in all rows")
end

-- ---- loads ----

-- 1000 N and 1000 N m, along z, from 5 s to 5.001 s on 2 kg and 2 kg m2 count in full, whatever the step
for _, kind in ipairs(kinds) do
  for _, method in ipairs(methods) do
    for _, h in ipairs(kind == "euler" and { 0.01 } or { 0.0037, 0.01, 0.3, 1, 3.7, 10 }) do
      for _, body_fixed in ipairs { false, true } do
        local m = yoke.model {}
        local body = m:rigid { mass = 2, inertia = { 1.5, 1.5, 2, 0, 0, 0 }, parametrization = kind }
        m:force { body, { 0, 0, 1000 }, from = 5, to = 5.001, body_fixed = body_fixed }
        m:torque { body, { 0, 0, 1000 }, from = 5, to = 5.001, body_fixed = body_fixed }
        solve(m, { t_end = 10, step = h, method = method })
        local got = { body:output "velocity"[3], body:output "position"[3], body:output "angular_velocity"[3], body:output "rotation"[3] }
        local what = ("pulses, %s, %s, step %g s%s: "):format(kind, method, h, body_fixed and ", body-fixed" or "")
        tap.near_list({ got[1], got[2] }, { 0.5, 2.49975 }, 1e-9, what .. "velocity and position")
        tap.near_list({ got[3], got[4] }, { 0.5, 2.49975 }, kind == "euler" and 1e-4 or 1e-9, what .. "spin and angle")
      end
    end
  end
end

do -- at t = 0: a force on a point beside the centre, and a torque, on a turned body; global, and in the axes of the body or the marker
  local J, point, own, F, T = { 0.3, 0.4, 0.6 }, { 0.2, -0.5, 0.1 }, about({ 0, 1, 1 }, 0.7), { 3, -1, 2 }, { 0.5, 0.2, -0.4 }
  for _, kind in ipairs(kinds) do
    for _, body_fixed in ipairs { false, true } do
      local m = yoke.model {}
      local body = m:rigid { mass = 2, inertia = { 0.3, 0.4, 0.6, 0, 0, 0 }, rotation = matrix(skew), parametrization = kind }
      local at = body:frame { position = point, rotation = matrix(own) }
      m:force { at, F, body_fixed = body_fixed }
      m:torque { at, T, body_fixed = body_fixed }
      local s = { m:sensor { body, "acceleration" }, m:sensor { body, "angular_acceleration_local" } }
      local r = solve(m, { t_end = 1e-3 })
      local force, torque = F, T
      if body_fixed then force, torque = turn(multiply(skew, own), F), turn(multiply(skew, own), T) end
      local moment = unturn(skew, add(cross(turn(skew, point), force), torque))
      local what = ("load beside the centre, %s%s: "):format(kind, body_fixed and ", in the axes of its marker" or "")
      tap.near_list(row(r, s[1], 1), { force[1] / 2, force[2] / 2, force[3] / 2 }, 1e-12, what .. "acceleration")
      tap.near_list(row(r, s[2], 1), { moment[1] / J[1], moment[2] / J[2], moment[3] / J[3] }, 1e-11, what .. "angular acceleration")
    end
  end
end

do -- a force that turns with its body, which spins evenly: v = F/m (sin t, 1 - cos t)
  local m = yoke.model {}
  local body = m:rigid { mass = 2, inertia = { 1, 1, 1, 0, 0, 0 }, angular_velocity = { 0, 0, 1 } }
  m:force { body, { 6, 0, 0 }, body_fixed = true }
  solve(m, { t_end = 2 })
  tap.near_list(body:output "velocity", { 3 * math.sin(2), 3 * (1 - math.cos(2)), 0 }, 1e-5, "a force that turns with its body")
end

do -- F = 6 t and T = 6 t are taken at the right instant: x = t^3 on 1 kg, angle = t^3 on 1 kg m2
  for _, method in ipairs(methods) do
    local x, angle = {}, {}
    for k, h in ipairs { 0.1, 0.05, 0.025 } do
      local m = yoke.model {}
      local body = m:rigid { mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }
      m:force { body, { 0, function(t) return 6 * t end, 0 } }
      m:torque { body, function(t) return 0, 6 * t, 0 end }
      solve(m, { t_end = 1, step = h, method = method })
      x[k], angle[k] = math.abs(body:output "position"[2] - 1), math.abs(body:output "rotation"[2] - 1)
    end
    case.order(x, 2, 0.2, ("F = 6 t, %s"):format(method))
    case.order(angle, 2, 0.2, ("T = 6 t, %s"):format(method))
  end
end

-- ---- rods, and joints that let go and catch ----

for _, kind in ipairs(kinds) do -- tension is positive, also where the rod holds a body at a point beside its centre
  local function hang(y, swapped)
    local m = yoke.model { gravity = { 0, -g, 0 } }
    local body = m:rigid { mass = 3, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 0, y, 0 }, parametrization = kind }
    local a, b = m.ground, body:at { 0, y < 0 and 0.5 or -0.5, 0 }
    if swapped then a, b = b, a end
    local d = m:distance { a, b, distance = 1.5 }
    local s = { m:sensor { d, "force" }, m:sensor { d, swapped and "force0" or "force1" } }
    local r = solve(m, { t_end = 0.01 })
    return { r[s[1]][1][1], r[s[2]][2][1] }
  end
  for _, swapped in ipairs { false, true } do
    tap.near_list(hang(-2, swapped), { 29.43, 29.43 }, 1e-8, ("hanging body, %s%s: tension"):format(kind, swapped and ", markers swapped" or ""))
    tap.near_list(hang(2, swapped), { -29.43, 29.43 }, 1e-8, ("balanced body, %s%s: compression"):format(kind, swapped and ", markers swapped" or ""))
  end
end

for _, kind in ipairs(kinds) do
  -- A rod of 2 kg and 1 m falls flat and is caught at one end at 0.3 s: v = 0.3 g there; then spin 1.5 v / L, m v^2 / 8 is lost.
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0.5, 0, 0 }, parametrization = kind }
  local ball = m:spherical { "ball", m.ground:at { 0, -g / 2 * 0.09, 0 }, bar:at { -0.5, 0, 0 }, active = false }
  m:at(0.3, function() ball:set { active = true } end)
  local w = m:sensor { bar, "angular_velocity" }
  local r, said = solve(m, { t_end = 0.6, output = { period = 0.3 } })
  local v = 0.3 * g
  tap.near_list(row(r, w, 2), { 0, 0, -1.5 * v }, 1e-6, "a rod caught at its end, " .. kind .. ": spin")
  tap.near_rel(r.summary.lost, v ^ 2 / 4, 1e-6, "a rod caught at its end, " .. kind .. ": energy lost")
  case.says(said, { "t = 0.3 s", "impact", ("%.6g J"):format(v ^ 2 / 4) }, "a rod caught at its end, " .. kind .. ": told")
  tap.near_list(ball:output "constraint_equation", { 0, 0, 0 }, 1e-9, "a rod caught at its end, " .. kind .. ": it is held to the end")
end

for _, kind in ipairs(kinds) do -- a rod turning about its end with 2 rad/s is let go at 0.25 s: it goes on straight and evenly
  local m = yoke.model {}
  local bar = m:rigid { mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0.5, 0, 0 }, velocity = { 0, 1, 0 },
    angular_velocity = { 0, 0, 2 }, parametrization = kind }
  local hinge = m:revolute { m.ground, bar, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  m:at(0.25, function() hinge:set { active = false } end)
  local f = m:sensor { hinge, "force1" }
  local r, said = solve(m, { t_end = 1, output = { period = 0.1 } })
  local x, y = 0.5 * math.cos(0.5) - 0.75 * math.sin(0.5), 0.5 * math.sin(0.5) + 0.75 * math.cos(0.5)
  local p = bar:output "position"
  tap.near_list({ p[1], p[2], p[3], bar:output "rotation"[3] }, { x, y, 0, 2 }, 1e-5, "a rod let go, " .. kind .. ": it goes on straight and evenly")
  tap.near_list({ norm(row(r, f, 3)), norm(row(r, f, 4)) }, { 4, 0 }, 1e-4, "a rod let go, " .. kind .. ": force before and after")
  tap.is(said, "", "a rod let go, " .. kind .. ": nothing to warn of")
end

tap.done()
