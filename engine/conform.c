/* conform.c - a joint type on trial: sample instances at random states are asked one promise of joint.h after another.
 *
 * What check or count refuses is left out.  Of each promise the first breach is told. */
#include "conform.h"
#include "loader.h"
#include "sample.h"
#include "text.h"
#include "vec.h"

#include <string.h>

enum promise {
    TABLES, ACCEPTED, RESIDUAL, JACOBIAN, CONSTANT, ASSIGNED, TIME_RATE, BIAS, CURVATURE, LAW, LAW_TANGENT, ENERGY, SATISFIED, NET_FORCE,
    NET_MOMENT, HALF_TURN, OUTPUTS, COORDINATES, DRAW, PROMISES
};
static const char *const promises[PROMISES] = {
    "its tables are well formed", "it accepts sample instances", "residual is finite, the same when asked again, and writes its rows",
    "jacobian agrees with differences of residual", "jacobian is the same at every pose", "matrices are assigned on every call, never added to",
    "time_rate agrees with differences over time", "bias agrees with differences along the motion",
    "curvature agrees with differences of jacobian", "law is finite and writes its rows", "law_tangent agrees with differences of law",
    "energy fits the law", "its rows can be satisfied", "its forces have no net force", "its forces have no net moment",
    "its rows of rotation do not hold half a turn away, or that is refused or meant", "outputs are finite and write their numbers",
    "rows of its own coordinates agree with differences", "it draws at finite places"
};

enum { STATES = 4, STARTS = 8, MOST_OUTPUTS = 64 }; /* states tested, states tried per instance */

struct trial {
    struct sampler from;
    const struct joint_type *type;
    void (*say)(void *data, int passed, const char *what);
    void *data;
    int accepted, satisfied;                /* states */
    unsigned char heard[PROMISES];          /* 1: put to the test */
    char wrong[PROMISES][SAMPLE_SENTENCE];  /* the first breach, "" while there is none */
    unsigned long long answered;            /* bit i: output i gave numbers at some state */
    char silent[SAMPLE_SENTENCE];           /* what an output last said in place of numbers */
};

static int breach(struct trial *t, enum promise p, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Notes the first breach of a promise, with what the instance was given; returns -1. */
static int breach(struct trial *t, enum promise p, const char *format, ...)
{
    va_list args;
    t->heard[p] = 1;
    if (t->wrong[p][0])
        return -1;
    va_start(args, format);
    text_format(t->wrong[p], SAMPLE_SENTENCE - 140, format, args);
    va_end(args);
    size_t used = strlen(t->wrong[p]);
    text_print(t->wrong[p] + used, SAMPLE_SENTENCE - used, *t->from.given ? "  [%s]" : "%s", t->from.given);
    return -1;
}

/* Says what is about to be asked. */
static void ask(struct trial *t, const char *what)
{
    char text[256];
    text_print(text, sizeof text, "%s  [%s]", what, t->from.given);
    t->say(t->data, -1, text);
}

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static int leaves(const char *why)
{
    return why && *why == *JOINT_DIFFER;
}

/* ---- residual ---- */

static int test_residual(struct trial *t, struct sample *s)
{
    char name[64];
    int rows = s->use.rows;
    double *g = sample_paper(&t->from, rows, sample_mark), *again = sample_paper(&t->from, rows, 0);
    t->heard[RESIDUAL] = 1;
    t->type->residual(s->use.data, &s->at, g);
    t->type->residual(s->use.data, &s->at, again);
    if (sample_spoiled(g, rows))
        return breach(t, RESIDUAL, "residual writes more than its %d row%s; correct it, or the rows", rows, rows == 1 ? "" : "s");
    for (int i = 0; i < rows; i++) {
        const char *row = sample_row(s, i, name);
        if (g[i] == sample_mark)
            return breach(t, RESIDUAL, "residual does not write row '%s'; assign every row on every call", row);
        if (!isfinite(g[i]))
            return breach(t, RESIDUAL, "residual: row '%s' is %g; return a sentence where the joint is not defined", row, g[i]);
        if (g[i] != again[i])
            return breach(t, RESIDUAL, "residual: row '%s' is %.12g, then %.12g at the same state; nothing may be kept between calls", row,
                          g[i], again[i]);
    }
    return 0;
}

/* ---- what a type tells, against differences ---- */

enum question { Q_JACOBIAN, Q_TIME_RATE, Q_BIAS, Q_CURVATURE, Q_DG, Q_DG_DOT, Q_COORDINATE /* and on: one for each */ };
enum extent { ROWS, COLUMNS, ONE };

static const struct told {
    enum promise promise;
    const char *name, *difference, *advice;
    enum extent rows, columns;
    int matrix;      /* zeroed once and assigned, else written in full */
    double tolerance;
} questions[] = {
    { JACOBIAN, "jacobian", "differences of residual", "correct that entry, or leave jacobian out", ROWS, COLUMNS, 1, 1e-6 },
    { TIME_RATE, "time_rate", "differences of residual over time",
      "correct time_rate; without one, rows that depend on at->t but on no function are taken as constant", ROWS, ONE, 0, 1e-6 },
    { BIAS, "bias", "differences along the motion", "correct it, or leave bias out", ROWS, ONE, 0, 1e-5 },
    { CURVATURE, "curvature", "differences of jacobian", "correct that entry, or leave curvature out", COLUMNS, COLUMNS, 1, 1e-6 },
    { LAW_TANGENT, "law_tangent, dsigma/dg", "differences of law", "correct that entry, or leave law_tangent out", ROWS, ROWS, 1, 1e-5 },
    { LAW_TANGENT, "law_tangent, dsigma/dg_dot", "differences of law", "correct that entry, or leave law_tangent out", ROWS, ROWS, 1, 1e-5 },
    { COORDINATES, NULL, "differences of its value", "correct its row", ONE, COLUMNS, 1, 1e-6 },
};

/* A coordinate of the joint as a joint with one row, so that its differences are those of a residual. */
struct as_joint { const struct joint_coordinate *c; const void *data; double base; };

static const char *coordinate_residual(const void *data, const struct joint_at *at, double *g)
{
    const struct as_joint *k = data;
    double row[JOINT_COLUMNS] = { 0 };
    const char *why = k->c->eval(k->data, at, g, row);
    g[0] -= k->base;
    if (strcmp(k->c->unit, "rad") == 0)
        g[0] = remainder(g[0], full_turn);
    return why;
}

static const char *differ_coordinate(const struct sample *s, const struct joint_coordinate *c, double *row)
{
    static const struct joint_type type = { .residual = coordinate_residual };
    double ignored[JOINT_COLUMNS] = { 0 };
    unsigned char level[1] = { 0 };
    struct as_joint k = { c, s->use.data, 0 };
    const struct joint_use use = { .type = &type, .data = &k, .rows = 1, .level = level };
    const char *why = c->eval(k.data, &s->at, &k.base, ignored);
    return why ? why : differ_jacobian(&use, &s->at, row);
}

/* What the type tells, JOINT_DIFFER if nothing; it sees what the contract says that it sees. */
static const char *tell(const struct sample *s, int question, double *X)
{
    const struct joint_type *type = s->use.type;
    double other[JOINT_ROWS * JOINT_ROWS] = { 0 }, value = NAN;
    struct joint_at at = s->at;
    const char *why = JOINT_DIFFER;
    if (question != Q_DG && question != Q_DG_DOT)
        at.g = at.g_dot = NULL;
    if (question != Q_CURVATURE)
        at.lambda = NULL;
    switch (question) {
    case Q_JACOBIAN: return type->jacobian ? type->jacobian(s->use.data, &at, X) : why;
    case Q_TIME_RATE: return joint_time_rate(&s->use, &at, X);
    case Q_BIAS: return type->bias ? type->bias(s->use.data, &at, X) : why;
    case Q_CURVATURE: return type->curvature ? type->curvature(s->use.data, &at, X) : why;
    case Q_DG: return type->law_tangent ? type->law_tangent(s->use.data, &at, X, other) : why;
    case Q_DG_DOT: return type->law_tangent ? type->law_tangent(s->use.data, &at, other, X) : why;
    }
    why = type->coordinates[question - Q_COORDINATE].eval(s->use.data, &at, &value, X);
    return !why && !isfinite(value) ? "(nothing, but its value is not finite)" : why;
}

static const char *differ(const struct sample *s, int question, double *X)
{
    double *other = sample_paper(s->from, s->use.rows * (s->use.rows + s->columns), 0);
    switch (question) {
    case Q_JACOBIAN: return differ_jacobian(&s->use, &s->at, X);
    case Q_TIME_RATE: return differ_time_rate(&s->use, &s->at, X);
    case Q_BIAS: return differ_bias(&s->use, &s->at, X);
    case Q_CURVATURE: return tell(s, Q_JACOBIAN, other) ? JOINT_DIFFER : differ_curvature(&s->use, &s->at, X);
    case Q_DG: return differ_law_tangent(&s->use, &s->at, X, other);
    case Q_DG_DOT: return differ_law_tangent(&s->use, &s->at, other, X);
    }
    return differ_coordinate(s, &s->use.type->coordinates[question - Q_COORDINATE], X);
}

/* Told over a matrix full of other numbers, and at the next state: as in a fresh matrix? */
static int test_assigned(struct trial *t, struct sample *s, struct sample *next, int question, const char *name, int n)
{
    double *used = sample_paper(&t->from, n, 0);
    tell(s, question, used);
    for (int i = 0; i < n; i++)
        used[i] = used[i] != 0 ? 12345.678 : 0;
    t->heard[ASSIGNED] = 1;
    for (int k = 0; k < 2; k++) {
        double *fresh = sample_paper(&t->from, n, 0);
        if (tell(k ? next : s, question, fresh) || tell(k ? next : s, question, used))
            return 0;
        for (int i = 0; i < n; i++)
            if (used[i] != fresh[i])
                return breach(t, ASSIGNED, "%s: number %d is %.9g in a fresh matrix and %.9g in one that was used before; assign the same "
                              "entries on every call, never add", name, i + 1, fresh[i], used[i]);
    }
    return 0;
}

/* Row by row: what is told against the differences. */
static int compare(struct trial *t, const struct sample *s, const struct told *q, const char *name, const double *got, const double *want,
                   int rows, int columns)
{
    char row[64], column[64], at[192];
    for (int i = 0; i < rows; i++, got += columns, want += columns)
        for (int c = 0; c < columns; c++) {
            if (fabs(got[c] - want[c]) <= q->tolerance * fmax(1, largest(want, columns)))
                continue;
            const char *down = q->rows == ROWS ? sample_row(s, i, row) : q->rows == COLUMNS ? sample_column(s, i, row) : "1";
            if (q->columns == ONE)
                text_print(at, sizeof at, "row '%s'", down);
            else
                text_print(at, sizeof at, "row '%s', column %d (%s)", down, c + 1,
                           q->columns == ROWS ? sample_row(s, c, column) : sample_column(s, c, column));
            return breach(t, q->promise, "%s: %s is %.9g, %s give %.9g; %s", name, at, got[c] + 0, q->difference, want[c], q->advice);
        }
    return 0;
}

static int extent(const struct sample *s, enum extent e)
{
    return e == ROWS ? s->use.rows : e == COLUMNS ? s->columns : 1;
}

static int test_told(struct trial *t, struct sample *s, struct sample *next, int question)
{
    const struct told *q = &questions[question < Q_COORDINATE ? question : Q_COORDINATE];
    const char *name = q->name ? q->name : t->type->coordinates[question - Q_COORDINATE].name;
    int rows = extent(s, q->rows), columns = extent(s, q->columns), n = rows * columns;
    double *X = sample_paper(&t->from, n, q->matrix ? 0 : sample_mark), *want = sample_paper(&t->from, n, 0);
    ask(t, name);
    const char *why = tell(s, question, X);
    if (leaves(why))
        return 0;
    t->heard[q->promise] = 1;
    if (why)
        return breach(t, q->promise, "%s says: %s; it must work wherever residual does", name, why);
    if (sample_spoiled(X, n))
        return breach(t, q->promise, "%s writes more than its %d x %d numbers", name, rows, columns);
    if (differ(s, question, want))
        return 0;
    return compare(t, s, q, name, X, want, rows, columns) || (q->matrix && test_assigned(t, s, next, question, name, n));
}

/* G (rows x columns) at two states of one instance */
static void test_constant(struct trial *t, const struct sample *s, const double *G, const double *other)
{
    char row[64], column[64];
    t->heard[CONSTANT] = 1;
    for (int i = 0; i < s->use.rows; i++)
        for (int c = 0; c < s->columns; c++, G++, other++)
            if (*G != *other)
                breach(t, CONSTANT, "jacobian: row '%s', column %d (%s) is %.9g at one pose and %.9g at another; leave constant out",
                       sample_row(s, i, row), c + 1, sample_column(s, c, column), *G, *other);
}

/* ---- laws ---- */

/* sigma (rows) at rest against d energy/dg */
static int test_energy(struct trial *t, struct sample *s)
{
    static const struct told q = { ENERGY, "law", "at rest, differences of energy over the deformation", "correct energy or law", ROWS, ONE, 0, 1e-5 };
    int rows = s->use.rows;
    double *g = sample_paper(&t->from, rows, 0), *rest = sample_paper(&t->from, rows, 0), *slope = sample_paper(&t->from, rows, 0);
    double *sigma = sample_paper(&t->from, rows, 0), stored[2];
    struct joint_at at = s->at;
    memcpy(g, s->at.g, (size_t)rows * sizeof *g);
    at.g = g, at.g_dot = rest;
    t->heard[ENERGY] = 1;
    for (int i = 0; i < rows; i++) {
        double old = g[i], e = 1e-5 * fmax(1e-2, fabs(old));
        for (int k = 0; k < 2; k++) {
            g[i] = old + (k ? e : -e);
            const char *why = t->type->energy(s->use.data, &at, &stored[k]);
            if (why)
                return breach(t, ENERGY, "energy says: %s; it must work wherever law does", why);
        }
        g[i] = old;
        slope[i] = (stored[1] - stored[0]) / (2 * e);
    }
    return t->type->law(s->use.data, &at, sigma) || compare(t, s, &q, "law", sigma, slope, rows, 1);
}

static int test_law(struct trial *t, struct sample *s, struct sample *next, double *sigma)
{
    char name[64];
    ask(t, "law");
    t->heard[LAW] = 1;
    const char *why = t->type->law(s->use.data, &s->at, sigma);
    if (why)
        return breach(t, LAW, "law says: %s; it must work wherever residual does", why);
    if (sample_spoiled(sigma, s->use.rows))
        return breach(t, LAW, "law writes more than its %d rows", s->use.rows);
    for (int i = 0; i < s->use.rows; i++)
        if (!isfinite(sigma[i]) || sigma[i] == sample_mark)
            return breach(t, LAW, "law: row '%s' is %s; assign every row a finite number", sample_row(s, i, name),
                          sigma[i] == sample_mark ? "not written" : "not finite");
    test_told(t, s, next, Q_DG);
    test_told(t, s, next, Q_DG_DOT);
    if (t->type->energy && !s->functions)
        test_energy(t, s);
    return 0;
}

/* ---- forces ---- */

/* The net force of a row of G, and its net moment about the point of marker 0. */
static void net(const struct sample *s, const double *row, double force[3], double moment[3])
{
    double d[3], lever[3], f1[3] = { 0 };
    memset(force, 0, 3 * sizeof *force);
    memset(moment, 0, 3 * sizeof *moment);
    for (int k = 0; k < 2; k++)
        for (int c = 0; c < s->m[k].n; c++, row++) {
            int axis = sample_axis(&s->m[k], c), turns = sample_turns(&s->m[k], c);
            (turns ? moment : force)[axis] += *row;
            f1[axis] += turns ? 0 : k * *row;
        }
    sub(d, s->m[1].r, s->m[0].r);
    cross(lever, d, f1);
    add(moment, moment, lever);
}

static void test_net(struct trial *t, const struct sample *s, const double *row, const char *what, int also_moment)
{
    double force[3], moment[3], allowed = 1e-6 * fmax(1, largest(row, s->columns));
    net(s, row, force, moment);
    t->heard[NET_FORCE] = 1;
    if (norm(force) > allowed)
        breach(t, NET_FORCE, "the force of %s has the net force (%.6g, %.6g, %.6g); let residual depend on r1 - r0 alone", what, force[0],
               force[1], force[2]);
    if (!also_moment || t->type->global_axes)
        return;
    t->heard[NET_MOMENT] = 1;
    if (norm(moment) > allowed)
        breach(t, NET_MOMENT, "the force of %s has the net moment (%.6g, %.6g, %.6g); resolve it in the frame of a marker, or set "
               "global_axes if it is meant", what, moment[0], moment[1], moment[2]);
}

/* Each row of G by itself: -G_i' lambda_i */
static void test_forces(struct trial *t, const struct sample *s, const double *G, int also_moment)
{
    char name[64], what[96];
    for (int i = 0; i < s->use.rows && t->type->markers != JOINT_COORDINATES; i++) {
        text_print(what, sizeof what, "row '%s'", sample_row(s, i, name));
        test_net(t, s, G + i * s->columns, what, also_moment);
    }
}

/* -G' sigma */
static void test_law_forces(struct trial *t, const struct sample *s, const double *G, const double *sigma)
{
    double *sum = sample_paper(&t->from, s->columns, 0);
    test_forces(t, s, G, 0);
    for (int i = 0; i < s->use.rows; i++)
        for (int c = 0; c < s->columns; c++)
            sum[c] += sigma[i] * G[i * s->columns + c];
    if (t->type->markers != JOINT_COORDINATES)
        test_net(t, s, sum, "the law", 1);
}

/* Turns marker 1 by half a turn about axis k of a marker, if the rows of rotation resist turning about it. */
static void test_half_turn(struct trial *t, struct sample *s, const double *G, int marker, int k)
{
    struct sample turned;
    int rows = s->use.rows, plane = t->type->markers == JOINT_PLANE, resisted = 0, hold = 1;
    double e[3], p[3], *g = sample_paper(&t->from, rows, 0);
    char ignored[SAMPLE_SENTENCE];
    axis(e, s->m[marker].A, k);
    for (int i = 0; i < rows; i++) {
        const double *row = G + i * s->columns + s->m[0].n;
        if (sample_holds(s, i) && sample_in_rad(s, i))
            resisted |= fabs(plane ? row[2] * e[2] : dot(row + 3, e)) > 1e-3;
    }
    sample_copy(&turned, s);
    scale(p, 3.14159265358979323846, e);
    sample_turn(&turned.m[1], p);
    if (!resisted || sample_residual(&turned, g))
        return;
    t->heard[HALF_TURN] = 1;
    for (int i = 0; i < rows; i++)
        hold &= !sample_holds(s, i) || !sample_in_rad(s, i) || fabs(g[i]) < 1e-8;
    if (hold && !sample_refused(&turned, ignored))
        breach(t, HALF_TURN, "with marker 1 turned by half a turn about %c of marker %d the rows of rotation hold again; refuse that start "
               "in check, or set half_turns if both poses are meant", "xyz"[k], marker);
}

/* ---- outputs and drawing ---- */

static int test_output(struct trial *t, struct sample *s, const struct joint_output *o)
{
    int more = s->m[0].n > s->m[1].n ? s->m[0].n : s->m[1].n;
    int n = o->n == JOINT_PER_ROW ? s->use.rows : o->n == JOINT_PER_COORDINATE ? more : o->n;
    int which = (int)(o - t->type->outputs) % MOST_OUTPUTS;
    double *x = sample_paper(&t->from, n, sample_mark);
    ask(t, o->name);
    t->heard[OUTPUTS] = 1;
    const char *why = o->eval(s->use.data, &s->at, x);
    if (sample_spoiled(x, n))
        return breach(t, OUTPUTS, "output '%s' writes more than its %d number%s; correct n in its table", o->name, n, n == 1 ? "" : "s");
    if (why) {
        if (!(t->answered >> which & 1))
            text_print(t->silent, SAMPLE_SENTENCE, "output '%s' never gives numbers, it says: %s", o->name, why);
        return 0;
    }
    t->answered |= 1ull << which;
    for (int i = 0; i < n; i++)
        if (x[i] == sample_mark || !isfinite(x[i]))
            return breach(t, OUTPUTS, "output '%s': number %d of %d is %s", o->name, i + 1, n, isfinite(x[i])
                          ? "not written; write all, or correct n in its table" : "not finite; return a sentence where it is not defined");
    return 0;
}

struct counting_pen { struct joint_pen pen; int bad; };

static void pen_line(struct joint_pen *pen, const double a[3], const double b[3], double diameter, const double colour[4])
{
    (void)colour;
    ((struct counting_pen *)pen)->bad |= !isfinite(dot(a, a) + dot(b, b) + diameter);
}

static void pen_sphere(struct joint_pen *pen, const double at[3], double diameter, const double colour[4])
{
    pen_line(pen, at, at, diameter, colour);
}

static void test_draw(struct trial *t, struct sample *s)
{
    struct counting_pen p = { { .line = pen_line, .circle = pen_line, .sphere = pen_sphere, .size = 0.1 } };
    ask(t, "draw");
    t->heard[DRAW] = 1;
    for (p.pen.simplified = 0; p.pen.simplified < 2; p.pen.simplified++)
        t->type->draw(s->use.data, &s->at, &p.pen);
    if (p.bad)
        breach(t, DRAW, "draw uses a place or a diameter that is not finite");
}

static void test_seen(struct trial *t, struct sample *s, struct sample *next)
{
    for (const struct joint_output *o = t->type->outputs; o && o->name; o++)
        test_output(t, s, o);
    for (int k = 0; t->type->coordinates && t->type->coordinates[k].name; k++)
        test_told(t, s, next, Q_COORDINATE + k);
    if (t->type->draw)
        test_draw(t, s);
}

/* ---- the trial ---- */

/* What is promised only where the rows hold. */
static void test_satisfied(struct trial *t, struct sample *s, struct sample *next)
{
    double *G = sample_paper(&t->from, s->use.rows * s->columns, 0);
    if (sample_satisfy(s) || sample_look(s, G))
        return;
    t->satisfied++;
    test_forces(t, s, G, 1);
    for (int k = 0; k < 2 && !s->m[0].q && !t->type->half_turns; k++)
        for (int i = t->type->markers == JOINT_PLANE ? 2 : 0; i < 3; i++)
            test_half_turn(t, s, G, k, i);
    test_seen(t, s, next);
}

static void test_state(struct trial *t, struct sample *s, struct sample *next)
{
    int rows = s->use.rows;
    double *G = sample_paper(&t->from, rows * s->columns, 0), *other = sample_paper(&t->from, rows * s->columns, 0);
    double *lambda = sample_paper(&t->from, rows, 0), *sigma = sample_paper(&t->from, rows, sample_mark);
    if (test_residual(t, s) || test_told(t, s, next, Q_JACOBIAN) || sample_look(s, G) || sample_look(next, other))
        return;
    if (t->type->constant)
        test_constant(t, s, G, other);
    for (int i = 0; i < rows; i++)
        lambda[i] = sample_uniform(&t->from, -1, 1);
    s->at.lambda = next->at.lambda = lambda;
    test_told(t, s, next, Q_TIME_RATE);
    test_told(t, s, next, Q_BIAS);
    test_told(t, s, next, Q_CURVATURE);
    if (!t->type->law) {
        test_forces(t, s, G, 0);
        test_satisfied(t, s, next);
    } else if (!test_law(t, s, next, sigma)) {
        s->at.lambda = sigma;
        test_law_forces(t, s, G, sigma);
        test_seen(t, s, next);
    }
}

/* The sample is accepted and residual answers. */
static int accepted(struct trial *t, struct sample *s)
{
    char wrong[SAMPLE_SENTENCE];
    ask(t, "count, level and check");
    int accepts = sample_accept(s, wrong);
    if (accepts < 0)
        breach(t, ACCEPTED, "%s", wrong);
    if (accepts < 1)
        return 0;
    ask(t, "residual");
    const char *why = t->type->residual(s->use.data, &s->at, sample_paper(&t->from, JOINT_ROWS, 0));
    if (why)
        text_print(t->from.refusal, SAMPLE_SENTENCE, "residual says: %s", why);
    t->accepted += !why;
    return !why;
}

static void try_instance(struct trial *t, enum sample_base base, int special, const struct sample_shape *shape)
{
    struct sample s, next;
    for (int k = 0, tested = 0; k < STARTS && tested < STATES; k++) {
        if (!sample_make(&s, &t->from, base, special, shape))
            k = STARTS;
        else {
            sample_state(&s);
            if (accepted(t, &s)) {
                sample_copy(&next, &s);
                sample_state(&next);
                next.at.t = s.at.t;
                test_state(t, &s, &next);
                tested++;
            }
        }
        arena_free(&t->from.scratch);
        arena_free(&t->from.instance);
    }
}

static void try_instances(struct trial *t)
{
    const struct sample_shape *shape;
    int params = 0, shapes = sample_shapes(t->type, &shape);
    while (t->type->params && t->type->params[params].name)
        params++;
    for (int base = 0; base < SAMPLE_BASES; base++)
        for (int special = -1; special < params; special++)
            for (int k = 0; k < shapes && !t->wrong[RESIDUAL][0]; k++)
                try_instance(t, (enum sample_base)base, special, &shape[k]);
    *t->from.given = 0;
    t->heard[ACCEPTED] = 1;
    if (!t->accepted)
        breach(t, ACCEPTED, "no sample instance is accepted; the last one: %s", *t->from.refusal ? t->from.refusal : "(no sentence)");
    t->heard[SATISFIED] = t->satisfied > 0;
    if (t->accepted && !t->satisfied && !t->type->law && !t->wrong[RESIDUAL][0] && !t->wrong[JACOBIAN][0] && !t->wrong[ASSIGNED][0])
        breach(t, SATISFIED, "its rows cannot be satisfied from any of %d random poses; look for rows that contradict each other", t->accepted);
    for (int i = 0; t->heard[OUTPUTS] && t->type->outputs[i].name && i < MOST_OUTPUTS; i++)
        if (!(t->answered >> i & 1))
            breach(t, OUTPUTS, "%s", t->silent);
}

int conform(const struct joint_type *type, void (*say)(void *data, int passed, const char *what), void *data)
{
    struct trial t = { .from = { .type = type, .seed = 88172645463325252ull }, .type = type, .say = say, .data = data };
    struct fault f;
    int failures = 0;
    t.heard[TABLES] = 1;
    if (loader_check(type, &f))
        breach(&t, TABLES, "%s", f.text);
    else
        try_instances(&t);
    for (int p = 0; p < PROMISES; p++)
        if (t.heard[p]) {
            failures += t.wrong[p][0] != 0;
            say(data, !t.wrong[p][0], t.wrong[p][0] ? t.wrong[p] : promises[p]);
        }
    return failures;
}
