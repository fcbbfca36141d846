/* fault.h - what went wrong: one sentence, made where it is known and prefixed by each layer it passes.
 *
 * A function that can fail takes a struct fault and returns -1 after setting it, 0 otherwise (or NULL and a pointer). */
#ifndef FAULT_H
#define FAULT_H

struct fault {
    char text[8192];
};

/* Sets the sentence (numbers with a decimal point in any locale); returns -1. */
int fault_set(struct fault *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts words before the sentence; returns -1. */
int fault_prefix(struct fault *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds words behind the sentence; returns -1. */
int fault_append(struct fault *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The name nearest to `name` in `names` (n), or NULL if none is near enough to be meant. */
const char *near_miss(const char *name, const char *const *names, int n);

#endif
