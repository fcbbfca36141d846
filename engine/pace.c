/* pace.c - chooses steps by their error. */
#include "pace.h"

#include <math.h>

void pace_begin(struct pace *p, const struct state *x, double t_end)
{
    const struct solver_options *o = p->options;
    double span = t_end - x->t, least = span; /* time in which u changes by the root of its tolerance */
    for (int i = 0; i < p->as->n; i++)
        if (x->a[i] != 0)
            least = fmin(least, sqrt(solver_tolerance(o, fabs(x->u[i]))) * fmax(1, fabs(x->u[i])) / fabs(x->a[i]));
    p->h = o->first_step > 0 ? o->first_step : o->stepped ? o->step : fmax(least, 1e-6 * span);
    p->h = fmin(fmin(p->h, o->step), span);
}

double pace_length(const struct pace *p, double left)
{
    return left <= p->h * (1 + 1e-9) ? left : left < 2 * p->h ? 0.5 * left : p->h;
}

double pace_error(struct pace *p, const struct state *before, const struct state *x, double h)
{
    double sum = 0, most = 0;
    for (int i = 0; i < p->as->n; i++) {
        double e = p->c * h * (x->a[i] - before->a[i]) / solver_tolerance(p->options, fmax(fabs(before->u[i]), fabs(x->u[i])));
        if (fabs(e) > most)
            most = fabs(e), p->worst = i;
        sum += e * e;
    }
    return sqrt(sum / (p->as->n + 1e-300));
}

static double factor(double error)
{
    return 0.9 / sqrt(error + 1e-12);
}

void pace_accept(struct pace *p, double h, double error)
{
    double more = factor(error), next = more < 0.95 ? fmax(more, 0.5) * h : more > 1.5 ? fmin(more, 2) * h : h;
    p->h = fmin(h < p->h ? fmax(next, p->h) : next, p->options->step);
}

void pace_reject(struct pace *p, double h, double error)
{
    p->rejected++;
    p->h = h * (error > 0 ? fmin(fmax(factor(error), 0.2), 0.8) : 0.25);
}

int pace_stuck(const struct assembly *as, int worst, double h, const char *remedy, struct fault *f)
{
    char name[256];
    fault_set(f, "the step fell to %.2g s without an error small enough", h);
    if (worst >= 0) {
        assembly_coordinate_words(as, worst, name, sizeof name);
        fault_append(f, "; %s has the largest", name);
    }
    fault_append(f, "; %s", remedy);
    return worst < 0 ? -1 : assembly_coordinate_where(as, worst, f);
}
