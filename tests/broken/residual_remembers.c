/* residual_remembers - it keeps a number between calls.
 * says: residual: row 'height' is
 * says: at the same state */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    static double calls;
    residual(data, at, g);
    g[0] += ++calls;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "residual_remembers", .residual = wrong };
