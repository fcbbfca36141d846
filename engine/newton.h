/* newton.h - Newton's method on motion and rows together.
 *
 * Increments dq of the positions carry everything else along:  q += dq,  u += c dq,  a += b dq,  lambda += scale mu. */
#ifndef NEWTON_H
#define NEWTON_H
#include "linear.h"

struct newton_options {
    double relative_tolerance;  /* of a force, to the largest term it is made of */
    double absolute_tolerance;  /* of a row: m, rad, or those per s */
    int max_iterations;
    int modified;               /* the matrix is kept while it converges well */
};

struct newton {
    const struct newton_options *options;
    struct terms *T;
    struct linear *linear;
    double b, c, scale;         /* da/dq, du/dq and the scale of lambda; statics: 0, 0, 1 */
    int index2;                 /* position rows are held on the velocity level */
    int coupled;                /* full tangent: curvature of the joints */
    double **curvature;         /* (links) blocks of a coupled solver */
    double *motion, *rows;      /* (n) (m) right-hand sides, then increments */
    int factored;               /* a matrix is there and may be used again */
    double factored_scale;
    /* told of the last solve */
    int iterations;
    double error;               /* largest residual over its tolerance */
    int worst_row;              /* -1: worst_coordinate is worst */
    int worst_coordinate;
    double worst_value;
    /* counted over all */
    long total_iterations, factorisations, at_round_off;
};

struct newton *newton_new(struct arena *a, struct terms *T, const struct newton_options *options, int coupled);

/* The scheme's numbers; a kept matrix of other numbers is dropped. */
void newton_scheme(struct newton *s, double b, double c, double scale, int index2);

/* Iterates from the predicted state.  0; 1: did not converge (see worst_*); -1: fault (a joint or a function failed). */
int newton_solve(struct newton *s, struct state *x, struct fault *f);

/* "residual 3.1e-02 N after 12 iterations; joint 'rod' (distance) row distance is worst" */
void newton_report(const struct newton *s, char *text, size_t size);

#endif
