/* curvature_wrong - the rows are said to keep their direction.
 * says: curvature: row 'x of marker 0', column 5 (rotation about y of marker 0) is 0, differences of jacobian give */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *K)
{
    (void)data, (void)at, (void)K;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "curvature_wrong", .curvature = wrong };
