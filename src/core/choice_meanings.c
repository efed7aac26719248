/* choice_meanings.c: one table for each enumeration, in the order of its values. */
#include "core/choice_meanings.h"

#include <stddef.h>

static const char *const recomputed[RECOMPUTE_COUNT] = {
    [RECOMPUTE_NONE] = "all activations are kept",
    [RECOMPUTE_SELECTIVE] = "the attention core, and what recompute.* adds",
    [RECOMPUTE_FULL] = "whole layers: only their inputs are kept",
};

static const char *const adapters[LORA_COUNT] = {
    [LORA_OFF] = "none: all parameters are trained",
    [LORA_QKV] = "of queries, keys and values",
    [LORA_ATTENTION] = "of these and the projection behind the attention core",
    [LORA_ALL] = "of all linear layers, those of the MLP too",
};

static const char *const losses[LOSS_KERNEL_COUNT] = {
    [LOSS_OF_STYLE] = "as execution.style has it",
    [LOSS_FUSED] = "one kernel, as Transformer Engine's",
    [LOSS_IN_PLACE] = "one kernel that puts the gradient where the logits were: llm.c, Liger-Kernel",
    [LOSS_CHUNKED] = "in pieces, so that no logit is kept",
};

static const char *const stages[ZERO_COUNT] = {
    [ZERO_NONE] = "nothing: every replica has all",
    [ZERO_OPTIMIZER] = "optimizer states: Megatron's distributed optimizer",
    [ZERO_GRADIENTS] = "gradients as well",
    [ZERO_PARAMETERS] = "parameters as well: FSDP, DeepSpeed's stage 3",
};

static const char *const attention_kernels[ATTENTION_COUNT] = {
    [ATTENTION_UNFUSED] = "scores are written to memory",
    [ATTENTION_FLASH1] = "FlashAttention 1: the Triton kernel of 2023",
    [ATTENTION_FLASH2] = "FlashAttention-2; AMD's own kernels",
    [ATTENTION_FLASH3] = "FlashAttention-3, cuDNN",
};

static const char *const styles[STYLE_COUNT] = {
    [STYLE_EAGER] = "Megatron-LM of 2020 to 2023",
    [STYLE_FUSED] = "Megatron Core with Transformer Engine: NeMo, Megatron-Bridge",
    [STYLE_PART_GRAPH] = "the same, attention and router in CUDA graphs, experts issued one by one",
    [STYLE_GRAPH] = "the same, the whole step in CUDA graphs, as in tuned recipes",
    [STYLE_COMPILED] = "torch.compile: torchtitan",
    [STYLE_TORCH] = "eager PyTorch, RMSNorm: nanotron, Hugging Face",
    [STYLE_TORCH_LAYERNORM] = "eager PyTorch, LayerNorm: llm-foundry",
};

static const char *const engines[SERVING_COUNT] = {
    [SERVING_COMPILED] = "torch.compile and CUDA graphs, one stream: gpt-fast",
    [SERVING_CPP] = "C++ of 2023, kernel by kernel: TurboMind, FasterTransformer, TensorRT-LLM 0.5",
    [SERVING_TRTPY] = "the same, driven from Python step by step: NeMo",
    [SERVING_TRT_2024] = "engines of TensorRT-LLM 0.8 to 0.12",
    [SERVING_TRT_2025] = "engines of TensorRT-LLM later, long sequences cut into parts",
    [SERVING_TRT] = "TensorRT-LLM on PyTorch, in graphs, since 2025",
    [SERVING_VLLM_2023] = "vLLM 0.2",
    [SERVING_VLLM_2024] = "vLLM 0.3 to 0.8",
    [SERVING_VLLM_2025] = "vLLM 0.9 to 0.13",
    [SERVING_VLLM_2026] = "vLLM that schedules a step ahead; SGLang since 0.4",
    [SERVING_EAGER] = "eager PyTorch with fused attention: TGI of 2023",
    [SERVING_HF] = "plain transformers of Hugging Face",
    [SERVING_LLAMA_2024] = "llama.cpp before CUDA graphs and fused attention were its default",
    [SERVING_LLAMA_2025] = "llama.cpp since October 2025",
};

static const char *const dispatchers[DISPATCH_COUNT] = {
    [DISPATCH_PER_EXPERT] = "a copy of a token for each of its experts: NCCL's all-to-all",
    [DISPATCH_PER_RANK] = "a copy for each rank that holds some of them: DeepEP, HybridEP",
};

static const char *const computes[COMPUTE_COUNT] = {
    [COMPUTE_FLAT] = "6 FLOPs a parameter and token, at a flat share of the peak",
    [COMPUTE_ROOFLINE] = "kernel by kernel",
};

static const char *const bases[BASIS_COUNT] = {
    [BASIS_HEADLINE] = "as it is quoted: NVLink's two directions added up",
    [BASIS_DIRECTION] = "the line rate of one direction",
    [BASIS_ACHIEVED] = "what libraries reach in published tables",
};

static const char *const rings[RING_COUNT] = {
    [RING_FLAT] = "one NIC a ring",
    [RING_RAIL] = "as many rings, and NICs, as the group has GPUs in a node",
};

static const char *const scaleups[SCALEUP_COUNT] = {
    [SCALEUP_SWITCH] = "NVSwitch: any pair at full rate",    [SCALEUP_MESH] = "xGMI: one link to each peer",
    [SCALEUP_CUBE] = "NVLink without a switch, as in DGX-1", [SCALEUP_PCIE] = "PCIe with peer access",
    [SCALEUP_PCIE_HOST] = "PCIe through host memory",
};

static const char *const fabrics[FABRIC_COUNT] = {
    [FABRIC_INFINIBAND] = "InfiniBand",
    [FABRIC_ROCE] = "RDMA over Ethernet",
    [FABRIC_GIB] = "Google Cloud's RoCE: a3-ultra, a4",
    [FABRIC_TCPXO] = "Google Cloud's GPUDirect-TCPXO: a3-mega",
    [FABRIC_TCPXO1] = "GPUDirect-TCPXO before 2025",
    [FABRIC_TCPX] = "Google Cloud's GPUDirect-TCPX: a3-high",
    [FABRIC_EFA] = "AWS from p5 on",
    [FABRIC_EFA1] = "AWS p4d and before",
    [FABRIC_SLINGSHOT] = "HPE Slingshot",
    [FABRIC_OMNIPATH] = "Cornelis (once Intel) Omni-Path",
    [FABRIC_ETHERNET] = "TCP over Ethernet, no RDMA",
};

static const char *const cuts[CUT_COUNT] = {
    [CUT_LAYERS] = "by layers alone",
    [CUT_WEIGHT] = "the head counts as the layers that it weighs: nanotron, Megatron's accounting for the loss",
    [CUT_COST] = "so that the step is as quick as can be: layouts made by hand",
    [CUT_EVEN] = "neither end counts, and the first chunks have one layer more: NeMo AutoModel",
};

static const struct {
    const struct choice_list *list;
    const char *const *meanings;
} tables[] = {
    {&recompute_names, recomputed},
    {&lora_names, adapters},
    {&loss_names, losses},
    {&zero_names, stages},
    {&attention_names, attention_kernels},
    {&style_names, styles},
    {&serving_names, engines},
    {&dispatcher_names, dispatchers},
    {&compute_names, computes},
    {&basis_names, bases},
    {&ring_names, rings},
    {&scaleup_names, scaleups},
    {&fabric_names, fabrics},
    {&stage_cut_names, cuts},
};

const char *choice_meaning(const struct choice_list *list, int value)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].list == list && value >= 0 && value < list->count) {
            return tables[i].meanings[value];
        }
    }
    return NULL;
}
