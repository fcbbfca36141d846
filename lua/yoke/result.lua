-- result.lua - what a solve returns: columns, summary, files, pictures.
--
--   r[sensor][component][row]   numbers as stored, in the unit of the output; r.time (s); the first row is the start
--   r.summary                   what tostring(r) says, as numbers

local core = require "yoke.core"
local word = require "yoke.words".word
local result = {}
local methods = {}

-- The numbers of one column, made a list when first asked for.
local function column(self, i)
  local list = self.lists[i]
  if not list then
    list = self.run:column(i)
    self.lists[i] = list
  end
  return list
end

local class = {}

function class.__index(self, key)
  if key == "time" or key == "swept" then return column(self, 1) end
  if methods[key] then return methods[key] end
  if core.kind(key) == "sensor" then
    local first, n = self.run:sensor(key)
    if not first then core.fault(("the sensor '%s' was not there when this result was made"):format(key.name)) end
    local components = setmetatable({}, { __index = function(t, c)
      if math.type(c) ~= "integer" or c < 1 or c > n then return nil end
      t[c] = column(self, first + c - 1)
      return t[c]
    end, __len = function() return n end })
    rawset(self, key, components)
    return components
  end
  if key == "summary" then
    local s = self.run:summary()
    rawset(self, key, s)
    return s
  end
end

-- r:final(sensor): the last value, a number or a list
function methods:final(sensor)
  local c = self[sensor]
  if not c then core.fault(("final: its argument is %s, it must be a sensor of the model"):format(word(sensor))) end
  local out, last = {}, #self.time
  for k = 1, #c do out[k] = c[k][last] end
  return #out == 1 and out[1] or out
end

-- r:save "x.csv": all rows, "time [s],bob.position.x [m],...", %.17g; returns r
function methods:save(path)
  if type(path) ~= "string" then core.fault(("save: its argument is %s, it must be a file name"):format(word(path))) end
  self.run:save(path)
  return self
end

-- r:plot{ sensor, {sensor, component}, ... } over time, or r:plot{ x = , y = }; file =, title = : plot.lua
function methods:plot(given) return require "yoke.plot".result(self, given) end
-- r:animate{ file = "x.gif", speed =, fps =, from =, to =, trail =, ... }: draw.lua
function methods:animate(given) return require "yoke.draw".result(self, given) end

-- The largest drift of each joint in its unit, largest first: "rod 2.2e-16 m, rail 1e-13 m, 3e-15 rad, ...".
local function drifts(rows)
  local joints, names = {}, {}
  for _, row in ipairs(rows) do
    local d = joints[row.joint]
    if not d then
      d = { name = row.joint, most = 0 }
      joints[row.joint] = d
      names[#names + 1] = d
    end
    d[row.unit] = math.max(d[row.unit] or 0, row.drift)
    d.most = math.max(d.most, row.drift)
  end
  table.sort(names, function(a, b) return a.most > b.most end)
  local words = {}
  for i = 1, math.min(#names, 8) do
    local d, parts = names[i], {}
    for _, unit in ipairs { "m", "rad", "1", "m/s", "rad/s", "1/s" } do
      if d[unit] then parts[#parts + 1] = ("%.2g %s"):format(d[unit], unit) end
    end
    words[i] = d.name .. " " .. table.concat(parts, ", ")
  end
  if #names > 8 then words[9] = ("and %d more"):format(#names - 8) end
  return table.concat(words, "; ")
end

-- Joints whose reactions are not determined, because of redundant rows.
local function undetermined(rows)
  local names, known = {}, {}
  for _, row in ipairs(rows) do
    if row.not_unique and not known[row.joint] then
      names[#names + 1] = row.joint
      known[row.joint] = true
    end
  end
  if #names > 8 then names = { table.concat(names, ", ", 1, 8), ("and %d more"):format(#names - 8) } end
  return #names > 0 and "reactions that are not unique: " .. table.concat(names, ", ")
end

-- A line with energies; `what` has a place for each.
local function energies(what, ...)
  for i = 1, select("#", ...) do
    if select(i, ...) == nil then return "energy too large for numbers" end
  end
  return what:format(...)
end

-- The sum of energies, or nil if one is too large for a number.
local function total(kinetic, potential, stored) return kinetic and potential and stored and kinetic + potential + stored end

-- A short account of the run.
function class.__tostring(self)
  local s = self.summary
  local before, now = total(s.kinetic_start, s.potential_start, s.stored_start), total(s.kinetic, s.potential, s.stored)
  local change = before and now and now - before
  local halved = s.halvings > 0 and (" (%d times halved)"):format(s.halvings) or s.rejected and s.rejected > 0 and (" (%d rejected)"):format(s.rejected) or ""
  if s.swept then
    local lines = { ("%d poses from %s = %.6g %s to %.6g %s%s, %d steps%s, %.3g s wall time"):format(#self.time, s.swept, self.time[1], s.unit,
      s.reached, s.unit, s.limit and " (a limit)" or "", s.steps, halved, s.wall) }
    if #s.drift > 0 then lines[2] = "largest drift: " .. drifts(s.drift) end
    return table.concat(lines, "\n")
  end
  local effort = ("%d %s, %.3g s wall time, %s"):format(s.evaluations or s.newton_iterations, s.evaluations and "evaluations" or "Newton iterations",
    s.wall, s.linear)
  local lines = {}
  if s.static then
    lines[1] = ("equilibrium in %d load step%s%s, %s"):format(s.steps, s.steps == 1 and "" or "s", halved, effort)
    lines[2] = energies("potential and stored energy %.9g J, change %+.3g J", now, change)
  else
    lines[1] = ("t = %.9g s in %d steps%s, %s"):format(s.t, s.steps, halved, effort)
    lines[2] = energies("energy %.9g J, change %+.3g J, unaccounted for %+.3g J", now, change, s.energy_error)
  end
  if #s.drift > 0 then lines[#lines + 1] = "largest drift: " .. drifts(s.drift) end
  lines[#lines + 1] = undetermined(s.drift) or nil
  return table.concat(lines, "\n")
end

function result.new(model, run)
  return setmetatable({ model = model, run = run, lists = {} }, class)
end

return result
