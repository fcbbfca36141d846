-- messages_items.lua - bodies, markers, loads and joints that cannot be: what the script is told, with the value and what was wanted.

local yoke = require "yoke"
local tap = require "yoke.tap"
local message = require "lib.message"
local ball, run = message.ball, message.run

-- ---- bodies ----

message.refused {
  { "generic: no coordinates", "0 coordinates, it must have 1 to 64: give position (the reference coordinates) or a mass matrix",
    function(m) m:generic {} end },
  { "generic: too many coordinates", "65 coordinates, it must have 1 to 64",
    function(m) m:generic { position = { ("x"):rep(65):byte(1, 65) }, mass = print } end },
  { "generic: no mass", "mass must be a matrix (1 x 1) or a function(t, q, v)", function(m) m:generic { position = { 0 } } end },
  { "generic: a mass of another size", "mass is 1 x 1, it must be 2 x 2, a row and a column per coordinate",
    function(m) m:generic { position = { 0, 0 }, mass = { { 1 } } } end },
  { "generic: a mass that is not symmetric", "mass is not symmetric: [2][1] = 3, [1][2] = 2",
    function(m) m:generic { position = { 0, 0 }, mass = { { 5, 2 }, { 3, 4 } } } end },
  { "generic: a mass of a saddle", "mass is not positive definite: a motion would have negative energy",
    function(m) m:generic { mass = { { 1, 2 }, { 2, 1 } } } end },
  { "generic: a mass coupled to none", "mass is not positive definite", function(m) m:generic { mass = { { 0, 1 }, { 1, 1 } } } end },
  { "rigid: two numbers for a turn", "angular_velocity has 2 numbers, it must have 3 (rad/s)", function(m) ball(m, { angular_velocity = { 1, 0 } }) end },
  { "rigid: a condition of no Euler parameters", "condition is of Euler parameters; it goes with parametrization = \"euler\", this one is \"lie\"",
    function(m) ball(m, { condition = false }) end },
  { "rigid: a mass in words", 'mass = "2kg" must be a number (kg)', function(m) ball(m, { mass = "2kg" }) end },
  { "rigid: an axis without direction", "body 'b' (rigid): axis = {0, 0, 0} has no direction",
    function(m) ball(m, { "b", rotation = { axis = { 0, 0, 0 }, angle = 1 } }) end },
  { "rigid: inertia of two rows", "body 'b' (rigid): inertia[3] is nil, it must be a list of 3 numbers",
    function(m) ball(m, { "b", inertia = { { 1, 0, 0 }, { 0, 1, 0 } } }) end },
  { "rigid: a parametrization that is none", "body 'b' (rigid): parametrization = a string (\"Lie\") must be", function(m) ball(m, { "b", parametrization = "Lie" }) end },
  { "at with a dot", "at: it is called with a dot; write body:at(...)", function(m) ball(m).at { 1, 0, 0 } end },
  { "coordinate with a dot", "coordinate: it is called with a dot; write joint:coordinate(...)",
    function(m) m:revolute { m.ground, ball(m), at = { 0, 0, 0 } }.coordinate "angle" end },
  { "generic: velocities", "velocity has 2 numbers, it must have 1, one per coordinate",
    function(m) m:generic { position = { 0 }, mass = { { 1 } }, velocity = { 1, 2 } } end },
  { "generic: jacobian without force", "jacobian is given without force; it returns the derivatives of force",
    function(m) m:generic { position = { 0 }, mass = { { 1 } }, jacobian = print } end },
  { "point: displacement", "displacement has 1 number, it must have 3, one per coordinate (m)",
    function(m) m:point { mass = 1, displacement = { 1 } } end },
  { "point2d: displacement", "displacement has 1 number, it must have 2, one per coordinate (m)",
    function(m) m:point2d { mass = 1, displacement = { 1 } } end },
  { "rigid2d: displacement", "displacement has 1 number, it must have 3: x, y (m), angle (rad)",
    function(m) m:rigid2d { mass = 1, inertia = 1, displacement = { 1 } } end },
}

-- ---- markers and loads ----

message.refused {
  { "a frame of a generic body", "it has coordinates only, no frame; use body:coordinate(i) or body:coordinates()",
    function(m) m:distance { m.ground, m:generic { position = { 0 }, mass = { { 1 } } }, distance = 1 } end },
  { "an angle of a point", "body 'bob' (point): it does not turn, so it has no rotation coordinates",
    function(m) m:point { "bob", mass = 1 }:rotation_coordinate(1) end },
  { "an angle of a mass on a line", { "body 'cart' (mass1d): it does not turn" }, function(m) m:mass1d { "cart", mass = 1 }:rotation_coordinate(1) end },
  { "an angle of the ground", "it does not turn", function(m) m.ground:rotation_coordinate(3) end },
  { "a tilt of a planar body", "it turns about z only; use rotation_coordinate(3)",
    function(m) m:rigid2d { mass = 1, inertia = 1 }:rotation_coordinate(1) end },
  { "a word for an angle", 'rotation_coordinate: its number is a string ("z"), it must be 1, 2 or 3', function(m) ball(m):rotation_coordinate "z" end },
  { "a coordinate of a joint without any", "joint 'rod' (distance): no coordinate 'angle'; it has none",
    function(m) m:distance { "rod", m.ground, ball(m), distance = 1 }:coordinate "angle" end },
  { "a coordinate that another joint has", "no coordinate 'x'; there are: distance, angle",
    function(m) m:cylindrical { m.ground, ball(m) }:coordinate "x" end },
  { "a torque on a point", "body 'bob' (point) cannot turn, a torque does nothing to it",
    function(m) m:torque { m:point { "bob", mass = 1 }, { 0, 0, 1 } } end },
  { "a torque on a mass that slides", "cannot turn", function(m) m:torque { m:mass1d { mass = 1 }, { 0, 0, 1 } } end },
  { "a load on all coordinates", 'the marker is all coordinates of a body, it must be one coordinate (body:coordinate(i) or joint:coordinate "angle")',
    function(m) m:load { m:point { mass = 1 }:coordinates(), 1 } end },
  { "a load on a frame", "the marker is a frame on a body, it must be one coordinate", function(m) m:load { m:point { mass = 1 }, 1 } end },
  { "a force on a coordinate", "the marker is a coordinate, it must be a frame on a body",
    function(m) m:force { m:point { mass = 1 }:coordinate(1), { 1, 0, 0 } } end },
  { "a force on the ground", "the ground does not move, a force does nothing to it", function(m) m:force { m.ground:at { 1, 0 }, { 1, 0, 0 } } end },
  { "a load on the ground", "the ground does not move, a load does nothing to it", function(m) m:load { m.ground:coordinate(1), 1 } end },
  { "a load with axes", "body_fixed = true is for a force or torque; a load on a coordinate has no axes",
    function(m) m:load { m:point { mass = 1 }:coordinate(1), 1, body_fixed = true } end },
  { "a load without a marker", "force: the marker is missing", function(m) m:force {} end },
  { "a sensor of nothing", "sensor: what it measures is missing", function(m) m:sensor {} end },
  { "a third marker", "distance: a body at place 3 is too much", function(m) m:distance { m.ground, ball(m), ball(m), distance = 1 } end },
  { "a frame where a coordinate is wanted", { "marker 0 is a frame on a body, it must be a coordinate (body:coordinate(i)", "body:coordinates()",
    'joint:coordinate "angle")' }, function(m) m:coordinate { m.ground:at { 1, 0, 0 }, m:point { mass = 1 }:coordinate(1) } end },
  { "a coordinate where a frame is wanted", "marker 1 is a coordinate, it must be a frame on a body",
    function(m) m:distance { m.ground, m:point { mass = 1 }:coordinate(1), distance = 1 } end },
}

-- ---- joints, each refused at the start of a run ----

local function couple(words) return function(m)
  words[1], words[2] = m.ground:coordinate(1), m:point { mass = 1 }:coordinate(1)
  m:coordinate(words)
  run(m)
end end

local function vector(words) return function(m)
  words[1], words[2] = m.ground, m:point { mass = 1 }
  m:coordinate_vector(words)
  run(m)
end end

-- A joint between the ground and a body with more words.
local function hold(type_name, words, more) return function(m)
  words[1], words[2] = m.ground, ball(m, more)
  m[type_name](m, words)
  run(m)
end end

local function zero() return 0 end

message.refused {
  { "coordinate: several coordinates", "its markers must be single coordinates, body:coordinate(i); to couple several use coordinate_vector",
    function(m)
      m:coordinate { m.ground:coordinates(), m:point { mass = 1 }:coordinates() }
      run(m)
    end },
  { "coordinate: offset_function of rates", "offset_function does not go with velocity_level = true; give offset_rate_function(t, offset)",
    couple { velocity_level = true, offset_function = zero } },
  { "coordinate: offset_rate_function of positions", "offset_rate_function goes with velocity_level = true only", couple { offset_rate_function = zero } },
  { "coordinate: two functions", "offset is a function already, so offset_function(t, offset) does not go with it",
    couple { offset = zero, offset_function = zero } },
  { "coordinate_vector: nothing", "it needs scaling0, scaling1, quadratic0 or quadratic1, or a constraint function", vector {} },
  { "coordinate_vector: offset_function of rates", "offset_function does not go with velocity_level = true",
    vector { scaling1 = { { 1, 0, 0 } }, velocity_level = true, offset_function = zero } },
  { "coordinate_vector: offset_rate_function of positions", "offset_rate_function goes with velocity_level = true only",
    vector { scaling1 = { { 1, 0, 0 } }, offset_rate_function = zero } },
  { "coordinate_vector: offset and constraint", "offset does not go with a constraint function; put it into the function",
    vector { constraint = zero, offset = { 1 } } },
  { "coordinate_vector: jacobian alone", "jacobian is given without constraint; it returns the derivatives of constraint",
    vector { scaling1 = { { 1, 0, 0 } }, jacobian = zero } },
  { "coordinate_vector: rows", "rows must not be negative", vector { rows = -1, constraint = zero } },
  { "coordinate_vector: other rows", "offset has 2 rows, the joint has 1", vector { scaling1 = { { 1, 0, 0 } }, offset = { 1, 2 } } },
  { "coordinate_vector: other columns", "scaling1 is 1 x 2, it must have 3 columns, one per coordinate of marker 1",
    vector { scaling1 = { { 1, 0 } } } },
  { "coordinate_vector: a function of nothing", "it has 0 rows, 1 to 128 are possible", vector { constraint = function() end } },
  { "coordinate_vector: a wrong jacobian", "its Jacobian does not fit its rows: row 1, column 1 (coordinate 1 of marker 1) is 1, differences give 0",
    vector { constraint = function(_, q) return q[1] ^ 2 end, jacobian = function() return 1, 0, 0 end } },
  { "coordinate_vector: numbers too large", "row 1 is no number at the start; are its numbers too large?", function(m)
    m:coordinate_vector { m.ground, m:point2d { mass = 1, position = { 1e200, 1e200 } }, quadratic1 = { { 1, -1 } } }
    run(m)
  end },
  { "coordinate_vector: no difference", { "displacement", "its markers have different numbers of coordinates, which have no difference" }, function(m)
    local both = m:coordinate_vector { m:point { mass = 1 }, m:point2d { mass = 1 }, scaling1 = { { 1, 0 } } }
    m:sensor { both, "displacement" }
    run(m)
  end },
  { "rack: two angles", { "its markers must be a single angle and a single travel", 'mass1d:coordinate(1) or joint:coordinate "distance"' }, function(m)
    m:rack { m.ground:coordinates(), m:point { mass = 1 }:coordinates(), radius = 1 }
    run(m)
  end },
  { "rack: radius", "radius = 0 must not be zero (m); negative reverses the travel", function(m)
    m:rack { m.ground:coordinate(1), m:mass1d { mass = 1 }:coordinate(1), radius = 0 }
    run(m)
  end },
  { "gear: nothing", "it needs ratio, not zero (turns of marker 1 per turn of marker 0), or teeth0 and teeth1", function(m)
    m:gear { m.ground:coordinate(1), m:rotor { inertia = 1 }:coordinate(1) }
    run(m)
  end },
  { "gear: ratio and teeth", "ratio = 1 does not go with teeth; give ratio, or teeth0 and teeth1", function(m)
    m:gear { m.ground:coordinate(1), m:rotor { inertia = 1 }:coordinate(1), ratio = 1, teeth0 = 20 }
    run(m)
  end },
  { "screw: pitch", "pitch = 0 must not be zero (m per turn, positive: right-handed); for a turn without travel use revolute",
    hold("screw", { pitch = 0 }) },
  { "generic_joint: locked", "locked has 3 numbers, it must have 6, for x, y, z, rx, ry, rz", hold("generic_joint", { locked = { 1, 1, 1 } }) },
  { "generic_joint: offset", "offset has 1 number, it must have 6", hold("generic_joint", { offset = { 1 } }) },
  { "generic_joint: rotation0", "rotation0 is 2 x 2, it must be 3 x 3", hold("generic_joint", { rotation0 = { { 1, 0 }, { 0, 1 } } }) },
  { "generic_joint: rotation1", { "rotation1 is no rotation, it is off by 2", "perpendicular, of length 1, right-handed" },
    hold("generic_joint", { rotation1 = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } }) },
  { "generic_joint: two offsets", "offset and offset_function are both given; leave one of them out",
    hold("generic_joint", { offset = { 0, 0, 0, 0, 0, 0 }, offset_function = function() return 0, 0, 0, 0, 0, 0 end }) },
  { "generic_joint: half a turn away", { "the joint frames of its markers are 3 rad apart at the start", "less than a right angle", "turn marker 1, or give rotation1" },
    hold("generic_joint", {}, { rotation = { axis = { 0, 0, 1 }, angle = 3 } }) },
  { "generic_joint: set in a run", { "t = 0.05 s", "locked and offset must have 6 numbers" }, function(m)
    local j = m:generic_joint { m.ground, ball(m) }
    m:at(0.05, function() j:set { locked = { 1, 1, 1 } } end)
    run(m)
  end },
  { "perpendicular_axes: parallel", "axis0 and axis1 are parallel at the start, they must be perpendicular",
    hold("perpendicular_axes", { axis0 = { 0, 0, 1 }, axis1 = { 0, 0, 1 } }) },
  { "universal: parallel", "axis0 and axis1 are parallel at the start, they must be perpendicular",
    hold("universal", { axis0 = { 0, 0, 1 }, axis1 = { 0, 0, 1 } }) },
  { "rigid_spring_damper: stiffness", "stiffness is a 2 x 2 matrix, it must be 6 x 6, or the 6 numbers of its diagonal",
    hold("rigid_spring_damper", { stiffness = { { 1, 2 }, { 3, 4 } } }) },
  { "rigid_spring_damper: folded", "large rotation is about their x or z", hold("rigid_spring_damper", { stiffness = { 1, 1, 1, 1, 1, 1 } },
    { rotation = { axis = { 0, 1, 0 }, angle = math.pi / 2 } }) },
  { "rolling_disc: flat", { "the disc lies flat on the plane", "tilt it, or correct axis (in the frame of marker 1) or normal" },
    hold("rolling_disc", { radius = 1, axis = { 0, 0, 1 } }) },
  { "rolling_disc: behind the plane", "the centre of the disc lies 1 m behind the plane; normal must point to the side of the disc",
    hold("rolling_disc", { radius = 1 }, { position = { 0, 0, -1 } }) },
  { "rolling_disc: locked", "locked has 1 number, it must have 3: lateral, longitudinal, normal",
    hold("rolling_disc", { radius = 1, locked = { true } }, { position = { 0, 0, 1 } }) },
  { "torsional_spring_damper: axes against each other", { "messages_items.lua:", "the axes of its markers point against each other",
    "turn the frame of one marker by half a turn" }, hold("torsional_spring_damper", { stiffness = 1 }, { rotation = { axis = { 1, 0, 0 }, angle = math.pi } }) },
  { "an angle of a body at 90 degrees", { "messages_items.lua:", "its second Tait-Bryan angle is at 90 degrees", "turn the frame of the body" }, function(m)
    m:load { ball(m, { rotation = { axis = { 0, 1, 0 }, angle = math.pi / 2 } }):rotation_coordinate(1), 1 }
    run(m)
  end },
}

do -- what is asked of a result
  local m = yoke.model {}
  m:mass1d { mass = 1 }
  local r = m:solve_dynamic { t_end = 0.01 }
  tap.raises(function() r:final() end, { "messages_items.lua:", "final: its argument is nil, it must be a sensor of the model" }, "final of nothing")
  tap.raises(function() r:final "x" end, 'final: its argument is a string ("x"), it must be a sensor', "final of a name")
  tap.raises(function() r:save(3) end, "save: its argument is a number (3), it must be a file name", "save to a number")
end

tap.done()
