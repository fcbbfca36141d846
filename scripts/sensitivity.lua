-- sensitivity.lua - a tailgate on a gas spring: how its rest and its frequency depend on the parameters.

local yoke = require "yoke"

local m = yoke.model { gravity = { 0, -9.81, 0 } }
local gate = m:rigid2d { "gate", mass = 18, inertia = 2.5, inertia_about = "com", com = { 0.5, 0 }, angle = 0.2 }
m:revolute2d { "hinge", m.ground, gate }
local gas = m:spring_damper { "gas", m.ground:at { 0.1, -0.4 }, gate:at { 0.4, 0 }, stiffness = 4000, rest_length = 0.75, damping = 400 }

local function ask()
  local modes = m:modes { at = "equilibrium" }
  return { gate:output "angle", modes[1].frequency }, { "angle", "frequency" }, { "rad", "Hz" }
end

local s = m:sensitivity { of = ask, by = "five_point",
  parameters = { { gas, "stiffness" }, { gas, "rest_length" }, { gate, "mass" }, { gate, "com", 1 } } }
print(s)
print(("the gate rests at %.4f rad; it would be %.3f Hz more for each kN/m of the spring"):format(s.value[1], 1000 * s.derivative[2][1]))
