/* sample.c - draws instances and states of a joint type, and moves its markers. */
#include "sample.h"
#include "text.h"
#include "vec.h"

#include <gsl/gsl_linalg.h>
#include <string.h>

enum { GUARD = 256 };
const double sample_mark = -7.7e77;

static const struct sample_shape shapes[3][6] = {
    [JOINT_FRAMES] = { { { 6, 6 }, -1 }, { { 6, 6 }, 0 }, { { 6, 6 }, 1 } },
    [JOINT_PLANE] = { { { 3, 3 }, -1 }, { { 3, 3 }, 0 }, { { 3, 3 }, 1 } },
    [JOINT_COORDINATES] = { { { 3, 2 }, -1 }, { { 1, 1 }, -1 }, { { 1, 1 }, 0 }, { { 1, 1 }, 1 }, { { 0, 2 }, 0 }, { { 2, 0 }, 1 } },
};

int sample_shapes(const struct joint_type *type, const struct sample_shape **first)
{
    *first = shapes[type->markers];
    return type->markers == JOINT_COORDINATES ? 6 : 3;
}

/* ---- random numbers (xorshift64*) ---- */

double sample_uniform(struct sampler *x, double a, double b)
{
    x->seed ^= x->seed >> 12, x->seed ^= x->seed << 25, x->seed ^= x->seed >> 27;
    return a + (b - a) * (double)(x->seed * 2685821657736338717ull >> 11) / 9007199254740992.0;
}

static double number(struct sampler *x, int rule)
{
    return rule & (JOINT_POSITIVE | JOINT_NOT_NEGATIVE) ? sample_uniform(x, 0.4, 1.6) : sample_uniform(x, -1.5, 1.5);
}

static double *numbers(struct sampler *from, int n, int rule)
{
    double *x = ARENA_NEW(&from->instance, n, double);
    for (int i = 0; i < n; i++)
        x[i] = number(from, rule);
    return x;
}

/* ---- functions that a script might give ---- */

/* out_i = sum over all inputs x of sin(0.7 x + a phase) / 2 */
static const char *sines(const struct joint_function *f, int nin, const struct joint_value *in, struct joint_matrix out)
{
    (void)f;
    for (int i = 0; i < out.rows * out.cols; i++) {
        out.x[i] = 0;
        for (int k = 0; k < nin; k++)
            for (int j = 0; j < in[k].n; j++)
                out.x[i] += 0.5 * sin(0.7 * in[k].x[j] + 1.1 * i + 0.6 * k + 2.3 * j);
    }
    return NULL;
}

/* value, rate and second rate of 1 + 0.4 sin(1.3 t) */
static const char *wave(const struct joint_function *f, int nin, const struct joint_value *in, struct joint_matrix out)
{
    double s = sin(1.3 * in[0].x[0]), c = cos(1.3 * in[0].x[0]), x[3] = { 1 + 0.4 * s, 0.52 * c, -0.676 * s };
    (void)f, (void)nin;
    for (int i = 0; i < out.rows * out.cols && i < 3; i++)
        out.x[i] = x[i];
    return NULL;
}

static int two(const struct joint_function *f, int nin, const struct joint_value *in, char *why, size_t size)
{
    (void)f, (void)nin, (void)in, (void)why, (void)size;
    return 2;
}

static int three(const struct joint_function *f, int nin, const struct joint_value *in, char *why, size_t size)
{
    return two(f, nin, in, why, size) + 1;
}

static const struct joint_function smooth = { sines, two }, smooth_in_time = { wave, three };

/* ---- instances ---- */

static void give_vector(struct sampler *x, const struct joint_param *p, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = p->rule & JOINT_IN_PLANE && i == 2 ? 0 : number(x, p->rule);
    if (p->rule & JOINT_DIRECTION)
        scale(out, 1 / norm(out), out);
}

/* Gives the parameter what a script that knows its rule would. */
static void give(struct sample *s, const struct joint_param *p)
{
    struct sampler *x = s->from;
    void *to = (char *)s->use.data + p->offset;
    int n = p->rule & JOINT_COLUMNS0 ? s->shape.n[0] : p->rule & JOINT_COLUMNS1 ? s->shape.n[1] : 2;
    n = n ? n : 2;
    switch (p->kind) {
    case JOINT_REAL: *(double *)to = number(x, p->rule); break;
    case JOINT_SIGNAL: *(struct joint_signal *)to = (struct joint_signal){ .value = number(x, p->rule) }; break;
    case JOINT_INT: *(int *)to = (int)sample_uniform(x, 1, 4); break;
    case JOINT_BOOL: *(int *)to = !*(int *)to; break;
    case JOINT_VEC3: give_vector(x, p, to); break;
    case JOINT_COLOR: break;
    case JOINT_VECTOR: *(struct joint_vector *)to = (struct joint_vector){ 2, numbers(x, 2, p->rule) }; break;
    case JOINT_MATRIX: *(struct joint_matrix *)to = (struct joint_matrix){ 2, n, numbers(x, 2 * n, p->rule) }; break;
    case JOINT_FUNCTION: *(const struct joint_function **)to = &smooth; s->functions = 1; break;
    }
}

/* Makes a parameter special; 0: it cannot be. */
static int give_special(struct sample *s, const struct joint_param *p)
{
    char *given = s->from->given;
    void *to = (char *)s->use.data + p->offset;
    char number[16];
    const char *what = p->kind == JOINT_SIGNAL ? "a function of time" : p->kind == JOINT_INT ? number : "a function";
    if (p->kind != JOINT_SIGNAL && p->kind != JOINT_INT && p->kind != JOINT_BOOL && p->kind != JOINT_FUNCTION)
        return 0;
    give(s, p);
    if (p->kind == JOINT_SIGNAL)
        *(struct joint_signal *)to = (struct joint_signal){ .f = &smooth_in_time };
    if (p->kind == JOINT_INT)
        text_print(number, sizeof number, "%d", *(int *)to);
    if (p->kind == JOINT_BOOL)
        what = *(int *)to ? "true" : "false";
    size_t used = strlen(given);
    text_print(given + used, sizeof s->from->given - used, ", %s = %s", p->name, what);
    return 1;
}

int sample_make(struct sample *s, struct sampler *from, enum sample_base base, int special, const struct sample_shape *shape)
{
    static const char *const words[SAMPLE_BASES] = { "defaults", "random numbers", "random numbers, matrices and lists" };
    const struct joint_type *type = from->type;
    int any = base != SAMPLE_LISTS;
    *s = (struct sample){ .from = from, .shape = *shape, .use = { .type = type, .dt = 0.02 }, .columns = shape->n[0] + shape->n[1] };
    s->use.data = type->defaults ? arena_copy(&from->instance, type->defaults, type->data_size) : arena_take(&from->instance, type->data_size);
    for (const struct joint_param *p = type->params; p && p->name; p++) {
        int is_list = p->kind == JOINT_VECTOR || p->kind == JOINT_MATRIX;
        int is_number = p->kind == JOINT_REAL || p->kind == JOINT_SIGNAL || p->kind == JOINT_VEC3;
        if (p->rule & JOINT_REQUIRED || (base >= SAMPLE_NUMBERS && is_number) || (base == SAMPLE_LISTS && is_list))
            give(s, p);
        any |= is_list;
    }
    text_print(from->given, sizeof from->given, "%s", words[base]);
    return any && (special < 0 || give_special(s, &type->params[special]));
}

/* ---- states ---- */

void sample_copy(struct sample *to, const struct sample *from)
{
    *to = *from;
    to->use.level = to->level;
    to->at.m0 = &to->m[0], to->at.m1 = &to->m[1];
    for (int k = 0; k < 2 && to->m[k].q; k++)
        to->m[k].q = to->q[k], to->m[k].u = to->u[k];
}

static void draw_marker(struct sample *s, int k)
{
    struct sampler *x = s->from;
    struct joint_marker *m = &s->m[k];
    int plane = x->type->markers == JOINT_PLANE, coordinates = x->type->markers == JOINT_COORDINATES, moves = s->shape.ground != k;
    double p[3];
    *m = (struct joint_marker){ .n = s->shape.n[k], .q = coordinates ? s->q[k] : NULL, .u = coordinates ? s->u[k] : NULL };
    for (int i = 0; i < 3; i++) {
        int travels = !plane || i < 2, spins = !plane || i == 2;
        m->r[i] = travels * sample_uniform(x, -1, 1);
        m->v[i] = moves * travels * sample_uniform(x, -1, 1);
        m->w[i] = moves * spins * sample_uniform(x, -1, 1);
        p[i] = spins * sample_uniform(x, -1.6, 1.6);
        s->q[k][i] = moves * sample_uniform(x, -1.5, 1.5);
        s->u[k][i] = moves * sample_uniform(x, -1, 1);
    }
    rotation(m->A, p);
}

void sample_state(struct sample *s)
{
    s->at = (struct joint_at){ .t = sample_uniform(s->from, 1, 2), .m0 = &s->m[0], .m1 = &s->m[1], .rows = s->use.rows };
    s->use.level = s->level;
    for (int k = 0; k < 2; k++)
        draw_marker(s, k);
}

int sample_turns(const struct joint_marker *m, int c)
{
    return !m->q && c >= (m->n == 3 ? 2 : 3);
}

int sample_axis(const struct joint_marker *m, int c)
{
    return m->n == 3 ? c : c % 3;
}

void sample_turn(struct joint_marker *m, const double p[3])
{
    double R[9], old[9];
    memcpy(old, m->A, sizeof old);
    rotation(R, p);
    multiply(m->A, R, old);
}

/* Moves the markers by dx (columns). */
static void move(struct sample *s, const double *dx)
{
    for (int k = 0; k < 2; dx += s->m[k++].n) {
        struct joint_marker *m = &s->m[k];
        double p[3] = { 0 };
        for (int c = 0; c < m->n; c++)
            *(m->q ? &s->q[k][c] : (sample_turns(m, c) ? p : m->r) + sample_axis(m, c)) += dx[c];
        sample_turn(m, p);
    }
}

/* ---- rows ---- */

int sample_holds(const struct sample *s, int row)
{
    const struct joint_type *type = s->use.type;
    return !type->law && !s->level[row] && (!type->held || type->held(s->use.data, row));
}

int sample_in_rad(const struct sample *s, int row)
{
    const struct joint_row *rows = s->use.type->rows;
    return rows && rows[row].unit && strcmp(rows[row].unit, "rad") == 0;
}

const char *sample_row(const struct sample *s, int row, char text[64])
{
    text_print(text, 64, "%d", row + 1);
    return s->use.type->rows ? s->use.type->rows[row].name : text;
}

const char *sample_column(const struct sample *s, int c, char text[64])
{
    int k = c >= s->m[0].n, own = k ? c - s->m[0].n : c;
    const struct joint_marker *m = &s->m[k];
    if (m->q)
        text_print(text, 64, "coordinate %d of marker %d", own + 1, k);
    else
        text_print(text, 64, "%s%c of marker %d", sample_turns(m, own) ? "rotation about " : "", "xyz"[sample_axis(m, own)], k);
    return text;
}

double *sample_paper(struct sampler *from, int n, double fill)
{
    double *x = ARENA_NEW(&from->scratch, n + GUARD, double);
    for (int i = 0; i < n + GUARD; i++)
        x[i] = i < n ? fill : sample_mark;
    return x;
}

int sample_spoiled(const double *x, int n)
{
    int bad = 0;
    for (int i = n; i < n + GUARD; i++)
        bad |= !(x[i] == sample_mark);
    return bad;
}

int sample_residual(const struct sample *s, double *g)
{
    struct joint_at at = s->at;
    at.g = at.g_dot = at.lambda = NULL;
    if (s->use.type->residual(s->use.data, &at, g))
        return -1;
    for (int i = 0; i < s->use.rows; i++)
        if (!isfinite(g[i]))
            return -1;
    return 0;
}

int sample_look(struct sample *s, double *G)
{
    int rows = s->use.rows;
    double *g = sample_paper(s->from, rows, 0), *rate = sample_paper(s->from, rows, 0);
    s->at.g = s->at.g_dot = NULL;
    if (sample_residual(s, g) || joint_jacobian(&s->use, &s->at, G) || joint_time_rate(&s->use, &s->at, rate))
        return -1;
    for (int i = 0; i < rows; i++)
        for (int k = 0, column = 0; k < 2; k++)
            for (int c = 0; c < s->m[k].n; c++, column++)
                rate[i] += G[i * s->columns + column]
                    * (s->m[k].q ? s->u[k][c] : (sample_turns(&s->m[k], c) ? s->m[k].w : s->m[k].v)[sample_axis(&s->m[k], c)]);
    for (int i = 0; i < rows; i++)
        rate[i] = s->level[i] ? g[i] : rate[i];
    s->at.g = g, s->at.g_dot = rate;
    return 0;
}

/* ---- is it accepted? ---- */

int sample_refused(struct sample *s, char *wrong)
{
    const struct joint_type *type = s->use.type;
    char *why = s->from->refusal;
    *why = 0;
    if (!type->check || !type->check(s->use.data, &s->at, why, SAMPLE_SENTENCE))
        return 0;
    if (!*why)
        text_print(wrong, SAMPLE_SENTENCE, "check refuses without a sentence; write into why what is wrong, with the value");
    return 1;
}

/* Rows of the instance; 0: refused or impossible */
static int count_rows(struct sample *s, char *wrong)
{
    const struct joint_type *type = s->use.type;
    char *why = s->from->refusal;
    int n = 0;
    *why = 0;
    while (type->rows && type->rows[n].name)
        n++;
    if (!type->rows)
        n = type->count(s->use.data, &s->at, why, SAMPLE_SENTENCE);
    if (n < 0 && !*why)
        text_print(wrong, SAMPLE_SENTENCE, "count refuses without a sentence; write into why what is wrong");
    if (n == 0 || n > JOINT_ROWS)
        text_print(wrong, SAMPLE_SENTENCE, "it has %d rows, 1 to %d are possible; correct count", n, JOINT_ROWS);
    return n < 0 || n > JOINT_ROWS ? 0 : n;
}

int sample_accept(struct sample *s, char *wrong)
{
    const struct joint_type *type = s->use.type;
    struct fault f;
    *wrong = 0;
    s->at.rows = 0;
    if (joint_signals_find(&s->use, s->at.t, &s->from->instance, &f) || joint_signals(&s->use, s->at.t, 2))
        return 0;
    s->at.rows = s->use.rows = count_rows(s, wrong);
    for (int i = 0; i < s->use.rows; i++)
        s->level[i] = type->level && type->level(s->use.data, i);
    int refused = s->use.rows == 0 || sample_refused(s, wrong);
    return *wrong ? -1 : !refused;
}

/* ---- poses that satisfy the rows ---- */

/* dx = -J' (J J' + mu)^-1 g: the shortest step that closes the rows, at most half a unit long */
static int shortest_step(const double *J, const double *g, int rows, int n, double *dx)
{
    double S[JOINT_ROWS * JOINT_ROWS] = { 0 }, y[JOINT_ROWS], trace = 0, longest = 0.5;
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < rows; k++)
            for (int c = 0; c < n; c++)
                S[i * rows + k] += J[i * n + c] * J[k * n + c];
        trace += S[i * rows + i];
        y[i] = -g[i];
    }
    for (int i = 0; i < rows; i++)
        S[i * rows + i] += 1e-8 * trace + 1e-300;
    gsl_matrix_view A = gsl_matrix_view_array(S, (size_t)rows, (size_t)rows);
    gsl_vector_view b = gsl_vector_view_array(y, (size_t)rows);
    if (gsl_linalg_cholesky_decomp1(&A.matrix) || gsl_linalg_cholesky_svx(&A.matrix, &b.vector))
        return -1;
    for (int c = 0; c < n; c++) {
        dx[c] = 0;
        for (int i = 0; i < rows; i++)
            dx[c] += J[i * n + c] * y[i];
        longest = fmax(longest, fabs(dx[c]));
    }
    for (int c = 0; c < n; c++)
        dx[c] *= 0.5 / longest;
    return 0;
}

/* 1: entry i of the Jacobian takes part; coordinates on ground stay 0. */
static int takes_part(const struct sample *s, int i)
{
    int k = i % s->columns >= s->m[0].n;
    return sample_holds(s, i / s->columns) && !(s->m[k].q && s->shape.ground == k);
}

int sample_satisfy(struct sample *s)
{
    int rows = s->use.rows, n = s->columns;
    double *g = sample_paper(s->from, rows, 0), *J = sample_paper(s->from, rows * n, 0), *dx = sample_paper(s->from, n, 0);
    for (int k = 0; k < 60; k++) {
        double worst = 0;
        if (sample_residual(s, g))
            return -1;
        for (int i = 0; i < rows; i++) {
            g[i] *= sample_holds(s, i);
            worst = fmax(worst, fabs(g[i]));
        }
        if (worst < 1e-11)
            return 0;
        if (differ_jacobian(&s->use, &s->at, J))
            return -1;
        for (int i = 0; i < rows * n; i++)
            J[i] *= takes_part(s, i);
        if (shortest_step(J, g, rows, n, dx))
            return -1;
        move(s, dx);
    }
    return -1;
}
