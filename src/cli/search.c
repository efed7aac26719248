/* search.c: `ringside search`: every strategy for the GPUs at hand, the best of them, and what decides. */
#include "core/search.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "cli/target_read.h"
#include "core/decision.h"
#include "core/strategy.h"
#include "exporters/figures.h"

#include <math.h>
#include <stddef.h>

enum { OPTION_OBJECTIVE, OPTION_WHERE, OPTION_CLIENTS, OPTION_FEWEST, OPTION_TOP, OPTION_FORMAT };

const struct option search_options[] = {
    [OPTION_OBJECTIVE] = {.name = "--objective",
                          .value = "METRIC",
                          .candidates = CANDIDATES_METRICS,
                          .help = "the figure to be best; without it step.time, or tokens_per_second where --where "
                                  "leaves the batch open"},
    [OPTION_WHERE] = {.name = "--where",
                      .value = "METRIC<=VALUE,...",
                      .help = "only strategies for which this holds: 'decode.time<=50ms'; several between commas"},
    [OPTION_CLIENTS] = {.name = "--clients",
                        .value = "N",
                        .help = "sequences that all replicas decode together; each takes its share"},
    [OPTION_FEWEST] = {.name = "--fewest", .help = "as few GPUs as serve the clients, best first by these"},
    [OPTION_TOP] = {.name = "--top", .value = "N", .help = "how many to print, up to 100; without it 20"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    {.name = NULL},
};

/* What a row says of a strategy in which modes: its sizes, and figures besides the objective. */
struct row_key {
    const char *key;
    unsigned modes;
};

static const struct row_key size_keys[] = {
    {"tp", IN_ALL_MODES},
    {"sp", IN_TRAINING},
    {"pp", IN_ALL_MODES},
    {"vp", IN_TRAINING},
    {"cp", IN_TRAINING | IN_PREFILL},
    {"ep", IN_ALL_MODES},
    {"zero", IN_TRAINING},
    {"micro_batch", IN_TRAINING},
    {"recompute", IN_TRAINING},
    {"global_batch", IN_TRAINING}, /* held: what `auto` is of the given strategy */
};
static const struct row_key figure_keys[] = {
    {"dp.size", IN_ALL_MODES},      {"step.time", IN_ALL_MODES},
    {"mfu", IN_TRAINING},           {"tokens_per_second_per_gpu", IN_SERVING},
    {"memory.total", IN_ALL_MODES},
};
enum {
    SIZE_KEYS = sizeof size_keys / sizeof size_keys[0],
    TARGET_KEYS = 2, /* sizes that only a target leaves open: the GPUs, the batch of a decode */
    MOST_SIZES = SIZE_KEYS + TARGET_KEYS,
    FIGURE_KEYS = sizeof figure_keys / sizeof figure_keys[0],
    MOST_FIGURES = FIGURE_KEYS + 1
};

/* A strategy and all its figures. */
struct ranked {
    struct scenario scenario;
    struct result result;
};

/* What is printed. */
struct ranking {
    const struct search *search;
    struct scenario scenario; /* as it was given */
    const char *where;        /* the conditions, as they were given; NULL: none */
    struct ranked row[SEARCH_MOST_TOP];
    int count;
    const struct parameter *sizes[MOST_SIZES];
    int size_count;
    const struct metric *figures[MOST_FIGURES]; /* the objective first */
    int figure_count;
};

static struct ranked ranked_of(const struct search *search, const struct search_find *find)
{
    struct ranked ranked = {.scenario = search_scenario(search, find)};
    ranked.result = evaluate_all(&ranked.scenario);
    return ranked;
}

static void ranking_fill(struct ranking *ranking)
{
    const enum mode mode = ranking->scenario.mode;
    const enum target_batch batch = ranking->search->target.batch;
    if (batch == TARGET_FEWEST) {
        ranking->sizes[ranking->size_count++] = parameter_find("cluster.gpus");
    }
    for (int i = 0; i < SIZE_KEYS; i++) {
        if (mode_is_in(mode, size_keys[i].modes)) {
            ranking->sizes[ranking->size_count++] = parameter_find(size_keys[i].key);
        }
    }
    if (batch != TARGET_HELD) {
        ranking->sizes[ranking->size_count++] = parameter_find("decode.batch");
    }
    ranking->figures[ranking->figure_count++] = ranking->search->objective;
    for (int i = 0; i < FIGURE_KEYS; i++) {
        const struct metric *metric = metric_find(figure_keys[i].key);
        if (mode_is_in(mode, figure_keys[i].modes) && metric != ranking->search->objective) {
            ranking->figures[ranking->figure_count++] = metric;
        }
    }
    for (int i = 0; i < ranking->search->best_count; i++) {
        ranking->row[ranking->count++] = ranked_of(ranking->search, &ranking->search->best[i]);
    }
}

/* What the winner gains most in over the runner-up: a part of the step; none where its step is not the shorter one, or
 * where bytes are to be best, not time. */
static struct decision decision_of(const struct ranking *ranking)
{
    const struct result *winner = &ranking->row[0].result;
    const struct result *other = ranking->count > 1 ? &ranking->row[1].result : winner;
    const struct waits one = waits_of(winner);
    const struct waits two = waits_of(other);
    const bool alike = ranking->search->target.batch == TARGET_HELD; /* else another batch makes another step */
    const bool by_time = alike && ranking->search->objective->unit != UNIT_BYTES && winner->step < other->step;
    return by_time ? decision_between(&one, &two) : (struct decision){.gain = 0.0};
}

/* Where no part of the step decides: the figure that is to be best; of two that are alike in it, memory ranks them. */
static const struct metric *deciding_figure(const struct ranking *ranking)
{
    const struct metric *objective = ranking->search->objective;
    const bool alike = metric_get(objective, &ranking->row[0].result) == metric_get(objective, &ranking->row[1].result);
    return alike ? metric_find("memory.total") : objective;
}

/* ---- for people ---- */

/* "TP 8, SP on, PP 1, ..." without what is plain. */
static void print_strategy(FILE *output, const struct ranking *ranking, const struct ranked *ranked)
{
    for (int i = 0; i < ranking->size_count; i++) {
        char value[QUANTITY_TEXT];
        const struct parameter *parameter = ranking->sizes[i];
        (void)parameter_print(parameter, parameter_get(parameter, &ranked->scenario), value, sizeof value);
        (void)fprintf(output, "%s%s=%s", i > 0 ? " " : "", parameter->key, value);
    }
    (void)fputc('\n', output);
}

static void print_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct ranking *ranking = table->rows;
    const struct ranked *ranked = &ranking->row[row];
    if (column == 0) {
        (void)snprintf(text, size, "%d", row + 1);
    } else if (column <= ranking->figure_count) {
        (void)metric_print(ranking->figures[column - 1], &ranked->result, text, size);
    } else {
        const struct parameter *parameter = ranking->sizes[column - 1 - ranking->figure_count];
        (void)parameter_print(parameter, parameter_get(parameter, &ranked->scenario), text, size);
    }
}

static void print_table(const struct ranking *ranking, FILE *output)
{
    struct table_column columns[1 + MOST_FIGURES + MOST_SIZES] = {{"#", true}};
    int count = 1;
    for (int i = 0; i < ranking->figure_count; i++) {
        columns[count++] = (struct table_column){ranking->figures[i]->key, true};
    }
    for (int i = 0; i < ranking->size_count; i++) {
        columns[count++] = (struct table_column){ranking->sizes[i]->key, true};
    }
    const struct table table = {
        .columns = columns, .column_count = count, .row_count = ranking->count, .rows = ranking, .cell = print_cell};
    table_print(&table, FORMAT_TEXT, output);
}

static void print_decision_by_figure(const struct ranking *ranking, FILE *output)
{
    const struct metric *metric = deciding_figure(ranking);
    char one[QUANTITY_TEXT];
    char two[QUANTITY_TEXT];
    (void)metric_print(metric, &ranking->row[0].result, one, sizeof one);
    (void)metric_print(metric, &ranking->row[1].result, two, sizeof two);
    (void)fprintf(output, "decided by  %s: %s against %s\n", metric->label, one, two);
}

static void print_decision(const struct ranking *ranking, FILE *output)
{
    const struct ranked *winner = &ranking->row[0];
    (void)fprintf(output, "\nwinner      ");
    print_strategy(output, ranking, winner);
    if (ranking->count < 2) {
        return;
    }
    const struct ranked *other = &ranking->row[1];
    (void)fprintf(output, "runner-up   ");
    print_strategy(output, ranking, other);
    if (winner->scenario.cluster.gpus != other->scenario.cluster.gpus) {
        (void)fprintf(output, "decided by  GPUs: %d against %d\n", winner->scenario.cluster.gpus,
                      other->scenario.cluster.gpus);
        return;
    }
    const struct decision decision = decision_of(ranking);
    if (decision.gain > 0.0) {
        char text[DECISION_TEXT];
        decision_print(&decision, decision.label, text, sizeof text);
        (void)fprintf(output, "decided by  %s\n", text);
    } else {
        print_decision_by_figure(ranking, output);
    }
}

/* The strategy that was given, as it would serve the target. */
static struct ranked ranked_given(const struct ranking *ranking)
{
    const struct target *target = &ranking->search->target;
    struct ranked given = {.scenario = ranking->scenario};
    given.scenario.strategy.global_batch = ranking->search->trial.strategy.global_batch;
    if (target->batch != TARGET_HELD && strategy_valid(&given.scenario)) {
        given.scenario = target_serve(target, &given.scenario).scenario;
    }
    given.result = evaluate_all(&given.scenario);
    return given;
}

/* The part of the step that makes it longer than the winner's; nothing where it is not longer, or where another batch
 * is what makes it so. */
static void print_longest(const struct ranking *ranking, const struct ranked *given, FILE *output)
{
    const struct result *winner = &ranking->row[0].result;
    const struct waits shorter = waits_of(winner);
    const struct waits longer = waits_of(&given->result);
    const struct decision decision = decision_between(&shorter, &longer);
    if (decision.gain > 0 && given->result.step > winner->step && ranking->search->target.batch == TARGET_HELD) {
        char text[DECISION_TEXT];
        const struct decision reversed = decision_reversed(decision);
        decision_print(&reversed, decision.label, text, sizeof text);
        (void)fprintf(output, ", most by %s", text);
    }
}

/* What it costs to keep the given strategy, and why it is not among those that are ranked. */
static void print_given(const struct ranking *ranking, FILE *output)
{
    const struct metric *objective = ranking->search->objective;
    const struct ranked given = ranked_given(ranking);
    const double kept = metric_get(objective, &given.result);
    const double best = metric_get(objective, &ranking->row[0].result);
    if (!given.result.valid || !(fabs(kept - best) > 0)) {
        return;
    }
    const struct quantity_text one = quantity_display(kept, objective->unit);
    const struct quantity_text two = quantity_display(best, objective->unit);
    (void)fprintf(output, "given       ");
    print_strategy(output, ranking, &given);
    (void)fprintf(output, "it has      %s %s %s against %s %s", objective->key, one.number, one.unit, two.number,
                  two.unit);
    print_longest(ranking, &given, output);
    if (!given.result.memory.fits) {
        (void)fprintf(output, "; it does not fit");
    } else if (!target_is_met(&ranking->search->target, &given.result)) {
        (void)fprintf(output, "; %s does not hold", ranking->where);
    }
    (void)fputc('\n', output);
}

/* Of those that fit, what comes nearest to a condition that none meets. */
static void print_none_met(const struct ranking *ranking, FILE *output)
{
    const struct target *target = &ranking->search->target;
    const struct ranked nearest = ranked_of(ranking->search, &ranking->search->nearest);
    (void)fprintf(output, "none meets %s; the nearest has ", ranking->where);
    for (int i = 0; i < target->condition_count; i++) {
        char text[QUANTITY_TEXT];
        (void)metric_print(target->condition[i].metric, &nearest.result, text, sizeof text);
        (void)fprintf(output, "%s%s %s", i > 0 ? ", " : "", target->condition[i].metric->key, text);
    }
    (void)fprintf(output, "\nnearest     ");
    print_strategy(output, ranking, &nearest);
}

static void print_none(const struct ranking *ranking, FILE *output)
{
    if (ranking->search->priced == 0) {
        (void)fprintf(output, "no strategy divides this model, batch and cluster\n");
        return;
    }
    if (ranking->search->fit > 0 && ranking->where != NULL) {
        print_none_met(ranking, output);
        return;
    }
    const struct ranked leanest = ranked_of(ranking->search, &ranking->search->leanest);
    const struct quantity_text needed = quantity_display(leanest.result.memory.total, UNIT_BYTES);
    const struct quantity_text there = quantity_display(leanest.result.memory.capacity, UNIT_BYTES);
    (void)fprintf(output, "none fits: the leanest needs %s %s a GPU, and there are %s %s\nleanest     ", needed.number,
                  needed.unit, there.number, there.unit);
    print_strategy(output, ranking, &leanest);
}

/* "decode of 100 seq at context 4096 tok a replica": without the batch where that is open. */
static void print_decode(FILE *output, const struct search *search, const struct scenario *scenario)
{
    if (search->target.batch == TARGET_HELD) {
        (void)fprintf(output, "decode of %d seq at context %d tok a replica\n", scenario->serving.batch,
                      scenario->serving.context);
    } else {
        (void)fprintf(output, "decode at context %d tok\n", scenario->serving.context);
    }
}

/* What every strategy has to do. */
static void print_work(FILE *output, const struct search *search, const struct scenario *scenario)
{
    switch (scenario->mode) {
    case MODE_PREFILL:
        (void)fprintf(output, "prefill of %d prompt%s of %d tok\n", scenario->serving.prompts,
                      scenario->serving.prompts == 1 ? "" : "s", scenario->serving.prompt_tokens);
        return;
    case MODE_DECODE:
        print_decode(output, search, scenario);
        return;
    default:
        (void)fprintf(output, "global batch %d seq of %d tok\n", search->trial.strategy.global_batch,
                      scenario->strategy.seq_len);
    }
}

/* What a strategy that cannot run lends to those that can, and what `auto` is held at. */
static void print_held(FILE *output, const struct ranking *ranking)
{
    const struct search *search = ranking->search;
    const struct scenario *scenario = &ranking->scenario;
    const struct reasons reasons = strategy_reasons(scenario);
    const struct sizes sizes = strategy_sizes(scenario);
    if (reasons.count > 0) {
        (void)fprintf(output, "the given strategy cannot run, so others are searched: %s\n", reasons.text[0]);
    }
    if (scenario->mode == MODE_DECODE) {
        target_print_batch(&search->target, ranking->where, output);
    }
    if (scenario->mode == MODE_PREFILL) {
        (void)fprintf(output, "the prompts are those of one replica: a layout of more replicas reads more at a time\n");
    }
    if (scenario->mode == MODE_TRAINING && scenario->strategy.global_batch == 0) {
        (void)fprintf(output,
                      "the batch is held at %d seq, which is auto for the given DP %d and micro-batch %d; "
                      "--set global_batch=N holds another\n",
                      search->trial.strategy.global_batch, sizes.dp, scenario->strategy.micro_batch);
    }
}

static void print_text(const struct ranking *ranking, FILE *output)
{
    const struct scenario *scenario = &ranking->scenario;
    const struct search *search = ranking->search;
    (void)fprintf(output, "%s on %d GPUs of %s (%s), ", scenario->model.name, scenario->cluster.gpus,
                  scenario->cluster.name, scenario->gpu.name);
    print_work(output, search, scenario);
    print_held(output, ranking);
    (void)fprintf(output, "%lld strategies priced, %lld fit in memory", search->priced, search->fit);
    if (ranking->where != NULL) {
        (void)fprintf(output, ", %lld of them with %s", search->met, ranking->where);
    }
    (void)fprintf(output, "\n\n");
    if (ranking->count == 0) {
        print_none(ranking, output);
        return;
    }
    print_table(ranking, output);
    print_decision(ranking, output);
    print_given(ranking, output);
}

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
    struct decision decision = decision_of(ranking);
    if (!(decision.gain > 0.0)) {
        const struct metric *metric = deciding_figure(ranking);
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
        (void)fprintf(errors, "ringside search: --objective: %s is no quantity that could be best\n", key);
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
    (void)fprintf(errors, "ringside search: --objective: %s does not apply to mode %s\n", metric->key,
                  choice_name(&mode_names, (int)scenario->mode));
    return false;
}

/* How many to print; 0 after a complaint. */
static int read_top(const char *text, FILE *errors)
{
    const struct quantity top = quantity_parse(text, UNIT_NONE);
    if (top.valid && top.value >= 1 && top.value <= SEARCH_MOST_TOP && top.value == floor(top.value)) {
        return (int)top.value;
    }
    (void)fprintf(errors, "ringside search: --top: a whole number from 1 to %d is expected, not \"%s\"\n",
                  SEARCH_MOST_TOP, text);
    return 0;
}

/* What is searched for. */
struct request {
    const struct metric *objective;
    struct target target;
    const char *where;
    int top;
    enum format format;
};

static int run_search(const struct program *program, const struct scenario *scenario, const struct request *request)
{
    enum { STEPS = 1 << 20 };
    static void (*const printers[FORMAT_COUNT])(const struct ranking *ranking, FILE *output) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_CSV] = print_csv};
    struct search search = search_start(scenario, request->objective, request->top);
    search.target = request->target;
    while (!search.done) {
        search_run(&search, STEPS);
    }
    struct ranking ranking = {.search = &search, .scenario = *scenario, .where = request->where};
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
        .top = top == NULL ? SEARCH_TOP : read_top(top, program->errors),
        .format = (enum format)format,
    };
    if (request.objective == NULL || request.top == 0) {
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
