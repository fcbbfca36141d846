/* constant_not - its Jacobian turns with marker 0, and it says that it is constant.
 * says: jacobian: row 'height', column 1 (x of marker 0) is
 * says: at another; leave constant out */
#include "good.h"

const struct joint_type yoke_joint = { GOOD, .name = "constant_not", .bias = NULL, .curvature = NULL, .constant = 1 };
