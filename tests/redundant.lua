-- redundant.lua - rows that say what others have said, in models of many rows: how many, and which by name.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local function solved(m, steps)
  local said, r = case.heard(m.solve_dynamic, m, { t_end = steps * 1e-3, steps = steps, spectral_radius = 0.8 })
  return said, r.summary, r
end

-- N four-bars in a row, their hinges in space: each loop holds its plane three times too often
local function four_bars(N)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local back = { axis = { 0, 0, 1 }, angle = -math.pi / 2 }
  local function rod(x, y, angle)
    return m:rigid { mass = 1, inertia = { 0.01, 1 / 12, 1 / 12, 0, 0, 0 }, position = { x, y, 0 }, rotation = { axis = { 0, 0, 1 }, angle = angle } }
  end
  local top
  for i = 0, N do
    local crank = rod(i, 0.5, math.pi / 2)
    m:revolute { "foot" .. i, m.ground:at { i, 0, 0 }, crank:frame { position = { -0.5, 0, 0 }, rotation = back } }
    local tip = crank:frame { position = { 0.5, 0, 0 }, rotation = back }
    if top then m:revolute { "end" .. i, top, tip } end
    if i < N then
      local coupler = rod(i + 0.5, 1, 0)
      m:revolute { "begin" .. i, tip, coupler:at { -0.5, 0, 0 } }
      top = coupler:at { 0.5, 0, 0 }
    end
  end
  return m
end

for _, N in ipairs { 10, 200 } do
  local said, s, r = solved(four_bars(N), 20)
  tap.is(s.rows, 5 * (3 * N + 1), ("%d loops: rows"):format(N))
  tap.is(s.rank, s.rows - 3 * N, "three of each loop are redundant")
  case.says(said, { ("%d rows, rank %d: redundant joints; their reactions are not unique"):format(s.rows, s.rank),
    "joint 'end1' (revolute) row tilt_y is already held by joint 'foot0' (revolute) row tilt_y, joint 'begin0' (revolute) row tilt_y, "
    .. "joint 'foot1' (revolute) row tilt_y" }, "the last joint of a loop is named, with what holds its row")
  local named, unique = 0, 0
  for _, row in ipairs(s.drift) do
    named = named + (row.redundant and row.joint:find "^end" and row.row ~= "x" and row.row ~= "y" and 1 or 0)
    unique = unique + (not row.not_unique and (row.row == "x" or row.row == "y") and 1 or 0)
  end
  tap.is(named, 3 * N, "out of the plane, in each loop")
  tap.is(unique, 2 * (3 * N + 1), "reactions in the plane are unique")
  tap.ok(math.abs(s.energy_error) < 1e-5 * N, "it runs", { "energy unaccounted for", s.energy_error }, { "result", tostring(r) })
end

-- many pendulums on a hub, one of them hung up twice
local m = yoke.model { gravity = { 0, -9.81, 0 } }
local hub = m:rigid2d { mass = 10, inertia = 5 }
m:revolute2d { m.ground, hub }
for i = 1, 300 do
  local a = 2 * math.pi * i / 300
  local b = m:rigid2d { mass = 1, inertia = 1 / 12, position = { 1.5 * math.cos(a), 1.5 * math.sin(a) }, angle = a }
  for k = 1, i == 5 and 2 or 1 do
    m:revolute2d { ("hinge%d_%d"):format(i, k), hub:at { math.cos(a), math.sin(a) }, b:at { -0.5, 0 } }
  end
end
local said, s = solved(m, 5)
tap.is(s.rank, 602, "a doubled hinge on a hub with 300: rank")
case.says(said, { "joint 'hinge5_2' (revolute2d) row x is already held by joint 'hinge5_1' (revolute2d) row x\n",
  "joint 'hinge5_2' (revolute2d) row y is already held by joint 'hinge5_1' (revolute2d) row y\n" }, "it is named")

-- a joint that acts on nothing, among many
m = four_bars(30)
m:revolute2d { "nowhere", m.ground, m.ground }
said, s = solved(m, 2)
tap.is(s.rank, 5 * 91 - 90, "rows between ground and ground do not count")
case.says(said, "457 rows, rank 365", "but are told of")

-- a long chain held at both ends, too far apart
m = yoke.model { gravity = { 0, -9.81, 0 } }
local point = m.ground
for i = 1, 300 do
  local b = m:rigid2d { mass = 1, inertia = 1 / 12, position = { i - 0.5, 0 } }
  m:revolute2d { point, b:at { -0.5, 0 } }
  point = b:at { 0.5, 0 }
end
m:revolute2d { "end", point, m.ground:at { 303.01, 0 } }
tap.raises(function() m:solve_dynamic { t_end = 1, start = "assemble" } end,
  { "no position satisfies these joints, they are contradictory", "'revolute2d_1' (revolute2d) row x off by +0.0" },
  "many joints that contradict each other are told of, each with its part")

-- Bennett's loop of four hinges has 20 rows of rank 17 and moves.  Where its links lie in one line the 17 that were kept depend on
-- each other, all 20 do not: the choice is made anew.  Closed form of its angles: tan(t1/2) tan(t2/2) = sin((B + A)/2) / sin((B - A)/2).
local function bennett(options)
  local a, A, b, t1 = 1, 0.6, 1.4, 1.1
  local B = math.asin(b * math.sin(A) / a)
  local function partner(t) return 2 * math.atan(math.sin((B + A) / 2) / math.sin((B - A) / 2) / math.tan(t / 2)) end
  local function product(P, Q)
    local R = {}
    for i = 1, 4 do
      R[i] = {}
      for j = 1, 4 do
        R[i][j] = 0
        for k = 1, 4 do R[i][j] = R[i][j] + P[i][k] * Q[k][j] end
      end
    end
    return R
  end
  local function link(t, length, twist)
    local c, s, ct, st = math.cos(t), math.sin(t), math.cos(twist), math.sin(twist)
    return { { c, -s * ct, s * st, length * c }, { s, c * ct, -c * st, length * s }, { 0, st, ct, 0 }, { 0, 0, 0, 1 } }
  end
  local t2 = partner(t1)
  local m, frame, bodies, joints = yoke.model { gravity = { 0, 0, -9.81 } }, {}, {}, {}
  local at = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } }
  for i, t in ipairs { t1, t2, -t1, -t2 } do
    frame[i], at = at, product(at, link(t, i % 2 == 1 and a or b, i % 2 == 1 and A or B))
  end
  local function column(F, k) return { F[1][k], F[2][k], F[3][k] } end
  for i = 1, 3 do bodies[i] = m:rigid { mass = 1, inertia = { 0.1, 0.2, 0.2 }, position = column(frame[i], 4) } end
  bodies[4] = m.ground
  for i = 1, 4 do
    joints[i] = m:revolute { bodies[i == 1 and 4 or i - 1], bodies[i], at = column(frame[i], 4), along = column(frame[i], 3) }
  end
  options.t_end, options.output = 5, { period = 5 }
  case.heard(m.solve_dynamic, m, options)
  local x, y = joints[1]:output "angle", joints[2]:output "angle"
  return x, (y - (partner(t1 + x) - t2) + math.pi) % (2 * math.pi) - math.pi
end
for _, o in ipairs { { step = 1e-2 }, { method = "trapezoidal", step = 1e-3, stabilized = true }, { method = "dopri5" }, { method = "ode23" } } do
  local name = (o.method or "generalized_alpha")
  local x, off = bennett(o)
  tap.near(off, 0, 1e-8, "Bennett's loop by " .. name .. ": its second angle")
  tap.near(x, -1.5893628, 2e-3, "Bennett's loop by " .. name .. ": its first angle after 5 s, as by steps of 1 ms")
end

tap.done()
