/* test_offload.c: copies of activations against the schedule that Transformer Engine carries out, layer by layer, and
 * against bytes counted by hand. */
#include "core/evaluate.h"
#include "core/offload.h"
#include "core/strategy.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_LAYERS = 96 };

/* Forward: layer i's copy starts when the layer is done and the copy before it, and must be done before layer
 * i + (layers - moved) begins. */
static double forward_walk(int layers, int moved, double layer, double copy)
{
    double copied[MOST_LAYERS] = {0};
    double now = 0;
    double lane = 0;
    for (int i = 0; i < layers; i++) {
        const int due = i - (layers - moved);
        now = (due >= 0 ? fmax(now, copied[due]) : now) + layer;
        if (i < moved) {
            lane = fmax(lane, now) + copy;
            copied[i] = lane;
        }
    }
    return now;
}

/* Backward: layer i's copy starts when the pass of layer i + (layers - moved) - 1 does, at the earliest. */
static double backward_walk(int layers, int moved, double layer, double copy)
{
    double copied[MOST_LAYERS] = {0};
    double now = 0;
    double lane = 0;
    for (int i = layers - 1; i >= 0; i--) {
        const int started = i - (layers - moved) + 1;
        if (started >= 0 && started < moved) {
            lane = fmax(lane, now) + copy;
            copied[started] = lane;
        }
        now = (i < moved ? fmax(now, copied[i]) : now) + layer;
    }
    return now;
}

static void copies_wait_as_long_as_the_schedule_says(void **state)
{
    (void)state;
    const double copies[] = {0.2, 0.9, 1.0, 1.1, 1.7, 4.0};
    for (int layers = 4; layers <= 80; layers += 19) {
        for (int moved = 1; moved <= layers - 2; moved += 1 + layers / 9) {
            for (size_t i = 0; i < sizeof copies / sizeof copies[0]; i++) {
                char text[128];
                (void)snprintf(text, sizeof text, "model.layers=%d offload.layers=%d gpu.host_bandwidth=1GB/s", layers,
                               moved);
                const struct scenario scenario = scenario_with(text);
                const struct offload_window window = {.forward = 1, .backward = 2};
                const struct offload offload = offload_price(&scenario, copies[i] * 1e9, window);
                expect("forward", layers * (1 + offload.forward), forward_walk(layers, moved, 1, copies[i]), 1e-9);
                expect("backward", layers * (2 + offload.backward), backward_walk(layers, moved, 2, copies[i]), 1e-9);
            }
        }
    }
}

static void two_layers_of_a_stage_stay(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with("offload.layers=40");
    assert_true(offload_layers(&scenario, 80) == 40);
    assert_true(offload_layers(&scenario, 20) == 18);
    assert_true(offload_layers(&scenario, 1) == 0);
}

/* Four of sixteen layers of two micro-batches. */
#define JOB                                                                                                 \
    "model.layers=16 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.head_dim=128 " \
    "model.vocab=32000 model.gated=on cluster.gpus=1 seq_len=4096 micro_batch=1 global_batch=2 "            \
    "attention.kernel=flash3 execution.style=fused gpu.hbm_capacity=1TB "

static void a_step_moves_what_its_layers_keep(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(JOB "offload.layers=4");
    const struct scenario whole = scenario_with(JOB);
    const struct result moved = evaluate(&scenario);
    const struct result kept = evaluate(&whole);
    assert_true(moved.valid && kept.valid);
    /* The card has a quarter of the activations less; the step sends these, once for each micro-batch. */
    const double saved = kept.memory.activations - moved.memory.activations;
    expect("saved", saved, kept.memory.activations / 4, 1e-9);
    expect("bytes", moved.training.offload_bytes, 2 * saved, 1e-9);
    expect("seconds", moved.training.offload, 2 * saved / 53e9, 1e-9);
    expect("hidden", moved.step, kept.step, 1e-12);
    /* Full recomputation keeps an input of 2 * 4,096 B a token and layer. */
    const struct scenario inputs = scenario_with(JOB "offload.layers=4 recompute=full");
    expect("inputs", evaluate(&inputs).training.offload_bytes, 2 * 4 * 4096 * 2 * 4096.0, 1e-9);
}

static void a_slow_link_makes_the_card_wait(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(JOB "offload.layers=14 gpu.host_bandwidth=1GB/s");
    const struct scenario whole = scenario_with(JOB);
    const struct result slow = evaluate(&scenario);
    const struct result kept = evaluate(&whole);
    assert_true(slow.training.offload_exposed > 0);
    expect("step", slow.step, kept.step + slow.training.offload_exposed, 1e-9);
    expect("dispatch", slow.training.dispatch, kept.training.dispatch + slow.training.offload_exposed, 1e-9);
}

/* One link carries the exchanges of TP and the copies of both passes: no step is shorter than all of these. */
static void copies_and_exchanges_share_a_pcie_link(void **state)
{
    (void)state;
    const char *const kinds[] = {"pcie", "pcie_host"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char text[640];
        (void)snprintf(text, sizeof text,
                       JOB "cluster.gpus=4 tp=4 sp=on offload.layers=14 gpu.host_bandwidth=4GB/s scaleup.kind=%s "
                           "scaleup.bandwidth=25GB/s",
                       kinds[i]);
        const struct scenario scenario = scenario_with(text);
        const struct result result = evaluate(&scenario);
        assert_true(result.valid && result.training.offload > 0);
        assert_true(result.step >= result.training.tp.time + 2 * result.training.offload);
    }
}

/* Where passes of two micro-batches interleave, a forward pass whose exchanges take longer than it does takes from the
 * window that both passes are: samples that shorten attention must not expose more than they save. */
static void interleaved_passes_are_one_window_of_a_pcie_link(void **state)
{
    (void)state;
    double slowest = INFINITY;
    for (int sample = 4096; sample >= 64; sample /= 2) {
        char text[1024];
        (void)snprintf(text, sizeof text,
                       DEEPSEEK_V3 "cluster.gpus=16 tp=1 cp=4 zero=0 ep=16 micro_batch=1 global_batch=8 seq_len=4096 "
                                   "attention.kernel=flash1 execution.style=compiled overlap.ep=on offload.layers=49 "
                                   "gpu.host_bandwidth=10GB/s scaleup.kind=pcie scaleup.bandwidth=300GB/s "
                                   "nic.bandwidth=25GB/s packing.length=%d",
                       sample);
        const struct scenario scenario = scenario_with(text);
        const struct training training = evaluate(&scenario).training;
        assert_true(training.offload_exposed > 0);
        if (!(training.step <= slowest * (1 + 1e-12))) {
            fail_msg("samples of %d: %.9g s, %.9g s of longer ones", sample, training.step, slowest);
        }
        slowest = training.step;
    }
}

/* What nobody pays for frees no memory. */
static void the_whiteboard_copies_nothing_and_keeps_all(void **state)
{
    (void)state;
    const struct scenario board = scenario_with(JOB "offload.layers=14 compute.model=flat");
    const struct scenario whole = scenario_with(JOB "compute.model=flat");
    const struct result moved = evaluate(&board);
    assert_true(moved.training.offload_bytes == 0);
    expect("kept", moved.memory.activations, evaluate(&whole).memory.activations, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_wait_as_long_as_the_schedule_says),
        cmocka_unit_test(two_layers_of_a_stage_stay),
        cmocka_unit_test(a_step_moves_what_its_layers_keep),
        cmocka_unit_test(a_slow_link_makes_the_card_wait),
        cmocka_unit_test(copies_and_exchanges_share_a_pcie_link),
        cmocka_unit_test(interleaved_passes_are_one_window_of_a_pcie_link),
        cmocka_unit_test(the_whiteboard_copies_nothing_and_keeps_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
