/* name_odd - its name cannot be written in a script.
 * says: its name 'my joint' is not a plain word */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, .name = "my joint" };
