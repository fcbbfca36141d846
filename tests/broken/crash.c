/* crash - it reads multipliers where there are none.
 * says: it ended the program (
 * says: ) in jacobian  [defaults] */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *G)
{
    jacobian(data, at, G);
    G[0] *= at->lambda[0];
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "crash", .jacobian = wrong };
