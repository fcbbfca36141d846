/* half_turn_refused - the same, but check refuses to start turned over.
 * says: 0 failed */
#define HALF_TURNS
#include "half_turn.c"

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    double z0[3], z1[3];
    (void)data;
    axis(z0, at->m0->A, 2);
    axis(z1, at->m1->A, 2);
    if (dot(z0, z1) >= 0)
        return 0;
    snprintf(why, size, "the axes point against each other");
    return 1;
}

const struct joint_type yoke_joint = { JOINT_HEADER, .name = "half_turn_refused", .doc = "for a test", .rows = two, .residual = parallel,
    .check = check };
