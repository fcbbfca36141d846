/* radau.c - stages, their iteration, error and length of a step. */
#include "radau.h"
#include "reading.h"
#include "vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ROOT6 2.449489742783178

enum { S = RADAU_STAGES, MOST_ITERATIONS = 12, PATIENCE = 6, SEEN = 6 };

/* Nodes and weights: Hairer and Wanner II, IV.5, table 5.6; the inverse of A. */
static const double node[S] = { (4 - ROOT6) / 10, (4 + ROOT6) / 10, 1 };
static const double A[S][S] = {
    { (88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800, (-2 + 3 * ROOT6) / 225 },
    { (296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360, (-2 - 3 * ROOT6) / 225 },
    { (16 - ROOT6) / 36, (16 + ROOT6) / 36, 1. / 9 },
};
static const double inverse[S][S] = {
    { 3.2247448713915889, 1.1678400846904055, -0.25319726474218083 },
    { -3.5678400846904055, 0.77525512860841095, 1.0531972647421808 },
    { 5.5319726474218083, -7.5319726474218083, 5 },
};

/* Of the iteration.  P: from values at the nodes to those at the abscissae 0.185892302217641, 0.50022434784008274, 1 of the
   polynomial through them, Q = P^-1;  P A Q = L U, U of unit diagonal;  L^-1 = (1 - E)/G. */
#define G 0.2554364774645177 /* 60^(-1/3) */
static const double P[S][S] = {
    { 0.90284263835645928, 0.14435034081133416, -0.047192979167793352 },
    { 0.17473561298231047, 0.99178132068445646, -0.16651693366676693 },
    { 0, 0, 1 },
};
static const double UP[S][S] = {
    { 0.8489981902301601, -0.16126519435511708, 0.040010762819182637 },
    { 0.17473561298231047, 0.99178132068445646, -0.27621060916279055 },
    { 0, 0, 1 },
};
static const double Q[S][S] = {
    { 1.1397174177027989, -0.16588192804485746, 0.026164510342058481 },
    { -0.2007995285407029, 1.0375124625955585, 0.1632870659451445 },
    { 0, 0, 1 },
};
static const double QU[S][S] = { /* (U P)^-1 */
    { 1.1397174177027989, 0.18531983517184075, 0.005586341282164075 },
    { -0.2007995285407029, 0.97563646826468464, 0.27751528553146787 },
    { 0, 0, 1 },
};
static const double E[S][S] = { { 0 }, { 1.4675574684367765 }, { -1.9968241211781703, 2.2305146887846168 } };

/* G h (rate at the start) + sum e_i (stage i - start): of order 3, away from the end of the step. */
static const double e[S] = { -G * (13 + 7 * ROOT6) / 3, -G * (13 - 7 * ROOT6) / 3, -G / 3 };

struct radau *radau_new(struct arena *a, struct finish *finish, struct newton *newton, struct balance *balance, struct pace *pace,
                        const struct solver_options *options)
{
    const struct assembly *as = finish->T->as;
    struct radau *s = ARENA_NEW(a, 1, struct radau);
    *s = (struct radau){ .options = options, .T = finish->T, .newton = newton, .finish = finish, .balance = balance,
                         .pace = pace };
    double least = fmax(options->rtol, options->atol); /* an error of h^4 is asked for that leaves one of h^6: as RADAU5 does it */
    s->rtol = 0.1 * options->rtol / cbrt(least);
    s->atol = 0.1 * options->atol / cbrt(least);
    s->small = fmax(10 * DBL_EPSILON / fmax(s->rtol, s->atol), fmin(0.03, sqrt(fmax(s->rtol, s->atol))));
    for (int i = 0; i < S; i++) {
        s->stage[i] = state_new(a, as);
        s->rate[i] = ARENA_NEW(a, as->n, double);
        s->past[i] = ARENA_NEW(a, as->n + as->m, double);
        s->r[i] = ARENA_NEW(a, as->n, double);
        s->off[i] = ARENA_NEW(a, as->m, double);
        s->lag[i] = ARENA_NEW(a, as->n, double);
        s->dq[i] = ARENA_NEW(a, as->n, double);
        s->du[i] = ARENA_NEW(a, as->n, double);
        s->dlambda[i] = ARENA_NEW(a, as->m, double);
    }
    s->shift = ARENA_NEW(a, as->n, double);
    s->carry = ARENA_NEW(a, as->n, double);
    s->scratch = ARENA_NEW(a, as->n, double);
    s->start = ARENA_NEW(a, as->n, double);
    s->weight = ARENA_NEW(a, 2 * as->n, double);
    s->damping = ARENA_NEW(a, s->T->nlaws, double *);
    for (int i = 0; i < s->T->nlaws; i++) {
        int rows = as->link[s->T->laws[i]].use.rows;
        s->damping[i] = ARENA_NEW(a, rows * rows, double);
    }
    return s;
}

void radau_begin(struct radau *s)
{
    s->last = 0;
    s->contraction = 1;
}

/* ---- stages ---- */

/* to (n) = from + sum weight_j k_j; from NULL: 0 */
static void combine(double *to, const double *from, const double weight[S], double *const k[S], double factor, int n)
{
    const double *k0 = k[0], *k1 = k[1], *k2 = k[2];
    double w0 = factor * weight[0], w1 = factor * weight[1], w2 = factor * weight[2];
    for (int i = 0; i < n; i++)
        to[i] = (from ? from[i] : 0) + w0 * k0[i] + w1 * k1[i] + w2 * k2[i];
}

/* q' of a state: u, of rotation increments T(v)^-1 w */
static void rate_of(const struct assembly *as, const struct state *x, double *rate)
{
    memcpy(rate, x->u, (size_t)as->n * sizeof *rate);
    state_increments(as, x, rate);
}

/* Weights (S) of the polynomial through values at the nodes, at s. */
static void through_nodes(double weight[S], double s)
{
    for (int j = 0; j < S; j++) {
        weight[j] = 1;
        for (int k = 0; k < S; k++)
            weight[j] *= k == j ? 1 : (s - node[k]) / (node[j] - node[k]);
    }
}

/* Accelerations and multipliers as the polynomial of the last step goes on; what follows from them. */
static void predict(struct radau *s, const struct state *before, double h)
{
    const struct assembly *as = s->T->as;
    double *a[S] = { s->stage[0]->a, s->stage[1]->a, s->stage[2]->a };
    for (int i = 0; i < S; i++) {
        double weight[S];
        through_nodes(weight, 1 + node[i] * h / (s->last > 0 ? s->last : 1));
        if (s->last > 0)
            combine(a[i], NULL, weight, s->past, 1, as->n + as->m);
        else
            memcpy(a[i], before->a, (size_t)(as->n + as->m) * sizeof *a[i]);
    }
    for (int i = 0; i < S; i++) {
        struct state *x = s->stage[i];
        x->t = before->t + node[i] * h;
        combine(x->u, before->u, A[i], a, h, as->n);
        memcpy(x->turn, before->turn, (size_t)(4 * as->spins) * sizeof *x->turn);
        for (int k = 0; k < as->n; k++)
            x->q[k] = before->q[k] + node[i] * h * before->u[k];
        rate_of(as, x, s->rate[i]);
    }
    for (int i = 0; i < S; i++)
        combine(s->stage[i]->q, before->q, A[i], s->rate, h, as->n);
}

/* What is left of the equations of a stage. */
static int look(struct radau *s, int i, struct fault *f)
{
    const struct terms *T = s->T;
    const struct assembly *as = T->as;
    struct state *x = s->stage[i];
    if (terms_evaluate(s->T, x, TERMS_RATE, f))
        return -1;
    memcpy(s->r[i], T->r, (size_t)as->n * sizeof *T->r);
    memcpy(s->off[i], T->g_dot, (size_t)as->m * sizeof *T->g_dot);
    for (int k = 0; k < T->nlaws; k++) {
        const struct link *l = &as->link[T->laws[k]];
        for (int row = 0; row < l->use.rows; row++)
            s->off[i][l->row + row] = x->lambda[l->row + row] - l->law[row];
    }
    rate_of(as, x, s->lag[i]);
    for (int k = 0; k < as->n; k++)
        s->lag[i][k] = s->rate[i][k] - s->lag[i][k];
    if (s->balance->slots)
        s->power[i] = balance_power(s->balance, x);
    return 0;
}

/* ---- the matrix ---- */

/* The matrix of a step G h at the stage evaluated last, and what laws give by their rates alone, as their T is
   dsigma/dg + c dsigma/dg_dot. */
static int factor(struct radau *s, const struct state *x, double h, struct fault *f)
{
    const struct assembly *as = s->T->as;
    double c = 1 / (G * h);
    newton_scheme(s->newton, c * c, c, c * c, 1);
    if (newton_tangent(s->newton, x, f))
        return -1;
    for (int i = 0; i < as->spins; i++) { /* gyroscopic terms there are for increments that carry rates along; blocks have none */
        const struct part *p = &as->part[s->T->spinning[i]];
        if (p->J)
            memset(s->T->D + p->block, 0, (size_t)(p->n * p->n) * sizeof *s->T->D);
    }
    for (int i = 0; i < s->T->nlaws; i++) {
        struct link *l = &as->link[s->T->laws[i]];
        struct joint_at at;
        int differed;
        if (!l->active)
            continue;
        terms_see(s->T, x, l, &at);
        const char *why = joint_law_tangent(&l->use, &at, l->law, 2 * c, s->damping[i], &differed);
        if (why)
            return link_fault(l, why, f);
        for (int k = 0; k < l->use.rows * l->use.rows; k++)
            s->damping[i][k] = (s->damping[i][k] - l->T[k]) / c;
    }
    const struct linear_weights w = newton_weights(s->newton);
    s->newton->factorisations++;
    return linear_factor(s->newton->linear, s->T, &w, NULL, f);
}

/* y (n) = M x + D z, D of bodies with equations of their own */
static void times_bodies(const struct terms *T, double *y, const double *x, const double *z)
{
    const struct assembly *as = T->as;
    for (int i = 0; i < as->n; i++)
        y[i] = as->mass[i] * x[i];
    for (int i = 0; i < as->spins; i++) {
        const struct part *p = &as->part[T->spinning[i]];
        if (p->J)
            turn(y + p->p + 3, p->J, x + p->p + 3);
    }
    for (int i = 0; i < T->nvarying; i++) {
        const struct part *p = &as->part[T->varying[i]];
        const double *M = T->M + p->block, *D = T->D + p->block;
        for (int r = 0; r < p->n; r++) {
            y[p->p + r] = 0;
            for (int c = 0; c < p->n; c++)
                y[p->p + r] += M[r * p->n + c] * x[p->p + c] + D[r * p->n + c] * z[p->p + c];
        }
    }
}

/* y (rows) = B x of a link */
static void times_rows(const struct link *l, double *y, const double *x)
{
    for (int row = 0; row < l->use.rows; row++) {
        y[row] = 0;
        for (int k = 0; k < l->ends; k++)
            for (int c = 0; c < l->end[k].n; c++)
                y[row] += l->end[k].B[row * l->end[k].n + c] * x[l->end[k].p + c];
    }
}

/* With du = c dq - p:  (b M + c D + K) dq + B' dlambda = c M (p + carry) + D p - r,   c B dq = B p - off,  of laws
   dsigma = (T B) dq - (dsigma/dg_dot) B p - off.  r and off become dq and dlambda. */
static void solve(struct radau *s, double *r, double *off)
{
    const struct terms *T = s->T;
    const struct assembly *as = T->as;
    double c = s->newton->c, b = s->newton->b, *p = s->shift, *y = s->scratch, Bp[JOINT_ROWS];
    for (int i = 0; i < as->n; i++)
        s->carry[i] = c * (s->carry[i] + p[i]);
    times_bodies(T, y, s->carry, p);
    for (int i = 0; i < as->n; i++)
        r[i] = (y[i] - r[i]) / b;
    for (int i = 0, law = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        const double *R = l->use.type->law ? s->damping[law++] : NULL;
        times_rows(l, Bp, p);
        for (int k = 0; k < l->use.rows; k++) {
            double *row = off + l->row + k;
            for (int j = 0; R && j < l->use.rows; j++)
                *row += R[k * l->use.rows + j] * Bp[j];
            *row = as->release[l->row + k] != ROW_HELD ? 0 : R ? *row : (Bp[k] - *row) / c;
        }
    }
    linear_solve(s->newton->linear, r, off);
    for (int i = 0; i < as->m; i++)
        off[i] *= b;
}

/* Corrects the stages; the size of the correction over the tolerance. */
static double correct(struct radau *s, double h)
{
    const struct assembly *as = s->T->as;
    double c = s->newton->c, sum = 0, *to[S];
    int n = as->n, m = as->m;
    for (int k = 0; k < S; k++) {
        combine(s->shift, NULL, UP[k], s->lag, -1, n);
        memset(s->carry, 0, (size_t)n * sizeof *s->carry);
        for (int j = 0; j < k; j++)
            for (int i = 0; i < n; i++)
                s->shift[i] += c * E[k][j] * s->dq[j][i], s->carry[i] += E[k][j] * s->du[j][i];
        combine(s->dq[k], NULL, UP[k], s->r, 1, n);
        combine(s->dlambda[k], NULL, P[k], s->off, 1, m);
        solve(s, s->dq[k], s->dlambda[k]);
        for (int i = 0; i < n; i++)
            s->du[k][i] = c * s->dq[k][i] - s->shift[i];
    }
    for (int k = 0; k < S; k++) { /* back to the nodes, into what is used up */
        combine(s->r[k], NULL, Q[k], s->dq, 1, n);
        combine(s->lag[k], NULL, Q[k], s->du, 1, n);
        combine(s->off[k], NULL, QU[k], s->dlambda, 1, m);
        for (int l = 0; l < s->T->nlaws; l++) {
            const struct link *law = &as->link[s->T->laws[l]];
            for (int row = law->row; row < law->row + law->use.rows; row++)
                s->off[k][row] = Q[k][0] * s->dlambda[0][row] + Q[k][1] * s->dlambda[1][row] + Q[k][2] * s->dlambda[2][row];
        }
    }
    for (int k = 0; k < S; k++) {
        struct state *x = s->stage[k];
        to[k] = s->r[k];
        state_increments(as, x, s->r[k]);
        for (int i = 0; i < n; i++) {
            double q = s->r[k][i] * s->weight[i], u = s->lag[k][i] * s->weight[n + i];
            x->q[i] += s->r[k][i];
            x->u[i] += s->lag[k][i];
            sum += q * q + u * u;
        }
        for (int i = 0; i < m; i++)
            x->lambda[i] += s->off[k][i];
    }
    for (int k = 0; k < S; k++) {
        combine(s->rate[k], s->rate[k], inverse[k], to, 1 / h, n);
        combine(s->stage[k]->a, s->stage[k]->a, inverse[k], s->lag, 1 / h, n);
    }
    s->newton->total_iterations++;
    return sqrt(sum / (2 * S * n + 1e-300));
}

/* Iterates from the predicted stages.  0; 1: it does not converge, s->shorter says what part of the step may; -1: fault.  Of stiff
   modes places vanish in three corrections and rates, which follow from them, in three more, hardly less each time before that: so
   divergence is SEEN later, and a first correction is trusted by the slowest of the last solve. */
static int solve_stages(struct radau *s, double h, struct fault *f)
{
    double before = 0, theta = 0, slowest = 0, contraction = pow(fmax(s->contraction, DBL_EPSILON), 0.8);
    s->shorter = 0.5;
    for (s->iterations = 1; s->iterations <= MOST_ITERATIONS; s->iterations++) {
        if (look(s, 0, f) || look(s, 2, f) || look(s, 1, f) || (s->iterations == 1 && factor(s, s->stage[1], h, f)))
            return -1;
        double now = correct(s, h);
        if (!isfinite(now))
            return 1;
        if (s->iterations > 1) {
            double last = now / (before + 1e-300);
            theta = s->iterations == 2 ? last : sqrt(last * theta);
            if (theta >= (s->iterations < SEEN ? 2 : 0.99))
                return 1;
            contraction = theta < 1 ? theta / (1 - theta) : INFINITY;
            slowest = fmax(slowest, contraction);
            double over = contraction * now * pow(theta, MOST_ITERATIONS - 1 - s->iterations) / s->small; /* in the end */
            if (over >= 1 && s->iterations >= SEEN) {
                s->shorter = 0.8 * pow(fmin(20, over), -1. / (3 + MOST_ITERATIONS - s->iterations));
                return 1;
            }
        }
        before = now;
        if (contraction * now <= s->small) {
            s->contraction = fmin(s->iterations > 1 ? slowest : contraction, 1);
            return 0;
        }
    }
    return 1;
}

/* ---- error, step ---- */

/* Coordinates and rates in dq[0] and du[0] through (1 - G h J)^-1: what is stiff is taken out of them. */
static void filter(struct radau *s)
{
    const struct assembly *as = s->T->as;
    double c = s->newton->c, *q = s->dq[0], *u = s->du[0];
    for (int i = 0; i < as->n; i++)
        s->shift[i] = c * q[i], s->carry[i] = u[i], q[i] = 0;
    memset(s->dlambda[0], 0, (size_t)as->m * sizeof *s->dlambda[0]);
    solve(s, q, s->dlambda[0]);
    for (int i = 0; i < as->n; i++)
        u[i] = c * q[i] - s->shift[i];
}

/* What is in dq[0] and du[0], over the tolerance. */
static double size_of_error(struct radau *s)
{
    int n = s->T->as->n;
    double sum = 0, most = 0;
    for (int i = 0; i < n; i++) {
        double q = s->dq[0][i] * s->weight[i], u = s->du[0][i] * s->weight[n + i], both = q * q + u * u;
        sum += both;
        if (both > most)
            most = both, s->pace->worst = i;
    }
    return sqrt(sum / (2 * n + 1e-300));
}

/* Error of the step over its tolerance; doubtful: at the start or after a rejected step stiff parts may hide the others. */
static double error_of(struct radau *s, const struct state *before, double h, int doubtful)
{
    int n = s->T->as->n;
    for (int i = 0; i < n; i++) {
        s->dq[0][i] = G * h * before->u[i], s->du[0][i] = G * h * s->start[i];
        for (int k = 0; k < S; k++) {
            s->dq[0][i] += e[k] * (s->stage[k]->q[i] - before->q[i]);
            s->du[0][i] += e[k] * (s->stage[k]->u[i] - before->u[i]);
        }
    }
    filter(s);
    double error = size_of_error(s);
    if (error > 1 && doubtful) {
        filter(s);
        error = size_of_error(s);
    }
    return error;
}

static void weigh(struct radau *s, const struct state *x)
{
    int n = s->T->as->n;
    for (int i = 0; i < n; i++) {
        s->weight[i] = 1 / (s->atol + s->rtol * fabs(x->q[i]) + 1e-300);
        s->weight[n + i] = 1 / (s->atol + s->rtol * fabs(x->u[i]) + 1e-300);
    }
}

/* One step of length h.  0; 1: it must be shorter; -1: fault. */
static int attempt(struct radau *s, struct state *x, const struct state *before, double h, double t, int doubtful, double *error,
                   struct fault *f)
{
    const struct assembly *as = s->T->as;
    *error = 0;
    predict(s, before, h);
    s->stage[S - 1]->t = t;
    int failed = solve_stages(s, h, f);
    if (failed)
        return failed;
    if (state_spun(as, s->stage[S - 1]) >= 0)
        return 1;
    *error = error_of(s, before, h, doubtful);
    if (!(*error <= 1))
        return 0;
    memcpy(x->q, s->stage[S - 1]->q, (size_t)(as->nq + 2 * as->n + as->m) * sizeof *x->q);
    x->t = t;
    s->shorter = 0.5;
    return s->finish->rows ? finish_step(s->finish, x, f) : terms_evaluate(s->T, x, TERMS_RATE, f);
}

/* The next length: by this error and the number of iterations; by the last two (Gustafsson, IV.8). */
static double next_length(const struct radau *s, double h, double error)
{
    double safety = 0.9 * (2 * MOST_ITERATIONS + 1) / (s->iterations + 2 * MOST_ITERATIONS);
    double by_error = pow(error + 1e-12, 0.25) / safety;
    double by_both = s->last > 0 && error <= 1 ? s->last / h * pow(error * error / s->last_error + 1e-12, 0.25) / 0.9 : 0;
    return h / fmin(5, fmax(0.125, fmax(by_error, by_both)));
}

/* What is remembered of a step that is accepted. */
static void remember(struct radau *s, const struct state *x, double h, double error)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < S; i++)
        memcpy(s->past[i], s->stage[i]->a, (size_t)(as->n + as->m) * sizeof *x->a);
    s->last = h;
    s->last_error = fmax(error, 1e-2);
    if (s->balance->slots) {
        struct power work = { 0 };
        for (int i = 0; i < S; i++)
            power_add(&work, h * A[S - 1][i], s->power[i]);
        balance_add(s->balance, x, work);
    }
}

static const char coarse[] = "the motion jumps or cannot go on there, or rtol and atol ask for more than the numbers hold";
static const char unsolved[] = "its equations are not solved there: rows become dependent (a singular pose, which "
                               "generalized_alpha passes), the motion jumps, or a law is not smooth";

int radau_step(struct radau *s, struct state *x, struct state *before, double target, struct fault *f)
{
    const struct assembly *as = s->T->as;
    int rejected = 0;
    state_commit(as, x);
    state_copy(as, before, x);
    weigh(s, x);
    memcpy(s->start, s->last > 0 ? s->past[S - 1] : x->a, (size_t)as->n * sizeof *s->start);
    s->pace->h = fmin(s->pace->h, fmin(s->options->step, readings_longest(s->T, x)));
    for (;;) {
        double left = target - before->t, h = pace_length(s->pace, left), error;
        int failed = attempt(s, x, before, h, h < left ? before->t + h : target, rejected || s->last == 0, &error, f);
        if (failed && as->model->script_failed)
            return -1;
        if (!failed && error <= 1) {
            double next = next_length(s, h, error);
            if (rejected || s->patience > 0)
                next = fmin(next, h);
            s->pace->h = h < s->pace->h ? fmax(next, s->pace->h) : next; /* an end that cut it short says nothing */
            s->patience -= s->patience > 0;
            remember(s, x, h, error);
            return 0;
        }
        state_copy(as, x, before);
        s->pace->rejected++;
        rejected = 1;
        s->patience = failed ? PATIENCE : s->patience;
        s->pace->h = failed < 0 ? 0.25 * h : failed ? s->shorter * h : next_length(s, h, error);
        if (s->pace->h < 1e-14 * fmax(fabs(before->t), s->last) || s->pace->h < 1e-300)
            return failed < 0 ? -1 : pace_stuck(as, failed ? -1 : s->pace->worst, s->pace->h, failed ? unsolved : coarse, f);
    }
}

/* ---- dense output ---- */

/* Weights of the start and of the stages in the integral from 0 to s of the cubic through their values; by Gauss's two points. */
static void integral(double s, double *first, double weight[S])
{
    double l[S];
    *first = s;
    memset(weight, 0, S * sizeof *weight);
    for (int k = 0; k < 2; k++) {
        double at = s * (0.5 + (k ? 0.5 : -0.5) / sqrt(3));
        through_nodes(l, at);
        for (int j = 0; j < S; j++) {
            weight[j] += 0.5 * s * l[j] * at / node[j];
            *first -= 0.5 * s * l[j] * at / node[j];
        }
    }
}

int radau_between(struct radau *s, const struct state *before, double t, struct state *out, struct fault *f)
{
    const struct assembly *as = s->T->as;
    double first, weight[S], h = s->last;
    double *a[S] = { s->stage[0]->a, s->stage[1]->a, s->stage[2]->a };
    integral((t - before->t) / h, &first, weight);
    combine(out->q, before->q, weight, s->rate, h, as->n);
    combine(out->u, before->u, weight, a, h, as->n);
    for (int i = 0; i < as->n; i++) {
        out->q[i] += first * h * before->u[i];
        out->u[i] += first * h * s->start[i];
    }
    memcpy(out->turn, before->turn, (size_t)(4 * as->spins) * sizeof *out->turn);
    out->t = t;
    int failed = finish_step(s->finish, out, f);
    if (failed > 0)
        fault_set(f, "the rows cannot be held between two steps");
    return failed ? -1 : 0;
}
