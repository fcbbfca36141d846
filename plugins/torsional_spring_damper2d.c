/* torsional_spring_damper2d - spring and damper against the relative rotation of two bodies in the plane.
 *
 *   g = angle of marker 1 relative to marker 0 about z, counted on over full turns
 *   sigma = stiffness (g - offset) + damping g_dot + preload,   or torque(t, u, v, k, d, offset), u = g, v = g_dot
 *
 * sigma > 0 turns marker 1 back.
 */
#include "joint.h"
#include "vec.h"

struct torsional_spring_damper2d {
    double stiffness, damping, offset, preload;
    const struct joint_function *torque;
};

static double relative_angle(const struct joint_at *at)
{
    double A[9];
    relative(A, at->m0->A, at->m1->A);
    return atan2(A[3], A[0]);
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    g[0] = relative_angle(at);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    G[2] = -1;
    G[5] = 1;
    return NULL;
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct torsional_spring_damper2d *p = data;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_NUMBER, 1, at->g }, { JOINT_NUMBER, 1, at->g_dot },
                                      { JOINT_NUMBER, 1, &p->stiffness }, { JOINT_NUMBER, 1, &p->damping }, { JOINT_NUMBER, 1, &p->offset } };
    if (p->torque)
        return p->torque->call(p->torque, 6, in, (struct joint_matrix){ 1, 1, sigma });
    sigma[0] = p->stiffness * (at->g[0] - p->offset) + p->damping * at->g_dot[0] + p->preload;
    return NULL;
}

static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct torsional_spring_damper2d *p = data;
    (void)at;
    if (p->torque)
        return JOINT_DIFFER;
    dg[0] = p->stiffness;
    dg_dot[0] = p->damping;
    return NULL;
}

static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct torsional_spring_damper2d *p = data;
    double u = at->g[0] - p->offset;
    *stored = p->torque ? 0 : 0.5 * p->stiffness * u * u + p->preload * at->g[0];
    return NULL;
}

static const char *angular_velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->m1->w[2] - at->m0->w[2];
    return NULL;
}

static const char *rotation_of(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    *value = relative_angle(at);
    row[2] = -1;
    row[5] = 1;
    return NULL;
}

static const char *torque(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->lambda[0];
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    static const double z[3] = { 0, 0, 1 };
    (void)data;
    pen->circle(pen, at->m1->r, z, 0.5 * pen->size, NULL);
}

static const struct joint_row rows[] = { { "rotation", "rad", "of marker 1 relative to marker 0, about z" }, { 0 } };

#define FIELD(f) offsetof(struct torsional_spring_damper2d, f)
static const struct joint_param params[] = {
    { "stiffness", JOINT_REAL, JOINT_NOT_NEGATIVE, "N m/rad", FIELD(stiffness), "of the spring" },
    { "damping", JOINT_REAL, JOINT_NOT_NEGATIVE, "N m s/rad", FIELD(damping), "of the damper" },
    { "offset", JOINT_REAL, JOINT_ANY, "rad", FIELD(offset), "angle where the spring is relaxed" },
    { "preload", JOINT_REAL, JOINT_ANY, "N m", FIELD(preload), "added torque, turning marker 1 back if positive" },
    { "torque", JOINT_FUNCTION, JOINT_ANY, "N m", FIELD(torque), "f(t, u, v, k, d, offset) in place of the law, u = angle" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "angular_velocity", 1, "rad/s", angular_velocity, "of marker 1 relative to marker 0, about z" },
    { "torque", 1, "N m", torque, "turning marker 1 back if positive" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    { "rotation", "rad", rotation_of, "of marker 1 relative to marker 0 about z, counted on over full turns" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "torsional_spring_damper2d", .doc = "spring and damper against relative rotation in the plane",
    .markers = JOINT_PLANE, .data_size = sizeof(struct torsional_spring_damper2d), .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .law = law, .law_tangent = law_tangent, .energy = energy,
    .draw = draw,
    .example = "m:torsional_spring_damper2d { m.ground, arm, stiffness = 10, damping = 1 }\n"
               "m:revolute2d { m.ground, arm:at { -1, 0 } }",
};
