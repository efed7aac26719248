/* metric_value.c: finding, reading and writing the figures that the metric table names. */
#include "core/exchange.h"
#include "core/metrics.h"
#include "core/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *metric_key_at(int index)
{
    return metrics[index].key;
}

const struct metric *metric_find(const char *key)
{
    for (int i = 0; i < metric_count; i++) {
        if (strcmp(metrics[i].key, key) == 0) {
            return &metrics[i];
        }
    }
    return NULL;
}

const struct metric *metric_nearest(const char *key)
{
    const int index = word_nearest(key, metric_key_at, metric_count);
    return index < 0 ? NULL : &metrics[index];
}

/* What holds in this scenario: the text of its mode, of its compute model, or else the common one. */
static const char *text_for(const struct scenario *scenario, const char *common, const char *flat, const char *serving)
{
    if (scenario->mode != MODE_TRAINING && serving != NULL) {
        return serving;
    }
    return step_is_flat(scenario) && flat != NULL ? flat : common;
}

const char *metric_formula(const struct metric *metric, const struct scenario *scenario)
{
    return text_for(scenario, metric->formula, metric->flat_formula, metric->serving_formula);
}

const char *metric_numbers(const struct metric *metric, const struct scenario *scenario)
{
    return text_for(scenario, metric->numbers, metric->flat_numbers, metric->serving_numbers);
}

bool metric_is_of_memory(const struct metric *metric)
{
    static const char prefix[] = "memory.";
    return strncmp(metric->key, prefix, sizeof prefix - 1) == 0;
}

static_assert(sizeof(enum collective_algorithm) == sizeof(int), "enumerations are read as int");

double metric_get(const struct metric *metric, const struct result *result)
{
    const bool serving = result->mode != MODE_TRAINING && metric->serving_offset != 0;
    const char *field = (const char *)result + (serving ? metric->serving_offset : metric->offset);
    double quantity = NAN;
    int count = 0;
    bool verdict = false;
    const bool absent = metric->takes_longer && !result->account.filled;
    if (!result->valid || absent || !metric_is_of_mode(metric, result->mode)) {
        return NAN;
    }
    switch (metric->kind) {
    case METRIC_QUANTITY:
        memcpy(&quantity, field, sizeof quantity);
        return quantity;
    case METRIC_VERDICT:
        memcpy(&verdict, field, sizeof verdict);
        return verdict ? 1.0 : 0.0;
    case METRIC_COUNT:
    case METRIC_NAME:
        break;
    }
    memcpy(&count, field, sizeof count);
    return count;
}

size_t metric_print(const struct metric *metric, const struct result *result, char *text, size_t size)
{
    const double value = metric_get(metric, result);
    if (isnan(value)) {
        return (size_t)snprintf(text, size, "%s", "");
    }
    if (metric->kind == METRIC_NAME) {
        return (size_t)snprintf(text, size, "%s", choice_name(metric->names, (int)value));
    }
    if (metric->kind == METRIC_VERDICT) {
        return (size_t)snprintf(text, size, "%s", value != 0.0 ? "yes" : "no");
    }
    return quantity_join(quantity_display(value, metric->unit), text, size);
}
