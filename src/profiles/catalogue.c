/* catalogue.c: loads every preset that is in force. */
#include "profiles/base_directory.h"
#include "profiles/builtin.h"
#include "profiles/catalogue_private.h"
#include "profiles/document.h"
#include "profiles/profile_kind.h"
#include "profiles/profile_read.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Folder of ringside in a directory of the XDG base directory specification. */
static const char own_folder[] = "ringside";

/* What XDG_DATA_DIRS is where it is not set, by the same specification. */
static const char default_data_dirs[] = "/usr/local/share:/usr/share";

static const char suffix[] = ".cfg";

/* Complaints that are kept; nobody reads more. */
enum { COMPLAINTS_KEPT = 100 };

/* What is built in is the weakest, and the strongest are files that were named one by one. */
enum { STRENGTH_BUILTIN = 0, STRENGTH_TYPED = INT_MAX };

/* What can be left out is the last to be loaded. */
static_assert(PROFILE_MEASUREMENT + 1 == PROFILE_KIND_COUNT, "measurements come last");

struct catalogue_paths catalogue_environment(const char *preset_dir)
{
    const char *data_dirs = getenv("XDG_DATA_DIRS");
    return (struct catalogue_paths){
        .data_dirs = data_dirs == NULL || *data_dirs == '\0' ? default_data_dirs : data_dirs,
        .config_home = getenv("XDG_CONFIG_HOME"),
        .home = getenv("HOME"),
        .preset_dir = preset_dir,
    };
}

static bool has_suffix(const char *name)
{
    const size_t length = strlen(name);
    const size_t end = sizeof suffix - 1;
    return name[0] != '.' && length > end && strcmp(name + length - end, suffix) == 0;
}

/* Room for one profile more; false without memory. */
static bool shelf_grow(struct shelf *shelf)
{
    if (shelf->count < shelf->capacity) {
        return true;
    }
    const int capacity = shelf->capacity == 0 ? 32 : 2 * shelf->capacity;
    struct catalogue_entry *entries = realloc(shelf->entries, (size_t)capacity * sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    shelf->entries = entries;
    shelf->capacity = capacity;
    return true;
}

static struct catalogue_entry *shelf_find(struct shelf *shelf, const char *name)
{
    for (int i = 0; i < shelf->count; i++) {
        if (strcmp(shelf->entries[i].profile->name, name) == 0) {
            return &shelf->entries[i];
        }
    }
    return NULL;
}

/* Puts a profile on its shelf, which owns it from then on; false if it cannot stay. */
static bool shelf_put(struct catalogue *catalogue, struct profile *profile, int strength,
                      struct complaint_list *complaints)
{
    struct shelf *shelf = &catalogue->shelves[profile->kind];
    struct catalogue_entry *same = shelf_find(shelf, profile->name);
    if (same != NULL && same->strength == strength) {
        complain(complaints, (struct place){profile->path, 0}, "the name \"%s\" is taken by %s", profile->name,
                 same->profile->path);
        return false;
    }
    if (same != NULL) {
        profile_free(same->profile);
        *same = (struct catalogue_entry){profile, strength};
        return true;
    }
    if (!shelf_grow(shelf)) {
        return false;
    }
    shelf->entries[shelf->count++] = (struct catalogue_entry){profile, strength};
    return true;
}

/* The profile that now stands on its shelf; NULL after a complaint. */
static const struct profile *load_bytes(struct catalogue *catalogue, const struct profile_file *file, int strength,
                                        struct complaint_list *complaints)
{
    struct profile *profile = malloc(sizeof *profile);
    if (profile == NULL) {
        complain(complaints, (struct place){file->label, 0}, "%s", strerror(ENOMEM));
        return NULL;
    }
    if (!profile_read(profile, file, catalogue, complaints) || !shelf_put(catalogue, profile, strength, complaints)) {
        profile_free(profile);
        return NULL;
    }
    profile->typed = strength == STRENGTH_TYPED;
    return profile;
}

static const struct profile *load_file(struct catalogue *catalogue, enum profile_kind kind, const char *path,
                                       int strength, struct complaint_list *complaints)
{
    const struct file_bytes bytes = file_read(path);
    if (bytes.bytes == NULL) {
        complain(complaints, (struct place){path, 0}, "%s", bytes.message);
        return NULL;
    }
    const struct profile_file file = {.kind = kind, .label = path, .bytes = bytes.bytes, .length = bytes.length};
    const struct profile *profile = load_bytes(catalogue, &file, strength, complaints);
    free(bytes.bytes);
    return profile;
}

static void load_builtin(struct catalogue *catalogue, enum profile_kind kind)
{
    const size_t folder = strlen(profile_folders[kind]);
    for (size_t i = 0; i < builtin_file_count; i++) {
        const struct builtin_file *builtin = &builtin_files[i];
        if (strncmp(builtin->path, profile_folders[kind], folder) != 0 || builtin->path[folder] != '/') {
            continue;
        }
        char label[PROFILE_PATH];
        (void)snprintf(label, sizeof label, "built in %s", builtin->path);
        const struct profile_file file = {.kind = kind,
                                          .label = label,
                                          .bytes = (const char *)builtin->bytes,
                                          .length = builtin->length,
                                          .builtin = true};
        (void)load_bytes(catalogue, &file, STRENGTH_BUILTIN, &catalogue->complaints);
    }
}

static int is_profile_file(const struct dirent *entry)
{
    return has_suffix(entry->d_name);
}

/* By bytes: alphasort() would ask the locale. */
static int compare_names(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

/* Loads what a preset folder has of one kind. One that is not there holds nothing. */
static void load_folder(struct catalogue *catalogue, enum profile_kind kind, const struct preset_folder *place)
{
    char folder[2 * PROFILE_PATH];
    (void)snprintf(folder, sizeof folder, "%s/%s", place->directory, profile_folders[kind]);
    struct dirent **files = NULL;
    const int count = scandir(folder, &files, is_profile_file, compare_names);
    if (count < 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            complain(&catalogue->complaints, (struct place){folder, 0}, "%s", strerror(errno));
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        char path[4 * PROFILE_PATH];
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        (void)load_file(catalogue, kind, path, place->strength, &catalogue->complaints);
        free(files[i]);
    }
    free(files);
}

/* A preset folder in a directory that the specification wants to be absolute; others are passed over. */
static struct preset_folder xdg_folder(int strength, const char *directory, int length, const char *inner)
{
    struct preset_folder folder = {.strength = strength};
    if (length > 0 && directory[0] == '/') {
        (void)snprintf(folder.directory, sizeof folder.directory, "%.*s%s/%s", length, directory, inner, own_folder);
    }
    return folder;
}

static void folders_add(struct preset_folders *folders, struct preset_folder folder)
{
    if (folder.directory[0] != '\0' && folders->count < MOST_PRESET_FOLDERS) {
        folders->folder[folders->count++] = folder;
    }
}

/* The directories of a colon separated list, last first: the first is the strongest. */
static void folders_add_data(struct preset_folders *folders, const char *directories)
{
    const char *end = directories + strlen(directories);
    while (end > directories) {
        const char *start = end;
        while (start > directories && start[-1] != ':') {
            start--;
        }
        folders_add(folders, xdg_folder(folders->count + 1, start, (int)(end - start), ""));
        end = start > directories ? start - 1 : start;
    }
}

static void folders_add_config(struct preset_folders *folders, const struct catalogue_paths *paths)
{
    const struct base_directory base = base_directory_find(paths->config_home, paths->home, "/.config");
    if (base.path != NULL) {
        folders_add(folders, xdg_folder(folders->count + 1, base.path, (int)strlen(base.path), base.inner));
    }
}

/* What --preset-dir names must be there: it was typed. */
static void folders_add_presets(struct preset_folders *folders, const char *directory,
                                struct complaint_list *complaints)
{
    DIR *stream = opendir(directory);
    if (stream == NULL) {
        complain(complaints, (struct place){directory, 0}, "%s: a directory with models/, gpus/, ... is expected",
                 strerror(errno));
        return;
    }
    (void)closedir(stream);
    struct preset_folder folder = {.strength = folders->count + 1};
    (void)snprintf(folder.directory, sizeof folder.directory, "%s", directory);
    folders_add(folders, folder);
}

static int compare_profiles(const void *one, const void *other)
{
    const struct profile *first = ((const struct catalogue_entry *)one)->profile;
    const struct profile *second = ((const struct catalogue_entry *)other)->profile;
    if (first->order != second->order) {
        return first->order < second->order ? -1 : 1;
    }
    return strcmp(first->name, second->name);
}

/* All profiles of one kind, from the weakest source to the strongest. */
static void load_kind(struct catalogue *catalogue, enum profile_kind kind)
{
    struct shelf *shelf = &catalogue->shelves[kind];
    load_builtin(catalogue, kind);
    for (int i = 0; i < catalogue->folders.count; i++) {
        load_folder(catalogue, kind, &catalogue->folders.folder[i]);
    }
    if (shelf->count > 0) {
        qsort(shelf->entries, (size_t)shelf->count, sizeof *shelf->entries, compare_profiles);
    }
}

void catalogue_complete(struct catalogue *catalogue)
{
    if (!catalogue->complete) {
        load_kind(catalogue, PROFILE_MEASUREMENT);
        catalogue->complete = true;
    }
}

struct catalogue *catalogue_load(const struct catalogue_paths *paths)
{
    struct catalogue *catalogue = calloc(1, sizeof *catalogue);
    struct complaint *complaints = calloc(COMPLAINTS_KEPT, sizeof *complaints);
    if (catalogue == NULL || complaints == NULL) {
        free(catalogue);
        free(complaints);
        return NULL;
    }
    catalogue->complaints = (struct complaint_list){.list = complaints, .capacity = COMPLAINTS_KEPT};
    struct preset_folders *folders = &catalogue->folders;
    if (paths->data_dirs != NULL) {
        folders_add_data(folders, paths->data_dirs);
    }
    folders_add_config(folders, paths);
    if (paths->preset_dir != NULL) {
        folders_add_presets(folders, paths->preset_dir, &catalogue->complaints);
    }
    /* Kind by kind: a cluster may then name a GPU of any preset folder. */
    for (int kind = 0; kind < PROFILE_MEASUREMENT; kind++) {
        load_kind(catalogue, (enum profile_kind)kind);
    }
    if (!paths->without_measurements) {
        catalogue_complete(catalogue);
    }
    return catalogue;
}

const struct profile *catalogue_add(struct catalogue *catalogue, enum profile_kind kind, const char *path,
                                    struct complaint *complaint)
{
    struct complaint_list complaints = {.list = complaint, .capacity = 1};
    return load_file(catalogue, kind, path, STRENGTH_TYPED, &complaints);
}

void catalogue_free(struct catalogue *catalogue)
{
    if (catalogue == NULL) {
        return;
    }
    for (int kind = 0; kind < PROFILE_KIND_COUNT; kind++) {
        for (int i = 0; i < catalogue->shelves[kind].count; i++) {
            profile_free(catalogue->shelves[kind].entries[i].profile);
        }
        free(catalogue->shelves[kind].entries);
    }
    free(catalogue->complaints.list);
    free(catalogue);
}

int catalogue_count(const struct catalogue *catalogue, enum profile_kind kind)
{
    return catalogue->shelves[kind].count;
}

const struct profile *catalogue_at(const struct catalogue *catalogue, enum profile_kind kind, int index)
{
    return catalogue->shelves[kind].entries[index].profile;
}

int catalogue_complaint_count(const struct catalogue *catalogue)
{
    const struct complaint_list *complaints = &catalogue->complaints;
    return complaints->count < complaints->capacity ? complaints->count : complaints->capacity;
}

const struct complaint *catalogue_complaint(const struct catalogue *catalogue, int index)
{
    return &catalogue->complaints.list[index];
}

/* Says why a file's kind cannot be told: it is no configuration, or could be anything. */
static void complain_of_kind(const char *path, const struct file_bytes *bytes, struct complaint_list *complaints)
{
    struct document document = {.label = path, .complaints = complaints};
    if (document_open(&document, bytes->bytes, bytes->length)) {
        document_close(&document);
        complain(complaints, (struct place){path, 1},
                 "neither its folder (models, gpus, clusters, scenarios, themes, lessons, measurements) nor what "
                 "stands in it tells what it is");
    }
}

static void check_bytes(const char *path, const struct file_bytes *bytes, const struct catalogue *catalogue,
                        struct complaint_list *complaints)
{
    const enum profile_kind kind = profile_kind_of(path, bytes);
    if (kind == PROFILE_KIND_COUNT) {
        complain_of_kind(path, bytes, complaints);
        return;
    }
    struct profile *profile = malloc(sizeof *profile);
    if (profile == NULL) {
        complain(complaints, (struct place){path, 1}, "%s", strerror(ENOMEM));
        return;
    }
    const struct profile_file file = {.kind = kind, .label = path, .bytes = bytes->bytes, .length = bytes->length};
    (void)profile_read(profile, &file, catalogue, complaints);
    profile_free(profile);
}

int profile_check(const char *path, const struct catalogue *catalogue, struct complaint *complaints, int capacity)
{
    struct complaint_list list = {.list = complaints, .capacity = capacity};
    const struct file_bytes bytes = file_read(path);
    if (bytes.bytes == NULL) {
        complain(&list, (struct place){path, 0}, "%s", bytes.message);
    } else {
        check_bytes(path, &bytes, catalogue, &list);
    }
    free(bytes.bytes);
    return list.count;
}
