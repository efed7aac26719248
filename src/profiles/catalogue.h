/* catalogue.h: every preset that is in force: models, GPUs, clusters, scenarios, themes, lessons and measurements.
 *
 * Presets come from files that people can read. Built in < XDG_DATA_DIRS < XDG_CONFIG_HOME < --preset-dir; the same
 * name replaces the whole preset. A bad file is named with line and reason and skipped; the rest loads.
 */
#ifndef RINGSIDE_PROFILES_CATALOGUE_H
#define RINGSIDE_PROFILES_CATALOGUE_H

#include "core/measured_figure.h"
#include "core/parameters.h"
#include "core/scenario.h"
#include "profiles/theme.h"

#include <stdbool.h>
#include <stddef.h>

enum profile_kind {
    PROFILE_MODEL,
    PROFILE_GPU,
    PROFILE_CLUSTER,
    PROFILE_SCENARIO,
    PROFILE_THEME,
    PROFILE_LESSON,      /* lesson.h */
    PROFILE_MEASUREMENT, /* a source of published runs: measurements.h */
    PROFILE_KIND_COUNT
};

/* Folder of each kind, which is also its plural on the command line: "models", "gpus", ... */
extern const char *const profile_folders[PROFILE_KIND_COUNT];

enum { PROFILE_TITLE = 120, PROFILE_SOURCE = 400, PROFILE_PATH = 512, PROFILE_LINK = 32, PROFILE_SETTINGS = 160 };

struct measurements; /* measurements.h */
struct lesson;       /* lesson.h */

/* One preset. What it sets is kept as (parameter, value) pairs, so that it changes nothing else. */
struct profile {
    enum profile_kind kind;
    char name[NAME_LENGTH];
    char title[PROFILE_TITLE];   /* one line: "NVIDIA DGX H100: 8 GPUs, NVSwitch, 8 x 400 Gb/s" */
    char source[PROFILE_SOURCE]; /* public source of the figures */
    char path[PROFILE_PATH];     /* file; of what is built in "built in gpus/h100-sxm.cfg" */
    bool builtin;
    bool typed; /* its file was named by an option */
    int order;  /* place in a list, ascending; what has none comes last, by name */

    int setting_count;
    const struct parameter *setting[PROFILE_SETTINGS];
    double value[PROFILE_SETTINGS];
    bool assumed[PROFILE_SETTINGS]; /* the file says that nobody published this value */

    char model[NAME_LENGTH];   /* scenario, lesson: the model it is about */
    char cluster[NAME_LENGTH]; /* scenario, lesson: the cluster */
    bool system; /* cluster: its name is that of a whole system, of which a job has a part; not of a node */
    struct measured_figure figure; /* scenario: what its user measured */
    char gpu[NAME_LENGTH];   /* cluster: its GPU; scenario, lesson: the GPU, where it is another than the cluster's */
    double published_params; /* model: total of its paper, for the test; 0: none */
    double published_active;
    double headline_bandwidth; /* gpu: scale-up rate of the data sheet, both directions where it says so; 0: none */
    double headline_capacity;  /* gpu: memory as the card is sold; 0: none */
    char link[PROFILE_LINK];   /* gpu: what its scale-up link is called: "NVLink 4" */
    struct theme theme;        /* theme */
    struct measurements *measurements; /* measurement: its runs; else NULL. The profile owns them */
    struct lesson *lesson;             /* lesson: its screens; else NULL. The profile owns it */
};

/* What went wrong in a file. */
struct complaint {
    char text[600]; /* "gpus/mine.cfg:7: hbm.bandwidth "3.35 TB": a rate is expected, like 3.35 TB/s" */
};

struct catalogue; /* opaque: arrays of profiles and complaints */

/* Where presets are looked for besides the built-in ones. NULL members: not looked for. */
struct catalogue_paths {
    const char *data_dirs;   /* XDG_DATA_DIRS, colon separated, the first of them the strongest */
    const char *config_home; /* XDG_CONFIG_HOME */
    const char *home;        /* HOME: its .config counts where there is no XDG_CONFIG_HOME */
    const char *preset_dir; /* --preset-dir: holds models/, gpus/, ... itself, the others a folder ringside/ of these */
    bool without_measurements; /* leave them out: there are over a thousand, and few commands need any */
};

/* Paths from the environment, with the XDG defaults. The strings are those of the environment: use them at once. */
struct catalogue_paths catalogue_environment(const char *preset_dir);

/* Load everything. Never fails: what cannot be read is a complaint. NULL only without memory. */
struct catalogue *catalogue_load(const struct catalogue_paths *paths);
void catalogue_free(struct catalogue *catalogue);

/* Load the measurements as well, if they were left out. What the catalogue holds already stays where it is. */
void catalogue_complete(struct catalogue *catalogue);

/* Add a preset from a file that was named by itself. It replaces one of its name from any folder.
 *
 *   given     the file's kind and path; where to complain
 *   returned  the preset, which the catalogue owns; NULL after a complaint
 */
const struct profile *catalogue_add(struct catalogue *catalogue, enum profile_kind kind, const char *path,
                                    struct complaint *complaint);

int catalogue_count(const struct catalogue *catalogue, enum profile_kind kind);
const struct profile *catalogue_at(const struct catalogue *catalogue, enum profile_kind kind, int index);

/* By name: exact, else without regard to case, blanks and dashes ("llama 3 70b", "dgx-h100"), else the only one with
 * these words ("p5" is "AWS p5.48xlarge"), else with these parts of words; NULL if there is none or more than one. Of
 * several that only case, blanks and dashes tell apart the built-in one is meant: built-in measurements name it so,
 * whatever the user adds. */
const struct profile *catalogue_find(const struct catalogue *catalogue, enum profile_kind kind, const char *name);

/* By its exact name, as a scenario keeps it; NULL if there is none, and for an empty name. */
const struct profile *catalogue_exact(const struct catalogue *catalogue, enum profile_kind kind, const char *name);

/* Names near a mistyped one, for a message: "did you mean ...". Near is what holds the same words, in its name or its
 * title; what is part of it, as of the names on Hugging Face, with or without the owner; what differs by a slip. */
size_t catalogue_suggest(const struct catalogue *catalogue, enum profile_kind kind, const char *name, char *text,
                         size_t size);

int catalogue_complaint_count(const struct catalogue *catalogue);
const struct complaint *catalogue_complaint(const struct catalogue *catalogue, int index);

/* Put a preset into a scenario: its settings, and its name. A cluster brings its GPU with it; a scenario its model and
 * cluster.
 *
 *   returned  false if the profile refers to one that does not exist; loading checks that
 */
bool profile_apply(const struct profile *profile, const struct catalogue *catalogue, struct scenario *scenario);

/* Place of a parameter among the settings of a preset; -1 if it does not set it. */
int profile_setting_place(const struct profile *profile, const struct parameter *parameter);

/* Where the present value of a parameter comes from: the preset that owns it in this scenario, if that sets it. */
struct value_source {
    enum origin origin;
    const struct profile *profile; /* NULL: the table's default */
};
struct value_source catalogue_value_source(const struct catalogue *catalogue, const struct scenario *base,
                                           const struct parameter *parameter);

/* Check one file of any kind.
 *
 *   returned  number of complaints, of which the first `capacity` are written to `complaints`; 0 if the file is good
 */
int profile_check(const char *path, const struct catalogue *catalogue, struct complaint *complaints, int capacity);

#endif
