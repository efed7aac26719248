/* transformer.c: parameters, FLOPs and KV bytes of a shape.
 *
 * Matrices are counted by one set of functions, which the parameter count and the FLOPs share. Everything is a double
 * from the first product on: a vocabulary times a width can exceed an int.
 */
#include "core/transformer.h"

bool transformer_is_moe(const struct transformer *model)
{
    return model->experts > 0;
}

bool transformer_is_mla(const struct transformer *model)
{
    return model->kv_lora > 0;
}

double transformer_score_dim(const struct transformer *model)
{
    return transformer_is_mla(model) ? model->nope_dim + model->rope_dim : model->head_dim;
}

double transformer_value_dim(const struct transformer *model)
{
    return transformer_is_mla(model) ? model->v_dim : model->head_dim;
}

double transformer_core_dim(const struct transformer *model)
{
    return (transformer_score_dim(model) + transformer_value_dim(model)) / 2;
}

/* Widths of all heads together. */
static double query_width(const struct transformer *model)
{
    return model->heads * transformer_score_dim(model);
}

static double value_width(const struct transformer *model)
{
    return model->heads * transformer_value_dim(model);
}

static double kv_width(const struct transformer *model)
{
    return (double)model->kv_heads * model->head_dim;
}

/* Elements of the attention's matrices: queries (through their latent if there is one), keys and values, output. */
static double attention_matrices(const struct transformer *model)
{
    const double hidden = model->hidden;
    const double queries = query_width(model);
    const double values = value_width(model);
    if (!transformer_is_mla(model)) {
        return hidden * queries + 2 * hidden * kv_width(model) + values * hidden;
    }
    const double query = model->q_lora > 0 ? model->q_lora * (hidden + queries) : hidden * queries;
    const double down = hidden * (model->kv_lora + model->rope_dim);
    const double up = model->kv_lora * ((double)model->heads * model->nope_dim + values);
    return query + down + up + values * hidden;
}

/* Elements of one MLP's matrices. */
static double mlp_matrices(const struct transformer *model, double width)
{
    return (model->gated ? 3 : 2) * (double)model->hidden * width;
}

static double router_matrix(const struct transformer *model)
{
    return (double)model->hidden * model->experts;
}

static double mlp_biases(const struct transformer *model, double width)
{
    return model->linear_bias ? (model->gated ? 2 : 1) * width + model->hidden : 0;
}

/* Biases of the projections, and the norms inside the attention. */
static double attention_vectors(const struct transformer *model)
{
    double biases = model->linear_bias ? model->hidden : 0;
    if (model->qkv_bias || model->linear_bias) {
        biases += query_width(model) + 2 * kv_width(model);
    }
    const double heads_norms = model->qk_norm_whole ? query_width(model) + kv_width(model) : 2 * model->head_dim;
    double norms = model->qk_norm ? heads_norms : 0;
    norms += transformer_is_mla(model) ? model->q_lora + model->kv_lora : 0;
    return biases + norms;
}

static double norm_size(const struct transformer *model)
{
    return (model->norm == NORM_LAYER ? 2.0 : 1.0) * model->hidden;
}

static double expert_params(const struct transformer *model)
{
    return mlp_matrices(model, model->expert_ffn) + mlp_biases(model, model->expert_ffn);
}

/* Experts of one layer, if a token's way led through `routed` of them. */
static double routed_params(const struct transformer *model, double routed)
{
    const double router = router_matrix(model) + (model->linear_bias ? model->experts : 0);
    return (routed + model->shared_experts) * expert_params(model) + router;
}

static int moe_layer_count(const struct transformer *model)
{
    if (!transformer_is_moe(model)) {
        return 0;
    }
    const int every = model->moe_every > 1 ? model->moe_every : 1;
    return model->dense_layers < model->layers ? (model->layers - model->dense_layers) / every : 0;
}

/* The count that someone states replaces the one of the shape: every part by the same factor. */
static struct parameter_sum scale_parts(struct parameter_sum sum, double factor)
{
    double *const parts[] = {&sum.attention,   &sum.mlp,       &sum.experts,   &sum.experts_active, &sum.expert,
                             &sum.dense_layer, &sum.moe_layer, &sum.embedding, &sum.head,           &sum.final_norm,
                             &sum.total,       &sum.active,    &sum.mtp,       &sum.mtp_active};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *parts[i] *= factor;
    }
    return sum;
}

struct parameter_sum transformer_params(const struct transformer *model)
{
    const double norms = (model->parallel_block ? 1 : 2) * norm_size(model);
    struct parameter_sum sum = {
        .attention = attention_matrices(model) + attention_vectors(model),
        .mlp = mlp_matrices(model, model->ffn) + mlp_biases(model, model->ffn),
        .experts = transformer_is_moe(model) ? routed_params(model, model->experts) : 0,
        .experts_active = transformer_is_moe(model) ? routed_params(model, model->top_k) : 0,
        .expert = transformer_is_moe(model) ? expert_params(model) : 0,
        .moe_layers = moe_layer_count(model),
        .embedding = ((double)model->vocab + model->positions) * model->hidden,
        .head = model->tied ? 0 : (double)model->vocab * model->hidden,
        .final_norm = norm_size(model),
    };
    sum.dense_layers = model->layers - sum.moe_layers;
    sum.dense_layer = sum.attention + sum.mlp + norms;
    sum.moe_layer = sum.attention + sum.experts + norms;
    sum.total =
        sum.dense_layers * sum.dense_layer + sum.moe_layers * sum.moe_layer + sum.embedding + sum.head + sum.final_norm;
    sum.active = sum.total - sum.moe_layers * (sum.experts - sum.experts_active);
    /* A module of multi-token prediction: one more of the last layers, and a projection that joins two hidden vectors.
     */
    const double module = 2.0 * model->hidden * model->hidden;
    const double last = sum.moe_layers > 0 ? sum.moe_layer : sum.dense_layer;
    const double unused = sum.moe_layers > 0 ? sum.experts - sum.experts_active : 0;
    sum.mtp = model->mtp * (last + module);
    sum.mtp_active = model->mtp * (last + module - unused + (double)model->vocab * model->hidden);
    return model->params > 0 ? scale_parts(sum, model->params / sum.total) : sum;
}

double transformer_head_layers(const struct transformer *model, const struct parameter_sum *params)
{
    const double idle = params->moe_layers * (params->experts - params->experts_active);
    const double weights = params->dense_layers * params->dense_layer + params->moe_layers * params->moe_layer - idle;
    const double head = (double)model->vocab * model->hidden / (weights / model->layers);
    return head + model->mtp * (head + 1);
}

/* Keys that a token attends to on the average of a causal sequence, in all layers together.
 *
 *   formula   s/2 without a window; with one, the mean of min(i, w) over a sequence: w - w^2 / 2s
 */
static double attended_keys(const struct transformer *model, double seq_len)
{
    const double full = seq_len / 2;
    if (model->window <= 0 || model->window >= seq_len) {
        return model->layers * full;
    }
    const double window = model->window - (double)model->window * model->window / (2 * seq_len);
    const int full_layers = model->window_every > 0 ? model->layers / model->window_every : 0;
    return full_layers * full + (model->layers - full_layers) * window;
}

/* Elements of the experts that one token uses in a layer. */
static double token_experts(const struct transformer *model)
{
    return mlp_matrices(model, model->expert_ffn) * (model->top_k + model->shared_experts);
}

double transformer_attention_width(const struct transformer *model)
{
    return query_width(model) + value_width(model);
}

struct flop_sum transformer_flops(const struct transformer *model, int seq_len, enum mfu_convention attention)
{
    if (model->sample_flops > 0) {
        return (struct flop_sum){.matrix = model->sample_flops / seq_len};
    }
    const int moe_layers = moe_layer_count(model);
    const double attention_elements = attention_matrices(model);
    const double dense = attention_elements + mlp_matrices(model, model->ffn);
    const double experts = moe_layers > 0 ? attention_elements + token_experts(model) + router_matrix(model) : 0;
    const double module = (moe_layers > 0 ? experts : dense) + 2.0 * model->hidden * model->hidden;
    const double matrices = (model->layers - moe_layers) * dense + moe_layers * experts + model->mtp * module;
    const double keys = attended_keys(model, seq_len) * (attention == MFU_FULL ? 2 : 1);
    const double layers = (double)(model->layers + model->mtp) / model->layers;
    return (struct flop_sum){
        .matrix = WEIGHT_FLOPS * matrices,
        .attention = WEIGHT_FLOPS * layers * keys * transformer_attention_width(model),
        .head = WEIGHT_FLOPS * (1.0 + model->mtp) * model->hidden * model->vocab,
    };
}

double transformer_kv_bytes(const struct transformer *model, double value_bytes)
{
    const double values = transformer_is_mla(model) ? model->kv_lora + model->rope_dim : 2 * kv_width(model);
    return values * model->layers * value_bytes;
}
