/* pin.h - a copy of a model with rows that hold coordinates for a while, for start values and sweeps. */
#ifndef PIN_H
#define PIN_H
#include "arena.h"
#include "model.h"

/* The data of such a row: q - value, or of the rate u - value. */
struct pin {
    double value;
    int rate;
    int turns;          /* whole turns do not matter */
    int off;            /* the row is released */
    double wanted, way; /* of who moves it: where to, and how far it is */
};

/* A copy of the model, all items but the lists shared, with room for n more joints. */
struct model *pin_model(struct arena *a, const struct model *m, int n);

/* Adds a joint of this name, said to be of the item, that holds the coordinate of a marker. */
struct pin *pin_add(struct arena *a, struct model *with, const struct marker *at, const struct item *of, const char *name);

#endif
