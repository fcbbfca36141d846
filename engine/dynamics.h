/* dynamics.h - implicit integration of the constrained equations of motion.
 *
 * Generalized-alpha for second-order DAEs of index 3 (Arnold and Bruels, "Convergence of the generalized-alpha scheme for
 * constrained mechanical systems", Multibody System Dynamics 18, 2007), and the trapezoidal rule with the position rows held
 * on the velocity level (index 2); stabilized, each step is put back onto the rows of the other level too (hold.h).
 *
 * Steps are equal, or chosen by their error (pace.h).  The scheme's accelerations w belong to the time am - af steps after that of
 * q; when the step changes they are moved there (Brüls and Arnold, "The generalized-alpha scheme as a linear multistep
 * integrator", Journal of Computational and Nonlinear Dynamics 3, 2008). */
#ifndef DYNAMICS_H
#define DYNAMICS_H
#include "energy.h"
#include "explicit.h"
#include "pace.h"
#include "radau.h"
#include "start.h"

struct dynamics {
    const struct solver_options *options;
    struct arena *arena;
    struct terms *T;
    struct newton *newton;
    struct finish *finish;      /* of a method with stages, else NULL: */
    struct explicit *explicit;  /* of an explicit one */
    struct radau *radau;        /* of radau5 */
    struct start *start;
    struct balance *balance;
    struct notes *notes;
    struct state *x, *before;   /* now, and at the start of the last step */
    double *aux, *aux_before;   /* (n) the scheme's own accelerations */
    double am, af, beta, gamma; /* of the scheme */
    double a1, a0, w0;          /* aux = a1 (new a) + a0 (old a) + w0 (old aux) */
    double h;                   /* step that newton's scheme is for (s) */
    int index2;
    struct pace pace;
    double last;                /* length of the last step (s); 0: none yet */
    const struct body *spun;    /* turned by more than half a turn in the last attempt */
    double *past[3];            /* (n + m) accelerations and multipliers one, two, three steps before `before` */
    int pasts, order;           /* how many of these there are; order of the prediction */
    int tiny;                   /* steps in a row that are less than a thousandth of what was asked for */
    int level, good;            /* the step is halved `level` times; good steps since */
    double from, target, done;  /* the asked step [from, target] and the part of it that is done */
    long steps, halvings;
    int (*stop)(void *data, double t, long steps); /* asked while a step is being halved: not 0 ends the run; or NULL */
    void *stop_data;
    double most_kinetic;        /* (J) */
    double angle, least, usual, least_t; /* (rad) least angle between the rows (see linear.h): now, its least and largest, when least;
                                            of methods that may leave a singular pose on another branch */
    int near;                   /* it was within a step of zero, first at near_t */
    double near_t;
    double *drift;              /* (m) largest |g| of each row so far */
    unsigned char *was;         /* (m) release of each row before a switch */
    double *held;               /* (m) g of each row before it */
};

struct dynamics *dynamics_new(struct arena *a, struct assembly *as, const struct solver_options *options, struct notes *notes);

/* Start state (of the script, or where another solve ended), accelerations; d->x is then complete. */
int dynamics_begin(struct dynamics *d, const struct origin *from, struct fault *f);

/* Call before a switch at d->x->t: what the rows are then. */
int dynamics_pause(struct dynamics *d, struct fault *f);

/* Goes on after it: rows, loads and accelerations anew; a new constraint that moves is an impact. */
int dynamics_restart(struct dynamics *d, struct fault *f);

/* One accepted step towards time `target`: the whole, or a half, a quarter, ... of it where Newton fails.  `whole` is its
   length with the same digits in every step, so that what is known of the last one holds.  Fault with the time. */
int dynamics_step(struct dynamics *d, double target, double whole, struct fault *f);

/* After the last step: warns if the energy says that the motion cannot be trusted; the balance must be up to date. */
void dynamics_judge(struct dynamics *d);

/* Adds to a fault about steps that fail when the rows nearly lost rank, if they did. */
void dynamics_name_singular(const struct dynamics *d, struct fault *f);

/* The state at a time within the last step: cubic in q, its rate, a and lambda linear; of explicit methods as explicit.h says. */
int dynamics_between(struct dynamics *d, double t, struct state *out, struct fault *f);

#endif
