/* choices.h: everything that is one of a few: enumerations and the names of their values.
 *
 * Each enumeration has one list of names, in the order of its values. The names are what configuration files, the
 * command line, JSON and the screen use; nothing else in the program spells them.
 */
#ifndef RINGSIDE_CORE_CHOICES_H
#define RINGSIDE_CORE_CHOICES_H

#include <stdbool.h>

/* The names of one enumeration. */
struct choice_list {
    const char *const *names;
    int count;
};

/* What is priced. */
enum mode { MODE_TRAINING, MODE_PREFILL, MODE_DECODE, MODE_COUNT };

/* Some of the modes, as bits: what a row of a table applies to. */
enum mode_set {
    IN_TRAINING = 1 << MODE_TRAINING,
    IN_PREFILL = 1 << MODE_PREFILL,
    IN_DECODE = 1 << MODE_DECODE,
    IN_SERVING = IN_PREFILL | IN_DECODE,
    IN_ALL_MODES = IN_TRAINING | IN_SERVING
};

static inline bool mode_is_in(enum mode mode, unsigned set)
{
    return (set & 1U << mode) != 0;
}

/* How a matrix product reads its operands; how values are stored is a number_format. mxfp8 and nvfp4 carry a scale per
 * block, which costs passes over memory. */
enum precision {
    PRECISION_BF16,
    PRECISION_FP16,
    PRECISION_FP32,
    PRECISION_FP8,
    PRECISION_MXFP8,
    PRECISION_NVFP4,
    PRECISION_COUNT
};

/* With one scale for a matrix, or one for a block. */
static inline bool precision_is_8_bit(enum precision precision)
{
    return precision == PRECISION_FP8 || precision == PRECISION_MXFP8;
}

/* What of the forward pass is computed again in the backward pass (Korthikanti et al. 2022). */
enum recompute { RECOMPUTE_NONE, RECOMPUTE_SELECTIVE, RECOMPUTE_FULL, RECOMPUTE_COUNT };

/* Which linear layers have a low-rank adapter beside their frozen weights (Hu et al. 2021): none, and everything is
 * trained; Q, K and V; these and the projection behind the attention core; those of the MLP, too. */
enum lora { LORA_OFF, LORA_QKV, LORA_ATTENTION, LORA_ALL, LORA_COUNT };

/* Where all linear layers have adapters, those of routed experts: none; one that all experts of a GPU share; or each
 * expert its own. */
enum expert_lora { EXPERT_LORA_NONE, EXPERT_LORA_SHARED, EXPERT_LORA_EACH, EXPERT_LORA_COUNT };

/* What FSDP gathers at a time: a layer, or each linear layer for itself, as DeepSpeed's ZeRO-3 does. */
enum fsdp_unit { UNIT_OF_LAYER, UNIT_OF_LINEAR, FSDP_UNIT_COUNT };

/* The kernel of the loss: the execution style's own; one kernel, as Transformer Engine's; or one that puts the gradient
 * where the logits were, as llm.c and Liger-Kernel have it. */
enum loss_kernel { LOSS_OF_STYLE, LOSS_FUSED, LOSS_IN_PLACE, LOSS_CHUNKED, LOSS_KERNEL_COUNT };

/* ZeRO stage (Rajbhandari et al. 2020): what data parallel ranks divide among them. 3 is FSDP. */
enum zero_stage { ZERO_NONE, ZERO_OPTIMIZER, ZERO_GRADIENTS, ZERO_PARAMETERS, ZERO_COUNT };

/* How a pipeline is cut into stages: by layers alone; so that the head counts as the layers that it weighs, as nanotron
 * and Megatron's accounting for the loss have it; so that the slowest stage is as quick as can be, as layouts that
 * are laid out by hand; or as evenly as layers go, whatever stands at the ends, as NeMo AutoModel does. */
enum stage_cut { CUT_LAYERS, CUT_WEIGHT, CUT_COST, CUT_EVEN, CUT_COUNT };

/* How ranks are numbered, from the inside out: TP, CP, DP, PP; or TP, CP, PP, DP, as Llama 3 was trained. */
enum rank_order { RANK_DP_INSIDE, RANK_DP_OUTSIDE, RANK_ORDER_COUNT };

/* The attention core: score matrix in memory, or one of the fused kernels. */
enum attention_kernel {
    ATTENTION_UNFUSED,
    ATTENTION_FLASH1, /* the Triton kernel of 2023 */
    ATTENTION_FLASH2,
    ATTENTION_FLASH3, /* FlashAttention-3 or cuDNN */
    ATTENTION_COUNT
};

/* How a framework executes a layer: which pointwise kernels are fused, and how long the host needs to issue them. */
enum execution_style {
    STYLE_EAGER,           /* Megatron-LM of 2020 to 2023 */
    STYLE_FUSED,           /* Megatron Core with Transformer Engine */
    STYLE_PART_GRAPH,      /* the same with CUDA graphs of attention and router, the experts issued one by one */
    STYLE_GRAPH,           /* the whole step in CUDA graphs, as in tuned recipes */
    STYLE_COMPILED,        /* torch.compile */
    STYLE_TORCH,           /* eager PyTorch, RMSNorm */
    STYLE_TORCH_LAYERNORM, /* eager PyTorch, LayerNorm */
    STYLE_COUNT
};

/* How tokens reach their experts on other ranks. */
enum expert_dispatcher {
    DISPATCH_PER_EXPERT, /* a copy for each expert: NCCL all-to-all */
    DISPATCH_PER_RANK,   /* one for each rank that holds some of them, one NIC crossing a domain: DeepEP, HybridEP */
    DISPATCH_COUNT
};

/* How the products of a rank's experts are issued: a loop of library calls, or one kernel with its epilogue fused. */
enum expert_gemm { EXPERT_GEMM_LOOP, EXPERT_GEMM_FUSED, EXPERT_GEMM_COUNT };

/* How one GPU is priced: 6 FLOPs per parameter and token at a flat share of peak, or kernel by kernel. */
enum compute_model { COMPUTE_FLAT, COMPUTE_ROOFLINE, COMPUTE_COUNT };

/* Which figure a link is priced with: the quoted one, its direction's line rate, or what libraries reach. */
enum link_basis { BASIS_HEADLINE, BASIS_DIRECTION, BASIS_ACHIEVED, BASIS_COUNT };

/* How many NICs a ring across nodes uses: one, or those of all its members in a node. */
enum ring_model { RING_FLAT, RING_RAIL, RING_COUNT };

/* Which attention FLOPs MFU counts. */
enum mfu_convention { MFU_CAUSAL, MFU_FULL, MFU_COUNT };

/* Whose collectives. LIBRARY_AUTO is what the serving style uses; NCCL or RCCL in training. */
enum collective_library { LIBRARY_AUTO, LIBRARY_NCCL, LIBRARY_RCCL, LIBRARY_VLLM, LIBRARY_TRTLLM, LIBRARY_COUNT };

/* What connects the GPUs of one scale-up domain. */
enum scaleup_kind {
    SCALEUP_SWITCH,    /* NVSwitch: any pair at full rate */
    SCALEUP_MESH,      /* xGMI: one link to each peer */
    SCALEUP_CUBE,      /* NVLink without a switch, as in DGX-1 */
    SCALEUP_PCIE,      /* PCIe with peer access */
    SCALEUP_PCIE_HOST, /* PCIe through host memory */
    SCALEUP_COUNT
};

/* What connects the nodes. */
enum fabric {
    FABRIC_INFINIBAND,
    FABRIC_ROCE,
    FABRIC_GIB,    /* RoCE of Google Cloud */
    FABRIC_TCPXO,  /* GPUDirect-TCPXO */
    FABRIC_TCPXO1, /* the same before 2025 */
    FABRIC_TCPX,   /* GPUDirect-TCPX */
    FABRIC_EFA,    /* AWS, from p5 on */
    FABRIC_EFA1,   /* AWS p4d and before */
    FABRIC_SLINGSHOT,
    FABRIC_OMNIPATH,
    FABRIC_ETHERNET, /* TCP over Ethernet, no RDMA */
    FABRIC_COUNT
};

/* GPU generations that share the shape of their measured curves. */
enum generation {
    GENERATION_VOLTA,
    GENERATION_AMPERE,
    GENERATION_ADA,
    GENERATION_HOPPER,
    GENERATION_BLACKWELL,
    GENERATION_CDNA2,
    GENERATION_CDNA3,
    GENERATION_CDNA4,
    GENERATION_OTHER, /* nobody measured it: datasheet figures and mean constants */
    GENERATION_COUNT
};

static inline bool generation_is_amd(enum generation generation)
{
    return generation == GENERATION_CDNA2 || generation == GENERATION_CDNA3 || generation == GENERATION_CDNA4;
}

/* How an inference engine stores weights and cached keys and values. Scales of the formats with less than 16 bits are
 * counted in their bytes (number_format.h). */
enum number_format {
    NUMBER_BF16,
    NUMBER_FP8,
    NUMBER_INT8, /* weight-only */
    NUMBER_INT4, /* weight-only */
    NUMBER_NVFP4,
    NUMBER_MXFP4,
    NUMBER_Q8_0, /* files of llama.cpp: integers in blocks of 32 */
    NUMBER_Q4_0,
    NUMBER_Q4_K_M, /* blocks of 256; an eighth of the layers' weights in 6.6 bits */
    NUMBER_Q6_K,
    NUMBER_MXFP4_MOE, /* experts in mxfp4, all else in Q8_0 */
    NUMBER_FORMAT_COUNT
};

/* How an inference engine runs a step: serving_style.h holds what each costs. */
enum serving_engine {
    SERVING_COMPILED,   /* torch.compile and CUDA graphs, one stream (gpt-fast) */
    SERVING_CPP,        /* a C++ runtime of 2023, kernel by kernel (TurboMind, FasterTransformer, TensorRT-LLM 0.5) */
    SERVING_TRTPY,      /* the same driven step by step from Python (NeMo) */
    SERVING_TRT_2024,   /* TensorRT-LLM's engines, 0.8 to 0.12: keys are read once for the heads that share them */
    SERVING_TRT_2025,   /* the same later, long sequences cut into parts */
    SERVING_TRT,        /* TensorRT-LLM on PyTorch, in graphs, since 2025 */
    SERVING_VLLM_2023,  /* vLLM 0.2 */
    SERVING_VLLM_2024,  /* vLLM 0.3 to 0.8 */
    SERVING_VLLM_2025,  /* vLLM 0.9 to 0.13 */
    SERVING_VLLM_2026,  /* vLLM that schedules a step ahead (pull requests 19970, 23569); SGLang since 0.4 */
    SERVING_EAGER,      /* eager PyTorch with fused attention (TGI of 2023) */
    SERVING_HF,         /* plain transformers */
    SERVING_LLAMA_2024, /* llama.cpp before CUDA graphs and fused attention were its default */
    SERVING_LLAMA_2025, /* llama.cpp since October 2025 */
    SERVING_COUNT
};

/* Layer normalisation: RMSNorm has a scale, LayerNorm a scale and a bias. */
enum norm { NORM_RMS, NORM_LAYER, NORM_COUNT };

extern const struct choice_list mode_names;
extern const struct choice_list precision_names;
extern const struct choice_list recompute_names;
extern const struct choice_list lora_names;
extern const struct choice_list expert_lora_names;
extern const struct choice_list fsdp_unit_names;
extern const struct choice_list loss_names;
extern const struct choice_list zero_names;
extern const struct choice_list stage_cut_names;
extern const struct choice_list rank_order_names;
extern const struct choice_list attention_names;
extern const struct choice_list style_names;
extern const struct choice_list dispatcher_names;
extern const struct choice_list expert_gemm_names;
extern const struct choice_list compute_names;
extern const struct choice_list basis_names;
extern const struct choice_list ring_names;
extern const struct choice_list mfu_names;
extern const struct choice_list library_names;
extern const struct choice_list scaleup_names;
extern const struct choice_list fabric_names;
extern const struct choice_list generation_names;
extern const struct choice_list generation_titles; /* the same as a sentence writes them */
extern const struct choice_list norm_names;
extern const struct choice_list number_format_names;
extern const struct choice_list serving_names;

/* The value that a name stands for.
 *
 *   given     list; name, compared without regard to letter case
 *   returned  the value, or -1 if the list has no such name
 */
int choice_find(const struct choice_list *list, const char *name);

/* The name of a value; "?" outside the list. */
const char *choice_name(const struct choice_list *list, int value);

/* The words of a switch, as people type them: those in odd places are yes. */
extern const struct choice_list switch_names;

/* What a word means for a switch.
 *
 *   returned  1 for on, yes, true and 1; 0 for their opposites; -1 for any other word
 */
int switch_find(const char *word);

#endif
