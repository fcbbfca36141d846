/* point_on_line - lets the point of marker 1 slide along a line of marker 0; rotations are free.
 *
 *   g_0 = x . (r_1 - r_0),   g_1 = y . (r_1 - r_0)        x, y across z = A_0 axis
 */
#include "rows.h"

struct point_on_line {
    double axis[3];
};

static const struct point_on_line defaults = { .axis = { 1, 0, 0 } };

struct line { double d[3], x[3], y[3], z[3]; };

static struct line look(const struct point_on_line *p, const struct joint_at *at)
{
    struct line l;
    gap(l.d, at);
    triad(l.x, l.y, l.z, at->m0->A, p->axis);
    return l;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct line l = look(data, at);
    g[0] = dot(l.x, l.d);
    g[1] = dot(l.y, l.d);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct line l = look(data, at);
    row_along(G, l.x, l.d);
    row_along(G + 12, l.y, l.d);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct line l = look(data, at);
    c[0] = bias_along(at, l.x, l.d);
    c[1] = bias_along(at, l.y, l.d);
    return NULL;
}

static const char *distance(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct line l = look(data, at);
    *value = dot(l.z, l.d);
    row_along(row, l.z, l.d);
    return NULL;
}

static const char *direction(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct point_on_line *)data)->axis);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct line l = look(data, at);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
    stroke(pen, at->m1->r, l.z, pen->size);
    pen->sphere(pen, at->m1->r, 0.5 * pen->size, NULL);
}

static const struct joint_row rows[] = {
    { "across1", "m", "point of marker 1 across the line (along y of marker 0 if axis is x)" },
    { "across2", "m", "the same at right angles to it (along z of marker 0 if axis is x)" },
    { 0 }
};

static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", offsetof(struct point_on_line, axis),
      "direction of the line through marker 0, in its frame; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "direction", 3, "1", direction, "of the line, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = { { "distance", "m", distance, "of marker 1 from marker 0 along axis" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "point_on_line", .doc = "slides a point along a line of the other body, rotations free",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct point_on_line), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .draw = draw,
    .example = "m:point_on_line { m.ground, arm, at = { 1, 0, 0 }, along = { 1, 1, 0 } }",
};
