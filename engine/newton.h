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
    enum linear_kind linear;
};

struct newton {
    const struct newton_options *options;
    struct terms *T;
    struct linear *linear;
    double b, c, scale;         /* da/dq, du/dq and the scale of lambda; statics: 0, 0, 1 */
    double soft;                /* how much constraints give in the matrix (linear.h) */
    double inertia;             /* weight of M in the matrix: b, or in statics what keeps the steps short */
    int index2;                 /* position rows are held on the velocity level */
    int watchful;               /* a row that jumps with time ends a solve */
    int coupled;                /* full tangent: curvature of the joints */
    double **curvature;         /* (links) blocks of a coupled solver */
    double *motion, *rows;      /* (n) (m) right-hand sides, then increments */
    double *weight;             /* (n) one over the tolerance of a force */
    double *row_weight, *row_factor; /* (m) one over the tolerance of a row; its value's factor on the right side */
    double force;               /* largest term of any kind */
    double heaviest[BODY_UNITS];/* largest constant inertia, times the model's length or 1 rad */
    int weighed, released;      /* the weights are there; rows that are released */
    int factored;               /* a matrix is there and may be used again */
    int singular;               /* the last matrix could not be factored, and a fault says where */
    double kappa, theta;        /* of the last solve that was verified: error1 / error0 squared, error1 / error0 */
    double seen;                /* and its error0 */
    int verified;               /* solves verified in the beginning */
    int blind, blind2;          /* solves accepted after one correction, after two, without a look since the last look there */
    /* told of the last solve */
    int iterations;
    int stale;                  /* the terms are those before the last correction */
    double error;               /* largest residual over its tolerance */
    int jump;                   /* row that jumped, and by how much (m, rad) */
    double jump_by;
    /* counted over all */
    long total_iterations, factorisations, at_round_off;
};

struct newton *newton_new(struct arena *a, struct terms *T, const struct newton_options *options, int coupled);

/* The scheme's numbers; a kept matrix of other numbers is dropped. */
void newton_scheme(struct newton *s, double b, double c, double scale, int index2);

/* Evaluates the state: its error, and the right-hand sides in s->motion and s->rows.  0; 1: not a number; -1: fault. */
int newton_evaluate(struct newton *s, struct state *x, struct fault *f);

/* One correction of the state evaluated last.  0; 1: singular (fault says where); -1: fault. */
int newton_correct(struct newton *s, struct state *x, struct fault *f);

/* The weights of its matrix. */
struct linear_weights newton_weights(const struct newton *s);

/* What newton_correct factors, as terms: tangents and, of a coupled solver, curvatures. */
int newton_tangent(struct newton *s, const struct state *x, struct fault *f);

/* Forgets what earlier solves told: the next ones are verified, with a fresh matrix. */
void newton_reset(struct newton *s);

/* Iterates from the predicted state.  0; 1: did not converge; 2: a row jumps (see terms_jump); -1: fault (a joint or a function
   failed).
   A solve whose error after the last correction is known well enough is not evaluated again (stale): then the terms are those
   before it, but for the deformations of laws, which are carried along, and the laws, which are asked again. */
int newton_solve(struct newton *s, struct state *x, struct fault *f);

/* "residual 3.1e-02 N after 12 iterations; joint 'rod' (distance) row distance is worst" */
void newton_report(const struct newton *s, const struct state *x, struct fault *f);

#endif
