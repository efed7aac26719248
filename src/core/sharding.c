/* sharding.c: gathers and scatters of a unit, layer by layer. */
#include "core/sharding.h"

#include "core/collective.h"
#include "core/device.h"
#include "core/memory_activations.h"
#include "core/order.h"
#include "core/style.h"

static const double GATHERED_LAYERS = 2.0;

double sharding_gathered_layers(double layers)
{
    return lesser(GATHERED_LAYERS, layers);
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
    const double gradients = trained * memory_trained_gradient_bytes(scenario);
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
    sharding.forward_contention = held_time(scenario, &charges, exchanges.gather.bytes, forward.hidden);
    sharding.backward_contention =
        held_time(scenario, &charges, backward.bytes, hidden) + copy_time(scenario, unit.trained, &groups->shard);
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
