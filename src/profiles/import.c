/* import.c: files of other programs become presets. */
#include "profiles/import.h"

#include "core/text.h"
#include "importers/hf_config.h"
#include "importers/topology_matrix.h"
#include "importers/topology_xml.h"
#include "profiles/file_read.h"
#include "profiles/import_print.h"
#include "profiles/printable.h"
#include "profiles/profile_read.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {[IMPORT_HF] = "hf", [IMPORT_TOPOLOGY] = "topology", [IMPORT_NCCL] = "nccl"};
static_assert(sizeof kind_names / sizeof kind_names[0] == IMPORT_KIND_COUNT, "one name for each kind");
const struct choice_list import_names = {kind_names, IMPORT_KIND_COUNT};

/* Room for the text of a preset. */
enum { PRESET_BYTES = 1 << 18 };

static const char standard_input[] = "-";

/* What a stream is called in messages. */
static const char stream_name[] = "standard input";

/* What is being imported. */
struct import {
    const char *path;
    struct import_text text;
    const struct import_wishes *wishes;
    const struct catalogue *catalogue;
};

static struct import_result refused(const char *path, int line, const char *why)
{
    struct import_result result = {.text = NULL};
    char text[sizeof result.message];
    if (line > 0) {
        (void)snprintf(text, sizeof text, "%.150s:%d: %.400s", path, line, why);
    } else {
        (void)snprintf(text, sizeof text, "%.150s: %.400s", path, why);
    }
    (void)printable_copy(result.message, sizeof result.message, text);
    return result;
}

/* ---- names ---- */

/* Where the last part of a path begins. */
static const char *base_name(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] != '/') {
        length--;
    }
    return path + length;
}

/* A repository as caches and mirrors write it, "models--org--name" or "org--name": where the name begins. */
static const char *behind_dashes(const char *name, size_t length)
{
    const char *found = name;
    for (size_t i = 0; i + 2 < length; i++) {
        found = strncmp(name + i, "--", 2) == 0 ? name + i + 2 : found;
    }
    return found;
}

/* Hugging Face's cache: the folder models--org--name above the snapshot; NULL: there is none. */
static const char *cache_folder(const char *path)
{
    const char *found = NULL;
    for (const char *at = strstr(path, "models--"); at != NULL; at = strstr(at + 1, "models--")) {
        found = at;
    }
    return found;
}

/* "Qwen--Qwen3-8B.json" is Qwen3-8B; config.json is called like the folder that it lies in. */
static void name_by_path(char *name, size_t size, const char *path)
{
    const char *start = cache_folder(path);
    size_t length = start == NULL ? 0 : strcspn(start, "/");
    if (start == NULL) {
        start = base_name(path, strlen(path));
        const char *dot = strrchr(start, '.');
        length = dot == NULL || dot == start ? strlen(start) : (size_t)(dot - start);
    }
    if (length == 6 && strncmp(start, "config", length) == 0 && start - path > 1) {
        length = (size_t)(start - path) - 1;
        start = base_name(path, length);
        length -= (size_t)(start - path);
    }
    const char *behind = behind_dashes(start, length);
    (void)snprintf(name, size, "%.*s", (int)(length - (size_t)(behind - start)), behind);
}

/* Whether a path says nothing of what the file holds: config.json, ./config.json or ../config.json. */
static bool is_nameless(const char *name)
{
    return strcmp(name, "config") == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* By the user, the text, its path, or the family of the model. */
static void choose_name(const struct import *import, const char *family, char *name)
{
    char text[PROFILE_PATH] = "";
    if (import->wishes->name != NULL) {
        (void)snprintf(text, sizeof text, "%s", import->wishes->name);
    } else if (name[0] != '\0') {
        return;
    } else if (import->path != stream_name) {
        name_by_path(text, sizeof text, import->path);
    }
    if (import->wishes->name == NULL && (text[0] == '\0' || is_nameless(text))) {
        (void)snprintf(text, sizeof text, "%s", family);
    }
    (void)printable_copy(name, NAME_LENGTH, text[0] == '\0' ? "imported" : text);
}

/* ---- writing ---- */

/* The text must be a preset: what an importer could not know, as a GPU of that name, is found out here. */
static struct import_result checked(const struct import *import, struct import_result result)
{
    struct profile *profile = malloc(sizeof *profile);
    struct complaint complaint = {{0}};
    struct complaint_list complaints = {.list = &complaint, .capacity = 1};
    const struct profile_file file = {
        .kind = result.kind, .label = "the preset", .bytes = result.text, .length = result.length};
    if (profile == NULL) {
        free(result.text);
        return refused(import->path, 0, strerror(ENOMEM));
    }
    const bool good = profile_read(profile, &file, import->catalogue, &complaints);
    profile_free(profile);
    if (good) {
        return result;
    }
    free(result.text);
    return refused(import->path, 0, complaint.text);
}

static struct import_result write_preset(const struct import *import, struct imported *imported, enum profile_kind kind)
{
    if (import_failed(&imported->fault)) {
        return refused(import->path, imported->fault.line, imported->fault.message);
    }
    struct import_result result = {.kind = kind, .text = malloc(PRESET_BYTES)};
    if (result.text == NULL) {
        return refused(import->path, 0, strerror(ENOMEM));
    }
    choose_name(import, imported->family, imported->name);
    (void)snprintf(result.name, sizeof result.name, "%s", imported->name);
    (void)snprintf(result.assumed_gpu, sizeof result.assumed_gpu, "%s",
                   imported->gpu_comment[0] == '\0' ? "" : imported->gpu);
    const char *source = base_name(import->path, strlen(import->path));
    result.length = imported_print(imported, kind, source, result.text, PRESET_BYTES);
    return checked(import, result);
}

static struct import_result import_hf(const struct import *import)
{
    struct imported imported = hf_config_read(import->text);
    return write_preset(import, &imported, PROFILE_MODEL);
}

static struct import_result import_topology(const struct import *import)
{
    const char *gpu = import->wishes->gpu;
    struct imported imported =
        topology_is_xml(import->text) ? topology_xml_read(import->text, gpu) : topology_matrix_read(import->text, gpu);
    return write_preset(import, &imported, PROFILE_CLUSTER);
}

/* ---- measurements ---- */

/* The first cluster of that GPU. */
static const struct profile *cluster_of_gpu(const struct catalogue *catalogue, const char *gpu)
{
    for (int i = 0; gpu != NULL && i < catalogue_count(catalogue, PROFILE_CLUSTER); i++) {
        const struct profile *cluster = catalogue_at(catalogue, PROFILE_CLUSTER, i);
        if (strcmp(cluster->gpu, gpu) == 0) {
            return cluster;
        }
    }
    return NULL;
}

/* A GPU preset by what the driver calls it, or by its own name, as our own tables have it; NULL: there is none. */
static const char *gpu_of_log(const struct import *import, const struct nccl_log *log)
{
    const struct profile *gpu =
        log->device[0] == '\0' ? NULL : catalogue_find(import->catalogue, PROFILE_GPU, log->device);
    return log->gpu != NULL ? log->gpu : gpu != NULL ? gpu->name : NULL;
}

/* What a log does not say: the cluster, as the user names it or by the log's GPU. */
static struct nccl_setting choose_setting(const struct import *import, const struct nccl_log *log)
{
    const struct import_wishes *wishes = import->wishes;
    const char *gpu = wishes->gpu != NULL ? wishes->gpu : gpu_of_log(import, log);
    const struct profile *named =
        wishes->cluster == NULL ? NULL : catalogue_find(import->catalogue, PROFILE_CLUSTER, wishes->cluster);
    const struct profile *likely = cluster_of_gpu(import->catalogue, gpu);
    struct nccl_setting setting = {.cluster = wishes->cluster, .members = wishes->members};
    if (wishes->cluster == NULL && likely != NULL) {
        setting.cluster = likely->name;
        setting.assumed = "the cluster: the first preset that has this GPU; its network is not in the file";
    }
    const struct profile *cluster = named != NULL ? named : likely;
    setting.gpu = gpu != NULL && cluster != NULL && strcmp(cluster->gpu, gpu) != 0 ? gpu : NULL;
    return setting;
}

/* Nothing says which cluster was measured. */
static struct import_result refuse_cluster(const struct import *import, const struct nccl_log *log)
{
    const char *gpu = import->wishes->gpu != NULL ? import->wishes->gpu : log->gpu != NULL ? log->gpu : log->device;
    char why[300];
    if (gpu[0] == '\0') {
        (void)snprintf(why, sizeof why, "the file does not name its GPU: --cluster names what was measured");
    } else {
        (void)snprintf(why, sizeof why, "no cluster preset has the GPU \"%.80s\": --cluster names what was measured",
                       gpu);
    }
    return refused(import->path, 0, why);
}

static struct import_result write_log(const struct import *import, const struct nccl_log *log)
{
    struct nccl_setting setting = choose_setting(import, log);
    if (setting.cluster == NULL) {
        return refuse_cluster(import, log);
    }
    struct import_result result = {.kind = PROFILE_MEASUREMENT, .text = malloc(PRESET_BYTES)};
    if (result.text == NULL) {
        return refused(import->path, 0, strerror(ENOMEM));
    }
    choose_name(import, "", result.name);
    setting.name = result.name;
    setting.source = base_name(import->path, strlen(import->path));
    result.length = nccl_print(log, &setting, result.text, PRESET_BYTES);
    return checked(import, result);
}

static struct import_result import_nccl(const struct import *import)
{
    const struct nccl_log log = nccl_tests_read(import->text, import->wishes->ranks);
    return import_failed(&log.fault) ? refused(import->path, log.fault.line, log.fault.message)
                                     : write_log(import, &log);
}

static struct import_result (*const importers[IMPORT_KIND_COUNT])(const struct import *import) = {
    [IMPORT_HF] = import_hf,
    [IMPORT_TOPOLOGY] = import_topology,
    [IMPORT_NCCL] = import_nccl,
};

enum import_kind import_kind_of_text(const char *text)
{
    const char first = text[strspn(text, " \t\r\n")];
    return first == '{' ? IMPORT_HF : strstr(text, "busbw") != NULL ? IMPORT_NCCL : IMPORT_TOPOLOGY;
}

static const char no_kind[] =
    "this is nothing that is imported: a config.json, the output of nvidia-smi topo -m or rocm-smi --showtopo, a "
    "topology "
    "file of NCCL or the output of nccl-tests is expected; of a preset, `ringside check` says whether it is valid";

/* Whether a text has nothing of any of them. */
static bool is_of_no_kind(struct import_text text)
{
    return import_kind_of_text(text.bytes) == IMPORT_TOPOLOGY && !topology_is_xml(text) &&
           strstr(text.bytes, "GPU") == NULL;
}

struct import_result profile_import(enum import_kind kind, const char *path, FILE *input,
                                    const struct import_wishes *wishes, const struct catalogue *catalogue)
{
    const bool is_stream = strcmp(path, standard_input) == 0;
    const bool is_pipe = text_starts_with(path, "/dev/fd/"); /* <(command): its number is no name */
    const char *name = is_stream || is_pipe ? stream_name : path;
    const struct file_bytes file = is_stream ? stream_read(input) : file_read(path);
    if (file.bytes == NULL) {
        return refused(name, 0, file.message);
    }
    const struct import import = {
        .path = name, .text = {.bytes = file.bytes, .length = file.length}, .wishes = wishes, .catalogue = catalogue};
    const bool is_unknown = kind == IMPORT_BY_TEXT && is_of_no_kind(import.text);
    const struct import_result result =
        is_unknown ? refused(name, 0, no_kind)
                   : importers[kind == IMPORT_BY_TEXT ? import_kind_of_text(file.bytes) : kind](&import);
    free(file.bytes);
    return result;
}
