/* sample.h - instances of one joint type with all kinds of parameters, between random markers, for the conformance test.
 *
 * An instance is made from a base and one special parameter (a switch turned over, a function, a whole number).  The same
 * numbers are drawn on every run. */
#ifndef SAMPLE_H
#define SAMPLE_H
#include "differ.h"

enum { SAMPLE_COORDINATES = 3, SAMPLE_SENTENCE = 700 };
enum sample_base { SAMPLE_DEFAULTS, SAMPLE_NUMBERS, SAMPLE_LISTS, SAMPLE_BASES }; /* LISTS: numbers, matrices and lists */

struct sampler {
    const struct joint_type *type;
    unsigned long long seed;
    struct arena instance, scratch;  /* of the instance at hand, of the state at hand */
    char given[128];                 /* what the instance at hand was given */
    char refusal[SAMPLE_SENTENCE];   /* what the last refused sample said */
};

/* Columns of the markers, and which of them is ground (-1: none). */
struct sample_shape { int n[2], ground; };

struct sample {
    struct sampler *from;
    struct sample_shape shape;
    struct joint_use use;
    struct joint_at at;
    struct joint_marker m[2];
    double q[2][SAMPLE_COORDINATES], u[2][SAMPLE_COORDINATES];
    unsigned char level[JOINT_ROWS];
    int columns;                     /* of G */
    int functions;                   /* 1: a parameter is a function */
};

/* The shapes a joint type may meet, how many. */
int sample_shapes(const struct joint_type *type, const struct sample_shape **shapes);

/* An instance; special: number of a parameter, or -1.  0: there is none such. */
int sample_make(struct sample *s, struct sampler *from, enum sample_base base, int special, const struct sample_shape *shape);

/* New random markers and a new time. */
void sample_state(struct sample *s);

/* A sample with the same instance and markers. */
void sample_copy(struct sample *to, const struct sample *from);

/* Signals, rows, levels and check, as at assembly: 1 accepted, 0 refused (with a sentence), -1: not as the contract says,
   wrong (SAMPLE_SENTENCE) says why. */
int sample_accept(struct sample *s, char *wrong);
int sample_refused(struct sample *s, char *wrong); /* check alone: 1 refused */

/* g (rows); -1: it is not finite, or the joint says a sentence. */
int sample_residual(const struct sample *s, double *g);

/* Fills at.g, at.g_dot and G (rows x columns, zeroed before); -1: the joint does not tell. */
int sample_look(struct sample *s, double *G);

/* Moves both markers until the held rows are zero (Gauss-Newton); -1: they do not become so. */
int sample_satisfy(struct sample *s);

/* Turns a marker about a global vector by its length (rad). */
void sample_turn(struct joint_marker *m, const double p[3]);

/* 1: the column turns the marker; and which of x, y, z it is about. */
int sample_turns(const struct joint_marker *m, int column);
int sample_axis(const struct joint_marker *m, int column);

/* 1: the row is a constraint on positions, and held; 1: its unit is rad. */
int sample_holds(const struct sample *s, int row);
int sample_in_rad(const struct sample *s, int row);

/* "x", "3"; "rotation about z of marker 1", "coordinate 2 of marker 0" */
const char *sample_row(const struct sample *s, int row, char text[64]);
const char *sample_column(const struct sample *s, int column, char text[64]);

double sample_uniform(struct sampler *from, double a, double b);

/* n numbers for a joint to write, set to `fill`, and behind them a guard; 1: the guard was written over. */
double *sample_paper(struct sampler *from, int n, double fill);
int sample_spoiled(const double *paper, int n);
extern const double sample_mark; /* the guard is made of, and what was not written holds */

#endif
