/* test_give_back.c: what another library, engine or format gives back of a step. */
#include "core/evaluate.h"
#include "core/give_back.h"
#include "core/parameters.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define STEP_70B "mode=decode cluster.gpus=8 decode.context=512 tp=8 collective.library=nccl " LLAMA_3_70B H100

static struct give_back given(enum part part, const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    return give_back_of(part, &scenario, &result);
}

/* 160 all-reduces of 16.8 us: TensorRT-LLM's own start at 3 us, vLLM's at 5 us. */
static void an_engines_all_reduce_gives_back_two_milliseconds(void **state)
{
    (void)state;
    const struct give_back found = given(PART_TP, STEP_70B "serving.style=compiled");
    assert_non_null(found.parameter);
    assert_string_equal(found.parameter->key, "collective.library");
    assert_int_equal((int)found.value, LIBRARY_TRTLLM);
    assert_true(found.seconds > 1.9e-3 && found.seconds < 2.4e-3);
}

/* Launch by launch against one graph: 12.0 and 10.2 ms. */
static void a_graph_gives_back_what_launches_cost(void **state)
{
    (void)state;
    const struct give_back found = given(PART_DECODE_LAUNCH, STEP_70B "serving.style=cpp");
    assert_non_null(found.parameter);
    assert_string_equal(found.parameter->key, "serving.style");
    assert_int_equal((int)found.value, SERVING_COMPILED);
    /* 80 layers of 10 kernels at 3.8 us for 8 at 2, 0.2 ms of the engine, and an old kernel's 5 us a layer for 512
     * tokens */
    assert_true(found.seconds > 2.2e-3 && found.seconds < 2.6e-3);
    assert_null(given(PART_DECODE_LAUNCH, STEP_70B "serving.style=compiled").parameter);
}

/* Another engine would bring its own all-reduce, too: that is not counted. */
static void collectives_stay_when_the_engine_changes(void **state)
{
    (void)state;
    const struct give_back own = given(PART_DECODE_LAUNCH, STEP_70B "serving.style=cpp collective.library=vllm");
    const struct give_back nccl = given(PART_DECODE_LAUNCH, STEP_70B "serving.style=cpp");
    assert_true(own.seconds > 0.99 * nccl.seconds && own.seconds < 1.01 * nccl.seconds);
}

static void half_the_bytes_give_back_less_than_half(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(STEP_70B "serving.style=compiled");
    const struct result result = evaluate(&scenario);
    const struct give_back found = give_back_of(PART_WEIGHTS, &scenario, &result);
    assert_true(found.seconds > 0 && found.seconds < result.inference.weights / 2);
}

/* What is chosen is priced as promised. */
static void the_promise_is_kept(void **state)
{
    static const char *const settings[] = {STEP_70B "serving.style=cpp", STEP_70B "mode=prefill"};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const struct scenario scenario = scenario_with(settings[i]);
        const struct result result = evaluate(&scenario);
        int found = 0;
        for (int part = 0; part < PART_COUNT; part++) {
            const struct give_back promised = give_back_of((enum part)part, &scenario, &result);
            struct scenario changed = scenario;
            if (promised.parameter == NULL) {
                continue;
            }
            parameter_set(promised.parameter, &changed, promised.value);
            const double saved = result.step - evaluate(&changed).step;
            assert_true(saved > 0 && saved == promised.seconds);
            found++;
        }
        assert_true(found >= 2);
    }
}

/* 16.8 MB, of which RCCL's best line would save a little: it does not run on these cards, and is no engine's own. */
static void nobody_is_told_to_take_the_other_vendors_library(void **state)
{
    (void)state;
    assert_null(given(PART_TP, STEP_70B "mode=prefill prefill.tokens=1024").parameter);
}

static void nothing_is_promised_where_nothing_is_known(void **state)
{
    (void)state;
    assert_null(given(PART_DECODE_HEAD, STEP_70B).parameter);
    assert_null(given(PART_TP, STEP_70B "tp=1").parameter);
    assert_null(given(PART_WEIGHTS, STEP_70B "mode=prefill").parameter);
    assert_null(given(PART_TP, LLAMA_3_70B H100 "tp=8").parameter); /* training */
    assert_null(given(PART_TP, STEP_70B "tp=7").parameter);         /* cannot run */
}

/* No engine but llama.cpp reads its files, and it has no cache in fp8. */
static void a_file_of_llama_cpp_is_offered_nothing_that_others_have(void **state)
{
#define FILE_8B \
    "mode=decode cluster.gpus=1 tp=1 decode.precision=q4_k_m decode.batch=16 decode.context=8192 " LLAMA_3_8B H100
    (void)state;
    assert_null(given(PART_KV, FILE_8B "serving.style=llamacpp2025").parameter);
    const struct give_back found = given(PART_DECODE_LAUNCH, FILE_8B "serving.style=llamacpp2024");
    assert_non_null(found.parameter);
    assert_int_equal(found.value, SERVING_LLAMA_2025);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engines_all_reduce_gives_back_two_milliseconds),
        cmocka_unit_test(a_graph_gives_back_what_launches_cost),
        cmocka_unit_test(collectives_stay_when_the_engine_changes),
        cmocka_unit_test(half_the_bytes_give_back_less_than_half),
        cmocka_unit_test(the_promise_is_kept),
        cmocka_unit_test(nobody_is_told_to_take_the_other_vendors_library),
        cmocka_unit_test(nothing_is_promised_where_nothing_is_known),
        cmocka_unit_test(a_file_of_llama_cpp_is_offered_nothing_that_others_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
