/* law_overflow - its law writes two rows where it has one.
 * says: law writes more than its 1 rows */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *sigma)
{
    law(data, at, sigma);
    sigma[1] = 0;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, .name = "law_overflow", .law = wrong };
