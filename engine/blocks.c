/* blocks.c - bodies eliminated first, the rows of joints left as a symmetric system of small blocks.
 *
 *     S mu = B x0 - rhs,   S = B M'^-1 B' + C,   x0 = M'^-1 rhs_motion,   dq = x0 - M'^-1 B' mu
 *
 * A node is a link; links on a common body share an edge.  Nodes are eliminated in order of least degree:  S = V' D V, and of the
 * symmetric S only blocks (early, late) are kept: U before their row is eliminated, V = D^-1 U after.  So every product below runs
 * along rows, which is what vector registers want.
 * A body h with many joints would make each of these a neighbour of every other.  It is kept instead, as a node with its motion as
 * unknowns, and what hangs on it goes first (order.c):
 *
 *     [  S    -B_h  ] [ mu   ]   [ B x0 - rhs    ]        S, x0: of the bodies that are eliminated
 *     [ -B_h' -M_h' ] [ dq_h ] = [ -rhs_motion_h ]
 *
 * A law enters with the symmetric part of its tangent, T = Y Y' (pivoted Cholesky): rows Y' B with C = scale on the diagonal,
 * and its force as it follows from the deformation; what is not symmetric or negative is left to the iteration. */
#include "kernel.h"
#include "linear_method.h"
#include "order.h"
#include "text.h"
#include "vec.h"

#include <math.h>
#include <string.h>

enum shape { PLAIN, SPIN, FULL }; /* M'^-1 is a diagonal (n); 3 of it, then 3 x 3; n x n */

struct block_end {
    int part, p, n;
    enum shape shape;
    const double *X;        /* M'^-1 of the part */
    double *B, *W;          /* (rows x n) B, of a law Y'B;  (n x rows) W = M'^-1 B' */
    const struct end *of;   /* the link's own */
};

/* Nodes of the same build are worked off by kernels with its sizes as constants: hinges of rigid bodies in the plane (2 x 3) and in
   space (5 x 6). */
enum build { ANY, PLANE, SPACE, KEPT }; /* KEPT: not a link, but a body */

/* The same of a row of S: the node's rows, and those of each that is later: joints of the same kind, or the body they hang on. */
enum sizes { MIXED, TWO_TWO, TWO_THREE, FIVE_FIVE, FIVE_SIX };
enum { ASK = -1 }; /* a size or shape that is no constant: the node is asked */
#define SWEEP(kernel, k, ...) \
    ((k)->sizes == TWO_TWO ? kernel(__VA_ARGS__, 2, 2) : (k)->sizes == FIVE_FIVE ? kernel(__VA_ARGS__, 5, 5) \
     : (k)->sizes == TWO_THREE ? kernel(__VA_ARGS__, 2, 3) : (k)->sizes == FIVE_SIX ? kernel(__VA_ARGS__, 5, 6) \
     : kernel(__VA_ARGS__, ASK, ASK))

struct node {
    enum build build;               /* ANY also where rows are released */
    enum sizes sizes;
    int rows, row;                  /* of a body: its n, and rows after all others */
    int ends, all;                  /* ends on bodies that are eliminated, and all; those on bodies that are kept come last */
    int first, last;                /* its row: later[first .. last-1] */
    int diagonal;                   /* where its block stands in S */
    int law, masked;                /* masked: some rows are released */
    int rank;                       /* of a law: rows in use */
    struct block_end *end;          /* (all); of a kept body: itself */
    const unsigned char *release;   /* (rows) */
    const struct link *link;
    double *Y;                      /* of a law: (rows x rows), T = Y Y' */
};

struct later { int node, at; };                          /* a block of S right of the diagonal: its column, where it stands */
struct pair { int early, early_end, late, late_end, at; }; /* S(early, late) += B W */
struct hold { int node, end, at, late; }; /* S(node, kept body) = -B; late: the body is first, S(body, node) = -B' */

struct blocks {
    const struct assembly *as;
    struct node *node;              /* (links) in order of elimination */
    struct later *later;
    struct pair *pair;
    struct hold *hold;
    int *kept;                      /* (bodies) nodes of kept bodies */
    int nodes, pairs, holds, bodies, laws, masks; /* masks: nodes with released rows */
    unsigned char *release;         /* (m) as the masks have them */
    int *fill;                      /* destinations of the updates, in the order in which they are done */
    double *S;
    int size;
    double *over;                   /* (n) M'^-1 of plain parts, 1 of others */
    double *inverse;                /* (blocks) M'^-1 of others, as their shape says */
    int *other, others, bare;       /* (others) parts that are not plain; `over` is that of the mass alone */
    double *x;                      /* (m, then kept bodies) */
    double *start;                  /* (as x) diagonal of S before elimination, without bodies that are held fixed, those kept till
                                       later; 0 of laws, which are never weak, 1 of released rows; of a kept body M' */
    double weakest, scale, give;    /* give: how much rows do */
};

/* ---- set-up ---- */

static enum shape shape_of(const struct part *p)
{
    return p->varying ? FULL : p->J ? SPIN : PLAIN;
}

static const unsigned char no_release[BODY_MOST];

static void make_end(const struct blocks *s, struct block_end *end, int part)
{
    const struct part *p = &s->as->part[part];
    *end = (struct block_end){ .part = part, .p = p->p, .n = p->n, .shape = shape_of(p) };
    end->X = end->shape == PLAIN ? s->over + p->p : s->inverse + p->block;
}

static void make_link(struct blocks *s, struct arena *a, struct node *k, const struct link *l, const struct elimination *e)
{
    *k = (struct node){ .link = l, .release = s->as->release + l->row, .rows = l->use.rows, .row = l->row, .all = l->ends,
                        .law = l->use.type->law != NULL, .end = ARENA_NEW(a, l->ends, struct block_end) };
    for (int h = 0, kept = l->ends; h < l->ends; h++) {
        const struct end *of = &l->end[h];
        struct block_end *end = &k->end[e->node[of->part] < 0 ? k->ends++ : --kept];
        make_end(s, end, of->part);
        end->of = of;
        end->W = ARENA_NEW(a, k->rows * of->n, double);
        end->B = k->law ? ARENA_NEW(a, k->rows * of->n, double) : of->B;
    }
    s->laws += k->law;
    s->holds += k->all - k->ends;
    if (k->law)
        k->Y = ARENA_NEW(a, k->rows * k->rows, double);
}

static void make_nodes(struct blocks *s, struct arena *a, const struct elimination *e)
{
    const struct assembly *as = s->as;
    int rows = as->m;
    s->kept = ARENA_NEW(a, e->kept, int);
    for (int i = 0; i < s->nodes; i++) {
        struct node *k = &s->node[i];
        if (e->order[i] < as->links) {
            make_link(s, a, k, &as->link[e->order[i]], e);
            continue;
        }
        *k = (struct node){ .build = KEPT, .release = no_release, .row = rows, .end = ARENA_NEW(a, 1, struct block_end) };
        make_end(s, k->end, e->part[e->order[i] - as->links]);
        rows += k->rows = k->end->n;
        s->kept[s->bodies++] = i;
    }
    s->x = ARENA_NEW(a, 2 * rows, double);
    s->start = s->x + rows;
}

/* Where the block (early, late) stands. */
static int block_at(const struct blocks *s, int early, int late)
{
    int low = s->node[early].first, high = s->node[early].last - 1;
    if (late == early)
        return s->node[early].diagonal;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->later[middle].node < late)
            low = middle + 1;
        else
            high = middle;
    }
    return s->later[low].at;
}

static enum sizes sizes_of(const struct blocks *s, const struct node *k)
{
    static const struct { int rows, late; } usual[] = { [TWO_TWO] = { 2, 2 }, { 2, 3 }, { 5, 5 }, { 5, 6 } };
    for (enum sizes z = TWO_TWO; z <= FIVE_SIX && k->build != KEPT; z++) {
        int fits = k->rows == usual[z].rows;
        for (int i = k->first; i < k->last; i++)
            fits &= s->node[s->later[i].node].rows == usual[z].late;
        if (fits)
            return z;
    }
    return MIXED;
}

static void place_blocks(struct blocks *s, struct arena *a, const struct elimination *e)
{
    int at = 0;
    s->later = ARENA_NEW(a, e->fill, struct later);
    for (int k = 0; k < s->nodes; k++) {
        struct node *n = &s->node[k];
        n->diagonal = at;
        at += n->rows * n->rows;
        n->first = e->first[k];
        n->last = e->first[k + 1];
        for (int i = n->first; i < n->last; i++) {
            s->later[i] = (struct later){ e->below[i], at };
            at += s->node[e->below[i]].rows * n->rows;
        }
    }
    for (int k = 0; k < s->nodes; k++)
        s->node[k].sizes = sizes_of(s, &s->node[k]);
    s->size = at;
    s->S = ARENA_NEW(a, at, double);
    int updates = 0;
    for (int k = 0; k < s->nodes; k++) {
        int n = s->node[k].last - s->node[k].first;
        updates += n * (n + 1) / 2;
    }
    s->fill = ARENA_NEW(a, updates, int);
    int *fill = s->fill;
    for (int k = 0; k < s->nodes; k++)
        for (int i = s->node[k].last - 1; i >= s->node[k].first; i--)
            for (int j = s->node[k].first; j <= i; j++)
                *fill++ = block_at(s, s->later[j].node, s->later[i].node);
}

static void make_pairs(struct blocks *s, struct arena *a)
{
    const struct assembly *as = s->as;
    struct { int node, end; } *on; /* links of one part */
    int *first = ARENA_NEW(a, as->parts + 2, int), total = 0, pairs = 0;
    for (int k = 0; k < s->nodes; k++)
        for (int h = 0; h < s->node[k].ends; h++, total++)
            first[s->node[k].end[h].part + 2]++;
    for (int i = 0; i < as->parts; i++)
        pairs += first[i + 2] * (first[i + 2] - 1) / 2;
    for (int i = 2; i < as->parts + 2; i++)
        first[i] += first[i - 1];
    on = arena_take(a, (size_t)(total + 1) * sizeof *on);
    for (int k = 0; k < s->nodes; k++)
        for (int h = 0; h < s->node[k].ends; h++) {
            int at = first[s->node[k].end[h].part + 1]++;
            on[at].node = k, on[at].end = h;
        }
    s->pair = ARENA_NEW(a, pairs, struct pair);
    for (int i = 0; i < as->parts; i++)
        for (int late = first[i]; late < first[i + 1]; late++)
            for (int early = first[i]; early < late; early++)
                s->pair[s->pairs++] = (struct pair){ on[early].node, on[early].end, on[late].node, on[late].end,
                                                     block_at(s, on[early].node, on[late].node) };
}

static void make_holds(struct blocks *s, struct arena *a)
{
    int *at = ARENA_NEW(a, s->as->parts, int);
    s->hold = ARENA_NEW(a, s->holds, struct hold);
    s->holds = 0;
    for (int i = 0; i < s->bodies; i++)
        at[s->node[s->kept[i]].end->part] = s->kept[i];
    for (int k = 0; k < s->nodes; k++)
        for (int h = s->node[k].ends; h < s->node[k].all; h++) {
            int body = at[s->node[k].end[h].part], late = body < k;
            s->hold[s->holds++] = (struct hold){ k, h, late ? block_at(s, body, k) : block_at(s, k, body), late };
        }
}

/* Nothing of it is released, and its ends are of this size and shape. */
static int is_built(const struct node *k, int rows, int n, enum shape shape)
{
    int fits = k->rows == rows && !k->law && !k->masked;
    for (int e = 0; e < k->ends; e++)
        fits &= k->end[e].n == n && k->end[e].shape == shape;
    return fits;
}

/* Which rows are released changes rarely. */
static void note_masks(struct blocks *s)
{
    if (memcmp(s->release, s->as->release, (size_t)s->as->m) == 0)
        return;
    memcpy(s->release, s->as->release, (size_t)s->as->m);
    s->masks = 0;
    for (int i = 0; i < s->nodes; i++) {
        struct node *k = &s->node[i];
        if (k->build == KEPT)
            continue;
        k->masked = 0;
        for (int r = 0; r < k->rows && !k->law; r++)
            k->masked |= k->release[r] != ROW_HELD;
        s->masks += k->masked;
        k->build = is_built(k, 2, 3, PLAIN) ? PLANE : is_built(k, 5, 6, SPIN) ? SPACE : ANY;
    }
}

/* No axis about which it has next to no inertia. */
static int is_solid(const double J[9])
{
    double X[9], weakest = 1, trace = J[0] + J[4] + J[8], start[3] = { trace, trace, trace };
    memcpy(X, J, sizeof X);
    return invert(X, 3, start, &weakest) == 0 && weakest > 1e-12;
}

/* Bodies without mass cannot be eliminated. */
static int all_have_mass(const struct assembly *as, struct fault *f)
{
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        int solid = !p->J || is_solid(p->J);
        if (p->type->tidy) {
            fault_set(f, "four Euler parameters for three rotations have a singular mass matrix, and blocks eliminate every body first");
            item_fault(&p->body->item, f);
            return 0;
        }
        for (int k = 0; k < p->n && !p->varying; k++)
            solid &= (k >= 3 && p->J) || as->mass[p->p + k] > 0;
        if (!solid) {
            fault_set(f, "there is no mass or inertia in one of its directions, and blocks eliminate every body first");
            item_fault(&p->body->item, f);
            return 0;
        }
    }
    return 1;
}

/* Multiplications that make S: on each body that is eliminated, rows of every joint times those of every other. */
static double pair_work(struct arena *a, const struct assembly *as, const struct elimination *e)
{
    double *rows = ARENA_NEW(a, as->parts, double), work = 0;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++)
            rows[as->link[i].end[k].part] += as->link[i].use.rows;
    for (int i = 0; i < as->parts; i++)
        work += (e->node[i] < 0 ? 0.5 * rows[i] * (rows[i] + 1) : rows[i]) * as->part[i].n;
    return work;
}

enum { MOST_RATIO = 10000 };

/* Inverse mass that a joint feels on one side: along the lever, and across it, s^2/J more. */
static void felt(const struct assembly *as, const struct side *side, const struct part *p, double *least, double *most)
{
    double over = 1 / as->mass[p->p], J = p->type->map == BODY_PLANE ? as->mass[p->p + 2] : INFINITY;
    for (int i = 0; p->J && i < 9; i += 4)
        J = fmin(J, p->J[i]);
    *least = fmin(*least, over);
    *most = fmax(*most, over + (isfinite(J) ? dot(side->s, side->s) / J : 0));
}

/* S holds the inverse masses that a joint feels as sums: great ones leave few digits of small ones. */
static int alike(const struct assembly *as, struct fault *f)
{
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        double least = INFINITY, most = 0;
        for (int k = 0; k < 2 && !l->use.type->law; k++) {
            const struct side *side = &l->side[k];
            if (side->marker->kind != MARKER_FRAME || side->part < 0)
                continue;
            const struct part *p = &as->part[side->part];
            if (!p->varying && as->unit[p->p] == BODY_LENGTH)
                felt(as, side, p, &least, &most);
        }
        if (most > MOST_RATIO * least && isfinite(most)) { /* else its row is named when it is factored */
            fault_set(f, "it feels masses of %.3g to %.3g kg, and blocks lose digits between such", 1 / most, 1 / least);
            item_fault(&l->joint->item, f);
            return 0;
        }
    }
    return 1;
}

static double blocks_plan(struct arena *a, const struct assembly *as, int coupled, void **plan, struct fault *f)
{
    struct elimination *e = *plan = ARENA_NEW(a, 1, struct elimination);
    if (coupled)
        fault_set(f, "joints stiffen pairs of bodies here, and blocks eliminate every body by itself");
    else if (all_have_mass(as, f) && alike(as, f) && !order_elimination(a, as, e))
        fault_set(f, "too many joints are on one body, or in too many loops");
    else if (e->first)
        return e->work + pair_work(a, as, e);
    return INFINITY;
}

static void *blocks_new(struct arena *a, const struct assembly *as, int coupled, const void *plan, char *name, size_t size)
{
    const struct elimination *e = plan;
    struct blocks *s = ARENA_NEW(a, 1, struct blocks);
    (void)coupled;
    s->as = as;
    s->nodes = as->links + e->kept;
    s->node = ARENA_NEW(a, s->nodes, struct node);
    s->inverse = ARENA_NEW(a, as->blocks, double);
    s->over = ARENA_NEW(a, as->n, double);
    s->other = ARENA_NEW(a, as->parts, int);
    for (int i = 0; i < as->n; i++)
        s->over[i] = 1;
    for (int i = 0; i < as->parts; i++)
        if (shape_of(&as->part[i]) != PLAIN)
            s->other[s->others++] = i;
    make_nodes(s, a, e);
    place_blocks(s, a, e);
    make_pairs(s, a);
    make_holds(s, a);
    s->release = ARENA_NEW(a, as->m, unsigned char);
    memset(s->release, 0xff, (size_t)as->m); /* none is known yet */
    text_print(name, size, "blocks of %d row%s, %d block%s", as->m, as->m == 1 ? "" : "s", s->nodes + e->fill,
               s->nodes + e->fill == 1 ? "" : "s");
    if (s->bodies)
        text_print(name + strlen(name), size - strlen(name), ", %d bod%s kept", s->bodies, s->bodies == 1 ? "y" : "ies");
    return s;
}

/* ---- factor ---- */

/* Of a spatial body: J with the stiffness K (3 x 3 in rows of 6), which is left out where it makes too much of M' negative. */
static int invert_spin(double *X, const struct part *p, const double *mass, const double *K, const struct linear_weights *w, struct fault *f)
{
    const double *extra = w->extra ? w->extra + p->p : NULL;
    for (int i = 0; i < 3; i++)
        X[i] = 1 / (w->mass * mass[i] + (extra ? extra[i] : 0));
    for (int attempt = 0; attempt < 2; attempt++) {
        double part = attempt ? 0 : 0.5 * w->stiffness, start[3], weakest = 1, *Y = X + 3;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                Y[3 * i + k] = w->mass * p->J[3 * i + k] + part * (K[6 * i + k] + K[6 * k + i]) + (i == k && extra ? extra[3 + i] : 0);
        for (int i = 0; i < 3; i++)
            start[i] = w->mass * p->J[4 * i];
        if (invert(Y, 3, start, &weakest) == 0 && (weakest > 0.1 || attempt))
            return 0;
    }
    fault_set(f, "its inertia is not positive definite");
    item_fault(&p->body->item, f);
    return LINEAR_UNFIT;
}

/* Of all plain parts; of the mass alone it is made once. */
static void invert_plain(struct blocks *s, const struct terms *T, const struct linear_weights *w)
{
    const struct assembly *as = s->as;
    int bare = w->mass == 1 && w->stiffness == 0 && !w->extra;
    for (int i = 0; !(bare && s->bare) && i < as->parts; i++) {
        const struct part *p = &as->part[i];
        const double *mass = as->mass + p->p, *K = T->K + p->block, *extra = w->extra ? w->extra + p->p : NULL;
        double *over = s->over + p->p;
        for (int k = 0; shape_of(p) == PLAIN && k < p->n; k++, K += p->n + 1) {
            double m = w->mass * mass[k] + (extra ? extra[k] : 0), mk = m + w->stiffness * *K;
            over[k] = 1 / (mk > 0.1 * m ? mk : 0.1 * m); /* it is only a tangent */
        }
    }
    s->bare = bare;
}

/* Of another one. */
static int invert_part(struct blocks *s, const struct terms *T, const struct linear_weights *w, int i, struct fault *f)
{
    const struct assembly *as = s->as;
    const struct part *p = &as->part[i];
    double *X = s->inverse + p->block, start[64], weakest = 1;
    const double *K = T->K + p->block;
    if (shape_of(p) == SPIN)
        return invert_spin(X, p, as->mass + p->p, K + 21, w, f);
    for (int attempt = 0; attempt < 2; attempt++) {
        double part = attempt ? 0 : 0.5;
        for (int r = 0; r < p->n; r++)
            for (int c = 0; c < p->n; c++) {
                int rc = r * p->n + c, cr = c * p->n + r;
                X[rc] = w->mass * T->M[p->block + rc] + part * (w->stiffness * (K[rc] + K[cr]) + w->damping * (T->D[p->block + rc] + T->D[p->block + cr]));
                if (r == c && w->extra)
                    X[rc] += w->extra[p->p + r];
            }
        for (int k = 0; k < p->n; k++)
            start[k] = X[k * (p->n + 1)];
        if (invert(X, p->n, start, &weakest) == 0 && weakest > 1e-12)
            return 0;
    }
    fault_set(f, "its mass matrix is not positive definite");
    item_fault(&p->body->item, f);
    return LINEAR_UNFIT;
}

/* T = Y Y' of the symmetric part by Cholesky with pivoting; columns beyond the rank stay zero. */
static void split_tangent(struct node *k)
{
    int n = k->rows, done[JOINT_ROWS] = { 0 };
    const double *T = k->link->T;
    double A[JOINT_ROWS * JOINT_ROWS], largest = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = 0.5 * (T[i * n + j] + T[j * n + i]);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, A[i * n + i]);
    memset(k->Y, 0, (size_t)(n * n) * sizeof *k->Y);
    for (k->rank = 0; k->rank < n; k->rank++) {
        int p = -1;
        for (int i = 0; i < n; i++)
            if (!done[i] && (p < 0 || A[i * n + i] > A[p * n + p]))
                p = i;
        if (!(A[p * n + p] > 1e-12 * largest) || largest == 0)
            return;
        double root = sqrt(A[p * n + p]);
        done[p] = 1;
        for (int i = 0; i < n; i++)
            k->Y[i * n + k->rank] = done[i] && i != p ? 0 : A[i * n + p] / root;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i * n + j] -= k->Y[i * n + k->rank] * k->Y[j * n + k->rank];
    }
}

/* Rows of a law: Y' B. */
static void law_rows(struct node *k, const struct linear_weights *w)
{
    int n = k->rows;
    k->rank = 0;
    if (k->link->active && w->scale > 0)
        split_tangent(k);
    for (int e = 0; e < k->all; e++) {
        const double *B = k->end[e].of->B;
        int columns = k->end[e].n;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (int h = 0; i < k->rank && h < n; h++)
                    sum += k->Y[h * n + i] * B[h * columns + c];
                k->end[e].B[i * columns + c] = sum;
            }
    }
}

/* W = M'^-1 B' of one end */
KERNEL void weigh(const struct block_end *end, int rows, int n, enum shape shape)
{
    if (shape == SPIN)
        SIZED(weigh_spin, rows, 6, end->W, end->B, end->X);
    else if (shape == PLAIN)
        SIZED(weigh_plain, rows, n, end->W, end->B, end->X);
    else
        SIZED(weigh_full, rows, n, end->W, end->B, end->X);
}

/* Released rows and columns of a block are zero. */
static void mask(double *S, const struct node *early, const struct node *late)
{
    for (int i = 0; i < early->rows; i++)
        for (int j = 0; j < late->rows; j++)
            if ((!early->law && early->release[i] != ROW_HELD) || (!late->law && late->release[j] != ROW_HELD))
                S[i * late->rows + j] = 0;
}

/* W of a node's ends and its block of S, B W + C. */
KERNEL void start_node(struct blocks *s, struct node *k, const struct linear_weights *w, int m, int n, enum shape shape)
{
    int any = m == ASK, rows = any ? k->rows : m;
    double *D = s->S + k->diagonal, *start = s->start + k->row;
    if (any && k->law)
        law_rows(k, w);
    for (int e = 0; e < k->ends; e++) {
        const struct block_end *end = &k->end[e];
        weigh(end, rows, any ? end->n : n, any ? end->shape : shape);
        if (any)
            add_product(D, end->B, end->W, rows, rows, end->n);
        else if (rows > 2)
            add_half(D, end->B, end->W, rows, n);
        else
            add_ab(D, end->B, end->W, rows, rows, n);
    }
    if (any && k->masked)
        mask(D, k, k);
    for (int r = 0; r < rows; r++) {
        double *d = &D[r * (rows + 1)];
        int held = !any || k->release[r] == ROW_HELD;
        start[r] = any && k->law ? 0 : held ? *d : 1;
        *d = any && k->law ? *d + (w->scale > 0 ? w->scale : 1) : held ? *d * (1 + s->give) : 1;
    }
}

/* -M' of a kept body, from its inverse, which is positive definite. */
static void start_kept(struct blocks *s, const struct node *k)
{
    const struct block_end *own = k->end;
    const double *X = own->X;
    double *D = s->S + k->diagonal, *start = s->start + k->row, weakest = 1;
    int n = k->rows, plain = own->shape == PLAIN ? n : own->shape == SPIN ? 3 : 0, full = n - plain;
    for (int i = 0; i < plain; i++)
        D[i * (n + 1)] = X[i];
    for (int i = 0; i < full; i++)
        for (int j = 0; j < full; j++)
            D[(plain + i) * n + plain + j] = X[plain + i * full + j];
    for (int i = 0; i < n; i++)
        start[i] = D[i * (n + 1)];
    invert(D, n, start, &weakest);
    for (int i = 0; i < n; i++)
        start[i] = D[i * (n + 1)];
    for (int i = 0; i < n * n; i++)
        D[i] = -D[i];
}

/* The block of a joint and a body that is kept.  A joint that comes after the body begins with what the body gives, as all do. */
static void hold(struct blocks *s, const struct hold *h)
{
    const struct node *k = &s->node[h->node];
    const struct block_end *end = &k->end[h->end];
    double *S = s->S + h->at, *D = s->S + k->diagonal;
    if (h->late)
        weigh(end, k->rows, end->n, end->shape);
    for (int r = 0; r < k->rows; r++) {
        double sum = 0;
        for (int c = 0; c < end->n && (k->law || k->release[r] == ROW_HELD); c++) {
            S[h->late ? c * k->rows + r : r * end->n + c] = -end->B[r * end->n + c];
            sum += h->late && !k->law ? end->B[r * end->n + c] * end->W[c * k->rows + r] : 0;
        }
        s->start[k->row + r] += sum;
        D[r * (k->rows + 1)] += s->give * sum;
    }
}

static void fill(struct blocks *s, const struct linear_weights *w)
{
    memset(s->S, 0, (size_t)s->size * sizeof *s->S);
    for (int i = 0; i < s->nodes; i++) {
        struct node *k = &s->node[i];
        switch (k->build) {
        case PLANE: start_node(s, k, w, 2, 3, PLAIN); break;
        case SPACE: start_node(s, k, w, 5, 6, SPIN); break;
        case KEPT: start_kept(s, k); break;
        default: start_node(s, k, w, ASK, ASK, PLAIN); break;
        }
    }
    for (int i = 0; i < s->pairs; i++) {
        const struct pair *p = &s->pair[i];
        const struct node *early = &s->node[p->early], *late = &s->node[p->late];
        const struct block_end *end = &early->end[p->early_end];
        const double *B = end->B, *W = late->end[p->late_end].W;
        double *S = s->S + p->at;
        if (early->build == PLANE && late->build == PLANE)
            add_ab(S, B, W, 2, 2, 3);
        else if (early->build == SPACE && late->build == SPACE)
            add_ab(S, B, W, 5, 5, 6);
        else
            add_product(S, B, W, early->rows, late->rows, end->n);
        if (s->masks && (early->masked || late->masked))
            mask(S, early, late);
    }
    for (int i = 0; i < s->holds; i++)
        hold(s, &s->hold[i]);
}

/* D of a kept body is negative. */
static int invert_kept(double *D, int n, const double *start)
{
    double weakest = 1;
    for (int i = 0; i < n * n; i++)
        D[i] = -D[i];
    int wrong = invert(D, n, start, &weakest);
    for (int i = 0; i < n * n; i++)
        D[i] = -D[i];
    return wrong;
}

/* Inverts the block of a node and takes it out of those that are later; 0, or -1 - i: its row i depends on others. */
KERNEL int eliminate(struct blocks *s, const struct node *k, const int **to, int m, int late)
{
    int any = m == ASK, rows = any ? k->rows : m;
    double *D = s->S + k->diagonal, V[JOINT_ROWS * JOINT_ROWS];
    if (rows > 2)
        mirror(D, rows); /* halves are made where they pay */
    int wrong = any && k->build == KEPT ? invert_kept(D, rows, s->start + k->row) : invert(D, rows, s->start + k->row, &s->weakest);
    for (int i = k->last - 1; i >= k->first && !wrong; i--) {
        double *U = s->S + s->later[i].at;
        int columns = any ? s->node[s->later[i].node].rows : late;
        SIZED2(left_multiply, rows, columns, V, D, U); /* D is inverted now */
        for (int j = k->first; j <= i; j++, ++*to)
            if (any)
                sub_product(s->S + **to, s->S + s->later[j].at, V, s->node[s->later[j].node].rows, columns, rows);
            else if (j == i && late > 2)
                sub_half(s->S + **to, s->S + s->later[j].at, V, late, m);
            else
                sub_atb(s->S + **to, s->S + s->later[j].at, V, late, late, m);
        SIZED2(keep, rows, columns, U, V);
    }
    return wrong;
}

/* While a body is held fixed, rows may be dependent that are not when it moves. */
static int singular(const struct blocks *s, const struct node *k, int row, struct fault *f)
{
    if (k->build == KEPT) {
        fault_set(f, "its mass matrix is not positive definite");
        item_fault(&s->as->part[k->end->part].body->item, f);
        return LINEAR_UNFIT;
    }
    assembly_row_singular(s->as, k->row + row, f);
    if (s->bodies == 0 || k > &s->node[s->kept[s->bodies - 1]])
        return -1;
    fault_append(f, " while bodies with many joints are held fixed, as blocks do; linear = \"auto\" takes another path");
    return LINEAR_UNFIT;
}

/* S and its factors; not 0: as eliminate says of *k. */
static int sweep(struct blocks *s, const struct linear_weights *w, const struct node **k)
{
    const int *to = s->fill;
    int wrong = 0;
    fill(s, w);
    s->weakest = 1;
    for (int i = 0; i < s->nodes && !wrong; i++) {
        *k = &s->node[i];
        wrong = SWEEP(eliminate, *k, s, *k, &to);
    }
    return wrong;
}

/* Rows that depend on others to the last digit pass if they give a little; where none is near to that, they do not, as bodies of very
   different mass would feel it. */
#define LEAST_GIVE 1e-13
#define FAR 1e-8

static int blocks_factor(void *state, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    struct blocks *s = state;
    const struct node *k = NULL;
    (void)curvature;
    invert_plain(s, T, w);
    for (int i = 0; i < s->others; i++)
        if (invert_part(s, T, w, s->other[i], f))
            return LINEAR_UNFIT;
    note_masks(s);
    s->scale = w->scale;
    int far = s->weakest > FAR; /* from losing rank, in the last matrix */
    s->give = w->soft + (far ? 0 : LEAST_GIVE);
    int wrong = sweep(s, w, &k);
    if (far && (wrong || s->weakest <= FAR)) {
        s->give = w->soft + LEAST_GIVE;
        wrong = sweep(s, w, &k);
    }
    return wrong ? singular(s, k, -1 - wrong, f) : 0;
}

/* ---- solve ---- */

/* x (n) = M'^-1 x */
KERNEL void without_mass(const struct blocks *s, double *restrict x)
{
    const struct assembly *as = s->as;
    const double *restrict over = s->over;
    for (int i = 0; i < as->n; i++)
        x[i] *= over[i];
    for (int i = 0; i < s->others; i++) {
        const struct part *p = &as->part[s->other[i]];
        const double *X = s->inverse + p->block;
        double *xi = x + p->p;
        if (p->varying) {
            times(xi, X, p->n, p->n);
            continue;
        }
        for (int k = 0; k < 3; k++)
            xi[k] *= X[k];
        times(xi + 3, X + 3, 3, 3);
    }
}

/* The force of a law as its deformation has it: rhs_motion -= B' (sigma_law - sigma) / scale. */
static void law_forces(const struct blocks *s, double *motion, const double *rows)
{
    for (int i = 0; s->laws && s->scale > 0 && i < s->nodes; i++) {
        const struct node *k = &s->node[i];
        for (int e = 0; k->law && e < k->all; e++) {
            const struct end *end = &k->link->end[e];
            for (int r = 0; r < k->rows; r++)
                for (int c = 0; k->release[r] == ROW_HELD && c < end->n; c++)
                    motion[end->p + c] += end->B[r * end->n + c] * rows[k->row + r] / s->scale;
        }
    }
}

/* x = -rhs of each row and of the motion of kept bodies; of laws 0 */
static void right_hand_side(const struct blocks *s, const double *restrict motion, const double *restrict rows, double *restrict x)
{
    for (int i = 0; i < s->as->m; i++)
        x[i] = -rows[i];
    for (int i = 0; i < s->bodies; i++) {
        const struct node *k = &s->node[s->kept[i]];
        for (int r = 0; r < k->rows; r++)
            x[k->row + r] = -motion[k->end->p + r];
    }
    for (int i = 0; s->laws && i < s->nodes; i++)
        for (int r = 0; s->node[i].law && r < s->node[i].rows; r++)
            x[s->node[i].row + r] = 0;
}

/* x += B x0 of each row; of rows that are released x = rhs */
KERNEL void add_motion(const struct node *k, const double *motion, const double *rows, double *x, int m, int n)
{
    int any = m == ASK, count = any ? k->rows : m;
    double *xk = x + k->row;
    for (int e = 0; e < k->ends; e++)
        SIZED(add_bx, count, any ? k->end[e].n : n, xk, k->end[e].B, motion + k->end[e].p);
    for (int r = 0; any && k->masked && r < count; r++)
        if (k->release[r] != ROW_HELD)
            xk[r] = rows[k->row + r];
}

/* x of later nodes -= V' x, x = D x */
KERNEL void forward(const struct blocks *s, const struct node *k, double *x, int m, int later)
{
    int any = m == ASK, rows = any ? k->rows : m;
    double *xk = x + k->row;
    for (int i = k->first; i < k->last; i++) {
        const struct node *late = &s->node[s->later[i].node];
        SIZED2(sub_vtx, rows, any ? late->rows : later, x + late->row, s->S + s->later[i].at, xk);
    }
    SIZED2(times, rows, rows, xk, s->S + k->diagonal);
}

/* x -= V x of later nodes */
KERNEL void backward(const struct blocks *s, const struct node *k, double *x, int m, int later)
{
    int any = m == ASK, rows = any ? k->rows : m;
    for (int i = k->first; i < k->last; i++) {
        const struct node *late = &s->node[s->later[i].node];
        SIZED2(sub_vx, rows, any ? late->rows : later, x + k->row, s->S + s->later[i].at, x + late->row);
    }
}

/* mu of a law: Y nu - rhs / scale */
static void law_back(const struct blocks *s, const struct node *k, double *rows, const double *nu)
{
    for (int r = 0; r < k->rows && s->scale > 0; r++) {
        double sum = -rows[k->row + r] / s->scale;
        for (int h = 0; h < k->rank; h++)
            sum += k->Y[r * k->rows + h] * nu[h];
        if (k->release[r] == ROW_HELD)
            rows[k->row + r] = sum;
    }
}

/* dq = x0 - W mu, without the rows that are released */
KERNEL void give_back(const struct blocks *s, const struct node *k, double *motion, double *rows, double *x, int m, int n)
{
    int any = m == ASK, count = any ? k->rows : m;
    double *mu = x + k->row;
    if (any && k->law)
        law_back(s, k, rows, mu);
    else
        for (int r = 0; r < count; r++)
            rows[k->row + r] = mu[r];
    for (int r = 0; any && k->masked && r < count; r++)
        mu[r] = k->release[r] == ROW_HELD ? mu[r] : 0;
    for (int e = 0; e < k->ends; e++)
        SIZED(sub_xw, count, any ? k->end[e].n : n, motion + k->end[e].p, k->end[e].W, mu);
}

static void blocks_solve(void *state, double *motion, double *rows)
{
    struct blocks *s = state;
    double *x = s->x;
    law_forces(s, motion, rows);
    right_hand_side(s, motion, rows, x);
    without_mass(s, motion);
    for (int i = 0; i < s->nodes; i++) {
        const struct node *k = &s->node[i];
        switch (k->build) {
        case PLANE: add_motion(k, motion, rows, x, 2, 3); break;
        case SPACE: add_motion(k, motion, rows, x, 5, 6); break;
        case KEPT: break;
        default: add_motion(k, motion, rows, x, ASK, ASK); break;
        }
        SWEEP(forward, k, s, k, x);
    }
    for (int i = s->nodes - 1; i >= 0; i--) {
        const struct node *k = &s->node[i];
        SWEEP(backward, k, s, k, x);
        switch (k->build) {
        case PLANE: give_back(s, k, motion, rows, x, 2, 3); break;
        case SPACE: give_back(s, k, motion, rows, x, 5, 6); break;
        case KEPT: memcpy(motion + k->end->p, x + k->row, (size_t)k->rows * sizeof *x); break;
        default: give_back(s, k, motion, rows, x, ASK, ASK); break;
        }
    }
}

static double blocks_weakest(const void *state)
{
    return ((const struct blocks *)state)->weakest;
}

const struct linear_method linear_blocks = { "blocks", blocks_plan, blocks_new, blocks_factor, blocks_solve, blocks_weakest };
