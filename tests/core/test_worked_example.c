/* test_worked_example.c: the example of docs/model.md, worked out here by hand as that page does it, from constants
 * that stand in docs/constants.md. Each sum must be what the program forecasts.
 *
 * RINGSIDE_GOLDEN=write test_worked_example writes the tables of the page.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "core/collective.h"
#include "core/device.h"
#include "core/evaluate.h"
#include "core/layer.h"
#include "core/product.h"
#include "document.h"
#include "scenario_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Llama 3 70B on 16 DGX H100: 32 micro-batches of one sequence in each of four replicas. */
static const char example[] =
    "cluster.gpus=128 tp=8 pp=4 global_batch=128 zero=1 sp=on attention.kernel=flash3 execution.style=fused";

/* H100: a launch, its streaming rate and what a multiprocessor multiplies and adds at the rate of large products. */
static const double LAUNCH = 4e-6;
static const double STREAM = 0.87 * 3.35e12;
static const double PEAK = 989e12;
static const double RATE = 0.71 * 989e12;
static const double MULTIPROCESSORS = 132;

enum { TOKENS = 8192, HIDDEN = 8192, QUERIES = 1024, QUERIES_KEYS_VALUES = 1280, UP = 7168, FFN = 3584 };

static void expect_equal(const char *what, double worked, double forecast)
{
    if (!(fabs(worked / forecast - 1) < 1e-9)) {
        fail_msg("%s: worked out %.9g, forecast %.9g", what, worked, forecast);
    }
}

static struct scenario example_scenario(void)
{
    return scenario_with(example);
}

/* The part of the page that a table fills; `table` is freed. */
static void hold_table(const char *begin, char *table)
{
    static const struct document page = {"docs/model.md", "test_worked_example"};
    const struct marks marks = {begin, "\n<!-- end of table -->\n"};
    document_hold_part(&page, marks, table);
    free(table);
}

/* ---- A matrix product ---- */

struct worked_product {
    int tile_rows, tile_columns, split;
    double tiles, waves, counted;
    double seconds;
};

/* One tile shape, the product cut so often along its depth. */
static struct worked_product worked_tile(double rows, double columns, double depth, int split, const double tile[3])
{
    struct worked_product worked = {.tile_rows = (int)tile[0], .tile_columns = (int)tile[1], .split = split};
    worked.tiles = ceil(rows / tile[0]) * ceil(columns / tile[1]) * split;
    worked.waves = worked.tiles / MULTIPROCESSORS;
    worked.counted = worked.waves + 0.50 * (ceil(worked.waves) - worked.waves);
    const double one = 2 * tile[0] * tile[1] * (depth / split + 200) / (tile[2] * RATE / MULTIPROCESSORS);
    worked.seconds = worked.counted * one + (split > 1 ? 8 * rows * columns / STREAM : 0);
    return worked;
}

static struct worked_product worked_product(double rows, double columns, double depth, double result_bytes)
{
    static const double tiles[][3] = {{128, 256, 1}, {256, 128, 1}, {128, 128, 0.94}, {128, 64, 0.8}, {64, 128, 0.8}};
    struct worked_product best = {.seconds = INFINITY};
    for (int split = 1; split <= 4 && (split == 1 || depth / split >= 512); split *= 2) {
        for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++) {
            const struct worked_product one = worked_tile(rows, columns, depth, split, tiles[i]);
            best = one.seconds < best.seconds ? one : best;
        }
    }
    const double results = rows * columns;
    const double memory = (2 * depth * (rows + columns) + result_bytes * results) / STREAM;
    best.seconds += 0.33 * (result_bytes - 2) * results / STREAM;
    best.seconds = fmax(best.seconds, memory) + LAUNCH;
    return best;
}

/* The weights of a layer on one of eight GPUs: columns and depth. */
static const struct {
    const char *name;
    int columns, depth;
} weights[] = {{"queries, keys, values", QUERIES_KEYS_VALUES, HIDDEN},
               {"output of attention", HIDDEN, QUERIES},
               {"gate and up", UP, HIDDEN},
               {"down", HIDDEN, FFN}};
enum { WEIGHTS = sizeof weights / sizeof weights[0] };

static void a_product_is_tiles_dealt_in_waves(void **state)
{
    const struct scenario scenario = example_scenario();
    char *table = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&table, &size);
    (void)state;
    (void)fputs("| weight | rows x columns x depth | best tile | tiles | waves | counted | time | of the peak |\n"
                "|---|---|---|---|---|---|---|---|\n",
                out);
    for (int i = 0; i < WEIGHTS; i++) {
        const double flops = 2.0 * TOKENS * weights[i].columns * weights[i].depth;
        const struct worked_product worked = worked_product(TOKENS, weights[i].columns, weights[i].depth, 2);
        const struct gemm gemm = {
            .m = TOKENS, .n = weights[i].columns, .k = weights[i].depth, .batch = 1, .output_bytes = 2};
        expect_equal(weights[i].name, worked.seconds, device_gemm(&scenario.gpu, gemm));
        (void)fprintf(out, "| %s | %d x %d x %d | %d x %d | %.0f | %.2f | %.2f | %.0f µs | %.0f %% |\n",
                      weights[i].name, TOKENS, weights[i].columns, weights[i].depth, worked.tile_rows,
                      worked.tile_columns, worked.tiles, worked.waves, worked.counted, 1e6 * worked.seconds,
                      100 * flops / worked.seconds / PEAK);
        assert_int_equal(worked.split, 1);
    }
    (void)fclose(out);
    hold_table("<!-- products: made by RINGSIDE_GOLDEN=write test_worked_example -->\n", table);
}

/* ---- A layer ---- */

struct both {
    double forward, backward;
};

static struct both worked_products(const struct scenario *scenario)
{
    const struct gemm_rates rates = device_gemm_rates(&scenario->gpu, scenario->strategy.precision);
    struct both sum = {0, 0};
    for (int i = 0; i < WEIGHTS; i++) {
        const double columns = weights[i].columns;
        const double depth = weights[i].depth;
        const double forward = worked_product(TOKENS, columns, depth, 2).seconds;
        const double data = worked_product(TOKENS, depth, columns, 2).seconds;
        const double weight = worked_product(columns, depth, TOKENS, 4).seconds / 0.95;
        const struct product product = {.rows = TOKENS, .n = columns, .k = depth, .batch = 1, .gradient_bytes = 4};
        const struct product_time time = product_time(&rates, &product);
        expect_equal(weights[i].name, forward + data + weight,
                     time.forward + time.data_gradient + time.weight_gradient);
        sum.forward += forward;
        sum.backward += data + weight;
    }
    return sum;
}

/* Eight heads of 128 on 8,192 tokens that see half of each other. */
static struct both worked_attention(void)
{
    const double flops = 4.0 * QUERIES * TOKENS * TOKENS / 2;
    const double reach = TOKENS / (TOKENS + 600.0) * PEAK;
    return (struct both){flops / (0.58 * reach) + LAUNCH, 2.5 * flops / (0.48 * reach) + 3 * LAUNCH};
}

/* Norms and residuals on an eighth of the hidden values, the gate of the MLP, and the rotation of queries and keys. */
static struct both worked_passes(void)
{
    const double rotated = 6.0 * (QUERIES + 128);
    const double forward = 16.0 * HIDDEN / 8 + 6.0 * FFN + rotated;
    const double backward = 22.0 * HIDDEN / 8 + 10.0 * FFN + rotated;
    return (struct both){TOKENS * forward / STREAM + 8 * LAUNCH, TOKENS * backward / STREAM + 12 * LAUNCH};
}

static void write_both(FILE *out, const char *name, struct both both, const char *how)
{
    (void)fprintf(out, "| %s | %.2f ms | %.2f ms | %s |\n", name, 1e3 * both.forward, 1e3 * both.backward, how);
}

static void a_layer_is_products_a_core_and_passes(void **state)
{
    const struct scenario scenario = example_scenario();
    const struct both products = worked_products(&scenario);
    const struct both core = worked_attention();
    const struct both passes = worked_passes();
    const struct both all = {products.forward + core.forward + passes.forward,
                             products.backward + core.backward + passes.backward};
    const struct layer_time time = layer_time(&scenario, LAYER_DENSE);
    char *table = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&table, &size);
    (void)state;
    expect_equal("forward", all.forward, time.forward);
    expect_equal("backward", all.backward, time.backward);
    (void)fputs("| of one layer and micro-batch | forward | backward | how |\n|---|---|---|---|\n", out);
    write_both(out, "four weights", products, "tiles and waves; backward two products for each");
    write_both(out, "attention core", core, "FLOPs over the rate of the kernel; backward 2.5 times as many");
    write_both(out, "passes over memory", passes, "bytes over the streaming rate, and launches");
    write_both(out, "**on the GPU**", all, "");
    (void)fclose(out);
    hold_table("<!-- layer: made by RINGSIDE_GOLDEN=write test_worked_example -->\n", table);
}

/* ---- Collectives ---- */

/* A ring in Simple on Hopper: its steps, of which some leave the domain, and bytes at the rate of its link. */
struct worked_ring {
    const char *name;
    double steps, crossings, moved, rate;
};

static double worked_ring(FILE *out, const struct worked_ring *ring)
{
    static const double FLOOR = 4.4e-6, HOP = 0.855e-6, ONCE = 12.4, STEP = 3.11;
    static const double CROSSING = 12e-6 * (1 + 0.08); /* by two channels, all that one NIC has */
    const double hops = HOP * (ONCE + (ring->steps - ring->crossings) * STEP);
    const double crossings = ring->crossings * CROSSING;
    const double bytes = ring->moved / ring->rate;
    (void)fprintf(out, "| %s | %.1f µs | %.1f µs | %.1f µs | %.0f µs | **%.0f µs** |\n", ring->name, 1e6 * FLOOR,
                  1e6 * hops, 1e6 * crossings, 1e6 * bytes, 1e6 * (FLOOR + hops + crossings + bytes));
    return FLOOR + hops + crossings + bytes;
}

static void a_ring_is_a_floor_hops_and_bytes(void **state)
{
    const struct scenario scenario = example_scenario();
    const struct result result = evaluate_all(&scenario);
    const struct training *training = &result.training;
    const double bucket = training->dp.message / (training->dp.count / 2); /* as many gathers as scatters */
    const struct worked_ring gather = {"TP: all-gather of 134 MB, 8 GPUs of a node", 7, 0,
                                       (7 + 0.58) / 8 * training->tp.message, 0.841 * 450e9};
    const struct worked_ring scatter = {"DP: reduce-scatter of one bucket, 4 nodes", 3, 3, 3.0 / 4 * bucket,
                                        0.98 * 50e9};
    char *table = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&table, &size);
    (void)state;
    (void)fputs("| ring in Simple | floor | hops | crossings | bytes | in all |\n|---|---|---|---|---|---|\n", out);
    expect_equal("TP", worked_ring(out, &gather), training->tp.cost.seconds);
    expect_equal("DP", worked_ring(out, &scatter), training->dp.cost.seconds);
    (void)fclose(out);
    hold_table("<!-- rings: made by RINGSIDE_GOLDEN=write test_worked_example -->\n", table);
}

/* Bus bandwidth on ten nodes of 8 H100 with a NIC of 50 GB/s for each: xxrjun/nccl-tests-cluster, example-cluster01,
 * NCCL 2.29.2. Gathers of 8.59 GB took 83.44, 43.08 and 26.72 ms with 2, 4 and 8 GPUs of each node; with one, an
 * all-reduce 316.9 ms. */
static const struct {
    int members;
    double measured;
} rails[] = {{1, 48.8e9}, {2, 97.8e9}, {4, 194.4e9}, {8, 317.5e9}};

static void bus_bandwidth_grows_with_the_nics_of_the_members(void **state)
{
    static const double SIZE = 8.59e9;
    const struct scenario scenario = scenario_with("cluster.gpus=80");
    char *table = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&table, &size);
    (void)state;
    (void)fputs("| GPUs of each node | their NICs | forecast | measured |\n|---|---|---|---|\n", out);
    for (size_t i = 0; i < sizeof rails / sizeof rails[0]; i++) {
        const int members = rails[i].members;
        const struct group group = group_place(&scenario.cluster, 10 * members, 8 / members);
        const double seconds = collective_time(OP_ALL_GATHER, SIZE, &group, &scenario).seconds;
        const double forecast = collective_bus_bandwidth(OP_ALL_GATHER, SIZE, group.ranks, seconds);
        assert_int_equal(group.members, members);
        assert_true(fabs(forecast / rails[i].measured - 1) < 0.06);
        (void)fprintf(out, "| %d | %d GB/s | %.1f GB/s | %.1f GB/s |\n", members, members * 50, 1e-9 * forecast,
                      1e-9 * rails[i].measured);
    }
    (void)fclose(out);
    hold_table("<!-- rails: made by RINGSIDE_GOLDEN=write test_worked_example -->\n", table);
}

/* ---- A decode step over TP ---- */

static double decode_time(int tp)
{
    char settings[80];
    (void)snprintf(settings, sizeof settings, "mode=decode decode.batch=16 decode.context=4096 cluster.gpus=8 tp=%d",
                   tp);
    struct scenario scenario = scenario_with(settings);
    scenario.gpu.hbm_capacity = 1e12; /* so that sixteen sequences fit on one card, too */
    return evaluate(&scenario).step;
}

/* What the line through TP 1 and TP 8 says of TP 2 and 4 is within a few percent of the forecast. */
static void a_decode_step_is_a_line_over_one_over_tp(void **state)
{
    const double one = decode_time(1);
    const double eight = decode_time(8);
    const double divided = (one - eight) / (1 - 1.0 / 8);
    const double fixed = one - divided;
    char *table = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&table, &size);
    (void)state;
    (void)fprintf(out, "| TP | forecast | %.1f ms + %.1f ms / TP | times TP 1 | of the line |\n|---|---|---|---|---|\n",
                  1e3 * fixed, 1e3 * divided);
    for (int tp = 1; tp <= 8; tp *= 2) {
        const double forecast = decode_time(tp);
        const double line = fixed + divided / tp;
        (void)fprintf(out, "| %d | %.1f ms | %.1f ms | %.2f | %.2f |\n", tp, 1e3 * forecast, 1e3 * line, one / forecast,
                      one / line);
        assert_true(fabs(line / forecast - 1) < 0.05);
    }
    (void)fclose(out);
    hold_table("<!-- decode: made by RINGSIDE_GOLDEN=write test_worked_example -->\n", table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_is_tiles_dealt_in_waves),
        cmocka_unit_test(a_layer_is_products_a_core_and_passes),
        cmocka_unit_test(a_ring_is_a_floor_hops_and_bytes),
        cmocka_unit_test(bus_bandwidth_grows_with_the_nics_of_the_members),
        cmocka_unit_test(a_decode_step_is_a_line_over_one_over_tp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
