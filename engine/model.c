/* model.c - adds items, keeps names unique, passes parameters to the tables. */
#include "model.h"
#include "spin.h"
#include "text.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_words[ITEM_KINDS] = { "body", "marker", "joint", "load", "sensor" };

int item_fault(const struct item *item, struct fault *f)
{
    return fault_prefix(f, "%s '%s' (%s): ", kind_words[item->kind], item->name, item->type);
}

int item_fault_where(const struct item *item, struct fault *f)
{
    item_fault(item, f);
    return *item->where ? fault_prefix(f, "%s: ", item->where) : -1;
}

/* ---- lists of items ---- */

struct list { void ***items; int *n; };

static struct list list_of(struct model *m, enum item_kind kind)
{
    switch (kind) {
    case ITEM_BODY: return (struct list){ (void ***)&m->body, &m->bodies };
    case ITEM_MARKER: return (struct list){ (void ***)&m->marker, &m->markers };
    case ITEM_JOINT: return (struct list){ (void ***)&m->joint, &m->joints };
    case ITEM_LOAD: return (struct list){ (void ***)&m->load, &m->loads };
    default: return (struct list){ (void ***)&m->sensor, &m->sensors };
    }
}

/* Room for one more in a list that doubles: at 0, 1, 2, 4, 8, ... items it is full. */
static void *grow(void *items, int n, size_t each)
{
    if (n & (n - 1))
        return items;
    items = realloc(items, (size_t)(n ? 2 * n : 1) * each);
    if (!items)
        abort();
    return items;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->name, ((const struct item *)b)->name);
}

static struct item *item_named(struct model *m, const char *name)
{
    struct item key = { .name = name }, **found = tfind(&key, &m->names, by_name);
    return found ? *found : NULL;
}

/* "distance_1", "distance_2", ... */
static const char *free_name(struct model *m, const char *type)
{
    size_t k = 0, kinds = sizeof m->counted / sizeof *m->counted;
    while (k < kinds - 1 && m->counted[k].type && strcmp(m->counted[k].type, type) != 0)
        k++;
    m->counted[k].type = type;
    for (;;) {
        char name[256];
        text_print(name, sizeof name, "%s_%d", type, ++m->counted[k].n);
        if (!item_named(m, name))
            return arena_text(&m->arena, name);
    }
}

static void name_item(struct model *m, struct item *item, const char *name)
{
    item->named = name != NULL;
    item->name = name ? arena_text(&m->arena, name) : free_name(m, item->type);
    if (!tsearch(item, &m->names, by_name))
        abort();
}

/* A new item of `size` bytes at the end of its list, or NULL with a fault. */
static void *item_add(struct model *m, enum item_kind kind, size_t size, const char *type, const char *name, const char *where,
                      struct fault *f)
{
    if (m->running) {
        fault_set(f, "nothing can be added while the model is being solved");
        return NULL;
    }
    if (name && !*name) {
        fault_set(f, "a name must not be empty");
        return NULL;
    }
    struct item *other = name ? item_named(m, name) : NULL;
    if (other && other->named) {
        fault_set(f, "the name '%s' is taken by %s '%s' (%s)%s%s", name, kind_words[other->kind], name, other->type,
                  *other->where ? " of " : "", other->where);
        return NULL;
    }
    if (other) { /* the model had chosen that name: it chooses another one */
        tdelete(other, &m->names, by_name);
        name_item(m, other, NULL);
    }
    struct list l = list_of(m, kind);
    struct item *item = arena_take(&m->arena, size);
    *item = (struct item){ .kind = kind, .index = *l.n, .name = type, .type = type, .where = arena_text(&m->arena, where) };
    if (name || kind != ITEM_MARKER)
        name_item(m, item, name);
    *l.items = grow(*l.items, *l.n, sizeof **l.items);
    (*l.items)[(*l.n)++] = item;
    m->revision += kind != ITEM_MARKER && kind != ITEM_SENSOR; /* these change no equation */
    return item;
}

void model_drop(struct model *m, struct item *item)
{
    struct list l = list_of(m, item->kind);
    if (*l.n && (*l.items)[*l.n - 1] == item) {
        --*l.n;
        if (item->named || item->kind != ITEM_MARKER)
            tdelete(item, &m->names, by_name);
    }
}

static void *instance(struct model *m, size_t size, const void *defaults)
{
    return defaults ? arena_copy(&m->arena, defaults, size) : arena_take(&m->arena, size);
}

/* ---- items ---- */

struct model *model_new(void)
{
    struct model *m = calloc(1, sizeof *m);
    struct fault f;
    if (!m)
        abort();
    model_body(m, &body_ground, "ground", "", &f);
    return m;
}

static void keep(void *item)
{
    (void)item; /* items belong to the arena */
}

void model_free(struct model *m)
{
    if (!m)
        return;
    free(m->body);
    free(m->marker);
    free(m->joint);
    free(m->load);
    free(m->sensor);
    free(m->event);
    tdestroy(m->names, keep);
    arena_free(&m->arena);
    free(m);
}

struct body *model_body(struct model *m, const struct body_type *type, const char *name, const char *where, struct fault *f)
{
    struct body *b = item_add(m, ITEM_BODY, sizeof *b, type->word ? type->word : type->name, name, where, f);
    if (!b)
        return NULL;
    b->type = type;
    b->data = instance(m, type->data_size, type->defaults);
    return b;
}

static const char *marker_word(const struct marker *at)
{
    return at->kind == MARKER_FRAME ? "a frame on a body" : "a coordinate";
}

/* Rows "angle_start" and "angle_rate_start" for each coordinate of a type, made once; its own, if it has other words for them. */
static const struct joint_param *start_rows(struct model *m, const struct joint_type *type, int coordinates)
{
    const struct start_rows *s = m->start_rows;
    while (s && s->type != type)
        s = s->next;
    if (s)
        return s->params;
    struct joint_param *row = ARENA_NEW(&m->arena, 2 * coordinates + 1, struct joint_param);
    struct start_rows *made = ARENA_NEW(&m->arena, 1, struct start_rows);
    for (int i = 0; i < 2 * coordinates; i++) {
        const struct joint_coordinate *c = &type->coordinates[i / 2];
        row[i] = (struct joint_param){
            .name = arena_print(&m->arena, i % 2 ? "%s_rate_start" : "%s_start", c->name), .kind = JOINT_REAL, .rule = JOINT_FIXED,
            .unit = arena_print(&m->arena, i % 2 ? "%s/s" : "%s", c->unit), .offset = (size_t)i * sizeof(double),
        };
    }
    *made = (struct start_rows){ type, row, m->start_rows };
    m->start_rows = made;
    return row;
}

static void take_start(struct model *m, struct joint *j)
{
    int n = 0;
    while (j->type->coordinates && j->type->coordinates[n].name)
        n++;
    if (n == 0 || j->type->start)
        return;
    j->start = ARENA_NEW(&m->arena, 2 * n, double);
    for (int i = 0; i < 2 * n; i++)
        j->start[i] = NAN;
    j->start_params = start_rows(m, j->type, n);
}

struct joint *model_joint(struct model *m, const struct joint_type *type, const char *name, const char *where,
                          const struct marker *m0, const struct marker *m1, struct fault *f)
{
    const struct marker *markers[] = { m0, m1 };
    struct joint *j = item_add(m, ITEM_JOINT, sizeof *j, type->name, name, where, f);
    if (!j)
        return NULL;
    j->type = type;
    j->data = instance(m, type->data_size, type->defaults);
    j->common = joint_common_defaults;
    take_start(m, j);
    for (int k = 0; k < 2; k++) {
        j->marker[k] = markers[k]->item.index;
        if ((type->markers == JOINT_COORDINATES) == (markers[k]->kind == MARKER_FRAME)) {
            fault_set(f, "marker %d is %s, it must be %s", k, marker_word(markers[k]),
                      type->markers == JOINT_COORDINATES ? "a coordinate (body:coordinate(i), body:coordinates() or joint:coordinate \"angle\")"
                                                         : "a frame on a body");
            item_fault(&j->item, f);
            model_drop(m, &j->item);
            return NULL;
        }
    }
    return j;
}

static int cannot_turn(const struct body_type *type)
{
    return type->map == BODY_POINT || type == body_type_find("mass1d");
}

struct load *model_load(struct model *m, enum load_kind kind, const char *name, const char *where, const struct marker *at,
                        struct fault *f)
{
    static const char *const words[] = { "force", "torque", "load" };
    struct load *l = item_add(m, ITEM_LOAD, sizeof *l, words[kind], name, where, f);
    if (!l)
        return NULL;
    l->kind = kind;
    l->marker = at->item.index;
    l->active = 1;
    l->from = -INFINITY;
    l->to = INFINITY;
    if ((kind == LOAD_COORDINATE) != (at->kind == MARKER_COORDINATE || at->kind == MARKER_READING)) {
        fault_set(f, "the marker is %s, it must be %s", at->kind == MARKER_COORDINATES ? "all coordinates of a body" : marker_word(at),
                  kind == LOAD_COORDINATE ? "one coordinate (body:coordinate(i) or joint:coordinate \"angle\")" : "a frame on a body");
        item_fault(&l->item, f);
        model_drop(m, &l->item);
        return NULL;
    }
    const struct body *b = m->body[at->body];
    if (at->kind != MARKER_READING && at->body == 0) {
        fault_set(f, "the ground does not move, a %s does nothing to it", words[kind]);
        item_fault(&l->item, f);
        model_drop(m, &l->item);
        return NULL;
    }
    if (kind == LOAD_TORQUE && cannot_turn(b->type)) {
        fault_set(f, "body '%s' (%s) cannot turn, a torque does nothing to it", b->item.name, b->type->name);
        item_fault(&l->item, f);
        model_drop(m, &l->item);
        return NULL;
    }
    return l;
}

struct sensor *model_sensor(struct model *m, const char *name, const char *where, struct fault *f)
{
    return item_add(m, ITEM_SENSOR, sizeof(struct sensor), "sensor", name, where, f);
}

static struct marker *marker_add(struct model *m, const struct body *b, enum marker_kind kind, const char *type, const char *name,
                                 struct fault *f)
{
    struct marker *at = item_add(m, ITEM_MARKER, sizeof *at, type, name, b->item.where, f);
    if (!at)
        return NULL;
    at->kind = kind;
    at->body = b->item.index;
    at->rotation[0] = at->rotation[4] = at->rotation[8] = 1;
    if (!name)
        at->item.name = b->item.name;
    return at;
}

struct marker *model_frame(struct model *m, struct body *b, const char *name, const double position[3], const double rotation[9],
                           struct fault *f)
{
    static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    if (b->type->map == BODY_NONE) {
        fault_set(f, "it has coordinates only, no frame; use body:coordinate(i) or body:coordinates()");
        item_fault(&b->item, f);
        return NULL;
    }
    int own = !name && !position && !rotation;
    if (own && b->frame)
        return b->frame;
    struct marker *at = marker_add(m, b, MARKER_FRAME, "frame", name, f);
    if (!at)
        return NULL;
    if (position) {
        const double *p = memcpy(at->position, position, sizeof at->position);
        if (!name)
            at->item.name = arena_print(&m->arena, p[2] != 0 ? "%s(%g %g %g)" : "%s(%g %g)", b->item.name, p[0], p[1], p[2]);
    }
    if (rotation) {
        memcpy(at->rotation, rotation, sizeof at->rotation);
        at->turned = memcmp(rotation, identity, sizeof identity) != 0;
    }
    if (own)
        b->frame = at;
    return at;
}

struct marker *model_coordinate(struct model *m, struct body *b, int coordinate, struct fault *f)
{
    int n = body_count(b);
    if (b->type->map != BODY_GROUND && (coordinate < 0 || coordinate >= n)) {
        fault_set(f, "coordinate %d does not exist, it has 1 to %d", coordinate + 1, n);
        item_fault(&b->item, f);
        return NULL;
    }
    if (b->type->map == BODY_SPACE && coordinate >= 3) {
        fault_set(f, "coordinate %d is a rotation increment, which no joint can hold; use body:rotation_coordinate(i), or parametrization = "
                  "\"tait_bryan\" or \"euler\"", coordinate + 1);
        item_fault(&b->item, f);
        return NULL;
    }
    struct marker *at = marker_add(m, b, MARKER_COORDINATE, "coordinate", NULL, f);
    if (!at)
        return NULL;
    at->coordinate = coordinate;
    at->item.name = b->type->coordinate ? arena_print(&m->arena, "%s(%s)", b->item.name, b->type->coordinate[coordinate].name)
                                        : arena_print(&m->arena, "%s(%d)", b->item.name, coordinate + 1);
    return at;
}

struct marker *model_coordinates(struct model *m, struct body *b, struct fault *f)
{
    if (b->type->map == BODY_SPACE) {
        fault_set(f, "its rotation increments are no coordinates for joints; use parametrization = \"tait_bryan\" or \"euler\"");
        item_fault(&b->item, f);
        return NULL;
    }
    if (!b->coordinates)
        b->coordinates = marker_add(m, b, MARKER_COORDINATES, "coordinates", NULL, f);
    return b->coordinates;
}

struct marker *model_rotation_coordinate(struct model *m, struct body *b, int axis, struct fault *f)
{
    static const char *const axes[] = { "x", "y", "z" };
    if (axis < 0 || axis > 2)
        fault_set(f, "rotation coordinate %d does not exist, there are 1, 2, 3: the Tait-Bryan angles about x, y, z", axis + 1);
    else if (b->type->map == BODY_NONE || b->type->map == BODY_GROUND || cannot_turn(b->type))
        fault_set(f, "it does not turn, so it has no rotation coordinates");
    else if (b->type->map == BODY_PLANE && axis < 2)
        fault_set(f, "it turns about z only; use rotation_coordinate(3)");
    else if (b->type->map == BODY_PLANE)
        return model_coordinate(m, b, 2, f);
    else {
        struct marker *at = marker_add(m, b, MARKER_READING, "rotation", NULL, f);
        if (at) {
            at->coordinate = axis;
            at->joint = -1;
            at->item.name = arena_print(&m->arena, "%s(rotation %s)", b->item.name, axes[axis]);
        }
        return at;
    }
    item_fault(&b->item, f);
    return NULL;
}

struct marker *model_joint_coordinate(struct model *m, struct joint *j, const char *coordinate, struct fault *f)
{
    const struct joint_coordinate *c = j->type->coordinates;
    int n = 0;
    while (c && c[n].name && strcmp(c[n].name, coordinate) != 0)
        n++;
    if (c && c[n].name) {
        struct marker *at = marker_add(m, m->body[0], MARKER_READING, "coordinate", NULL, f);
        if (at) {
            at->coordinate = n;
            at->joint = j->item.index;
            at->item.name = arena_print(&m->arena, "%s(%s)", j->item.name, coordinate);
            at->item.where = j->item.where;
        }
        return at;
    }
    fault_set(f, "no coordinate '%s'; %s", coordinate, c && c->name ? "there are: " : "it has none");
    for (int i = 0; c && c[i].name; i++)
        fault_append(f, "%s%s", i ? ", " : "", c[i].name);
    item_fault(&j->item, f);
    return NULL;
}

int model_event(struct model *m, double t, const char *where, int (*fire)(void *, struct fault *), void *data, struct fault *f)
{
    if (m->running)
        return fault_set(f, "nothing can be added while the model is being solved");
    m->event = grow(m->event, m->events, sizeof *m->event);
    m->event[m->events++] = (struct event){ t, 0, arena_text(&m->arena, where), fire, data };
    return 0;
}

void body_reference(const struct body *b, double r[3], double A[9])
{
    static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    double ref[BODY_MOST] = { 0 }, q[BODY_MOST], u[BODY_MOST] = { 0 }, J[9], quaternion[4];
    struct body_frame frame;
    memset(r, 0, 3 * sizeof *r);
    memcpy(A, identity, sizeof identity);
    if (b->type->map == BODY_GROUND || b->type->map == BODY_NONE)
        return;
    b->type->start(b->data, ref, q, u);
    switch (b->type->map) {
    case BODY_POINT:
        memcpy(r, ref, (size_t)b->type->n * sizeof *r);
        return;
    case BODY_PLANE:
        r[0] = ref[0], r[1] = ref[1];
        rotation(A, (double[3]){ 0, 0, ref[2] });
        return;
    case BODY_SPACE:
        copy(r, ref);
        b->type->spin(b->data, J, quaternion);
        quaternion_matrix(A, quaternion);
        return;
    default:
        memset(u, 0, sizeof u);
        b->type->frame(b->data, ref, u, &frame);
        copy(r, frame.r);
        memcpy(A, frame.A, sizeof frame.A);
    }
}

int body_count(const struct body *b)
{
    return b->type->n ? b->type->n : b->type->count ? b->type->count(b->data) : 0;
}

/* ---- parameters ---- */

#define LOAD(field) offsetof(struct load, field)
static const struct joint_param load_params[] = {
    { "x", JOINT_SIGNAL, JOINT_ANY, "N or N m", LOAD(value[0]), "component x; of a coordinate load: its value" },
    { "y", JOINT_SIGNAL, JOINT_ANY, "N or N m", LOAD(value[1]), "component y" },
    { "z", JOINT_SIGNAL, JOINT_ANY, "N or N m", LOAD(value[2]), "component z" },
    { "value", JOINT_FUNCTION, JOINT_ANY, "N or N m", LOAD(f), "all components from one function of time" },
    { "body_fixed", JOINT_BOOL, JOINT_ANY, "1", LOAD(body_fixed), "true: it turns with the body" },
    { "active", JOINT_BOOL, JOINT_ANY, "1", LOAD(active), "false: it does not act" },
    { "from", JOINT_REAL, JOINT_ANY, "s", LOAD(from), "it acts from this time on" },
    { "to", JOINT_REAL, JOINT_ANY, "s", LOAD(to), "it acts before this time" },
    { 0 }
};

int item_tables(const struct item *item, const struct joint_param *table[ITEM_TABLES], void *data[ITEM_TABLES])
{
    switch (item->kind) {
    case ITEM_BODY:
        data[0] = ((const struct body *)item)->data, table[0] = ((const struct body *)item)->type->params;
        return 1;
    case ITEM_LOAD:
        data[0] = (void *)item, table[0] = load_params;
        return 1;
    case ITEM_JOINT: {
        struct joint *j = (struct joint *)item;
        data[0] = j->data, table[0] = j->type->params;
        data[1] = &j->common, table[1] = joint_common_params;
        data[2] = j->start, table[2] = j->start_params;
        return 3;
    }
    default:
        return 0;
    }
}

/* Bytes of each instance that item_tables tells. */
static int instance_sizes(const struct item *item, size_t size[ITEM_TABLES])
{
    switch (item->kind) {
    case ITEM_BODY:
        size[0] = ((const struct body *)item)->type->data_size;
        return 1;
    case ITEM_LOAD:
        size[0] = sizeof(struct load);
        return 1;
    case ITEM_JOINT: {
        const struct joint *j = (const struct joint *)item;
        int n = 0;
        while (j->start_params && j->start_params[n].name)
            n++;
        size[0] = j->type->data_size;
        size[1] = sizeof j->common;
        size[2] = (size_t)n * sizeof *j->start;
        return 3;
    }
    default:
        return 0;
    }
}

void *item_keep(const struct item *item, struct arena *a)
{
    const struct joint_param *table[ITEM_TABLES];
    void *data[ITEM_TABLES];
    size_t size[ITEM_TABLES], used = sizeof *item;
    int n = item_tables(item, table, data);
    instance_sizes(item, size);
    for (int k = 0; k < n; k++)
        used += size[k];
    char *kept = arena_take(a, used), *to = kept + sizeof *item;
    memcpy(kept, item, sizeof *item);
    for (int k = 0; k < n; to += size[k++])
        if (size[k])
            memcpy(to, data[k], size[k]);
    return kept;
}

void item_put_back(struct item *item, const void *kept)
{
    const struct joint_param *table[ITEM_TABLES];
    void *data[ITEM_TABLES];
    size_t size[ITEM_TABLES];
    const char *from = (const char *)kept + sizeof *item;
    int n = item_tables(item, table, data);
    instance_sizes(item, size);
    for (int k = 0; k < n; from += size[k++])
        if (size[k])
            memcpy(data[k], from, size[k]);
    memcpy(item, kept, sizeof *item);
}

int joint_start(const struct joint *j, int coordinate, double *value, double *rate)
{
    if (!j->start)
        return j->type->start(j->data, coordinate, value, rate);
    *value = j->start[2 * coordinate];
    *rate = j->start[2 * coordinate + 1];
    return (isnan(*value) ? 0 : 1) + (isnan(*rate) ? 0 : 2);
}

int model_set(struct model *m, struct item *item, const char *name, const struct value *v, struct fault *f)
{
    const struct joint_param *table[ITEM_TABLES], *row = NULL;
    void *data[ITEM_TABLES];
    int tables = item_tables(item, table, data), from = 0;
    if (m->running == MODEL_RUNNING) {
        fault_set(f, "%s cannot be set while the model is being solved; do it in m:at(t, function() ... end)", name);
        return item_fault(item, f);
    }
    for (int k = 0; k < tables && !row; k++)
        row = schema_find(table[k], name), from = k;
    if (row && v->kind == VALUE_FUNCTION && row->kind != JOINT_FUNCTION && row->kind != JOINT_SIGNAL) { /* mass = function */
        char other[256];
        text_print(other, sizeof other, "%s_function", name);
        const struct joint_param *sibling = schema_find(table[from], other);
        row = sibling ? sibling : row;
    }
    m->settings++;
    if (!row)
        schema_unknown(name, table, tables, f);
    else if (m->running && item->kind == ITEM_BODY)
        fault_set(f, "%s of a body cannot change during a run; set it between solves", name);
    else if (m->running && row->rule & JOINT_FIXED)
        fault_set(f, "%s cannot change during a run (it is read at the start); set it between solves", name);
    else if (schema_fill(row, name, v, data[from], &m->arena, f) == 0) {
        if (from == 0)
            item->given |= 1ull << (row - table[0]);
        if (!row->common || schema_fill(schema_find(table[1], row->common), name, v, data[1], &m->arena, f) == 0)
            return 0;
    }
    return item_fault(item, f);
}

/* The joint that comes with a body, between the ground and all its coordinates; type NULL: it is not wanted (any more). */
static int own_joint(struct model *m, struct body *b, const struct joint_type *type, struct fault *f)
{
    if (b->own)
        b->own->common.active = type != NULL;
    if (b->own || !type)
        return 0;
    struct marker *ground = model_coordinates(m, m->body[0], f), *own = model_coordinates(m, b, f);
    const char *name = arena_print(&m->arena, "%s.%s", b->item.name, type->name);
    if (!ground || !own)
        return -1;
    b->own = model_joint(m, type, name, b->item.where, ground, own, f);
    return b->own ? 0 : -1;
}

int model_complete(struct model *m, struct item *item, struct fault *f)
{
    const struct joint_param *table[ITEM_TABLES] = { NULL };
    void *instances[ITEM_TABLES], *data = item_tables(item, table, instances) ? instances[0] : NULL;
    char why[1024];
    for (const struct joint_param *row = table[0]; row && row->name; row++)
        if (row->rule & JOINT_REQUIRED && !(item->given >> (row - table[0]) & 1)) {
            schema_missing(row, f);
            return item_fault(item, f);
        }
    if (item->kind == ITEM_BODY) {
        const struct body_type *type = ((struct body *)item)->type;
        if (type->check && type->check(data, why, sizeof why)) {
            fault_set(f, "%s", why);
            return item_fault(item, f);
        }
        if (type->own_joint && own_joint(m, (struct body *)item, type->own_joint(data), f))
            return item_fault(item, f);
    }
    if (item->kind == ITEM_LOAD && ((struct load *)item)->kind == LOAD_COORDINATE && ((struct load *)item)->body_fixed) {
        fault_set(f, "body_fixed = true is for a force or torque; a load on a coordinate has no axes");
        return item_fault(item, f);
    }
    if (item->kind == ITEM_LOAD && ((struct load *)item)->from >= ((struct load *)item)->to) {
        struct load *l = (struct load *)item;
        fault_set(f, "from = %.15g must be before to = %.15g (s)", l->from, l->to);
        return item_fault(item, f);
    }
    return 0;
}
