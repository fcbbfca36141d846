/* prismatic - slider: marker 1 travels along an axis, and the bodies do not turn apart.
 *
 *   g = (y_0 . d, z_0 . d, z_0 . y_1, z_0 . x_1, x_0 . y_1)       d = r_1 - r_0, x = A axis; y, z across it
 */
#include "rows.h"

#include <stdio.h>

struct prismatic {
    double axis[3];
};

static const struct prismatic defaults = { .axis = { 1, 0, 0 } };

struct axes { double d[3], x0[3], y0[3], z0[3], x1[3], y1[3], z1[3]; }; /* global */

static struct axes look(const struct prismatic *p, const struct joint_at *at)
{
    struct axes e;
    gap(e.d, at);
    triad(e.y0, e.z0, e.x0, at->m0->A, p->axis);
    triad(e.y1, e.z1, e.x1, at->m1->A, p->axis);
    return e;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct axes e = look(data, at);
    g[0] = dot(e.y0, e.d);
    g[1] = dot(e.z0, e.d);
    g[2] = dot(e.z0, e.y1);
    g[3] = dot(e.z0, e.x1);
    g[4] = dot(e.x0, e.y1);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct axes e = look(data, at);
    row_along(G, e.y0, e.d);
    row_along(G + 12, e.z0, e.d);
    row_axes(G + 12 * 2, e.z0, e.y1);
    row_axes(G + 12 * 3, e.z0, e.x1);
    row_axes(G + 12 * 4, e.x0, e.y1);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct axes e = look(data, at);
    c[0] = bias_along(at, e.y0, e.d);
    c[1] = bias_along(at, e.z0, e.d);
    c[2] = bias_axes(at, e.z0, e.y1);
    c[3] = bias_axes(at, e.z0, e.x1);
    c[4] = bias_axes(at, e.x0, e.y1);
    return NULL;
}

/* The rows also hold half a turn about x, y or z away; cos(angle) = (x_0 . x_1 + y_0 . y_1 + z_0 . z_1 - 1)/2. */
static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    struct axes e = look(data, at);
    double cosine = 0.5 * (dot(e.x0, e.x1) + dot(e.y0, e.y1) + dot(e.z0, e.z1) - 1);
    if (cosine < 0)
        snprintf(why, size, "marker 1 is turned by %.3g rad from marker 0 at the start, it must be less than a right angle (1.57 rad), as "
                 "the rows hold half a turn away too; turn its frame to that of marker 0", acos(fmax(cosine, -1)));
    return cosine < 0;
}

/* ---- coordinates and outputs ---- */

static const char *distance(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct axes e = look(data, at);
    *value = dot(e.x0, e.d);
    row_along(row, e.x0, e.d);
    return NULL;
}

static const char *axis_of(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct prismatic *)data)->axis);
    return NULL;
}

/* A piece of the axis in each marker, the travel between. */
static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct axes e = look(data, at);
    double half[3], a[3], b[3];
    for (int k = 0; k < 2; k++) {
        const double *r = k ? at->m1->r : at->m0->r;
        scale(half, 0.5 * pen->size, k ? e.x1 : e.x0);
        sub(a, r, half);
        add(b, r, half);
        pen->line(pen, a, b, pen->simplified ? 0 : 0.2 * pen->size, NULL);
    }
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
}

static const struct joint_row rows[] = {
    { "y", "m", "of r1 - r0, across the axis, in marker 0: y0 . (r1 - r0)" }, { "z", "m", "the same along z: z0 . (r1 - r0)" },
    { "turn_x", "rad", "of marker 1 in marker 0, about the axis: z0 . y1" }, { "turn_y", "rad", "about y, backwards: z0 . x1" },
    { "turn_z", "rad", "about z, backwards: x0 . y1" }, { 0 }
};

static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", offsetof(struct prismatic, axis),
      "of travel, with the same components in the frames of both markers; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "axis", 3, "1", axis_of, "of travel, that of marker 0, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = { { "distance", "m", distance, "of marker 1 from marker 0 along the axis" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "prismatic", .doc = "slider: travel along an axis, rotation locked", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct prismatic), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .check = check, .draw = draw,
    .example = "m:prismatic { m.ground, arm, at = { 1, 0, 0 }, along = { 1, 1, 0 } }",
};
