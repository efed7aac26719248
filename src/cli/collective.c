/* collective.c: `ringside collective`: the table that nccl-tests would print on this cluster. */
#include "cli/arguments.h"
#include "cli/collective_table.h"
#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/json.h"

#include <math.h>

enum { OPTION_FORMAT = TABLE_OPTIONS };

/* clang-format off */
const struct option collective_options[] = {
    COLLECTIVE_TABLE_OPTIONS,
    [OPTION_FORMAT] = {.name = "--format", .choices = &format_names, .candidates = CANDIDATES_CHOICES,
                       .help = "for people (the default), or for programs"},
    {.name = NULL},
};
/* clang-format on */

/* ---- for people ---- */

enum { FLOAT_BYTES = 4 };

static void print_text(const struct collective_table *table, FILE *output)
{
    const struct scenario *scenario = &table->scenario;
    const struct group *group = &table->group;
    double sum = 0;
    int count = 0;
    (void)fprintf(output, "# %s of %d GPUs of %s (%s): %d in each of %d domains; links %s, rings %s, library %s\n",
                  choice_name(&collective_names, (int)table->op), group->ranks, scenario->cluster.name,
                  scenario->gpu.name, group->members, group->domains,
                  choice_name(&basis_names, (int)scenario->execution.basis),
                  choice_name(&ring_names, (int)scenario->execution.ring),
                  choice_name(&library_names, (int)scenario->execution.library));
    (void)fprintf(output, "#%12s %12s %12s %9s %9s  %-15s %-9s %s\n", "size", "count", "time", "algbw", "busbw",
                  "algorithm", "protocol", "slowest link");
    (void)fprintf(output, "#%12s %12s %12s %9s %9s\n", "(B)", "(floats)", "(us)", "(GB/s)", "(GB/s)");
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        (void)fprintf(output, " %12.0f %12.0f %12.2f %9.2f %9.2f  %-15s %-9s %s\n", size, floor(size / FLOAT_BYTES),
                      timing.cost.seconds * 1e6, timing.algorithm_bandwidth / 1e9, timing.bus_bandwidth / 1e9,
                      choice_name(&algorithm_names, (int)timing.cost.algorithm),
                      choice_name(&protocol_names, (int)timing.cost.protocol),
                      choice_name(&tier_names, (int)timing.cost.tier));
        sum += timing.bus_bandwidth;
        count++;
        size = collective_next_size(table, size);
    }
    (void)fprintf(output, "# Avg bus bandwidth    : %g\n", sum / count / 1e9);
}

/* ---- for programs ---- */

/* The figures of a row, in SI. */
enum { ROW_NUMBERS = 7 };

struct row_numbers {
    struct {
        const char *key;
        double value;
    } of[ROW_NUMBERS];
};

static struct row_numbers row_numbers_of(const struct collective_row *timing)
{
    return (struct row_numbers){{
        {"size", timing->size},
        {"time", timing->cost.seconds},
        {"algbw", timing->algorithm_bandwidth},
        {"busbw", timing->bus_bandwidth},
        {"latency", timing->cost.latency},
        {"transfer", timing->cost.transfer},
        {"bytes", timing->cost.bytes},
    }};
}

static void print_csv(const struct collective_table *table, FILE *output)
{
    struct csv_writer writer = {.output = output};
    const struct row_numbers header = row_numbers_of(&(struct collective_row){0});
    for (int i = 0; i < ROW_NUMBERS; i++) {
        csv_text(&writer, header.of[i].key);
    }
    csv_text(&writer, "algorithm");
    csv_text(&writer, "protocol");
    csv_text(&writer, "link");
    csv_row_end(&writer);
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        const struct row_numbers numbers = row_numbers_of(&timing);
        for (int i = 0; i < ROW_NUMBERS; i++) {
            csv_number(&writer, numbers.of[i].value);
        }
        csv_text(&writer, choice_name(&algorithm_names, (int)timing.cost.algorithm));
        csv_text(&writer, choice_name(&protocol_names, (int)timing.cost.protocol));
        csv_text(&writer, choice_name(&tier_names, (int)timing.cost.tier));
        csv_row_end(&writer);
        size = collective_next_size(table, size);
    }
}

static void print_row_json(struct json *json, const struct collective_row *timing)
{
    const struct row_numbers numbers = row_numbers_of(timing);
    json_object(json, NULL);
    for (int i = 0; i < ROW_NUMBERS; i++) {
        json_number(json, numbers.of[i].key, numbers.of[i].value);
    }
    json_text(json, "algorithm", choice_name(&algorithm_names, (int)timing->cost.algorithm));
    json_text(json, "protocol", choice_name(&protocol_names, (int)timing->cost.protocol));
    json_text(json, "link", choice_name(&tier_names, (int)timing->cost.tier));
    json_object_end(json);
}

static void print_json(const struct collective_table *table, FILE *output)
{
    struct json json = {.output = output};
    json_object(&json, NULL);
    json_text(&json, "operation", choice_name(&collective_names, (int)table->op));
    json_number(&json, "ranks", table->group.ranks);
    json_number(&json, "members", table->group.members);
    json_number(&json, "domains", table->group.domains);
    json_array(&json, "rows");
    double size = table->from;
    while (size <= table->to) {
        const struct collective_row timing = collective_row_at(table, size);
        print_row_json(&json, &timing);
        size = collective_next_size(table, size);
    }
    json_array_end(&json);
    json_object_end(&json);
    json_end(&json);
}

int collective_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct collective_table *table, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const struct collective_table table = collective_table_read(arguments, arguments->words[0], program->errors);
    if (table.op == OP_COUNT) {
        return EXIT_BAD_INPUT;
    }
    printers[arguments_choice(arguments, collective_options, OPTION_FORMAT, FORMAT_TEXT)](&table, program->output);
    return EXIT_DONE;
}
