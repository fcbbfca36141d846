/* linear.h - solves the linear systems of all solvers.
 *
 *     [ M'  B' ] [dq]   [ rhs of motion ]        M' = mass M + stiffness K + damping D
 *     [ R   C  ] [mu] = [ rhs of rows   ]        constraint: R = B, C = 0; law: R = T B, C = -scale
 *
 * A released row is mu = its right-hand side.  Sizes and slots are fixed by linear_new; nothing is allocated later. */
#ifndef LINEAR_H
#define LINEAR_H
#include "terms.h"

struct linear_weights {
    double mass, stiffness, damping;
    double scale;        /* of laws; 0: their forces are known, their rows are released */
    const double *extra; /* (n) added to the diagonal of M', or NULL */
};

enum linear_kind { LINEAR_AUTO, LINEAR_BAND, LINEAR_BLOCKS };

struct linear; /* a solver for one assembly */

/* Call once before anything else: GSL reports by status from then on, it does not abort. */
void engine_init(void);

/* coupled: curvature blocks (links x (n0 + n1) squared) join the bodies of a link directly; only the band can do that. */
struct linear *linear_new(struct arena *a, const struct assembly *as, int coupled, enum linear_kind kind);

/* Factors the matrix from the terms evaluated last.  curvature (of a coupled solver) may be NULL.  Fault: singular, and where. */
int linear_factor(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f);

/* How near the last matrix was to losing rank: the least pivot over what it began as, squared sine of an angle between
   rows; 0 if the method cannot tell. */
double linear_weakest(const struct linear *s);

/* The matrix itself, dense: A ((n + m) x (n + m)), motion first, then rows; rows of laws times their D.  For the band. */
void linear_dense(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, double *A);

/* Overwrites the right-hand sides (n) and (m) with dq and mu. */
void linear_solve(struct linear *s, double *motion, double *rows);

/* "band of 14, 230 unknowns": which method runs. */
const char *linear_name(const struct linear *s);

#endif
