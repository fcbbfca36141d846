/* good_law - nothing is wrong.
 * says: 0 failed */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, LAW, .name = "good_law" };
