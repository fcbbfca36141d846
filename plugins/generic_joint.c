/* generic_joint - holds any of the six motions of marker 1 relative to marker 0, in joint frames J_k = A_k rotation_k.
 *
 *   translations, all locked:  r_1 - r_0 - offset_123, global          else:  J_0' (r_1 - r_0) - offset_123
 *   rotations, three locked:   z_0 . y_1, z_0 . x_1, x_0 . y_1         x_k, y_k, z_k: axes of J_k
 *              two locked:     f_0 . a_1 for each locked axis a, f the free one
 *              one locked:     e_0 . f_1, e before f the free ones
 *
 * The offset also turns J_0: J_0 = A_0 rotation0 Rx(offset_4) Ry(offset_5) Rz(offset_6).
 */
#include "rows.h"

#include <stdio.h>
#include <string.h>

struct generic_joint {
    struct joint_vector locked, offset;
    struct joint_matrix rotation0, rotation1;
    const struct joint_function *offset_function;
};

static const struct generic_joint defaults = { .locked = { 6, (double[]){ 1, 1, 1, 1, 1, 1 } } };

/* J (3 x 3) = A R; R not given: 1 */
static void joint_frame(double J[9], const double A[9], const struct joint_matrix *R)
{
    if (R->x)
        multiply(J, A, R->x);
    else
        memcpy(J, A, 9 * sizeof *J);
}

/* J = J Rx(p_0) Ry(p_1) Rz(p_2), p in rad */
static void turn_on(double J[9], const double p[3])
{
    for (int k = 0; k < 3; k++) {
        double v[3] = { 0 }, R[9], K[9];
        v[k] = p[k];
        rotation(R, v);
        multiply(K, J, R);
        memcpy(J, K, sizeof K);
    }
}

static const char *take_offset(const struct generic_joint *p, double t, double out[6])
{
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t } };
    if (p->offset_function)
        return p->offset_function->call(p->offset_function, 1, in, (struct joint_matrix){ 1, 6, out });
    if (p->offset.n)
        memcpy(out, p->offset.x, 6 * sizeof *out);
    return NULL;
}

static int locks(const struct generic_joint *p, int first) /* how many of the rows first .. first + 2 */
{
    const double *x = p->locked.x + first;
    return (x[0] != 0) + (x[1] != 0) + (x[2] != 0);
}

/* The row of the locked rotation k is axis i of J_0 times axis j of J_1. */
static void find_pair(const struct generic_joint *p, int k, int *i, int *j)
{
    static const int three[3][2] = { { 2, 1 }, { 2, 0 }, { 0, 1 } };
    int n = locks(p, 3), e = k == 0, f = k == 2 ? 1 : 2; /* the other two, e before f */
    *i = n == 3 ? three[k][0] : n == 2 && p->locked.x[3 + e] != 0 ? f : e;
    *j = n == 3 ? three[k][1] : n == 2 ? k : f;
}

/* The rows are e_k . d - offset_k and a_k . b_k, a of J_0, b of J_1, both zero where the rotation is released; all axes global. */
struct axes { double d[3], lever[3], offset[6], J0[9], J1[9], e[3][3], a[3][3], b[3][3]; };

static const char *look(const struct generic_joint *p, const struct joint_at *at, struct axes *l)
{
    if (p->locked.n != 6 || p->offset.n % 6) /* set in the middle of a run */
        return "locked and offset must have 6 numbers, for x, y, z, rx, ry, rz";
    int global = locks(p, 0) == 3;
    *l = (struct axes){ 0 };
    gap(l->d, at);
    joint_frame(l->J0, at->m0->A, &p->rotation0);
    joint_frame(l->J1, at->m1->A, &p->rotation1);
    const char *why = take_offset(p, at->t, l->offset);
    if (l->offset[3] != 0 || l->offset[4] != 0 || l->offset[5] != 0)
        turn_on(l->J0, l->offset + 3);
    if (!global)
        copy(l->lever, l->d); /* axes of J_0 turn with marker 0, global ones do not */
    for (int k = 0, i, j; k < 3; k++) {
        l->e[k][k] = 1;
        if (!global)
            axis(l->e[k], l->J0, k);
        if (p->locked.x[3 + k] == 0)
            continue;
        find_pair(p, k, &i, &j);
        axis(l->a[k], l->J0, i);
        axis(l->b[k], l->J1, j);
    }
    return why;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct axes l;
    const char *why = look(data, at, &l);
    for (int k = 0; k < 3 && !why; k++) {
        g[k] = dot(l.e[k], l.d) - l.offset[k];
        g[3 + k] = dot(l.a[k], l.b[k]);
    }
    return why;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct axes l;
    const char *why = look(data, at, &l);
    for (int k = 0; k < 3 && !why; k++) {
        row_along(G + 12 * k, l.e[k], l.lever);
        row_axes(G + 12 * (3 + k), l.a[k], l.b[k]);
    }
    return why;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    const struct generic_joint *p = data;
    struct axes l;
    if (p->offset_function)
        return JOINT_DIFFER;
    const char *why = look(p, at, &l);
    for (int k = 0; k < 3 && !why; k++) {
        c[k] = locks(p, 0) == 3 ? 0 : bias_along(at, l.e[k], l.d);
        c[3 + k] = bias_axes(at, l.a[k], l.b[k]);
    }
    return why;
}

static int held(const void *data, int row)
{
    const struct generic_joint *p = data;
    return row >= p->locked.n || p->locked.x[row] != 0;
}

/* ---- checks ---- */

static int wrong_list(const char *name, const struct joint_vector *v, char *why, size_t size)
{
    if (v->n != 6)
        snprintf(why, size, "%s has %d number%s, it must have 6, for x, y, z, rx, ry, rz", name, v->n, v->n == 1 ? "" : "s");
    return v->n != 6;
}

/* Rows a, b, c of a rotation: a and b perpendicular, of length 1, c = a x b. */
static int wrong_rotation(const char *name, const struct joint_matrix *R, char *why, size_t size)
{
    double c[3], off;
    if (!R->x)
        return 0;
    if (R->rows != 3 || R->cols != 3) {
        snprintf(why, size, "%s is %d x %d, it must be 3 x 3", name, R->rows, R->cols);
        return 1;
    }
    const double *a = R->x, *b = a + 3;
    cross(c, a, b);
    sub(c, c, a + 6);
    off = fmax(fmax(fabs(dot(a, a) - 1), fabs(dot(b, b) - 1)), fmax(fabs(dot(a, b)), norm(c)));
    if (off > 1e-8)
        snprintf(why, size, "%s is no rotation, it is off by %.3g (1e-8 is allowed); its columns must be the axes of the joint frame: "
                 "perpendicular, of length 1, right-handed", name, off);
    return off > 1e-8;
}

/* Three or two locked rotations hold half a turn away too; with one, half turns belong to the motion. */
static int wrong_pose(const struct generic_joint *p, const struct joint_at *at, char *why, size_t size)
{
    struct axes l;
    double R[9];
    const char *failed = look(p, at, &l);
    int n = locks(p, 3), free = p->locked.x[3] == 0 ? 0 : p->locked.x[4] == 0 ? 1 : 2;
    relative(R, l.J0, l.J1);
    double cosine = n == 3 ? 0.5 * (R[0] + R[4] + R[8] - 1) : n == 2 ? R[4 * free] : 1;
    if (failed)
        snprintf(why, size, "%s", failed);
    else if (cosine < 0)
        snprintf(why, size, "%s of its markers are %.3g rad apart at the start, it must be less than a right angle (1.57 rad), as the rows "
                 "hold half a turn away too; turn marker 1, or give rotation1",
                 n == 3 ? "the joint frames" : "the free axes of the joint frames", acos(fmax(cosine, -1)));
    return failed || cosine < 0;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct generic_joint *p = data;
    if (wrong_list("locked", &p->locked, why, size) || (p->offset.x && wrong_list("offset", &p->offset, why, size))
        || wrong_rotation("rotation0", &p->rotation0, why, size) || wrong_rotation("rotation1", &p->rotation1, why, size))
        return 1;
    if (p->offset.n && p->offset_function) {
        snprintf(why, size, "offset and offset_function are both given; leave one of them out");
        return 1;
    }
    return wrong_pose(p, at, why, size);
}

/* ---- outputs: in the joint frame A_0 rotation0, before the offset turns it ---- */

static const char *displacement_local(const void *data, const struct joint_at *at, double *out)
{
    double J0[9], d[3];
    gap(d, at);
    joint_frame(J0, at->m0->A, &((const struct generic_joint *)data)->rotation0);
    unturn(out, J0, d);
    return NULL;
}

static const char *rotation_of(const void *data, const struct joint_at *at, double *out)
{
    const struct generic_joint *p = data;
    double J0[9], J1[9], R[9];
    joint_frame(J0, at->m0->A, &p->rotation0);
    joint_frame(J1, at->m1->A, &p->rotation1);
    relative(R, J0, J1);
    tait_bryan(out, R);
    return NULL;
}

/* A piece of each axis along which marker 1 may travel, a ring about each about which it may turn. */
static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    double J0[9], e[3];
    joint_frame(J0, at->m0->A, &((const struct generic_joint *)data)->rotation0);
    pen->sphere(pen, at->m0->r, 0.2 * pen->size, NULL);
    pen->line(pen, at->m0->r, at->m1->r, 0, NULL);
    for (int k = 0; k < 3; k++) {
        axis(e, J0, k);
        if (!held(data, k))
            stroke(pen, at->m0->r, e, pen->size);
        if (!held(data, 3 + k))
            pen->circle(pen, at->m0->r, e, pen->size, NULL);
    }
}

static const struct joint_row rows[] = {
    { "x", "m", "of r1 - r0, less offset; global if x, y, z are all locked, else in the joint frame of marker 0" },
    { "y", "m", "the same of y" }, { "z", "m", "the same of z" },
    { "rx", "rad", "product of two axes, that small rotations about x change; zero if released" },
    { "ry", "rad", "the same about y" }, { "rz", "rad", "the same about z" }, { 0 }
};

#define FIELD(f) offsetof(struct generic_joint, f)
static const struct joint_param params[] = {
    { "locked", JOINT_VECTOR, JOINT_SWITCHES, "1", FIELD(locked), "x, y, z, rx, ry, rz: 1 held, 0 released" },
    { "rotation0", JOINT_MATRIX, JOINT_FIXED, "1", FIELD(rotation0),
      "joint frame in marker 0 (3 x 3, columns are its axes); that of the marker if not given" },
    { "rotation1", JOINT_MATRIX, JOINT_FIXED, "1", FIELD(rotation1), "the same in marker 1" },
    { "offset", JOINT_VECTOR, JOINT_ANY, "m, rad", FIELD(offset),
      "x, y, z, rx, ry, rz to hold: x, y, z in the axes of their rows; the joint frame of marker 0 is turned on by Rx(rx) Ry(ry) Rz(rz)" },
    { "offset_function", JOINT_FUNCTION, JOINT_ANY, "m, rad", FIELD(offset_function), "offset = f(t), six numbers" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement_local", 3, "m", displacement_local, "r1 - r0 in the joint frame of marker 0, not turned by offset" },
    { "rotation", 3, "rad", rotation_of, "Tait-Bryan angles of the joint frame of marker 1 in that of marker 0, not turned by offset" },
    { 0 }
};

/* Global rows hold the points an offset apart, where their force has a moment about its own ends. */
const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "generic_joint", .doc = "holds any of the three translations and three rotations between two frames",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct generic_joint), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .residual = residual, .jacobian = jacobian, .bias = bias, .held = held, .check = check, .draw = draw,
    .global_axes = 1,
    .example = "m:generic_joint { m.ground, arm, at = { 0, 0, 0 }, locked = { 1, 1, 1, 1, 1, 0 } }",
};
