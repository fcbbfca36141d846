/* law_tangent_wrong - stiffness and damping are exchanged.
 * says: law_tangent, dsigma/dg: row 'height', column 1 (height) is 2, differences of law give 3 */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *dg, double *dg_dot)
{
    return law_tangent(data, at, dg_dot, dg);
}

const struct joint_type yoke_joint = { GOOD, LAW, .name = "law_tangent_wrong", .law_tangent = wrong };
