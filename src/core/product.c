/* product.c: three products per weight. */
#include "core/product.h"

#include "core/host.h"

/* Rate of a weight gradient against the same product forward. A published B200 kernel table; Korthikanti et al. 2022,
 * table 4. */
static const double WEIGHT_GRADIENT_RATE = 0.93;

/* Bytes per element of a weight gradient: written in the gradients' 16 bits, or read and added in fp32. */
static const double GRADIENT_BYTES = 2.0;
static const double GRADIENT_BYTES_FP32 = 8.0;

static double issued(const struct gemm_rates *rates, const struct product *product, const struct gemm *gemm,
                     struct gemm_cuts cuts)
{
    const double time = device_gemm_cut(rates, gemm, cuts);
    return product->issue > 0 && time > 0 ? time + dispatch_time(time, product->issue) : time;
}

struct product_time product_time(const struct gemm_rates *rates, const struct product *product)
{
    const struct length_cuts rows = device_cuts(product->rows);
    const struct length_cuts n = device_cuts(product->n);
    const struct length_cuts k = device_cuts(product->k);
    struct gemm gemm = {
        .m = product->rows, .n = product->n, .k = product->k, .batch = product->batch, .output_bytes = 2};
    struct product_time time = {.forward = issued(rates, product, &gemm, (struct gemm_cuts){&rows, &n})};
    gemm.n = product->k;
    gemm.k = product->n;
    time.data_gradient = issued(rates, product, &gemm, (struct gemm_cuts){&rows, &k});
    if (product->gradient_bytes > 0) {
        gemm.m = product->n;
        gemm.k = product->rows;
        gemm.n = product->k;
        gemm.output_bytes = product->gradient_bytes;
        time.weight_gradient = issued(rates, product, &gemm, (struct gemm_cuts){&n, &k}) / WEIGHT_GRADIENT_RATE;
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
