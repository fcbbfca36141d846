-- model.lua - one bench model, solved once: prints a line of key=value (model=A variant= N= h= T= rho=).

local yoke = require "yoke"

local o = { model = "A", N = "1", rho = "0.8", variant = "none" }
for _, word in ipairs(arg) do
  local key, value = word:match "^(%w+)=(.*)$"
  if key then o[key] = value end
end
local N = tonumber(o.N)

local function rod(m, mass, length, x, y, angle, rest)
  rest = rest or {}
  rest.mass, rest.inertia = mass, rest.inertia or mass * length ^ 2 / 12
  rest.position, rest.angle = { x, y }, angle
  return m:rigid2d(rest)
end

local models = {}

-- one rigid pendulum
function models.A(m)
  local b = rod(m, 12, 1, 0.5, 0, 0, { inertia = 1, velocity = { 0, 1 }, angular_velocity = 2 })
  m:revolute2d { m.ground, b:at { -0.5, 0 } }
  return { b }, { h = 0.002, T = 200, rho = 0.7 }
end

-- a chain of N links
function models.B(m)
  local last, point = m.ground, m.ground
  for i = 0, N - 1 do
    last = rod(m, 1, 1, i + 0.5, 0, 0)
    m:revolute2d { point, last:at { -0.5, 0 } }
    point = last:at { 0.5, 0 }
  end
  return { point }, { h = 1e-3, T = 1, rho = 0.8 }
end

-- N four-bars in a row
function models.C(m)
  local top, crank0
  for i = 0, N do
    local crank = rod(m, 1, 1, i, 0.5, math.pi / 2, { velocity = { 0.5, 0 }, angular_velocity = -1 })
    m:revolute2d { m.ground:at { i, 0 }, crank:at { -0.5, 0 } }
    if top then m:revolute2d { top, crank:at { 0.5, 0 } } end
    if i < N then
      local coupler = rod(m, 1, 1, i + 0.5, 1, 0, { velocity = { 1, 0 } })
      m:revolute2d { crank:at { 0.5, 0 }, coupler:at { -0.5, 0 } }
      top = coupler:at { 0.5, 0 }
    end
    crank0 = crank0 or crank
  end
  return { crank0:at { 0.5, 0 } }, { h = 1e-3, T = 10, rho = 0.8 }
end

-- slider-crank with a spring on the slider: its law built in, or a function of the script
function models.E(m)
  local w, xs, k, c = 2 * math.pi, math.sqrt(0.75), 200, 0.5
  local crank = rod(m, 2, 0.5, 0, 0.25, math.pi / 2, { velocity = { -0.25 * w, 0 }, angular_velocity = w })
  local link = rod(m, 4, 1, xs / 2, 0.25, -math.asin(0.5), { velocity = { -0.5 * w, 0 } })
  local slider = rod(m, 1, 1, xs, 0, 0, { inertia = 1, velocity = { -0.5 * w, 0 } })
  m:revolute2d { m.ground, crank:at { -0.25, 0 } }
  m:revolute2d { crank:at { 0.25, 0 }, link:at { -0.5, 0 } }
  m:revolute2d { link:at { 0.5, 0 }, slider }
  m:coordinate { m.ground:coordinate(1), slider:coordinate(2) }
  m:coordinate { m.ground:coordinate(1), slider:coordinate(3) }
  local law = { m.ground:coordinate(1), slider:coordinate(1), stiffness = k, damping = c }
  if o.variant == "script" then law.force = function(t, u, v) return k * u + c * v end end
  m:coordinate_spring_damper(law)
  return { crank, slider }, { h = 1e-3, T = 10, rho = 0.8 }
end

-- a spatial chain of N bricks, each hinged about an axis that turns from brick to brick
function models.D(m)
  local function product(A, B)
    local C = { {}, {}, {} }
    for i = 1, 3 do
      for k = 1, 3 do C[i][k] = A[i][1] * B[1][k] + A[i][2] * B[2][k] + A[i][3] * B[3][k] end
    end
    return C
  end
  local a, b = 0.01 * math.pi, 0.02 * math.pi
  local twist = product({ { 1, 0, 0 }, { 0, math.cos(a), -math.sin(a) }, { 0, math.sin(a), math.cos(a) } },
    { { math.cos(b), -math.sin(b), 0 }, { math.sin(b), math.cos(b), 0 }, { 0, 0, 1 } })
  local A, tip = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 }
  local last, before = m.ground, nil
  for _ = 1, N do
    local centre = {}
    for k = 1, 3 do centre[k] = tip[k] + 0.2 * A[k][1] end
    local brick = m:rigid { mass = 4, inertia = { 4 / 12 * 0.02, 4 / 12 * 0.17, 4 / 12 * 0.17, 0, 0, 0 }, position = centre, rotation = A }
    m:revolute { before and before:frame { position = { 0.2, 0, 0 }, rotation = twist } or m.ground, brick:at { -0.2, 0, 0 } }
    for k = 1, 3 do tip[k] = tip[k] + 0.4 * A[k][1] end
    last, before, A = brick, brick, product(A, twist)
  end
  return { last }, { h = 1e-3, T = 1, rho = 0.8 }
end

local m = yoke.model { gravity = o.model == "D" and { 0, 0, 9.81 } or { 0, -9.81, 0 } }
local places, d = models[o.model](m)
local h, T, rho = tonumber(o.h or d.h), tonumber(o.T or d.T), tonumber(o.rho and o.rho ~= "" and o.rho or d.rho)
if o.model == "A" then rho = d.rho end

local before = os.clock()
local r = m:solve_dynamic { t_end = T, steps = math.floor(T / h + 0.5), spectral_radius = rho, output = { period = T } }
local cpu = os.clock() - before
local s = r.summary
local out
if o.model == "E" then
  out = { places[1]:output "angle", places[2]:output "position"[1] }
else
  out = places[1]:output "position"
end
print(("BENCH model=%s engine=yoke variant=ga%g-%s N=%d h=%g T=%g steps=%d cpu=%.6g newton=%.4g jac=%.4g r0=%.15g r1=%.15g"):format(
  o.model, rho, o.variant, N, h, T, s.steps, cpu, s.newton_iterations / s.steps, s.factorisations / s.steps, out[1], out[2]))
