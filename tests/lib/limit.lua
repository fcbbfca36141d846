-- limit.lua - one model in several rotation coordinates: other errors, one limit.

local tap = require "yoke.tap"
local case = require "lib.case"

-- f(parametrization, steps) converges with order 2, over steps, 2, 4 and 8 times as many, to one limit: that of the first
-- parametrization, or `limit`, to a tenth of what the extrapolation adds to the shortest steps.  Returns the limit.
return function(f, parametrizations, steps, name, limit)
  for _, p in ipairs(parametrizations) do
    local x, change = {}, {}
    for k = 1, 4 do
      x[k] = f(p, steps << k - 1)
      change[k - 1] = k > 1 and x[k] - x[k - 1] or nil
    end
    case.order(change, 2, 0.1, name .. ", " .. p)
    local last = change[3] / 3
    limit = limit or x[4] + last
    tap.near(x[4] + last, limit, 0.1 * math.abs(last), name .. ", limit, " .. p)
  end
  return limit
end
