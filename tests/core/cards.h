/* cards.h: the GPUs of the tests of kernels and layers: rates of data sheets, shares of them as in presets/gpus. */
#ifndef RINGSIDE_TESTS_CORE_CARDS_H
#define RINGSIDE_TESTS_CORE_CARDS_H

#include "core/scenario.h"

static const struct gpu a100 = {
    .generation = GENERATION_AMPERE,
    .peak_bf16 = 312e12,
    .hbm_bandwidth = 2.039e12,
    .gemm_efficiency = 0.835,
    .hbm_efficiency = 0.82,
    .sms = 108,
    .launch = 4e-6,
};
static const struct gpu h100 = {
    .generation = GENERATION_HOPPER,
    .peak_bf16 = 989.4e12,
    .peak_fp8 = 2 * 989.4e12,
    .hbm_bandwidth = 3.35e12,
    .gemm_efficiency = 0.71,
    .gemm_efficiency_fp8 = 0.68,
    .hbm_efficiency = 0.87,
    .sms = 132,
    .launch = 4e-6,
};
static const struct gpu b200 = {
    .generation = GENERATION_BLACKWELL,
    .peak_bf16 = 2250e12,
    .peak_fp8 = 4500e12,
    .peak_fp4 = 9000e12,
    .hbm_bandwidth = 8e12,
    .gemm_efficiency = 0.49,
    .gemm_efficiency_fp8 = 0.62,
    .gemm_efficiency_fp4 = 0.52,
    .hbm_efficiency = 0.67,
    .sms = 148,
    .launch = 4e-6,
};

#endif
