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
    double soft;         /* constraints give: C = -soft B M'^-1 B' on the diagonal; blocks add 1e-13 */
};

enum linear_kind { LINEAR_AUTO, LINEAR_DENSE, LINEAR_BAND, LINEAR_BLOCKS, LINEAR_KLU };

struct linear; /* a solver for one assembly */

/* Call once before anything else: GSL reports by status from then on, it does not abort. */
void engine_init(void);

/* coupled: curvature blocks (links x (n0 + n1) squared) join the bodies of a link directly; blocks cannot do that.
   Ask linear_failed before anything else: what was asked for may not be possible. */
struct linear *linear_new(struct arena *a, const struct assembly *as, int coupled, enum linear_kind kind);
int linear_failed(const struct linear *s, struct fault *f);

/* Factors the matrix from the terms evaluated last.  curvature (of a coupled solver) may be NULL.  Fault: singular, and where. */
int linear_factor(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f);

/* How near the last matrix of blocks was to losing rank: the least pivot over what it began as, a squared sine of an angle between
   rows; 0 of the other methods, which do not tell. */
int linear_tells_weakest(const struct linear *s);
double linear_weakest(const struct linear *s);

/* Overwrites the right-hand sides (n) and (m) with dq and mu. */
void linear_solve(struct linear *s, double *motion, double *rows);

/* Multiplications of one factorisation and solution, as counted when the method was chosen. */
double linear_work(const struct linear *s);

/* "band of 14, 230 unknowns": which method runs. */
const char *linear_name(const struct linear *s);

#endif
