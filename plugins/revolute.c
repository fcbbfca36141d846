/* revolute - hinge: joins two points, and both bodies turn about a common axis.
 *
 *   g = (r_1 - r_0, z_0 . x_1, z_0 . y_1)       z = A axis; x, y across it
 */
#include "rows.h"

struct revolute {
    double axis[3];
};

static const struct revolute defaults = { .axis = { 0, 0, 1 } };

struct axes { double z0[3], x1[3], y1[3], z1[3]; }; /* global */

static struct axes look(const struct revolute *p, const struct joint_at *at)
{
    struct axes e;
    turn(e.z0, at->m0->A, p->axis);
    triad(e.x1, e.y1, e.z1, at->m1->A, p->axis);
    return e;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct axes e = look(data, at);
    gap(g, at);
    g[3] = dot(e.z0, e.x1);
    g[4] = dot(e.z0, e.y1);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct axes e = look(data, at);
    for (int i = 0; i < 3; i++)
        row_gap(G + 12 * i, i);
    row_axes(G + 12 * 3, e.z0, e.x1);
    row_axes(G + 12 * 4, e.z0, e.y1);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct axes e = look(data, at);
    c[0] = c[1] = c[2] = 0;
    c[3] = bias_axes(at, e.z0, e.x1);
    c[4] = bias_axes(at, e.z0, e.y1);
    return NULL;
}

/* The rows also hold with z_1 = -z_0. */
static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    struct axes e = look(data, at);
    return opposed(e.z0, e.z1, why, size);
}

/* ---- coordinates and outputs ---- */

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct revolute *p = data;
    struct axes e = look(p, at);
    double x0[3], y0[3];
    triad(x0, y0, e.z0, at->m0->A, p->axis);
    *value = angle_about(x0, y0, e.z0, e.x1, row);
    return NULL;
}

static const char *axis_of(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct revolute *)data)->axis);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct axes e = look(data, at);
    pen->circle(pen, at->m0->r, e.z0, pen->size, NULL);
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, global" }, { "y", "m", "of r1 - r0, global" }, { "z", "m", "of r1 - r0, global" },
    { "tilt_x", "rad", "axis of marker 0 against x, across the axis, of marker 1: z0 . x1" },
    { "tilt_y", "rad", "axis of marker 0 against y, across the axis, of marker 1: z0 . y1" }, { 0 }
};

static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", offsetof(struct revolute, axis),
      "of the hinge, with the same components in the frames of both markers; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "axis", 3, "1", axis_of, "of the hinge, that of marker 0, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = {
    { "angle", "rad", angle, "of marker 1 relative to marker 0 about the axis, counted on over full turns" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "revolute", .doc = "hinge: a common point and a common axis", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct revolute), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .check = check, .draw = draw,
};
