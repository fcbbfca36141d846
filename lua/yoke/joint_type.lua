-- joint_type.lua - yoke.joint_type{...}: checks what a script says of a joint type, and completes it for the core.

local core = require "yoke.core"
local words = require "yoke.words"
local fault, word, options = core.fault, words.word, words.options

local markers = { frames = 0, plane = 1, coordinates = 2 } -- order of enum joint_markers
local kinds = { real = 0, signal = 1, int = 2, bool = 3, vec3 = 4, vector = 5, matrix = 6, ["function"] = 8 } -- of enum joint_kind
local rules = {
  required = 1, positive = 2, not_negative = 4, direction = 8, fixed = 16, in_plane = 32, columns0 = 64, columns1 = 128, switches = 256,
  along = 512,
}

local type_rows = {
  { name = "name", kind = "text", required = true, doc = "as scripts will write it" },
  { name = "doc", kind = "text", default = "written in Lua" },
  { name = "markers", kind = markers, default = markers.frames },
  { name = "rows", required = true, doc = "a list of names or of {name =, unit =, doc =}, or their number" },
  { name = "params", kind = "table", default = {} },
  { name = "outputs", kind = "table", default = {} },
  { name = "residual", required = true, doc = "function(p, at) that returns a number for each row" },
  { name = "coordinates", kind = "table", default = {} },
  { name = "jacobian" }, { name = "time_rate" }, { name = "bias" }, { name = "law" }, { name = "held" }, { name = "level" }, { name = "check" },
  { name = "draw" }, { name = "example", kind = "text" },
  { name = "half_turns", kind = "flag" }, { name = "global_axes", kind = "flag" }, { name = "constant", kind = "flag" }, { name = "unchecked", kind = "flag" },
}

local row_rows = { { name = "name", kind = "text", required = true, doc = "of the row" }, { name = "unit", kind = "text" },
  { name = "doc", kind = "text", default = "" } }

local param_rows = {
  { name = "name", kind = "text", required = true, doc = "as scripts will write it" },
  { name = "kind", kind = kinds, default = kinds.real },
  { name = "rule", kind = "text", default = "" },
  { name = "unit", kind = "text", default = "1" },
  { name = "doc", kind = "text", default = "" },
  { name = "remedy", kind = "text" },
  { name = "n", kind = "whole", least = 1, most = 64, default = 1 }, -- numbers that a function returns
  { name = "default" },
}

local output_rows = {
  { name = "name", kind = "text", required = true, doc = "as sensors will write it" },
  { name = "n", kind = "whole", least = 1, most = 1000, default = 1 },
  { name = "unit", kind = "text", default = "1" },
  { name = "doc", kind = "text", default = "" },
  { name = "eval", required = true, doc = "function(p, at) that returns its n numbers" },
}

local coordinate_rows = {
  { name = "name", kind = "text", required = true, doc = "as scripts will write it" },
  { name = "unit", kind = "text", required = true, doc = "m, rad (counted on over full turns) or another" },
  { name = "doc", kind = "text", default = "" },
  { name = "eval", required = true, doc = "function(p, at) that returns its value, or value and row" },
}

local function check_function(who, name, f)
  if f ~= nil and type(f) ~= "function" then fault(("%s: %s is %s, it must be a function"):format(who, name, word(f))) end
end

-- "required, positive" as bits
local function rule_bits(who, text)
  local bits = 0
  for rule in text:gmatch "[^,%s]+" do
    if not rules[rule] then
      local names = {}
      for name in pairs(rules) do names[#names + 1] = name end
      table.sort(names)
      local near = core.near(rule, names)
      fault(("%s: no rule '%s'; %s"):format(who, rule, near and "did you mean '" .. near .. "'?" or "there are: " .. table.concat(names, ", ")))
    end
    bits = bits | rules[rule]
  end
  return bits
end

local function rows_of(who, given)
  if math.type(given) == "integer" then
    if given < 1 or given > 128 then fault(("%s: rows = %d must be from 1 to 128"):format(who, given)) end
    return given
  end
  if type(given) ~= "table" or #given == 0 then
    fault(("%s: rows is %s, it must be a list of names or of {name =, unit =, doc =}, or their number"):format(who, type(given) == "table" and "empty" or word(given)))
  end
  local out = {}
  for i, row in ipairs(given) do
    out[i] = options(("%s: rows[%d]"):format(who, i), type(row) == "string" and { name = row } or row, row_rows)
  end
  return out
end

local function params_of(who, given)
  local out = {}
  for i, param in ipairs(given) do
    local p = options(("%s: params[%d]"):format(who, i), param, param_rows)
    local its = ("%s: parameter '%s'"):format(who, p.name)
    p.rule = rule_bits(its, p.rule)
    if type(p.default) == "function" then fault(its .. ": its default is a function; leave it nil and let residual do what is usual") end
    if p.default == nil and p.rule & rules.required == 0 and p.rule & (rules.positive | rules.direction) ~= 0 then
      fault(its .. ": without a default its rule refuses what it starts with; give default, or make it required")
    end
    if p.rule & rules.along ~= 0 and (p.kind ~= kinds.vec3 or p.default == nil) then
      fault(its .. ': the rule "along" is for a vec3 with a default, which names the axis of the markers that points there')
    end
    out[i] = p
  end
  if #out > 60 then fault(("%s: it has %d parameters, at most 60 are possible"):format(who, #out)) end
  return out
end

-- Outputs or coordinates, each with its eval.
local function evals_of(who, what, given, rows, most)
  local out = {}
  for i, one in ipairs(given) do
    out[i] = options(("%s: %ss[%d]"):format(who, what, i), one, rows)
    check_function(("%s: %s '%s'"):format(who, what, out[i].name), "eval", out[i].eval)
  end
  if #out > most then fault(("%s: it has %d %ss, at most %d are possible"):format(who, #out, what, most)) end
  return out
end

-- Makes a joint type known under its name, as a plugin would; returns the name.
return function(given)
  local named = type(given) == "table" and type(given.name) == "string"
  local who = named and ("joint_type '%s'"):format(given.name) or "joint_type"
  local o = options(who, given, type_rows)
  local why = require "yoke.author".unfit(o.name)
  if why then fault(("%s: that cannot be its name: %s"):format(who, why)) end
  o.rows, o.params = rows_of(who, o.rows), params_of(who, o.params)
  o.outputs, o.coordinates = evals_of(who, "output", o.outputs, output_rows, 32), evals_of(who, "coordinate", o.coordinates, coordinate_rows, 8)
  for _, name in ipairs { "residual", "jacobian", "time_rate", "bias", "law", "held", "level", "check", "draw" } do check_function(who, name, o[name]) end
  return core.joint_type(o)
end
