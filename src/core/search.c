/* search.c: nested loops over the sizes of a strategy, unrolled into a state that can pause anywhere. */
#include "core/search.h"

#include "core/memory.h"
#include "core/parameters.h"
#include "core/schedule.h"
#include "core/strategy.h"
#include "core/strategy_rules.h"
#include "core/transformer.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- the sizes and their values ---- */

static void values_add(struct search_values *values, int value)
{
    if (values->count < SEARCH_VALUES) {
        values->value[values->count++] = value;
    }
}

/* Divisors of a number up to a limit, ascending. */
static struct search_values divisors_of(int number, int most)
{
    struct search_values values = {.count = 0};
    for (int divisor = 1; divisor <= number && divisor <= most; divisor++) {
        if (number % divisor == 0) {
            values_add(&values, divisor);
        }
    }
    return values;
}

static struct search_values rank_values(const struct scenario *scenario, int most)
{
    return divisors_of(scenario->cluster.gpus, most);
}

static struct search_values micro_batch_values(const struct scenario *scenario, int most)
{
    return divisors_of(scenario->strategy.global_batch, most);
}

/* Whether chunks hold equally many layers, the embedding and the head counted as layers or not. */
static bool divides_layers(int chunks, int layers)
{
    return layers % chunks == 0 || (layers + EMBEDDING_AND_HEAD) % chunks == 0;
}

static struct search_values chunk_values(const struct scenario *scenario, int most)
{
    const int layers = scenario->model.layers;
    struct search_values values = {.count = 0};
    for (int chunks = 1; chunks <= layers && chunks <= most; chunks++) {
        if (divides_layers(chunks, layers)) {
            values_add(&values, chunks);
        }
    }
    return values;
}

static struct search_values expert_values(const struct scenario *scenario, int most)
{
    return divisors_of(transformer_is_moe(&scenario->model) ? scenario->model.experts : 1, most);
}

/* All that a choice or a switch may be. */
static struct search_values all_values(const struct scenario *scenario, int most)
{
    struct search_values values = {.count = 0};
    (void)scenario;
    for (int value = 0; value <= most; value++) {
        values_add(&values, value);
    }
    return values;
}

static bool always(const struct scenario *scenario)
{
    (void)scenario;
    return true;
}

static bool has_tensor(const struct scenario *scenario)
{
    return scenario->strategy.tp > 1;
}

/* One chunk a stage; or more that are alike, with whole rounds of micro-batches. */
static bool chunks_are_even(const struct scenario *scenario)
{
    const int chunks = scenario->strategy.pp * scenario->strategy.vp;
    return scenario->strategy.pp > 1 && divides_layers(chunks, scenario->model.layers) &&
           strategy_sizes(scenario).micro_batches % scenario->strategy.pp == 0;
}

static bool has_replicas(const struct scenario *scenario)
{
    return strategy_sizes(scenario).sharers > 1;
}

/* Fused attention keeps nothing that could be computed again. */
static bool recompute_has_effect(const struct scenario *scenario)
{
    return scenario->strategy.recompute == RECOMPUTE_FULL || scenario->execution.attention == ATTENTION_UNFUSED;
}

/* A size of the strategy. The rules of its parties are asked as soon as it is set, while all further sizes have their
 * first values: what is broken then is broken whatever they become. */
struct dimension {
    const char *key;
    struct search_values (*values)(const struct scenario *scenario, int most);
    unsigned parties;
    bool (*has_effect)(const struct scenario *scenario); /* of a value that is not the first */
};

static const struct dimension dimensions[SEARCH_SIZES] = {
    [SEARCH_CP] = {"cp", rank_values, PARTY_CP, always},
    [SEARCH_TP] = {"tp", rank_values, PARTY_TP, always},
    [SEARCH_SP] = {"sp", all_values, PARTY_TP, has_tensor},
    [SEARCH_MICRO_BATCH] = {"micro_batch", micro_batch_values, 0, always},
    [SEARCH_PP] = {"pp", rank_values, PARTY_PP | PARTY_MICRO_BATCH, always},
    [SEARCH_VP] = {"vp", chunk_values, PARTY_VP, chunks_are_even},
    [SEARCH_EP] = {"ep", expert_values, PARTY_EP, always},
    [SEARCH_RECOMPUTE] = {"recompute", all_values, 0, recompute_has_effect},
    [SEARCH_ZERO] = {"zero", all_values, 0, has_replicas},
};

/* ---- the best ---- */

/* Whether one find is better than another: where the fewest GPUs are asked for by these, then by the objective, then by
 * less memory. */
static bool is_better(const struct search *search, const struct search_find *one, const struct search_find *other)
{
    if (search->target.batch == TARGET_FEWEST && one->gpus != other->gpus) {
        return one->gpus < other->gpus;
    }
    if (one->objective == other->objective) {
        return one->memory < other->memory;
    }
    return (one->objective > other->objective) == (search->objective->better == BETTER_MORE);
}

/* Insert where it belongs; what falls off the end was the worst. */
static void rank(struct search *search, const struct search_find *find)
{
    const bool full = search->best_count == search->wanted;
    if (full && !is_better(search, find, &search->best[search->wanted - 1])) {
        return;
    }
    int place = full ? search->wanted - 1 : search->best_count++;
    while (place > 0 && is_better(search, find, &search->best[place - 1])) {
        search->best[place] = search->best[place - 1];
        place--;
    }
    search->best[place] = *find;
}

static struct result price(struct search *search, const struct sizes *sizes)
{
    if (search->objective->takes_longer || target_takes_longer(&search->target)) {
        return evaluate_all(&search->trial);
    }
    if (search->basis_is_stale) {
        search->basis = evaluate_basis(&search->trial);
        search->basis_is_stale = false;
    }
    return evaluate_with(&search->basis, sizes, &search->trial);
}

/* By which share of its value the first condition that does not hold is missed. */
static double miss_of(const struct target *target, const struct result *result)
{
    for (int i = 0; i < target->condition_count; i++) {
        const struct condition *condition = &target->condition[i];
        const double figure = metric_get(condition->metric, result);
        if (!condition_holds(condition, figure)) {
            return fabs(figure - condition->value) / fmax(fabs(condition->value), DBL_MIN);
        }
    }
    return 0;
}

static void keep_nearest(struct search *search, const struct search_find *find, const struct result *result)
{
    const double miss = miss_of(&search->target, result);
    if (search->met == 0 && (search->fit == 1 || miss < search->nearest_miss)) {
        search->nearest = *find;
        search->nearest_miss = miss;
    }
}

/* What is kept of a strategy. */
static struct search_find find_of(const struct scenario *scenario, double objective, double memory)
{
    return (struct search_find){
        .strategy = scenario->strategy,
        .batch = scenario->serving.decode_batch,
        .gpus = scenario->cluster.gpus,
        .objective = objective,
        .memory = memory,
    };
}

/* Count a strategy that can run. */
static void count(struct search *search, const struct scenario *scenario, double memory)
{
    if (search->priced == 0 || memory < search->leanest.memory) {
        search->leanest = find_of(scenario, NAN, memory);
    }
    search->priced++;
}

/* Count a strategy that was priced, and keep it where it belongs. */
static void judge(struct search *search, const struct scenario *scenario, const struct result *result)
{
    const bool fits = result->memory.fits;
    const bool met = fits && target_is_met(&search->target, result);
    const double objective = metric_get(search->objective, result);
    const struct search_find find = find_of(scenario, objective, result->memory.total);
    count(search, scenario, result->memory.total);
    search->fit += fits ? 1 : 0;
    search->met += met ? 1 : 0;
    if (fits && !met) {
        keep_nearest(search, &find, result);
    }
    if ((met || search->ranks_all) && !isnan(find.objective)) {
        rank(search, &find);
    }
}

/* Whether a training strategy need not be priced, since it does not fit: counting bytes takes a tenth of the time. */
static bool is_out_of_question(struct search *search, const struct sizes *sizes)
{
    if (search->trial.mode != MODE_TRAINING || search->ranks_all || search->basis_is_stale) {
        return false;
    }
    const struct memory memory = memory_with(&search->basis.params, &search->trial, sizes);
    if (!memory.fits) {
        count(search, &search->trial, memory.total);
    }
    return !memory.fits;
}

static void price_strategy(struct search *search)
{
    const struct sizes sizes = strategy_sizes(&search->trial);
    if (!strategy_rules_hold(&search->trial, &sizes) || is_out_of_question(search, &sizes)) {
        return;
    }
    if (search->trial.mode == MODE_DECODE && search->target.batch != TARGET_HELD) {
        const struct served served = target_serve(&search->target, &search->trial, search->objective);
        judge(search, &served.scenario, &served.result);
        return;
    }
    const struct result result = price(search, &sizes);
    judge(search, &search->trial, &result);
}

/* ---- the walk ---- */

static void set_size(struct search *search, int size, int place)
{
    parameter_set(search->parameter[size], &search->trial, search->values[size].value[place]);
}

/* Routed experts with TP take tokens divided over its ranks, as sequence parallelism leaves them: Megatron refuses them
 * without. Who holds SP may price it all the same. */
static bool is_refused(const struct search *search, int size)
{
    const struct scenario *trial = &search->trial;
    return size == SEARCH_SP && search->values[SEARCH_SP].count > 1 && trial->mode == MODE_TRAINING &&
           transformer_is_moe(&trial->model) && trial->strategy.tp > 1 && !trial->strategy.sp;
}

/* Whether the value just set has an effect, and breaks no rule. */
static bool is_possible(const struct search *search, int size)
{
    const struct parameter *parameter = search->parameter[size];
    if (is_refused(search, size)) {
        return false;
    }
    if (search->place[size] > 0) {
        if (!parameter_applies(parameter, &search->trial) || !dimensions[size].has_effect(&search->trial)) {
            return false;
        }
    }
    return strategy_rules_hold_for(&search->trial, dimensions[size].parties);
}

/* Move the size at hand to its next value: on to the next size if that is possible, back where there is none left. */
static void move_size(struct search *search)
{
    const int size = search->depth;
    const bool reshapes_experts = size == SEARCH_EP && transformer_is_moe(&search->trial.model);
    search->basis_is_stale |= size <= SEARCH_MICRO_BATCH || reshapes_experts;
    search->place[size]++;
    if (search->place[size] == search->values[size].count) {
        set_size(search, size, 0);
        search->place[size] = -1;
        search->depth--;
        search->done = search->depth < 0;
        return;
    }
    set_size(search, size, search->place[size]);
    search->depth += is_possible(search, size) ? 1 : 0;
}

static void step(struct search *search)
{
    if (search->depth < SEARCH_SIZES) {
        move_size(search);
        return;
    }
    price_strategy(search);
    search->depth--;
}

void search_run(struct search *search, long long steps)
{
    for (; steps > 0 && !search->done; steps--) {
        step(search);
    }
}

struct search search_start(const struct scenario *scenario, const struct metric *objective, int wanted)
{
    struct search search = {
        .objective = objective,
        .wanted = wanted < 1                 ? 1
                  : wanted > SEARCH_MOST_TOP ? SEARCH_MOST_TOP
                                             : wanted,
        .trial = *scenario,
        .basis_is_stale = true,
    };
    search.trial.strategy.global_batch = strategy_sizes(scenario).global_batch;
    for (int size = 0; size < SEARCH_SIZES; size++) {
        search.parameter[size] = parameter_find(dimensions[size].key);
        search.values[size] = dimensions[size].values(&search.trial, (int)parameter_greatest(search.parameter[size]));
        search.place[size] = -1;
        set_size(&search, size, 0);
    }
    search.done = !parameters_in_range(&search.trial);
    return search;
}

const char *search_size_key(int size)
{
    return dimensions[size].key;
}

bool search_hold(struct search *search, const char *key, const struct scenario *scenario)
{
    for (int size = 0; size < SEARCH_SIZES; size++) {
        if (strcmp(dimensions[size].key, key) == 0) {
            search->values[size] = (struct search_values){.count = 0};
            values_add(&search->values[size], (int)parameter_get(search->parameter[size], scenario));
            set_size(search, size, 0);
            return true;
        }
    }
    return false;
}

struct scenario search_scenario(const struct search *search, const struct search_find *find)
{
    struct scenario scenario = search->trial;
    scenario.strategy = find->strategy;
    scenario.serving.decode_batch = find->batch;
    scenario.cluster.gpus = find->gpus;
    return scenario;
}
