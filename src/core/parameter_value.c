/* parameter_value.c: finding, reading and writing the fields that the parameter table names. */
#include "core/letters.h"
#include "core/parameters.h"
#include "core/text.h"
#include "core/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *parameter_key_at(int index)
{
    return parameters[index].key;
}

const struct parameter *parameter_find(const char *key)
{
    for (int i = 0; i < parameter_count; i++) {
        if (strcmp(parameters[i].key, key) == 0) {
            return &parameters[i];
        }
    }
    return NULL;
}

enum origin parameter_origin(const struct parameter *parameter)
{
    const bool chosen = parameter->owner == OWNER_SCENARIO && parameter->origin == ORIGIN_FACT;
    return chosen ? ORIGIN_CHOICE : parameter->origin;
}

const char *parameter_name(const struct parameter *parameter)
{
    return strstr(parameter->label, "  ") != NULL ? parameter->short_label : parameter->label;
}

const struct parameter *parameter_nearest(const char *key)
{
    const int index = word_nearest(key, parameter_key_at, parameter_count);
    return index < 0 ? NULL : &parameters[index];
}

const struct parameter *parameter_in_force(const struct parameter *parameter, const struct scenario *scenario)
{
    if (parameter->in_force == NULL || parameter->in_force(scenario)) {
        return parameter;
    }
    for (int i = 0; i < parameter_count; i++) {
        const struct parameter *other = &parameters[i];
        const bool shares = other->resource != NULL && strcmp(other->resource, parameter->resource) == 0;
        if (shares && other->in_force != NULL && other->in_force(scenario)) {
            return other;
        }
    }
    return parameter;
}

/* Enumerations are stored as int (see the assertions), so that one copy serves them all. */
static_assert(sizeof(enum mode) == sizeof(int), "enumerations are stored as int");

double parameter_get(const struct parameter *parameter, const struct scenario *scenario)
{
    const char *field = (const char *)scenario + parameter->offset;
    double real = 0.0;
    int integer = 0;
    bool flag = false;
    switch (parameter->kind) {
    case KIND_REAL:
        memcpy(&real, field, sizeof real);
        return real;
    case KIND_SWITCH:
        memcpy(&flag, field, sizeof flag);
        return flag ? 1.0 : 0.0;
    case KIND_INTEGER:
    case KIND_CHOICE:
        break;
    }
    memcpy(&integer, field, sizeof integer);
    return integer;
}

double parameter_effective(const struct parameter *parameter, const struct scenario *scenario)
{
    const double value = parameter_get(parameter, scenario);
    return parameter->derived != NULL && value == 0.0 ? parameter->derived(scenario) : value;
}

void parameter_set(const struct parameter *parameter, struct scenario *scenario, double value)
{
    char *field = (char *)scenario + parameter->offset;
    const bool flag = value != 0.0;
    switch (parameter->kind) {
    case KIND_REAL:
        memcpy(field, &value, sizeof value);
        return;
    case KIND_SWITCH:
        memcpy(field, &flag, sizeof flag);
        return;
    case KIND_INTEGER:
    case KIND_CHOICE:
        break;
    }
    const int integer = (int)value; /* not before: a rate does not fit */
    memcpy(field, &integer, sizeof integer);
}

double parameter_least(const struct parameter *parameter)
{
    return parameter->kind == KIND_CHOICE || parameter->kind == KIND_SWITCH ? 0.0 : parameter->min;
}

double parameter_greatest(const struct parameter *parameter)
{
    switch (parameter->kind) {
    case KIND_CHOICE:
        return parameter->choices->count - 1;
    case KIND_SWITCH:
        return 1.0;
    case KIND_REAL:
    case KIND_INTEGER:
        break;
    }
    return parameter->max;
}

/* The word of a value that has one of its own; NULL: it has none. */
static const char *named_word(const struct parameter *parameter, double value)
{
    for (const struct named_value *named = parameter->named; named != NULL && named->name != NULL; named++) {
        if (named->value == value) {
            return named->name;
        }
    }
    return NULL;
}

/* The value that has such a word; NULL: none has. */
static const struct named_value *named_find(const struct parameter *parameter, const char *word)
{
    for (const struct named_value *named = parameter->named; named != NULL && named->name != NULL; named++) {
        if (names_are_same(named->name, word)) {
            return named;
        }
    }
    return NULL;
}

bool parameter_excepted(const struct parameter *parameter, const struct scenario *scenario)
{
    return named_word(parameter, parameter_get(parameter, scenario)) != NULL || !parameter_applies(parameter, scenario);
}

static struct quantity accepted(double value)
{
    return (struct quantity){.valid = true, .value = value};
}

/* "recompute: \"half\" is not one of none, selective, full" */
static struct quantity refuse_choice(const struct parameter *parameter, const char *text)
{
    struct quantity refused = {.valid = false};
    size_t used = (size_t)snprintf(refused.message, sizeof refused.message, "\"%.40s\" is not one of ", text);
    for (int i = 0; i < parameter->choices->count && used < sizeof refused.message; i++) {
        used += (size_t)snprintf(refused.message + used, sizeof refused.message - used, "%s%s", i > 0 ? ", " : "",
                                 parameter->choices->names[i]);
    }
    return refused;
}

static struct quantity read_choice(const struct parameter *parameter, const char *text)
{
    const int value = choice_find(parameter->choices, text);
    const struct named_value *named = named_find(parameter, text);
    if (value >= 0) {
        return accepted(value);
    }
    return named != NULL ? accepted(named->value) : refuse_choice(parameter, text);
}

static struct quantity read_switch(const char *text)
{
    const int value = switch_find(text);
    if (value >= 0) {
        return accepted(value);
    }
    struct quantity refused = {.valid = false};
    (void)snprintf(refused.message, sizeof refused.message, "\"%.40s\" is neither on nor off", text);
    return refused;
}

/* A number whose unit was forgotten: it reads as bytes per second or as seconds, and is far out of range. */
static bool lacks_unit(const struct parameter *parameter, const char *text)
{
    const enum unit unit = parameter->unit;
    const bool has_unit = unit == UNIT_RATE || unit == UNIT_SECONDS || unit == UNIT_BYTES || unit == UNIT_FLOP_RATE;
    return has_unit && text[strspn(text, "0123456789.+-eE")] == '\0';
}

static struct quantity refuse_range(const struct parameter *parameter, const char *text)
{
    char least[QUANTITY_TEXT];
    char most[QUANTITY_TEXT];
    struct quantity refused = {.valid = false};
    if (lacks_unit(parameter, text)) {
        (void)snprintf(refused.message, sizeof refused.message, "%.40s needs a unit: write it like %s", text,
                       quantity_example(parameter->unit));
        return refused;
    }
    (void)quantity_print(least, sizeof least, parameter->min, parameter->unit);
    (void)quantity_print(most, sizeof most, parameter->max, parameter->unit);
    (void)snprintf(refused.message, sizeof refused.message, "%.40s is outside %s to %s", text, least, most);
    return refused;
}

/* Blanks around a typed value mean nothing. False if what is between them has no room. */
static bool trim(char *trimmed, size_t size, const char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    return text_copy_word(trimmed, size, text, length);
}

static struct quantity read_number(const struct parameter *parameter, const char *text)
{
    const struct quantity read = quantity_parse(text, parameter->unit);
    if (!read.valid) {
        return read;
    }
    if (parameter->kind == KIND_INTEGER && read.value != floor(read.value)) {
        struct quantity refused = {.valid = false};
        (void)snprintf(refused.message, sizeof refused.message, "%.40s: a whole number is expected", text);
        return refused;
    }
    return read.value < parameter->min || read.value > parameter->max ? refuse_range(parameter, text) : read;
}

struct quantity parameter_read(const struct parameter *parameter, const char *text)
{
    enum { VALUE_TEXT = 200 };
    char word[VALUE_TEXT];
    if (!trim(word, sizeof word, text)) {
        struct quantity refused = {.valid = false};
        (void)snprintf(refused.message, sizeof refused.message, "\"%.60s\": a value has at most %d characters", word,
                       VALUE_TEXT - 1);
        return refused;
    }
    if (parameter->kind == KIND_CHOICE) {
        return read_choice(parameter, word);
    }
    if (parameter->kind == KIND_SWITCH) {
        return read_switch(word);
    }
    const struct named_value *named = named_find(parameter, word);
    return named != NULL ? accepted(named->value) : read_number(parameter, word);
}

const char *parameter_word(const struct parameter *parameter, double value)
{
    switch (parameter->kind) {
    case KIND_CHOICE:
        return choice_name(parameter->choices, (int)value);
    case KIND_SWITCH:
        return value != 0.0 ? "on" : "off";
    case KIND_REAL:
    case KIND_INTEGER:
        break;
    }
    return named_word(parameter, value);
}

bool parameter_is_named(const struct parameter *parameter, double value)
{
    const bool is_number = parameter->kind == KIND_REAL || parameter->kind == KIND_INTEGER;
    return is_number && parameter->scale != SCALE_LINEAR && named_word(parameter, value) != NULL;
}

size_t parameter_print(const struct parameter *parameter, double value, char *text, size_t size)
{
    const char *word = parameter_word(parameter, value);
    return word != NULL ? (size_t)snprintf(text, size, "%s", word) : quantity_print(text, size, value, parameter->unit);
}

struct scenario scenario_default(void)
{
    struct scenario scenario = {.model.name = "custom", .gpu.name = "custom", .cluster.name = "custom"};
    for (int i = 0; i < parameter_count; i++) {
        parameter_set(&parameters[i], &scenario, parameters[i].fallback);
    }
    return scenario;
}
