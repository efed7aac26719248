/* serving_shapes.h: models and cards of the serving tests, as settings. Shapes are those of the models' config files,
 * rates those of data sheets, shares of them as in presets/gpus. */
#ifndef RINGSIDE_TESTS_CORE_SERVING_SHAPES_H
#define RINGSIDE_TESTS_CORE_SERVING_SHAPES_H

#define SHAPE(layers, hidden, ffn, heads, kv_heads, head_dim, vocab)                           \
    "model.layers=" #layers " model.hidden=" #hidden " model.ffn=" #ffn " model.heads=" #heads \
    " model.kv_heads=" #kv_heads " model.head_dim=" #head_dim " model.vocab=" #vocab " "
#define LLAMA_3_8B SHAPE(32, 4096, 14336, 32, 8, 128, 128256)
#define LLAMA_3_70B SHAPE(80, 8192, 28672, 64, 8, 128, 128256)
#define LLAMA_2_7B SHAPE(32, 4096, 11008, 32, 32, 128, 32000)
#define LLAMA_2_70B SHAPE(80, 8192, 28672, 64, 8, 128, 32000)
#define LLAMA_3_405B SHAPE(126, 16384, 53248, 128, 8, 128, 128256)
#define CODELLAMA_34B SHAPE(48, 8192, 22016, 64, 8, 128, 32000)
#define QWEN_32B SHAPE(64, 5120, 27648, 40, 8, 128, 152064)
#define QWEN_72B SHAPE(80, 8192, 29568, 64, 8, 128, 152064)
#define QWEN3_32B SHAPE(64, 5120, 25600, 64, 8, 128, 151936)
#define QWEN3_30B_A3B SHAPE(48, 2048, 6144, 32, 4, 128, 151936) "model.experts=128 model.top_k=8 model.expert_ffn=768 "
#define MISTRAL_SMALL SHAPE(40, 5120, 32768, 32, 8, 128, 131072)
#define GPT_OSS_20B                          \
    SHAPE(24, 2880, 2880, 64, 8, 64, 201088) \
    "model.experts=32 model.top_k=4 model.expert_ffn=2880 model.window=128 model.window_every=2 "
#define MIXTRAL_8X7B SHAPE(32, 4096, 14336, 32, 8, 128, 32000) "model.experts=8 model.top_k=2 model.expert_ffn=14336 "
#define DEEPSEEK_V3                                                                                      \
    SHAPE(61, 7168, 18432, 128, 128, 128, 129280)                                                        \
    "model.experts=256 model.top_k=8 model.expert_ffn=2048 model.shared_experts=1 model.dense_layers=3 " \
    "model.q_lora=1536 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128 "

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
