/* kernel.h - products and inverses of small matrices, stored by rows; inlined with the sizes that are usual, so that these are unrolled. */
#ifndef KERNEL_H
#define KERNEL_H
#include "differ.h"

#define KERNEL static inline __attribute__((always_inline))

/* Sizes that models are made of: rows x coordinates of a body, rows x rows; everything else takes the loops as they are. */
#define SIZED(kernel, m, n, ...) \
    ((m) == 2 && (n) == 3 ? kernel(__VA_ARGS__, 2, 3) : (m) == 5 && (n) == 6 ? kernel(__VA_ARGS__, 5, 6) \
     : (m) == 3 && (n) == 6 ? kernel(__VA_ARGS__, 3, 6) : (m) == 1 && (n) == 3 ? kernel(__VA_ARGS__, 1, 3) : kernel(__VA_ARGS__, m, n))
#define SIZED2(kernel, m, n, ...) \
    ((m) == 2 && (n) == 2 ? kernel(__VA_ARGS__, 2, 2) : (m) == 5 && (n) == 5 ? kernel(__VA_ARGS__, 5, 5) \
     : (m) == 3 && (n) == 3 ? kernel(__VA_ARGS__, 3, 3) : (m) == 1 && (n) == 1 ? kernel(__VA_ARGS__, 1, 1) \
     : (m) == 1 && (n) == 2 ? kernel(__VA_ARGS__, 1, 2) : (m) == 2 && (n) == 1 ? kernel(__VA_ARGS__, 2, 1) \
     : (m) == 2 && (n) == 3 ? kernel(__VA_ARGS__, 2, 3) : (m) == 5 && (n) == 6 ? kernel(__VA_ARGS__, 5, 6) \
     : kernel(__VA_ARGS__, m, n))

/* y (n) += sign sum over h of a_h x_h, with sign 0 y = the sum: a (k) with a stride, x (k x n) in rows of `row`.  Sums are kept in
   registers. */
typedef double double2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double double4 __attribute__((vector_size(32), aligned(8), may_alias));
#define ADD_UP(type, j) do { \
    type sum = { 0 }; \
    if (sign) \
        sum = *(const type *)(y + (j)); \
    for (int h = 0; h < k; h++) \
        if (sign < 0) \
            sum -= a[h * stride] * *(const type *)(x + h * row + (j)); \
        else \
            sum += a[h * stride] * *(const type *)(x + h * row + (j)); \
    *(type *)(y + (j)) = sum; \
} while (0)
KERNEL void combine_part(double *y, int sign, const double *a, int stride, const double *x, int row, int n, int k)
{
    int j = 0;
    for (; j + 4 <= n; j += 4)
        ADD_UP(double4, j);
    for (; j + 2 <= n; j += 2)
        ADD_UP(double2, j);
    if (j < n)
        ADD_UP(double, j);
}

KERNEL void combine(double *y, int sign, const double *a, int stride, const double *x, int n, int k)
{
    combine_part(y, sign, a, stride, x, n, n, k);
}

/* W (n x m) = X B' of a plain part, X its inverse diagonal (n).  Pairs are written as they will be read. */
KERNEL void weigh_plain(double *restrict W, const double *restrict B, const double *restrict X, int m, int n)
{
    for (int c = 0; c < n; c++) {
        int i = 0;
        for (; i + 2 <= m; i += 2)
            *(double2 *)(W + c * m + i) = (double2){ B[i * n + c], B[(i + 1) * n + c] } * X[c];
        if (i < m)
            W[c * m + i] = B[i * n + c] * X[c];
    }
}

/* W (n x m) = X B', X (n x n) symmetric */
KERNEL void weigh_full(double *restrict W, const double *B, const double *X, int m, int n)
{
    for (int i = 0; i < m; i++)
        for (int c = 0; c < n; c++) {
            double sum = 0;
            for (int h = 0; h < n; h++)
                sum += B[i * n + h] * X[h * n + c];
            W[c * m + i] = sum;
        }
}

/* W (6 x m) = X B' of a spatial body: X holds 3 of a diagonal, then 3 x 3 */
KERNEL void weigh_spin(double *restrict W, const double *restrict B, const double *restrict X, int m, int n)
{
    (void)n;
    int i = 0;
    for (; i + 2 <= m; i += 2, B += 12) {
        double2 b[6];
        for (int c = 0; c < 6; c++)
            b[c] = (double2){ B[c], B[6 + c] };
        for (int c = 0; c < 3; c++) {
            *(double2 *)(W + c * m + i) = b[c] * X[c];
            *(double2 *)(W + (3 + c) * m + i) = b[3] * X[3 + c] + b[4] * X[6 + c] + b[5] * X[9 + c];
        }
    }
    for (; i < m; i++)
        for (int c = 0; c < 3; c++) {
            W[c * m + i] = B[c] * X[c];
            W[(3 + c) * m + i] = B[3] * X[3 + c] + B[4] * X[6 + c] + B[5] * X[9 + c];
        }
}

/* C (m x n) += A (m x k) B (k x n) */
KERNEL void add_ab(double *C, const double *A, const double *B, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        combine(C + i * n, 1, A + i * k, 1, B, n, k);
}

/* The same of a symmetric product C (m x m), its part right of the diagonal; unrolled, so that all widths are constants. */
KERNEL void add_half(double *C, const double *A, const double *B, int m, int k)
{
#pragma GCC unroll 6
    for (int i = 0; i < m; i++)
        combine_part(C + i * (m + 1), 1, A + i * k, 1, B + i, m, m - i, k);
}

/* C (m x n) -= A (k x m)' B (k x n) */
KERNEL void sub_atb(double *C, const double *A, const double *B, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        combine(C + i * n, -1, A + i, m, B, n, k);
}

/* The same of a symmetric product C (m x m), its part right of the diagonal. */
KERNEL void sub_half(double *C, const double *A, const double *B, int m, int k)
{
#pragma GCC unroll 6
    for (int i = 0; i < m; i++)
        combine_part(C + i * (m + 1), -1, A + i, m, B + i, m, m - i, k);
}

/* A (m x m) from its part right of the diagonal. */
KERNEL void mirror(double *A, int m)
{
#pragma GCC unroll 6
    for (int i = 1; i < m; i++)
        for (int k = 0; k < i; k++)
            A[i * m + k] = A[k * m + i];
}

/* The same two, by size: that of hinges in the plane and in space first. */
#define OF_SIZE(M, N, K) case (M) << 6 | (N) << 3 | (K): KERNEL3(C, A, B, M, N, K); return;
static inline void add_product(double *C, const double *A, const double *B, int m, int n, int k)
{
#define KERNEL3 add_ab
    if (m == 2 && n == 2 && k == 3) {
        add_ab(C, A, B, 2, 2, 3);
        return;
    }
    switch (m < 8 && n < 8 && k < 8 ? m << 6 | n << 3 | k : 0) {
    OF_SIZE(5, 5, 6) OF_SIZE(3, 3, 6) OF_SIZE(1, 1, 3) OF_SIZE(1, 2, 3) OF_SIZE(2, 1, 3) OF_SIZE(1, 1, 6) OF_SIZE(6, 6, 6)
    }
    add_ab(C, A, B, m, n, k);
#undef KERNEL3
}

static inline void sub_product(double *C, const double *A, const double *B, int m, int n, int k)
{
#define KERNEL3 sub_atb
    if (m == 2 && n == 2 && k == 2) {
        sub_atb(C, A, B, 2, 2, 2);
        return;
    }
    switch (m < 8 && n < 8 && k < 8 ? m << 6 | n << 3 | k : 0) {
    OF_SIZE(5, 5, 5) OF_SIZE(3, 3, 3) OF_SIZE(1, 1, 1) OF_SIZE(1, 1, 2) OF_SIZE(1, 2, 1) OF_SIZE(1, 2, 2) OF_SIZE(2, 1, 1)
    OF_SIZE(2, 1, 2)
    OF_SIZE(2, 2, 1) OF_SIZE(6, 6, 6)
    }
    sub_atb(C, A, B, m, n, k);
#undef KERNEL3
}

/* V (m x n) = D (m x m) U (m x n) */
KERNEL void left_multiply(double *V, const double *D, const double *U, int m, int n)
{
    for (int i = 0; i < m; i++)
        combine(V + i * n, 0, D + i * m, 1, U, n, m);
}

/* U (m x n) = V */
KERNEL void keep(double *restrict U, const double *V, int m, int n)
{
    for (int i = 0; i < m * n; i++)
        U[i] = V[i];
}

/* y (m) += B (m x n) x (n) */
KERNEL void add_bx(double *y, const double *B, const double *x, int m, int n)
{
    for (int i = 0; i < m; i++) {
        double sum = y[i];
        for (int c = 0; c < n; c++)
            sum += B[i * n + c] * x[c];
        y[i] = sum;
    }
}

/* y (m) -= V (m x n) x (n) */
KERNEL void sub_vx(double *y, const double *V, const double *x, int m, int n)
{
    for (int i = 0; i < m; i++) {
        double sum = y[i];
        for (int c = 0; c < n; c++)
            sum -= V[i * n + c] * x[c];
        y[i] = sum;
    }
}

/* y (n) -= V (m x n)' x (m) */
KERNEL void sub_vtx(double *y, const double *V, const double *x, int m, int n)
{
    combine(y, -1, x, 1, V, n, m);
}

/* y (n) -= W (n x m) x (m), called with (m, n) as B is */
KERNEL void sub_xw(double *y, const double *W, const double *x, int m, int n)
{
    sub_vx(y, W, x, n, m);
}

/* x (n) = D x, D symmetric */
KERNEL void times(double *x, const double *D, int m, int n)
{
    double y[JOINT_ROWS];
    (void)m;
    combine(y, 0, x, 1, D, n, n);
    for (int i = 0; i < n; i++)
        x[i] = y[i];
}

/* Inverse of a symmetric positive definite A (n x n) in place, or -1 - i: pivot i is not positive.  start (n): the diagonal
   A began with, before others were eliminated; weakest: the least pivot over it, if less than it was. */
KERNEL int invert2(double *A, const double *start, double *weakest)
{
    double a = A[0], det = A[0] * A[3] - A[1] * A[2], least = *weakest;
    if (!(a > 1e-15 * start[0]))
        return -1;
    if (!(det > 1e-15 * a * start[1]))
        return -2;
    least = a < least * start[0] ? a / start[0] : least;
    *weakest = det < least * a * start[1] ? det / (a * start[1]) : least;
    double over = 1 / det;
    A[0] = A[3] * over, A[3] = a * over, A[1] = A[2] = -A[1] * over;
    return 0;
}

/* Gauss-Jordan, no pivoting needed */
KERNEL int invert_any(double *A, const double *start, double *weakest, int n)
{
    double least = *weakest;
    for (int i = 0; i < n; i++) {
        double pivot = A[i * n + i], one_over = 1 / pivot;
        if (!(pivot > 1e-15 * start[i]))
            return -1 - i;
        least = pivot < least * start[i] ? pivot / start[i] : least;
        A[i * n + i] = 1;
        for (int c = 0; c < n; c++)
            A[i * n + c] *= one_over;
        for (int r = 0; r < n; r++) {
            double f = A[r * n + i];
            if (r == i)
                continue;
            A[r * n + i] = 0;
            for (int c = 0; c < n; c++)
                A[r * n + c] -= f * A[i * n + c];
        }
    }
    *weakest = least;
    return 0;
}

/* The same of 5 x 5, in registers: four columns, and the fifth. */
KERNEL int invert5(double *A, const double *start, double *weakest)
{
    double least = *weakest, last[5];
    double4 q[5];
    for (int r = 0; r < 5; r++)
        q[r] = *(const double4 *)(A + 5 * r), last[r] = A[5 * r + 4];
    for (int i = 0; i < 4; i++) {
        double pivot = q[i][i], one_over = 1 / pivot;
        if (!(pivot > 1e-15 * start[i]))
            return -1 - i;
        least = pivot < least * start[i] ? pivot / start[i] : least;
        q[i][i] = 1;
        q[i] *= one_over, last[i] *= one_over;
        for (int r = 0; r < 5; r++) {
            double f = q[r][i];
            if (r == i)
                continue;
            q[r][i] = 0;
            q[r] -= f * q[i], last[r] -= f * last[i];
        }
    }
    double pivot = last[4], one_over = 1 / pivot;
    if (!(pivot > 1e-15 * start[4]))
        return -5;
    *weakest = pivot < least * start[4] ? pivot / start[4] : least;
    q[4] *= one_over, last[4] = one_over;
    for (int r = 0; r < 4; r++)
        q[r] -= last[r] * q[4], last[r] *= -one_over;
    for (int r = 0; r < 5; r++)
        *(double4 *)(A + 5 * r) = q[r], A[5 * r + 4] = last[r];
    return 0;
}

KERNEL int invert(double *A, int n, const double *start, double *weakest)
{
    switch (n) {
    case 2: return invert2(A, start, weakest);
    case 3: return invert_any(A, start, weakest, 3);
    case 5: return invert5(A, start, weakest);
    default: return invert_any(A, start, weakest, n);
    }
}

#endif
