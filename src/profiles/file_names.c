/* file_names.c: typed names and the files that are there. */
#include "profiles/file_names.h"

#include "core/letters.h"
#include "profiles/printable.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_CANDIDATES = 256, CANDIDATE_LENGTH = 256 };

/* A typed name in two pieces: the folder with its last slash, and what is typed of the name in it. */
struct typed_name {
    char folder[FILE_NAME_LENGTH];
    const char *rest;
};

static struct typed_name split(const char *typed)
{
    const char *slash = strrchr(typed, '/');
    struct typed_name name = {.rest = slash != NULL ? slash + 1 : typed};
    (void)snprintf(name.folder, sizeof name.folder, "%.*s", (int)(name.rest - typed), typed);
    return name;
}

/* "~/" is the home folder, where there is one. */
static struct file_name expand_home(const char *typed)
{
    struct file_name name;
    const char *home = getenv("HOME");
    const bool from_home = typed[0] == '~' && typed[1] == '/' && home != NULL;
    (void)snprintf(name.path, sizeof name.path, "%s%s", from_home ? home : "", from_home ? typed + 1 : typed);
    return name;
}

bool file_exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name);
    return length > strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

struct file_name file_name_read(const char *typed, const char *extension)
{
    struct file_name name = expand_home(typed);
    const size_t length = strlen(name.path);
    if (!ends_with(name.path, extension) && !file_exists(name.path)) {
        (void)snprintf(name.path + length, sizeof name.path - length, "%s", extension);
    }
    return name;
}

struct candidates {
    char name[MOST_CANDIDATES][CANDIDATE_LENGTH];
    int count;
};

static bool is_folder(const char *folder, const char *name)
{
    char path[2 * FILE_NAME_LENGTH];
    struct stat status;
    (void)snprintf(path, sizeof path, "%s%s", folder, name);
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Take an entry of a folder, if it goes on from what is typed. */
static void consider(struct candidates *candidates, const char *folder, const char *name, const char *begin,
                     const char *extension)
{
    const bool hidden = name[0] == '.' && begin[0] != '.';
    if (hidden || strncmp(name, begin, strlen(begin)) != 0 || strlen(name) + 2 > CANDIDATE_LENGTH ||
        candidates->count == MOST_CANDIDATES || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return;
    }
    const bool folder_itself = is_folder(folder, name);
    if (folder_itself || ends_with(name, extension)) {
        (void)snprintf(candidates->name[candidates->count++], CANDIDATE_LENGTH, "%s%s", name, folder_itself ? "/" : "");
    }
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* What a folder has that goes on from what is typed. */
static void collect(struct candidates *candidates, const struct typed_name *typed, const char *extension)
{
    const struct file_name folder = expand_home(typed->folder);
    DIR *directory = opendir(folder.path[0] == '\0' ? "." : folder.path);
    candidates->count = 0;
    if (directory == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        consider(candidates, folder.path, entry->d_name, typed->rest, extension);
    }
    (void)closedir(directory);
    qsort(candidates->name, (size_t)candidates->count, CANDIDATE_LENGTH, compare_names);
}

/* Bytes that all candidates begin with; never half a character. */
static size_t common_length(const struct candidates *candidates)
{
    const char *first = candidates->name[0];
    size_t length = strlen(first);
    for (int i = 1; i < candidates->count; i++) {
        size_t same = 0;
        while (same < length && candidates->name[i][same] == first[same]) {
            same++;
        }
        length = same;
    }
    while (length > 0 && ((unsigned char)first[length] & 0xC0) == 0x80) {
        length--;
    }
    return length;
}

struct file_completion file_complete(const char *typed, const char *extension)
{
    struct candidates *candidates = malloc(sizeof *candidates);
    struct file_completion completion = {.count = 0};
    const struct typed_name name = split(typed);
    (void)snprintf(completion.typed, sizeof completion.typed, "%s", typed);
    if (candidates == NULL) {
        return completion;
    }
    collect(candidates, &name, extension);
    completion.count = candidates->count;
    if (candidates->count > 0) {
        const size_t folder = strlen(name.folder);
        (void)snprintf(completion.typed + folder, sizeof completion.typed - folder, "%.*s",
                       (int)common_length(candidates), candidates->name[0]);
    }
    char list[FILE_CANDIDATES_LENGTH] = "";
    for (int i = 0; i < candidates->count; i++) {
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? "  " : "", candidates->name[i]);
    }
    (void)printable_copy(completion.candidates, sizeof completion.candidates, list);
    free(candidates);
    return completion;
}

void file_name_add(const char *name, char *text, size_t size)
{
    size_t used = strlen(text);
    bool dash = used > 0;
    for (; *name != '\0' && used + 2 < size; name++) {
        const char byte = letter_lower(*name);
        if (!letter_is_alphanumeric(byte)) {
            dash = used > 0;
            continue;
        }
        if (dash) {
            text[used++] = '-';
            dash = false;
        }
        text[used++] = byte;
    }
    text[used] = '\0';
}
