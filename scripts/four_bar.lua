-- four_bar.lua - a loop of four bars, authored roughly and put together by the solver (start = "assemble").

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }

-- a uniform bar (1 kg/m) from (x0, y0) to (x1, y1)
local function bar(name, x0, y0, x1, y1, length)
  local b = m:rigid2d { name, mass = length, inertia = length ^ 3 / 12, position = { (x0 + x1) / 2, (y0 + y1) / 2 },
    angle = math.atan(y1 - y0, x1 - x0) }
  return b, b:at { -length / 2, 0 }, b:at { length / 2, 0 }
end

local crank, crank0, crank1 = bar("crank", 0, 0, 0.25, 0.433, 0.5)
local coupler, coupler0, coupler1 = bar("coupler", 0.25, 0.433, 1.4, 0.7, 1.2) -- its far end is about there
local rocker, rocker0, rocker1 = bar("rocker", 1, 0, 1.4, 0.7, 0.8)

m:revolute2d { "A", m.ground, crank0 }
m:revolute2d { "B", crank1, coupler0 }
m:revolute2d { "C", coupler1, rocker1 }
m:revolute2d { "D", m.ground:at { 1, 0 }, rocker0 }

local angle = m:sensor { crank, "angle" }
local swing = m:sensor { rocker, "angle" }

local r = m:solve_dynamic { t_end = 5, step = 1e-3, start = "assemble" } -- it says how far the bodies were moved
print(r)

r:plot { angle, swing, title = "Crank and rocker", file = "four_bar.png" }
m:draw { time = "start", file = "four_bar_start.png" }
