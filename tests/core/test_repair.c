/* test_repair.c: what is said to make a scenario valid does, and is the nearest that does. */
#include "core/repair.h"
#include "core/strategy.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define OF_64 LLAMA_3_70B "cluster.gpus=64 node.gpus=8 scaleup.size=8 seq_len=8192 "

/* 64 heads and 8 KV heads allow TP 1, 2, 4, 8 and more powers of two; 64 GPUs their own divisors. */
static void the_nearest_valid_size_is_named(void **state)
{
    static const struct {
        const char *settings, *text;
    } repaired[] = {
        {OF_64 "tp=7", "TP 8 makes it valid."},
        {OF_64 "tp=5", "TP 4 makes it valid."},
        {OF_64 "tp=16 pp=3", "PP 4 or GPUs 48 makes it valid."}, /* of 48 one replica, 4/3 and 3/4 of what there is */
        {OF_64 "tp=8", ""},
        {OF_64 "tp=7 pp=5", "TP 8 and PP 4 together make it valid."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof repaired / sizeof repaired[0]; i++) {
        const struct scenario scenario = scenario_with(repaired[i].settings);
        const struct repairs repairs = repairs_of(&scenario);
        char text[REPAIR_LENGTH];
        repairs_print(&repairs, text, sizeof text);
        assert_string_equal(text, repaired[i].text);
    }
}

static void expect_repaired(const struct scenario *scenario, const char *settings)
{
    const struct repairs repairs = repairs_of(scenario);
    struct scenario all = *scenario;
    for (int i = 0; i < repairs.count; i++) {
        struct scenario one = *scenario;
        parameter_set(repairs.change[i].parameter, &one, repairs.change[i].value);
        parameter_set(repairs.change[i].parameter, &all, repairs.change[i].value);
        if (!repairs.together && !strategy_valid(&one)) {
            fail_msg("%s: %s %.0f is not enough", settings, repairs.change[i].parameter->key, repairs.change[i].value);
        }
    }
    if (repairs.together && !strategy_valid(&all)) {
        fail_msg("%s: the changes together are not enough", settings);
    }
    if (repairs.count == 0) {
        fail_msg("%s: nothing is found", settings);
    }
}

static void what_is_named_is_enough(void **state)
{
    (void)state;
    for (int tp = 1; tp <= 24; tp++) {
        for (int pp = 1; pp <= 12; pp++) {
            for (int cp = 1; cp <= 5; cp++) {
                char settings[256];
                (void)snprintf(settings, sizeof settings, OF_64 "tp=%d pp=%d cp=%d", tp, pp, cp);
                const struct scenario scenario = scenario_with(settings);
                if (!strategy_valid(&scenario)) {
                    expect_repaired(&scenario, settings);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_valid_size_is_named),
        cmocka_unit_test(what_is_named_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
