/* tangent.c - derivatives of the terms: of bodies with equations of their own, of laws, of joint forces that turn with the bodies. */
#include "side.h"
#include "vec.h"

#include <string.h>

enum { MOST = 64 }; /* coordinates of one body */

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
        double K[MOST * MOST];
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
            side_map(&alone, &moved, lever, wrench, b[k]);
        }
        for (int i = 0; i < s->n; i++)
            K[i * stride + c] += (b[1][i] - b[0][i]) / (2 * e);
    }
}

int terms_curvature(struct terms *T, const struct state *x, int link, double *K, struct fault *f)
{
    struct link *l = &T->as->link[link];
    double motion[JOINT_COLUMNS * JOINT_COLUMNS], half[JOINT_COLUMNS * JOINT_COLUMNS], turned[JOINT_COLUMNS * JOINT_COLUMNS];
    double *B[4];
    int columns = l->columns, n = 0;
    struct joint_at at;
    terms_see(T, x, l, &at);
    memset(motion, 0, (size_t)(columns * columns) * sizeof *motion);
    const char *why = joint_curvature(&l->use, &at, motion);
    if (why)
        return link_fault(l, why, f);
    /* K P, then P' (K P) by mapping the rows of the transpose */
    for (int k = 0; k < l->ends; n += l->end[k++].n)
        B[k] = half + columns * n;
    side_map_link(l, T, motion, columns, columns, B);
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        for (int i = 0; i < columns; i++)
            for (int h = 0; h < l->end[k].n; h++)
                turned[(c + h) * columns + i] = B[k][i * l->end[k].n + h];
    for (int k = 0, c = 0; k < l->ends; c += l->end[k++].n)
        B[k] = half + n * c;
    side_map_link(l, T, turned, n, columns, B);
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
        int first = 0;
        for (int e = 0; e < s->end; e++)
            first += l->end[e].n;
        lever_stiffness(s, T, x, wrench, K + first * n + first, n);
    }
    return 0;
}

