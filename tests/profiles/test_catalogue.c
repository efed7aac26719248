/* Layers of presets: the stronger replaces the weaker, what is bad is named and skipped, names are found as people type
 * them. */
#include "profiles/catalogue.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Writes a GPU file with one telling value. */
static void put_gpu(const char *layer, const char *file, const char *name, const char *rate)
{
    char path[256];
    char text[256];
    (void)snprintf(path, sizeof path, "%s/gpus/%s.cfg", layer, file);
    (void)snprintf(
        text, sizeof text,
        "name = \"%s\"; peak = { bf16 = \"1 PFLOP/s\"; }; hbm = { capacity = \"80 GB\"; bandwidth = \"%s\"; };\n"
        "scaleup = { bandwidth = \"450 GB/s\"; };\n",
        name, rate);
    file_write(scratch_path(path), text);
}

static double bandwidth_of(const struct catalogue *catalogue, const char *gpu)
{
    const struct profile *profile = catalogue_find(catalogue, PROFILE_GPU, gpu);
    assert_non_null(profile);
    struct scenario scenario = scenario_default();
    assert_true(profile_apply(profile, catalogue, &scenario));
    return scenario.gpu.hbm_bandwidth;
}

static double bandwidth_with(const struct catalogue_paths *paths, const char *gpu)
{
    struct catalogue *catalogue = catalogue_load(paths);
    assert_non_null(catalogue);
    assert_int_equal(catalogue_complaint_count(catalogue), 0);
    const double bandwidth = bandwidth_of(catalogue, gpu);
    catalogue_free(catalogue);
    return bandwidth;
}

static void data_dirs_yield_to_config_home_and_that_to_preset_dir(void **state)
{
    (void)state;
    put_gpu("weak/ringside", "x", "H100 SXM", "1 TB/s");
    put_gpu("strong/ringside", "x", "H100 SXM", "2 TB/s");
    put_gpu("home/.config/ringside", "x", "H100 SXM", "3 TB/s");
    put_gpu("config/ringside", "x", "H100 SXM", "4 TB/s");
    put_gpu("mine", "x", "H100 SXM", "5 TB/s");
    char data[128];
    const char *home = scratch_path("home");
    const char *config = scratch_path("config");
    const char *mine = scratch_path("mine");
    (void)snprintf(data, sizeof data, "%s/strong:%s/weak", scratch_folder(), scratch_folder());

    const struct {
        struct catalogue_paths paths;
        double expected;
    } cases[] = {
        {{0}, 3.35e12},
        {{.data_dirs = strchr(data, ':') + 1}, 1e12},
        {{.data_dirs = data}, 2e12},
        {{.data_dirs = data, .home = home}, 3e12},
        {{.data_dirs = data, .home = home, .config_home = config}, 4e12},
        {{.data_dirs = data, .home = home, .config_home = config, .preset_dir = mine}, 5e12},
        {{.data_dirs = "relative:", .config_home = "relative", .home = "relative"}, 3.35e12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double bandwidth = bandwidth_with(&cases[i].paths, "H100 SXM");
        if (bandwidth != cases[i].expected) {
            print_error("case %zu: got %g, expected %g\n", i, bandwidth, cases[i].expected);
        }
        assert_true(bandwidth == cases[i].expected);
    }
}

static void a_bad_file_is_named_and_the_rest_loads(void **state)
{
    (void)state;
    put_gpu("mine", "good", "Good", "1 TB/s");
    put_gpu("mine", "bad", "H100 SXM", "1 TB");
    put_gpu("mine", "note.cfg.txt", "x", "bad"); /* becomes note.cfg.txt.cfg: bad as well */
    const struct catalogue_paths paths = {.preset_dir = scratch_path("mine")};
    struct catalogue *catalogue = catalogue_load(&paths);
    assert_int_equal(catalogue_complaint_count(catalogue), 2);
    assert_non_null(strstr(catalogue_complaint(catalogue, 0)->text, "/gpus/bad.cfg:1: hbm.bandwidth"));
    assert_true(bandwidth_of(catalogue, "Good") == 1e12);
    assert_true(bandwidth_of(catalogue, "H100 SXM") == 3.35e12); /* the built-in one stays */
    catalogue_free(catalogue);
}

static void a_scenario_without_a_name_is_called_like_its_file(void **state)
{
    (void)state;
    file_write(scratch_path("mine/scenarios/our-job.2026.cfg"), "model = \"Llama 3 70B\"; cluster = \"DGX H100\";");
    const struct catalogue_paths paths = {.preset_dir = scratch_path("mine")};
    struct catalogue *catalogue = catalogue_load(&paths);
    assert_int_equal(catalogue_complaint_count(catalogue), 0);
    assert_non_null(catalogue_exact(catalogue, PROFILE_SCENARIO, "our-job"));
    assert_null(catalogue_exact(catalogue, PROFILE_SCENARIO, ""));
    catalogue_free(catalogue);
}

static void one_name_twice_in_a_layer_is_named(void **state)
{
    (void)state;
    put_gpu("mine", "a", "Twin", "1 TB/s");
    put_gpu("mine", "b", "Twin", "2 TB/s");
    const struct catalogue_paths paths = {.preset_dir = scratch_path("mine")};
    struct catalogue *catalogue = catalogue_load(&paths);
    assert_int_equal(catalogue_complaint_count(catalogue), 1);
    assert_non_null(strstr(catalogue_complaint(catalogue, 0)->text, "b.cfg: the name \"Twin\" is taken by "));
    assert_true(bandwidth_of(catalogue, "Twin") == 1e12);
    catalogue_free(catalogue);
}

static void a_preset_dir_that_is_not_there_is_named(void **state)
{
    (void)state;
    const struct catalogue_paths paths = {.preset_dir = "/nonexistent"};
    struct catalogue *catalogue = catalogue_load(&paths);
    assert_int_equal(catalogue_complaint_count(catalogue), 1);
    assert_non_null(strstr(catalogue_complaint(catalogue, 0)->text, "/nonexistent: No such file"));
    catalogue_free(catalogue);
}

static void names_are_found_as_people_type_them(void **state)
{
    (void)state;
    static const struct {
        enum profile_kind kind;
        const char *typed;
        const char *expected; /* NULL: none, or more than one */
    } cases[] = {
        {PROFILE_MODEL, "Llama 3 70B", "Llama 3 70B"},
        {PROFILE_MODEL, "llama 3 70b", "Llama 3 70B"},
        {PROFILE_MODEL, "llama-3-70b", "Llama 3 70B"},
        {PROFILE_MODEL, "LLAMA_3_70B", "Llama 3 70B"},
        {PROFILE_MODEL, "405b", "Llama 3.1 405B"},
        {PROFILE_MODEL, "gpt2 xl", "GPT-2 XL"},
        {PROFILE_MODEL, "gpt-2-xl", "GPT-2 XL"},
        {PROFILE_MODEL, "gpt-2", "GPT-2"}, /* though others hold it */
        {PROFILE_MODEL, "llama", NULL},
        {PROFILE_MODEL, "", NULL},
        {PROFILE_MODEL, " - ", NULL},
        {PROFILE_CLUSTER, "dgx-h100", "DGX H100"},
        {PROFILE_CLUSTER, "p5", "AWS p5.48xlarge"}, /* a word, while p5en only holds it */
        {PROFILE_CLUSTER, "a3 mega", "GCP a3-mega"},
        {PROFILE_CLUSTER, "nvl72", NULL},
        {PROFILE_GPU, "h100", NULL},
        {PROFILE_GPU, "4090", "RTX 4090"},
    };
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct profile *found = catalogue_find(catalogue, cases[i].kind, cases[i].typed);
        if ((found == NULL) != (cases[i].expected == NULL)) {
            print_error("typed \"%s\": got %s\n", cases[i].typed, found == NULL ? "none" : found->name);
        }
        assert_int_equal(found == NULL, cases[i].expected == NULL);
        if (found != NULL) {
            assert_string_equal(found->name, cases[i].expected);
        }
    }
    catalogue_free(catalogue);
}

static void a_users_preset_that_is_spelled_almost_alike_takes_no_built_in_one_away(void **state)
{
    (void)state;
    put_gpu("mine", "x", "rtx-4090", "1 TB/s");
    struct catalogue *catalogue = catalogue_load(&(struct catalogue_paths){.preset_dir = scratch_path("mine")});
    assert_string_equal(catalogue_find(catalogue, PROFILE_GPU, "RTX-4090")->name, "RTX 4090");
    assert_string_equal(catalogue_find(catalogue, PROFILE_GPU, "rtx-4090")->name, "rtx-4090");
    catalogue_free(catalogue);
}

static void a_mistyped_name_gets_suggestions(void **state)
{
    (void)state;
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    char text[200];
    catalogue_suggest(catalogue, PROFILE_GPU, "h100", text, sizeof text);
    assert_string_equal(text, "did you mean \"H100 SXM\", \"H100 PCIe\" or \"H100 NVL\"?");
    catalogue_suggest(catalogue, PROFILE_CLUSTER, "DGZ H100", text, sizeof text);
    assert_string_equal(text, "did you mean \"DGX H100\"?");
    assert_int_equal(catalogue_suggest(catalogue, PROFILE_CLUSTER, "zzzzzzzzzz", text, sizeof text), 0);
    assert_string_equal(text, "");
    char small[20];
    assert_int_equal(catalogue_suggest(catalogue, PROFILE_GPU, "h100", small, sizeof small), 51);
    assert_string_equal(small, "did you mean \"H100 ");
    catalogue_free(catalogue);
}

/* What a card calls itself, what Hugging Face calls a model, and what stands in a title lead to the preset. */
static void names_of_others_get_suggestions(void **state)
{
    (void)state;
    static const struct {
        enum profile_kind kind;
        const char *typed, *suggestion;
    } cases[] = {
        {PROFILE_MODEL, "meta-llama/Llama-3.3-70B-Instruct", "did you mean \"Llama 3.3 70B\"?"},
        {PROFILE_MODEL, "Qwen/Qwen2.5-72B-Instruct", "did you mean \"Qwen2.5 72B\"?"},
        {PROFILE_MODEL, "Llama-3.1-8B-Instruct", "did you mean \"Llama 3.1 8B\"?"},
        {PROFILE_MODEL, "deepseek-ai/DeepSeek-R1", "did you mean \"DeepSeek-V3\"?"},
        {PROFILE_GPU, "NVIDIA H100 80GB HBM3", "did you mean \"H100 SXM\"?"},
        {PROFILE_GPU, "NVIDIA A100-SXM4-80GB", "did you mean \"A100 SXM 80GB\"?"},
        {PROFILE_GPU, "Tesla V100-SXM2-32GB", "did you mean \"V100 SXM2 32GB\"?"},
    };
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        catalogue_suggest(catalogue, cases[i].kind, cases[i].typed, text, sizeof text);
        assert_string_equal(text, cases[i].suggestion);
    }
    catalogue_free(catalogue);
}

/* What was read stays where it is: an explorer points into it. */
static void measurements_are_loaded_when_they_are_asked_for(void **state)
{
    (void)state;
    static const struct catalogue_paths early = {.without_measurements = true};
    struct catalogue *catalogue = catalogue_load(&early);
    assert_non_null(catalogue);
    assert_int_equal(catalogue_count(catalogue, PROFILE_MEASUREMENT), 0);
    const struct profile *model = catalogue_find(catalogue, PROFILE_MODEL, "Llama 3 70B");
    catalogue_complete(catalogue);
    const int count = catalogue_count(catalogue, PROFILE_MEASUREMENT);
    assert_in_range(count, 20, 1000);
    assert_ptr_equal(catalogue_find(catalogue, PROFILE_MODEL, "Llama 3 70B"), model);
    catalogue_complete(catalogue);
    assert_int_equal(catalogue_count(catalogue, PROFILE_MEASUREMENT), count);
    catalogue_free(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(data_dirs_yield_to_config_home_and_that_to_preset_dir, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_bad_file_is_named_and_the_rest_loads, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(a_scenario_without_a_name_is_called_like_its_file, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(one_name_twice_in_a_layer_is_named, scratch_make, scratch_remove),
        cmocka_unit_test(a_preset_dir_that_is_not_there_is_named),
        cmocka_unit_test(names_are_found_as_people_type_them),
        cmocka_unit_test_setup_teardown(a_users_preset_that_is_spelled_almost_alike_takes_no_built_in_one_away,
                                        scratch_make, scratch_remove),
        cmocka_unit_test(a_mistyped_name_gets_suggestions),
        cmocka_unit_test(names_of_others_get_suggestions),
        cmocka_unit_test(measurements_are_loaded_when_they_are_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
