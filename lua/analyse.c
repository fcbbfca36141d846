/* analyse.c - what is told about a pose, as tables: how the bodies may move, the linearised equations, their eigenvalues. */
#include "binding.h"

#include <math.h>

static void push_coordinate(lua_State *L, const struct assembly *as, int i)
{
    char name[256];
    assembly_coordinate_name(as, i, name, sizeof name);
    lua_pushstring(L, name);
}

/* Field `name`: list of the names of coordinates (n), all of them if which is NULL. */
static void set_coordinates(lua_State *L, const char *name, const struct assembly *as, const int *which, int n)
{
    lua_createtable(L, n, 0);
    for (int k = 0; k < n; k++) {
        push_coordinate(L, as, which ? which[k] : k);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, name);
}

/* Field `name`: x (n) as a list. */
static void set_list(lua_State *L, const char *name, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int k = 0; k < n; k++) {
        lua_pushnumber(L, x[k]);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, name);
}

/* Field `name`: x (rows x cols) as a list of rows. */
static void set_matrix(lua_State *L, const char *name, const double *x, int rows, int cols)
{
    lua_createtable(L, rows, 0);
    for (int i = 0; i < rows; i++) {
        lua_createtable(L, cols, 0);
        for (int k = 0; k < cols; k++) {
            lua_pushnumber(L, x[(size_t)i * (size_t)cols + (size_t)k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, name);
}

/* Pushes x (n), every step-th number of x, by the names of the coordinates; what is noise is 0. */
static void push_motion(lua_State *L, const struct assembly *as, const double *x, int step)
{
    lua_newtable(L);
    for (int i = 0; i < as->n; i++) {
        push_coordinate(L, as, i);
        lua_pushnumber(L, fabs(x[(size_t)i * (size_t)step]) > 1e-12 ? x[(size_t)i * (size_t)step] : 0);
        lua_rawset(L, -3);
    }
}

/* ---- dof ---- */

/* redundant = {sentence, ...} */
static void set_redundant(lua_State *L, const struct rank *rank, const struct assembly *as)
{
    struct fault text;
    lua_createtable(L, rank->dependents, 0);
    for (int i = 0; i < rank->dependents; i++) {
        rank_sentence(rank, as, i, &text);
        lua_pushstring(L, text.text);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "redundant");
}

static int takes_part(const struct assembly *as, int row)
{
    const struct link *l = &as->link[as->row_link[row]];
    return !l->use.type->law && (as->release[row] == ROW_HELD || as->release[row] == ROW_DEPENDENT);
}

/* reactions = { {joint =, row =, unique =}, ... } of the rows that are held; unique = { joint = true or false } */
static void set_reactions(lua_State *L, const struct rank *rank, const struct assembly *as)
{
    int n = 0;
    lua_newtable(L);
    lua_newtable(L);
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        const char *joint = l->joint->item.name;
        char text[16];
        if (!takes_part(as, row))
            continue;
        lua_createtable(L, 0, 3);
        set_text(L, "joint", joint);
        set_text(L, "row", assembly_row_word(l, row - l->row, text));
        set_flag(L, "unique", !rank->not_unique[row]);
        lua_rawseti(L, -3, ++n);
        int before = lua_getfield(L, -1, joint) == LUA_TNIL || lua_toboolean(L, -1);
        lua_pop(L, 1);
        set_flag(L, joint, before && !rank->not_unique[row]);
    }
    lua_setfield(L, -3, "unique");
    lua_setfield(L, -2, "reactions");
}

/* freedom(result): what m:dof{} returns */
static int result_freedom(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    const struct freedom *w = r->freedom;
    const struct assembly *as = r->as;
    int n = 0;
    lua_newtable(L);
    set_integer(L, "dof", w->dof);
    set_integer(L, "coordinates", as->n);
    set_integer(L, "rows", w->rank->rows);
    set_integer(L, "rank", w->rank->rank);
    set_integer(L, "dof_of_places", w->places);
    set_integer(L, "dof_nearby", w->nearby);
    set_flag(L, "singular", r->start->singular_pose);
    set_redundant(L, w->rank, as);
    set_reactions(L, w->rank, as);
    if (w->singular) {
        set_list(L, "singular_values", w->singular, w->rank->rank);
        set_number(L, "smallest_singular_value", w->singular[w->rank->rank - 1]);
    }
    if (!w->motions)
        return 1;
    set_coordinates(L, "independent", as, w->motions->chosen, w->motions->dof);
    lua_createtable(L, w->motions->dof, 0);
    for (int k = 0; k < w->motions->dof; k++) {
        push_motion(L, as, w->motions->T + k, w->motions->dof);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "motions");
    lua_newtable(L);
    for (int i = 0; i < as->parts; i++)
        if (w->fixed[i]) {
            lua_pushstring(L, as->part[i].body->item.name);
            lua_rawseti(L, -2, ++n);
        }
    lua_setfield(L, -2, "fixed");
    return 1;
}

/* ---- linearize and modes ---- */

/* linearised(result): what m:linearize{} returns */
static int result_linearised(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    const struct linearised *s = r->linearised;
    lua_newtable(L);
    set_coordinates(L, "coordinates", r->as, s->chosen, s->dof);
    set_coordinates(L, "all_coordinates", r->as, NULL, r->as->n);
    set_matrix(L, "M", s->M, s->dof, s->dof);
    set_matrix(L, "D", s->D, s->dof, s->dof);
    set_matrix(L, "K", s->K, s->dof, s->dof);
    set_matrix(L, "T", s->T, r->as->n, s->dof);
    if (s->rates) {
        set_matrix(L, "C", s->C, s->rates, s->dof);
        set_matrix(L, "E", s->E, s->rates, s->dof);
    }
    set_number(L, "t", r->x->t);
    set_flag(L, "equilibrium", !s->moves && s->off <= 1e-6);
    set_flag(L, "moving", s->moves);
    return 1;
}

/* modes(result): what m:modes{} returns */
static int result_modes(lua_State *L)
{
    const struct run *r = check_result(L, 1);
    const struct modes *w = r->modes;
    lua_createtable(L, w->n, 8);
    for (int k = 0; k < w->n; k++) {
        const struct mode *m = &w->mode[k];
        double size = hypot(m->re, m->im);
        lua_createtable(L, 0, 8);
        set_number(L, "frequency", size / (2 * M_PI));
        set_number(L, "damped_frequency", m->im / (2 * M_PI));
        set_number(L, "damping", size > 0 ? -m->re / size + 0.0 : 0);
        lua_createtable(L, 0, 2);
        set_number(L, "re", m->re);
        set_number(L, "im", m->im);
        lua_setfield(L, -2, "eigenvalue");
        set_flag(L, "rigid", m->rigid);
        set_flag(L, "unstable", m->re > 0);
        push_motion(L, r->as, m->shape, 1);
        lua_setfield(L, -2, "shape");
        if (w->damped && !m->rigid) {
            push_motion(L, r->as, m->shape_im, 1);
            lua_setfield(L, -2, "shape_im");
        }
        lua_rawseti(L, -2, k + 1);
    }
    set_coordinates(L, "coordinates", r->as, w->about->chosen, w->about->dof);
    set_coordinates(L, "all_coordinates", r->as, NULL, r->as->n);
    set_flag(L, "damped", w->damped);
    set_integer(L, "massless", w->massless);
    set_number(L, "t", r->x->t);
    set_number(L, "length", r->as->length);
    set_flag(L, "equilibrium", !w->about->moves && w->about->off <= 1e-6);
    return 1;
}

/* mode(result, k, amplitude, rows): the result's rows are one period of mode k */
static int result_mode(lua_State *L)
{
    struct run *r = check_result(L, 1);
    struct fault f;
    int k = (int)luaL_checkinteger(L, 2);
    luaL_argcheck(L, r->modes && k >= 1 && k <= r->modes->n, 2, "no such mode");
    return run_mode(r, k - 1, luaL_checknumber(L, 3), (int)luaL_checkinteger(L, 4), &f) ? raise_here(L, &f) : 0;
}

const luaL_Reg analyse_methods[] = {
    { "freedom", result_freedom }, { "linearised", result_linearised }, { "modes", result_modes }, { "mode", result_mode }, { NULL, NULL }
};
