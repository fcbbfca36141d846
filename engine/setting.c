/* setting.c - a copy of the model with a row for each start value. */
#include "setting.h"
#include "pin.h"
#include "reading.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 200 };

static int coordinates_of(const struct joint *j)
{
    int n = 0;
    while (j->type->coordinates && j->type->coordinates[n].name)
        n++;
    return n;
}

/* Is a value (bit 1) or a rate (bit 2) asked for? */
static int asks(const struct joint *j, int coordinate, int bit, double *wanted)
{
    double value = 0, rate = 0;
    int given = j->common.active ? joint_start(j, coordinate, &value, &rate) : 0;
    *wanted = bit == 1 ? value : rate;
    return given & bit;
}

static int count(const struct model *m, int bit)
{
    int n = 0;
    double wanted;
    for (int i = 0; i < m->joints; i++)
        for (int c = coordinates_of(m->joint[i]) - 1; c >= 0; c--)
            n += asks(m->joint[i], c, bit, &wanted) != 0;
    return n;
}

static int asked(const struct model *m)
{
    return count(m, 1) + count(m, 2) > 0;
}

/* The model with `n` joints more, which hold values (bit 1) or rates (bit 2). */
static struct model *with_pins(struct arena *a, const struct model *m, int bit, int n)
{
    struct model *with = pin_model(a, m, n);
    for (int i = 0; i < m->joints; i++) {
        struct joint *j = m->joint[i];
        for (int c = 0; c < coordinates_of(j); c++) {
            const struct joint_coordinate *coordinate = &j->type->coordinates[c];
            const struct marker at = { .item = { .kind = ITEM_MARKER, .name = j->item.name }, .kind = MARKER_READING, .coordinate = c, .joint = i };
            double wanted;
            if (!asks(j, c, bit, &wanted))
                continue;
            struct pin *pin = pin_add(a, with, &at, &j->item, arena_print(a, "%s.%s%s", j->item.name, coordinate->name, bit == 2 ? "_rate" : ""));
            pin->value = pin->wanted = wanted;
            pin->rate = bit == 2;
            pin->turns = bit == 1 && strcmp(coordinate->unit, "rad") == 0;
        }
    }
    return with;
}

/* A start of its own for the enlarged model, at the q and u of x. */
struct setting {
    struct assembly *as;
    struct terms *T;
    struct start *start;
    struct start_options options;
    struct state *x;
};

static int setting_make(struct setting *s, struct arena *a, const struct model *m, const struct assembly *from,
                        const struct start_options *options, const struct state *x, struct notes *notes, struct fault *f)
{
    s->options = *options;
    s->options.mode = START_ASSEMBLE;
    s->as = assembly_new(a, m, from->dt, x->t, f);
    if (!s->as)
        return -1;
    assembly_continue(s->as, from);
    s->T = terms_new(a, s->as);
    s->start = start_new(a, s->T, linear_new(a, s->as, 0, LINEAR_AUTO), &s->options, notes);
    s->x = state_new(a, s->as);
    s->x->t = x->t;
    memcpy(s->x->q, x->q, (size_t)s->as->nq * sizeof *x->q);
    memcpy(s->x->u, x->u, (size_t)s->as->n * sizeof *x->u);
    return 0;
}

/* From where the coordinates are to the values asked for, in steps of at most 0.3 rad or 0.3 lengths of the model. */
static int move(struct setting *s, struct arena *a, int n, struct fault *f)
{
    double most = 0;
    terms_pose(s->T, s->x);
    for (int i = 0; i < n; i++) {
        const struct link *l = &s->as->link[s->as->links - n + i];
        struct pin *pin = l->use.data;
        const char *why = reading_look(l->side[1].reading, s->T, s->x, 1);
        if (why)
            return link_fault(l, why, f);
        pin->way = pin->wanted - s->T->glimpse[1].value; /* with all its turns */
        most = fmax(most, fabs(pin->way) / (s->as->row_unit[l->row] == BODY_LENGTH ? s->as->length : 1));
    }
    int steps = most < 0.3 * MOST_STEPS ? (int)ceil(most / 0.3) : MOST_STEPS;
    for (int k = 1; k <= steps; k++) {
        for (int i = s->as->links - n; i < s->as->links; i++) {
            struct pin *pin = s->as->link[i].use.data;
            pin->value = pin->wanted - pin->way * (1 - (double)k / steps);
        }
        if (start_place(a, s->start, s->x, f))
            break;
        state_commit(s->as, s->x);
        if (k == steps)
            return 0;
    }
    if (steps == 0)
        return 0;
    for (int i = s->as->links - n; i < s->as->links; i++) { /* what is left of what was asked for */
        struct pin *pin = s->as->link[i].use.data;
        pin->value = pin->wanted;
    }
    return start_place(a, s->start, s->x, f);
}

/* Whether a joint cannot be looked at where the bodies are, or has a row that does not hold there. */
static int unfit(struct setting *s, const struct link *l)
{
    struct fault f;
    int off = l->active && terms_link(s->T, s->x, l, 0, &f);
    for (int row = l->row; l->active && !l->use.type->law && row < l->row + l->use.rows; row++)
        off |= s->as->release[row] == ROW_HELD && !(fabs(s->T->g[row]) <= s->options.tolerance);
    return off;
}

/* Those without start values of their own are off. */
static int leave_out_unfit(struct setting *s, const struct model *m, struct fault *f)
{
    if (terms_signals(s->T, s->x->t, 0, f))
        return -1;
    terms_pose(s->T, s->x);
    for (int i = 0; i < m->joints; i++) {
        struct link *l = &s->as->link[i];
        int own = 0;
        double wanted;
        for (int c = coordinates_of(m->joint[i]) - 1; c >= 0; c--)
            own |= asks(m->joint[i], c, 1, &wanted);
        if (own || !unfit(s, l))
            continue;
        l->active = 0;
        for (int row = l->row; row < l->row + l->use.rows; row++)
            s->as->release[row] = ROW_INACTIVE;
    }
    return 0;
}

/* Moves x (q) to the values asked for; alone: without the joints that do not fit yet, which these values may bring to fit. */
static int set_values(struct arena *a, struct start *start, struct state *x, int alone, struct fault *f)
{
    struct assembly *as = start->T->as;
    struct notes unsaid = { 0 };
    struct setting s;
    int n = count(as->model, 1);
    int failed = setting_make(&s, a, with_pins(a, as->model, 1, n), as, start->options, x, &unsaid, f);
    if (!failed && alone)
        failed = leave_out_unfit(&s, as->model, f);
    if (!failed)
        failed = move(&s, a, n, f);
    notes_free(&unsaid);
    if (failed)
        return -1;
    memcpy(x->q, s.x->q, (size_t)s.as->nq * sizeof *x->q);
    assembly_continue(as, s.as);
    return 0;
}

static int set_rates(struct arena *a, struct start *start, struct state *x, struct fault *f)
{
    const struct assembly *as = start->T->as;
    struct notes unsaid = { 0 };
    struct setting s;
    int n = count(as->model, 2);
    int failed = setting_make(&s, a, with_pins(a, as->model, 2, n), as, start->options, x, &unsaid, f);
    if (!failed)
        failed = start_state(a, s.start, s.x, f);
    notes_free(&unsaid);
    if (!failed)
        memcpy(x->u, s.x->u, (size_t)as->n * sizeof *x->u);
    return failed;
}

/* The state that start_state makes, where it need not look at joints that only the start values bring to fit. */
static int first_state(struct arena *a, struct start *start, struct state *x, struct fault *f)
{
    const struct assembly *as = start->T->as;
    struct state *was = state_new(a, as);
    struct fault unset;
    state_copy(as, was, x);
    if (!start_state(a, start, x, f))
        return 0;
    state_copy(as, x, was);
    if (as->model->script_failed || count(as->model, 1) == 0 || set_values(a, start, x, 1, &unset))
        return -1;
    start_moved(start, x, was);
    return start_state(a, start, x, f);
}

/* start_state, then x (q and u) moved to what joints are asked for; -1 with a fault that names the joint. */
static int setting_state(struct arena *a, struct start *start, struct state *x, struct fault *f)
{
    const struct assembly *as = start->T->as;
    const struct start_options *options = start->options;
    struct start_options unsaid = *options;
    unsaid.rank_unsaid = 1;
    struct state *was = state_new(a, as);
    if (asked(as->model))
        start->options = &unsaid; /* what is redundant is said where the bodies are in the end */
    int failed = first_state(a, start, x, f);
    start->options = options;
    if (failed || !asked(as->model))
        return failed;
    state_copy(as, was, x);
    if (set_values(a, start, x, 0, f) || set_rates(a, start, x, f))
        return fault_prefix(f, "the start values of the joints cannot be met: ");
    start_moved(start, x, was);
    return start_state(a, start, x, f);
}

int setting_start(struct arena *a, struct start *start, struct state *x, const struct origin *from, struct fault *f)
{
    if (from ? start_from(a, start, x, from, f) : readings_start(start->T, x, f))
        return -1;
    if (from ? (from->same ? start_same : start_state)(a, start, x, f) : setting_state(a, start, x, f))
        return -1;
    if (!from)
        terms_settle_start(start->T, x);
    return 0;
}
