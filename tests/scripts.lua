-- scripts.lua - every script of the scripts room runs from any folder, says what it promises and leaves its pictures.

local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

local top = arg[0]:match "^(.*)/tests/[^/]*$" or "."
local _, here = core.execute({ "pwd" }, true)
here = here:gsub("\n$", "")

local function absolute(path) return path:sub(1, 1) == "/" and path or here .. "/" .. path end

-- what each says, and the files it leaves
local wanted = {
  pendulum = { { "bob ends at (-0.98629", "largest drift: rod" }, { "pendulum.csv", "pendulum.png" } },
  double_pendulum = { { "two starts 1e-6 rad apart" }, { "double_pendulum.png", "double_pendulum_end.png" } },
  slider_crank = { { "the crank has turned by 14.12" }, { "slider_crank.png", "slider_crank_force.png", "slider_crank.gif" } },
  four_bar = { { "body 'crank' moved by 0.0084" }, { "four_bar.png", "four_bar_start.png" } },
  spring = { { "linear 0.098100 m, hardening 0.067435 m" }, { "spring.png", "spring_linear.png" } }, -- m g / k; k u + 2e4 u^3 = m g
  drive = { { "angle at the end" }, { "drive.png", "drive_torque.png" } },
  knife_edge = { { "the skate is at (0.0000", ", 3.9999" }, { "knife_edge.png" } }, -- half a circle of radius 2
  lua_joint = { { "largest drift" }, { "lua_joint.png" } },
  own_joint = { { "2.9430 N (3 m g = 2.9430)" }, { "own_joint.png" } },
}

local have_gnuplot = core.execute({ "gnuplot", "--version" }, true)
local listed = io.popen(("ls '%s'/scripts/*.lua"):format(top:gsub("'", "'\\''")))
for path in listed:lines() do
  local name = path:match "([^/]+)%.lua$"
  local want = wanted[name]
  tap.ok(want, name .. ": its test is here")
  local plugin = name == "own_joint" and absolute((os.getenv "BUILD" or "build") .. "/scripts/bead_on_circle.so") or ""
  local command = ("cd '%s' && exec '%s' '%s' %s"):format(case.folder(), absolute(case.program), absolute(path), plugin)
  local status, text = core.execute({ "sh", "-c", command }, true)
  tap.is(status, 0, name .. ": exit status")
  case.says(text, want[1], name .. ": says")
  for _, file in ipairs(want[2]) do
    if have_gnuplot or file:find "csv$" then
      tap.ok(#(case.read(case.folder() .. "/" .. file) or "") > 1000, name .. ": leaves " .. file)
    else
      tap.skip "no gnuplot"
    end
  end
end
listed:close()

tap.done()
