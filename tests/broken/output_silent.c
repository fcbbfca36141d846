/* output_silent - an output never gives numbers.
 * says: output 'angle' never gives numbers, it says: not written yet */
#include "good.h"

static const char *silent(const void *data, const struct joint_at *at, double *out)
{
    (void)data, (void)at, (void)out;
    return "not written yet";
}

static const struct joint_output wrong[] = { { "angle", 1, "rad", silent, "some day" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "output_silent", .outputs = wrong };
