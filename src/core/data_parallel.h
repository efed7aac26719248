/* data_parallel.h: what replicas exchange without ZeRO and with its stages 1 and 2: gradients, reduced in buckets while
 * the last backward pass runs, and with ZeRO parameters, gathered behind the next forward pass. Stage 3, which is FSDP,
 * has sharding.h.
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

/* Parameters on one GPU: those that all ranks of its stage hold alike, and experts, which fewer do. */
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

/* What is reduced, on one GPU, and beside what. */
struct replicas {
    const struct scenario *scenario;
    const struct groups *groups;
    const struct charges *charges;
    bool flat; /* priced as on a whiteboard */
    int micro_batches;
    int stages;             /* that the GPU holds: two of DualPipe */
    struct holding trained; /* all that it holds of a stage, or adapters (LoRA) */
    double layers;          /* of its stage */
    struct window window;   /* of one micro-batch of the stage */
};

/* Price the gradient reduction of a step, ZeRO 0 to 2.
 *
 *   returned  an all-reduce; or a reduce-scatter and an all-gather of parameters. ZeRO 2 scatters in each micro-batch,
 *             or interleaved stages after a run of P micro-batches of a chunk (zero.runs), the others once. The gather
 *             may be a broadcast of each rank's part, one after the other: InternEvo's hybrid_zero_optim.py, PyTorch's
 *             zero_redundancy_optimizer.py
 *   formula   schedule_buckets(); the gather hides behind the next forward pass in the same way; one bucket per layer,
 *             but of 40e6 parameters at least, and of 1e6 for each rank; or dp.bucket. On the whiteboard
 *             schedule_stream()
 *   source    of the least bucket: Megatron Core, distributed_data_parallel_config.py
 *   note      a GPU of DualPipe has two stages. One has ended PP - 1 passes before the other, and all of it hides that
 *             may. Half of the micro-batches enter at either end, so that ZeRO 2 scatters one stage in each of them
 */
struct reduction reduction_price(const struct replicas *replicas);

#endif
