/* residual_overflow - it writes two rows and has one.
 * says: residual writes more than its 1 row */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    g[1] = 0;
    return residual(data, at, g);
}

const struct joint_type yoke_joint = { GOOD, .name = "residual_overflow", .residual = wrong };
