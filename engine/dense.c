/* dense.c - the whole matrix, dense: LU with pivoting.  GSL's would take memory in each factorisation. */
#include "full.h"
#include "linear_method.h"
#include "text.h"

#include <math.h>

struct dense {
    struct full full;
    int *pivot;                 /* (size) row that each one was exchanged with */
    double *x, *largest;        /* (size) largest entry of each column */
};

static double dense_plan(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f)
{
    double n = as->n + as->m;
    (void)a, (void)coupled, (void)plan;
    if (8 * n * n > LINEAR_MOST_BYTES) {
        fault_set(f, "the matrix of %.0f unknowns takes %.3g GB", n, 8e-9 * n * n);
        return INFINITY;
    }
    return n * n * n / 3 + n * n;
}

static void *dense_new(struct arena *a, const struct assembly *as, int coupled, const void *plan, char *name, size_t size)
{
    struct dense *s = ARENA_NEW(a, 1, struct dense);
    (void)plan;
    full_make(&s->full, a, as, coupled);
    size_t n = (size_t)s->full.size;
    full_take(&s->full, a, n * n, 0, (int)n, 1);
    full_scale(&s->full, a);
    s->pivot = ARENA_NEW(a, n, int);
    s->x = ARENA_NEW(a, 2 * n, double);
    s->largest = s->x + n;
    text_print(name, size, "dense, %d unknowns", s->full.size);
    return s;
}

/* A = P L U in place, row by row; rows are exchanged for the largest pivot of each column. */
static void decompose(double *A, int *pivot, int n)
{
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(A[i * n + j]) > fabs(A[p * n + j]) ? i : p;
        pivot[j] = p;
        for (int k = 0; p != j && k < n; k++) {
            double x = A[j * n + k];
            A[j * n + k] = A[p * n + k];
            A[p * n + k] = x;
        }
        for (int i = j + 1; i < n && A[j * n + j] != 0; i++) {
            double l = A[i * n + j] /= A[j * n + j];
            for (int k = j + 1; l != 0 && k < n; k++)
                A[i * n + k] -= l * A[j * n + k];
        }
    }
}

static int dense_factor(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    struct dense *s = state;
    int n = s->full.size;
    double *A = s->full.value;
    full_fill(&s->full, T, w, curvature);
    for (int k = 0; k < n; k++)
        s->largest[k] = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s->largest[k] = fmax(s->largest[k], fabs(A[i * n + k]));
    decompose(A, s->pivot, n);
    for (int k = 0; k < n; k++)
        if (full_judge(&s->full, k, A[k * (n + 1)], s->largest[k], f)) {
            s->x[k] = 1; /* U x = 0 */
            for (int i = k - 1; i >= 0; i--) {
                s->x[i] = 0;
                for (int h = i + 1; h <= k; h++)
                    s->x[i] -= A[i * n + h] * s->x[h] / A[i * (n + 1)];
            }
            return full_blame(&s->full, s->x, k + 1, f);
        }
    return 0;
}

static void dense_solve(void *state, double *motion, double *rows)
{
    struct dense *s = state;
    int n = s->full.size;
    const double *A = s->full.value;
    double *x = s->x;
    full_gather(&s->full, motion, rows, x);
    for (int i = 0; i < n; i++) {
        double y = x[s->pivot[i]];
        x[s->pivot[i]] = x[i];
        x[i] = y;
    }
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++)
            x[i] -= A[i * n + k] * x[k];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= A[i * n + k] * x[k];
        x[i] /= A[i * (n + 1)];
    }
    full_scatter(&s->full, x, motion, rows);
}

const struct linear_method linear_dense = { "dense", dense_plan, dense_new, dense_factor, dense_solve, NULL };
