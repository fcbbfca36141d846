-- lua_joint.lua - a joint written in Lua: a bead that slides on a parabola y = x^2 under gravity.
--
-- A joint is an equation between two markers that is zero when it holds.  Yoke differences it, gives it outputs, tests it
-- when it is defined and reports it by name, as it does with a plugin in C (which runs some hundred times as fast).

local yoke = require "yoke"

yoke.joint_type {
  name = "parabola", doc = "keeps a point of marker 1 on a parabola of marker 0", markers = "plane",
  rows = { { name = "height", unit = "m", doc = "over the parabola" } },
  params = { { name = "curvature", default = 1, unit = "1/m", doc = "a in y = a x^2" } },
  outputs = { { name = "place", n = 2, unit = "m", doc = "x and y in the frame of marker 0", eval = function(_, at)
    local x, y = at.m1.r[1] - at.m0.r[1], at.m1.r[2] - at.m0.r[2]
    local A = at.m0.A -- 9 numbers, row by row: marker frame to global, so its transpose leads back
    return A[1] * x + A[4] * y, A[2] * x + A[5] * y
  end } },
  residual = function(p, at)
    local x, y = at.m1.r[1] - at.m0.r[1], at.m1.r[2] - at.m0.r[2]
    local A = at.m0.A
    x, y = A[1] * x + A[4] * y, A[2] * x + A[5] * y
    return y - p.curvature * x * x
  end,
}

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bead = m:point2d { "bead", mass = 0.1, position = { 1, 1 } } -- kg, m
local wire = m:parabola { "wire", m.ground, bead, curvature = 1 }

local path = m:sensor { bead, "position" }
local force = m:sensor { wire, "force1" } -- of the wire on the bead, N

local r = m:solve_dynamic { t_end = 3, step = 1e-3 }
print(r)
print(("largest force of the wire on the bead: %.4f N (5 m g at the bottom = %.4f)"):format(math.max(table.unpack(r[force][2])), 5 * 0.1 * 9.81))

r:plot { x = { path, 1 }, y = { path, 2 }, title = "Bead on a parabola", file = "lua_joint.png" }
