/* perpendicular_axes - keeps an axis of marker 0 and an axis of marker 1 perpendicular; points are free.
 *
 *   g = a . b        a = A_0 axis0, b = A_1 axis1
 */
#include "rows.h"

struct perpendicular_axes {
    double axis0[3], axis1[3];
};

static const struct perpendicular_axes defaults = { .axis0 = { 1, 0, 0 }, .axis1 = { 0, 1, 0 } };

static void look(const struct perpendicular_axes *p, const struct joint_at *at, double a[3], double b[3])
{
    turn(a, at->m0->A, p->axis0);
    turn(b, at->m1->A, p->axis1);
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double a[3], b[3];
    look(data, at, a, b);
    g[0] = dot(a, b);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    double a[3], b[3];
    look(data, at, a, b);
    row_axes(G, a, b);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    double a[3], b[3];
    look(data, at, a, b);
    c[0] = bias_axes(at, a, b);
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    double a[3], b[3];
    look(data, at, a, b);
    return aligned(a, b, why, size);
}

static const char *angle(const void *data, const struct joint_at *at, double *out)
{
    double a[3], b[3], n[3];
    look(data, at, a, b);
    cross(n, a, b);
    out[0] = atan2(norm(n), dot(a, b));
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    double a[3], b[3];
    look(data, at, a, b);
    stroke(pen, at->m0->r, a, pen->size);
    stroke(pen, at->m1->r, b, pen->size);
    double part = 0.2 * pen->size, from[3], corner[3], to[3]; /* the sign of a right angle */
    for (int i = 0; i < 3; i++) {
        from[i] = at->m0->r[i] + part * a[i];
        corner[i] = from[i] + part * b[i];
        to[i] = at->m0->r[i] + part * b[i];
    }
    pen->line(pen, at->m0->r, to, 0, NULL);
    pen->line(pen, from, corner, 0, NULL);
    pen->line(pen, corner, to, 0, NULL);
}

static const struct joint_row rows[] = { { "axes", "rad", "axis0 . axis1: how far the axes are from perpendicular" }, { 0 } };

#define FIELD(f) offsetof(struct perpendicular_axes, f)
static const struct joint_param params[] = {
    { "axis0", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(axis0), "in the frame of marker 0; stored with length 1" },
    { "axis1", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis1), "in the frame of marker 1; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = { { "angle", 1, "rad", angle, "between the axes, pi/2 when the joint holds" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "perpendicular_axes", .doc = "keeps two axes perpendicular; points are free", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct perpendicular_axes), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .residual = residual, .jacobian = jacobian, .bias = bias, .check = check, .draw = draw, .half_turns = 1,
};
