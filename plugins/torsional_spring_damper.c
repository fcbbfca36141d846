/* torsional_spring_damper - spring and damper against the relative rotation of two bodies about an axis.
 *
 *   g = 2 atan2(axis . v, w),  (w, v) the quaternion of marker 1 in the frame of marker 0: the angle about axis, counted on over full turns
 *   sigma = stiffness (g - offset) + damping g_dot + preload,   or torque(t, u, v, k, d, offset), u = g, v = g_dot
 *
 * sigma > 0 turns marker 1 back.  The axis is fixed in both markers (z_k = A_k axis); g_dot = h . (w_1 - w_0), where
 * h = (z_0 + z_1)/(1 + z_0 . z_1) is the common axis while they agree, and halfway between them otherwise.
 */
#include "rows.h"

struct torsional_spring_damper {
    double axis[3], stiffness, damping, offset, preload;
    const struct joint_function *torque;
};

static const struct torsional_spring_damper defaults = { .axis = { 0, 0, 1 } };

static const char *slope(const struct torsional_spring_damper *p, const struct joint_at *at, double h[3])
{
    double z0[3], z1[3];
    turn(z0, at->m0->A, p->axis);
    turn(z1, at->m1->A, p->axis);
    if (halfway(h, z0, z1) < 1e-9)
        return "the axes of its markers point against each other, so there is no angle about them; turn the frame of one marker by half a "
               "turn across axis";
    return NULL;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    g[0] = angle_along(((const struct torsional_spring_damper *)data)->axis, at);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    double h[3];
    const char *why = slope(data, at, h);
    if (why)
        return why;
    scale(G + 3, -1, h);
    copy(G + 9, h);
    return NULL;
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct torsional_spring_damper *p = data;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_NUMBER, 1, at->g }, { JOINT_NUMBER, 1, at->g_dot },
                                      { JOINT_NUMBER, 1, &p->stiffness }, { JOINT_NUMBER, 1, &p->damping }, { JOINT_NUMBER, 1, &p->offset } };
    if (p->torque)
        return p->torque->call(p->torque, 6, in, (struct joint_matrix){ 1, 1, sigma });
    sigma[0] = p->stiffness * (at->g[0] - p->offset) + p->damping * at->g_dot[0] + p->preload;
    return NULL;
}

static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct torsional_spring_damper *p = data;
    (void)at;
    if (p->torque)
        return JOINT_DIFFER;
    dg[0] = p->stiffness;
    dg_dot[0] = p->damping;
    return NULL;
}

static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct torsional_spring_damper *p = data;
    double u = at->g[0] - p->offset;
    *stored = p->torque ? 0 : 0.5 * p->stiffness * u * u + p->preload * at->g[0];
    return NULL;
}

static const char *angular_velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->g_dot[0];
    return NULL;
}

static const char *rotation_of(const void *data, const struct joint_at *at, double *value, double *row)
{
    *value = angle_along(((const struct torsional_spring_damper *)data)->axis, at);
    return jacobian(data, at, row);
}

static const char *torque(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->lambda[0];
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    double z[3];
    turn(z, at->m1->A, ((const struct torsional_spring_damper *)data)->axis);
    pen->circle(pen, at->m1->r, z, 0.5 * pen->size, NULL);
}

static const struct joint_row rows[] = { { "rotation", "rad", "of marker 1 relative to marker 0, about axis" }, { 0 } };

#define FIELD(f) offsetof(struct torsional_spring_damper, f)
static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(axis),
      "of the spring, with the same components in the frames of both markers; stored with length 1" },
    { "stiffness", JOINT_REAL, JOINT_NOT_NEGATIVE, "N m/rad", FIELD(stiffness), "of the spring" },
    { "damping", JOINT_REAL, JOINT_NOT_NEGATIVE, "N m s/rad", FIELD(damping), "of the damper" },
    { "offset", JOINT_REAL, JOINT_ANY, "rad", FIELD(offset), "angle where the spring is relaxed" },
    { "preload", JOINT_REAL, JOINT_ANY, "N m", FIELD(preload), "added torque, turning marker 1 back if positive" },
    { "torque", JOINT_FUNCTION, JOINT_ANY, "N m", FIELD(torque), "f(t, u, v, k, d, offset) in place of the law, u = angle" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "angular_velocity", 1, "rad/s", angular_velocity, "of marker 1 relative to marker 0, about axis" },
    { "torque", 1, "N m", torque, "turning marker 1 back if positive" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    { "rotation", "rad", rotation_of, "of marker 1 relative to marker 0 about axis, counted on over full turns" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "torsional_spring_damper", .doc = "spring and damper against relative rotation about an axis",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct torsional_spring_damper), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .law = law, .law_tangent = law_tangent,
    .energy = energy, .draw = draw,
    .example = "m:torsional_spring_damper { m.ground, arm, at = { 0, 0, 0 }, along = { 0, 0, 1 }, stiffness = 10, damping = 1 }\n"
               "m:revolute { m.ground, arm, at = { 0, 0, 0 }, along = { 0, 0, 1 } }",
};
