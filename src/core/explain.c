/* explain.c: templates filled with the values of parameters and metrics. */
#include "core/explain.h"

#include "core/parameters.h"

#include <stdio.h>
#include <string.h>

enum { KEY_LONGEST = 48, VALUE_LONGEST = 80 };

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
    const struct quantity_text shown = quantity_display(value, parameter->unit);
    (void)snprintf(text, size, "%s%s%s", shown.number, shown.unit[0] != '\0' ? " " : "", shown.unit);
}

static void print_value(char *text, size_t size, const char *key, const struct scenario *scenario,
                        const struct result *result)
{
    const struct parameter *parameter = parameter_find(key);
    const struct metric *metric = metric_find(key);
    if (parameter != NULL) {
        print_parameter(text, size, parameter, scenario);
    } else if (metric != NULL) {
        (void)metric_print(metric, result, text, size);
    } else {
        (void)snprintf(text, size, "{%s}", key);
    }
}

/* Text that is cut at its room, while the length of the whole is counted. */
struct writer {
    char *text;
    size_t size;
    size_t length;
};

static void write_text(struct writer *writer, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (writer->length + 1 < writer->size) {
            writer->text[writer->length] = text[i];
        }
        writer->length++;
    }
}

size_t explain_fill(char *text, size_t size, const char *template, const struct scenario *scenario,
                    const struct result *result)
{
    struct writer writer = {.text = text, .size = size, .length = 0};
    while (*template != '\0') {
        const struct placeholder found = placeholder_at(template);
        if (found.length > 0) {
            char value[VALUE_LONGEST];
            print_value(value, sizeof value, found.key, scenario, result);
            write_text(&writer, value, strlen(value));
            template += found.length;
            continue;
        }
        template += template[0] == '{' && template[1] == '{' ? 1 : 0;
        write_text(&writer, template, 1);
        template ++;
    }
    if (size > 0) {
        text[writer.length < size ? writer.length : size - 1] = '\0';
    }
    return writer.length;
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

struct explain_inputs explain_inputs(const struct metric *metric, const struct scenario *scenario)
{
    struct explain_inputs inputs = {.parameter_count = 0, .metric_count = 0};
    const char *template = metric_numbers(metric, scenario);
    for (const char *here = template; here != NULL && *here != '\0'; here++) {
        const struct placeholder found = placeholder_at(here);
        const struct parameter *parameter = found.length > 0 ? parameter_find(found.key) : NULL;
        const struct metric *figure = found.length > 0 ? metric_find(found.key) : NULL;
        if (parameter != NULL) {
            add_parameter(&inputs, parameter);
        } else if (figure != NULL) {
            add_metric(&inputs, figure);
        }
    }
    return inputs;
}
