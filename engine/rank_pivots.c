/* rank_pivots.c - Cholesky of S = R R' row by row; a row whose pivot vanishes depends on those before it and is left out.
 *
 * Row i of L:  sum_{j <= k} L_ij L_kj = S_ik.  Its pattern are the ways from the entries of S up the elimination tree (Davis, Direct
 * Methods for Sparse Linear Systems, 2006, section 4.8), which grows with the rows. */
#include "rank_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct list { int n, room, *at; double *x; };

static void append(struct list *l, int at, double x)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 4;
        l->at = realloc(l->at, (size_t)l->room * sizeof *l->at);
        l->x = realloc(l->x, (size_t)l->room * sizeof *l->x);
        if (!l->at || !l->x)
            abort();
    }
    l->at[l->n++] = at;
    l->x[l->n - 1] = x;
}

struct factor {
    const struct rank_rows *R;
    struct list *L;         /* (rows) columns of L under the diagonal */
    struct list *touching;  /* (columns) independent rows there, with their entries */
    double *pivot;          /* (rows) diagonal of L; 0 of rows left out */
    int *parent, *mark;     /* (rows) elimination tree, -1: none yet */
    double *l, *y;          /* (rows) the row at hand, and what it is made of */
    int *pattern, n;        /* (rows) its columns, ascending */
};

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* S_ik for rows k before i into l, and the pattern of row i of L. */
static void gather(struct factor *s, int i)
{
    s->n = 0;
    for (int e = s->R->first[i]; e < s->R->first[i + 1]; e++) {
        const struct list *t = &s->touching[s->R->column[e]];
        for (int h = 0; h < t->n; h++) {
            s->l[t->at[h]] += s->R->x[e] * t->x[h];
            for (int k = t->at[h]; k >= 0 && s->mark[k] != i + 1; k = s->parent[k]) {
                s->mark[k] = i + 1;
                s->pattern[s->n++] = k;
            }
        }
    }
    qsort(s->pattern, (size_t)s->n, sizeof *s->pattern, ascending);
}

/* y of L'y = l, from the last row before i. */
static void combine(struct factor *s, int i)
{
    memset(s->y, 0, (size_t)s->R->rows * sizeof *s->y);
    for (int k = i - 1; k >= 0; k--) {
        double sum = s->l[k];
        for (int h = 0; h < s->L[k].n; h++)
            sum -= s->L[k].x[h] * s->y[s->L[k].at[h]];
        if (s->pivot[k] > 0)
            s->y[k] = sum / s->pivot[k];
    }
}

static void take(struct factor *s, int i, double pivot)
{
    s->pivot[i] = sqrt(pivot);
    for (int h = 0; h < s->n; h++) {
        int k = s->pattern[h];
        append(&s->L[k], i, s->l[k]);
        if (s->parent[k] < 0)
            s->parent[k] = i;
    }
    for (int e = s->R->first[i]; e < s->R->first[i + 1]; e++)
        append(&s->touching[s->R->column[e]], i, s->R->x[e]);
}

static void release(struct list *l, int n)
{
    for (int i = 0; i < n; i++) {
        free(l[i].at);
        free(l[i].x);
    }
}

int rank_by_pivots(const struct rank_rows *R, const struct rank_found *found)
{
    struct arena a = { 0 };
    int m = R->rows;
    struct factor s = { .R = R, .L = ARENA_NEW(&a, m, struct list), .touching = ARENA_NEW(&a, R->columns, struct list),
                        .pivot = ARENA_NEW(&a, m, double), .parent = ARENA_NEW(&a, m, int), .mark = ARENA_NEW(&a, m, int),
                        .l = ARENA_NEW(&a, m, double), .y = ARENA_NEW(&a, m, double), .pattern = ARENA_NEW(&a, m, int) };
    for (int i = 0; i < m; i++) {
        double pivot = R->first[i + 1] > R->first[i]; /* rows have length 1 */
        s.parent[i] = -1;
        gather(&s, i);
        for (int h = 0; h < s.n; h++) {
            int k = s.pattern[h];
            double l = s.l[k] /= s.pivot[k];
            for (int j = 0; j < s.L[k].n; j++)
                s.l[s.L[k].at[j]] -= l * s.L[k].x[j];
            pivot -= l * l;
        }
        if (pivot > 1e-12)
            take(&s, i, pivot);
        else {
            combine(&s, i);
            found->tell(found->data, i, s.y);
        }
        for (int h = 0; h < s.n; h++)
            s.l[s.pattern[h]] = 0;
    }
    release(s.L, m);
    release(s.touching, R->columns);
    arena_free(&a);
    return 0;
}
