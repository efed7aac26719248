/* test_keys.c: the key table. */
#include "document.h"
#include "view/event.h"
#include "view/keys.h"
#include "view/surface.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void no_key_means_two_things_in_one_context(void **state)
{
    (void)state;
    for (int i = 0; i < key_binding_count; i++) {
        for (int key = 0; key < BINDING_KEYS && key_bindings[i].keys[key] != 0; key++) {
            const enum action action = key_action(key_bindings[i].context, key_bindings[i].keys[key]);
            if (action != key_bindings[i].action) {
                fail_msg("row %d (%s): its key means something else", i,
                         key_bindings[i].name != NULL ? key_bindings[i].name : "a pair's second");
            }
        }
    }
}

static void every_row_that_is_shown_says_what_it_does(void **state)
{
    (void)state;
    for (int i = 0; i < key_binding_count; i++) {
        assert_true(key_bindings[i].name == NULL || key_bindings[i].help != NULL);
        assert_true((key_bindings[i].short_name == NULL) == (key_bindings[i].word == NULL));
    }
}

/* "least, most": the second of the pair has its word in the line of the first. */
static void a_pair_shares_a_line_that_names_both(void **state)
{
    int pairs = 0;
    (void)state;
    for (int i = 0; i < key_binding_count; i++) {
        const struct key_binding *second = key_bindings[i].name != NULL ? key_pair_of(&key_bindings[i]) : NULL;
        if (second != NULL) {
            pairs++;
            assert_non_null(strstr(key_bindings[i].help, second->help));
        }
    }
    assert_true(pairs >= 6);
}

/* The help overlay has 30 columns for them beside a second list. */
static void no_line_of_help_is_longer_than_its_column(void **state)
{
    enum { KEYS_COLUMNS = 17, HELP_COLUMNS = 30 };
    (void)state;
    for (int i = 0; i < key_binding_count; i++) {
        const struct key_binding *binding = &key_bindings[i];
        if (binding->name != NULL &&
            (text_columns(binding->name) > KEYS_COLUMNS || text_columns(binding->help) > HELP_COLUMNS)) {
            fail_msg("\"%s\" \"%s\" is too long", binding->name, binding->help);
        }
    }
}

static void a_row_without_a_value_offers_no_key_that_changes_one(void **state)
{
    static const enum key_context without[] = {CONTEXT_PANE, CONTEXT_PRESET};
    (void)state;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        assert_int_equal(key_action(without[i], KEY_CODE_RIGHT), ACTION_NONE);
        assert_int_equal(key_action(without[i], 'r'), ACTION_NONE);
        assert_int_equal(key_action(without[i], KEY_CODE_DOWN), ACTION_DOWN);
        assert_int_equal(key_action(without[i], 'q'), ACTION_QUIT);
    }
    assert_int_equal(key_action(CONTEXT_PANE, KEY_CODE_ENTER), ACTION_NONE);
    assert_int_equal(key_action(CONTEXT_STEP, KEY_CODE_ENTER), ACTION_NONE);
    assert_int_equal(key_action(CONTEXT_PART, KEY_CODE_ENTER), ACTION_ACCEPT);
}

static void letters_are_text_in_a_field(void **state)
{
    static const enum key_context fields[] = {CONTEXT_EDIT, CONTEXT_PICKER, CONTEXT_HELP};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        for (int key = ' '; key < 0x7F; key++) {
            assert_int_equal(key_action(fields[i], key), ACTION_NONE);
        }
    }
}

static void a_slider_knows_vi_keys_and_those_that_work_everywhere(void **state)
{
    (void)state;
    assert_int_equal(key_action(CONTEXT_SLIDER, 'l'), ACTION_FINE_PLUS);
    assert_int_equal(key_action(CONTEXT_SLIDER, 'L'), ACTION_COARSE_PLUS);
    assert_int_equal(key_action(CONTEXT_SLIDER, 'u'), ACTION_UNDO);
    assert_int_equal(key_action(CONTEXT_SLIDER, KEY_CONTROL('R')), ACTION_REDO);
    assert_int_equal(key_action(CONTEXT_TAB, '9'), ACTION_TAB);
    assert_int_equal(key_action(CONTEXT_TAB, '+'), ACTION_HELD_PLUS);
    assert_int_equal(key_action(CONTEXT_STEP, 'q'), ACTION_QUIT);
}

static void the_footer_of_a_slider_is_in_the_order_of_the_screens(void **state)
{
    static const char *const expected[] = {"change",  "coarse",  "type", "pane", "reset",    "baseline", "tabs",
                                           "explain", "presets", "undo", "mode", "measured", "quit"};
    const struct key_binding *rows[32];
    const int count = key_footer(CONTEXT_SLIDER, rows, 32);
    (void)state;
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
    for (int i = 0; i < count; i++) {
        assert_string_equal(rows[i]->word, expected[i]);
    }
    assert_int_equal(rows[count - 1]->rank, FOOTER_LAST);
}

/* ---- The README's table of keys */

enum { TABLE_BYTES = 1 << 13, TABLE_ROWS = 128 };

/* "`u`", or "`click ‹ › [x] ▾`": a name as it is shown, with its bars escaped. */
static void write_cell(char *text, size_t size, const struct key_binding *binding)
{
    const size_t used = strlen(text);
    if (binding == NULL) {
        (void)snprintf(text + used, size - used, " | |");
    } else {
        (void)snprintf(text + used, size - used, " `%s` | %s |", binding->name, binding->help);
    }
}

/* What works everywhere and on a slider, in two columns. */
static void write_table(char *text, size_t size)
{
    static const enum key_context shown[] = {CONTEXT_EVERYWHERE, CONTEXT_PANE, CONTEXT_SLIDER};
    const struct key_binding *rows[TABLE_ROWS];
    int count = 0;
    for (size_t context = 0; context < sizeof shown / sizeof shown[0]; context++) {
        for (int i = 0; i < key_binding_count; i++) {
            if (key_bindings[i].context == shown[context] && key_bindings[i].name != NULL) {
                rows[count++] = &key_bindings[i];
            }
        }
    }
    const int half = (count + 1) / 2;
    (void)snprintf(text, size, "| key | does | key | does |\n|---|---|---|---|\n");
    for (int i = 0; i < half; i++) {
        (void)strncat(text, "|", size - strlen(text) - 1);
        write_cell(text, size, rows[i]);
        write_cell(text, size, half + i < count ? rows[half + i] : NULL);
        (void)strncat(text, "\n", size - strlen(text) - 1);
    }
}

static void the_readme_has_the_keys_of_the_table(void **state)
{
    static const struct document readme = {"README.md", "test_keys"};
    static const struct marks marks = {"test_keys -->\n", "<!-- end of keys -->\n"};
    static char table[TABLE_BYTES];
    (void)state;
    write_table(table, sizeof table);
    document_hold_part(&readme, marks, table);
}

static void arrows_move_by_one_and_page_keys_by_ten(void **state)
{
    static const struct {
        enum action action;
        int rows, columns;
    } moves[] = {
        {ACTION_UP, -1, 0},   {ACTION_DOWN, 1, 0},  {ACTION_PAGE_UP, -10, 0}, {ACTION_PAGE_DOWN, 10, 0},
        {ACTION_LEFT, 0, -1}, {ACTION_RIGHT, 0, 1}, {ACTION_ACCEPT, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        const struct action_steps steps = action_steps_of(moves[i].action);
        assert_int_equal(steps.rows, moves[i].rows);
        assert_int_equal(steps.columns, moves[i].columns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_move_by_one_and_page_keys_by_ten),
        cmocka_unit_test(no_key_means_two_things_in_one_context),
        cmocka_unit_test(every_row_that_is_shown_says_what_it_does),
        cmocka_unit_test(a_pair_shares_a_line_that_names_both),
        cmocka_unit_test(no_line_of_help_is_longer_than_its_column),
        cmocka_unit_test(a_row_without_a_value_offers_no_key_that_changes_one),
        cmocka_unit_test(letters_are_text_in_a_field),
        cmocka_unit_test(a_slider_knows_vi_keys_and_those_that_work_everywhere),
        cmocka_unit_test(the_readme_has_the_keys_of_the_table),
        cmocka_unit_test(the_footer_of_a_slider_is_in_the_order_of_the_screens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
