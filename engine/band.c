/* band.c - the whole matrix as a band: unknowns of bodies and rows ordered by reverse Cuthill-McKee, LU with pivoting (GSL). */
#include "full.h"
#include "linear_method.h"
#include "order.h"
#include "text.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

struct band {
    struct full full;
    int band;                   /* sub- and superdiagonals */
    gsl_matrix AB;              /* (size x 3 band + 1): A(i,j) stands at AB(j, 2 band + i - j) */
    gsl_vector x;               /* (size) */
    gsl_vector_uint pivot;      /* (size) */
    double *largest;            /* (size) entry of each column */
};

struct plan { int band, *at_part, *at_link; };

static void widen(int *band, int i, int ni, int j, int nj)
{
    int reach = i < j ? j + nj - 1 - i : i + ni - 1 - j;
    if (reach > *band)
        *band = reach;
}

static int find_band(const struct assembly *as, const int *at_part, const int *at_link, int coupled)
{
    int band = 1, size = as->n + as->m;
    for (int i = 0; i < as->parts; i++)
        widen(&band, at_part[i], as->part[i].n, at_part[i], as->part[i].n);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        widen(&band, at_link[i], l->use.rows, at_link[i], l->use.rows);
        for (int k = 0; k < l->ends; k++)
            widen(&band, at_link[i], l->use.rows, at_part[l->end[k].part], l->end[k].n);
        for (int k = 1; coupled && k < l->ends; k++)
            for (int h = 0; h < k; h++)
                widen(&band, at_part[l->end[h].part], l->end[h].n, at_part[l->end[k].part], l->end[k].n);
    }
    return band < size ? band : size > 1 ? size - 1 : 0;
}

static double band_plan(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f)
{
    struct plan *p = *plan = ARENA_NEW(a, 1, struct plan);
    p->at_part = ARENA_NEW(a, as->parts, int);
    p->at_link = ARENA_NEW(a, as->links, int);
    order_band(as, p->at_part, p->at_link);
    p->band = find_band(as, p->at_part, p->at_link, coupled);
    double n = as->n + as->m, b = p->band, bytes = 8 * n * (3 * b + 1);
    if (bytes > LINEAR_MOST_BYTES) {
        fault_set(f, "a band of %.0f with %.0f unknowns takes %.3g GB", b, n, 1e-9 * bytes);
        return INFINITY;
    }
    return n * (2 * b * b + 4 * b + 400); /* b rows by 2 b columns where rows were exchanged; GSL's calls for each of them */
}

static void *band_new(struct arena *a, const struct assembly *as, int coupled, const void *plan, char *name, size_t size)
{
    const struct plan *p = plan;
    struct band *s = ARENA_NEW(a, 1, struct band);
    full_make(&s->full, a, as, coupled);
    s->full.at_part = arena_copy(a, p->at_part, (size_t)as->parts * sizeof *p->at_part);
    s->full.at_link = arena_copy(a, p->at_link, (size_t)as->links * sizeof *p->at_link);
    s->band = p->band;
    size_t n = (size_t)s->full.size, width = 3 * (size_t)s->band + 1;
    full_take(&s->full, a, n * width, 2 * s->band, 1, (int)width - 1);
    full_scale(&s->full, a);
    s->AB = (gsl_matrix){ n, width, width, s->full.value, NULL, 0 };
    s->x = (gsl_vector){ n, 1, ARENA_NEW(a, n, double), NULL, 0 };
    s->pivot = (gsl_vector_uint){ n, 1, ARENA_NEW(a, n, unsigned), NULL, 0 };
    s->largest = ARENA_NEW(a, n, double);
    text_print(name, size, "band of %d, %d unknowns", s->band, s->full.size);
    return s;
}

static const double *entry(const struct band *s, int i, int j)
{
    return s->AB.data + (size_t)j * s->AB.tda + 2 * s->band + i - j;
}

/* Largest entry of column j. */
static double column_size(const struct band *s, int j)
{
    double most = 0;
    for (int i = j - s->band < 0 ? 0 : j - s->band; i <= j + s->band && i < s->full.size; i++)
        most = fmax(most, fabs(*entry(s, i, j)));
    return most;
}

static int band_factor(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    struct band *s = state;
    int n = s->full.size;
    full_fill(&s->full, T, w, curvature);
    for (int j = 0; j < n; j++)
        s->largest[j] = column_size(s, j);
    int status = gsl_linalg_LU_band_decomp((size_t)n, (size_t)s->band, (size_t)s->band, &s->AB, &s->pivot);
    for (int i = 0; i < n; i++) /* the diagonal of U */
        if (full_judge(&s->full, i, status ? 0 : *entry(s, i, i), s->largest[i], f)) {
            double *x = s->x.data;
            x[i] = 1; /* U x = 0 */
            for (int k = i - 1; k >= 0; k--) {
                x[k] = 0;
                for (int h = k + 1; h <= i && h <= k + 2 * s->band; h++)
                    x[k] -= *entry(s, k, h) * x[h] / *entry(s, k, k);
            }
            return status ? -1 : full_blame(&s->full, x, i + 1, f);
        }
    return 0;
}

static void band_solve(void *state, double *motion, double *rows)
{
    struct band *s = state;
    full_gather(&s->full, motion, rows, s->x.data);
    gsl_linalg_LU_band_svx((size_t)s->band, (size_t)s->band, &s->AB, &s->pivot, &s->x);
    full_scatter(&s->full, s->x.data, motion, rows);
}

const struct linear_method linear_band = { "band", band_plan, band_new, band_factor, band_solve, NULL };
