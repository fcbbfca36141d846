/* manifold.h - the small motions that the rows allow at a state: which coordinates may be chosen, and how the others follow.
 *
 *     G x = 0,   x = T y,   y (dof) = the chosen entries of x (n)
 *
 * x counts the coordinates, but for the rotations of bodies with a quaternion: these are turns about the global axes. */
#ifndef MANIFOLD_H
#define MANIFOLD_H
#include "terms.h"

#include <gsl/gsl_matrix.h>
#include <gsl/gsl_permutation.h>

enum { MANIFOLD_MOST = 2000 }; /* coordinates: the matrices are dense */

struct manifold {
    int n, rows, dof;
    int *row;                   /* (rows) rows that are held and say something of their own */
    int *follows, *chosen;      /* (rows), (dof) coordinates that follow, coordinates that are chosen */
    double *T;                  /* (n x dof) */
    double *scaled;             /* (n x rows) G' with each row scaled to length 1, in coordinates that are all lengths */
    gsl_matrix_view factors;    /* (rows x rows) LU of the columns of G that follow */
    gsl_permutation order;
};

/* From the rows evaluated last; levels: position rows only, or velocity rows too.  Redundant rows must have been released. */
enum { MANIFOLD_POSITIONS, MANIFOLD_ALL };
struct manifold *manifold_new(struct arena *a, const struct terms *T, int levels);

/* Overwrites x (rows): the change of the coordinates that follow for a change of the rows; the multipliers for forces on them. */
void manifold_follow(const struct manifold *s, double *x);
void manifold_lift(const struct manifold *s, double *x);

/* out (n) += factor times a row of G as evaluated last. */
void manifold_row(const struct terms *T, int row, double factor, double *out);

/* Turns forces on coordinates (n), as in T->r, into forces on the motions x. */
void manifold_force(const struct terms *T, double *r);

#endif
