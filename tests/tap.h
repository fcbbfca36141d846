/* tap.h - the Test Anything Protocol in C.  Each program ends with `return tap_done();`. */
#ifndef TAP_H
#define TAP_H
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failures;

__attribute__((format(printf, 2, 3))) static inline int ok(int passed, const char *format, ...)
{
    va_list args;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    tap_failures += !passed;
    return passed;
}

static inline void tap_numbers(double got, double want, double tolerance, const char *kind)
{
    printf("  ---\n  got: %.17g\n  want: %.17g\n  %s error: %.3g\n  tolerance: %.3g\n  ...\n", got, want, kind,
           fabs(got - want) / (*kind == 'r' ? fabs(want) : 1), tolerance);
}

/* |got - want| <= tolerance */
static inline int near_abs(double got, double want, double tolerance, const char *what)
{
    int passed = ok(fabs(got - want) <= tolerance, "%s", what);
    if (!passed)
        tap_numbers(got, want, tolerance, "absolute");
    return passed;
}

/* |got - want| <= tolerance |want| */
static inline int near_rel(double got, double want, double tolerance, const char *what)
{
    int passed = ok(fabs(got - want) <= tolerance * fabs(want), "%s", what);
    if (!passed)
        tap_numbers(got, want, tolerance, "relative");
    return passed;
}

static inline int is_text(const char *got, const char *want, const char *what)
{
    int passed = ok(strcmp(got, want) == 0, "%s", what);
    if (!passed)
        printf("  ---\n  got: %s\n  want: %s\n  ...\n", got, want);
    return passed;
}

static inline void skip(const char *why)
{
    printf("ok %d # SKIP %s\n", ++tap_count, why);
}

static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failures != 0;
}

#endif
