-- author.lua - for who writes joint types: `yoke check` and `yoke new joint`.

local core = require "yoke.core"
require "yoke" -- which says where plugins are looked for, and which names are taken

local author = {}

-- The folder of joint.h: in the build tree, or as installed.
local home = select(2, ...):match "^(.*)/yoke/author%.lua$" or "." -- the folder of the modules
local include = (home:match "^(.*)/share/lua/5%.4$" or home:match "^(.*)/lua$" or "..") .. "/include/yoke"

local function quoted(path)
  return path:find "[^%w_./+-]" and "'" .. path:gsub("'", "'\\''") .. "'" or path
end

-- Tests a plugin file or a joint type of the plugin path; a complaint, or the exit status.
function author.check(word, ...)
  if not word or ... then return "check: it takes one file or joint type, as in yoke check my_joint.so" end
  local checks, failed = 0, 0
  local done, message = pcall(core.check, word, function(passed, text)
    checks = checks + 1
    if not passed then failed = failed + 1 end
    print((passed and "ok      " or "FAILED  ") .. text)
  end)
  if not done then return message end
  print(("%d check%s, %d failed"):format(checks, checks == 1 and "" or "s", failed))
  return nil, failed > 0 and 1 or 0
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- Why a joint type cannot have this name, or nil.
function author.unfit(name)
  if not name:find "^[%a_][%w_]*$" then return "it must be a plain word of letters, digits and _" end
  if not load("local " .. name) then return "it is a word of Lua, so no script could write m:" .. name end
  return core.taken(name)
end

-- Writes NAME.c; a complaint, or nothing.
function author.new(what, name, ...)
  if what ~= "joint" then
    return ("new: %s; try yoke new joint NAME"):format(what and "there is no template for '" .. what .. "'" or "what to write is missing")
  end
  if not name or ... then return "new joint: it takes one name, as in yoke new joint my_joint" end
  local why = author.unfit(name)
  if why then return ("new joint: '%s' cannot be its name: %s"):format(name, why) end
  local path = name .. ".c"
  if exists(path) then return ("new joint: %s exists already, it is not overwritten"):format(path) end
  if not exists(include .. "/joint.h") then return ("new joint: joint.h is not in %s; is Yoke installed completely?"):format(include) end
  local template = assert(io.open(home .. "/yoke/joint_template.c.txt", "rb")):read "a"
  local compile = ("gcc -std=c11 -shared -fPIC -I%s %s -o %s.so -lm"):format(quoted(include), path, name)
  local text = template:gsub("%f[%w_]%u+%f[^%w_]", { NAME = name, COMPILE = compile })
  local file, wrong = io.open(path, "wb")
  if not (file and file:write(text) and file:close()) then return ("new joint: %s cannot be written: %s"):format(path, wrong or "no space?") end
  print(("wrote %s: a joint that works, to be changed into yours\n"):format(path))
  print("compile it:  " .. compile)
  print(("check it:    yoke check %s.so"):format(name))
  print(('use it:      yoke.plugin "%s.so"  and  m:%s { body0, body1 }  in a script'):format(name, name))
end

return author
