/* arena.c - a chain of blocks, each at least as large as all before it together. */
#include "arena.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 16384, ALIGN = 16 };

struct block {
    struct block *before;
    size_t size, used, earlier; /* earlier: bytes used in the blocks before */
    _Alignas(ALIGN) char data[];
};

struct later { struct later *next; void (*f)(void *); void *x; };

void *arena_take(struct arena *a, size_t size)
{
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    struct block *b = a->last;
    if (!b || b->size - b->used < size) {
        size_t earlier = b ? b->earlier + b->used : 0;
        size_t room = earlier > FIRST ? earlier : FIRST;
        if (room < size)
            room = size;
        b = calloc(1, sizeof *b + room);
        if (!b) {
            fprintf(stderr, "yoke: out of memory (%zu bytes wanted)\n", room);
            exit(1);
        }
        b->before = a->last;
        b->size = room;
        b->earlier = earlier;
        a->last = b;
    }
    void *x = b->data + b->used;
    b->used += size;
    return x;
}

void *arena_copy(struct arena *a, const void *x, size_t size)
{
    void *y = arena_take(a, size);
    if (size)
        memcpy(y, x, size);
    return y;
}

char *arena_text(struct arena *a, const char *text)
{
    return arena_copy(a, text, strlen(text) + 1);
}

char *arena_print(struct arena *a, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    text_format(text, sizeof text, format, args);
    va_end(args);
    return arena_text(a, text);
}

void arena_later(struct arena *a, void (*f)(void *), void *x)
{
    struct later *l = ARENA_NEW(a, 1, struct later);
    *l = (struct later){ a->later, f, x };
    a->later = l;
}

size_t arena_size(const struct arena *a)
{
    return a->last ? a->last->earlier + a->last->used : 0;
}

void arena_free(struct arena *a)
{
    for (; a->later; a->later = a->later->next)
        a->later->f(a->later->x);
    while (a->last) {
        struct block *b = a->last;
        a->last = b->before;
        free(b);
    }
}
