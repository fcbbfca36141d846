-- space.lua - what tests of bodies in space need: vectors, turns, rows of sensors.
--
-- Rotations are 9 numbers, row by row, as the output rotation_matrix.

local case = require "lib.case"

local space = { kinds = { "lie", "euler", "tait_bryan" }, methods = { "generalized_alpha", "trapezoidal" } }

-- Solves; returns the result and what was said.
function space.solve(m, options)
  local said, r = case.heard(m.solve_dynamic, m, options)
  return r, said
end

-- Numbers of sensor s in row k.
function space.row(r, s, k)
  local out = {}
  for c = 1, #r[s] do out[c] = r[s][c][k] end
  return out
end

-- Largest difference between the columns of two sensors.
function space.apart(r, s, other, t)
  local worst = 0
  for c = 1, #r[s] do
    for k = 1, #r.time do worst = case.worse(worst, r[s][c][k] - other[t][c][k]) end
  end
  return worst
end

function space.add(a, b) return { a[1] + b[1], a[2] + b[2], a[3] + b[3] } end
function space.plus(a, s, b) return { a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3] } end
function space.scale(s, a) return { s * a[1], s * a[2], s * a[3] } end
function space.dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
function space.cross(a, b) return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] } end
function space.norm(a) return math.sqrt(space.dot(a, a)) end

-- A v and A' v
function space.turn(A, v)
  return { A[1] * v[1] + A[2] * v[2] + A[3] * v[3], A[4] * v[1] + A[5] * v[2] + A[6] * v[3], A[7] * v[1] + A[8] * v[2] + A[9] * v[3] }
end
function space.unturn(A, v)
  return { A[1] * v[1] + A[4] * v[2] + A[7] * v[3], A[2] * v[1] + A[5] * v[2] + A[8] * v[3], A[3] * v[1] + A[6] * v[2] + A[9] * v[3] }
end

function space.transposed(A) return { A[1], A[4], A[7], A[2], A[5], A[8], A[3], A[6], A[9] } end

-- A B C ...
function space.multiply(A, B, ...)
  if not B then return A end
  local C = {}
  for j = 1, 3 do
    local column = space.turn(A, { B[j], B[j + 3], B[j + 6] })
    C[j], C[j + 3], C[j + 6] = column[1], column[2], column[3]
  end
  return space.multiply(C, ...)
end

-- Turn about an axis, by Rodrigues' formula.
function space.about(axis, angle)
  local n, c, s = space.norm(axis), math.cos(angle), math.sin(angle)
  local x, y, z = axis[1] / n, axis[2] / n, axis[3] / n
  return {
    c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s,
    y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s,
    z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c),
  }
end

-- As `rotation` of a body takes it.
function space.matrix(A) return { { A[1], A[2], A[3] }, { A[4], A[5], A[6] }, { A[7], A[8], A[9] } } end

-- Rx(a) Ry(b) Rz(c), and the angles of a matrix
function space.xyz(a, b, c) return space.multiply(space.about({ 1, 0, 0 }, a), space.about({ 0, 1, 0 }, b), space.about({ 0, 0, 1 }, c)) end
function space.angles(A) return { math.atan(-A[6], A[9]), math.asin(A[3]), math.atan(-A[2], A[1]) } end

-- Largest difference of two lists.
function space.far(a, b)
  local most = #a == #b and 0 or math.huge
  for i = 1, #b do most = case.worse(most, a[i] - b[i]) end
  return most
end

-- How far A'A is from 1.
function space.distortion(A) return space.far(space.multiply(space.transposed(A), A), space.straight) end

-- {Jxx, Jyy, Jzz, Jyz, Jxz, Jxy} of a matrix; principal moments p whose axes are the columns of A; and what m (c.c 1 - c c') adds
function space.six(T) return { T[1], T[5], T[9], T[6], T[3], T[2] } end
function space.turned_tensor(A, p) return space.multiply(A, { p[1], 0, 0, 0, p[2], 0, 0, 0, p[3] }, space.transposed(A)) end
function space.steiner(T, mass, c)
  local S, cc = {}, space.dot(c, c)
  for i = 0, 2 do
    for j = 0, 2 do S[3 * i + j + 1] = T[3 * i + j + 1] + mass * ((i == j and cc or 0) - c[i + 1] * c[j + 1]) end
  end
  return S
end

-- A generator of numbers in a range, the same on every machine (Park and Miller's minimal standard).
function space.random(seed)
  local state = seed
  return function(from, to)
    state = state * 48271 % 2147483647
    return from + (to - from) * state / 2147483647
  end
end

-- sn, cn, dn (u, modulus k) by the descending Landen transformation of the arithmetic-geometric mean (Abramowitz and Stegun 16.4).
function space.elliptic(u, k)
  local a, b, c, n = { 1 }, math.sqrt(1 - k * k), { k }, 1
  while math.abs(c[n]) > 1e-16 do
    a[n + 1], c[n + 1], b = (a[n] + b) / 2, (a[n] - b) / 2, math.sqrt(a[n] * b)
    n = n + 1
  end
  local phi = 2 ^ (n - 1) * a[n] * u
  for i = n, 2, -1 do phi = (phi + math.asin(c[i] / a[i] * math.sin(phi))) / 2 end
  local sn = math.sin(phi)
  return sn, math.cos(phi), math.sqrt(1 - k * k * sn * sn)
end

space.straight, space.skew = space.about({ 0, 0, 1 }, 0), space.about({ 1, -2, 0.5 }, 0.9)

return space
