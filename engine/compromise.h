/* compromise.h - what to say when no position satisfies the joints. */
#ifndef COMPROMISE_H
#define COMPROMISE_H
#include "terms.h"

/* Least squares over all rows from x: sets the fault that names the contradictory rows and what the best compromise leaves
   of each; returns -1.  If the compromise satisfies them after all, x is moved there: 0; if it nearly does, too, and the fault
   stands in case that they cannot be met from there: 1. */
int compromise(struct arena *a, struct terms *T, struct state *x, double tolerance, struct fault *f);

#endif
