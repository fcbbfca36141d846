/* residual_unwritten - it has two rows and writes one.
 * says: residual does not write row 'more' */
#include "good.h"

static const struct joint_row two[] = { { "height", "m", "of marker 1 over the plane" }, { "more", "m", "never written" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "residual_unwritten", .rows = two };
