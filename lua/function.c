/* function.c - functions of the script, called by the engine.
 *
 * Each function has SLOTS places in its model's table: the function, then the tables its list arguments are passed in, made
 * once and filled again at every call. */
#include "binding.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum { SLOTS = 12, HANDLER = 1 }; /* the message handler stands one above the table on the stack */

struct lua_function {
    struct joint_function base;
    struct binding *binding;
    int slot;
    const char *label, *where; /* "constraint", "crank.lua:31" */
};

int function_traceback(lua_State *L)
{
    const char *message = lua_tostring(L, 1);
    char word[128];
    if (!message && luaL_callmeta(L, 1, "__tostring"))
        message = lua_tostring(L, -1);
    if (!message) {
        lua_pushfstring(L, "error object is %s", value_word(L, 1, word, sizeof word));
        message = lua_tostring(L, -1);
    }
    luaL_traceback(L, L, message, 1);
    return 1;
}

struct inside *the_inside(lua_State *L)
{
    static const char key;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TNIL) {
        struct inside *now = lua_newuserdatauv(L, sizeof *now, 0);
        *now = (struct inside){ 0 };
        lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
        lua_remove(L, -2);
    }
    struct inside *now = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return now;
}

struct entry engine_enter(lua_State *L, int index, struct binding *b)
{
    luaL_checkstack(L, SLOTS + 32, NULL);
    struct inside *now = the_inside(L);
    struct entry before = { b->L, b->functions, *now };
    *now = (struct inside){ L, b };
    lua_getiuservalue(L, index, 1);
    b->L = L;
    b->functions = lua_gettop(L);
    lua_pushcfunction(L, function_traceback);
    return before;
}

void engine_leave(struct binding *b, struct entry before)
{
    lua_settop(b->L, b->functions - 1);
    *the_inside(b->L) = before.inside;
    b->L = before.L;
    b->functions = before.functions;
}

/* ---- calling ---- */

static const char *complain(const struct lua_function *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

static const char *complain(const struct lua_function *f, const char *format, ...)
{
    struct binding *b = f->binding;
    va_list args;
    size_t used;
    text_print(b->why, sizeof b->why, "%s ", f->label);
    used = strlen(b->why);
    va_start(args, format);
    text_format(b->why + used, sizeof b->why - used, format, args);
    va_end(args);
    used = strlen(b->why);
    text_print(b->why + used, sizeof b->why - used, "  [%s]", f->where);
    b->model->script_failed = 1;
    return b->why;
}

static void push_argument(lua_State *L, const struct lua_function *f, int k, const struct joint_value *v)
{
    if (v->shape == JOINT_NUMBER)
        lua_pushnumber(L, v->x[0]);
    else if (v->shape == JOINT_FLAG)
        lua_pushboolean(L, v->x[0] != 0);
    else {
        lua_rawgeti(L, f->binding->functions, f->slot + 1 + k);
        for (int i = 0; i < v->n; i++) {
            lua_pushnumber(L, v->x[i]);
            lua_rawseti(L, -2, i + 1);
        }
    }
}

/* Calls; the results stand above the returned index.  -1: it failed, and says so. */
static int call(const struct lua_function *f, int nin, const struct joint_value *in)
{
    struct binding *b = f->binding;
    lua_State *L = b->L;
    int top = lua_gettop(L);
    if (!lua_checkstack(L, nin + 20))
        return complain(f, "was called too deep"), -1;
    lua_rawgeti(L, b->functions, f->slot);
    for (int k = 0; k < nin; k++)
        push_argument(L, f, k, &in[k]);
    if (lua_pcall(L, nin, LUA_MULTRET, b->functions + HANDLER) != LUA_OK) {
        text_print(b->why, sizeof b->why, "%s failed  [%s]: %s", f->label, f->where, lua_tostring(L, -1));
        b->model->script_failed = 1;
        lua_settop(L, top);
        return -1;
    }
    return top;
}

/* depth: levels of lists that may lie in it */
static int numbers(lua_State *L, int index, int depth, double *out, int room, char *bad, size_t size)
{
    int n = 0, length = (int)lua_rawlen(L, index);
    for (int i = 1; i <= length; i++) {
        lua_rawgeti(L, index, i);
        if (lua_type(L, -1) == LUA_TTABLE && depth > 0) {
            int more = numbers(L, lua_gettop(L), depth - 1, out ? out + n : NULL, room - n, bad, size);
            if (more < 0)
                return -1;
            n += more;
        } else if (lua_type(L, -1) == LUA_TNUMBER) {
            if (out && n < room)
                out[n] = lua_tonumber(L, -1);
            n++;
        } else {
            char word[128];
            text_print(bad, size, "[%d] is %s", i, value_word(L, -1, word, sizeof word));
            return -1;
        }
        lua_pop(L, 1);
    }
    return n;
}

int function_numbers(lua_State *L, int index, double *out, int room, char *bad, size_t size)
{
    return numbers(L, index, 1, out, room, bad, size); /* a list, or a matrix as a list of rows */
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* Numbers of all results above `top` to out; how many, or -1. */
static int collect(const struct lua_function *f, int top, double *out, int room, int wanted)
{
    lua_State *L = f->binding->L;
    int results = lua_gettop(L) - top, n = 0;
    char word[128], bad[192];
    for (int i = top + 1; i <= top + results; i++) {
        if (lua_type(L, i) == LUA_TNUMBER) {
            if (out && n < room)
                out[n] = lua_tonumber(L, i);
            n++;
        } else if (lua_type(L, i) == LUA_TTABLE) {
            int more = function_numbers(L, i, out ? out + n : NULL, room - n, bad, sizeof bad);
            if (more < 0)
                return complain(f, "returned a table whose %s, it must hold numbers", bad), -1;
            n += more;
        } else {
            value_word(L, i, word, sizeof word);
            if (wanted >= 0)
                complain(f, "returned %s, %d number%s wanted", word, wanted, plural(wanted));
            else
                complain(f, "returned %s, numbers wanted", word);
            return -1;
        }
    }
    return n;
}

static const char *function_call(const struct joint_function *base, int nin, const struct joint_value *in, struct joint_matrix out)
{
    const struct lua_function *f = (const struct lua_function *)base;
    lua_State *L = f->binding->L;
    int wanted = out.rows * out.cols, top = call(f, nin, in);
    if (top < 0)
        return f->binding->why;
    int n = collect(f, top, out.x, wanted, wanted);
    lua_settop(L, top);
    if (n < 0)
        return f->binding->why;
    if (n != wanted) {
        if (out.rows > 1 && out.cols > 1)
            return complain(f, "returned %d number%s, %d wanted (%d x %d)", n, plural(n), wanted, out.rows, out.cols);
        if (n == 0)
            return complain(f, "returned nothing, %d number%s wanted", wanted, plural(wanted));
        return complain(f, "returned %d number%s, %d wanted", n, plural(n), wanted);
    }
    for (int i = 0; i < wanted; i++)
        if (!isfinite(out.x[i]))
            return complain(f, "returned %s as number %d, it must be finite", isnan(out.x[i]) ? "nan" : out.x[i] > 0 ? "inf" : "-inf", i + 1);
    return NULL;
}

static int function_size(const struct joint_function *base, int nin, const struct joint_value *in, char *why, size_t size)
{
    const struct lua_function *f = (const struct lua_function *)base;
    lua_State *L = f->binding->L;
    int top = call(f, nin, in), n = -1;
    if (top >= 0) {
        n = collect(f, top, NULL, 0, -1);
        lua_settop(L, top);
    }
    if (n < 0)
        text_print(why, size, "%s", f->binding->why);
    return n;
}

/* ---- keeping ---- */

int function_keep(lua_State *L, int index, struct binding *b)
{
    int slot = b->slots + 1;
    index = lua_absindex(L, index);
    b->slots += SLOTS;
    lua_pushvalue(L, index);
    lua_rawseti(L, b->functions, slot);
    return slot;
}

const struct joint_function *function_new(lua_State *L, int index, const char *label, struct binding *b)
{
    lua_Debug ar;
    struct lua_function *f = arena_take(&b->model->arena, sizeof *f);
    *f = (struct lua_function){ { function_call, function_size }, b, function_keep(L, index, b), arena_text(&b->model->arena, label), "" };
    for (int k = 1; k < SLOTS; k++) {
        lua_newtable(L);
        lua_rawseti(L, b->functions, f->slot + k);
    }
    lua_pushvalue(L, index);
    if (lua_getinfo(L, ">S", &ar))
        f->where = arena_print(&b->model->arena, ar.linedefined > 0 ? "%s:%d" : "%s", ar.short_src, ar.linedefined);
    return &f->base;
}

int function_push(lua_State *L, int index, const struct joint_function *base)
{
    const struct lua_function *f = (const struct lua_function *)base;
    if (base->call != function_call)
        return 0;
    lua_rawgeti(L, index, f->slot);
    return 1;
}

int function_fire(struct binding *b, int slot, struct fault *f)
{
    lua_State *L = b->L;
    lua_rawgeti(L, b->functions, slot);
    if (lua_pcall(L, 0, 0, b->functions + HANDLER) == LUA_OK)
        return 0;
    fault_set(f, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    b->model->script_failed = 1;
    return -1;
}
