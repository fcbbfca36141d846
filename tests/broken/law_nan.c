/* law_nan - the law has no value.
 * says: law: row 'height' is not finite */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *sigma)
{
    (void)data, (void)at;
    sigma[0] = NAN;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "law_nan", .law = wrong };
