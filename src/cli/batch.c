/* batch.c: `ringside batch`: a CSV file of scenarios in, the same with their figures out, one row in memory at a time.
 */
#include "cli/arguments.h"
#include "cli/batch_columns.h"
#include "cli/commands.h"
#include "cli/followed_batch.h"
#include "cli/refuse.h"
#include "core/strategy.h"
#include "exporters/figures.h"

#include <errno.h>
#include <string.h>

enum { OPTION_SHOW };
enum { REASON_TEXT = REASON_COUNT * (REASON_LENGTH + 1) };

const struct option batch_options[] = {
    [OPTION_SHOW] = {.name = "--show",
                     .value = "KEY,...",
                     .candidates = CANDIDATES_METRICS,
                     .help = "the figures to print; without it all of them"},
    {.name = NULL},
};

/* A global batch that follows the replicas, and the first row that has it. */
struct followed {
    int batch; /* 0: no row yet */
    long line;
};

struct batch {
    const struct program *program;
    struct catalogue *catalogue; /* it takes what cells name files of */
    const char *name;            /* of the file */
    struct scenario base;
    struct batch_columns columns;
    struct batch_figures figures;
    struct csv_reader reader;
    struct csv_writer writer;
    struct followed least, greatest;
    int status;
};

/* What became of a row. */
struct outcome {
    bool readable;
    struct scenario scenario;
    struct result result;
    char reason[REASON_TEXT];
};

/* A cell that is wrong, or a row with too many or too few. */
static void refuse_row(struct outcome *outcome, const char *key, const char *message)
{
    outcome->readable = false;
    (void)snprintf(outcome->reason, sizeof outcome->reason, "%s%s%s", key, key[0] == '\0' ? "" : ": ", message);
}

static void apply_preset(struct outcome *outcome, const struct batch *batch, const struct batch_column *column,
                         const char *cell)
{
    struct complaint complaint = {{0}};
    const struct profile *profile = options_load_preset(batch->catalogue, column->preset->kind, cell, &complaint);
    if (profile == NULL || !profile_apply(profile, batch->catalogue, &outcome->scenario)) {
        refuse_row(outcome, column->preset->key, complaint.text);
    }
}

static void apply_parameter(struct outcome *outcome, const struct batch_column *column, const char *cell)
{
    const struct quantity value = parameter_read(column->parameter, cell);
    if (value.valid) {
        parameter_set(column->parameter, &outcome->scenario, value.value);
    } else {
        refuse_row(outcome, column->parameter->key, value.message);
    }
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* Presets come first, in their order, so that other cells change what they brought. */
static void read_row(struct outcome *outcome, const struct batch *batch)
{
    const struct batch_columns *columns = &batch->columns;
    if (batch->reader.count != columns->count) {
        char message[CSV_MESSAGE];
        (void)snprintf(message, sizeof message, "%d cells where the header has %d", batch->reader.count,
                       columns->count);
        refuse_row(outcome, "", message);
        return;
    }
    for (int i = 0; i < columns->preset_count && outcome->readable; i++) {
        const int place = columns->preset_place[i];
        const char *cell = csv_cell(&batch->reader, place);
        if (!is_blank(cell)) {
            apply_preset(outcome, batch, &columns->list[place], cell);
        }
    }
    for (int place = 0; place < columns->count && outcome->readable; place++) {
        const char *cell = csv_cell(&batch->reader, place);
        if (columns->list[place].parameter != NULL && !is_blank(cell)) {
            apply_parameter(outcome, &columns->list[place], cell);
        }
    }
}

static void price_row(struct outcome *outcome, const struct batch *batch)
{
    outcome->result = batch->figures.price(&outcome->scenario);
    if (outcome->result.valid) {
        return;
    }
    const struct reasons reasons = strategy_reasons(&outcome->scenario);
    size_t used = 0;
    for (int i = 0; i < reasons.count && used < sizeof outcome->reason; i++) {
        used += (size_t)snprintf(outcome->reason + used, sizeof outcome->reason - used, "%s%s", i > 0 ? " " : "",
                                 reasons.text[i]);
    }
}

static void write_row(struct batch *batch, const struct outcome *outcome)
{
    for (int i = 0; i < batch->columns.count; i++) {
        csv_text(&batch->writer, csv_cell(&batch->reader, i));
    }
    csv_truth(&batch->writer, outcome->result.valid);
    for (int i = 0; i < batch->figures.count; i++) {
        csv_metric(&batch->writer, batch->figures.list[i], &outcome->result);
    }
    csv_text(&batch->writer, outcome->reason);
    csv_row_end(&batch->writer);
}

static void note_followed_batch(struct batch *batch, const struct scenario *scenario)
{
    const struct followed row = {.batch = followed_batch_of(scenario), .line = batch->reader.row_line};
    if (row.batch == 0) {
        return;
    }
    if (batch->least.batch == 0 || row.batch < batch->least.batch) {
        batch->least = row;
    }
    if (row.batch > batch->greatest.batch) {
        batch->greatest = row;
    }
}

static void run_row(struct batch *batch)
{
    struct outcome outcome = {.readable = true, .scenario = batch->base, .result = {.valid = false}, .reason = ""};
    read_row(&outcome, batch);
    if (outcome.readable) {
        price_row(&outcome, batch);
        note_followed_batch(batch, &outcome.scenario);
    } else {
        complaint_print(batch->program->errors, "%s:%ld: %s\n", batch->name, batch->reader.row_line, outcome.reason);
        batch->status = EXIT_ANSWER_NO;
    }
    write_row(batch, &outcome);
}

static void write_header(struct batch *batch)
{
    for (int i = 0; i < batch->columns.count; i++) {
        csv_text(&batch->writer, csv_cell(&batch->reader, i));
    }
    csv_text(&batch->writer, "valid");
    for (int i = 0; i < batch->figures.count; i++) {
        csv_text(&batch->writer, batch->figures.list[i]->key);
    }
    csv_text(&batch->writer, "reason");
    csv_row_end(&batch->writer);
}

/* All rows, as far as the file can be read and the output takes them. */
static void run_rows(struct batch *batch)
{
    enum csv_status status = CSV_ROW;
    write_header(batch);
    while (!ferror(batch->program->output) && (status = csv_read(&batch->reader)) == CSV_ROW) {
        run_row(batch);
    }
    if (status == CSV_BAD) {
        complaint_print(batch->program->errors, "%s:%ld: %s\n", batch->name, batch->reader.row_line,
                        batch->reader.message);
        batch->status = EXIT_BAD_INPUT;
    }
}

static bool shows_cost(const struct batch *batch)
{
    bool shows = false;
    for (int i = 0; i < batch->figures.count; i++) {
        shows = shows || batch->figures.list[i]->unit == UNIT_DOLLAR;
    }
    return shows;
}

/* Costs of several cards at one price say nothing of which is cheaper. */
static void warn_of_price(const struct batch *batch)
{
    const struct parameter *price = parameter_find("gpu.price");
    bool priced = parameter_get(price, &batch->base) != price->fallback;
    bool varies = false;
    for (int i = 0; i < batch->columns.count; i++) {
        const struct batch_column *column = &batch->columns.list[i];
        priced = priced || column->parameter == price;
        varies = varies || (column->preset != NULL && column->preset->kind != PROFILE_MODEL);
    }
    if (!priced && varies && shows_cost(batch)) {
        complaint_print(
            batch->program->errors,
            "%s: every GPU is taken at gpu.price = %g $/h, an assumption: a column gpu.price gives each its own\n",
            batch->name, price->fallback);
    }
}

/* Steps of unlike batches are not to be compared: which one was longer says nothing of which layout is quicker. */
static void warn_of_followed_batch(const struct batch *batch)
{
    bool matters = false;
    for (int i = 0; i < batch->figures.count; i++) {
        matters = matters || followed_batch_matters(batch->figures.list[i]);
    }
    if (matters && batch->least.batch != batch->greatest.batch) {
        complaint_print(
            batch->program->errors,
            "%s: the global batch follows: %d in line %ld, %d in line %ld; --set global_batch=%d holds it\n",
            batch->name, batch->greatest.batch, batch->greatest.line, batch->least.batch, batch->least.line,
            batch->greatest.batch);
    }
}

static void read_header(struct batch *batch)
{
    const enum csv_status status = csv_read(&batch->reader);
    if (status != CSV_ROW) {
        complaint_print(batch->program->errors, "%s: %s\n", batch->name,
                        status == CSV_BAD ? batch->reader.message
                                          : "a header is expected: names of parameters, like model,cluster.gpus,tp");
        batch->status = EXIT_BAD_INPUT;
        return;
    }
    batch->columns = batch_columns_read(&batch->reader, batch->name, batch->program->errors);
    if (batch->columns.list == NULL) {
        batch->status = EXIT_BAD_INPUT;
    }
}

static void run_file(struct batch *batch, const struct arguments *arguments)
{
    batch->figures = batch_figures_read("batch", arguments->value[OPTION_SHOW], batch->program->errors);
    if (batch->figures.list == NULL) {
        batch->status = EXIT_BAD_INPUT;
        return;
    }
    read_header(batch);
    if (batch->status == EXIT_DONE) {
        if (arguments->value[OPTION_SHOW] != NULL) {
            warn_of_price(batch);
        }
        run_rows(batch);
        warn_of_followed_batch(batch);
    }
    batch_columns_free(&batch->columns);
    batch_figures_free(&batch->figures);
    csv_reader_free(&batch->reader);
}

/* Presets and scenario, then the rows. */
static int run_input(const struct program *program, const struct arguments *arguments, FILE *input, const char *name)
{
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    struct batch batch = {
        .program = program,
        .catalogue = subject.catalogue,
        .name = name,
        .base = subject.resolved.scenario,
        .reader = {.file = input},
        .writer = {.output = program->output},
        .status = EXIT_DONE,
    };
    run_file(&batch, arguments);
    catalogue_free(subject.catalogue);
    return batch.status;
}

int batch_run(const struct program *program, const struct arguments *arguments)
{
    const char *name = arguments->words[0];
    if (strcmp(name, "-") == 0) {
        return run_input(program, arguments, program->input, "standard input");
    }
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        complaint_print(program->errors, "ringside batch: %s: %s\n", name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    const int status = run_input(program, arguments, file, name);
    (void)fclose(file);
    return status;
}
