/* compromise.c - Levenberg-Marquardt (GSL) on the rows, with a faint pull to the start so that it is never underdetermined. */
#include "compromise.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <string.h>

static const double pull = 1e-7; /* of a coordinate that moves, against a row that is off */

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
    }
    for (int i = 0; i < as->n; i++)
        gsl_matrix_set(J, (size_t)(as->m + i), (size_t)i, pull);
    return GSL_SUCCESS;
}

static int tell(const struct terms *T, const struct state *x, double tolerance, struct fault *f)
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
        assembly_row_unit(as, row, unit, sizeof unit);
        fault_append(f, "\n  %s%s%s off by %+.6g %s", where, *where ? ": " : "", name, T->g[row], unit);
        listed++;
    }
    for (int i = 0; i < as->parts && i < 6; i++) {
        const struct part *p = &as->part[i];
        fault_append(f, "%s%s '%s' at (", i ? ", " : "\n  with ", p->type->name, p->body->item.name);
        for (int k = 0; k < p->n && k < 8; k++)
            fault_append(f, "%s%.6g", k ? ", " : "", fabs(x->q[p->p + k]) < 1e-9 ? 0 : x->q[p->p + k]);
        fault_append(f, ")");
    }
    return -1;
}

int compromise(struct arena *a, struct terms *T, struct state *x, double tolerance, struct fault *f)
{
    const struct assembly *as = T->as;
    size_t n = (size_t)as->n, m = (size_t)as->m;
    struct state *trial = state_new(a, as);
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, m + n, n);
    int info;
    if (!w)
        return fault_set(f, "no memory for the compromise of contradictory joints");
    state_copy(as, trial, x);
    struct problem p = { T, trial, x->q, f };
    gsl_multifit_nlinear_fdf fdf = { .f = rows_at, .df = slopes_at, .n = m + n, .p = n, .params = &p };
    gsl_vector_const_view q0 = gsl_vector_const_view_array(x->q, n);
    int status = gsl_multifit_nlinear_init(&q0.vector, &fdf, w);
    if (status == GSL_SUCCESS)
        gsl_multifit_nlinear_driver(300, 1e-14, 1e-14, 0, NULL, NULL, &info, w);
    if (status == GSL_SUCCESS)
        for (size_t i = 0; i < n; i++)
            trial->q[i] = gsl_vector_get(gsl_multifit_nlinear_position(w), i);
    gsl_multifit_nlinear_free(w);
    if (terms_evaluate(T, trial, TERMS_RATE | TERMS_GIVEN, f))
        return -1;
    double worst = 0;
    for (int row = 0; row < as->m; row++)
        if (asks(as, row))
            worst = fmax(worst, fabs(T->g[row]));
    if (worst > tolerance)
        return tell(T, trial, tolerance, f);
    memcpy(x->q, trial->q, n * sizeof *x->q);
    return 0;
}
