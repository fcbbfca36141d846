/* schema.h - parameter tables: fill an instance from script values, check, describe.
 *
 * The tables are those of joint.h; bodies, loads and the solvers' options use the same. */
#ifndef SCHEMA_H
#define SCHEMA_H
#include "arena.h"
#include "fault.h"
#include "joint.h"

/* A value as a script gave it. */
enum value_kind { VALUE_BOOL, VALUE_NUMBER, VALUE_TEXT, VALUE_LIST, VALUE_MATRIX, VALUE_FUNCTION, VALUE_OTHER };

struct value {
    enum value_kind kind;
    double number;     /* NUMBER; BOOL: 0 or 1 */
    int rows, cols;    /* LIST: rows = 1; MATRIX */
    const double *x;   /* (rows x cols) of LIST and MATRIX */
    const struct joint_function *function;
    const char *text;  /* TEXT: the text; OTHER: what it is ("a joint") */
};

/* The row called `name`, or NULL. */
const struct joint_param *schema_find(const struct joint_param *table, const char *name);

/* Puts a value where the row says, after checking it.  Memory of lists comes from the arena.
   `label` is what the script calls the parameter (usually the row's name). */
int schema_fill(const struct joint_param *row, const char *label, const struct value *v, void *data, struct arena *a,
                struct fault *f);

/* "no parameter 'x'", with a near miss or the list of the names in the tables (n, each may be NULL). */
int schema_unknown(const char *name, const struct joint_param *const *tables, int n, struct fault *f);

/* Sets the fault of a required parameter that was not given. */
int schema_missing(const struct joint_param *row, struct fault *f);

/* "number", "function or number", "list of 3 numbers": what a script gives for this row. */
const char *schema_kind(const struct joint_param *row);

/* "required, positive", "" : the rules in words. */
void schema_rules(const struct joint_param *row, char *out, size_t size);

/* The default in the instance as text ("1", "{0, 1, 0}", "none"). */
void schema_default(const struct joint_param *row, const void *defaults, char *out, size_t size);

#endif
