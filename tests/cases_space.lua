-- cases_space.lua - bodies in space on hinges that repeat or contradict each other, and starts that do not fit.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local kinds, methods, solve, row, apart, add, norm, turn, matrix, straight, skew =
  space.kinds, space.methods, space.solve, space.row, space.apart, space.add, space.norm, space.turn, space.matrix, space.straight, space.skew
local g = 9.81

-- ---- the same hinge entered twice ----

-- A rod of 2 kg and 1 m, hinged at one end, released horizontally, in a world turned by A: alpha = -1.5 g/L, hinge force m g / 4.
local function rod(hinges, kind, at_hinge, A)
  local m = yoke.model { gravity = turn(A, { 0, -g, 0 }) }
  local across = at_hinge and 1 / 6 + 0.5 or 1 / 6
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.01, across, across, 0, 0, 0 }, com = { at_hinge and 0.5 or 0, 0, 0 }, rotation = matrix(A),
    position = turn(A, { at_hinge and 0 or 0.5, 0, 0 }), parametrization = kind }
  local joints = {}
  for i = 1, hinges do joints[i] = m:revolute { "h" .. i, m.ground, bar, at = { 0, 0, 0 }, along = turn(A, { 0, 0, 1 }) } end
  return m, bar, joints, at_hinge and bar:at { 0.5, 0, 0 } or bar
end

for _, kind in ipairs(kinds) do
  for _, at_hinge in ipairs { false, true } do
    for _, A in ipairs { straight, skew } do
      local what = ("hinge twice, %s, reference at the %s%s: "):format(kind, at_hinge and "hinge" or "centre", A == skew and ", turned" or "")
      local single, _, _, alone = rod(1, kind, at_hinge, A)
      local s0 = single:sensor { alone, "position" }
      local wanted = solve(single, { t_end = 1 })
      local m, bar, h, centre = rod(2, kind, at_hinge, A)
      local alpha, acc, s = m:sensor { bar, "angular_acceleration" }, m:sensor { centre, "acceleration" }, m:sensor { centre, "position" }
      local f1, f2 = m:sensor { h[1], "force1" }, m:sensor { h[2], "force1" }
      local r, said = solve(m, { t_end = 1 })
      tap.near_list(row(r, alpha, 1), turn(A, { 0, 0, -14.715 }), 1e-9, what .. "angular acceleration at t = 0")
      tap.near_list(row(r, acc, 1), turn(A, { 0, -7.3575, 0 }), 1e-9, what .. "acceleration of the centre")
      tap.near_list(add(row(r, f1, 1), row(r, f2, 1)), turn(A, { 0, 4.905, 0 }), 1e-9, what .. "both reactions together")
      local lengths = kind == "euler" and 1 or 0
      case.says(said, { ("%d rows, rank %d"):format(10 + lengths, 5 + lengths), "'h2' (revolute) row x", "'h2' (revolute) row y",
        "'h2' (revolute) row z", "'h2' (revolute) row tilt_x", "'h2' (revolute) row tilt_y", "'h1'", "not unique" }, what .. "reported")
      tap.ok(not said:find "contradict" and not said:find "singular", what .. "not called contradictory or singular")
      tap.near(apart(r, s, wanted, s0), 0, 1e-9, what .. "moves as with one")
      local flags = {}
      for _, d in ipairs(r.summary.drift) do
        if d.joint:find "^h" then flags[#flags + 1] = d.joint .. (d.not_unique and " not unique" or "") .. (d.redundant and " redundant" or "") end
      end
      tap.is(table.concat(flags, ", "), ("h1 not unique, "):rep(5) .. ("h2 not unique redundant, "):rep(5):sub(1, -3), what .. "flagged")
    end
  end
end

do -- the first hinge opens during the run: the second one, redundant until then, holds alone
  local m, _, h, centre = rod(2, "lie", false, skew)
  m:at(0.5, function() h[1]:set { active = false } end)
  local late = m:sensor { h[1], "force1" }
  local r = solve(m, { t_end = 1 })
  local single, _, hinge, alone = rod(1, "lie", false, skew)
  solve(single, { t_end = 1 })
  tap.near_list(centre:output "position", alone:output "position", 1e-6, "one of two hinges opens: motion goes on")
  tap.near_list(h[2]:output "force1", hinge[1]:output "force1", 1e-5, "one of two hinges opens: the other one holds all")
  tap.near_list(row(r, late, #r.time), { 0, 0, 0 }, 0, "one of two hinges opens: it holds nothing")
end

-- ---- the force of the hinge in motion ----

for _, kind in ipairs(kinds) do
  for _, at_hinge in ipairs { false, true } do
    for _, A in ipairs { straight, skew } do
      local what = ("falling rod, %s, reference at the %s%s: "):format(kind, at_hinge and "hinge" or "centre", A == skew and ", turned" or "")
      local m, bar, h = rod(1, kind, at_hinge, A)
      local f, torque, angle = m:sensor { h[1], "force1" }, m:sensor { h[1], "torque1" }, m:sensor { h[1], "angle" }
      local r = solve(m, { t_end = 0.4833337 })
      tap.near(r:final(angle), -math.pi / 2, 1e-4, what .. "lowest at 0.4833337 s")
      tap.near_rel(norm(bar:output "angular_velocity") ^ 2, 29.43, 1e-4, what .. "spin squared there")
      tap.near_list(r:final(f), turn(A, { 0, 49.05, 0 }), 49.05e-4, what .. "hinge force 2.5 m g there")
      tap.near_list(row(r, f, 1), turn(A, { 0, 4.905, 0 }), 1e-9, what .. "hinge force m g / 4 at t = 0")
      tap.near_list(r:final(torque), { 0, 0, 0 }, 1e-6, what .. "no moment")
    end
  end
end

-- ---- a parallelogram in the plane, of spatial bodies and hinges: 20 rows, 3 of them redundant ----

-- Cranks of 0.5 m and 1 kg, coupler of 1 m and 2 kg: (2/3 0.25 + 2 0.25) theta'' = -(1 + 2) g 0.5 cos theta, theta(0) = 60 degrees
local function parallelogram(make, hinge)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local x, y = 0.25 * math.cos(math.pi / 3), 0.25 * math.sin(math.pi / 3)
  local left, right = make(m, 1, 0.5, x, y, math.pi / 3), make(m, 1, 0.5, 1 + x, y, math.pi / 3)
  local coupler = make(m, 2, 1, 0.5 + 2 * x, 2 * y, 0)
  local joints = { hinge(m, "h1", m.ground, left:at { -0.25, 0 }), hinge(m, "h2", m.ground:at { 1, 0 }, right:at { -0.25, 0 }),
    hinge(m, "h3", left:at { 0.25, 0 }, coupler:at { -0.5, 0 }), hinge(m, "h4", right:at { 0.25, 0 }, coupler:at { 0.5, 0 }) }
  local s = { alpha = m:sensor { left, "angular_acceleration" } }
  for i, b in ipairs { left, right, coupler } do
    s[2 * i - 1], s[2 * i] = m:sensor { b, "position" }, m:sensor { b, "rotation_matrix" }
  end
  for i, j in ipairs(joints) do s[6 + i] = m:sensor { j, "force1" } end
  local r, said = solve(m, { t_end = 5 })
  return r, s, said
end

local function flat_bar(m, mass, length, x, y, angle)
  return m:rigid2d { mass = mass, inertia = mass * length ^ 2 / 12, position = { x, y }, angle = angle }
end

do
  local planar, p = parallelogram(flat_bar, function(m, name, a, b) return m:revolute2d { name, a, b } end)
  local exact = case.runge_kutta(function(_, y) return { y[2], -22.0725 * math.cos(y[1]) } end, { math.pi / 3, 0 }, 5, 5000)
  for _, kind in ipairs(kinds) do
    local r, s, said = parallelogram(function(m, mass, length, x, y, angle)
      local across = mass * length ^ 2 / 12
      return m:rigid { mass = mass, inertia = { 1e-3, across, across, 0, 0, 0 }, position = { x, y, 0 }, rotation = angle, parametrization = kind }
    end, function(m, name, a, b) return m:revolute { name, a, b } end)
    local what, lengths = ("parallelogram, %s: "):format(kind), kind == "euler" and 3 or 0
    tap.is(r.summary.rank, 17 + lengths, what .. "rank 17 of 20" .. (lengths > 0 and ", and 3 lengths of Euler parameters" or ""))
    case.says(said, { ("%d rows, rank %d: redundant"):format(20 + lengths, 17 + lengths) }, what .. "reported")
    tap.near_list(row(r, s.alpha, 1), { 0, 0, -11.03625 }, 1e-9, what .. "acceleration of a crank")
    local out, unique, flagged, redundant = 0, 0, 0, 0
    for k = 1, #r.time do
      for i = 1, 5, 2 do
        local p, A = r[s[i]], r[s[i + 1]]
        out = math.max(out, case.largest { p[3][k], A[3][k], A[6][k], A[7][k], A[8][k] })
      end
    end
    for _, d in ipairs(r.summary.drift) do
      local in_plane = d.row == "x" or d.row == "y"
      if in_plane and not d.not_unique then unique = unique + 1 end
      if d.not_unique and (d.row == "z" or d.row:find "tilt") then flagged = flagged + 1 end
      if d.redundant then redundant = redundant + 1 end
    end
    tap.near(out, 0, 1e-10, what .. "nothing leaves the plane in 5 s")
    tap.is(("%d %d %d"):format(unique, flagged, redundant), "8 12 3", what .. "8 reactions are unique, 12 are not, 3 rows redundant")
    local differs, forces = 0, 0
    for i = 1, 6 do differs = math.max(differs, apart(r, s[i], planar, p[i])) end
    for k = 1, 301 do -- until shortly before all bars are in line, where the reactions along them are not unique
      for i = 7, 10 do
        for c = 1, 2 do forces = case.worse(forces, r[s[i]][c][k] - planar[p[i]][c][k]) end
      end
    end
    if kind ~= "euler" then -- the steps of Euler parameters have an error of their own
      tap.near(differs, 0, 1e-9, what .. "moves as the planar one, through the poses in line")
      tap.near(forces, 0, 1e-6, what .. "reactions in the plane as of the planar one")
    end
    tap.near(2 * r[s[1]][1][#r.time], 0.5 * math.cos(exact[1]), 1e-4, what .. "crank pin at 5 s")
  end
end

-- ---- contradictory ----

for _, mode in ipairs { "strict", "assemble" } do
  local function refused(join, texts, name)
    local m = yoke.model {}
    join(m, m:rigid { "bar", mass = 1, inertia = { 0.1, 1, 1, 0, 0, 0 } })
    local _, message = pcall(m.solve_dynamic, m, { t_end = 1, start = mode })
    case.says(message, texts, name .. ", " .. mode)
    tap.ok(not message:find "redundant", name .. ", not called redundant, " .. mode)
  end
  refused(function(m, bar) -- two points of the bar, 1 m apart, at two places 3 m apart: each is off by 1 m
    m:spherical { "s1", m.ground:at { -1.5, 0, 0 }, bar:at { -0.5, 0, 0 } }
    m:spherical { "s2", m.ground:at { 1.5, 0, 0 }, bar:at { 0.5, 0, 0 } }
  end, { "contradictory", "'s1' (spherical) row x off by +1 m", "'s2' (spherical) row x off by -1 m" }, "two ball joints too far apart")
  refused(function(m, bar) -- one axis of the bar along two directions, 0.1 rad apart: sin 0.05 = 0.0499792
    m:revolute { "h1", m.ground, bar }
    m:revolute { "h2", m.ground:frame { rotation = { axis = { 1, 0, 0 }, angle = 0.1 } }, bar }
  end, { "contradictory", "'h1' (revolute) row tilt_y off by +0.0499792 rad", "'h2' (revolute) row tilt_y off by -0.0499792 rad" },
    "one axis along two directions")
end

-- ---- positions that do not fit ----

-- The rod of above, 0.02 m too far out, or tilted by 0.02 rad about itself, which is across the hinge.
local function slack(start, shift, tilt, kind)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0.5 + shift, 0, 0 },
    rotation = { axis = { 1, 0, 0 }, angle = tilt }, parametrization = kind }
  local pin = m:revolute { "pin", m.ground, bar:at { -0.5, 0, 0 } }
  local s = { m:sensor { bar, "position" }, m:sensor { bar, "rotation" }, m:sensor { bar, "angular_acceleration" }, m:sensor { pin, "force1" },
    m:sensor { pin, "constraint_equation" } }
  local r, said = solve(m, { t_end = 0.5, start = start })
  return r, said, s
end

for _, kind in ipairs(kinds) do
  local what = "a rod out of its hinge, " .. kind .. ": "
  tap.raises(function() slack("strict", 0.02, 0, kind) end, { "'pin' (revolute) row x is off by +0.02 m", 'start = "assemble"', 'start = "given"' },
    what .. "refused with both remedies")
  tap.raises(function() slack("strict", 0, 0.02, kind) end, "'pin' (revolute) row tilt_y is off by +0.0199987 rad", -- sin 0.02
    what .. "a tilt is refused")
  local r, said, s = slack("assemble", 0.02, 0, kind)
  case.says(said, "body 'bar' moved by 0.02 m", what .. "the move is reported")
  tap.near_list(row(r, s[1], 1), { 0.5, 0, 0 }, 1e-10, what .. "moved")
  r, said, s = slack("assemble", 0, 0.02, kind)
  case.says(said, { "body 'bar'", "turned by 0.02 rad" }, what .. "the turn is reported")
  tap.near_list(row(r, s[2], 1), { 0, 0, 0 }, 1e-10, what .. "turned back")
  tap.near_list(row(r, s[3], 1), { 0, 0, -14.715 }, 1e-8, what .. "then it falls as a rod does")
  tap.near_list(row(r, s[4], 1), { 0, 4.905, 0 }, 1e-8, what .. "reaction at t = 0")
  tap.near_list(row(r, s[4], 2), { 0, 4.905, 0 }, 2e-3, what .. "no spike after the first step") -- 2.5 m g sin(alpha h^2 / 2) = 4e-4
  local largest = 0
  for k = 1, #r.time do largest = math.max(largest, case.largest(row(r, s[5], k))) end
  tap.near(largest, 0, 1e-9, what .. "the hinge holds in all rows")
  r, said, s = slack("given", 0.02, 0, kind)
  case.says(said, { "warning", "'pin' (revolute)", "+0.02 m", 'start = "given"' }, what .. "kept with a warning")
  tap.is(r[s[1]][1][1], 0.52, what .. "the first row is as given")
end

do -- a gap of 0.04 m between free bodies of 1 and 3 kg closes by their masses; a free one and ground stay
  local m = yoke.model {}
  local function ball(name, mass, x) return m:rigid { name, mass = mass, inertia = { 1, 1, 1, 0, 0, 0 }, position = { x, 0, 0 } } end
  local a, b, free = ball("a", 1, 0), ball("b", 3, 1.04), ball("free", 1, 5)
  m:spherical { a:at { 0.5, 0, 0 }, b:at { -0.5, 0, 0 } }
  local s = { m:sensor { a, "position" }, m:sensor { b, "position" }, m:sensor { free, "position" } }
  local r, said = solve(m, { t_end = 0.1, start = "assemble" })
  tap.near_list({ r[s[1]][1][1], r[s[2]][1][1], r[s[3]][1][1] }, { 0.03, 1.03, 5 }, 1e-10, "a gap closes by the masses of both sides")
  case.says(said, { "body 'a' moved by 0.03 m", "body 'b' moved by 0.01 m" }, "both moves are reported")
  tap.ok(not said:find "'free'", "a body that was not moved is not spoken of")
end

do -- tilted against each other by 0.04 rad, with 1 and 3 kg m2 about x: turned by 0.03 and 0.01 rad
  local m = yoke.model {}
  local a = m:rigid { "a", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }
  local b = m:rigid { "b", mass = 1, inertia = { 3, 3, 3, 0, 0, 0 }, rotation = { axis = { 1, 0, 0 }, angle = 0.04 } }
  m:revolute { a, b }
  local s = { m:sensor { a, "rotation" }, m:sensor { b, "rotation" } }
  local r, said = solve(m, { t_end = 0.1, start = "assemble" })
  tap.near_list({ r[s[1]][1][1], r[s[2]][1][1] }, { 0.03, 0.03 }, 1e-10, "a tilt closes by the inertias of both sides")
  case.says(said, { "body 'a'", "turned by 0.03 rad", "body 'b'", "turned by 0.01 rad" }, "both turns are reported")
end

-- ---- velocities that do not fit ----

-- The rod thrown: its end leaves the hinge with (0.3, 0, 0) m/s, it turns about itself with 0.7 rad/s and in the plane with 2 rad/s.
local function thrown(options, kind)
  local m = yoke.model {}
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0.5, 0, 0 }, velocity = { 0.3, 1, 0 },
    angular_velocity = { 0.7, 0, 2 }, parametrization = kind }
  local pin = m:revolute { "pin", m.ground, bar:at { -0.5, 0, 0 } }
  local s = { m:sensor { bar, "velocity" }, m:sensor { bar, "angular_velocity" }, m:sensor { pin, "force1" } }
  options.t_end = 0.1
  local r, said = solve(m, options)
  return r, said, s
end

for _, kind in ipairs(kinds) do
  local what = "a rod thrown, " .. kind .. ": "
  tap.raises(function() thrown({ start = "strict" }, kind) end,
    { "'pin' (revolute) row x moves at +0.3 m/s", "'pin' (revolute) row tilt_y moves at +0.7 rad/s" }, what .. "what does not fit is refused")
  local r, said, s = thrown({ start = "assemble" }, kind)
  case.says(said, { "removed", "'pin' (revolute)", "+0.3 m/s", "+0.7 rad/s" }, what .. "what was removed is reported")
  tap.near_list(row(r, s[1], 1), { 0, 1, 0 }, 1e-10, what .. "velocity that is left")
  tap.near_list(row(r, s[2], 1), { 0, 0, 2 }, 1e-10, what .. "spin that is left")
  tap.near_list(row(r, s[3], 1), { -4, 0, 0 }, 1e-9, what .. "pull of the hinge m w^2 L / 2 at t = 0")
  for _, method in ipairs(methods) do
    for _, h in ipairs { 1e-2, 1e-3 } do
      r, _, s = thrown({ start = "assemble", step = h, method = method }, kind)
      tap.near_list(row(r, s[3], 2), { -4, 0, 0 }, 10 * h, what .. ("smooth reaction, %s, step %g"):format(method, h)) -- it turns with 8 N/s
    end
  end
end

do -- the words of a joint for its start: a hinge at 0.5 rad, moving at -0.3 rad/s
  local m = yoke.model {}
  local bar = m:rigid { "bar", mass = 2, inertia = { 0.01, 1 / 6, 1 / 6, 0, 0, 0 }, position = { 0, -0.5, 0 } }
  local pin = m:revolute { "pin", m.ground, bar, at = { 0, 0, 0 }, along = { 0, 0, 1 }, angle_start = 0.5, angle_rate_start = -0.3 }
  local s = { m:sensor { bar, "position" }, m:sensor { bar, "velocity" }, m:sensor { pin, "angle" }, m:sensor { pin, "angle_rate" } }
  local r = solve(m, { t_end = 1 })
  local x, y = 0.5 * math.sin(0.5), -0.5 * math.cos(0.5)
  tap.near_list(row(r, s[1], 1), { x, y, 0 }, 1e-10, "a hinge set to 0.5 rad: position")
  tap.near_list(row(r, s[2], 1), { 0.3 * y, -0.3 * x, 0 }, 1e-10, "a hinge set to -0.3 rad/s: velocity")
  tap.near_list({ r[s[3]][1][1], r[s[4]][1][1] }, { 0.5, -0.3 }, 1e-9, "a hinge set at the start: its angle and rate")
  tap.near(r:final(s[3]), 0.2, 1e-8, "a hinge set at the start: it turns evenly") -- h^2 w^3 t / 12 = 2e-9
end

tap.done()
