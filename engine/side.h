/* side.h - a marker at work: what a joint sees of it, and how motions of the marker are coordinates of its body. */
#ifndef SIDE_H
#define SIDE_H
#include "terms.h"
#include "vec.h"

/* Makes a side from a marker, as a joint of a kind wants it. */
void side_make(struct side *s, const struct assembly *as, const struct marker *m, enum joint_markers kind, struct arena *a);

/* What a frame side sees: marker into m, and the lever to it; with rates: v and w. */
const struct joint_marker *side_look(const struct side *s, const struct terms *T, const struct state *x, struct joint_marker *m, double lever[3],
                                     int rates);

/* The same of any side, into T->seen[which], T->lever[which]; a reading that fails leaves its sentence in T->why. */
const struct joint_marker *side_see(const struct side *s, struct terms *T, const struct state *x, int which, int rates);

/* Acceleration and angular acceleration of a frame side at a (n) (NULL: at zero accelerations). */
void side_acceleration(const struct side *s, const struct terms *T, const struct state *x, const double *a, double acc[3], double alpha[3]);

/* Adds to r (n) the generalized force of a force and torque (global) at a frame side with this lever. */
void side_push(const struct side *s, const struct terms *T, const double lever[3], const double force[3], const double torque[3], double *r);

/* Row g (columns of a frame side) times an acceleration and an angular acceleration. */
double side_along(const struct side *s, const double *g, const double acc[3], const double alpha[3]);

/* b (n of the part) += a row g (columns of the side) of G, per coordinate of the body. */
void side_map(const struct side *s, const struct terms *T, const double lever[3], const double *g, double *b);

/* Maps rows of G (stride numbers apart) to the bodies of a link: B[end] (rows x n). */
void side_map_link(const struct link *l, const struct terms *T, const double *G, int rows, int stride, double *const B[4]);

/* K (3 x 3, `stride` numbers between rows) += a b' + b a' */
static inline void add_both(double *K, int stride, const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= i; k++) {
            double both = a[i] * b[k] + b[i] * a[k];
            K[i * stride + k] += both;
            if (k < i)
                K[k * stride + i] += both;
        }
}

/* K += d(body torque of force and moment about the body)/d(turn), all in body axes, of a
   force that keeps its global direction:  f s' - (s.f) 1  symmetric, and of the torque t~, together with half of the lever's moment */
static inline void turn_stiffness(double *K, int stride, const double s[3], const double f[3], const double moment[3])
{
    double sf = dot(s, f), half[3], t[3]; /* t = moment - s x f / 2 */
    cross(t, s, f);
    for (int i = 0; i < 3; i++)
        t[i] = moment[i] - 0.5 * t[i];
    scale(half, 0.5, f);
    add_both(K, stride, half, s);
    K[0] -= sf, K[stride + 1] -= sf, K[2 * stride + 2] -= sf;
    K[1] -= t[2], K[2] += t[1], K[stride] += t[2], K[stride + 2] -= t[0], K[2 * stride] -= t[1], K[2 * stride + 1] += t[0];
}

static inline void lever_plane(const struct side *s, const struct terms *T, double *lever)
{
    double c = T->pose[s->part].c, sn = T->pose[s->part].s;
    lever[0] = c * s->s[0] - sn * s->s[1];
    lever[1] = sn * s->s[0] + c * s->s[1];
    lever[2] = s->s[2];
}

/* A frame on a planar body. */
static inline void see_plane(const struct side *s, const struct terms *T, const struct state *x, struct joint_marker *m, double *lever, int rates)
{
    double c = T->pose[s->part].c, sn = T->pose[s->part].s;
    const double *q = x->q + s->p, *R = s->R;
    lever_plane(s, T, lever);
    m->r[0] = q[0] + lever[0];
    m->r[1] = q[1] + lever[1];
    m->r[2] = lever[2];
    if (s->turned)
        for (int k = 0; k < 3; k++) {
            m->A[k] = c * R[k] - sn * R[k + 3];
            m->A[k + 3] = sn * R[k] + c * R[k + 3];
            m->A[k + 6] = R[k + 6];
        }
    else {
        m->A[0] = m->A[4] = c, m->A[3] = sn, m->A[1] = -sn;
        m->A[2] = m->A[5] = m->A[6] = m->A[7] = 0, m->A[8] = 1;
    }
    if (rates) {
        const double *u = x->u + s->p;
        m->v[0] = u[0] - u[2] * lever[1];
        m->v[1] = u[1] + u[2] * lever[0];
        m->v[2] = m->w[0] = m->w[1] = 0;
        m->w[2] = u[2];
    }
}

/* A frame on a spatial body with a quaternion. */
static inline void see_space(const struct side *s, const struct terms *T, const struct state *x, struct joint_marker *m, double *lever, int rates)
{
    const double *A = T->A + 9 * s->spin, *q = x->q + s->p;
    turn(lever, A, s->s);
    add(m->r, q, lever);
    if (s->turned)
        multiply(m->A, A, s->R);
    else
        for (int i = 0; i < 9; i++)
            m->A[i] = A[i];
    if (rates) {
        double part[3];
        turn(m->w, A, x->u + s->p + 3);
        cross(part, m->w, lever);
        add(m->v, x->u + s->p, part);
    }
}

/* A frame on a mass point. */
static inline void see_point(const struct side *s, const struct state *x, struct joint_marker *m, double *lever, int rates)
{
    for (int i = 0; i < 3; i++) {
        lever[i] = s->s[i];
        m->r[i] = s->s[i] + (i < s->n ? x->q[s->p + i] : 0);
    }
    for (int i = 0; i < 9; i++)
        m->A[i] = s->R[i];
    for (int i = 0; rates && i < 3; i++) {
        m->v[i] = i < s->n ? x->u[s->p + i] : 0;
        m->w[i] = 0;
    }
}

#endif
