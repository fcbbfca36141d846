/* cut.h - what the cut joints (*_constraint) share: frame a is marker 0, frame b marker 1.
 *
 *   g_0..2 = r,   r = A_0' (r_1 - r_0)     released one by one; the rows behind them are each joint's own
 *
 * Loads that the frames pass into the joint, each in its axes and about its origin: (force_k, torque_k) = A_k' G_k' lambda.
 * A joint's instance begins with a struct cut. */
#ifndef CUT_H
#define CUT_H
#include "rows.h"

enum { CUT_ROWS_MOST = 6 };

struct cut {
    int locked[3], render;
    struct joint_vector r_start, v_start; /* (3) or empty */
    double specular_coefficient, sphere_diameter;
};

#define CUT_DEFAULTS { .locked = { 1, 1, 1 }, .render = 1, .specular_coefficient = 1.5, .sphere_diameter = 0.1 / 3 }

/* ---- the rows of r ---- */

static const char *cut_r(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    double d[3];
    gap(d, at);
    unturn(out, at->m0->A, d);
    return NULL;
}

/* r_i = a_i . d and its row */
static inline const char *cut_along(const struct joint_at *at, int i, double *value, double *row)
{
    double a[3], d[3];
    axis(a, at->m0->A, i);
    gap(d, at);
    *value = dot(a, d);
    row_along(row, a, d);
    return NULL;
}

static inline void cut_rows(const struct joint_at *at, double *G)
{
    double ignored;
    for (int i = 0; i < 3; i++)
        cut_along(at, i, &ignored, G + 12 * i);
}

static inline void cut_bias(const struct joint_at *at, double *c)
{
    double d[3], a[3];
    gap(d, at);
    for (int i = 0; i < 3; i++) {
        axis(a, at->m0->A, i);
        c[i] = bias_along(at, a, d);
    }
}

static int cut_held(const void *data, int row)
{
    return row >= 3 || ((const struct cut *)data)->locked[row];
}

/* ---- start values: along released axes ---- */

static inline int cut_wrong_list(const struct cut *p, const char *name, const char *unit, const struct joint_vector *start, char *why, size_t size)
{
    if (start->n && start->n != 3)
        return snprintf(why, size, "%s has %d number%s, it must have 3: x, y, z of frame a (%s)", name, start->n, start->n == 1 ? "" : "s", unit);
    for (int i = 0; i < start->n; i++)
        if (p->locked[i] && start->x[i] != 0)
            return snprintf(why, size, "%s[%d] = %.15g must be 0 (%s) along a locked axis; give 0, or %c_locked = false", name, i + 1,
                            start->x[i], unit, "xyz"[i]);
    return 0;
}

static int cut_check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct cut *p = data;
    (void)at;
    return cut_wrong_list(p, "r_rel_a_start", "m", &p->r_start, why, size) || cut_wrong_list(p, "v_rel_a_start", "m/s", &p->v_start, why, size);
}

static int cut_start(const void *data, int coordinate, double *value, double *rate)
{
    const struct cut *p = data;
    if (coordinate >= 3 || p->locked[coordinate])
        return 0;
    if (p->r_start.n)
        *value = p->r_start.x[coordinate];
    if (p->v_start.n)
        *rate = p->v_start.x[coordinate];
    return (p->r_start.n ? 1 : 0) + (p->v_start.n ? 2 : 0);
}

/* ---- coordinates and outputs ---- */

static const char *cut_x(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return cut_along(at, 0, value, row);
}

static const char *cut_y(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return cut_along(at, 1, value, row);
}

static const char *cut_z(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return cut_along(at, 2, value, row);
}

/* A_k' (G_k' lambda): its force (first = 0) or torque (first = 3) */
static inline const char *cut_load(const void *data, const struct joint_at *at, int k, int first, double *out)
{
    double G[CUT_ROWS_MOST * 12] = { 0 }, sum[3] = { 0 };
    const char *why = yoke_joint.jacobian(data, at, G);
    for (int row = 0; row < at->rows; row++)
        for (int i = 0; i < 3; i++)
            sum[i] += G[12 * row + 6 * k + first + i] * at->lambda[row];
    unturn(out, k ? at->m1->A : at->m0->A, sum);
    return why;
}

static const char *cut_force_a(const void *data, const struct joint_at *at, double *out)
{
    return cut_load(data, at, 0, 0, out);
}

static const char *cut_torque_a(const void *data, const struct joint_at *at, double *out)
{
    return cut_load(data, at, 0, 3, out);
}

static const char *cut_force_b(const void *data, const struct joint_at *at, double *out)
{
    return cut_load(data, at, 1, 0, out);
}

static const char *cut_torque_b(const void *data, const struct joint_at *at, double *out)
{
    return cut_load(data, at, 1, 3, out);
}

/* lambda . g_dot */
static const char *cut_power(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = 0;
    for (int row = 0; row < at->rows; row++)
        out[0] += at->lambda[row] * at->g_dot[row];
    return NULL;
}

static void cut_draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    (void)data;
    pen->sphere(pen, at->m0->r, pen->size, NULL);
}

/* ---- tables ---- */

#define CUT_ROWS { "x", "m", "of r1 - r0 in frame a" }, { "y", "m", "of r1 - r0 in frame a" }, { "z", "m", "of r1 - r0 in frame a" }

#define CUT_FIELD(f) offsetof(struct cut, f)
#define CUT_PARAMS \
    { "x_locked", JOINT_BOOL, JOINT_ANY, "1", CUT_FIELD(locked[0]), "false: free along x of frame a, without force there" }, \
    { "y_locked", JOINT_BOOL, JOINT_ANY, "1", CUT_FIELD(locked[1]), "false: free along y" }, \
    { "z_locked", JOINT_BOOL, JOINT_ANY, "1", CUT_FIELD(locked[2]), "false: free along z" }, \
    { "r_rel_a_start", JOINT_VECTOR, JOINT_FIXED, "m", CUT_FIELD(r_start), "3 numbers: r_rel_a to start with, zero along locked axes" }, \
    { "v_rel_a_start", JOINT_VECTOR, JOINT_FIXED, "m/s", CUT_FIELD(v_start), "3 numbers: its rate to start with, zero along locked axes" }, \
    { "render", JOINT_BOOL, JOINT_ANY, "1", CUT_FIELD(render), "false: not drawn", NULL, "show" }, \
    { "specular_coefficient", JOINT_REAL, JOINT_NOT_NEGATIVE, "1", CUT_FIELD(specular_coefficient), "shine of the sphere, kept for renderers with light" }, \
    { "sphere_diameter", JOINT_REAL, JOINT_POSITIVE, "m", CUT_FIELD(sphere_diameter), "of the sphere drawn at frame a", NULL, "draw_size" }

#define CUT_OUTPUTS \
    { "r_rel_a", 3, "m", cut_r, "r1 - r0 in frame a" }, \
    { "force_a", 3, "N", cut_force_a, "that A passes into the joint, in frame a" }, \
    { "torque_a", 3, "N m", cut_torque_a, "that A passes into the joint, about the origin of frame a, in frame a" }, \
    { "force_b", 3, "N", cut_force_b, "that B passes into the joint, in frame b" }, \
    { "torque_b", 3, "N m", cut_torque_b, "that B passes into the joint, about the origin of frame b, in frame b" }, \
    { "power", 1, "W", cut_power, "of these loads, zero but for errors of the solution" }

#define CUT_COORDINATES { "x", "m", cut_x, "of r_rel_a" }, { "y", "m", cut_y, "of r_rel_a" }, { "z", "m", cut_z, "of r_rel_a" }

#define CUT_TYPE .markers = JOINT_FRAMES, .held = cut_held, .start = cut_start, .draw = cut_draw, .draw_size = 0.1 / 3

#endif
