/* test_file_names.c: what typed names mean, and what completes them. */
#include "profiles/file_names.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static int make_folder(void **state)
{
    static const char *const names[] = {"dgx-a.cfg",    "dgx-b.cfg",       "dgx.txt",        ".hidden.cfg",
                                        "runs/one.cfg", "runs-\u00E9.cfg", "runs-\u00E8.cfg"};
    if (scratch_make(state) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        file_write(scratch_path(names[i]), "");
    }
    return setenv("HOME", scratch_folder(), 1);
}

static void expect_completion(const char *typed, const char *completed, const char *candidates)
{
    const struct file_completion completion = file_complete(scratch_path(typed), ".cfg");
    assert_string_equal(completion.typed, scratch_path(completed));
    assert_string_equal(completion.candidates, candidates);
}

static void a_name_is_completed_as_far_as_all_candidates_go_on_alike(void **state)
{
    (void)state;
    expect_completion("d", "dgx-", "dgx-a.cfg  dgx-b.cfg");
    expect_completion("dgx-b", "dgx-b.cfg", "dgx-b.cfg");
    expect_completion("runs/", "runs/one.cfg", "one.cfg");
    expect_completion("", "", "dgx-a.cfg  dgx-b.cfg  runs-\u00E8.cfg  runs-\u00E9.cfg  runs/");
    expect_completion(".h", ".hidden.cfg", ".hidden.cfg");
}

/* The two letters begin with the same byte. */
static void no_half_of_a_letter_is_completed(void **state)
{
    (void)state;
    expect_completion("runs-", "runs-", "runs-\u00E8.cfg  runs-\u00E9.cfg");
}

static void what_is_not_there_stays_as_it_was_typed(void **state)
{
    (void)state;
    expect_completion("x", "x", "");
    expect_completion("nowhere/x", "nowhere/x", "");
    assert_int_equal(file_complete("/nowhere/at/all/", ".cfg").count, 0);
}

static void the_home_folder_is_a_tilde(void **state)
{
    (void)state;
    assert_string_equal(file_name_read("~/new", ".cfg").path, scratch_path("new.cfg"));
    assert_string_equal(file_complete("~/dgx-a", ".cfg").typed, "~/dgx-a.cfg");
}

static void a_new_name_gets_the_extension_and_a_file_keeps_its_own(void **state)
{
    const char *typed = scratch_path("dgx.txt");
    (void)state;
    assert_string_equal(file_name_read("mine", ".cfg").path, "mine.cfg");
    assert_string_equal(file_name_read("llama-3.1", ".cfg").path, "llama-3.1.cfg");
    assert_string_equal(file_name_read("mine.cfg", ".cfg").path, "mine.cfg");
    assert_string_equal(file_name_read("mine", "").path, "mine");
    assert_string_equal(file_name_read(typed, ".cfg").path, typed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_completed_as_far_as_all_candidates_go_on_alike),
        cmocka_unit_test(no_half_of_a_letter_is_completed),
        cmocka_unit_test(what_is_not_there_stays_as_it_was_typed),
        cmocka_unit_test(the_home_folder_is_a_tilde),
        cmocka_unit_test(a_new_name_gets_the_extension_and_a_file_keeps_its_own),
    };
    return cmocka_run_group_tests(tests, make_folder, scratch_remove);
}
