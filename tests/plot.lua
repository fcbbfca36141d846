-- plot.lua - tests of r:plot and of `yoke plot`: files, labels, hostile names, a missing gnuplot, wrong words.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"

if not core.execute({ "gnuplot", "--version" }, true) then
  tap.skip "gnuplot is not installed"
  tap.done()
end

-- ---- a folder of its own, files and programs in it ----

local function sh(command, ...)
  local status, said = core.execute({ "sh", "-c", command, "sh", ... }, true)
  return status, (said:gsub("\n$", ""))
end

local _, program = sh('readlink -f "$1"', arg[-1] or (os.getenv "BUILD" or "build") .. "/yoke")
local dir = os.tmpname()
os.remove(dir)
sh('mkdir -p "$1/bin" "$1/none" "$1/tools" "$1/temp" "$1/pictures" && ln -s "$(command -v mktemp)" "$(command -v cat)" "$1/tools/"', dir)

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Runs yoke in the folder `pictures`, with settings like "PATH=..." in the environment: exit status, all it said.
local function run_yoke(settings, ...)
  return sh('cd "$1/pictures" && more=$2 && shift 2 && exec env -u DISPLAY -u WAYLAND_DISPLAY -u COLUMNS TMPDIR="$PWD/../temp" $more "$@"',
    dir, settings, program, ...)
end

local function has(text, parts, name)
  for _, part in ipairs(type(parts) == "table" and parts or { parts }) do
    if not (text or ""):find(part, 1, true) then return tap.ok(false, name, { "got", tostring(text) }, { "without", part }) end
  end
  return tap.ok(true, name)
end

local function lacks(text, part, name)
  return tap.ok(not text:find(part, 1, true), name, { "got", text }, { "with", part })
end

-- A program that stands in for gnuplot.
local function pretend_gnuplot(text)
  write(dir .. "/bin/gnuplot", "#!/bin/sh\n" .. text)
  sh('chmod +x "$1/bin/gnuplot"', dir)
  return "PATH=" .. dir .. "/bin:" .. dir .. "/tools"
end

-- ---- a model ----

local evil = "`touch a` $(touch b) 'c' \"d\" <e |f \nsystem(\"touch g\")\n! touch h\r_i ^2 {j} @HOME # %d \xff \u{e9}\\"
local script = [[
local yoke = require "yoke"
local evil = ...
local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } }
local rod = m:distance { "rod", m.ground, bob, distance = 1 }
local s = m:sensor { bob, "position" }
local v = m:sensor { bob, "velocity" }
local f = m:sensor { rod, "force" }
local d = m:sensor { rod, "distance" }
local peak = m:sensor { "peak", function(t) return math.abs(t - 0.5003) < 1e-5 and 7 or math.sin(t) end }
local wild = m:sensor { evil or "wild", function(t) return t, 2 * t end }
local r = m:solve_dynamic { t_end = 1, steps = 10000, spectral_radius = 0.7 }
]]
local r, s, v, f, d, peak, wild, bob = load(script .. "return r, s, v, f, d, peak, wild, bob")(evil)
write(dir .. "/given.lua", script:gsub("steps = 10000", "steps = 100") .. "load(arg[1], '=given', 't', setmetatable({ r = r, s = s, f = f }, { __index = _G }))()\n")

-- Plots into the folder; the script's text and the data.
local function plot(name, given)
  given.file = dir .. "/pictures/" .. name
  r:plot(given)
  return read(given.file .. ".gp"), read(given.file .. ".bin")
end

-- ---- files ----

for ending, magic in pairs { png = "\x89PNG\r\n", svg = "<?xml", pdf = "%PDF-", PNG = "\x89PNG\r\n" } do
  plot("kind." .. ending, { s })
  tap.is((read(dir .. "/pictures/kind." .. ending) or ""):sub(1, #magic), magic, "." .. ending .. " is one")
end
tap.is(r:plot { s, file = dir .. "/pictures/kind.svg" }, r, "plot returns the result")

do
  local gp, bin = plot("one.png", { f })
  has(gp, { "set xlabel 'time [s]'", "set ylabel 'rod.force [N]'", "set key off" }, "one curve: its name and unit at the axis")
  lacks(gp, dir, "the script names no folder")
  local picture = read(dir .. "/pictures/one.png")
  os.remove(dir .. "/pictures/one.png")
  tap.is(sh('cd "$1" && gnuplot one.png.gp', dir .. "/pictures"), 0, "the script runs by hand")
  tap.ok(read(dir .. "/pictures/one.png") == picture, "and draws the same picture")
  tap.ok(#bin % 16 == 0 and gp:find("record=" .. #bin // 16, 1, true), "the data are pairs of doubles")
end

has(plot("same.png", { s }), { "set ylabel '[m]'", "title 'bob.position.x'", "title 'bob.position.z'" }, "curves of one unit: the unit at the axis")
has(plot("mixed.png", { s, { v, 2 }, f }), { "set ylabel ''", "title 'bob.position.x [m]'", "title 'bob.velocity.y [m/s]'", "title 'rod.force [N]'" },
  "curves of several units: the units in the legend")
lacks(plot("single.png", { { s, 1 }, { s, 2 } }), "bob.position.z", "single components")
has(plot("many.png", { s, s, s, s }), "lt 9 dt 2", "more curves than colours: dashed")
has(plot("options.png", { s, title = "It's", xlabel = "t", ylabel = "way", legend = { "a", "b", "c" }, xrange = { 0.25, 0.5 }, yrange = { 1, -1e-20 }, size = { 400, 300 } }),
  { "set title 'It''s'", "set xlabel 't'", "set ylabel 'way'", "title 'b'", "set xrange [0.25:0.5]", "set yrange [1:-1e-20]", "size 400,300" }, "options")
has(plot("log.png", { peak, logx = true, logy = true }), { "set logscale x", "set logscale y" }, "logarithmic axes")
has(plot("flat.png", { d }), "set yrange [0.9:1.1]", "round-off does not fill the picture")

do
  local gp, bin = plot("path.png", { x = { s, 1 }, y = { s, 2 } })
  has(gp, { "set xlabel 'bob.position.x [m]'", "set ylabel 'bob.position.y [m]'", "set size ratio -1", "record=10001" }, "a path: labels, true to scale, every row")
  local x, y = ("<dd"):unpack(bin, 16 * 5000 + 1)
  tap.ok(x == r[s][1][5001] and y == r[s][2][5001], "its data are the rows")
  has(plot("list.png", { x = f, y = { { s, 2 }, { v, 1 }, d } }), { "set xlabel 'rod.force [N]'", "'bob.velocity.x [m/s]'", "'rod.distance [m]'" }, "several curves over x")
end

-- ---- thinning ----

do
  local _, bin = plot("thin.svg", { peak })
  local found, last, ordered = false, -1, true
  for i = 1, #bin, 16 do
    local t, y = ("<dd"):unpack(bin, i)
    found, last, ordered = found or y == 7, t, ordered and t > last
  end
  tap.ok(#bin // 16 <= 4 * 962 and #bin // 16 > 960, "10001 rows are thinned", { "rows", #bin // 16 })
  tap.ok(found, "a peak of one sample stays")
  tap.ok(ordered and last == 1, "in order, to the end")
  tap.ok(#read(dir .. "/pictures/thin.svg") < 150000, "an SVG stays small")
  _, bin = plot("window.png", { peak, xrange = { 0.5, 0.501 } })
  tap.near(#bin // 16, 11, 8, "what lies outside the range is hardly written")
  _, bin = plot("thinlog.png", { peak, logx = true })
  tap.ok(("<dd"):unpack(bin) == 1e-4 and ("<dd"):unpack(bin, 17) == 2e-4, "a logarithmic axis keeps the first decades")
end

-- ---- hostile names ----

do
  local all = { wild, title = evil, xlabel = evil, ylabel = evil }
  for _, ending in ipairs { "png", "svg", "pdf" } do plot("evil." .. ending, all) end
  local literal = "`touch a` $(touch b) ''c'' \"d\" <e |f  system(\"touch g\") ! touch h _i ^2 {j} @HOME # %d ? \u{e9}\\'"
  has(read(dir .. "/pictures/evil.png.gp"), { "set title '" .. literal .. "\n", "title '`touch a` $(touch b) ''c''" }, "hostile words stand in quotes")
  has(read(dir .. "/pictures/evil.svg"), { "`touch a` $(touch b)", "system(", "_i ^2 {j} @HOME" }, "and appear literally")
  for _, name in ipairs { "<in", "|touch i", "a 'b' \"c\"", "$(touch j)", "`touch k`", "-e", "~", "%d {} #\\", "\xff" } do
    local folder = dir .. "/pictures/" .. name
    sh('mkdir -p -- "$1"', folder)
    tap.ok(pcall(plot, name .. "/" .. name .. ".png", { { s, 1 }, title = "x\0y" }) and read(folder .. "/" .. name .. ".png"), ("a picture %q"):format(name))
  end
  local status = sh('cd "$1/pictures" && gnuplot evil.png.gp && cd "./-e" && "$2" "$3/given.lua" "r:plot { s, file = \'here.png\' }" && test -s here.png', dir, program, dir)
  tap.is(status, 0, "a name without a folder is a file of the current folder")
  tap.is(select(2, sh('find "$1" -name "[a-k]"; find . -maxdepth 1 -name "[a-k]"', dir)), "", "nothing was executed")
end

-- ---- the screen ----

do
  local status, said = run_yoke("", dir .. "/given.lua", "r:plot { s, file = '-', title = 'Way of the bob' }")
  has(said, { "Way of the bob", "time [s]", "***bob.position.x [m]", "-0.5" }, "text in the terminal")
  tap.is(status, 0, "is no error")
  local widest = 0
  _, said = run_yoke("COLUMNS=120", dir .. "/given.lua", "r:plot { f }")
  for line in said:gmatch "[^\n]+" do widest = math.max(widest, #line) end
  tap.ok(widest > 100 and widest <= 120, "as wide as the terminal, and without a display by default", { "said", said })
  tap.is(select(2, sh('ls -A "$1/temp"', dir)), "", "no temporary files stay")

  local path = pretend_gnuplot('case "$*" in *GPVAL*) echo " dumb x11 png ";; *) echo "$@" >"$LOG"; eval "$4"; pwd >>"$LOG"; cat "$5" >>"$LOG"; test -s plot.bin && echo data >>"$LOG";; esac')
  status = run_yoke(path .. " DISPLAY=:9 LOG=" .. dir .. "/log", dir .. "/given.lua", "assert(r:plot { s, size = { 500, 300 } })")
  local log = read(dir .. "/log")
  has(log, { "-persist", "set terminal x11 noenhanced size 500,300", "data\n" }, "a window where there is a display")
  tap.ok(status == 0 and not log:find "set output", "with nothing but the window as output")
  tap.is(select(2, sh('ls -A "$1/temp"', dir)), "", "no temporary files stay of a window")
end

-- ---- gnuplot missing or failing ----

do
  local none = "PATH=" .. dir .. "/none"
  local status, said = run_yoke(none, dir .. "/given.lua", "print(r:plot { s, file = 'without.png' })")
  has(said, { "yoke: gnuplot is not installed; the data and the script are kept in without.png.gp, without.png.bin\n", "nil\tgnuplot is not installed" },
    "without gnuplot: a note, nil and the reason")
  tap.ok(status == 0 and read(dir .. "/pictures/without.png.gp") and #read(dir .. "/pictures/without.png.bin") == 3 * 101 * 16, "script and data are there")
  status, said = run_yoke("PATH=" .. dir .. "/tools", dir .. "/given.lua", "print(r:plot { s })")
  has(said, "yoke: gnuplot is not installed\n", "text without gnuplot: a note")
  tap.is(status, 0, "no error")

  tap.raises(function() plot("negative.png", { { s, 2 }, logy = true }) end,
    { "tests/plot.lua:", "plot: gnuplot failed on ", "negative.png.gp (exit status 1): ", "all points y value undefined" }, "gnuplot fails: its own words")
  tap.is(read(dir .. "/pictures/negative.png"), nil, "no broken picture stays")
  status, said = run_yoke(pretend_gnuplot "exit 0\n", dir .. "/given.lua", "r:plot { s, file = 'nothing.png' }")
  has(said, "gnuplot failed on nothing.png.gp", "a picture that is not there is an error")
  tap.is(status, 1, "with exit status 1")
end

-- ---- wrong words ----

local png = dir .. "/pictures/wrong.png"
local wrong = {
  { { s, titel = "x" }, "plot: no option 'titel'; did you mean 'title'?" },
  { { s, file = "x.jpg" }, { 'file = "x.jpg"', ".png, .svg or .pdf" } },
  { { s, file = "png" }, ".png, .svg or .pdf" },
  { { s, file = "x\n.png" }, "control characters" },
  { { s, file = dir .. "/nowhere/x.png" }, "/nowhere/x.png.bin: No such file or directory" },
  { { s, title = 3, file = png }, "title = 3 must be a string" },
  { { s, xrange = { 1, 1 }, file = png }, "xrange must be two different numbers {from, to}" },
  { { s, yrange = { 1 }, file = png }, "yrange must be two different numbers" },
  { { s, yrange = { 0, math.huge }, file = png }, "yrange must be two different numbers" },
  { { s, yrange = { 0, 0 / 0 }, file = png }, "yrange must be two different numbers" },
  { { s, size = { 10, 300 }, file = png }, "size must be {width, height}, whole numbers from 100 to 20000 (pixels)" },
  { { s, size = 7, file = png }, "size must be {width, height}" },
  { { s, logx = 1, file = png }, "logx = 1 must be true or false" },
  { { s, legend = { "a" }, file = png }, "legend must be a list of 3 texts" },
  { { s, legend = { "a", "b", 3 }, file = png }, "legend[3] is a number (3), it must be a string" },
  { { bob, file = png }, "curve 1 is a body, it must be a sensor or {sensor, component}" },
  { { s, { bob, 1 }, file = png }, "curve 2[1] is a body" },
  { { nil, s, file = png }, "curve 1 is nil" },
  { { { s, 4 }, file = png }, "curve 1: there is no component 4, the sensor 'sensor_1' has 3" },
  { { { s, 1.5 }, file = png }, "there is no component 1.5" },
  { { file = png }, "what to plot is missing" },
  { { x = { s, 1 }, file = png }, "y is missing" },
  { { y = { s, 1 }, file = png }, "x is missing" },
  { { x = s, y = { s, 1 }, file = png }, "x has 3 components, it must have one" },
  { { s, x = { s, 1 }, y = { s, 2 }, file = png }, "give one of them" },
}
for _, case in ipairs(wrong) do
  tap.raises(function() r:plot(case[1]) end, case[2], type(case[2]) == "table" and case[2][2] or case[2])
end
tap.raises(function() r:plot(s) end, { "plot.lua:", "plot: it is called with a sensor" }, "not a table")

-- ---- curves of numbers that the script has ----

do
  local file = dir .. "/pictures/lists.png"
  tap.is(yoke.plot { { "h", x = { 1e-3, 1e-2, 1e-1 }, y = { 1, 10, 100 } }, { "2 h'", x = { 1e-3, 1 }, y = { 2, 4 } }, xlabel = "error", ylabel = "ms",
    logx = true, logy = true, file = file }, true, "lists: drawn")
  local gp = read(dir .. "/pictures/lists.png.gp")
  has(gp, { "set logscale x", "set xlabel 'error'", "title 'h'", "title '2 h'''", "record=3", "record=2", "linespoints" },
    "lists: curves by name, their points marked")
  tap.is(read(dir .. "/pictures/lists.png.bin"):sub(1, 16), ("<dd"):pack(1e-3, 1), "lists: the numbers")
  lacks(gp, "size ratio", "lists: not to scale")
  local good = { "a", x = { 1 }, y = { 2 } }
  for _, row in ipairs {
    { 7, "plot: it is called with a number (7), it must be a table" },
    { { file = file }, "plot: what to plot is missing" },
    { { good, 3, file = file }, "plot: curve 2 is a number (3), it must be { \"name\", x = {...}, y = {...} }" },
    { { { x = { 1 }, y = { 1 } }, file = file }, "plot: curve 1 is a table, it must be { \"name\"" },
    { { { "a", x = { 1, 2 }, y = { 1 } }, file = file }, "plot: curve 1: x has 2 numbers, y has 1" },
    { { { "a", x = {}, y = {} }, file = file }, "plot: curve 1: x is a table, it must be a list of numbers" },
    { { { "a", y = { 1 } }, file = file }, "plot: curve 1: x is nil" },
    { { { "a", x = { 1 }, y = { 0 / 0 } }, file = file }, "plot: curve 1: y[1] is" },
    { { good, x = { 1 }, file = file }, "plot: x and y belong into a curve" },
    { { good, titel = "x" }, "plot: no option 'titel'; did you mean 'title'?" },
    { { good, legend = { "a", "b" }, file = file }, "plot: legend must be a list of 1 text, one for each curve" },
  } do
    tap.raises(function() yoke.plot(row[1]) end, row[2], "lists: " .. row[2])
  end
end
do
  local m = yoke.model {}
  local other = m:sensor { m:point { mass = 1 }, "position" }
  tap.raises(function() r:plot { other } end, "was not there when this result was made", "the sensor of another model")
end

-- ---- locale ----

if os.setlocale "de_DE.UTF-8" or os.setlocale "de_DE.utf8" then
  has(plot("locale.png", { s, xrange = { 0.25, 0.5 } }), { "set xrange [0.25:0.5]", "graph 0.04" }, "numbers have a point in every locale")
  os.setlocale "C"
else
  tap.skip "no locale de_DE here"
end

-- ---- yoke plot ----

local csv = dir .. "/pictures/p.csv"
write(csv, 'time [s],bob.position.x [m],bob.position.y [m],rod.force [N],"odd, ""q"":z [1]"\n0,1,0,0,5\n0.5,0.5,-0.5,200,6\n1,0.25,-1,400,7\n')

local function yoke_plot(...) return run_yoke("", "plot", ...) end

do
  local status, said = yoke_plot("p.csv", "rod.force")
  has(said, { "***rod.force [N]", "time [s]", "400" }, "a column by name, as text")
  tap.is(status, 0, "is no error")
  has(select(2, yoke_plot("p.csv", "4")), "rod.force [N]", "by number")
  has(select(2, yoke_plot("p.csv", "bob.position", "--title", "A title")), { "bob.position.x", "bob.position.y", "A title" }, "a vector")
  has(select(2, yoke_plot("p.csv", "bob.position.x:bob.position.y")), { "bob.position.x [m]", "***bob.position.y [m]" }, "one column over another")
  has(select(2, yoke_plot("p.csv", 'odd, "q":z')), 'odd, "q":z', "a quoted name with a colon")
  tap.is(yoke_plot("--out", "q.svg", "p.csv", "2:3"), 0, "into a file")
  has(read(dir .. "/pictures/q.svg"), "<?xml", "of the kind wanted")
  has(read(dir .. "/pictures/q.svg.gp"), { "set xlabel 'bob.position.x [m]'", "record=3 " }, "with script")
  write(dir .. "/pictures/dos.csv", (read(csv):gsub("\n", "\r\n")))
  has(select(2, yoke_plot("dos.csv", "5")), 'odd, "q":z', "line ends of another system")
  write(dir .. "/pictures/one.csv", "time [s],a [m]\n0,3\n")
  tap.is(yoke_plot("one.csv", "a", "--out", "one.svg"), 0, "a single row")
  write(dir .. "/pictures/cut.csv", read(csv):sub(1, -4))
  status, said = yoke_plot("cut.csv", "rod.force", "--out", "cut.svg")
  has(said, "yoke: cut.csv: the last line is broken off and left out", "a broken last line: a note")
  has(read(dir .. "/pictures/cut.svg.gp"), "record=2 ", "and the complete rows")
  tap.is(status, 0, "is no error")
  local names, row = {}, {}
  for i = 1, 100 do names[i], row[i] = ("c%d [m]"):format(i), i end
  write(dir .. "/pictures/wide.csv", table.concat(names, ",") .. "\n" .. table.concat(row, ",") .. "\n")
  yoke_plot("wide.csv", "31:100", "30:60", "--out", "wide.svg")
  local bin = read(dir .. "/pictures/wide.svg.bin")
  tap.is(table.concat({ ("<dddd"):unpack(bin) }, " ", 1, 4), "31.0 100.0 30.0 60.0", "a hundred columns")
end

write(dir .. "/pictures/empty.csv", "")
write(dir .. "/pictures/header.csv", "time [s],a [m]\n")
write(dir .. "/pictures/foreign.csv", "time;a\n0;1\n")
write(dir .. "/pictures/hole.csv", "time [s],a [m]\n0,1\n0.1\n0.2,3\n")
write(dir .. "/pictures/nan.csv", "time [s],a [m]\n0,1\n0.1,nan\n0.2,3\n")
local bad = {
  { 2, "which file? yoke plot FILE.csv COLUMN..." },
  { 2, "which columns of p.csv? there are:\n  1  time [s]\n  2  bob.position.x [m]", "p.csv" },
  { 2, "no option '--titel'; did you mean '--title'?", "p.csv", "--titel", "x" },
  { 2, "--out needs a file behind it", "p.csv", "2", "--out" },
  { 1, "nowhere.csv: No such file or directory", "nowhere.csv", "a" },
  { 1, "pictures: Is a directory", dir .. "/pictures", "a" },
  { 1, "p.csv: no column 'bob.positon'; did you mean 'bob.position'?", "p.csv", "bob.positon" },
  { 1, "p.csv: no column 'rod.forse'; did you mean 'rod.force'?", "p.csv", "time:rod.forse" },
  { 1, "p.csv: no column '77'; there are: time, bob.position.x", "p.csv", "77" },
  { 1, "p.csv: bob.position:rod.force: x must be one column, it is 2", "p.csv", "bob.position:rod.force" },
  { 1, "must end in .png, .svg or .pdf", "p.csv", "2", "--out", "x.gif" },
  { 1, "empty.csv: it is empty", "empty.csv", "a" },
  { 1, "header.csv: it has no rows", "header.csv", "a" },
  { 1, "foreign.csv: it is no result of Yoke", "foreign.csv", "a" },
  { 1, "hole.csv:3: this is no row of 2 finite numbers", "hole.csv", "a" },
  { 1, "nan.csv:3: this is no row of 2 finite numbers", "nan.csv", "a" },
}
for _, case in ipairs(bad) do
  local status, said = yoke_plot(table.unpack(case, 3))
  tap.ok(status == case[1] and said:find("yoke: ", 1, true) and said:find(case[2], 1, true) and not said:find "traceback", "yoke plot: " .. case[2]:match "[^\n]*",
    { "status", status }, { "said", said })
end

do
  local status, said = run_yoke("PATH=" .. dir .. "/tools", "plot", "p.csv", "2")
  tap.ok(status == 1 and said == "yoke: gnuplot is not installed", "yoke plot without gnuplot fails", { "said", said })
end

sh('rm -rf "$1"', dir)
tap.done()
