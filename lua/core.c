/* core.c - the C module `yoke.core`: models, items, solving, results.  What a script sees of it is made in yoke.lua. */
#include "binding.h"
#include "text.h"
#include "vec.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char model_key[] = "a model";
static const char *const item_keys[ITEM_KINDS] = { "a body", "a marker", "a joint", "a load", "a sensor" };
static const char fault_key;

/* ---- errors ---- */

/* Code of Yoke's own modules is not what a user looks for; the Makefile compiles them under such names. */
static int own_code(const char *source)
{
    return strncmp(source, "=yoke", 5) == 0;
}

const char *push_where(lua_State *L)
{
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0 && !own_code(ar.source))
            return lua_pushfstring(L, "%s:%d", ar.short_src, ar.currentline);
    }
    return lua_pushliteral(L, "");
}

/* The text is kept, so that the program knows that a traceback would tell nothing more. */
static int raise_text(lua_State *L)
{
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &fault_key);
    return lua_error(L);
}

int raise_plain(lua_State *L, const struct fault *f)
{
    lua_pushstring(L, f->text);
    return raise_text(L);
}

int raise_here(lua_State *L, const struct fault *f)
{
    const char *where = push_where(L);
    lua_pushfstring(L, *where ? "%s: %s" : "%s%s", where, f->text);
    return raise_text(L);
}

/* fault(message): raises it with the position of the script's code */
static int core_fault(lua_State *L)
{
    struct fault f;
    fault_set(&f, "%s", luaL_checkstring(L, 1));
    return raise_here(L, &f);
}

/* fault_plain(message): raises it as it is */
static int core_fault_plain(lua_State *L)
{
    struct fault f;
    fault_set(&f, "%s", luaL_checkstring(L, 1));
    return raise_plain(L, &f);
}

/* is_fault(message): was it raised by Yoke itself? */
static int core_is_fault(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &fault_key);
    lua_pushboolean(L, lua_type(L, 1) == LUA_TSTRING && lua_rawequal(L, 1, -1));
    return 1;
}

/* where(): "script.lua:12" */
static int core_where(lua_State *L)
{
    push_where(L);
    return 1;
}

/* near(name, list): the name that may have been meant, or nil */
static int core_near(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1), *names[256];
    int n = 0;
    luaL_checktype(L, 2, LUA_TTABLE);
    luaL_checkstack(L, 260, NULL);
    for (int i = 1; i <= (int)lua_rawlen(L, 2) && n < 256; i++) {
        lua_rawgeti(L, 2, i);
        if (lua_type(L, -1) == LUA_TSTRING)
            names[n++] = lua_tostring(L, -1);
    }
    lua_pushstring(L, near_miss(name, names, n));
    return 1;
}

/* ---- models and handles ---- */

struct binding *check_model(lua_State *L, int index)
{
    struct binding *b = luaL_checkudata(L, index, model_key);
    return b;
}

struct handle *check_item(lua_State *L, int index)
{
    for (int k = 0; k < ITEM_KINDS; k++) {
        struct handle *h = luaL_testudata(L, index, item_keys[k]);
        if (h)
            return h;
    }
    return NULL;
}

/* Pushes the one userdata of an item; the model's userdata stands at index. */
static void push_item(lua_State *L, int index, struct binding *b, struct item *item)
{
    index = lua_absindex(L, index);
    lua_getiuservalue(L, index, 2);
    if (lua_rawgetp(L, -1, item) == LUA_TNIL) {
        lua_pop(L, 1);
        struct handle *h = lua_newuserdatauv(L, sizeof *h, 1);
        *h = (struct handle){ b, item };
        luaL_setmetatable(L, item_keys[item->kind]);
        lua_pushvalue(L, index);
        lua_setiuservalue(L, -2, 1);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, -3, item);
    }
    lua_remove(L, -2);
}

/* Pushes the model's userdata of a handle. */
struct binding *push_model(lua_State *L, int index)
{
    lua_getiuservalue(L, index, 1);
    return check_model(L, -1);
}

static int model_collect(lua_State *L)
{
    struct binding *b = luaL_checkudata(L, 1, model_key);
    model_free(b->model);
    b->model = NULL;
    return 0;
}

/* model(gravity or nil) */
static int core_model(lua_State *L)
{
    struct fault f;
    double gravity[3] = { 0 };
    lua_settop(L, 1);
    if (!lua_isnil(L, 1) && value_vector(L, 1, "gravity", gravity, &f))
        return raise_here(L, &f);
    struct binding *b = lua_newuserdatauv(L, sizeof *b, 3); /* 3: the last result */
    memset(b, 0, sizeof *b);
    luaL_setmetatable(L, model_key);
    b->model = model_new();
    memcpy(b->model->gravity, gravity, sizeof gravity);
    lua_newtable(L);                     /* 1: functions */
    lua_setiuservalue(L, -2, 1);
    lua_newtable(L);                     /* 2: handles by item, not keeping them */
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_setiuservalue(L, -2, 2);
    return 1;
}

/* ground(model): its ground body */
static int core_ground(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    push_item(L, 1, b, &b->model->body[0]->item);
    return 1;
}

/* class(kind): the metatable of "model", "body", "marker", "joint", "load" or "sensor" */
static int core_class(lua_State *L)
{
    static const char *const kinds[] = { "body", "marker", "joint", "load", "sensor", "model", NULL };
    int k = luaL_checkoption(L, 1, NULL, kinds);
    luaL_getmetatable(L, k < ITEM_KINDS ? item_keys[k] : model_key);
    return 1;
}

static int item_tostring(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    static const char *const words[ITEM_KINDS] = { "body", "marker", "joint", "load", "sensor" };
    lua_pushfstring(L, "%s '%s' (%s)", words[h->item->kind], h->item->name, h->item->type);
    return 1;
}

/* name(item), kind(value): "body", ...; nil if it is no item */
static int core_name(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    luaL_argexpected(L, h, 1, "an item of a model");
    lua_pushstring(L, h->item->name);
    lua_pushstring(L, h->item->type);
    return 2;
}

/* is_model(value) */
static int core_is_model(lua_State *L)
{
    lua_pushboolean(L, luaL_testudata(L, 1, model_key) != NULL);
    return 1;
}

static int core_kind(lua_State *L)
{
    static const char *const words[ITEM_KINDS] = { "body", "marker", "joint", "load", "sensor" };
    struct handle *h = check_item(L, 1);
    lua_pushstring(L, h ? words[h->item->kind] : NULL);
    return 1;
}

/* ---- parameters ---- */

/* The first unknown key (in alphabetical order) of the parameters at index. */
static int unknown_key(lua_State *L, int index, const struct item *item, struct fault *f)
{
    const struct joint_param *table[ITEM_TABLES];
    void *data[ITEM_TABLES];
    const char *first = NULL;
    int tables = item_tables(item, table, data);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) {
            char word[128];
            fault_set(f, "%s among the parameters has no name; parameters are given as name = value", value_word(L, -1, word, sizeof word));
            lua_pop(L, 1);
            return item_fault(item, f);
        }
        const char *key = lua_tostring(L, -1);
        int known = 0;
        for (int k = 0; k < tables; k++)
            known |= schema_find(table[k], key) != NULL;
        if (!known && (!first || strcmp(key, first) < 0))
            first = key;
    }
    if (!first)
        return 0;
    schema_unknown(first, table, tables, f);
    return item_fault(item, f);
}

/* A copy of the list on top, with 1 and 0 for true and false, in its place. */
static void replace_flags(lua_State *L)
{
    lua_Integer n = luaL_len(L, -1);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_geti(L, -2, i) == LUA_TBOOLEAN) {
            lua_pushinteger(L, lua_toboolean(L, -1));
            lua_replace(L, -2);
        }
        lua_seti(L, -2, i);
    }
    lua_replace(L, -2);
}

static int set_param(lua_State *L, int index, const struct joint_param *row, struct binding *b, struct item *item, struct arena *scratch,
                     struct fault *f)
{
    struct value v;
    const char *name = row->name;
    int failed = 0;
    if (lua_getfield(L, index, name) != LUA_TNIL) {
        if (row->rule & JOINT_SWITCHES && lua_istable(L, -1))
            replace_flags(L);
        failed = value_read(L, -1, name, b, scratch, &v, f);
        failed = failed ? item_fault(item, f) : model_set(b->model, item, name, &v, f);
    }
    lua_pop(L, 1);
    return failed;
}

static int is_given(lua_State *L, int index, const char *key)
{
    int given = lua_getfield(L, index, key) != LUA_TNIL;
    lua_pop(L, 1);
    return given;
}

/* A parameter of all joints and the joint's own word for it, both in one table. */
static int said_twice(lua_State *L, int index, const struct item *item, const struct joint_param *own, struct fault *f)
{
    for (; own && own->name; own++)
        if (own->common && is_given(L, index, own->name) && is_given(L, index, own->common)) {
            fault_set(f, "%s and %s are both given, they are two words for one thing; give one", own->name, own->common);
            return item_fault(item, f);
        }
    return 0;
}

static int set_params(lua_State *L, int index, struct binding *b, struct item *item, struct fault *f)
{
    const struct joint_param *table[ITEM_TABLES];
    void *data[ITEM_TABLES];
    struct arena scratch = { 0 };
    if (lua_isnil(L, index))
        return 0;
    int tables = item_tables(item, table, data), failed = unknown_key(L, index, item, f) || (tables && said_twice(L, index, item, table[0], f));
    for (int k = 0; k < tables; k++)
        for (const struct joint_param *row = table[k]; row && row->name && !failed; row++)
            failed = set_param(L, index, row, b, item, &scratch, f);
    arena_free(&scratch);
    return failed;
}

/* Sets the parameters at index of a new item and completes it; raises after taking it back. */
static int finish(lua_State *L, int params, struct binding *b, struct item *item, struct entry before)
{
    struct fault f;
    if (set_params(L, params, b, item, &f) || model_complete(b->model, item, &f)) {
        model_drop(b->model, item);
        engine_leave(b, before);
        return raise_here(L, &f);
    }
    engine_leave(b, before);
    push_item(L, 1, b, item);
    return 1;
}

static const char *optional_name(lua_State *L, int index)
{
    return lua_isnoneornil(L, index) ? NULL : luaL_checkstring(L, index);
}

/* body(model, type, name or nil, params) */
static int core_body(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    struct fault f;
    const struct body_type *type = body_type_find(luaL_checkstring(L, 2));
    const char *name = optional_name(L, 3);
    luaL_argcheck(L, type, 2, "no such body type");
    struct body *body = model_body(b->model, type, name, push_where(L), &f);
    if (!body)
        return raise_here(L, &f);
    return finish(L, 4, b, &body->item, engine_enter(L, 1, b));
}

/* The marker a handle stands for in a joint; NULL with a fault. */
static const struct marker *to_marker(lua_State *L, int index, const struct binding *b, int coordinates, const char *label, struct fault *f)
{
    char word[128];
    struct handle *h = check_item(L, index);
    if (h && h->binding != b) {
        fault_set(f, "%s belongs to another model", label);
        return NULL;
    }
    if (h && h->item->kind == ITEM_BODY) {
        struct body *body = (struct body *)h->item;
        return coordinates ? model_coordinates(b->model, body, f) : model_frame(b->model, body, NULL, NULL, NULL, f);
    }
    if (h && h->item->kind == ITEM_MARKER)
        return (const struct marker *)h->item;
    fault_set(f, "%s is %s, it must be a marker or a body", label, value_word(L, index, word, sizeof word));
    return NULL;
}

/* joint(model, type, name or nil, marker 0, marker 1, params) */
static int core_joint(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    struct fault f;
    const char *name = optional_name(L, 3);
    const struct joint_type *type = loader_find(the_loader(L), luaL_checkstring(L, 2), &f);
    if (!type)
        return raise_here(L, &f);
    const struct marker *m[2];
    for (int k = 0; k < 2; k++) {
        m[k] = to_marker(L, 4 + k, b, type->markers == JOINT_COORDINATES, k ? "marker 1" : "marker 0", &f);
        if (!m[k]) {
            fault_prefix(&f, name ? "joint '%s' (%s): " : "joint %s(%s): ", name ? name : "", type->name);
            return raise_here(L, &f);
        }
    }
    struct joint *j = model_joint(b->model, type, name, push_where(L), m[0], m[1], &f);
    if (!j)
        return raise_here(L, &f);
    return finish(L, 6, b, &j->item, engine_enter(L, 1, b));
}

/* load(model, "force" | "torque" | "load", name or nil, marker, params) */
static int core_load(lua_State *L)
{
    static const char *const kinds[] = { "force", "torque", "load", NULL };
    struct binding *b = check_model(L, 1);
    struct fault f;
    int kind = luaL_checkoption(L, 2, NULL, kinds);
    const struct marker *at = to_marker(L, 4, b, 0, "its marker", &f);
    if (!at) {
        fault_prefix(&f, "%s: ", kinds[kind]);
        return raise_here(L, &f);
    }
    struct load *l = model_load(b->model, (enum load_kind)kind, optional_name(L, 3), push_where(L), at, &f);
    if (!l)
        return raise_here(L, &f);
    return finish(L, 5, b, &l->item, engine_enter(L, 1, b));
}

/* sensor(model, name or nil, item, output)  or  sensor(model, name or nil, function) */
static int core_sensor(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    struct fault f;
    struct handle *h = check_item(L, 3);
    const char *name = optional_name(L, 2), *output = h ? luaL_checkstring(L, 4) : NULL;
    if (h && (h->binding != b || h->item->kind == ITEM_SENSOR)) {
        fault_set(&f, h->binding != b ? "sensor: the item belongs to another model" : "sensor: a sensor cannot be measured");
        return raise_here(L, &f);
    }
    if (h && probe_check(h->item, b->model, output, &f))
        return raise_here(L, &f);
    if (!h && !lua_isfunction(L, 3)) {
        char word[128];
        fault_set(&f, "sensor: it measures %s, it must be an item, a marker or a function of t", value_word(L, 3, word, sizeof word));
        return raise_here(L, &f);
    }
    struct sensor *s = model_sensor(b->model, name, push_where(L), &f);
    if (!s)
        return raise_here(L, &f);
    s->target = h ? h->item : NULL;
    s->output = h ? arena_text(&b->model->arena, output) : NULL;
    if (!h) {
        struct entry before = engine_enter(L, 1, b);
        s->f = function_new(L, 3, "the function", b);
        engine_leave(b, before);
    }
    push_item(L, 1, b, &s->item);
    return 1;
}

static struct body *check_body(lua_State *L, int index)
{
    struct handle *h = luaL_checkudata(L, index, item_keys[ITEM_BODY]);
    return (struct body *)h->item;
}

/* frame(body, name or nil, position or nil, rotation (9 numbers) or nil) */
static int core_frame(lua_State *L)
{
    struct body *body = check_body(L, 1);
    struct fault f;
    double position[3], rotation[9];
    int has_position = !lua_isnoneornil(L, 3), has_rotation = !lua_isnoneornil(L, 4);
    if (has_position && value_vector(L, 3, "position", position, &f)) {
        item_fault(&body->item, &f);
        return raise_here(L, &f);
    }
    for (int i = 0; has_rotation && i < 9; i++) {
        lua_rawgeti(L, 4, i + 1);
        rotation[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    struct binding *b = push_model(L, 1);
    struct marker *m = model_frame(b->model, body, optional_name(L, 2), has_position ? position : NULL, has_rotation ? rotation : NULL, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

/* place(body, point, rotation): a frame on it, given in the reference pose: point (global, m), 9 numbers (frame to global) */
static int core_place(lua_State *L)
{
    struct body *body = check_body(L, 1);
    struct fault f;
    double at[3], B[9], r[3], A[9], position[3], rotation[9];
    if (value_vector(L, 2, "at", at, &f))
        return raise_here(L, &f);
    for (int i = 0; i < 9; i++) {
        lua_rawgeti(L, 3, i + 1);
        B[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    struct binding *b = push_model(L, 1);
    body_reference(body, r, A);
    sub(r, at, r);
    unturn(position, A, r);
    relative(rotation, A, B);
    struct marker *m = model_frame(b->model, body, NULL, position, rotation, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

/* coordinate(body, i), coordinates(body) */
static int core_coordinate(lua_State *L)
{
    struct body *body = check_body(L, 1);
    struct fault f;
    if (!lua_isinteger(L, 2) && !(lua_isnumber(L, 2) && lua_tonumber(L, 2) == (double)(int)lua_tonumber(L, 2))) {
        char word[128];
        fault_set(&f, "coordinate: the number of the coordinate is %s, it must be a whole number from 1 on", value_word(L, 2, word, sizeof word));
        item_fault(&body->item, &f);
        return raise_here(L, &f);
    }
    struct binding *b = push_model(L, 1);
    struct marker *m = model_coordinate(b->model, body, (int)lua_tonumber(L, 2) - 1, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

static int core_coordinates(lua_State *L)
{
    struct body *body = check_body(L, 1);
    struct fault f;
    struct binding *b = push_model(L, 1);
    struct marker *m = model_coordinates(b->model, body, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

/* rotation_coordinate(body, i) */
static int core_rotation_coordinate(lua_State *L)
{
    struct body *body = check_body(L, 1);
    struct fault f;
    int axis = (int)luaL_checkinteger(L, 2) - 1;
    struct binding *b = push_model(L, 1);
    struct marker *m = model_rotation_coordinate(b->model, body, axis, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

/* joint_coordinate(joint, name) */
static int core_joint_coordinate(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    const char *name = luaL_checkstring(L, 2);
    struct fault f;
    luaL_argexpected(L, h && h->item->kind == ITEM_JOINT, 1, "a joint");
    struct binding *b = push_model(L, 1);
    struct marker *m = model_joint_coordinate(b->model, (struct joint *)h->item, name, &f);
    if (!m)
        return raise_here(L, &f);
    push_item(L, -1, b, &m->item);
    return 1;
}

/* set(item, params) */
static int core_set(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    struct fault f;
    luaL_argexpected(L, h, 1, "an item of a model");
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    struct binding *b = push_model(L, 1);
    struct arena scratch = { 0 };
    void *kept = item_keep(h->item, &scratch);
    struct entry before = engine_enter(L, 3, b);
    int failed = set_params(L, 2, b, h->item, &f) || model_complete(b->model, h->item, &f);
    engine_leave(b, before);
    if (failed)
        item_put_back(h->item, kept);
    arena_free(&scratch);
    return failed ? raise_here(L, &f) : 0;
}

/* ---- events ---- */

struct firing { struct binding *b; int slot; };

static int fire(void *data, struct fault *f)
{
    struct firing *e = data;
    return function_fire(e->b, e->slot, f);
}

/* event(model, t, function) */
static int core_event(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    struct fault f;
    double t = luaL_checknumber(L, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    struct entry before = engine_enter(L, 1, b);
    struct firing *e = arena_take(&b->model->arena, sizeof *e);
    *e = (struct firing){ b, function_keep(L, 3, b) };
    int failed = model_event(b->model, t, push_where(L), fire, e, &f);
    engine_leave(b, before);
    return failed ? raise_here(L, &f) : 0;
}

/* ---- the module ---- */

static const luaL_Reg functions[] = {
    { "fault", core_fault }, { "fault_plain", core_fault_plain }, { "is_fault", core_is_fault }, { "where", core_where }, { "near", core_near },
    { "model", core_model }, { "ground", core_ground }, { "class", core_class }, { "name", core_name }, { "kind", core_kind }, { "is_model", core_is_model },
    { "body", core_body }, { "joint", core_joint }, { "load", core_load }, { "sensor", core_sensor }, { "frame", core_frame },
    { "coordinate", core_coordinate }, { "coordinates", core_coordinates }, { "rotation_coordinate", core_rotation_coordinate },
    { "joint_coordinate", core_joint_coordinate }, { "place", core_place }, { "set", core_set }, { "get", core_get }, { "keep", core_keep }, { "put_back", core_put_back }, { "event", core_event },
    { "execute", core_execute }, { "joint_type", core_joint_type }, { NULL, NULL }
};

static void make_class(lua_State *L, const char *name, lua_CFunction tostring, lua_CFunction collect)
{
    luaL_newmetatable(L, name);
    if (tostring) {
        lua_pushcfunction(L, tostring);
        lua_setfield(L, -2, "__tostring");
    }
    if (collect) {
        lua_pushcfunction(L, collect);
        lua_setfield(L, -2, "__gc");
    }
    lua_pop(L, 1);
}

__attribute__((visibility("default"))) int luaopen_yoke_core(lua_State *L)
{
    engine_init();
    make_class(L, model_key, NULL, model_collect);
    for (int k = 0; k < ITEM_KINDS; k++)
        make_class(L, item_keys[k], item_tostring, NULL);
    luaL_newlib(L, functions);
    solve_open(L);
    types_open(L);
    check_open(L);
    return 1;
}
