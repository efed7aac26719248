/* report.c: `ringside report`: every figure of one scenario. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/report_text.h"
#include "core/condition.h"
#include "core/evaluate.h"
#include "core/notes.h"
#include "profiles/measurements.h"

#include <math.h>
#include <string.h>

enum { OPTION_MEASURED, OPTION_FORMAT };

const struct option report_options[] = {
    [OPTION_MEASURED] = {.name = "--measured",
                         .value = "METRIC=VALUE",
                         .candidates = CANDIDATES_METRICS,
                         .help = "compare with what you measured: --measured step.time=4.6s"},
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

/* What --measured asks: a condition with an equals sign. Not valid after a complaint. */
static struct condition_read read_measured(const char *text, FILE *errors)
{
    static const char expected[] = "a figure, = and what was measured are expected, like step.time=4.6s";
    if (strchr(text, '=') == NULL) {
        (void)fprintf(errors, "ringside report: --measured: \"%s\": %s\n", text, expected);
        return (struct condition_read){.valid = false};
    }
    struct condition_read read = condition_read(text);
    const bool positive =
        read.valid && read.condition.relation == RELATION_EQUAL && read.condition.value > 0 &&
        (read.condition.metric->kind == METRIC_QUANTITY || read.condition.metric->kind == METRIC_COUNT);
    if (!positive) {
        (void)fprintf(errors, "ringside report: --measured: %s\n", read.valid ? expected : read.message);
        read.valid = false;
    }
    return read;
}

/* Before all other notes: it is what was asked. */
static void note_comparison(struct report *report)
{
    const int kept = report->notes.count < NOTE_COUNT ? report->notes.count : NOTE_COUNT - 1;
    memmove(report->notes.text[1], report->notes.text[0], (size_t)kept * NOTE_LENGTH);
    report->notes.count = kept + 1;
    comparison_print(report->notes.text[0], NOTE_LENGTH, &report->comparison);
}

/* Whether the figure has a forecast to be compared with; else a complaint was made. */
static bool compare(struct report *report, const struct condition *measured, FILE *errors)
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
    const struct condition_read measured =
        asked != NULL ? read_measured(asked, program->errors) : (struct condition_read){.valid = true};
    if (!measured.valid) {
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
    const bool compared = asked == NULL || compare(&report, &measured.condition, program->errors);
    if (compared) {
        printers[arguments_choice(arguments, report_options, OPTION_FORMAT, FORMAT_TEXT)](&report, program->output);
    }
    catalogue_free(subject.catalogue);
    return !compared ? EXIT_BAD_INPUT : report.result.valid ? EXIT_DONE : EXIT_ANSWER_NO;
}
