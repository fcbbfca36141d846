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
for _, method in ipairs { "trapezoidal", "dopri5", "rk4", "velocity_verlet" } do
  same(method .. ", loop", loop, { t_end = 0.1, step = 1e-3, method = method }, paths)
  same(method .. ", springs", springs, { t_end = 0.1, step = 1e-3, method = method }, paths)
end
local whole = { "dense", "band", case.sparse and "klu" or nil }
same("massless body", massless, run, whole)
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
if case.sparse then grows("star", star, 160, 2560, 1.1) end

local large = chosen(function()
  local m, last = chain(20000)
  for i = 1, 20000 do m:sensor { last:at { i / 20000, 0 }, "position" } end
  return m, last
end)
tap.is(large.steps, 2, "a chain of 20000 bodies runs, with as many sensors")
tap.ok(large.linear_work < 30 * 40000, "with little work for each row", { "work", large.linear_work })

-- ---- what cannot be had ----

if case.sparse then
  tap.ok(chosen(function() return star(60) end).linear:find "^klu", "a body with many joints goes by KLU")
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
case.refuses(function() star(500):solve_dynamic { t_end = 1, linear = "blocks" } end,
  { 'solve_dynamic: linear = "blocks": too many joints are on one body, or in too many loops' }, "blocks with a body of 500 joints")
case.refuses(function() chain(5000):solve_dynamic { t_end = 1, linear = "dense" } end,
  { 'solve_dynamic: linear = "dense": the matrix of 25000 unknowns takes 5 GB' }, "a dense matrix that is too large")
case.refuses(function() star(6000):solve_dynamic { t_end = 1, linear = "band" } end,
  { 'solve_dynamic: linear = "band": a band of ', " with 30005 unknowns takes " }, "a band that is too wide")
case.refuses(function() chain(1):solve_static { linear = "blocks" } end, { "linear", "blocks" }, "blocks in statics")

tap.done()
