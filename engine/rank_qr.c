/* rank_qr.c - rows as columns of A = Q R, in their order: a column that leaves nothing is dead, and R says what it is made of. */
#include "rank_rows.h"

#ifdef SPQR
#include "loader.h"
#include "text.h"

#include <SuiteSparseQR_C.h>
#include <string.h>

/* The library brings BLAS, LAPACK and more: milliseconds that only models with redundant rows pay. */
struct library {
    int (*start)(cholmod_common *);
    int (*finish)(cholmod_common *);
    int (*free_sparse)(cholmod_sparse **, cholmod_common *);
    SuiteSparse_long (*qr)(int, double, SuiteSparse_long, int, cholmod_sparse *, cholmod_sparse *, cholmod_dense *, cholmod_sparse **,
                           cholmod_dense **, cholmod_sparse **, SuiteSparse_long **, cholmod_sparse **, SuiteSparse_long **,
                           cholmod_dense **, cholmod_common *);
};

static int load(struct library *l)
{
    static const char *const names[] = { "cholmod_l_start", "cholmod_l_finish", "cholmod_l_free_sparse", "SuiteSparseQR_C" };
    void *found[4];
    if (loader_functions(TEXT(SPQR), 4, names, found))
        return -1;
    memcpy(l, found, sizeof found);
    return 0;
}

/* R (squeezed: a column that lives has an entry in a new row, a dead one has not) column by column. */
static void read_columns(const cholmod_sparse *R, const struct rank_found *found, struct arena *a)
{
    const SuiteSparse_long *first = R->p, *row = R->i;
    const double *x = R->x;
    int m = (int)R->ncol, rank = 0, *basis = ARENA_NEW(a, m, int);
    double *pivot = ARENA_NEW(a, 3 * m, double), *left = pivot + m, *y = left + m;
    for (int c = 0; c < m; c++) {
        double own = 0;
        for (SuiteSparse_long e = first[c]; e < first[c + 1]; e++)
            if (row[e] == rank)
                own = x[e];
        if (own != 0) {
            pivot[rank] = own;
            basis[rank++] = c;
            continue;
        }
        memset(left, 0, (size_t)rank * sizeof *left);
        memset(y, 0, (size_t)m * sizeof *y);
        for (SuiteSparse_long e = first[c]; e < first[c + 1]; e++)
            left[row[e]] = x[e];
        for (int k = rank - 1; k >= 0; k--) { /* column of R by column, from the last */
            if (left[k] == 0)
                continue;
            double yk = y[basis[k]] = left[k] / pivot[k];
            for (SuiteSparse_long e = first[basis[k]]; e < first[basis[k] + 1]; e++)
                left[row[e]] -= yk * x[e];
        }
        found->tell(found->data, c, y);
    }
}

int rank_by_qr(const struct rank_rows *R, const struct rank_found *found)
{
    struct library l;
    struct arena scratch = { 0 };
    cholmod_common common;
    cholmod_sparse *out = NULL;
    if (load(&l))
        return -1;
    int entries = R->first[R->rows];
    SuiteSparse_long *first = ARENA_NEW(&scratch, R->rows + 1, SuiteSparse_long), *row = ARENA_NEW(&scratch, entries, SuiteSparse_long);
    for (int i = 0; i <= R->rows; i++)
        first[i] = R->first[i];
    for (int e = 0; e < entries; e++)
        row[e] = R->column[e];
    cholmod_sparse A = { .nrow = (size_t)R->columns, .ncol = (size_t)R->rows, .nzmax = (size_t)entries, .p = first, .i = row, .x = R->x,
                         .itype = CHOLMOD_LONG, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE, .sorted = 0, .packed = 1 };
    l.start(&common);
    common.print = 0;
    l.qr(SPQR_ORDERING_FIXED, 1e-9, 0, 0, &A, NULL, NULL, NULL, NULL, &out, NULL, NULL, NULL, NULL, &common);
    int failed = common.status < 0 || !out; /* no memory */
    if (!failed)
        read_columns(out, found, &scratch);
    l.free_sparse(&out, &common);
    l.finish(&common);
    arena_free(&scratch);
    return failed ? -1 : 0;
}

#else

int rank_by_qr(const struct rank_rows *R, const struct rank_found *found)
{
    (void)R, (void)found;
    return -1;
}

#endif
