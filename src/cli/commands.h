/* commands.h: the commands that print and end.
 *
 * One table names them with their options. Dispatch, --help and shell completion are generated from its rows.
 */
#ifndef RINGSIDE_CLI_COMMANDS_H
#define RINGSIDE_CLI_COMMANDS_H

#include "cli/arguments.h"
#include "cli/plain.h"

#include <stdio.h>

/* Exit status of every command. */
enum exit_status { EXIT_DONE = 0, EXIT_ANSWER_NO = 1, EXIT_BAD_INPUT = 2 };

/* A key of the explorer, as `list keys` shows it. */
struct key_row {
    const char *keys;  /* "h l"; NULL: the row before speaks for this one, too */
    const char *where; /* the part of the screen */
    const char *help;
};

/* The screen, as far as the command line has to do with it. main.c fills it in, since cli does not know view. */
struct screen {
    int (*explore)(int argc, char *const argv[]);
    int (*snapshot)(int argc, char *const argv[]);
    int key_count;
    struct key_row (*key_at)(int index);
    int tab_count;
    const char *(*tab_at)(int index); /* its name */
};

/* What a command works with. Results go to `output` and nothing else does; complaints go to `errors`. */
struct program {
    FILE *input;
    FILE *output;
    FILE *errors;
    const struct screen *screen;
    plain_signs *signs; /* what `--ascii` prints with; NULL: nothing can be replaced */
    bool ascii;         /* the locale has no UTF-8, so that is the default */
};

/* One command. */
struct command {
    const char *name;
    const char *words;                     /* what stands behind the name besides options: "FILE.csv|-" */
    const struct choice_list *first_words; /* what the first of those may be; NULL: what the others may */
    enum candidates candidates;            /* of those, or of those behind the first */
    int least_words;                       /* of those */
    int most_words;
    bool takes_scenario; /* the scenario options, besides its own */
    bool prints_file;    /* for programs: its bytes are the same in every locale */
    const struct option *options;
    const char *help;    /* one line */
    const char *details; /* a paragraph for `help NAME`; NULL: none */
    /* Run it with its arguments read; returns the exit status. */
    int (*run)(const struct program *program, const struct arguments *arguments);
    /* Of a command that reads its words itself, because it belongs to the screen. */
    int (*pass)(const struct screen *screen, int argc, char *const argv[]);
};

extern const struct command commands[];
extern const int command_count;

/* What runs without a command: the explorer. Not in the table. */
extern const struct command explorer_command;

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

/* Say that there is no such command, and which one may have been meant; returns the exit status. */
int command_refuse(const struct program *program, const char *name);

/* Run what the command line asks for.
 *
 *   given     the program; argc, argv as main() has them
 *   returned  exit status. Output that could not be written is bad input's status, with a message
 */
int commands_run(const struct program *program, int argc, char *const argv[]);

/* The commands, each in its own file. */
int batch_run(const struct program *program, const struct arguments *arguments);
int check_run(const struct program *program, const struct arguments *arguments);
int collective_run(const struct program *program, const struct arguments *arguments);
int completion_run(const struct program *program, const struct arguments *arguments);
int explain_run(const struct program *program, const struct arguments *arguments);
int export_run(const struct program *program, const struct arguments *arguments);
int import_run(const struct program *program, const struct arguments *arguments);
int help_run(const struct program *program, const struct arguments *arguments);
int lessons_run(const struct program *program, const struct arguments *arguments);
int list_run(const struct program *program, const struct arguments *arguments);
int report_run(const struct program *program, const struct arguments *arguments);
int search_command_run(const struct program *program, const struct arguments *arguments); /* core has a search_run() */
int solve_run(const struct program *program, const struct arguments *arguments);
int sweep_run(const struct program *program, const struct arguments *arguments);
int validate_run(const struct program *program, const struct arguments *arguments);

/* Their own options, where a row has a number. */
extern const struct option batch_options[];
extern const struct option check_options[];
extern const struct option collective_options[];
extern const struct option explain_options[];
extern const struct option lessons_options[];
extern const struct option export_options[];
extern const struct option import_options[];
extern const struct option list_options[];
extern const struct option report_options[];
extern const struct option search_options[];
extern const struct option solve_options[];
extern const struct option sweep_options[];
extern const struct option validate_options[];

/* How a result is printed: a place in format_names. */
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_COUNT };

extern const struct choice_list format_names;
extern const struct choice_list document_format_names; /* of what is no table: all but CSV */

/* Rows of a command's table that several have: the format; the user's presets, with what they are for. */
/* clang-format off */
#define FORMAT_OPTION {.name = "--format", .choices = &format_names, .candidates = CANDIDATES_CHOICES, .help = "for people (the default), or for programs"}
#define PRESET_DIR_OPTION(words) {.name = "--preset-dir", .value = "FOLDER", .candidates = CANDIDATES_FOLDERS, .help = (words)}
/* clang-format on */

/* What can be exported. */
extern const struct choice_list export_names;

/* The shells that completion is written for. */
extern const struct choice_list shell_names;

#endif
