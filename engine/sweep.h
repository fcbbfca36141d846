/* sweep.h - positions along one coordinate, or along time, without dynamics: each pose by Newton from the one before.
 *
 * Along a coordinate s that a row of its own holds, rates are d/ds and accelerations d2/ds2 (transmissions), loads and drives stay
 * as they are at the time of the start, and forces are those at rest: the row's multiplier is what it takes to hold the pose.
 * Along time the drives move the model: rates, accelerations and forces are those of that motion. */
#ifndef SWEEP_H
#define SWEEP_H
#include "pin.h"
#include "start.h"

struct sweep_options {
    const struct item *along;   /* coordinate marker or joint; NULL: time */
    double from, to;            /* from NAN: where it is */
    int steps;
    int stop;                   /* at a limit the sweep ends there, with a note, in place of a fault */
};

struct sweep {
    const struct sweep_options *options;
    const struct model *model;  /* of the script */
    struct terms *T;
    struct start *start;
    struct start_options placing;
    struct arena scratch;       /* of one pose */
    struct pin *pin;          /* NULL: along time */
    int row;                    /* its row */
    const char *name;           /* "crank.angle" */
    char unit[16];
    struct state *x, *before, *ahead; /* this pose, the last one, the one predicted */
    double at;                  /* s here */
    const struct rank *usual;   /* of the rows at the start */
    double from;
    int begun;                  /* it has been at `from` */
    int warned;                 /* a singular pose was noted */
    int ended;                  /* it stopped at a limit */
    double *motion, *rows, *still; /* (n) (m) (m) scratch */
    double *drift;              /* (m) */
    long steps, halvings;
};

/* The model with the row that holds the coordinate; a joint that drives it is off in the copy.  pin NULL: along time. */
const struct model *sweep_model(struct arena *a, const struct model *m, const struct sweep_options *o, struct pin **pin, struct fault *f);

struct sweep *sweep_new(struct arena *a, struct assembly *as, const struct model *m, const struct sweep_options *o, struct pin *pin,
                        const struct start_options *start, struct notes *notes);

/* The start pose, and from there to `from`. */
int sweep_begin(struct arena *a, struct sweep *s, const struct origin *from, double t, struct fault *f);

/* To the next value: 0; 1: it ended at a limit before; -1: fault. */
int sweep_to(struct sweep *s, double value, struct fault *f);

#endif
