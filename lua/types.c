/* types.c - joint types from Lua: where they are looked for, and their tables. */
#include "binding.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const char loader_key;

/* ---- joint types ---- */

struct loader *the_loader(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &loader_key);
    struct loader *l = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return l;
}

static int loader_collect(lua_State *L)
{
    loader_free(lua_touserdata(L, 1));
    return 0;
}

/* plugin_path(dir): appends a folder */
static int core_plugin_path(lua_State *L)
{
    loader_path(the_loader(L), luaL_checkstring(L, 1));
    return 0;
}

/* plugin(path): loads a file, name of its joint type */
static int core_plugin(lua_State *L)
{
    struct fault f;
    const struct joint_type *t = loader_file(the_loader(L), luaL_checkstring(L, 1), &f);
    if (!t)
        return raise_here(L, &f);
    lua_pushstring(L, t->name);
    return 1;
}

/* reserved(list): names no joint type may have */
static int core_reserved(lua_State *L)
{
    struct loader *l = the_loader(L);
    int n = (int)lua_rawlen(L, 1);
    const char **names = arena_take(&l->arena, (size_t)(n + 1) * sizeof *names);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 1, i + 1);
        names[i] = arena_text(&l->arena, luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
    l->reserved = names;
    return 0;
}

static int core_joint_names(lua_State *L)
{
    const char **names;
    int n = loader_names(the_loader(L), &names);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static void push_params(lua_State *L, const struct joint_param *params, const void *defaults)
{
    char text[256];
    lua_newtable(L);
    for (const struct joint_param *p = params; p && p->name; p++) {
        lua_newtable(L);
        set_text(L, "name", p->name);
        set_text(L, "kind", schema_kind(p));
        set_text(L, "unit", p->unit);
        set_text(L, "doc", p->doc);
        schema_rules(p, text, sizeof text);
        set_text(L, "rule", text);
        schema_default(p, defaults, text, sizeof text);
        set_text(L, "default", text);
        lua_rawseti(L, -2, p - params + 1);
    }
}

static void push_described(lua_State *L, const char *name, const char *unit, const char *doc, int n, int i)
{
    lua_newtable(L);
    set_text(L, "name", name);
    set_text(L, "unit", unit ? unit : "of the coordinate");
    set_text(L, "doc", doc);
    set_integer(L, "n", n);
    lua_rawseti(L, -2, i);
}

static void push_outputs(lua_State *L, const struct output_row *const *tables)
{
    lua_newtable(L);
    for (int t = 0, n = 0; tables[t]; t++)
        for (const struct output_row *r = tables[t]; r->name; r++)
            push_described(L, r->name, r->unit, r->doc, r->n, ++n);
}

/* Memory of an instance as it is before its parameters are set; free() it. */
static void *instance(lua_State *L, size_t size, const void *defaults)
{
    void *data = calloc(1, size + 1);
    if (!data)
        luaL_error(L, "out of memory");
    if (defaults)
        memcpy(data, defaults, size);
    return data;
}

/* body_info(name): all tables of a body type of the script; `forms`: what differs between its choices of coordinates */
static int core_body_info(lua_State *L)
{
    static const char *const units[] = { "m", "rad", "1" };
    const char *name = luaL_checkstring(L, 1);
    const struct output_row *tables[PROBE_TABLES];
    int forms = 0;
    lua_newtable(L);
    for (int i = -1; i < 0 || body_types[i]; i++) {
        const struct body_type *t = i < 0 ? &body_ground : body_types[i];
        if (strcmp(t->word ? t->word : t->name, name) != 0)
            continue;
        if (forms++ == 0) {
            void *defaults = instance(L, t->data_size, t->defaults);
            set_text(L, "name", name);
            set_text(L, "doc", t->doc);
            push_params(L, t->params, defaults);
            lua_setfield(L, -2, "params");
            free(defaults);
            probe_body_tables(t, tables);
            push_outputs(L, tables);
            lua_setfield(L, -2, "outputs");
            lua_newtable(L);
            lua_setfield(L, -2, "forms");
        }
        lua_getfield(L, -1, "forms");
        lua_newtable(L);
        set_text(L, "doc", t->doc);
        lua_newtable(L);
        for (int k = 0; t->coordinate && k < t->n; k++)
            push_described(L, t->coordinate[k].name, units[t->coordinate[k].unit], "", 1, k + 1);
        lua_setfield(L, -2, "coordinates");
        lua_rawseti(L, -2, forms);
        lua_pop(L, 1);
    }
    if (!forms)
        lua_pushnil(L);
    return 1;
}

/* body_names(): the words of a script for its bodies */
static int core_body_names(lua_State *L)
{
    lua_createtable(L, 16, 0);
    lua_pushstring(L, body_ground.name);
    lua_rawseti(L, -2, 1);
    for (int i = 0, n = 1; body_types[i]; i++)
        if (!body_types[i]->word) {
            lua_pushstring(L, body_types[i]->name);
            lua_rawseti(L, -2, ++n);
        }
    return 1;
}

/* joint_info(name): all tables of a joint type */
static int core_joint_info(lua_State *L)
{
    static const char *const markers[] = { "frames", "frames in the plane", "coordinates" };
    struct fault f;
    const struct joint_type *t = loader_find(the_loader(L), luaL_checkstring(L, 1), &f);
    if (!t)
        return raise_plain(L, &f);
    const struct output_row *tables[PROBE_TABLES];
    lua_newtable(L);
    set_text(L, "name", t->name);
    set_text(L, "doc", t->doc);
    if (t->example)
        set_text(L, "example", t->example);
    set_text(L, "markers", markers[t->markers]);
    lua_pushboolean(L, t->start == NULL);
    lua_setfield(L, -2, "starts");
    for (const struct joint_param *p = t->params; p && p->name; p++)
        if (p->rule & JOINT_ALONG) {
            set_text(L, "along", p->name);
            break;
        }
    set_text(L, "path", loader_origin(the_loader(L), t));
    lua_pushboolean(L, t->law != NULL);
    lua_setfield(L, -2, "law");
    void *defaults = instance(L, t->data_size, t->defaults);
    push_params(L, t->params, defaults);
    lua_setfield(L, -2, "params");
    free(defaults);
    push_params(L, joint_common_params, &joint_common_defaults);
    lua_setfield(L, -2, "common");
    lua_newtable(L);
    for (int i = 0; t->rows && t->rows[i].name; i++)
        push_described(L, t->rows[i].name, t->rows[i].unit, t->rows[i].doc, 1, i + 1);
    lua_setfield(L, -2, "rows");
    lua_newtable(L);
    for (int i = 0; t->outputs && t->outputs[i].name; i++)
        push_described(L, t->outputs[i].name, t->outputs[i].unit, t->outputs[i].doc, t->outputs[i].n, i + 1);
    lua_setfield(L, -2, "outputs");
    lua_newtable(L);
    for (int i = 0; t->coordinates && t->coordinates[i].name; i++)
        push_described(L, t->coordinates[i].name, t->coordinates[i].unit, t->coordinates[i].doc, 1, i + 1);
    lua_setfield(L, -2, "coordinates");
    probe_joint_tables(t, tables);
    push_outputs(L, tables);
    lua_setfield(L, -2, "always");
    return 1;
}

/* joint_along(name): the parameter along which `along` points and its default (3 numbers); without one, nil and the axis that points there */
static int core_joint_along(lua_State *L)
{
    struct fault f;
    const struct joint_type *t = loader_find(the_loader(L), luaL_checkstring(L, 1), &f);
    if (!t)
        return raise_here(L, &f);
    for (const struct joint_param *p = t->params; p && p->name; p++)
        if (p->rule & JOINT_ALONG && t->defaults) {
            const double *x = (const double *)((const char *)t->defaults + p->offset);
            lua_pushstring(L, p->name);
            for (int i = 0; i < 3; i++)
                lua_pushnumber(L, x[i]);
            return 4;
        }
    lua_pushnil(L);
    lua_pushnumber(L, t->markers != JOINT_PLANE); /* hinges of the plane: z */
    lua_pushnumber(L, 0);
    lua_pushnumber(L, t->markers == JOINT_PLANE);
    return 4;
}

void types_open(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "plugin_path", core_plugin_path }, { "plugin", core_plugin }, { "reserved", core_reserved },
        { "joint_names", core_joint_names }, { "joint_info", core_joint_info }, { "joint_along", core_joint_along },
        { "body_names", core_body_names }, { "body_info", core_body_info }, { NULL, NULL }
    };
    luaL_setfuncs(L, functions, 0);
    struct loader *l = lua_newuserdatauv(L, sizeof *l, 0);
    memset(l, 0, sizeof *l);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, loader_collect);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &loader_key);
}
