-- sensitivity.lua - derivatives of what solves tell with respect to parameters, by differences of several solves.

local core = require "yoke.core"
local words = require "yoke.words"
local word, fault, options = words.word, core.fault, words.options

-- Where the parameter is moved to, in steps, with the weight of each value; and the relative step.  Errors: h^2, h^4, h^2.
local rules = {
  central = { at = { -1, 1 }, weight = { -1 / 2, 1 / 2 }, base = 0, step = 1e-4 },
  five_point = { at = { -2, -1, 1, 2 }, weight = { 1 / 12, -2 / 3, 2 / 3, -1 / 12 }, base = 0, step = 5e-3 },
  forward = { at = { 1, 2 }, weight = { 2, -1 / 2 }, base = -3 / 2, step = 1e-4 },
}

local rows = {
  { name = "of", required = true, doc = "a function that solves and returns numbers, or sensors together with solve" },
  { name = "solve" }, { name = "parameters", kind = "table", required = true, doc = "{ { item, \"name\" }, ... }" },
  { name = "by", kind = rules, default = rules.central },
  { name = "relative_step", kind = "number", positive = true, most = 0.1 },
  { name = "step", kind = "number", positive = true },
}

-- Calls a function of the script; what it raises is told with whose it is, unless Yoke has said it, or it is no sentence.
local function call(label, f, ...)
  local function explain(raised)
    if core.is_fault(raised) or raised ~= nil and type(raised) ~= "string" then return raised end
    local made = debug.getinfo(f, "S")
    local where = made.linedefined > 0 and made.short_src .. ":" .. made.linedefined or made.short_src
    return debug.traceback(("sensitivity: %s failed  [%s]: %s"):format(label, where, raised or "error with no message"), 2)
  end
  local returned = table.pack(xpcall(f, explain, ...))
  if returned[1] then return table.unpack(returned, 2, returned.n) end
  local raised = returned[2]
  if type(raised) == "string" then core.fault_plain(raised) end
  error(raised, 0)
end

-- ---- parameters ----

-- A place in a list of numbers, or in a list of lists: { item, "position", 2 }, { item, "stiffness", 2, 1 }.
local function element(who, value, path)
  for _, i in ipairs(path) do
    if type(value) ~= "table" then fault(("%s: it is a number, it has no element %s"):format(who, word(i))) end
    if value[i] == nil then fault(("%s: there is no element %s, it has %d"):format(who, type(i) == "number" and ("%.15g"):format(i) or word(i), #value)) end
    value = value[i]
  end
  if type(value) == "table" then fault(("%s: it has %d elements, name one: { item, \"name\", 1 }"):format(who, #value)) end
  return value
end

local function with_element(value, path, depth, x)
  if depth > #path then return x end
  local copy = table.move(value, 1, #value, 1, {})
  copy[path[depth]] = with_element(value[path[depth]], path, depth + 1, x)
  return copy
end

-- { item, "name", ... }: its value, and how to set it and put it back.
local function of_item(who, given)
  local item, name, path = given[1], given[2], { table.unpack(given, 3) }
  if type(name) ~= "string" then fault(("%s: its name is %s, it must be a string: { item, \"name\" }"):format(who, word(name))) end
  for _, index in ipairs(path) do
    if math.type(index) ~= "integer" then fault(("%s: its element is %s, it must be a whole number: { item, \"name\", 1 }"):format(who, word(index))) end
  end
  local whole, unit = core.get(item, name)
  local called = ("%s.%s%s"):format(item.name, name, #path > 0 and "[" .. table.concat(path, "][") .. "]" or "")
  who = ("%s: parameter %s"):format(who:match "^[^:]*", called)
  if whole == nil then fault(who .. ": it is no number, a derivative by it means nothing") end
  return { name = called, unit = unit, value = element(who, whole, path), item = item,
    set = function(x) item:set { [name] = with_element(whole, path, 1, x) } end }
end

-- { "name", value =, set = function(x) ... end }: whatever the function changes
local function of_function(who, given)
  local o = options(who, { value = given.value, set = given.set }, {
    { name = "value", kind = "number", required = true, doc = "of the parameter now" },
    { name = "set", required = true, doc = "a function of a number that makes it the parameter's" },
  })
  if type(o.set) ~= "function" then fault(("%s: set is %s, it must be a function"):format(who, word(o.set))) end
  return { name = given[1], unit = given.unit or "", value = o.value,
    set = function(x) call(("set of '%s'"):format(given[1]), o.set, x) end }
end

local function parameters_of(list)
  local parameters = {}
  for k, given in ipairs(list) do
    local who = ("sensitivity: parameters[%d]"):format(k)
    if type(given) ~= "table" or core.kind(given) then fault(("%s is %s, it must be { item, \"name\" }"):format(who, word(given))) end
    if type(given[1]) == "string" then parameters[k] = of_function(who, given)
    elseif core.kind(given[1]) then parameters[k] = of_item(who, given)
    else fault(("%s: it begins with %s, it must be { item, \"name\" } or { \"name\", value =, set = }"):format(who, word(given[1]))) end
  end
  if #parameters == 0 then fault "sensitivity: parameters is empty, give { item, \"name\" }" end
  return parameters
end

-- ---- outputs ----

-- A function that solves and returns a list of numbers, and the names of these where sensors tell them.
local function asked(o)
  if type(o.of) == "function" then
    if o.solve ~= nil then fault "sensitivity: solve is for sensors; the function `of` solves itself" end
    return function() return call("`of`", o.of) end
  end
  local sensors = core.kind(o.of) == "sensor" and { o.of } or o.of
  if type(sensors) ~= "table" or core.kind(sensors) or #sensors == 0 then
    fault(("sensitivity: of is %s, it must be a function or sensors"):format(word(o.of)))
  end
  for i, s in ipairs(sensors) do
    if core.kind(s) ~= "sensor" then fault(("sensitivity: of[%d] is %s, it must be a sensor"):format(i, word(s))) end
  end
  if type(o.solve) ~= "function" then
    fault(("sensitivity: solve is %s, with sensors it must be a function that returns a result"):format(word(o.solve)))
  end
  return function()
    local r, list, names, units = call("solve", o.solve), {}, {}, {}
    if type(r) ~= "table" or not r.run or not r.final then fault(("sensitivity: solve returned %s, it must return a result"):format(word(r))) end
    local columns, column_units = r.run:columns()
    for _, s in ipairs(sensors) do
      local first, n = r.run:sensor(s)
      if not first then r:final(s) end -- which says what is wrong
      for c = 1, n do
        list[#list + 1] = r[s][c][#r.time]
        names[#list], units[#list] = columns[first + c - 1], column_units[first + c - 1]
      end
    end
    return list, names, units
  end
end

local function evaluate(f, n)
  local returned = table.pack(f())
  local list, names, units = returned, nil, nil
  if type(returned[1]) == "table" then list, names, units = returned[1], returned[2], returned[3] end
  local count = list == returned and returned.n or #list
  for i = 1, count do
    local x = list[i]
    if type(x) ~= "number" or x ~= x or math.abs(x) == math.huge then
      fault(("sensitivity: number %d that `of` returned is %s, it must be a finite number"):format(i, word(x)))
    end
  end
  if count == 0 then fault "sensitivity: `of` returned nothing, it must return numbers" end
  if n and count ~= n then fault(("sensitivity: `of` returned %d numbers, before %d"):format(count, n)) end
  return list, names, units, count
end

-- ---- differences ----

local function step_of(o, rule, p)
  if not o.step and p.value == 0 then fault(("sensitivity: parameter %s is 0, which has no relative step; give step"):format(p.name)) end
  local h = o.step or (o.relative_step or rule.step) * math.abs(p.value)
  if h < 1e-12 * math.abs(p.value) then
    fault(("sensitivity: a step of %.3g is lost in the digits of parameter %s = %.6g; it must be 1e-12 of it or more"):format(h, p.name, p.value))
  end
  return h
end

-- Calls f with the parameter moved by h; what was moved is put back whatever happens.
local function moved(p, h, f)
  local kept = p.item and core.keep(p.item)
  local done, result = pcall(function()
    p.set(p.value + h)
    return f()
  end)
  if kept then core.put_back(kept) else p.set(p.value) end
  if not done then error(result, 0) end
  return result
end

local function differences(o, f, parameters, base, n)
  local derivative, steps = {}, {}
  for i = 1, n do derivative[i] = {} end
  for k, p in ipairs(parameters) do
    local rule, h = o.by, step_of(o, o.by, p)
    local sum = {}
    for i = 1, n do sum[i] = rule.base * base[i] end
    for j, at in ipairs(rule.at) do
      local list = moved(p, at * h, function() return (evaluate(f, n)) end)
      for i = 1, n do sum[i] = sum[i] + rule.weight[j] * list[i] end
    end
    steps[k] = h
    for i = 1, n do derivative[i][k] = sum[i] / h end
  end
  return derivative, steps
end

-- ---- what is returned ----

local class = {}

function class.__tostring(self)
  local lines = { ("%-28s %-24s %14s %14s"):format("d of", "by", "derivative", "relative") }
  for i, row in ipairs(self.derivative) do
    for k, x in ipairs(row) do
      local p = self.parameters[k]
      lines[#lines + 1] = ("%-28s %-24s %14.6g %14.6g  %s"):format(self.outputs[i], p, x, self.relative[i][k], self.units[i][k])
    end
  end
  return table.concat(lines, "\n")
end

local function unit_words(over, under)
  if over == "" or over == "1" then over = "1" end
  if under == "" or under == "1" then return over == "1" and "" or over end
  return ("%s / (%s)"):format(over, under)
end

-- m:sensitivity{ of =, parameters =, by =, ... }; numbers by output i and parameter k.
return function(given)
  local o = options("sensitivity", given, rows)
  local f, parameters = asked(o), parameters_of(o.parameters)
  local base, names, units, n = evaluate(f)
  local quiet = words.quiet
  words.quiet = true -- what the other solves note was noted already
  local done, derivative, steps = pcall(differences, o, f, parameters, base, n)
  words.quiet = quiet
  if not done then error(derivative, 0) end
  local out = setmetatable({ value = {}, outputs = {}, parameters = {}, derivative = derivative, relative = {}, units = {}, step = steps }, class)
  for k, p in ipairs(parameters) do out.parameters[k] = p.name end
  for i = 1, n do
    out.value[i], out.outputs[i] = base[i], names and names[i] or tostring(i)
    out.relative[i], out.units[i] = {}, {}
    for k, p in ipairs(parameters) do
      out.relative[i][k] = base[i] ~= 0 and derivative[i][k] * p.value / base[i] or 0
      out.units[i][k] = unit_words(units and units[i] or "", p.unit)
    end
  end
  return out
end
