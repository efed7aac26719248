/* data_parallel.c: gradient reduction on the timeline, and FSDP layer by layer. */
#include "core/data_parallel.h"

#include "core/device.h"

static double least(double one, double other)
{
    return one < other ? one : other;
}

static double gradient_bytes(const struct scenario *scenario)
{
    return scenario->strategy.lora ? 0.0 : device_operand_bytes(scenario->strategy.gradients);
}

/* Collectives that a reduction is cut into. */
static double bucket_count(const struct scenario *scenario, double message, double layers)
{
    const double size = scenario->strategy.dp_bucket;
    if (step_is_flat(scenario)) {
        return 1.0;
    }
    if (size <= 0) {
        return layers > 1 ? layers : 1.0;
    }
    const double whole = (double)(long long)(message / size);
    return whole * size < message ? whole + 1 : whole;
}

/* Time of a reduction or gather beside a pass of `window` seconds. */
static struct overlap bucket_overlap(const struct scenario *scenario, bool overlapped, double window,
                                     struct exchange exchange)
{
    if (!overlapped) {
        return overlap_share(exchange.seconds, 0);
    }
    return step_is_flat(scenario) ? schedule_stream(window, exchange.seconds)
                                  : schedule_buckets(window, exchange.seconds, exchange.count);
}

/* Enter a reduction or gather that happens so often a step. Where nothing hides the reduction, all wait for the slowest
 * replica, and again in a gather that nothing hides. */
static void reduction_add(struct reduction *reduction, const struct scenario *scenario, const struct groups *groups,
                          struct exchange exchange, struct overlap overlap, double times)
{
    const struct charges charges = charges_of(scenario);
    const bool waits = !scenario->strategy.overlap_dp && overlap.hidden <= 0 && groups->dp.domains > 2;
    traffic_add(&reduction->traffic, exchange_times(exchange, times), overlap_times(overlap, times));
    reduction->contention += times * contention_time(scenario, &charges, exchange.bytes, overlap.hidden);
    reduction->straggling += times * (waits ? charges.straggling * overlap.exposed : 0);
}

struct reduction reduction_price(const struct scenario *scenario, const struct groups *groups, int micro_batches,
                                 double weights, double layers, struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool sharded = strategy->zero != ZERO_NONE;
    const enum collective_op reduce = sharded ? OP_REDUCE_SCATTER : OP_ALL_REDUCE;
    const double message = weights * gradient_bytes(scenario);
    struct reduction reduction = {.traffic.message = message};
    if (groups->dp.ranks <= 1 || !(message > 0)) {
        return reduction;
    }
    const double buckets = bucket_count(scenario, message, layers);
    reduction.traffic.cost = collective_time(reduce, message / buckets, &groups->dp, scenario);
    struct exchange exchange = exchange_priced(reduce, message / buckets, &groups->dp, &reduction.traffic.cost);
    exchange = exchange_times(exchange, buckets);
    struct overlap overlap = bucket_overlap(scenario, strategy->overlap_dp, window.backward, exchange);
    reduction_add(&reduction, scenario, groups, exchange, overlap,
                  strategy->zero == ZERO_GRADIENTS ? micro_batches : 1);
    if (sharded) {
        const double gathered = weights * device_operand_bytes(strategy->gather);
        if (gathered != message) { /* else it costs what the reduce-scatter does */
            exchange = exchange_times(exchange_of(OP_ALL_GATHER, gathered / buckets, &groups->dp, scenario), buckets);
        }
        overlap = bucket_overlap(scenario, strategy->overlap_gather, window.forward, exchange);
        reduction_add(&reduction, scenario, groups, exchange, overlap, 1);
    }
    return reduction;
}

/* Serve one exchange in what is left of a window. */
static struct overlap window_serve(double *left, double seconds, bool overlapped)
{
    const double hidden = overlapped ? least(*left, seconds) : 0.0;
    *left -= hidden;
    return (struct overlap){.hidden = hidden, .exposed = seconds - hidden};
}

/* The unit's exchanges: parameters gathered, gradients scattered, and reduced across shards. */
struct unit_exchanges {
    struct exchange gather, scatter, replicate;
};

static struct unit_exchanges unit_exchanges_of(const struct scenario *scenario, const struct groups *groups,
                                               const struct sharding *sharding, double gradients)
{
    return (struct unit_exchanges){
        .gather = exchange_of(OP_ALL_GATHER, sharding->message, &groups->shard, scenario),
        .scatter = exchange_of(OP_REDUCE_SCATTER, gradients, &groups->shard, scenario),
        .replicate = exchange_of(OP_ALL_REDUCE, sharding->replica_message, &groups->replica, scenario),
    };
}

static struct sharding sharding_of(const struct scenario *scenario, const struct groups *groups, double gradients,
                                   double weights)
{
    const bool replicated = groups->replica.ranks > 1;
    return (struct sharding){
        .message = weights * device_operand_bytes(scenario->strategy.gather),
        .replica_message = replicated ? gradients / groups->shard.ranks : 0,
    };
}

struct sharding sharding_price(const struct scenario *scenario, const struct groups *groups, double weights,
                               struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct charges charges = charges_of(scenario);
    const double gradients = weights * gradient_bytes(scenario);
    struct sharding sharding = sharding_of(scenario, groups, gradients, weights);
    const struct unit_exchanges unit = unit_exchanges_of(scenario, groups, &sharding, gradients);
    const struct exchange regather = exchange_times(unit.gather, strategy->fsdp_reshard ? 1 : 0);
    double left = window.forward;
    const struct overlap forward = window_serve(&left, unit.gather.seconds, strategy->overlap_gather);
    left = window.backward;
    const struct overlap again = window_serve(&left, regather.seconds, strategy->overlap_gather);
    const struct overlap scatter = window_serve(&left, unit.scatter.seconds, strategy->overlap_dp);
    const struct exchange backward = exchange_sum(regather, unit.scatter);
    sharding.exchange = exchange_sum(unit.gather, backward);
    sharding.overlap = overlap_sum(forward, overlap_sum(again, scatter));
    sharding.replicate = unit.replicate;
    sharding.replica_overlap = window_serve(&left, unit.replicate.seconds, strategy->overlap_dp);
    const double hidden = again.hidden + scatter.hidden + sharding.replica_overlap.hidden;
    sharding.forward_contention = contention_time(scenario, &charges, unit.gather.bytes, forward.hidden);
    sharding.backward_contention = contention_time(scenario, &charges, backward.bytes, hidden);
    return sharding;
}

struct sharding sharding_root(const struct scenario *scenario, const struct groups *groups, double weights)
{
    const double gradients = weights * gradient_bytes(scenario);
    struct sharding sharding = sharding_of(scenario, groups, gradients, weights);
    const struct unit_exchanges unit = unit_exchanges_of(scenario, groups, &sharding, gradients);
    sharding.exchange = exchange_sum(unit.gather, unit.scatter);
    sharding.replicate = unit.replicate;
    sharding.overlap = overlap_share(sharding.exchange.seconds, 0);
    sharding.replica_overlap = overlap_share(unit.replicate.seconds, 0);
    return sharding;
}
