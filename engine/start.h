/* start.h - a state that can be solved from: positions and velocities that fit the rows, accelerations and multipliers. */
#ifndef START_H
#define START_H
#include "solver.h"

struct start {
    const struct start_options *options;
    struct terms *T;
    struct linear *linear;
    struct notes *notes;
    const struct rank *rank;    /* of the rows at the start (set by start_state) */
    int singular_pose;          /* rows are dependent here, but not next to here */
    int nearby;                 /* how many are dependent next to here */
    double *motion, *rows;      /* (n) (m) scratch */
    double *extra;              /* (n) mass put in where a body has none */
};

struct start *start_new(struct arena *a, struct terms *T, struct linear *linear, const struct start_options *options, struct notes *notes);

/* Checks the positions of x, or corrects them, as the mode says. */
int start_place(struct arena *a, struct start *s, struct state *x, struct fault *f);

/* Checks the positions and velocities of x, or corrects them, as the mode says; finds and releases redundant rows. */
int start_state(struct arena *a, struct start *s, struct state *x, struct fault *f);

/* x goes on from where another solve ended: q and u, and what was counted; with velocities that fit the rows, which what its method left
   in them need not, unless the same method goes on. */
int start_from(struct arena *a, struct start *s, struct state *x, const struct origin *from, struct fault *f);

/* Checks the positions of x and finds redundant rows; velocities are as the method left them. */
int start_same(struct arena *a, struct start *s, struct state *x, struct fault *f);

/* Newton from the positions of x onto the rows, without a word: 0; 1: it does not get there; -1: fault.  x is evaluated then, with
   redundant rows released. */
int start_assemble(struct arena *a, struct start *s, struct state *x, struct fault *f);

/* [M B'; B 0] [motion; rows] = [motion; rows] at the state evaluated last, with some mass where there is none. */
int start_project(struct start *s, double *motion, double *rows, struct fault *f);

/* Releases the rows that restrain velocities only, with a note that says `where`. */
void start_release_rates(struct start *s, const char *where);

/* Tells how far the bodies were moved, away from `was`. */
void start_moved(struct start *s, const struct state *x, const struct state *was);

/* Accelerations and multipliers of x: M a + B' lambda = f, B a = -c, with the explicit time terms. */
int start_accelerations(struct start *s, struct state *x, struct fault *f);

/* Finds and releases redundant rows again, after a switch, at the state evaluated last. */
void start_rows(struct arena *a, struct start *s);

/* Corrects velocities alone, as an impact does, at the state evaluated last. */
int start_velocities(struct start *s, struct state *x, struct fault *f);

#endif
