/* spherical - ball joint: joins two points, both bodies turn freely; single directions may be released.
 *
 *   g = r_1 - r_0       global
 */
#include "rows.h"

#include <stdio.h>

struct spherical {
    struct joint_vector locked;
};

static const struct spherical defaults = { .locked = { 3, (double[]){ 1, 1, 1 } } };

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    gap(g, at);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    for (int i = 0; i < 3; i++)
        row_gap(G + 12 * i, i);
    return NULL;
}

static int held(const void *data, int row)
{
    const struct spherical *p = data;
    return row >= p->locked.n || p->locked.x[row] != 0;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct spherical *p = data;
    (void)at;
    if (p->locked.n != 3)
        snprintf(why, size, "locked has %d number%s, it must have 3, for x, y, z", p->locked.n, p->locked.n == 1 ? "" : "s");
    return p->locked.n != 3;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    gap(out, at);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    (void)data;
    pen->sphere(pen, at->m0->r, pen->size, NULL);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, global" }, { "y", "m", "of r1 - r0, global" }, { "z", "m", "of r1 - r0, global" }, { 0 }
};

static const struct joint_param params[] = {
    { "locked", JOINT_VECTOR, JOINT_SWITCHES, "1", offsetof(struct spherical, locked),
      "which of x, y, z (global) are held: 1 held, 0 released" },
    { 0 }
};

static const struct joint_output outputs[] = { { "displacement", 3, "m", displacement, "r1 - r0, global" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "spherical", .doc = "ball joint: a common point", .markers = JOINT_FRAMES, .data_size = sizeof(struct spherical),
    .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs, .residual = residual, .jacobian = jacobian,
    .constant = 1, .held = held, .check = check, .draw = draw, .global_axes = 1,
};
