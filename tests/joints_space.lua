-- joints_space.lua - joints in space: motion, own coordinates, reactions, against a reference in minimal coordinates and closed forms.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"
local chain = require "lib.chain"

local plus, scale, dot, cross, turn, unturn, about = space.plus, space.scale, space.dot, space.cross, space.turn, space.unturn, space.about

-- ---- a body on a driven base, held by each joint in turn ----
-- The base turns about an oblique axis by a given angle; marker 0 stands somewhere on it, marker 1 somewhere on the body, whose centre of mass is
-- elsewhere; weight, a force fixed in the body and a torque act.  lib/chain.lua integrates the same in minimal coordinates.

local X, Y, Z = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }
local gravity = { 1, -9.81, 0.5 }
local base_axis = scale(1 / 3, { 1, 2, 2 })
local function base_angle(t) return 0.3 * math.sin(4 * t), 1.2 * math.cos(4 * t), -4.8 * math.sin(4 * t) end

local on_base = { position = { 0.4, -0.2, 0.3 }, rotation = space.xyz(0.5, -0.4, 0.7) }     -- marker 0 in the base
local on_body = { position = { -0.3, 0.25, 0.15 }, rotation = space.xyz(-0.6, 0.8, 0.2) }   -- marker 1 in the body
local body = { mass = 2, com = { 0.1, 0.05, -0.08 }, gravity = gravity,
  inertia = space.turned_tensor(space.xyz(0.4, 0.3, -0.2), { 0.08, 0.11, 0.15 }) }
local push, push_at, twist = { 3, -2, 4 }, { 0.2, 0.1, 0.3 }, { 0.4, 0.3, -0.5 } -- a force fixed in the body there, a torque

function body.loads(_, marks)
  local A = marks.body.A
  local F = turn(A, push)
  return F, plus(twist, 1, cross(turn(A, push_at), F))
end

-- The whole chain around the motions of the joint; still: the base is the ground.
local function around(motions, still)
  local elements = { still and {} or { turn = base_axis, value = base_angle }, on_base, { mark = "marker0" } }
  table.move(motions, 1, #motions, #elements + 1, elements)
  local back = space.transposed(on_body.rotation)
  table.move({ { mark = "marker1" }, { rotation = back }, { position = scale(-1, on_body.position) } }, 1, 3, #elements + 1, elements)
  return elements
end

local rows, t_end = 10, 1
local newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 }

-- Yoke's run of the same: rows of what is watched, by name.
local function run(test, elements, parametrization, method, steps, names)
  local m = yoke.model { gravity = gravity }
  local base, hinge = m.ground, nil
  if not test.still then
    local _, rate = base_angle(0)
    base = m:rigid { "base", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, angular_velocity = scale(rate, base_axis), parametrization = parametrization }
    hinge = m:revolute { m.ground, base, axis = base_axis }
    m:drive { m.ground:coordinate(1), hinge:coordinate "angle", value = base_angle }
  end
  local start = chain.look(elements, 0, test.start, test.rates)
  local b = m:rigid { "body", mass = body.mass, inertia = space.matrix(body.inertia), inertia_about = "com", com = body.com, position = start.body.r,
    rotation = space.matrix(start.body.A), velocity = start.body.v, angular_velocity = start.body.w, parametrization = parametrization }
  m:force { b:at(push_at), push, body_fixed = true }
  m:torque { b, twist }
  local marker0 = base:frame { position = on_base.position, rotation = space.matrix(on_base.rotation) }
  local marker1 = b:frame { position = on_body.position, rotation = space.matrix(on_body.rotation) }
  local given = { "joint", marker0, marker1 }
  for key, value in pairs(test.params or {}) do given[key] = value end
  local joint = m[test.type](m, given)
  local watched = test.more and test.more(m, joint, hinge, marker0, marker1) or {}
  watched.position, watched.rotation_matrix = { b, "position" }, { b, "rotation_matrix" }
  local sensors = {}
  for _, name in ipairs(names) do sensors[name] = m:sensor(watched[name] or { joint, name }) end
  local r = m:solve_dynamic { t_end = t_end, steps = steps, output = { period = t_end / rows }, method = method, newton = newton,
    spectral_radius = method == "generalized_alpha" and 0.5 or nil }
  local out = {}
  for k = 1, #r.time do
    out[k] = {}
    for name, s in pairs(sensors) do out[k][name] = space.row(r, s, k) end
  end
  return out
end

-- What the reference says all that is watched is in a row.
local function wanted(test, row)
  local m0, m1 = row.marks.marker0, row.marks.marker1
  local out = test.own and test.own(row, m0, m1) or {}
  for name, i in pairs(test.coordinates or {}) do out[name], out[name .. "_rate"] = { row.s[i] }, { row.u[i] } end
  out.position, out.rotation_matrix = row.marks.body.r, row.marks.body.A
  if test.wrench == false then return out end
  out.force1, out.torque1, out.torque0 = row.force, row.torque, nil
  if test.wrench then out.force1, out.torque1, out.torque0 = test.wrench(row, m0, m1) end
  out.force0 = scale(-1, out.force1)
  out.torque0 = out.torque0 or scale(-1, plus(out.torque1, 1, cross(plus(m1.r, -1, m0.r), out.force1)))
  out.force0_local, out.torque0_local = unturn(m0.A, out.force0), unturn(m0.A, out.torque0)
  out.force1_local, out.torque1_local = unturn(m1.A, out.force1), unturn(m1.A, out.torque1)
  return out
end

-- type, params: the joint; motions, start, rates: those it leaves; coordinates: its own, by name, and which motion each is; own(row, m0, m1): what
-- its other outputs are; wrench(row, m0, m1): what it does to the body, if it is not all that acts at marker 1 (false: not looked at);
-- more(m, joint, hinge, marker0, marker1): adds to the model, returns what else is watched by name; ways: more than one to solve it; still: on the
-- ground; Q, loads, added: of the reference.
local function check(test)
  local elements = around(test.motions, test.still)
  local reference = chain.run(elements, setmetatable({ Q = test.Q, loads = test.loads, added = test.added }, { __index = body }), test.start,
    test.rates,
    t_end, rows, 20)
  local want, names = {}, {}
  for k, row in ipairs(reference) do want[k] = wanted(test, row) end
  for name in pairs(want[1]) do names[#names + 1] = name end
  table.sort(names)
  for i, way in ipairs(test.ways or { { "lie", "generalized_alpha" } }) do
    local e, bad, worst, runs = {}, {}, 0, i == 1 and test.ways and 3 or 2
    for k = 1, runs do
      e[k] = {}
      local got = run(test, elements, way[1], way[2], 300 * 2 ^ (k - 1), names)
      for row, list in ipairs(want) do
        for name, x in pairs(list) do e[k][name] = math.max(e[k][name] or 0, space.far(got[row][name], x)) end
      end
    end
    for _, name in ipairs(names) do -- what the joint fixes is exact; all else falls by four, twice
      for k = 2, e[1][name] < 1e-9 and 1 or runs do
        local order = math.log(e[k - 1][name] / e[k][name], 2)
        worst = case.worse(worst, order - 2)
        if not (math.abs(order - 2) < 0.15) then bad[#bad + 1] = ("%s: order %.3f, error %.3g"):format(name, order, e[k][name]) end
      end
    end
    tap.ok(#bad == 0, ("%s, %s, %s: %d outputs of second order (within %.2g)"):format(test.name or test.type, way[1], way[2], #names, worst),
      { "off", table.concat(bad, "\n") })
  end
end

local free = { { slide = X }, { slide = Y }, { slide = Z }, { turn = X }, { turn = Y }, { turn = Z } }
local function motions(...)
  local list = {}
  for i, k in ipairs { ... } do list[i] = free[k] end
  return list
end

local all = { { "lie", "generalized_alpha" }, { "euler", "generalized_alpha" }, { "tait_bryan", "trapezoidal" } }

local function axis_of(name, v) return function(_, m0) return { [name] = turn(m0.A, v) } end end

check { type = "revolute", motions = motions(6), start = { 0.3 }, rates = { 14 }, coordinates = { angle = 1 }, ways = all, own = axis_of("axis",
  Z) } -- two turns and more

local oblique = scale(1 / 7, { 2, -3, 6 })
check { type = "revolute", name = "revolute about an oblique axis", params = { axis = { 4, -6, 12 } }, motions = { { turn = oblique } },
  start = { 0.3 },
  rates = { -14 }, coordinates = { angle = 1 }, own = axis_of("axis", oblique) }

check { type = "prismatic", motions = motions(1), start = { 0.2 }, rates = { -1 }, coordinates = { distance = 1 }, own = axis_of("axis", X) }

check { type = "cylindrical", motions = motions(3, 6), start = { 0.2, -0.5 }, rates = { 1, 12 }, coordinates = { distance = 1, angle = 2 },
  own = axis_of("axis", Z), ways = all }

check { type = "planar", motions = motions(1, 2, 6), start = { 0.2, -0.1, 0.4 }, rates = { 1, -2, -12 }, coordinates = { x = 1, y = 2, angle = 3 },
  own = axis_of("normal", Z) }

check { type = "universal", motions = motions(4, 5), start = { 0.4, -0.3 }, rates = { 6, -1 }, coordinates = { angle0 = 1, angle1 = 2 }, ways = all,
  own = function(_, m0, m1) return { direction0 = turn(m0.A, X), direction1 = turn(m1.A, Y) } end }

check { type = "spherical", motions = motions(4, 5, 6), start = { 0.4, -0.3, 0.1 }, rates = { 3, -2, 10 }, ways = all }

-- the global z of the point is left free: a body that falls as it swings; along global axes its force has no lever about marker 0
check { type = "spherical", name = "spherical, z released", params = { locked = { 1, 1, 0 } }, still = true,
  motions = { { slide = unturn(on_base.rotation, Z) }, free[4], free[5], free[6] }, start = { 0.1, 0.4, -0.3, 0.1 }, rates = { 1, 3, -2, 8 },
  wrench = function(row) return row.force, row.torque, { 0, 0, 0 } end }

check { type = "fixed", motions = {}, start = {}, rates = {}, ways = all }

check { type = "point_on_line", motions = motions(1, 5, 4, 6), start = { 0.2, 0.4, -0.3, 0.1 }, rates = { 1, 2, 1, -3 },
  coordinates = { distance = 1 },
  own = axis_of("direction", X) }

check { type = "point_on_plane", motions = motions(1, 2, 4, 5, 6), start = { 0.2, -0.1, 0.4, -0.3, 0.1 }, rates = { 1, 2, 3, -2, 8 },
  coordinates = { x = 1, y = 2 }, own = axis_of("direction", Z) }

check { type = "parallel_axes", motions = motions(1, 2, 3, 6), start = { 0.2, -0.1, 0.3, -0.3 }, rates = { 1, 2, 3, 12 }, coordinates = { angle = 4 },
  own = axis_of("direction", Z) }

-- x_0 . y_1 = 0: y_1 = Rx(a) y_0, then any turn about it
check { type = "perpendicular_axes", motions = motions(1, 2, 3, 4, 5), start = { 0.2, -0.1, 0.3, -0.3, 0.2 }, rates = { 1, 2, 3, 8, 5 },
  own = function() return { angle = { math.pi / 2 } } end }

for _, pitch in ipairs { 0.08, -0.3 } do
  local k = pitch / (2 * math.pi)
  check { type = "screw", name = ("screw of pitch %g"):format(pitch), params = { pitch = pitch }, motions = { { turn = Z, pitch = pitch } },
    start = { 0.3 },
    rates = { 14 }, coordinates = { angle = 1 }, own = function(row, m0)
      return { direction = turn(m0.A, Z), distance = { k * row.s[1] }, distance_rate = { k * row.u[1] } }
    end }
end

-- a point at a distance: turned about y and z, then along x; constant and as a function of time
local function length(t) return 0.5 + 0.1 * math.sin(3 * t), 0.3 * math.cos(3 * t), -0.9 * math.sin(3 * t) end
for _, distance in ipairs { 0.5, length } do
  local constant = distance == 0.5
  local link = constant and { position = { 0.5, 0, 0 } } or { slide = X, value = length }
  local name = constant and "distance between eccentric points" or "distance of a function of time"
  check { type = "distance", name = name, params = { distance = distance }, motions = { free[5], free[6], link, free[4], free[5], free[6] },
    start = { 0.2, -0.4, 0.4, -0.3, 0.1 }, rates = { 1, 2, 1, 2, -4 }, own = function(row, m0, m1)
      local d = plus(m1.r, -1, m0.r)
      return { displacement = d, distance = { space.norm(d) }, velocity = plus(m1.v, -1, m0.v), force = { -dot(row.force, d) / space.norm(d) } }
    end }
end

-- ---- generic_joint: what is locked, in joint frames of its own, turned and moved by the offset ----

local R0, R1 = space.xyz(0.3, 0.5, -0.2), space.xyz(-0.4, 0.1, 0.6)
local turned = { 0.2, -0.1, 0.3 }

local function generic(name, locked, offset, moves, start, rates)
  local list = { { rotation = R0 }, { rotation = space.xyz(turned[1], turned[2], turned[3]) }, { position = offset } }
  table.move(moves, 1, #moves, 4, list)
  list[#list + 1] = { rotation = space.transposed(R1) }
  check { type = "generic_joint", name = "generic_joint, " .. name, start = start, rates = rates, motions = list,
    params = { locked = locked, rotation0 = space.matrix(R0), rotation1 = space.matrix(R1), offset = { offset[1], offset[2], offset[3],
      table.unpack(turned) } },
    own = function(_, m0, m1)
      local J0 = space.multiply(m0.A, R0)
      return { displacement_local = unturn(J0, plus(m1.r, -1, m0.r)), rotation = space.angles(space.multiply(space.transposed(J0), m1.A, R1)) }
    end }
end

generic("all", { 1, 1, 1, 1, 1, 1 }, { 0, 0, 0 }, {}, {}, {})
generic("all but rz", { 1, 1, 1, 1, 1, 0 }, { 0, 0, 0 }, motions(6), { -0.3 }, { 2.5 })
generic("all but x", { 0, 1, 1, 1, 1, 1 }, { 0, 0.1, -0.2 }, motions(1), { 0.3 }, { -1 })
generic("all but z and ry", { 1, 1, 0, 1, 0, 1 }, { 0.1, -0.2, 0 }, motions(3, 5), { 0.3, 0.2 }, { -1, -2 })
generic("x, y and z", { 1, 1, 1, 0, 0, 0 }, { 0, 0, 0 }, motions(4, 5, 6), { 0.3, 0.2, -0.3 }, { -1, 1, 2 })
generic("z and rz", { 0, 0, 1, 0, 0, 1 }, { 0, 0, 0.1 }, motions(1, 2, 4, 5), { 0.3, 0.2, -0.2, -0.3 }, { -1, 1, 2, 1 })
generic("rx", { 0, 0, 0, 1, 0, 0 }, { 0, 0, 0 }, motions(1, 2, 3, 5, 6), { 0.3, 0.2, 0.1, -0.2, -0.3 }, { -1, 1, 0, 2, 1 })
generic("ry", { 0, 0, 0, 0, 1, 0 }, { 0, 0, 0 }, motions(1, 2, 3, 4, 6), { 0.3, 0.2, 0.1, -0.2, -0.3 }, { -1, 1, 0, 2, 1 })

-- offsets of functions of time: turned about z, moved along the y so turned
do
  local function turns(t) return 0.3 * math.sin(2 * t), 0.6 * math.cos(2 * t), -1.2 * math.sin(2 * t) end
  local function moves(t) return 0.1 * math.sin(3 * t), 0.3 * math.cos(3 * t), -0.9 * math.sin(3 * t) end
  check { type = "generic_joint", name = "generic_joint, offset_function",
    params = { locked = { 0, 1, 1, 1, 1, 1 }, offset_function = function(t) return 0, (moves(t)), -0.2, 0, 0, (turns(t)) end },
    motions = { { turn = Z, value = turns }, { slide = Y, value = moves }, { position = { 0, 0, -0.2 } }, free[1] }, start = { 0.3 }, rates = { -1 } }
end

-- ---- springs ----

local k, d, rest, preload = 60, 3, 0.4, 2
check { type = "spring_damper", params = { stiffness = k, damping = d, rest_length = rest, preload = preload },
  motions = { free[5], free[6], free[1], free[4], free[5], free[6] }, start = { 0.2, -0.4, 0.5, 0.4, -0.3, 0.1 }, rates = { 1, 2, 0.3, 3, -2, 6 },
  Q = function(_, s, u) return { 0, 0, -k * (s[3] - rest) - d * u[3] - preload } end, own = function(row, m0, m1)
    return { distance = { row.s[3] }, displacement = plus(m1.r, -1, m0.r), velocity = plus(m1.v, -1, m0.v),
      force = { k * (row.s[3] - rest) + d * row.u[3] + preload } }
  end }

do -- along the global axes: no moment about either point
  local stiffness, damping, offset = { 50, 60, 70 }, { 1, 2, 3 }, { 0.1, 0.2, -0.1 }
  local function force(m0, m1)
    local f = {}
    for i = 1, 3 do f[i] = -stiffness[i] * (m1.r[i] - m0.r[i] - offset[i]) - damping[i] * (m1.v[i] - m0.v[i]) end
    return f
  end
  check { type = "cartesian_spring_damper", params = { stiffness = stiffness, damping = damping, offset = offset }, motions = free,
    start = { 0.2, -0.1, 0.3, 0.4, -0.3, 0.1 }, rates = { 1, 2, 0.3, 3, -2, 6 }, loads = function(t, marks)
      local F, T = body.loads(t, marks)
      local f = force(marks.marker0, marks.marker1)
      return plus(F, 1, f), plus(T, 1, cross(plus(marks.marker1.r, -1, marks.body.r), f))
    end, wrench = function(_, m0, m1) return force(m0, m1), { 0, 0, 0 }, { 0, 0, 0 } end,
    own = function(_, m0, m1) return { force = scale(-1, force(m0, m1)), displacement = plus(m1.r, -1, m0.r), velocity = plus(m1.v, -1, m0.v) } end }
end

-- a bushing: its deformations are the motions themselves, so its forces are the generalized ones, coupled ones too
do
  local K, D = {}, { 1, 2, 3, 0.3, 0.2, 0.1 }
  for i = 1, 6 do
    K[i] = { 0, 0, 0, 0, 0, 0 }
    K[i][i] = ({ 50, 60, 70, 5, 6, 4 })[i]
  end
  K[1][5], K[5][1], K[2][3], K[3][2] = 3, 3, -8, -8
  local offset = { 0.1, 0.2, -0.1, 0.2, -0.1, 0.3 }
  local function sigma(s, u)
    local f = {}
    for i = 1, 6 do
      f[i] = D[i] * u[i]
      for c = 1, 6 do f[i] = f[i] + K[i][c] * (s[c] - offset[c]) end
    end
    return f
  end
  local test = { type = "rigid_spring_damper", params = { stiffness = K, damping = D, offset = offset }, motions = free,
    start = { 0.2, -0.1, 0.3, 0.4, -0.3, 0.1 }, rates = { 1, 2, 0.3, 1, -2, 6 }, Q = function(_, s, u)
      local f = sigma(s, u)
      for i = 1, 6 do f[i] = -f[i] end
      return f
    end, own = function(row, m0, m1)
      local s, u = row.s, row.u
      return { displacement_local = { s[1], s[2], s[3] }, velocity_local = { u[1], u[2], u[3] }, rotation = { s[4], s[5], s[6] },
        angular_velocity_local = unturn(m0.A, plus(m1.w, -1, m0.w)), lambda = sigma(s, u) }
    end }
  check(test)
  test.name, test.params = "rigid_spring_damper, a function of the script", { force = function(_, u, v) return sigma(u, v) end }
  check(test)
end

-- about the axis of a hinge, over two turns; u of the script's law is the angle counted on
do
  local stiffness, damping, offset = 1.5, 0.05, 1
  local function torque(s, u) return stiffness * (s[1] - offset) + damping * u[1] + preload end
  local function script(_, u, v, k1, d1, offset1) return k1 * (u - offset1) + d1 * v + preload end
  for _, law in ipairs { false, script } do
    check { type = "revolute", name = "torsional_spring_damper on a hinge" .. (law and ", a function of the script" or ""), motions = motions(6),
      start = { 0.3 }, rates = { 14 }, coordinates = { angle = 1 }, Q = function(_, s, u) return { -torque(s, u) } end,
      more = function(m, _, _, marker0, marker1)
        local spring = m:torsional_spring_damper { marker0, marker1, stiffness = stiffness, damping = damping, offset = offset, preload = preload,
          torque = law or nil }
        return { spring = { spring, "torque" }, rotation = { spring, "rotation" }, rotation_rate = { spring, "rotation_rate" },
          rate = { spring, "angular_velocity" }, couple = { spring, "torque1" } }
      end, own = function(row, m0)
        local couple = torque(row.s, row.u)
        return { spring = { couple }, rotation = row.s, rotation_rate = row.u, rate = row.u, couple = turn(m0.A, { 0, 0, -couple }) }
      end, wrench = function(row, m0)
        return row.force, plus(row.torque, torque(row.s, row.u), turn(m0.A, Z))
      end }
  end
end

-- ---- motors and springs on the joints' own coordinates ----

-- Loads Q(t) on coordinates of a joint; wrench(Q, m0, m1): what they do to the body at marker 1.
local function driven(test, names, Q, wrench)
  test.name = test.type .. ", loads on " .. table.concat(names, ", ")
  test.Q = Q
  test.more = function(m, joint)
    for _, name in ipairs(names) do m:load { joint:coordinate(name), function(t) return Q(t)[test.coordinates[name]] end } end
  end
  test.wrench = function(row, m0, m1)
    local F, T = wrench(Q(row.t), m0, m1)
    return plus(row.force, -1, F), plus(row.torque, -1, T)
  end
  check(test)
end

local none = { 0, 0, 0 }
local function couple(Q, m0) return none, turn(m0.A, { 0, 0, Q[1] }) end
local function motor(t) return { 2 * math.sin(5 * t) + 1 } end

driven({ type = "revolute", motions = motions(6), start = { 0.3 }, rates = { 5 }, coordinates = { angle = 1 } }, { "angle" }, motor, couple)
driven({ type = "prismatic", motions = motions(1), start = { 0.2 }, rates = { -1 }, coordinates = { distance = 1 } }, { "distance" }, motor,
  function(Q, m0) return turn(m0.A, { Q[1], 0, 0 }), none end)
driven({ type = "cylindrical", motions = motions(3, 6), start = { 0.2, -0.5 }, rates = { 1, 5 }, coordinates = { distance = 1, angle = 2 } },
  { "distance", "angle" }, function(t) return { 3 * math.cos(4 * t), 2 * math.sin(5 * t) } end,
  function(Q, m0) return turn(m0.A, { 0, 0, Q[1] }), turn(m0.A, { 0, 0, Q[2] }) end)
driven({ type = "planar", motions = motions(1, 2, 6), start = { 0.2, -0.1, 0.4 }, rates = { 1, -2, -5 }, coordinates = { x = 1, y = 2, angle = 3 } },
  { "x", "y", "angle" }, function(t) return { 3 * math.cos(4 * t), 2, 2 * math.sin(5 * t) } end,
  function(Q, m0) return turn(m0.A, { Q[1], Q[2], 0 }), turn(m0.A, { 0, 0, Q[3] }) end)
driven({ type = "universal", motions = motions(4, 5), start = { 0.4, -0.3 }, rates = { 4, -1 }, coordinates = { angle0 = 1, angle1 = 2 } },
  { "angle0", "angle1" }, function(t) return { math.cos(4 * t), 0.5 } end,
  function(Q, m0, m1) return none, plus(turn(m0.A, { Q[1], 0, 0 }), 1, turn(m1.A, { 0, Q[2], 0 })) end)
driven({ type = "parallel_axes", motions = motions(1, 2, 3, 6), start = { 0.2, -0.1, 0.3, -0.3 }, rates = { 1, 2, 3, 5 },
  coordinates = { angle = 4 } },
  { "angle" }, function(t) return { 0, 0, 0, motor(t)[1] } end, function(Q, m0) return none, turn(m0.A, { 0, 0, Q[4] }) end)
driven({ type = "point_on_line", motions = motions(1, 5, 4, 6), start = { 0.2, 0.4, -0.3, 0.1 }, rates = { 1, 2, 1, -3 },
  coordinates = { distance = 1 } },
  { "distance" }, motor, function(Q, m0) return turn(m0.A, { Q[1], 0, 0 }), none end)
driven({ type = "point_on_plane", motions = motions(1, 2, 4, 5, 6), start = { 0.2, -0.1, 0.4, -0.3, 0.1 }, rates = { 1, 2, 2, -1, 4 },
  coordinates = { x = 1, y = 2 } }, { "x", "y" }, function(t) return { 3 * math.cos(4 * t), 2 } end,
  function(Q, m0) return turn(m0.A, { Q[1], Q[2], 0 }), none end)
driven({ type = "screw", params = { pitch = 0.3 }, motions = { { turn = Z, pitch = 0.3 } }, start = { 0.3 }, rates = { 5 },
  coordinates = { angle = 1 } },
  { "angle" }, motor, couple)

-- a spring from the ground to an angle, over two turns, and one between two angles
for _, between in ipairs { false, true } do
  local stiffness, damping, offset = 1.5, 0.05, 0.5
  local function deformation(t, s, u)
    local q, v = base_angle(t)
    return between and s[1] - q or s[1], between and u[1] - v or u[1]
  end
  local function pull(t, s, u)
    local x, v = deformation(t, s, u)
    return stiffness * (x - offset) + damping * v
  end
  check { type = "revolute", name = "coordinate_spring_damper on " .. (between and "two angles" or "an angle"), motions = motions(6), start = { 0.3 },
    rates = { 14 }, coordinates = { angle = 1 }, Q = function(t, s, u) return { -pull(t, s, u) } end, more = function(m, joint, hinge)
      local spring = m:coordinate_spring_damper { between and hinge:coordinate "angle" or m.ground:coordinate(1), joint:coordinate "angle",
        stiffness = stiffness, damping = damping, offset = offset }
      return { pull = { spring, "force" }, displacement = { spring, "displacement" }, velocity = { spring, "velocity" } }
    end, own = function(row)
      local x, v = deformation(row.t, row.s, row.u)
      return { pull = { pull(row.t, row.s, row.u) }, displacement = { x }, velocity = { v } }
    end, wrench = function(row, m0) return row.force, plus(row.torque, pull(row.t, row.s, row.u), turn(m0.A, Z)) end }
end

-- drives: what they push with is what is missing along the axis; on rates the position is integrated
local function wave(t) return 0.3 + 8 * t + math.sin(3 * t), 8 + 3 * math.cos(3 * t), -9 * math.sin(3 * t) end
local function rate(t) return select(2, wave(t)), (select(3, wave(t))) end
for _, way in ipairs { { "drive of an angle", wave }, { "drive of an angle, its rates left out", function(t) return (wave(t)) end },
  { "drive of an angle's rate", rate, true } } do
  local velocity_level = way[3]
  check { type = "revolute", name = way[1], motions = { { turn = Z, value = wave } }, start = {}, rates = {},
    more = function(m, joint)
      local drive = m:drive { m.ground:coordinate(1), joint:coordinate "angle", value = way[2], velocity_level = velocity_level }
      return { push = { drive, "force" }, power = { drive, "power" }, value = { drive, "value" } }
    end, own = function(row, m0)
      local q, u = wave(row.t)
      local push_needed = dot(row.torque, turn(m0.A, Z))
      return { push = { push_needed }, power = { push_needed * u }, value = { velocity_level and u or q }, angle = { q }, angle_rate = { u } }
    end, wrench = function(row, m0)
      local z = turn(m0.A, Z)
      return row.force, plus(row.torque, -dot(row.torque, z), z)
    end }
end
check { type = "prismatic", name = "drive of a distance", motions = { { slide = X, value = length } }, start = {}, rates = {}, more = function(m,
  joint)
    return { push = { m:drive { m.ground:coordinate(1), joint:coordinate "distance", value = length }, "force" } }
  end, own = function(row, m0)
    local q, u = length(row.t)
    return { push = { dot(row.force, turn(m0.A, X)) }, distance = { q }, distance_rate = { u } }
  end, wrench = function(row, m0)
    local x = turn(m0.A, X)
    return plus(row.force, -dot(row.force, x), x), row.torque
  end }
check { type = "universal", name = "drive of one angle of a cross", motions = { { turn = X, value = wave }, free[5] }, start = { -0.3 },
  rates = { -1 },
  coordinates = { angle1 = 1 }, more = function(m, joint)
    return { push = { m:drive { m.ground:coordinate(1), joint:coordinate "angle0", value = wave }, "force" } }
  end, own = function(row, m0)
    local q, u = wave(row.t)
    return { push = { dot(row.torque, turn(m0.A, X)) }, angle0 = { q }, angle0_rate = { u } }
  end, wrench = function(row, m0)
    local x = turn(m0.A, X)
    return row.force, plus(row.torque, -dot(row.torque, x), x)
  end }

-- a flywheel on a gear, a load on a rack (its weight along x acts too): with the angle they move as an inertia of ratio^2 J and radius^2 m
local function coupled(type_name, words, ratio, offset)
  local rack = type_name == "rack"
  local J, weight = rack and 4 or 0.3, rack and 4 * gravity[1] or 0
  local list = {}
  for key, value in pairs(words) do list[#list + 1] = ("%s = %s"):format(key, value) end
  table.sort(list)
  local function on_other(row) return J * ratio * row.a[1] - weight end
  check { type = "revolute", name = type_name .. " on a hinge, " .. table.concat(list, ", "), motions = motions(6), start = { 0.3 }, rates = { 14 },
    coordinates = { angle = 1 }, added = { ratio ^ 2 * J }, Q = function() return { ratio * weight } end, more = function(m, joint)
      local q, u = ratio * 0.3 + offset, ratio * 14
      local other = rack and m:mass1d { mass = J, displacement = q, velocity = u } or m:rotor { inertia = J, displacement = q, angular_velocity = u }
      local given = { joint:coordinate "angle", other:coordinate(1) }
      for key, value in pairs(words) do given[key] = value end
      local coupling = m[type_name](m, given)
      return { other = { other:coordinate(1), "coordinates" }, on_other = { coupling, "force1" }, on_angle = { coupling, "force0" },
        power = { coupling, "power" } }
    end, own = function(row)
      local f = on_other(row)
      return { other = { ratio * row.s[1] + offset }, on_other = { f }, on_angle = { -ratio * f }, power = { f * ratio * row.u[1] } }
    end, wrench = function(row, m0) return row.force, plus(row.torque, ratio * on_other(row), turn(m0.A, Z)) end }
end

coupled("gear", { ratio = -1.5, offset = 0.2 }, -1.5, 0.2)
coupled("gear", { teeth0 = 30, teeth1 = 20 }, -1.5, 0)
coupled("gear", { teeth0 = 30, teeth1 = 20, internal = true, offset = 0.2 }, 1.5, 0.2)
coupled("rack", { radius = 0.25, offset = -0.1 }, 0.25, -0.1)

-- ---- angles of a body as coordinates: loads, a spring and a drive on the Tait-Bryan angles of a free body ----

do
  local stiffness, damping, offset = 5, 0.3, 0.2
  local function loads(t) return { 0.3 * math.cos(3 * t), 0.2, -0.4 * math.sin(2 * t) } end
  for _, drives in ipairs { false, true } do
    local elements = table.move(free, 1, 5, 1, {})
    elements[6] = drives and { turn = Z, value = wave } or free[6]
    table.move({ { mark = "marker0" }, { mark = "marker1" } }, 1, 2, 7, elements)
    local own = { mass = body.mass, com = body.com, gravity = gravity, inertia = body.inertia, Q = function(t, s, u)
      local Q = loads(t)
      return { 0, 0, 0, Q[1], Q[2] - stiffness * (s[5] - offset) - damping * u[5], not drives and Q[3] or nil }
    end }
    local s0, u0 = { 0.1, 0.2, 0.3, 0.4, -0.3, not drives and 0.3 or nil }, { 1, 2, 3, 1, -1, not drives and 11 or nil }
    local reference = chain.run(elements, own, s0, u0, 1, 10, 40)
    for _, parametrization in ipairs(space.kinds) do
      local e = {}
      for k = 1, 2 do
        local m = yoke.model { gravity = gravity }
        local start = chain.look(elements, 0, s0, u0).body
        local b = m:rigid { mass = body.mass, inertia = space.matrix(body.inertia), inertia_about = "com", com = body.com, position = start.r,
          rotation = space.matrix(start.A), velocity = start.v, angular_velocity = start.w, parametrization = parametrization }
        local angles = {}
        for i = 1, 3 do
          angles[i] = m:sensor { b:rotation_coordinate(i), "coordinates" }
          if i < 3 or not drives then m:load { b:rotation_coordinate(i), function(t) return loads(t)[i] end } end
        end
        m:coordinate_spring_damper { m.ground:coordinate(1), b:rotation_coordinate(2), stiffness = stiffness, damping = damping, offset = offset }
        if drives then m:drive { m.ground:coordinate(1), b:rotation_coordinate(3), value = wave } end
        local position = m:sensor { b, "position" }
        local r = m:solve_dynamic { t_end = 1, steps = 400 * k, output = { period = 0.1 }, newton = newton }
        e[k] = 0
        for row, want in ipairs(reference) do
          for i = 1, 3 do
            local angle = i == 3 and drives and wave(want.t) or want.s[3 + i]
            e[k] = case.worse(e[k], r[angles[i]][1][row] - angle, r[position][i][row] - want.marks.body.r[i])
          end
        end
      end
      case.order(e, 2, 0.1, ("rotation_coordinate, loads, a spring%s, %s"):format(drives and " and a drive" or "", parametrization))
    end
  end
end

-- ---- rolling_disc ----

local weight = 9.81

-- straight down a slope of 0.3 rad (about y): a = g sin/(1 + J/(m R^2)); on the disc friction m (a - g sin), normal force m g cos.
-- All is linear in t^2, exact but of Euler parameters.
do
  local mass, R, J, slope = 3, 0.4, 0.2, 0.3
  local A = about(Y, slope)
  local a = weight * math.sin(slope) / (1 + J / (mass * R * R))
  local friction, normal = mass * (a - weight * math.sin(slope)), mass * weight * math.cos(slope)
  local want = { -- forward l = axis x normal is down the slope, lateral normal x l along the axis
    { "position", turn(A, { a / 2, 0, R }) }, { "angular_velocity", { 0, a / R, 0 } }, { "contact_point", turn(A, { a / 2, 0, 0 }) },
    { "contact_velocity", turn(A, { a, 0, 0 }) }, { "force_local", { 0, friction, normal } }, { "gap", { 0 } }, { "slip", { 0, 0, 0 } },
    { "force1", turn(A, { friction, 0, normal }) }, { "torque1", { 0, J * a / R, 0 } },
  }
  local function rolled(parametrization, step)
    local m = yoke.model { gravity = { 0, 0, -weight } }
    local disc = m:rigid { mass = mass, inertia = { 0.15, J, 0.15, 0, 0, 0 }, position = turn(A, { 0, 0, R }), rotation = space.matrix(A),
      parametrization = parametrization }
    local roll = m:rolling_disc { m.ground, disc, radius = R, axis = { 0, 2, 0 }, normal = turn(A, Z) }
    m:solve_dynamic { t_end = 1, step = step, newton = newton, spectral_radius = 0.5 }
    local errors = {}
    for k, pair in ipairs(want) do
      local got = (k < 3 and disc or roll):output(pair[1])
      errors[k] = space.far(type(got) == "number" and { got } or got, pair[2])
    end
    return errors
  end
  for _, parametrization in ipairs(space.kinds) do
    local e = { rolled(parametrization, 0.01), rolled(parametrization, 0.005), rolled(parametrization, 0.0025) }
    for k, pair in ipairs(want) do
      local what = ("rolling_disc down a slope, %s: %s"):format(parametrization, pair[1])
      if e[1][k] < 1e-9 or parametrization ~= "euler" then
        tap.near(e[1][k], 0, 1e-9, what)
      else
        case.order({ e[1][k], e[2][k], e[3][k] }, 2, 0.05, what)
      end
    end
  end
end

-- Steady rolling in a circle, its axis tilted by beta from the normal n, going round with W n.  With e up along the disc across its axis a,
-- l = a x e forward, h = l x n outward, w = w_a a + W sin(beta) e, the centre at rho h with w_a R = W rho:
--   W sin(beta) (A W cos(beta) - C w_a) = R (m g cos(beta) + m W^2 rho sin(beta))      (moments about the centre)
for _, parametrization in ipairs { "lie", "euler" } do
  local mass, R, beta, W = 2, 0.3, 1.2, 2
  local A, C = mass * R * R / 4, mass * R * R / 2
  local w_a = (A * W * W * math.sin(beta) * math.cos(beta) - mass * weight * R * math.cos(beta)) / (W * math.sin(beta) * (C + mass * R * R))
  local rho = w_a * R / W
  local function pose(t) -- a, e, l, h at t
    local round = about(Z, W * t)
    local a, e = turn(round, { -math.sin(beta), 0, math.cos(beta) }), turn(round, { math.cos(beta), 0, math.sin(beta) })
    local l = cross(a, e)
    return a, e, l, cross(l, Z)
  end
  local errors = {}
  for k = 1, 3 do
    local a, e, l, h = pose(0)
    local m = yoke.model { gravity = { 0, 0, -weight } }
    local disc = m:rigid { mass = mass, inertia = { C, A, A, 0, 0, 0 }, position = plus(scale(rho, h), R * math.sin(beta), Z),
      rotation = space.matrix(space.transposed { a[1], a[2], a[3], e[1], e[2], e[3], l[1], l[2], l[3] }), velocity = scale(W * rho, l),
      angular_velocity = plus(scale(w_a, a), W * math.sin(beta), e), parametrization = parametrization }
    local roll = m:rolling_disc { m.ground, disc, radius = R }
    m:solve_dynamic { t_end = 1, steps = 50 * 2 ^ k, spectral_radius = 0.5, newton = newton }
    a, e, l, h = pose(1)
    local centre = plus(scale(rho, h), R * math.sin(beta), Z)
    local contact = plus(centre, -R, e)
    errors[k] = math.max(space.far(disc:output "position", centre), space.far(roll:output "contact_point", contact),
      space.far(roll:output "contact_velocity", scale(W, cross(Z, contact))), space.far(roll:output "force1", { -mass * W * W * rho * h[1],
        -mass * W * W * rho * h[2], mass * weight }),
      space.far(roll:output "force_local", { mass * W * W * rho, 0, mass * weight })) -- lateral n x l = -h
  end
  case.order(errors, 2, 0.15, ("rolling_disc in a circle of %.3g m, %s"):format(math.abs(rho), parametrization))
end

do -- on a plate that is pushed to and fro, x = 0.1 sin(3 t): the centre goes with J/(J + m R^2) of its acceleration
  local mass, R, J = 2, 0.3, 0.09
  local m = yoke.model { gravity = { 0, 0, -weight } }
  local plate = m:rigid { mass = 5, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 0, 0, 1 }, velocity = { 0.3, 0, 0 } }
  local rail = m:prismatic { m.ground:at { 0, 0, 1 }, plate }
  local drive = m:drive { m.ground:coordinate(1), rail:coordinate "distance", value = function(t)
    return 0.1 * math.sin(3 * t), 0.3 * math.cos(3 * t), -0.9 * math.sin(3 * t)
  end }
  local part = J / (J + mass * R * R)
  local disc = m:rigid { mass = mass, inertia = { 0.05, J, 0.05, 0, 0, 0 }, position = { 0, 0, 1 + R }, velocity = { 0.3 * part, 0, 0 },
    angular_velocity = { 0, (0.3 * part - 0.3) / R, 0 } }
  local roll = m:rolling_disc { plate, disc, radius = R, axis = Y }
  m:solve_dynamic { t_end = 1, steps = 2000, spectral_radius = 0.5, newton = newton }
  local x, a = 0.1 * math.sin(3), -0.9 * math.sin(3)
  tap.near(disc:output "position"[1], part * x, 1e-12, "rolling_disc on a plate: position")
  tap.near_list(roll:output "force1", { mass * part * a, 0, mass * weight }, 2e-6, "rolling_disc on a plate: force on the disc")
  tap.near_list(roll:output "force0", { -mass * part * a, 0, -mass * weight }, 2e-6, "rolling_disc on a plate: force on the plate")
  -- about the plate's marker the force acts at the contact, part x - x away
  tap.near_list(roll:output "torque0", cross({ (part - 1) * x, 0, 0 }, { -mass * part * a, 0, -mass * weight }), 1e-8,
    "rolling_disc on a plate: moment on the plate")
  tap.near(drive:output "force", 5 * a + mass * part * a, 2e-6, "rolling_disc on a plate: force of the drive")
end

do -- only held on the plane: it slides without friction, its spin stays
  local m = yoke.model { gravity = { 0, 0, -weight } }
  local disc = m:rigid { mass = 2, inertia = { 0.09, 0.05, 0.05, 0, 0, 0 }, position = { 0, 0, 0.5 }, velocity = { 1, 2, 0 },
    angular_velocity = { 3, 0, 0 } }
  local roll = m:rolling_disc { m.ground, disc, radius = 0.3, locked = { false, false, true } }
  m:solve_dynamic { t_end = 1, step = 0.01 }
  tap.near_list(disc:output "position", { 1, 2, 0.5 }, 1e-9, "rolling_disc, normal only: it slides")
  tap.near(roll:output "gap", 0.2, 1e-9, "rolling_disc, normal only: it keeps the height it started at")
  tap.near_list(roll:output "force_local", { 0, 0, 2 * weight }, 1e-9, "rolling_disc, normal only: no friction")
  -- u = v + w x R c, c = -z: (1, 2, 0) + (3, 0, 0) x (0, 0, -0.3) = (1, 2.9, 0); forward l = x x z = -y, lateral n x l = x
  tap.near_list(roll:output "slip", { 1, -2.9, 0 }, 1e-9, "rolling_disc, normal only: slip")
end

tap.done()
