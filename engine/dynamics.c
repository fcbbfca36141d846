/* dynamics.c - predicts, corrects, halves the step where it must. */
#include "dynamics.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 20, GOOD_STEPS = 6 };

static void scheme(struct dynamics *d)
{
    double rho = d->options->spectral_radius;
    if (d->options->method == METHOD_TRAPEZOIDAL) {
        d->beta = 0.25, d->gamma = 0.5;
        d->index2 = 1;
        return;
    }
    d->am = (2 * rho - 1) / (rho + 1);
    d->af = rho / (rho + 1);
    d->gamma = 0.5 + d->af - d->am;
    d->beta = 0.25 * (d->gamma + 0.5) * (d->gamma + 0.5);
}

struct dynamics *dynamics_new(struct arena *a, struct assembly *as, const struct solver_options *options, struct notes *notes)
{
    struct dynamics *d = ARENA_NEW(a, 1, struct dynamics);
    d->options = options;
    d->arena = a;
    d->T = terms_new(a, as);
    d->newton = newton_new(a, d->T, &options->newton, 0);
    d->start = start_new(a, d->T, d->newton->linear, &options->start, notes);
    d->balance = balance_new(a, d->T);
    d->notes = notes;
    d->x = state_new(a, as);
    d->before = state_new(a, as);
    d->aux = ARENA_NEW(a, 2 * as->n, double);
    d->aux_before = d->aux + as->n;
    d->drift = ARENA_NEW(a, as->m, double);
    d->was = ARENA_NEW(a, as->m, unsigned char);
    scheme(d);
    return d;
}

static void note_drift(struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    for (int row = 0; row < as->m; row++)
        if (as->release[row] == ROW_HELD || as->release[row] == ROW_DEPENDENT)
            d->drift[row] = fmax(d->drift[row], fabs(d->T->g[row]));
}

int dynamics_begin(struct dynamics *d, const struct state *from, struct fault *f)
{
    const struct assembly *as = d->T->as;
    state_start(as, d->x);
    if (from) {
        memcpy(d->x->q, from->q, (size_t)as->n * sizeof *d->x->q);
        memcpy(d->x->u, from->u, (size_t)as->n * sizeof *d->x->u);
    }
    d->x->t = d->options->t_start;
    if (start_state(d->arena, d->start, d->x, f))
        return -1;
    terms_settle(d->T);
    if (terms_coordinates_start(d->T, d->x, f))
        return -1;
    if (start_accelerations(d->start, d->x, f))
        return fault_prefix(f, "t = %.9g s: ", d->x->t);
    memcpy(d->aux, d->x->a, (size_t)as->n * sizeof *d->aux);
    note_drift(d);
    balance_take(d->balance, d->x, BALANCE_START);
    d->target = d->x->t;
    return 0;
}

/* ---- switches ---- */

static int released(int why)
{
    return why == ROW_INACTIVE || why == ROW_FREE;
}

/* Looks at the rows that were released and are held now.  They must hold in position; 1: they do not hold in velocity. */
static int switched_on(const struct dynamics *d, const unsigned char *was, struct fault *f)
{
    const struct assembly *as = d->T->as;
    double tolerance = d->options->start.tolerance;
    int impact = 0;
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        char name[256], unit[64];
        if (!released(was[row]) || released(as->release[row]) || l->use.type->law)
            continue;
        impact |= fabs(d->T->g_dot[row]) > 100 * tolerance;
        if (l->use.level[row - l->row] || fabs(d->T->g[row]) <= tolerance)
            continue;
        assembly_row_name(as, row, name, sizeof name);
        assembly_row_unit(as, row, unit, sizeof unit);
        return fault_set(f, "%s is switched on while it is off by %+.6g %s (start_tolerance %.3g)", name, d->T->g[row], unit, tolerance);
    }
    return impact;
}

static int restart(struct dynamics *d, struct fault *f)
{
    struct assembly *as = d->T->as;
    memcpy(d->was, as->release, (size_t)as->m);
    assembly_switch(as);
    assembly_loads(as, d->x->t);
    d->T->signal_order = -1;
    d->newton->factored = 0;
    if (terms_evaluate(d->T, d->x, TERMS_RATE | TERMS_GIVEN, f))
        return -1;
    int impact = switched_on(d, d->was, f);
    if (impact < 0)
        return -1;
    start_rows(d->arena, d->start);
    balance_energies(d->balance, d->x);
    if (impact && start_velocities(d->start, d->x, f))
        return -1;
    double lost = d->balance->now.lost;
    if (start_accelerations(d->start, d->x, f))
        return -1;
    balance_take(d->balance, d->x, BALANCE_SWITCH);
    if (impact)
        notes_add(d->notes, "t = %.9g s: impact: velocities corrected, %.6g J lost", d->x->t, d->balance->now.lost - lost);
    memcpy(d->aux, d->x->a, (size_t)as->n * sizeof *d->aux);
    return 0;
}

int dynamics_restart(struct dynamics *d, struct fault *f)
{
    return restart(d, f) ? fault_prefix(f, "t = %.9g s: ", d->x->t) : 0;
}

/* ---- a step ---- */

static void predict(struct dynamics *d, double h, double t)
{
    const struct assembly *as = d->T->as;
    struct state *x = d->x;
    for (int i = 0; i < as->n; i++) {
        double w0 = d->aux[i], w1 = ((1 - d->af) * x->a[i] + d->af * x->a[i] - d->am * w0) / (1 - d->am); /* a stays */
        x->q[i] += h * x->u[i] + h * h * ((0.5 - d->beta) * w0 + d->beta * w1);
        x->u[i] += h * ((1 - d->gamma) * w0 + d->gamma * w1);
    }
    x->t = t;
}

/* aux from (1 - am) aux1 + am aux0 = (1 - af) a1 + af a0 */
static void advance_aux(struct dynamics *d)
{
    for (int i = 0; i < d->T->as->n; i++)
        d->aux[i] = ((1 - d->af) * d->x->a[i] + d->af * d->before->a[i] - d->am * d->aux_before[i]) / (1 - d->am);
}

/* Rows that were left out as redundant must still hold. */
static int check_dependent(const struct dynamics *d, struct fault *f)
{
    const struct assembly *as = d->T->as;
    double held = 1e-6;
    for (int row = 0; row < as->m; row++)
        if (as->release[row] == ROW_HELD && !as->link[as->row_link[row]].use.type->law)
            held = fmax(held, 100 * fabs(d->T->g[row]));
    for (int row = 0; row < as->m; row++) {
        char name[256], unit[64];
        if (as->release[row] != ROW_DEPENDENT || fabs(d->T->g[row]) <= held)
            continue;
        assembly_row_name(as, row, name, sizeof name);
        assembly_row_unit(as, row, unit, sizeof unit);
        return fault_set(f, "%s was redundant at the start and now contradicts the other joints: off by %+.6g %s", name, d->T->g[row], unit);
    }
    return 0;
}

/* One step of size h to time t.  0; 1: not converged; -1: fault. */
static int attempt(struct dynamics *d, double h, double t, struct fault *f)
{
    const struct assembly *as = d->T->as;
    double b = (1 - d->am) / (h * h * d->beta * (1 - d->af));
    state_copy(as, d->before, d->x);
    memcpy(d->aux_before, d->aux, (size_t)as->n * sizeof *d->aux);
    newton_scheme(d->newton, b, d->gamma / (h * d->beta), b, d->index2);
    predict(d, h, t);
    int failed = newton_solve(d->newton, d->x, f);
    if (failed) {
        state_copy(as, d->x, d->before);
        return failed;
    }
    advance_aux(d);
    terms_settle(d->T);
    note_drift(d);
    d->steps++;
    if (d->balance->slots)
        balance_take(d->balance, d->x, BALANCE_STEP);
    return 0;
}

static int give_up(const struct dynamics *d, double h, int failed, struct fault *f)
{
    char text[512];
    if (failed > 0) {
        newton_report(d->newton, text, sizeof text);
        fault_set(f, "step %.3g s did not converge (%s)", h, text);
    }
    return fault_prefix(f, "t = %.9g s: ", d->x->t);
}

int dynamics_step(struct dynamics *d, double target, struct fault *f)
{
    if (target != d->target)
        d->from = d->x->t, d->target = target, d->done = 0;
    for (;;) {
        double part = ldexp(1, -d->level), h = part * (target - d->from), done = d->done + part;
        int failed = attempt(d, h, done >= 1 ? target : d->from + done * (target - d->from), f);
        if (!failed) {
            d->done = done;
            if (d->level > 0 && ++d->good >= GOOD_STEPS && fmod(done, 2 * part) == 0)
                d->level--, d->good = 0;
            if (d->T->as->m && check_dependent(d, f))
                return fault_prefix(f, "t = %.9g s: ", d->x->t);
            return 0;
        }
        if (d->level == MOST_HALVINGS || d->T->as->model->script_failed)
            return give_up(d, h, failed, f);
        d->level++;
        d->good = 0;
        d->halvings++;
    }
}

void dynamics_between(const struct dynamics *d, double t, struct state *out)
{
    const struct assembly *as = d->T->as;
    const struct state *x0 = d->before, *x1 = d->x;
    double h = x1->t - x0->t, s = (t - x0->t) / h;
    double p0 = (1 + 2 * s) * (1 - s) * (1 - s), p1 = 1 - p0, m0 = s * (1 - s) * (1 - s) * h, m1 = -s * s * (1 - s) * h;
    double dp = 6 * s * (s - 1) / h, dm0 = (1 - s) * (1 - 3 * s), dm1 = s * (3 * s - 2);
    out->t = t;
    for (int i = 0; i < as->n; i++) {
        out->q[i] = p0 * x0->q[i] + p1 * x1->q[i] + m0 * x0->u[i] + m1 * x1->u[i];
        out->u[i] = dp * (x0->q[i] - x1->q[i]) + dm0 * x0->u[i] + dm1 * x1->u[i];
        out->a[i] = (1 - s) * x0->a[i] + s * x1->a[i];
    }
    for (int i = 0; i < as->m; i++)
        out->lambda[i] = (1 - s) * x0->lambda[i] + s * x1->lambda[i];
}
