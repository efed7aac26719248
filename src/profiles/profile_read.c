/* profile_read.c: one file becomes one profile. */
#include "profiles/profile_read.h"

#include "core/text.h"
#include "core/words.h"
#include "profiles/lesson_read.h"
#include "profiles/measurements.h"
#include "profiles/measurements_read.h"
#include "profiles/printable.h"
#include "profiles/theme_read.h"
#include "profiles/written_setting.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const profile_folders[] = {"models", "gpus", "clusters", "scenarios", "themes", "lessons", "measurements"};
static_assert(sizeof profile_folders / sizeof profile_folders[0] == PROFILE_KIND_COUNT, "every kind has a folder");

enum { PATH_LENGTH = 120 };

/* What is being read. */
struct reader {
    struct document document;
    struct profile *profile;
    const struct catalogue *catalogue;
};

/* A setting that is no parameter. */
struct entry {
    const char *path;
    unsigned kinds; /* bits of the kinds that have it */
    bool required;
    void (*read)(struct reader *reader, const config_setting_t *setting);
};

#define KIND(kind) (1U << (kind))
#define ALL_KINDS (KIND(PROFILE_KIND_COUNT) - 1U)

/* Parameters without which a preset would be filled up with the figures of some other thing. */
static const struct {
    enum profile_kind kind;
    const char *key;
} required[] = {
    {PROFILE_MODEL, "model.layers"},   {PROFILE_MODEL, "model.hidden"},    {PROFILE_MODEL, "model.ffn"},
    {PROFILE_MODEL, "model.heads"},    {PROFILE_MODEL, "model.kv_heads"},  {PROFILE_MODEL, "model.head_dim"},
    {PROFILE_MODEL, "model.vocab"},    {PROFILE_GPU, "gpu.peak.bf16"},     {PROFILE_GPU, "gpu.hbm_bandwidth"},
    {PROFILE_GPU, "gpu.hbm_capacity"}, {PROFILE_GPU, "scaleup.bandwidth"}, {PROFILE_CLUSTER, "scaleup.size"},
    {PROFILE_CLUSTER, "node.gpus"},    {PROFILE_CLUSTER, "nic.bandwidth"}, {PROFILE_CLUSTER, "nic.per_node"},
};

enum { REQUIRED_COUNT = sizeof required / sizeof required[0] };

/* What stands before the keys of a kind and is left out in its files. */
static const char *const prefixes[PROFILE_KIND_COUNT] = {"model.", "gpu.", "cluster.", "", "", "", ""};

/* A cluster may overrule the scale-up link of its GPU: a box of PCIe cards need not have the bridges that the card can
 * take. */
static bool may_set(enum profile_kind kind, const struct parameter *parameter)
{
    switch (kind) {
    case PROFILE_MODEL:
        return parameter->owner == OWNER_MODEL;
    case PROFILE_GPU:
        return parameter->owner == OWNER_GPU;
    case PROFILE_CLUSTER:
        return parameter->owner == OWNER_CLUSTER || text_starts_with(parameter->key, "scaleup.");
    default:
        return false;
    }
}

/* Whether a path names a key: a dot of the key may be an underscore. */
static bool names_key(const char *path, const char *key)
{
    while (*path != '\0' && (*path == *key || (*path == '.' && *key == '_') || (*path == '_' && *key == '.'))) {
        path++;
        key++;
    }
    return *path == *key;
}

/* A key as files of a kind write it. */
static const char *short_key(enum profile_kind kind, const char *key)
{
    return text_starts_with(key, prefixes[kind]) ? key + strlen(prefixes[kind]) : key;
}

const char *profile_key(enum profile_kind kind, const struct parameter *parameter)
{
    return short_key(kind, parameter->key);
}

static const struct parameter *find_parameter(enum profile_kind kind, const char *path)
{
    for (int i = 0; i < parameter_count; i++) {
        const struct parameter *parameter = &parameters[i];
        if (may_set(kind, parameter) &&
            (names_key(path, short_key(kind, parameter->key)) || names_key(path, parameter->key))) {
            return parameter;
        }
    }
    return NULL;
}

/* Adds a setting, unless it is there. */
static void add_setting(struct reader *reader, const config_setting_t *setting, const struct parameter *parameter,
                        double value)
{
    struct profile *profile = reader->profile;
    if (profile_setting_place(profile, parameter) >= 0) {
        document_complain(&reader->document, setting, "%s is set twice", parameter->key);
    } else if (profile->setting_count == PROFILE_SETTINGS) {
        document_complain(&reader->document, setting, "more than %d settings", PROFILE_SETTINGS);
    } else {
        profile->setting[profile->setting_count] = parameter;
        profile->value[profile->setting_count++] = value;
    }
}

/* Text of a setting, made printable; NULL with a complaint if it is no text. */
static const char *read_text(struct reader *reader, const config_setting_t *setting, char *out, size_t size)
{
    const char *text = config_setting_get_string(setting);
    const char *name = config_setting_name(setting);
    if (text == NULL) {
        document_complain(&reader->document, setting, "%s: text in quotes is expected, like %s = \"DGX H100\"",
                          name == NULL ? "list" : name, name == NULL ? "element" : name);
        return NULL;
    }
    printable_copy(out, size, text);
    return out;
}

static void read_name(struct reader *reader, const config_setting_t *setting)
{
    struct profile *profile = reader->profile;
    if (read_text(reader, setting, profile->name, sizeof profile->name) != NULL && profile->name[0] == '\0') {
        document_complain(&reader->document, setting, "name: this is empty");
    }
}

static void read_title(struct reader *reader, const config_setting_t *setting)
{
    read_text(reader, setting, reader->profile->title, sizeof reader->profile->title);
}

static void read_source(struct reader *reader, const config_setting_t *setting)
{
    read_text(reader, setting, reader->profile->source, sizeof reader->profile->source);
}

static void read_link(struct reader *reader, const config_setting_t *setting)
{
    read_text(reader, setting, reader->profile->link, sizeof reader->profile->link);
}

static void read_order(struct reader *reader, const config_setting_t *setting)
{
    const struct file_number number = document_number(setting);
    if (!number.valid || number.value < 0 || number.value > INT_MAX || number.value != (int)number.value) {
        document_complain(&reader->document, setting, "order: a whole number from 0 is expected");
        return;
    }
    reader->profile->order = (int)number.value;
}

static bool read_switch(struct reader *reader, const config_setting_t *setting)
{
    if (config_setting_type(setting) != CONFIG_TYPE_BOOL) {
        document_complain(&reader->document, setting, "%s: true or false is expected", config_setting_name(setting));
        return false;
    }
    return config_setting_get_bool(setting) == CONFIG_TRUE;
}

static void read_light(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->theme.light = read_switch(reader, setting);
}

static void read_system(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->system = read_switch(reader, setting);
}

static void read_roles(struct reader *reader, const config_setting_t *setting)
{
    theme_read_roles(&reader->document, setting, &reader->profile->theme);
}

/* A quantity that is no parameter; 0 with a complaint. */
static double read_quantity(struct reader *reader, const config_setting_t *setting, enum unit unit)
{
    const char *text = config_setting_get_string(setting);
    const struct quantity quantity = quantity_parse(text == NULL ? "" : text, unit);
    if (!quantity.valid) {
        document_complain(&reader->document, setting, "%s: %s", config_setting_name(setting), quantity.message);
        return 0.0;
    }
    return quantity.value;
}

static void read_headline(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->headline_bandwidth = read_quantity(reader, setting, UNIT_RATE);
}

static void read_headline_capacity(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->headline_capacity = read_quantity(reader, setting, UNIT_BYTES);
}

static void read_published_total(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->published_params = read_quantity(reader, setting, UNIT_PARAMETERS);
}

static void read_published_active(struct reader *reader, const config_setting_t *setting)
{
    reader->profile->published_active = read_quantity(reader, setting, UNIT_PARAMETERS);
}

/* A preset that this one refers to: its exact name is kept. */
static void read_reference(struct reader *reader, const config_setting_t *setting, enum profile_kind kind, char *out)
{
    if (read_text(reader, setting, out, NAME_LENGTH) == NULL || reader->catalogue == NULL) {
        return;
    }
    const struct profile *found = catalogue_find(reader->catalogue, kind, out);
    if (found == NULL) {
        char suggestion[200];
        catalogue_suggest(reader->catalogue, kind, out, suggestion, sizeof suggestion);
        document_complain(&reader->document, setting, "%s \"%s\": there is none of that name%s%s",
                          config_setting_name(setting), out, suggestion[0] == '\0' ? "" : "; ", suggestion);
        return;
    }
    printable_copy(out, NAME_LENGTH, found->name);
}

static void read_model(struct reader *reader, const config_setting_t *setting)
{
    read_reference(reader, setting, PROFILE_MODEL, reader->profile->model);
}

static void read_cluster(struct reader *reader, const config_setting_t *setting)
{
    read_reference(reader, setting, PROFILE_CLUSTER, reader->profile->cluster);
}

static void read_gpu(struct reader *reader, const config_setting_t *setting)
{
    read_reference(reader, setting, PROFILE_GPU, reader->profile->gpu);
}

/* What the user measured of a scenario. */
static void read_measured(struct reader *reader, const config_setting_t *setting)
{
    char text[MEASURED_FIGURE_TEXT];
    if (read_text(reader, setting, text, sizeof text) == NULL) {
        return;
    }
    const struct measured_figure_read read = measured_figure_read(text);
    if (read.valid) {
        reader->profile->figure = read.figure;
    } else {
        document_complain(&reader->document, setting, "measured: %s", read.message);
    }
}

/* Calls `read` with the text of each element; what is no list of texts is complained of. */
static void read_list(struct reader *reader, const config_setting_t *list,
                      void (*read)(struct reader *reader, const config_setting_t *list, const char *text))
{
    if (!config_setting_is_array(list) && !config_setting_is_list(list)) {
        document_complain(&reader->document, list, "%s: a list of texts is expected, like [ \"tp=8\", \"sp=on\" ]",
                          config_setting_name(list));
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *element = config_setting_get_elem(list, (unsigned)i);
        const char *text = config_setting_get_string(element);
        if (text == NULL) {
            document_complain(&reader->document, element, "%s: each element is text in quotes",
                              config_setting_name(list));
        } else {
            read(reader, element, text);
        }
    }
}

static void read_set_element(struct reader *reader, const config_setting_t *element, const char *text)
{
    for (const char *at = text; at != NULL; at = setting_next(at)) {
        const struct written_setting written = setting_read(at);
        if (written.message[0] != '\0') {
            document_complain(&reader->document, element, "set: %s", written.message);
        } else {
            add_setting(reader, element, written.parameter, written.value);
        }
    }
}

static void read_set(struct reader *reader, const config_setting_t *setting)
{
    read_list(reader, setting, read_set_element);
}

static void read_assumed_element(struct reader *reader, const config_setting_t *element, const char *text)
{
    const struct parameter *parameter = find_parameter(reader->profile->kind, text);
    const int index = parameter == NULL ? -1 : profile_setting_place(reader->profile, parameter);
    if (index < 0) {
        document_complain(&reader->document, element, "assumed: \"%.60s\" is not set in this file", text);
        return;
    }
    reader->profile->assumed[index] = true;
}

static void read_assumed(struct reader *reader, const config_setting_t *setting)
{
    read_list(reader, setting, read_assumed_element);
}

static void read_tables(struct reader *reader, const config_setting_t *setting)
{
    (void)setting;
    measurements_read(&reader->document, reader->catalogue, reader->profile);
}

/* Text that read_tables() takes. */
static void read_with_tables(struct reader *reader, const config_setting_t *setting)
{
    char text[MEASUREMENT_READING];
    read_text(reader, setting, text, sizeof text);
}

static void read_lesson(struct reader *reader, const config_setting_t *setting)
{
    (void)setting;
    lesson_read(&reader->document, reader->catalogue, reader->profile);
}

/* What another entry reads with its own. */
static void leave_to_other(struct reader *reader, const config_setting_t *setting)
{
    (void)reader;
    (void)setting;
}

/* In the order in which they are read: `assumed` speaks of what was set before. */
static const struct entry entries[] = {
    {"name", ALL_KINDS & ~KIND(PROFILE_SCENARIO), true, read_name},
    {"name", KIND(PROFILE_SCENARIO), false, read_name},
    {"title", ALL_KINDS, false, read_title},
    {"source", ALL_KINDS, false, read_source},
    {"order", ALL_KINDS, false, read_order},
    {"published.total", KIND(PROFILE_MODEL), false, read_published_total},
    {"published.active", KIND(PROFILE_MODEL), false, read_published_active},
    {"hbm.headline", KIND(PROFILE_GPU), false, read_headline_capacity},
    {"scaleup.headline", KIND(PROFILE_GPU), false, read_headline},
    {"scaleup.link", KIND(PROFILE_GPU), false, read_link},
    {"model", KIND(PROFILE_SCENARIO) | KIND(PROFILE_LESSON), true, read_model},
    {"cluster", KIND(PROFILE_SCENARIO) | KIND(PROFILE_LESSON), true, read_cluster},
    {"gpu", KIND(PROFILE_CLUSTER), true, read_gpu},
    {"system", KIND(PROFILE_CLUSTER), false, read_system},
    {"gpu", KIND(PROFILE_SCENARIO) | KIND(PROFILE_LESSON), false, read_gpu},
    {"set", KIND(PROFILE_SCENARIO) | KIND(PROFILE_LESSON), false, read_set},
    {"measured", KIND(PROFILE_SCENARIO), false, read_measured},
    {"start", KIND(PROFILE_LESSON), false, leave_to_other},
    {"settings", KIND(PROFILE_LESSON), false, leave_to_other},
    {"expect", KIND(PROFILE_LESSON), true, leave_to_other},
    {"screens", KIND(PROFILE_LESSON), true, read_lesson},
    {"light", KIND(PROFILE_THEME), false, read_light},
    {"role", KIND(PROFILE_THEME), true, read_roles},
    {"stated", KIND(PROFILE_MEASUREMENT), true, read_with_tables},
    {"assumed", KIND(PROFILE_MEASUREMENT), false, read_with_tables},
    {"unstated", KIND(PROFILE_MEASUREMENT), false, leave_to_other},
    {"unseen", KIND(PROFILE_MEASUREMENT), false, leave_to_other},
    {"cluster", KIND(PROFILE_MEASUREMENT), false, read_with_tables},
    {"gpu", KIND(PROFILE_MEASUREMENT), false, read_with_tables},
    {"model", KIND(PROFILE_MEASUREMENT), false, read_with_tables},
    {"set", KIND(PROFILE_MEASUREMENT), false, leave_to_other},
    {"shapes", KIND(PROFILE_MEASUREMENT), false, leave_to_other},
    {"tables", KIND(PROFILE_MEASUREMENT), true, read_tables},
    {"assumed", KIND(PROFILE_MODEL) | KIND(PROFILE_GPU) | KIND(PROFILE_CLUSTER), false, read_assumed},
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

static bool is_of_kind(const struct entry *entry, enum profile_kind kind)
{
    return (entry->kinds & KIND(kind)) != 0;
}

static const struct entry *find_entry(enum profile_kind kind, const char *path)
{
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (is_of_kind(&entries[i], kind) && strcmp(entries[i].path, path) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}

/* The setting most like a mistyped one; NULL if none is near. */
static const char *nearest_setting(enum profile_kind kind, const char *path)
{
    const char *nearest = NULL;
    int least = INT_MAX;
    for (int i = 0; i < ENTRY_COUNT + parameter_count; i++) {
        const bool is_entry = i < ENTRY_COUNT;
        if (is_entry ? !is_of_kind(&entries[i], kind) : !may_set(kind, &parameters[i - ENTRY_COUNT])) {
            continue;
        }
        const char *candidate = is_entry ? entries[i].path : short_key(kind, parameters[i - ENTRY_COUNT].key);
        const int distance = word_distance(path, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest != NULL && word_is_near(path, nearest, least) ? nearest : NULL;
}

/* The kind of file in which a path names a parameter; PROFILE_KIND_COUNT if in none. */
static enum profile_kind kind_that_sets(const char *path)
{
    int kind = 0;
    while (kind < PROFILE_KIND_COUNT && find_parameter((enum profile_kind)kind, path) == NULL) {
        kind++;
    }
    return (enum profile_kind)kind;
}

static void complain_of_unknown(const struct reader *reader, const config_setting_t *setting, const char *path)
{
    const enum profile_kind other = kind_that_sets(path);
    if (other != PROFILE_KIND_COUNT) {
        document_complain(&reader->document, setting, "%s stands in a file of %s, not of %s", path,
                          profile_folders[other], profile_folders[reader->profile->kind]);
        return;
    }
    const char *folder = profile_folders[reader->profile->kind];
    const char *nearest = nearest_setting(reader->profile->kind, path);
    if (nearest != NULL) {
        document_complain(&reader->document, setting, "%s is not known in a file of %s; did you mean %s?", path, folder,
                          nearest);
    } else {
        document_complain(&reader->document, setting, "%s is not known in a file of %s; presets/%s has examples", path,
                          folder, folder);
    }
}

/* Units of which a bare number would be a riddle. */
static bool needs_unit(enum unit unit)
{
    return unit == UNIT_BYTES || unit == UNIT_RATE || unit == UNIT_SECONDS || unit == UNIT_FLOP ||
           unit == UNIT_FLOP_RATE || unit == UNIT_HERTZ || unit == UNIT_WATT;
}

/* A setting's value as somebody would type it; false, with a complaint, if it cannot be one. */
static bool write_value(const struct reader *reader, const config_setting_t *setting, const struct parameter *parameter,
                        char *text, size_t size)
{
    const struct file_number number = document_number(setting);
    if (config_setting_type(setting) == CONFIG_TYPE_STRING) {
        (void)snprintf(text, size, "%s", config_setting_get_string(setting));
    } else if (config_setting_type(setting) == CONFIG_TYPE_BOOL && parameter->kind == KIND_SWITCH) {
        (void)snprintf(text, size, "%s", config_setting_get_bool(setting) == CONFIG_TRUE ? "on" : "off");
    } else if (number.valid && parameter->kind != KIND_SWITCH && !needs_unit(parameter->unit)) {
        (void)snprintf(text, size, "%.17g", number.value);
    } else {
        char example[QUANTITY_TEXT];
        parameter_print(parameter, parameter->fallback, example, sizeof example);
        document_complain(&reader->document, setting,
                          parameter->kind == KIND_SWITCH
                              ? "%s: true or false is expected"
                              : "%s: a value with its unit, in quotes, is expected, like \"%s\"",
                          parameter->key, example);
        return false;
    }
    return true;
}

static void read_parameter(struct reader *reader, const config_setting_t *setting, const char *path)
{
    const struct parameter *parameter = find_parameter(reader->profile->kind, path);
    char text[PATH_LENGTH];
    if (parameter == NULL) {
        complain_of_unknown(reader, setting, path);
        return;
    }
    if (!write_value(reader, setting, parameter, text, sizeof text)) {
        return;
    }
    const struct quantity quantity = parameter_read(parameter, text);
    if (!quantity.valid) {
        document_complain(&reader->document, setting, "%s: %s", path, quantity.message);
        return;
    }
    add_setting(reader, setting, parameter, quantity.value);
}

/* Reads the parameters of a group and of the groups in it; entries are read by themselves. */
static void read_group(struct reader *reader, const config_setting_t *group, const char *prefix)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *setting = config_setting_get_elem(group, (unsigned)i);
        char path[PATH_LENGTH];
        (void)snprintf(path, sizeof path, "%s%s", prefix, config_setting_name(setting));
        if (find_entry(reader->profile->kind, path) != NULL) {
            continue;
        }
        if (config_setting_is_group(setting)) {
            char inner[PATH_LENGTH];
            (void)snprintf(inner, sizeof inner, "%.*s.", PATH_LENGTH - 2, path);
            read_group(reader, setting, inner);
        } else {
            read_parameter(reader, setting, path);
        }
    }
}

static void read_entries(struct reader *reader)
{
    const enum profile_kind kind = reader->profile->kind;
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (!is_of_kind(&entries[i], kind)) {
            continue;
        }
        const config_setting_t *setting = config_lookup(&reader->document.config, entries[i].path);
        if (setting != NULL) {
            entries[i].read(reader, setting);
        } else if (entries[i].required) {
            document_complain(&reader->document, NULL, "%s is missing", entries[i].path);
        }
    }
}

/* A model that says how many parameters it has need not be a transformer. */
static void check_required(const struct reader *reader)
{
    const struct profile *profile = reader->profile;
    if (profile->kind == PROFILE_MODEL && profile_setting_place(profile, parameter_find("model.params")) >= 0) {
        return;
    }
    for (int i = 0; i < REQUIRED_COUNT; i++) {
        if (required[i].kind == profile->kind && profile_setting_place(profile, parameter_find(required[i].key)) < 0) {
            document_complain(&reader->document, NULL, "%s is missing", short_key(profile->kind, required[i].key));
        }
    }
}

/* A scenario without a name is called like its file. */
static void name_by_file(struct profile *profile, const char *label)
{
    const char *slash = strrchr(label, '/');
    const char *file = slash == NULL ? label : slash + 1;
    char stem[PROFILE_PATH];
    (void)snprintf(stem, sizeof stem, "%.*s", (int)strcspn(file, "."), file);
    printable_copy(profile->name, sizeof profile->name, stem);
}

bool profile_read(struct profile *profile, const struct profile_file *file, const struct catalogue *catalogue,
                  struct complaint_list *complaints)
{
    const int before = complaints->count;
    *profile = (struct profile){.kind = file->kind, .builtin = file->builtin, .order = INT_MAX};
    printable_copy(profile->path, sizeof profile->path, file->label);
    struct reader reader = {
        .document = {.label = file->label, .complaints = complaints}, .profile = profile, .catalogue = catalogue};
    if (!document_open(&reader.document, file->bytes, file->length)) {
        return false;
    }
    read_group(&reader, config_root_setting(&reader.document.config), "");
    read_entries(&reader);
    if (complaints->count == before) {
        check_required(&reader);
    }
    if (profile->name[0] == '\0') {
        name_by_file(profile, file->label);
    }
    printable_copy(profile->theme.name, sizeof profile->theme.name, profile->name);
    printable_copy(profile->theme.title, sizeof profile->theme.title, profile->title);
    document_close(&reader.document);
    return complaints->count == before;
}

void profile_free(struct profile *profile)
{
    if (profile != NULL) {
        measurements_free(profile->measurements);
        free(profile->lesson);
        free(profile);
    }
}
