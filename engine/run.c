/* run.c - while (step) record; */
#include "run.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void run_defaults(struct run_options *o)
{
    *o = (struct run_options){ .solver = {
        .method = METHOD_GENERALIZED_ALPHA, .step = 1e-3, .spectral_radius = 0.9,
        .newton = { .relative_tolerance = 1e-10, .absolute_tolerance = 1e-10, .max_iterations = 25 },
        .start = { .mode = START_STRICT, .tolerance = 1e-8 } } };
}

/* ---- sensors and rows ---- */

static int make_probes(struct run *r, struct fault *f)
{
    const struct model *m = r->model;
    r->probe = ARENA_NEW(&r->arena, m->sensors, struct probe);
    r->column = ARENA_NEW(&r->arena, m->sensors, int);
    r->sensors = m->sensors;
    int columns = 1;
    for (int i = 0; i < m->sensors; i++) {
        const struct sensor *s = m->sensor[i];
        int failed = s->target ? probe_find(&r->probe[i], &r->arena, r->dynamics->T, s->target, s->output, f)
                               : probe_function(&r->probe[i], &r->arena, s->f, r->options.solver.t_start, f);
        if (failed)
            return item_fault_where(&s->item, f);
        r->column[i] = columns;
        columns += r->probe[i].n;
    }
    r->record = record_new(&r->arena, columns);
    r->record->name[0] = "time";
    r->record->unit[0] = "s";
    for (int i = 0; i < m->sensors; i++) {
        const struct sensor *s = m->sensor[i];
        const struct probe *p = &r->probe[i];
        for (int k = 0; k < p->n; k++) {
            const char *base = s->item.named || !s->target ? s->item.name : arena_print(&r->arena, "%s.%s", s->target->name, s->output);
            r->record->name[r->column[i] + k] = p->component[k] ? arena_print(&r->arena, "%s.%s", base, p->component[k]) : base;
            r->record->unit[r->column[i] + k] = p->unit[k];
        }
    }
    return 0;
}

static int record_state(struct run *r, struct state *x, struct fault *f)
{
    const struct model *m = r->model;
    long row = r->record->rows;
    int n = r->as->n;
    double *out = record_row(r->record);
    if (m->sensors && probe_begin(r->dynamics->T, x, f))
        return -1;
    out[0] = x->t;
    for (int i = 0; i < m->sensors; i++) {
        if (probe_read(&r->probe[i], r->dynamics->T, x, out + r->column[i], f))
            return fault_prefix(f, "t = %.9g s: ", x->t);
        for (int k = 0; k < r->probe[i].n; k++)
            if (!isfinite(out[r->column[i] + k]))
                return fault_set(f, "t = %.9g s: sensor '%s' is not a finite number", x->t, m->sensor[i]->item.name);
    }
    if (row == r->poses_room) {
        r->poses_room = r->poses_room ? 2 * r->poses_room : 256;
        r->poses = realloc(r->poses, ((size_t)r->poses_room * (size_t)n + 1) * sizeof *r->poses);
        if (!r->poses)
            abort();
    }
    memcpy(r->poses + row * n, x->q, (size_t)n * sizeof *r->poses);
    return record_done(r->record, f);
}

/* ---- times ---- */

/* Time number k of a grid that ends exactly at t_end. */
static double grid(double t_start, double t_end, double step, long k, long last)
{
    return k >= last ? t_end : t_start + (double)k * step;
}

static long grid_last(double t_start, double t_end, double step)
{
    return (long)ceil((t_end - t_start) / step * (1 - 1e-12));
}

static double earlier(double a, double b)
{
    return a < b ? a : b;
}

/* The first time after t at which something switches. */
static double next_switch(const struct run *r, double t)
{
    double next = INFINITY;
    const struct model *m = r->model;
    for (int i = 0; i < m->events; i++)
        if (m->event[i].t > t)
            next = earlier(next, m->event[i].t);
    for (int i = 0; i < m->loads; i++) {
        if (m->load[i]->from > t)
            next = earlier(next, m->load[i]->from);
        if (m->load[i]->to > t)
            next = earlier(next, m->load[i]->to);
    }
    return next;
}

static int fire_events(struct run *r, double t, struct fault *f)
{
    struct model *m = r->model;
    int failed = 0;
    m->running = MODEL_EVENT;
    for (int i = 0; i < m->events && !failed; i++)
        if (m->event[i].t == t && m->event[i].fire(m->event[i].data, f))
            failed = fault_prefix(f, "t = %.9g s: %s%s", t, m->event[i].where, *m->event[i].where ? ": " : "");
    m->running = MODEL_RUNNING;
    return failed;
}

/* ---- the loop ---- */

struct clock { double step, t_start, t_end, period; long k, last, row, last_row; };

/* Rows that are due before the state reached, from within the last step; with now, also the row at this state. */
static int record_due(struct run *r, struct clock *c, struct state *between, int now, struct fault *f)
{
    struct dynamics *d = r->dynamics;
    while (c->row <= c->last_row) {
        double t = grid(c->t_start, c->t_end, c->period, c->row, c->last_row);
        if (t > d->x->t || (t == d->x->t && !now))
            return 0;
        if (t < d->x->t)
            dynamics_between(d, t, between);
        if (record_state(r, t < d->x->t ? between : d->x, f))
            return -1;
        c->row++;
    }
    return 0;
}

static int stop_asked(struct run *r, struct fault *f)
{
    const struct run_options *o = &r->options;
    if (o->progress && o->progress(o->data, r->dynamics->x->t, r->dynamics->steps))
        return fault_set(f, "t = %.9g s: stopped", r->dynamics->x->t);
    return 0;
}

static int loop(struct run *r, struct fault *f)
{
    struct dynamics *d = r->dynamics;
    const struct solver_options *o = &r->options.solver;
    struct state *between = state_new(&r->arena, r->as);
    struct clock c = { .step = o->step, .t_start = o->t_start, .t_end = o->t_end, .period = r->options.period > 0 ? r->options.period : o->step };
    c.last = grid_last(c.t_start, c.t_end, c.step);
    c.last_row = grid_last(c.t_start, c.t_end, c.period);
    double t = c.t_start, switching = next_switch(r, t);
    if (record_due(r, &c, between, 1, f))
        return -1;
    for (c.k = 1; t < c.t_end;) {
        double mark = grid(c.t_start, c.t_end, c.step, c.k, c.last), target = earlier(mark, switching);
        while (d->x->t < target)
            if (dynamics_step(d, target, f) || record_due(r, &c, between, 0, f))
                return -1;
        t = target;
        if (t == mark)
            c.k++;
        if (t == switching && t < c.t_end) {
            if (fire_events(r, t, f) || dynamics_restart(d, f))
                return -1;
            switching = next_switch(r, t);
        }
        if (record_due(r, &c, between, 1, f) || stop_asked(r, f))
            return -1;
    }
    return 0;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int solve(struct run *r, struct fault *f)
{
    const struct solver_options *o = &r->options.solver;
    r->as = assembly_new(&r->arena, r->model, o->step, o->t_start, f);
    if (!r->as)
        return -1;
    r->dynamics = dynamics_new(&r->arena, r->as, &r->options.solver, &r->notes);
    if (make_probes(r, f) || fire_events(r, o->t_start, f))
        return -1;
    if (r->options.file && record_open(r->record, r->options.file, f))
        return -1;
    if (dynamics_begin(r->dynamics, r->options.from, f) || loop(r, f))
        return -1;
    balance_energies(r->dynamics->balance, r->dynamics->x);
    return 0;
}

struct run *run_dynamic(struct model *m, const struct run_options *o, struct fault *f)
{
    struct run *r = calloc(1, sizeof *r);
    struct fault closing;
    if (!r)
        abort();
    double begun = seconds();
    r->model = m;
    r->revision = m->revision;
    r->options = *o;
    m->running = MODEL_RUNNING;
    m->script_failed = 0;
    r->failed = solve(r, f) != 0;
    m->running = MODEL_IDLE;
    r->options.from = NULL;
    if (r->record && record_close(r->record, &closing) && !r->failed) {
        *f = closing;
        r->failed = 1;
    }
    r->wall = seconds() - begun;
    return r;
}

int run_output(struct run *r, const struct item *item, const char *output, double *out, int *n, struct fault *f)
{
    struct probe p;
    struct arena a = { 0 };
    struct terms *T = r->dynamics->T;
    struct state *x = r->dynamics->x;
    int failed = probe_find(&p, &a, T, item, output, f) || probe_begin(T, x, f) || probe_read(&p, T, x, out, f);
    *n = p.n;
    arena_free(&a);
    return failed ? -1 : 0;
}

void run_free(struct run *r)
{
    if (!r)
        return;
    record_free(r->record);
    free(r->poses);
    notes_free(&r->notes);
    arena_free(&r->arena);
    free(r);
}
