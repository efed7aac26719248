/* arguments.h: the words behind a command, read by the command's own table of options. */
#ifndef RINGSIDE_CLI_ARGUMENTS_H
#define RINGSIDE_CLI_ARGUMENTS_H

#include "core/parameters.h"
#include "profiles/option.h"
#include "profiles/options.h"

#include <stdbool.h>
#include <stdio.h>

/* The options of every command that prints: which signs it prints with. commands.c follows them. */
extern const struct option sign_options[];
enum { SIGNS_ASCII, SIGNS_UTF8 };

enum { ARGUMENT_OPTIONS = 8 };

/* What was read. Strings are borrowed from argv. */
struct arguments {
    bool valid;
    bool help;               /* --help was among them */
    struct options scenario; /* of a command that takes them */
    /* By row of the command's table; of an option that takes none, its name. NULL: not given. */
    const char *value[ARGUMENT_OPTIONS];
    const char **words; /* everything else, in order */
    int word_count;
};

struct command;

/* Read the words behind a command.
 *
 *   given     the command; argc, argv with the command's name at 0; where to complain
 *   returned  the arguments; not valid after a complaint. arguments_free() is due either way
 *   note      "--name value" and "--name=value" are alike; of choices the last one counts, other values of a command's
 *             own options are given once; "--" ends the options, "-" is a word
 */
struct arguments arguments_read(const struct command *command, int argc, char *const argv[], FILE *errors);
void arguments_free(struct arguments *arguments);

/* Whether the batch of a decode was typed, or came with a scenario. */
bool arguments_give_batch(const struct arguments *arguments);

/* Place of an option's value among its choices; `fallback` where it was not given. */
int arguments_choice(const struct arguments *arguments, const struct option *options, int row, int fallback);

/* Presets and scenario of a command. */
struct subject {
    struct catalogue *catalogue; /* to be freed */
    struct options_result resolved;
};

/* Load the presets, complain about bad files, and build the scenario that was asked for.
 *
 *   returned  a catalogue of NULL after a complaint that leaves nothing to be done
 */
struct subject subject_load(const struct options *options, FILE *errors);

/* Say that a parameter, or settings of the command line, have no effect in this mode where they have one in another.
 * Who sets decode.batch and forgets --mode decode would read the figures of a training step. */
void warn_of_mode(const struct parameter *parameter, const struct scenario *scenario, FILE *errors);
void warn_of_settings(const struct options *options, const struct scenario *scenario, FILE *errors);

/* The presets alone; NULL after a complaint that leaves nothing to be done. Measurements, which take three quarters of
 * the time, are read only where they are asked for. */
enum presets_asked { PRESETS_BUT_MEASUREMENTS, PRESETS_ALL };
struct catalogue *presets_load(const char *preset_dir, enum presets_asked asked, FILE *errors);

#endif
