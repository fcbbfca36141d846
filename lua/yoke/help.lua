-- help.lua - prints what the tables of the body and joint types say, with a script that runs.

local core = require "yoke.core"
require "yoke" -- which says where plugins are looked for

local help = {}

local page, widest = 110, 26 -- characters: of the page, of a cell that is not the last of its row

-- ---- tables of text ----

local function length(text) return utf8.len(text) or #text end

-- The lines of a text, broken between words.
local function wrapped(text, room)
  local lines, line = {}, nil
  for word in text:gmatch "%S+" do
    if line and length(line) + 1 + length(word) <= room then
      line = line .. " " .. word
    else
      lines[#lines + 1], line = line, word
    end
  end
  lines[#lines + 1] = line
  return lines
end

-- As wide as the text needs, at most `widest` if it can be broken there; the last column takes what is left of the page.
local function column_widths(rows, indent)
  local widths, left = {}, page - #indent
  for c = 1, #rows[1] - 1 do
    widths[c] = 0
    for _, row in ipairs(rows) do
      widths[c] = math.max(widths[c], math.min(length(row[c]), widest))
      for word in row[c]:gmatch "%S+" do widths[c] = math.max(widths[c], length(word)) end
    end
    left = left - widths[c] - 2
  end
  widths[#rows[1]] = left
  return widths
end

-- Prints rows of cells as aligned columns; long cells take several lines.
local function print_columns(rows, indent)
  local widths = column_widths(rows, indent)
  for _, row in ipairs(rows) do
    local cells, height = {}, 1
    for c, text in ipairs(row) do
      cells[c] = wrapped(text, widths[c])
      height = math.max(height, #cells[c])
    end
    for k = 1, height do
      local line = indent
      for c, lines in ipairs(cells) do
        local text = lines[k] or ""
        line = line .. text .. (" "):rep(widths[c] - length(text) + 2)
      end
      print((line:gsub(" +$", "")))
    end
  end
end

-- A part of a page: a word and a table with a head, unless the table is empty.
local function print_part(title, head, rows)
  if #rows == 0 then return end
  print("\n" .. title)
  table.insert(rows, 1, head)
  print_columns(rows, "  ")
end

local unit_words = { ["1"] = "", q = "of the coordinate", ["q/s"] = "of its rate", Q = "of its force" }
local function unit_word(unit) return unit_words[unit] or unit end

-- ---- joint types ----

-- All joint types; a plugin that cannot be used is listed with its fault.
function help.joints()
  local rows = {}
  for i, name in ipairs(core.joint_names()) do
    local found, info = pcall(core.joint_info, name)
    rows[i] = found and { name, info.markers, info.doc } or { name, "cannot be used", info }
  end
  if #rows == 0 then core.fault "there are no joint types; name a folder of plugins with --plugins DIR" end
  print_columns({ { "name", "markers", "what it does" }, table.unpack(rows) }, "")
end

local function named_rows(list)
  local rows = {}
  for i, r in ipairs(list) do rows[i] = { r.name, unit_word(r.unit), r.doc } end
  return rows
end

local function parameter_rows(params)
  local rows = {}
  for i, p in ipairs(params) do
    rows[i] = { p.name, p.kind .. (p.rule ~= "" and ", " .. p.rule or ""), unit_word(p.unit), p.default, p.doc }
  end
  return rows
end

local counts = { [-1] = "per row", [-2] = "per coordinate" }

-- Of several lists of outputs; a name that was there before hides a later one.
local function output_rows(...)
  local rows, own = {}, {}
  for _, list in ipairs { ... } do
    for _, o in ipairs(list) do
      if not own[o.name] then rows[#rows + 1] = { o.name, counts[o.n] or tostring(o.n), unit_word(o.unit), o.doc } end
      own[o.name] = true
    end
  end
  return rows
end

-- Outputs that the coordinates of a joint are.
local function coordinate_outputs(coordinates)
  local list = {}
  for _, c in ipairs(coordinates) do
    list[#list + 1] = { name = c.name, n = 1, unit = c.unit, doc = c.doc }
    list[#list + 1] = { name = c.name .. "_rate", n = 1, unit = c.unit .. "/s", doc = "its rate" }
  end
  return list
end

-- Those of every joint; a force element has no drift.
local function always(info)
  local list = {}
  for _, o in ipairs(info.always) do
    if not (info.law and o.name == "drift") then list[#list + 1] = o end
  end
  return list
end

-- A value of the kind that a required parameter has.
local examples = {
  number = "1", ["number or function of t"] = "1", ["whole number"] = "1", ["true or false"] = "true",
  ["list of 2 numbers"] = "{ 1, 0 }", ["list of 3 numbers"] = "{ 1, 0, 0 }", ["list of numbers"] = "{ 1 }",
  ["matrix (list of rows)"] = "{ { 1 } }", ["function"] = "f",
}

-- What a script must give: { "mass = 1", ... }
local function required(params)
  local words = {}
  for _, p in ipairs(params) do
    if p.rule:find "required" then words[#words + 1] = p.name .. " = " .. (p.example or examples[p.kind] or "...") end
  end
  return words
end

-- One line of a script.
local function call(info)
  local words = { '"name"', "marker0", "marker1", table.unpack(required(info.params)) }
  if info.markers == "coordinates" then words[2], words[3] = "body0:coordinate(1)", "body1:coordinate(1)" end
  return ("m:%s { %s }"):format(info.name, table.concat(words, ", "))
end

-- The bodies that the examples of joints are about.
local scenes = {
  frames = { 'local arm = m:rigid { "arm", mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { 1, 0, 0 } }' },
  ["frames in the plane"] = { 'local arm = m:rigid2d { "arm", mass = 1, inertia = 0.1, position = { 1, 0 } }' },
  coordinates = {
    'local wheel = m:rotor { "wheel", inertia = 0.1 }', 'local pinion = m:rotor { "pinion", inertia = 0.1 }',
    'local cart = m:mass1d { "cart", mass = 1, axis = { 0, 1, 0 } }',
  },
}

-- The lines that make a joint in its scene.
local function made(info)
  if info.example then return info.example end
  local words
  if info.markers == "coordinates" then
    words = { "m.ground:coordinate(1)", "cart:coordinate(1)" }
  elseif info.markers == "frames" then
    words = { "m.ground", "arm", "at = { 0, 0, 0 }" }
    if info.along then words[#words + 1] = "along = { 0, 0, 1 }" end
  else
    words = { "m.ground", "arm:at { -1, 0 }" }
  end
  local given = required(info.params)
  return ("m:%s { %s }"):format(info.name, table.concat(table.move(given, 1, #given, #words + 1, words), ", "))
end

-- Prints lines of a script, broken behind a comma where they are wider than the page.
local function print_code(text)
  for line in text:gmatch "[^\n]+" do
    local indent = "  "
    while #indent + #line > page do
      local head = line:sub(1, page - #indent):match "^.*,"
      print(indent .. head)
      line, indent = line:sub(#head + 2), "    "
    end
    print(indent .. line)
  end
end

-- A script that runs: the lines, a second of motion and numbers of the item: its coordinates, else the first output that is one
-- number or a vector.
local function print_script(lines, item, coordinates, outputs)
  local shown = {}
  for i, c in ipairs(coordinates) do shown[i] = ("%q"):format(c.name) end
  print "\nexample, a script that runs"
  print_code 'local yoke = require "yoke"\nlocal m = yoke.model { gravity = { 0, -9.81, 0 } }'
  for _, text in ipairs(lines) do print_code(text) end
  print_code "print(m:solve_dynamic { t_end = 1 })"
  if #shown > 0 then
    print_code(("for _, name in ipairs { %s } do print(name, %s:output(name)) end"):format(table.concat(shown, ", "), item))
    return
  end
  local first
  for n = 1, 3, 2 do
    for _, o in ipairs(outputs) do first = first or o.n == n and o end
  end
  if first then
    print_code((first.n == 1 and "print(%q, %s:output %q)" or "print(%q, table.unpack(%s:output %q))"):format(first.name, item, first.name))
  end
end

-- "n, the y axis"
local function along_words(info)
  local name, x, y = core.joint_along(info.name)
  local axis = (math.abs(x) > 0.5 and "x" or math.abs(y) > 0.5 and "y" or "z") .. " axis"
  return name and ("%s, the %s"):format(name, axis) or "the " .. axis
end

-- Everything about one joint type.
function help.joint(name)
  if not name then core.fault "joint: the name of a joint type is missing; yoke joints lists them" end
  local info = core.joint_info(name)
  print(info.name .. ": " .. info.doc)
  print_columns({
    { "markers", info.markers },
    { "script", call(info) },
    { "from", info.path },
    info.law and { "law", "a force element: its rows are deformations, which the law answers with forces" } or nil,
  }, "")
  local rows = named_rows(info.rows)
  if #rows == 0 then rows[1] = { "1, 2, ...", "", "as many as the parameters say" } end
  print_part("rows", { "name", "unit", "meaning" }, rows)
  local params = parameter_rows(info.params)
  table.move(parameter_rows(info.common), 1, #info.common, #params + 1, params)
  for _, c in ipairs(info.coordinates) do
    if not info.starts then break end
    params[#params + 1] = { c.name .. "_start", "number", unit_word(c.unit), "none", "at the start: the assembler moves the bodies there" }
    params[#params + 1] = { c.name .. "_rate_start", "number", unit_word(c.unit .. "/s"), "none", "its rate at the start" }
  end
  print_part("parameters", { "name", "kind", "unit", "default", "meaning" }, params)
  if info.markers ~= "coordinates" then
    print "\nplaced by two bodies and global data in the reference pose, in place of markers"
    print_columns({
      { "at", "list of 3 numbers", "m", "where both markers are; or {point of body 0, point of body 1}" },
      { "along", "list of 3 numbers", "", along_words(info) .. " of both markers points there" },
      { "across", "list of 3 numbers", "", "the next of their axes points towards it" },
    }, "  ")
  end
  print_part('coordinates of its own: joint:coordinate "name"', { "name", "unit", "meaning" }, named_rows(info.coordinates))
  print_part("outputs", { "name", "numbers", "unit", "meaning" }, output_rows(info.outputs, coordinate_outputs(info.coordinates), always(info)))
  local lines = { table.unpack(scenes[info.markers]) }
  lines[#lines + 1] = "local joint = " .. made(info)
  local outputs = { table.unpack(info.outputs) }
  print_script(lines, "joint", info.coordinates, table.move(info.always, 1, #info.always, #outputs + 1, outputs))
end

-- ---- body types ----

-- Where the script has other words than the table, which yoke.lua turns into those of the table.
local said = {
  inertia_about = { kind = '"reference" or "com"', default = '"reference"', doc = "the point: the reference point or the centre of mass" },
  rotation = { kind = "3x3, number, {axis=, angle=}, {quaternion={w, x, y, z}} or {xyz={a, b, c}}", default = "identity",
    doc = "in the reference pose, body axes to global ones; a number turns about z, xyz is Rx(a) Ry(b) Rz(c) (rad)" },
}
local said_of = {
  rigid = {
    inertia = { kind = "list of 6 or 3 numbers, or 3x3", example = "{ 1, 1, 1 }", doc = "Jxx, Jyy, Jzz, Jyz, Jxz, Jxy in body axes, about the point that inertia_about names" },
  },
  generic = { mass = { kind = "matrix (list of rows), or function", doc = "M (n x n), or a function(t, q, v) that returns it" }, mass_function = false },
}
local parametrization = {
  name = "parametrization", kind = '"lie", "euler" or "tait_bryan"', rule = "", unit = "1", default = '"lie"',
  doc = "the rotation coordinates: increments beside a quaternion, Euler parameters, Tait-Bryan angles",
}

local at_start = { displacement = true, velocity = true, angular_velocity = true, angular_velocity_local = true }

-- The parameters in the words of a script: all but those of the start, and those.
local function body_parameters(info)
  local params, start = {}, {}
  for _, p in ipairs(info.params) do
    local other = (said_of[info.name] or {})[p.name]
    if other == nil then other = said[p.name] end
    if other then p = setmetatable(other, { __index = p }) end
    if other ~= false then table.insert(at_start[p.name] and start or params, p) end
  end
  if #info.forms > 1 then table.insert(params, parametrization) end
  return params, start
end

-- What stands for a body, and what its coordinates are, where a marker is wanted.
local function marker_rows(info)
  local rows = {}
  local function add(word, doc) rows[#rows + 1] = { word, doc } end
  if info.name ~= "generic" then
    add("body", "the frame of the body; where coordinates are wanted, body:coordinates()")
    add("body:at { x, y, z }", "a point of the body, in its own axes (m)")
    add("body:frame { position =, rotation = }", "a point with axes of its own; rotation as of a rigid body")
  else
    add("body", "body:coordinates()")
  end
  add("body:coordinate(i)", info.name == "ground" and "a coordinate that is zero, for what couples or drives one alone"
    or "coordinate i, from 1 on, without its reference part" .. (#info.forms > 1 and "; increments of rotation are none" or ""))
  add("body:coordinates()", info.name == "ground" and "no coordinates"
    or "all of them, with the reference part" .. (#info.forms > 1 and '; not of parametrization = "lie"' or ""))
  if info.name == "rigid" then
    add("body:rotation_coordinate(i)", "Tait-Bryan angle about x, y, z (i = 1, 2, 3), counted on over full turns, as a coordinate")
  elseif info.name == "rigid2d" then
    add("body:rotation_coordinate(3)", "the same as body:coordinate(3)")
  elseif info.name == "mass1d" or info.name == "rotor" then
    add("body:rotation_coordinate(i)", "Tait-Bryan angle about x, y, z (i = 1, 2, 3) of its frame, as a coordinate")
  end
  return rows
end

-- All body types.
function help.bodies()
  local rows = { { "name", "in a script", "what it is" } }
  for _, name in ipairs(core.body_names()) do
    local info = core.body_info(name)
    rows[#rows + 1] = { name, name == "ground" and "m.ground" or ("m:%s{}"):format(name), info.doc }
  end
  print_columns(rows, "")
end

-- Bodies of the examples: what is required, and something to move.
local bodies = {
  point = "mass = 1, position = { 1, 0, 0 }, velocity = { 0, 0, 2 }", point2d = "mass = 1, position = { 1, 0 }, velocity = { 2, 0 }",
  rigid2d = "mass = 1, inertia = 0.1, position = { 1, 0 }, angular_velocity = 2",
  rigid = "mass = 1, inertia = { 0.1, 0.2, 0.3 }, rotation = { axis = { 1, 0, 0 }, angle = 0.5 }, angular_velocity_local = { 0, 0, 2 }",
  mass1d = "mass = 1, axis = { 0, 1, 0 }, velocity = 2", rotor = "inertia = 0.1, angular_velocity = 2",
  generic = "mass = { { 1, 0 }, { 0, 2 } }, stiffness = { { 9, -3 }, { -3, 3 } }, displacement = { 0.1, 0 }",
}

-- Everything about one body type.
function help.body(name)
  if not name then return help.bodies() end
  local info = core.body_info(name)
  if not info then
    local names = core.body_names()
    local near = core.near(name, names)
    core.fault(("body: no body type '%s'%s; there are: %s"):format(name, near and "; did you mean '" .. near .. "'?" or "", table.concat(names, ", ")))
  end
  print(info.name .. ": " .. info.doc)
  local params, start = body_parameters(info)
  local words = { '"name"', table.unpack(required(params)) }
  print_columns({ { "script", name == "ground" and "m.ground" or ("m:%s { %s }"):format(name, table.concat(words, ", ")) } }, "")
  local head = { "name", "kind", "unit", "default", "meaning" }
  print_part("parameters", head, parameter_rows(params))
  print_part("parameters of the start", head, parameter_rows(start))
  for _, form in ipairs(info.forms) do
    local rows = {}
    for i, c in ipairs(form.coordinates) do rows[i] = { tostring(i), c.name, unit_word(c.unit) } end
    print_part(#info.forms > 1 and "coordinates of a " .. form.doc or "coordinates", { "i", "name", "unit" }, rows)
  end
  print_part("markers", { "in a script", "what it is" }, marker_rows(info))
  print_part("outputs of the body, down to rotation_matrix also of body:at{} and body:frame{}",
    { "name", "numbers", "unit", "meaning" }, output_rows(info.outputs))
  if bodies[name] then
    print_script({ ('local body = m:%s { "body", %s }'):format(name, bodies[name]) }, "body", {}, info.outputs)
  end
end

return help
