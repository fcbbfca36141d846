/* exits - it ends the program that asks it.
 * says: it ended the program (exit status 0) in residual  [defaults] */
#include "good.h"

#include <stdlib.h>

static const char *wrong(const void *data, const struct joint_at *at, double *g)
{
    (void)data, (void)at, (void)g;
    exit(0);
}

const struct joint_type yoke_joint = { GOOD, .name = "exits", .residual = wrong };
