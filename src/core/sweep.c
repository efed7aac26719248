/* sweep.c: ranges read from text, and cut into values. */
#include "core/sweep.h"

#include "core/other_names.h"
#include "core/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const scale_text[SWEEP_SCALE_COUNT] = {
    [SWEEP_LINEAR] = "lin", [SWEEP_LOG] = "log", [SWEEP_POWERS] = "pow2"};
const struct choice_list sweep_scale_names = {scale_text, SWEEP_SCALE_COUNT};

/* ---- reading ---- */

static const char expected[] =
    "KEY=FROM:TO[:log|lin|pow2][:COUNT] or KEY=VALUE,VALUE... is expected, like nic.bandwidth=12.5GB/s:400GB/s:pow2";

enum { MOST_FIELDS = 4, FIELD_TEXT = 64 };

/* The part behind the "=", cut at its colons. */
struct fields {
    char text[MOST_FIELDS][FIELD_TEXT];
    int count; /* more than MOST_FIELDS: too many */
    int cut;   /* place of one that had no room; -1: all are whole */
};

__attribute__((format(printf, 2, 3))) static struct sweep_read refuse(const char *what, const char *format, ...)
{
    struct sweep_read refused = {.valid = false};
    const int used = snprintf(refused.message, sizeof refused.message, "\"%.60s\": ", what);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(refused.message + used, sizeof refused.message - (size_t)used, format, arguments);
    va_end(arguments);
    return refused;
}

static struct sweep_read refuse_length(const char *value)
{
    return refuse(value, "a value has at most %d characters", FIELD_TEXT - 1);
}

static struct fields split_fields(const char *text)
{
    struct fields fields = {.count = 0, .cut = -1};
    while (text != NULL) {
        const size_t length = strcspn(text, ":");
        if (fields.count < MOST_FIELDS && !text_copy_word(fields.text[fields.count], FIELD_TEXT, text, length)) {
            fields.cut = fields.count;
        }
        fields.count++;
        text = text[length] == ':' ? text + length + 1 : NULL;
    }
    return fields;
}

static enum sweep_scale default_scale(const struct parameter *parameter)
{
    switch (parameter->scale) {
    case SCALE_LOG:
        return SWEEP_LOG;
    case SCALE_VALUES:
        return SWEEP_POWERS;
    case SCALE_LINEAR:
        break;
    }
    return SWEEP_LINEAR;
}

static bool is_named(const struct parameter *parameter)
{
    return parameter->kind == KIND_CHOICE || parameter->kind == KIND_SWITCH;
}

/* The whole range of a parameter; of a logarithm from 0 on, what its track shows above that. */
static struct sweep whole_range(const struct parameter *parameter)
{
    return (struct sweep){
        .parameter = parameter,
        .from = parameter->scale == SCALE_LOG ? parameter_log_start(parameter) : parameter_least(parameter),
        .to = parameter_greatest(parameter),
        .scale = default_scale(parameter),
    };
}

/* Take a scale or a count; false if it is neither. */
static bool take_field(struct sweep *sweep, const char *text, int place)
{
    const int scale = choice_find(&sweep_scale_names, text);
    if (place == 2 && scale >= 0) {
        sweep->scale = (enum sweep_scale)scale;
        return true;
    }
    sweep->count = quantity_whole(text, UNIT_NONE, 1, SWEEP_MOST_POINTS);
    return sweep->count > 0;
}

static struct sweep_read read_range(const struct parameter *parameter, const char *text)
{
    const struct fields fields = split_fields(text);
    struct sweep_read read = {.valid = true, .sweep = whole_range(parameter)};
    if (fields.count < 2 || fields.count > MOST_FIELDS) {
        return refuse(text, "%s", expected);
    }
    if (fields.cut >= 0) {
        return refuse_length(fields.text[fields.cut]);
    }
    const struct quantity from = parameter_read(parameter, fields.text[0]);
    const struct quantity to = parameter_read(parameter, fields.text[1]);
    if (!from.valid || !to.valid) {
        return refuse(fields.text[from.valid ? 1 : 0], "%s", from.valid ? to.message : from.message);
    }
    read.sweep.from = from.value;
    read.sweep.to = to.value;
    for (int i = 2; i < fields.count; i++) {
        if (!take_field(&read.sweep, fields.text[i], i)) {
            return refuse(fields.text[i], "%sa number of points from 1 to %d is expected",
                          i == 2 ? "log, lin, pow2 or " : "", SWEEP_MOST_POINTS);
        }
    }
    return read;
}

/* Values named one by one. */
static struct sweep_read read_list(const struct parameter *parameter, const char *text)
{
    struct sweep_read read = {.valid = true, .sweep = whole_range(parameter)};
    while (text != NULL) {
        char value[FIELD_TEXT];
        const size_t length = strcspn(text, ",");
        if (!text_copy_word(value, sizeof value, text, length)) {
            return refuse_length(value);
        }
        const struct quantity quantity = parameter_read(parameter, value);
        if (!quantity.valid) {
            return refuse(value, "%s", quantity.message);
        }
        if (read.sweep.listed_count == SWEEP_LISTED) {
            return refuse(value, "a list has at most %d values; a range has more", SWEEP_LISTED);
        }
        read.sweep.listed[read.sweep.listed_count++] = quantity.value;
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    return read;
}

/* A logarithm has no 0, and doubling does not end a range that falls. */
static const char *range_fault(const struct sweep *sweep)
{
    if (is_named(sweep->parameter) || sweep->scale == SWEEP_LINEAR || sweep->listed_count > 0) {
        return NULL;
    }
    if (sweep->scale == SWEEP_POWERS) {
        return sweep->from > sweep->to ? "powers of two rise: the first value must be the smaller" : NULL;
    }
    return sweep->from > 0 && sweep->to > 0 ? NULL : "a logarithmic range cannot begin or end at 0: use lin";
}

struct sweep_read sweep_read(const char *text)
{
    char key[FIELD_TEXT];
    const size_t length = strcspn(text, "=");
    (void)snprintf(key, sizeof key, "%.*s", (int)length, text);
    const struct parameter *parameter = parameter_find(key);
    if (parameter == NULL) {
        return refuse(key, "there is no such parameter%s", parameter_suggestion(key).text);
    }
    struct sweep_read read = {.valid = true, .sweep = whole_range(parameter)};
    if (text[length] == '=') {
        const char *values = text + length + 1;
        read = strchr(values, ',') != NULL ? read_list(parameter, values) : read_range(parameter, values);
    }
    const char *fault = read.valid ? range_fault(&read.sweep) : NULL;
    return fault != NULL ? refuse(text, "%s", fault) : read;
}

/* ---- values ---- */

/* Whether a parameter takes whole numbers only. */
static bool is_whole(const struct parameter *parameter)
{
    return parameter->kind != KIND_REAL;
}

static double value_at(const struct sweep *sweep, int index, int count)
{
    if (index == 0) {
        return sweep->from;
    }
    if (index == count - 1) {
        return sweep->to;
    }
    const double share = (double)index / (count - 1);
    const double value = sweep->scale == SWEEP_LOG ? sweep->from * pow(sweep->to / sweep->from, share)
                                                   : sweep->from + share * (sweep->to - sweep->from);
    return is_whole(sweep->parameter) ? round(value) : value;
}

/* Whole numbers near each other round to the same one, which counts once. Where there is a point for each, all are
 * taken. */
static int even_values(const struct sweep *sweep, double *values, int room)
{
    struct sweep even = *sweep;
    const double span = fabs(sweep->to - sweep->from);
    int points = sweep->count > 0 ? sweep->count : SWEEP_DEFAULT_POINTS;
    if (is_named(sweep->parameter) || (is_whole(sweep->parameter) && span < points)) {
        even.scale = SWEEP_LINEAR;
        points = (int)span + 1;
    }
    int count = 0;
    for (int i = 0; i < points && count < room; i++) {
        const double value = value_at(&even, i, points);
        if (count == 0 || value != values[count - 1]) {
            values[count++] = value;
        }
    }
    return count;
}

static int doubled_values(const struct sweep *sweep, double *values, int room)
{
    const int most = sweep->count > 0 && sweep->count < room ? sweep->count : room;
    int count = 0;
    double value = sweep->from;
    while (count < most && value <= sweep->to) {
        values[count++] = value;
        value = value > 0 ? value * 2 : 1;
    }
    return count;
}

static int listed_values(const struct sweep *sweep, double *values, int room)
{
    const int count = sweep->listed_count < room ? sweep->listed_count : room;
    memcpy(values, sweep->listed, (size_t)count * sizeof *values);
    return count;
}

int sweep_values(const struct sweep *sweep, double *values, int room)
{
    if (sweep->listed_count > 0) {
        return listed_values(sweep, values, room);
    }
    const bool doubled = sweep->scale == SWEEP_POWERS && !is_named(sweep->parameter);
    return doubled ? doubled_values(sweep, values, room) : even_values(sweep, values, room);
}

struct scenario sweep_at(const struct sweep *sweep, const struct scenario *scenario, double value)
{
    struct scenario changed = *scenario;
    parameter_set(sweep->parameter, &changed, value);
    return changed;
}
