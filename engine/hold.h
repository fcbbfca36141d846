/* hold.h - puts an implicit step back onto the rows of the level that its method leaves loose: the velocities of index 3; the
 * positions of index 2, and then the velocities, which fitted other positions.  Both levels hold then (stabilized).
 *
 * The correction is the least one in the metric of M, as an impact has it:  [M B'; B 0] [du; mu] = [0; -g_dot]. */
#ifndef HOLD_H
#define HOLD_H
#include "newton.h"

/* After newton_solve; its terms are those of x then.  0; 1: they do not come to hold; -1: fault. */
int hold_loose(struct newton *s, struct state *x, struct fault *f);

#endif
