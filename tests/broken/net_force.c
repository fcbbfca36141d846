/* net_force - the position of marker 0 is forgotten.
 * says: the force of row 'height' has the net force (
 * says: r1 - r0 */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    double n[3];
    axis(n, at->m0->A, 2);
    g[0] = dot(n, at->m1->r) - ((const struct good *)data)->height.value;
    return NULL;
}

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "net_force", .doc = "for a test", .data_size = sizeof(struct good),
    .params = params, .rows = rows, .residual = wrong, .global_axes = 1 };
