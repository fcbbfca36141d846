/* pin.c - the joint that holds a coordinate. */
#include "pin.h"
#include "vec.h"

#include <string.h>

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct pin *h = data;
    g[0] = (h->rate ? at->m1->u[0] : at->m1->q[0]) - h->value;
    if (h->turns)
        g[0] = remainder(g[0], full_turn);
    return NULL;
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    (void)data;
    G[at->m0->n] = 1;
    return NULL;
}

static int held(const void *data, int row)
{
    (void)row;
    return !((const struct pin *)data)->off;
}

static int level(const void *data, int row)
{
    (void)row;
    return ((const struct pin *)data)->rate;
}

static const struct joint_row rows[] = { { "value", NULL, "of the coordinate" }, { 0 } };

static const struct joint_type pin_type = {
    JOINT_HEADER, .name = "hold", .markers = JOINT_COORDINATES, .rows = rows, .residual = residual, .jacobian = jacobian,
    .held = held, .level = level,
};

struct model *pin_model(struct arena *a, const struct model *m, int n)
{
    struct model *with = arena_copy(a, m, sizeof *m);
    with->marker = ARENA_NEW(a, m->markers + 2 * n, struct marker *);
    with->joint = ARENA_NEW(a, m->joints + n, struct joint *);
    memcpy(with->marker, m->marker, (size_t)m->markers * sizeof *m->marker);
    memcpy(with->joint, m->joint, (size_t)m->joints * sizeof *m->joint);
    return with;
}

struct pin *pin_add(struct arena *a, struct model *with, const struct marker *at, const struct item *of, const char *name)
{
    struct pin *pin = ARENA_NEW(a, 1, struct pin);
    struct marker *marker = ARENA_NEW(a, 2, struct marker); /* ground, and a copy of `at` */
    struct joint *joint = ARENA_NEW(a, 1, struct joint);
    marker[0] = (struct marker){ .item = { .kind = ITEM_MARKER }, .kind = MARKER_COORDINATE };
    marker[1] = *at;
    for (int k = 0; k < 2; k++) {
        marker[k].item.index = with->markers;
        with->marker[with->markers++] = &marker[k];
    }
    *joint = (struct joint){ .item = { .kind = ITEM_JOINT, .index = with->joints, .type = of->type, .where = of->where, .name = name },
                             .type = &pin_type, .data = pin, .marker = { marker[0].item.index, marker[1].item.index },
                             .common = joint_common_defaults };
    with->joint[with->joints++] = joint;
    return pin;
}
