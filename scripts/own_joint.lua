-- own_joint.lua - a joint plugin of your own: bead_on_circle.c, 40 lines of C with one equation.
--
-- `make` builds it to build/scripts/; by hand, then named as an argument of this script:
--   gcc -shared -fPIC -Iengine scripts/bead_on_circle.c -o bead_on_circle.so -lm

local yoke = require "yoke"

local here = arg[0]:match "^(.*)/" or "."
yoke.plugin(arg[1] or here .. "/../build/scripts/bead_on_circle.so")

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local bead = m:point2d { "bead", mass = 0.1, position = { 0.3, 0 } }
local ring = m:bead_on_circle { "ring", m.ground, bead, radius = 0.3 }

local path = m:sensor { bead, "position" }
local force = m:sensor { ring, "force1" }

local r = m:solve_dynamic { t_end = 2, step = 1e-3 }
print(r)
print(("largest force of the ring on the bead: %.4f N (3 m g = %.4f)"):format(math.max(table.unpack(r[force][2])), 3 * 0.1 * 9.81))

r:plot { x = { path, 1 }, y = { path, 2 }, title = "Bead on a ring", file = "own_joint.png" }
