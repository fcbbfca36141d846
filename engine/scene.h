/* scene.h - what a mechanism looks like at a state: shapes in space, in the order in which they are drawn. */
#ifndef SCENE_H
#define SCENE_H
#include "terms.h"

enum shape_kind {
    SHAPE_LINE,   /* from a to b; a rod if it has a diameter */
    SHAPE_SPRING, /* from a to b, as wide as its diameter */
    SHAPE_CIRCLE, /* about a, with normal b */
    SHAPE_SPHERE, /* about a */
    SHAPE_BODY,   /* reference point a of a body; b: its own x axis, zero if it does not turn */
    SHAPE_ARM,    /* of a body: from its reference point a to a marker b */
    SHAPE_GROUND  /* a marker a on ground that a joint uses */
};

struct shape {
    enum shape_kind kind;
    const struct item *item;    /* the body or joint it belongs to */
    double a[3], b[3];          /* m */
    double diameter;            /* m; 0: a thin line */
    double colour[4];           /* red, green, blue, opacity */
};

struct scene {
    struct shape *shape;        /* (n) */
    int n, room;
    double size;                /* default size of a joint (m): a twentieth of the extent of the model or less */
};

/* Fills the scene at the positions q of x (velocities, lambda as they are), joints in the default size given (m; 0: the
   scene's own); free its shapes with scene_free. */
int scene_draw(struct scene *s, struct terms *T, struct state *x, int simplified, double size, struct fault *f);
void scene_free(struct scene *s);

#endif
