-- scripts.lua - every script of the scripts room runs from any folder, says what it promises and leaves its pictures.

require "yoke"
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
  modes = { { "4 degrees of freedom", "its slowest mode has 0.9" }, { "modes.gif" } },
  sweep = { { "181 poses from input.angle", "it stops at 2.49809" }, { "sweep.png", "sweep_path.png" } }, -- pi - acos 0.8
  sensitivity = { { "rests at 0.6199", "rad / (N/m)" }, {} },
  knife_edge = { { "the skate is at (0.0000", ", 3.9999" }, { "knife_edge.png" } }, -- half a circle of radius 2
  lua_joint = { { "largest drift" }, { "lua_joint.png" } },
  heavy_top = { { "tait_bryan  precession in 1 s 4.000000 rad", "lie         precession in 1 s 3.9997", "sideways (steady: m W^2 l sin b = 0.191770)" },
    { "heavy_top.png", "heavy_top_end.png" } },
  spatial_slider_crank = { { "travelled 0.049486360 m (the rod's length says 0.049486360)" },
    { "spatial_slider_crank.png", "spatial_slider_crank_torque.png", "spatial_slider_crank_pose.png" } },
  cut_joint = { { "at 0.550000000 m (the triangle says 0.550000000)", "at 0.314008755 m (the triangle says 0.314008755)", "passes (0.0000, " },
    { "cut_joint.png", "cut_joint_start.png" } },
  universal_shaft = { { "out 9.942083954 rad (closed form 9.942083954; ball and perpendicular axes 9.942083954)", "8.7758 to 11.39" },
    { "universal_shaft.png" } },
  rolling_disc = { { "centre is at (-0.00001", ", -1.00000", "0.272963, 0.981000) N (steady: 0, m W^2 R = 0.272964, m g = 0.981000)" },
    { "rolling_disc.png", "rolling_disc_start.png" } },
  gear_train = { { "30.311238275 rad (closed form 30.311238275)", "-1.010374609 m (-1.010374609), the bolt -0.016080611 m (-0.016080611)" },
    { "gear_train.png" } },
  generic_joint = { { "carries 32.3909", "(m (g + z'') = 32.39088)", "(J rz'' = 0.592176)" }, { "generic_joint.png", "generic_joint_pose.png" } },
  springs = { { "0.100000000  closed form  0.100000000", "-0.000981000  closed form -0.000981000" }, { "springs_end.png" } },
  sliders = { { "bead 2.452500000, puck 2.452500000, plate 2.452500000, sleeve 2.452500000 m", "plate has turned by 4.000000000 rad, the sleeve by 4.0" },
    { "sliders.png", "sliders_end.png" } },
  bricard = { { "30 rows, rank 29: redundant", "fourth rod at 1 s: (0.51050", "-1.64916", "0.14012" }, { "bricard.png", "bricard_start.png" } },
  explicit = { { "tolerance 1e-10: the tip is ", "e-11 m off", "evaluations" }, { "explicit.png" } },
  stiff = { { "radau5               1e-09      3", "e-09 m", "dopri5               1e-06    40" }, { "stiff.png" } },
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

do -- every joint type has a script
  local texts = {}
  for name in pairs(wanted) do texts[#texts + 1] = case.read(top .. "/scripts/" .. name .. ".lua") or "" end
  local all = table.concat(texts)
  for _, name in ipairs(core.joint_names()) do
    tap.ok(all:find("m:" .. name .. "[%s({]"), "a script uses " .. name)
  end
end

do -- the README: its scripts run, its tables name every joint and body type
  local readme = case.read(top .. "/README.md")
  local n = 0
  for script in readme:gmatch "\n```lua\n(.-)\n```" do
    n = n + 1
    local status, text = core.execute({ "sh", "-c", 'cd "$1" && exec "$2" "$3"', "sh", case.folder(), absolute(case.program),
      case.write("readme.lua", script) }, true)
    tap.ok(status == 0 and not text:find "nan", ("README: script %d runs"):format(n), { "got", text })
  end
  tap.ok(n >= 2, "README: it has scripts")
  local joints = readme:match "\n## Joints\n(.-)\n## "
  for _, name in ipairs(core.joint_names()) do tap.ok(joints:find("`" .. name .. "`", 1, true), "README: it names " .. name) end
  for name in joints:gmatch "`(%a[%w_]+)`" do tap.ok(pcall(core.joint_info, name), "README: there is a joint type " .. name) end
  for _, name in ipairs(core.body_names()) do
    tap.ok(readme:find((name == "ground" and "m." or "m:") .. name, 1, true), "README: it names the body " .. name)
  end
  for _, room in ipairs { "scripts", "plugins" } do -- their READMEs name every file
    local text = case.read(top .. "/" .. room .. "/README.md")
    local files = io.popen(("ls '%s/%s/'"):format(top:gsub("'", "'\\''"), room))
    for file in files:lines() do
      if file:find "%.[ch]$" or file:find "%.lua$" then tap.ok(text:find("`" .. file .. "`", 1, true), room .. "/README: it names " .. file) end
    end
    files:close()
  end
end

tap.done()
