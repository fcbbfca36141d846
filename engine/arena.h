/* arena.h - memory that is given back all at once.  Everything it hands out is zeroed and aligned for any type. */
#ifndef ARENA_H
#define ARENA_H
#include <stddef.h>

struct arena {
    struct block *last; /* the block in use; earlier ones are chained behind it */
    struct later *later;
};

/* size bytes, zeroed; ends the program with a sentence if the machine has no memory left */
void *arena_take(struct arena *a, size_t size);

/* a copy of size bytes at x */
void *arena_copy(struct arena *a, const void *x, size_t size);

/* a copy of a string, or of what printf would write */
char *arena_text(struct arena *a, const char *text);
char *arena_print(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* calls f(x) before the arena is given back: for what a library took by itself */
void arena_later(struct arena *a, void (*f)(void *), void *x);

/* bytes handed out so far */
size_t arena_size(const struct arena *a);

/* gives everything back; the arena is empty again */
void arena_free(struct arena *a);

/* n zeroed objects of a type */
#define ARENA_NEW(a, n, type) ((type *)arena_take((a), (size_t)(n) * sizeof(type)))

#endif
