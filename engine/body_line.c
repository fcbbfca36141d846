/* body_line.c - bodies with one coordinate: a mass that slides along a line, a rotor that turns about one.
 *
 *   mass1d:  r = origin + axis q,  A = 1               m q'' = m g . axis
 *   rotor:   r = origin,           A = exp(axis~ q)    J q'' = 0
 */
#include "body.h"
#include "text.h"
#include "vec.h"

#include <string.h>

struct line {
    double inertia, origin[3], axis[3], reference, displacement, rate;
};

static const struct line mass1d_defaults = { .axis = { 1, 0, 0 } }, rotor_defaults = { .axis = { 0, 0, 1 } };

static void start(const void *data, double *ref, double *q, double *u)
{
    const struct line *p = data;
    ref[0] = p->reference;
    q[0] = p->reference + p->displacement;
    u[0] = p->rate;
}

static enum body_inertia mass1d_inertia(const void *data, const double gravity[3], double *mass, double *weight)
{
    const struct line *p = data;
    mass[0] = p->inertia;
    weight[0] = p->inertia * dot(gravity, p->axis);
    return BODY_CONSTANT;
}

static enum body_inertia rotor_inertia(const void *data, const double gravity[3], double *mass, double *weight)
{
    (void)gravity;
    mass[0] = ((const struct line *)data)->inertia;
    weight[0] = 0;
    return BODY_CONSTANT;
}

static void mass1d_frame(const void *data, const double *q, const double *u, struct body_frame *frame)
{
    const struct line *p = data;
    memset(frame, 0, sizeof *frame);
    frame->A[0] = frame->A[4] = frame->A[8] = 1;
    for (int i = 0; i < 3; i++) {
        frame->r[i] = p->origin[i] + p->axis[i] * q[0];
        frame->v[i] = p->axis[i] * u[0];
        frame->J[i][0] = p->axis[i];
    }
}

static void rotor_frame(const void *data, const double *q, const double *u, struct body_frame *frame)
{
    const struct line *p = data;
    double turned[3];
    memset(frame, 0, sizeof *frame);
    scale(turned, q[0], p->axis);
    rotation(frame->A, turned);
    for (int i = 0; i < 3; i++) {
        frame->r[i] = p->origin[i];
        frame->w[i] = p->axis[i] * u[0];
        frame->J[3 + i][0] = p->axis[i];
    }
}

static double mass1d_potential(const void *data, const struct body_at *at)
{
    const struct line *p = data;
    return -p->inertia * (dot(at->gravity, p->origin) + dot(at->gravity, p->axis) * at->q[0]);
}

static const struct body_coordinate mass1d_coordinate[] = { { "x", BODY_LENGTH } };
static const struct body_coordinate rotor_coordinate[] = { { "angle", BODY_ANGLE } };

#define FIELD(f) offsetof(struct line, f)
static const struct joint_param mass1d_params[] = {
    { "mass", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg", FIELD(inertia), "that slides" },
    { "position", JOINT_REAL, JOINT_ANY, "m", FIELD(reference), "along the axis in the reference pose" },
    { "displacement", JOINT_REAL, JOINT_ANY, "m", FIELD(displacement), "at the start, away from the reference pose" },
    { "velocity", JOINT_REAL, JOINT_ANY, "m/s", FIELD(rate), "at the start, along the axis" },
    { "origin", JOINT_VEC3, JOINT_ANY, "m", FIELD(origin), "where the coordinate is zero, global" },
    { "axis", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis), "direction it slides in, global" },
    { 0 }
};

static const struct joint_param rotor_params[] = {
    { "inertia", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg m2", FIELD(inertia), "about the axis" },
    { "angle", JOINT_REAL, JOINT_ANY, "rad", FIELD(reference), "in the reference pose" },
    { "displacement", JOINT_REAL, JOINT_ANY, "rad", FIELD(displacement), "at the start, away from the reference pose" },
    { "angular_velocity", JOINT_REAL, JOINT_ANY, "rad/s", FIELD(rate), "at the start" },
    { "origin", JOINT_VEC3, JOINT_ANY, "m", FIELD(origin), "centre of the rotor, global" },
    { "axis", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis), "it turns about, global" },
    { 0 }
};

const struct body_type body_mass1d = {
    .name = "mass1d", .doc = "mass that slides along a line", .map = BODY_OTHER, .n = 1, .coordinate = mass1d_coordinate,
    .data_size = sizeof(struct line), .defaults = &mass1d_defaults, .params = mass1d_params, .start = start,
    .inertia = mass1d_inertia, .frame = mass1d_frame, .potential = mass1d_potential,
};

const struct body_type body_rotor = {
    .name = "rotor", .doc = "rotor that turns about a fixed axis", .map = BODY_OTHER, .n = 1, .coordinate = rotor_coordinate,
    .data_size = sizeof(struct line), .defaults = &rotor_defaults, .params = rotor_params, .start = start,
    .inertia = rotor_inertia, .frame = rotor_frame,
};
