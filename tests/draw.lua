-- draw.lua - tests of m:draw and r:animate: files, shapes and colours in the data, stored times, hostile names, wrong words.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

if not core.execute({ "gnuplot", "--version" }, true) then
  tap.skip "gnuplot is not installed"
  tap.done()
end

local dir = case.folder() .. "/"

local function read(name) return case.read(dir .. name) end

-- ---- what is in the data: polygons { colour =, x, y, x, y, ... } ----

local function polygons(data, from, to)
  local list, polygon = {}, {}
  for at = from or 1, to or #data, 20 do
    local x, y, colour = ("<ddI4"):unpack(data, at)
    if x == x then
      polygon.colour = colour
      polygon[#polygon + 1], polygon[#polygon + 2] = x, y
    else
      list[#list + 1], polygon = polygon, {}
    end
  end
  return list
end

local function coloured(list, colour)
  local found = {}
  for _, p in ipairs(list) do
    if p.colour == colour then found[#found + 1] = p end
  end
  return found
end

-- Centre and size of the box around a polygon.
local function box(p)
  local x1, y1, x2, y2 = math.huge, math.huge, -math.huge, -math.huge
  for i = 1, #p, 2 do
    x1, y1, x2, y2 = math.min(x1, p[i]), math.min(y1, p[i + 1]), math.max(x2, p[i]), math.max(y2, p[i + 1])
  end
  return { (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1 }
end

-- Length, width, and the middles of both ends of a strip of four corners.
local function strip(p)
  if #p ~= 8 then return nil end
  local ends = { (p[5] + p[7]) / 2, (p[6] + p[8]) / 2, (p[1] + p[3]) / 2, (p[2] + p[4]) / 2 }
  return math.sqrt((ends[3] - ends[1]) ^ 2 + (ends[4] - ends[2]) ^ 2), math.sqrt((p[3] - p[1]) ^ 2 + (p[4] - p[2]) ^ 2), ends
end

-- Draws into the folder: what is in the data, the script.
local function draw(m, name, options)
  options = options or {}
  options.file = dir .. name
  assert(m:draw(options))
  return polygons(read(name .. ".bin")), read(name .. ".gp")
end

local red, joint_colour, green = 0xff0000, 0x1f57bd, 0x1a9933

-- ---- the pendulum: files and the rod ----

local function pendulum(rod)
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local bob = m:point2d { "bob", mass = 50, position = { 1, 0 } }
  rod[1], rod[2], rod[3], rod.distance = "rod", m.ground, bob, rod.distance or 1
  return m, bob, m:distance(rod)
end

do
  local m = pendulum {}
  for ending, magic in pairs { png = "\x89PNG\r\n", svg = "<?xml", pdf = "%PDF-", PNG = "\x89PNG\r\n" } do
    draw(m, "kind." .. ending)
    tap.is((read("kind." .. ending) or ""):sub(1, #magic), magic, "." .. ending .. " is one")
  end
  tap.is(m:draw { file = dir .. "kind.svg" }, m, "draw returns the model")
  local _, gp = draw(m, "one.png", { title = "It's" })
  case.says(gp, { "'It''s' at", "'x' at", "'y' at", "m' at", "size 960,360", "set size ratio -1" }, "title, axes, scale, a size that fits")
  tap.ok(not gp:find(dir, 1, true), "the script names no folder")
  local picture = read "one.png"
  os.remove(dir .. "one.png")
  tap.is(core.execute({ "sh", "-c", 'cd "$1" && gnuplot one.png.gp', "sh", dir }, true), 0, "the script runs by hand")
  tap.ok(read "one.png" == picture, "and draws the same picture")
  case.says(select(2, draw(m, "size.png", { size = { 500, 400 } })), "size 500,400", "a size")
  local x1, x2, y1, y2 = read "size.png.gp":match "xrange %[(.-):(.-)%]; set yrange %[(.-):(.-)%]"
  tap.near((x2 - x1) / 500, (y2 - y1) / 400, 1e-12, "x and y have one scale")
end

do
  local m, _, rod = pendulum { draw_size = 0.05, color = { 0.1, 0.6, 0.2, 1 } }
  local found = coloured(draw(m, "rod.svg"), green)
  local length, width = strip(found[1])
  tap.ok(#found == 1 and math.abs(width - 0.05) < 0.006 and math.abs(length - 1) < 0.006, "a rod: a strip of its colour within its edge",
    { "strips", #found }, { "width", width }, { "length", length })
  rod:set { color = { 0.1, 0.6, 0.2, 0.4 } }
  found = coloured(draw(m, "rod.svg"), 0x99000000 | green)
  local ends
  length, width, ends = strip(found[1])
  tap.near(width, 0.05, 1e-12, "one with opacity: the strip alone, its width is draw_size")
  tap.near_list(ends, { 0, 0, 1, 0 }, 1e-12, "from point to point")
  local simple = coloured(draw(m, "rod.svg", { simplified = true }), 0x99000000 | green)
  tap.ok(#simple == 1 and box(simple[1])[4] < 0.005, "simplified = true: a line")
  rod:set { show = false }
  local hidden = draw(m, "rod.svg")
  tap.is(#coloured(hidden, green) + #coloured(hidden, 0x99000000 | green), 0, "show = false: nothing")
  rod:set { show = true, color = { 0, 0, 0, 1 } }
  tap.ok(#coloured(draw(m, "rod.svg"), 0) > 0, "shown again, in another colour")
  m = pendulum {}
  _, width = strip(coloured(draw(m, "rod.svg"), joint_colour)[1])
  tap.near(width, 0.005, 1e-12, "by default a tenth of the default size, in the default colour")
end

-- ---- other joints ----

do
  local m = yoke.model {}
  local body = m:rigid2d { "cart", mass = 1, inertia = 1, position = { 0.7, 0.2 } }
  m:prismatic2d { "rail", m.ground:at { 0, 0.2 }, body, draw_size = 0.06 }
  local all = draw(m, "rail.svg")
  local first, second = coloured(all, red), coloured(all, joint_colour)
  tap.near_list(box(first[1]), { 0, 0.2, 0.06, 0.06 }, 1e-3, "prismatic2d: a red circle of diameter draw_size at marker 0")
  local circle, line
  for _, p in ipairs(second) do
    if box(p)[4] > 0.05 then circle = box(p) else line = box(p) end
  end
  tap.near_list(circle, { 0.7, 0.2, 0.06, 0.06 }, 1e-3, "one in its colour at marker 1")
  tap.ok(math.abs(line[1] - 0.35) < 1e-9 and math.abs(line[3] - 0.7) < 0.005, "and a line between them")
end

do
  local m = yoke.model {}
  local a, b = m:point2d { "a", mass = 1 }, m:point2d { "b", mass = 1, position = { 1, 0 } }
  m:coordinate_vector { a, b, scaling0 = { { 1, 0 } }, scaling1 = { { 1, 0 } }, offset = { 1 } }
  m:coordinate { a:coordinate(2), b:coordinate(2) }
  tap.is(#coloured(draw(m, "vector.svg"), joint_colour), 0, "coordinate_vector: nothing")
  m:spring_damper { "spring", a, b, stiffness = 1, draw_size = 0.2, color = { 0.1, 0.6, 0.2, 1 } }
  local low, high = 0, 0
  for _, p in ipairs(coloured(draw(m, "spring.svg"), green)) do
    for i = 2, #p, 2 do low, high = math.min(low, p[i]), math.max(high, p[i]) end
  end
  tap.ok(math.abs(low + 0.1) < 0.003 and math.abs(high - 0.1) < 0.003, "a spring: a zigzag as wide as draw_size")
  tap.is(#coloured(draw(m, "spring.svg", { simplified = true }), green), 1, "simplified: a line")
end

do
  local m = yoke.model {}
  local body = m:rigid2d { "T", mass = 1, inertia = 1 }
  for _, place in ipairs { { -1, 0 }, { 1, 0 }, { 0, -1 } } do m:revolute2d { m.ground:at(place), body:at(place) } end
  local all = draw(m, "body.svg")
  local tint = 0xccdef0
  local fills, edges, last_edge, first_fill = 0, 0, 0, math.huge
  for i, p in ipairs(all) do
    local wide = math.max(box(p)[3], box(p)[4]) > 0.9
    if wide and p.colour == tint then fills, first_fill = fills + 1, math.min(first_fill, i) end
    if wide and p.colour == 0x404047 then edges, last_edge = edges + 1, i end
  end
  tap.ok(fills == 2 and edges == 2 and last_edge < first_fill, "arms of a body look like one piece: first all edges, then all fills",
    { "fills", fills }, { "edges", edges })
  tap.is(#coloured(all, joint_colour), 3, "a revolute2d is a circle")
end

-- ---- times ----

do
  local m, bob, rod = pendulum {}
  local s = m:sensor { bob, "position" }
  local function tip(options)
    local _, _, ends = strip(coloured(draw(m, "time.svg", options), joint_colour)[1])
    return { ends[3], ends[4] }, read "time.svg.gp"
  end
  tap.near_list(tip {}, { 1, 0 }, 1e-12, "not solved: where the script placed it")
  tap.near_list(tip { time = "start" }, { 1, 0 }, 1e-12, 'time = "start" too')
  tap.ok(not read "time.svg.gp":find("t = ", 1, true), "without a time")
  tap.raises(function() m:draw { time = 0.5 } end, { "draw.lua:", "draw: time = 0.5: the model was not solved yet" }, "no stored time before a solve")
  tap.raises(function() m:draw { time = "end" } end, 'draw: time = "end": the model was not solved yet', "no end before a solve")
  local r = m:solve_dynamic { t_end = 1, steps = 10 }
  local function row(k) return { r[s][1][k], r[s][2][k] } end
  local place, gp = tip {}
  tap.near_list(place, row(11), 1e-12, "solved: the end")
  case.says(gp, "'t = 1 s' at", "with its time")
  tap.near_list(tip { time = "end" }, row(11), 1e-12, 'time = "end"')
  tap.near_list(tip { time = "start" }, row(1), 1e-12, 'time = "start": the first row')
  place, gp = tip { time = 0.34 }
  tap.near_list(place, row(4), 1e-12, "a time: the nearest row")
  case.says(gp, "'t = 0.3 s' at", "with the row's time")
  tap.near_list(tip { time = 1.04 }, row(11), 1e-12, "half a row outside")
  tap.raises(function() m:draw { time = 1.06 } end, "draw: time = 1.06 is not among the rows of the result, which go from 0 to 1 (s)", "not further")
  tap.raises(function() m:draw { time = -1 } end, "draw: time = -1 is not among the rows", "nor before")
  rod:set { show = false }
  tap.is(#coloured(draw(m, "time.svg"), joint_colour), 0, "parameters of drawing count at once")
  rod:set { show = true }
  m:point2d { mass = 1, position = { 0, 1 } }
  local said = case.heard(function() place = tip {} end)
  tap.near_list(place, { 1, 0 }, 1e-12, "changed since the solve: where the script placed it")
  case.says(said, "yoke: draw: the model has changed since it was solved; it is drawn as the script placed it", "with a note")
  tap.raises(function() m:draw { time = 0.5 } end, "draw: time = 0.5: the model has changed since it was solved", "but no stored time")
  tap.raises(function() r:animate { file = dir .. "x.gif" } end, "the model has changed since it was solved; solve it again", "nor a motion")
end

do -- models that fail
  local m = pendulum { distance = 0.5 }
  tap.ok(not pcall(m.solve_dynamic, m, { t_end = 1 }), "a start that does not fit")
  local length = strip(coloured(draw(m, "failed.svg", { labels = true }), joint_colour)[1])
  tap.near(length, 1, 1e-12, "is drawn as it was placed")
  m = yoke.model {}
  local a, b = m:point2d { mass = 1 }, m:point2d { mass = 1 }
  m:distance { a, b, distance = 1 }
  tap.ok(draw(m, "failed.svg"), "two points that coincide")
  m = yoke.model {}
  a = m:point2d { mass = 1, velocity = { 1, 0 } }
  m:force { a, function(t) if t > 0.55 then error "no more" end return 0, 0, 0 end }
  tap.ok(not pcall(m.solve_dynamic, m, { t_end = 1, steps = 10 }), "a run that breaks off")
  local _, gp = draw(m, "failed.svg")
  case.says(gp, "'t = 0.5 s' at", "is drawn at its last row")
  m = yoke.model {}
  m:generic { position = { 0 }, mass = { { 1 } } }
  tap.raises(function() m:draw {} end, { "draw.lua:", "draw: there is nothing to draw: no body has a place in space" }, "a model without places")
  local r = m:solve_dynamic { t_end = 1, steps = 10 }
  tap.raises(function() r:animate { file = dir .. "x.gif" } end, "animate: there is nothing to draw", "nothing to animate")
  m = yoke.model {}
  m:point2d { mass = 1 }
  m:at(0.5, function() m:draw { file = dir .. "x.svg" } end)
  tap.raises(function() m:solve_dynamic { t_end = 1 } end, "the model is being solved; draw it afterwards", "not during a run")
end

do -- drawing leaves what can be asked afterwards as it is
  local m, bob, rod = pendulum { distance = function(t) return 1 + t * t end }
  local other = m:solve_dynamic { t_end = 0.5, steps = 50 }
  m:solve_dynamic { t_end = 1, steps = 100 }
  local function state() return ("%.17g %.17g %.17g"):format(rod:output "constraint_equation", rod:output "force", bob:output "position"[2]) end
  local before = state()
  draw(m, "state.svg", { time = 0.3 })
  tap.is(state(), before, "outputs after drawing are those before")
  other:animate { file = dir .. "state.gif" }
  tap.is(state(), before, "also after drawing another result")
end

do -- a static result
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local weight = m:point2d { mass = 1, position = { 0, -1 } }
  m:spring_damper { m.ground, weight, stiffness = 100, rest_length = 1 }
  m:coordinate { m.ground:coordinate(1), weight:coordinate(1) }
  m:solve_static { load_steps = 4 }
  case.says(select(2, draw(m, "static.svg", { time = 0.5 })), "'load = 0.5' at", "load steps can be drawn")
  tap.raises(function() m:draw { time = 2 } end, "go from 0.25 to 1", "their range has no unit")
end

-- ---- space ----

do
  local m = yoke.model {}
  local a, b = m:point { "a", mass = 1 }, m:point { "b", mass = 1, position = { 0, 0, 1 } }
  m:distance { a, b, distance = 1, draw_size = 0.1, color = { 0.1, 0.6, 0.2, 0.4 } }
  local all, gp = draw(m, "space.svg")
  case.says(gp, { "'x' at", "'y' at", "'z' at" }, "in space: three axes")
  local sum, width = 0, nil
  for _, p in ipairs(coloured(all, 0x99000000 | green)) do
    local length
    length, width = strip(p)
    sum = sum + length
  end
  tap.near(sum, math.cos(math.rad(25)), 1e-9, "z is up, seen from 25 degrees above")
  tap.near(width, 0.1, 1e-12, "rods keep their width")
  all, gp = draw(m, "space.svg", { view = { -90, 90 } })
  tap.ok(not gp:find("'z' at", 1, true), "a view from above")
  m = pendulum {}
  case.says(select(2, draw(m, "space.svg", { view = { 35, 25 } })), "'z' at", "a view of a planar model")
end

-- ---- motion ----

-- Size of a GIF, its number of frames, the pauses between them (1/100 s), and whether it loops for ever.
local function gif(data)
  local width, height, flags = ("<HHB"):unpack(data, 7)
  local at, frames, pauses = 14, 0, {}
  local function skip_colours(bits) if bits & 0x80 ~= 0 then at = at + 3 * (2 << (bits & 7)) end end
  local function skip_blocks()
    while data:byte(at) ~= 0 do at = at + 1 + data:byte(at) end
    at = at + 1
  end
  skip_colours(flags)
  while data:byte(at) ~= 0x3b do
    if data:byte(at) == 0x2c then
      frames, at = frames + 1, at + 10
      skip_colours(data:byte(at - 1))
      at = at + 1
    else
      if data:byte(at + 1) == 0xf9 then pauses[#pauses + 1] = ("<H"):unpack(data, at + 4) end
      at = at + 2
    end
    skip_blocks()
  end
  return { width = width, height = height, frames = frames, pauses = pauses, loops = data:find("NETSCAPE2.0\3\1\0\0\0", 1, true) }
end

do
  local m, bob = pendulum { color = { 0.1, 0.6, 0.2, 1 } }
  local s, speed = m:sensor { bob, "position" }, m:sensor { bob, "velocity" }
  local r = m:solve_dynamic { t_end = 1, steps = 100 }
  local function animate(options)
    options.file = dir .. "motion.gif"
    assert(r:animate(options))
    return gif(read "motion.gif"), read "motion.gif.gp"
  end
  local got, gp = animate { trail = s, title = "A pendulum" }
  tap.is(read "motion.gif":sub(1, 6), "GIF89a", "the motion is a GIF")
  tap.is(got.frames, 26, "25 frames per second, and the end")
  tap.ok(got.pauses[1] == 4 and got.loops, "each for 0.04 s, without end", { "pause", got.pauses[1] })
  case.says(gp, { "'t = 0.00 s', 't = 0.04 s'", "'t = 1.00 s']", "'A pendulum'", "with lines" }, "the time in a corner, a title, a trail")
  tap.is(select(2, gp:gsub("set xrange", "")), 1, "the axes are fixed")
  tap.ok(got.width <= 640 and got.height <= 480 and gp:find(("size %d,%d"):format(got.width, got.height), 1, true), "its size")

  local before, corners = gp:match "array before%[26%] = %[(.-)%]", gp:match "array corners%[26%] = %[(.-)%]"
  local starts, counts = {}, {}
  for n in before:gmatch "%d+" do starts[#starts + 1] = tonumber(n) end
  for n in corners:gmatch "%d+" do counts[#counts + 1] = tonumber(n) end
  local data = read "motion.gif.bin"
  local function tip(frame)
    local rod = coloured(polygons(data, starts[frame] + 1, starts[frame] + 20 * counts[frame]), green)[1]
    local _, _, ends = strip(rod)
    return { ends[3], ends[4] }
  end
  tap.near_list(tip(1), { 1, 0 }, 1e-12, "the first frame is the first row")
  tap.near_list(tip(6), { r[s][1][21], r[s][2][21] }, 1e-12, "a frame is a row")
  tap.near_list(tip(26), { r[s][1][101], r[s][2][101] }, 1e-12, "the last frame is the last row")
  case.says(gp, "array passed[26] = [1, 5, 9,", "the trail grows")

  tap.is(animate { from = 0.2, to = 0.6 }.frames, 11, "a part of the motion")
  tap.is(animate { speed = 0.5 }.frames, 51, "slow")
  got = animate { fps = 10, size = { 300, 200 } }
  tap.ok(got.frames == 11 and got.pauses[1] == 10 and got.width == 300 and got.height == 200, "frames per second, size")
  local said
  said = case.heard(function() got = animate { speed = 0.01, size = { 100, 100 } } end)
  tap.is(got.frames, 600, "at most 600 frames, also where rows are shown more than once")
  case.says(said, "yoke: animate: 100 s at 25 frames per second are 2501 frames; it is thinned to 600, one each 0.17 s", "with a note")

  local wrong = {
    { {}, 'animate: file is missing: the picture to write, "NAME.gif"' },
    { { file = "x.png" }, 'animate: file = "x.png" must end in .gif' },
    { { file = "x.gif", from = 0.5, to = 0.5 }, "animate: from must be before to" },
    { { file = "x.gif", to = 3 }, "animate: to = 3 is not among the rows of the result, which go from 0 to 1 (s)" },
    { { file = "x.gif", fps = 0 }, "animate: fps = 0 must be positive (frames per second)" },
    { { file = "x.gif", speed = -1 }, "animate: speed = -1 must be positive" },
    { { file = "x.gif", trail = bob }, "animate: trail is a body, it must be a sensor of a position" },
    { { file = "x.gif", trail = { s, 3 } }, "animate: trail[2] is a number (3), it must be a sensor" },
    { { file = "x.gif", trail = speed }, "must give a position, 3 numbers in m; it gives 3 in m/s" },
    { { file = "x.gif", trial = s }, "animate: no option 'trial'; did you mean 'trail'?" },
    { { file = "x.gif", size = 3 }, "animate: size must be {width, height}" },
    { { file = "x.gif", view = 3 }, "animate: view must be {azimuth, elevation}, two numbers (degrees)" },
    { { file = "x\n.gif" }, "control characters" },
  }
  for _, w in ipairs(wrong) do tap.raises(function() r:animate(w[1]) end, { "draw.lua:", w[2] }, w[2]) end
end

-- ---- wrong words ----

do
  local m = pendulum {}
  local wrong = {
    { { titel = "x" }, "draw: no option 'titel'; did you mean 'title'?" },
    { { time = "strat" }, 'draw: time = "strat" must be "start", "end" or a time of the last result (s)' },
    { { time = true }, "draw: time = a boolean must be" },
    { { view = { 1 } }, "draw: view must be {azimuth, elevation}, two numbers (degrees)" },
    { { size = { 1, 1 } }, "draw: size must be {width, height}, whole numbers from 100 to 20000 (pixels)" },
    { { labels = "yes" }, 'draw: labels = "yes" must be true or false' },
    { { file = "x.gif" }, 'draw: file = "x.gif" must end in .png, .svg or .pdf' },
    { { file = dir .. "nowhere/x.png" }, "draw: " .. dir .. "nowhere/x.png.bin: No such file or directory" },
  }
  for _, w in ipairs(wrong) do tap.raises(function() m:draw(w[1]) end, { "draw.lua:", w[2] }, w[2]) end
  tap.raises(function() m:draw "x.png" end, 'draw: it is called with a string ("x.png"), it must be a table of options', "not a table")
  tap.raises(function() m.draw {} end, "draw: it is called with a dot; write m:draw{...}", "a dot for a colon")
end

-- ---- hostile names ----

do
  local evil = "`touch a` $(touch b) 'c' \"d\" <e |f \nsystem(\"touch g\")\n! touch h\r_i ^2 {j} @HOME # %d \xff \u{e9}\\"
  local m = yoke.model {}
  local body = m:point2d { evil, mass = 1, velocity = { 1, 0 } }
  m:distance { evil .. "2", m.ground:at { 0, 1 }, body, distance = 1 }
  local r = m:solve_dynamic { t_end = 0.1, steps = 2 }
  local literal = "`touch a` $(touch b) ''c'' \"d\" <e |f  system(\"touch g\") ! touch h _i ^2 {j} @HOME # %d ? \u{e9}\\"
  for _, name in ipairs { "evil.png", "|touch i.svg", "$(touch j).svg", "a 'b'.svg", "%d {} #\\.svg" } do
    local _, gp = draw(m, name, { title = evil, labels = true })
    case.says(gp, { "'" .. literal .. "' at", "'" .. literal .. "2' at" }, ("hostile names in %q stand in quotes"):format(name))
  end
  case.says(read "$(touch j).svg", { "`touch a` $(touch b)", "system(", "_i ^2 {j} @HOME" }, "and appear literally")
  tap.ok(r:animate { file = dir .. "`touch k`.gif", title = evil }, "also in a motion")
  local _, files = core.execute({ "sh", "-c", 'cd "$1" && find . -name "[a-k]"', "sh", dir }, true)
  tap.is(files .. select(2, core.execute({ "find", ".", "-maxdepth", "1", "-name", "[a-k]" }, true)), "", "nothing was executed")
end

-- ---- the screen, and no gnuplot ----

local script = [[
local yoke = require "yoke"
local m = yoke.model {}
local bar = m:rigid2d { "bar", mass = 1, inertia = 1, position = { 1, 0 } }
m:revolute2d { "pin", m.ground, bar:at { -1, 0 } }
local spring = m:spring_damper { "spring", bar:at { 1, 0 }, m.ground:at { 2, 1 }, stiffness = 1 }
local r = m:solve_dynamic { t_end = 0.1, steps = 2 }
]]

local function child(settings, text)
  local path = case.write("child.lua", script .. text)
  return core.execute({ "sh", "-c", 'exec env -u DISPLAY -u WAYLAND_DISPLAY $1 "$2" "$3"', "sh", settings, case.program, path }, true)
end

do
  local status, said = child("", "m:draw { labels = true, title = 'A bar' }")
  case.says(said, { "A bar", "t = 0.1 s", "O*bar", "o*pin", "****", "#\n" }, "text in the terminal")
  tap.is(status, 0, "is no error")
  status, said = child("PATH=" .. dir .. "nothing", ("print(m:draw { file = %q }) print(r:animate { file = %q })"):format(dir .. "w.png", dir .. "v.gif"))
  case.says(said, { "yoke: gnuplot is not installed; the data and the script are kept in " .. dir .. "w.png.gp, w.png.bin\n",
    "nil\tgnuplot is not installed", dir .. "v.gif.gp, v.gif.bin" }, "without gnuplot: a note, nil and the reason")
  tap.ok(status == 0 and read "w.png.gp" and #read "w.png.bin" > 0 and read "v.gif.gp" and #read "v.gif.bin" > 0, "script and data are there")
end

-- ---- locale ----

if os.setlocale "de_DE.UTF-8" or os.setlocale "de_DE.utf8" then
  local m = pendulum {}
  local r = m:solve_dynamic { t_end = 0.1, steps = 2 }
  case.says(select(2, draw(m, "locale.svg")), { "'t = 0.1 s' at", "'0.2 m' at" }, "numbers have a point in every locale")
  r:animate { file = dir .. "locale.gif" }
  case.says(read "locale.gif.gp", "'t = 0.05 s'", "in a motion too")
  os.setlocale "C"
else
  tap.skip "no locale de_DE here"
end

do -- what a joint draws tells its type: how many lines, springs, circles and spheres
  local m = yoke.model {}
  local J = { 0.1, 0.1, 0.1 }
  local function both(x) return m.ground:at { x, 0, 0 }, m:rigid { mass = 1, inertia = J, position = { x, 0.3, 0 } }:at { 0, -0.3, 0 } end
  local function joint(type_name, x, words)
    words[1], words[2], words[3] = type_name, both(x)
    m[type_name](m, words)
  end
  joint("revolute", 0, {})
  joint("screw", 1, { pitch = 0.1 })
  joint("fixed", 2, {})
  joint("parallel_axes", 3, {})
  joint("perpendicular_axes", 4, { axis0 = { 1, 0, 0 }, axis1 = { 0, 0, 1 } })
  joint("rigid_spring_damper", 5, { stiffness = { 1, 1, 1, 1, 1, 1 } })
  joint("cartesian_spring_damper", 6, {})
  m:rolling_disc { "rolling_disc", m.ground:at { 7, 0, -0.3 }, m:rigid { mass = 1, inertia = J, position = { 7, 0, 0 } }, radius = 0.3, axis = { 0, 1, 0 } }
  m:spring_damper { "spring_damper", m.ground, m:point { mass = 1, position = { 0, 2, 0 } }, stiffness = 1 }
  local drawn = {}
  local scene = core.scene(m, false)
  for _, shape in ipairs(scene) do
    local key = shape.kind ~= "ground" and m[shape.item] and shape.item .. " " .. shape.kind
    if key then drawn[key] = (drawn[key] or 0) + 1 end
  end
  for key, n in pairs { ["revolute circle"] = 1, ["screw line"] = 38, ["fixed line"] = 12, ["parallel_axes line"] = 4, ["perpendicular_axes line"] = 5,
    ["rigid_spring_damper spring"] = 2, ["cartesian_spring_damper spring"] = 2, ["spring_damper spring"] = 1, ["rolling_disc line"] = 2,
    ["rolling_disc circle"] = 1 } do
    tap.is(drawn[key], n, "drawn: " .. key)
  end
end

tap.done()
