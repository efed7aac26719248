/* solve.c: `ringside solve`: for which value of a parameter a condition holds. */
#include "core/solve.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/followed_batch.h"
#include "cli/refuse.h"
#include "exporters/figures.h"

#include <assert.h>
#include <math.h>

enum { OPTION_FOR, OPTION_WHERE, OPTION_LEAST, OPTION_GREATEST, OPTION_FORMAT };

const struct option solve_options[] = {
    [OPTION_FOR] = {.name = "--for",
                    .value = "KEY",
                    .candidates = CANDIDATES_KEYS,
                    .help = "the parameter that is looked for"},
    [OPTION_WHERE] = {.name = "--where",
                      .value = "METRIC<=VALUE",
                      .candidates = CANDIDATES_METRICS,
                      .help = "the condition: a figure, <=, >=, <, > or =, a value with its unit"},
    [OPTION_LEAST] = {.name = "--least", .help = "the least value for which it holds"},
    [OPTION_GREATEST] = {.name = "--greatest", .help = "the greatest; without either the boundary nearest the present"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* What was asked, and what came of it. */
struct answer {
    struct question question;
    const char *where;
    struct scenario scenario;
    struct solution solution;
};

static const char *const end_names[] = {
    [SOLVE_FOUND] = "found", [SOLVE_ALWAYS] = "always", [SOLVE_NEVER] = "never", [SOLVE_NOWHERE] = "nowhere"};
static_assert(sizeof end_names / sizeof end_names[0] == SOLVE_END_COUNT, "one name for each end");

/* ---- for people ---- */

enum { DIGITS = 5 };

struct shown {
    char text[QUANTITY_TEXT];
};

/* A value of the parameter, rounded for reading. */
static struct shown value_shown(const struct parameter *parameter, double value)
{
    struct shown shown;
    if (parameter->kind != KIND_REAL) {
        (void)parameter_print(parameter, value, shown.text, sizeof shown.text);
        return shown;
    }
    (void)quantity_join(quantity_display_digits(value, parameter->unit, DIGITS), shown.text, sizeof shown.text);
    return shown;
}

static struct shown figure_shown(const struct metric *metric, double figure)
{
    struct shown shown;
    if (metric->kind == METRIC_NAME) {
        (void)snprintf(shown.text, sizeof shown.text, "%s", choice_name(metric->names, (int)figure));
    } else if (metric->kind == METRIC_VERDICT) {
        (void)snprintf(shown.text, sizeof shown.text, "%s", figure != 0.0 ? "yes" : "no");
    } else {
        (void)quantity_join(quantity_display_digits(figure, metric->unit, DIGITS), shown.text, sizeof shown.text);
    }
    return shown;
}

/* "mfu is 41.2 % at cluster.gpus 512" */
static void print_point(FILE *output, const struct answer *answer, const char *before, struct solve_point point)
{
    const struct metric *metric = answer->question.condition.metric;
    const struct parameter *parameter = answer->question.parameter;
    (void)fprintf(output, "%s%s is %s at %s %s\n", before, metric->key, figure_shown(metric, point.figure).text,
                  parameter->key, value_shown(parameter, point.value).text);
}

static void print_extremes(FILE *output, const struct answer *answer)
{
    const struct solution *solution = &answer->solution;
    if (answer->question.condition.metric->kind == METRIC_NAME) {
        return;
    }
    print_point(output, answer, "least: ", solution->least);
    print_point(output, answer, "greatest: ", solution->greatest);
    if (solution->end == SOLVE_NEVER && solution->misfits > 0) {
        (void)fprintf(output, "%d of the %d values would do, but do not fit in memory, where the present one does\n",
                      solution->misfits, solution->tried);
    }
}

/* Where memory ends what the condition allows. */
static void print_misfit(FILE *output, const struct answer *answer)
{
    const struct solution *solution = &answer->solution;
    const bool allowed = condition_holds(&answer->question.condition, solution->other.figure);
    if (solution->found.fits && !solution->other.fits && allowed) {
        (void)fprintf(output, "it does not fit in memory at %s %s\n", answer->question.parameter->key,
                      value_shown(answer->question.parameter, solution->other.value).text);
    }
}

/* "64", "auto (64)", "none" */
static struct shown present_shown(const struct answer *answer)
{
    const struct parameter *parameter = answer->question.parameter;
    const double field = parameter_get(parameter, &answer->scenario);
    const struct shown number = value_shown(parameter, answer->solution.present);
    struct shown shown = number;
    if (parameter_is_named(parameter, field) && field != answer->solution.present) {
        (void)snprintf(shown.text, sizeof shown.text, "%s (%.40s)", parameter_word(parameter, field), number.text);
    }
    return shown;
}

static struct scenario scenario_at(const struct answer *answer, double value)
{
    struct scenario scenario = answer->scenario;
    parameter_set(answer->question.parameter, &scenario, value);
    return scenario;
}

/* Where the step that was found does other work than the present one, or than the one next to it. */
static void print_followed_batch(FILE *output, const struct answer *answer)
{
    const struct parameter *parameter = answer->question.parameter;
    const struct scenario found = scenario_at(answer, answer->solution.found.value);
    const struct scenario other = scenario_at(answer, answer->solution.other.value);
    const bool differs = followed_batch_differs(parameter, &answer->scenario, &found);
    if (answer->solution.end == SOLVE_FOUND && followed_batch_matters(answer->question.condition.metric)) {
        followed_batch_print(output, parameter, differs ? &answer->scenario : &other, &found);
    }
}

static void print_found(FILE *output, const struct answer *answer)
{
    const struct solution *solution = &answer->solution;
    const struct parameter *parameter = answer->question.parameter;
    (void)fprintf(output, "%s = %s\n", parameter->key, value_shown(parameter, solution->found.value).text);
    (void)fprintf(output, "%s holds there; at present %s is %s\n", answer->where, parameter->key,
                  present_shown(answer).text);
    print_point(output, answer, "there, ", solution->found);
    if (solution->other.value == solution->found.value) {
        (void)fprintf(output, "the range ends there\n");
    } else if (parameter->kind != KIND_REAL) {
        print_point(output, answer, "next to it, ", solution->other);
    } else {
        (void)fprintf(output, "it does not hold %s\n",
                      solution->other.value < solution->found.value ? "below" : "above");
    }
    print_misfit(output, answer);
    if (solution->boundaries > 1) {
        (void)fprintf(output, "one of %d boundaries in the whole range\n", solution->boundaries);
    }
}

static void print_text(const struct answer *answer, FILE *output)
{
    const struct solution *solution = &answer->solution;
    const struct parameter *parameter = answer->question.parameter;
    const struct shown first = value_shown(parameter, solution->first.value);
    const struct shown last = value_shown(parameter, solution->last.value);
    switch (solution->end) {
    case SOLVE_FOUND:
        print_found(output, answer);
        return;
    case SOLVE_ALWAYS:
    case SOLVE_NEVER:
        (void)fprintf(output, "%s %s holds for %s from %s to %s%s\n", answer->where,
                      solution->end == SOLVE_ALWAYS ? "always" : "never", parameter->key, first.text, last.text,
                      solution->misfits > 0 ? " within memory" : "");
        print_extremes(output, answer);
        return;
    case SOLVE_NOWHERE:
    case SOLVE_END_COUNT:
        break;
    }
    (void)fprintf(output, "%s does not apply to any value of %s, or none can run\n",
                  answer->question.condition.metric->key, parameter->key);
}

/* ---- for programs ---- */

/* A cell, or a member: the same in both. */
struct field {
    const char *key;
    double value;
};

enum { FIELDS = 9 };

struct fields {
    struct field of[FIELDS];
};

static struct fields fields_of(const struct answer *answer)
{
    const struct solution *solution = &answer->solution;
    const bool found = solution->end == SOLVE_FOUND;
    const bool tried = solution->tried > 0;
    return (struct fields){{
        {"figure", found ? solution->found.figure : NAN},
        {"boundaries", solution->boundaries},
        {"tried", solution->tried},
        {"misfits", solution->misfits},
        {"present", solution->present},
        {"least", tried ? solution->least.figure : NAN},
        {"least_at", tried ? solution->least.value : NAN},
        {"greatest", tried ? solution->greatest.figure : NAN},
        {"greatest_at", tried ? solution->greatest.value : NAN},
    }};
}

static void print_json(const struct answer *answer, FILE *output)
{
    struct json json = {.output = output};
    const struct scenario found = scenario_at(answer, answer->solution.found.value);
    const struct fields fields = fields_of(answer);
    json_object(&json, NULL);
    json_text(&json, "where", answer->where);
    json_text(&json, "end", end_names[answer->solution.end]);
    if (answer->solution.end == SOLVE_FOUND) {
        json_parameter(&json, answer->question.parameter, &found);
    } else {
        json_null(&json, answer->question.parameter->key);
    }
    for (int i = 0; i < FIELDS; i++) {
        json_number(&json, fields.of[i].key, fields.of[i].value);
    }
    json_object_end(&json);
    json_end(&json);
}

static void print_csv(const struct answer *answer, FILE *output)
{
    struct csv_writer writer = {.output = output};
    const struct scenario found = scenario_at(answer, answer->solution.found.value);
    const struct fields fields = fields_of(answer);
    csv_text(&writer, answer->question.parameter->key);
    csv_text(&writer, "end");
    for (int i = 0; i < FIELDS; i++) {
        csv_text(&writer, fields.of[i].key);
    }
    csv_row_end(&writer);
    if (answer->solution.end == SOLVE_FOUND) {
        csv_parameter(&writer, answer->question.parameter, &found);
    } else {
        csv_text(&writer, "");
    }
    csv_text(&writer, end_names[answer->solution.end]);
    for (int i = 0; i < FIELDS; i++) {
        csv_number(&writer, fields.of[i].value);
    }
    csv_row_end(&writer);
}

/* ---- the command ---- */

static const struct parameter *read_parameter(const char *key, FILE *errors)
{
    const struct parameter *parameter = key == NULL ? NULL : parameter_find(key);
    if (key == NULL) {
        complaint_print(errors, "ringside solve: --for is missing, like --for nic.bandwidth\n");
    } else if (parameter == NULL) {
        (void)refuse_parameter(errors, "solve", "--for", key);
    }
    return parameter;
}

static struct condition_read read_condition(const char *where, FILE *errors)
{
    if (where == NULL) {
        complaint_print(errors, "ringside solve: --where is missing, like --where 'dp.exposed<=0'\n");
        return (struct condition_read){.valid = false};
    }
    const struct condition_read read = condition_read(where);
    if (!read.valid) {
        complaint_print(errors, "ringside solve: --where: %s\n", read.message);
    }
    return read;
}

static enum solve_pick pick_of(const struct arguments *arguments)
{
    if (arguments->value[OPTION_LEAST] != NULL) {
        return SOLVE_LEAST;
    }
    return arguments->value[OPTION_GREATEST] != NULL ? SOLVE_GREATEST : SOLVE_NEAREST;
}

int solve_run(const struct program *program, const struct arguments *arguments)
{
    static void (*const printers[FORMAT_COUNT])(const struct answer *answer, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    const struct parameter *parameter = read_parameter(arguments->value[OPTION_FOR], program->errors);
    if (parameter == NULL) {
        return EXIT_BAD_INPUT;
    }
    const struct condition_read condition = read_condition(arguments->value[OPTION_WHERE], program->errors);
    if (!condition.valid) {
        return EXIT_BAD_INPUT;
    }
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    warn_of_settings(&arguments->scenario, &subject.resolved.scenario, program->errors);
    struct answer answer = {
        .question = {parameter, condition.condition, pick_of(arguments)},
        .where = arguments->value[OPTION_WHERE],
        .scenario = subject.resolved.scenario,
    };
    catalogue_free(subject.catalogue);
    warn_of_mode(parameter, &answer.scenario, program->errors);
    answer.solution = solve(&answer.question, &answer.scenario);
    const int format = arguments_choice(arguments, solve_options, OPTION_FORMAT, FORMAT_TEXT);
    printers[format](&answer, program->output);
    print_followed_batch(format == FORMAT_TEXT ? program->output : program->errors, &answer);
    return answer.solution.end == SOLVE_FOUND ? EXIT_DONE : EXIT_ANSWER_NO;
}
