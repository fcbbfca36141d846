/* freedom.h - how the bodies may move at a pose, what is held twice, and which reactions are determined. */
#ifndef FREEDOM_H
#define FREEDOM_H
#include "manifold.h"
#include "start.h"

struct freedom {
    const struct rank *rank;    /* rows that are held, their rank, which are redundant */
    int dof;                    /* ways to move: coordinates less rank */
    int places;                 /* the same without the rows that restrain velocities only */
    int nearby;                 /* ways to move next to this pose; less than dof at a singular pose */
    const struct manifold *motions; /* (T: a column per way to move); NULL: too many coordinates */
    double *singular;           /* (rank) singular values of the scaled rows, largest first; or NULL */
    unsigned char *fixed;       /* (parts) 1: the body cannot move at all */
};

/* At the state that start_state left and evaluated. */
struct freedom *freedom_find(struct arena *a, const struct start *s);

#endif
