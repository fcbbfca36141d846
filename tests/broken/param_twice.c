/* param_twice - a parameter stands twice in the table.
 * says: parameter 'height' stands twice in the table */
#include "good.h"

static const struct joint_param wrong[] = {
    { "height", JOINT_SIGNAL, JOINT_ANY, "m", FIELD(height), "to hold" }, { "height", JOINT_REAL, JOINT_ANY, "m", FIELD(stiffness), "again" }, { 0 }
};

const struct joint_type yoke_joint = { GOOD, .name = "param_twice", .params = wrong };
