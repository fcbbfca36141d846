-- cases_start.lua - mechanisms whose joints repeat or contradict each other, and starts that do not fit.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g = 9.81

-- Solves; returns the result and what was said.
local function solve(m, options)
  local said, r = case.heard(m.solve_dynamic, m, options)
  return r, said
end

-- ---- the same thing entered twice ----

-- A rod of 2 kg and 1 m, hinged at the origin, released horizontally: alpha = -1.5 g/L, hinge force m g / 4.
local function rod(hinges, about)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local b, pin
  if about == "com" then
    b = m:rigid2d { "bar", mass = 2, inertia = 1 / 6, position = { 0.5, 0 } }
    pin = b:at { -0.5, 0 }
  else -- the hinge as reference point
    b = m:rigid2d { "bar", mass = 2, inertia = 1 / 6 + 2 * 0.25, com = { 0.5, 0 } }
    pin = b
  end
  local centre = about == "com" and b or b:at { 0.5, 0 }
  local joints = {}
  for i = 1, hinges do joints[i] = m:revolute2d { "h" .. i, m.ground, pin } end
  return m, b, joints, centre, m:sensor { centre, "position" }
end

for _, about in ipairs { "com", "reference" } do
  local single, _, _, _, s0 = rod(1, about)
  local wanted = solve(single, { t_end = 1 })
  local m, b, h, centre, s = rod(2, about)
  local alpha, acc = m:sensor { b, "angular_acceleration" }, m:sensor { centre, "acceleration" }
  local f1, f2 = m:sensor { h[1], "force1" }, m:sensor { h[2], "force1" }
  local r, said = solve(m, { t_end = 1 })
  local what = "hinge twice, reference at " .. (about == "com" and "the centre" or "the hinge") .. ": "
  tap.near_rel(r[alpha][3][1], -14.715, 1e-10, what .. "angular acceleration at t = 0")
  tap.near_list({ r[acc][1][1], r[acc][2][1] }, { 0, -7.3575 }, 1e-9, what .. "acceleration of the centre")
  tap.near_list({ r[f1][1][1] + r[f2][1][1], r[f1][2][1] + r[f2][2][1] }, { 0, 4.905 }, 1e-9, what .. "both reactions together")
  case.says(said, { "4 rows, rank 2", "'h2' (revolute2d) row x", "'h2' (revolute2d) row y", "'h1'", "not unique" }, what .. "reported")
  tap.ok(not said:find "contradict", what .. "not called contradictory")
  local worst = 0
  for k = 1, #r.time do worst = case.worse(worst, r[s][1][k] - wanted[s0][1][k], r[s][2][k] - wanted[s0][2][k]) end
  tap.near(worst, 0, 1e-9, what .. "moves as with one")
  local flags = {}
  for i, row in ipairs(r.summary.drift) do
    flags[i] = row.joint .. "." .. row.row .. (row.not_unique and " not unique" or "") .. (row.redundant and " redundant" or "")
  end
  tap.is(table.concat(flags, ", "), "h1.x not unique, h1.y not unique, h2.x not unique redundant, h2.y not unique redundant", what .. "flagged")
  tap.is(wanted.summary.drift[1].not_unique, false, what .. "a single hinge is not flagged")
end

do -- the first hinge opens during the run: the second one, redundant until then, holds alone
  local m, b, h, centre = rod(2, "com")
  m:at(0.5, function() h[1]:set { active = false } end)
  local late = m:sensor { h[1], "force1" }
  local r = solve(m, { t_end = 1 })
  local single, _, hinge, alone = rod(1, "com")
  solve(single, { t_end = 1 })
  tap.near_list(centre:output "position", alone:output "position", 1e-6, "one of two hinges opens: motion goes on")
  tap.near_list(h[2]:output "force1", hinge[1]:output "force1", 1e-5, "one of two hinges opens: the other one holds all")
  tap.is(r[late][2][#r.time], 0, "one of two hinges opens: it holds nothing")
end

do -- two rods between the same points
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bob = m:point2d { mass = 3, position = { 0, -2 } }
  local d1, d2 = m:distance { "d1", m.ground, bob, distance = 2 }, m:distance { "d2", m.ground, bob, distance = 2 }
  local _, said = solve(m, { t_end = 0.01 })
  tap.near_rel(d1:output "force" + d2:output "force", 29.43, 1e-9, "two equal rods carry the weight together")
  case.says(said, { "2 rows, rank 1", "'d2' (distance)", "'d1' (distance)" }, "two equal rods are reported")
end

do -- a coordinate held twice, the second time by other factors: 2 x = 0
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local p = m:point2d { mass = 2 }
  local a = m:coordinate { "once", m.ground:coordinate(2), p:coordinate(2) }
  local b = m:coordinate { "again", m.ground:coordinate(2), p:coordinate(2), factor1 = 2 }
  local _, said = solve(m, { t_end = 0.01 })
  tap.near(a:output "force" + 2 * b:output "force", -19.62, 1e-9, "a coordinate held twice: -G' lambda is the weight")
  case.says(said, { "2 rows, rank 1", "'again' (coordinate)", "'once' (coordinate)" }, "a coordinate held twice is reported")
end

do -- a velocity held where the position is held already
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local p = m:point2d { mass = 2 }
  m:coordinate { "position", m.ground:coordinate(2), p:coordinate(2) }
  m:coordinate { "rate", m.ground:coordinate(2), p:coordinate(2), velocity_level = true }
  local _, said = solve(m, { t_end = 0.1 })
  tap.near(p:output "position"[2], 0, 1e-9, "a position held, then its velocity: it stays")
  case.says(said, { "2 rows, rank 1", "'rate' (coordinate)" }, "a velocity row that repeats is reported")
end

do -- the same drive twice is consistent, at all times
  local m = yoke.model {}
  local p = m:mass1d { mass = 1 }
  for _, name in ipairs { "a", "b" } do
    m:coordinate { name, m.ground:coordinate(1), p:coordinate(1), offset_function = function(t) return t * t end }
  end
  local _, said = solve(m, { t_end = 1 })
  tap.near(p:output "position"[1], 1, 1e-8, "the same drive twice")
  case.says(said, "'b' (coordinate)", "the same drive twice is reported")
end

-- ---- contradictory ----

for _, start in ipairs { { 1, 0 }, { 1.4, 0.2 }, { 0.5, -0.8 } } do -- rods of 1 m to anchors 3 m apart: halfway, each is off by 0.5 m
  for _, mode in ipairs { "strict", "assemble" } do
    local m = yoke.model {}
    local p = m:point2d { "p", mass = 1, position = start }
    m:distance { "d1", m.ground, p, distance = 1 }
    m:distance { "d2", m.ground:at { 3, 0 }, p, distance = 1 }
    local what = ("two rods that cannot meet, from (%g, %g), %s: "):format(start[1], start[2], mode)
    local _, message = pcall(m.solve_dynamic, m, { t_end = 1, start = mode })
    case.says(message, { "contradictory", "'d1' (distance)", "'d2' (distance)", "off by +0.5 m", "(1.5, 0)" }, what .. "told with the compromise")
    tap.ok(not message:find "redundant", what .. "not called redundant")
  end
end

do -- one coordinate held at two places; two drives that part at once, by their rates and by their second rates
  local function held(one, other)
    local m = yoke.model {}
    local p = m:mass1d { mass = 1 }
    one[1], one[2], one[3] = "one", m.ground:coordinate(1), p:coordinate(1)
    other[1], other[2], other[3] = "other", m.ground:coordinate(1), p:coordinate(1)
    m:coordinate(one)
    m:coordinate(other)
    return function() case.heard(m.solve_dynamic, m, { t_end = 1, start = "assemble" }) end
  end
  local both = { "'one' (coordinate)", "'other' (coordinate)", "contradict" }
  tap.raises(held({ offset = 0 }, { offset = 1 }), both, "a coordinate held at two places")
  tap.raises(held({ offset_function = function(t) return t end }, { offset_function = function(t) return 2 * t end }), both, "two drives of different speed")
  tap.raises(held({ velocity_level = true, offset = 1 }, { velocity_level = true, offset = 2 }), both, "two velocities for one coordinate")
  tap.raises(held({ offset_function = function(t) return t * t end }, { offset_function = function(t) return 2 * t * t end }), both,
    "two drives of different acceleration")
end

-- ---- positions that do not fit ----

local function slack(start)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local p = m:point2d { "bob", mass = 2, position = { 1.02, 0 } }
  local d = m:distance { "rod", m.ground, p, distance = 1 }
  local s = { m:sensor { p, "position" }, m:sensor { p, "acceleration" }, m:sensor { d, "force" }, m:sensor { d, "distance" } }
  local r, said = solve(m, { t_end = 1, start = start })
  return r, said, s
end

tap.raises(function() slack "strict" end, { "'rod' (distance)", "is 1.02 m", "wanted 1 m", "off by +0.02 m", 'start = "assemble"', 'start = "given"' },
  "a rod 0.02 m too long is refused with both remedies")
do
  local r, said, s = slack "assemble"
  case.says(said, "body 'bob' moved by 0.02 m", "assembled: the move is reported")
  tap.near_list({ r[s[1]][1][1], r[s[1]][2][1] }, { 1, 0 }, 1e-12, "assembled: the point starts on the circle")
  tap.near_list({ r[s[2]][1][1], r[s[2]][2][1] }, { 0, -g }, 1e-10, "assembled: it falls freely at t = 0")
  tap.near(r[s[3]][1][1], 0, 1e-10, "assembled: no tension at t = 0")
  tap.near(r[s[3]][1][2], 0, 2 * 1.5 * 2 * (g * 1e-3) ^ 2, "assembled: no spike in the tension after the first step") -- 1.5 m (g h)^2
  tap.near(case.largest(r[s[4]][1]), 1, 1e-9, "assembled: never too long again")
  local kept, warned, k = slack "given"
  case.says(warned, { "warning", "'rod' (distance)", "+0.02 m", 'start = "given"' }, "given: kept with a warning")
  tap.is(kept[k[4]][1][1], 1.02, "given: the first row is as given")
end

do -- a gap of 0.04 m between free bodies of 1 and 3 kg closes by their masses: 0.03 and 0.01 m; ground stays
  local m = yoke.model {}
  local a, b = m:rigid2d { "a", mass = 1, inertia = 1 }, m:rigid2d { "b", mass = 3, inertia = 1, position = { 1.04, 0 } }
  local free = m:rigid2d { "free", mass = 1, inertia = 1, position = { 0, 5 } }
  m:revolute2d { a:at { 0.5, 0 }, b:at { -0.5, 0 } }
  local s = { m:sensor { a, "position" }, m:sensor { b, "position" }, m:sensor { free, "position" } }
  local r, said = solve(m, { t_end = 0.1, start = "assemble" })
  tap.near_list({ r[s[1]][1][1], r[s[2]][1][1], r[s[3]][2][1] }, { 0.03, 1.03, 5 }, 1e-10, "a gap closes by the masses of both sides")
  case.says(said, { "body 'a' moved by 0.03 m", "body 'b' moved by 0.01 m" }, "both moves are reported")
  tap.ok(not said:find "'free'", "a body that was not moved is not spoken of")
end

-- ---- the near way: tilted by less than a right angle, a body is turned back, not over ----
-- The rows of most joints hold half a turn away too.  About a principal axis the least turn goes straight
-- back, and the frames agree.

local function tilted(kind, axis, degrees, parametrization)
  local m = yoke.model {}
  local b = m:rigid { "b", mass = 1, inertia = { 0.1, 0.2, 0.25 }, rotation = { axis = axis, angle = math.rad(degrees) },
    parametrization = parametrization }
  m[kind](m, { "j", m.ground, b, pitch = kind == "screw" and 1 or nil })
  local _, said = solve(m, { t_end = 1e-3, start = "assemble" })
  return b, said
end

for kind, axes in pairs { revolute = "xy", planar = "xy", cylindrical = "xy", screw = "xy", parallel_axes = "xy", prismatic = "xyz",
  generic_joint = "xyz", fixed = "xyz", prismatic_constraint = "xyz", universal = "z", perpendicular_axes = "z", universal_constraint = "z" } do
  for axis in axes:gmatch "." do
    local unit = { axis == "x" and 1 or 0, axis == "y" and 1 or 0, axis == "z" and 1 or 0 }
    local wrong = {}
    for _, degrees in ipairs { 5, 30, 60, 70, 73, 74, 75, 80, 85, 88, 89 } do
      -- about y the angles of tait_bryan cannot be at 90 degrees, and need not come from there
      for _, parametrization in ipairs { "lie", "euler", degrees < 85 and "tait_bryan" or nil } do
        local b, said = tilted(kind, unit, degrees, parametrization)
        local A, off = b:output "rotation_matrix", 0
        for i, x in ipairs { 1, 0, 0, 0, 1, 0, 0, 0, 1 } do off = case.worse(off, A[i] - x) end
        if not (off < 1e-7 and said:find "turned by") then wrong[#wrong + 1] = parametrization .. " " .. degrees end
      end
    end
    tap.is(table.concat(wrong, ", "), "", ("%s, tilted about %s by up to 89 degrees: turned back"):format(kind, axis))
  end
end

for _, kind in ipairs { "revolute", "planar", "cylindrical", "screw", "prismatic", "generic_joint" } do
  tap.raises(function() tilted(kind, { 1, 0, 0 }, 92) end, { "joint 'j' (" .. kind .. ")", "rows hold" },
    kind .. ", tilted by 92 degrees: refused by name")
end
-- a right angle, to the last digit: the axes may end up either way, but not against each other
tap.raises(function() tilted("revolute", { 1, 1, 1 }, 120) end,
  { "the start positions can not be corrected: ", "cases_start.lua:", "joint 'j' (revolute): its axis of marker 1 points against that of marker 0" },
  "revolute, tilted by a right angle: where it would be turned over it is refused by name")

-- ---- velocities that do not fit ----

local function thrown(options)
  local m = yoke.model {}
  local p = m:point2d { "bob", mass = 2, position = { 1, 0 }, velocity = { 0.3, 1 } }
  local d = m:distance { "rod", m.ground, p, distance = 1 }
  local s = { m:sensor { p, "velocity" }, m:sensor { d, "force" } }
  options.t_end = 0.1
  local r, said = solve(m, options)
  return r, said, s
end

tap.raises(function() thrown { start = "strict" } end, { "'rod' (distance)", "+0.3 m/s" }, "a velocity along the rod is refused")
do
  local r, said, s = thrown { start = "assemble" }
  case.says(said, { "removed", "'rod' (distance)", "+0.3 m/s" }, "assembled: what was removed is reported")
  tap.near_list({ r[s[1]][1][1], r[s[1]][2][1] }, { 0, 1 }, 1e-12, "assembled: the velocity across the rod is kept")
  tap.near_rel(r[s[2]][1][1], 2, 1e-10, "assembled: tension m v^2 / L at t = 0")
  for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
    for _, h in ipairs { 1e-2, 1e-3 } do
      r, _, s = thrown { start = "assemble", step = h, method = method }
      tap.near(r[s[2]][1][2], r[s[2]][1][1], h ^ 2, ("smooth multiplier: %s, step %g"):format(method, h))
    end
  end
end

do -- a tree of 60 rods laid out with no care: no step by step way back, but the least squares over all rows leads next to one
  local m, rods = yoke.model {}, {}
  for i = 1, 60 do
    local depth = math.floor(math.log(i, 2))
    rods[i] = m:rigid2d { mass = 1, inertia = 1 / 12, position = { i - 2 ^ depth, -depth - 0.5 }, angle = -math.pi / 2 }
    m:revolute2d { i == 1 and m.ground or rods[i // 2]:at { 0.5, 0 }, rods[i]:at { -0.5, 0 } }
  end
  local r
  case.heard(function() r = m:solve_dynamic { t_end = 1e-3, steps = 1, start = "assemble" } end)
  local worst = 0
  for _, row in ipairs(r.summary.drift) do worst = case.worse(worst, row.drift) end
  tap.ok(worst < 1e-9, "a tree of 60 rods far from its places is assembled", { "worst row", worst })
end

tap.done()
