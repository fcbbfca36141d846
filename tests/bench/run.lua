-- run.lua - the bench models in Yoke, beside hand-written programs for the same method and two other engines where these are there.
--
-- yoke run.lua BUILD [models="A D"] [rounds=5] [results=FILE] [picture=FILE]     N: growth; picture: of G
--
-- All programs of a row run in turn, round by round, since only numbers of one run can be compared: a ratio is the median of
-- the ratios of the rounds.  Times are CPU per step, without what comes before the first step (`start`).

local core = require "yoke.core"
local here = arg[0]:match "^(.*)/"
package.path = here .. "/../?.lua;" .. package.path
local models = require "lib.models"
local precision = require "precision"

local function absolute(path)
  local _, text = core.execute({ "readlink", "-f", path }, true)
  return (text:gsub("\n$", ""))
end
here = absolute(here)
local build, o = absolute(arg[1]), { models = "A B C D E F G N", rounds = "5" }
for i = 2, #arg do
  local key, value = arg[i]:match "^(%w+)=(.+)$"
  if key then o[key] = value end
end
local rounds, file = tonumber(o.rounds), o.results and assert(io.open(o.results, "w"))
local folder = build .. "/bench/"

local function say(format, ...)
  local text = format:format(...)
  print(text)
  if file then file:write(text, "\n") end
end

-- ---- programs ----

local function present(name)
  local program = io.open(folder .. name)
  if program then program:close() end
  return program and folder .. name
end

-- Runs a program in the folder of the yardsticks, where some leave files.
local function execute(words)
  return core.execute({ "sh", "-c", 'cd "$0" && exec "$@"', build .. "/bench", table.unpack(words) }, true)
end

-- Runs one that prints a line of key=value; nil if it failed.
local function run(words)
  local status, text = execute(words)
  local values = {}
  for key, value in (text or ""):gmatch "(%w+)=(%S+)" do values[key] = tonumber(value) or value end
  if status ~= 0 or values.FAILED or not values.cpu then
    print(("%s failed: %s"):format(table.concat(words, " "), (text or ""):match "^[^\n]*":sub(1, 160)))
    return nil
  end
  return values
end

local function with(words, more)
  local list = { table.unpack(words) }
  for _, key in ipairs { "model", "N", "law", "T", "h", "rho", "reps", "steady", "check", "method", "rtol", "int", "band", "mode" } do
    if more[key] then list[#list + 1] = ("%s=%s"):format(key, more[key]) end
  end
  return list
end

local yoke = { build .. "/yoke", here .. "/model.lua" }

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

-- ---- A to E: the same method with the same steps ----

-- aim: the ratio to the bare program that is wanted
local rows = {
  { "A", 1, aim = 1.3 }, { "B", 2 }, { "B", 10, aim = 0.85 }, { "B", 40, aim = 0.85 }, { "B", 160, aim = 0.85 }, { "B", 640, aim = 0.85 },
  { "C", 1 }, { "C", 10, aim = 0.65 }, { "C", 40, aim = 0.65 }, { "D", 10, aim = 0.75 }, { "D", 100, aim = 0.5 }, { "D", 400, aim = 0.36 },
  { "E", 1 }, { "E", 1, law = "script", aim = 2 },
}
local of = { A = { T = 200, h = 0.002 }, B = { T = 1, h = 0.001 }, C = { T = 10, h = 0.001 }, D = { T = 1, h = 0.001 }, E = { T = 10, h = 0.001 } }

-- How often a solve is repeated to last about 50 ms.
local function reps_of(cpu) return math.max(1, math.min(100, 0.05 / cpu // 1)) end

local function error_of(v, reference)
  if not v then return "-" end
  return ("%.1e"):format(models.distance({ v.r0, v.r1, v.r2 }, reference))
end

local function number(format, x) return x and format:format(x) or "-" end

-- us per step of all programs of a row, and what their checks say
local function measure(row)
  local name, N = row[1], row[2]
  local bare = present(name == "D" and "chain3d" or "planar")
  local what = { model = name, N = N, T = of[name].T, h = of[name].h, rho = name == "A" and 0.7 or 0.8 }
  local own = setmetatable({ law = row.law }, { __index = what })
  local theirs = setmetatable({ band = name == "D" and 1 or nil }, { __index = what })
  local reference = models.reference[name]
  local function check(words, how)
    return run(with(words, setmetatable({ check = 1, T = reference.T }, { __index = how })))
  end
  local got = { check = check(yoke, own), bare_check = bare and check({ bare }, theirs), us = {}, bare_us = {}, ratios = {} }
  own.reps = got.check and reps_of(got.check.cpu * what.T / (reference.T or what.T))
  theirs.reps = got.bare_check and name ~= "D" and reps_of(got.bare_check.cpu * what.T / (reference.T or what.T)) or nil
  for _ = 1, got.check and rounds or 0 do
    local y = run(with(yoke, own))
    local b = got.bare_check and run(with({ bare }, theirs))
    if y then got.us[#got.us + 1], got.start = y.cpu / y.steps * 1e6, y.start end
    if b then got.bare_us[#got.bare_us + 1] = b.cpu / b.steps * 1e6 end
    if y and b then got.ratios[#got.ratios + 1] = got.us[#got.us] / got.bare_us[#got.bare_us] end
  end
  got.reference = reference[N] or reference[1]
  return got
end

local function same_method(wanted)
  say "## Generalized-alpha, index 3: Yoke / bare banded program\n"
  say "| model | N | us per step | ratio (aim) | start ms | Newton | energy J | gap m | off the exact place m |"
  say "|---|---|---|---|---|---|---|---|---|"
  for _, row in ipairs(rows) do
    if wanted[row[1]] then
      local got = measure(row)
      local y, b, us = got.check or {}, got.bare_check or {}, median(got.us)
      say("| %s | %d | %s / %s | %s%s | %s | %s / %s | %s / %s | %s / %s | %s / %s |", row.law and row[1] .. ", law in Lua" or row[1], row[2],
        number("%.3f", us), number("%.3f", median(got.bare_us)), number("%.2f", median(got.ratios)),
        row.aim and (" (%g)"):format(row.aim) or "", number("%.2f", got.start and got.start * 1e3),
        number("%.2f", y.newton), number("%.2f", b.newton), number("%.2g", y.edrift), number("%.2g", b.edrift),
        number("%.1e", y.cpos), number("%.1e", b.cpos), error_of(got.check, got.reference), error_of(got.bare_check, got.reference))
    end
  end
  say ""
end

-- ---- growth ----

-- Chains, loops, stars and trees of about n bodies, which all take one correction per step; a number is the least time of 32 steps
-- of all solves of all rounds, which run in turn.
local count = { 40, 160, 640, 2560 }
local sizes = { B = count, C = { 20, 80, 320, 1280 }, S = count, T = count }

local function growth()
  say "## Growth with the number of bodies n: us per step and body (exponent since the row above; aims: 1.1 up to 640, 1.2 up to 2560)\n"
  say "| n | chain | loops | star | tree |\n|---|---|---|---|---|"
  local us = { B = {}, C = {}, S = {}, T = {} } -- per body
  for _ = 1, 2 * rounds do
    for i, n in ipairs(count) do
      for name, t in pairs(us) do
        local v = run(with(yoke, { model = name, N = sizes[name][i], T = 0.128, h = 0.001, steady = 32, reps = math.max(1, 1280 // n) }))
        if v and v.newton ~= 1 then say("%s, n = %d: %g corrections per step, not to be compared", name, n, v.newton) end
        t[i] = math.min(t[i] or math.huge, v and v.cpu / 32 / v.bodies * 1e6 or math.huge)
      end
    end
  end
  for i, n in ipairs(count) do
    local text = ("| %d |"):format(n)
    for _, name in ipairs { "B", "C", "S", "T" } do
      local t = us[name]
      text = ("%s %.3f%s |"):format(text, t[i], i > 1 and (" (%.2f)"):format(1 + math.log(t[i] / t[i - 1], count[i] / count[i - 1])) or "")
    end
    say("%s", text)
  end
  say ""
end

-- ---- A to E in other engines, by their own methods ----

local others = {
  { "simbody_bench", "Simbody rkm", { int = "rkm" } }, { "simbody_bench", "Simbody verlet", { int = "verlet" } },
  { "mujoco_bench", "MuJoCo RK4", { int = "rk4" } }, { "mujoco_bench", "MuJoCo Euler", { int = "euler" } },
}

local function other_engines(wanted)
  local there = {}
  for _, other in ipairs(others) do
    if present(other[1]) then there[#there + 1] = other end
  end
  if #there == 0 then return end
  say "## Other engines with the same steps, us per step (fewer steps where N is large)\n"
  local head, line = "| model | N |", "|---|---|"
  for _, other in ipairs(there) do head, line = head .. " " .. other[2] .. " |", line .. "---|" end
  say("%s\n%s", head, line)
  for _, row in ipairs(rows) do
    if wanted[row[1]] and not row.law then
      local steps = row[2] > 10 and 20 or 1000
      local text = ("| %s | %d |"):format(row[1], row[2])
      for _, other in ipairs(there) do
        local how = { model = row[1], N = row[2], h = of[row[1]].h, T = steps * of[row[1]].h, int = other[3].int }
        local v = run(with({ folder .. other[1] }, how))
        text = ("%s %s |"):format(text, number("%.4g", v and v.cpu / v.steps * 1e6))
      end
      say("%s", text)
    end
  end
  say ""
end

-- ---- F: start-up ----

-- Runs commands in turn, each with its words after its name and before "--"; prints the median and the least wall time of each (ms).
local timer = [[
use Time::HiRes "time"; my (@c, %t); my $rounds = shift;
while (@ARGV) { my @w; while (@ARGV and (my $x = shift) ne "--") { push @w, $x } push @c, [@w] }
open(STDOUT, ">&", \*STDERR); open(my $null, ">", "/dev/null");
for my $r (0 .. $rounds) { for my $i (0 .. $#c) { my $b = time; my $p = fork;
  if (!$p) { open(STDOUT, ">&", $null); open(STDERR, ">&", $null); exec @{$c[$i]} or exit 127 }
  waitpid $p, 0; die "it failed: @{$c[$i]}\n" if $?; push @{$t{$i}}, 1e3 * (time - $b) if $r } }
for my $i (0 .. $#c) { my @s = sort { $a <=> $b } @{$t{$i}}; printf STDERR "t%d=%.3f least%d=%.3f\n", $i, $s[$#s / 2], $i, $s[0] }
]]

local function start_up()
  local list = {
    { "Yoke", build .. "/yoke", here .. "/start.lua" }, { "Yoke, no model", build .. "/yoke", "/dev/null" },
    { "lua5.4, no script", "lua5.4", "/dev/null" },
  }
  if present "planar" then list[#list + 1] = { "bare program", folder .. "planar", "model=A", "T=1", "h=0.001" } end
  for _, name in ipairs { "simbody_start", "mujoco_start" } do
    if present(name) then list[#list + 1] = { name:match "^%a+", folder .. name } end
  end
  local words = { "perl", "-e", timer, "40" }
  for _, command in ipairs(list) do
    for i = 2, #command do words[#words + 1] = command[i] end
    words[#words + 1] = "--"
  end
  local status, text = execute(words)
  say "## F: the whole process, model A over 1000 steps, wall time, ms (aim: Yoke under 10)\n"
  say "| program | median | least |\n|---|---|---|"
  if status ~= 0 then error(text) end
  for i, command in ipairs(list) do say("| %s | %s | %s |", command[1], text:match("t" .. i - 1 .. "=(%S+)"), text:match("least" .. i - 1 .. "=(%S+)")) end
  say ""
end

-- ---- G: work against precision ----

-- CPU ms at tip errors of 1e-4, 1e-6, 1e-8, 1e-10 of a prototype, and of the bare program in the same run, which carries them over
local prototype = { dopri5 = { 0.10, 0.21, 0.40, 0.83 }, dop853 = { 0.09, 0.14, 0.24, 0.37 } }
local beside = { 0.09, 0.23, 0.65, 2.4 }

local function work_precision()
  local list, bare = precision.measure(run, yoke, present "aba", rounds), nil
  if o.picture then
    local curves = {}
    for i, curve in ipairs(list) do
      local x, y = {}, {}
      for k, p in ipairs(curve.points) do x[k], y[k] = p[1], p[2] * 1e3 end
      curves[i] = { curve.name, x = x, y = y }
    end
    curves.xlabel, curves.ylabel, curves.logx, curves.logy = "error of the tip after 2 s [m]", "CPU time of the solve [ms]", true, true
    curves.title, curves.file, curves.xrange = "Work against precision: a double pendulum (model G)", o.picture, { 1e-12, 1e-1 }
    require "yoke".plot(curves)
  end
  say "## G: the double pendulum over 2 s, CPU ms at tip errors (m): of the steps, with start; in brackets what is wanted of it\n"
  say "| method | 1e-4 | 1e-6 | 1e-8 | 1e-10 |\n|---|---|---|---|---|"
  for _, curve in ipairs(list) do
    if curve.of.bare then bare = curve end
  end
  for _, curve in ipairs(list) do
    local text = ("| %s |"):format(curve.name)
    for i, level in ipairs { 1e-4, 1e-6, 1e-8, 1e-10 } do
      local function ms(points, k)
        local t = precision.at(points, level, k)
        return t and t * 1e3
      end
      local steps, whole, carried = ms(curve.points, 3), ms(curve.points, 2), bare and ms(bare.points, 3)
      text = text .. " " .. number("%.3g", steps) .. (curve.of.bare and "" or ", " .. number("%.3g", whole))
      local aim = prototype[curve.name]
      if aim and carried then text = ("%s (%.3g)"):format(text, 1.5 * aim[i] * carried / beside[i]) end
      text = text .. " |"
    end
    say("%s", text)
  end
  say ""
end

local wanted = {}
for name in o.models:gmatch "%a" do wanted[name:upper()] = true end
say("# Bench: %d round%s\n", rounds, rounds == 1 and "" or "s")
if wanted.A or wanted.B or wanted.C or wanted.D or wanted.E then
  same_method(wanted)
  other_engines(wanted)
end
if wanted.N then growth() end
if wanted.F then start_up() end
if wanted.G then work_precision() end
if file then file:close() end
