/* The named sets: what each holds, and when an aim is reached. */
#include "built_in.h"
#include "profiles/measured_sets.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int count_rows(const struct built_in_cases *built_in, const char *name)
{
    const struct measured_set *set = measured_set_find(name);
    int count = 0;
    assert_non_null(set);
    for (int i = 0; i < built_in->cases.count; i++) {
        count += set->holds(&built_in->cases.of[i], set->what);
    }
    return count;
}

/* The rows that the aims are about, counted in the sources: 42 of vTrain's on several nodes with TP to 8; 735 on one;
 * 243 and 86 dense ones whose set-up is stated; 77 mixtures; 104 decode steps; 37 prefills; 2,942 points of NVSwitch.
 */
static void each_set_holds_the_rows_that_its_aim_is_about(void **state)
{
    static const struct {
        const char *name;
        int rows;
    } expected[] = {{"many A100 nodes", 42},      {"one A100 node", 735}, {"Korthikanti, table 5", 6},
                    {"dense, 16 bit", 243},       {"mixtures", 77},       {"decode", 104},
                    {"dense, 8 and 4 bit", 86},   {"prefill", 37},        {"NVSwitch", 2942},
                    {"unseen, collectives", 1705}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(count_rows(*state, expected[i].name), expected[i].rows);
    }
}

/* Short eager steps are so few that those of unseen sources count among them: no constant was fitted to the others
 * alone, so that it makes the aim no easier. */
static void no_set_with_an_aim_holds_what_is_unstated_or_unseen_but_for_ratios(void **state)
{
    const struct built_in_cases *built_in = *state;
    const struct measured_set *few = measured_set_find("short eager steps");
    for (int set = 0; set < measured_set_count; set++) {
        for (int i = 0; i < built_in->cases.count; i++) {
            const struct measured_case *one = &built_in->cases.of[i];
            const struct measurements *source = one->profile->measurements;
            if (measured_sets[set].aim.median > 0 && measured_sets[set].holds(one, measured_sets[set].what)) {
                assert_string_equal(source->unstated, "");
                assert_true(source->unseen[0] == '\0' || &measured_sets[set] == few);
            }
        }
    }
}

/* Of the layouts of one model on so many GPUs: how much slower the one forecast fastest ran than the fastest. */
static double favourite_behind(const struct built_in_cases *built_in, const char *prefix)
{
    const struct measured_case *favourite = NULL;
    double fastest = INFINITY;
    for (int i = 0; i < built_in->cases.count; i++) {
        const struct measured_case *one = &built_in->cases.of[i];
        const char *const id = one->run != NULL ? one->run->id : "";
        const char next = strncmp(id, prefix, strlen(prefix)) == 0 ? id[strlen(prefix)] : '0';
        if (next != '\0' && next != '-') {
            continue;
        }
        favourite = favourite == NULL || one->forecast < favourite->forecast ? one : favourite;
        fastest = fmin(fastest, one->measured);
    }
    assert_non_null(favourite);
    return favourite == NULL ? INFINITY : favourite->measured / fastest - 1;
}

/* What a search is for. Hugging Face ran all layouts of three models on one to eight nodes; of 8B on two nodes and of
 * 1B on eight the favourite was a disturbed run: that of 1B took twice what the same layout with ZeRO-1 did. Nine of
 * the twelve are within 3 %, as repeated runs of theirs are. */
static void the_layout_that_is_forecast_fastest_ran_as_fast_as_the_fastest(void **state)
{
    static const char *const models[] = {"1b", "3b", "8b"};
    int hit = 0;
    int near = 0;
    for (size_t model = 0; model < sizeof models / sizeof models[0]; model++) {
        for (int gpus = 8; gpus <= 64; gpus *= 2) {
            char prefix[32];
            (void)snprintf(prefix, sizeof prefix, "nanotron-%s-%d", models[model], gpus);
            const double behind = favourite_behind(*state, prefix);
            print_message("%s: %.1f %% behind\n", prefix, 100 * behind);
            hit += behind < 0.03;
            near += behind < 0.07;
        }
    }
    assert_true(hit >= 9 && near >= 10);
}

static void a_set_is_found_in_any_letter_case_and_by_its_whole_name(void **state)
{
    (void)state;
    assert_ptr_equal(measured_set_find("nvswitch"), measured_set_find("NVSwitch"));
    assert_null(measured_set_find("NVSwit"));
    assert_null(measured_set_find("NVSwitches"));
}

static void an_aim_is_a_most_for_errors_and_a_least_for_pairs(void **state)
{
    (void)state;
    const struct measured_set set = {.aim = {.mean = 0.06, .pairs = 0.86}};
    const struct validation_errors errors = {.mean = 0.05, .pairs = 100, .pairs_right = 85};
    struct aimed_figure figures[AIMED_FIGURES];
    assert_int_equal(measured_set_aims(&set, &errors, figures), 2);
    assert_string_equal(figures[0].name, "mean");
    assert_true(aim_is_reached(&figures[0]));
    assert_string_equal(figures[1].name, "pairs");
    assert_true(figures[1].value == 0.85);
    assert_false(aim_is_reached(&figures[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_set_holds_the_rows_that_its_aim_is_about),
        cmocka_unit_test(no_set_with_an_aim_holds_what_is_unstated_or_unseen_but_for_ratios),
        cmocka_unit_test(the_layout_that_is_forecast_fastest_ran_as_fast_as_the_fastest),
        cmocka_unit_test(a_set_is_found_in_any_letter_case_and_by_its_whole_name),
        cmocka_unit_test(an_aim_is_a_most_for_errors_and_a_least_for_pairs),
    };
    return cmocka_run_group_tests(tests, built_in_cases_load, built_in_cases_free);
}
