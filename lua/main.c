/* main.c - the program `yoke`: runs a script, or does what a verb says (yoke/program.lua). */
#include "binding.h"

#include <lualib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static lua_State *the_state; /* for the signal handler alone */

static void interrupted(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    lua_sethook(L, NULL, 0, 0); /* once: a solver that is stopped has its own words, with the time */
    luaL_error(L, "interrupted");
}

/* Ctrl-C: the next thing Lua does raises an error, and so does a solver within half a second. */
static void on_signal(int number)
{
    signal(number, SIG_DFL);
    lua_sethook(the_state, interrupted, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

/* What is raised as a string; and a traceback, unless it comes from Yoke and says all there is. */
static int explain(lua_State *L)
{
    const char *message = lua_tostring(L, 1);
    if (!message) {
        if (luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING)
            return 1;
        message = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    }
    if (luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) && lua_getfield(L, -1, "yoke.core") == LUA_TTABLE) {
        lua_getfield(L, -1, "is_fault");
        lua_pushvalue(L, 1);
        lua_call(L, 1, 1);
        if (lua_toboolean(L, -1))
            return lua_settop(L, 1), 1;
    }
    luaL_traceback(L, L, message, 1);
    return 1;
}

static void add_path(lua_State *L, const char *field, const char *entry)
{
    lua_getglobal(L, "package");
    lua_pushstring(L, entry);
    lua_getfield(L, -2, field);
    lua_concat(L, 2);
    lua_setfield(L, -2, field);
    lua_pop(L, 1);
}

/* The folder of this program, and from it the folder of the Lua modules: lua beside it, or as installed. */
static void find_modules(lua_State *L)
{
    char self[4000];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return;
    *slash = 0;
    const char *dir = lua_pushfstring(L, "%s/lua", self);
    if (access(dir, R_OK))
        dir = lua_pushfstring(L, "%s/../share/lua/5.4", self);
    add_path(L, "path", lua_pushfstring(L, "%s/?.lua;", dir));
    lua_settop(L, 0);
}

/* The script's own folder, so that it can require what lies beside it. */
static void add_script_folder(lua_State *L, const char *script)
{
    const char *slash = strrchr(script, '/');
    if (slash)
        add_path(L, "path", lua_pushfstring(L, "%s/?.lua;", lua_pushlstring(L, script, (size_t)(slash - script))));
    lua_settop(L, 0);
}

/* The global `arg`: script at 0, its arguments behind, what stood before it in front, as in stock lua. */
static void set_arg(lua_State *L, int argc, char **argv, int script)
{
    lua_createtable(L, argc, 0);
    for (int i = 0; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - script);
    }
    lua_setglobal(L, "arg");
}

/* Runs the script argv[at]; -1: the error is on the stack. */
static int run_script(lua_State *L, int argc, char **argv, int at)
{
    set_arg(L, argc, argv, at);
    add_script_folder(L, argv[at]);
    lua_pushcfunction(L, explain);
    if (luaL_loadfilex(L, argv[at], "t")) {
        const char *message = lua_tostring(L, -1);
        if (message && strncmp(message, "attempt", 7) == 0) /* what is no text has no line, nor a name */
            lua_pushfstring(L, "%s: %s", argv[at], message);
        return -1;
    }
    for (int i = at + 1; i < argc; i++)
        lua_pushstring(L, argv[i]);
    return lua_pcall(L, argc - at - 1, 0, 1) ? -1 : 0;
}

/* Does what the command line says; -1: the error is on the stack. */
static int run(lua_State *L, int argc, char **argv)
{
    set_arg(L, argc, argv, 0);
    lua_pushcfunction(L, explain);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "yoke.program");
    if (lua_pcall(L, 1, 1, 1))
        return -1;
    lua_getglobal(L, "arg"); /* program(arg): exit status, index of a script or nil */
    if (lua_pcall(L, 1, 2, 1))
        return -1;
    int status = (int)lua_tointeger(L, -2), script = (int)lua_tointeger(L, -1);
    lua_settop(L, 0);
    return script > 0 ? run_script(L, argc, argv, script) : status;
}

/* Is all there that was printed?  Lua's print does not look.  Not worth a word if the reader of a pipe has seen enough. */
static int printed(void)
{
    struct stat out;
    if (!fflush(stdout) && !ferror(stdout))
        return 1;
    if (fstat(STDOUT_FILENO, &out) || !(S_ISFIFO(out.st_mode) || S_ISSOCK(out.st_mode)))
        fprintf(stderr, "yoke: standard output could not be written, so not all is there that was printed; is the disk full?\n");
    return 0;
}

int main(int argc, char **argv)
{
    engine_init();
    lua_State *L = luaL_newstate();
    if (!L) {
        fprintf(stderr, "yoke: no memory for Lua\n");
        return 1;
    }
    the_state = L;
    signal(SIGINT, on_signal);
    signal(SIGPIPE, SIG_IGN);
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_yoke_core);
    lua_setfield(L, -2, "yoke.core");
    lua_settop(L, 0);
    find_modules(L);
    int status = run(L, argc, argv);
    if (status < 0) {
        const char *message = lua_tostring(L, -1);
        fprintf(stderr, "yoke: %s\n", message ? message : "error object is not a string");
        status = 1;
    }
    lua_close(L);
    return printed() ? status : status ? status : 1;
}
