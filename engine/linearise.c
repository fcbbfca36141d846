/* linearise.c - differences of the reduced residual, five points each.
 *
 * A trial moves the chosen coordinates and lets those that follow be put right by a kept factorisation, which is as good as new
 * so near: positions, then rates, then accelerations, then the multipliers. */
#include "linearise.h"
#include "vec.h"

#include <string.h>

enum { MOST = 30 };
enum level { PLACE, RATE, ACCELERATION, LEVELS };

/* With five points the error of a difference is of order step^4 / 30 and round-off / step. */
static const double place_step = 2e-4, rough = 1e-3;

struct trial {
    struct terms *T;
    const struct manifold *on;  /* position rows */
    const struct state *at;     /* the state itself */
    double *A;                  /* (spins x 9) its rotations */
    struct state *x;
    double *xi[LEVELS];         /* (n) motions and their first and second rates away from `at` */
    double *row, *bias, *force; /* (rows) (m) (n) */
    int *rate_row, rates;       /* rows that restrain velocities */
    double *unit;               /* (n) a natural size of each coordinate */
    double *base;               /* (dof + rates) the residual of the state itself */
    double largest[BODY_UNITS]; /* terms of the forces there, per unit of the coordinates */
    int rough_at;               /* a coordinate along which the forces have an edge, or -1 */
};

static double size_of(const struct assembly *as, const struct state *x, int i)
{
    return as->unit[i] == BODY_LENGTH ? as->length : as->unit[i] == BODY_ANGLE ? 1 : fmax(1, fabs(x->q[i]));
}

static struct trial *trial_new(struct arena *a, struct terms *T, const struct manifold *on, const struct state *x)
{
    const struct assembly *as = T->as;
    struct trial *t = ARENA_NEW(a, 1, struct trial);
    *t = (struct trial){ .T = T, .on = on, .at = x, .rough_at = -1 };
    t->A = arena_copy(a, T->A, (size_t)(9 * as->spins) * sizeof *T->A);
    t->x = state_new(a, as);
    for (int k = 0; k < LEVELS; k++)
        t->xi[k] = ARENA_NEW(a, as->n, double);
    t->row = ARENA_NEW(a, on->rows, double);
    t->bias = ARENA_NEW(a, as->m, double);
    t->force = ARENA_NEW(a, as->n, double);
    t->unit = ARENA_NEW(a, as->n, double);
    t->rate_row = ARENA_NEW(a, as->m, int);
    for (int i = 0; i < as->n; i++)
        t->unit[i] = size_of(as, x, i);
    for (int row = 0; row < as->m; row++)
        if (row_holds(as, row) && row_of_rates(as, row))
            t->rate_row[t->rates++] = row;
    return t;
}

/* The state moved by xi.  A turn by xi about the global axes is one by A' xi in body axes; with it w = w0 + A' xi' and
   w' = w0' + A' xi'' - w0 x A' xi', to first order: what is left is even in xi or of third order, and drops out. */
static void move(struct trial *t)
{
    const struct assembly *as = t->T->as;
    struct state *x = t->x;
    for (int i = 0; i < as->n; i++) {
        x->q[i] = t->at->q[i] + t->xi[PLACE][i];
        x->u[i] = t->at->u[i] + t->xi[RATE][i];
        x->a[i] = t->at->a[i] + t->xi[ACCELERATION][i];
    }
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].type->tidy) /* off its length a quaternion stretches the body */
            as->part[i].type->tidy(as->part[i].data, x->q + as->part[i].p);
    for (int i = 0; i < as->spins; i++) {
        int p = as->spin_at[i];
        const double *A = t->A + 9 * i, *w = t->at->u + p;
        double rate[3], acceleration[3], more[3];
        unturn(x->q + p, A, t->xi[PLACE] + p);
        unturn(rate, A, t->xi[RATE] + p);
        unturn(acceleration, A, t->xi[ACCELERATION] + p);
        cross(more, w, rate);
        add(x->u + p, w, rate);
        for (int k = 0; k < 3; k++)
            x->a[p + k] = t->at->a[p + k] + acceleration[k] - more[k];
    }
}

static int look(struct trial *t, struct fault *f)
{
    move(t);
    return terms_evaluate(t->T, t->x, TERMS_RATE | TERMS_GIVEN, f);
}

/* What the row lacks on a level. */
static double lack(const struct trial *t, int row, enum level level)
{
    const struct link *l = &t->T->as->link[t->T->as->row_link[row]];
    double sum = t->bias[row];
    if (level < ACCELERATION)
        return level == PLACE ? t->T->g[row] : t->T->g_dot[row];
    for (int k = 0; k < l->ends; k++)
        for (int c = 0; c < l->end[k].n; c++)
            sum += l->end[k].B[(row - l->row) * l->end[k].n + c] * t->x->a[l->end[k].p + c];
    return sum;
}

/* Moves the coordinates that follow until the rows hold on the level, as far as the digits allow. */
static int follow(struct trial *t, enum level level, struct fault *f)
{
    double before = INFINITY;
    for (int k = 0; k < MOST; k++) {
        double most = 0;
        if (look(t, f) || (level == ACCELERATION && k == 0 && terms_bias(t->T, t->x, t->bias, f)))
            return -1;
        for (int r = 0; r < t->on->rows; r++)
            t->row[r] = -lack(t, t->on->row[r], level);
        manifold_follow(t->on, t->row);
        for (int r = 0; r < t->on->rows; r++)
            most = fmax(most, fabs(t->row[r]) / t->unit[t->on->follows[r]]);
        if (!(most < 0.5 * before))
            return most < 1e-7 ? 0 : fault_set(f, "the joints do not let it move as their derivatives say");
        for (int r = 0; r < t->on->rows; r++)
            t->xi[level][t->on->follows[r]] += t->row[r];
        before = most;
    }
    return look(t, f);
}

/* T' r: multipliers take what acts on the coordinates that follow. */
static void reduce(struct trial *t, double *rho)
{
    const struct assembly *as = t->T->as;
    double before = INFINITY;
    memcpy(t->force, t->T->r, (size_t)as->n * sizeof *t->force);
    manifold_force(t->T, t->force);
    for (int k = 0; k < MOST; k++) {
        double most = 0;
        for (int r = 0; r < t->on->rows; r++) {
            t->row[r] = -t->force[t->on->follows[r]];
            most = fmax(most, fabs(t->row[r]));
        }
        if (!(most < 0.5 * before))
            break;
        manifold_lift(t->on, t->row);
        for (int r = 0; r < t->on->rows; r++)
            manifold_row(t->T, t->on->row[r], t->row[r], t->force);
        before = most;
    }
    for (int k = 0; k < t->on->dof; k++)
        rho[k] = t->force[t->on->chosen[k]];
}

/* rho (dof) and the velocity rows (rates) behind it, with chosen coordinate k moved on a level. */
static int residual(struct trial *t, enum level level, int k, double way, double *out, struct fault *f)
{
    const struct manifold *on = t->on;
    for (int l = 0; l < LEVELS; l++)
        for (int i = 0; i < on->n; i++)
            t->xi[l][i] = l == (int)level ? on->T[(size_t)i * on->dof + k] * way : 0;
    memcpy(t->x->lambda, t->at->lambda, (size_t)t->T->as->m * sizeof *t->x->lambda);
    memcpy(t->x->turn, t->at->turn, (size_t)(4 * t->T->as->spins) * sizeof *t->x->turn);
    t->x->t = t->at->t;
    for (int l = (int)level; l < LEVELS; l++)
        if (follow(t, (enum level)l, f))
            return -1;
    reduce(t, out);
    for (int r = 0; r < t->rates; r++)
        out[on->dof + r] = t->T->g[t->rate_row[r]];
    return 0;
}

/* The forces have an edge: one step and two tell different slopes, or a bend (second difference) that grows with the step and not
   with its square. */
static int has_edge(const struct trial *t, int i, const double *at[4], double step, double steepest)
{
    double one = (at[2][i] - at[1][i]) / 2, two = (at[3][i] - at[0][i]) / 4;
    double bend = fabs(at[2][i] + at[1][i] - 2 * t->base[i]), wide = fabs(at[3][i] + at[0][i] - 2 * t->base[i]);
    double seen = 1e-10 * t->largest[t->T->as->unit[t->on->chosen[i]]] + rough * step * steepest;
    return fabs(one - two) > seen || (bend > seen && wide < 3 * bend);
}

/* Column k of the derivative on a level: to (dof x dof), and of the velocity rows to (rates x dof) or NULL. */
static int column(struct trial *t, enum level level, int k, double step, double *to, double *rates, double *scratch, struct fault *f)
{
    int dof = t->on->dof, n = dof + t->rates;
    double *far0 = scratch, *near0 = far0 + n, *near1 = near0 + n, *far1 = near1 + n, most = 0;
    if (residual(t, level, k, -2 * step, far0, f) || residual(t, level, k, -step, near0, f) || residual(t, level, k, step, near1, f)
        || residual(t, level, k, 2 * step, far1, f))
        return -1;
    for (int i = 0; i < n; i++) {
        double one = (near1[i] - near0[i]) / (2 * step), two = (far1[i] - far0[i]) / (4 * step), slope = one + (one - two) / 3;
        if (i < dof)
            to[(size_t)i * dof + k] = slope;
        else if (rates)
            rates[(size_t)(i - dof) * dof + k] = slope;
        if (!isfinite(slope))
            return fault_set(f, "the forces do not change by a finite number");
        most = fmax(most, fabs(slope));
    }
    for (int i = 0; i < dof; i++)
        if (has_edge(t, i, (const double *[]){ far0, near0, near1, far1 }, step, most))
            t->rough_at = t->on->chosen[k];
    return 0;
}

/* ---- the matrices ---- */

static double scaled_entry(const struct linearised *s, const double *X, int i, int k)
{
    return fabs(X[(size_t)i * s->dof + k]) / sqrt(fabs(s->M[(size_t)i * s->dof + i] * s->M[(size_t)k * s->dof + k]) + 1e-300);
}

/* The stiffness of two coordinates by themselves, per mass (1/s2): what their coupling is measured with. */
static double own_stiffness(const struct linearised *s, int i, int k)
{
    return sqrt(scaled_entry(s, s->K, i, i) * scaled_entry(s, s->K, k, k));
}

/* Entries of K and D that are no more than the round-off of the differences are zero. */
static void clear(struct linearised *s)
{
    for (int i = 0; i < s->dof; i++)
        for (int k = 0; k < s->dof; k++) {
            size_t at = (size_t)i * (size_t)s->dof + (size_t)k;
            if (i != k && scaled_entry(s, s->K, i, k) <= 1e-11 * own_stiffness(s, i, k))
                s->K[at] = 0;
            if (scaled_entry(s, s->D, i, k) <= 1e-9 * sqrt(own_stiffness(s, i, k)))
                s->D[at] = 0;
            s->damped |= s->D[at] != 0;
        }
}

/* M is symmetric, and K where its halves differ by no more than the differences are off. */
static void judge(struct linearised *s)
{
    int n = s->dof;
    clear(s);
    s->symmetric = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double *m0 = &s->M[(size_t)i * n + j], *m1 = &s->M[(size_t)j * n + i];
            double k0 = s->K[(size_t)i * n + j], k1 = s->K[(size_t)j * n + i];
            *m0 = *m1 = 0.5 * (*m0 + *m1);
            if (fabs(k0 - k1) > 1e-6 * (fabs(k0) + fabs(k1)) && scaled_entry(s, s->K, i, j) + scaled_entry(s, s->K, j, i) > 1e-9 * own_stiffness(s, i, j))
                s->symmetric = 0;
        }
    for (int i = 0; i < n && s->symmetric; i++)
        for (int j = 0; j < i; j++)
            s->K[(size_t)i * n + j] = s->K[(size_t)j * n + i] = 0.5 * (s->K[(size_t)i * n + j] + s->K[(size_t)j * n + i]);
}

/* ---- the state ---- */

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Accelerations and multipliers; bodies without mass have none where the forces balance. */
static int accelerate(struct start *s, struct state *x, int moves, struct fault *f)
{
    const struct assembly *as = s->T->as;
    if (!start_accelerations(s, x, f))
        return 0;
    if (moves || as->model->script_failed)
        return -1;
    memset(x->a, 0, (size_t)as->n * sizeof *x->a);
    memset(x->lambda, 0, (size_t)as->m * sizeof *x->lambda);
    return 0;
}

/* Forces at rest that accelerations must balance, over the largest of their kind. */
static int unbalanced(struct trial *t, struct state *x, double *scratch, double *off, struct fault *f)
{
    const struct assembly *as = t->T->as;
    double *a = t->xi[ACCELERATION];
    memcpy(a, x->a, (size_t)as->n * sizeof *a);
    memset(x->a, 0, (size_t)as->n * sizeof *a);
    int failed = terms_evaluate(t->T, x, TERMS_RATE | TERMS_GIVEN, f);
    memcpy(x->a, a, (size_t)as->n * sizeof *a);
    if (failed)
        return -1;
    reduce(t, scratch);
    for (int k = 0; k < t->on->dof; k++)
        *off = fmax(*off, fabs(scratch[k]) / (t->largest[as->unit[t->on->chosen[k]]] + 1e-300));
    return 0;
}

static void note(const struct start *s, const struct linearised *l, const struct trial *t)
{
    char name[256];
    if (l->moves)
        notes_add(s->notes, "the state moves: what is told holds at this instant, and for good where the motion is steady");
    else if (l->off > 1e-6)
        notes_add(s->notes, "warning: the pose is no equilibrium, forces of %.2g of the largest are not balanced; at = \"equilibrium\" goes "
                  "there first", l->off);
    if (t->rough_at >= 0) {
        assembly_coordinate_name(t->T->as, t->rough_at, name, sizeof name);
        notes_add(s->notes, "warning: the forces are not smooth along %s: a contact or stop at its edge, or friction at rest", name);
    }
}

static int singular_pose(const struct start *s, const char *who, struct fault *f)
{
    const struct rank *r = s->rank;
    if (!s->singular_pose)
        return 0;
    rank_sentence(r, s->T->as, 0, f);
    return fault_prefix(f, "%s: a singular pose, where the joints allow more motions (%d) than next to it (%d): ", who, s->T->as->n - r->rank,
                        s->T->as->n - r->rows + s->nearby);
}

/* M, D, K, C and E column by column, from the state that the terms were evaluated at. */
static int derive(struct arena *a, struct linearised *l, struct trial *t, struct state *x, const char *who, struct fault *f)
{
    const struct manifold *on = t->on;
    size_t dof = (size_t)l->dof, entries = dof * dof;
    double *scratch = ARENA_NEW(a, 4 * (l->dof + l->rates), double);
    l->M = ARENA_NEW(a, entries, double), l->D = ARENA_NEW(a, entries, double), l->K = ARENA_NEW(a, entries, double);
    l->C = ARENA_NEW(a, (size_t)l->rates * dof, double), l->E = ARENA_NEW(a, (size_t)l->rates * dof, double);
    t->base = ARENA_NEW(a, l->dof + l->rates, double);
    memcpy(t->largest, t->T->largest, sizeof t->largest);
    if ((!l->moves && unbalanced(t, x, scratch, &l->off, f)) || residual(t, PLACE, 0, 0, t->base, f))
        return -1;
    for (int k = 0; k < l->dof; k++) {
        int i = on->chosen[k];
        double rate = fmax(fabs(x->u[i]), t->unit[i]);
        char name[256];
        if (!column(t, PLACE, k, place_step * t->unit[i], l->K, l->E, scratch, f) && !column(t, RATE, k, place_step * rate, l->D, l->C, scratch, f)
            && !column(t, ACCELERATION, k, t->unit[i], l->M, NULL, scratch, f))
            continue;
        assembly_coordinate_name(l->as, i, name, sizeof name);
        return fault_prefix(f, "%s: about %s: ", who, name);
    }
    return 0;
}

struct linearised *linearise(struct arena *a, struct start *s, struct state *x, const char *who, struct fault *f)
{
    const struct assembly *as = s->T->as;
    struct linearised *l = ARENA_NEW(a, 1, struct linearised);
    state_commit(as, x);
    if (as->n > MANIFOLD_MOST) {
        fault_set(f, "%s: %d coordinates; its matrices are dense, at most %d are taken", who, as->n, MANIFOLD_MOST);
        return NULL;
    }
    l->as = as;
    l->moves = largest(x->u, as->n) > 0;
    if (singular_pose(s, who, f) || accelerate(s, x, l->moves, f) || terms_evaluate(s->T, x, TERMS_RATE | TERMS_GIVEN | TERMS_LARGEST, f))
        return NULL;
    const struct manifold *on = manifold_new(a, s->T, MANIFOLD_POSITIONS);
    struct trial *t = trial_new(a, s->T, on, x);
    if (on->dof - t->rates <= 0) {
        fault_set(f, "%s: nothing can move: 0 degrees of freedom (%d coordinates, rank %d)", who, as->n, s->rank->rank);
        return NULL;
    }
    l->dof = on->dof, l->rates = t->rates, l->chosen = on->chosen, l->T = on->T;
    if (derive(a, l, t, x, who, f))
        return NULL;
    judge(l);
    note(s, l, t);
    return l;
}
