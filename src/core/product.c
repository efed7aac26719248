/* product.c: three products per weight. */
#include "core/product.h"

#include "core/host.h"

/* Rate of a weight gradient against the same product forward. A published B200 kernel table; Korthikanti et al. 2022,
 * table 4. */
static const double WEIGHT_GRADIENT_RATE = 0.93;

/* Bytes per element of a weight gradient: written in the gradients' 16 bits, or read and added in fp32. */
static const double GRADIENT_BYTES = 2.0;
static const double GRADIENT_BYTES_FP32 = 8.0;

static double issued(const struct gemm_rates *rates, const struct product *product, const struct gemm *gemm)
{
    const double time = device_gemm_at(rates, gemm);
    return product->issue > 0 && time > 0 ? time + dispatch_time(time, product->issue) : time;
}

struct product_time product_time(const struct gemm_rates *rates, const struct product *product)
{
    struct gemm gemm = {
        .m = product->rows, .n = product->n, .k = product->k, .batch = product->batch, .output_bytes = 2};
    struct product_time time = {.forward = issued(rates, product, &gemm)};
    gemm.n = product->k;
    gemm.k = product->n;
    time.data_gradient = issued(rates, product, &gemm);
    if (product->gradient_bytes > 0) {
        gemm.m = product->n;
        gemm.k = product->rows;
        gemm.n = product->k;
        gemm.output_bytes = product->gradient_bytes;
        time.weight_gradient = issued(rates, product, &gemm) / WEIGHT_GRADIENT_RATE;
    }
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

double product_gradient_bytes(const struct strategy *strategy)
{
    if (strategy->lora) {
        return 0.0;
    }
    return strategy->accumulation_fused && strategy->gradients == PRECISION_FP32 ? GRADIENT_BYTES_FP32 : GRADIENT_BYTES;
}
