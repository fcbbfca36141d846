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
    for k = 1, #r.time do worst = math.max(worst, math.abs(r[s][c][k] - other[t][c][k])) end
  end
  return worst
end

function space.add(a, b) return { a[1] + b[1], a[2] + b[2], a[3] + b[3] } end
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

-- A B
function space.multiply(A, B)
  local C = {}
  for j = 1, 3 do
    local column = space.turn(A, { B[j], B[j + 3], B[j + 6] })
    C[j], C[j + 3], C[j + 6] = column[1], column[2], column[3]
  end
  return C
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

space.straight, space.skew = space.about({ 0, 0, 1 }, 0), space.about({ 1, -2, 0.5 }, 0.9)

return space
