-- new_joint.lua - from `yoke new joint` to a model that uses it: write, compile, check, run.

local core = require "yoke.core"
local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local folder = case.folder()

-- Runs shell words in the folder; $yoke is the program.
local function sh(words)
  local program = case.program:sub(1, 1) == "/" and case.program or os.getenv "PWD" .. "/" .. case.program
  return core.execute({ "sh", "-c", ("cd '%s' && yoke='%s' && %s"):format(folder, program, words) }, true)
end

local status, said = sh '"$yoke" new joint my_plane'
tap.is(status, 0, "new joint: exit status")
case.says(said, { "wrote my_plane.c", "gcc -std=c11 -shared -fPIC -I", "yoke check my_plane.so", 'yoke.plugin "my_plane.so"', "m:my_plane {" }, "new joint says what to do next")
local text = case.read(folder .. "/my_plane.c") or ""
local compile = text:match "\n %*   (gcc [^\n]*)"
tap.ok(compile and said:find(compile, 1, true), "its header names the same command", { "got", compile })
tap.ok(not text:find "NAME" and not text:find "COMPILE" and text:find('.name = "my_plane"', 1, true), "its name is everywhere")
local lines = select(2, text:gsub("\n", ""))
tap.ok(lines < 100, "it is short: " .. lines .. " lines")

status, said = sh(compile or "false")
tap.ok(status == 0 and said == "", "the command compiles it", { "said", said })
status, said = sh(compile and compile .. " -Wall -Wextra -Werror" or "false")
tap.ok(status == 0 and said == "", "without warnings", { "said", said })

status, said = sh '"$yoke" check my_plane.so'
tap.is(status, 0, "yoke check: exit status")
case.says(said, { "ok      jacobian agrees with differences of residual\n", " checks, 0 failed\n" }, "yoke check")

-- a point that slides down a plane inclined by 45 degrees: g sin(45) cos(45) = g/2 each way
case.write("slide.lua", [[
local yoke = require "yoke"
if arg[1] then yoke.plugin(arg[1]) end
local m = yoke.model { gravity = { 0, -8, 0 } }
local ball = m:point { "ball", mass = 2, position = { 0, 0, 0 } }
local plane = m:my_plane { "plane", m.ground, ball, normal = { 1, 1, 0 } }
local r = m:solve_dynamic { t_end = 1, steps = 100 }
local p = ball:output "position"
print(("%.6f %.6f %.6f %.9f %.6f"):format(p[1], p[2], p[3], plane:output "height" + 0, plane:output "lambda"))
]])
local want = ("2.000000 -2.000000 0.000000 0.000000000 %.6f\n"):format(-16 / math.sqrt(2))
local function ran(words, name)
  status, said = sh(words)
  said = said:gsub("%-(0%.0+)%f[^%d]", "%1")
  tap.ok(status == 0 and said == want, name, { "got", said }, { "want", want })
end
ran('"$yoke" --plugins . slide.lua', "used through --plugins")
ran('"$yoke" slide.lua my_plane.so', "used through yoke.plugin")
status, said = sh '"$yoke" slide.lua'
tap.is(status, 1, "the current folder is not searched unless asked")
case.says(said, "no joint type 'my_plane'", "and the error says so")
status, said = sh '"$yoke" --plugins . joint my_plane'
tap.is(status, 0, "yoke joint: exit status")
case.says(said, { "my_plane", "keeps a point of marker 1 on a plane of marker 0", "of the plane from marker 0 along its normal", "height" }, "yoke joint shows its tables")

-- ---- refusals ----

local function refused(words, texts, name)
  status, said = sh('"$yoke" new ' .. words)
  tap.is(status, 1, name .. ": exit status")
  case.says(said, texts, name)
end
case.write("mine.c", "precious\n")
refused("joint mine", "yoke: new joint: mine.c exists already, it is not overwritten", "a file that exists")
tap.is(case.read(folder .. "/mine.c"), "precious\n", "and stays as it is")
refused("joint two-words", "'two-words' cannot be its name: it must be a plain word", "a name with a dash")
refused("joint ../up", "it must be a plain word", "a path")
refused("joint 2d", "it must be a plain word", "a name that begins with a digit")
refused("joint end", "it is a word of Lua, so no script could write m:end", "a word of Lua")
refused("joint sensor", "it is the name of a method of the model", "a method of the model")
refused("joint rigid2d", "it is the name of a method of the model", "a body")
refused("joint distance", "there is a joint type of that name", "a joint type")
refused("joint", "it takes one name, as in yoke new joint my_joint", "no name")
refused("joint a b", "it takes one name", "two names")
refused("body a", "there is no template for 'body'; try yoke new joint NAME", "something else")
refused("", "what to write is missing; try yoke new joint NAME", "nothing")
tap.ok(not case.read(folder .. "/distance.c") and not case.read(folder .. "/end.c"), "nothing is written then")
status, said = sh 'mkdir -p shut && chmod 555 shut && cd shut && "$yoke" new joint inside'
if status == 0 then
  tap.skip "root may write anywhere"
else
  case.says(said, "inside.c cannot be written: ", "a folder that is not writable")
end

tap.ok(type(yoke.joint_type) == "function", "and without C there is yoke.joint_type")
tap.done()
