/* abi_other - built for the next contract.
 * says: built for joint contract 2, this yoke speaks 1; rebuild it */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, .name = "abi_other", .abi = JOINT_ABI + 1 };
