/* arguments.c: reading words by a table of options. */
#define _POSIX_C_SOURCE 200809L /* stat */
#include "cli/arguments.h"

#include "cli/commands.h"
#include "cli/refuse.h"
#include "core/letters.h"
#include "core/other_names.h"
#include "core/parameters.h"
#include "core/search_request.h"
#include "core/words.h"
#include "profiles/written_setting.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct option sign_options[] = {
    [SIGNS_ASCII] = {.name = "--ascii", .help = "print in ASCII: us for microseconds"},
    [SIGNS_UTF8] = {.name = "--utf8", .help = "print all signs, whatever the locale says"},
    {.name = NULL},
};

enum { OPTION_LONGEST = 60 };

/* Without the dashes: they are no letters that were hit right. */
static const char *bare(const char *option)
{
    return option + strspn(option, "-");
}

/* An option's name that is like a mistyped one. */
struct likeness {
    const char *name; /* NULL: none is near */
    int distance;
};

static struct likeness nearest_option(const struct option *options, const char *word, struct likeness nearest)
{
    for (; options->name != NULL; options++) {
        const int distance = word_distance(word, options->name);
        if (distance < nearest.distance && word_is_near(bare(word), bare(options->name), distance)) {
            nearest = (struct likeness){.name = options->name, .distance = distance};
        }
    }
    return nearest;
}

/* "report: there is no option --formt; did you mean --format?" */
static void refuse_option(const struct command *command, const char *word, size_t length, FILE *errors)
{
    char name[OPTION_LONGEST];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, word);
    const struct suggestion setting =
        command->takes_scenario ? option_suggestion(name) : (struct suggestion){.text = ""};
    struct likeness nearest = nearest_option(command->options, name, (struct likeness){.distance = INT_MAX});
    nearest = nearest_option(sign_options, name, nearest);
    if (command->takes_scenario) {
        nearest = nearest_option(scenario_options, name, nearest);
    }
    complaint_print(errors, "ringside %s: there is no option %s; ", command->name, name);
    if (setting.text[0] != '\0') {
        complaint_print(errors, "%s\n", setting.text);
    } else if (nearest.name != NULL) {
        complaint_print(errors, "did you mean %s?\n", nearest.name);
    } else {
        complaint_print(errors, "`ringside help %s` lists those there are\n", command->name);
    }
}

static bool value_is_good(const struct command *command, const struct option *option, const char *value, FILE *errors)
{
    enum { LONGEST = 120 };
    char expected[LONGEST];
    (void)option_value_print(option, expected, sizeof expected);
    if (value == NULL) {
        complaint_print(errors, "ringside %s: %s needs a value: %s %s\n", command->name, option->name, option->name,
                        expected);
        return false;
    }
    if (option->choices != NULL && choice_find(option->choices, value) < 0) {
        complaint_print(errors, "ringside %s: %s \"%s\": one of %s is expected\n", command->name, option->name, value,
                        expected);
        return false;
    }
    return true;
}

/* What one word, or two, turned out to be. */
struct taken {
    bool valid;
    int words;
};

/* An option that takes no value. */
static struct taken take_alone(const struct command *command, const char *name, const struct option_word *word,
                               FILE *errors)
{
    if (word->value != NULL) {
        complaint_print(errors, "ringside %s: %s takes no value\n", command->name, name);
    }
    return (struct taken){.valid = word->value == NULL, .words = 1};
}

/* An option of the command's own table. */
static struct taken take_own(struct arguments *arguments, const struct command *command, int row,
                             const struct option_word *word, const char *next, FILE *errors)
{
    const struct option *option = &command->options[row];
    if (!option_takes_value(option)) {
        arguments->value[row] = option->name;
        return take_alone(command, option->name, word, errors);
    }
    const char *value = word->value != NULL ? word->value : next;
    const char *before = arguments->value[row];
    if (option->choices == NULL && before != NULL && value != NULL && strcmp(before, value) != 0) {
        complaint_print(errors, "ringside %s: %s is given twice, as %s and as %s: it is taken once\n", command->name,
                        option->name, before, value);
        return (struct taken){.valid = false, .words = 1};
    }
    arguments->value[row] = value;
    return (struct taken){
        .valid = value_is_good(command, option, value, errors),
        .words = word->value != NULL ? 1 : 2,
    };
}

/* An option that options.h understands. */
static struct taken take_scenario(struct arguments *arguments, const struct command *command, int argc,
                                  char *const argv[], int index, FILE *errors)
{
    const int words = command->takes_scenario ? options_take(&arguments->scenario, argc, argv, index) : 0;
    const size_t length = option_split(argv[index]).name_length;
    if (words > 0) {
        return (struct taken){.valid = true, .words = words};
    }
    if (words == 0) {
        refuse_option(command, argv[index], length, errors);
    } else if (arguments->scenario.setting_count == OPTION_SETTINGS) {
        complaint_print(errors,
                        "ringside %s: --set is given more than %d times; a scenario file holds as many as you like\n",
                        command->name, OPTION_SETTINGS);
    } else {
        const int row = option_find(scenario_options, argv[index], length);
        (void)value_is_good(command, &scenario_options[row < 0 ? 0 : row], NULL, errors);
    }
    return (struct taken){.valid = false, .words = 1};
}

static struct taken take_word(struct arguments *arguments, const struct command *command, int argc, char *const argv[],
                              int index, FILE *errors)
{
    const char *word = argv[index];
    if (word[0] != '-' || word[1] == '\0') {
        arguments->words[arguments->word_count++] = word;
        return (struct taken){.valid = true, .words = 1};
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        arguments->help = true;
        return (struct taken){.valid = true, .words = 1};
    }
    const struct option_word split = option_split(word);
    const int row = option_find(command->options, word, split.name_length);
    const int sign = row < 0 ? option_find(sign_options, word, split.name_length) : -1;
    if (sign >= 0) {
        return take_alone(command, sign_options[sign].name, &split, errors);
    }
    if (row < 0) {
        return take_scenario(arguments, command, argc, argv, index, errors);
    }
    return take_own(arguments, command, row, &split, index + 1 < argc ? argv[index + 1] : NULL, errors);
}

/* A word that the command has no place for: often a setting without its --set, or in two words. */
static void refuse_word(const struct command *command, const char *word, FILE *errors)
{
    complaint_print(errors, "ringside %s: \"%s\" is one word too many", command->name, word);
    if (command->takes_scenario && strchr(word, '=') != NULL) {
        complaint_print(errors, "; a parameter is set so: --set %s", word);
    } else if (command->takes_scenario && letter_is_digit(word[0])) {
        complaint_print(errors, "; a key and its value are one word: --set tp=8");
    }
    complaint_print(errors, "\n");
}

/* Whether there are as many words as the command wants. */
static bool words_are_enough(const struct arguments *arguments, const struct command *command, FILE *errors)
{
    if (arguments->word_count < command->least_words) {
        complaint_print(errors, "ringside %s: %s is missing; `ringside help %s` says more\n", command->name,
                        command->words, command->name);
        return false;
    }
    if (arguments->word_count > command->most_words) {
        refuse_word(command, arguments->words[command->most_words], errors);
        return false;
    }
    return true;
}

struct arguments arguments_read(const struct command *command, int argc, char *const argv[], FILE *errors)
{
    struct arguments arguments = {.valid = true, .words = calloc((size_t)argc + 1, sizeof *arguments.words)};
    if (arguments.words == NULL) {
        (void)refuse_without_memory(errors);
        arguments.valid = false;
        return arguments;
    }
    int index = 1;
    while (index < argc && arguments.valid && strcmp(argv[index], "--") != 0) {
        const struct taken taken = take_word(&arguments, command, argc, argv, index, errors);
        arguments.valid = taken.valid;
        index += taken.words;
    }
    for (index++; index < argc; index++) { /* behind "--" everything is a word */
        arguments.words[arguments.word_count++] = argv[index];
    }
    arguments.valid = arguments.valid && (arguments.help || words_are_enough(&arguments, command, errors));
    return arguments;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->words);
    arguments->words = NULL;
}

bool arguments_give_batch(const struct arguments *arguments)
{
    const struct options *options = &arguments->scenario;
    const struct parameter *batch = parameter_find(search_batch_key);
    for (int i = 0; i < options->setting_count; i++) {
        if (setting_read(options->setting[i]).parameter == batch) {
            return true;
        }
    }
    return options->scenario != NULL || options->measurement != NULL;
}

int arguments_choice(const struct arguments *arguments, const struct option *options, int row, int fallback)
{
    return arguments->value[row] == NULL ? fallback : choice_find(options[row].choices, arguments->value[row]);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* NULL after a complaint: a folder that was asked for by name must be there. */
static struct catalogue *catalogue_at_paths(const struct catalogue_paths *paths, FILE *errors)
{
    struct catalogue *catalogue = catalogue_load(paths);
    if (catalogue == NULL) {
        (void)refuse_without_memory(errors);
        return NULL;
    }
    for (int i = 0; i < catalogue_complaint_count(catalogue); i++) {
        complaint_print(errors, "%s\n", catalogue_complaint(catalogue, i)->text);
    }
    if (paths->preset_dir != NULL && !is_folder(paths->preset_dir)) {
        catalogue_free(catalogue); /* what was to be taken from there would be missing, or another of the same name */
        return NULL;
    }
    return catalogue;
}

struct catalogue *presets_load(const char *preset_dir, enum presets_asked asked, FILE *errors)
{
    struct catalogue_paths paths = catalogue_environment(preset_dir);
    paths.without_measurements = asked == PRESETS_BUT_MEASUREMENTS;
    return catalogue_at_paths(&paths, errors);
}

/* The mode in which a parameter has an effect that it has not here, all else equal; MODE_COUNT: none. */
static enum mode mode_of_effect(const struct parameter *parameter, const struct scenario *scenario)
{
    for (int mode = 0; mode < MODE_COUNT && !parameter_applies(parameter, scenario); mode++) {
        struct scenario other = *scenario;
        other.mode = (enum mode)mode;
        if (parameter_applies(parameter, &other)) {
            return other.mode;
        }
    }
    return MODE_COUNT;
}

void warn_of_mode(const struct parameter *parameter, const struct scenario *scenario, FILE *errors)
{
    const enum mode mode = mode_of_effect(parameter, scenario);
    if (mode < MODE_COUNT) {
        complaint_print(errors, "ringside: %s changes nothing in mode %s; it takes --mode %s\n", parameter->key,
                        choice_name(&mode_names, (int)scenario->mode), choice_name(&mode_names, (int)mode));
    }
}

void warn_of_settings(const struct options *options, const struct scenario *scenario, FILE *errors)
{
    for (int i = 0; i < options->setting_count; i++) {
        const struct written_setting setting = setting_read(options->setting[i]);
        warn_of_mode(setting.parameter, scenario, errors);
    }
}

struct subject subject_load(const struct options *options, FILE *errors)
{
    struct catalogue_paths paths = catalogue_environment(options->preset_dir);
    paths.without_measurements = options->measurement == NULL;
    struct subject subject = {.catalogue = catalogue_at_paths(&paths, errors)};
    if (subject.catalogue == NULL) {
        return subject;
    }
    const struct complaint complaint = options_load_files(options, subject.catalogue);
    if (complaint.text[0] != '\0') {
        complaint_print(errors, "ringside: %s\n", complaint.text);
        catalogue_free(subject.catalogue);
        return (struct subject){.catalogue = NULL};
    }
    subject.resolved = options_resolve(options, subject.catalogue);
    if (!subject.resolved.valid) {
        complaint_print(errors, "ringside: %s\n", subject.resolved.message);
        catalogue_free(subject.catalogue);
        subject.catalogue = NULL;
    }
    return subject;
}
