/* conform.c - every plugin that was built keeps the promises of joint.h: nothing to add for a new one. */
#include "conform.h"
#include "loader.h"
#include "linear.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>

static void say(void *data, int passed, const char *what)
{
    if (passed >= 0)
        ok(passed, "%s: %s", (const char *)data, what);
}

static int is_plugin(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 3 && strcmp(e->d_name + n - 3, ".so") == 0;
}

/* Tests every plugin of a folder of the build; how many. */
static int test_folder(struct loader *l, const char *build, const char *room)
{
    char dir[3000], path[4096];
    struct dirent **file;
    snprintf(dir, sizeof dir, "%s/%s", build, room);
    int n = scandir(dir, &file, is_plugin, alphasort);
    for (int i = 0; i < n; i++) {
        struct fault f;
        snprintf(path, sizeof path, "%s/%s", dir, file[i]->d_name);
        const struct joint_type *type = loader_file(l, path, &f);
        if (ok(type != NULL, "%s is loaded%s%s", file[i]->d_name, type ? "" : ": ", type ? "" : f.text))
            conform(type, say, (void *)type->name);
        free(file[i]);
    }
    if (n >= 0)
        free(file);
    return n;
}

int main(void)
{
    struct loader l = { 0 };
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    engine_init();
    int n = test_folder(&l, build, "plugins");
    ok(n > 0, "%d plugins in %s/plugins", n, build);
    test_folder(&l, build, "scripts"); /* the examples that scripts use, if any */
    loader_free(&l);
    return tap_done();
}
