-- model.lua - one bench model in a process of its own, solved and timed; prints a line of key=value.
--
-- yoke model.lua model=A [N=] [h=] [T=] [rho=] [law=script] [reps=]    cpu= seconds of all steps, without what a solve does before the
--                                                                      first one; that is start=
--                ... check=1       edrift= largest change of kinetic, potential and stored energy (J), cpos= largest gap of a joint (m)
--                ... steady=64     cpu= seconds of so many steps, the least of all runs of them in all solves; of each solve without the
--                                  first such run, which holds the start and what is learned from the first steps
--                ... method= [rtol=]    another method; with rtol, also its atol

package.path = arg[0]:match "^(.*)/" .. "/../?.lua;" .. package.path
local models = require "lib.models"

local o = { model = "A", N = "1", reps = "1" }
for _, text in ipairs(arg) do
  local key, value = text:match "^(%w+)=(.+)$"
  if key then o[key] = value end
end
local N, reps, check = tonumber(o.N), tonumber(o.reps), o.check == "1"

local calls = 0
local law = o.law == "script" and function(_, u, v)
  calls = calls + 1
  return 200 * u + 0.5 * v
end or nil
local g, d = models[o.model](N, law)
local m, h, T = g.model, tonumber(o.h or d.h), tonumber(o.T or d.T)
local rho = tonumber(o.rho or d.rho)

-- period: of the rows that are recorded; nil: each step
local function solve(t_end, period)
  local options = { t_end = t_end, method = o.method, rtol = tonumber(o.rtol), atol = tonumber(o.rtol), output = { period = period } }
  if not o.rtol then options.steps = math.floor(t_end / h + 0.5) end
  if not o.method then
    options.spectral_radius = rho
    options.newton = { relative_tolerance = 1e-8, absolute_tolerance = 1e-9 } -- those of the hand-written programs
  end
  return m:solve_dynamic(options)
end

-- CPU time of one solve (s)
local function cpu_of(t_end)
  local before, r = os.clock(), nil
  for _ = 1, reps do r = solve(t_end, t_end) end
  return (os.clock() - before) / reps, r
end

-- Least CPU time of some steps (s): a sensor looks at the clock.
local function cpu_of_steps(steps)
  local clock, least, r = m:sensor { "clock", function() return os.clock() end }, math.huge, nil
  for _ = 1, reps do
    r = solve(T, steps * h)
    local at = r[clock][1]
    for k = 3, #at do least = math.min(least, at[k] - at[k - 1]) end
  end
  return least, r
end

local function sensors_of_energy()
  local list = {}
  for i, b in ipairs(g.bodies) do list[i] = { m:sensor { b[1], "kinetic_energy" }, m:sensor { b[1], "position" }, b[2] } end
  return list
end

-- Largest change of the energy over all rows, largest gap of a joint.
local function checked(r, list)
  local most, first, axis, weight = 0, nil, o.model == "D" and 3 or 2, o.model == "D" and -9.81 or 9.81
  for k = 1, #r.time do
    local sum = 0
    for _, s in ipairs(list) do sum = sum + r[s[1]][1][k] + weight * s[3] * r[s[2]][axis][k] end
    if g.spring then -- it is on the last body
      local _, stiffness, x0 = table.unpack(g.spring)
      sum = sum + 0.5 * stiffness * (r[list[#list][2]][1][k] - x0) ^ 2
    end
    first = first or sum
    most = math.max(most, math.abs(sum - first))
  end
  local gaps, gap = {}, 0
  for _, row in ipairs(r.summary.drift) do
    if row.unit == "m" then
      gaps[row.joint] = (gaps[row.joint] or 0) + row.drift ^ 2
      gap = math.max(gap, math.sqrt(gaps[row.joint]))
    end
  end
  return most, gap
end

local line = ("model=%s engine=yoke N=%d h=%g T=%g"):format(o.model, N, h, T)
local r
if check then
  local list = sensors_of_energy()
  local before = os.clock()
  r = solve(T)
  line = ("CHECK %s cpu=%.6g edrift=%.3g cpos=%.3g"):format(line, os.clock() - before, checked(r, list))
elseif o.steady then
  local cpu
  cpu, r = cpu_of_steps(tonumber(o.steady))
  line = ("BENCH %s cpu=%.6g bodies=%d"):format(line, cpu, #g.bodies)
else
  cpu_of(h) -- caches
  local start, cpu = cpu_of(o.rtol and T * 1e-9 or h), nil
  calls = 0
  cpu, r = cpu_of(T)
  line = ("BENCH %s cpu=%.6g start=%.6g"):format(line, (cpu - start) * r.summary.steps / (r.summary.steps - 1), start)
end
local s = r.summary
line = ("%s steps=%d newton=%.4g jac=%.4g"):format(line, s.steps, s.newton_iterations / s.steps, s.factorisations / s.steps)
if law then line = ("%s calls=%.4g"):format(line, calls / reps / s.steps) end
for i, x in ipairs(g.place()) do line = ("%s r%d=%.15g"):format(line, i - 1, x) end
print(line)
