-- analysis.lua - what m:dof{}, m:linearize{} and m:modes{} return, and how it prints.

local core = require "yoke.core"
local speech = require "yoke.words"

local analysis = {}

local function plural(n, word) return ("%d %s%s"):format(n, word, n == 1 and "" or "s") end

-- At most `most` of a list of words.
local function listed(list, most)
  local shown = table.concat(list, ", ", 1, math.min(#list, most))
  return #list > most and ("%s and %d more"):format(shown, #list - most) or shown
end

-- The largest parts of a motion: "crank.angle 1, rod.angle -0.4".
local function motion_words(x, names, most, other)
  local parts = {}
  for i, name in ipairs(names) do
    local size = math.sqrt(x[name] ^ 2 + (other and other[name] ^ 2 or 0))
    if size > 1e-6 then parts[#parts + 1] = { name = name, size = size, at = i } end
  end
  table.sort(parts, function(a, b)
    if math.abs(a.size - b.size) > 1e-9 * (a.size + b.size) then return a.size > b.size end
    return a.at < b.at
  end)
  local words = {}
  for k = 1, math.min(#parts, most) do
    local name = parts[k].name
    if other and math.abs(other[name]) > 1e-3 then
      words[k] = ("%s %.3g%+.3gi"):format(name, x[name], other[name])
    else
      words[k] = ("%s %.3g"):format(name, x[name])
    end
  end
  if #parts > most then words[most + 1] = "..." end
  return table.concat(words, ", ")
end

-- ---- dof ----

local freedom = {}

function freedom.__tostring(self)
  local lines = { ("%s of freedom: %s, %s of rank %d"):format(self.dof == 1 and "1 degree" or self.dof .. " degrees",
    plural(self.coordinates, "coordinate"), plural(self.rows, "row"), self.rank) }
  local function say(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  if self.dof_of_places ~= self.dof then say("places can be reached in %d ways: some rows restrain velocities only", self.dof_of_places) end
  if self.singular then say("singular pose: next to it %s of freedom", self.dof_nearby == 1 and "1 degree" or self.dof_nearby .. " degrees") end
  if self.independent and #self.independent > 0 then say("independent: %s", listed(self.independent, 12)) end
  if self.fixed and #self.fixed > 0 then say("cannot move: %s", listed(self.fixed, 12)) end
  for i = 1, math.min(#self.redundant, 12) do say("redundant: %s", self.redundant[i]) end
  if #self.redundant > 12 then say("and %d more", #self.redundant - 12) end
  local rows = {}
  for _, r in ipairs(self.reactions) do
    if not r.unique then rows[#rows + 1] = r.joint .. "." .. r.row end
  end
  if #rows > 0 then say("reactions that are not unique: %s", listed(rows, 12)) end
  if self.smallest_singular_value then say("smallest singular value %.6g", self.smallest_singular_value) end
  return table.concat(lines, "\n")
end

function analysis.freedom(run) return setmetatable(run:freedom(), freedom) end

-- ---- linearize ----

local linearised = {}

local function matrix_words(name, X)
  local lines = {}
  for i, row in ipairs(X) do
    local cells = {}
    for k = 1, math.min(#row, 10) do cells[k] = ("%12.6g"):format(row[k]) end
    if #row > 10 then cells[11] = " ..." end
    lines[i] = ("%-3s%s"):format(i == 1 and name or "", table.concat(cells))
    if i == 20 and #X > 20 then lines[21] = "   ..." break end
  end
  return table.concat(lines, "\n")
end

function linearised.__tostring(self)
  local lines = { ("M y'' + D y' + K y%s = 0,  y = %s"):format(self.C and " + C' mu" or "", listed(self.coordinates, 12)) }
  for _, name in ipairs { "M", "D", "K", "C", "E" } do
    if self[name] then lines[#lines + 1] = matrix_words(name, self[name]) end
  end
  return table.concat(lines, "\n")
end

function analysis.linearised(run) return setmetatable(run:linearised(), linearised) end

-- ---- modes ----

local modes = {}
modes.__index = modes

local function eigenvalue_words(m)
  if m.rigid then return "0" end
  local s = m.eigenvalue
  if s.im == 0 then return ("%.6g"):format(s.re) end
  return s.re == 0 and ("+-%.6gi"):format(s.im) or ("%.6g +-%.6gi"):format(s.re, s.im)
end

local function note_words(m)
  return m.rigid and "rigid body" or m.unstable and "unstable" or m.eigenvalue.im == 0 and "does not oscillate" or ""
end

function modes.__tostring(self)
  local lines = { ("%s, %s"):format(plural(#self, "mode"), self.damped and "damped" or "undamped") }
  lines[2] = ("%4s %12s %12s  %-26s %-18s %s"):format("", "Hz", "damping", "eigenvalue (1/s)", "", "moves")
  for k = 1, math.min(#self, 40) do
    local m = self[k]
    lines[#lines + 1] = ("%4d %12.6g %12.4g  %-26s %-18s %s"):format(k, m.frequency, m.damping, eigenvalue_words(m), note_words(m),
      motion_words(m.shape, self.all_coordinates, 4, m.shape_im))
  end
  if #self > 40 then lines[#lines + 1] = ("and %d more"):format(#self - 40) end
  if self.massless > 0 then lines[#lines + 1] = ("%d without inertia left out"):format(self.massless) end
  return table.concat(lines, "\n")
end

local animate_rows = {
  { name = "mode", kind = "whole", positive = true, default = 1 },
  { name = "amplitude", kind = "number", unit = "m", positive = true },
  { name = "speed", kind = "number", unit = "rad of phase per second", positive = true, default = math.pi },
}

-- modes:animate{ mode = 1, file = "x.gif", amplitude =, ... }: one period; all else as of r:animate.  The largest motion is
-- `amplitude`, of angles times the length of the model.
function modes:animate(given)
  if getmetatable(self) ~= modes then core.fault "animate: it is called with a dot; write modes:animate{...}" end
  if type(given) ~= "table" then core.fault(("animate: it is called with %s, it must be a table of options {...}"):format(speech.word(given))) end
  local own, rest = {}, {}
  for key, value in pairs(given) do rest[key] = value end
  for _, row in ipairs(animate_rows) do own[row.name], rest[row.name] = rest[row.name], nil end
  local o = speech.options("animate", own, animate_rows)
  if o.mode > #self then core.fault(("animate: mode = %.15g, there are %d modes"):format(o.mode, #self)) end
  local run, model = self.run, self.model
  run:mode(o.mode, o.amplitude or 0.2 * self.length, 64)
  rest.speed = o.speed
  return require "yoke.result".new(model, run):animate(rest) and self
end

function analysis.modes(model, run, count)
  local list = run:modes()
  list.run, list.model = run, model
  for k = #list, math.min(count or #list, #list) + 1, -1 do list[k] = nil end
  return setmetatable(list, modes)
end

return analysis
