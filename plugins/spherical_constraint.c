/* spherical_constraint - ball joint: holds the origin of frame b (marker 1) in that of frame a (marker 0); x, y, z may be released
 * one by one.
 *
 *   g = r,   r = A_0' (r_1 - r_0)
 */
#include "cut.h"

static const struct cut defaults = CUT_DEFAULTS;

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    cut_rows(at, G);
    return NULL;
}

static const char *bias(const void *data, const struct joint_at *at, double *c)
{
    (void)data;
    cut_bias(at, c);
    return NULL;
}

static const struct joint_row rows[] = { CUT_ROWS, { 0 } };
static const struct joint_param params[] = { CUT_PARAMS, { 0 } };
static const struct joint_output outputs[] = { CUT_OUTPUTS, { 0 } };
static const struct joint_coordinate coordinates[] = { CUT_COORDINATES, { 0 } };

const struct joint_type yoke_joint = {
    JOINT_HEADER, CUT_TYPE, .name = "spherical_constraint", .doc = "ball joint: holds the origin of a frame in another, along the locked axes",
    .data_size = sizeof(struct cut), .defaults = &defaults, .params = params, .rows = rows, .outputs = outputs,
    .coordinates = coordinates, .residual = cut_r, .jacobian = jacobian, .bias = bias, .check = cut_check, .color = { 1, 0, 0, 1 },
};
