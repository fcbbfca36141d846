/* universal_constraint - lets frame b (marker 1) turn about n_a fixed in frame a (marker 0) and n_b fixed in frame b; x, y, z may be
 * released one by one.
 *
 *   g_0..2 = r,               r = A_0' (r_1 - r_0)
 *   g_3 = A_0 n_a . A_1 n_b   the document's row of rotation, output `residue`
 *
 * The row also holds with frame b half a turn about n_a x n_b away.  That pose is meant: half a turn about n_a and another about n_b
 * lead there.
 * The loads do no work: with an axis released, force_a has a moment about n_a through the origin of frame a, where frame b does not turn.
 */
#include "cut.h"

struct universal_constraint {
    struct cut cut;
    double n_a[3], n_b[3];
};

static const struct universal_constraint defaults = { .n_a = { 1, 0, 0 }, .n_b = { 0, 1, 0 }, .cut = CUT_DEFAULTS };

/* n_a and n_b, global */
static void look(double a[3], double b[3], const struct universal_constraint *p, const struct joint_at *at)
{
    turn(a, at->m0->A, p->n_a);
    turn(b, at->m1->A, p->n_b);
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double a[3], b[3];
    look(a, b, data, at);
    g[3] = dot(a, b);
    return cut_r(data, at, g);
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    double a[3], b[3];
    look(a, b, data, at);
    cut_rows(at, G);
    row_axes(G + 12 * 3, a, b);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    double a[3], b[3];
    cut_bias(at, c);
    look(a, b, data, at);
    c[3] = bias_axes(at, a, b);
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct universal_constraint *p = data;
    double cosine = dot(p->n_a, p->n_b);
    (void)at;
    if (fabs(cosine) > 1e-8)
        return snprintf(why, size, "n_a . n_b = %.9g (both of length 1) must be 0, the axes must be perpendicular", cosine);
    return cut_check(data, at, why, size);
}

/* ---- coordinates and outputs ---- */

/* From A_0 n_b to A_1 n_b */
static const char *angle_a(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct universal_constraint *p = data;
    double a[3], b[3], x[3], y[3];
    look(a, b, p, at);
    turn(x, at->m0->A, p->n_b);
    cross(y, a, x);
    *value = angle_about(x, y, a, b, row);
    return NULL;
}

/* From A_1 n_a to A_0 n_a, seen against n_b */
static const char *angle_b(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct universal_constraint *p = data;
    double a[3], b[3], x[3], y[3];
    look(a, b, p, at);
    turn(x, at->m1->A, p->n_a);
    cross(y, x, b);
    *value = angle_about(x, y, b, a, row);
    return NULL;
}

static const char *residue(const void *data, const struct joint_at *at, double *out)
{
    double a[3], b[3];
    look(a, b, data, at);
    out[0] = dot(a, b);
    return NULL;
}

static const struct joint_row rows[] = {
    CUT_ROWS,
    { "tilt", "rad", "of n_b from the plane across n_a (its sine)" }, { 0 }
};

#define FIELD(f) offsetof(struct universal_constraint, f)
static const struct joint_param params[] = {
    { "n_a", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(n_a), "first axis, in frame a; stored with length 1" },
    { "n_b", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(n_b), "second axis, in frame b, perpendicular to n_a; stored with length 1" },
    CUT_PARAMS,
    { 0 }
};

static const struct joint_output outputs[] = {
    CUT_OUTPUTS,
    { "residue", 1, "1", residue, "n_a . n_b, as documented" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    CUT_COORDINATES,
    { "angle_a", "rad", angle_a, "about n_a, of frame b relative to frame a" },
    { "angle_b", "rad", angle_b, "about n_b, of frame b after the turn about n_a" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, CUT_TYPE, .name = "universal_constraint", .doc = "universal joint: two axes at right angles; position held along the locked axes",
    .data_size = sizeof(struct universal_constraint), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias,
    .check = check, .color = { 1, 0, 0, 1 }, .half_turns = 1,
};
