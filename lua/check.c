/* check.c - the conformance test for scripts and the command line: in a child of its own, so that a plugin that crashes is caught. */
#include "binding.h"
#include "conform.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DOING = 256, UNKNOWN = 2 };

struct report {
    int pipe;    /* for each promise 0 or 1, then the sentence; UNKNOWN and a sentence if there is no such type */
    char *doing; /* (DOING) shared with the parent: what is asked just now */
    int patience; /* (s) a plugin that does not return is stopped */
};

static void say(void *data, int passed, const char *what)
{
    struct report *r = data;
    if (passed < 0) {
        strncpy(r->doing, what, DOING - 1);
        return;
    }
    char line[8192];
    int n = snprintf(line, sizeof line, "%d%s", passed, what);
    n = n < (int)sizeof line ? n : (int)sizeof line - 1;
    if (write(r->pipe, line, (size_t)n + 1) < 0) /* with the end of the string */
        _exit(1);
}

/* The child: loads and tests, and ends without what the parent has to do at its end. */
static void judge(lua_State *L, const char *word, struct report *r)
{
    struct loader *l = the_loader(L), alone = { .reserved = l->reserved }; /* a file is tested whatever else has its name */
    struct fault f;
    size_t n = strlen(word);
    int is_file = strchr(word, '/') || (n > 3 && strcmp(word + n - 3, ".so") == 0);
    *the_inside(L) = (struct inside){ L, NULL };
    signal(SIGINT, SIG_DFL);
    alarm((unsigned)r->patience);
    strcpy(r->doing, "its tables (does each end with { 0 }?)");
    const struct joint_type *type = is_file ? loader_file(&alone, word, &f) : loader_find(l, word, &f);
    if (type)
        conform(type, say, r);
    else
        say(r, UNKNOWN, f.text);
    *r->doing = 0;
    _exit(0);
}

/* What the child ended with, if not as it should. */
static const char *ending(lua_State *L, int status, const struct report *r)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !*r->doing)
        return NULL;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return lua_pushfstring(L, "it did not return within %d s from %s", r->patience, r->doing);
    if (WIFSIGNALED(status))
        return lua_pushfstring(L, "it ended the program (%s) in %s", strsignal(WTERMSIG(status)), r->doing);
    return lua_pushfstring(L, "it ended the program (exit status %d) in %s", WEXITSTATUS(status), r->doing);
}

/* Runs the child and pushes all it says. */
static int run_child(lua_State *L, const char *word, struct report *r)
{
    char text[4096];
    int ends[2], status = 0;
    ssize_t got;
    luaL_Buffer b;
    fflush(NULL);
    if (pipe(ends))
        return luaL_error(L, "no pipe for the test");
    pid_t child = fork();
    if (child == 0) {
        r->pipe = ends[1];
        close(ends[0]);
        judge(L, word, r);
    }
    close(ends[1]);
    luaL_buffinit(L, &b);
    while (child > 0 && (got = read(ends[0], text, sizeof text)) > 0)
        luaL_addlstring(&b, text, (size_t)got);
    close(ends[0]);
    luaL_pushresult(&b);
    if (child < 0)
        return luaL_error(L, "no process for the test");
    waitpid(child, &status, 0);
    return status;
}

static void tell(lua_State *L, int passed, const char *what)
{
    lua_pushvalue(L, 2);
    lua_pushboolean(L, passed);
    lua_pushstring(L, what);
    lua_call(L, 2, 0);
}

/* check(path or name, function(passed, text), seconds or nil): tests a plugin file, or a joint type that is known or on the path */
static int core_check(lua_State *L)
{
    const char *word = luaL_checkstring(L, 1);
    size_t length;
    luaL_checktype(L, 2, LUA_TFUNCTION);
    struct report r = { .patience = (int)luaL_optinteger(L, 3, 30) };
    lua_settop(L, 2);
    r.doing = mmap(NULL, DOING, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.doing == MAP_FAILED)
        return luaL_error(L, "no memory for the test");
    int status = run_child(L, word, &r);
    const char *wrong = ending(L, status, &r), *said = lua_tolstring(L, 3, &length);
    munmap(r.doing, DOING);
    if (length && *said == '0' + UNKNOWN) {
        struct fault f;
        fault_set(&f, "%s", said + 1);
        return raise_plain(L, &f);
    }
    for (const char *line = said; line < said + length; line += strlen(line) + 1)
        tell(L, *line == '1', line + 1);
    if (wrong)
        tell(L, 0, wrong);
    return 0;
}

/* taken(name): why a joint type cannot have this name, or nil */
static int core_taken(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1), **names;
    struct loader *l = the_loader(L);
    for (const char *const *r = l->reserved; r && *r; r++)
        if (strcmp(*r, name) == 0)
            return lua_pushliteral(L, "it is the name of a method of the model"), 1;
    for (int n = loader_names(l, &names), i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return lua_pushliteral(L, "there is a joint type of that name"), 1;
    return 0;
}

void check_open(lua_State *L)
{
    static const luaL_Reg functions[] = { { "check", core_check }, { "taken", core_taken }, { NULL, NULL } };
    luaL_setfuncs(L, functions, 0);
}
