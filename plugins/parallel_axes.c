/* parallel_axes - keeps an axis of marker 0 and an axis of marker 1 parallel; points are free.
 *
 *   g_0 = z_0 . x_1,   g_1 = z_0 . y_1        z_0 = A_0 axis0;  x_1, y_1 across A_1 axis1
 *
 * The axes may point the same way or against each other.
 */
#include "rows.h"

struct parallel_axes {
    double axis0[3], axis1[3];
};

static const struct parallel_axes defaults = { .axis0 = { 0, 0, 1 }, .axis1 = { 0, 0, 1 } };

struct axes { double z0[3], x1[3], y1[3], z1[3]; };

static struct axes look(const struct parallel_axes *p, const struct joint_at *at)
{
    struct axes a;
    turn(a.z0, at->m0->A, p->axis0);
    triad(a.x1, a.y1, a.z1, at->m1->A, p->axis1);
    return a;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct axes a = look(data, at);
    g[0] = dot(a.z0, a.x1);
    g[1] = dot(a.z0, a.y1);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct axes a = look(data, at);
    row_axes(G, a.z0, a.x1);
    row_axes(G + 12, a.z0, a.y1);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct axes a = look(data, at);
    c[0] = bias_axes(at, a.z0, a.x1);
    c[1] = bias_axes(at, a.z0, a.y1);
    return NULL;
}

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct parallel_axes *p = data;
    struct axes a = look(p, at);
    double x0[3], y0[3];
    triad(x0, y0, a.z0, at->m0->A, p->axis0);
    *value = angle_about(x0, y0, a.z0, a.x1, row);
    return NULL;
}

static const char *direction(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct parallel_axes *)data)->axis0);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct axes a = look(data, at);
    for (int k = 0; k < 4; k++) { /* two strokes side by side at each marker */
        double side[3];
        scale(side, (k & 1 ? 0.1 : -0.1) * pen->size, a.x1);
        add(side, side, (k < 2 ? at->m0 : at->m1)->r);
        stroke(pen, side, k < 2 ? a.z0 : a.z1, pen->size);
    }
}

static const struct joint_row rows[] = {
    { "tilt_x", "rad", "axis0 along x across axis1" }, { "tilt_y", "rad", "axis0 along y across axis1" }, { 0 }
};

#define FIELD(f) offsetof(struct parallel_axes, f)
static const struct joint_param params[] = {
    { "axis0", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(axis0), "in the frame of marker 0; stored with length 1" },
    { "axis1", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis1), "in the frame of marker 1; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "direction", 3, "1", direction, "of axis0, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = {
    { "angle", "rad", angle, "of marker 1 relative to marker 0 about axis0, from x across axis0 to x across axis1" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "parallel_axes", .doc = "keeps two axes parallel, in either sense; points and the turning about them are free",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct parallel_axes), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .draw = draw,
    .half_turns = 1,
};
