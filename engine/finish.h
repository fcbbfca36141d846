/* finish.h - the end of a step of a method with stages: put back onto the rows, with its own accelerations and multipliers.
 *
 *     [ M  B' ] [ dq ]   [  0 ]      [ M  B' ] [ du ]   [  0     ]      [ M  B' ] [ a      ]   [  f ]
 *     [ B  0  ] [ mu ] = [ -g ],     [ B  0  ] [ mu ] = [ -g_dot ],     [ B  0  ] [ lambda ] = [ -c ]
 *
 * positions until they hold, by the matrix that is there; velocities once, and accelerations, by that of the new positions. */
#ifndef FINISH_H
#define FINISH_H
#include "start.h"

enum held { HELD_NOT, HELD_POSITION, HELD_RATE }; /* a row that is released, or of a law; one of positions; one of velocities */

struct finish {
    const struct solver_options *options;
    struct terms *T;
    struct start *start;            /* its linear solver and right-hand sides */
    unsigned char *held;            /* (m) enum held of each row */
    int rows;                       /* there are constraints */
    long evaluations;
};

struct finish *finish_new(struct arena *a, struct terms *T, struct start *start, const struct solver_options *options);

/* Sees which rows are held: before the first step, after a switch, after others were chosen as redundant. */
void finish_rows(struct finish *s);

/* All terms at zero accelerations and multipliers of constraints; what: TERMS_RATE where rows are put back, TERMS_SAME. */
int finish_evaluate(struct finish *s, struct state *x, int what, struct fault *f);

/* Accelerations and multipliers at a state as it is.  0; 1: they are no numbers; -1: fault. */
int finish_accelerations(struct finish *s, struct state *x, struct fault *f);

/* Velocities back onto the rows, at the state evaluated last.  0; 1: forces that depend on them are to be taken anew; -1: fault. */
int finish_velocities(struct finish *s, struct state *x, struct fault *f);

/* All of it.  0; 1: the step was too long; -1: fault. */
int finish_step(struct finish *s, struct state *x, struct fault *f);

#endif
