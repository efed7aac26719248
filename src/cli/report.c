/* report.c: `ringside report`: every figure of one scenario. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/report_text.h"
#include "profiles/measurements.h"

enum { OPTION_FORMAT };

const struct option report_options[] = {
    [OPTION_FORMAT] = {.name = "--format",
                       .choices = &format_names,
                       .candidates = CANDIDATES_CHOICES,
                       .help = "for people (the default), or for programs"},
    {.name = NULL},
};

/* The figure that was measured beside the one that was forecast, as one more note. */
static void note_measured(struct report *report, const struct options_result *resolved)
{
    const struct measured_run *run = resolved->measured;
    if (run == NULL || !report->result.valid || report->notes.count == NOTE_COUNT) {
        return;
    }
    const double forecast = metric_get(run->metric, &report->result);
    const struct validation_row row = {.forecast = measured_run_slowness(run, forecast),
                                       .measured = measured_run_slowness(run, run->value)};
    const struct quantity_text measured = quantity_display(run->value, run->metric->unit);
    const struct quantity_text shown = quantity_display(forecast, run->metric->unit);
    (void)snprintf(report->notes.text[report->notes.count++], NOTE_LENGTH,
                   "%s: %s %s measured, %s %s forecast (%+.1f %%). %.120s", run->metric->key, measured.number,
                   measured.unit, shown.number, shown.unit, 100 * validation_error(&row),
                   resolved->measured_by->source);
}

int report_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct report *report, FILE *output) = {
        [FORMAT_TEXT] = report_print_text,
        [FORMAT_JSON] = report_print_json,
        [FORMAT_CSV] = report_print_csv,
    };
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    struct report report = {.scenario = &subject.resolved.scenario, .result = evaluate_all(&subject.resolved.scenario)};
    report.notes = evaluate_notes(report.scenario, &report.result);
    note_measured(&report, &subject.resolved);
    report.reasons = strategy_reasons(report.scenario);
    printers[arguments_choice(arguments, report_options, OPTION_FORMAT, FORMAT_TEXT)](&report, program->output);
    catalogue_free(subject.catalogue);
    return report.result.valid ? EXIT_DONE : EXIT_ANSWER_NO;
}
