/* expert.c: kernels of routed experts. */
#include "core/expert.h"

#include "core/device.h"
#include "core/layer.h"
#include "core/product.h"
#include "core/style.h"

#include <math.h>
#include <stdbool.h>

/* Seconds per expert and product in a loop of library calls. A published B200 table of grouped products, 108 shapes:
 * 11 to 13 % mean error. */
static const double CALL = 10e-6;

/* Bytes per router logit either way (softmax, top k, masks, balancing loss: a guess that moves steps by 0.01 %), and
 * kernels. */
static const double ROUTE_BYTES = 20.0;
static const double ROUTE_LAUNCHES = 6.0;
static const double ROUTER_GRADIENT_BYTES = 4.0;

/* A 16 bit value read and written. */
static const double COPY_BYTES = 4.0;

/* Rate of a permutation against streaming: a published B200 table, 0.50 of peak against 0.67. */
static const double PERMUTE_RATE = 0.75;

/* Bytes per value of an activation with biases and a clamp, which no kernel fuses: bias loop, concatenation, clamp,
 * gate, probability. Counted from the code, after gpt-oss runs stood 32 % low. */
static const double BIASED_BYTES = 66.0;
static const double BIASED_BYTES_BACKWARD = 105.0;

/* Bytes per hidden value of a row for the bias behind the experts, each times its token's probability: product, sum in
 * fp32, concatenation and conversion one by one. Counted from Megatron Core's TEGroupedMLP. */
static const double OUTPUT_BIAS_BYTES = 28.0;
static const double OUTPUT_BIAS_BYTES_BACKWARD = 40.0;

/* Rows are padded for quantised products and cut back after them: twice read and written, in Megatron Core's
 * TEGroupedMLP. HybridEP pads as it permutes. */
static const double PAD_BYTES = 8.0;

double expert_permutation_rate(const struct gpu *gpu)
{
    return PERMUTE_RATE * device_stream_rate(gpu);
}

struct expert_load expert_load(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const double tokens = layer_tokens(scenario) / strategy->tp;
    const double local = (double)model->experts / strategy->ep;
    return (struct expert_load){
        .tokens = tokens,
        .rows = tokens * model->top_k * strategy->etp * strategy->imbalance,
        .local = local > 1 ? local : 1,
        .width = (double)model->expert_ffn / strategy->etp,
    };
}

double expert_copies(double choices, double places)
{
    return places > 1 ? places * (1 - pow(1 - 1 / places, choices)) : 1.0;
}

double expert_issue(const struct scenario *scenario, double local)
{
    return scenario->strategy.expert_gemm == EXPERT_GEMM_LOOP ? local * CALL : 0;
}

static struct product expert_product(const struct scenario *scenario, double rows, double n, double k, double local)
{
    return (struct product){
        .rows = rows,
        .n = n,
        .k = k,
        .batch = local,
        .gradient_bytes = product_gradient_bytes(scenario),
        .issue = expert_issue(scenario, local),
    };
}

double expert_product_time(const struct scenario *scenario, double rows, double n, double k, double local)
{
    const struct product product = expert_product(scenario, rows, n, k, local);
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, scenario->strategy.precision);
    return product_time(&rates, &product).forward;
}

/* A pair of times, forward and backward. */
struct both {
    double forward, backward;
};

static struct product_time router_time(const struct scenario *scenario, const struct expert_load *load)
{
    const struct transformer *model = &scenario->model;
    const struct product router = {
        .rows = load->tokens,
        .n = model->experts,
        .k = model->hidden,
        .batch = 1,
        .gradient_bytes = scenario->strategy.lora ? 0 : ROUTER_GRADIENT_BYTES,
    };
    const bool fp32 = scenario->strategy.precision == PRECISION_FP32;
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, fp32 ? PRECISION_FP32 : PRECISION_BF16);
    return product_time(&rates, &router);
}

/* Router and permutation cost the same backward as forward, besides the router's products. */
static double routing_time(const struct scenario *scenario, const struct expert_load *load)
{
    const struct gpu *gpu = &scenario->gpu;
    return device_pass(gpu, ROUTE_BYTES * load->tokens * scenario->model.experts) + ROUTE_LAUNCHES * gpu->launch;
}

static double permutation_time(const struct scenario *scenario, const struct expert_load *load)
{
    const struct strategy *strategy = &scenario->strategy;
    const double choices = scenario->model.top_k;
    double copies = choices + 1; /* rows gathered by expert, and back */
    if (strategy->ep > 1 && strategy->dispatcher == DISPATCH_PER_RANK) {
        copies = choices + expert_copies(choices, strategy->ep); /* arrived copies to rows, and back */
    } else if (strategy->ep > 1 && load->local > 1) {
        copies += 2 * choices; /* by rank before the exchange; by expert after it, and back */
    }
    const double values = load->tokens * scenario->model.hidden * strategy->imbalance;
    return device_pass(&scenario->gpu, COPY_BYTES * copies * values / PERMUTE_RATE);
}

static struct product_time products_time(const struct scenario *scenario, const struct expert_load *load)
{
    const double hidden = scenario->model.hidden;
    const double rows = ceil(load->rows / load->local);
    const double columns = load->width * (scenario->model.gated ? 2 : 1);
    const struct product up = expert_product(scenario, rows, columns, hidden, load->local);
    const struct product down = expert_product(scenario, rows, hidden, load->width, load->local);
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, scenario->strategy.precision);
    struct product_time time = product_time_sum(product_time(&rates, &up), product_time(&rates, &down));
    time.weight_gradient += product_accumulation_time(scenario, load->local * (columns + load->width) * hidden);
    return time;
}

static struct both activation_time(const struct scenario *scenario, const struct expert_load *load)
{
    const struct style *style = style_of(scenario->execution.style);
    const struct transformer *model = &scenario->model;
    const double values = load->rows * load->width;
    double forward = model->gated ? style->gated : style->plain;
    double backward = model->gated ? style->gated_backward : style->plain_backward;
    if (model->linear_bias) {
        forward = BIASED_BYTES;
        backward = BIASED_BYTES_BACKWARD;
    }
    return (struct both){
        .forward = device_pass(&scenario->gpu, forward * values),
        .backward = device_pass(&scenario->gpu, backward * values),
    };
}

/* Quantisation of rows. A fused kernel quantises the inner values as it writes them. */
static struct both cast_time(const struct scenario *scenario, const struct expert_load *load)
{
    const double bytes = device_cast_bytes(scenario->strategy.precision) * load->rows;
    const double hidden = scenario->model.hidden;
    const double inner = scenario->strategy.expert_gemm == EXPERT_GEMM_FUSED ? 0 : load->width;
    return (struct both){
        .forward = device_pass(&scenario->gpu, bytes * (hidden + inner)),
        .backward = device_pass(&scenario->gpu, bytes * (hidden + inner * (scenario->model.gated ? 2 : 1))),
    };
}

/* What a loop over experts does with whole rows besides its products. */
static struct both row_time(const struct scenario *scenario, const struct expert_load *load)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool loop = strategy->expert_gemm == EXPERT_GEMM_LOOP;
    const bool pads = loop && device_cast_bytes(strategy->precision) > 0 && strategy->dispatcher == DISPATCH_PER_EXPERT;
    const bool adds = loop && scenario->model.linear_bias;
    const double values = load->rows * scenario->model.hidden;
    const double padded = pads ? PAD_BYTES : 0;
    return (struct both){
        .forward = device_pass(&scenario->gpu, values * (padded + (adds ? OUTPUT_BIAS_BYTES : 0))),
        .backward = device_pass(&scenario->gpu, values * (padded + (adds ? OUTPUT_BIAS_BYTES_BACKWARD : 0))),
    };
}

struct expert_time expert_time(const struct scenario *scenario)
{
    const struct expert_load load = expert_load(scenario);
    const struct product_time router = router_time(scenario, &load);
    const struct product_time products = products_time(scenario, &load);
    const struct both activation = activation_time(scenario, &load);
    const struct both cast = cast_time(scenario, &load);
    const struct both row = row_time(scenario, &load);
    const double around = routing_time(scenario, &load) + permutation_time(scenario, &load);
    const double gradients = products.data_gradient + products.weight_gradient;
    return (struct expert_time){
        .forward = products.forward + router.forward + around + activation.forward + cast.forward + row.forward,
        .backward = gradients + router.data_gradient + router.weight_gradient + around + activation.backward +
                    cast.backward + row.backward,
        .weight_gradient = products.weight_gradient,
        .activation = activation.forward,
    };
}
