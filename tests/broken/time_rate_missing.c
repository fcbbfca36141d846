/* time_rate_missing - the rows depend on time by themselves, without a function, and nothing tells their rate.
 * says: time_rate: row 'height' is 0, differences of residual over time give
 * says: taken as constant */
#include "good.h"

static const char *drifts(const void *data, const struct joint_at *at, double *g)
{
    residual(data, at, g);
    g[0] += sin(at->t);
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "time_rate_missing", .params = NULL, .residual = drifts, .time_rate = NULL, .bias = NULL };
