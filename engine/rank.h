/* rank.h - which rows say what others have said already, by name.
 *
 * Rows are taken in the order in which the script declared the joints, so it is always the later joint that is redundant. */
#ifndef RANK_H
#define RANK_H
#include "linear.h"

struct combination { int n, *row; double *share; }; /* (n) */

struct rank {
    int rows, rank;             /* rows that are held, how many of them are independent */
    int dependents;
    int *dependent;             /* (dependents) rows */
    struct combination *combination; /* (dependents) the row = sum of share[k] times row[k], which are independent */
    unsigned char *not_unique;  /* (m) 1: the reaction of this row is not determined */
};

/* Rank of the rows B as evaluated last (mass plays no part; angles are scaled by the model's length).  Where the pivots of
   `linear` show that no row is even near to the others, that is all that is done. */
struct rank *rank_find(struct arena *a, const struct terms *T, struct linear *linear);

/* Appends the rows that a dependent row is a combination of, at most six: "joint 'h1' (revolute2d) row x, ..." */
void rank_partners(const struct rank *r, const struct assembly *as, int which, struct fault *f);

/* "joint 'h2' (revolute2d) row x is already held by joint 'h1' (revolute2d) row x" */
void rank_sentence(const struct rank *r, const struct assembly *as, int which, struct fault *f);

#endif
