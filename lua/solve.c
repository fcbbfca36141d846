/* solve.c - solving from Lua, and what a script can ask of a result. */
#include "binding.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- solving ---- */

struct watch {              /* looks after a run for the user */
    lua_State *L;
    int show;               /* a progress line on the terminal */
    double t0, t1, next, begun;
    int shown;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int nothing(lua_State *L)
{
    (void)L;
    return 0;
}

/* Twice a second: shows where the run is, and lets Lua see an interrupt (its hook raises in the call). */
static int progress(void *data, double t, long steps)
{
    struct watch *w = data;
    if (steps % 64)
        return 0;
    double now = seconds();
    if (now < w->next)
        return 0;
    w->next = now + 0.5;
    if (w->show) {
        double part = (t - w->t0) / (w->t1 - w->t0), left = (now - w->begun) * (1 - part) / part;
        fprintf(stderr, "\rt = %.4g s of %.4g s (%.0f %%)", t, w->t1, 100 * part);
        if (left < 1e6) /* before that it is a guess */
            fprintf(stderr, ", about %.0f s left   ", left);
        w->shown = 1;
    }
    lua_pushcfunction(w->L, nothing);
    if (lua_pcall(w->L, 0, 0, 0) == LUA_OK)
        return 0;
    lua_pop(w->L, 1);
    return 1;
}

static double option(lua_State *L, int index, const char *name, double otherwise)
{
    double x = otherwise;
    if (lua_getfield(L, index, name) == LUA_TNUMBER)
        x = lua_tonumber(L, -1);
    else if (lua_isboolean(L, -1))
        x = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return x;
}

/* The options, checked and completed by yoke.lua. */
static void read_options(lua_State *L, int index, struct run_options *o)
{
    run_defaults(o);
    o->solver.method = (enum method)option(L, index, "method", 0);
    o->solver.t_start = option(L, index, "t_start", 0);
    o->solver.t_end = option(L, index, "t_end", 0);
    o->solver.step = option(L, index, "step", o->solver.step);
    o->solver.spectral_radius = option(L, index, "spectral_radius", o->solver.spectral_radius);
    o->solver.newton.relative_tolerance = option(L, index, "relative_tolerance", o->solver.newton.relative_tolerance);
    o->solver.newton.absolute_tolerance = option(L, index, "absolute_tolerance", o->solver.newton.absolute_tolerance);
    o->solver.newton.max_iterations = (int)option(L, index, "max_iterations", o->solver.newton.max_iterations);
    o->solver.newton.modified = (int)option(L, index, "modified", 0);
    o->solver.newton.linear = (enum linear_kind)option(L, index, "linear", LINEAR_AUTO);
    o->solver.start.mode = (enum start_mode)option(L, index, "start", 0);
    o->solver.start.tolerance = option(L, index, "start_tolerance", o->solver.start.tolerance);
    o->solver.rtol = option(L, index, "rtol", o->solver.rtol);
    o->solver.atol = option(L, index, "atol", o->solver.atol);
    o->solver.first_step = option(L, index, "first_step", 0);
    o->solver.controlled = (int)option(L, index, "controlled", 0);
    o->solver.stabilized = (int)option(L, index, "stabilized", 0);
    o->solver.stepped = (int)option(L, index, "stepped", 0);
    o->load_steps = (int)option(L, index, "load_steps", 1);
    o->undamped = !(int)option(L, index, "damped", 1);
    o->period = option(L, index, "period", 0);
    if (lua_getfield(L, index, "file") == LUA_TSTRING)
        o->file = lua_tostring(L, -1); /* stays in the table of options */
    lua_pop(L, 1);
    lua_getfield(L, index, "along");
    const struct handle *along = check_item(L, -1);
    lua_pop(L, 1);
    o->sweep = (struct sweep_options){ along ? along->item : NULL, option(L, index, "from", NAN), option(L, index, "to", 0),
                                       (int)option(L, index, "steps", 1), (int)option(L, index, "limit", 0) };
}

/* ---- results ---- */

static const char result_key[] = "a result";

/* A result in Lua keeps its run, and by its user value the model. */
static int result_collect(lua_State *L)
{
    struct run **r = luaL_checkudata(L, 1, result_key);
    run_free(*r);
    *r = NULL;
    return 0;
}

struct run *check_result(lua_State *L, int index)
{
    return *(struct run **)luaL_checkudata(L, index, result_key);
}

/* Pushes an empty result of the model at index; with `last` it becomes the model's last one. */
static struct run **push_result(lua_State *L, int index, int last)
{
    struct run **r = lua_newuserdatauv(L, sizeof *r, 1);
    *r = NULL;
    luaL_setmetatable(L, result_key);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, 1);
    if (last) {
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, index, 3);
    }
    return r;
}

static int solve(lua_State *L, int last, struct run *(*run)(struct model *, const struct run_options *, struct fault *))
{
    struct binding *b = check_model(L, 1);
    struct fault f;
    struct run_options o;
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    if (b->model->running) {
        fault_set(&f, "the model is being solved already");
        return raise_here(L, &f);
    }
    read_options(L, 2, &o);
    lua_getfield(L, 2, "along");
    const struct handle *along = check_item(L, -1);
    lua_pop(L, 1);
    if (along && along->binding != b) {
        fault_set(&f, "it belongs to another model");
        item_fault(along->item, &f);
        return raise_here(L, &f);
    }
    struct run *old = b->run;
    if (option(L, 2, "continue", 0) != 0) {
        if (!old || old->failed || old->revision != b->model->revision) {
            fault_set(&f, !old ? "continue = true, but the model has not been solved yet; leave it out"
                      : old->failed ? "continue = true, but the last solve failed; start again without it"
                      : "continue = true, but bodies, joints or loads have been added since the last solve; start again without it");
            return raise_here(L, &f);
        }
        o.from = old;
        o.solver.t_start = old->x->t;
    }
    struct watch w = { .L = L, .show = option(L, 2, "progress", isatty(2)) != 0, .t0 = o.solver.t_start, .t1 = o.solver.t_end, .begun = seconds() };
    w.next = w.begun + 0.5;
    o.progress = progress;
    o.data = &w;
    lua_getiuservalue(L, 1, 3);           /* the old result stays while its state is read */
    struct run **r = push_result(L, 1, last);
    struct entry before = engine_enter(L, 1, b);
    *r = run(b->model, &o, &f);
    engine_leave(b, before);
    if (last)
        b->run = *r;
    else if (old && old->T)
        old->T->signal_order = -1; /* the signals of the joints stand elsewhere now */
    if (w.shown)
        fprintf(stderr, "\r%70s\r", "");
    if (!(*r)->failed)
        return 1;
    lua_pushnil(L);
    lua_pushstring(L, f.text);
    lua_pushvalue(L, -3);
    return 3;
}

/* solve_dynamic(model, options), solve_static, sweep_pose: result; or nil, message, result with the rows so far */
static int core_solve_dynamic(lua_State *L)
{
    return solve(L, 1, run_dynamic);
}

static int core_solve_static(lua_State *L)
{
    return solve(L, 1, run_static);
}

static int core_sweep_pose(lua_State *L)
{
    return solve(L, 1, run_sweep);
}

/* dof(model, options), linearize(model, options), modes(model, options): result to ask for freedom, linearised or modes; the
   model's last result stays */
static int core_dof(lua_State *L)
{
    return solve(L, 0, run_freedom);
}

static int core_linearize(lua_State *L)
{
    return solve(L, 0, run_linearised);
}

static int core_modes(lua_State *L)
{
    return solve(L, 0, run_modes);
}

/* The last run of the model, which can be asked for outputs. */
static struct run *last_run(lua_State *L, const struct binding *b)
{
    struct fault f;
    if (b->model->running) {
        fault_set(&f, "the model is being solved; its outputs can be read when that is done");
        raise_here(L, &f);
    }
    if (b->run && !b->run->failed && b->run->revision == b->model->revision)
        return b->run;
    fault_set(&f, !b->run ? "the model was not solved yet" : b->run->failed ? "the last solve failed"
                  : "the model has changed since it was solved; solve it again");
    raise_here(L, &f);
    return NULL;
}

/* notes(result): sentences of the run */
static int result_notes(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    lua_createtable(L, r->notes.n, 0);
    for (int i = 0; i < r->notes.n; i++) {
        lua_pushstring(L, r->notes.text[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* drift per joint and row, as { {joint =, row =, unit =, drift =}, ... } */
static void push_drift(lua_State *L, const struct run *r)
{
    int n = 0;
    lua_newtable(L);
    for (int row = 0; row < r->as->m; row++) {
        const struct link *l = &r->as->link[r->as->row_link[row]];
        char text[64];
        if (l->use.type->law)
            continue;
        lua_newtable(L);
        lua_pushstring(L, l->joint->item.name);
        lua_setfield(L, -2, "joint");
        lua_pushstring(L, assembly_row_word(l, row - l->row, text));
        lua_setfield(L, -2, "row");
        lua_pushstring(L, assembly_row_unit(r->as, row, text, sizeof text));
        lua_setfield(L, -2, "unit");
        set_number(L, "drift", r->drift[row]);
        lua_pushboolean(L, r->as->release[row] == ROW_DEPENDENT);
        lua_setfield(L, -2, "redundant");
        lua_pushboolean(L, r->start->rank && r->start->rank->not_unique[row]);
        lua_setfield(L, -2, "not_unique");
        lua_rawseti(L, -2, ++n);
    }
}

/* None if it is too large for a number. */
static void set_energy(lua_State *L, const char *name, double x)
{
    if (isfinite(x))
        set_number(L, name, x);
}

/* summary(result): what the solver did, as a table */
static int result_summary(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    const struct energy *e = &r->balance->now, *first = &r->balance->first;
    lua_newtable(L);
    set_flag(L, "static", r->statics != NULL);
    set_number(L, "t", r->x->t);
    set_integer(L, "steps", run_steps(r));
    set_integer(L, "halvings", run_halvings(r));
    if (r->newton) {
        set_integer(L, "newton_iterations", r->newton->total_iterations);
        set_integer(L, "factorisations", r->newton->factorisations);
        set_integer(L, "at_round_off", r->newton->at_round_off);
        set_text(L, "linear", linear_name(r->newton->linear));
        set_number(L, "linear_work", linear_work(r->newton->linear));
    }
    if (r->sweep) {
        set_text(L, "swept", r->sweep->name);
        set_text(L, "unit", r->sweep->unit);
        set_number(L, "reached", r->sweep->at);
        set_flag(L, "limit", r->sweep->ended);
    }
    if (r->dynamics && r->dynamics->explicit) {
        set_integer(L, "evaluations", r->dynamics->finish->evaluations);
        set_integer(L, "rejected", r->dynamics->explicit->rejected);
    }
    if (r->dynamics && r->options.solver.controlled && !r->dynamics->explicit)
        set_integer(L, "rejected", r->dynamics->pace.rejected);
    set_number(L, "wall", r->wall);
    set_energy(L, "kinetic", e->kinetic);
    set_energy(L, "potential", e->potential);
    set_energy(L, "stored", e->stored);
    set_energy(L, "kinetic_start", first->kinetic);
    set_energy(L, "potential_start", first->potential);
    set_energy(L, "stored_start", first->stored);
    set_energy(L, "work_loads", e->loads);
    set_energy(L, "work_drives", e->drives);
    set_energy(L, "work_laws", e->laws);
    set_energy(L, "lost", e->lost);
    set_energy(L, "energy_error", r->dynamics ? balance_error(r->balance) : 0);
    set_integer(L, "coordinates", r->as->n);
    set_integer(L, "rows", r->as->m);
    if (r->start->rank)
        set_integer(L, "rank", r->start->rank->rank);
    push_drift(L, r);
    lua_setfield(L, -2, "drift");
    return 1;
}

/* columns(result): {name, ...}, {unit, ...}, number of rows */
static int result_columns(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    lua_newtable(L);
    lua_newtable(L);
    for (int i = 0; i < r->record->columns; i++) {
        lua_pushstring(L, r->record->name[i]);
        lua_rawseti(L, -3, i + 1);
        lua_pushstring(L, r->record->unit[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, r->record->rows);
    return 3;
}

/* sensor(result, sensor): its first column (1 is time) and how many it has; nil if it was not there */
static int result_sensor(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    struct handle *h = luaL_checkudata(L, 2, "a sensor");
    if (h->binding->model != r->model || h->item->index >= r->sensors)
        return 0;
    lua_pushinteger(L, r->column[h->item->index] + 1);
    lua_pushinteger(L, r->probe[h->item->index].n);
    return 2;
}

/* column(result, i): list of its numbers */
static int result_column(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    int c = (int)luaL_checkinteger(L, 2);
    luaL_argcheck(L, c >= 1 && c <= r->record->columns, 2, "no such column");
    lua_createtable(L, (int)r->record->rows, 0);
    for (long i = 0; i < r->record->rows; i++) {
        lua_pushnumber(L, r->record->data[i * r->record->columns + c - 1]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* save(result, path) */
static int result_save(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    struct fault f;
    return record_save(r->record, luaL_checkstring(L, 2), &f) ? raise_here(L, &f) : 0;
}

/* last_time(model): where the last solve ended (s), 0 if there was none */
static int core_last_time(lua_State *L)
{
    const struct binding *b = check_model(L, 1);
    lua_pushnumber(L, b->run && !b->run->failed && b->run->revision == b->model->revision ? b->run->x->t : 0);
    return 1;
}

/* output(item, name): a number or a list */
static int core_output(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    struct fault f;
    double x[PROBE_MOST];
    int n;
    luaL_argexpected(L, h, 1, "an item of a model");
    const char *output = luaL_checkstring(L, 2);
    lua_settop(L, 2);
    struct binding *b = push_model(L, 1);
    if (probe_check(h->item, b->model, output, &f))
        return raise_here(L, &f);
    struct run *r = last_run(L, b);
    struct entry before = engine_enter(L, 3, b);
    int failed = run_output(r, h->item, output, x, &n, &f);
    engine_leave(b, before);
    for (int i = 0; i < n && !failed; i++)
        if (!isfinite(x[i])) {
            fault_set(&f, "output '%s': number %d is %s, it must be finite", output, i + 1, isnan(x[i]) ? "nan" : "inf");
            failed = item_fault(h->item, &f);
        }
    if (failed)
        return raise_here(L, &f);
    if (n == 1) {
        lua_pushnumber(L, x[0]);
        return 1;
    }
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* outputs(item): names of all its outputs */
static int core_outputs(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    struct arena a = { 0 };
    const char **names;
    luaL_argexpected(L, h, 1, "an item of a model");
    int n = probe_names(h->item, h->binding->model, &a, &names);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, i + 1);
    }
    arena_free(&a);
    return 1;
}


void solve_open(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "solve_dynamic", core_solve_dynamic }, { "solve_static", core_solve_static }, { "sweep_pose", core_sweep_pose }, { "dof", core_dof },
        { "linearize", core_linearize }, { "modes", core_modes }, { "last_time", core_last_time }, { "output", core_output }, { "outputs", core_outputs }, { "scene", core_scene }, { "last_result", core_last_result }, { NULL, NULL }
    };
    static const luaL_Reg methods[] = {
        { "notes", result_notes }, { "summary", result_summary }, { "columns", result_columns }, { "sensor", result_sensor },
        { "column", result_column }, { "save", result_save }, { "scene", result_scene }, { NULL, NULL }
    };
    luaL_setfuncs(L, functions, 0);
    luaL_newmetatable(L, result_key);
    lua_pushcfunction(L, result_collect);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    luaL_setfuncs(L, analyse_methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
