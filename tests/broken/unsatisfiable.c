/* unsatisfiable - its rows contradict each other.
 * says: its rows cannot be satisfied from any of */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    residual(data, at, g);
    g[1] = g[0] + 1;
    return NULL;
}

static const struct joint_row two[] = { { "height", "m", "of marker 1 over the plane" }, { "other", "m", "1 m off" }, { 0 } };

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "unsatisfiable", .doc = "for a test", .data_size = sizeof(struct good),
    .rows = two, .residual = wrong };
