/* adapter_exchange.h: what adapters (adapter.h) exchange between TP ranks. */
#ifndef RINGSIDE_CORE_ADAPTER_EXCHANGE_H
#define RINGSIDE_CORE_ADAPTER_EXCHANGE_H

#include "core/exchange.h"
#include "core/transformer.h"

/* What the adapters of a layer and micro-batch exchange between TP ranks, and what of the frozen layers' traffic they
 * keep from hiding.
 *
 *   formula   cut by columns: all-gather of t r forward, all-reduce of t r backward, and without sequence parallelism
 *             all-reduce of t i, the gradient of its input, backward. Cut by rows: all-reduce of t r either way;
 *             all-gather of t o forward, with sequence parallelism also backward, or all-to-all of t o / T instead
 *   returned  bare: collectives of frozen layers, in either direction: with sequence parallelism the gather of an input
 *             that an adapter reads, too, and the scatter of its gradient, are not fused with the product
 */
struct adapter_traffic {
    struct exchange forward, backward;
    double bare;
};
struct adapter_traffic adapter_traffic(const struct scenario *scenario, const struct group *tp, enum layer_kind kind);

#endif
