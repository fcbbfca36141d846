/* cartesian_spring_damper - springs and dampers along the global axes.
 *
 *   g = r_1 - r_0,   sigma = stiffness (g - offset) + damping g_dot by axis,   or force(t, u, v, k, d, offset), u = g, v = g_dot
 */
#include "joint.h"
#include "vec.h"

struct cartesian_spring_damper {
    double stiffness[3], damping[3], offset[3];
    const struct joint_function *force;
};

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    sub(g, at->m1->r, at->m0->r);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    for (int i = 0; i < 3; i++)
        G[12 * i + i] = -1, G[12 * i + 6 + i] = 1;
    return NULL;
}

static const char *curvature(const void *data, const struct joint_at *at, double *K)
{
    (void)data, (void)at, (void)K; /* the rows keep their direction */
    return NULL;
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct cartesian_spring_damper *p = data;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_LIST, 3, at->g }, { JOINT_LIST, 3, at->g_dot },
                                      { JOINT_LIST, 3, p->stiffness }, { JOINT_LIST, 3, p->damping }, { JOINT_LIST, 3, p->offset } };
    if (p->force)
        return p->force->call(p->force, 6, in, (struct joint_matrix){ 1, 3, sigma });
    for (int i = 0; i < 3; i++)
        sigma[i] = p->stiffness[i] * (at->g[i] - p->offset[i]) + p->damping[i] * at->g_dot[i];
    return NULL;
}

static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct cartesian_spring_damper *p = data;
    (void)at;
    if (p->force)
        return JOINT_DIFFER;
    for (int i = 0; i < 3; i++)
        dg[4 * i] = p->stiffness[i], dg_dot[4 * i] = p->damping[i];
    return NULL;
}

static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct cartesian_spring_damper *p = data;
    *stored = 0;
    for (int i = 0; i < 3 && !p->force; i++)
        *stored += 0.5 * p->stiffness[i] * (at->g[i] - p->offset[i]) * (at->g[i] - p->offset[i]);
    return NULL;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    sub(out, at->m1->r, at->m0->r);
    return NULL;
}

static const char *distance(const void *data, const struct joint_at *at, double *out)
{
    double d[3];
    displacement(data, at, d);
    out[0] = norm(d);
    return NULL;
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    sub(out, at->m1->v, at->m0->v);
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->lambda);
    return NULL;
}

static const struct joint_row rows[] = {
    { "x", "m", "r1 - r0 along global x" }, { "y", "m", "r1 - r0 along global y" }, { "z", "m", "r1 - r0 along global z" }, { 0 }
};

#define FIELD(f) offsetof(struct cartesian_spring_damper, f)
static const struct joint_param params[] = {
    { "stiffness", JOINT_VEC3, JOINT_NOT_NEGATIVE, "N/m", FIELD(stiffness), "per axis" },
    { "damping", JOINT_VEC3, JOINT_NOT_NEGATIVE, "N s/m", FIELD(damping), "per axis" },
    { "offset", JOINT_VEC3, JOINT_ANY, "m", FIELD(offset), "of marker 1 from marker 0 where the springs are relaxed" },
    { "force", JOINT_FUNCTION, JOINT_ANY, "N", FIELD(force), "fx, fy, fz = f(t, u, v, k, d, offset) in place of the law" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement", 3, "m", displacement, "r1 - r0, global" },
    { "distance", 1, "m", distance, "between the points" },
    { "velocity", 3, "m/s", velocity, "v1 - v0, global" },
    { "force", 3, "N", force, "on marker 0, global" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "cartesian_spring_damper", .doc = "springs and dampers along the global axes", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct cartesian_spring_damper), .params = params, .rows = rows, .outputs = outputs, .residual = residual,
    .jacobian = jacobian, .curvature = curvature, .law = law, .law_tangent = law_tangent, .energy = energy,
    .global_axes = 1, .draw_part = 1.6,
    .example = "m:cartesian_spring_damper { m.ground, arm, stiffness = { 100, 100, 100 }, damping = { 1, 1, 1 }, offset = { 1, 0, 0 } }",
};
