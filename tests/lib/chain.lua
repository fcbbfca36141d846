-- chain.lua - a reference of its own kind: one rigid body at the end of a chain of elementary motions, in minimal coordinates.
--
-- A chain is a list of elements, each in the axes that the ones before it have made:
--   { turn = axis }  { slide = axis }  { turn = axis, pitch = }    one coordinate each (pitch: travel per turn), or with
--                                                                  value = function(t) return q, q', q'' end a motion that is given
--   { position =, rotation = }                                     a fixed step
--   { mark = name }                                                notes the frame here under that name
-- The last frame is that of the body.  By d'Alembert's principle, with a_c = Jv s'' + ..., alpha = Jw s'' + ...,
--   Jv . (m a_c - F) + Jw . (I alpha + w x I w - T) = Q            one equation for each coordinate s

local case = require "lib.case"
local space = require "lib.space"
local plus, scale, dot, cross, turn = space.plus, space.scale, space.dot, space.cross, space.turn

local chain = {}

-- Moves the frame f on by the vector d that is fixed in it.
local function step(f, d)
  f.a = plus(f.a, 1, plus(cross(f.alpha, d), 1, cross(f.w, cross(f.w, d))))
  f.v = plus(f.v, 1, cross(f.w, d))
  f.r = plus(f.r, 1, d)
end

-- All frames at coordinates s and rates u; accelerations without the part of s''.
local function look(elements, t, s, u)
  local f = { r = { 0, 0, 0 }, A = space.straight, v = { 0, 0, 0 }, w = { 0, 0, 0 }, a = { 0, 0, 0 }, alpha = { 0, 0, 0 } }
  local marks, axes = {}, {}
  for _, e in ipairs(elements) do
    local axis = e.turn or e.slide
    if axis then
      local z, q, rate, rate2 = turn(f.A, axis), nil, nil, 0
      if e.value then
        q, rate, rate2 = e.value(t)
      else
        axes[#axes + 1] = { z = z, turns = e.turn and 1 or 0, slides = e.slide and 1 or (e.pitch or 0) / (2 * math.pi) }
        q, rate = s[#axes], u[#axes]
      end
      local slides = e.slide and 1 or (e.pitch or 0) / (2 * math.pi)
      if slides ~= 0 then
        step(f, scale(slides * q, z))
        f.a = plus(plus(f.a, 2 * slides * rate, cross(f.w, z)), slides * rate2, z)
        f.v = plus(f.v, slides * rate, z)
      end
      if e.turn then
        f.alpha = plus(plus(f.alpha, rate2, z), rate, cross(f.w, z))
        f.w = plus(f.w, rate, z)
        f.A = space.multiply(f.A, space.about(axis, q))
      end
      if not e.value then axes[#axes].r = f.r end
    elseif e.mark then
      marks[e.mark] = { r = f.r, A = f.A, v = f.v, w = f.w }
    else
      if e.position then step(f, turn(f.A, e.position)) end
      if e.rotation then f.A = space.multiply(f.A, e.rotation) end
    end
  end
  marks.body = f
  return marks, axes
end

-- x of M x = b (n x n) by elimination with pivots.
local function solve(M, b)
  local n = #b
  for k = 1, n do
    local p = k
    for i = k + 1, n do p = math.abs(M[i][k]) > math.abs(M[p][k]) and i or p end
    M[k], M[p], b[k], b[p] = M[p], M[k], b[p], b[k]
    for i = k + 1, n do
      local x = M[i][k] / M[k][k]
      for j = k, n do M[i][j] = M[i][j] - x * M[k][j] end
      b[i] = b[i] - x * b[k]
    end
  end
  for k = n, 1, -1 do
    for j = k + 1, n do b[k] = b[k] - M[k][j] * b[j] end
    b[k] = b[k] / M[k][k]
  end
  return b
end

-- s'' and the wrench that acts on the body at `marker1`: force and torque about it.  body: mass, inertia (9 numbers, about the centre of mass, in
-- its axes), com, gravity; loads(t, marks): force and torque about the reference point, global; Q(t, s, u): generalized forces; added:
-- what else moves with each coordinate, as an inertia.
local function motion(elements, body, t, s, u)
  local marks, axes = look(elements, t, s, u)
  local f = marks.body
  local A, c = f.A, turn(f.A, body.com)
  local a = plus(f.a, 1, plus(cross(f.alpha, c), 1, cross(f.w, cross(f.w, c))))
  local rc = plus(f.r, 1, c)
  local I = space.multiply(A, body.inertia, space.transposed(A))
  local F, T = { 0, 0, 0 }, { 0, 0, 0 }
  if body.loads then F, T = body.loads(t, marks) end
  T = plus(T, -1, cross(c, F))
  F = plus(F, body.mass, body.gravity)
  local Q = body.Q and body.Q(t, s, u) or {}
  local Jv, Jw, IJw, M, b = {}, {}, {}, {}, {}
  for i, x in ipairs(axes) do
    Jw[i] = scale(x.turns, x.z)
    Jv[i] = plus(scale(x.slides, x.z), x.turns, cross(x.z, plus(rc, -1, x.r)))
    IJw[i] = turn(I, Jw[i])
    M[i] = {}
  end
  local force, torque = plus(scale(body.mass, a), -1, F), plus(plus(turn(I, f.alpha), 1, cross(f.w, turn(I, f.w))), -1, T)
  for i = 1, #axes do
    for k = 1, i do
      M[i][k] = body.mass * dot(Jv[i], Jv[k]) + dot(Jw[i], IJw[k])
      M[k][i] = M[i][k]
    end
    M[i][i] = M[i][i] + (body.added and body.added[i] or 0)
    b[i] = (Q[i] or 0) - dot(Jv[i], force) - dot(Jw[i], torque)
  end
  local s2 = solve(M, b)
  for i = 1, #axes do
    force = plus(force, body.mass * s2[i], Jv[i])
    torque = plus(torque, s2[i], IJw[i])
  end
  torque = plus(torque, -1, cross(plus(marks.marker1.r, -1, rc), force))
  return s2, force, torque, marks
end

-- Frames at the start.
function chain.look(elements, t, s, u) return (look(elements, t, s, u)) end

-- Rows at t = 0, t_end/rows, ..., t_end: s, u, a = u', force and torque (on the body, about marker1) and marks; by the classical Runge-Kutta rule.
function chain.run(elements, body, s, u, t_end, rows, between)
  local n, out = #s, {}
  local function f(t, y)
    local q, v = table.move(y, 1, n, 1, {}), table.move(y, n + 1, 2 * n, 1, {})
    return table.move(motion(elements, body, t, q, v), 1, n, n + 1, v)
  end
  local y, h = table.move(u, 1, n, n + 1, table.move(s, 1, n, 1, {})), t_end / rows
  for row = 0, rows do
    local t = row * t_end / rows
    local q, v = table.move(y, 1, n, 1, {}), table.move(y, n + 1, 2 * n, 1, {})
    local a, force, torque, marks = motion(elements, body, t, q, v)
    out[row + 1] = { t = t, s = q, u = v, a = a, force = force, torque = torque, marks = marks }
    if row < rows and n > 0 then y = case.runge_kutta(function(after, x) return f(t + after, x) end, y, h, between) end
  end
  return out
end

return chain
