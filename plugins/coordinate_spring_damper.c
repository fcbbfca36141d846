/* coordinate_spring_damper - spring and damper between two coordinates.
 *
 *   g = q_1 - q_0,   sigma = stiffness (g - offset) + damping g_dot,   or force(t, u, v, k, d, offset), u = g, v = g_dot
 */
#include "joint.h"
#include "vec.h"

#include <stdio.h>

struct coordinate_spring_damper {
    double stiffness, damping, offset;
    const struct joint_function *force;
};

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    g[0] = at->m1->q[0] - at->m0->q[0];
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    G[0] = -1;
    G[1] = 1;
    return NULL;
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct coordinate_spring_damper *p = data;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_NUMBER, 1, at->g }, { JOINT_NUMBER, 1, at->g_dot },
                                      { JOINT_NUMBER, 1, &p->stiffness }, { JOINT_NUMBER, 1, &p->damping }, { JOINT_NUMBER, 1, &p->offset } };
    if (p->force)
        return p->force->call(p->force, 6, in, (struct joint_matrix){ 1, 1, sigma });
    sigma[0] = p->stiffness * (at->g[0] - p->offset) + p->damping * at->g_dot[0];
    return NULL;
}

static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct coordinate_spring_damper *p = data;
    (void)at;
    if (p->force)
        return JOINT_DIFFER;
    dg[0] = p->stiffness;
    dg_dot[0] = p->damping;
    return NULL;
}

static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct coordinate_spring_damper *p = data;
    double u = at->g[0] - p->offset;
    *stored = p->force ? 0 : 0.5 * p->stiffness * u * u;
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)data;
    if (at->m0->n == 1 && at->m1->n == 1)
        return 0;
    snprintf(why, size, "its markers must be single coordinates, body:coordinate(i)");
    return 1;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->m1->q[0] - at->m0->q[0];
    return NULL;
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->m1->u[0] - at->m0->u[0];
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->lambda[0];
    return NULL;
}

static const struct joint_row rows[] = { { "coordinate", NULL, "q1 - q0" }, { 0 } };

#define FIELD(f) offsetof(struct coordinate_spring_damper, f)
static const struct joint_param params[] = {
    { "stiffness", JOINT_REAL, JOINT_NOT_NEGATIVE, "N/m or N m/rad", FIELD(stiffness), "of the spring" },
    { "damping", JOINT_REAL, JOINT_NOT_NEGATIVE, "N s/m or N m s/rad", FIELD(damping), "of the damper" },
    { "offset", JOINT_REAL, JOINT_ANY, "m or rad", FIELD(offset), "q1 - q0 where the spring is relaxed" },
    { "force", JOINT_FUNCTION, JOINT_ANY, "N or N m", FIELD(force), "f(t, u, v, k, d, offset) in place of the law, u = q1 - q0" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement", JOINT_PER_COORDINATE, "q", displacement, "q1 - q0" },
    { "velocity", JOINT_PER_COORDINATE, "q/s", velocity, "u1 - u0" },
    { "force", 1, "Q", force, "pulling the coordinates together if positive" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "coordinate_spring_damper", .doc = "spring and damper between two coordinates, or a force of the script",
    .markers = JOINT_COORDINATES, .data_size = sizeof(struct coordinate_spring_damper), .params = params, .rows = rows,
    .outputs = outputs, .residual = residual, .jacobian = jacobian, .law = law, .law_tangent = law_tangent, .energy = energy,
    .check = check,
    .example = "m:coordinate_spring_damper { m.ground:coordinate(1), cart:coordinate(1), stiffness = 100, damping = 2 }",
};
