/* linear.h - solves the linear systems of all solvers.
 *
 *     [ M'  B' ] [dq]   [ rhs of motion ]        M' = mass M + stiffness K + damping D
 *     [ R   C  ] [mu] = [ rhs of rows   ]        R = B, C = 0; of a law R = D T B, C = -scale D
 *
 * A released row is mu = its right-hand side.  Sizes and slots are fixed by linear_new; nothing is allocated later. */
#ifndef LINEAR_H
#define LINEAR_H
#include "terms.h"

struct linear_weights {
    double mass, stiffness, damping;
    double scale;       /* of C; 0: forces of laws are known, their rows are released */
    const double *extra; /* (n) added to the diagonal of M', or NULL */
};

/* Call once before anything else: GSL reports by status from then on, it does not abort. */
void engine_init(void);

struct linear; /* a solver for one assembly */

/* coupled: curvature blocks (links x (n0 + n1) squared) join the bodies of a link directly. */
struct linear *linear_new(struct arena *a, const struct assembly *as, int coupled);

/* Factors the matrix from the terms evaluated last.  curvature (of a coupled solver) may be NULL.  Fault: singular, and where. */
int linear_factor(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f);

/* Overwrites the right-hand sides (n) and (m) with dq and mu. */
void linear_solve(struct linear *s, double *motion, double *rows);

/* "band 14, 230 unknowns": which method runs. */
const char *linear_name(const struct linear *s);

#endif
