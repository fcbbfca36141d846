/* endless - it iterates until a number that is not one becomes small.
 * says: it did not return within 2 s from residual  [defaults] */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    volatile double step = NAN;
    residual(data, at, g);
    while (!(fabs(step) < 1e-10))
        ;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "endless", .residual = wrong };
