/* explicit.h - explicit integration: accelerations from [M B'; B 0] [a; lambda] = [f; -c] at every stage, Runge-Kutta on
 * positions and velocities, and the end of each step put back onto the rows, positions and velocities both.
 *
 * Rotations: stages are rotation increments v of one step, v' = T(v)^-1 w (Munthe-Kaas 1999).  Step control: Hairer, Norsett and
 * Wanner, "Solving Ordinary Differential Equations I", II.4; projection: Hairer and Wanner II, VII.2. */
#ifndef EXPLICIT_H
#define EXPLICIT_H
#include "energy.h"
#include "finish.h"
#include "tableau.h"

/* Of rates at stages: sum over j of w_j k_j */
struct sum {
    int n;
    double w[TABLEAU_MOST + 1];
    const double *k[TABLEAU_MOST + 1];
};

struct explicit {
    const struct solver_options *options;
    const struct tableau *method;   /* NULL: velocity Verlet */
    struct terms *T;
    struct finish *finish;
    struct state *stage;
    double *k[TABLEAU_MOST + 1];    /* (nq + n) rates of q (of quaternions 0) and of u at each stage, as both stand in a state */
    struct sum to_stage[TABLEAU_MOST], to_end, error_sum[2]; /* of the method's a, b, e and e3 */
    double *part[2];                /* (nq + n) scratch: estimates of the error; the first with what follows (n + m) */
    struct balance *balance;
    struct power power[TABLEAU_MOST + 1]; /* at each stage (W) */
    double h, last;                 /* length of the next step (s), and of the last one */
    double error;                   /* of the last accepted step, over its tolerance */
    int worst;                      /* coordinate with the largest error in the last step */
    int dense;                      /* the stages of dense output are there */
    long rejected;
};

/* method: one of enum method that is explicit. */
struct explicit *explicit_new(struct arena *a, struct finish *finish, struct balance *balance, const struct solver_options *options);

/* Before the first step and after a switch: x has its accelerations, the terms are those of x; the length of the first step. */
int explicit_begin(struct explicit *e, const struct state *x, double t_end, struct fault *f);

/* One accepted step of x towards `target`, at most to it, with its work; `before` gets x as it was.  Methods without step control take `whole`.
   Fault without the time. */
int explicit_step(struct explicit *e, struct state *x, struct state *before, double target, double whole, struct fault *f);

/* The state at a time within the last step, on the rows, with its own accelerations and multipliers. */
int explicit_between(struct explicit *e, const struct state *before, const struct state *x, double t, struct state *out, struct fault *f);

#endif
