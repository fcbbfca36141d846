/* tangent.c - derivatives of the terms: of bodies with equations of their own, of laws, of forces of joints and loads
   whose levers turn with the bodies. */
#include "reading.h"
#include "side.h"
#include "vec.h"

#include <string.h>

/* T of a law and D, which makes lengths of its rows: 1/|T| row by row, or 1/scale where the law does not answer.  Differences
   that still foretell sigma stay: they are calls of the script. */
static const char *law_tangent(struct terms *T, const struct state *x, struct link *l, double c, double scale)
{
    int rows = l->use.rows, differed;
    struct joint_at at;
    if (l->tangent != LAW_ASK) {
        l->tangent = LAW_KEPT;
        return NULL;
    }
    terms_see(T, x, l, &at);
    const char *why = joint_law_tangent(&l->use, &at, l->law, c, l->T, &differed);
    if (why)
        return why;
    l->tangent = differed ? LAW_NEW : LAW_ASK;
    for (int i = 0; i < rows; i++) {
        double largest = 0;
        for (int k = 0; k < rows; k++)
            largest = fmax(largest, fabs(l->T[i * rows + k]));
        l->D[i] = largest > 1e-12 * scale ? 1 / largest : 1 / scale;
    }
    return NULL;
}

/* D of a spin.  With dw = c T(v)^-1 d, v about w h and half the weight of M about c / h, the mass J T(v)^-1 and the gyroscopic
   w~ J - (J w)~ together make  (tr(J) w - 2 J w)~,  since J w~ + w~ J = (tr(J) w - J w)~. */
static void gyroscopic(struct terms *T, const struct part *p, const struct state *x)
{
    const double *w = x->u + p->p + 3, *J = p->J;
    double h[3], t[3], *D = T->D + p->block + 21;
    turn(h, J, w);
    for (int i = 0; i < 3; i++)
        t[i] = (J[0] + J[4] + J[8]) * w[i] - 2 * h[i];
    D[1] = -t[2], D[2] = t[1], D[6] = t[2], D[8] = -t[0], D[12] = -t[1], D[13] = t[0];
}

int terms_tangent(struct terms *T, const struct state *x, double c, double scale, struct fault *f)
{
    struct assembly *as = T->as;
    for (int i = 0; i < T->nvarying; i++) {
        const struct part *p = &as->part[T->varying[i]];
        double K[BODY_MOST * BODY_MOST];
        if (!p->type->tangent)
            continue;
        const struct body_at at = body_sees(T, p, x);
        const char *why = p->type->tangent(p->data, &at, x->a + p->p, K, T->D + p->block);
        if (why)
            return part_fault(p, why, f);
        for (int k = 0; k < p->n * p->n; k++)
            T->K[p->block + k] += K[k];
    }
    for (int i = 0; i < as->spins; i++)
        if (as->part[T->spinning[i]].J)
            gyroscopic(T, &as->part[T->spinning[i]], x);
    for (int i = 0; i < T->nlaws; i++) {
        struct link *l = &as->link[T->laws[i]];
        const char *why = l->active ? law_tangent(T, x, l, c, scale) : NULL;
        if (why)
            return link_fault(l, why, f);
    }
    return 0;
}

/* K (n x n) += d(J' (f, s x f + t))/dq of a frame of its own kind, by differences; the wrench (f, t) keeps its global direction, or
   turns with the frame. */
static void lever_stiffness(const struct side *s, const struct terms *T, const struct state *x, const double *wrench, int turns,
                            double *K, int stride)
{
    const struct part *p = &T->as->part[s->part];
    static const double weight[4] = { 1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0 }; /* at -2, -1, 1, 2 steps: to the fourth order */
    double q[BODY_MOST], b[BODY_MOST], e = 1e-3, lever[3], own[6], now[6] = { wrench[0], wrench[1], wrench[2] };
    struct body_frame frame;
    struct pose pose = { .frame = &frame };
    struct terms moved = { .as = T->as };
    struct side alone = *s;
    moved.pose = &pose;
    alone.part = 0; /* the only pose there is */
    for (int i = 3; s->columns == 6 && i < 6; i++)
        now[i] = wrench[i];
    for (int i = 0; turns && i < 6; i += 3)
        unturn(own + i, T->pose[s->part].frame->A, wrench + i);
    for (int c = 0; c < s->n; c++) {
        for (int k = 0; k < 4; k++) {
            memcpy(q, x->q + s->p, (size_t)s->n * sizeof *q);
            q[c] += e * (k < 2 ? k - 2 : k - 1);
            p->type->frame(p->data, q, x->u + s->p, &frame);
            turn(lever, frame.A, s->s);
            for (int i = 0; turns && i < 6; i += 3)
                turn(now + i, frame.A, own + i);
            memset(b, 0, sizeof b);
            side_map(&alone, &moved, lever, now, b);
            for (int i = 0; i < s->n; i++)
                K[i * stride + c] += weight[k] * b[i] / e;
        }
    }
}

/* K += what a force and moment (columns of the side, global) have of stiffness because the body turns with their lever. */
static void frame_stiffness(const struct side *s, const struct terms *T, const struct state *x, const double lever[3],
                            const double *wrench, double *K, int stride)
{
    double force[3] = { wrench[0], wrench[1], 0 }, torque[3], about[3] = { 0, 0, wrench[2] }, f[3], moment[3];
    if (s->columns == 6)
        force[2] = wrench[2], copy(about, wrench + 3);
    if (s->map == BODY_OTHER)
        lever_stiffness(s, T, x, wrench, 0, K, stride);
    else if (s->map == BODY_PLANE)
        K[2 * (stride + 1)] -= lever[0] * force[0] + lever[1] * force[1];
    else if (s->map == BODY_SPACE) {
        cross(torque, lever, force);
        add(torque, torque, about);
        unturn(f, T->A + 9 * s->spin, force);
        unturn(moment, T->A + 9 * s->spin, torque);
        turn_stiffness(K + 3 * (stride + 1), stride, s->s, f, moment);
    }
}

/* How many coordinates the ends of a link have before this one. */
static int first_of(const struct link *l, int end)
{
    int first = 0;
    for (int e = 0; e < end; e++)
        first += l->end[e].n;
    return first;
}

/* K (n x n) += P' motion P, motion (columns x columns) per motion of the markers: motion P, then P' times that by mapping the rows
   of the transpose */
static void add_curvature(const struct link *l, const struct terms *T, const double *motion, double *K)
{
    double half[JOINT_COLUMNS * JOINT_COLUMNS], turned[JOINT_COLUMNS * JOINT_COLUMNS];
    double *B[4];
    int columns = l->columns, n = first_of(l, l->ends);
    for (int k = 0; k < l->ends; k++)
        B[k] = half + columns * first_of(l, k);
    side_map_link(l, T, motion, columns, columns, B);
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        for (int i = 0; i < columns; i++)
            for (int h = 0; h < l->end[k].n; h++)
                turned[(c + h) * columns + i] = B[k][i * l->end[k].n + h];
    for (int k = 0; k < l->ends; k++)
        B[k] = half + n * first_of(l, k);
    side_map_link(l, T, turned, n, columns, B);
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        for (int i = 0; i < n; i++)
            for (int h = 0; h < l->end[k].n; h++)
                K[(c + h) * n + i] += B[k][i * l->end[k].n + h];
}

/* K += d(row' lambda) of a reading looked at last, between the ends of l, which its frames are mapped to. */
static const char *reading_stiffness(const struct reading *r, struct terms *T, const struct state *x, int which, double lambda,
                                     const struct link *l, const int end[2], double *K)
{
    const struct glimpse *g = &T->glimpse[which];
    struct link frames = *l;
    double motion[12 * 12], lever[2][3];
    int n = first_of(l, l->ends);
    frames.columns = r->side[0].columns + r->side[1].columns;
    memset(motion, 0, sizeof motion);
    const char *why = reading_curvature(r, T, x, which, lambda, motion);
    memcpy(lever, T->lever, sizeof lever);
    memcpy(T->lever, g->lever, sizeof lever); /* what side_map_link takes */
    for (int h = 0; h < 2; h++) {
        frames.side[h] = r->side[h];
        frames.side[h].end = end[h];
    }
    add_curvature(&frames, T, motion, K);
    for (int h = 0, column = 0; h < 2; column += r->side[h++].columns) {
        double wrench[6];
        scale(wrench, lambda, g->row + column);
        scale(wrench + 3, lambda, g->row + column + 3);
        if (end[h] >= 0)
            frame_stiffness(&r->side[h], T, x, g->lever[h], wrench, K + first_of(l, end[h]) * (n + 1), n);
    }
    memcpy(T->lever, lever, sizeof lever);
    return why;
}

int terms_curvature(struct terms *T, const struct state *x, int link, double *K, struct fault *f)
{
    struct link *l = &T->as->link[link];
    double motion[JOINT_COLUMNS * JOINT_COLUMNS];
    int columns = l->columns, n = first_of(l, l->ends);
    struct joint_at at;
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    if (!l->active)
        return 0;
    terms_see(T, x, l, &at);
    memset(motion, 0, (size_t)(columns * columns) * sizeof *motion);
    const char *why = joint_curvature(&l->use, &at, motion);
    add_curvature(l, T, motion, K);
    for (int k = 0, column = 0; k < 2 && !why; column += l->side[k++].columns) {
        const struct side *s = &l->side[k];
        double wrench[JOINT_COLUMNS] = { 0 };
        for (int i = 0; i < l->use.rows; i++)
            for (int c = 0; c < s->columns; c++)
                wrench[c] += x->lambda[l->row + i] * l->G[i * columns + column + c];
        if (s->reading)
            why = reading_stiffness(s->reading, T, x, k, wrench[0], l, s->reading_end, K);
        else if (s->part >= 0 && s->map == BODY_OTHER && s->marker->kind == MARKER_FRAME)
            lever_stiffness(s, T, x, wrench, 0, K + first_of(l, s->end) * (n + 1), n); /* others have it in T->K */
    }
    return why ? link_fault(l, why, f) : 0;
}

/* -d(force)/dq of a load: of a frame of its own kind into K of its body, of a coordinate of a joint into that of the joint, of an
   angle of a body into that of the body.  Planar and spatial bodies have theirs already. */
static const char *load_stiffness(const struct push *p, struct terms *T, const struct state *x, double *const *curvature)
{
    const struct side *s = &p->side;
    const struct joint_marker *m = side_see(s, T, x, 0, 0);
    if (s->reading) {
        const struct side *frame = s->reading->side;
        const int joint = s->marker->joint, alone[2] = { -1, 0 };
        const struct link own = { .ends = 1, .end = { { .part = frame[1].part, .p = frame[1].p, .n = frame[1].n } } };
        const struct link *l = joint < 0 ? &own : &T->as->link[joint];
        const int end[2] = { frame[0].end, frame[1].end };
        return reading_stiffness(s->reading, T, x, 0, -T->load * p->value[0], l, joint < 0 ? alone : end,
                                 joint < 0 ? T->K + T->as->part[frame[1].part].block : curvature[joint]);
    }
    if (s->map == BODY_OTHER && p->load->kind != LOAD_COORDINATE) {
        double value[3], wrench[6] = { 0 };
        copy(value, p->value);
        if (p->load->body_fixed)
            turn(value, m->A, p->value);
        scale(wrench + (p->load->kind == LOAD_FORCE ? 0 : 3), -T->load, value);
        lever_stiffness(s, T, x, wrench, p->load->body_fixed, T->K + T->as->part[s->part].block, s->n);
    }
    return NULL;
}

int terms_load_curvature(struct terms *T, const struct state *x, double *const *curvature, struct fault *f)
{
    for (int i = 0; i < T->as->pushes; i++) {
        const struct push *p = &T->as->push[i];
        const char *why = p->on && (p->side.reading || p->side.part >= 0) ? load_stiffness(p, T, x, curvature) : NULL;
        if (why) {
            fault_set(f, "%s", why);
            return item_fault_where(&p->load->item, f);
        }
    }
    return 0;
}
