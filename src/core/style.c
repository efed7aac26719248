/* style.c: the table of execution styles. */
#include "core/style.h"

#include <assert.h>

/* Bytes were counted from the frameworks' code; only torch_layernorm's hidden was fitted (llm-foundry). An RMSNorm of
 * single operations in fp32 passes 36 and 92 bytes, forward and backward, and a residual 6. Loss: 64 bytes
 * per logit in Megatron's vocabulary-parallel cross entropy, 32 in PyTorch's, 16 fused. Host time of experts:
 * published Megatron-Bridge runs for fused and part_graph, judgement for others. Adapters: Megatron-Bridge and Hugging
 * Face's PEFT scale their outputs in a pass, NeMo AutoModel, which is read as compiled, the few values between their
 * products. Scores that are not fused, in Hugging Face's Llama: scaled 4, masked 6, the softmax written in fp32 6 and
 * narrowed 6; backward 6, 10 and 4.
 *
 * Issued: a layer of Hugging Face's Llama has eight operations in either norm, twelve that rotate Q and K, three
 * products, the core, the projection, two residuals, three products of the MLP, silu and a product; with norms of one
 * operation 14 fewer. Elsewhere the passes that are counted, four products and a core, or seven where they are apart.
 *
 * Host time of layers: vTrain's single-node A100 runs for eager, as they are stated, all layers recomputed. Their
 * seconds hold no recomputation (docs/what-stays-wrong.md): HOST_FORWARD and HOST_BACKWARD make 2.2 ms of what are
 * 3.0 ms for a layer's two passes, 1.38 times as much. PyTorch's modules, which issue more kernels, have as much, and
 * with norms of one kernel what their count leaves of it; Transformer Engine's and compiled ones, which issue fewer,
 * 0.6 and 0.4 of it, by judgement.
 *
 * Optimizer of Megatron, mixed precision: Adam 28, the weights copied to 16 bit 6, the norm of the gradients 4,
 * clipping 8, gradients set to zero 2 or 4; 16 bit gradients widened 6; the eager ones train in fp16 and divide by the
 * loss scale 8, the others look for values that are no number 2 or 4. 100 with PyTorch's loop (llm-foundry), 40 with
 * its fused kernel (torchtitan).
 *
 * Logits held at once: Megatron's 16 bit product and its fp32 copy, in which exponentials and gradients replace each
 * other. PyTorch's loss in its backward pass: the logarithms, their gradient and that of the logits, all fp32; forward
 * it holds the 16 bit product, a copy of it in fp32 and the logarithms, less. llm-foundry's kernel of flash-attention
 * takes no more than Megatron's loss, or sixty of its runs would not have fitted, so that this is the row of
 * torch_layernorm; a compiled loss computes in registers what lies between the product and its gradient in fp32.
 * memory.c has losses in one kernel, and models that widen their logits. A sigmoid that is no part of the gate's
 * product leaves its own output behind.
 * PyTorch's tensor parallelism keeps what it gathers; Megatron gathers it again. Its DistributedDataParallel copies
 * gradients into buckets; Megatron's accumulate in theirs, inside the product, where autograd's products write 16 bits.
 *
 * PyTorch's update of single operations writes the root of all second moments at once (torch.optim, foreach).
 *
 * PyTorch's FSDP copies a unit's gradients into one flat array, 4, before it sends them; what it passes over on another
 * stream is not counted. Megatron's own works in its buffers. FSDP 1 hangs a hook on the inputs of a frozen unit, which
 * holds them till the pass ends, and with the leaves of a repeated layer their gradients (_runtime_utils.py,
 * _register_post_backward_reshard_only_hook); FSDP 2, which torchtitan has, does not.
 */
/* clang-format off */
static const struct style styles[] = {
    [STYLE_EAGER] = {
        .hidden = 20, .hidden_backward = 24, .gated = 10, .gated_backward = 16, .plain = 4, .plain_backward = 8,
        .rotary = 12, .kernels = 8, .issued = 13, .host = 1.0, .host_experts = 1.5,
        .loss = 64, .logits = 6, .gate = 1,
        .optimizer = 62, .optimizer_fp32 = 58, .scratch = 0, .copy = 0, .scale = 4,
    },
    [STYLE_FUSED] = {
        .hidden = 16, .hidden_backward = 22, .gated = 6, .gated_backward = 10, .plain = 4, .plain_backward = 5,
        .rotary = 6, .kernels = 8, .issued = 13, .host = 0.83, .host_experts = 1.0,
        .loss = 64, .logits = 6, .gate = 0,
        .optimizer = 56, .optimizer_fp32 = 54, .scratch = 0, .copy = 0, .scale = 4,
    },
    [STYLE_PART_GRAPH] = {
        .hidden = 16, .hidden_backward = 22, .gated = 6, .gated_backward = 10, .plain = 4, .plain_backward = 5,
        .rotary = 6, .kernels = 8, .issued = 13, .host = 0.0, .host_experts = 0.48,
        .loss = 16, .logits = 6, .gate = 0,
        .optimizer = 56, .optimizer_fp32 = 54, .scratch = 0, .copy = 0, .scale = 4,
    },
    [STYLE_GRAPH] = {
        .hidden = 16, .hidden_backward = 20, .gated = 6, .gated_backward = 10, .plain = 4, .plain_backward = 5,
        .rotary = 4, .kernels = 4, .issued = 9, .host = 0.0, .host_experts = 0.0,
        .loss = 16, .logits = 6, .gate = 0,
        .optimizer = 56, .optimizer_fp32 = 54, .scratch = 0, .copy = 0, .scale = 4,
    },
    [STYLE_COMPILED] = {
        .hidden = 16, .hidden_backward = 20, .gated = 6, .gated_backward = 10, .plain = 4, .plain_backward = 5,
        .rotary = 4, .kernels = 5, .issued = 13, .host = 0.55, .host_experts = 1.0,
        .loss = 16, .logits = 4, .gate = 0,
        .optimizer = 40, .optimizer_fp32 = 40, .scratch = 0, .copy = 4, .scale = 0,
        .split = true, .buckets = true, .written = true, .whole = true,
    },
    [STYLE_TORCH] = {
        .hidden = 84, .hidden_backward = 196, .gated = 10, .gated_backward = 16, .plain = 4, .plain_backward = 8,
        .scores = 22, .scores_backward = 20,
        .rotary = 24, .kernels = 20, .issued = 41, .host = 1.4, .host_experts = 1.0,
        .loss = 32, .logits = 12, .gate = 1,
        .optimizer = 100, .optimizer_fp32 = 100, .scratch = 4, .copy = 4, .scale = 4,
        .split = true, .buckets = true, .written = true, .holds = true, .whole = true,
    },
    [STYLE_TORCH_LAYERNORM] = {
        .hidden = 28, .hidden_backward = 60, .gated = 10, .gated_backward = 16, .plain = 4, .plain_backward = 8,
        .rotary = 24, .kernels = 20, .issued = 27, .host = 0.92, .host_experts = 1.0,
        .loss = 32, .logits = 6, .gate = 1,
        .optimizer = 100, .optimizer_fp32 = 100, .scratch = 4, .copy = 4, .scale = 4,
        .split = true, .buckets = true, .written = true, .holds = true, .whole = true,
    },
};
/* clang-format on */
static_assert(sizeof styles / sizeof styles[0] == STYLE_COUNT, "a row per style");

const struct style *style_of(enum execution_style style)
{
    return &styles[style];
}
