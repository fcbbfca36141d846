/* linear_method.h - what a method for the linear systems provides; see linear.h for the system. */
#ifndef LINEAR_METHOD_H
#define LINEAR_METHOD_H
#include "linear.h"

enum { LINEAR_UNFIT = 1 }; /* factor: a body alone cannot be inverted, though the whole may be solvable */

struct linear_method {
    const char *name;
    /* its state, with a name like "band of 14, 230 unknowns" (size); NULL: not for this assembly */
    void *(*new)(struct arena *a, const struct assembly *as, int coupled, char *name, size_t size);
    /* 0, LINEAR_UNFIT or -1, with a fault */
    int (*factor)(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f);
    void (*solve)(void *state, double *motion, double *rows);
    double (*weakest)(const void *state); /* least pivot of the last factorisation over the entry it began as; or NULL */
    void (*dense)(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, double *A); /* or NULL */
};

extern const struct linear_method linear_band, linear_blocks;

#endif
