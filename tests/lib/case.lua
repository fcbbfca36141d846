-- case.lua - what several tests need: child programs, a folder of their own, messages heard, orders measured.

local core = require "yoke.core"
local tap = require "yoke.tap"

local case = {}

-- An empty folder, removed at the end.
local folder
function case.folder()
  if not folder then
    folder = os.tmpname()
    os.remove(folder)
    core.execute({ "mkdir", folder }, true)
    case.keeper = setmetatable({}, { __gc = function() core.execute({ "rm", "-r", folder }, true) end })
  end
  return folder
end

function case.write(name, text)
  local path = case.folder() .. "/" .. name
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

function case.read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

local build = os.getenv "BUILD" or "build"
case.program = build .. "/yoke"
case.sparse = (case.read(build .. "/suitesparse") or "") ~= "" -- built with SuiteSparse

-- Runs a script in a program of its own: exit status and all it wrote.
function case.child(name, text)
  return core.execute({ case.program, case.write(name, text) }, true)
end

-- Calls f and returns what Yoke said on the error stream, then the results of f.
function case.heard(f, ...)
  local said, stderr = {}, io.stderr
  io.stderr = { write = function(_, ...) said[#said + 1] = table.concat { ... } end }
  local results = table.pack(pcall(f, ...))
  io.stderr = stderr
  if not results[1] then error(results[2], 0) end
  return table.concat(said), table.unpack(results, 2, results.n)
end

-- Text holds each of the plain texts.
function case.says(text, texts, name)
  for _, want in ipairs(type(texts) == "table" and texts or { texts }) do
    if not (type(text) == "string" and text:find(want, 1, true)) then
      return tap.ok(false, name, { "got", text }, { "without", want })
    end
  end
  return tap.ok(true, name)
end

-- f raises an error that starts with a line of f itself and holds each of the plain texts.
function case.refuses(f, texts, name)
  local done, message = pcall(f)
  if done then return tap.ok(false, name, { "got", "no error" }) end
  local at = debug.getinfo(f, "S")
  local script, line = tostring(message):match "^(.-):(%d+): "
  line = tonumber(line)
  if script ~= at.short_src or not line or line < at.linedefined or line > at.lastlinedefined then
    return tap.ok(false, name, { "got", message }, { "wanted a line of", ("%s:%d-%d"):format(at.short_src, at.linedefined, at.lastlinedefined) })
  end
  return case.says(message, texts, name)
end

-- errors[k] with halved steps fall with the given order.
function case.order(errors, order, tolerance, name)
  for k = 2, #errors do
    tap.near(math.log(errors[k - 1] / errors[k], 2), order, tolerance, ("%s, halving %d (error %.2g)"):format(name, k - 1, errors[k]))
  end
end

-- y' = f(t, y) with the classical Runge-Kutta rule: y at t_end after n steps.
function case.runge_kutta(f, y, t_end, n)
  local h = t_end / n
  local function add(a, s, b)
    local c = {}
    for i = 1, #a do c[i] = a[i] + s * b[i] end
    return c
  end
  for k = 0, n - 1 do
    local t = k * h
    local k1 = f(t, y)
    local k2 = f(t + h / 2, add(y, h / 2, k1))
    local k3 = f(t + h / 2, add(y, h / 2, k2))
    local k4 = f(t + h, add(y, h, k3))
    for i = 1, #y do k1[i] = (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6 end
    y = add(y, h, k1)
  end
  return y
end

-- A build with sanitizers takes many times as long.
local maps = case.read "/proc/self/maps"
case.sanitized = maps ~= nil and maps:find("libasan", 1, true) ~= nil

-- The largest of `worst` and all |x|; infinite if one is nan, which math.max passes over.
function case.worse(worst, ...)
  for _, x in ipairs { ... } do
    x = math.abs(x)
    if not (x <= worst) then worst = x == x and x or math.huge end
  end
  return worst
end

function case.largest(list)
  local most = 0
  for _, x in ipairs(list) do most = case.worse(most, x) end
  return most
end

return case
