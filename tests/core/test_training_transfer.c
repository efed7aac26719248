/* test_training_transfer.c: what the stages of a pipeline send each other, and sum. */
#include "core/evaluate.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct training price(const struct scenario *scenario)
{
    return evaluate(scenario).training;
}

/* Line rates without latency. Four stages of 16 in racks of 32: one of a stage's two sends a micro-batch, of 2 * 8192 *
 * 8192 / 8 bytes, takes the NIC's 50 GB/s, the other the rack's 450. In racks of 16 both take the NIC. */
static void one_send_of_two_leaves_a_domain_that_holds_two_stages(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(OPENING "pp=4 global_batch=16 link.basis=direction nic.latency=0s "
                                                     "scaleup.latency=0s scaleup.bandwidth=450GB/s overlap.p2p=off");
    scenario.cluster.scaleup.size = 32;
    scenario.model.layers = 78; /* 19, 20, 20 and 19: a stage between two others decides */
    const double bytes = 2.0 * 8192 * 8192 / 8;
    expect("one", price(&scenario).pp.time, 8 * bytes * (1 / 50e9 + 1 / 450e9), 1e-9);
    scenario.cluster.scaleup.size = 16;
    expect("both", price(&scenario).pp.time, 8 * bytes * (2 / 50e9), 1e-9);
}

/* The last stage, which the head makes the slowest, has one neighbour: it sends once in each micro-batch where the
 * link carries both ways at once, and twice where it does not. On the whiteboard all stages have two. */
static void a_stage_at_an_end_of_a_pipeline_has_one_neighbour(void **state)
{
    (void)state;
    const double one = 8 * (2.0 * 8192 * 8192 / 8) / 50e9;
    struct scenario scenario = scenario_with(OPENING "pp=4 global_batch=16 link.basis=direction nic.latency=0s "
                                                     "scaleup.latency=0s overlap.p2p=off");
    expect("at once", price(&scenario).pp.time, one, 1e-9);
    const double sent = price(&scenario).pp.bytes;
    scenario.strategy.p2p_batched = false;
    expect("one after the other", price(&scenario).pp.time, 2 * one, 1e-9);
    expect("of which it sends one", price(&scenario).pp.bytes, sent, 1e-12);
    scenario.model.layers = 78; /* 19, 20, 20 and 19 */
    expect("between two others", price(&scenario).pp.time, 4 * one, 1e-9);
    scenario.execution.compute = COMPUTE_FLAT;
    expect("on the whiteboard", price(&scenario).pp.time, 2 * one, 1e-9);
}

/* Megatron sums the gradients of a tied embedding over the first and the last stage: once a step V h / TP of 4 bytes
 * here, which each of the two sends whole, at line rate. */
static void the_ends_of_a_pipeline_add_up_a_tied_embedding(void **state)
{
    (void)state;
    const char *const job = OPENING "pp=4 cluster.gpus=64 global_batch=16 gradients.precision=fp32 zero=1 "
                                    "link.basis=direction nic.latency=0s scaleup.latency=0s";
    const struct scenario apart = scenario_with(job);
    const struct scenario tied = scenario_changed(&apart, "model.tied=on");
    const struct training before = price(&apart);
    const struct training after = price(&tied);
    const double bytes = 128256.0 * 8192 / 8 * 4;
    expect("bytes", after.pp.bytes - before.pp.bytes, bytes, 1e-9);
    expect("seconds", after.pp.exposed - before.pp.exposed, bytes / 50e9, 1e-9);
    expect("count", after.pp.count - before.pp.count, 1, 1e-12);
    const struct scenario sharded = scenario_changed(&tied, "zero=3");
    const struct scenario sharded_apart = scenario_changed(&apart, "zero=3");
    expect("FSDP", price(&sharded).pp.bytes - price(&sharded_apart).pp.bytes, bytes / 2, 1e-6);
    const struct scenario alone = scenario_changed(&tied, "pp=1");
    assert_true(price(&alone).pp.bytes == 0);
}

/* Megatron, 80 layers and 16 micro-batches: a layer has two sums forward and two backward. The embedding's, forward, is
 * on the first stage, the head's, backward, on the last, which a micro-batch waits longest for. */
static void the_last_stage_sums_for_its_head_and_not_for_the_embedding(void **state)
{
    (void)state;
    const char *const job = OPENING "sp=off recompute=none cluster.gpus=8 global_batch=16 ";
    const struct scenario whole = scenario_with(job);
    const struct scenario cut = scenario_changed(&whole, "pp=4 cluster.gpus=32");
    expect("one stage", price(&whole).tp.count, 16 * (4 * 80 + 2), 1e-12);
    expect("the last of four", price(&cut).tp.count, 16 * (4 * 20 + 1), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_send_of_two_leaves_a_domain_that_holds_two_stages),
        cmocka_unit_test(a_stage_at_an_end_of_a_pipeline_has_one_neighbour),
        cmocka_unit_test(the_ends_of_a_pipeline_add_up_a_tied_embedding),
        cmocka_unit_test(the_last_stage_sums_for_its_head_and_not_for_the_embedding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
