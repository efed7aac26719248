/* report.c: every figure of one scenario, for programs, and what a measured one says of it. */
#include "exporters/report.h"

#include "core/change.h"
#include "exporters/figures.h"
#include "exporters/report_scaling.h"

#include <math.h>
#include <string.h>

char *report_note_measured(struct report *report)
{
    report->verdicts++;
    return notes_insert(&report->notes, 0);
}

/* What alone would explain a step that is off. */
static void note_explanations(struct report *report)
{
    const struct comparison *comparison = &report->comparison;
    if (isnan(comparison->step) || comparison->verdict == COMPARISON_AS_FORECAST) {
        return;
    }
    const struct changes changes = changes_explaining(report->scenario, &report->result, comparison->step);
    if (changes.count > 0) {
        changes_print(report_note_measured(report), NOTE_LENGTH, &changes);
    }
}

/* A step's time is of its batch: one that nobody typed may not be that of the step that was measured. */
static void note_batch(struct report *report)
{
    const struct scenario *scenario = report->scenario;
    const bool is_step = strcmp(report->comparison.metric->key, "step.time") == 0;
    if (is_step && scenario->mode == MODE_TRAINING && scenario->strategy.global_batch == 0) {
        (void)snprintf(report_note_measured(report), NOTE_LENGTH,
                       "The forecast is of a global batch of %d sequences, which follows: --set global_batch=N if the "
                       "step had another.",
                       strategy_sizes(scenario).global_batch);
    }
}

void report_compare(struct report *report, const struct comparison *comparison)
{
    report->comparison = *comparison;
    note_batch(report);
    note_explanations(report);
    comparison_print(report_note_measured(report), NOTE_LENGTH, comparison);
}

int report_figure_count(const struct report *report)
{
    return report->shown == NULL ? metric_count : report->shown_count;
}

const struct metric *report_figure(const struct report *report, int index)
{
    return report->shown == NULL ? &metrics[index] : report->shown[index];
}

static void print_inputs_json(struct json *json, const struct scenario *scenario)
{
    json_object(json, "inputs");
    for (int i = 0; i < PRESET_NAMES; i++) {
        json_text(json, preset_names[i].key, preset_name_of(&preset_names[i], scenario));
    }
    for (int i = 0; i < parameter_count; i++) {
        json_parameter(json, &parameters[i], scenario);
    }
    json_object_end(json);
}

/* Settings, each with its other value and the step that it gives. */
static void print_changes_json(struct json *json, const char *key, const struct scenario *scenario,
                               const struct changes *changes)
{
    json_array(json, key);
    for (int i = 0; i < changes->count; i++) {
        struct scenario changed = *scenario;
        parameter_set(changes->row[i].parameter, &changed, changes->row[i].value);
        json_object(json, NULL);
        json_parameter(json, changes->row[i].parameter, &changed);
        json_number(json, "step.time", changes->row[i].step);
        json_object_end(json);
    }
    json_array_end(json);
}

static void print_quicker_json(struct json *json, const struct report *report)
{
    const struct changes none = {.count = 0};
    const struct changes quicker = report->result.valid ? changes_quicker(report->scenario, &report->result) : none;
    print_changes_json(json, "changes", report->scenario, &quicker);
}

static void print_comparison_json(struct json *json, const struct comparison *comparison)
{
    json_object(json, "measured");
    json_text(json, "metric", comparison->metric->key);
    json_number(json, "measured", comparison->measured);
    json_number(json, "forecast", comparison->forecast);
    json_number(json, "slowness", comparison->slowness);
    json_number(json, "band", comparison->band);
    json_number(json, "mfu", comparison->mfu);
    json_text(json, "verdict", choice_name(&comparison_names, (int)comparison->verdict));
    json_object_end(json);
}

void report_print_json(const struct report *report, FILE *output)
{
    struct json json = {.output = output};
    json_object(&json, NULL);
    print_inputs_json(&json, report->scenario);
    json_object(&json, "metrics");
    for (int i = 0; i < report_figure_count(report); i++) {
        json_metric(&json, report_figure(report, i), &report->result);
    }
    json_object_end(&json);
    json_array(&json, "notes");
    for (int i = 0; i < report->notes.count; i++) {
        json_text(&json, NULL, report->notes.text[i]);
    }
    json_array_end(&json);
    if (report->comparison.metric != NULL) {
        print_comparison_json(&json, &report->comparison);
    }
    json_array(&json, "invalid");
    for (int i = 0; i < report->reasons.count; i++) {
        json_text(&json, NULL, report->reasons.text[i]);
    }
    json_array_end(&json);
    if (report->scenario->mode != MODE_TRAINING) {
        scaling_print_json(report->scenario, &json);
    } else {
        print_quicker_json(&json, report);
    }
    json_object_end(&json);
    json_end(&json);
}

static void print_row(struct csv_writer *writer, const char *key, const char *value)
{
    csv_text(writer, key);
    csv_text(writer, value);
    csv_text(writer, "");
    csv_row_end(writer);
}

static void print_inputs_csv(struct csv_writer *writer, const struct scenario *scenario)
{
    for (int i = 0; i < PRESET_NAMES; i++) {
        print_row(writer, preset_names[i].key, preset_name_of(&preset_names[i], scenario));
    }
    for (int i = 0; i < parameter_count; i++) {
        csv_text(writer, parameters[i].key);
        csv_parameter(writer, &parameters[i], scenario);
        csv_text(writer, unit_symbol(parameters[i].unit).text);
        csv_row_end(writer);
    }
}

void report_print_csv(const struct report *report, FILE *output)
{
    struct csv_writer writer = {.output = output};
    csv_text(&writer, "key");
    csv_text(&writer, "value");
    csv_text(&writer, "unit");
    csv_row_end(&writer);
    print_inputs_csv(&writer, report->scenario);
    for (int i = 0; i < report_figure_count(report); i++) {
        const struct metric *metric = report_figure(report, i);
        csv_text(&writer, metric->key);
        csv_metric(&writer, metric, &report->result);
        csv_text(&writer, unit_symbol(metric->unit).text);
        csv_row_end(&writer);
    }
    for (int i = 0; i < report->notes.count; i++) {
        print_row(&writer, "note", report->notes.text[i]);
    }
    for (int i = 0; i < report->reasons.count; i++) {
        print_row(&writer, "invalid", report->reasons.text[i]);
    }
}
