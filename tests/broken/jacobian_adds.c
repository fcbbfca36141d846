/* jacobian_adds - the Jacobian is added to what is in the matrix.
 * says: jacobian: number 1 is
 * says: never add */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *G)
{
    double own[12] = { 0 };
    jacobian(data, at, own);
    for (int i = 0; i < 12; i++)
        G[i] += own[i];
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "jacobian_adds", .jacobian = wrong };
