/* distance - holds two points a distance apart.
 *
 *   g = |d| - distance(t),   d = r_1 - r_0
 */
#include "joint.h"
#include "vec.h"

struct distance {
    struct joint_signal distance;
};

static const char coincide[] = "the points coincide, so the rod has no direction; to join two points use revolute2d or spherical";

static double span(const struct joint_at *at, double d[3])
{
    sub(d, at->m1->r, at->m0->r);
    return norm(d);
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct distance *p = data;
    double d[3];
    g[0] = span(at, d) - p->distance.value;
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    double d[3], length = span(at, d);
    if (length == 0)
        return coincide;
    scale(G, -1 / length, d);
    scale(G + 6, 1 / length, d);
    return NULL;
}

static const char *time_rate(const void *data, const struct joint_at *at, double *gt)
{
    (void)at;
    gt[0] = -((const struct distance *)data)->distance.rate;
    return NULL;
}

/* c = (|v|^2 - (e . v)^2) / |d| - distance'' */
static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    const struct distance *p = data;
    double d[3], v[3], length = span(at, d);
    if (length == 0)
        return coincide;
    sub(v, at->m1->v, at->m0->v);
    double along = dot(d, v) / length;
    c[0] = (dot(v, v) - along * along) / length - p->distance.rate2;
    return NULL;
}

/* lambda (1 - e e') / |d|, with the sign of each end */
static const char *curvature(const void *data, const struct joint_at *at, double *K)
{
    (void)data;
    double d[3], length = span(at, d);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double k = at->lambda[0] / length * ((i == j) - d[i] * d[j] / (length * length));
            K[12 * i + j] = K[12 * (6 + i) + 6 + j] = k;
            K[12 * i + 6 + j] = K[12 * (6 + i) + j] = -k;
        }
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

static const char *distance(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    double d[3];
    out[0] = span(at, d);
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->lambda[0];
    return NULL;
}

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    (void)data;
    pen->line(pen, at->m0->r, at->m1->r, pen->simplified ? 0 : pen->size, NULL);
}

static const struct joint_row rows[] = { { "distance", "m", "along the line between the points" }, { 0 } };

static const struct joint_param params[] = {
    { "distance", JOINT_SIGNAL, JOINT_REQUIRED | JOINT_POSITIVE, "m", offsetof(struct distance, distance), "to hold",
      "to join two points use revolute2d or spherical" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement", 3, "m", displacement, "r1 - r0, global" },
    { "velocity", 3, "m/s", velocity, "v1 - v0, global" },
    { "distance", 1, "m", distance, "between the points" },
    { "force", 1, "N", force, "in the rod, tension positive" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "distance", .doc = "holds two points a distance apart", .markers = JOINT_FRAMES,
    .data_size = sizeof(struct distance), .params = params, .rows = rows, .outputs = outputs, .residual = residual,
    .jacobian = jacobian, .time_rate = time_rate, .bias = bias, .curvature = curvature, .draw = draw, .draw_part = 0.1,
    .example = "m:distance { m.ground, arm, distance = 1 }",
};
