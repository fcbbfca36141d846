/* rigid_spring_damper - a bushing: springs and dampers against displacement and rotation of marker 1 in the frame of marker 0.
 *
 *   g = [A_0' (r_1 - r_0); angles],   A_0' A_1 = Rx(angle_x) Ry(angle_y) Rz(angle_z)
 *   sigma = stiffness (g - offset) + damping g_dot,   or force(t, u, v, k, d, offset), u = g, v = g_dot
 *
 * Applied is -G' sigma, so that its power is -sigma . g_dot at any rotation: the force sigma_x..z along the axes of marker 0, at the
 * point of marker 1 (on marker 0 with the lever r_1 - r_0), and the couple that has the components sigma of the angles along the axes
 * they turn about: x of marker 0, z_1 x x_0, z of marker 1.
 * The usual element takes these as components along the axes of marker 0, its force without the lever, and A_0' (v_1 - v_0),
 * A_0' (w_1 - w_0) as rates.  The two differ by products with a displacement or an angle; for turns and couples about one of x, y, z alone,
 * with marker 0 at rest, not at all.
 */
#include "rows.h"

#include <stdio.h>

struct rigid_spring_damper {
    struct joint_matrix stiffness, damping; /* (6 x 6), (1 x 6) the diagonal, or empty */
    struct joint_vector offset;             /* (6) or empty */
    const struct joint_function *force;
};

static const char folded[] = "angle_y is 90 degrees, where angle_x and angle_z are not defined; turn both marker frames so that the "
                             "large rotation is about their x or z";

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    double d[3], R[9];
    gap(d, at);
    unturn(g, at->m0->A, d);
    relative(R, at->m0->A, at->m1->A);
    tait_bryan(g + 3, R);
    return hypot(R[5], R[8]) < 1e-6 ? folded : NULL;
}

/* Angles: the rows are dual to the axes x_0, y = z_1 x x_0 / cos b, z_1 that they turn about. */
static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    double d[3], a[3], x[3], y[3], z[3];
    gap(d, at);
    for (int i = 0; i < 3; i++) {
        axis(a, at->m0->A, i);
        row_along(G + 12 * i, a, d);
    }
    axis(x, at->m0->A, 0);
    axis(z, at->m1->A, 2);
    cross(y, z, x);
    double sine = dot(x, z), cos2 = dot(y, y), cosine = sqrt(cos2);
    for (int i = 0; i < 3; i++) {
        double row[3] = { (x[i] - sine * z[i]) / cos2, y[i] / cosine, (z[i] - sine * x[i]) / cos2 };
        for (int k = 0; k < 3; k++)
            G[12 * (3 + k) + 3 + i] = -row[k], G[12 * (3 + k) + 9 + i] = row[k];
    }
    return cosine < 1e-6 ? folded : NULL;
}

static double entry(const struct joint_matrix *K, int i, int k)
{
    return K->rows == 6 ? K->x[6 * i + k] : K->rows && i == k ? K->x[i] : 0;
}

/* A list for the function of the script; what was not given is 6 zeros. */
static struct joint_value list(int n, const double *x)
{
    static const double zeros[6];
    return n ? (struct joint_value){ JOINT_LIST, n, x } : (struct joint_value){ JOINT_LIST, 6, zeros };
}

static const char *call(const struct rigid_spring_damper *p, const struct joint_at *at, double *sigma)
{
    const struct joint_matrix *K = &p->stiffness, *D = &p->damping;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_LIST, 6, at->g }, { JOINT_LIST, 6, at->g_dot },
                                      list(6 * K->rows, K->x), list(6 * D->rows, D->x), list(p->offset.n, p->offset.x) };
    return p->force->call(p->force, 6, in, (struct joint_matrix){ 1, 6, sigma });
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct rigid_spring_damper *p = data;
    if (p->force)
        return call(p, at, sigma);
    for (int i = 0; i < 6; i++) {
        sigma[i] = 0;
        for (int k = 0; k < 6; k++)
            sigma[i] += entry(&p->stiffness, i, k) * (at->g[k] - (p->offset.n ? p->offset.x[k] : 0)) + entry(&p->damping, i, k) * at->g_dot[k];
    }
    return NULL;
}

static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct rigid_spring_damper *p = data;
    (void)at;
    if (p->force)
        return JOINT_DIFFER;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            dg[6 * i + k] = entry(&p->stiffness, i, k);
            dg_dot[6 * i + k] = entry(&p->damping, i, k);
        }
    return NULL;
}

/* (g - offset)' stiffness (g - offset) / 2; what is not symmetric in it stores nothing */
static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct rigid_spring_damper *p = data;
    double u[6];
    *stored = 0;
    for (int i = 0; i < 6; i++)
        u[i] = at->g[i] - (p->offset.n ? p->offset.x[i] : 0);
    for (int i = 0; i < 6 && !p->force; i++)
        for (int k = 0; k < 6; k++)
            *stored += 0.5 * u[i] * entry(&p->stiffness, i, k) * u[k];
    return NULL;
}

static int wrong_matrix(const char *name, const struct joint_matrix *K, char *why, size_t size)
{
    if (!K->rows || (K->cols == 6 && (K->rows == 1 || K->rows == 6)))
        return 0;
    return snprintf(why, size, "%s is a %d x %d matrix, it must be 6 x 6, or the 6 numbers of its diagonal", name, K->rows, K->cols);
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct rigid_spring_damper *p = data;
    (void)at;
    if (p->offset.n && p->offset.n != 6)
        return snprintf(why, size, "offset has %d number%s, it must have 6: x, y, z (m), angles (rad)", p->offset.n, p->offset.n == 1 ? "" : "s");
    return wrong_matrix("stiffness", &p->stiffness, why, size) || wrong_matrix("damping", &p->damping, why, size);
}

/* ---- outputs ---- */

static const char *displacement_local(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->g);
    return NULL;
}

static const char *velocity_local(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->g_dot);
    return NULL;
}

static const char *rotation_of(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->g + 3);
    return NULL;
}

static const char *angular_velocity_local(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    double w[3];
    sub(w, at->m1->w, at->m0->w);
    unturn(out, at->m0->A, w);
    return NULL;
}

static const char *force_local(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    copy(out, at->lambda);
    return NULL;
}

static const char *torque_local(const void *data, const struct joint_at *at, double *out)
{
    double G[6 * 12] = { 0 }, couple[3];
    const char *why = jacobian(data, at, G);
    for (int i = 0; i < 3; i++)
        couple[i] = at->lambda[3] * G[12 * 3 + 9 + i] + at->lambda[4] * G[12 * 4 + 9 + i] + at->lambda[5] * G[12 * 5 + 9 + i];
    unturn(out, at->m0->A, couple);
    return why;
}

static const struct joint_row rows[] = {
    { "x", "m", "r1 - r0 along x of marker 0" }, { "y", "m", "along y" }, { "z", "m", "along z" },
    { "angle_x", "rad", "first angle of marker 1 in marker 0, about x" }, { "angle_y", "rad", "second angle, about y after that" },
    { "angle_z", "rad", "third angle, about z after these" }, { 0 }
};

#define FIELD(f) offsetof(struct rigid_spring_damper, f)
static const struct joint_param params[] = {
    { "stiffness", JOINT_MATRIX, JOINT_ANY, "N/m, N m/rad", FIELD(stiffness), "6 x 6, or the 6 numbers of its diagonal; order x, y, z, angles" },
    { "damping", JOINT_MATRIX, JOINT_ANY, "N s/m, N m s/rad", FIELD(damping), "6 x 6, or the 6 numbers of its diagonal" },
    { "offset", JOINT_VECTOR, JOINT_ANY, "m, rad", FIELD(offset), "6 numbers: displacement and angles where the springs are relaxed" },
    { "force", JOINT_FUNCTION, JOINT_ANY, "N, N m", FIELD(force),
      "6 numbers = f(t, u, v, k, d, offset) in place of the law; k, d as given, row by row" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement_local", 3, "m", displacement_local, "r1 - r0 in the frame of marker 0" },
    { "velocity_local", 3, "m/s", velocity_local, "its rate" },
    { "rotation", 3, "rad", rotation_of, "angles of marker 1 in marker 0, x first, counted on over full turns" },
    { "angular_velocity_local", 3, "rad/s", angular_velocity_local, "w1 - w0 in the frame of marker 0" },
    { "force_local", 3, "N", force_local, "on marker 0, in its frame" },
    { "torque_local", 3, "N m", torque_local, "on marker 0, in its frame, without the lever of the force" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "rigid_spring_damper", .doc = "bushing: springs and dampers against displacement and rotation",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct rigid_spring_damper), .params = params, .rows = rows, .outputs = outputs,
    .residual = residual, .jacobian = jacobian, .law = law, .law_tangent = law_tangent, .energy = energy, .check = check, .draw_part = 1.6,
    .example = "m:rigid_spring_damper { m.ground, arm, at = { 0, 0, 0 }, stiffness = { 900, 900, 900, 90, 90, 90 }, damping = { 9, 9, 9, 9, 9, 9 } }",
};
