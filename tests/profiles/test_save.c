/* A file is replaced as a whole or left as it was; a scenario that is written reads back exactly. */
#include "profiles/options.h"
#include "profiles/save.h"
#include "scratch.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { SCENARIO_ROOM = 32768 };

/* Files in a folder, temporaries too. */
static int count_files(void)
{
    DIR *stream = opendir(scratch_folder());
    assert_non_null(stream);
    int count = 0;
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        count += entry->d_name[0] != '.';
    }
    (void)closedir(stream);
    return count;
}

static void a_file_is_made_and_replaced_with_its_mode(void **state)
{
    (void)state;
    const char *path = scratch_path("x.cfg");
    const mode_t mask = umask(027);
    assert_true(file_replace(path, "one\n", 4).saved);
    (void)umask(mask);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(chmod(path, 0604), 0);
    assert_true(file_replace(path, "two\n", 4).saved);
    assert_string_equal(file_text(path), "two\n");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0604);
    assert_int_equal(count_files(), 1);
}

static void a_file_that_is_there_is_not_created_again(void **state)
{
    (void)state;
    assert_true(file_create(scratch_path("x.cfg"), "one\n", 4).saved);
    const struct save_result again = file_create(scratch_path("x.cfg"), "two\n", 4);
    assert_false(again.saved);
    assert_true(again.is_there);
    assert_non_null(strstr(again.message, "there is a file of that name"));
    assert_string_equal(file_text(scratch_path("x.cfg")), "one\n");
    assert_int_equal(symlink("nowhere", scratch_path("dangling")), 0);
    assert_true(file_create(scratch_path("dangling"), "two\n", 4).is_there);
    assert_false(file_create("/nonexistent/x.cfg", "one\n", 4).is_there);
    assert_int_equal(count_files(), 2);
}

static void a_symbolic_link_stays_one(void **state)
{
    (void)state;
    assert_true(file_replace(scratch_path("target.cfg"), "old\n", 4).saved);
    assert_int_equal(symlink("target.cfg", scratch_path("link.cfg")), 0);
    assert_true(file_replace(scratch_path("link.cfg"), "new\n", 4).saved);
    struct stat status;
    assert_int_equal(lstat(scratch_path("link.cfg"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_string_equal(file_text(scratch_path("target.cfg")), "new\n");
    assert_int_equal(count_files(), 2);
}

static void what_cannot_be_written_is_said_and_nothing_is_left(void **state)
{
    (void)state;
    assert_int_equal(symlink("nowhere", scratch_path("dangling")), 0);
    const struct {
        const char *path;
        const char *says;
    } cases[] = {
        {"/nonexistent/x.cfg", "/nonexistent/x.cfg: No such file"},
        {scratch_folder(), "no regular file"},
        {"/dev/full", "no regular file"},
        {scratch_path("dangling"), "leads nowhere"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct save_result result = file_replace(cases[i].path, "x", 1);
        assert_false(result.saved);
        if (strstr(result.message, cases[i].says) == NULL) {
            print_error("got \"%s\", expected \"%s\"\n", result.message, cases[i].says);
        }
        assert_non_null(strstr(result.message, cases[i].says));
    }
    assert_int_equal(count_files(), 1);
}

/* A limit on the size of files stands for a full disk: write() fails half-way. */
static void a_disk_that_is_full_leaves_the_old_file(void **state)
{
    (void)state;
    const char *path = scratch_path("x.cfg");
    assert_true(file_replace(path, "old\n", 4).saved);
    static char much[64 * 1024];
    memset(much, 'x', sizeof much);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit tight = {4096, before.rlim_max};
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    const struct save_result result = file_replace(path, much, sizeof much);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(result.saved);
    assert_non_null(strstr(result.message, "File too large"));
    assert_string_equal(file_text(path), "old\n");
    assert_int_equal(count_files(), 1);
}

static void the_theme_is_kept_in_the_state_home(void **state)
{
    (void)state;
    char name[NAME_LENGTH];
    assert_int_equal(setenv("XDG_STATE_HOME", scratch_path("deep/state"), 1), 0);
    assert_int_equal(theme_recall(name, sizeof name), 0);
    assert_true(theme_remember("projector"));
    assert_int_equal(theme_recall(name, sizeof name), strlen("projector"));
    assert_string_equal(name, "projector");
    assert_string_equal(file_text(scratch_path("deep/state/ringside/theme")), "projector\n");

    assert_int_equal(unsetenv("XDG_STATE_HOME"), 0);
    assert_int_equal(setenv("HOME", scratch_folder(), 1), 0);
    assert_true(theme_remember("light"));
    assert_string_equal(file_text(scratch_path(".local/state/ringside/theme")), "light\n");

    assert_int_equal(setenv("HOME", "relative", 1), 0);
    assert_false(theme_remember("light"));
    assert_int_equal(theme_recall(name, sizeof name), 0);
}

static void expect_same(const struct scenario *one, const struct scenario *other)
{
    for (int i = 0; i < parameter_count; i++) {
        const double first = parameter_get(&parameters[i], one);
        const double second = parameter_get(&parameters[i], other);
        if (first != second) {
            print_error("%s: wrote %.17g, read %.17g\n", parameters[i].key, first, second);
        }
        assert_true(first == second);
    }
    assert_string_equal(one->model.name, other->model.name);
    assert_string_equal(one->cluster.name, other->cluster.name);
    assert_string_equal(one->gpu.name, other->gpu.name);
}

static void expect_round_trip(const struct catalogue *catalogue, const struct scenario *scenario)
{
    static char text[SCENARIO_ROOM];
    const size_t length = scenario_print(scenario, NULL, catalogue, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(length, strlen(text));
    const char *path = scratch_path("mine.cfg");
    assert_true(file_replace(path, text, length).saved);
    const struct options options = {.scenario = path};
    const struct options_result result = options_resolve(&options, catalogue);
    if (!result.valid) {
        print_error("%s\n%s", result.message, text);
    }
    assert_true(result.valid);
    expect_same(scenario, &result.scenario);
}

static void every_scenario_reads_back_as_it_was_written(void **state)
{
    (void)state;
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_SCENARIO); i++) {
        struct scenario scenario;
        assert_true(profile_apply(catalogue_at(catalogue, PROFILE_SCENARIO, i), catalogue, &scenario));
        expect_round_trip(catalogue, &scenario);
    }
    catalogue_free(catalogue);
}

/* Each parameter in turn at values that need all their digits, at its ends, and with another GPU in the cluster. */
static void every_value_reads_back_to_the_last_bit(void **state)
{
    (void)state;
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    const struct options options = {.gpu = "B200"};
    for (int step = 0; step < 3; step++) {
        struct scenario scenario = options_resolve(&options, catalogue).scenario;
        for (int i = 0; i < parameter_count; i++) {
            const struct parameter *parameter = &parameters[i];
            const double third = parameter->min + (parameter->max - parameter->min) / 3.0;
            if (parameter->kind == KIND_REAL) {
                parameter_set(parameter, &scenario, step == 0 ? parameter->min : step == 1 ? parameter->max : third);
            } else if (parameter->kind == KIND_INTEGER) {
                parameter_set(parameter, &scenario,
                              step == 0   ? parameter->min
                              : step == 1 ? parameter->max
                                          : (int)third);
            } else if (parameter->kind == KIND_SWITCH) {
                parameter_set(parameter, &scenario, step % 2);
            } else {
                parameter_set(parameter, &scenario, step % parameter->choices->count);
            }
        }
        expect_round_trip(catalogue, &scenario);
    }
    catalogue_free(catalogue);
}

static void a_scenario_too_long_for_its_room_says_its_length(void **state)
{
    (void)state;
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    const struct options options = {0};
    const struct scenario scenario = options_resolve(&options, catalogue).scenario;
    static char whole[SCENARIO_ROOM];
    char part[100];
    const size_t length = scenario_print(&scenario, NULL, catalogue, whole, sizeof whole);
    assert_int_equal(scenario_print(&scenario, NULL, catalogue, part, sizeof part), length);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, whole, sizeof part - 1);
    assert_int_equal(scenario_print(&scenario, NULL, catalogue, NULL, 0), length);
    catalogue_free(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_is_made_and_replaced_with_its_mode, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(a_file_that_is_there_is_not_created_again, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(a_symbolic_link_stays_one, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_said_and_nothing_is_left, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_disk_that_is_full_leaves_the_old_file, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(the_theme_is_kept_in_the_state_home, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(every_scenario_reads_back_as_it_was_written, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(every_value_reads_back_to_the_last_bit, scratch_make, scratch_remove),
        cmocka_unit_test(a_scenario_too_long_for_its_room_says_its_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
