/* test_screen_options.c: the options that help and completion name are those that the screen takes. */
#include "cli/commands.h"
#include "view/app.h"
#include "view/layout.h"
#include "view/start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A value that each option accepts, by what it asks for. */
static const char *value_of(const struct option *option)
{
    static const char *const values[][2] = {{"--theme", "default"}, {"--size", "80x24"},
                                            {"--tab", "1"},         {"--lesson", "4"},
                                            {"--format", "text"},   {"--keys", "x"},
                                            {"--measured", "9.2s"}, {"--script", RINGSIDE_SOURCE_DIR "/docs/tour.keys"},
                                            {"--ask", "--hold cp"}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (strcmp(values[i][0], option->name) == 0) {
            return values[i][1];
        }
    }
    fail_msg("%s: no value to try", option->name);
    return NULL;
}

static void expect_taken(const struct command *command, enum screen_command screen)
{
    for (const struct option *option = command->options; option->name != NULL; option++) {
        char name[32];
        char value[256] = "";
        char *argv[] = {"ringside", name, value, NULL};
        (void)strncpy(name, option->name, sizeof name - 1);
        name[sizeof name - 1] = '\0';
        const bool has_value = option->value != NULL || option->choices != NULL;
        if (has_value) {
            (void)strncpy(value, value_of(option), sizeof value - 1);
        }
        struct start start = start_read(screen, has_value ? 3 : 2, argv);
        if (!start.ready) {
            fail_msg("%s: %s", option->name, start.message);
        }
        start_free(&start);
    }
}

static void the_explorer_takes_the_options_that_help_names(void **state)
{
    (void)state;
    expect_taken(&explorer_command, COMMAND_EXPLORER);
}

static void snapshot_takes_the_options_that_help_names(void **state)
{
    (void)state;
    expect_taken(command_find("snapshot"), COMMAND_SNAPSHOT);
}

/* The smallest size at which the explorer draws more than that it is too small. */
static void help_tells_the_smallest_screen(void **state)
{
    const int least = SIZE_TOO_SMALL + 1;
    char size[16];
    (void)state;
    (void)snprintf(size, sizeof size, "%dx%d", size_class_columns[least], size_class_rows[least]);
    assert_string_equal(command_find("snapshot")->options[0].name, "--size");
    assert_non_null(strstr(command_find("snapshot")->options[0].help, size));
}

static void an_option_that_help_does_not_name_is_refused(void **state)
{
    (void)state;
    char *argv[] = {"ringside", "--colour", NULL};
    struct start start = start_read(COMMAND_EXPLORER, 2, argv);
    assert_false(start.ready);
    start_free(&start);
}

static void an_option_without_its_value_says_where_to_look(void **state)
{
    (void)state;
    char *argv[] = {"ringside", "--set", NULL};
    struct start start = start_read(COMMAND_EXPLORER, 2, argv);
    assert_false(start.ready);
    assert_non_null(strstr(start.message, "--set needs a value: `ringside --help` says which"));
    start_free(&start);
}

static void what_the_search_is_asked_opens_its_tab(void **state)
{
    (void)state;
    char *argv[] = {"ringside", "--ask", "--where step.time<=8s", NULL};
    struct start start = start_read(COMMAND_EXPLORER, 3, argv);
    assert_true(start.ready);
    assert_int_equal(start.tab, TAB_SEARCH);
    start_free(&start);
}

static void what_the_search_cannot_be_asked_is_refused(void **state)
{
    (void)state;
    char *argv[] = {"ringside", "--ask", "--where step.tim<=8s", NULL};
    struct start start = start_read(COMMAND_EXPLORER, 3, argv);
    assert_false(start.ready);
    assert_non_null(strstr(start.message, "--ask: "));
    start_free(&start);
}

static void a_tab_is_named_by_its_number_or_its_name_in_any_case(void **state)
{
    static const struct {
        const char *word;
        int tab;
    } rows[] = {{"1", 1}, {"9", 9},  {"ring", 3},  {"Traffic", 4}, {"MAP", 9},
                {"0", 0}, {"10", 0}, {"rings", 0}, {"", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char word[16] = "";
        char *argv[] = {"ringside", "--tab", word, NULL};
        (void)strncpy(word, rows[i].word, sizeof word - 1);
        struct start start = start_read(COMMAND_EXPLORER, 3, argv);
        assert_int_equal(start.ready, rows[i].tab > 0);
        assert_int_equal(start.tab, rows[i].tab);
        if (!start.ready) {
            assert_non_null(strstr(start.message, "--tab"));
            assert_non_null(strstr(start.message, "Timeline"));
        }
        start_free(&start);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_explorer_takes_the_options_that_help_names),
        cmocka_unit_test(snapshot_takes_the_options_that_help_names),
        cmocka_unit_test(an_option_without_its_value_says_where_to_look),
        cmocka_unit_test(what_the_search_is_asked_opens_its_tab),
        cmocka_unit_test(what_the_search_cannot_be_asked_is_refused),
        cmocka_unit_test(a_tab_is_named_by_its_number_or_its_name_in_any_case),
        cmocka_unit_test(help_tells_the_smallest_screen),
        cmocka_unit_test(an_option_that_help_does_not_name_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
