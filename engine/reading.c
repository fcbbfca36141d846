/* reading.c - looks at two frames and asks the table. */
#include "reading.h"
#include "side.h"
#include "vec.h"

#include <string.h>

/* ---- angles of bodies ---- */

/* With w = w_1 - w_0 in the axes of marker 0,  w = e_1 x' + e_2 y' + e_3 z',  e_1 = (1,0,0), e_2 = Rx (0,1,0), e_3 = Rx Ry (0,0,1);
   the row of an angle is the vector of the dual basis, e_2 x e_3 / cos y, ... */
static const char *tait_bryan_angle(const struct joint_at *at, int which, double *value, double *row)
{
    double R[9], e[3][3] = { { 1, 0, 0 } }, dual[3], c;
    relative(R, at->m0->A, at->m1->A);
    c = hypot(R[5], R[8]); /* cos y */
    if (c < 1e-9 && which != 1)
        return "its second Tait-Bryan angle is at 90 degrees, where the first and third are not unique; turn the frame of the body, or "
               "measure the angle at a joint";
    e[1][1] = R[8] / c, e[1][2] = -R[5] / c;
    e[2][0] = R[2], e[2][1] = R[5], e[2][2] = R[8];
    *value = which == 0 ? atan2(-R[5], R[8]) : which == 1 ? atan2(R[2], c) : atan2(-R[1], R[0]);
    cross(dual, e[(which + 1) % 3], e[(which + 2) % 3]);
    scale(dual, 1 / c, dual);
    turn(row + 9, at->m0->A, dual);
    scale(row + 3, -1, row + 9);
    return NULL;
}

static const char *angle_x(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return tait_bryan_angle(at, 0, value, row);
}

static const char *angle_y(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return tait_bryan_angle(at, 1, value, row);
}

static const char *angle_z(const void *data, const struct joint_at *at, double *value, double *row)
{
    (void)data;
    return tait_bryan_angle(at, 2, value, row);
}

const struct joint_coordinate reading_angles[] = {
    { "rotation_x", "rad", angle_x, "first Tait-Bryan angle" }, { "rotation_y", "rad", angle_y, "second Tait-Bryan angle" },
    { "rotation_z", "rad", angle_z, "third Tait-Bryan angle" }, { 0 }
};

/* ---- looking ---- */

void reading_make(struct reading *r, const struct item *item, const struct joint_coordinate *c, const void *data,
                  const struct side side[2], double dt)
{
    *r = (struct reading){ .item = item, .coordinate = c, .data = data, .side = side, .dt = dt, .turns = strcmp(c->unit, "rad") == 0, .last = NAN };
    for (int k = 0; k < 2; k++)
        r->counted |= r->turns && !side[k].fixed && (side[k].map == BODY_SPACE || side[k].map == BODY_OTHER);
}

struct reading *reading_of_body(struct arena *a, const struct assembly *as, const struct marker *m)
{
    const struct item *body = &as->model->body[m->body]->item;
    const struct joint_coordinate *angle = &reading_angles[m->coordinate];
    for (int i = 0; i < as->readings; i++)
        if (as->reading[i]->item == body && as->reading[i]->coordinate == angle)
            return as->reading[i];
    struct reading *r = ARENA_NEW(a, 1, struct reading);
    struct side *side = ARENA_NEW(a, 2, struct side);
    struct marker *frame = ARENA_NEW(a, 2, struct marker);
    for (int k = 0; k < 2; k++) {
        frame[k] = (struct marker){ .kind = MARKER_FRAME, .body = k ? m->body : 0, .rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
        side_make(&side[k], as, &frame[k], JOINT_FRAMES, a);
    }
    reading_make(r, body, angle, NULL, side, as->dt);
    return r;
}

int reading_fault(const struct reading *r, const char *why, struct fault *f)
{
    fault_set(f, "%s", why);
    return item_fault(r->item, f);
}

/* The angle of a planar body, which has no end of turns; 0 of others. */
static double body_angle(const struct side *s, const struct state *x)
{
    return s->map == BODY_PLANE ? x->q[s->p + 2] : 0;
}

const char *reading_look(const struct reading *r, struct terms *T, const struct state *x, int which)
{
    struct glimpse *g = &T->glimpse[which];
    struct joint_at at = { .t = x->t };
    double near = r->last, dt = x->t - r->last_t; /* NaN: as the table has it */
    at.m0 = side_look(&r->side[0], T, x, &g->seen[0], g->lever[0], 1);
    at.m1 = side_look(&r->side[1], T, x, &g->seen[1], g->lever[1], 1);
    memset(g->row, 0, sizeof g->row);
    const char *why = r->coordinate->eval(r->data, &at, &g->value, g->row);
    g->rate = 0;
    for (int k = 0, column = 0; k < 2; column += r->side[k++].columns) {
        const struct joint_marker *m = k ? at.m1 : at.m0;
        const double *row = g->row + column;
        if (r->side[k].columns == 3) {
            g->rate += row[0] * m->v[0] + row[1] * m->v[1] + row[2] * m->w[2];
            near += r->counted ? 0 : row[2] * (body_angle(&r->side[k], x) - r->angle0[k]);
        } else {
            g->rate += dot(row, m->v) + dot(row + 3, m->w);
            near += r->counted ? 0 : row[5] * (body_angle(&r->side[k], x) - r->angle0[k]);
        }
    }
    if (r->counted && dt != 0)
        near += 0.5 * (r->last_rate + g->rate) * dt;
    if (r->turns && !isnan(near))
        g->value += full_turn * round((near - g->value) / full_turn);
    return why;
}

static const char *value_alone(const void *data, const struct joint_at *at, double *g)
{
    const struct reading *r = data;
    double row[12];
    return r->coordinate->eval(r->data, at, g, row);
}

static const char *row_alone(const void *data, const struct joint_at *at, double *G)
{
    const struct reading *r = data;
    double value;
    return r->coordinate->eval(r->data, at, &value, G);
}

/* A reading as a joint of one row, and what it sees. */
static const struct joint_type row_type = { .residual = value_alone, .jacobian = row_alone };

static struct joint_use reading_use(const struct reading *r)
{
    static unsigned char position_level[1];
    return (struct joint_use){ .type = &row_type, .data = (void *)r, .rows = 1, .level = position_level, .dt = r->dt };
}

static struct joint_at reading_at(const struct reading *r, const struct glimpse *g, const struct state *x)
{
    const struct side *s = r->side;
    return (struct joint_at){ .t = x->t, .m0 = s[0].fixed ? s[0].fixed : &g->seen[0], .m1 = s[1].fixed ? s[1].fixed : &g->seen[1] };
}

const char *reading_bias(const struct reading *r, struct terms *T, const struct state *x, int which, double *c)
{
    const struct joint_use use = reading_use(r);
    const struct glimpse *g = &T->glimpse[which];
    const struct joint_at at = reading_at(r, g, x);
    const char *why = joint_bias(&use, &at, c);
    for (int k = 0, column = 0; k < 2; column += r->side[k++].columns) {
        double acc[3], alpha[3];
        side_acceleration(&r->side[k], T, x, NULL, acc, alpha);
        *c += side_along(&r->side[k], g->row + column, acc, alpha);
    }
    return why;
}

const char *reading_curvature(const struct reading *r, const struct terms *T, const struct state *x, int which, double lambda,
                              double *K)
{
    const struct joint_use use = reading_use(r);
    struct joint_at at = reading_at(r, &T->glimpse[which], x);
    at.lambda = &lambda;
    return joint_curvature(&use, &at, K);
}

/* ---- counting ---- */

/* A single row that holds a reading, but for whole turns: these are taken off the reading. */
static int fit_turns(struct terms *T, struct state *x, const struct link *l, struct fault *f)
{
    if (!l->active || l->use.type->law || l->use.rows != 1 || l->use.level[0] || (!l->side[0].reading && !l->side[1].reading))
        return 0;
    if (terms_link(T, x, l, 0, f))
        return -1;
    const struct side *s = l->side[1].reading ? &l->side[1] : &l->side[0];
    double slope = l->G[s == &l->side[1] ? l->side[0].columns : 0];
    if (s->reading->turns && slope != 0)
        ((struct reading *)s->reading)->last -= full_turn * round(T->g[l->row] / (slope * full_turn));
    return 0;
}

/* The value looked at last is what is counted on from. */
static void keep(const struct terms *T, struct reading *r, double t)
{
    r->last = T->glimpse[0].value;
    r->last_rate = T->glimpse[0].rate;
    r->last_t = t;
}

/* Its row (columns of both frames) tells that it changes with the places of the frames. */
static int moves(const struct reading *r, const double *row)
{
    int found = 0;
    for (int k = 0; k < 2; row += r->side[k++].columns)
        for (int i = 0; i < (r->side[k].columns == 3 && r->side[k].map == BODY_PLANE ? 2 : 3); i++)
            found |= fabs(row[i]) > 1e-12 && !r->side[k].fixed;
    return found;
}

int readings_start(struct terms *T, struct state *x, struct fault *f)
{
    const struct assembly *as = T->as;
    if (as->readings == 0)
        return 0;
    if (terms_signals(T, x->t, 0, f))
        return fault_prefix(f, "t = %.9g s: ", x->t);
    terms_pose(T, x);
    for (int i = 0; i < as->readings; i++) {
        struct reading *r = as->reading[i];
        r->last = r->counted ? NAN : 0;
        r->angle0[0] = r->angle0[1] = 0; /* the angles of planar bodies say how often they have turned already */
        const char *why = reading_look(r, T, x, 0);
        if (why) {
            fault_set(f, "%s", why);
            return item_fault_where(r->item, f);
        }
        keep(T, r, x->t);
        for (int k = 0; k < 2; k++)
            r->angle0[k] = body_angle(&r->side[k], x);
        r->moves = r->turns && moves(r, T->glimpse[0].row);
        r->counted |= r->moves;
        T->counting |= r->counted;
    }
    for (int i = 0; i < as->links; i++)
        if (fit_turns(T, x, &as->link[i], f))
            return fault_prefix(f, "t = %.9g s: ", x->t);
    T->turned = 0;
    return 0;
}

/* The fastest turn of a body, squared. */
static double fastest_of(const struct terms *T, const struct state *x)
{
    const struct assembly *as = T->as;
    double fastest = 0;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        const double *w = p->type->map == BODY_OTHER ? T->pose[i].frame->w : x->u + p->p + 3;
        if (p->type->map == BODY_OTHER || p->spin >= 0)
            fastest = fmax(fastest, dot(w, w));
        else if (p->type->map == BODY_PLANE)
            fastest = fmax(fastest, x->u[p->p + 2] * x->u[p->p + 2]);
    }
    return fastest;
}

double readings_longest(const struct terms *T, const struct state *x)
{
    double fastest = T->counting ? 2 * sqrt(fastest_of(T, x)) : 0;
    for (int i = 0; i < T->as->readings; i++)
        if (T->as->reading[i]->moves)
            fastest = fmax(fastest, fabs(T->as->reading[i]->last_rate));
    return fastest > 0 ? 4 / fastest : INFINITY;
}

void readings_settle(struct terms *T, const struct state *x, double h)
{
    const struct assembly *as = T->as;
    if (!T->counting)
        return;
    T->turned += 2 * h * sqrt(fastest_of(T, x)); /* no two bodies turn faster apart */
    int all = !(T->turned < 2);
    if (all)
        T->turned = 0;
    for (int i = 0; i < as->readings; i++) {
        struct reading *r = as->reading[i];
        if (r->counted && (all || r->moves) && !reading_look(r, T, x, 0))
            keep(T, r, x->t);
    }
}
