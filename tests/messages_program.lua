-- messages_program.lua - what the program `yoke` says of its words and of the place where it runs.

local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

-- How the program ends with these words, and all it says.
local function said(words, status, texts, name)
  local ended, text = core.execute({ case.program, table.unpack(words) }, true)
  tap.is(ended, status, name .. ": exit status")
  case.says(text, texts, name)
end

said({}, 2, { "usage: yoke [--plugins DIR]... model.lua [arguments]", "yoke --help | --version" }, "no words")
said({ "--help" }, 0, "usage: yoke ", "--help")
said({ "--version" }, 0, "Yoke ", "--version")
said({ "--plugins" }, 2, "yoke: --plugins needs a folder\n", "--plugins without a folder")
said({ "--plugin", "x" }, 2, "yoke: no option '--plugin'; try yoke --help\n", "another option")
said({ "--plugins", "/no/such/folder", "joints" }, 2, "yoke: --plugins: there is no folder '/no/such/folder'\n", "a folder that is not there")
said({ "joints", "distance" }, 2, "yoke: 'distance' is one word too many for yoke joints\n", "a word too many")
said({ "jonts" }, 2, "yoke: no verb 'jonts'; did you mean 'joints'?; a script has a name like model.lua\n", "a misspelt verb")
said({ "zzzzzzzz" }, 2, "yoke: no verb 'zzzzzzzz'; a script has a name like model.lua\n", "a word far from any verb")
said({ "nowhere/model.lua" }, 1, { "nowhere/model.lua", "No such file or directory" }, "a script that is not there")
said({ case.write("syntax.lua", "local = 3\n") }, 1, { "syntax.lua:1:", "<name> expected near '='" }, "a script that is none")
said({ case.write("binary.lua", "\27Lua") }, 1, "binary.lua: attempt to load a binary chunk", "a script that is no text")
said({ case.write("object.lua", "error {}\n") }, 1, "(error object is a table value)", "a script that raises a table")

do -- what is printed and lost
  local words = case.write("print.lua", "print 'x'\n")
  for name, call in pairs { ["a script"] = words, ["yoke joints"] = "joints" } do
    local status, text = core.execute({ "sh", "-c", ("%q %q > /dev/full"):format(case.program, call) }, true)
    tap.is(status, 1, name .. " on a full disk: exit status")
    case.says(text, "yoke: standard output could not be written, so not all is there that was printed; is the disk full?", name .. " on a full disk")
  end
  local long = case.write("long.lua", "for i = 1, 1e5 do print(i) end\n")
  local status, text = core.execute({ "sh", "-c", ("%q %q > /dev/full"):format(case.program, long) }, true)
  tap.is(status, 1, "much on a full disk: exit status")
  case.says(text, "yoke: standard output could not be written", "much on a full disk")
  local _, piped = core.execute({ "sh", "-c", ("%q %q | head -n 1"):format(case.program, long) }, true)
  tap.is(piped, "1\n", "a reader that has seen enough is told nothing")
end

do -- nowhere for the data of a picture that is text
  local script = case.write("picture.lua", [[
    local m = require "yoke".model {}
    local s = m:sensor { m:point { mass = 1 }, "position" }
    m:solve_dynamic({ t_end = 0.1 }):plot { s, file = "-" }
  ]])
  local status, text = core.execute({ "env", "TMPDIR=/nowhere", case.program, script }, true)
  tap.is(status, 1, "no temporary folder: exit status")
  case.says(text, { "picture.lua:3: plot: no temporary folder: ", "/nowhere" }, "no temporary folder")
end

tap.done()
