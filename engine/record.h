/* record.h - rows of numbers with names and units, in memory and in a file. */
#ifndef RECORD_H
#define RECORD_H
#include "arena.h"
#include "fault.h"

struct record {
    int columns;                /* the first is time */
    const char **name;          /* (columns) "time", "bob.position.x" */
    const char **unit;          /* (columns) "s", "m" */
    long rows, room;
    double *data;               /* (rows x columns) */
    void *file;                 /* NULL: memory only */
    const char *path;
    double flushed;             /* when the file was flushed last (s, a clock) */
};

struct record *record_new(struct arena *a, int columns);

/* Opens a file and writes the header; rows follow as they are added. */
int record_open(struct record *r, const char *path, struct fault *f);

/* The next row, to be filled, then record_done. */
double *record_row(struct record *r);
int record_done(struct record *r, struct fault *f);

/* Writes all to a file (CSV: one header line "name [unit]", then %.17g). */
int record_save(const struct record *r, const char *path, struct fault *f);

/* Closes the file; the rows in memory stay until record_free. */
int record_close(struct record *r, struct fault *f);
void record_free(struct record *r);

#endif
