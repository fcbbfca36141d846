/* parameter.c - parameters of items read, and kept to be put back. */
#include "binding.h"

#include <string.h>

static void push_numbers(lua_State *L, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_matrix(lua_State *L, const struct joint_matrix *m)
{
    lua_createtable(L, m->rows, 0);
    for (int i = 0; i < m->rows; i++) {
        push_numbers(L, m->x + (size_t)i * (size_t)m->cols, m->cols);
        lua_rawseti(L, -2, i + 1);
    }
}

/* A number, a list or a list of rows; nil: what is there is no number (a function). */
static void push_value(lua_State *L, const struct joint_param *row, const void *data)
{
    const void *at = (const char *)data + row->offset;
    switch (row->kind) {
    case JOINT_REAL:
        lua_pushnumber(L, *(const double *)at);
        break;
    case JOINT_SIGNAL:
        if (((const struct joint_signal *)at)->f)
            lua_pushnil(L);
        else
            lua_pushnumber(L, ((const struct joint_signal *)at)->value);
        break;
    case JOINT_VEC3:
        push_numbers(L, at, 3);
        break;
    case JOINT_VECTOR:
        push_numbers(L, ((const struct joint_vector *)at)->x, ((const struct joint_vector *)at)->n);
        break;
    case JOINT_MATRIX:
        push_matrix(L, at);
        break;
    default:
        lua_pushnil(L);
    }
}

/* get(item, name): its value now and its unit */
int core_get(lua_State *L)
{
    const struct joint_param *table[ITEM_TABLES], *row = NULL;
    void *data[ITEM_TABLES];
    struct handle *h = check_item(L, 1);
    const char *name = luaL_checkstring(L, 2);
    struct fault f;
    int k = 0;
    luaL_argexpected(L, h, 1, "an item of a model");
    int tables = item_tables(h->item, table, data);
    while (k < tables && !(row = schema_find(table[k], name)))
        k++;
    if (!row) {
        if (tables)
            schema_unknown(name, table, tables, &f);
        else
            fault_set(&f, "no parameter '%s'; it has none", name);
        item_fault(h->item, &f);
        return raise_here(L, &f);
    }
    push_value(L, row, data[k]);
    lua_pushstring(L, row->unit);
    return 2;
}

/* The parameters of an item as they were; by its user value it keeps the model. */
struct kept { struct arena arena; struct item *item; void *parameters; };

static const char kept_key[] = "kept parameters";

static int kept_collect(lua_State *L)
{
    struct kept *k = luaL_checkudata(L, 1, kept_key);
    arena_free(&k->arena);
    return 0;
}

/* keep(item): something to give to put_back */
int core_keep(lua_State *L)
{
    struct handle *h = check_item(L, 1);
    luaL_argexpected(L, h, 1, "an item of a model");
    struct kept *k = lua_newuserdatauv(L, sizeof *k, 1);
    memset(k, 0, sizeof *k);
    if (luaL_newmetatable(L, kept_key)) {
        lua_pushcfunction(L, kept_collect);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    push_model(L, 1);
    lua_setiuservalue(L, -2, 1);
    k->item = h->item;
    k->parameters = item_keep(h->item, &k->arena);
    return 1;
}

/* put_back(kept): the parameters are again as they were */
int core_put_back(lua_State *L)
{
    struct kept *k = luaL_checkudata(L, 1, kept_key);
    item_put_back(k->item, k->parameters);
    return 0;
}
