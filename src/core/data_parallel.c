/* data_parallel.c: gradient reduction on the timeline. */
#include "core/data_parallel.h"

#include "core/collective.h"
#include "core/collective_lines.h"
#include "core/device.h"
#include "core/memory_activations.h"
#include "core/order.h"
#include "core/strategy.h"
#include "core/style.h"

#include <math.h>

/* Least parameters of a bucket: in all, and for each rank that has a part of it. Smaller messages would cost more
 * latency than they hide. Megatron Core, distributed_data_parallel_config.py, bucket_size. */
static const double BUCKET_PARAMETERS = 40e6;
static const double BUCKET_RANK_PARAMETERS = 1e6;

/* What one collective or several have to move. */
struct array {
    double values;
    double value_bytes;
};

/* One bucket for each layer, as long as buckets are large enough. */
static double layer_buckets(double values, int ranks, double layers)
{
    const double smallest = greater(BUCKET_PARAMETERS, BUCKET_RANK_PARAMETERS * ranks);
    return greater(1, lesser(layers, floor(values / smallest)));
}

/* A reduce-scatter sends half of what an all-reduce does. */
static const double HALVES_OF_AN_ALL_REDUCE = 2.0;

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
    const double whole = floor(array.values * array.value_bytes / size);
    return whole * size < array.values * array.value_bytes ? whole + 1 : whole;
}

/* A reduction or gather of everything that a GPU holds. */
struct reducing {
    struct exchange exchange;
    struct collective_cost cost; /* of one bucket of what all ranks hold alike */
    double buckets;              /* 0: nothing is sent */
    double waiting;              /* seconds of it that its slowest member holds up, if nothing hides it */
};

/* Whether NICs serve members of this group and of others beside it, while a ring enters a node through one member and
 * leaves it through another. */
static bool group_shares_nics(const struct group *group, const struct cluster *cluster)
{
    const bool shared = cluster->nic.per_node < cluster->node_gpus;
    return shared && group->members > 1 && group->members < cluster->node_gpus;
}

/* Seconds of a collective that its slowest member holds up, if nothing hides it: of more than two domains, unless the
 * fabric's rails keep to line rate and no other group's rings go through the same NICs. */
static double waiting_seconds(const struct replicas *replicas, const struct group *group, struct exchange exchange)
{
    const struct cluster *cluster = &replicas->scenario->cluster;
    const bool waits = !fabric_shares(cluster->nic.fabric)->rails || group_shares_nics(group, cluster);
    return group->domains > 2 && waits ? exchange.seconds : 0;
}

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
        .waiting = waiting_seconds(replicas, group, exchange),
    };
}

static struct reducing reducing_price(const struct replicas *replicas, enum collective_op op, double value_bytes)
{
    const struct array all = {.values = replicas->trained.common, .value_bytes = value_bytes};
    const struct array of_experts = {.values = replicas->trained.experts, .value_bytes = value_bytes};
    const struct reducing common = reducing_group(replicas, op, all, &replicas->groups->dp);
    if (!(of_experts.values > 0)) {
        return common;
    }
    const struct reducing experts = reducing_group(replicas, op, of_experts, &replicas->groups->expert_dp);
    return (struct reducing){
        .exchange = exchange_sum(common.exchange, experts.exchange),
        .cost = common.cost,
        .buckets = greater(common.buckets, experts.buckets),
        .waiting = common.waiting + experts.waiting,
    };
}

/* What one rank holds of all parameters, broadcast to all others, and so for each rank: every rank sends what a gather
 * would have it send, since it forwards all parts but the one that ends with it. */
static struct exchange broadcasts(const struct replicas *replicas, struct array array, const struct group *group)
{
    const double message = array.values * array.value_bytes;
    if (group->ranks <= 1 || !(message > 0)) {
        return (struct exchange){.count = 0};
    }
    const double part = message / group->ranks;
    return (struct exchange){
        .seconds = group->ranks * collective_time(OP_BROADCAST, part, group, replicas->scenario).seconds,
        .bytes = collective_bytes_sent(OP_ALL_GATHER, message, group->ranks),
        .count = group->ranks,
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
    const double beside =
        lesser(service->overlap.hidden, greater(0, exchange.seconds - service->slack)); /* of compute */
    return (struct half){
        .exchange = exchange_times(exchange, times),
        .overlap = overlap_times(slack_hide(service->overlap, service->slack), times),
        .contention = times * held_time(replicas->scenario, replicas->charges, exchange.bytes, beside),
        .straggling = times * (service->waits ? replicas->charges->straggling * reducing->waiting : 0),
    };
}

/* One, and the other so many times. */
static struct half half_sum(const struct half *one, const struct half *other, double times)
{
    return (struct half){
        .exchange = exchange_sum(one->exchange, exchange_times(other->exchange, times)),
        .overlap = overlap_sum(one->overlap, overlap_times(other->overlap, times)),
        .contention = one->contention + times * other->contention,
        .straggling = one->straggling + times * other->straggling,
    };
}

/* What a GPU has once a step, of the stage that ends with the step and of another that has ended before: behind the
 * passes in between hides all that may. */
static struct half half_of_stages(const struct replicas *replicas, const struct reducing *reducing,
                                  const struct service *service, bool hides)
{
    const struct half last = half_of(replicas, reducing, service);
    if (replicas->stages == 1) {
        return last;
    }
    struct service ahead = *service;
    ahead.overlap = overlap_share(reducing->exchange.seconds, hides ? 1 : 0);
    const struct half before = half_of(replicas, reducing, &ahead);
    return half_sum(&last, &before, replicas->stages - 1.0);
}

/* Seconds of a window that become free for all but the last bucket where `seconds` may also follow it. */
static double window_slack(double buckets, double seconds)
{
    return buckets > 1 ? seconds * buckets / (buckets - 1) : 0;
}

/* A gather as broadcasts of all parts: they hide as its buckets would. */
static struct reducing broadcasts_price(const struct replicas *replicas, struct reducing gather, double value_bytes)
{
    const struct groups *groups = replicas->groups;
    const struct array all = {.values = replicas->trained.common, .value_bytes = value_bytes};
    const struct array of_experts = {.values = replicas->trained.experts, .value_bytes = value_bytes};
    const struct exchange common = broadcasts(replicas, all, &groups->dp);
    const struct exchange experts = broadcasts(replicas, of_experts, &groups->expert_dp);
    gather.exchange = exchange_sum(common, experts);
    gather.waiting =
        waiting_seconds(replicas, &groups->dp, common) + waiting_seconds(replicas, &groups->expert_dp, experts);
    return gather;
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
    const bool broadcast = strategy->gather_broadcast && !replicas->flat;
    const bool alike =
        bytes == memory_trained_gradient_bytes(replicas->scenario) && !broadcast; /* it costs what the scatter does */
    struct reducing other = alike ? (struct reducing){.buckets = 0} : reducing_price(replicas, OP_ALL_GATHER, bytes);
    if (broadcast) {
        other = broadcasts_price(replicas, other, bytes);
    }
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
        .half = half_of_stages(replicas, gather, &service, hides),
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

/* Who broadcasts its part of the parameters has had the whole sum: InternEvo's ZeRO 1 reduces to all ranks
 * (hybrid_zero_optim.py: reduce_rank None), PyTorch's ZeroRedundancyOptimizer stands behind DistributedDataParallel. */
static bool scatters_gradients(const struct replicas *replicas)
{
    const struct strategy *strategy = &replicas->scenario->strategy;
    const bool whole = strategy->zero == ZERO_OPTIMIZER && strategy->gather_broadcast && !replicas->flat;
    return strategy->zero != ZERO_NONE && !whole;
}

/* PyTorch's DistributedDataParallel copies each gradient into its bucket and the sum back: each of the two reads and
 * writes a value of the product's type (reducer.cpp, copy_grad_to_bucket and finalize_bucket_dense). */
static const double BUCKET_PASSES = 2 * 2;

static double bucket_seconds(const struct replicas *replicas, const struct reducing *reducing)
{
    const struct scenario *scenario = replicas->scenario;
    const bool whole = scenario->strategy.zero < ZERO_GRADIENTS;
    if (replicas->flat || reducing->buckets <= 0 || !whole || !scenario->strategy.dp_copies ||
        !style_of(scenario->execution.style)->buckets) {
        return 0.0;
    }
    const double value = memory_weight_bytes(scenario);
    const double values = replicas->stages * (replicas->trained.common + replicas->trained.experts);
    return BUCKET_PASSES * value * values / device_stream_rate(&scenario->gpu);
}

/* How often ZeRO 2 scatters: in each micro-batch. Interleaved stages run one chunk for as many as there are stages, and
 * may scatter its gradients behind the last of them. */
static double scatter_times(const struct replicas *replicas)
{
    const struct strategy *strategy = &replicas->scenario->strategy;
    return ceil((double)replicas->micro_batches / (strategy_scatters_runs(strategy) ? strategy->pp : 1));
}

struct reduction reduction_price(const struct replicas *replicas)
{
    const struct strategy *strategy = &replicas->scenario->strategy;
    const struct holding *trained = &replicas->trained;
    const bool sharded = strategy->zero != ZERO_NONE;
    const bool often = strategy->zero == ZERO_GRADIENTS;
    const double times = scatter_times(replicas);
    const double run = often ? replicas->micro_batches / times : 1;
    const double backward = run * replicas->window.backward;
    const double value = memory_trained_gradient_bytes(replicas->scenario);
    const struct reducing reducing =
        reducing_price(replicas, scatters_gradients(replicas) ? OP_REDUCE_SCATTER : OP_ALL_REDUCE, value);
    const struct service service = {
        .overlap = reducing_overlap(replicas, &reducing, strategy->overlap_dp, backward),
        .slack = often && strategy->overlap_dp ? run * replicas->window.slack : 0,
        .times = often ? times : 1,
        .waits = !strategy->overlap_dp,
    };
    const struct half reduced = often ? half_of(replicas, &reducing, &service)
                                      : half_of_stages(replicas, &reducing, &service, strategy->overlap_dp);
    const struct gathering gathering =
        sharded ? gathering_of(replicas, &reducing, service.overlap.hidden) : (struct gathering){.buckets = 0};
    const struct demand own = {
        .bytes = reducing.exchange.bytes,
        .window = backward + window_slack(reducing.buckets, service.slack),
    };
    const struct demand demand = demand_greater(own, gathering.demand);
    const double message = replicas->stages * (trained->common + trained->experts) * value;
    const double whiteboard_bytes = reducing.exchange.bytes * (sharded ? HALVES_OF_AN_ALL_REDUCE : 1);
    return (struct reduction){
        .traffic = reduction_traffic(&reduced, &gathering.half, message, &reducing.cost),
        .demand = {.bytes = replicas->flat ? whiteboard_bytes : demand.bytes, .window = demand.window},
        .contention = reduced.contention + gathering.half.contention + bucket_seconds(replicas, &reducing),
        .straggling = reduced.straggling + gathering.half.straggling,
        .expert_message = replicas->stages * trained->experts * value,
        .reduced = reduced.overlap,
        .gathered = gathering.half.overlap,
        .reduced_buckets = reducing.buckets,
        .gather_buckets = gathering.buckets,
    };
}
