/* The words that every command shares give the same scenario everywhere, or say what is wrong with them. */
#include "built_in.h"
#include "profiles/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void options_are_taken_in_both_spellings(void **state)
{
    (void)state;
    char *const words[] = {"--model", "GPT-2", "--cluster=DGX A100", "--set", "tp=8", "--set=nic.latency=5us",
                           "--tab",   "3",     "--modelling",        "x"};
    const int count = sizeof words / sizeof words[0];
    struct options options = {0};
    assert_int_equal(options_take(&options, count, words, 0), 2);
    assert_int_equal(options_take(&options, count, words, 2), 1);
    assert_int_equal(options_take(&options, count, words, 3), 2);
    assert_int_equal(options_take(&options, count, words, 5), 1);
    assert_int_equal(options_take(&options, count, words, 6), 0);
    assert_int_equal(options_take(&options, count, words, 8), 0);
    assert_string_equal(options.model, "GPT-2");
    assert_string_equal(options.cluster, "DGX A100");
    assert_int_equal(options.setting_count, 2);
    assert_string_equal(options.setting[0], "tp=8");
    assert_string_equal(options.setting[1], "nic.latency=5us");
}

static void a_missing_value_and_too_many_settings_are_noticed(void **state)
{
    (void)state;
    char *const words[] = {"--gpu", "--set=tp=8"};
    struct options options = {0};
    assert_int_equal(options_take(&options, 1, words, 0), -1);
    for (int i = 0; i < OPTION_SETTINGS; i++) {
        assert_int_equal(options_take(&options, 2, words, 1), 1);
    }
    assert_int_equal(options_take(&options, 2, words, 1), -1);
    assert_int_equal(options.setting_count, OPTION_SETTINGS);
}

static void settings_follow_the_presets_and_the_last_one_counts(void **state)
{
    const struct options options = {.model = "llama 3 8b",
                                    .cluster = "dgx-a100",
                                    .gpu = "a100 sxm 40gb",
                                    .mode = "decode",
                                    .setting = {"tp=4", "tp=2", "gpu.hbm_bandwidth=1 TB/s"},
                                    .setting_count = 3};
    const struct options_result result = options_resolve(&options, *state);
    assert_string_equal(result.message, "");
    assert_true(result.valid);
    assert_string_equal(result.scenario.model.name, "Llama 3 8B");
    assert_string_equal(result.scenario.cluster.name, "DGX A100");
    assert_string_equal(result.scenario.gpu.name, "A100 SXM 40GB");
    assert_int_equal(result.scenario.mode, MODE_DECODE);
    assert_int_equal(result.scenario.strategy.tp, 2);
    assert_true(result.scenario.gpu.hbm_bandwidth == 1e12);
    assert_true(result.preset.gpu.hbm_bandwidth == 1.555e12); /* what r returns to */
    assert_int_equal(result.preset.strategy.tp, 8);           /* of the opening scenario */
    assert_int_equal(result.preset.mode, MODE_DECODE);
}

static void what_is_wrong_is_named_with_its_option(void **state)
{
    static const struct {
        struct options options;
        const char *says;
    } cases[] = {
        {{.model = "Lama 3 70B"}, "--model \"Lama 3 70B\": did you mean \"Llama 3 70B\""},
        {{.cluster = "zzz"}, "--cluster \"zzz\": there is none of that name; `ringside list clusters` names them all"},
        {{.gpu = "h100"}, "--gpu \"h100\": did you mean \"H100 SXM\""},
        {{.scenario = "nothing"}, "--scenario \"nothing\""},
        {{.scenario = "/nonexistent/x.cfg"}, "--scenario /nonexistent/x.cfg: No such file"},
        {{.mode = "sleep"}, "--mode: \"sleep\" is not one of training, prefill, decode"},
        {{.setting = {"tp=0"}, .setting_count = 1}, "--set: tp: 0 is outside 1 to"},
        {{.setting = {"tpp=8"}, .setting_count = 1}, "--set: there is no parameter \"tpp\"; did you mean tp?"},
        {{.setting = {"tp"}, .setting_count = 1}, "--set: \"tp\": key=value is expected"},
        {{.scenario = RINGSIDE_SOURCE_DIR "/tests/data/profiles/invalid/scenarios/set-key-misspelt.cfg"},
         "set-key-misspelt.cfg:5: set: there is no parameter"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct options_result result = options_resolve(&cases[i].options, *state);
        assert_false(result.valid);
        if (strstr(result.message, cases[i].says) == NULL) {
            print_error("got \"%s\", expected \"%s\"\n", result.message, cases[i].says);
        }
        assert_non_null(strstr(result.message, cases[i].says));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_taken_in_both_spellings),
        cmocka_unit_test(a_missing_value_and_too_many_settings_are_noticed),
        cmocka_unit_test(settings_follow_the_presets_and_the_last_one_counts),
        cmocka_unit_test(what_is_wrong_is_named_with_its_option),
    };
    return cmocka_run_group_tests(tests, built_in_load, built_in_free);
}
