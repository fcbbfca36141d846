-- linear.lua - the paths of the linear systems: all give the same motion; which one is chosen, and what it costs; what cannot be had.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"

local paths = { "dense", "band", "blocks", case.sparse and "klu" or nil }

-- ---- models: each returns the model and what to compare ----

local function rod(m, x, y, angle)
  return m:rigid2d { mass = 1, inertia = 1 / 12, position = { x + 0.5 * math.cos(angle), y + 0.5 * math.sin(angle) }, angle = angle }
end

local function plane() return yoke.model { gravity = { 0, -9.81, 0 } } end

local function chain(N, m)
  m = m or plane()
  local point, last = m.ground
  for i = 1, N do
    last = rod(m, i - 1, 0, 0)
    m:revolute2d { point, last:at { -0.5, 0 } }
    point = last:at { 0.5, 0 }
  end
  return m, last
end

-- a hub with N pendulums
local function star(N)
  local m = plane()
  local hub, last = m:rigid2d { mass = 10, inertia = 5 }
  m:revolute2d { m.ground, hub }
  for i = 1, N do
    local a = 2 * math.pi * i / N
    last = rod(m, math.cos(a), math.sin(a), 1.3 * a)
    m:revolute2d { hub:at { math.cos(a), math.sin(a) }, last:at { -0.5, 0 } }
  end
  return m, last
end

-- a binary tree of N rods
local function tree(N)
  local m, made = plane(), {}
  for i = 1, N do
    local parent, a = made[i // 2] or { x = 0, y = 0 }, i * 0.7 % 3 - 1.5
    local b = rod(m, parent.x, parent.y, a)
    m:revolute2d { parent.body and parent.body:at { 0.5, 0 } or m.ground, b:at { -0.5, 0 } }
    made[i] = { body = b, x = parent.x + math.cos(a), y = parent.y + math.sin(a) }
  end
  return m, made[N].body
end

-- a triangle of rods hung up at a corner, each pair held by a hinge: a loop
local function loop()
  local m = plane()
  local a, b = rod(m, 0, 0, 0), rod(m, 1, 0, 2 * math.pi / 3)
  local c = rod(m, 0.5, math.sqrt(0.75), 4 * math.pi / 3)
  m:revolute2d { m.ground, a:at { -0.5, 0 } }
  m:revolute2d { a:at { 0.5, 0 }, b:at { -0.5, 0 } }
  m:revolute2d { b:at { 0.5, 0 }, c:at { -0.5, 0 } }
  m:distance { c, a, distance = 0.5 }
  return m, c
end

-- force elements of several kinds, one of the script
local function springs()
  local m, last = chain(5)
  local tip = last:at { 0.5, 0 }
  m:spring_damper { m.ground:at { 5, 2 }, tip, stiffness = 300, damping = 2, rest_length = 1.5 }
  m:cartesian_spring_damper { m.ground:at { 3, 0 }, last, stiffness = { 40, 60, 0 }, damping = { 1, 2, 0 } }
  m:torsional_spring_damper2d { m.ground, last, torque = function(_, u, v) return 5 * u + u ^ 3 + 0.1 * v end }
  m:coordinate_spring_damper { m.ground:coordinate(1), last:coordinate(2), stiffness = 1e4, damping = 3 }
  return m, last
end

-- bodies in space, one with coordinates of its own kind and a force that turns with it
local function space()
  local m = yoke.model { gravity = { 0, 0, -9.81 } }
  local a = m:rigid { mass = 2, inertia = { 0.1, 0.2, 0.3, 0, 0, 0 }, position = { 0.5, 0, 0 }, com = { 0.1, 0, 0 } }
  local b = m:rigid { mass = 3, inertia = { 0.3, 0.2, 0.4, 0, 0, 0 }, position = { 1, 0.5, 0 }, parametrization = "tait_bryan" }
  m:spherical { m.ground, a:at { -0.5, 0, 0 } }
  m:revolute { a:at { 0.5, 0, 0 }, b:at { 0, -0.5, 0 } }
  m:force { b:at { 0, 0.5, 0 }, { 0, 0, 20 }, body_fixed = true }
  return m, b
end

-- a row of velocities, a joint that is let go and caught again
local function switched()
  local m, last = chain(4)
  local mass = m:mass1d { mass = 2 }
  m:coordinate { m.ground:coordinate(1), mass:coordinate(1), velocity_level = true, offset_rate_function = function(t) return t end }
  local hold = m:coordinate { m.ground:coordinate(1), last:coordinate(3), factor1 = 0, active = false }
  m:at(0.02, function() hold:set { active = false } end)
  return m, last
end

-- two rods with a hinge twice: a row that says nothing new
local function redundant()
  local m, last = chain(3)
  m:revolute2d { m.ground, m:rigid2d { mass = 1, inertia = 1, position = { 0, -2 } }:at { 0, 2 } }
  m:distance { m.ground:at { 0, 1 }, last, distance = math.sqrt(2.5 ^ 2 + 1) }
  m:distance { m.ground:at { 0, 1 }, last, distance = math.sqrt(2.5 ^ 2 + 1) }
  return m, last
end

-- a crank without mass between two that have it
local function massless()
  local m = plane()
  local a, c = rod(m, 0, 0, 0), rod(m, 2, 0, 0)
  local b = m:rigid2d { mass = 0, inertia = 0, position = { 1.5, 0 } }
  m:revolute2d { m.ground, a:at { -0.5, 0 } }
  m:revolute2d { a:at { 0.5, 0 }, b:at { -0.5, 0 } }
  m:revolute2d { b:at { 0.5, 0 }, c:at { -0.5, 0 } }
  m:prismatic2d { m.ground, c, axis0 = { 1, 0, 0 }, constrain_rotation = false }
  return m, c
end

-- ---- bodies that are kept ----

-- hangs N rods on a body of the plane, radius from its reference point; these, and where their ends are
local function hang(m, hub, x, y, N, radius)
  local rods, tips = {}, {}
  for i = 1, N do
    local a = 2 * math.pi * i / N
    local dx, dy = radius * math.cos(a), radius * math.sin(a)
    rods[i] = rod(m, x + dx, y + dy, 1.3 * a)
    tips[i] = { x + dx + math.cos(1.3 * a), y + dy + math.sin(1.3 * a) }
    m:revolute2d { hub:at { dx, dy }, rods[i]:at { -0.5, 0 } }
  end
  return rods, tips
end

local function hub_at(m, x, y) return m:rigid2d { mass = 10, inertia = 5, position = { x, y } } end

-- Two free hubs with a rod between them; rods hang on both, on one of these a third hub.
local function hubs()
  local m = plane()
  local a, b, between = hub_at(m, 0, 0), hub_at(m, 3, 0), rod(m, 1, 0, 0)
  m:revolute2d { a:at { 1, 0 }, between:at { -0.5, 0 } }
  m:revolute2d { between:at { 0.5, 0 }, b:at { -1, 0 } }
  local rods, tips = hang(m, a, 0, 0, 9, 0.7)
  hang(m, b, 3, 0, 10, 0.7)
  local c = hub_at(m, 0, -1)
  m:distance { rods[3]:at { 0.5, 0 }, c, distance = math.sqrt(tips[3][1] ^ 2 + (tips[3][2] + 1) ^ 2) }
  return m, hang(m, c, 0, -1, 9, 0.5)[4]
end

-- A hub hinged to ground and in a loop to it, with rods, a rod on one of these, a ring of springs, springs to the hub and to ground,
-- and a mass that changes.
local function laden()
  local m = plane()
  local hub = hub_at(m, 0, 0)
  local rods, tips = hang(m, hub, 0, 0, 12, 1)
  m:revolute2d { m.ground, hub }
  local crank = rod(m, 0, -2, 0)
  m:revolute2d { m.ground:at { 0, -2 }, crank:at { -0.5, 0 } }
  m:distance { crank:at { 0.5, 0 }, hub:at { 0.2, 0 }, distance = math.sqrt(0.8 ^ 2 + 4) }
  for i, b in ipairs(rods) do
    m:spring_damper { b, rods[i % 12 + 1], stiffness = 100, damping = 1, rest_length = 0.4 }
    m:torsional_spring_damper2d { hub, b, stiffness = 20, damping = 0.1 }
  end
  m:cartesian_spring_damper { m.ground:at { 1, 1 }, rods[2], stiffness = { 40, 60, 0 } }
  local below = rod(m, tips[1][1], tips[1][2], 0.3)
  m:revolute2d { rods[1]:at { 0.5, 0 }, below:at { -0.5, 0 } }
  m:generic { position = { 0 }, mass = function(_, q) return 1 + q[1] ^ 2 end, velocity = { 1 }, force = function() return 3 end }
  return m, below
end

-- the same in space: hinges, balls, a slider; the hub of coordinates whose mass matrix changes, held by a ball
local function space_hub(hinged)
  return function()
    local m = yoke.model { gravity = { 0, 0, -9.81 } }
    local hub = m:rigid { mass = 10, inertia = { 6, 7, 5, 0, 0, 0 }, com = { 0, 0, -0.5 },
      parametrization = hinged and "lie" or "tait_bryan" }
    if hinged then m:revolute { m.ground, hub, axis = { 1, 0, 0 } } else m:spherical { m.ground, hub } end
    local last
    for i = 1, 9 do
      local a = 2 * math.pi * i / 9
      local x, y = math.cos(a), math.sin(a)
      last = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1, 0, 0, 0.01 }, position = { 1.5 * x, 1.5 * y, 0 } }
      local ends = { hub:at { x, y, 0 }, last:at { -0.5 * x, -0.5 * y, 0 } }
      if i % 3 == 0 then m:spherical(ends) elseif i % 3 == 1 then m:prismatic_constraint(ends)
      else m:revolute { ends[1], ends[2], axis = { -y, x, 0 } } end
    end
    return m, last
  end
end

-- joints of a hub that are let go, one of them and the one to ground
local function let_go()
  local m = plane()
  local hub = hub_at(m, 0, 0)
  local pin = m:revolute2d { m.ground, hub }
  local rods = hang(m, hub, 0, 0, 10, 1)
  local more = rod(m, 2, 0, 0)
  local hinge = m:revolute2d { hub:at { 2, 0 }, more:at { -0.5, 0 } }
  m:at(0.03, function() hinge:set { active = false } end)
  m:at(0.06, function() pin:set { active = false } end)
  return m, more
end

-- hinged to ground twice at one point
local function hinged_twice()
  local m = plane()
  local hub = hub_at(m, 0, 0)
  m:revolute2d { m.ground, hub }
  m:revolute2d { m.ground, hub }
  return m, hang(m, hub, 0, 0, 10, 1)[4]
end

-- A joint whose row the body that hangs on it does not feel: with the hub held fixed it is singular.
local function felt_above()
  local m = plane()
  local hub = hub_at(m, 0, 0)
  local rods = hang(m, hub, 0, 0, 9, 1)
  m:coordinate { m:mass1d { mass = 1 }:coordinate(1), hub:coordinate(1), factor0 = 0 }
  return m, rods[5]
end

-- N rods on a hub, the other end of each on a bar to ground: N loops through one body; with springs on so many of the rods
local function spokes(N, springs)
  local m = plane()
  local hub = hub_at(m, 0, 0)
  m:revolute2d { m.ground, hub }
  local rods, tips = hang(m, hub, 0, 0, N, 1)
  for i, tip in ipairs(tips) do
    local x, y = 3 * tip[1], 3 * tip[2] - 1
    m:distance { m.ground:at { x, y }, rods[i]:at { 0.5, 0 }, distance = math.sqrt((x - tip[1]) ^ 2 + (y - tip[2]) ^ 2) }
    if i <= (springs or 0) then m:torsional_spring_damper2d { hub, rods[i], stiffness = 20 } end
  end
  return m, hub
end

-- Rods on a hub, each turned back by a force of the script; marker 0 of it on the hub or on the rod.
local function driven(on_hub)
  local m = plane()
  local hub = hub_at(m, 0, 0)
  m:revolute2d { m.ground:at { 0, 0.3 }, hub:at { 0, 0.3 } }
  local rods = hang(m, hub, 0, 0, 9, 1)
  for i, b in ipairs(rods) do
    local at, way = 1.3 * 2 * math.pi * i / 9, on_hub and 1 or -1
    m:torsional_spring_damper2d { on_hub and hub or b, on_hub and b or hub,
      torque = function(_, u) local e = math.sin(way * u - at + 0.3); return way * (100 * e + 1000 * e ^ 3) end }
  end
  return m, rods[4]
end

-- ---- the same motion ----

local function solved(build, path, options)
  local m, body = build()
  local o = { linear = path }
  for k, v in pairs(options) do o[k] = v end
  local _, r = case.heard(o.t_end and m.solve_dynamic or m.solve_static, m, o)
  local out = body:output "position"
  for _, x in ipairs(body:output "velocity") do out[#out + 1] = x end
  return out, r.summary
end

local function same(name, build, options, which)
  local first = solved(build, which[1], options)
  for k = 2, #which do
    local other, summary = solved(build, which[k], options)
    tap.near_list(other, first, 1e-9, ("%s: %s as %s"):format(name, which[k], which[1]))
    tap.ok(summary.linear:find(which[k], 1, true) == 1, name .. " was solved by " .. which[k], { "got", summary.linear })
  end
end

local run = { t_end = 0.1, step = 1e-3, spectral_radius = 0.8 }
same("star", function() return star(12) end, run, paths)
same("tree", function() return tree(31) end, run, paths)
same("loop", loop, run, paths)
same("springs", springs, run, paths)
same("space", space, run, paths)
same("switched", switched, run, paths)
same("redundant", redundant, run, paths)
local keeps = { hubs = hubs, laden = laden, ["hub in space"] = space_hub(true), ["hub of changing mass"] = space_hub(false),
  ["let go"] = let_go, ["hinged twice"] = hinged_twice }
for name, build in pairs(keeps) do
  same(name, build, run, paths)
  local _, summary = solved(build, "blocks", run)
  local kept = name == "hubs" and "3 bodies kept" or "1 body kept"
  tap.ok(summary.linear:find(kept, 1, true), name .. ": what is kept", { "got", summary.linear })
end
for _, on_hub in ipairs { true, false } do -- the force of a law as its deformation has it goes to both of its bodies
  local function build() return driven(on_hub) end
  local options = { t_end = 0.2, step = 1e-2 }
  local _, dense = solved(build, "dense", options)
  local _, blocks = solved(build, "blocks", options)
  tap.ok(blocks.newton_iterations < 1.1 * dense.newton_iterations, "laws on a kept body: as many corrections as on another path",
    { "got", blocks.newton_iterations }, { "other path", dense.newton_iterations })
end
for _, method in ipairs { "trapezoidal", "dopri5" } do
  for _, name in ipairs { "hubs", "laden", "hub in space" } do
    same(method .. ", " .. name, keeps[name], { t_end = 0.05, step = 1e-3, method = method }, paths)
  end
end
for _, method in ipairs { "trapezoidal", "dopri5", "radau5", "rk4", "velocity_verlet" } do
  same(method .. ", loop", loop, { t_end = 0.1, step = 1e-3, method = method }, paths)
  same(method .. ", springs", springs, { t_end = 0.1, step = 1e-3, method = method }, paths)
end
local whole = { "dense", "band", case.sparse and "klu" or nil }
same("massless body", massless, run, whole)
same("a row felt above", felt_above, run, whole)
same("equilibrium of springs", springs, {}, whole)

-- the bench models
local function law(_, u, v) return 200 * u + 0.5 * v end
for _, which in ipairs { { "A", 1, 0.4 }, { "B", 10, 0.2 }, { "C", 10, 0.2 }, { "D", 10, 0.1 }, { "E", 1, 0.2 }, { "E", 1, 0.2, law } } do
  local first
  for _, path in ipairs(paths) do
    local g, o = models[which[1]](which[2], which[4])
    g.model:solve_dynamic { t_end = which[3], step = o.h, spectral_radius = o.rho, linear = path }
    first = first or g.place()
    tap.near_list(g.place(), first, 1e-9, ("bench model %s, N = %d%s: %s"):format(which[1], which[2], which[4] and ", law in Lua" or "", path))
  end
end

-- ---- which one is chosen ----

local function chosen(build, options)
  local _, summary = solved(build, nil, options or { t_end = 2e-3, step = 1e-3 })
  return summary
end

tap.ok(chosen(function() return chain(3) end).linear:find "^blocks", "a chain goes by blocks")
tap.ok(chosen(function() return tree(255) end).linear:find "^blocks", "a tree goes by blocks")
tap.ok(chosen(function() return star(60) end).linear:find "^blocks of 122 rows, 123 blocks, 1 body kept", "a star goes by blocks")
tap.ok(not chosen(felt_above).linear:find "^blocks", "a hub that cannot be held fixed goes another way")
tap.ok(chosen(massless).linear:find "^dense", "a small model with a body without mass is solved dense")
tap.ok(chosen(function() return chain(100) end, {}).linear:find("^band"), "an equilibrium of many bodies goes by a band")
local m = chain(3)
local r = m:solve_dynamic { t_end = 1e-3 }
case.says(tostring(r), "blocks of 6 rows, 5 blocks", "the summary says it")

-- growth, by the work that is counted
local function grows(name, build, small, large, exponent)
  local a, b = chosen(function() return build(small) end), chosen(function() return build(large) end)
  local e = math.log(b.linear_work / a.linear_work) / math.log(large / small)
  tap.ok(e < exponent, ("%s of %d: work as N^%.2f, %s"):format(name, large, e, b.linear))
end

grows("chain", chain, 160, 2560, 1.02)
grows("tree", tree, 255, 1023, 1.05)
grows("star", star, 160, 2560, 1.02)

local large = chosen(function()
  local m, last = chain(20000)
  for i = 1, 20000 do m:sensor { last:at { i / 20000, 0 }, "position" } end
  return m, last
end)
tap.is(large.steps, 2, "a chain of 20000 bodies runs, with as many sensors")
tap.ok(large.linear_work < 30 * 40000, "with little work for each row", { "work", large.linear_work })

-- Forces fade along a chain that starts to fall, below 2.2e-308, where arithmetic is slow: such numbers are zero in a solve.
if io.popen "uname -m":read "l" == "x86_64" then
  local chained, joints, point, least = plane(), {}, nil, math.huge
  point = chained.ground
  for i = 1, 800 do
    local b = rod(chained, i - 1, 0, 0)
    joints[i], point = chained:revolute2d { point, b:at { -0.5, 0 } }, b:at { 0.5, 0 }
  end
  chained:solve_dynamic { t_end = 0.02, step = 1e-3, linear = "blocks" }
  for _, j in ipairs(joints) do
    for _, f in ipairs(j:output "lambda") do
      if f ~= 0 then least = math.min(least, math.abs(f)) end
    end
  end
  tap.ok(least >= 2.2e-308 and least < 1e-200, "forces below 2.2e-308 are zero", { "least", least })
  tap.ok(tonumber "1e-310" * 0.5 > 0, "the script has its numbers back")
end

-- ---- a light body between heavy ones ----

-- A rod without much mass and a bob at its end: S would hold the bob's inverse mass beside the rod's.
local function light(mass)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local a = m:rigid2d { "a", mass = mass, inertia = mass / 12, position = { 0.5, 0 } }
  local b = m:rigid2d { "b", mass = 10, inertia = 1e-3, position = { 1, 0 } }
  m:revolute2d { m.ground, a:at { -0.5, 0 } }
  m:revolute2d { "elbow", a:at { 0.5, 0 }, b }
  return m, a
end
for _, method in ipairs { "rk44", "dopri5", "generalized_alpha" } do
  local function angle(mass, path)
    local m, a = light(mass)
    local r = m:solve_dynamic { t_end = 2, method = method, rtol = method == "dopri5" and 1e-10 or nil, linear = path }
    return a:output "angle", r.summary.linear
  end
  tap.near(angle(8e-3, "blocks"), angle(8e-3, "dense"), 1e-12, method .. ": 1250 times lighter, blocks as dense")
  tap.ok(select(2, angle(1e-6, "auto")):find "^dense", method .. ": ten million times lighter goes by the whole matrix")
end
do -- bars with next to no inertia about their ends
  local m, last = yoke.model { gravity = { 0, -9.81, 0 } }, nil
  for i = 1, 6 do
    local b = m:rigid2d { mass = 1, inertia = 1e-8, position = { i, 0 } }
    m:revolute2d { last or m.ground, b:at { -1, 0 } }
    last = b
  end
  local r = m:solve_dynamic { t_end = 1, method = "dopri5", rtol = 1e-9 }
  tap.ok(r.summary.steps < 300 and not r.summary.linear:find "blocks", "bars with next to no inertia go by another path too", { "steps", r.summary.steps },
    { "path", r.summary.linear })
end
tap.raises(function() light(1e-6):solve_dynamic { t_end = 1, linear = "blocks" } end,
  { 'linear = "blocks"', "joint 'elbow' (revolute2d)", "it feels masses of 2.5e-07 to 10 kg" }, "and blocks say so")

-- ---- what cannot be had ----

if case.sparse then
  tap.ok(chosen(function() return spokes(60) end).linear:find "^klu", "a body with many joints in loops goes by KLU")
else
  case.refuses(function() chain(1):solve_dynamic { t_end = 1, linear = "klu" } end,
    { 'solve_dynamic: linear = "klu": this yoke was built without KLU; install libsuitesparse-dev and build it again' }, "KLU that is not there")
end
case.refuses(function() massless():solve_dynamic { t_end = 1, linear = "blocks" } end,
  { 'solve_dynamic: linear = "blocks": body ',
    "(rigid2d): there is no mass or inertia in one of its directions, and blocks eliminate every body first" },
  "blocks with a body without mass")
case.refuses(function()
    local m = yoke.model {}
    m:rigid { "top", mass = 1, inertia = { 1, 1, 1 }, parametrization = "euler" }
    m:solve_dynamic { t_end = 1, linear = "blocks" }
  end, { "body 'top' (rigid): four Euler parameters for three rotations have a singular mass matrix" }, "blocks with Euler parameters")
local _, why = pcall(function() felt_above():solve_dynamic { t_end = 1, linear = "blocks" } end)
case.says(tostring(why), "(coordinate): the equations are singular at its row coordinate while bodies with many joints are held fixed, "
  .. 'as blocks do; linear = "auto" takes another path', "blocks with a hub that cannot be held fixed")
case.refuses(function() spokes(500):solve_dynamic { t_end = 1, linear = "blocks" } end,
  { 'solve_dynamic: linear = "blocks": too many joints are on one body, or in too many loops' }, "blocks with a body of 500 joints in loops")
case.refuses(function() spokes(500, 6):solve_dynamic { t_end = 1, linear = "blocks" } end,
  { 'solve_dynamic: linear = "blocks": too many joints are on one body, or in too many loops' }, "the same where springs keep it")
case.refuses(function() chain(5000):solve_dynamic { t_end = 1, linear = "dense" } end,
  { 'solve_dynamic: linear = "dense": the matrix of 25000 unknowns takes 5 GB' }, "a dense matrix that is too large")
case.refuses(function() star(6000):solve_dynamic { t_end = 1, linear = "band" } end,
  { 'solve_dynamic: linear = "band": a band of ', " with 30005 unknowns takes " }, "a band that is too wide")
case.refuses(function() chain(1):solve_static { linear = "blocks" } end, { "linear", "blocks" }, "blocks in statics")

tap.done()
