/* plane.h - joints of the plane between bodies of space: are their markers still in the plane?
 *
 * Such a joint sees x, y and the turn about z alone.  What its rows miss of a tilt is of second order, so a tilt of 1e-3 rad is
 * 1e-6 of a length; what they miss of a way along z is the moment of their forces across it, 1e-3 of force times length. */
#ifndef PLANE_H
#define PLANE_H
#include "terms.h"

struct plane {
    int links;                                          /* 0: there is nothing to look at */
    struct plane_link { int link; double z[2]; } *link; /* (links) z of its markers at the start, or when it was off last (m) */
};

/* Those of an assembly; `last` has the same joints in a run that this one goes on from, or is NULL. */
struct plane *plane_new(struct arena *a, const struct assembly *as, const struct plane *last);

/* Notes where the markers are at the start x; T has its poses. */
void plane_begin(struct plane *p, const struct terms *T, const struct state *x);

/* Is a marker tilted, or moved out of the plane?  Fault names joint and body, without the time. */
int plane_check(struct plane *p, const struct terms *T, const struct state *x, struct fault *f);

#endif
