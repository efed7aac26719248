/* expert_dispatch.h: how tokens reach their experts, and come back, where attention replicas share the experts. */
#ifndef RINGSIDE_CORE_EXPERT_DISPATCH_H
#define RINGSIDE_CORE_EXPERT_DISPATCH_H

#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

/* One direction of the exchange: dispatch or combine.
 *
 *   given     scenario, whose library says whose kernels: engines bring their own, which start sooner than NCCL's
 *             all-to-all; group, the EP ranks; tokens of one rank; bytes of one hidden value on the wire
 *   formula   an engine's: 11 us (Blackwell 16) + bytes/(0.58 scale-up) in one domain; over N of them 25 us + bytes
 *             (N-1)/N/NIC; bytes = tokens K h b, one copy for each expert. NCCL: an all-to-all of those bytes
 *   source    DeepEP's low-latency tables for 8 to 64 GPUs; Blackwell: ai-dynamo/aiconfigurator
 */
struct collective_cost expert_dispatch_time(const struct scenario *scenario, const struct group *group, double tokens,
                                            double value_bytes);

#endif
