/* spring_damper - a spring and damper between two points, or a force of the script along their line.
 *
 *   g = d = r_1 - r_0,   sigma = f e,   e = d / |d|
 *   f = stiffness u + damping v + preload,   u = |d| - rest_length,   v = e . d_dot,   or force(t, u, v, k, d, preload)
 *
 * The rows are all of d, so that a spring of rest length 0 may pass its anchor: there e is the direction it passes in.
 */
#include "joint.h"
#include "vec.h"

struct spring_damper {
    double stiffness, damping, rest_length, preload;
    const struct joint_function *force;
};

static const char no_direction[] = "its ends coincide, so its direction is not defined; with rest_length = 0 they may meet";

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    sub(g, at->m1->r, at->m0->r);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    for (int i = 0; i < 3; i++)
        G[12 * i + i] = -1, G[12 * i + 6 + i] = 1;
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    (void)data, (void)at;
    c[0] = c[1] = c[2] = 0;
    return NULL;
}

static const char *curvature(const void *data, const struct joint_at *at, double *K)
{
    (void)data, (void)at, (void)K; /* the rows keep their direction */
    return NULL;
}

/* ---- the law ---- */

struct line { double e[3], length, u, v; };

/* Length, stretch and its rate; 0: the direction is not defined. */
static int look(const struct spring_damper *p, const struct joint_at *at, struct line *l)
{
    double speed = norm(at->g_dot);
    l->length = norm(at->g);
    l->u = l->length - p->rest_length;
    if (l->length > 0)
        scale(l->e, 1 / l->length, at->g);
    else if (speed > 0 && p->rest_length == 0)
        scale(l->e, 1 / speed, at->g_dot);
    else
        l->e[0] = l->e[1] = l->e[2] = 0;
    l->v = dot(l->e, at->g_dot);
    return l->length > 0 || p->rest_length == 0;
}

static const char *pull(const struct spring_damper *p, double t, double u, double v, double *f)
{
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t }, { JOINT_NUMBER, 1, &u }, { JOINT_NUMBER, 1, &v },
                                      { JOINT_NUMBER, 1, &p->stiffness }, { JOINT_NUMBER, 1, &p->damping }, { JOINT_NUMBER, 1, &p->preload } };
    if (p->force)
        return p->force->call(p->force, 6, in, (struct joint_matrix){ 1, 1, f });
    *f = p->stiffness * u + p->damping * v + p->preload;
    return NULL;
}

static const char *law(const void *data, const struct joint_at *at, double *sigma)
{
    const struct spring_damper *p = data;
    struct line l;
    double f;
    if (!look(p, at, &l))
        return no_direction;
    const char *why = pull(p, at->t, l.u, l.v, &f);
    if (!why && f != 0 && dot(l.e, l.e) == 0)
        return no_direction;
    scale(sigma, f, l.e);
    return why;
}

/* dsigma/dd = k e e' + f/|d| (1 - e e') + c e (d_dot - v e)'/|d|,   dsigma/dd_dot = c e e' */
static const char *law_tangent(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    const struct spring_damper *p = data;
    double k = p->stiffness, c = p->damping, f;
    struct line l;
    if (p->force)
        return JOINT_DIFFER;
    look(p, at, &l);
    f = k * l.u + c * l.v + p->preload;
    for (int i = 0; i < 3; i++)
        for (int h = 0; h < 3; h++) {
            double ee = l.e[i] * l.e[h], across = (i == h) - ee;
            dg[3 * i + h] = l.length > 0 ? k * ee + (f * across + c * l.e[i] * (at->g_dot[h] - l.v * l.e[h])) / l.length : k * (i == h);
            dg_dot[3 * i + h] = c * ee;
        }
    return NULL;
}

static const char *energy(const void *data, const struct joint_at *at, double *stored)
{
    const struct spring_damper *p = data;
    double u = norm(at->g) - p->rest_length;
    *stored = p->force ? 0 : (0.5 * p->stiffness * u + p->preload) * u;
    return NULL;
}

/* ---- outputs ---- */

static const char *distance(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    double d[3];
    sub(d, at->m1->r, at->m0->r);
    out[0] = norm(d);
    return NULL;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    sub(out, at->m1->r, at->m0->r);
    return NULL;
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    sub(out, at->m1->v, at->m0->v);
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    struct line l;
    look(data, at, &l);
    out[0] = dot(l.e, at->lambda);
    return NULL;
}

static const struct joint_row rows[] = {
    { "x", "m", "r1 - r0 along global x" }, { "y", "m", "r1 - r0 along global y" }, { "z", "m", "r1 - r0 along global z" }, { 0 }
};

#define FIELD(f) offsetof(struct spring_damper, f)
static const struct joint_param params[] = {
    { "stiffness", JOINT_REAL, JOINT_NOT_NEGATIVE, "N/m", FIELD(stiffness), "of the spring" },
    { "damping", JOINT_REAL, JOINT_NOT_NEGATIVE, "N s/m", FIELD(damping), "of the damper" },
    { "rest_length", JOINT_REAL, JOINT_NOT_NEGATIVE, "m", FIELD(rest_length), "where the spring is relaxed" },
    { "preload", JOINT_REAL, JOINT_ANY, "N", FIELD(preload), "added force, pulling if positive" },
    { "force", JOINT_FUNCTION, JOINT_ANY, "N", FIELD(force), "pull = f(t, u, v, k, d, preload) in place of the law, u = distance - rest_length" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "distance", 1, "m", distance, "between the points" },
    { "displacement", 3, "m", displacement, "r1 - r0, global" },
    { "velocity", 3, "m/s", velocity, "v1 - v0, global" },
    { "force", 1, "N", force, "pulling the points together if positive" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "spring_damper", .doc = "spring and damper between two points, or a force of the script along their line",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct spring_damper), .params = params, .rows = rows, .outputs = outputs,
    .residual = residual, .jacobian = jacobian, .bias = bias, .curvature = curvature, .law = law, .law_tangent = law_tangent,
    .energy = energy, .draw_part = 1.6,
    .example = "m:spring_damper { m.ground, arm, stiffness = 100, damping = 1, rest_length = 1 }",
};
