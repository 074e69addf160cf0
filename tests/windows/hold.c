/* hold FILE TIME: opens a file for some milliseconds, as a virus scanner does. No other program can replace or remove it. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    HANDLE file = CreateFileA(argv[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 1;
    puts("open");
    fflush(stdout);
    Sleep(atoi(argv[2]));
    return 0;
}
