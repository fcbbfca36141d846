/* draw_nan - it draws a direction that has no length.
 * says: draw uses a place or a diameter that is not finite */
#include "good.h"

static void draw(const void *data, const struct joint_at *at, struct joint_pen *pen)
{
    double zero[3] = { 0 }, e[3];
    (void)data;
    scale(e, 1 / norm(zero), zero);
    pen->line(pen, at->m0->r, e, pen->size, NULL);
}

const struct joint_type yoke_joint = { GOOD, .name = "draw_nan", .draw = draw };
