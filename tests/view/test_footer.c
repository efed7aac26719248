/* test_footer.c: every key that the footer of a tab offers does something there. */
#include "hand.h"
#include "view/change.h"
#include "view/input_context.h"
#include "view/keys.h"
#include "view/tabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { FOOTER_KEYS = 40, CONTEXT_KEYS = 4000 };

/* Bindings by their place in the table: whether a footer of a context offered them, and whether they ever did anything
 * there. */
static bool offered[CONTEXT_COUNT][CONTEXT_KEYS], worked[CONTEXT_COUNT][CONTEXT_KEYS];
static struct app start, before, after;

/* Bytes, since a state has too many members to compare one by one; one is a copy of the other, gaps and all. */
static bool differ(const void *one, const void *other, size_t size)
{
    return memcmp(one, other, size) != 0;
}

/* Press a key of a state; whether more changed than what is said. */
static bool press(struct app *app, int key)
{
    memcpy(&before, app, sizeof before);
    app_update(app, (struct event){.kind = EVENT_KEY, .key = key});
    memcpy(&after, app, sizeof after);
    memset(before.message, 0, sizeof before.message);
    memset(after.message, 0, sizeof after.message);
    before.message_bad = after.message_bad = false;
    return differ(&before, &after, sizeof before);
}

/* Try the keys of the footer that have not worked yet, each from the same state. */
static void try_footer(struct app *app)
{
    static struct app here;
    const struct key_binding *rows[FOOTER_KEYS];
    const enum key_context context = input_context(app);
    const int count = key_footer(context, rows, FOOTER_KEYS);
    memcpy(&here, app, sizeof here);
    for (int i = 0; i < count; i++) {
        const ptrdiff_t place = rows[i] - key_bindings;
        if (rows[i]->room == FOOTER_HELD && app->held == NULL) {
            continue;
        }
        offered[context][place] = true;
        /* The second key of a pair does the opposite, and stands in a row of its own. */
        const bool paired = place + 1 < key_binding_count && rows[i][1].name == NULL && rows[i][1].short_name == NULL;
        for (int row = 0; row <= (paired ? 1 : 0); row++) {
            for (int k = 0; k < BINDING_KEYS && rows[i][row].keys[k] != 0 && !worked[context][place]; k++) {
                worked[context][place] = press(app, rows[i][row].keys[k]);
                memcpy(app, &here, sizeof here);
            }
        }
    }
}

/* The state as it is and after each key of its footer. */
static void try_around(struct app *app)
{
    const struct key_binding *rows[FOOTER_KEYS];
    const enum key_context context = input_context(app);
    const int count = key_footer(context, rows, FOOTER_KEYS);
    memcpy(&start, app, sizeof start);
    try_footer(app);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < BINDING_KEYS && rows[i]->keys[k] != 0; k++) {
            (void)press(app, rows[i]->keys[k]);
            hand_wait(app);
            if (app->focus == FOCUS_TAB && app->overlay == OVERLAY_NONE && !app->wants_quit && app->tab == start.tab &&
                app->now.mode == start.now.mode) {
                try_footer(app);
            }
            memcpy(app, &start, sizeof start);
        }
    }
}

/* What footers offered that never did anything; undo needs something to undo. */
static int count_idle(const char *mode)
{
    int idle = 0;
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        for (int place = 0; place < key_binding_count; place++) {
            const struct key_binding *binding = &key_bindings[place];
            if (offered[context][place] && !worked[context][place] && binding->action != ACTION_UNDO) {
                idle++;
                print_error("%s, %s: %s %s does nothing\n", key_context_titles[context], mode, binding->short_name,
                            binding->word);
            }
        }
    }
    return idle;
}

static void every_key_of_a_footer_works(void **state)
{
    static const char *const places[] = {"1", "1p", "2", "3", "4", "5", "5p", "6", "7", "8", "8<Enter><Right>", "9"};
    int idle = 0;
    (void)state;
    for (int modes = 0; modes < MODE_COUNT; modes++) {
        memset(offered, 0, sizeof offered);
        memset(worked, 0, sizeof worked);
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            struct app *app = hand_start(200, 60);
            app->now.strategy.tp = 4; /* two stages to choose from */
            app->now.strategy.pp = 2;
            change_start(app);
            for (int mode = 0; mode < modes; mode++) {
                hand_keys(app, "M");
            }
            hand_keys(app, places[i]);
            hand_wait(app);
            change_hush(app);
            try_around(app);
            hand_stop();
        }
        idle += count_idle(modes == 0 ? "training" : "serving");
    }
    (void)hand_start(80, 24);
    assert_int_equal(idle, 0);
}

/* Who opens something to look at it wants to know first how it closes. */
static void what_lies_over_the_smallest_screen_says_how_it_closes(void **state)
{
    static const char *const openings[] = {"p", "D", "?", "T", "x", "y", "c", "2m", "S", "C", "<Enter>"};
    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        struct app *app = hand_start(44, 14);
        hand_keys(app, openings[i]);
        if (strstr(hand_row(app, 13), "Esc ") == NULL) {
            fail_msg("after %s: \"%s\"", openings[i], hand_row(app, 13));
        }
        hand_stop();
    }
}

/* On it one pane is seen: the key that leads to the others stands before those that only save a keystroke. */
static void the_smallest_screen_says_how_to_reach_the_other_panes(void **state)
{
    static const char *const panes[] = {"", "<Tab>", "<Tab><Tab>", "<S-Tab>"};
    (void)state;
    for (size_t i = 0; i < sizeof panes / sizeof panes[0]; i++) {
        struct app *app = hand_start(44, 14);
        hand_keys(app, panes[i]);
        assert_non_null(strstr(hand_row(app, 13), "Tab pane"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(every_key_of_a_footer_works),
        HAND_TEST(what_lies_over_the_smallest_screen_says_how_it_closes),
        HAND_TEST(the_smallest_screen_says_how_to_reach_the_other_panes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
