-- draw.lua - mechanisms as pictures and as motion: turns scenes into coloured polygons that gnuplot fills.
--
-- The core tells what there is to see: a scene, a list of shapes in space.  A camera looks at it; each shape becomes marks,
-- which know how far away they are and how to paint themselves.  All that is painted is a filled polygon, lines too: one plot
-- command draws them in order, and a width is the same in every terminal.

local core = require "yoke.core"
local speech = require "yoke.words"
local plot = require "yoke.plot"
local word, note, fault = speech.word, speech.note, core.fault
local quoted, shown, digits, finite = plot.quoted, plot.shown, plot.digits, plot.finite
local pi, sqrt, max, min = math.pi, math.sqrt, math.max, math.min

local draw = {}

-- Kinds of shapes that go from a to b.
local long = { line = true, spring = true, arm = true }

-- ---- colours: red, green, blue, opacity from 0 to 1 ----

local white, black, grey = { 1, 1, 1, 1 }, { 0.16, 0.17, 0.2, 1 }, { 0.45, 0.47, 0.5, 1 }

-- Light fills that tell bodies apart.
local tints = { { 0.80, 0.87, 0.94, 1 }, { 0.96, 0.87, 0.76, 1 }, { 0.81, 0.91, 0.83, 1 }, { 0.93, 0.84, 0.90, 1 } }

-- Paths, one after the other.
local trail_colours = { { 0.84, 0.37, 0, 1 }, { 0, 0.62, 0.45, 1 }, { 0.8, 0.47, 0.65, 1 }, { 0.34, 0.71, 0.91, 1 } }

-- Words.
local dark, dim = "#202226", "#606468"

local function mix(a, b, part)
  local c = { 0, 0, 0, a[4] }
  for i = 1, 3 do c[i] = a[i] + part * (b[i] - a[i]) end
  return c
end

-- As gnuplot wants it: 0xAARRGGBB with A = 0 for opaque.
local function packed(c)
  local function byte(x) return (255 * max(0, min(x, 1)) + 0.5) // 1 | 0 end
  return 255 - byte(c[4]) << 24 | byte(c[1]) << 16 | byte(c[2]) << 8 | byte(c[3])
end

-- ---- the camera: places in space to places in the picture and depths, both in m ----

local camera = {}
camera.__index = camera

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end

local function normalised(a)
  local length = sqrt(dot(a, a))
  return { a[1] / length, a[2] / length, a[3] / length }
end

local function distance(a, b)
  local x, y, z = a[1] - b[1], a[2] - b[2], a[3] - b[3]
  return sqrt(x * x + y * y + z * z)
end

-- view = { azimuth, elevation } of the eye in degrees, z up; nil: onto the x-y plane.
local function new_camera(view)
  if not view then return setmetatable({ flat = true }, camera) end
  local a, e = math.rad(view[1]), math.rad(view[2])
  local ca, sa, ce, se = math.cos(a), math.sin(a), math.cos(e), math.sin(e)
  return setmetatable({ right = { -sa, ca, 0 }, up = { -se * ca, -se * sa, ce }, front = { ce * ca, ce * sa, se } }, camera)
end

-- x, y, and how near it is
function camera:see(p)
  if self.flat then return p[1], p[2], p[3] end
  return dot(self.right, p), dot(self.up, p), dot(self.front, p)
end

-- The corners of a circle in space: a function of its radius and the number of corners.
function camera:circle(centre, normal)
  local x, y = self:see(centre)
  local k = normalised(normal)
  local u = normalised(cross(k, math.abs(k[1]) < 0.6 and { 1, 0, 0 } or { 0, 1, 0 }))
  local v = cross(k, u)
  local ux, uy = self:see(u)
  local vx, vy = self:see(v)
  return function(r, corners)
    local points = {}
    for i = 1, corners do
      local c, s = r * math.cos(2 * pi * i / corners), r * math.sin(2 * pi * i / corners)
      points[2 * i - 1], points[2 * i] = x + c * ux + s * vx, y + c * uy + s * vy
    end
    return points
  end
end

-- Lies all of it in one plane z = constant?
local function planar(scenes)
  local z
  for _, scene in ipairs(scenes) do
    for _, shape in ipairs(scene) do
      local normal, other = shape.kind == "circle" and shape.b, long[shape.kind] and shape.b or shape.a
      z = z or shape.a[3]
      if max(math.abs(shape.a[3] - z), math.abs(other[3] - z)) > 1e-9 * scene.size then return false end
      if normal and math.abs(normal[1]) + math.abs(normal[2]) > 1e-9 * math.abs(normal[3]) then return false end
    end
  end
  return true
end

-- ---- the canvas: polygons as gnuplot reads them, x, y and a colour per corner, nan behind the last ----

local canvas = {}
canvas.__index = canvas

local corner = "<ddI4"
local corner_size = corner:packsize()
local gap = corner:pack(0 / 0, 0 / 0, 0)

-- pixel, line: size of a pixel and width of an outline (m); opaque: the terminal knows no opacity.
local function new_canvas(window, opaque)
  return setmetatable({ list = {}, pixel = window.pixel, line = window.line, opaque = opaque }, canvas)
end

function canvas:fill(points, colour)
  local list, n, number = self.list, #self.list, packed(self.opaque and mix(colour, white, 1 - colour[4]) or colour)
  if self.opaque then number = number & 0xffffff end
  for i = 1, #points, 2 do
    n = n + 1
    list[n] = corner:pack(points[i], points[i + 1], number)
  end
  list[n + 1] = gap
end

-- Corners of a round of radius r that looks smooth.
function canvas:corners(r) return 2 * (max(3, min(2.4 * sqrt(r / self.pixel), 30)) // 1 | 0) end

local function add_arc(points, x, y, r, from, to, n)
  for i = 0, n do
    local a = from + (to - from) * i / n
    points[#points + 1] = x + r * math.cos(a)
    points[#points + 1] = y + r * math.sin(a)
  end
  return points
end

function canvas:disc(x, y, r, colour) self:fill(add_arc({}, x, y, r, 0, 2 * pi, self:corners(r)), colour) end

-- A strip of width 2 r; round1, round2: with a half disc at that end.
function canvas:strip(x1, y1, x2, y2, r, colour, round1, round2)
  local angle, n = math.atan(y2 - y1, x2 - x1), self:corners(r) // 2
  local points = add_arc({}, x2, y2, r, angle - pi / 2, angle + pi / 2, round2 and n or 1)
  self:fill(add_arc(points, x1, y1, r, angle + pi / 2, angle + 3 * pi / 2, round1 and n or 1), colour)
end

-- A line of the given thickness in outlines.  A GIF is drawn without grey edges: every polygon is a pixel too wide there.
function canvas:stroke(x1, y1, x2, y2, thickness, colour)
  local width = thickness * self.line
  if self.opaque then width = max(width - self.pixel, 0.2 * self.pixel) end
  self:strip(x1, y1, x2, y2, width / 2, colour, true, true)
end

-- A convex polygon with an outline.
function canvas:plate(points, colour, edge)
  self:fill(points, colour)
  for i = 1, #points, 2 do
    local k = i + 1 < #points and i + 2 or 1
    self:stroke(points[i], points[i + 1], points[k], points[k + 1], 1, edge)
  end
end

-- A disc with a light on it.
function canvas:ball(x, y, r, colour, edge)
  self:disc(x, y, r, edge)
  for i = 0, 7 do
    local part = i / 8
    self:disc(x - 0.3 * part * r, y + 0.3 * part * r, (r - self.line) * (1 - part), mix(colour, white, 0.8 * part ^ 1.5))
  end
end

-- Bars { x1, y1, x2, y2, cut1 =, cut2 = } of width 2 r that look like one piece where they meet: all edges, then all fills.
-- An end is round (flat = true: flat) unless it was cut there, to be sorted in pieces; over a cut the fill goes on a little.
function canvas:bars(bars, r, colour, edge, flat)
  local function strip(b, first, last, width, fill)
    local length = sqrt((b[3] - b[1]) ^ 2 + (b[4] - b[2]) ^ 2)
    local dx, dy = 0, 0
    if length > 0 then dx, dy = (b[3] - b[1]) / length, (b[4] - b[2]) / length end
    self:strip(b[1] - first * dx, b[2] - first * dy, b[3] + last * dx, b[4] + last * dy, width, fill,
      not flat and not b.cut1, not flat and not b.cut2)
  end
  local function further(cut) return cut and 1.2 * self.pixel or flat and -self.line or 0 end
  for _, b in ipairs(bars) do strip(b, 0, 0, r, edge) end
  for _, b in ipairs(bars) do strip(b, further(b.cut1), further(b.cut2), r - self.line, colour) end
end

-- ---- marks: { layer =, depth =, paint = function(canvas) } ----

local GROUND, BARS, LINES, MASSES, PINS = 1, 2, 3, 4, 5

-- What is sketched: the marks of one scene.
local function new_sketch(scene, eye) return { eye = eye, size = scene.size, marks = {} } end

local function add(sketch, layer, depth, paint)
  local marks = sketch.marks
  marks[#marks + 1] = { place = #marks, layer = layer, depth = sketch.eye.flat and 0 or depth, paint = paint }
end

-- In the plane by layers; in space the far ones first, a layer counting for a little.
local function paint(sketch, paper)
  local marks, flat, step = sketch.marks, sketch.eye.flat, 0.35 * sketch.size
  for _, mark in ipairs(marks) do mark.key = flat and mark.layer or mark.depth + step * mark.layer end
  table.sort(marks, function(a, b)
    if a.key ~= b.key then return a.key < b.key end
    return a.place < b.place
  end)
  for _, mark in ipairs(marks) do mark.paint(paper) end
end

-- A bar from a to b: in space cut in pieces, each with its depth; what lies within half a size of an end belongs to that end.
local function pieces(sketch, a, b)
  local x, y, depth = sketch.eye:see(a)
  local x2, y2, depth2 = sketch.eye:see(b)
  local n, list = sketch.eye.flat and 1 or 8, {}
  local ends = min(0.55 * sketch.size / distance(a, b), 1 / n)
  local function cut(i) return i == 0 and 0 or i == n and 1 or ends + (i - 1) / (n - 2) * (1 - 2 * ends) end
  for i = 1, n do
    local from, to = cut(i - 1), cut(i)
    list[i] = {
      x + from * (x2 - x), y + from * (y2 - y), x + to * (x2 - x), y + to * (y2 - y),
      cut1 = i > 1, cut2 = i < n, depth = depth + (from + to) / 2 * (depth2 - depth),
    }
  end
  return list
end

-- ---- joints ----

local shape = {}

-- A rod of true width, or a thin line.
function shape.line(sketch, s)
  local r = s.diameter / 2
  if r == 0 then
    local x1, y1, d1 = sketch.eye:see(s.a)
    local x2, y2, d2 = sketch.eye:see(s.b)
    return add(sketch, LINES, (d1 + d2) / 2, function(paper) paper:stroke(x1, y1, x2, y2, 1.3, s.colour) end)
  end
  for _, piece in ipairs(pieces(sketch, s.a, s.b)) do
    add(sketch, LINES, piece.depth, function(paper)
      if 2 * r < 5 * paper.line or s.colour[4] < 1 then
        return paper:strip(piece[1], piece[2], piece[3], piece[4], r, s.colour)
      end
      paper:bars({ piece }, r, s.colour, mix(s.colour, black, 0.6), true)
    end)
  end
end

-- A zigzag with straight ends.
function shape.spring(sketch, s)
  local x1, y1, d1 = sketch.eye:see(s.a)
  local x2, y2, d2 = sketch.eye:see(s.b)
  local dx, dy = x2 - x1, y2 - y1
  local length = sqrt(dx * dx + dy * dy)
  local side = length > 0 and min(0.5 * s.diameter, 0.25 * length) / length or 0
  local x, y, turns, lead = x1, y1, 8, 0.12
  local function go(along, across)
    local fx, fy, tx, ty = x, y, x1 + along * dx - across * side * dy, y1 + along * dy + across * side * dx
    x, y = tx, ty
    add(sketch, LINES, d1 + along * (d2 - d1), function(paper) paper:stroke(fx, fy, tx, ty, 1.4, s.colour) end)
  end
  go(lead, 0)
  for i = 1, 2 * turns do go(lead + (1 - 2 * lead) * (i - 0.5) / (2 * turns), i % 2 * 2 - 1) end
  go(1 - lead, 0)
  go(1, 0)
end

-- A ring with a light inside; a small one is a dot, one that can be seen through a disc.
function shape.circle(sketch, s)
  local _, _, depth = sketch.eye:see(s.a)
  local corners, r = sketch.eye:circle(s.a, s.b), s.diameter / 2
  add(sketch, PINS, depth, function(paper)
    local n, width = paper:corners(r), max(1.4 * paper.line, 0.14 * r)
    paper:fill(corners(r, n), s.colour)
    if r > 2 * width and s.colour[4] == 1 then paper:fill(corners(r - width, n), mix(s.colour, white, 0.85)) end
  end)
end

function shape.sphere(sketch, s)
  local x, y, depth = sketch.eye:see(s.a)
  local r = s.diameter / 2
  add(sketch, PINS, depth, function(paper)
    if s.colour[4] < 1 then return paper:disc(x, y, r, s.colour) end
    paper:ball(x, y, r, s.colour, mix(s.colour, black, 0.5))
  end)
end

-- ---- bodies ----

-- A key that places share which are the same but for round-off (or nearly all of them; it only saves what would be covered).
local function spot(p, size)
  local scale = 1e3 / size
  return ("%.0f %.0f %.0f"):format(p[1] * scale, p[2] * scale, p[3] * scale)
end

-- { { centre =, axis =, colour =, arms = { b, ... }, pinned = }, ... }: an arm to each place, once; pinned: a circle covers the
-- reference point; and the spots that circles cover.
local function bodies_of(scene)
  local list, named, covered = {}, {}, {}
  for _, s in ipairs(scene) do
    if s.kind == "circle" then covered[spot(s.a, scene.size)] = true end
    if s.kind == "body" then
      named[s.item] = { centre = s.a, axis = s.b, colour = s.colour, arms = {} }
      list[#list + 1] = named[s.item]
    end
  end
  for _, s in ipairs(scene) do
    local body = s.kind == "arm" and named[s.item]
    local known = not body or distance(s.a, s.b) < 1e-6 * scene.size
    for _, b in ipairs(not known and body.arms or {}) do known = known or distance(b, s.b) < 1e-6 * scene.size end
    if not known then table.insert(body.arms, s.b) end
  end
  for _, body in ipairs(list) do body.pinned = covered[spot(body.centre, scene.size)] end
  return list, covered
end

-- Bars that go out from one point: two in opposite directions are made one.
local function joined(bars)
  for i = 1, #bars do
    for k = i + 1, #bars do
      local a, b = bars[i], bars[k]
      local ax, ay, bx, by = a[3] - a[1], a[4] - a[2], b[3] - b[1], b[4] - b[2]
      if ax * bx + ay * by < 0 and math.abs(ax * by - ay * bx) < 1e-6 * math.abs(ax * bx + ay * by) then
        table.remove(bars, k)
        table.remove(bars, i)
        for _, bar in ipairs(bars) do bar.cut1 = true end -- they begin inside of it
        table.insert(bars, { a[3], a[4], b[3], b[4], cut1 = a.cut2, cut2 = b.cut2 })
        return bars
      end
    end
  end
  return bars
end

-- Bars to all markers, with an eye in each that can be seen; a body with one arm has a disc at the other end.
local function draw_arms(sketch, body, tint, covered)
  local r, node = 0.3 * sketch.size, {}
  local x, y, depth = sketch.eye:see(body.centre)
  for _, b in ipairs(body.arms) do
    for i, piece in ipairs(pieces(sketch, body.centre, b)) do
      if i == 1 then
        node[#node + 1] = piece
      else
        add(sketch, BARS, piece.depth, function(paper) paper:bars({ piece }, r, tint, body.colour) end)
      end
    end
  end
  node = joined(node)
  local alone = #body.arms == 1 and not body.pinned and 0.6 * sketch.size
  add(sketch, BARS, depth, function(paper)
    if alone then paper:disc(x, y, alone, body.colour) end
    paper:bars(node, r, tint, body.colour)
    if alone then paper:disc(x, y, alone - paper.line, tint) end
  end)
  for _, b in ipairs(body.arms) do
    local bx, by, bdepth = sketch.eye:see(b)
    local function eye(paper)
      paper:disc(bx, by, 0.35 * r + paper.line, body.colour)
      paper:disc(bx, by, 0.35 * r, white)
    end
    if not covered[spot(b, sketch.size)] then add(sketch, MASSES, bdepth, eye) end
  end
end

local block_height = 0.75 -- half of it, in default sizes

-- In the plane a block along its own x axis, or a disc if it does not turn; in space a ball.
local function draw_lump(sketch, body, tint)
  local x, y, depth = sketch.eye:see(body.centre)
  local ax, ay = sketch.eye:see(body.axis)
  local fill, r = mix(tint, body.colour, 0.25), 0.55 * sketch.size
  add(sketch, MASSES, depth, function(paper)
    if not sketch.eye.flat then return paper:ball(x, y, r, fill, body.colour) end
    if ax == 0 and ay == 0 then
      paper:disc(x, y, r, body.colour)
      return paper:disc(x, y, r - paper.line, fill)
    end
    local u, v, points = 1.1 * sketch.size, block_height * sketch.size, {}
    for i, c in ipairs { { -u, -v }, { u, -v }, { u, v }, { -u, v } } do
      points[2 * i - 1], points[2 * i] = x + c[1] * ax - c[2] * ay, y + c[1] * ay + c[2] * ax
    end
    paper:plate(points, tint, body.colour)
  end)
end

-- ---- supports: where joints hold on to the ground ----

local function unit(eye, from, to)
  local x1, y1 = eye:see(from)
  local x2, y2 = eye:see(to)
  local length = sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  if length == 0 then return 0, 0 end
  return (x2 - x1) / length, (y2 - y1) / length
end

-- Notes how a support's joints look in a scene, and where from it things lie.
local function look_around(support, scene, eye)
  local circles, near, centred = {}, 1e-3 * scene.size, false
  local function lean(to)
    local dx, dy = unit(eye, support.at, to)
    support.x, support.y, support.n = support.x + dx, support.y + dy, support.n + 1
  end
  for _, s in ipairs(scene) do
    local mine, here, there = support.joints[s.item], distance(s.a, support.at) < near, distance(s.b, support.at) < near
    if s.kind == "circle" and mine then
      circles[s.item] = (circles[s.item] or 0) + 1
      if here then support.circle = s.diameter / 2 end
      centred = centred or here
    elseif s.kind == "arm" and there then
      lean(s.a)
    elseif long[s.kind] and mine and here ~= there then
      support.rod = support.rod or s.kind == "line" and s.diameter > 0
      lean(here and s.b or s.a)
    end
  end
  for _, n in pairs(circles) do
    support.slides, support.pin = support.slides or n > 1, support.pin or n == 1 and centred
  end
end

-- Which way the ground lies: below as a rule; above what hangs; behind a spring; below or beside a slider.
local function settle(support)
  local x, y = support.x, support.y
  local upright = math.abs(y) > math.abs(x)
  support.pin = support.pin or support.rod
  if support.slides and not support.pin then
    support.dx, support.dy = upright and -1 or 0, upright and 0 or -1
  elseif support.pin or support.n == 0 then
    support.dx, support.dy = 0, y < -0.5 * support.n and 1 or -1
  elseif upright then
    support.dx, support.dy = 0, y > 0 and -1 or 1
  else
    support.dx, support.dy = x > 0 and -1 or 1, 0
  end
end

-- The supports in all scenes of a motion: they stand still, so one look decides for all.
local function supports_of(scenes, eye)
  local list, known = {}, {}
  for _, s in ipairs(scenes[1]) do
    local key = s.kind == "ground" and ("%.9g %.9g %.9g"):format(s.a[1], s.a[2], s.a[3])
    if key and not known[key] then
      known[key] = { at = s.a, colour = s.colour, joints = {}, x = 0, y = 0, n = 0 }
      list[#list + 1] = known[key]
    end
    if key then known[key].joints[s.item] = true end
  end
  for _, support in ipairs(list) do
    for k = 1, #scenes, #scenes // 50 + 1 do look_around(support, scenes[k], eye) end -- some tell enough
    settle(support)
  end
  return list
end

-- A line with strokes below it; "below" is along (dx, dy).
local function hatch(paper, x, y, dx, dy, half, colour)
  local n, deep = 6, 0.4 * half
  for i = 1, n do
    local along = half * (2 * i / n - 1)
    local fx, fy = x + along * dy, y - along * dx
    paper:stroke(fx, fy, fx + deep * (dx - dy), fy + deep * (dy + dx), 0.8, colour)
  end
  paper:stroke(x + half * dy, y - half * dx, x - half * dy, y + half * dx, 1.2, colour)
end

local function draw_support(sketch, support)
  local x, y, depth = sketch.eye:see(support.at)
  local dx, dy, size = support.dx, support.dy, sketch.size
  local edge = mix(support.colour, black, 0.7)
  add(sketch, GROUND, depth, function(paper)
    if not support.pin then
      local offset = support.slides and max(support.circle or 0, block_height * size) or 0
      return hatch(paper, x + offset * dx, y + offset * dy, dx, dy, 1.1 * size, edge)
    end
    local h, w = 1.25 * size, 0.8 * size
    local bx, by = x + h * dx, y + h * dy
    paper:plate({ x, y, bx + w * dy, by - w * dx, bx - w * dy, by + w * dx }, mix(support.colour, white, 0.8), edge)
    hatch(paper, bx, by, dx, dy, 1.3 * size, edge)
  end)
  if support.pin and not support.circle then
    add(sketch, PINS, depth, function(paper)
      paper:disc(x, y, 0.22 * size, edge)
      paper:disc(x, y, 0.22 * size - paper.line, white)
    end)
  end
end

-- ---- a scene ----

-- A joint with several circles tells its markers apart: it comes last, its first marker on top.
local function draw_joints(sketch, scene)
  local circles = {}
  for _, s in ipairs(scene) do
    if s.kind == "circle" then circles[s.item] = (circles[s.item] or 0) + 1 end
  end
  local function draw_if(several, s)
    if shape[s.kind] and ((circles[s.item] or 0) > 1) == several then shape[s.kind](sketch, s) end
  end
  for _, s in ipairs(scene) do draw_if(false, s) end
  for i = #scene, 1, -1 do draw_if(true, scene[i]) end
end

local function sketch_of(scene, eye, supports)
  local sketch = new_sketch(scene, eye)
  for _, support in ipairs(supports) do draw_support(sketch, support) end
  local bodies, covered = bodies_of(scene)
  for i, body in ipairs(bodies) do
    (#body.arms > 0 and draw_arms or draw_lump)(sketch, body, tints[(i - 1) % #tints + 1], covered)
  end
  draw_joints(sketch, scene)
  return sketch
end

-- ---- the window: what part of the plane the picture shows ----

-- How far a shape reaches around its ends, in default sizes; joints: in their own diameter.
local reach = { body = 1.35, arm = 0.35, ground = 2 }

-- The box around scenes, and paths in the picture (lists of x, y, x, y, ...); all of it must be at finite places.
local function box_of(scenes, eye, paths)
  local box = { math.huge, math.huge, -math.huge, -math.huge }
  local function include(x, y, r)
    box[1], box[2], box[3], box[4] = min(box[1], x - r), min(box[2], y - r), max(box[3], x + r), max(box[4], y + r)
  end
  for _, scene in ipairs(scenes) do
    for _, s in ipairs(scene) do
      local r = reach[s.kind] and reach[s.kind] * scene.size or s.diameter / 2
      local x, y = eye:see(s.a)
      local x2, y2 = eye:see(long[s.kind] and s.b or s.a)
      if not finite(x + y + x2 + y2) then fault(("'%s' is at no finite place, it cannot be drawn"):format(s.item)) end
      include(x, y, r)
      include(x2, y2, r)
    end
  end
  for _, path in ipairs(paths) do
    for i = 1, #path, 2 do include(path[i], path[i + 1], 0) end
  end
  local least = 8 * scenes[1].size
  if max(box[3] - box[1], box[4] - box[2]) < least then include((box[1] + box[3]) / 2, (box[2] + box[4]) / 2, least / 2) end
  return box
end

-- A size that fits the box: as large as `most`, but without broad empty margins.
local function fitting_size(box, most, room, title)
  local wide, high = box[3] - box[1], box[4] - box[2]
  local pixel = max(wide / (most[1] - 2 * room.side), high / (most[2] - room.top - room.bottom))
  local function fit(x, least) return max(least, math.ceil(x - 1e-6)) end
  local words = min(9 * #(title or "") + 200, most[1]) -- with the time beside it
  return { fit(wide / pixel + 2 * room.side, max(words, most[1] // 2)), fit(high / pixel + room.top + room.bottom, most[2] // 2) }
end

-- { x1, y1, x2, y2, pixel =, line =, drop = }: the box in the middle, with room for words above and the scale below, but no
-- more than 40 of 100 for them.
local function window_of(box, width, height, room)
  local part = min(1, 0.4 * height / (room.top + room.bottom))
  local top, bottom, side = part * room.top, part * room.bottom, min(room.side, 0.2 * width)
  local free = height - top - bottom
  local pixel = max((box[3] - box[1]) / (width - 2 * side), (box[4] - box[2]) / free)
  local x1 = (box[1] + box[3] - width * pixel) / 2
  local y1 = (box[2] + box[4] - free * pixel) / 2 - bottom * pixel
  return {
    x1, y1, x1 + width * pixel, y1 + height * pixel, pixel = pixel, line = pixel * (0.8 + min(width, height) / 900),
    drop = top / 2 * pixel, -- of words below the upper edge
  }
end

-- ---- scale and axes in the lower corners ----

-- 1, 2 or 5 times a power of ten, not more than x.
local function round_length(x)
  local power = 10.0 ^ (math.log(x, 10) // 1)
  for _, step in ipairs { 5, 2 } do
    if step * power <= x then return step * power end
  end
  return power
end

-- Words are { x =, y =, text =, at = "left" or "center", colour = }.
local function add_scale(paper, window, words)
  local pixel = window.pixel
  local length = round_length(0.22 * (window[3] - window[1]))
  local x, y, tick = window[3] - 24 * pixel, window[2] + 20 * pixel, 4 * pixel
  paper:stroke(x - length, y, x, y, 1, grey)
  paper:stroke(x - length, y - tick, x - length, y + tick, 1, grey)
  paper:stroke(x, y - tick, x, y + tick, 1, grey)
  words[#words + 1] = { x = x - length / 2, y = y + 14 * pixel, text = ("%s m"):format(digits(length)), at = "center" }
end

local function add_axes(paper, eye, window, words)
  local pixel = window.pixel
  local x, y = window[1] + (eye.flat and 22 or 44) * pixel, window[2] + (eye.flat and 18 or 34) * pixel
  for i, name in ipairs { "x", "y", "z" } do
    local dx, dy = eye:see { i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0 }
    local length = sqrt(dx * dx + dy * dy)
    if length > 0.1 then
      local l, tip = 26 * pixel, 7 * pixel / length
      local ex, ey = x + l * dx, y + l * dy
      paper:stroke(x, y, ex, ey, 1, grey)
      paper:fill({ ex + tip * dx, ey + tip * dy, ex - 0.45 * tip * dy, ey + 0.45 * tip * dx, ex + 0.45 * tip * dy, ey - 0.45 * tip * dx }, grey)
      words[#words + 1] = { x = ex + 15 * pixel * dx / length, y = ey + 15 * pixel * dy / length, text = name, at = "center" }
    end
  end
end

-- ---- names beside things ----

-- How far a shape reaches around its line or point: as its neighbours of a name see it.
local function girth(scene)
  local armed = {}
  for _, s in ipairs(scene) do
    armed[s.item] = armed[s.item] or s.kind == "arm" and distance(s.a, s.b) > 1e-6 * scene.size
  end
  return function(s)
    if s.kind == "body" then return (armed[s.item] and 0.4 or 1.1) * scene.size end
    return s.kind == "arm" and 0.3 * scene.size or s.diameter / 2
  end
end

-- Where words should rather not stand: discs { x, y, r }.
local function crowd_of(scene, eye, supports, window)
  local list, radius = {}, girth(scene)
  for _, s in ipairs(scene) do
    local x, y = eye:see(s.a)
    local x2, y2 = eye:see(long[s.kind] and s.b or s.a)
    local n = min(sqrt((x2 - x) ^ 2 + (y2 - y) ^ 2) / (6 * window.pixel), 200) // 1 + 1
    for i = 0, n do list[#list + 1] = { x + i / n * (x2 - x), y + i / n * (y2 - y), radius(s) } end
  end
  for _, support in ipairs(supports) do
    local x, y = eye:see(support.at)
    list[#list + 1] = { x + scene.size * support.dx, y + scene.size * support.dy, 1.2 * scene.size }
  end
  return list
end

-- What has a name and can be seen, with the middle of it: { x, y, text, room }.
local function names_of(scene, eye)
  local list, known, radius = {}, {}, girth(scene)
  for _, s in ipairs(scene) do
    if s.kind ~= "arm" and s.kind ~= "ground" and not known[s.item] then
      local x, y = eye:see(s.a)
      if long[s.kind] then
        local x2, y2 = eye:see(s.b)
        x, y = (x + x2) / 2, (y + y2) / 2
      end
      known[s.item] = true
      list[#list + 1] = { x = x, y = y, text = s.item, room = radius(s) }
    end
  end
  return list
end

-- Puts each name near its thing, where it covers least.
local function add_names(scene, eye, supports, window, words)
  local crowd, boxes, pixel = crowd_of(scene, eye, supports, window), {}, window.pixel
  local function cost(x, y, w, h)
    local sum = 0
    for _, p in ipairs(crowd) do
      if math.abs(p[1] - x) < w + p[3] and math.abs(p[2] - y) < h + p[3] then sum = sum + 3 end
    end
    for _, b in ipairs(boxes) do
      if math.abs(b[1] - x) < w + b[3] and math.abs(b[2] - y) < h + b[4] then sum = sum + 100 end
    end
    local outside = x - w < window[1] or x + w > window[3] or y - h < window[2] + 50 * pixel or y + h > window[4] - 36 * pixel
    return outside and sum + 1000 or sum
  end
  for _, name in ipairs(names_of(scene, eye)) do
    local w, h, best = 4.6 * pixel * (utf8.len(name.text) or #name.text), 8 * pixel, nil
    for far = 1, 5 do
      for i = 0, 11 do
        local a, gap_to = i * pi / 6, name.room + (7 * far - 1) * pixel
        local x, y = name.x + (gap_to + w) * math.cos(a), name.y + (gap_to + h) * math.sin(a)
        local sum = cost(x, y, w, h) + 0.7 * far
        if not best or sum < best.sum then best = { x, y, w, h, sum = sum } end
      end
    end
    boxes[#boxes + 1] = best
    words[#words + 1] = { x = best[1], y = best[2], text = name.text, at = "center", colour = dark }
  end
end

-- ---- script and data ----

-- Commands as lines, and polygons behind each other.
local function new_script()
  local script = { lines = {}, data = {}, bytes = 0 }
  function script.say(format, ...) script.lines[#script.lines + 1] = format:format(...) end

  -- Adds a list of packed corners; returns the bytes before it and its number of corners.
  function script.keep(list)
    local before = script.bytes
    script.data[#script.data + 1] = table.concat(list)
    script.bytes = before + #list * corner_size
    return before, #list
  end

  function script.finish() return table.concat(script.lines, "\n") .. "\n", table.concat(script.data) end
  return script
end

local function say_head(say, place, window)
  say "# Run gnuplot with this script in its own folder: it draws what is in the .bin beside it, filled polygons in the order"
  say "# of painting.  A corner is x, y (m, 8 bytes each) and a colour 0xAARRGGBB (4 bytes); nan ends a polygon."
  say "set encoding utf8"
  say("set terminal %s", place.terminal)
  if place.picture then say("set output %s", quoted("./" .. place.picture)) end
  say "unset border; unset tics; unset key"
  say "set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1"
  say("set xrange [%s:%s]; set yrange [%s:%s]", digits(window[1]), digits(window[3]), digits(window[2]), digits(window[4]))
  say "set size ratio -1; set style fill solid 1 noborder"
end

local function say_words(say, words)
  for i, w in ipairs(words) do
    say("set label %d %s at %s,%s %s front tc rgb '%s'", i, shown(w.text), digits(w.x), digits(w.y), w.at, w.colour or dim)
  end
end

-- What to plot: n corners that begin behind some bytes, both numbers or expressions of gnuplot.
local function source(place, before, n)
  return ("%s binary skip=%s record=(%s) endian=little format='%%2double%%uint' using 1:2:3"):format(quoted("./" .. place.name .. ".bin"), before, n)
end

local polygons = "with filledcurves closed lc rgb variable"

-- Words above: the title in the middle, the time at the left.
local function add_title(window, title, words)
  if not title then return end
  words[#words + 1] = { x = (window[1] + window[3]) / 2, y = window[4] - window.drop, text = title, at = "center", colour = dark }
end

local function caption_word(window, text)
  return { x = window[1] + 0.7 * window.drop, y = window[4] - window.drop, text = text, at = "left" }
end

-- The commands and the data of one picture.
local function compose_still(picture, o, place)
  local scene, eye, supports = picture.scenes[1], picture.eye, supports_of(picture.scenes, picture.eye)
  local window = window_of(picture.box, o.size[1], o.size[2], picture.room)
  local script, words, paper = new_script(), {}, new_canvas(window)
  add_scale(paper, window, words)
  add_axes(paper, eye, window, words)
  add_title(window, o.title, words)
  if picture.caption then words[#words + 1] = caption_word(window, picture.caption) end
  if o.labels then add_names(scene, eye, supports, window, words) end
  paint(sketch_of(scene, eye, supports), paper)
  say_head(script.say, place, window)
  say_words(script.say, words)
  script.say("plot %s %s", source(place, script.keep(paper.list)), polygons)
  return script.finish()
end

-- The same with characters, which are twice as high as wide: lines, and a letter for what has no length.
local letters = { body = "O", circle = "o", sphere = "@", ground = "^" }

local function compose_text(picture, o, place)
  local scene, eye = picture.scenes[1], picture.eye
  local window = window_of(picture.box, place.columns, 2 * place.rows, { side = 2, top = 4, bottom = 2 })
  local script, lines, words = new_script(), { arm = {}, line = {} }, {}
  add_title(window, o.title, words)
  if picture.caption then words[#words + 1] = caption_word(window, picture.caption) end
  for _, s in ipairs(scene) do
    local x, y = eye:see(s.a)
    local list = long[s.kind] and (s.kind == "arm" and lines.arm or lines.line)
    if list then
      local x2, y2 = eye:see(s.b)
      for _, p in ipairs { corner:pack(x, y, 0), corner:pack(x2, y2, 0), gap } do list[#list + 1] = p end
    else
      words[#words + 1] = { x = x, y = y, text = letters[s.kind], at = "center" }
    end
  end
  for _, name in ipairs(o.labels and names_of(scene, eye) or {}) do
    words[#words + 1] = { x = name.x + 2 * window.pixel, y = name.y, text = name.text, at = "left" }
  end
  say_head(script.say, place, window)
  say_words(script.say, words)
  script.say("plot NaN, %s with lines lt 1, %s with lines lt 2", source(place, script.keep(lines.arm)), source(place, script.keep(lines.line)))
  return script.finish()
end

-- ---- m:draw ----

local draw_rows = {
  { name = "time" }, { name = "file", kind = "text" }, { name = "title", kind = "text" }, { name = "view" },
  { name = "size" }, { name = "simplified", kind = "flag", default = false },
  { name = "labels", kind = "flag", default = false },
}

local function check_view(who, view)
  if view == nil or type(view) == "table" and #view == 2 and finite(view[1]) and finite(view[2]) then return end
  fault(who .. ": view must be {azimuth, elevation}, two numbers (degrees)")
end

local function check_seen(who, scene)
  if #scene > 0 then return scene end
  fault(who .. ": there is nothing to draw: no body has a place in space, and no joint is shown")
end

-- The row whose time is nearest to t; the values of a sweep may also fall.
local function nearest_row(times, t)
  local low, high, falling = 1, #times, times[#times] < times[1]
  while high - low > 1 do
    local middle = (low + high) // 2
    if falling and times[middle] >= t or not falling and times[middle] <= t then low = middle else high = middle end
  end
  return math.abs(t - times[low]) <= math.abs(times[high] - t) and low or high
end

-- The row of a time that a script asks for; it may lie half a row outside.
local function stored_row(who, name, times, t, unit)
  local n, slack = #times, 1e-12 * math.abs(t)
  local from = times[1] - (times[min(2, n)] - times[1]) / 2
  local to = times[n] + (times[n] - times[max(n - 1, 1)]) / 2
  if min(from, to) - slack <= t and t <= max(from, to) + slack then return nearest_row(times, t) end
  fault(("%s: %s = %s is not among the rows of the result, which go from %s to %s%s"):format(
    who, name, digits(t), digits(times[1]), digits(times[n]), unit == "1" and "" or " (" .. unit .. ")"))
end

-- "t = 0.25 s"; of a static result "load = 0.5".
local function caption_of(run, text)
  local names, units = run:columns()
  return ("%s = %s%s"):format(names[1] == "time" and "t" or names[1], text, units[1] == "1" and "" or " " .. units[1])
end

-- The row of the last result that time asks for; nil: the placement of the script.
local function row_of(run, same, time)
  local rows = run and select(3, run:columns()) or 0
  local reason = rows == 0 and "the model was not solved yet" or not same and "the model has changed since it was solved"
  if time == nil then
    if rows > 0 and not same then note "draw: the model has changed since it was solved; it is drawn as the script placed it" end
    return not reason and rows or nil
  elseif time == "start" then
    return not reason and 1 or nil
  elseif time ~= "end" and not finite(time) then
    local given = type(time) == "string" and ("%q"):format(time) or word(time)
    fault(('draw: time = %s must be "start", "end" or a time of the last result (s)'):format(given))
  elseif reason then
    fault(('draw: time = %s: %s; time = "start" draws it as the script placed it'):format(time == "end" and '"end"' or digits(time), reason))
  end
  if time == "end" then return rows end
  local _, units = run:columns()
  return stored_row("draw", "time", run:column(1), time, units[1])
end

-- What a picture shows and from where; settles the size in o.  trails: lists of places that it shall hold as well.
local function new_picture(scenes, o, has_caption, most, trails)
  local eye, paths = new_camera(o.view or not planar(scenes) and { 35, 25 } or nil), {}
  for i, trail in ipairs(trails) do
    paths[i] = {}
    for k, place in ipairs(trail) do paths[i][2 * k - 1], paths[i][2 * k] = eye:see(place) end
  end
  local room = { side = o.labels and 60 or 24, bottom = 56, top = (o.title or has_caption) and 44 or 20 }
  local box = box_of(scenes, eye, paths)
  o.size = o.size or fitting_size(box, most, room, o.title)
  return { scenes = scenes, eye = eye, box = box, room = room, paths = paths }
end

-- model:draw{ time =, file =, ... }: the mechanism as a picture, in a window or as text.
function draw.model(model, given)
  local o = speech.options("draw", given or {}, draw_rows)
  if o.size then plot.check_size("draw", o.size) end
  check_view("draw", o.view)
  local run, same = core.last_result(model)
  local row = row_of(run, same, o.time)
  local scene = check_seen("draw", row and run:scene(row, o.simplified) or core.scene(model, o.simplified))
  local caption = row and caption_of(run, digits(tonumber(("%.6g"):format(run:column(1)[row]))))
  local picture = new_picture({ scene }, o, caption, { 960, 720 }, {})
  picture.caption = caption
  local done, why = plot.picture("draw", o, function(place) return (place.text and compose_text or compose_still)(picture, o, place) end)
  if done then return model end
  note(why)
  return nil, why
end

-- ---- r:animate ----

local most_frames = 600

local animate_rows = {
  { name = "file", kind = "text", required = true, doc = 'the picture to write, "NAME.gif"' }, { name = "title", kind = "text" },
  { name = "fps", kind = "number", unit = "frames per second", positive = true, most = 50, default = 25 },
  { name = "speed", kind = "number", unit = "seconds of the model per second", positive = true, default = 1 },
  { name = "from", kind = "number" }, { name = "to", kind = "number" }, { name = "trail" }, { name = "size" }, { name = "view" },
  { name = "simplified", kind = "flag", default = false },
}

-- A number with as many digits behind the point as tell steps apart: gnuplot leaves out a frame that looks like the one before,
-- and its time with it.
local function fixed(x, step)
  local n = step > 0 and max(0, min(-(math.log(step, 10) // 1), 9)) or 3
  return (("%%.%df"):format(n):format(x):gsub("[^%d-]+", "."))
end

-- The rows of the frames and their times, and the pause between two in hundredths of a second, in which a GIF counts.
local function frames_of(o, times, first, last)
  local duration = math.abs(times[last] - times[first])
  local pause = max(2, (100 / o.fps + 0.5) // 1)
  local n = duration > 0 and max(2, (duration / o.speed * 100 / pause + 1.5) // 1) or 1
  if n > most_frames then
    pause = max(2, (100 * duration / o.speed / (most_frames - 1) + 0.5) // 1)
    note(("animate: %.15g s at %.3g frames per second are %.15g frames; it is thinned to %d, one each %.3g s (a higher speed keeps more)"):format(
      duration / o.speed, o.fps, n, most_frames, pause / 100))
    n = most_frames
  end
  local rows, clock, step = {}, {}, (times[last] - times[first]) / max(n - 1, 1)
  for k = 1, n do
    local t = k == n and times[last] or times[first] + (k - 1) * step
    rows[k], clock[k] = nearest_row(times, t), fixed(t, math.abs(step))
  end
  return rows, clock, pause
end

-- The sensors whose paths are drawn.
local function trail_sensors(result, given)
  if given == nil then return {} end
  local list = core.kind(given) == "sensor" and { given } or given
  if type(list) ~= "table" or #list == 0 then
    fault(("animate: trail is %s, it must be a sensor of a position or a list of them"):format(word(given)))
  end
  local _, units = result.run:columns()
  for i, sensor in ipairs(list) do
    if core.kind(sensor) ~= "sensor" then fault(("animate: trail[%d] is %s, it must be a sensor of a position"):format(i, word(sensor))) end
    local n = #result[sensor]
    local unit = units[result.run:sensor(sensor)]
    if n ~= 3 or unit ~= "m" then
      fault(("animate: trail: the sensor '%s' must give a position, 3 numbers in m; it gives %d in %s"):format(sensor.name, n, unit))
    end
  end
  return list
end

-- The places a sensor passed between two rows, each stride-th.
local function trail_of(result, sensor, first, last, stride)
  local x, y, z, places = result[sensor][1], result[sensor][2], result[sensor][3], {}
  for row = first, last, stride do places[#places + 1] = { x[row], y[row], z[row] } end
  return places
end

-- The scenes of the rows.  Joints keep one default size, which is not lost in a wide motion.
local function scenes_of(result, rows, simplified)
  local scenes = {}
  local function look(size)
    for k, row in ipairs(rows) do scenes[k] = result.run:scene(row, simplified, size) end
  end
  local size = check_seen("animate", result.run:scene(rows[1], simplified)).size
  look(size)
  local box = box_of(scenes, new_camera { 35, 25 }, {})
  local wide = 0.01 * max(box[3] - box[1], box[4] - box[2])
  if wide > size then look(wide) end
  return scenes
end

local function say_array(say, name, list) say("array %s[%d] = [%s]", name, #list, table.concat(list, ", ")) end

-- Keeps the paths; what to plot of them in frame k.
local function keep_paths(script, place, paths)
  local parts = {}
  for i, path in ipairs(paths) do
    local points, colour = {}, packed(trail_colours[(i - 1) % #trail_colours + 1])
    for k = 1, #path, 2 do points[#points + 1] = corner:pack(path[k], path[k + 1], colour) end
    local before = script.keep(points)
    parts[i] = source(place, before, "passed[k]") .. " with lines lw 1.5 lc rgb variable"
  end
  return parts
end

-- Keeps the frames; what to plot of them in frame k.
local function keep_frames(script, place, window, picture)
  local supports, before, corners = supports_of(picture.scenes, picture.eye), {}, {}
  for k, scene in ipairs(picture.scenes) do
    local paper = new_canvas(window, true)
    paint(sketch_of(scene, picture.eye, supports), paper)
    before[k], corners[k] = script.keep(paper.list)
  end
  say_array(script.say, "before", before)
  say_array(script.say, "corners", corners)
  return source(place, "before[k]", "corners[k]") .. " " .. polygons
end

-- The commands and the data of a motion.  Beyond what a picture has: captions, and how many points of the paths are passed, of
-- each frame.
local function compose_motion(picture, o, place)
  local window = window_of(picture.box, o.size[1], o.size[2], picture.room)
  local script, words, still, captions = new_script(), {}, new_canvas(window, true), {}
  local say = script.say
  add_scale(still, window, words)
  add_axes(still, picture.eye, window, words)
  add_title(window, o.title, words)
  say_head(say, place, window)
  say_words(say, words)
  local parts = keep_paths(script, place, picture.paths)
  table.insert(parts, 1, source(place, script.keep(still.list)) .. " " .. polygons)
  table.insert(parts, keep_frames(script, place, window, picture))
  for k, text in ipairs(picture.captions) do captions[k] = shown(text) end
  say_array(say, "caption", captions)
  say_array(say, "passed", picture.passed)
  local at = caption_word(window)
  say("do for [k=1:%d] {", #captions)
  say("  set label %d caption[k] at %s,%s %s front tc rgb '%s'", #words + 1, digits(at.x), digits(at.y), at.at, dim)
  say("  plot %s", table.concat(parts, ", \\\n    "))
  say "}"
  return script.finish()
end

-- result:animate{ file = "x.gif", ... }: the motion as a picture that moves.
function draw.result(result, given)
  local o = speech.options("animate", given, animate_rows)
  if not o.file:lower():find "%.gif$" then fault(("animate: file = %q must end in .gif"):format(o.file)) end
  if o.size then plot.check_size("animate", o.size) end
  check_view("animate", o.view)
  local sensors, times, _, units = trail_sensors(result, o.trail), result.time, result.run:columns()
  local first = o.from and stored_row("animate", "from", times, o.from, units[1]) or 1
  local last = o.to and stored_row("animate", "to", times, o.to, units[1]) or #times
  if first >= last and (o.from or o.to) then fault "animate: from must be before to, by a row at least" end
  local rows, clock, pause = frames_of(o, times, first, last)
  local trails, passed, captions, stride = {}, {}, {}, (last - first) // 2000 + 1
  for i, sensor in ipairs(sensors) do trails[i] = trail_of(result, sensor, first, last, stride) end
  local picture = new_picture(scenes_of(result, rows, o.simplified), o, true, { 640, 480 }, trails)
  for k, row in ipairs(rows) do
    passed[k], captions[k] = (row - first) // stride + 1, caption_of(result.run, clock[k])
  end
  picture.passed, picture.captions = passed, captions
  local terminal = ("gif noenhanced animate delay %d loop 0 optimize size %%s,%%s font 'Sans,11'"):format(pause)
  local done, why = plot.picture("animate", o, function(place) return compose_motion(picture, o, place) end, { gif = terminal })
  if done then return result end
  note(why)
  return nil, why
end

return draw
