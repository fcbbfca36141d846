/* solver.h - what solvers are asked for and what they tell. */
#ifndef SOLVER_H
#define SOLVER_H
#include "newton.h"
#include "rank.h"

enum method { /* implicit ones, then explicit ones (tableau.h), of which the last three control their steps, then an implicit one
                 with stages, which does so too */
    METHOD_GENERALIZED_ALPHA, METHOD_TRAPEZOIDAL, METHOD_EXPLICIT_EULER, METHOD_MIDPOINT, METHOD_RK33, METHOD_RK44, METHOD_RK67,
    METHOD_VELOCITY_VERLET, METHOD_ODE23, METHOD_DOPRI5, METHOD_DOP853,
    METHOD_RADAU5
};
enum start_mode { START_STRICT, START_ASSEMBLE, START_GIVEN };

struct start_options {
    enum start_mode mode;
    double tolerance;           /* of a row at the start (m, rad); of its rate 100 times that */
    int places_only;            /* rates are neither looked at nor corrected */
    int rank_unsaid;            /* redundant rows are not noted: who asked looks at them itself */
};

struct solver_options {
    enum method method;
    double t_start, t_end, step; /* s */
    double spectral_radius;     /* of generalized_alpha: 1 no numerical damping, 0 most */
    int controlled;             /* the method controls its steps by their error: */
    double rtol, atol;          /* of a coordinate or rate, relative and absolute */
    double first_step;          /* 0: found from the accelerations */
    int stepped;                /* step is the script's: then the first and longest one */
    int stabilized;             /* an implicit method holds positions and velocities both */
    struct newton_options newton;
    struct start_options start;
};

/* Of a coordinate or rate of this size, where steps are controlled; never zero. */
static inline double solver_tolerance(const struct solver_options *o, double size)
{
    return o->atol + o->rtol * size + 1e-300;
}

/* Where a solve goes on from: the end of another one of the same model. */
struct origin {
    const struct state *x;
    const struct assembly *as;
    int rest;                   /* its rates are no velocities */
    const struct dynamics *same; /* of the same method, with nothing changed since: its next step is the one that it would have done; or NULL */
};

/* Sentences for the user that are no errors: "warning: ..." */
struct notes {
    struct arena arena;
    const char **text;          /* (n) */
    int n;
};

void notes_add(struct notes *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
void notes_free(struct notes *n);

#endif
