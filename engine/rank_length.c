/* rank_length.c - what is left of each row without its parts along those before it (measured: names the joint added last). */
#include "rank_rows.h"

#include <math.h>
#include <string.h>

static double inner(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Back-substitution in x = sum t_k q_k, where row_k = sum_{j <= k} U_jk q_j. */
static void combine(const double *t, const double *U, const int *basis, int rank, int m, double *y)
{
    memset(y, 0, (size_t)m * sizeof *y);
    for (int k = rank - 1; k >= 0; k--) {
        double sum = t[k];
        for (int j = k + 1; j < rank; j++)
            sum -= U[(size_t)k * m + j] * y[basis[j]];
        y[basis[k]] = sum / U[(size_t)k * m + k];
    }
}

int rank_by_length(const struct rank_rows *R, const struct rank_found *found)
{
    struct arena scratch = { 0 };
    int n = R->columns, m = R->rows, rank = 0;
    double *Q = ARENA_NEW(&scratch, (size_t)m * (size_t)n, double), *U = ARENA_NEW(&scratch, (size_t)m * (size_t)m, double);
    double *x = ARENA_NEW(&scratch, n + 2 * m, double), *t = x + n, *y = t + m;
    int *basis = ARENA_NEW(&scratch, m, int);
    for (int row = 0; row < m; row++) {
        memset(x, 0, (size_t)(n + m) * sizeof *x);
        for (int e = R->first[row]; e < R->first[row + 1]; e++)
            x[R->column[e]] = R->x[e];
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double s = inner(x, Q + (size_t)k * n, n);
                t[k] += s;
                for (int i = 0; i < n; i++)
                    x[i] -= s * Q[(size_t)k * n + i];
            }
        double left = sqrt(inner(x, x, n));
        if (left > 1e-9) {
            for (int i = 0; i < n; i++)
                Q[(size_t)rank * n + i] = x[i] / left;
            for (int k = 0; k < rank; k++)
                U[(size_t)k * m + rank] = t[k];
            U[(size_t)rank * m + rank] = left;
            basis[rank++] = row;
        } else {
            combine(t, U, basis, rank, m, y);
            found->tell(found->data, row, y);
        }
    }
    arena_free(&scratch);
    return 0;
}
