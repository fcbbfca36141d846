/* terms.c - evaluates bodies, loads and joints at a state.
 *
 * The order is always: signals, poses, motion (M a - f), pushes, links; the numbers of a link are seen, asked, mapped from
 * motions of markers to coordinates of bodies, and added. */
#include "reading.h"
#include "side.h"
#include "spin.h"

#include <string.h>

enum { MOST = 64 }; /* coordinates of one body */

#define QUICK static inline __attribute__((always_inline))

static int in_rad(const struct link *l, int row)
{
    const struct joint_row *rows = l->use.type->rows;
    return rows && rows[row].unit && strcmp(rows[row].unit, "rad") == 0;
}

struct terms *terms_new(struct arena *a, struct assembly *as)
{
    struct terms *T = ARENA_NEW(a, 1, struct terms);
    T->as = as;
    T->pose = ARENA_NEW(a, as->parts, struct pose);
    T->A = ARENA_NEW(a, 9 * as->spins, double);
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].type->map == BODY_OTHER)
            T->pose[i].frame = ARENA_NEW(a, 1, struct body_frame);
    T->M = ARENA_NEW(a, 3 * as->blocks, double);
    T->K = T->M + as->blocks;
    T->D = T->K + as->blocks;
    T->r = ARENA_NEW(a, 2 * as->n, double);
    T->f = T->r + as->n;
    T->g = ARENA_NEW(a, 4 * as->m, double);
    T->g_dot = T->g + as->m;
    T->gt = T->g_dot + as->m;
    T->bias = T->gt + as->m;
    T->signal_order = -1;
    T->varying = ARENA_NEW(a, as->parts, int);
    T->laws = ARENA_NEW(a, as->links, int);
    T->timed = ARENA_NEW(a, as->links, int);
    T->spinning = ARENA_NEW(a, as->spins, int);
    for (int i = 0; i < as->parts; i++) {
        if (as->part[i].varying)
            T->varying[T->nvarying++] = i;
        if (as->part[i].spin >= 0)
            T->spinning[as->part[i].spin] = i;
    }
    for (int i = 0; i < as->links; i++) {
        T->signals += as->link[i].use.signals;
        if (!as->link[i].use.type->law) {
            if (as->link[i].use.timed)
                T->timed[T->ntimed++] = i;
            continue;
        }
        T->laws[T->nlaws++] = i;
        for (int row = 0; row < as->link[i].use.rows; row++)
            as->link[i].turns |= in_rad(&as->link[i], row);
        T->counting |= as->link[i].turns;
    }
    for (int i = 0; i < as->readings; i++)
        T->counting |= as->reading[i]->counted;
    terms_load(T, 1);
    return T;
}

void terms_load(struct terms *T, double part)
{
    T->load = part;
    scale(T->gravity, part, T->as->model->gravity);
}

/* ---- bodies ---- */

void terms_pose(struct terms *T, const struct state *x)
{
    const struct assembly *as = T->as;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        if (p->type->map == BODY_PLANE) {
            double angle = x->q[p->p + 2]; /* one argument, one call for both */
            T->pose[i].c = cos(angle);
            T->pose[i].s = sin(angle);
        } else if (p->spin >= 0) {
            double A[9], E[9];
            quaternion_matrix(A, x->turn + 4 * p->spin);
            rotation(E, x->q + p->p + 3);
            multiply(T->A + 9 * p->spin, A, E);
        } else if (p->type->map == BODY_OTHER)
            p->type->frame(p->data, x->q + p->p, x->u + p->p, T->pose[i].frame);
    }
}

static void enlarge(struct terms *T, int i, double x)
{
    double *largest = &T->largest[T->as->unit[i]];
    if (fabs(x) > *largest)
        *largest = fabs(x);
}

double terms_inertia(const struct terms *T, const struct part *p, int k)
{
    return p->varying ? T->M[p->block + k * (p->n + 1)] : p->J && k >= 3 ? p->J[4 * (k - 3)] : T->as->mass[p->p + k];
}

double terms_turn(const struct terms *T, const double *motion)
{
    double most = 0;
    for (int i = 0; i < T->as->parts; i++) {
        const struct part *p = &T->as->part[i];
        const double *d = motion + p->p;
        double w[3] = { 0 };
        if (p->type->map == BODY_PLANE)
            w[2] = d[2];
        else if (p->spin >= 0)
            copy(w, d + 3);
        for (int k = 0; p->type->map == BODY_OTHER && k < 3; k++)
            for (int c = 0; c < p->n; c++)
                w[k] += T->pose[i].frame->J[3 + k][c] * d[c];
        most = fmax(most, norm(w));
    }
    return most;
}

struct body_at body_sees(const struct terms *T, const struct part *p, const struct state *x)
{
    return (struct body_at){ x->t, x->q + p->p, T->as->ref + p->p, x->u + p->p, T->gravity, p->spin < 0 ? NULL : T->A + 9 * p->spin };
}

int part_fault(const struct part *p, const char *why, struct fault *f)
{
    fault_set(f, "%s", why);
    return item_fault(&p->body->item, f);
}

/* r = M a - f of a part with equations of its own */
static int varying_motion(struct terms *T, const struct part *p, const struct state *x, int what, struct fault *f)
{
    double *force = T->f + p->p, *M = T->M + p->block;
    const struct body_at at = body_sees(T, p, x);
    const char *why = p->type->equations(p->data, &at, M, force);
    if (why)
        return part_fault(p, why, f);
    for (int i = 0; i < p->n; i++) {
        double *r = &T->r[p->p + i];
        *r = -force[i];
        if (what & TERMS_LARGEST)
            enlarge(T, p->p + i, force[i]);
        for (int k = 0; k < p->n; k++) {
            double term = M[i * p->n + k] * x->a[p->p + k];
            *r += term;
            if (what & TERMS_LARGEST)
                enlarge(T, p->p + i, term);
        }
    }
    return 0;
}

/* r = J w' + w x J w of a spin with constant mass */
static void spin_motion(struct terms *T, const struct part *p, const struct state *x, int what)
{
    const double *w = x->u + p->p + 3;
    double *r = T->r + p->p + 3, h[3], gyro[3];
    turn(r, p->J, x->a + p->p + 3);
    turn(h, p->J, w);
    cross(gyro, w, h);
    for (int i = 0; i < 3; i++) {
        if (what & TERMS_LARGEST) {
            enlarge(T, p->p + 3 + i, r[i]);
            enlarge(T, p->p + 3 + i, gyro[i]);
        }
        r[i] += gyro[i];
    }
}

/* r = M a - f of what is constant */
static void constant_motion(struct terms *T, const struct state *x)
{
    const struct assembly *as = T->as;
    const double *restrict mass = as->mass, *restrict weight = as->weight, *restrict a = x->a, load = T->load;
    double *restrict r = T->r;
    for (int i = 0; i < as->n; i++)
        r[i] = mass[i] * a[i] - load * weight[i];
}

static int motion(struct terms *T, const struct state *x, int what, struct fault *f)
{
    const struct assembly *as = T->as;
    constant_motion(T, x);
    if (what & TERMS_LARGEST) {
        memset(T->largest, 0, sizeof T->largest);
        for (int i = 0; i < as->n; i++) {
            enlarge(T, i, as->mass[i] * x->a[i]);
            enlarge(T, i, as->weight[i]);
        }
    }
    for (int i = 0; i < as->spins; i++)
        if (as->part[T->spinning[i]].J)
            spin_motion(T, &as->part[T->spinning[i]], x, what);
    for (int i = 0; i < T->nvarying; i++)
        if (varying_motion(T, &as->part[T->varying[i]], x, what, f))
            return -1;
    return 0;
}

/* ---- loads ---- */

/* The value of a load at the time the signals stand at, global. */
static void push_value(const struct push *p, const struct joint_marker *m, double value[3])
{
    if (p->load->body_fixed)
        turn(value, m->A, p->value);
    else
        copy(value, p->value);
}

static void push_plane_stiffness(const struct push *p, struct terms *T, const double *force)
{
    double *K = T->K + p->side.block;
    if (p->load->body_fixed) { /* the force turns, its moment stays */
        K[2] += force[1];
        K[5] -= force[0];
    } else
        K[8] += dot(T->lever[0], force);
}

/* The same of a spatial body, force and torque global (what the load gives, so with the other sign). */
static void push_space_stiffness(const struct push *p, struct terms *T, const double *value)
{
    const struct side *s = &p->side;
    double *K = T->K + s->block, f[3], moment[3], column[3], back[3];
    const double *A = T->A + 9 * s->spin;
    static const double none[3];
    unturn(f, A, value);
    scale(f, -1, f);
    if (p->load->body_fixed)
        for (int k = 0; k < 3 && p->load->kind == LOAD_FORCE; k++) { /* A f~, f in body axes */
            double e[3] = { k == 0, k == 1, k == 2 };
            cross(back, e, f);
            turn(column, A, back);
            for (int i = 0; i < 3; i++)
                K[6 * i + 3 + k] += column[i];
        }
    else if (p->load->kind == LOAD_FORCE) {
        cross(moment, s->s, f);
        turn_stiffness(K + 21, 6, s->s, f, moment);
    } else
        turn_stiffness(K + 21, 6, none, none, f);
}

/* Adds a row of a load to the residual. */
static void push_reading(const struct push *p, struct terms *T, const struct state *x, int what)
{
    const struct side *s = &p->side;
    const struct glimpse *g = &T->glimpse[0];
    side_see(s, T, x, 0, 1);
    for (int h = 0, column = 0; h < 2; column += s->reading->side[h++].columns) {
        const struct side *frame = &s->reading->side[h];
        double b[MOST] = { 0 };
        if (frame->part < 0)
            continue;
        side_map(frame, T, g->lever[h], g->row + column, b);
        for (int k = 0; k < frame->n; k++) {
            T->r[frame->p + k] -= T->load * p->value[0] * b[k];
            if (what & TERMS_LARGEST)
                enlarge(T, frame->p + k, p->value[0] * b[k]);
        }
    }
}

static void pushes(struct terms *T, const struct state *x, int what)
{
    static const double none[3];
    const struct assembly *as = T->as;
    for (int i = 0; i < as->pushes; i++) {
        const struct push *p = &as->push[i];
        const struct side *s = &p->side;
        double value[3];
        if (p->on && s->reading)
            push_reading(p, T, x, what);
        if (!p->on || s->part < 0)
            continue;
        if (p->load->kind == LOAD_COORDINATE) {
            int k = s->p + s->marker->coordinate;
            T->r[k] -= T->load * p->value[0];
            if (what & TERMS_LARGEST)
                enlarge(T, k, p->value[0]);
            continue;
        }
        double r[MOST] = { 0 };
        const struct joint_marker *m = side_see(s, T, x, 0, 0);
        push_value(p, m, value);
        scale(value, T->load, value);
        if (p->load->kind == LOAD_FORCE)
            side_push(s, T, T->lever[0], value, none, r - s->p);
        else
            side_push(s, T, T->lever[0], none, value, r - s->p);
        for (int k = 0; k < s->n; k++) {
            T->r[s->p + k] -= r[k];
            if (what & TERMS_LARGEST)
                enlarge(T, s->p + k, r[k]);
        }
        if (p->load->kind == LOAD_FORCE && s->map == BODY_PLANE)
            push_plane_stiffness(p, T, value);
        if (s->map == BODY_SPACE)
            push_space_stiffness(p, T, value);
    }
}

int terms_signals(struct terms *T, double t, int order, struct fault *f)
{
    struct assembly *as = T->as;
    if (T->signal_order >= order && T->signal_t == t)
        return 0;
    for (int i = 0; T->signals && i < as->links; i++) {
        const char *why = joint_signals(&as->link[i].use, t, order);
        if (why) {
            fault_set(f, "%s", why);
            return item_fault_where(&as->link[i].joint->item, f);
        }
    }
    for (int i = 0; i < as->pushes; i++) {
        struct push *p = &as->push[i];
        const char *why = NULL;
        if (!p->on)
            continue;
        for (int k = 0; k < p->signals && !why; k++)
            why = signal_set(&p->signal[k], t, 0, 1, 0);
        for (int k = 0; k < 3; k++)
            p->value[k] = p->load->value[k].value;
        if (!why && p->load->f) {
            const struct joint_value in[] = { { JOINT_NUMBER, 1, &t } };
            int n = p->load->kind == LOAD_COORDINATE ? 1 : 3;
            why = p->load->f->call(p->load->f, 1, in, (struct joint_matrix){ 1, n, p->value });
        }
        if (why) {
            fault_set(f, "%s", why);
            return item_fault_where(&p->load->item, f);
        }
    }
    T->signal_t = t;
    T->signal_order = order;
    return 0;
}

/* ---- links ---- */

int link_fault(const struct link *l, const char *why, struct fault *f)
{
    fault_set(f, "%s", why);
    return item_fault_where(&l->joint->item, f);
}

/* gt of the rows; it stays zero where nothing depends on time */
static const char *explicit_rate(struct terms *T, const struct link *l, const struct joint_at *at)
{
    if (!l->use.timed)
        return NULL;
    return joint_time_rate(&l->use, at, T->gt + l->row);
}

/* rate (rows) += B u of one end */
QUICK void add_rates(double *rate, const double *b, const double *u, int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < n; c++)
            rate[i] += b[i * n + c] * u[c];
}

/* g_dot = B u + gt, of velocity rows g itself */
static void link_rates(struct terms *T, const struct state *x, const struct link *l)
{
    double *rate = T->g_dot + l->row;
    for (int i = 0; i < l->use.rows; i++)
        rate[i] = T->gt[l->row + i];
    for (int k = 0; k < l->ends; k++) {
        const struct end *e = &l->end[k];
        if (l->use.rows == 2 && e->n == 3)
            add_rates(rate, e->B, x->u + e->p, 2, 3);
        else if (e->n == 6)
            add_rates(rate, e->B, x->u + e->p, l->use.rows, 6);
        else
            add_rates(rate, e->B, x->u + e->p, l->use.rows, e->n);
    }
    for (int i = 0; l->rates && i < l->use.rows; i++)
        rate[i] = l->use.level[i] ? T->g[l->row + i] : rate[i];
}

/* Deformations in rad continue the last accepted ones, by the mean of both rates since then. */
static void unwind(struct terms *T, const struct link *l, double t)
{
    for (int i = 0; l->turns && i < l->use.rows; i++)
        if (in_rad(l, i)) {
            double near = l->settled[i] + 0.5 * (l->settled_rate[i] + T->g_dot[l->row + i]) * (t - l->settled_t);
            T->g[l->row + i] += full_turn * round((near - T->g[l->row + i]) / full_turn);
        }
}

int terms_jump(const struct terms *T)
{
    const struct assembly *as = T->as;
    for (int i = 0; i < T->ntimed; i++) {
        const struct link *l = &as->link[T->timed[i]];
        for (int k = 0; k < l->use.rows; k++) {
            int row = l->row + k;
            double scale = as->row_unit[row] == BODY_LENGTH ? as->length : 1;
            if (as->release[row] == ROW_HELD && !l->use.level[k] && fabs(T->g[row]) > 0.1 * scale)
                return row;
        }
    }
    return -1;
}

void terms_settle(struct terms *T, double t)
{
    for (int i = 0; i < T->nlaws; i++) {
        struct link *l = &T->as->link[T->laws[i]];
        memcpy(l->settled, T->g + l->row, (size_t)l->use.rows * sizeof *l->settled);
        memcpy(l->settled_rate, T->g_dot + l->row, (size_t)l->use.rows * sizeof *l->settled_rate);
        l->settled_t = t;
    }
}

void terms_settle_start(struct terms *T, const struct state *x)
{
    terms_settle(T, x->t);
    for (int i = 0; i < T->nlaws; i++) {
        struct link *l = &T->as->link[T->laws[i]];
        for (int row = 0; row < l->use.rows; row++) {
            double angle = 0;
            for (int k = 0, column = 0; k < 2; column += l->side[k++].columns) {
                const struct side *s = &l->side[k];
                if (s->map == BODY_PLANE && s->marker->kind == MARKER_FRAME && s->part >= 0)
                    angle += l->G[row * l->columns + column + (s->columns == 3 ? 2 : 5)] * x->q[s->p + 2];
            }
            if (in_rad(l, row) && angle != 0)
                l->settled[row] += full_turn * round((angle - l->settled[row]) / full_turn);
        }
    }
}

static const char *ask_law(struct terms *T, struct state *x, const struct link *l, struct joint_at *at, int what)
{
    unwind(T, l, x->t);
    at->g = T->g + l->row;
    at->g_dot = T->g_dot + l->row;
    const char *why = l->use.type->law(l->use.data, at, l->law);
    if (!why && what & TERMS_GIVEN)
        memcpy(x->lambda + l->row, l->law, (size_t)l->use.rows * sizeof *l->law);
    return why;
}

int terms_laws(struct terms *T, struct state *x, struct fault *f)
{
    for (int i = 0; i < T->nlaws; i++) {
        const struct link *l = &T->as->link[T->laws[i]];
        struct joint_at at;
        if (!l->active)
            continue;
        terms_see(T, x, l, &at);
        const char *why = ask_law(T, x, l, &at, 0);
        if (why)
            return link_fault(l, why, f);
    }
    return 0;
}

/* The force of a side, in the residual's sense: G' lambda of its translations. */
static void side_force(const struct link *l, int which, const double *lambda, double force[3])
{
    const struct side *s = &l->side[which];
    const double *g = l->G + (which ? l->side[0].columns : 0);
    int n = s->columns == 6 ? 3 : 2;
    force[2] = 0;
    for (int k = 0; k < n; k++) {
        force[k] = 0;
        for (int i = 0; i < l->use.rows; i++)
            force[k] += lambda[i] * g[i * l->columns + k];
    }
}

/* Terms of the link; a moment is made of lever times force, which may cancel in B. */
static void enlarge_link(struct terms *T, const struct link *l, const double *lambda)
{
    for (int k = 0; k < l->ends; k++) {
        const struct end *e = &l->end[k];
        for (int i = 0; i < l->use.rows; i++)
            for (int c = 0; c < e->n; c++)
                enlarge(T, e->p + c, e->B[i * e->n + c] * lambda[i]);
    }
    for (int k = 0; k < 2; k++) {
        const struct side *s = &l->side[k];
        double force[3];
        if (s->part < 0 || s->marker->kind != MARKER_FRAME || s->map == BODY_POINT)
            continue;
        side_force(l, k, lambda, force);
        T->largest[BODY_ANGLE] = fmax(T->largest[BODY_ANGLE], norm(T->lever[k]) * norm(force));
    }
}

/* The moment of a side, global and about its point, in the residual's sense. */
static void side_torque(const struct link *l, int which, const double *lambda, double torque[3])
{
    const struct side *s = &l->side[which];
    const double *g = l->G + (which ? l->side[0].columns : 0);
    torque[0] = torque[1] = torque[2] = 0;
    for (int i = 0; i < l->use.rows; i++, g += l->columns)
        for (int k = 0; k < 3; k++)
            torque[k] += lambda[i] * (s->columns == 6 ? g[3 + k] : k == 2 ? g[2] : 0);
}

/* K of a spatial body from the force and moment of a side. */
static void space_stiffness(const struct terms *T, const struct side *s, double *K, const struct link *l, int which, const double *lambda,
                            const double force[3])
{
    const double *A = T->A + 9 * s->spin;
    double f[3], torque[3], own[3], moment[3];
    side_torque(l, which, lambda, torque);
    unturn(f, A, force);
    unturn(own, A, torque);
    cross(moment, s->s, f);
    add(moment, moment, own);
    turn_stiffness(K + 21, 6, s->s, f, moment);
}

/* r += B' lambda, and the stiffness of the force at its lever: in the plane d(s x f)/dphi = -s . f */
static void add_forces(struct terms *T, const struct state *x, const struct link *l, int what)
{
    const double *lambda = x->lambda + l->row;
    for (int k = 0; k < l->ends; k++) {
        const struct end *e = &l->end[k];
        for (int i = 0; i < l->use.rows; i++)
            for (int c = 0; c < e->n; c++)
                T->r[e->p + c] += e->B[i * e->n + c] * lambda[i];
    }
    for (int k = 0; k < 2; k++) {
        const struct side *s = &l->side[k];
        double force[3];
        if (s->part < 0 || s->marker->kind != MARKER_FRAME || (s->map != BODY_PLANE && s->map != BODY_SPACE))
            continue;
        double *K = T->K + s->block;
        side_force(l, k, lambda, force);
        if (s->map == BODY_PLANE)
            K[8] -= T->lever[k][0] * force[0] + T->lever[k][1] * force[1];
        else
            space_stiffness(T, s, K, l, k, lambda, force);
    }
    if (what & TERMS_LARGEST)
        enlarge_link(T, l, lambda);
}

int terms_link(struct terms *T, struct state *x, const struct link *l, int what, struct fault *f)
{
    const struct joint_type *type = l->use.type;
    int rates = l->rates || what & TERMS_RATE || type->law, timed = rates && l->use.timed;
    struct joint_at at = { .t = x->t, .rows = l->use.rows };
    at.m0 = side_see(&l->side[0], T, x, 0, l->rates || timed);
    at.m1 = side_see(&l->side[1], T, x, 1, l->rates || timed);
    const char *why = T->why;
    T->why = NULL;
    if (!why)
        why = type->residual(l->use.data, &at, T->g + l->row);
    if (!why)
        why = joint_jacobian(&l->use, &at, l->G);
    if (!why && rates)
        why = explicit_rate(T, l, &at);
    if (why)
        return link_fault(l, why, f);
    side_map_link(l, T, l->G, l->use.rows, l->columns, (double *const[]){ l->end[0].B, l->end[1].B, l->end[2].B, l->end[3].B });
    if (rates)
        link_rates(T, x, l);
    if (type->law && (why = ask_law(T, x, l, &at, what)))
        return link_fault(l, why, f);
    return 0;
}

/* Acceleration terms c (rows) of a link, whose markers are seen with their rates. */
static int link_bias(struct terms *T, const struct state *x, const struct link *l, struct joint_at *at, double *c, struct fault *f)
{
    double acc[3], alpha[3], own;
    at->g = at->g_dot = at->lambda = NULL;
    const char *why = joint_bias(&l->use, at, c);
    if (why)
        return link_fault(l, why, f);
    for (int k = 0, column = 0; k < 2; column += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        const double *g = l->G + column;
        if (s->reading) {
            why = reading_bias(s->reading, T, x, k, &own);
            if (why)
                return reading_fault(s->reading, why, f);
            for (int row = 0; row < l->use.rows; row++, g += l->columns)
                c[row] += g[0] * own;
        }
        if (s->part < 0 || s->marker->kind != MARKER_FRAME)
            continue;
        side_acceleration(s, T, x, NULL, acc, alpha);
        for (int row = 0; row < l->use.rows; row++, g += l->columns)
            c[row] += side_along(s, g, acc, alpha);
    }
    return 0;
}

/* What a constant G needs of a side: the lever, and in space the angular velocity. */
QUICK void quick_lever(const struct side *s, struct terms *T, const struct state *x, int which)
{
    double *lever = T->lever[which];
    if (s->fixed)
        return;
    if (s->map == BODY_PLANE)
        lever_plane(s, T, lever);
    else if (s->map == BODY_SPACE) {
        turn(lever, T->A + 9 * s->spin, s->s);
        turn(T->seen[which].w, T->A + 9 * s->spin, x->u + s->p + 3);
    }
}

QUICK const struct joint_marker *quick_see(const struct side *s, struct terms *T, const struct state *x, int which, int rates)
{
    struct joint_marker *m = &T->seen[which];
    if (s->fixed)
        return s->fixed;
    m->n = s->columns;
    m->q = m->u = NULL;
    if (s->map == BODY_PLANE)
        see_plane(s, T, x, m, T->lever[which], rates);
    else if (s->map == BODY_SPACE)
        see_space(s, T, x, m, T->lever[which], rates);
    else
        see_point(s, x, m, T->lever[which], rates);
    return m;
}

/* A row of a planar side per coordinate of its body; turn: its column of the rotation. */
QUICK void map_plane(double *b, const double *g, const double *lever, int turn)
{
    b[0] = g[0];
    b[1] = g[1];
    b[2] = g[turn] + lever[0] * g[1] - lever[1] * g[0];
}

/* The same of a spatial side:  b = (g_t, A'(g_r + s x g_t)). */
QUICK void map_space(double *b, const double *g, const double *lever, const double *A)
{
    double torque[3];
    cross(torque, lever, g);
    add(torque, torque, g + 3);
    copy(b, g);
    unturn(b + 3, A, torque);
}

/* A row of a spatial side in all six columns; plane: of a joint in the plane, whose columns are x, y and a turn. */
QUICK const double *whole_row(const double *g, int plane, double room[6])
{
    return plane ? memcpy(room, (double[]){ g[0], g[1], 0, 0, 0, g[2] }, 6 * sizeof *room) : g;
}

/* Columns of G of a planar body to B, its force to r, and the stiffness of the force at the lever. */
static void quick_plane(struct terms *T, const struct side *s, const struct link *l, const double *lever, const double *g,
                        const double *lambda)
{
    double *b = l->end[s->end].B, *r = T->r + s->p, lx = lever[0], ly = lever[1], fx = 0, fy = 0, torque = 0;
    int turn = s->columns == 3 ? 2 : 5;
    for (int i = 0; i < l->use.rows; i++, g += l->columns, b += 3) {
        map_plane(b, g, lever, turn);
        fx += g[0] * lambda[i];
        fy += g[1] * lambda[i];
        torque += b[2] * lambda[i];
    }
    r[0] += fx;
    r[1] += fy;
    r[2] += torque;
    T->K[s->block + 8] -= lx * fx + ly * fy;
}

/* K of a hinge: two rows without a force hold an axis a, which turns with both bodies as long as they hold, and so does their
   moment t = a x L:  sym(a L'), L = t x a.  What is left of d(B' lambda) then changes multipliers alone, not the motion. */
static void hinge_stiffness(double *K, const double A[9], const double *row[2], const double moment[3])
{
    double axis[3], across[3], a[3], L[3];
    cross(axis, row[0], row[1]);
    cross(across, moment, axis);
    unturn(a, A, axis);
    unturn(L, A, across);
    scale(a, 0.5 / (dot(a, a) + 1e-300), a);
    add_both(K, 6, a, L);
}

/* The same of a spatial body. */
QUICK void quick_space(struct terms *T, const struct side *s, const struct link *l, const double *lever, const double *g,
                       const double *lambda, int plane)
{
    const double *A = T->A + 9 * s->spin, *pure[2];
    double *b = l->end[s->end].B, *r = T->r + s->p, *K = T->K + s->block + 21;
    double force[3] = { 0 }, moment[3] = { 0 }, own[3] = { 0 }, f[3], torque[3];
    int turns = 0; /* rows without a force */
    for (int i = 0; i < l->use.rows; i++, g += l->columns, b += 6) {
        double room[6];
        const double *row = whole_row(g, plane, room);
        if (!plane && row[0] == 0 && row[1] == 0 && row[2] == 0) {
            pure[turns++ & 1] = row + 3;
            for (int k = 0; k < 3; k++) {
                own[k] += lambda[i] * row[3 + k];
                b[k] = 0;
            }
            unturn(b + 3, A, row + 3);
            continue;
        }
        map_space(b, row, lever, A);
        for (int k = 0; k < 3; k++) {
            force[k] += lambda[i] * row[k];
            moment[k] += lambda[i] * b[3 + k];
        }
    }
    unturn(f, A, force);
    unturn(torque, A, own);
    add(moment, moment, torque);
    add(r, r, force);
    add(r + 3, r + 3, moment);
    turn_stiffness(K, 6, s->s, f, moment);
    if (turns == 2 && !T->curved)
        hinge_stiffness(K, A, pure, own);
}

static void quick_point(struct terms *T, const struct side *s, const struct link *l, const double *g, const double *lambda)
{
    double *b = l->end[s->end].B, *r = T->r + s->p;
    int moves = s->columns == 3 && s->n == 3 ? 2 : s->n; /* column 2 of a joint in the plane is a rotation */
    for (int i = 0; i < l->use.rows; i++, g += l->columns, b += s->n)
        for (int c = 0; c < moves; c++) {
            b[c] = g[c];
            r[c] += g[c] * lambda[i];
        }
}

/* terms_link and add_forces in one, for a link that is quick. */
static int quick_link(struct terms *T, struct state *x, const struct link *l, int what, struct fault *f)
{
    const struct joint_type *type = l->use.type;
    const double *lambda = x->lambda + l->row, *g = l->G;
    int rates = what & TERMS_RATE;
    const struct joint_at at = { .t = x->t, .m0 = quick_see(&l->side[0], T, x, 0, rates), .m1 = quick_see(&l->side[1], T, x, 1, rates),
                                 .rows = l->use.rows };
    const char *why = type->residual(l->use.data, &at, T->g + l->row);
    if (!why && !l->constant)
        why = joint_jacobian(&l->use, &at, l->G);
    if (why)
        return link_fault(l, why, f);
    for (int k = 0; k < 2; g += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        if (s->fixed)
            continue;
        if (s->map == BODY_PLANE)
            quick_plane(T, s, l, T->lever[k], g, lambda);
        else if (s->map == BODY_SPACE)
            s->columns == 3 ? quick_space(T, s, l, T->lever[k], g, lambda, 1) : quick_space(T, s, l, T->lever[k], g, lambda, 0);
        else
            quick_point(T, s, l, g, lambda);
    }
    if (rates)
        link_rates(T, x, l);
    if (what & TERMS_LARGEST)
        enlarge_link(T, l, lambda);
    return 0;
}

/* Columns of G of a planar body to B, if it is asked for, and c += G times w x (w x s). */
QUICK void free_plane(double *b, const double *g, double *c, const double *lever, double w, int rows, int columns, int turn,
                      int asked)
{
    double ax = -w * w * lever[0], ay = -w * w * lever[1];
    for (int i = 0; i < rows; i++, g += columns, b += 3) {
        if (asked)
            map_plane(b, g, lever, turn);
        c[i] += g[0] * ax + g[1] * ay;
    }
}

/* The same of a spatial body. */
static void free_space(const struct terms *T, const struct side *s, const struct link *l, const double *lever, const double *w,
                       const double *g, double *c, int asked)
{
    const double *A = T->A + 9 * s->spin;
    double *b = l->end[s->end].B, acc[3], spin[3];
    cross(spin, w, lever);
    cross(acc, w, spin);
    for (int i = 0; i < l->use.rows; i++, g += l->columns, b += 6) {
        double room[6];
        const double *row = whole_row(g, s->columns == 3, room);
        c[i] += dot(row, acc);
        if (asked)
            map_space(b, row, lever, A);
    }
}

/* The rows of a link that is quick, without its forces: B and bias, and with TERMS_RATE g and g_dot. */
static int free_link(struct terms *T, struct state *x, const struct link *l, int what, struct fault *f)
{
    double *c = T->bias + l->row;
    const double *g = l->G;
    int asked = !(what & TERMS_SAME), gaps = asked && what & TERMS_RATE;
    if (l->constant && !gaps) {
        quick_lever(&l->side[0], T, x, 0);
        quick_lever(&l->side[1], T, x, 1);
    } else {
        const struct joint_at at = { .t = x->t, .m0 = quick_see(&l->side[0], T, x, 0, 1), .m1 = quick_see(&l->side[1], T, x, 1, 1),
                                     .rows = l->use.rows };
        const char *why = gaps ? l->use.type->residual(l->use.data, &at, T->g + l->row) : NULL;
        if (!why && asked && !l->constant)
            why = joint_jacobian(&l->use, &at, l->G);
        if (!why && !l->constant)
            why = joint_bias(&l->use, &at, c);
        if (why)
            return link_fault(l, why, f);
    }
    for (int k = 0; k < 2; g += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        if (s->fixed)
            continue;
        if (s->map == BODY_PLANE && l->use.rows == 2 && l->columns == 6)
            free_plane(l->end[s->end].B, g, c, T->lever[k], x->u[s->p + 2], 2, 6, 2, asked);
        else if (s->map == BODY_PLANE)
            free_plane(l->end[s->end].B, g, c, T->lever[k], x->u[s->p + 2], l->use.rows, l->columns, s->columns == 3 ? 2 : 5,
                       asked);
        else if (s->map == BODY_SPACE)
            free_space(T, s, l, T->lever[k], T->seen[k].w, g, c, asked);
        else if (asked)
            quick_point(T, s, l, g, x->lambda + l->row); /* at zero multipliers */
    }
    if (what & TERMS_RATE)
        link_rates(T, x, l);
    return 0;
}

int terms_evaluate(struct terms *T, struct state *x, int what, struct fault *f)
{
    struct assembly *as = T->as;
    if (T->signals + as->pushes > 0 && terms_signals(T, x->t, what & TERMS_FREE ? 2 : what & TERMS_RATE ? 1 : 0, f))
        return -1;
    if (!(what & TERMS_SAME) || T->nvarying)
        terms_pose(T, x);
    if (motion(T, x, what, f))
        return -1;
    if (what & TERMS_FREE)
        memset(T->bias, 0, (size_t)as->m * sizeof *T->bias); /* which joints with a constant G leave */
    if (!(what & TERMS_FREE) || as->pushes || T->nlaws)
        memset(T->K, 0, (size_t)as->blocks * sizeof *T->K);
    if (as->pushes)
        pushes(T, x, what);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        struct joint_at at;
        if (!l->active)
            continue;
        if (l->quick && !(what & TERMS_RATE && l->use.timed)) {
            if ((what & TERMS_FREE ? free_link : quick_link)(T, x, l, what, f))
                return -1;
            continue;
        }
        if (terms_link(T, x, l, what, f))
            return -1;
        if (!(what & TERMS_FREE) || l->use.type->law)
            add_forces(T, x, l, what);
        if (what & TERMS_FREE && !l->use.type->law) {
            terms_see(T, x, l, &at);
            if (link_bias(T, x, l, &at, T->bias + l->row, f))
                return -1;
        }
    }
    return 0;
}

int terms_gaps(struct terms *T, struct state *x, struct fault *f)
{
    struct assembly *as = T->as;
    if (terms_signals(T, x->t, 2, f))
        return -1;
    terms_pose(T, x);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        struct joint_at at = { .t = x->t, .rows = l->use.rows };
        if (!l->active || l->use.type->law)
            continue;
        at.m0 = l->quick ? quick_see(&l->side[0], T, x, 0, 0) : side_see(&l->side[0], T, x, 0, l->rates);
        at.m1 = l->quick ? quick_see(&l->side[1], T, x, 1, 0) : side_see(&l->side[1], T, x, 1, l->rates);
        const char *why = T->why;
        T->why = NULL;
        if (!why)
            why = l->use.type->residual(l->use.data, &at, T->g + l->row);
        if (why)
            return link_fault(l, why, f);
    }
    return 0;
}

/* ---- outputs and accelerations ---- */

void terms_see(struct terms *T, const struct state *x, const struct link *l, struct joint_at *at)
{
    at->t = x->t;
    at->m0 = side_see(&l->side[0], T, x, 0, 1);
    at->m1 = side_see(&l->side[1], T, x, 1, 1);
    at->g = T->g + l->row;
    at->g_dot = T->g_dot + l->row;
    at->lambda = x->lambda + l->row;
    at->rows = l->use.rows;
}

int terms_bias(struct terms *T, const struct state *x, double *c, struct fault *f)
{
    struct assembly *as = T->as;
    if (terms_signals(T, x->t, 2, f))
        return -1;
    memset(c, 0, (size_t)as->m * sizeof *c);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        struct joint_at at;
        if (!l->active || l->use.type->law)
            continue;
        terms_see(T, x, l, &at);
        if (link_bias(T, x, l, &at, c + l->row, f))
            return -1;
    }
    return 0;
}

void terms_drift(const struct terms *T, double *drift)
{
    const struct assembly *as = T->as;
    for (int row = 0; row < as->m; row++)
        if (row_holds(as, row) || as->release[row] == ROW_DEPENDENT)
            drift[row] = fmax(drift[row], fabs(T->g[row]));
}
