/* radau.h - Radau IIA with three stages, order 5: implicit, stiffly accurate, for stiff models at tight tolerances.
 *
 *     q_i' = u_i (of a spin T(v)^-1 w),   M u_i' - f + B' lambda_i = 0,   g_dot(t_i, q_i, u_i) = 0       i = 1 .. 3
 *     q_i = q_0 + h sum_j a_ij q_j',      u_i = u_0 + h sum_j a_ij u_j',   sigma_i = sigma(g, g_dot) of laws
 *
 * in index 2; the last stage is the end of the step, which is put back onto the rows of both levels (finish.h).  Hairer and
 * Wanner, "Solving Ordinary Differential Equations II", IV.8 (error, prediction, steps) and VII.4 (index 2).
 *
 * The stages are solved for by one real matrix of the size of the model.  With the values at other abscissae (0.186, 0.500, 1)
 * of the stages' polynomial, A = L U where L has the same number g = 60^(-1/3) all along its diagonal; L stands in for A in
 * the matrix of Newton's method, so stage after stage is solved with the matrix of one step of length g h.  A mode of
 * eigenvalue z/h contracts by 0.31 in each iteration at worst, on the imaginary axis, by 0.15 z where it is slow, and to zero
 * in three iterations where it is infinitely stiff (its rates in six): Brugnano, Iavernaro and Magherini, "Efficient
 * implementation of Radau collocation methods", Applied Numerical Mathematics 87, 2015.  (Crout's factors of A itself, van der
 * Houwen and de Swart 1997, contract by 0.37 and take three matrices.) */
#ifndef RADAU_H
#define RADAU_H
#include "energy.h"
#include "finish.h"
#include "pace.h"

enum { RADAU_STAGES = 3 };

struct radau {
    const struct solver_options *options;
    double rtol, atol;              /* of the embedded error, which is of lower order than what is left in the end */
    struct terms *T;
    struct newton *newton;          /* its scheme, matrix and tangents */
    struct finish *finish;
    struct balance *balance;
    struct pace *pace;              /* length of the next step, rejected steps, worst coordinate */
    struct state *stage[RADAU_STAGES];
    double *rate[RADAU_STAGES];     /* (n) q' of each stage */
    double *past[RADAU_STAGES];     /* (n + m) u' and lambda at the stages of the last step */
    double *start;                  /* (n) u' at the start of the step, as the last stage before it has it */
    double *r[RADAU_STAGES];        /* (n) residuals of motion */
    double *off[RADAU_STAGES];      /* (m) g_dot of constraints, lambda - sigma of laws */
    double *lag[RADAU_STAGES];      /* (n) q' - u */
    double *dq[RADAU_STAGES], *du[RADAU_STAGES], *dlambda[RADAU_STAGES]; /* (n) (n) (m) corrections */
    double *shift, *carry;          /* (n) of the stage at hand: du = c dq - shift; what earlier stages bring along of du */
    double *weight;                 /* (2 n) one over the tolerance of each coordinate and rate */
    double **damping;               /* (laws) dsigma/dg_dot (rows x rows) */
    double *scratch;                /* (n) */
    struct power power[RADAU_STAGES]; /* (W) */
    double last;                    /* length of the last step (s); 0: none yet */
    double last_error;              /* of it, over its tolerance */
    double small;                   /* correction, over the tolerance, after which the stages are taken as solved */
    double contraction;             /* theta/(1 - theta) of the last solve */
    double shorter;                 /* part of a step that did not converge which may */
    int patience;                   /* steps that are not longer than the last one, as that did not converge */
    int iterations;                 /* of the last solve */
};

struct radau *radau_new(struct arena *a, struct finish *finish, struct newton *newton, struct balance *balance, struct pace *pace,
                        const struct solver_options *options);

/* Before the first step and after a switch: what earlier steps told is forgotten; pace has the first length. */
void radau_begin(struct radau *s);

/* One accepted step of x towards `target`, at most to it, with its work; `before` gets x as it was.  Fault without the time. */
int radau_step(struct radau *s, struct state *x, struct state *before, double target, struct fault *f);

/* The state at a time within the last step, by the slopes of its stages, on the rows, with its own accelerations and
   multipliers. */
int radau_between(struct radau *s, const struct state *before, double t, struct state *out, struct fault *f);

#endif
