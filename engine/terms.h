/* terms.h - the terms of the equations at a state, and what joints see there. */
#ifndef TERMS_H
#define TERMS_H
#include "assembly.h"

/* A reading looked at. */
struct glimpse {
    double value, rate;
    double row[12];             /* (columns of both frames) */
    struct joint_marker seen[2];
    double lever[2][3];
};

/* Pose of a part. */
struct pose {
    double c, s;                /* of BODY_PLANE: cosine and sine of its angle */
    struct body_frame *frame;   /* of BODY_OTHER */
};

struct terms {
    struct assembly *as;
    struct pose *pose;          /* (parts) */
    double *A;                  /* (spins x 9) rotations */
    double *M;                  /* (blocks) mass of varying parts */
    double *K, *D;              /* (blocks) d(M a - f + B' lambda)/dq and /du of each part by itself */
    double *r;                  /* (n) M a - f + B' lambda */
    double *f;                  /* (n) of varying parts: f of their equations */
    double *g, *g_dot;          /* (m) rows; rates of position rows, of velocity rows g itself */
    double *gt;                 /* (m) explicit rate of the rows */
    double *bias;               /* (m) acceleration terms of the rows, with TERMS_FREE */
    double largest[BODY_UNITS]; /* largest term of r, per unit of the coordinates */
    struct joint_marker seen[2];/* scratch: what the joint at hand sees */
    double lever[2][3];         /* from the body's reference point to the marker (m) */
    double coordinate[2][2];    /* scratch: q and u of single coordinates */
    struct glimpse glimpse[2];  /* scratch: readings that the markers at hand stand for */
    const char *why;            /* what a reading said that could not be taken, or NULL */
    int counting;               /* there are readings or deformations to count */
    double turned;              /* (rad) most that bodies can have turned apart since these were counted */
    double signal_t;            /* time the signals stand at */
    int signal_order;           /* and their order; -1: none yet */
    int signals;                /* of all joints */
    int *varying, *laws;        /* (nvarying) parts with equations of their own, (nlaws) links with a law */
    int *spinning;              /* (spins) parts with a quaternion */
    int *timed;                 /* (ntimed) links of constraints that depend on time */
    int nvarying, nlaws, ntimed;
    int curved;                 /* terms_curvature is asked too: K then has none of what hinges know of theirs */
    double load;                /* part of weight and loads that acts: 1, in statics less */
    double gravity[3];          /* times that (m/s2) */
};

struct terms *terms_new(struct arena *a, struct assembly *as);

/* Lets a part of weight and loads act. */
void terms_load(struct terms *T, double part);

/* Poses of all parts at q (and u). */
void terms_pose(struct terms *T, const struct state *x);

enum {
    TERMS_RATE = 1,    /* also gt and g_dot of all rows (else only where a law or a level asks) */
    TERMS_LARGEST = 2, /* also the largest terms */
    TERMS_GIVEN = 4,   /* sigma of laws is taken from their deformation and put into lambda, not the other way round */
    TERMS_FREE = 8,    /* at no accelerations and no multipliers of constraints: r without these, B and the rows' acceleration
                          terms, as terms_bias has them; no K, and g of constraints only with TERMS_RATE */
    TERMS_SAME = 16    /* with TERMS_FREE: velocities alone are not those evaluated last */
};

/* r, g, B, K (its part from marker forces) at the state.  Fault without the time. */
int terms_evaluate(struct terms *T, struct state *x, int what, struct fault *f);

/* g of constraints alone, at the positions of x; signals are set as TERMS_FREE wants them. */
int terms_gaps(struct terms *T, struct state *x, struct fault *f);

/* Asks the laws again, at the deformations and rates that T->g and T->g_dot hold. */
int terms_laws(struct terms *T, struct state *x, struct fault *f);

/* g, G, B (and with TERMS_RATE g_dot) of one link at the state; poses and signals must be those of x. */
int terms_link(struct terms *T, struct state *x, const struct link *l, int what, struct fault *f);

/* What the tangent needs beyond that, for du/dq = c: tangents of varying parts and of laws (T, D, R of the links). */
int terms_tangent(struct terms *T, const struct state *x, double c, double scale, struct fault *f);

/* d(B' lambda) per coordinate of the link's ends, ((n0 + n1) x (n0 + n1)) with the levers, after terms_evaluate;
   zero of a joint that is off. */
int terms_curvature(struct terms *T, const struct state *x, int link, double *K, struct fault *f);

/* The same of loads: into K of the bodies, or for coordinates of joints into that of the joint (curvature: per link). */
int terms_load_curvature(struct terms *T, const struct state *x, double *const *curvature, struct fault *f);

/* The rows' acceleration terms: g_ddot = B a + c (m), of velocity rows g_dot = B a + c.  After terms_evaluate. */
int terms_bias(struct terms *T, const struct state *x, double *c, struct fault *f);

/* What a body type sees of a part; who failed. */
struct body_at body_sees(const struct terms *T, const struct part *p, const struct state *x);
int part_fault(const struct part *p, const char *why, struct fault *f);
int link_fault(const struct link *l, const char *why, struct fault *f);

/* Sets signals of joints and loads for time t. */
int terms_signals(struct terms *T, double t, int order, struct fault *f);

/* Fills what the joint of a link sees, with velocities; g, g_dot and lambda of the link set.  The poses must be those of x. */
void terms_see(struct terms *T, const struct state *x, const struct link *l, struct joint_at *at);

/* Deformations in rad are counted on from this accepted state, the one evaluated last; at the start of a run between planar bodies
   from the angles of these, which may have turned already. */
void terms_settle(struct terms *T, double t);
void terms_settle_start(struct terms *T, const struct state *x);

/* The first held row of a constraint that depends on time and is off its position by more than a tenth of the model's length (m) or
   0.1 rad, at the state evaluated last; -1: none.  Bodies cannot follow such a jump. */
int terms_jump(const struct terms *T);

/* The largest turn of a body in increments of the coordinates (n), away from the state evaluated last (rad). */
double terms_turn(const struct terms *T, const double *motion);

/* Inertia of coordinate k (0 .. n-1) of a part: diagonal of M, as evaluated last. */
double terms_inertia(const struct terms *T, const struct part *p, int k);

/* Largest |g| so far of each row of a constraint that is held or redundant (m). */
void terms_drift(const struct terms *T, double *drift);

#endif
