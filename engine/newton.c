/* newton.c - corrects until forces and rows are within their tolerances, at least once. */
#include "newton.h"
#include "reading.h"
#include "spin.h"
#include "text.h"

#include <string.h>

struct newton *newton_new(struct arena *a, struct terms *T, const struct newton_options *options, int coupled)
{
    const struct assembly *as = T->as;
    struct newton *s = ARENA_NEW(a, 1, struct newton);
    s->options = options;
    s->T = T;
    s->linear = linear_new(a, as, coupled, options->linear);
    s->coupled = T->curved = coupled;
    s->motion = ARENA_NEW(a, 2 * as->n, double);
    s->weight = s->motion + as->n;
    for (int i = 0; i < as->parts; i++)
        for (int k = 0; k < as->part[i].n; k++) {
            const struct part *p = &as->part[i];
            int unit = as->unit[p->p + k];
            double m = p->varying ? 0 : terms_inertia(T, p, k) * (unit == BODY_LENGTH ? as->length : 1);
            s->heaviest[unit] = fmax(s->heaviest[unit], m);
        }
    s->rows = ARENA_NEW(a, 3 * as->m, double);
    s->row_weight = s->rows + as->m;
    s->row_factor = s->row_weight + as->m;
    if (coupled) {
        s->curvature = ARENA_NEW(a, as->links, double *);
        for (int i = 0; i < as->links; i++) {
            const struct link *l = &as->link[i];
            int n = 0;
            for (int k = 0; k < l->ends; k++)
                n += l->end[k].n;
            s->curvature[i] = ARENA_NEW(a, n * n, double);
        }
    }
    return s;
}

/* Tangents of laws that were differenced are asked for again. */
static void forget_laws(struct newton *s)
{
    for (int i = 0; i < s->T->nlaws; i++)
        s->T->as->link[s->T->laws[i]].tangent = LAW_ASK;
}

void newton_reset(struct newton *s)
{
    forget_laws(s);
    s->factored = s->weighed = s->verified = s->blind = s->blind2 = 0;
}

void newton_scheme(struct newton *s, double b, double c, double scale, int index2)
{
    if (b != s->b || c != s->c || scale != s->scale || index2 != s->index2)
        newton_reset(s);
    s->b = s->inertia = b, s->c = c, s->scale = scale, s->index2 = index2;
}

/* ---- residuals ---- */

static double largest_force(const struct newton *s)
{
    double largest = 0;
    for (int k = 0; k < BODY_UNITS; k++)
        largest = fmax(largest, s->T->largest[k]);
    return largest;
}

/* One over the tolerance of each coordinate's force and of each row (of forces that move nothing by a visible digit: the round-off
   of those that would), and what a row's value is multiplied with on the right
   side; zero for rows that are released, and for those of laws, which are looked at by themselves. */
static void weigh(struct newton *s)
{
    const struct assembly *as = s->T->as;
    double tolerance[BODY_UNITS];
    for (int k = 0; k < BODY_UNITS; k++) {
        double largest = s->T->largest[k], moving = s->b * s->heaviest[k];
        tolerance[k] = s->options->relative_tolerance * largest + (largest < 1e-12 * moving ? 1e-15 * moving : 0) + 1e-300;
    }
    for (int i = 0; i < as->n; i++)
        s->weight[i] = 1 / tolerance[as->unit[i]];
    s->released = 0;
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++) {
            int row = l->row + k, held = as->release[row] == ROW_HELD, counts = held && !l->use.type->law;
            s->row_weight[row] = counts ? 1 / s->options->absolute_tolerance : 0;
            s->row_factor[row] = !counts ? 0 : s->index2 || l->use.level[k] ? -1 / s->c : -1;
            s->released += !held;
        }
    }
    s->force = largest_force(s);
    s->weighed = 1;
}

/* The value of each row at the level it is held on; velocity rows have theirs in both. */
static const double *row_values(const struct newton *s)
{
    return s->index2 ? s->T->g_dot : s->T->g;
}

/* sigma(g, g_dot) - lambda of a row of a law, over its tolerance: small as a force, or as a length. */
static double law_row_error(const struct newton *s, const struct link *l, int i, const struct state *x)
{
    double value = fabs(l->law[i] - x->lambda[l->row + i]);
    double as_length = value * l->D[i] / s->options->absolute_tolerance;
    double as_force = value / (s->options->relative_tolerance * s->force + 1e-300);
    if (s->T->as->release[l->row + i] != ROW_HELD)
        return 0;
    return l->D[i] > 0 && as_length < as_force ? as_length : as_force;
}

/* What a differenced tangent did not foretell, as a force over its tolerance; 0 if it is the round-off of the deformation. */
static double unforeseen(const struct newton *s, const struct link *l, const struct state *x)
{
    double most = 0;
    for (int i = 0; i < l->use.rows; i++) {
        double value = fabs(l->law[i] - x->lambda[l->row + i]);
        if (s->T->as->release[l->row + i] == ROW_HELD && value * l->D[i] > 2e-15 * s->T->as->length)
            most = fmax(most, value / (s->options->relative_tolerance * s->force + 1e-300));
    }
    return most;
}

/* The least change of T that would have foretold sigma: T += (sigma - lambda) d' / d'd for the deformation d since the last
   correction (Broyden 1965).  One that is no small one is not to be trusted: then the law is differenced anew. */
static void correct_law(struct link *l, const double *g, const double *lambda)
{
    double d[JOINT_ROWS], dd = 0;
    int rows = l->use.rows;
    for (int k = 0; k < rows; k++) {
        d[k] = g[k] - l->from[k];
        dd += d[k] * d[k];
    }
    for (int i = 0; i < rows; i++)
        if (!(fabs(l->law[i] - lambda[i]) * l->D[i] < 0.5 * sqrt(dd))) {
            l->tangent = LAW_ASK;
            return;
        }
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < rows; k++)
            l->T[i * rows + k] += (l->law[i] - lambda[i]) * d[k] / dd;
}

/* The worst row of a law.  Where its tangent was differenced it learns from what it did not foretell; the leftover of a kept one
   must be small as a force, as that of a new one is anyway. */
static double law_error(const struct newton *s, struct link *l, const struct state *x)
{
    double error = 0, sum = 0;
    for (int k = 0; k < l->use.rows; k++) {
        double e = law_row_error(s, l, k, x);
        error = fmax(error, e);
        sum += e;
    }
    double force = s->iterations > 0 && l->tangent != LAW_ASK ? unforeseen(s, l, x) : 0;
    int kept = l->tangent == LAW_KEPT;
    if (kept)
        error = fmax(error, force);
    if (kept && force > 1 && s->iterations > 1)
        l->tangent = LAW_ASK;
    else if (force > 1e-3)
        correct_law(l, s->T->g + l->row, x->lambda + l->row);
    return isnan(sum) ? NAN : error;
}

/* Error of the state evaluated last: the largest residual over its tolerance; NaN if anything is not a number. */
static double residual_error(struct newton *s, const struct state *x)
{
    const struct assembly *as = s->T->as;
    const double *r = s->T->r, *value = row_values(s), *weight = s->weight, *row_weight = s->row_weight;
    double error = 0, sum = 0;
    for (int i = 0; i < as->n; i++) {
        double e = fabs(r[i]) * weight[i];
        error = e > error ? e : error;
        sum += e;
    }
    for (int i = 0; i < as->m; i++) {
        double e = fabs(value[i]) * row_weight[i];
        error = e > error ? e : error;
        sum += e;
    }
    for (int i = 0; i < s->T->nlaws; i++) {
        double e = law_error(s, &as->link[s->T->laws[i]], x);
        error = e > error ? e : error;
        sum += e;
    }
    return s->error = isnan(sum) ? NAN : error;
}

/* ---- corrections ---- */

struct linear_weights newton_weights(const struct newton *s)
{
    return (struct linear_weights){ .mass = s->inertia / s->scale, .stiffness = 1 / s->scale, .damping = s->c / s->scale,
                                    .scale = s->scale, .soft = s->soft };
}

static int tangent(struct newton *s, const struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    if (terms_tangent(s->T, x, s->c, s->scale, f))
        return -1;
    for (int i = 0; s->coupled && i < as->links; i++)
        if (terms_curvature(s->T, x, i, s->curvature[i], f))
            return -1;
    return s->coupled ? terms_load_curvature(s->T, x, s->curvature, f) : 0;
}

int newton_tangent(struct newton *s, const struct state *x, struct fault *f)
{
    forget_laws(s);
    return tangent(s, x, f);
}

static int factor(struct newton *s, const struct state *x, struct fault *f)
{
    const struct linear_weights w = newton_weights(s);
    if (tangent(s, x, f))
        return -1;
    s->factorisations++;
    s->singular = linear_factor(s->linear, s->T, &w, s->curvature, f) != 0;
    s->factored = !s->singular;
    return s->singular;
}

/* -r / scale, and -value of the rows as lengths or at their level over c; of laws lambda - sigma */
static void right_hand_sides(struct newton *s, const struct state *x)
{
    const struct assembly *as = s->T->as;
    const double *restrict r = s->T->r, *restrict value = row_values(s), *restrict row_factor = s->row_factor;
    double *restrict motion = s->motion, *restrict rows = s->rows, factor = -1 / s->scale;
    for (int i = 0; i < as->n; i++)
        motion[i] = factor * r[i];
    for (int i = 0; i < as->m; i++)
        rows[i] = value[i] * row_factor[i];
    for (int i = 0; i < s->T->nlaws; i++) {
        const struct link *l = &as->link[s->T->laws[i]];
        for (int k = 0; k < l->use.rows; k++)
            rows[l->row + k] = x->lambda[l->row + k] - l->law[k];
    }
    for (int i = 0; s->released && i < as->m; i++)
        if (as->release[i] != ROW_HELD)
            rows[i] = factor * x->lambda[i];
}

/* Rotations were solved as turns in body axes; the increments need T(v)^-1 of them: adds what that makes more. */
static void bend(const struct newton *s, struct state *x, int at)
{
    double more[3];
    spin_unrate(more, x->q + at, s->motion + at);
    for (int i = 0; i < 3; i++) {
        double d = more[i] - s->motion[at + i];
        x->q[at + i] += d;
        x->u[at + i] += s->c * d;
        x->a[at + i] += s->b * d;
    }
}

/* Where turns are counted no two bodies may turn by half a turn apart from one evaluation to the next: no rates say how far. */
static void count_turns(struct newton *s, const struct state *x)
{
    double most = terms_turn(s->T, s->motion), part = 1.5 / most;
    terms_settle(s->T, x->t);
    readings_settle(s->T, x, INFINITY);
    for (int i = 0; most > 1.5 && i < s->T->as->n; i++)
        s->motion[i] *= part;
    for (int i = 0; most > 1.5 && i < s->T->as->m; i++)
        s->rows[i] *= part;
}

/* q += dq, u += c dq, a += b dq, lambda += scale mu */
static void move(const struct newton *s, struct state *x)
{
    const struct assembly *as = s->T->as;
    const double *restrict motion = s->motion, *restrict rows = s->rows, b = s->b, c = s->c, scale = s->scale;
    double *restrict q = x->q, *restrict u = x->u, *restrict a = x->a, *restrict lambda = x->lambda;
    for (int i = 0; i < as->n; i++) {
        q[i] += motion[i];
        u[i] += c * motion[i];
        a[i] += b * motion[i];
    }
    for (int i = 0; i < as->m; i++)
        lambda[i] += scale * rows[i];
}

static void correct(struct newton *s, struct state *x)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < s->T->nlaws; i++) {
        const struct link *l = &as->link[s->T->laws[i]];
        memcpy(l->from, s->T->g + l->row, (size_t)l->use.rows * sizeof *l->from);
    }
    right_hand_sides(s, x);
    linear_solve(s->linear, s->motion, s->rows);
    if (s->coupled && s->T->counting)
        count_turns(s, x);
    for (int i = 0; i < as->spins; i++)
        bend(s, x, as->spin_at[i]);
    move(s, x);
    if (s->b == 0)
        state_commit(as, x);
}

int newton_evaluate(struct newton *s, struct state *x, struct fault *f)
{
    if (terms_evaluate(s->T, x, TERMS_LARGEST | (s->index2 ? TERMS_RATE : 0), f))
        return -1;
    weigh(s);
    right_hand_sides(s, x);
    return isnan(residual_error(s, x));
}

int newton_correct(struct newton *s, struct state *x, struct fault *f)
{
    int failed = factor(s, x, f);
    if (failed)
        return failed;
    correct(s, x);
    s->iterations++;
    s->total_iterations++;
    return 0;
}

/* The correction is lost in the round-off of the coordinates. */
static int at_round_off(const struct newton *s, const struct state *x)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < as->n; i++) {
        double size = as->unit[i] == BODY_LENGTH ? fmax(fabs(x->q[i]), as->length) : fmax(fabs(x->q[i]), 1);
        if (!(fabs(s->motion[i]) <= 1e-15 * size))
            return 0;
    }
    return 1;
}

enum { VERIFIED_FIRST = 4, VERIFY_EVERY = 16 };

/* The error after one correction of a state with this error, as far as it is known: it falls with its square, or by a rate; both
   are taken from the last verified solves, eight and two times worse.  What begins with a larger error than that is new. */
static double expected(const struct newton *s, double error)
{
    return error <= 2 * s->seen ? fmax(8 * s->kappa * error * error, 2 * s->theta * error) : INFINITY;
}

/* Deformations of laws go with the correction dq: g += B dq, g_dot += c B dq. */
static void carry_laws(struct newton *s)
{
    struct terms *T = s->T;
    for (int i = 0; i < T->nlaws; i++) {
        const struct link *l = &T->as->link[T->laws[i]];
        for (int k = 0; k < l->use.rows; k++)
            for (int e = 0; e < l->ends; e++)
                for (int c = 0; c < l->end[e].n; c++) {
                    double d = l->end[e].B[k * l->end[e].n + c] * s->motion[l->end[e].p + c];
                    T->g[l->row + k] += d;
                    T->g_dot[l->row + k] += s->c * d;
                }
    }
}

/* The laws at the deformations carried there: 1 if each fits its force. */
static int laws_hold(struct newton *s, struct state *x, struct fault *f)
{
    struct terms *T = s->T;
    int hold = 1;
    carry_laws(s);
    if (terms_laws(T, x, f))
        return -1;
    for (int i = 0; i < T->nlaws; i++)
        hold &= law_error(s, &T->as->link[T->laws[i]], x) <= 1;
    return hold;
}

/* What is left at a hundredth of the tolerance may be round-off, and needs no kappa: at twice the error it would be four times more. */
static void learn(struct newton *s, double before, double after)
{
    s->seen = before;
    s->kappa = fmax(after > 0.01 ? after / (before * before + 1e-300) : 0, 0.8 * s->kappa);
    s->theta = fmax(after / (before + 1e-300), 0.8 * s->theta);
    s->verified++;
    s->blind = 0;
}

/* Evaluates a state on the way; the largest terms too, or as they were. */
static int look(struct newton *s, struct state *x, int largest, struct fault *f)
{
    largest |= !s->weighed || s->force == 0;
    if (terms_evaluate(s->T, x, (s->index2 ? TERMS_RATE : 0) | (largest ? TERMS_LARGEST : 0), f))
        return -1;
    if (largest)
        weigh(s);
    residual_error(s, x);
    return 0;
}

/* After a correction: 1 if the state can be accepted as it is, without a look. */
static int accepted_blind(struct newton *s, struct state *x, double expected, int *blind, struct fault *f)
{
    if (s->options->modified || s->verified < VERIFIED_FIRST || *blind >= VERIFY_EVERY - 1 || !(expected < 0.5))
        return 0;
    int hold = laws_hold(s, x, f);
    if (hold <= 0)
        return hold;
    ++*blind;
    s->stale = 1;
    return 1;
}

int newton_solve(struct newton *s, struct state *x, struct fault *f)
{
    double rate = 0;
    s->iterations = s->stale = 0;
    if (look(s, x, s->verified < VERIFIED_FIRST || (s->blind == 0 && s->blind2 == 0), f))
        return -1;
    if (s->watchful && (s->jump = terms_jump(s->T)) >= 0) {
        s->jump_by = s->T->g[s->jump];
        return 2;
    }
    while (s->iterations < s->options->max_iterations) {
        double before = s->error;
        if (isnan(before) || (s->iterations > 0 && before > 1e30))
            return 1;
        int again = s->factored && (s->options->modified || (s->iterations > 0 && rate < 0.05));
        int failed = again ? 0 : factor(s, x, f);
        if (failed)
            return failed;
        correct(s, x);
        s->iterations++;
        s->total_iterations++;
        int done = s->iterations == 1 ? accepted_blind(s, x, expected(s, before), &s->blind, f)
            : s->iterations == 2 && again ? accepted_blind(s, x, 2 * rate * before, &s->blind2, f) : 0;
        if (done)
            return done < 0 ? -1 : 0;
        if (look(s, x, s->iterations > 1, f))
            return -1;
        rate = s->error / (before + 1e-300);
        if (s->iterations == 1)
            learn(s, before, s->error);
        else
            s->blind2 = 0;
        if (s->error <= 1)
            return 0;
        if (s->iterations > 2 && s->error > 0.1 * before && at_round_off(s, x)) {
            s->at_round_off++;
            return 0;
        }
        if (s->error > 0.3 * before)
            s->factored = 0; /* a kept matrix has become too old */
    }
    return 1;
}

/* ---- what to say of a failure ---- */

/* What is off most: a row, or else a coordinate; what is not a number comes first. */
static void find_worst(const struct newton *s, const struct state *x, int *worst_row, int *worst_coordinate, double *worst)
{
    const struct assembly *as = s->T->as;
    const double *value = row_values(s);
    double most = -1;
    *worst_row = *worst_coordinate = -1;
    for (int row = 0; row < as->m; row++) {
        const struct link *l = &as->link[as->row_link[row]];
        int law = l->use.type->law != NULL;
        double e = law ? law_row_error(s, l, row - l->row, x) : fabs(value[row]) * s->row_weight[row];
        if (!(e <= most)) {
            most = e, *worst_row = row;
            *worst = law ? l->law[row - l->row] - x->lambda[row] : value[row];
            if (isnan(e))
                return;
        }
    }
    for (int i = 0; i < as->n; i++) {
        double e = fabs(s->T->r[i]) * s->weight[i];
        if (!(e <= most)) {
            most = e, *worst_coordinate = i, *worst_row = -1, *worst = s->T->r[i];
            if (isnan(e))
                return;
        }
    }
}

/* The joint that pulls hardest on a coordinate, or NULL. */
static const struct link *puller(const struct newton *s, const struct state *x, int coordinate)
{
    const struct assembly *as = s->T->as;
    const struct link *hardest = NULL;
    double most = 0;
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        double pull = 0;
        for (int k = 0; k < l->ends; k++)
            for (int row = 0; row < l->use.rows; row++) {
                int c = coordinate - l->end[k].p;
                pull += c >= 0 && c < l->end[k].n ? fabs(l->end[k].B[row * l->end[k].n + c] * x->lambda[l->row + row]) : 0;
            }
        if (pull > most)
            most = pull, hardest = l;
    }
    return hardest;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void say_residual(double value, struct fault *f)
{
    fault_set(f, isnan(value) ? "residual not a number" : "residual %.1e", value);
}

static void report_row(const struct newton *s, int row, double value, struct fault *f)
{
    const struct assembly *as = s->T->as;
    const struct link *l = &as->link[as->row_link[row]];
    char who[256], unit[64];
    assembly_row_name(as, row, who, sizeof who);
    assembly_row_unit(as, row, unit, sizeof unit);
    say_residual(value, f);
    if (!l->use.type->law && !isnan(value))
        fault_append(f, " %s%s", strcmp(unit, "1") == 0 ? "" : unit, s->index2 && !l->use.level[row - l->row] ? "/s" : "");
    fault_append(f, " after %d iteration%s; %s%s%s is worst", s->iterations, plural(s->iterations), l->joint->item.where,
                 *l->joint->item.where ? ": " : "", who);
}

void newton_report(const struct newton *s, const struct state *x, struct fault *f)
{
    static const char *const force_units[] = { " N", " N m", "" };
    const struct assembly *as = s->T->as;
    int row, coordinate;
    double value = 0;
    find_worst(s, x, &row, &coordinate, &value);
    if (row >= 0) {
        report_row(s, row, value, f);
        return;
    }
    for (int i = 0; i < as->parts && coordinate >= 0; i++) {
        const struct part *p = &as->part[i];
        if (coordinate < p->p || coordinate >= p->p + p->n)
            continue;
        say_residual(value, f);
        const struct item *body = &p->body->item;
        fault_append(f, "%s after %d iteration%s; %s%sbody '%s' (%s) is worst", isnan(value) ? "" : force_units[as->unit[coordinate]],
                     s->iterations, plural(s->iterations), body->where, *body->where ? ": " : "", body->name, body->type);
        const struct link *l = puller(s, x, coordinate);
        if (l)
            fault_append(f, ", joint '%s' (%s) pulls hardest on it", l->joint->item.name, l->joint->item.type);
    }
}
