/* order.c - reverse Cuthill-McKee (Cuthill and McKee 1969): breadth first from the end of the graph, neighbours of low degree first. */
#include "order.h"

#include <stdlib.h>

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
struct queue { int *head, *next, *before, *degree, least; };

static void queue_out(struct queue *q, int i)
{
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
}

enum { MOST_ON_A_BODY = 400 }; /* links; their number squared is the work */

/* Links that share a body. */
static int link_graph(const struct assembly *as, struct neighbours *x, int *mark)
{
    struct neighbours *on = calloc((size_t)as->parts + 1, sizeof *on);
    int fits = 1;
    if (!on)
        abort();
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].ends; k++)
            meet(&on[as->link[i].end[k].part], i);
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

/* Neighbours of k become neighbours of each other. */
static void eliminate(struct neighbours *x, struct queue *q, int k, int *mark, int *stamp)
{
    for (int h = 0; h < x[k].n; h++) {
        int i = x[k].list[h], kept = 0;
        mark[i] = ++*stamp;
        for (int c = 0; c < x[i].n; c++) /* without k */
            if (x[i].list[c] != k) {
                mark[x[i].list[c]] = *stamp;
                x[i].list[kept++] = x[i].list[c];
            }
        x[i].n = kept;
        for (int c = 0; c < x[k].n; c++)
            if (mark[x[k].list[c]] != *stamp)
                meet(&x[i], x[k].list[c]);
        queue_out(q, i);
        queue_in(q, i, x[i].n);
    }
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static double column_work(const struct assembly *as, const struct neighbours *x, int k)
{
    double below = 0, rows = as->link[k].use.rows;
    for (int i = 0; i < x->n; i++)
        below += as->link[x->list[i]].use.rows;
    return rows * rows * rows + below * rows * rows + 0.5 * below * below * rows;
}

int order_elimination(struct arena *a, const struct assembly *as, struct elimination *e)
{
    int n = as->links, stamp = n + 1, fits, *place = calloc((size_t)n + 1, sizeof *place), *mark = calloc((size_t)n + 1, sizeof *mark);
    double updates = 0; /* of blocks, each of which has an entry in a list */
    int *numbers = calloc(4 * ((size_t)n + 1), sizeof *numbers);
    struct neighbours *x = calloc((size_t)n + 1, sizeof *x);
    if (!place || !mark || !numbers || !x)
        abort();
    struct queue q = { numbers, numbers + n + 1, numbers + 2 * (n + 1), numbers + 3 * (n + 1), n };
    *e = (struct elimination){ .order = ARENA_NEW(a, n, int), .first = ARENA_NEW(a, n + 1, int) };
    fits = link_graph(as, x, mark);
    for (int i = 0; i <= n; i++)
        q.head[i] = -1;
    for (int i = n - 1; i >= 0 && fits; i--)
        queue_in(&q, i, x[i].n);
    for (int k = 0; k < n && fits; k++) {
        while (q.head[q.least] < 0)
            q.least++;
        int i = q.head[q.least];
        queue_out(&q, i);
        e->order[k] = i;
        place[i] = k;
        e->fill += x[i].n;
        e->work += column_work(as, &x[i], i);
        updates += 0.5 * x[i].n * (x[i].n + 1.);
        fits = e->fill < 50000000 && updates < 1e8;
        eliminate(x, &q, i, mark, &stamp);
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
    return fits;
}
