/* fault.c - sentences for errors, and the guess which name was meant. */
#include "fault.h"
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int fault_set(struct fault *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    return -1;
}

int fault_prefix(struct fault *f, const char *format, ...)
{
    struct fault old = *f;
    va_list args;
    va_start(args, format);
    text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    size_t used = strlen(f->text), left = sizeof f->text - used - 1, n = strlen(old.text);
    memcpy(f->text + used, old.text, n < left ? n : left);
    f->text[used + (n < left ? n : left)] = 0;
    return -1;
}

int fault_append(struct fault *f, const char *format, ...)
{
    size_t used = strlen(f->text);
    va_list args;
    va_start(args, format);
    text_format(f->text + used, sizeof f->text - used, format, args);
    va_end(args);
    return -1;
}

enum { NAME = 48 }; /* longer names are not compared */

/* Edits (insert, delete, replace, swap of neighbours) from a to b. */
static int edits(const char *a, const char *b)
{
    int la = (int)strlen(a), lb = (int)strlen(b), d[NAME + 1][NAME + 1];
    for (int i = 0; i <= la; i++)
        d[i][0] = i;
    for (int j = 0; j <= lb; j++)
        d[0][j] = j;
    for (int i = 1; i <= la; i++)
        for (int j = 1; j <= lb; j++) {
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[la][lb];
}

const char *near_miss(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    size_t length = strlen(name);
    int least = length < 4 ? 2 : 3 + (int)length / 8; /* fewer edits than this */
    if (length > NAME)
        return NULL;
    for (int i = 0; i < n; i++) {
        size_t other = strlen(names[i]);
        if (other > NAME)
            continue;
        int k = edits(name, names[i]);
        if (length >= 4 && other > length && strncmp(name, names[i], length) == 0)
            k = 1; /* a name cut short */
        if (k < least && k < (int)other)
            least = k, best = names[i];
    }
    return best;
}
