/* good.h - a joint without a fault; each plugin of this folder has one part of its own that is wrong, and says in its header
 * what the conformance test (or the loader) has to say.
 *
 *   g = n . d - height(t),   n = A_0 z,   d = r_1 - r_0,   sigma = stiffness g + damping g_dot in a plugin with LAW
 */
#include "joint.h"
#include "vec.h"

#include <stdio.h>

#define PART static __attribute__((unused))

struct good { struct joint_signal height; double stiffness, damping; };
PART const struct good defaults = { .stiffness = 3, .damping = 2 };

PART void look(const struct joint_at *at, double n[3], double d[3])
{
    axis(n, at->m0->A, 2);
    sub(d, at->m1->r, at->m0->r);
}

PART const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double n[3], d[3];
    look(at, n, d);
    g[0] = dot(n, d) - ((const struct good *)data)->height.value;
    return NULL;
}

PART const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    double n[3], d[3];
    (void)data;
    look(at, n, d);
    scale(G, -1, n);
    cross(G + 3, n, d);
    copy(G + 6, n);
    return NULL;
}

PART const char *time_rate(const void *data, const struct joint_at *at, double *gt)
{
    (void)at;
    gt[0] = -((const struct good *)data)->height.rate;
    return NULL;
}

/* 2 (w_0 x n) . v + (w_0 x (w_0 x n)) . d - height'' */
PART const char *bias(const void *data, const struct joint_at *at, double *c)
{
    double n[3], d[3], v[3], wn[3], wwn[3];
    look(at, n, d);
    sub(v, at->m1->v, at->m0->v);
    cross(wn, at->m0->w, n);
    cross(wwn, at->m0->w, wn);
    c[0] = 2 * dot(wn, v) + dot(wwn, d) - ((const struct good *)data)->height.rate2;
    return NULL;
}

/* d(-n, n x d, n) lambda, where dn = dtheta_0 x n */
PART const char *curvature(const void *data, const struct joint_at *at, double *K)
{
    double n[3], d[3];
    (void)data;
    look(at, n, d);
    const double cross_n[9] = { 0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0 }; /* n x */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double k = at->lambda[0] * cross_n[3 * i + j];
            K[12 * i + 3 + j] = K[12 * (3 + i) + 6 + j] = k;
            K[12 * (6 + i) + 3 + j] = K[12 * (3 + i) + j] = -k;
            K[12 * (3 + i) + 3 + j] = at->lambda[0] * (n[i] * d[j] - (i == j) * dot(n, d));
        }
    return NULL;
}

PART const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct good *p = data;
    sigma[0] = p->stiffness * at->g[0] + p->damping * at->g_dot[0];
    return NULL;
}

PART const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct good *p = data;
    (void)at;
    dg[0] = p->stiffness;
    dg_dot[0] = p->damping;
    return NULL;
}

PART const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    *stored = 0.5 * ((const struct good *)data)->stiffness * at->g[0] * at->g[0];
    return NULL;
}

PART const char *over(const void *data, const struct joint_at *at, double *value, double *row)
{
    double n[3], d[3];
    look(at, n, d);
    *value = dot(n, d);
    return jacobian(data, at, row);
}

PART const char *normal(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    axis(out, at->m0->A, 2);
    return NULL;
}

PART const struct joint_row rows[] = { { "height", "m", "of marker 1 over the plane" }, { 0 } };
#define FIELD(f) offsetof(struct good, f)
PART const struct joint_param params[] = {
    { "height", JOINT_SIGNAL, JOINT_ANY, "m", FIELD(height), "to hold" },
    { "stiffness", JOINT_REAL, JOINT_NOT_NEGATIVE, "N/m", FIELD(stiffness), "of the law" },
    { "damping", JOINT_REAL, JOINT_NOT_NEGATIVE, "N s/m", FIELD(damping), "of the law" },
    { 0 }
};
PART const struct joint_output outputs[] = { { "normal", 3, "1", normal, "of the plane" }, { 0 } };
PART const struct joint_coordinate coordinates[] = { { "over", "m", over, "height over the plane" }, { 0 } };

#define BODY .doc = "for a test", .markers = JOINT_FRAMES, .data_size = sizeof(struct good), .defaults = &defaults, .params = params, \
    .rows = rows, .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .time_rate = time_rate, \
    .bias = bias, .curvature = curvature
#define GOOD JOINT_HEADER, BODY
#define LAW .law = law, .law_tangent = law_tangent, .energy = energy
