-- joints_space_start.lua - joints in space placed from global data, their start values, and equilibria of spatial bodies.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local plus, scale, dot, cross, turn, unturn, about = space.plus, space.scale, space.dot, space.cross, space.turn, space.unturn, space.about
local X, Y, Z = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }
local newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 }

local function unit(v) return scale(1 / space.norm(v), v) end

-- ---- at, along, across: the same as marker frames worked out by hand ----

-- Axes (9 numbers) whose axis k points along, the next one towards across.
local function axes(k, along, across)
  local a = unit(along)
  local b = unit(plus(across, -dot(across, a), a))
  local columns = { [k] = a, [k % 3 + 1] = b, [(k + 1) % 3 + 1] = cross(a, b) }
  return space.transposed { columns[1][1], columns[1][2], columns[1][3], columns[2][1], columns[2][2], columns[2][3], columns[3][1], columns[3][2],
    columns[3][3] }
end

local poses = { { position = { 1, 2, 3 }, rotation = space.xyz(0.3, -0.4, 0.5) }, { position = { 1.4, 2.3, 2.8 }, rotation = space.xyz(-0.7, 0.2,
  0.9) } }

-- Two bodies thrown, joined by join(m, a, b): where they are a little later, what the joint does, and `more` of its outputs.
local function joined(parametrization, join, more)
  local m = yoke.model { gravity = { 0, 0, -9.81 } }
  local bodies = {}
  for i, pose in ipairs(poses) do
    bodies[i] = m:rigid { mass = i, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, position = pose.position, rotation = space.matrix(pose.rotation),
      parametrization = parametrization }
  end
  m:force { bodies[1], { 3, -2, 1 }, body_fixed = true }
  m:torque { bodies[2], { 0.1, 0.2, -0.3 } }
  local joint = join(m, bodies[1], bodies[2])
  m:solve_dynamic { t_end = 0.1, step = 0.005, newton = newton }
  local motion, forces = {}, {}
  local function take(x, list) table.move(type(x) == "table" and x or { x }, 1, type(x) == "table" and #x or 1, #list + 1, list) end
  for _, b in ipairs(bodies) do
    take(b:output "position", motion)
    take(b:output "rotation_matrix", motion)
  end
  for _, name in ipairs(more or {}) do take(joint:output(name), motion) end
  for _, name in ipairs { "force0", "torque0", "force1", "torque1" } do take(joint:output(name), forces) end
  return { motion = motion, forces = forces, joint = joint }
end

-- The rows hold within 1e-12 m: the motion shows a few of these, the forces up to 2 kg 1e-12 m/(0.005 s)^2 = 8e-8 N.
local function same(got, want, what)
  tap.ok(space.far(got.motion, want.motion) < 1e-11 and space.far(got.forces, want.forces) < 8e-8, what,
    { "motion off by", space.far(got.motion, want.motion) }, { "forces off by", space.far(got.forces, want.forces) })
end

-- A marker on body i by hand.
local function frame(body, i, point, A)
  local pose = poses[i]
  return body:frame { position = unturn(pose.rotation, plus(point, -1, pose.position)),
    rotation = space.matrix(space.multiply(space.transposed(pose.rotation), A)) }
end

local P, Q = { 1.2, 2.2, 3.1 }, { 1.5, 2.1, 2.9 }
local along, across = { 1, -2, 2 }, { 0.5, 1, 0.3 }
local shortcuts = {
  { "revolute", 3, {}, { "angle", "axis" } }, { "prismatic", 1, {}, { "distance", "axis" } }, { "cylindrical", 3, {}, { "distance", "angle" } },
  { "planar", 3, {}, { "x", "y", "angle", "normal" } }, { "universal", 1, {}, { "angle0", "angle1", "direction0", "direction1" } },
  { "spherical", 1, {}, {} }, { "fixed", 1, {}, {} }, { "generic_joint", 1, { locked = { 0, 1, 1, 1, 0, 1 } }, { "displacement_local", "rotation" } },
  { "point_on_line", 1, {}, { "distance", "direction" } }, { "point_on_plane", 3, {}, { "x", "y", "direction" } },
  { "parallel_axes", 3, {}, { "angle", "direction" } }, { "perpendicular_axes", 1, {}, { "angle" } }, { "screw", 3, { pitch = 0.1 }, { "angle", "distance" } },
  { "torsional_spring_damper", 3, { stiffness = 2, preload = 0.3 }, { "rotation", "torque" } },
  { "rigid_spring_damper", 1, { stiffness = { 50, 60, 70, 1, 2, 3 }, offset = { 0.01, 0.02, 0.03, 0.1, 0.2, 0.3 } },
    { "displacement_local", "rotation" } },
  { "prismatic_constraint", 1, { x_locked = false, z_locked = false }, { "r_rel_a" } },
  { "revolute_constraint", 2, {}, { "angle" } }, { "spherical_constraint", 1, { y_locked = false }, { "r_rel_a" } },
  { "universal_constraint", 1, {}, { "angle_a", "angle_b" } },
  { "cartesian_spring_damper", 1, { stiffness = { 50, 60, 70 } }, { "displacement" } },
}
for i, s in ipairs(shortcuts) do
  local type_name, k, params, outputs = s[1], s[2], s[3], s[4]
  local function join(words)
    return function(m, a, b)
      local given = words(a, b)
      for key, value in pairs(params) do given[key] = value end
      return m[type_name](m, given)
    end
  end
  local A = axes(k, along, across)
  local parametrization = space.kinds[i % 3 + 1]
  local by_hand = joined(parametrization, join(function(a, b) return { frame(a, 1, P, A), frame(b, 2, P, A) } end), outputs)
  local placed = joined(parametrization, join(function(a, b) return { a, b, at = P, along = along, across = across } end), outputs)
  same(placed, by_hand, ("%s, at, along, across (%s)"):format(type_name, parametrization))
  -- without across the axes come by the least turn from the global ones
  local e = ({ X, Y, Z })[k]
  local least = about(cross(e, along), math.acos(dot(e, unit(along))))
  by_hand = joined(parametrization, join(function(a, b) return { frame(a, 1, P, least), frame(b, 2, P, least) } end), outputs)
  placed = joined(parametrization, join(function(a, b) return { a, b, at = { P, P }, along = along } end), outputs)
  same(placed, by_hand, type_name .. ", at two equal points, along")
end

-- two points: one on each body
for _, s in ipairs { { "distance", { distance = space.norm(plus(Q, -1, P)) } }, { "spring_damper", { stiffness = 100, rest_length = 0.2 } },
  { "prismatic", {}, plus(Q, -1, P) }, { "parallel_axes", {}, along } } do
  local type_name, params, axis = s[1], s[2], s[3]
  local function with(given)
    for key, value in pairs(params) do given[key] = value end
    return given
  end
  local A = axis and axes(type_name == "prismatic" and 1 or 3, axis, across) or space.straight
  local by_hand = joined("lie", function(m, a, b) return m[type_name](m, with { frame(a, 1, P, A), frame(b, 2, Q, A) }) end)
  local placed = joined("lie", function(m, a, b)
    return m[type_name](m, with { a, b, at = { P, Q }, along = axis, across = axis and across })
  end)
  same(placed, by_hand, type_name .. ", at a point of each body")
end

do -- a disc on a plane of the ground: normal along, its axis across
  local n, a = unit { 0.1, -0.2, 1 }, { 1, 0.3, -0.1 }
  local R, centre = 0.3, plus({ 1, 2, 3 }, 0.3, n)
  local A = axes(3, n, a)
  local function rolled(words)
    local m = yoke.model { gravity = { 0, 0, -9.81 } }
    local disc = m:rigid { mass = 1, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, position = centre }
    local given = words(m, disc)
    given.radius = R
    local gap = m:sensor { m:rolling_disc(given), "gap" }
    local r = m:solve_dynamic { t_end = 0.1, step = 0.005, newton = newton }
    return disc:output "position", r[gap][1][1]
  end
  local by_hand = rolled(function(m, disc)
    return { m.ground:frame { position = { 1, 2, 3 }, rotation = space.matrix(A) }, disc:frame { rotation = space.matrix(A) } }
  end)
  local placed, gap = rolled(function(m, disc) return { m.ground, disc, at = { { 1, 2, 3 }, centre }, along = n, across = a } end)
  tap.near_list(placed, by_hand, 1e-11, "rolling_disc, at, along, across")
  tap.near(gap, 0, 1e-14, "rolling_disc, at: it touches the plane")
end

-- along an axis itself, against it, in the plane, of any length
for _, d in ipairs { { 0, 0, 1 }, { 0, 0, -1 }, { 0, 0, -7 }, { 1, 0 }, { -1, 0, 0 }, { 0, -1e-9, 1 }, { 1e-9, 0, -1 }, { 3e-12, 4e-12, 0 } } do
  for _, type_name in ipairs { "revolute", "prismatic" } do
    local joint = joined("lie", function(m, _, b) return m[type_name](m, { m.ground, b, at = P, along = d }) end).joint
    tap.near_list(joint:output "axis", unit { d[1], d[2], d[3] or 0 }, 1e-12, ("%s along (%g, %g, %g)"):format(type_name, d[1], d[2], d[3] or 0))
  end
end

do -- joints of the plane, whose own axis is z or lies in the plane, between bodies of both kinds: a slide of 3 N/4 kg, a turn of 3 N m/(2 kg m2)
  local m = yoke.model {}
  local a = m:rigid { mass = 4, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 1, 2, 0 }, rotation = { axis = Z, angle = 0.4 } }
  local b = m:rigid2d { mass = 1, inertia = 2, com = { 0, 0 }, position = { 1, 2 }, angle = -0.3 }
  local slider = m:prismatic2d { m.ground, a, at = { 1, 2, 0 }, along = { 3, 4 } }
  local hinge = m:revolute2d { "hinge", m.ground, b, at = { 1, 2, 0 }, along = Z }
  m:force { a, { 1.8, 2.4 } }
  m:torque { b, { 0, 0, 3 } }
  m:solve_dynamic { t_end = 1, step = 0.01 }
  tap.near(slider:output "distance", 0.375, 1e-12, "prismatic2d along a line of the plane")
  tap.near(hinge:output "angle", 0.75, 1e-12, "revolute2d along z")
  m:revolute2d { "lying", m.ground, b, at = { 1, 2, 0 }, along = X }
  tap.raises(function() m:solve_dynamic { t_end = 1 } end, { "'lying' (revolute2d)", "z of marker 0 is {1, 0,", "along the global z" },
    "revolute2d along x")
end

do -- at means the reference pose: the start is displaced about the hinge
  local m = yoke.model {}
  local b = m:rigid { mass = 1, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, parametrization = "tait_bryan", position = { 1, 0, 0 },
    displacement = { math.cos(0.5) - 1, math.sin(0.5), 0, 0, 0, 0.5 } }
  local hinge = m:revolute { m.ground, b, at = { 0, 0, 0 }, along = Z }
  local s = m:sensor { hinge, "angle" }
  local r = m:solve_dynamic { t_end = 1e-3 }
  tap.near(r[s][1][1], 0.5, 1e-12, "at is in the reference pose, the start is elsewhere")
end

local function placed(type_name, words, texts, what)
  case.refuses(function()
    local m = yoke.model {}
    local a, b = m:rigid { "a", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }, m:rigid { "b", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }
    local given = { "joint", a, b }
    for key, value in pairs(type(words) == "function" and words(m, a, b) or words) do given[key] = value end
    m[type_name](m, given)
  end, texts, what)
end
local at = { 1, 0, 0 }
placed("revolute", { at = at, along = Z, axis = Z }, { "'joint' (revolute)", "exclude axis", "give along (global)" }, "axis together with along")
placed("revolute", { at = at, axis = Z }, { "'joint' (revolute)", "exclude axis", "give along (global)" }, "axis together with at")
placed("universal", { at = at, along = Z, axis0 = Z }, { "'joint' (universal)", "exclude axis0" }, "axis0 together with along")
placed("revolute", function(_, a, b) return { [2] = a:at { 1, 0, 0 }, [3] = b, at = at, along = Z } end, { "marker 0 must be a body", "a marker" },
  "at with a marker")
placed("revolute", function(_, a, b) return { [2] = a, [3] = b:at { 1, 0, 0 }, at = at, along = Z } end, { "marker 1 must be a body", "a marker" },
  "at with a second marker")
placed("gear", function(_, a, b) return { [2] = a:coordinate(1), [3] = b:coordinate(1), at = at, ratio = 1 } end, "must be a body",
  "at with coordinates")
placed("revolute", { along = Z }, { "at is missing", "reference pose, global (m)" }, "along without at")
placed("revolute", { at = at, across = Z }, "across is given without along", "across without along")
placed("revolute", { at = at, along = { 0, 0, 0 } }, { "'joint' (revolute)", "along = {0, 0, 0}", "must not be zero" }, "along zero")
placed("revolute", { at = at, along = Z, across = { 0, 0, 0 } }, { "across = {0, 0, 0}", "must not be zero" }, "across zero")
placed("revolute", { at = at, along = Z, across = { 0, 0, -2 } }, "across is parallel to along", "across parallel to along")
placed("revolute", { at = at, along = 3 }, "along is a number (3), it must be {x, y, z}", "along a number")
placed("revolute", { at = at, along = { 1, 2, 3, 4 } }, "along has 4 numbers", "along of four numbers")
placed("revolute", { at = "here", along = Z }, 'at is a string ("here"), it must be {x, y, z} (m)', "at a word")
placed("revolute", { at = { 1 }, along = Z }, { "'joint' (revolute)", "at[2]" }, "at of one number")
placed("revolute", { at = { 1, 0 / 0, 0 }, along = Z }, { "'joint' (revolute)", "at[2]", "finite" }, "at nan")
placed("revolute", { at = { { 1, 2, 3 } }, along = Z }, { "'joint' (revolute)", "1 point, it must have 2" }, "at of one point in a list")
placed("revolute", { at = { at, at, at }, along = Z }, { "'joint' (revolute)", "3 points, it must have 2" }, "at of three points")
placed("revolute", { at = { at, 5 }, along = Z }, { "'joint' (revolute)", "at is a number (5)" }, "at of a point and a number")

-- ---- start values: the assembler moves the body there ----
-- A body on the ground; a marker frame E at P, so that a motion d, Rel of the joint takes it to P + E d + E Rel E'(r - P), E Rel E' R.

local place = { 1.2, 2.2, 3.1 }
local r0, R0 = { 1, 2, 3 }, space.xyz(0.3, -0.4, 0.5)

-- The words of start values among the parameters, in order: { key, name of the output }.
local function start_words(words)
  local list = {}
  for key in pairs(words) do
    local name = key:match "^(.*)_start$"
    if name then list[#list + 1] = { key = key, name = name } end
  end
  table.sort(list, function(a, b) return a.key < b.key end)
  return list
end

-- The joint with start values, its axis number k along; what is measured in the first row.
local function started(type_name, words, parametrization, gravity)
  local m = yoke.model { gravity = gravity or { 0, 0, -9.81 } }
  local b = m:rigid { "b", mass = 1, inertia = { 0.02, 0.03, 0.04, 0, 0, 0 }, position = r0, rotation = space.matrix(R0),
    parametrization = parametrization }
  local given = { "joint", m.ground, b, at = place, along = along, across = across }
  for key, value in pairs(words) do given[key] = value end
  local joint, s = m[type_name](m, given), {}
  for _, name in ipairs { "position", "rotation_matrix", "velocity", "angular_velocity" } do s[name] = m:sensor { b, name } end
  for _, word in ipairs(start_words(words)) do s[word.name] = m:sensor { joint, word.name } end
  local said, r = case.heard(m.solve_dynamic, m, { t_end = 0.01 })
  local function first(name) return space.row(r, s[name], 1) end
  return first, said, m, joint
end

-- The start values hold within start_tolerance, 1e-8, and 1e-6 of rates.
local function hold(first, words, what)
  for _, word in ipairs(start_words(words)) do
    tap.near(first(word.name)[1], words[word.key], word.name:match "_rate$" and 1e-6 or 1e-8, ("%s%s = %.9g"):format(what, word.key, words[word.key]))
  end
end

-- d, Rel: the motion in the marker, whose axis k points along; v, w: its rates there.
local function starts(type_name, k, words, d, Rel, v, w)
  local A = axes(k, along, across)
  local turned = space.multiply(A, Rel, space.transposed(A))
  local lever, spin = turn(turned, plus(r0, -1, place)), turn(A, w)
  local position = plus(plus(place, 1, turn(A, d)), 1, lever)
  for _, parametrization in ipairs(space.kinds) do
    local first, said = started(type_name, words, parametrization)
    local what = ("%s started, %s: "):format(type_name, parametrization)
    hold(first, words, what)
    tap.near_list(first "position", position, 1e-8, what .. "position")
    tap.near_list(first "rotation_matrix", space.multiply(turned, R0), 1e-8, what .. "rotation_matrix")
    tap.near_list(first "velocity", plus(turn(A, v), 1, cross(spin, lever)), 1e-6, what .. "velocity")
    tap.near_list(first "angular_velocity", spin, 1e-6, what .. "angular_velocity")
    case.says(said, ("start: body 'b' moved by %.6g m and turned by"):format(space.norm(plus(position, -1, r0))), what .. "the move is told")
  end
end

starts("revolute", 3, { angle_start = 2.5, angle_rate_start = 3 }, { 0, 0, 0 }, about(Z, 2.5), { 0, 0, 0 }, { 0, 0, 3 })
starts("revolute", 3, { angle_start = 8.78, angle_rate_start = -1 }, { 0, 0, 0 }, about(Z, 8.78), { 0, 0, 0 }, { 0, 0, -1 }) -- beyond a turn
starts("revolute", 3, { angle_start = -9, angle_rate_start = 0 }, { 0, 0, 0 }, about(Z, -9), { 0, 0, 0 }, { 0, 0, 0 })
starts("revolute", 3, { angle_start = math.pi }, { 0, 0, 0 }, about(Z, math.pi), { 0, 0, 0 }, { 0, 0, 0 })
starts("cylindrical", 3, { distance_start = 0.7, distance_rate_start = -2, angle_start = 7, angle_rate_start = 1 }, { 0, 0, 0.7 }, about(Z, 7), { 0,
  0, -2 }, { 0, 0, 1 })
starts("planar", 3, { x_start = 0.7, x_rate_start = -2, y_start = -3, y_rate_start = 1, angle_start = 7, angle_rate_start = 1 }, { 0.7, -3, 0 },
  about(Z, 7),
  { -2, 1, 0 }, { 0, 0, 1 })
starts("universal", 1, { angle0_start = 0.7, angle0_rate_start = -2, angle1_start = -1, angle1_rate_start = 1 }, { 0, 0, 0 }, space.xyz(0.7, -1, 0),
  { 0, 0, 0 },
  plus({ -2, 0, 0 }, 1, turn(about(X, 0.7), Y)))
starts("universal", 1, { angle0_start = 4, angle1_start = -5 }, { 0, 0, 0 }, space.xyz(4, -5, 0), { 0, 0, 0 }, { 0, 0, 0 })
starts("screw", 3, { pitch = 0.1, angle_start = 7, angle_rate_start = 2 }, { 0, 0, 0.7 / (2 * math.pi) }, about(Z, 7), { 0, 0,
  0.2 / (2 * math.pi) }, { 0, 0, 2 })
starts("screw", 3, { pitch = 0.1, distance_start = 0.28 }, { 0, 0, 0.28 }, about(Z, 5.6 * math.pi), { 0, 0, 0 }, { 0, 0, 0 })

do
  local words = { distance_start = 0.7, distance_rate_start = -2 }
  local first, said = started("prismatic", words)
  hold(first, words, "prismatic started: ")
  tap.near_list(first "position", plus(r0, 0.7, unit(along)), 1e-8, "prismatic started: position")
  tap.near_list(first "velocity", scale(-2, unit(along)), 1e-6, "prismatic started: velocity")
  tap.near_list(first "rotation_matrix", R0, 1e-8, "prismatic started: rotation_matrix")
  case.says(said, "start: body 'b' moved by 0.7 m", "prismatic started: the move is told")
  local done, message = pcall(started, "prismatic", words, "lie", { 0, 0, 0 })
  tap.ok(done, "a slider that only drifts", { "got", message })
end

-- what the values leave open is moved as little as possible; they hold
for _, open in ipairs { { "point_on_line", { distance_start = 0.25, distance_rate_start = 1 } },
  { "point_on_plane", { x_start = 0.25, y_start = -0.5, y_rate_start = 1 } }, { "parallel_axes", { angle_start = 7, angle_rate_start = 1 } },
  { "torsional_spring_damper", { rotation_start = 7, rotation_rate_start = 1, stiffness = 1 } } } do
  hold(started(open[1], open[2]), open[2], open[1] .. " started: ")
end

do -- the turn given is the one that springs feel, and it is counted on
  local m = yoke.model {}
  local b = m:rigid { mass = 1, inertia = { 0.3, 0.3, 0.5, 0, 0, 0 } }
  local hinge = m:revolute { m.ground, b, at = { 0, 0, 0 }, along = Z, angle_start = 2 * math.pi + 0.3, angle_rate_start = 5 }
  local spring = m:coordinate_spring_damper { m.ground:coordinate(1), hinge:coordinate "angle", stiffness = 2 }
  local angle, pull = m:sensor { hinge, "angle" }, m:sensor { spring, "force" }
  local _, r = case.heard(m.solve_dynamic, m, { t_end = 2, steps = 2000 })
  tap.near(r[pull][1][1], 2 * (2 * math.pi + 0.3), 1e-7, "angle_start beyond a turn: what a spring feels")
  -- 0.5 q'' = -2 q: q = A cos(2 t) + 2.5 sin(2 t)
  tap.near(r[angle][1][#r.time], (2 * math.pi + 0.3) * math.cos(4) + 2.5 * math.sin(4), 1e-4, "angle_start beyond a turn: counted on")
end

do -- both bodies free: they move by their masses, and nothing else does
  local m = yoke.model {}
  local a, b = m:rigid { "a", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 } }, m:rigid { "b", mass = 3, inertia = { 3, 3, 3, 0, 0, 0 } }
  m:prismatic { a, b, at = { 0, 0, 0 }, along = X, distance_start = 0.4, distance_rate_start = 1 }
  local s = { m:sensor { a, "position" }, m:sensor { b, "position" }, m:sensor { a, "velocity" }, m:sensor { b, "velocity" } }
  m:torque { a, { 0, 0, 1 } }
  local _, r = case.heard(m.solve_dynamic, m, { t_end = 0.01 })
  tap.near_list({ r[s[1]][1][1], r[s[2]][1][1], r[s[3]][1][1], r[s[4]][1][1] }, { -0.3, 0.1, -0.75, 0.25 }, 1e-7,
    "two free bodies start apart by their masses")
end

-- A four-bar of spatial bodies, R-S-U-R: crank 0.5, coupler 1.2, rocker 0.8, pivots 1 apart, built at 60 degrees, started at 100.
local function four_bar(crank_angle)
  local x, y = 0.5 * math.cos(crank_angle), 0.5 * math.sin(crank_angle)
  local gap = math.sqrt((1 - x) ^ 2 + y ^ 2) -- the upper meeting point of circles about the pin and about (1, 0)
  local along_gap = (1.2 ^ 2 - 0.8 ^ 2 + gap ^ 2) / (2 * gap)
  local up = math.sqrt(1.2 ^ 2 - along_gap ^ 2)
  local ex, ey = (1 - x) / gap, -y / gap
  return { x, y, 0 }, { x + along_gap * ex - up * ey, y + along_gap * ey + up * ex, 0 }
end

local function linkage(parametrization, words)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local pin, top = four_bar(math.pi / 3)
  local function bar(name, from, to)
    local d = plus(to, -1, from)
    local L = space.norm(d)
    return m:rigid { name, mass = L, inertia = { 1e-3, L ^ 3 / 12, L ^ 3 / 12, 0, 0, 0 }, position = plus(from, 0.5, d),
      rotation = { axis = Z, angle = math.atan(d[2], d[1]) }, parametrization = parametrization }
  end
  local crank, coupler, rocker = bar("crank", { 0, 0, 0 }, pin), bar("coupler", pin, top), bar("rocker", { 1, 0, 0 }, top)
  local first = { "first", m.ground, crank, at = { 0, 0, 0 }, along = Z }
  for key, value in pairs(words.first or {}) do first[key] = value end
  m:revolute(first)
  m:spherical { crank, coupler, at = pin }
  m:universal { coupler, rocker, at = top, along = Z, across = X }
  local last = { "last", m.ground, rocker, at = { 1, 0, 0 }, along = Z }
  for key, value in pairs(words.last or {}) do last[key] = value end
  local hinge = m:revolute(last)
  local ends = { m:sensor { crank:at { 0.25, 0, 0 }, "position" }, m:sensor { rocker:at { 0.4, 0, 0 }, "position" }, m:sensor { hinge,
    "angle_rate" } }
  local said, r = case.heard(m.solve_dynamic, m, { t_end = 0.01 })
  return space.row(r, ends[1], 1), space.row(r, ends[2], 1), r[ends[3]][1][1], said
end

for _, parametrization in ipairs(space.kinds) do
  local target = 100 * math.pi / 180
  local pin, top = four_bar(target)
  local at_pin, at_top, rate = linkage(parametrization, { first = { angle_start = target - math.pi / 3, angle_rate_start = 2 } })
  tap.near_list(at_pin, pin, 1e-8, "a loop started by its crank, pin, " .. parametrization)
  tap.near_list(at_top, top, 1e-8, "a loop started by its crank, the other pin, " .. parametrization)
  -- v of the coupler along itself is the same at both ends: w_c z x pin . d = w_r z x (top - pivot) . d
  local d = plus(top, -1, pin)
  tap.near(rate, 2 * dot(cross(Z, pin), d) / dot(cross(Z, plus(top, -1, { 1, 0, 0 })), d), 1e-6,
    "a loop started by its crank, rate of the rocker, " .. parametrization)
  -- and the same pose from the rocker's angle
  local function angle(p) return math.atan(p[2], p[1] - 1) end
  local _, upper = four_bar(math.pi / 3)
  at_pin = linkage(parametrization, { last = { angle_start = angle(top) - angle(upper) } })
  tap.near_list(at_pin, pin, 1e-7, "a loop started by its rocker, " .. parametrization)
end

-- ---- start values that bring other joints to fit: these are asked when the values have been set ----

local function slid(words)
  local m = yoke.model {}
  local b = m:rigid { "b", mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { words.from, 0, 0 }, parametrization = words.kind }
  local at = b:at { -words.from, 0, 0 }
  local j = m:prismatic_constraint { "j", m.ground, at, x_locked = false, r_rel_a_start = { words.to, 0, 0 } }
  m:distance { "rod", m.ground, at, distance = words.rod }
  if words.more then words.more(m, b) end
  local options = { t_end = not words.static and 0.1 or nil, start = words.start }
  local said = case.heard(words.static and m.solve_static or m.solve_dynamic, m, options)
  return b, j, said
end

for _, kind in ipairs { "lie", "euler", "tait_bryan" } do
  for _, start in ipairs { "strict", "assemble" } do
    local what = ("a rod whose ends the start value takes apart, %s, %s: "):format(kind, start)
    local b, j, said = slid { kind = kind, start = start, from = 0, to = 0.5, rod = 0.5 } -- the ends of the rod coincide before
    tap.near_list(b:output "position", { 0.5, 0, 0 }, 1e-9, what .. "where it is")
    tap.near_list(j:output "r_rel_a", { 0.5, 0, 0 }, 1e-9, what .. "travel")
    case.says(said, "start: body 'b' moved by 0.5 m", what .. "told")
  end
end
do -- a second body that hangs on the first goes with it, and statics begins in the same way
  local c
  local b = slid { from = 0, to = 0.5, rod = 0.5, static = true, more = function(m, first)
    c = m:rigid { "c", mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { 1, 0, 0 } }
    m:fixed { first, c, at = { 1, 0, 0 } }
  end }
  tap.near_list(b:output "position", { 0.5, 0, 0 }, 1e-9, "statics begins where the start value is")
  tap.near_list(c:output "position", { 1.5, 0, 0 }, 1e-9, "statics begins there with what hangs on the body")
end
do -- in the plane, off its length before
  local m = yoke.model {}
  local b = m:rigid2d { "b", mass = 1, inertia = 0.1, position = { 0.3, 0 } }
  m:prismatic2d { m.ground, b, distance_start = 0.7 }
  m:distance { m.ground, b, distance = 0.7 }
  case.heard(m.solve_dynamic, m, { t_end = 0.01 })
  tap.near_list(b:output "position", { 0.7, 0, 0 }, 1e-9, "a rod that is too short before the start value is set")
end
tap.raises(function() slid { from = 0, to = 0.5, rod = 0.4 } end,
  { "the start positions do not fit the joints", "joint 'rod' (distance) row distance is 0.5 m, wanted 0.4 m, is off by +0.1 m" },
  "a rod that does not fit the start value either")
tap.raises(function() slid { from = 0, to = 0, rod = 0.4 } end, { "joint 'rod' (distance): the points coincide" },
  "a rod whose ends the start value leaves together")

-- ---- start values that cannot be ----

local function hinges(words0, words1)
  local m = yoke.model {}
  local b = m:rigid { "b", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 1, 0, 0 } }
  local one, other = { "one", m.ground, b, at = { 0, 0, 0 }, along = Z }, { "other", m.ground, b, at = { 0, 0, 1 }, along = Z }
  for key, value in pairs(words0) do one[key] = value end
  for key, value in pairs(words1) do other[key] = value end
  m:revolute(one)
  m:revolute(other)
  return function() case.heard(m.solve_dynamic, m, { t_end = 0.01 }) end
end
tap.raises(hinges({ angle_start = 0.5 }, { angle_start = 0.7 }), { "start values of the joints cannot be met", "contradictory", "'one.angle'",
  "'other.angle'" },
  "two angles of one body that contradict each other")
tap.raises(hinges({ angle_rate_start = 0.5 }, { angle_rate_start = 0.7 }), { "start values of the joints cannot be met", "contradict",
  "'one.angle_rate'", "'other.angle_rate'" },
  "two rates of one body that contradict each other")
do
  local done, message = pcall(hinges({ angle_start = 0.5, angle_rate_start = 2 }, { angle_start = 0.5, angle_rate_start = 2 }))
  tap.ok(done, "two angles that agree", { "got", message })
end
tap.raises(function() linkage("lie", { first = { angle_start = 1 }, last = { angle_start = 1 } }) end,
  { "start values of the joints cannot be met", "contradictory", "'first.angle'", "'last.angle'" }, "two angles of a loop that contradict each other")
tap.raises(function()
  local m = yoke.model {}
  local b = m:rigid { "b", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 1, 0, 0 } }
  m:revolute { "hinge", m.ground, b, at = { 0, 0, 0 }, along = Z, angle_start = 2.5 }
  m:distance { "rod", m.ground:at { 3, 0, 0 }, b, distance = 2 }
  case.heard(m.solve_dynamic, m, { t_end = 0.01 })
end, { "start values of the joints cannot be met", "'hinge.angle'", "'rod' (distance)" }, "an angle that a rod does not allow")
tap.raises(function() started("screw", { pitch = 0.1, distance_start = 0.25, angle_start = 1 }) end,
  { "start values of the joints cannot be met", "'joint.distance'", "'joint.angle'", "thread" },
    "a screw with an angle that its distance does not allow")

do -- one turn of 0.1 m: both are given with it
  local done, message = pcall(started, "screw", { pitch = 0.1, distance_start = 0.1, angle_start = 2 * math.pi })
  tap.ok(done, "screw, both start values over a turn", { "got", message })
end

-- a drive and a start value: of one kind, of another; the drive begins a turn on, at 4 rad
local function motor(angle_start, value, mode)
  local m = yoke.model {}
  local b = m:rigid { "b", mass = 1, inertia = { 1, 1, 1, 0, 0, 0 }, position = { 1, 0, 0 } }
  local hinge = m:revolute { "hinge", m.ground, b, at = { 0, 0, 0 }, along = Z, angle_start = angle_start, angle_rate_start = 2 }
  m:drive { "motor", m.ground:coordinate(1), hinge:coordinate "angle", value = function(t) return value + 2 * t, 2, 0 end }
  local s, matrix = m:sensor { hinge, "angle" }, m:sensor { b, "rotation_matrix" }
  local _, r = case.heard(m.solve_dynamic, m, { t_end = 0.1, start = mode })
  return r[s][1][1], r[s][1][#r.time], r[matrix][1][1]
end
do
  tap.raises(function() motor(0.5, 0.6, "assemble") end, { "start values of the joints cannot be met", "'motor' (drive)", "'hinge.angle'" },
    "a drive and a start value that do not")
  for _, given in ipairs { { 2 * math.pi, 2 * math.pi, "a drive that begins a turn on" }, { nil, 4, "a drive that begins at 4 rad" },
    { 0.5, 0.5, "a drive and a start value that agree" } } do
    local done, a, z, c = pcall(motor, given[1], given[2], "assemble")
    tap.ok(done and math.abs(a - given[2]) < 1e-8 and math.abs(z - given[2] - 0.2) < 1e-8 and math.abs(c - math.cos(given[2])) < 1e-8, given[3],
      { "got", a })
  end
end

do -- between solves
  local _, _, m, joint = started("revolute", { angle_start = 1 })
  case.heard(function()
    joint:set { angle_start = -2 }
    m:solve_dynamic { t_end = 1e-6, step = 1e-6 }
  end)
  tap.near(joint:output "angle", -2, 1e-8, "set: another angle_start")
  case.refuses(function() joint:set { angle_start = "1" } end, { "'joint' (revolute)", "angle_start", "must be a number (rad)" },
    "set: an angle_start that is none")
  case.refuses(function() m:spherical { m.ground, m.ground, angle_start = 1 } end, "no parameter 'angle_start'", "a joint without that coordinate")
end

-- ---- equilibria ----

-- What is left of the forces on body b, and of the moments about its reference point: its weight at com, and joints { joint, its marker 1 on b }.
local function unbalanced(b, weight, com, joints)
  local F, T = weight, cross(turn(b:output "rotation_matrix", com), weight)
  for _, j in ipairs(joints) do
    local f = j[1]:output "force1"
    F = plus(F, 1, f)
    T = plus(plus(T, 1, j[1]:output "torque1"), 1, cross(plus(j[2]:output "position", -1, b:output "position"), f))
  end
  return math.max(space.norm(F), space.norm(T))
end

-- a rod of 2 kg, its centre 0.5 m from a hinge with a spring of k N m/rad, relaxed when it is level: k q = m g l cos q, by bisection
for _, stiffness in ipairs { 20, 4, 1.5 } do
  for _, parametrization in ipairs(space.kinds) do
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local b = m:rigid { mass = 2, inertia = { 0.01, 0.2, 0.2, 0, 0, 0 }, position = { 0.5, 0, 0 }, parametrization = parametrization }
    local hinge = m:revolute { m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, -1 } }
    m:torsional_spring_damper { m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, -1 }, stiffness = stiffness }
    m:solve_static { load_steps = 4 }
    local low, high = 0, math.pi
    for _ = 1, 60 do
      local q = (low + high) / 2
      if stiffness * q < 9.81 * math.cos(q) then low = q else high = q end
    end
    local what = ("a rod on a hinge with a spring of %g N m/rad, %s: "):format(stiffness, parametrization)
    tap.near(hinge:output "angle", low, 1e-8, what .. "angle")
    tap.near_list(b:output "position", { 0.5 * math.cos(low), -0.5 * math.sin(low), 0 }, 1e-8, what .. "position")
    tap.near_list(hinge:output "force1", { 0, 19.62, 0 }, 1e-7, what .. "force of the hinge")
  end
end

-- wound up by a torque of 30 N m against 3 N m/rad, over a turn and a half; and by where the spring is relaxed
local function wound(parametrization, offset, torque)
  local m = yoke.model {}
  local b = m:rigid { mass = 2, inertia = { 0.01, 0.2, 0.2, 0, 0, 0 }, position = { 0.5, 0, 0 }, parametrization = parametrization }
  local hinge = m:revolute { m.ground, b, at = { 0, 0, 0 }, along = Z }
  m:coordinate_spring_damper { m.ground:coordinate(1), hinge:coordinate "angle", stiffness = 3, offset = offset }
  m:load { hinge:coordinate "angle", torque }
  m:solve_static { load_steps = 10 }
  return hinge:output "angle", b:output "position"
end
for _, parametrization in ipairs { "lie", "euler" } do
  local angle, position = wound(parametrization, 0, 30)
  tap.near(angle, 10, 1e-8, "a hinge wound up by 10 rad, " .. parametrization)
  tap.near_list(position, { 0.5 * math.cos(10), 0.5 * math.sin(10), 0 }, 1e-8, "a hinge wound up by 10 rad, position, " .. parametrization)
  angle = wound(parametrization, 2, 0)
  tap.near(angle, 2, 1e-8, "a spring relaxed at 2 rad, " .. parametrization)
end
do
  local done, found = pcall(wound, "lie", 10, 0)
  tap.ok(done and math.abs(found - 10) < 1e-8 or not done and found:find "no equilibrium found", "a spring relaxed at 10 rad: found, or told",
    { "got", (tostring(found):gsub("[^\n -~]", "?")) })
end

-- a plate of 3 kg hung by four springs of different stiffness, its centre of mass aside: forces and moments balance, and it stays there
for _, parametrization in ipairs(space.kinds) do
  local m = yoke.model { gravity = { 0, 0, -9.81 } }
  local com = { 0.1, -0.05, 0.02 }
  local b = m:rigid { mass = 3, inertia = { 0.05, 0.06, 0.1, 0, 0, 0 }, inertia_about = "com", com = com, parametrization = parametrization }
  local joints = {}
  for i, corner in ipairs { { 0.3, 0.2, 0 }, { -0.3, 0.2, 0 }, { -0.3, -0.2, 0 }, { 0.3, -0.2, 0 } } do
    local point = b:at(corner)
    joints[i] = { m:spring_damper { m.ground:at { 2 * corner[1], 2.5 * corner[2], 1 }, point, stiffness = 30 + 25 * i, rest_length = 0.6,
      damping = 2 }, point }
  end
  m:solve_static { load_steps = 5 }
  local what = "a plate on four springs, " .. parametrization .. ": "
  tap.near(unbalanced(b, { 0, 0, -3 * 9.81 }, com, joints), 0, 1e-7, what .. "in balance")
  local still, A = b:output "position", b:output "rotation_matrix"
  tap.ok(A[9] < 0.999, what .. "well turned", { "cosine", A[9] })
  m:solve_dynamic { t_end = 1, continue = true }
  tap.near_list(b:output "position", still, 1e-7, what .. "it stays")
  tap.near_list(b:output "rotation_matrix", A, 1e-7, what .. "it does not turn")
end

-- a body of 2 kg on a soft bushing, its centre of mass 0.4 m aside along x: z = -m g/k, and k_b q = m g 0.4 cos q about y, over 60 degrees
for _, parametrization in ipairs { "lie", "euler" } do
  local m = yoke.model { gravity = { 0, 0, -9.81 } }
  local b = m:rigid { mass = 2, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 }, inertia_about = "com", com = { 0.4, 0, 0 }, parametrization = parametrization }
  local bush = m:rigid_spring_damper { m.ground, b, stiffness = { 50, 60, 70, 5, 3, 4 } }
  m:solve_static { load_steps = 4 }
  local low, high = 0, math.pi / 2
  for _ = 1, 60 do
    local q = (low + high) / 2
    if 3 * q < 2 * 9.81 * 0.4 * math.cos(q) then low = q else high = q end
  end
  tap.near_list(b:output "rotation_matrix", about(Y, low), 1e-8, ("a body on a bushing turns by %.3g rad, %s"):format(low, parametrization))
  tap.near_list(b:output "position", { 0, 0, -19.62 / 70 }, 1e-8, "a body on a bushing sinks, " .. parametrization)
  tap.near(unbalanced(b, { 0, 0, -19.62 }, { 0.4, 0, 0 }, { { bush, b } }), 0, 1e-7, "a body on a bushing in balance, " .. parametrization)
end

-- a body on a ball joint, held by two springs: large rotations, in balance
for _, parametrization in ipairs { "lie", "euler" } do
  local m = yoke.model { gravity = { 0, 0, -9.81 } }
  local com = { 0, 0, 0.4 } -- above the joint: without the springs it would fall over
  local b = m:rigid { mass = 2, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 }, inertia_about = "com", com = com, parametrization = parametrization }
  local ball = m:spherical { m.ground, b }
  local tip, side = b:at { 0, 0, 0.8 }, b:at { 0.3, 0, 0 }
  local joints = { { ball, b } }
  joints[2] = { m:spring_damper { m.ground:at { 1, 0.3, 0.2 }, tip, stiffness = 20, rest_length = 0.2 }, tip }
  joints[3] = { m:spring_damper { m.ground:at { 0.2, 1, 0.4 }, side, stiffness = 40, rest_length = 0.1 }, side }
  m:solve_static { load_steps = 10 }
  tap.near(unbalanced(b, { 0, 0, -19.62 }, com, joints), 0, 1e-7, "a body on a ball joint and two springs in balance, " .. parametrization)
  tap.ok(b:output "rotation_matrix"[9] < 0.5, "a body on a ball joint and two springs is turned far, " .. parametrization)
end

tap.done()
