/* full.h - the whole matrix of linear.h as a list of numbers, each with its place: for the methods that factor all of it. */
#ifndef FULL_H
#define FULL_H
#include "linear.h"

struct full {
    const struct assembly *as;
    int coupled, size;          /* curvature blocks too; unknowns: n + m */
    int *at_part, *at_link;     /* (parts) (links) first unknown of each */
    unsigned char *shape;       /* (parts) which numbers of its block there are */
    int numbers;
    int *slot;                  /* (numbers) where each is added, in the order in which they come */
    double *value;              /* (values) */
    size_t values;
    double *row, *column;       /* (size) factors of rows and columns, powers of two; NULL: not scaled */
    struct scaling *scaling;
};

struct place { int row, column; }; /* column ~row: on the diagonal, zero unless the row is released */

/* Unknowns in order of declaration, motion first; a caller may change at_part and at_link.  No slots yet. */
void full_make(struct full *s, struct arena *a, const struct assembly *as, int coupled);

/* The place of each number, in the order in which they come (numbers). */
void full_places(const struct full *s, struct place *place);

/* Takes values, with (row, column) at origin + row * down + column * right. */
void full_take(struct full *s, struct arena *a, size_t values, int origin, int down, int right);

/* A coupled matrix is scaled from now on, whose pivots are judged: stiffnesses of any size stand beside rows of size 1. */
void full_scale(struct full *s, struct arena *a);

/* Puts the terms into the values.  curvature may be NULL. */
void full_fill(struct full *s, const struct terms *T, const struct linear_weights *w, double *const *curvature);

/* Right-hand sides in order of the unknowns x (size), and back; scaled. */
void full_gather(const struct full *s, const double *motion, const double *rows, double *x);
void full_scatter(const struct full *s, double *x, double *motion, double *rows);

/* Looks at the pivot of an unknown whose column had this largest entry: a fault says what is singular. */
int full_judge(const struct full *s, int unknown, double pivot, double largest, struct fault *f);

/* A fault that names what the matrix leaves free: its first n unknowns may be any multiple of x, which moves something, or else
   is forces that nothing tells apart. */
int full_blame(const struct full *s, const double *x, int n, struct fault *f);

#endif
