/* sensor.h - what can be asked of an item: outputs by name, with their sizes, units and components.
 *
 * Bodies, frames, coordinates, joints and loads have the outputs of the tables in sensor.c (`yoke body NAME` and `yoke joint NAME`
 * print them); joints also those of their type's table and their own coordinates, with <coordinate>_rate. */
#ifndef SENSOR_H
#define SENSOR_H
#include "assembly.h"
#include "terms.h"

enum { PROBE_MOST = 512 /* numbers of one output */, PROBE_TABLES = 4 };

/* An output by its name; tables end with name NULL. */
struct output_row {
    const char *name;
    int which, n;           /* n: numbers, or JOINT_PER_ROW, JOINT_PER_COORDINATE */
    const char *unit, *doc; /* per row and per coordinate in words: theirs are found in the model */
};

/* The tables of what every body or joint of a type has, ended by NULL. */
void probe_body_tables(const struct body_type *type, const struct output_row *tables[PROBE_TABLES]);
void probe_joint_tables(const struct joint_type *type, const struct output_row *tables[PROBE_TABLES]);

struct probe {
    const struct item *item;    /* NULL: a function of the script */
    const char *output;
    int n;                      /* numbers */
    const char **component;     /* (n) "x", "12", ...; NULL entry: the output has one number */
    const char **unit;          /* (n) */
    /* how it is read */
    const struct link *link;
    const struct push *push;
    const struct body *body;
    struct side side;           /* of a body or marker */
    double reference[3];        /* position in the reference pose (m) */
    int which;                  /* output of the item's list */
    const struct joint_function *f;
};

/* Does the item have this output?  Fault with a near miss and the list. */
int probe_check(const struct item *item, const struct model *m, const char *output, struct fault *f);

/* Names of all outputs of an item, memory from the arena. */
int probe_names(const struct item *item, const struct model *m, struct arena *a, const char ***names);

/* Finds the output in an assembled model. */
int probe_find(struct probe *p, struct arena *a, struct terms *T, const struct item *item, const char *output, struct fault *f);

/* A function of time: asked once for its size. */
int probe_function(struct probe *p, struct arena *a, const struct joint_function *f, double t, struct fault *fault);

/* Call before the probes of a state are read: poses and signals. */
int probe_begin(struct terms *T, struct state *x, struct fault *f);

/* The numbers (n) at the state. */
int probe_read(struct probe *p, struct terms *T, struct state *x, double *out, struct fault *f);

#endif
