/* search.c: `ringside search`: every strategy for the GPUs at hand, the best of them, and what decides. */
#include "core/search.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/search_ranking.h"
#include "core/search_request.h"
#include "core/strategy.h"
#include "exporters/figures.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What is asked first, by enum search_word; then how it is printed. */
enum { OPTION_TOP = SEARCH_WORDS, OPTION_FORMAT };

/* clang-format off */
const struct option search_options[] = {
#define ROW(word, option, called, completed, words)                                                                    \
    [SEARCH_WORD_##word] = {.name = option, .value = called, .candidates = CANDIDATES_##completed, .help = words},
    SEARCH_WORD_TABLE(ROW)
#undef ROW
    [OPTION_TOP] = {.name = "--top", .value = "N", .help = "how many to print, up to 100; without it 20"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};
/* clang-format on */

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

static int run_search(const struct program *program, const struct arguments *arguments, const struct scenario *scenario,
                      struct search *search)
{
    enum { STEPS = 1 << 20 };
    static void (*const printers[FORMAT_COUNT])(const struct ranking *ranking, FILE *output) = {
        [FORMAT_TEXT] = ranking_print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    while (!search->done) {
        search_run(search, STEPS);
    }
    struct ranking ranking = {.search = search,
                              .scenario = *scenario,
                              .where = arguments->value[SEARCH_WORD_WHERE],
                              .hold = arguments->value[SEARCH_WORD_HOLD]};
    ranking_fill(&ranking);
    printers[arguments_choice(arguments, search_options, OPTION_FORMAT, FORMAT_TEXT)](&ranking, program->output);
    return ranking.count > 0 ? EXIT_DONE : EXIT_ANSWER_NO;
}

static int search_subject(const struct program *program, const struct arguments *arguments,
                          const struct scenario *scenario)
{
    struct search_words words;
    for (int word = 0; word < SEARCH_WORDS; word++) {
        words.text[word] = arguments->value[word];
    }
    const struct search_request_read read =
        search_request_read(&words, scenario, arguments_give_batch(arguments) ? BATCH_GIVEN : BATCH_OPEN);
    const char *most = arguments->value[OPTION_TOP];
    const int top = most == NULL ? SEARCH_TOP : read_top(most, program->errors);
    if (!read.valid) {
        complaint_print(program->errors, "ringside search: %s\n", read.message);
    }
    if (!read.valid || top < 0) {
        return EXIT_BAD_INPUT;
    }
    struct search search = search_start_request(scenario, &read.request, top);
    return run_search(program, arguments, scenario, &search);
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
