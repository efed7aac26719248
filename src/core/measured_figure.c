/* measured_figure.c: which figure a value is, by its unit. */
#include "core/measured_figure.h"

#include "core/condition.h"
#include "core/metrics.h"
#include "core/quantity.h"

#include <stdio.h>
#include <string.h>

/* The figure that a value alone is of. A number without a unit suits every row: the first counts. */
static const struct {
    enum unit unit;
    const char *end; /* of the text, besides the unit; "": nothing */
    const char *key;
} figures_of_units[] = {
    {UNIT_SECONDS, "", "step.time"},
    {UNIT_SHARE, "", "mfu"},
    {UNIT_TOKEN_RATE, "/gpu", "tokens_per_second_per_gpu"},
    {UNIT_TOKEN_RATE, "/GPU", "tokens_per_second_per_gpu"},
    {UNIT_TOKEN_RATE, "", "tokens_per_second"},
    {UNIT_BYTES, "", "memory.total"},
};

/* The text without its end; not valid where it ends otherwise, or has another unit. */
static struct quantity read_as(const char *text, enum unit unit, const char *end)
{
    char value[QUANTITY_TEXT];
    const size_t length = strlen(text);
    const size_t cut = strlen(end);
    if (length < cut || length - cut >= sizeof value || strcmp(text + length - cut, end) != 0) {
        return (struct quantity){.valid = false};
    }
    memcpy(value, text, length - cut);
    value[length - cut] = '\0';
    return quantity_parse(value, unit);
}

static struct measured_figure_read refuse(const char *text)
{
    struct measured_figure_read refused = {.valid = false};
    (void)snprintf(refused.message, sizeof refused.message,
                   "\"%.60s\": a figure is expected, like step.time=4.6s, or 4.6s, 41%%, 58000 tok/s", text);
    return refused;
}

/* One that was read, unless nothing or less was measured. */
static struct measured_figure_read take(const char *text, const struct metric *metric, double value)
{
    struct measured_figure_read read = {.valid = value > 0, .figure = {metric, value}};
    if (!read.valid) {
        (void)snprintf(read.message, sizeof read.message, "\"%.60s\": what was measured is greater than 0", text);
    }
    return read;
}

static struct measured_figure_read read_value(const char *text)
{
    for (size_t i = 0; i < sizeof figures_of_units / sizeof figures_of_units[0]; i++) {
        const struct quantity quantity = read_as(text, figures_of_units[i].unit, figures_of_units[i].end);
        if (quantity.valid) {
            return take(text, metric_find(figures_of_units[i].key), quantity.value);
        }
    }
    return refuse(text);
}

struct measured_figure_read measured_figure_read(const char *text)
{
    if (strpbrk(text, "<=>") == NULL) {
        return read_value(text);
    }
    const struct condition_read read = condition_read(text);
    if (!read.valid) {
        struct measured_figure_read refused = {.valid = false};
        (void)snprintf(refused.message, sizeof refused.message, "%s", read.message);
        return refused;
    }
    const struct condition *condition = &read.condition;
    const bool has_size = condition->metric->kind == METRIC_QUANTITY || condition->metric->kind == METRIC_COUNT;
    if (condition->relation != RELATION_EQUAL || !has_size) {
        return refuse(text);
    }
    return take(text, condition->metric, condition->value);
}

size_t measured_figure_print(const struct measured_figure *figure, char *text, size_t size)
{
    char value[QUANTITY_TEXT];
    if (figure->metric == NULL) {
        return (size_t)snprintf(text, size, "%s", "");
    }
    (void)quantity_print(value, sizeof value, figure->value, figure->metric->unit);
    char *blank = strchr(value, ' ');
    if (blank != NULL) {
        memmove(blank, blank + 1, strlen(blank)); /* one word for a shell */
    }
    return (size_t)snprintf(text, size, "%s=%s", figure->metric->key, value);
}
