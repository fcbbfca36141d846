/* energy.h - the balance of energy along a run.
 *
 *     kinetic + potential + laws - loads - drives - bodies + lost = constant
 *
 * laws: work put into joints with a law (stored or lost there); loads, drives: work done by loads and by constraints that
 * depend on time or restrain velocities; bodies: by the script's forces of generic bodies; lost: in impacts.  Work between
 * two states is taken with the mean force along the motion: exact for constant loads and linear springs.  Methods with stages sum
 * up their power instead, with the weights and so to the order of the method. */
#ifndef ENERGY_H
#define ENERGY_H
#include "terms.h"

struct energy {
    double kinetic, potential, stored;  /* at a state (J); stored: in laws that tell it */
    double laws, loads, drives, bodies, lost; /* work since the start (J) */
};

struct balance {
    struct terms *T;
    struct energy first, now;
    double *force, *place;  /* (slots) at the last state: force, and the place it acts along */
    int slots;              /* 0: nothing does work */
    int bodies;             /* first slot of generic bodies */
    double t;
};

enum { BALANCE_START, BALANCE_STEP, BALANCE_SWITCH };

struct balance *balance_new(struct arena *a, struct terms *T);

/* Notes the state evaluated last: at the start, after a step, or after a switch (what kinetic energy changed was lost). */
void balance_take(struct balance *b, const struct state *x, int when);

/* Power of loads, laws, drives and forces of generic bodies (W), at a state whose terms are evaluated and whose multipliers are known. */
struct power { double loads, laws, drives, bodies; };
struct power balance_power(struct balance *b, const struct state *x);

/* sum += weight p */
void power_add(struct power *sum, double weight, struct power p);

/* Notes a step that did the work (J) of these, instead of balance_take. */
void balance_add(struct balance *b, const struct state *x, struct power work);

/* Kinetic, potential and stored energy at the state evaluated last. */
void balance_energies(struct balance *b, const struct state *x);

/* Energy that came from nowhere since the start (J): the error of the integration. */
double balance_error(const struct balance *b);

/* Kinetic energy of one part (J). */
double part_kinetic(const struct terms *T, int part, const double *u);

#endif
