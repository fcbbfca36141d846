/* differ.c - differences in place of the functions a joint type does not have. */
#include "differ.h"
#include "text.h"
#include "vec.h"

#include <string.h>

/* ---- time ---- */

/* Five points around t, e apart, or from t on if the first would lie before t_start; weights of the first and second
   derivative (Fornberg 1988, table 1 and 3). */
static const double at_points[2][5] = { { -2, -1, 0, 1, 2 }, { 0, 1, 2, 3, 4 } };
static const double first[2][5] = { { 1. / 12, -2. / 3, 0, 2. / 3, -1. / 12 }, { -25. / 12, 4, -3, 4. / 3, -1. / 4 } };
static const double second[2][5] = { { -1. / 12, 4. / 3, -5. / 2, 4. / 3, -1. / 12 },
                                     { 35. / 12, -26. / 3, 19. / 2, -14. / 3, 11. / 12 } };

static int one_sided(double t, double e, double t_start)
{
    return t - 2 * e < t_start;
}

static const char *ask(const struct signal *s, double t, double out[3])
{
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t } };
    return s->to->f->call(s->to->f, 1, in, (struct joint_matrix){ 1, s->returns, out });
}

int signal_size(struct signal *s, double t, struct fault *f)
{
    char why[1024];
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t } };
    s->returns = s->to->f->size(s->to->f, 1, in, why, sizeof why);
    if (s->returns < 0)
        return fault_set(f, "%s", why);
    if (s->returns < 1 || s->returns > 3)
        return fault_set(f, "the function of time returned %d numbers, it must return 1 to 3: value, rate, second rate", s->returns);
    return 0;
}

const char *signal_set(const struct signal *s, double t, int order, double dt, double t_start)
{
    double x[3], e = dt / 4;
    const char *why = ask(s, t, x);
    if (why)
        return why;
    s->to->value = x[0];
    if (s->returns > 1)
        s->to->rate = x[1];
    if (s->returns > 2)
        s->to->rate2 = x[2];
    if (order < s->returns)
        return NULL;
    int side = one_sided(t, e, t_start), known = s->returns - 1; /* x[known] is the highest derivative told */
    double d1 = 0, d2 = 0;
    for (int i = 0; i < 5; i++) {
        why = ask(s, t + at_points[side][i] * e, x);
        if (why)
            return why;
        d1 += first[side][i] * x[known] / e;
        d2 += second[side][i] * x[known] / (e * e);
    }
    if (known == 0)
        s->to->rate = d1;
    s->to->rate2 = known == 0 ? d2 : d1;
    return NULL;
}

int joint_signals_find(struct joint_use *j, double t, struct arena *a, struct fault *f)
{
    int n = 0, may = 0;
    j->functions = 0;
    for (const struct joint_param *p = j->type->params; p && p->name; p++) {
        void *at = (char *)j->data + p->offset;
        n += p->kind == JOINT_SIGNAL && ((struct joint_signal *)at)->f;
        may |= p->kind == JOINT_SIGNAL;
        j->functions |= p->kind == JOINT_FUNCTION && *(const struct joint_function **)at;
    }
    j->timed = (j->functions && !j->type->law) || n > 0 || (j->type->time_rate && !may);
    j->signal = ARENA_NEW(a, n, struct signal);
    j->why = n ? arena_take(a, SIGNAL_WHY) : NULL;
    j->signals = 0;
    for (const struct joint_param *p = j->type->params; p && p->name; p++) {
        struct joint_signal *s = (struct joint_signal *)((char *)j->data + p->offset);
        if (p->kind != JOINT_SIGNAL || !s->f)
            continue;
        j->signal[j->signals].to = s;
        j->signal[j->signals].row = p;
        if (signal_size(&j->signal[j->signals++], t, f))
            return fault_prefix(f, "%s: ", p->name);
    }
    return 0;
}

/* A value that the rules of its parameter refuse. */
static const char *refused(const struct joint_use *j, const struct signal *s)
{
    double x = s->to->value;
    const char *wanted = s->row->rule & JOINT_POSITIVE && x <= 0 ? "positive"
        : s->row->rule & JOINT_NOT_NEGATIVE && x < 0 ? "not negative" : NULL;
    if (!wanted)
        return NULL;
    text_print(j->why, SIGNAL_WHY, "%s = %.15g must be %s (%s)%s%s", s->row->name, x, wanted, s->row->unit,
               s->row->remedy ? "; " : "", s->row->remedy ? s->row->remedy : "");
    return j->why;
}

const char *joint_signals(const struct joint_use *j, double t, int order)
{
    const char *why = NULL;
    for (int i = 0; i < j->signals && !why; i++) {
        why = signal_set(&j->signal[i], t, order, j->dt, j->t_start);
        if (!why)
            why = refused(j, &j->signal[i]);
    }
    return why;
}

/* ---- markers on the move ---- */

/* What a joint sees, in a copy whose markers may be moved. */
struct seen {
    struct joint_at at;
    struct joint_marker m[2];
    double q[JOINT_COLUMNS], u[JOINT_COLUMNS]; /* of coordinates markers, marker 0 first */
};

static void see(struct seen *s, const struct joint_at *at)
{
    int n = 0;
    s->at = *at;
    s->m[0] = *at->m0, s->m[1] = *at->m1;
    s->at.m0 = &s->m[0], s->at.m1 = &s->m[1];
    for (int k = 0; k < 2; k++)
        if (s->m[k].q) {
            memcpy(s->q + n, s->m[k].q, (size_t)s->m[k].n * sizeof *s->q);
            memcpy(s->u + n, s->m[k].u, (size_t)s->m[k].n * sizeof *s->u);
            s->m[k].q = s->q + n, s->m[k].u = s->u + n;
            n += s->m[k].n;
        }
}

/* Direction number c of a frame marker: translation 0 1 2, rotation 3 4 5; in the plane x, y, about z. */
static int direction(const struct joint_marker *m, int c)
{
    return m->n == 3 && c == 2 ? 5 : c;
}

static void spin(double A[9], const double p[3])
{
    double R[9], old[9];
    memcpy(old, A, sizeof old);
    rotation(R, p);
    multiply(A, R, old);
}

/* Moves marker k by e along its column c, or changes its velocity. */
static void nudge(struct seen *s, int k, int c, double e, int velocity)
{
    struct joint_marker *m = &s->m[k];
    if (m->q) {
        ((double *)(velocity ? m->u : m->q))[c] += e;
        return;
    }
    int d = direction(m, c);
    double p[3] = { 0 };
    p[d % 3] = e;
    if (velocity)
        (d < 3 ? m->v : m->w)[d % 3] += e;
    else if (d < 3)
        m->r[d] += e;
    else
        spin(m->A, p);
}

/* The markers a time s later at the velocities they have now. */
static void flow(struct seen *x, double s)
{
    x->at.t += s;
    for (int k = 0; k < 2; k++) {
        struct joint_marker *m = &x->m[k];
        double p[3];
        for (int i = 0; m->q && i < m->n; i++)
            ((double *)m->q)[i] += s * m->u[i];
        for (int i = 0; !m->q && i < 3; i++)
            m->r[i] += s * m->v[i];
        scale(p, s, m->w);
        if (!m->q)
            spin(m->A, p);
    }
}

/* G twist */
static void along(const double *G, const struct joint_at *at, int rows, double *out)
{
    int n = at->m0->n + at->m1->n;
    for (int i = 0; i < rows; i++) {
        out[i] = 0;
        for (int k = 0, c = 0; k < 2; k++) {
            const struct joint_marker *m = k ? at->m1 : at->m0;
            for (int l = 0; l < m->n; l++, c++) {
                int d = direction(m, l);
                out[i] += G[i * n + c] * (m->q ? m->u[l] : d < 3 ? m->v[d] : m->w[d - 3]);
            }
        }
    }
}

/* ---- differences ---- */

/* What a step along column c of marker k is small against: a coordinate, a radian, or the distance of the markers; 1 m if that is
   the round-off of zero. */
static double size_of(const struct joint_at *at, int k, int c)
{
    const struct joint_marker *m = k ? at->m1 : at->m0;
    double d[3], far = fmax(norm(at->m0->r), norm(at->m1->r));
    if (m->q)
        return fmax(1, fabs(m->q[c]));
    sub(d, at->m1->r, at->m0->r);
    double size = fmax(norm(d), 0.1 * far);
    return direction(m, c) >= 3 || size < 1e-10 ? 1 : size;
}

const char *differ_jacobian(const struct joint_use *j, const struct joint_at *at, double *G)
{
    int n = at->m0->n + at->m1->n;
    double side[2][JOINT_ROWS];
    struct seen x;
    int velocities = 0;
    for (int i = 0; i < j->rows; i++)
        velocities |= j->level[i];
    for (int velocity = 0; velocity <= velocities; velocity++)
        for (int k = 0, column = 0; k < 2; k++)
            for (int c = 0; c < (k ? at->m1->n : at->m0->n); c++, column++) {
                double e = 6e-6 * size_of(at, k, c);
                for (int s = 0; s < 2; s++) {
                    see(&x, at);
                    nudge(&x, k, c, s ? e : -e, velocity);
                    const char *why = j->type->residual(j->data, &x.at, side[s]);
                    if (why)
                        return why;
                }
                for (int i = 0; i < j->rows; i++)
                    if (j->level[i] == velocity)
                        G[i * n + column] = (side[1][i] - side[0][i]) / (2 * e);
            }
    return NULL;
}

/* The joint cannot tell. */
static int leaves(const char *why)
{
    return why && *why == *JOINT_DIFFER;
}

const char *joint_jacobian(const struct joint_use *j, const struct joint_at *at, double *G)
{
    const char *why = j->type->jacobian ? j->type->jacobian(j->data, at, G) : JOINT_DIFFER;
    return leaves(why) ? differ_jacobian(j, at, G) : why;
}

const char *differ_time_rate(const struct joint_use *j, const struct joint_at *at, double *gt)
{
    double g[JOINT_ROWS], e = j->dt / 4;
    int side = one_sided(at->t, e, j->t_start);
    struct joint_at moved = *at;
    const char *why = NULL;
    for (int i = 0; i < j->rows; i++)
        gt[i] = 0;
    for (int k = 0; k < 5 && !why; k++) {
        moved.t = at->t + at_points[side][k] * e;
        why = joint_signals(j, moved.t, 0);
        if (!why)
            why = j->type->residual(j->data, &moved, g);
        for (int i = 0; i < j->rows; i++)
            gt[i] += first[side][k] * g[i] / e;
    }
    const char *back = joint_signals(j, at->t, 0);
    return why ? why : back;
}

const char *joint_time_rate(const struct joint_use *j, const struct joint_at *at, double *gt)
{
    memset(gt, 0, (size_t)j->rows * sizeof *gt);
    if (!j->timed)
        return NULL;
    const char *why = j->type->time_rate ? j->type->time_rate(j->data, at, gt) : JOINT_DIFFER;
    return leaves(why) ? differ_time_rate(j, at, gt) : why;
}

/* g_dot (rows) of position rows, g of velocity rows, at what is seen */
static const char *rate(const struct joint_use *j, const struct joint_at *at, double *out)
{
    double G[JOINT_ROWS * JOINT_COLUMNS], gt[JOINT_ROWS], g[JOINT_ROWS];
    memset(G, 0, (size_t)(j->rows * (at->m0->n + at->m1->n)) * sizeof *G);
    const char *why = joint_signals(j, at->t, 1);
    if (!why)
        why = joint_jacobian(j, at, G);
    if (!why)
        why = joint_time_rate(j, at, gt);
    if (!why)
        why = j->type->residual(j->data, at, g);
    if (why)
        return why;
    along(G, at, j->rows, out);
    for (int i = 0; i < j->rows; i++)
        out[i] = j->level[i] ? g[i] : out[i] + gt[i];
    return NULL;
}

static int tells_jacobian(const struct joint_use *j, const struct joint_at *at)
{
    double G[JOINT_ROWS * JOINT_COLUMNS];
    memset(G, 0, (size_t)(j->rows * (at->m0->n + at->m1->n)) * sizeof *G);
    return j->type->jacobian && !leaves(j->type->jacobian(j->data, at, G));
}

/* The second difference of g itself, where the joint tells no Jacobian. */
static const char *second_difference(const struct joint_use *j, const struct joint_at *at, double *c)
{
    double g[JOINT_ROWS], e = j->dt / 4;
    int side = j->timed && one_sided(at->t, e, j->t_start);
    struct seen x;
    const char *why = NULL;
    for (int k = 0; k < 5 && !why; k++) {
        see(&x, at);
        flow(&x, at_points[side][k] * e);
        why = joint_signals(j, x.at.t, 0);
        if (!why)
            why = j->type->residual(j->data, &x.at, g);
        for (int i = 0; i < j->rows; i++)
            c[i] += (j->level[i] ? first[side][k] / e : second[side][k] / (e * e)) * g[i];
    }
    return why;
}

const char *differ_bias(const struct joint_use *j, const struct joint_at *at, double *c)
{
    double r[JOINT_ROWS], e = j->dt / 4;
    int side = j->timed && one_sided(at->t, e, j->t_start);
    struct seen x;
    const char *why = NULL;
    memset(c, 0, (size_t)j->rows * sizeof *c);
    int tells = tells_jacobian(j, at);
    if (!tells)
        why = second_difference(j, at, c);
    for (int k = 0; k < 5 && !why && tells; k++) {
        see(&x, at);
        flow(&x, at_points[side][k] * e);
        why = rate(j, &x.at, r);
        for (int i = 0; i < j->rows; i++)
            c[i] += first[side][k] * r[i] / e;
    }
    const char *back = joint_signals(j, at->t, 2);
    return why ? why : back;
}

const char *joint_bias(const struct joint_use *j, const struct joint_at *at, double *c)
{
    if (j->type->constant && !j->timed) {
        memset(c, 0, (size_t)j->rows * sizeof *c);
        return NULL;
    }
    const char *why = j->type->bias ? j->type->bias(j->data, at, c) : JOINT_DIFFER;
    return leaves(why) ? differ_bias(j, at, c) : why;
}

const char *differ_curvature(const struct joint_use *j, const struct joint_at *at, double *K)
{
    int n = at->m0->n + at->m1->n;
    double G[JOINT_ROWS * JOINT_COLUMNS];
    struct seen x;
    memset(G, 0, (size_t)(j->rows * n) * sizeof *G);
    for (int k = 0, column = 0; k < 2; k++)
        for (int c = 0; c < (k ? at->m1->n : at->m0->n); c++, column++) {
            double e = 6e-6 * size_of(at, k, c);
            for (int i = 0; i < n; i++)
                K[i * n + column] = 0;
            for (int s = -1; s <= 1; s += 2) {
                see(&x, at);
                nudge(&x, k, c, s * e, 0);
                const char *why = j->type->jacobian(j->data, &x.at, G);
                if (why)
                    return why;
                for (int row = 0; row < j->rows; row++)
                    for (int i = 0; i < n; i++)
                        K[i * n + column] += s * G[row * n + i] * at->lambda[row] / (2 * e);
            }
        }
    return NULL;
}

const char *joint_curvature(const struct joint_use *j, const struct joint_at *at, double *K)
{
    int n = at->m0->n + at->m1->n;
    if (j->type->constant) {
        memset(K, 0, (size_t)(n * n) * sizeof *K);
        return NULL;
    }
    const char *why = j->type->curvature ? j->type->curvature(j->data, at, K) : JOINT_DIFFER;
    if (!leaves(why))
        return why;
    if (tells_jacobian(j, at))
        return differ_curvature(j, at, K);
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    return NULL;
}

/* One column of dsigma/dg or dsigma/dg_dot. */
static const char *law_column(const struct joint_use *j, struct joint_at at, double *x, int c, double typical, double *out)
{
    double side[2][JOINT_ROWS], old = x[c], e = 6e-6 * fmax(typical, fabs(old));
    for (int s = 0; s < 2; s++) {
        x[c] = old + (s ? e : -e);
        const char *why = j->type->law(j->data, &at, side[s]);
        if (why)
            return why;
    }
    x[c] = old;
    for (int i = 0; i < j->rows; i++)
        out[i * j->rows + c] = (side[1][i] - side[0][i]) / (2 * e);
    return NULL;
}

const char *differ_law_tangent(const struct joint_use *j, const struct joint_at *at, double *dg, double *dg_dot)
{
    double g[JOINT_ROWS], v[JOINT_ROWS];
    struct joint_at moved = *at;
    const char *why = NULL;
    memcpy(g, at->g, (size_t)j->rows * sizeof *g);
    memcpy(v, at->g_dot, (size_t)j->rows * sizeof *v);
    moved.g = g, moved.g_dot = v;
    for (int c = 0; c < j->rows && !why; c++) {
        why = law_column(j, moved, g, c, 1e-2, dg);
        if (!why)
            why = law_column(j, moved, v, c, 1e-2, dg_dot);
    }
    return why;
}

const char *joint_law_tangent(const struct joint_use *j, const struct joint_at *at, const double *sigma, double c, double *T, int *differed)
{
    double dg[JOINT_ROWS * JOINT_ROWS], dg_dot[JOINT_ROWS * JOINT_ROWS];
    memset(dg, 0, (size_t)(j->rows * j->rows) * sizeof *dg);
    memset(dg_dot, 0, (size_t)(j->rows * j->rows) * sizeof *dg_dot);
    const char *why = j->type->law_tangent ? j->type->law_tangent(j->data, at, dg, dg_dot) : JOINT_DIFFER;
    *differed = leaves(why);
    if (*differed)
        return differ_law_along(j, at, sigma, c, T);
    for (int i = 0; i < j->rows * j->rows; i++)
        T[i] = dg[i] + c * dg_dot[i];
    return why;
}

const char *differ_law_along(const struct joint_use *j, const struct joint_at *at, const double *sigma, double c, double *T)
{
    double g[JOINT_ROWS], v[JOINT_ROWS], there[JOINT_ROWS];
    struct joint_at moved = *at;
    memcpy(g, at->g, (size_t)j->rows * sizeof *g);
    memcpy(v, at->g_dot, (size_t)j->rows * sizeof *v);
    moved.g = g, moved.g_dot = v;
    for (int k = 0; k < j->rows; k++) {
        double e = 1e-7 * fmax(1e-2, fabs(at->g[k])), most = 1e-4 * fmax(1e-2, fabs(at->g_dot[k]));
        e = c * e > most ? most / c : e;
        g[k] = at->g[k] + e, v[k] = at->g_dot[k] + c * e;
        const char *why = j->type->law(j->data, &moved, there);
        if (why)
            return why;
        for (int i = 0; i < j->rows; i++)
            T[i * j->rows + k] = (there[i] - sigma[i]) / e;
        g[k] = at->g[k], v[k] = at->g_dot[k];
    }
    return NULL;
}
