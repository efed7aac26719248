/* export.c: `ringside export`: forecasts in the formats of other programs, and the scenario as a file. */
#define _XOPEN_SOURCE 700 /* open_memstream */

#include "cli/arguments.h"
#include "cli/collective_table.h"
#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/refuse.h"
#include "profiles/save.h"

#include <math.h>
#include <stdlib.h>

enum { OPTION_OUTPUT = TABLE_OPTIONS, OPTION_FORCE };

/* clang-format off */
const struct option export_options[] = {
    COLLECTIVE_TABLE_OPTIONS,
    [OPTION_OUTPUT] = OUTPUT_OPTION,
    [OPTION_FORCE] = FORCE_OPTION,
    {.name = NULL},
};
/* clang-format on */

enum { EXPORT_NCCL_TESTS, EXPORT_SCENARIO };

static const char *const kinds[] = {[EXPORT_NCCL_TESTS] = "nccl-tests", [EXPORT_SCENARIO] = "scenario"};
const struct choice_list export_names = {kinds, sizeof kinds / sizeof kinds[0]};

/* ---- as nccl-tests prints it ---- */

/* How a program of nccl-tests describes its arrays. */
static const struct {
    const char *program;
    const char *reduction;
    int root;
    bool counts_part; /* elements of one rank's part, not of the whole array */
} formats[OP_COUNT] = {
    [OP_ALL_REDUCE] = {"all_reduce_perf", "sum", -1, false},
    [OP_ALL_GATHER] = {"all_gather_perf", "none", -1, true},
    [OP_REDUCE_SCATTER] = {"reduce_scatter_perf", "sum", -1, true},
    [OP_ALL_TO_ALL] = {"alltoall_perf", "none", -1, true},
    [OP_BROADCAST] = {"broadcast_perf", "none", 0, false},
    [OP_SEND] = {"sendrecv_perf", "sum", -1, false},
};

/* Ranks, in lines as those of the devices that nccl-tests used. */
static void print_ranks(const struct collective_table *table, FILE *output)
{
    const int members = table->group.members;
    (void)fprintf(output, "# Using devices\n");
    for (int rank = 0; rank < table->group.ranks; rank++) {
        (void)fprintf(output, "#  Rank %2d Group  0 Pid %6d on domain-%d device %2d [0x00] %s\n", rank, rank,
                      rank / members, rank % members, table->scenario.gpu.name);
    }
    (void)fprintf(output, "#\n");
}

/* Fewer decimals the longer it takes, as TimeTest() of nccl-tests has it. */
static void print_time(double seconds, FILE *output)
{
    const double microseconds = seconds * 1e6;
    (void)fprintf(output, "  %7.*f", microseconds >= 10000 ? 0 : microseconds >= 100 ? 1 : 2, microseconds);
}

/* Out of place and in place: the forecast does not tell them apart, and nothing was checked. */
static void print_row(const struct collective_table *table, const struct collective_row *row, FILE *output)
{
    const double parts = formats[table->op].counts_part ? table->group.ranks : 1;
    (void)fprintf(output, "%12.0f  %12.0f  %8s  %6s  %6d", row->size, floor(row->size / FLOAT_BYTES / parts), "float",
                  formats[table->op].reduction, formats[table->op].root);
    for (int place = 0; place < 2; place++) {
        print_time(row->cost.seconds, output);
        (void)fprintf(output, "  %6.2f  %6.2f  %5s", row->algorithm_bandwidth / 1e9, row->bus_bandwidth / 1e9, "N/A");
    }
    (void)fprintf(output, "\n");
}

static void print_nccl_tests(const struct collective_table *table, FILE *output)
{
    double sum = 0;
    int count = 0;
    (void)fprintf(output, "# Forecast by ringside, not measured: %s on %d GPUs of %s\n#\n", formats[table->op].program,
                  table->group.ranks, table->scenario.cluster.name);
    print_ranks(table, output);
    (void)fprintf(output, "#%61s%35s\n", "out-of-place", "in-place");
    (void)fprintf(output, "#%11s  %12s  %8s  %6s  %6s  %7s  %6s  %6s %6s  %7s  %6s  %6s %6s\n", "size", "count", "type",
                  "redop", "root", "time", "algbw", "busbw", "#wrong", "time", "algbw", "busbw", "#wrong");
    (void)fprintf(output, "#%11s  %12s  %8s  %6s  %6s  %7s  %6s  %6s %6s  %7s  %6s  %6s\n", "(B)", "(elements)", "", "",
                  "", "(us)", "(GB/s)", "(GB/s)", "", "(us)", "(GB/s)", "(GB/s)");
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row row = collective_row_at(table, size);
        print_row(table, &row, output);
        sum += row.bus_bandwidth;
        count++;
        size = collective_next_size(table, size);
    }
    (void)fprintf(output, "# Avg bus bandwidth    : %g\n#\n", sum / count / 1e9);
}

/* ---- what was asked ---- */

/* A text that is being written. */
struct memory {
    char *text; /* to be freed */
    size_t length;
};

static int deliver(const struct program *program, const struct arguments *arguments, const struct memory *memory)
{
    return deliver_result(program, "export", memory->text, memory->length, arguments->value[OPTION_OUTPUT],
                          arguments->value[OPTION_FORCE]);
}

static int export_nccl_tests(const struct program *program, const struct arguments *arguments)
{
    if (arguments->word_count < 2) {
        complaint_print(program->errors, "ringside export nccl-tests: an operation is expected, like all_reduce\n");
        return EXIT_BAD_INPUT;
    }
    const struct collective_table table = collective_table_read(arguments, arguments->words[1], program->errors);
    if (table.op == OP_COUNT) {
        return EXIT_BAD_INPUT;
    }
    struct memory memory = {.text = NULL};
    FILE *stream = open_memstream(&memory.text, &memory.length);
    if (stream == NULL) {
        return refuse_without_memory(program->errors);
    }
    print_nccl_tests(&table, stream);
    const bool written = fclose(stream) == 0;
    const int status = written ? deliver(program, arguments, &memory) : refuse_without_memory(program->errors);
    free(memory.text);
    return status;
}

static int export_scenario(const struct program *program, const struct arguments *arguments)
{
    if (arguments->word_count > 1) {
        complaint_print(program->errors, "ringside export scenario: \"%s\" is one word too many\n",
                        arguments->words[1]);
        return EXIT_BAD_INPUT;
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const struct scenario *scenario = &subject.resolved.scenario;
    char measured[MEASURED_FIGURE_TEXT];
    (void)measured_figure_print(&subject.resolved.figure, measured, sizeof measured);
    const struct scenario_heading heading = {.name = "", .title = "", .source = "", .measured = measured};
    struct memory memory = {.length = scenario_print(scenario, &heading, subject.catalogue, NULL, 0)};
    memory.text = malloc(memory.length + 1);
    if (memory.text != NULL) {
        (void)scenario_print(scenario, &heading, subject.catalogue, memory.text, memory.length + 1);
    }
    catalogue_free(subject.catalogue);
    const int status =
        memory.text == NULL ? refuse_without_memory(program->errors) : deliver(program, arguments, &memory);
    free(memory.text);
    return status;
}

int export_run(const struct program *program, const struct arguments *arguments)
{
    switch (choice_find(&export_names, arguments->words[0])) {
    case EXPORT_NCCL_TESTS:
        return export_nccl_tests(program, arguments);
    case EXPORT_SCENARIO:
        return export_scenario(program, arguments);
    default:
        return refuse_choice(program->errors, "export", arguments->words[0], &export_names);
    }
}
