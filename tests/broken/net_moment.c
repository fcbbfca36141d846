/* net_moment - the height is measured along the global z, so that the force turns both bodies at once.
 * says: the force of row 'height' has the net moment (
 * says: or set global_axes if it is meant */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    g[0] = at->m1->r[2] - at->m0->r[2] - ((const struct good *)data)->height.value;
    return NULL;
}

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "net_moment", .doc = "for a test", .data_size = sizeof(struct good),
    .params = params, .rows = rows, .residual = wrong };
