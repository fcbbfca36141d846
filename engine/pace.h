/* pace.h - the length of the steps of an implicit method, from the error of each.
 *
 * A step of a second-order method leaves C h^3 q''' in the positions, which is C h^2 q''' of a rate while it lasts.  The
 * accelerations tell it: h q''' = a1 - a0.  The rate is compared, so what is left in the end goes with the tolerance. */
#ifndef PACE_H
#define PACE_H
#include "solver.h"

struct pace {
    const struct solver_options *options;
    const struct assembly *as;
    double c;                   /* C of the method */
    double h;                   /* length of the next step (s) */
    long rejected;
    int worst;                  /* coordinate whose rate had the largest error in the last step */
};

/* Before the first step and after a switch. */
void pace_begin(struct pace *p, const struct state *x, double t_end);

/* Length of the step to take when `left` remains: the last ones before an end are equal. */
double pace_length(const struct pace *p, double left);

/* Error of a step, as a rate over its tolerance: root of the mean square over all coordinates. */
double pace_error(struct pace *p, const struct state *before, const struct state *x, double h);

/* The next length after a step of length h with this error; the length changes only where that is worth a new matrix. */
void pace_accept(struct pace *p, double h, double error);

/* A shorter one after a step that failed (error 0) or was not good enough. */
void pace_reject(struct pace *p, double h, double error);

/* "the step fell to ..." when it can not be shortened further; the coordinate with the largest error (-1: not known), what to do. */
int pace_stuck(const struct assembly *as, int worst, double h, const char *remedy, struct fault *f);

#endif
