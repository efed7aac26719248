/* test_expert_exchange.c: dispatch and combine against DeepEP's published tables, against counts made by hand, and
 * whole steps of mixtures against published runs. */
#include "core/collective.h"
#include "core/evaluate.h"
#include "core/expert.h"
#include "core/expert_exchange.h"
#include "expect.h"
#include "random_scenario.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DEEPSEEK                                                                                                      \
    "model.layers=61 model.hidden=7168 model.ffn=18432 model.heads=128 model.kv_heads=128 model.vocab=129280 "        \
    "model.q_lora=1536 model.kv_lora=512 model.rope_dim=64 model.nope_dim=128 model.v_dim=128 model.experts=256 "     \
    "model.top_k=8 model.expert_ffn=2048 model.shared_experts=1 model.dense_layers=3 micro_batch=1 global_batch=256 " \
    "zero=1 dispatch.precision=fp8 "
#define MIXTRAL                                                                                             \
    "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.head_dim=128 " \
    "model.vocab=32000 model.experts=8 model.top_k=2 model.expert_ffn=14336 "
#define MARIN_GB200                                                                                                   \
    "model.layers=48 model.hidden=6144 model.ffn=6144 model.heads=48 model.kv_heads=8 model.head_dim=128 "            \
    "model.vocab=128256 model.experts=128 model.top_k=4 model.expert_ffn=1536 cluster.gpus=64 scaleup.size=72 "       \
    "node.gpus=4 nic.per_node=4 scaleup.bandwidth=900GB/s ep=64 zero=3 micro_batch=4 global_batch=1024 seq_len=4096 " \
    "compute.model=flat link.basis=direction "

static struct result priced(const char *settings)
{
    const struct scenario scenario = scenario_with(settings);
    const struct result result = evaluate(&scenario);
    assert_true(result.valid);
    return result;
}

static struct collective_cost exchange(const char *settings, double bytes)
{
    const struct scenario scenario = scenario_with(settings);
    const struct groups groups = strategy_groups(&scenario);
    return expert_exchange_cost(&scenario, &groups.ep, bytes);
}

/* DeepEP, docs/legacy.md: 128 tokens a GPU; tokens k h bytes over 77 and 114 us are 95.3 and 128.8 GB/s at EP 8, over
 * 314 us 46.8 at EP 64. */
static void a_message_is_counted_as_deepep_counts_it(void **state)
{
    (void)state;
    const double message = priced(DEEPSEEK "cluster.gpus=8 ep=8 seq_len=128").training.ep.message;
    expect("dispatch", message / 77e-6, 95.3e9, 1e-3);
    const double wide = priced(DEEPSEEK "cluster.gpus=8 ep=8 seq_len=128 dispatch.precision=bf16").training.ep.message;
    expect("combine, EP 8", wide / 114e-6, 128.8e9, 1e-3);
    expect("combine, EP 64", wide / 314e-6, 46.8e9, 2e-3);
}

/* The same page, normal kernels: 4096 tokens, fp8, at most four nodes a token, 50 GB/s NICs. Bytes that leave for nodes
 * over time: 58 GB/s at EP 32, 51 at EP 64. */
static void dispatch_across_nodes_is_as_fast_as_deepep_measured(void **state)
{
    (void)state;
#define NORMAL DEEPSEEK "seq_len=4096 ep.dispatcher=per_rank ep.node_limit=4 "
    const double bytes = 4096.0 * 7168;
    const struct collective_cost four = exchange(NORMAL "cluster.gpus=32 ep=32", 1);
    const struct collective_cost eight = exchange(NORMAL "cluster.gpus=64 ep=64", 1);
    expect("EP 32", bytes * expert_copies(8, 4) / four.seconds, 58e9, 0.05);
    expect("EP 64", bytes * 4 / eight.seconds, 51e9, 0.05);
    assert_int_equal(four.tier, TIER_NIC);
    /* A cluster that reaches 12.5 GB/s has a fault: deepseek-ai/DeepEP issue 493. */
    assert_true(12.5e9 / (bytes * expert_copies(8, 4) / four.seconds) < 0.25);
}

/* marin-community/marin issue 7279: EP 64 on 64 GB200, 65,536 tokens of 6144, top 4, 48 layers: 609 GB a step and 0.70
 * s; with half the width 0.46 of it. */
static void an_exchange_in_a_rack_is_worked_by_hand(void **state)
{
    (void)state;
    const struct result whole = priced(MARIN_GB200);
    expect("bytes", whole.training.ep.bytes, 65536.0 * 6144 * 2 * 4 * 63 / 64 * 4 * 48, 1e-12);
    expect("609 GB", whole.training.ep.bytes, 609e9, 1e-3);
    expect("count", whole.training.ep.count, 4 * 48 * 4, 1e-12);
    expect("time", whole.training.ep.time, 0.70, 0.35);
    const struct result half = priced(MARIN_GB200 "model.hidden=3072");
    expect("half the width", half.training.ep.time / whole.training.ep.time, 0.5, 0.06);
}

/* marin-community/marin issue 6304: 90 B parameters, 5.3 B active, FSDP over 256 H100, 2048 tokens each: all experts
 * are gathered. 3 * 2 * 90e9 * 255/256 bytes, 1.74 s of communication; 6 * 5.3e9 * 2048 FLOPs a GPU. The shape is
 * assumed. */
static void fsdp_without_expert_parallelism_gathers_all_experts(void **state)
{
    (void)state;
    const struct result result =
        priced("model.layers=46 model.hidden=3072 model.ffn=3072 model.heads=24 model.kv_heads=24 model.head_dim=128 "
               "model.vocab=128256 model.experts=128 model.top_k=4 model.expert_ffn=1611 cluster.gpus=256 zero=3 "
               "micro_batch=1 global_batch=256 seq_len=2048 compute.model=flat gradients.precision=bf16");
    expect("parameters", result.params.total, 90e9, 0.005);
    expect("bytes", result.training.fsdp.bytes, 5.38e11, 0.01);
    expect("time", result.training.fsdp.time, 1.74, 0.25);
    expect("FLOPs", result.training.flops / 256, 6.51e13, 0.03);
    assert_true(result.training.fsdp.time > 8 * result.training.compute);
}

/* NVIDIA/Megatron-LM issue 756: Mixtral on 16 H100, TP 4 at 130 TFLOP/s, TP 2 and EP 8 at 230. */
static void mixtral_runs_faster_with_experts_divided_than_with_matrices(void **state)
{
    (void)state;
#define SIXTEEN \
    MIXTRAL "cluster.gpus=16 sp=on micro_batch=1 global_batch=128 seq_len=2048 zero=1 execution.slowdown=1.1 "
    const struct result tp = priced(SIXTEEN "tp=4 etp=4 gradients.precision=fp32");
    const struct result ep = priced(SIXTEEN "tp=2 ep=8 gradients.precision=fp32");
    assert_true(ep.training.tp.time < tp.training.tp.time);
    expect("TP 2, EP 8 against TP 4", tp.training.step / ep.training.step, 230.0 / 130, 0.25);
}

/* NVIDIA-NeMo/Megatron-Bridge pull request 3744: 46.70 B, of them 45.10 B experts; experts over EP x ETP, the rest over
 * TP. The states of weights show it. */
static void experts_are_divided_over_ep_and_etp_and_not_over_tp(void **state)
{
    (void)state;
    expect("TP 2, EP 8", priced(MIXTRAL "cluster.gpus=8 tp=2 ep=8 zero=1").memory.weights / 2, 6.440e9, 1e-3);
    expect("TP 8, EP 2", priced(MIXTRAL "cluster.gpus=8 tp=8 ep=2 zero=1").memory.weights / 2, 22.749e9, 1e-3);
    expect("ETP 2, EP 4", priced(MIXTRAL "cluster.gpus=8 tp=2 ep=4 etp=2 zero=1").memory.weights / 2, 6.440e9, 1e-3);
    /* The optimizer's 12 bytes: the rest over 4 ranks, experts over one. */
    expect("optimizer", priced(MIXTRAL "cluster.gpus=8 tp=2 ep=8 zero=1").memory.optimizer / 12,
           (46.703e9 - 45.097e9) / 2 / 4 + 45.097e9 / 8, 1e-3);
}

/* Gradients: (46.703 - 45.097) / 2 over 4 ranks, 45.097 / 4 over the 2 that hold the same experts. */
static void expert_gradients_are_reduced_over_their_own_replicas(void **state)
{
    (void)state;
    const struct result result = priced(MIXTRAL "cluster.gpus=8 tp=2 sp=on ep=4 zero=0 gradients.precision=bf16 "
                                                "seq_len=2048 global_batch=32 compute.model=flat");
    expect("bytes", result.training.dp.bytes, 2 * (2 * 0.803e9 * 3 / 4 + 2 * 45.097e9 / 4 * 1 / 2), 1e-3);
    assert_int_equal(result.groups.expert_dp.ranks, 2);
}

/* NVIDIA/nccl-tests issues 130 and 267: an all-to-all over N nodes moves N/(N-1) times a NIC, 2 for two nodes, and 58
 * GB/s on six nodes of 48.5. */
static void an_all_to_all_over_nodes_exceeds_the_nic(void **state)
{
    (void)state;
    const struct scenario scenario =
        scenario_with("cluster.gpus=64 nic.bandwidth=48.5GB/s nic.latency=0s scaleup.latency=0s link.basis=direction");
    for (int nodes = 2; nodes <= 6; nodes += 4) {
        const struct group group = group_place(&scenario.cluster, 8 * nodes, 1);
        const double seconds = collective_time(OP_ALL_TO_ALL, 1e9, &group, &scenario).seconds;
        expect("algbw", 1e9 / seconds, 48.5e9 * nodes / (nodes - 1), 1e-9);
    }
}

/* DeepEP V2 on eight B200: 643 to 675 of 900 GB/s; SimuMax's all-to-all there: 0.597 of it. Small messages take 27 to
 * 48 us whatever they hold. */
static void exchanges_in_a_domain_reach_the_share_that_was_measured(void **state)
{
    (void)state;
#define EIGHT_B200 DEEPSEEK "cluster.gpus=8 ep=8 scaleup.bandwidth=900GB/s gpu.generation=blackwell seq_len=4096 "
    const struct collective_cost rank = exchange(EIGHT_B200 "ep.dispatcher=per_rank", 2);
    expect("one copy per rank", rank.bytes / rank.transfer, (643e9 + 675e9) / 2, 0.03);
    const struct collective_cost expert = exchange(EIGHT_B200, 2);
    expect("one copy per expert", expert.bytes / expert.transfer, 0.597 * 900e9, 0.01);
    assert_true(rank.latency > 27e-6 && rank.latency < 48e-6 && rank.tier == TIER_SCALEUP);
}

/* Experts' tokens stay divided over TP: an all-reduce around attention either way, and one around shared experts. */
static void only_shared_experts_have_a_tensor_region(void **state)
{
    (void)state;
#define TENSOR MIXTRAL "cluster.gpus=8 tp=8 ep=8 global_batch=4 micro_batch=1 compute.model=flat "
    expect("routed alone", priced(TENSOR).training.tp.count, 2 * 32 * 4, 1e-12);
    expect("shared, too", priced(TENSOR "model.shared_experts=1").training.tp.count, 4 * 32 * 4, 1e-12);
}

/* 56 bytes a parameter at 0.87 of 3.35 TB/s: the rest over four ranks, experts over none. */
static void experts_are_updated_by_the_ranks_that_hold_them(void **state)
{
    (void)state;
    const struct result result = priced(MIXTRAL "cluster.gpus=8 tp=2 sp=on ep=8 zero=1 global_batch=8");
    expect("optimizer", result.training.optimizer,
           ((46.703e9 - 45.097e9) / 2 / 4 + 45.097e9 / 8) * 56 / (0.87 * 3.35e12), 1e-3);
}

/* Neither without experts elsewhere. */
static void a_model_on_its_own_rank_exchanges_nothing(void **state)
{
    (void)state;
    const struct result alone = priced(MIXTRAL "cluster.gpus=8 ep=1 zero=1");
    assert_true(alone.training.ep.time == 0 && alone.training.ep.bytes == 0 && alone.training.ep.count == 0);
    const struct result dense = priced("cluster.gpus=8 ep=8 etp=4");
    assert_true(dense.training.ep.time == 0 && isnan(dense.expert_rows));
}

/* One interleaved schedule: some is hidden, and time is as before. */
static void overlap_needs_chunks_to_interleave(void **state)
{
    (void)state;
#define PIPELINE \
    MIXTRAL "cluster.gpus=64 pp=4 ep=8 zero=1 global_batch=512 seq_len=4096 execution.style=graph overlap.ep=on "
    assert_true(priced(PIPELINE "vp=1").training.ep.hidden == 0);
    const struct result hidden = priced(PIPELINE "vp=2");
    const struct result exposed = priced(PIPELINE "vp=2 overlap.ep=off");
    assert_true(hidden.training.ep.hidden > 0.99 * hidden.training.ep.time);
    expect("time", hidden.training.ep.time, exposed.training.ep.time, 1e-12);
    assert_true(hidden.training.step < exposed.training.step);
}

/* DeepSeek-V3 technical report: 14.8 T tokens took 2.664 M H800 hours before the extension of the context, DualPipe,
 * 2048 GPUs; here with H100 constants. A run average, with a batch ramp: 10 %. */
static void deepseek_v3_is_trained_in_the_hours_reported(void **state)
{
    (void)state;
    const struct result result = priced(
        DEEPSEEK "gpu.peak.fp8=1979TFLOP/s model.mtp=1 cluster.gpus=2048 pp=16 vp=2 ep=64 "
                 "ep.dispatcher=per_rank ep.node_limit=4 "
                 "overlap.ep=on pp.dualpipe=on seq_len=4096 global_batch=15360 precision=fp8 recompute=selective "
                 "recompute.norm=on recompute.latent=on recompute.activation=on gradients.precision=fp32 "
                 "attention.kernel=flash3 execution.style=fused overlap.p2p=on train.tokens=14.8e12");
    expect("GPU hours", result.run.gpu_hours, 2.664e6, 0.10);
    /* By hand: the head in 16 bit and the module's again, 6 t h V at 0.71 of 989 TFLOP/s, a third of it at 0.95 of
     * that; a third of the time of 6 B a weight, and 64 B a logit, at 0.87 of 3.35 TB/s, 120 times. */
    const double logits = 4096.0 * 129280;
    const double products = (4 + 2 / 0.95) * logits * 7168 / (0.71 * 989e12);
    const double passes = (64 * logits + 0.33 * 6 * 7168.0 * 129280) / (0.87 * 3.35e12);
    expect("head", result.training.head, 120 * 2 * (products + passes), 0.03);
    expect("layers of the last stage", result.training.layers, 2, 0);
}

/* DeepSeek-V3 (section 3.3.2): hidden values go to their experts in 8 bit, and come back in 16. A gradient comes back
 * through either in 16 bit, as Megatron Core keeps it: forward 1 + 2 bytes a value, backward 2 + 2. ETP gathers and
 * scatters 16 bit values either way: 3/4 of 2 bytes, twice, on 4 ranks. */
static void gradients_come_back_in_16_bit(void **state)
{
    (void)state;
    const struct scenario scenario =
        scenario_with(DEEPSEEK "cluster.gpus=32 ep=8 etp=4 tp=4 seq_len=4096 combine.precision=bf16");
    const struct groups groups = strategy_groups(&scenario);
    const struct expert_traffic traffic = expert_traffic(&scenario, &groups);
    expect("there and back", traffic.backward.bytes, traffic.forward.bytes * 4 / 3, 1e-12);
    const double rows = 4096.0 / 4 * 8 * 4;
    expect("ETP", traffic.tensor.bytes, 2 * 0.75 * 2 * rows * 7168 * scenario.strategy.imbalance, 1e-12);
    const struct scenario wide = scenario_changed(&scenario, "dispatch.precision=fp32");
    const struct expert_traffic whole = expert_traffic(&wide, &groups);
    expect("no narrower than what was sent", whole.backward.bytes, traffic.forward.bytes * (4 + 2) / 3, 1e-12);
}

/* On random mixtures: one copy per expert sends no less than one per rank, and ETP of one adds nothing. */
static void one_copy_per_rank_never_sends_more(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 2000; i++) {
        struct scenario scenario = random_scenario(&seed);
        scenario.strategy.etp = 1;
        const struct groups groups = strategy_groups(&scenario);
        if (groups.ep.ranks <= 1) {
            continue;
        }
        scenario.strategy.dispatcher = DISPATCH_PER_EXPERT;
        const struct expert_traffic all = expert_traffic(&scenario, &groups);
        scenario.strategy.dispatcher = DISPATCH_PER_RANK;
        const struct expert_traffic one = expert_traffic(&scenario, &groups);
        assert_true(one.forward.bytes <= all.forward.bytes * (1 + 1e-12));
        assert_true(all.tensor.seconds == 0 && all.forward.seconds > 0 && all.backward.seconds > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_counted_as_deepep_counts_it),
        cmocka_unit_test(dispatch_across_nodes_is_as_fast_as_deepep_measured),
        cmocka_unit_test(an_exchange_in_a_rack_is_worked_by_hand),
        cmocka_unit_test(fsdp_without_expert_parallelism_gathers_all_experts),
        cmocka_unit_test(mixtral_runs_faster_with_experts_divided_than_with_matrices),
        cmocka_unit_test(experts_are_divided_over_ep_and_etp_and_not_over_tp),
        cmocka_unit_test(expert_gradients_are_reduced_over_their_own_replicas),
        cmocka_unit_test(an_all_to_all_over_nodes_exceeds_the_nic),
        cmocka_unit_test(exchanges_in_a_domain_reach_the_share_that_was_measured),
        cmocka_unit_test(only_shared_experts_have_a_tensor_region),
        cmocka_unit_test(experts_are_updated_by_the_ranks_that_hold_them),
        cmocka_unit_test(a_model_on_its_own_rank_exchanges_nothing),
        cmocka_unit_test(overlap_needs_chunks_to_interleave),
        cmocka_unit_test(deepseek_v3_is_trained_in_the_hours_reported),
        cmocka_unit_test(gradients_come_back_in_16_bit),
        cmocka_unit_test(one_copy_per_rank_never_sends_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
