/* data_parallel.c: gradient reduction on the timeline, and FSDP layer by layer. */
#include "core/data_parallel.h"

#include "core/device.h"
#include "core/order.h"
#include "core/style.h"

static double positive(double value)
{
    return value > 0 ? value : 0;
}

static double gradient_bytes(const struct scenario *scenario)
{
    return device_operand_bytes(scenario->strategy.gradients);
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
    const double buckets = lesser(layers, most);
    return buckets > 1 ? buckets : 1.0;
}

/* A reduce-scatter sends half of what an all-reduce does. */
static const double HALVES_OF_AN_ALL_REDUCE = 2.0;

/* What is reduced and gathered, and beside what. */
struct replicas {
    const struct scenario *scenario;
    const struct groups *groups;
    struct charges charges;
    bool flat;
    struct holding holding;
    double layers;
    struct window window;
};

/* Collectives that a reduction is cut into. */
static double bucket_count(const struct replicas *replicas, struct array array, int ranks)
{
    const double size = replicas->scenario->strategy.dp_bucket;
    if (replicas->flat) {
        return 1.0;
    }
    if (size <= 0) {
        return layer_buckets(array.values, ranks, replicas->layers);
    }
    const double message = array.values * array.value_bytes;
    const double whole = whole_part(message / size);
    return whole * size < message ? whole + 1 : whole;
}

/* A reduction or gather of everything that a GPU holds. */
struct reducing {
    struct exchange exchange;
    struct collective_cost cost; /* of one bucket of what all ranks hold alike */
    double buckets;              /* 0: nothing is sent */
    double far;                  /* seconds of it in groups of more than two domains */
};

/* The collectives of one group, cut into buckets. */
static struct reducing reducing_group(const struct replicas *replicas, enum collective_op op, struct array array,
                                      const struct group *group)
{
    const double message = array.values * array.value_bytes;
    if (group->ranks <= 1 || !(message > 0)) {
        return (struct reducing){.buckets = 0};
    }
    const double buckets = bucket_count(replicas, array, group->ranks);
    const struct collective_cost cost = collective_time(op, message / buckets, group, replicas->scenario);
    const struct exchange exchange = exchange_times(exchange_priced(op, message / buckets, group, &cost), buckets);
    return (struct reducing){
        .exchange = exchange,
        .cost = cost,
        .buckets = buckets,
        .far = group->domains > 2 ? exchange.seconds : 0,
    };
}

static struct reducing reducing_price(const struct replicas *replicas, enum collective_op op, double value_bytes)
{
    const struct array all = {.values = replicas->holding.common, .value_bytes = value_bytes};
    const struct array of_experts = {.values = replicas->holding.experts, .value_bytes = value_bytes};
    const struct reducing common = reducing_group(replicas, op, all, &replicas->groups->dp);
    if (!(of_experts.values > 0)) {
        return common;
    }
    const struct reducing experts = reducing_group(replicas, op, of_experts, &replicas->groups->expert_dp);
    return (struct reducing){
        .exchange = exchange_sum(common.exchange, experts.exchange),
        .cost = common.cost,
        .buckets = common.buckets > experts.buckets ? common.buckets : experts.buckets,
        .far = common.far + experts.far,
    };
}

/* Time beside a pass of `window` seconds, if it may run beside it. */
static struct overlap reducing_overlap(const struct replicas *replicas, const struct reducing *reducing,
                                       bool overlapped, double window)
{
    const double seconds = reducing->exchange.seconds;
    if (!overlapped || reducing->buckets <= 0) {
        return overlap_share(seconds, 0);
    }
    return replicas->flat ? schedule_stream(window, seconds) : schedule_buckets(window, seconds, reducing->buckets);
}

/* A stage that waits in every micro-batch hides more of what every micro-batch sends, at no cost to compute. */
static struct overlap slack_hide(struct overlap overlap, double slack)
{
    const double hidden = lesser(overlap.exposed, slack);
    return (struct overlap){.hidden = overlap.hidden + hidden, .exposed = overlap.exposed - hidden};
}

/* How a reduction or gather is served. */
struct service {
    struct overlap overlap; /* with compute, each time */
    double slack;           /* s in which the stage waits, each time */
    double times;           /* a step */
    bool waits;             /* all wait for the slowest replica: nothing hides it */
};

/* A reduction or gather as often as it happens in a step. */
struct half {
    struct exchange exchange;
    struct overlap overlap;
    double contention;
    double straggling;
};

static struct half half_of(const struct replicas *replicas, const struct reducing *reducing,
                           const struct service *service)
{
    const struct exchange exchange = reducing->exchange;
    const double times = service->times;
    const double beside = lesser(service->overlap.hidden, positive(exchange.seconds - service->slack)); /* of compute */
    return (struct half){
        .exchange = exchange_times(exchange, times),
        .overlap = overlap_times(slack_hide(service->overlap, service->slack), times),
        .contention = times * contention_time(replicas->scenario, &replicas->charges, exchange.bytes, beside),
        .straggling = times * (service->waits ? replicas->charges.straggling * reducing->far : 0),
    };
}

/* Seconds of a window that become free for all but the last bucket where `seconds` may also follow it. */
static double window_slack(double buckets, double seconds)
{
    return buckets > 1 ? seconds * buckets / (buckets - 1) : 0;
}

/* ZeRO's gather of parameters. */
struct gathering {
    struct half half;
    double buckets;
    struct demand demand; /* of bandwidth; nothing where it may not hide */
};

/* The gather after a reduction of which so many seconds are hidden. What interleaved passes hide, they hide once. */
static struct gathering gathering_of(const struct replicas *replicas, const struct reducing *reduced, double hidden)
{
    const struct strategy *strategy = &replicas->scenario->strategy;
    const struct window *window = &replicas->window;
    const double bytes = device_operand_bytes(strategy->gather);
    const bool alike = bytes == gradient_bytes(replicas->scenario); /* it costs what the reduce-scatter does */
    const struct reducing other =
        alike ? (struct reducing){.buckets = 0} : reducing_price(replicas, OP_ALL_GATHER, bytes);
    const struct reducing *gather = alike ? reduced : &other;
    const double taken = window->pooled ? lesser(window->forward, hidden) : 0;
    const double before = window->pooled && hidden > 0 ? reduced->exchange.bytes * (1 - 1 / reduced->buckets) : 0;
    const bool hides = strategy->overlap_gather;
    const struct service service = {
        .overlap = reducing_overlap(replicas, gather, hides, window->forward - taken),
        .times = 1,
        .waits = !strategy->overlap_dp && !(hides && gather->buckets > 1),
    };
    return (struct gathering){
        .half = half_of(replicas, gather, &service),
        .buckets = gather->buckets,
        .demand = {.bytes = hides ? gather->exchange.bytes + before : 0, .window = window->forward},
    };
}

/* Of two demands the one for more bandwidth. */
static struct demand demand_greater(struct demand one, struct demand other)
{
    return other.bytes * one.window > one.bytes * other.window ? other : one;
}

static struct traffic reduction_traffic(const struct half *reduced, const struct half *gathered, double message,
                                        const struct collective_cost *cost)
{
    const struct overlap all = overlap_sum(reduced->overlap, gathered->overlap);
    return (struct traffic){
        .message = message,
        .count = reduced->exchange.count + gathered->exchange.count,
        .bytes = reduced->exchange.bytes + gathered->exchange.bytes,
        .time = all.hidden + all.exposed,
        .hidden = all.hidden,
        .exposed = all.exposed,
        .cost = *cost,
    };
}

struct reduction reduction_price(const struct scenario *scenario, const struct groups *groups, int micro_batches,
                                 struct holding holding, double layers, struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct replicas replicas = {scenario, groups, charges_of(scenario), step_is_flat(scenario), holding,
                                      layers,   window};
    const bool sharded = strategy->zero != ZERO_NONE;
    const bool often = strategy->zero == ZERO_GRADIENTS;
    const double value = gradient_bytes(scenario);
    const struct reducing reducing = reducing_price(&replicas, sharded ? OP_REDUCE_SCATTER : OP_ALL_REDUCE, value);
    const struct service service = {
        .overlap = reducing_overlap(&replicas, &reducing, strategy->overlap_dp, window.backward),
        .slack = often && strategy->overlap_dp ? window.slack : 0,
        .times = often ? micro_batches : 1,
        .waits = !strategy->overlap_dp,
    };
    const struct half reduced = half_of(&replicas, &reducing, &service);
    const struct gathering gathering =
        sharded ? gathering_of(&replicas, &reducing, service.overlap.hidden) : (struct gathering){.buckets = 0};
    const struct demand own = {reducing.exchange.bytes,
                               window.backward + window_slack(reducing.buckets, service.slack)};
    const struct demand demand = demand_greater(own, gathering.demand);
    const double whiteboard_bytes = reducing.exchange.bytes * (sharded ? HALVES_OF_AN_ALL_REDUCE : 1);
    return (struct reduction){
        .traffic =
            reduction_traffic(&reduced, &gathering.half, (holding.common + holding.experts) * value, &reducing.cost),
        .demand = {.bytes = replicas.flat ? whiteboard_bytes : demand.bytes, .window = demand.window},
        .contention = reduced.contention + gathering.half.contention,
        .straggling = reduced.straggling + gathering.half.straggling,
        .expert_message = holding.experts * value,
        .reduced = reduced.overlap,
        .gathered = gathering.half.overlap,
        .reduced_buckets = reducing.buckets,
        .gather_buckets = gathering.buckets,
    };
}

/* Serve one exchange in what is left of a window. */
static struct overlap window_serve(double *left, double seconds, bool overlapped)
{
    const double hidden = overlapped ? lesser(*left, seconds) : 0.0;
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

double sharding_layer_bytes(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const double gathered = device_operand_bytes(strategy->gather);
    const bool narrowed = strategy->lora && strategy->precision != PRECISION_FP32;
    return narrowed ? lesser(gathered, device_operand_bytes(strategy->frozen)) : gathered;
}

/* Add the exchanges of what one shard group holds: bytes to gather, and parameters that are trained. */
static void unit_add(struct unit_exchanges *unit, const struct scenario *scenario, double gathered, double trained,
                     const struct group *shard, const struct group *replica)
{
    const double gradients = trained * gradient_bytes(scenario);
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
                                               const struct sharded_unit *unit)
{
    struct unit_exchanges exchanges = {.message = 0};
    unit_add(&exchanges, scenario, unit->held.common * unit->value_bytes, unit->trained.common, &groups->shard,
             &groups->replica);
    if (unit->held.experts > 0) {
        unit_add(&exchanges, scenario, unit->held.experts * unit->value_bytes, unit->trained.experts,
                 &groups->expert_shard, &groups->expert_replica);
    }
    return exchanges;
}

/* What FSDP copies beside its collectives in one backward pass of a unit: gradients. */
static double copy_time(const struct scenario *scenario, struct holding trained, const struct group *shard)
{
    if (step_is_flat(scenario) || shard->ranks <= 1) {
        return 0.0;
    }
    const double bytes = style_of(scenario->execution.style)->copy;
    return device_pass(&scenario->gpu, bytes * (trained.common + trained.experts));
}

struct sharding sharding_price(const struct scenario *scenario, const struct groups *groups, struct sharded_unit unit,
                               struct window window)
{
    const struct strategy *strategy = &scenario->strategy;
    const struct charges charges = charges_of(scenario);
    const struct unit_exchanges exchanges = unit_exchanges_of(scenario, groups, &unit);
    const struct exchange regather = exchange_times(exchanges.gather, strategy->fsdp_reshard ? 1 : 0);
    double left = window.forward;
    const struct overlap forward = window_serve(&left, exchanges.gather.seconds, strategy->overlap_gather);
    left = window.pooled ? left : window.backward;
    const struct overlap again = window_serve(&left, regather.seconds, strategy->overlap_gather);
    const struct overlap scatter = window_serve(&left, exchanges.scatter.seconds, strategy->overlap_dp);
    const struct exchange backward = exchange_sum(regather, exchanges.scatter);
    struct sharding sharding = {
        .exchange = exchange_sum(exchanges.gather, backward),
        .overlap = overlap_sum(forward, overlap_sum(again, scatter)),
        .forward = forward,
        .replicate = exchanges.replicate,
        .replica_overlap = window_serve(&left, exchanges.replicate.seconds, strategy->overlap_dp),
        .message = exchanges.message,
        .replica_message = exchanges.replica_message,
        .cost = exchanges.cost,
        .replica_cost = exchanges.replica_cost,
    };
    const double hidden = again.hidden + scatter.hidden + sharding.replica_overlap.hidden;
    sharding.forward_contention = contention_time(scenario, &charges, exchanges.gather.bytes, forward.hidden);
    sharding.backward_contention =
        contention_time(scenario, &charges, backward.bytes, hidden) + copy_time(scenario, unit.trained, &groups->shard);
    return sharding;
}

struct sharding sharding_root(const struct scenario *scenario, const struct groups *groups, struct sharded_unit unit)
{
    const struct unit_exchanges exchanges = unit_exchanges_of(scenario, groups, &unit);
    struct sharding sharding = {
        .exchange = exchange_sum(exchanges.gather, exchanges.scatter),
        .replicate = exchanges.replicate,
        .message = exchanges.message,
        .replica_message = exchanges.replica_message,
    };
    sharding.overlap = overlap_share(sharding.exchange.seconds, 0);
    sharding.forward = overlap_share(exchanges.gather.seconds, 0);
    sharding.replica_overlap = overlap_share(exchanges.replicate.seconds, 0);
    sharding.backward_contention = copy_time(scenario, unit.trained, &groups->shard);
    return sharding;
}
