/* test_prompt.c: saving and opening scenarios, and leaving with changes that are in no file. */
#define _XOPEN_SOURCE 700 /* setenv */
#include "hand.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static int leave_folder(void **state)
{
    hand_stop();
    return scratch_leave(state);
}

static bool is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

static void a_scenario_is_saved_under_a_name_and_opened_by_it(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Enter>25 GB/s<Enter>S<C-U>mine<Enter>");
    assert_true(is_there("mine.cfg"));
    hand_expect_text(app, "Saved as mine.cfg.");
    hand_keys(app, "<Left><Left>");
    hand_expect_text(app, "unsaved");
    hand_keys(app, "O<Enter>"); /* its own file is the first name */
    assert_true(hand_value(app, "nic.bandwidth") == 25e9);
    assert_true(hand_find(app, "unsaved").column < 0);
    hand_keys(app, "u");
    assert_true(hand_value(app, "nic.bandwidth") < 25e9);
}

static void what_is_typed_first_replaces_the_name_that_a_prompt_begins_with(void **state)
{
    static const char *const prompts[] = {"S", "W", "i", "O"};
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "S<Enter>"); /* so that there is a name to open, too */
    for (size_t i = 0; i < sizeof prompts / sizeof prompts[0]; i++) {
        hand_keys(app, prompts[i]);
        hand_keys(app, "ab");
        assert_string_equal(app->prompt.name.text, "ab");
        hand_keys(app, "<Esc>");
    }
    hand_keys(app, "O");
    hand_expect_text(app, "open  llama-3-70b-dgx-h100.cfg  typing replaces it, ← edits it");
    hand_keys(app, "<Left>x");
    assert_string_equal(app->prompt.name.text, "llama-3-70b-dgx-h100.cfxg");
    hand_expect_no_text(app, "typing replaces it");
    hand_keys(app, "<Esc>O<Backspace>");
    assert_string_equal(app->prompt.name.text, "");
    hand_keys(app, "<Esc>W<Down>"); /* the kind changes, and it may still be replaced */
    assert_string_equal(app->prompt.name.text, "llama-3-70b-step.ansi");
    hand_keys(app, "b");
    assert_string_equal(app->prompt.name.text, "b");
    hand_keys(app, "<Esc><Enter>25"); /* a value that is typed replaces the present one, too */
    assert_string_equal(app->field.text, "25");
}

static void a_snapshot_writes_no_file(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    app->writes_no_file = true;
    hand_keys(app, "Smine<Enter>");
    assert_false(is_there("mine.cfg"));
    hand_expect_text(app, "Nothing is written: a snapshot");
    hand_keys(app, "<Esc>Wmine.txt<Enter>");
    assert_false(is_there("mine.txt"));
    hand_keys(app, "<Esc>i" RINGSIDE_SOURCE_DIR "/tests/data/importers/hf/bloom-3b.json<Enter>");
    hand_expect_text(app, "Nothing is written: a snapshot");
}

static void the_first_name_is_made_of_the_model_and_the_cluster(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "S");
    hand_expect_text(app, "save as  llama-3-70b-dgx-h100.cfg ");
    hand_keys(app, "<Esc>");
    assert_false(is_there("llama-3-70b-dgx-h100.cfg"));
    assert_int_equal(app->prompt.kind, PROMPT_NONE);
}

static void a_file_that_is_there_is_overwritten_only_when_asked(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    file_write("mine.cfg", "");
    hand_keys(app, "<Enter>25 GB/s<Enter>S<C-U>mine<Enter>");
    hand_expect_text(app, "y overwrites it");
    hand_keys(app, "x<Esc>");
    assert_string_equal(app->prompt.name.text, "mine");
    struct stat status;
    assert_int_equal(stat("mine.cfg", &status), 0);
    assert_int_equal(status.st_size, 0);
    hand_keys(app, "<Enter>y");
    assert_int_equal(stat("mine.cfg", &status), 0);
    assert_true(status.st_size > 0);
}

static void a_file_that_cannot_be_written_or_read_is_refused_with_a_reason(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Left>S<C-U>nowhere/mine<Enter>");
    hand_expect_text(app, "nowhere/mine.cfg: No such file");
    assert_int_equal(app->prompt.kind, PROMPT_SAVE); /* to be corrected */
    hand_keys(app, "<Esc>O<C-U>nothing<Enter>");
    hand_expect_text(app, "nothing.cfg: No such file");
    hand_keys(app, "<C-U><Enter>");
    hand_expect_text(app, "name is expected");
    hand_keys(app, "<Esc>");
    hand_expect_text(app, "edited");
}

static void a_name_is_completed_from_what_is_there(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "S<C-U>dgx-one<Enter>S<C-U>dgx-two<Enter>O<C-U>d<Tab>");
    assert_string_equal(app->prompt.name.text, "dgx-");
    hand_expect_text(app, "dgx-one.cfg  dgx-two.cfg");
    hand_keys(app, "t<Tab><Enter>");
    hand_expect_text(app, "dgx-two.cfg is open");
}

static void leaving_with_unsaved_changes_is_asked_once(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Left>q");
    assert_false(app->wants_quit);
    hand_expect_text(app, "not saved");
    hand_keys(app, "<Esc>");
    assert_int_equal(app->prompt.kind, PROMPT_NONE);
    hand_keys(app, "qq");
    assert_true(app->wants_quit);
}

static void what_is_saved_or_was_never_changed_is_not_asked_about(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "q");
    assert_true(app->wants_quit);
    app->wants_quit = false;
    hand_keys(app, "<Left>uq");
    assert_true(app->wants_quit);
    app->wants_quit = false;
    hand_keys(app, "<Left>S<C-U>mine<Enter>q");
    assert_true(app->wants_quit);
}

static void leaving_can_save_first(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Left>qS<C-U>last<Enter>");
    assert_true(app->wants_quit);
    assert_true(is_there("last.cfg"));
}

static void the_screen_is_written_as_it_is_without_the_prompt(void **state)
{
    struct app *app = hand_start(80, 24);
    char footer[512];
    (void)state;
    (void)snprintf(footer, sizeof footer, "%s", hand_row(app, 23));
    hand_keys(app, "W<Enter>");
    hand_expect_text(app, "llama-3-70b-step.txt holds the screen as text.");
    const char *text = file_text("llama-3-70b-step.txt");
    assert_null(strstr(text, "write  "));
    assert_non_null(strstr(text, footer));
    assert_non_null(strstr(text, "% MFU"));
}

static void the_end_of_the_name_says_what_is_written(void **state)
{
    static const struct {
        const char *name, *begins;
    } kinds[] = {{"a.svg", "<svg "},      {"a.ansi", "\033["},       {"a.json", "{\n  \"inputs\": {"},
                 {"a.csv", "key,value,"}, {"a.cfg", "# A scenario"}, {"a.sh", "#!/bin/sh\nringside --"}};
    struct app *app = hand_start(80, 24);
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char keys[64];
        (void)snprintf(keys, sizeof keys, "W<C-U>%s<Enter>", kinds[i].name);
        hand_keys(app, keys);
        assert_ptr_equal(strstr(file_text(kinds[i].name), kinds[i].begins), file_text(kinds[i].name));
    }
    hand_keys(app, "W<C-U>a.doc<Enter>");
    hand_expect_text(app, "says what is written");
    assert_false(is_there("a.doc"));
}

static void the_arrows_change_what_is_written(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "W<Down><Down>");
    hand_expect_text(app, "write  llama-3-70b-step.svg");
    hand_keys(app, "<Up><Up><Up>");
    hand_expect_text(app, "write  llama-3-70b-step.sh");
}

static void nothing_is_overwritten_unasked(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    file_write("llama-3-70b-step.txt", "mine");
    hand_keys(app, "W<Enter>");
    hand_expect_text(app, "y overwrites it");
    hand_keys(app, "<Esc><Esc>");
    assert_string_equal(file_text("llama-3-70b-step.txt"), "mine");
    hand_keys(app, "W<Enter>y");
    assert_non_null(strstr(file_text("llama-3-70b-step.txt"), "% MFU"));
}

static void a_screen_too_small_for_all_else_still_asks(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Left>");
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = 10, .columns = 40});
    hand_keys(app, "q");
    hand_expect_text(app, "Your changes are not saved:");
    hand_expect_text(app, "q quits, S saves first, Esc stays.");
    for (int rows = 1; rows < 4; rows++) {
        app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = 1});
        (void)hand_row(app, 0);
    }
    hand_keys(app, "q");
    assert_true(app->wants_quit);
}

static void letters_of_a_name_are_no_commands(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "S<C-U>quTx?5");
    assert_string_equal(app->prompt.name.text, "quTx?5");
    assert_false(app->wants_quit);
    assert_int_equal(app->overlay, OVERLAY_NONE);
}

static void a_click_beside_a_question_answers_no(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "<Left>q");
    hand_press(app, 10, 5);
    assert_int_equal(app->prompt.kind, PROMPT_NONE);
    assert_false(app->wants_quit);
}

/* ---- Importing */

#define INPUTS RINGSIDE_SOURCE_DIR "/tests/data/importers/"

static int enter_home(void **state)
{
    const int entered = scratch_enter(state);
    (void)setenv("XDG_CONFIG_HOME", scratch_folder(), 1);
    return entered;
}

static void a_model_is_imported_kept_and_open_at_once_and_never_replaces_a_file(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "i" INPUTS "hf/falcon-7b.json<Enter>");
    assert_true(is_there("ringside/models/falcon-7b.cfg"));
    hand_expect_text(app, "falcon-7b is open, and kept as");
    assert_string_equal(app->now.model.name, "falcon-7b");
    assert_true(hand_value(app, "model.layers") == 32.0); /* num_hidden_layers of the file */
    assert_int_equal(app->prompt.kind, PROMPT_NONE);
    hand_keys(app, "u");
    assert_string_equal(app->now.model.name, "Llama 3 70B");
    hand_keys(app, "i" INPUTS "hf/falcon-7b.json<Enter>");
    hand_expect_text(app, "there is a file of that name");
    assert_int_equal(app->prompt.kind, PROMPT_IMPORT);
    assert_string_equal(app->now.model.name, "Llama 3 70B");
    hand_keys(app, "<Esc>");
    assert_int_equal(app->prompt.kind, PROMPT_NONE);
}

static void a_matrix_of_links_becomes_the_cluster_that_is_looked_at(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "i" INPUTS "topology/pcie.txt<Enter>");
    assert_true(is_there("ringside/clusters/pcie.cfg"));
    assert_string_equal(app->now.cluster.name, "pcie");
    assert_true(hand_value(app, "node.gpus") == 8.0);    /* GPU0 to GPU7 */
    assert_true(hand_value(app, "nic.per_node") == 1.0); /* NIC0 */
}

static void what_cannot_be_imported_is_refused_with_its_reason(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "inothing.json<Enter>");
    hand_expect_text(app, "nothing.json");
    assert_int_equal(app->prompt.kind, PROMPT_IMPORT);
    file_write("config.json", "{\"model_type\": \"mamba\"}");
    hand_keys(app, "<C-U>config.json<Enter>");
    hand_expect_text(app, "config.json:1:");
    assert_false(is_there("ringside"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_enter, leave_folder)
    const struct CMUnitTest tests[] = {
        TEST(a_scenario_is_saved_under_a_name_and_opened_by_it),
        TEST(what_is_typed_first_replaces_the_name_that_a_prompt_begins_with),
        TEST(a_snapshot_writes_no_file),
        TEST(the_first_name_is_made_of_the_model_and_the_cluster),
        TEST(a_file_that_is_there_is_overwritten_only_when_asked),
        TEST(a_file_that_cannot_be_written_or_read_is_refused_with_a_reason),
        TEST(a_name_is_completed_from_what_is_there),
        TEST(leaving_with_unsaved_changes_is_asked_once),
        TEST(what_is_saved_or_was_never_changed_is_not_asked_about),
        TEST(leaving_can_save_first),
        TEST(the_screen_is_written_as_it_is_without_the_prompt),
        TEST(the_end_of_the_name_says_what_is_written),
        TEST(the_arrows_change_what_is_written),
        TEST(nothing_is_overwritten_unasked),
        TEST(a_screen_too_small_for_all_else_still_asks),
        TEST(letters_of_a_name_are_no_commands),
        TEST(a_click_beside_a_question_answers_no),
#define TEST_AT_HOME(name) cmocka_unit_test_setup_teardown(name, enter_home, leave_folder)
        TEST_AT_HOME(a_model_is_imported_kept_and_open_at_once_and_never_replaces_a_file),
        TEST_AT_HOME(a_matrix_of_links_becomes_the_cluster_that_is_looked_at),
        TEST_AT_HOME(what_cannot_be_imported_is_refused_with_its_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
