/* coordinate - couples two coordinates, or holds one, or drives it.
 *
 *   g = factor1 q1 - factor0 q0 - offset(t)
 *   g = factor1 u1 - factor0 u0 - offset(t)        with velocity_level
 */
#include "joint.h"
#include "vec.h"

#include <stdio.h>

struct coordinate {
    double factor0, factor1;
    struct joint_signal offset;
    const struct joint_function *offset_function, *offset_rate_function;
    int velocity_level;
};

static const struct coordinate defaults = { .factor0 = 1, .factor1 = 1 };

static const struct joint_function *function_of(const struct coordinate *p)
{
    return p->velocity_level ? p->offset_rate_function : p->offset_function;
}

static const char *offset(const struct coordinate *p, double t, double *out)
{
    const struct joint_function *f = function_of(p);
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t }, { JOINT_NUMBER, 1, &p->offset.value } };
    *out = p->offset.value;
    return f ? f->call(f, 2, in, (struct joint_matrix){ 1, 1, out }) : NULL;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct coordinate *p = data;
    double off;
    const char *why = offset(p, at->t, &off);
    g[0] = p->velocity_level ? p->factor1 * at->m1->u[0] - p->factor0 * at->m0->u[0] - off
                             : p->factor1 * at->m1->q[0] - p->factor0 * at->m0->q[0] - off;
    return why;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    const struct coordinate *p = data;
    (void)at;
    G[0] = -p->factor0;
    G[1] = p->factor1;
    return NULL;
}

static const char *time_rate(const void *data, const struct joint_at *at, double *gt)
{
    const struct coordinate *p = data;
    (void)at;
    gt[0] = -p->offset.rate;
    return function_of(p) ? JOINT_DIFFER : NULL;
}

/* -offset'' (of rates: -offset') */
static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    const struct coordinate *p = data;
    (void)at;
    c[0] = p->velocity_level ? -p->offset.rate : -p->offset.rate2;
    return function_of(p) ? JOINT_DIFFER : NULL;
}

static int level(const void *data, int row)
{
    (void)row;
    return ((const struct coordinate *)data)->velocity_level;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct coordinate *p = data;
    const char *wrong = NULL;
    if (at->m0->n != 1 || at->m1->n != 1)
        wrong = "its markers must be single coordinates, body:coordinate(i); to couple several use coordinate_vector";
    else if (p->velocity_level && p->offset_function)
        wrong = "offset_function does not go with velocity_level = true; give offset_rate_function(t, offset)";
    else if (!p->velocity_level && p->offset_rate_function)
        wrong = "offset_rate_function goes with velocity_level = true only; Yoke differentiates offset_function itself";
    else if (p->offset.f && function_of(p))
        wrong = "offset is a function already, so offset_function(t, offset) does not go with it";
    if (wrong)
        snprintf(why, size, "%s", wrong);
    return wrong != NULL;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->m1->q[0] - at->m0->q[0];
    return NULL;
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->m1->u[0] - at->m0->u[0];
    return NULL;
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = at->lambda[0];
    return NULL;
}

static const struct joint_row rows[] = { { "coordinate", NULL, "factor1 q1 - factor0 q0 - offset" }, { 0 } };

#define FIELD(f) offsetof(struct coordinate, f)
static const struct joint_param params[] = {
    { "factor0", JOINT_REAL, JOINT_ANY, "1", FIELD(factor0), "of the coordinate of marker 0" },
    { "factor1", JOINT_REAL, JOINT_ANY, "1", FIELD(factor1), "of the coordinate of marker 1" },
    { "offset", JOINT_SIGNAL, JOINT_ANY, "1", FIELD(offset), "in the unit of the coordinates, with velocity_level of their rates" },
    { "offset_function", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(offset_function), "offset = f(t, offset)" },
    { "offset_rate_function", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(offset_rate_function), "the same for velocity_level = true" },
    { "velocity_level", JOINT_BOOL, JOINT_FIXED, "1", FIELD(velocity_level), "true: the rates are coupled" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement", JOINT_PER_COORDINATE, "q", displacement, "q1 - q0, without factors" },
    { "velocity", JOINT_PER_COORDINATE, "q/s", velocity, "u1 - u0, without factors" },
    { "force", 1, "Q", force, "multiplier" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "coordinate", .doc = "couples two coordinates by factors, or holds or drives one",
    .markers = JOINT_COORDINATES, .data_size = sizeof(struct coordinate), .defaults = &defaults, .params = params, .rows = rows,
    .outputs = outputs, .residual = residual, .jacobian = jacobian, .time_rate = time_rate, .bias = bias,
    .level = level, .check = check,
    .example = "m:coordinate { wheel:coordinate(1), cart:coordinate(1), factor0 = 0.2 }",
};
