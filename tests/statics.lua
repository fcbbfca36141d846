-- statics.lua - equilibria against closed forms: chains, springs, beams of links; load steps; what stays at rest in a run.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g = 9.81

-- Root of a rising function between two places, by bisection.
local function root(f, low, high)
  for _ = 1, 200 do
    local middle = (low + high) / 2
    if f(middle) < 0 then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- ---- a hanging chain ----
-- n rods of length l between supports a span apart, n - 1 points of mass m between them: the vertical pull changes by m g from rod to
-- rod, the horizontal one H is the same, tan_i = m g (i - (n + 1)/2)/H, and sum l cos_i = span.

for _, chain in ipairs { { n = 4, span = 3, method = "band" }, { n = 15, span = 10 }, { n = 60, span = 20 } } do
  local n, l, mass, span = chain.n, 1, 2, chain.span
  local function slope(i, H) return mass * g * (i - (n + 1) / 2) / H end
  local function width(H)
    local sum = 0
    for i = 1, n do sum = sum + l / math.sqrt(1 + slope(i, H) ^ 2) end
    return sum
  end
  local H = root(function(x) return width(x) - span end, 1e-6, 1e6)

  local m = yoke.model { gravity = { 0, -g } }
  local points, rods, before = {}, {}, m.ground
  for i = 1, n do -- started as two straight halves, which do not fit: the assembler bends them
    local x = i * span / n
    local y = -math.sqrt((n * l / 2) ^ 2 - (span / 2) ^ 2) * math.min(i, n - i) / (n / 2) * 0.9
    points[i] = i < n and m:point2d { mass = mass, position = { x, y } } or m.ground:at { span, 0, 0 }
    rods[i] = m:distance { before, points[i], distance = l }
    before = points[i]
  end
  local said, r = case.heard(m.solve_static, m, { start = "assemble" })
  tap.ok(not said:find "unstable", ("a chain of %d rods: stable"):format(n))
  local x, y, far, off = 0, 0, 0, 0
  for i = 1, n do
    local s = slope(i, H)
    x, y = x + l / math.sqrt(1 + s * s), y + l * s / math.sqrt(1 + s * s)
    if i < n then
      local p = points[i]:output "position"
      far = case.worse(far, p[1] - x, p[2] - y)
    end
    off = case.worse(off, rods[i]:output "force" - H * math.sqrt(1 + s * s))
  end
  tap.near(far, 0, 1e-8, ("a chain of %d rods: places"):format(n))
  tap.near(off, 0, 1e-8 * mass * g * n, ("a chain of %d rods: pulls"):format(n))
  tap.near(r.summary.kinetic, 0, 0, ("a chain of %d rods: at rest"):format(n))
end

-- ---- a preloaded spring, in load steps ----
-- The weight grows with the load s, the preload p does not: length = l0 + (s m g - p)/k.

for _, parts in ipairs { 1, 4 } do
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local weight = m:point { mass = 3, position = { 0, -1, 0 } }
  local spring = m:spring_damper { m.ground, weight, stiffness = 150, rest_length = 1, preload = 12, damping = 7 }
  for _, axis in ipairs { 1, 3 } do m:coordinate { m.ground:coordinate(1), weight:coordinate(axis) } end
  local length, force = m:sensor { spring, "distance" }, m:sensor { spring, "force" }
  local r = m:solve_static { load_steps = parts }
  tap.is(#r.time, parts, ("a preloaded spring in %d: a row for each load step"):format(parts))
  for k = 1, parts do
    local s = k / parts
    tap.near(r.time[k], s, 1e-15, ("a preloaded spring at load %g: the first column is the load"):format(s))
    tap.near(r[length][1][k], 1 + (s * 3 * g - 12) / 150, 1e-10, ("a preloaded spring at load %g: length"):format(s))
    tap.near(r[force][1][k], s * 3 * g, 1e-8, ("a preloaded spring at load %g: force"):format(s))
  end
end

-- ---- springs in a row: each stretched by all that hangs on it ----

do
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local before, sum, want, got = m.ground:coordinate(1), 0, {}, {}
  local n, weights = 12, 0
  for i = 1, n do
    local part = m:mass1d { mass = i, axis = { 0, -1, 0 } }
    m:coordinate_spring_damper { before, part:coordinate(1), stiffness = 100 * i, offset = 0.1 }
    before, weights, got[i] = part:coordinate(1), weights + i * g, part
  end
  for i = 1, n do
    sum = sum + 0.1 + weights / (100 * i)
    want[i], weights = sum, weights - i * g
  end
  m:solve_static {}
  for i = 1, n do got[i] = -got[i]:output "position"[2] end
  tap.near_list(got, want, 1e-10, "springs in a row")
end

-- ---- a beam of links, with large rotations ----
-- n links of length l, joined by torsional springs k, clamped, pulled down at the tip by F: the moment in joint i is
-- M_i = M_(i+1) + F l cos(angle_i), and angle_i - angle_(i-1) = -M_i/k; shot from the angle of the tip.

local function beam(n, l, k, F)
  local function shoot(tip)
    local angles, moment = { [n] = tip }, 0
    for i = n, 1, -1 do
      moment = moment + F * l * math.cos(angles[i])
      angles[i - 1] = angles[i] + moment / k
    end
    return angles
  end
  return shoot(root(function(tip) return shoot(tip)[0] end, -math.pi / 2, 0))
end

local function built_beam(n, l, k, F, spatial)
  local m = yoke.model {}
  local links, joints, before = {}, {}, m.ground
  for i = 1, n do
    local words = { mass = 1, position = { (i - 0.5) * l, 0 } }
    words.inertia = spatial and { 1, 1, 1 } or 1
    links[i] = spatial and m:rigid(words) or m:rigid2d(words)
    local from, to = i == 1 and m.ground or before:at { l / 2, 0, 0 }, links[i]:at { -l / 2, 0, 0 }
    joints[i] = m[spatial and "revolute" or "revolute2d"](m, { from, to })
    m[spatial and "torsional_spring_damper" or "torsional_spring_damper2d"](m, { from, to, stiffness = k })
    before = links[i]
  end
  m:force { before:at { l / 2, 0, 0 }, { 0, -F, 0 } }
  return m, links, joints
end

for _, spatial in ipairs { false, true } do
  local n, l, k, F = 10, 0.1, 20, 10
  local angles, x, y, want = beam(n, l, k, F), 0, 0, {}
  for i = 1, n do
    x, y = x + l * math.cos(angles[i]), y + l * math.sin(angles[i])
    want[i] = angles[i]
  end
  local what = spatial and "a beam of links in space" or "a beam of links in the plane"
  local ends = {}
  for _, parts in ipairs { 1, 3, 10 } do
    local m, links, joints = built_beam(n, l, k, F, spatial)
    m:solve_static { load_steps = parts }
    local tip = links[n]:at { l / 2, 0, 0 }:output "position"
    ends[#ends + 1] = tip
    if parts == 3 then
      local got = {}
      for i = 1, n do got[i] = math.atan(links[i]:output "rotation_matrix"[4], links[i]:output "rotation_matrix"[1]) end
      tap.near_list(got, want, 1e-9, what .. ": angles")
      tap.near_list(tip, { x, y, 0 }, 1e-9, what .. ": tip")
      local f = joints[1]:output "force1"
      tap.near_list(f, { 0, F, 0 }, 1e-7, what .. ": force of the clamp")
    end
  end
  tap.near_list(ends[1], ends[3], 1e-9, what .. ": 1 load step and 10")
  tap.near_list(ends[2], ends[3], 1e-9, what .. ": 3 load steps and 10")
  -- a run from there stays there
  local m, links = built_beam(n, l, k, F, spatial)
  m:solve_static {}
  m:solve_dynamic { t_end = 0.5, continue = true }
  tap.near_list(links[n]:at { l / 2, 0, 0 }:output "position", { x, y, 0 }, 1e-7, what .. ": a run from its equilibrium stays there")
end

-- ---- which equilibrium ----

-- a rod on a hinge falls to where it hangs, from whatever side it comes; upright it is in balance too, and stays
for _, angle in ipairs { 0.01, -0.1, 1, math.pi / 2, -3 } do
  local m = yoke.model { gravity = { 0, -g } }
  local rod = m:rigid2d { mass = 1, inertia = 0.1, angle = angle, position = { -math.sin(angle), math.cos(angle) } }
  m:revolute2d { m.ground, rod:at { 0, -1, 0 } }
  m:solve_static {}
  tap.near_list(rod:output "position", { 0, -1, 0 }, 1e-8, ("a rod started %g rad from upright hangs"):format(angle))
end

-- What is said of a rod of 1 kg that stands upright, its middle 1 m over its foot, on the joint that hold(m, rod) makes.
local function upright(spatial, hold)
  local m = yoke.model { gravity = { 0, -g, 0 } }
  local rod = spatial and m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { 0, 1, 0 } }
    or m:rigid2d { mass = 1, inertia = 0.1, position = { 0, 1 } }
  hold(m, rod:at { 0, -1, 0 })
  local said = case.heard(m.solve_static, m, {})
  tap.near_list(rod:output "position", { 0, 1, 0 }, 1e-12, "a rod that stands upright stays")
  return said
end

-- a torsional spring of k N m/rad holds it if k > m g l; so does one fixed to its own coordinate, and one by a function of the script
for _, k in ipairs { 1.001 * g, 0.999 * g } do
  local springs = {
    function(m, foot) m:torsional_spring_damper2d { m.ground, foot, stiffness = k } end,
    function(m, foot) m:torsional_spring_damper2d { m.ground, foot, torque = function(_, u) return k * u end } end,
  }
  for i, spring in ipairs(springs) do
    local said = upright(false, function(m, foot)
      m:revolute2d { m.ground, foot }
      spring(m, foot)
    end)
    local what = ("upright on a spring of %g m g l, %d"):format(k / g, i)
    if k > g then tap.is(said, "", what .. ": stable") else
      case.says(said, "warning: this equilibrium is unstable: 1 motion leads away from it; start elsewhere to find another", what)
    end
  end
end
case.says(upright(true, function(m, foot) m:universal { m.ground, foot, axis0 = { 1, 0, 0 }, axis1 = { 0, 0, 1 } } end),
  "unstable: 2 motions lead away from it", "upright on a cross")
case.says(upright(true, function(m, foot) -- free about the vertical but for a spring, which holds that
  m:spherical { m.ground, foot }
  m:rigid_spring_damper { m.ground, foot, stiffness = { 0, 0, 0, 0, 5, 2 * g } }
end), "unstable: 1 motion leads away from it", "upright on a ball joint, sprung about two of three axes")

do -- a load at a time: t says when functions are asked
  local m = yoke.model {}
  local b = m:mass1d { mass = 1 }
  m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), stiffness = 10 }
  m:load { b:coordinate(1), function(t) return 5 * t end }
  m:solve_static { t = 3 }
  tap.near(b:output "position"[1], 1.5, 1e-10, "a load as it is at t = 3 s")
end

do -- the place of a drive counts, its rate does not
  local m = yoke.model {}
  local b = m:mass1d { mass = 1 }
  local other = m:mass1d { mass = 1 }
  m:drive { m.ground:coordinate(1), b:coordinate(1), value = function(t) return 2 * t end }
  m:coordinate_spring_damper { b:coordinate(1), other:coordinate(1), stiffness = 100 }
  m:load { other:coordinate(1), 50 }
  m:solve_static { t = 0.25, start = "assemble" }
  tap.near(b:output "coordinates", 0.5, 1e-12, "a drive in statics: where it is at that time")
  tap.near(other:output "coordinates", 1, 1e-10, "a drive in statics: what hangs on it")
end

tap.done()
