/* process.c - runs another program without a shell. */
#include "binding.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child: input from nowhere, output and errors to the pipe (or output to the terminal). */
static void become(char *const *argv, int out, int quiet)
{
    if (quiet)
        dup2(out, 1);
    dup2(out, 2);
    execvp(argv[0], argv);
    _exit(errno == ENOENT ? 127 : 126);
}

/* execute({program, argument, ...}, quiet): exit status and what it wrote to stderr (quiet: and to stdout);
   nil, reason if the program could not be started */
int core_execute(lua_State *L)
{
    char *argv[256], text[4096];
    int pipes[2], status, n = (int)lua_rawlen(L, 1), quiet = lua_toboolean(L, 2);
    ssize_t got;
    luaL_argcheck(L, n >= 1 && n < 255, 1, "1 to 254 words wanted");
    luaL_checkstack(L, n + 8, NULL);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 1, i + 1);
        argv[i] = (char *)luaL_checkstring(L, -1);
    }
    argv[n] = NULL;
    fflush(NULL);
    if (pipe2(pipes, O_CLOEXEC))
        return luaL_fileresult(L, 0, argv[0]);
    pid_t child = fork();
    if (child == 0)
        become(argv, pipes[1], quiet);
    close(pipes[1]);
    if (child < 0) {
        close(pipes[0]);
        return luaL_fileresult(L, 0, argv[0]);
    }
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    while ((got = read(pipes[0], text, sizeof text)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            luaL_addlstring(&b, text, (size_t)got);
    close(pipes[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    luaL_pushresult(&b);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: not found", argv[0]);
        return 2;
    }
    lua_pushinteger(L, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    lua_insert(L, -2);
    return 2;
}
