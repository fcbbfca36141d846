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

/* Appends what can be reached from `start` to order, nearest first; seen gets `mark`.  Returns how many. */
static int reach(const struct graph *g, int start, int mark, int *seen, int *order)
{
    int n = 0;
    order[n++] = start;
    seen[start] = mark;
    for (int i = 0; i < n; i++) {
        int from = n;
        for (int k = g->first[order[i]]; k < g->first[order[i] + 1]; k++)
            if (seen[g->list[k]] != mark) {
                int node = g->list[k], at = n++;
                seen[node] = mark;
                while (at > from && degree(g, order[at - 1]) > degree(g, node)) {
                    order[at] = order[at - 1];
                    at--;
                }
                order[at] = node;
            }
    }
    return n;
}

void order_band(const struct assembly *as, int *at_part, int *at_link)
{
    struct graph g;
    graph_make(&g, as);
    int *seen = calloc((size_t)g.n + 1, sizeof *seen), *order = calloc((size_t)g.n + 1, sizeof *order);
    if (!seen || !order)
        abort();
    int done = 0;
    for (int i = 0; i < g.n; i++) {
        if (seen[i])
            continue;
        int n = 0, start = i;
        for (int pass = 1; pass <= 3; pass++) { /* twice to the far end, then in earnest */
            n = reach(&g, start, 3 * i + pass, seen, order + done);
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
}
