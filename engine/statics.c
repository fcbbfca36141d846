/* statics.c - three ways to an equilibrium, tried in turn. */
#include "statics.h"
#include "reading.h"
#include "setting.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multiroots.h>
#include <math.h>
#include <string.h>

enum { HYBRID_MOST = 120, DOWNHILL_MOST = 3000, MOST_HALVINGS = 8 };

struct statics *statics_new(struct arena *a, struct assembly *as, const struct solver_options *options, struct notes *notes)
{
    struct statics *s = ARENA_NEW(a, 1, struct statics);
    s->options = options;
    s->arena = a;
    s->T = terms_new(a, as);
    s->newton = newton_new(a, s->T, &options->newton, 1);
    s->start = start_new(a, s->T, s->newton->linear, &options->start, notes);
    s->notes = notes;
    s->x = state_new(a, as);
    s->before = state_new(a, as);
    s->drift = ARENA_NEW(a, as->m, double);
    s->counts = ARENA_NEW(a, as->m + as->readings, double);
    int n = as->n + as->m;
    if (n <= HYBRID_MOST) {
        full_make(&s->full, a, as, 1);
        full_take(&s->full, a, (size_t)n * (size_t)n, 0, n, 1);
    }
    return s;
}

static void rest(struct statics *s)
{
    memset(s->x->u, 0, (size_t)s->T->as->n * sizeof *s->x->u);
    memset(s->x->a, 0, (size_t)s->T->as->n * sizeof *s->x->a);
}

int statics_begin(struct statics *s, const struct origin *from, struct fault *f)
{
    struct assembly *as = s->T->as;
    state_start(as, s->x);
    s->x->t = s->options->t_start;
    start_release_rates(s->start, "statics");
    if (setting_start(s->arena, s->start, s->x, from, f))
        return -1;
    rest(s);
    newton_scheme(s->newton, 0, 0, 1, 0);
    return 0;
}

/* ---- the hybrid method ---- */

struct hybrid { struct statics *s; struct fault *fault; };

static void unpack(struct statics *s, const gsl_vector *x)
{
    const struct assembly *as = s->T->as;
    memcpy(s->x->q, x->data, (size_t)as->n * sizeof *s->x->q);
    memcpy(s->x->lambda, x->data + as->n, (size_t)as->m * sizeof *s->x->lambda);
}

static int hybrid_f(const gsl_vector *x, void *data, gsl_vector *out)
{
    struct hybrid *h = data;
    const struct assembly *as = h->s->T->as;
    unpack(h->s, x);
    if (newton_evaluate(h->s->newton, h->s->x, h->fault))
        return GSL_EBADFUNC;
    for (int i = 0; i < as->n; i++)
        out->data[i] = -h->s->newton->motion[i];
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++)
            out->data[as->n + l->row + k] = -h->s->newton->rows[l->row + k] * (l->use.type->law ? l->D[k] : 1);
    }
    return GSL_SUCCESS;
}

static int hybrid_df(const gsl_vector *x, void *data, gsl_matrix *J)
{
    struct hybrid *h = data;
    struct newton *n = h->s->newton;
    const struct linear_weights w = newton_weights(n);
    unpack(h->s, x);
    if (newton_evaluate(n, h->s->x, h->fault) || newton_tangent(n, h->s->x, h->fault))
        return GSL_EBADFUNC;
    full_fill(&h->s->full, h->s->T, &w, n->curvature);
    memcpy(J->data, h->s->full.value, J->size1 * J->size2 * sizeof *J->data);
    for (size_t i = 0; i < J->size1; i++)
        state_slopes(h->s->T->as, h->s->x, J->data + i * J->size2);
    return GSL_SUCCESS;
}

static int hybrid_fdf(const gsl_vector *x, void *data, gsl_vector *out, gsl_matrix *J)
{
    int status = hybrid_f(x, data, out);
    return status ? status : hybrid_df(x, data, J);
}

/* GSL tells no way on which turns could be counted. */
static int turned_far(const struct statics *s)
{
    const struct assembly *as = s->T->as;
    double moved, turned, most = 0;
    for (int i = 0; s->T->counting && i < as->parts; i++) {
        state_way(as, &as->part[i], s->before, s->x, &moved, &turned);
        most = fmax(most, turned);
    }
    return most > 1.5;
}

/* As far as GSL's hybridsj comes; Newton finishes what it found. */
static int hybrid(struct statics *s, struct fault *f)
{
    const struct assembly *as = s->T->as;
    size_t n = (size_t)(as->n + as->m);
    struct hybrid h = { s, f };
    gsl_multiroot_function_fdf fdf = { hybrid_f, hybrid_df, hybrid_fdf, n, &h };
    gsl_multiroot_fdfsolver *solver = s->full.values ? gsl_multiroot_fdfsolver_alloc(gsl_multiroot_fdfsolver_hybridsj, n) : NULL;
    if (!solver)
        return 1;
    gsl_vector *x0 = gsl_vector_alloc(n);
    int status = GSL_ENOMEM;
    if (x0) {
        memcpy(x0->data, s->x->q, (size_t)as->n * sizeof *x0->data);
        memcpy(x0->data + as->n, s->x->lambda, (size_t)as->m * sizeof *x0->data);
        status = gsl_multiroot_fdfsolver_set(solver, &fdf, x0);
        for (int k = 0; k < 200 && status == GSL_SUCCESS; k++) {
            status = gsl_multiroot_fdfsolver_iterate(solver);
            if (status == GSL_SUCCESS && gsl_multiroot_test_residual(solver->f, 1e-9) == GSL_SUCCESS)
                break;
        }
        if (status != GSL_EBADFUNC)
            unpack(s, solver->x);
        gsl_vector_free(x0);
    }
    gsl_multiroot_fdfsolver_free(solver);
    return status == GSL_EBADFUNC || turned_far(s) ? 1 : newton_solve(s->newton, s->x, f);
}

/* ---- downhill ---- */

/* Time in which the forces move what they act on by a twentieth of the model. */
static double first_time(const struct statics *s)
{
    const struct assembly *as = s->T->as;
    double fastest = 0;
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; k < as->part[i].n; k++) {
            const struct part *p = &as->part[i];
            double m = terms_inertia(s->T, p, k);
            double size = as->unit[p->p + k] == BODY_ANGLE ? 1 : as->length;
            if (m > 0)
                fastest = fmax(fastest, fabs(s->T->r[p->p + k]) / (m * size));
        }
    return fastest > 0 ? 0.05 / fastest : 1;
}

/* (M / tau + K) dq = -r: implicit steps along the forces, longer and longer as these vanish. */
static int downhill(struct statics *s, struct fault *f)
{
    struct newton *n = s->newton;
    int failed = newton_evaluate(n, s->x, f);
    double tau = failed ? 1 : first_time(s), before = n->error;
    for (int k = 0; k < DOWNHILL_MOST && !failed; k++) {
        n->inertia = 1 / tau;
        failed = newton_correct(n, s->x, f);
        if (!failed)
            failed = newton_evaluate(n, s->x, f);
        if (failed || n->error <= 1)
            break;
        tau *= fmin(2, fmax(0.5, before / n->error));
        if (k % 10 == 9 && tau < 1e-12)
            failed = 1;
        before = n->error;
    }
    n->inertia = 0;
    newton_reset(n);
    return failed ? failed : newton_solve(n, s->x, f);
}

/* ---- a load step ---- */

/* Keeps what is counted of deformations and readings, or puts it back. */
static void keep_counts(struct statics *s, int back)
{
    const struct terms *T = s->T;
    double *kept = s->counts;
    for (int i = 0; i < T->nlaws; i++) {
        const struct link *l = &T->as->link[T->laws[i]];
        size_t bytes = (size_t)l->use.rows * sizeof *kept;
        memcpy(back ? l->settled : kept, back ? kept : l->settled, bytes);
        kept += l->use.rows;
    }
    for (int i = 0; i < T->as->readings; i++, kept++)
        if (back)
            T->as->reading[i]->last = *kept;
        else
            *kept = T->as->reading[i]->last;
}

static int attempt(struct statics *s, struct fault *f)
{
    static int (*const ways[])(struct statics *, struct fault *) = { NULL, hybrid, downhill };
    const struct assembly *as = s->T->as;
    int failed = 1;
    state_copy(as, s->before, s->x);
    keep_counts(s, 0);
    for (int k = 0; k < 3 && failed && !as->model->script_failed; k++) {
        state_copy(as, s->x, s->before);
        keep_counts(s, 1);
        s->newton->iterations = s->newton->singular = 0;
        newton_reset(s->newton); /* every equilibrium is verified */
        failed = ways[k] ? ways[k](s, f) : newton_solve(s->newton, s->x, f);
    }
    if (failed) {
        state_copy(as, s->x, s->before);
        keep_counts(s, 1);
    }
    return failed;
}

static int give_up(struct statics *s, double load, int failed, struct fault *f)
{
    if (failed > 0 && s->newton->singular)
        fault_append(f, "; in statics every motion must be held by a joint or a spring");
    else if (failed > 0 && newton_evaluate(s->newton, s->x, f) >= 0) { /* where the last load step ended */
        newton_report(s->newton, s->x, f);
        fault_prefix(f, "no equilibrium found (");
        fault_append(f, ")");
    }
    return fault_prefix(f, "load %.6g: ", load);
}

int statics_step(struct statics *s, double load, struct fault *f)
{
    const struct assembly *as = s->T->as;
    double step = load - s->load;
    int halved = 0;
    while (s->load < load || (load == 0 && s->steps == 0)) {
        double to = fmin(load, s->load + step);
        terms_load(s->T, to);
        int failed = attempt(s, f);
        if (failed && (halved == MOST_HALVINGS || as->model->script_failed))
            return give_up(s, to, failed, f);
        if (failed) {
            step /= 2, halved++, s->halvings++;
            continue;
        }
        s->load = to;
        s->steps++;
        terms_settle(s->T, s->x->t);
        readings_settle(s->T, s->x, INFINITY);
        terms_drift(s->T, s->drift);
        if (load == 0)
            break;
    }
    return 0;
}

/* ---- is it stable? ---- */

static int law_holds(const struct assembly *as, int row)
{
    return as->release[row] == ROW_HELD && as->link[as->row_link[row]].use.type->law;
}

/* The matrix without the rows of laws, whose stiffness goes into K: A -= A_i row_i / A_ii.  -1: a law gives none. */
static int eliminate_laws(const struct assembly *as, double *A)
{
    int size = as->n + as->m;
    for (int row = 0; row < as->m; row++) {
        int i = as->n + row;
        double *own = A + i * size, pivot = own[i];
        if (!law_holds(as, row))
            continue;
        if (pivot == 0)
            return -1;
        for (int j = 0; j < size; j++) {
            double part = j == i ? 0 : A[j * size + i] / pivot;
            for (int c = 0; part != 0 && c < size; c++)
                A[j * size + c] -= part * own[c];
        }
    }
    return 0;
}

/* [K B'; B 0] with the held rows of constraints, K as large as B; how many of these, or -1: K is not symmetric, no energy belongs to it. */
static int saddle(const struct assembly *as, const double *A, gsl_matrix *S)
{
    int size = as->n + as->m, held = 0;
    double largest = 1e-300, skew = 0;
    for (int i = 0; i < as->n; i++)
        for (int k = 0; k < as->n; k++) {
            largest = fmax(largest, fabs(A[i * size + k]));
            skew = fmax(skew, fabs(A[i * size + k] - A[k * size + i]));
        }
    if (skew > 1e-6 * largest)
        return -1;
    gsl_matrix_set_identity(S);
    for (int i = 0; i < as->n; i++)
        for (int k = 0; k < as->n; k++)
            gsl_matrix_set(S, (size_t)i, (size_t)k, 0.5 * (A[i * size + k] + A[k * size + i]) / largest);
    for (int row = 0; row < as->m; row++) {
        int i = as->n + row;
        if (!row_holds(as, row))
            continue;
        held++;
        gsl_matrix_set(S, (size_t)i, (size_t)i, 0);
        for (int k = 0; k < as->n; k++) {
            gsl_matrix_set(S, (size_t)i, (size_t)k, A[i * size + k]);
            gsl_matrix_set(S, (size_t)k, (size_t)i, A[i * size + k]);
        }
    }
    return held;
}

/* [K B'; B 0] has a negative eigenvalue for each held row, and one for each motion that the rows allow and K drives away. */
void statics_judge(struct statics *s)
{
    const struct assembly *as = s->T->as;
    const struct linear_weights w = newton_weights(s->newton);
    size_t size = (size_t)(as->n + as->m);
    struct fault f;
    if (!s->full.values || as->n == 0 || newton_evaluate(s->newton, s->x, &f) || newton_tangent(s->newton, s->x, &f))
        return;
    full_fill(&s->full, s->T, &w, s->newton->curvature);
    if (eliminate_laws(as, s->full.value))
        return;
    gsl_matrix *S = gsl_matrix_alloc(size, size);
    gsl_vector *values = gsl_vector_alloc(size);
    gsl_eigen_symm_workspace *space = gsl_eigen_symm_alloc(size);
    int held = S && values && space ? saddle(as, s->full.value, S) : -1, negative = 0;
    if (held >= 0 && gsl_eigen_symm(S, values, space) == GSL_SUCCESS)
        for (size_t i = 0; i < size; i++)
            negative += gsl_vector_get(values, i) < -1e-11 * size;
    int away = negative - held;
    if (held >= 0 && away > 0)
        notes_add(s->notes, "warning: this equilibrium is unstable: %d motion%s from it; start elsewhere to find another", away,
                  away == 1 ? " leads away" : "s lead away");
    gsl_eigen_symm_free(space);
    gsl_vector_free(values);
    gsl_matrix_free(S);
}
