/* explain.c: templates filled with the values of parameters and metrics. */
#include "core/explain.h"

#include "core/evaluate.h"
#include "core/parameters.h"
#include "core/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { VALUE_LONGEST = 80 };

/* A {key} found in a template. */
struct placeholder {
    char key[KEY_LONGEST];
    size_t length; /* in the template, braces included; 0: none here */
};

static struct placeholder placeholder_at(const char *text)
{
    struct placeholder found = {.length = 0};
    const char *end = text[0] == '{' ? strchr(text, '}') : NULL;
    const size_t length = end != NULL ? (size_t)(end - text) - 1 : 0;
    if (length > 0 && length < KEY_LONGEST && text[1] != '{') {
        memcpy(found.key, text + 1, length);
        found.length = length + 2;
    }
    return found;
}

/* A parameter's value as a person reads it: rounded where it is a quantity, whole where it is a size or a word. */
static void print_parameter(char *text, size_t size, const struct parameter *parameter, const struct scenario *scenario)
{
    const double value = parameter_get(parameter, scenario);
    if (parameter->kind != KIND_REAL) {
        (void)parameter_print(parameter, value, text, size);
        return;
    }
    quantity_say(value, parameter->unit, text, size);
}

/* A count of parameters says so: "70.6 B" alone would read as bytes. */
static void print_metric(char *text, size_t size, const struct metric *metric, const struct result *result)
{
    const size_t length = metric_print(metric, result, text, size);
    if (metric->unit == UNIT_PARAMETERS && length > 0 && length < size) {
        (void)snprintf(text + length, size - length, " params");
    }
}

static void print_value(char *text, size_t size, const char *key, const struct scenario *scenario,
                        const struct result *result)
{
    const struct parameter *parameter = parameter_find(key);
    const struct metric *metric = metric_find(key);
    if (parameter != NULL) {
        print_parameter(text, size, parameter, scenario);
    } else if (metric != NULL) {
        print_metric(text, size, metric, result);
    } else {
        (void)snprintf(text, size, "{%s}", key);
    }
}

/* ---- sections ---- */

static bool opens_section(const struct placeholder *found)
{
    return found->length > 0 && (found->key[0] == '?' || found->key[0] == '!');
}

static bool closes_section(const struct placeholder *found)
{
    return found->length > 0 && strcmp(found->key, "/") == 0;
}

/* What a section asks for: "?zero=1" is about zero. */
struct condition_text {
    char key[KEY_LONGEST];
    const char *word; /* that its value must be; NULL: anything but nothing */
};

static struct condition_text condition_of(const struct placeholder *found)
{
    struct condition_text condition = {.word = strchr(found->key, '=')};
    const size_t all = strlen(found->key + 1);
    const size_t length = condition.word != NULL ? (size_t)(condition.word - found->key) - 1 : all;
    memcpy(condition.key, found->key + 1, length);
    condition.word = condition.word != NULL ? condition.word + 1 : NULL;
    return condition;
}

static double number_of(const char *key, const struct scenario *scenario, const struct result *result)
{
    const struct parameter *parameter = parameter_find(key);
    const struct metric *metric = metric_find(key);
    if (parameter != NULL) {
        const bool idle = parameter->kind == KIND_SWITCH && !parameter_applies(parameter, scenario);
        return idle ? 0.0 : parameter_get(parameter, scenario);
    }
    return metric != NULL ? metric_get(metric, result) : NAN;
}

static bool section_shows(const struct placeholder *found, const struct scenario *scenario, const struct result *result)
{
    const struct condition_text condition = condition_of(found);
    const double number = number_of(condition.key, scenario, result);
    bool holds = !isnan(number) && number != 0.0;
    if (condition.word != NULL) {
        char value[VALUE_LONGEST];
        print_value(value, sizeof value, condition.key, scenario, result);
        holds = strcmp(value, condition.word) == 0;
    }
    return holds == (found->key[0] == '?');
}

/* Behind the end of a section whose opening is behind us. */
static const char *section_end(const char *text)
{
    for (int depth = 1; *text != '\0';) {
        const struct placeholder found = placeholder_at(text);
        depth += opens_section(&found) ? 1 : closes_section(&found) ? -1 : 0;
        text += found.length > 0 ? found.length : 1;
        if (depth == 0) {
            break;
        }
    }
    return text;
}

/* Past what is not to be read at this place: the marks of sections, and the whole of those that do not show. NULL: it
 * is to be read. */
static const char *section_pass(const char *text, const struct placeholder *found, const struct scenario *scenario,
                                const struct result *result)
{
    if (closes_section(found)) {
        return text + found->length;
    }
    if (!opens_section(found)) {
        return NULL;
    }
    return section_shows(found, scenario, result) ? text + found->length : section_end(text + found->length);
}

/* ---- filling ---- */

/* A result with its account. */
static struct result accounted(const struct scenario *scenario, const struct result *result)
{
    struct result whole = *result;
    if (whole.valid && !whole.account.filled) {
        whole.account = account_of(scenario, &whole);
    }
    return whole;
}

size_t explain_fill(char *text, size_t size, const char *template, const struct scenario *scenario,
                    const struct result *result)
{
    struct text_writer writer = text_begin(text, size);
    const struct result whole = accounted(scenario, result);
    for (const char *here = template; *here != '\0';) {
        const struct placeholder found = placeholder_at(here);
        const char *past = section_pass(here, &found, scenario, &whole);
        if (past != NULL) {
            here = past;
        } else if (found.length > 0) {
            char value[VALUE_LONGEST];
            print_value(value, sizeof value, found.key, scenario, &whole);
            text_add(&writer, value);
            here += found.length;
        } else {
            here += here[0] == '{' && here[1] == '{' ? 1 : 0;
            text_add_bytes(&writer, here, 1);
            here++;
        }
    }
    return text_end(&writer);
}

static void add_parameter(struct explain_inputs *inputs, const struct parameter *parameter)
{
    for (int i = 0; i < inputs->parameter_count; i++) {
        if (inputs->parameters[i] == parameter) {
            return;
        }
    }
    if (inputs->parameter_count < EXPLAIN_INPUTS) {
        inputs->parameters[inputs->parameter_count++] = parameter;
    }
}

static void add_metric(struct explain_inputs *inputs, const struct metric *metric)
{
    for (int i = 0; i < inputs->metric_count; i++) {
        if (inputs->metrics[i] == metric) {
            return;
        }
    }
    if (inputs->metric_count < EXPLAIN_INPUTS) {
        inputs->metrics[inputs->metric_count++] = metric;
    }
}

static void add_key(struct explain_inputs *inputs, const char *key)
{
    const struct parameter *parameter = parameter_find(key);
    const struct metric *metric = metric_find(key);
    if (parameter != NULL) {
        add_parameter(inputs, parameter);
    } else if (metric != NULL) {
        add_metric(inputs, metric);
    }
}

struct explain_inputs explain_inputs(const struct metric *metric, const struct scenario *scenario)
{
    struct explain_inputs inputs = {.parameter_count = 0, .metric_count = 0};
    const char *here = metric_numbers(metric, scenario);
    const struct result bare = evaluate(scenario);
    const struct result result = accounted(scenario, &bare);
    while (here != NULL && *here != '\0') {
        const struct placeholder found = placeholder_at(here);
        const char *past = section_pass(here, &found, scenario, &result);
        if (opens_section(&found) && parameter_find(condition_of(&found).key) != NULL) {
            add_key(&inputs, condition_of(&found).key);
        }
        if (found.length > 0 && past == NULL) {
            add_key(&inputs, found.key);
        }
        here = past != NULL ? past : here + (found.length > 0 ? found.length : 1);
    }
    return inputs;
}
