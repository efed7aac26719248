/* import_keep.c: importing into the user's own presets. */
#include "profiles/import_keep.h"

#include "profiles/base_directory.h"
#include "profiles/file_names.h"
#include "profiles/file_read.h"
#include "profiles/save.h"

#include <stdlib.h>
#include <string.h>

static struct import_kept refused(const char *message)
{
    struct import_kept kept = {.kept = false};
    (void)snprintf(kept.message, sizeof kept.message, "%s", message);
    return kept;
}

/* The folder of a kind of preset among the user's own; false if there is no place for one. */
static bool name_folder(enum profile_kind kind, char *folder, size_t size)
{
    const struct base_directory base = base_directory_find(getenv("XDG_CONFIG_HOME"), getenv("HOME"), "/.config");
    return base.path != NULL &&
           (size_t)snprintf(folder, size, "%s%s/ringside/%s", base.path, base.inner, profile_folders[kind]) < size;
}

/* Write the preset, and put it in force. */
static struct import_kept keep(const struct import_result *result, struct catalogue *catalogue)
{
    struct import_kept kept = {.kind = result->kind};
    char folder[PROFILE_PATH - NAME_LENGTH - sizeof "/.cfg"];
    char name[NAME_LENGTH] = "";
    file_name_add(result->name, name, sizeof name);
    if (!name_folder(result->kind, folder, sizeof folder)) {
        return refused("there is no place for presets: neither XDG_CONFIG_HOME nor HOME is a folder's full path");
    }
    (void)snprintf(kept.path, sizeof kept.path, "%s/%s.cfg", folder, name[0] == '\0' ? "imported" : name);
    if (!folder_make(folder)) {
        return refused("the folder of your presets cannot be made; XDG_CONFIG_HOME may name another");
    }
    const struct save_result saved = file_create(kept.path, result->text, result->length);
    if (!saved.saved) {
        return refused(saved.message);
    }
    kept.kept = true;
    if (result->kind != PROFILE_MEASUREMENT) {
        struct complaint complaint = {{0}};
        kept.profile = catalogue_add(catalogue, result->kind, kept.path, &complaint);
        kept.kept = kept.profile != NULL;
        (void)snprintf(kept.message, sizeof kept.message, "%s", complaint.text);
    }
    return kept;
}

/* What neither the file nor its importer knows is what the user looks at. */
static struct import_result import_with_present(enum import_kind kind, const char *path,
                                                const struct import_wishes *wishes, const struct catalogue *catalogue)
{
    const struct import_wishes none = {.name = wishes->name};
    const struct import_result result = profile_import(kind, path, NULL, &none, catalogue);
    if (result.text != NULL || kind == IMPORT_HF) {
        return result;
    }
    const struct import_wishes gpu = {.name = wishes->name, .gpu = wishes->gpu};
    const struct import_wishes cluster = {.name = wishes->name, .cluster = wishes->cluster};
    return profile_import(kind, path, NULL, kind == IMPORT_TOPOLOGY ? &gpu : &cluster, catalogue);
}

struct import_kept import_keep(const char *path, const struct import_wishes *wishes, struct catalogue *catalogue)
{
    const struct file_bytes file = file_read(path);
    char message[600];
    if (file.bytes == NULL) {
        (void)snprintf(message, sizeof message, "%.400s: %s", path, file.message);
        return refused(message);
    }
    const enum import_kind kind = import_kind_of_text(file.bytes);
    free(file.bytes);
    const struct import_result result = import_with_present(kind, path, wishes, catalogue);
    if (result.text == NULL) {
        return refused(result.message);
    }
    struct import_kept kept = keep(&result, catalogue);
    memcpy(kept.assumed_gpu, result.assumed_gpu, sizeof kept.assumed_gpu);
    free(result.text);
    return kept;
}
