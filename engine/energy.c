/* energy.c - energies and works. */
#include "energy.h"
#include "side.h"
#include "vec.h"

#include <string.h>

double part_kinetic(const struct terms *T, int part, const double *u)
{
    const struct part *p = &T->as->part[part];
    double e = 0;
    u += p->p;
    for (int i = 0; i < p->n; i++) {
        e += 0.5 * T->as->mass[p->p + i] * u[i] * u[i];
        for (int k = 0; p->varying && k < p->n; k++)
            e += 0.5 * u[i] * T->M[p->block + i * p->n + k] * u[k];
    }
    for (int i = 0; p->J && i < 3; i++)
        e += 0.5 * u[3 + i] * dot(p->J + 3 * i, u + 3);
    return e;
}

void balance_energies(struct balance *b, const struct state *x)
{
    const struct assembly *as = b->T->as;
    struct energy *e = &b->now;
    e->kinetic = e->potential = e->stored = 0;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        const struct body_at at = body_sees(b->T, p, x);
        e->kinetic += part_kinetic(b->T, i, x->u);
        e->potential += p->type->potential ? p->type->potential(p->data, &at) : 0;
    }
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        struct joint_at at;
        double stored = 0;
        if (!l->use.type->energy || !l->active)
            continue;
        terms_see(b->T, x, l, &at);
        if (!l->use.type->energy(l->use.data, &at, &stored))
            e->stored += stored;
    }
}

/* Links whose constraint forces may do work. */
static int drives(const struct link *l)
{
    return !l->use.type->law && (l->use.timed || l->rates);
}

struct balance *balance_new(struct arena *a, struct terms *T)
{
    const struct assembly *as = T->as;
    struct balance *b = ARENA_NEW(a, 1, struct balance);
    b->T = T;
    b->slots = 6 * as->pushes;
    for (int i = 0; i < as->links; i++)
        if (as->link[i].use.type->law || drives(&as->link[i]))
            b->slots += as->link[i].use.rows;
    b->bodies = b->slots;
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].type->map == BODY_NONE)
            b->slots += as->part[i].n * (as->part[i].n + 1) + 1;
    b->force = ARENA_NEW(a, 2 * b->slots, double);
    b->place = b->force + b->slots;
    return b;
}

/* The next slot: mean force times way, or, where way is a rate, times dt. */
static double work(struct balance *b, int *slot, double force, double place, double way_per, int when)
{
    double w = when == BALANCE_STEP ? 0.5 * (b->force[*slot] + force) * (way_per > 0 ? way_per : place - b->place[*slot]) : 0;
    b->force[*slot] = force;
    b->place[*slot] = place;
    ++*slot;
    return w;
}

/* Force along the path of its point; torque as power times time. */
static double load_work(struct balance *b, const struct push *p, const struct state *x, int *slot, double dt, int when)
{
    const struct side *s = &p->side;
    double w = 0, value[3];
    if (p->load->kind == LOAD_COORDINATE) {
        double place = s->part < 0 ? 0 : x->q[s->p + s->marker->coordinate];
        if (s->reading)
            place = side_see(s, b->T, x, 0, 1)->q[0];
        w = work(b, slot, p->on ? p->value[0] : 0, place, 0, when);
        *slot += 5;
        return w;
    }
    const struct joint_marker *m = side_see(s, b->T, x, 0, 1);
    copy(value, p->value);
    if (p->load->body_fixed)
        turn(value, m->A, p->value);
    for (int k = 0; k < 3; k++)
        if (p->load->kind == LOAD_FORCE)
            w += work(b, slot, p->on ? value[k] : 0, m->r[k], 0, when);
    if (p->load->kind == LOAD_TORQUE)
        w += work(b, slot, p->on ? dot(value, m->w) : 0, 0, dt, when);
    *slot += p->load->kind == LOAD_FORCE ? 3 : 5;
    return w;
}

/* -lambda B u of a row */
static double row_power(const struct link *l, const struct state *x, int i)
{
    double rate = 0;
    for (int k = 0; k < l->ends; k++)
        for (int c = 0; c < l->end[k].n; c++)
            rate += l->end[k].B[i * l->end[k].n + c] * x->u[l->end[k].p + c];
    return -x->lambda[l->row + i] * rate;
}

static double link_work(struct balance *b, const struct link *l, const struct state *x, int *slot, double dt, int when)
{
    double w = 0;
    for (int i = 0; i < l->use.rows; i++)
        w += l->use.type->law ? work(b, slot, x->lambda[l->row + i], b->T->g[l->row + i], 0, when)
            : work(b, slot, row_power(l, x, i), 0, dt, when);
    return w;
}

/* The whole f of a generic body along its coordinates, unless its power is summed up instead, u' (dM/dt) u / 2 of a mass that
   changes, and back what is potential. */
static double generic_work(struct balance *b, const struct part *p, const struct state *x, int *slot, int when, int by_power)
{
    const struct body_at at = body_sees(b->T, p, x);
    double w = 0, V = p->type->potential(p->data, &at);
    for (int i = 0; i < p->n; i++)
        w += work(b, slot, b->T->f[p->p + i], x->q[p->p + i], 0, by_power ? BALANCE_START : when);
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->n; k++)
            w += work(b, slot, p->varying ? 0.5 * at.u[i] * at.u[k] : 0, p->varying ? b->T->M[p->block + i * p->n + k] : 0, 0, when);
    if (when == BALANCE_STEP)
        w += V - b->place[*slot];
    b->place[(*slot)++] = V;
    return w;
}

void balance_take(struct balance *b, const struct state *x, int when)
{
    const struct assembly *as = b->T->as;
    double dt = x->t - b->t, before = b->now.kinetic;
    int slot = 0;
    if (when == BALANCE_SWITCH)
        balance_energies(b, x);
    if (when == BALANCE_SWITCH)
        b->now.lost += before - b->now.kinetic;
    for (int i = 0; b->slots && i < as->pushes; i++)
        b->now.loads += load_work(b, &as->push[i], x, &slot, dt, when);
    for (int i = 0; slot < b->slots && i < as->links; i++) {
        const struct link *l = &as->link[i];
        if (l->use.type->law)
            b->now.laws += link_work(b, l, x, &slot, dt, when);
        else if (drives(l))
            b->now.drives += link_work(b, l, x, &slot, dt, when);
    }
    for (int i = 0; slot < b->slots && i < as->parts; i++)
        if (as->part[i].type->map == BODY_NONE)
            b->now.bodies += generic_work(b, &as->part[i], x, &slot, when, 0);
    if (when == BALANCE_START) {
        balance_energies(b, x);
        b->first = b->now;
    }
    b->t = x->t;
}

static double load_power(struct balance *b, const struct push *p, const struct state *x)
{
    const struct side *s = &p->side;
    double value[3];
    if (p->load->kind == LOAD_COORDINATE && !s->reading)
        return s->part < 0 ? 0 : p->value[0] * x->u[s->p + s->marker->coordinate];
    const struct joint_marker *m = side_see(s, b->T, x, 0, 1);
    if (p->load->kind == LOAD_COORDINATE)
        return p->value[0] * m->u[0];
    copy(value, p->value);
    if (p->load->body_fixed)
        turn(value, m->A, p->value);
    return dot(value, p->load->kind == LOAD_FORCE ? m->v : m->w);
}

struct power balance_power(struct balance *b, const struct state *x)
{
    const struct assembly *as = b->T->as;
    struct power p = { 0 };
    for (int i = 0; i < as->pushes; i++)
        if (as->push[i].on)
            p.loads += load_power(b, &as->push[i], x);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; l->active && drives(l) && k < l->use.rows; k++)
            p.drives += row_power(l, x, k);
        for (int k = 0; l->active && l->use.type->law && k < l->use.rows; k++)
            p.laws += x->lambda[l->row + k] * b->T->g_dot[l->row + k];
    }
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; as->part[i].type->map == BODY_NONE && k < as->part[i].n; k++)
            p.bodies += b->T->f[as->part[i].p + k] * x->u[as->part[i].p + k];
    return p;
}

void power_add(struct power *sum, double weight, struct power p)
{
    sum->loads += weight * p.loads;
    sum->laws += weight * p.laws;
    sum->drives += weight * p.drives;
    sum->bodies += weight * p.bodies;
}

void balance_add(struct balance *b, const struct state *x, struct power work)
{
    const struct assembly *as = b->T->as;
    int slot = b->bodies;
    b->now.loads += work.loads;
    b->now.laws += work.laws;
    b->now.drives += work.drives;
    b->now.bodies += work.bodies;
    for (int i = 0; slot < b->slots && i < as->parts; i++)
        if (as->part[i].type->map == BODY_NONE)
            b->now.bodies += generic_work(b, &as->part[i], x, &slot, BALANCE_STEP, 1);
    b->t = x->t;
}

double balance_error(const struct balance *b)
{
    const struct energy *e = &b->now, *o = &b->first;
    return e->kinetic + e->potential - o->kinetic - o->potential + e->laws - e->loads - e->drives - e->bodies + e->lost;
}
