/* test_unused_key.c: no key is silent. */
#include "hand.h"
#include "view/event.h"
#include "view/input_context.h"
#include "view/key_names.h"
#include "view/keys.h"
#include "view/unused_key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_LENGTH = 240, FIRST_CHARACTER = ' ', LAST_CHARACTER = '~' };

static const char *said_of(enum key_context context, int key)
{
    static char text[TEXT_LENGTH];
    unused_key_say(context, key, text, sizeof text);
    return text;
}

static void a_key_of_another_pane_names_the_pane_and_what_it_does_there(void **state)
{
    (void)state;
    assert_string_equal(said_of(CONTEXT_SLIDER, 's'),
                        "s does nothing here: it is for Traffic (sort by the column) · Search (sort by the column)");
    assert_non_null(strstr(said_of(CONTEXT_MAP, 'p'), "Timeline (stages, or lanes)"));
    assert_non_null(strstr(said_of(CONTEXT_MAP, 'p'), "a slider (presets of this pane)"));
    assert_non_null(strstr(said_of(CONTEXT_PRESET, KEY_CODE_RIGHT), "Right does nothing here"));
    assert_null(strstr(said_of(CONTEXT_SLIDER, 's'), "()"));
}

static void a_key_of_no_pane_leads_to_the_list_of_keys(void **state)
{
    (void)state;
    assert_string_equal(said_of(CONTEXT_SLIDER, ':'),
                        ": is no key of ringside: ? lists them all, and finds one by a word.");
    assert_string_equal(said_of(CONTEXT_SLIDER, KEY_CONTROL('K')),
                        "^K is no key of ringside: ? lists them all, and finds one by a word.");
}

/* A name as a key, and a key as its name. */
static void a_key_is_called_what_a_script_calls_it(void **state)
{
    static const char *const names[] = {"Up", "PageDown", "S-Left", "Space", "Esc"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char script[TEXT_LENGTH];
        char name[TEXT_LENGTH];
        (void)snprintf(script, sizeof script, "<%s>", names[i]);
        key_name_print(key_read(script).key, name, sizeof name);
        assert_string_equal(name, names[i]);
    }
    char name[TEXT_LENGTH];
    key_name_print('<', name, sizeof name);
    assert_string_equal(name, "<");
    key_name_print(0xE9, name, sizeof name);
    assert_string_equal(name, "é");
    key_name_print(0x9B, name, sizeof name); /* a control must not reach the terminal */
    assert_string_equal(name, "that key");
}

/* ---- On the screen */

/* What the loop is asked for is no silence either. */
static bool asks_the_loop(const struct app *app)
{
    return app->wants_quit || app->wants_redraw || app->wants_suspend || app->wants_mouse_change;
}

static bool same_cell(struct cell one, struct cell other)
{
    return one.glyph == other.glyph && memcmp(&one.style, &other.style, sizeof one.style) == 0;
}

static bool same_screen(const struct surface *one, const struct surface *other)
{
    for (int row = 0; row < one->rows; row++) {
        for (int column = 0; column < one->columns; column++) {
            if (!same_cell(surface_at(one, row, column), surface_at(other, row, column))) {
                return false;
            }
        }
    }
    return true;
}

static bool is_silent(struct app *app, int key)
{
    struct surface before = surface_new(app->rows, app->columns);
    struct surface after = surface_new(app->rows, app->columns);
    app_draw(app, &before);
    app_update(app, (struct event){.kind = EVENT_KEY, .key = key});
    app_draw(app, &after);
    const bool same = same_screen(&before, &after);
    surface_free(&before);
    surface_free(&after);
    return same && !asks_the_loop(app);
}

/* What moves may have come to an end, the tab whose number is pressed may be open, and nothing may be left to close. */
static bool may_rest(enum action action)
{
    const struct action_steps steps = action_steps_of(action);
    return steps.rows != 0 || steps.columns != 0 || action == ACTION_LEAST || action == ACTION_MOST ||
           action == ACTION_COARSE_MINUS || action == ACTION_COARSE_PLUS || action == ACTION_ZOOM_OUT ||
           action == ACTION_ZOOM_ALL || action == ACTION_ESCAPE || action == ACTION_TAB;
}

/* Each key is pressed on the same state: a struct is copied sooner than an explorer is started. */
static void check_keys(struct app *app, const char *opening)
{
    static struct app at_start;
    at_start = *app;
    for (int key = FIRST_CHARACTER; key <= KEY_CODE_TAB; key = key == LAST_CHARACTER ? KEY_CODE_UP : key + 1) {
        *app = at_start;
        const enum action action = key_action(input_context(app), key);
        if (is_silent(app, key) && !may_rest(action)) {
            char name[KEY_NAME_TEXT];
            key_name_print(key, name, sizeof name);
            fail_msg("after \"%s\" %s is silent", opening, name);
        }
    }
}

static void check_place(const char *opening, int columns, int rows)
{
    struct app *app = hand_start(columns, rows);
    hand_keys(app, opening);
    hand_wait(app);
    check_keys(app, opening);
    hand_stop();
}

static void no_key_is_silent(void **state)
{
    static const char *const openings[] = {
        "",   "<Tab>", "<Tab><Tab>", "<S-Tab>", "<Up><Up><Up><Up><Up><Up>",
        "1",  "2",     "3",          "4",       "5",
        "6",  "7",     "8",          "9",       "8<Enter>",
        "P",  "M",     "M1",         "M2",      "M4",
        "M5", "M6",    "M7",         "M9",      "x",
        "c",  "y",     "T",
    };
    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        check_place(openings[i], 80, 24);
    }
    check_place("", 44, 14); /* where one pane is seen at a time */
    check_place("4", 44, 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_of_another_pane_names_the_pane_and_what_it_does_there),
        cmocka_unit_test(a_key_of_no_pane_leads_to_the_list_of_keys),
        cmocka_unit_test(a_key_is_called_what_a_script_calls_it),
        HAND_TEST(no_key_is_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
