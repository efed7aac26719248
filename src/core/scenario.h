/* scenario.h: a model on a cluster with a strategy, as one plain value.
 *
 * A scenario is copied by assignment. Undo is an array of them, a comparison is two, a sweep is a loop over copies, a
 * test is one literal. Every field that a user can set has one row in the parameter table (parameters.h), which holds
 * its key, unit, range and default; the comments here say only what the row does not.
 *
 * One is made from scenario_default(), then presets (profiles/catalogue.h: profile_apply()), then single values:
 * parameter_find() a row, parameter_read() a text, parameter_set() the value. A field may hold anything: strategy.h
 * says whether the whole can run, and why not; evaluate.h what it costs.
 *
 *   units     bytes, seconds, FLOP; rates per second, per GPU and per direction; counts are whole
 *   zero      where a comment has a 0, it stands for what nobody stated: automatic, none, or all of them
 *   note      what has no effect (EP of a dense model) may hold any value: parameter_applies() says what has
 *   formats   two enums say bf16, fp8 and nvfp4. `precision` is a type that matrix units multiply in. `number_format`
 *             is how an engine stores weights and cache, int4 and llama.cpp's blocks among them, which nothing
 *             multiplies in: number_format.h says in which precision a card computes with them
 */
#ifndef RINGSIDE_CORE_SCENARIO_H
#define RINGSIDE_CORE_SCENARIO_H

#include "core/choices.h"

#include <stdbool.h>

enum { NAME_LENGTH = 48 };

/* The shape of a transformer. Widths are values of a token in the whole layer, before tensor parallelism divides it. In
 * a config.json of Hugging Face hidden is hidden_size, ffn intermediate_size, heads num_attention_heads, kv_heads
 * num_key_value_heads; transformer.h counts what follows from them.
 *
 *   source    Vaswani et al. 2017; DeepSeek-V2 2024, section 2.1, for latent attention; DeepSeek-V3 2024, section 2.2,
 *             for multi-token prediction
 */
struct transformer {
    char name[NAME_LENGTH];
    int layers;
    int hidden;
    int ffn;      /* of a dense layer */
    int heads;    /* query heads */
    int kv_heads; /* heads for MHA, 1 for MQA, between for GQA */
    int head_dim; /* need not be hidden / heads */
    int vocab;
    int positions; /* learned position embeddings; 0 with rotary or ALiBi */
    int max_seq_len;
    int window;       /* sliding attention window; 0: none */
    int window_every; /* one layer in this many attends in full (2: alternating); 0: none does */
    enum norm norm;
    bool gated;       /* SwiGLU or GeGLU: three matrices in the MLP, not two */
    bool tied;        /* LM head shares the embedding */
    bool qkv_bias;    /* bias on the Q, K and V projections */
    bool qkv_joined;  /* they are one linear layer, whatever the framework */
    bool linear_bias; /* bias on all linear layers */
    bool qk_norm;
    bool qk_norm_whole;  /* one norm over all heads, whose squares TP adds up: MiniMax-M2, OLMo 2; else of each head */
    bool block_scales;   /* its weights in 8 bit are published with a scale for each block of 128 x 128 */
    bool parallel_block; /* attention and MLP side by side: one all-reduce instead of two */

    /* Multi-head latent attention (DeepSeek-V2); kv_lora 0: none. */
    int q_lora;
    int kv_lora;
    int rope_dim;
    int nope_dim;
    int v_dim;

    /* Mixture of experts; experts 0: none. */
    int experts;
    int top_k;
    int expert_ffn;
    int shared_experts;
    int dense_layers; /* first layers without experts */
    int moe_every;    /* one layer in this many has experts */
    int mtp;          /* modules of multi-token prediction behind the last layer; not counted as parameters */

    double params;       /* 0: counted from the shape */
    double sample_flops; /* forward FLOPs of one sample, for what is no transformer; 0: from the shape */
};

/* One GPU. Peaks are dense, FLOP/s; device.h turns them into seconds. What a data sheet prints is often with sparsity,
 * twice as much. Efficiencies are shares of one: assumptions, or fitted (docs/constants.md). */
struct gpu {
    char name[NAME_LENGTH];
    enum generation generation;
    double peak_bf16; /* or fp16, where the card has no bf16 */
    double peak_fp16; /* where products are summed up in 16 bit; 0: the same */
    double peak_fp32; /* of matrix units: TF32 on NVIDIA from Ampere on; 0: half the 16 bit peak */
    double peak_fp8;  /* 0: no such units */
    double peak_fp4;
    double hbm_bandwidth;
    double hbm_capacity; /* bytes, as the driver reports them */
    double hbm_headline; /* as the card is sold, for its name on the screen: an "80 GB" one has 85.5e9; 0: not given */
    double efficiency;   /* of the flat model: share of peak, everything included */
    double gemm_efficiency;     /* of the roofline: share of the 16 bit peak that large matrix products reach */
    double gemm_efficiency_fp8; /* the same at 8 bit */
    double gemm_efficiency_fp4;
    double hbm_efficiency;    /* share of the datasheet rate that streaming kernels reach */
    double stream_efficiency; /* the same of a stream of weights or of the KV cache in a decode step */
    double l2;                /* bytes of the cache that all multiprocessors share; 0: none is, or not known */
    int sms;                  /* multiprocessors: tiles are dealt to them in waves */
    double clock;             /* Hz at which the peaks hold; 0: that of its generation's data centre card */
    double launch;            /* s: gap, ramp and tail of a kernel */
    double host_bandwidth;    /* to the host's memory, and as much back */
    double price;             /* dollars per GPU and hour */
    double power;             /* W per GPU, board */
};

/* The GPUs of one scale-up domain: those that NVLink, xGMI or PCIe connects, in one node or in a rack. */
struct scaleup {
    enum scaleup_kind kind;
    int size;         /* GPUs in a domain */
    double bandwidth; /* what one GPU sends to all others together */
    double latency;   /* of one hop of a ring */
    double floor;     /* of any collective: launch and first flag */
};

/* Scale-out network: InfiniBand, RoCE, EFA. topology.h has what a GPU's share of it is. */
struct nic {
    enum fabric fabric;
    double bandwidth; /* one port */
    int per_node;
    double latency;    /* of one crossing between nodes */
    double efficiency; /* share of line rate that collectives reach */
};

/* All GPUs of a job. Ranks fill domains, domains make nodes or racks, and pods are what hangs below one level of
 * switches. */
struct cluster {
    char name[NAME_LENGTH];
    int gpus;
    int node_gpus;
    struct scaleup scaleup;
    struct nic nic;
    int pod_size;            /* GPUs below one level of switches; 0: all of them */
    double oversubscription; /* beyond the pod */
    double host_speed;       /* of the host that issues kernels; 1 is that of 2023 */
};

/* How the work is divided: ranks are TP * CP * DP * PP GPUs, and DP is what the others leave. strategy.h has the sizes
 * that follow, the groups and the rules.
 *
 *   source    Narayanan et al. 2021 for TP, PP and DP together; Korthikanti et al. 2022 for sequence parallelism and
 *             recomputation; Rajbhandari et al. 2020 for ZeRO
 */
struct strategy {
    int tp;
    bool sp;
    int pp;
    int vp;
    int cp;
    int ep;
    int etp;
    enum rank_order rank_order;
    enum zero_stage zero;
    int micro_batch;  /* sequences */
    int global_batch; /* sequences; 0: DP * micro_batch * 8 */
    int seq_len;
    int packing_length; /* tokens of a packed sample, which alone see each other; 0: the sequence is one sample */
    enum precision precision;
    enum precision gradients;
    enum precision gather; /* of gathered parameters */
    enum recompute recompute;
    double recompute_share;
    bool recompute_early_stop; /* full recomputation ends before a layer's last product, whose result nothing needs */
    bool recompute_norm;       /* modules that selective recomputation covers, besides an unfused attention core */
    bool recompute_latent;
    bool recompute_mlp;
    bool recompute_activation;
    bool recompute_experts;
    int offload_layers; /* of a stage, whose activations wait for the backward pass in the host's memory */
    bool dropout;
    enum lora lora;
    enum expert_lora expert_lora;
    int lora_rank;
    enum precision adapters; /* of adapters as kept */
    bool lora_dropout;       /* on the adapters' inputs */
    bool lora_all_to_all;    /* with SP, an adapter's output changes from columns to tokens without being gathered */
    enum precision frozen;   /* of frozen weights of the layers, as kept */
    double dp_bucket;        /* bytes; 0: one bucket per layer */
    bool dp_copies;          /* PyTorch's replicas copy gradients into buckets */
    bool zero_runs;          /* ZeRO 2 scatters behind a run of a chunk's micro-batches */
    int fsdp_shard;          /* ranks that a parameter is divided over; 0: all of DP * CP */
    bool fsdp_reshard;       /* free gathered parameters after the forward pass */
    enum fsdp_unit fsdp_unit;
    bool gather_broadcast;    /* ZeRO 1 and 2 hand parameters out by broadcasts */
    double optimizer_bytes;   /* read and written per parameter by the update; 0: by the style */
    double optimizer_kept;    /* bytes of states per parameter; 0: Adam's */
    double optimizer_scratch; /* bytes per parameter that the update holds besides; 0: by the style */
    bool accumulation_fused;
    bool cp_balanced;
    enum stage_cut pp_balanced;
    int pp_flush; /* micro-batches after which the pipeline is emptied; 0: all of a step */
    bool p2p_scatter;
    bool p2p_batched; /* what goes to a neighbour and what comes from it go at once */
    bool overlap_dp;
    bool overlap_gather;
    bool overlap_cp;
    bool overlap_p2p;
    enum expert_dispatcher dispatcher;
    enum expert_gemm expert_gemm;
    enum precision sp_gather; /* of hidden values that sequence parallelism gathers */
    enum precision dispatch;  /* of hidden values on their way to experts */
    enum precision combine;   /* and on their way back */
    int node_limit;           /* domains that one token may be routed to; 0: any */
    double imbalance;         /* rows of the busiest rank over the mean */
    bool overlap_ep;
    bool dual_pipe;    /* micro-batches enter a pipeline from both ends */
    double overlap_tp; /* share hidden; OVERLAP_TP_BACKWARD: behind the weight gradients */
};

/* A value of strategy.overlap_tp that is no share. */
#define OVERLAP_TP_BACKWARD (-1.0)

/* How it is executed, and by which rules it is priced. */
struct execution {
    enum attention_kernel attention;
    enum precision attention_precision; /* of the attention core */
    enum precision head_precision;      /* of the LM head's products */
    enum loss_kernel loss_fused;        /* in one kernel, whatever the style has */
    bool loss_widened;                  /* the model makes two copies of its logits in fp32 before the loss */
    bool loss_sharded;                  /* over shards of the vocabulary, operation by operation */
    enum execution_style style;
    double slowdown; /* of GPU time, for software older than the constants */
    enum compute_model compute;
    enum link_basis basis;
    enum ring_model ring;
    enum mfu_convention mfu;
    enum collective_library library;
    bool in_switch; /* the library lets the switch add where it can (NVLS) */
};

/* How an inference engine serves the model. Sequences are those of one replica: TP * PP GPUs. Keys say
 * what they are of: decode.batch and decode.context are batch and context; decode.precision and decode.kv_precision, of
 * a prompt's weights and cache as well, format and kv_format; prefill.batch and prefill.tokens, prompts and
 * prompt_tokens. */
struct serving {
    enum serving_engine style;
    int decode_batch;                    /* sequences that decode together */
    int decode_context;                  /* tokens in the cache of each */
    enum number_format decode_precision; /* of weights, in a prompt, too */
    enum number_format decode_kv_precision;
    bool fsdp;                 /* replicas divide the weights, and gather each layer's before it runs */
    bool whole_experts;        /* TP does not cut the experts that EP leaves */
    bool whole_head;           /* TP divides neither embedding nor head */
    int prefill_batch;         /* prompts, read in together */
    int prefill_tokens;        /* of each */
    int prefill_chunk;         /* tokens of one pass over them; 0: all */
    bool prefill_long_kernels; /* prompts of any length are read in kernels that were built for long ones */
    bool wide_tiles;           /* products of all tokens have no tile of fewer than 64 rows */
};

/* The run as a whole. */
struct plan {
    double train_tokens;
    double pue; /* power usage effectiveness of the building */
};

struct scenario {
    enum mode mode;
    struct transformer model;
    struct gpu gpu;
    struct cluster cluster;
    struct strategy strategy;
    struct execution execution;
    struct serving serving;
    struct plan plan;
};

#endif
