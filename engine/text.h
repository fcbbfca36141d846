/* text.h - text that is the same in every locale. */
#ifndef TEXT_H
#define TEXT_H
#include <stdarg.h>
#include <stddef.h>

/* A macro's value as a string. */
#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x

/* As vsnprintf and snprintf, with a decimal point whatever the locale; what does not fit is cut. */
void text_format(char *out, size_t size, const char *format, va_list args);
void text_print(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
