/* hold.c - corrects until the loose rows hold. */
#include "hold.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 };

/* -value of each row that is to hold; the largest one. */
static double right_hand_sides(struct newton *s, int velocities)
{
    const struct assembly *as = s->T->as;
    double worst = 0;
    memset(s->motion, 0, (size_t)as->n * sizeof *s->motion);
    for (int row = 0; row < as->m; row++) {
        int holds = row_holds(as, row) && (velocities || !row_of_rates(as, row));
        s->rows[row] = !holds ? 0 : velocities ? -s->T->g_dot[row] : -s->T->g[row];
        worst = fmax(worst, fabs(s->rows[row]));
    }
    return worst;
}

/* M alone, or where a coordinate has no mass the matrix of the step.  0; 1: singular; -1: fault. */
static int factor(struct newton *s, const struct state *x, struct fault *f)
{
    const struct linear_weights mass = { .mass = 1 }, w = newton_weights(s);
    s->factored = 0; /* Newton's own is gone */
    if (linear_factor(s->linear, s->T, &mass, NULL, f) == 0)
        return 0;
    if (newton_tangent(s, x, f))
        return -1;
    return linear_factor(s->linear, s->T, &w, s->curvature, f) ? 1 : 0;
}

static void correct(struct newton *s, struct state *x, int velocities)
{
    const struct assembly *as = s->T->as;
    linear_solve(s->linear, s->motion, s->rows);
    if (!velocities)
        state_increments(as, x, s->motion);
    for (int i = 0; i < as->n; i++)
        (velocities ? x->u : x->q)[i] += s->motion[i];
}

/* One level.  0; 1: it does not come to hold; -1: fault. */
static int hold(struct newton *s, struct state *x, int velocities, struct fault *f)
{
    double before = 0; /* so that the first has a matrix of its own */
    for (int k = 0; k < MOST; k++) {
        if (terms_evaluate(s->T, x, TERMS_RATE, f))
            return -1;
        s->stale = 0;
        double worst = right_hand_sides(s, velocities), round_off = 1e-13 * s->T->as->length * (velocities ? s->c : 1);
        if (worst <= s->options->absolute_tolerance || (k > 0 && worst > 0.5 * before && worst <= round_off))
            return 0;
        if (!isfinite(worst) || (k > 0 && !(worst < 10 * before)))
            return 1;
        int failed = worst > 0.1 * before ? factor(s, x, f) : 0; /* a matrix that is too old */
        if (failed)
            return failed;
        before = worst;
        correct(s, x, velocities);
    }
    return 1;
}

int hold_loose(struct newton *s, struct state *x, struct fault *f)
{
    int failed = s->index2 ? hold(s, x, 0, f) : 0;
    return failed ? failed : hold(s, x, 1, f); /* rates fit the positions they had before */
}
