/* test_memory_remedy.c: what is said to make a scenario fit does, and what is said of it is what it comes to. */
#include "core/evaluate.h"
#include "core/memory_remedy.h"
#include "core/quantity.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TRAINED "zero=3 sp=on recompute=full micro_batch=1 seq_len=4096 "

/* What does not fit, the first words of what is said, and the settings that these mean. */
static const struct remedy {
    const char *scenario, *words, *settings;
} remedies[] = {
    {LLAMA_3_8B "cluster.gpus=8 tp=1 zero=0 recompute=full", "ZeRO 1 makes it ", "zero=1"},
    {LLAMA_3_70B "cluster.gpus=8 tp=8 sp=off mode=decode decode.context=8192 decode.batch=256",
     "An fp8 KV cache makes it ", "decode.kv_precision=fp8"},
    {LLAMA_3_70B "cluster.gpus=8 tp=1 mode=decode decode.context=32768 decode.batch=1", "TP 4 makes it ", "tp=4"},
    {QWEN3_30B_A3B "cluster.gpus=8 tp=1 mode=decode decode.context=2048 decode.batch=1 gpu.hbm_capacity=24GB "
                   "decode.precision=fp8 scaleup.size=1 node.gpus=1 nic.per_node=1",
     "EP 2 makes it ", "ep=2"},
};

static void what_is_said_to_fit_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
        const struct remedy *remedy = &remedies[i];
        char text[MEMORY_REMEDY_LENGTH];
        char expected[MEMORY_REMEDY_LENGTH];
        const struct scenario scenario = scenario_with(remedy->scenario);
        const struct result misfit = evaluate(&scenario);
        const struct scenario changed = scenario_changed(&scenario, remedy->settings);
        const struct result result = evaluate(&changed);
        memory_remedy_print(text, sizeof text, &scenario, &misfit);
        char total[QUANTITY_TEXT];
        quantity_say(result.memory.total, UNIT_BYTES, total, sizeof total);
        (void)snprintf(expected, sizeof expected, "%s%s.", remedy->words, total);
        if (!misfit.valid || misfit.memory.fits || !result.memory.fits || strcmp(text, expected) != 0) {
            fail_msg("\"%s\", where \"%s\" is expected (%s)", text, expected, remedy->settings);
        }
    }
}

/* 70.55e9 parameters of 18 bytes are 1.27 TB; two cards of 80 GB have 160. */
static void states_that_no_layout_holds_are_named(void **state)
{
    char text[MEMORY_REMEDY_LENGTH];
    const struct scenario scenario = scenario_with(LLAMA_3_70B TRAINED "cluster.gpus=2 gradients.precision=fp32");
    const struct result misfit = evaluate(&scenario);
    (void)state;
    assert_true(misfit.valid && !misfit.memory.fits);
    memory_remedy_print(text, sizeof text, &scenario, &misfit);
    assert_string_equal(text, "Weights, gradients and optimizer states alone take 1.27 TB, and 2 GPUs have 160 GB.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_to_fit_does),
        cmocka_unit_test(states_that_no_layout_holds_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
