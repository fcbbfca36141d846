/* statics.h - equilibrium: the loads are raised in steps, each is solved with the full tangent.
 *
 *     -f(q) + B' lambda = 0,  g = 0          velocities and accelerations zero; velocity rows have no say
 *
 * A step is tried by Newton, by GSL's scaled hybrid method (small models), and by going down with the forces until they
 * balance (pseudo-transient continuation: Kelley and Keyes, SIAM J. Numer. Anal. 35, 1998); then it is halved. */
#ifndef STATICS_H
#define STATICS_H
#include "energy.h"
#include "full.h"
#include "start.h"

struct statics {
    const struct solver_options *options;
    struct arena *arena;
    struct terms *T;
    struct newton *newton;
    struct start *start;
    struct notes *notes;
    struct state *x, *before;
    double load;                /* part of the loads that acts, 0 to 1 */
    long steps, halvings;
    double *drift;              /* (m) */
    double *counts;             /* (m + readings) turns counted before a load step */
    struct full full;           /* the matrix of the hybrid method, dense; no values: too large for it */
};

struct statics *statics_new(struct arena *a, struct assembly *as, const struct solver_options *options, struct notes *notes);

/* The start state without velocities; x is then at load 0 but not yet in equilibrium. */
int statics_begin(struct statics *s, const struct origin *from, struct fault *f);

/* Equilibrium at a part of the loads (0 to 1). */
int statics_step(struct statics *s, double load, struct fault *f);

/* At the last load: warns if the equilibrium found is one that nothing returns to (models of up to 120 unknowns, forces that have an energy). */
void statics_judge(struct statics *s);

#endif
