/* git.exe for a program that runs under Wine: starts the system's git with Unix paths. Like Git for Windows, it does not
   understand paths that start with \\?\. A Unix program cannot write to the pipes of Windows programs, so its output goes
   through files. */
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void copy(const char *path, FILE *to) {
    char buffer[65536];
    FILE *from = fopen(path, "rb");
    for (size_t read; from && (read = fread(buffer, 1, sizeof buffer, from));) fwrite(buffer, 1, read, to);
    if (from) fclose(from);
    remove(path);
}

int main(int argc, char **argv) {
    char script[200], out[50], err[50];
    char **command = calloc(argc + 4, sizeof *command);
    sprintf(out, "/tmp/vitae-git-%lu.out", GetCurrentProcessId());
    sprintf(err, "/tmp/vitae-git-%lu.err", GetCurrentProcessId());
    sprintf(script, "exec git \"$@\" >%s 2>%s", out, err);
    memcpy(command, (char *[]){"sh", "-c", script, "git"}, 4 * sizeof *command);
    memcpy(command + 4, argv + 1, (argc - 1) * sizeof *command);
    for (char **argument = command + 4; *argument; argument++) {
        if (strncmp(*argument, "\\\\?\\", 4) == 0) {
            fprintf(stderr, "fatal: cannot change to '%s': Invalid argument\n", *argument);
            return 128;
        }
        if (strncmp(*argument, "Z:", 2) == 0) {
            *argument += 2;
            for (char *c = *argument; *c; c++) {
                if (*c == '\\') *c = '/';
            }
        }
    }
    /* Wine's function that starts a Unix program and waits for it. */
    FARPROC spawn = GetProcAddress(GetModuleHandleA("ntdll.dll"), "__wine_unix_spawnvp");
    int status = ((int (*)(char **, int))spawn)(command, 1);
    _setmode(1, 0x8000); /* binary: no CR in front of line feeds */
    copy(out, stdout);
    copy(err, stderr);
    return status;
}
