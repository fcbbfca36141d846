/* full.c - the numbers of the whole matrix: blocks of the bodies, rows and columns of the joints, what joins bodies directly. */
#include "full.h"

#include <math.h>
#include <string.h>

enum shape { DIAGONAL, SPINNING, WHOLE }; /* n of a block; 3 of it, then 3 x 3; n x n */

/* ---- places ---- */

/* Loads that turn with a body give it stiffness anywhere in its block. */
static void find_shapes(struct full *s)
{
    const struct assembly *as = s->as;
    for (int i = 0; i < as->parts; i++)
        s->shape[i] = as->part[i].varying ? WHOLE : as->part[i].J ? SPINNING : DIAGONAL;
    for (int i = 0; i < as->pushes; i++)
        if (as->push[i].side.part >= 0)
            s->shape[as->push[i].side.part] = WHOLE;
}

static int block(struct place *to, int at, int row, int column, int rows, int columns)
{
    for (int i = 0; to && i < rows; i++)
        for (int k = 0; k < columns; k++)
            to[at + i * columns + k] = (struct place){ row + i, column + k };
    return at + rows * columns;
}

static int diagonal(struct place *to, int at, int first, int n, int held)
{
    for (int i = 0; to && i < n; i++)
        to[at + i] = (struct place){ first + i, held ? ~(first + i) : first + i };
    return at + n;
}

/* Their transposes: rows of a joint as columns. */
static int transposed(struct place *to, int at, int row, int column, int rows, int columns)
{
    for (int i = 0; to && i < rows; i++)
        for (int k = 0; k < columns; k++)
            to[at + i * columns + k] = (struct place){ row + k, column + i };
    return at + rows * columns;
}

/* Places of all numbers, if `to` is there; how many. */
static int walk(const struct full *s, struct place *to)
{
    const struct assembly *as = s->as;
    int at = 0;
    for (int i = 0; i < as->parts; i++) {
        int p = s->at_part[i], n = as->part[i].n;
        if (s->shape[i] == WHOLE)
            at = block(to, at, p, p, n, n);
        else
            at = diagonal(to, at, p, s->shape[i] == SPINNING ? 3 : n, 0);
        if (s->shape[i] == SPINNING)
            at = block(to, at, p + 3, p + 3, 3, 3);
    }
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        int row = s->at_link[i], rows = l->use.rows;
        for (int k = 0; k < l->ends; k++) {
            at = block(to, at, row, s->at_part[l->end[k].part], rows, l->end[k].n);
            at = transposed(to, at, s->at_part[l->end[k].part], row, rows, l->end[k].n);
        }
        at = diagonal(to, at, row, rows, l->use.type->law == NULL);
        for (int k = 0; s->coupled && k < l->ends; k++)
            for (int h = 0; h < l->ends; h++)
                at = block(to, at, s->at_part[l->end[k].part], s->at_part[l->end[h].part], l->end[k].n, l->end[h].n);
    }
    return at;
}

void full_make(struct full *s, struct arena *a, const struct assembly *as, int coupled)
{
    *s = (struct full){ .as = as, .coupled = coupled, .size = as->n + as->m };
    s->at_part = ARENA_NEW(a, as->parts, int);
    s->at_link = ARENA_NEW(a, as->links, int);
    s->shape = ARENA_NEW(a, as->parts, unsigned char);
    for (int i = 0; i < as->parts; i++)
        s->at_part[i] = as->part[i].p;
    for (int i = 0; i < as->links; i++)
        s->at_link[i] = as->n + as->link[i].row;
    find_shapes(s);
    s->numbers = walk(s, NULL);
}

void full_places(const struct full *s, struct place *place)
{
    walk(s, place);
}

void full_take(struct full *s, struct arena *a, size_t values, int origin, int down, int right)
{
    struct arena scratch = { 0 };
    struct place *place = ARENA_NEW(&scratch, s->numbers, struct place);
    full_places(s, place);
    s->slot = ARENA_NEW(a, s->numbers, int);
    for (int k = 0; k < s->numbers; k++) {
        int column = place[k].column < 0 ? ~place[k].column : place[k].column;
        s->slot[k] = origin + place[k].row * down + column * right;
    }
    arena_free(&scratch);
    s->value = ARENA_NEW(a, values, double);
    s->values = values;
}

/* ---- scaled ----
   Coordinates of one kind of a body are measured so that the largest stiffness against them is 1, the rows of joints then so that
   their largest number is 1. */

struct scaling {
    struct place *place;        /* (numbers) */
    double *number;             /* (numbers) before they are scaled */
    int *group;                 /* (size) of a coordinate: its kind and body; -1: of a row */
    double *stiffest;           /* (groups) largest stiffness, of bodies, joints and laws */
    int groups;
};

void full_scale(struct full *s, struct arena *a)
{
    const struct assembly *as = s->as;
    if (!s->coupled)
        return;
    struct scaling *x = s->scaling = ARENA_NEW(a, 1, struct scaling);
    x->place = ARENA_NEW(a, s->numbers, struct place);
    x->number = ARENA_NEW(a, s->numbers, double);
    x->group = ARENA_NEW(a, s->size, int);
    x->groups = BODY_UNITS * as->parts;
    x->stiffest = ARENA_NEW(a, x->groups, double);
    s->row = ARENA_NEW(a, 2 * s->size, double);
    s->column = s->row + s->size;
    full_places(s, x->place);
    for (int k = 0; k < s->numbers; k++)
        if (x->place[k].column < 0)
            x->place[k].column = ~x->place[k].column;
    for (int i = 0; i < s->size; i++)
        x->group[i] = -1;
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; k < as->part[i].n; k++)
            x->group[s->at_part[i] + k] = BODY_UNITS * i + as->unit[as->part[i].p + k];
}

/* The power of two next to 1/x. */
static double power(double x)
{
    int e;
    frexp(x, &e);
    return x > 0 && x < INFINITY ? ldexp(1, -e) : 1;
}

/* Puts the numbers into their slots, times the factors that they ask for. */
static void scale_numbers(struct full *s)
{
    struct scaling *x = s->scaling;
    const struct place *p = x->place;
    for (int k = 0; k < s->numbers; k++)
        if (x->group[p[k].row] >= 0 && x->group[p[k].row] == x->group[p[k].column])
            x->stiffest[x->group[p[k].row]] = fmax(x->stiffest[x->group[p[k].row]], fabs(x->number[k]));
    for (int i = 0; i < s->size; i++)
        s->row[i] = s->column[i] = x->group[i] < 0 ? 0 : power(sqrt(x->stiffest[x->group[i]]));
    for (int k = 0; k < s->numbers; k++)
        if (x->group[p[k].column] < 0 && x->group[p[k].row] >= 0)
            s->column[p[k].column] = fmax(s->column[p[k].column], fabs(x->number[k]) * s->row[p[k].row]);
    for (int i = 0; i < s->size; i++)
        s->column[i] = x->group[i] < 0 ? power(s->column[i]) : s->column[i];
    for (int k = 0; k < s->numbers; k++)
        if (x->group[p[k].row] < 0)
            s->row[p[k].row] = fmax(s->row[p[k].row], fabs(x->number[k]) * s->column[p[k].column]);
    for (int i = 0; i < s->size; i++)
        s->row[i] = x->group[i] < 0 ? power(s->row[i]) : s->row[i];
    for (int k = 0; k < s->numbers; k++)
        s->value[s->slot[k]] += x->number[k] * s->row[p[k].row] * s->column[p[k].column];
}

/* ---- numbers ---- */

/* Adds the next n numbers; the slots of those after them. */
static const int *put(const struct full *s, const int *slot, const double *x, int n)
{
    if (s->scaling) {
        memcpy(s->scaling->number + (slot - s->slot), x, (size_t)n * sizeof *x);
        return slot + n;
    }
    for (int k = 0; k < n; k++)
        s->value[slot[k]] += x[k];
    return slot + n;
}

static const int *put_part(const struct full *s, const int *slot, int i, const struct terms *T, const struct linear_weights *w)
{
    const struct assembly *as = s->as;
    const struct part *p = &as->part[i];
    const double *K = T->K + p->block, *D = T->D + p->block;
    double X[BODY_MOST * BODY_MOST], mass[BODY_MOST];
    int n = p->n;
    for (int k = 0; k < n; k++)
        mass[k] = w->mass * as->mass[p->p + k] + (w->extra ? w->extra[p->p + k] : 0);
    if (s->shape[i] == DIAGONAL) {
        for (int k = 0; k < n; k++)
            X[k] = mass[k] + w->stiffness * K[k * (n + 1)] + w->damping * D[k * (n + 1)];
        return put(s, slot, X, n);
    }
    for (int e = 0; e < n * n; e++)
        X[e] = (p->varying ? w->mass * T->M[p->block + e] : 0) + w->stiffness * K[e] + w->damping * D[e];
    for (int k = 0; k < n; k++)
        X[k * (n + 1)] += mass[k];
    for (int e = 0; p->J && e < 9; e++)
        X[21 + e / 3 * 6 + e % 3] += w->mass * p->J[e];
    if (s->shape[i] == WHOLE)
        return put(s, slot, X, n * n);
    slot = put(s, slot, (double[]){ X[0], X[7], X[14] }, 3);
    for (int k = 3; k < 6; k++)
        slot = put(s, slot, X + 6 * k + 3, 3);
    return slot;
}

/* D T B of a law */
static double law_row(const struct link *l, const struct end *e, int i, int c)
{
    double sum = 0;
    for (int h = 0; h < l->use.rows; h++)
        sum += l->T[i * l->use.rows + h] * e->B[h * e->n + c];
    return l->D[i] * sum;
}

/* B M'^-1 B' of a row, of M' its diagonal */
static double compliance(const struct full *s, const struct link *l, int i, const struct terms *T, const struct linear_weights *w)
{
    double sum = 0;
    for (int k = 0; k < l->ends; k++)
        for (int c = 0; c < l->end[k].n; c++) {
            double b = l->end[k].B[i * l->end[k].n + c], m = w->mass * terms_inertia(T, &s->as->part[l->end[k].part], c);
            sum += m > 0 ? b * b / m : 0;
        }
    return sum;
}

static const int *put_link(const struct full *s, const int *slot, const struct link *l, const struct terms *T,
                           const struct linear_weights *w)
{
    int law = l->use.type->law != NULL, rows = l->use.rows;
    double row[JOINT_ROWS * BODY_MOST], column[JOINT_ROWS * BODY_MOST], own[JOINT_ROWS];
    unsigned char off[JOINT_ROWS];
    for (int i = 0; i < rows; i++) {
        off[i] = s->as->release[l->row + i] != ROW_HELD || (law && w->scale == 0);
        own[i] = off[i] ? 1 : law ? -w->scale * l->D[i] : w->soft > 0 ? -w->soft * compliance(s, l, i, T, w) : 0;
    }
    for (int k = 0; k < l->ends; k++) {
        const struct end *e = &l->end[k];
        for (int i = 0; i < rows; i++)
            for (int c = 0; c < e->n; c++) {
                int at = i * e->n + c;
                column[at] = off[i] ? 0 : e->B[at];
                row[at] = off[i] ? 0 : law ? law_row(l, e, i, c) : e->B[at];
                if (law && s->scaling && !off[i]) { /* B' T B */
                    double *stiffest = &s->scaling->stiffest[s->scaling->group[s->at_part[e->part] + c]];
                    *stiffest = fmax(*stiffest, fabs(column[at] * row[at] / own[i]));
                }
            }
        slot = put(s, slot, row, rows * e->n);
        slot = put(s, slot, column, rows * e->n);
    }
    return put(s, slot, own, rows);
}

/* K (n x n) of a link, by its ends. */
static const int *put_curvature(const struct full *s, const int *slot, const struct link *l, const double *K, double weight)
{
    double X[BODY_MOST];
    int n = 0;
    for (int k = 0; k < l->ends; k++)
        n += l->end[k].n;
    for (int k = 0, r0 = 0; k < l->ends; r0 += l->end[k++].n)
        for (int h = 0, c0 = 0; h < l->ends; c0 += l->end[h++].n)
            for (int r = 0; r < l->end[k].n; r++) {
                for (int c = 0; c < l->end[h].n; c++)
                    X[c] = K ? weight * K[(r0 + r) * n + c0 + c] : 0;
                slot = put(s, slot, X, l->end[h].n);
            }
    return slot;
}

void full_fill(struct full *s, const struct terms *T, const struct linear_weights *w, double *const *curvature)
{
    const struct assembly *as = s->as;
    const int *slot = s->slot;
    memset(s->value, 0, s->values * sizeof *s->value);
    for (int i = 0; s->scaling && i < s->scaling->groups; i++)
        s->scaling->stiffest[i] = 0;
    for (int i = 0; i < as->parts; i++)
        slot = put_part(s, slot, i, T, w);
    for (int i = 0; i < as->links; i++) {
        slot = put_link(s, slot, &as->link[i], T, w);
        if (s->coupled)
            slot = put_curvature(s, slot, &as->link[i], curvature ? curvature[i] : NULL, w->stiffness);
    }
    if (s->scaling)
        scale_numbers(s);
}

/* ---- unknowns ---- */

void full_gather(const struct full *s, const double *motion, const double *rows, double *x)
{
    const struct assembly *as = s->as;
    for (int i = 0; i < as->parts; i++)
        memcpy(x + s->at_part[i], motion + as->part[i].p, (size_t)as->part[i].n * sizeof *motion);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++)
            x[s->at_link[i] + k] = rows[l->row + k] * (l->use.type->law && as->release[l->row + k] == ROW_HELD ? l->D[k] : 1);
    }
    for (int i = 0; s->row && i < s->size; i++)
        x[i] *= s->row[i];
}

void full_scatter(const struct full *s, double *x, double *motion, double *rows)
{
    const struct assembly *as = s->as;
    for (int i = 0; s->row && i < s->size; i++)
        x[i] *= s->column[i];
    for (int i = 0; i < as->parts; i++)
        memcpy(motion + as->part[i].p, x + s->at_part[i], (size_t)as->part[i].n * sizeof *motion);
    for (int i = 0; i < as->links; i++)
        memcpy(rows + as->link[i].row, x + s->at_link[i], (size_t)as->link[i].use.rows * sizeof *rows);
}

/* What the unknown number `at` is called. */
static int blame(const struct full *s, int at, struct fault *f)
{
    const struct assembly *as = s->as;
    char name[256];
    for (int i = 0; i < as->parts; i++)
        if (at >= s->at_part[i] && at < s->at_part[i] + as->part[i].n) {
            const int coordinate = as->part[i].p + at - s->at_part[i];
            assembly_coordinate_words(as, coordinate, name, sizeof name);
            fault_set(f, "the equations are singular: nothing determines %s", name);
            return assembly_coordinate_where(as, coordinate, f);
        }
    for (int i = 0; i < as->links; i++)
        if (at >= s->at_link[i] && at < s->at_link[i] + as->link[i].use.rows)
            return assembly_row_singular(as, as->link[i].row + at - s->at_link[i], f);
    return -1;
}

int full_blame(const struct full *s, const double *x, int n, struct fault *f)
{
    const struct assembly *as = s->as;
    int worst = n - 1, moves = -1;
    for (int i = 0; i < n; i++)
        worst = fabs(x[i]) > fabs(x[worst]) ? i : worst;
    for (int i = 0; i < as->parts; i++)
        for (int k = s->at_part[i]; k < s->at_part[i] + as->part[i].n; k++)
            if (k < n && fabs(x[k]) > 1e-6 * fabs(x[worst]) && (moves < 0 || fabs(x[k]) > fabs(x[moves])))
                moves = k;
    return blame(s, moves >= 0 ? moves : worst, f);
}

int full_judge(const struct full *s, int unknown, double pivot, double largest, struct fault *f)
{
    pivot = fabs(pivot);
    if (!(pivot > (s->coupled ? 1e-13 : 1e-15) * largest))
        return blame(s, unknown, f);
    return 0;
}
