/* adapter_exchange.c: collectives of the adapters of a layer, one by one. */
#include "core/adapter_exchange.h"

#include "core/adapter.h"
#include "core/layer.h"

/* One adapter beside a layer cut by columns. */
static void add_columns(struct adapter_traffic *traffic, const struct scenario *scenario, const struct group *tp,
                        const struct adapter *adapter)
{
    const double value = layer_activation_bytes(scenario) * layer_tokens(scenario);
    const double low = value * scenario->strategy.lora_rank;
    struct exchange backward = exchange_of(OP_ALL_REDUCE, low, tp, scenario);
    if (scenario->strategy.sp) {
        traffic->bare += 1;
    } else {
        backward = exchange_sum(backward, exchange_of(OP_ALL_REDUCE, value * adapter->in, tp, scenario));
    }
    traffic->forward =
        exchange_sum(traffic->forward, exchange_times(exchange_of(OP_ALL_GATHER, low, tp, scenario), adapter->linears));
    traffic->backward = exchange_sum(traffic->backward, exchange_times(backward, adapter->linears));
}

/* And beside one cut by rows. */
static void add_rows(struct adapter_traffic *traffic, const struct scenario *scenario, const struct group *tp,
                     const struct adapter *adapter)
{
    const struct strategy *strategy = &scenario->strategy;
    const double value = layer_activation_bytes(scenario) * layer_tokens(scenario);
    const double whole = value * adapter->out;
    const struct exchange low = exchange_of(OP_ALL_REDUCE, value * strategy->lora_rank, tp, scenario);
    const struct exchange output = strategy->sp && strategy->lora_all_to_all
                                       ? exchange_of(OP_ALL_TO_ALL, whole / strategy->tp, tp, scenario)
                                       : exchange_of(OP_ALL_GATHER, whole, tp, scenario);
    traffic->forward = exchange_sum(traffic->forward, exchange_sum(low, output));
    traffic->backward = exchange_sum(traffic->backward, strategy->sp ? exchange_sum(low, output) : low);
}

struct adapter_traffic adapter_traffic(const struct scenario *scenario, const struct group *tp, enum layer_kind kind)
{
    const struct adapters adapters = adapters_of(scenario, kind);
    struct adapter_traffic traffic = {.bare = 0};
    for (int i = 0; i < adapters.count; i++) {
        const struct adapter *adapter = &adapters.list[i];
        if (adapter->by_rows) {
            add_rows(&traffic, scenario, tp, adapter);
        } else {
            add_columns(&traffic, scenario, tp, adapter);
        }
    }
    return traffic;
}
