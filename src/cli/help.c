/* help.c: `--help` and `help COMMAND`, from the tables. */
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/table.h"

#include <limits.h>
#include <string.h>

enum { HELP_WIDTH = 100, HELP_COLUMN = 34, OPTION_TEXT = 120 };

/* Blanks before a text that begins in HELP_COLUMN, or two behind what reaches into it. */
static int gap_after(int used)
{
    return used < HELP_COLUMN - 1 ? HELP_COLUMN - used : 2;
}

static void print_option(const struct option *option, FILE *output)
{
    char value[OPTION_TEXT];
    (void)option_value_print(option, value, sizeof value);
    const int used = fprintf(output, "  %s%s%s", option->name, value[0] == '\0' ? "" : " ", value);
    (void)fprintf(output, "%*s", gap_after(used), "");
    text_wrap(output, option->help, used + gap_after(used), HELP_WIDTH);
}

static void print_options(const struct option *options, const char *title, FILE *output)
{
    if (options[0].name == NULL) {
        return;
    }
    (void)fprintf(output, "\n%s\n", title);
    for (; options->name != NULL; options++) {
        print_option(options, output);
    }
}

/* " [NUMBER]", " FILE...", or nothing; returns the columns. */
static int print_words(const struct command *command, FILE *output)
{
    if (command->words == NULL) {
        return 0;
    }
    const bool optional = command->least_words == 0;
    return fprintf(output, " %s%s%s%s", optional ? "[" : "", command->words, optional ? "]" : "",
                   command->most_words == INT_MAX ? "..." : "");
}

/* "ringside report [scenario options] [options]" */
static void print_usage(const struct command *command, FILE *output)
{
    (void)fprintf(output, "ringside%s%s", command->name[0] == '\0' ? "" : " ", command->name);
    (void)print_words(command, output);
    (void)fprintf(output, "%s%s", command->takes_scenario ? " [scenario options]" : "",
                  command->options[0].name != NULL ? " [options]" : "");
}

/* What one may want to know, and the line that says it. */
static void print_examples(const struct command *command, FILE *output)
{
    const char *title = "\nexamples\n";
    for (int i = 0; i < example_count; i++) {
        if (strcmp(examples[i].command, command->name) == 0) {
            (void)fprintf(output, "%s  %s\n    %s\n", title, examples[i].asks, examples[i].line);
            title = "";
        }
    }
}

static void print_command(const struct command *command, FILE *output)
{
    print_usage(command, output);
    (void)fprintf(output, "\n\n  ");
    text_wrap(output, command->help, 2, HELP_WIDTH);
    if (command->details != NULL) {
        (void)fprintf(output, "\n  ");
        text_wrap(output, command->details, 2, HELP_WIDTH);
    }
    print_examples(command, output);
    print_options(command->options, "options", output);
    if (command->takes_scenario) {
        print_options(scenario_options, "scenario options", output);
    }
    if (command->run != NULL) {
        print_options(sign_options, "options of every command", output);
    }
}

static void print_overview(FILE *output)
{
    (void)fprintf(output, "ringside: what distributed training and inference of large models cost\n\n");
    print_usage(&explorer_command, output);
    (void)fprintf(output, "\n  %s\n", explorer_command.help);
    print_examples(&explorer_command, output);
    (void)fprintf(output, "\ncommands\n");
    for (int i = 0; i < command_count; i++) {
        int used = fprintf(output, "  %s", commands[i].name);
        used += print_words(&commands[i], output);
        (void)fprintf(output, "%*s", gap_after(used), "");
        text_wrap(output, commands[i].help, used + gap_after(used), HELP_WIDTH);
    }
    print_options(scenario_options, "scenario options", output);
    print_options(explorer_command.options, "options of the explorer", output);
    (void)fprintf(output, "\n  --help, -h%*swhat you read; `ringside help COMMAND` says more\n", HELP_COLUMN - 12, "");
    (void)fprintf(output, "  --version, -V%*sthe version\n", HELP_COLUMN - 15, "");
    (void)fprintf(output, "\nExit status: 0 done, 1 the answer is no, 2 bad input.\n");
}

int help_run(const struct program *program, const struct arguments *arguments)
{
    if (arguments->word_count == 0) {
        print_overview(program->output);
        return EXIT_DONE;
    }
    const struct command *command = command_find(arguments->words[0]);
    if (command == NULL) {
        return command_refuse(program, arguments->words[0]);
    }
    print_command(command, program->output);
    return EXIT_DONE;
}
