/* manifold.c - columns of G in the order in which QR with pivots takes them: those taken follow, those left are chosen. */
#include "manifold.h"
#include "vec.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_permute_vector.h>
#include <string.h>

static const double *spin_axes(const struct terms *T, int part)
{
    int spin = T->as->part[part].spin;
    return spin < 0 ? NULL : T->A + 9 * spin;
}

void manifold_row(const struct terms *T, int row, double factor, double *out)
{
    const struct link *l = &T->as->link[T->as->row_link[row]];
    for (int k = 0; k < l->ends; k++) {
        const struct end *e = &l->end[k];
        const double *b = e->B + (row - l->row) * e->n, *A = spin_axes(T, e->part);
        double turned[3];
        if (A)
            turn(turned, A, b + 3);
        for (int c = 0; c < e->n; c++)
            out[e->p + c] += factor * (A && c >= 3 ? turned[c - 3] : b[c]);
    }
}

void manifold_force(const struct terms *T, double *r)
{
    for (int i = 0; i < T->as->spins; i++) {
        double *moment = r + T->as->spin_at[i], body[3];
        copy(body, moment);
        turn(moment, T->A + 9 * i, body);
    }
}

static int counts(const struct assembly *as, int row, int levels)
{
    return row_holds(as, row) && (levels == MANIFOLD_ALL || !row_of_rates(as, row));
}

static double unit_of(const struct assembly *as, int i)
{
    return as->unit[i] == BODY_ANGLE ? as->length : 1;
}

/* scaled (n x rows) from G (rows x n) */
static void scale_rows(struct manifold *s, const struct assembly *as, const double *G)
{
    for (int r = 0; r < s->rows; r++) {
        double sum = 0;
        for (int i = 0; i < s->n; i++) {
            double x = G[(size_t)r * s->n + i] / unit_of(as, i);
            sum += x * x;
        }
        for (int i = 0; i < s->n; i++)
            s->scaled[(size_t)i * s->rows + r] = G[(size_t)r * s->n + i] / unit_of(as, i) / (sum > 0 ? sqrt(sum) : 1);
    }
}

/* Which coordinates follow: the pivots of QR over the columns of the scaled G.  Those of angles are taken as if they were shorter:
   an angle is chosen where it can be, since it tells a steady motion by constant numbers. */
static void choose(struct manifold *s, struct arena *a, const struct assembly *as)
{
    size_t n = (size_t)s->n, rows = (size_t)s->rows;
    gsl_matrix_view Q = gsl_matrix_view_array(ARENA_NEW(a, rows * n, double), rows, n);
    gsl_vector_view tau = gsl_vector_view_array(ARENA_NEW(a, rows, double), rows), norm = gsl_vector_view_array(ARENA_NEW(a, n, double), n);
    gsl_permutation p = { n, ARENA_NEW(a, n, size_t) };
    int sign;
    unsigned char *taken = ARENA_NEW(a, s->n, unsigned char);
    gsl_matrix_view scaled = gsl_matrix_view_array(s->scaled, n, rows);
    gsl_matrix_transpose_memcpy(&Q.matrix, &scaled.matrix);
    for (size_t i = 0; i < n; i++) {
        gsl_vector_view angle = gsl_matrix_column(&Q.matrix, i);
        if (as->unit[i] == BODY_ANGLE)
            gsl_vector_scale(&angle.vector, 0.01);
    }
    gsl_linalg_QRPT_decomp(&Q.matrix, &tau.vector, &p, &sign, &norm.vector);
    for (int r = 0; r < s->rows; r++) {
        s->follows[r] = (int)p.data[r];
        taken[s->follows[r]] = 1;
    }
    for (int i = 0, k = 0; i < s->n; i++)
        if (!taken[i])
            s->chosen[k++] = i;
}

/* T: columns -Gd^-1 Gi, and 1 for the chosen coordinate itself. */
static void fill_T(struct manifold *s, struct arena *a, const double *G)
{
    double *x = ARENA_NEW(a, s->rows + 1, double);
    for (int k = 0; k < s->dof; k++) {
        for (int r = 0; r < s->rows; r++)
            x[r] = -G[(size_t)r * s->n + s->chosen[k]];
        manifold_follow(s, x);
        for (int r = 0; r < s->rows; r++)
            s->T[(size_t)s->follows[r] * s->dof + k] = x[r];
        s->T[(size_t)s->chosen[k] * s->dof + k] = 1;
    }
}

struct manifold *manifold_new(struct arena *a, const struct terms *T, int levels)
{
    const struct assembly *as = T->as;
    struct manifold *s = ARENA_NEW(a, 1, struct manifold);
    s->n = as->n;
    s->row = ARENA_NEW(a, as->m, int);
    for (int row = 0; row < as->m; row++)
        if (counts(as, row, levels))
            s->row[s->rows++] = row;
    s->dof = s->n - s->rows;
    size_t n = (size_t)s->n, rows = (size_t)s->rows;
    s->follows = ARENA_NEW(a, rows, int);
    s->chosen = ARENA_NEW(a, n, int);
    s->T = ARENA_NEW(a, n * (size_t)s->dof, double);
    s->scaled = ARENA_NEW(a, n * rows, double);
    if (!rows) {
        for (int i = 0; i < s->n; i++)
            s->chosen[i] = i, s->T[(size_t)i * n + (size_t)i] = 1;
        return s;
    }
    struct arena scratch = { 0 };
    double *G = ARENA_NEW(&scratch, rows * n, double);
    for (int r = 0; r < s->rows; r++)
        manifold_row(T, s->row[r], 1, G + (size_t)r * n);
    scale_rows(s, as, G);
    choose(s, &scratch, as);
    s->factors = gsl_matrix_view_array(ARENA_NEW(a, rows * rows, double), rows, rows);
    s->order = (gsl_permutation){ rows, ARENA_NEW(a, rows, size_t) };
    int sign;
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < rows; k++)
            gsl_matrix_set(&s->factors.matrix, r, k, G[r * n + (size_t)s->follows[k]]);
    gsl_linalg_LU_decomp(&s->factors.matrix, &s->order, &sign);
    fill_T(s, &scratch, G);
    arena_free(&scratch);
    return s;
}

void manifold_follow(const struct manifold *s, double *x)
{
    if (s->rows) {
        gsl_vector_view v = gsl_vector_view_array(x, (size_t)s->rows);
        gsl_linalg_LU_svx(&s->factors.matrix, &s->order, &v.vector);
    }
}

/* (P' L U)' x = b:  U' y = b, L' z = y, x = P' z */
void manifold_lift(const struct manifold *s, double *x)
{
    if (s->rows) {
        gsl_vector_view v = gsl_vector_view_array(x, (size_t)s->rows);
        gsl_blas_dtrsv(CblasUpper, CblasTrans, CblasNonUnit, &s->factors.matrix, &v.vector);
        gsl_blas_dtrsv(CblasLower, CblasTrans, CblasUnit, &s->factors.matrix, &v.vector);
        gsl_permute_vector_inverse(&s->order, &v.vector);
    }
}
