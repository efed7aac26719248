/* test_tabs.c: what all tabs have in common: their words, and that the focus never leaves what they list. */
#include "hand.h"
#include "view/tabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { BEYOND_ANY_LIST = 60 };

static void press_often(struct app *app, const char *key)
{
    for (int i = 0; i < BEYOND_ANY_LIST; i++) {
        hand_keys(app, key);
    }
}

/* Not on the timeline: there may be nothing under its cursor. */
static void a_row_is_in_focus_however_far_the_arrows_go(void **state)
{
    static const char *const keys[] = {"<Down>", "<Right>", "<Up>", "<Left>", "<End>", "<Home>", "<PageDown>"};
    (void)state;
    for (int tab = TAB_SWEEP; tab <= TAB_COUNT; tab++) {
        struct app *app = hand_start(120, 40);
        char number[2] = {(char)('0' + tab), '\0'};
        hand_keys(app, number);
        hand_wait(app);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            press_often(app, keys[i]);
            const struct tab_words words = tab_of(app)->describe(app);
            if ((int)app->tab != tab || words.name[0] == '\0' || words.text[0] == '\0') {
                fail_msg("%s, %s: tab %d says \"%s\", \"%s\"", tabs[tab - 1].name, keys[i], app->tab, words.name,
                         words.text);
            }
        }
        hand_stop();
    }
}

static void a_tab_is_found_by_its_number_and_by_its_name(void **state)
{
    (void)state;
    assert_int_equal(tab_find("1"), TAB_TIMELINE);
    assert_int_equal(tab_find("9"), TAB_MAP);
    assert_int_equal(tab_find("memory"), TAB_MEMORY);
    assert_int_equal(tab_find("Lessons"), TAB_LESSONS);
    assert_int_equal(tab_find("0"), 0);
    assert_int_equal(tab_find("10"), 0);
    assert_int_equal(tab_find("memor"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_row_is_in_focus_however_far_the_arrows_go),
        cmocka_unit_test(a_tab_is_found_by_its_number_and_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
