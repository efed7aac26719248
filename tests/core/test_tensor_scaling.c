/* test_tensor_scaling.c: the table over TP. */
#include "core/evaluate.h"
#include "core/tensor_scaling.h"
#include "expect.h"
#include "scenario_text.h"
#include "serving_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define STEP_70B "mode=decode cluster.gpus=8 decode.context=512 serving.style=compiled " LLAMA_3_70B H100

/* 141 GB do not fit on one card of 80, and 16 cards are not there. */
static void sizes_that_are_not_possible_say_why(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(STEP_70B "tp=8");
    const struct scaling scaling = scaling_of(&scenario);
    assert_int_equal(scaling.count, 5);
    assert_int_equal(scaling.base, 1);
    assert_true(scaling.row[0].valid && !scaling.row[0].fits);
    assert_false(scaling.row[4].valid);
    assert_true(isnan(scaling.row[4].speedup));
    assert_true(isnan(scaling.row[4].seconds));
    assert_non_null(strstr(scaling.row[4].reason, "16 GPUs, and there are 8"));
    assert_string_equal(scaling.row[3].reason, "");
}

/* 141.1 GB of weights and 512 tokens of 327,680 B over 3.35 TB/s are 42.17 ms, whether or not they fit on one card. The
 * speed-up of each size is that over its step, as the scenario's own is; on one card it is below 1. */
static void every_speedup_is_over_the_bound_of_one_card(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(STEP_70B "tp=8");
    const struct scaling scaling = scaling_of(&scenario);
    for (int i = 0; i < 4; i++) {
        expect("speed-up", scaling.row[i].speedup, 42.17e-3 / scaling.row[i].seconds, 1e-3);
    }
    assert_true(scaling.row[0].speedup < 1);
    const struct result result = evaluate(&scenario);
    expect("TP 8", scaling.row[3].speedup, result.inference.speedup, 0);
}

static void more_cards_give_ever_less(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(STEP_70B);
    const struct scaling scaling = scaling_of(&scenario);
    for (int i = 2; i < 4; i++) {
        const struct scaling_row *row = &scaling.row[i];
        const struct scaling_row *before = &scaling.row[i - 1];
        assert_true(row->speedup > before->speedup && row->speedup < 2 * before->speedup);
        assert_true(row->tokens_per_second_per_gpu < before->tokens_per_second_per_gpu);
        assert_true(row->comm_share > before->comm_share);
        assert_true(row->launch_share > before->launch_share);
        assert_true(row->bound < row->seconds);
    }
}

static void a_row_is_what_evaluating_its_size_gives(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(STEP_70B "cluster.gpus=64 decode.batch=16");
    const struct scaling scaling = scaling_of(&scenario);
    for (int i = 0; i < scaling.count; i++) {
        scenario.strategy.tp = scaling.row[i].tp;
        const struct result result = evaluate(&scenario);
        assert_true(result.valid == scaling.row[i].valid);
        assert_true(result.step == scaling.row[i].seconds);
        assert_true(fabs(scaling.row[i].tokens_per_second_per_gpu / result.tokens_per_second_per_gpu - 1) < 1e-12);
    }
}

static void prefill_and_training_have_the_table_too(void **state)
{
    (void)state;
    const struct scenario prefill = scenario_with("mode=prefill cluster.gpus=8 prefill.tokens=4096 " LLAMA_3_8B H100);
    assert_true(scaling_of(&prefill).base == 0);
    const struct scaling_row eight = scaling_of(&prefill).row[3];
    assert_true(eight.speedup > 3 * scaling_of(&prefill).row[0].speedup);
    expect("8 of 8", eight.result.inference.one_card / eight.bound, 8, 1e-9);
    const struct scenario training = scenario_with("mode=training cluster.gpus=64 zero=3 " LLAMA_3_8B H100);
    assert_true(scaling_of(&training).row[0].seconds > 0);
    assert_true(isnan(scaling_of(&training).row[0].bound) && isnan(scaling_of(&training).row[0].speedup));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_are_not_possible_say_why),
        cmocka_unit_test(every_speedup_is_over_the_bound_of_one_card),
        cmocka_unit_test(more_cards_give_ever_less),
        cmocka_unit_test(a_row_is_what_evaluating_its_size_gives),
        cmocka_unit_test(prefill_and_training_have_the_table_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
