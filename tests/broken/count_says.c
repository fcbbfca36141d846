/* count_says - it refuses to count, and says nothing.
 * says: count refuses without a sentence; write into why what is wrong */
#include "good.h"

static int count(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)data, (void)at, (void)why, (void)size;
    return -1;
}

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "count_says", .doc = "for a test", .residual = residual, .count = count };
