/* base_directory.c: the variable first, then the home folder. */
#include "profiles/base_directory.h"

#include <stdbool.h>
#include <stddef.h>

static bool is_absolute(const char *path)
{
    return path != NULL && path[0] == '/';
}

struct base_directory base_directory_find(const char *stated, const char *home, const char *inner)
{
    if (is_absolute(stated)) {
        return (struct base_directory){.path = stated, .inner = ""};
    }
    return (struct base_directory){.path = is_absolute(home) ? home : NULL, .inner = inner};
}
