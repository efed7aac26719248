/* options.c: the scenario options that every command shares. */
#include "profiles/options.h"

#include "profiles/file_read.h"
#include "profiles/import.h"
#include "profiles/measurements.h"
#include "profiles/scenario_file.h"
#include "profiles/written_setting.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the explorer opens with. */
static const char opening_scenario[] = "Llama 3 70B on 8 x DGX H100";

/* A row and the member of struct options that it fills. */
#define FILLS(name_) .member = offsetof(struct options, name_)

/* clang-format off */
const struct option scenario_options[] = {
    {.name = "--scenario", FILLS(scenario), .value = "NAME|FILE", .candidates = CANDIDATES_SCENARIOS,
     .help = "start from this scenario"},
    {.name = "--measurement", FILLS(measurement), .value = "ID",
     .help = "start from this published run: `ringside validate --format csv` lists the ids"},
    {.name = "--model", FILLS(model), .value = "NAME|FILE", .candidates = CANDIDATES_MODELS,
     .help = "the model: see `ringside list models`"},
    {.name = "--cluster", FILLS(cluster), .value = "NAME|FILE", .candidates = CANDIDATES_CLUSTERS,
     .help = "the cluster, which brings its GPU: see `ringside list clusters`"},
    {.name = "--gpu", FILLS(gpu), .value = "NAME|FILE", .candidates = CANDIDATES_GPUS,
     .help = "another GPU in that cluster"},
    {.name = "--mode", FILLS(mode), .choices = &mode_names, .candidates = CANDIDATES_CHOICES,
     .help = "what is priced"},
    {.name = "--set", FILLS(setting), .value = "KEY=VALUE", .candidates = CANDIDATES_SETTINGS,
     .help = "change a parameter, as in --set nic.bandwidth=400Gb/s, or several: --set 'tp=4 pp=2'; may be repeated"},
    {.name = "--preset-dir", FILLS(preset_dir), .value = "FOLDER", .candidates = CANDIDATES_FOLDERS,
     .help = "presets of your own: models/, gpus/, clusters/, scenarios/, themes/, lessons/, measurements/"},
    {.name = NULL},
};
/* clang-format on */

static bool may_be_repeated(const struct option *option)
{
    return option->member == offsetof(struct options, setting);
}

/* Each of the settings that a value holds. */
static bool add_settings(struct options *options, const char *text)
{
    for (; text != NULL && options->setting_count < OPTION_SETTINGS; text = setting_next(text)) {
        options->setting[options->setting_count++] = text;
    }
    return text == NULL;
}

int options_take(struct options *options, int argc, char *const argv[], int index)
{
    const struct option_taken taken = option_take(scenario_options, argc, argv, index);
    if (taken.words <= 0) {
        return taken.words;
    }
    if (may_be_repeated(taken.option)) {
        return add_settings(options, taken.value) ? taken.words : -1;
    }
    memcpy((char *)options + taken.option->member, &taken.value, sizeof taken.value);
    return taken.words;
}

bool options_name_file(const char *name)
{
    const size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 4 && strcmp(name + length - 4, ".cfg") == 0);
}

/* The preset that a file gave; NULL: it was not taken into the catalogue. */
static const struct profile *find_file(const struct catalogue *catalogue, enum profile_kind kind, const char *path)
{
    for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
        if (strcmp(catalogue_at(catalogue, kind, i)->path, path) == 0) {
            return catalogue_at(catalogue, kind, i);
        }
    }
    return NULL;
}

enum { SUGGESTED = 360 };

void options_suggest(const struct catalogue *catalogue, enum profile_kind kind, const char *name, char *text,
                     size_t size)
{
    char near[300];
    (void)catalogue_suggest(catalogue, kind, name, near, sizeof near);
    (void)snprintf(text, size, "%s `ringside list %s` names them all",
                   near[0] == '\0' ? "there is none of that name;" : near, profile_folders[kind]);
}

/* A preset by its name; NULL with a message. */
static const struct profile *find_preset(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                                         struct options_result *result)
{
    const struct profile *profile =
        options_name_file(name) ? find_file(catalogue, kind, name) : catalogue_find(catalogue, kind, name);
    if (profile == NULL) {
        char suggestion[SUGGESTED];
        options_suggest(catalogue, kind, name, suggestion, sizeof suggestion);
        const int singular = (int)strlen(profile_folders[kind]) - 1;
        (void)snprintf(result->message, sizeof result->message, "--%.*s \"%.80s\": %s", singular, profile_folders[kind],
                       name, suggestion);
    }
    return profile;
}

/* Applies what an option names, if it is given; false with a message. */
static bool apply_named(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                        struct options_result *result)
{
    if (name == NULL) {
        return true;
    }
    const struct profile *profile = find_preset(catalogue, kind, name, result);
    if (profile != NULL && (kind == PROFILE_SCENARIO || kind == PROFILE_MODEL)) {
        result->figure = profile->figure; /* that of a scenario says nothing of another model */
    }
    return profile != NULL && profile_apply(profile, catalogue, &result->preset);
}

/* A published run, with all that it sets; false with a message. */
static bool apply_measurement(const char *id, const struct catalogue *catalogue, struct options_result *result)
{
    const struct found_run found = measurement_find(catalogue, id);
    if (found.run == NULL) {
        const char *nearest = measurement_nearest(catalogue, id);
        (void)snprintf(result->message, sizeof result->message,
                       "--measurement \"%.80s\": there is none of that id%s%s%s `ringside validate --format csv` has "
                       "them all",
                       id, nearest == NULL ? "" : "; did you mean ", nearest == NULL ? "" : nearest,
                       nearest == NULL ? ";" : "?");
        return false;
    }
    result->measured = found.run;
    result->measured_by = found.profile;
    result->preset = found.run->scenario;
    return true;
}

static bool apply_scenario(const struct options *options, const struct catalogue *catalogue,
                           struct options_result *result)
{
    if (options->measurement != NULL && options->scenario != NULL) {
        (void)snprintf(result->message, sizeof result->message,
                       "--measurement and --scenario: one of them says where to start");
        return false;
    }
    if (options->measurement != NULL) {
        return apply_measurement(options->measurement, catalogue, result);
    }
    if (options->scenario == NULL) {
        const struct profile *opening = catalogue_find(catalogue, PROFILE_SCENARIO, opening_scenario);
        return opening == NULL || profile_apply(opening, catalogue, &result->preset);
    }
    if (!options_name_file(options->scenario)) {
        return apply_named(catalogue, PROFILE_SCENARIO, options->scenario, result);
    }
    const struct scenario_opened opened = scenario_open(options->scenario, catalogue);
    if (opened.opened) {
        result->preset = opened.scenario;
        result->figure = opened.figure;
    } else {
        (void)snprintf(result->message, sizeof result->message, "--scenario %s", opened.message);
    }
    return opened.opened;
}

static bool apply_mode(const char *mode, struct options_result *result)
{
    if (mode == NULL) {
        return true;
    }
    const struct parameter *parameter = parameter_find("mode");
    const struct quantity value = parameter_read(parameter, mode);
    if (!value.valid) {
        (void)snprintf(result->message, sizeof result->message, "--mode: %s", value.message);
        return false;
    }
    parameter_set(parameter, &result->preset, value.value);
    return true;
}

static bool apply_settings(const struct options *options, struct options_result *result)
{
    for (int i = 0; i < options->setting_count; i++) {
        const struct written_setting setting = setting_read(options->setting[i]);
        if (setting.message[0] != '\0') {
            (void)snprintf(result->message, sizeof result->message, "--set: %s", setting.message);
            return false;
        }
        parameter_set(setting.parameter, &result->scenario, setting.value);
    }
    return true;
}

/* Whether a file that is no preset may be one that `ringside import` takes. */
static bool is_importable(enum profile_kind kind, const char *text)
{
    const enum import_kind import = import_kind_of_text(text);
    return kind == PROFILE_MODEL ? import == IMPORT_HF
                                 : kind == PROFILE_CLUSTER && import == IMPORT_TOPOLOGY && strstr(text, "GPU0") != NULL;
}

/* What else may have been meant: the preset of a name on Hugging Face, which is no file ("meta-llama/Llama-3.1-70B");
 * what `ringside import` makes of a file of another program. It is added to the complaint. */
static void suggest_instead(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                            struct complaint *complaint)
{
    char suggestion[300] = "";
    const struct file_bytes file = file_read(name);
    const size_t length = strlen(complaint->text);
    if (file.bytes == NULL) {
        (void)catalogue_suggest(catalogue, kind, name, suggestion, sizeof suggestion);
    } else if (is_importable(kind, file.bytes)) {
        (void)snprintf(suggestion, sizeof suggestion, "`ringside import %.200s -o mine.cfg` makes a preset of it",
                       name);
    }
    if (suggestion[0] != '\0') {
        (void)snprintf(complaint->text + length, sizeof complaint->text - length, "; %s", suggestion);
    }
    free(file.bytes);
}

struct complaint options_load_files(const struct options *options, struct catalogue *catalogue)
{
    const struct {
        enum profile_kind kind;
        const char *name;
    } named[] = {{PROFILE_GPU, options->gpu}, {PROFILE_CLUSTER, options->cluster}, {PROFILE_MODEL, options->model}};
    struct complaint complaint = {{0}};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (named[i].name != NULL && options_name_file(named[i].name)) {
            (void)catalogue_add(catalogue, named[i].kind, named[i].name, &complaint);
        }
        if (complaint.text[0] != '\0') {
            suggest_instead(catalogue, named[i].kind, named[i].name, &complaint);
            break;
        }
    }
    return complaint;
}

const struct profile *options_load_preset(struct catalogue *catalogue, enum profile_kind kind, const char *name,
                                          struct complaint *complaint)
{
    const bool is_file = options_name_file(name);
    const struct profile *profile = is_file ? find_file(catalogue, kind, name) : catalogue_find(catalogue, kind, name);
    if (profile == NULL && is_file) {
        profile = catalogue_add(catalogue, kind, name, complaint);
        if (profile == NULL) {
            suggest_instead(catalogue, kind, name, complaint);
        }
    } else if (profile == NULL) {
        char suggestion[SUGGESTED];
        options_suggest(catalogue, kind, name, suggestion, sizeof suggestion);
        (void)snprintf(complaint->text, sizeof complaint->text, "\"%.60s\": %s", name, suggestion);
    }
    return profile;
}

struct options_result options_resolve(const struct options *options, const struct catalogue *catalogue)
{
    struct options_result result = {.valid = false, .preset = scenario_default()};
    const bool has_presets =
        apply_scenario(options, catalogue, &result) && apply_named(catalogue, PROFILE_MODEL, options->model, &result) &&
        apply_named(catalogue, PROFILE_CLUSTER, options->cluster, &result) &&
        apply_named(catalogue, PROFILE_GPU, options->gpu, &result) && apply_mode(options->mode, &result);
    result.scenario = result.preset;
    result.valid = has_presets && apply_settings(options, &result);
    return result;
}
