/* explain.c: `ringside explain`: a figure opened to its formula and numbers, or a parameter to its row. */
#include "cli/explain.h"

#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "core/character.h"
#include "core/choice_meanings.h"
#include "core/evaluate.h"
#include "core/explain.h"
#include "core/letters.h"
#include "core/other_names.h"
#include "core/strategy.h"
#include "core/whiteboard.h"

#include <assert.h>
#include <math.h>

enum { TITLE_COLUMNS = 10, MEANING_COLUMN = 17, LINE_TEXT = 600, KEY_TEXT = 80 };

enum { EXPLAIN_FORMAT };

const struct option explain_options[] = {
    [EXPLAIN_FORMAT] = {.name = "--format",
                        .choices = &document_format_names,
                        .candidates = CANDIDATES_CHOICES,
                        .help = "for people (the default), or for programs"},
    {.name = NULL},
};

/* "Formula   6 · P · tokens", with all lines under each other. */
static void print_section(FILE *output, const char *title, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        return;
    }
    (void)fprintf(output, "%*s", -TITLE_COLUMNS, title);
    text_wrap(output, text, TITLE_COLUMNS, PAGE_WIDTH);
}

const char *explained_giver(const struct explained *explained, const struct parameter *parameter)
{
    const struct options_result *resolved = &explained->subject->resolved;
    const struct value_source source =
        catalogue_value_source(explained->subject->catalogue, &resolved->preset, parameter);
    if (source.profile != NULL) {
        return source.profile->name;
    }
    return parameter_get(parameter, &resolved->preset) != parameter->fallback ? "starting scenario" : "default";
}

const char *explained_class(const struct explained *explained, const struct parameter *parameter)
{
    static const char *const classes[] = {[ORIGIN_FACT] = "fact",
                                          [ORIGIN_ASSUMPTION] = "assumption",
                                          [ORIGIN_DERIVED] = "derived",
                                          [ORIGIN_MEASURED] = "measured",
                                          [ORIGIN_CHOICE] = "choice"};
    static_assert(sizeof classes / sizeof classes[0] == ORIGIN_COUNT, "one word for each class");
    const struct options_result *resolved = &explained->subject->resolved;
    if (parameter_get(parameter, &resolved->scenario) != parameter_get(parameter, &resolved->preset)) {
        return NULL;
    }
    return classes[catalogue_value_source(explained->subject->catalogue, &resolved->preset, parameter).origin];
}

/* "edited", or the class of what nobody touched and the preset that set it. */
static void print_source(char *text, size_t size, const struct explained *explained, const struct parameter *parameter)
{
    const char *class = explained_class(explained, parameter);
    if (class == NULL) {
        (void)snprintf(text, size, "edited");
    } else {
        (void)snprintf(text, size, "%s, %s", class, explained_giver(explained, parameter));
    }
}

static void print_parameter_input(const struct explained *explained, const struct parameter *parameter)
{
    char value[QUANTITY_TEXT];
    char source[LINE_TEXT];
    (void)parameter_print(parameter, parameter_get(parameter, &explained->subject->resolved.scenario), value,
                          sizeof value);
    print_source(source, sizeof source, explained, parameter);
    (void)fprintf(explained->output, "  %-26s %-16s %s\n", parameter->key, value, source);
}

static void print_inputs(const struct explained *explained, const struct metric *metric)
{
    const struct explain_inputs inputs = explain_inputs(metric, &explained->subject->resolved.scenario);
    if (inputs.parameter_count + inputs.metric_count > 0) {
        (void)fprintf(explained->output, "Inputs\n");
    }
    for (int i = 0; i < inputs.parameter_count; i++) {
        print_parameter_input(explained, inputs.parameters[i]);
    }
    for (int i = 0; i < inputs.metric_count; i++) {
        char value[QUANTITY_TEXT];
        (void)metric_print(inputs.metrics[i], &explained->result, value, sizeof value);
        const int gap = 16 - text_columns(value);
        (void)fprintf(explained->output, "  %-26s %s%*s derived\n", inputs.metrics[i]->key, value, gap > 0 ? gap : 0,
                      "");
    }
}

struct explained_walk explained_walk(const struct explained *explained, const struct metric *metric)
{
    const struct whiteboard_walk walk = whiteboard_walk(&explained->subject->resolved.scenario);
    struct explained_walk told = {.start = evaluate_all(&walk.start)};
    double before = metric_get(metric, &told.start);
    told.differs = !isnan(before) && before != metric_get(metric, &explained->result);
    for (int i = 0; told.differs && i < walk.count; i++) {
        struct explained_stop *stop = &told.stop[told.count];
        *stop = (struct explained_stop){
            .parameter = walk.stop[i].parameter,
            .value = walk.stop[i].to,
            .result = evaluate_all(&walk.stop[i].scenario),
        };
        const double after = metric_get(metric, &stop->result);
        told.count += after != before ? 1 : 0;
        before = after;
    }
    return told;
}

/* What the whiteboard says, and what each honest setting makes of it. */
static void print_whiteboard(const struct explained *explained, const struct metric *metric)
{
    const struct explained_walk walk = explained_walk(explained, metric);
    char figure[QUANTITY_TEXT];
    char value[QUANTITY_TEXT];
    if (!walk.differs) {
        return;
    }
    (void)metric_print(metric, &walk.start, figure, sizeof figure);
    (void)fprintf(explained->output, "From the whiteboard, one setting after another\n  %-43s %s\n",
                  "flat, quoted links, one NIC a ring", figure);
    for (int i = 0; i < walk.count; i++) {
        const struct explained_stop *stop = &walk.stop[i];
        (void)parameter_print(stop->parameter, stop->value, value, sizeof value);
        (void)metric_print(metric, &stop->result, figure, sizeof figure);
        (void)fprintf(explained->output, "  %-26s %-16s %s\n", stop->parameter->key, value, figure);
    }
}

void explained_numbers(const struct explained *explained, const struct metric *metric, char *text, size_t size)
{
    const struct scenario *scenario = &explained->subject->resolved.scenario;
    const char *numbers = metric_numbers(metric, scenario);
    text[0] = '\0';
    if (numbers != NULL && explained->result.valid && !isnan(metric_get(metric, &explained->result))) {
        (void)explain_fill(text, size, numbers, scenario, &explained->result);
    }
}

static void explain_metric(const struct explained *explained, const struct metric *metric)
{
    const struct scenario *scenario = &explained->subject->resolved.scenario;
    char text[NUMBERS_TEXT];
    char value[QUANTITY_TEXT] = "";
    (void)metric_print(metric, &explained->result, value, sizeof value);
    (void)fprintf(explained->output, "%s: %s\n", metric->key, metric->label);
    print_section(explained->output, "Value", value[0] == '\0' ? "does not apply" : value);
    print_section(explained->output, "Meaning", metric->meaning);
    print_section(explained->output, "Formula", metric_formula(metric, scenario));
    explained_numbers(explained, metric, text, sizeof text);
    print_section(explained->output, "Numbers", text);
    print_section(explained->output, "Source", metric->source);
    print_inputs(explained, metric);
    if (explained->result.valid) {
        print_whiteboard(explained, metric);
    }
}

/* What it is without --set, where that is not the default: "8, starting scenario". */
static void print_start(const struct explained *explained, const struct parameter *parameter)
{
    const struct subject *subject = explained->subject;
    const double start = parameter_get(parameter, &subject->resolved.preset);
    if (start != parameter->fallback) {
        char value[QUANTITY_TEXT];
        char text[LINE_TEXT];
        (void)parameter_print(parameter, start, value, sizeof value);
        (void)snprintf(text, sizeof text, "%s, %s", value, explained_giver(explained, parameter));
        print_section(explained->output, "Start", text);
    }
}

/* What each value of a choice means, where its name does not say it. */
static void print_meanings(FILE *output, const struct choice_list *choices)
{
    for (int i = 0; choices != NULL && i < choices->count; i++) {
        const char *meaning = choice_meaning(choices, i);
        if (meaning != NULL) {
            (void)fprintf(output, "  %-*s", MEANING_COLUMN, choice_name(choices, i));
            text_wrap(output, meaning, MEANING_COLUMN + 2, PAGE_WIDTH);
        }
    }
}

static void explain_parameter(const struct explained *explained, const struct parameter *parameter)
{
    const struct options_result *resolved = &explained->subject->resolved;
    char text[LINE_TEXT];
    (void)fprintf(explained->output, "%s: %s\n", parameter->key, parameter_name(parameter));
    (void)parameter_print(parameter, parameter_get(parameter, &resolved->scenario), text, sizeof text);
    print_section(explained->output, "Value", text);
    print_section(explained->output, "Meaning", parameter->help);
    (void)parameter_values_print(parameter, text, sizeof text);
    print_section(explained->output, "Values", text);
    print_meanings(explained->output, parameter->choices);
    (void)parameter_print(parameter, parameter->fallback, text, sizeof text);
    print_section(explained->output, "Default", text);
    print_start(explained, parameter);
    print_source(text, sizeof text, explained, parameter);
    print_section(explained->output, "Class", text);
    const struct value_source source =
        catalogue_value_source(explained->subject->catalogue, &resolved->preset, parameter);
    print_section(explained->output, "Source", source.profile == NULL ? NULL : source.profile->source);
}

static int refuse_key(const struct program *program, const char *key)
{
    complaint_print(program->errors, "ringside explain: \"%s\" is neither a figure nor a parameter%s\n", key,
                    key_suggestion(key).text);
    return EXIT_BAD_INPUT;
}

/* Reasons are no part of a figure's explanation: they are why it has no value. */
static int finish(const struct program *program, const struct explained *explained)
{
    const struct reasons reasons = strategy_reasons(&explained->subject->resolved.scenario);
    for (int i = 0; i < reasons.count; i++) {
        complaint_print(program->errors, "ringside explain: this scenario cannot run: %s\n", reasons.text[i]);
    }
    return explained->result.valid ? EXIT_DONE : EXIT_ANSWER_NO;
}

/* Keys are written in small letters: "MFU" is mfu. */
static void say_lower(const char *word, char *text, size_t size)
{
    (void)snprintf(text, size, "%s", word);
    for (; *text != '\0'; text++) {
        *text = letter_lower(*text);
    }
}

/* A figure, or a parameter. */
static void explain_key(const struct explained *explained, const struct metric *metric,
                        const struct parameter *parameter, bool as_json)
{
    if (metric != NULL) {
        (as_json ? explain_metric_json : explain_metric)(explained, metric);
    } else {
        (as_json ? explain_parameter_json : explain_parameter)(explained, parameter);
    }
}

int explain_run(const struct program *program, const struct arguments *arguments)
{
    char key[KEY_TEXT];
    say_lower(arguments->words[0], key, sizeof key);
    const struct metric *metric = metric_find(key);
    const struct parameter *parameter = parameter_find(key);
    if (metric == NULL && parameter == NULL) {
        return refuse_key(program, arguments->words[0]);
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const int format = arguments_choice(arguments, explain_options, EXPLAIN_FORMAT, FORMAT_TEXT);
    struct explained explained = {.subject = &subject, .output = program->output};
    if (metric != NULL) {
        explained.result = evaluate_all(&subject.resolved.scenario);
    }
    explain_key(&explained, metric, parameter, format == FORMAT_JSON);
    const int status = metric != NULL ? finish(program, &explained) : EXIT_DONE;
    catalogue_free(subject.catalogue);
    return status;
}
