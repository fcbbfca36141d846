/* body_generic.c - n coordinates with matrices and functions of the script.
 *
 *   M u' + D u + K (q - reference) = force(t, q - reference, u)
 */
#include "body.h"
#include "text.h"

#include <math.h>
#include <string.h>

struct generic {
    struct joint_vector position, displacement, velocity;
    struct joint_matrix mass, damping, stiffness;
    const struct joint_function *mass_function, *force, *jacobian;
};

static int count(const void *data)
{
    const struct generic *p = data;
    return p->position.n ? p->position.n : p->mass.rows;
}

static int wrong_matrix(const char *name, struct joint_matrix x, int n, char *why, size_t size)
{
    if (!x.x || (x.rows == n && x.cols == n))
        return 0;
    text_print(why, size, "%s is %d x %d, it must be %d x %d, a row and a column per coordinate", name, x.rows, x.cols, n, n);
    return 1;
}

/* By Cholesky's pivots; a coordinate without mass may have a pivot of zero. */
static int is_indefinite(const double *M, int n)
{
    double L[BODY_MOST * BODY_MOST];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double x = M[i * n + j], size = 1e-12 * sqrt(fabs(M[i * n + i])) * sqrt(fabs(M[j * n + j]));
            for (int k = 0; k < j; k++)
                x -= L[i * n + k] * L[j * n + k];
            if (i == j && x < -size)
                return 1;
            if (i != j && L[j * n + j] == 0 && fabs(x) > size)
                return 1;
            L[i * n + j] = i == j ? sqrt(x > size ? x : 0) : L[j * n + j] > 0 ? x / L[j * n + j] : 0;
        }
    return 0;
}

static int check(const void *data, char *why, size_t size)
{
    const struct generic *p = data;
    int n = count(p);
    if (n < 1 || n > BODY_MOST) {
        text_print(why, size, "%d coordinates, it must have 1 to %d: give position (the reference coordinates) or a mass matrix", n, BODY_MOST);
        return 1;
    }
    if (!p->mass.x == !p->mass_function) {
        text_print(why, size, "mass must be a matrix (%d x %d) or a function(t, q, v)", n, n);
        return 1;
    }
    if (p->jacobian && !p->force) {
        text_print(why, size, "jacobian is given without force; it returns the derivatives of force");
        return 1;
    }
    for (int i = 0; p->mass.x && p->mass.rows == n && p->mass.cols == n && i < n; i++)
        for (int j = 0; j < i; j++)
            if (fabs(p->mass.x[i * n + j] - p->mass.x[j * n + i]) > 1e-12 * (fabs(p->mass.x[i * n + i]) + fabs(p->mass.x[j * n + j]))) {
                text_print(why, size, "mass is not symmetric: [%d][%d] = %.15g, [%d][%d] = %.15g", i + 1, j + 1,
                           p->mass.x[i * n + j], j + 1, i + 1, p->mass.x[j * n + i]);
                return 1;
            }
    if (p->mass.x && p->mass.rows == n && p->mass.cols == n && is_indefinite(p->mass.x, n)) {
        text_print(why, size, "mass is not positive definite: a motion would have negative energy");
        return 1;
    }
    return body_wrong_count("position", p->position, n, ", one per coordinate", why, size) || body_wrong_count("displacement", p->displacement, n, ", one per coordinate", why, size)
        || body_wrong_count("velocity", p->velocity, n, ", one per coordinate", why, size) || wrong_matrix("mass", p->mass, n, why, size)
        || wrong_matrix("damping", p->damping, n, why, size) || wrong_matrix("stiffness", p->stiffness, n, why, size);
}

static void start(const void *data, double *ref, double *q, double *u)
{
    const struct generic *p = data;
    for (int i = 0; i < count(p); i++) {
        ref[i] = p->position.n ? p->position.x[i] : 0;
        q[i] = ref[i] + (p->displacement.n ? p->displacement.x[i] : 0);
        u[i] = p->velocity.n ? p->velocity.x[i] : 0;
    }
}

/* out (rows x cols) = f(t, x, u) */
static const char *call(const struct joint_function *f, const struct body_at *at, const double *x, int n, int rows, double *out)
{
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &at->t }, { JOINT_LIST, n, x }, { JOINT_LIST, n, at->u } };
    return f->call(f, 3, in, (struct joint_matrix){ rows, rows == 1 ? n : n, out });
}

/* f -= X y */
static void take(double *f, const struct joint_matrix *X, const double *y)
{
    for (int i = 0; i < X->rows; i++)
        for (int j = 0; j < X->cols; j++)
            f[i] -= X->x[i * X->cols + j] * y[j];
}

static const char *equations(const void *data, const struct body_at *at, double *M, double *f)
{
    const struct generic *p = data;
    int n = count(p);
    double x[BODY_MOST];
    const char *why = NULL;
    for (int i = 0; i < n; i++)
        x[i] = at->q[i] - at->ref[i], f[i] = 0;
    if (p->mass.x)
        memcpy(M, p->mass.x, (size_t)(n * n) * sizeof *M);
    else
        why = call(p->mass_function, at, x, n, n, M);
    if (!why && p->force)
        why = call(p->force, at, x, n, 1, f);
    take(f, &p->damping, at->u);
    take(f, &p->stiffness, x);
    return why;
}

/* column j of K or D: the difference of M a - f over x[j] +- h */
static const char *difference(const struct generic *p, struct body_at at, double *x, int j, const double *a, int n, double *out)
{
    double M[BODY_MOST * BODY_MOST], f[BODY_MOST], side[2][BODY_MOST], old = x[j], h = 6e-6 * fmax(1, fabs(old));
    for (int k = 0; k < 2; k++) {
        x[j] = old + (k ? h : -h);
        const char *why = equations(p, &at, M, f);
        if (why)
            return why;
        for (int i = 0; i < n; i++) {
            side[k][i] = -f[i];
            for (int l = 0; l < n; l++)
                side[k][i] += M[i * n + l] * a[l];
        }
    }
    x[j] = old;
    for (int i = 0; i < n; i++)
        out[i * n + j] = (side[1][i] - side[0][i]) / (2 * h);
    return NULL;
}

static const char *tangent(const void *data, const struct body_at *at, const double *a, double *K, double *D)
{
    const struct generic *p = data;
    int n = count(p);
    size_t bytes = (size_t)(n * n) * sizeof *K;
    if ((p->force && !p->jacobian) || p->mass_function) {
        double q[BODY_MOST], u[BODY_MOST];
        struct body_at moved = { at->t, q, at->ref, u, at->gravity };
        memcpy(q, at->q, (size_t)n * sizeof *q);
        memcpy(u, at->u, (size_t)n * sizeof *u);
        const char *why = NULL;
        for (int j = 0; j < n && !why; j++) {
            why = difference(p, moved, q, j, a, n, K);
            if (!why)
                why = difference(p, moved, u, j, a, n, D);
        }
        return why;
    }
    memset(K, 0, bytes);
    memset(D, 0, bytes);
    if (p->jacobian) {
        double x[BODY_MOST], F[2 * BODY_MOST * BODY_MOST]; /* df/dq above df/dv */
        for (int i = 0; i < n; i++)
            x[i] = at->q[i] - at->ref[i];
        const char *why = call(p->jacobian, at, x, n, 2 * n, F);
        if (why)
            return why;
        for (int i = 0; i < n * n; i++)
            K[i] = -F[i], D[i] = -F[n * n + i];
    }
    for (int i = 0; i < n * n; i++) {
        K[i] += p->stiffness.x ? p->stiffness.x[i] : 0;
        D[i] += p->damping.x ? p->damping.x[i] : 0;
    }
    return NULL;
}

static double potential(const void *data, const struct body_at *at)
{
    const struct generic *p = data;
    double e = 0;
    for (int i = 0; i < p->stiffness.rows; i++)
        for (int j = 0; j < p->stiffness.cols; j++)
            e += 0.5 * (at->q[i] - at->ref[i]) * p->stiffness.x[i * p->stiffness.cols + j] * (at->q[j] - at->ref[j]);
    return e;
}

#define FIELD(f) offsetof(struct generic, f)
static const struct joint_param params[] = {
    { "position", JOINT_VECTOR, JOINT_FIXED, "1", FIELD(position), "reference coordinates; their number is the number of coordinates" },
    { "displacement", JOINT_VECTOR, JOINT_ANY, "1", FIELD(displacement), "at the start, away from the reference coordinates" },
    { "velocity", JOINT_VECTOR, JOINT_ANY, "1/s", FIELD(velocity), "at the start, one per coordinate" },
    { "mass", JOINT_MATRIX, JOINT_ANY, "1", FIELD(mass), "M (n x n), or a function(t, q, v) that returns it" },
    { "mass_function", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(mass_function), "where a function given as mass is kept" },
    { "damping", JOINT_MATRIX, JOINT_ANY, "1", FIELD(damping), "D (n x n)" },
    { "stiffness", JOINT_MATRIX, JOINT_ANY, "1", FIELD(stiffness), "K (n x n), on the coordinates without reference part" },
    { "force", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(force), "f1, ..., fn = f(t, q, v), q without the reference part" },
    { "jacobian", JOINT_FUNCTION, JOINT_ANY, "1", FIELD(jacobian), "df/dq, df/dv = f(t, q, v), each n x n; differenced if missing" },
    { 0 }
};

const struct body_type body_generic = {
    .name = "generic", .doc = "coordinates with matrices and functions of the script", .map = BODY_NONE,
    .data_size = sizeof(struct generic), .params = params, .count = count, .check = check, .start = start,
    .equations = equations, .tangent = tangent, .potential = potential,
};
