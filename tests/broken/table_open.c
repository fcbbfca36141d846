/* table_open - its table of parameters has no end, and something else follows it.
 * says: it ended the program (
 * says: ) in its tables (does each end with { 0 }?) */
#include "good.h"

static const struct joint_param wrong[] = { { "height", JOINT_SIGNAL, JOINT_ANY, "m", FIELD(height), "to hold" }, { (const char *)8 } };

const struct joint_type yoke_joint = { GOOD, .name = "table_open", .params = wrong };
