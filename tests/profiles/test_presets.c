/* The presets that are built in: each loads, has a source, and says what its maker published. */
#include "built_in.h"
#include "core/device.h"
#include "core/evaluate.h"
#include "core/strategy.h"
#include "core/topology.h"
#include "core/transformer.h"
#include "profiles/builtin.h"
#include "profiles/catalogue.h"
#include "profiles/options.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A preset's total meets the published count to 1 %. */
static const double count_tolerance = 0.01;

/* What a published count may be off by: 1 %, or one of its last digit where few are printed: 21B is rounded, 3.3B cut
 * off. */
static double printed_tolerance(double published)
{
    double digit = 1;
    while (fmod(published, 10 * digit) == 0) {
        digit *= 10;
    }
    return fmax(count_tolerance, digit / published);
}

static struct scenario applied(const struct catalogue *catalogue, enum profile_kind kind, int index)
{
    struct scenario scenario = scenario_default();
    assert_true(profile_apply(catalogue_at(catalogue, kind, index), catalogue, &scenario));
    return scenario;
}

static void every_built_in_file_loads_without_complaint(void **state)
{
    const struct catalogue *catalogue = *state;
    for (int i = 0; i < catalogue_complaint_count(catalogue); i++) {
        print_error("%s\n", catalogue_complaint(catalogue, i)->text);
    }
    assert_int_equal(catalogue_complaint_count(catalogue), 0);
    assert_true(catalogue_count(catalogue, PROFILE_MODEL) >= 28);
    assert_true(catalogue_count(catalogue, PROFILE_GPU) >= 16);
    assert_true(catalogue_count(catalogue, PROFILE_CLUSTER) >= 14);
    assert_true(catalogue_count(catalogue, PROFILE_SCENARIO) >= 6);
    assert_int_equal(catalogue_count(catalogue, PROFILE_THEME), 6);
}

static bool is_slug(const char *path)
{
    const char *file = strrchr(path, '/');
    return file != NULL &&
           strspn(file + 1, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(file + 1) - strlen(".cfg");
}

static void files_are_named_by_slugs(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_file_count; i++) {
        if (!is_slug(builtin_files[i].path)) {
            print_error("%s\n", builtin_files[i].path);
        }
        assert_true(is_slug(builtin_files[i].path));
    }
}

static void each_preset_has_a_title_a_source_and_a_place(void **state)
{
    const struct catalogue *catalogue = *state;
    for (int kind = 0; kind < PROFILE_KIND_COUNT; kind++) {
        for (int i = 0; i < catalogue_count(catalogue, (enum profile_kind)kind); i++) {
            const struct profile *profile = catalogue_at(catalogue, (enum profile_kind)kind, i);
            assert_true(profile->title[0] != '\0');
            assert_true(profile->source[0] != '\0' || kind == PROFILE_THEME);
            assert_true(profile->builtin);
            const struct profile *before = i > 0 ? catalogue_at(catalogue, (enum profile_kind)kind, i - 1) : NULL;
            if (before != NULL && before->order == profile->order) {
                fail_msg("%s and %s both have order = %d: lists are in this order", before->name, profile->name,
                         profile->order);
            }
        }
    }
}

/* A name as somebody types it who leaves out blanks and dashes. */
struct typed_name {
    char text[NAME_LENGTH];
};

static struct typed_name type_without_gaps(const char *name)
{
    struct typed_name typed = {{0}};
    for (size_t length = 0; *name != '\0'; name++) {
        if (*name != ' ' && *name != '-') {
            typed.text[length++] = *name;
        }
    }
    return typed;
}

static void each_name_is_found_by_itself_only(void **state)
{
    const struct catalogue *catalogue = *state;
    for (enum profile_kind kind = PROFILE_MODEL; kind < PROFILE_KIND_COUNT; kind++) {
        for (int i = 0; i < catalogue_count(catalogue, kind); i++) {
            const struct profile *profile = catalogue_at(catalogue, kind, i);
            assert_ptr_equal(catalogue_find(catalogue, kind, type_without_gaps(profile->name).text), profile);
        }
    }
}

static void expect_near(const char *name, double got, double expected, double tolerance)
{
    if (!(fabs(got / expected - 1.0) <= tolerance)) {
        print_error("%s: got %.6g, expected %.6g, off by %.2f %%\n", name, got, expected,
                    100.0 * (got / expected - 1.0));
    }
    assert_true(fabs(got / expected - 1.0) <= tolerance);
}

static void models_have_as_many_parameters_as_published(void **state)
{
    const struct catalogue *catalogue = *state;
    int published = 0;
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_MODEL); i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_MODEL, i);
        const struct scenario scenario = applied(catalogue, PROFILE_MODEL, i);
        const struct parameter_sum sum = transformer_params(&scenario.model);
        if (profile->published_params > 0) {
            published++;
            expect_near(profile->name, sum.total, profile->published_params, count_tolerance);
        }
        if (profile->published_active > 0) {
            expect_near(profile->name, sum.active, profile->published_active,
                        printed_tolerance(profile->published_active));
        }
    }
    assert_true(published >= catalogue_count(catalogue, PROFILE_MODEL) - 2); /* a rounded one, and one with vision */
}

/* Where the embedding, which is looked up, is left out, counts are published with three digits: the gpt-oss model card
 * 2025; README_WEIGHTS.md of deepseek-ai/DeepSeek-V3. */
static void mixtures_multiply_as_many_parameters_as_published(void **state)
{
    static const struct {
        const char *model;
        double multiplied;
    } rows[] = {{"gpt-oss 120B", 5.13e9}, {"gpt-oss 20B", 3.61e9}, {"DeepSeek-V3", 36.7e9}};
    const struct catalogue *catalogue = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scenario scenario = scenario_default();
        assert_true(profile_apply(catalogue_find(catalogue, PROFILE_MODEL, rows[i].model), catalogue, &scenario));
        const struct parameter_sum sum = transformer_params(&scenario.model);
        expect_near(rows[i].model, sum.active - sum.embedding, rows[i].multiplied, count_tolerance);
    }
}

/* Data sheets of NVIDIA print peaks with sparsity, and links in both directions: the two classic errors. */
static void gpus_have_the_dense_peaks_of_their_data_sheets(void **state)
{
    static const struct {
        const char *gpu;
        double bf16, hbm, link; /* TFLOP/s dense; TB/s; GB/s one way */
        double fp32;            /* TFLOP/s of matrix units: TF32 on NVIDIA from Ampere on */
    } sheets[] = {
        {"V100 SXM2 32GB", 125, 0.9, 150, 15.7}, {"A100 SXM 40GB", 312, 1.555, 300, 156},
        {"A100 SXM 80GB", 312, 2.039, 300, 156}, {"A100 PCIe 80GB", 312, 1.935, 32, 156},
        {"H100 SXM", 989, 3.35, 450, 494.5},     {"H100 PCIe", 756, 2.0, 64, 378},
        {"H200", 989, 4.8, 450, 494.5},          {"B200", 2250, 8.0, 900, 1125},
        {"GB200", 2500, 8.0, 900, 1250},         {"L40S", 362, 0.864, 32, 183},
        {"RTX 4090", 165.2, 1.008, 32, 82.6},    {"RTX 5090", 209.5, 1.792, 64, 104.8},
        {"MI300X", 1307.4, 5.3, 448, 163.4},     {"MI325X", 1307.4, 6.0, 448, 163.4},
        {"MI250X", 191.5, 1.638, 350, 47.85},
    };
    const struct catalogue *catalogue = *state;
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        const struct profile *profile = catalogue_find(catalogue, PROFILE_GPU, sheets[i].gpu);
        assert_non_null(profile);
        struct scenario scenario = scenario_default();
        assert_true(profile_apply(profile, catalogue, &scenario));
        expect_near(sheets[i].gpu, scenario.gpu.peak_bf16, sheets[i].bf16 * 1e12, 1e-9);
        expect_near(sheets[i].gpu, scenario.gpu.hbm_bandwidth, sheets[i].hbm * 1e12, 1e-9);
        expect_near(sheets[i].gpu, device_peak(&scenario.gpu, PRECISION_FP32), sheets[i].fp32 * 1e12, 1e-9);
        expect_near(sheets[i].gpu, scenario.cluster.scaleup.bandwidth, sheets[i].link * 1e9, 1e-9);
    }
}

/* Halving the width of an operand doubles the dense rate; fp4 is at least twice fp8. Where it is not, a sparse figure
 * slipped in. */
static void peaks_keep_the_ratios_of_their_widths(void **state)
{
    const struct catalogue *catalogue = *state;
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_GPU); i++) {
        const struct scenario scenario = applied(catalogue, PROFILE_GPU, i);
        const struct gpu *gpu = &scenario.gpu;
        if (gpu->peak_fp8 > 0) {
            expect_near(gpu->name, gpu->peak_fp8, 2.0 * gpu->peak_bf16, 0.015);
        }
        if (gpu->peak_fp4 > 0) {
            assert_true(gpu->peak_fp4 >= 1.99 * gpu->peak_fp8 && gpu->peak_fp4 <= 4.01 * gpu->peak_fp8);
        }
        /* FLOPs per byte of memory: between the GB10 of few bytes and the H20 of few FLOPs. */
        const double intensity = gpu->peak_bf16 / gpu->hbm_bandwidth;
        assert_true(intensity > 30 && intensity < 460);
        assert_true(gpu->hbm_efficiency > 0.5 && gpu->gemm_efficiency > 0.4 && gpu->power >= 70);
    }
}

/* The headline counts both directions; a cube's and a mesh's bandwidth is that of all links of one GPU. */
static void links_are_half_of_their_headlines(void **state)
{
    const struct catalogue *catalogue = *state;
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_GPU); i++) {
        const struct profile *profile = catalogue_at(catalogue, PROFILE_GPU, i);
        const struct scenario scenario = applied(catalogue, PROFILE_GPU, i);
        if (strcmp(profile->name, "MI250X") == 0) {
            continue; /* of its eight links one is not counted: the sheet's 800 GB/s are of the package */
        }
        expect_near(profile->name, 2.0 * scenario.cluster.scaleup.bandwidth, profile->headline_bandwidth, 1e-9);
    }
}

/* What a maker calls a GB is 1e9 bytes (GB10), 2^30 (A100, AMD), or between: what the driver leaves of 2^30. */
static void a_card_has_the_bytes_that_its_driver_reports(void **state)
{
    static const struct {
        const char *name;
        double mebibytes; /* nvidia-smi, rocm-smi */
    } reported[] = {{"H100 SXM", 81559}, {"A100 SXM 80GB", 81920}, {"H200", 143771}, {"B200", 183359},
                    {"GB300", 284208},   {"L40S", 46068},          {"T4", 15360},    {"MI300X", 196592}};
    const struct catalogue *catalogue = *state;
    for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
        struct scenario scenario = scenario_default();
        assert_true(profile_apply(catalogue_find(catalogue, PROFILE_GPU, reported[i].name), catalogue, &scenario));
        expect_near(reported[i].name, scenario.gpu.hbm_capacity, reported[i].mebibytes * 1024 * 1024, 1e-12);
    }
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_GPU); i++) {
        const struct gpu gpu = applied(catalogue, PROFILE_GPU, i).gpu;
        if (gpu.hbm_headline > 0) {
            assert_true(gpu.hbm_capacity >= gpu.hbm_headline && gpu.hbm_capacity <= gpu.hbm_headline * 1.0737418241);
        }
    }
}

static void clusters_give_each_gpu_its_published_share_of_the_network(void **state)
{
    static const struct {
        const char *cluster;
        double share; /* GB/s for one GPU, one way */
    } shares[] = {
        {"DGX-1 V100", 6.25},     {"DGX A100", 25},           {"DGX H100", 50},        {"DGX B200", 50},
        {"GB200 NVL72", 50},      {"AWS p4d.24xlarge", 6.25}, {"AWS p5.48xlarge", 50}, {"AWS p6-b200.48xlarge", 50},
        {"Azure ND A100 v4", 25}, {"Azure ND H100 v5", 50},   {"GCP a3-high", 12.5},   {"GCP a3-mega", 25},
        {"8x MI300X", 50},        {"Frontier", 12.5},         {"10 GbE lab", 0.625},
    };
    const struct catalogue *catalogue = *state;
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        const struct profile *profile = catalogue_find(catalogue, PROFILE_CLUSTER, shares[i].cluster);
        assert_non_null(profile);
        struct scenario scenario = scenario_default();
        assert_true(profile_apply(profile, catalogue, &scenario));
        expect_near(shares[i].cluster, network_share(&scenario.cluster), shares[i].share * 1e9, 1e-9);
    }
}

static void every_scenario_can_run(void **state)
{
    const struct catalogue *catalogue = *state;
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_SCENARIO); i++) {
        const struct scenario scenario = applied(catalogue, PROFILE_SCENARIO, i);
        const struct reasons reasons = strategy_reasons(&scenario);
        if (reasons.count > 0) {
            print_error("%s: %s\n", catalogue_at(catalogue, PROFILE_SCENARIO, i)->name, reasons.text[0]);
        }
        assert_int_equal(reasons.count, 0);
    }
}

/* What NVIDIA's Megatron-Bridge and DeepSeek published, as tokens per second and GPU. */
static void mixtures_run_as_fast_as_published(void **state)
{
    static const struct {
        const char *scenario;
        double tokens_per_second, within;
    } rows[] = {
        {"Qwen3 30B-A3B on 8 GB200", 26032, 0.03},
        {"Qwen3 235B-A22B on 256 H100", 1611, 0.04},
        {"DeepSeek-V3 on 2,048 H800", 1e12 / (180e3 * 3600), 0.10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct options options = {.scenario = rows[i].scenario};
        const struct options_result found = options_resolve(&options, *state);
        if (!found.valid) {
            fail_msg("%s", found.message);
        }
        const struct result result = evaluate(&found.scenario);
        assert_true(result.valid);
        expect_near(rows[i].scenario, result.tokens_per_second_per_gpu, rows[i].tokens_per_second, rows[i].within);
    }
}

/* The Llama 3 Herd of Models, table 4: 400 TFLOP/s a GPU, 41 % of the peak, on 16,384 H100. */
static void llama_3_405b_runs_as_fast_as_published(void **state)
{
    const struct options options = {.scenario = "Llama 3.1 405B on 16,384 H100"};
    const struct options_result found = options_resolve(&options, *state);
    assert_true(found.valid);
    const struct result result = evaluate(&found.scenario);
    expect_near("TFLOP/s a GPU", result.training.flops / result.training.step / 16384 / 1e12, 400, 0.05);
    expect_near("MFU", result.training.mfu, 0.41, 0.05);
}

/* Eight ranks of each model on each cluster, over several domains where these are smaller: experts on all of them. */
static void each_model_is_priced_on_each_cluster(void **state)
{
    const struct catalogue *catalogue = *state;
    int mixtures = 0;
    for (int model = 0; model < catalogue_count(catalogue, PROFILE_MODEL); model++) {
        for (int cluster = 0; cluster < catalogue_count(catalogue, PROFILE_CLUSTER); cluster++) {
            struct scenario scenario = applied(catalogue, PROFILE_MODEL, model);
            const struct profile *place = catalogue_at(catalogue, PROFILE_CLUSTER, cluster);
            assert_true(profile_apply(place, catalogue, &scenario));
            scenario.cluster.gpus = 64;
            scenario.strategy.ep = 8;
            const struct result result = evaluate(&scenario);
            if (!result.valid) {
                fail_msg("%s on %s: %s", scenario.model.name, place->name, strategy_reasons(&scenario).text[0]);
            }
            const struct training *training = &result.training;
            const bool experts = transformer_is_moe(&scenario.model);
            assert_true(isfinite(training->step) && training->step > 0);
            assert_true((training->ep.time > 0) == experts);
            mixtures += experts;
        }
    }
    assert_true(mixtures > 300);
}

static void the_opening_scenario_is_that_of_the_readme(void **state)
{
    const struct options options = {0};
    const struct options_result opening = options_resolve(&options, *state);
    assert_true(opening.valid);
    const struct scenario *scenario = &opening.scenario;
    assert_string_equal(scenario->model.name, "Llama 3 70B");
    assert_string_equal(scenario->cluster.name, "DGX H100");
    assert_string_equal(scenario->gpu.name, "H100 SXM");
    assert_int_equal(scenario->cluster.gpus, 64);
    assert_int_equal(scenario->strategy.tp, 8);
    assert_int_equal(scenario->strategy.pp, 1);
    assert_true(scenario->strategy.sp);
    assert_int_equal(scenario->strategy.zero, ZERO_OPTIMIZER);
    assert_int_equal(scenario->strategy.seq_len, 8192);
    assert_int_equal(scenario->strategy.micro_batch, 1);
    assert_int_equal(scenario->strategy.recompute, RECOMPUTE_NONE);
    assert_int_equal(scenario->strategy.gradients, PRECISION_BF16);
    assert_int_equal(scenario->execution.attention, ATTENTION_FLASH3);
    assert_int_equal(scenario->execution.style, STYLE_FUSED);
    assert_int_equal(scenario->execution.compute, COMPUTE_ROOFLINE);
    const struct sizes sizes = strategy_sizes(scenario);
    assert_int_equal(sizes.dp, 8);
    assert_int_equal(sizes.global_batch, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_file_loads_without_complaint),
        cmocka_unit_test(files_are_named_by_slugs),
        cmocka_unit_test(each_preset_has_a_title_a_source_and_a_place),
        cmocka_unit_test(each_name_is_found_by_itself_only),
        cmocka_unit_test(models_have_as_many_parameters_as_published),
        cmocka_unit_test(mixtures_multiply_as_many_parameters_as_published),
        cmocka_unit_test(gpus_have_the_dense_peaks_of_their_data_sheets),
        cmocka_unit_test(peaks_keep_the_ratios_of_their_widths),
        cmocka_unit_test(a_card_has_the_bytes_that_its_driver_reports),
        cmocka_unit_test(links_are_half_of_their_headlines),
        cmocka_unit_test(clusters_give_each_gpu_its_published_share_of_the_network),
        cmocka_unit_test(every_scenario_can_run),
        cmocka_unit_test(mixtures_run_as_fast_as_published),
        cmocka_unit_test(llama_3_405b_runs_as_fast_as_published),
        cmocka_unit_test(each_model_is_priced_on_each_cluster),
        cmocka_unit_test(the_opening_scenario_is_that_of_the_readme),
    };
    return cmocka_run_group_tests(tests, built_in_load, built_in_free);
}
