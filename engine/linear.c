/* linear.c - chooses the method: by the work it takes, counted at assembly, never by a clock. */
#include "linear_method.h"

#include <gsl/gsl_errno.h>
#include <math.h>

struct linear {
    const struct linear_method *method; /* NULL: none is possible */
    void *state;
    struct arena *arena;
    const struct assembly *as;
    int coupled, chosen;        /* chosen by us: another method may take over */
    double work;                /* multiplications */
    struct fault why;           /* no method */
    char name[96];
};

/* What a multiplication costs against one of blocks, measured; in the order in which they are looked at. */
static const struct { const struct linear_method *method; enum linear_kind kind; double price; } methods[] = {
    { &linear_blocks, LINEAR_BLOCKS, 1 }, { &linear_dense, LINEAR_DENSE, 0.4 }, { &linear_band, LINEAR_BAND, 0.5 },
    { &linear_klu, LINEAR_KLU, 6 },
};

enum { METHODS = sizeof methods / sizeof *methods };
enum { LITTLE = 150 }; /* multiplications per unknown: with less, band and KLU are not looked at */

void engine_init(void)
{
    gsl_set_error_handler_off();
}

/* The one of a kind, or the cheapest; blocks: they may be chosen.  Leaves s->method NULL with s->why if there is none. */
static void choose(struct linear *s, enum linear_kind kind, int blocks)
{
    struct arena scratch = { 0 };
    void *plan = NULL, *best_plan = NULL;
    double least = INFINITY;
    s->method = NULL;
    for (int k = blocks ? 0 : 1; k < METHODS; k++) {
        if (kind != LINEAR_AUTO && kind != methods[k].kind)
            continue;
        double work = methods[k].method->plan(&scratch, s->as, s->coupled, &plan, &s->why), price = methods[k].price * work;
        if (price < least)
            least = price, s->work = work, s->method = methods[k].method, best_plan = plan;
        if (k < 2 && least <= LITTLE * (double)(s->as->n + s->as->m))
            break;
    }
    if (s->method)
        s->state = s->method->new(s->arena, s->as, s->coupled, best_plan, s->name, sizeof s->name);
    arena_free(&scratch);
}

struct linear *linear_new(struct arena *a, const struct assembly *as, int coupled, enum linear_kind kind)
{
    struct linear *s = ARENA_NEW(a, 1, struct linear);
    s->arena = a;
    s->as = as;
    s->coupled = coupled;
    s->chosen = kind == LINEAR_AUTO;
    choose(s, kind, 1);
    for (int k = 0; k < METHODS && !s->method && !s->chosen; k++)
        if (methods[k].kind == kind)
            fault_prefix(&s->why, "linear = \"%s\": ", methods[k].method->name);
    return s;
}

int linear_failed(const struct linear *s, struct fault *f)
{
    if (s->method)
        return 0;
    *f = s->why;
    return -1;
}

int linear_factor(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    if (linear_failed(s, f))
        return -1;
    if (s->as->n + s->as->m == 0)
        return 0;
    int failed = s->method->factor(s->state, T, w, curvature, f);
    if (failed == LINEAR_UNFIT && s->chosen && s->method == &linear_blocks) {
        choose(s, LINEAR_AUTO, 0);
        failed = s->method ? s->method->factor(s->state, T, w, curvature, f) : linear_failed(s, f);
    }
    return failed ? -1 : 0;
}

int linear_tells_weakest(const struct linear *s)
{
    return s->method && s->method->weakest;
}

double linear_weakest(const struct linear *s)
{
    return s->method && s->method->weakest && s->as->n + s->as->m ? s->method->weakest(s->state) : 0;
}

void linear_solve(struct linear *s, double *motion, double *rows)
{
    if (s->as->n + s->as->m)
        s->method->solve(s->state, motion, rows);
}

double linear_work(const struct linear *s)
{
    return s->work;
}

const char *linear_name(const struct linear *s)
{
    return s->name;
}
