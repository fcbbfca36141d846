/* universal - joins two points by a cross; the bodies turn about its two axes, which stay perpendicular (Cardan or Hooke joint).
 *
 *   g_0..2 = r_1 - r_0,   g_3 = a . b        a = A_0 axis0, b = A_1 axis1
 *
 * Where it holds, w_1 - w_0 = angle0' a + angle1' b.
 */
#include "rows.h"

struct universal {
    double axis0[3], axis1[3];
};

static const struct universal defaults = { .axis0 = { 1, 0, 0 }, .axis1 = { 0, 1, 0 } };

struct arms { double a[3], b[3]; };

static struct arms look(const struct universal *p, const struct joint_at *at)
{
    struct arms c;
    turn(c.a, at->m0->A, p->axis0);
    turn(c.b, at->m1->A, p->axis1);
    return c;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct arms c = look(data, at);
    gap(g, at);
    g[3] = dot(c.a, c.b);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct arms c = look(data, at);
    for (int i = 0; i < 3; i++)
        row_gap(G + 12 * i, i);
    row_axes(G + 36, c.a, c.b);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct arms x = look(data, at);
    c[0] = c[1] = c[2] = 0;
    c[3] = bias_axes(at, x.a, x.b);
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    struct arms c = look(data, at);
    return aligned(c.a, c.b, why, size);
}

/* ---- coordinates and outputs ---- */

/* e: where the other axis stands across the own one while the angle about the own is zero, global: as in equal frames.  If own and other have
   (nearly) the same components, so that equal frames do not fit, x of triad. */
static void zero(double e[3], const double A[9], const double own[3], const double other[3])
{
    double y[3], z[3], t[3], along = dot(own, other);
    if (fabs(along) > 0.99) {
        triad(e, y, z, A, own);
        return;
    }
    for (int i = 0; i < 3; i++)
        t[i] = other[i] - along * own[i];
    turn(e, A, t);
}

/* from e_0 to b about a:  angle0' = a . (w_1 - w_0) */
static const char *angle0(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct universal *p = data;
    struct arms c = look(p, at);
    double e[3], ae[3];
    zero(e, at->m0->A, p->axis0, p->axis1);
    cross(ae, c.a, e);
    *value = angle_about(e, ae, c.a, c.b, row);
    return NULL;
}

/* from a to e_1 about b:  angle1' = b . (w_1 - w_0) */
static const char *angle1(const void *data, const struct joint_at *at, double *value, double *row)
{
    const struct universal *p = data;
    struct arms c = look(p, at);
    double e[3], ba[3];
    zero(e, at->m1->A, p->axis1, p->axis0);
    cross(ba, c.b, c.a);
    *value = angle_about(c.a, ba, c.b, e, row);
    return NULL;
}

static const char *direction0(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m0->A, ((const struct universal *)data)->axis0);
    return NULL;
}

static const char *direction1(const void *data, const struct joint_at *at, double *out)
{
    turn(out, at->m1->A, ((const struct universal *)data)->axis1);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    struct arms c = look(data, at);
    stroke(pen, at->m0->r, c.a, pen->size);
    stroke(pen, at->m1->r, c.b, pen->size);
    pen->circle(pen, at->m0->r, c.a, 0.5 * pen->size, NULL);
    pen->circle(pen, at->m1->r, c.b, 0.5 * pen->size, NULL);
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, global" }, { "y", "m", "of r1 - r0, global" }, { "z", "m", "of r1 - r0, global" },
    { "axes", "rad", "axis0 . axis1: how far the axes are from perpendicular" }, { 0 }
};

#define FIELD(f) offsetof(struct universal, f)
static const struct joint_param params[] = {
    { "axis0", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(axis0), "arm of the cross held by marker 0, in its frame; stored with length 1" },
    { "axis1", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis1), "arm of the cross held by marker 1, in its frame; stored with length 1" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "direction0", 3, "1", direction0, "axis0, global" },
    { "direction1", 3, "1", direction1, "axis1, global" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    { "angle0", "rad", angle0, "of the cross relative to marker 0 about axis0, zero with equal marker frames" },
    { "angle1", "rad", angle1, "of marker 1 relative to the cross about axis1, zero with equal marker frames" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "universal", .doc = "cross (Cardan) joint: two points joined, turning about two perpendicular axes",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct universal), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias, .check = check,
    .draw = draw, .half_turns = 1,
};
