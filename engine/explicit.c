/* explicit.c - stages, error, projection, dense output. */
#include "explicit.h"
#include "kernel.h"
#include "pace.h"
#include "reading.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const struct tableau *const methods[] = {
    [METHOD_EXPLICIT_EULER] = &tableau_euler, [METHOD_MIDPOINT] = &tableau_midpoint, [METHOD_RK33] = &tableau_rk33,
    [METHOD_RK44] = &tableau_rk44, [METHOD_RK67] = &tableau_rk67, [METHOD_ODE23] = &tableau_ode23, [METHOD_DOPRI5] = &tableau_dopri5,
    [METHOD_DOP853] = &tableau_dop853, [METHOD_VELOCITY_VERLET] = NULL,
};

/* sum_i w_i k_i over the first n stages, without those of no weight */
static struct sum sum_of(const struct explicit *e, const double *w, int n)
{
    struct sum s = { 0 };
    for (int i = 0; i < n; i++)
        if (w[i] != 0)
            s.w[s.n] = w[i], s.k[s.n++] = e->k[i];
    return s;
}

struct explicit *explicit_new(struct arena *a, struct finish *finish, struct balance *balance, const struct solver_options *options)
{
    const struct assembly *as = finish->T->as;
    struct explicit *e = ARENA_NEW(a, 1, struct explicit);
    *e = (struct explicit){ .options = options, .method = methods[options->method], .T = finish->T, .finish = finish,
                            .balance = balance };
    e->stage = state_new(a, as);
    int stages = !e->method ? 0 : e->method->dense_stages ? e->method->dense_stages : e->method->stages + 1;
    for (int i = 0; i < stages; i++)
        e->k[i] = ARENA_NEW(a, as->nq + as->n, double);
    for (int i = 0; e->method && i < stages; i++)
        e->to_stage[i] = sum_of(e, e->method->a[i], i);
    if (e->method) {
        e->to_end = sum_of(e, e->method->b, e->method->stages);
        e->error_sum[0] = sum_of(e, e->method->e, e->method->stages + 1);
        e->error_sum[1] = sum_of(e, e->method->e3, e->method->stages + 1);
    }
    e->part[0] = ARENA_NEW(a, 2 * (as->nq + as->n) + as->m, double);
    e->part[1] = e->part[0] + as->nq + as->n;
    return e;
}

/* ---- stages ---- */

/* Rates of the coordinates: u, and of rotation increments T(v)^-1 w; of u. */
static void rates(const struct explicit *e, const struct state *x, int k)
{
    const struct assembly *as = e->T->as;
    double *restrict kq = e->k[k], *restrict ku = kq + as->nq;
    for (int i = 0; i < as->n; i++)
        kq[i] = x->u[i], ku[i] = x->a[i];
    state_increments(as, x, kq);
}

/* to = from + h sum, from NULL: 0.  Of q, quaternions (which stay) and u at once, as they stand in a state. */
static void advance(const struct explicit *e, double *restrict to, const double *from, const struct sum *s, double h)
{
    int size = e->T->as->nq + e->T->as->n, i = 0;
    for (; i + 4 <= size; i += 4) {
        double2 low = { 0 }, high = { 0 };
        for (int j = 0; j < s->n; j++) {
            low += s->w[j] * *(const double2 *)(s->k[j] + i);
            high += s->w[j] * *(const double2 *)(s->k[j] + i + 2);
        }
        low *= h, high *= h;
        if (from)
            low += *(const double2 *)(from + i), high += *(const double2 *)(from + i + 2);
        *(double2 *)(to + i) = low, *(double2 *)(to + i + 2) = high;
    }
    for (; i < size; i++) {
        double sum = 0;
        for (int j = 0; j < s->n; j++)
            sum += s->w[j] * s->k[j][i];
        to[i] = (from ? from[i] : 0) + h * sum;
    }
}

static int take_stage(struct explicit *e, const struct state *from, int k, double h, struct fault *f)
{
    e->stage->t = from->t + e->method->c[k] * h;
    advance(e, e->stage->q, from->q, &e->to_stage[k], h);
    int failed = finish_accelerations(e->finish, e->stage, f);
    rates(e, e->stage, k);
    if (e->balance->slots && !failed)
        e->power[k] = balance_power(e->balance, e->stage);
    return failed;
}

/* Error of the step over its tolerance, the root of the mean square over positions and velocities; which coordinate has most of it.
   dop853 blends two estimates. */
static double error_of(struct explicit *e, const struct state *before, const struct state *x, double h)
{
    const struct assembly *as = e->T->as;
    const struct tableau *m = e->method;
    double five = 0, three = 0, most = 0, n = 2 * as->n, *part[2] = { e->part[0], e->part[1] };
    int blends = m->e3[0] != 0;
    advance(e, part[0], NULL, &e->error_sum[0], h);
    if (blends)
        advance(e, part[1], NULL, &e->error_sum[1], h);
    for (int half = 0, at = 0; half < 2; half++, at = as->nq)
        for (int i = 0; i < as->n; i++) {
            double a = fabs(before->q[at + i]), b = fabs(x->q[at + i]), over = 1 / solver_tolerance(e->options, a > b ? a : b);
            double error = part[0][at + i] * over, other = blends ? part[1][at + i] * over : 0;
            five += error * error;
            three += other * other;
            if (error * error > most)
                most = error * error, e->worst = i;
        }
    double both = five + 0.01 * three;
    return !blends ? sqrt(five / n) : both > 0 ? five / sqrt(both * n) : 0;
}

/* One step of length h; *error: over its tolerance, 0 where the method tells none.  0; 1: it must be shorter; -1: fault.  An error
   that does not ask for the rates at the end is known before this is put back onto the rows, which it is only if it is small. */
static int attempt(struct explicit *e, struct state *x, const struct state *before, double h, double t, double *error,
                   struct fault *f)
{
    const struct tableau *m = e->method;
    int early = m->adaptive && m->e[m->stages] == 0;
    int failed = 0;
    rates(e, before, 0);
    for (int k = 1; k < m->stages && !failed; k++)
        failed = take_stage(e, before, k, h, f);
    if (failed)
        return failed;
    advance(e, x->q, before->q, &e->to_end, h);
    x->t = t;
    *error = early ? error_of(e, before, x, h) : 0;
    if (*error > 1)
        return 0;
    failed = finish_step(e->finish, x, f);
    rates(e, x, m->stages);
    if (!early && m->adaptive && !failed)
        *error = error_of(e, before, x, h);
    return failed;
}

static int verlet(struct explicit *e, struct state *x, const struct state *before, double h, double t, double *error,
                  struct fault *f)
{
    const struct assembly *as = e->T->as;
    *error = 0;
    for (int i = 0; i < as->n; i++) {
        x->u[i] = before->u[i] + 0.5 * h * before->a[i];
        x->q[i] = before->q[i] + h * x->u[i];
    }
    x->t = t;
    int failed = finish_step(e->finish, x, f);
    for (int i = 0; i < as->n; i++)
        x->u[i] += 0.5 * h * x->a[i];
    if (failed || !e->finish->rows)
        return failed;
    size_t size = (size_t)(as->n + as->m) * sizeof *x->a; /* multipliers stand behind accelerations */
    memcpy(e->part[0], x->a, size);
    failed = finish_evaluate(e->finish, x, TERMS_RATE, f) || finish_velocities(e->finish, x, f) < 0 ? -1 : 0;
    memcpy(x->a, e->part[0], size);
    return failed;
}

/* The work of a step that is accepted: h sum b_i P_i. */
static void take_work(struct explicit *e, const struct state *x, double h)
{
    struct power work = { 0 };
    if (e->balance->slots == 0)
        return;
    if (!e->method) {
        balance_take(e->balance, x, BALANCE_STEP);
        return;
    }
    for (int k = 0; k < e->method->stages; k++)
        power_add(&work, h * e->method->b[k], e->power[k]);
    balance_add(e->balance, x, work);
    e->power[0] = balance_power(e->balance, x);
}

/* ---- length of the step ---- */

static double weighed(const struct explicit *e, const struct state *x, const double *q, const double *u)
{
    const struct solver_options *o = e->options;
    double sum = 0;
    for (int i = 0; i < e->T->as->n; i++) {
        double a = q[i] / solver_tolerance(o, fabs(x->q[i])), b = u[i] / solver_tolerance(o, fabs(x->u[i]));
        sum += a * a + b * b;
    }
    return sqrt(sum / (2 * e->T->as->n + 1e-300));
}

int explicit_begin(struct explicit *e, const struct state *x, double t_end, struct fault *f)
{
    const struct assembly *as = e->T->as;
    const struct solver_options *o = e->options;
    double longest = fmin(o->step, t_end - x->t);
    e->error = 1e-4;
    e->dense = 0;
    e->power[0] = balance_power(e->balance, x);
    e->h = o->first_step > 0 ? o->first_step : longest;
    if (!e->method || !e->method->adaptive || o->first_step > 0 || o->stepped)
        return 0;
    /* from the sizes of y, f and of the change of f over a small step */
    rates(e, x, 0);
    double d0 = weighed(e, x, x->q, x->u), d1 = weighed(e, x, e->k[0], e->k[0] + as->nq);
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h0 = fmin(h0, longest);
    e->stage->t = x->t + h0;
    const struct sum euler = sum_of(e, (double[]){ 1 }, 1);
    advance(e, e->stage->q, x->q, &euler, h0);
    int failed = finish_accelerations(e->finish, e->stage, f);
    if (failed < 0)
        return failed;
    rates(e, e->stage, 1);
    for (int i = 0; i < as->nq + as->n; i++)
        e->k[1][i] -= e->k[0][i];
    double most = fmax(d1, weighed(e, x, e->k[1], e->k[1] + as->nq) / h0);
    double h1 = most <= 1e-15 ? fmax(1e-6, 1e-3 * h0) : pow(0.01 / most, 1. / (e->method->order + 1));
    e->h = fmin(longest, failed ? h0 : fmin(100 * h0, h1));
    return 0;
}

/* The next length from this error; Lund's stabilization by the last one.  Safety, and what a rejected step leaves to the next one,
   are where evaluations for an error at the end are fewest, over models of the bench and others; with a larger beta or shorter
   steps of dop853 they creep up to singular poses which they pass now. */
static const double after_rejection = 0.7;
static double next_length(const struct explicit *e, double h, double error)
{
    int order = e->method->adaptive;
    double p = 1. / order, beta = order == 5 ? 0.04 : order == 8 ? 0.02 : 0, safety = order == 8 ? 0.9 : 0.8;
    double factor = safety * pow(error + 1e-12, -(p - 0.75 * beta)) * pow(e->error, beta);
    return h * fmin(order == 8 ? 2.5 : 5, fmax(0.2, factor));
}

/* A step whose error is too large can be of no help where the numbers themselves are less exact than asked for. */
static int too_exact(const struct explicit *e, const struct state *x, struct fault *f)
{
    const struct solver_options *o = e->options;
    char name[256];
    if (DBL_EPSILON * weighed(e, x, x->q, x->u) <= 1)
        return 0;
    assembly_coordinate_words(e->T->as, e->worst, name, sizeof name);
    fault_set(f, "rtol = %.3g and atol = %.3g ask for more than the numbers hold, which have 16 digits; %s has the largest error; take "
              "1e-14 or more", o->rtol, o->atol, name);
    return assembly_coordinate_where(e->T->as, e->worst, f);
}

/* A step of a given length, which failed: where an acceleration is no number. */
static int nowhere(const struct explicit *e, const struct state *x, double h, struct fault *f)
{
    char name[256];
    int i = 0;
    while (i < e->T->as->n && isfinite(e->stage->a[i]) && isfinite(x->a[i]))
        i++;
    if (i == e->T->as->n)
        return fault_set(f, "a step of %.3g s leads nowhere: the rows cannot be held; take shorter ones", h);
    assembly_coordinate_words(e->T->as, i, name, sizeof name);
    fault_set(f, "a step of %.3g s leads nowhere: the acceleration of %s is no number; take shorter ones", h, name);
    return assembly_coordinate_where(e->T->as, i, f);
}

int explicit_step(struct explicit *e, struct state *x, struct state *before, double target, double whole, struct fault *f)
{
    const struct assembly *as = e->T->as;
    int adaptive = e->method && e->method->adaptive, was_rejected = 0;
    state_commit(as, x);
    state_copy(as, before, x);
    e->dense = 0;
    double longest = adaptive ? fmin(e->options->step, readings_longest(e->T, x)) : whole;
    for (;;) {
        double left = target - before->t, h = adaptive ? fmin(e->h, fmin(left, longest)) : whole;
        int ends = !adaptive || left - h < 1e-3 * h;
        double error = 0;
        h = adaptive && ends ? left : h;
        int failed = (e->method ? attempt : verlet)(e, x, before, h, ends ? target : before->t + h, &error, f);
        if (failed && (!adaptive || as->model->script_failed))
            return failed > 0 ? nowhere(e, x, h, f) : -1;
        if (!failed && error <= 1) {
            e->last = h;
            take_work(e, x, h);
            if (adaptive) {
                double next = next_length(e, h, error);
                e->h = was_rejected ? fmin(next, after_rejection * e->h) : ends && next < e->h && h < 0.5 * e->h ? e->h : next;
                e->error = fmax(error, 1e-4);
            }
            return 0;
        }
        state_copy(as, x, before);
        e->rejected++;
        was_rejected = 1;
        e->h = failed ? 0.25 * h : next_length(e, h, error);
        if (!failed && too_exact(e, before, f))
            return -1;
        if (e->h < 1e-14 * fmax(fabs(before->t), e->last) || e->h < 1e-300)
            return pace_stuck(as, failed ? -1 : e->worst, e->h, "the motion is stiff, jumps or cannot go on: try radau5 or generalized_alpha, or see "
                              "what happens there", f);
    }
}

/* ---- dense output ---- */

/* y = y0 + s (F0 + (1 - s) (F1 + s (F2 + (1 - s) (F3 + ...)))) of dop853; y0, y1, k0, k1 and F3 .. F6 (4) */
static double nested(double s, double h, double y0, double y1, double k0, double k1, const double F[4])
{
    double d = y1 - y0, F1 = h * k0 - d, F2 = 2 * d - h * (k0 + k1), r = 1 - s;
    return y0 + s * (d + r * (F1 + s * (F2 + r * (F[0] + s * (F[1] + r * (F[2] + s * F[3]))))));
}

static int dense_853(struct explicit *e, const struct state *before, const struct state *x, double s, struct state *out, struct fault *f)
{
    const struct assembly *as = e->T->as;
    const struct tableau *m = e->method;
    double h = e->last;
    for (int k = m->stages + 1; !e->dense && k < m->dense_stages; k++)
        if (take_stage(e, before, k, h, f))
            return -1;
    e->dense = 1;
    for (int i = 0; i < as->nq + as->n; i++) {
        double F[4] = { 0 };
        for (int l = 0; l < 4; l++)
            for (int k = 0; k < m->dense_stages; k++)
                F[l] += h * m->extra[l][k] * e->k[k][i];
        out->q[i] = nested(s, h, before->q[i], x->q[i], e->k[0][i], e->k[m->stages][i], F);
    }
    return 0;
}

/* Cubic, by values and rates at both ends. */
static void dense_cubic(const struct explicit *e, const struct state *before, const struct state *x, double s, struct state *out)
{
    double h = e->last, r = 1 - s, p0 = (1 + 2 * s) * r * r, p1 = 1 - p0, m0 = s * r * r * h, m1 = -s * s * r * h;
    int last = e->method ? e->method->stages : 0;
    for (int i = 0; i < e->T->as->n; i++) {
        double q0 = e->method ? e->k[0][i] : before->u[i], q1 = e->method ? e->k[last][i] : x->u[i];
        out->q[i] = p0 * before->q[i] + p1 * x->q[i] + m0 * q0 + m1 * q1;
        out->u[i] = p0 * before->u[i] + p1 * x->u[i] + m0 * before->a[i] + m1 * x->a[i];
    }
}

int explicit_between(struct explicit *e, const struct state *before, const struct state *x, double t, struct state *out, struct fault *f)
{
    double s = (t - before->t) / e->last, weight[TABLEAU_MOST] = { 0 };
    memcpy(out->q, before->q, (size_t)e->T->as->nq * sizeof *out->q);
    if (e->method && e->method->extra) {
        if (dense_853(e, before, x, s, out, f))
            return -1;
    } else if (e->method && e->method->dense) {
        for (int k = 0; k < e->method->dense_stages; k++)
            for (int l = e->method->dense_degree; l > 0; l--)
                weight[k] = s * (weight[k] + e->method->dense[k][l - 1]);
        const struct sum between = sum_of(e, weight, e->method->dense_stages);
        advance(e, out->q, before->q, &between, e->last);
    } else
        dense_cubic(e, before, x, s, out);
    out->t = t;
    int failed = finish_step(e->finish, out, f);
    if (failed > 0)
        fault_set(f, "the rows cannot be held between two steps");
    return failed ? -1 : 0;
}
