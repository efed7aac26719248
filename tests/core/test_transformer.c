/* test_transformer.c: counts against published totals and checkpoints, FLOPs against published formulas and a count of
 * every attended key. */
#include "core/transformer.h"
#include "expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* clang-format off */
/* Shapes as their config files and papers give them. */
static const struct transformer llama3_8b = {
    .name = "Llama 3 8B", .layers = 32, .hidden = 4096, .ffn = 14336, .heads = 32, .kv_heads = 8, .head_dim = 128,
    .vocab = 128256, .gated = true};
static const struct transformer llama3_70b = {
    .name = "Llama 3 70B", .layers = 80, .hidden = 8192, .ffn = 28672, .heads = 64, .kv_heads = 8, .head_dim = 128,
    .vocab = 128256, .gated = true};
static const struct transformer llama3_405b = {
    .name = "Llama 3.1 405B", .layers = 126, .hidden = 16384, .ffn = 53248, .heads = 128, .kv_heads = 8,
    .head_dim = 128, .vocab = 128256, .gated = true};
static const struct transformer llama32_3b = {
    .name = "Llama 3.2 3B", .layers = 28, .hidden = 3072, .ffn = 8192, .heads = 24, .kv_heads = 8, .head_dim = 128,
    .vocab = 128256, .gated = true, .tied = true};
static const struct transformer llama2_7b = {
    .name = "Llama 2 7B", .layers = 32, .hidden = 4096, .ffn = 11008, .heads = 32, .kv_heads = 32, .head_dim = 128,
    .vocab = 32000, .gated = true};
static const struct transformer gpt2 = {
    .name = "GPT-2", .layers = 12, .hidden = 768, .ffn = 3072, .heads = 12, .kv_heads = 12, .head_dim = 64,
    .vocab = 50257, .positions = 1024, .norm = NORM_LAYER, .tied = true, .linear_bias = true};
static const struct transformer gpt3 = {
    .name = "GPT-3 175B", .layers = 96, .hidden = 12288, .ffn = 49152, .heads = 96, .kv_heads = 96, .head_dim = 128,
    .vocab = 51200, .positions = 2048, .norm = NORM_LAYER, .tied = true, .linear_bias = true};
static const struct transformer qwen25_7b = {
    .name = "Qwen2.5 7B", .layers = 28, .hidden = 3584, .ffn = 18944, .heads = 28, .kv_heads = 4, .head_dim = 128,
    .vocab = 152064, .gated = true, .qkv_bias = true};
static const struct transformer qwen3_8b = {
    .name = "Qwen3 8B", .layers = 36, .hidden = 4096, .ffn = 12288, .heads = 32, .kv_heads = 8, .head_dim = 128,
    .vocab = 151936, .gated = true, .qk_norm = true};
static const struct transformer falcon_7b = {
    .name = "Falcon 7B", .layers = 32, .hidden = 4544, .ffn = 18176, .heads = 71, .kv_heads = 1, .head_dim = 64,
    .vocab = 65024, .norm = NORM_LAYER, .tied = true, .parallel_block = true};
static const struct transformer mixtral = {
    .name = "Mixtral 8x7B", .layers = 32, .hidden = 4096, .ffn = 14336, .heads = 32, .kv_heads = 8, .head_dim = 128,
    .vocab = 32000, .gated = true, .experts = 8, .top_k = 2, .expert_ffn = 14336, .moe_every = 1};
static const struct transformer mixtral_22b = {
    .name = "Mixtral 8x22B", .layers = 56, .hidden = 6144, .ffn = 16384, .heads = 48, .kv_heads = 8, .head_dim = 128,
    .vocab = 32000, .gated = true, .experts = 8, .top_k = 2, .expert_ffn = 16384, .moe_every = 1};
static const struct transformer maverick = {
    .name = "Llama 4 Maverick", .layers = 48, .hidden = 5120, .ffn = 16384, .heads = 40, .kv_heads = 8,
    .head_dim = 128, .vocab = 202048, .gated = true, .experts = 128, .top_k = 1, .expert_ffn = 8192,
    .shared_experts = 1, .moe_every = 2};
static const struct transformer deepseek_v3 = {
    .name = "DeepSeek-V3", .layers = 61, .hidden = 7168, .ffn = 18432, .heads = 128, .kv_heads = 128, .head_dim = 128,
    .vocab = 129280, .gated = true, .q_lora = 1536, .kv_lora = 512, .rope_dim = 64, .nope_dim = 128, .v_dim = 128,
    .experts = 256, .top_k = 8, .expert_ffn = 2048, .shared_experts = 1, .dense_layers = 3, .moe_every = 1};
static const struct transformer gpt_oss = {
    .name = "GPT-OSS 120B", .layers = 36, .hidden = 2880, .ffn = 2880, .heads = 64, .kv_heads = 8, .head_dim = 64,
    .vocab = 201088, .gated = true, .linear_bias = true, .experts = 128, .top_k = 4, .expert_ffn = 2880,
    .moe_every = 1, .window = 128, .window_every = 2};
/* clang-format on */

/* Sums of the tensors of published checkpoints, to the last parameter. */
static void dense_models_have_their_checkpoints_parameters(void **state)
{
    (void)state;
    const struct {
        const struct transformer *model;
        double total;
    } rows[] = {
        {&llama3_8b, 8030261248}, {&llama3_70b, 70553706496}, {&llama3_405b, 405853388800}, {&llama32_3b, 3212749824},
        {&llama2_7b, 6738415616}, {&gpt2, 124439808},         {&qwen25_7b, 7615616512},     {&qwen3_8b, 8190735360},
        {&falcon_7b, 6921720704}, /* one LayerNorm a layer: attention and MLP stand side by side */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct parameter_sum sum = transformer_params(rows[i].model);
        expect(rows[i].model->name, sum.total, rows[i].total, 0);
        expect(rows[i].model->name, sum.active, rows[i].total, 0);
        assert_int_equal(sum.dense_layers, rows[i].model->layers);
    }
}

static void mixtures_have_their_published_totals_and_active_counts(void **state)
{
    (void)state;
    expect("Mixtral 8x7B", transformer_params(&mixtral).total, 46702792704, 0);
    expect("Mixtral 8x7B, active", transformer_params(&mixtral).active, 12.9e9, 0.005);
    expect("Mixtral 8x22B", transformer_params(&mixtral_22b).total, 140620634112, 0);
    expect("Mixtral 8x22B, active", transformer_params(&mixtral_22b).active, 39152031744, 0.0005);
    expect("DeepSeek-V3", transformer_params(&deepseek_v3).total, 671.03e9, 0.0001);
    expect("DeepSeek-V3, active", transformer_params(&deepseek_v3).active, 37e9, 0.02);
    expect("GPT-OSS 120B", transformer_params(&gpt_oss).total, 116.83e9, 0.0005);
    expect("Llama 4 Maverick", transformer_params(&maverick).total, 400.71e9, 0.0005);
}

static void layers_with_experts_follow_the_dense_ones(void **state)
{
    (void)state;
    assert_int_equal(transformer_params(&deepseek_v3).dense_layers, 3);
    assert_int_equal(transformer_params(&deepseek_v3).moe_layers, 58);
    assert_int_equal(transformer_params(&maverick).moe_layers, 24);
    assert_int_equal(transformer_params(&mixtral).dense_layers, 0);
}

static void parts_add_up_to_the_total(void **state)
{
    (void)state;
    const struct transformer *models[] = {&llama3_70b, &gpt2, &deepseek_v3, &maverick, &falcon_7b};
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        struct transformer model = *models[i];
        for (int stated = 0; stated < 2; stated++) {
            const struct parameter_sum sum = transformer_params(&model);
            expect(model.name,
                   sum.dense_layers * sum.dense_layer + sum.moe_layers * sum.moe_layer + sum.embedding + sum.head +
                       sum.final_norm,
                   sum.total, 1e-14);
            model.params = 1e9;
        }
        expect(model.name, transformer_params(&model).total, 1e9, 1e-15);
    }
}

/* 12 L h^2 (1 + 13/12h) and the embeddings: Narayanan et al. 2021, equation 2. */
static void a_gpt_follows_the_formula_of_narayanan(void **state)
{
    (void)state;
    const double hidden = gpt3.hidden;
    const double expected = 12 * gpt3.layers * hidden * hidden *
                            (1 + 13 / (12 * hidden) + (gpt3.vocab + 2048.0) / (12 * gpt3.layers * hidden));
    expect("GPT-3", transformer_params(&gpt3).total, expected, 1e-6);
}

/* 96 B s L h^2 (1 + s/6h + V/16Lh) with full recomputation: Narayanan et al. 2021, equation 3. Layers run four times
 * their forward pass there, the head three times; attention counts the masked half. */
static void flops_of_a_gpt_follow_the_formula_of_narayanan(void **state)
{
    (void)state;
    const double hidden = gpt3.hidden;
    const double layers = gpt3.layers;
    for (int seq_len = 512; seq_len <= 8192; seq_len *= 2) {
        const struct flop_sum flops = transformer_flops(&gpt3, seq_len, MFU_FULL);
        const double expected =
            96 * layers * hidden * hidden * (1 + seq_len / (6 * hidden) + gpt3.vocab / (16 * layers * hidden));
        expect("GPT-3", 4 * (flops.matrix + flops.attention) + 3 * flops.head, expected, 1e-12);
    }
}

/* 6 N + 12 L H Q T: PaLM, appendix B; half of the second term where causal masking counts. */
static void flops_of_llama_follow_the_formula_of_palm(void **state)
{
    (void)state;
    const double params = 70553706496.0 - 128256.0 * 8192; /* the embedding is looked up */
    const struct flop_sum full = transformer_flops(&llama3_70b, 8192, MFU_FULL);
    const struct flop_sum causal = transformer_flops(&llama3_70b, 8192, MFU_CAUSAL);
    expect("70B matrices", 3 * (full.matrix + full.head), 6 * params, 2e-5); /* norms do not multiply */
    expect("70B attention", 3 * full.attention, 12.0 * 80 * 64 * 128 * 8192, 1e-14);
    expect("70B causal", causal.attention, full.attention / 2, 1e-15);
}

static void a_tied_head_multiplies_all_the_same(void **state)
{
    (void)state;
    expect("GPT-2 head", 3 * transformer_flops(&gpt2, 1024, MFU_CAUSAL).head, 231584256, 0);
}

/* 249 GFLOP a token in training at 4096 tokens, without the extra prediction layer: NVIDIA Megatron-Bridge, published
 * performance tables. */
static void flops_of_deepseek_are_those_published(void **state)
{
    (void)state;
    const struct flop_sum flops = transformer_flops(&deepseek_v3, 4096, MFU_CAUSAL);
    expect("DeepSeek-V3", 3 * (flops.matrix + flops.attention + flops.head), 249e9, 0.01);
}

/* Every query in turn, every key that it sees. */
static double keys_seen(int seq_len, int window)
{
    double seen = 0;
    for (int query = 0; query < seq_len; query++) {
        seen += window > 0 && query >= window ? window : query + 0.5; /* the diagonal counts half: s/2, not (s+1)/2 */
    }
    return seen / seq_len;
}

/* Megatron-Bridge counts 260e9 FLOPs a token for DeepSeek-V3 with its module of multi-token prediction, 249e9 without.
 * The module has 11.5 B parameters of its own; the total is as before. */
static void multi_token_prediction_is_one_more_layer_and_head(void **state)
{
    (void)state;
    struct transformer with = deepseek_v3;
    with.mtp = 1;
    const struct flop_sum flops = transformer_flops(&with, 4096, MFU_CAUSAL);
    expect("FLOPs", 3 * (flops.matrix + flops.attention + flops.head), 260e9, 0.01);
    expect("total", transformer_params(&with).total, 671.03e9, 0.0001);
    expect("module", transformer_params(&with).mtp, 11.5e9, 0.02);
    assert_true(transformer_params(&deepseek_v3).mtp == 0);
}

static void a_window_counts_the_keys_that_are_seen(void **state)
{
    (void)state;
    for (int window = 64; window <= 4096; window *= 2) {
        for (int every = 0; every <= 4; every += 2) {
            struct transformer model = llama3_8b;
            model.window = window;
            model.window_every = every;
            const double full_layers = every > 0 ? 32.0 / every : 0;
            const double keys = full_layers * keys_seen(2048, 0) + (32 - full_layers) * keys_seen(2048, window);
            expect("window", transformer_flops(&model, 2048, MFU_CAUSAL).attention, 4 * keys * 4096, 1e-12);
        }
    }
}

static void what_is_no_transformer_states_its_flops(void **state)
{
    (void)state;
    struct transformer model = llama3_8b;
    model.sample_flops = 8.2e9; /* a sample of 4 tokens */
    const struct flop_sum flops = transformer_flops(&model, 4, MFU_CAUSAL);
    expect("matrix", flops.matrix, 2.05e9, 1e-15);
    expect("others", flops.attention + flops.head, 0, 0);
}

static void the_cache_of_a_token_is_as_published(void **state)
{
    (void)state;
    expect("Llama 3 8B", transformer_kv_bytes(&llama3_8b, 2), 131072, 0);
    expect("Llama 3 70B", transformer_kv_bytes(&llama3_70b, 2), 327680, 0);
    expect("GPT-2", transformer_kv_bytes(&gpt2, 2), 36864, 0);
    expect("DeepSeek-V3", transformer_kv_bytes(&deepseek_v3, 2), 70272, 0);
    expect("Falcon 7B", transformer_kv_bytes(&falcon_7b, 2), 8192, 0);
}

/* MiniMax-M2: 48 heads of 128 and 8 of keys have 7,168 weights in each layer's norms, two norms of a head 256. */
static void a_norm_of_all_heads_has_a_weight_for_each_value(void **state)
{
    (void)state;
    struct transformer model = llama3_8b;
    model.heads = 48;
    model.kv_heads = 8;
    model.head_dim = 128;
    const double none = transformer_params(&model).total;
    model.qk_norm = true;
    expect("of each head", transformer_params(&model).total - none, model.layers * 256, 0);
    model.qk_norm_whole = true;
    expect("of all heads", transformer_params(&model).total - none, model.layers * 7168, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_models_have_their_checkpoints_parameters),
        cmocka_unit_test(mixtures_have_their_published_totals_and_active_counts),
        cmocka_unit_test(layers_with_experts_follow_the_dense_ones),
        cmocka_unit_test(parts_add_up_to_the_total),
        cmocka_unit_test(a_gpt_follows_the_formula_of_narayanan),
        cmocka_unit_test(flops_of_a_gpt_follow_the_formula_of_narayanan),
        cmocka_unit_test(flops_of_llama_follow_the_formula_of_palm),
        cmocka_unit_test(a_tied_head_multiplies_all_the_same),
        cmocka_unit_test(flops_of_deepseek_are_those_published),
        cmocka_unit_test(multi_token_prediction_is_one_more_layer_and_head),
        cmocka_unit_test(a_window_counts_the_keys_that_are_seen),
        cmocka_unit_test(what_is_no_transformer_states_its_flops),
        cmocka_unit_test(the_cache_of_a_token_is_as_published),
        cmocka_unit_test(a_norm_of_all_heads_has_a_weight_for_each_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
