/* test_training_stage.c: the stage that a step waits for, what the first hides meanwhile, and published cuts. */
#include "core/evaluate.h"
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

#define HEAVY_HEAD                                                                                         \
    "model.layers=16 model.hidden=2048 model.ffn=8192 model.heads=32 model.kv_heads=32 model.head_dim=64 " \
    "model.vocab=131072 model.gated=on model.tied=off seq_len=4096 micro_batch=1 global_batch=256 "        \
    "cluster.gpus=8 execution.style=torch attention.kernel=flash2 gradients.precision=fp32 "

static struct training price(const struct scenario *scenario)
{
    return evaluate(scenario).training;
}

static struct training priced(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return price(&scenario);
}

/* A step with better hardware or routing, after one with less. */
static void expect_no_slower(const char *what, double value, double step, double *before)
{
    if (!(step <= *before * (1 + 1e-12))) {
        fail_msg("%s %g: %.9g s, %.9g s before", what, value, step, *before);
    }
    *before = step;
}

/* Where the last stage decides, the first waits in every micro-batch, and what every micro-batch scatters (ZeRO 2)
 * hides then, too: computing more must not expose less than it costs. */
static void a_stage_that_waits_hides_what_it_sends_meanwhile(void **state)
{
    (void)state;
    double rate = 1;
    for (int i = 0; i < 18; i++, rate *= 1.3) {
        char settings[512];
        snprintf(settings, sizeof settings,
                 LLAMA_3_8B "model.layers=44 model.mtp=1 cluster.gpus=2048 tp=8 pp=8 zero=2 micro_batch=4 "
                            "global_batch=3072 seq_len=8192 nic.bandwidth=%gGB/s",
                 rate);
        const struct scenario none = scenario_with(settings);
        const struct scenario again = scenario_changed(&none, "recompute=selective recompute.mlp=on");
        assert_true(price(&again).step >= price(&none).step);
    }
}

/* Whether dense or later layers take longer turns over where exchanges between experts no longer hide; what gradients
 * hide behind must not shrink there by more than quicker compute saves. */
static void quicker_compute_is_no_slower_where_other_layers_come_to_decide(void **state)
{
    (void)state;
    const struct scenario mixture = scenario_with(
        WHITEBOARD "model.layers=103 model.hidden=7168 model.ffn=18432 model.heads=128 model.kv_heads=128 "
                   "model.head_dim=128 model.vocab=129280 model.experts=256 model.top_k=8 model.expert_ffn=2048 "
                   "model.shared_experts=1 model.dense_layers=3 cluster.gpus=512 tp=8 pp=4 vp=2 cp=2 zero=2 ep=16 "
                   "micro_batch=4 global_batch=384 seq_len=2048 recompute=full overlap.ep=on overlap.tp=0.4 "
                   "overlap.gather=off link.basis=direction ring.model=rail");
    struct scenario quicker = mixture;
    double slowest = price(&mixture).step;
    for (int i = 0; i < 300; i++) {
        quicker.gpu.peak_bf16 = mixture.gpu.peak_bf16 * pow(1.01, i);
        expect_no_slower("FLOP/s", quicker.gpu.peak_bf16, price(&quicker).step, &slowest);
    }
}

/* 118 layers on 8 stages: the last has 14 and the head, the first 15 and one send, those between 15 and two sends. Who
 * of the last two groups decides turns over as memory quickens; the first waits for either, and hides as much there. */
static void the_first_stage_waits_for_whichever_is_slowest(void **state)
{
    (void)state;
    const struct scenario palm = scenario_with(
        WHITEBOARD "compute.model=roofline link.basis=achieved model.layers=118 model.hidden=18432 model.ffn=73728 "
                   "model.heads=48 model.kv_heads=1 model.head_dim=256 model.vocab=256000 model.tied=on "
                   "model.parallel_block=on execution.style=compiled cluster.gpus=128 tp=2 sp=off pp=8 zero=2 "
                   "micro_batch=1 global_batch=192 seq_len=512 recompute=selective");
    struct scenario quicker = palm;
    double slowest = INFINITY;
    for (int i = 0; i < 100; i++) {
        quicker.gpu.hbm_bandwidth = 1e12 * pow(1.03, i);
        expect_no_slower("HBM, B/s", quicker.gpu.hbm_bandwidth, price(&quicker).step, &slowest);
    }
}

/* 61 layers on 16 stages, three dense ones on the first of them, which is done sooner. What every micro-batch scatters
 * hides behind layers with experts, as later stages have them: no wait is left to it then. */
static void dense_layers_ahead_are_no_wait_of_later_stages(void **state)
{
    (void)state;
    double slowest = INFINITY;
    for (int step_down = 0; step_down <= 20; step_down++) {
        const double imbalance = 2 - 0.05 * step_down;
        char settings[1024];
        (void)snprintf(settings, sizeof settings,
                       DEEPSEEK_V3 "cluster.gpus=256 tp=1 pp=16 vp=2 zero=2 ep=4 etp=2 micro_batch=1 global_batch=512 "
                                   "seq_len=4096 overlap.ep=on link.basis=direction nic.bandwidth=10GB/s "
                                   "ep.imbalance=%g",
                       imbalance);
        expect_no_slower("imbalance", imbalance, priced(settings).step, &slowest);
    }
}

/* 1.3 B parameters with a vocabulary of 131,072 on eight H100, 256 sequences of 4,096 tokens, one a micro-batch, by
 * Hugging Face's Ultra-Scale Playbook: 39,273 tokens/s a GPU without a pipeline, 37,995, 36,910 and 27,437 on two, four
 * and eight stages. nanotron cuts them by work: the head weighs four layers. Against the run without a pipeline, so
 * that only the cut is held. */
static void stages_cut_by_work_keep_pace_with_a_heavy_head(void **state)
{
    (void)state;
    static const struct {
        int stages;
        double tokens;
    } rows[] = {{1, 39273}, {2, 37995}, {4, 36910}, {8, 27437}};
    double alone = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char settings[640];
        (void)snprintf(settings, sizeof settings, HEAVY_HEAD "pp.balanced=on pp=%d", rows[i].stages);
        const double step = priced(settings).step;
        alone = i == 0 ? step : alone;
        expect("against no pipeline", step / alone, rows[0].tokens / rows[i].tokens, 0.07);
    }
    assert_true(priced(HEAVY_HEAD "pp=4").step / alone > 1.3);
}

/* What attention over 65,536 tokens takes does not weigh: cut by weight, the last stage of four has one of 16 layers
 * and waits for the others. By cost it has more. Equal stages leave the head to a stage that is as full as the others.
 */
static void a_cut_by_cost_counts_what_does_not_weigh(void **state)
{
    (void)state;
    const char *const cuts[] = {"pp.balanced=off", "pp.balanced=weight", "pp.balanced=cost"};
    double step[3];
    for (int i = 0; i < 3; i++) {
        char settings[640];
        (void)snprintf(settings, sizeof settings, HEAVY_HEAD "pp=4 seq_len=65536 global_batch=32 %s", cuts[i]);
        const struct scenario scenario = scenario_with(settings);
        const struct result result = evaluate(&scenario);
        assert_true(result.valid);
        step[i] = result.step;
    }
    assert_true(step[2] < 0.99 * step[1] && step[2] < 0.99 * step[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stage_that_waits_hides_what_it_sends_meanwhile),
        cmocka_unit_test(quicker_compute_is_no_slower_where_other_layers_come_to_decide),
        cmocka_unit_test(the_first_stage_waits_for_whichever_is_slowest),
        cmocka_unit_test(dense_layers_ahead_are_no_wait_of_later_stages),
        cmocka_unit_test(stages_cut_by_work_keep_pace_with_a_heavy_head),
        cmocka_unit_test(a_cut_by_cost_counts_what_does_not_weigh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
