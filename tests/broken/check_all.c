/* check_all - it refuses everything.
 * says: no sample instance is accepted; the last one: the moon is not full */
#include "good.h"

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)data, (void)at;
    snprintf(why, size, "the moon is not full");
    return 1;
}

const struct joint_type yoke_joint = { GOOD, .name = "check_all", .check = check };
