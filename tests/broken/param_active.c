/* param_active - a parameter that every joint has.
 * says: parameter 'active' belongs to Yoke: every joint has it */
#include "good.h"

static const struct joint_param wrong[] = { { "active", JOINT_REAL, JOINT_ANY, "1", FIELD(stiffness), "its own" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "param_active", .params = wrong };
