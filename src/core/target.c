/* target.c: batches and replicas by halving. */
#include "core/target.h"

#include "core/evaluate.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "core/strategy.h"

#include <stddef.h>

bool target_takes_longer(const struct target *target)
{
    bool longer = false;
    for (int i = 0; i < target->condition_count; i++) {
        longer = longer || target->condition[i].metric->takes_longer;
    }
    return longer;
}

bool target_is_met(const struct target *target, const struct result *result)
{
    for (int i = 0; i < target->condition_count; i++) {
        const struct condition *condition = &target->condition[i];
        if (!condition_holds(condition, metric_get(condition->metric, result))) {
            return false;
        }
    }
    return true;
}

/* A share of the clients, of the busiest replica. */
static int share_of(int clients, int replicas)
{
    return (clients + replicas - 1) / replicas;
}

static bool has_clients(const struct target *target)
{
    return target->batch == TARGET_SHARED || target->batch == TARGET_FEWEST;
}

/* The rates of sequences that exist: where the clients do not fill all replicas' batches, fewer than their sum. */
static void count_clients(const struct target *target, const struct scenario *scenario, struct result *result)
{
    if (!has_clients(target) || !result->valid || result->mode != MODE_DECODE) {
        return;
    }
    const double share = (double)target->clients / ((double)scenario->serving.decode_batch * result->sizes.dp);
    result->tokens_per_second *= share;
    result->tokens_per_second_per_gpu *= share;
    result->step_tokens *= share;
    result->token_cost /= share;
}

struct result target_price(const struct target *target, const struct scenario *scenario)
{
    struct result result = target_takes_longer(target) ? evaluate_all(scenario) : evaluate(scenario);
    count_clients(target, scenario, &result);
    return result;
}

struct result target_price_all(const struct target *target, const struct scenario *scenario)
{
    struct result result = evaluate_all(scenario);
    count_clients(target, scenario, &result);
    return result;
}

static struct served serve(const struct target *target, const struct scenario *scenario)
{
    struct served served = {.scenario = *scenario};
    served.result = target_price(target, scenario);
    served.met = served.result.valid && served.result.memory.fits && target_is_met(target, &served.result);
    return served;
}

static struct served serve_batch(const struct target *target, const struct scenario *scenario, int batch)
{
    struct scenario trial = *scenario;
    trial.serving.decode_batch = batch;
    return serve(target, &trial);
}

/* Whether a condition is one that a larger batch helps to meet: more of the figure is asked for. */
static bool grows(const struct condition *condition)
{
    return condition->relation == RELATION_AT_LEAST || condition->relation == RELATION_ABOVE;
}

/* Conditions that say where to stop: those that a larger batch breaks. */
static struct target limits_of(const struct target *target)
{
    struct target limits = {.batch = target->batch, .clients = target->clients};
    for (int i = 0; i < target->condition_count; i++) {
        if (!grows(&target->condition[i])) {
            limits.condition[limits.condition_count++] = target->condition[i];
        }
    }
    return limits;
}

/* The largest batch within the limits; 1 where there is none. */
static int most_within(const struct target *target, const struct scenario *scenario)
{
    const struct target limits = limits_of(target);
    int holds = 1;
    int fails = (int)parameter_greatest(parameter_find("decode.batch")) + 1;
    while (fails - holds > 1) {
        /* Doubled as long as it holds: most batches are far below the greatest. */
        const int middle = 2 * holds < fails ? 2 * holds : holds + (fails - holds) / 2;
        if (serve_batch(&limits, scenario, middle).met) {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    return holds;
}

/* Whether one is better: what meets all conditions before what does not, then by the objective. */
static bool is_better(const struct served *one, const struct served *other, const struct metric *objective)
{
    const double gain = metric_get(objective, &one->result) - metric_get(objective, &other->result);
    return one->met != other->met ? one->met : objective->better == BETTER_MORE ? gain > 0 : gain < 0;
}

/* Rows of a tile: a batch that has some rows more than whole tiles pays for another. */
enum { FULL_TILES = 64, SMALL_TILES = 16 };

/* The next smaller batch of whole tiles. */
static int whole_tiles_below(int batch)
{
    const int rows = batch > FULL_TILES ? FULL_TILES : SMALL_TILES;
    return (batch - 1) / rows * rows;
}

/* Of the largest batch and those of whole tiles beneath it the best. A figure that one sequence alone has best, as the
 * time of a step, does not say how many to take: then the largest. */
static struct served serve_most(const struct target *target, const struct scenario *scenario,
                                const struct metric *objective)
{
    struct served best = serve_batch(target, scenario, most_within(target, scenario));
    const struct served alone = serve_batch(target, scenario, 1);
    if (objective == NULL || is_better(&alone, &best, objective)) {
        return best;
    }
    for (int batch = whole_tiles_below(best.scenario.serving.decode_batch); batch > 0;
         batch = whole_tiles_below(batch)) {
        const struct served served = serve_batch(target, scenario, batch);
        best = is_better(&served, &best, objective) ? served : best;
    }
    return best;
}

/* So many replicas share the clients; where a replica's share is more than a batch can be, it does not fit. */
static struct served serve_clients(const struct target *target, const struct scenario *scenario, int replicas)
{
    const int most = (int)parameter_greatest(parameter_find("decode.batch"));
    const int share = share_of(target->clients, replicas);
    struct served served = serve_batch(target, scenario, share < most ? share : most);
    if (share > most) {
        served.result.memory.fits = false;
        served.met = false;
    }
    return served;
}

static struct served serve_shared(const struct target *target, const struct scenario *scenario)
{
    return serve_clients(target, scenario, strategy_sizes(scenario).dp);
}

static struct served serve_replicas(const struct target *target, const struct scenario *scenario, int replicas)
{
    struct scenario trial = *scenario;
    trial.cluster.gpus = replicas * scenario->strategy.tp * scenario->strategy.pp;
    return serve_clients(target, &trial, replicas);
}

/* The fewest replicas that can run: one, or where experts are divided over several, as many as these take. */
static int fewest_valid(const struct target *target, const struct scenario *scenario, int most)
{
    for (int replicas = 1; replicas < most; replicas++) {
        if (serve_replicas(target, scenario, replicas).result.valid) {
            return replicas;
        }
    }
    return most;
}

static struct served serve_fewest(const struct target *target, const struct scenario *scenario)
{
    const int most = strategy_sizes(scenario).dp;
    const int unit = fewest_valid(target, scenario, most);
    int fails = 0; /* in units */
    int holds = most / unit;
    if (!serve_replicas(target, scenario, holds * unit).met) {
        return serve_replicas(target, scenario, holds * unit);
    }
    while (holds - fails > 1) {
        const int middle = fails + (holds - fails) / 2;
        if (serve_replicas(target, scenario, middle * unit).met) {
            holds = middle;
        } else {
            fails = middle;
        }
    }
    return serve_replicas(target, scenario, holds * unit);
}

struct served target_serve(const struct target *target, const struct scenario *scenario, const struct metric *objective)
{
    switch (scenario->mode == MODE_DECODE ? target->batch : TARGET_HELD) {
    case TARGET_MOST:
        return serve_most(target, scenario, objective);
    case TARGET_SHARED:
        return serve_shared(target, scenario);
    case TARGET_FEWEST:
        return serve_fewest(target, scenario);
    case TARGET_HELD:
        break;
    }
    return serve(target, scenario);
}
