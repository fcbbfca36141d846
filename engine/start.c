/* start.c - checks, assembles, releases redundant rows, solves the first accelerations.
 *
 * Assembly is Newton on  [M B'; B 0] [dq; mu] = [0; -g]: the least correction, weighted by mass; the same once for
 * velocities with -g_dot.  Dependent rows are left out and looked at afterwards. */
#include "start.h"
#include "compromise.h"
#include "reading.h"

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 60, LISTED = 12 };

struct start *start_new(struct arena *a, struct terms *T, struct linear *linear, const struct start_options *options, struct notes *notes)
{
    const struct assembly *as = T->as;
    struct start *s = ARENA_NEW(a, 1, struct start);
    *s = (struct start){ .options = options, .T = T, .linear = linear, .notes = notes };
    s->motion = ARENA_NEW(a, as->n, double);
    s->rows = ARENA_NEW(a, as->m, double);
    s->extra = ARENA_NEW(a, as->n, double);
    return s;
}

/* All terms, with rates, and sigma of laws from their deformation. */
static int evaluate(struct start *s, struct state *x, struct fault *f)
{
    return terms_evaluate(s->T, x, TERMS_RATE | TERMS_GIVEN, f) ? fault_prefix(f, "t = %.9g s: ", x->t) : 0;
}

/* What is wrong with a row on a level (0 position, 1 velocity); rows that do not live there: 0. */
static double off(const struct start *s, int row, int level)
{
    const struct assembly *as = s->T->as;
    if (as->link[as->row_link[row]].use.type->law || (as->release[row] != ROW_HELD && as->release[row] != ROW_DEPENDENT))
        return 0;
    if (level == 0)
        return row_of_rates(as, row) ? 0 : s->T->g[row];
    return s->T->g_dot[row];
}

static double limit(const struct start *s, int level)
{
    return level ? 100 * s->options->tolerance : s->options->tolerance;
}

static double largest_off(const struct start *s, int level)
{
    double largest = 0;
    for (int row = 0; row < s->T->as->m; row++) {
        double e = fabs(off(s, row, level));
        if (!(e <= largest))
            largest = e;
    }
    return largest;
}

/* The output that has the name of the row, if the joint has one: "distance 1.02 m, wanted 1 m". */
static void row_wanted(const struct start *s, const struct state *x, int row, double g, const char *unit, struct fault *f)
{
    const struct link *l = &s->T->as->link[s->T->as->row_link[row]];
    const struct joint_type *type = l->use.type;
    for (const struct joint_output *o = type->outputs; type->rows && o && o->name; o++) {
        struct joint_at at;
        double now;
        if (o->n != 1 || strcmp(o->name, type->rows[row - l->row].name) != 0)
            continue;
        terms_see(s->T, x, l, &at);
        if (!o->eval(l->use.data, &at, &now))
            fault_append(f, " is %.9g%s, wanted %.9g%s,", now, unit, now - g, unit);
    }
}

/* "joint 'rod' (distance) row distance is off by +0.02 m" for each row that is wrong */
static void list_wrong(const struct start *s, const struct state *x, int level, struct fault *f)
{
    const struct assembly *as = s->T->as;
    int listed = 0;
    for (int row = 0; row < as->m; row++) {
        double e = off(s, row, level);
        char name[256], unit[64];
        if (fabs(e) <= limit(s, level))
            continue;
        if (listed++ == LISTED) {
            fault_append(f, "\n  and more");
            return;
        }
        assembly_row_name(as, row, name, sizeof name);
        assembly_row_said(as, row, unit, sizeof unit);
        fault_append(f, "\n  %s%s", *as->link[as->row_link[row]].joint->item.where ? as->link[as->row_link[row]].joint->item.where : "",
                     *as->link[as->row_link[row]].joint->item.where ? ": " : "");
        fault_append(f, "%s", name);
        if (level == 0)
            row_wanted(s, x, row, e, unit, f);
        fault_append(f, level ? " moves at %+.6g%s%s" : " is off by %+.6g%s", e, level && !*unit ? " 1" : unit,
                     level && !row_of_rates(as, row) ? "/s" : "");
    }
}

/* ---- the linear system of all three ---- */

/* Mass where there is none, so that massless bodies can be moved too. */
static void fill_extra(struct start *s)
{
    const struct assembly *as = s->T->as;
    double largest[BODY_UNITS] = { 0 };
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; k < as->part[i].n; k++) {
            const struct part *p = &as->part[i];
            double m = terms_inertia(s->T, p, k);
            s->extra[p->p + k] = m;
            largest[as->unit[p->p + k]] = fmax(largest[as->unit[p->p + k]], m);
        }
    for (int i = 0; i < as->n; i++) {
        double most = largest[as->unit[i]] > 0 ? largest[as->unit[i]] : 1;
        s->extra[i] = s->extra[i] > 1e-9 * most ? 0 : 1e-9 * most;
    }
}

static int solve(struct start *s, const double *extra, struct fault *f)
{
    const struct linear_weights w = { .mass = 1, .extra = extra };
    if (linear_factor(s->linear, s->T, &w, NULL, f))
        return -1;
    linear_solve(s->linear, s->motion, s->rows);
    return 0;
}

/* Right-hand side 0 and -off; corrects q (level 0) or u (level 1), times `part`. */
static int correct(struct start *s, struct state *x, int level, struct fault *f)
{
    const struct assembly *as = s->T->as;
    memset(s->motion, 0, (size_t)as->n * sizeof *s->motion);
    for (int row = 0; row < as->m; row++)
        s->rows[row] = row_holds(as, row) ? -off(s, row, level) : 0;
    for (int row = 0; level == 0 && row < as->m; row++)
        if (row_holds(as, row) && row_of_rates(as, row))
            as->release[row] = ROW_DEPENDENT; /* velocity rows have no say in positions */
    fill_extra(s);
    int failed = solve(s, s->extra, f);
    for (int row = 0; level == 0 && row < as->m; row++)
        if (as->release[row] == ROW_DEPENDENT && row_of_rates(as, row))
            as->release[row] = ROW_HELD;
    for (int i = 0; i < as->n && !failed; i++)
        (level ? x->u : x->q)[i] += s->motion[i];
    return failed;
}

/* ---- redundant rows ---- */

void start_rows(struct arena *a, struct start *s)
{
    struct assembly *as = s->T->as;
    for (int row = 0; row < as->m; row++)
        if (as->release[row] == ROW_DEPENDENT)
            as->release[row] = ROW_HELD;
    s->rank = rank_find(a, s->T, s->linear);
    for (int i = 0; i < s->rank->dependents; i++)
        as->release[s->rank->dependent[i]] = ROW_DEPENDENT;
}

/* ---- positions ---- */

/* A joint may say that a pose is not meant though its rows hold there, as half a turn away: a fault then. */
static int not_meant(struct start *s, const struct state *x, struct fault *f)
{
    for (int i = 0; i < s->T->as->links; i++) {
        const struct link *l = &s->T->as->link[i];
        struct joint_at at;
        char why[1024];
        if (!l->active || !l->use.type->check || l->use.type->law)
            continue;
        terms_see(s->T, x, l, &at);
        if (l->use.type->check(l->use.data, &at, why, sizeof why))
            return link_fault(l, why, f);
    }
    return 0;
}

/* Newton with steps that turn no body by more than 0.5 rad, as a full one may turn it over, halved where it has to be; 0 if every
   row, dependent ones too, holds in the end. */
static int assemble_positions(struct start *s, struct arena *a, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    struct state *trial = state_new(a, as);
    int watched = !not_meant(s, x, f);
    double before = largest_off(s, 0), goal = 1e-4 * s->options->tolerance;
    for (int k = 0; k < MOST_ITERATIONS && before > goal; k++) {
        double part = 1, now = INFINITY;
        start_rows(a, s);
        state_copy(as, trial, x);
        if (correct(s, trial, 0, f))
            return -1;
        part = fmin(1, 0.5 / terms_turn(s->T, s->motion));
        for (int halved = 0; halved < 12; halved++, part /= 2) {
            for (int i = 0; i < as->n; i++)
                trial->q[i] = x->q[i] + part * s->motion[i];
            if (evaluate(s, trial, f)) {
                if (as->model->script_failed)
                    return -1;
                continue; /* a joint refuses this pose: a smaller step */
            }
            now = watched && not_meant(s, trial, f) ? INFINITY : largest_off(s, 0);
            if (now < before)
                break;
        }
        if (!(now < before)) {
            if (evaluate(s, x, f))
                return -1;
            break;
        }
        memcpy(x->q, trial->q, (size_t)as->nq * sizeof *x->q);
        state_commit(as, x);
        readings_settle(s->T, x, INFINITY);
        before = now;
    }
    start_rows(a, s);
    return before <= s->options->tolerance ? 0 : 1;
}

void start_moved(struct start *s, const struct state *x, const struct state *was)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        double moved, turned;
        state_way(as, p, was, x, &moved, &turned);
        if (turned > s->options->tolerance && moved > s->options->tolerance)
            notes_add(s->notes, "start: body '%s' moved by %.6g m and turned by %.6g rad", p->body->item.name, moved, turned);
        else if (turned > s->options->tolerance)
            notes_add(s->notes, "start: body '%s' turned by %.6g rad", p->body->item.name, turned);
        else if (moved > s->options->tolerance)
            notes_add(s->notes, "start: body '%s' moved by %.6g m", p->body->item.name, moved);
    }
}

static int start_positions(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    if (largest_off(s, 0) <= limit(s, 0))
        return 0;
    struct state *was = state_new(a, as), *tried = state_new(a, as);
    state_copy(as, was, x);
    state_copy(as, tried, x);
    struct fault wrong;
    fault_set(&wrong, "the start positions do not fit the joints (start_tolerance = %.3g):", s->options->tolerance);
    list_wrong(s, x, 0, &wrong);
    if (s->options->mode == START_GIVEN) {
        notes_add(s->notes, "warning: %s\n  kept, because of start = \"given\"", wrong.text);
        return 0;
    }
    int failed = assemble_positions(s, a, tried, f);
    if (failed < 0)
        return fault_prefix(f, "the start positions can not be corrected: ");
    int near = failed ? compromise(a, s->T, tried, s->options->tolerance, f) : 0;
    if (near < 0)
        return -1;
    if (near) {
        struct fault left = *f;
        readings_settle(s->T, tried, INFINITY);
        if (evaluate(s, tried, f) || assemble_positions(s, a, tried, f)) {
            *f = left;
            return -1;
        }
    }
    if (s->options->mode == START_STRICT) {
        *f = wrong;
        return fault_append(f, "\ncorrect them, or let start = \"assemble\" move the bodies, or keep them with start = \"given\"");
    }
    if (evaluate(s, tried, f) || not_meant(s, tried, f))
        return fault_prefix(f, "the start positions can not be corrected: ");
    state_copy(as, x, tried);
    start_moved(s, x, was);
    return 0;
}

/* ---- velocities ---- */

int start_velocities(struct start *s, struct state *x, struct fault *f)
{
    for (int k = 0; k < 10 && largest_off(s, 1) > 1e-6 * limit(s, 1); k++) /* more than once only if a row is not linear in u */
        if (correct(s, x, 1, f) || evaluate(s, x, f))
            return -1;
    if (largest_off(s, 1) <= limit(s, 1))
        return 0;
    fault_set(f, "the rates that the joints want contradict each other; the closest ones leave:");
    list_wrong(s, x, 1, f);
    for (int i = 0; i < s->rank->dependents; i++)
        if (fabs(off(s, s->rank->dependent[i], 1)) > limit(s, 1)) {
            fault_append(f, "\n  against ");
            rank_partners(s->rank, s->T->as, i, f);
        }
    return -1;
}

static int start_rates(struct start *s, struct state *x, struct fault *f)
{
    if (s->options->places_only || largest_off(s, 1) <= limit(s, 1))
        return 0;
    struct fault wrong;
    fault_set(&wrong, "the start velocities do not fit the joints (tolerance %.3g):", limit(s, 1));
    list_wrong(s, x, 1, &wrong);
    if (s->options->mode == START_STRICT) {
        *f = wrong;
        return fault_append(f, "\ncorrect them, or let start = \"assemble\" remove what does not fit, or keep them with start = \"given\"");
    }
    if (s->options->mode == START_GIVEN) {
        notes_add(s->notes, "warning: %s\n  kept, because of start = \"given\"", wrong.text);
        return 0;
    }
    if (start_velocities(s, x, f))
        return -1;
    const char *list = strchr(wrong.text, '\n');
    notes_add(s->notes, "start: removed from the velocities:%s", list ? list : "");
    return 0;
}

int start_from(struct arena *a, struct start *s, struct state *x, const struct origin *from, struct fault *f)
{
    struct assembly *as = s->T->as;
    memcpy(x->q, from->x->q, (size_t)as->nq * sizeof *x->q);
    for (int i = 0; i < as->n; i++)
        x->u[i] = from->rest ? 0 : from->x->u[i];
    state_commit(as, x);
    assembly_continue(as, from->as);
    if (from->same)
        return 0;
    if (evaluate(s, x, f))
        return -1;
    start_rows(a, s);
    return start_velocities(s, x, f);
}

/* ---- redundant, or only singular here? ---- */

/* A small pseudo-random motion that the rows allow, back onto the rows, which a straight way leaves; then the rank again. */
static int redundant_nearby(struct start *s, struct arena *a, struct state *x, struct fault *f)
{
    struct assembly *as = s->T->as;
    struct state *near = state_new(a, as);
    const struct rank *here = s->rank;
    unsigned seed = 12345;
    state_copy(as, near, x);
    memset(s->rows, 0, (size_t)as->m * sizeof *s->rows);
    for (int i = 0; i < as->n; i++) {
        seed = seed * 1103515245u + 12345u;
        s->motion[i] = (as->unit[i] == BODY_ANGLE ? 1 : as->length) * ((double)(seed >> 16 & 0x7fff) / 16384 - 1);
        s->extra[i] = 1;
    }
    const struct linear_weights w = { .mass = 0, .extra = s->extra }; /* [1 B'; B 0]: projects onto what the rows allow */
    if (linear_factor(s->linear, s->T, &w, NULL, f))
        return -1;
    linear_solve(s->linear, s->motion, s->rows);
    for (int i = 0; i < as->n; i++)
        near->q[i] += 1e-3 * s->motion[i];
    int failed = evaluate(s, near, f) || assemble_positions(s, a, near, f), dependents = failed ? here->dependents : s->rank->dependents;
    s->rank = here;
    for (int row = 0; row < as->m; row++)
        if (as->release[row] == ROW_DEPENDENT)
            as->release[row] = ROW_HELD;
    for (int i = 0; i < here->dependents; i++)
        as->release[here->dependent[i]] = ROW_DEPENDENT;
    return evaluate(s, x, f) ? -1 : dependents;
}

static int judge_redundant(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    const struct rank *r = s->rank;
    struct fault text;
    s->nearby = s->singular_pose = 0;
    if (r->dependents == 0)
        return 0;
    int nearby = redundant_nearby(s, a, x, f);
    if (nearby < 0)
        return -1;
    s->nearby = nearby;
    s->singular_pose = nearby < r->dependents;
    if (s->options->rank_unsaid)
        return 0;
    notes_add(s->notes, s->singular_pose
                  ? "warning: singular start pose: %d row%s, rank %d here, but %d next to it; multipliers are not unique at the start"
                  : "warning: %d row%s, rank %d: redundant joints; their reactions are not unique",
              r->rows, r->rows == 1 ? "" : "s", r->rank, r->rows - nearby);
    for (int i = 0; i < r->dependents && i < LISTED; i++) {
        rank_sentence(r, as, i, &text);
        notes_add(s->notes, "  %s", text.text);
    }
    return 0;
}

static int no_number(const struct start *s, struct fault *f)
{
    char name[256];
    for (int row = 0; row < s->T->as->m; row++)
        if (isnan(off(s, row, 0)) || isnan(off(s, row, 1))) {
            assembly_row_name(s->T->as, row, name, sizeof name);
            break;
        }
    return fault_set(f, "%s is no number at the start; are its numbers too large?", name);
}

int start_place(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    if (evaluate(s, x, f))
        return -1;
    if (isnan(largest_off(s, 0)) || isnan(largest_off(s, 1)))
        return no_number(s, f);
    if (start_positions(a, s, x, f) || evaluate(s, x, f))
        return -1;
    start_rows(a, s);
    return 0;
}

int start_state(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    return start_place(a, s, x, f) || start_rates(s, x, f) || judge_redundant(a, s, x, f) ? -1 : 0;
}

int start_same(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    return start_place(a, s, x, f) || judge_redundant(a, s, x, f) ? -1 : 0;
}

/* ---- accelerations ---- */

int start_accelerations(struct start *s, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    memset(x->a, 0, (size_t)as->n * sizeof *x->a);
    memset(x->lambda, 0, (size_t)as->m * sizeof *x->lambda);
    if (evaluate(s, x, f))
        return -1;
    if (terms_bias(s->T, x, s->rows, f))
        return fault_prefix(f, "t = %.9g s: ", x->t);
    for (int i = 0; i < as->n; i++)
        s->motion[i] = -s->T->r[i];
    for (int row = 0; row < as->m; row++)
        s->rows[row] = row_holds(as, row) ? -s->rows[row] : 0;
    if (solve(s, NULL, f))
        return fault_prefix(f, "t = %.9g s: no accelerations: ", x->t);
    for (int i = 0; i < as->n; i++) {
        x->a[i] = s->motion[i];
        if (!isfinite(x->a[i]))
            return fault_set(f, "t = %.9g s: no accelerations: they are not finite; a force is too large or a mass too small", x->t);
    }
    for (int row = 0; row < as->m; row++)
        if (row_holds(as, row))
            x->lambda[row] = s->rows[row];
    return 0;
}

/* ---- for those who only go from place to place ---- */

int start_assemble(struct arena *a, struct start *s, struct state *x, struct fault *f)
{
    if (evaluate(s, x, f))
        return -1;
    int failed = assemble_positions(s, a, x, f);
    if (failed)
        return failed;
    if (evaluate(s, x, f))
        return -1;
    start_rows(a, s);
    return 0;
}

int start_project(struct start *s, double *motion, double *rows, struct fault *f)
{
    const struct assembly *as = s->T->as;
    memcpy(s->motion, motion, (size_t)as->n * sizeof *motion);
    for (int row = 0; row < as->m; row++)
        s->rows[row] = row_holds(as, row) ? rows[row] : 0;
    fill_extra(s);
    if (solve(s, s->extra, f))
        return -1;
    memcpy(motion, s->motion, (size_t)as->n * sizeof *motion);
    memcpy(rows, s->rows, (size_t)as->m * sizeof *rows);
    return 0;
}

void start_release_rates(struct start *s, const char *where)
{
    struct assembly *as = s->T->as;
    int released = 0;
    for (int row = 0; row < as->m; row++)
        if (as->release[row] == ROW_HELD && row_of_rates(as, row))
            as->release[row] = ROW_FREE, released++;
    if (released)
        notes_add(s->notes, "%d row%s of velocities %s released in %s", released, released == 1 ? "" : "s", released == 1 ? "is" : "are", where);
}
