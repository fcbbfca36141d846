/* bias_says - its bias does not work everywhere.
 * says: bias says: too fast; it must work wherever residual does */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *c)
{
    (void)data, (void)at, (void)c;
    return "too fast";
}

const struct joint_type yoke_joint = { GOOD, .name = "bias_says", .bias = wrong };
