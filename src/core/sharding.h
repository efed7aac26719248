/* sharding.h: ZeRO stage 3 (FSDP): each layer's parameters are gathered before use and its gradients scattered after,
 * in every micro-batch.
 *
 *   source    Zhao et al. 2023, PyTorch FSDP; Rajbhandari et al. 2020, ZeRO
 */
#ifndef RINGSIDE_CORE_SHARDING_H
#define RINGSIDE_CORE_SHARDING_H

#include "core/data_parallel.h"
#include "core/exchange.h"

/* What FSDP gathers at a time: parameters on this rank, if nothing divided them, and those of them that are trained. */
struct sharded_unit {
    struct holding held, trained;
    double value_bytes; /* of a parameter as gathered */
};

/* Bytes of a layer's parameter as FSDP gathers it: in gather.precision, but of frozen weights no more than are kept.
 *
 *   source    bitsandbytes, FSDP-QLoRA: FSDP divides and gathers the bytes that store a quantised weight
 */
double sharding_layer_bytes(const struct scenario *scenario);

/* Layers whose gathered parameters a rank holds at a time, of those that it has: the one that runs, and the next. */
double sharding_gathered_layers(double layers);

/* FSDP of one layer and one micro-batch. */
struct sharding {
    struct exchange exchange;  /* gathers and reduce-scatter in the shard's group */
    struct exchange replicate; /* all-reduce across shards, of HSDP */
    struct overlap overlap;
    struct overlap forward; /* of that, the gathers of the forward pass */
    struct overlap replica_overlap;
    double forward_contention;
    double backward_contention;
    double message;                            /* the layer's parameters as gathered, bytes */
    double replica_message;                    /* gradients of one shard, bytes */
    struct collective_cost cost, replica_cost; /* of one gather, and of one all-reduce across shards */
};

/* Price a layer's FSDP traffic, ZeRO 3.
 *
 *   given     scenario; groups; the layer; window: what its gathers and scatters can hide behind
 *   formula   forward max(0, gather - F) is exposed; backward max(0, gather + scatter - B). HSDP: gather and scatter
 *             inside the shard's group, and an all-reduce of 1/shard of the gradients across. Experts in their own
 *             groups: without EP all of them are gathered
 */
struct sharding sharding_price(const struct scenario *scenario, const struct groups *groups, struct sharded_unit unit,
                               struct window window);

/* The same of the unit that holds embedding and head: gathered once, kept until its gradients are scattered, hidden
 * behind nothing. */
struct sharding sharding_root(const struct scenario *scenario, const struct groups *groups, struct sharded_unit unit);

#endif
