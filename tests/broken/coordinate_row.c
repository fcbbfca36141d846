/* coordinate_row - the row of its own coordinate has the wrong sign.
 * says: over: row '1', column 1 (x of marker 0) is
 * says: correct its row */
#include "good.h"

static const char *wrong(const void *data, const struct joint_at *at, double *value, double *row)
{
    over(data, at, value, row);
    scale(row, -1, row);
    return NULL;
}

static const struct joint_coordinate coordinate[] = { { "over", "m", wrong, "height over the plane" }, { 0 } };

const struct joint_type yoke_joint = { GOOD, .name = "coordinate_row", .coordinates = coordinate };
