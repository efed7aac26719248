/* report.c: `ringside report`: every figure of one scenario. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/report_text.h"
#include "core/change.h"
#include "core/measured_figure.h"
#include "core/notes.h"
#include "profiles/measurements.h"

#include <math.h>
#include <string.h>

enum { OPTION_MEASURED, OPTION_FORMAT };

const struct option report_options[] = {
    [OPTION_MEASURED] = {.name = "--measured",
                         .value = "METRIC=VALUE",
                         .candidates = CANDIDATES_METRICS,
                         .help = "compare with what you measured: --measured step.time=4.6s, or 41% or 58000tok/s"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* The figure that was measured beside the one that was forecast, as one more note. */
static void note_measured(struct report *report, const struct options_result *resolved)
{
    const struct measured_run *run = resolved->measured;
    if (run == NULL || !report->result.valid || report->notes.count == NOTE_COUNT) {
        return;
    }
    const double forecast = measured_run_forecast(run, &resolved->scenario);
    const struct validation_row row = {.forecast = measured_run_slowness(run, forecast),
                                       .measured = measured_run_slowness(run, run->value)};
    const struct quantity_text measured = quantity_display(run->value, run->metric->unit);
    const struct quantity_text shown = quantity_display(forecast, run->metric->unit);
    (void)snprintf(report->notes.text[report->notes.count++], NOTE_LENGTH,
                   "%s: %s %s measured, %s %s forecast (%+.1f %%). %.120s", run->metric->key, measured.number,
                   measured.unit, shown.number, shown.unit, 100 * validation_error(&row),
                   resolved->measured_by->source);
}

/* A note before all others; returns where it is to be written. */
static char *note_first(struct notes *notes)
{
    const int kept = notes->count < NOTE_COUNT ? notes->count : NOTE_COUNT - 1;
    memmove(notes->text[1], notes->text[0], (size_t)kept * NOTE_LENGTH);
    notes->count = kept + 1;
    return notes->text[0];
}

/* "One setting alone would do that: recompute=full (8.9 s), nic.per_node=1 (9.3 s).", of a step that is off. */
static void note_explanations(struct report *report)
{
    const struct comparison *comparison = &report->comparison;
    const double step = report->result.step;
    const struct changes changes = changes_explaining(report->scenario, &report->result, step * comparison->slowness);
    if (isnan(comparison->step) || comparison->verdict == COMPARISON_AS_FORECAST || changes.count == 0) {
        return;
    }
    char *text = note_first(&report->notes);
    int length = snprintf(text, NOTE_LENGTH, "One setting alone would bring the forecast there:");
    for (int i = 0; i < changes.count && length < NOTE_LENGTH; i++) {
        char value[QUANTITY_TEXT];
        const struct change *change = &changes.row[i];
        const struct quantity_text time = quantity_display(change->step, UNIT_SECONDS);
        (void)parameter_print(change->parameter, change->value, value, sizeof value);
        length += snprintf(text + length, (size_t)(NOTE_LENGTH - length), "%s %s=%s (%s %s)", i > 0 ? "," : "",
                           change->parameter->key, value, time.number, time.unit);
    }
    if (length < NOTE_LENGTH - 1) {
        (void)snprintf(text + length, (size_t)(NOTE_LENGTH - length), ".");
    }
}

/* Before all other notes: it is what was asked. */
static void note_comparison(struct report *report)
{
    note_explanations(report);
    comparison_print(note_first(&report->notes), NOTE_LENGTH, &report->comparison);
}

/* Whether the figure has a forecast to be compared with; else a complaint was made. */
static bool compare(struct report *report, const struct measured_figure *measured, FILE *errors)
{
    const struct result *result = &report->result;
    if (!result->valid) {
        return true; /* the reasons say enough */
    }
    if (isnan(metric_get(measured->metric, result))) {
        (void)fprintf(errors, "ringside report: --measured: %s does not apply to this scenario\n",
                      measured->metric->key);
        return false;
    }
    report->comparison = compare_measured(measured->metric, measured->value, report->scenario, result);
    note_comparison(report);
    return true;
}

int report_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct report *report, FILE *output) = {
        [FORMAT_TEXT] = report_print_text,
        [FORMAT_JSON] = report_print_json,
        [FORMAT_CSV] = report_print_csv,
    };
    const char *asked = arguments->value[OPTION_MEASURED];
    const struct measured_figure_read measured =
        asked != NULL ? measured_figure_read(asked) : (struct measured_figure_read){.valid = true};
    if (!measured.valid) {
        (void)fprintf(program->errors, "ringside report: --measured: %s\n", measured.message);
        return EXIT_BAD_INPUT;
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    warn_of_settings(&arguments->scenario, &subject.resolved.scenario, program->errors);
    struct report report = {.scenario = &subject.resolved.scenario, .result = evaluate_all(&subject.resolved.scenario)};
    report.notes = notes_of(report.scenario, &report.result);
    note_measured(&report, &subject.resolved);
    report.reasons = strategy_reasons(report.scenario);
    const struct measured_figure *figure = asked != NULL ? &measured.figure : &subject.resolved.figure;
    const bool compared = figure->metric == NULL || compare(&report, figure, program->errors);
    if (compared) {
        printers[arguments_choice(arguments, report_options, OPTION_FORMAT, FORMAT_TEXT)](&report, program->output);
    }
    catalogue_free(subject.catalogue);
    return !compared ? EXIT_BAD_INPUT : report.result.valid ? EXIT_DONE : EXIT_ANSWER_NO;
}
