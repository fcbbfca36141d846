-- cases_plugins.lua - joint plugins that should load, and every way in which a file can be no plugin.

local core = require "yoke.core"
local tap = require "yoke.tap"
local case = require "lib.case"

local folder = case.folder()
local include = (arg[0]:match "^(.*)/" or ".") .. "/../engine"

-- ---- plugins to try, compiled all at once ----

-- A plugin that holds marker 1 at the x of marker 0.  Any of its functions that is called when it must not be ends the program.
local function source(name, changes, before)
  return ([[
#include "joint.h"
#include <math.h>
#include <stdlib.h>
%s
static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    if (DEAD)
        abort();
    g[0] = at->m1->r[0] - at->m0->r[0];
    return NULL;
}
static const struct joint_row rows[] = { { "x", "m", "r1 - r0 along x" }, { 0 } };
struct data { double a; int b; };
const struct joint_type yoke_joint = { JOINT_HEADER, .name = "%s", .doc = "for a test", .markers = JOINT_FRAMES, .rows = rows,
    .data_size = sizeof(struct data), .residual = residual, %s };
]]):format(before or "", name, changes or "")
end

local jobs, plugins = {}, {}
local function build(file, text, flags)
  case.write(file .. ".c", text)
  plugins[file] = folder .. "/" .. file .. ".so"
  jobs[#jobs + 1] = ("gcc -w -shared -fPIC %s -I '%s' -o '%s' '%s/%s.c' &"):format(flags or "-DDEAD=0", include, plugins[file], folder, file)
end

local function param(row) return (".params = (const struct joint_param[]){ %s, { 0 } }"):format(row) end
local function coordinate(row) return (".coordinates = (const struct joint_coordinate[]){ %s, { 0 } }"):format(row) end
local function output(row) return (".outputs = (const struct joint_output[]){ %s, { 0 } }"):format(row) end
local number = [[static const char *number(const void *data, const struct joint_at *at, double *out) { *out = 1; return NULL; }]]

-- What is wrong in the table of a plugin: changes, what is said.
local wrong_tables = {
  { "no_name", ".name = NULL", "its name '(none)' is not a plain word" },
  { "odd_name", '.name = "my joint"', "its name 'my joint' is not a plain word" },
  { "no_doc", ".doc = NULL", "it has no doc" },
  { "no_residual", ".residual = NULL", "it has no residual" },
  { "no_rows", ".rows = NULL", "it has neither rows nor count" },
  { "empty_rows", ".rows = (const struct joint_row[]){ { 0 } }", "its table of rows is empty" },
  { "odd_row", '.rows = (const struct joint_row[]){ { "the x", "m", "x" }, { 0 } }', "row name 'the x' is not a plain word" },
  { "row_twice", '.rows = (const struct joint_row[]){ { "x", "m", "x" }, { "x", "m", "x" }, { 0 } }', "row 'x' stands twice" },
  { "row_undocumented", '.rows = (const struct joint_row[]){ { "x", "m" }, { 0 } }', "row 'x' must have a doc" },
  { "odd_markers", ".markers = 17", "kind of markers (17) is unknown" },
  { "huge", ".data_size = 1 << 30", "at most 1 MiB" },
  { "odd_param", param '{ "a b", JOINT_REAL, 0, "1", 0, "doc" }', "parameter name 'a b' is not a plain word" },
  { "odd_kind", param '{ "a", 99, 0, "1", 0, "doc" }', "parameter 'a' has the unknown kind 99" },
  { "outside", param '{ "a", JOINT_REAL, 0, "1", 16, "doc" }', "parameter 'a' lies outside the instance" },
  { "crooked", param '{ "a", JOINT_REAL, 0, "1", 3, "doc" }', "parameter 'a' is not aligned" },
  { "param_twice", param '{ "a", JOINT_REAL, 0, "1", 0, "doc" }, { "a", JOINT_REAL, 0, "1", 0, "doc" }', "parameter 'a' stands twice" },
  { "param_taken", param '{ "active", JOINT_BOOL, 0, "1", 8, "doc" }', "parameter 'active' belongs to Yoke" },
  { "param_undocumented", param '{ "a", JOINT_REAL, 0, "1", 0 }', "parameter 'a' must have a unit" },
  { "param_rule", param '{ "a", JOINT_REAL, JOINT_DIRECTION, "1", 0, "doc" }', "parameter 'a': direction" },
  { "output_taken", output '{ "lambda", 1, "1", number, "doc" }', "output 'lambda' belongs to Yoke" },
  { "output_twice", output '{ "o", 1, "1", number, "doc" }, { "o", 1, "1", number, "doc" }', "output 'o' stands twice" },
  { "output_empty", output '{ "o", 1, "1", NULL, "doc" }', "output 'o' must have eval" },
  { "output_size", output '{ "o", 0, "1", number, "doc" }', "output 'o' has n = 0" },
  { "odd_output", output '{ "an o", 1, "1", number, "doc" }', "output name 'an o' is not a plain word" },
  { "param_word", param '{ "a", JOINT_REAL, 0, "1", 0, "doc", .common = "visible" }',
    "parameter 'a' is another word for 'visible', but there is none of this kind that every joint has" },
  { "param_start", coordinate '{ "q", "m", number, "doc" }' .. "," .. param '{ "q_start", JOINT_REAL, 0, "1", 0, "doc" }',
    "parameter 'q_start' belongs to Yoke: coordinate 'q' has it" },
  { "odd_coordinate", coordinate '{ "a q", "m", number, "doc" }', "coordinate name 'a q' is not a plain word" },
  { "coordinate_undocumented", coordinate '{ "q", "m", number }', "coordinate 'q' must have eval, unit and doc" },
  { "coordinate_output", coordinate '{ "q", "m", number, "doc" }' .. "," .. output '{ "q", 1, "1", number, "doc" }',
    "'q' is both an output and a coordinate" },
  { "no_sizes", ".size = 0", "struct joint_type has 0 bytes: JOINT_HEADER is missing from yoke_joint" },
  { "law_and_turns", ".law = number, .half_turns = 1", "a joint with a law" },
  { "constant_bias", ".constant = 1, .jacobian = number, .bias = number", "gives jacobian, and no bias, curvature or level" },
  { "energy_alone", ".energy = number", "need a law" },
  { "future_table", ".param_size = sizeof(struct joint_param) + 8", "built with a newer joint.h (struct joint_param" },
  { "future_type", ".size = sizeof(struct joint_type) + 8", "built with a newer joint.h (struct joint_type" },
}
for _, w in ipairs(wrong_tables) do build(w[1], source(w[1], w[2], number), "-DDEAD=1") end

build("good", source "good")
build("next_contract", source("next_contract", ".abi = JOINT_ABI + 1, .count = (void *)abort, .check = (void *)abort, .level = (void *)abort"), "-DDEAD=1")
build("no_header", (source "no_header":gsub("JOINT_HEADER, ", "")), "-DDEAD=1")
build("no_symbol", "int yoke_joint_is_missing;\n")
build("hidden", (source "hidden":gsub("yoke_joint", "not_the_name")))
build("unresolved", source("unresolved", nil, "extern void nowhere_to_be_found(void); void use(void) { nowhere_to_be_found(); }"))
build("my_distance", source "distance")
for _, word in ipairs { "point", "ground", "sensor", "solve_dynamic", "at" } do build("method_" .. word, source(word)) end
build("other_file", source "other_name")
build("sentence", (source "sentence":gsub("return NULL", 'return at->t > 0.0455 ? "it has had enough" : NULL')))
build("not_a_number", (source "not_a_number":gsub("g%[0%] = ", "g[0] = at->t > 0.0455 ? NAN : ")))
build("checked", source("checked", ".check = check", '#include <stdio.h>\nstatic int check(const void *d, const struct joint_at *at, char *why, size_t size)' ..
  '\n{ snprintf(why, size, "a = 3 is not to its taste"); return 1; }'))
build("many_rows", source("many_rows", ".rows = NULL, .count = count", "static int count(const void *d, const struct joint_at *at, char *why, size_t n) { return 100000; }"))
jobs[#jobs + 1] = "wait"
local status, said = core.execute({ "sh", "-c", table.concat(jobs, "\n") }, true)
tap.ok(status == 0 and said == "", "the plugins of this test compile", { "said", said })

-- ---- loading ----

-- Runs a line with the file of a plugin as FILE; how it ends and what it writes.
local function run(text, path, ...)
  local script = case.write("load.lua", 'local yoke = require "yoke"\nlocal FILE = [[' .. (path or "") .. "]]\n" .. text)
  local words = { case.program, ... }
  words[#words + 1] = script
  return core.execute(words, true)
end

local function refused(path, texts, name)
  local code, text = run("yoke.plugin(FILE)", path)
  tap.is(code, 1, name .. ": exit status")
  texts[#texts + 1] = "load.lua:3: "
  case.says(text, texts, name .. ": said")
  tap.ok(not text:find("(null)", 1, true) and not text:find("PANIC", 1, true), name .. ": no (null), no PANIC", { "got", text })
end

case.write("text.so", "this is not a library\n")
case.write("empty.so", "")
refused(folder .. "/missing.so", { folder .. "/missing.so", "No such file or directory" }, "a missing file")
refused(folder .. "/no/such/missing.so", { folder .. "/no/such/missing.so", "No such file or directory" }, "a missing folder")
refused(folder, { folder }, "a folder")
refused(folder .. "/text.so", { folder .. "/text.so", "cannot be loaded: " }, "a text file")
refused(folder .. "/empty.so", { folder .. "/empty.so", "cannot be loaded: " }, "an empty file")
refused("", { "plugin" }, "an empty path")
refused(plugins.no_symbol, { plugins.no_symbol, "does not define yoke_joint" }, "a library without the entry symbol")
refused(plugins.hidden, { plugins.hidden, "does not define yoke_joint" }, "a joint under another symbol")
refused(plugins.next_contract, { plugins.next_contract, "built for joint contract 2, this yoke speaks 1; rebuild it" }, "the next contract, whose functions must not run")
refused(plugins.no_header, { plugins.no_header, "built for joint contract 0, this yoke speaks 1" }, "no JOINT_HEADER")
refused(plugins.unresolved, { plugins.unresolved, "undefined symbol: nowhere_to_be_found" }, "an unresolved symbol")
for _, w in ipairs(wrong_tables) do refused(plugins[w[1]], { plugins[w[1]], w[3] }, "table " .. w[1]) end
for _, word in ipairs { "point", "ground", "sensor", "solve_dynamic", "at" } do
  refused(plugins["method_" .. word], { ("joint type '%s' has the name of a method of the model"):format(word) }, "named like the method " .. word)
end
refused(plugins.my_distance, { "joint type 'distance' is defined twice", "/plugins/distance.so", plugins.my_distance }, "named like a built-in joint")
do
  local code, text = run("local m = yoke.model {} local p = m:point { mass = 1, position = { 1, 0, 0 } } m:distance { m.ground, p, distance = 1 } yoke.plugin(FILE)",
    plugins.my_distance)
  tap.is(code, 1, "named like a built-in joint that is in use: exit status")
  case.says(text, { "joint type 'distance' is defined twice", "/plugins/distance.so", plugins.my_distance }, "named like a built-in joint that is in use: said")
end
do
  local code, text = run("print(pcall(yoke.plugin, FILE)) print(pcall(yoke.plugin))", plugins.no_symbol)
  tap.is(code, 0, "a refusal can be caught: exit status")
  case.says(text, { "false\t", "plugin: the path is nil" }, "a refusal can be caught, and a path must be given")
end

-- ---- plugins that are good ----

local use = [[
local m = yoke.model {}
local p = m:point { mass = 2, velocity = { 0, 3, 0 } }
m:force { p, { 5, 0, 0 } }
local j = m:good { "held", m.ground, p }
local r = m:solve_dynamic { t_end = 1 }
print(("x %.9f y %.9f lambda %.9f"):format(p:output "position"[1] + 0, p:output "position"[2], j:output "lambda"))
]]
local result = "x 0.000000000 y 3.000000000 lambda 5.000000000"
local function works(text, name, path, ...)
  local code, said_now = run(text, path, ...)
  tap.is(code, 0, name .. ": exit status")
  case.says(said_now, result, name .. ": result")
end

core.execute({ "ln", "-s", plugins.good, folder .. "/link.so" }, true)
core.execute({ "mkdir", folder .. "/copies", folder .. "/path", folder .. "/links" }, true)
core.execute({ "cp", plugins.good, folder .. "/copies/good.so" }, true)
core.execute({ "ln", "-s", plugins.good, folder .. "/links/good.so" }, true)
core.execute({ "ln", "-s", folder .. "/nowhere.so", folder .. "/dangling.so" }, true)
works("print(yoke.plugin(FILE))\n" .. use, "loaded by its path", plugins.good)
works("print(yoke.plugin(FILE))\n" .. use, "loaded through a link", folder .. "/link.so")
works("assert(yoke.plugin(FILE) == 'good' and yoke.plugin(FILE) == 'good')\n" .. use, "loaded twice", plugins.good)
works(("assert(yoke.plugin(FILE) == yoke.plugin [[%s/link.so]])\n"):format(folder) .. use, "loaded by its path and through a link", plugins.good)
works(use, "found on --plugins", nil, "--plugins", folder)
works(use, "found on --plugins through a link", nil, "--plugins", folder .. "/links")
works("yoke.plugin(FILE)\n" .. use, "loaded, and the same file on --plugins through a link", plugins.good, "--plugins", folder .. "/links")
refused(folder .. "/dangling.so", { folder .. "/dangling.so", "No such file or directory" }, "a link to nowhere")
do
  local code, text = run(("yoke.plugin(FILE) yoke.plugin [[%s/copies/good.so]]"):format(folder), plugins.good)
  tap.is(code, 1, "two files for one name: exit status")
  case.says(text, { "joint type 'good' is defined twice", plugins.good, folder .. "/copies/good.so" }, "two files for one name: both are named")
  code, text = run("local m = yoke.model {} m:good { m.ground, m.ground }", nil, "--plugins", folder, "--plugins", folder .. "/copies")
  tap.is(code, 1, "two files for one name on the path: exit status")
  case.says(text, { "joint type 'good' is defined twice", plugins.good, folder .. "/copies/good.so" }, "two files for one name on the path: both are named")
  local program = select(2, core.execute({ "realpath", case.program }, true)):gsub("\n", "")
  code, text = core.execute({ "env", "-C", folder, "YOKE_PLUGINS=", program, "load.lua" }, true)
  tap.ok(code ~= 0 and text:find("no joint type 'good'", 1, true), "the current folder is not looked into", { "got", text })
  run(use)
  code, text = core.execute({ "env", "YOKE_PLUGINS=" .. folder .. "/links:" .. folder .. "/path", case.program, folder .. "/load.lua" }, true)
  tap.is(code, 0, "found on $YOKE_PLUGINS: exit status")
  case.says(text, result, "found on $YOKE_PLUGINS: result")
  code, text = run("local m = yoke.model {} m:other_file { m.ground, m.ground }", nil, "--plugins", folder)
  tap.is(code, 1, "a file whose joint has another name: exit status")
  case.says(text, { "other_file.so", "'other_name'", "must be called other_name.so" }, "a file whose joint has another name: said")
  code, text = run("local m = yoke.model {} m:next_contract { m.ground, m.ground }", nil, "--plugins", folder)
  case.says(text, { plugins.next_contract, "built for joint contract 2" }, "a bad file found on the path: said with the file")
end

-- ---- plugins that go wrong when they are used ----

for _, trouble in ipairs {
  { "sentence", { "t = 0.045", "joint 'held' (sentence): it has had enough" } },
  { "not_a_number", { "t = 0.045", "'held' (not_a_number)" } },
  { "checked", { "joint 'held' (checked): a = 3 is not to its taste" } },
  { "many_rows", { "joint 'held' (many_rows): it has 100000 rows" } },
} do
  local code, text = run("yoke.plugin(FILE)\n" .. use:gsub("m:good", "m:" .. trouble[1]), plugins[trouble[1]])
  tap.is(code, 1, "plugin " .. trouble[1] .. ": exit status")
  case.says(text, trouble[2], "plugin " .. trouble[1] .. ": said")
end

tap.done()
