/* energy_says - the energy of its law does not work everywhere.
 * says: energy says: none is kept; it must work wherever law does */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *stored)
{
    (void)data, (void)at, (void)stored;
    return "none is kept";
}

const struct joint_type yoke_joint = { GOOD, LAW, .name = "energy_says", .energy = wrong };
