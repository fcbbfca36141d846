/* cylindrical - sleeve on a shaft: marker 1 travels along a common axis and turns about it.
 *
 *   g = (x_0 . d, y_0 . d, z_0 . x_1, z_0 . y_1)       d = r_1 - r_0, z = A axis; x, y across it
 */
#include "rows.h"

struct cylindrical {
    double axis[3];
};

static const struct cylindrical defaults = { .axis = { 0, 0, 1 } };

struct axes { double d[3], x0[3], y0[3], z0[3], x1[3], y1[3], z1[3]; }; /* global */

static struct axes look(const struct cylindrical *p, const struct joint_at *at)
{
    struct axes e;
    gap(e.d, at);
    triad(e.x0, e.y0, e.z0, at->m0->A, p->axis);
    triad(e.x1, e.y1, e.z1, at->m1->A, p->axis);
    return e;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct axes e = look(data, at);
    g[0] = dot(e.x0, e.d);
    g[1] = dot(e.y0, e.d);
    g[2] = dot(e.z0, e.x1);
    g[3] = dot(e.z0, e.y1);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct axes e = look(data, at);
    row_along(G, e.x0, e.d);
    row_along(G + 12, e.y0, e.d);
    row_axes(G + 12 * 2, e.z0, e.x1);
    row_axes(G + 12 * 3, e.z0, e.y1);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct axes e = look(data, at);
    c[0] = bias_along(at, e.x0, e.d);
    c[1] = bias_along(at, e.y0, e.d);
    c[2] = bias_axes(at, e.z0, e.x1);
    c[3] = bias_axes(at, e.z0, e.y1);
    return NULL;
}

/* The rows also hold with z_1 = -z_0. */
static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    struct axes e = look(data, at);
    return opposed(e.z0, e.z1, why, size);
}

/* ---- coordinates and outputs ---- */

static const char *distance(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct axes e = look(data, at);
    *value = dot(e.z0, e.d);
    row_along(row, e.z0, e.d);
    return NULL;
}

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct axes e = look(data, at);
    *value = angle_about(e.x0, e.y0, e.z0, e.x1, row);
    return NULL;
}

static const char *axis_of(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct cylindrical *)data)->axis);
    return NULL;
}

/* A piece of the axis in marker 0, a ring in marker 1, the travel between. */
static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct axes e = look(data, at);
    stroke(pen, at->m0->r, e.z0, 2 * pen->size);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
    pen->circle(pen, at->m1->r, e.z1, pen->size, NULL);
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, across the axis, in marker 0: x0 . (r1 - r0)" }, { "y", "m", "the same along y: y0 . (r1 - r0)" },
    { "tilt_x", "rad", "axis of marker 0 against x, across the axis, of marker 1: z0 . x1" },
    { "tilt_y", "rad", "axis of marker 0 against y, across the axis, of marker 1: z0 . y1" }, { 0 }
};

static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", offsetof(struct cylindrical, axis),
      "of the shaft, with the same components in the frames of both markers; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "axis", 3, "1", axis_of, "of the shaft, that of marker 0, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = {
    { "distance", "m", distance, "of marker 1 from marker 0 along the axis" },
    { "angle", "rad", angle, "of marker 1 relative to marker 0 about the axis, counted on over full turns" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "cylindrical", .doc = "sleeve on a shaft: travel along an axis and rotation about it", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct cylindrical), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .check = check, .draw = draw,
    .example = "m:cylindrical { m.ground, arm, at = { 0, 0, 0 }, along = { 0, 1, 1 } }",
};
