-- statics_space.lua - equilibria of spatial bodies in all rotation coordinates, against closed forms, planar twins and runs.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local g = 9.81
local kinds = { "lie", "euler", "tait_bryan" }

-- A rod along x, its centre of mass 0.5 m from the hinge about y (in the plane: z) at its reference point; mass in kg.
local function rod(kind, mass)
  local m = yoke.model { gravity = kind == "plane" and { 0, -g } or { 0, 0, -g } }
  local b, h
  if kind == "plane" then
    b = m:rigid2d { "b", mass = mass, inertia = 0.4 * mass, com = { 0.5, 0 } }
    h = m:revolute2d { "h", m.ground, b }
  else
    b = m:rigid { "b", mass = mass, inertia = { 0.01 * mass, 0.4 * mass, 0.4 * mass }, com = { 0.5, 0, 0 }, parametrization = kind }
    h = m:revolute { "h", m.ground, b, at = { 0, 0, 0 }, along = { 0, 1, 0 } }
  end
  return m, b, h
end

local function sprung(m, h, k)
  m:coordinate_spring_damper { m.ground:coordinate(1), h:coordinate "angle", stiffness = k }
end

-- ---- a rod on a hinge and a spring: k a = m g/2 cos a ----

local function balance(k)
  local a = 0.8
  for _ = 1, 50 do a = a - (k * a - g / 2 * math.cos(a)) / (k + g / 2 * math.sin(a)) end
  return a
end

for _, k in ipairs { 2, 3, 10 } do
  for _, parts in ipairs { 1, 4, 20 } do
    local m, _, h = rod("plane", 1)
    sprung(m, h, k)
    local plane = m:solve_static { load_steps = parts }.summary.newton_iterations
    tap.near(h:output "angle", -balance(k), 1e-9, ("a sprung rod, k = %g, %d load steps, plane"):format(k, parts))
    for _, kind in ipairs(kinds) do
      local what = ("a sprung rod, k = %g, %d load steps, %s"):format(k, parts, kind)
      m, _, h = rod(kind, 1)
      sprung(m, h, k)
      local r = m:solve_static { load_steps = parts }
      tap.near(h:output "angle", balance(k), 1e-9, what)
      -- the whole tangent: the corrections of the plane; Euler parameters leave their length with each, which costs some more
      local most = kind == "euler" and plane + 2 * parts or plane
      tap.ok(r.summary.newton_iterations <= most, what .. ": corrections as in the plane",
        { "got", r.summary.newton_iterations }, { "plane", plane })
    end
  end
end

-- ---- it hangs: here about z, as Tait-Bryan angles have no way to 90 degrees about y ----

for _, kind in ipairs { "plane", table.unpack(kinds) } do
  for _, start in ipairs { -1.4, -0.7, -2.2 } do
    local what = ("a rod started at %g rad hangs, %s"):format(start, kind)
    local m = yoke.model { gravity = { 0, -g, 0 } }
    local b = kind == "plane" and m:rigid2d { mass = 1, inertia = 0.4, com = { 0.5, 0 } }
      or m:rigid { mass = 1, inertia = { 0.01, 0.4, 0.4 }, com = { 0.5, 0, 0 }, parametrization = kind }
    local h = kind == "plane" and m:revolute2d { m.ground, b, angle_start = start }
      or m:revolute { m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, 1 }, angle_start = start }
    local said, r = case.heard(m.solve_static, m, {})
    tap.near(h:output "angle", -math.pi / 2, 1e-12, what)
    tap.near_list(h:output "force1", { 0, g, 0 }, 1e-8, what .. ": pull")
    tap.ok(r.summary.newton_iterations <= 8 and not said:find "unstable", what .. ": few corrections",
      { "got", r.summary.newton_iterations })
  end
end

-- ---- turns are counted on the way: a spring of 1 N m/rad between a body and ground, about a hinge along z ----

local function wound(kind, spring, torque, weight)
  local m = yoke.model { gravity = { 0, weight and -g or 0, 0 } }
  local b = kind == "plane" and m:rigid2d { mass = 1, inertia = 0.4, com = { 0.5, 0 } }
    or m:rigid { mass = 1, inertia = { 0.01, 0.4, 0.4 }, com = { 0.5, 0, 0 }, parametrization = kind }
  local h = m[kind == "plane" and "revolute2d" or "revolute"](m, { m.ground, b })
  local turn
  if spring == "angle" then
    m:coordinate_spring_damper { m.ground:coordinate(1), h:coordinate "angle", stiffness = 1 }
    turn = h
  else
    turn = m[kind == "plane" and "torsional_spring_damper2d" or "torsional_spring_damper"](m, { m.ground, b, stiffness = 1 })
  end
  if torque then m:torque { b, { 0, 0, torque } } end
  return m, h, turn
end

for _, kind in ipairs { "plane", table.unpack(kinds) } do
  for _, spring in ipairs { "angle", "torsion" } do
    local what = ("%s, by its %s: "):format(kind, spring)
    for _, torque in ipairs { 1, -5, 20, 100 } do -- a = T/k, of any number of turns
      local m, h, turn = wound(kind, spring, torque)
      case.heard(m.solve_static, m, {})
      tap.near(h:output "angle", torque, 1e-8, what .. "wound to " .. torque .. " rad")
      if turn ~= h then tap.near(turn:output "rotation", torque, 1e-8, what .. "wound to " .. torque .. " rad, the spring too") end
    end
    for _, torque in ipairs { 0, 3, -9, 14 } do -- and the weight: k a + m g/2 cos a = T, which has several solutions
      for _, parts in ipairs { 1, 3 } do
        local m, h, turn = wound(kind, spring, torque, true)
        case.heard(m.solve_static, m, { load_steps = parts })
        local a = turn == h and h:output "angle" or turn:output "rotation"
        what = ("%s, by its %s: weight and %g N m in %d load steps: "):format(kind, spring, torque, parts)
        tap.near(a + g / 2 * math.cos(a), torque, 1e-7, what .. "in balance")
        tap.near(h:output "angle", a, 1e-9, what .. "hinge and spring agree")
      end
    end
  end
end

-- ---- loads at points: a weight in place of the rod's own, a force that turns with it, a moment ----
-- k a = F l cos a,  k a = F l,  k a = T

for _, kind in ipairs(kinds) do
  for _, load in ipairs {
    { "force", balance(3), function(m, b) m:force { b:at { 0.5, 0, 0 }, { 0, 0, -g } } end },
    { "force that turns", 0.5 * 2 / 3, function(m, b) m:force { b:at { 0.5, 0, 0 }, { 0, 0, -2 }, body_fixed = true } end },
    { "torque", 1, function(m, b) m:torque { b, { 0, 3, 0 } } end },
    { "torque that turns", 1, function(m, b) m:torque { b:at { 0.5, 0, 0 }, { 0, 3, 0 }, body_fixed = true } end },
    { "load on the angle", 1, function(m, _, h) m:load { h:coordinate "angle", 3 } end },
  } do
    local m, b, h = rod(kind, 1e-9)
    sprung(m, h, 3)
    load[3](m, b, h)
    local r = m:solve_static {}
    tap.near(h:output "angle", load[2], 2e-9, ("%s on a rod, %s"):format(load[1], kind))
    tap.ok(r.summary.newton_iterations <= 12, ("%s on a rod, %s: few corrections"):format(load[1], kind),
      { "got", r.summary.newton_iterations })
  end
end

-- ---- whatever the size: 1e-18 to 1e15 kg, on a hinge beside the reference point: k a = m g (0.2 cos a - 0.2 sin a) ----

local function beside(a) return 3 * a - g * (0.2 * math.cos(a) - 0.2 * math.sin(a)) end
local low, high = 0, 1.5
for _ = 1, 100 do
  local middle = (low + high) / 2
  if beside(middle) < 0 then low = middle else high = middle end
end
for e = -18, 15, 3 do
  local size = 10.0 ^ e
  local m = yoke.model { gravity = { 0, 0, -g } }
  local b = m:rigid { "b", mass = size, inertia = { 0.1 * size, 0.4 * size, 0.4 * size }, com = { 0.5, 0, 0 } }
  local h = m:revolute { "h", m.ground, b, at = { 0.3, 0, 0.2 }, along = { 0, 1, 0 } }
  sprung(m, h, 3 * size)
  m:solve_static {}
  tap.near(h:output "angle", low, 1e-9, ("a sprung rod of 1e%d kg"):format(e))
end

-- ---- what nothing holds is told, and what something holds is not ----

for _, kind in ipairs(kinds) do
  local m = yoke.model { gravity = { 0, 0, -g } }
  local b = m:rigid { "b", mass = 1, inertia = { 0.1, 0.4, 0.4 }, com = { 0.5, 0, 0 }, parametrization = kind }
  m:revolute { "h", m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  if kind ~= "euler" then -- whose tangent is not so exact that it is singular; it stays where it is
    tap.raises(function() m:solve_static {} end, { "load ", "nothing determines", "of body 'b'", "held by a joint or a spring" },
      "a rod that may turn about the vertical, " .. kind)
  end
  m:rigid_spring_damper { m.ground, b, stiffness = { 0, 0, 0, 0, 0, 1e-3 } }
  m:force { b:at { 1, 0, 0 }, { 0, 1e-4, 0 } }
  m:solve_static {} -- k a = F cos a
  local A = b:output "rotation_matrix"
  local a = math.atan(A[4], A[1])
  tap.near(1e-3 * a, 1e-4 * math.cos(a), 1e-9, "a rod that may turn about the vertical, with a weak spring, " .. kind)
end

-- ---- random mechanisms: a run from the equilibrium found stays there ----
-- Two bodies on a joint between them, sprung to ground and to each other; the equations of motion know nothing of the tangent.

math.randomseed(7)
local function between(low, high) return low + (high - low) * math.random() end
local function vector(size) return { between(-size, size), between(-size, size), between(-size, size) } end

local function mechanism(joint, kind)
  local m = yoke.model { gravity = vector(10) }
  local body = {}
  for k = 1, 2 do
    local at = vector(1)
    body[k] = m:rigid { mass = between(0.5, 2), inertia = { 0.3, 0.4, 0.45 }, inertia_about = "com", com = vector(0.5),
      position = at, rotation = { xyz = vector(0.6) }, parametrization = k == 1 and kind or "lie" }
    m:rigid_spring_damper { m.ground:at(at), body[k], stiffness = { 200, 250, 300, 40, 50, 45 }, damping = { 5, 5, 5, 2, 2, 2 } }
    m:force { body[k]:at(vector(0.5)), vector(5) }
    m:force { body[k]:at(vector(0.5)), vector(5), body_fixed = true }
    m:torque { body[k], vector(2), body_fixed = k == 1 }
  end
  m:spring_damper { body[1]:at(vector(0.5)), body[2]:at(vector(0.5)), stiffness = 30, rest_length = 0.3 }
  m:torsional_spring_damper { body[1], body[2], axis = { 1, 0, 0 }, stiffness = 2 }
  local j = m[joint](m, { "j", body[1], body[2], at = vector(0.5), along = vector(1), pitch = joint == "screw" and 0.4 or nil })
  for _, name in ipairs { "angle", "distance", "angle0" } do
    local has, coordinate = pcall(j.coordinate, j, name)
    if has then
      m:coordinate_spring_damper { m.ground:coordinate(1), coordinate, stiffness = 3 }
      m:load { coordinate, 0.7 }
    end
  end
  return m, body
end

local tried, quick = 0, 0
for _, joint in ipairs { "revolute", "universal", "prismatic", "cylindrical", "planar", "spherical", "screw", "parallel_axes",
  "point_on_line", "revolute_constraint", "prismatic_constraint" } do
  for _, kind in ipairs(kinds) do
    local m, body = mechanism(joint, kind)
    local what = joint .. " between random bodies, " .. kind
    local r = m:solve_static { start = "assemble" }
    local function places()
      local list = {}
      for _, b in ipairs(body) do table.move({ b:output "position", b:output "rotation_matrix" }, 1, 2, #list + 1, list) end
      return list
    end
    local before = places()
    tried, quick = tried + 1, quick + (r.summary.newton_iterations < 10 and 1 or 0)
    m:solve_dynamic { t_end = 0.2, step = 0.01, continue = true }
    local after = places()
    for i = 1, 4 do tap.near_list(after[i], before[i], 1e-8, what .. ": a run from its equilibrium stays there, " .. i) end
  end
end
-- Newton goes straight there, but where a load step is too long for it
tap.ok(quick >= 0.9 * tried, "random mechanisms: fewer than 10 corrections in nearly all", { "got", quick }, { "of", tried })

tap.done()
