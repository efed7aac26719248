/* test_serving_memory.c: weights and caches that fit, or do not, as users of engines have found. */
#include "core/evaluate.h"
#include "core/notes.h"
#include "expect.h"
#include "figures.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DECODE "mode=decode cluster.gpus=8 "

/* Issue SubgraphRAG 19: vLLM on one card of 24 GB refuses 131072 tokens, and can store 39024. */
static void eight_billion_on_twenty_four_gigabytes_leave_room_for_forty_thousand_tokens(void **state)
{
    (void)state;
#define CARD_24_GB DECODE LLAMA_3_8B "gpu.hbm_capacity=24GB "
#define CARD_24_GIB DECODE LLAMA_3_8B "gpu.hbm_capacity=24GiB "
    expect_between(CARD_24_GB, "kv.capacity", 33000, 52500);
    expect_between(CARD_24_GIB, "kv.capacity", 33000, 52500);
    assert_true(figure_of(CARD_24_GB "decode.context=131072", "memory.fits") == 0);
    assert_true(figure_of(CARD_24_GIB "decode.context=131072", "memory.fits") == 0);
    assert_true(figure_of(CARD_24_GB "decode.context=131072", "decode.time") > 0);
}

/* InternLM/lmdeploy, benchmark/benchmark_*b.sh of release 0.1: blocks of 128 tokens that each model's cache has on A100
 * of 81,920 MiB. Users set what fits, in round figures. */
static void caches_are_those_that_users_of_an_engine_set(void **state)
{
    static const struct {
        const char *settings;
        double blocks;
    } caches[] = {
        {LLAMA_2_7B "tp=1", 1000},
        {SHAPE(40, 5120, 13824, 40, 40, 128, 32000) "tp=1", 500},
        {SHAPE(60, 5120, 13824, 40, 40, 128, 103168) "tp=2", 700},
    };
    (void)state;
    for (size_t i = 0; i < sizeof caches / sizeof caches[0]; i++) {
        char settings[512];
        (void)snprintf(settings, sizeof settings, DECODE "gpu.hbm_capacity=81920MiB %s", caches[i].settings);
        expect_figure(settings, "kv.capacity", 128 * caches[i].blocks, 0.07);
    }
}

/* HabanaAI/vllm-fork, issue 809: DeepSeek-R1 in fp8 takes 79.41 GiB of each of eight cards. Without 7168 x 2112 weights
 * a layer that each has whole, the way down to the latents, it would be 1.0 % less. Sixteen cards share eight heads of
 * keys: 2 x 8192 x 1024 values of a layer are divided by 8. */
static void what_all_heads_share_stands_on_every_rank(void **state)
{
    (void)state;
    expect_figure(DECODE DEEPSEEK_V3 "tp=8 decode.precision=fp8", "memory.weights", 79.41 * 1073741824, 5e-3);
    const char sixteen[] = "mode=decode cluster.gpus=16 " LLAMA_3_70B "tp=16";
    expect_figure(sixteen, "memory.weights", 2 * (70.554e9 / 16 + 80 * 2 * 8192.0 * 1024 * (1 / 8.0 - 1 / 16.0)), 1e-4);
}

static void weights_are_what_their_format_says(void **state)
{
    (void)state;
    expect_figure(DECODE LLAMA_3_70B "tp=8", "memory.weights", 70.554e9 * 2 / 8, 1e-3);
    expect_figure(DECODE LLAMA_3_70B "tp=8 decode.precision=fp8", "memory.weights",
                  (70.554e9 - 2 * 128256.0 * 8192 + 4 * 128256.0 * 8192) / 8, 1e-3);
    expect_figure(DECODE LLAMA_3_70B "tp=4 pp=2", "memory.weights", (68.452e9 / 2 + 128256.0 * 8192) * 2 / 4, 1e-3);
}

/* Pull request 3744 of Megatron-Bridge: experts are divided by EP, not by TP: 6.44e9 parameters a GPU with TP 2, EP 8.
 */
static void experts_are_divided_by_ep(void **state)
{
    (void)state;
    expect_figure(DECODE MIXTRAL_8X7B "tp=2 ep=8", "memory.weights", 2 * 6.44e9, 0.01);
    expect_figure(DECODE MIXTRAL_8X7B "tp=8 ep=2", "memory.weights", 2 * 46.70e9 / 8, 0.01);
}

static void the_parts_add_up_and_decide(void **state)
{
    (void)state;
    static const char *const variants[] = {DECODE LLAMA_3_70B "tp=8 decode.batch=64 decode.context=8192",
                                           DECODE LLAMA_3_70B "tp=2 decode.batch=256 decode.context=8192",
                                           "mode=prefill cluster.gpus=8 " LLAMA_3_70B "tp=8 prefill.tokens=32768"};
    static const char *const parts[] = {"memory.weights", "memory.kv", "memory.activations", "memory.logits",
                                        "memory.reserve"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        double sum = 0;
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
            sum += figure_of(variants[i], parts[j]);
        }
        expect_figure(variants[i], "memory.total", sum, 1e-12);
        assert_true((figure_of(variants[i], "memory.fits") != 0) == (sum <= 80e9));
        assert_true(isnan(figure_of(variants[i], "memory.gradients")));
        assert_true(isnan(figure_of(variants[i], "memory.optimizer")));
    }
    assert_true(isnan(figure_of(LLAMA_3_70B "tp=8 cluster.gpus=64", "memory.kv")));
}

static void the_largest_batch_fits_and_one_more_does_not(void **state)
{
    (void)state;
    const struct scenario start = scenario_with(DECODE LLAMA_3_70B "tp=8 decode.context=4096 decode.batch=1");
    struct scenario scenario = start;
    scenario.serving.decode_batch = 64;
    const int limit = (int)evaluate(&scenario).inference.pool.batch_limit;
    scenario.serving.decode_batch = limit;
    assert_true(evaluate(&scenario).memory.fits);
    assert_true(evaluate(&scenario).inference.running == limit);
    scenario.serving.decode_batch = limit + 1;
    const struct result beyond = evaluate(&scenario);
    assert_false(beyond.memory.fits);
    assert_true(beyond.inference.running == limit);
    const struct notes notes = notes_of(&scenario, &beyond);
    assert_non_null(strstr(notes.text[1], "those run, the others wait"));
}

/* Llama 3 8B: a token of 131,072 B, and logits of 128,256 in 16 bit and fp32, 769,536 B: what a sequence of one token
 * takes is 0.873 of what one of two does. On a card for fewer of them than a pass has tokens, which sets what a pass
 * holds. */
static void every_sequence_has_logits_beside_its_cache(void **state)
{
    (void)state;
    const double one = figure_of(DECODE LLAMA_3_8B "gpu.hbm_capacity=24GB decode.context=1", "decode.batch_limit");
    const double two = figure_of(DECODE LLAMA_3_8B "gpu.hbm_capacity=24GB decode.context=2", "decode.batch_limit");
    expect("sequences", two / one, (131072.0 + 769536) / (2 * 131072.0 + 769536), 1e-3);
}

static void the_longest_context_fits_and_one_token_more_does_not(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(DECODE LLAMA_3_70B "tp=8 decode.batch=32");
    const int limit = (int)evaluate(&scenario).inference.pool.context_limit;
    scenario.serving.decode_context = limit;
    assert_true(evaluate(&scenario).memory.fits);
    scenario.serving.decode_context = limit + 1;
    assert_false(evaluate(&scenario).memory.fits);
}

/* llama.cpp's own log of Llama 3 8B in Q4_K_M: 4,403.49 MiB of weights on the card, without the 281.81 of the
 * embedding, which stays in the host's memory; 258.5 MiB of buffer for a pass. Llama 3.2 3B has its embedding for a
 * head, too: of its file of 1.87 GiB all is on the card. */
static void files_leave_the_embedding_with_the_host(void **state)
{
    (void)state;
#define FILE_8B DECODE LLAMA_3_8B "tp=1 serving.style=llamacpp2025 decode.precision=q4_k_m "
#define FILE_3B                                                                                         \
    DECODE "tp=1 serving.style=llamacpp2025 decode.precision=q4_k_m model.layers=28 model.hidden=3072 " \
           "model.ffn=8192 model.heads=24 model.kv_heads=8 model.head_dim=128 model.vocab=128256 model.tied=on "
    static const double mib = 1048576.0;
    expect_figure(FILE_8B, "memory.weights", 4403.49 * mib, 0.005);
    expect_figure(FILE_8B, "memory.activations", 258.5 * mib, 0.04);
    expect_figure(FILE_3B, "memory.weights", 1.87 * 1024 * mib, 0.02);
    assert_true(figure_of(FILE_8B, "memory.logits") == 0);
}

/* 24,564 MiB of RTX 4090, less 4,403 of weights and 258.5 of buffer, at 0.125 MiB a token: 159 thousand tokens if
 * nothing else were there. */
static void llama_cpp_leaves_no_tenth_of_the_card(void **state)
{
    (void)state;
    expect_between(FILE_8B "gpu.hbm_capacity=24564MiB", "kv.capacity", 145000, 159000);
    expect_between(DECODE LLAMA_3_8B "tp=1 decode.precision=int4 gpu.hbm_capacity=24564MiB", "kv.capacity", 100000,
                   132000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_billion_on_twenty_four_gigabytes_leave_room_for_forty_thousand_tokens),
        cmocka_unit_test(caches_are_those_that_users_of_an_engine_set),
        cmocka_unit_test(what_all_heads_share_stands_on_every_rank),
        cmocka_unit_test(weights_are_what_their_format_says),
        cmocka_unit_test(experts_are_divided_by_ep),
        cmocka_unit_test(the_parts_add_up_and_decide),
        cmocka_unit_test(the_largest_batch_fits_and_one_more_does_not),
        cmocka_unit_test(every_sequence_has_logits_beside_its_cache),
        cmocka_unit_test(the_longest_context_fits_and_one_token_more_does_not),
        cmocka_unit_test(files_leave_the_embedding_with_the_host),
        cmocka_unit_test(llama_cpp_leaves_no_tenth_of_the_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
