/* half_turn_meant - the same, declared.
 * says: 0 failed */
#define HALF_TURNS
#include "half_turn.c"

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "half_turn_meant", .doc = "for a test", .rows = two, .residual = parallel,
    .half_turns = 1 };
