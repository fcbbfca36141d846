/* rows.h - the usual rows of joints between frames (JOINT_FRAMES), all inline: values, rows of G and second derivatives.
 *
 * A row of G (12 numbers) holds translations and rotations of marker 0, then of marker 1, global; functions assign what is not
 * zero in it, always the same entries.  Axes (length 1) and the gap d = r_1 - r_0 (m) are global; a bias is the second time
 * derivative of a row at zero accelerations of the markers.  Derivations: Haug, "Computer Aided Kinematics and Dynamics of
 * Mechanical Systems", 1989, chapter 9 (rows of a . d and a . b). */
#ifndef ROWS_H
#define ROWS_H
#include "joint.h"
#include "spin.h"

#include <stdio.h>

/* d = r_1 - r_0 */
static inline void gap(double d[3], const struct joint_at *at)
{
    sub(d, at->m1->r, at->m0->r);
}

/* Axes x, y across the axis z of a frame A (right-handed, all global); own: z in the frame, length 1.  Those of the frame itself if
   its z is the axis. */
static inline void triad(double x[3], double y[3], double z[3], const double A[9], const double own[3])
{
    if (own[2] == 1) {
        axis(x, A, 0), axis(y, A, 1), axis(z, A, 2);
        return;
    }
    int k = fabs(own[0]) > fabs(own[1]) ? 0 : 1;
    k = fabs(own[2]) > fabs(own[k]) ? 2 : k;
    double e[3] = { k == 2, k == 0, k == 1 }, t[3]; /* the axis after the nearest one */
    for (int i = 0; i < 3; i++)
        t[i] = e[i] - own[(k + 1) % 3] * own[i];
    scale(t, 1 / norm(t), t);
    turn(x, A, t);
    turn(z, A, own);
    cross(y, z, x);
}

/* ---- g = d_i: the gap along the global axis i; its bias is zero ---- */

static inline void row_gap(double *G, int i)
{
    G[i] = -1;
    G[6 + i] = 1;
}

/* ---- g = a . d, a fixed in marker 0 ---- */

static inline void row_along(double *G, const double a[3], const double d[3])
{
    for (int i = 0; i < 3; i++)
        G[i] = -a[i], G[6 + i] = a[i];
    cross(G + 3, a, d);
}

static inline double bias_along(const struct joint_at *at, const double a[3], const double d[3])
{
    double a1[3], a2[3], v[3]; /* a' = w_0 x a, a'' = w_0 x a' */
    cross(a1, at->m0->w, a);
    cross(a2, at->m0->w, a1);
    sub(v, at->m1->v, at->m0->v);
    return dot(a2, d) + 2 * dot(a1, v);
}

/* ---- g = a . b, a fixed in marker 0, b in marker 1 ---- */

static inline void row_axes(double *G, const double a[3], const double b[3])
{
    cross(G + 3, a, b);
    cross(G + 9, b, a);
}

static inline double bias_axes(const struct joint_at *at, const double a[3], const double b[3])
{
    double a1[3], a2[3], b1[3], b2[3];
    cross(a1, at->m0->w, a);
    cross(a2, at->m0->w, a1);
    cross(b1, at->m1->w, b);
    cross(b2, at->m1->w, b1);
    return dot(a2, b) + 2 * dot(a1, b1) + dot(a, b2);
}

/* ---- g = 2 v (3), v the vector part of the quaternion (w >= 0, v) of marker 1 in the frame of marker 0: near zero the rotation
   vector, 2 at half a turn, without another zero ---- */

/* p = (w, x, y, z) of marker 1 in the frame of marker 0, w >= 0 */
static inline void turn_of(double p[4], const struct joint_at *at)
{
    double R[9];
    relative(R, at->m0->A, at->m1->A);
    matrix_quaternion(p, R);
}

/* The sentence of residual where v jumps, half a turn away; else NULL. */
static inline const char *half_turn(const double p[4])
{
    return p[0] > 0.1 ? NULL : "marker 1 is about half a turn (180 degrees) from marker 0, where no way back is shorter; turn one of the markers";
}

/* Row k (0 .. 2), of  g' = (w - v~) A_0' (w_1 - w_0) */
static inline void row_turn(double *G, const struct joint_at *at, const double p[4], int k)
{
    double e[3] = { k == 0, k == 1, k == 2 }, m[3];
    cross(m, e, p + 1);
    for (int i = 0; i < 3; i++)
        m[i] = p[0] * e[i] - m[i];
    turn(G + 9, at->m0->A, m);
    scale(G + 3, -1, G + 9);
}

/* c (3), of the three rows */
static inline void bias_turn(double c[3], const struct joint_at *at, const double p[4])
{
    double dw[3], w[3], w0[3], a[3], v1[3], x[3], y[3]; /* in the frame of marker 0; a: rate of w there */
    sub(dw, at->m1->w, at->m0->w);
    unturn(w, at->m0->A, dw);
    unturn(w0, at->m0->A, at->m0->w);
    cross(a, w, w0);
    cross(x, p + 1, w);
    for (int i = 0; i < 3; i++)
        v1[i] = 0.5 * (p[0] * w[i] - x[i]);
    cross(x, v1, w);
    cross(y, p + 1, a);
    for (int i = 0; i < 3; i++)
        c[i] = -0.5 * dot(p + 1, w) * w[i] - x[i] + p[0] * a[i] - y[i];
}

/* For `check`: 1, with a sentence, if the axes (unit, global) point against each other, where rows of tilts hold too. */
static inline int opposed(const double z0[3], const double z1[3], char *why, size_t size)
{
    double cosine = dot(z0, z1);
    if (cosine < 0)
        snprintf(why, size, "its axis of marker 1 points against that of marker 0 at the start (cosine %.3g), where the rows hold too; turn "
                 "one marker by half a turn across the axis", cosine);
    return cosine < 0;
}

/* The same: 1, with a sentence, if the axes are parallel, where the row of their product has no slope. */
static inline int aligned(const double a[3], const double b[3], char *why, size_t size)
{
    double n[3];
    cross(n, a, b);
    if (norm(n) > 1e-6)
        return 0;
    snprintf(why, size, "axis0 and axis1 are parallel at the start, they must be perpendicular; axis0 is in the frame of marker 0, "
             "axis1 in that of marker 1");
    return 1;
}

/* ---- coordinates of joints ---- */

/* Angle about an axis (length 1) that has the same components in both frames (rad), also where the frames tilt:
   2 atan2(axis . v, w), (w, v) the quaternion of marker 1 in the frame of marker 0. */
static inline double angle_along(const double own[3], const struct joint_at *at)
{
    double p[4];
    turn_of(p, at);
    return 2 * atan2(dot(own, p + 1), p[0]);
}

/* h = (z_0 + z_1)/(1 + z_0 . z_1), with which its rate is h . (w_1 - w_0); returns the divisor, zero where the axes are opposed. */
static inline double halfway(double h[3], const double z0[3], const double z1[3])
{
    double s = 1 + dot(z0, z1);
    add(h, z0, z1);
    scale(h, 1 / s, h);
    return s;
}

/* Angle of marker 1 about the common axis z, from x_0 to x_1 (rad, -pi to pi; Yoke counts the turns); its row G (12). */
static inline double angle_about(const double x0[3], const double y0[3], const double z0[3], const double x1[3], double *G)
{
    for (int i = 0; i < 3; i++)
        G[3 + i] = -z0[i], G[9 + i] = z0[i];
    return atan2(dot(y0, x1), dot(x0, x1));
}

/* ---- drawing ---- */

/* A line of the given length along e, its middle at r. */
static inline void stroke(struct joint_pen *pen, const double r[3], const double e[3], double length)
{
    double half[3], from[3], to[3];
    scale(half, 0.5 * length, e);
    sub(from, r, half);
    add(to, r, half);
    pen->line(pen, from, to, 0, NULL);
}

#endif
