/* product.h: the matrix products of one weight: forward, gradient of its input, gradient of itself. */
#ifndef RINGSIDE_CORE_PRODUCT_H
#define RINGSIDE_CORE_PRODUCT_H

#include "core/device.h"

/* A weight on one GPU, or `batch` of the same shape: rows of depth k become n columns. */
struct product {
    double rows, n, k;
    double batch;
    double gradient_bytes; /* of one element of the weight gradient, moved; 0: frozen, it has none */
    double issue;          /* s that each of its products needs to be issued; 0: one kernel */
};

struct product_time {
    double forward, data_gradient, weight_gradient;
};

/* Seconds of the three products.
 *
 *   given     rates of the precision that they run in; the weight
 *   formula   (rows, n, k), (rows, k, n) and (n, k, rows) over the weight gradient's rate, each as device_gemm(), and
 *             where they are issued one by one the smooth maximum with that, as dispatch_time()
 */
struct product_time product_time(const struct gemm_rates *rates, const struct product *product);

/* The same where a weight gradient runs at the rate of the others. */
struct product_time product_gemms(const struct gemm_rates *rates, const struct product *product);

/* Of two products, one after the other, part by part. */
struct product_time product_time_sum(struct product_time one, struct product_time other);

/* Bytes that a product moves of one element of a weight gradient: 0 where weights are frozen. */
double product_gradient_bytes(const struct scenario *scenario);

/* Adding the weight gradients of so many elements to those before, where the product does not do it itself. */
double product_accumulation_time(const struct scenario *scenario, double elements);

#endif
