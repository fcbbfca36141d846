-- going_on.lua - continue = true: a run in parts is the run in one, whatever the method; switches and settings between the parts; events.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local newton = { relative_tolerance = 1e-13, absolute_tolerance = 1e-13 } -- so that Newton leaves no difference
local methods = { "generalized_alpha", "trapezoidal", "explicit_euler", "midpoint", "rk33", "rk44", "rk67", "velocity_verlet", "ode23", "dopri5",
  "dop853", "radau5" }

-- Three bodies in a row on skew joints, pulled by a spring; places and velocities of all of them.
local function mechanism(parametrization)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bodies, before = {}, m.ground
  for i = 1, 3 do
    local b = m:rigid { mass = 1, inertia = { 0.1, 0.2, 0.3 }, position = { i, 0, 0 }, parametrization = parametrization }
    local at = { i - 0.5, 0, 0 }
    if i == 2 then m:revolute { before, b, at = at, along = { 0.1, 0.2, 1 } } else m:spherical { before, b, at = at } end
    before, bodies[i] = b, b
  end
  m:spring_damper { m.ground:at { 3, 1, 1 }, before, stiffness = 50, damping = 1, rest_length = 1 }
  return m, function()
    local list = {}
    for _, b in ipairs(bodies) do
      for _, name in ipairs { "position", "rotation_matrix", "velocity", "angular_velocity" } do
        local x = b:output(name)
        table.move(x, 1, #x, #list + 1, list)
      end
    end
    return list
  end
end

-- Runs to each of the times, going on from the last one.
local function in_parts(parametrization, method, times)
  local m, now = mechanism(parametrization)
  for i, t in ipairs(times) do
    case.heard(m.solve_dynamic, m, { t_end = t, step = 1e-3, method = method, newton = newton, continue = i > 1,
      rtol = method == "radau5" and 1e-11 or nil }) -- with which its Newton goes
  end
  return now()
end

for _, method in ipairs(methods) do
  for _, parametrization in ipairs { "lie", "euler" } do
    local one, parts = in_parts(parametrization, method, { 0.6 }), in_parts(parametrization, method, { 0.1, 0.101, 0.35, 0.6 })
    tap.near(space.far(parts, one), 0, 1e-11, ("%s, %s: a run in four parts"):format(method, parametrization))
  end
end

-- Rows of a run in two parts are those of one, accelerations and multipliers too.
do
  local function pendulum(times)
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local bob = m:point2d { mass = 2, position = { 1, 0 } }
    local rod = m:distance { m.ground, bob, distance = 1 }
    local s = { m:sensor { bob, "position" }, m:sensor { bob, "acceleration" }, m:sensor { rod, "force" } }
    local rows = { {}, {}, {} }
    for i, t in ipairs(times) do
      local r = m:solve_dynamic { t_end = t, step = 0.01, newton = newton, continue = i > 1 }
      for k = 1, 3 do
        for row = i > 1 and 2 or 1, #r.time do table.insert(rows[k], space.row(r, s[k], row)) end
        if i > 1 then tap.near_list(space.row(r, s[k], 1), rows[k].last, 0, ("the second part begins where the first one ended, %d"):format(k)) end
        rows[k].last = space.row(r, s[k], #r.time)
      end
    end
    return rows
  end
  local one, two = pendulum { 1 }, pendulum { 0.5, 1 }
  for k, tolerance in ipairs { 1e-12, 1e-7, 1e-7 } do -- of accelerations Newton's tolerance over the square of the step
    local far = #one[k] == #two[k] and 0 or math.huge
    for row = 1, #one[k] do far = math.max(far, space.far(two[k][row], one[k][row])) end
    tap.near(far, 0, tolerance, ("rows of a run in two parts, %s"):format(({ "position", "acceleration", "force" })[k]))
  end
end

-- ---- something changes between the parts: the same as an event in one run ----

-- A pendulum of two links on joints that can be let go; change(joints) at half a second; how: "event" or "parts".
local function switched(how, method, change)
  local m = yoke.model { gravity = { 0, -9.81 } }
  local bodies, joints, before = {}, {}, m.ground
  for i = 1, 2 do
    bodies[i] = m:rigid2d { mass = 1, inertia = 0.1, position = { i - 0.5, 0 } }
    joints[i] = m:revolute2d { i == 1 and before or before:at { 0.5, 0, 0 }, bodies[i]:at { -0.5, 0, 0 } }
    before = bodies[i]
  end
  joints[3] = m:torsional_spring_damper2d { bodies[1], bodies[2], stiffness = 1 }
  local o = { t_end = 1, step = 1e-3, method = method, newton = newton }
  if how == "event" then
    m:at(0.5, function() change(joints) end)
    case.heard(m.solve_dynamic, m, o)
  else
    o.t_end = 0.5
    case.heard(m.solve_dynamic, m, o)
    change(joints)
    o.t_end, o.continue = 1, true
    case.heard(m.solve_dynamic, m, o)
  end
  local list = {}
  for _, b in ipairs(bodies) do
    table.move(b:output "position", 1, 3, #list + 1, list)
    list[#list + 1] = b:output "angle"
  end
  return list
end

local changes = {
  { "a joint let go", function(joints) joints[2]:set { active = false } end },
  { "a spring set", function(joints) joints[3]:set { stiffness = 20, offset = 0.3 } end },
}
for _, change in ipairs(changes) do
  local left = switched("parts", "generalized_alpha", function() end)
  for _, method in ipairs { "generalized_alpha", "trapezoidal", "rk44", "velocity_verlet" } do
    local parts = switched("parts", method, change[2])
    -- at an event rates are left as they are, between runs they are put onto the rows, which index 3 leaves by the square of the step
    tap.near(space.far(parts, switched("event", method, change[2])), 0, 1e-8, ("%s between two runs, %s"):format(change[1], method))
    tap.ok(space.far(parts, left) > 0.05, ("%s between two runs matters, %s"):format(change[1], method))
  end
end

do -- a load that begins where the second part does; another step, another method: v = F t/m
  local m = yoke.model {}
  local b = m:mass1d { mass = 2, velocity = 1 }
  m:load { b:coordinate(1), 6, from = 1 }
  m:solve_dynamic { t_end = 1, step = 0.1 }
  tap.near(b:output "velocity"[1], 1, 1e-13, "before a load that begins")
  m:solve_dynamic { t_end = 2, step = 0.01, continue = true }
  tap.near(b:output "velocity"[1], 4, 1e-12, "after a load that began between two runs")
  m:solve_dynamic { t_end = 3, step = 0.05, method = "rk44", continue = true }
  tap.near(b:output "velocity"[1], 7, 1e-12, "on by another method")
  tap.near(b:output "position"[1], 1 + 1 + 1.5 + 4 + 1.5, 1e-12, "on by another method, position")
end

-- ---- events at both ends ----

do
  local m = yoke.model {}
  m:mass1d { mass = 1 }
  local fired = {}
  for _, t in ipairs { 0, 0.5, 1, 2 } do m:at(t, function() fired[#fired + 1] = t end) end
  local function list() return table.concat(fired, " ") end
  m:solve_dynamic { t_end = 1, step = 0.1 }
  tap.is(list(), "0 0.5 1", "events at the start and at the end of a run")
  m:solve_dynamic { t_end = 2, step = 0.1, continue = true }
  tap.is(list(), "0 0.5 1 2", "each once, going on")
  m:at(2, function() fired[#fired + 1] = "late" end)
  m:solve_dynamic { t_end = 3, step = 0.1, continue = true }
  tap.is(list(), "0 0.5 1 2 late", "an event that is added for the time that it goes on from")
  fired = {}
  m:solve_dynamic { t_end = 0.7, step = 0.1 }
  tap.is(list(), "0 0.5", "anew in a run from the start")
end

do -- what an event at the end does is in the last row
  local m = yoke.model { gravity = { 0, -9.81 } }
  local bob = m:point2d { mass = 1, position = { 0, -1 } }
  local rod = m:distance { m.ground, bob, distance = 1 }
  local f = m:sensor { rod, "force" }
  m:at(0.1, function() rod:set { active = false } end)
  local r = m:solve_dynamic { t_end = 0.1, step = 0.01 }
  tap.near(r[f][1][#r.time - 1], 9.81, 1e-9, "a rod let go at the end: before")
  tap.is(r[f][1][#r.time], 0.0, "a rod let go at the end: in the last row")
  m:solve_dynamic { t_end = 0.3, step = 0.01, continue = true }
  tap.near(bob:output "position"[2], -1 - 9.81 / 2 * 0.2 ^ 2, 1e-12, "a rod let go at the end: then it falls")
end

do -- a stretched spring is no drift that would excuse a rod of another length
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { mass = 1, position = { 1, 0 } }
  local rod = m:distance { "rod", m.ground, bob, distance = 1 }
  m:spring_damper { m.ground:at { 3, 1, 0 }, bob, stiffness = 100, rest_length = 0.1 }
  m:solve_dynamic { t_end = 0.01, steps = 10 }
  rod:set { distance = 1.5 }
  tap.raises(function() m:solve_dynamic { t_end = 0.1, steps = 10, continue = true } end,
    { "the start positions do not fit the joints", "joint 'rod' (distance) row distance is 1 m, wanted 1.5 m" }, "a rod of another length, beside a spring")
end

tap.done()
