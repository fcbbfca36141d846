/* order.h - the order of the unknowns. */
#ifndef ORDER_H
#define ORDER_H
#include "assembly.h"

/* First unknown of each part and each link, ordered for a narrow band (reverse Cuthill-McKee on the graph of bodies and joints). */
void order_band(const struct assembly *as, int *at_part, int *at_link);

#endif
