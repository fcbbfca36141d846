/* newton.c - corrects until forces and rows are within their tolerances, at least once. */
#include "newton.h"
#include "text.h"

#include <math.h>
#include <string.h>

struct newton *newton_new(struct arena *a, struct terms *T, const struct newton_options *options, int coupled)
{
    const struct assembly *as = T->as;
    struct newton *s = ARENA_NEW(a, 1, struct newton);
    s->options = options;
    s->T = T;
    s->linear = linear_new(a, as, coupled, options->linear);
    s->coupled = coupled;
    s->motion = ARENA_NEW(a, as->n, double);
    s->rows = ARENA_NEW(a, as->m, double);
    for (int i = 0; i < as->links; i++)
        s->laws |= as->link[i].use.type->law != NULL;
    if (coupled) {
        s->curvature = ARENA_NEW(a, as->links, double *);
        for (int i = 0; i < as->links; i++) {
            const struct link *l = &as->link[i];
            int n = (l->ends > 0 ? l->end[0].n : 0) + (l->ends > 1 ? l->end[1].n : 0);
            s->curvature[i] = ARENA_NEW(a, n * n, double);
        }
    }
    return s;
}

void newton_reset(struct newton *s)
{
    s->factored = s->verified = s->unverified = 0;
}

void newton_scheme(struct newton *s, double b, double c, double scale, int index2)
{
    if (b != s->b || c != s->c || scale != s->scale || index2 != s->index2)
        newton_reset(s);
    s->b = s->inertia = b, s->c = c, s->scale = scale, s->index2 = index2;
}

/* ---- residuals ---- */

/* What a row is off by, at the level it is held on; of a law, sigma(g, g_dot) - lambda. */
static double row_value(const struct newton *s, const struct link *l, int i, const struct state *x)
{
    const struct terms *T = s->T;
    int row = l->row + i;
    if (s->T->as->release[row] != ROW_HELD)
        return 0;
    if (l->use.type->law)
        return l->law[i] - x->lambda[row];
    return s->index2 && !l->use.level[i] ? T->g_dot[row] : T->g[row];
}

static double largest_force(const struct newton *s)
{
    double largest = 0;
    for (int k = 0; k < BODY_UNITS; k++)
        largest = fmax(largest, s->T->largest[k]);
    return largest;
}

/* How much too large a row is, over its tolerance.  Positions can not be told apart below their round-off. */
static double row_error(const struct newton *s, const struct link *l, int i, double value, double force)
{
    double tolerance = s->options->absolute_tolerance;
    if (!l->use.type->law)
        return fabs(value) / tolerance;
    double as_length = fabs(value) * l->D[i] / tolerance, as_force = fabs(value) / (s->options->relative_tolerance * force + 1e-300);
    return l->D[i] > 0 ? fmin(as_length, as_force) : as_force;
}

/* A row that is not a number is the cause, whatever else is none. */
static double blame_nan(struct newton *s, const struct state *x)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].use.rows; k++) {
            double value = row_value(s, &as->link[i], k, x);
            if (isnan(value) || isnan(s->T->g[as->link[i].row + k])) {
                s->worst_row = as->link[i].row + k;
                s->worst_value = value;
                return s->error = NAN;
            }
        }
    return s->error = NAN;
}

/* Error of the state evaluated last; NaN if anything is not a number. */
static double residual_error(struct newton *s, const struct state *x)
{
    const struct terms *T = s->T;
    const struct assembly *as = T->as;
    double tolerance[BODY_UNITS], force = largest_force(s);
    s->error = 0;
    s->worst_row = s->worst_coordinate = -1;
    for (int k = 0; k < BODY_UNITS; k++)
        tolerance[k] = s->options->relative_tolerance * T->largest[k] + 1e-300;
    for (int i = 0; i < as->n; i++) {
        double e = fabs(T->r[i]) / tolerance[as->unit[i]];
        if (!(e <= s->error)) {
            s->error = e, s->worst_coordinate = i, s->worst_value = T->r[i];
            if (isnan(e))
                return blame_nan(s, x);
        }
    }
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++) {
            double value = row_value(s, l, k, x), e = row_error(s, l, k, value, force);
            if (!(e <= s->error)) {
                s->error = e, s->worst_row = l->row + k, s->worst_value = value;
                if (isnan(e))
                    return e;
            }
        }
    }
    return s->error;
}

/* ---- corrections ---- */

struct linear_weights newton_weights(const struct newton *s)
{
    return (struct linear_weights){ .mass = s->inertia / s->scale, .stiffness = 1 / s->scale, .damping = s->c / s->scale, .scale = s->scale };
}

int newton_tangent(struct newton *s, const struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    if (terms_tangent(s->T, x, s->c, s->scale, f))
        return -1;
    for (int i = 0; s->coupled && i < as->links; i++)
        if (as->link[i].joint->common.active && terms_curvature(s->T, x, i, s->curvature[i], f))
            return -1;
    return 0;
}

static int factor(struct newton *s, const struct state *x, struct fault *f)
{
    const struct linear_weights w = newton_weights(s);
    if (newton_tangent(s, x, f))
        return -1;
    s->factorisations++;
    s->factored = linear_factor(s->linear, s->T, &w, s->curvature, f) == 0;
    return s->factored ? 0 : 1;
}

/* -r / scale, and -value of the rows as lengths or at their level over c */
static void right_hand_sides(struct newton *s, const struct state *x)
{
    const struct terms *T = s->T;
    const struct assembly *as = T->as;
    for (int i = 0; i < as->n; i++)
        s->motion[i] = -T->r[i] / s->scale;
    for (int i = 0; i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; k < l->use.rows; k++) {
            int row = l->row + k, velocity = !l->use.type->law && (l->use.level[k] || s->index2);
            double value = row_value(s, l, k, x);
            s->rows[row] = as->release[row] != ROW_HELD ? -x->lambda[row] / s->scale
                : l->use.type->law ? -value : velocity ? -value / s->c : -value;
        }
    }
}

static void correct(struct newton *s, struct state *x)
{
    const struct assembly *as = s->T->as;
    right_hand_sides(s, x);
    linear_solve(s->linear, s->motion, s->rows);
    for (int i = 0; i < as->n; i++) {
        x->q[i] += s->motion[i];
        x->u[i] += s->c * s->motion[i];
        x->a[i] += s->b * s->motion[i];
    }
    for (int i = 0; i < as->m; i++)
        x->lambda[i] += s->scale * s->rows[i];
}

int newton_evaluate(struct newton *s, struct state *x, struct fault *f)
{
    if (terms_evaluate(s->T, x, TERMS_LARGEST | (s->index2 ? TERMS_RATE : 0), f))
        return -1;
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

/* Is the error after one correction of a state with this error known to be small?  Either it falls with its square, or by
   a rate; both are taken from the last verified solve, four times worse. */
static int trusted(const struct newton *s, double error)
{
    return s->verified >= VERIFIED_FIRST && s->unverified < VERIFY_EVERY - 1 && fmax(4 * s->kappa * error * error, s->theta * error) < 0.5;
}

/* Deformations of laws go with the correction dq: g += B dq, g_dot += c B dq. */
static void carry_laws(struct newton *s)
{
    struct terms *T = s->T;
    const struct assembly *as = T->as;
    for (int i = 0; s->laws && i < as->links; i++) {
        const struct link *l = &as->link[i];
        for (int k = 0; l->use.type->law && k < l->use.rows; k++)
            for (int e = 0; e < l->ends; e++)
                for (int c = 0; c < l->end[e].n; c++) {
                    double d = l->end[e].B[k * l->end[e].n + c] * s->motion[l->end[e].p + c];
                    T->g[l->row + k] += d;
                    T->g_dot[l->row + k] += s->c * d;
                }
    }
}

static void learn(struct newton *s, double before, double after)
{
    s->kappa = after / (before * before + 1e-300);
    s->theta = fmax(after / (before + 1e-300), 0.8 * s->theta);
    s->verified++;
    s->unverified = 0;
}

int newton_solve(struct newton *s, struct state *x, struct fault *f)
{
    int what = s->index2 ? TERMS_RATE : 0, keep = s->options->modified;
    double error = 0, before;
    s->iterations = 0;
    if (terms_evaluate(s->T, x, what | (s->verified < VERIFIED_FIRST || s->unverified == 0 ? TERMS_LARGEST : 0), f))
        return -1;
    if (isnan(residual_error(s, x)))
        return 1;
    before = s->error;
    while (s->iterations < s->options->max_iterations) {
        if (!keep || !s->factored) {
            int failed = factor(s, x, f);
            if (failed)
                return failed;
        }
        correct(s, x);
        s->iterations++;
        s->total_iterations++;
        if (s->iterations == 1 && trusted(s, before)) {
            s->unverified++;
            carry_laws(s);
            return 0;
        }
        if (terms_evaluate(s->T, x, what | (s->iterations > 1 ? TERMS_LARGEST : 0), f))
            return -1;
        error = residual_error(s, x);
        if (s->iterations == 1)
            learn(s, before, error);
        if (error <= 1)
            return 0;
        if (isnan(error) || error > 1e30)
            return 1;
        if (s->iterations > 2 && error > 0.1 * before && at_round_off(s, x)) {
            s->at_round_off++;
            return 0;
        }
        if (error > 0.3 * before)
            s->factored = 0; /* a kept matrix has become too old */
        before = error;
    }
    return 1;
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

void newton_report(const struct newton *s, const struct state *x, struct fault *f)
{
    static const char *const force_units[] = { "N", "N m", "" };
    const struct assembly *as = s->T->as;
    char who[256], unit[64];
    if (s->worst_row >= 0) {
        const struct link *l = &as->link[as->row_link[s->worst_row]];
        int law = l->use.type->law != NULL;
        assembly_row_name(as, s->worst_row, who, sizeof who);
        assembly_row_unit(as, s->worst_row, unit, sizeof unit);
        fault_set(f, "residual %.1e%s%s%s after %d iteration%s; %s is worst", s->worst_value, law ? "" : " ", law ? "" : unit,
                  !law && s->index2 && !l->use.level[s->worst_row - l->row] ? "/s" : "", s->iterations, s->iterations == 1 ? "" : "s", who);
        return;
    }
    for (int i = 0; i < as->parts && s->worst_coordinate >= 0; i++) {
        const struct part *p = &as->part[i];
        if (s->worst_coordinate < p->p || s->worst_coordinate >= p->p + p->n)
            continue;
        fault_set(f, "residual %.1e %s after %d iteration%s; body '%s' (%s) is worst", s->worst_value,
                  force_units[as->unit[s->worst_coordinate]], s->iterations, s->iterations == 1 ? "" : "s", p->body->item.name, p->type->name);
        const struct link *l = puller(s, x, s->worst_coordinate);
        if (l)
            fault_append(f, ", joint '%s' (%s) pulls hardest on it", l->joint->item.name, l->joint->item.type);
    }
}
