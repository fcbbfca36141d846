/* run.c - while (step) record; */
#include "run.h"
#include "setting.h"
#include "spin.h"
#include "text.h"
#include "vec.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void run_defaults(struct run_options *o)
{
    *o = (struct run_options){ .solver = {
        .method = METHOD_GENERALIZED_ALPHA, .step = 1e-3, .spectral_radius = 0.9,
        .newton = { .relative_tolerance = 1e-10, .absolute_tolerance = 1e-10, .max_iterations = 25 },
        .start = { .mode = START_STRICT, .tolerance = 1e-8 }, .rtol = 1e-8, .atol = 1e-8 }, .load_steps = 1 };
}

/* ---- sensors and rows ---- */

/* What the first column counts. */
static void name_rows(struct run *r)
{
    r->record->name[0] = r->statics ? "load" : r->sweep ? r->sweep->name : "time";
    r->record->unit[0] = r->statics ? "1" : r->sweep ? r->sweep->unit : "s";
}

static int make_probes(struct run *r, struct fault *f)
{
    const struct model *m = r->model;
    r->probe = ARENA_NEW(&r->arena, m->sensors, struct probe);
    r->column = ARENA_NEW(&r->arena, m->sensors, int);
    r->sensors = m->sensors;
    int columns = 1;
    for (int i = 0; i < m->sensors; i++) {
        const struct sensor *s = m->sensor[i];
        int failed = s->target ? probe_find(&r->probe[i], &r->arena, r->T, s->target, s->output, f)
                               : probe_function(&r->probe[i], &r->arena, s->f, r->options.solver.t_start, f);
        if (failed) {
            item_fault_where(&s->item, f);
            return fault_prefix(f, "t = %.9g s: ", r->options.solver.t_start);
        }
        r->column[i] = columns;
        columns += r->probe[i].n;
    }
    r->record = record_new(&r->arena, columns);
    name_rows(r);
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

/* The pose of the row at hand, which is done with it. */
static int keep_pose(struct run *r, const struct state *x, struct fault *f)
{
    long row = r->record->rows;
    int n = r->as->nq;
    if (row == r->poses_room) {
        r->poses_room = r->poses_room ? 2 * r->poses_room : n < 4096 ? 256 : 4;
        double *more = realloc(r->poses, ((size_t)r->poses_room * (size_t)n + 1) * sizeof *r->poses);
        if (!more)
            return fault_set(f, "t = %.9g s: no memory for the pose of row %ld; record fewer rows by output = { period = }", x->t, row);
        r->poses = more;
    }
    memcpy(r->poses + row * n, x->q, (size_t)n * sizeof *r->poses);
    return !record_done(r->record, f) ? 0 : r->dynamics ? fault_prefix(f, "t = %.9g s: ", x->t) : -1;
}

static int record_state(struct run *r, struct state *x, struct fault *f)
{
    const struct model *m = r->model;
    long row = r->record->rows;
    double *out = record_row(r->record);
    if (!out)
        return fault_set(f, "t = %.9g s: no memory for row %ld; record fewer rows by output = { period = }", x->t, row);
    if (m->sensors && probe_begin(r->T, x, f))
        return -1;
    out[0] = r->statics ? r->statics->load : r->sweep ? r->sweep->at : x->t;
    for (int i = 0; i < m->sensors; i++) {
        if (probe_read(&r->probe[i], r->T, x, out + r->column[i], f)) {
            if (!m->sensor[i]->target)
                item_fault_where(&m->sensor[i]->item, f);
            return fault_prefix(f, "t = %.9g s: ", x->t);
        }
        for (int k = 0; k < r->probe[i].n; k++)
            if (!isfinite(out[r->column[i] + k]))
                return fault_set(f, "t = %.9g s: sensor '%s': number %d is %s, it must be finite", x->t, m->sensor[i]->item.name, k + 1,
                                 isnan(out[r->column[i] + k]) ? "nan" : "inf");
    }
    return keep_pose(r, x, f);
}

/* A state that a solver reached: are all its numbers finite, and do joints of the plane still know what they are about?  Fault without
   the time. */
static int check_state(struct run *r, struct fault *f)
{
    const struct state *x = r->x;
    const struct assembly *as = r->as;
    double sum = 0;
    for (int i = 0; i < as->n; i++)
        sum += fabs(x->q[i]) + fabs(x->u[i]);
    for (int i = 0; i < as->n && !isfinite(sum); i++) {
        char name[256];
        int rate = isfinite(x->q[i]);
        if (rate && isfinite(x->u[i]))
            continue;
        assembly_coordinate_words(as, i, name, sizeof name);
        fault_set(f, "%s%s is %s, it must be finite: what moves it has become too large for numbers", rate ? "the rate of " : "", name,
                  isnan(rate ? x->u[i] : x->q[i]) ? "no number" : "infinite");
        return assembly_coordinate_where(as, i, f);
    }
    return plane_check(r->plane, r->T, x, f);
}

static int check_now(struct run *r, struct fault *f)
{
    return check_state(r, f) ? fault_prefix(f, "t = %.9g s: ", r->x->t) : 0;
}

/* The state at the start, or where the last run ended. */
static int check_start(struct run *r, const struct origin *from, struct fault *f)
{
    if (!from)
        plane_begin(r->plane, r->T, r->x);
    return check_now(r, f);
}

/* ---- times ---- */

/* Equal steps from a to b, the last one ending exactly there. */
struct grid { double a, b, step; long n; };

static struct grid grid_of(double a, double b, double longest)
{
    struct grid g = { a, b, 0, (long)ceil((b - a) / longest * (1 - 1e-9)) };
    if (g.n < 1)
        g.n = 1;
    g.step = (b - a) / (double)g.n;
    return g;
}

static double grid_time(const struct grid *g, long k)
{
    return k >= g->n ? g->b : g->a + (double)k * g->step;
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

static int has_event(const struct model *m, double t)
{
    for (int i = 0; i < m->events; i++)
        if (m->event[i].t == t)
            return 1;
    return 0;
}

/* Each once, also if one run ends and the next one begins at t. */
static int fire_events(struct run *r, double t, struct fault *f)
{
    struct model *m = r->model;
    int failed = 0;
    m->running = MODEL_EVENT;
    for (int i = 0; i < m->events && !failed; i++) {
        struct event *e = &m->event[i];
        if (e->t != t || e->fired)
            continue;
        e->fired = 1;
        if (!e->fire(e->data, f))
            continue;
        int said = strncmp(f->text, e->where, strlen(e->where)) == 0; /* a fault of the script has its own line */
        failed = fault_prefix(f, "t = %.9g s: %s%s", t, said ? "" : e->where, *e->where && !said ? ": " : "");
    }
    m->running = MODEL_RUNNING;
    return failed;
}

/* ---- the loop ---- */

/* Rows at fixed times: t_start, one period later, ..., and t_end. */
struct rows { double t_start, t_end, period; long k; };

static double row_time(const struct rows *rows)
{
    double t = rows->t_start + (double)rows->k * rows->period;
    return t < rows->t_end - 1e-9 * rows->period ? t : rows->t_end;
}

/* Rows that are due before the state reached, from within the last step; with now, also the row at this state. */
static int record_due(struct run *r, struct rows *rows, struct state *between, int now, struct fault *f)
{
    struct dynamics *d = r->dynamics;
    while (rows->k >= 0) {
        double t = row_time(rows);
        if (t > d->x->t || (t == d->x->t && !now))
            return 0;
        if (t < d->x->t)
            if (dynamics_between(d, t, between, f))
                return -1;
        if (record_state(r, t < d->x->t ? between : d->x, f))
            return -1;
        rows->k = t < rows->t_end ? rows->k + 1 : -1;
    }
    return 0;
}

/* The row of a step that ends here: where no period was asked for, every step has one. */
static int record_step(struct run *r, struct rows *rows, struct state *between, struct fault *f)
{
    return rows->period > 0 ? record_due(r, rows, between, 1, f) : record_state(r, r->dynamics->x, f);
}

static int stop_asked(struct run *r, struct fault *f)
{
    const struct run_options *o = &r->options;
    if (o->progress && o->progress(o->data, r->dynamics->x->t, r->dynamics->steps))
        return fault_set(f, "t = %.9g s: stopped", r->dynamics->x->t);
    return 0;
}

/* Steps that control themselves may become so short that the end would take more than 1e12 of them: it does not come. */
static int check_progress(struct run *r, struct fault *f)
{
    const struct dynamics *d = r->dynamics;
    const struct solver_options *o = &r->options.solver;
    double way = d->x->t - r->watched_t;
    long steps = d->steps - r->watched;
    if (!o->controlled || steps < 10000)
        return 0;
    r->watched = d->steps, r->watched_t = d->x->t;
    if (way >= 1e-8 * (o->t_end - o->t_start))
        return 0;
    char name[256];
    int worst = d->explicit ? d->explicit->worst : d->pace.worst;
    assembly_coordinate_words(r->as, worst, name, sizeof name);
    fault_set(f, "t = %.9g s: the last %ld steps took %.3g s together, so t_end = %.9g s is out of reach; %s has the largest error: it moves "
              "too fast for steps that resolve it, or rtol and atol ask for too much", d->x->t, steps, way, o->t_end, name);
    dynamics_name_singular(d, f);
    return assembly_coordinate_where(r->as, worst, f);
}

/* From one switch to the next, or to the end, in equal steps: short ones left over would spoil the multipliers. */
static int segment(struct run *r, struct rows *rows, double end, struct state *between, struct fault *f)
{
    struct dynamics *d = r->dynamics;
    const struct solver_options *o = &r->options.solver;
    const struct grid g = grid_of(d->x->t, end, o->controlled ? end - d->x->t : o->step);
    for (long k = 1; k <= g.n; k++) {
        double target = grid_time(&g, k);
        while (d->x->t < target)
            if (dynamics_step(d, target, g.step, f) || check_now(r, f) || check_progress(r, f)
                || (rows->period > 0 && record_due(r, rows, between, 0, f))
                || (o->controlled && d->x->t < target && ((rows->period == 0 && record_state(r, d->x, f)) || stop_asked(r, f))))
                return -1;
        if ((k < g.n && record_step(r, rows, between, f)) || stop_asked(r, f))
            return -1;
    }
    return 0;
}

static int loop(struct run *r, struct fault *f)
{
    struct dynamics *d = r->dynamics;
    const struct solver_options *o = &r->options.solver;
    struct state *between = state_new(&r->arena, r->as);
    struct rows rows = { o->t_start, o->t_end, r->options.period, 0 };
    r->watched_t = o->t_start;
    if (record_step(r, &rows, between, f))
        return -1;
    while (d->x->t < o->t_end) {
        double switching = next_switch(r, d->x->t), end = earlier(o->t_end, switching);
        if (segment(r, &rows, end, between, f))
            return -1;
        if (end == switching && (end < o->t_end || has_event(r->model, end)) && (dynamics_pause(d, f) || fire_events(r, end, f) || dynamics_restart(d, f)))
            return -1;
        if (record_step(r, &rows, between, f))
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

static int has_position_rows(const struct assembly *as)
{
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        if (!l->use.type->law && !l->use.level[row - l->row])
            return 1;
    }
    return 0;
}

/* The solver of the last run, if this one does what it would have done next. */
static const struct dynamics *same_solver(const struct run *r, const struct run *last)
{
    const struct solver_options *o = &r->options.solver, *before = &last->options.solver;
    const struct model *m = r->model;
    if (!r->dynamics || !last->dynamics || m->settings != last->settings || o->method != before->method || o->controlled != before->controlled
        || o->spectral_radius != before->spectral_radius || o->stabilized != before->stabilized)
        return NULL;
    for (int i = 0; i < m->loads; i++)
        if (m->load[i]->from == o->t_start || m->load[i]->to == o->t_start)
            return NULL;
    return last->dynamics;
}

/* Where the last run ended; rows may be as far off as its method let them drift. */
static const struct origin *origin_of(struct run *r, struct origin *from)
{
    const struct run *last = r->options.from;
    if (!last)
        return NULL;
    double *tolerance = &r->options.solver.start.tolerance;
    for (int row = 0; row < last->as->m; row++)
        *tolerance = fmax(*tolerance, 10 * last->drift[row]);
    *from = (struct origin){ last->x, last->as, last->sweep && last->sweep->pin, same_solver(r, last) };
    return from;
}

/* The path that was asked for cannot be had, or none can. */
static int not_possible(const struct linear *linear, const char *who, struct fault *f)
{
    return linear_failed(linear, f) ? fault_prefix(f, "%s: ", who) : 0;
}

/* Energies at the end. */
static void take_energies(struct run *r)
{
    const struct energy *e = &r->balance->now;
    balance_energies(r->balance, r->x);
    if (!isfinite(e->kinetic + e->potential + e->stored + balance_error(r->balance)))
        notes_add(&r->notes, "warning: the energy of this model is too large for numbers, which end at 1.8e308 J; a mass, velocity or force is out of "
                  "all proportion");
}

/* What the script has for later than the end. */
static void note_later(struct run *r)
{
    const struct model *m = r->model;
    int later = 0;
    double first = INFINITY;
    for (int i = 0; i < m->events; i++)
        if (m->event[i].t > r->x->t)
            later++, first = fmin(first, m->event[i].t);
    if (later)
        notes_add(&r->notes, "the run ended at t = %.9g s, before %d event%s of m:at (t = %.9g s%s)", r->x->t, later, later == 1 ? "" : "s",
                  first, later == 1 ? "" : " and later");
}

static int solve_dynamic(struct run *r, struct fault *f)
{
    struct origin from;
    const struct solver_options *o = &r->options.solver;
    struct dynamics *d = r->dynamics = dynamics_new(&r->arena, r->as, o, &r->notes);
    d->stop = r->options.progress, d->stop_data = r->options.data;
    r->T = d->T, r->x = d->x, r->newton = d->newton, r->start = d->start, r->balance = d->balance, r->drift = d->drift;
    if (o->method == METHOD_GENERALIZED_ALPHA && o->spectral_radius > 0.95 && has_position_rows(r->as))
        notes_add(&r->notes, "warning: spectral_radius = %.3g hardly damps the multipliers of position constraints; 0.95 or less is usual",
                  o->spectral_radius);
    for (int i = 0; !r->options.from && i < r->model->events; i++)
        r->model->event[i].fired = 0;
    if (not_possible(d->newton->linear, "solve_dynamic", f) || make_probes(r, f) || fire_events(r, o->t_start, f))
        return -1;
    assembly_switch(r->as);
    assembly_loads(r->as, o->t_start);
    if (r->options.file && record_open(r->record, r->options.file, f))
        return -1;
    const struct origin *origin = origin_of(r, &from);
    if (dynamics_begin(d, origin, f) || check_start(r, origin, f) || loop(r, f))
        return -1;
    take_energies(r);
    dynamics_judge(d);
    note_later(r);
    return 0;
}

static int check_load(struct run *r, struct fault *f)
{
    return check_state(r, f) ? fault_prefix(f, "load %.6g: ", r->statics->load) : 0;
}

static int solve_static(struct run *r, struct fault *f)
{
    struct origin from;
    r->options.solver.start.places_only = 1;
    struct statics *s = r->statics = statics_new(&r->arena, r->as, &r->options.solver, &r->notes);
    r->T = s->T, r->x = s->x, r->newton = s->newton, r->start = s->start, r->drift = s->drift;
    r->balance = balance_new(&r->arena, s->T);
    if (not_possible(s->newton->linear, "solve_static", f) || make_probes(r, f))
        return -1;
    if (r->options.file && record_open(r->record, r->options.file, f))
        return -1;
    const struct origin *origin = origin_of(r, &from);
    if (statics_begin(s, origin, f) || check_start(r, origin, f))
        return -1;
    balance_take(r->balance, s->x, BALANCE_START);
    for (int k = 1; k <= r->options.load_steps; k++)
        if (statics_step(s, (double)k / r->options.load_steps, f) || check_load(r, f) || record_state(r, s->x, f))
            return -1;
    statics_judge(s);
    take_energies(r);
    return 0;
}

static int check_pose(struct run *r, struct fault *f)
{
    return check_state(r, f) ? fault_prefix(f, "sweep_pose: %s = %.9g %s: ", r->sweep->name, r->sweep->at, r->sweep->unit) : 0;
}

static int solve_sweep(struct run *r, struct fault *f)
{
    struct origin from;
    const struct sweep_options *o = &r->options.sweep;
    struct start_options *start = &r->options.solver.start;
    start->places_only = start->rank_unsaid = 1;
    struct sweep *s = r->sweep = sweep_new(&r->arena, r->as, r->model, o, r->pin, start, &r->notes);
    r->T = s->T, r->x = s->x, r->start = s->start, r->drift = s->drift;
    r->balance = balance_new(&r->arena, s->T);
    if (make_probes(r, f) || (r->options.file && record_open(r->record, r->options.file, f)))
        return -1;
    int ended = 0;
    const struct origin *origin = origin_of(r, &from);
    if (sweep_begin(&r->arena, s, origin, r->options.solver.t_start, f) || check_start(r, origin, f))
        return -1;
    balance_take(r->balance, s->x, BALANCE_START);
    if (record_state(r, s->x, f))
        return -1;
    s->begun = 1;
    for (int k = 1; k <= o->steps && !ended; k++) {
        double last = s->at;
        ended = sweep_to(s, k == o->steps ? o->to : s->from + (o->to - s->from) * k / o->steps, f);
        if (ended < 0 || check_pose(r, f) || (s->at != last && record_state(r, s->x, f)))
            return -1;
        if (r->options.progress && r->options.progress(r->options.data, s->at, k))
            return fault_set(f, "sweep_pose: %s = %.9g %s: stopped", s->name, s->at, s->unit);
    }
    take_energies(r);
    return 0;
}

/* ---- about a pose ---- */

/* The start at its state, or NULL. */
static struct start *stand(struct run *r, const char *who, struct fault *f)
{
    struct origin from;
    struct state *x = state_new(&r->arena, r->as);
    struct terms *T = terms_new(&r->arena, r->as);
    struct linear *linear = linear_new(&r->arena, r->as, 0, LINEAR_AUTO);
    struct start *start = start_new(&r->arena, T, linear, &r->options.solver.start, &r->notes);
    r->T = T, r->x = x, r->start = start;
    r->options.solver.start.places_only = strcmp(who, "dof") == 0;
    r->options.solver.start.rank_unsaid = 1;
    state_start(r->as, x);
    x->t = r->options.solver.t_start;
    if (r->as->n == 0)
        fault_set(f, "%s: the model has no body that could move", who);
    else {
        const struct origin *origin = origin_of(r, &from);
        if (!setting_start(&r->arena, start, x, origin, f) && !check_start(r, origin, f))
            return start;
    }
    return NULL;
}

static int find_freedom(struct run *r, struct fault *f)
{
    const struct start *start = stand(r, "dof", f);
    r->freedom = start ? freedom_find(&r->arena, start) : NULL;
    return r->freedom ? 0 : -1;
}

static int find_linearised(struct run *r, struct fault *f)
{
    struct start *start = stand(r, "linearize", f);
    r->linearised = start ? linearise(&r->arena, start, r->x, "linearize", f) : NULL;
    return r->linearised ? 0 : -1;
}

static int find_modes(struct run *r, struct fault *f)
{
    struct start *start = stand(r, "modes", f);
    r->linearised = start ? linearise(&r->arena, start, r->x, "modes", f) : NULL;
    r->modes = r->linearised ? modes_find(&r->arena, r->linearised, !r->options.undamped, f) : NULL;
    return r->modes ? 0 : -1;
}

/* Corrections fade by a factor from joint to joint, and after some 500 joints are below 2e-308, where arithmetic is many times slower:
   during a solve such numbers count as zero.  Returns the mode to go back to. */
static unsigned flush_tiny(void)
{
#ifdef __SSE2__
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | _MM_FLUSH_ZERO_ON | 0x40); /* as results, and as operands */
    return mode;
#else
    return 0;
#endif
}

static void flush_end(unsigned mode)
{
#ifdef __SSE2__
    _mm_setcsr(mode);
#else
    (void)mode;
#endif
}

static struct run *run_new(struct model *m, const struct run_options *o, int (*solve)(struct run *, struct fault *), struct fault *f)
{
    struct run *r = calloc(1, sizeof *r);
    struct fault closing;
    if (!r)
        abort();
    double begun = seconds();
    unsigned mode = flush_tiny();
    r->model = m;
    r->revision = m->revision;
    r->options = *o;
    m->running = MODEL_RUNNING;
    m->script_failed = 0;
    double smooth = fmin(o->solver.step, 1e-3 * (o->solver.t_end - o->solver.t_start)); /* of functions of time */
    if (!o->solver.controlled)
        smooth = o->solver.step;
    const struct model *whole = solve == solve_sweep ? sweep_model(&r->arena, m, &o->sweep, &r->pin, f) : m;
    r->as = whole ? assembly_new(&r->arena, whole, smooth, o->solver.t_start, f) : NULL;
    if (r->as)
        r->plane = plane_new(&r->arena, r->as, o->from ? o->from->plane : NULL);
    r->failed = !r->as || solve(r, f) != 0;
    m->running = MODEL_IDLE;
    r->settings = m->settings;
    r->options.from = NULL;
    if (r->record && record_close(r->record, &closing) && !r->failed) {
        *f = closing;
        r->failed = 1;
    }
    flush_end(mode);
    r->wall = seconds() - begun;
    return r;
}

struct run *run_dynamic(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, solve_dynamic, f);
}

struct run *run_static(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, solve_static, f);
}

/* The pose of a mode at a phase: x moved by amplitude Re(shape exp(i phase)). */
static void pose_of_mode(const struct run *r, const struct mode *m, double amplitude, double phase, struct state *x)
{
    const struct assembly *as = r->as;
    double c = amplitude * cos(phase), s = amplitude * sin(phase), way[3];
    state_copy(as, x, r->x);
    for (int i = 0; i < as->n; i++)
        x->q[i] += c * m->shape[i] - s * m->shape_im[i];
    for (int i = 0; i < as->spins; i++) { /* turns about the global axes */
        double A[9];
        quaternion_matrix(A, r->x->turn + 4 * i);
        copy(way, x->q + as->spin_at[i]);
        unturn(x->q + as->spin_at[i], A, way);
    }
    state_commit(as, x);
}

int run_mode(struct run *r, int which, double amplitude, int rows, struct fault *f)
{
    struct state *x = state_new(&r->arena, r->as);
    if (!r->record) {
        r->record = record_new(&r->arena, 1);
        r->record->name[0] = "phase", r->record->unit[0] = "rad";
    }
    r->record->rows = 0;
    for (int k = 0; k <= rows; k++) {
        double *row = record_row(r->record);
        if (!row)
            return fault_set(f, "modes: no memory for a picture");
        row[0] = full_turn * k / rows;
        pose_of_mode(r, &r->modes->mode[which], amplitude, row[0], x);
        if (keep_pose(r, x, f))
            return -1;
    }
    return 0;
}

struct run *run_sweep(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, solve_sweep, f);
}

struct run *run_freedom(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, find_freedom, f);
}

struct run *run_linearised(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, find_linearised, f);
}

struct run *run_modes(struct model *m, const struct run_options *o, struct fault *f)
{
    return run_new(m, o, find_modes, f);
}

long run_steps(const struct run *r)
{
    return r->statics ? r->statics->steps : r->sweep ? r->sweep->steps : r->dynamics->steps;
}

long run_halvings(const struct run *r)
{
    return r->statics ? r->statics->halvings : r->sweep ? r->sweep->halvings : r->dynamics->halvings;
}

int run_output(struct run *r, const struct item *item, const char *output, double *out, int *n, struct fault *f)
{
    struct probe p;
    struct arena a = { 0 };
    struct terms *T = r->T;
    struct state *x = r->x;
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
    if (r->sweep)
        arena_free(&r->sweep->scratch);
    free(r->poses);
    notes_free(&r->notes);
    arena_free(&r->arena);
    free(r);
}
