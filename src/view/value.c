/* value.c: parameters as the screen shows them. */
#include "view/value.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A headline counts both directions. */
#define BOTH_WAYS 2.0

const struct value_class_look value_class_looks[VALUE_CLASS_COUNT] = {
    [VALUE_FACT] = {' ', ROLE_BRIGHT, "fact", "fact, with its source"},
    [VALUE_ASSUMPTION] = {'~', ROLE_BRIGHT, "assumption", "assumption, not published"},
    [VALUE_EDITED] = {'*', ROLE_HAND, "edited", "edited: r resets it"},
    [VALUE_DERIVED] = {'=', ROLE_TEXT, "derived", "derived from other values"},
    [VALUE_MEASURED] = {'m', ROLE_BRIGHT, "measured", "measured in published runs"},
    [VALUE_CHOICE] = {' ', ROLE_BRIGHT, "choice", "chosen: part of the set-up"},
    [VALUE_LESSON] = {'L', ROLE_BRIGHT, "lesson", "set by the lesson"},
    [VALUE_INVALID] = {'!', ROLE_BAD, "invalid", "invalid: the reason is below"},
};

/* A value that nobody typed and that follows from others. */
static bool is_derived(const struct scenario *scenario, const struct parameter *parameter)
{
    return parameter->derived != NULL && parameter_get(parameter, scenario) == 0.0;
}

static bool is_blamed(const struct app *app, const struct parameter *parameter)
{
    for (int i = 0; app->invalid && i < app->reasons.count; i++) {
        if (app->reasons.key[i] != NULL && strcmp(app->reasons.key[i], parameter->key) == 0) {
            return true;
        }
    }
    return false;
}

enum value_class value_class_of(const struct app *app, const struct parameter *parameter)
{
    static const enum value_class classes[] = {
        [ORIGIN_FACT] = VALUE_FACT,         [ORIGIN_ASSUMPTION] = VALUE_ASSUMPTION, [ORIGIN_DERIVED] = VALUE_DERIVED,
        [ORIGIN_MEASURED] = VALUE_MEASURED, [ORIGIN_CHOICE] = VALUE_CHOICE,
    };
    static_assert(sizeof classes / sizeof classes[0] == ORIGIN_COUNT, "one class for each origin");
    if (is_blamed(app, parameter)) {
        return VALUE_INVALID;
    }
    if (parameter_get(parameter, &app->now) != parameter_get(parameter, &app->preset)) {
        return VALUE_EDITED;
    }
    if (lesson_sets(app, parameter)) {
        return VALUE_LESSON;
    }
    if (is_derived(&app->now, parameter)) {
        return VALUE_DERIVED;
    }
    return classes[catalogue_value_source(app->catalogue, &app->preset, parameter).origin];
}

double value_in_force(const struct scenario *scenario, const struct parameter *parameter)
{
    return is_derived(scenario, parameter) ? parameter->derived(scenario) : parameter_get(parameter, scenario);
}

double value_factor(const struct scenario *scenario, const struct parameter *parameter)
{
    const enum scaleup_kind kind = scenario->cluster.scaleup.kind;
    const bool quoted_both_ways = kind == SCALEUP_SWITCH || kind == SCALEUP_MESH || kind == SCALEUP_CUBE;
    const bool headline = scenario->execution.basis == BASIS_HEADLINE;
    return headline && quoted_both_ways && parameter->quoted == QUOTED_BOTH_WAYS ? BOTH_WAYS : 1.0;
}

/* A count as it was given, if the column has room for it: 131072, else 131k. */
static struct quantity_text count_shown(double value, enum unit unit, int digits)
{
    const struct quantity_text rounded = quantity_display(value, unit);
    struct quantity_text text = quantity_display(1.0, unit);
    if (snprintf(text.number, sizeof text.number, "%.0f", value) <= digits) {
        return text;
    }
    const int prefix = strcspn(rounded.unit, " ") == 1 ? 1 : 0;
    (void)snprintf(text.number, sizeof text.number, "%.12s%.*s", rounded.number, prefix, rounded.unit);
    return text;
}

struct quantity_text value_shown(const struct scenario *scenario, const struct parameter *parameter, double value,
                                 int digits)
{
    const char *name = parameter_word(parameter, value);
    if (name != NULL) {
        struct quantity_text text = {.unit = ""};
        (void)snprintf(text.number, sizeof text.number, "%s", name);
        return text;
    }
    if (parameter->kind == KIND_INTEGER) {
        return count_shown(value, parameter->unit, digits);
    }
    return quantity_display(value * value_factor(scenario, parameter), parameter->unit);
}

int value_digits(const struct row_columns *columns)
{
    const int range = columns->range_width > 0 ? columns->range_width + 1 : 0;
    return columns->value_end - columns->track - columns->track_width - range - 1;
}

struct row_columns value_columns(const struct scenario *scenario, const struct parameter *parameter,
                                 struct row_columns columns)
{
    const double value = value_in_force(scenario, parameter);
    const struct quantity_text shown = value_shown(scenario, parameter, value, value_digits(&columns));
    const int excess = text_columns(shown.unit) - columns.unit_width;
    if (excess > 0) {
        columns.unit -= excess;
        columns.value_end -= excess;
    }
    const int room = columns.value_end - text_columns(shown.number) - 1 - columns.track;
    if (columns.range_width == 0 && columns.track_width > room) {
        columns.track_width = room > 0 ? room : 0;
    }
    return columns;
}

/* A quantity as it was typed, with the micro sign of the rows. */
static void print_exact(const struct scenario *scenario, const struct parameter *parameter, double value, char *text,
                        size_t size)
{
    char exact[QUANTITY_TEXT];
    (void)quantity_print(exact, sizeof exact, value * value_factor(scenario, parameter), parameter->unit);
    const int number = (int)strcspn(exact, " ");
    const bool micro = strncmp(exact + number, " u", 2) == 0;
    (void)snprintf(text, size, "%.*s%s%s", number, exact, micro ? " µ" : "", exact + number + (micro ? 2 : 0));
}

void value_sentence(const struct scenario *scenario, const struct parameter *parameter, double value, char *text,
                    size_t size)
{
    const char *name = parameter_word(parameter, value);
    if (name != NULL) {
        (void)snprintf(text, size, "%s", name);
        return;
    }
    print_exact(scenario, parameter, value, text, size);
}

void value_range(const struct scenario *scenario, const struct parameter *parameter, char *text, size_t size)
{
    char least[QUANTITY_TEXT];
    char most[QUANTITY_TEXT];
    text[0] = '\0';
    if (parameter->kind == KIND_REAL || parameter->kind == KIND_INTEGER) {
        print_exact(scenario, parameter, parameter->min, least, sizeof least);
        print_exact(scenario, parameter, parameter->max, most, sizeof most);
        (void)snprintf(text, size, "%s to %s", least, most);
    }
}

/* "10 MB/s to 1 TB/s" */
enum { RANGE_TEXT = 2 * QUANTITY_TEXT + 8 };

static struct quantity refuse_range(const struct scenario *scenario, const struct parameter *parameter,
                                    const char *text)
{
    struct quantity refused = {.valid = false};
    char range[RANGE_TEXT];
    value_range(scenario, parameter, range, sizeof range);
    (void)snprintf(refused.message, sizeof refused.message, "%.40s is outside %s", text, range);
    return refused;
}

/* A refusal with the micro sign of the rows: "a time is expected, like 15 µs or 1.2 ms". */
static struct quantity with_micro_sign(const struct quantity *read)
{
    static const char sign[] = " µ";
    struct quantity shown = {.valid = read->valid, .value = read->value};
    size_t used = 0;
    for (const char *at = read->message; *at != '\0' && used + sizeof sign < sizeof shown.message; at++) {
        const bool micro = strncmp(at, " us", 3) == 0 && strchr(" ,;", at[3]) != NULL;
        used += (size_t)snprintf(shown.message + used, sizeof shown.message - used, "%.*s",
                                 micro ? (int)sizeof sign - 1 : 1, micro ? sign : at);
        at += micro;
    }
    return shown;
}

struct quantity value_read(const struct scenario *scenario, const struct parameter *parameter, const char *text)
{
    const double factor = value_factor(scenario, parameter);
    if (factor == 1.0) {
        const struct quantity read = parameter_read(parameter, text);
        return with_micro_sign(&read);
    }
    struct quantity read = quantity_parse(text, parameter->unit);
    read.value /= factor;
    if (read.valid && (read.value < parameter->min || read.value > parameter->max)) {
        return refuse_range(scenario, parameter, text);
    }
    return read;
}

const char *value_label(const struct scenario *scenario, const struct parameter *parameter, int width)
{
    if (parameter->called != NULL) {
        return parameter->called(scenario);
    }
    return text_columns(parameter->label) <= width ? parameter->label : parameter->short_label;
}

const char *value_name(const struct scenario *scenario, const struct parameter *parameter, int width)
{
    const char *name = parameter->called != NULL ? parameter->called(scenario) : parameter_name(parameter);
    return parameter->called != NULL || text_columns(name) <= width ? name : parameter->short_label;
}

const char *value_resource(const struct scenario *scenario, const struct parameter *parameter)
{
    return parameter->called != NULL ? parameter->called(scenario) : parameter->resource;
}

void value_token_rate(double rate, char *text, size_t size)
{
    static const char unit[] = "tok/s";
    const struct quantity_text shown = quantity_display(rate, UNIT_TOKEN_RATE);
    const size_t prefix = strlen(shown.unit) - (sizeof unit - 1);
    (void)snprintf(text, size, "%s%s%.*s", shown.number, prefix > 0 ? " " : "", prefix > 0 ? 1 : 0, shown.unit);
}
