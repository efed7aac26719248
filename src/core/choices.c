/* choices.c: the names of every enumeration. */
#include "core/choices.h"

#include "core/letters.h"

#include <assert.h>

/* Lists the names of one enumeration and checks that none is missing. */
#define CHOICES(list, count, ...)                                                \
    static const char *const list##_text[] = {__VA_ARGS__};                      \
    static_assert(sizeof list##_text / sizeof list##_text[0] == (count), #list); \
    const struct choice_list list = {list##_text, (count)}

CHOICES(mode_names, MODE_COUNT, "training", "prefill", "decode");
CHOICES(precision_names, PRECISION_COUNT, "bf16", "fp16", "fp32", "fp8", "mxfp8", "nvfp4");
CHOICES(recompute_names, RECOMPUTE_COUNT, "none", "selective", "full");
CHOICES(lora_names, LORA_COUNT, "off", "qkv", "attention", "all");
CHOICES(expert_lora_names, EXPERT_LORA_COUNT, "none", "shared", "each");
CHOICES(fsdp_unit_names, FSDP_UNIT_COUNT, "layer", "linear");
CHOICES(loss_names, LOSS_KERNEL_COUNT, "off", "on", "in_place", "chunked");
CHOICES(zero_names, ZERO_COUNT, "0", "1", "2", "3");
CHOICES(stage_cut_names, CUT_COUNT, "off", "weight", "cost", "even");
CHOICES(rank_order_names, RANK_ORDER_COUNT, "dp_inside", "dp_outside");
CHOICES(attention_names, ATTENTION_COUNT, "unfused", "flash1", "flash2", "flash3");
CHOICES(style_names, STYLE_COUNT, "eager", "fused", "part_graph", "graph", "compiled", "torch", "torch_layernorm");
CHOICES(dispatcher_names, DISPATCH_COUNT, "per_expert", "per_rank");
CHOICES(expert_gemm_names, EXPERT_GEMM_COUNT, "loop", "fused");
CHOICES(compute_names, COMPUTE_COUNT, "flat", "roofline");
CHOICES(basis_names, BASIS_COUNT, "headline", "direction", "achieved");
CHOICES(ring_names, RING_COUNT, "flat", "rail");
CHOICES(mfu_names, MFU_COUNT, "causal", "full");
CHOICES(library_names, LIBRARY_COUNT, "auto", "nccl", "rccl", "vllm", "trtllm");
CHOICES(scaleup_names, SCALEUP_COUNT, "switch", "mesh", "cube", "pcie", "pcie_host");
CHOICES(fabric_names, FABRIC_COUNT, "infiniband", "roce", "gib", "tcpxo", "tcpxo1", "tcpx", "efa", "efa1", "slingshot",
        "omnipath", "ethernet");
CHOICES(generation_names, GENERATION_COUNT, "volta", "ampere", "ada", "hopper", "blackwell", "cdna2", "cdna3", "cdna4",
        "other");
CHOICES(generation_titles, GENERATION_COUNT, "Volta", "Ampere", "Ada", "Hopper", "Blackwell", "CDNA 2", "CDNA 3",
        "CDNA 4", "other");
CHOICES(norm_names, NORM_COUNT, "rms", "layer");
CHOICES(number_format_names, NUMBER_FORMAT_COUNT, "bf16", "fp8", "int8", "int4", "nvfp4", "mxfp4", "q8_0", "q4_0",
        "q4_k_m", "q6_k", "mxfp4_moe");
CHOICES(serving_names, SERVING_COUNT, "compiled", "cpp", "trtpy", "trt2024", "trt2025", "trt", "vllm2023", "vllm2024",
        "vllm2025", "vllm2026", "eager", "hf", "llamacpp2024", "llamacpp2025");

CHOICES(switch_names, 8, "off", "on", "no", "yes", "false", "true", "0", "1");

int choice_find(const struct choice_list *list, const char *name)
{
    for (int value = 0; value < list->count; value++) {
        if (names_are_same(list->names[value], name)) {
            return value;
        }
    }
    return -1;
}

const char *choice_name(const struct choice_list *list, int value)
{
    return value >= 0 && value < list->count ? list->names[value] : "?";
}

int switch_find(const char *word)
{
    const int place = choice_find(&switch_names, word);
    return place < 0 ? -1 : place % 2;
}
