-- modes.lua - a car body on two axles: how it may move, its equilibrium, and how it heaves and pitches.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }

local body = m:rigid2d { "body", mass = 1200, inertia = 1800, position = { 0, 0.6 } }
m:prismatic2d { "lane", body, m.ground, axis0 = { 0, 1 }, normal1 = { 1, 0 }, constrain_rotation = false } -- it does not drive
for _, axle in ipairs { { "front", 1.2, 24e3, 1800 }, { "rear", -1.5, 20e3, 1500 } } do
  local name, x, stiffness, damping = table.unpack(axle)
  local wheel = m:point2d { name, mass = 40, position = { x, 0.3 } }
  m:prismatic2d { name .. "_guide", m.ground:at { x, 0 }, wheel, axis0 = { 0, 1 }, normal1 = { 1, 0 }, constrain_rotation = false }
  m:cartesian_spring_damper { name .. "_spring", wheel, body:at { x, 0 }, stiffness = { 0, stiffness }, damping = { 0, damping }, offset = { 0, 0.5 } }
  m:cartesian_spring_damper { name .. "_tyre", m.ground:at { x, 0 }, wheel, stiffness = { 0, 180e3 }, offset = { 0, 0.32 } }
end

print(m:dof {})
local modes = m:modes { at = "equilibrium" } -- m:solve_static{} first
print(modes)
print(("the body rests at %.4f m, its slowest mode has %.3f Hz and damping %.2f"):format(body:output "position"[2], modes[1].frequency, modes[1].damping))
modes:animate { mode = 2, file = "modes.gif" }

local lin = m:linearize { continue = true } -- about where the last solve ended
print(("chosen: %s; M[1][1] = %.1f"):format(table.concat(lin.coordinates, ", "), lin.M[1][1]))
