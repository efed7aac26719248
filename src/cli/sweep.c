/* sweep.c: `ringside sweep`: one parameter over a range, a row for each value. */
#include "core/sweep.h"

#include "cli/arguments.h"
#include "cli/batch_columns.h"
#include "cli/commands.h"
#include "cli/followed_batch.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "core/evaluate.h"
#include "core/strategy.h"
#include "exporters/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_OVER, OPTION_SHOW, OPTION_FORMAT };

/* What is shown unless --show says otherwise: these, those of a training step that any of its rows has, and memory. */
static const char *const shown_first[MODE_COUNT] = {
    [MODE_TRAINING] = "step.time,mfu,tokens_per_second_per_gpu,tp.exposed,dp.exposed",
    [MODE_PREFILL] = "prefill.time,prefill.bound,prefill.comm,prefill.launch,tokens_per_second_per_gpu",
    [MODE_DECODE] = "decode.time,decode.bound,decode.comm,decode.launch,tokens_per_second_per_gpu",
};
static const char *const shown_where_paid[] = {"fsdp.exposed", "cp.exposed", "ep.exposed", "pp.exposed", "pp.bubble"};
static const char shown_last[] = "memory.total,memory.fits";

const struct option sweep_options[] = {
    [OPTION_OVER] =
        {.name = "--over",
         .value = "KEY=FROM:TO[:log|lin|pow2][:COUNT]|KEY=VALUE,...",
         .candidates = CANDIDATES_SETTINGS,
         .help = "the parameter and its range, or its values; KEY alone: those that can run, or all of its range"},
    [OPTION_SHOW] = {.name = "--show",
                     .value = "KEY,...",
                     .candidates = CANDIDATES_METRICS,
                     .help = "the figures to print; without it the main ones"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* One value and what came of it. */
struct row {
    struct scenario scenario;
    struct result result;
};

struct walk {
    struct sweep sweep;
    struct batch_figures figures;
    struct row *rows;
    int count;
    bool any_runs, all_run;
};

/* Why a scenario cannot run; "" if it can. */
struct reason {
    char text[REASON_LENGTH];
};

static struct reason reason_of(const struct row *row)
{
    struct reason reason = {.text = ""};
    if (!row->result.valid) {
        (void)snprintf(reason.text, sizeof reason.text, "%s", strategy_reasons(&row->scenario).text[0]);
    }
    return reason;
}

/* ---- for people ---- */

static void print_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct walk *walk = table->rows;
    const struct row *shown = &walk->rows[row];
    if (column == 0) {
        const struct parameter *parameter = walk->sweep.parameter;
        const double value = parameter_get(parameter, &shown->scenario);
        if (parameter->kind == KIND_REAL) {
            (void)quantity_join(quantity_display_digits(value, parameter->unit, 4), text, size);
        } else {
            (void)parameter_print(parameter, value, text, size);
        }
    } else if (column <= walk->figures.count) {
        (void)metric_print(walk->figures.list[column - 1], &shown->result, text, size);
    } else {
        (void)snprintf(text, size, "%s", reason_of(shown).text);
    }
}

static void print_text(const struct walk *walk, FILE *output)
{
    struct table_column columns[TABLE_COLUMNS] = {{walk->sweep.parameter->key, true}};
    int count = 1;
    for (int i = 0; i < walk->figures.count && count < TABLE_COLUMNS - 1; i++) {
        columns[count++] = (struct table_column){walk->figures.list[i]->key, true};
    }
    if (!walk->all_run) {
        columns[count++] = (struct table_column){"reason", true};
    }
    const struct table table = {
        .columns = columns, .column_count = count, .row_count = walk->count, .rows = walk, .cell = print_cell};
    table_print(&table, FORMAT_TEXT, output);
}

/* ---- for programs ---- */

static void print_csv(const struct walk *walk, FILE *output)
{
    struct csv_writer writer = {.output = output};
    csv_text(&writer, walk->sweep.parameter->key);
    csv_text(&writer, "valid");
    for (int i = 0; i < walk->figures.count; i++) {
        csv_text(&writer, walk->figures.list[i]->key);
    }
    csv_text(&writer, "reason");
    csv_row_end(&writer);
    for (int row = 0; row < walk->count; row++) {
        csv_parameter(&writer, walk->sweep.parameter, &walk->rows[row].scenario);
        csv_truth(&writer, walk->rows[row].result.valid);
        for (int i = 0; i < walk->figures.count; i++) {
            csv_metric(&writer, walk->figures.list[i], &walk->rows[row].result);
        }
        csv_text(&writer, reason_of(&walk->rows[row]).text);
        csv_row_end(&writer);
    }
}

static void print_json(const struct walk *walk, FILE *output)
{
    struct json json = {.output = output};
    json_array(&json, NULL);
    for (int row = 0; row < walk->count; row++) {
        json_object(&json, NULL);
        json_parameter(&json, walk->sweep.parameter, &walk->rows[row].scenario);
        json_truth(&json, "valid", walk->rows[row].result.valid);
        json_object(&json, "metrics");
        for (int i = 0; i < walk->figures.count; i++) {
            json_metric(&json, walk->figures.list[i], &walk->rows[row].result);
        }
        json_object_end(&json);
        json_text(&json, "reason", reason_of(&walk->rows[row]).text);
        json_object_end(&json);
    }
    json_array_end(&json);
    json_end(&json);
}

/* ---- what is shown by default ---- */

enum { SHOWN_LENGTH = 300 };

struct shown {
    char keys[SHOWN_LENGTH];
};

/* How a figure moves over the values of a sweep. */
struct span {
    double least, greatest; /* of the values that can run; NAN: none can */
};

static struct span span_of(const struct sweep *sweep, const struct scenario *scenario, const struct metric *metric)
{
    static double values[SWEEP_MOST_POINTS];
    const int count = sweep_values(sweep, values, SWEEP_MOST_POINTS);
    struct span span = {.least = NAN, .greatest = NAN};
    for (int i = 0; i < count; i++) {
        const struct scenario point = sweep_at(sweep, scenario, values[i]);
        const struct result result = evaluate(&point);
        if (result.valid) {
            span.least = fmin(span.least, metric_get(metric, &result));
            span.greatest = fmax(span.greatest, metric_get(metric, &result));
        }
    }
    return span;
}

/* Steps of different batches are no steps to compare: an automatic batch follows the replicas. */
static bool batch_varies(const struct sweep *sweep, const struct scenario *scenario)
{
    const struct span batch = span_of(sweep, scenario, metric_find("batch.global"));
    return batch.least < batch.greatest && strcmp(sweep->parameter->key, "global_batch") != 0;
}

static struct shown shown_by_default(const struct sweep *sweep, const struct scenario *scenario)
{
    struct shown shown;
    size_t used = (size_t)snprintf(shown.keys, sizeof shown.keys, "%s,", shown_first[scenario->mode]);
    if (scenario->mode == MODE_TRAINING && batch_varies(sweep, scenario)) {
        used += (size_t)snprintf(shown.keys + used, sizeof shown.keys - used, "batch.global,");
    }
    for (size_t i = 0; i < sizeof shown_where_paid / sizeof shown_where_paid[0]; i++) {
        const struct metric *metric = metric_find(shown_where_paid[i]);
        if (scenario->mode == MODE_TRAINING && span_of(sweep, scenario, metric).greatest > 0) {
            used += (size_t)snprintf(shown.keys + used, sizeof shown.keys - used, "%s,", metric->key);
        }
    }
    (void)snprintf(shown.keys + used, sizeof shown.keys - used, "%s", shown_last);
    return shown;
}

/* Powers of two seldom meet the end of a range: 1024 and 1536 are one row, which nobody meant. */
static void warn_of_end(const struct sweep *sweep, FILE *errors)
{
    static double values[SWEEP_MOST_POINTS];
    const int count = sweep_values(sweep, values, SWEEP_MOST_POINTS);
    const bool falls_short = sweep->listed_count == 0 && sweep->scale == SWEEP_POWERS && sweep->count == 0 &&
                             sweep->parameter->kind == KIND_INTEGER && count > 0 && values[count - 1] < sweep->to;
    if (falls_short) {
        complaint_print(errors,
                        "ringside sweep: powers of two end at %.0f, short of %.0f; name values (%s=%.0f,%.0f) or steps "
                        "(:lin:5)\n",
                        values[count - 1], sweep->to, sweep->parameter->key, sweep->from, sweep->to);
    }
}

/* A sweep over modes has use for the settings of all of them. */
static void warn_of_sweep(const struct sweep *sweep, const struct options *options, const struct scenario *scenario,
                          FILE *errors)
{
    if (strcmp(sweep->parameter->key, "mode") != 0) {
        warn_of_settings(options, scenario, errors);
    }
    warn_of_mode(sweep->parameter, scenario, errors);
    warn_of_end(sweep, errors);
}

/* ---- the command ---- */

static void walk_price(struct walk *walk, const struct scenario *scenario, const double *values)
{
    walk->all_run = true;
    for (int i = 0; i < walk->count; i++) {
        walk->rows[i].scenario = sweep_at(&walk->sweep, scenario, values[i]);
        walk->rows[i].result = walk->figures.price(&walk->rows[i].scenario);
        walk->any_runs = walk->any_runs || walk->rows[i].result.valid;
        walk->all_run = walk->all_run && walk->rows[i].result.valid;
    }
}

/* Of the rows that can run, that of the greatest batch and that of the least. */
static void print_followed_batch(FILE *output, const struct walk *walk)
{
    bool matters = false;
    for (int i = 0; i < walk->figures.count; i++) {
        matters = matters || followed_batch_matters(walk->figures.list[i]);
    }
    const struct row *greatest = NULL;
    const struct row *least = NULL;
    for (int i = 0; matters && i < walk->count; i++) {
        const struct row *row = &walk->rows[i];
        if (row->result.valid) {
            const int batch = strategy_sizes(&row->scenario).global_batch;
            greatest = greatest == NULL || batch > strategy_sizes(&greatest->scenario).global_batch ? row : greatest;
            least = least == NULL || batch < strategy_sizes(&least->scenario).global_batch ? row : least;
        }
    }
    if (greatest != NULL) {
        followed_batch_print(output, walk->sweep.parameter, &greatest->scenario, &least->scenario);
    }
}

static int run_walk(struct walk *walk, const struct scenario *scenario, const struct program *program,
                    enum format format)
{
    static void (*const printers[FORMAT_COUNT])(const struct walk *walk, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    static double values[SWEEP_MOST_POINTS];
    walk->count = sweep_values(&walk->sweep, values, SWEEP_MOST_POINTS);
    walk->rows = calloc((size_t)walk->count + 1, sizeof *walk->rows);
    if (walk->rows == NULL) {
        return refuse_without_memory(program->errors);
    }
    walk_price(walk, scenario, values);
    printers[format](walk, program->output);
    print_followed_batch(format == FORMAT_TEXT ? program->output : program->errors, walk);
    free(walk->rows);
    return walk->any_runs ? EXIT_DONE : EXIT_ANSWER_NO;
}

/* A key alone takes the values that its slider has in this scenario: those that can run. */
static void take_slider(struct sweep *sweep, const struct scenario *scenario)
{
    if (sweep->parameter->values == NULL) {
        return;
    }
    const struct value_list values = sweep->parameter->values(scenario);
    sweep->listed_count = values.count < SWEEP_LISTED ? values.count : SWEEP_LISTED;
    memcpy(sweep->listed, values.value, (size_t)sweep->listed_count * sizeof values.value[0]);
}

int sweep_run(const struct program *program, const struct arguments *arguments)
{
    const char *over = arguments->value[OPTION_OVER];
    const char *show = arguments->value[OPTION_SHOW];
    if (over == NULL) {
        complaint_print(program->errors,
                        "ringside sweep: --over is missing, like --over nic.bandwidth=10GB/s:100GB/s\n");
        return EXIT_BAD_INPUT;
    }
    struct sweep_read read = sweep_read(over);
    if (!read.valid) {
        complaint_print(program->errors, "ringside sweep: --over: %s\n", read.message);
        return EXIT_BAD_INPUT;
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    if (strchr(over, '=') == NULL) {
        take_slider(&read.sweep, &subject.resolved.scenario);
    }
    warn_of_sweep(&read.sweep, &arguments->scenario, &subject.resolved.scenario, program->errors);
    const struct shown shown = shown_by_default(&read.sweep, &subject.resolved.scenario);
    struct walk walk = {
        .sweep = read.sweep,
        .figures = batch_figures_read("sweep", show == NULL ? shown.keys : show, program->errors),
    };
    int status = EXIT_BAD_INPUT;
    if (walk.figures.list != NULL) {
        const int format = arguments_choice(arguments, sweep_options, OPTION_FORMAT, FORMAT_TEXT);
        status = run_walk(&walk, &subject.resolved.scenario, program, (enum format)format);
        batch_figures_free(&walk.figures);
    }
    catalogue_free(subject.catalogue);
    return status;
}
