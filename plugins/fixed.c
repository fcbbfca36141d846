/* fixed - welds two frames together.
 *
 *   g = (r_1 - r_0, 2 v)       (w, v) the quaternion of A_0' A_1, w >= 0
 *
 * 2 v is near zero the rotation vector from marker 0 to marker 1, and 2 long half a turn away: no other pose holds.
 */
#include "rows.h"

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    double p[4];
    turn_of(p, at);
    gap(g, at);
    scale(g + 3, 2, p + 1);
    return half_turn(p);
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    double p[4];
    turn_of(p, at);
    for (int i = 0; i < 3; i++) {
        row_gap(G + 12 * i, i);
        row_turn(G + 12 * (3 + i), at, p, i);
    }
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    (void)data;
    double p[4];
    turn_of(p, at);
    c[0] = c[1] = c[2] = 0;
    bias_turn(c + 3, at, p);
    return NULL;
}

/* A box in the axes of marker 0: the four edges along each of them. */
static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    (void)data;
    for (int k = 0; k < 3; k++)
        for (int edge = 0; edge < 4; edge++) {
            double corner[3], end[2][3];
            for (int side = 0; side < 2; side++) {
                corner[k] = side ? 1 : -1;
                corner[(k + 1) % 3] = edge & 1 ? 1 : -1;
                corner[(k + 2) % 3] = edge & 2 ? 1 : -1;
                scale(corner, 0.35 * pen->size, corner);
                turn(end[side], at->m0->A, corner);
                add(end[side], at->m0->r, end[side]);
            }
            pen->line(pen, end[0], end[1], 0, NULL);
        }
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, global" }, { "y", "m", "of r1 - r0, global" }, { "z", "m", "of r1 - r0, global" },
    { "turn_x", "rad", "of marker 1 about x of marker 0: 2 v, v the vector part of the quaternion" },
    { "turn_y", "rad", "of marker 1 about y of marker 0" }, { "turn_z", "rad", "of marker 1 about z of marker 0" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "fixed", .doc = "weld: two frames stay one", .markers = JOINT_FRAMES, .rows = rows, .residual = residual,
    .jacobian = jacobian, .bias = bias, .draw = draw,
};
