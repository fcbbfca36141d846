/* revolute2d - joins two points in the plane; both bodies turn freely about it.
 *
 *   g = (r_1 - r_0)_xy
 */
#include "joint.h"
#include "vec.h"

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    g[0] = at->m1->r[0] - at->m0->r[0];
    g[1] = at->m1->r[1] - at->m0->r[1];
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    G[0] = G[6 + 1] = -1;
    G[3] = G[6 + 4] = 1;
    return NULL;
}

static const char *position(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->m0->r);
    return NULL;
}

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    double A[9];
    relative(A, at->m0->A, at->m1->A);
    *value = atan2(A[3], A[0]);
    row[2] = -1;
    row[5] = 1;
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    static const double z[3] = { 0, 0, 1 };
    (void)data;
    pen->circle(pen, at->m0->r, z, pen->size, NULL);
}

static const struct joint_row rows[] = { { "x", "m", "of r1 - r0, global" }, { "y", "m", "of r1 - r0, global" }, { 0 } };

static const struct joint_output outputs[] = {
    { "position", 3, "m", position, "of marker 0, global" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = { { "angle", "rad", angle, "of marker 1 relative to marker 0, about z" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "revolute2d", .doc = "hinge in the plane", .markers = JOINT_PLANE, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .constant = 1, .draw = draw,
};
