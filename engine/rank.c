/* rank.c - a look at the pivots of B W^-1 B'; where one is small, Gram-Schmidt, twice, over the scaled rows in the order of
 * declaration (measured: names the joint added last). */
#include "rank.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Row of B scaled to length 1, in coordinates that are all lengths; its length before (0: it acts on nothing). */
static double scaled_row(const struct assembly *as, int row, double *x)
{
    const struct link *l = &as->link[as->row_link[row]];
    double sum = 0;
    memset(x, 0, (size_t)as->n * sizeof *x);
    for (int k = 0; k < l->ends; k++)
        for (int c = 0; c < l->end[k].n; c++) {
            int at = l->end[k].p + c;
            x[at] = l->end[k].B[(row - l->row) * l->end[k].n + c] / (as->unit[at] == BODY_ANGLE ? as->length : 1);
        }
    for (int i = 0; i < as->n; i++)
        sum += x[i] * x[i];
    sum = sqrt(sum);
    for (int i = 0; i < as->n && sum > 0; i++)
        x[i] /= sum;
    return sum;
}

static double inner(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Writes the dependent row as a combination of the independent rows: back-substitution in x = sum t_k q_k, where
   row_k = sum_{j <= k} U_jk q_j. */
static void combine(struct rank *r, const struct assembly *as, const double *t, const double *U, const int *basis, const double *length, double own)
{
    double *y = r->combination[r->dependents];
    for (int k = r->rank - 1; k >= 0; k--) {
        double sum = t[k];
        for (int j = k + 1; j < r->rank; j++)
            sum -= U[(size_t)k * as->m + j] * y[basis[j]];
        y[basis[k]] = sum / U[(size_t)k * as->m + k];
    }
    for (int k = 0; k < r->rank; k++) {
        if (fabs(y[basis[k]]) > 1e-7)
            r->not_unique[basis[k]] = 1;
        y[basis[k]] *= own / length[k]; /* back from rows of length 1 */
    }
}

static int counts(const struct assembly *as, int row)
{
    return as->release[row] == ROW_HELD && !as->link[as->row_link[row]].use.type->law;
}

/* Far from dependent, by the pivots: a squared sine above 1e-9. */
static int clearly_independent(struct rank *r, const struct terms *T, struct linear *linear)
{
    const struct assembly *as = T->as;
    struct arena scratch = { 0 };
    struct fault f;
    double *extra = ARENA_NEW(&scratch, as->n, double);
    for (int i = 0; i < as->n; i++)
        extra[i] = as->unit[i] == BODY_ANGLE ? as->length * as->length : 1;
    const struct linear_weights w = { .extra = extra };
    int independent = linear_factor(linear, T, &w, NULL, &f) == 0 && linear_weakest(linear) > 1e-9;
    arena_free(&scratch);
    for (int row = 0; row < as->m && independent; row++)
        r->rows += counts(as, row);
    r->rank = r->rows;
    return independent;
}

struct rank *rank_find(struct arena *a, const struct terms *T, struct linear *linear)
{
    const struct assembly *as = T->as;
    struct rank *r = ARENA_NEW(a, 1, struct rank);
    struct arena scratch = { 0 };
    r->not_unique = ARENA_NEW(a, as->m, unsigned char);
    if (clearly_independent(r, T, linear))
        return r;
    int n = as->n, m = as->m;
    double *Q = ARENA_NEW(&scratch, (size_t)m * (size_t)(n + 1), double), *U = ARENA_NEW(&scratch, (size_t)m * (size_t)m, double);
    double *x = ARENA_NEW(&scratch, n + m, double), *t = x + n, *length = ARENA_NEW(&scratch, m, double);
    int *basis = ARENA_NEW(&scratch, m, int);
    r->dependent = ARENA_NEW(a, m, int);
    r->combination = ARENA_NEW(a, m, double *);
    for (int row = 0; row < m; row++) {
        if (!counts(as, row))
            continue;
        double own = scaled_row(as, row, x);
        r->rows++;
        memset(t, 0, (size_t)m * sizeof *t);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < r->rank; k++) {
                double s = inner(x, Q + (size_t)k * n, n);
                t[k] += s;
                for (int i = 0; i < n; i++)
                    x[i] -= s * Q[(size_t)k * n + i];
            }
        double left = sqrt(inner(x, x, n));
        if (own > 0 && left > 1e-9) {
            for (int i = 0; i < n; i++)
                Q[(size_t)r->rank * n + i] = x[i] / left;
            for (int k = 0; k < r->rank; k++)
                U[(size_t)k * m + r->rank] = t[k];
            U[(size_t)r->rank * m + r->rank] = left;
            length[r->rank] = own;
            basis[r->rank++] = row;
        } else {
            r->combination[r->dependents] = ARENA_NEW(a, m, double);
            r->not_unique[row] = 1;
            combine(r, as, t, U, basis, length, own);
            r->dependent[r->dependents++] = row;
        }
    }
    arena_free(&scratch);
    return r;
}

static double largest_share(const struct rank *r, const struct assembly *as, int which)
{
    double largest = 0;
    for (int k = 0; k < as->m; k++)
        largest = fmax(largest, fabs(r->combination[which][k]));
    return largest;
}

void rank_partners(const struct rank *r, const struct assembly *as, int which, struct fault *f)
{
    double least = 1e-7 * largest_share(r, as, which);
    int listed = 0;
    for (int k = 0; k < as->m; k++) {
        char name[256];
        if (!(fabs(r->combination[which][k]) > least))
            continue;
        if (listed == 6) {
            fault_append(f, " and others");
            return;
        }
        assembly_row_name(as, k, name, sizeof name);
        fault_append(f, "%s%s", listed++ ? ", " : "", name);
    }
    if (!listed)
        fault_append(f, "the ground: nothing that it holds can move");
}

void rank_sentence(const struct rank *r, const struct assembly *as, int which, struct fault *f)
{
    char name[256];
    assembly_row_name(as, r->dependent[which], name, sizeof name);
    if (largest_share(r, as, which) == 0) {
        fault_set(f, "%s acts on nothing: what it holds cannot move", name);
        return;
    }
    fault_set(f, "%s is already held by ", name);
    rank_partners(r, as, which, f);
}
