/* conform.h - does a joint type keep the promises of joint.h?  Tried on sample instances at random states.
 *
 * `say` hears one sentence per promise: what holds, or what does not with the numbers and what the author should do.  With
 * passed -1 it hears what is about to be asked, so that a tester knows where a plugin that ends the program was.
 * It cannot see a wrong residual: that takes a test with a known answer. */
#ifndef CONFORM_H
#define CONFORM_H
#include "joint.h"

/* Returns the number of broken promises. */
int conform(const struct joint_type *type, void (*say)(void *data, int passed, const char *what), void *data);

#endif
