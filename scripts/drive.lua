-- drive.lua - a crank whose angle is prescribed by a function of time, with the torque it takes; a clutch opened during the run.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local arm = m:rigid2d { "arm", mass = 2, inertia = 2 / 12, position = { 0.5, 0 } }
m:revolute2d { "hinge", m.ground, arm:at { -0.5, 0 } }

-- the angle follows a smooth quarter turn in 1 s; the function may return its rate and second rate too, else Yoke differences it
local function quarter(t)
  local w = math.pi
  if t >= 1 then return math.pi / 2, 0, 0 end
  return math.pi / 4 * (1 - math.cos(w * t)), math.pi / 4 * w * math.sin(w * t), math.pi / 4 * w ^ 2 * math.cos(w * t)
end
local drive = m:coordinate { "drive", m.ground:coordinate(1), arm:coordinate(3), offset = quarter }

m:at(1.5, function() drive:set { active = false } end) -- the clutch opens: the arm stands upright and is free
m:force { arm, { 1, 0 }, from = 1.6, to = 1.7 } -- a short push in x

local angle = m:sensor { arm, "angle" }
local torque = m:sensor { drive, "lambda" } -- what the drive holds back, so -lambda acts on the arm

local r = m:solve_dynamic { t_end = 3, step = 1e-3 }
print(r)
print(("angle at the end %.4f rad"):format(r:final(angle)))

r:plot { angle, title = "Driven for 1.5 s, then free", file = "drive.png" }
r:plot { torque, title = "Multiplier of the drive", file = "drive_torque.png" }
