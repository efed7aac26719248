/* style.c: the table of execution styles. */
#include "core/style.h"

#include <assert.h>

/* Bytes were counted from the frameworks' code; only torch_layernorm's hidden was fitted (llm-foundry). An RMSNorm of
 * single operations in fp32 passes 36 and 92 bytes, forward and backward, and a residual 6. Loss: 64 bytes
 * per logit in Megatron's vocabulary-parallel cross entropy, 32 in PyTorch's, 16 fused. Host time of experts:
 * published Megatron-Bridge runs for fused and part_graph, judgement for others. Adapters: Megatron-Bridge scales their
 * outputs in a pass, NeMo AutoModel the few values between their products.
 *
 * Host time of layers: vTrain's single-node A100 runs for eager, as they are stated, all layers recomputed. Their
 * seconds hold no recomputation (docs/accuracy.md): HOST_FORWARD and HOST_BACKWARD make 2.2 ms of what are 3.0 ms for a
 * layer's two passes, 1.38 times as much. PyTorch's modules, which issue more kernels, have as much; Transformer
 * Engine's and compiled ones, which issue fewer, 0.6 and 0.4 of it, by judgement.
 *
 * Optimizer of Megatron, mixed precision: Adam 28, the weights copied to 16 bit 6, the norm of the gradients 4,
 * clipping 8, gradients set to zero 2 or 4; 16 bit gradients widened 6; the eager ones train in fp16 and divide by the
 * loss scale 8, the others look for values that are no number 2 or 4. 100 with PyTorch's loop (llm-foundry), 40 with
 * its fused kernel (torchtitan).
 *
 * Logits held at once: Megatron's 16 bit product and its fp32 copy, in which exponentials and gradients replace each
 * other; PyTorch's product, its fp32 logarithms and their gradient; llm-foundry's kernel of flash-attention no more
 * than Megatron's, or sixty of its runs would not have fitted; a compiled loss computes in registers what lies between
 * the product and its gradient in fp32. A sigmoid that is no part of the gate's product leaves its own output
 * behind. PyTorch's tensor parallelism keeps what it gathers; Megatron gathers it again. Its DistributedDataParallel
 * copies gradients into buckets; Megatron's accumulate in theirs.
 *
 * PyTorch's FSDP copies a unit's gradients into one flat array, 4, before it sends them; what it passes over on another
 * stream is not counted. Megatron's own works in its buffers.
 */
static const struct style styles[] = {
    /* hidden, gated and plain, each both ways, rotary, kernels; host, of experts; loss, logits, gate; optimizer, with
     * fp32 gradients, copy, scale; split, buckets, whole */
    [STYLE_EAGER] = {20, 24, 10, 16, 4, 8, 12, 8, 1.0, 1.5, 64, 6, 1, 62, 58, 0, 4, false, false, false},
    [STYLE_FUSED] = {16, 22, 6, 10, 4, 5, 6, 8, 0.83, 1.0, 64, 6, 0, 56, 54, 0, 4, false, false, false},
    [STYLE_PART_GRAPH] = {16, 22, 6, 10, 4, 5, 6, 8, 0.0, 0.5, 16, 6, 0, 56, 54, 0, 4, false, false, false},
    [STYLE_GRAPH] = {16, 20, 6, 10, 4, 5, 4, 4, 0.0, 0.0, 16, 6, 0, 56, 54, 0, 4, false, false, false},
    [STYLE_COMPILED] = {16, 20, 6, 10, 4, 5, 4, 5, 0.55, 1.0, 16, 4, 0, 40, 40, 4, 0, true, true, true},
    [STYLE_TORCH] = {84, 196, 10, 16, 4, 8, 24, 20, 1.4, 1.0, 32, 10, 1, 100, 100, 4, 0, true, true, true},
    [STYLE_TORCH_LAYERNORM] = {28, 60, 10, 16, 4, 8, 24, 20, 1.4, 1.0, 32, 6, 1, 100, 100, 4, 0, true, true, true},
};
static_assert(sizeof styles / sizeof styles[0] == STYLE_COUNT, "a row per style");

const struct style *style_of(enum execution_style style)
{
    return &styles[style];
}
