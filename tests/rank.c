/* rank.c - the ways to find dependent rows find the same ones, made of the same others: the last declared, never an earlier one. */
#include "rank_rows.h"
#include "tap.h"

enum { ROWS = 500, COLUMNS = 900, WIDTH = 6 };

struct made { /* the rows told, and what they are made of */
    int n, row[ROWS];
    double y[ROWS][ROWS];
};

static void tell(void *data, int row, const double *y)
{
    struct made *m = data;
    memcpy(m->y[m->n], y, ROWS * sizeof *y);
    m->row[m->n++] = row;
}

static double random_number(void)
{
    static unsigned seed = 1;
    seed = seed * 1103515245u + 12345u;
    return (double)(seed >> 16 & 0x7fff) / 16384 - 1;
}

/* Rows of a few neighbouring entries; some are sums of two before them, one is empty. */
static void make(struct rank_rows *R, struct arena *a)
{
    double *x = ARENA_NEW(a, COLUMNS, double);
    *R = (struct rank_rows){ ROWS, COLUMNS, ARENA_NEW(a, ROWS + 1, int), ARENA_NEW(a, 2 * WIDTH * ROWS, int),
                             ARENA_NEW(a, 2 * WIDTH * ROWS, double) };
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        memset(x, 0, COLUMNS * sizeof *x);
        if (i % 60 == 59)
            for (int k = 0; k < 2; k++)
                for (int e = R->first[i - 20 - 9 * k]; e < R->first[i - 19 - 9 * k]; e++)
                    x[R->column[e]] += (k ? -3 : 2) * R->x[e];
        else if (i != 250)
            for (int c = 0; c < WIDTH; c++)
                x[(i * 9 / 5 + 3 * c) % COLUMNS] = random_number();
        for (int c = 0; c < COLUMNS; c++)
            sum += x[c] * x[c];
        R->first[i + 1] = R->first[i];
        for (int c = 0; c < COLUMNS; c++)
            if (x[c] != 0) {
                int e = R->first[i + 1]++;
                R->column[e] = c;
                R->x[e] = x[c] / sqrt(sum);
            }
    }
}

static void compare(const char *way, const struct made *a, const struct made *b)
{
    double off = 0;
    int same = a->n == b->n;
    for (int k = 0; same && k < a->n; k++) {
        same &= a->row[k] == b->row[k];
        for (int i = 0; i < ROWS; i++)
            off = fmax(off, fabs(a->y[k][i] - b->y[k][i]));
    }
    ok(same, "%s: the same rows", way);
    near_abs(off, 0, 1e-9, "made of the same others");
}

int main(void)
{
    struct arena a = { 0 };
    struct rank_rows R;
    struct made *by_length = ARENA_NEW(&a, 3, struct made), *by_qr = by_length + 1, *by_pivots = by_length + 2;
    make(&R, &a);
    rank_by_length(&R, &(struct rank_found){ tell, by_length });
    int named = by_length->n == ROWS / 60 + 1;
    for (int k = 0; k < by_length->n; k++)
        named &= by_length->row[k] % 60 == 59 || by_length->row[k] == 250;
    ok(named, "Gram-Schmidt names the rows made of others, and the empty one");
    rank_by_pivots(&R, &(struct rank_found){ tell, by_pivots });
    compare("pivots", by_pivots, by_length);
    if (rank_by_qr(&R, &(struct rank_found){ tell, by_qr }))
        skip("built without SuiteSparseQR");
    else
        compare("SuiteSparseQR", by_qr, by_length);
    arena_free(&a);
    return tap_done();
}
