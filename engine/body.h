/* body.h - what a body type tells: its coordinates, how its frame moves with them, its inertia and its own forces.
 *
 * q (n) are total coordinates (reference part included), u (n) their rates, a (n) the rates of u:
 *     M(q) a = f(t, q, u)        for the body alone
 * A new body type is one file with one `const struct body_type`, listed in body.c. */
#ifndef BODY_H
#define BODY_H
#include "joint.h"

/* How the frame of the body moves with its coordinates. */
enum body_map {
    BODY_GROUND, /* not at all */
    BODY_POINT,  /* x, y (n = 2) or x, y, z (n = 3): no rotation */
    BODY_PLANE,  /* x, y, angle about z */
    BODY_SPACE,  /* x, y, z and three rotation increments in body axes; its rotation is kept as a quaternion beside them */
    BODY_OTHER,  /* as frame() says */
    BODY_NONE    /* it has no frame, only coordinates */
};

/* What a coordinate counts, and so what a force on it is measured in. */
enum body_unit { BODY_LENGTH, BODY_ANGLE, BODY_NUMBER, BODY_UNITS };

enum { BODY_MOST = 64 }; /* most coordinates of one body */

struct body_coordinate { const char *name; enum body_unit unit; };

/* The frame of a body at given q and u, global but for w. */
struct body_frame {
    double r[3], A[9];       /* m, (3 x 3) */
    double v[3], w[3];       /* m/s, rad/s; w in body axes */
    double J[6][8];          /* of BODY_OTHER: (v, w) = J u, in columns 0 .. n-1 */
    double v_bias[3], w_bias[3]; /* of BODY_OTHER: rates of v and w at a = 0 */
};

struct body_at {
    double t;
    const double *q, *ref, *u; /* (n) */
    const double *gravity;     /* (3) m/s2 */
    const double *A;           /* of BODY_SPACE: its rotation (3 x 3) */
};

enum body_inertia {
    BODY_VARYING,  /* equations() must be asked each time instead */
    BODY_CONSTANT, /* mass and weight are all there is */
    BODY_SPINNING  /* of BODY_SPACE: mass and weight of the translations, J and w x J w of the rotation */
};

struct body_type {
    const char *name, *doc;
    const char *word;                        /* of the script, if it is another one than name */
    enum body_map map;
    int n;                                   /* coordinates; 0: ask count() */
    const struct body_coordinate *coordinate; /* (n); NULL: numbered 1, 2, ... */
    size_t data_size;
    const void *defaults;
    const struct joint_param *params;

    int (*count)(const void *data);
    /* 0, or 1 with a sentence in why (size) */
    int (*check)(const void *data, char *why, size_t size);
    /* ref (n), start values q and u (n) */
    void (*start)(const void *data, double *ref, double *q, double *u);
    /* The constant part: mass (n), the diagonal of M, and weight (n), a force. */
    enum body_inertia (*inertia)(const void *data, const double gravity[3], double *mass, double *weight);
    /* Of BODY_SPACE: J about the reference point (3 x 3) and the start of the quaternion (w, x, y, z). */
    void (*spin)(const void *data, double J[9], double quaternion[4]);
    /* M (n x n) and f (n); a sentence if a function of the script failed. */
    const char *(*equations)(const void *data, const struct body_at *at, double *M, double *f);
    /* K = d(M a - f)/dq and D = d(M a - f)/du (n x n each), NULL: taken as zero. */
    const char *(*tangent)(const void *data, const struct body_at *at, const double *a, double *K, double *D);
    void (*frame)(const void *data, const double *q, const double *u, struct body_frame *frame); /* of BODY_OTHER */
    /* Puts predicted coordinates where its own joint wants them, so that the first correction need not; or NULL. */
    void (*tidy)(const void *data, double *q);
    /* A joint between ground and all its coordinates that comes with the body (unit length of Euler parameters), or NULL. */
    const struct joint_type *(*own_joint)(const void *data);
    double (*potential)(const void *data, const struct body_at *at); /* of weight and own springs (J); NULL: 0 */
};

/* For `check`: 1, with a sentence, if a list that was given has not n numbers; what: "x, y (m), angle (rad)". */
int body_wrong_count(const char *name, struct joint_vector x, int n, const char *what, char *why, size_t size);

/* The type called `name`, or NULL; all of them, ended by NULL. */
const struct body_type *body_type_find(const char *name);
extern const struct body_type *const body_types[];
extern const struct body_type body_ground;

#endif
