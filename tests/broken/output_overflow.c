/* output_overflow - an output writes more numbers than its table says.
 * says: output 'normal' writes more than its 2 numbers; correct n in its table */
#include "good.h"

static const struct joint_output wrong[] = { { "normal", 2, "1", normal, "of the plane" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "output_overflow", .outputs = wrong };
