-- result.lua - what a solve returns: columns, summary, files, pictures.

local core = require "yoke.core"
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
  if key == "time" then return column(self, 1) end
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

-- The last value of a sensor: a number, or a list.
function methods:final(sensor)
  local c = self[sensor]
  if not c then core.fault "final: its argument must be a sensor of the model" end
  local out, last = {}, #self.time
  for k = 1, #c do out[k] = c[k][last] end
  return #out == 1 and out[1] or out
end

-- Writes all rows as CSV.
function methods:save(path)
  if type(path) ~= "string" then core.fault "save: its argument must be a file name" end
  self.run:save(path)
  return self
end

local function largest(drift, unit)
  local most = 0
  for _, row in ipairs(drift) do
    if row.unit == unit and row.drift > most then most = row.drift end
  end
  return most
end

-- A short account of the run.
function class.__tostring(self)
  local s = self.summary
  local before = s.kinetic_start + s.potential_start + s.stored_start
  local now = s.kinetic + s.potential + s.stored
  local lines = {
    ("t = %.9g s in %d steps%s, %d Newton iterations (%.2f per step), %.3g s wall time"):format(s.t, s.steps,
      s.halvings > 0 and (" (%d halved)"):format(s.halvings) or "", s.newton_iterations, s.newton_iterations / math.max(s.steps, 1), s.wall),
    ("energy %.9g J, change %+.3g J, unaccounted for %+.3g J"):format(now, now - before, s.energy_error),
  }
  local m, rad = largest(s.drift, "m"), largest(s.drift, "rad")
  if s.rows > 0 then
    lines[#lines + 1] = ("joint drift at most %.3g m%s"):format(m, rad > 0 and (", %.3g rad"):format(rad) or "")
  end
  return table.concat(lines, "\n")
end

function result.new(model, run)
  return setmetatable({ model = model, run = run, lists = {} }, class)
end

return result
