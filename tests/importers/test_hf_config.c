/* Files of Hugging Face become models with the parameters that their makers publish, or are refused with the reason. */
#include "core/transformer.h"
#include "importers/hf_config.h"
#include "text_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct imported read_file(const char *name)
{
    char path[120];
    (void)snprintf(path, sizeof path, "hf/%s.json", name);
    const struct import_text text = text_of_file(path);
    const struct imported imported = hf_config_read(text);
    text_free(text);
    return imported;
}

static struct imported read_text(const char *bytes)
{
    const struct import_text text = text_of(bytes);
    const struct imported imported = hf_config_read(text);
    text_free(text);
    return imported;
}

static struct transformer model_of(const struct imported *imported)
{
    struct scenario scenario = scenario_default();
    for (int i = 0; i < imported->setting_count; i++) {
        parameter_set(imported->setting[i].parameter, &scenario, imported->setting[i].value);
    }
    return scenario.model;
}

/* Parameter counts of the stored weights, by the model cards and papers of their makers; GLM-5: Z.ai, February 2026.
 * Active counts where one is published with two digits or more that leaves nothing out. */
static const struct {
    const char *name;
    double total, active;
} published[] = {
    {"bloom-3b", 3.0026e9, 0},      {"command-r-plus", 104e9, 0},
    {"dbrx", 132e9, 36e9},          {"deepseek-v3", 671e9, 37e9},
    {"falcon-7b", 7.2172e9, 0},     {"gemma-2-9b", 9.2417e9, 0},
    {"gemma-3-27b", 27.0e9, 0},     {"gemma-4-26b-a4b", 25.2e9, 3.8e9},
    {"glm-4.5-air", 106e9, 0},      {"glm-5", 744e9, 0},
    {"gpt-neox-20b", 20.555e9, 0},  {"gpt-oss-20b", 20.91e9, 0},
    {"gpt2", 124.44e6, 0},          {"llama-3.1-8b", 8.0303e9, 0},
    {"llama-3.2-3b", 3.2127e9, 0},  {"llama-4-maverick", 400e9, 17e9},
    {"mistral-7b", 7.2417e9, 0},    {"mixtral-8x7b", 46.7e9, 12.9e9},
    {"mpt-7b", 6.6493e9, 0},        {"opt-6.7b", 6.6585e9, 0},
    {"phi-2", 2.7797e9, 0},         {"qwen2-57b-a14b", 57.41e9, 14.2e9},
    {"qwen2.5-7b", 7.61e9, 0},      {"qwen3-30b-a3b", 30.5e9, 3.3e9},
    {"starcoder2-7b", 7.1739e9, 0},
};

static void imported_models_have_the_parameters_that_are_published(void **state)
{
    static const double total_tolerance = 0.01;
    static const double active_tolerance = 0.02;
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        const struct imported imported = read_file(published[i].name);
        if (imported.fault.message[0] != '\0') {
            fail_msg("%s: %s", published[i].name, imported.fault.message);
        }
        const struct transformer model = model_of(&imported);
        const struct parameter_sum sum = transformer_params(&model);
        const double total = sum.total / published[i].total - 1;
        const double active = published[i].active > 0 ? sum.active / published[i].active - 1 : 0;
        if (fabs(total) > total_tolerance || fabs(active) > active_tolerance) {
            fail_msg("%s: %.4e parameters, %.4e active; published %.4e, %.4e", published[i].name, sum.total, sum.active,
                     published[i].total, published[i].active);
        }
    }
}

static void windows_are_those_of_the_layers_that_have_them(void **state)
{
    static const struct {
        const char *name;
        int window, every;
    } cases[] = {
        {"mistral-7b", 4096, 0},      {"gpt-oss-20b", 128, 2},       {"gemma-2-9b", 4096, 2}, {"gemma-3-27b", 1024, 6},
        {"gemma-4-26b-a4b", 1024, 6}, {"llama-4-maverick", 8192, 4}, {"qwen2.5-7b", 0, 0},    {"mixtral-8x7b", 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct imported imported = read_file(cases[i].name);
        const struct transformer model = model_of(&imported);
        if (model.window != cases[i].window || model.window_every != cases[i].every) {
            fail_msg("%s: window %d, one in %d in full", cases[i].name, model.window, model.window_every);
        }
    }
}

static void experts_lie_in_the_layers_that_the_file_names(void **state)
{
    (void)state;
    const struct imported deepseek = read_file("deepseek-v3");
    const struct transformer latent = model_of(&deepseek);
    assert_int_equal(latent.dense_layers, 3);
    assert_int_equal(latent.shared_experts, 1);
    assert_int_equal(latent.mtp, 1);
    assert_int_equal(latent.kv_lora, 512);
    assert_int_equal(latent.head_dim, 128);
    const struct imported maverick = read_file("llama-4-maverick");
    const struct transformer interleaved = model_of(&maverick);
    assert_int_equal(interleaved.moe_every, 2);
    assert_int_equal(interleaved.ffn, 16384);
    assert_int_equal(interleaved.expert_ffn, 8192);
    assert_int_equal(interleaved.shared_experts, 1);
    const struct imported qwen = read_file("qwen2-57b-a14b");
    assert_int_equal(model_of(&qwen).shared_experts, 8); /* 20480 / 2560 */
    const struct imported gemma = read_file("gemma-4-26b-a4b");
    assert_int_equal(model_of(&gemma).shared_experts, 3); /* the dense MLP beside them: 2112 / 704 */
}

#define SHAPE                                                                                                   \
    "\"num_hidden_layers\": 8, \"hidden_size\": 512, \"num_attention_heads\": 8, \"intermediate_size\": 1024, " \
    "\"vocab_size\": 1000"
#define EXPERTS "\"num_experts\": 4, \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 256"

/* MiniMax-M2 and OLMo 2 normalise the queries of all heads at once (modeling_minimax_m2.py, modeling_olmo2.py), Qwen3
 * each head's: 48 heads of 128 and 8 of keys have 7,168 weights in a layer, where Qwen3 has 256. */
static void norms_of_all_heads_are_told_from_those_of_each(void **state)
{
    (void)state;
    const struct imported whole = read_text("{\"model_type\": \"minimax_m2\", " SHAPE "}");
    const struct imported each = read_text("{\"model_type\": \"qwen3\", " SHAPE "}");
    assert_true(model_of(&whole).qk_norm && model_of(&whole).qk_norm_whole);
    assert_true(model_of(&each).qk_norm && !model_of(&each).qk_norm_whole);
}

static void a_window_that_no_sequence_leaves_is_none(void **state)
{
    (void)state;
    const struct imported wide = read_text("{\"model_type\": \"mistral\", " SHAPE
                                           ", \"max_position_embeddings\": 4096, \"sliding_window\": 4096}");
    assert_string_equal(wide.fault.message, "");
    assert_int_equal(model_of(&wide).window, 0);
    const struct imported narrow = read_text("{\"model_type\": \"mistral\", " SHAPE
                                             ", \"max_position_embeddings\": 4096, \"sliding_window\": 4095}");
    assert_int_equal(model_of(&narrow).window, 4095);
}

static void dense_layers_among_experts_are_read_from_lists(void **state)
{
    (void)state;
    const struct imported listed =
        read_text("{\"model_type\": \"qwen3_moe\", " SHAPE ", " EXPERTS ", \"mlp_only_layers\": [0, 1]}");
    assert_string_equal(listed.fault.message, "");
    assert_int_equal(model_of(&listed).dense_layers, 2);
    const struct imported frequencies = read_text("{\"model_type\": \"mixtral\", " SHAPE ", " EXPERTS
                                                  ", \"moe_layer_freq\": [0, 1, 1, 1, 1, 1, 1, 1]}");
    assert_string_equal(frequencies.fault.message, "");
    assert_int_equal(model_of(&frequencies).dense_layers, 1);
    const struct imported apart =
        read_text("{\"model_type\": \"qwen3_moe\", " SHAPE ", " EXPERTS ", \"mlp_only_layers\": [0, 5]}");
    assert_non_null(strstr(apart.fault.message, "mlp_only_layers: layer 5 stands where 1 is expected"));
}

static void what_the_code_of_a_family_knows_is_filled_in(void **state)
{
    (void)state;
    const struct imported plain = read_text("{\"model_type\": \"llama\", " SHAPE "}");
    const struct transformer llama = model_of(&plain);
    assert_true(llama.gated);
    assert_false(llama.tied);
    assert_int_equal(llama.kv_heads, 8);
    assert_int_equal(llama.head_dim, 64);
    const struct imported biased = read_text("{\"model_type\": \"qwen2\", " SHAPE ", \"tie_word_embeddings\": true}");
    const struct transformer qwen = model_of(&biased);
    assert_true(qwen.qkv_bias);
    assert_true(qwen.tied);
    const struct imported old = read_file("gpt2");
    const struct transformer gpt2 = model_of(&old);
    assert_int_equal(gpt2.ffn, 4 * 768);
    assert_int_equal(gpt2.positions, 1024);
    assert_int_equal(gpt2.norm, NORM_LAYER);
    assert_false(gpt2.gated);
    const struct imported single = read_file("falcon-7b");
    assert_int_equal(model_of(&single).kv_heads, 1); /* multi_query, whatever num_kv_heads says */
}

static void what_is_guessed_or_left_out_is_said(void **state)
{
    (void)state;
    const struct imported unknown = read_text("{\"model_type\": \"brandnew\", \"hidden_act\": \"silu\", " SHAPE "}");
    assert_string_equal(unknown.fault.message, "");
    assert_true(model_of(&unknown).gated);
    assert_true(imported_has_note(&unknown, "\"brandnew\" is not known here"));
    const struct imported quantized = read_file("deepseek-v3");
    assert_true(imported_has_note(&quantized, "stored as fp8"));
    assert_true(model_of(&quantized).block_scales);
    assert_false(model_of(&unknown).block_scales);
    const struct imported sparse = read_file("glm-5");
    assert_true(imported_has_note(&sparse, "index_topk"));
    const struct imported sees = read_file("gemma-3-27b");
    assert_true(imported_has_note(&sees, "The text part"));
    bool vocab_assumed = false;
    for (int i = 0; i < sees.setting_count; i++) {
        vocab_assumed |= strcmp(sees.setting[i].parameter->key, "model.vocab") == 0 && sees.setting[i].assumed;
    }
    assert_true(vocab_assumed);
}

static void what_cannot_be_priced_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"{\"model_type\": \"bert\", " SHAPE "}", "model_type bert is an encoder"},
        {"{\"model_type\": \"t5\", " SHAPE "}", "an encoder and a decoder"},
        {"{\"model_type\": \"mamba\", " SHAPE "}", "recurrent layers"},
        {"{\"model_type\": \"x\", \"is_encoder_decoder\": true, " SHAPE "}", "is_encoder_decoder is true"},
        {"{\"model_type\": \"jamba\", \"attn_layer_period\": 8, " SHAPE "}",
         "attn_layer_period: some of its layers are Mamba"},
        {"{\"model_type\": \"qwen3_next\", \"linear_num_value_heads\": 32, " SHAPE "}", "linear attention"},
        {"{\"model_type\": \"x\", \"layer_types\": [\"conv\", \"full_attention\"], " SHAPE "}", "a layer of \"conv\""},
        {"{\"model_type\": \"gemma3n_text\", \"hidden_size_per_layer_input\": 256, " SHAPE "}",
         "embeddings of every layer"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct imported imported = read_text(cases[i].text);
        if (strstr(imported.fault.message, cases[i].message) == NULL) {
            fail_msg("%s: %s", cases[i].text, imported.fault.message);
        }
    }
    const struct imported hybrid = read_file("nemotron-h-8b");
    assert_non_null(strstr(hybrid.fault.message, "hybrid_override_pattern: some of its layers are Mamba"));
    assert_int_equal(hybrid.fault.line, 10);
}

static struct import_fault fault_of(struct import_text text)
{
    return hf_config_read(text).fault;
}

static void a_mistake_is_named_with_its_key_and_what_is_expected(void **state)
{
    static const struct refused_text cases[] = {
        {"[1]", 1, "an object is expected"},
        {"{}", 0, "num_hidden_layers (or n_layer, n_layers, num_layers) is missing"},
        {"{\"model_type\": \"llama\",\n\"num_hidden_layers\": \"32\"}", 2,
         "num_hidden_layers is \"32\": a whole number"},
        {"{\"model_type\": \"llama\",\n\"num_hidden_layers\": 1.5}", 2, "num_hidden_layers is 1.5: a whole number"},
        {"{\"model_type\": \"llama\",\n\"num_hidden_layers\": -1}", 2, "num_hidden_layers is -1"},
        {"{\"model_type\": \"llama\",\n\"num_hidden_layers\": 5000}", 2, "from 1 to 4096 is expected"},
        {"{\"model_type\": \"llama\", \"num_hidden_layers\": 2,\n\"hidden_size\": [1, 2]}", 2,
         "layers that differ in it"},
        {"{\"model_type\": \"llama\", \"num_hidden_layers\": 2, \"hidden_size\": 100, \"num_attention_heads\": 3, "
         "\"intermediate_size\": 10, \"vocab_size\": 9}",
         0, "3 heads do not divide a hidden_size of 100"},
        {"{\"model_type\": \"mixtral\", " SHAPE ",\n\"num_local_experts\": 8}", 2, "num_experts_per_tok is missing"},
        {"{\"model_type\": \"llama\", \"num_hidden_layers\": 1e300}", 1, "a whole number"},
    };
    (void)state;
    text_expect_refused(cases, sizeof cases / sizeof cases[0], fault_of);
}

static void expect_a_fault_or_a_model(struct import_text text)
{
    const struct imported imported = hf_config_read(text);
    assert_true(imported.fault.message[0] != '\0' || imported.setting_count > 0);
}

static void files_that_are_cut_or_damaged_anywhere_are_survived(void **state)
{
    static const char *const paths[] = {"hf/deepseek-v3.json", "hf/gpt-oss-20b.json", "hf/llama-4-maverick.json",
                                        "hf/gpt2.json", "hf/dbrx.json"};
    (void)state;
    text_torture(paths, sizeof paths / sizeof paths[0], expect_a_fault_or_a_model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imported_models_have_the_parameters_that_are_published),
        cmocka_unit_test(windows_are_those_of_the_layers_that_have_them),
        cmocka_unit_test(norms_of_all_heads_are_told_from_those_of_each),
        cmocka_unit_test(experts_lie_in_the_layers_that_the_file_names),
        cmocka_unit_test(a_window_that_no_sequence_leaves_is_none),
        cmocka_unit_test(dense_layers_among_experts_are_read_from_lists),
        cmocka_unit_test(what_the_code_of_a_family_knows_is_filled_in),
        cmocka_unit_test(what_is_guessed_or_left_out_is_said),
        cmocka_unit_test(what_cannot_be_priced_is_refused_with_the_reason),
        cmocka_unit_test(a_mistake_is_named_with_its_key_and_what_is_expected),
        cmocka_unit_test(files_that_are_cut_or_damaged_anywhere_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
