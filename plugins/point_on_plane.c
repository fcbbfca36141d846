/* point_on_plane - keeps the point of marker 1 in a plane of marker 0; rotations are free.
 *
 *   g = z . (r_1 - r_0)        z = A_0 axis, the normal
 */
#include "rows.h"

struct point_on_plane {
    double axis[3];
};

static const struct point_on_plane defaults = { .axis = { 0, 0, 1 } };

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double z[3], d[3];
    turn(z, at->m0->A, ((const struct point_on_plane *)data)->axis);
    gap(d, at);
    g[0] = dot(z, d);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    double z[3], d[3];
    turn(z, at->m0->A, ((const struct point_on_plane *)data)->axis);
    gap(d, at);
    row_along(G, z, d);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    double z[3], d[3];
    turn(z, at->m0->A, ((const struct point_on_plane *)data)->axis);
    gap(d, at);
    c[0] = bias_along(at, z, d);
    return NULL;
}

/* the part of d along x (k = 0) or y (1) of the plane */
static const char *along(const struct point_on_plane *p, const struct joint_at *at, int k, double *value, double *row)
{
    double e[3][3], d[3];
    triad(e[0], e[1], e[2], at->m0->A, p->axis);
    gap(d, at);
    *value = dot(e[k], d);
    row_along(row, e[k], d);
    return NULL;
}

static const char *x(const void *data, const struct joint_at *at, double *value, double *row)
{
    return along(data, at, 0, value, row);
}

static const char *y(const void *data, const struct joint_at *at, double *value, double *row)
{
    return along(data, at, 1, value, row);
}

static const char *direction(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct point_on_plane *)data)->axis);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    double z[3];
    turn(z, at->m0->A, ((const struct point_on_plane *)data)->axis);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
    pen->circle(pen, at->m1->r, z, pen->size, NULL);
    pen->sphere(pen, at->m1->r, 0.5 * pen->size, NULL);
}

static const struct joint_row rows[] = { { "normal", "m", "height of the point of marker 1 over the plane" }, { 0 } };

static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", offsetof(struct point_on_plane, axis),
      "normal of the plane through marker 0, in its frame; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "direction", 3, "1", direction, "of the normal, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = {
    { "x", "m", x, "of marker 1 from marker 0 in the plane (along x of marker 0 if axis is z)" },
    { "y", "m", y, "the same at right angles to it (along y of marker 0 if axis is z)" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "point_on_plane", .doc = "keeps a point in a plane of the other body, rotations free",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct point_on_plane), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .draw = draw,
    .example = "m:point_on_plane { m.ground, arm, at = { 1, 0, 0 }, along = { 1, 1, 0 } }",
};
