/* joint.h - the contract between Yoke and a joint plugin.
 *
 * A plugin is one .c file that defines one object, `yoke_joint`, and includes this header, vec.h and, between frames in
 * space, rows.h and spin.h, all inline.  It links to nothing of Yoke's and runs no code when it is loaded.  It must give
 * `rows` (or `count`) and `residual`; the rest is optional, and what is missing is differenced or defaulted.  Units are SI;
 * "global" means resolved in the inertial frame; matrices are row-major with shapes in parentheses.
 *
 * Matrices (G, K, dg, dg_dot, the row of a coordinate) are zeroed once, at assembly: assign the same entries on every
 * call, never add; vectors (g, gt, c, sigma, outputs) are assigned in full.
 *
 * Arguments belong to Yoke: a plugin neither keeps nor frees them.  Every function that computes returns NULL, or a
 * sentence that says what is wrong ("the points coincide"); Yoke adds where and who, and stops or halves the step.
 *
 * Sign: M dv/dt + G' lambda = f.  Marker k is acted on by -G_k' lambda; a distance joint in tension has lambda > 0.
 */
#ifndef JOINT_H
#define JOINT_H
#include <stddef.h>

#define JOINT_ABI 1 /* changes when a field changes meaning, never when one is appended */

/* ---- what a joint sees ------------------------------------------------- */

struct joint_marker {
    int n;           /* columns in G: 6 (JOINT_FRAMES, on planar bodies and ground too), 3 (JOINT_PLANE); coordinates:
                        their number, on ground 1 with q = u = 0 for coordinate(i), 0 for coordinates() */
    double r[3];     /* position, global (m) */
    double A[9];     /* rotation (3 x 3), marker frame to global */
    double v[3];     /* velocity, global (m/s) */
    double w[3];     /* angular velocity, global (rad/s) */
    const double *q; /* coordinates (n), NULL for a frame; with the reference part for coordinates(), without for coordinate(i) */
    const double *u; /* their rates (n), NULL for a frame */
};

struct joint_at {
    double t;                           /* time (s) */
    const struct joint_marker *m0, *m1; /* marker 0 and marker 1, as in the script */
    const double *g, *g_dot;            /* (rows) in law, law_tangent, energy, outputs and draw; else NULL */
    const double *lambda;               /* (rows) multipliers, or sigma of a law: in curvature, outputs and draw; else NULL */
    int rows;                           /* of this joint; 0 in count */
};

/* ---- what a joint is told by the script -------------------------------- */

struct joint_vector { int n; double *x; };          /* (n) */
struct joint_matrix { int rows, cols; double *x; }; /* (rows x cols) */

enum joint_shape { JOINT_NUMBER, JOINT_FLAG, JOINT_LIST }; /* how the script sees an argument */
struct joint_value { enum joint_shape shape; int n; const double *x; }; /* (n); n = 1 of a number and of a flag, 0 or 1 */

/* A script function: out (rows x cols) = f(in[0], in[1], ...).  Returns NULL, or a sentence. */
struct joint_function {
    const char *(*call)(const struct joint_function *f, int nin, const struct joint_value *in, struct joint_matrix out);
    /* how many numbers it returns; -1: why (size) says what is wrong */
    int (*size)(const struct joint_function *f, int nin, const struct joint_value *in, char *why, size_t size);
};

/* A number, or a function of time that returns value [, rate [, second rate]], in the unit of its parameter, per s, per s2; Yoke
   differences what it leaves out.  Yoke evaluates it before each call of the plugin. */
struct joint_signal { double value, rate, rate2; const struct joint_function *f; };

enum joint_kind {
    JOINT_REAL,     /* double                              */
    JOINT_SIGNAL,   /* struct joint_signal                 */
    JOINT_INT,      /* int                                 */
    JOINT_BOOL,     /* int, 0 or 1                         */
    JOINT_VEC3,     /* double[3]; two numbers: z = 0       */
    JOINT_VECTOR,   /* struct joint_vector                 */
    JOINT_MATRIX,   /* struct joint_matrix                 */
    JOINT_COLOR,    /* double[4], first < 0: the default   */
    JOINT_FUNCTION  /* const struct joint_function *       */
};

enum joint_rule { /* may be or-ed; Yoke refuses the value before the plugin sees it */
    JOINT_ANY = 0, JOINT_REQUIRED = 1, JOINT_POSITIVE = 2, JOINT_NOT_NEGATIVE = 4,
    JOINT_DIRECTION = 8,  /* a vec3 that is not zero; stored with length 1 */
    JOINT_FIXED = 16,     /* may not change during a run: it is read at the start (rows, frames) */
    JOINT_IN_PLANE = 32,  /* a vec3 whose z is 0 */
    JOINT_COLUMNS0 = 64,  /* a matrix with a column for each coordinate of marker 0; not used where that has none */
    JOINT_COLUMNS1 = 128, /* the same of marker 1 */
    JOINT_SWITCHES = 256, /* a vector of 0 and 1, in the script also false and true */
    JOINT_ALONG = 512     /* a direction, of one marker or both: where `along` of the script points */
};

struct joint_param { /* ends with name NULL */
    const char *name;
    enum joint_kind kind;
    int rule;
    const char *unit; /* "m", "rad", "1", ... */
    size_t offset;    /* where the value goes in the instance */
    const char *doc;
    const char *remedy; /* said after a refused value, or NULL */
    const char *common; /* the parameter of all joints ("draw_size") that this is another word for, or NULL */
};

/* ---- what can be said about it ------------------------------------------ */

/* One equation: "x", "m", ...; ends with name NULL.  Unit NULL: that of the markers' coordinates; of a row of level 1
   write the unit of the position level, Yoke appends /s.  A deformation (a row of a joint with a law) in rad is counted on over full turns. */
struct joint_row { const char *name, *unit, *doc; };

enum { JOINT_PER_ROW = -1, JOINT_PER_COORDINATE = -2 };

struct joint_output { /* ends with name NULL */
    const char *name;
    int n;            /* numbers written, or JOINT_PER_ROW, JOINT_PER_COORDINATE (of the marker that has more) */
    const char *unit; /* between coordinates also "q", "q/s" and "Q": that of the coordinates (or rows), their rates, forces on them */
    const char *(*eval)(const void *data, const struct joint_at *at, double *out);
    const char *doc;
};

/* A coordinate of the joint itself (angle, travel): an output of that name, its rate as <name>_rate, and others may
   measure, drive or load it.  In rad: counted on over full turns. */
struct joint_coordinate { /* ends with name NULL */
    const char *name, *unit;
    const char *(*eval)(const void *data, const struct joint_at *at, double *value, double *row); /* row (n0 + n1): its G */
    const char *doc;
};

struct joint_pen { /* what a joint draws with; colour NULL: the joint's own */
    /* places global (m), diameters in m; colour: red, green, blue, opacity, each 0 to 1 */
    void (*line)(struct joint_pen *, const double a[3], const double b[3], double diameter, const double colour[4]);
    void (*circle)(struct joint_pen *, const double at[3], const double normal[3], double diameter, const double colour[4]);
    void (*sphere)(struct joint_pen *, const double at[3], double diameter, const double colour[4]);
    int simplified;  /* m:draw{ simplified = true } */
    double size;     /* draw_size of this joint, default put in (m) */
};

/* What jacobian, time_rate, bias, curvature and law_tangent of an instance that cannot tell return in place of a sentence: Yoke
   differences it then, as if the function were missing. */
#define JOINT_DIFFER "\1"

/* ---- the joint type ---------------------------------------------------- */

enum joint_markers {
    JOINT_FRAMES,     /* 6 columns each: 3 translations, 3 rotations, global */
    JOINT_PLANE,      /* 3 columns each: x, y, rotation about z; also between spatial bodies moving in the plane */
    JOINT_COORDINATES
};

struct joint_type {
    unsigned abi;                              /* set by JOINT_HEADER, as are the next five */
    size_t size, param_size, row_size, output_size, coordinate_size; /* tables may grow too; larger than Yoke's: refused as newer */
    const char *name;     /* as in the script; the file is <name>.so */
    const char *doc;      /* one sentence */
    enum joint_markers markers;
    size_t data_size;     /* bytes of one instance */
    const void *defaults; /* (data_size) copied to each new instance; NULL: zeros */
    const struct joint_param *params;
    const struct joint_row *rows;              /* NULL: count() rows, named 1, 2, ... */
    const struct joint_output *outputs;        /* NULL: only those every joint has */
    const struct joint_coordinate *coordinates;

    /* g (rows): zero when the joint holds; at velocity level linear in v, w, u or not. */
    const char *(*residual)(const void *data, const struct joint_at *at, double *g);

    /* G (rows x (n0 + n1)): dg per motion of marker 0, then of marker 1; of a velocity row: dg per velocity
       (v, w or u).  NULL: differenced. */
    const char *(*jacobian)(const void *data, const struct joint_at *at, double *G);

    /* gt (rows): dg/dt with both markers held.  NULL: differenced if a signal is a function, or if a joint without a law has a
       function; else zero: a function of a joint with a law is taken for that law. */
    const char *(*time_rate)(const void *data, const struct joint_at *at, double *gt);

    /* c (rows): second time derivative of g (first, of a velocity row) at zero accelerations of the markers.
       NULL: differenced along the motion. */
    const char *(*bias)(const void *data, const struct joint_at *at, double *c);

    /* K ((n0+n1) x (n0+n1)): d(G' lambda) per motion.  NULL: differenced from jacobian; left out if that is missing too. */
    const char *(*curvature)(const void *data, const struct joint_at *at, double *K);

    /* A force element: sigma (rows) from the deformations at->g and their rates at->g_dot; Yoke applies -G' sigma.
       NULL: the rows are constraints. */
    const char *(*law)(const void *data, const struct joint_at *at, double *sigma);
    /* dsigma/dg and dsigma/dg_dot (rows x rows each).  NULL: differenced. */
    const char *(*law_tangent)(const void *data, const struct joint_at *at, double *dg, double *dg_dot);
    const char *(*energy)(const void *data, const struct joint_at *at, double *stored); /* of a law (J); NULL: its work is integrated */

    /* Rows (1 to 128), when `rows` is NULL; asked once, at assembly, at the start pose; -1: why says what is wrong. */
    int (*count)(const void *data, const struct joint_at *at, char *why, size_t size);
    int (*held)(const void *data, int row);  /* 0: released, Yoke sets lambda = 0; NULL: all held */
    int (*level)(const void *data, int row); /* 1: this row restrains velocities; NULL: 0 */

    /* why (size): a sentence saying what is wrong with the parameters, with the value; 0: nothing is.  Called at
       assembly, at the start pose.  NULL: none. */
    int (*check)(const void *data, const struct joint_at *at, char *why, size_t size);
    void (*draw)(const void *data, const struct joint_at *at, struct joint_pen *pen); /* NULL: a line between the markers, of a law a spring; between coordinates nothing */

    double color[4];  /* red, green, blue, opacity, each 0 to 1; all zero: Yoke's default */
    double draw_size; /* default (m); 0: draw_part times the model's default size */
    double draw_part; /* 0: 1 */
    int half_turns;   /* 1: the rows also hold half a turn away, and both poses are meant */
    int global_axes;  /* 1: its rows keep the global axes, so that its force may have a moment about its own ends */

    /* What a coordinate should be at the start: returns 1 (value is set) + 2 (rate is set), or 0.  NULL: the script gives it by
       the words <coordinate>_start and <coordinate>_rate_start. */
    int (*start)(const void *data, int coordinate, double *value, double *rate);

    /* The line that makes one in the model that `yoke joint NAME` prints: "m:revolute { m.ground, arm, ... }"; lua/yoke/help.lua has
       its bodies.  NULL: made from the tables. */
    const char *example;

    /* 1: G is the same at every pose and time; jacobian is asked for it when a run starts and after each switch, with markers at
       the origin; bias and curvature are left out, as they are zero. */
    int constant;
};

/* The one object of a plugin. */
extern const struct joint_type yoke_joint __attribute__((visibility("default")));

#define JOINT_HEADER .abi = JOINT_ABI, .size = sizeof(struct joint_type), \
    .param_size = sizeof(struct joint_param), .row_size = sizeof(struct joint_row), \
    .output_size = sizeof(struct joint_output), .coordinate_size = sizeof(struct joint_coordinate)

#endif
