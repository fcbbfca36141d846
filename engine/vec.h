/* vec.h - 3-vectors and rotations, all inline.  Matrices are 3 x 3, row-major; the columns of a frame A are its axes, global, so
 * that A turns components in the frame into global ones.  Results come first; nothing here fails. */
#ifndef VEC_H
#define VEC_H

#include <math.h>

static const double full_turn = 6.283185307179586476925; /* rad */

/* a . b */
static inline double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* |a| */
static inline double norm(const double a[3])
{
    return sqrt(dot(a, a));
}

/* out = a */
static inline void copy(double out[3], const double a[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i];
}

/* out = a + b */
static inline void add(double out[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + b[i];
}

/* out = a - b */
static inline void sub(double out[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

/* out = s x */
static inline void scale(double out[3], double s, const double x[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = s * x[i];
}

/* out = a x b; out may not be a or b */
static inline void cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out = A x: a vector of the frame A, global; out may not be x */
static inline void turn(double out[3], const double A[9], const double x[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = dot(A + 3 * i, x);
}

/* out = A' x: a global vector seen from the frame A; out may not be x */
static inline void unturn(double out[3], const double A[9], const double x[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = A[i] * x[0] + A[i + 3] * x[1] + A[i + 6] * x[2];
}

/* out = A B; out may not be A or B */
static inline void multiply(double out[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[j + 3] + A[3 * i + 2] * B[j + 6];
}

/* out = A' B: the frame B seen from the frame A; out may not be A or B */
static inline void relative(double out[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = A[i] * B[j] + A[i + 3] * B[j + 3] + A[i + 6] * B[j + 6];
}

/* out = the axis number k (0 x, 1 y, 2 z) of the frame A, global */
static inline void axis(double out[3], const double A[9], int k)
{
    for (int i = 0; i < 3; i++)
        out[i] = A[3 * i + k];
}

/* sin(t)/t and (1 - cos(t))/t^2 of t^2; small angles, as in a step, by their series, to the last digit */
static inline void sine_cosine(double t2, double *a, double *b)
{
    if (t2 < 0.01) {
        *a = 1 - t2 / 6 * (1 - t2 / 20 * (1 - t2 / 42 * (1 - t2 / 72 * (1 - t2 / 110))));
        *b = 0.5 * (1 - t2 / 12 * (1 - t2 / 30 * (1 - t2 / 56 * (1 - t2 / 90))));
        return;
    }
    double t = sqrt(t2);
    *a = sin(t) / t;
    *b = (1 - cos(t)) / t2;
}

/* A = exp(p~) = 1 + a p~ + b p~ p~: the rotation by |p| (rad) about the direction of p (Rodrigues) */
static inline void rotation(double A[9], const double p[3])
{
    double t2 = dot(p, p), a, b;
    sine_cosine(t2, &a, &b);
    double aa[3] = { a * p[0], a * p[1], a * p[2] };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A[3 * i + j] = b * p[i] * p[j] + (i == j ? 1 - b * t2 : 0);
    A[1] -= aa[2], A[2] += aa[1], A[3] += aa[2], A[5] -= aa[0], A[6] -= aa[1], A[7] += aa[0];
}

#endif
