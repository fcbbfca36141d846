-- spatial_slider_crank.lua - a crank about x moves a slider along x over a rod in space: revolute, spherical, universal, prismatic,
-- placed by global data, and a drive on the angle of a hinge.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, 0, -9.81 } }
local height, radius, length = 0.12, 0.08, 0.3 -- m; the crank turns about the line y = 0.1, z = height
local bearing, pin = { 0, 0.1, height }, { 0, 0.1, height + radius }
local start = math.sqrt(length ^ 2 - pin[2] ^ 2 - pin[3] ^ 2) -- x of the slider

-- Reference pose: the crank stands up, its frame in the bearing; the frame of the rod in its middle.
local crank = m:rigid { "crank", mass = 0.12, inertia = { 1e-4, 1e-4, 1e-5 }, position = bearing }
local rod = m:rigid { "rod", mass = 0.5, inertia = { 4e-3, 4e-3, 4e-3 }, position = { start / 2, pin[2] / 2, pin[3] / 2 } }
local slider = m:rigid { "slider", mass = 2, inertia = { 1e-3, 1e-3, 1e-3 }, position = { start, 0, 0 } }

-- at, along: both markers from global data in the reference pose, so that nobody computes local coordinates
local hinge = m:revolute { "hinge", m.ground, crank, at = bearing, along = { 1, 0, 0 } }
m:spherical { "pin", crank, rod, at = pin }
m:universal { "cross", rod, slider, at = { start, 0, 0 }, along = { 0, 1, 0 }, across = { 0, 0, 1 } } -- its arms along y and z
local guide = m:prismatic { "guide", m.ground, slider, at = { start, 0, 0 }, along = { 1, 0, 0 } }

-- The angle follows a function of time; its rates are differenced, or returned behind it.  The crank starts at rest.
local function turn(t) return math.pi * t ^ 2 end
local drive = m:drive { "drive", m.ground:coordinate(1), hinge:coordinate "angle", value = turn }

local angle = m:sensor { hinge, "angle" }
local travel = m:sensor { guide, "distance" }
local torque = m:sensor { "torque", drive, "force1" } -- on the angle, N m

local r = m:solve_dynamic { t_end = 1.8, step = 1e-3 }
print(r)

local a = r:final(angle)
local y, z = bearing[2] - radius * math.sin(a), bearing[3] + radius * math.cos(a)
print(("the crank has turned by %.6f rad, the slider travelled %.9f m (the rod's length says %.9f)"):format(a, r:final(travel),
  math.sqrt(length ^ 2 - y ^ 2 - z ^ 2) - start))

r:plot { x = angle, y = travel, title = "Travel of the slider over the angle of the crank", file = "spatial_slider_crank.png" }
r:plot { torque, title = "Torque of the drive", file = "spatial_slider_crank_torque.png" }
m:draw { time = 0.4, file = "spatial_slider_crank_pose.png" }
