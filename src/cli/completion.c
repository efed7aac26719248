/* completion.c: `ringside completion`: what a shell needs to complete our words, from the tables.
 *
 * A script has three functions of data (the words of a list, the options of a command, the list that an option is
 * completed from) and one of the shell's own that uses them. bash and zsh share the data.
 */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/completion_shells.h"
#include "cli/list.h"
#include "cli/refuse.h"
#include "core/metrics.h"
#include "core/parameters.h"

#include <assert.h>
#include <string.h>

/* Names of the lists in the scripts. */
static const char *const list_words[] = {
    [CANDIDATES_NONE] = "none",         [CANDIDATES_CHOICES] = "choices",
    [CANDIDATES_FILES] = "files",       [CANDIDATES_FOLDERS] = "folders",
    [CANDIDATES_MODELS] = "models",     [CANDIDATES_GPUS] = "gpus",
    [CANDIDATES_CLUSTERS] = "clusters", [CANDIDATES_SCENARIOS] = "scenarios",
    [CANDIDATES_THEMES] = "themes",     [CANDIDATES_TABS] = "tabs",
    [CANDIDATES_LESSONS] = "lessons",   [CANDIDATES_SETTINGS] = "settings",
    [CANDIDATES_METRICS] = "metrics",   [CANDIDATES_KEYS] = "keys",
    [CANDIDATES_LISTS] = "lists",       [CANDIDATES_OPERATIONS] = "operations",
    [CANDIDATES_SHELLS] = "shells",     [CANDIDATES_COMMANDS] = "commands",
};
static_assert(sizeof list_words / sizeof list_words[0] == CANDIDATES_COUNT, "one name for each list");

/* A script that is being written. */
struct script {
    FILE *output;
    const struct catalogue *catalogue;
    const struct screen *screen;
};

/* A word in single quotes. Quotes and backslashes stand outside of them, behind a backslash: within, sh takes a
 * backslash for itself, fish what follows it. */
static void print_quoted(FILE *output, const char *word)
{
    (void)fputs(" '", output);
    for (; *word != '\0'; word++) {
        const bool stands_outside = *word == '\'' || *word == '\\';
        (void)fprintf(output, stands_outside ? "'\\%c'" : "%c", *word);
    }
    (void)fputc('\'', output);
}

static void print_presets(const struct script *script, enum profile_kind kind)
{
    for (int i = 0; i < catalogue_count(script->catalogue, kind); i++) {
        print_quoted(script->output, catalogue_at(script->catalogue, kind, i)->name);
    }
}

/* Lessons have numbers. */
static void print_lessons(const struct script *script)
{
    for (int i = 0; i < catalogue_count(script->catalogue, PROFILE_LESSON); i++) {
        (void)fprintf(script->output, " '%d'", i + 1);
    }
}

static void print_tabs(const struct script *script)
{
    for (int i = 0; i < script->screen->tab_count; i++) {
        print_quoted(script->output, script->screen->tab_at(i));
    }
}

static void print_metrics(const struct script *script)
{
    for (int i = 0; i < metric_count; i++) {
        print_quoted(script->output, metrics[i].key);
    }
}

/* Keys of parameters, each with what stands behind it. */
static void print_parameters(const struct script *script, const char *suffix)
{
    for (int i = 0; i < parameter_count; i++) {
        (void)fprintf(script->output, " '%s%s'", parameters[i].key, suffix);
    }
}

static void print_choices(const struct script *script, const struct choice_list *choices)
{
    for (int i = 0; i < choices->count; i++) {
        print_quoted(script->output, choices->names[i]);
    }
}

static void print_commands(const struct script *script)
{
    for (int i = 0; i < command_count; i++) {
        print_quoted(script->output, commands[i].name);
    }
}

static void print_lists(const struct script *script)
{
    for (int i = 0; i < list_name_count; i++) {
        print_quoted(script->output, list_name_at(i));
    }
}

/* The kind of preset that a list names; PROFILE_KIND_COUNT: none. */
static enum profile_kind preset_kind_of(enum candidates candidates)
{
    switch (candidates) {
    case CANDIDATES_MODELS:
        return PROFILE_MODEL;
    case CANDIDATES_GPUS:
        return PROFILE_GPU;
    case CANDIDATES_CLUSTERS:
        return PROFILE_CLUSTER;
    case CANDIDATES_SCENARIOS:
        return PROFILE_SCENARIO;
    case CANDIDATES_THEMES:
        return PROFILE_THEME;
    default:
        return PROFILE_KIND_COUNT;
    }
}

/* All words of a list; none of those that the shell knows better. */
static void print_candidates(const struct script *script, enum candidates candidates)
{
    const enum profile_kind kind = preset_kind_of(candidates);
    if (kind < PROFILE_KIND_COUNT) {
        print_presets(script, kind);
        return;
    }
    switch (candidates) {
    case CANDIDATES_TABS:
        print_tabs(script);
        break;
    case CANDIDATES_LESSONS:
        print_lessons(script);
        break;
    case CANDIDATES_SETTINGS:
        print_parameters(script, "=");
        break;
    case CANDIDATES_KEYS:
        print_parameters(script, "");
        print_metrics(script);
        break;
    case CANDIDATES_METRICS:
        print_metrics(script);
        break;
    case CANDIDATES_LISTS:
        print_lists(script);
        break;
    case CANDIDATES_OPERATIONS:
        print_choices(script, &collective_names);
        break;
    case CANDIDATES_SHELLS:
        print_choices(script, &shell_names);
        break;
    case CANDIDATES_COMMANDS:
        print_commands(script);
        break;
    default:
        break;
    }
}

static bool has_words(enum candidates candidates)
{
    return candidates > CANDIDATES_FOLDERS;
}

/* Names that a command's options have. */
static void print_option_names(const struct script *script, const struct command *command)
{
    const struct option *const tables[] = {command->options, command->takes_scenario ? scenario_options : NULL,
                                           command->run != NULL ? sign_options : NULL};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (const struct option *option = tables[i]; option != NULL && option->name != NULL; option++) {
            print_quoted(script->output, option->name);
        }
    }
    print_quoted(script->output, "--help");
}

/* `case` lines of sh: the values of a command's options. */
static void print_values_sh(const struct script *script, const struct command *command, const struct option *options)
{
    for (const struct option *option = options; option->name != NULL; option++) {
        if (option->choices != NULL) {
            (void)fprintf(script->output, "    '%s %s') printf '%%s\\n'", command->name, option->name);
            print_choices(script, option->choices);
            (void)fprintf(script->output, " ;;\n");
        } else if (option->candidates != CANDIDATES_NONE) {
            (void)fprintf(script->output, "    '%s %s') _ringside_list %s ;;\n", command->name, option->name,
                          list_words[option->candidates]);
        } else if (option->value != NULL) {
            (void)fprintf(script->output, "    '%s %s') ;;\n", command->name, option->name);
        }
    }
}

/* What follows the first word of a command that has a list of them. */
static void print_after_first_sh(const struct script *script, const struct command *command)
{
    for (int i = 0; command->first_words != NULL && i < command->first_words->count; i++) {
        (void)fprintf(script->output, "    '%s %s') _ringside_list %s ;;\n", command->name,
                      choice_name(command->first_words, i), list_words[command->candidates]);
    }
}

/* What follows an option of a command, or the first of its words; fails where nothing special does. */
static void print_after_sh(const struct script *script)
{
    (void)fprintf(script->output, "_ringside_after() {\n    case \"$1 $2\" in\n");
    for (int i = -1; i < command_count; i++) {
        const struct command *command = i < 0 ? &explorer_command : &commands[i];
        print_after_first_sh(script, command);
        print_values_sh(script, command, command->options);
        if (command->takes_scenario) {
            print_values_sh(script, command, scenario_options);
        }
    }
    (void)fprintf(script->output, "    *) return 1 ;;\n    esac\n}\n\n");
}

/* The words that can stand behind a command, options besides. */
static void print_words_sh(const struct script *script)
{
    (void)fprintf(script->output, "_ringside_options() {\n    case $1 in\n");
    for (int i = 0; i < command_count; i++) {
        (void)fprintf(script->output, "    %s) printf '%%s\\n'", commands[i].name);
        print_option_names(script, &commands[i]);
        (void)fprintf(script->output, " ;;\n");
    }
    (void)fprintf(script->output, "    *) printf '%%s\\n'");
    print_option_names(script, &explorer_command);
    (void)fprintf(script->output, " '--version' ;;\n    esac\n}\n\n_ringside_words() {\n    case $1 in\n");
    for (int i = 0; i < command_count; i++) {
        if (commands[i].first_words != NULL) {
            (void)fprintf(script->output, "    %s) printf '%%s\\n'", commands[i].name);
            print_choices(script, commands[i].first_words);
            (void)fprintf(script->output, " ;;\n");
        } else if (commands[i].candidates != CANDIDATES_NONE) {
            (void)fprintf(script->output, "    %s) _ringside_list %s ;;\n", commands[i].name,
                          list_words[commands[i].candidates]);
        }
    }
    (void)fprintf(script->output, "    esac\n}\n\n");
}

static void print_data_sh(const struct script *script)
{
    (void)fprintf(script->output, "_ringside_list() {\n    case $1 in\n    files | folders) echo \"<$1>\" ;;\n");
    for (int candidates = 0; candidates < CANDIDATES_COUNT; candidates++) {
        if (has_words((enum candidates)candidates)) {
            (void)fprintf(script->output, "    %s) printf '%%s\\n'", list_words[candidates]);
            print_candidates(script, (enum candidates)candidates);
            (void)fprintf(script->output, " ;;\n");
        }
    }
    (void)fprintf(script->output, "    esac\n}\n\n");
    print_words_sh(script);
    print_after_sh(script);
}

static void print_bash(const struct script *script)
{
    (void)fprintf(script->output, "# bash completion of ringside: source <(ringside completion bash)\n\n");
    print_data_sh(script);
    (void)fputs(completion_bash, script->output);
}

static void print_zsh(const struct script *script)
{
    (void)fprintf(script->output, "#compdef ringside\n# zsh completion of ringside: a file _ringside in $fpath\n\n");
    print_data_sh(script);
    (void)fputs(completion_zsh, script->output);
}

/* " -x -a '(__ringside_list models)'": what fish completes a value from. */
static void print_source_fish(const struct script *script, enum candidates candidates,
                              const struct choice_list *choices)
{
    if (candidates == CANDIDATES_FILES) {
        (void)fprintf(script->output, " -F");
    } else if (candidates == CANDIDATES_FOLDERS) {
        (void)fprintf(script->output, " -a '(__fish_complete_directories)'");
    } else if (choices != NULL) {
        (void)fprintf(script->output, " -a \"");
        print_choices(script, choices);
        (void)fprintf(script->output, "\"");
    } else if (has_words(candidates)) {
        (void)fprintf(script->output, " -a '(__ringside_list %s)'", list_words[candidates]);
    }
}

static void print_options_fish(const struct script *script, const struct command *command, const struct option *options)
{
    for (const struct option *option = options; option->name != NULL; option++) {
        const bool is_long = option->name[1] == '-';
        (void)fprintf(script->output, "complete -c ringside -n '__ringside_command_is \"%s\"' -%s %s", command->name,
                      is_long ? "l" : "s", option->name + strlen(is_long ? "--" : "-"));
        if (option->value != NULL || option->choices != NULL) {
            (void)fprintf(script->output, option->candidates == CANDIDATES_FILES ? " -r" : " -x");
        }
        print_source_fish(script, option->candidates, option->choices);
        (void)fprintf(script->output, " -d");
        print_quoted(script->output, option->help);
        (void)fputc('\n', script->output);
    }
}

static void print_command_words_fish(const struct script *script, const struct command *command,
                                     enum candidates candidates, const struct choice_list *choices)
{
    (void)fprintf(script->output, "complete -c ringside -n '__ringside_command_is \"%s\"'", command->name);
    print_source_fish(script, candidates, choices);
    (void)fputc('\n', script->output);
}

static void print_command_fish(const struct script *script, const struct command *command)
{
    if (command->first_words != NULL) {
        print_command_words_fish(script, command, CANDIDATES_CHOICES, command->first_words);
    }
    if (command->candidates != CANDIDATES_NONE) {
        print_command_words_fish(script, command, command->candidates, NULL);
    }
    print_options_fish(script, command, command->options);
    if (command->takes_scenario) {
        print_options_fish(script, command, scenario_options);
    }
    if (command->run != NULL) {
        print_options_fish(script, command, sign_options);
    }
}

static void print_fish(const struct script *script)
{
    (void)fprintf(script->output, "# fish completion of ringside: ringside completion fish | source\n\n"
                                  "function __ringside_list\n    switch $argv[1]\n");
    for (int candidates = 0; candidates < CANDIDATES_COUNT; candidates++) {
        if (has_words((enum candidates)candidates)) {
            (void)fprintf(script->output, "        case %s\n            printf '%%s\\n'", list_words[candidates]);
            print_candidates(script, (enum candidates)candidates);
            (void)fputc('\n', script->output);
        }
    }
    (void)fputs(completion_fish, script->output);
    for (int i = 0; i < command_count; i++) {
        (void)fprintf(script->output, "complete -c ringside -n '__ringside_command_is \"\"' -a %s -d",
                      commands[i].name);
        print_quoted(script->output, commands[i].help);
        (void)fputc('\n', script->output);
    }
    for (int i = -1; i < command_count; i++) {
        print_command_fish(script, i < 0 ? &explorer_command : &commands[i]);
    }
}

/* The shells, in the order of shell_names. */
static const char *const shells[] = {"bash", "zsh", "fish"};
static void (*const printers[])(const struct script *script) = {print_bash, print_zsh, print_fish};
static_assert(sizeof shells / sizeof shells[0] == sizeof printers / sizeof printers[0], "one printer for each shell");
const struct choice_list shell_names = {shells, sizeof shells / sizeof shells[0]};

int completion_run(const struct program *program, const struct arguments *arguments)
{
    const int shell = choice_find(&shell_names, arguments->words[0]);
    if (shell < 0) {
        return refuse_choice(program->errors, "completion", arguments->words[0], &shell_names);
    }
    struct catalogue *catalogue = presets_load(NULL, PRESETS_BUT_MEASUREMENTS, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    printers[shell](&(struct script){.output = program->output, .catalogue = catalogue, .screen = program->screen});
    catalogue_free(catalogue);
    return EXIT_DONE;
}
