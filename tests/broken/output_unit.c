/* output_unit - an output has no unit.
 * says: output 'normal' must have eval, unit and doc */
#include "good.h"

static const struct joint_output wrong[] = { { "normal", 3, NULL, normal, "of the plane" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "output_unit", .outputs = wrong };
