/* jacobian_skips - an entry is assigned only where it is positive.
 * says: jacobian: number
 * says: assign the same entries on every call */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *G)
{
    double own[12] = { 0 };
    jacobian(data, at, own);
    for (int i = 0; i < 12; i++)
        if (own[i] != 0 && (i != 6 || own[6] > 0 || G[6] == 0))
            G[i] = own[i];
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "jacobian_skips", .jacobian = wrong };
