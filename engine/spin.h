/* spin.h - rotations: quaternions (w, x, y, z), rotation vectors and their rates, Tait-Bryan angles.  Matrices (3 x 3)
 * turn body components into global ones; angular velocities w are in body axes (rad/s), angles and rotation vectors in rad.
 * Nothing here fails; v~ is the matrix of v x. */
#ifndef SPIN_H
#define SPIN_H
#include "vec.h"

/* A (3 x 3) of a unit quaternion */
static inline void quaternion_matrix(double A[9], const double p[4])
{
    double w = p[0], x = p[1], y = p[2], z = p[3];
    A[0] = 1 - 2 * (y * y + z * z), A[1] = 2 * (x * y - w * z), A[2] = 2 * (x * z + w * y);
    A[3] = 2 * (x * y + w * z), A[4] = 1 - 2 * (x * x + z * z), A[5] = 2 * (y * z - w * x);
    A[6] = 2 * (x * z - w * y), A[7] = 2 * (y * z + w * x), A[8] = 1 - 2 * (x * x + y * y);
}

/* p of a rotation matrix, w >= 0 (Shepperd, J. Guidance and Control 1, 1978: the largest of the four is divided by) */
static inline void matrix_quaternion(double p[4], const double A[9])
{
    double four[4] = { 1 + A[0] + A[4] + A[8], 1 + A[0] - A[4] - A[8], 1 - A[0] + A[4] - A[8], 1 - A[0] - A[4] + A[8] };
    double s[3] = { A[7] - A[5], A[2] - A[6], A[3] - A[1] }, t[3] = { A[5] + A[7], A[2] + A[6], A[1] + A[3] };
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = four[i] > four[k] ? i : k;
    double f = 0.5 / sqrt(four[k]), sign = k > 0 && s[k - 1] < 0 ? -1 : 1;
    p[k] = 0.5 * sqrt(four[k]) * (k ? sign : 1);
    for (int i = 1; i < 4; i++)
        if (k == 0)
            p[i] = f * s[i - 1];
        else if (i != k)
            p[i] = sign * f * t[6 - i - k - 1]; /* t holds yz, xz, xy */
    if (k)
        p[0] = sign * f * s[k - 1];
}

/* p = p exp(v/2), v a rotation vector in body axes; length 1 again */
static inline void quaternion_turn(double p[4], const double v[3])
{
    double half2 = 0.25 * dot(v, v), s, d, q[4], length = 0;
    sine_cosine(half2, &s, &d);
    double c = 1 - half2 * d, b[3] = { 0.5 * s * v[0], 0.5 * s * v[1], 0.5 * s * v[2] };
    q[0] = p[0] * c - p[1] * b[0] - p[2] * b[1] - p[3] * b[2];
    q[1] = p[0] * b[0] + p[1] * c + p[2] * b[2] - p[3] * b[1];
    q[2] = p[0] * b[1] - p[1] * b[2] + p[2] * c + p[3] * b[0];
    q[3] = p[0] * b[2] + p[1] * b[1] - p[2] * b[0] + p[3] * c;
    for (int i = 0; i < 4; i++)
        length += q[i] * q[i];
    length = sqrt(length);
    for (int i = 0; i < 4; i++)
        p[i] = q[i] / length;
}

/* v = rotation vector in the axes of a that turns a into b, |v| <= pi */
static inline void quaternion_between(double v[3], const double a[4], const double b[4])
{
    double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sign = w < 0 ? -1 : 1, x[3], s;
    cross(x, a + 1, b + 1);
    for (int i = 0; i < 3; i++) /* vector part of a* b */
        v[i] = sign * (a[0] * b[1 + i] - b[0] * a[1 + i] - x[i]);
    s = norm(v);
    scale(v, s > 1e-9 ? 2 * atan2(s, sign * w) / s : 2, v);
}

/* w = T(v) v_dot of A exp(v~), the tangent operator of rotation vectors (Munthe-Kaas, Applied Numerical Mathematics 29, 1999):
   T = 1 - (1 - cos t)/t^2 v~ + (t - sin t)/t^3 v~ v~,  t = |v| */
static inline void spin_rate(double w[3], const double v[3], const double v_dot[3])
{
    double t2 = dot(v, v), sine, a, x[3], y[3];
    sine_cosine(t2, &sine, &a);
    double b = t2 < 0.01 ? (1 - t2 / 20 * (1 - t2 / 42 * (1 - t2 / 72 * (1 - t2 / 110)))) / 6 : (1 - sine) / t2;
    cross(x, v, v_dot);
    cross(y, v, x);
    for (int i = 0; i < 3; i++)
        w[i] = v_dot[i] - a * x[i] + b * y[i];
}

/* v_dot = T(v)^-1 w:  T^-1 = 1 + v~/2 + (1 - t/2 cot t/2)/t^2 v~ v~;  for |v| < 2 pi, where T is singular */
static inline void spin_unrate(double v_dot[3], const double v[3], const double w[3])
{
    double t2 = dot(v, v), x[3], y[3], b = (1 + t2 / 60 * (1 + t2 / 42 * (1 + t2 / 40 * (1 + t2 * 10 / 396)))) / 12;
    if (t2 >= 0.01)
        b = (1 - 0.5 * sqrt(t2) / tan(0.5 * sqrt(t2))) / t2;
    cross(x, v, w);
    cross(y, v, x);
    for (int i = 0; i < 3; i++)
        v_dot[i] = w[i] + 0.5 * x[i] + b * y[i];
}

/* Angles of A = Rx(a) Ry(b) Rz(c): a and c from -pi to pi, b from -pi/2 to pi/2, and there a = 0 */
static inline void tait_bryan(double out[3], const double A[9])
{
    double c = hypot(A[5], A[8]);
    out[1] = atan2(A[2], c);
    out[0] = c > 1e-14 ? atan2(-A[5], A[8]) : 0;
    out[2] = c > 1e-14 ? atan2(-A[1], A[0]) : atan2(A[3], A[4]);
}

#endif
