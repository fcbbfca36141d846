/* residual_missing - it has no equation.
 * says: it has no residual */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, .name = "residual_missing", .residual = NULL };
