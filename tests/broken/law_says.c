/* law_says - its law does not work everywhere.
 * says: law says: the spring is broken; it must work wherever residual does */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *sigma)
{
    (void)data, (void)at, (void)sigma;
    return "the spring is broken";
}

const struct joint_type yoke_joint = { GOOD, .name = "law_says", .law = wrong };
