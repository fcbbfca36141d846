-- precision.lua - model G: CPU time of a whole solve against the error of the tip, method by method.
--
-- Times are those of a processor that is warm: many solves in one process, and of the bare program, which solves once, the time per
-- step of a run over many times the time.

local models = require "lib.models"

local precision = {}

-- steps (of methods with fixed ones) or tolerances
local series = {
  { name = "dopri5", tolerances = { 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12 } },
  { name = "dop853", tolerances = { 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12 } },
  { name = "radau5", tolerances = { 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11 } },
  { name = "rk4", steps = { 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800 } },
  { name = "generalized_alpha", steps = { 1000, 4000, 16000, 64000 } },
  { name = "bare recursive RK4", steps = { 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800 }, bare = true },
}

-- run(words) returns the numbers of a program's line.  yoke: words that run model.lua; bare: the program, or nil.
-- Returns { { name =, points = { {error (m), CPU time with start (s), without} ... } }, ... }, each the least of the rounds.
function precision.measure(run, yoke, bare, rounds)
  local list, tip = {}, models.reference.G[2]
  for _, s in ipairs(series) do
    if not s.bare or bare then list[#list + 1] = { name = s.name, points = {}, of = s } end
  end
  for _ = 1, rounds do
    for _, curve in ipairs(list) do
      local s = curve.of
      for i, x in ipairs(s.steps or s.tolerances) do
        local key = ("%s=%.17g"):format(s.steps and "h" or "rtol", s.steps and 2 / x or x)
        local long = math.max(1, 32000 // (s.steps and x or 1000)) -- times as many steps
        local words, v = { table.unpack(yoke) }, nil
        if s.bare then
          v = run { bare, "mode=rk4", "model=B", "G=1", "N=2", "T=2", key }
          local more = run { bare, "mode=rk4", "model=B", "G=1", "N=2", ("T=%d"):format(2 * long), key }
          if v and more then v.cpu = more.cpu / long end
        else
          table.move({ "model=G", "N=2", "method=" .. s.name, ("reps=%d"):format(long * 4), key }, 1, 5, #words + 1, words)
          v = run(words)
        end
        if v then
          local p = curve.points[i] or { models.distance({ v.r0, v.r1 }, tip), math.huge, math.huge }
          p[2], p[3] = math.min(p[2], v.cpu + (v.start or 0)), math.min(p[3], v.cpu)
          curve.points[i] = p
        end
      end
    end
  end
  return list
end

-- CPU time number k of a point at an error, by a straight line between the logarithms; nil where the curve does not go.
function precision.at(points, error, k)
  for i = 2, #points do
    local a, b = points[i - 1], points[i]
    if a[1] >= error and b[1] <= error then
      local s = math.log(error / a[1]) / math.log(b[1] / a[1])
      return a[k] ^ (1 - s) * b[k] ^ s
    end
  end
end

return precision
