/* finish.c - accelerations at a state; positions, then velocities, back onto the rows. */
#include "finish.h"

#include <math.h>
#include <string.h>

struct finish *finish_new(struct arena *a, struct terms *T, struct start *start, const struct solver_options *options)
{
    const struct assembly *as = T->as;
    struct finish *s = ARENA_NEW(a, 1, struct finish);
    *s = (struct finish){ .options = options, .T = T, .start = start, .held = ARENA_NEW(a, as->m, unsigned char) };
    for (int row = 0; row < as->m; row++)
        s->rows |= !as->link[as->row_link[row]].use.type->law;
    return s;
}

/* ---- accelerations ---- */

int finish_evaluate(struct finish *s, struct state *x, int what, struct fault *f)
{
    const struct assembly *as = s->T->as;
    for (int i = 0; i < as->n + as->m; i++) /* lambda stands behind a */
        x->a[i] = 0;
    s->evaluations++;
    return terms_evaluate(s->T, x, TERMS_FREE | TERMS_GIVEN | what, f);
}

static int factor(struct finish *s, struct fault *f)
{
    const struct linear_weights w = { .mass = 1 };
    return linear_factor(s->start->linear, s->T, &w, NULL, f);
}

/* From the terms and the matrix at x.  0; 1: not numbers. */
static int solve(struct finish *s, struct state *x)
{
    const struct assembly *as = s->T->as;
    const double *restrict r = s->T->r, *restrict bias = s->T->bias;
    double *restrict rows = s->start->rows, *restrict a = x->a, sum = 0;
    for (int i = 0; i < as->n; i++)
        a[i] = -r[i];
    for (int row = 0; row < as->m; row++)
        rows[row] = s->held[row] ? -bias[row] : 0;
    linear_solve(s->start->linear, a, rows);
    for (int i = 0; i < as->n; i++)
        sum += a[i];
    for (int row = 0; row < as->m; row++)
        if (s->held[row])
            x->lambda[row] = rows[row];
    return !isfinite(sum);
}

int finish_accelerations(struct finish *s, struct state *x, struct fault *f)
{
    return finish_evaluate(s, x, 0, f) || factor(s, f) ? -1 : solve(s, x);
}

void finish_rows(struct finish *s)
{
    const struct assembly *as = s->T->as;
    for (int row = 0; row < as->m; row++)
        s->held[row] = !row_holds(as, row) ? 0 : row_of_rates(as, row) ? HELD_RATE : HELD_POSITION;
}

/* ---- back onto the rows ---- */

/* Positions, by the matrix that is there; the terms are those of the end.  0; 1: they do not come to hold. */
static int hold_positions(struct finish *s, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    const struct solver_options *o = s->options;
    double *motion = s->start->motion, *rows = s->start->rows, close = 0.01 * solver_tolerance(o, as->length), before = INFINITY;
    for (int k = 0; k < 6; k++) {
        double worst = 0;
        if (k ? finish_evaluate(s, x, TERMS_RATE, f) : terms_gaps(s->T, x, f))
            return -1;
        for (int row = 0; row < as->m; row++) {
            rows[row] = s->held[row] == HELD_POSITION ? -s->T->g[row] : 0;
            worst = fabs(rows[row]) <= worst ? worst : fabs(rows[row]);
        }
        if (worst <= close || (k > 0 && worst >= 0.5 * before && worst < 1e-13 * as->length))
            return k ? 0 : finish_evaluate(s, x, TERMS_RATE, f);
        if (!(worst < 10 * before) || (k == 0 && s->T->ntimed && terms_jump(s->T) >= 0))
            return 1;
        before = worst;
        memset(motion, 0, (size_t)as->n * sizeof *motion);
        linear_solve(s->start->linear, motion, rows);
        state_increments(as, x, motion);
        for (int i = 0; i < as->n; i++)
            x->q[i] += motion[i];
    }
    return 1;
}

int finish_velocities(struct finish *s, struct state *x, struct fault *f)
{
    const struct assembly *as = s->T->as;
    const struct solver_options *o = s->options;
    double *motion = s->start->motion, *rows = s->start->rows;
    int far = 0;
    if (factor(s, f))
        return -1;
    memset(motion, 0, (size_t)as->n * sizeof *motion);
    for (int row = 0; row < as->m; row++)
        rows[row] = s->held[row] ? -s->T->g_dot[row] : 0;
    linear_solve(s->start->linear, motion, rows);
    for (int i = 0; i < as->n; i++) {
        x->u[i] += motion[i];
        far |= fabs(motion[i]) > 1e-3 * solver_tolerance(o, fabs(x->u[i]));
    }
    return far;
}

int finish_step(struct finish *s, struct state *x, struct fault *f)
{
    if (!s->rows)
        return finish_accelerations(s, x, f);
    int failed = hold_positions(s, x, f);
    if (failed)
        return failed;
    failed = finish_velocities(s, x, f);
    if (failed > 0)
        failed = finish_evaluate(s, x, TERMS_SAME, f);
    return failed ? -1 : solve(s, x);
}
