/* setting.h - start values that joints are given: an angle, a travel, their rates.
 *
 * Each becomes a row for a while, beside all rows of the model.  Positions go there in short steps, so that a loop stays on its
 * branch; then the rates.  The least correction, weighted by mass, as in start.h.  Where the start itself is refused, the joints that do
 * not fit there are asked only when the values have been set. */
#ifndef SETTING_H
#define SETTING_H
#include "start.h"

/* The start that all solvers share: x as the script gave it, or where another solve ended, with positions and rates that fit the
   rows and the start values; turns are counted from there. */
int setting_start(struct arena *a, struct start *start, struct state *x, const struct origin *from, struct fault *f);

#endif
