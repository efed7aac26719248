/* offload.c: copies of activations to the host and back. */
#include "core/offload.h"

#include "core/exchange.h"
#include "core/order.h"

/* Layers whose activations stay on the card, and layers of a stage behind which no copy hides. */
static const double RESIDENT_LAYERS = 2.0;
static const double COPY_ENDS = 2.0;

double offload_layers(const struct scenario *scenario, double layers)
{
    if (step_is_flat(scenario)) {
        return 0;
    }
    return lesser(scenario->strategy.offload_layers, greater(0, layers - RESIDENT_LAYERS));
}

struct offload offload_price(const struct scenario *scenario, double bytes, struct offload_window window)
{
    const double layers = (double)scenario->model.layers / scenario->strategy.pp;
    const double moved = bytes * offload_layers(scenario, layers) / layers;
    const double seconds = moved / scenario->gpu.host_bandwidth;
    const double open = greater(0, 1 - COPY_ENDS / layers);
    return (struct offload){
        .bytes = moved,
        .seconds = seconds,
        .forward = greater(0, seconds - open * window.forward),
        .backward = greater(0, seconds - open * window.backward),
    };
}
