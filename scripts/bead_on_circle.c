/* bead_on_circle - keeps a point of marker 1 on a circle about marker 0 in the x-y plane: a joint plugin of your own.
 *
 *   g = |d| - radius,   d = (r_1 - r_0)_xy
 *
 * This is all a joint needs: its equation, its parameters, the names of its rows.  Yoke differences the rest, gives it
 * outputs (lambda, force0, force1, drift, ...), checks its parameters and reports it by name.
 */
#include "joint.h"
#include "vec.h"

struct bead_on_circle {
    double radius;
};

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct bead_on_circle *p = data;
    g[0] = hypot(at->m1->r[0] - at->m0->r[0], at->m1->r[1] - at->m0->r[1]) - p->radius;
    return NULL;
}

static const struct joint_row rows[] = { { "radial", "m", "from the circle, outwards" }, { 0 } };

static const struct joint_param params[] = {
    { "radius", JOINT_REAL, JOINT_REQUIRED | JOINT_POSITIVE, "m", offsetof(struct bead_on_circle, radius), "of the circle" }, { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "bead_on_circle", .doc = "keeps a point on a circle", .markers = JOINT_PLANE,
    .data_size = sizeof(struct bead_on_circle), .params = params, .rows = rows, .residual = residual,
};
