-- help.lua - tests of what `yoke` says: --help, joints, joint NAME, body, body NAME; every example that it prints runs.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

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

-- The example at the end of a page does what it says.
local function example_runs(page, name)
  local script = part_of(page, "example, a script that runs")
  local failed, said = case.child(name .. ".lua", script)
  tap.ok(failed == 0 and said:find("t = 1 s", 1, true) and not said:find "yoke:" and not said:find "nan" and not said:find "inf",
    name .. ": its example runs", { "script", script }, { "got", said })
  tap.ok(widest(script) <= 110, name .. ": its example is not too wide", { "width", widest(script) })
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
  example_runs(text, name)
end

text = select(2, run_yoke("joint", "distance"))
tap.ok(text:find('m:distance { "name", marker0, marker1, distance = 1 }', 1, true), "a line with what is required")
tap.ok(part_of(text, "rows"):find("  distance  m     along the line", 1, true), "a row with its unit")
tap.ok(text:find("  distance   number or function of t,    m     -        to hold\n             required, positive\n", 1, true),
  "aligned columns, long cells in several lines", { "got", text })
tap.ok(part_of(text, "outputs"):find("\n  force                1        N           in the rod", 1, true), "an output with its size and unit")

status, text, errors = run_yoke("joint", "distanse")
tap.ok(status == 1 and text == "" and errors:find("yoke: no joint type 'distanse'; did you mean 'distance'?", 1, true) and not errors:find "traceback",
  "an unknown joint type", { "got", errors })
status, text, errors = run_yoke "joint"
tap.ok(status == 1 and errors:find("the name of a joint type is missing", 1, true) and not errors:find "traceback", "no name", { "got", errors })

-- ---- bodies ----

text = select(2, run_yoke "body")
for _, name in ipairs(core.body_names()) do
  local info = core.body_info(name)
  tap.ok(line_of(text, name):find(info.doc, 1, true), "body: " .. name, { "got", line_of(text, name) })
  local failed, page, complaint = run_yoke("body", name)
  local missing = {}
  local function want(title, row, part)
    local line = ("\n" .. part_of(page, title)):match("\n  " .. row .. " [^\n]*")
    if not line or not line:find(part:match "^%S*", 1, true) then missing[#missing + 1] = title .. ": " .. row .. ": " .. part end
  end
  for _, p in ipairs(info.params) do
    local start = p.name:find "velocity" or p.name == "displacement"
    if p.name ~= "mass_function" then want(start and "parameters of the start\n" or "parameters\n", p.name, p.unit == "1" and "" or p.unit) end
  end
  for _, o in ipairs(info.outputs) do want("outputs", o.name, o.doc) end
  for _, form in ipairs(info.forms) do
    for i, c in ipairs(form.coordinates) do want(#info.forms > 1 and "coordinates of a " .. form.doc:gsub("%-", "%%-") .. "\n" or "coordinates\n", tostring(i), c.name) end
  end
  tap.ok(failed == 0 and complaint == "" and #missing == 0, "body " .. name .. ": its tables", { "missing", table.concat(missing, "; ") })
  tap.ok(widest(page) <= 110, "body " .. name .. ": not too wide", { "width", widest(page) })
  if name ~= "ground" then example_runs(page, "body " .. name) end
end

status, text, errors = run_yoke("body", "rigd")
tap.ok(status == 1 and text == "" and errors:find("yoke: body: no body type 'rigd'; did you mean 'rigid'?", 1, true) and not errors:find "traceback",
  "an unknown body type", { "got", errors })
tap.ok(errors:find("there are: ground, point, point2d, rigid2d, rigid, mass1d, rotor, generic", 1, true), "and which there are", { "got", errors })

do -- what the pages say in the words of scripts is what scripts may say
  local page = select(2, run_yoke("body", "rigid"))
  local m = yoke.model {}
  for _, word in ipairs { "lie", "euler", "tait_bryan" } do
    tap.ok(page:find('"' .. word .. '"', 1, true), "rigid: it says " .. word)
    local b = m:rigid { mass = 1, inertia = { 1, 1, 1 }, parametrization = word }
    tap.ok(b.type:find "^rigid", "rigid: " .. word .. " is possible")
    tap.is(pcall(b.coordinates, b), word ~= "lie", "rigid: coordinates() of " .. word)
  end
  for _, word in ipairs { "reference", "com" } do
    tap.ok(page:find('"' .. word .. '"', 1, true) and m:rigid { mass = 1, inertia = { 1, 1, 1 }, inertia_about = word }, "rigid: inertia_about " .. word)
  end
  local c, s = math.cos(0.3), math.sin(0.3)
  for name, turned in pairs {
    ["3x3"] = { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }, number = 0.3, ["{axis=, angle=}"] = { axis = { 0, 0, 2 }, angle = 0.3 },
    ["{quaternion={w, x, y, z}}"] = { quaternion = { math.cos(0.15), 0, 0, math.sin(0.15) } }, ["{xyz={a, b, c}}"] = { xyz = { 0, 0, 0.3 } },
  } do
    local b = m:rigid { mass = 1, inertia = { 1, 1, 1 }, rotation = turned }
    m:solve_dynamic { t_end = 1e-3 }
    tap.near(b:output "rotation"[3], 0.3, 1e-14, "rigid: rotation as " .. name)
  end
  for _, J in ipairs { { 1, 2, 2.5 }, { 1, 2, 2.5, 0, 0, 0 }, { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2.5 } } } do
    local b = m:rigid { mass = 1, inertia = J, angular_velocity = { 0, 2, 0 } }
    m:solve_dynamic { t_end = 1e-3 }
    tap.near(b:output "kinetic_energy", 4, 1e-6, ("rigid: inertia of %d entries"):format(#J))
  end
end

-- ---- the command line: everything that --help prints ----

do
  local csv = case.write("given.csv", "time [s],a [m]\n0,1\n1,2\n")
  local picture, work = case.folder() .. "/given.svg", case.folder()
  local here = select(2, core.execute({ "pwd" }, true)):gsub("\n$", "")
  local yoke_program = program:sub(1, 1) == "/" and program or here .. "/" .. program
  local plot = core.execute({ "gnuplot", "--version" }, true)
  -- by the words behind `yoke` in the usage: arguments, and what is printed then
  local calls = {
    ["[--plugins"] = { { "--plugins", work, case.write("empty.lua", "print((...))"), "given" }, "^given\n$" },
    joints = { { "joints" }, "revolute2d" }, ["joint NAME"] = { { "joint", "distance" }, "^distance: " },
    body = { { "body" }, "rigid2d" }, ["body NAME"] = { { "body", "rotor" }, "^rotor: " },
    check = { { "check", "distance" }, "0 failed" }, new = { { "new", "joint", "my_joint" }, "wrote my_joint.c" },
    plot = plot and { { "plot", csv, "a", "--out", picture, "--title", "Given" }, "" },
    ["--env"] = { { "--env" }, "export LUA_PATH=" }, ["--help"] = { { "--help" }, "^usage: " }, ["--version"] = { { "--version" }, "^Yoke %d" },
  }
  local usage, used = select(2, run_yoke "--help"), {}
  for words in usage:gmatch "yoke ([^\n]+)\n" do
    local word = words:match "^joint NAME" or words:match "^body NAME" or words:match "^%S+"
    used[word] = true
    for other in words:gmatch "| (%-%-%a+)" do used[other] = true end
  end
  for word in pairs(used) do
    local call = calls[word]
    if call then
      local failed, said = core.execute({ "sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", work, yoke_program, table.unpack(call[1]) }, true)
      tap.ok(failed == 0 and said:find(call[2]), "--help: yoke " .. word, { "got", said })
    elseif word == "plot" then
      tap.skip "gnuplot is not installed"
    else
      tap.ok(false, "--help: yoke " .. word .. ": how it is called is here")
    end
  end
  for word in pairs(calls) do tap.ok(used[word], "--help: it says " .. word) end
  if plot then tap.ok((case.read(picture) or ""):find("Given", 1, true), "--help: --out and --title do what they say") end
  tap.ok(usage:find("[--out PICTURE] [--title TEXT]", 1, true), "--help: options of plot")
end

tap.done()
