/* test_strategy.c: sizes by hand, every rule with its sentence, and lists in which each value works. */
#include "core/strategy.h"
#include "core/strategy_values.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Llama 3 70B on 64 GPUs in nodes of 8. */
static const char opening[] = "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                              "model.head_dim=128 model.vocab=128256 cluster.gpus=64 node.gpus=8 scaleup.size=8 tp=8 "
                              "pp=1 cp=1 vp=1 zero=1 sp=on micro_batch=1 global_batch=64 seq_len=8192";

static struct scenario opening_with(const char *settings)
{
    const struct scenario scenario = scenario_with(opening);
    return scenario_changed(&scenario, settings);
}

static void the_opening_job_is_valid_and_has_its_sizes(void **state)
{
    (void)state;
    const struct scenario scenario = opening_with("");
    const struct sizes sizes = strategy_sizes(&scenario);
    assert_true(strategy_valid(&scenario));
    assert_int_equal(strategy_reasons(&scenario).count, 0);
    assert_int_equal(sizes.dp, 8);
    assert_int_equal(sizes.global_batch, 64);
    assert_int_equal(sizes.micro_batches, 8);
    assert_int_equal(sizes.sharers, 8);
}

static void the_global_batch_follows_until_it_is_typed(void **state)
{
    (void)state;
    const struct scenario derived = opening_with("global_batch=auto cluster.gpus=256 micro_batch=2");
    const struct sizes sizes = strategy_sizes(&derived);
    assert_int_equal(sizes.dp, 32);
    assert_int_equal(sizes.global_batch, 32 * 2 * 8);
    assert_int_equal(sizes.micro_batches, 8);
    const struct scenario typed = opening_with("cluster.gpus=256 global_batch=96");
    assert_int_equal(strategy_sizes(&typed).global_batch, 96);
    assert_int_equal(strategy_sizes(&typed).micro_batches, 3);
}

static void context_ranks_hold_the_same_parameters(void **state)
{
    (void)state;
    const struct scenario scenario = opening_with("cp=2 global_batch=32");
    assert_int_equal(strategy_sizes(&scenario).dp, 4);
    assert_int_equal(strategy_sizes(&scenario).sharers, 8);
}

struct broken {
    const char *settings;
    const char *key;
    const char *reason;
};

static const struct broken broken[] = {
    {"tp=6", "tp", "TP 6 does not divide 64 heads: 1, 2, 4, 8, 16, 32 and 64 do."},
    {"model.heads=48 model.kv_heads=12 tp=16", "tp",
     "TP 16 and 12 KV heads: one must divide the other. Of sizes up to 12, 1, 2, 3, 4, 6 and 12 do."},
    {"model.heads=12 model.kv_heads=5", "model.kv_heads", "5 KV heads do not divide 12 query heads"},
    {"model.ffn=11008 tp=64 model.kv_heads=64 model.ffn=11009", "tp", "TP 64 does not divide the MLP width 11009"},
    {"pp=3 tp=1", "cluster.gpus", "64 GPUs are no multiple of TP 1 x PP 3 x CP 1 = 3: 63 and 66 are."},
    {"cluster.gpus=4", "cluster.gpus", "4 GPUs are no multiple of TP 8 x PP 1 x CP 1 = 8: 8 is."},
    {"tp=1 pp=64 model.layers=32", "pp", "PP 64 has more stages than the model has layers: at most 32."},
    {"tp=1 pp=8 vp=16", "pp",
     "PP 8 x VP 16 is more chunks than there are layers (80), embedding and head: VP at most 10."},
    {"global_batch=4", "global_batch",
     "A global batch of 4 leaves a replica less than one micro-batch: DP 8 x micro-batch 1 needs 8."},
    {"global_batch=100", "global_batch",
     "A global batch of 100 is no multiple of DP 8 x micro-batch 1 = 8: 96 and 104 are."},
    {"cp=8 cp.balanced=on seq_len=8200 sp=off", "cp", "CP 8 cuts a sequence in 16, and 8200 tokens are no multiple"},
    {"seq_len=8190", "seq_len",
     "Sequence parallelism needs a sequence that TP 8 x CP 1 = 8 divides: 8184 and 8192 are."},
    {"model.experts=8 model.top_k=2 model.expert_ffn=1024 ep=3", "ep",
     "EP 3 does not divide 8 experts: 1, 2, 4 and 8 do."},
    {"model.experts=128 model.top_k=2 model.expert_ffn=1024 ep=128", "ep",
     "EP 128 x ETP 1 = 128 does not divide the 64 GPUs of a stage"},
    {"model.experts=8 model.top_k=2 model.expert_ffn=1023 etp=2", "etp",
     "ETP 2 does not divide the experts' width 1023"},
    {"model.experts=8 model.top_k=9 model.expert_ffn=1024", "model.top_k", "A token cannot go to 9 of 8 experts"},
    {"zero=3 fsdp.shard=3", "fsdp.shard",
     "FSDP shards of 3 ranks do not divide the 8 that hold the same parameters: 1, 2, 4 and 8 do."},
    {"lora=on lora.precision=fp8", "lora.precision",
     "Adapters are trained in 16 bit or fp32, not in fp8: frozen weights may be (lora.weights)."},
    {"lora=on lora.precision=nvfp4", "lora.precision", "Adapters are trained in 16 bit or fp32, not in nvfp4"},
    {"mode=decode decode.precision=q4_k_m serving.style=vllm2025", "decode.precision",
     "q4_k_m is a format of llama.cpp's files, and the engine is vllm2025"},
    {"mode=prefill decode.precision=fp8 serving.style=llamacpp2025", "decode.precision",
     "fp8 is a format of other engines, and the engine is llamacpp2025"},
    {"mode=decode decode.kv_precision=q8_0 serving.style=trt", "decode.kv_precision",
     "trt keeps no keys and values in q8_0"},
    {"mode=decode decode.kv_precision=q6_k decode.precision=q6_k serving.style=llamacpp2025", "decode.kv_precision",
     "llamacpp2025 keeps no keys and values in q6_k: bf16, q8_0 or q4_0."},
};

static void every_rule_has_its_sentence_and_its_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const struct scenario scenario = opening_with(broken[i].settings);
        const struct reasons reasons = strategy_reasons(&scenario);
        bool found = false;
        for (int r = 0; r < reasons.count; r++) {
            found = found ||
                    (strstr(reasons.text[r], broken[i].reason) != NULL && strcmp(reasons.key[r], broken[i].key) == 0);
        }
        if (!found || strategy_valid(&scenario)) {
            fail_msg("%s: %d reasons, first \"%s\" (%s), expected \"%s\"", broken[i].settings, reasons.count,
                     reasons.text[0], reasons.count > 0 ? reasons.key[0] : "", broken[i].reason);
        }
    }
}

static void the_worst_reason_comes_first(void **state)
{
    (void)state;
    const struct scenario scenario = opening_with("tp=6 global_batch=7");
    const struct reasons reasons = strategy_reasons(&scenario);
    assert_true(reasons.count > 2);
    assert_string_equal(reasons.text[0], broken[0].reason);
}

static void what_has_no_effect_is_no_obstacle(void **state)
{
    (void)state;
    const char *harmless[] = {
        "model.layers=126 model.heads=128 tp=4 pp=16 vp=8", /* as published for Llama 3.1 405B */
        "ep=3",                                             /* a dense model */
        "tp=1 vp=4 global_batch=64",                        /* no pipeline */
        "zero=1 fsdp.shard=3",                              /* no FSDP */
        "tp=1 seq_len=8191",                                /* sequence parallelism of one rank */
        "tp=1 pp=64 global_batch=8",                        /* uneven stages, fewer micro-batches than stages */
        "mode=decode decode.kv_precision=q8_0 decode.precision=q4_0 serving.style=llamacpp2025",
    };
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        const struct scenario scenario = opening_with(harmless[i]);
        if (!strategy_valid(&scenario)) {
            fail_msg("%s: %s", harmless[i], strategy_reasons(&scenario).text[0]);
        }
    }
}

/* Fields that no typed value reaches, as a file or a caller might fill them. */
static void values_out_of_range_are_named_and_nothing_is_worked_out(void **state)
{
    (void)state;
    struct scenario bad[8];
    for (int i = 0; i < 8; i++) {
        bad[i] = opening_with("");
    }
    bad[0].strategy.tp = 0;
    bad[1].strategy.pp = -4;
    bad[2].cluster.gpus = 0;
    bad[3].cluster.nic.bandwidth = 0;
    bad[4].gpu.peak_bf16 = NAN;
    bad[5].gpu.hbm_bandwidth = INFINITY;
    bad[6].strategy.micro_batch = 0;
    bad[7].model.layers = 0;
    const char *keys[] = {
        "tp",          "pp",          "cluster.gpus", "nic.bandwidth", "gpu.peak.bf16", "gpu.hbm_bandwidth",
        "micro_batch", "model.layers"};
    for (int i = 0; i < 8; i++) {
        const struct reasons reasons = strategy_reasons(&bad[i]);
        assert_false(strategy_valid(&bad[i]));
        assert_int_equal(reasons.count, 1);
        assert_string_equal(reasons.key[0], keys[i]);
    }
    assert_string_equal(strategy_reasons(&bad[0]).text[0], "tp is 0: it must be at least 1.");
    assert_string_equal(strategy_reasons(&bad[3]).text[0], "nic.bandwidth is 0 B/s: it must be at least 100 MB/s.");
}

static void absurd_sizes_overflow_nothing(void **state)
{
    (void)state;
    struct scenario scenario = opening_with("");
    scenario.strategy.tp = scenario.strategy.pp = scenario.strategy.cp = INT32_MAX;
    scenario.strategy.micro_batch = scenario.cluster.gpus = INT32_MAX;
    scenario.strategy.global_batch = 0;
    assert_true(strategy_sizes(&scenario).global_batch > 0);
    assert_int_equal(strategy_gpus_values(&scenario).count, 0);
    assert_true(strategy_reasons(&scenario).count > 0);
    scenario.strategy.tp = scenario.strategy.pp = scenario.strategy.cp = 1;
    assert_int_equal(strategy_sizes(&scenario).global_batch, INT32_MAX);
}

static void expect_values(struct value_list list, const char *expected)
{
    char text[512] = "";
    size_t length = 0;
    for (int i = 0; i < list.count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.0f", i > 0 ? " " : "", list.value[i]);
    }
    assert_string_equal(text, expected);
}

static void sliders_step_through_what_is_valid(void **state)
{
    (void)state;
    struct scenario scenario = opening_with("");
    expect_values(strategy_tp_values(&scenario), "1 2 4 8 16 32 64");
    expect_values(strategy_pp_values(&scenario), "1 2 4 8");
    expect_values(strategy_cp_values(&scenario), "1 2 4 8");
    expect_values(strategy_vp_values(&scenario), "1");
    expect_values(strategy_ep_values(&scenario), "1");
    expect_values(strategy_micro_batch_values(&scenario), "1 2 4 8");
    expect_values(strategy_seq_len_values(&scenario), "1024 2048 4096 8192 16384 32768 65536 131072");
    expect_values(strategy_gpus_values(&scenario),
                  "8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072");
    expect_values(strategy_global_batch_values(&scenario), "8 16 32 64 128 256 512 1024 2048 4096 8192");
    scenario = opening_with("tp=1 pp=8");
    expect_values(strategy_vp_values(&scenario), "1 2 4 5 8 10");
    scenario = opening_with("tp=4 pp=3 cluster.gpus=96");
    expect_values(strategy_gpus_values(&scenario), "24 48 96 192 384 768 1536 3072 6144 12288 24576 49152 98304");
    scenario = opening_with("tp=2 cluster.gpus=80");
    expect_values(strategy_pp_values(&scenario), "1 2 4 5 8 10 20 40");
}

static void the_present_value_is_in_its_list_if_it_is_valid(void **state)
{
    (void)state;
    struct scenario scenario = opening_with("cluster.gpus=72 seq_len=3000 global_batch=90 tp=2");
    bool gpus = false;
    bool seq_len = false;
    struct value_list list = strategy_gpus_values(&scenario);
    for (int i = 0; i < list.count; i++) {
        gpus = gpus || list.value[i] == 72;
    }
    list = strategy_seq_len_values(&scenario);
    for (int i = 0; i < list.count; i++) {
        seq_len = seq_len || list.value[i] == 3000;
    }
    assert_true(gpus && seq_len);
}

static const char *const listed_keys[] = {"tp",           "pp",           "vp",          "cp",     "ep",
                                          "cluster.gpus", "global_batch", "micro_batch", "seq_len"};
enum { LISTED_KEYS = sizeof listed_keys / sizeof listed_keys[0] };

static struct value_list check_list(const char *key, const struct scenario *scenario)
{
    const struct value_list list = parameter_find(key)->values(scenario);
    assert_in_range(list.count, 1, PARAMETER_VALUES);
    for (int i = 1; i < list.count; i++) {
        assert_true(list.value[i] > list.value[i - 1]);
    }
    return list;
}

/* A parallel size may leave a typed batch behind, which then says so itself; nothing else may break. */
static void check_works(const char *key, const struct scenario *scenario)
{
    const bool batch = strcmp(key, "global_batch") == 0 || strcmp(key, "micro_batch") == 0;
    const struct reasons reasons = strategy_reasons(scenario);
    for (int r = 0; r < reasons.count; r++) {
        if (batch || strcmp(reasons.key[r], "global_batch") != 0) {
            fail_msg("a listed value of %s is refused: %s", key, reasons.text[r]);
        }
    }
}

static void check_values_work(const char *key, const char *settings)
{
    const struct parameter *parameter = parameter_find(key);
    const struct scenario scenario = opening_with(settings);
    const struct value_list list = check_list(key, &scenario);
    for (int i = 0; i < list.count; i++) {
        struct scenario changed = scenario;
        parameter_set(parameter, &changed, list.value[i]);
        check_works(key, &changed);
    }
}

static void every_listed_value_works(void **state)
{
    (void)state;
    const char *many_experts = "model.layers=61 cluster.gpus=2048 tp=1 pp=16 model.experts=256 model.top_k=8 "
                               "model.expert_ffn=2048 ep=32 global_batch=auto";
    const char *jobs[] = {
        "",
        "tp=1 pp=8 vp=2",
        "cluster.gpus=72 node.gpus=72 tp=4 global_batch=auto",
        many_experts,
        "cp=4 cp.balanced=on global_batch=auto",
        "cluster.gpus=100000 tp=1 global_batch=auto",
    };
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        for (int k = 0; k < LISTED_KEYS; k++) {
            check_values_work(listed_keys[k], jobs[i]);
        }
    }
}

/* Eight GPUs cannot hold TP 8 x PP 4 x CP 4. Each of the three can still be lowered, step by step. */
static void no_slider_is_stuck_where_another_size_is_wrong(void **state)
{
    (void)state;
    const char *jobs[] = {"cluster.gpus=8 pp=4 cp=4", "tp=6", "seq_len=8190", "global_batch=4", "cluster.gpus=7"};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        const struct scenario scenario = opening_with(jobs[i]);
        assert_false(strategy_valid(&scenario));
        for (int k = 0; k < LISTED_KEYS; k++) {
            check_list(listed_keys[k], &scenario);
        }
    }
    const struct scenario scenario = opening_with(jobs[0]);
    expect_values(strategy_tp_values(&scenario), "1 2 4 8 16 32 64");
}

/* What a valid strategy means, said without its rules: all GPUs and all sequences are used up, nothing is left over. */
static void a_valid_strategy_uses_up_gpus_heads_and_sequences(void **state)
{
    (void)state;
    int valid = 0;
    for (int i = 0; i < 3000; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, "tp=%d pp=%d cp=%d cluster.gpus=%d global_batch=%d micro_batch=%d",
                 1 + i % 9, 1 + i / 9 % 5, 1 + i / 45 % 3, 24 + 8 * (i % 7), 8 * (1 + i % 11), 1 + i % 2);
        const struct scenario scenario = opening_with(settings);
        const struct strategy *strategy = &scenario.strategy;
        const struct sizes sizes = strategy_sizes(&scenario);
        const bool used_up = strategy->tp * strategy->pp * strategy->cp * sizes.dp == scenario.cluster.gpus &&
                             sizes.dp * strategy->micro_batch * sizes.micro_batches == sizes.global_batch &&
                             64 / strategy->tp * strategy->tp == 64 &&
                             (strategy->cp == 1 || 8192 / (2 * strategy->cp) * (2 * strategy->cp) == 8192);
        if (strategy_valid(&scenario) != used_up) {
            fail_msg("%s: valid %d, used up %d: %s", settings, !used_up, used_up, strategy_reasons(&scenario).text[0]);
        }
        assert_int_equal(strategy_reasons(&scenario).count == 0, used_up);
        valid += used_up;
    }
    assert_true(valid > 100);
}

static void groups_lie_where_the_rank_order_puts_them(void **state)
{
    (void)state;
    const struct scenario scenario =
        opening_with("tp=4 pp=2 cp=2 cluster.gpus=128 global_batch=auto zero=3 fsdp.shard=4");
    const struct groups groups = strategy_groups(&scenario);
    const struct {
        struct group group;
        int ranks, members, domains;
    } rows[] = {
        {groups.tp, 4, 4, 1},      /* four neighbours */
        {groups.cp, 2, 2, 1},      /* the two halves of a node */
        {groups.dp, 16, 2, 8},     /* DP 8 x CP 2, two in each of 8 nodes */
        {groups.shard, 4, 2, 2},   /* neighbours among those */
        {groups.replica, 4, 1, 4}, /* the same place in every shard */
        {groups.stage, 2, 1, 2},   /* 64 ranks apart */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(rows[i].group.ranks, rows[i].ranks);
        assert_int_equal(rows[i].group.members, rows[i].members);
        assert_int_equal(rows[i].group.domains, rows[i].domains);
    }
}

/* As Llama 3 was trained: TP 8, CP 2, PP 4, DP outermost. A stage's sixteen neighbours, then 64 ranks on. */
static void with_dp_outside_stages_are_neighbours(void **state)
{
    (void)state;
    const struct scenario scenario =
        opening_with("tp=8 pp=4 cp=2 cluster.gpus=512 scaleup.size=64 global_batch=auto rank.order=dp_outside");
    const struct groups groups = strategy_groups(&scenario);
    const struct {
        struct group group;
        int ranks, members, domains;
    } rows[] = {
        {groups.tp, 8, 8, 1},
        {groups.cp, 2, 2, 1},
        {groups.dp, 16, 2, 8},   /* both CP ranks of each replica, one replica in a domain of 64 */
        {groups.stage, 2, 2, 1}, /* all four stages lie in one domain */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(rows[i].group.ranks, rows[i].ranks);
        assert_int_equal(rows[i].group.members, rows[i].members);
        assert_int_equal(rows[i].group.domains, rows[i].domains);
    }
    const struct scenario inside = scenario_changed(&scenario, "rank.order=dp_inside");
    assert_int_equal(strategy_groups(&inside).stage.domains, 2);
    assert_int_equal(strategy_groups(&inside).dp.members, 8);
}

/* Racks of 72: of 16 GPUs a stage has four neighbours in its own or one side at least; of 64 it has the rack alone. */
static void a_stage_has_one_neighbour_inside_where_a_domain_holds_two(void **state)
{
    (void)state;
    const struct scenario small = opening_with("cluster.gpus=256 scaleup.size=72 tp=4 pp=16 global_batch=256");
    const struct groups groups = strategy_groups(&small);
    assert_int_equal(groups.stage.domains, 2);
    assert_int_equal(groups.stage_inside.domains, 1);
    assert_int_equal(groups.stage_inside.members, 2);
    const struct scenario large = opening_with("cluster.gpus=1024 scaleup.size=72 tp=4 pp=16 global_batch=256");
    assert_int_equal(strategy_groups(&large).stage_inside.domains, 2);
}

static void without_hsdp_a_shard_is_all_of_dp(void **state)
{
    (void)state;
    const struct scenario scenario = opening_with("zero=3");
    assert_int_equal(strategy_groups(&scenario).shard.ranks, 8);
    assert_int_equal(strategy_groups(&scenario).replica.ranks, 1);
    assert_int_equal(strategy_groups(&scenario).stage.ranks, 1);
}

#define SMALL_EXPERTS "model.experts=64 model.top_k=6 model.expert_ffn=1408 "

/* 128 GPUs in nodes of 8, PP 2: EP 16 x ETP 2 regroups the 64 of a stage, and 2 hold the same experts. */
static void experts_lie_over_all_ranks_of_a_stage(void **state)
{
    (void)state;
    const struct scenario scenario =
        opening_with(SMALL_EXPERTS "tp=4 pp=2 cp=2 cluster.gpus=128 global_batch=auto zero=3 fsdp.shard=8 ep=16 etp=2");
    assert_true(strategy_valid(&scenario));
    const struct groups groups = strategy_groups(&scenario);
    const struct {
        struct group group;
        int ranks, members, domains;
    } rows[] = {
        {groups.etp, 2, 2, 1},            /* neighbours */
        {groups.ep, 16, 4, 4},            /* every second, over four nodes */
        {groups.expert_dp, 2, 1, 2},      /* 32 ranks apart */
        {groups.expert_shard, 1, 1, 1},   /* a shard of 8 x 4 GPUs holds one set */
        {groups.expert_replica, 2, 1, 2}, /* and there are two */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(rows[i].group.ranks, rows[i].ranks);
        assert_int_equal(rows[i].group.members, rows[i].members);
        assert_int_equal(rows[i].group.domains, rows[i].domains);
    }
}

static void experts_divide_what_they_must(void **state)
{
    (void)state;
    static const char *const invalid[] = {
        "ep=3",        /* 64 experts */
        "ep=32 etp=4", /* 128 of 64 GPUs */
        "etp=3",       /* of a width of 1408 */
        "model.top_k=65",
        "tp=1 cluster.gpus=96 global_batch=96 zero=3 fsdp.shard=2 model.experts=63 ep=3", /* no whole sets in a shard */
    };
    static const char *const valid[] = {"ep=64", "ep=32 etp=2", "ep=8 etp=8", "ep=1", "ep=16 zero=3 fsdp.shard=2"};
    char settings[200];
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        snprintf(settings, sizeof settings, SMALL_EXPERTS "%s", invalid[i]);
        const struct scenario scenario = opening_with(settings);
        assert_true(!strategy_valid(&scenario) && strategy_reasons(&scenario).count > 0);
    }
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
        snprintf(settings, sizeof settings, SMALL_EXPERTS "%s", valid[i]);
        const struct scenario scenario = opening_with(settings);
        assert_true(strategy_valid(&scenario));
    }
}

static void the_expert_sliders_step_through_what_fits(void **state)
{
    (void)state;
    const struct scenario scenario = opening_with(SMALL_EXPERTS "etp=2");
    const struct value_list ep = strategy_ep_values(&scenario);
    assert_int_equal(ep.count, 6); /* 1 to 32 of 64 GPUs, two for each expert */
    assert_true(ep.value[5] == 32);
    const struct value_list etp = strategy_etp_values(&scenario);
    assert_int_equal(etp.count, 7); /* 1 to 64, which all divide 1408 */
    const struct scenario wide = opening_with(SMALL_EXPERTS "ep=16");
    assert_int_equal(strategy_etp_values(&wide).count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(experts_lie_over_all_ranks_of_a_stage),
        cmocka_unit_test(experts_divide_what_they_must),
        cmocka_unit_test(the_expert_sliders_step_through_what_fits),
        cmocka_unit_test(the_opening_job_is_valid_and_has_its_sizes),
        cmocka_unit_test(the_global_batch_follows_until_it_is_typed),
        cmocka_unit_test(context_ranks_hold_the_same_parameters),
        cmocka_unit_test(every_rule_has_its_sentence_and_its_parameter),
        cmocka_unit_test(the_worst_reason_comes_first),
        cmocka_unit_test(what_has_no_effect_is_no_obstacle),
        cmocka_unit_test(values_out_of_range_are_named_and_nothing_is_worked_out),
        cmocka_unit_test(absurd_sizes_overflow_nothing),
        cmocka_unit_test(sliders_step_through_what_is_valid),
        cmocka_unit_test(the_present_value_is_in_its_list_if_it_is_valid),
        cmocka_unit_test(every_listed_value_works),
        cmocka_unit_test(no_slider_is_stuck_where_another_size_is_wrong),
        cmocka_unit_test(a_valid_strategy_uses_up_gpus_heads_and_sequences),
        cmocka_unit_test(groups_lie_where_the_rank_order_puts_them),
        cmocka_unit_test(with_dp_outside_stages_are_neighbours),
        cmocka_unit_test(a_stage_has_one_neighbour_inside_where_a_domain_holds_two),
        cmocka_unit_test(without_hsdp_a_shard_is_all_of_dp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
