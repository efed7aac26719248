/* data_parallel.h: what replicas exchange: gradients, and with ZeRO and FSDP parameters, too.
 *
 * Without ZeRO and with its stages 1 and 2, gradients are reduced in buckets while the last backward pass runs. With
 * stage 3 (FSDP) each layer's parameters are gathered before use and its gradients scattered after, in every
 * micro-batch.
 */
#ifndef RINGSIDE_CORE_DATA_PARALLEL_H
#define RINGSIDE_CORE_DATA_PARALLEL_H

#include "core/exchange.h"

#include <stdbool.h>

/* Seconds during which the compute lane is busy, and the link free. */
struct window {
    double forward;
    double backward;
    double slack; /* and of a micro-batch in which the stage waits for a slower one */
    bool pooled;  /* forward and backward run interleaved: either is all of it, and what one hides the other cannot */
};

/* Parameters on one GPU: those that all DP x CP ranks hold alike, and experts, which fewer do. */
struct holding {
    double common;
    double experts;
};

/* What one GPU has to send in so many seconds, for all but the last bucket to hide. */
struct demand {
    double bytes;
    double window;
};

/* What a step's gradients cost. */
struct reduction {
    struct traffic traffic;
    struct demand demand; /* of the reduction, or where it asks for more bandwidth of the parameter gather; on the
                             whiteboard of an all-reduce */
    double contention;
    double straggling;                /* further waiting for the slowest replica, where nothing hides the reduction */
    double expert_message;            /* of the traffic's message, the gradients of experts */
    struct overlap reduced, gathered; /* the traffic in its two halves; without ZeRO nothing is gathered */
    double reduced_buckets, gather_buckets; /* that each is cut into; 0: nothing is sent */
};

/* Price the gradient reduction of a step, ZeRO 0 to 2.
 *
 *   given     scenario; groups; micro-batches; what this GPU trains: all that it holds, or adapters (LoRA); layers of
 *             its stage; window of one micro-batch of the stage
 *   returned  an all-reduce; or a reduce-scatter and an all-gather of parameters. ZeRO 2 scatters in each micro-batch,
 *             the others once
 *   formula   schedule_buckets(); the gather hides behind the next forward pass in the same way; one bucket per layer,
 *             but of 40e6 parameters at least, and of 1e6 for each rank; or dp.bucket. On the whiteboard
 *             schedule_stream()
 *   source    of the least bucket: Megatron Core, distributed_data_parallel_config.py
 */
struct reduction reduction_price(const struct scenario *scenario, const struct groups *groups, int micro_batches,
                                 struct holding holding, double layers, struct window window);

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
