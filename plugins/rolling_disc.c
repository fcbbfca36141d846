/* rolling_disc - lets the rim of a disc (marker 1, its centre) roll on a plane (marker 0) without slipping and without leaving it.
 *
 *   g = (u . s, u . l, u . n),   u = v_1 + w_1 x R c - v_0 - w_0 x (p - r_0),   p = r_1 + R c        rows of velocities
 *
 * n = A_0 normal, a = A_1 axis, l = a x n / |a x n| forward, s = n x l sideways, c = a x l from the centre to the lowest point p.
 * The rows keep the height of p over the plane, which the start gives (output gap); a row that is not locked lets the rim slip.
 */
#include "rows.h"

#include <stdio.h>

struct rolling_disc {
    double radius, axis[3], normal[3];
    struct joint_vector locked;
};

static const struct rolling_disc defaults = { .axis = { 1, 0, 0 }, .normal = { 0, 0, 1 }, .locked = { 3, (double[]){ 1, 1, 1 } } };

static const double floor_colour[4] = { 0.5, 0.5, 0.5, 1 };

static const char flat[] = "the disc lies flat on the plane (its axis is along the normal), so it has no lowest point";

struct wheel { /* global */
    double e[3][3];                /* s, l, n */
    double a[3], sine;             /* sine = |a x n| */
    double arm[3], lever[3], u[3]; /* R c, p - r_0 */
};

static const char *look(const struct rolling_disc *p, const struct joint_at *at, struct wheel *w)
{
    double *s = w->e[0], *l = w->e[1], *n = w->e[2], rim[3], floor[3];
    turn(n, at->m0->A, p->normal);
    turn(w->a, at->m1->A, p->axis);
    cross(l, w->a, n);
    w->sine = norm(l);
    if (w->sine < 1e-9)
        return flat;
    scale(l, 1 / w->sine, l);
    cross(s, n, l);
    cross(w->arm, w->a, l);
    scale(w->arm, p->radius, w->arm);
    gap(w->lever, at);
    add(w->lever, w->lever, w->arm);
    cross(rim, at->m1->w, w->arm);
    cross(floor, at->m0->w, w->lever);
    for (int i = 0; i < 3; i++)
        w->u[i] = at->m1->v[i] + rim[i] - at->m0->v[i] - floor[i];
    return NULL;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    struct wheel w;
    const char *why = look(data, at, &w);
    for (int k = 0; k < 3 && !why; k++)
        g[k] = dot(w.u, w.e[k]);
    return why;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    struct wheel w;
    const char *why = look(data, at, &w);
    for (int k = 0; k < 3 && !why; k++, G += 12) {
        scale(G, -1, w.e[k]);
        cross(G + 3, w.e[k], w.lever);
        copy(G + 6, w.e[k]);
        cross(G + 9, w.arm, w.e[k]);
    }
    return why;
}

/* Rates of s, l, n and of R c as the bodies turn:  l' = (m' - l (l . m'))/|m|,  m = a x n */
static void rates(const struct rolling_disc *p, const struct wheel *w, const struct joint_at *at, double e1[3][3], double arm1[3])
{
    const double *l = w->e[1], *n = w->e[2];
    double a1[3], x[3], y[3];
    cross(a1, at->m1->w, w->a);
    cross(e1[2], at->m0->w, n);
    cross(x, a1, n);
    cross(y, w->a, e1[2]);
    add(x, x, y);
    for (int i = 0; i < 3; i++)
        e1[1][i] = (x[i] - l[i] * dot(l, x)) / w->sine;
    cross(x, e1[2], l);
    cross(y, n, e1[1]);
    add(e1[0], x, y);
    cross(x, a1, l);
    cross(y, w->a, e1[1]);
    add(x, x, y);
    scale(arm1, p->radius, x);
}

/* c = u' . e + u . e',   u' = w_1 x (R c)' - w_0 x (v_1 + (R c)' - v_0) */
static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    struct wheel w;
    double e1[3][3], arm1[3], lever1[3], rim[3], floor[3], u1[3];
    const char *why = look(data, at, &w);
    if (why)
        return why;
    rates(data, &w, at, e1, arm1);
    for (int i = 0; i < 3; i++)
        lever1[i] = at->m1->v[i] + arm1[i] - at->m0->v[i];
    cross(rim, at->m1->w, arm1);
    cross(floor, at->m0->w, lever1);
    sub(u1, rim, floor);
    for (int k = 0; k < 3; k++)
        c[k] = dot(u1, w.e[k]) + dot(w.u, e1[k]);
    return NULL;
}

static int held(const void *data, int row)
{
    const struct rolling_disc *p = data;
    return row >= p->locked.n || p->locked.x[row] != 0;
}

static int level(const void *data, int row)
{
    (void)data, (void)row;
    return 1;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct rolling_disc *p = data;
    struct wheel w;
    double d[3];
    int n = p->locked.n;
    gap(d, at);
    if (look(p, at, &w))
        snprintf(why, size, "%s; tilt it, or correct axis (in the frame of marker 1) or normal (in that of marker 0)", flat);
    else if (dot(w.e[2], d) < 0)
        snprintf(why, size, "the centre of the disc lies %.3g m behind the plane; normal must point to the side of the disc", -dot(w.e[2], d));
    else if (n != 3)
        snprintf(why, size, "locked has %d number%s, it must have 3: lateral, longitudinal, normal", n, n == 1 ? "" : "s");
    else
        return 0;
    return 1;
}

/* ---- outputs ---- */

static const char *contact_point(const void *data, const struct joint_at *at, double *out)
{
    struct wheel w;
    const char *why = look(data, at, &w);
    if (!why)
        add(out, at->m1->r, w.arm);
    return why;
}

static const char *contact_velocity(const void *data, const struct joint_at *at, double *out)
{
    struct wheel w;
    double e1[3][3], arm1[3];
    const char *why = look(data, at, &w);
    if (!why) {
        rates(data, &w, at, e1, arm1);
        add(out, at->m1->v, arm1);
    }
    return why;
}

static const char *height(const void *data, const struct joint_at *at, double *out)
{
    struct wheel w;
    const char *why = look(data, at, &w);
    if (!why)
        out[0] = dot(w.e[2], w.lever);
    return why;
}

static const char *force_local(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    scale(out, -1, at->lambda);
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    const struct rolling_disc *p = data;
    struct wheel w;
    double rim[3];
    if (look(p, at, &w))
        return;
    add(rim, at->m1->r, w.arm);
    pen->circle(pen, at->m1->r, w.a, 2 * p->radius, NULL);
    pen->line(pen, at->m1->r, rim, 0, NULL);
    pen->sphere(pen, rim, 0.2 * pen->size, NULL);
    double half[3], from[3], to[3]; /* the floor, along the way */
    scale(half, 1.5 * p->radius, w.e[1]);
    sub(from, rim, half);
    add(to, rim, half);
    pen->line(pen, from, to, 0, floor_colour);
}

static const struct joint_row rows[] = {
    { "lateral", "m", "slip along the axis of the disc, in the plane" },
    { "longitudinal", "m", "slip along the tangent of the rim" },
    { "normal", "m", "rim leaving the plane" },
    { 0 }
};

#define FIELD(f) offsetof(struct rolling_disc, f)
static const struct joint_param params[] = {
    { "radius", JOINT_REAL, JOINT_REQUIRED | JOINT_POSITIVE, "m", FIELD(radius), "of the disc" },
    { "axis", JOINT_VEC3, JOINT_DIRECTION, "1", FIELD(axis), "of the disc, in the frame of marker 1; stored with length 1" },
    { "normal", JOINT_VEC3, JOINT_DIRECTION | JOINT_ALONG, "1", FIELD(normal),
      "of the plane through marker 0, on the side of the disc, in its frame; stored with length 1" },
    { "locked", JOINT_VECTOR, JOINT_SWITCHES, "1", FIELD(locked), "lateral, longitudinal, normal: 1 held, 0 free" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "contact_point", 3, "m", contact_point, "lowest point of the rim, global" },
    { "contact_velocity", 3, "m/s", contact_velocity, "of the contact point along its trail, global" },
    { "slip", 3, "m/s", residual, "of the rim over the plane: lateral, longitudinal, normal" },
    { "force_local", 3, "N", force_local, "on the disc: lateral, longitudinal, normal" },
    { "gap", 1, "m", height, "height of the lowest point of the rim over the plane; the rows keep what it is at the start" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "rolling_disc", .doc = "disc that rolls on a plane without slipping (rows of velocities)",
    .markers = JOINT_FRAMES, .data_size = sizeof(struct rolling_disc), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .residual = residual, .jacobian = jacobian, .bias = bias, .held = held, .level = level, .check = check,
    .draw = draw,
    .example = "m:rolling_disc { m.ground:at { 0, -0.5, 0 }, arm, radius = 0.5, normal = { 0, 1, 0 }, axis = { 0, 0, 1 } }\n"
               "m:torque { arm, { 0, 0, -0.5 } }",
};
