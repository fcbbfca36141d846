/* linear.c - chooses the method: by the work it takes, counted at assembly, never by a clock. */
#include "linear_method.h"

#include <gsl/gsl_errno.h>

struct linear {
    const struct linear_method *method;
    void *state;
    struct arena *arena;
    const struct assembly *as;
    int chosen;                 /* by us: another method may take over */
    char name[96];
};

void engine_init(void)
{
    gsl_set_error_handler_off();
}

static int try(struct linear *s, const struct linear_method *method, struct arena *a, const struct assembly *as, int coupled)
{
    s->method = method;
    s->state = method->new(a, as, coupled, s->name, sizeof s->name);
    return s->state != NULL;
}

struct linear *linear_new(struct arena *a, const struct assembly *as, int coupled, enum linear_kind kind)
{
    struct linear *s = ARENA_NEW(a, 1, struct linear);
    s->arena = a;
    s->as = as;
    s->chosen = kind == LINEAR_AUTO;
    if (kind == LINEAR_BAND || coupled || !try(s, &linear_blocks, a, as, coupled))
        try(s, &linear_band, a, as, coupled);
    return s;
}

int linear_factor(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, struct fault *f)
{
    int failed = s->method->factor(s->state, T, w, curvature, f);
    if (failed == LINEAR_UNFIT && s->chosen && s->method != &linear_band) {
        try(s, &linear_band, s->arena, s->as, 0);
        failed = s->method->factor(s->state, T, w, curvature, f);
    }
    return failed ? -1 : 0;
}

double linear_weakest(const struct linear *s)
{
    return s->method->weakest ? s->method->weakest(s->state) : 0;
}

void linear_dense(struct linear *s, const struct terms *T, const struct linear_weights *w, double *const *curvature, double *A)
{
    s->method->dense(s->state, T, w, curvature, A);
}

void linear_solve(struct linear *s, double *motion, double *rows)
{
    s->method->solve(s->state, motion, rows);
}

const char *linear_name(const struct linear *s)
{
    return s->name;
}
