/* jacobian_entry - one entry of the Jacobian has the wrong sign.
 * says: jacobian: row 'height', column 9 (z of marker 1) is
 * says: correct that entry, or leave jacobian out */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *G)
{
    jacobian(data, at, G);
    G[8] = -G[8];
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "jacobian_entry", .jacobian = wrong };
