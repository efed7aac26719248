/* profile_kind.c: which kind of preset a file is. */
#include "profiles/profile_kind.h"

#include "profiles/document.h"

#include <string.h>

/* What only files of one kind hold. */
static enum profile_kind kind_by_content(const config_t *config)
{
    static const struct {
        const char *path;
        enum profile_kind kind;
    } signs[] = {{"role", PROFILE_THEME},     {"tables", PROFILE_MEASUREMENT}, {"screens", PROFILE_LESSON},
                 {"model", PROFILE_SCENARIO}, {"set", PROFILE_SCENARIO},       {"peak", PROFILE_GPU},
                 {"nic", PROFILE_CLUSTER},    {"node", PROFILE_CLUSTER},       {"layers", PROFILE_MODEL},
                 {"heads", PROFILE_MODEL}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (config_lookup(config, signs[i].path) != NULL) {
            return signs[i].kind;
        }
    }
    return PROFILE_KIND_COUNT;
}

/* Whether a path's last folder is that of a kind. */
static bool lies_in(const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/');
    const size_t length = strlen(folder);
    if (slash == NULL || (size_t)(slash - path) < length || strncmp(slash - length, folder, length) != 0) {
        return false;
    }
    const size_t before = (size_t)(slash - path) - length;
    return before == 0 || path[before - 1] == '/';
}

enum profile_kind profile_kind_of(const char *path, const struct file_bytes *file)
{
    for (int kind = 0; kind < PROFILE_KIND_COUNT; kind++) {
        if (lies_in(path, profile_folders[kind])) {
            return (enum profile_kind)kind;
        }
    }
    struct complaint_list nowhere = {0};
    struct document document = {.label = path, .complaints = &nowhere};
    if (!document_open(&document, file->bytes, file->length)) {
        return PROFILE_KIND_COUNT;
    }
    const enum profile_kind kind = kind_by_content(&document.config);
    document_close(&document);
    return kind;
}
