/* test_data_parallel.c: buckets of gradients, and ZeRO whose ranks broadcast their parts of the parameters, held to
 * sums that a hand can do. */
#include "core/evaluate.h"
#include "expect.h"
#include "scenario_text.h"
#include "shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct training priced(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return evaluate(&scenario).training;
}

/* 8.03 billion parameters on H100, 3.35 TB/s of which streaming kernels reach 0.87: read and written into buckets in 16
 * bit, and back. Nothing hides, so that nothing else is lost to what is sent. */
static void pytorch_copies_gradients_into_buckets_and_back(void **state)
{
    (void)state;
#define BUCKETS OPENING LLAMA_3_8B "tp=1 pp=1 vp=1 sp=off global_batch=64 overlap.dp=off overlap.gather=off "
    const double copies = 8.0303e9 * 4 * 2 / (3.35e12 * 0.87);
    expect("DDP", priced(BUCKETS "cluster.gpus=8 zero=0 execution.style=torch").contention, copies, 1e-4);
    expect("ZeRO 1", priced(BUCKETS "cluster.gpus=8 zero=1 execution.style=compiled").contention, copies, 1e-4);
    expect("fp32 sums",
           priced(BUCKETS "cluster.gpus=8 zero=0 execution.style=torch gradients.precision=fp32").contention, copies,
           1e-4);
    assert_true(priced(BUCKETS "cluster.gpus=1 zero=0 execution.style=torch").contention == 0);
    assert_true(priced(BUCKETS "cluster.gpus=8 zero=2 execution.style=torch").contention == 0);
    assert_true(priced(BUCKETS "cluster.gpus=8 zero=0 execution.style=fused").contention == 0);
}

/* Parts of eight ranks, one after the other at line rate: a chain carries each whole, so that all take S / B where a
 * gather takes 7/8 of that. Each rank forwards all parts but one, as in the gather. With latency each part waits for
 * its seven hops. Gradients are summed on all ranks before, which sends 14/8 of them, as without ZeRO. */
static void broadcasts_of_all_parts_take_an_array_over_the_rate(void **state)
{
    (void)state;
#define BROADCAST      \
    OPENING LLAMA_3_8B \
        "tp=1 cluster.gpus=8 global_batch=64 pp=1 vp=1 zero=1 overlap.gather=off link.basis=direction nic.latency=0s "
    const struct training gather = priced(BROADCAST "scaleup.latency=0s");
    const struct training broadcast = priced(BROADCAST "scaleup.latency=0s gather.broadcast=on");
    expect("at line rate", broadcast.dp.time / gather.dp.time, (14 + 8) / (7 + 7.0), 1e-9);
    expect("bytes", broadcast.dp.bytes / gather.dp.bytes, (14 + 7) / (7 + 7.0), 1e-12);
    const struct training waits = priced(BROADCAST "scaleup.latency=10us gather.broadcast=on");
    const struct training sum = priced(BROADCAST "scaleup.latency=10us zero=0");
    const struct training prompt = priced(BROADCAST "scaleup.latency=0s zero=0");
    expect("hops", waits.dp.time - broadcast.dp.time - (sum.dp.time - prompt.dp.time), 8 * 7 * 10e-6, 1e-3);
}

/* ZeRO 2 keeps no whole gradient, so that it scatters whoever hands parameters out: eight micro-batches of 7/8 each,
 * and 7/8 of parameters. A reduction of ZeRO 1 with broadcasts is that of no ZeRO, in time as in bytes. */
static void only_zero_1_sums_whole_gradients_before_it_broadcasts(void **state)
{
    (void)state;
    const struct training two = priced(BROADCAST "zero=2 gather.broadcast=on");
    const struct training none = priced(BROADCAST "zero=0");
    const struct training one = priced(BROADCAST "zero=1 gather.broadcast=on");
    const double parts = priced(BROADCAST "zero=1 overlap.dp=off").dp.bytes / 2; /* of a gather */
    expect("ZeRO 2", two.dp.bytes, (8 + 1) * parts, 1e-12);
    expect("ZeRO 1", one.dp.bytes, none.dp.bytes + parts, 1e-12);
    expect("reduced as without ZeRO", one.dp.hidden, none.dp.hidden, 1e-12);
}

/* What a step waits beside 0.0075 of the rest of it for each doubling of the replicas. */
static double waited(const struct training *step, double replicas)
{
    const double doublings = 0.0075 * log2(replicas);
    return (step->jitter - doublings * (step->step - step->jitter)) / (1 + doublings);
}

/* 0.40 of line rate where nothing hides it, beyond two domains, on top of what all replicas wait: of broadcasts as of
 * gathers. */
static void broadcasts_that_nothing_hides_wait_for_the_slowest(void **state)
{
    (void)state;
#define SEEN                                                                                                      \
    OPENING LLAMA_3_8B "tp=1 pp=1 vp=1 cluster.gpus=64 global_batch=64 zero=1 overlap.dp=off overlap.gather=off " \
                       "nic.fabric=roce "
    static const struct {
        const char *settings;
        double replicas;
    } rows[] = {{SEEN, 64},
                {SEEN "gather.broadcast=on", 64},
                {SEEN "cluster.gpus=24 global_batch=24", 24},
                {SEEN "cluster.gpus=16 global_batch=16", 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct training step = priced(rows[i].settings);
        const bool domains = rows[i].replicas > 16;
        expect(rows[i].settings, waited(&step, rows[i].replicas), domains ? step.dp.time * (1 / 0.40 - 1) : 0, 1e-9);
    }
}

/* InfiniBand's rails keep to line rate, so that only jitter is waited for: with a NIC for each GPU, with all GPUs of a
 * node in one group, or one of each. Four NICs of eight GPUs carry rings of several groups with TP 2 and 4. Other
 * fabrics have no rails. */
static void rails_of_infiniband_keep_to_line_rate(void **state)
{
    (void)state;
#define RAIL OPENING LLAMA_3_8B "pp=1 vp=1 cluster.gpus=64 global_batch=64 zero=0 overlap.dp=off "
    static const struct {
        const char *settings;
        double replicas;
        bool waits;
    } rows[] = {{RAIL "tp=8", 8, false},
                {RAIL "tp=8 nic.fabric=roce", 8, true},
                {RAIL "tp=8 nic.fabric=omnipath", 8, true},
                {RAIL "tp=8 nic.per_node=4", 8, false},
                {RAIL "tp=4", 16, false},
                {RAIL "tp=4 nic.per_node=4", 16, true},
                {RAIL "tp=2 nic.per_node=4", 32, true},
                {RAIL "tp=1 nic.per_node=4", 64, false},
                {RAIL "tp=4 nic.fabric=roce", 16, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct training step = priced(rows[i].settings);
        const double expected = rows[i].waits ? step.dp.time * (1 / 0.40 - 1) : 0;
        expect(rows[i].settings, waited(&step, rows[i].replicas), expected, 1e-9);
    }
}

/* Eight layers on four stages, two from either end: a GPU has two of the first and two of the last, with embedding and
 * head. Of a layer 4 h^2 of attention, the router and two norms are common, which 8 GPUs hold, and 4 of 16 experts of
 * three matrices, which 2 do. The final norm counts as half of the layers' share. */
#define DUAL_PIPE                                                                                                    \
    "model.layers=8 model.hidden=1024 model.ffn=4096 model.heads=8 model.kv_heads=8 model.head_dim=128 "             \
    "model.vocab=1024 model.experts=16 model.top_k=2 model.expert_ffn=512 model.gated=on cluster.gpus=16 pp=4 vp=2 " \
    "ep=4 tp=1 overlap.ep=on pp.dualpipe=on global_batch=64 micro_batch=1 seq_len=1024 attention.kernel=flash2 "     \
    "gradients.precision=bf16 gather.precision=bf16 "
static const double DUAL_PIPE_COMMON = 4 * (4 * 1024 * 1024 + 16 * 1024 + 2 * 1024) + 2 * 1024 * 1024 + 1024 / 2.0;
static const double DUAL_PIPE_EXPERTS = 4 * 4 * 3 * 1024 * 512.0;

/* ZeRO 0 and 1 send the gradients of both stages once, ZeRO 2 of one of them in each of 16 micro-batches, ZeRO gathers
 * parameters of both. */
static void dual_pipe_reduces_the_gradients_of_both_stages(void **state)
{
    (void)state;
    const double sent = 2 * (DUAL_PIPE_COMMON * 7 / 8 + DUAL_PIPE_EXPERTS * 1 / 2);
    expect("no ZeRO", priced(DUAL_PIPE "zero=0").dp.bytes, 2 * sent, 1e-9);
    expect("ZeRO 1", priced(DUAL_PIPE "zero=1").dp.bytes, 2 * sent, 1e-9);
    expect("ZeRO 2", priced(DUAL_PIPE "zero=2").dp.bytes, (16 / 2.0 + 1) * sent, 1e-9);
    expect("message", priced(DUAL_PIPE "zero=0").dp.message, 2 * (DUAL_PIPE_COMMON + DUAL_PIPE_EXPERTS), 1e-9);
}

/* Without ZeRO a GPU updates all that it holds; with it, a part among those that hold the same. */
static void dual_pipe_updates_both_stages(void **state)
{
    (void)state;
    const double all = priced(DUAL_PIPE "zero=0").optimizer;
    const double owned = DUAL_PIPE_COMMON / 8 + DUAL_PIPE_EXPERTS / 2;
    expect("ZeRO 0", all, 56 * (DUAL_PIPE_COMMON + DUAL_PIPE_EXPERTS) / (3.35e12 * 0.87), 1e-9);
    expect("ZeRO 1", priced(DUAL_PIPE "zero=1").optimizer / all, owned / (DUAL_PIPE_COMMON + DUAL_PIPE_EXPERTS), 1e-9);
    expect("ZeRO 3", priced(DUAL_PIPE "zero=3").optimizer / all, owned / (DUAL_PIPE_COMMON + DUAL_PIPE_EXPERTS), 1e-9);
}

/* The stage at the other end is reduced behind the passes that follow it; of the other its last bucket stays, at least.
 * Where reductions may not hide, both stay. */
static void dual_pipe_hides_one_of_its_two_reductions(void **state)
{
    (void)state;
    const struct training both = priced(DUAL_PIPE "zero=0 overlap.dp=off");
    const struct training one = priced(DUAL_PIPE "zero=0 overlap.dp=on seq_len=16");
    expect("nothing hides", both.dp.exposed, both.dp.time, 1e-12);
    expect("one hides", one.dp.exposed, one.dp.time / 2, 0.1);
    assert_true(one.dp.exposed <= one.dp.time / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pytorch_copies_gradients_into_buckets_and_back),
        cmocka_unit_test(broadcasts_of_all_parts_take_an_array_over_the_rate),
        cmocka_unit_test(only_zero_1_sums_whole_gradients_before_it_broadcasts),
        cmocka_unit_test(broadcasts_that_nothing_hides_wait_for_the_slowest),
        cmocka_unit_test(rails_of_infiniband_keep_to_line_rate),
        cmocka_unit_test(dual_pipe_reduces_the_gradients_of_both_stages),
        cmocka_unit_test(dual_pipe_updates_both_stages),
        cmocka_unit_test(dual_pipe_hides_one_of_its_two_reductions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
