/* memory_activations.c: what one layer keeps for its backward pass, tensor by tensor, and what it takes while at work.
 *
 * Activations that a layer keeps, per token. A value has v bytes, an operand of a product x bytes (v unless it is
 * quantised); hs is h, or h/T with sequence parallelism; TP divides the rest.
 *
 *     norms             2 inputs of v hs; 2 outputs of x hs, which the products after them read, or of x h where the
 *                       framework keeps what sequence parallelism gathers
 *     dropout masks     2 of 1 hs
 *     attention         v (q + 2 kv), and x q of its output, which the projection reads
 *     scores            unfused: v a s of the softmax, with dropout (1 + v) a s more; fused: 4 a of statistics
 *     MLP               v f, twice if gated, before the activation; x f after it; v f more where the gate's sigmoid is
 *                       a kernel apart from its product
 *     latent attention  (v + x)(q_lora + kv_lora); v a (2 (nope + rope) + v_dim) of Q, K, V; x a v_dim of the output
 *     experts           top_k times x h of a row and its MLP, over ETP ranks each; 4 bytes of each router logit
 *
 * With frozen weights (LoRA) no product keeps an input; the norms' outputs, the core's and that of the MLP's activation
 * are kept by the adapters that read them, v bytes a value and of all tokens, and so are the rows of adapted experts.
 * Where each adapter copies its inputs (adapter.h), it keeps its copy in their stead; attention keeps its output too.
 *
 * Modules that selective recomputation covers drop what they would keep: norms their outputs, latent attention Q, K and
 * V, the experts' activation its output, an MLP or the routed experts all.
 */
#include "core/memory_activations.h"

#include "core/adapter.h"
#include "core/device.h"
#include "core/order.h"
#include "core/style.h"

#include <stdbool.h>

/* Bytes of what fused attention keeps of a row of scores, the logarithm of its sum, and of a router's logit: fp32. */
static const double STATISTICS_BYTES = 4.0;
static const double ROUTER_LOGIT_BYTES = 4.0;

double memory_weight_bytes(const struct scenario *scenario)
{
    return device_operand_bytes(scenario->strategy.precision == PRECISION_FP32 ? PRECISION_FP32 : PRECISION_BF16);
}

double memory_trained_bytes(const struct scenario *scenario)
{
    const bool wide = scenario->strategy.precision == PRECISION_FP32 || adapter_widens(scenario);
    return device_operand_bytes(wide ? PRECISION_FP32 : PRECISION_BF16);
}

double memory_trained_gradient_bytes(const struct scenario *scenario)
{
    return device_operand_bytes(adapter_widens(scenario) ? PRECISION_FP32 : scenario->strategy.gradients);
}

/* Width of the hidden values between the divided products. */
static double stream_width(const struct scenario *scenario)
{
    const double hidden = scenario->model.hidden;
    return scenario->strategy.sp ? hidden / scenario->strategy.tp : hidden;
}

/* Whether selective recomputation covers a module. */
static bool recomputes(const struct scenario *scenario, bool module)
{
    return module && scenario->strategy.recompute == RECOMPUTE_SELECTIVE;
}

/* Bytes of a value that a frozen product and its adapter read, as kept: the adapter keeps it, or its own copy. */
static double adapted_operand(const struct scenario *scenario)
{
    return adapter_copies_inputs(scenario) ? 0 : memory_weight_bytes(scenario);
}

/* Frozen products need no inputs; an adapter reads the output of the norm before it, in 16 bit and of all tokens. */
static double frozen_norm_outputs(const struct scenario *scenario)
{
    const bool both = scenario->strategy.lora == LORA_ALL && !scenario->model.parallel_block;
    return (both ? 2 : 1) * adapted_operand(scenario) * scenario->model.hidden;
}

/* From here to memory_layer_activations(): the rows of the table above. */
static double norm_activations(const struct scenario *scenario)
{
    const double norms = scenario->model.parallel_block ? 1 : 2;
    const double outputs = recomputes(scenario, scenario->strategy.recompute_norm)
                               ? 0
                               : device_operand_bytes(scenario->strategy.precision);
    const double masks = scenario->strategy.dropout ? 2 : 0;
    if (scenario->strategy.lora) {
        return (norms * memory_weight_bytes(scenario) + masks) * stream_width(scenario) +
               (outputs > 0 ? frozen_norm_outputs(scenario) : 0);
    }
    const bool whole = style_of(scenario->execution.style)->whole;
    const double gathered = whole ? scenario->model.hidden : stream_width(scenario);
    return (norms * memory_weight_bytes(scenario) + masks) * stream_width(scenario) + norms * outputs * gathered;
}

static double attention_activations(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const double value = memory_weight_bytes(scenario);
    /* Beside a frozen projection it is the core, or the adapter, that keeps the core's output. */
    const double operand = scenario->strategy.lora ? value : device_operand_bytes(scenario->strategy.precision);
    const double tp = scenario->strategy.tp;
    const double heads = model->heads / tp;
    if (transformer_is_mla(model)) {
        const double read = scenario->strategy.lora ? adapted_operand(scenario) : operand;
        const double latents = (value + read) * (model->q_lora + model->kv_lora);
        const double built = recomputes(scenario, scenario->strategy.recompute_latent)
                                 ? 0
                                 : value * (2.0 * (model->nope_dim + model->rope_dim) + model->v_dim);
        return latents + heads * (built + operand * model->v_dim);
    }
    const double kv_heads = greater(1, model->kv_heads / tp);
    return model->head_dim * ((value + operand) * heads + 2 * value * kv_heads);
}

static double score_activations(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const double heads = (double)scenario->model.heads / strategy->tp;
    if (scenario->execution.attention != ATTENTION_UNFUSED) {
        return STATISTICS_BYTES * heads;
    }
    if (strategy->recompute == RECOMPUTE_SELECTIVE) {
        return 0;
    }
    const double value = memory_weight_bytes(scenario);
    return (strategy->dropout ? 2 * value + 1 : value) * heads * strategy->seq_len;
}

/* An MLP before its activation, and after it. */
static double mlp_values(const struct scenario *scenario, double width, double after)
{
    const double before = scenario->model.gated ? 2 + style_of(scenario->execution.style)->gate : 1;
    return (before * memory_weight_bytes(scenario) + after) * width;
}

/* Bytes of a value behind the MLP's activation, as the second product keeps it; a frozen one keeps what its adapter
 * reads. */
static double mlp_operand(const struct scenario *scenario)
{
    const enum lora lora = scenario->strategy.lora;
    return lora == LORA_OFF   ? device_operand_bytes(scenario->strategy.precision)
           : lora == LORA_ALL ? adapted_operand(scenario)
                              : 0;
}

/* Of the MLP that every token takes. */
static double mlp_activations(const struct scenario *scenario, double width)
{
    return recomputes(scenario, scenario->strategy.recompute_mlp) ? 0
                                                                  : mlp_values(scenario, width, mlp_operand(scenario));
}

/* Bytes of a value that an expert's products read, as kept; frozen ones keep what adapters read. */
static double expert_operand(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool adapted = strategy->lora == LORA_ALL && strategy->expert_lora != EXPERT_LORA_NONE;
    return strategy->lora == LORA_OFF ? device_operand_bytes(strategy->precision)
           : adapted                  ? adapted_operand(scenario)
                                      : 0;
}

/* Routed rows are spread over the ranks as the tokens are: every rank works on as many as it sends, the busiest on
 * `imbalance` as many. */
static double expert_activations(const struct scenario *scenario)
{
    const struct transformer *model = &scenario->model;
    const struct strategy *strategy = &scenario->strategy;
    const double operand = expert_operand(scenario);
    const double after = recomputes(scenario, strategy->recompute_activation) ? 0 : operand;
    const double low = strategy->lora ? adapter_row_bytes(scenario, memory_weight_bytes(scenario)) : 0;
    const double row = operand * model->hidden * strategy->etp + mlp_values(scenario, model->expert_ffn, after) + low;
    const double rows = recomputes(scenario, strategy->recompute_experts) ? 0 : model->top_k * strategy->imbalance;
    const double shared = mlp_activations(scenario, (double)model->shared_experts * model->expert_ffn);
    return (rows * row + shared + ROUTER_LOGIT_BYTES * model->experts) / strategy->tp;
}

double memory_layer_activations(const struct scenario *scenario, enum layer_kind kind)
{
    const double mlp = kind == LAYER_EXPERTS
                           ? expert_activations(scenario)
                           : mlp_activations(scenario, (double)scenario->model.ffn / scenario->strategy.tp);
    const double adapters =
        scenario->strategy.lora ? adapter_activation_bytes(scenario, kind, memory_weight_bytes(scenario)) : 0;
    return norm_activations(scenario) + attention_activations(scenario) + score_activations(scenario) + mlp + adapters;
}

/* Share of a layer that waits for the backward pass as it is. */
static double kept_share(const struct strategy *strategy)
{
    return strategy->recompute == RECOMPUTE_FULL ? 1 - strategy->recompute_share : 1;
}

double memory_layer_input(const struct scenario *scenario)
{
    return memory_weight_bytes(scenario) * stream_width(scenario);
}

double memory_layer_kept(const struct scenario *scenario, enum layer_kind kind)
{
    const double kept = kept_share(&scenario->strategy);
    return (kept > 0 ? kept * memory_layer_activations(scenario, kind) : 0) + (1 - kept) * memory_layer_input(scenario);
}

double memory_layer_whole(const struct scenario *scenario, enum layer_kind kind)
{
    struct scenario whole = *scenario;
    whole.strategy.recompute = RECOMPUTE_NONE;
    return memory_layer_activations(&whole, kind);
}

double memory_layer_repeated(const struct scenario *scenario, enum layer_kind kind)
{
    if (scenario->strategy.recompute == RECOMPUTE_SELECTIVE) {
        return memory_layer_whole(scenario, kind) - memory_layer_activations(scenario, kind);
    }
    return kept_share(&scenario->strategy) < 1 ? memory_layer_whole(scenario, kind) : 0;
}

/* Bytes of a token that the gradients of an MLP's arrays take at once, where its activation is passed: of the array
 * behind it, and of what it reads. The array itself gave the second product's weights their gradient, and is gone. */
static double mlp_gradients(const struct scenario *scenario, double width, double after)
{
    const double read = scenario->model.gated ? 2 : 1;
    return ((read + 1) * memory_weight_bytes(scenario) - after) * width;
}

double memory_layer_gradients(const struct scenario *scenario, enum layer_kind kind)
{
    const struct transformer *model = &scenario->model;
    const double rows = model->top_k * scenario->strategy.imbalance;
    const double gradients = kind == LAYER_EXPERTS
                                 ? rows * mlp_gradients(scenario, model->expert_ffn, expert_operand(scenario))
                                 : mlp_gradients(scenario, model->ffn, mlp_operand(scenario));
    return gradients / scenario->strategy.tp;
}
