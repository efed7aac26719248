/* figures.c: one value at a time. */
#include "exporters/figures.h"

#include <math.h>
#include <stddef.h>

const struct preset_name preset_names[PRESET_NAMES] = {
    {"model", PROFILE_MODEL, offsetof(struct scenario, model.name)},
    {"cluster", PROFILE_CLUSTER, offsetof(struct scenario, cluster.name)},
    {"gpu", PROFILE_GPU, offsetof(struct scenario, gpu.name)},
};

const char *preset_name_of(const struct preset_name *preset, const struct scenario *scenario)
{
    return (const char *)scenario + preset->offset;
}

void json_parameter_value(struct json *json, const char *key, const struct parameter *parameter, double value)
{
    const char *word = parameter_word(parameter, value);
    if (parameter->kind == KIND_SWITCH) {
        json_truth(json, key, value != 0.0);
    } else if (word != NULL) {
        json_text(json, key, word);
    } else {
        json_number(json, key, value);
    }
}

void json_parameter(struct json *json, const struct parameter *parameter, const struct scenario *scenario)
{
    json_parameter_value(json, parameter->key, parameter, parameter_get(parameter, scenario));
}

void csv_parameter(struct csv_writer *writer, const struct parameter *parameter, const struct scenario *scenario)
{
    const double value = parameter_get(parameter, scenario);
    const char *word = parameter_word(parameter, value);
    if (parameter->kind == KIND_SWITCH) {
        csv_text(writer, value != 0.0 ? "true" : "false");
    } else if (word != NULL) {
        csv_text(writer, word);
    } else {
        csv_number(writer, value);
    }
}

void json_metric_value(struct json *json, const char *key, const struct metric *metric, const struct result *result)
{
    const double value = metric_get(metric, result);
    if (isnan(value)) {
        json_null(json, key);
    } else if (metric->kind == METRIC_NAME) {
        json_text(json, key, choice_name(metric->names, (int)value));
    } else if (metric->kind == METRIC_VERDICT) {
        json_truth(json, key, value != 0.0);
    } else {
        json_number(json, key, value);
    }
}

void json_metric(struct json *json, const struct metric *metric, const struct result *result)
{
    json_metric_value(json, metric->key, metric, result);
}

void csv_metric(struct csv_writer *writer, const struct metric *metric, const struct result *result)
{
    const double value = metric_get(metric, result);
    if (isnan(value)) {
        csv_text(writer, "");
    } else if (metric->kind == METRIC_NAME) {
        csv_text(writer, choice_name(metric->names, (int)value));
    } else if (metric->kind == METRIC_VERDICT) {
        csv_truth(writer, value != 0.0);
    } else {
        csv_number(writer, value);
    }
}

struct unit_symbol unit_symbol(enum unit unit)
{
    struct unit_symbol symbol = {.text = ""};
    if (unit != UNIT_SHARE) { /* shown in percent, written as a share */
        (void)snprintf(symbol.text, sizeof symbol.text, "%s", quantity_display(1.0, unit).unit);
    }
    return symbol;
}
