-- cases_points.lua - rods, springs and loads between points: signs, lengths that vanish, the instant a load is taken at.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local nan = 0 / 0

-- ---- rods that cannot be ----

local function rod(distance, x, vx)
  local m = yoke.model {}
  local p = m:point2d { mass = 1, position = { x or 0, 0 }, velocity = { vx or 0, 0 } }
  m:distance { "rod", m.ground, p, distance = distance }
  return m
end

tap.raises(function() rod(0) end, { "cases_points.lua:", "'rod' (distance)", "distance = 0 must be positive (m)", "to join two points use revolute2d" }, "length 0")
tap.raises(function() rod(-1) end, { "cases_points.lua:", "'rod' (distance)", "distance = -1 must be positive (m)" }, "length -1")
tap.raises(function() rod(nan) end, { "cases_points.lua:", "'rod' (distance)", "distance", "finite" }, "length nan")
tap.raises(function() rod(math.huge) end, { "'rod' (distance)", "distance", "finite" }, "length inf")
tap.raises(function() rod(nil) end, { "cases_points.lua:", "'rod' (distance)", "distance is missing (m)" }, "length missing")
tap.raises(function() rod "1 m" end, { "'rod' (distance)", 'distance = "1 m" must be a number' }, "length as text")
tap.raises(function() rod(1):solve_dynamic { t_end = 1 } end, { "'rod' (distance)", "the points coincide", "revolute2d" }, "points that coincide at the start")
tap.raises(function() rod(function(t) return 0.5 - t end, 0.5, -1):solve_dynamic { t_end = 1 } end,
  { "t = 0.", "'rod' (distance)", "revolute2d" }, "a length that falls to 0 in the run")
tap.raises(function() rod(function() return -1 end, 1):solve_dynamic { t_end = 1 } end, { "'rod' (distance)", "distance = -1 must be positive (m)" },
  "a function that gives a negative length")

do -- a length that is drawn in: 1 - t/2 with the pull it needs, m (L w^2 - L'') with m L^2 w kept
  local m = yoke.model {}
  local p = m:point2d { mass = 2, position = { 1, 0 }, velocity = { -0.5, 1 } }
  local d = m:distance { m.ground, p, distance = function(t) return 1 - 0.5 * t end }
  m:solve_dynamic { t_end = 1 }
  tap.near(d:output "distance", 0.5, 1e-9, "a rod drawn in: its length")
  tap.near_rel(d:output "force", 2 / 0.5 ^ 3, 1e-4, "a rod drawn in: its pull m h^2 / L^3")
end

-- ---- one sign for all: tension is positive ----

for _, swapped in ipairs { false, true } do
  local function hang(y)
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local p = m:point2d { mass = 3, position = { 0, y } }
    local a, b = m.ground, p
    if swapped then a, b = b, a end
    local d = m:distance { a, b, distance = 2 }
    local s = { m:sensor { d, "force" }, m:sensor { d, swapped and "force0" or "force1" }, m:sensor { d, swapped and "force1" or "force0" } }
    local r = m:solve_dynamic { t_end = 0.01 }
    return r[s[1]][1][1], r[s[2]][2][1], r[s[3]][2][1]
  end
  local what = swapped and ", markers swapped" or ""
  local f, on_body, on_ground = hang(-2)
  tap.near_rel(f, 29.43, 1e-9, "hanging: tension" .. what)
  tap.near_list({ on_body, on_ground }, { 29.43, -29.43 }, 1e-8, "hanging: forces on both ends" .. what)
  f, on_body, on_ground = hang(2)
  tap.near_rel(f, -29.43, 1e-9, "balanced above: compression" .. what)
  tap.near_list({ on_body, on_ground }, { 29.43, -29.43 }, 1e-8, "balanced above: forces on both ends" .. what)
end

do -- two points of 1 and 3 kg, 1 m apart, turning at 2 rad/s about their centre of mass: 3/4 * 1 * 2^2
  local m = yoke.model {}
  local a = m:point2d { mass = 1, position = { -0.75, 0 }, velocity = { 0, -1.5 } }
  local b = m:point2d { mass = 3, position = { 0.25, 0 }, velocity = { 0, 0.5 } }
  local d = m:distance { a, b, distance = 1 }
  local s, f0, f1 = m:sensor { d, "force" }, m:sensor { d, "force0" }, m:sensor { d, "force1" }
  local r = m:solve_dynamic { t_end = 1 }
  tap.near_rel(r[s][1][1], 3, 1e-9, "turning pair: tension at t = 0")
  tap.near_rel(d:output "force", 3, 1e-4, "turning pair: tension at 1 s")
  local worst = 0
  for k = 1, #r.time do
    for c = 1, 3 do worst = case.worse(worst, r[f0][c][k] + r[f1][c][k]) end
  end
  tap.is(worst, 0, "turning pair: opposite forces in all rows")
end

do -- a spring has the same sign
  local m = yoke.model {}
  local p = m:point2d { mass = 1, position = { 1.2, 0 } }
  local long = m:spring_damper { m.ground, p, stiffness = 10, rest_length = 1 }
  local short = m:spring_damper { m.ground, p, stiffness = 10, rest_length = 1.5 }
  local s = { m:sensor { long, "force" }, m:sensor { short, "force" }, m:sensor { long, "force1" } }
  local r = m:solve_dynamic { t_end = 0.01 }
  tap.near_list({ r[s[1]][1][1], r[s[2]][1][1], r[s[3]][1][1] }, { 2, -3, -2 }, 1e-12, "a stretched spring pulls, a short one pushes")
end

-- ---- springs through their anchor ----

local function spring(params, velocity, options)
  local m = yoke.model {}
  local p = m:point2d { mass = 1, velocity = velocity }
  params[1], params[2], params[3] = "spring", m.ground, p
  local k = m:spring_damper(params)
  local s = { m:sensor { p, "position" }, m:sensor { p, "velocity" }, m:sensor { k, "force" } }
  return m:solve_dynamic(options), s
end

for _, case_ in ipairs { { "built in", { stiffness = 100 } }, { "in Lua", { stiffness = 100, force = function(_, u, _, k) return k * u end } } } do
  for t, want in pairs { [0.1570796] = { 0.1, 0 }, [0.3141593] = { 0, -1 } } do
    local r, s = spring(case_[2], { 1, 0 }, { t_end = t })
    local last = #r.time
    tap.near(r[s[1]][1][last], want[1], 1e-5, ("rest length 0, %s: x(%g)"):format(case_[1], t))
    tap.near(r[s[2]][1][last], want[2], 1e-4, ("rest length 0, %s: v(%g)"):format(case_[1], t))
    tap.is(r[s[3]][1][1], 0, ("rest length 0, %s: no force at coincidence"):format(case_[1]))
    tap.is(r[s[1]][2][last], 0, ("rest length 0, %s: stays on its line"):format(case_[1]))
  end
end

do -- with damping it still passes: x = v/w e^(-d t) sin(w t), d = 2, w = sqrt(100 - 4)
  local r, s = spring({ stiffness = 100, damping = 4 }, { 0.6, 0.8 }, { t_end = 1 })
  local w = math.sqrt(96)
  local x = math.exp(-2) * math.sin(w) / w
  tap.near_list({ r[s[1]][1][#r.time], r[s[1]][2][#r.time] }, { 0.6 * x, 0.8 * x }, 1e-5, "rest length 0 with damping, five passages")
end

tap.raises(function() spring({ stiffness = 100, rest_length = 0.5 }, { 1, 0 }, { t_end = 1 }) end, { "'spring' (spring_damper)", "coincide", "direction" },
  "rest length 0.5 with ends that coincide is refused")
tap.raises(function() spring({ stiffness = 100, preload = 3 }, { 0, 0 }, { t_end = 1 }) end, { "'spring' (spring_damper)", "coincide", "direction" },
  "a preload between ends that coincide at rest is refused")
tap.raises(function() spring({ stiffness = -1 }, { 0, 0 }, { t_end = 1 }) end, "stiffness = -1 must not be negative (N/m)", "negative stiffness")
tap.raises(function() spring({ stiffness = 1, rest_length = -1 }, { 0, 0 }, { t_end = 1 }) end, "rest_length = -1 must not be negative (m)", "negative rest length")

-- ---- a load is taken at the right instant: F = 6 t on 1 kg gives x = t^3 ----

local pushes = {
  ["a function per component"] = function(m, p) m:force { p, { function(t) return 6 * t end, 0 } } end,
  ["one function"] = function(m, p) m:force { p, function(t) return 6 * t, 0, 0 end } end,
  ["a load on the coordinate"] = function(m, p) m:load { p:coordinate(1), function(t) return 6 * t end } end,
  ["a force of Lua"] = function(m, p)
    m:coordinate_spring_damper { m.ground:coordinate(1), p:coordinate(1), force = function(t) return -6 * t end }
  end,
}
local names = {}
for name in pairs(pushes) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
    local x, v = {}, {}
    for k, h in ipairs { 0.1, 0.05, 0.025 } do
      local m = yoke.model {}
      local p = m:point2d { mass = 1 }
      pushes[name](m, p)
      m:solve_dynamic { t_end = 1, step = h, method = method }
      x[k], v[k] = math.abs(p:output "position"[1] - 1), math.abs(p:output "velocity"[1] - 3)
    end
    local what = ("F = 6 t, %s, %s"):format(name, method)
    tap.ok(x[1] < 0.01 and x[1] / x[2] > 3.5 and x[2] / x[3] > 3.5, what .. (": x, errors %.1e %.1e %.1e"):format(table.unpack(x)))
    tap.ok(v[3] < 1e-12 or v[1] / v[2] > 3.5 and v[2] / v[3] > 3.5, what .. (": v, errors %.1e %.1e %.1e"):format(table.unpack(v)))
  end
end

-- ---- a short pulse counts in full, whatever the step: 1000 N from 5 s to 5.001 s on 2 kg ----

for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
  for _, h in ipairs { 1e-3, 0.0037, 0.01, 0.3, 1, 3.7, 10 } do
    local m = yoke.model {}
    local p = m:point2d { mass = 2 }
    m:force { p, { 1000, 0 }, from = 5, to = 5.001 }
    m:solve_dynamic { t_end = 10, step = h, method = method }
    tap.near_list({ p:output "velocity"[1], p:output "position"[1] }, { 0.5, 2.49975 }, 1e-9, ("pulse of 1 ms, %s, step %g s"):format(method, h))
  end
end

do -- two that follow each other, one that is set by a function, one that is over before the start, one cut by the end
  local m = yoke.model {}
  local p = m:point2d { mass = 1 }
  m:force { p, { 10, 0 }, from = 0.1, to = 0.2 }
  m:force { p, { function() return 20 end, 0 }, from = 0.2, to = 0.25 }
  m:force { p, { 1e9, 0 }, from = -2, to = 0 }
  m:load { p:coordinate(2), 4, from = 0.5, to = 7 }
  local value = m:sensor { m:load { p:coordinate(2), 3, from = 0.9 }, "value" }
  local r = m:solve_dynamic { t_end = 1, step = 0.3 }
  tap.near_list(p:output "velocity", { 2, 2.3, 0 }, 1e-12, "pulses one after the other")
  tap.near_list({ r[value][1][1], r[value][1][#r.time] }, { 0, 3 }, 0, "the value of a load before and after it begins")
end

-- ---- rods that let go and rods that catch ----

do -- a falling point, caught at 0.3 s: what it has along the rod (0.6, -0.8) is lost
  local function caught(y)
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local p = m:point2d { mass = 2, position = { 0.6, y } }
    local d = m:distance { "rod", m.ground, p, distance = 1, active = false }
    m:at(0.3, function() d:set { active = true } end)
    local v = m:sensor { p, "velocity" }
    local said, r = case.heard(m.solve_dynamic, m, { t_end = 1, output = { period = 0.3 } })
    return r, v, said, d
  end
  local r, v, said, d = caught(-0.8 + 9.81 / 2 * 0.09)
  local along = 0.8 * 9.81 * 0.3
  tap.near_list({ r[v][1][2], r[v][2][2] }, { -0.6 * along, -0.45 * along }, 1e-6, "caught: velocity across the rod is kept")
  tap.near_rel(r.summary.lost, along ^ 2, 1e-6, "caught: energy lost")
  case.says(said, { "t = 0.3 s", "impact", ("%.6g J"):format(along ^ 2) }, "caught: told")
  tap.near(d:output "distance", 1, 1e-9, "caught: the rod holds to the end")
  tap.raises(function() caught(-0.8) end, { "t = 0.3 s", "'rod' (distance)", "off by +0.3", "m" }, "caught where the rod does not fit: refused with its value")
end

for _, t in ipairs { 0.3, 0.3003, 0 } do -- a point at rest under its rod, let go at t
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local p = m:point2d { mass = 3, position = { 0, -2 } }
  local d = m:distance { "rod", m.ground, p, distance = 2 }
  m:at(t, function() d:set { active = false } end)
  local f = m:sensor { d, "force" }
  local said, r = case.heard(m.solve_dynamic, m, { t_end = 1, output = { period = 0.1 } })
  tap.near(p:output "position"[2], -2 - 9.81 / 2 * (1 - t) ^ 2, 1e-9, ("let go at %g s: it falls from then on"):format(t))
  tap.near_list({ r[f][1][3], r[f][1][5] }, { t > 0.2 and 29.43 or 0, 0 }, 1e-6, ("let go at %g s: force before and after"):format(t))
  tap.is(said, "", ("let go at %g s: nothing to warn of"):format(t))
end

tap.done()
