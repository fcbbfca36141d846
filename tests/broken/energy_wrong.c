/* energy_wrong - the half is forgotten.
 * says: law: row 'height' is
 * says: at rest, differences of energy over the deformation give
 * says: correct energy or law */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *stored)
{
    energy(data, at, stored);
    *stored *= 2;
    return NULL;
}

const struct joint_type yoke_joint = { GOOD, LAW, .name = "energy_wrong", .energy = wrong };
