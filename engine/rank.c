/* rank.c - a look at the pivots; where one is small, joints that alone hold a body are set aside, and the rows of the others are
 * gone through in the order of declaration. */
#include "rank.h"
#include "rank_rows.h"

#include <math.h>

enum { FEW = 300 }; /* rows that are gone through densely */

/* Far from dependent, by the pivots. */
static int clearly_independent(const struct terms *T, struct linear *linear)
{
    const struct assembly *as = T->as;
    struct arena scratch = { 0 };
    struct fault f;
    if (!linear_tells_weakest(linear))
        return 0;
    double *extra = ARENA_NEW(&scratch, as->n, double);
    for (int i = 0; i < as->n; i++)
        extra[i] = as->unit[i] == BODY_ANGLE ? as->length * as->length : 1;
    const struct linear_weights w = { .extra = extra };
    int independent = linear_factor(linear, T, &w, NULL, &f) == 0 && linear_weakest(linear) > 1e-9;
    arena_free(&scratch);
    return independent;
}

/* ---- rows ---- */

struct search {
    const struct assembly *as;
    struct arena *arena;        /* of what is found */
    struct rank *rank;
    struct rank_rows rows;
    int *row;                   /* (rows) which of the model */
    double *length;             /* (m) of each row, before it is scaled to 1 */
    unsigned char *aside;       /* (links) its rows are independent of all others */
};

/* Entry c of a row at an end, in coordinates that are all lengths. */
static double entry(const struct assembly *as, const struct end *e, int i, int c)
{
    return e->B[i * e->n + c] / (as->unit[e->p + c] == BODY_ANGLE ? as->length : 1);
}

static void measure(struct search *s)
{
    for (int row = 0; row < s->as->m; row++) {
        const struct link *l = &s->as->link[s->as->row_link[row]];
        double sum = 0;
        for (int k = 0; k < l->ends; k++)
            for (int c = 0; c < l->end[k].n; c++) {
                double x = entry(s->as, &l->end[k], row - l->row, c);
                sum += x * x;
            }
        s->length[row] = sqrt(sum);
    }
}

static void add_row(struct search *s, int row)
{
    const struct link *l = &s->as->link[s->as->row_link[row]];
    struct rank_rows *R = &s->rows;
    int at = R->first[R->rows];
    for (int k = 0; k < l->ends && s->length[row] > 0; k++)
        for (int c = 0; c < l->end[k].n; c++) {
            double x = entry(s->as, &l->end[k], row - l->row, c) / s->length[row];
            if (x != 0)
                R->column[at] = l->end[k].p + c, R->x[at++] = x;
        }
    s->row[R->rows++] = row;
    R->first[R->rows] = at;
}

/* ---- joints that alone hold a body: no other row has anything there to make them of ---- */

/* The rows of a link are independent in the coordinates of one end alone. */
static int independent_there(const struct search *s, const struct link *l, const struct end *e)
{
    double q[JOINT_ROWS][BODY_MOST];
    int rank = 0;
    for (int i = 0; i < l->use.rows; i++) {
        double sum = 0;
        if (!row_holds(s->as, l->row + i))
            continue;
        if (rank == e->n)
            return 0;
        for (int c = 0; c < e->n; c++)
            q[rank][c] = entry(s->as, e, i, c) / s->length[l->row + i];
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double t = 0;
                for (int c = 0; c < e->n; c++)
                    t += q[k][c] * q[rank][c];
                for (int c = 0; c < e->n; c++)
                    q[rank][c] -= t * q[k][c];
            }
        for (int c = 0; c < e->n; c++)
            sum += q[rank][c] * q[rank][c];
        if (!(sum > 1e-12))
            return 0;
        for (int c = 0; c < e->n; c++)
            q[rank][c] /= sqrt(sum);
        rank++;
    }
    return 1;
}

static int has_rows(const struct assembly *as, const struct link *l)
{
    int n = 0;
    for (int i = 0; i < l->use.rows; i++)
        n += row_holds(as, l->row + i);
    return n > 0;
}

/* From the leaves of the mechanism inwards; what is left are its loops. */
static void set_aside(struct search *s)
{
    const struct assembly *as = s->as;
    struct arena scratch = { 0 };
    int *joints = ARENA_NEW(&scratch, as->parts, int), *sum = ARENA_NEW(&scratch, as->parts, int), *leaf = ARENA_NEW(&scratch, as->parts, int);
    int leaves = 0;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends && has_rows(as, &as->link[i]); k++) {
            joints[as->link[i].end[k].part]++;
            sum[as->link[i].end[k].part] ^= i; /* of one joint, its number */
        }
    for (int i = 0; i < as->parts; i++)
        if (joints[i] == 1)
            leaf[leaves++] = i;
    while (leaves > 0) {
        int part = leaf[--leaves], link = sum[part], own = 0;
        const struct link *l = &as->link[link];
        if (joints[part] != 1)
            continue;
        while (l->end[own].part != part)
            own++;
        if (!independent_there(s, l, &l->end[own]))
            continue;
        s->aside[link] = 1;
        for (int k = 0; k < l->ends; k++) {
            int other = l->end[k].part;
            sum[other] ^= link;
            if (--joints[other] == 1)
                leaf[leaves++] = other;
        }
    }
    arena_free(&scratch);
}

/* ---- what is found ---- */

static void tell(void *data, int at, const double *y)
{
    struct search *s = data;
    struct rank *r = s->rank;
    struct combination *c = &r->combination[r->dependents];
    int shares = 0, row = s->row[at];
    for (int k = 0; k < at; k++)
        shares += y[k] != 0;
    c->row = ARENA_NEW(s->arena, shares, int);
    c->share = ARENA_NEW(s->arena, shares, double);
    r->not_unique[row] = 1;
    r->dependent[r->dependents++] = row;
    for (int k = 0; k < at; k++) {
        if (y[k] == 0)
            continue;
        if (fabs(y[k]) > 1e-7)
            r->not_unique[s->row[k]] = 1;
        c->row[c->n] = s->row[k];
        c->share[c->n++] = y[k] * s->length[row] / s->length[s->row[k]]; /* back from rows of length 1 */
    }
}

static void collect(struct search *s, struct arena *a)
{
    const struct assembly *as = s->as;
    int entries = 0;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++)
            entries += as->link[i].use.rows * as->link[i].end[k].n;
    s->rows = (struct rank_rows){ .columns = as->n, .first = ARENA_NEW(a, as->m + 1, int), .column = ARENA_NEW(a, entries, int),
                                  .x = ARENA_NEW(a, entries, double) };
    s->row = ARENA_NEW(a, as->m, int);
    for (int row = 0; row < as->m; row++)
        if (row_holds(as, row) && !s->aside[as->row_link[row]])
            add_row(s, row);
}

struct rank *rank_find(struct arena *a, const struct terms *T, struct linear *linear)
{
    const struct assembly *as = T->as;
    struct rank *r = ARENA_NEW(a, 1, struct rank);
    struct arena scratch = { 0 };
    r->not_unique = ARENA_NEW(a, as->m, unsigned char);
    for (int row = 0; row < as->m; row++)
        r->rows += row_holds(as, row);
    r->rank = r->rows;
    if (clearly_independent(T, linear))
        return r;
    struct search s = { .as = as, .arena = a, .rank = r, .length = ARENA_NEW(&scratch, as->m, double),
                        .aside = ARENA_NEW(&scratch, as->links, unsigned char) };
    r->dependent = ARENA_NEW(a, as->m, int);
    r->combination = ARENA_NEW(a, as->m, struct combination);
    const struct rank_found found = { tell, &s };
    measure(&s);
    set_aside(&s);
    collect(&s, &scratch);
    if (s.rows.rows <= FEW)
        rank_by_length(&s.rows, &found);
    else if (rank_by_qr(&s.rows, &found))
        rank_by_pivots(&s.rows, &found);
    r->rank = r->rows - r->dependents;
    arena_free(&scratch);
    return r;
}

static double largest_share(const struct combination *c)
{
    double largest = 0;
    for (int k = 0; k < c->n; k++)
        largest = fmax(largest, fabs(c->share[k]));
    return largest;
}

void rank_partners(const struct rank *r, const struct assembly *as, int which, struct fault *f)
{
    const struct combination *c = &r->combination[which];
    double least = 1e-7 * largest_share(c);
    int listed = 0;
    for (int k = 0; k < c->n; k++) {
        char name[256];
        if (!(fabs(c->share[k]) > least))
            continue;
        if (listed++ >= 6)
            continue;
        assembly_row_name(as, c->row[k], name, sizeof name);
        fault_append(f, "%s%s", listed > 1 ? ", " : "", name);
    }
    if (listed > 6)
        fault_append(f, " and %d more row%s", listed - 6, listed == 7 ? "" : "s");
    if (!listed)
        fault_append(f, "the ground: nothing that it holds can move");
}

void rank_sentence(const struct rank *r, const struct assembly *as, int which, struct fault *f)
{
    char name[256];
    assembly_row_name(as, r->dependent[which], name, sizeof name);
    if (largest_share(&r->combination[which]) == 0) {
        fault_set(f, "%s acts on nothing: what it holds cannot move", name);
        return;
    }
    fault_set(f, "%s is already held by ", name);
    rank_partners(r, as, which, f);
}
