/* rack - makes a travel follow an angle: rack and pinion, winch, wheel on a rail.
 *
 *   g = q_1 - radius q_0 - offset        q_0 angle (rad), q_1 travel (m)
 *
 * Marker 0 is an angle: rotor:coordinate(1) or joint:coordinate "angle"; marker 1 a travel: mass1d:coordinate(1) or joint:coordinate "distance".
 */
#include "joint.h"

#include <stdio.h>

struct rack {
    double radius, offset;
};

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct rack *p = data;
    g[0] = at->m1->q[0] - p->radius * at->m0->q[0] - p->offset;
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)at;
    G[0] = -((const struct rack *)data)->radius;
    G[1] = 1;
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    (void)data, (void)at;
    c[0] = 0;
    return NULL;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct rack *p = data;
    if (at->m0->n != 1 || at->m1->n != 1)
        snprintf(why, size, "its markers must be a single angle and a single travel: rotor:coordinate(1) or joint:coordinate \"angle\", then "
                 "mass1d:coordinate(1) or joint:coordinate \"distance\"");
    else if (p->radius == 0)
        snprintf(why, size, "radius = 0 must not be zero (m); negative reverses the travel, to hold it use drive");
    else
        return 0;
    return 1;
}

/* -lambda u_1 */
static const char *power(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = -at->lambda[0] * at->m1->u[0];
    return NULL;
}

static const struct joint_row rows[] = { { "travel", "m", "q1 - radius q0 - offset" }, { 0 } };

#define FIELD(f) offsetof(struct rack, f)
static const struct joint_param params[] = {
    { "radius", JOINT_REAL, JOINT_REQUIRED, "m", FIELD(radius), "of the pinion: travel per rad, not zero, negative reverses" },
    { "offset", JOINT_REAL, JOINT_ANY, "m", FIELD(offset), "travel where the angle is zero" },
    { 0 }
};

static const struct joint_output outputs[] = { { "power", 1, "W", power, "passed from the pinion (marker 0) to the rack (marker 1)" }, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "rack", .doc = "couples a travel to an angle: rack and pinion", .markers = JOINT_COORDINATES,
    .data_size = sizeof(struct rack), .params = params, .rows = rows, .outputs = outputs, .residual = residual, .jacobian = jacobian,
    .bias = bias, .check = check,
    .example = "m:rack { wheel:coordinate(1), cart:coordinate(1), radius = 0.2 }",
};
