-- help.lua - tests of `yoke joints` and `yoke joint NAME`.

require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"

local program = arg[-1] or (os.getenv "BUILD" or "build") .. "/yoke"

-- Exit status, what it printed and what it said to stderr.
local function run_yoke(...)
  local path = os.tmpname()
  local status, errors = core.execute { "sh", "-c", 'out=$1 && shift && exec "$@" >"$out"', "sh", path, program, ... }
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  os.remove(path)
  return status, text, errors
end

-- The part of a page that begins with a title, and the line of a name in it.
local function part_of(text, title) return (text .. "\n\n"):match("\n" .. title .. "[^\n]*\n(.-)\n\n") or "" end
local function line_of(text, name) return ("\n" .. text):match("\n *(" .. name .. " [^\n]*)") or "" end

local function widest(text)
  local most = 0
  for line in text:gmatch "[^\n]+" do most = math.max(most, #line) end
  return most
end

local status, text, errors = run_yoke "joints"
tap.ok(status == 0 and errors == "", "yoke joints", { "errors", errors })
for _, name in ipairs(core.joint_names()) do
  local info = core.joint_info(name)
  local line = line_of(text, name)
  tap.ok(line:find(info.markers, 1, true) and line:find(info.doc:sub(1, 20), 1, true), "joints: " .. name, { "got", line })
end
tap.ok(widest(text) <= 110, "joints: at most 110 wide", { "width", widest(text) })

do -- a plugin that cannot be loaded
  local dir = os.tmpname()
  os.remove(dir)
  core.execute { "mkdir", dir }
  local file = assert(io.open(dir .. "/broken.so", "w"))
  file:write "no library"
  file:close()
  status, text = run_yoke("--plugins", dir, "joints")
  tap.ok(status == 0 and line_of(text, "broken"):find("cannot be used", 1, true), "joints: a broken plugin is listed with its fault", { "got", text })
  tap.ok(line_of(text, "distance") ~= "", "joints: and does not hide the others")
  local failed, _, why = run_yoke("--plugins", dir, "joint", "broken")
  tap.ok(failed == 1 and why:find("cannot be loaded", 1, true), "joint: a broken plugin says why", { "got", why })
  os.remove(dir .. "/broken.so")
  os.remove(dir)
end

for _, name in ipairs(core.joint_names()) do -- everything that the tables say
  local info = core.joint_info(name)
  local missing = {}
  status, text, errors = run_yoke("joint", name)
  local function want(title, row, ...)
    local line = ("\n" .. part_of(text, title)):match("\n  " .. row .. " [^\n]*")
    for _, part in ipairs { "", ... } do
      if not line or not line:find(part:match "^%S*", 1, true) then missing[#missing + 1] = title .. ": " .. row .. ": " .. part end
    end
  end
  for _, p in ipairs(info.params) do want("parameters", p.name, p.kind, p.default, p.doc) end
  for _, p in ipairs(info.common) do want("parameters", p.name, p.kind, p.default, p.doc) end
  for _, row in ipairs(info.rows) do want("rows", row.name, row.unit, row.doc) end
  for _, c in ipairs(info.coordinates) do
    want("coordinates of its own", c.name, c.unit, c.doc)
    want("outputs", c.name .. "_rate", c.unit .. "/s")
  end
  for _, o in ipairs(info.outputs) do want("outputs", o.name, o.doc) end
  for _, word in ipairs { "lambda", "constraint_equation", "force0", "force1" } do want("outputs", word) end
  if info.markers ~= "coordinates" then want("outputs", "torque1", "3") end
  if not info.law then want("outputs", "drift", "per row") end
  tap.ok(status == 0 and errors == "" and #missing == 0, "joint " .. name, { "missing", table.concat(missing, "; ") }, { "errors", errors })
  tap.ok(text:find(info.doc, 1, true) and line_of(text, "markers"):find(info.markers, 1, true), "joint " .. name .. ": its sentence and its markers")
  tap.ok(widest(text) <= math.max(110, #info.path + 9, #info.doc + #name + 2), "joint " .. name .. ": not too wide", { "width", widest(text) })
end

text = select(2, run_yoke("joint", "distance"))
tap.ok(text:find('m:distance { "name", marker0, marker1, distance = 1 }', 1, true), "an example with what is required")
tap.ok(part_of(text, "rows"):find("  distance  m     along the line", 1, true), "a row with its unit")
tap.ok(text:find("  distance   number or function of t,    m     -        to hold\n             required, positive\n", 1, true),
  "aligned columns, long cells in several lines", { "got", text })
tap.ok(part_of(text, "outputs"):find("\n  force                1        N           in the rod", 1, true), "an output with its size and unit")

status, text, errors = run_yoke("joint", "distanse")
tap.ok(status == 1 and text == "" and errors:find("yoke: no joint type 'distanse'; did you mean 'distance'?", 1, true) and not errors:find "traceback",
  "an unknown joint type", { "got", errors })
status, text, errors = run_yoke "joint"
tap.ok(status == 1 and errors:find("the name of a joint type is missing", 1, true) and not errors:find "traceback", "no name", { "got", errors })

tap.done()
