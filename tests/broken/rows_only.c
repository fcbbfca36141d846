/* rows_only - nothing is wrong: rows and residual are all that a joint must have.
 * says: 0 failed */
#include "joint.h"
#include "vec.h"

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    double n[3], d[3];
    (void)data;
    axis(n, at->m0->A, 2);
    sub(d, at->m1->r, at->m0->r);
    g[0] = dot(n, d);
    return NULL;
}

static const struct joint_row rows[] = { { "z", "m", "point of marker 1 off the x-y plane of marker 0" }, { 0 } };

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "rows_only", .doc = "for a test", .rows = rows, .residual = residual };
