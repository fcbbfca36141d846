/* body.c - the list of body types. */
#include "body.h"
#include "text.h"

#include <string.h>

extern const struct body_type body_point, body_point2d, body_rigid2d, body_rigid, body_rigid_euler, body_rigid_tait_bryan, body_mass1d,
    body_rotor, body_generic;

const struct body_type body_ground = { .name = "ground", .doc = "does not move", .map = BODY_GROUND };

const struct body_type *const body_types[] = {
    &body_point, &body_point2d, &body_rigid2d, &body_rigid, &body_rigid_euler, &body_rigid_tait_bryan, &body_mass1d, &body_rotor,
    &body_generic, NULL
};

const struct body_type *body_type_find(const char *name)
{
    for (const struct body_type *const *t = body_types; *t; t++)
        if (strcmp((*t)->name, name) == 0)
            return *t;
    return NULL;
}

int body_wrong_count(const char *name, struct joint_vector x, int n, const char *what, char *why, size_t size)
{
    if (x.n == 0 || x.n == n)
        return 0;
    text_print(why, size, "%s has %d number%s, it must have %d%s", name, x.n, x.n == 1 ? "" : "s", n, what);
    return 1;
}
