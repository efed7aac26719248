/* test_file_names.c: what typed names mean, and what completes them. */
#include "profiles/file_names.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static char folder[64];

static void make(const char *name)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[strlen(name) - 1] == '/') {
        assert_int_equal(mkdir(path, 0700), 0);
        return;
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fclose(file);
}

static int make_folder(void **state)
{
    static const char *const names[] = {"dgx-a.cfg", "dgx-b.cfg", "dgx.txt", ".hidden.cfg", "runs/", "runs/one.cfg"};
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/ringside-names-XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        make(names[i]);
    }
    return setenv("HOME", folder, 1);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void expect_completion(const char *typed, const char *completed, const char *candidates)
{
    char full[256];
    char wanted[256];
    (void)snprintf(full, sizeof full, "%s/%s", folder, typed);
    (void)snprintf(wanted, sizeof wanted, "%s/%s", folder, completed);
    const struct file_completion completion = file_complete(full, ".cfg");
    assert_string_equal(completion.typed, wanted);
    assert_string_equal(completion.candidates, candidates);
}

static void a_name_is_completed_as_far_as_all_candidates_go_on_alike(void **state)
{
    (void)state;
    expect_completion("d", "dgx-", "dgx-a.cfg  dgx-b.cfg");
    expect_completion("dgx-b", "dgx-b.cfg", "dgx-b.cfg");
    expect_completion("r", "runs/", "runs/");
    expect_completion("runs/", "runs/one.cfg", "one.cfg");
    expect_completion("", "", "dgx-a.cfg  dgx-b.cfg  runs/");
    expect_completion(".h", ".hidden.cfg", ".hidden.cfg");
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
    char wanted[256];
    (void)state;
    (void)snprintf(wanted, sizeof wanted, "%s/new.cfg", folder);
    assert_string_equal(file_name_read("~/new", ".cfg").path, wanted);
    assert_string_equal(file_complete("~/dgx-a", ".cfg").typed, "~/dgx-a.cfg");
}

static void a_new_name_gets_the_extension_and_a_file_keeps_its_own(void **state)
{
    char typed[256];
    (void)state;
    assert_string_equal(file_name_read("mine", ".cfg").path, "mine.cfg");
    assert_string_equal(file_name_read("llama-3.1", ".cfg").path, "llama-3.1.cfg");
    assert_string_equal(file_name_read("mine.cfg", ".cfg").path, "mine.cfg");
    assert_string_equal(file_name_read("mine", "").path, "mine");
    (void)snprintf(typed, sizeof typed, "%s/dgx.txt", folder);
    assert_string_equal(file_name_read(typed, ".cfg").path, typed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_completed_as_far_as_all_candidates_go_on_alike),
        cmocka_unit_test(what_is_not_there_stays_as_it_was_typed),
        cmocka_unit_test(the_home_folder_is_a_tilde),
        cmocka_unit_test(a_new_name_gets_the_extension_and_a_file_keeps_its_own),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
