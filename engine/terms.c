/* terms.c - evaluates bodies, loads and joints at a state.
 *
 * The order is always: signals, poses, motion (M a - f), pushes, links; the numbers of a link are seen, asked, mapped from
 * motions of markers to coordinates of bodies, and added. */
#include "terms.h"
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
    for (int i = 0; i < as->links; i++)
        T->signals += as->link[i].use.signals;
    terms_load(T, 1);
    return T;
}

void terms_load(struct terms *T, double part)
{
    T->load = part;
    scale(T->gravity, part, T->as->model->gravity);
}

/* ---- sides ---- */

void side_make(struct side *s, const struct assembly *as, const struct marker *m, enum joint_markers kind, struct arena *a)
{
    const struct body *b = as->model->body[m->body];
    int frame = m->kind == MARKER_FRAME;
    *s = (struct side){ .marker = m, .map = b->type->map, .part = as->part_of[m->body], .end = -1, .turned = m->turned };
    memcpy(s->s, m->position, sizeof s->s);
    memcpy(s->R, m->rotation, sizeof s->R);
    if (s->part >= 0) {
        s->p = as->part[s->part].p;
        s->n = as->part[s->part].n;
        s->ref = m->kind == MARKER_COORDINATE ? as->ref[s->p + m->coordinate] : 0;
    }
    s->columns = frame ? (kind == JOINT_PLANE ? 3 : 6) : m->kind == MARKER_COORDINATE ? 1 : s->n;
    if (s->part < 0) {
        static const double zero[1];
        struct joint_marker *fixed = ARENA_NEW(a, 1, struct joint_marker);
        fixed->n = s->columns;
        memcpy(fixed->r, s->s, sizeof s->s);
        memcpy(fixed->A, s->R, sizeof s->R);
        fixed->q = fixed->u = frame ? NULL : zero;
        s->fixed = fixed;
    }
}

static void see_plane(const struct side *s, const struct terms *T, const struct state *x, struct joint_marker *m, double *lever, int rates)
{
    double c = T->pose[s->part].c, sn = T->pose[s->part].s;
    const double *q = x->q + s->p, *R = s->R;
    lever[0] = c * s->s[0] - sn * s->s[1];
    lever[1] = sn * s->s[0] + c * s->s[1];
    lever[2] = s->s[2];
    m->r[0] = q[0] + lever[0];
    m->r[1] = q[1] + lever[1];
    m->r[2] = lever[2];
    if (s->turned)
        for (int k = 0; k < 3; k++) {
            m->A[k] = c * R[k] - sn * R[k + 3];
            m->A[k + 3] = sn * R[k] + c * R[k + 3];
            m->A[k + 6] = R[k + 6];
        }
    else {
        m->A[0] = m->A[4] = c, m->A[3] = sn, m->A[1] = -sn;
        m->A[2] = m->A[5] = m->A[6] = m->A[7] = 0, m->A[8] = 1;
    }
    if (rates) {
        const double *u = x->u + s->p;
        m->v[0] = u[0] - u[2] * lever[1];
        m->v[1] = u[1] + u[2] * lever[0];
        m->v[2] = m->w[0] = m->w[1] = 0;
        m->w[2] = u[2];
    }
}

static void see_point(const struct side *s, const struct state *x, struct joint_marker *m, double *lever, int rates)
{
    for (int i = 0; i < 3; i++) {
        lever[i] = s->s[i];
        m->r[i] = s->s[i] + (i < s->n ? x->q[s->p + i] : 0);
    }
    memcpy(m->A, s->R, sizeof m->A);
    for (int i = 0; rates && i < 3; i++) {
        m->v[i] = i < s->n ? x->u[s->p + i] : 0;
        m->w[i] = 0;
    }
}

static void see_other(const struct side *s, const struct terms *T, struct joint_marker *m, double *lever, int rates)
{
    const struct body_frame *f = T->pose[s->part].frame;
    turn(lever, f->A, s->s);
    add(m->r, f->r, lever);
    multiply(m->A, f->A, s->R);
    if (rates) {
        double spin[3];
        cross(spin, f->w, lever);
        add(m->v, f->v, spin);
        copy(m->w, f->w);
    }
}

static void see_coordinates(const struct side *s, const struct state *x, struct joint_marker *m, double *one)
{
    m->q = x->q + s->p, m->u = x->u + s->p;
    if (s->marker->kind == MARKER_COORDINATE) {
        one[0] = m->q[s->marker->coordinate] - s->ref;
        one[1] = m->u[s->marker->coordinate];
        m->q = &one[0], m->u = &one[1];
    }
}

const struct joint_marker *side_see(const struct side *s, struct terms *T, const struct state *x, int which, int rates)
{
    struct joint_marker *m = &T->seen[which];
    if (s->fixed)
        return s->fixed;
    m->n = s->columns;
    if (s->marker->kind != MARKER_FRAME) {
        see_coordinates(s, x, m, T->coordinate[which]);
        return m;
    }
    m->q = m->u = NULL;
    switch (s->map) {
    case BODY_PLANE: see_plane(s, T, x, m, T->lever[which], rates); break;
    case BODY_POINT: see_point(s, x, m, T->lever[which], rates); break;
    default: see_other(s, T, m, T->lever[which], rates); break;
    }
    return m;
}

void side_acceleration(const struct side *s, const struct terms *T, const struct state *x, const double *a, double acc[3], double alpha[3])
{
    double w[3] = { 0 }, lever[3] = { 0 }, part[3], spin[3];
    memset(acc, 0, 3 * sizeof *acc);
    memset(alpha, 0, 3 * sizeof *alpha);
    if (s->part < 0 || s->map == BODY_NONE)
        return;
    if (s->map == BODY_OTHER) {
        const struct body_frame *f = T->pose[s->part].frame;
        copy(acc, f->v_bias);
        copy(alpha, f->w_bias);
        copy(w, f->w);
        turn(lever, f->A, s->s);
        for (int k = 0; a && k < s->n; k++)
            for (int i = 0; i < 3; i++) {
                acc[i] += f->J[i][k] * a[s->p + k];
                alpha[i] += f->J[3 + i][k] * a[s->p + k];
            }
    } else {
        int moves = s->map == BODY_PLANE ? 2 : s->n;
        for (int i = 0; a && i < moves; i++)
            acc[i] = a[s->p + i];
        if (s->map == BODY_PLANE) {
            const struct pose *p = &T->pose[s->part];
            lever[0] = p->c * s->s[0] - p->s * s->s[1];
            lever[1] = p->s * s->s[0] + p->c * s->s[1];
            w[2] = x->u[s->p + 2];
            alpha[2] = a ? a[s->p + 2] : 0;
        }
    }
    cross(part, alpha, lever); /* a + alpha x s + w x (w x s) */
    add(acc, acc, part);
    cross(spin, w, lever);
    cross(part, w, spin);
    add(acc, acc, part);
}

/* ---- columns to coordinates ---- */

/* b (n) = or += the row g of G, per coordinate of the body; torque columns about the marker, lever to it. */
static void map_row(const struct side *s, const struct terms *T, const double *lever, const double *g, double *b)
{
    if (s->marker->kind == MARKER_COORDINATES)
        for (int k = 0; k < s->n; k++)
            b[k] += g[k];
    else if (s->marker->kind == MARKER_COORDINATE)
        b[s->marker->coordinate] += g[0];
    else if (s->map == BODY_PLANE) {
        b[0] += g[0];
        b[1] += g[1];
        b[2] += (s->columns == 3 ? g[2] : g[5]) + lever[0] * g[1] - lever[1] * g[0];
    } else if (s->map == BODY_POINT) {
        b[0] += g[0];
        b[1] += g[1];
        if (s->n == 3 && s->columns == 6)
            b[2] += g[2];
    } else {
        const struct body_frame *f = T->pose[s->part].frame;
        double force[3] = { g[0], g[1], 0 }, torque[3], about[3] = { 0, 0, g[2] };
        if (s->columns == 6)
            force[2] = g[2], copy(about, g + 3);
        cross(torque, lever, force);
        add(torque, torque, about);
        for (int k = 0; k < s->n; k++)
            for (int i = 0; i < 3; i++)
                b[k] += f->J[i][k] * force[i] + f->J[3 + i][k] * torque[i];
    }
}

static void map_rows(const struct link *l, const struct terms *T, const double *G, int rows, int stride, double *const B[2])
{
    const double *g = G;
    for (int k = 0; k < 2; k++) {
        const struct side *s = &l->side[k];
        if (s->end >= 0) {
            double *b = B[s->end];
            if (!s->second)
                memset(b, 0, (size_t)(rows * s->n) * sizeof *b);
            for (int i = 0; i < rows; i++)
                map_row(s, T, T->lever[k], g + i * stride, b + i * s->n);
        }
        g += s->columns;
    }
}

void side_push(const struct side *s, const struct terms *T, const double lever[3], const double force[3], const double torque[3], double *r)
{
    double g[6];
    if (s->part < 0)
        return;
    copy(g, force);
    copy(g + 3, torque);
    map_row(s, T, lever, g, r + s->p);
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

static struct body_at body_sees(const struct terms *T, const struct part *p, const struct state *x)
{
    return (struct body_at){ x->t, x->q + p->p, T->as->ref + p->p, x->u + p->p, T->gravity };
}

/* r = M a - f of a part with equations of its own */
static int varying_motion(struct terms *T, const struct part *p, const struct state *x, int what, struct fault *f)
{
    double *force = T->f + p->p, *M = T->M + p->block;
    const struct body_at at = body_sees(T, p, x);
    const char *why = p->type->equations(p->data, &at, M, force);
    if (why) {
        fault_set(f, "%s", why);
        return item_fault(&p->body->item, f);
    }
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
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].varying && varying_motion(T, &as->part[i], x, what, f))
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

static int link_fault(const struct link *l, const char *why, struct fault *f)
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
    struct assembly *as = T->as;
    for (int i = 0; i < as->links; i++) {
        struct link *l = &as->link[i];
        for (int k = 0; l->use.type->law && k < l->use.rows; k++)
            l->settled[k] = T->g[l->row + k];
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
    map_rows(l, T, l->G, l->use.rows, l->columns, (double *const[]){ l->end[0].B, l->end[1].B });
    if (rates)
        link_rates(T, x, l);
    if (type->law && (why = ask_law(T, x, l, &at, what)))
        return link_fault(l, why, f);
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
    pushes(T, x, what);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        if (!l->joint->common.active)
            continue;
        if (terms_link(T, x, l, what, f))
            return -1;
        add_forces(T, x, l, what);
    }
    return 0;
}

/* ---- tangents ---- */

/* R = D T B, rows of a law in lengths: D = 1/|T| row by row, or 1/scale where the law does not answer. */
static const char *law_tangent(struct terms *T, const struct state *x, struct link *l, double c, double scale)
{
    double dg[JOINT_ROWS * JOINT_ROWS], dg_dot[JOINT_ROWS * JOINT_ROWS];
    int rows = l->use.rows;
    struct joint_at at;
    memset(dg, 0, (size_t)(rows * rows) * sizeof *dg);
    memset(dg_dot, 0, (size_t)(rows * rows) * sizeof *dg_dot);
    terms_see(T, x, l, &at);
    const char *why = joint_law_tangent(&l->use, &at, dg, dg_dot);
    if (why)
        return why;
    for (int i = 0; i < rows; i++) {
        double largest = 0;
        for (int k = 0; k < rows; k++) {
            double t = l->T[i * rows + k] = dg[i * rows + k] + c * dg_dot[i * rows + k];
            largest = fmax(largest, fabs(t));
        }
        l->D[i] = largest > 1e-12 * scale ? 1 / largest : 1 / scale;
    }
    for (int e = 0; e < l->ends; e++)
        for (int i = 0; i < rows; i++)
            for (int k = 0, n = l->end[e].n; k < n; k++) {
                double sum = 0;
                for (int h = 0; h < rows; h++)
                    sum += l->T[i * rows + h] * l->end[e].B[h * n + k];
                l->end[e].R[i * n + k] = l->D[i] * sum;
            }
    return NULL;
}

int terms_tangent(struct terms *T, const struct state *x, double c, double scale, struct fault *f)
{
    struct assembly *as = T->as;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        double K[MOST * MOST];
        if (!p->varying || !p->type->tangent)
            continue;
        const struct body_at at = body_sees(T, p, x);
        const char *why = p->type->tangent(p->data, &at, x->a + p->p, K, T->D + p->block);
        if (why) {
            fault_set(f, "%s", why);
            return item_fault(&p->body->item, f);
        }
        for (int k = 0; k < p->n * p->n; k++)
            T->K[p->block + k] += K[k];
    }
    for (int i = 0; i < as->links; i++) {
        struct link *l = &as->link[i];
        const char *why = NULL;
        if (l->use.type->law && l->joint->common.active)
            why = law_tangent(T, x, l, c, scale);
        if (why)
            return link_fault(l, why, f);
    }
    return 0;
}

/* Kq (n x n) += d(J' (f, s x f))/dq of a frame of its own kind, by differences. */
static void lever_stiffness(const struct side *s, const struct terms *T, const struct state *x, const double *wrench, double *K, int stride)
{
    const struct part *p = &T->as->part[s->part];
    double q[MOST], b[2][MOST], e = 6e-6, lever[3];
    struct body_frame frame;
    struct pose pose = { .frame = &frame };
    struct terms moved = { .as = T->as };
    struct side alone = *s;
    moved.pose = &pose;
    alone.part = 0; /* the only pose there is */
    for (int c = 0; c < s->n; c++) {
        for (int k = 0; k < 2; k++) {
            memcpy(q, x->q + s->p, (size_t)s->n * sizeof *q);
            q[c] += k ? e : -e;
            p->type->frame(p->data, q, x->u + s->p, &frame);
            turn(lever, frame.A, s->s);
            memset(b[k], 0, sizeof b[k]);
            map_row(&alone, &moved, lever, wrench, b[k]);
        }
        for (int i = 0; i < s->n; i++)
            K[i * stride + c] += (b[1][i] - b[0][i]) / (2 * e);
    }
}

int terms_curvature(struct terms *T, const struct state *x, int link, double *K, struct fault *f)
{
    struct link *l = &T->as->link[link];
    double motion[JOINT_COLUMNS * JOINT_COLUMNS], half[JOINT_COLUMNS * JOINT_COLUMNS], turned[JOINT_COLUMNS * JOINT_COLUMNS];
    double *B[2];
    int columns = l->columns, n = 0;
    struct joint_at at;
    terms_see(T, x, l, &at);
    memset(motion, 0, (size_t)(columns * columns) * sizeof *motion);
    const char *why = joint_curvature(&l->use, &at, motion);
    if (why)
        return link_fault(l, why, f);
    for (int k = 0; k < l->ends; k++)
        n += l->end[k].n;
    /* K P, then P' (K P) by mapping the rows of the transpose */
    B[0] = half, B[1] = half + columns * l->end[0].n;
    map_rows(l, T, motion, columns, columns, B);
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        for (int i = 0; i < columns; i++)
            for (int h = 0; h < l->end[k].n; h++)
                turned[(c + h) * columns + i] = B[k][i * l->end[k].n + h];
    B[1] = half + n * l->end[0].n;
    map_rows(l, T, turned, n, columns, B);
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        for (int i = 0; i < n; i++)
            for (int h = 0; h < l->end[k].n; h++)
                K[(c + h) * n + i] = B[k][i * l->end[k].n + h];
    for (int k = 0, column = 0; k < 2; column += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        double wrench[6] = { 0 };
        if (s->part < 0 || s->map != BODY_OTHER || s->marker->kind != MARKER_FRAME)
            continue;
        for (int i = 0; i < l->use.rows; i++)
            for (int c = 0; c < s->columns; c++)
                wrench[c] += x->lambda[l->row + i] * l->G[i * columns + column + c];
        int first = s->end ? l->end[0].n : 0;
        lever_stiffness(s, T, x, wrench, K + first * n + first, n);
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
        if (!l->joint->common.active || l->use.type->law)
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
