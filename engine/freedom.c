/* freedom.c - counts by the rank that the start found; singular values by GSL.
 *
 * The singular values are those of the independent rows, each scaled to length 1 in coordinates that are all lengths (angles
 * times the model's length): 1 for rows at right angles to each other, small where some are nearly dependent. */
#include "freedom.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

enum { SINGULAR_MOST = 600 }; /* rows: the decomposition is dense */

static double *singular_values(struct arena *a, const struct manifold *s)
{
    struct arena scratch = { 0 };
    size_t n = (size_t)s->n, rows = (size_t)s->rows;
    double *value = ARENA_NEW(a, rows, double);
    gsl_matrix_view U = gsl_matrix_view_array(arena_copy(&scratch, s->scaled, n * rows * sizeof *s->scaled), n, rows);
    gsl_matrix_view V = gsl_matrix_view_array(ARENA_NEW(&scratch, rows * rows, double), rows, rows);
    gsl_vector_view S = gsl_vector_view_array(value, rows), work = gsl_vector_view_array(ARENA_NEW(&scratch, rows, double), rows);
    int status = gsl_linalg_SV_decomp(&U.matrix, &V.matrix, &S.vector, &work.vector);
    arena_free(&scratch);
    return status == GSL_SUCCESS ? value : NULL;
}

/* None of the body's rows of T has an entry. */
static int is_fixed(const struct assembly *as, const struct part *p, const struct manifold *s)
{
    for (int i = p->p; i < p->p + p->n; i++)
        for (int k = 0; k < s->dof; k++) {
            double way = s->T[(size_t)i * s->dof + k] * (as->unit[i] == BODY_ANGLE ? as->length : 1);
            if (fabs(way) > 1e-9 * (as->unit[s->chosen[k]] == BODY_ANGLE ? as->length : 1))
                return 0;
        }
    return 1;
}

/* Rank of the held rows that restrain velocities beyond what the positions hold: each independent one takes a way to move. */
static int velocity_rows(const struct assembly *as)
{
    int n = 0;
    for (int row = 0; row < as->m; row++)
        n += row_holds(as, row) && row_of_rates(as, row);
    return n;
}

struct freedom *freedom_find(struct arena *a, const struct start *s)
{
    const struct assembly *as = s->T->as;
    struct freedom *w = ARENA_NEW(a, 1, struct freedom);
    w->rank = s->rank;
    w->dof = as->n - s->rank->rank;
    w->places = w->dof + velocity_rows(as);
    w->nearby = as->n - (s->rank->rows - s->nearby);
    if (as->n > MANIFOLD_MOST)
        return w;
    w->motions = manifold_new(a, s->T, MANIFOLD_ALL);
    if (w->motions->rows > 0 && w->motions->rows <= SINGULAR_MOST)
        w->singular = singular_values(a, w->motions);
    w->fixed = ARENA_NEW(a, as->parts, unsigned char);
    for (int i = 0; i < as->parts; i++)
        w->fixed[i] = (unsigned char)is_fixed(as, &as->part[i], w->motions);
    return w;
}
