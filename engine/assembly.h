/* assembly.h - the equations of a model: who owns which coordinates and rows, fixed once.
 *
 *     M(q) a - f(t, q, u) + B' lambda = 0        n equations of motion
 *     g(t, q) = 0, or g(t, q, u) = 0             m rows; of a joint with a law: lambda - sigma(g, g_dot) = 0
 *
 * A body with coordinates is a part, a joint a link, a load a push.  All is const during a run but for the signals in the
 * instances of the joints, the turns that rows and readings in rad have counted, and which rows are released.
 *
 * A spatial body with a quaternion (a spin) has three rotation increments v among its coordinates, in body axes, away from the
 * quaternion; its rates are the angular velocity w = T(v) v', in body axes.  B, K and D of its rotation are per turn in body
 * axes, which differs from dv by T(v), about half of v.  state_commit moves v into the quaternion. */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H
#include "arena.h"
#include "differ.h"
#include "model.h"

struct part {
    const struct body *body;
    const struct body_type *type;
    const void *data;
    int p, n;       /* its coordinates are p .. p+n-1 */
    int varying;    /* its M and f come from equations() */
    int spin;       /* number among the spins, or -1 */
    const double *J; /* of a spin with constant mass: about its reference point, body axes (3 x 3); else NULL */
    int block;      /* where its n x n blocks begin in terms */
};

/* A marker at work. */
struct side {
    const struct marker *marker;
    enum body_map map;
    int part;                   /* -1: ground, or a reading */
    int spin;                   /* of the part */
    int p, n, block;            /* coordinates of the part, its blocks in terms */
    int columns;                /* of this marker in G */
    int end;                    /* which end its columns are mapped to; -1: none */
    double s[3];                /* point in the frame of the body (m) */
    int turned;                 /* R is not the identity */
    const double *R;            /* (3 x 3) axes in the frame of the body */
    double ref;                 /* of one coordinate: its reference part */
    const struct joint_marker *fixed; /* on ground: what is seen, always; else NULL */
    const struct reading *reading;    /* of a coordinate that is read off two frames; else NULL */
    int reading_end[2];         /* which ends the columns of its frames are mapped to */
};

/* A coordinate of a joint (angle, travel), or an angle of a body: a value and its row from two frames. */
struct reading {
    const struct item *item;    /* joint or body */
    const struct joint_coordinate *coordinate;
    const void *data;           /* of the joint */
    const struct side *side;    /* (2) */
    double dt;                  /* time over which it is smooth (s) */
    int turns;                  /* it is in rad: counted on over full turns */
    int counted;                /* it is counted from state to state; else from the angles of planar bodies */
    int moves;                  /* it changes with places too, not only with the turns of bodies */
    double last;                /* its value when it was counted last, or at the start of the run */
    double last_rate, last_t;   /* its rate then, and when that was (s) */
    double angle0[2];           /* angles of planar bodies at the start of the run (rad) */
};

/* A body a link acts on. */
struct end {
    int part, p, n;
    double *B;                  /* (rows x n) rows per coordinate of the body */
};

enum release { ROW_HELD, ROW_INACTIVE, ROW_FREE, ROW_DEPENDENT }; /* why a row has lambda = 0: joint off, flag, redundant */

/* How T of a law stands: the type or the law is to be asked; differenced for the next correction; kept for more. */
enum law_tangent { LAW_ASK, LAW_NEW, LAW_KEPT };

struct link {
    const struct joint *joint;
    struct joint_use use;       /* type, data, rows, levels, signals */
    struct side side[2];
    struct end end[4];          /* (ends) more than two where markers are readings */
    int ends;
    int row;                    /* its rows are row .. row+rows-1 */
    int columns;                /* of G */
    int rates;                  /* residual wants v, w (a level-1 row) */
    int active;                 /* as the joint says since the last switch */
    int turns;                  /* of a law: rows in rad, which are counted on over full turns */
    int quick;                  /* constraints between frames on points, rigid bodies and ground: the short way in terms.c */
    int own;                    /* it comes with a body: e . e = 1 */
    int constant;               /* quick, with G as it was at the last switch and no bias */
    double *G;                  /* (rows x columns) */
    struct reading *reading;    /* (coordinates of the joint) */
    double *T, *D;              /* of a law: (rows x rows) dsigma/dg + c dsigma/dg_dot; (rows) scale of its rows */
    double *law;                /* of a law: (rows) sigma for the deformation as it is */
    double *from;               /* of a law: (rows) deformation before the last correction */
    enum law_tangent tangent;   /* of a law */
    double *settled;            /* of a law: (rows) deformation at the last accepted state; those in rad continue it */
    double *settled_rate;       /* of a law: (rows) its rate then */
    double settled_t;           /* and when that was (s) */
};

struct push {
    const struct load *load;
    struct side side;
    struct signal signal[3];    /* (signals) components that are functions */
    int signals, on;            /* on: within from .. to and active */
    double value[3];            /* now (N or N m) */
};

struct assembly {
    const struct model *model;
    int n, m, spins;            /* coordinates, rows, bodies with a quaternion */
    int nq;                     /* numbers that say where everything is: n + 4 spins */
    int blocks;                 /* numbers in all n x n blocks of the parts */
    struct part *part;          /* (parts) */
    struct link *link;          /* (links) one per joint, same index */
    struct push *push;          /* (pushes) one per load, same index */
    int parts, links, pushes;
    int *part_of;               /* (bodies) part of a body, -1: ground */
    int *spin_at;               /* (spins) first of its three rotation increments among the coordinates */
    struct reading **reading;   /* (readings) all coordinates of joints, and angles of bodies that markers stand for */
    int readings;
    double *ref;                /* (n) reference coordinates */
    double *mass, *weight;      /* (n) constant diagonal of M and constant force; 0 where a part varies */
    unsigned char *unit;        /* (n) enum body_unit of each coordinate */
    unsigned char *release;     /* (m) enum release of each row */
    unsigned char *row_unit;    /* (m) enum body_unit of each row: a length, an angle or a number */
    int *row_link;              /* (m) link of each row */
    double length;              /* typical length of the model (m) */
    double dt;                  /* time over which functions of time are smooth (s) */
};

/* Unknowns at an instant. */
struct state {
    double t;
    double *q;                  /* (n) total coordinates; behind them, so that nq numbers are all of a position: */
    double *turn;               /* (4 x spins) quaternions */
    double *u, *a;              /* (n) behind these: rates, accelerations */
    double *lambda;             /* (m) behind them: multipliers; sigma of a law */
};

/* Builds the equations; fault names the item and where it was written. */
struct assembly *assembly_new(struct arena *a, const struct model *m, double dt, double t_start, struct fault *f);

struct state *state_new(struct arena *a, const struct assembly *as);
void state_copy(const struct assembly *as, struct state *to, const struct state *from);

/* The start the script gave: q and u of the bodies, a = lambda = 0. */
void state_start(const struct assembly *as, struct state *x);

/* Rotation increments go into the quaternions and are zero then. */
void state_commit(const struct assembly *as, struct state *x);

/* row (n) per turn in body axes to row per increment: row T(v). */
void state_slopes(const struct assembly *as, const struct state *x, double *row);

/* v (n), turns or their rates in body axes, to those of increments: T(v)^-1 of each. */
void state_increments(const struct assembly *as, const struct state *x, double *v);

/* The first spin that is turned by half a turn or more, beyond which increments do not know it; -1: none. */
int state_spun(const struct assembly *as, const struct state *x);

/* How far a part is moved (m) and turned (rad) from one state to another. */
void state_way(const struct assembly *as, const struct part *p, const struct state *from, const struct state *to, double *moved, double *turned);

/* Goes on counting turns where another assembly of the same model stopped. */
void assembly_continue(struct assembly *as, const struct assembly *from);

/* Reads again which joints are active and which rows their flags release (after a switch). */
void assembly_switch(struct assembly *as);

/* Which loads act in the step that begins at t (the right-hand limit). */
void assembly_loads(struct assembly *as, double t);

/* "joint 'rod' (distance)" and the row's name into text. */
void assembly_row_name(const struct assembly *as, int row, char *text, size_t size);

/* The row's name alone: "x", or its number from 1 in text. */
const char *assembly_row_word(const struct link *l, int k, char text[16]);

/* "x of body 'bob' (point)" into text. */
void assembly_coordinate_words(const struct assembly *as, int i, char *text, size_t size);

/* Adds to a sentence about a coordinate where its body was made: "  [pendulum.lua:5]"; returns -1. */
int assembly_coordinate_where(const struct assembly *as, int i, struct fault *f);

/* "bob.x" into text. */
void assembly_coordinate_name(const struct assembly *as, int i, char *text, size_t size);

/* "pendulum.lua:5: joint 'rod' (distance): the equations are singular at its row distance"; returns -1. */
int assembly_row_singular(const struct assembly *as, int row, struct fault *f);

/* Unit of a row as sentences have it behind a number: " m", or "" of one that has none. */
const char *assembly_row_said(const struct assembly *as, int row, char *text, size_t size);

/* Unit of a row at its own level ("m", "rad/s"). */
const char *assembly_row_unit(const struct assembly *as, int row, char *text, size_t size);

/* A row of a constraint that is held; one that restrains velocities. */
static inline int row_holds(const struct assembly *as, int row)
{
    return as->release[row] == ROW_HELD && !as->link[as->row_link[row]].use.type->law;
}

static inline int row_of_rates(const struct assembly *as, int row)
{
    const struct link *l = &as->link[as->row_link[row]];
    return l->use.level[row - l->row];
}

#endif
