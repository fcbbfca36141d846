/* sensor.h - what can be asked of an item: outputs by name, with their sizes, units and components.
 *
 * Bodies and frame markers: position displacement velocity acceleration rotation angular_velocity angular_acceleration (3
 * numbers each, global; the rates also with _local, in their own axes), rotation_matrix (9, row by row), angle (of what turns
 * about one axis, counted on over full turns).  Bodies also: coordinates (without the reference part), coordinates_total,
 * coordinates_rate, kinetic_energy.  Coordinate markers: coordinates, coordinates_rate.  Joints: what their table says, their
 * own coordinates and <coordinate>_rate, and lambda constraint_equation drift (per row), force0 torque0 force1 torque1 (on
 * the bodies, about the marker, global, or with _local in its axes; on coordinates one generalized force each), force and torque
 * (those on marker 0, if the table has none of its own).  Loads: value. */
#ifndef SENSOR_H
#define SENSOR_H
#include "assembly.h"
#include "terms.h"

enum { PROBE_MOST = 512 }; /* numbers of one output */

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
