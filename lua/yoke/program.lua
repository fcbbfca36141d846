-- program.lua - the words of the command line.

local core = require "yoke.core"

local usage = [[
usage: yoke [--plugins DIR]... model.lua [arguments]   run a script; DIR: where joint plugins are looked for first
       yoke joints                                     list the joint types
       yoke joint NAME                                 parameters, rows, outputs and an example of a joint type
       yoke body                                       list the body types
       yoke body NAME                                  parameters, coordinates, outputs and an example of a body type
       yoke check FILE.so | NAME                       test a plugin against the joint contract
       yoke new joint NAME                             write a plugin to start from
       yoke plot FILE.csv COLUMN... [--out PICTURE] [--title TEXT]
                                                       plot columns of a result, by name or number
       yoke --env                                      how a stock lua5.4 finds Yoke
       yoke --help | --version
]]

local function complain(text)
  io.stderr:write("yoke: ", text, "\n")
  return 2
end

local home = select(2, ...):match "^(.*)/yoke/program%.lua$" or "." -- the folder of the modules

local verbs = {}

function verbs.joints() return require "yoke.help".joints() end
function verbs.joint(name) return require "yoke.help".joint(name) end
function verbs.body(name) return require "yoke.help".body(name) end

function verbs.check(...)
  local wrong, status = require "yoke.author".check(...)
  return wrong and (complain(wrong) and 1) or status
end

function verbs.new(...)
  local wrong = require "yoke.author".new(...)
  return wrong and (complain(wrong) and 1)
end

function verbs.plot(...)
  local wrong = require "yoke.plot".file(...)
  return wrong and complain(wrong)
end

verbs["--env"] = function()
  print(("export LUA_PATH='%s/?.lua;%s'"):format(home, os.getenv "LUA_PATH" or ";"))
  local libraries = home:gsub("/share/lua/5%.4$", "/lib/lua/5.4") -- of an installed one
  print(("export LUA_CPATH='%s/?.so;%s'"):format(libraries, os.getenv "LUA_CPATH" or ";"))
end

verbs["--help"] = function() io.write(usage) end
verbs["--version"] = function() print(require "yoke"._VERSION) end

-- Most words behind a verb; check, new and plot look at theirs.
local most = { joints = 0, joint = 1, body = 1, ["--env"] = 0, ["--help"] = 0, ["--version"] = 0 }

-- Returns an exit status and, if there is a script to run, its index in arg.
return function(arg)
  local i, extra = 1, {}
  while arg[i] == "--plugins" do
    if not arg[i + 1] then return complain "--plugins needs a folder" end
    local folder = io.open(arg[i + 1] .. "/.")
    if not folder then return complain(("--plugins: there is no folder '%s'"):format(arg[i + 1])) end
    folder:close()
    extra[#extra + 1] = arg[i + 1]
    i = i + 2
  end
  for _, dir in ipairs(extra) do core.plugin_path(dir) end
  local word = arg[i]
  if not word then
    io.stderr:write(usage)
    return 2
  end
  if most[word] and #arg - i > most[word] then return complain(("'%s' is one word too many for yoke %s"):format(arg[i + 1 + most[word]], word)) end
  if verbs[word] then return verbs[word](table.unpack(arg, i + 1)) or 0 end
  if word:sub(1, 1) == "-" then return complain(("no option '%s'; try yoke --help"):format(word)) end
  if not word:find "[./]" then
    local names = {}
    for name in pairs(verbs) do names[#names + 1] = name end
    local near = core.near(word, names)
    return complain(("no verb '%s'%s; a script has a name like model.lua"):format(word, near and "; did you mean '" .. near .. "'?" or ""))
  end
  return 0, i
end
