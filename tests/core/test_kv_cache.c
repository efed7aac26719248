/* test_kv_cache.c: bytes of a token as engines and their users have counted them. */
#include "core/kv_cache.h"
#include "figures.h"
#include "serving_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DECODE "mode=decode cluster.gpus=8 "

/* Issues of LMCache 688, Model-Optimizer 2482, TensorRT-LLM 16707 and SubgraphRAG 19: head sizes that are not hidden
 * over heads, and a latent that is not 128 KV heads. */
static void a_token_takes_what_its_model_caches(void **state)
{
    (void)state;
    expect_figure(DECODE LLAMA_3_8B, "kv.bytes_per_token", 131072, 0);
    expect_figure(DECODE MISTRAL_SMALL, "kv.bytes_per_token", 163840, 0);
    expect_figure(DECODE GPT_OSS_20B, "kv.bytes_per_token", 49152, 0);
    expect_figure(DECODE DEEPSEEK_V3, "kv.bytes_per_token", 70272, 0);
    expect_figure(DECODE LLAMA_3_8B "decode.kv_precision=fp8", "kv.bytes_per_token", 65536, 0);
}

/* Pull request 48566 of transformers: a pool sized without dividing the heads was 4x too small. */
static void tensor_parallel_ranks_divide_the_heads(void **state)
{
    (void)state;
    expect_figure(DECODE QWEN3_32B "tp=4", "kv.bytes_per_token_per_gpu", 65536, 0);
    expect_figure(DECODE QWEN3_32B "tp=1", "kv.bytes_per_token_per_gpu", 4 * 65536, 0);
}

/* Issues of transformers 48307 and vLLM 11797: 4 KV heads on 8 ranks are copied, which is no error. */
static void ranks_beyond_the_kv_heads_hold_copies(void **state)
{
    (void)state;
    const double four = figure_of(DECODE QWEN3_30B_A3B "tp=4", "kv.bytes_per_token_per_gpu");
    expect_figure(DECODE QWEN3_30B_A3B "tp=8", "kv.bytes_per_token_per_gpu", four, 0);
    expect_figure(DECODE QWEN3_30B_A3B "tp=8", "kv.copies", 2, 0);
    expect_figure(DECODE QWEN3_30B_A3B "tp=4", "kv.copies", 1, 0);
}

static void a_latent_is_on_every_rank(void **state)
{
    (void)state;
    expect_figure(DECODE DEEPSEEK_V3 "tp=8", "kv.bytes_per_token_per_gpu", 70272, 0);
    expect_figure(DECODE DEEPSEEK_V3 "tp=8", "kv.copies", 8, 0);
}

static void stages_divide_the_layers(void **state)
{
    (void)state;
    expect_figure(DECODE LLAMA_3_70B "pp=2 tp=4", "kv.bytes_per_token_per_gpu", 327680 / 4.0 / 2, 0);
    expect_figure(DECODE LLAMA_3_70B "pp=3", "kv.bytes_per_token_per_gpu", 327680 * 27 / 80.0, 1e-12);
}

/* gpt-oss attends to 128 tokens in every second layer; Mistral 7B to 4096 in each. */
static void a_window_bounds_what_a_step_reads(void **state)
{
    (void)state;
    const struct transformer alternating = {.layers = 24, .window = 128, .window_every = 2};
    const struct transformer sliding = {.layers = 32, .window = 4096};
    const struct transformer full = {.layers = 80};
    assert_true(kv_attended(&alternating, 8192) == (8192 + 128) / 2.0);
    assert_true(kv_attended(&alternating, 100) == 100);
    assert_true(kv_attended(&sliding, 32768) == 4096);
    assert_true(kv_attended(&full, 32768) == 32768);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_takes_what_its_model_caches),
        cmocka_unit_test(tensor_parallel_ranks_divide_the_heads),
        cmocka_unit_test(ranks_beyond_the_kv_heads_hold_copies),
        cmocka_unit_test(a_latent_is_on_every_rank),
        cmocka_unit_test(stages_divide_the_layers),
        cmocka_unit_test(a_window_bounds_what_a_step_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
