/* half_turn - the axes are parallel, and also where marker 1 is turned over.
 * says: with marker 1 turned by half a turn about x of marker 0 the rows of rotation hold again
 * says: or set half_turns if both poses are meant */
#include "good.h"

static const char *parallel(const void *data, const struct joint_at *at, double *g)
{
    double x0[3], y0[3], z1[3];
    (void)data;
    axis(x0, at->m0->A, 0);
    axis(y0, at->m0->A, 1);
    axis(z1, at->m1->A, 2);
    g[0] = dot(x0, z1);
    g[1] = dot(y0, z1);
    return NULL;
}

static const struct joint_row two[] = { { "x", "rad", "z1 against x0" }, { "y", "rad", "z1 against y0" }, { 0 } };

#ifndef HALF_TURNS
const struct joint_type yoke_joint = { JOINT_HEADER, .name = "half_turn", .doc = "for a test", .rows = two, .residual = parallel };
#endif
