/* text.c - printf under the C locale: a script may have set another one, and results must not change with it. */
#include "text.h"

#include <locale.h>
#include <stdio.h>

void text_format(char *out, size_t size, const char *format, va_list args)
{
    static locale_t c; /* made once, never changed */
    if (!c)
        c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t old = uselocale(c);
    vsnprintf(out, size, format, args);
    uselocale(old);
}

void text_print(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_format(out, size, format, args);
    va_end(args);
}
