-- messages_solve.lua - what is said of runs: options, starts, steps, events, equilibria, going on, interrupts.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"
local message = require "lib.message"
local ball, run = message.ball, message.run

-- A point held by a rod, once or as many times as wanted.
local function pendulum(m, n)
  local bob = m:point { "bob", mass = 1, position = { 1, 0, 0 } }
  for _ = 1, n or 1 do m:distance { m.ground, bob, distance = 1 } end
  return bob
end

-- ---- options ----

message.refused {
  { "steps and step", "steps and step are both given; give one of them", function(m) run(m, { step = 1e-3, steps = 2 }) end },
  { "a step too short", "step = 1e-15 is too short for t_end = 0.1 (s): more than 1e12 steps", function(m) run(m, { step = 1e-15 }) end },
  { "a period too short", "output: period = 1e-12 is too short for t_end = 0.1 (s): more than 1e9 rows",
    function(m) run(m, { output = { period = 1e-12 } }) end },
  { "a word with a large letter", 'start = "Strict" must be one of "assemble", "given", "strict"; did you mean "strict"?', function(m) run(m, { start = "Strict" }) end },
  { "a time that is no number", "t_end = nan must be a finite number (s)", function(m) run(m, { t_end = 0 / 0 }) end },
  { "rtol of fixed steps", "rtol, atol and first_step are for methods that control their steps", function(m) run(m, { method = "rk44", rtol = 1e-3 }) end },
  { "no error at all", "rtol and atol are both 0, an error of nothing cannot be reached", function(m) run(m, { method = "dopri5", rtol = 0, atol = 0 }) end },
}

message.said {
  { "spectral_radius of another method", 'spectral_radius is ignored by the method "trapezoidal"', function(m)
    pendulum(m)
    run(m, { method = "trapezoidal", spectral_radius = 0.5 })
  end },
  { "spectral_radius 1", "warning: spectral_radius = 1 hardly damps the multipliers of position constraints; 0.95 or less is usual", function(m)
    pendulum(m)
    run(m, { spectral_radius = 1 })
  end },
  { "energy that is lost", { "warning: ", "J are unaccounted for, of at most", "the steps are too long, or the method damps what moves fast" }, function(m)
    local b = m:mass1d { mass = 1, velocity = 1 }
    m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), stiffness = 1e6 }
    run(m, { t_end = 1, step = 0.01 })
  end },
}

-- ---- starts ----

message.said {
  { "a row that acts on nothing", { "warning: 1 row, rank 0: redundant joints; their reactions are not unique",
    "joint 'rod' (distance) row distance acts on nothing: what it holds cannot move" }, function(m)
    m:distance { "rod", m.ground, m.ground:at { 1, 0, 0 }, distance = 1 }
    m:point { mass = 1 }
    run(m)
  end },
  { "a rod twice", { "warning: 2 rows, rank 1: redundant joints", "row distance is already held by" }, function(m)
    pendulum(m, 2)
    run(m)
  end },
  { "velocities removed", { "start: removed from the velocities:", "row distance moves at +2 m/s" }, function(m)
    pendulum(m):set { velocity = { 2, 0, 0 } }
    run(m, { start = "assemble" })
  end },
}

do -- redundant rows: said once, also where start values move the bodies; the summary names who shares a reaction
  local m = yoke.model {}
  local door = ball(m, { "door" })
  m:revolute { "upper", m.ground, door, at = { 0, 0, 1 }, along = { 0, 0, 1 }, angle_start = 0.5 }
  m:revolute { "lower", m.ground, door, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  local r
  local said = case.heard(function() r = run(m) end)
  tap.is(select(2, said:gsub("redundant joints; their reactions are not unique", "")), 1, "redundant rows are said once")
  case.says(tostring(r), "\nreactions that are not unique: upper, lower", "redundant rows: summary")
end

do -- with nothing that moves, statics has nothing to do either
  local m = yoke.model {}
  m:distance { m.ground, m.ground:at { 1, 0, 0 }, distance = 1 }
  case.heard(m.solve_static, m, {})
  tap.ok(true, "a model in which nothing can move has an equilibrium")
end

message.refused {
  { "levers too large for numbers", { "messages_solve.lua:", "joint 'h' (revolute): the equations are singular at its row x" }, function(m)
    m:revolute { "h", m.ground, ball(m), at = { 0, 0, 1e308 }, along = { 0, 0, 1 } }
    run(m, { start = "assemble" })
  end },
  { "a row without a unit", "joint 'c' (coordinate) row coordinate is off by -1\ncorrect them", function(m)
    m:coordinate { "c", m.ground:coordinate(1), m:generic { position = { 0 }, mass = { { 1 } } }:coordinate(1), offset = 1 }
    run(m)
  end },
  { "many rows that do not fit", { "the start positions do not fit the joints", "\n  and more" }, function(m)
    for i = 2, 20 do m:distance { m.ground, m:point { mass = 1, position = { 1, 0, 0 } }, distance = i } end
    run(m)
  end },
  { "a law that fails on the way to the start", { "constraint failed", "too far" }, function(m)
    m:coordinate_vector { m.ground, m:point { mass = 1, position = { 1, 0, 0 } }, rows = 1, constraint = function(_, q)
      if q[1] < 0.5 then error "too far" end
      return q[1]
    end }
    run(m, { start = "assemble" })
  end },
  { "contradictory joints", { "no position satisfies these joints, they are contradictory; the least-squares compromise leaves:",
    "row distance off by", "with point 'bob' at (" }, function(m)
    m:distance { m.ground, pendulum(m), distance = 2 }
    run(m)
  end },
  { "contradictory rates", { "the rates that the joints want contradict each other; the closest ones leave:", "\n  ", "against " }, function(m)
    local b = m:mass1d { mass = 1 }
    for i = 1, 2 do m:drive { m.ground:coordinate(1), b:coordinate(1), value = function(t) return i * t, i, 0 end } end
    run(m, { start = "assemble" })
  end },
  { "accelerations that overflow", "t = 0 s: no accelerations: they are not finite; a force is too large or a mass too small", function(m)
    m:force { m:point { mass = 1e-300 }, { 1e300, 0, 0 } }
    run(m)
  end },
  { "no mass", { "t = 0 s: no accelerations: the equations are singular: nothing determines coordinate 1 of body 'free' (generic)" }, function(m)
    m:generic { "free", position = { 0 }, mass = { { 0 } } }
    run(m)
  end },
  { "a sensor that overflows", "t = 0 s: sensor 's': number 1 is inf, it must be finite", function(m)
    m:sensor { "s", m:point { mass = 1, velocity = { 1e200, 0, 0 } }, "kinetic_energy" }
    run(m)
  end },
}

-- ---- steps that fail ----

message.refused {
  { "a redundant joint that moves away", { "t = 0.05", "joint 'b' (drive) row coordinate was redundant at the start and is off by",
    "m now; it contradicts joint 'a' (drive)" }, function(m)
    local b = m:mass1d { mass = 1, velocity = 1 }
    m:drive { "a", m.ground:coordinate(1), b:coordinate(1), value = function(t) return t, 1, 0 end }
    m:drive { "b", m.ground:coordinate(1), b:coordinate(1), value = function(t) return t + 1e4 * math.max(0, t - 0.05) ^ 4, 1, 0 end }
    run(m)
  end },
  { "a length between fixed points that changes", { "t = 0.0", "was redundant at the start and is off by", "it contradicts the ground: nothing that it holds can move" },
    function(m)
      m:distance { m.ground, m.ground:at { 1, 0, 0 }, distance = function(t) return 1 + t ^ 2 end }
      run(m)
    end },
  { "a force that jumps", { "did not converge (residual ", " after 25 iterations; ", "messages_solve.lua:", "body 'g' (generic) is worst)" }, function(m)
    m:generic { "g", position = { 0 }, mass = { { 1 } }, force = function(_, q) return q[1] > 0 and -1e9 or 1e9 end }
    run(m)
  end },
  { "a force that jumps at a joint", { "body 'g' (generic) is worst, joint 'hold' (coordinate) pulls hardest on it" }, function(m)
    local g = m:generic { "g", position = { 0, 0 }, mass = { { 1, 0 }, { 0, 1 } }, force = function(_, q) return q[1] > 0 and -1e9 or 1e9, 0 end }
    m:coordinate { "hold", g:coordinate(1), g:coordinate(2) }
    run(m)
  end },
  { "steps that overflow", { "did not converge (residual not a number after ", "body 'far' (mass1d) is worst" }, function(m)
    m:mass1d { "far", mass = 1 }
    run(m, { t_end = 1e308, steps = 1000 })
  end },
}

-- ---- bodies of space that leave the plane of a joint ----

local function slides(more) return function(m)
  more = more or {}
  local c = ball(m, { position = { 1, 0, 0 }, inertia = { 0.1, 0.2, 0.25, 0, 0, 0 }, angular_velocity = more.angular_velocity, velocity = more.velocity,
    parametrization = more.parametrization })
  m[more.type or "prismatic2d"](m, { "slide", m.ground:at { 1, 0, 0 }, c })
  local solve = more.solve or run
  solve(m, { method = more.method })
end end

message.refused {
  { "a body that tips out of the plane", { "t = 0.001 s: ", "messages_solve.lua:", "joint 'slide' (prismatic2d): body 'rigid_1' (rigid) has tipped out of the plane",
    " rad), where a joint of the plane knows nothing of it; use the joint of space in its place" }, slides { angular_velocity = { 3, 0, 0 } } },
  { "Euler parameters that tip", "body 'rigid_1' (rigid) has tipped out of the plane (0.003 rad)", slides { angular_velocity = { 3, 0, 0 }, parametrization = "euler" } },
  { "a spring about z that tips", "joint 'slide' (torsional_spring_damper2d): body 'rigid_1' (rigid) has tipped",
    slides { angular_velocity = { 0, 3, 0 }, type = "torsional_spring_damper2d" } },
  { "an explicit step that tips", "has tipped out of the plane", slides { angular_velocity = { 3, 0, 0 }, method = "dopri5" } },
  { "a hinge that glides along its axis", { "joint 'slide' (revolute2d): body 'rigid_1' (rigid) has moved along z, out of the plane (0.00", " m)" },
    slides { velocity = { 0, 0, 1 }, type = "revolute2d" } },
  { "a point that leaves the plane", "joint 'rail' (prismatic2d): body 'bob' (point) has moved along z", function(m)
    m:prismatic2d { "rail", m.ground, m:point { "bob", mass = 1, velocity = { 0, 0, -1 } }, constrain_rotation = false }
    run(m)
  end },
  { "statics out of the plane", { "load 1: ", "joint 'hinge' (revolute2d): body 'arm' (rigid) has moved along z" }, function(m)
    local arm = ball(m, { "arm" })
    m:revolute2d { "hinge", m.ground, arm }
    m:rigid_spring_damper { m.ground, arm, stiffness = { 9, 9, 9, 9, 9, 9 } }
    m:force { arm, { 0, 0, 1 } }
    m:solve_static {}
  end },
}

do -- a spring that only turns may glide along its axis, and so may a plane as a whole
  local m = yoke.model {}
  local a = ball(m, { velocity = { 0, 0, 1 }, angular_velocity = { 0, 0, 1 } })
  local b = ball(m, { velocity = { 0, 0, 1 }, angular_velocity = { 0, 0, 1 } })
  m:torsional_spring_damper2d { m.ground, a, stiffness = 1 }
  m:revolute2d { a, b }
  run(m, { t_end = 1, method = "dopri5" })
  tap.near(b:output "position"[3], 1, 1e-9, "what moves along z together stays in its plane")
end

-- ---- numbers that are too large, steps that are too short ----

do
  local m = yoke.model {}
  local b = ball(m, { velocity = { 1e300, 0, 0 } })
  local r
  local said = case.heard(function() r = run(m) end)
  case.says(said, "warning: the energy of this model is too large for numbers, which end at 1.8e308 J", "an energy that overflows: told")
  case.says(tostring(r), "\nenergy too large for numbers", "an energy that overflows: summary")
  tap.ok(r.summary.kinetic == nil and r.summary.energy_error == nil and r.summary.stored == 0, "an energy that overflows: no number")
  tap.raises(function() b:output "kinetic_energy" end, "output 'kinetic_energy': number 1 is inf, it must be finite", "an energy that overflows: output")
end

message.refused {
  { "a place too large for numbers", { "t = ", " s: x of body 'far' (mass1d) is infinite, it must be finite: what moves it has become too large for numbers" }, function(m)
    m:mass1d { "far", mass = 1, velocity = 1e200 }
    run(m, { t_end = 1e300, steps = 1e3, method = "explicit_euler" })
  end },
  { "an acceleration that is no number", { "a step of 1e-06 s leads nowhere: the acceleration of x of body 'bob' (point) is no number; take shorter ones" }, function(m)
    local bob = m:point { "bob", mass = 1e-300 }
    m:force { bob, function(t) return t > 0 and 1e300 or 0, 0, 0 end }
    run(m, { t_end = 1e-5, steps = 10, method = "rk44" })
  end },
  { "a tolerance below the numbers", "rtol = 1e-30 and atol = 1e-30 ask for more than the numbers hold, which have 16 digits; y of body 'bob' (point) has the largest error; take 1e-14 or more",
    function(m)
      m:point { "bob", mass = 1, position = { 1, 0, 0 } }
      run(m, { method = "dopri5", rtol = 1e-30, atol = 1e-30 })
    end },
  { "steps that would take years", { "s: the last 10000 steps took ", " s together, so t_end = 1 s is out of reach; coordinate 1 of body 'g' (generic) has the largest error" }, function(m)
    m:generic { "g", displacement = { 1 }, mass = { { 1 } }, stiffness = { { 1e28 } } }
    run(m, { t_end = 1, method = "dop853" })
  end },
  { "a blow-up by implicit steps", { "t = 1.85", "coordinate 1 of body 'g' (generic) has the largest" }, function(m) -- x'' = x^3 leaves numbers at t = 1.854
    m:generic { "g", position = { 0 }, displacement = { 1 }, mass = { { 1 } }, force = function(_, q) return q[1] ^ 3 end }
    run(m, { t_end = 10, rtol = 1e-6 })
  end },
}

-- ---- files that cannot be written ----

message.refused {
  { "a file without a folder", { "messages_solve.lua:", "solve_dynamic: the file '/nowhere/x.csv' cannot be written: No such file or directory" }, function(m)
    m:point { mass = 1 }
    run(m, { output = { file = "/nowhere/x.csv" } })
  end },
  { "a full disk", { "messages_solve.lua:", "solve_dynamic: the file '/dev/full' cannot be written: No space left on device" }, function(m)
    m:point { mass = 1 }
    run(m, { output = { file = "/dev/full" } })
  end },
}

-- ---- events ----

message.refused {
  { "at: a word", 'at: the time is a string ("soon"), it must be a finite number, 0 or more (s)', function(m) m:at("soon", print) end },
  { "at: before the start", "at: the time is a number (-1), it must be a finite number, 0 or more (s)", function(m) m:at(-1, print) end },
  { "at: never", "at: the time is a number (inf), it must be a finite number", function(m) m:at(math.huge, print) end },
  { "at: nothing", "at: what to do is nil, it must be a function", function(m) m:at(1) end },
  { "a body added in a run", { "t = 0.05 s", "messages_solve.lua:", "nothing can be added while the model is being solved" }, function(m)
    m:at(0.05, function() m:point { mass = 1 } end)
    run(m)
  end },
  { "an event added in a run", "nothing can be added while the model is being solved", function(m)
    m:at(0.05, function() m:at(0.06, print) end)
    run(m)
  end },
  { "a solve in a run", "the model is being solved already", function(m)
    m:at(0.05, function() run(m) end)
    run(m)
  end },
  { "a body changed in a run", { "t = 0.05 s", "body 'bob' (point): mass of a body cannot change during a run; set it between solves" }, function(m)
    local bob = m:point { "bob", mass = 1 }
    m:at(0.05, function() bob:set { mass = 2 } end)
    run(m)
  end },
  { "what is read at the start changed in a run", "velocity_level cannot change during a run (it is read at the start); set it between solves", function(m)
    local hold = m:coordinate { m.ground:coordinate(1), m:point { mass = 1 }:coordinate(1) }
    m:at(0.05, function() hold:set { velocity_level = true } end)
    run(m)
  end },
  { "a start value in a run", { "t = 0.05 s: ", "joint 'h' (revolute): angle_start cannot change during a run (it is read at the start); set it between solves" }, function(m)
    local h = m:revolute { "h", m.ground, ball(m), at = { 0, 0, 0 }, along = { 0, 0, 1 } }
    m:at(0.05, function() h:set { angle_start = 1 } end)
    run(m)
  end },
  { "a parameter changed in a step", { "cannot be set while the model is being solved; do it in m:at(t, function() ... end)" }, function(m)
    local bob = m:point { mass = 1, position = { 1, 0, 0 } }
    local spring
    spring = m:spring_damper { m.ground, bob, force = function()
      spring:set { stiffness = 3 }
      return 1
    end }
    run(m)
  end },
  { "a joint switched on where it does not fit", { "t = 0.05 s: joint 'hold' (coordinate) row coordinate is switched on while it is off by -0.01",
    "m (start_tolerance 1e-08); the bodies cannot jump there" }, function(m)
    local hold = m:coordinate { "hold", m.ground:coordinate(1), m:point { mass = 1 }:coordinate(2), active = false }
    m:at(0.05, function() hold:set { active = true } end)
    run(m)
  end },
  { "a joint moved in a run", "t = 0.05 s: joint 'hold' (coordinate) row coordinate was changed and is now off by -1 m", function(m)
    local hold = m:coordinate { "hold", m.ground:coordinate(1), m:point { mass = 1 }:coordinate(2) }
    m:at(0.05, function() hold:set { offset = 1 } end)
    run(m)
  end },
}

do -- the line is told once
  local m = yoke.model {}
  local bob = m:point { mass = 1 }
  m:at(0.05, function() bob:set { mass = 2 } end)
  local _, text = pcall(run, m)
  local _, lines = text:match "^[^\n]*":gsub("messages_solve.lua:%d+:", "")
  tap.is(lines, 1, "a fault at an event has its line once")
end

message.said {
  { "an event after the end", "the run ended at t = 0.1 s, before 2 events of m:at (t = 3 s and later)", function(m)
    m:point { mass = 1 }
    m:at(4, print)
    m:at(3, print)
    run(m)
  end },
  { "a joint that catches", { "t = 0.05 s: impact: velocities corrected, 0.12", " J lost" }, function(m)
    local bob = m:point { mass = 1, position = { 1, 0, 0 }, velocity = { 0, 0, 0 } }
    local hold = m:coordinate_vector { m.ground, bob, scaling1 = { { 0, 1, 0 } }, velocity_level = true, active = false }
    m:at(0.05, function() hold:set { active = true } end)
    run(m)
  end },
}

-- ---- equilibria ----

message.refused {
  { "statics: a body that nothing holds", { "load ", "the equations are singular: nothing determines x of body 'bob' (point)",
    "in statics every motion must be held by a joint or a spring" }, function(m)
    m:point { "bob", mass = 1 }
    m:solve_static {}
  end },
  { "statics: a force that nothing can hold", { "load 1: no equilibrium found (residual ", "body 'g' (generic) is worst)" }, function(m)
    m:generic { "g", position = { 0 }, mass = { { 1 } }, force = function(_, q) return 1 + q[1] ^ 2 end }
    m:solve_static {}
  end },
  { "statics: a law that fails", { "load ", "force failed", "no law here" }, function(m)
    m:generic { position = { 0 }, mass = { { 1 } }, force = function(_, q) return q[1] == 0 and 1 or error "no law here" end }
    m:solve_static {}
  end },
}

message.said {
  { "statics: rows of velocities", "1 row of velocities is released in statics", function(m)
    local b = m:mass1d { mass = 1 }
    m:coordinate_spring_damper { m.ground:coordinate(1), b:coordinate(1), stiffness = 1 }
    m:coordinate { m.ground:coordinate(1), b:coordinate(1), velocity_level = true }
    m:solve_static {}
  end },
}

-- ---- going on ----

message.refused {
  { "going on from nothing", "continue = true, but the model has not been solved yet; leave it out", function(m)
    m:point { mass = 1 }
    run(m, { continue = true })
  end },
  { "going on from a failure", "continue = true, but the last solve failed; start again without it", function(m)
    m:spring_damper { m.ground, m:point { mass = 1, position = { 1, 0, 0 } }, force = function(t) return t < 0.05 and 0 or nil end }
    pcall(run, m)
    run(m, { t_end = 1, continue = true })
  end },
  { "going on with another body", "continue = true, but bodies, joints or loads have been added since the last solve; start again without it", function(m)
    m:point { mass = 1 }
    run(m)
    m:point { mass = 1 }
    run(m, { t_end = 1, continue = true })
  end },
  { "going on to where it is", "t_end = 0.1 must be after the start at t = 0.1 (s)", function(m)
    m:point { mass = 1 }
    run(m)
    run(m, { continue = true })
  end },
}

-- ---- interrupted ----

do -- Ctrl-C after a second of a run of hours: the time is told, the rows stay
  local rows = case.folder() .. "/rows.csv"
  local script = case.write("long.lua", ([[
    local m = require "yoke".model {}
    m:sensor { "b", m:mass1d { mass = 1, velocity = 1 }, "velocity" }
    m:solve_dynamic { t_end = 1e6, step = 1e-4, output = { period = 0.1, file = %q } }
  ]]):format(rows))
  local status, said = core.execute({ "timeout", "--foreground", "--preserve-status", "-s", "INT", "1", case.program, script }, true)
  tap.is(status, 1, "interrupted: exit status")
  case.says(said, { "yoke: t = ", " s: stopped" }, "interrupted: told with the time")
  local last
  for line in io.lines(rows) do last = line end
  local t, v = last:match "^([^,]*),([^,]*),0,0$"
  tap.ok(tonumber(t) and math.abs(tonumber(v) - 1) < 1e-9, "interrupted: the rows stay", { "last", last })
end

do -- the progress of a run that may take any time
  local _, said = case.child("progress.lua", [[
    local m = require "yoke".model {}
    m:mass1d { mass = 1 }
    m:sensor { "s", function() return os.clock() < 1.2 and 0 or nil end }
    pcall(m.solve_dynamic, m, { t_end = 1.7e308, steps = 1000000000000, method = "explicit_euler", output = { period = 1e301 }, progress = true })
  ]])
  case.says(said, { "\rt = ", " s of 1.7e+308 s (0 %)" }, "progress: told twice a second")
  tap.ok(not said:find "nan" and not said:find "inf", "progress: in numbers", { "said", said })
end

tap.done()
