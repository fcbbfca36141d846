/* draw.c - scenes for Lua: a mechanism at a row of a result, or at its start. */
#include "binding.h"
#include "scene.h"

#include <string.h>

static void push_place(lua_State *L, const char *name, const double x[3])
{
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, name);
}

/* { size =, { kind =, item =, a =, b =, diameter =, colour = }, ... } */
static void push_scene(lua_State *L, const struct scene *s)
{
    static const char *const kinds[] = { "line", "spring", "circle", "sphere", "body", "arm", "ground" };
    lua_createtable(L, s->n, 1);
    set_number(L, "size", s->size);
    for (int i = 0; i < s->n; i++) {
        const struct shape *shape = &s->shape[i];
        lua_createtable(L, 0, 6);
        set_text(L, "kind", kinds[shape->kind]);
        set_text(L, "item", shape->item->name);
        set_number(L, "diameter", shape->diameter);
        push_place(L, "a", shape->a);
        push_place(L, "b", shape->b);
        lua_createtable(L, 4, 0);
        for (int k = 0; k < 4; k++) {
            lua_pushnumber(L, shape->colour[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_setfield(L, -2, "colour");
        lua_rawseti(L, -2, i + 1);
    }
}

static void check_idle(lua_State *L, const struct binding *b)
{
    struct fault f;
    if (!b->model->running)
        return;
    fault_set(&f, "the model is being solved; draw it afterwards");
    raise_here(L, &f);
}

/* Drawing calls functions of the script and sets the signals of the joints, of which the last run thinks that it knows them. */
static struct entry draw_enter(lua_State *L, int index, struct binding *b)
{
    check_idle(L, b);
    if (b->run && b->run->T)
        b->run->T->signal_order = -1;
    b->draw_failed = NULL;
    return engine_enter(L, index, b);
}

/* A draw of a joint type in Lua cannot tell the engine that it failed. */
static int draw_failed(const struct binding *b, struct fault *f)
{
    return b->draw_failed ? fault_set(f, "%s", b->draw_failed) : 0;
}

/* last_result(model): that of its last solve, and whether the model is still the same; nil if there is none */
int core_last_result(lua_State *L)
{
    const struct binding *b = check_model(L, 1);
    check_idle(L, b);
    if (!b->run || !b->run->record)
        return 0;
    lua_getiuservalue(L, 1, 3);
    lua_pushboolean(L, b->run->revision == b->model->revision);
    return 2;
}

/* scene(result, row from 1, simplified, default size of a joint or 0): the mechanism at a row */
int result_scene(lua_State *L)
{
    struct run *r = *(struct run **)luaL_checkudata(L, 1, "a result");
    lua_Integer row = luaL_checkinteger(L, 2);
    struct arena a = { 0 };
    struct scene s;
    double size = luaL_optnumber(L, 4, 0);
    struct fault f;
    luaL_argcheck(L, row >= 1 && row <= r->record->rows, 2, "no such row");
    if (r->revision != r->model->revision) {
        fault_set(&f, "the model has changed since it was solved; solve it again to draw it");
        return raise_here(L, &f);
    }
    lua_settop(L, 3);
    lua_getiuservalue(L, 1, 1);
    struct binding *b = check_model(L, 4);
    struct entry before = draw_enter(L, 4, b);
    struct state *x = state_new(&a, r->as);
    state_copy(r->as, x, r->x);
    if (r->dynamics || (r->sweep && !r->sweep->pin))
        x->t = r->record->data[(row - 1) * r->record->columns];
    memcpy(x->q, r->poses + (row - 1) * r->as->nq, (size_t)r->as->nq * sizeof *x->q);
    r->T->signal_order = -1; /* another run of the model may have set them since */
    int failed = scene_draw(&s, r->T, x, lua_toboolean(L, 3), size, &f) || draw_failed(b, &f);
    engine_leave(b, before);
    if (!failed)
        push_scene(L, &s);
    scene_free(&s);
    arena_free(&a);
    return failed ? raise_here(L, &f) : 1;
}

/* scene(model, simplified): the mechanism as the script placed it, solved or not */
int core_scene(lua_State *L)
{
    struct binding *b = check_model(L, 1);
    struct arena a = { 0 };
    struct scene s = { 0 };
    struct fault f;
    int failed = 1;
    lua_settop(L, 2);
    struct entry before = draw_enter(L, 1, b);
    struct assembly *as = assembly_new(&a, b->model, 1e-3, 0, &f);
    if (as) {
        struct terms *T = terms_new(&a, as);
        struct state *x = state_new(&a, as);
        state_start(as, x);
        failed = scene_draw(&s, T, x, lua_toboolean(L, 2), 0, &f) || draw_failed(b, &f);
    }
    engine_leave(b, before);
    if (!failed)
        push_scene(L, &s);
    scene_free(&s);
    arena_free(&a);
    return failed ? raise_here(L, &f) : 1;
}
