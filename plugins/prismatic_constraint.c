/* prismatic_constraint - holds frame b (marker 1) at the orientation of frame a (marker 0); x, y, z may be released one by one.
 *
 *   g_0..2 = r,     r = A_0' (r_1 - r_0)
 *   g_3..5 = 2 v,   v the vector part of the quaternion (w >= 0, v) of A_0' A_1
 *
 * The document's rows of rotation are the output `residue`.  They have the same slope where the joint holds, but jump at 90 degrees;
 * 2 v has no other zero than A_0 = A_1 and closes from start errors beyond 90 degrees.
 */
#include "cut.h"

static const struct cut defaults = CUT_DEFAULTS;

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double p[4];
    turn_of(p, at);
    cut_r(data, at, g);
    scale(g + 3, 2, p + 1);
    return half_turn(p);
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    double p[4];
    turn_of(p, at);
    cut_rows(at, G);
    for (int i = 0; i < 3; i++)
        row_turn(G + 12 * (3 + i), at, p, i);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    (void)data;
    double p[4];
    turn_of(p, at);
    cut_bias(at, c);
    bias_turn(c + 3, at, p);
    return NULL;
}

/* ---- coordinates and outputs ---- */

/* R = A_1' A_0:  atan2(R23, R11), atan2(-R13, R22), atan2(R12, R33) */
static const char *residue(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    double R[9];
    relative(R, at->m1->A, at->m0->A);
    out[0] = atan2(R[5], R[0]);
    out[1] = atan2(0 - R[2], R[4]); /* of R13 = 0: pi, not -pi */
    out[2] = atan2(R[1], R[8]);
    return NULL;
}

static const struct joint_row rows[] = {
    CUT_ROWS,
    { "tilt_x", "rad", "of frame b about x of frame a" }, { "tilt_y", "rad", "about y" }, { "tilt_z", "rad", "about z" }, { 0 }
};

static const struct joint_param params[] = {
    CUT_PARAMS,
    { 0 }
};

static const struct joint_output outputs[] = {
    CUT_OUTPUTS,
    { "residue", 3, "rad", residue, "of the orientation, as documented: zero where the frames agree, not to be used beyond 90 degrees" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    CUT_COORDINATES, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, CUT_TYPE, .name = "prismatic_constraint", .doc = "holds the orientation of a frame in another, and its position along the locked axes",
    .data_size = sizeof(struct cut), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias,
    .check = cut_check, .color = { 0, 0.8, 1, 1 },
    .example = "m:prismatic_constraint { m.ground, arm, at = { 1, 0, 0 }, y_locked = false }",
};
