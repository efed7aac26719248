/* serving_shapes.h: models and cards of the serving tests, as settings. Rates are those of data sheets, shares of
 * them as in presets/gpus. */
#ifndef RINGSIDE_TESTS_CORE_SERVING_SHAPES_H
#define RINGSIDE_TESTS_CORE_SERVING_SHAPES_H

#include "shapes.h"

#define A100                                                                                                          \
    "gpu.generation=ampere gpu.peak.bf16=312TFLOP/s gpu.peak.fp8=none gpu.peak.fp4=none gpu.hbm_bandwidth=2.039TB/s " \
    "gpu.hbm_capacity=80GB gpu.gemm_efficiency=0.835 gpu.hbm_efficiency=0.82 gpu.stream_efficiency=0.80 "             \
    "gpu.sms=108 scaleup.kind=switch scaleup.bandwidth=300GB/s scaleup.latency=0.95us scaleup.floor=7.9us "
#define HOPPER(capacity, bandwidth)                                                                  \
    "gpu.generation=hopper gpu.peak.bf16=989.4TFLOP/s gpu.peak.fp8=1978.8TFLOP/s gpu.peak.fp4=none " \
    "gpu.hbm_bandwidth=" bandwidth " gpu.hbm_capacity=" capacity " gpu.gemm_efficiency=0.71 "        \
    "gpu.gemm_efficiency.fp8=0.68 gpu.hbm_efficiency=0.87 gpu.stream_efficiency=0.85 gpu.sms=132 "   \
    "scaleup.kind=switch scaleup.bandwidth=450GB/s scaleup.latency=0.855us scaleup.floor=4.4us "
#define H100 HOPPER("80GB", "3.35TB/s")
#define H200 HOPPER("141GB", "4.8TB/s")
#define MI300X                                                                                                  \
    "gpu.generation=cdna3 gpu.peak.bf16=1307TFLOP/s gpu.peak.fp8=2614TFLOP/s gpu.hbm_bandwidth=5.3TB/s "        \
    "gpu.hbm_capacity=192GB gpu.gemm_efficiency=0.45 gpu.gemm_efficiency.fp8=0.5 gpu.hbm_efficiency=0.70 "      \
    "gpu.stream_efficiency=0.82 gpu.sms=304 scaleup.kind=mesh scaleup.bandwidth=448GB/s scaleup.latency=0.6us " \
    "scaleup.floor=5.25us "
/* NVIDIA DGX Spark: one card a box, boxes over 200 Gb/s Ethernet. */
#define GB10                                                                                                     \
    "gpu.generation=blackwell gpu.peak.bf16=125TFLOP/s gpu.peak.fp8=250TFLOP/s gpu.peak.fp4=500TFLOP/s "         \
    "gpu.hbm_bandwidth=273GB/s gpu.hbm_capacity=128GB gpu.gemm_efficiency=0.60 gpu.gemm_efficiency.fp8=0.60 "    \
    "gpu.gemm_efficiency.fp4=0.50 gpu.hbm_efficiency=0.82 gpu.stream_efficiency=0.80 gpu.sms=48 scaleup.size=1 " \
    "node.gpus=1 nic.per_node=1 nic.bandwidth=25GB/s "

#endif
