-- space_properties.lua - random mechanisms in space: what must hold for each of them, whatever it is.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local space = require "lib.space"

local plus, scale, dot, cross, turn = space.plus, space.scale, space.dot, space.cross, space.turn
local newton = { relative_tolerance = 1e-12, absolute_tolerance = 1e-12 }

-- ---- a random mechanism, as a table ----

local kinds = { "revolute", "prismatic", "cylindrical", "planar", "universal", "spherical", "fixed", "screw", "point_on_line",
  "point_on_plane", "parallel_axes", "perpendicular_axes", "generic_joint", "distance" }
local params = { screw = { pitch = 0.4 }, generic_joint = { locked = { 1, 0, 1, 0, 1, 0 } } }
local loaded = { revolute = "angle", prismatic = "distance", cylindrical = "angle", planar = "x", universal = "angle0", screw = "angle",
  point_on_line = "distance",
  point_on_plane = "y", parallel_axes = "angle" } -- a coordinate with a spring

-- Bodies joined as a tree to the ground (0), or to the first of them, which is free then; springs between any two; all at the start
-- in one common motion, so that every joint holds.
local function mechanism(seed, grounded, centred)
  local number = space.random(seed)
  local function vector(size) return { number(-size, size), number(-size, size), number(-size, size) } end
  local function whole(from, to) return math.floor(number(from, to + 1 - 1e-9)) end
  local spec = { bodies = {}, joints = {}, springs = {}, gravity = grounded and vector(10) or nil }
  local w, v = grounded and { 0, 0, 0 } or vector(2), grounded and { 0, 0, 0 } or vector(1)
  for i = 1, whole(3, 5) do
    local a, b, p = number(0.05, 0.2), number(0.05, 0.2), vector(1)
    spec.bodies[i] = { mass = number(0.5, 3), moments = { a, b, number(math.abs(a - b), a + b) }, axes = space.xyz(table.unpack(vector(3))),
      com = centred and { 0, 0, 0 } or vector(0.2), position = p, rotation = space.xyz(table.unpack(vector(1))), velocity = plus(v, 1, cross(w, p)),
        spin = w }
    local before = grounded and i == 1 and 0 or whole(1, i - 1)
    if grounded or i > 1 then
      local kind = kinds[whole(1, #kinds)]
      local joint = { kind = kind, from = before, to = i, at = vector(1), along = vector(1), across = vector(1), coordinate = loaded[kind],
        stiffness = number(5, 20), relaxed = number(-0.5, 0.5) }
      if kind == "distance" then joint.at = { vector(1), vector(1) } end
      spec.joints[#spec.joints + 1] = joint
    end
  end
  for i = 1, 3 do
    local from, to = whole(grounded and 0 or 1, #spec.bodies), whole(1, #spec.bodies)
    if from ~= to then
      spec.springs[#spec.springs + 1] = { kind = ({ "spring_damper", "torsional_spring_damper", "rigid_spring_damper" })[i], from = from, to = to,
        at = { vector(1), vector(1) },
        along = vector(1), across = vector(1), stiffness = number(5, 30), relaxed = number(0.3, 1) }
    end
  end
  return spec
end

-- The model of it; all of it moved by the rotation Q and then by c, its items made in the order of the lists `bodies` and `joints`.
local function build(spec, o)
  local Q, c = o.Q or space.straight, o.c or { 0, 0, 0 }
  local function moved(p) return plus(c, 1, turn(Q, p)) end
  local m = yoke.model { gravity = spec.gravity and turn(Q, spec.gravity) }
  local made = { bodies = { [0] = m.ground }, joints = {}, springs = {}, model = m }
  for k = 1, #spec.bodies do
    local i = o.bodies and o.bodies[k] or k
    local b = spec.bodies[i]
    made.bodies[i] = m:rigid { "body " .. i, mass = b.mass, inertia = space.matrix(space.turned_tensor(b.axes, b.moments)), inertia_about = "com",
      com = b.com,
      position = moved(b.position), rotation = space.matrix(space.multiply(Q, b.rotation)), velocity = turn(Q, b.velocity), angular_velocity = turn(Q,
        b.spin),
      parametrization = o.parametrization }
  end
  local function place(at) return type(at[1]) == "table" and { moved(at[1]), moved(at[2]) } or moved(at) end
  for k = 1, #spec.joints do
    local i = o.joints and o.joints[k] or k
    local j = spec.joints[i]
    local given = { "joint " .. i, made.bodies[j.from], made.bodies[j.to], at = place(j.at), along = turn(Q, j.along), across = turn(Q, j.across) }
    if j.kind == "distance" then given.distance, given.along, given.across = space.norm(plus(j.at[1], -1, j.at[2])), nil, nil end
    for key, value in pairs(params[j.kind] or {}) do given[key] = value end
    made.joints[i] = m[j.kind](m, given)
    if j.coordinate then
      m:coordinate_spring_damper { m.ground:coordinate(1), made.joints[i]:coordinate(j.coordinate), stiffness = j.stiffness, offset = j.relaxed }
    end
  end
  for i, s in ipairs(spec.springs) do
    local given = { made.bodies[s.from], made.bodies[s.to], at = place(s.at), along = turn(Q, s.along), across = turn(Q, s.across) }
    if s.kind == "rigid_spring_damper" then
      local k = s.stiffness
      given.stiffness, given.offset = { k, 2 * k, 3 * k, 0.2 * k, 0.3 * k, 0.4 * k }, { s.relaxed, 0, 0, 0.2, 0.1, 0.3 }
    else
      given.stiffness = s.stiffness
      given[s.kind == "spring_damper" and "rest_length" or "offset"] = s.relaxed
    end
    if s.kind == "spring_damper" then given.along, given.across = nil, nil end
    made.springs[i] = m[s.kind](m, given)
  end
  return made
end

local function kinds_of(spec)
  local list = {}
  for i, j in ipairs(spec.joints) do list[i] = j.kind end
  return table.concat(list, " ")
end

-- ---- what is watched ----

-- Solves; the columns of everything, and at the end energy and momenta worked out from the outputs of the bodies.
local function solve(spec, o)
  local made = build(spec, o)
  local m, watched = made.model, {}
  local function watch(item, ...)
    for _, name in ipairs { ... } do watched[#watched + 1] = { m:sensor { item, name }, name } end
  end
  for i = 1, #spec.bodies do watch(made.bodies[i], "position", "rotation_matrix", "velocity", "angular_velocity") end
  for _, list in ipairs { made.joints, made.springs } do
    for i = 1, #list do watch(list[i], "force0", "torque0", "force1", "torque1") end
  end
  made.result = m:solve_dynamic { t_end = 0.5, steps = o.steps, spectral_radius = o.radius, newton = newton, linear = o.linear,
    output = { period = 0.05 } }
  made.watched = watched
  return made
end

local function value(made, w, row) return space.row(made.result, w[1], row) end

-- Kinetic energy, momentum and moment of momentum about the origin of all bodies now, and the energy of weight.
local function balance(spec, made)
  local kinetic, weight, P, H = 0, 0, { 0, 0, 0 }, { 0, 0, 0 }
  for i, b in ipairs(spec.bodies) do
    local body = made.bodies[i]
    local A, w = body:output "rotation_matrix", body:output "angular_velocity"
    local lever = turn(A, b.com)
    local r, v = plus(body:output "position", 1, lever), plus(body:output "velocity", 1, cross(w, lever))
    local axes = space.multiply(A, b.axes)
    local L = turn(space.turned_tensor(axes, b.moments), w)
    kinetic = kinetic + (b.mass * dot(v, v) + dot(w, L)) / 2
    weight = weight - b.mass * dot(spec.gravity or { 0, 0, 0 }, r)
    P, H = plus(P, b.mass, v), plus(plus(H, 1, L), b.mass, cross(r, v))
  end
  return kinetic, weight, P, H
end

-- The same of the start.
local function at_first(spec)
  local P, H = { 0, 0, 0 }, { 0, 0, 0 }
  for _, b in ipairs(spec.bodies) do
    local lever = turn(b.rotation, b.com)
    local r, v = plus(b.position, 1, lever), plus(b.velocity, 1, cross(b.spin, lever))
    P, H = plus(P, b.mass, v), plus(plus(H, 1, turn(space.turned_tensor(space.multiply(b.rotation, b.axes), b.moments), b.spin)), b.mass, cross(r, v))
  end
  return P, H
end

-- Largest difference of motion, and of forces, over all rows.  back(name, x): undoes what was done to the model.
local function difference(made, other, back)
  local motion, forces = 0, 0
  for k, w in ipairs(made.watched) do
    for row = 1, #made.result.time do
      local x = value(other, other.watched[k], row)
      local off = space.far(back and back(w[2], x) or x, value(made, w, row))
      if w[2]:find "^[ft]or" then forces = math.max(forces, off) else motion = math.max(motion, off) end
    end
  end
  return motion, forces
end

local function order(a, b) return math.log(a / b, 2) end

-- 1 .. n in another order
local function shuffled(n, number)
  local list = {}
  for i = 1, n do list[i] = i end
  for i = n, 2, -1 do
    local k = math.floor(number(1, i + 1 - 1e-9))
    list[i], list[k] = list[k], list[i]
  end
  return list
end

for seed = 1, 16 do
  local grounded = seed % 2 == 1
  local spec = mechanism(seed, grounded)
  local what = ("%d, %s%s: "):format(seed, grounded and "" or "free, ", kinds_of(spec))
  local coarse, fine = solve(spec, { steps = 150 }), solve(spec, { steps = 300 })

  -- energy, at the order of the method; the summary's is that of the bodies' outputs
  local s1, s2 = coarse.result.summary, fine.result.summary
  local function gained(s) return math.abs(s.kinetic + s.potential + s.stored - s.kinetic_start - s.potential_start - s.stored_start) end
  local kinetic, weight, P, H = balance(spec, fine)
  tap.near(order(gained(s1), gained(s2)), 2, 0.15, ("%senergy is kept at second order (%.2g of %.3g J)"):format(what, gained(s2), s2.kinetic))
  tap.near(s2.kinetic, kinetic, 1e-9 * kinetic, what .. "kinetic energy of the summary")
  tap.near(s2.potential, weight, 1e-9 * math.abs(weight), what .. "potential energy of the summary")

  -- momenta without an external load: of second order for centres of mass aside
  if not grounded then
    local P0, H0 = at_first(spec)
    local _, _, P1, H1 = balance(spec, coarse)
    tap.near(order(space.far(P1, P0), space.far(P, P0)), 2, 0.15, ("%smomentum is kept at second order (%.2g)"):format(what, space.far(P, P0)))
    tap.near(order(space.far(H1, H0), space.far(H, H0)), 2, 0.15, ("%smoment of momentum is kept at second order (%.2g)"):format(what, space.far(H,
      H0)))
  end

  -- what a joint does to its two bodies together is nothing
  local unbalanced, largest = 0, 0
  for _, list in ipairs { { fine.joints, spec.joints }, { fine.springs, spec.springs } } do
    for i, joint in ipairs(list[1]) do
      local from, to, at = fine.bodies[list[2][i].from], fine.bodies[list[2][i].to], list[2][i].at
      local two = type(at[1]) == "table"
      local r = {}
      for k, b in ipairs { from, to } do -- the points, carried along from the reference pose
        local point, start = two and at[k] or at, spec.bodies[list[2][i][k == 1 and "from" or "to"]]
        r[k] = start and plus(b:output "position", 1, turn(b:output "rotation_matrix", space.unturn(start.rotation, plus(point, -1,
          start.position)))) or point
      end
      local f0, f1 = joint:output "force0", joint:output "force1"
      local moment = plus(plus(joint:output "torque0", 1, joint:output "torque1"), 1, cross(plus(r[2], -1, r[1]), f1))
      unbalanced = math.max(unbalanced, space.norm(plus(f0, 1, f1)), space.norm(moment))
      largest = math.max(largest, space.norm(f1), space.norm(joint:output "torque1"))
    end
  end
  tap.near(unbalanced, 0, 1e-9 * (1 + largest), what .. "forces and moments of each joint cancel")

  -- Rows hold within 1e-12 m, so the forces may differ by that times mass/h^2 and a lever of 1 m.
  local noise = 0
  for _, b in ipairs(spec.bodies) do noise = noise + 1e-12 * b.mass / (0.5 / 150) ^ 2 end

  -- turned and shifted, with its weight
  local number = space.random(1000 + seed)
  local Q, c = space.xyz(number(-3, 3), number(-1, 1), number(-3, 3)), { number(-2, 2), number(-2, 2), number(-2, 2) }
  local motion, forces = difference(coarse, solve(spec, { steps = 150, Q = Q, c = c }), function(name, x)
    if name == "rotation_matrix" then return space.multiply(space.transposed(Q), x) end
    return space.unturn(Q, name == "position" and plus(x, -1, c) or x)
  end)
  tap.ok(motion < 1e-8 and forces < noise, ("%sturned and shifted it moves the same (%.2g, forces %.2g)"):format(what, motion, forces))

  -- its items in another order, and by the other linear solver
  motion, forces = difference(coarse, solve(spec, { steps = 150, bodies = shuffled(#spec.bodies, number), joints = shuffled(#spec.joints, number) }))
  tap.ok(motion < 1e-9 and forces < noise, ("%sin another order it moves the same (%.2g, forces %.2g)"):format(what, motion, forces))
  motion, forces = difference(solve(spec, { steps = 150, linear = "band" }), solve(spec, { steps = 150, linear = "blocks" }))
  tap.ok(motion < 1e-9 and forces < noise, ("%sband and blocks agree (%.2g, forces %.2g)"):format(what, motion, forces))

  -- in the other parametrizations: the difference falls by four (what the start leaves in the rates dies out before the first row)
  coarse, fine = solve(spec, { steps = 150, radius = 0.5 }), solve(spec, { steps = 300, radius = 0.5 })
  for _, parametrization in ipairs { "euler", "tait_bryan" } do
    local first = difference(coarse, solve(spec, { steps = 150, radius = 0.5, parametrization = parametrization }))
    local second = difference(fine, solve(spec, { steps = 300, radius = 0.5, parametrization = parametrization }))
    tap.ok(math.abs(order(first, second) - 2) < 0.15, ("%s%s comes to the same motion (%.3f, %.2g)"):format(what, parametrization, order(first,
      second), second))
  end
end

-- ---- a disc that wobbles over a plane: rolling rows do no work, and it stays on the plane ----

for seed = 1, 4 do
  local number = space.random(seed)
  local R, slope = 0.3, space.xyz(number(-0.3, 0.3), number(-0.3, 0.3), 0)
  local A = space.multiply(slope, space.about({ 0, 0, 1 }, number(-3, 3)), space.about({ 0, 1, 0 }, number(-0.5, 0.5))) -- its axis is x
  local n, a = turn(slope, { 0, 0, 1 }), turn(A, { 1, 0, 0 })
  local l = cross(a, n)
  local arm = scale(R / space.norm(l), cross(a, l)) -- from the centre to the lowest point
  local w = plus({ number(-1, 1), number(-1, 1), number(-1, 1) }, number(5, 10), a)
  local gained, gap = {}, {}
  for k = 1, 3 do
    local m = yoke.model { gravity = { 0, 0, -9.81 } }
    local disc = m:rigid { mass = 2, inertia = { 0.09, 0.045, 0.045, 0, 0, 0 }, position = scale(-1, arm), rotation = space.matrix(A),
      velocity = scale(-1, cross(w, arm)), angular_velocity = w }
    local roll = m:rolling_disc { m.ground, disc, radius = R, normal = n }
    local s = m:solve_dynamic({ t_end = 1, steps = 100 * 2 ^ k, newton = newton }).summary
    gained[k] = math.abs(s.kinetic + s.potential - s.kinetic_start - s.potential_start)
    gap[k] = math.abs(roll:output "gap")
  end
  case.order(gained, 2, 0.15, ("a wobbling disc, %d: energy"):format(seed))
  case.order(gap, 2, 0.15, ("a wobbling disc, %d: height over the plane"):format(seed)) -- rows of rates hold it at the order of the method
end

tap.done()
