/* rank_rows.h - sparse rows among which those are sought that others before them say already, and ways to find them. */
#ifndef RANK_ROWS_H
#define RANK_ROWS_H
#include "arena.h"

struct rank_rows { /* of length 1 or, acting on nothing, 0; in order of declaration */
    int rows, columns;
    int *first, *column;    /* (rows + 1); entries of row i are first[i] .. first[i+1]-1 */
    double *x;
};

/* Told of each row that depends on rows before it, in order: it is sum y[k] row k, y (its number), zero but for independent ones. */
struct rank_found {
    void (*tell)(void *data, int row, const double *y);
    void *data;
};

/* Each returns 0, or -1: not to be had (without having told anything). */

/* Gram-Schmidt, twice, dense: for a few hundred rows. */
int rank_by_length(const struct rank_rows *R, const struct rank_found *found);

/* Sparse QR in the order of declaration: SuiteSparseQR (Davis, ACM TOMS 38, 2011), loaded when first wanted. */
int rank_by_qr(const struct rank_rows *R, const struct rank_found *found);

/* Pivots of R R' in the order of declaration: squared sines, so that angles below 1e-6 count as none. */
int rank_by_pivots(const struct rank_rows *R, const struct rank_found *found);

#endif
