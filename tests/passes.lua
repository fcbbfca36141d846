-- passes.lua - bench model C, N four-bars in a row, through its singular poses: every half turn all rods lie on one line, where the
-- rows lose rank and other motions branch off.  Tip of crank 0 after 10 s, with what steps, damping and tolerances users have.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local models = require "lib.models"

-- All of them, and more four-bars below, with YOKE_TEST_LONG=1: seconds, and minutes in a build with sanitizers.
local long = os.getenv "YOKE_TEST_LONG"
for _, N in ipairs { 1, 10, 40 } do
  for _, h in ipairs { 1e-2, 1e-3, 1e-4 } do
    for _, rho in ipairs { 0.8, 0.95 } do
      if long or N * 1e-3 / h <= 10 then
        local g = models.C(N)
        local said = case.heard(g.model.solve_dynamic, g.model, { t_end = 10, step = h, spectral_radius = rho, output = { period = 10 } })
        local e = models.distance(g.place(), models.reference.C[N])
        tap.ok(e <= 100 * h ^ 2, ("C, N = %d, h = %g, spectral_radius %g: %.1f h^2 off"):format(N, h, rho, e / h ^ 2))
        tap.is(said, "", "nothing is said")
      end
    end
  end
end

-- A step may end where the rows have lost their rank to the last digits (here at t = 6.6184 s): it is done again with rows that give a
-- little, and ends where it should, by each way of solving.
for _, linear in ipairs { "blocks", long and "band" or nil, long and case.sparse and "klu" or nil } do
  for _, rho in ipairs { 0.8, long and 0.95 or nil } do
    local g, h = models.C(40), 8e-4
    local r = g.model:solve_dynamic { t_end = 10, step = h, spectral_radius = rho, linear = linear, output = { period = 10 } }
    local e = models.distance(g.place(), models.reference.C[40])
    tap.ok(e <= 100 * h ^ 2 and r.summary.halvings == 0, ("%s through the pose itself, spectral_radius %g: %.1f h^2 off"):format(linear, rho, e / h ^ 2))
  end
end

-- Other methods may leave a singular pose on another branch.  None does so silently: the motion goes on as it should, or it is said
-- that the rows nearly lost rank, or the run stops.
local function exact(N) -- theta'' = -W/I cos(theta)
  local W, I = 9.81 * ((N + 1) / 2 + N), (N + 1) / 3 + N
  local y = case.runge_kutta(function(_, y) return { y[2], -W / I * math.cos(y[1]) } end, { math.pi / 2, -1 }, 10, 10000)
  return { math.cos(y[1]), math.sin(y[1]) }
end

local wrong = 0
for _, N in ipairs(long and { 1, 2, 3 } or { 1, 2 }) do
  local tip = exact(N)
  for _, o in ipairs {
    { method = "trapezoidal", step = (long or N == 1) and 1e-3 or 1e-2 }, { method = "dopri5" },
    { method = "dopri5", rtol = 1e-9, atol = 1e-9 }, { method = "radau5" }, { method = "dop853" }, { method = "ode23" }, { method = "rk4", step = 1e-3 },
    { method = "rk4", step = 7.3e-4 }, { method = "rk67", step = 1e-3 }, { method = "rk33", step = 1e-3 }, { method = "midpoint", step = 1e-3 },
    { method = "velocity_verlet", step = 1e-3 }, { method = "generalized_alpha", spectral_radius = 1, step = 1e-3 },
  } do
    local name = ("C, N = %d, %s, %s %g"):format(N, o.method, o.step and "h =" or "rtol =", o.step or o.rtol or 1e-6)
    local g = models.C(N)
    o.t_end, o.output = 10, { period = 10 }
    local done, said = pcall(case.heard, g.model.solve_dynamic, g.model, o)
    local e = done and models.distance(g.place(), tip) or math.huge
    local alarm = done and said:find "nearly lost rank" or not done and (said:find "did not converge" or said:find "leads nowhere" or said:find "stays there"
      or said:find "a singular pose")
    wrong = wrong + (e > 1e-3 and 1 or 0)
    tap.ok(e < 1e-3 or alarm, ("%s: %.1e m off%s"):format(name, e, alarm and ", and it is said" or ""), { "said", said })
  end
end
tap.ok(wrong > 5, wrong .. " of these leave the branch or stop")

do -- a force so rough that a step stays ten thousand times shorter than it was asked for: the run ends
  local m = yoke.model {}
  local p = m:mass1d { mass = 1, velocity = 1 }
  m:coordinate_spring_damper { m.ground:coordinate(1), p:coordinate(1), force = function(_, u) return 1e7 * math.sin(1e7 * u) end }
  tap.raises(function() m:solve_dynamic { t_end = 1, step = 1e-3 } end, { "t = ", "the step of 0.001 s fell to", "and stays there", "too stiff or too rough" },
    "a step that stays short ends the run")
end

do -- steps that shrink towards a singular pose: the run ends, and the pose is named
  local g = models.C(10)
  tap.raises(function() g.model:solve_dynamic { t_end = 10, method = "dopri5", rtol = 1e-10, atol = 1e-10 } end,
    { "t_end = 10 s is out of reach", "the rows nearly lost rank at t = 0.7", "spectral_radius <= 0.95 passes such poses" }, "steps that shrink towards a singular pose")
  local m = yoke.model { gravity = { 0, -9.81, 0 } } -- parallel cranks that fall into line
  local function bar(x0, y0, x1, y1)
    local l = math.sqrt((x1 - x0) ^ 2 + (y1 - y0) ^ 2)
    local b = m:rigid2d { mass = l, inertia = l ^ 3 / 12, position = { (x0 + x1) / 2, (y0 + y1) / 2 }, angle = math.atan(y1 - y0, x1 - x0) }
    return b:at { -l / 2, 0 }, b:at { l / 2, 0 }
  end
  local c, s = 0.5 * math.cos(1), 0.5 * math.sin(1)
  local a0, a1 = bar(0, 0, c, s)
  local b0, b1 = bar(1, 0, 1 + c, s)
  local k0, k1 = bar(c, s, 1 + c, s)
  m:revolute2d { m.ground, a0 } m:revolute2d { m.ground:at { 1, 0 }, b0 } m:revolute2d { a1, k0 } m:revolute2d { b1, k1 }
  tap.raises(function() m:solve_dynamic { t_end = 2, rtol = 1e-8 } end, { "the step fell to", "the rows nearly lost rank at t = 0.37" },
    "the same by implicit steps")
end

do -- a body held by nothing, in Euler parameters: e . e = 1 is no row that could be lost
  local m = yoke.model {}
  m:rigid { mass = 2, inertia = { 1, 2, 2.5 }, angular_velocity = { 1, 1, 1 }, parametrization = "euler" }
  for _, method in ipairs { "dopri5", "trapezoidal", "rk4" } do
    tap.is(case.heard(m.solve_dynamic, m, { t_end = 1, method = method }), "", "no alarm of a free body, " .. method)
  end
end

do -- no alarm where nothing is singular: a four-bar that turns, and comes no nearer to a line than its lengths let it
  for _, o in ipairs { { method = "trapezoidal", step = 1e-3 }, { method = "dopri5" }, { method = "dop853" }, { method = "radau5" },
    { method = "rk4", step = 1e-2 } } do
    local m = models.turning({ 0, 0 }, 1, -5).model
    o.t_end, o.start = 10, "assemble"
    local said, r = case.heard(m.solve_dynamic, m, o)
    tap.ok(not said:find "warning", "no alarm where nothing is singular, " .. o.method, { "said", said }, { "energy", r.summary.energy_error })
  end
end

tap.done()
