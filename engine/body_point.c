/* body_point.c - mass points, in space and in the plane.
 *
 *   m x'' = m g
 */
#include "body.h"
#include "text.h"
#include "vec.h"

struct point {
    double mass, position[3], velocity[3];
    struct joint_vector displacement;
};

static int check(const struct point *p, int n, char *why, size_t size)
{
    return body_wrong_count("displacement", p->displacement, n, ", one per coordinate (m)", why, size);
}

static int check3(const void *data, char *why, size_t size)
{
    return check(data, 3, why, size);
}

static int check2(const void *data, char *why, size_t size)
{
    return check(data, 2, why, size);
}

static void start(const struct point *p, int n, double *ref, double *q, double *u)
{
    for (int i = 0; i < n; i++) {
        ref[i] = p->position[i];
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
        u[i] = p->velocity[i];
    }
}

static void start3(const void *data, double *ref, double *q, double *u)
{
    start(data, 3, ref, q, u);
}

static void start2(const void *data, double *ref, double *q, double *u)
{
    start(data, 2, ref, q, u);
}

static enum body_inertia inertia(const struct point *p, int n, const double gravity[3], double *mass, double *weight)
{
    for (int i = 0; i < n; i++) {
        mass[i] = p->mass;
        weight[i] = p->mass * gravity[i];
    }
    return BODY_CONSTANT;
}

static enum body_inertia inertia3(const void *data, const double gravity[3], double *mass, double *weight)
{
    return inertia(data, 3, gravity, mass, weight);
}

static enum body_inertia inertia2(const void *data, const double gravity[3], double *mass, double *weight)
{
    return inertia(data, 2, gravity, mass, weight);
}

static double potential3(const void *data, const struct body_at *at)
{
    return -((const struct point *)data)->mass * dot(at->gravity, at->q);
}

static double potential2(const void *data, const struct body_at *at)
{
    return -((const struct point *)data)->mass * (at->gravity[0] * at->q[0] + at->gravity[1] * at->q[1]);
}

static const struct body_coordinate coordinates[] = { { "x", BODY_LENGTH }, { "y", BODY_LENGTH }, { "z", BODY_LENGTH } };

#define FIELD(f) offsetof(struct point, f)
static const struct joint_param params3[] = {
    { "mass", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg", FIELD(mass), "of the point" },
    { "position", JOINT_VEC3, JOINT_ANY, "m", FIELD(position), "in the reference pose, global" },
    { "displacement", JOINT_VECTOR, JOINT_ANY, "m", FIELD(displacement), "at the start, away from the reference pose: x, y, z" },
    { "velocity", JOINT_VEC3, JOINT_ANY, "m/s", FIELD(velocity), "at the start, global" },
    { 0 }
};

static const struct joint_param params2[] = {
    { "mass", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg", FIELD(mass), "of the point" },
    { "position", JOINT_VEC3, JOINT_IN_PLANE, "m", FIELD(position), "in the reference pose, global: x, y" },
    { "displacement", JOINT_VECTOR, JOINT_ANY, "m", FIELD(displacement), "at the start, away from the reference pose: x, y" },
    { "velocity", JOINT_VEC3, JOINT_IN_PLANE, "m/s", FIELD(velocity), "at the start, global: x, y" },
    { 0 }
};

const struct body_type body_point = {
    .name = "point", .doc = "mass point in space", .map = BODY_POINT, .n = 3, .coordinate = coordinates,
    .data_size = sizeof(struct point), .params = params3, .check = check3, .start = start3, .inertia = inertia3,
    .potential = potential3,
};

const struct body_type body_point2d = {
    .name = "point2d", .doc = "mass point in the x-y plane", .map = BODY_POINT, .n = 2, .coordinate = coordinates,
    .data_size = sizeof(struct point), .params = params2, .check = check2, .start = start2, .inertia = inertia2,
    .potential = potential2,
};
