/* param_outside - a parameter lies behind the instance.
 * says: parameter 'height' lies outside the instance (offset 1000 */
#include "good.h"

static const struct joint_param wrong[] = { { "height", JOINT_REAL, JOINT_ANY, "m", 1000, "to hold" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "param_outside", .params = wrong };
