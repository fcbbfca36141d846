/* binding.h - what the parts of the Lua binding share.  Only this room sees lua.h.
 *
 * Everything a script makes hangs on its model: userdata of items keep the model's userdata alive, and the script's functions
 * live in a table that is the model's user value, so that a model and its closures are collected together. */
#ifndef BINDING_H
#define BINDING_H
#include "run.h"

#include <lauxlib.h>
#include <lua.h>

/* A model in Lua. */
struct binding {
    struct model *model;        /* NULL after it was closed */
    struct run *run;            /* of the last result, which is a user value of the model; or NULL */
    lua_State *L;               /* the state that is inside an engine call, or NULL */
    int functions;              /* stack index there of the table of functions, and behind it the message handler */
    int slots;                  /* used in that table */
    char why[8192];             /* what the function called last did wrong */
    const char *draw_failed;    /* what a draw of a joint type did wrong, or NULL */
};

/* An item in Lua: body, marker, joint, load or sensor. */
struct handle {
    struct binding *binding;
    struct item *item;
};

/* ---- errors (core.c) ---- */

/* Raises "script.lua:12: sentence"; the position is that of the script, not of Yoke's own modules. */
int raise_here(lua_State *L, const struct fault *f);
/* Raises the sentence alone. */
int raise_plain(lua_State *L, const struct fault *f);
/* "script.lua:12" of the script's code that is running, "" if there is none; pushes it. */
const char *push_where(lua_State *L);

/* ---- values (value.c) ---- */

/* Reads the value at index as a value of the schema; `label` names it in faults.  Numbers are copied to memory of the
   arena; functions go to the model.  -1 with a fault: a hole or something that is no number in a list. */
int value_read(lua_State *L, int index, const char *label, struct binding *b, struct arena *a, struct value *v, struct fault *f);

/* "a body", "a joint", "nil", "a string ("x")": what stands at index. */
const char *value_word(lua_State *L, int index, char *text, size_t size);

/* The 1 to 3 numbers of a list, z = 0 if missing. */
int value_vector(lua_State *L, int index, const char *label, double out[3], struct fault *f);

/* ---- functions (function.c) ---- */

/* Makes the Lua function at index one of the model's functions, called `label` in faults. */
const struct joint_function *function_new(lua_State *L, int index, const char *label, struct binding *b);

/* Entering and leaving the engine: functions of the model can be called in between.  The model's userdata stands at index. */
struct inside { lua_State *L; struct binding *binding; }; /* who called the engine last; binding NULL: no model did */
struct entry { lua_State *L; int functions; struct inside inside; };
struct entry engine_enter(lua_State *L, int index, struct binding *b);
void engine_leave(struct binding *b, struct entry before);

/* The one of this Lua, for functions that belong to no model; it lives as long as Lua does. */
struct inside *the_inside(lua_State *L);

/* Pushes the script's function behind one of the model's functions, whose table stands at index; 0: there is none behind it. */
int function_push(lua_State *L, int index, const struct joint_function *f);
/* Message handler that appends a traceback. */
int function_traceback(lua_State *L);
/* Numbers of the table at index, rows or plain, to out (room, or NULL); how many, or -1: `bad` names the entry. */
int function_numbers(lua_State *L, int index, double *out, int room, char *bad, size_t size);

/* Calls functions[slot](t) of an event; -1 with a fault. */
int function_fire(struct binding *b, int slot, struct fault *f);
/* Keeps the Lua function at index; its slot. */
int function_keep(lua_State *L, int index, struct binding *b);

/* ---- parameters (parameter.c) ---- */

int core_get(lua_State *L);
int core_keep(lua_State *L);
int core_put_back(lua_State *L);

/* ---- joint types written in Lua (joint_type.c) ---- */

int core_joint_type(lua_State *L);

/* ---- plugins on trial (check.c) ---- */

void check_open(lua_State *L);

/* Fields of the table on the top of the stack. */
static inline void set_number(lua_State *L, const char *name, double x)
{
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

static inline void set_integer(lua_State *L, const char *name, long x)
{
    lua_pushinteger(L, x);
    lua_setfield(L, -2, name);
}

static inline void set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static inline void set_flag(lua_State *L, const char *name, int on)
{
    lua_pushboolean(L, on);
    lua_setfield(L, -2, name);
}

/* ---- results (solve.c), and what they tell about a pose (analyse.c) ---- */

struct run *check_result(lua_State *L, int index);
extern const luaL_Reg analyse_methods[];

/* ---- scenes (draw.c) ---- */

int result_scene(lua_State *L);
int core_scene(lua_State *L);
int core_last_result(lua_State *L);

/* ---- programs (process.c) ---- */

int core_execute(lua_State *L);

/* ---- handles (core.c, types.c, solve.c) ---- */

struct binding *check_model(lua_State *L, int index);
struct handle *check_item(lua_State *L, int index);            /* NULL: it is none */
struct binding *push_model(lua_State *L, int index);           /* the model's userdata of a handle */
struct loader *the_loader(lua_State *L);

/* Each adds its functions to the table on the top of the stack. */
void solve_open(lua_State *L);
void types_open(lua_State *L);

int luaopen_yoke_core(lua_State *L);

#endif
