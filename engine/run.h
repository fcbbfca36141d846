/* run.h - one solve of a model from start to end: the loop that pulls the solver and records rows. */
#ifndef RUN_H
#define RUN_H
#include "dynamics.h"
#include "freedom.h"
#include "modes.h"
#include "plane.h"
#include "statics.h"
#include "sweep.h"
#include "record.h"
#include "sensor.h"

struct run_options {
    struct solver_options solver;
    int load_steps;             /* of a static solve */
    struct sweep_options sweep;
    int undamped;               /* of modes: D is left out */
    double period;              /* between rows (s); 0: every step */
    const char *file;           /* rows are written here as the run goes; NULL: not */
    const struct run *from;     /* goes on from the end of this run of the same model; NULL: from the start */
    /* called now and then; returns not 0 to stop the run (Ctrl-C) */
    int (*progress)(void *data, double t, long steps);
    void *data;
};

struct run {
    struct arena arena;
    struct model *model;
    int revision;               /* of the model it was made for */
    int settings;               /* of the model when it ended */
    struct run_options options;
    struct assembly *as;
    struct dynamics *dynamics;  /* one of these three */
    struct statics *statics;
    struct sweep *sweep;
    struct pin *pin;          /* of the sweep */
    const struct freedom *freedom; /* what was asked about a pose; modes have `linearised` with them */
    const struct linearised *linearised;
    const struct modes *modes;
    long watched;               /* steps when progress was looked at, and the time (s) */
    double watched_t;
    struct plane *plane;        /* joints of the plane between bodies of space */
    struct terms *T;            /* those of the solver: terms, the state it reached, its Newton and start */
    struct state *x;
    const struct newton *newton; /* NULL: there was none */
    const struct start *start;
    struct balance *balance;
    const double *drift;        /* (m) */
    struct notes notes;
    struct probe *probe;        /* (sensors) */
    int *column;                /* (sensors) first column of each */
    int sensors;
    struct record *record;
    double *poses;              /* (rows x n) q of every row, for drawing */
    long poses_room;
    double wall;                /* s */
    int failed;
};

/* Defaults of all options. */
void run_defaults(struct run_options *o);

/* Solves in time.  Always returns a run (to be freed); if it failed, run->failed is set and the fault says why: rows so far are there. */
struct run *run_dynamic(struct model *m, const struct run_options *o, struct fault *f);

/* Finds the equilibrium, with a row per load step whose first column is the part of the loads that acts; as above. */
struct run *run_static(struct model *m, const struct run_options *o, struct fault *f);

/* Goes through positions, with a row per pose whose first column is the coordinate that is swept, or time; as above. */
struct run *run_sweep(struct model *m, const struct run_options *o, struct fault *f);

/* Goes to the pose of the start, or where the run `from` ended, and finds there how the bodies may move, the linearised equations or
   their eigenvalues: run->freedom, run->linearised, run->modes.  There are no rows. */
struct run *run_freedom(struct model *m, const struct run_options *o, struct fault *f);
struct run *run_linearised(struct model *m, const struct run_options *o, struct fault *f);
struct run *run_modes(struct model *m, const struct run_options *o, struct fault *f);

/* Rows of one period of a mode (from 0), which can be drawn: the pose at phases 0 to 2 pi, its largest motion `amplitude` (m). */
int run_mode(struct run *r, int which, double amplitude, int rows, struct fault *f);

/* Steps taken and halved by the solver. */
long run_steps(const struct run *r);
long run_halvings(const struct run *r);

/* The current value of an output, after the run. */
int run_output(struct run *r, const struct item *item, const char *output, double *out, int *n, struct fault *f);

void run_free(struct run *r);

#endif
