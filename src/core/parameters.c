/* parameters.c: the parameter table, and whether values are in its ranges. What its rows share is in parameter_rows.h,
 * what else is done with them in parameter_value.c. */
#include "core/parameters.h"

#include "core/device.h"
#include "core/number_format.h"
#include "core/parameter_rows.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <float.h>
#include <string.h>

static const struct named_value automatic[] = {{"auto", 0.0}, {NULL, 0.0}};
static const struct named_value all_ranks[] = {{"all", 0.0}, {NULL, 0.0}};
static const struct named_value no_limit[] = {{"none", 0.0}, {NULL, 0.0}};
static const struct named_value tp_overlaps[] = {{"none", 0.0}, {"backward", OVERLAP_TP_BACKWARD}, {NULL, 0.0}};
/* Adapters are a choice; these are the words of a switch. */
static const struct named_value lora_words[] = {
    {"on", LORA_ATTENTION}, {"yes", LORA_ATTENTION}, {"true", LORA_ATTENTION}, {"1", LORA_ATTENTION},
    {"no", LORA_OFF},       {"false", LORA_OFF},     {"0", LORA_OFF},          {NULL, 0.0},
};
static const struct named_value per_layer[] = {{"layer", 0.0}, {NULL, 0.0}};

static bool is_training(const struct scenario *scenario)
{
    return scenario->mode == MODE_TRAINING;
}

static bool is_prefill(const struct scenario *scenario)
{
    return scenario->mode == MODE_PREFILL;
}

static bool is_decode(const struct scenario *scenario)
{
    return scenario->mode == MODE_DECODE;
}

static bool is_serving(const struct scenario *scenario)
{
    return !is_training(scenario);
}

static bool is_flat(const struct scenario *scenario)
{
    return scenario->execution.compute == COMPUTE_FLAT;
}

static bool is_roofline(const struct scenario *scenario)
{
    return !is_flat(scenario);
}

/* Fused attention is priced in a prefill too; a decode step has a core of its own. */
static bool has_attention_core(const struct scenario *scenario)
{
    return !is_decode(scenario);
}

static bool is_roofline_training(const struct scenario *scenario)
{
    return is_training(scenario) && is_roofline(scenario);
}

static bool has_samples(const struct scenario *scenario)
{
    return is_roofline_training(scenario) && scenario->execution.attention != ATTENTION_UNFUSED;
}

static bool is_roofline_serving(const struct scenario *scenario)
{
    return is_serving(scenario) && is_roofline(scenario);
}

static bool is_moe(const struct scenario *scenario)
{
    return transformer_is_moe(&scenario->model);
}

static bool is_moe_training(const struct scenario *scenario)
{
    return is_training(scenario) && is_moe(scenario);
}

static bool is_moe_serving(const struct scenario *scenario)
{
    return is_serving(scenario) && is_moe(scenario);
}

static bool has_exchange(const struct scenario *scenario)
{
    return is_moe_training(scenario) && scenario->strategy.ep > 1;
}

/* Two micro-batches in turn need chunks to interleave, or a whole model on each rank. */
static bool has_hidden_exchange(const struct scenario *scenario)
{
    return has_exchange(scenario) && (scenario->strategy.pp == 1 || scenario->strategy.vp > 1);
}

static bool has_node_limit(const struct scenario *scenario)
{
    return has_exchange(scenario) && scenario->strategy.dispatcher == DISPATCH_PER_RANK;
}

static bool gathers_operands(const struct scenario *scenario)
{
    return is_roofline_training(scenario) && scenario->strategy.tp > 1 && scenario->strategy.sp &&
           device_operand_bytes(scenario->strategy.precision) < device_operand_bytes(PRECISION_BF16);
}

static bool is_selective(const struct scenario *scenario)
{
    return is_roofline_training(scenario) && scenario->strategy.recompute == RECOMPUTE_SELECTIVE;
}

static bool is_fully_recomputed(const struct scenario *scenario)
{
    return is_roofline_training(scenario) && scenario->strategy.recompute == RECOMPUTE_FULL;
}

static bool is_selective_moe(const struct scenario *scenario)
{
    return is_selective(scenario) && is_moe(scenario);
}

static bool is_selective_mla(const struct scenario *scenario)
{
    return is_selective(scenario) && transformer_is_mla(&scenario->model);
}

static bool is_fsdp(const struct scenario *scenario)
{
    return is_training(scenario) && scenario->strategy.zero == ZERO_PARAMETERS;
}

static bool has_pipeline(const struct scenario *scenario)
{
    return is_training(scenario) && scenario->strategy.pp > 1;
}

static bool has_context(const struct scenario *scenario)
{
    return !is_decode(scenario) && scenario->strategy.cp > 1;
}

static bool has_pipeline_training(const struct scenario *scenario)
{
    return is_roofline_training(scenario) && has_pipeline(scenario);
}

static bool has_context_training(const struct scenario *scenario)
{
    return is_training(scenario) && has_context(scenario);
}

static bool has_tensor(const struct scenario *scenario)
{
    return is_training(scenario) && scenario->strategy.tp > 1;
}

static bool has_adapters(const struct scenario *scenario)
{
    return is_training(scenario) && scenario->strategy.lora != LORA_OFF;
}

static bool has_roofline_adapters(const struct scenario *scenario)
{
    return has_adapters(scenario) && is_roofline(scenario);
}

static bool has_divided_adapters(const struct scenario *scenario)
{
    return has_roofline_adapters(scenario) && has_tensor(scenario) && scenario->strategy.sp;
}

static bool has_recompute(const struct scenario *scenario)
{
    return is_training(scenario) && scenario->strategy.recompute == RECOMPUTE_FULL;
}

/* Of matrix products: as chosen in training, what the weights' format allows in inference. */
static enum precision product_precision(const struct scenario *scenario)
{
    return is_training(scenario) ? scenario->strategy.precision
                                 : format_precision(&scenario->gpu, scenario->serving.format);
}

/* Which peak counts: that of the precision, of 16 bit where the card has none of its own. */
static bool computes_in_8_bit(const struct scenario *scenario)
{
    const enum precision precision = product_precision(scenario);
    return (precision == PRECISION_FP8 || precision == PRECISION_MXFP8) && scenario->gpu.peak_fp8 > 0.0;
}

static bool computes_in_4_bit(const struct scenario *scenario)
{
    return product_precision(scenario) == PRECISION_NVFP4 && scenario->gpu.peak_fp4 > 0.0;
}

static bool computes_in_32_bit(const struct scenario *scenario)
{
    return scenario->strategy.precision == PRECISION_FP32 && scenario->gpu.peak_fp32 > 0.0;
}

static bool computes_in_16_bit(const struct scenario *scenario)
{
    return !computes_in_8_bit(scenario) && !computes_in_4_bit(scenario) && !computes_in_32_bit(scenario);
}

static double global_batch_in_force(const struct scenario *scenario)
{
    return strategy_sizes(scenario).global_batch;
}

static const char *scaleup_link(const struct scenario *scenario)
{
    switch (scenario->cluster.scaleup.kind) {
    case SCALEUP_PCIE:
    case SCALEUP_PCIE_HOST:
        return "PCIe";
    case SCALEUP_MESH:
        return "xGMI";
    default:
        return generation_is_amd(scenario->gpu.generation) ? "xGMI" : "NVLink";
    }
}

/* A row reads better as a paragraph than as a column. */
/* clang-format off */
const struct parameter parameters[] = {
    {.key = "mode", .label = "mode", .short_label = "mode", CHOICE(mode_names), FIELD(mode), .pane = PANE_MODEL,
     .help = "what is priced: a training step, a prompt's first pass, or one token of every sequence"},

    /* What is trained, and on what data. */
    {.key = "seq_len", .label = "sequence", .short_label = "seq", .unit = UNIT_TOKENS, STEPS(1, 16777216),
     .fallback = 8192, .values = strategy_seq_len_values, .applies = is_training, FIELD(strategy.seq_len),
     .pane = PANE_MODEL, .row = 1, .help = "tokens of one sequence"},
    {.key = "packing.length", .label = "packing", .short_label = "packing", .unit = UNIT_TOKENS, STEPS(0, 16777216),
     .named = no_limit, .values = strategy_packing_values, .applies = has_samples, FIELD(strategy.packing_length),
     .pane = PANE_MODEL, .row = 39,
     .help = "mean length of a token's packed sample, sum l^2 / sum l, beyond which it sees nothing; none: one sample"},
    {.key = "micro_batch", .label = "micro-batch", .short_label = "micro", .unit = UNIT_SEQUENCES, STEPS(1, 65536),
     .fallback = 1, .values = strategy_micro_batch_values, .applies = is_training, FIELD(strategy.micro_batch),
     .pane = PANE_MODEL, .row = 2, .help = "sequences that one replica passes through the model at a time"},
    {.key = "global_batch", .label = "global batch", .short_label = "batch", .unit = UNIT_SEQUENCES,
     STEPS(0, MOST_BATCH), .fallback = 0, .named = automatic, .values = strategy_global_batch_values,
     .applies = is_training, FIELD(strategy.global_batch), .pane = PANE_MODEL, .row = 3, .origin = ORIGIN_ASSUMPTION,
     .derived = global_batch_in_force,
     .help = "sequences of one step, over all replicas; auto: DP x micro-batch x 8"},
    {.key = "precision", .label = "precision", .short_label = "type", CHOICE(precision_names),
     .fallback = PRECISION_BF16, .applies = is_training, FIELD(strategy.precision), .pane = PANE_MODEL, .row = 4,
     .help = "of matrix products; the dense peak of that type counts"},
    {.key = "gradients.precision", .label = "gradients", .short_label = "grads", CHOICE(precision_names),
     .fallback = PRECISION_BF16, .applies = is_training, FIELD(strategy.gradients), .pane = PANE_MODEL, .row = 5,
     .compact_row = 6, .help = "of gradients, as kept and as reduced: fp32 doubles the gradient all-reduce"},
    {.key = "recompute", .label = "recompute", .short_label = "recomp", CHOICE(recompute_names),
     .applies = is_training, FIELD(strategy.recompute), .pane = PANE_MODEL, .row = 6, .compact_row = 5,
     .help = "activations computed again in the backward pass instead of kept"},
    {.key = "recompute.share", .label = "recomputed", .short_label = "share", .unit = UNIT_SHARE, LINEAR(0, 1),
     .fallback = 1, .applies = has_recompute, FIELD(strategy.recompute_share), .pane = PANE_MODEL, .row = 7,
     .help = "share of the layers, or of a layer, that full recomputation covers"},
    {.key = "recompute.early_stop", .label = "early stop", .short_label = "early", SWITCH,
     .applies = is_fully_recomputed, FIELD(strategy.recompute_early_stop), .pane = PANE_MODEL, .row = 34,
     .help = "full recomputation leaves out a layer's last product, as PyTorch's own does since 2.1"},
    {.key = "recompute.norm", .label = "also norms", .short_label = "norms", SWITCH, .applies = is_selective,
     FIELD(strategy.recompute_norm), .pane = PANE_MODEL, .row = 29,
     .help = "selective recomputation covers the norms"},
    {.key = "recompute.latent", .label = "also latents", .short_label = "latents", SWITCH,
     .applies = is_selective_mla, FIELD(strategy.recompute_latent), .pane = PANE_MODEL, .row = 30,
     .help = "selective recomputation covers the up projections of latent attention"},
    {.key = "recompute.mlp", .label = "also MLP", .short_label = "MLP", SWITCH, .applies = is_selective,
     FIELD(strategy.recompute_mlp), .pane = PANE_MODEL, .row = 31,
     .help = "selective recomputation covers the MLP, or the shared experts"},
    {.key = "recompute.activation", .label = "also act.", .short_label = "act.", SWITCH, .applies = is_selective_moe,
     FIELD(strategy.recompute_activation), .pane = PANE_MODEL, .row = 32,
     .help = "selective recomputation covers the activation of the routed experts"},
    {.key = "recompute.experts", .label = "also experts", .short_label = "experts", SWITCH,
     .applies = is_selective_moe, FIELD(strategy.recompute_experts), .pane = PANE_MODEL, .row = 33,
     .help = "selective recomputation covers the routed experts with their exchange"},
    {.key = "attention.kernel", .label = "attention", .short_label = "attn", CHOICE(attention_names),
     .fallback = ATTENTION_FLASH2, .applies = has_attention_core, FIELD(execution.attention), .pane = PANE_MODEL,
     .row = 8, .help = "unfused, or FlashAttention 1 (Triton), 2, 3 (or cuDNN)"},
    {.key = "attention.precision", .label = "attn. type", .short_label = "attn t.", CHOICE(precision_names),
     .fallback = PRECISION_BF16, FIELD(execution.attention_precision), .applies = is_roofline_training,
     .help = "of the fused attention core; below 16 bit it is taken as 1.3 times as quick, an assumption"},
    {.key = "head.precision", .label = "head type", .short_label = "head t.", CHOICE(precision_names),
     .fallback = PRECISION_BF16, FIELD(execution.head_precision), .applies = is_roofline_training,
     .help = "of the LM head's products: most frameworks keep it in 16 bit where layers run in 8 or 4"},
    {.key = "loss.fused", .label = "fused loss", .short_label = "loss", SWITCH, FIELD(execution.fused_loss),
     .applies = is_roofline_training,
     .help = "the cross entropy in one kernel, as Transformer Engine's; else as the execution style has it"},
    {.key = "loss.sharded", .label = "sharded loss", .short_label = "sh.loss", SWITCH, FIELD(execution.sharded_loss),
     .applies = is_roofline_training,
     .help = "the cross entropy over shards of the vocabulary, operation by operation, as nanotron's"},
    {.key = "execution.style", .label = "execution", .short_label = "style", CHOICE(style_names),
     .fallback = STYLE_FUSED, .applies = is_training, FIELD(execution.style), .pane = PANE_MODEL, .row = 9,
     .origin = ORIGIN_ASSUMPTION,
     .help = "how a framework runs a layer: which passes are fused, how long the host needs to issue it"},
    {.key = "dropout", .label = "dropout", .short_label = "dropout", SWITCH, .applies = is_training,
     FIELD(strategy.dropout), .pane = PANE_MODEL, .row = 10,
     .help = "dropout on attention scores and residuals: more passes over memory"},
    {.key = "lora", .label = "LoRA", .short_label = "LoRA", CHOICE(lora_names), .named = lora_words,
     .applies = is_training, FIELD(strategy.lora), .pane = PANE_MODEL, .row = 11,
     .help = "low-rank adapters beside frozen weights: of Q, K and V, of attention (on), or of all linear layers but routed experts"},
    {.key = "lora.rank", .label = "LoRA rank", .short_label = "rank", STEPS(1, 65536), .fallback = 16,
     .applies = has_adapters, FIELD(strategy.lora_rank), .pane = PANE_MODEL, .row = 35,
     .help = "values between the two products of an adapter"},
    {.key = "lora.weights", .label = "frozen type", .short_label = "frozen", CHOICE(precision_names),
     .fallback = PRECISION_BF16, .applies = has_adapters, FIELD(strategy.frozen), .pane = PANE_MODEL, .row = 36,
     .help = "of the layers' frozen weights as kept: fp8 where a recipe loads them so"},
    {.key = "lora.dropout", .label = "LoRA dropout", .short_label = "LoRA dr", SWITCH, .applies = has_roofline_adapters,
     FIELD(strategy.lora_dropout), .pane = PANE_MODEL, .row = 37, .help = "dropout on the inputs of the adapters"},
    {.key = "lora.all_to_all", .label = "LoRA a2a", .short_label = "LoRA a2a", SWITCH,
     .applies = has_divided_adapters, FIELD(strategy.lora_all_to_all), .pane = PANE_MODEL, .row = 38,
     .help = "adapters behind attention and MLP exchange columns for tokens instead of gathering all columns"},
    {.key = "mfu.convention", .label = "MFU counts", .short_label = "MFU", CHOICE(mfu_names), .applies = is_training,
     FIELD(execution.mfu), .pane = PANE_MODEL, .row = 12,
     .help = "attention FLOPs that MFU counts: the causal half, or all as some papers do"},
    {.key = "train.tokens", .label = "run", .short_label = "run", .unit = UNIT_TOKENS, LOG(1e6, 1e15), .fallback = 1e12,
     .applies = is_training, FIELD(plan.train_tokens), .pane = PANE_MODEL, .row = 13, .origin = ORIGIN_ASSUMPTION,
     .help = "tokens of the whole run: days, GPU-hours, cost and energy follow"},

    /* What is served. Sequences are those of one replica. */
    {.key = "decode.batch", .label = "batch", .short_label = "batch", .unit = UNIT_SEQUENCES, STEPS(1, 65536),
     .fallback = 1, .values = strategy_batch_values, .applies = is_decode, FIELD(serving.batch), .pane = PANE_MODEL, .row = 1,
     .help = "sequences that decode together on one replica"},
    {.key = "decode.context", .label = "context", .short_label = "context", .unit = UNIT_TOKENS, STEPS(1, 16777216),
     .fallback = 1024, .values = strategy_context_values, .applies = is_decode, FIELD(serving.context), .pane = PANE_MODEL, .row = 2,
     .help = "tokens in the KV cache of each sequence"},
    {.key = "prefill.tokens", .label = "prompt", .short_label = "prompt", .unit = UNIT_TOKENS, STEPS(1, 16777216),
     .fallback = 1024, .values = strategy_prompt_values, .applies = is_prefill, FIELD(serving.prompt_tokens), .pane = PANE_MODEL, .row = 2,
     .help = "tokens of a prompt, all read before the first token comes"},
    {.key = "prefill.chunk", .label = "chunk", .short_label = "chunk", .unit = UNIT_TOKENS, STEPS(0, 16777216),
     .named = no_limit, .values = strategy_chunk_values, .applies = is_serving, FIELD(serving.chunk), .pane = PANE_MODEL, .row = 6,
     .help = "tokens of a prompt in one pass; none: the whole prompt"},
    {.key = "decode.precision", .label = "weights", .short_label = "weights", CHOICE(number_format_names),
     .applies = is_serving, FIELD(serving.format), .pane = PANE_MODEL, .row = 3,
     .help = "format of the weights; int8 and int4 are widened before they are multiplied"},
    {.key = "decode.kv_precision", .label = "KV cache", .short_label = "KV", CHOICE(number_format_names),
     .applies = is_serving, FIELD(serving.kv_format), .pane = PANE_MODEL, .row = 4,
     .help = "format of cached keys and values"},
    {.key = "prefill.batch", .label = "prompts", .short_label = "prompts", .unit = UNIT_SEQUENCES, STEPS(1, 65536),
     .fallback = 1, .values = strategy_prompts_values, .applies = is_prefill, FIELD(serving.prompts), .pane = PANE_MODEL, .row = 1,
     .help = "prompts that are read together"},
    {.key = "serving.style", .label = "engine", .short_label = "engine", CHOICE(serving_names),
     .fallback = SERVING_VLLM_2025, .applies = is_serving, FIELD(serving.style), .pane = PANE_MODEL, .row = 5,
     .origin = ORIGIN_ASSUMPTION,
     .help = "how the inference engine runs a step: its kernels, its host work, its all-reduce"},
    {.key = "serving.fsdp", .label = "FSDP", .short_label = "FSDP", SWITCH, .applies = is_serving, FIELD(serving.fsdp),
     .pane = PANE_PARALLELISM,
     .help = "replicas divide the weights and gather each layer's before it runs, as training frameworks generate"},
    {.key = "serving.whole_experts", .label = "experts", .short_label = "experts", SWITCH, .applies = is_moe_serving,
     FIELD(serving.whole_experts), .pane = PANE_PARALLELISM,
     .help = "TP does not cut the experts that EP leaves, as Megatron with ETP 1; else as vLLM and TensorRT-LLM do"},

    /* The model's shape. */
    {.key = "model.layers", .label = "layers", .short_label = "layers", COUNT(1, 4096), .fallback = 80,
     FIELD(model.layers), .pane = PANE_MODEL, .row = 20, .owner = OWNER_MODEL, .help = "transformer blocks"},
    {.key = "model.hidden", .label = "hidden", .short_label = "hidden", STEPS(1, MOST_WIDTH), .fallback = 8192,
     FIELD(model.hidden), .pane = PANE_MODEL, .row = 21, .owner = OWNER_MODEL,
     .help = "width of the residual stream"},
    {.key = "model.ffn", .label = "FFN", .short_label = "FFN", STEPS(1, MOST_WIDTH), .fallback = 28672,
     FIELD(model.ffn), .pane = PANE_MODEL, .row = 22, .owner = OWNER_MODEL, .help = "width of the MLP"},
    {.key = "model.heads", .label = "heads", .short_label = "heads", STEPS(1, 4096), .fallback = 64,
     FIELD(model.heads), .pane = PANE_MODEL, .row = 23, .owner = OWNER_MODEL, .help = "query heads"},
    {.key = "model.kv_heads", .label = "KV heads", .short_label = "KV", STEPS(1, 4096), .fallback = 8,
     FIELD(model.kv_heads), .pane = PANE_MODEL, .row = 24, .owner = OWNER_MODEL,
     .help = "key and value heads: all for MHA, 1 for MQA, between for GQA"},
    {.key = "model.head_dim", .label = "head size", .short_label = "head", STEPS(1, 4096), .fallback = 128,
     FIELD(model.head_dim), .pane = PANE_MODEL, .row = 25, .owner = OWNER_MODEL,
     .help = "width of one head; need not be hidden over heads"},
    {.key = "model.vocab", .label = "vocabulary", .short_label = "vocab", STEPS(1, MOST_WIDTH), .fallback = 128256,
     FIELD(model.vocab), .pane = PANE_MODEL, .row = 26, .owner = OWNER_MODEL, .help = "tokens of the vocabulary"},
    {.key = "model.gated", .label = "gated MLP", .short_label = "gated", SWITCH, .fallback = 1, FIELD(model.gated),
     .owner = OWNER_MODEL, .help = "SwiGLU or GeGLU: three matrices instead of two"},
    {.key = "model.tied", .label = "tied head", .short_label = "tied", SWITCH, FIELD(model.tied),
     .owner = OWNER_MODEL, .help = "the LM head is the embedding"},
    {.key = "model.qkv_bias", .label = "QKV bias", .short_label = "bias", SWITCH, FIELD(model.qkv_bias),
     .owner = OWNER_MODEL, .help = "biases on the Q, K and V projections"},
    {.key = "model.linear_bias", .label = "biases", .short_label = "biases", SWITCH, FIELD(model.linear_bias),
     .owner = OWNER_MODEL, .help = "biases on all linear layers"},
    {.key = "model.norm", .label = "norm", .short_label = "norm", CHOICE(norm_names), FIELD(model.norm),
     .owner = OWNER_MODEL, .help = "RMSNorm or LayerNorm"},
    {.key = "model.qk_norm", .label = "QK norm", .short_label = "QKnorm", SWITCH, FIELD(model.qk_norm),
     .owner = OWNER_MODEL, .help = "queries and keys normalised per head"},
    {.key = "model.parallel_block", .label = "parallel", .short_label = "parall", SWITCH, FIELD(model.parallel_block),
     .owner = OWNER_MODEL, .help = "attention and MLP side by side: one all-reduce instead of two"},
    {.key = "model.positions", .label = "positions", .short_label = "pos", STEPS(0, 16777216), .named = no_limit,
     FIELD(model.positions), .owner = OWNER_MODEL, .help = "learned position embeddings; none with rotary or ALiBi"},
    {.key = "model.max_seq_len", .label = "context", .short_label = "ctx", .unit = UNIT_TOKENS, STEPS(0, 134217728),
     .named = no_limit, FIELD(model.max_seq_len), .owner = OWNER_MODEL, .help = "longest sequence it was made for"},
    {.key = "model.window", .label = "window", .short_label = "window", .unit = UNIT_TOKENS, STEPS(0, 16777216),
     .named = no_limit, FIELD(model.window), .owner = OWNER_MODEL, .help = "sliding attention window"},
    {.key = "model.window_every", .label = "full every", .short_label = "every", COUNT(0, 4096),
     FIELD(model.window_every), .owner = OWNER_MODEL, .help = "one layer in this many attends in full; 0: none does"},
    {.key = "model.q_lora", .label = "Q rank", .short_label = "Q rank", STEPS(0, 65536), FIELD(model.q_lora),
     .owner = OWNER_MODEL, .help = "latent width of queries (MLA)"},
    {.key = "model.kv_lora", .label = "KV rank", .short_label = "KV rnk", STEPS(0, 65536), FIELD(model.kv_lora),
     .owner = OWNER_MODEL, .help = "latent width of keys and values (MLA); 0: no latent attention"},
    {.key = "model.rope_dim", .label = "rope size", .short_label = "rope", STEPS(0, 4096), FIELD(model.rope_dim),
     .owner = OWNER_MODEL, .help = "rotary part of a head (MLA)"},
    {.key = "model.nope_dim", .label = "nope size", .short_label = "nope", STEPS(0, 4096), FIELD(model.nope_dim),
     .owner = OWNER_MODEL, .help = "part of a head without rotation (MLA)"},
    {.key = "model.v_dim", .label = "value size", .short_label = "v dim", STEPS(0, 4096), FIELD(model.v_dim),
     .owner = OWNER_MODEL, .help = "width of a value head (MLA)"},
    {.key = "model.experts", .label = "experts", .short_label = "expert", STEPS(0, 65536), .named = no_limit,
     FIELD(model.experts), .owner = OWNER_MODEL, .help = "routed experts of a layer"},
    {.key = "model.top_k", .label = "top k", .short_label = "top k", COUNT(0, 1024), FIELD(model.top_k),
     .applies = is_moe, .owner = OWNER_MODEL, .help = "experts that one token visits"},
    {.key = "model.expert_ffn", .label = "expert FFN", .short_label = "expffn", STEPS(0, MOST_WIDTH),
     FIELD(model.expert_ffn), .applies = is_moe, .owner = OWNER_MODEL, .help = "width of one expert"},
    {.key = "model.shared_experts", .label = "shared", .short_label = "shared", COUNT(0, 256),
     FIELD(model.shared_experts), .applies = is_moe, .owner = OWNER_MODEL, .help = "experts that every token visits"},
    {.key = "model.dense_layers", .label = "dense layers", .short_label = "dense", COUNT(0, 4096),
     FIELD(model.dense_layers), .applies = is_moe, .owner = OWNER_MODEL, .help = "first layers without experts"},
    {.key = "model.moe_every", .label = "MoE every", .short_label = "MoE ev", COUNT(1, 64), .fallback = 1,
     FIELD(model.moe_every), .applies = is_moe, .owner = OWNER_MODEL, .help = "one layer in this many has experts"},
    {.key = "model.mtp", .label = "MTP", .short_label = "MTP", COUNT(0, 16), FIELD(model.mtp), .owner = OWNER_MODEL,
     .help = "modules of multi-token prediction, each a layer and a pass of the head; not counted as parameters"},
    {.key = "model.params", .label = "parameters", .short_label = "params", .unit = UNIT_PARAMETERS, LOG(0, 1e15),
     .named = automatic, FIELD(model.params), .owner = OWNER_MODEL,
     .help = "replaces the count, for something that is no transformer; auto: counted from the shape"},
    {.key = "model.sample_flops", .label = "FLOPs", .short_label = "FLOPs", .unit = UNIT_FLOP, LOG(0, 1e21),
     .named = automatic, FIELD(model.sample_flops), .owner = OWNER_MODEL,
     .help = "forward FLOPs of one sample, for what is no transformer; auto: from the shape"},

    /* The cluster: its size and its links. */
    {.key = "cluster.gpus", .label = "GPUs", .short_label = "GPUs", STEPS(1, MOST_GPUS), .fallback = 64,
     .values = strategy_gpus_values, FIELD(cluster.gpus), .pane = PANE_TOPOLOGY, .row = 1, .owner = OWNER_SCENARIO,
     .help = "in all; TP, PP and CP stay, DP follows"},
    {.key = "scaleup.bandwidth", .label = "NVLink", .short_label = "NVLink", .unit = UNIT_RATE, LOG(1e9, 10e12),
     .fallback = 450e9, FIELD(cluster.scaleup.bandwidth), .pane = PANE_TOPOLOGY, .row = 2, .owner = OWNER_GPU,
     .quoted = QUOTED_BOTH_WAYS, .called = scaleup_link, .better = 1, .resource = "NVLink",
     .help = "one GPU to all others of its scale-up domain, one way"},
    {.key = "nic.bandwidth", .label = "NIC", .short_label = "NIC", .unit = UNIT_RATE, LOG(100e6, 1e12),
     .fallback = 50e9, FIELD(cluster.nic.bandwidth), .pane = PANE_TOPOLOGY, .row = 3, .owner = OWNER_CLUSTER,
     .quoted = QUOTED_IN_BITS, .better = 1, .resource = "NIC", .help = "one port to other nodes, one way"},
    {.key = "nic.latency", .label = "NIC latency", .short_label = "latency", .unit = UNIT_SECONDS, LOG(0, 10e-3),
     .fallback = 12e-6, FIELD(cluster.nic.latency), .pane = PANE_TOPOLOGY, .row = 4, .owner = OWNER_CLUSTER,
     .origin = ORIGIN_ASSUMPTION, .better = -1, .resource = "NIC latency",
     .help = "one crossing between nodes, inside a collective"},
    {.key = "link.basis", .label = "link basis", .short_label = "links", CHOICE(basis_names),
     .fallback = BASIS_ACHIEVED, FIELD(execution.basis), .pane = PANE_TOPOLOGY, .row = 5,
     .help = "which figure prices a link: the quoted one, one direction's line rate, or what libraries reach"},
    {.key = "ring.model", .label = "ring model", .short_label = "rings", CHOICE(ring_names), .fallback = RING_RAIL,
     FIELD(execution.ring), .pane = PANE_TOPOLOGY, .row = 6,
     .help = "NICs of a ring across nodes: one (flat), or those of all its members in a node (rail)"},
    {.key = "scaleup.latency", .label = "hop latency", .short_label = "hop", .unit = UNIT_SECONDS, LOG(0, 1e-3),
     .fallback = 0.855e-6, FIELD(cluster.scaleup.latency), .pane = PANE_TOPOLOGY, .row = 7, .owner = OWNER_GPU,
     .origin = ORIGIN_MEASURED, .better = -1, .resource = "hop latency",
     .help = "one ring step inside the scale-up domain"},
    {.key = "scaleup.size", .label = "domain", .short_label = "domain", STEPS(1, 65536), .fallback = 8,
     FIELD(cluster.scaleup.size), .pane = PANE_TOPOLOGY, .row = 8, .owner = OWNER_CLUSTER,
     .help = "GPUs of one scale-up domain"},
    {.key = "node.gpus", .label = "GPUs a node", .short_label = "node", STEPS(1, 1024), .fallback = 8,
     FIELD(cluster.node_gpus), .pane = PANE_TOPOLOGY, .row = 9, .owner = OWNER_CLUSTER,
     .help = "GPUs that share a host and its NICs"},
    {.key = "nic.per_node", .label = "NICs a node", .short_label = "NICs", STEPS(1, 1024), .fallback = 8,
     FIELD(cluster.nic.per_node), .pane = PANE_TOPOLOGY, .row = 10, .owner = OWNER_CLUSTER,
     .help = "ports for the GPUs' traffic; a GPU's share is bandwidth x ports / GPUs a node"},
    {.key = "nic.efficiency", .label = "NIC share", .short_label = "NIC eff", .unit = UNIT_SHARE, LINEAR(0.01, 1),
     .fallback = 0.98, FIELD(cluster.nic.efficiency), .pane = PANE_TOPOLOGY, .row = 11, .owner = OWNER_CLUSTER,
     .origin = ORIGIN_MEASURED, .help = "share of line rate that collectives reach (achieved basis)"},
    {.key = "pod.size", .label = "pod", .short_label = "pod", STEPS(0, MOST_GPUS), .named = no_limit,
     FIELD(cluster.pod_size), .pane = PANE_TOPOLOGY, .row = 12, .owner = OWNER_CLUSTER,
     .help = "GPUs below one level of switches"},
    {.key = "pod.oversubscription", .label = "oversubscr.", .short_label = "oversub", LOG(1, 64), .fallback = 1,
     FIELD(cluster.oversubscription), .pane = PANE_TOPOLOGY, .row = 13, .owner = OWNER_CLUSTER,
     .help = "beyond the pod, its GPUs together have their bandwidth divided by this"},
    {.key = "host.speed", .label = "host speed", .short_label = "host", LOG(0.1, 10), .fallback = 1,
     FIELD(cluster.host_speed), .pane = PANE_TOPOLOGY, .row = 14, .owner = OWNER_CLUSTER, .better = 1,
     .origin = ORIGIN_ASSUMPTION, .applies = is_roofline, .resource = "host",
     .help = "of the host that issues kernels, against one of 2023"},
    {.key = "scaleup.kind", .label = "scale-up", .short_label = "scaleup", CHOICE(scaleup_names),
     FIELD(cluster.scaleup.kind), .pane = PANE_TOPOLOGY, .row = 15, .owner = OWNER_GPU,
     .help = "NVSwitch, xGMI mesh, NVLink cube, PCIe with peer access or through the host"},
    {.key = "nic.fabric", .label = "fabric", .short_label = "fabric", CHOICE(fabric_names), FIELD(cluster.nic.fabric),
     .pane = PANE_TOPOLOGY, .row = 16, .owner = OWNER_CLUSTER, .help = "what connects the nodes"},
    {.key = "scaleup.floor", .label = "floor", .short_label = "floor", .unit = UNIT_SECONDS, LOG(0, 1e-3),
     .fallback = 4.4e-6, FIELD(cluster.scaleup.floor), .owner = OWNER_GPU, .origin = ORIGIN_MEASURED,
     .help = "of any collective: launch and first flag (achieved basis)"},

    /* One GPU. */
    {.key = "compute.model", .label = "compute", .short_label = "model", CHOICE(compute_names),
     .fallback = COMPUTE_ROOFLINE, FIELD(execution.compute), .pane = PANE_TOPOLOGY, .row = 20,
     .help = "6 FLOPs per parameter and token at a flat share of peak, or kernel by kernel"},
    {.key = "gpu.efficiency", .label = "efficiency", .short_label = "effic.", .unit = UNIT_SHARE, LINEAR(0.01, 1),
     .fallback = 0.40, .applies = is_flat, FIELD(gpu.efficiency), .pane = PANE_TOPOLOGY, .row = 21,
     .owner = OWNER_GPU, .origin = ORIGIN_ASSUMPTION,
     .help = "of the flat model: share of the dense peak, all included"},
    {.key = "gpu.peak.bf16", .label = "peak bf16", .short_label = "bf16", .unit = UNIT_FLOP_RATE, LOG(1e12, 1e17),
     .fallback = 989e12, FIELD(gpu.peak_bf16), .pane = PANE_TOPOLOGY, .row = 22, .owner = OWNER_GPU, .better = 1,
     .resource = "compute", .in_force = computes_in_16_bit, .help = "dense, 16 bit"},
    {.key = "gpu.peak.fp32", .label = "peak fp32", .short_label = "fp32", .unit = UNIT_FLOP_RATE, LOG(0, 1e17),
     .named = automatic, FIELD(gpu.peak_fp32), .owner = OWNER_GPU, .resource = "compute",
     .in_force = computes_in_32_bit,
     .help = "matrix products of fp32 operands, on NVIDIA from Ampere on as TF32; auto: half the 16 bit peak"},
    {.key = "gpu.peak.fp8", .label = "peak fp8", .short_label = "fp8", .unit = UNIT_FLOP_RATE, LOG(0, 1e17),
     .named = no_limit, FIELD(gpu.peak_fp8), .pane = PANE_TOPOLOGY, .row = 23, .owner = OWNER_GPU,
     .resource = "compute", .in_force = computes_in_8_bit,
     .help = "dense, 8 bit; none: no such units"},
    {.key = "gpu.peak.fp4", .label = "peak fp4", .short_label = "fp4", .unit = UNIT_FLOP_RATE, LOG(0, 1e17),
     .named = no_limit, FIELD(gpu.peak_fp4), .pane = PANE_TOPOLOGY, .row = 24, .owner = OWNER_GPU,
     .resource = "compute", .in_force = computes_in_4_bit,
     .help = "dense, 4 bit; none: no such units"},
    {.key = "gpu.hbm_bandwidth", .label = "HBM", .short_label = "HBM", .unit = UNIT_RATE, LOG(10e9, 1e14),
     .fallback = 3.35e12, FIELD(gpu.hbm_bandwidth), .pane = PANE_TOPOLOGY, .row = 25, .owner = OWNER_GPU, .better = 1,
     .resource = "HBM", .help = "memory bandwidth of one GPU"},
    {.key = "gpu.hbm_capacity", .label = "memory", .short_label = "memory", .unit = UNIT_BYTES, LOG(1e9, 1e13),
     .fallback = 80e9, FIELD(gpu.hbm_capacity), .pane = PANE_TOPOLOGY, .row = 26, .owner = OWNER_GPU,
     .help = "memory of one GPU, in bytes as its driver reports them: 81559 MiB of an H100"},
    {.key = "gpu.gemm_efficiency", .label = "GEMM share", .short_label = "GEMM", .unit = UNIT_SHARE, LINEAR(0.01, 1),
     .fallback = 0.71, .applies = is_roofline, FIELD(gpu.gemm_efficiency), .pane = PANE_TOPOLOGY, .row = 27,
     .owner = OWNER_GPU, .origin = ORIGIN_MEASURED,
     .help = "share of the 16 bit peak that large matrix products reach"},
    {.key = "gpu.gemm_efficiency.fp8", .label = "GEMM fp8", .short_label = "GEMM8", .unit = UNIT_SHARE,
     LINEAR(0.01, 1), .fallback = 0.68, .applies = is_roofline, FIELD(gpu.gemm_efficiency_fp8), .owner = OWNER_GPU,
     .origin = ORIGIN_MEASURED, .help = "the same at 8 bit"},
    {.key = "gpu.gemm_efficiency.fp4", .label = "GEMM fp4", .short_label = "GEMM4", .unit = UNIT_SHARE,
     LINEAR(0.01, 1), .fallback = 0.5, .applies = is_roofline, FIELD(gpu.gemm_efficiency_fp4), .owner = OWNER_GPU,
     .origin = ORIGIN_MEASURED, .help = "the same at 4 bit"},
    {.key = "gpu.hbm_efficiency", .label = "HBM share", .short_label = "HBM eff", .unit = UNIT_SHARE, LINEAR(0.01, 1),
     .fallback = 0.87, .applies = is_roofline, FIELD(gpu.hbm_efficiency), .pane = PANE_TOPOLOGY, .row = 28,
     .owner = OWNER_GPU, .origin = ORIGIN_MEASURED,
     .help = "share of the datasheet rate that streaming kernels reach"},
    {.key = "gpu.stream_efficiency", .label = "stream share", .short_label = "stream", .unit = UNIT_SHARE,
     LINEAR(0.01, 1), .fallback = 0.85, .applies = is_roofline_serving, FIELD(gpu.stream_efficiency),
     .pane = PANE_TOPOLOGY, .row = 33, .owner = OWNER_GPU, .origin = ORIGIN_MEASURED,
     .help = "share of the datasheet rate that a stream of weights or cached keys reaches in a decode step"},
    {.key = "gpu.sms", .label = "SMs", .short_label = "SMs", COUNT(1, 4096), .fallback = 132, FIELD(gpu.sms),
     .owner = OWNER_GPU, .applies = is_roofline, .help = "multiprocessors: tiles are dealt to them in waves"},
    {.key = "gpu.launch", .label = "launch", .short_label = "launch", .unit = UNIT_SECONDS, LOG(0, 1e-3),
     .fallback = 4e-6, .applies = is_roofline_training, FIELD(gpu.launch), .pane = PANE_TOPOLOGY, .row = 29,
     .owner = OWNER_GPU, .origin = ORIGIN_MEASURED, .better = -1, .resource = "launches",
     .help = "gap, ramp and tail of one kernel"},
    {.key = "gpu.generation", .label = "generation", .short_label = "gen", CHOICE(generation_names),
     .fallback = GENERATION_HOPPER, FIELD(gpu.generation), .owner = OWNER_GPU,
     .help = "whose measured curves are used"},
    {.key = "gpu.price", .label = "price", .short_label = "price", .unit = UNIT_DOLLAR_PER_HOUR, LOG(0, 1000),
     .fallback = 2, .applies = is_training, FIELD(gpu.price), .pane = PANE_TOPOLOGY, .row = 30, .owner = OWNER_GPU,
     .origin = ORIGIN_ASSUMPTION, .help = "of one GPU for an hour, dollars: yours to set"},
    {.key = "gpu.power", .label = "power", .short_label = "power", .unit = UNIT_WATT, LOG(0, 10000), .fallback = 700,
     .applies = is_training, FIELD(gpu.power), .pane = PANE_TOPOLOGY, .row = 31, .owner = OWNER_GPU, .help = "of one board"},
    {.key = "pue", .label = "PUE", .short_label = "PUE", LINEAR(1, 3), .fallback = 1.2, .applies = is_training,
     FIELD(plan.pue), .pane = PANE_TOPOLOGY, .row = 32, .origin = ORIGIN_ASSUMPTION,
     .help = "energy of the building over that of the machines"},

    /* How the work is divided. Rows 4 and 5 of this pane are DP and micro-batches, which follow from the rest. */
    {.key = "tp", .label = "TP  tensor", .short_label = "TP", STEPS(1, 4096), .fallback = 1,
     .values = strategy_tp_values, FIELD(strategy.tp), .inside_domain = true, .pane = PANE_PARALLELISM, .row = 1,
     .help = "tensor parallelism: ranks that divide every matrix"},
    {.key = "pp", .label = "PP  pipeline", .short_label = "PP", STEPS(1, 4096), .fallback = 1,
     .values = strategy_pp_values, FIELD(strategy.pp), .pane = PANE_PARALLELISM, .row = 2,
     .help = "pipeline parallelism: stages that divide the layers"},
    {.key = "cp", .label = "CP  context", .short_label = "CP", STEPS(1, 4096), .fallback = 1,
     .values = strategy_cp_values, .applies = has_attention_core, FIELD(strategy.cp), .pane = PANE_PARALLELISM,
     .row = 3, .help = "context parallelism: ranks that divide the sequence"},
    {.key = "zero", .label = "ZeRO", .short_label = "ZeRO", CHOICE(zero_names), .applies = is_training,
     FIELD(strategy.zero), .pane = PANE_PARALLELISM, .row = 6,
     .help = "what replicas divide: 1 optimizer states, 2 gradients too, 3 parameters too (FSDP)"},
    {.key = "sp", .label = "sequence par.", .short_label = "SP", SWITCH, FIELD(strategy.sp), .applies = has_tensor,
     .pane = PANE_PARALLELISM, .row = 7,
     .help = "norms and residuals divided over the TP ranks: the same bytes, less memory"},
    {.key = "overlap.dp", .label = "overlap", .short_label = "overlap", SWITCH, .fallback = 1,
     .applies = is_training, FIELD(strategy.overlap_dp), .pane = PANE_PARALLELISM, .row = 8,
     .help = "gradients are reduced while the backward pass runs"},
    {.key = "overlap.tp", .label = "TP overlap", .short_label = "TP ovl", .unit = UNIT_SHARE, LINEAR(0, 1),
     .named = tp_overlaps, FIELD(strategy.overlap_tp), .applies = has_tensor, .pane = PANE_PARALLELISM, .row = 10,
     .help = "TP time hidden: none, backward (behind weight gradients), or a share"},
    {.key = "collective.library", .label = "library", .short_label = "library", CHOICE(library_names),
     FIELD(execution.library), .pane = PANE_PARALLELISM, .row = 9,
     .help = "whose collectives; auto: NCCL, or RCCL on AMD; in inference the engine's"},
    {.key = "collective.in_switch", .label = "in-switch", .short_label = "switch", SWITCH, .fallback = 1,
     FIELD(execution.in_switch), .pane = PANE_TOPOLOGY,
     .help = "NVSwitch adds the parts of an all-reduce where it can (achieved basis); off: NCCL_NVLS_ENABLE=0"},
    {.key = "overlap.gather", .label = "gather ovl.", .short_label = "gather", SWITCH, .fallback = 1,
     .applies = is_training, FIELD(strategy.overlap_gather), .pane = PANE_PARALLELISM, .row = 11,
     .help = "ZeRO gathers parameters behind the next forward pass"},
    {.key = "vp", .label = "VP  virtual", .short_label = "VP", STEPS(1, 1024), .fallback = 1,
     .values = strategy_vp_values, FIELD(strategy.vp), .applies = has_pipeline, .pane = PANE_PARALLELISM, .row = 12,
     .help = "chunks of layers a stage holds: a smaller bubble, more sends"},
    {.key = "ep", .label = "EP  expert", .short_label = "EP", STEPS(1, 65536), .fallback = 1,
     .values = strategy_ep_values, FIELD(strategy.ep), .applies = is_moe, .pane = PANE_PARALLELISM, .row = 13,
     .help = "expert parallelism: ranks that divide the experts"},
    {.key = "etp", .label = "expert TP", .short_label = "ETP", STEPS(1, 4096), .fallback = 1,
     .values = strategy_etp_values, FIELD(strategy.etp), .applies = is_moe_training, .pane = PANE_PARALLELISM, .row = 14,
     .help = "ranks that divide one expert"},
    {.key = "ep.dispatcher", .label = "EP dispatch", .short_label = "EP disp", CHOICE(dispatcher_names),
     FIELD(strategy.dispatcher), .applies = has_exchange, .pane = PANE_PARALLELISM, .row = 25,
     .help = "copies of a token: one per expert (NCCL all-to-all), or one per rank (DeepEP, HybridEP)"},
    {.key = "overlap.ep", .label = "EP overlap", .short_label = "EP ovl", SWITCH, FIELD(strategy.overlap_ep),
     .applies = has_hidden_exchange, .pane = PANE_PARALLELISM, .row = 26,
     .help = "the exchange of one micro-batch runs behind compute of another; needs VP > 1 or PP 1"},
    {.key = "ep.imbalance", .label = "imbalance", .short_label = "imbal", LOG(1, 64), .fallback = 1,
     FIELD(strategy.imbalance), .applies = is_moe_training, .pane = PANE_PARALLELISM, .row = 27, .origin = ORIGIN_ASSUMPTION,
     .help = "rows of the busiest rank over the mean: 1 for forced balance, 1.1 to 1.5 for real routing"},
    {.key = "dispatch.precision", .label = "dispatch", .short_label = "disp t.", CHOICE(precision_names),
     .fallback = PRECISION_BF16, FIELD(strategy.dispatch), .applies = has_exchange, .pane = PANE_PARALLELISM,
     .row = 28, .help = "of hidden values on their way to the experts"},
    {.key = "combine.precision", .label = "combine", .short_label = "comb t.", CHOICE(precision_names),
     .fallback = PRECISION_BF16, FIELD(strategy.combine), .applies = has_exchange, .pane = PANE_PARALLELISM,
     .row = 29, .help = "of hidden values on their way back"},
    {.key = "ep.node_limit", .label = "node limit", .short_label = "nodes", STEPS(0, 1024), .named = no_limit,
     FIELD(strategy.node_limit), .applies = has_node_limit, .pane = PANE_PARALLELISM, .row = 30,
     .help = "scale-up domains that one token may be routed to (4 in DeepSeek-V3)"},
    {.key = "expert.gemm", .label = "expert GEMM", .short_label = "expGEMM", CHOICE(expert_gemm_names),
     FIELD(strategy.expert_gemm), .applies = is_moe_training, .pane = PANE_PARALLELISM, .row = 31,
     .help = "products of a rank's experts: a loop of library calls, or one kernel with activation and casts fused"},
    {.key = "dp.bucket", .label = "DP bucket", .short_label = "bucket", .unit = UNIT_BYTES, LOG(0, 1e12),
     .named = per_layer, .applies = is_training, FIELD(strategy.dp_bucket), .pane = PANE_PARALLELISM, .row = 15,
     .help = "gradients reduced at a time; layer: a layer's, at least 40 million and a million for each rank"},
    {.key = "fsdp.shard", .label = "FSDP shard", .short_label = "shard", STEPS(0, MOST_GPUS), .named = all_ranks,
     FIELD(strategy.fsdp_shard), .applies = is_fsdp, .pane = PANE_PARALLELISM, .row = 16,
     .help = "ranks that one parameter is divided over: node.gpus for HSDP"},
    {.key = "fsdp.reshard", .label = "reshard", .short_label = "reshard", SWITCH, .fallback = 1,
     FIELD(strategy.fsdp_reshard), .applies = is_fsdp, .pane = PANE_PARALLELISM, .row = 17,
     .help = "parameters are freed after the forward pass and gathered again for the backward"},
    {.key = "gather.precision", .label = "gather type", .short_label = "gather", CHOICE(precision_names),
     .fallback = PRECISION_BF16, .applies = is_training, FIELD(strategy.gather), .pane = PANE_PARALLELISM, .row = 18,
     .help = "of parameters that ZeRO or FSDP gathers"},
    {.key = "sp.gather_precision", .label = "SP gather", .short_label = "SP gath", CHOICE(precision_names),
     .fallback = PRECISION_BF16, .applies = gathers_operands, FIELD(strategy.sp_gather),
     .help = "of hidden values that sequence parallelism gathers: no narrower than the products that take them"},
    {.key = "optimizer.bytes", .label = "optimizer", .short_label = "optim", .unit = UNIT_BYTES, LOG(0, 1000),
     .named = automatic, .applies = is_training, FIELD(strategy.optimizer_bytes), .pane = PANE_PARALLELISM, .row = 19,
     .help = "read and written per parameter by the update; auto: by the execution style"},
    {.key = "accumulation.fused", .label = "fused accum.", .short_label = "accum", SWITCH, .fallback = 1,
     .applies = is_training, FIELD(strategy.accumulation_fused),
     .help = "weight gradients are added by the matrix product itself"},
    {.key = "overlap.cp", .label = "CP overlap", .short_label = "CP ovl", SWITCH, .fallback = 1,
     FIELD(strategy.overlap_cp), .applies = has_context, .pane = PANE_PARALLELISM, .row = 20,
     .help = "K and V travel behind the attention core"},
    {.key = "overlap.p2p", .label = "p2p overlap", .short_label = "p2p ovl", SWITCH, FIELD(strategy.overlap_p2p),
     .applies = has_pipeline, .pane = PANE_PARALLELISM, .row = 21, .help = "pipeline sends run behind compute"},
    {.key = "cp.balanced", .label = "CP balanced", .short_label = "CP bal", SWITCH, .fallback = 1,
     FIELD(strategy.cp_balanced), .applies = has_context_training, .pane = PANE_PARALLELISM, .row = 22,
     .help = "each rank holds an early and a late chunk, so that the causal mask costs all the same"},
    {.key = "pp.balanced", .label = "PP balanced", .short_label = "PP bal", SWITCH, FIELD(strategy.pp_balanced),
     .applies = has_pipeline_training, .pane = PANE_PARALLELISM, .row = 33,
     .help = "stages are cut so that the head counts as the layers that it weighs; off: by layers alone"},
    {.key = "p2p.scatter", .label = "p2p scatter", .short_label = "scatter", SWITCH, FIELD(strategy.p2p_scatter),
     .applies = has_pipeline, .pane = PANE_PARALLELISM, .row = 23,
     .help = "each TP rank sends its share, the receivers gather"},
    {.key = "rank.order", .label = "rank order", .short_label = "order", CHOICE(rank_order_names),
     FIELD(strategy.rank_order), .applies = has_pipeline, .pane = PANE_PARALLELISM, .row = 32,
     .help = "from the inside out: TP, CP, DP, PP (dp_inside), or TP, CP, PP, DP (dp_outside)"},
    {.key = "execution.slowdown", .label = "slowdown", .short_label = "slow", LOG(0.5, 4), .fallback = 1,
     FIELD(execution.slowdown), .applies = is_roofline_training, .pane = PANE_PARALLELISM, .row = 24,
     .origin = ORIGIN_ASSUMPTION, .help = "of GPU time, for older software: 1.10 for Hopper before autumn 2024"},
};
/* clang-format on */

enum { PARAMETER_ROWS = sizeof parameters / sizeof parameters[0] };
const int parameter_count = PARAMETER_ROWS;

/* Whether the value lies within its row's ends. */
static inline bool value_in_range(const struct parameter *parameter, const struct scenario *scenario)
{
    const char *field = (const char *)scenario + parameter->offset;
    double real = 0.0;
    int integer = 0;
    switch (parameter->kind) {
    case KIND_SWITCH:
        return true;
    case KIND_REAL:
        memcpy(&real, field, sizeof real);
        return real >= parameter->min && real <= DBL_MAX;
    case KIND_INTEGER:
    case KIND_CHOICE:
        break;
    }
    memcpy(&integer, field, sizeof integer);
    return parameter->kind == KIND_CHOICE ? integer >= 0 && integer < parameter->choices->count
                                          : integer >= (int)parameter->min && integer <= (int)parameter->max;
}

bool parameter_in_range(const struct parameter *parameter, const struct scenario *scenario)
{
    return value_in_range(parameter, scenario) || parameter_excepted(parameter, scenario);
}

/* Asked before every pricing. The table's figures are known here: unrolled, a row is a load and two comparisons. */
bool parameters_in_range(const struct scenario *scenario)
{
#pragma GCC unroll 256
    for (int i = 0; i < PARAMETER_ROWS; i++) {
        if (!parameter_in_range(&parameters[i], scenario)) {
            return false;
        }
    }
    return true;
}
