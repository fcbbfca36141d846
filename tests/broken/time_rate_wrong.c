/* time_rate_wrong - dg/dt has the wrong sign.
 * says: time_rate: row 'height' is
 * says: [defaults, height = a function of time] */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *gt)
{
    (void)at;
    gt[0] = ((const struct good *)data)->height.rate;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "time_rate_wrong", .time_rate = wrong, .bias = NULL };
