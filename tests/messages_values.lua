-- messages_values.lua - values, tables and functions that are not what a parameter wants.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"
local message = require "lib.message"
local run = message.run

local function couple(m, words)
  words[1], words[2] = m.ground, m:point { mass = 1 }
  return m:coordinate_vector(words)
end

local function rod(m, words)
  words[1], words[2], words[3] = "rod", m.ground, m:point { mass = 1, position = { 1, 0, 0 } }
  words.distance = words.distance or 1
  return m:distance(words)
end

local function spring(m, force)
  m:spring_damper { "spring", m.ground, m:point { mass = 1, position = { 1, 0, 0 } }, force = force }
  run(m)
end

local cyclic = {}
cyclic[1] = cyclic

message.refused {
  { "true for a number", "mass = true must be a number (kg)", function(m) m:point { mass = true } end },
  { "a string for a number", 'mass = "2" must be a number (kg)', function(m) m:point { mass = "2" } end },
  { "a list for a number", "mass is a list of 1 number, it must be a number (kg)", function(m) m:point { mass = { 2 } } end },
  { "a matrix for a number", "mass is a 2 x 2 matrix, it must be a number (kg)", function(m) m:point { mass = { { 1, 2 }, { 3, 4 } } } end },
  { "a function for a number", "draw_size is a function, it must be a number (m)", function(m) rod(m, { draw_size = print }) end },
  { "a thread for a number", "mass is a thread, it must be a number (kg)", function(m) m:point { mass = coroutine.create(print) } end },
  { "a number for a function", "constraint = 3 must be a function", function(m) couple(m, { constraint = 3 }) end },
  { "a word for a list", 'offset = "3" must be a list of numbers', function(m) couple(m, { offset = "3" }) end },
  { "a number for a flag", "active = 1 must be true or false", function(m) rod(m, { active = 1 }) end },
  { "a broken number for a whole one", "rows = 1.5 must be a whole number", function(m) couple(m, { rows = 1.5 }) end },
  { "a switch that is neither on nor off", "locked[3] = 2 must be 1 or 0 (true or false)", function(m)
    m:generic_joint { m.ground, message.ball(m), locked = { 1, 1, 2, 0, 0, 0 } }
  end },
  { "a colour of two numbers", "color has 2 numbers, it must have 3 or 4: {r, g, b, a}, each 0 to 1", function(m) rod(m, { color = { 1, 0 } }) end },
  { "a colour beyond 1", "color[3] = 2 must be from 0 to 1", function(m) rod(m, { color = { 1, 0, 2 } }) end },
  { "a word for a colour", 'color = "red" must be a colour {r, g, b, a}', function(m) rod(m, { color = "red" }) end },
  { "a list with a word as key", "offset has the key 'a', it must be a plain list", function(m) couple(m, { offset = { a = 2 } }) end },
  { "a list with a broken number as key", "offset has a number (1.5) as a key, it must be a plain list",
    function(m) couple(m, { offset = { [1.5] = 2 } }) end },
  { "a list with too many places", "offset has too many entries", function(m) couple(m, { offset = { [2000000] = 1 } }) end },
  { "a row with too many places", "scaling1[1] has too many entries", function(m) couple(m, { scaling1 = { { [2000000] = 1 } } }) end },
  { "a matrix whose second row is a number", "scaling1[2] is a number (3), it must be a row of numbers",
    function(m) couple(m, { scaling1 = { { 1, 2, 3 }, 3 } }) end },
  { "rows of different lengths", "scaling1: row 2 has 1 number, row 1 has 3", function(m) couple(m, { scaling1 = { { 1, 2, 3 }, { 1 } } }) end },
  { "a parameter without a name", "true among the parameters has no name; parameters are given as name = value",
    function(m) m:point { mass = 1, [true] = 2 } end },
  { "a table that holds itself, for a number", "mass[1][1] is a table, it must be a number", function(m) m:point { mass = cyclic } end },
  { "a table that holds itself, for a list", "offset[1][1] is a table, it must be a number", function(m) couple(m, { offset = cyclic }) end },
  { "a table that holds itself, for an inertia", "inertia[1][1] is a table, it must be a finite number",
    function(m) m:rigid { mass = 1, inertia = cyclic } end },
  { "a table that holds itself, for a rotation", "rotation[1][1] is a table, it must be a finite number",
    function(m) message.ball(m, { rotation = cyclic }) end },
  { "a table that holds itself, for a place", "position has 1 number, it must have 3 (or 2 in the plane)", function(m) m.ground:at(cyclic) end },
  { "a table that holds itself, of options", "newton: no option 'newton'", function(m)
    local o = { t_end = 1 }
    o.newton = o
    m:solve_dynamic(o)
  end },
  { "a table that holds itself, returned", "constraint returned a table whose [1] is a table, it must hold numbers", function(m)
    couple(m, { constraint = function() return cyclic end, rows = 1 })
    run(m)
  end },
  { "a place of one number", "position has 1 number, it must have 3 (or 2 in the plane)", function(m) m.ground:at { 1 } end },
  { "a place that is infinite", "position[2] is not a finite number", function(m) m.ground:at { 1, math.huge, 0 } end },
  { "a word for a place", 'frame: position = "here" must be a list {x, y, z} (m)', function(m) m.ground:frame { position = "here" } end },
  { "a word for an axis", 'rotation: axis = "z" must be a list {x, y, z}', function(m) m.ground:frame { rotation = { axis = "z", angle = 1 } } end },
  { "a word for gravity", 'gravity = "down" must be a list {x, y, z} (m/s2)', function() yoke.model { gravity = "down" } end },
  { "gravity of one number", "gravity has 1 number, it must have 3 (or 2 in the plane)", function() yoke.model { gravity = { 9.81 } } end },
  { "gravity assigned", { "'gravity' cannot be assigned", "yoke.model{ gravity = {x, y, z} }" }, function(m) m.gravity = { 0, 0, 0 } end },
  { "a field of a model assigned", "'weight' cannot be assigned", function(m) m.weight = 3 end },
  { "a parameter of a body assigned", "body 'bob' (point): 'mass' cannot be assigned; parameters are changed by :set{...}", function(m)
    m:point { "bob", mass = 1 }.mass = 2
  end },
  { "a field of a sensor assigned", "'name' cannot be assigned", function(m) m:sensor { m:point { mass = 1 }, "position" }.name = "s" end },

  -- what functions return
  { "a length of four values", "distance: the function of time returned 4 numbers, it must return 1 to 3: value, rate, second rate", function(m)
    rod(m, { distance = function() return 1, 2, 3, 4 end })
    run(m)
  end },
  { "a length without a value", "the function of time returned 0 numbers", function(m)
    rod(m, { distance = function() end })
    run(m)
  end },
  { "a length that turns negative", { "t = 0.0", "joint 'rod' (distance)", "must be positive" }, function(m)
    rod(m, { distance = function(t) return t < 0.05 and 1 or -1, 0, 0 end })
    run(m)
  end },
  { "a table with a word", { "force returned a table whose [2] is a string", "it must hold numbers", "messages_values.lua:" },
    function(m) spring(m, function() return { 1, "x" } end) end },
  { "a word", 'force returned a string ("x"), 1 number wanted', function(m) spring(m, function() return "x" end) end },
  { "two numbers for one", "force returned 2 numbers, 1 wanted", function(m) spring(m, function() return 1, 2 end) end },
  { "nothing", "force returned nothing, 1 number wanted", function(m) spring(m, function() end) end },
  { "not a number", "force returned nan as number 1, it must be finite", function(m) spring(m, function() return 0 / 0 end) end },
  { "three numbers for a matrix", "mass returned 3 numbers, 4 wanted (2 x 2)", function(m)
    m:generic { position = { 0, 0 }, mass = function() return 1, 0, 1 end }
    run(m)
  end },
  { "an error without a message", { "force failed", "error object is a table" }, function(m) spring(m, function() error {} end) end },
  { "a sensor of nothing", "sensor 's' (sensor): the function returned 0 numbers, 1 to 512 are possible", function(m)
    m:point { mass = 1 }
    m:sensor { "s", function() end }
    run(m)
  end },
}

-- ---- two words for one thing, near misses ----

message.refused {
  { "both words for drawing", "render and show are both given, they are two words for one thing; give one", function(m)
    m:prismatic_constraint { m.ground, message.ball(m), render = true, show = false }
  end },
  { "an output that does not exist", "no output 'positon'; did you mean 'position'?", function(m)
    m:sensor { m:point { mass = 1 }, "positon" }
  end },
  { "an output far from any", { "no output 'x'; there are: ", "position, ", "kinetic_energy" }, function(m) m:sensor { m:point { mass = 1 }, "x" } end },
  { "a sensor of a sensor", "sensor: a sensor cannot be measured", function(m)
    m:sensor { m:sensor { m:point { mass = 1 }, "position" }, "position" }
  end },
  { "a number that is no item", "sensor: it measures a number (3), it must be an item, a marker or a function of t", function(m)
    m:sensor { "s", 3 }
  end },
}

do -- what is refused leaves nothing behind
  local m = yoke.model {}
  pcall(function() m:point { "bob", mass = true } end)
  local bob = m:point { "bob", mass = 2, velocity = { 1, 0, 0 } }
  m:solve_dynamic { t_end = 1 }
  tap.near(bob:output "kinetic_energy", 1, 1e-14, "the name of a refused body is free again")
end

do -- when, where and who, in this order, whoever called the function and whenever it is noticed
  local items = {
    ["load 'f' (force)"] = function(m, bob, value) m:force { "f", bob, { 0, value, 0 } } end,
    ["load 'g' (force)"] = function(m, bob, value) m:force { "g", bob, value } end,
    ["joint 'd' (drive)"] = function(m, bob, value) m:drive { "d", m.ground:coordinate(1), bob:coordinate(1), value = value } end,
    ["sensor 's' (sensor)"] = function(m, _, value) m:sensor { "s", value } end,
  }
  for who, add in pairs(items) do
    local good = who:find "'g'" and { 0, 0, 0 } or 0
    for from, time in pairs { [0] = "0", [0.045] = "0%.%d+" } do
      local m = yoke.model {}
      add(m, m:point { "bob", mass = 1 }, function(t) return t < from and good or "x" end)
      local _, told = pcall(run, m, { steps = 10 })
      tap.ok(tostring(told):find("^t = " .. time .. " s: [^ ]*messages_values.lua:%d+: " .. who:gsub("%p", "%%%0") .. ": "),
        who .. " that returns a word from " .. from .. " s on: when, where, who", { "error", told })
    end
  end
end

tap.done()
