/* test_two_lines.c: whole steps beside another program that prices them, with that program's collectives fed in.
 *
 * Its layers, stages and replicas were written apart from ours, in Python, and share no code with them; its collectives
 * are two lines for each generation. With these in the place of collective_time() the same row takes the same seconds:
 * what differs between the two programs' forecasts is the collectives, and what rows not among these show. Left out are
 * rows in which ours has what the other has not: a tied embedding of many words that both ends of a pipeline add up,
 * fewer micro-batches than stages, late buckets of thousands of replicas, one send of two inside a rack, sends beside
 * interleaved stages of many micro-batches, a layer less on the first stage for the embedding.
 */
#include "core/collective.h"
#include "core/evaluate.h"
#include "profiles/measurements.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The least of two lines, latency + bytes / rate, in us and GB/s. */
struct lines {
    double latency, rate, bulk_latency, bulk_rate;
};

enum { AMPERE, HOPPER, BLACKWELL, OF_GENERATIONS };
enum { REDUCE, GATHER, SCATTER, OPERATIONS };
enum { TWO, FOUR, EIGHT, SIZES };

/* Fitted to published nccl-tests of 2, 4 and 8 GPUs: ai-dynamo/aiconfigurator. */
static const struct lines lines[OF_GENERATIONS][OPERATIONS][SIZES] = {
    [AMPERE] = {[REDUCE] = {{10.6, 42.8, 36.9, 188.5}, {15.1, 108.6, 56.1, 213.5}, {23.2, 131.5, 89.5, 223.8}},
                [GATHER] = {{10.1, 41.7, 30.6, 144.6}, {12.0, 48.6, 43.8, 187.9}, {14.5, 7.0, 21.1, 170.3}},
                [SCATTER] = {{9.9, 45.4, 29.0, 166.1}, {11.5, 54.9, 40.2, 200.5}, {15.6, 107.2, 59.4, 213.6}}},
    [HOPPER] = {[REDUCE] = {{6.5, 109.4, 20.3, 298.5}, {10.2, 190.3, 26.7, 344.4}, {16.7, 201.0, 50.6, 439.1}},
                [GATHER] = {{5.7, 94.9, 21.1, 250.2}, {7.7, 120.0, 26.1, 312.3}, {11.3, 151.5, 22.7, 321.3}},
                [SCATTER] = {{5.7, 104.2, 15.1, 229.4}, {7.5, 142.1, 19.2, 302.1}, {10.7, 216.8, 25.8, 337.2}}},
    [BLACKWELL] = {[REDUCE] = {{10.3, 195.5, 24.8, 550.2}, {15.4, 242.6, 53.9, 690.9}, {26.3, 361.9, 98.3, 754.3}},
                   [GATHER] = {{9.3, 152.6, 20.0, 454.0}, {12.3, 199.6, 34.0, 618.7}, {17.5, 227.2, 65.3, 726.8}},
                   [SCATTER] = {{9.2, 171.2, 17.5, 415.0}, {12.0, 210.5, 31.3, 597.1}, {16.8, 240.6, 59.6, 707.6}}},
};

static const double US = 1e-6, GB = 1e9;
static const double NETWORK_STEP = 10e-6, DOMAIN_STEP = 1.5e-6; /* s, of a collective over nodes */
static const double SEND_SHARE = 0.85;                          /* of a NIC */

static double least(double one, double other)
{
    return one < other ? one : other;
}

static const struct lines *lines_of(enum generation generation, int operation, int members)
{
    const int card = generation == GENERATION_AMPERE ? AMPERE : generation == GENERATION_HOPPER ? HOPPER : BLACKWELL;
    return &lines[card][operation][members <= 2 ? TWO : members <= 4 ? FOUR : EIGHT];
}

/* Share of a NIC that collectives reach. */
static double network_efficiency(const struct nic *nic)
{
    return least(nic->efficiency, nic->fabric == FABRIC_ROCE ? 0.75 : 0.92);
}

static double send_seconds(double size, const struct group *group, const struct scenario *scenario)
{
    const double inside = 0.5 * lines_of(scenario->gpu.generation, REDUCE, 8)->bulk_rate * GB;
    return size / (group->domains > 1 ? SEND_SHARE * group->nic : inside) + 2 * NETWORK_STEP;
}

static double inside_seconds(double bytes, int ranks, const struct lines *line)
{
    const double beyond = ranks > 8 ? log2(ranks) / 3 : 1;
    return least(line->latency * US * beyond + bytes / (line->rate * GB),
                 line->bulk_latency * US * beyond + bytes / (line->bulk_rate * GB));
}

static double across_seconds(double bytes, const struct group *group, const struct scenario *scenario, int operation)
{
    const struct lines *line = lines_of(scenario->gpu.generation, operation, group->members);
    const double network = group->members * group->nic * network_efficiency(&scenario->cluster.nic);
    const double bus = group->members > 1 ? least(network, line->bulk_rate * GB) : network;
    const double far = group->domains - 1;
    const double hops = operation == REDUCE ? least(far, 4 * log2(group->domains)) : far;
    const double once = hops * NETWORK_STEP + (group->members - 1) * DOMAIN_STEP;
    return (operation == REDUCE ? 2 : 1) * once + bytes / bus;
}

static double two_lines(enum collective_op op, double size, const struct group *group, const struct scenario *scenario)
{
    const int operation = op == OP_ALL_REDUCE ? REDUCE : op == OP_ALL_GATHER ? GATHER : SCATTER;
    const double bytes = collective_bytes_sent(op, size, group->ranks);
    if (op == OP_SEND) {
        return send_seconds(size, group, scenario);
    }
    return group->domains > 1
               ? across_seconds(bytes, group, scenario, operation)
               : inside_seconds(bytes, group->ranks, lines_of(scenario->gpu.generation, operation, group->members));
}

/* What the linker puts in the place of collective_time(). */
struct collective_cost __wrap_collective_time(enum collective_op op, double size, const struct group *group,
                                              const struct scenario *scenario);

struct collective_cost __wrap_collective_time(enum collective_op op, double size, const struct group *group,
                                              const struct scenario *scenario)
{
    const double seconds = group->ranks > 1 ? two_lines(op, size, group, scenario) : 0;
    return (struct collective_cost){.seconds = seconds, .transfer = seconds, .algorithm = ALGORITHM_RING};
}

/* Seconds of a step that the other program says, with our constants. */
static const struct row {
    const char *id;
    double seconds;
} rows[] = {
    {"sc21-1.7b", 3.3624},
    {"sc21-3.6b", 3.6386},
    {"sc21-39.1b", 14.863},
    {"sc21-76.1b", 15.446},
    {"sc21-145.6b", 24.499},
    {"sc21-310.1b", 36.793},
    {"sc21-1008b", 102.55},
    {"korth22-175b-full", 18.037},
    {"korth22-530b-full", 49.284},
    {"korth22-530b-seqsel", 37.336},
    {"korth22-1t-full", 95.831},
    {"korth22-530b-dp8", 39.108},
    {"dgxc-h100-llama31-8b-bf16-64", 12.461},
    {"dgxc-h100-llama31-8b-fp8-128", 8.9391},
    {"dgxc-h100-llama31-70b-bf16-512", 14.407},
    {"dgxc-h100-llama31-70b-fp8-128", 10.084},
    {"dgxc-h100-llama31-70b-fp8-512", 10.155},
    {"dgxc-h100-llama31-405b-bf16-128", 19.105},
    {"simumax-b200-llama3_70b_l12_tp1_pp2_dp4_mbc4_cef", 0.85254},
    {"simumax-b200-llama3_70b_l12_tp8_pp1_dp1_mbc4_cef", 0.25405},
    {"simumax-b200-llama3_70b_tp2_pp1_dp4_l12_mbc8_cef", 1.3628},
    {"simumax-b200-llama3_70b_tp2_pp1_dp4_l12_mbc32_cef", 5.2655},
    {"simumax-b200-llama3_405b_l4_tp8_pp1_dp1_mbc4_cef", 0.25169},
    {"simumax-b200-llama3_405b_l4_tp2_pp1_dp4_mbc8_cef", 1.6241},
    {"llmfoundry-70b-2048-h10080gb-512", 18.093},
    {"llmfoundry-30b-8192-h10080gb-8", 104.43},
    {"llmfoundry-1b-16384-h10080gb-8", 6.5368},
    {"llmfoundry-1b-512-h10080gb-8-fp8", 1.7092},
    {"llmfoundry-1b-65536-a10080gb-8", 42.981},
    {"llmfoundry-125m-4096-a10080gb-8", 1.098},
    {"llmfoundry-7b-2048-a10040gb-8", 26.421},
    {"llmfoundry-760m-2048-a10040gb-16", 0.79903},
    {"bloom-sweep-060", 115.88},
    {"bloom-sweep-065", 118.02},
    {"bloom-sweep-069", 121.88},
    {"bloom-sweep-078", 95.441},
    {"bloom-sweep-084", 137.73},
    {"bloom-sweep-087", 110.51},
    {"bloom-sweep-093", 124.33},
    {"bloom-sweep-106", 118.51},
    {"torchtitan-8b-8-fsdp", 2.9001},
    {"torchtitan-8b-8-fsdp-compile", 2.4843},
    {"torchtitan-8b-128-fsdp-compile", 2.5998},
    {"fmsfsdp-13b-a100-compile", 3.8327},
    {"fmsfsdp-7b-a100-eager", 2.1029},
    {"mbridge-26.06-llama3.1-405b-gb300-fp8", 50.04},
    {"mbridge-26.04.01-llama3-70b-gb200-nvfp4", 6.5773},
    {"mbridge-26.02.01-llama3-70b-gb200-mxfp8", 8.7926},
    {"mbridge-26.02-llama3-70b-gb300-nvfp4", 5.2514},
    {"mbridge-25.11-llama3-8b-gb300-fp8-mx-alt", 3.7811},
    {"mlperf-v4.1-nvidia-eos_n64_ngc24.09_nemo-gpt3", 9.5259},
    {"vtrain-multi-002", 3.8574},
    {"vtrain-multi-008", 4.2488},
    {"vtrain-multi-016", 5.2443},
    {"vtrain-multi-028", 10.923},
    {"vtrain-multi-038", 13.461},
    {"vtrain-multi-047", 15.818},
    {"vtrain-multi-056", 17.485},
    {"vtrain-multi-066", 15.44},
    {"vtrain1-24x2048-g4-t1-p2-m4-b16", 0.44471},
    {"vtrain1-20x1024-g2-t1-p1-m2-b8", 0.15902},
    {"vtrain1-12x1024-g2-t2-p1-m1-b2", 0.086008},
    {"vtrain1-12x2048-g8-t2-p1-m1-b32", 0.37003},
    {"vtrain1-20x1024-g8-t1-p4-m1-b8", 0.13488},
    {"vtrain1-20x2048-g4-t1-p1-m4-b32", 0.50036},
};

/* The other program hid TP in 4 bit as in 8, gathered in 16, and took shares of the 4 bit peak that go with it. */
static void take_as_8_bit(struct scenario *scenario)
{
    const bool gb300 = strcmp(scenario->gpu.name, "GB300") == 0;
    scenario->strategy.overlap_tp = 0.65;
    scenario->strategy.sp_gather = PRECISION_BF16;
    scenario->gpu.gemm_efficiency_fp4 = gb300 ? 0.43 : 0.49;
}

/* The other program took all steps of Megatron-Bridge as captured in CUDA graphs, and GB300's share of the 8 bit peak
 * that goes with it. */
static void take_as_graphs(struct scenario *scenario)
{
    scenario->execution.style = STYLE_GRAPH;
    if (strcmp(scenario->gpu.name, "GB300") == 0) {
        scenario->gpu.gemm_efficiency_fp8 = 0.72;
    }
}

/* The other program knew of no rails: all that nothing hides waits alike. */
static void take_off_rails(struct scenario *scenario)
{
    if (scenario->cluster.nic.fabric == FABRIC_INFINIBAND) {
        scenario->cluster.nic.fabric = FABRIC_SLINGSHOT;
    }
}

/* Constants of ours that stand in copies made for this test, by their places there: tests/CMakeLists.txt lists them. */
double *exposed_device(int place);
double *exposed_exchange(int place);
double *exposed_product(int place);
double *exposed_layer(int place);
double *exposed_style(int place);
double *exposed_training_transfer(int place);

/* The other program prices neither what a weight gradient's result costs beyond 16 bits nor what a ring of CP ranks
 * puts together nor what a hidden reduction holds; its replicas wait alike, hidden or not, and a little less; stages at
 * the ends of its pipelines send as others do; its weight gradients run at 0.93 of a forward product; its shares of
 * eager's host are what ours were before vTrain's rows were understood. */
static void take_the_constants_of_the_other(void)
{
    static const struct {
        double *(*find)(int place);
        int place;
        double value;
    } constants[] = {
        {exposed_device, 0, 0},            /* WIDE_RESULT_SHOWN */
        {exposed_exchange, 0, 0},          /* DP_HELD */
        {exposed_exchange, 2, 0.45},       /* UNHIDDEN_RATE */
        {exposed_training_transfer, 0, 1}, /* END_NEIGHBOURS */
        {exposed_product, 0, 0.93},        /* WEIGHT_GRADIENT_RATE */
        {exposed_layer, 0, 0},             /* FIRST_PART_BYTES */
        {exposed_layer, 1, 0},             /* FURTHER_PART_BYTES */
        {exposed_style, 0, 0.6},           /* fused */
        {exposed_style, 1, 0.4},           /* compiled */
        {exposed_style, 2, 0.8},           /* torch */
        {exposed_style, 3, 0.8},           /* torch_layernorm */
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        *constants[i].find(constants[i].place) = constants[i].value;
    }
}

/* The other program's jitter grows with the domains that replicas lie in, also where nothing hides what they reduce. */
static void take_domains_for_replicas(const struct scenario *scenario)
{
    const struct strategy *strategy = &scenario->strategy;
    const double domains = (double)scenario->cluster.gpus / scenario->cluster.scaleup.size;
    const double replicas = (double)scenario->cluster.gpus / (strategy->tp * strategy->pp);
    const double waiting = fmin(domains, replicas);
    *exposed_exchange(1) = replicas > 1 ? 0.0035 * log2(waiting) / log2(replicas) : 0; /* JITTER_UNHIDDEN */
}

static void the_same_row_takes_the_same_seconds(void **state)
{
    (void)state;
    static const struct catalogue_paths nowhere = {0};
    struct catalogue *catalogue = catalogue_load(&nowhere);
    int differing = 0;
    assert_non_null(catalogue);
    take_the_constants_of_the_other();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct found_run found = measurement_find(catalogue, rows[i].id);
        assert_non_null(found.run);
        struct scenario scenario = found.run->scenario;
        scenario.strategy.recompute_early_stop = false; /* the other program repeats layers whole */
        take_off_rails(&scenario);
        take_domains_for_replicas(&scenario);
        if (strncmp(rows[i].id, "mbridge-", strlen("mbridge-")) == 0) {
            take_as_graphs(&scenario);
        }
        if (scenario.strategy.precision == PRECISION_NVFP4) {
            take_as_8_bit(&scenario);
        }
        const double seconds = evaluate(&scenario).training.step;
        if (!(fabs(seconds / rows[i].seconds - 1) <= 0.01)) {
            print_error("%s: %.5g s, %.5g expected\n", rows[i].id, seconds, rows[i].seconds);
            differing++;
        }
    }
    catalogue_free(catalogue);
    assert_int_equal(differing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_row_takes_the_same_seconds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
