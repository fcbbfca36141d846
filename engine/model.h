/* model.h - the facts of a mechanism, as the script gave them: items with names, parameters and where they were written.
 *
 * No numerics here.  Everything belongs to the model and lives until model_free(). */
#ifndef MODEL_H
#define MODEL_H
#include "arena.h"
#include "body.h"
#include "fault.h"
#include "loader.h"
#include "schema.h"

enum item_kind { ITEM_BODY, ITEM_MARKER, ITEM_JOINT, ITEM_LOAD, ITEM_SENSOR, ITEM_KINDS };

/* What all things in a model have. */
struct item {
    enum item_kind kind;
    int index;         /* among the items of its kind */
    const char *name;  /* unique in the model */
    int named;         /* 1: by the script, 0: <type>_<number> */
    const char *type;  /* "distance" */
    const char *where; /* "pendulum.lua:12", "" if not known */
    unsigned long long given; /* bit i: row i of its own table was given */
};

struct body {
    struct item item;
    const struct body_type *type;
    void *data;                          /* instance of type->params */
    struct marker *frame, *coordinates;  /* its own frame and its coordinates() as markers, once asked for */
    struct joint *own;                   /* the joint that comes with it, or NULL */
};

enum marker_kind {
    MARKER_FRAME,       /* a point of a body with axes */
    MARKER_COORDINATE,  /* one coordinate of a body, without its reference part */
    MARKER_COORDINATES, /* all of them, with it */
    MARKER_READING,     /* a coordinate of a joint, or a Tait-Bryan angle of a body */
};

struct marker {
    struct item item;
    enum marker_kind kind;
    int body;                /* 0 is the ground */
    double position[3];      /* FRAME: in the frame of the body (m) */
    double rotation[9];      /* FRAME: marker axes to body axes (3 x 3) */
    int turned;              /* FRAME: rotation is not the identity */
    int coordinate;          /* COORDINATE, READING: counted from 0 */
    int joint;               /* READING: of which joint; -1: an angle of the body */
};

struct joint {
    struct item item;
    const struct joint_type *type;
    void *data;              /* instance of type->params; its signals are refreshed by the engine */
    int marker[2];
    struct joint_common common;
    double *start;           /* (2 per coordinate) value and rate of its coordinates at the start; NaN: not given */
    const struct joint_param *start_params; /* rows for them: "angle_start", "angle_rate_start", ... */
};

enum load_kind { LOAD_FORCE, LOAD_TORQUE, LOAD_COORDINATE };

struct load {
    struct item item;
    enum load_kind kind;
    int marker;
    struct joint_signal value[3];     /* N or N m, or value[0]: in the unit of the coordinate's force */
    const struct joint_function *f;   /* all components from one function of time, or NULL */
    int body_fixed, active;
    double from, to;                  /* acts from <= t < to (s) */
};

struct sensor {
    struct item item;
    const struct item *target;        /* body, marker, joint or load; NULL: function */
    const char *output;               /* of the target */
    const struct joint_function *f;   /* numbers from f(t) */
};

/* Something the script does at a time during a run; -1 with a fault stops the run. */
struct event {
    double t;
    int fired;                   /* in this run, or in one that it goes on from */
    const char *where;
    int (*fire)(void *data, struct fault *f);
    void *data;
};

struct model {
    struct arena arena;
    double gravity[3];           /* m/s2 */
    struct body **body;          /* (bodies), body[0] is the ground */
    struct marker **marker;      /* (markers) */
    struct joint **joint;
    struct load **load;
    struct sensor **sensor;
    struct event *event;         /* (events), in the order given */
    int bodies, markers, joints, loads, sensors, events;
    void *names;                 /* search tree of the items' names */
    struct start_rows { const struct joint_type *type; const struct joint_param *params; struct start_rows *next; } *start_rows; /* per type */
    struct { const char *type; int n; } counted[64]; /* items that the model named so far, per type */
    int revision;                /* changes when an item comes or goes */
    int settings;                /* changes when a parameter is set */
    enum { MODEL_IDLE, MODEL_RUNNING, MODEL_EVENT } running; /* a solver is at work; at an event parameters may change */
    int script_failed;           /* set by a function of the script that failed: the run ends, no smaller step is tried */
};

struct model *model_new(void);
void model_free(struct model *m);

/* Each adds an item with the defaults of its type (name NULL: the model finds one) and returns it, or NULL with a fault.
   Then come its parameters by model_set, then model_complete. */
struct body *model_body(struct model *m, const struct body_type *type, const char *name, const char *where, struct fault *f);
struct joint *model_joint(struct model *m, const struct joint_type *type, const char *name, const char *where,
                          const struct marker *m0, const struct marker *m1, struct fault *f);
struct load *model_load(struct model *m, enum load_kind kind, const char *name, const char *where, const struct marker *at,
                        struct fault *f);
struct sensor *model_sensor(struct model *m, const char *name, const char *where, struct fault *f);

/* Gives a parameter of a body, joint or load; checked, with the item named in the fault. */
int model_set(struct model *m, struct item *item, const char *name, const struct value *v, struct fault *f);

/* All required parameters are there and fit together? */
int model_complete(struct model *m, struct item *item, struct fault *f);

/* Keeps the parameters of an item, and puts them back (they were set in part and then refused). */
void *item_keep(const struct item *item, struct arena *a);
void item_put_back(struct item *item, const void *kept);

/* Takes back the item added last (it could not be completed). */
void model_drop(struct model *m, struct item *item);

/* Markers.  name NULL: "arm(0.5 0)", "arm(angle)", "hinge(angle)"; position and rotation NULL: the frame of the body. */
struct marker *model_frame(struct model *m, struct body *b, const char *name, const double position[3], const double rotation[9],
                           struct fault *f);
struct marker *model_coordinate(struct model *m, struct body *b, int coordinate, struct fault *f);
struct marker *model_coordinates(struct model *m, struct body *b, struct fault *f);
struct marker *model_rotation_coordinate(struct model *m, struct body *b, int axis, struct fault *f); /* axis 0 .. 2 */
struct marker *model_joint_coordinate(struct model *m, struct joint *j, const char *coordinate, struct fault *f);

/* Notes something to do at time t. */
int model_event(struct model *m, double t, const char *where, int (*fire)(void *, struct fault *), void *data, struct fault *f);

/* The tables an item's parameters come from, its own first, and their instances: how many (0 to ITEM_TABLES). */
enum { ITEM_TABLES = 3 };
int item_tables(const struct item *item, const struct joint_param *table[ITEM_TABLES], void *data[ITEM_TABLES]);

/* What a joint's coordinate should be at the start: bit 1 a value, bit 2 a rate. */
int joint_start(const struct joint *j, int coordinate, double *value, double *rate);

/* The frame of a body in the reference pose: r (3) and A (3 x 3), global. */
void body_reference(const struct body *b, double r[3], double A[9]);

/* Puts "joint 'rod' (distance): " before the sentence; returns -1. */
int item_fault(const struct item *item, struct fault *f);

/* The same with where it was written: "pendulum.lua:12: joint 'rod' (distance): ". */
int item_fault_where(const struct item *item, struct fault *f);

/* Number of coordinates of a body. */
int body_count(const struct body *b);

#endif
