-- dof.lua - degrees of freedom, redundant rows, reactions that are unique, singular poses.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local function counts(d, dof, coordinates, rows, rank, name)
  return tap.is(("%d %d %d %d"):format(d.dof, d.coordinates, d.rows, d.rank), ("%d %d %d %d"):format(dof, coordinates, rows, rank), name)
end

-- ---- a pendulum ----

local m = yoke.model {}
local bob = m:point2d { "bob", mass = 1, position = { 0, -1 } }
m:distance { "rod", m.ground, bob, distance = 1 }
local d = m:dof {}
counts(d, 1, 2, 1, 1, "pendulum")
tap.is(d.independent[1], "bob.x", "pendulum: x can be chosen")
tap.near_list({ d.motions[1]["bob.x"], d.motions[1]["bob.y"] }, { 1, 0 }, 1e-15, "pendulum: how it moves")
tap.ok(d.unique.rod and #d.redundant == 0 and not d.singular and d.dof_nearby == 1, "pendulum: nothing is redundant")
case.says(tostring(d), { "1 degree of freedom: 2 coordinates, 1 row of rank 1", "independent: bob.x", "smallest singular value 1" }, "pendulum: printed")

-- two rods to one point, at an angle phi: singular values sqrt(1 -+ cos phi)
for _, phi in ipairs { 1, 0.01 } do
  m = yoke.model {}
  bob = m:point2d { "bob", mass = 1 }
  m:distance { m.ground:at { 1, 0 }, bob, distance = 1 }
  m:distance { m.ground:at { math.cos(phi), math.sin(phi) }, bob, distance = 1 }
  d = m:dof {}
  counts(d, 0, 2, 2, 2, "two rods")
  tap.near_list(d.singular_values, { math.sqrt(1 + math.cos(phi)), math.sqrt(1 - math.cos(phi)) }, 1e-12, ("two rods %g rad apart: singular values"):format(phi))
  tap.near(d.smallest_singular_value, math.sqrt(1 - math.cos(phi)), 1e-12, ("two rods %g rad apart: the smallest"):format(phi))
  tap.is(d.fixed[1], "bob", "two rods: the point cannot move")
  case.says(tostring(d), { "0 degrees of freedom", "cannot move: bob" }, "two rods: printed")
end

-- ---- four bars, in the plane and in space, where three rows are redundant ----

local function four_bar(space, parametrization)
  m = yoke.model {}
  local places = { { 0, 0 }, { 0.3, 0.4 }, { 1.5, 0.8 }, { 2, 0 } }
  local before, bars = m.ground, {}
  for k = 1, 4 do
    local x, y = places[k][1], places[k][2]
    local bar = m.ground
    if k < 4 and space then
      bar = m:rigid { "bar" .. k, mass = 1, inertia = { 1, 1, 1 }, position = { x, y, 0 }, parametrization = parametrization }
    elseif k < 4 then
      bar = m:rigid2d { "bar" .. k, mass = 1, inertia = 1, position = { x, y } }
    end
    bars[k] = bar
    if space then m:revolute { "pin" .. k, before, bar, at = { x, y, 0 } }
    else m:revolute2d { "pin" .. k, before:at(before == m.ground and { x, y } or { x - places[k - 1][1], y - places[k - 1][2] }), bar:at(k == 4 and { x, y } or { 0, 0 }) } end
    before = bar
  end
  return m
end
counts(four_bar(false):dof {}, 1, 9, 8, 8, "four-bar in the plane")
local wanted = { lie = { 1, 18, 20, 17 }, tait_bryan = { 1, 18, 20, 17 }, euler = { 1, 21, 23, 20 } } -- with the length of four parameters each
for _, parametrization in ipairs { "lie", "tait_bryan", "euler" } do
  local said
  said, d = case.heard(function() return four_bar(true, parametrization):dof {} end)
  local w = wanted[parametrization]
  counts(d, w[1], w[2], w[3], w[4], "four-bar in space, " .. parametrization)
  tap.is(#d.redundant, 3, "four-bar in space, " .. parametrization .. ": three rows are redundant")
  tap.ok(d.redundant[1]:find "joint 'pin4' %(revolute%) row", "four-bar in space, " .. parametrization .. ": of the joint that was given last")
  tap.ok(not d.singular and not d.unique.pin4, "four-bar in space, " .. parametrization .. ": everywhere, and its reactions are not unique")
  tap.is(said, "", "four-bar in space, " .. parametrization .. ": all is told in the table")
end

-- ---- a door on two ball joints: along the axis the force is not unique, across it is ----

m = yoke.model {}
local door = m:rigid { "door", mass = 1, inertia = { 1, 1, 1 } }
m:spherical { "low", m.ground, door }
m:spherical { "high", m.ground:at { 0, 0, 2 }, door:at { 0, 0, 2 } }
d = m:dof {}
counts(d, 1, 6, 6, 5, "door on two balls")
local unique = {}
for _, r in ipairs(d.reactions) do unique[#unique + 1] = ("%s.%s %s"):format(r.joint, r.row, r.unique) end
tap.is(table.concat(unique, ", "), "low.x true, low.y true, low.z false, high.x true, high.y true, high.z false", "door on two balls: which reactions are unique")
case.says(tostring(d), { "redundant: joint 'high' (spherical) row z is already held by joint 'low' (spherical) row z",
  "reactions that are not unique: low.z, high.z" }, "door on two balls: printed")

-- ---- rows that restrain velocities only: a skate goes to all places, but not in all ways ----

m = yoke.model {}
local skate = m:rigid2d { "skate", mass = 1, inertia = 1 }
m:coordinate_vector { "blade", m.ground:coordinates(), skate:coordinates(), rows = 1,
  velocity_level = true, constraint = function(_, q, v) return -math.sin(q[3]) * v[1] + math.cos(q[3]) * v[2] end }
d = m:dof {}
counts(d, 2, 3, 1, 1, "skate")
tap.is(d.dof_of_places, 3, "skate: places")
case.says(tostring(d), "places can be reached in 3 ways", "skate: printed")

-- ---- singular poses: a flat parallelogram may fold two ways; two bars in line only seem to move ----

m = yoke.model {}
local bars = {}
for k, x in ipairs { 0.5, 2, 2.5 } do bars[k] = m:rigid2d { "bar" .. k, mass = 1, inertia = 1, position = { x, 0 } } end
m:revolute2d { m.ground, bars[1]:at { -0.5, 0 } }
m:revolute2d { bars[1]:at { 0.5, 0 }, bars[2]:at { -1, 0 } }
m:revolute2d { bars[2]:at { 1, 0 }, bars[3]:at { 0.5, 0 } }
m:revolute2d { m.ground:at { 2, 0 }, bars[3]:at { -0.5, 0 } }
d = m:dof {}
counts(d, 2, 9, 8, 7, "flat parallelogram")
tap.ok(d.singular and d.dof_nearby == 1, "flat parallelogram: singular, one degree of freedom next to it")
case.says(tostring(d), "singular pose: next to it 1 degree of freedom", "flat parallelogram: printed")

m = yoke.model {}
bob = m:point2d { "bob", mass = 1 }
m:distance { m.ground:at { 1, 0 }, bob, distance = 1 }
m:distance { m.ground:at { -1, 0 }, bob, distance = 1 }
d = m:dof {}
counts(d, 1, 2, 2, 1, "two bars in line")
tap.ok(d.singular and d.dof_nearby == 0, "two bars in line: singular, it cannot really move")

-- ---- what takes no part: joints that are off, force elements; where the last solve ended; the equilibrium ----

m = yoke.model { gravity = { 0, -9.81, 0 } }
local arm = m:rigid2d { "arm", mass = 1, inertia = 1, com = { 0.5, 0 } }
m:revolute2d { "pin", m.ground, arm }
m:spring_damper { m.ground:at { 1, 1 }, arm:at { 1, 0 }, stiffness = 50, rest_length = 1 }
m:drive { "motor", m.ground:coordinate(1), arm:coordinate(3), value = 0, active = false }
counts(m:dof {}, 1, 3, 2, 2, "a joint that is off and a spring take no part")
m:dof { at = "equilibrium" }
local angle = arm:output "angle"
tap.ok(angle < -0.01, "at the equilibrium: that is the last result then")
d = m:dof { continue = true }
tap.near(d.motions[1]["arm.angle"], 1, 1e-12, "where the last solve ended")
m:drive { "other", m.ground:coordinate(1), arm:coordinate(3), value = 0 }
counts(m:dof {}, 0, 3, 3, 3, "a drive takes one")

-- many coordinates: counted, though their motions are not told
m = yoke.model {}
local before
for k = 1, 1100 do
  local p = m:point2d { mass = 1, position = { k, 0 } }
  m:distance { before or m.ground, p, distance = 1 }
  before = p
end
d = m:dof {}
counts(d, 1100, 2200, 1100, 1100, "a long chain")
tap.ok(not d.independent and not d.smallest_singular_value and #tostring(d) > 10, "a long chain: no motions")
case.refuses(function() m:modes {} end, "modes: 2200 coordinates; its matrices are dense, at most 2000 are taken", "modes of a long chain")

-- ---- errors ----

case.refuses(function() yoke.model {}:dof {} end, "dof: the model has no body that could move", "dof of nothing")
case.refuses(function() four_bar(false):dof { contine = true } end, "dof: no option 'contine'; did you mean 'continue'?", "an option that is not known")
case.refuses(function() four_bar(false).dof {} end, "write m:dof{...}", "with a dot")
tap.raises(function()
  m = yoke.model {}
  bob = m:point2d { mass = 1, position = { 0.5, 0 } }
  m:distance { "rod", m.ground, bob, distance = 1 }
  m:dof {}
end, { "the start positions do not fit the joints", "'rod'" }, "a model that does not fit")
tap.raises(function()
  m = yoke.model {}
  bob = m:point2d { mass = 1, position = { 1, 0 } }
  m:distance { "one", m.ground, bob, distance = 1 }
  m:distance { "two", m.ground, bob, distance = 1.5 }
  m:dof { start = "assemble" }
end, { "'one'", "'two'" }, "a model that cannot fit")

tap.done()
