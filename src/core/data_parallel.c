/* data_parallel.c: gradient reduction on the timeline, and FSDP layer by layer. */
#include "core/data_parallel.h"

#include "core/device.h"
#include "core/style.h"

static double least(double one, double other)
{
    return one < other ? one : other;
}

static double positive(double value)
{
    return value > 0 ? value : 0;
}

static double gradient_bytes(const struct scenario *scenario)
{
    return scenario->strategy.lora ? 0.0 : device_operand_bytes(scenario->strategy.gradients);
}

/* Least parameters of a bucket: in all, and for each rank that has a part of it. Smaller messages would cost more
 * latency than they hide. Megatron Core, distributed_data_parallel_config.py, bucket_size. */
static const double BUCKET_PARAMETERS = 40e6;
static const double BUCKET_RANK_PARAMETERS = 1e6;

/* What one collective or several have to move. */
struct array {
    double values;
    double value_bytes;
};

static double whole_part(double value)
{
    return (double)(long long)value;
}

/* One bucket for each layer, as long as buckets are large enough. */
static double layer_buckets(double values, int ranks, double layers)
{
    const double smallest = BUCKET_RANK_PARAMETERS * ranks;
    const double most = whole_part(values / (smallest > BUCKET_PARAMETERS ? smallest : BUCKET_PARAMETERS));
    const double buckets = least(layers, most);
    return buckets > 1 ? buckets : 1.0;
}

/* Collectives that a reduction is cut into. */
static double bucket_count(const struct scenario *scenario, struct array array, int ranks, double layers)
{
    const double size = scenario->strategy.dp_bucket;
    if (step_is_flat(scenario)) {
        return 1.0;
    }
    if (size <= 0) {
        return layer_buckets(array.values, ranks, layers);
    }
    const double message = array.values * array.value_bytes;
    const double whole = whole_part(message / size);
    return whole * size < message ? whole + 1 : whole;
}

/* A reduce-scatter sends half of what an all-reduce does. */
static const double HALVES_OF_AN_ALL_REDUCE = 2.0;

/* What is reduced and gathered, and beside what. */
struct replicas {
    const struct scenario *scenario;
    const struct groups *groups;
    struct charges charges;
    struct holding holding;
    double layers;
    struct window window;
};

/* A reduction or gather of everything that a GPU holds. */
struct reducing {
    struct exchange exchange;
    struct collective_cost cost; /* of one bucket of what all ranks hold alike */
    bool overlapped;             /* with a pass of compute */
    double buckets;
    double far; /* seconds of it in groups of more than two domains */
};

/* Add the collectives of one group, cut into buckets. */
static struct collective_cost reducing_add(struct reducing *reducing, const struct replicas *replicas,
                                           enum collective_op op, struct array array, const struct group *group)
{
    const double message = array.values * array.value_bytes;
    if (group->ranks <= 1 || !(message > 0)) {
        return (struct collective_cost){.seconds = 0};
    }
    const double buckets = bucket_count(replicas->scenario, array, group->ranks, replicas->layers);
    const struct collective_cost cost = collective_time(op, message / buckets, group, replicas->scenario);
    const struct exchange exchange = exchange_times(exchange_priced(op, message / buckets, group, &cost), buckets);
    reducing->exchange = exchange_sum(reducing->exchange, exchange);
    reducing->buckets = buckets > reducing->buckets ? buckets : reducing->buckets;
    reducing->far += group->domains > 2 ? exchange.seconds : 0;
    return cost;
}

static struct reducing reducing_price(const struct replicas *replicas, enum collective_op op, double value_bytes)
{
    const struct array common = {.values = replicas->holding.common, .value_bytes = value_bytes};
    const struct array experts = {.values = replicas->holding.experts, .value_bytes = value_bytes};
    struct reducing reducing = {.buckets = 0};
    reducing.cost = reducing_add(&reducing, replicas, op, common, &replicas->groups->dp);
    reducing_add(&reducing, replicas, op, experts, &replicas->groups->expert_dp);
    return reducing;
}

/* Time beside a pass of `window` seconds. */
static struct overlap reducing_overlap(const struct scenario *scenario, double window, const struct reducing *reducing)
{
    const double seconds = reducing->exchange.seconds;
    if (!reducing->overlapped || reducing->buckets <= 0) {
        return overlap_share(seconds, 0);
    }
    return step_is_flat(scenario) ? schedule_stream(window, seconds)
                                  : schedule_buckets(window, seconds, reducing->buckets);
}

/* A stage that waits in every micro-batch hides more of what every micro-batch sends, at no cost to compute. */
static struct overlap slack_hide(struct overlap overlap, double slack)
{
    const double hidden = least(overlap.exposed, slack);
    return (struct overlap){.hidden = overlap.hidden + hidden, .exposed = overlap.exposed - hidden};
}

/* Enter a reduction or gather that happens so often a step. Where nothing hides the reduction, all wait for the slowest
 * replica, and again in a gather that nothing hides. */
static struct overlap reduction_add(struct reduction *reduction, const struct replicas *replicas,
                                    const struct reducing *reducing, struct overlap overlap, double slack, double times)
{
    const struct scenario *scenario = replicas->scenario;
    const struct charges *charges = &replicas->charges;
    const bool waits = !scenario->strategy.overlap_dp && !(reducing->overlapped && reducing->buckets > 1);
    const struct overlap all = overlap_times(slack_hide(overlap, slack), times);
    traffic_add(&reduction->traffic, exchange_times(reducing->exchange, times), all);
    const double beside = least(overlap.hidden, positive(reducing->exchange.seconds - slack)); /* compute that runs */
    reduction->contention += times * contention_time(scenario, charges, reducing->exchange.bytes, beside);
    reduction->straggling += times * (waits ? charges->straggling * reducing->far : 0);
    return all;
}

/* Seconds of a window that become free for all but the last bucket where `seconds` may also follow it. */
static double window_slack(double buckets, double seconds)
{
    return buckets > 1 ? seconds * buckets / (buckets - 1) : 0;
}

/* Enter ZeRO's gather of parameters, which took `reduced` to scatter. What interleaved passes hide, they hide once. */
static void reduction_add_gather(struct reduction *reduction, const struct replicas *replicas,
                                 const struct reducing *reduced, double hidden)
{
    const struct scenario *scenario = replicas->scenario;
    const struct window *window = &replicas->window;
    const double bytes = device_operand_bytes(scenario->strategy.gather);
    const bool alike = bytes == gradient_bytes(scenario); /* it costs what the reduce-scatter does */
    struct reducing gather = alike ? *reduced : reducing_price(replicas, OP_ALL_GATHER, bytes);
    gather.overlapped = scenario->strategy.overlap_gather;
    const double taken = window->pooled ? least(window->forward, hidden) : 0;
    reduction->gathered =
        reduction_add(reduction, replicas, &gather, reducing_overlap(scenario, window->forward - taken, &gather), 0, 1);
    reduction->gather_buckets = gather.buckets;
    const double before = window->pooled && hidden > 0 ? reduced->exchange.bytes * (1 - 1 / reduced->buckets) : 0;
    const struct demand demand = {.bytes = gather.exchange.bytes + before, .window = window->forward};
    const struct demand other = reduction->demand;
    if (gather.overlapped && demand.bytes * other.window > other.bytes * demand.window) {
        reduction->demand = demand;
    }
}

struct reduction reduction_price(const struct scenario *scenario, const struct groups *groups, int micro_batches,
                                 struct holding holding, double layers, struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct replicas replicas = {scenario, groups, charges_of(scenario), holding, layers, window};
    const bool sharded = strategy->zero != ZERO_NONE;
    const bool often = strategy->zero == ZERO_GRADIENTS;
    const double value = gradient_bytes(scenario);
    struct reducing reducing = reducing_price(&replicas, sharded ? OP_REDUCE_SCATTER : OP_ALL_REDUCE, value);
    reducing.overlapped = strategy->overlap_dp;
    const double slack = often && strategy->overlap_dp ? window.slack : 0;
    const struct overlap overlap = reducing_overlap(scenario, window.backward, &reducing);
    struct reduction reduction = {
        .traffic = {.message = (holding.common + holding.experts) * value, .cost = reducing.cost},
        .expert_message = holding.experts * value,
        .demand = {reducing.exchange.bytes, window.backward + window_slack(reducing.buckets, slack)},
    };
    reduction.reduced = reduction_add(&reduction, &replicas, &reducing, overlap, slack, often ? micro_batches : 1);
    reduction.reduced_buckets = reducing.buckets;
    if (sharded && value > 0) {
        reduction_add_gather(&reduction, &replicas, &reducing, overlap.hidden);
    }
    if (step_is_flat(scenario)) {
        reduction.demand.bytes = reducing.exchange.bytes * (sharded ? HALVES_OF_AN_ALL_REDUCE : 1);
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
    double message;                            /* parameters, as gathered */
    double replica_message;                    /* gradients of one shard */
    struct collective_cost cost, replica_cost; /* of the first gather and all-reduce */
};

/* A collective, added to others; what it costs, for the first of them. */
static struct collective_cost unit_exchange(struct exchange *exchanges, enum collective_op op, double size,
                                            const struct group *group, const struct scenario *scenario)
{
    if (group->ranks <= 1 || !(size > 0)) {
        return (struct collective_cost){.seconds = 0};
    }
    const struct collective_cost cost = collective_time(op, size, group, scenario);
    *exchanges = exchange_sum(*exchanges, exchange_priced(op, size, group, &cost));
    return cost;
}

/* Add the exchanges of what one shard group holds. */
static void unit_add(struct unit_exchanges *unit, const struct scenario *scenario, double weights,
                     const struct group *shard, const struct group *replica)
{
    const double gathered = weights * device_operand_bytes(scenario->strategy.gather);
    const double gradients = weights * gradient_bytes(scenario);
    const double shared = replica->ranks > 1 ? gradients / shard->ranks : 0;
    const struct collective_cost cost = unit_exchange(&unit->gather, OP_ALL_GATHER, gathered, shard, scenario);
    (void)unit_exchange(&unit->scatter, OP_REDUCE_SCATTER, gradients, shard, scenario);
    const struct collective_cost replica_cost =
        unit_exchange(&unit->replicate, OP_ALL_REDUCE, shared, replica, scenario);
    if (!(unit->message > 0)) {
        unit->cost = cost;
        unit->replica_cost = replica_cost;
    }
    unit->message += gathered;
    unit->replica_message += shared;
}

static struct unit_exchanges unit_exchanges_of(const struct scenario *scenario, const struct groups *groups,
                                               struct holding holding)
{
    struct unit_exchanges unit = {.message = 0};
    unit_add(&unit, scenario, holding.common, &groups->shard, &groups->replica);
    if (holding.experts > 0) {
        unit_add(&unit, scenario, holding.experts, &groups->expert_shard, &groups->expert_replica);
    }
    return unit;
}

/* What FSDP copies beside its collectives in one backward pass of a unit. */
static double copy_time(const struct scenario *scenario, struct holding holding, const struct group *shard)
{
    const struct strategy *strategy = &scenario->strategy;
    if (step_is_flat(scenario) || strategy->lora || shard->ranks <= 1) {
        return 0.0;
    }
    const double bytes = style_of(scenario->execution.style)->copy;
    return device_pass(&scenario->gpu, bytes * (holding.common + holding.experts));
}

struct sharding sharding_price(const struct scenario *scenario, const struct groups *groups, struct holding holding,
                               struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct charges charges = charges_of(scenario);
    const struct unit_exchanges unit = unit_exchanges_of(scenario, groups, holding);
    const struct exchange regather = exchange_times(unit.gather, strategy->fsdp_reshard ? 1 : 0);
    double left = window.forward;
    const struct overlap forward = window_serve(&left, unit.gather.seconds, strategy->overlap_gather);
    left = window.pooled ? left : window.backward;
    const struct overlap again = window_serve(&left, regather.seconds, strategy->overlap_gather);
    const struct overlap scatter = window_serve(&left, unit.scatter.seconds, strategy->overlap_dp);
    const struct exchange backward = exchange_sum(regather, unit.scatter);
    struct sharding sharding = {
        .exchange = exchange_sum(unit.gather, backward),
        .overlap = overlap_sum(forward, overlap_sum(again, scatter)),
        .forward = forward,
        .replicate = unit.replicate,
        .replica_overlap = window_serve(&left, unit.replicate.seconds, strategy->overlap_dp),
        .message = unit.message,
        .replica_message = unit.replica_message,
        .cost = unit.cost,
        .replica_cost = unit.replica_cost,
    };
    const double hidden = again.hidden + scatter.hidden + sharding.replica_overlap.hidden;
    sharding.forward_contention = contention_time(scenario, &charges, unit.gather.bytes, forward.hidden);
    sharding.backward_contention =
        contention_time(scenario, &charges, backward.bytes, hidden) + copy_time(scenario, holding, &groups->shard);
    return sharding;
}

struct sharding sharding_root(const struct scenario *scenario, const struct groups *groups, struct holding holding)
{
    const struct unit_exchanges unit = unit_exchanges_of(scenario, groups, holding);
    struct sharding sharding = {
        .exchange = exchange_sum(unit.gather, unit.scatter),
        .replicate = unit.replicate,
        .message = unit.message,
        .replica_message = unit.replica_message,
    };
    sharding.overlap = overlap_share(sharding.exchange.seconds, 0);
    sharding.forward = overlap_share(unit.gather.seconds, 0);
    sharding.replica_overlap = overlap_share(unit.replicate.seconds, 0);
    sharding.backward_contention = copy_time(scenario, holding, &groups->shard);
    return sharding;
}
