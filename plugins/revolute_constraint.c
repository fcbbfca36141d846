/* revolute_constraint - hinge: frame b (marker 1) turns in frame a (marker 0) about n, which has the same components in both; x, y, z
 * may be released one by one.
 *
 *   g_0..2 = r,                          r = A_0' (r_1 - r_0)
 *   g_3 = -h y . n_1,  g_4 = h x . n_1   h = 2 / (1 + n_0 . n_1);  x, y, n_0 of frame a (right-handed), n_1 of frame b, global
 *
 * Rows 3 and 4 are 2 tan(tilt / 2) about x and y: a Newton step takes sin(tilt) off; beyond 120 degrees they are refused.  The
 * document's rows are the output `residue`; they have the same slope where the joint holds, but hold with n_1 = -n_0 too.
 * The loads do no work: with an axis across n released, force_a has a moment about n through the origin of frame a, where frame b does not turn.
 */
#include "cut.h"

struct revolute_constraint {
    struct cut cut;
    double n[3];
};

static const struct revolute_constraint defaults = { .n = { 0, 1, 0 }, .cut = CUT_DEFAULTS };

struct hinge { double x[2][3], y[2][3], n[2][3], h; }; /* axes across and along n of frame a and frame b, global */

static const char *look(struct hinge *s, const struct revolute_constraint *p, const struct joint_at *at)
{
    double x[3], y[3], c[3] = { 0 }; /* y = n x c, as in the document */
    c[fabs(p->n[0]) > 0.1 ? 1 : fabs(p->n[1]) > 0.1 ? 2 : 0] = 1;
    cross(y, p->n, c);
    scale(y, 1 / norm(y), y);
    cross(x, y, p->n);
    for (int k = 0; k < 2; k++) {
        const double *A = k ? at->m1->A : at->m0->A;
        turn(s->x[k], A, x);
        turn(s->y[k], A, y);
        turn(s->n[k], A, p->n);
    }
    s->h = 2 / (1 + dot(s->n[0], s->n[1]));
    return s->h > 0 && s->h < 4 ? NULL : "axis n of frame b is more than 120 degrees from that of frame a, they must be the same; turn one of "
                                         "the markers by half a turn across n";
}

/* b with which row 3 + k changes as b . n_1:  b = h (a - h/2 (a . n_1) n_0), a = -y or x, from h' = -h^2/2 (n_0 . n_1)' */
static void lean(double b[3], const struct hinge *s, int k)
{
    const double *a = k ? s->x[0] : s->y[0];
    double h = k ? s->h : -s->h, e = 0.5 * s->h * dot(a, s->n[1]);
    for (int i = 0; i < 3; i++)
        b[i] = h * (a[i] - e * s->n[0][i]);
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct hinge s;
    const char *why = look(&s, data, at);
    cut_r(data, at, g);
    g[3] = -s.h * dot(s.y[0], s.n[1]);
    g[4] = s.h * dot(s.x[0], s.n[1]);
    return why;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct hinge s;
    double b[3];
    const char *why = look(&s, data, at);
    cut_rows(at, G);
    for (int k = 0; k < 2; k++) {
        lean(b, &s, k);
        row_axes(G + 12 * (3 + k), b, s.n[1]);
    }
    return why;
}

/* (a . n_1)', a fixed in frame a */
static double rate(const struct joint_at *at, const double a[3], const double n1[3])
{
    double w[3], m[3];
    sub(w, at->m1->w, at->m0->w);
    cross(m, n1, a);
    return dot(w, m);
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct hinge s;
    double b[3];
    const char *why = look(&s, data, at);
    cut_bias(at, c);
    for (int k = 0; k < 2; k++) {
        lean(b, &s, k);
        c[3 + k] = bias_axes(at, b, s.n[1]) - s.h * rate(at, s.n[0], s.n[1]) * rate(at, b, s.n[1]);
    }
    return why;
}

/* ---- coordinates and outputs ---- */

static const char *angle(const void *data, const struct joint_at *at, double *value, double *row)
{
    struct hinge s;
    const char *why = look(&s, data, at);
    *value = angle_about(s.x[0], s.y[0], s.n[0], s.x[1], row);
    return why;
}

static const char *residue(const void *data, const struct joint_at *at, double *out)
{
    struct hinge s;
    const char *why = look(&s, data, at);
    out[0] = dot(s.x[1], s.n[0]);
    out[1] = dot(s.y[1], s.n[0]);
    return why;
}

static const struct joint_row rows[] = {
    CUT_ROWS,
    { "tilt_x", "rad", "of n of frame b about x" }, { "tilt_y", "rad", "about y, both across n of frame a (n = y: x is z, y is x)" }, { 0 }
};

#define FIELD(f) offsetof(struct revolute_constraint, f)
static const struct joint_param params[] = {
    { "n", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(n), "axis, with the same components in both frames; stored with length 1; the locks are of the axes of frame a: as n is y, y_locked frees the travel along the hinge" },
    CUT_PARAMS,
    { 0 }
};

static const struct joint_output outputs[] = {
    CUT_OUTPUTS,
    { "residue", 2, "1", residue, "x and y of frame b along n of frame a, as documented; zero with n turned over, too" },
    { 0 }
};

static const struct joint_coordinate coordinates[] = {
    CUT_COORDINATES,
    { "angle", "rad", angle, "of frame b in frame a about n" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, CUT_TYPE, .name = "revolute_constraint", .doc = "hinge: two frames turn about a common axis; position held along the locked axes",
    .data_size = sizeof(struct revolute_constraint), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .coordinates = coordinates, .residual = residual, .jacobian = jacobian, .bias = bias,
    .check = cut_check, .color = { 1, 0, 0, 1 },
};
