/* Putting a preset in changes what it owns, all of it, and nothing else. */
#include "profiles/catalogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DATA RINGSIDE_SOURCE_DIR "/tests/data/profiles/valid"

static int load(void **state)
{
    static const struct catalogue_paths paths = {.preset_dir = DATA};
    *state = catalogue_load(&paths);
    return *state == NULL ? -1 : 0;
}

static int release(void **state)
{
    catalogue_free(*state);
    return 0;
}

static void apply(const struct catalogue *catalogue, enum profile_kind kind, const char *name,
                  struct scenario *scenario)
{
    const struct profile *profile = catalogue_find(catalogue, kind, name);
    assert_non_null(profile);
    assert_true(profile_apply(profile, catalogue, scenario));
}

static void nothing_of_the_preset_before_is_left(void **state)
{
    struct scenario scenario = scenario_default();
    apply(*state, PROFILE_GPU, "B200", &scenario);
    assert_true(scenario.gpu.peak_fp4 == 9e15);
    apply(*state, PROFILE_GPU, "V100 SXM2 16GB", &scenario);
    assert_true(scenario.gpu.peak_fp4 == 0 && scenario.gpu.peak_fp8 == 0);
    assert_int_equal(scenario.cluster.scaleup.kind, SCALEUP_CUBE);

    apply(*state, PROFILE_MODEL, "DeepSeek-V3", &scenario);
    assert_int_equal(scenario.model.experts, 256);
    apply(*state, PROFILE_MODEL, "GPT-2", &scenario);
    assert_int_equal(scenario.model.experts, 0);
    assert_int_equal(scenario.model.kv_lora, 0);
    assert_int_equal(scenario.model.positions, 1024);
    assert_string_equal(scenario.model.name, "GPT-2");
}

static void a_preset_leaves_what_it_does_not_own(void **state)
{
    struct scenario scenario = scenario_default();
    scenario.strategy.tp = 4;
    scenario.cluster.gpus = 24;
    scenario.model.layers = 7;
    apply(*state, PROFILE_CLUSTER, "DGX A100", &scenario);
    assert_int_equal(scenario.strategy.tp, 4);
    assert_int_equal(scenario.cluster.gpus, 24);
    assert_int_equal(scenario.model.layers, 7);
    const struct nic before = scenario.cluster.nic;
    apply(*state, PROFILE_GPU, "H100 SXM", &scenario);
    assert_true(scenario.cluster.nic.bandwidth == before.bandwidth && scenario.cluster.nic.latency == before.latency);
    assert_int_equal(scenario.model.layers, 7);
}

static void a_cluster_brings_its_gpu_and_overrules_its_links(void **state)
{
    struct scenario scenario = scenario_default();
    apply(*state, PROFILE_CLUSTER, "DGX A100", &scenario);
    assert_string_equal(scenario.gpu.name, "A100 SXM 80GB");
    assert_true(scenario.cluster.scaleup.bandwidth == 300e9);
    apply(*state, PROFILE_CLUSTER, "PCIe box", &scenario);
    assert_string_equal(scenario.gpu.name, "H100 SXM");
    assert_true(scenario.cluster.scaleup.bandwidth == 64e9);
    assert_int_equal(scenario.cluster.scaleup.kind, SCALEUP_PCIE);
    apply(*state, PROFILE_GPU, "A100 SXM 80GB", &scenario); /* into the same box: it is still one of PCIe */
    assert_true(scenario.gpu.peak_bf16 == 312e12);
    assert_true(scenario.cluster.scaleup.bandwidth == 64e9);
    assert_int_equal(scenario.cluster.scaleup.kind, SCALEUP_PCIE);
}

static void a_scenario_is_a_whole_job(void **state)
{
    struct scenario scenario = scenario_default();
    struct scenario other = scenario_default();
    other.strategy.pp = 4;
    other.execution.slowdown = 2;
    apply(*state, PROFILE_SCENARIO, "GPT-2 XL on 10 GbE", &scenario);
    apply(*state, PROFILE_SCENARIO, "GPT-2 XL on 10 GbE", &other);
    for (int i = 0; i < parameter_count; i++) {
        assert_true(parameter_get(&parameters[i], &scenario) == parameter_get(&parameters[i], &other));
    }
    assert_string_equal(other.gpu.name, "RTX 4090");
}

static void a_value_knows_where_it_comes_from(void **state)
{
    static const struct {
        const char *key;
        enum origin origin;
        const char *profile; /* NULL: the table */
    } cases[] = {
        {"model.layers", ORIGIN_FACT, "Llama 3 70B"},
        {"gpu.peak.bf16", ORIGIN_FACT, "H100 SXM"},
        {"nic.bandwidth", ORIGIN_FACT, "DGX H100"},
        {"nic.latency", ORIGIN_ASSUMPTION, "DGX H100"},
        {"nic.efficiency", ORIGIN_MEASURED, "DGX H100"},
        {"gpu.gemm_efficiency", ORIGIN_MEASURED, "H100 SXM"},
        {"scaleup.bandwidth", ORIGIN_FACT, "H100 SXM"},
        {"gpu.price", ORIGIN_ASSUMPTION, NULL},
        {"tp", ORIGIN_CHOICE, NULL},
        {"zero", ORIGIN_CHOICE, NULL},
        {"seq_len", ORIGIN_CHOICE, NULL},
        {"execution.style", ORIGIN_ASSUMPTION, NULL},
    };
    struct scenario scenario = scenario_default();
    apply(*state, PROFILE_SCENARIO, "Llama 3 70B on 8 x DGX H100", &scenario);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct value_source source = catalogue_value_source(*state, &scenario, parameter_find(cases[i].key));
        if (source.origin != cases[i].origin) {
            print_error("%s: got origin %d, expected %d\n", cases[i].key, (int)source.origin, (int)cases[i].origin);
        }
        assert_int_equal(source.origin, cases[i].origin);
        assert_int_equal(source.profile == NULL, cases[i].profile == NULL);
        if (source.profile != NULL) {
            assert_string_equal(source.profile->name, cases[i].profile);
        }
    }
}

static char without_dot(char c)
{
    return c == '.' ? '_' : c;
}

/* Files may write a dot of a key as an underscore: no two keys may then be the same. */
static void keys_differ_even_without_their_dots(void **state)
{
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        for (int j = 0; j < i; j++) {
            const char *one = parameters[i].key;
            const char *other = parameters[j].key;
            while (*one != '\0' && without_dot(*one) == without_dot(*other)) {
                one++;
                other++;
            }
            assert_true(*one != *other);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_of_the_preset_before_is_left),
        cmocka_unit_test(a_preset_leaves_what_it_does_not_own),
        cmocka_unit_test(a_cluster_brings_its_gpu_and_overrules_its_links),
        cmocka_unit_test(a_scenario_is_a_whole_job),
        cmocka_unit_test(a_value_knows_where_it_comes_from),
        cmocka_unit_test(keys_differ_even_without_their_dots),
    };
    return cmocka_run_group_tests(tests, load, release);
}
