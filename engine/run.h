/* run.h - one solve of a model from start to end: the loop that pulls the solver and records rows. */
#ifndef RUN_H
#define RUN_H
#include "dynamics.h"
#include "record.h"
#include "sensor.h"

struct run_options {
    struct solver_options solver;
    double period;              /* between rows (s); 0: every step */
    const char *file;           /* rows are written here as the run goes; NULL: not */
    const struct state *from;   /* goes on from this state of a run of the same model; NULL: from the start */
    /* called now and then; returns not 0 to stop the run (Ctrl-C) */
    int (*progress)(void *data, double t, long steps);
    void *data;
};

struct run {
    struct arena arena;
    struct model *model;
    int revision;               /* of the model it was made for */
    struct run_options options;
    struct assembly *as;
    struct dynamics *dynamics;
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

/* Solves.  Always returns a run (to be freed); if it failed, run->failed is set and the fault says why: rows so far are there. */
struct run *run_dynamic(struct model *m, const struct run_options *o, struct fault *f);

/* The current value of an output, after the run. */
int run_output(struct run *r, const struct item *item, const char *output, double *out, int *n, struct fault *f);

void run_free(struct run *r);

#endif
