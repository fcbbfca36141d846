/* jacobian_overflow - it writes a row that is not there.
 * says: jacobian writes more than its 1 x 12 numbers */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *G)
{
    G[12] = 0;
    return jacobian(data, at, G);
}

const struct joint_type yoke_joint = { GOOD, .name = "jacobian_overflow", .jacobian = wrong };
