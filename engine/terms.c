/* terms.c - evaluates bodies, loads and joints at a state.
 *
 * The order is always: signals, poses, motion (M a - f), pushes, links; the numbers of a link are seen, asked, mapped from
 * motions of markers to coordinates of bodies, and added. */
#include "side.h"
#include "vec.h"

#include <string.h>

enum { MOST = 64 }; /* coordinates of one body */

struct terms *terms_new(struct arena *a, struct assembly *as)
{
    struct terms *T = ARENA_NEW(a, 1, struct terms);
    T->as = as;
    T->pose = ARENA_NEW(a, as->parts, struct pose);
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].type->map == BODY_OTHER)
            T->pose[i].frame = ARENA_NEW(a, 1, struct body_frame);
    T->M = ARENA_NEW(a, 3 * as->blocks, double);
    T->K = T->M + as->blocks;
    T->D = T->K + as->blocks;
    T->r = ARENA_NEW(a, 2 * as->n, double);
    T->f = T->r + as->n;
    T->g = ARENA_NEW(a, 3 * as->m, double);
    T->g_dot = T->g + as->m;
    T->gt = T->g_dot + as->m;
    T->signal_order = -1;
    T->varying = ARENA_NEW(a, as->parts, int);
    T->laws = ARENA_NEW(a, as->links, int);
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].varying)
            T->varying[T->nvarying++] = i;
    for (int i = 0; i < as->links; i++) {
        T->signals += as->link[i].use.signals;
        if (as->link[i].use.type->law)
            T->laws[T->nlaws++] = i;
    }
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
            T->pose[i].c = cos(x->q[p->p + 2]);
            T->pose[i].s = sin(x->q[p->p + 2]);
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

struct body_at body_sees(const struct terms *T, const struct part *p, const struct state *x)
{
    return (struct body_at){ x->t, x->q + p->p, T->as->ref + p->p, x->u + p->p, T->gravity };
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

static int motion(struct terms *T, const struct state *x, int what, struct fault *f)
{
    const struct assembly *as = T->as;
    for (int i = 0; i < as->n; i++)
        T->r[i] = as->mass[i] * x->a[i] - T->load * as->weight[i];
    if (what & TERMS_LARGEST) {
        memset(T->largest, 0, sizeof T->largest);
        for (int i = 0; i < as->n; i++) {
            enlarge(T, i, as->mass[i] * x->a[i]);
            enlarge(T, i, as->weight[i]);
        }
    }
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
    double *K = T->K + T->as->part[p->side.part].block;
    if (p->load->body_fixed) { /* the force turns, its moment stays */
        K[2] += force[1];
        K[5] -= force[0];
    } else
        K[8] += dot(T->lever[0], force);
}

static void pushes(struct terms *T, const struct state *x, int what)
{
    static const double none[3];
    const struct assembly *as = T->as;
    for (int i = 0; i < as->pushes; i++) {
        const struct push *p = &as->push[i];
        const struct side *s = &p->side;
        double value[3];
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
            return item_fault(&as->link[i].joint->item, f);
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
            return item_fault(&p->load->item, f);
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
    return item_fault(&l->joint->item, f);
}

/* gt of the rows; it stays zero where nothing depends on time */
static const char *explicit_rate(struct terms *T, const struct link *l, const struct joint_at *at)
{
    if (!l->use.timed)
        return NULL;
    return joint_time_rate(&l->use, at, T->gt + l->row);
}

/* g_dot = B u + gt, of velocity rows g itself */
static void link_rates(struct terms *T, const struct state *x, const struct link *l)
{
    for (int i = 0; i < l->use.rows; i++) {
        double rate = T->gt[l->row + i];
        for (int k = 0; k < l->ends; k++) {
            const struct end *e = &l->end[k];
            const double *b = e->B + i * e->n, *u = x->u + e->p;
            for (int c = 0; c < e->n; c++)
                rate += b[c] * u[c];
        }
        T->g_dot[l->row + i] = l->use.level[i] ? T->g[l->row + i] : rate;
    }
}

static const double turn_of = 6.283185307179586476925;

static int in_rad(const struct link *l, int row)
{
    const struct joint_row *rows = l->use.type->rows;
    return rows && rows[row].unit && strcmp(rows[row].unit, "rad") == 0;
}

/* Deformations in rad continue the last accepted ones. */
static void unwind(struct terms *T, const struct link *l)
{
    for (int i = 0; i < l->use.rows; i++)
        if (in_rad(l, i))
            T->g[l->row + i] += turn_of * round((l->settled[i] - T->g[l->row + i]) / turn_of);
}

void terms_settle(struct terms *T)
{
    for (int i = 0; i < T->nlaws; i++) {
        struct link *l = &T->as->link[T->laws[i]];
        memcpy(l->settled, T->g + l->row, (size_t)l->use.rows * sizeof *l->settled);
    }
}

static const char *ask_law(struct terms *T, struct state *x, const struct link *l, struct joint_at *at, int what)
{
    unwind(T, l);
    at->g = T->g + l->row;
    at->g_dot = T->g_dot + l->row;
    const char *why = l->use.type->law(l->use.data, at, l->law);
    if (!why && what & TERMS_GIVEN)
        memcpy(x->lambda + l->row, l->law, (size_t)l->use.rows * sizeof *l->law);
    return why;
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

/* r += B' lambda, and the stiffness of the force at its lever: d(s x f)/dphi = -s . f */
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
        if (s->part < 0 || s->map != BODY_PLANE || s->marker->kind != MARKER_FRAME)
            continue;
        side_force(l, k, lambda, force);
        T->K[T->as->part[s->part].block + 8] -= T->lever[k][0] * force[0] + T->lever[k][1] * force[1];
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
    const char *why = type->residual(l->use.data, &at, T->g + l->row);
    if (!why)
        why = joint_jacobian(&l->use, &at, l->G);
    if (!why && rates)
        why = explicit_rate(T, l, &at);
    if (why)
        return link_fault(l, why, f);
    side_map_link(l, T, l->G, l->use.rows, l->columns, (double *const[]){ l->end[0].B, l->end[1].B });
    if (rates)
        link_rates(T, x, l);
    if (type->law && (why = ask_law(T, x, l, &at, what)))
        return link_fault(l, why, f);
    return 0;
}

static const struct joint_marker *quick_see(const struct side *s, struct terms *T, const struct state *x, int which)
{
    struct joint_marker *m = &T->seen[which];
    if (s->fixed)
        return s->fixed;
    m->n = s->columns;
    m->q = m->u = NULL;
    if (s->map == BODY_PLANE)
        see_plane(s, T, x, m, T->lever[which], 0);
    else
        see_point(s, x, m, T->lever[which], 0);
    return m;
}

/* Columns of G of a planar body to B, its force to r, and the stiffness of the force at the lever. */
static void quick_plane(struct terms *T, const struct side *s, const struct link *l, const double *lever, const double *g, const double *lambda)
{
    double *b = l->end[s->end].B, *r = T->r + s->p, lx = lever[0], ly = lever[1], fx = 0, fy = 0, torque = 0;
    int turn = s->columns == 3 ? 2 : 5;
    for (int i = 0; i < l->use.rows; i++, g += l->columns, b += 3) {
        b[0] = g[0];
        b[1] = g[1];
        b[2] = g[turn] + lx * g[1] - ly * g[0];
        fx += g[0] * lambda[i];
        fy += g[1] * lambda[i];
        torque += b[2] * lambda[i];
    }
    r[0] += fx;
    r[1] += fy;
    r[2] += torque;
    T->K[T->as->part[s->part].block + 8] -= lx * fx + ly * fy;
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
    const struct joint_at at = { .t = x->t, .m0 = quick_see(&l->side[0], T, x, 0), .m1 = quick_see(&l->side[1], T, x, 1), .rows = l->use.rows };
    const char *why = type->residual(l->use.data, &at, T->g + l->row);
    if (!why)
        why = joint_jacobian(&l->use, &at, l->G);
    if (why)
        return link_fault(l, why, f);
    for (int k = 0; k < 2; g += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        if (s->fixed)
            continue;
        if (s->map == BODY_PLANE)
            quick_plane(T, s, l, T->lever[k], g, lambda);
        else
            quick_point(T, s, l, g, lambda);
    }
    if (what & TERMS_LARGEST)
        enlarge_link(T, l, lambda);
    return 0;
}

int terms_evaluate(struct terms *T, struct state *x, int what, struct fault *f)
{
    struct assembly *as = T->as;
    if (terms_signals(T, x->t, what & TERMS_RATE ? 1 : 0, f))
        return -1;
    terms_pose(T, x);
    if (motion(T, x, what, f))
        return -1;
    memset(T->K, 0, (size_t)as->blocks * sizeof *T->K);
    if (as->pushes)
        pushes(T, x, what);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        if (!l->active)
            continue;
        if (l->quick && !(what & TERMS_RATE)) {
            if (quick_link(T, x, l, what, f))
                return -1;
            continue;
        }
        if (terms_link(T, x, l, what, f))
            return -1;
        add_forces(T, x, l, what);
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

/* The angle of a planar body, counted on over full turns; 0 of what has none. */
static double body_angle(const struct terms *T, const struct state *x, const struct side *s)
{
    const struct assembly *as = T->as;
    for (int i = 0; s->part >= 0 && i < s->n && s->map != BODY_NONE; i++)
        if (as->unit[s->p + i] == BODY_ANGLE)
            return x->q[s->p + i];
    return 0;
}

/* Rotation column of a side within the row of a coordinate. */
static int angle_column(const struct side *s)
{
    return s->columns == 3 ? 2 : 5;
}

int terms_coordinate(struct terms *T, const struct state *x, const struct link *l, int c, double *value, double *rate, double *row,
                     struct fault *f)
{
    const struct joint_coordinate *k = &l->use.type->coordinates[c];
    struct joint_at at;
    memset(row, 0, (size_t)l->columns * sizeof *row);
    terms_see(T, x, l, &at);
    const char *why = k->eval(l->use.data, &at, value, row);
    if (why)
        return link_fault(l, why, f);
    *rate = 0;
    double turned = l->coordinate0[c];
    for (int h = 0, column = 0; h < 2; column += l->side[h++].columns) {
        const struct side *s = &l->side[h];
        const struct joint_marker *m = h ? at.m1 : at.m0;
        for (int i = 0; i < s->columns; i++)
            *rate += row[column + i] * (m->q ? m->u[i] : i == 2 && s->columns == 3 ? m->w[2] : i < 3 ? m->v[i] : m->w[i - 3]);
        if (!m->q)
            turned += row[column + angle_column(s)] * (body_angle(T, x, s) - l->angle0[h]);
    }
    if (strcmp(k->unit, "rad") == 0)
        *value += turn_of * round((turned - *value) / turn_of);
    return 0;
}

int terms_coordinates_start(struct terms *T, struct state *x, struct fault *f)
{
    for (int i = 0; i < T->as->links; i++) {
        struct link *l = &T->as->link[i];
        double row[JOINT_COLUMNS], rate;
        for (int h = 0; h < 2; h++)
            l->angle0[h] = body_angle(T, x, &l->side[h]);
        for (int c = 0; l->use.type->coordinates && l->use.type->coordinates[c].name; c++) {
            l->coordinate0[c] = 0;
            if (terms_coordinate(T, x, l, c, &l->coordinate0[c], &rate, row, f))
                return -1;
        }
    }
    return 0;
}

int terms_bias(struct terms *T, const struct state *x, double *c, struct fault *f)
{
    struct assembly *as = T->as;
    if (terms_signals(T, x->t, 2, f))
        return -1;
    memset(c, 0, (size_t)as->m * sizeof *c);
    for (int i = 0; i < as->links; i++) {
        struct link *l = &as->link[i];
        struct joint_at at;
        double acc[3], alpha[3];
        if (!l->active || l->use.type->law)
            continue;
        terms_see(T, x, l, &at);
        at.g = at.g_dot = at.lambda = NULL;
        const char *why = joint_bias(&l->use, &at, c + l->row);
        if (why)
            return link_fault(l, why, f);
        for (int k = 0, column = 0; k < 2; column += l->side[k++].columns) {
            const struct side *s = &l->side[k];
            if (s->part < 0 || s->marker->kind != MARKER_FRAME)
                continue;
            side_acceleration(s, T, x, NULL, acc, alpha);
            for (int row = 0; row < l->use.rows; row++) {
                const double *g = l->G + row * l->columns + column;
                c[l->row + row] += s->columns == 3 ? g[0] * acc[0] + g[1] * acc[1] + g[2] * alpha[2] : dot(g, acc) + dot(g + 3, alpha);
            }
        }
    }
    return 0;
}
