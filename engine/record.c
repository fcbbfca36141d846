/* record.c - the only place that writes files. */
#include "record.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct record *record_new(struct arena *a, int columns)
{
    struct record *r = ARENA_NEW(a, 1, struct record);
    r->columns = columns;
    r->name = ARENA_NEW(a, columns, const char *);
    r->unit = ARENA_NEW(a, columns, const char *);
    return r;
}

static int failed(const char *path, struct fault *f)
{
    return fault_set(f, "the file '%s' cannot be written: %s", path, strerror(errno));
}

/* A field as RFC 4180 has it: quoted if it holds a comma, a quote or a line end. */
static void write_field(FILE *file, const char *text, const char *unit)
{
    int quote = strpbrk(text, ",\"\r\n") != NULL;
    if (quote)
        putc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
    }
    fprintf(file, " [%s]", unit);
    if (quote)
        putc('"', file);
}

static void write_header(const struct record *r, FILE *file)
{
    for (int i = 0; i < r->columns; i++) {
        if (i)
            putc(',', file);
        write_field(file, r->name[i], r->unit[i]);
    }
    putc('\n', file);
}

static void write_row(const struct record *r, const double *row, FILE *file)
{
    char number[40];
    for (int i = 0; i < r->columns; i++) {
        text_print(number, sizeof number, i ? ",%.17g" : "%.17g", row[i]);
        fputs(number, file);
    }
    putc('\n', file);
}

int record_open(struct record *r, const char *path, struct fault *f)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return failed(path, f);
    r->file = file;
    r->path = path;
    write_header(r, file);
    return fflush(file) ? failed(path, f) : 0;
}

double *record_row(struct record *r)
{
    if (r->rows == r->room) {
        long room = r->room ? 2 * r->room : r->columns < 4096 ? 256 : 4;
        double *more = realloc(r->data, (size_t)room * (size_t)r->columns * sizeof *r->data);
        if (!more)
            return NULL;
        r->room = room;
        r->data = more;
    }
    return r->data + r->rows * r->columns;
}

int record_done(struct record *r, struct fault *f)
{
    struct timespec now;
    const double *row = r->data + r->rows++ * r->columns;
    if (!r->file)
        return 0;
    write_row(r, row, r->file);
    clock_gettime(CLOCK_MONOTONIC, &now); /* at least twice a second the file is complete up to here */
    double s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (s - r->flushed > 0.5) {
        r->flushed = s;
        fflush(r->file);
    }
    return ferror((FILE *)r->file) ? failed(r->path, f) : 0;
}

int record_save(const struct record *r, const char *path, struct fault *f)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return failed(path, f);
    write_header(r, file);
    for (long i = 0; i < r->rows; i++)
        write_row(r, r->data + i * r->columns, file);
    int wrong = ferror(file);
    return fclose(file) || wrong ? failed(path, f) : 0;
}

int record_close(struct record *r, struct fault *f)
{
    FILE *file = r->file;
    r->file = NULL;
    return file && fclose(file) ? failed(r->path, f) : 0;
}

void record_free(struct record *r)
{
    if (!r)
        return;
    if (r->file)
        fclose(r->file);
    free(r->data);
    r->data = NULL;
    r->file = NULL;
}
