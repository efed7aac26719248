/* search.c: `ringside search`: every strategy for the GPUs at hand, the best of them, and what decides. */
#include "core/search.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/search_ranking.h"
#include "cli/target_read.h"
#include "core/strategy.h"
#include "exporters/figures.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { OPTION_OBJECTIVE, OPTION_WHERE, OPTION_HOLD, OPTION_CLIENTS, OPTION_FEWEST, OPTION_TOP, OPTION_FORMAT };

const struct option search_options[] = {
    [OPTION_OBJECTIVE] = {.name = "--objective",
                          .value = "METRIC",
                          .candidates = CANDIDATES_METRICS,
                          .help = "the figure to be best; without it step.time, or tokens_per_second where --where "
                                  "leaves the batch open"},
    [OPTION_WHERE] = {.name = "--where",
                      .value = "METRIC<=VALUE,...",
                      .help = "only strategies for which this holds: 'decode.time<=50ms'; several between commas"},
    [OPTION_HOLD] = {.name = "--hold",
                     .value = "KEY,...",
                     .candidates = CANDIDATES_KEYS,
                     .help = "sizes that stay as given: --set zero=1 --hold zero,cp for a framework without others"},
    [OPTION_CLIENTS] = {.name = "--clients",
                        .value = "N",
                        .help = "sequences that all replicas decode together; each takes its share"},
    [OPTION_FEWEST] = {.name = "--fewest", .help = "as few GPUs as serve the clients, best first by these"},
    [OPTION_TOP] = {.name = "--top", .value = "N", .help = "how many to print, up to 100; without it 20"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* ---- for programs ---- */

static void print_row_json(struct json *json, const char *key, const struct ranking *ranking,
                           const struct ranked *ranked)
{
    json_object(json, key);
    json_object(json, "inputs");
    for (int i = 0; i < ranking->size_count; i++) {
        json_parameter(json, ranking->sizes[i], &ranked->scenario);
    }
    json_object_end(json);
    json_object(json, "metrics");
    for (int i = 0; i < ranking->figure_count; i++) {
        json_metric(json, ranking->figures[i], &ranked->result);
    }
    json_object_end(json);
    json_object_end(json);
}

static void print_decision_json(struct json *json, const struct ranking *ranking)
{
    if (ranking->count < 2) {
        json_null(json, "decided_by");
        return;
    }
    struct decision decision = ranking_decision(ranking);
    if (!(decision.gain > 0.0)) {
        const struct metric *metric = ranking_deciding_figure(ranking);
        decision = (struct decision){.metric = metric->key,
                                     .one = metric_get(metric, &ranking->row[0].result),
                                     .other = metric_get(metric, &ranking->row[1].result)};
    }
    json_object(json, "decided_by");
    json_text(json, "metric", decision.metric);
    if (decision.second != NULL) {
        json_text(json, "plus", decision.second);
    }
    json_number(json, "winner", decision.one);
    json_number(json, "runner_up", decision.other);
    json_object_end(json);
}

/* Why the given strategy cannot run, as `report` says it. */
static void print_invalid_json(struct json *json, const struct scenario *scenario)
{
    const struct reasons reasons = strategy_reasons(scenario);
    json_array(json, "invalid");
    for (int i = 0; i < reasons.count; i++) {
        json_text(json, NULL, reasons.text[i]);
    }
    json_array_end(json);
}

static void print_json(const struct ranking *ranking, FILE *output)
{
    const struct search *search = ranking->search;
    struct json json = {.output = output};
    json_object(&json, NULL);
    json_text(&json, "objective", search->objective->key);
    if (ranking->scenario.mode == MODE_TRAINING) {
        json_number(&json, "global_batch", search->trial.strategy.global_batch);
    } else {
        json_null(&json, "global_batch");
    }
    print_invalid_json(&json, &ranking->scenario);
    json_number(&json, "priced", (double)search->priced);
    json_number(&json, "fit", (double)search->fit);
    json_number(&json, "met", (double)search->met);
    json_array(&json, "best");
    for (int i = 0; i < ranking->count; i++) {
        print_row_json(&json, NULL, ranking, &ranking->row[i]);
    }
    json_array_end(&json);
    print_decision_json(&json, ranking);
    if (search->priced > 0) {
        const struct ranked leanest = ranked_of(search, &search->leanest);
        print_row_json(&json, "leanest", ranking, &leanest);
    } else {
        json_null(&json, "leanest");
    }
    json_object_end(&json);
    json_end(&json);
}

static void print_csv(const struct ranking *ranking, FILE *output)
{
    struct csv_writer writer = {.output = output};
    csv_text(&writer, "rank");
    for (int i = 0; i < ranking->size_count; i++) {
        csv_text(&writer, ranking->sizes[i]->key);
    }
    for (int i = 0; i < ranking->figure_count; i++) {
        csv_text(&writer, ranking->figures[i]->key);
    }
    csv_row_end(&writer);
    for (int row = 0; row < ranking->count; row++) {
        csv_number(&writer, row + 1);
        for (int i = 0; i < ranking->size_count; i++) {
            csv_parameter(&writer, ranking->sizes[i], &ranking->row[row].scenario);
        }
        for (int i = 0; i < ranking->figure_count; i++) {
            csv_metric(&writer, ranking->figures[i], &ranking->row[row].result);
        }
        csv_row_end(&writer);
    }
}

/* ---- the command ---- */

/* The figure to be best, or NULL after a complaint. */
static const struct metric *read_objective(const char *key, FILE *errors)
{
    const struct metric *metric = metric_find(key);
    if (metric != NULL && metric->kind != METRIC_NAME && metric->kind != METRIC_VERDICT) {
        return metric;
    }
    if (metric != NULL) {
        complaint_print(errors, "ringside search: --objective: %s is no quantity that could be best\n", key);
    } else {
        (void)refuse_metric(errors, "search", "--objective", key);
    }
    return NULL;
}

/* Whether a figure exists in the mode that is searched; else a complaint. */
static bool objective_applies(const struct metric *metric, const struct scenario *scenario, FILE *errors)
{
    if (metric_is_of_mode(metric, scenario->mode)) {
        return true;
    }
    complaint_print(errors, "ringside search: --objective: %s does not apply to mode %s\n", metric->key,
                    choice_name(&mode_names, (int)scenario->mode));
    return false;
}

/* How many to print; -1 after a complaint. */
static int read_top(const char *text, FILE *errors)
{
    const int top = quantity_whole(text, UNIT_NONE, 1, SEARCH_MOST_TOP);
    if (top < 0) {
        complaint_print(errors, "ringside search: --top: a whole number from 1 to %d is expected, not \"%s\"\n",
                        SEARCH_MOST_TOP, text);
    }
    return top;
}

/* What is searched for. */
struct request {
    const struct metric *objective;
    struct target target;
    const char *where;
    const char *hold; /* keys between commas; NULL: none */
    int top;
    enum format format;
};

/* Keep what is to stay; false after a complaint. */
static bool hold_sizes(struct search *search, const struct scenario *scenario, const char *keys, FILE *errors)
{
    while (keys != NULL) {
        char key[QUANTITY_TEXT];
        const size_t length = strcspn(keys, ",");
        (void)snprintf(key, sizeof key, "%.*s", (int)length, keys);
        if (!search_hold(search, key, scenario)) {
            complaint_print(errors, "ringside search: --hold: \"%s\" is not varied; what is:", key);
            for (int size = 0; size < SEARCH_SIZES; size++) {
                complaint_print(errors, "%s %s", size > 0 ? "," : "", search_size_key(size));
            }
            (void)fputc('\n', errors);
            return false;
        }
        keys = keys[length] == ',' ? keys + length + 1 : NULL;
    }
    return true;
}

static int run_search(const struct program *program, const struct scenario *scenario, const struct request *request)
{
    enum { STEPS = 1 << 20 };
    static void (*const printers[FORMAT_COUNT])(const struct ranking *ranking, FILE *output) = {
        [FORMAT_TEXT] = ranking_print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    struct search search = search_start(scenario, request->objective, request->top);
    search.target = request->target;
    if (!hold_sizes(&search, scenario, request->hold, program->errors)) {
        return EXIT_BAD_INPUT;
    }
    while (!search.done) {
        search_run(&search, STEPS);
    }
    struct ranking ranking = {.search = &search, .scenario = *scenario, .where = request->where, .hold = request->hold};
    ranking_fill(&ranking);
    printers[request->format](&ranking, program->output);
    return ranking.count > 0 ? EXIT_DONE : EXIT_ANSWER_NO;
}

/* The shortest step; but of batches that are as large as they may be, the most tokens. */
static const char *usual_objective(const struct target *target)
{
    return target->batch == TARGET_MOST ? "tokens_per_second" : "step.time";
}

static int search_subject(const struct program *program, const struct arguments *arguments,
                          const struct scenario *scenario)
{
    const struct target_words words = {.where = arguments->value[OPTION_WHERE],
                                       .clients = arguments->value[OPTION_CLIENTS],
                                       .fewest = arguments->value[OPTION_FEWEST]};
    const struct target_read read = target_read(&words, &arguments->scenario, scenario, program->errors);
    if (!read.valid) {
        return EXIT_BAD_INPUT;
    }
    const char *objective = arguments->value[OPTION_OBJECTIVE];
    const char *top = arguments->value[OPTION_TOP];
    const int format = arguments_choice(arguments, search_options, OPTION_FORMAT, FORMAT_TEXT);
    const struct request request = {
        .objective = read_objective(objective == NULL ? usual_objective(&read.target) : objective, program->errors),
        .target = read.target,
        .where = words.where,
        .hold = arguments->value[OPTION_HOLD],
        .top = top == NULL ? SEARCH_TOP : read_top(top, program->errors),
        .format = (enum format)format,
    };
    if (request.objective == NULL || request.top < 0) {
        return EXIT_BAD_INPUT;
    }
    return objective_applies(request.objective, scenario, program->errors) ? run_search(program, scenario, &request)
                                                                           : EXIT_BAD_INPUT;
}

int search_command_run(const struct program *program, const struct arguments *arguments)
{
    const struct subject subject = subject_load(&arguments->scenario, program->errors);
    if (subject.catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    warn_of_settings(&arguments->scenario, &subject.resolved.scenario, program->errors);
    const int status = search_subject(program, arguments, &subject.resolved.scenario);
    catalogue_free(subject.catalogue);
    return status;
}
