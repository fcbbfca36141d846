/* linearise.h - the equations of motion about a state, in independent coordinates y:
 *
 *     M y'' + D y' + K y (+ C' mu) = 0        C y' + E y = 0 of the rows that restrain velocities only
 *
 * All three come from the residual  T' (M a - f)  at places, rates and accelerations that fit the position rows, by differences
 * over y, y' and y''.  So K holds the terms of the multipliers with the curvature of the rows, and of a state that moves those of
 * T' and T'' too: it is what is found on paper with y as minimal coordinates. */
#ifndef LINEARISE_H
#define LINEARISE_H
#include "manifold.h"
#include "start.h"

struct linearised {
    const struct assembly *as;
    int dof, rates;             /* independent coordinates, velocity rows */
    const int *chosen;          /* (dof) which coordinates */
    const double *T;            /* (n x dof) all motions x = T y, rotations of bodies with a quaternion as turns about the global axes */
    double *M, *D, *K;          /* (dof x dof) */
    double *C, *E;              /* (rates x dof) */
    int damped, symmetric;      /* D is not zero; K is symmetric */
    int moves;                  /* there are velocities at the state */
    double off;                 /* of a state at rest: largest force that is not balanced, over the largest of its kind */
};

/* About the state x that start_state left; its accelerations and multipliers are found.  Notes what is worth knowing. */
struct linearised *linearise(struct arena *a, struct start *s, struct state *x, const char *who, struct fault *f);

#endif
