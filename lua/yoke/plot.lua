-- plot.lua - curves as pictures: writes a gnuplot script and its data, and has gnuplot run them.
--
-- A column is { name =, unit =, numbers = {...} }, a curve is { x = column, y = column }.  What a user named may hold
-- anything: it reaches gnuplot as a quoted text, never as a command, and numbers only in a binary file.

local core = require "yoke.core"
local speech = require "yoke.words"
local word, note, fault = speech.word, speech.note, core.fault

local plot = {}

-- ---- words for gnuplot ----

local control = "[\0-\31\127]"

-- In single quotes gnuplot replaces nothing.
local function quoted(text) return "'" .. text:gsub("'", "''") .. "'" end

-- A text to be shown: a line end would end the quotes, and what is not UTF-8 would spoil an SVG.
local function shown(text)
  text = text:gsub(control, " ")
  local _, bad = utf8.len(text)
  while bad do
    text = text:sub(1, bad - 1) .. "?" .. text:sub(bad + 1)
    _, bad = utf8.len(text, bad)
  end
  return quoted(text)
end

-- A script may have set a locale with a decimal comma.
local function digits(x) return (("%.15g"):format(x):gsub("[^%de+-]+", ".")) end

-- ---- the look ----

-- Told apart by colour-blind readers too (Okabe and Ito; grey in place of their yellow, which is hardly seen on white).
local colours = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c" }

local look = [[
set border 3 lw 0.8 lc rgb '#707070'
set tics nomirror out scale 0.5 tc rgb '#000000'
set grid lt 1 lw 0.6 lc rgb '#dcdcdc'
set linetype cycle 8
]]
for i, colour in ipairs(colours) do
  look = look .. ("set linetype %d lw 1.8 lc rgb '%s'\n"):format(i, colour)
end

-- gnuplot's terminals by the ending of the file; on paper 100 pixels are an inch.
local terminals = {
  png = "pngcairo noenhanced rounded size %s,%s font 'Sans,12'",
  svg = "svg noenhanced rounded size %s,%s font 'Sans,15' background '#ffffff'",
  pdf = "pdfcairo noenhanced rounded size %sin,%sin font 'Sans,12' fontscale 0.75",
}

-- ---- points ----

-- The rows that draw the same picture: the first, the lowest, the highest and the last in each column of pixels.
local function thinned(x, y, o)
  local n, width = #x, o.size[1]
  local scale = o.logx and math.log or function(t) return t end
  local start = 1
  while o.logx and start < n and x[start] <= 0 do start = start + 1 end
  local limits = o.xrange or { x[start], x[n] }
  local from, to = scale(limits[1]), scale(limits[2])
  local rows, first, low, high, pixel = {}, start, start, start, nil
  local function add(row)
    if row > (rows[#rows] or 0) then rows[#rows + 1] = row end
  end
  local function finish(last)
    add(first)
    add(math.min(low, high))
    add(math.max(low, high))
    add(last)
  end
  for k = start, n do
    local here = math.max(-1, math.min((scale(x[k]) - from) / (to - from) * width, width)) // 1
    if here ~= pixel then
      if pixel then finish(k - 1) end
      pixel, first, low, high = here, k, k, k
    elseif y[k] < y[low] then
      low = k
    elseif y[k] > y[high] then
      high = k
    end
  end
  finish(n)
  return rows
end

-- The points of a curve as pairs of doubles, and how many they are.
local function packed(curve, o)
  local x, y, points = curve.x.numbers, curve.y.numbers, {}
  local rows = curve.over_time and #x > 4 * o.size[1] and thinned(x, y, o)
  for i = 1, rows and #rows or #x do
    local k = rows and rows[i] or i
    points[i] = ("<dd"):pack(x[k], y[k])
  end
  return table.concat(points), #points
end

-- The lowest and the highest number along an axis.
local function extent(curves, axis)
  local low, high = math.huge, -math.huge
  for _, curve in ipairs(curves) do
    for _, x in ipairs(curve[axis].numbers) do
      if x < low then low = x end
      if x > high then high = x end
    end
  end
  return low, high
end

-- The limits of an axis if gnuplot shall not choose them: the given ones, or some that do not show round-off as a mountain.
local function axis_limits(given, low, high)
  if given then return given end
  local most = math.max(math.abs(low), math.abs(high))
  if high - low > 1e-10 * most then return nil end
  local room = most > 0 and 0.1 * most or 1
  return { low - room, high + room }
end

-- ---- names ----

local function with_unit(column)
  return column.unit == "1" and column.name or ("%s [%s]"):format(column.name, column.unit)
end

-- What stands at an axis: the one name and unit, or the unit that all curves share; nil if they share none.
local function axis_label(curves, axis)
  local first, same = curves[1][axis], true
  for _, curve in ipairs(curves) do
    if curve[axis].unit ~= first.unit then return nil end
    same = same and curve[axis].name == first.name
  end
  return same and with_unit(first) or first.unit == "1" and "" or "[" .. first.unit .. "]"
end

-- The legend: the given words, or the names, with units if no axis tells them.
local function legend(curves, o, axis_tells)
  if o.legend then return o.legend end
  local words = {}
  for i, curve in ipairs(curves) do words[i] = axis_tells and curve.y.name or with_unit(curve.y) end
  return words
end

-- ---- script and data ----

-- The commands for an axis; the span of its numbers if gnuplot chooses the limits on a plain scale.
local function axis_commands(curves, axis, label, o, say)
  local low, high = extent(curves, axis)
  local limits, log = axis_limits(o[axis .. "range"], low, high), o["log" .. axis]
  say("set %slabel %s", axis, shown(o[axis .. "label"] or label or ""))
  say("set format %s '%%.10h'", axis)
  if log then say("set logscale %s", axis) end
  if limits then say("set %srange [%s:%s]", axis, digits(limits[1]), digits(limits[2])) end
  return not limits and not log and high - low or nil
end

-- Lengths along both axes are drawn to the same scale, unless that made a thin strip of the picture.
local function true_to_scale(curves, width, height)
  local first = curves[1]
  return not first.over_time and width and height and width < 4 * height and height < 4 * width
    and axis_label(curves, "x") and axis_label(curves, "y") and first.x.unit == first.y.unit and first.x.unit ~= "1"
end

-- The commands that plot the curves; returns the data.
local function curve_commands(curves, o, place, words, say)
  local data, before = {}, 0
  for i, curve in ipairs(curves) do
    local points, n = packed(curve, o)
    local source = ("%s binary skip=%d record=%d endian=little format='%%2double' using 1:2"):format(quoted("./" .. place.name .. ".bin"), before, n)
    local how = n == 1 and "points pt 7" or curve.marked and "linespoints pt 7 ps 0.7" or "lines"
    local style = ("with %s lt %d dt %d"):format(how, i, (i - 1) // #colours + 1)
    say("%s %s %s title %s%s", i == 1 and "plot" or "    ", source, style, shown(words[i]), i < #curves and ", \\" or "")
    data[i], before = points, before + #points
  end
  return table.concat(data)
end

-- The text of the script, and the data.
local function compose(curves, o, place)
  local lines = {}
  local function say(format, ...) lines[#lines + 1] = format:format(...) end
  say "# Run gnuplot with this script in its own folder: it draws the curves that are in the .bin beside it,"
  say "# pairs of doubles, one curve behind the other (skip: bytes before a curve, record: its number of points)."
  say "set encoding utf8"
  say("set terminal %s", place.terminal)
  if place.picture then say("set output %s", quoted("./" .. place.picture)) end
  if not place.text then say("%s", look) end
  if o.title then say("set title %s", shown(o.title)) end
  local y_label = not place.text and axis_label(curves, "y") -- text has no room beside the axis
  local width = axis_commands(curves, "x", axis_label(curves, "x"), o, say)
  local height = axis_commands(curves, "y", y_label, o, say)
  local room = curves[1].over_time and "0" or "0.04"
  say "set autoscale fix"
  say("set offsets graph %s, graph %s, graph 0.04, graph 0.04", room, room)
  if true_to_scale(curves, width, height) then say "set size ratio -1" end
  local key = #curves > 1 or o.legend or not y_label
  say("set key %s", key and "bmargin center horizontal Left reverse samplen 2.5 height 1" or "off")
  local data = curve_commands(curves, o, place, legend(curves, o, y_label), say)
  return table.concat(lines, "\n") .. "\n", data
end

local function write(who, path, text)
  local file, why = io.open(path, "wb")
  if not file then fault(("%s: %s"):format(who, why)) end
  file:setvbuf "no" -- a full disk shows at once
  local done
  done, why = file:write(text)
  file:close()
  if not done then fault(("%s: %s: %s"):format(who, path, why)) end
end

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- ---- gnuplot ----

-- A place says where script, data and picture go: { folder = "" or "dir/", name =, terminal =, picture =, text = }.

local function place_of_file(who, file, size, kinds)
  if file:find(control) then fault(("%s: file = %q must not hold control characters"):format(who, file)) end
  local folder, name, ending = file:match "^(.-)([^/]*)%.([^./]+)$"
  local kind = ending and ending:lower()
  if not kinds[kind] then
    fault(("%s: file = %q must end in .png, .svg or .pdf (or be \"-\": text in the terminal)"):format(who, file))
  end
  local unit = kind == "pdf" and 100 or 1
  return {
    folder = folder, name = name .. "." .. ending, picture = name .. "." .. ending,
    terminal = kinds[kind]:format(digits(size[1] / unit), digits(size[2] / unit)),
  }
end

-- A window if there is a display and gnuplot can open one, else text as wide as the terminal.
local function place_on_screen(folder, text, size)
  local display = (os.getenv "DISPLAY" or "") .. (os.getenv "WAYLAND_DISPLAY" or "")
  if not text and display ~= "" then
    local _, names = core.execute({ "gnuplot", "-d", "-e", "set print '-'; print GPVAL_TERMINALS" }, true)
    for _, name in ipairs { "qt", "x11", "wxt" } do
      if (" " .. names .. " "):find("%s" .. name .. "%s") then
        return { folder = folder, name = "plot", terminal = ("%s noenhanced size %d,%d"):format(name, size[1], size[2]) }
      end
    end
  end
  local columns = math.tointeger(tonumber(os.getenv "COLUMNS" or 80)) or 80
  columns = math.max(40, math.min(columns, 400))
  return { folder = folder, name = "plot", text = true, picture = "plot.txt", columns = columns, rows = 24, terminal = ("dumb noenhanced size %d,24"):format(columns) }
end

-- Draws the picture; nil and why if there is no gnuplot.
local function run(who, place, commands, data)
  local path = place.folder .. place.name
  write(who, path .. ".bin", data)
  write(who, path .. ".gp", commands)
  local folder = place.folder:sub(1, 1) == "/" and place.folder or "./" .. place.folder
  local words = { "gnuplot", "-d", "-e", "cd " .. quoted(folder), "./" .. place.name .. ".gp" }
  if not place.picture then table.insert(words, 2, "-persist") end
  local status, said = core.execute(words)
  if not status then return nil, "gnuplot is not installed" end
  said = said:match "^%s*(.-)%s*$"
  if status ~= 0 or place.picture and read(place.folder .. place.picture) == "" then
    if place.picture then os.remove(place.folder .. place.picture) end -- empty or half of one
    fault(("%s: gnuplot failed on %s.gp (exit status %d): %s"):format(who, path, status, said))
  end
  if not place.picture and said ~= "" then note(said) end
  return true
end

local function folder_for_a_while(who)
  local status, path = core.execute({ "mktemp", "-d" }, true)
  if status ~= 0 then fault(("%s: no temporary folder: %s"):format(who, path)) end
  local function remove()
    for _, name in ipairs { "plot.gp", "plot.bin", "plot.txt", "" } do os.remove(path .. name) end
  end
  path = path:gsub("\n$", "/")
  return setmetatable({ path = path }, { __close = remove })
end

-- Makes a picture where o.file says; commands, data = compose(place).  kinds: other terminals by ending than the usual.
local function picture(who, o, compose, kinds)
  if o.file and o.file ~= "-" then
    local place = place_of_file(who, o.file, o.size, kinds or terminals)
    local done, why = run(who, place, compose(place))
    return done, why and ("%s; the data and the script are kept in %s%s.gp, %s.bin"):format(why, place.folder, place.name, place.name)
  end
  local folder <close> = folder_for_a_while(who)
  local place = place_on_screen(folder.path, o.file == "-", o.size)
  local done, why = run(who, place, compose(place))
  if done and place.text then
    local text = read(place.folder .. place.picture):gsub(" +\n", "\n")
    io.write(text:match "^[\f\n]*(.-)\n*$", "\n")
  end
  return done, why
end

local function draw(curves, o)
  return picture("plot", o, function(place) return compose(curves, o, place) end)
end

-- ---- what a script says ----

local option_rows = {
  { name = "title", kind = "text" }, { name = "file", kind = "text" },
  { name = "xlabel", kind = "text" }, { name = "ylabel", kind = "text" }, { name = "legend" },
  { name = "xrange" }, { name = "yrange" }, { name = "logx", kind = "flag" }, { name = "logy", kind = "flag" },
  { name = "size", default = { 960, 600 } }, { name = "x" }, { name = "y" },
}

local function finite(x) return type(x) == "number" and math.abs(x) < math.huge end

local function check_range(name, range)
  if range == nil or type(range) == "table" and #range == 2 and finite(range[1]) and finite(range[2]) and range[1] ~= range[2] then return end
  fault(("plot: %s must be two different numbers {from, to}"):format(name))
end

local function check_size(who, size)
  local function good(n) return math.type(n) and n % 1 == 0 and n >= 100 and n <= 20000 end
  if type(size) == "table" and #size == 2 and good(size[1]) and good(size[2]) then return end
  fault(who .. ": size must be {width, height}, whole numbers from 100 to 20000 (pixels)")
end

local function options(given)
  local o = speech.options("plot", given, option_rows)
  check_range("xrange", o.xrange)
  check_range("yrange", o.yrange)
  check_size("plot", o.size)
  return o
end

local function check_legend(words, n)
  if words == nil then return end
  if type(words) ~= "table" or #words ~= n then
    fault(("plot: legend must be a list of %d text%s, one for each curve"):format(n, n == 1 and "" or "s"))
  end
  for i, text in ipairs(words) do
    if type(text) ~= "string" then fault(("plot: legend[%d] is %s, it must be a string"):format(i, word(text))) end
  end
end

-- Adds to `list` the columns of a sensor, of {sensor, component} or of a list of these.
local function add_columns(list, result, what, given)
  local sensor, only = given, nil
  if type(given) == "table" and core.kind(given[1]) == "sensor" and type(given[2]) == "number" then
    sensor, only = given[1], given[2]
  elseif type(given) == "table" and #given > 0 then
    for i, entry in ipairs(given) do add_columns(list, result, ("%s[%d]"):format(what, i), entry) end
    return list
  end
  if core.kind(sensor) ~= "sensor" then
    fault(("plot: %s is %s, it must be a sensor or {sensor, component}"):format(what, word(sensor)))
  end
  local components, before = result[sensor], result.run:sensor(sensor) - 1
  local from, to = 1, #components
  if only then
    from = math.tointeger(only) or 0
    if from < 1 or from > to then
      fault(("plot: %s: there is no component %.15g, the sensor '%s' has %d"):format(what, only, sensor.name, to))
    end
    to = from
  end
  local names, units = result.run:columns()
  for c = from, to do
    list[#list + 1] = { name = names[before + c], unit = units[before + c], numbers = components[c] }
  end
  return list
end

-- The curves against time that stand in the list part of `given`.
local function curves_over_time(result, given, last)
  local names, units = result.run:columns()
  local time, curves = { name = names[1], unit = units[1], numbers = result.time }, {}
  for i = 1, last do
    for _, y in ipairs(add_columns({}, result, "curve " .. i, given[i])) do
      curves[#curves + 1] = { x = time, y = y, over_time = true }
    end
  end
  if #curves == 0 then fault "plot: what to plot is missing: sensors, or x = and y =" end
  return curves
end

local function curves_over_x(result, o)
  for _, axis in ipairs { "x", "y" } do
    if o[axis] == nil then fault(("plot: %s is missing: x and y go together"):format(axis)) end
  end
  local x, curves = add_columns({}, result, "x", o.x), {}
  if #x > 1 then fault(("plot: x has %d components, it must have one: x = {sensor, component}"):format(#x)) end
  for i, y in ipairs(add_columns({}, result, "y", o.y)) do curves[i] = { x = x[1], y = y } end
  return curves
end

-- The options, and how long the list part is.
local function take_list(given)
  local rest, last = {}, 0
  for key, value in pairs(given) do
    if math.type(key) == "integer" then last = math.max(last, key) else rest[key] = value end
  end
  return rest, last
end

-- result:plot{ s, {s2, 1}, ... } against time, or result:plot{ x = {s, 1}, y = {s, 2} }; with options.
function plot.result(result, given)
  if type(given) ~= "table" then fault(("plot: it is called with %s, it must be a table {...}"):format(word(given))) end
  local rest, last = take_list(given)
  local o = options(rest)
  local over_x = o.x ~= nil or o.y ~= nil
  if over_x and last > 0 then fault "plot: sensors against time and x =, y = are given; give one of them" end
  local curves = over_x and curves_over_x(result, o) or curves_over_time(result, given, last)
  check_legend(o.legend, #curves)
  local done, why = draw(curves, o)
  if not done then
    note(why)
    return nil, why
  end
  return result
end

-- A list of numbers of a script as a column.
local function column_of(what, axis, list)
  if type(list) ~= "table" or #list == 0 then fault(("plot: %s: %s is %s, it must be a list of numbers"):format(what, axis, word(list))) end
  for k, x in ipairs(list) do
    if not finite(x) then fault(("plot: %s: %s[%d] is %s, it must be a finite number"):format(what, axis, k, word(x))) end
  end
  return { name = axis, unit = "1", numbers = list }
end

-- yoke.plot{ { "name", x = {numbers}, y = {numbers} }, ... }, with options.
function plot.lists(given)
  if type(given) ~= "table" then fault(("plot: it is called with %s, it must be a table {...}"):format(word(given))) end
  local rest, last = take_list(given)
  local o, curves = options(rest), {}
  if o.x ~= nil or o.y ~= nil then fault "plot: x and y belong into a curve: { \"name\", x = {...}, y = {...} }" end
  for i = 1, last do
    local curve, what = given[i], "curve " .. i
    if type(curve) ~= "table" or type(curve[1]) ~= "string" then
      fault(('plot: %s is %s, it must be { "name", x = {...}, y = {...} }'):format(what, word(curve)))
    end
    local x, y = column_of(what, "x", curve.x), column_of(what, "y", curve.y)
    if #curve.x ~= #curve.y then fault(("plot: %s: x has %d numbers, y has %d"):format(what, #curve.x, #curve.y)) end
    y.name = curve[1]
    curves[i] = { x = x, y = y, marked = #curve.x <= 50 }
  end
  if #curves == 0 then fault 'plot: what to plot is missing: { "name", x = {...}, y = {...} }, ...' end
  check_legend(o.legend, #curves)
  local done, why = draw(curves, o)
  if not done then note(why) end
  return done, why
end

-- ---- what a command line says ----

-- "; did you mean 'x'?", or all there are.
local function hint(name, names)
  local near = core.near(name, names)
  return near and "; did you mean '" .. near .. "'?" or "; there are: " .. table.concat(names, ", ")
end

-- The fields of a line of CSV (RFC 4180); nil: it is none.
local function fields(line)
  local list, at = {}, 1
  line = line .. ","
  while at <= #line do
    local field
    if line:sub(at, at) == '"' then
      local parts = {}
      repeat -- a doubled quote stands for one
        parts[#parts + 1], at = line:match('^"([^"]*)"()', at)
        if not at then return nil end
      until line:sub(at, at) ~= '"'
      field, at = table.concat(parts, '"'), at + 1
    else
      field, at = line:match("^([^,]*),()", at)
    end
    list[#list + 1] = field
  end
  return list
end

-- The columns of a result in a file, still without numbers.
local function read_header(file, path)
  local line, why = file:read "L"
  if not line then fault(path .. ": " .. (why or "it is empty")) end
  local columns = {}
  for i, field in ipairs(fields(line:gsub("\r?\n$", "")) or { "" }) do
    local name, unit = field:match "^(.*) %[([^%]]*)%]$"
    if not name then fault(("%s: it is no result of Yoke: column %d has no name with a unit, like 'time [s]'"):format(path, i)) end
    columns[i] = { name = name, unit = unit, numbers = {} }
  end
  return columns
end

-- Patterns that take the wanted numbers out of a line, each for up to 30 columns (Lua knows 32 captures).
local function line_patterns(columns)
  local patterns, parts = {}, {}
  for i, column in ipairs(columns) do
    if #parts == 0 then patterns[#patterns + 1] = { columns = {} } end
    local last = patterns[#patterns]
    if column.wanted then table.insert(last.columns, column) end
    table.insert(parts, column.wanted and "([^,\n]*)" or "[^,\n]*")
    if #parts == 30 or i == #columns then
      last.text = "^" .. table.concat(parts, ",") .. (i == #columns and "()\n$" or ",()")
      parts = {}
    end
  end
  return patterns
end

-- Puts the numbers of a line at place k of the columns; false if they are not all there.
local function read_line(line, patterns, k)
  local at = 1
  for _, pattern in ipairs(patterns) do
    local got = { line:match(pattern.text, at) }
    at = got[#pattern.columns + 1]
    if not at then return false end
    for i, column in ipairs(pattern.columns) do
      local x = tonumber(got[i])
      if not x or x - x ~= 0 then return false end
      column.numbers[k] = x
    end
  end
  return true
end

-- Reads the numbers of the columns that are wanted.
local function read_rows(file, path, columns)
  local n, patterns = 0, line_patterns(columns)
  for line in file:lines "L" do
    if read_line(line, patterns, n + 1) then
      n = n + 1
    elseif file:read(0) then
      fault(("%s:%d: this is no row of %d finite numbers"):format(path, n + 2, #columns))
    else
      note(("%s: the last line is broken off and left out (the run was interrupted, or is still going on)"):format(path))
    end
  end
  for _, column in ipairs(columns) do column.numbers[n + 1] = nil end
  if n == 0 then fault(path .. ": it has no rows") end
end

-- The columns meant by a name, the name of a vector or a number; nil if there are none.
local function matching(columns, text)
  local list = {}
  for _, column in ipairs(columns) do
    if column.name == text then return { column } end
    if column.name:match "^(.*)%.[^.]*$" == text then list[#list + 1] = column end
  end
  local numbered = text:match "^%d+$" and columns[tonumber(text)]
  return list[1] and list or numbered and { numbered } or nil
end

local function no_column(path, columns, text)
  local names, known = {}, {}
  for _, column in ipairs(columns) do
    for _, name in ipairs { column.name, column.name:match "^(.*)%.[^.]*$" } do
      if not known[name] then names[#names + 1] = name end
      known[name] = true
    end
  end
  fault(("%s: no column '%s'%s"):format(path, text, hint(text, names)))
end

-- Adds the curves of "COLUMN" or "X:COLUMN"; a colon may also stand in a name.
local function add_curves(curves, path, columns, text)
  local y = matching(columns, text)
  local x = y and { columns[1] }
  for colon in text:gmatch "():" do
    if not (x and y) then x, y = matching(columns, text:sub(1, colon - 1)), matching(columns, text:sub(colon + 1)) end
  end
  if not (x and y) then
    local left, right = text:match "^(.-):(.*)$"
    no_column(path, columns, left and (matching(columns, left) and right or left) or text)
  end
  if #x > 1 then fault(("%s: %s: x must be one column, it is %d"):format(path, text, #x)) end
  x[1].wanted = true
  for _, column in ipairs(y) do
    column.wanted = true
    curves[#curves + 1] = { x = x[1], y = column, over_time = x[1] == columns[1] }
  end
end

local flags = { ["--out"] = "file", ["--title"] = "title" }

-- FILE.csv COLUMN... [--out PICTURE] [--title TEXT]; returns what is wrong with these words, or nothing.
function plot.file(...)
  local given, words, named, i = { ... }, {}, {}, 1
  while given[i] do
    local text = given[i]
    if flags[text] then
      i = i + 1
      if not given[i] then return ("plot: %s needs a %s behind it"):format(text, flags[text]) end
      named[flags[text]] = given[i]
    elseif text:sub(1, 1) == "-" then
      return ("plot: no option '%s'%s"):format(text, hint(text, { "--out", "--title" }))
    else
      words[#words + 1] = text
    end
    i = i + 1
  end
  local path = words[1]
  if not path then return "plot: which file? yoke plot FILE.csv COLUMN..." end
  local file, why = io.open(path, "rb")
  if not file then fault(why) end
  local columns, curves = read_header(file, path), {}
  if not words[2] then
    local list = {}
    for k, column in ipairs(columns) do list[k] = ("\n  %d  %s"):format(k, with_unit(column)) end
    return ("plot: which columns of %s? there are:%s"):format(path, table.concat(list))
  end
  for k = 2, #words do add_curves(curves, path, columns, words[k]) end
  read_rows(file, path, columns)
  file:close()
  local done, reason = draw(curves, options(named))
  if not done then fault(reason) end
end

-- For other pictures (draw.lua).
plot.quoted, plot.shown, plot.digits, plot.finite, plot.check_size, plot.picture = quoted, shown, digits, finite, check_size, picture

return plot
