/* scratch.c: the folder of a test, and its files. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "scratch.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATHS = 4, PATH_ROOM = 400, TEXT_ROOM = 1 << 18, OPEN_FOLDERS = 8 };

static char scratch[32];

int scratch_make(void **state)
{
    (void)state;
    (void)snprintf(scratch, sizeof scratch, "/tmp/ringside-test-XXXXXX");
    return mkdtemp(scratch) == NULL ? -1 : 0;
}

int scratch_remove(void **state)
{
    (void)state;
    return folder_remove(scratch);
}

int scratch_enter(void **state)
{
    return scratch_make(state) == 0 ? chdir(scratch) : -1;
}

int scratch_leave(void **state)
{
    return chdir("/") == 0 ? scratch_remove(state) : -1;
}

const char *scratch_folder(void)
{
    return scratch;
}

const char *scratch_path(const char *name)
{
    static char paths[PATHS][PATH_ROOM];
    static int next;
    char *path = paths[next++ % PATHS];
    (void)snprintf(path, PATH_ROOM, "%s/%s", scratch, name);
    return path;
}

static void make_folders_of(const char *path)
{
    char folder[PATH_ROOM];
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        (void)mkdir(folder, 0700); /* most of them are there; what is missing, fopen() tells */
    }
}

void file_write(const char *path, const char *text)
{
    make_folders_of(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

const char *file_text(const char *path)
{
    static char text[TEXT_ROOM];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    return text;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

int folder_remove(const char *folder)
{
    return nftw(folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
