/* sensor.c - outputs of bodies, markers, joints and loads, by table. */
#include "sensor.h"
#include "energy.h"
#include "reading.h"
#include "side.h"
#include "spin.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- the lists ---- */

enum output {
    POSITION, DISPLACEMENT, VELOCITY, ACCELERATION, ROTATION, ANGULAR_VELOCITY, ANGULAR_ACCELERATION, VELOCITY_LOCAL, ACCELERATION_LOCAL,
    ANGULAR_VELOCITY_LOCAL, ANGULAR_ACCELERATION_LOCAL, ROTATION_MATRIX, ANGLE, COORDINATES, COORDINATES_TOTAL, COORDINATES_RATE,
    KINETIC_ENERGY, LAMBDA, CONSTRAINT_EQUATION, DRIFT, VALUE, FORCE0, TORQUE0, FORCE1, TORQUE1, /* + LOCAL: in the axes of the marker */
    LOCAL = 4, OWN = FORCE0 + 2 * LOCAL /* from the joint's table */
};

enum { PER_ROW = JOINT_PER_ROW, PER_COORDINATE = JOINT_PER_COORDINATE };

static const struct output_row frame_rows[] = {
    { "position", POSITION, 3, "m", "of the point, global" },
    { "displacement", DISPLACEMENT, 3, "m", "of the point from its place in the reference pose, global" },
    { "velocity", VELOCITY, 3, "m/s", "of the point, global" },
    { "acceleration", ACCELERATION, 3, "m/s2", "of the point, global" },
    { "rotation", ROTATION, 3, "rad", "Tait-Bryan angles a, b, c of its axes, Rx(a) Ry(b) Rz(c); in the plane c with all its turns" },
    { "angular_velocity", ANGULAR_VELOCITY, 3, "rad/s", "global" },
    { "angular_acceleration", ANGULAR_ACCELERATION, 3, "rad/s2", "global" },
    { "velocity_local", VELOCITY_LOCAL, 3, "m/s", "of the point, in its own axes" },
    { "acceleration_local", ACCELERATION_LOCAL, 3, "m/s2", "of the point, in its own axes" },
    { "angular_velocity_local", ANGULAR_VELOCITY_LOCAL, 3, "rad/s", "in its own axes" },
    { "angular_acceleration_local", ANGULAR_ACCELERATION_LOCAL, 3, "rad/s2", "in its own axes" },
    { "rotation_matrix", ROTATION_MATRIX, 9, "1", "its axes to the global ones, row by row" }, { 0 }
};
static const struct output_row angle_rows[] = { { "angle", ANGLE, 1, "rad", "about its one axis, counted on over full turns" }, { 0 } };
static const struct output_row body_rows[] = {
    { "coordinates", COORDINATES, PER_COORDINATE, "q", "without the reference part" },
    { "coordinates_total", COORDINATES_TOTAL, PER_COORDINATE, "q", "with the reference part" },
    { "coordinates_rate", COORDINATES_RATE, PER_COORDINATE, "q/s", "their rates" },
    { "kinetic_energy", KINETIC_ENERGY, 1, "J", "of the body" }, { 0 }
};
static const struct output_row coordinate_rows[] = {
    { "coordinates", COORDINATES, PER_COORDINATE, "q", "as the marker has them" },
    { "coordinates_rate", COORDINATES_RATE, PER_COORDINATE, "q/s", "their rates" }, { 0 }
};
static const struct output_row joint_rows[] = {
    { "lambda", LAMBDA, PER_ROW, "N or N m", "multiplier of each row; of a force element what its law returns" },
    { "constraint_equation", CONSTRAINT_EQUATION, PER_ROW, "of the row", "value of each row, zero when the joint holds; of a force element its deformation" },
    { "drift", DRIFT, PER_ROW, "of the row", "how far off each row is that the joint holds" }, { 0 }
};
static const struct output_row reaction_rows[] = {
    { "force0", FORCE0, 3, "N", "on the body of marker 0, global" },
    { "torque0", TORQUE0, 3, "N m", "on the body of marker 0, about the marker, global" },
    { "force1", FORCE1, 3, "N", "on the body of marker 1, global" },
    { "torque1", TORQUE1, 3, "N m", "on the body of marker 1, about the marker, global" },
    { "force0_local", FORCE0 + LOCAL, 3, "N", "force0 in the axes of marker 0" },
    { "torque0_local", TORQUE0 + LOCAL, 3, "N m", "torque0 in the axes of marker 0" },
    { "force1_local", FORCE1 + LOCAL, 3, "N", "force1 in the axes of marker 1" },
    { "torque1_local", TORQUE1 + LOCAL, 3, "N m", "torque1 in the axes of marker 1" },
    { "force", FORCE0, 3, "N", "force0" }, { "torque", TORQUE0, 3, "N m", "torque0" }, { 0 }
};
static const struct output_row generalized_rows[] = {
    { "force0", FORCE0, PER_COORDINATE, "N or N m", "on the coordinates of marker 0, generalized" },
    { "force1", FORCE1, PER_COORDINATE, "N or N m", "on the coordinates of marker 1, generalized" }, { 0 }
};
static const struct output_row load_rows[] = { { "value", VALUE, 3, "N", "of the load now" }, { 0 } };

/* About one axis only, by a coordinate of its own. */
static int turns(const struct body_type *type)
{
    int angles = 0;
    for (int i = 0; type->coordinate && i < type->n; i++)
        angles += type->coordinate[i].unit == BODY_ANGLE;
    return angles == 1;
}

/* Those of a frame on a body. */
static int frame_tables(const struct body_type *type, const struct output_row *tables[PROBE_TABLES])
{
    int n = 0;
    if (type->map != BODY_NONE)
        tables[n++] = frame_rows;
    if (turns(type))
        tables[n++] = angle_rows;
    tables[n] = NULL;
    return n;
}

void probe_body_tables(const struct body_type *type, const struct output_row *tables[PROBE_TABLES])
{
    int n = frame_tables(type, tables);
    tables[n++] = body_rows;
    tables[n] = NULL;
}

void probe_joint_tables(const struct joint_type *type, const struct output_row *tables[PROBE_TABLES])
{
    tables[0] = joint_rows;
    tables[1] = type->markers == JOINT_COORDINATES ? generalized_rows : reaction_rows;
    tables[2] = NULL;
}

/* The tables of rows that an item has. */
static void tables_of(const struct item *item, const struct model *m, const struct output_row *tables[PROBE_TABLES])
{
    const struct marker *marker = (const struct marker *)item;
    tables[0] = tables[1] = NULL;
    switch (item->kind) {
    case ITEM_BODY: probe_body_tables(((const struct body *)item)->type, tables); break;
    case ITEM_JOINT: probe_joint_tables(((const struct joint *)item)->type, tables); break;
    case ITEM_LOAD: tables[0] = load_rows; break;
    case ITEM_MARKER:
        if (marker->kind == MARKER_FRAME)
            frame_tables(m->body[marker->body]->type, tables);
        else
            tables[0] = coordinate_rows;
        break;
    default: break;
    }
}

static const struct joint_output *own_output(const struct joint_type *type, const char *name)
{
    const struct joint_output *o = type ? type->outputs : NULL;
    while (o && o->name && strcmp(o->name, name) != 0)
        o++;
    return o && o->name ? o : NULL;
}

int probe_names(const struct item *item, const struct model *m, struct arena *a, const char ***names)
{
    const struct output_row *tables[PROBE_TABLES];
    const struct joint_type *type = item->kind == ITEM_JOINT ? ((const struct joint *)item)->type : NULL;
    const char *list[256];
    int n = 0;
    for (const struct joint_output *o = type ? type->outputs : NULL; o && o->name && n < 200; o++)
        list[n++] = o->name;
    for (const struct joint_coordinate *c = type ? type->coordinates : NULL; c && c->name && n < 200; c++) {
        list[n++] = c->name;
        list[n++] = arena_print(a, "%s_rate", c->name);
    }
    tables_of(item, m, tables);
    for (int t = 0; tables[t]; t++)
        for (const struct output_row *r = tables[t]; r->name; r++)
            if (!own_output(type, r->name))
                list[n++] = r->name;
    *names = arena_copy(a, list, (size_t)n * sizeof *list);
    return n;
}

int probe_check(const struct item *item, const struct model *m, const char *output, struct fault *f)
{
    struct arena a = { 0 };
    const char **names;
    int n = probe_names(item, m, &a, &names), found = 0;
    for (int i = 0; i < n; i++)
        found |= strcmp(names[i], output) == 0;
    if (!found) {
        const char *near = near_miss(output, names, n);
        fault_set(f, "no output '%s'", output);
        fault_append(f, near ? "; did you mean '%s'?" : "; there are: %s", near ? near : n ? names[0] : "none");
        for (int i = 1; i < n && !near; i++)
            fault_append(f, ", %s", names[i]);
        item_fault(item, f);
    }
    arena_free(&a);
    return found ? 0 : -1;
}

/* ---- components ---- */

static const char *const unit_words[] = { "m", "rad", "1" }, *const rate_words[] = { "m/s", "rad/s", "1/s" };
static const char *const force_words[] = { "N", "N m", "1" };

static void take(struct probe *p, struct arena *a, int n)
{
    p->n = n;
    p->component = ARENA_NEW(a, n, const char *);
    p->unit = ARENA_NEW(a, n, const char *);
}

/* x y z, or 11 12 13 ..., or 1 2 3 ... */
static void name_numbers(struct probe *p, struct arena *a, int n, const char *unit)
{
    static const char *const axes[] = { "x", "y", "z" };
    int side = n == 9 ? 3 : n == 16 ? 4 : 0;
    take(p, a, n);
    for (int i = 0; i < n; i++) {
        p->unit[i] = unit;
        p->component[i] = n == 1 ? NULL : n == 3 ? axes[i]
            : side ? arena_print(a, "%d%d", i / side + 1, i % side + 1) : arena_print(a, "%d", i + 1);
    }
}

/* words (BODY_UNITS): the units; NULL: those of the rows at their level */
static void name_rows(struct probe *p, struct arena *a, const struct assembly *as, const char *const *words)
{
    const struct link *l = p->link;
    take(p, a, l->use.rows);
    for (int i = 0; i < l->use.rows; i++) {
        char unit[64];
        assembly_row_unit(as, l->row + i, unit, sizeof unit);
        p->unit[i] = words ? words[as->row_unit[l->row + i]] : arena_text(a, unit);
        p->component[i] = l->use.rows == 1 ? NULL : l->use.type->rows ? l->use.type->rows[i].name : arena_print(a, "%d", i + 1);
    }
}

/* The coordinates a side stands for; words (BODY_UNITS): the units. */
static void name_coordinates(struct probe *p, struct arena *a, const struct assembly *as, const struct side *s, const char *const *words)
{
    const struct part *part = s->part >= 0 ? &as->part[s->part] : NULL;
    int one = s->marker && s->marker->kind == MARKER_COORDINATE, n = part ? (one ? 1 : part->n) : s->columns;
    take(p, a, n);
    if (s->reading) {
        p->unit[0] = s->reading->turns ? words[BODY_ANGLE] : strcmp(s->reading->coordinate->unit, "m") == 0 ? words[BODY_LENGTH] : words[BODY_NUMBER];
        return;
    }
    for (int i = 0; i < n; i++) {
        int c = one ? s->marker->coordinate : i;
        p->unit[i] = part ? words[as->unit[part->p + c]] : words[BODY_NUMBER];
        p->component[i] = n == 1 ? NULL : part && part->type->coordinate ? part->type->coordinate[c].name : arena_print(a, "%d", i + 1);
    }
}

/* Words for the unit of an output between coordinates; NULL: it is no such unit. */
static const char *const *words_of(const char *unit)
{
    return strcmp(unit, "q") == 0 ? unit_words : strcmp(unit, "q/s") == 0 ? rate_words : strcmp(unit, "Q") == 0 ? force_words : NULL;
}

static void name_own(struct probe *p, struct arena *a, const struct assembly *as, const struct joint_output *o)
{
    const struct side *s = p->link->side;
    const char *const *words = words_of(o->unit);
    if (o->n == JOINT_PER_ROW)
        name_rows(p, a, as, words == unit_words ? NULL : words);
    else if (o->n == JOINT_PER_COORDINATE)
        name_coordinates(p, a, as, s[1].columns >= s[0].columns ? &s[1] : &s[0], words ? words : unit_words);
    else
        name_numbers(p, a, o->n, words ? words[as->row_unit[p->link->row]] : o->unit);
    for (int i = 0; !words && i < p->n; i++)
        p->unit[i] = o->unit;
}

static int find_own(struct probe *p, struct arena *a, struct terms *T, const char *output)
{
    const struct joint_type *type = p->link->use.type;
    const struct joint_output *own = own_output(type, output);
    if (own) {
        p->which = OWN + (int)(own - type->outputs);
        name_own(p, a, T->as, own);
        return 1;
    }
    for (const struct joint_coordinate *c = type->coordinates; c && c->name; c++) {
        size_t n = strlen(c->name);
        int rate = strcmp(output + (strncmp(output, c->name, n) == 0 ? n : 0), "_rate") == 0;
        if (strcmp(c->name, output) != 0 && !rate)
            continue;
        p->which = -1 - 2 * (int)(c - type->coordinates) - rate;
        name_numbers(p, a, 1, rate ? arena_print(a, "%s/s", c->unit) : c->unit);
        return 1;
    }
    return 0;
}

/* Where a frame is in the reference pose. */
static void find_reference(struct probe *p, const struct assembly *as)
{
    const struct marker *m = p->side.marker;
    double r[3], A[9], lever[3];
    if (m->kind != MARKER_FRAME)
        return;
    body_reference(as->model->body[m->body], r, A);
    turn(lever, A, p->side.s);
    add(p->reference, r, lever);
}

int probe_find(struct probe *p, struct arena *a, struct terms *T, const struct item *item, const char *output, struct fault *f)
{
    static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    struct assembly *as = T->as;
    const struct output_row *tables[PROBE_TABLES], *found = NULL;
    *p = (struct probe){ .item = item, .output = output };
    if (probe_check(item, as->model, output, f))
        return -1;
    if (item->kind == ITEM_JOINT) {
        p->link = &as->link[item->index];
        if (find_own(p, a, T, output))
            return 0;
    }
    tables_of(item, as->model, tables);
    for (int t = 0; tables[t]; t++)
        for (const struct output_row *r = tables[t]; r->name; r++)
            if (strcmp(r->name, output) == 0)
                found = r;
    p->which = found->which;
    if (item->kind == ITEM_LOAD) {
        const struct load *l = (const struct load *)item;
        p->push = &as->push[item->index];
        name_numbers(p, a, l->kind == LOAD_COORDINATE ? 1 : 3, l->kind == LOAD_TORQUE ? "N m" : "N");
        return 0;
    }
    if (p->link) {
        int coordinates = p->link->use.type->markers == JOINT_COORDINATES;
        if (found->n == PER_ROW)
            name_rows(p, a, as, p->which == LAMBDA ? force_words : NULL);
        else if (coordinates)
            name_coordinates(p, a, as, &p->link->side[found->which == FORCE1], force_words);
        else
            name_numbers(p, a, 3, found->unit);
        return 0;
    }
    const struct marker *m = (const struct marker *)item;
    struct marker *own = NULL;
    if (item->kind == ITEM_BODY) {
        p->body = (const struct body *)item;
        own = ARENA_NEW(a, 1, struct marker);
        own->kind = p->body->type->map == BODY_NONE ? MARKER_COORDINATES : MARKER_FRAME;
        own->body = item->index;
        memcpy(own->rotation, identity, sizeof identity);
        m = own;
    }
    side_make(&p->side, as, m, JOINT_FRAMES, a);
    find_reference(p, as);
    if (found->n == PER_COORDINATE) {
        struct side all = p->side;
        struct marker coordinates = { .kind = MARKER_COORDINATES };
        if (p->body)
            all.marker = &coordinates, all.columns = 0;
        name_coordinates(p, a, as, &all, found->which == COORDINATES_RATE ? rate_words : unit_words);
    } else
        name_numbers(p, a, found->n, found->unit);
    return 0;
}

int probe_function(struct probe *p, struct arena *a, const struct joint_function *f, double t, struct fault *fault)
{
    char why[1024];
    const struct joint_value in[] = { { JOINT_NUMBER, 1, &t } };
    *p = (struct probe){ .f = f };
    int n = f->size(f, 1, in, why, sizeof why);
    if (n < 0)
        return fault_set(fault, "%s", why);
    if (n < 1 || n > PROBE_MOST)
        return fault_set(fault, "the function returned %d numbers, 1 to %d are possible", n, PROBE_MOST);
    take(p, a, n);
    for (int i = 0; i < n; i++) {
        p->unit[i] = "1";
        p->component[i] = n == 1 ? NULL : arena_print(a, "%d", i + 1);
    }
    return 0;
}

/* ---- reading ---- */

int probe_begin(struct terms *T, struct state *x, struct fault *f)
{
    terms_pose(T, x);
    return terms_signals(T, x->t, 1, f);
}

/* Of a body or frame that turns about z only, with all its turns. */
static double own_angle(const struct probe *p, const struct terms *T, const struct state *x)
{
    for (int i = 0; i < p->side.n; i++)
        if (T->as->unit[p->side.p + i] == BODY_ANGLE)
            return x->q[p->side.p + i] + (p->side.turned ? atan2(p->side.R[3], p->side.R[0]) : 0);
    return 0;
}

static void read_frame(const struct probe *p, struct terms *T, const struct state *x, double *out)
{
    const struct joint_marker *m = side_see(&p->side, T, x, 0, 1);
    double acc[3], alpha[3];
    switch (p->which) {
    case POSITION: copy(out, m->r); return;
    case DISPLACEMENT: sub(out, m->r, p->reference); return;
    case VELOCITY: copy(out, m->v); return;
    case ANGULAR_VELOCITY: copy(out, m->w); return;
    case VELOCITY_LOCAL: unturn(out, m->A, m->v); return;
    case ANGULAR_VELOCITY_LOCAL: unturn(out, m->A, m->w); return;
    case ROTATION_MATRIX: memcpy(out, m->A, sizeof m->A); return;
    case ANGLE: out[0] = own_angle(p, T, x); return;
    case ROTATION:
        tait_bryan(out, m->A);
        if (p->side.map == BODY_PLANE) /* counted on over full turns */
            out[2] += full_turn * round((own_angle(p, T, x) - out[2]) / full_turn);
        return;
    }
    side_acceleration(&p->side, T, x, x->a, acc, alpha);
    switch (p->which) {
    case ACCELERATION: copy(out, acc); return;
    case ANGULAR_ACCELERATION: copy(out, alpha); return;
    case ACCELERATION_LOCAL: unturn(out, m->A, acc); return;
    case ANGULAR_ACCELERATION_LOCAL: unturn(out, m->A, alpha); return;
    }
}

/* Rotation vector of a spin from its reference pose, in body axes (rad). */
static void turned(const struct part *part, const struct state *x, double v[3])
{
    double J[9], from[4], to[4];
    part->type->spin(part->data, J, from);
    memcpy(to, x->turn + 4 * part->spin, sizeof to);
    quaternion_turn(to, x->q + part->p + 3);
    quaternion_between(v, from, to);
}

static int read_coordinates(const struct probe *p, struct terms *T, const struct state *x, double *out, struct fault *f)
{
    const struct assembly *as = T->as;
    const struct part *part = p->side.part >= 0 ? &as->part[p->side.part] : NULL;
    int one = p->item->kind == ITEM_MARKER && p->side.marker->kind == MARKER_COORDINATE;
    if (p->side.reading) {
        const char *why = reading_look(p->side.reading, T, x, 0);
        out[0] = p->which == COORDINATES_RATE ? T->glimpse[0].rate : T->glimpse[0].value;
        return why ? reading_fault(p->side.reading, why, f) : 0;
    }
    int total = p->which == COORDINATES_TOTAL || (p->item->kind == ITEM_MARKER && p->side.marker->kind == MARKER_COORDINATES);
    for (int i = 0; i < p->n; i++) {
        int k = part ? part->p + (one ? p->side.marker->coordinate : i) : -1;
        out[i] = !part ? 0 : p->which == COORDINATES_RATE ? x->u[k] : x->q[k] - (total ? 0 : as->ref[k]);
    }
    if (part && part->spin >= 0 && p->n == 6 && p->which != COORDINATES_RATE)
        turned(part, x, out + 3);
    if (p->which == KINETIC_ENERGY && part) {
        if (part->varying) { /* M at this state */
            const struct body_at at = body_sees(T, part, x);
            const char *why = part->type->equations(part->data, &at, T->M + part->block, T->f + part->p);
            if (why) {
                fault_set(f, "%s", why);
                return item_fault(p->item, f);
            }
        }
        out[0] = part_kinetic(T, p->side.part, x->u);
    }
    return 0;
}

/* What the joint does to the body of marker k: -G_k' lambda. */
static void read_reaction(const struct probe *p, const struct state *x, int k, int torque, double *out)
{
    const struct link *l = p->link;
    int first = k ? l->side[0].columns : 0, columns = l->side[k].columns;
    for (int i = 0; i < p->n; i++)
        out[i] = 0;
    for (int row = 0; row < l->use.rows; row++) {
        const double *g = l->G + row * l->columns + first;
        double lambda = x->lambda[l->row + row];
        for (int i = 0; i < 3 && l->use.type->markers != JOINT_COORDINATES; i++) {
            int c = columns == 6 ? (torque ? 3 + i : i) : torque ? (i == 2 ? 2 : -1) : i < 2 ? i : -1;
            out[i] -= c < 0 ? 0 : lambda * g[c];
        }
        for (int i = 0; i < columns && l->use.type->markers == JOINT_COORDINATES; i++)
            out[i] -= lambda * g[i];
    }
}

static int read_joint(struct probe *p, struct terms *T, struct state *x, double *out, struct fault *f)
{
    struct link *l = (struct link *)p->link;
    struct joint_at at;
    if (p->which < 0) {
        int k = -1 - p->which;
        const char *why = reading_look(&l->reading[k / 2], T, x, 0);
        out[0] = k % 2 ? T->glimpse[0].rate : T->glimpse[0].value;
        return why ? link_fault(l, why, f) : 0;
    }
    if (p->which == LAMBDA) {
        memcpy(out, x->lambda + l->row, (size_t)p->n * sizeof *out);
        return 0;
    }
    if (terms_link(T, x, l, TERMS_RATE, f)) {
        if (l->active)
            return -1;
        memset(T->g + l->row, 0, (size_t)l->use.rows * sizeof *T->g); /* it may refuse a pose that it does not hold */
        memset(T->g_dot + l->row, 0, (size_t)l->use.rows * sizeof *T->g_dot);
    }
    if (p->which >= OWN) {
        terms_see(T, x, l, &at);
        const char *why = l->use.type->outputs[p->which - OWN].eval(l->use.data, &at, out);
        if (why) {
            fault_set(f, "output %s: %s", p->output, why);
            return item_fault_where(p->item, f);
        }
        return 0;
    }
    if (p->which == CONSTRAINT_EQUATION)
        memcpy(out, T->g + l->row, (size_t)p->n * sizeof *out);
    else if (p->which == DRIFT)
        for (int i = 0; i < p->n; i++)
            out[i] = l->use.type->law || (T->as->release[l->row + i] != ROW_HELD && T->as->release[l->row + i] != ROW_DEPENDENT) ? 0
                : fabs(T->g[l->row + i]);
    else {
        int local = p->which >= FORCE0 + LOCAL, which = p->which - (local ? LOCAL : 0), k = which >= FORCE1;
        double global[3];
        read_reaction(p, x, k, which == TORQUE0 || which == TORQUE1, out);
        if (local) {
            copy(global, out);
            unturn(out, side_see(&l->side[k], T, x, k, 0)->A, global);
        }
    }
    return 0;
}

static int read_load(const struct probe *p, struct terms *T, struct state *x, double *out, struct fault *f)
{
    if (terms_signals(T, x->t, 0, f))
        return -1;
    for (int i = 0; i < p->n; i++)
        out[i] = p->push->on ? p->push->value[i] : 0;
    return 0;
}

int probe_read(struct probe *p, struct terms *T, struct state *x, double *out, struct fault *f)
{
    if (p->f) {
        const struct joint_value in[] = { { JOINT_NUMBER, 1, &x->t } };
        const char *why = p->f->call(p->f, 1, in, (struct joint_matrix){ 1, p->n, out });
        return why ? fault_set(f, "%s", why) : 0;
    }
    if (p->link)
        return read_joint(p, T, x, out, f);
    if (p->push)
        return read_load(p, T, x, out, f);
    if (p->which >= COORDINATES && p->which <= KINETIC_ENERGY)
        return read_coordinates(p, T, x, out, f);
    read_frame(p, T, x, out);
    return 0;
}
