/* modes.c - GSL's eigenvalue solvers: symmetric pairs where nothing is damped, else first order in time.
 *
 *     symmetric:  K y = w^2 M y                                        real shapes, s = i w, or s > 0 where w^2 < 0
 *     general:    [y; z]' = S [y; z],  y' = Z z - C+ E y               z (dof - rates) rates that the velocity rows allow
 *
 * and with bodies without mass  K y = w^2 M y  or  A v = s B v  with some s infinite, which are left out. */
#include "modes.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* y = Re + i Im (dof each) of an eigenvalue of the general problem. */
struct pair { double re, im; double *y, *y_im; };

static gsl_matrix *matrix(struct arena *a, size_t rows, size_t cols)
{
    gsl_matrix_view *v = ARENA_NEW(a, 1, gsl_matrix_view);
    if (rows && cols)
        *v = gsl_matrix_view_array(ARENA_NEW(a, rows * cols, double), rows, cols);
    return &v->matrix;
}

static gsl_matrix *copy_of(struct arena *a, const double *x, size_t rows, size_t cols)
{
    gsl_matrix *m = matrix(a, rows, cols);
    if (rows && cols)
        memcpy(m->data, x, rows * cols * sizeof *x);
    return m;
}

/* sum |y_i| |X_ik| |y_k|, with the digits of which y' X y can be told from zero */
static double weight(const double *X, const double *y, const double *y_im, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            sum += hypot(y[i], y_im[i]) * fabs(X[(size_t)i * n + k]) * hypot(y[k], y_im[k]);
    return sum;
}

/* |y* X y| */
static double form(const double *X, const double *y, const double *y_im, int n)
{
    double re = 0, im = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double x = X[(size_t)i * n + k];
            re += x * (y[i] * y[k] + y_im[i] * y_im[k]);
            im += x * (y[i] * y_im[k] - y_im[i] * y[k]);
        }
    return hypot(re, im);
}

/* ---- symmetric ---- */

/* Fills pairs from  A y = value B y,  s^2 = -value, or with `inverse` -1/value; how many, -1: B is not positive definite. */
static int symmetric(struct arena *a, const double *A, const double *B, int n, int inverse, struct pair *pair)
{
    size_t size = (size_t)n;
    gsl_eigen_gensymmv_workspace *w = gsl_eigen_gensymmv_alloc(size);
    gsl_vector *value = gsl_vector_alloc(size);
    gsl_matrix *y = matrix(a, size, size);
    int found = -1;
    if (w && value && gsl_eigen_gensymmv(copy_of(a, A, size, size), copy_of(a, B, size, size), value, y, w) == GSL_SUCCESS) {
        double most = 0;
        found = 0;
        for (size_t k = 0; k < size; k++)
            most = fmax(most, fabs(gsl_vector_get(value, k)));
        for (size_t k = 0; k < size; k++) {
            double x = gsl_vector_get(value, k);
            if (inverse && fabs(x) <= 1e-13 * most)
                continue;
            double w2 = inverse ? 1 / x : x;
            struct pair *p = &pair[found++];
            *p = (struct pair){ w2 < 0 ? sqrt(-w2) : 0, w2 > 0 ? sqrt(w2) : 0, ARENA_NEW(a, n, double), ARENA_NEW(a, n, double) };
            for (size_t i = 0; i < size; i++)
                p->y[i] = gsl_matrix_get(y, i, k);
        }
    }
    gsl_vector_free(value);
    gsl_eigen_gensymmv_free(w);
    return found;
}

/* ---- general ---- */

/* The rates that C allows: Z (dof x free) orthonormal, and R = C+ E (dof x dof). */
static int velocity_space(struct arena *a, const struct linearised *s, gsl_matrix *Z, gsl_matrix *R, struct fault *f)
{
    size_t n = (size_t)s->dof, rates = (size_t)s->rates;
    if (!rates) {
        gsl_matrix_set_identity(Z);
        return 0;
    }
    gsl_matrix *QR = matrix(a, n, rates), *Q = matrix(a, n, n), *upper = matrix(a, rates, rates);
    gsl_matrix_const_view C = gsl_matrix_const_view_array(s->C, rates, n), E = gsl_matrix_const_view_array(s->E, rates, n);
    gsl_vector_view tau = gsl_vector_view_array(ARENA_NEW(a, rates, double), rates);
    gsl_matrix *X = matrix(a, rates, n);
    gsl_matrix_transpose_memcpy(QR, &C.matrix);
    gsl_linalg_QR_decomp(QR, &tau.vector);
    gsl_matrix *full = matrix(a, n, rates);
    gsl_linalg_QR_unpack(QR, &tau.vector, Q, full);
    for (size_t i = 0; i < rates; i++)
        for (size_t k = i; k < rates; k++)
            gsl_matrix_set(upper, i, k, gsl_matrix_get(full, i, k));
    for (size_t i = 0; i < rates; i++)
        if (fabs(gsl_matrix_get(upper, i, i)) < 1e-9 * fabs(gsl_matrix_get(upper, 0, 0)))
            return fault_set(f, "rows that restrain velocities depend on each other");
    for (size_t i = 0; i < n && n > rates; i++)
        for (size_t k = rates; k < n; k++)
            gsl_matrix_set(Z, i, k - rates, gsl_matrix_get(Q, i, k));
    gsl_matrix_memcpy(X, &E.matrix); /* C' = Q1 U:  C+ = Q1 U'^-1 */
    gsl_blas_dtrsm(CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, 1, upper, X);
    gsl_matrix_const_view Q1 = gsl_matrix_const_submatrix(Q, 0, 0, n, rates);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &Q1.matrix, X, 0, R);
    return 0;
}

/* A and B (size = dof + free) of  B v' = A v,  v = (y, z):
       y' = Z z - R y,    Z'M Z z' = Z'(M R Z - D Z) z + Z'(D R - M R R - K) y
   time counted in 1/pace */
static void first_order(struct arena *a, const struct linearised *s, const gsl_matrix *Z, const gsl_matrix *R, const gsl_matrix *D, double pace,
                        gsl_matrix *A, gsl_matrix *B)
{
    size_t n = (size_t)s->dof, free = A->size1 - n;
    gsl_matrix *M = copy_of(a, s->M, n, n), *K = copy_of(a, s->K, n, n), *MR = matrix(a, n, n), *X = matrix(a, n, n), *XZ = matrix(a, n, free);
    gsl_matrix_view A11 = gsl_matrix_submatrix(A, 0, 0, n, n), A12 = gsl_matrix_submatrix(A, 0, n, n, free);
    gsl_matrix_view A21 = gsl_matrix_submatrix(A, n, 0, free, n), A22 = gsl_matrix_submatrix(A, n, n, free, free);
    gsl_matrix_view B22 = gsl_matrix_submatrix(B, n, n, free, free);
    gsl_matrix_set_identity(B);
    gsl_matrix_memcpy(&A11.matrix, R);
    gsl_matrix_scale(&A11.matrix, -1 / pace);
    gsl_matrix_memcpy(&A12.matrix, Z);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, M, R, 0, MR);
    gsl_matrix_memcpy(X, MR);
    gsl_matrix_sub(X, D);                                            /* M R - D */
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1 / pace, X, Z, 0, XZ);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, Z, XZ, 0, &A22.matrix);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, -1, X, R, -1, K);     /* D R - M R R - K */
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1 / (pace * pace), Z, K, 0, &A21.matrix);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, M, Z, 0, XZ);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, Z, XZ, 0, &B22.matrix);
}

/* A = B^-1 A; 0 if B can be inverted with digits left. */
static int divide(struct arena *a, gsl_matrix *A, const gsl_matrix *B)
{
    size_t n = B->size1;
    gsl_matrix *L = matrix(a, n, n);
    gsl_matrix_memcpy(L, B);
    if (gsl_linalg_cholesky_decomp1(L) != GSL_SUCCESS)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (!(gsl_matrix_get(L, i, i) > 1e-7 * sqrt(gsl_matrix_get(B, i, i))))
            return -1;
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, L, A);
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasTrans, CblasNonUnit, 1, L, A);
    return 0;
}

static void take(struct arena *a, struct pair *p, double re, double im, const gsl_matrix_complex *v, size_t k, int n)
{
    *p = (struct pair){ re, im, ARENA_NEW(a, n, double), ARENA_NEW(a, n, double) };
    for (int i = 0; i < n; i++) {
        gsl_complex y = gsl_matrix_complex_get(v, (size_t)i, k);
        p->y[i] = GSL_REAL(y), p->y_im[i] = GSL_IMAG(y);
    }
}

/* Eigenvalues of A v = s B v, one of each conjugate pair; B NULL: the identity.  How many, or -1. */
static int general(struct arena *a, gsl_matrix *A, gsl_matrix *B, double pace, int n, struct pair *pair, int *massless)
{
    size_t size = A->size1;
    gsl_vector_complex *value = gsl_vector_complex_alloc(size);
    gsl_vector *beta = gsl_vector_alloc(size);
    gsl_matrix_complex *v = gsl_matrix_complex_alloc(size, size);
    gsl_eigen_nonsymmv_workspace *w = B ? NULL : gsl_eigen_nonsymmv_alloc(size);
    gsl_eigen_genv_workspace *w2 = B ? gsl_eigen_genv_alloc(size) : NULL;
    int found = -1, status = GSL_ENOMEM;
    if (w)
        gsl_eigen_nonsymmv_params(1, w);
    if (value && beta && v && (w || w2))
        status = B ? gsl_eigen_genv(A, B, value, beta, v, w2) : gsl_eigen_nonsymmv(A, value, v, w);
    for (size_t k = 0; k < size && status == GSL_SUCCESS; k++) {
        gsl_complex s = gsl_vector_complex_get(value, k);
        double b = B ? gsl_vector_get(beta, k) : 1, re = GSL_REAL(s), im = GSL_IMAG(s);
        found = found < 0 ? 0 : found;
        int infinite = fabs(b) <= 1e-12 * hypot(re, im);
        *massless += infinite;
        if (infinite || !(im >= 0))
            continue;
        take(a, &pair[found++], re / b * pace, im / b * pace, v, k, n);
    }
    gsl_eigen_genv_free(w2);
    gsl_eigen_nonsymmv_free(w);
    gsl_matrix_complex_free(v);
    gsl_vector_free(beta);
    gsl_vector_complex_free(value);
    return found;
}

static double largest(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* A frequency of the model, in which time is counted so that all entries are of one size. */
static double pace_of(const struct linearised *s)
{
    double most = 0;
    for (int i = 0; i < s->dof; i++) {
        size_t k = (size_t)i * (size_t)(s->dof + 1);
        if (s->M[k] > 0)
            most = fmax(most, fmax(sqrt(fabs(s->K[k]) / s->M[k]), fabs(s->D[k]) / s->M[k]));
    }
    return most > 0 ? most : 1;
}

static int damped_pairs(struct arena *a, const struct linearised *s, int damped, struct pair *pair, int *massless, struct fault *f)
{
    size_t n = (size_t)s->dof, free = n - (size_t)s->rates, size = n + free;
    double pace = pace_of(s);
    gsl_matrix *Z = matrix(a, n, free), *R = matrix(a, n, n), *D = matrix(a, n, n), *A = matrix(a, size, size), *B = matrix(a, size, size);
    if (damped)
        memcpy(D->data, s->D, n * n * sizeof(double));
    if (velocity_space(a, s, Z, R, f))
        return -1;
    first_order(a, s, Z, R, D, pace, A, B);
    int found = general(a, A, divide(a, A, B) ? B : NULL, pace, s->dof, pair, massless);
    return found < 0 ? fault_set(f, "GSL found no eigenvalues") : found;
}

/* ---- what is told ---- */

/* Nothing resists: as far as its digits go, y* K y is zero, and so is s beside the pace of the model. */
static int resists(const struct linearised *s, const struct pair *p, double pace)
{
    return hypot(p->re, p->im) > 1e-4 * pace || form(s->K, p->y, p->y_im, s->dof) > 1e-9 * weight(s->K, p->y, p->y_im, s->dof);
}

/* Takes away what y has of the rigid modes before it; 1 if something of its own is left, then of length 1. */
static int own_part(double *y, int n, double *const *before, int count)
{
    double was = 0, left = 0;
    for (int i = 0; i < n; i++)
        was += y[i] * y[i];
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count; k++) {
            double along = 0;
            for (int i = 0; i < n; i++)
                along += y[i] * before[k][i];
            for (int i = 0; i < n; i++)
                y[i] -= along * before[k][i];
        }
    for (int i = 0; i < n; i++)
        left += y[i] * y[i];
    for (int i = 0; i < n; i++)
        y[i] /= sqrt(left) + 1e-300;
    return left > 1e-6 * was && was > 0;
}

/* Shapes of all coordinates, the largest 1 and real. */
static void shape(struct arena *a, const struct linearised *s, const struct pair *p, struct mode *m)
{
    const struct assembly *as = s->as;
    double most = 0, re = 1, im = 0;
    m->shape = ARENA_NEW(a, as->n, double);
    m->shape_im = ARENA_NEW(a, as->n, double);
    for (int i = 0; i < as->n; i++) {
        for (int k = 0; k < s->dof; k++) {
            m->shape[i] += s->T[(size_t)i * s->dof + k] * p->y[k];
            m->shape_im[i] += s->T[(size_t)i * s->dof + k] * p->y_im[k];
        }
        double size = hypot(m->shape[i], m->shape_im[i]) * (as->unit[i] == BODY_ANGLE ? as->length : 1);
        if (size > most * (1 + 1e-9)) {
            double unit = as->unit[i] == BODY_ANGLE ? as->length : 1;
            most = size, re = m->shape[i] * unit / (size * size), im = -m->shape_im[i] * unit / (size * size);
        }
    }
    for (int i = 0; i < as->n; i++) {
        double x = m->shape[i], y = m->shape_im[i];
        m->shape[i] = x * re - y * im, m->shape_im[i] = x * im + y * re;
    }
}

/* Of a pair +-s the falling one first, whatever the last digits are. */
static int slower(const void *a, const void *b)
{
    const struct mode *m = a, *n = b;
    float x = m->rigid ? -1 : (float)hypot(m->re, m->im), y = n->rigid ? -1 : (float)hypot(n->re, n->im);
    return x < y ? -1 : x > y ? 1 : m->re < n->re ? -1 : m->re > n->re;
}

static void add_mode(struct arena *a, struct modes *w, const struct pair *p, int rigid)
{
    struct mode *m = &w->mode[w->n++];
    double size = hypot(p->re, p->im);
    m->rigid = rigid;
    m->re = rigid || fabs(p->re) < 1e-13 * size ? 0 : p->re;
    m->im = rigid || fabs(p->im) < 1e-13 * size ? 0 : p->im;
    shape(a, w->about, p, m);
}

static void collect(struct arena *a, struct modes *w, struct pair *pair, int n)
{
    const struct linearised *s = w->about;
    double pace = 0, **rigid = ARENA_NEW(a, 2 * n + 1, double *);
    int rigids = 0;
    for (int k = 0; k < n; k++)
        pace = fmax(pace, hypot(pair[k].re, pair[k].im));
    w->mode = ARENA_NEW(a, 2 * n + 1, struct mode);
    for (int k = 0; k < n; k++) {
        double *parts[2] = { pair[k].y, pair[k].y_im };
        if (resists(s, &pair[k], pace)) {
            add_mode(a, w, &pair[k], 0);
            continue;
        }
        for (int i = 0; i < 2; i++)
            if (largest(parts[i], (size_t)s->dof) > 1e-3 * largest(parts[1 - i], (size_t)s->dof) && own_part(parts[i], s->dof, rigid, rigids)) {
                struct pair p = { 0, 0, parts[i], ARENA_NEW(a, s->dof, double) };
                rigid[rigids++] = parts[i];
                add_mode(a, w, &p, 1);
            }
    }
    qsort(w->mode, (size_t)w->n, sizeof *w->mode, slower);
}

struct modes *modes_find(struct arena *a, const struct linearised *about, int damped, struct fault *f)
{
    const struct linearised *s = about;
    struct modes *w = ARENA_NEW(a, 1, struct modes);
    struct pair *pair = ARENA_NEW(a, 2 * s->dof, struct pair);
    w->about = about;
    w->damped = (damped && s->damped) || !s->symmetric || s->rates;
    int found = -1;
    if (!w->damped) {
        found = symmetric(a, s->K, s->M, s->dof, 0, pair);
        if (found < 0)
            found = symmetric(a, s->M, s->K, s->dof, 1, pair);
    }
    if (found < 0)
        found = damped_pairs(a, s, damped, pair, &w->massless, f);
    else if (!w->damped)
        w->massless = s->dof - found;
    if (found < 0)
        return NULL;
    collect(a, w, pair, found);
    return w;
}
