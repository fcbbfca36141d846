/* body_rigid2d.c - rigid body in the x-y plane: x, y of its reference point and the angle phi about z.
 *
 *   m (r'' + phi'' z x s - phi'^2 s) = m g                s = A com, from the reference point to the centre of mass
 *   J phi'' + m (s x r'')_z = m (s x g)_z                 J about the reference point
 */
#include "body.h"
#include "text.h"
#include "vec.h"

struct rigid2d {
    double mass, inertia, com[3], position[3], angle, velocity[3], angular_velocity;
    int inertia_about; /* 0 the reference point, 1 the centre of mass */
    struct joint_vector displacement;
};

static int check(const void *data, char *why, size_t size)
{
    const struct rigid2d *p = data;
    double shift = p->mass * dot(p->com, p->com); /* between the two points */
    if (!p->inertia_about && p->inertia < shift) {
        text_print(why, size, "inertia = %.15g about the reference point leaves %.3g about the centre of mass, which is not "
                   "possible (kg m2); if it is meant about the centre of mass, give inertia_about = \"com\"",
                   p->inertia, p->inertia - shift);
        return 1;
    }
    return body_wrong_count("displacement", p->displacement, 3, ": x, y (m), angle (rad)", why, size);
}

static void start(const void *data, double *ref, double *q, double *u)
{
    const struct rigid2d *p = data;
    ref[0] = p->position[0], ref[1] = p->position[1], ref[2] = p->angle;
    u[0] = p->velocity[0], u[1] = p->velocity[1], u[2] = p->angular_velocity;
    for (int i = 0; i < 3; i++)
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
}

/* about the reference point */
static double moment(const struct rigid2d *p)
{
    return p->inertia + (p->inertia_about ? p->mass * dot(p->com, p->com) : 0);
}

static enum body_inertia inertia(const void *data, const double gravity[3], double *mass, double *weight)
{
    const struct rigid2d *p = data;
    mass[0] = mass[1] = p->mass;
    mass[2] = moment(p);
    weight[0] = p->mass * gravity[0], weight[1] = p->mass * gravity[1], weight[2] = 0;
    return p->com[0] == 0 && p->com[1] == 0 ? BODY_CONSTANT : BODY_VARYING;
}

/* m s, global */
static void arm(const struct rigid2d *p, double phi, double *sx, double *sy)
{
    double c = cos(phi), s = sin(phi);
    *sx = p->mass * (c * p->com[0] - s * p->com[1]);
    *sy = p->mass * (s * p->com[0] + c * p->com[1]);
}

static const char *equations(const void *data, const struct body_at *at, double *M, double *f)
{
    const struct rigid2d *p = data;
    double sx, sy, w2 = at->u[2] * at->u[2];
    arm(p, at->q[2], &sx, &sy);
    M[0] = p->mass, M[1] = 0, M[2] = -sy;
    M[3] = 0, M[4] = p->mass, M[5] = sx;
    M[6] = -sy, M[7] = sx, M[8] = moment(p);
    f[0] = w2 * sx + p->mass * at->gravity[0];
    f[1] = w2 * sy + p->mass * at->gravity[1];
    f[2] = sx * at->gravity[1] - sy * at->gravity[0];
    return NULL;
}

static const char *tangent(const void *data, const struct body_at *at, const double *a, double *K, double *D)
{
    double sx, sy, w = at->u[2];
    arm(data, at->q[2], &sx, &sy);
    for (int i = 0; i < 9; i++)
        K[i] = D[i] = 0;
    K[2] = -a[2] * sx + w * w * sy; /* d sx/d phi = -sy, d sy/d phi = sx */
    K[5] = -a[2] * sy - w * w * sx;
    K[8] = -sx * (a[0] - at->gravity[0]) - sy * (a[1] - at->gravity[1]);
    D[2] = -2 * w * sx;
    D[5] = -2 * w * sy;
    return NULL;
}

static double potential(const void *data, const struct body_at *at)
{
    const struct rigid2d *p = data;
    double sx, sy;
    arm(p, at->q[2], &sx, &sy);
    return -at->gravity[0] * (p->mass * at->q[0] + sx) - at->gravity[1] * (p->mass * at->q[1] + sy);
}

static const struct body_coordinate coordinates[] = { { "x", BODY_LENGTH }, { "y", BODY_LENGTH }, { "angle", BODY_ANGLE } };

#define FIELD(f) offsetof(struct rigid2d, f)
static const struct joint_param params[] = {
    { "mass", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg", FIELD(mass), "of the body" },
    { "inertia", JOINT_REAL, JOINT_REQUIRED | JOINT_NOT_NEGATIVE, "kg m2", FIELD(inertia), "about z, about the point that inertia_about names" },
    { "inertia_about", JOINT_INT, JOINT_ANY, "1", FIELD(inertia_about), "\"reference\" (point) or \"com\" (centre of mass)" },
    { "com", JOINT_VEC3, JOINT_IN_PLANE, "m", FIELD(com), "centre of mass, from the reference point, in the body's frame: x, y" },
    { "position", JOINT_VEC3, JOINT_IN_PLANE, "m", FIELD(position), "of the reference point in the reference pose, global: x, y" },
    { "angle", JOINT_REAL, JOINT_ANY, "rad", FIELD(angle), "in the reference pose, counter-clockwise" },
    { "displacement", JOINT_VECTOR, JOINT_ANY, "m, rad", FIELD(displacement), "at the start, away from the reference pose: x, y, angle" },
    { "velocity", JOINT_VEC3, JOINT_IN_PLANE, "m/s", FIELD(velocity), "of the reference point at the start, global: x, y" },
    { "angular_velocity", JOINT_REAL, JOINT_ANY, "rad/s", FIELD(angular_velocity), "at the start, counter-clockwise" },
    { 0 }
};

const struct body_type body_rigid2d = {
    .name = "rigid2d", .doc = "rigid body in the x-y plane", .map = BODY_PLANE, .n = 3, .coordinate = coordinates,
    .data_size = sizeof(struct rigid2d), .params = params, .check = check, .start = start, .inertia = inertia,
    .equations = equations, .tangent = tangent, .potential = potential,
};
