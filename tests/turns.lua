-- turns.lua - angles counted on over full turns, whatever the method and however long its steps; jumps and turns that no step can follow.

local yoke = require "yoke"
local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

local function hinged(w)
  local m = yoke.model {}
  local b = m:rigid { "wheel", mass = 1, inertia = { 0.1, 0.1, 0.1 }, angular_velocity = { 0, 0, w } }
  return m, b, m:revolute { "hinge", m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
end

-- methods that choose their steps, and steps of 1 ms
local ways = {
  { method = "generalized_alpha" }, { method = "trapezoidal" }, { method = "rk44" }, { method = "ode23" }, { method = "dopri5" }, { method = "dop853" },
  { method = "radau5" }, { method = "generalized_alpha", rtol = 1e-6 }, { method = "trapezoidal", rtol = 1e-6 },
}
local function each(f)
  for _, way in ipairs(ways) do
    local o = {}
    for k, v in pairs(way) do o[k] = v end
    f(o, way.method .. (way.rtol and ", controlled" or ""))
  end
end

each(function(o, name) -- nothing happens but turning: 10 rad/s for 10 s
  local m, _, hinge = hinged(10)
  o.t_end = 10
  m:solve_dynamic(o)
  tap.near(hinge:output "angle", 100, 1e-7, name .. ": a free hinge")
end)

each(function(o, name) -- J w' = -c w:  angle = w0 J/c (1 - exp(-c t/J))
  local m, _, hinge = hinged(50)
  m:coordinate_spring_damper { m.ground:coordinate(1), hinge:coordinate "angle", damping = 0.01 }
  o.t_end = 20
  m:solve_dynamic(o)
  tap.near(hinge:output "angle", 50 * 0.1 / 0.01 * (1 - math.exp(-0.01 * 20 / 0.1)), 2e-3, name .. ": a flywheel runs down")
end)

do -- a torsion spring counts as far as it is wound: w^2 = k/J, 100 rad/s against 0.1 N m/rad: 100 rad at a quarter period
  for _, method in ipairs { "generalized_alpha", "dopri5" } do
    local m, b, hinge = hinged(100)
    m:torsional_spring_damper { m.ground, b, stiffness = 0.1 }
    m:solve_dynamic { t_end = math.pi / 2, method = method, step = method == "generalized_alpha" and 1e-3 or nil }
    tap.near(hinge:output "angle", 100, 1e-6, method .. ": a spring wound up by 16 turns")
    tap.near(hinge:output "angle_rate", 0, 1e-4, method .. ": where it stands still")
  end
end

do -- two bodies that turn apart by 4 rad a step
  local m = yoke.model {}
  local a = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1 }, angular_velocity = { 0, 0, 2000 } }
  local b = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1 }, angular_velocity = { 0, 0, -2000 } }
  local hinge = m:revolute { a, b, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  local angle = m:sensor { hinge, "angle" }
  local r = m:solve_dynamic { t_end = 1, output = { period = 0.01 } }
  tap.near(hinge:output "angle", -4000, 1e-9, "4 rad a step")
  tap.near(r[angle][1][51], -2000, 1e-9, "and half-way")
  tap.near(r[angle][1][2], -40, 1e-9, "and in the first row")
end

do -- a coordinate of a joint type that goes round without turning a body: atan2(y, x)
  local source = case.write("around.c", [[
    #include "rows.h"
    struct around { double radius; };
    static const struct around defaults = { .radius = 1 };
    static const struct joint_param params[] = { { "radius", JOINT_NUMBER, 0, "m", offsetof(struct around, radius), "of the circle" }, { 0 } };
    static const struct joint_row rows[] = { { "radius", "m", "distance from the axis" }, { 0 } };
    static const char *residual(const void *data, const struct joint_at *at, double *g)
    {
        g[0] = hypot(at->m1->r[0] - at->m0->r[0], at->m1->r[1] - at->m0->r[1]) - ((const struct around *)data)->radius;
        return 0;
    }
    static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
    {
        double x = at->m1->r[0] - at->m0->r[0], y = at->m1->r[1] - at->m0->r[1], square = x * x + y * y;
        *value = atan2(y, x);
        row[0] = y / square, row[1] = -x / square;
        row[6] = -y / square, row[7] = x / square;
        return 0;
    }
    static const struct joint_coordinate coordinates[] = { { "angle", "rad", angle, "about z" }, { 0 } };
    const struct joint_type yoke_joint = { JOINT_HEADER, .name = "around", .doc = "on a circle", .markers = JOINT_FRAMES, .data_size = sizeof(struct around),
        .defaults = &defaults, .params = params, .rows = rows, .residual = residual, .coordinates = coordinates };
  ]])
  local top = arg[0]:match "^(.*)/tests/[^/]*$" or "."
  local object = source:gsub("c$", "so")
  local status, said = core.execute({ "gcc", "-std=c11", "-shared", "-fPIC", "-I" .. top .. "/engine", source, "-o", object, "-lm" }, true)
  tap.is(status, 0, "a joint type of its own compiles", { "said", said })
  yoke.plugin(object)
  for _, kind in ipairs { "point", "rigid" } do
    local m = yoke.model {}
    local b = m[kind](m, { mass = 1, inertia = kind == "rigid" and { 0.1, 0.1, 0.1 } or nil, position = { 1, 0, 0 }, velocity = { 0, 2, 0 } })
    local j = m:around { m.ground, b }
    m:solve_dynamic { t_end = 10 }
    tap.near(j:output "angle", 20, 1e-4, "round a circle on a " .. kind)
  end
end

-- ---- what no step can follow ----

do -- 3 rad a step: halved until it is followed
  local m = yoke.model {}
  local J, w = { 0.1, 0.2, 0.25 }, { 3000, 100, 50 }
  local b = m:rigid { mass = 1, inertia = J, angular_velocity = w }
  local r = m:solve_dynamic { t_end = 0.01 }
  local start = 0
  for i = 1, 3 do start = start + J[i] * w[i] ^ 2 / 2 end
  tap.near(b:output "kinetic_energy", start, 1e-4 * start, "a fast tumbling body keeps its energy")
  tap.ok(r.summary.halvings > 0, "by shorter steps")
end

do -- and a body that is too fast for any
  local m = yoke.model {}
  m:rigid { "dervish", mass = 1, inertia = { 0.1, 0.2, 0.25 }, angular_velocity = { 1e10, 100, 50 } }
  local done, message = pcall(m.solve_dynamic, m, { t_end = 0.01 })
  case.says(done and "it ran" or message, { "t = 0 s: ", "body 'dervish' (rigid) turns by more than half a turn in a step of 9.54e-10 s" }, "too fast for any step")
end

local function jump(options, words)
  local m, _, hinge = hinged(0)
  m:drive { "motor", m.ground:coordinate(1), hinge:coordinate "angle", value = function(t) return t > 0.05 and 1 or 0 end }
  options.t_end = 0.1
  local done, message = pcall(m.solve_dynamic, m, options)
  case.says(done and "it ran" or message, words, "a drive that jumps, " .. options.method)
end
jump({ method = "generalized_alpha" }, { "turns.lua:", "t = 0.05 s: ", "joint 'motor' (drive) row ", " is off by -1 rad a step of ", "its function of time jumps" })
jump({ method = "trapezoidal" }, { "joint 'motor' (drive) row ", "let it rise over some time", "stabilized = true" })
jump({ method = "dopri5" }, { "t = 0.0", "the step fell to", "jumps" })
jump({ method = "rk44" }, { "t = 0.0", "the rows cannot be held" })

do -- a quick drive is not a jump: 20 rad in 10 ms
  local m, _, hinge = hinged(0)
  m:drive { m.ground:coordinate(1), hinge:coordinate "angle", value = function(t)
    local w = 100 * math.pi
    return 10 * (1 - math.cos(w * t)), 10 * w * math.sin(w * t), 10 * w * w * math.cos(w * t)
  end }
  m:solve_dynamic { t_end = 0.01, step = 1e-3 }
  tap.near(hinge:output "angle", 20, 1e-9, "a quick drive")
end

-- ---- the balance of energy in long steps ----

do -- a damped pendulum: what the damper took is known as well as the motion
  for _, tolerance in ipairs { 1e-6, 1e-9 } do
    local m = yoke.model { gravity = { 0, -9.81, 0 } }
    local b = m:rigid { mass = 1, inertia = { 0.001, 0.001, 0.001 }, inertia_about = "com", com = { 0.5, 0, 0 } }
    m:revolute { m.ground, b, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
    m:torsional_spring_damper { m.ground, b, damping = 0.1 }
    local r = m:solve_dynamic { t_end = 5, method = "dop853", rtol = tolerance, atol = tolerance }
    tap.ok(math.abs(r.summary.energy_error) < 50 * tolerance, ("a damper in long steps, %g: %.1e J unaccounted for"):format(tolerance, r.summary.energy_error))
  end
end

do -- a load, a drive and a torque that does work: the same
  local m, b, hinge = hinged(1)
  m:torque { b, { 0, 0, function(t) return math.sin(3 * t) end } }
  m:force { b:at { 0, 1, 0 }, function(t) return math.cos(t), 0, 0 end }
  local slider = m:rigid { mass = 2, inertia = { 1, 1, 1 }, velocity = { 0, 0, 0.3 } }
  local rail = m:prismatic { m.ground, slider, at = { 0, 0, 0 }, along = { 0, 0, 1 } }
  m:drive { m.ground:coordinate(1), rail:coordinate "distance", value = function(t) return 0.3 * math.sin(t) end }
  local r = m:solve_dynamic { t_end = 5, method = "dopri5", rtol = 1e-9, atol = 1e-9 }
  tap.near(r.summary.energy_error, 0, 5e-8, "loads and a drive in long steps")
end

do -- nothing to warn of at rest
  local m = yoke.model { gravity = { 0, -9.81, 0 } }
  local b = m:rigid { mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { 1, 0, 0 } }
  m:fixed { m.ground, b, at = { 0, 0, 0 } }
  tap.is(case.heard(function() m:solve_dynamic { t_end = 1, method = "dop853" } end), "", "a weld at rest: no warning")
end

tap.done()
