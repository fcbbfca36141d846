/* bias_wrong - the term from the turning normal is left out.
 * says: bias: row 'height' is 0, differences along the motion give
 * says: leave bias out */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *c)
{
    (void)at;
    c[0] = -((const struct good *)data)->height.rate2;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "bias_wrong", .bias = wrong };
