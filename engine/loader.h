/* loader.h - finds, loads and checks joint types: from plugin files, or handed over ready-made (types written in a script). */
#ifndef LOADER_H
#define LOADER_H
#include "arena.h"
#include "fault.h"
#include "joint.h"

/* A known joint type and where it came from. */
struct joint_source {
    const struct joint_type *type; /* complete: as this header, whatever size the plugin was built with */
    const char *path;              /* real path of the file, or "crank.lua:3" of a type written in a script */
    struct joint_source *next;
};

struct loader {
    struct arena arena;
    struct joint_source *known;    /* loaded so far, in order of loading */
    const char **dirs;             /* (ndirs) the search path */
    int ndirs;
    const char *const *reserved;   /* ends with NULL: names a joint type may not have; may be NULL */
};

/* Appends a folder to the search path (a folder that does not exist is allowed). */
void loader_path(struct loader *l, const char *dir);

/* The type called `name`, loaded when first asked for; NULL with a fault. */
const struct joint_type *loader_find(struct loader *l, const char *name, struct fault *f);

/* Loads one file, whatever its name; NULL with a fault.  A file that is loaded already is no error. */
const struct joint_type *loader_file(struct loader *l, const char *path, struct fault *f);

/* Takes over a type that was made in memory and stays there; -1 with a fault. */
int loader_take(struct loader *l, const struct joint_type *type, const char *from, struct fault *f);

/* Names (sorted) of all types that could be found now; memory from the arena of the loader. */
int loader_names(struct loader *l, const char ***names);

/* Where a type came from. */
const char *loader_origin(const struct loader *l, const struct joint_type *type);

/* Checks that the tables of a type are well formed. */
int loader_check(const struct joint_type *type, struct fault *f);

/* Parameters that every joint has: active, show, color, draw_size. */
struct joint_common {
    int active, show;
    double color[4];  /* first < 0: the type's, then Yoke's default */
    double draw_size; /* < 0: the type's default (m) */
};
extern const struct joint_param joint_common_params[];
extern const struct joint_common joint_common_defaults;

/* Functions (n) of a shared library by name, loaded when it is first wanted; -1: not all of them are to be had. */
int loader_functions(const char *library, int n, const char *const *name, void **f);

void loader_free(struct loader *l);

#endif
