/* klu.c - the whole matrix, sparse: KLU of SuiteSparse (Davis and Palamadai Natarajan 2010), with its pattern and slots fixed.
 *
 * The diagonal of a constraint is no part of the pattern until its row is released: stored zeros there would make the orderings
 * fill.  Pivots are chosen once (klu_factor) and kept (klu_refactor) until one of them becomes small against what it was. */
#include "full.h"
#include "linear_method.h"
#include "text.h"

#include <math.h>

#ifdef KLU
#include "loader.h"

#include <klu.h>
#include <stdlib.h>
#include <string.h>

/* Loaded when the first model asks: five libraries that a start waits for, as most models do without them. */
struct library {
    __typeof__(klu_defaults) *defaults;
    __typeof__(klu_analyze) *analyze;
    __typeof__(klu_factor) *factor;
    __typeof__(klu_refactor) *refactor;
    __typeof__(klu_solve) *solve;
    __typeof__(klu_flops) *flops;
    __typeof__(klu_free_symbolic) *free_symbolic;
    __typeof__(klu_free_numeric) *free_numeric;
};

struct sparse {
    struct full full;
    struct library klu;
    int *first, *row;           /* (size + 1) (entries) of each column */
    int spare;                  /* slot of what is zero and no part of the pattern */
    unsigned char *diagonal;    /* (size) entries that are in the pattern because the row was released once */
    double *x, *largest;        /* (size) largest entry of each column */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    double fill;                /* entries of L and U in the order that was chosen; 0: none yet */
    double weakest, usual;      /* least pivot over its column: now, and where the pivots were chosen */
    char *name;
    size_t name_size;
};

static const char *const orderings[] = { "AMD", "COLAMD" };

static int load(struct library *l, struct fault *f)
{
    static const char *const names[] = { "klu_defaults", "klu_analyze", "klu_factor", "klu_refactor", "klu_solve", "klu_flops",
                                         "klu_free_symbolic", "klu_free_numeric" };
    enum { N = sizeof names / sizeof *names };
    void *found[N];
    if (loader_functions(TEXT(KLU), N, names, found))
        return fault_set(f, TEXT(KLU) " cannot be loaded; install libsuitesparse-dev");
    memcpy(l, found, sizeof found);
    return 0;
}

static void forget(void *x)
{
    struct sparse *s = x;
    s->klu.free_numeric(&s->numeric, &s->common);
    s->klu.free_symbolic(&s->symbolic, &s->common);
}

/* ---- pattern ---- */

/* Sorts the numbers of a list by row or by column, in the order in which they are (from, to: their indices). */
static void sort(int *to, const int *from, const struct place *place, int n, int size, int by_column)
{
    int *first = calloc((size_t)size + 2, sizeof *first);
    if (!first)
        abort();
    for (int k = 0; k < n; k++)
        first[(by_column ? place[from[k]].column : place[from[k]].row) + 2]++;
    for (int i = 2; i < size + 2; i++)
        first[i] += first[i - 1];
    for (int k = 0; k < n; k++)
        to[first[(by_column ? place[from[k]].column : place[from[k]].row) + 1]++] = from[k];
    free(first);
}

/* Columns and slots, with the diagonal of rows that were released. */
static void make_pattern(struct sparse *s)
{
    int n = s->full.numbers, size = s->full.size, kept = 0, at = 0;
    struct place *place = calloc((size_t)n + 1, sizeof *place);
    int *some = calloc(2 * (size_t)n + 1, sizeof *some), *sorted = some + n;
    if (!place || !some)
        abort();
    full_places(&s->full, place);
    for (int k = 0; k < n; k++) {
        int only_released = place[k].column < 0;
        if (only_released)
            place[k].column = ~place[k].column;
        s->full.slot[k] = -1;
        if (!only_released || s->diagonal[place[k].row])
            some[kept++] = k;
    }
    sort(sorted, some, place, kept, size, 0);
    sort(some, sorted, place, kept, size, 1);
    memset(s->first, 0, ((size_t)size + 1) * sizeof *s->first);
    for (int k = 0; k < kept; k++) {
        const struct place *p = &place[some[k]], *before = k ? &place[some[k - 1]] : NULL;
        if (!before || before->row != p->row || before->column != p->column) {
            s->row[at++] = p->row;
            s->first[p->column + 1] = at;
        }
        s->full.slot[some[k]] = at - 1;
    }
    for (int i = 0; i < size; i++)
        if (s->first[i + 1] < s->first[i])
            s->first[i + 1] = s->first[i];
    s->spare = at;
    for (int k = 0; k < n; k++)
        if (s->full.slot[k] < 0)
            s->full.slot[k] = s->spare;
    free(place);
    free(some);
}

static int analyse(struct sparse *s, int ordering, int btf)
{
    forget(s);
    s->common.ordering = ordering;
    s->common.btf = btf;
    s->symbolic = s->klu.analyze(s->full.size, s->first, s->row, &s->common);
    return s->symbolic ? 0 : -1;
}

/* Pivots for the numbers as they are, unless L or U come to more than about `most` entries (0: any): KLU is not let grow its memory. */
static int choose_pivots(struct sparse *s, double most)
{
    double expected = s->symbolic->lnz > 0 ? s->symbolic->lnz : s->first[s->full.size];
    s->klu.free_numeric(&s->numeric, &s->common);
    s->common.memgrow = most > 0 ? 1e30 : 1.2;
    s->common.initmem = s->common.initmem_amd = most > 0 ? most / expected : 4;
    s->numeric = s->klu.factor(s->first, s->row, s->full.value, s->symbolic, &s->common);
    return s->numeric ? 0 : -1;
}

/* The order that fills least with these numbers, and its pivots; -1: there is none.  Some orders fill without bounds, so each has
   little room at first. */
static int choose_order(struct sparse *s)
{
    int best = -1, singular = 0;
    for (double most = 4. * (s->first[s->full.size] + s->full.size); best < 0 && !singular; most = most < 1e8 ? 16 * most : 0)
        for (int k = 0; k < 4 && !singular; k++) {
            if (analyse(s, k / 2, k % 2) || choose_pivots(s, most)) {
                singular = best < 0 && (s->common.status != KLU_TOO_LARGE || most == 0);
                continue;
            }
            double fill = (double)s->numeric->lnz + s->numeric->unz;
            if (best < 0 || fill < s->fill)
                best = k, s->fill = fill;
        }
    if (singular || analyse(s, best / 2, best % 2) || choose_pivots(s, 4 * s->fill))
        return -1;
    if (s->name)
        text_print(s->name, s->name_size, "klu (%s%s), %d unknowns, %.0f entries in L and U", orderings[best / 2], best % 2 ? ", btf" : "",
                   s->full.size, s->fill);
    return 0;
}

static struct sparse *sparse_make(struct arena *a, const struct assembly *as, int coupled, const struct library *klu)
{
    struct sparse *s = ARENA_NEW(a, 1, struct sparse);
    s->klu = *klu;
    full_make(&s->full, a, as, coupled);
    size_t n = (size_t)s->full.size;
    s->full.slot = ARENA_NEW(a, s->full.numbers, int);
    s->full.values = (size_t)s->full.numbers + 1;
    s->full.value = ARENA_NEW(a, s->full.values, double);
    full_scale(&s->full, a);
    s->first = ARENA_NEW(a, n + 1, int);
    s->row = ARENA_NEW(a, s->full.numbers, int);
    s->diagonal = ARENA_NEW(a, n, unsigned char);
    s->x = ARENA_NEW(a, 2 * n, double);
    s->largest = s->x + n;
    s->klu.defaults(&s->common);
    s->common.tol = 0.1;    /* backward errors of 1e-15 where 0.001 leaves 1e-11 */
    s->common.scale = 0;    /* rows are lengths or forces over b already */
    arena_later(a, forget, s);
    make_pattern(s);
    return s;
}

/* ---- the method ---- */

/* Numbers that stand for those of the model: the bodies definite, the rows of a joint like no others. */
static void stand_in(struct sparse *s)
{
    unsigned seed = 12345;
    for (int i = 0; i < s->full.size; i++)
        for (int k = s->first[i]; k < s->first[i + 1]; k++) {
            seed = seed * 1103515245u + 12345u;
            double x = (double)(seed >> 16 & 0x7fff) / 32768 - 0.5;
            int body = i < s->full.as->n && s->row[k] < s->full.as->n;
            s->full.value[k] = s->row[k] == i ? 2 : body ? 0.2 * x : x;
        }
}

static double klu_plan(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f)
{
    struct library *klu = *plan = ARENA_NEW(a, 1, struct library);
    if (load(klu, f))
        return INFINITY;
    struct sparse *s = sparse_make(a, as, coupled, klu);
    stand_in(s);
    if (choose_order(s))
        return 1e300; /* singular: whoever factors it says where */
    s->klu.flops(s->symbolic, s->numeric, &s->common);
    double work = s->common.flops / 2 + s->fill;
    forget(s);
    return work;
}

static void *klu_new(struct arena *a, const struct assembly *as, int coupled, const void *plan, char *name, size_t size)
{
    struct sparse *s = sparse_make(a, as, coupled, plan);
    s->name = name;
    s->name_size = size;
    text_print(name, size, "klu, %d unknowns", s->full.size);
    return s;
}

/* Rows were released that never were, or all give: their diagonal joins the pattern. */
static void extend(struct sparse *s, int soft)
{
    const struct assembly *as = s->full.as;
    for (int row = 0; row < as->m; row++)
        s->diagonal[as->n + row] |= soft || as->release[row] != ROW_HELD;
    make_pattern(s);
}

/* The largest entry of each column; a column with one that is no number, or -1. */
static int measure(struct sparse *s)
{
    for (int i = 0; i < s->full.size; i++) {
        double most = 0, sum = 0;
        for (int k = s->first[i]; k < s->first[i + 1]; k++) {
            most = fmax(most, fabs(s->full.value[k]));
            sum += s->full.value[k];
        }
        if (!isfinite(sum))
            return i;
        s->largest[i] = most;
    }
    return -1;
}

static int judge(struct sparse *s, struct fault *f)
{
    const double *pivot = s->numeric->Udiag;
    s->weakest = 1;
    for (int k = 0; k < s->full.size; k++) {
        int column = s->symbolic->Q[k];
        if (full_judge(&s->full, column, pivot[k], s->largest[column], f))
            return -1;
        s->weakest = fmin(s->weakest, fabs(pivot[k]) / s->largest[column]);
    }
    return 0;
}

/* Where it is singular. */
static int singular(const struct sparse *s, struct fault *f)
{
    int column = s->common.singular_col;
    if (column >= 0 && column < s->full.size)
        return full_judge(&s->full, column, 0, 1, f);
    return fault_set(f, "the equations are singular: some rows or coordinates stand nowhere");
}

static int klu_method_factor(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    struct sparse *s = state;
    full_fill(&s->full, T, w, curvature);
    if (s->full.value[s->spare] != 0) {
        forget(s);
        extend(s, w->soft > 0);
        s->fill = 0;
        full_fill(&s->full, T, w, curvature);
    }
    int wrong = measure(s);
    if (wrong >= 0)
        return full_judge(&s->full, wrong, NAN, 1, f);
    int refactored = s->numeric && s->klu.refactor(s->first, s->row, s->full.value, s->symbolic, s->numeric, &s->common);
    if (refactored && judge(s, f) == 0 && s->weakest >= 1e-3 * s->usual)
        return 0;
    int failed = s->fill == 0 || choose_pivots(s, 4 * s->fill);
    if (s->fill == 0 || (failed && s->common.status != KLU_SINGULAR))
        failed = choose_order(s);
    if (failed)
        return singular(s, f);
    if (judge(s, f)) {
        s->klu.free_numeric(&s->numeric, &s->common);
        return -1;
    }
    s->usual = s->weakest;
    return 0;
}

static void klu_method_solve(void *state, double *motion, double *rows)
{
    struct sparse *s = state;
    full_gather(&s->full, motion, rows, s->x);
    s->klu.solve(s->symbolic, s->numeric, s->full.size, 1, s->x, &s->common);
    full_scatter(&s->full, s->x, motion, rows);
}

const struct linear_method linear_klu = { "klu", klu_plan, klu_new, klu_method_factor, klu_method_solve, NULL };

#else

static double no_plan(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f)
{
    (void)a, (void)as, (void)coupled, (void)plan;
    fault_set(f, "this yoke was built without KLU; install libsuitesparse-dev and build it again");
    return INFINITY;
}

const struct linear_method linear_klu = { "klu", no_plan };

#endif
