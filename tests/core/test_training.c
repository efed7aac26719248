/* test_training.c: whole steps against the whiteboard worked by hand, published runs and identities. Rules that hold
 * for every scenario are in test_training_properties.c. */
#include "core/device.h"
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

/* Selene, as Korthikanti et al. 2022 used it. */
#define SELENE                                                                                                         \
    "gpu.generation=ampere gpu.peak.bf16=312TFLOP/s gpu.hbm_bandwidth=2.039TB/s gpu.sms=108 "                          \
    "gpu.gemm_efficiency=0.835 "                                                                                       \
    "gpu.hbm_efficiency=0.82 scaleup.bandwidth=300GB/s scaleup.floor=7.9us scaleup.latency=0.95us "                    \
    "nic.bandwidth=25GB/s "                                                                                            \
    "model.gated=off model.tied=on model.vocab=51200 seq_len=2048 precision=fp16 gradients.precision=fp32 dropout=on " \
    "attention.kernel=unfused execution.style=eager p2p.scatter=on overlap.tp=backward zero=0 overlap.dp=off tp=8 "
#define GPT_22B "model.layers=48 model.hidden=6144 model.ffn=24576 model.heads=64 model.kv_heads=64 model.head_dim=96 "
#define GPT_175B \
    "model.layers=96 model.hidden=12288 model.ffn=49152 model.heads=96 model.kv_heads=96 model.head_dim=128 "
#define GPT_530B \
    "model.layers=105 model.hidden=20480 model.ffn=81920 model.heads=128 model.kv_heads=128 model.head_dim=160 "
#define GPT_1T \
    "model.layers=128 model.hidden=25600 model.ffn=102400 model.heads=160 model.kv_heads=160 model.head_dim=160 "

static struct training price(const struct scenario *scenario)
{
    return evaluate(scenario).training;
}

static struct training priced(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    return price(&scenario);
}

/* 8B on 8 GPUs: backward 4 * 8.0303e9 * 8192 / (0.4 * 989e12); the ring sends 2 * 7/8 of 16.061 GB at 450 GB/s. */
static void the_8b_gradients_hide_behind_the_backward_pass(void **state)
{
    (void)state;
    const struct training training =
        priced(WHITEBOARD LLAMA_3_8B "tp=1 cluster.gpus=8 global_batch=8 link.basis=direction");
    expect("backward", training.backward, 0.6652, 1e-3);
    expect("gradients", training.dp.message, 16.061e9, 1e-3);
    expect("bytes", training.dp.bytes, 28.106e9, 1e-3);
    expect("all-reduce", training.dp.time, 62.46e-3, 1e-3);
    expect("hidden", training.dp.hidden, training.dp.time, 1e-15);
    assert_true(training.dp.exposed == 0);
}

/* 70B with TP 8: 4 * 80 all-reduces of 2 * 8192 * 8192 bytes, 2 * 7/8 of each sent at 900 GB/s as quoted. */
static void the_70b_tensor_traffic_is_worked_by_hand(void **state)
{
    (void)state;
    const struct training training = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1");
    expect("count", training.tp.count, 320, 1e-15);
    expect("message", training.tp.message, 134217728, 1e-15);
    expect("bytes", training.tp.bytes, 75.16e9, 1e-3);
    expect("compute", training.compute, 1.0958, 1e-3);
    expect("time", training.tp.time, 83.51e-3, 1e-3);
    expect("step", training.step, 1.0958 + 0.08351, 1e-3);
    assert_true(training.dp.bytes == 0 && isnan(training.required_bandwidth));
    const struct training network = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1 scaleup.size=1");
    expect("across NICs", network.tp.time, 1.5032, 1e-3);
}

static void the_bandwidth_that_hides_the_70b_gradients_is_worked_by_hand(void **state)
{
    (void)state;
    expect("DP 8", priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=64 global_batch=8").required_bandwidth, 42.25e9,
           1e-3);
    expect("DP 1024", priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8192 global_batch=1024").required_bandwidth,
           48.24e9, 1e-3);
}

/* That bandwidth, put in: nothing is exposed. A hundredth less: something is. */
static void the_required_bandwidth_just_hides_the_gradients(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=512 global_batch=64");
    scenario.cluster.nic.bandwidth = price(&scenario).required_bandwidth * (1 + 1e-9);
    assert_true(price(&scenario).dp.exposed == 0);
    scenario.cluster.nic.bandwidth *= 0.99;
    assert_true(price(&scenario).dp.exposed > 0);
}

/* Seconds of DP exposed beyond its last buckets, one of 80, and a gather that nothing hides. */
static double exposed_beyond_the_last_bucket(const struct training *training, const struct scenario *scenario)
{
    const bool gathers = scenario->strategy.zero != ZERO_NONE && !scenario->strategy.overlap_gather;
    const double hidable = gathers ? training->dp.time / 2 : training->dp.time;
    return training->dp.exposed - (training->dp.time - hidable) - hidable / 80;
}

/* The same kernel by kernel: line rates without latency, so that the NIC is the bandwidth. */
static void the_required_bandwidth_hides_all_but_the_last_bucket(void **state)
{
    (void)state;
    static const char *const jobs[] = {"zero=0",
                                       "zero=1",
                                       "zero=1 overlap.gather=off",
                                       "zero=2",
                                       "zero=1 recompute=full",
                                       "zero=0 scaleup.bandwidth=50GB/s"};
    const struct scenario opening = scenario_with(OPENING "link.basis=direction nic.latency=0s");
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        struct scenario scenario = scenario_changed(&opening, jobs[i]);
        const double required = price(&scenario).required_bandwidth;
        for (int power = -23; power <= 23; power++) {
            const double factor = pow(1.03, power + 0.5);
            scenario.cluster.nic.bandwidth = required * factor;
            const struct training training = price(&scenario);
            const double beyond = exposed_beyond_the_last_bucket(&training, &scenario) / training.dp.time;
            expect("it does not depend on the NIC", training.required_bandwidth, required, 1e-12);
            if (factor > 1 ? fabs(beyond) > 1e-9 : beyond < 1e-4) {
                fail_msg("%s, %g of the required %g B/s: %g of DP exposed", jobs[i], factor, required, beyond);
            }
        }
    }
}

/* With latencies and shares of line rate: what DP reaches of its link tells whether it hides. */
static void dp_hides_where_it_reaches_the_required_bandwidth(void **state)
{
    (void)state;
    int hides = 0;
    for (int nic = 20; nic < 80; nic++) {
        char settings[512];
        snprintf(settings, sizeof settings, OPENING "nic.bandwidth=%dGB/s", nic);
        const struct scenario scenario = scenario_with(settings);
        const struct training training = price(&scenario);
        const bool reached = training.dp.bytes / training.dp.time >= training.required_bandwidth;
        const bool hidden = exposed_beyond_the_last_bucket(&training, &scenario) < 1e-9 * training.dp.time;
        assert_true(reached == hidden);
        hides += hidden;
    }
    assert_in_range(hides, 5, 55);
}

/* The same bytes, as pairs of halves, and a third gather per pair in the backward pass: 2 * 2 + 2 * 2 + 2 a layer. */
static void sequence_parallelism_sends_pairs_and_gathers_again(void **state)
{
    (void)state;
    const struct training plain = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1");
    const struct training pairs = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1 sp=on");
    expect("count", pairs.tp.count, 10 * 80, 1e-15);
    expect("bytes", pairs.tp.bytes, plain.tp.bytes * 10 / 8, 1e-12);
    expect("time", pairs.tp.time, plain.tp.time * 10 / 8, 1e-12);
}

/* Six of ten are gathers: in a byte, 4 + 6 / 2 are left; in 4 bit and a scale for each 16 values, 4 + 6 * 0.28125. */
static void sequence_parallelism_gathers_what_products_take(void **state)
{
    (void)state;
#define GATHERED WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1 sp=on "
    const struct training whole = priced(GATHERED "precision=nvfp4");
    const struct training eight = priced(GATHERED "precision=nvfp4 sp.gather_precision=fp8");
    const struct training four = priced(GATHERED "precision=nvfp4 sp.gather_precision=nvfp4");
    const struct training no_narrower = priced(GATHERED "precision=bf16 sp.gather_precision=fp8");
    expect("no narrower than the products", no_narrower.tp.bytes, whole.tp.bytes, 1e-15);
    expect("count", eight.tp.count, whole.tp.count, 1e-15);
    expect("bytes in 8 bit", eight.tp.bytes, whole.tp.bytes * 7 / 10, 1e-12);
    expect("bytes in 4 bit", four.tp.bytes, whole.tp.bytes * (4 + 6 * 0.28125) / 10, 1e-12);
}

static void full_recomputation_repeats_a_forward_pass_with_its_exchanges(void **state)
{
    (void)state;
    const struct training none = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1");
    const struct training full = priced(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1 recompute=full");
    expect("compute", full.compute, none.compute * 8 / 6, 1e-12);
    expect("all-reduces", full.tp.count, 6 * 80, 1e-15);
    expect("MFU counts 6, HFU 8", full.hfu / full.mfu, 8.0 / 6, 1e-12);
}

/* PyTorch ends a recomputed layer once everything that was saved is there again: what the last product writes, and what
 * the collective behind it sends, nothing reads. 80 layers, 8 micro-batches: of 2 + 2 + 2 all-reduces a layer 5 are
 * left, of 4 + 6 + 4 halves of them 13; the MLP's way down has 2 * 8192 * 28672 FLOPs a token. */
static void an_early_stop_leaves_out_the_last_product_and_its_collective(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(OPENING "sp=off recompute=full");
    const struct training whole = price(&scenario);
    scenario.strategy.recompute_early_stop = true;
    const struct training early = price(&scenario);
    const struct gemm last = {
        .m = 8192, .n = 8192, .k = 28672.0 / 8, .batch = 1, .output_bytes = 2, .precision = PRECISION_BF16};
    expect("seconds", whole.recompute - early.recompute, 80 * 8 * device_gemm(&scenario.gpu, last), 1e-9);
    expect("all-reduces", early.tp.count, whole.tp.count - 80 * 8, 1e-12);
    expect("FLOPs", whole.hardware_flops - early.hardware_flops, 2.0 * 8192 * 28672 * 80 * 64 * 8192, 1e-9);
    assert_true(early.flops == whole.flops && early.backward == whole.backward && early.forward == whole.forward);
    scenario.strategy.sp = true;
    expect("halves", price(&scenario).tp.count - early.tp.count, 80 * 8 * (13 - 5) + 8 * (4 - 2), 1e-12);
    scenario.strategy.recompute = RECOMPUTE_SELECTIVE;
    const double selective = price(&scenario).step;
    scenario.strategy.recompute_early_stop = false;
    assert_true(price(&scenario).step == selective);
}

static void a_parallel_block_needs_half_the_all_reduces(void **state)
{
    (void)state;
    struct scenario scenario = scenario_with(WHITEBOARD LLAMA_3_70B "tp=8 cluster.gpus=8 global_batch=1");
    scenario.model.parallel_block = true;
    expect("count", price(&scenario).tp.count, 160, 1e-15);
}

/* Equal stages and no latency: (P-1)/(m VP) of compute and TP, as Narayanan et al. 2021 say. */
static void the_bubble_is_a_share_of_the_ideal_time(void **state)
{
    (void)state;
    const struct training training = priced(
        WHITEBOARD LLAMA_3_70B "tp=8 pp=4 vp=2 cluster.gpus=32 global_batch=16 overlap.p2p=off nic.bandwidth=400GB/s");
    const double ideal = training.compute + training.tp.time;
    const double sends = training.pp.exposed / (16 * 2) * 3;
    expect("bubble", training.bubble, ideal * 3 / (16 * 2) + sends, 1e-12);
    /* Activations and their gradients, for each of 16 micro-batches and 2 chunks. */
    expect("bytes", training.pp.bytes, 2.0 * 16 * 2 * 134217728, 1e-12);
}

/* 32 micro-batches by fives are six times five and two, which fill and drain the pipeline as well: seven bubbles. */
static void a_last_filling_that_is_not_whole_fills_the_pipeline_too(void **state)
{
    (void)state;
    const struct training whole = priced("cluster.gpus=4 tp=1 pp=4 global_batch=32 gpu.hbm_capacity=10TB");
    const struct training fives = priced("cluster.gpus=4 tp=1 pp=4 global_batch=32 gpu.hbm_capacity=10TB pp.flush=5");
    assert_true(whole.bubble > 0);
    expect("bubbles", fives.bubble, 7 * whole.bubble, 1e-12);
}

/* DeepSpeed: stage 0 and 1 reduce at the boundary, stage 2 in every micro-batch. */
static void zero_2_sends_gradients_in_every_micro_batch(void **state)
{
    (void)state;
#define EIGHT LLAMA_3_8B "tp=1 cluster.gpus=8 global_batch=64 "
    const double none = priced(WHITEBOARD EIGHT "zero=0").dp.bytes;
    const double one = priced(WHITEBOARD EIGHT "zero=1").dp.bytes;
    const double two = priced(WHITEBOARD EIGHT "zero=2").dp.bytes;
    expect("ZeRO 1 sends what an all-reduce does", one, none, 1e-12);
    expect("ZeRO 2: eight scatters and one gather", two, none * (8 + 1) / 2, 1e-12);
}

/* Rajbhandari et al. 2020: three times the parameters per pass, (n-1)/n of them; again for each micro-batch. */
static void fsdp_moves_three_times_the_parameters_in_each_micro_batch(void **state)
{
    (void)state;
    const struct training one = priced(WHITEBOARD LLAMA_3_8B "tp=1 cluster.gpus=8 zero=3 global_batch=8");
    const struct training four = priced(WHITEBOARD LLAMA_3_8B "tp=1 cluster.gpus=8 zero=3 global_batch=32");
    expect("bytes", one.fsdp.bytes, 3 * 2 * 8.0303e9 * 7 / 8, 1e-4);
    expect("four micro-batches", four.fsdp.bytes, 4 * one.fsdp.bytes, 1e-12);
    assert_true(one.dp.bytes == 0);
}

/* SHARD_GRAD_OP of PyTorch's FSDP keeps parameters gathered until the backward pass: one gather, one scatter. */
static void parameters_that_stay_gathered_move_once_less(void **state)
{
    (void)state;
    const struct training kept = priced(WHITEBOARD LLAMA_3_8B "tp=1 cluster.gpus=8 zero=3 global_batch=8 "
                                                              "fsdp.reshard=off");
    expect("bytes", kept.fsdp.bytes, 2 * 2 * 8.0303e9 * 7 / 8, 1e-4);
}

/* llm-foundry's 13B on H100, sequence 2048, micro-batch 2: 77.1 GB in 0.855 s, so 90.2 GB/s hide it. Here for the shape
 * of MPT 13B on 64 GPUs. */
static void fsdp_tells_the_bandwidth_that_hides_it(void **state)
{
    (void)state;
    const struct training training =
        priced("model.layers=40 model.hidden=5120 model.ffn=20480 model.heads=40 model.kv_heads=40 model.head_dim=128 "
               "model.vocab=50368 model.gated=off model.tied=on tp=1 cluster.gpus=64 zero=3 seq_len=2048 micro_batch=2 "
               "global_batch=128 recompute=full attention.kernel=flash2 execution.style=torch_layernorm");
    expect("bytes", training.fsdp.bytes, 77.1e9, 0.03);
    expect("bandwidth", training.required_bandwidth, 90.2e9, 0.15);
}

/* PyTorch's FSDP copies 8.03e9 gradients of 2 bytes into flat arrays, and pays 33 launches of 4 us for it, at 0.87 of
 * 3.35 TB/s. Megatron's own adds them up where they are sent from. */
static void gradients_are_copied_by_pytorch_alone(void **state)
{
    (void)state;
#define UNHIDDEN LLAMA_3_8B "tp=1 cluster.gpus=8 zero=3 global_batch=8 overlap.dp=off overlap.gather=off "
    expect("PyTorch", priced(UNHIDDEN "execution.style=torch").contention,
           8.0303e9 * (2 + 2) / (0.87 * 3.35e12) + 33 * 4e-6, 1e-4);
    assert_true(priced(UNHIDDEN "execution.style=fused").contention == 0);
    assert_true(priced(UNHIDDEN "execution.style=torch zero=2").contention == 0);
}

/* llm-foundry's 70B takes 15.83 s on 256 H100 and 16.27 s on 512: 2.8 % more. Its traffic is
 * hidden. */
static void ranks_that_share_parameters_wait_in_every_layer(void **state)
{
    (void)state;
#define MPT_70B                                                                                                        \
    "model.layers=80 model.hidden=8192 model.ffn=32768 model.heads=64 model.kv_heads=64 model.head_dim=128 "           \
    "model.vocab=50368 model.gated=off model.tied=on tp=1 seq_len=2048 micro_batch=8 recompute=full attention.kernel=" \
    "flash1 execution.style=torch_layernorm zero=3 "
    const double half = priced(MPT_70B "cluster.gpus=256 global_batch=2048").step;
    const double whole = priced(MPT_70B "cluster.gpus=512 global_batch=4096").step;
    assert_true(whole / half > 1.008 && whole / half < 1.028);
}

/* One pipeline of 64 stages has no other replica to wait for; eight of 35 stages wait 3 doublings long. */
static void a_single_replica_waits_for_none(void **state)
{
    (void)state;
    assert_true(priced(SELENE GPT_1T "cluster.gpus=512 pp=64 global_batch=512 recompute=full sp=off").jitter == 0);
    const struct training eight = priced(
        SELENE GPT_530B "cluster.gpus=2240 pp=35 vp=3 global_batch=2240 recompute=selective sp=on overlap.dp=on");
    expect("eight", eight.jitter, (eight.step - eight.jitter) * 0.0035 * 3, 1e-9);
}

/* Korthikanti et al. 2022, section 6.3: eight replicas of the 530B, which nothing hides, take 39.15 s where one takes
 * 37.83 s. Line rate is 0.61 s of that. */
static void eight_replicas_of_530_billion_cost_what_was_published(void **state)
{
    (void)state;
#define REPLICAS SELENE GPT_530B "pp=35 vp=3 recompute=selective sp=on overlap.dp=off "
    const double one = priced(REPLICAS "cluster.gpus=280 global_batch=280").step;
    const double eight = priced(REPLICAS "cluster.gpus=2240 global_batch=2240").step;
    assert_true(eight - one > 1.32 - 0.3 && eight - one < 1.32 + 0.3);
}

static void the_overlap_switch_moves_time_and_makes_none(void **state)
{
    (void)state;
    const struct training on = priced(OPENING "zero=1");
    const struct training off = priced(OPENING "zero=1 overlap.dp=off overlap.gather=off");
    expect("time", off.dp.time, on.dp.time, 1e-12);
    assert_true(off.dp.hidden == 0 && on.dp.hidden > 0.9 * on.dp.time);
    assert_true(off.step > on.step);
}

/* The last bucket is always exposed: one of 80, or all where there is one bucket. */
static void the_last_bucket_is_exposed(void **state)
{
    (void)state;
    const struct training layers = priced(OPENING "zero=0");
    expect("a layer", layers.dp.exposed, layers.dp.time / 80, 1e-9);
    const struct training whole = priced(OPENING "zero=0 dp.bucket=1TB");
    expect("everything", whole.dp.exposed, whole.dp.time, 1e-12);
}

/* Over NICs 0.22 of the hidden time is lost, in which kernels hold multiprocessors. Over wide NICs it is by the bytes:
 * 7/8 of 17.64 GB scattered and as much gathered are 30.87 GB; at 0.70 of 450 GB/s, half of that time. */
static void hidden_gradients_slow_compute_down(void **state)
{
    (void)state;
    const struct training over_nics = priced(OPENING);
    expect("contention", over_nics.contention, 0.22 * (over_nics.dp.time - over_nics.dp.exposed), 1e-9);
    expect("contention over wide NICs", priced(OPENING "nic.bandwidth=200GB/s").contention,
           0.5 * 30.867e9 / (0.70 * 450e9), 1e-3);
    assert_true(priced(OPENING "overlap.dp=off overlap.gather=off").contention == 0);
}

/* Megatron Core: a bucket holds 40e6 parameters at least, and a million for each replica. Of 70.55e9/8 parameters a GPU
 * on 4,096 replicas there are two of 4,096e6; of the 125e6 of a small model on eight GPUs three. */
static void buckets_are_large_enough_for_their_replicas(void **state)
{
    (void)state;
    const struct training many = priced(OPENING "cluster.gpus=32768 global_batch=32768 zero=0");
    assert_true(many.dp.exposed >= many.dp.time / 2 && many.dp.count == 2);
    const struct training small =
        priced("model.layers=12 model.hidden=768 model.ffn=3072 model.heads=12 model.kv_heads=12 model.head_dim=64 "
               "model.vocab=50257 model.gated=off model.tied=on cluster.gpus=8 tp=1 zero=0 seq_len=2048 "
               "global_batch=8");
    assert_true(small.dp.count == 3);
}

/* ZeRO-1 sends what ZeRO-0 does, in halves; on 32,768 GPUs it may not cost many times as much. */
static void zero_1_costs_what_zero_0_does_on_any_number_of_gpus(void **state)
{
    (void)state;
    for (int gpus = 64; gpus <= 32768; gpus *= 8) {
        char settings[512];
        snprintf(settings, sizeof settings, OPENING "cluster.gpus=%d global_batch=%d zero=0", gpus, gpus);
        const struct scenario none = scenario_with(settings);
        const struct scenario one = scenario_changed(&none, "zero=1");
        assert_true(price(&one).dp.time < 1.5 * price(&none).dp.time);
    }
}

/* Without a scale-up link both ride on the NICs, one after the other; on links of their own they overlap. */
static void one_link_serves_one_exchange_at_a_time(void **state)
{
    (void)state;
    static const char *const shared[] = {OPENING "scaleup.size=1 zero=0",
                                         OPENING "scaleup.size=1 zero=1",
                                         OPENING "scaleup.size=1 zero=3",
                                         OPENING "scaleup.size=64 zero=1 scaleup.bandwidth=40GB/s",
                                         OPENING "scaleup.size=1 zero=2 overlap.tp=backward",
                                         OPENING "scaleup.size=1 cp=4 zero=1 global_batch=32 nic.bandwidth=10GB/s"};
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        const struct training t = priced(shared[i]);
        const double busy = t.tp.time + t.cp.time + t.dp.time + t.fsdp.time;
        if (!(busy <= t.step)) {
            fail_msg("%s: %g s on one link in a step of %g s", shared[i], busy, t.step);
        }
    }
    const char *const apart = OPENING "nic.bandwidth=2GB/s scaleup.bandwidth=10GB/s global_batch=8";
    const struct training t = priced(apart);
    assert_true(t.tp.time + t.dp.time > t.step && t.dp.hidden > t.compute);
}

/* CP 2 over two nodes: a layer gathers the K and V of 2 x 8192 tokens, 8 heads of 128 over TP 8, in 16 bit, twice, and
 * scatters their gradient once: half of 3 x 16384 x 2 x 128 x 2 bytes a micro-batch sent, half lost of what they take
 * at 0.70 of 450 GB/s. */
static void hidden_context_slows_compute_down_by_its_bytes(void **state)
{
    (void)state;
    const struct training training =
        priced(OPENING "cp=2 seq_len=16384 cluster.gpus=16 global_batch=1 zero=0 overlap.dp=off");
    assert_true(training.cp.exposed == 0);
    expect("contention", training.contention, 80 * 0.5 * 0.5 * 3 * 16384 * 2 * 128 * 2 / (0.70 * 450e9), 1e-9);
}

/* Calculon prices the gradient all-reduce alike for 2 replicas and for 2048. */
static void gradients_cost_more_on_more_replicas(void **state)
{
    (void)state;
    const double two = priced(OPENING "cluster.gpus=16 global_batch=16 zero=0").dp.time;
    const double many = priced(OPENING "cluster.gpus=16384 global_batch=16384 zero=0").dp.time;
    assert_true(many > 1.9 * two);
}

/* NVIDIA, table 5 and section 6.3: seconds per step. */
static void korthikantis_steps_are_met_within_6_percent(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double seconds;
    } rows[] = {
        {SELENE GPT_22B "cluster.gpus=8 micro_batch=4 global_batch=4 sp=off recompute=full", 1.42},
        {SELENE GPT_22B "cluster.gpus=8 micro_batch=4 global_batch=4 sp=on recompute=selective", 1.10},
        {SELENE GPT_175B "cluster.gpus=64 pp=8 vp=3 micro_batch=1 global_batch=64 sp=off recompute=full", 18.13},
        {SELENE GPT_175B "cluster.gpus=64 pp=8 vp=3 micro_batch=1 global_batch=64 sp=on recompute=selective", 13.75},
        {SELENE GPT_530B "cluster.gpus=280 pp=35 vp=3 micro_batch=1 global_batch=280 sp=off recompute=full", 49.05},
        {SELENE GPT_530B "cluster.gpus=280 pp=35 vp=3 micro_batch=1 global_batch=280 sp=on recompute=selective", 37.83},
        {SELENE GPT_530B "cluster.gpus=2240 pp=35 vp=3 micro_batch=1 global_batch=2240 sp=on recompute=selective",
         39.15},
        {SELENE GPT_1T "cluster.gpus=512 pp=64 micro_batch=1 global_batch=512 sp=off recompute=full", 94.42},
        {SELENE GPT_1T "cluster.gpus=512 pp=64 micro_batch=1 global_batch=512 sp=on recompute=selective", 71.49},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(rows[i].settings, priced(rows[i].settings).step, rows[i].seconds, 0.06);
    }
}

static void the_opening_job_runs_at_40_to_50_percent(void **state)
{
    (void)state;
    const struct training training = priced(OPENING);
    assert_true(training.mfu > 0.40 && training.mfu < 0.50);
    expect("HFU without recomputation", training.hfu, training.mfu, 1e-12);
    assert_true(training.bubble == 0 && training.cp.time == 0 && training.ep.time == 0 && training.fsdp.time == 0);
}

/* A module of multi-token prediction (DeepSeek-V3 technical report, section 2.2) is one more layer, behind a product of
 * 2h to h, and shares the head, which runs once more: the head has no layer's time. The product is worked by hand at
 * 0.4 to 1 of the peak. */
static void a_module_of_multi_token_prediction_is_a_layer_and_a_pass_of_the_head(void **state)
{
    (void)state;
#define MODULE LLAMA_3_8B "cluster.gpus=8 tp=1 global_batch=8 seq_len=8192 "
    const struct training none = priced(MODULE "model.layers=33");
    const struct training with = priced(MODULE "model.layers=32 model.mtp=1");
    const double product = 2.0 * 8192 * 8192 * 4096 / 989e12;
    expect("layers", with.layers, 33, 0);
    expect("head", with.head, 2 * none.head, 1e-3); /* the embedding's look-up happens once */
    assert_true(with.forward - none.forward > product && with.forward - none.forward < 2.5 * product);
    assert_true(with.backward - none.backward > 2 * product && with.backward - none.backward < 5 * product);
    expect("whole", with.step, none.step + (with.compute - none.compute) + (with.head - none.head), 0.01);
    const struct training last = priced(MODULE "model.layers=31 model.mtp=1 cluster.gpus=32 pp=4 global_batch=256");
    expect("7 of 31 layers, and the module", last.layers, 8, 0);
    /* With TP, a micro-batch sums the parts of its embedding and of the head's input gradient once more. */
    const struct training cut = priced(MODULE "model.layers=33 tp=8 sp=off micro_batch=1 global_batch=4");
    const struct training module =
        priced(MODULE "model.layers=32 model.mtp=1 tp=8 sp=off micro_batch=1 global_batch=4");
    expect("all-reduces", module.tp.count, cut.tp.count + 4 * 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_8b_gradients_hide_behind_the_backward_pass),
        cmocka_unit_test(the_70b_tensor_traffic_is_worked_by_hand),
        cmocka_unit_test(the_bandwidth_that_hides_the_70b_gradients_is_worked_by_hand),
        cmocka_unit_test(the_required_bandwidth_just_hides_the_gradients),
        cmocka_unit_test(the_required_bandwidth_hides_all_but_the_last_bucket),
        cmocka_unit_test(dp_hides_where_it_reaches_the_required_bandwidth),
        cmocka_unit_test(sequence_parallelism_sends_pairs_and_gathers_again),
        cmocka_unit_test(sequence_parallelism_gathers_what_products_take),
        cmocka_unit_test(full_recomputation_repeats_a_forward_pass_with_its_exchanges),
        cmocka_unit_test(an_early_stop_leaves_out_the_last_product_and_its_collective),
        cmocka_unit_test(a_parallel_block_needs_half_the_all_reduces),
        cmocka_unit_test(the_bubble_is_a_share_of_the_ideal_time),
        cmocka_unit_test(a_last_filling_that_is_not_whole_fills_the_pipeline_too),
        cmocka_unit_test(zero_2_sends_gradients_in_every_micro_batch),
        cmocka_unit_test(fsdp_moves_three_times_the_parameters_in_each_micro_batch),
        cmocka_unit_test(parameters_that_stay_gathered_move_once_less),
        cmocka_unit_test(fsdp_tells_the_bandwidth_that_hides_it),
        cmocka_unit_test(gradients_are_copied_by_pytorch_alone),
        cmocka_unit_test(ranks_that_share_parameters_wait_in_every_layer),
        cmocka_unit_test(a_single_replica_waits_for_none),
        cmocka_unit_test(eight_replicas_of_530_billion_cost_what_was_published),
        cmocka_unit_test(the_overlap_switch_moves_time_and_makes_none),
        cmocka_unit_test(the_last_bucket_is_exposed),
        cmocka_unit_test(hidden_gradients_slow_compute_down),
        cmocka_unit_test(buckets_are_large_enough_for_their_replicas),
        cmocka_unit_test(zero_1_costs_what_zero_0_does_on_any_number_of_gpus),
        cmocka_unit_test(one_link_serves_one_exchange_at_a_time),
        cmocka_unit_test(hidden_context_slows_compute_down_by_its_bytes),
        cmocka_unit_test(gradients_cost_more_on_more_replicas),
        cmocka_unit_test(korthikantis_steps_are_met_within_6_percent),
        cmocka_unit_test(the_opening_job_runs_at_40_to_50_percent),
        cmocka_unit_test(a_module_of_multi_token_prediction_is_a_layer_and_a_pass_of_the_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
