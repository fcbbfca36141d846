/* screw - lets a nut (marker 1) travel along the axis of a bolt (marker 0) as it turns: pitch per turn.
 *
 *   g_0 = x_0 . d,  g_1 = y_0 . d,  g_2 = z_0 . x_1,  g_3 = z_0 . y_1        d = r_1 - r_0,  z_k = A_k axis
 *   g_4 = z_0 . d - pitch (angle / 2 pi + turns)
 *
 * The pose tells the angle but for full turns; a nut fits every thread, so turns makes g_4 smallest.
 */
#include "rows.h"

#include <stdio.h>

struct screw {
    double axis[3], pitch;
};

static const struct screw defaults = { .axis = { 0, 0, 1 } };

struct thread { double d[3], x0[3], y0[3], z0[3], x1[3], y1[3], z1[3]; };

static struct thread look(const struct screw *p, const struct joint_at *at)
{
    struct thread t;
    gap(t.d, at);
    triad(t.x0, t.y0, t.z0, at->m0->A, p->axis);
    triad(t.x1, t.y1, t.z1, at->m1->A, p->axis);
    return t;
}

/* h of `halfway` and, where wanted, h' */
static void slope(const struct thread *t, const struct joint_at *at, double h[3], double h_dot[3])
{
    double s = halfway(h, t->z0, t->z1), z0[3], z1[3];
    if (!h_dot)
        return;
    cross(z0, at->m0->w, t->z0);
    cross(z1, at->m1->w, t->z1);
    for (int i = 0; i < 3; i++)
        h_dot[i] = (z0[i] + z1[i] - h[i] * (dot(z0, t->z1) + dot(t->z0, z1))) / s;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct screw *p = data;
    struct thread t = look(p, at);
    g[0] = dot(t.x0, t.d);
    g[1] = dot(t.y0, t.d);
    g[2] = dot(t.z0, t.x1);
    g[3] = dot(t.z0, t.y1);
    g[4] = remainder(dot(t.z0, t.d) - p->pitch * angle_along(p->axis, at) / full_turn, p->pitch);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    const struct screw *p = data;
    struct thread t = look(p, at);
    double h[3], k = p->pitch / full_turn;
    row_along(G, t.x0, t.d);
    row_along(G + 12, t.y0, t.d);
    row_axes(G + 24, t.z0, t.x1);
    row_axes(G + 36, t.z0, t.y1);
    row_along(G + 48, t.z0, t.d);
    slope(&t, at, h, NULL);
    for (int i = 0; i < 3; i++)
        G[51 + i] += k * h[i], G[57 + i] = -k * h[i];
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    const struct screw *p = data;
    struct thread t = look(p, at);
    double h[3], h_dot[3], dw[3];
    slope(&t, at, h, h_dot);
    sub(dw, at->m1->w, at->m0->w);
    c[0] = bias_along(at, t.x0, t.d);
    c[1] = bias_along(at, t.y0, t.d);
    c[2] = bias_axes(at, t.z0, t.x1);
    c[3] = bias_axes(at, t.z0, t.y1);
    c[4] = bias_along(at, t.z0, t.d) - p->pitch / full_turn * dot(h_dot, dw);
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct screw *p = data;
    struct thread t = look(p, at);
    if (p->pitch == 0)
        snprintf(why, size, "pitch = 0 must not be zero (m per turn, positive: right-handed); for a turn without travel use revolute");
    return p->pitch == 0 || opposed(t.z0, t.z1, why, size);
}

/* ---- coordinates and outputs ---- */

static const char *distance(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct thread t = look(data, at);
    *value = dot(t.z0, t.d);
    row_along(row, t.z0, t.d);
    return NULL;
}

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct screw *p = data;
    struct thread t = look(p, at);
    double own = angle_along(p->axis, at), travelled = full_turn * dot(t.z0, t.d) / p->pitch, h[3];
    *value = own + full_turn * round((travelled - own) / full_turn);
    slope(&t, at, h, NULL);
    scale(row + 3, -1, h);
    copy(row + 9, h);
    return NULL;
}

static const char *direction(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct screw *)data)->axis);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct thread t = look(data, at);
    double last[3], next[3], h = 0.5 * pen->size;
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
    stroke(pen, at->m1->r, t.z0, pen->size);
    for (int k = 0; k <= 36; k++) { /* three turns of a right-handed thread */
        double a = 2 * 3.14159265358979 * k / 12;
        for (int i = 0; i < 3; i++)
            next[i] = at->m1->r[i] + h * ((k / 18. - 1) * t.z0[i] + 0.6 * (cos(a) * t.x0[i] + sin(a) * t.y0[i]));
        if (k > 0)
            pen->line(pen, last, next, 0, NULL);
        copy(last, next);
    }
}

static const struct joint_row rows[] = {
    { "across_x", "m", "point of marker 1 across the axis (along x of marker 0 if axis is z)" },
    { "across_y", "m", "the same at right angles to it (along y of marker 0 if axis is z)" },
    { "tilt_x", "rad", "axis of marker 0 along x across that of marker 1" },
    { "tilt_y", "rad", "axis of marker 0 along y across that of marker 1" },
    { "thread", "m", "travel - pitch angle/(2 pi), to the nearest thread" },
    { 0 }
};

#define FIELD(f) offsetof(struct screw, f)
static const struct joint_param params[] = {
    { "axis", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(axis),
      "of the bolt, with the same components in the frames of both markers; stored with length 1" },
    { "pitch", JOINT_REAL, JOINT_REQUIRED, "m", FIELD(pitch), "travel per turn, not zero; positive: right-handed" },
    { 0 }
};

static const struct joint_output outputs[] = { { "direction", 3, "1", direction, "of the axis, global" }, { 0 } };

static const struct joint_coordinate coordinates[] = {
    { "distance", "m", distance, "of marker 1 from marker 0 along axis" },
    { "angle", "rad", angle, "of marker 1 relative to marker 0 about axis, continued over full turns by the travel" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "screw", .doc = "bolt and nut: turning and travel along an axis, coupled by a pitch", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct screw), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .check = check, .draw = draw,
    .example = "m:screw { m.ground, arm, at = { 0, 0, 0 }, along = { 0, 1, 0 }, pitch = 0.1 }",
};
