/* search_text.c: a search's result as text. */
#include "cli/commands.h"
#include "cli/search_ranking.h"
#include "cli/table.h"
#include "core/change.h"
#include "core/memory.h"
#include "core/notes.h"
#include "core/strategy.h"

#include <math.h>

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
    struct table_column columns[1 + RANKING_FIGURES + RANKING_SIZES] = {{"#", true}};
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
    const struct metric *metric = ranking_deciding_figure(ranking);
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
    const struct decision decision = ranking_decision(ranking);
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
        given.scenario = target_serve(target, &given.scenario, ranking->search->objective).scenario;
    }
    given.result = target_price_all(target, &given.scenario);
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

/* Rows that fill a card to the brim, where allocators retry, and the first that does not. */
static void print_near_limit(const struct ranking *ranking, FILE *output)
{
    int near = 0;
    int first = ranking->count;
    for (int i = ranking->count - 1; i >= 0; i--) {
        const bool is_near = memory_is_near(&ranking->row[i].result.memory);
        near += is_near ? 1 : 0;
        first = is_near ? first : i;
    }
    if (near == 0 || ranking->scenario.mode != MODE_TRAINING) {
        return;
    }
    const struct memory *memory = &ranking->row[0].result.memory;
    const double limit = memory->reserve + MEMORY_NEAR * (memory->capacity - memory->reserve);
    (void)fprintf(output, "near limit  %d of these fill over %.0f %% of the memory, where allocators retry; ", near,
                  100 * MEMORY_NEAR);
    if (first < ranking->count) {
        (void)fprintf(output, "#%d is the first that leaves room\n", first + 1);
    } else {
        (void)fprintf(output, "--where 'memory.total<=%.0fGB' ranks those that leave room\n", floor(limit / 1e9));
    }
}

/* How many of those that are shown lie no farther behind the winner than forecasts are off: the table ranks them, but
 * cannot tell them apart. */
static void print_close(const struct ranking *ranking, FILE *output)
{
    const struct metric *objective = ranking->search->objective;
    const double best = metric_get(objective, &ranking->row[0].result);
    const double band = evaluate_all(&ranking->row[0].scenario).accuracy_band;
    int close = 0;
    for (int i = 1; i < ranking->count; i++) {
        close += fabs(metric_get(objective, &ranking->row[i].result) / best - 1) <= band ? 1 : 0;
    }
    if (close > 0 && !metric_is_of_memory(objective)) {
        char shown[QUANTITY_TEXT];
        quantity_say(band, UNIT_SHARE, shown, sizeof shown);
        (void)fprintf(
            output, "too close   within the %s by which a forecast may be off: %d of the other %d; run some of them\n",
            shown, close, ranking->count - 1);
    }
}

/* Settings that no search varies, and what they would give the winner back: with them another may win. */
static void print_settings(const struct ranking *ranking, FILE *output)
{
    enum { SHOWN = 3 };
    const struct ranked *winner = &ranking->row[0];
    const struct changes changes = changes_quicker(&winner->scenario, &winner->result);
    if (ranking->scenario.mode != MODE_TRAINING || changes.count == 0) {
        return;
    }
    (void)fprintf(output, "not varied  a setting changed alone saves the winner:");
    for (int i = 0; i < changes.count && i < SHOWN; i++) {
        char value[QUANTITY_TEXT];
        char gain[QUANTITY_TEXT];
        const struct change *change = &changes.row[i];
        (void)parameter_print(change->parameter, change->value, value, sizeof value);
        quantity_say(winner->result.step - change->step, UNIT_SECONDS, gain, sizeof gain);
        (void)fprintf(output, "%s %s=%s %s", i > 0 ? "," : "", change->parameter->key, value, gain);
    }
    (void)fputc('\n', output);
}

/* What a reader of the winner's figures must know. */
static void print_notes(const struct ranking *ranking, FILE *output)
{
    const struct ranked *winner = &ranking->row[0];
    const struct notes notes = notes_of(&winner->scenario, &winner->result);
    (void)fprintf(output, "%s", notes.count > 0 ? "\nnotes on the winner\n" : "");
    for (int i = 0; i < notes.count; i++) {
        (void)fprintf(output, "  ");
        text_wrap(output, notes.text[i], 2, PAGE_WIDTH);
    }
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
        (void)fprintf(output, "decode of %d seq at context %d tok a replica\n", scenario->serving.decode_batch,
                      scenario->serving.decode_context);
    } else {
        (void)fprintf(output, "decode at context %d tok\n", scenario->serving.decode_context);
    }
}

/* What every strategy has to do. */
static void print_work(FILE *output, const struct search *search, const struct scenario *scenario)
{
    switch (scenario->mode) {
    case MODE_PREFILL:
        (void)fprintf(output, "prefill of %d prompt%s of %d tok\n", scenario->serving.prefill_batch,
                      scenario->serving.prefill_batch == 1 ? "" : "s", scenario->serving.prefill_tokens);
        return;
    case MODE_DECODE:
        print_decode(output, search, scenario);
        return;
    default:
        (void)fprintf(output, "global batch %d seq of %d tok\n", search->trial.strategy.global_batch,
                      scenario->strategy.seq_len);
    }
}

/* How many sequences a replica decodes together, in words. */
static void print_batch(const struct target *target, const char *where, FILE *output)
{
    switch (target->batch) {
    case TARGET_MOST:
        (void)fprintf(output,
                      "the batch of a replica is the one that gives most of those that memory and %s allow; "
                      "--set decode.batch=N holds one\n",
                      where);
        return;
    case TARGET_SHARED:
        (void)fprintf(output, "%d clients are shared by all replicas; --fewest takes no more GPUs than they need\n",
                      target->clients);
        return;
    case TARGET_FEWEST:
        (void)fprintf(output, "%d clients on as few GPUs as serve them; the others are left free\n", target->clients);
        return;
    case TARGET_HELD:
        (void)fprintf(output, "the batch is that of one replica: a layout of more replicas serves more at a time; "
                              "--clients N shares N, --where 'decode.time<=50ms' finds the most\n");
        return;
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
    if (ranking->hold != NULL) {
        (void)fprintf(output, "not varied, but as given: %s\n", ranking->hold);
    }
    if (scenario->mode == MODE_DECODE) {
        print_batch(&search->target, ranking->where, output);
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

void ranking_print_text(const struct ranking *ranking, FILE *output)
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
    print_close(ranking, output);
    print_settings(ranking, output);
    print_near_limit(ranking, output);
    print_given(ranking, output);
    print_notes(ranking, output);
}
