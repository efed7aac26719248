/* report.c: `ringside report`: every figure of one scenario. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/report_text.h"
#include "core/evaluate.h"
#include "core/measured_figure.h"
#include "core/notes.h"
#include "profiles/measurements.h"

#include <math.h>

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
        complaint_print(program->errors, "ringside report: --measured: %s\n", measured.message);
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
