/* global_axes - the spring of net_moment_law, which says that it is meant.
 * says: 0 failed */
#include "good.h"

static const char *meant(const void *data, const struct joint_at *at, double *g)
{
    g[0] = at->m1->r[2] - at->m0->r[2] - ((const struct good *)data)->height.value;
    return NULL;
}

const struct joint_type yoke_joint = { JOINT_HEADER, LAW, .name = "global_axes", .doc = "for a test", .data_size = sizeof(struct good),
    .defaults = &defaults, .params = params, .rows = rows, .residual = meant, .global_axes = 1 };
