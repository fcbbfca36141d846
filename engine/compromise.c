/* compromise.c - Levenberg-Marquardt (GSL) on the rows, with a faint pull to the start so that it is never underdetermined;
 * where rows stay violated it creeps, so BFGS (GSL) on the sum of squares finishes; of large models it is BFGS alone. */
#include "compromise.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_multimin.h>
#include <math.h>
#include <string.h>

static const double pull = 1e-7; /* of a coordinate that moves, against a row that is off */

enum { FIT_MOST = 100 }; /* coordinates that are fitted densely: the work grows with their cube */

struct problem {
    struct terms *T;
    struct state *x;
    const double *q0;
    struct fault *fault;
};

static int asks(const struct assembly *as, int row)
{
    const struct link *l = &as->link[as->row_link[row]];
    return !l->use.type->law && !l->use.level[row - l->row] && (as->release[row] == ROW_HELD || as->release[row] == ROW_DEPENDENT);
}

static int rows_at(const gsl_vector *q, void *data, gsl_vector *out)
{
    struct problem *p = data;
    const struct assembly *as = p->T->as;
    for (int i = 0; i < as->n; i++)
        p->x->q[i] = gsl_vector_get(q, (size_t)i);
    if (terms_evaluate(p->T, p->x, TERMS_GIVEN, p->fault))
        return GSL_EBADFUNC;
    for (int row = 0; row < as->m; row++)
        gsl_vector_set(out, (size_t)row, asks(as, row) ? p->T->g[row] : 0);
    for (int i = 0; i < as->n; i++)
        gsl_vector_set(out, (size_t)(as->m + i), pull * (p->x->q[i] - p->q0[i]));
    return GSL_SUCCESS;
}

static int slopes_at(const gsl_vector *q, void *data, gsl_matrix *J)
{
    struct problem *p = data;
    const struct assembly *as = p->T->as;
    for (int i = 0; i < as->n; i++)
        p->x->q[i] = gsl_vector_get(q, (size_t)i);
    if (terms_evaluate(p->T, p->x, TERMS_GIVEN, p->fault))
        return GSL_EBADFUNC;
    gsl_matrix_set_zero(J);
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        for (int k = 0; asks(as, row) && k < l->ends; k++)
            for (int c = 0; c < l->end[k].n; c++)
                gsl_matrix_set(J, (size_t)row, (size_t)(l->end[k].p + c), l->end[k].B[(row - l->row) * l->end[k].n + c]);
        state_slopes(as, p->x, J->data + (size_t)row * J->tda);
    }
    for (int i = 0; i < as->n; i++)
        gsl_matrix_set(J, (size_t)(as->m + i), (size_t)i, pull);
    return GSL_SUCCESS;
}

static void tell(const struct terms *T, const struct state *x, double tolerance, struct fault *f)
{
    const struct assembly *as = T->as;
    int listed = 0;
    fault_set(f, "no position satisfies these joints, they are contradictory; the least-squares compromise leaves:");
    for (int row = 0; row < as->m && listed < 12; row++) {
        char name[256], unit[64];
        if (!asks(as, row) || fabs(T->g[row]) <= tolerance)
            continue;
        const char *where = as->link[as->row_link[row]].joint->item.where;
        assembly_row_name(as, row, name, sizeof name);
        assembly_row_said(as, row, unit, sizeof unit);
        fault_append(f, "\n  %s%s%s off by %+.6g%s", where, *where ? ": " : "", name, T->g[row], unit);
        listed++;
    }
    for (int i = 0; i < as->parts && i < 6; i++) {
        const struct part *p = &as->part[i];
        fault_append(f, "%s%s '%s' at (", i ? ", " : "\n  with ", p->body->item.type, p->body->item.name);
        for (int k = 0; k < p->n && k < 8; k++)
            fault_append(f, "%s%.6g", k ? ", " : "", fabs(x->q[p->p + k]) < 1e-9 ? 0 : x->q[p->p + k]);
        fault_append(f, ")");
    }
}

/* 0.5 |rows|^2 and its slope (n), B' rows, at q */
static double squares(const gsl_vector *q, void *data, gsl_vector *slope)
{
    struct problem *p = data;
    const struct assembly *as = p->T->as;
    double sum = 0;
    memcpy(p->x->q, q->data, (size_t)as->n * sizeof *p->x->q);
    if (terms_evaluate(p->T, p->x, TERMS_GIVEN, p->fault))
        return GSL_NAN;
    if (slope)
        gsl_vector_set_zero(slope);
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        if (!asks(as, row))
            continue;
        sum += 0.5 * p->T->g[row] * p->T->g[row];
        for (int k = 0; slope && k < l->ends; k++)
            for (int c = 0; c < l->end[k].n; c++)
                slope->data[l->end[k].p + c] += l->end[k].B[(row - l->row) * l->end[k].n + c] * p->T->g[row];
    }
    if (slope)
        state_slopes(as, p->x, slope->data);
    return sum;
}

static double squares_f(const gsl_vector *q, void *data)
{
    return squares(q, data, NULL);
}

static void squares_df(const gsl_vector *q, void *data, gsl_vector *slope)
{
    squares(q, data, slope);
}

static void squares_fdf(const gsl_vector *q, void *data, double *f, gsl_vector *slope)
{
    *f = squares(q, data, slope);
}

/* On from p->x->q. */
static void finish(struct problem *p)
{
    size_t n = (size_t)p->T->as->n;
    gsl_multimin_function_fdf fdf = { squares_f, squares_df, squares_fdf, n, p };
    gsl_multimin_fdfminimizer *s = gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, n);
    gsl_vector *q = gsl_vector_alloc(n);
    if (s && q) {
        memcpy(q->data, p->x->q, n * sizeof *q->data);
        gsl_multimin_fdfminimizer_set(s, &fdf, q, 1e-3 * p->T->as->length, 0.1);
        for (int k = 0; k < 500 && !p->T->as->model->script_failed && gsl_multimin_fdfminimizer_iterate(s) == GSL_SUCCESS; k++)
            if (gsl_multimin_test_gradient(s->gradient, 1e-13) == GSL_SUCCESS)
                break;
        memcpy(p->x->q, s->x->data, n * sizeof *p->x->q);
    }
    if (s)
        gsl_multimin_fdfminimizer_free(s);
    if (q)
        gsl_vector_free(q);
}

/* Levenberg-Marquardt from q, on a dense matrix. */
static int fit(struct problem *p, const double *q, struct fault *f)
{
    size_t n = (size_t)p->T->as->n, m = (size_t)p->T->as->m;
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, m + n, n);
    gsl_multifit_nlinear_fdf fdf = { .f = rows_at, .df = slopes_at, .n = m + n, .p = n, .params = p };
    gsl_vector_const_view from = gsl_vector_const_view_array(q, n);
    int info;
    if (!w)
        return fault_set(f, "no memory for the compromise of contradictory joints");
    int status = gsl_multifit_nlinear_init(&from.vector, &fdf, w);
    if (status == GSL_SUCCESS)
        gsl_multifit_nlinear_driver(300, 1e-14, 1e-14, 0, NULL, NULL, &info, w);
    for (size_t i = 0; status == GSL_SUCCESS && i < n; i++)
        p->x->q[i] = gsl_vector_get(gsl_multifit_nlinear_position(w), i);
    gsl_multifit_nlinear_free(w);
    return 0;
}

/* The least squares from q; largest row that is left, or -1 with a fault. */
static double minimise(struct problem *p, const double *q, struct fault *f)
{
    const struct assembly *as = p->T->as;
    double worst = 0;
    memcpy(p->x->q, q, (size_t)as->n * sizeof *q);
    if (as->n <= FIT_MOST && fit(p, q, f))
        return -1;
    if (!as->model->script_failed)
        finish(p);
    if (terms_evaluate(p->T, p->x, TERMS_RATE | TERMS_GIVEN, f) || as->model->script_failed)
        return -1;
    for (int row = 0; row < as->m; row++)
        if (asks(as, row))
            worst = fmax(worst, fabs(p->T->g[row]));
    return worst;
}

int compromise(struct arena *a, struct terms *T, struct state *x, double tolerance, struct fault *f)
{
    const struct assembly *as = T->as;
    struct state *trial = state_new(a, as), *best = state_new(a, as);
    struct problem p = { T, trial, x->q, f };
    double least = INFINITY, *q = ARENA_NEW(a, as->n, double);
    unsigned seed = 1;
    state_copy(as, trial, x);
    /* from the start, then from next to it: a straight or symmetric start may be a saddle */
    for (int k = 0; k < (as->n <= FIT_MOST ? 4 : 1) && least > tolerance; k++) {
        for (int i = 0; i < as->n; i++) {
            seed = seed * 1103515245u + 12345u;
            q[i] = x->q[i] + (k ? 0.02 * k : 0) * (as->unit[i] == BODY_ANGLE ? 1 : as->length) * ((double)(seed >> 16 & 0x7fff) / 16384 - 1);
        }
        double worst = minimise(&p, q, f);
        if (worst < 0)
            return -1;
        if (worst < 0.999 * least) {
            least = worst;
            state_copy(as, best, trial);
        }
    }
    if (terms_evaluate(T, best, TERMS_RATE | TERMS_GIVEN, f))
        return -1;
    if (least > tolerance)
        tell(T, best, tolerance, f);
    if (least > fmax(tolerance, 0.1 * as->length))
        return -1;
    memcpy(x->q, best->q, (size_t)as->nq * sizeof *x->q);
    state_commit(as, x);
    return least > tolerance;
}
