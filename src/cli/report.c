/* report.c: `ringside report`: every figure of one scenario. */
#include "cli/arguments.h"
#include "cli/batch_columns.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/report_text.h"
#include "core/evaluate.h"
#include "core/measured_figure.h"
#include "core/notes.h"
#include "core/search_request.h"
#include "core/strategy.h"
#include "profiles/measurements.h"

#include <math.h>

enum { OPTION_SHOW, OPTION_BRIEF, OPTION_MEASURED, OPTION_CLIENTS, OPTION_FORMAT };

const struct option report_options[] = {
    [OPTION_SHOW] = {.name = "--show",
                     .value = "KEY,...",
                     .candidates = CANDIDATES_METRICS,
                     .help = "these figures and no others: --show step.time,mfu"},
    [OPTION_BRIEF] = {.name = "--brief", .help = "the text without the list of all figures at its end"},
    [OPTION_MEASURED] = {.name = "--measured",
                         .value = "METRIC=VALUE",
                         .candidates = CANDIDATES_METRICS,
                         .help = "compare with what you measured: --measured step.time=4.6s, or 41% or 58000tok/s"},
    [OPTION_CLIENTS] = {.name = "--clients",
                        .value = "N",
                        .help = "sequences that all replicas decode together: each takes its share, and rates count no "
                                "others"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* The figure that was measured beside the one that was forecast. */
static void note_measured(struct report *report, const struct options_result *resolved)
{
    const struct measured_run *run = resolved->measured;
    if (run == NULL || !report->result.valid) {
        return;
    }
    const double forecast = measured_run_forecast(run, &resolved->scenario);
    const struct validation_row row = {.forecast = measured_run_slowness(run, forecast),
                                       .measured = measured_run_slowness(run, run->value)};
    const struct quantity_text measured = quantity_display(run->value, run->metric->unit);
    const struct quantity_text shown = quantity_display(forecast, run->metric->unit);
    (void)snprintf(report_note_measured(report), NOTE_LENGTH, "%s: %s %s measured, %s %s forecast (%+.1f %%). %.120s",
                   run->metric->key, measured.number, measured.unit, shown.number, shown.unit,
                   100 * validation_error(&row), resolved->measured_by->source);
}

/* Whether the figure has a forecast to be compared with; else a complaint was made. */
static bool compare(struct report *report, const struct measured_figure *measured, FILE *errors)
{
    const struct result *result = &report->result;
    if (!result->valid) {
        return true; /* the reasons say enough */
    }
    if (isnan(metric_get(measured->metric, result))) {
        complaint_print(errors, "ringside report: --measured: %s does not apply to this scenario\n",
                        measured->metric->key);
        return false;
    }
    const struct comparison comparison = compare_measured(measured->metric, measured->value, report->scenario, result);
    report_compare(report, &comparison);
    return true;
}

/* How many are served, as `search` asks it. */
static struct search_request_read read_clients(const struct arguments *arguments, const struct scenario *scenario)
{
    const struct search_words words = {.text = {[SEARCH_WORD_CLIENTS] = arguments->value[OPTION_CLIENTS]}};
    return search_request_read(&words, scenario, BATCH_OPEN);
}

/* Give each replica its share of the clients; false after a complaint. */
static bool share_clients(const struct program *program, const struct arguments *arguments,
                          const struct search_request_read *read, struct scenario *scenario)
{
    if (!read->valid) {
        complaint_print(program->errors, "ringside report: %s\n", read->message);
        return false;
    }
    if (read->request.target.batch == TARGET_HELD || !strategy_valid(scenario)) {
        return true; /* nothing is asked, or the reasons say enough */
    }
    const int batch = scenario->serving.decode_batch;
    *scenario = target_serve(&read->request.target, scenario, NULL).scenario;
    if (arguments_give_batch(arguments) && scenario->serving.decode_batch != batch) {
        complaint_print(program->errors,
                        "ringside report: --clients makes the batch of a replica %d, and decode.batch is "
                        "%d: one of the two\n",
                        scenario->serving.decode_batch, batch);
        return false;
    }
    return true;
}

/* That rates are of clients, where they do not fill all batches. */
static void note_clients(struct report *report, const struct target *target)
{
    const int replicas = report->result.sizes.dp;
    const int batch = report->scenario->serving.decode_batch;
    if (target->batch != TARGET_SHARED || !report->result.valid || report->notes.count == NOTE_COUNT) {
        return;
    }
    (void)snprintf(
        report->notes.text[report->notes.count++], NOTE_LENGTH,
        "%d clients on %d replica%s, at most %d on each: rates count these clients; the table of TP fills all "
        "batches.",
        target->clients, replicas, replicas == 1 ? "" : "s", batch);
}

/* What was measured is compared, too: the figure that was asked for, else that of the scenario. */
static int report_subject(const struct program *program, const struct arguments *arguments,
                          const struct options_result *resolved, const struct measured_figure *asked,
                          const struct batch_figures *shown)
{
    static void (*const printers[FORMAT_COUNT])(const struct report *report, FILE *output) = {
        [FORMAT_TEXT] = report_print_text,
        [FORMAT_JSON] = report_print_json,
        [FORMAT_CSV] = report_print_csv,
    };
    struct scenario scenario = resolved->scenario;
    const struct search_request_read clients = read_clients(arguments, &scenario);
    if (!share_clients(program, arguments, &clients, &scenario)) {
        return EXIT_BAD_INPUT;
    }
    struct report report = {.scenario = &scenario, .result = target_price_all(&clients.request.target, &scenario)};
    report.shown = arguments->value[OPTION_SHOW] != NULL ? shown->list : NULL;
    report.shown_count = shown->count;
    report.brief = arguments->value[OPTION_BRIEF] != NULL;
    report.notes = notes_of(report.scenario, &report.result);
    note_clients(&report, &clients.request.target);
    note_measured(&report, resolved);
    report.reasons = strategy_reasons(report.scenario);
    const struct measured_figure *figure = asked != NULL ? asked : &resolved->figure;
    if (figure->metric != NULL && !compare(&report, figure, program->errors)) {
        return EXIT_BAD_INPUT;
    }
    printers[arguments_choice(arguments, report_options, OPTION_FORMAT, FORMAT_TEXT)](&report, program->output);
    return report.result.valid ? EXIT_DONE : EXIT_ANSWER_NO;
}

int report_run(const struct program *program, const struct arguments *arguments)
{
    const char *asked = arguments->value[OPTION_MEASURED];
    const struct measured_figure_read measured =
        asked != NULL ? measured_figure_read(asked) : (struct measured_figure_read){.valid = true};
    if (!measured.valid) {
        complaint_print(program->errors, "ringside report: --measured: %s\n", measured.message);
        return EXIT_BAD_INPUT;
    }
    struct batch_figures shown = batch_figures_read("report", arguments->value[OPTION_SHOW], program->errors);
    const struct subject subject =
        shown.list == NULL ? (struct subject){.catalogue = NULL} : subject_load(&arguments->scenario, program->errors);
    int status = EXIT_BAD_INPUT;
    if (subject.catalogue != NULL) {
        warn_of_settings(&arguments->scenario, &subject.resolved.scenario, program->errors);
        status = report_subject(program, arguments, &subject.resolved, asked != NULL ? &measured.figure : NULL, &shown);
        catalogue_free(subject.catalogue);
    }
    batch_figures_free(&shown);
    return status;
}
