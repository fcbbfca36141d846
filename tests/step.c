/* step.c - a solver step takes no memory: malloc is counted while steps run. */
#include "run.h"
#include "tap.h"

#include <stdlib.h>

static volatile long taken; /* calls of malloc and its kin since the last look */

#ifndef __SANITIZE_ADDRESS__
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

#pragma GCC visibility push(default) /* libraries are counted too */
void *malloc(size_t size)
{
    taken++;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    taken++;
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    taken++;
    return __libc_realloc(p, size);
}
#pragma GCC visibility pop
#endif

static struct fault fault;

static void must(int failed)
{
    if (failed) {
        printf("Bail out! %s\n", fault.text);
        exit(1);
    }
}

static void give(struct model *m, struct item *item, const char *name, int n, const double *x)
{
    struct value v = { .kind = n == 1 ? VALUE_NUMBER : VALUE_LIST, .number = x[0], .rows = 1, .cols = n, .x = x };
    must(model_set(m, item, name, &v, &fault));
}

static struct body *bar(struct model *m, double x)
{
    struct body *b = model_body(m, body_type_find("rigid2d"), NULL, "", &fault);
    give(m, &b->item, "mass", 1, (double[]){ 1 });
    give(m, &b->item, "inertia", 1, (double[]){ 0.5 });
    give(m, &b->item, "com", 2, (double[]){ 0.1, 0.05 });
    give(m, &b->item, "position", 2, (double[]){ x, 0 });
    must(model_complete(m, &b->item, &fault));
    return b;
}

static struct joint *join(struct model *m, struct loader *l, const char *type, struct body *b0, double x0, struct body *b1, double x1)
{
    const struct joint_type *t = loader_find(l, type, &fault);
    must(!t);
    struct marker *m0 = model_frame(m, b0, NULL, (double[]){ x0, 0, 0 }, NULL, &fault);
    struct marker *m1 = model_frame(m, b1, NULL, (double[]){ x1, 0, 0 }, NULL, &fault);
    struct joint *j = model_joint(m, t, NULL, "", m0, m1, &fault);
    must(!j);
    return j;
}

/* A double pendulum with a spring, a rail and a load: full bodies, constraints, a law. */
static struct model *mechanism(struct loader *l)
{
    struct model *m = model_new();
    m->gravity[1] = -9.81;
    struct body *ground = m->body[0], *a = bar(m, 0.5), *b = bar(m, 1.5), *c = bar(m, 3);
    join(m, l, "revolute2d", ground, 0, a, -0.5);
    join(m, l, "revolute2d", a, 0.5, b, -0.5);
    join(m, l, "prismatic2d", ground, 3, c, 0);
    struct joint *s = join(m, l, "spring_damper", b, 0.5, c, 0);
    give(m, &s->item, "stiffness", 1, (double[]){ 100 });
    give(m, &s->item, "damping", 1, (double[]){ 1 });
    give(m, &s->item, "rest_length", 1, (double[]){ 0.8 });
    struct load *f = model_load(m, LOAD_FORCE, NULL, "", model_frame(m, c, NULL, NULL, NULL, &fault), &fault);
    give(m, &f->item, "x", 1, (double[]){ 2 });
    must(model_complete(m, &f->item, &fault));
    return m;
}

/* A spatial double pendulum whose hinge is held twice: quaternions, redundant rows, turns of a reading. */
static struct model *spatial(struct loader *l)
{
    struct model *m = model_new();
    m->gravity[1] = -9.81;
    struct body *b[3] = { m->body[0] };
    for (int i = 1; i < 3; i++) {
        b[i] = model_body(m, body_type_find("rigid"), NULL, "", &fault);
        give(m, &b[i]->item, "mass", 1, (double[]){ 2 });
        give(m, &b[i]->item, "inertia", 6, (double[]){ 0.1, 0.3, 0.4, 0, 0, 0 });
        give(m, &b[i]->item, "position", 3, (double[]){ i - 0.5, 0, 0 });
        must(model_complete(m, &b[i]->item, &fault));
    }
    join(m, l, "revolute", b[0], 0, b[1], -0.5);
    join(m, l, "revolute", b[0], 0, b[1], -0.5);
    join(m, l, "universal", b[1], 0.5, b[2], -0.5);
    return m;
}

static void count_steps(struct model *m, const struct solver_options *options, const char *what)
{
    struct arena a = { 0 };
    struct notes notes = { 0 };
    struct solver_options o = *options;
    o.t_end = 1;
    struct assembly *as = assembly_new(&a, m, o.step, 0, &fault);
    must(!as);
    struct dynamics *d = dynamics_new(&a, as, &o, &notes);
    if (linear_failed(d->newton->linear, &fault)) {
        skip(fault.text);
        arena_free(&a);
        return;
    }
    struct state *between = state_new(&a, as);
    must(dynamics_begin(d, NULL, &fault));
    size_t arena = arena_size(&a);
    int steps = 0, paced = o.controlled || o.method >= METHOD_ODE23;
    taken = 0;
    for (int k = 1; k <= 200; k++) {
        double target = 1e-3 * k;
        do {
            must(dynamics_step(d, target, 1e-3, &fault));
            must(dynamics_between(d, 0.5 * (d->before->t + d->x->t), between, &fault));
            steps++;
        } while (paced && d->x->t < target);
    }
    ok(taken == 0 && arena_size(&a) == arena && d->x->t == 0.2, "%s: %d steps with a row in each, %ld calls of malloc", what, steps, taken);
    notes_free(&notes);
    arena_free(&a);
}

int main(void)
{
    struct loader l = { 0 };
    char plugins[4096];
    const char *build = getenv("BUILD");
    engine_init();
    snprintf(plugins, sizeof plugins, "%s/plugins", build ? build : "build");
    loader_path(&l, plugins);
    struct model *m = mechanism(&l);
    taken = 0;
    void *volatile one = malloc(1), *volatile copy = strdup(plugins); /* the second in a library */
    free(one);
    free(copy);
#ifdef __SANITIZE_ADDRESS__
    skip("malloc belongs to the sanitizer");
#else
    ok(taken == 2, "calls are counted, those of libraries too");
#endif
    static const char *const methods[] = { "generalized-alpha", "trapezoidal", "explicit Euler", "midpoint", "rk33", "rk44", "rk67",
                                           "velocity Verlet", "ode23", "dopri5", "dop853", "radau5" };
    static const char *const linear[] = { [LINEAR_DENSE] = "dense", [LINEAR_BAND] = "band", [LINEAR_BLOCKS] = "blocks", [LINEAR_KLU] = "KLU" };
    static const char *const ways[] = { "", ", modified Newton", ", stabilized", ", controlled" };
    struct model *model[] = { m, spatial(&l) };
    for (int k = 0; k < 2; k++)
        for (int method = METHOD_GENERALIZED_ALPHA; method <= METHOD_RADAU5; method++)
            for (int kind = LINEAR_DENSE; kind <= LINEAR_KLU; kind++)
                for (int way = 0; way < (method <= METHOD_TRAPEZOIDAL ? 4 : 1); way++) {
                    struct run_options o;
                    char what[100];
                    run_defaults(&o);
                    o.solver.method = method;
                    o.solver.newton.linear = kind;
                    o.solver.newton.modified = way == 1, o.solver.stabilized = way == 2, o.solver.controlled = way == 3;
                    if (way == 3)
                        o.solver.rtol = o.solver.atol = 1e-5;
                    snprintf(what, sizeof what, "%s, %s, %s%s", k ? "in space" : "in the plane", methods[method], linear[kind], ways[way]);
                    count_steps(model[k], &o.solver, what);
                }
    for (int k = 0; k < 2; k++)
        model_free(model[k]);
    loader_free(&l);
    return tap_done();
}
