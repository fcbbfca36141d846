/* notes.c - a list of sentences. */
#include "solver.h"
#include "text.h"

#include <string.h>

void notes_add(struct notes *n, const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    text_format(text, sizeof text, format, args);
    va_end(args);
    const char **list = arena_take(&n->arena, (size_t)(n->n + 1) * sizeof *list);
    if (n->n)
        memcpy(list, n->text, (size_t)n->n * sizeof *list);
    list[n->n++] = arena_text(&n->arena, text);
    n->text = list;
}

void notes_free(struct notes *n)
{
    arena_free(&n->arena);
    *n = (struct notes){ 0 };
}
