/* differ.h - a joint at work: what its type tells, or, where the type left a function out, the difference that stands for it.
 *
 * Functions return NULL or the joint's sentence.  Differences over positions and velocities are central, those over time
 * take five points; before `t_start` no function of the script is called. */
#ifndef DIFFER_H
#define DIFFER_H
#include "arena.h"
#include "fault.h"
#include "joint.h"

enum { SIGNAL_WHY = 256 };
enum { JOINT_ROWS = 128, JOINT_COLUMNS = 128 }; /* most rows of a joint, most columns of both its markers together */

/* A signal of a joint or a load: a number or a function of time. */
struct signal {
    struct joint_signal *to;
    int returns;             /* numbers its function returns: value [, rate [, second rate]] */
    const struct joint_param *row; /* of the joint's table: its rules hold at any time; NULL: none */
};

struct joint_use {
    const struct joint_type *type;
    void *data;
    int rows;
    unsigned char *level;    /* (rows) 1: restrains velocities */
    struct signal *signal;   /* (signals) those that are functions */
    int signals;
    char *why;               /* (SIGNAL_WHY) of a joint with signals: the sentence about a value that is refused */
    int functions;           /* it has functions of the script */
    int timed;               /* it may depend on time: it has functions (that are not its law), signals that are functions, or a time_rate without signals */
    double dt;               /* time over which functions of time are smooth (s) */
    double t_start;          /* (s) */
};

/* Asks the function of a signal how many numbers it returns at time t. */
int signal_size(struct signal *s, double t, struct fault *f);

/* Sets value (order 0), rate (1) and second rate (2) at time t. */
const char *signal_set(const struct signal *s, double t, int order, double dt, double t_start);

/* Finds the signals of the instance and whether it is timed; memory from the arena. */
int joint_signals_find(struct joint_use *j, double t, struct arena *a, struct fault *f);

/* Sets all signals of the joint. */
const char *joint_signals(const struct joint_use *j, double t, int order);

/* What joint.h says under the same names; at->t is the time the signals stand at. */
const char *joint_jacobian(const struct joint_use *j, const struct joint_at *at, double *G);
const char *joint_time_rate(const struct joint_use *j, const struct joint_at *at, double *gt);
const char *joint_bias(const struct joint_use *j, const struct joint_at *at, double *c);
const char *joint_curvature(const struct joint_use *j, const struct joint_at *at, double *K);

/* T (rows x rows) = dsigma/dg + c dsigma/dg_dot; sigma (rows) is that of `at`.  differed: by calls of the law, one for each row. */
const char *joint_law_tangent(const struct joint_use *j, const struct joint_at *at, const double *sigma, double c, double *T, int *differed);

/* The differences themselves, which the conformance test compares with what the type tells. */
const char *differ_jacobian(const struct joint_use *j, const struct joint_at *at, double *G);
const char *differ_time_rate(const struct joint_use *j, const struct joint_at *at, double *gt);
const char *differ_bias(const struct joint_use *j, const struct joint_at *at, double *c);
const char *differ_curvature(const struct joint_use *j, const struct joint_at *at, double *K);
const char *differ_law_tangent(const struct joint_use *j, const struct joint_at *at, double *dg, double *dg_dot);
const char *differ_law_along(const struct joint_use *j, const struct joint_at *at, const double *sigma, double c, double *T);

#endif
