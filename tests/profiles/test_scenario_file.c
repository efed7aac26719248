/* test_scenario_file.c: opening a scenario's file, and saving it. */
#include "profiles/options.h"
#include "profiles/scenario_file.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct catalogue *catalogue;
static const char *path;

static int load(void **state)
{
    static const struct catalogue_paths nowhere = {.without_measurements = true};
    catalogue = catalogue_load(&nowhere);
    if (catalogue == NULL || scratch_make(state) != 0) {
        return -1;
    }
    path = scratch_path("mine.cfg");
    return 0;
}

static int unload(void **state)
{
    catalogue_free(catalogue);
    return scratch_remove(state);
}

static void what_is_saved_opens_as_it_was(void **state)
{
    (void)state;
    const struct options options = {.setting = {"nic.bandwidth=12.5GB/s", "tp=4"}, .setting_count = 2};
    const struct scenario scenario = options_resolve(&options, catalogue).scenario;
    assert_true(scenario_save(path, &scenario, NULL, catalogue).saved);
    const struct scenario_opened opened = scenario_open(path, catalogue);
    assert_true(opened.opened);
    for (int i = 0; i < parameter_count; i++) {
        assert_true(parameter_get(&parameters[i], &opened.scenario) == parameter_get(&parameters[i], &scenario));
    }
    assert_string_equal(opened.scenario.model.name, scenario.model.name);
}

/* The user's own words stay; the comments beside values are those of the table. */
static void saving_over_a_file_keeps_what_its_owner_wrote_above_it(void **state)
{
    (void)state;
    file_write(path,
               "# Ours, from October.\n// Ask Ada before you change it.\n\nname = \"Our job\";\ntitle = \"32 nodes\";\n"
               "model = \"Llama 3 70B\"; cluster = \"DGX H100\";\nset = [ \"tp=8\" ];\nsource = \"a plan\";\n");
    struct scenario scenario = scenario_open(path, catalogue).scenario;
    parameter_set(parameter_find("tp"), &scenario, 4);
    assert_true(scenario_save(path, &scenario, NULL, catalogue).saved);
    const char *text = file_text(path);
    assert_ptr_equal(strstr(text, "# Ours, from October.\n// Ask Ada before you change it.\n"), text);
    assert_non_null(strstr(text, "\"Our job\""));
    assert_non_null(strstr(text, "\"32 nodes\""));
    assert_non_null(strstr(text, "\"a plan\""));
    assert_non_null(strstr(text, "\"tp=4\""));
    assert_non_null(strstr(text, parameter_find("tp")->help));
    char before[1 << 14];
    (void)snprintf(before, sizeof before, "%s", text);
    assert_true(scenario_save(path, &scenario, NULL, catalogue).saved);
    assert_string_equal(file_text(path), before);
}

static void a_file_that_is_none_says_in_which_line(void **state)
{
    char expected[96];
    (void)state;
    file_write(path, "model = \"Llama 3 70B\";\ncluster = \"DGX H100\";\nset = [ \"tpp=8\" ];\n");
    const struct scenario_opened opened = scenario_open(path, catalogue);
    (void)snprintf(expected, sizeof expected, "%s:3:", path);
    assert_false(opened.opened);
    assert_non_null(strstr(opened.message, expected));
}

static void a_file_that_is_not_there_says_so(void **state)
{
    (void)state;
    const struct scenario_opened opened = scenario_open("/nowhere/x.cfg", catalogue);
    assert_false(opened.opened);
    assert_non_null(strstr(opened.message, "/nowhere/x.cfg"));
    assert_non_null(strstr(opened.message, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_opens_as_it_was),
        cmocka_unit_test(saving_over_a_file_keeps_what_its_owner_wrote_above_it),
        cmocka_unit_test(a_file_that_is_none_says_in_which_line),
        cmocka_unit_test(a_file_that_is_not_there_says_so),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
