-- exact.lua - a model against its exact solution: runs with halved steps, extrapolated to the limit of short ones.

local tap = require "yoke.tap"
local case = require "lib.case"

local exact = {}

-- Newton converged as far as it goes.
exact.converged = { relative_tolerance = 1e-13, absolute_tolerance = 1e-13 }

-- Of steps h, h/2, h/4; the errors of the trapezoidal rule have even powers of h, those of generalized_alpha all from the second on.
local weights = { trapezoidal = { 1 / 45, -20 / 45, 64 / 45 }, generalized_alpha = { 1 / 21, -12 / 21, 32 / 21 } }

-- build(): a model and an item.  Outputs of the item at the rows of a run, { [output] = columns }, and the times.
-- o: t_end, step, period (a multiple of the step: nothing is interpolated), method, newton, start
function exact.limit(build, outputs, o)
  local columns, times = {}, nil
  for k, weight in ipairs(weights[o.method]) do
    local m, item = build()
    local sensors = {}
    for i, name in ipairs(outputs) do sensors[i] = m:sensor { item, name } end
    local _, r = case.heard(m.solve_dynamic, m, { t_end = o.t_end, step = o.step / 2 ^ (k - 1), method = o.method, newton = o.newton,
      start = o.start, output = { period = o.period } })
    times = r.time
    for i, name in ipairs(outputs) do
      columns[name] = columns[name] or {}
      for c = 1, #r[sensors[i]] do
        local sum = columns[name][c] or {}
        for j = 1, #times do sum[j] = (sum[j] or 0) + weight * r[sensors[i]][c][j] end
        columns[name][c] = sum
      end
    end
  end
  return columns, times
end

-- want(t): { [output] = numbers }, or nil where nothing is known.  Tests that each column is off by less than o.tolerance times its
-- largest value; a column of zeros, times the largest value of its vector, or as it is if that is zero too.
function exact.agrees(build, want, o, what)
  local outputs = {}
  for name in pairs(want(0)) do outputs[#outputs + 1] = name end
  table.sort(outputs)
  local columns, times = exact.limit(build, outputs, o)
  for _, name in ipairs(outputs) do
    local errors, largest, vector, rows = {}, {}, 0, 0
    for j, t in ipairs(times) do
      local numbers = want(t)
      rows = rows + (numbers and 1 or 0)
      for c, x in ipairs(numbers and numbers[name] or {}) do
        errors[c] = case.worse(errors[c] or 0, columns[name][c][j] - x)
        largest[c] = math.max(largest[c] or 0, math.abs(x))
        vector = math.max(vector, math.abs(x))
      end
    end
    local worst = #errors == #columns[name] and rows > 1 and 0 or math.huge
    for c, e in ipairs(errors) do
      worst = math.max(worst, e / (largest[c] > 1e-9 * vector and largest[c] or vector > 0 and vector or 1))
    end
    tap.ok(worst <= o.tolerance, ("%s: %s (%.1e)"):format(what, name, worst), { "error", worst }, { "tolerance", o.tolerance })
  end
end

return exact
