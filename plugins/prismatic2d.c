/* prismatic2d - lets a point of marker 1 travel along a line in the plane, and keeps the bodies from turning apart.
 *
 *   g_0 = (r_1 - r_0) . n,   g_1 = t . n         t = A_0 axis0, n = A_1 normal1
 *
 * The line belongs to marker 1: with constrain_rotation = false row 1 is released and the line turns with marker 1.
 */
#include "joint.h"
#include "vec.h"

struct prismatic2d {
    double axis0[3], normal1[3];
    int constrain_rotation;
};

static const struct prismatic2d defaults = { .axis0 = { 1, 0, 0 }, .normal1 = { 0, 1, 0 }, .constrain_rotation = 1 };

struct lines { double d[3], t[3], n[3], zt[3], zn[3]; }; /* zt = z x t, zn = z x n: their slopes over the angle */

static struct lines look(const struct prismatic2d *p, const struct joint_at *at)
{
    struct lines l;
    sub(l.d, at->m1->r, at->m0->r);
    turn(l.t, at->m0->A, p->axis0);
    turn(l.n, at->m1->A, p->normal1);
    l.zt[0] = -l.t[1], l.zt[1] = l.t[0], l.zt[2] = 0;
    l.zn[0] = -l.n[1], l.zn[1] = l.n[0], l.zn[2] = 0;
    return l;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct lines l = look(data, at);
    g[0] = dot(l.d, l.n);
    g[1] = dot(l.t, l.n);
    return NULL;
}

/* columns x, y, angle of marker 0, then of marker 1 */
static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct lines l = look(data, at);
    G[0] = -l.n[0], G[1] = -l.n[1];
    G[3] = l.n[0], G[4] = l.n[1], G[5] = dot(l.d, l.zn);
    G[6 + 2] = dot(l.zt, l.n);
    G[6 + 5] = dot(l.t, l.zn);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct lines l = look(data, at);
    double v[3], w1 = at->m1->w[2], w = w1 - at->m0->w[2];
    sub(v, at->m1->v, at->m0->v);
    c[0] = 2 * w1 * dot(v, l.zn) - w1 * w1 * dot(l.d, l.n);
    c[1] = -w * w * dot(l.t, l.n);
    return NULL;
}

static const char *curvature(const void *data, const struct joint_at *at, double *K)
{
    struct lines l = look(data, at);
    const double *lambda = at->lambda;
    double twist = -lambda[1] * dot(l.t, l.n);
    for (int i = 0; i < 2; i++) {
        K[6 * i + 5] = K[6 * 5 + i] = -lambda[0] * l.zn[i];
        K[6 * (3 + i) + 5] = K[6 * 5 + 3 + i] = lambda[0] * l.zn[i];
    }
    K[6 * 2 + 2] = twist;
    K[6 * 2 + 5] = K[6 * 5 + 2] = -twist;
    K[6 * 5 + 5] = twist - lambda[0] * dot(l.d, l.n);
    return NULL;
}

static int held(const void *data, int row)
{
    return row == 0 || ((const struct prismatic2d *)data)->constrain_rotation;
}

/* ---- coordinates and outputs ---- */

static const char *distance(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct lines l = look(data, at);
    *value = dot(l.d, l.t);
    row[0] = -l.t[0], row[1] = -l.t[1], row[2] = dot(l.d, l.zt);
    row[3] = l.t[0], row[4] = l.t[1];
    return NULL;
}

static const char *rotation_of(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    double A[9];
    relative(A, at->m0->A, at->m1->A);
    *value = atan2(A[3], A[0]);
    row[2] = -1;
    row[5] = 1;
    return NULL;
}

static const char *position(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->m0->r);
    return NULL;
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->m0->v);
    return NULL;
}

static const char *displacement_local(const void *data, const struct joint_at *at, double *out)
{
    struct lines l = look(data, at);
    unturn(out, at->m0->A, l.d);
    return NULL;
}

static const char *force_local(const void *data, const struct joint_at *at, double *out)
{
    struct lines l = look(data, at);
    double force[3];
    scale(force, at->lambda[0], l.n);
    unturn(out, at->m0->A, force);
    return NULL;
}

/* [A r; 0 1], row by row */
static void homogeneous(const double A[9], const double r[3], double *out)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out[4 * i + j] = A[3 * i + j];
        out[4 * i + 3] = r[i];
        out[12 + i] = 0;
    }
    out[15] = 1;
}

static const char *homogeneous_transformation(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    homogeneous(at->m0->A, at->m0->r, out);
    return NULL;
}

static const char *homogeneous_transformation_local(const void *data, const struct joint_at *at, double *out)
{
    double A[9], r[3];
    relative(A, at->m0->A, at->m1->A);
    displacement_local(data, at, r);
    homogeneous(A, r, out);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    static const double z[3] = { 0, 0, 1 }, red[4] = { 1, 0, 0, 1 };
    (void)data;
    pen->circle(pen, at->m0->r, z, pen->size, red);
    pen->circle(pen, at->m1->r, z, pen->size, NULL);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
}

static const struct joint_row rows[] = {
    { "normal", "m", "point of marker 1 across the line" }, { "rotation", "rad", "axis of marker 0 against the normal of marker 1" }, { 0 }
};

#define FIELD(f) offsetof(struct prismatic2d, f)
static const struct joint_param params[] = {
    { "axis0", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG | JOINT_IN_PLANE, "1", FIELD(axis0), "direction of travel, in the frame of marker 0; stored with length 1" },
    { "normal1", JOINT_VEC3, JOINT_DIRECTION | JOINT_IN_PLANE, "1", FIELD(normal1), "normal of the line, in the frame of marker 1; stored with length 1" },
    { "constrain_rotation", JOINT_BOOL, JOINT_ANY, "1", FIELD(constrain_rotation),
      "false: the bodies may turn apart; the line turns with marker 1 (to fix it in the other body swap the markers)" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "position", 3, "m", position, "of marker 0, global" },
    { "velocity", 3, "m/s", velocity, "of marker 0, global" },
    { "displacement_local", 3, "m", displacement_local, "r1 - r0 in the frame of marker 0" },
    { "force_local", 3, "N", force_local, "across the line on marker 0, in its frame (the moment is torque1)" },
    { "homogeneous_transformation", 16, "1", homogeneous_transformation, "[A0 r0; 0 1], row by row" },
    { "homogeneous_transformation_local", 16, "1", homogeneous_transformation_local, "[A0'A1 A0'(r1 - r0); 0 1], row by row" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    { "distance", "m", distance, "of marker 1 from marker 0 along axis0" },
    { "rotation", "rad", rotation_of, "of marker 1 relative to marker 0 about z, counted on over full turns" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "prismatic2d", .doc = "slider in the plane: travel along a line, rotation locked or free",
    .markers = JOINT_PLANE, .data_size = sizeof(struct prismatic2d), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias,
    .curvature = curvature, .held = held, .draw = draw, .half_turns = 1,
    .example = "m:prismatic2d { m.ground, arm:at { -1, 0 }, axis0 = { 1, 1 }, normal1 = { -1, 1 } }",
};
