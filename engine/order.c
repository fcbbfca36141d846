/* order.c - reverse Cuthill-McKee (Cuthill and McKee 1969): breadth first from the end of the graph, neighbours of low degree first. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* Nodes: parts 0 .. parts-1, then links.  Neighbours of node i: list[first[i]] .. list[first[i+1]-1]. */
struct graph { int n, *first, *list; };

static void graph_make(struct graph *g, const struct assembly *as)
{
    int edges = 0;
    g->n = as->parts + as->links;
    for (int i = 0; i < as->links; i++)
        edges += as->link[i].ends;
    g->first = calloc((size_t)g->n + 2, sizeof *g->first);
    g->list = calloc((size_t)edges * 2 + 1, sizeof *g->list);
    if (!g->first || !g->list)
        abort();
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++) {
            g->first[as->link[i].end[k].part + 2]++;
            g->first[as->parts + i + 2]++;
        }
    for (int i = 2; i < g->n + 2; i++)
        g->first[i] += g->first[i - 1];
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++) {
            int part = as->link[i].end[k].part, link = as->parts + i;
            g->list[g->first[part + 1]++] = link;
            g->list[g->first[link + 1]++] = part;
        }
}

static int degree(const struct graph *g, int i)
{
    return g->first[i + 1] - g->first[i];
}

struct ranked { int node, degree; };

static int by_degree(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->degree != y->degree ? x->degree - y->degree : x->node - y->node;
}

/* Appends what can be reached from `start` to order, nearest first; seen gets `mark`.  Returns how many.  some: room for all nodes. */
static int reach(const struct graph *g, int start, int mark, int *seen, int *order, struct ranked *some)
{
    int n = 0;
    order[n++] = start;
    seen[start] = mark;
    for (int i = 0; i < n; i++) {
        int new = 0;
        for (int k = g->first[order[i]]; k < g->first[order[i] + 1]; k++)
            if (seen[g->list[k]] != mark) {
                seen[g->list[k]] = mark;
                some[new++] = (struct ranked){ g->list[k], degree(g, g->list[k]) };
            }
        qsort(some, (size_t)new, sizeof *some, by_degree);
        for (int k = 0; k < new; k++)
            order[n++] = some[k].node;
    }
    return n;
}

void order_band(const struct assembly *as, int *at_part, int *at_link)
{
    struct graph g;
    graph_make(&g, as);
    int *seen = calloc((size_t)g.n + 1, sizeof *seen), *order = calloc((size_t)g.n + 1, sizeof *order);
    struct ranked *some = calloc((size_t)g.n + 1, sizeof *some);
    if (!seen || !order || !some)
        abort();
    int done = 0;
    for (int i = 0; i < g.n; i++) {
        if (seen[i])
            continue;
        int n = 0, start = i;
        for (int pass = 1; pass <= 3; pass++) { /* twice to the far end, then in earnest */
            n = reach(&g, start, 3 * i + pass, seen, order + done, some);
            start = order[done + n - 1];
        }
        done += n;
    }
    for (int i = g.n - 1, at = 0; i >= 0; i--) {
        int node = order[i];
        if (node < as->parts)
            at_part[node] = at, at += as->part[node].n;
        else
            at_link[node - as->parts] = at, at += as->link[node - as->parts].use.rows;
    }
    free(g.first);
    free(g.list);
    free(seen);
    free(order);
    free(some);
}

/* ---- elimination ---- */

struct neighbours { int n, room, *list; };

static void meet(struct neighbours *x, int node)
{
    if (x->n == x->room) {
        x->room = x->room ? 2 * x->room : 4;
        x->list = realloc(x->list, (size_t)x->room * sizeof *x->list);
        if (!x->list)
            abort();
    }
    x->list[x->n++] = node;
}

/* Nodes by degree, in lists; the one put in last comes out first. */
struct queue { int *head, *next, *before, *degree, least, waiting; };

static void queue_out(struct queue *q, int i)
{
    q->waiting--;
    if (q->before[i] >= 0)
        q->next[q->before[i]] = q->next[i];
    else
        q->head[q->degree[i]] = q->next[i];
    if (q->next[i] >= 0)
        q->before[q->next[i]] = q->before[i];
}

static void queue_in(struct queue *q, int i, int degree)
{
    q->degree[i] = degree;
    q->before[i] = -1;
    q->next[i] = q->head[degree];
    if (q->next[i] >= 0)
        q->before[q->next[i]] = i;
    q->head[degree] = i;
    if (degree < q->least)
        q->least = degree;
    q->waiting++;
}

/* ---- bodies that are kept ---- */

enum { MANY = 6 };              /* joints that hang on a body, and laws on it: with so many it is kept */
enum { MOST_ON_A_BODY = 400 };  /* joints on one that is not, or in loops on one that is: their number squared is the work */

/* A constraint that hangs a body up and no other does: from the leaves of the mechanism inwards.  What is left are its loops. */
struct hung {
    int *by, *on;               /* (parts) the joint, and on which part: -1 ground; by -1: it is in a loop or free */
    int *part, parts;           /* those that hang, the outermost first */
};

static void hang(struct arena *a, const struct assembly *as, struct hung *h)
{
    int *joints = ARENA_NEW(a, as->parts, int), *sum = ARENA_NEW(a, as->parts, int), *leaf = ARENA_NEW(a, as->parts, int);
    int leaves = 0;
    *h = (struct hung){ ARENA_NEW(a, as->parts, int), ARENA_NEW(a, as->parts, int), ARENA_NEW(a, as->parts, int), 0 };
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends && !as->link[i].use.type->law; k++) {
            joints[as->link[i].end[k].part] += as->link[i].ends > 2 ? 2 : 1; /* of more than two bodies none hangs */
            sum[as->link[i].end[k].part] ^= i; /* of one joint, its number */
        }
    for (int i = 0; i < as->parts; i++) {
        h->by[i] = h->on[i] = -1;
        if (joints[i] == 1)
            leaf[leaves++] = i;
    }
    while (leaves > 0) {
        int part = leaf[--leaves], link = sum[part];
        const struct link *l = &as->link[link];
        if (joints[part] != 1 || l->use.rows > as->part[part].n)
            continue;
        h->by[part] = link;
        h->part[h->parts++] = part;
        for (int k = 0; k < l->ends; k++) {
            int other = l->end[k].part;
            if (other == part)
                continue;
            h->on[part] = other;
            sum[other] ^= link;
            if (--joints[other] == 1)
                leaf[leaves++] = other;
        }
        joints[part] = 0;
    }
}

static void choose_kept(struct arena *a, const struct assembly *as, const struct hung *h, struct elimination *e)
{
    int *many = ARENA_NEW(a, as->parts, int);
    for (int i = 0; i < h->parts; i++)
        if (h->on[h->part[i]] >= 0)
            many[h->on[h->part[i]]]++;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends && as->link[i].use.type->law; k++)
            many[as->link[i].end[k].part]++;
    e->node = ARENA_NEW(a, as->parts, int);
    e->part = ARENA_NEW(a, as->parts, int);
    for (int i = 0; i < as->parts; i++) {
        e->node[i] = many[i] >= MANY ? as->links + e->kept : -1;
        if (many[i] >= MANY)
            e->part[e->kept++] = i;
    }
}

/* When each node may be eliminated.  Until a kept body is, it is held fixed, and the rows of a loop through it may be too many
   then.  Those of what hangs on it, joint by joint, are not, nor laws, which give.  So: these, then the body, then what it hangs
   on if that hangs on a kept body in turn, ...; all other joints after all kept bodies. */
static void plan_stages(struct arena *a, const struct assembly *as, const struct hung *h, const struct elimination *e,
                        struct ranked *stage)
{
    int *level = ARENA_NEW(a, as->parts, int), most = 0; /* kept bodies one after the other below a part */
    unsigned char *below = ARENA_NEW(a, as->parts, unsigned char); /* a kept body */
    for (int i = 0; i < as->links + e->kept; i++)
        stage[i] = (struct ranked){ i, 0 };
    for (int i = 0; i < h->parts; i++) {
        int part = h->part[i], up = level[part] + (e->node[part] >= 0), on = h->on[part];
        stage[h->by[part]].degree = 2 * up;
        if (on >= 0 && up > level[on])
            level[on] = up;
    }
    for (int i = 0; i < e->kept; i++) {
        stage[as->links + i].degree = 2 * level[e->part[i]] + 1;
        most = level[e->part[i]] > most ? level[e->part[i]] : most;
    }
    for (int i = h->parts - 1; i >= 0; i--) {
        int part = h->part[i], on = h->on[part];
        below[part] = on >= 0 && (e->node[on] >= 0 || below[on]);
    }
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        int early = e->kept == 0 || l->use.type->law;
        for (int k = 0; k < l->ends; k++)
            early |= h->by[l->end[k].part] == i && below[l->end[k].part];
        if (!early)
            stage[i].degree = 2 * most + 2;
    }
}

/* ---- the order ---- */

/* Links that share a body, or links and bodies that are kept. */
static int link_graph(const struct assembly *as, const struct elimination *e, struct neighbours *x, int *mark)
{
    struct neighbours *on = calloc((size_t)as->parts + 1, sizeof *on);
    int fits = 1;
    if (!on)
        abort();
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++) {
            int part = as->link[i].end[k].part, node = e->node[part];
            meet(node >= 0 ? &x[node] : &on[part], i);
            if (node >= 0)
                meet(&x[i], node);
        }
    for (int i = 0; i < as->parts; i++)
        fits &= on[i].n <= MOST_ON_A_BODY;
    for (int i = 0; fits && i < as->links; i++) {
        mark[i] = i + 1;
        for (int k = 0; k < as->link[i].ends; k++) {
            const struct neighbours *b = &on[as->link[i].end[k].part];
            for (int h = 0; h < b->n; h++)
                if (mark[b->list[h]] != i + 1) {
                    mark[b->list[h]] = i + 1;
                    meet(&x[i], b->list[h]);
                }
        }
    }
    for (int i = 0; i < as->parts; i++)
        free(on[i].list);
    free(on);
    return fits;
}

/* Neighbours of k become neighbours of each other.  Lists of kept bodies (nodes from `links` on) may be long: only added to. */
static void eliminate(struct neighbours *x, struct queue *q, int k, int links, const struct ranked *stage, int *mark, int *stamp)
{
    for (int h = 0; h < x[k].n; h++) {
        int i = x[k].list[h], kept = 0;
        mark[i] = ++*stamp;
        for (int c = 0; i < links && c < x[i].n; c++) /* without k */
            if (x[i].list[c] != k) {
                mark[x[i].list[c]] = *stamp;
                x[i].list[kept++] = x[i].list[c];
            }
        if (i < links)
            x[i].n = kept;
        for (int c = 0; c < x[k].n; c++)
            if (mark[x[k].list[c]] != *stamp)
                meet(&x[i], x[k].list[c]);
        if (i < links && stage[i].degree <= stage[k].degree) {
            queue_out(q, i);
            queue_in(q, i, x[i].n);
        }
    }
}

/* What is left of a list that was only added to. */
static void tidy(struct neighbours *x, const int *place, int *mark, int *stamp)
{
    int kept = 0;
    ++*stamp;
    for (int c = 0; c < x->n; c++)
        if (place[x->list[c]] < 0 && mark[x->list[c]] != *stamp) {
            mark[x->list[c]] = *stamp;
            x->list[kept++] = x->list[c];
        }
    x->n = kept;
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static double size_of(const struct assembly *as, const struct elimination *e, int node)
{
    return node < as->links ? as->link[node].use.rows : as->part[e->part[node - as->links]].n;
}

static double column_work(const struct assembly *as, const struct elimination *e, const struct neighbours *x, int k)
{
    double below = 0, rows = size_of(as, e, k);
    for (int i = 0; i < x->n; i++)
        below += size_of(as, e, x->list[i]);
    return rows * rows * rows + below * rows * rows + 0.5 * below * below * rows;
}

int order_elimination(struct arena *a, const struct assembly *as, struct elimination *e)
{
    struct hung h;
    *e = (struct elimination){ 0 };
    hang(a, as, &h);
    choose_kept(a, as, &h, e);
    int n = as->links + e->kept, stamp = n + 1;
    int *place = calloc((size_t)n + 1, sizeof *place), *mark = calloc((size_t)n + 1, sizeof *mark);
    double updates = 0; /* of blocks, each of which has an entry in a list */
    int *numbers = calloc(4 * ((size_t)n + 1), sizeof *numbers);
    struct neighbours *x = calloc((size_t)n + 1, sizeof *x);
    struct ranked *stage = calloc(2 * ((size_t)n + 1), sizeof *stage), *next = stage + n + 1;
    if (!place || !mark || !numbers || !x || !stage)
        abort();
    struct queue q = { numbers, numbers + n + 1, numbers + 2 * (n + 1), numbers + 3 * (n + 1), n, 0 };
    e->order = ARENA_NEW(a, n, int);
    e->first = ARENA_NEW(a, n + 1, int);
    plan_stages(a, as, &h, e, stage);
    memcpy(next, stage, (size_t)n * sizeof *next);
    qsort(next, (size_t)n, sizeof *next, by_degree);
    int fits = link_graph(as, e, x, mark);
    for (int i = 0; i <= n; i++)
        q.head[i] = place[i] = -1;
    for (int k = 0, from = 0; k < n && fits; k++) {
        if (q.waiting == 0) {
            int to = from;
            while (to < n && next[to].degree == next[from].degree)
                to++;
            for (int i = to - 1; i >= from; i--)
                queue_in(&q, next[i].node, next[i].node < as->links ? x[next[i].node].n : 0);
            from = to;
        }
        while (q.head[q.least] < 0)
            q.least++;
        int i = q.head[q.least];
        queue_out(&q, i);
        if (i >= as->links)
            tidy(&x[i], place, mark, &stamp);
        e->order[k] = i;
        place[i] = k;
        e->fill += x[i].n;
        e->work += column_work(as, e, &x[i], i);
        updates += 0.5 * x[i].n * (x[i].n + 1.);
        fits = e->fill < 50000000 && updates < 1e8 && (i < as->links || x[i].n <= MOST_ON_A_BODY);
        if (fits)
            eliminate(x, &q, i, as->links, stage, mark, &stamp);
    }
    e->below = ARENA_NEW(a, fits ? e->fill : 0, int);
    for (int k = 0, at = 0; k < n && fits; k++) {
        const struct neighbours *own = &x[e->order[k]];
        for (int i = 0; i < own->n; i++)
            e->below[at + i] = place[own->list[i]];
        qsort(e->below + at, (size_t)own->n, sizeof *e->below, ascending);
        at += own->n;
        e->first[k + 1] = at;
    }
    for (int i = 0; i < n; i++)
        free(x[i].list);
    free(place);
    free(mark);
    free(numbers);
    free(x);
    free(stage);
    return fits;
}
