/* linear_method.h - what a method for the linear systems provides; see linear.h for the system. */
#ifndef LINEAR_METHOD_H
#define LINEAR_METHOD_H
#include "linear.h"

enum { LINEAR_UNFIT = 1 }; /* factor: a body alone cannot be inverted, though the whole may be solvable */

#define LINEAR_MOST_BYTES 4e9 /* of a matrix that is stored zeros and all */

struct linear_method {
    const char *name;
    /* How it would go about it (from the arena, for `new`), and the multiplications of one factorisation and solution; INFINITY with
       a fault: not for this assembly */
    double (*plan)(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f);
    /* its state, with a name like "band of 14, 230 unknowns" (size) */
    void *(*new)(struct arena *a, const struct assembly *as, int coupled, const void *plan, char *name, size_t size);
    /* 0, LINEAR_UNFIT or -1, with a fault */
    int (*factor)(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f);
    void (*solve)(void *state, double *motion, double *rows);
    double (*weakest)(const void *state); /* of the last factorisation, see linear.h; or NULL */
};

extern const struct linear_method linear_dense, linear_band, linear_blocks, linear_klu;

#endif
