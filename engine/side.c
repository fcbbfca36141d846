/* side.c - frames, levers and columns of all kinds of bodies. */
#include "side.h"
#include "reading.h"

#include <string.h>

void side_make(struct side *s, const struct assembly *as, const struct marker *m, enum joint_markers kind, struct arena *a)
{
    const struct body *b = as->model->body[m->body];
    int frame = m->kind == MARKER_FRAME;
    *s = (struct side){ .marker = m, .map = b->type->map, .part = as->part_of[m->body], .end = -1, .turned = m->turned, .R = m->rotation };
    memcpy(s->s, m->position, sizeof s->s);
    if (m->kind == MARKER_READING) {
        s->part = -1;
        s->columns = 1;
        s->reading = m->joint >= 0 ? &as->link[m->joint].reading[m->coordinate] : reading_of_body(a, as, m);
        return;
    }
    if (s->part >= 0) {
        s->spin = as->part[s->part].spin;
        s->p = as->part[s->part].p;
        s->n = as->part[s->part].n;
        s->block = as->part[s->part].block;
        s->ref = m->kind == MARKER_COORDINATE ? as->ref[s->p + m->coordinate] : 0;
    }
    s->columns = frame ? (kind == JOINT_PLANE ? 3 : 6) : m->kind == MARKER_COORDINATE ? 1 : s->n;
    if (s->part < 0) {
        static const double zero[1];
        struct joint_marker *fixed = ARENA_NEW(a, 1, struct joint_marker);
        fixed->n = s->columns;
        memcpy(fixed->r, s->s, sizeof s->s);
        memcpy(fixed->A, s->R, sizeof fixed->A);
        fixed->q = fixed->u = frame ? NULL : zero;
        s->fixed = fixed;
    }
}

static void see_other(const struct side *s, const struct terms *T, struct joint_marker *m, double *lever, int rates)
{
    const struct body_frame *f = T->pose[s->part].frame;
    turn(lever, f->A, s->s);
    add(m->r, f->r, lever);
    multiply(m->A, f->A, s->R);
    if (rates) {
        double own[3], spin[3]; /* A (w x s), not A w x A s: Euler parameters off their length do not turn alone */
        cross(own, f->w, s->s);
        turn(spin, f->A, own);
        add(m->v, f->v, spin);
        turn(m->w, f->A, f->w);
    }
}

const struct joint_marker *side_look(const struct side *s, const struct terms *T, const struct state *x, struct joint_marker *m, double lever[3],
                                     int rates)
{
    if (s->fixed)
        return s->fixed;
    m->n = s->columns;
    m->q = m->u = NULL;
    switch (s->map) {
    case BODY_PLANE: see_plane(s, T, x, m, lever, rates); break;
    case BODY_SPACE: see_space(s, T, x, m, lever, rates); break;
    case BODY_POINT: see_point(s, x, m, lever, rates); break;
    default: see_other(s, T, m, lever, rates); break;
    }
    return m;
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

static void see_reading(const struct side *s, struct terms *T, const struct state *x, int which, struct joint_marker *m, double *one)
{
    const char *why = reading_look(s->reading, T, x, which);
    one[0] = T->glimpse[which].value;
    one[1] = T->glimpse[which].rate;
    m->q = &one[0], m->u = &one[1];
    if (why)
        T->why = why;
}

const struct joint_marker *side_see(const struct side *s, struct terms *T, const struct state *x, int which, int rates)
{
    struct joint_marker *m = &T->seen[which];
    if (s->marker->kind == MARKER_FRAME || s->fixed)
        return side_look(s, T, x, m, T->lever[which], rates);
    m->n = s->columns;
    if (s->reading)
        see_reading(s, T, x, which, m, T->coordinate[which]);
    else
        see_coordinates(s, x, m, T->coordinate[which]);
    return m;
}

/* v' + A (w' x s + w x (w x s)) and A w', s and w in body axes */
static void other_acceleration(const struct side *s, const struct body_frame *f, const double *a, double acc[3], double alpha[3])
{
    double own[3], spin[3], part[3];
    copy(acc, f->v_bias);
    copy(own, f->w_bias);
    for (int k = 0; a && k < s->n; k++)
        for (int i = 0; i < 3; i++) {
            acc[i] += f->J[i][k] * a[s->p + k];
            own[i] += f->J[3 + i][k] * a[s->p + k];
        }
    turn(alpha, f->A, own);
    cross(part, own, s->s);
    cross(spin, f->w, s->s);
    cross(own, f->w, spin);
    add(own, own, part);
    turn(part, f->A, own);
    add(acc, acc, part);
}

void side_acceleration(const struct side *s, const struct terms *T, const struct state *x, const double *a, double acc[3], double alpha[3])
{
    double w[3] = { 0 }, lever[3] = { 0 }, part[3], spin[3];
    memset(acc, 0, 3 * sizeof *acc);
    memset(alpha, 0, 3 * sizeof *alpha);
    if (s->part < 0 || s->map == BODY_NONE)
        return;
    if (s->map == BODY_SPACE) {
        const double *A = T->A + 9 * s->spin;
        turn(lever, A, s->s);
        turn(w, A, x->u + s->p + 3);
        if (a) {
            copy(acc, a + s->p);
            turn(alpha, A, a + s->p + 3);
        }
    } else if (s->map == BODY_OTHER) {
        other_acceleration(s, T->pose[s->part].frame, a, acc, alpha);
        return;
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

double side_along(const struct side *s, const double *g, const double acc[3], const double alpha[3])
{
    return s->columns == 3 ? g[0] * acc[0] + g[1] * acc[1] + g[2] * alpha[2] : dot(g, acc) + dot(g + 3, alpha);
}

/* ---- columns to coordinates ---- */

void side_map(const struct side *s, const struct terms *T, const double lever[3], const double *g, double *b)
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
        double force[3] = { g[0], g[1], 0 }, torque[3], about[3] = { 0, 0, g[2] };
        if (s->columns == 6)
            force[2] = g[2], copy(about, g + 3);
        if (s->map == BODY_SPACE) {
            double own[3];
            cross(torque, lever, force);
            add(torque, torque, about);
            unturn(own, T->A + 9 * s->spin, torque);
            add(b, b, force);
            add(b + 3, b + 3, own);
            return;
        }
        const struct body_frame *f = T->pose[s->part].frame;
        double own[3], part[3];
        unturn(own, f->A, force);
        cross(torque, s->s, own);
        unturn(part, f->A, about);
        add(torque, torque, part);
        for (int k = 0; k < s->n; k++)
            for (int i = 0; i < 3; i++)
                b[k] += f->J[i][k] * force[i] + f->J[3 + i][k] * torque[i];
    }
}

/* Rows of one number (stride apart) times the row of a reading. */
static void map_reading(const struct side *s, const struct terms *T, const struct glimpse *seen, const double *g, int rows, int stride,
                        double *const B[4])
{
    const struct side *frame = s->reading->side;
    for (int h = 0, column = 0; h < 2; column += frame[h++].columns) {
        if (s->reading_end[h] < 0)
            continue;
        double *b = B[s->reading_end[h]], row[6];
        for (int i = 0; i < rows; i++, b += frame[h].n) {
            for (int c = 0; c < frame[h].columns; c++)
                row[c] = g[i * stride] * seen->row[column + c];
            side_map(&frame[h], T, seen->lever[h], row, b);
        }
    }
}

void side_map_link(const struct link *l, const struct terms *T, const double *G, int rows, int stride, double *const B[4])
{
    const double *g = G;
    for (int k = 0; k < l->ends; k++)
        memset(B[k], 0, (size_t)(rows * l->end[k].n) * sizeof *B[k]);
    for (int k = 0; k < 2; k++) {
        const struct side *s = &l->side[k];
        for (int i = 0; s->end >= 0 && i < rows; i++)
            side_map(s, T, T->lever[k], g + i * stride, B[s->end] + i * s->n);
        if (s->reading)
            map_reading(s, T, &T->glimpse[k], g, rows, stride, B);
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
    side_map(s, T, lever, g, r + s->p);
}
