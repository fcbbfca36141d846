/* plane.c - tilts of markers, and their ways along z. */
#include "plane.h"
#include "side.h"

#include <string.h>

static const double most_tilt = 1e-3, most_way = 1e-3; /* rad; lengths of the model */

/* Can a marker leave the plane? */
static int leaves(const struct side *s)
{
    return s->marker->kind == MARKER_FRAME && s->part >= 0 && (s->map == BODY_SPACE || s->map == BODY_OTHER || (s->map == BODY_POINT && s->n == 3));
}

struct plane *plane_new(struct arena *a, const struct assembly *as, const struct plane *last)
{
    struct plane *p = ARENA_NEW(a, 1, struct plane);
    p->link = ARENA_NEW(a, as->links, struct plane_link);
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        if (l->use.type->markers == JOINT_PLANE && (leaves(&l->side[0]) || leaves(&l->side[1])))
            p->link[p->links++].link = i;
    }
    for (int i = 0; last && i < p->links && i < last->links; i++)
        memcpy(p->link[i].z, last->link[i].z, sizeof last->link[i].z);
    return p;
}

static const struct joint_marker *see(const struct terms *T, const struct state *x, const struct link *l, int which, struct joint_marker *m)
{
    double lever[3];
    return side_look(&l->side[which], T, x, m, lever, 0);
}

static void note(struct plane_link *w, const struct terms *T, const struct state *x)
{
    struct joint_marker m;
    for (int k = 0; k < 2; k++)
        w->z[k] = see(T, x, &T->as->link[w->link], k, &m)->r[2];
}

void plane_begin(struct plane *p, const struct terms *T, const struct state *x)
{
    for (int i = 0; i < p->links; i++)
        note(&p->link[i], T, x);
}

/* A joint that only turns may glide along its axis. */
static int pulls(const struct link *l)
{
    int column = l->side[0].columns;
    for (int i = 0; i < l->use.rows; i++) {
        const double *g = l->G + i * l->columns;
        if (g[0] != 0 || g[1] != 0 || g[column] != 0 || g[column + 1] != 0)
            return 1;
    }
    return 0;
}

static int wrong(const struct assembly *as, const struct link *l, int which, double far, int tilt, struct fault *f)
{
    const struct item *body = &as->part[l->side[which].part].body->item;
    fault_set(f, "body '%s' (%s) has %s the plane (%.3g %s), where a joint of the plane knows nothing of it; use the joint of space in its place, "
              "or hold the body in the plane", body->name, body->type, tilt ? "tipped out of" : "moved along z, out of", far, tilt ? "rad" : "m");
    return item_fault_where(&l->joint->item, f);
}

int plane_check(struct plane *p, const struct terms *T, const struct state *x, struct fault *f)
{
    const struct assembly *as = T->as;
    for (int i = 0; i < p->links; i++) {
        struct plane_link *w = &p->link[i];
        const struct link *l = &as->link[w->link];
        struct joint_marker m;
        double way[2];
        if (!l->active) {
            note(w, T, x);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            const struct joint_marker *seen = see(T, x, l, k, &m);
            double tilt = atan2(hypot(seen->A[2], seen->A[5]), fabs(seen->A[8]));
            if (tilt > most_tilt && leaves(&l->side[k]))
                return wrong(as, l, k, tilt, 1, f);
            way[k] = seen->r[2] - w->z[k];
        }
        if (fabs(way[1] - way[0]) > most_way * as->length && pulls(l))
            return wrong(as, l, fabs(way[1]) > fabs(way[0]), way[1] - way[0], 0, f);
    }
    return 0;
}
