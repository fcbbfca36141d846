/* body_rigid.c - rigid bodies in space, with three choices of rotation coordinates.
 *
 *   m (r'' + A (w' x c + w x (w x c))) = m g                            c: centre of mass, w: angular velocity, both in body axes
 *   J w' + w x J w + m c x A'r'' = m c x A'g                            J about the reference point
 *
 *   rigid:              rotation increments in body axes, a quaternion kept beside them: w are the rates
 *   rigid_euler:        Euler parameters e = (e0, e1, e2, e3):  w = L(e) e',  with the joint e . e = 1 of its own
 *   rigid_tait_bryan:   A = Rx(a) Ry(b) Rz(c):  w = L(a, b, c) (a', b', c')'
 *
 * With L (3 x k) the equations of the last two follow by w' = L p'' + L' p' and the torque L' t.
 */
#include "body.h"
#include "spin.h"
#include "text.h"

#include <string.h>

struct rigid {
    double mass, com[3], position[3], velocity[3], angular_velocity[3], angular_velocity_local[3];
    struct joint_vector inertia, rotation, displacement;
    int inertia_about, condition, check_inertia;
};

static const struct rigid defaults = { .condition = 1, .check_inertia = 1 };

/* ---- inertia ---- */

/* J (3 x 3) about the reference point from Jxx Jyy Jzz Jyz Jxz Jxy, with m (c.c 1 - c c') if it was given about the other */
static void tensor(const struct rigid *p, double J[9])
{
    const double *x = p->inertia.x, *c = p->com, m = p->inertia_about ? p->mass : 0;
    J[0] = x[0], J[4] = x[1], J[8] = x[2], J[5] = J[7] = x[3], J[2] = J[6] = x[4], J[1] = J[3] = x[5];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            J[3 * i + k] += m * ((i == k) * dot(c, c) - c[i] * c[k]);
}

/* Eigenvalues of a symmetric J, ascending: with m = trace / 3, p^2 = |J - m 1|^2 / 6 and cos(3 a) = det(J - m 1) / (2 p^3) they are
   m + 2 p cos(a + 2 pi k / 3) (Smith 1961). */
static void principal(const double J[9], double moment[3])
{
    double m = 0, K[9], p = 0, most = 1e-300; /* relative to the largest: squares of large moments would overflow */
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(J[i]));
    for (int i = 0; i < 9; i += 4)
        m += J[i] / most / 3;
    for (int i = 0; i < 9; i++) {
        K[i] = J[i] / most - (i % 4 == 0 ? m : 0);
        p += K[i] * K[i] / 6;
    }
    p = sqrt(p);
    double det = K[0] * (K[4] * K[8] - K[5] * K[7]) - K[1] * (K[3] * K[8] - K[5] * K[6]) + K[2] * (K[3] * K[7] - K[4] * K[6]);
    double a = p > 0 ? acos(fmax(-1, fmin(1, det / (2 * p * p * p)))) / 3 : 0;
    for (int k = 0; k < 3; k++) /* a in 0 .. pi/3: k = 1, 2, 0 is ascending */
        moment[k] = most * (m + 2 * p * cos(a + 2.0943951023931957 * ((k + 1) % 3)));
}

static int wrong_inertia(const struct rigid *p, char *why, size_t size)
{
    static const char remedy[] = "; inertia = {Jxx, Jyy, Jzz, Jyz, Jxz, Jxy} (kg m2)";
    double J[9], moment[3];
    tensor(p, J);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) /* about the centre of mass */
            J[3 * i + k] -= p->mass * ((i == k) * dot(p->com, p->com) - p->com[i] * p->com[k]);
    principal(J, moment);
    double slack = 1e-9 * moment[2];
    if (!(moment[0] > -slack) || !(moment[2] > 0))
        text_print(why, size, "inertia is not positive definite about the centre of mass (principal moments %.6g, %.6g, %.6g)%s%s", moment[0],
                   moment[1], moment[2], remedy,
                   norm(p->com) > 0 && !p->inertia_about ? "; if it is meant about the centre of mass, give inertia_about = \"com\"" : "");
    else if (p->check_inertia && moment[2] > moment[0] + moment[1] + slack)
        text_print(why, size, "inertia is not possible: of the principal moments about the centre of mass, %.6g, %.6g, %.6g, one is larger than the "
                   "other two together%s; to compute with it all the same, give check_inertia = false", moment[0], moment[1], moment[2], remedy);
    else
        return 0;
    return 1;
}

static int check(const struct rigid *p, int coordinates, const char *names, char *why, size_t size)
{
    if (norm(p->angular_velocity) > 0 && norm(p->angular_velocity_local) > 0) {
        text_print(why, size, "angular_velocity (global) and angular_velocity_local (in body axes) are both given; give one of them");
        return 1;
    }
    return body_wrong_count("inertia", p->inertia, 6, ": Jxx, Jyy, Jzz, Jyz, Jxz, Jxy (kg m2)", why, size)
        || body_wrong_count("displacement", p->displacement, coordinates, names, why, size) || wrong_inertia(p, why, size);
}

static int check_lie(const void *data, char *why, size_t size)
{
    return check(data, 3, ": x, y, z (m); turn it by rotation", why, size);
}

static int check_euler(const void *data, char *why, size_t size)
{
    return check(data, 7, ": x, y, z (m), e0, e1, e2, e3", why, size);
}

static int check_tait_bryan(const void *data, char *why, size_t size)
{
    return check(data, 6, ": x, y, z (m), a, b, c (rad)", why, size);
}

/* ---- start ---- */

static void start_rotation(const struct rigid *p, double A[9])
{
    static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    memcpy(A, p->rotation.n == 9 ? p->rotation.x : identity, sizeof identity);
}

/* In body axes, for a body turned by A. */
static void start_spin(const struct rigid *p, const double A[9], double w[3])
{
    unturn(w, A, p->angular_velocity);
    add(w, w, p->angular_velocity_local);
}

static void start_place(const struct rigid *p, double *ref, double *q, double *u)
{
    for (int i = 0; i < 3; i++) {
        ref[i] = p->position[i];
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
        u[i] = p->velocity[i];
    }
}

/* ---- rotation increments ---- */

static void start_lie(const void *data, double *ref, double *q, double *u)
{
    double A[9];
    start_place(data, ref, q, u);
    start_rotation(data, A);
    ref[3] = ref[4] = ref[5] = q[3] = q[4] = q[5] = 0;
    start_spin(data, A, u + 3);
}

static enum body_inertia inertia_lie(const void *data, const double gravity[3], double *mass, double *weight)
{
    const struct rigid *p = data;
    for (int i = 0; i < 3; i++) {
        mass[i] = p->mass;
        weight[i] = p->mass * gravity[i];
        mass[3 + i] = weight[3 + i] = 0;
    }
    return norm(p->com) == 0 ? BODY_SPINNING : BODY_VARYING;
}

static void spin_lie(const void *data, double J[9], double quaternion[4])
{
    double A[9];
    tensor(data, J);
    start_rotation(data, A);
    matrix_quaternion(quaternion, A);
}

/* M (6 x 6) and f (6) in r'' and w', for a body turned by A and spinning with w. */
static void newton_euler(const struct rigid *p, const double A[9], const double w[3], const double gravity[3], double *M, double *f)
{
    double J[9], c[3], x[3], y[3], g[3];
    tensor(p, J);
    turn(c, A, p->com);
    memset(M, 0, 36 * sizeof *M);
    for (int i = 0; i < 3; i++) {
        M[7 * i] = p->mass;
        for (int k = 0; k < 3; k++)
            M[6 * (3 + i) + 3 + k] = J[3 * i + k];
    }
    for (int k = 0; k < 3; k++) { /* M_tr = -m A c~: column k is -m A (c x e_k) */
        double e[3] = { k == 0, k == 1, k == 2 };
        cross(x, p->com, e);
        turn(y, A, x);
        for (int i = 0; i < 3; i++)
            M[6 * i + 3 + k] = M[6 * (3 + k) + i] = -p->mass * y[i];
    }
    cross(x, w, p->com);
    cross(y, w, x);
    turn(x, A, y);
    for (int i = 0; i < 3; i++)
        f[i] = p->mass * (gravity[i] - x[i]);
    turn(x, J, w);
    cross(y, w, x);
    unturn(g, A, gravity);
    cross(x, p->com, g);
    for (int i = 0; i < 3; i++)
        f[3 + i] = p->mass * x[i] - y[i];
}

static const char *equations_lie(const void *data, const struct body_at *at, double *M, double *f)
{
    newton_euler(data, at->A, at->u + 3, at->gravity, M, f);
    return NULL;
}

/* f (3) = m A'(r'' - g): the pull on the centre of mass, its moment c x f is in the equations of rotation */
static void pull(const struct rigid *p, const double A[9], const struct body_at *at, const double *a, double f[3])
{
    double x[3];
    sub(x, a, at->gravity);
    unturn(f, A, x);
    scale(f, p->mass, f);
}

/* Per turn in body axes  d(c x f) = c x (f x turn) = (f c' - (c . f) 1) turn;  the terms of the rates are left out. */
static const char *tangent_lie(const void *data, const struct body_at *at, const double *a, double *K, double *D)
{
    const struct rigid *p = data;
    double f[3];
    pull(p, at->A, at, a, f);
    memset(K, 0, 36 * sizeof *K);
    memset(D, 0, 36 * sizeof *D);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            K[6 * (3 + i) + 3 + k] = f[i] * p->com[k] - (i == k ? dot(p->com, f) : 0);
    return NULL;
}

static double height(const struct rigid *p, const double A[9], const struct body_at *at)
{
    double c[3];
    turn(c, A, p->com);
    return -p->mass * (dot(at->gravity, at->q) + dot(at->gravity, c));
}

static double potential_lie(const void *data, const struct body_at *at)
{
    return height(data, at->A, at);
}

/* ---- Euler parameters and Tait-Bryan angles ---- */

/* w = L p', w' = L p'' + bias, of k rotation coordinates p */
struct rates { int k; double A[9], L[3][4], bias[3]; };

static void euler_rates(const double *e, const double *e_dot, struct rates *r)
{
    /* not divided by the length: what is measured is how it fits the condition */
    const double L[3][4] = { { -2 * e[1], 2 * e[0], 2 * e[3], -2 * e[2] }, { -2 * e[2], -2 * e[3], 2 * e[0], 2 * e[1] },
                             { -2 * e[3], 2 * e[2], -2 * e[1], 2 * e[0] } };
    (void)e_dot;
    r->k = 4;
    quaternion_matrix(r->A, e);
    memcpy(r->L, L, sizeof L);
    memset(r->bias, 0, sizeof r->bias); /* L(e') e' = 0 */
}

static void tait_bryan_rates(const double *p, const double *p_dot, struct rates *r)
{
    double ca = cos(p[0]), sa = sin(p[0]), cb = cos(p[1]), sb = sin(p[1]), cc = cos(p[2]), sc = sin(p[2]);
    const double A[9] = { cb * cc, -cb * sc, sb, ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -sa * cb,
                          sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb };
    const double L[3][4] = { { cb * cc, sc, 0 }, { -cb * sc, cc, 0 }, { sb, 0, 1 } };
    double a = p_dot[0], b = p_dot[1], c = p_dot[2];
    r->k = 3;
    memcpy(r->A, A, sizeof A);
    memcpy(r->L, L, sizeof L);
    r->bias[0] = (-sb * cc * b - cb * sc * c) * a + cc * c * b;
    r->bias[1] = (sb * sc * b - cb * cc * c) * a - sc * c * b;
    r->bias[2] = cb * b * a;
}

typedef void rates_of(const double *p, const double *p_dot, struct rates *r);

static void frame_by(rates_of *rates, const double *q, const double *u, struct body_frame *frame)
{
    struct rates r;
    memset(frame, 0, sizeof *frame);
    rates(q + 3, u + 3, &r);
    copy(frame->r, q);
    copy(frame->v, u);
    memcpy(frame->A, r.A, sizeof r.A);
    copy(frame->w_bias, r.bias);
    for (int i = 0; i < 3; i++) {
        frame->J[i][i] = 1;
        for (int k = 0; k < r.k; k++) {
            frame->J[3 + i][3 + k] = r.L[i][k];
            frame->w[i] += r.L[i][k] * u[3 + k];
        }
    }
}

/* P' M6 P and P' (f6 - M6 (0, bias)), (v, w) = P u as the frame has it */
static void equations_by(rates_of *rates, int n, const struct rigid *p, const struct body_at *at, double *M, double *f)
{
    struct body_frame frame;
    double M6[36], f6[6], MP[6][7];
    frame_by(rates, at->q, at->u, &frame);
    newton_euler(p, frame.A, frame.w, at->gravity, M6, f6);
    for (int i = 0; i < 6; i++) {
        f6[i] -= dot(M6 + 6 * i + 3, frame.w_bias);
        for (int k = 0; k < n; k++) {
            MP[i][k] = 0;
            for (int h = 0; h < 6; h++)
                MP[i][k] += M6[6 * i + h] * frame.J[h][k];
        }
    }
    for (int i = 0; i < n; i++) {
        f[i] = 0;
        for (int h = 0; h < 6; h++)
            f[i] += frame.J[h][i] * f6[h];
        for (int k = 0; k < n; k++) {
            M[n * i + k] = 0;
            for (int h = 0; h < 6; h++)
                M[n * i + k] += frame.J[h][i] * MP[h][k];
        }
    }
}

/* d(L' (c x f))/dp.  A and L are of second degree in Euler parameters and waves of length 2 pi in angles, so that differences over
   steps of `reach` on either side, 1 and pi/2, are exact. */
static void tangent_by(rates_of *rates, double reach, const struct rigid *p, const struct body_at *at, const double *a, double *K,
                       double *D)
{
    static const double still[4];
    struct rates r, side[2];
    double f[3], moment[3], q[4];
    rates(at->q + 3, still, &r);
    int n = 3 + r.k;
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    memset(D, 0, (size_t)(n * n) * sizeof *D);
    pull(p, r.A, at, a, f);
    cross(moment, p->com, f);
    for (int k = 0; k < r.k; k++) {
        double df[2][3], d[3], more[3];
        for (int h = 0; h < 2; h++) {
            memcpy(q, at->q + 3, (size_t)r.k * sizeof *q);
            q[k] += h ? reach : -reach;
            rates(q, still, &side[h]);
            pull(p, side[h].A, at, a, df[h]);
        }
        sub(d, df[1], df[0]);
        cross(more, p->com, d);
        for (int i = 0; i < r.k; i++)
            for (int h = 0; h < 3; h++)
                K[n * (3 + i) + 3 + k] += 0.5 * ((side[1].L[h][i] - side[0].L[h][i]) * moment[h] + r.L[h][i] * more[h]);
    }
}

static void start_euler(const void *data, double *ref, double *q, double *u)
{
    const struct rigid *p = data;
    double A[9], w[3];
    struct rates r;
    start_place(p, ref, q, u);
    start_rotation(p, A);
    matrix_quaternion(ref + 3, A);
    for (int i = 3; i < 7; i++)
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
    euler_rates(q + 3, NULL, &r);
    start_spin(p, r.A, w);
    for (int k = 0; k < 4; k++) /* e' = L' w / 4 */
        u[3 + k] = 0.25 * (r.L[0][k] * w[0] + r.L[1][k] * w[1] + r.L[2][k] * w[2]);
}

static void frame_euler(const void *data, const double *q, const double *u, struct body_frame *frame)
{
    (void)data;
    frame_by(euler_rates, q, u, frame);
}

static const char *equations_euler(const void *data, const struct body_at *at, double *M, double *f)
{
    equations_by(euler_rates, 7, data, at, M, f);
    return NULL;
}

static const char *tangent_euler(const void *data, const struct body_at *at, const double *a, double *K, double *D)
{
    tangent_by(euler_rates, 1, data, at, a, K, D);
    return NULL;
}

static double potential_euler(const void *data, const struct body_at *at)
{
    struct rates r;
    euler_rates(at->q + 3, at->u + 3, &r);
    return height(data, r.A, at);
}

static void start_tait_bryan(const void *data, double *ref, double *q, double *u)
{
    const struct rigid *p = data;
    double A[9], w[3];
    struct rates r;
    start_place(p, ref, q, u);
    start_rotation(p, A);
    tait_bryan(ref + 3, A);
    for (int i = 3; i < 6; i++)
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
    tait_bryan_rates(q + 3, (double[3]){ 0 }, &r);
    start_spin(p, r.A, w);
    double cb = cos(q[4]), cc = cos(q[5]), sc = sin(q[5]); /* L^-1 w */
    u[3] = (cc * w[0] - sc * w[1]) / cb;
    u[4] = sc * w[0] + cc * w[1];
    u[5] = w[2] - tan(q[4]) * (cc * w[0] - sc * w[1]);
}

static void frame_tait_bryan(const void *data, const double *q, const double *u, struct body_frame *frame)
{
    (void)data;
    frame_by(tait_bryan_rates, q, u, frame);
}

static const char *equations_tait_bryan(const void *data, const struct body_at *at, double *M, double *f)
{
    if (fabs(cos(at->q[4])) < 1e-6)
        return "its second Tait-Bryan angle is at 90 degrees, where the angles are singular; use parametrization = \"lie\"";
    equations_by(tait_bryan_rates, 6, data, at, M, f);
    return NULL;
}

static const char *tangent_tait_bryan(const void *data, const struct body_at *at, const double *a, double *K, double *D)
{
    tangent_by(tait_bryan_rates, 1.57079632679489661923, data, at, a, K, D);
    return NULL;
}

static double potential_tait_bryan(const void *data, const struct body_at *at)
{
    struct rates r;
    tait_bryan_rates(at->q + 3, at->u + 3, &r);
    return height(data, r.A, at);
}

/* ---- the length of Euler parameters: g = e . e - 1 ---- */

static const char *length_residual(const void *data, const struct joint_at *at, double *g)
{
    const double *e = at->m1->q + 3;
    (void)data;
    g[0] = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3] - 1;
    return NULL;
}

static const char *length_jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    for (int i = 3; i < 7; i++)
        G[at->m0->n + i] = 2 * at->m1->q[i];
    return NULL;
}

static const char *length_bias(const void *data, const struct joint_at *at, double *c)
{
    const double *v = at->m1->u + 3;
    (void)data;
    c[0] = 2 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    return NULL;
}

static const struct joint_row length_rows[] = { { "length", "1", "e . e - 1" }, { 0 } };

static const struct joint_type unit_length = {
    JOINT_HEADER, .name = "unit_length", .doc = "keeps the length of Euler parameters", .markers = JOINT_COORDINATES,
    .rows = length_rows, .residual = length_residual, .jacobian = length_jacobian, .bias = length_bias,
};

static const struct joint_type *own_joint(const void *data)
{
    return ((const struct rigid *)data)->condition ? &unit_length : NULL;
}

/* Off its length a quaternion stretches the body, which L does not know: a prediction is put back on it. */
static void tidy_euler(const void *data, double *q)
{
    double *e = q + 3, n = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    for (int i = 0; i < 4 && ((const struct rigid *)data)->condition; i++)
        e[i] /= n;
}

/* ---- tables ---- */

static const struct body_coordinate lie_coordinates[] = {
    { "x", BODY_LENGTH }, { "y", BODY_LENGTH }, { "z", BODY_LENGTH }, { "turn_x", BODY_ANGLE }, { "turn_y", BODY_ANGLE }, { "turn_z", BODY_ANGLE }
};
static const struct body_coordinate euler_coordinates[] = {
    { "x", BODY_LENGTH }, { "y", BODY_LENGTH }, { "z", BODY_LENGTH },
    { "e0", BODY_NUMBER }, { "e1", BODY_NUMBER }, { "e2", BODY_NUMBER }, { "e3", BODY_NUMBER }
};
static const struct body_coordinate tait_bryan_coordinates[] = {
    { "x", BODY_LENGTH }, { "y", BODY_LENGTH }, { "z", BODY_LENGTH }, { "a", BODY_ANGLE }, { "b", BODY_ANGLE }, { "c", BODY_ANGLE }
};

#define FIELD(f) offsetof(struct rigid, f)
static const struct joint_param params[] = {
    { "mass", JOINT_REAL, JOINT_REQUIRED | JOINT_POSITIVE, "kg", FIELD(mass), "of the body",
      "a body without mass is an error in space; use a small mass, or a joint with two axes" },
    { "inertia", JOINT_VECTOR, JOINT_REQUIRED, "kg m2", FIELD(inertia), "Jxx, Jyy, Jzz, Jyz, Jxz, Jxy, or 3x3, in body axes, about the point that inertia_about names" },
    { "inertia_about", JOINT_INT, JOINT_ANY, "1", FIELD(inertia_about), "\"reference\" (point) or \"com\" (centre of mass)" },
    { "check_inertia", JOINT_BOOL, JOINT_ANY, "1", FIELD(check_inertia), "false: also an inertia that no body has (a moment larger than the other two)" },
    { "com", JOINT_VEC3, JOINT_ANY, "m", FIELD(com), "centre of mass, from the reference point, in body axes" },
    { "position", JOINT_VEC3, JOINT_ANY, "m", FIELD(position), "of the reference point in the reference pose, global" },
    { "rotation", JOINT_VECTOR, JOINT_ANY, "1", FIELD(rotation), "in the reference pose: 3x3, {axis=, angle=}, {quaternion=} or {xyz=}" },
    { "displacement", JOINT_VECTOR, JOINT_ANY, "m, rad or 1", FIELD(displacement), "at the start, away from the reference pose, one per coordinate" },
    { "velocity", JOINT_VEC3, JOINT_ANY, "m/s", FIELD(velocity), "of the reference point at the start, global" },
    { "angular_velocity", JOINT_VEC3, JOINT_ANY, "rad/s", FIELD(angular_velocity), "at the start, global" },
    { "angular_velocity_local", JOINT_VEC3, JOINT_ANY, "rad/s", FIELD(angular_velocity_local), "at the start, in body axes" },
    { "condition", JOINT_BOOL, JOINT_FIXED, "1", FIELD(condition), "of Euler parameters: false leaves out the equation of their length" },
    { 0 }
};

const struct body_type body_rigid = {
    .name = "rigid", .doc = "rigid body in space", .map = BODY_SPACE, .n = 6, .coordinate = lie_coordinates,
    .data_size = sizeof(struct rigid), .defaults = &defaults, .params = params, .check = check_lie, .start = start_lie,
    .inertia = inertia_lie, .spin = spin_lie, .equations = equations_lie, .tangent = tangent_lie, .potential = potential_lie,
};

const struct body_type body_rigid_euler = {
    .name = "rigid_euler", .word = "rigid", .doc = "rigid body in space, with Euler parameters", .map = BODY_OTHER, .n = 7, .coordinate = euler_coordinates,
    .data_size = sizeof(struct rigid), .defaults = &defaults, .params = params, .check = check_euler, .start = start_euler,
    .equations = equations_euler, .tangent = tangent_euler, .frame = frame_euler,
    .potential = potential_euler, .own_joint = own_joint, .tidy = tidy_euler,
};

const struct body_type body_rigid_tait_bryan = {
    .name = "rigid_tait_bryan", .word = "rigid", .doc = "rigid body in space, with Tait-Bryan angles", .map = BODY_OTHER, .n = 6,
    .coordinate = tait_bryan_coordinates, .data_size = sizeof(struct rigid), .defaults = &defaults, .params = params,
    .check = check_tait_bryan, .start = start_tait_bryan, .equations = equations_tait_bryan,
    .tangent = tangent_tait_bryan,
    .frame = frame_tait_bryan, .potential = potential_tait_bryan,
};
