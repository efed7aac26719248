/* host.c: host seconds by execution style, and what they add to the GPU's. */
#include "core/host.h"

#include "core/adapter.h"
#include "core/style.h"

#include <math.h>

/* Host seconds of an eager Megatron on a host of 2023: a layer's forward, its backward against that, what surrounds the
 * layers of a micro-batch, a pipeline transfer; the growth per further TP rank, since a collective waits for the
 * slowest host. All from the single-node A100 runs that vTrain published. */
static const double HOST_FORWARD = 0.75e-3;
static const double HOST_BACKWARD = 1.9;
static const double HOST_MICRO_BATCH = 5.3e-3;
static const double HOST_TRANSFER = 0.25e-3;
static const double HOST_TENSOR_RANK = 0.035;

/* Further, forward, of a layer with experts: router, dispatcher, its synchronisation, the loop over experts. Published
 * Megatron-Bridge runs at micro-batch 1: 9 to 11 ms a layer, forward and backward, on H100 and on B200; less what a
 * layer without experts takes. */
static const double HOST_EXPERTS = 2.43e-3;

/* Kernels of an adapter: two products, a sum, a scaling; dropout; two where its input is widened and narrowed. Counted.
 */
static const double ADAPTER_KERNELS = 4;
static const double DROPOUT_KERNELS = 1;
static const double WIDENED_KERNELS = 2;

/* For a linear layer that is gathered for itself, in each pass: hooks before and behind it, a gather, a release.
 * DeepSpeed's pull request 1188: 64 layers of BERT with six of them each take 270 ms forward on eight A100, 60 without
 * stage 3: 0.55 ms. Qwen's 1.8B on one A100 (2023), five of them in three passes: 0.53 ms.
 * An adapter's two parts have the hooks of two, and no gather: they come with the next linear layer's, of which up to
 * 0.9 h^2 values are fetched ahead in one (partitioned_param_coordinator.py). They are counted as one. */
static const double HOST_GATHER = 0.54e-3;

double host_tensor_growth(const struct scenario *scenario)
{
    return 1 + HOST_TENSOR_RANK * (scenario->strategy.tp - 1);
}

/* For what a layer gathers in one pass. */
static double host_gathers(const struct scenario *scenario, enum layer_kind kind)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->zero != ZERO_PARAMETERS || strategy->fsdp_unit == UNIT_OF_LAYER) {
        return 0;
    }
    const double adapters = strategy->lora ? adapter_count(scenario, kind) : 0;
    return HOST_GATHER * (linear_count(scenario, kind) + adapters);
}

struct host_time host_time(const struct scenario *scenario)
{
    const struct style *style = style_of(scenario->execution.style);
    const struct strategy *strategy = &scenario->strategy;
    const double pace = 1 / scenario->cluster.host_speed;
    const double ranks = pace * host_tensor_growth(scenario);
    const double layer = style->host * HOST_FORWARD * ranks;
    const double kernels = ADAPTER_KERNELS + (strategy->lora_dropout ? DROPOUT_KERNELS : 0) +
                           (adapter_widens(scenario) ? WIDENED_KERNELS : 0);
    const double adapter = strategy->lora ? layer * kernels / style->issued : 0;
    const double further[LAYER_KIND_COUNT] = {[LAYER_EXPERTS] = style->host_experts * HOST_EXPERTS * ranks};
    struct host_time time = {
        .micro_batch = pace * style->host * HOST_MICRO_BATCH,
        .transfer = pace * style->host * HOST_TRANSFER,
    };
    for (int kind = 0; kind < LAYER_KIND_COUNT; kind++) {
        const enum layer_kind of = (enum layer_kind)kind;
        const double adapters = adapter > 0 ? adapter * adapter_count(scenario, of) : 0;
        const double forward = layer + further[kind] + adapters;
        const double gathers = pace * host_gathers(scenario, of);
        time.forward[kind] = forward + gathers;
        time.backward[kind] = HOST_BACKWARD * forward + gathers;
    }
    return time;
}

/* The exponent of the smooth maximum is 3.5, from the same runs. x^3.5, and y = (1 + x)^(1/3.5) for 0 <= x <= 1,
 * without the library's care for any exponent: y^7 = (1 + x)^2, two of Newton's steps from within 1.1e-5. */
static double host_power(double x)
{
    return x * x * x * sqrt(x);
}

static double host_root_step(double y, double square)
{
    const double cube = y * y * y;
    return y - (1.0 / 7) * (y - square / (cube * cube));
}

/* Below this the series to x^4 leaves out less than a double can hold: most products wait for their host that little.
 */
static const double SMALL_POWER = 1e-3;

static double host_root(double x)
{
    if (x < SMALL_POWER) {
        return 1 + x * (2.0 / 7 + x * (-5.0 / 49 + x * (20.0 / 343 - x * (95.0 / 2401))));
    }
    const double near = 1.000011 + x * (0.285115 + x * (-0.096701 + x * (0.040292 - x * 0.009713)));
    const double square = (1 + x) * (1 + x);
    return host_root_step(host_root_step(near, square), square);
}

double dispatch_time(double gpu, double host)
{
    if (host <= 0) {
        return 0.0;
    }
    const double larger = gpu > host ? gpu : host;
    const double ratio = (gpu < host ? gpu : host) / larger;
    const double both = larger * host_root(host_power(ratio));
    return both > gpu ? both - gpu : 0.0;
}
