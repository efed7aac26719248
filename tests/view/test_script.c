/* test_script.c: scripts of keys: what is read, and what is done when. */
#define _XOPEN_SOURCE 700
#include "hand.h"
#include "view/script_player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct script *script;
static struct script_player player;
static long long now; /* ms */

static int stop(void **state)
{
    (void)state;
    hand_stop();
    script_free(script);
    script = NULL;
    return 0;
}

/* Play until nothing more happens without time passing: a step, a drawing, a step. */
static void play(struct app *app)
{
    for (int i = 0; i < 1000; i++) {
        struct surface surface = surface_new(app->rows, app->columns);
        app_draw(app, &surface);
        const int before = player.next;
        const bool changed = script_player_step(&player, app, &surface, now);
        surface_free(&surface);
        if (!changed && player.next == before) {
            return;
        }
    }
}

static struct app *start(const char *text)
{
    struct app *app = hand_start(80, 24);
    script = script_parse("demo.keys", text);
    assert_non_null(script);
    if (!script->valid) {
        fail_msg("%s", script->message);
    }
    player = (struct script_player){.script = script};
    now = 1000;
    play(app);
    return app;
}

static void keys_are_pressed_line_by_line(void **state)
{
    (void)state;
    struct app *app = start("# first\n\n  keys <Enter>25 GB/s<Enter>\nkeys 5\n");
    assert_true(hand_value(app, "nic.bandwidth") == 25e9);
    assert_int_equal(app->tab, 5);
    assert_false(script_player_runs(&player));
    assert_false(app->wants_quit);
}

static void a_wait_lasts_as_long_as_it_says(void **state)
{
    (void)state;
    struct app *app = start("wait 300ms\nkeys 5\nquit\n");
    assert_int_equal(app->tab, 1);
    assert_int_equal(script_player_patience(&player, now), 300);
    now += 299;
    play(app);
    assert_int_equal(app->tab, 1);
    now += 1;
    play(app);
    assert_int_equal(app->tab, 5);
    assert_true(app->wants_quit);
}

static void a_wait_for_a_text_ends_when_it_comes_and_fails_when_it_does_not(void **state)
{
    (void)state;
    struct app *app = start("wait for edited\nkeys 5\n");
    assert_int_equal(app->tab, 1);
    hand_keys(app, "<Left>");
    play(app);
    assert_int_equal(app->tab, 5);
    script_free(script);
    script = script_parse("demo.keys", "\nwait for nothing of the kind\n");
    player = (struct script_player){.script = script};
    play(app);
    assert_false(player.failed);
    now += 10000;
    play(app);
    assert_true(player.failed);
    assert_string_equal(player.message, "demo.keys:2: \"nothing of the kind\" did not come within 10 s");
}

static void what_is_expected_is_looked_for_on_the_screen(void **state)
{
    (void)state;
    struct app *app =
        start("expect 50.0 GB/s\nexpect not edited\nkeys <Left>\nexpect edited\nexpect not edited\nkeys 5\n");
    assert_true(player.failed);
    assert_string_equal(player.message, "demo.keys:5: \"edited\" is on the screen");
    assert_int_equal(app->tab, 1);
}

static void an_expectation_waits_for_a_search(void **state)
{
    (void)state;
    struct app *app = start("keys 7\nexpect not so far\n");
    assert_true(app_is_busy(app));
    assert_false(player.failed);
    assert_true(script_player_runs(&player));
    hand_wait(app);
    play(app);
    assert_false(player.failed);
    assert_false(script_player_runs(&player));
}

static void a_script_writes_files(void **state)
{
    (void)state;
    assert_int_equal(chdir("/tmp"), 0);
    (void)unlink("ringside-script.svg");
    (void)start("write ringside-script.svg\nwrite nowhere/x.txt\n");
    assert_int_equal(access("ringside-script.svg", F_OK), 0);
    assert_int_equal(unlink("ringside-script.svg"), 0);
    assert_true(player.failed);
    assert_non_null(strstr(player.message, "demo.keys:2: nowhere/x.txt: No such file"));
}

/* Each mistake is named with its line before anything runs. */
static void a_mistake_is_named_with_its_line(void **state)
{
    static const struct {
        const char *text, *message;
    } mistakes[] = {
        {"keys a\npress b\n", "demo.keys:2: \"press b\": keys, wait, expect, write or quit is expected"},
        {"keys\n", "demo.keys:1: something is missing behind the word, like `keys <Right>5`"},
        {"\n\nkeys 5<Dwn>\n", "demo.keys:3: \"<Dwn>\": no key is called so; <Up> <Enter> <Esc> <C-r> <lt> are names"},
        {"wait 5 GB\n", "demo.keys:1: \"5 GB\": a time is expected, like 500ms"},
        {"waiting 5\n", "demo.keys:1: \"waiting 5\": keys, wait, expect, write or quit is expected"},
        {"expect\n", "demo.keys:1: something is missing behind the word, like `expect fits`"},
    };
    (void)state;
    (void)hand_start(80, 24);
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        script = script_parse("demo.keys", mistakes[i].text);
        assert_false(script->valid);
        assert_string_equal(script->message, mistakes[i].message);
        script_free(script);
    }
    script = script_parse("demo.keys", "write screen.doc\n");
    assert_non_null(strstr(script->message, "demo.keys:1: \"screen.doc\": the name's end says what is written"));
}

static void a_file_that_cannot_be_read_says_why(void **state)
{
    (void)state;
    (void)hand_start(80, 24);
    script = script_read("/nowhere/demo.keys");
    assert_false(script->valid);
    assert_string_equal(script->message, "/nowhere/demo.keys: No such file or directory");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, stop)
    const struct CMUnitTest tests[] = {
        TEST(keys_are_pressed_line_by_line),
        TEST(a_wait_lasts_as_long_as_it_says),
        TEST(a_wait_for_a_text_ends_when_it_comes_and_fails_when_it_does_not),
        TEST(what_is_expected_is_looked_for_on_the_screen),
        TEST(an_expectation_waits_for_a_search),
        TEST(a_script_writes_files),
        TEST(a_mistake_is_named_with_its_line),
        TEST(a_file_that_cannot_be_read_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
