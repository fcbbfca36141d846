-- broken.lua - joint types that are wrong in one way each, and what is said of them: the words stand in their headers.

local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"
require "yoke"

local top = arg[0]:match "^(.*)/broken%.lua$"
local build = (os.getenv "BUILD" or "build") .. "/tests/broken/"

-- The outcome of yoke check: number of failures, all that was said.
local function check(path)
  local said, failed = {}, 0
  local done, message = pcall(core.check, path, function(passed, text)
    if not passed then
      failed = failed + 1
      said[#said + 1] = text
    end
  end, 2)
  if not done then return 1, message end
  return failed, table.concat(said, "\n") .. ("\n%d failed"):format(failed)
end

-- The same by the program, whose output is caught: sanitizers have much to say of a crash.
local function check_apart(path)
  local _, said = core.execute({ case.program, "check", path }, true)
  return tonumber(said:match "(%d+) failed"), said
end

local seen = 0
for path in io.popen(("ls '%s'/broken/*.c"):format(top:gsub("'", "'\\''"))):lines() do
  local name, wanted = path:match "([^/]*)%.c$", {}
  local header = case.read(path):match "^/%*(.-) %*/"
  for says in header:gmatch "says: ([^\n]*)" do wanted[#wanted + 1] = says end
  local crashes = (wanted[1] or ""):find "ended the program"
  local failed, said = (crashes and check_apart or check)(build .. name .. ".so")
  tap.ok(#wanted > 0 and failed == (wanted[1] == "0 failed" and 0 or 1), name .. ": failures", { "said", said })
  case.says(said, wanted, name .. ": what is said")
  seen = seen + 1
end
tap.ok(seen > 40, seen .. " broken plugins")

-- ---- the program ----

local function yoke(...) return core.execute({ case.program, ... }, true) end

local status, said = yoke("check", build .. "bias_wrong.so")
tap.is(status, 1, "yoke check of a broken plugin: exit status")
case.says(said, { "ok      its tables are well formed\n", "FAILED  bias: row 'height' is 0", " checks, 1 failed\n" }, "yoke check of a broken plugin")
status, said = yoke("check", build .. "good.so")
tap.is(status, 0, "yoke check of a good plugin: exit status")
case.says(said, " checks, 0 failed\n", "yoke check of a good plugin")
status, said = yoke("check", "distance")
tap.ok(status == 0 and said:find("ok      jacobian agrees", 1, true), "yoke check NAME", { "said", said })
status, said = yoke("check", "distanse")
tap.is(status, 1, "yoke check of an unknown name: exit status")
case.says(said, "yoke: no joint type 'distanse'; did you mean 'distance'?", "yoke check of an unknown name")
status, said = yoke("check", "missing/thing.so")
tap.is(status, 1, "yoke check of a missing file: exit status")
case.says(said, "yoke: missing/thing.so: No such file or directory", "yoke check of a missing file")
status, said = yoke("check", case.write("text.so", "no library"))
tap.is(status, 1, "yoke check of a text file: exit status")
case.says(said, { "yoke: ", "text.so: cannot be loaded" }, "yoke check of a text file")
status, said = yoke("check", build .. "abi_other.so")
tap.is(status, 1, "yoke check of an old plugin: exit status")
case.says(said, "abi_other.so: built for joint contract 2, this yoke speaks 1; rebuild it", "yoke check of an old plugin")
status, said = yoke "check"
tap.is(status, 1, "yoke check of nothing: exit status")
case.says(said, "check: it takes one file or joint type", "yoke check of nothing")

tap.done()
