/* test_parameters.c: the parameter table and what is done with its rows. */
#include "core/parameters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The keys that scripts may rely on, copied from the command line's contract and not from the table. */
static const char *const promised[] = {
    "mode",
    "model.layers",
    "model.hidden",
    "model.ffn",
    "model.heads",
    "model.kv_heads",
    "model.head_dim",
    "model.vocab",
    "model.gated",
    "model.tied",
    "model.experts",
    "model.top_k",
    "model.expert_ffn",
    "model.shared_experts",
    "model.dense_layers",
    "model.params",
    "gpu.peak.bf16",
    "gpu.peak.fp32",
    "gpu.peak.fp8",
    "gpu.peak.fp4",
    "gpu.hbm_bandwidth",
    "gpu.hbm_capacity",
    "gpu.efficiency",
    "gpu.gemm_efficiency",
    "gpu.hbm_efficiency",
    "gpu.sms",
    "gpu.launch",
    "gpu.price",
    "gpu.power",
    "cluster.gpus",
    "scaleup.size",
    "scaleup.bandwidth",
    "scaleup.latency",
    "node.gpus",
    "nic.bandwidth",
    "nic.per_node",
    "nic.latency",
    "nic.efficiency",
    "pod.size",
    "pod.oversubscription",
    "host.speed",
    "tp",
    "sp",
    "pp",
    "vp",
    "cp",
    "ep",
    "etp",
    "zero",
    "micro_batch",
    "global_batch",
    "seq_len",
    "packing.length",
    "precision",
    "gradients.precision",
    "gather.precision",
    "recompute",
    "recompute.share",
    "dropout",
    "lora",
    "lora.experts",
    "lora.rank",
    "lora.weights",
    "lora.dropout",
    "lora.all_to_all",
    "dp.bucket",
    "fsdp.shard",
    "fsdp.reshard",
    "optimizer.bytes",
    "accumulation.fused",
    "cp.balanced",
    "pp.balanced",
    "p2p.scatter",
    "overlap.dp",
    "overlap.gather",
    "overlap.cp",
    "overlap.p2p",
    "overlap.tp",
    "attention.kernel",
    "execution.style",
    "execution.slowdown",
    "compute.model",
    "link.basis",
    "ring.model",
    "mfu.convention",
    "collective.library",
    "train.tokens",
    "pue",
    "decode.batch",
    "decode.context",
    "decode.precision",
    "decode.kv_precision",
    "prefill.tokens",
    "prefill.chunk",
    "serving.style",
};

static void every_promised_key_is_in_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
        if (parameter_find(promised[i]) == NULL) {
            fail_msg("%s is missing", promised[i]);
        }
    }
}

static void every_key_is_unique_and_every_row_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        const struct parameter *row = &parameters[i];
        assert_ptr_equal(parameter_find(row->key), row);
        assert_non_null(row->label);
        assert_true(strlen(row->label) <= 13);
        assert_non_null(row->short_label);
        assert_true(strlen(row->short_label) <= 8);
        assert_non_null(row->help);
        assert_true(row->kind != KIND_CHOICE || row->choices != NULL);
        assert_true(row->better == 0 || row->resource != NULL);
    }
}

static bool both_apply_in_one_mode(const struct parameter *one, const struct parameter *other)
{
    struct scenario scenario = scenario_default();
    for (int mode = 0; mode < MODE_COUNT; mode++) {
        scenario.mode = (enum mode)mode;
        if ((one->applies == NULL || one->applies(&scenario)) &&
            (other->applies == NULL || other->applies(&scenario))) {
            return true;
        }
    }
    return false;
}

static void no_two_rows_share_a_field_or_a_place_on_the_screen(void **state)
{
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        for (int j = 0; j < i; j++) {
            assert_true(parameters[i].offset != parameters[j].offset);
            assert_false(parameters[i].row > 0 && parameters[i].pane == parameters[j].pane &&
                         parameters[i].row == parameters[j].row &&
                         both_apply_in_one_mode(&parameters[i], &parameters[j]));
        }
    }
}

static void every_default_is_in_range_and_reads_back_as_it_prints(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_default();
    for (int i = 0; i < parameter_count; i++) {
        char text[QUANTITY_TEXT];
        const double value = parameter_get(&parameters[i], &scenario);
        (void)parameter_print(&parameters[i], value, text, sizeof text);
        const struct quantity read = parameter_read(&parameters[i], text);
        if (!read.valid || read.value != value) {
            fail_msg("%s: %.17g printed as \"%s\", read as %.17g %s", parameters[i].key, value, text, read.value,
                     read.message);
        }
    }
}

static void what_is_set_is_what_is_got_and_nothing_else_moves(void **state)
{
    (void)state;
    for (int i = 0; i < parameter_count; i++) {
        struct scenario scenario = scenario_default();
        const double other = parameters[i].fallback == 1.0 ? 0.0 : 1.0;
        parameter_set(&parameters[i], &scenario, other);
        for (int j = 0; j < parameter_count; j++) {
            assert_true(parameter_get(&parameters[j], &scenario) == (i == j ? other : parameters[j].fallback));
        }
    }
}

/* A hundred digits: twice as many are a number, but not one that has room. */
#define HUNDRED                                          \
    "00000000000000000000000000000000000000000000000000" \
    "00000000000000000000000000000000000000000000000000"

static void a_refused_value_says_what_is_understood(void **state)
{
    (void)state;
    const struct {
        const char *key, *text, *expected;
    } cases[] = {
        {"recompute", "half", "none, selective, full"},
        {"sp", "maybe", "on nor off"},
        {"nic.bandwidth", "9000 TB/s", "outside"},
        {"tp", "2.5", "whole number"},
        {"nic.bandwidth", "fast", "50"},
        {"tp", "-1", "is negative"},
        {"prefill.tokens", HUNDRED HUNDRED, "at most 199 characters"},
        {"overlap.tp", "1.5", "outside"},
        {"tp", "0", "outside"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct quantity read = parameter_read(parameter_find(cases[i].key), cases[i].text);
        assert_false(read.valid);
        if (strstr(read.message, cases[i].expected) == NULL) {
            fail_msg("%s=%s: \"%s\" lacks \"%s\"", cases[i].key, cases[i].text, read.message, cases[i].expected);
        }
    }
}

static void named_values_choices_and_switches_are_read(void **state)
{
    (void)state;
    const struct {
        const char *key, *text;
        double expected;
    } cases[] = {
        {"global_batch", "auto", 0},        {"overlap.tp", "backward", OVERLAP_TP_BACKWARD},
        {"overlap.tp", "65 %", 0.65},       {"sp", "on", 1},
        {"zero", "3", ZERO_PARAMETERS},     {"link.basis", "Headline", BASIS_HEADLINE},
        {"nic.bandwidth", "400Gb/s", 50e9}, {"nic.bandwidth", " 50 GB/s ", 50e9},
        {"fsdp.shard", "all", 0},           {"cluster.gpus", "16384", 16384},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct quantity read = parameter_read(parameter_find(cases[i].key), cases[i].text);
        if (!read.valid || read.value != cases[i].expected) {
            fail_msg("%s=%s gave %.17g %s", cases[i].key, cases[i].text, read.value, read.message);
        }
    }
}

static void a_mistyped_key_finds_its_neighbour(void **state)
{
    (void)state;
    assert_string_equal(parameter_nearest("nic.bandwith")->key, "nic.bandwidth");
    assert_string_equal(parameter_nearest("seqlen")->key, "seq_len");
    assert_null(parameter_nearest("colour of the sky"));
}

/* Fifty steps up and down: always in range, always forward, and back where they started where nothing was cut. */
static void sliders_step_in_order_and_stay_in_range(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_default();
    for (int i = 0; i < parameter_count; i++) {
        const struct parameter *row = &parameters[i];
        const double most = row->kind == KIND_CHOICE   ? row->choices->count - 1
                            : row->kind == KIND_SWITCH ? 1
                                                       : row->max;
        double value = parameter_get(row, &scenario);
        for (int step = 0; step < 50; step++) {
            const double next = parameter_step_fine(row, &scenario, value, 1);
            assert_true(next >= value && next <= most);
            value = next;
        }
        for (int step = 0; step < 200; step++) {
            const double next = parameter_step_coarse(row, &scenario, value, -1);
            assert_true(next <= value && next >= row->min);
            value = next;
        }
    }
}

static void a_log_slider_steps_a_twentieth_of_a_decade_and_coarsely_by_1_2_5(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_default();
    const struct parameter *nic = parameter_find("nic.bandwidth");
    assert_true(parameter_step_fine(nic, &scenario, 50e9, 1) == 56e9);
    assert_true(parameter_step_fine(nic, &scenario, 50e9, -1) == 45e9);
    assert_true(parameter_step_coarse(nic, &scenario, 50e9, 1) == 100e9);
    assert_true(parameter_step_coarse(nic, &scenario, 50e9, -1) == 20e9);
    assert_true(parameter_step_coarse(nic, &scenario, 12.5e9, -1) == 10e9);
    assert_true(parameter_step_coarse(nic, &scenario, 1e12, 1) == 1e12);
}

/* PUE runs from 1 to 3; layers are counted. */
static void a_linear_slider_steps_a_hundredth_of_its_range_and_coarsely_a_tenth(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_default();
    const struct parameter *pue = parameter_find("pue");
    const struct parameter *layers = parameter_find("model.layers");
    assert_float_equal(parameter_step_fine(pue, &scenario, 1.2, 1), 1.22, 1e-12);
    assert_float_equal(parameter_step_fine(pue, &scenario, 1.2, -3), 1.14, 1e-12);
    assert_float_equal(parameter_step_coarse(pue, &scenario, 1.2, 1), 1.4, 1e-12);
    assert_float_equal(parameter_step_coarse(pue, &scenario, 1.2, -2), 1.0, 1e-12); /* the end of its range */
    assert_true(parameter_step_fine(layers, &scenario, 32, 1) == 33);
    assert_true(parameter_step_coarse(layers, &scenario, 32, 1) == 42);
}

static void a_place_on_the_track_and_its_value_agree(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_default();
    for (int i = 0; i < parameter_count; i++) {
        double before = -1.0;
        for (int place = 0; place <= 100; place++) {
            const double value = parameter_at(&parameters[i], &scenario, place / 100.0);
            const double position = parameter_position(&parameters[i], &scenario, value);
            assert_true(position >= 0.0 && position <= 1.0 && position >= before);
            before = position;
        }
    }
    const struct parameter *nic = parameter_find("nic.bandwidth");
    /* One of four decades, 100 MB/s to 1 TB/s. */
    assert_float_equal(parameter_position(nic, &scenario, 1e9), 0.25, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_promised_key_is_in_the_table),
        cmocka_unit_test(every_key_is_unique_and_every_row_is_whole),
        cmocka_unit_test(no_two_rows_share_a_field_or_a_place_on_the_screen),
        cmocka_unit_test(every_default_is_in_range_and_reads_back_as_it_prints),
        cmocka_unit_test(what_is_set_is_what_is_got_and_nothing_else_moves),
        cmocka_unit_test(a_refused_value_says_what_is_understood),
        cmocka_unit_test(named_values_choices_and_switches_are_read),
        cmocka_unit_test(a_mistyped_key_finds_its_neighbour),
        cmocka_unit_test(sliders_step_in_order_and_stay_in_range),
        cmocka_unit_test(a_log_slider_steps_a_twentieth_of_a_decade_and_coarsely_by_1_2_5),
        cmocka_unit_test(a_linear_slider_steps_a_hundredth_of_its_range_and_coarsely_a_tenth),
        cmocka_unit_test(a_place_on_the_track_and_its_value_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
