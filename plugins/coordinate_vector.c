/* coordinate_vector - couples the coordinates of two markers by linear and quadratic terms, or by a function of the script.
 *
 *   g = X1 q1 + Y1 q1^2 - X0 q0 - Y0 q0^2 - offset(t)          squares by component
 *   g = constraint(t, q, q_t, velocity_level)                  q: the coordinates of marker 0, then of marker 1
 *
 * With velocity_level the same of the rates, as written: X1 u1 + Y1 u1^2 - X0 u0 - Y0 u0^2 - offset_rate(t).
 */
#include "joint.h"
#include "vec.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 128 }; /* rows, and coordinates of both markers together */

struct coordinate_vector {
    struct joint_matrix scaling0, scaling1, quadratic0, quadratic1;
    struct joint_vector offset;
    const struct joint_function *constraint, *jacobian, *offset_function, *offset_rate_function;
    int velocity_level, rows;
};

/* ---- functions of the script: f(t, q, q_t, velocity_level) ---- */

struct call { double q[MOST], u[MOST], level; struct joint_value in[4]; };

static void stack(struct call *c, const struct coordinate_vector *p, const struct joint_at *at)
{
    int n0 = at->m0->n, n1 = at->m1->n;
    for (int i = 0; i < n0; i++)
        c->q[i] = at->m0->q[i], c->u[i] = at->m0->u[i];
    for (int i = 0; i < n1; i++)
        c->q[n0 + i] = at->m1->q[i], c->u[n0 + i] = at->m1->u[i];
    c->level = p->velocity_level;
    c->in[0] = (struct joint_value){ JOINT_NUMBER, 1, &at->t };
    c->in[1] = (struct joint_value){ JOINT_LIST, n0 + n1, c->q };
    c->in[2] = (struct joint_value){ JOINT_LIST, n0 + n1, c->u };
    c->in[3] = (struct joint_value){ JOINT_FLAG, 1, &c->level };
}

/* Rows of the matrices, or as `rows` says; 0: neither is there. */
static int given_rows(const struct coordinate_vector *p)
{
    const struct joint_matrix *x[] = { &p->scaling0, &p->scaling1, &p->quadratic0, &p->quadratic1 };
    int rows = p->rows;
    for (int i = 0; i < 4; i++)
        if (x[i]->rows > rows)
            rows = x[i]->rows;
    return rows;
}

static int count(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct coordinate_vector *p = data;
    struct call c;
    int rows = given_rows(p);
    if (rows > 0)
        return rows;
    if (p->constraint) {
        stack(&c, p, at);
        return p->constraint->size(p->constraint, 4, c.in, why, size);
    }
    snprintf(why, size, "it needs scaling0, scaling1, quadratic0 or quadratic1, or a constraint function");
    return -1;
}

/* ---- equations ---- */

/* g += sign (X x + Y x^2), of a marker that has coordinates */
static void add_terms(double *g, double sign, const struct joint_matrix *X, const struct joint_matrix *Y, const double *x, int n)
{
    for (int i = 0; n > 0 && i < X->rows; i++)
        for (int k = 0; k < X->cols; k++)
            g[i] += sign * X->x[i * X->cols + k] * x[k];
    for (int i = 0; n > 0 && i < Y->rows; i++)
        for (int k = 0; k < Y->cols; k++)
            g[i] += sign * Y->x[i * Y->cols + k] * x[k] * x[k];
}

/* g = -offset */
static const char *take_offset(const struct coordinate_vector *p, const struct joint_at *at, double *g)
{
    const struct joint_function *f = p->velocity_level ? p->offset_rate_function : p->offset_function;
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_LIST, p->offset.n, p->offset.x } };
    const char *why = NULL;
    for (int i = 0; i < at->rows; i++)
        g[i] = p->offset.n ? p->offset.x[i] : 0;
    if (f)
        why = f->call(f, 2, in, (struct joint_matrix){ 1, at->rows, g });
    for (int i = 0; i < at->rows; i++)
        g[i] = -g[i];
    return why;
}

static const char *residual(const void *data, const struct joint_at *at, double *g)
{
    const struct coordinate_vector *p = data;
    struct call c;
    if (p->constraint) {
        stack(&c, p, at);
        return p->constraint->call(p->constraint, 4, c.in, (struct joint_matrix){ 1, at->rows, g });
    }
    const char *why = take_offset(p, at, g);
    add_terms(g, 1, &p->scaling1, &p->quadratic1, p->velocity_level ? at->m1->u : at->m1->q, at->m1->n);
    add_terms(g, -1, &p->scaling0, &p->quadratic0, p->velocity_level ? at->m0->u : at->m0->q, at->m0->n);
    return why;
}

/* G = sign (X + 2 Y diag x), from column `first` on */
static void slopes(double *G, int columns, int first, double sign, int rows, const struct joint_matrix *X, const struct joint_matrix *Y,
                   const double *x, int n)
{
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < n; k++)
            G[i * columns + first + k] = sign * ((i < X->rows ? X->x[i * n + k] : 0) + (i < Y->rows ? 2 * Y->x[i * n + k] * x[k] : 0));
}

static const char *jacobian(const void *data, const struct joint_at *at, double *G)
{
    const struct coordinate_vector *p = data;
    int n0 = at->m0->n, n1 = at->m1->n;
    struct call c;
    if (p->constraint && !p->jacobian)
        return JOINT_DIFFER;
    if (p->constraint) {
        stack(&c, p, at);
        return p->jacobian->call(p->jacobian, 4, c.in, (struct joint_matrix){ at->rows, n0 + n1, G });
    }
    slopes(G, n0 + n1, 0, -1, at->rows, &p->scaling0, &p->quadratic0, p->velocity_level ? at->m0->u : at->m0->q, n0);
    slopes(G, n0 + n1, n0, 1, at->rows, &p->scaling1, &p->quadratic1, p->velocity_level ? at->m1->u : at->m1->q, n1);
    return NULL;
}

static int level(const void *data, int row)
{
    (void)row;
    return ((const struct coordinate_vector *)data)->velocity_level;
}

/* ---- checks ---- */

static int wrong_rows(const char *name, int n, int rows, char *why, size_t size)
{
    if (n == 0 || n == rows)
        return 0;
    snprintf(why, size, "%s has %d row%s, the joint has %d", name, n, n == 1 ? "" : "s", rows);
    return 1;
}

static int check(const void *data, const struct joint_at *at, char *why, size_t size)
{
    const struct coordinate_vector *p = data;
    const char *wrong = NULL;
    if (p->constraint && (p->offset.n || p->offset_function || p->offset_rate_function))
        wrong = "offset does not go with a constraint function; put it into the function";
    else if (p->jacobian && !p->constraint)
        wrong = "jacobian is given without constraint; it returns the derivatives of constraint";
    else if (p->velocity_level && p->offset_function)
        wrong = "offset_function does not go with velocity_level = true; give offset_rate_function(t, offset)";
    else if (!p->velocity_level && p->offset_rate_function)
        wrong = "offset_rate_function goes with velocity_level = true only; Yoke differentiates offset_function itself";
    else if (p->rows < 0)
        wrong = "rows must not be negative";
    if (wrong)
        snprintf(why, size, "%s", wrong);
    return wrong || wrong_rows("scaling0", p->scaling0.rows, at->rows, why, size)
        || wrong_rows("scaling1", p->scaling1.rows, at->rows, why, size) || wrong_rows("quadratic0", p->quadratic0.rows, at->rows, why, size)
        || wrong_rows("quadratic1", p->quadratic1.rows, at->rows, why, size) || wrong_rows("offset", p->offset.n, at->rows, why, size)
        || wrong_rows("rows", p->rows, at->rows, why, size);
}

/* ---- outputs ---- */

/* x1 - x0; where one side is ground the other with its sign */
static const char *difference(const struct joint_at *at, const double *x0, const double *x1, double *out)
{
    int n0 = at->m0->n, n1 = at->m1->n;
    if (n0 && n1 && n0 != n1)
        return "its markers have different numbers of coordinates, which have no difference";
    for (int i = 0; i < n0 || i < n1; i++)
        out[i] = (n1 ? x1[i] : 0) - (n0 ? x0[i] : 0);
    return NULL;
}

static const char *displacement(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    return difference(at, at->m0->q, at->m1->q, out);
}

static const char *velocity(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    return difference(at, at->m0->u, at->m1->u, out);
}

static const char *force(const void *data, const struct joint_at *at, double *out)
{
    (void)data;
    memcpy(out, at->lambda, (size_t)at->rows * sizeof *out);
    return NULL;
}

#define FIELD(f) offsetof(struct coordinate_vector, f)
static const struct joint_param params[] = {
    { "scaling0", JOINT_MATRIX, JOINT_FIXED | JOINT_COLUMNS0, "1", FIELD(scaling0), "X0 (rows x coordinates of marker 0)" },
    { "scaling1", JOINT_MATRIX, JOINT_FIXED | JOINT_COLUMNS1, "1", FIELD(scaling1), "X1 (rows x coordinates of marker 1)" },
    { "quadratic0", JOINT_MATRIX, JOINT_FIXED | JOINT_COLUMNS0, "1", FIELD(quadratic0), "Y0, of the squares of the coordinates" },
    { "quadratic1", JOINT_MATRIX, JOINT_FIXED | JOINT_COLUMNS1, "1", FIELD(quadratic1), "Y1, of the squares of the coordinates" },
    { "offset", JOINT_VECTOR, JOINT_ANY, "1", FIELD(offset), "one number per row" },
    { "velocity_level", JOINT_BOOL, JOINT_FIXED, "1", FIELD(velocity_level), "true: the rates are coupled, as written" },
    { "constraint", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(constraint), "g1, g2, ... = f(t, q, q_t, velocity_level)" },
    { "jacobian", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(jacobian), "its derivatives (rows x coordinates), same arguments; differenced if missing" },
    { "offset_function", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(offset_function), "offset1, ... = f(t, offset)" },
    { "offset_rate_function", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(offset_rate_function), "the same for velocity_level = true" },
    { "rows", JOINT_INT, JOINT_FIXED, "1", FIELD(rows), "number of rows, if neither a matrix nor the function shall tell" },
    { 0 }
};

static const struct joint_output outputs[] = {
    { "displacement", JOINT_PER_COORDINATE, "q", displacement, "q1 - q0, with one side ground the other with its sign" },
    { "velocity", JOINT_PER_COORDINATE, "q/s", velocity, "rate of displacement" },
    { "force", JOINT_PER_ROW, "Q", force, "multipliers" },
    { 0 }
};

const struct joint_type yoke_joint = {
    JOINT_HEADER, .name = "coordinate_vector", .doc = "couples coordinates of two bodies by matrices or by a function",
    .markers = JOINT_COORDINATES, .data_size = sizeof(struct coordinate_vector), .params = params, .outputs = outputs,
    .count = count, .level = level, .check = check, .residual = residual, .jacobian = jacobian,
    .example = "m:coordinate_vector { wheel, cart, scaling0 = { { -0.2 } }, scaling1 = { { 1 } } }",
};
