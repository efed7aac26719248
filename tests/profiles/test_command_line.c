/* test_command_line.c: the command line of a scenario, read back by a real shell. */
#include "profiles/command_line.h"
#include "profiles/options.h"
#include "random_scenario.h"
#include "samples.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 1024, USUAL_WIDTH = 80 };

static struct catalogue *catalogue;

static int load(void **state)
{
    static const struct catalogue_paths nowhere = {.without_measurements = true};
    catalogue = catalogue_load(&nowhere);
    return catalogue == NULL ? -1 : scratch_make(state);
}

static int unload(void **state)
{
    catalogue_free(catalogue);
    return scratch_remove(state);
}

/* The words that sh makes of a text. */
struct shell_words {
    char bytes[2 * COMMAND_LINE_BYTES];
    char *word[WORDS];
    int count;
};

static void run_shell(const char *text, struct shell_words *words)
{
    static char script[2 * COMMAND_LINE_BYTES];
    char command[128];
    const char *path = scratch_path("words.sh");
    (void)snprintf(script, sizeof script, "ringside() { printf '%%s\\n' \"$@\"; }\n%s\n", text);
    file_write(path, script);
    (void)snprintf(command, sizeof command, "sh %s", path);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    words->bytes[fread(words->bytes, 1, sizeof words->bytes - 1, output)] = '\0';
    assert_int_equal(pclose(output), 0);
    words->count = 0;
    for (char *word = strtok(words->bytes, "\n"); word != NULL; word = strtok(NULL, "\n")) {
        words->word[words->count++] = word;
    }
}

static struct options_result read_back(const struct scenario *scenario, int columns)
{
    static struct shell_words words;
    static char text[COMMAND_LINE_BYTES];
    const struct command_line line = command_line_of(scenario, catalogue);
    assert_true(command_line_print(&line, columns, text, sizeof text) < sizeof text);
    run_shell(text, &words);
    struct options options = {0};
    for (int index = 0; index < words.count;) {
        const int taken = options_take(&options, words.count, words.word, index);
        if (taken <= 0) {
            fail_msg("\"%s\" is no option: %s", words.word[index], text);
        }
        index += taken;
    }
    const struct options_result result = options_resolve(&options, catalogue);
    if (!result.valid) {
        fail_msg("%s: %s", result.message, text);
    }
    return result;
}

static void expect_same(const struct scenario *scenario, int columns)
{
    const struct options_result result = read_back(scenario, columns);
    for (int i = 0; i < parameter_count; i++) {
        const double got = parameter_get(&parameters[i], &result.scenario);
        const double expected = parameter_get(&parameters[i], scenario);
        if (got != expected) {
            fail_msg("%s: got %.17g, expected %.17g", parameters[i].key, got, expected);
        }
    }
}

static void expect_same_names(const struct scenario *scenario)
{
    const struct options_result result = read_back(scenario, 0);
    assert_string_equal(result.scenario.model.name, scenario->model.name);
    assert_string_equal(result.scenario.cluster.name, scenario->cluster.name);
    assert_string_equal(result.scenario.gpu.name, scenario->gpu.name);
}

static void every_scenario_preset_is_read_back(void **state)
{
    (void)state;
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_SCENARIO); i++) {
        struct scenario scenario = scenario_default();
        assert_true(profile_apply(catalogue_at(catalogue, PROFILE_SCENARIO, i), catalogue, &scenario));
        expect_same(&scenario, 0);
        expect_same_names(&scenario);
    }
}

static void every_scenario_is_read_back_to_the_last_bit(void **state)
{
    uint64_t seed = 21;
    (void)state;
    for (int i = 0; i < samples(60); i++) {
        const struct scenario scenario = random_scenario(&seed);
        expect_same(&scenario, i % 2 == 0 ? 0 : USUAL_WIDTH);
    }
}

static void presets_that_meet_nowhere_else_are_named(void **state)
{
    (void)state;
    const struct options options = {.model = "GPT-2 XL",
                                    .cluster = "DGX A100",
                                    .gpu = "B200",
                                    .setting = {"nic.bandwidth=12.3456789GB/s"},
                                    .setting_count = 1};
    const struct scenario scenario = options_resolve(&options, catalogue).scenario;
    expect_same(&scenario, USUAL_WIDTH);
    expect_same_names(&scenario);
    const struct command_line line = command_line_of(&scenario, catalogue);
    assert_string_equal(command_line_word(&line, 1), "--model 'GPT-2 XL'");
    assert_string_equal(command_line_word(&line, 2), "--cluster 'DGX A100'");
    assert_string_equal(command_line_word(&line, 3), "--gpu B200");
}

static void a_scenario_preset_needs_no_more_than_its_name(void **state)
{
    (void)state;
    struct scenario scenario = scenario_default();
    assert_true(
        profile_apply(catalogue_find(catalogue, PROFILE_SCENARIO, "DeepSeek-V3 on 2,048 H800"), catalogue, &scenario));
    char text[256];
    parameter_set(parameter_find("tp"), &scenario, 2);
    const struct command_line line = command_line_of(&scenario, catalogue);
    (void)command_line_print(&line, 0, text, sizeof text);
    assert_string_equal(text, "ringside --scenario 'DeepSeek-V3 on 2,048 H800' --set tp=2");
}

/* Another run finds it by its file alone. */
static void a_preset_of_a_file_is_named_by_the_file(void **state)
{
    const char *path = scratch_path("gpu.cfg");
    char expected[80];
    struct complaint complaint = {{0}};
    (void)state;
    file_write(path, "name = \"Odd\"; peak = { bf16 = \"989 TFLOP/s\"; };\n"
                     "hbm = { capacity = \"80 GB\"; bandwidth = \"3.35 TB/s\"; };\n"
                     "scaleup = { bandwidth = \"450 GB/s\"; }; source = \"none\";\n");
    const struct profile *profile = catalogue_add(catalogue, PROFILE_GPU, path, &complaint);
    assert_string_equal(complaint.text, "");
    assert_non_null(profile);
    const struct options options = {.gpu = path};
    const struct scenario scenario = options_resolve(&options, catalogue).scenario;
    const struct command_line line = command_line_of(&scenario, catalogue);
    (void)snprintf(expected, sizeof expected, "--gpu %s", path);
    assert_string_equal(command_line_word(&line, 2), expected);
    expect_same_names(&scenario);
}

static void a_quote_in_a_value_is_one_to_the_shell(void **state)
{
    static struct shell_words words;
    struct command_line line = {.count = 0};
    char text[256];
    (void)state;
    command_line_add(&line, "ringside --preset-dir", "it's $HOME; `x` \\ \"y\" *");
    (void)command_line_print(&line, 0, text, sizeof text);
    run_shell(text, &words);
    assert_int_equal(words.count, 2);
    assert_string_equal(words.word[1], "it's $HOME; `x` \\ \"y\" *");
}

/* On the narrowest screen that shows more than its size. */
static void a_long_name_stands_on_a_line_of_its_own(void **state)
{
    char text[512];
    (void)state;
    struct scenario scenario = scenario_default();
    assert_true(profile_apply(catalogue_find(catalogue, PROFILE_SCENARIO, "Llama 3 70B on 8 x DGX H100"), catalogue,
                              &scenario));
    parameter_set(parameter_find("tp"), &scenario, 4);
    const struct command_line line = command_line_of(&scenario, catalogue);
    (void)command_line_print(&line, 44, text, sizeof text);
    assert_string_equal(text, "ringside \\\n    --scenario \\\n    'Llama 3 70B on 8 x DGX H100' \\\n    --set tp=4");
    expect_same(&scenario, 44);
}

static void no_line_is_longer_than_the_screen_and_all_but_the_last_go_on(void **state)
{
    uint64_t seed = 3;
    static char text[COMMAND_LINE_BYTES];
    (void)state;
    for (int i = 0; i < samples(50); i++) {
        const struct scenario scenario = random_scenario(&seed);
        const struct command_line line = command_line_of(&scenario, catalogue);
        (void)command_line_print(&line, USUAL_WIDTH, text, sizeof text);
        for (char *row = strtok(text, "\n"); row != NULL;) {
            char *next = strtok(NULL, "\n");
            const size_t length = strlen(row);
            assert_true(length <= USUAL_WIDTH);
            assert_true((row[length - 1] == '\\') == (next != NULL));
            row = next;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scenario_preset_is_read_back),
        cmocka_unit_test(every_scenario_is_read_back_to_the_last_bit),
        cmocka_unit_test(presets_that_meet_nowhere_else_are_named),
        cmocka_unit_test(a_scenario_preset_needs_no_more_than_its_name),
        cmocka_unit_test(a_preset_of_a_file_is_named_by_the_file),
        cmocka_unit_test(a_quote_in_a_value_is_one_to_the_shell),
        cmocka_unit_test(a_long_name_stands_on_a_line_of_its_own),
        cmocka_unit_test(no_line_is_longer_than_the_screen_and_all_but_the_last_go_on),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
