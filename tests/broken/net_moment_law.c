/* net_moment_law - the same of a spring.
 * says: the force of the law has the net moment ( */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    g[0] = at->m1->r[2] - at->m0->r[2] - ((const struct good *)data)->height.value;
    return NULL;
}

const struct joint_type yoke_joint = { JOINT_HEADER, LAW, .name = "net_moment_law", .doc = "for a test", .data_size = sizeof(struct good),
    .defaults = &defaults, .params = params, .rows = rows, .residual = wrong };
