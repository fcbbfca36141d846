/* gear - makes one angle a fixed multiple of another.
 *
 *   g = q_1 - ratio q_0 - offset        ratio, or -teeth0/teeth1 (internal: +teeth0/teeth1)
 *
 * Its markers are angles: rotor:coordinate(1), rigid2d:coordinate(3), or joint:coordinate "angle" (counted on over full turns).
 */
#include "joint.h"

#include <stdio.h>

struct gear {
    double ratio, offset;
    int teeth0, teeth1, internal;
};

static double ratio_of(const struct gear *p)
{
    return p->teeth1 ? (p->internal ? 1. : -1.) * p->teeth0 / p->teeth1 : p->ratio;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct gear *p = data;
    g[0] = at->m1->q[0] - ratio_of(p) * at->m0->q[0] - p->offset;
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)at;
    G[0] = -ratio_of(data);
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
    const struct gear *p = data;
    int teeth = p->teeth0 || p->teeth1;
    if (at->m0->n != 1 || at->m1->n != 1)
        snprintf(why, size, "its markers must be single angles, rotor:coordinate(1) or joint:coordinate \"angle\"");
    else if (!teeth && p->ratio == 0)
        snprintf(why, size, "it needs ratio, not zero (turns of marker 1 per turn of marker 0), or teeth0 and teeth1");
    else if (teeth && p->ratio != 0)
        snprintf(why, size, "ratio = %.15g does not go with teeth; give ratio, or teeth0 and teeth1", p->ratio);
    else if (teeth && !(p->teeth0 && p->teeth1))
        snprintf(why, size, "teeth%d = %d is given alone; give teeth0 and teeth1", p->teeth1 != 0, p->teeth0 + p->teeth1);
    else if (!teeth && p->internal)
        snprintf(why, size, "internal goes with teeth0 and teeth1 only; with ratio = %.15g its sign tells (negative turns the other way)", p->ratio);
    else
        return 0;
    return 1;
}

static const char *ratio(const void *data, const struct joint_at *at, double *out)
{
    (void)at;
    out[0] = ratio_of(data);
    return NULL;
}

/* -lambda u_1 */
static const char *power(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    out[0] = -at->lambda[0] * at->m1->u[0];
    return NULL;
}

static const struct joint_row rows[] = { { "angle", "rad", "q1 - ratio q0 - offset" }, { 0 } };

#define FIELD(f) offsetof(struct gear, f)
static const struct joint_param params[] = {
    { "ratio", JOINT_REAL, JOINT_ANY, "1", FIELD(ratio),
      "turns of marker 1 per turn of marker 0, negative turns the other way; 0: teeth are given" },
    { "teeth0", JOINT_INT, JOINT_POSITIVE, "1", FIELD(teeth0), "of the wheel of marker 0, with teeth1 in place of ratio" },
    { "teeth1", JOINT_INT, JOINT_POSITIVE, "1", FIELD(teeth1), "of the wheel of marker 1" },
    { "internal", JOINT_BOOL, JOINT_ANY, "1", FIELD(internal), "true: one wheel has its teeth inside, both turn the same way" },
    { "offset", JOINT_REAL, JOINT_ANY, "rad", FIELD(offset), "angle of marker 1 where that of marker 0 is zero" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "ratio", 1, "1", ratio, "turns of marker 1 per turn of marker 0" },
    { "power", 1, "W", power, "passed from marker 0 to marker 1" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "gear", .doc = "couples two angles by a ratio, or by numbers of teeth", .markers = JOINT_COORDINATES,
    .data_size = sizeof(struct gear), .params = params, .rows = rows, .outputs = outputs, .residual = residual, .jacobian = jacobian,
    .bias = bias, .check = check,
    .example = "m:gear { wheel:coordinate(1), pinion:coordinate(1), teeth0 = 40, teeth1 = 20 }\n"
               "m:load { wheel:coordinate(1), 1 }",
};
