/* product.c: three products per weight. */
#include "core/product.h"

#include "core/host.h"
#include "core/style.h"

/* Rate of a weight gradient against the same product forward, besides what its wide result costs: whole steps. */
static const double WEIGHT_GRADIENT_RATE = 0.95;

/* Bytes per element of a result, and of its gradient. */
static const double VALUE_BYTES = 2.0;

/* Bytes per element of a weight gradient: read, added to and written, in 16 bits or fp32. */
static const double GRADIENT_BYTES = 4.0;
static const double GRADIENT_BYTES_FP32 = 8.0;

/* Passes over the gradients where the product does not accumulate itself: read both, write one. */
static const double ACCUMULATION_PASSES = 3.0;

/* A product's time where the host may be slower to issue it. */
static double issued(const struct product *product, double time)
{
    return product->issue > 0 && time > 0 ? time + dispatch_time(time, product->issue) : time;
}

struct product_time product_gemms(const struct gemm_rates *rates, const struct product *product)
{
    const struct length rows = device_length(product->rows);
    const struct length n = device_length(product->n);
    const struct length k = device_length(product->k);
    const double batch = product->batch;
    return (struct product_time){
        .forward = issued(product, device_gemm_cut(rates, &rows, &n, product->k, batch, VALUE_BYTES)),
        .data_gradient = issued(product, device_gemm_cut(rates, &rows, &k, product->n, batch, VALUE_BYTES)),
        .weight_gradient =
            product->gradient_bytes > 0
                ? issued(product, device_gemm_cut(rates, &n, &k, product->rows, batch, product->gradient_bytes))
                : 0,
    };
}

struct product_time product_time(const struct gemm_rates *rates, const struct product *product)
{
    struct product_time time = product_gemms(rates, product);
    time.weight_gradient /= WEIGHT_GRADIENT_RATE;
    return time;
}

struct product_time product_time_sum(struct product_time one, struct product_time other)
{
    return (struct product_time){
        .forward = one.forward + other.forward,
        .data_gradient = one.data_gradient + other.data_gradient,
        .weight_gradient = one.weight_gradient + other.weight_gradient,
    };
}

double product_gradient_bytes(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->lora) {
        return 0.0;
    }
    if (!strategy->accumulation_fused || style_of(scenario->execution.style)->written) {
        return VALUE_BYTES; /* added to the others afterwards */
    }
    return strategy->gradients == PRECISION_FP32 ? GRADIENT_BYTES_FP32 : GRADIENT_BYTES;
}

double product_accumulation_time(const struct scenario *scenario, double elements)
{
    const struct strategy *strategy = &scenario->strategy;
    if (strategy->lora || strategy->accumulation_fused) {
        return 0.0;
    }
    return device_pass(&scenario->gpu, ACCUMULATION_PASSES * device_operand_bytes(strategy->gradients) * elements);
}
