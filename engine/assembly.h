/* assembly.h - the equations of a model: who owns which coordinates and rows, fixed once.
 *
 *     M(q) a - f(t, q, u) + B' lambda = 0        n equations of motion
 *     g(t, q) = 0, or g(t, q, u) = 0             m rows; of a joint with a law: lambda - sigma(g, g_dot) = 0
 *
 * A body with coordinates is a part, a joint a link, a load a push.  All is const during a run but for the signals in the
 * instances of the joints, the turns that rows in rad have counted, and which rows are released. */
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
    int block;      /* where its n x n blocks begin in terms */
};

/* A marker at work. */
struct side {
    const struct marker *marker;
    enum body_map map;
    int part;                   /* -1: ground */
    int p, n;                   /* coordinates of the part */
    int columns;                /* of this marker in G */
    int end;                    /* which end its columns are mapped to; -1: none */
    int second;                 /* 1: marker 0 is on the same body, so its columns are added */
    double s[3], R[9];          /* in the frame of the body: point (m) and axes */
    int turned;                 /* R is not the identity */
    double ref;                 /* of one coordinate: its reference part */
    const struct joint_marker *fixed; /* on ground: what is seen, always; else NULL */
};

/* A body a link acts on. */
struct end {
    int part, p, n;
    double *B;                  /* (rows x n) rows per coordinate of the body */
};

enum release { ROW_HELD, ROW_INACTIVE, ROW_FREE, ROW_DEPENDENT }; /* why a row has lambda = 0: joint off, flag, redundant */

struct link {
    const struct joint *joint;
    struct joint_use use;       /* type, data, rows, levels, signals */
    struct side side[2];
    struct end end[2];
    int ends;
    int row;                    /* its rows are row .. row+rows-1 */
    int columns;                /* of G */
    int rates;                  /* residual wants v, w (a level-1 row) */
    int active;                 /* as the joint says since the last switch */
    int quick;                  /* constraints between frames on points, planar bodies and ground: the short way in terms.c */
    double *G;                  /* (rows x columns) */
    double *coordinate0;        /* (coordinates of the joint) their values at the start of the run */
    double angle0[2];           /* continuous angles of the bodies there (rad) */
    double *T, *D;              /* of a law: (rows x rows) dsigma/dg + c dsigma/dg_dot; (rows) scale of its rows */
    double *law;                /* of a law: (rows) sigma for the deformation as it is */
    double *settled;            /* of a law: (rows) deformation at the last accepted state; those in rad continue it */
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
    int n, m;                   /* coordinates, rows */
    int blocks;                 /* numbers in all n x n blocks of the parts */
    struct part *part;          /* (parts) */
    struct link *link;          /* (links) one per joint, same index */
    struct push *push;          /* (pushes) one per load, same index */
    int parts, links, pushes;
    int *part_of;               /* (bodies) part of a body, -1: ground */
    double *ref;                /* (n) reference coordinates */
    double *mass, *weight;      /* (n) constant diagonal of M and constant force; 0 where a part varies */
    unsigned char *unit;        /* (n) enum body_unit of each coordinate */
    unsigned char *release;     /* (m) enum release of each row */
    unsigned char *row_unit;    /* (m) enum body_unit of each row: a length, an angle or a number */
    int *row_link;              /* (m) link of each row */
    double length;              /* typical length of the model (m) */
};

/* Unknowns at an instant. */
struct state {
    double t;
    double *q, *u, *a;          /* (n) total coordinates, rates, accelerations */
    double *lambda;             /* (m) multipliers; sigma of a law */
};

/* Builds the equations; fault names the item and where it was written. */
struct assembly *assembly_new(struct arena *a, const struct model *m, double dt, double t_start, struct fault *f);

struct state *state_new(struct arena *a, const struct assembly *as);
void state_copy(const struct assembly *as, struct state *to, const struct state *from);

/* The start the script gave: q and u of the bodies, a = lambda = 0. */
void state_start(const struct assembly *as, struct state *x);

/* Reads again which joints are active and which rows their flags release (after a switch). */
void assembly_switch(struct assembly *as);

/* Which loads act in the step that begins at t (the right-hand limit). */
void assembly_loads(struct assembly *as, double t);

/* "joint 'rod' (distance)" and the row's name into text. */
void assembly_row_name(const struct assembly *as, int row, char *text, size_t size);

/* Unit of a row at its own level ("m", "rad/s"). */
const char *assembly_row_unit(const struct assembly *as, int row, char *text, size_t size);

#endif
