-- cases_long.lua - long runs: periods, energy, drift; rows of a result; steps and times that do not fit together.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g = 9.81

local function pendulum(phi, options) -- 1 m, phi from straight down
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bob = m:point2d { "bob", mass = 1, position = { math.sin(phi), -math.cos(phi) } }
  local rod = m:distance { "rod", m.ground, bob, distance = 1 }
  local s = { m:sensor { bob, "position" }, m:sensor { bob, "velocity" }, m:sensor { rod, "force" } }
  return m:solve_dynamic(options), s
end

-- Times at which the rows cross x = 0 from the left, and the largest speed.
local function crossings(r, s)
  local times, fastest = {}, 0
  local x, y, u, v = r[s[1]][1], r[s[1]][2], r[s[2]][1], r[s[2]][2]
  for k = 2, #r.time do
    if x[k - 1] < 0 and x[k] >= 0 and y[k] < 0 then times[#times + 1] = r.time[k - 1] - x[k - 1] * (r.time[k] - r.time[k - 1]) / (x[k] - x[k - 1]) end
    fastest = math.max(fastest, math.sqrt(u[k] ^ 2 + v[k] ^ 2))
  end
  return times, fastest
end

do -- released horizontally, defaults, 100 s
  local r, s = pendulum(math.pi / 2, { t_end = 100 })
  local times, fastest = crossings(r, s)
  tap.near_rel((times[#times] - times[1]) / (#times - 1), 2.3678419, 1e-4, "100 s: period")
  tap.is(#times, 42, "100 s: 42 passages, none is missing")
  tap.near_rel(fastest, 4.4294469, 1e-4, "100 s: speed at the lowest point")
  local sum = r.summary
  local change = sum.kinetic + sum.potential - sum.kinetic_start - sum.potential_start
  tap.ok(math.abs(change) < 1e-3 * g, ("100 s: energy change %.2g of m g L"):format(change / g))
  case.says(tostring(r), { "energy", ("change %+.3g J"):format(change), "drift" }, "100 s: the change is printed")
end

do -- from 0.5 rad with two steps; phi'' = -g sin phi
  local function exact(t) return case.runge_kutta(function(_, y) return { y[2], -g * math.sin(y[1]) } end, { 0.5, 0 }, t, 2000)[1] end
  tap.near(exact(0.5), 0.0146696, 5e-8, "0.5 rad: what is wanted at 0.5 s")
  tap.near(exact(1), -0.4991572, 5e-8, "0.5 rad: what is wanted at 1 s")
  local errors = {}
  for i, h in ipairs { 1 / 240, 1 / 2400 } do
    local r, s = pendulum(0.5, { t_end = 1, step = h })
    local worst = 0
    for _, t in ipairs { 0.5, 1 } do
      local k = math.floor(t / h + 0.5) + 1
      worst = case.worse(worst, math.atan(r[s[1]][1][k], -r[s[1]][2][k]) - exact(t))
    end
    errors[i] = worst
    tap.ok(worst < 20 * h * h, ("0.5 rad: step 1/%g, angle off by %.2g rad"):format(1 / h, worst)) -- h^2 times about w^3 t / 12 = 2.5 per s
  end
  tap.near(math.log(errors[1] / errors[2], 10), 2, 0.1, "0.5 rad: ten times finer, a hundred times better")
  local r, s = pendulum(0.5, { t_end = 30 })
  local times = crossings(r, s)
  tap.near_rel((times[#times] - times[1]) / (#times - 1), 2.0378679, 1e-4, "0.5 rad: period")
end

-- ---- rows ----

local function falling(output, more)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local p = m:point2d { "ball", mass = 2, position = { 0, 7 } }
  local s = { m:sensor { p, "acceleration" }, m:sensor { p, "position" } }
  m:sensor { "height over the table", function(t) return 7 - g * t * t / 2 end }
  local options = { t_end = 1, output = output }
  for k, v in pairs(more or {}) do options[k] = v end
  local r = m:solve_dynamic(options)
  return r, s, p
end

do
  local path = case.folder() .. "/rows.csv"
  local r, s = falling { period = 0.1, file = path }
  local want = {}
  for k = 0, 10 do want[k + 1] = k / 10 end
  tap.near_list(r.time, want, 1e-15, "every 0.1 s: 11 rows at the times asked for")
  tap.is(r.time[11], 1, "every 0.1 s: the last is exactly 1")
  tap.is(r[s[1]][2][1], -g, "every 0.1 s: the first row has the acceleration of the start")
  local worst = 0
  for k, t in ipairs(r.time) do worst = case.worse(worst, r[s[2]][2][k] - (7 - g * t * t / 2)) end
  tap.near(worst, 0, 1e-12, "every 0.1 s: the parabola in all rows")
  local text = case.read(path)
  tap.is(text:match "^[^\n]*", "time [s],ball.acceleration.x [m/s2],ball.acceleration.y [m/s2],ball.acceleration.z [m/s2],ball.position.x [m]," ..
    "ball.position.y [m],ball.position.z [m],height over the table [1]", "file: header of names and units")
  tap.is(select(2, text:gsub("\n", "\n")), 12, "file: a header and 11 rows")
  local first = text:match "\n([^\n]*)"
  tap.is(first, "0,0,-9.8100000000000005,0,0,7,0,7", "file: the first row is complete")
  r:save(path .. "2")
  tap.is(case.read(path .. "2"), text, "file: saved afterwards it is the same, byte by byte")
  falling { period = 0.1, file = path }
  tap.is(case.read(path), text, "file: a second run gives the same, byte by byte")
end

tap.near_list(falling({ period = 0.3 }).time, { 0, 0.3, 0.6, 0.9, 1 }, 1e-15, "every 0.3 s: the end is always there")
tap.near_list(falling({ period = 5 }).time, { 0, 1 }, 0, "a period longer than the run: start and end")
tap.is(#falling({ period = 1e-4 }).time, 10001, "a period shorter than the step: 10001 rows")
tap.is(#falling().time, 1001, "no period: every step")
tap.near_list(falling({}, { step = 0.3 }).time, { 0, 0.25, 0.5, 0.75, 1 }, 1e-15, "no period, a step that does not fit: even steps, none longer")

do -- sampling has no influence on the solution
  local ends = {}
  for i, output in ipairs { {}, { period = 0.1 }, { period = 0.0137 }, { period = 1e-5 } } do
    local r, s = pendulum(2, { t_end = 1, step = 1e-2, output = output })
    ends[i] = table.concat({ r:final(s[1])[1], r:final(s[2])[2], r:final(s[3]) }, " ")
  end
  for i = 2, #ends do tap.is(ends[i], ends[1], "sampling does not change the end, way " .. i) end
end

-- ---- an end or a switch just after a step leaves no spike ----

for _, extra in ipairs { 0, 3.337e-4, 1e-5, 1e-7, 1e-9 } do
  for _, method in ipairs { "generalized_alpha", "trapezoidal" } do
    local r, s = pendulum(math.pi / 2, { t_end = 0.4 + extra, method = method })
    local y = r:final(s[1])[2]
    tap.near_rel(r:final(s[3]), -3 * g * y, 1e-4, ("end at 0.4 s + %g s, %s: rod force -3 m g y"):format(extra, method))
  end
end
for _, extra in ipairs { 1e-4, 1e-7, 1e-10 } do
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local bob = m:point2d { mass = 1, position = { 1, 0 } }
  local rod = m:distance { m.ground, bob, distance = 1 }
  m:force { bob, { 0, 0 }, from = 0.4 + extra }
  local y, f = m:sensor { bob, "position" }, m:sensor { rod, "force" }
  local r = m:solve_dynamic { t_end = 0.5, output = { period = 0.4 + extra / 2 } }
  tap.near_rel(r[f][1][2], -3 * g * r[y][2][2], 1e-4, ("a switch at 0.4 s + %g s: rod force just before it"):format(extra))
end

-- ---- drift ----

do -- 10 kg at the end of a rod of 1e-6 kg: m g enters as g (1 + (m/2 - m/3)/M), lowest speed by energy
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local rod = m:rigid2d { mass = 1e-6, inertia = 1e-6 / 12, position = { 0.5, 0 } }
  local bob = m:point2d { mass = 10, position = { 1, 0 } }
  m:revolute2d { m.ground, rod:at { -0.5, 0 } }
  m:revolute2d { rod:at { 0.5, 0 }, bob }
  local a, v = m:sensor { bob, "acceleration" }, m:sensor { bob, "velocity" }
  local r = m:solve_dynamic { t_end = 10 }
  tap.near_list({ r[a][1][1], r[a][2][1] }, { 0, -9.8100002 }, 5e-8, "heavy bob: acceleration at t = 0")
  local fastest, drift = 0, 0
  for k = 1, #r.time do fastest = math.max(fastest, math.sqrt(r[v][1][k] ^ 2 + r[v][2][k] ^ 2)) end
  for _, row in ipairs(r.summary.drift) do drift = math.max(drift, row.drift) end
  tap.near(fastest, 4.42945, 4.42945e-4, "heavy bob: speed at the lowest point")
  tap.near(drift, 0, 1e-8, "heavy bob: gap in both hinges over 10 s (m)")
end

do -- a four-bar of 1 kg per metre, released at rest, 60 s
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local function coupler_pin(angle) -- above the line from the crank pin to the rocker's pivot
    local x, y = 0.5 * math.cos(angle), 0.5 * math.sin(angle)
    local dx, dy = 1 - x, -y
    local d = math.sqrt(dx * dx + dy * dy)
    local along = (1.2 ^ 2 - 0.8 ^ 2 + d * d) / (2 * d)
    local up = math.sqrt(1.2 ^ 2 - along * along)
    return x, y, x + (along * dx - up * dy) / d, y + (along * dy + up * dx) / d
  end
  local function potential(angle)
    local x, y, px, py = coupler_pin(angle)
    return g * (0.5 * y / 2 + 1.2 * (y + py) / 2 + 0.8 * py / 2), x, y, px, py
  end
  local start, x, y, px, py = potential(math.pi / 3)
  tap.near_list({ px, py }, { 1.4247395, 0.6779354 }, 1e-7, "four-bar: where the coupler meets the rocker")
  local lowest = start
  for k = 0, 3600 do
    local e = potential(2 * math.pi * k / 3600)
    if e < lowest then lowest = e end
  end
  local function link(name, mass, x0, y0, x1, y1)
    return m:rigid2d { name, mass = mass, inertia = mass ^ 3 / 12, position = { (x0 + x1) / 2, (y0 + y1) / 2 }, angle = math.atan(y1 - y0, x1 - x0) }
  end
  local crank, coupler, rocker = link("crank", 0.5, 0, 0, x, y), link("coupler", 1.2, x, y, px, py), link("rocker", 0.8, 1, 0, px, py)
  m:revolute2d { "crank_pivot", m.ground, crank:at { -0.25, 0 } }
  m:revolute2d { "crank_pin", crank:at { 0.25, 0 }, coupler:at { -0.6, 0 } }
  m:revolute2d { "rocker_pin", coupler:at { 0.6, 0 }, rocker:at { 0.4, 0 } }
  m:revolute2d { "rocker_pivot", m.ground:at { 1, 0 }, rocker:at { -0.4, 0 } }
  local c = m:sensor { crank, "coordinates" }
  local r = m:solve_dynamic { t_end = 60, output = { period = 0.1 } }
  local worst, s = 0, r.summary
  for _, row in ipairs(s.drift) do worst = case.worse(worst, row.drift) end
  tap.near(worst, 0, 1e-6, "four-bar: largest gap over 60 s (m)")
  case.says(tostring(r), { "crank_pivot", "crank_pin", "rocker_pin", "rocker_pivot" }, "four-bar: the drift is printed per joint")
  local change = (s.kinetic + s.potential - s.kinetic_start - s.potential_start) / (start - lowest)
  tap.ok(math.abs(change) < 1e-3, ("four-bar: energy change %.2g of start to lowest"):format(change))
  tap.near_rel(s.potential_start, start, 1e-12, "four-bar: potential energy at the start")
  local finite = true
  for k = 1, #r.time do finite = finite and math.abs(r[c][3][k]) < 1e6 end
  tap.ok(finite, "four-bar: no row that is not a number")
end

tap.done()
