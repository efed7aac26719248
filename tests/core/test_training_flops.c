/* test_training_flops.c: what is counted as a step's FLOPs, against the papers and against what frameworks print. */
#include "core/evaluate.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Fine-tuning of Llama 2 on SQuAD, packed into sequences of 4,096. */
#define PACKED_SQUAD                                                                                           \
    "cluster.gpus=8 tp=1 sp=off zero=1 attention.kernel=flash3 seq_len=4096 packing.length=206 micro_batch=1 " \
    "global_batch=32 "

static struct training training_of(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return evaluate(&scenario).training;
}

/* Llama 3 70B: 2 FLOPs a weight, 80 layers and the head, and causal attention; three passes. */
static void flops_are_counted_as_the_papers_do(void **state)
{
    (void)state;
    const double layer = 2.0 * 8192 * 8192 + 2.0 * 8192 * 1024 + 3.0 * 8192 * 28672;
    const double token = 2 * (80 * layer + 8192.0 * 128256) + 80 * 2.0 * 8192 * 8192;
    expect("causal", training_of(OPENING).flops, 3 * token * 64 * 8192, 1e-9);
    const double full = token + 80 * 2.0 * 8192 * 8192;
    expect("full", training_of(OPENING "mfu.convention=full").flops, 3 * full * 64 * 8192, 1e-9);
}

/* Attention of a token over a packed sample of l: 4 l a d in a layer, of which causality leaves half. */
static void attention_flops_are_those_of_packed_samples(void **state)
{
    (void)state;
    const double layer = 2.0 * 8192 * 8192 + 2.0 * 8192 * 1024 + 3.0 * 8192 * 28672;
    const double matrices = 2 * (80 * layer + 8192.0 * 128256);
    const double attention = 80 * 4.0 * 512 * 64 * 128 / 2;
    expect("packed", training_of(OPENING "packing.length=512").flops, 3 * (matrices + attention) * 64 * 8192, 1e-9);
    expect("full", training_of(OPENING "packing.length=512 mfu.convention=full").flops,
           3 * (matrices + 2 * attention) * 64 * 8192, 1e-9);
}

/* DeepSeek-V2-Lite: 1 dense layer of 10,944, 26 with 2 shared experts and 6 of 64 routed ones of 1,408, all of them
 * three matrices of 2,048; latent attention whose way up is 512 x 16 heads of 128 + 128. */
static void modules_that_are_computed_again_count_for_the_hardware_alone(void **state)
{
    (void)state;
#define V2_LITE                                                                                                      \
    "model.layers=27 model.hidden=2048 model.ffn=10944 model.heads=16 model.kv_heads=16 model.vocab=102400 "         \
    "model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128 model.experts=64 model.top_k=6 "         \
    "model.expert_ffn=1408 model.shared_experts=2 model.dense_layers=1 cluster.gpus=8 global_batch=16 seq_len=4096 " \
    "attention.kernel=flash2 recompute=selective "
    static const struct {
        const char *settings;
        double weights;
    } modules[] = {
        {V2_LITE "recompute.mlp=on", 3 * 2048.0 * (10944 + 26 * 2 * 1408)},
        {V2_LITE "recompute.experts=on", 3 * 2048.0 * 26 * 6 * 1408},
        {V2_LITE "recompute.latent=on", 27 * 512.0 * 16 * (128 + 128)},
        {V2_LITE "recompute.norm=on", 0},
    };
    for (unsigned i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        const struct training training = training_of(modules[i].settings);
        const double again = 2 * modules[i].weights * 16 * 4096;
        expect(modules[i].settings, training.hardware_flops, training.flops + again, 1e-12);
    }
}

/* NeMo 24.07's page: Llama 2 7B and 13B on packed SQuAD in TFLOP/s and in tokens/s of a GPU. Over whole sequences a
 * token's causal attention would make them 8 to 12 % more. */
static void flops_of_packed_samples_are_counted_as_nemo_does(void **state)
{
    (void)state;
    static const struct {
        const char *what, *settings;
        double flops, tokens; /* a second */
    } runs[] = {
        {"7B", LLAMA_2_7B PACKED_SQUAD, 682e12, 17120},
        {"7B, LoRA", LLAMA_2_7B PACKED_SQUAD "lora=qkv", 673e12, 25206},
        {"13B, LoRA", LLAMA_2_13B PACKED_SQUAD "lora=qkv", 733e12, 14161},
    };
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        expect(runs[i].what, training_of(runs[i].settings).flops / (32 * 4096), runs[i].flops / runs[i].tokens, 0.01);
    }
}

static void what_is_no_transformer_is_priced_by_its_flops(void **state)
{
    (void)state;
    const struct training training =
        training_of("model.params=212e6 model.sample_flops=1TFLOP tp=1 cluster.gpus=4 global_batch=32 "
                    "zero=0 gradients.precision=fp32 sp=off");
    expect("message", training.dp.message, 848e6, 1e-12);
    expect("bytes", training.dp.bytes, 2 * 848e6 * 3 / 4, 1e-12);
    expect("FLOPs", training.flops, 3e12 * 32, 1e-12);
}

/* Layers in fp32 have their attention core in fp32, whatever a narrower type is asked for: a core at the 16 bit peak
 * would pass the peak that MFU counts by, where attention is nearly all. */
static void layers_in_fp32_never_pass_their_peak(void **state)
{
    (void)state;
    static const char *const kernels[] = {"attention.kernel=flash3", "attention.kernel=flash2",
                                          "attention.kernel=unfused mfu.convention=full"};
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        char settings[1024];
        (void)snprintf(settings, sizeof settings, OPENING "precision=fp32 seq_len=1048576 %s", kernels[i]);
        const double share = training_of(settings).mfu;
        print_message("%s: %.3f\n", kernels[i], share);
        assert_true(share > 0.1 && share < 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flops_are_counted_as_the_papers_do),
        cmocka_unit_test(attention_flops_are_those_of_packed_samples),
        cmocka_unit_test(modules_that_are_computed_again_count_for_the_hardware_alone),
        cmocka_unit_test(flops_of_packed_samples_are_counted_as_nemo_does),
        cmocka_unit_test(what_is_no_transformer_is_priced_by_its_flops),
        cmocka_unit_test(layers_in_fp32_never_pass_their_peak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
