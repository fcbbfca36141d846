-- ranks.lua - who may include whom: engine files only lower ranks, plugins only the contract, Lua only the binding.

local tap = require "yoke.tap"

local ranks = {
  [0] = { "joint", "vec", "spin", "rows", "fault", "text", "arena" },
  { "schema", "loader", "body" },
  { "model" },
  { "differ", "assembly", "terms", "side", "reading", "tangent", "pin", "plane" },
  { "kernel", "linear", "linear_method", "full", "dense", "band", "klu", "blocks", "order", "newton", "hold", "rank",
    "rank_rows", "rank_length", "rank_qr", "rank_pivots", "sample", "conform", "tableau", "manifold" },
  { "solver", "compromise", "start", "setting", "energy", "finish", "explicit", "radau", "pace", "statics", "dynamics", "freedom",
    "linearise", "modes", "sweep" },
  { "sensor", "record", "scene" },
  { "run" },
}

-- quarantined headers and where they may be seen
local quarantine = {
  { "^gsl/", "^engine/", { "linear", "band", "newton", "rank", "sample", "conform", "compromise", "start", "statics", "dynamics",
    "manifold", "freedom", "modes" } },
  { "^klu%.h$", "^engine/", { "klu" } },
  { "^SuiteSparse", "^engine/", { "rank_qr" } },
  { "^dlfcn%.h$", "^engine/", { "loader" } },
  { "^lua", "^lua/" },
  { "^lauxlib", "^lua/" },
}

local rank_of = {}
for rank, names in pairs(ranks) do
  for _, name in ipairs(names) do rank_of[name] = rank end
end

local top = arg[0]:match "^(.*)/tests/[^/]*$" or "."

local function files(room)
  local list = {}
  local pipe = io.popen(("cd '%s' && ls %s/*.c %s/*.h 2>/dev/null"):format(top:gsub("'", "'\\''"), room, room))
  for path in pipe:lines() do list[#list + 1] = path end
  pipe:close()
  return list
end

local function includes(path)
  local list = {}
  for line in io.lines(top .. "/" .. path) do
    local name = line:match '^#include ["<]([^">]+)[">]'
    if name then list[#list + 1] = name end
  end
  return list
end

local wrong, seen = {}, 0
local function complain(...) wrong[#wrong + 1] = table.concat({ ... }, " ") end

for _, path in ipairs(files "engine") do
  local own = path:match "engine/(.-)%.[ch]$"
  local base = own:match "^body_" and "body" or own == "notes" and "solver" or own
  seen = seen + 1
  if not rank_of[base] then complain(path, "has no rank") end
  for _, name in ipairs(includes(path)) do
    local other = rank_of[name:match "^(.-)%.h$" or ""]
    if other and rank_of[base] and other > rank_of[base] then complain(path, "includes", name, "of a higher rank") end
  end
end
tap.ok(seen > 20 and #wrong == 0, "engine files include lower ranks only", { "wrong", table.concat(wrong, "; ") })

wrong = {}
local allowed = { ["joint.h"] = true, ["vec.h"] = true, ["rows.h"] = true, ["spin.h"] = true, ["cut.h"] = true }
for _, path in ipairs(files "plugins") do
  for _, name in ipairs(includes(path)) do
    local system = name:match "^std%a+%.h$" or name:match "^string%.h$" or name:match "^math%.h$"
    if not allowed[name] and not system then complain(path, "includes", name) end
  end
end
tap.ok(#wrong == 0, "plugins include the contract and libc only", { "wrong", table.concat(wrong, "; ") })

wrong = {}
for _, room in ipairs { "engine", "plugins", "lua", "tests" } do
  for _, path in ipairs(files(room)) do
    for _, name in ipairs(includes(path)) do
      for _, q in ipairs(quarantine) do
        if name:find(q[1]) then
          local fits = path:find(q[2])
          local own = path:match "/(.-)%.[ch]$"
          if fits and q[3] then
            fits = false
            for _, file in ipairs(q[3]) do fits = fits or file == own end
          end
          if not fits then complain(path, "includes", name) end
        end
      end
    end
  end
end
tap.ok(#wrong == 0, "GSL, dlfcn.h and lua.h stay where they belong", { "wrong", table.concat(wrong, "; ") })

-- no global that changes: objects of the engine hold only constants
wrong = {}
for _, path in ipairs(files "engine") do
  for line in io.lines(top .. "/" .. path) do
    if line:find "^static [^()]*;" or line:find "^static [^()]*=[^(]*$" then
      if not line:find "const" then complain(path .. ":", line) end
    end
  end
end
tap.ok(#wrong == 0, "the engine has no global variable", { "wrong", table.concat(wrong, "; ") })

tap.done()
