/* commands.c: the table of commands, and what the first word picks from it. */
#include "cli/commands.h"

#include "cli/arguments.h"
#include "cli/refuse.h"
#include "core/words.h"
#include "profiles/import.h"
#include "profiles/screen_options.h"
#include "version.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const formats[] = {[FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_CSV] = "csv"};
static_assert(sizeof formats / sizeof formats[0] == FORMAT_COUNT, "one name for each format");
const struct choice_list format_names = {formats, FORMAT_COUNT};
const struct choice_list document_format_names = {formats, FORMAT_CSV};
static_assert(FORMAT_CSV == FORMAT_COUNT - 1, "a document has all formats but the last");

static const struct option no_options[] = {{.name = NULL}};

static int snapshot_pass(const struct screen *screen, int argc, char *const argv[])
{
    return screen->snapshot(argc, argv);
}

static int explorer_pass(const struct screen *screen, int argc, char *const argv[])
{
    return screen->explore(argc, argv);
}

/* clang-format off */
const struct command explorer_command = {
    .name = "", .options = explorer_options, .takes_scenario = true, .pass = explorer_pass,
    .help = "open the explorer",
};

const struct command commands[] = {
    {.name = "report", .takes_scenario = true, .options = report_options, .run = report_run,
     .help = "every figure of one scenario",
     .details = "--brief leaves out the list of figures below what they come to, --show prints those that it names. JSON holds inputs, metrics, notes, of a training step the changes that would give some of it back and, of a scenario that cannot run, the reasons under invalid. Numbers in "
                "JSON and CSV are SI in full precision: bytes, seconds, FLOP. What does not apply is null or empty. Exit 1 "
                "where the scenario cannot run; one that does not fit in memory is priced all the same. --measured tells whether a "
                "figure that you measured is as forecast, slower, or so much slower that nothing in the model explains it, "
                "the MFU that it means, and which settings would each explain it alone."},
    {.name = "batch", .prints_file = true, .words = "FILE.csv|-", .candidates = CANDIDATES_FILES, .least_words = 1, .most_words = 1, .takes_scenario = true,
     .options = batch_options, .run = batch_run, .help = "a scenario for each row of a CSV file",
     .details = "The header names parameters, or model, cluster and gpu, whose cells are names or files; columns called id, name or note, and those that begin "
                "with #, are passed on. Each row starts from the scenario of the options; its model, cluster and gpu come "
                "first, then its other cells from left to right; an empty cell changes nothing. The output has the input's "
                "columns, then valid, the figures, and reason. A row that cannot run stays, with valid=false, its reason and "
                "no figures. So does one that cannot be read; that is an error, and the exit status is 1 at the end."},
    {.name = "sweep", .takes_scenario = true, .options = sweep_options, .run = sweep_run,
     .help = "one parameter over a range or some values",
     .details = "The range is KEY=FROM:TO, cut on the parameter's own scale or on log, lin or pow2, into COUNT points: "
                "--over nic.bandwidth=12.5GB/s:400GB/s:log:11, --over tp=1:64, --over recompute; or its values stand one by "
                "one: --over cluster.gpus=1024,1536. A key alone takes the values that go with the rest, or all. Whole parameters take whole values, choices all of theirs. A value that cannot run stays, with its reason. Where the global batch follows the replicas, so that rows do different work, a last line says so. Exit 1 where none can run."},
    {.name = "solve", .takes_scenario = true, .options = solve_options, .run = solve_run,
     .help = "for which value of a parameter a condition on a figure holds",
     .details = "--for nic.bandwidth --where 'dp.exposed<=0' tells the bandwidth that hides the gradients; --for cluster.gpus "
                "--where 'mfu>=40%' --greatest how far a job scales. The whole range of the parameter is walked, so a figure "
                "may rise and fall; the boundary nearest the present value is told, or the least or the greatest value for "
                "which the condition holds. Where the scenario fits in memory, it must fit there, too. Exit 1 where it always or "
                "never holds."},
    {.name = "search", .takes_scenario = true, .options = search_options, .run = search_command_run,
     .help = "every strategy for these GPUs, best first",
     .details = "TP, SP, PP, VP, CP, EP, ZeRO, micro-batch and recomputation are varied; model, cluster and global batch are "
                "held (the one that follows where none is typed), so that every step is of as many tokens. Those that fit in "
                "memory are ranked by the objective: times, bytes and costs the less the better, rates and shares the more. "
                "--set zero=1 --hold zero,cp keeps these as given, for a framework that has no other. A strategy is printed "
                "as --set takes it, in quotes: `ringside report --set 'tp=4 pp=2'`. "
                "Of a decode, --where 'decode.time<=50ms' also finds the batch of each replica that gives most, unless one is "
                "set; --clients 100 shares 100 sequences among the replicas, and with --fewest among as few GPUs as serve "
                "them. Decode alone is priced: prompts are read on top of it. Exit 1 where none fits or meets --where."},
    {.name = "collective", .words = "OPERATION", .candidates = CANDIDATES_OPERATIONS, .least_words = 1, .most_words = 1, .takes_scenario = true,
     .options = collective_options, .run = collective_run,
     .help = "the table that nccl-tests would print on this cluster",
     .details = "all_reduce, all_gather, reduce_scatter, all_to_all, broadcast or send (sendrecv), at the sizes of --sizes, "
                "among --ranks GPUs with --per-node of them in each scale-up domain. Sizes, algbw and busbw are as nccl-tests "
                "counts them; band is within what nine of ten published points like it were forecast; each row names the algorithm and protocol that the library takes, and the link that sets its time."},
    {.name = "explain", .words = "KEY", .candidates = CANDIDATES_KEYS, .least_words = 1, .most_words = 1, .takes_scenario = true,
     .options = explain_options, .run = explain_run,
     .help = "a figure's formula with its numbers, or what a parameter is",
     .details = "Of a figure: its value, its formula with the numbers put in, its source, the inputs that it is made of, and the walk "
                "from a whiteboard's value to this one, one setting after another. Of a parameter: its value and where that comes "
                "from, its range or choices with what each stands for, and its default. The keys are those of `ringside list metrics` and `ringside list "
                "parameters`."},
    {.name = "validate", .options = validate_options, .run = validate_run,
     .help = "forecasts beside what people measured and published",
     .details = "For each source, and for sets of rows over all sources, the rows, the median, mean and 90th percentile of the "
                "absolute error, the bias, the worst row, and the share of pairs of layouts of the same work that the forecasts "
                "put in the measured order; then what is reached of the aims. Files of your own have a line each and count in no set. --set shows each row of a source or a set. CSV has "
                "all rows. An error is forecast / measured - 1 of a time."},
    {.name = "lessons", .words = "NUMBER", .candidates = CANDIDATES_LESSONS, .most_words = 1, .options = lessons_options, .run = lessons_run,
     .help = "lessons with live figures: all of them, or one as text",
     .details = "Each asks a question, answers it in a few screens whose figures the core computes, and ends with the honest "
                "settings beside those of a whiteboard. --check holds every figure that they teach to the core; exit 1 on a "
                "miss. `ringside --lesson NUMBER` opens one in the explorer, where its figures follow the sliders."},
    {.name = "list", .words = "WHAT", .candidates = CANDIDATES_LISTS, .least_words = 1, .most_words = 1, .options = list_options, .run = list_run,
     .help = "models, gpus, clusters, scenarios, themes, lessons, measurements, parameters, metrics or keys",
     .details = "The first seven are presets, by name, yours among them. Parameters are what --set, --over and --for take, metrics the "
                "figures that --show, --where and --objective take, and keys those of the explorer."},
    {.name = "check", .words = "FILE", .candidates = CANDIDATES_FILES, .least_words = 1, .most_words = INT_MAX, .options = check_options,
     .run = check_run, .help = "whether preset files are valid, or where they are not",
     .details = "Any number of files: models, GPUs, clusters, scenarios, themes, lessons, measurements. Exit 1 if one of them is not valid."},
    {.name = "import", .prints_file = true, .words = "[hf|topology|nccl] FILE|-", .first_words = &import_names, .candidates = CANDIDATES_FILES,
     .least_words = 1, .most_words = 2,
     .options = import_options, .run = import_run, .help = "a preset from a file of another program",
     .details = "hf: the config.json of a model on Hugging Face becomes a model. topology: what nvidia-smi topo -m or rocm-smi "
                "--showtopo prints, or the topology file of NCCL, becomes a cluster. nccl: what nccl-tests printed becomes "
                "measurements. Without such a word the text tells which of them it is. The preset goes to standard output, or to the file of -o. Behind each value stands the key that "
                "it was read from; what the file does not say is marked as assumed."},
    {.name = "export", .prints_file = true, .words = "nccl-tests OPERATION | scenario", .first_words = &export_names, .candidates = CANDIDATES_OPERATIONS,
     .least_words = 1, .most_words = 2, .takes_scenario = true, .options = export_options, .run = export_run,
     .help = "a forecast as nccl-tests prints it, or the scenario as a file",
     .details = "nccl-tests: the table of `collective`, in the columns that nccl-tests prints, for programs that read those. "
                "scenario: the presets it is made of, and every value that differs from them, as --scenario FILE takes it. "
                "--sizes, --ranks and --per-node belong to nccl-tests."},
    {.name = "snapshot", .takes_scenario = true, .options = snapshot_options, .pass = snapshot_pass,
     .help = "the explorer's screen, drawn without a terminal"},
    {.name = "completion", .prints_file = true, .words = "bash|zsh|fish", .candidates = CANDIDATES_SHELLS, .least_words = 1, .most_words = 1, .options = no_options,
     .run = completion_run, .help = "a shell's completion: source <(ringside completion bash)"},
    {.name = "help", .words = "COMMAND", .candidates = CANDIDATES_COMMANDS, .most_words = 1, .options = no_options, .run = help_run,
     .help = "what a command takes"},
};
/* clang-format on */

const int command_count = (int)(sizeof commands / sizeof commands[0]);

const struct command *command_find(const char *name)
{
    for (int i = 0; i < command_count; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static const char *command_name_at(int index)
{
    return commands[index].name;
}

int command_refuse(const struct program *program, const char *name)
{
    const int nearest = word_nearest(name, command_name_at, command_count);
    if (nearest >= 0) {
        complaint_print(program->errors, "ringside: there is no command \"%s\"; did you mean %s?\n", name,
                        commands[nearest].name);
    } else {
        complaint_print(program->errors,
                        "ringside: there is no command \"%s\"; `ringside --help` lists those there are\n", name);
    }
    return EXIT_BAD_INPUT;
}

static bool is_one_of(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

static bool asks_for_help(int argc, char *const argv[])
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_one_of(argv[i], "--help", "-h")) {
            return true;
        }
    }
    return false;
}

/* Help of one command, or of all. */
static int help_about(const struct program *program, const char *name)
{
    const char *words[] = {name};
    return help_run(program, &(struct arguments){.words = words, .word_count = name == NULL ? 0 : 1});
}

/* Whether a result is one for programs: a file, or JSON or CSV. */
static bool is_for_programs(const struct command *command, const struct arguments *arguments)
{
    if (arguments->help) {
        return false;
    }
    for (int row = 0; command->options[row].name != NULL; row++) {
        const struct choice_list *choices = command->options[row].choices;
        if ((choices == &format_names || choices == &document_format_names) &&
            arguments_choice(arguments, command->options, row, FORMAT_TEXT) != FORMAT_TEXT) {
            return true;
        }
    }
    return command->prints_file;
}

static int command_run(const struct program *program, const struct command *command, const struct arguments *arguments)
{
    struct program printing = *program;
    struct plain_stream plain;
    plain_begin(&plain, program->output, is_for_programs(command, arguments) ? NULL : program->signs);
    printing.output = plain.stream;
    const int status = arguments->help ? help_about(&printing, command->name) : command->run(&printing, arguments);
    plain_end(&plain);
    return status;
}

static int command_start(const struct program *program, const struct command *command, int argc, char *const argv[])
{
    if (command->run == NULL) {
        return asks_for_help(argc, argv) ? help_about(program, command->name)
                                         : command->pass(program->screen, argc, argv);
    }
    struct arguments arguments = arguments_read(command, argc, argv, program->errors);
    const int status = arguments.valid ? command_run(program, command, &arguments) : EXIT_BAD_INPUT;
    arguments_free(&arguments);
    return status;
}

/* Place of a command's name behind options of the scenario: `ringside --model X report`; 0: there is none. */
static int late_command(int argc, char *const argv[])
{
    struct options options = {.setting_count = 0};
    int index = 1;
    int taken = 0;
    while (index < argc && (taken = options_take(&options, argc, argv, index)) > 0) {
        index += taken;
    }
    return index > 1 && index < argc && command_find(argv[index]) != NULL ? index : 0;
}

/* Run it as if its name had come first: the options belong to it just as well. */
static int start_late(const struct program *program, int place, int argc, char *const argv[])
{
    char **words = calloc((size_t)argc, sizeof *words);
    if (words == NULL) {
        return refuse_without_memory(program->errors);
    }
    words[0] = argv[place];
    memcpy(words + 1, argv + 1, (size_t)(place - 1) * sizeof *words);
    memcpy(words + place, argv + place + 1, (size_t)(argc - place - 1) * sizeof *words);
    const int status = command_start(program, command_find(argv[place]), argc - 1, words);
    free(words);
    return status;
}

static int dispatch(const struct program *program, int argc, char *const argv[])
{
    const char *first = argc > 1 ? argv[1] : "-";
    if (is_one_of(first, "--version", "-V")) {
        (void)fprintf(program->output, "ringside " RINGSIDE_VERSION "\n");
        return EXIT_DONE;
    }
    const int late = first[0] == '-' ? late_command(argc, argv) : 0;
    if (late > 0) {
        return start_late(program, late, argc, argv);
    }
    if (first[0] == '-') {
        return asks_for_help(argc, argv) ? help_about(program, NULL)
                                         : command_start(program, &explorer_command, argc, argv);
    }
    const struct command *command = command_find(first);
    return command == NULL ? command_refuse(program, first) : command_start(program, command, argc - 1, argv + 1);
}

/* What is printed with: signs of ASCII where the locale has no more, unless the words say otherwise; the last one
 * counts. */
static plain_signs *signs_for(const struct program *program, int argc, char *const argv[])
{
    bool ascii = program->ascii;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        ascii = strcmp(argv[i], sign_options[SIGNS_ASCII].name) == 0  ? true
                : strcmp(argv[i], sign_options[SIGNS_UTF8].name) == 0 ? false
                                                                      : ascii;
    }
    return ascii ? program->signs : NULL;
}

/* Complaints come before the result, whatever became of it. */
static int dispatch_in_signs(const struct program *program, int argc, char *const argv[])
{
    struct program printing = *program;
    struct plain_stream complaints;
    printing.signs = signs_for(program, argc, argv);
    plain_begin(&complaints, program->errors, printing.signs);
    printing.errors = complaints.stream;
    const int status = dispatch(&printing, argc, argv);
    plain_end(&complaints);
    return status;
}

int commands_run(const struct program *program, int argc, char *const argv[])
{
    const int status = dispatch_in_signs(program, argc, argv);
    if (status > EXIT_BAD_INPUT) { /* a signal ended the explorer: its terminal may be gone */
        return status;
    }
    errno = 0;
    if (fflush(program->output) == 0 && !ferror(program->output)) {
        return status;
    }
    const char *why = errno != 0 ? strerror(errno) : "a write failed";
    complaint_print(program->errors, "ringside: the output is not complete: %s\n", why);
    return EXIT_BAD_INPUT;
}
