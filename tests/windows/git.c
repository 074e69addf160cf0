/* git.exe for a program that runs under Wine: starts the system's git with Unix paths. Like Git for Windows, it does not
   understand paths that start with \\?\. A Unix program cannot write to the pipes of Windows programs, so its output goes
   through files on drive C, whose directory belongs to this prefix of Wine alone. */
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

static char *utf8(const wchar_t *text) {
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *bytes = malloc(size);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, size, NULL, NULL);
    return bytes;
}

int main(void) {
    char script[200], out[50], err[50];
    int argc;
    wchar_t **argv = CommandLineToArgvW(GetCommandLineW(), &argc);
    char **command = calloc(argc + 4, sizeof *command);
    unsigned long id = GetCurrentProcessId();
    sprintf(out, "C:\\git-%lu.out", id);
    sprintf(err, "C:\\git-%lu.err", id);
    sprintf(script, "d=$WINEPREFIX/drive_c; exec git \"$@\" >\"$d/git-%lu.out\" 2>\"$d/git-%lu.err\"", id, id);
    memcpy(command, (char *[]){"sh", "-c", script, "git"}, 4 * sizeof *command);
    for (int number = 1; number < argc; number++) command[number + 3] = utf8(argv[number]);
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
