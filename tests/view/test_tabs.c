/* test_tabs.c: what all tabs have in common: their words, and that the focus never leaves what they list. */
#include "hand.h"
#include "view/tabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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

enum { LEAST_ROWS = 14, MOST_ROWS = 44, LEAST_COLUMNS = 44, MOST_COLUMNS = 134, COLUMNS_STEP = 9, ROW_BYTES = 1000 };

/* Give a look at every size that shows a tab, in order; `look` gets the place in that order. */
static void at_every_size(struct app *app, void (*look)(const struct app *app, int place))
{
    int place = 0;
    for (int rows = LEAST_ROWS; rows < MOST_ROWS; rows++) {
        for (int columns = LEAST_COLUMNS; columns < MOST_COLUMNS; columns += COLUMNS_STEP) {
            app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
            look(app, place++);
        }
    }
}

enum { SIZES = (MOST_ROWS - LEAST_ROWS) * ((MOST_COLUMNS - LEAST_COLUMNS) / COLUMNS_STEP) };
static char headlines[SIZES][ROW_BYTES];

static void keep_headline(const struct app *app, int place)
{
    (void)snprintf(headlines[place], ROW_BYTES, "%s", hand_row(app, app_layout(app).headline_row));
}

static void expect_headline(const struct app *app, int place)
{
    const char *row = hand_row(app, app_layout(app).headline_row);
    if (strcmp(row, headlines[place]) != 0) {
        fail_msg("%d x %d: tab %d draws over the headline: \"%s\"", app->columns, app->rows, (int)app->tab, row);
    }
}

static void no_tab_draws_over_the_headline(void **state)
{
    (void)state;
    for (int tab = TAB_TIMELINE; tab <= TAB_COUNT; tab++) {
        struct app *app = hand_start(120, 40);
        const char number[2] = {(char)('0' + tab), '\0'};
        hand_keys(app, number);
        hand_wait(app);
        at_every_size(app, tab == TAB_TIMELINE ? keep_headline : expect_headline);
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
        HAND_TEST(no_tab_draws_over_the_headline),
        cmocka_unit_test(a_tab_is_found_by_its_number_and_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
