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
    s->linear = linear_new(a, as, coupled);
    s->coupled = coupled;
    s->motion = ARENA_NEW(a, as->n, double);
    s->rows = ARENA_NEW(a, as->m, double);
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

void newton_scheme(struct newton *s, double b, double c, double scale, int index2)
{
    if (b != s->b || c != s->c || scale != s->scale || index2 != s->index2)
        s->factored = 0;
    s->b = b, s->c = c, s->scale = scale, s->index2 = index2;
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
                return e;
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

static int factor(struct newton *s, const struct state *x, struct fault *f)
{
    struct assembly *as = s->T->as;
    const struct linear_weights w = { .mass = s->b / s->scale, .stiffness = 1 / s->scale, .damping = s->c / s->scale, .scale = s->scale };
    if (terms_tangent(s->T, x, s->c, s->scale, f))
        return -1;
    for (int i = 0; s->coupled && i < as->links; i++)
        if (as->link[i].joint->common.active && terms_curvature(s->T, x, i, s->curvature[i], f))
            return -1;
    s->factorisations++;
    s->factored = linear_factor(s->linear, s->T, &w, s->curvature, f) == 0;
    return s->factored ? 0 : 1;
}

static void correct(struct newton *s, struct state *x)
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
                : l->use.type->law ? -value * l->D[k] : velocity ? -value / s->c : -value;
        }
    }
    linear_solve(s->linear, s->motion, s->rows);
    for (int i = 0; i < as->n; i++) {
        x->q[i] += s->motion[i];
        x->u[i] += s->c * s->motion[i];
        x->a[i] += s->b * s->motion[i];
    }
    for (int i = 0; i < as->m; i++)
        x->lambda[i] += s->scale * s->rows[i];
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

int newton_solve(struct newton *s, struct state *x, struct fault *f)
{
    int what = s->index2 ? TERMS_RATE : 0, keep = s->options->modified;
    double error = 0, before;
    s->iterations = 0;
    if (terms_evaluate(s->T, x, what | TERMS_LARGEST, f))
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
        if (terms_evaluate(s->T, x, what | (s->iterations > 1 ? TERMS_LARGEST : 0), f))
            return -1;
        error = residual_error(s, x);
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

void newton_report(const struct newton *s, char *text, size_t size)
{
    static const char *const force_units[] = { "N", "N m", "" };
    const struct assembly *as = s->T->as;
    char who[256], unit[64];
    if (s->worst_row >= 0) {
        const struct link *l = &as->link[as->row_link[s->worst_row]];
        int law = l->use.type->law != NULL;
        assembly_row_name(as, s->worst_row, who, sizeof who);
        assembly_row_unit(as, s->worst_row, unit, sizeof unit);
        text_print(text, size, "residual %.1e%s%s%s after %d iteration%s; %s is worst", s->worst_value, law ? "" : " ", law ? "" : unit,
                   !law && s->index2 && !l->use.level[s->worst_row - l->row] ? "/s" : "", s->iterations, s->iterations == 1 ? "" : "s", who);
        return;
    }
    for (int i = 0; i < as->parts && s->worst_coordinate >= 0; i++) {
        const struct part *p = &as->part[i];
        if (s->worst_coordinate >= p->p && s->worst_coordinate < p->p + p->n)
            text_print(text, size, "residual %.1e %s after %d iteration%s; body '%s' (%s) is worst", s->worst_value,
                       force_units[as->unit[s->worst_coordinate]], s->iterations, s->iterations == 1 ? "" : "s", p->body->item.name, p->type->name);
    }
}
