/* columns_assumed - it takes its markers for single coordinates, and no check refuses others.
 * says: jacobian: row 'equal', column 2 (coordinate 2 of marker 0) is 1, differences of residual give 0 */
#include "joint.h"
#include "vec.h"

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    (void)data;
    g[0] = at->m1->q[0] - at->m0->q[0];
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data, (void)at;
    G[0] = -1;
    G[1] = 1;
    return NULL;
}

static const struct joint_row rows[] = { { "equal", NULL, "q1 - q0" }, { 0 } };

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "columns_assumed", .doc = "for a test", .markers = JOINT_COORDINATES,
    .rows = rows, .residual = residual, .jacobian = jacobian };
