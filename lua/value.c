/* value.c - from Lua values to values of the schema. */
#include "binding.h"
#include "text.h"

#include <string.h>

const char *value_word(lua_State *L, int index, char *text, size_t size)
{
    static const char *const words[] = { "nil", "a boolean", "a userdata", "a number", "a string", "a table", "a function", "a userdata", "a thread" };
    int type = lua_type(L, index);
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        text_print(text, size, "%s", lua_tostring(L, -1));
        lua_pop(L, 1);
    } else if (type == LUA_TSTRING)
        text_print(text, size, "a string (\"%.60s\")", lua_tostring(L, index));
    else if (type == LUA_TNUMBER)
        text_print(text, size, "a number (%.15g)", lua_tonumber(L, index));
    else if (type == LUA_TBOOLEAN)
        text_print(text, size, "%s", lua_toboolean(L, index) ? "true" : "false");
    else
        text_print(text, size, "%s", type < 0 ? "nothing" : words[type]);
    return text;
}

/* Length of a list and its largest whole key, so that holes are seen. */
static int list_size(lua_State *L, int index)
{
    lua_Integer n = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_isinteger(L, -1) && lua_tointeger(L, -1) > n)
            n = lua_tointeger(L, -1);
    }
    return n > 1000000 ? -1 : (int)n;
}

/* A key of a list that is not 1 .. n. */
static int stray_key(lua_State *L, int index, const char *label, struct fault *f)
{
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1)
            continue;
        char word[128];
        if (lua_type(L, -1) == LUA_TSTRING)
            fault_set(f, "%s has the key '%s', it must be a plain list", label, lua_tostring(L, -1));
        else
            fault_set(f, "%s has %s as a key, it must be a plain list", label, value_word(L, -1, word, sizeof word));
        lua_pop(L, 1);
        return -1;
    }
    return 0;
}

static int bad_entry(lua_State *L, const char *label, const char *which, struct fault *f)
{
    char word[128];
    fault_set(f, "%s%s is %s, it must be a number", label, which, value_word(L, -1, word, sizeof word));
    lua_pop(L, 1);
    return -1;
}

/* n numbers of the list at index to x */
static int read_numbers(lua_State *L, int index, const char *label, const char *row, int n, double *x, struct fault *f)
{
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, index, i + 1);
        if (lua_type(L, -1) != LUA_TNUMBER) {
            char which[64];
            text_print(which, sizeof which, "%s[%d]", row, i + 1);
            return bad_entry(L, label, which, f);
        }
        x[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return 0;
}

static int read_matrix(lua_State *L, int index, const char *label, int rows, struct arena *a, struct value *v, struct fault *f)
{
    double *x = NULL;
    for (int i = 0; i < rows; i++) {
        char row[32];
        text_print(row, sizeof row, "[%d]", i + 1);
        lua_rawgeti(L, index, i + 1);
        if (lua_type(L, -1) != LUA_TTABLE) {
            char word[128];
            fault_set(f, "%s%s is %s, it must be a row of numbers", label, row, value_word(L, -1, word, sizeof word));
            lua_pop(L, 1);
            return -1;
        }
        int at = lua_gettop(L), n = list_size(L, at);
        int failed = n < 0 ? fault_set(f, "%s%s has too many entries", label, row) : stray_key(L, at, label, f);
        if (!failed && i == 0) {
            v->cols = n;
            x = arena_take(a, (size_t)rows * (size_t)n * sizeof *x);
        }
        if (!failed && n != v->cols)
            failed = fault_set(f, "%s: row %d has %d number%s, row 1 has %d", label, i + 1, n, n == 1 ? "" : "s", v->cols);
        if (failed || read_numbers(L, at, label, row, n, x + i * n, f))
            return -1;
        lua_pop(L, 1);
    }
    v->kind = VALUE_MATRIX;
    v->rows = rows;
    v->x = x;
    return 0;
}

static int read_table(lua_State *L, int index, const char *label, struct arena *a, struct value *v, struct fault *f)
{
    int n = list_size(L, index);
    if (n < 0)
        return fault_set(f, "%s has too many entries", label);
    if (stray_key(L, index, label, f))
        return -1;
    lua_rawgeti(L, index, 1);
    int nested = lua_type(L, -1) == LUA_TTABLE;
    lua_pop(L, 1);
    if (nested)
        return read_matrix(L, index, label, n, a, v, f);
    double *x = arena_take(a, (size_t)n * sizeof *x);
    *v = (struct value){ .kind = VALUE_LIST, .rows = 1, .cols = n, .x = x };
    return read_numbers(L, index, label, "", n, x, f);
}

int value_read(lua_State *L, int index, const char *label, struct binding *b, struct arena *a, struct value *v, struct fault *f)
{
    int top = lua_gettop(L);
    index = lua_absindex(L, index);
    *v = (struct value){ 0 };
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: *v = (struct value){ .kind = VALUE_BOOL, .number = lua_toboolean(L, index) }; return 0;
    case LUA_TNUMBER: *v = (struct value){ .kind = VALUE_NUMBER, .number = lua_tonumber(L, index) }; return 0;
    case LUA_TSTRING: *v = (struct value){ .kind = VALUE_TEXT, .text = arena_text(a, lua_tostring(L, index)) }; return 0;
    case LUA_TFUNCTION: *v = (struct value){ .kind = VALUE_FUNCTION, .function = function_new(L, index, label, b) }; return 0;
    case LUA_TTABLE: {
        if (luaL_getmetafield(L, index, "__name") != LUA_TNIL) {
            lua_pop(L, 1);
            break;
        }
        int failed = read_table(L, index, label, a, v, f);
        lua_settop(L, top);
        return failed;
    }
    }
    char word[128];
    *v = (struct value){ .kind = VALUE_OTHER, .text = arena_text(a, value_word(L, index, word, sizeof word)) };
    return 0;
}

int value_vector(lua_State *L, int index, const char *label, double out[3], struct fault *f)
{
    index = lua_absindex(L, index);
    luaL_checktype(L, index, LUA_TTABLE); /* yoke.lua takes nothing else */
    int n = list_size(L, index);
    if (n < 2 || n > 3)
        return fault_set(f, "%s has %d number%s, it must have 3 (or 2 in the plane)", label, n, n == 1 ? "" : "s");
    out[2] = 0;
    if (stray_key(L, index, label, f) || read_numbers(L, index, label, "", n, out, f))
        return -1;
    for (int i = 0; i < 3; i++)
        if (!(out[i] - out[i] == 0))
            return fault_set(f, "%s[%d] is not a finite number", label, i + 1);
    return 0;
}
