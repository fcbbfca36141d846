-- knife_edge.lua - a skate: it turns and glides, but never moves sideways.  A velocity constraint given by a function.

local yoke = require "yoke"

local m = yoke.model {}
local skate = m:rigid2d { "skate", mass = 1, inertia = 0.5, velocity = { 2, 0 }, angular_velocity = 1 }

-- coordinates() of ground are none, of the skate x, y, angle: q and their rates q_t
m:coordinate_vector { "edge", m.ground, skate, velocity_level = true,
  constraint = function(t, q, q_t) return -q_t[1] * math.sin(q[3]) + q_t[2] * math.cos(q[3]) end }

local path = m:sensor { skate, "position" }
local r = m:solve_dynamic { t_end = math.pi, steps = 1000 }

local p = r:final(path)
print(r)
print(("after half a circle of radius 2 the skate is at (%.6f, %.6f) m"):format(p[1], p[2]))

r:plot { x = { path, 1 }, y = { path, 2 }, title = "A skate: speed 2 m/s, spin 1 rad/s", file = "knife_edge.png" }
