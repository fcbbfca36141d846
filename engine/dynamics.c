/* dynamics.c - predicts, corrects, halves the step where it must. */
#include "dynamics.h"
#include "hold.h"
#include "reading.h"
#include "setting.h"
#include "spin.h"
#include "text.h"

#include <string.h>

enum { MOST_HALVINGS = 20, GOOD_STEPS = 6, MOST_ORDER = 3, TINY = 10, MOST_TINY = 10000 };

/* Newmark's formulas, and aux w of the accelerations a:  (1 - am) w1 + am w0 = (1 - af) a1 + af a0 */
static void scheme(struct dynamics *d)
{
    double rho = d->options->spectral_radius;
    d->index2 = d->options->method == METHOD_TRAPEZOIDAL;
    d->am = d->index2 ? 0 : (2 * rho - 1) / (rho + 1);
    d->af = d->index2 ? 0 : rho / (rho + 1);
    d->gamma = 0.5 + d->af - d->am;
    d->beta = 0.25 * (d->gamma + 0.5) * (d->gamma + 0.5);
    d->a1 = (1 - d->af) / (1 - d->am), d->a0 = d->af / (1 - d->am), d->w0 = -d->am / (1 - d->am);
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
    for (int i = 0; i < MOST_ORDER; i++)
        d->past[i] = ARENA_NEW(a, as->n + as->m, double);
    d->drift = ARENA_NEW(a, as->m, double);
    d->least = INFINITY;
    d->was = ARENA_NEW(a, as->m, unsigned char);
    d->held = ARENA_NEW(a, as->m, double);
    scheme(d);
    d->newton->watchful = !d->index2 && options->start.mode != START_GIVEN;
    d->pace = (struct pace){ .options = options, .as = as, .c = fabs(1. / 6 - d->beta - 0.5 * (d->am - d->af)) };
    if (options->method >= METHOD_EXPLICIT_EULER)
        d->finish = finish_new(a, d->T, d->start, options);
    if (options->method == METHOD_RADAU5)
        d->radau = radau_new(a, d->finish, d->newton, d->balance, &d->pace, options);
    else if (d->finish)
        d->explicit = explicit_new(a, d->finish, d->balance, options);
    return d;
}

/* An angle between the rows, or what goes to zero as one does: the multipliers that move the rows apart grow with its inverse
   square. */
static double angle_of_rows(const struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    double *motion = d->newton->motion, *rows = d->newton->rows, weakest = linear_weakest(d->newton->linear), most = 0;
    if (weakest > 0)
        return sqrt(weakest);
    memset(motion, 0, (size_t)as->n * sizeof *motion);
    for (int row = 0; row < as->m; row++)
        rows[row] = row_holds(as, row) ? 1 + 0.1 * (row % 7) : 0; /* no pattern that a model has */
    linear_solve(d->newton->linear, motion, rows);
    for (int row = 0; row < as->m; row++) /* those that come with a body are never lost, and e . e = 1 moves no mass */
        if (row_holds(as, row) && !as->link[as->row_link[row]].own)
            most = fmax(most, fabs(rows[row]));
    return most > 0 ? 1 / sqrt(most) : 0;
}

/* How near the rows come to losing rank: the angle between them goes to zero in proportion to the way that is left, so that one
   which shrinks, or grows, by more than what is left of it in a step has its zero within a step of here. */
static void note_rank(struct dynamics *d)
{
    double angle = d->index2 || d->finish || d->options->stabilized ? angle_of_rows(d) : 0;
    if (!(angle > 0))
        return;
    int near = d->angle > 0 && fabs(angle - d->angle) >= fmin(angle, d->angle) && fmin(angle, d->angle) < 0.1 * d->usual;
    if (near && !d->near)
        d->near = 1, d->near_t = d->x->t;
    if (angle < d->least)
        d->least = angle, d->least_t = d->x->t;
    d->usual = fmax(d->usual, angle);
    d->angle = angle;
}

static void note_energy(struct dynamics *d)
{
    double kinetic = 0;
    for (int i = 0; i < d->T->as->parts; i++)
        kinetic += part_kinetic(d->T, i, d->x->u);
    d->most_kinetic = fmax(d->most_kinetic, kinetic);
}

/* The largest force at the end (N): on the way a singular pose may have had multipliers without bounds. */
static double usual_force(struct dynamics *d)
{
    struct fault ignored;
    double largest = 0;
    if (!terms_evaluate(d->T, d->x, TERMS_RATE | TERMS_LARGEST | (d->finish ? TERMS_GIVEN : 0), &ignored))
        for (int k = 0; k < BODY_UNITS; k++)
            largest = fmax(largest, d->T->largest[k]);
    return largest;
}

/* When they came within a step of it, or their angle fell to this part of what it usually is; else INFINITY. */
static double singular_at(const struct dynamics *d, double part)
{
    return d->near ? d->near_t : d->least < part * d->usual ? d->least_t : INFINITY;
}

void dynamics_name_singular(const struct dynamics *d, struct fault *f)
{
    double t = singular_at(d, 3e-2);
    if (isfinite(t) && !d->T->as->model->script_failed)
        fault_append(f, "; the rows nearly lost rank at t = %.6g s (a singular pose): generalized_alpha with equal steps and "
                     "spectral_radius <= 0.95 passes such poses", t);
}

void dynamics_judge(struct dynamics *d)
{
    double error = balance_error(d->balance);
    int lost = fabs(error) > 0.05 * d->most_kinetic && fabs(error) > 1e-9 * usual_force(d) * d->T->as->length; /* not the noise of rest */
    if (lost)
        notes_add(d->notes, "warning: %+.3g J are unaccounted for, of at most %.3g J of motion: the steps are too long, or the method damps "
                  "what moves fast, or a singular pose was left on another branch", error, d->most_kinetic);
    double t = singular_at(d, lost ? 3e-2 : 1e-3);
    if (isfinite(t))
        notes_add(d->notes, "warning: the rows nearly lost rank at t = %.6g s (a singular pose), where this method may leave on another branch; "
                  "generalized_alpha with spectral_radius <= 0.95 passes such poses", t);
}

/* What the next step takes from those before it. */
static void take_over(struct dynamics *d, const struct dynamics *from)
{
    const struct assembly *as = d->T->as;
    size_t n = (size_t)as->n * sizeof(double), m = (size_t)as->m * sizeof(double);
    memcpy(d->x->a, from->x->a, n);
    memcpy(d->x->lambda, from->x->lambda, m);
    memcpy(d->aux, from->aux, n);
    state_copy(as, d->before, from->before);
    for (int i = 0; i < MOST_ORDER; i++)
        memcpy(d->past[i], from->past[i], n + m);
    d->pasts = from->pasts, d->order = from->order, d->level = from->level, d->good = from->good, d->last = from->last;
}

/* Lengths of the steps from here, and what methods with stages want to know. */
static int begin_steps(struct dynamics *d, struct fault *f)
{
    pace_begin(&d->pace, d->x, d->options->t_end);
    if (d->finish)
        finish_rows(d->finish);
    if (d->radau)
        radau_begin(d->radau);
    return d->explicit ? explicit_begin(d->explicit, d->x, d->options->t_end, f) : 0;
}

int dynamics_begin(struct dynamics *d, const struct origin *from, struct fault *f)
{
    const struct assembly *as = d->T->as;
    const struct dynamics *same = from ? from->same : NULL;
    state_start(as, d->x);
    d->x->t = d->options->t_start;
    if (setting_start(d->arena, d->start, d->x, from, f) || ((!same || d->finish) && start_accelerations(d->start, d->x, f)))
        return -1;
    memcpy(d->aux, d->x->a, (size_t)as->n * sizeof *d->aux);
    d->last = 0;
    if (same)
        take_over(d, same);
    terms_drift(d->T, d->drift);
    balance_take(d->balance, d->x, BALANCE_START);
    d->target = d->x->t;
    return begin_steps(d, f);
}

/* ---- switches ---- */

static int released(int why)
{
    return why == ROW_INACTIVE || why == ROW_FREE;
}

/* Looks at the rows that are held now.  Those that were released must hold in position, others as they did; 1: they do not hold
   in velocity. */
static int switched_on(const struct dynamics *d, const unsigned char *was, struct fault *f)
{
    const struct assembly *as = d->T->as;
    double tolerance = d->options->start.tolerance;
    int impact = 0;
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        char name[256], unit[64];
        if (released(as->release[row]) || l->use.type->law)
            continue;
        int on = released(was[row]);
        double off = d->T->g[row] - (on ? 0 : d->held[row]);
        impact |= on && fabs(d->T->g_dot[row]) > 100 * tolerance;
        if (l->use.level[row - l->row] || fabs(off) <= tolerance)
            continue;
        assembly_row_name(as, row, name, sizeof name);
        assembly_row_said(as, row, unit, sizeof unit);
        return fault_set(f, "t = %.9g s: %s %s off by %+.6g%s (start_tolerance %.3g); the bodies cannot jump there", d->x->t, name,
                         on ? "is switched on while it is" : "was changed and is now", off, unit, tolerance);
    }
    return impact;
}

/* Parameters may have changed, and poses: what was checked at the start is checked again. */
static int check_joints(struct dynamics *d, struct fault *f)
{
    const struct assembly *as = d->T->as;
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        struct joint_at at;
        char why[1024];
        if (!l->active || !l->use.type->check)
            continue;
        terms_see(d->T, d->x, l, &at);
        if (l->use.type->check(l->use.data, &at, why, sizeof why)) {
            link_fault(l, why, f);
            return fault_prefix(f, "t = %.9g s: ", d->x->t);
        }
    }
    return 0;
}

int dynamics_pause(struct dynamics *d, struct fault *f)
{
    const struct assembly *as = d->T->as;
    if (terms_evaluate(d->T, d->x, TERMS_RATE | TERMS_GIVEN, f))
        return fault_prefix(f, "t = %.9g s: ", d->x->t);
    memcpy(d->was, as->release, (size_t)as->m);
    memcpy(d->held, d->T->g, (size_t)as->m * sizeof *d->held);
    return 0;
}

int dynamics_restart(struct dynamics *d, struct fault *f)
{
    struct assembly *as = d->T->as;
    assembly_switch(as);
    assembly_loads(as, d->x->t);
    d->T->signal_order = -1;
    newton_reset(d->newton);
    d->pasts = d->order = 0;
    if (terms_evaluate(d->T, d->x, TERMS_RATE | TERMS_GIVEN, f))
        return fault_prefix(f, "t = %.9g s: ", d->x->t);
    if (check_joints(d, f))
        return -1;
    int impact = switched_on(d, d->was, f);
    if (impact < 0)
        return -1;
    start_rows(d->arena, d->start);
    balance_energies(d->balance, d->x);
    double lost = d->balance->now.lost;
    /* what the scheme left in the velocities would come back as a jump of the multipliers, so it goes too */
    if (start_velocities(d->start, d->x, f) || start_accelerations(d->start, d->x, f))
        return -1;
    balance_take(d->balance, d->x, BALANCE_SWITCH);
    if (impact)
        notes_add(d->notes, "t = %.9g s: impact: velocities corrected, %.6g J lost", d->x->t, d->balance->now.lost - lost);
    memcpy(d->aux, d->x->a, (size_t)as->n * sizeof *d->aux);
    d->last = 0;
    return begin_steps(d, f);
}

/* ---- a step ---- */

/* Accelerations and multipliers as the polynomial through the last order + 1 steps goes on. */
static void extrapolate(const struct dynamics *d)
{
    const double *restrict p0 = d->past[0], *restrict p1 = d->past[1], *restrict p2 = d->past[2];
    double *restrict x = d->x->a;
    int n = d->T->as->n + d->T->as->m;
    switch (d->order) {
    case 1:
        for (int i = 0; i < n; i++)
            x[i] = 2 * x[i] - p0[i];
        break;
    case 2:
        for (int i = 0; i < n; i++)
            x[i] = 3 * (x[i] - p0[i]) + p1[i];
        break;
    case 3:
        for (int i = 0; i < n; i++)
            x[i] = 4 * (x[i] + p1[i]) - 6 * p0[i] - p2[i];
        break;
    }
}

/* q, u and t from the accelerations that are expected. */
static void predict(struct dynamics *d, double h, double t)
{
    const double *restrict a0 = d->before->a, *restrict w0 = d->aux_before, *restrict a = d->x->a;
    double *restrict q = d->x->q, *restrict u = d->x->u;
    double c1 = d->a1, c0 = d->a0, cw = d->w0;
    double q0 = h * h * (0.5 - d->beta), q1 = h * h * d->beta, u0 = h * (1 - d->gamma), u1 = h * d->gamma;
    for (int i = 0; i < d->T->as->n; i++) {
        double w1 = c1 * a[i] + c0 * a0[i] + cw * w0[i];
        q[i] += h * u[i] + q0 * w0[i] + q1 * w1;
        u[i] += u0 * w0[i] + u1 * w1;
    }
    d->x->t = t;
}

/* Bodies that tidy their predicted coordinates: q += d, u += c d, a += b d. */
static void tidy(struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    struct state *x = d->x;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        double q[8];
        if (!p->type->tidy)
            continue;
        memcpy(q, x->q + p->p, (size_t)p->n * sizeof *q);
        p->type->tidy(p->data, q);
        for (int k = 0; k < p->n; k++) {
            double more = q[k] - x->q[p->p + k];
            x->q[p->p + k] += more;
            x->u[p->p + k] += d->newton->c * more;
            x->a[p->p + k] += d->newton->b * more;
        }
    }
}

/* The order whose prediction would have been best here: the error of order k is the backward difference k + 1 of the
   forces M a.  A higher order must be better by half. */
static void choose_order(struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    const double *a = d->x->a, *b = d->before->a, *p0 = d->past[0], *p1 = d->past[1], *p2 = d->past[2];
    double error[MOST_ORDER + 1] = { 0 };
    for (int i = 0; i < as->n; i++) {
        double m = as->mass[i] > 0 ? as->mass[i] : 1, d0 = b[i] - p0[i], d1 = p0[i] - p1[i], d2 = p1[i] - p2[i];
        double n1 = m * (a[i] - b[i]), n2 = n1 - m * d0, n3 = n2 - m * (d0 - d1), n4 = n3 - m * (d0 - 2 * d1 + d2);
        error[0] += n1 * n1;
        error[1] += n2 * n2;
        error[2] += n3 * n3;
        error[3] += n4 * n4;
    }
    d->order = 0;
    for (int k = 1; k <= d->pasts; k++)
        if (4 * error[k] < error[d->order])
            d->order = k;
}

/* The step before this one is past now. */
static void remember(struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    double *oldest = d->past[MOST_ORDER - 1];
    if (d->pasts < MOST_ORDER || !d->newton->stale)
        choose_order(d);
    for (int k = MOST_ORDER - 1; k > 0; k--)
        d->past[k] = d->past[k - 1];
    d->past[0] = oldest;
    memcpy(oldest, d->before->a, (size_t)(as->n + as->m) * sizeof *oldest);
    if (d->pasts < MOST_ORDER)
        d->pasts++;
}

static void advance_aux(struct dynamics *d)
{
    double c1 = d->a1, c0 = d->a0, cw = d->w0;
    const double *restrict a1 = d->x->a, *restrict a0 = d->before->a, *restrict w0 = d->aux_before;
    double *restrict w1 = d->aux;
    for (int i = 0; i < d->T->as->n; i++)
        w1[i] = c1 * a1[i] + c0 * a0[i] + cw * w0[i];
}

/* The first redundant row that does not hold, or -1. */
static int unheld(const struct dynamics *d)
{
    const struct assembly *as = d->T->as;
    const struct rank *r = d->start->rank;
    double held = 1e-6;
    for (int row = 0; row < as->m; row++)
        if (row_holds(as, row))
            held = fmax(held, 100 * fabs(d->T->g[row]));
    for (int i = 0; i < r->dependents; i++)
        if (as->release[r->dependent[i]] == ROW_DEPENDENT && fabs(d->T->g[r->dependent[i]]) > held)
            return i;
    return -1;
}

/* Other rows may be the redundant ones here: chooses anew; 1 if that changes anything. */
static int choose_rows(struct dynamics *d)
{
    struct assembly *as = d->T->as;
    int changed = 0;
    memcpy(d->was, as->release, (size_t)as->m);
    start_rows(d->arena, d->start);
    if (d->finish)
        finish_rows(d->finish);
    for (int row = 0; row < as->m; row++)
        changed |= d->was[row] != as->release[row];
    newton_reset(d->newton);
    return changed;
}

/* Rows that were left out as redundant must still hold.  Those that were kept may have become dependent among themselves, at a pose
   where all of them together have not: then they no longer hold what was left out. */
static int check_dependent(struct dynamics *d, struct fault *f)
{
    const struct assembly *as = d->T->as;
    char name[256], unit[64];
    if (d->start->rank->dependents == 0)
        return 0;
    int i = unheld(d);
    if (i < 0 || (fabs(d->T->g[d->start->rank->dependent[i]]) < 1e-3 * fmin(as->length, 1) && choose_rows(d)))
        return 0;
    int row = d->start->rank->dependent[i];
    assembly_row_name(as, row, name, sizeof name);
    assembly_row_said(as, row, unit, sizeof unit);
    fault_set(f, "%s was redundant at the start and is off by %+.6g%s now; it contradicts ", name, d->T->g[row], unit);
    rank_partners(d->start->rank, as, i, f);
    return fault_prefix(f, "t = %.9g s: ", d->x->t);
}

/* The scheme's accelerations w at the start of a step.  They belong to am - af steps after q, so they move when the step changes:
   w += (am - af) (h - last) q''' */
static void start_aux(struct dynamics *d, double h)
{
    const double *a = d->x->a, *a_before = d->past[0];
    double part = d->options->controlled && d->last > 0 ? (d->am - d->af) * (h - d->last) / d->last : 0;
    memcpy(d->aux_before, d->aux, (size_t)d->T->as->n * sizeof *d->aux);
    for (int i = 0; part != 0 && i < d->T->as->n; i++)
        d->aux_before[i] += part * (a[i] - a_before[i]);
}

/* What can come of an attempt: taken, or why not. */
enum { TAKEN, DIVERGED, JUMPED, SPUN, LOOSE, COARSE };

/* One step of size h to time t; *error: over its tolerance, where steps are controlled.  One of the above; -1: fault. */
static int attempt(struct dynamics *d, double h, double t, double *error, struct fault *f)
{
    const struct assembly *as = d->T->as;
    start_aux(d, h);
    state_commit(as, d->x);
    state_copy(as, d->before, d->x);
    if (h != d->h) {
        double b = 1 / (d->a1 * h * h * d->beta);
        newton_scheme(d->newton, b, d->gamma / (h * d->beta), b, d->index2);
        d->pasts = d->order = 0;
        d->h = h;
    }
    extrapolate(d);
    predict(d, h, t);
    if (d->T->nvarying && !d->index2)
        tidy(d);
    int failed = newton_solve(d->newton, d->x, f);
    int spin = failed ? -1 : state_spun(as, d->x);
    if (spin >= 0)
        failed = SPUN, d->spun = as->part[d->T->spinning[spin]].body;
    *error = d->options->controlled && !failed ? pace_error(&d->pace, d->before, d->x, h) : 0;
    if (!failed && *error > 1)
        failed = COARSE;
    if (!failed && d->options->stabilized && (failed = hold_loose(d->newton, d->x, f)) > 0)
        failed = LOOSE;
    if (failed) {
        state_copy(as, d->x, d->before);
        return failed;
    }
    advance_aux(d);
    remember(d);
    terms_settle(d->T, d->x->t);
    readings_settle(d->T, d->x, h);
    d->last = h;
    note_rank(d);
    if (!d->newton->stale) {
        terms_drift(d->T, d->drift);
        note_energy(d);
    }
    d->steps++;
    if (d->balance->slots)
        balance_take(d->balance, d->x, BALANCE_STEP);
    return 0;
}

/* At a singular pose the multipliers of its weak direction may run away: with rows that give a little they stay, and what the solve
   comes to is the same. */
static int attempt_twice(struct dynamics *d, double h, double t, double *error, struct fault *f)
{
    int failed = attempt(d, h, t, error, f);
    if (failed != DIVERGED || d->T->nlaws == d->T->as->links)
        return failed;
    newton_reset(d->newton);
    d->newton->soft = 1e-10;
    failed = attempt(d, h, t, error, f);
    newton_reset(d->newton);
    d->newton->soft = 0;
    return failed;
}

/* "file:5: joint 'motor' (drive) row angle is off by +1 rad" */
static void row_is_off(const struct dynamics *d, int row, double by, struct fault *f)
{
    char name[256], unit[64];
    const char *where = d->T->as->link[d->T->as->row_link[row]].joint->item.where;
    assembly_row_name(d->T->as, row, name, sizeof name);
    assembly_row_said(d->T->as, row, unit, sizeof unit);
    fault_set(f, "%s%s%s is off by %+.6g%s", where, *where ? ": " : "", name, by, unit);
}

/* Positions of index 2 drift; a drive that jumps is not seen in its rates. */
static int check_drift(const struct dynamics *d, struct fault *f)
{
    int row = d->index2 && !d->newton->stale && d->options->start.mode != START_GIVEN ? terms_jump(d->T) : -1;
    if (row < 0)
        return 0;
    row_is_off(d, row, d->T->g[row], f);
    fault_append(f, ": if its function of time jumps, let it rise over some time; if it is the drift of this method, take shorter steps or "
                 "stabilized = true");
    return fault_prefix(f, "t = %.9g s: ", d->x->t);
}

/* What the rows are after a step, where the terms tell. */
static int check_rows(struct dynamics *d, struct fault *f)
{
    return d->newton->stale ? 0 : check_drift(d, f) || check_dependent(d, f) ? -1 : 0;
}

static int give_up(const struct dynamics *d, double h, int failed, struct fault *f)
{
    if (failed == DIVERGED) {
        newton_report(d->newton, d->x, f);
        fault_prefix(f, "step %.3g s did not converge (", h);
        fault_append(f, ")");
    }
    if (failed == JUMPED) {
        row_is_off(d, d->newton->jump, d->newton->jump_by, f);
        fault_append(f, " a step of %.3g s later: its function of time jumps, which bodies cannot; let it rise over some time", h);
    }
    if (failed == SPUN)
        fault_set(f, "body '%s' (%s) turns by more than half a turn in a step of %.3g s; it is too fast for this method", d->spun->item.name,
                  d->spun->item.type, h);
    if (failed == LOOSE)
        fault_set(f, "step %.3g s cannot be put back onto the rows of both levels (stabilized); is this a singular pose?", h);
    if (failed == COARSE)
        pace_stuck(d->T->as, d->pace.worst, d->pace.h,
                   "the motion jumps or cannot go on there, or rtol and atol ask for more than the numbers hold", f);
    dynamics_name_singular(d, f);
    return fault_prefix(f, "t = %.9g s: ", d->x->t);
}

static int step_by_stages(struct dynamics *d, double target, double whole, struct fault *f)
{
    if (d->radau ? radau_step(d->radau, d->x, d->before, target, f) : explicit_step(d->explicit, d->x, d->before, target, whole, f)) {
        dynamics_name_singular(d, f);
        return fault_prefix(f, "t = %.9g s: ", d->before->t);
    }
    d->steps++;
    terms_settle(d->T, d->x->t);
    readings_settle(d->T, d->x, d->x->t - d->before->t);
    terms_drift(d->T, d->drift);
    note_energy(d);
    note_rank(d);
    return check_dependent(d, f);
}

static int stopped(const struct dynamics *d, struct fault *f)
{
    return d->stop && d->stop(d->stop_data, d->x->t, d->steps) ? fault_set(f, "t = %.9g s: stopped", d->x->t) : 0;
}

/* A step of the length that its error allows. */
static int step_paced(struct dynamics *d, double target, struct fault *f)
{
    double longest = readings_longest(d->T, d->x);
    for (;;) {
        double left = target - d->x->t, h = pace_length(&d->pace, fmin(left, longest)), error;
        int failed = attempt_twice(d, h, h < left ? d->x->t + h : target, &error, f);
        if (!failed) {
            pace_accept(&d->pace, h, error);
            return check_rows(d, f);
        }
        if (d->T->as->model->script_failed)
            return give_up(d, h, failed, f);
        pace_reject(&d->pace, h, failed == COARSE ? error : 0);
        if (d->pace.h < 1e-13 * (fabs(d->x->t) + d->last) || d->pace.h < 1e-300)
            return give_up(d, h, failed, f);
        if (stopped(d, f))
            return -1;
    }
}

int dynamics_step(struct dynamics *d, double target, double whole, struct fault *f)
{
    if (d->finish)
        return step_by_stages(d, target, whole, f);
    if (d->options->controlled)
        return step_paced(d, target, f);
    if (target != d->target)
        d->from = d->x->t, d->target = target, d->done = 0;
    for (;;) {
        double part = d->level ? ldexp(1, -d->level) : 1, h = part * whole, done = d->done + part, error;
        int failed = attempt_twice(d, h, done >= 1 ? target : d->from + done * (target - d->from), &error, f);
        if (!failed) {
            d->done = done;
            if (d->level > 0 && stopped(d, f))
                return -1;
            d->tiny = d->level >= TINY ? d->tiny + 1 : 0;
            if (d->tiny > MOST_TINY)
                return fault_set(f, "t = %.9g s: the step of %.3g s fell to %.2g s and stays there: the motion is too stiff or too rough for it, "
                                 "or a singular pose was left on another branch", d->x->t, whole, h);
            if (d->level > 0 && ++d->good >= GOOD_STEPS && fmod(done, 2 * part) == 0)
                d->level--, d->good = 0;
            return check_rows(d, f);
        }
        if (d->level == MOST_HALVINGS || d->T->as->model->script_failed)
            return give_up(d, h, failed, f);
        if (stopped(d, f))
            return -1;
        d->level++;
        d->good = 0;
        d->halvings++;
    }
}

int dynamics_between(struct dynamics *d, double t, struct state *out, struct fault *f)
{
    if (d->finish)
        return (d->radau ? radau_between(d->radau, d->before, t, out, f) : explicit_between(d->explicit, d->before, d->x, t, out, f))
            ? fault_prefix(f, "t = %.9g s: ", t) : 0;
    const struct assembly *as = d->T->as;
    const struct state *x0 = d->before, *x1 = d->x;
    double h = x1->t - x0->t, s = (t - x0->t) / h;
    double p0 = (1 + 2 * s) * (1 - s) * (1 - s), p1 = 1 - p0, m0 = s * (1 - s) * (1 - s) * h, m1 = -s * s * (1 - s) * h;
    double dp = 6 * s * (s - 1) / h, dm0 = (1 - s) * (1 - 3 * s), dm1 = s * (3 * s - 2);
    out->t = t;
    memcpy(out->turn, x0->turn, (size_t)(4 * as->spins) * sizeof *out->turn);
    for (int i = 0; i < as->n; i++) {
        out->q[i] = p0 * x0->q[i] + p1 * x1->q[i] + m0 * x0->u[i] + m1 * x1->u[i];
        out->u[i] = dp * (x0->q[i] - x1->q[i]) + dm0 * x0->u[i] + dm1 * x1->u[i];
        out->a[i] = (1 - s) * x0->a[i] + s * x1->a[i];
    }
    for (int k = 0; k < as->spins; k++) { /* increments v from 0, v' = T(v)^-1 w at both ends, w = T(v) v' in between */
        double rate[3], *v = out->q + as->spin_at[k];
        const double *w0 = x0->u + as->spin_at[k], *v1 = x1->q + as->spin_at[k];
        spin_unrate(rate, v1, x1->u + as->spin_at[k]);
        for (int i = 0; i < 3; i++) {
            v[i] = p1 * v1[i] + m0 * w0[i] + m1 * rate[i];
            rate[i] = -dp * v1[i] + dm0 * w0[i] + dm1 * rate[i];
        }
        spin_rate(out->u + as->spin_at[k], v, rate);
    }
    for (int i = 0; i < as->m; i++)
        out->lambda[i] = (1 - s) * x0->lambda[i] + s * x1->lambda[i];
    return 0;
}
