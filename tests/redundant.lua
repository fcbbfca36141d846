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

tap.done()
