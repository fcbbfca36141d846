-- generic_joint.lua - a shaking table: a joint whose six offsets follow functions of time, and a load welded on top.

local yoke = require "yoke"

local g, w, heave, yaw = 9.81, 2 * math.pi, 0.05, 0.3 -- m/s2, rad/s, m, rad
local m = yoke.model { gravity = { 0, 0, -g } }
local plate = m:rigid { "plate", mass = 10, inertia = { 1, 1, 2 } }
local load = m:rigid { "load", mass = 3, inertia = { 0.1, 0.1, 0.1 }, position = { 0, 0, 0.5 } }

-- locked: x, y, z, rx, ry, rz; a released one follows no offset and carries no load
local shaker = m:generic_joint { "shaker", m.ground, plate, locked = { 1, 1, 1, 1, 1, 1 }, offset_function = function(t)
  local s = (1 - math.cos(w * t)) / 2 -- from rest
  return 0, 0, heave * s, 0, 0, yaw * s
end }
local weld = m:fixed { "weld", plate, load, at = { 0, 0, 0.25 } }

local force = m:sensor { "force", weld, "force1" }
local torque = m:sensor { "torque", weld, "torque1" }
local r = m:solve_dynamic { t_end = 1, step = 1e-3 }
print(r)

-- at t = 1 s the plate is at its lowest again: s'' = w^2 / 2
print(("the weld carries %.5f N up (m (g + z'') = %.5f) and turns with %.6f N m (J rz'' = %.6f)"):format(r:final(force)[3],
  3 * (g + heave * w ^ 2 / 2), r:final(torque)[3], 0.1 * yaw * w ^ 2 / 2))

r:plot { { force, 3 }, title = "Force in the weld", file = "generic_joint.png" }
m:draw { time = 0.5, file = "generic_joint_pose.png" }
