/* band.c - the whole matrix as a band: unknowns of bodies and rows ordered by reverse Cuthill-McKee, LU with pivoting (GSL). */
#include "linear_method.h"
#include "order.h"
#include "text.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

struct band {
    const struct assembly *as;
    int size, band, coupled;    /* unknowns, sub- and superdiagonals */
    int *at_part, *at_link;     /* (parts) (links) first unknown of each */
    int *place;                 /* (size) of each unknown, motion first: where it stands in the band */
    gsl_matrix AB;              /* (size x 3 band + 1): A(i,j) stands at AB(j, 2 band + i - j) */
    gsl_vector x;               /* (size) */
    gsl_vector_uint pivot;      /* (size) */
};

static void widen(struct band *s, int i, int ni, int j, int nj)
{
    int reach = i < j ? j + nj - 1 - i : i + ni - 1 - j;
    if (reach > s->band)
        s->band = reach;
}

static void find_band(struct band *s)
{
    const struct assembly *as = s->as;
    s->band = 1;
    for (int i = 0; i < as->parts; i++)
        widen(s, s->at_part[i], as->part[i].n, s->at_part[i], as->part[i].n);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        widen(s, s->at_link[i], l->use.rows, s->at_link[i], l->use.rows);
        for (int k = 0; k < l->ends; k++)
            widen(s, s->at_link[i], l->use.rows, s->at_part[l->end[k].part], l->end[k].n);
        for (int k = 1; s->coupled && k < l->ends; k++)
            for (int h = 0; h < k; h++)
                widen(s, s->at_part[l->end[h].part], l->end[h].n, s->at_part[l->end[k].part], l->end[k].n);
    }
    if (s->band > s->size - 1)
        s->band = s->size > 1 ? s->size - 1 : 0;
}

static void *band_new(struct arena *a, const struct assembly *as, int coupled, char *name, size_t size)
{
    struct band *s = ARENA_NEW(a, 1, struct band);
    s->as = as;
    s->coupled = coupled;
    s->size = as->n + as->m;
    s->at_part = ARENA_NEW(a, as->parts, int);
    s->at_link = ARENA_NEW(a, as->links, int);
    s->place = ARENA_NEW(a, s->size, int);
    order_band(as, s->at_part, s->at_link);
    find_band(s);
    size_t n = (size_t)s->size, width = 3 * (size_t)s->band + 1;
    s->AB = (gsl_matrix){ n, width, width, ARENA_NEW(a, n * width, double), NULL, 0 };
    s->x = (gsl_vector){ n, 1, ARENA_NEW(a, n, double), NULL, 0 };
    s->pivot = (gsl_vector_uint){ n, 1, ARENA_NEW(a, n, unsigned), NULL, 0 };
    text_print(name, size, "band of %d, %d unknowns", s->band, s->size);
    return s;
}

static double *entry(struct band *s, int i, int j)
{
    return s->AB.data + (size_t)j * s->AB.tda + 2 * s->band + i - j;
}

static void fill_parts(struct band *s, const struct terms *T, const struct linear_weights *w)
{
    const struct assembly *as = s->as;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        int at = s->at_part[i];
        for (int r = 0, e = p->block; r < p->n; r++)
            for (int c = 0; c < p->n; c++, e++)
                *entry(s, at + r, at + c) = (p->varying ? w->mass * T->M[e] : 0) + w->stiffness * T->K[e] + w->damping * T->D[e];
        for (int r = 0; r < p->n; r++)
            *entry(s, at + r, at + r) += w->mass * as->mass[p->p + r] + (w->extra ? w->extra[p->p + r] : 0);
        for (int e = 0; p->J && e < 9; e++)
            *entry(s, at + 3 + e / 3, at + 3 + e % 3) += w->mass * p->J[e];
    }
}

/* D T B of a law */
static double law_row(const struct link *l, const struct end *e, int i, int c)
{
    double sum = 0;
    for (int h = 0; h < l->use.rows; h++)
        sum += l->T[i * l->use.rows + h] * e->B[h * e->n + c];
    return l->D[i] * sum;
}

static void fill_link(struct band *s, const struct link *l, int at, const struct linear_weights *w)
{
    int law = l->use.type->law != NULL;
    for (int i = 0; i < l->use.rows; i++) {
        if (s->as->release[l->row + i] != ROW_HELD || (law && w->scale == 0)) {
            *entry(s, at + i, at + i) = 1;
            continue;
        }
        for (int k = 0; k < l->ends; k++) {
            const struct end *e = &l->end[k];
            int p = s->at_part[e->part];
            for (int c = 0; c < e->n; c++) {
                double row = e->B[i * e->n + c];
                *entry(s, p + c, at + i) = row;
                *entry(s, at + i, p + c) = law ? law_row(l, e, i, c) : row;
            }
        }
        if (law)
            *entry(s, at + i, at + i) = -w->scale * l->D[i];
    }
}

static void fill_curvature(struct band *s, const struct link *l, const double *K, double weight)
{
    int n = 0;
    for (int k = 0; k < l->ends; k++)
        n += l->end[k].n;
    for (int k = 0, r0 = 0; k < l->ends; r0 += l->end[k++].n)
        for (int h = 0, c0 = 0; h < l->ends; c0 += l->end[h++].n)
            for (int r = 0; r < l->end[k].n; r++)
                for (int c = 0; c < l->end[h].n; c++)
                    *entry(s, s->at_part[l->end[k].part] + r, s->at_part[l->end[h].part] + c) += weight * K[(r0 + r) * n + c0 + c];
}

/* What the unknown number `at` is called. */
static void blame(const struct band *s, int at, struct fault *f)
{
    const struct assembly *as = s->as;
    char name[256];
    for (int i = 0; i < as->parts; i++)
        if (at >= s->at_part[i] && at < s->at_part[i] + as->part[i].n) {
            const struct part *p = &as->part[i];
            int c = at - s->at_part[i];
            text_print(name, sizeof name, "coordinate %d", c + 1);
            if (p->type->coordinate)
                text_print(name, sizeof name, "%s", p->type->coordinate[c].name);
            fault_set(f, "the equations are singular: nothing determines %s of body '%s' (%s)", name, p->body->item.name, p->type->name);
        }
    for (int i = 0; i < as->links; i++)
        if (at >= s->at_link[i] && at < s->at_link[i] + as->link[i].use.rows) {
            assembly_row_name(as, as->link[i].row + at - s->at_link[i], name, sizeof name);
            fault_set(f, "the equations are singular at %s", name);
        }
}

static void fill(struct band *s, const struct terms *T, const struct linear_weights *w, double *const *curvature)
{
    const struct assembly *as = s->as;
    memset(s->AB.data, 0, s->AB.size1 * s->AB.tda * sizeof *s->AB.data);
    fill_parts(s, T, w);
    for (int i = 0; i < as->links; i++) {
        fill_link(s, &as->link[i], s->at_link[i], w);
        if (curvature)
            fill_curvature(s, &as->link[i], curvature[i], w->stiffness);
    }
}

/* Largest entry of column j. */
static double column_size(struct band *s, int j)
{
    double most = 0;
    for (int i = j - s->band < 0 ? 0 : j - s->band; i <= j + s->band && i < s->size; i++)
        most = fmax(most, fabs(*entry(s, i, j)));
    return most;
}

static int band_factor(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    struct band *s = state;
    if (s->size == 0)
        return 0;
    fill(s, T, w, curvature);
    for (int j = 0; j < s->size; j++)
        s->x.data[j] = column_size(s, j);
    int status = gsl_linalg_LU_band_decomp((size_t)s->size, (size_t)s->band, (size_t)s->band, &s->AB, &s->pivot);
    for (int i = 0; i < s->size; i++) { /* the diagonal of U */
        double u = status ? 0 : *entry(s, i, i), least = (s->coupled ? 1e-13 : 1e-15) * s->x.data[i];
        if (!(fabs(u) > least)) {
            blame(s, i, f);
            return -1;
        }
    }
    return 0;
}

static void band_dense(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, double *A)
{
    struct band *s = state;
    const struct assembly *as = s->as;
    fill(s, T, w, curvature);
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; k < as->part[i].n; k++)
            s->place[as->part[i].p + k] = s->at_part[i] + k;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].use.rows; k++)
            s->place[as->n + as->link[i].row + k] = s->at_link[i] + k;
    for (int i = 0; i < s->size; i++)
        for (int k = 0; k < s->size; k++) {
            int r = s->place[i], c = s->place[k];
            A[i * s->size + k] = r - c <= s->band && c - r <= s->band ? *entry(s, r, c) : 0;
        }
}

static void band_solve(void *state, double *motion, double *rows)
{
    struct band *s = state;
    const struct assembly *as = s->as;
    if (s->size == 0)
        return;
    for (int i = 0; i < as->parts; i++)
        memcpy(s->x.data + s->at_part[i], motion + as->part[i].p, (size_t)as->part[i].n * sizeof *motion);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++)
            s->x.data[s->at_link[i] + k] = rows[l->row + k] * (l->use.type->law && as->release[l->row + k] == ROW_HELD ? l->D[k] : 1);
    }
    gsl_linalg_LU_band_svx((size_t)s->band, (size_t)s->band, &s->AB, &s->pivot, &s->x);
    for (int i = 0; i < as->parts; i++)
        memcpy(motion + as->part[i].p, s->x.data + s->at_part[i], (size_t)as->part[i].n * sizeof *motion);
    for (int i = 0; i < as->links; i++)
        memcpy(rows + as->link[i].row, s->x.data + s->at_link[i], (size_t)as->link[i].use.rows * sizeof *rows);
}

const struct linear_method linear_band = { "band", band_new, band_factor, band_solve, NULL, band_dense };
