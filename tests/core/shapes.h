/* shapes.h: models and jobs of many tests, as settings. Shapes are those of the models' config files. */
#ifndef RINGSIDE_TESTS_CORE_SHAPES_H
#define RINGSIDE_TESTS_CORE_SHAPES_H

#define SHAPE(layers, hidden, ffn, heads, kv_heads, head_dim, vocab)                           \
    "model.layers=" #layers " model.hidden=" #hidden " model.ffn=" #ffn " model.heads=" #heads \
    " model.kv_heads=" #kv_heads " model.head_dim=" #head_dim " model.vocab=" #vocab " "
#define LLAMA_3_8B SHAPE(32, 4096, 14336, 32, 8, 128, 128256)
#define LLAMA_3_70B SHAPE(80, 8192, 28672, 64, 8, 128, 128256)
#define LLAMA_2_7B SHAPE(32, 4096, 11008, 32, 32, 128, 32000)
#define LLAMA_2_13B SHAPE(40, 5120, 13824, 40, 40, 128, 32000)
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
    "model.q_lora=1536 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128 model.block_scales=on "
#define MINIMAX_M2                                                                                   \
    SHAPE(62, 3072, 1536, 48, 8, 128, 200064)                                                        \
    "model.experts=256 model.top_k=8 model.expert_ffn=1536 model.qk_norm=on model.qk_norm_whole=on " \
    "model.block_scales=on "

/* As one works with a pencil: 6 FLOPs a parameter and token at 40 % of an H100's peak, links at what people quote. */
#define WHITEBOARD                                                                                              \
    "compute.model=flat gpu.efficiency=0.40 gpu.peak.bf16=989TFLOP/s link.basis=headline ring.model=flat "      \
    "scaleup.latency=0s nic.latency=0s scaleup.bandwidth=450GB/s nic.bandwidth=50GB/s sp=off zero=0 pp=1 cp=1 " \
    "recompute=none gradients.precision=bf16 seq_len=8192 micro_batch=1 "

/* The job that the explorer opens with, as a framework with CUDA graphs runs it. */
#define OPENING                                                                                         \
    LLAMA_3_70B "cluster.gpus=64 tp=8 sp=on zero=1 attention.kernel=flash3 seq_len=8192 micro_batch=1 " \
                "global_batch=64 gradients.precision=bf16 execution.style=graph "

#endif
