/* joint_type.c - joint types written in Lua: each function of joint.h is a call of the script's.
 *
 * A type lives in the arena of the loader and its functions in a table of the registry, so that it outlives every model.
 * Calls run in the Lua that is inside the engine just then, wholly protected: nothing of Lua's jumps over the engine.  The
 * tables p and at are made once and filled again at every call. */
#include "binding.h"
#include "conform.h"
#include "differ.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum slot { RESIDUAL = 1, JACOBIAN, TIME_RATE, BIAS, LAW, HELD, LEVEL, CHECK, DRAW, OUTPUT /* and on */ };
static const char *const slot_names[OUTPUT] = { NULL, "residual", "jacobian", "time_rate", "bias", "law", "held", "level", "check", "draw" };

enum { MOST_PARAMS = 60, MOST_OUTPUTS = 32, MOST_COORDINATES = 8, COORDINATE = OUTPUT + MOST_OUTPUTS, SLOTS = COORDINATE + MOST_COORDINATES,
       P = SLOTS, AT /* places of the tables */ };

enum { MOST_TRIED = 3 };

struct lua_type {
    struct joint_type type;
    struct inside *inside;        /* who is in the engine */
    int table;                    /* reference in the registry: functions by slot, p, at */
    int rows;
    int running;                  /* calls that have not returned; an inner one makes tables of its own */
    int failed;                   /* held or level failed: the next residual says why */
    int draw_failed;
    int tried;                    /* calls that raised an error in the conformance test: after MOST_TRIED it asks no more */
    struct joint_pen *pen;        /* while draw is called */
    double base;                  /* of the coordinate that is differenced: its value in the middle */
    int returns[MOST_PARAMS];     /* numbers that a function among the parameters returns */
    const char *where[SLOTS];     /* "bead.lua:7" */
    char why[8192];
};

struct instance { struct lua_type *type; }; /* parameters follow */

struct call {
    struct lua_type *type;
    const char *data;
    const struct joint_at *at;    /* NULL: the row */
    int row, slot;
    double *out;                  /* (wanted) */
    int wanted;
    int answer;                   /* of held, level and check; how many numbers a coordinate returned */
    int failed, says;             /* why is set: by a mistake of the script, or by what the joint says */
};

/* The engine says which output it is. */
static const char *label(const struct call *c)
{
    return c->slot < OUTPUT ? slot_names[c->slot] : "eval";
}

static void complain(struct call *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(struct call *c, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    text_format(what, sizeof what, format, args);
    va_end(args);
    text_print(c->type->why, sizeof c->type->why, "%s %s  [%s]", label(c), what, c->type->where[c->slot]);
    c->failed = 1;
}

/* ---- what the script sees ---- */

/* The list on the top of the stack becomes x (n). */
static void fill_list(lua_State *L, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
    for (int i = (int)lua_rawlen(L, -1); i > n; i--) {
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
}

/* Pushes the table in the field of the table on the top, made if there is none. */
static void push_field(lua_State *L, const char *name)
{
    if (lua_getfield(L, -1, name) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, name);
}

/* Field: a list of x (n), nil if x is NULL. */
static void set_list(lua_State *L, const char *name, int n, const double *x)
{
    if (!x) {
        lua_pushnil(L);
        lua_setfield(L, -2, name);
        return;
    }
    push_field(L, name);
    fill_list(L, n, x);
    lua_pop(L, 1);
}

static void set_matrix(lua_State *L, const char *name, const struct joint_matrix *X)
{
    if (!X->x) {
        set_list(L, name, 0, NULL);
        return;
    }
    push_field(L, name);
    for (int i = (int)lua_rawlen(L, -1); i > X->rows; i--) {
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
    for (int i = 0; i < X->rows; i++) {
        if (lua_rawgeti(L, -1, i + 1) != LUA_TTABLE) {
            lua_pop(L, 1);
            lua_newtable(L);
            lua_pushvalue(L, -1);
            lua_rawseti(L, -3, i + 1);
        }
        fill_list(L, X->cols, X->x + i * X->cols);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Calls a function that is none of Lua's (upvalue 1) for upvalue 2 numbers. */
static int call_function(lua_State *L)
{
    enum { MOST_ARGUMENTS = 12, MOST_NUMBERS = 64 };
    const struct joint_function *f = lua_touserdata(L, lua_upvalueindex(1));
    double x[MOST_ARGUMENTS][MOST_NUMBERS], out[MOST_NUMBERS];
    struct joint_value in[MOST_ARGUMENTS];
    int n = lua_gettop(L), wanted = (int)lua_tointeger(L, lua_upvalueindex(2));
    luaL_argcheck(L, n <= MOST_ARGUMENTS, n, "too many arguments");
    for (int k = 0; k < n; k++) {
        int list = lua_istable(L, k + 1);
        in[k] = (struct joint_value){ list ? JOINT_LIST : lua_isboolean(L, k + 1) ? JOINT_FLAG : JOINT_NUMBER, 1, x[k] };
        x[k][0] = lua_isboolean(L, k + 1) ? lua_toboolean(L, k + 1) : list ? 0 : luaL_checknumber(L, k + 1);
        if (list) {
            char bad[192];
            in[k].n = function_numbers(L, k + 1, x[k], MOST_NUMBERS, bad, sizeof bad);
            luaL_argcheck(L, in[k].n >= 0 && in[k].n <= MOST_NUMBERS, k + 1, "a list of at most 64 numbers wanted");
        }
    }
    const char *why = f->call(f, n, in, (struct joint_matrix){ 1, wanted, out });
    if (why)
        return luaL_error(L, "%s", why);
    for (int i = 0; i < wanted; i++)
        lua_pushnumber(L, out[i]);
    return wanted;
}

/* Sets a function of the parameters; functions of the model stand at 2. */
static void set_function(lua_State *L, const char *name, const struct joint_function *f, int returns)
{
    if (!f)
        lua_pushnil(L);
    else if (!lua_istable(L, 2) || !function_push(L, 2, f)) {
        lua_pushlightuserdata(L, (void *)f);
        lua_pushinteger(L, returns);
        lua_pushcclosure(L, call_function, 2);
    }
    lua_setfield(L, -2, name);
}

static void set_param(lua_State *L, const struct joint_param *p, const char *data, int returns)
{
    const void *at = data + p->offset;
    const struct joint_signal *s = at;
    const struct joint_vector *v = at;
    char rate[128];
    switch (p->kind) {
    case JOINT_REAL: set_number(L, p->name, *(const double *)at); break;
    case JOINT_SIGNAL:
        set_number(L, p->name, s->value);
        text_print(rate, sizeof rate, "%s_rate", p->name);
        set_number(L, rate, s->rate);
        break;
    case JOINT_INT: set_integer(L, p->name, *(const int *)at); break;
    case JOINT_BOOL: set_flag(L, p->name, *(const int *)at); break;
    case JOINT_VEC3: set_list(L, p->name, 3, at); break;
    case JOINT_VECTOR: set_list(L, p->name, v->n, v->x); break;
    case JOINT_MATRIX: set_matrix(L, p->name, at); break;
    case JOINT_COLOR: set_list(L, p->name, 4, at); break;
    case JOINT_FUNCTION: set_function(L, p->name, *(const struct joint_function *const *)at, returns); break;
    }
}

static void set_marker(lua_State *L, const char *name, const struct joint_marker *m)
{
    push_field(L, name);
    set_list(L, "r", 3, m->q ? NULL : m->r);
    set_list(L, "A", 9, m->q ? NULL : m->A);
    set_list(L, "v", 3, m->q ? NULL : m->v);
    set_list(L, "w", 3, m->q ? NULL : m->w);
    set_list(L, "q", m->n, m->q);
    set_list(L, "u", m->n, m->u);
    lua_pop(L, 1);
}

/* Pushes p and at (or the row); the table of the type stands at 3. */
static void push_arguments(lua_State *L, const struct call *c)
{
    const struct joint_param *params = c->type->type.params;
    const struct joint_at *at = c->at;
    int own = c->type->running > 1;
    for (int k = P; k <= AT; k++)
        if (own)
            lua_newtable(L);
        else
            lua_rawgeti(L, 3, k);
    if (at) {
        set_number(L, "t", at->t);
        set_marker(L, "m0", at->m0);
        set_marker(L, "m1", at->m1);
        set_list(L, "g", at->rows, at->g);
        set_list(L, "g_dot", at->rows, at->g_dot);
        set_list(L, "lambda", at->rows, at->lambda);
    } else {
        lua_pop(L, 1);
        lua_pushinteger(L, c->row + 1);
    }
    lua_insert(L, -2);
    for (const struct joint_param *p = params; p && p->name; p++)
        set_param(L, p, c->data, c->type->returns[p - params]);
    lua_insert(L, -2);
}

/* pen:line(a, b, diameter, colour), pen:circle(at, normal, diameter, colour), pen:sphere(at, diameter, colour); the type and which */
static int pen_shape(lua_State *L)
{
    struct lua_type *t = lua_touserdata(L, lua_upvalueindex(1));
    int which = (int)lua_tointeger(L, lua_upvalueindex(2)), next = which == 2 ? 3 : 4;
    double a[3], b[3], c[4], *colour = NULL;
    struct fault f;
    char bad[192];
    lua_settop(L, 5);
    if (!t->pen)
        return luaL_error(L, "the pen draws only while draw is called");
    if (value_vector(L, 2, "the place", a, &f) || (which < 2 && value_vector(L, 3, which ? "the normal" : "the other end", b, &f)))
        return luaL_error(L, "%s", f.text);
    double diameter = luaL_optnumber(L, next, which ? t->pen->size : 0);
    if (!lua_isnoneornil(L, next + 1)) {
        luaL_checktype(L, next + 1, LUA_TTABLE);
        luaL_argcheck(L, function_numbers(L, next + 1, c, 4, bad, sizeof bad) == 4, next + 1, "a colour {red, green, blue, opacity} wanted");
        colour = c;
    }
    switch (which) {
    case 0: t->pen->line(t->pen, a, b, diameter, colour); break;
    case 1: t->pen->circle(t->pen, a, b, diameter, colour); break;
    default: t->pen->sphere(t->pen, a, diameter, colour); break;
    }
    return 0;
}

static void push_pen(lua_State *L, struct lua_type *t)
{
    static const char *const names[] = { "line", "circle", "sphere" };
    lua_newtable(L);
    set_number(L, "size", t->pen->size);
    set_flag(L, "simplified", t->pen->simplified);
    for (int i = 0; i < 3; i++) {
        lua_pushlightuserdata(L, t);
        lua_pushinteger(L, i);
        lua_pushcclosure(L, pen_shape, 2);
        lua_setfield(L, -2, names[i]);
    }
}

/* ---- what it returns ---- */

/* A sentence in place of numbers, "return nil, 'the points coincide'"; or of check, "return 'x is too large'". */
static int take_sentence(lua_State *L, struct call *c, int index)
{
    if (lua_type(L, index) != LUA_TSTRING)
        return 0;
    text_print(c->type->why, sizeof c->type->why, "%s", lua_tostring(L, index));
    c->says = 1;
    return 1;
}

static void take_numbers(lua_State *L, struct call *c, int first)
{
    char word[128], bad[192];
    int n = 0, last = lua_gettop(L);
    if (lua_isnil(L, first) && take_sentence(L, c, first + 1))
        return;
    for (int i = first; i <= last; i++) {
        if (lua_type(L, i) == LUA_TNUMBER) {
            if (n < c->wanted)
                c->out[n] = lua_tonumber(L, i);
            n++;
            continue;
        }
        int more = lua_istable(L, i) ? function_numbers(L, i, c->out + n, c->wanted - n, bad, sizeof bad) : -1;
        if (more < 0 && lua_istable(L, i))
            return complain(c, "returned a table whose %s, it must hold numbers", bad);
        if (more < 0)
            return complain(c, "returned %s, %d number%s wanted", value_word(L, i, word, sizeof word), c->wanted, c->wanted == 1 ? "" : "s");
        n += more;
    }
    if (n == 0 && c->wanted > 0)
        return complain(c, "returned nothing, %d number%s wanted", c->wanted, c->wanted == 1 ? "" : "s");
    c->answer = n;
    if (n != c->wanted && !(c->slot >= COORDINATE && n == 1))
        return complain(c, "returned %d number%s, %d wanted", n, n == 1 ? "" : "s", c->wanted);
    for (int i = 0; i < n; i++)
        if (!isfinite(c->out[i]))
            return complain(c, "returned %s as number %d, it must be finite", isnan(c->out[i]) ? "nan" : c->out[i] > 0 ? "inf" : "-inf", i + 1);
}

static void take_flag(lua_State *L, struct call *c, int index)
{
    char word[128];
    if (lua_isboolean(L, index))
        c->answer = lua_toboolean(L, index);
    else if (lua_type(L, index) == LUA_TNUMBER)
        c->answer = lua_tonumber(L, index) != 0;
    else
        complain(c, "returned %s, true or false wanted", value_word(L, index, word, sizeof word));
}

static void take_check(lua_State *L, struct call *c, int index)
{
    char word[128];
    c->answer = !lua_isnoneornil(L, index);
    if (c->answer && !take_sentence(L, c, index))
        complain(c, "returned %s, it must return nil, or a sentence that says what is wrong", value_word(L, index, word, sizeof word));
}

/* ---- the call ---- */

/* The whole call, in protected mode: call, table of the model's functions or nil */
static int inner(lua_State *L)
{
    struct call *c = lua_touserdata(L, 1);
    luaL_checkstack(L, 40, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->type->table);
    lua_rawgeti(L, 3, c->slot);
    push_arguments(L, c);
    if (c->slot == DRAW)
        push_pen(L, c->type);
    lua_call(L, c->slot == DRAW ? 3 : 2, LUA_MULTRET);
    luaL_checkstack(L, 10, NULL);
    if (c->slot == DRAW)
        return 0;
    if (c->slot == HELD || c->slot == LEVEL)
        take_flag(L, c, 4);
    else if (c->slot == CHECK)
        take_check(L, c, 4);
    else
        take_numbers(L, c, 4);
    return 0;
}

/* 0: done; -1: the type's why says what is wrong */
static int run(struct call *c)
{
    struct lua_type *t = c->type;
    struct inside now = *t->inside;
    lua_State *L = now.L;
    int top = lua_gettop(L);
    if (!now.binding && t->tried >= MOST_TRIED) { /* one that recurses without end takes seconds each time */
        c->failed = 1;
        return -1;
    }
    if (!lua_checkstack(L, 10)) {
        complain(c, "was called too deep");
        return -1;
    }
    lua_pushcfunction(L, function_traceback);
    lua_pushcfunction(L, inner);
    lua_pushlightuserdata(L, c);
    if (now.binding)
        lua_pushvalue(L, now.binding->functions);
    else
        lua_pushnil(L);
    t->running++;
    if (lua_pcall(L, 2, 0, top + 1) != LUA_OK) {
        text_print(t->why, sizeof t->why, "%s failed  [%s]: %s", label(c), t->where[c->slot], lua_tostring(L, -1));
        c->failed = 1;
        t->tried += !now.binding;
    }
    t->running--;
    lua_settop(L, top);
    if (c->failed && now.binding)
        now.binding->model->script_failed = 1;
    return c->failed || c->says ? -1 : 0;
}

static struct call call_of(const void *data, const struct joint_at *at, int slot)
{
    return (struct call){ .type = ((const struct instance *)data)->type, .data = data, .at = at, .slot = slot };
}

/* ---- the functions of joint.h ---- */

static const char *numbers(const void *data, const struct joint_at *at, int slot, double *out, int wanted)
{
    struct call c = call_of(data, at, slot);
    c.out = out, c.wanted = wanted;
    if (c.type->failed) {
        c.type->failed = 0;
        return c.type->why;
    }
    return run(&c) ? c.type->why : NULL;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    return numbers(data, at, RESIDUAL, g, ((const struct instance *)data)->type->rows);
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    return numbers(data, at, JACOBIAN, G, at->rows * (at->m0->n + at->m1->n));
}

static const char *time_rate(const void *data, const struct joint_at *at, double *gt)
{
    return numbers(data, at, TIME_RATE, gt, at->rows);
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    return numbers(data, at, BIAS, c, at->rows);
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    return numbers(data, at, LAW, sigma, at->rows);
}

/* A flag cannot say that it failed: the next residual does. */
static int flag(const void *data, int row, int slot)
{
    struct call c = call_of(data, NULL, slot);
    c.row = row;
    c.type->failed |= run(&c) != 0;
    return c.answer;
}

static int held(const void *data, int row)
{
    return flag(data, row, HELD);
}

static int level(const void *data, int row)
{
    return flag(data, row, LEVEL);
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    struct call c = call_of(data, at, CHECK);
    if (run(&c) == 0)
        return 0;
    text_print(why, size, "%s", c.type->why);
    return 1;
}

/* It cannot say that it failed: who asked for the picture does. */
static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct call c = call_of(data, at, DRAW);
    c.type->pen = pen;
    if (run(&c)) {
        c.type->draw_failed = 1;
        if (c.type->inside->binding)
            c.type->inside->binding->draw_failed = c.type->why;
    }
    c.type->pen = NULL;
}

static int count(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)at, (void)why, (void)size;
    return ((const struct instance *)data)->type->rows;
}

static const char *output(const void *data, const struct joint_at *at, int which, double *out)
{
    return numbers(data, at, OUTPUT + which, out, ((const struct instance *)data)->type->type.outputs[which].n);
}

/* A function for each output, since an output knows its place only by its function: output_00 ... output_37. */
#define EVAL(k, d) static const char *output_##k##d(const void *data, const struct joint_at *at, double *out) \
    { return output(data, at, 8 * k + d, out); }
#define NAME(k, d) output_##k##d,
#define EIGHT(WHAT, k) WHAT(k, 0) WHAT(k, 1) WHAT(k, 2) WHAT(k, 3) WHAT(k, 4) WHAT(k, 5) WHAT(k, 6) WHAT(k, 7)
EIGHT(EVAL, 0) EIGHT(EVAL, 1) EIGHT(EVAL, 2) EIGHT(EVAL, 3)
static const char *(*const evals[MOST_OUTPUTS])(const void *, const struct joint_at *, double *) = {
    EIGHT(NAME, 0) EIGHT(NAME, 1) EIGHT(NAME, 2) EIGHT(NAME, 3)
};

/* A coordinate's value, and its row if the function returns that too; how many numbers, or -1: the type's why. */
static int coordinate_numbers(const void *data, const struct joint_at *at, int which, double *out, int wanted)
{
    struct call c = call_of(data, at, COORDINATE + which);
    c.out = out, c.wanted = wanted;
    return run(&c) ? -1 : c.answer;
}

/* The row of differences: of an angle the short way round. */
static const char *coordinate_value(const void *data, const struct joint_at *at, int which, double *g)
{
    struct lua_type *t = ((const struct instance *)data)->type;
    if (coordinate_numbers(data, at, which, g, 1) < 0)
        return t->why;
    g[0] -= t->base;
    if (strcmp(t->type.coordinates[which].unit, "rad") == 0)
        g[0] = remainder(g[0], 6.283185307179586);
    return NULL;
}

static const char *coordinate(const void *data, const struct joint_at *at, int which, const struct joint_type *valued, double *value, double *row)
{
    struct lua_type *t = ((const struct instance *)data)->type;
    unsigned char level[1] = { 0 };
    const struct joint_use use = { .type = valued, .data = (void *)data, .rows = 1, .level = level };
    double out[1 + JOINT_COLUMNS];
    int n = at->m0->n + at->m1->n, returned = coordinate_numbers(data, at, which, out, 1 + n);
    if (returned < 0)
        return t->why;
    *value = t->base = out[0];
    if (returned == 1)
        return differ_jacobian(&use, at, row);
    memcpy(row, out + 1, (size_t)n * sizeof *row);
    return NULL;
}

/* For each coordinate a function of its value, for differences, and one of its value and row. */
#define VALUE(k, d) static const char *value_##k##d(const void *data, const struct joint_at *at, double *g) \
    { return coordinate_value(data, at, d, g); }
#define VALUED(k, d) { .residual = value_##k##d },
EIGHT(VALUE, 0)
static const struct joint_type valued[MOST_COORDINATES] = { EIGHT(VALUED, 0) };
#define READ(k, d) static const char *read_##k##d(const void *data, const struct joint_at *at, double *value, double *row) \
    { return coordinate(data, at, d, &valued[d], value, row); }
#define READS(k, d) read_##k##d,
EIGHT(READ, 0)
static const char *(*const reads[MOST_COORDINATES])(const void *, const struct joint_at *, double *, double *) = { EIGHT(READS, 0) };

/* ---- making a type from the table at 1, which joint_type.lua has checked ---- */

static const char *text_field(lua_State *L, struct arena *a, const char *name)
{
    const char *text = lua_getfield(L, -1, name) == LUA_TSTRING ? arena_text(a, lua_tostring(L, -1)) : NULL;
    lua_pop(L, 1);
    return text;
}

static int int_field(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    int x = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return x;
}

/* Pushes the list in a field and returns its length. */
static int list_field(lua_State *L, const char *name)
{
    return lua_getfield(L, 1, name) == LUA_TTABLE ? (int)lua_rawlen(L, -1) : 0;
}

static void read_rows(lua_State *L, struct lua_type *t, struct arena *a)
{
    int n = list_field(L, "rows");
    struct joint_row *rows = ARENA_NEW(a, n + 1, struct joint_row);
    if (n == 0) { /* a number */
        t->rows = (int)lua_tointeger(L, -1);
        t->type.count = count;
    } else {
        t->rows = n;
        t->type.rows = rows;
    }
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        rows[i] = (struct joint_row){ text_field(L, a, "name"), text_field(L, a, "unit"), text_field(L, a, "doc") };
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_outputs(lua_State *L, struct lua_type *t, struct arena *a)
{
    int n = list_field(L, "outputs");
    struct joint_output *outputs = ARENA_NEW(a, n + 1, struct joint_output);
    t->type.outputs = outputs;
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        outputs[i] = (struct joint_output){ text_field(L, a, "name"), int_field(L, "n"), text_field(L, a, "unit"), evals[i], text_field(L, a, "doc") };
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_coordinates(lua_State *L, struct lua_type *t, struct arena *a)
{
    int n = list_field(L, "coordinates");
    struct joint_coordinate *coordinates = ARENA_NEW(a, n + 1, struct joint_coordinate);
    t->type.coordinates = n ? coordinates : NULL;
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        coordinates[i] = (struct joint_coordinate){ text_field(L, a, "name"), text_field(L, a, "unit"), reads[i], text_field(L, a, "doc") };
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static size_t room_for(enum joint_kind kind)
{
    switch (kind) {
    case JOINT_SIGNAL: return sizeof(struct joint_signal);
    case JOINT_VEC3: return 3 * sizeof(double);
    case JOINT_VECTOR: return sizeof(struct joint_vector);
    case JOINT_MATRIX: return sizeof(struct joint_matrix);
    default: return sizeof(double);
    }
}

static void read_params(lua_State *L, struct lua_type *t, struct arena *a)
{
    int n = list_field(L, "params");
    struct joint_param *params = ARENA_NEW(a, n + 1, struct joint_param);
    t->type.data_size = sizeof(struct instance);
    t->type.params = params;
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        params[i] = (struct joint_param){ text_field(L, a, "name"), (enum joint_kind)int_field(L, "kind"), int_field(L, "rule"),
                                          text_field(L, a, "unit"), t->type.data_size, text_field(L, a, "doc"), text_field(L, a, "remedy") };
        t->returns[i] = int_field(L, "n");
        t->type.data_size += room_for(params[i].kind);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* The instance that others are copied from; -1: a default is not as its row says. */
static int read_defaults(lua_State *L, struct lua_type *t, struct arena *a, struct fault *f)
{
    struct instance *defaults = arena_take(a, t->type.data_size);
    int n = list_field(L, "params"), failed = 0;
    defaults->type = t;
    t->type.defaults = defaults;
    for (int i = 0; i < n && !failed; i++) {
        const struct joint_param *p = &t->type.params[i];
        char what[300];
        struct value v;
        text_print(what, sizeof what, "the default of parameter '%s'", p->name);
        lua_rawgeti(L, -1, i + 1);
        if (lua_getfield(L, -1, "default") != LUA_TNIL)
            failed = value_read(L, -1, what, NULL, a, &v, f) || schema_fill(p, what, &v, defaults, a, f);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return failed;
}

/* Moves the function on the top of the stack to its slot; the type's table stands below it. */
static void keep_function(lua_State *L, struct lua_type *t, struct arena *a, int slot)
{
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &ar);
    t->where[slot] = arena_print(a, ar.linedefined > 0 ? "%s:%d" : "%s", ar.short_src, ar.linedefined);
    lua_rawseti(L, -2, slot);
}

/* The eval of each entry of a list goes to the slots from `first` on; the type's table stands on the top. */
static void keep_evals(lua_State *L, struct lua_type *t, struct arena *a, const char *list, int first)
{
    int n = list_field(L, list);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        lua_getfield(L, -1, "eval");
        lua_pushvalue(L, -4);
        lua_insert(L, -2);
        keep_function(L, t, a, first + i);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

/* Makes the type's table in the registry. */
static void read_functions(lua_State *L, struct lua_type *t, struct arena *a)
{
    lua_newtable(L);
    for (int slot = RESIDUAL; slot < OUTPUT; slot++)
        if (lua_getfield(L, 1, slot_names[slot]) == LUA_TFUNCTION)
            keep_function(L, t, a, slot);
        else
            lua_pop(L, 1);
    keep_evals(L, t, a, "outputs", OUTPUT);
    keep_evals(L, t, a, "coordinates", COORDINATE);
    for (int k = P; k <= AT; k++) {
        lua_newtable(L);
        lua_rawseti(L, -2, k);
    }
    t->table = luaL_ref(L, LUA_REGISTRYINDEX);
    t->type.residual = residual;
    t->type.jacobian = t->where[JACOBIAN] ? jacobian : NULL;
    t->type.time_rate = t->where[TIME_RATE] ? time_rate : NULL;
    t->type.bias = t->where[BIAS] ? bias : NULL;
    t->type.draw = t->where[DRAW] ? draw : NULL;
    t->type.law = t->where[LAW] ? law : NULL;
    t->type.held = t->where[HELD] ? held : NULL;
    t->type.level = t->where[LEVEL] ? level : NULL;
    t->type.check = t->where[CHECK] ? check : NULL;
}

static void first_breach(void *data, int passed, const char *what)
{
    struct fault *f = data;
    if (passed == 0 && !f->text[0])
        fault_set(f, "%s", what);
}

/* The conformance test, without a model. */
static int conforms(lua_State *L, const struct lua_type *t, struct fault *f)
{
    struct inside before = *t->inside;
    *t->inside = (struct inside){ L, NULL };
    f->text[0] = 0;
    int failures = conform(&t->type, first_breach, f);
    *t->inside = before;
    if (!failures && t->draw_failed)
        fault_set(f, "%s", t->why);
    return failures || t->draw_failed ? -1 : 0;
}

/* joint_type(table): makes the joint type known */
int core_joint_type(lua_State *L)
{
    struct loader *l = the_loader(L);
    struct arena *a = &l->arena;
    struct fault f;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    struct lua_type *t = ARENA_NEW(a, 1, struct lua_type);
    t->inside = the_inside(L);
    t->type = (struct joint_type){ JOINT_HEADER, .name = text_field(L, a, "name"), .doc = text_field(L, a, "doc"), .example = text_field(L, a, "example"),
        .markers = (enum joint_markers)int_field(L, "markers"), .half_turns = int_field(L, "half_turns"), .global_axes = int_field(L, "global_axes"),
        .constant = int_field(L, "constant") };
    read_rows(L, t, a);
    read_outputs(L, t, a);
    read_coordinates(L, t, a);
    read_params(L, t, a);
    read_functions(L, t, a);
    int unchecked = int_field(L, "unchecked");
    if (read_defaults(L, t, a, &f) || loader_check(&t->type, &f) || (!unchecked && conforms(L, t, &f))
        || loader_take(l, &t->type, push_where(L), &f)) {
        luaL_unref(L, LUA_REGISTRYINDEX, t->table);
        fault_prefix(&f, "joint_type '%s': ", t->type.name);
        return raise_here(L, &f);
    }
    lua_pushstring(L, t->type.name);
    return 1;
}
