/* size_larger - built with a joint.h that has grown.
 * says: built with a newer joint.h (struct joint_type has */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, .name = "size_larger", .size = sizeof(struct joint_type) + 64 };
