/* scene.c - bodies as arms to what they are joined with, joints by their own rule. */
#include "scene.h"
#include "side.h"
#include "vec.h"

#include <stdlib.h>
#include <string.h>

static const double body_colour[4] = { 0.25, 0.25, 0.28, 1 }, joint_colour[4] = { 0.12, 0.34, 0.74, 1 }, ground_colour[4] = { 0.5, 0.5, 0.5, 1 };

static void add_shape(struct scene *s, struct shape shape)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->shape = realloc(s->shape, (size_t)s->room * sizeof *s->shape);
        if (!s->shape)
            abort();
    }
    s->shape[s->n++] = shape;
}

/* ---- the pen of a joint ---- */

struct pen {
    struct joint_pen base;
    struct scene *scene;
    const struct item *item;
    const double *colour;
};

static void put(struct joint_pen *base, enum shape_kind kind, const double a[3], const double b[3], double diameter, const double colour[4])
{
    struct pen *p = (struct pen *)base;
    struct shape shape = { .kind = kind, .item = p->item, .diameter = diameter };
    copy(shape.a, a);
    if (b)
        copy(shape.b, b);
    memcpy(shape.colour, colour ? colour : p->colour, sizeof shape.colour);
    add_shape(p->scene, shape);
}

static void pen_line(struct joint_pen *p, const double a[3], const double b[3], double diameter, const double colour[4])
{
    put(p, SHAPE_LINE, a, b, diameter, colour);
}

static void pen_circle(struct joint_pen *p, const double at[3], const double normal[3], double diameter, const double colour[4])
{
    put(p, SHAPE_CIRCLE, at, normal, diameter, colour);
}

static void pen_sphere(struct joint_pen *p, const double at[3], double diameter, const double colour[4])
{
    put(p, SHAPE_SPHERE, at, NULL, diameter, colour);
}

static int has_colour(const double c[4])
{
    return c[0] != 0 || c[1] != 0 || c[2] != 0 || c[3] != 0;
}

/* Springs; where both ends are at one place, along x and y of marker 0. */
static void draw_springs(struct joint_pen *pen, const struct joint_at *at)
{
    double d[3], from[3], to[3];
    sub(d, at->m1->r, at->m0->r);
    if (norm(d) > 0.1 * pen->size) {
        put(pen, SHAPE_SPRING, at->m0->r, at->m1->r, pen->size, NULL);
        return;
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++)
            d[i] = pen->size * at->m0->A[3 * i + k];
        sub(from, at->m0->r, d);
        add(to, at->m0->r, d);
        put(pen, SHAPE_SPRING, from, to, 0.4 * pen->size, NULL);
    }
}

static void draw_joint(struct scene *s, struct terms *T, struct state *x, const struct link *l, int simplified)
{
    const struct joint_common *c = &l->joint->common;
    const struct joint_type *type = l->use.type;
    struct joint_at at;
    struct fault f;
    struct pen pen = { .base = { pen_line, pen_circle, pen_sphere, simplified }, .scene = s, .item = &l->joint->item };
    pen.base.size = c->draw_size > 0 ? c->draw_size : type->draw_size > 0 ? type->draw_size : (type->draw_part > 0 ? type->draw_part : 1) * s->size;
    pen.colour = c->color[0] >= 0 ? c->color : has_colour(type->color) ? type->color : joint_colour;
    if (!c->show)
        return;
    if (type->draw)
        terms_link(T, x, l, TERMS_RATE, &f); /* where it fails, the user wants to see why */
    terms_see(T, x, l, &at);
    if (type->draw)
        type->draw(l->use.data, &at, &pen.base);
    else if (type->markers != JOINT_COORDINATES && type->law && !simplified)
        draw_springs(&pen.base, &at);
    else if (type->markers != JOINT_COORDINATES)
        pen_line(&pen.base, at.m0->r, at.m1->r, 0, NULL);
}

/* ---- bodies ---- */

/* An arm to each marker of a body, used by a joint or not. */
static void draw_arm(struct scene *s, struct terms *T, const struct state *x, const struct marker *m)
{
    struct shape arm = { .kind = SHAPE_ARM, .item = &T->as->model->body[m->body]->item };
    struct side side;
    if (m->kind != MARKER_FRAME || T->as->part_of[m->body] < 0)
        return;
    side_make(&side, T->as, m, JOINT_FRAMES, NULL);
    copy(arm.b, side_see(&side, T, x, 0, 0)->r);
    memset(side.s, 0, sizeof side.s);
    copy(arm.a, side_see(&side, T, x, 0, 0)->r);
    memcpy(arm.colour, body_colour, sizeof arm.colour);
    add_shape(s, arm);
}

static void draw_ground(struct scene *s, const struct link *l, const struct side *side)
{
    struct shape mark = { .kind = SHAPE_GROUND, .item = &l->joint->item };
    if (side->marker->kind != MARKER_FRAME || side->part >= 0)
        return;
    copy(mark.a, side->fixed->r);
    memcpy(mark.colour, ground_colour, sizeof mark.colour);
    add_shape(s, mark);
}

static void draw_body(struct scene *s, struct terms *T, const struct state *x, const struct part *p)
{
    struct marker own = { .kind = MARKER_FRAME, .body = p->body->item.index, .rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    struct side side;
    struct shape shape = { .kind = SHAPE_BODY, .item = &p->body->item };
    if (p->type->map == BODY_NONE)
        return;
    side_make(&side, T->as, &own, JOINT_FRAMES, NULL);
    const struct joint_marker *frame = side_see(&side, T, x, 0, 0);
    copy(shape.a, frame->r);
    for (int i = 0; i < 3 && p->type->map != BODY_POINT; i++)
        shape.b[i] = frame->A[3 * i];
    memcpy(shape.colour, body_colour, sizeof shape.colour);
    add_shape(s, shape);
}

/* Mean length of the arms and of the gaps that joints span, those shorter than `least` left out; 0 if there is none. */
static double mean_length(const struct scene *s, struct terms *T, const struct state *x, double least)
{
    double sum = 0, d[3];
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        sub(d, s->shape[i].b, s->shape[i].a);
        if (s->shape[i].kind == SHAPE_ARM && norm(d) > least)
            sum += norm(d), n++;
    }
    for (int i = 0; i < T->as->links; i++) {
        const struct side *side = T->as->link[i].side;
        if (side[0].marker->kind != MARKER_FRAME || side[1].marker->kind != MARKER_FRAME)
            continue;
        sub(d, side_see(&side[1], T, x, 1, 0)->r, side_see(&side[0], T, x, 0, 0)->r);
        if (norm(d) > least)
            sum += norm(d), n++;
    }
    return n ? sum / n : 0;
}

/* A twentieth of the diagonal of the box around all that is drawn, or less if there are many short things in it; 0.1 m if it is
   nothing. */
static double default_size(const struct scene *s, struct terms *T, const struct state *x)
{
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY }, d[3];
    for (int i = 0; i < s->n; i++) {
        const struct shape *shape = &s->shape[i];
        const double *end = shape->kind == SHAPE_ARM ? shape->b : shape->a;
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], fmin(shape->a[k], end[k]));
            high[k] = fmax(high[k], fmax(shape->a[k], end[k]));
        }
    }
    sub(d, high, low);
    if (s->n == 0 || norm(d) == 0)
        return 0.1;
    double length = mean_length(s, T, x, norm(d) / 1000);
    return length > 0 ? fmin(norm(d) / 20, 0.4 * length) : norm(d) / 20;
}

int scene_draw(struct scene *s, struct terms *T, struct state *x, int simplified, double size, struct fault *f)
{
    const struct assembly *as = T->as;
    *s = (struct scene){ 0 };
    terms_pose(T, x);
    if (terms_signals(T, x->t, 1, f))
        return -1;
    for (int i = 0; i < as->model->markers; i++)
        draw_arm(s, T, x, as->model->marker[i]);
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < 2; k++)
            draw_ground(s, &as->link[i], &as->link[i].side[k]);
    for (int i = 0; i < as->parts; i++)
        draw_body(s, T, x, &as->part[i]);
    s->size = size > 0 ? size : default_size(s, T, x);
    for (int i = 0; i < as->links; i++)
        draw_joint(s, T, x, &as->link[i], simplified);
    return 0;
}

void scene_free(struct scene *s)
{
    free(s->shape);
    *s = (struct scene){ 0 };
}
