/* modes.h - eigenvalues and shapes of a linearised model: y = Re(shape exp(s t)). */
#ifndef MODES_H
#define MODES_H
#include "linearise.h"

struct mode {
    double re, im;              /* s (1/s), im >= 0: of a pair the upper one */
    int rigid;                  /* nothing resists it: s = 0 */
    double *shape, *shape_im;   /* (n) all motions; the largest (lengths as they are, angles times the model's length) is 1 */
};

struct modes {
    const struct linearised *about;
    int damped;                 /* D was taken along, or K is not symmetric: shape_im counts */
    int n, massless;            /* modes, and infinite s of what has no inertia, which are left out */
    struct mode *mode;          /* (n) by |s|, those that are rigid first */
};

/* damped: 0 leaves D out. */
struct modes *modes_find(struct arena *a, const struct linearised *about, int damped, struct fault *f);

#endif
