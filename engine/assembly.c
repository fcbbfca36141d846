/* assembly.c - from the facts of a model to its equations: numbers coordinates and rows, takes all memory. */
#include "assembly.h"
#include "reading.h"
#include "side.h"
#include "spin.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* ---- bodies ---- */

static void number_parts(struct arena *a, struct assembly *as)
{
    const struct model *m = as->model;
    as->part = ARENA_NEW(a, m->bodies, struct part);
    as->part_of = ARENA_NEW(a, m->bodies, int);
    for (int i = 0; i < m->bodies; i++) {
        const struct body *b = m->body[i];
        int n = body_count(b);
        as->part_of[i] = -1;
        if (n == 0)
            continue;
        as->part_of[i] = as->parts;
        struct part *p = &as->part[as->parts++];
        *p = (struct part){ .body = b, .type = b->type, .data = b->data, .p = as->n, .n = n, .spin = -1, .block = as->blocks };
        if (b->type->map == BODY_SPACE)
            p->spin = as->spins++;
        as->n += n;
        as->blocks += n * n;
    }
    as->nq = as->n + 4 * as->spins;
    as->spin_at = ARENA_NEW(a, as->spins, int);
    for (int i = 0; i < as->parts; i++)
        if (as->part[i].spin >= 0)
            as->spin_at[as->part[i].spin] = as->part[i].p + 3;
}

static void read_parts(struct arena *a, struct assembly *as)
{
    as->ref = ARENA_NEW(a, as->n, double);
    as->mass = ARENA_NEW(a, as->n, double);
    as->weight = ARENA_NEW(a, as->n, double);
    as->unit = ARENA_NEW(a, as->n, unsigned char);
    for (int i = 0; i < as->parts; i++) {
        struct part *p = &as->part[i];
        enum body_inertia inertia = p->type->inertia ? p->type->inertia(p->data, as->model->gravity, as->mass + p->p, as->weight + p->p) : BODY_VARYING;
        p->varying = inertia == BODY_VARYING;
        if (inertia == BODY_SPINNING) {
            double *J = ARENA_NEW(a, 9, double), quaternion[4];
            p->type->spin(p->data, J, quaternion);
            p->J = J;
        }
        for (int k = 0; k < p->n; k++) {
            as->unit[p->p + k] = p->type->coordinate ? p->type->coordinate[k].unit : BODY_NUMBER;
            if (p->varying)
                as->mass[p->p + k] = as->weight[p->p + k] = 0;
        }
    }
}

void state_start(const struct assembly *as, struct state *x)
{
    for (int i = 0; i < as->parts; i++) {
        const struct part *p = &as->part[i];
        double J[9];
        p->type->start(p->data, as->ref + p->p, x->q + p->p, x->u + p->p);
        if (p->spin >= 0)
            p->type->spin(p->data, J, x->turn + 4 * p->spin);
    }
    memset(x->a, 0, (size_t)as->n * sizeof *x->a);
    memset(x->lambda, 0, (size_t)as->m * sizeof *x->lambda);
}

struct state *state_new(struct arena *a, const struct assembly *as)
{
    struct state *x = ARENA_NEW(a, 1, struct state);
    x->q = ARENA_NEW(a, as->nq + 2 * as->n + as->m, double);
    x->turn = x->q + as->n;
    x->u = x->q + as->nq;
    x->a = x->u + as->n;
    x->lambda = x->a + as->n;
    return x;
}

void state_copy(const struct assembly *as, struct state *to, const struct state *from)
{
    to->t = from->t;
    memcpy(to->q, from->q, (size_t)(as->nq + 2 * as->n + as->m) * sizeof *to->q);
}

void state_commit(const struct assembly *as, struct state *x)
{
    for (int i = 0; i < as->spins; i++) {
        double *v = x->q + as->spin_at[i];
        quaternion_turn(x->turn + 4 * i, v);
        v[0] = v[1] = v[2] = 0;
    }
}

void state_slopes(const struct assembly *as, const struct state *x, double *row)
{
    for (int i = 0; i < as->spins; i++) {
        double *r = row + as->spin_at[i], v[3], t[3];
        scale(v, -1, x->q + as->spin_at[i]);
        spin_rate(t, v, r); /* T(v)' = T(-v) */
        copy(r, t);
    }
}

void state_increments(const struct assembly *as, const struct state *x, double *v)
{
    for (int i = 0; i < as->spins; i++) {
        double turn[3];
        copy(turn, v + as->spin_at[i]);
        spin_unrate(v + as->spin_at[i], x->q + as->spin_at[i], turn);
    }
}

int state_spun(const struct assembly *as, const struct state *x)
{
    for (int i = 0; i < as->spins; i++) {
        const double *v = x->q + as->spin_at[i];
        if (!(dot(v, v) < 10))
            return i;
    }
    return -1;
}

/* Rotation of a part (3 x 3). */
static void state_rotation(const struct part *p, const struct state *x, double A[9])
{
    static const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    struct body_frame frame = { .r = { 0 } };
    memcpy(A, identity, sizeof identity);
    if (p->spin >= 0) {
        double turn[4];
        memcpy(turn, x->turn + 4 * p->spin, sizeof turn);
        quaternion_turn(turn, x->q + p->p + 3);
        quaternion_matrix(A, turn);
    } else if (p->type->map == BODY_OTHER) {
        p->type->frame(p->data, x->q + p->p, x->u + p->p, &frame);
        memcpy(A, frame.A, sizeof identity);
    }
}

void state_way(const struct assembly *as, const struct part *p, const struct state *from, const struct state *to, double *moved, double *turned)
{
    double A[9], B[9], R[9], turn[4];
    *moved = *turned = 0;
    for (int k = p->p; k < p->p + p->n; k++) {
        double d = fabs(to->q[k] - from->q[k]);
        if (as->unit[k] == BODY_LENGTH || p->type->map == BODY_NONE)
            *moved = hypot(*moved, d);
        else if (p->type->map == BODY_PLANE)
            *turned = d;
    }
    if (p->spin < 0 && p->type->map != BODY_OTHER)
        return;
    state_rotation(p, from, A);
    state_rotation(p, to, B);
    relative(R, A, B);
    matrix_quaternion(turn, R);
    *turned = 2 * atan2(norm(turn + 1), turn[0]);
}

/* ---- joints ---- */

/* The end of a link on the body of a side, or -1 if that is ground. */
static int end_of(struct link *l, const struct side *s)
{
    int k = 0;
    if (s->part < 0)
        return -1;
    while (k < l->ends && l->end[k].part != s->part)
        k++;
    if (k == l->ends)
        l->end[l->ends++] = (struct end){ .part = s->part, .p = s->p, .n = s->n };
    return k;
}

static void make_ends(struct link *l)
{
    for (int k = 0; k < 2; k++) {
        struct side *s = &l->side[k];
        s->end = end_of(l, s);
        for (int h = 0; s->reading && h < 2; h++)
            s->reading_end[h] = end_of(l, &s->reading->side[h]);
    }
}

static int count_rows(struct link *l, const struct joint_at *at, struct fault *f)
{
    const struct joint_type *type = l->use.type;
    char why[1024];
    if (!type->rows) {
        l->use.rows = type->count(l->use.data, at, why, sizeof why);
        if (l->use.rows < 0)
            return fault_set(f, "%s", why);
    } else
        for (l->use.rows = 0; type->rows[l->use.rows].name; l->use.rows++)
            ;
    if (l->use.rows < 1 || l->use.rows > JOINT_ROWS)
        return fault_set(f, "it has %d rows, 1 to %d are possible", l->use.rows, JOINT_ROWS);
    return 0;
}

/* Matrices whose rule says that they have a column for each coordinate of a marker. */
static int check_columns(const struct link *l, struct fault *f)
{
    for (const struct joint_param *p = l->use.type->params; p && p->name; p++) {
        int which = p->rule & JOINT_COLUMNS1 ? 1 : 0, wanted = l->side[which].columns;
        const struct joint_matrix *x = (const void *)((const char *)l->use.data + p->offset);
        if (p->kind != JOINT_MATRIX || !(p->rule & (JOINT_COLUMNS0 | JOINT_COLUMNS1)) || !x->x || wanted == 0 || x->cols == wanted)
            continue;
        return fault_set(f, "%s is %d x %d, it must have %d column%s, one per coordinate of marker %d", p->name, x->rows, x->cols,
                         wanted, wanted == 1 ? "" : "s", which);
    }
    return 0;
}

/* Room for all readings, and those of bodies, which markers stand for. */
static void take_readings(struct arena *a, struct assembly *as)
{
    const struct model *m = as->model;
    int n = m->markers;
    for (int i = 0; i < m->joints; i++)
        for (const struct joint_coordinate *c = m->joint[i]->type->coordinates; c && c->name; c++)
            n++;
    as->reading = ARENA_NEW(a, n, struct reading *);
    for (int i = 0; i < m->markers; i++)
        if (m->marker[i]->kind == MARKER_READING && m->marker[i]->joint < 0) {
            int known = as->readings;
            struct reading *r = reading_of_body(a, as, m->marker[i]);
            for (int k = 0; k < as->readings; k++)
                known = as->reading[k] == r ? k : known;
            as->reading[known] = r;
            as->readings += known == as->readings;
        }
}

static void make_readings(struct arena *a, struct assembly *as, struct link *l)
{
    const struct joint_coordinate *c = l->use.type->coordinates;
    int n = 0;
    while (c && c[n].name)
        n++;
    l->reading = ARENA_NEW(a, n, struct reading);
    for (int i = 0; i < n; i++) {
        reading_make(&l->reading[i], &l->joint->item, &c[i], l->use.data, l->side, l->use.dt);
        as->reading[as->readings++] = &l->reading[i];
    }
}

/* A fault of an item, with the time if functions of the script were called. */
static int wrong(const struct item *item, int functions, double t, struct fault *f)
{
    item_fault_where(item, f);
    return functions ? fault_prefix(f, "t = %.9g s: ", t) : -1;
}

static int make_link(struct arena *a, struct assembly *as, struct terms *T, const struct state *x, const struct joint *j, double dt,
                     double t_start, struct fault *f)
{
    struct link *l = &as->link[as->links++];
    struct joint_at at;
    char why[1024];
    l->joint = j;
    l->use = (struct joint_use){ .type = j->type, .data = j->data, .dt = dt, .t_start = t_start };
    for (int k = 0; k < 2; k++)
        side_make(&l->side[k], as, as->model->marker[j->marker[k]], j->type->markers, a);
    _Static_assert(JOINT_COLUMNS >= 2 * BODY_MOST, "a joint can couple all coordinates of two bodies");
    l->columns = l->side[0].columns + l->side[1].columns;
    l->rates = 1;
    make_ends(l);
    for (int k = 0; k < l->ends; k++)
        l->own |= as->part[l->end[k].part].body->own == j;
    make_readings(a, as, l);
    if (check_columns(l, f))
        return wrong(&j->item, 0, t_start, f);
    if (joint_signals_find(&l->use, t_start, a, f))
        return wrong(&j->item, 1, t_start, f);
    terms_see(T, x, l, &at);
    for (int k = 0; k < 2 && j->type->markers == JOINT_PLANE; k++) {
        const double *A = (k ? at.m1 : at.m0)->A;
        if (hypot(A[2], A[5]) > 1e-6) {
            fault_set(f, "z of marker %d is {%.3g, %.3g, %.3g}, a joint of the plane wants it along the global z; use the joint of space in its place",
                      k, A[2], A[5], A[8]);
            return wrong(&j->item, 0, t_start, f);
        }
    }
    const char *sentence = joint_signals(&l->use, t_start, 2);
    if (sentence) {
        fault_set(f, "%s", sentence);
        return wrong(&j->item, 1, t_start, f);
    }
    if (count_rows(l, &at, f))
        return wrong(&j->item, l->use.functions, t_start, f);
    at.rows = l->use.rows;
    if (j->common.active && j->type->check && j->type->check(j->data, &at, why, sizeof why)) {
        fault_set(f, "%s", why);
        return wrong(&j->item, 0, t_start, f);
    }
    return 0;
}

static int is_quick(const struct link *l)
{
    int quick = l->use.type->jacobian && !l->use.type->law && !l->rates && l->ends > 0;
    for (int k = 0; k < 2; k++) {
        const struct side *s = &l->side[k];
        quick &= s->marker->kind == MARKER_FRAME && (s->fixed || s->map == BODY_PLANE || s->map == BODY_POINT || s->map == BODY_SPACE);
    }
    return quick && l->ends == !l->side[0].fixed + !l->side[1].fixed;
}

static void take_rows(struct arena *a, struct assembly *as, struct link *l)
{
    const struct joint_type *type = l->use.type;
    int rows = l->use.rows;
    l->row = as->m;
    as->m += rows;
    l->G = ARENA_NEW(a, rows * l->columns, double);
    l->use.level = ARENA_NEW(a, rows, unsigned char);
    l->rates = 0;
    for (int i = 0; i < rows && type->level; i++)
        l->rates |= l->use.level[i] = type->level(l->use.data, i) != 0;
    for (int k = 0; k < l->ends; k++) {
        l->end[k].B = ARENA_NEW(a, rows * l->end[k].n, double);
    }
    l->quick = is_quick(l);
    if (type->law) {
        l->T = ARENA_NEW(a, rows * rows + 5 * rows, double);
        l->D = l->T + rows * rows;
        l->law = l->D + rows;
        l->settled = l->law + rows;
        l->settled_rate = l->settled + rows;
        l->from = l->settled_rate + rows;
    }
}

/* A Jacobian that comes from the script is held against differences of the rows. */
static int check_jacobian(const struct link *l, struct terms *T, const struct state *x, struct fault *f)
{
    static const char *const motions[] = { "x", "y", "z", "rotation about x", "rotation about y", "rotation about z" };
    double G[JOINT_ROWS * JOINT_COLUMNS], D[JOINT_ROWS * JOINT_COLUMNS], largest = 1;
    int n = l->use.rows * l->columns, worst = 0;
    struct joint_at at;
    if (!l->use.functions || !l->use.type->jacobian)
        return 0;
    terms_see(T, x, l, &at);
    memset(G, 0, (size_t)n * sizeof *G);
    const char *why = joint_jacobian(&l->use, &at, G);
    if (!why)
        why = differ_jacobian(&l->use, &at, D);
    if (why)
        return fault_set(f, "%s", why);
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(D[i]));
        if (fabs(G[i] - D[i]) > fabs(G[worst] - D[worst]))
            worst = i;
    }
    if (fabs(G[worst] - D[worst]) <= 1e-5 * largest)
        return 0;
    int column = worst % l->columns, marker = column >= l->side[0].columns;
    fault_set(f, "its Jacobian does not fit its rows: row %d, column %d ", worst / l->columns + 1, column + 1);
    column -= marker ? l->side[0].columns : 0;
    if (l->use.type->markers == JOINT_COORDINATES)
        fault_append(f, "(coordinate %d of marker %d)", column + 1, marker);
    else
        fault_append(f, "(%s of marker %d)", motions[l->side[marker].columns == 3 && column == 2 ? 5 : column], marker);
    return fault_append(f, " is %.6g, differences give %.6g", G[worst], D[worst]);
}

/* What a row counts: as its table says, else as the coordinates of a marker that is on a body do. */
static enum body_unit row_unit(const struct assembly *as, const struct link *l, int row)
{
    const char *unit = l->use.type->rows ? l->use.type->rows[row].unit : NULL;
    if (unit)
        return strncmp(unit, "rad", 3) == 0 ? BODY_ANGLE : *unit == 'm' ? BODY_LENGTH : BODY_NUMBER;
    const struct side *s = l->side[1].part >= 0 || l->side[1].reading ? &l->side[1] : &l->side[0];
    if (s->reading)
        return s->reading->turns ? BODY_ANGLE : strcmp(s->reading->coordinate->unit, "m") == 0 ? BODY_LENGTH : BODY_NUMBER;
    if (s->part < 0)
        return BODY_NUMBER;
    if (s->marker->kind == MARKER_COORDINATE)
        return as->unit[s->p + s->marker->coordinate];
    for (int i = 1; i < s->n; i++)
        if (as->unit[s->p + i] != as->unit[s->p])
            return BODY_NUMBER;
    return as->unit[s->p];
}

/* Largest lever of a marker, or else the largest distance of a body from the origin, or 1. */
static double typical_length(const struct assembly *as)
{
    double lever = 0, far = 0;
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < 2; k++) {
            const struct side *s = &as->link[i].side[k];
            if (s->marker->kind == MARKER_FRAME && s->part >= 0)
                lever = fmax(lever, norm(s->s));
        }
    for (int i = 0; i < as->n; i++)
        if (as->unit[i] == BODY_LENGTH)
            far = fmax(far, fabs(as->ref[i]));
    return lever > 0 ? lever : far > 0 ? far : 1;
}

struct assembly *assembly_new(struct arena *a, const struct model *m, double dt, double t_start, struct fault *f)
{
    struct assembly *as = ARENA_NEW(a, 1, struct assembly);
    as->model = m;
    as->dt = dt;
    number_parts(a, as);
    read_parts(a, as);
    struct terms *T = terms_new(a, as); /* poses only: there are no rows yet */
    struct state *x = state_new(a, as);
    state_start(as, x);
    x->t = t_start;
    terms_pose(T, x);

    as->link = ARENA_NEW(a, m->joints, struct link);
    take_readings(a, as);
    for (int i = 0; i < m->joints; i++)
        if (make_link(a, as, T, x, m->joint[i], dt, t_start, f))
            return NULL;
    for (int i = 0; i < as->links; i++) {
        take_rows(a, as, &as->link[i]);
        if (check_jacobian(&as->link[i], T, x, f)) {
            wrong(&m->joint[i]->item, 1, t_start, f);
            return NULL;
        }
    }
    as->release = ARENA_NEW(a, as->m, unsigned char);
    as->row_unit = ARENA_NEW(a, as->m, unsigned char);
    as->row_link = ARENA_NEW(a, as->m, int);
    for (int i = 0; i < as->links; i++)
        for (int k = 0; k < as->link[i].use.rows; k++) {
            as->row_link[as->link[i].row + k] = i;
            as->row_unit[as->link[i].row + k] = row_unit(as, &as->link[i], k);
        }

    as->push = ARENA_NEW(a, m->loads, struct push);
    for (int i = 0; i < m->loads; i++) {
        struct push *p = &as->push[as->pushes++];
        struct load *l = m->load[i];
        p->load = l;
        side_make(&p->side, as, m->marker[l->marker], JOINT_FRAMES, a);
        for (int k = 0; k < 3; k++)
            if (l->value[k].f) {
                p->signal[p->signals].to = &l->value[k];
                if (signal_size(&p->signal[p->signals++], t_start, f)) {
                    wrong(&l->item, 1, t_start, f);
                    return NULL;
                }
            }
    }
    as->length = typical_length(as);
    assembly_switch(as);
    assembly_loads(as, t_start);
    return as;
}

void assembly_continue(struct assembly *as, const struct assembly *from)
{
    for (int i = 0; i < as->readings && i < from->readings; i++) {
        as->reading[i]->last = from->reading[i]->last;
        as->reading[i]->last_rate = from->reading[i]->last_rate;
        as->reading[i]->last_t = from->reading[i]->last_t;
        memcpy(as->reading[i]->angle0, from->reading[i]->angle0, sizeof as->reading[i]->angle0);
    }
    for (int i = 0; i < as->links; i++)
        if (as->link[i].settled) {
            size_t size = (size_t)as->link[i].use.rows * sizeof(double);
            memcpy(as->link[i].settled, from->link[i].settled, size);
            memcpy(as->link[i].settled_rate, from->link[i].settled_rate, size);
            as->link[i].settled_t = from->link[i].settled_t;
        }
}

/* ---- switches ---- */

/* G of a type that says that it is constant; 0: it does not tell. */
static int ask_constant(const struct link *l)
{
    const struct joint_marker m[2] = { { .n = l->side[0].columns, .A = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } },
                                       { .n = l->side[1].columns, .A = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } } };
    const struct joint_at at = { .m0 = &m[0], .m1 = &m[1], .rows = l->use.rows };
    return l->quick && l->use.type->constant && !l->use.timed && !l->use.type->jacobian(l->use.data, &at, l->G);
}

void assembly_switch(struct assembly *as)
{
    for (int i = 0; i < as->links; i++) {
        struct link *l = &as->link[i];
        const struct joint_type *type = l->use.type;
        l->active = l->joint->common.active;
        l->constant = ask_constant(l);
        for (int k = 0; k < l->use.rows; k++)
            as->release[l->row + k] = !l->active ? ROW_INACTIVE
                : type->held && !type->held(l->use.data, k) ? ROW_FREE : ROW_HELD;
    }
}

void assembly_loads(struct assembly *as, double t)
{
    for (int i = 0; i < as->pushes; i++) {
        struct push *p = &as->push[i];
        p->on = p->load->active && p->load->from <= t && t < p->load->to;
    }
}

/* ---- names ---- */

const char *assembly_row_word(const struct link *l, int k, char text[16])
{
    if (l->use.type->rows)
        return l->use.type->rows[k].name;
    text_print(text, 16, "%d", k + 1);
    return text;
}

void assembly_row_name(const struct assembly *as, int row, char *text, size_t size)
{
    const struct link *l = &as->link[as->row_link[row]];
    char number[16];
    text_print(text, size, "joint '%s' (%s) row %s", l->joint->item.name, l->joint->item.type, assembly_row_word(l, row - l->row, number));
}

int assembly_row_singular(const struct assembly *as, int row, struct fault *f)
{
    const struct link *l = &as->link[as->row_link[row]];
    char number[16];
    fault_set(f, "the equations are singular at its row %s", assembly_row_word(l, row - l->row, number));
    return item_fault_where(&l->joint->item, f);
}

const char *assembly_row_said(const struct assembly *as, int row, char *text, size_t size)
{
    char unit[64];
    assembly_row_unit(as, row, unit, sizeof unit);
    text_print(text, size, strcmp(unit, "1") == 0 ? "" : " %s", unit);
    return text;
}

const char *assembly_row_unit(const struct assembly *as, int row, char *text, size_t size)
{
    static const char *const units[] = { "m", "rad", "1" };
    const struct link *l = &as->link[as->row_link[row]];
    const char *unit = l->use.type->rows ? l->use.type->rows[row - l->row].unit : NULL;
    text_print(text, size, "%s%s", unit ? unit : units[as->row_unit[row]], l->use.level[row - l->row] ? "/s" : "");
    return text;
}

static const struct part *part_with(const struct assembly *as, int i)
{
    const struct part *p = as->part;
    while (i >= p->p + p->n)
        p++;
    return p;
}

void assembly_coordinate_words(const struct assembly *as, int i, char *text, size_t size)
{
    const struct part *p = part_with(as, i);
    const struct item *body = &p->body->item;
    if (p->type->coordinate)
        text_print(text, size, "%s of body '%s' (%s)", p->type->coordinate[i - p->p].name, body->name, body->type);
    else
        text_print(text, size, "coordinate %d of body '%s' (%s)", i - p->p + 1, body->name, body->type);
}

int assembly_coordinate_where(const struct assembly *as, int i, struct fault *f)
{
    const char *where = part_with(as, i)->body->item.where;
    return *where ? fault_append(f, "  [%s]", where) : -1;
}

void assembly_coordinate_name(const struct assembly *as, int i, char *text, size_t size)
{
    const struct part *p = part_with(as, i);
    const char *name = p->body->item.name;
    if (p->type->coordinate)
        text_print(text, size, "%s.%s", name, p->type->coordinate[i - p->p].name);
    else
        text_print(text, size, "%s.%d", name, i - p->p + 1);
}
