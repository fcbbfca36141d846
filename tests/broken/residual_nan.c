/* residual_nan - a root of a negative number.
 * says: residual: row 'height' is
 * says: nan; return a sentence where the joint is not defined */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    residual(data, at, g);
    g[0] = sqrt(-1 - g[0] * g[0]);
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "residual_nan", .residual = wrong };
