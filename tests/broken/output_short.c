/* output_short - an output writes fewer numbers than its table says.
 * says: output 'normal': number 4 of 4 is not written */
#include "good.h"

static const struct joint_output wrong[] = { { "normal", 4, "1", normal, "of the plane" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "output_short", .outputs = wrong };
