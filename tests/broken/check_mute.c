/* check_mute - it refuses everything, and says nothing.
 * says: check refuses without a sentence; write into why what is wrong */
#include "good.h"

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    (void)data, (void)at, (void)why, (void)size;
    return 1;
}

const struct joint_type yoke_joint = { GOOD, .name = "check_mute", .check = check };
