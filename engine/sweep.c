/* sweep.c - a step along the tangent, back onto the rows, shorter where that is too far from where it was to be. */
#include "sweep.h"
#include "reading.h"
#include "setting.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* ---- the row that holds the coordinate ---- */

static const char *coordinate_name(struct arena *a, const struct model *m, const struct marker *at)
{
    const struct body *b = m->body[at->body];
    if (at->kind == MARKER_READING && at->joint >= 0)
        return arena_print(a, "%s.%s", m->joint[at->joint]->item.name, m->joint[at->joint]->type->coordinates[at->coordinate].name);
    if (at->kind == MARKER_COORDINATE && b->type->coordinate)
        return arena_print(a, "%s.%s", b->item.name, b->type->coordinate[at->coordinate].name);
    if (at->kind == MARKER_COORDINATE)
        return arena_print(a, "%s.%d", b->item.name, at->coordinate + 1);
    return at->item.name;
}

/* One coordinate of a body or joint. */
static int is_coordinate(const struct marker *m)
{
    return (m->kind == MARKER_COORDINATE && m->body > 0) || m->kind == MARKER_READING;
}

/* A joint stands for its only coordinate, or, if it is a single row on one, for the coordinate that it holds. */
static int of_joint(const struct model *m, const struct joint *j, struct marker *at, int *held, struct fault *f)
{
    const struct joint_type *type = j->type;
    const struct marker *m0 = m->marker[j->marker[0]], *m1 = m->marker[j->marker[1]];
    int coordinates = 0;
    while (type->coordinates && type->coordinates[coordinates].name)
        coordinates++;
    if (coordinates == 1) {
        *at = (struct marker){ .item = { .kind = ITEM_MARKER, .name = j->item.name }, .kind = MARKER_READING, .joint = j->item.index };
        return 0;
    }
    *held = 1;
    *at = *m1;
    if (type->markers == JOINT_COORDINATES && !type->law && m0->kind == MARKER_COORDINATE && m0->body == 0 && is_coordinate(m1))
        return 0;
    if (coordinates > 1) {
        fault_set(f, "it has %d coordinates, name one: joint:coordinate \"%s\"", coordinates, type->coordinates[0].name);
        for (int c = 1; c < coordinates; c++)
            fault_append(f, ", \"%s\"", type->coordinates[c].name);
    } else
        fault_set(f, "it has no coordinate to sweep; give a drive of one coordinate against the ground, body:coordinate(i) or joint:coordinate \"angle\"");
    return item_fault(&j->item, f);
}

/* The coordinate that an item stands for. */
static int of_item(const struct model *m, const struct item *item, struct marker *at, int *held, struct fault *f)
{
    if (item->kind == ITEM_JOINT)
        return of_joint(m, (const struct joint *)item, at, held, f);
    if (item->kind == ITEM_MARKER && is_coordinate((const struct marker *)item)) {
        *at = *(const struct marker *)item;
        return 0;
    }
    fault_set(f, "it is no coordinate that can be swept: give body:coordinate(i), joint:coordinate \"angle\" or a drive");
    return item_fault(item, f);
}

const struct model *sweep_model(struct arena *a, const struct model *m, const struct sweep_options *o, struct pin **pin, struct fault *f)
{
    struct marker at;
    int held = 0;
    *pin = NULL;
    if (!o->along)
        return m;
    if (of_item(m, o->along, &at, &held, f)) {
        fault_prefix(f, "sweep_pose: ");
        return NULL;
    }
    struct model *with = pin_model(a, m, 1);
    if (held) { /* a copy of the drive that is off */
        struct joint *off = arena_copy(a, o->along, sizeof *off);
        off->common.active = 0;
        with->joint[off->item.index] = off;
    }
    *pin = pin_add(a, with, &at, o->along, coordinate_name(a, m, &at));
    (*pin)->off = 1; /* the start is that of the model as it is */
    return with;
}

/* ---- making ---- */

struct sweep *sweep_new(struct arena *a, struct assembly *as, const struct model *m, const struct sweep_options *o, struct pin *pin,
                        const struct start_options *start, struct notes *notes)
{
    struct sweep *s = ARENA_NEW(a, 1, struct sweep);
    *s = (struct sweep){ .options = o, .from = o->from, .model = m, .pin = pin, .row = as->m - 1, .name = "time", .unit = "s" };
    s->T = terms_new(a, as);
    s->start = start_new(a, s->T, linear_new(a, as, 0, LINEAR_AUTO), start, notes);
    s->placing = (struct start_options){ .mode = START_ASSEMBLE, .tolerance = 1e-10 * fmax(1, as->length), .rank_unsaid = 1 };
    s->x = state_new(a, as);
    s->before = state_new(a, as);
    s->ahead = state_new(a, as);
    s->motion = ARENA_NEW(a, as->n, double);
    s->rows = ARENA_NEW(a, as->m, double);
    s->still = ARENA_NEW(a, as->m, double);
    s->drift = ARENA_NEW(a, as->m, double);
    if (pin) {
        s->name = as->link[as->links - 1].joint->item.name;
        assembly_row_unit(as, s->row, s->unit, sizeof s->unit);
    }
    return s;
}

/* ---- rates, accelerations and forces of a pose ---- */

static void rest(struct sweep *s)
{
    const struct assembly *as = s->T->as;
    memset(s->x->u, 0, (size_t)as->n * sizeof *s->x->u);
    memset(s->x->a, 0, (size_t)as->n * sizeof *s->x->a);
    memset(s->x->lambda, 0, (size_t)as->m * sizeof *s->x->lambda);
}

/* Multipliers at rest: what balances the forces of the pose. */
static int forces_at_rest(struct sweep *s, struct fault *f)
{
    const struct assembly *as = s->T->as;
    if (terms_evaluate(s->T, s->x, TERMS_RATE | TERMS_GIVEN, f))
        return -1;
    for (int i = 0; i < as->n; i++)
        s->motion[i] = -s->T->r[i];
    memset(s->rows, 0, (size_t)as->m * sizeof *s->rows);
    if (start_project(s->start, s->motion, s->rows, f))
        return -1;
    for (int row = 0; row < as->m; row++)
        if (!as->link[as->row_link[row]].use.type->law)
            s->x->lambda[row] = s->rows[row];
    return 0;
}

/* u = dq/ds, a = d2q/ds2: the row of the coordinate moves at rate 1, all others stand, also those that depend on time. */
static int rates_along(struct sweep *s, struct fault *f)
{
    const struct assembly *as = s->T->as;
    memset(s->motion, 0, (size_t)as->n * sizeof *s->motion);
    memset(s->rows, 0, (size_t)as->m * sizeof *s->rows);
    s->rows[s->row] = 1;
    if (start_project(s->start, s->motion, s->rows, f) || terms_bias(s->T, s->x, s->rows, f))
        return -1;
    memcpy(s->x->u, s->motion, (size_t)as->n * sizeof *s->motion);
    memcpy(s->still, s->rows, (size_t)as->m * sizeof *s->rows); /* what time alone does to the rows */
    memset(s->motion, 0, (size_t)as->n * sizeof *s->motion);
    if (terms_bias(s->T, s->x, s->rows, f))
        return -1;
    for (int row = 0; row < as->m; row++)
        s->rows[row] = s->still[row] - s->rows[row];
    if (start_project(s->start, s->motion, s->rows, f))
        return -1;
    memcpy(s->x->a, s->motion, (size_t)as->n * sizeof *s->motion);
    return 0;
}

static int rates_in_time(struct sweep *s, struct fault *f)
{
    if (terms_evaluate(s->T, s->x, TERMS_RATE | TERMS_GIVEN, f) || start_velocities(s->start, s->x, f))
        return -1;
    return start_accelerations(s->start, s->x, f);
}

/* Everything of a pose beyond q.  Where the rows lose rank the rates of the last pose stay, which the motion passes with. */
static int complete(struct sweep *s, int rank, struct fault *f)
{
    const struct assembly *as = s->T->as;
    struct state *kept = s->ahead;
    state_copy(as, kept, s->x);
    rest(s);
    if (rank == s->usual->rank)
        return s->pin ? forces_at_rest(s, f) || rates_along(s, f) : rates_in_time(s, f);
    if (!s->warned++)
        notes_add(s->start->notes, "warning: singular pose at %s = %.6g %s: rates and forces there are not determined, rates of the pose before are "
                  "told", s->name, s->at, s->unit);
    if (forces_at_rest(s, f))
        return -1;
    memcpy(s->x->u, kept->u, (size_t)as->n * sizeof *kept->u);
    memcpy(s->x->a, kept->a, (size_t)as->n * sizeof *kept->a);
    return 0;
}

/* ---- a step ---- */

static void set_value(struct sweep *s, double value)
{
    if (s->pin)
        s->pin->value = value;
    else
        s->x->t = value;
}

/* How far apart two poses are, in lengths of the model and rad. */
static double way(const struct sweep *s, const struct state *from, const struct state *to)
{
    const struct assembly *as = s->T->as;
    double most = 0;
    for (int i = 0; i < as->parts; i++) {
        double moved, turned;
        state_way(as, &as->part[i], from, to, &moved, &turned);
        most = fmax(most, fmax(moved / as->length, turned));
    }
    return most;
}

/* x at `value` by the tangent and Newton.  0; 1: too far; -1: fault of a joint. */
static int place(struct sweep *s, double value, struct fault *f)
{
    const struct assembly *as = s->T->as;
    double h = value - s->at;
    for (int i = 0; i < as->n; i++)
        s->x->q[i] += h * s->x->u[i];
    state_commit(as, s->x);
    set_value(s, value);
    state_copy(as, s->ahead, s->x);
    double ahead = way(s, s->before, s->ahead);
    if (ahead > 1)
        return 1; /* more than 1 rad or one length of the model */
    const struct start_options *options = s->start->options;
    s->start->options = &s->placing;
    int failed = start_assemble(&s->scratch, s->start, s->x, f);
    s->start->options = options;
    if (failed)
        return failed;
    state_commit(as, s->x);
    return way(s, s->ahead, s->x) > 0.3 * ahead + 1e-6;
}

/* As place(); what fails leaves x where it was. */
static int step(struct sweep *s, double value, int *rank, struct fault *f)
{
    const struct assembly *as = s->T->as;
    state_copy(as, s->before, s->x);
    int failed = place(s, value, f);
    *rank = s->start->rank->rank;
    s->start->rank = s->usual;
    arena_free(&s->scratch);
    if (failed) {
        state_copy(as, s->x, s->before);
        set_value(s, s->at);
        return failed;
    }
    terms_settle(s->T, s->x->t);
    readings_settle(s->T, s->x, INFINITY);
    s->at = value;
    s->steps++;
    terms_drift(s->T, s->drift);
    return 0;
}

/* The row that is worst where the last attempt ended, but for that of the coordinate. */
static int worst_row(const struct sweep *s)
{
    const struct assembly *as = s->T->as;
    int worst = -1;
    for (int row = 0; row < as->m; row++) {
        int counts = row_holds(as, row) && !(s->pin && row == s->row);
        if (counts && (worst < 0 || fabs(s->T->g[row]) > fabs(s->T->g[worst])))
            worst = row;
    }
    return worst;
}

/* No step is short enough. */
static int limit(struct sweep *s, int failed, struct fault *f)
{
    char name[256];
    int row = worst_row(s);
    if (s->options->stop && failed > 0 && s->begun) {
        notes_add(s->start->notes, "sweep_pose: the linkage does not go past %s = %.9g %s; the sweep ends there", s->name, s->at, s->unit);
        s->ended = 1;
        return 1;
    }
    if (failed < 0)
        return fault_prefix(f, "sweep_pose: past %s = %.9g %s: ", s->name, s->at, s->unit);
    fault_set(f, "sweep_pose: the linkage cannot go past %s = %.9g %s on the way from %.9g to %.9g", s->name, s->at, s->unit, s->from, s->options->to);
    if (row >= 0) {
        assembly_row_name(s->T->as, row, name, sizeof name);
        fault_append(f, "; beyond, %s cannot be met", name);
    }
    return fault_append(f, " (limit = \"stop\" ends there)");
}

int sweep_to(struct sweep *s, double value, struct fault *f)
{
    double whole = fabs(value - s->at), part = 1;
    while (s->at != value) {
        double h = part * whole, left = fabs(value - s->at), to = h >= left * (1 - 1e-9) ? value : s->at + copysign(h, value - s->at);
        int rank, failed = step(s, to, &rank, f);
        if (failed && (part < 1e-10 || s->model->script_failed))
            return limit(s, failed, f);
        if (!failed && complete(s, rank, f))
            return fault_prefix(f, "sweep_pose: %s = %.9g %s: ", s->name, s->at, s->unit);
        s->halvings += failed != 0;
        part = failed ? part / 2 : fmin(1, 1.5 * part);
    }
    return 0;
}

/* ---- the first pose ---- */

/* Where the coordinate is at the start, with all its turns. */
static int value_now(struct sweep *s, double *value, struct fault *f)
{
    const struct link *l = &s->T->as->link[s->T->as->links - 1];
    const struct side *side = &l->side[1];
    const char *why = side->reading ? reading_look(side->reading, s->T, s->x, 1) : NULL;
    *value = side->reading ? s->T->glimpse[1].value : s->x->q[side->p + side->marker->coordinate] - side->ref;
    s->pin->turns = side->reading && side->reading->turns;
    return why ? link_fault(l, why, f) : 0;
}

/* The row that holds the coordinate is on from now. */
static int take_pin(struct sweep *s, struct fault *f)
{
    struct assembly *as = s->T->as;
    if (!s->pin || value_now(s, &s->at, f))
        return s->pin ? -1 : 0;
    s->pin->value = s->at;
    s->pin->off = 0;
    assembly_switch(as);
    return 0;
}

static int check_rank(struct arena *a, struct sweep *s, struct fault *f)
{
    const struct assembly *as = s->T->as;
    const struct rank *r;
    int way_left;
    if (terms_evaluate(s->T, s->x, TERMS_RATE | TERMS_GIVEN, f))
        return -1;
    start_rows(a, s->start);
    s->usual = r = s->start->rank;
    for (int i = 0; i < r->dependents; i++)
        if (s->pin && r->dependent[i] == s->row) {
            fault_set(f, "sweep_pose: %s cannot be swept: here it is held by ", s->name);
            rank_partners(r, as, i, f);
            return fault_append(f, "; start away from a dead centre; a drive that holds it can be swept itself, or set{ active = false }");
        }
    way_left = as->n - r->rank;
    if (way_left > 0)
        notes_add(s->start->notes, "warning: sweep_pose: %d degree%s of freedom %s left beside %s; what is free moves as little as it can", way_left,
                  way_left == 1 ? "" : "s", way_left == 1 ? "is" : "are", s->pin ? s->name : "the drives");
    return 0;
}

int sweep_begin(struct arena *a, struct sweep *s, const struct origin *from, double t, struct fault *f)
{
    struct assembly *as = s->T->as;
    state_start(as, s->x);
    s->x->t = s->at = t;
    if (setting_start(a, s->start, s->x, from, f))
        return -1;
    state_commit(as, s->x);
    if (take_pin(s, f))
        return -1;
    start_release_rates(s->start, "a sweep");
    if (check_rank(a, s, f) || complete(s, s->usual->rank, f))
        return -1;
    if (isnan(s->from))
        s->from = s->at;
    return sweep_to(s, s->from, f);
}
