/* explain_json.c: `ringside explain --format json`. */
#include "cli/explain.h"
#include "core/choice_meanings.h"
#include "core/explain.h"
#include "core/strategy.h"
#include "exporters/figures.h"

/* A text that may be missing. */
static void json_text_or_null(struct json *json, const char *key, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        json_null(json, key);
    } else {
        json_text(json, key, text);
    }
}

/* What a value is, and who gave it. */
static void json_origin(struct json *json, const struct explained *explained, const struct parameter *parameter)
{
    const char *class = explained_class(explained, parameter);
    json_text(json, "class", class == NULL ? "edited" : class);
    json_text_or_null(json, "from", class == NULL ? NULL : explained_giver(explained, parameter));
}

static void json_inputs(struct json *json, const struct explained *explained, const struct metric *metric)
{
    const struct scenario *scenario = &explained->subject->resolved.scenario;
    const struct explain_inputs inputs = explain_inputs(metric, scenario);
    json_array(json, "inputs");
    for (int i = 0; i < inputs.parameter_count; i++) {
        const struct parameter *parameter = inputs.parameters[i];
        json_object(json, NULL);
        json_text(json, "key", parameter->key);
        json_parameter_value(json, "value", parameter, parameter_get(parameter, scenario));
        json_origin(json, explained, parameter);
        json_object_end(json);
    }
    for (int i = 0; i < inputs.metric_count; i++) {
        json_object(json, NULL);
        json_text(json, "key", inputs.metrics[i]->key);
        json_metric_value(json, "value", inputs.metrics[i], &explained->result);
        json_text(json, "class", "derived");
        json_null(json, "from");
        json_object_end(json);
    }
    json_array_end(json);
}

/* The walk from the whiteboard; null where there is none. */
static void json_whiteboard(struct json *json, const struct explained *explained, const struct metric *metric)
{
    const struct explained_walk walk = explained_walk(explained, metric);
    if (!walk.differs || !explained->result.valid) {
        json_null(json, "whiteboard");
        return;
    }
    json_object(json, "whiteboard");
    json_metric_value(json, "value", metric, &walk.start);
    json_array(json, "settings");
    for (int i = 0; i < walk.count; i++) {
        const struct explained_stop *stop = &walk.stop[i];
        json_object(json, NULL);
        json_text(json, "key", stop->parameter->key);
        json_parameter_value(json, "setting", stop->parameter, stop->value);
        json_metric_value(json, "value", metric, &stop->result);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

static void json_reasons(struct json *json, const struct explained *explained)
{
    const struct reasons reasons = strategy_reasons(&explained->subject->resolved.scenario);
    json_array(json, "invalid");
    for (int i = 0; i < reasons.count; i++) {
        json_text(json, NULL, reasons.text[i]);
    }
    json_array_end(json);
}

void explain_metric_json(const struct explained *explained, const struct metric *metric)
{
    const struct scenario *scenario = &explained->subject->resolved.scenario;
    struct json json = {.output = explained->output};
    char numbers[NUMBERS_TEXT];
    explained_numbers(explained, metric, numbers, sizeof numbers);
    json_object(&json, NULL);
    json_text(&json, "key", metric->key);
    json_text(&json, "label", metric->label);
    json_metric_value(&json, "value", metric, &explained->result);
    json_text(&json, "unit", unit_symbol(metric->unit).text);
    json_text(&json, "meaning", metric->meaning);
    json_text_or_null(&json, "formula", metric_formula(metric, scenario));
    json_text_or_null(&json, "numbers", numbers);
    json_text_or_null(&json, "source", metric->source);
    json_inputs(&json, explained, metric);
    json_whiteboard(&json, explained, metric);
    json_reasons(&json, explained);
    json_object_end(&json);
    json_end(&json);
}

/* What a parameter may be: each choice and what it stands for, or the range. */
static void json_values(struct json *json, const struct parameter *parameter)
{
    if (parameter->choices == NULL) {
        const bool ranged = parameter->kind != KIND_SWITCH;
        if (ranged) {
            json_number(json, "least", parameter->min);
            json_number(json, "most", parameter->max);
        }
        return;
    }
    json_array(json, "choices");
    for (int i = 0; i < parameter->choices->count; i++) {
        json_object(json, NULL);
        json_text(json, "name", choice_name(parameter->choices, i));
        json_text_or_null(json, "meaning", choice_meaning(parameter->choices, i));
        json_object_end(json);
    }
    json_array_end(json);
}

void explain_parameter_json(const struct explained *explained, const struct parameter *parameter)
{
    const struct options_result *resolved = &explained->subject->resolved;
    const struct value_source source =
        catalogue_value_source(explained->subject->catalogue, &resolved->preset, parameter);
    struct json json = {.output = explained->output};
    json_object(&json, NULL);
    json_text(&json, "key", parameter->key);
    json_text(&json, "label", parameter_name(parameter));
    json_parameter_value(&json, "value", parameter, parameter_get(parameter, &resolved->scenario));
    json_text(&json, "unit", unit_symbol(parameter->unit).text);
    json_text(&json, "meaning", parameter->help);
    json_values(&json, parameter);
    json_parameter_value(&json, "default", parameter, parameter->fallback);
    json_parameter_value(&json, "start", parameter, parameter_get(parameter, &resolved->preset));
    json_origin(&json, explained, parameter);
    json_text_or_null(&json, "source", source.profile == NULL ? NULL : source.profile->source);
    json_object_end(&json);
    json_end(&json);
}
