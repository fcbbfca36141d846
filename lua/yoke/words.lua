-- words.lua - what scripts say and are told: names of values, tables of options, notes.

local core = require "yoke.core"
local fault = core.fault

local words = {}

-- A number as it is told; C has nan with a sign.
local function shown(x) return x ~= x and "nan" or ("%.15g"):format(x) end

-- "a joint", "a number (3)", "nil"
local function word(x)
  local kind = core.kind(x)
  if kind then return "a " .. kind end
  local t = type(x)
  if t == "nil" then return "nil" end
  if t == "string" then return ("a string (%q)"):format(x) end
  if t == "number" then return "a number (" .. shown(x) .. ")" end
  return "a " .. t
end

local function unknown(who, key, names)
  if type(key) ~= "string" then
    fault(("%s: %s has no name here; options are given as name = value"):format(who, word(key)))
  end
  table.sort(names)
  local near = core.near(key, names)
  fault(("%s: no option '%s'; %s"):format(who, key, near and "did you mean '" .. near .. "'?" or "there are: " .. table.concat(names, ", ")))
end

-- Checks a table of options against rows { name, kind, rule, unit, default }; returns a complete copy.
-- kinds: number, whole, flag, text, table (of options, or what `wanted` says), or a table of choices { word = value }.
local function options(who, given, rows)
  if type(given) ~= "table" then
    fault(("%s: it is called with %s, it must be a table of options {...}"):format(who, word(given)))
  end
  local out, names, known = {}, {}, {}
  for _, row in ipairs(rows) do
    names[#names + 1] = row.name
    known[row.name] = true
  end
  local strange
  for key in pairs(given) do
    if not known[key] and (strange == nil or tostring(key) < tostring(strange)) then strange = key end
  end
  if strange ~= nil then unknown(who, strange, names) end
  for _, row in ipairs(rows) do
    local name, x = row.name, given[row.name]
    local unit = row.unit and " (" .. row.unit .. ")" or ""
    local function wrong(wanted)
      local given_as = type(x) == "number" and shown(x) or type(x) == "string" and ("%q"):format(x) or word(x)
      fault(("%s: %s = %s must be %s%s"):format(who, name, given_as, wanted, unit))
    end
    if x == nil then
      if row.required then fault(("%s: %s is missing%s: %s"):format(who, name, unit, row.doc)) end
      x = row.default
    elseif row.kind == "number" or row.kind == "whole" then
      if type(x) ~= "number" then wrong("a number") end
      if x ~= x or x == math.huge or x == -math.huge then wrong("a finite number") end
      if row.kind == "whole" and x ~= math.floor(x) then wrong("a whole number") end
      if row.positive and x <= 0 then wrong("positive") end
      if row.least and x < row.least then wrong(("%g or more"):format(row.least)) end
      if row.most and x > row.most then wrong(("at most %g"):format(row.most)) end
    elseif row.kind == "flag" then
      if type(x) ~= "boolean" then wrong("true or false") end
    elseif row.kind == "text" then
      if type(x) ~= "string" then wrong("a string") end
    elseif row.kind == "table" then
      if type(x) ~= "table" then wrong(row.wanted or "a table of options {...}") end
    elseif type(row.kind) == "table" then
      local value = type(x) == "string" and row.kind[x]
      if not value then
        local words = {}
        for w in pairs(row.kind) do words[#words + 1] = ("%q"):format(w) end
        table.sort(words)
        local near = type(x) == "string" and core.near(x, (function() local l = {} for w in pairs(row.kind) do l[#l + 1] = w end return l end)())
        wrong("one of " .. table.concat(words, ", ") .. (near and ("; did you mean %q?"):format(near) or ""))
      end
      x = value
    end
    out[name] = x
  end
  return out
end

-- A sentence for the user that is no error.
function words.note(text)
  if words.quiet then return end
  io.stderr:write("yoke: ", text, "\n")
end

words.word, words.options = word, options

return words
