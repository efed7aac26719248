/* options.h: the scenario options that every command shares.
 *
 *   [--model M|FILE] [--cluster C|FILE] [--gpu G|FILE] [--scenario S|FILE | --measurement ID] [--mode MODE]
 *   [--set KEY=VALUE]... [--preset-dir DIR]
 *
 * The explorer and the commands both start from here, so that the same words give the same scenario everywhere.
 */
#ifndef RINGSIDE_PROFILES_OPTIONS_H
#define RINGSIDE_PROFILES_OPTIONS_H

#include "core/scenario.h"
#include "profiles/catalogue.h"
#include "profiles/option.h"

#include <stdbool.h>

enum { OPTION_SETTINGS = 256, OPTIONS_MESSAGE = 700 };

/* What was asked for, before presets are looked up. Strings are borrowed from argv. */
struct options {
    const char *model;
    const char *cluster;
    const char *gpu;
    const char *scenario;
    const char *measurement; /* id of a published run, instead of a scenario */
    const char *mode;
    const char *preset_dir;
    const char *setting[OPTION_SETTINGS]; /* "key=value", in order: --set alone may be repeated. What setting_read()
                                             takes: others may stand behind it in the same text */
    int setting_count;
};

/* A row for each of them: reading, help and completion follow it. */
extern const struct option scenario_options[];

/* Take one option, if it is one of ours.
 *
 *   given     argc, argv; index of the word to look at
 *   returned  how many words were taken: 0 if it is not ours, 1 or 2; -1 if its value is missing or there are too many
 *   note      both "--set key=value" and "--set=key=value" are understood
 */
int options_take(struct options *options, int argc, char *const argv[], int index);

struct measured_run; /* measurements.h */

/* What the options give. */
struct options_result {
    bool valid;
    struct scenario scenario;            /* what is asked for */
    struct scenario preset;              /* the same without --set: what `r` returns to */
    const struct measured_run *measured; /* that --measurement names, and the file that holds it; else NULL */
    const struct profile *measured_by;
    struct measured_figure figure; /* what the user measured, of the scenario's file; its metric is NULL: nothing */
    char message[OPTIONS_MESSAGE]; /* why not: names the option, what was read, what is expected */
};

/* Take the files that are given for a model, a cluster or a GPU into the catalogue, where options_resolve() finds them.
 *
 *   returned  a complaint; its text is empty if there is none
 */
struct complaint options_load_files(const struct options *options, struct catalogue *catalogue);

/* The preset of a name, or of a file, which is taken into the catalogue unless it is there; NULL with a complaint. */
const struct profile *options_load_preset(struct catalogue *catalogue, enum profile_kind kind, const char *name,
                                          struct complaint *complaint);

/* Build the scenario: default, then --scenario or --measurement, --model, --cluster, --gpu, --mode, then each --set in
 * order.
 *
 *   note      with no scenario, model or cluster named this is the opening scenario, "Llama 3 70B on 8 x DGX H100". The
 *             strategy stays that of the opening scenario, whatever model and cluster are named; where it is not valid
 *             for them it is the user's to change: nothing is changed silently
 */
struct options_result options_resolve(const struct options *options, const struct catalogue *catalogue);

/* What to say of a name that no preset of a kind has: "there is none of that name; `ringside list models` names them
 * all", or "did you mean ...?" before it. */
void options_suggest(const struct catalogue *catalogue, enum profile_kind kind, const char *name, char *text,
                     size_t size);

/* Whether the value of --scenario is a file: what looks like a path is one, all else is a preset. */
bool options_name_file(const char *name);

#endif
