/* test_choices.c: names of values, words of switches and sets of modes. */
#include "core/choice_meanings.h"
#include "core/choices.h"
#include "core/parameters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_switch_is_turned_by_any_of_its_words(void **state)
{
    (void)state;
    static const char *const on[] = {"on", "yes", "true", "1", "ON", "Yes"};
    static const char *const off[] = {"off", "no", "false", "0", "OFF", "False"};
    static const char *const neither[] = {"", "o", "onn", "2", "-1", "maybe"};
    for (size_t i = 0; i < sizeof on / sizeof on[0]; i++) {
        assert_int_equal(switch_find(on[i]), 1);
        assert_int_equal(switch_find(off[i]), 0);
        assert_int_equal(switch_find(neither[i]), -1);
    }
}

static void a_name_is_found_in_its_list_alone(void **state)
{
    (void)state;
    assert_int_equal(choice_find(&recompute_names, "Selective"), RECOMPUTE_SELECTIVE);
    assert_int_equal(choice_find(&recompute_names, "bf16"), -1);
    assert_string_equal(choice_name(&fabric_names, FABRIC_SLINGSHOT), "slingshot");
    assert_string_equal(choice_name(&fabric_names, FABRIC_COUNT), "?");
    assert_string_equal(choice_name(&fabric_names, -1), "?");
}

static void a_set_of_modes_holds_those_that_it_names(void **state)
{
    (void)state;
    assert_true(mode_is_in(MODE_DECODE, IN_SERVING));
    assert_true(mode_is_in(MODE_PREFILL, IN_SERVING));
    assert_false(mode_is_in(MODE_TRAINING, IN_SERVING));
    assert_false(mode_is_in(MODE_DECODE, IN_TRAINING | IN_PREFILL));
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        assert_true(mode_is_in((enum mode)mode, IN_ALL_MODES));
        assert_false(mode_is_in((enum mode)mode, 0));
    }
}

static void a_choice_that_is_explained_is_explained_whole(void **state)
{
    int explained = 0;
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        const struct choice_list *list = parameters[i].choices;
        const bool has_meaning = list != NULL && choice_meaning(list, 0) != NULL;
        for (int value = 0; has_meaning && value < list->count; value++) {
            if (choice_meaning(list, value) == NULL) {
                fail_msg("%s: nobody says what %s means", parameters[i].key, choice_name(list, value));
            }
        }
        explained += has_meaning ? 1 : 0;
    }
    assert_true(explained >= 14);
    assert_null(choice_meaning(&style_names, STYLE_COUNT));
    assert_null(choice_meaning(&mode_names, MODE_TRAINING));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_switch_is_turned_by_any_of_its_words),
        cmocka_unit_test(a_name_is_found_in_its_list_alone),
        cmocka_unit_test(a_set_of_modes_holds_those_that_it_names),
        cmocka_unit_test(a_choice_that_is_explained_is_explained_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
