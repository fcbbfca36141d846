/* loader.c - dlopen and the checks before anything of a plugin is believed. */
#include "loader.h"
#include "text.h"

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COMMON(field) offsetof(struct joint_common, field)
const struct joint_param joint_common_params[] = {
    { "active", JOINT_BOOL, JOINT_ANY, "1", COMMON(active), "false: all rows are released (lambda or sigma = 0)" },
    { "show", JOINT_BOOL, JOINT_ANY, "1", COMMON(show), "false: not drawn" },
    { "color", JOINT_COLOR, JOINT_ANY, "1", COMMON(color), "red, green, blue, opacity, each 0 to 1" },
    { "draw_size", JOINT_REAL, JOINT_POSITIVE, "m", COMMON(draw_size), "size it is drawn with" },
    { 0 }
};
const struct joint_common joint_common_defaults = { .active = 1, .show = 1, .color = { -1, -1, -1, -1 }, .draw_size = -1 };

static const char *const common_outputs[] = { /* outputs that every joint has and no plugin may replace */
    "lambda", "drift", "force0", "torque0", "force1", "torque1", "force0_local", "torque0_local", "force1_local", "torque1_local",
};

/* ---- tables ---- */

static int identifier(const char *s)
{
    if (!s || (!isalpha((unsigned char)*s) && *s != '_'))
        return 0;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return 0;
    return 1;
}

static size_t kind_size(enum joint_kind kind)
{
    switch (kind) {
    case JOINT_REAL: return sizeof(double);
    case JOINT_SIGNAL: return sizeof(struct joint_signal);
    case JOINT_INT: case JOINT_BOOL: return sizeof(int);
    case JOINT_VEC3: return 3 * sizeof(double);
    case JOINT_VECTOR: return sizeof(struct joint_vector);
    case JOINT_MATRIX: return sizeof(struct joint_matrix);
    case JOINT_COLOR: return 4 * sizeof(double);
    case JOINT_FUNCTION: return sizeof(void *);
    }
    return 0;
}

static int check_params(const struct joint_type *t, struct fault *f)
{
    for (const struct joint_param *p = t->params; p && p->name; p++) {
        size_t size = kind_size(p->kind);
        if (!identifier(p->name))
            return fault_set(f, "parameter name '%s' is not a plain word", p->name);
        if (!size)
            return fault_set(f, "parameter '%s' has the unknown kind %d", p->name, (int)p->kind);
        if (p->offset > t->data_size || size > t->data_size - p->offset)
            return fault_set(f, "parameter '%s' lies outside the instance (offset %zu, %zu bytes, data_size %zu)", p->name,
                             p->offset, size, t->data_size);
        if (p->offset % (size < 8 ? size : 8))
            return fault_set(f, "parameter '%s' is not aligned (offset %zu)", p->name, p->offset);
        if (p->rule & (JOINT_DIRECTION | JOINT_IN_PLANE | JOINT_ALONG) && p->kind != JOINT_VEC3)
            return fault_set(f, "parameter '%s': direction, in-plane and along rules are for a vec3", p->name);
        if (!p->unit || !p->doc)
            return fault_set(f, "parameter '%s' must have a unit (\"1\" for none) and a doc", p->name);
        for (const struct joint_param *q = t->params; q != p; q++)
            if (strcmp(p->name, q->name) == 0)
                return fault_set(f, "parameter '%s' stands twice in the table", p->name);
        int known = !p->common;
        for (const struct joint_param *q = joint_common_params; q->name; q++) {
            if (strcmp(p->name, q->name) == 0)
                return fault_set(f, "parameter '%s' belongs to Yoke: every joint has it", p->name);
            known |= p->common && strcmp(p->common, q->name) == 0 && p->kind == q->kind;
        }
        if (!known)
            return fault_set(f, "parameter '%s' is another word for '%s', but there is none of this kind that every joint has", p->name, p->common);
        for (const struct joint_coordinate *c = t->coordinates; c && c->name; c++) {
            size_t n = strlen(c->name);
            if (strncmp(p->name, c->name, n) == 0 && (strcmp(p->name + n, "_start") == 0 || strcmp(p->name + n, "_rate_start") == 0))
                return fault_set(f, "parameter '%s' belongs to Yoke: coordinate '%s' has it", p->name, c->name);
        }
    }
    return 0;
}

static int check_rows(const struct joint_type *t, struct fault *f)
{
    if (!t->rows && !t->count)
        return fault_set(f, "it has neither rows nor count");
    if (t->rows && !t->rows->name)
        return fault_set(f, "its table of rows is empty");
    for (const struct joint_row *r = t->rows; r && r->name; r++) {
        if (!identifier(r->name))
            return fault_set(f, "row name '%s' is not a plain word", r->name);
        if (!r->doc)
            return fault_set(f, "row '%s' must have a doc", r->name);
        for (const struct joint_row *q = t->rows; q != r; q++)
            if (strcmp(r->name, q->name) == 0)
                return fault_set(f, "row '%s' stands twice in the table", r->name);
    }
    return 0;
}

static int check_outputs(const struct joint_type *t, struct fault *f)
{
    for (const struct joint_output *o = t->outputs; o && o->name; o++) {
        if (!identifier(o->name))
            return fault_set(f, "output name '%s' is not a plain word", o->name);
        if (!o->eval || !o->unit || !o->doc)
            return fault_set(f, "output '%s' must have eval, unit and doc", o->name);
        if (o->n < JOINT_PER_COORDINATE || o->n == 0 || o->n > 1000)
            return fault_set(f, "output '%s' has n = %d, wanted 1 to 1000, JOINT_PER_ROW or JOINT_PER_COORDINATE", o->name, o->n);
        for (const struct joint_output *q = t->outputs; q != o; q++)
            if (strcmp(o->name, q->name) == 0)
                return fault_set(f, "output '%s' stands twice in the table", o->name);
        for (size_t i = 0; i < sizeof common_outputs / sizeof *common_outputs; i++)
            if (strcmp(o->name, common_outputs[i]) == 0)
                return fault_set(f, "output '%s' belongs to Yoke: every joint has it", o->name);
    }
    for (const struct joint_coordinate *c = t->coordinates; c && c->name; c++) {
        if (!identifier(c->name))
            return fault_set(f, "coordinate name '%s' is not a plain word", c->name);
        if (!c->eval || !c->unit || !c->doc)
            return fault_set(f, "coordinate '%s' must have eval, unit and doc", c->name);
        for (const struct joint_output *o = t->outputs; o && o->name; o++)
            if (strcmp(o->name, c->name) == 0)
                return fault_set(f, "'%s' is both an output and a coordinate", c->name);
    }
    return 0;
}

int loader_check(const struct joint_type *t, struct fault *f)
{
    if (!identifier(t->name))
        return fault_set(f, "its name '%s' is not a plain word", t->name ? t->name : "(none)");
    if (!t->doc)
        return fault_set(f, "it has no doc");
    if (!t->residual)
        return fault_set(f, "it has no residual");
    if ((unsigned)t->markers > JOINT_COORDINATES)
        return fault_set(f, "its kind of markers (%d) is unknown", (int)t->markers);
    if (t->data_size > 1 << 20)
        return fault_set(f, "its data_size is %zu bytes, at most 1 MiB is allowed", t->data_size);
    if (check_params(t, f) || check_rows(t, f) || check_outputs(t, f))
        return -1;
    if (t->law && (t->held || t->level || t->half_turns))
        return fault_set(f, "a joint with a law has no constraints, so held, level and half_turns do not go with it");
    if (t->constant && (!t->jacobian || t->bias || t->curvature || t->level))
        return fault_set(f, "a joint whose Jacobian is constant gives jacobian, and no bias, curvature or level");
    if (!t->law && (t->law_tangent || t->energy))
        return fault_set(f, "law_tangent and energy need a law");
    return 0;
}

/* A table of rows of `had` bytes, ended by a NULL name, as rows of `want` bytes. */
static const void *widen(struct arena *a, const void *table, size_t had, size_t want)
{
    if (!table || had == want)
        return table;
    size_t n = 1;
    for (const char *row = table; *(const char *const *)row; row += had)
        n++;
    char *out = arena_take(a, n * want);
    for (size_t i = 0; i < n; i++)
        memcpy(out + i * want, (const char *)table + i * had, had);
    return out;
}

/* Reads a type that a plugin was built with: contract and sizes first, then a copy in the shape of this header. */
static const struct joint_type *adopt(struct loader *l, const struct joint_type *given, struct fault *f)
{
    if (given->abi != JOINT_ABI) {
        fault_set(f, "built for joint contract %u, this yoke speaks %u; rebuild it", given->abi, (unsigned)JOINT_ABI);
        return NULL;
    }
    const struct { size_t had, want; const char *what; } sizes[] = {
        { given->size, sizeof(struct joint_type), "joint_type" }, { given->param_size, sizeof(struct joint_param), "joint_param" },
        { given->row_size, sizeof(struct joint_row), "joint_row" }, { given->output_size, sizeof(struct joint_output), "joint_output" },
        { given->coordinate_size, sizeof(struct joint_coordinate), "joint_coordinate" },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].had > sizes[i].want) {
            fault_set(f, "built with a newer joint.h (struct %s has %zu bytes, this yoke knows %zu); rebuild it or update yoke",
                      sizes[i].what, sizes[i].had, sizes[i].want);
            return NULL;
        } else if (sizes[i].had < sizeof(void *)) {
            fault_set(f, "struct %s has %zu bytes: JOINT_HEADER is missing from yoke_joint", sizes[i].what, sizes[i].had);
            return NULL;
        }
    struct joint_type *t = arena_take(&l->arena, sizeof *t);
    memcpy(t, given, given->size);
    t->params = widen(&l->arena, t->params, t->param_size, sizeof *t->params);
    t->rows = widen(&l->arena, t->rows, t->row_size, sizeof *t->rows);
    t->outputs = widen(&l->arena, t->outputs, t->output_size, sizeof *t->outputs);
    t->coordinates = widen(&l->arena, t->coordinates, t->coordinate_size, sizeof *t->coordinates);
    if (loader_check(t, f))
        return NULL;
    return t;
}

/* ---- files ---- */

static const struct joint_source *known(const struct loader *l, const char *name)
{
    for (const struct joint_source *s = l->known; s; s = s->next)
        if (strcmp(s->type->name, name) == 0)
            return s;
    return NULL;
}

int loader_take(struct loader *l, const struct joint_type *type, const char *from, struct fault *f)
{
    for (const char *const *r = l->reserved; r && *r; r++)
        if (strcmp(*r, type->name) == 0)
            return fault_set(f, "joint type '%s' has the name of a method of the model; give it another name", type->name);
    const struct joint_source *s = known(l, type->name);
    if (s)
        return fault_set(f, "joint type '%s' is defined twice: in %s and in %s", type->name, s->path, from);
    struct joint_source *new = ARENA_NEW(&l->arena, 1, struct joint_source), **end = &l->known;
    *new = (struct joint_source){ type, arena_text(&l->arena, from), NULL };
    while (*end)
        end = &(*end)->next;
    *end = new;
    return 0;
}

/* Another file on the path for the same name, or NULL. */
static const char *rival(const struct loader *l, const char *name, const char *real)
{
    for (int i = 0; i < l->ndirs; i++) {
        char path[4096], other[4096];
        text_print(path, sizeof path, "%s/%s.so", l->dirs[i], name);
        if (realpath(path, other) && strcmp(other, real) != 0)
            return arena_text((struct arena *)&l->arena, other);
    }
    return NULL;
}

static const struct joint_type *open_file(struct loader *l, const char *path, struct fault *f)
{
    char real[4096];
    if (!*path) {
        fault_set(f, "the path of the plugin is empty");
        return NULL;
    }
    if (!realpath(path, real)) {
        fault_set(f, "%s: %s", path, strerror(errno));
        return NULL;
    }
    for (const struct joint_source *s = l->known; s; s = s->next)
        if (strcmp(s->path, real) == 0)
            return s->type;
    void *library = dlopen(real, RTLD_NOW | RTLD_LOCAL); /* never closed: its tables and functions stay in use */
    if (!library) {
        const char *why = dlerror();
        fault_set(f, "%s: cannot be loaded: %s", path, why ? why : "no reason given");
        return NULL;
    }
    const struct joint_type *given = dlsym(library, "yoke_joint");
    if (!given) {
        fault_set(f, "%s: it does not define yoke_joint (const struct joint_type yoke_joint = { JOINT_HEADER, ... })", path);
        return NULL;
    }
    const struct joint_type *t = adopt(l, given, f);
    if (!t) {
        fault_prefix(f, "%s: ", path);
        return NULL;
    }
    const char *other = rival(l, t->name, real);
    if (other) {
        fault_set(f, "joint type '%s' is defined twice: in %s and in %s", t->name, other, real);
        return NULL;
    }
    return loader_take(l, t, real, f) ? NULL : t;
}

void loader_path(struct loader *l, const char *dir)
{
    const char **dirs = arena_take(&l->arena, (size_t)(l->ndirs + 1) * sizeof *dirs);
    if (l->ndirs)
        memcpy(dirs, l->dirs, (size_t)l->ndirs * sizeof *dirs);
    dirs[l->ndirs] = arena_text(&l->arena, dir);
    l->dirs = dirs;
    l->ndirs++;
}

const struct joint_type *loader_file(struct loader *l, const char *path, struct fault *f)
{
    return open_file(l, path, f);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int loader_names(struct loader *l, const char ***out)
{
    int n = 0, room = 64;
    const char **names = malloc((size_t)room * sizeof *names);
    if (!names)
        return 0;
    for (int k = -1; k < l->ndirs; k++) {
        DIR *dir = k < 0 ? NULL : opendir(l->dirs[k]);
        const struct joint_source *s = l->known;
        for (struct dirent *e; k < 0 ? s != NULL : dir && (e = readdir(dir));) {
            char name[256];
            text_print(name, sizeof name, "%s", k < 0 ? s->type->name : e->d_name);
            if (k < 0)
                s = s->next;
            else if (strlen(name) > 3 && strcmp(name + strlen(name) - 3, ".so") == 0)
                name[strlen(name) - 3] = 0;
            else
                continue;
            int known_already = 0;
            for (int i = 0; i < n && !known_already; i++)
                known_already = strcmp(names[i], name) == 0;
            if (known_already)
                continue;
            if (n == room) {
                const char **more = realloc(names, (size_t)(room *= 2) * sizeof *names);
                if (!more)
                    break;
                names = more;
            }
            names[n++] = arena_text(&l->arena, name);
        }
        if (dir)
            closedir(dir);
    }
    qsort(names, (size_t)n, sizeof *names, by_name);
    *out = arena_copy(&l->arena, names, (size_t)n * sizeof *names);
    free(names);
    return n;
}

static void not_found(struct loader *l, const char *name, struct fault *f)
{
    const char **names;
    int n = loader_names(l, &names);
    const char *near = near_miss(name, names, n);
    fault_set(f, "no joint type '%s'; ", name);
    if (near)
        fault_append(f, "did you mean '%s'? ", near);
    fault_append(f, "there are: ");
    for (int i = 0; i < n; i++)
        fault_append(f, "%s%s", i ? ", " : "", names[i]);
    fault_append(f, " (looked in: ");
    for (int i = 0; i < l->ndirs; i++)
        fault_append(f, "%s%s", i ? ", " : "", l->dirs[i]);
    fault_append(f, ")");
}

const struct joint_type *loader_find(struct loader *l, const char *name, struct fault *f)
{
    const struct joint_source *s = known(l, name);
    if (s)
        return s->type;
    for (int i = 0; identifier(name) && i < l->ndirs; i++) {
        char path[4096];
        struct stat info;
        text_print(path, sizeof path, "%s/%s.so", l->dirs[i], name);
        if (stat(path, &info))
            continue;
        const struct joint_type *t = open_file(l, path, f);
        if (t && strcmp(t->name, name) != 0) {
            fault_set(f, "%s: it defines the joint type '%s', so its file must be called %s.so", path, t->name, t->name);
            return NULL;
        }
        return t;
    }
    not_found(l, name, f);
    return NULL;
}

int loader_functions(const char *library, int n, const char *const *name, void **f)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL); /* never closed */
    for (int i = 0; i < n; i++) {
        f[i] = handle ? dlsym(handle, name[i]) : NULL;
        if (!f[i])
            return -1;
    }
    return 0;
}

const char *loader_origin(const struct loader *l, const struct joint_type *type)
{
    for (const struct joint_source *s = l->known; s; s = s->next)
        if (s->type == type)
            return s->path;
    return "?";
}

void loader_free(struct loader *l)
{
    arena_free(&l->arena);
}
