/* order.h - orders of the unknowns. */
#ifndef ORDER_H
#define ORDER_H
#include "assembly.h"

/* First unknown of each part and each link, ordered for a narrow band (reverse Cuthill-McKee on the graph of bodies and joints). */
void order_band(const struct assembly *as, int *at_part, int *at_link);

/* How links are eliminated one after the other; two links on one body are neighbours.  A body that much hangs on is kept: it is a
   node of its own, a neighbour of all links on it, which then are none of each other. */
struct elimination {
    int kept, *part;/* (kept) parts that are kept; number links + i is the node of part[i] */
    int *node;      /* (parts) node of each part that is kept, -1 of others */
    int *order;     /* (links + kept) node at each place */
    int *first;     /* (links + kept + 1) */
    int *below;     /* (fill) places of the neighbours left when place k is eliminated: below[first[k]] .. below[first[k+1]-1], ascending */
    int fill;
    double work;    /* multiplications of one factorisation */
};

/* Least degree first, among equals the neighbour of the last one.  0: too much fill, another method is better. */
int order_elimination(struct arena *a, const struct assembly *as, struct elimination *e);

#endif
