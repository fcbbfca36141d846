/* schema.c - one table row at a time: refuse what is wrong, store what is right. */
#include "schema.h"
#include "text.h"
#include "vec.h"

#include <string.h>

const struct joint_param *schema_find(const struct joint_param *table, const char *name)
{
    for (const struct joint_param *row = table; row && row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static int has_unit(const struct joint_param *row)
{
    return row->unit && strcmp(row->unit, "1") != 0 && *row->unit;
}

/* Ends a refusal: " (m)". */
static int refuse_kind(const struct joint_param *row, struct fault *f)
{
    return has_unit(row) ? fault_append(f, " (%s)", row->unit) : -1;
}

/* The same of a value of the right kind, with the remedy. */
static int refuse(const struct joint_param *row, struct fault *f)
{
    refuse_kind(row, f);
    if (row->remedy)
        fault_append(f, "; %s", row->remedy);
    return -1;
}

const char *schema_kind(const struct joint_param *row)
{
    switch (row->kind) {
    case JOINT_REAL: return "number";
    case JOINT_SIGNAL: return "number or function of t";
    case JOINT_INT: return "whole number";
    case JOINT_BOOL: return "true or false";
    case JOINT_VEC3: return row->rule & JOINT_IN_PLANE ? "list of 2 numbers" : "list of 3 numbers";
    case JOINT_VECTOR: return "list of numbers";
    case JOINT_MATRIX: return "matrix (list of rows)";
    case JOINT_COLOR: return "colour {r, g, b, a}";
    case JOINT_FUNCTION: return "function";
    }
    return "?";
}

static int wrong_kind(const struct joint_param *row, const char *label, const struct value *v, struct fault *f)
{
    const char *article = row->kind == JOINT_BOOL ? "" : "a ";
    switch (v->kind) {
    case VALUE_BOOL: fault_set(f, "%s = %s must be %s%s", label, v->number != 0 ? "true" : "false", article, schema_kind(row)); break;
    case VALUE_NUMBER: fault_set(f, "%s = %.15g must be %s%s", label, v->number, article, schema_kind(row)); break;
    case VALUE_TEXT: fault_set(f, "%s = \"%.60s\" must be %s%s", label, v->text, article, schema_kind(row)); break;
    case VALUE_LIST: fault_set(f, "%s is a list of %d number%s, it must be %s%s", label, v->cols, v->cols == 1 ? "" : "s", article, schema_kind(row)); break;
    case VALUE_MATRIX: fault_set(f, "%s is a %d x %d matrix, it must be %s%s", label, v->rows, v->cols, article, schema_kind(row)); break;
    case VALUE_FUNCTION: fault_set(f, "%s is a function, it must be %s%s", label, article, schema_kind(row)); break;
    case VALUE_OTHER: fault_set(f, "%s is %s, it must be %s%s", label, v->text, article, schema_kind(row)); break;
    }
    return refuse_kind(row, f);
}

/* The rules of one number; `which` is "" or "[2]". */
static int check_number(const struct joint_param *row, const char *label, const char *which, double x, struct fault *f)
{
    if (!isfinite(x)) {
        fault_set(f, "%s%s is %s, it must be a finite number", label, which, isnan(x) ? "not a number (nan)" : x > 0 ? "inf" : "-inf");
        return refuse_kind(row, f);
    }
    if (row->rule & JOINT_POSITIVE && x <= 0)
        fault_set(f, "%s%s = %.15g must be positive", label, which, x);
    else if (row->rule & JOINT_NOT_NEGATIVE && x < 0)
        fault_set(f, "%s%s = %.15g must not be negative", label, which, x);
    else if (row->rule & JOINT_SWITCHES && x != 0 && x != 1)
        fault_set(f, "%s%s = %.15g must be 1 or 0 (true or false)", label, which, x);
    else
        return 0;
    return refuse(row, f);
}

static int check_list(const struct joint_param *row, const char *label, int rows, int cols, const double *x, struct fault *f)
{
    char which[32];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (row->kind == JOINT_MATRIX)
                text_print(which, sizeof which, "[%d][%d]", i + 1, j + 1);
            else
                text_print(which, sizeof which, "[%d]", j + 1);
            if (check_number(row, label, which, x[i * cols + j], f))
                return -1;
        }
    return 0;
}

static int fill_vec3(const struct joint_param *row, const char *label, const struct value *v, double *x, struct fault *f)
{
    double y[3] = { 0 };
    if (v->kind != VALUE_LIST)
        return wrong_kind(row, label, v, f);
    int turns = has_unit(row) && strncmp(row->unit, "rad", 3) == 0; /* about which axes, two numbers do not tell */
    if (v->cols != 3 && (v->cols != 2 || turns)) {
        fault_set(f, "%s has %d number%s, it must have %s", label, v->cols, v->cols == 1 ? "" : "s", row->rule & JOINT_IN_PLANE ? "2" : "3");
        return refuse(row, f);
    }
    if (check_list(row, label, 1, v->cols, v->x, f))
        return -1;
    memcpy(y, v->x, (size_t)v->cols * sizeof *y);
    if (row->rule & JOINT_IN_PLANE && y[2] != 0) {
        fault_set(f, "%s = {%.15g, %.15g, %.15g} must lie in the x-y plane (z = 0)", label, y[0], y[1], y[2]);
        return refuse(row, f);
    }
    if (row->rule & JOINT_DIRECTION) {
        double largest = fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
        if (largest == 0) {
            fault_set(f, "%s = {0, 0, 0} has no direction, it must not be zero", label);
            return refuse(row, f);
        }
        scale(y, 1 / largest, y); /* no overflow or underflow in the length */
        scale(y, 1 / norm(y), y);
    }
    copy(x, y);
    return 0;
}

static int fill_color(const struct joint_param *row, const char *label, const struct value *v, double *x, struct fault *f)
{
    if (v->kind != VALUE_LIST)
        return wrong_kind(row, label, v, f);
    if (v->cols != 3 && v->cols != 4)
        return fault_set(f, "%s has %d number%s, it must have 3 or 4: {r, g, b, a}, each 0 to 1", label, v->cols, v->cols == 1 ? "" : "s");
    for (int i = 0; i < v->cols; i++)
        if (!(v->x[i] >= 0 && v->x[i] <= 1))
            return fault_set(f, "%s[%d] = %.15g must be from 0 to 1", label, i + 1, v->x[i]);
    x[3] = 1;
    memcpy(x, v->x, (size_t)v->cols * sizeof *x);
    return 0;
}

static int fill_vector(const struct joint_param *row, const char *label, const struct value *v, struct joint_vector *out,
                       struct arena *a, struct fault *f)
{
    if (v->kind == VALUE_NUMBER) { /* a number stands for a list of one */
        if (check_number(row, label, "", v->number, f))
            return -1;
        *out = (struct joint_vector){ 1, arena_copy(a, &v->number, sizeof v->number) };
        return 0;
    }
    if (v->kind != VALUE_LIST)
        return wrong_kind(row, label, v, f);
    if (check_list(row, label, 1, v->cols, v->x, f))
        return -1;
    *out = (struct joint_vector){ v->cols, arena_copy(a, v->x, (size_t)v->cols * sizeof *v->x) };
    return 0;
}

static int fill_matrix(const struct joint_param *row, const char *label, const struct value *v, struct joint_matrix *out,
                       struct arena *a, struct fault *f)
{
    if (v->kind != VALUE_MATRIX && v->kind != VALUE_LIST) /* a flat list stands for a matrix of one row */
        return wrong_kind(row, label, v, f);
    if (check_list(row, label, v->rows, v->cols, v->x, f))
        return -1;
    *out = (struct joint_matrix){ v->rows, v->cols, arena_copy(a, v->x, (size_t)v->rows * (size_t)v->cols * sizeof *v->x) };
    return 0;
}

int schema_fill(const struct joint_param *row, const char *label, const struct value *v, void *data, struct arena *a,
                struct fault *f)
{
    void *at = (char *)data + row->offset;
    switch (row->kind) {
    case JOINT_REAL:
        if (v->kind != VALUE_NUMBER)
            return wrong_kind(row, label, v, f);
        if (check_number(row, label, "", v->number, f))
            return -1;
        *(double *)at = v->number;
        return 0;
    case JOINT_SIGNAL:
        if (v->kind == VALUE_FUNCTION) {
            *(struct joint_signal *)at = (struct joint_signal){ .f = v->function };
            return 0;
        }
        if (v->kind != VALUE_NUMBER)
            return wrong_kind(row, label, v, f);
        if (check_number(row, label, "", v->number, f))
            return -1;
        *(struct joint_signal *)at = (struct joint_signal){ .value = v->number };
        return 0;
    case JOINT_INT:
        if (v->kind != VALUE_NUMBER || v->number != floor(v->number) || fabs(v->number) > 1e9)
            return wrong_kind(row, label, v, f);
        if (check_number(row, label, "", v->number, f))
            return -1;
        *(int *)at = (int)v->number;
        return 0;
    case JOINT_BOOL:
        if (v->kind != VALUE_BOOL)
            return wrong_kind(row, label, v, f);
        *(int *)at = v->number != 0;
        return 0;
    case JOINT_VEC3: return fill_vec3(row, label, v, at, f);
    case JOINT_COLOR: return fill_color(row, label, v, at, f);
    case JOINT_VECTOR: return fill_vector(row, label, v, at, a, f);
    case JOINT_MATRIX: return fill_matrix(row, label, v, at, a, f);
    case JOINT_FUNCTION: break;
    }
    if (v->kind != VALUE_FUNCTION)
        return wrong_kind(row, label, v, f);
    *(const struct joint_function **)at = v->function;
    return 0;
}

int schema_unknown(const char *name, const struct joint_param *const *tables, int n, struct fault *f)
{
    const char *names[128] = { NULL };
    int known = 0;
    for (int k = 0; k < n; k++)
        for (const struct joint_param *row = tables[k]; row && row->name && known < 128; row++)
            names[known++] = row->name;
    const char *near = near_miss(name, names, known);
    fault_set(f, "no parameter '%s'", name);
    if (near)
        return fault_append(f, "; did you mean '%s'?", near);
    fault_append(f, "; there are: ");
    for (int i = 0; i < known; i++)
        fault_append(f, "%s%s", i ? ", " : "", names[i]);
    return -1;
}

int schema_missing(const struct joint_param *row, struct fault *f)
{
    fault_set(f, "%s is missing", row->name);
    if (has_unit(row))
        fault_append(f, " (%s)", row->unit);
    fault_append(f, ": %s", row->doc);
    if (row->remedy)
        fault_append(f, "; %s", row->remedy);
    return -1;
}

void schema_rules(const struct joint_param *row, char *out, size_t size)
{
    static const struct { int rule; const char *word; } words[] = {
        { JOINT_REQUIRED, "required" }, { JOINT_POSITIVE, "positive" }, { JOINT_NOT_NEGATIVE, "not negative" },
        { JOINT_DIRECTION, "not zero" }, { JOINT_IN_PLANE, "in the plane" }, { JOINT_ALONG, "or along" }, { JOINT_SWITCHES, "1 or 0 each" }, { JOINT_FIXED, "fixed" },
        { JOINT_COLUMNS0, "a column per coordinate of marker 0" }, { JOINT_COLUMNS1, "a column per coordinate of marker 1" },
    };
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (row->rule & words[i].rule && used < size) {
            text_print(out + used, size - used, "%s%s", used ? ", " : "", words[i].word);
            used += strlen(out + used);
        }
}

/* "{1, 0, 0}" or "none" */
static void list_default(const struct joint_vector *x, char *out, size_t size)
{
    size_t used = 0;
    text_print(out, size, "none");
    for (int i = 0; i < x->n && used < size; i++) {
        text_print(out + used, size - used, "%s%.15g%s", i ? ", " : "{", x->x[i], i == x->n - 1 ? "}" : "");
        used += strlen(out + used);
    }
}

void schema_default(const struct joint_param *row, const void *defaults, char *out, size_t size)
{
    const void *at = (const char *)defaults + row->offset;
    const double *x = at;
    if (row->rule & JOINT_REQUIRED) {
        text_print(out, size, "-");
        return;
    }
    switch (row->kind) {
    case JOINT_REAL: text_print(out, size, row->rule & JOINT_POSITIVE && x[0] <= 0 ? "default" : "%.15g", x[0]); break;
    case JOINT_SIGNAL: text_print(out, size, "%.15g", ((const struct joint_signal *)at)->value); break;
    case JOINT_INT: text_print(out, size, "%d", *(const int *)at); break;
    case JOINT_BOOL: text_print(out, size, "%s", *(const int *)at ? "true" : "false"); break;
    case JOINT_VEC3: text_print(out, size, row->rule & JOINT_IN_PLANE ? "{%.15g, %.15g}" : "{%.15g, %.15g, %.15g}", x[0], x[1], x[2]); break;
    case JOINT_COLOR: text_print(out, size, x[0] < 0 ? "default" : "{%.3g, %.3g, %.3g, %.3g}", x[0], x[1], x[2], x[3]); break;
    case JOINT_VECTOR: list_default(at, out, size); break;
    default: text_print(out, size, "none"); break;
    }
}
