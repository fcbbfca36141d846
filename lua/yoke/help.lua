-- help.lua - prints what the tables of the joint types say.

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

local function output_rows(info)
  local rows, own = {}, {}
  local function add(name, size, unit, doc)
    if not own[name] then rows[#rows + 1] = { name, size, unit_word(unit), doc } end
    own[name] = true
  end
  for _, o in ipairs(info.outputs) do add(o.name, counts[o.n] or tostring(o.n), o.unit, o.doc) end
  for _, c in ipairs(info.coordinates) do
    add(c.name, "1", c.unit, c.doc)
    add(c.name .. "_rate", "1", c.unit .. "/s", "its rate")
  end
  add("lambda", "per row", "N or N m", info.law and "what the law returns for each row" or "multiplier of each row")
  add("constraint_equation", "per row", "of the row", info.law and "deformation in each row" or "value of each row, zero when the joint holds")
  if not info.law then add("drift", "per row", "of the row", "how far off each row is that the joint holds") end
  for k = 0, 1 do
    if info.markers == "coordinates" then
      add("force" .. k, "per coordinate", "N or N m", ("on the coordinates of marker %d, generalized"):format(k))
    else
      add("force" .. k, "3", "N", ("on the body of marker %d, global"):format(k))
      add("torque" .. k, "3", "N m", ("on the body of marker %d, about the marker, global"):format(k))
    end
  end
  if info.markers ~= "coordinates" then
    add("force0_local, ...", "3", "N, N m", "the same four in the axes of their marker")
    add("force", "3", "N", "force0")
    add("torque", "3", "N m", "torque0")
  end
  return rows
end

-- A value of the kind that a required parameter has.
local examples = {
  number = "1", ["number or function of t"] = "1", ["whole number"] = "1", ["true or false"] = "true",
  ["list of 2 numbers"] = "{ 1, 0 }", ["list of 3 numbers"] = "{ 1, 0, 0 }", ["list of numbers"] = "{ 1 }",
  ["matrix (list of rows)"] = "{ { 1 } }", ["function"] = "f",
}

-- One line of a script.
local function example(info)
  local words = { '"name"', "marker0", "marker1" }
  if info.markers == "coordinates" then words[2], words[3] = "body0:coordinate(1)", "body1:coordinate(1)" end
  for _, p in ipairs(info.params) do
    if p.rule:find "required" then words[#words + 1] = p.name .. " = " .. (examples[p.kind] or "...") end
  end
  return ("m:%s { %s }"):format(info.name, table.concat(words, ", "))
end

-- Everything about one joint type.
function help.joint(name)
  if not name then core.fault "joint: the name of a joint type is missing; yoke joints lists them" end
  local info = core.joint_info(name)
  print(info.name .. ": " .. info.doc)
  print_columns({
    { "markers", info.markers },
    { "example", example(info) },
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
      { "along", "list of 3 numbers", "", (info.along or (info.markers == "frames in the plane" and "z" or "x") .. " axis of both markers") .. " points there" },
      { "across", "list of 3 numbers", "", "the next of their axes points towards it" },
    }, "  ")
  end
  print_part('coordinates of its own: joint:coordinate "name"', { "name", "unit", "meaning" }, named_rows(info.coordinates))
  print_part("outputs", { "name", "numbers", "unit", "meaning" }, output_rows(info))
end

return help
