/* residual_says - it never gives a number.
 * says: no sample instance is accepted; the last one: residual says: the plane is not ready */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    (void)data, (void)at, (void)g;
    return "the plane is not ready";
}

const struct joint_type yoke_joint = { GOOD, .name = "residual_says", .residual = wrong };
