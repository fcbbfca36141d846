/* drive - makes a coordinate follow a function of time.
 *
 *   g = q_1 - q_0 - value(t)
 *   g = u_1 - u_0 - value(t)        with velocity_level
 *
 * Marker 0 is usually m.ground:coordinate(1), which is zero; marker 1 body:coordinate(i) or joint:coordinate "angle".
 */
#include "joint.h"

#include <stdio.h>

struct drive {
    struct joint_signal value;
    int velocity_level;
};

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct drive *p = data;
    g[0] = (p->velocity_level ? at->m1->u[0] - at->m0->u[0] : at->m1->q[0] - at->m0->q[0]) - p->value.value;
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    G[0] = -1;
    G[1] = 1;
    return NULL;
}

static const char *time_rate(const void *data, const struct joint_at *at, double *gt)
{
    (void)at;
    gt[0] = -((const struct drive *)data)->value.rate;
    return NULL;
}

/* -value'' (of rates: -value') */
static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    const struct drive *p = data;
    (void)at;
    c[0] = p->velocity_level ? -p->value.rate : -p->value.rate2;
    return NULL;
}

static int level(const void *data, int row)
{
    (void)row;
    return ((const struct drive *)data)->velocity_level;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)data;
    if (at->m0->n == 1 && at->m1->n == 1)
        return 0;
    snprintf(why, size, "its markers must be single coordinates: m.ground:coordinate(1), then body:coordinate(i) or joint:coordinate \"angle\"");
    return 1;
}

static const char *value(const void *data, const struct joint_at *at, double *out)
{
    (void)at;
    out[0] = ((const struct drive *)data)->value.value;
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = -at->lambda[0];
    return NULL;
}

/* -lambda (u_1 - u_0) */
static const char *power(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = -at->lambda[0] * (at->m1->u[0] - at->m0->u[0]);
    return NULL;
}

static const struct joint_row rows[] = { { "coordinate", NULL, "q1 - q0 - value, with velocity_level u1 - u0 - value" }, { 0 } };

#define FIELD(f) offsetof(struct drive, f)
static const struct joint_param params[] = {
    { "value", JOINT_SIGNAL, JOINT_REQUIRED, "m or rad", FIELD(value),
      "of q1 - q0, in the unit of the coordinates; with velocity_level of u1 - u0, per s" },
    { "velocity_level", JOINT_BOOL, JOINT_FIXED, "1", FIELD(velocity_level), "true: the rate is driven" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "value", JOINT_PER_ROW, "q", value, "wanted" },
    { "force", 1, "Q", force, "of the drive on the coordinate of marker 1, generalized, pushing it up if positive" },
    { "power", 1, "W", power, "that the drive delivers to the bodies: force (u1 - u0)" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "drive", .doc = "makes a coordinate, or its rate, follow a function of time", .markers = JOINT_COORDINATES,
    .data_size = sizeof(struct drive), .params = params, .rows = rows, .outputs = outputs, .residual = residual, .jacobian = jacobian,
    .time_rate = time_rate, .bias = bias, .level = level, .check = check,
    .example = "m:drive { m.ground:coordinate(1), cart:coordinate(1), value = function(t) return 0.1 * t ^ 2 end }",
};
