/* test_analysis.c: sweep, solve, search and collective as a user runs them. */
#include "cli/commands.h"
#include "command_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Run a line whose output is a JSON document without fault. */
static struct printed run_json(const char *line, int status)
{
    struct printed run = command_run(line);
    if (run.status != status || json_wrong(run.output) != NULL) {
        fail_msg("%s: exit %d, expected %d; wrong from here on:\n%s", line, run.status, status,
                 json_wrong(run.output) == NULL ? "" : json_wrong(run.output));
    }
    return run;
}

static void expect_near(double got, double expected, double tolerance)
{
    if (!(fabs(got / expected - 1) <= tolerance)) {
        fail_msg("%.12g, expected %.12g, off by %.3g", got, expected, got / expected - 1);
    }
}

static void a_sweep_agrees_with_a_report_of_each_value(void **state)
{
    (void)state;
    struct printed sweep =
        run_json("sweep --over nic.bandwidth=25GB/s:100GB/s:pow2 --show step.time,mfu --format json", EXIT_DONE);
    static const char *const rates[] = {"25GB/s", "50GB/s", "100GB/s"};
    for (int i = 0; i < 3; i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "report --format json --set nic.bandwidth=%s", rates[i]);
        struct printed report = command_run(line);
        const struct json_value row = json_item(json_document(sweep.output), i);
        const struct json_value metrics = json_get(row, "metrics");
        assert_true(json_is(json_get(row, "valid"), "true"));
        assert_true(json_double(json_get(metrics, "step.time")) == report_metric(&report, "step.time"));
        assert_true(json_double(json_get(metrics, "mfu")) == report_metric(&report, "mfu"));
        printed_free(&report);
    }
    assert_null(json_item(json_document(sweep.output), 3).text);
    printed_free(&sweep);
}

static void a_value_that_cannot_run_stays_with_its_reason(void **state)
{
    (void)state;
    command_check("sweep --over tp=1:3:lin --show step.time --format csv", EXIT_DONE, "\n3,false,,",
                  "512 at tp 1, 256 at tp 2");
    command_check("sweep --over tp=1:3:lin --show step.time --format csv", EXIT_DONE, "TP 3 does not divide 64 heads",
                  "follows");
    command_check("sweep --over tp=1:3:lin", EXIT_DONE, "TP 3 does not divide 64 heads", "");
    command_check("sweep --over tp=3:3", EXIT_ANSWER_NO, "TP 3 does not divide 64 heads", "");
    command_check("sweep --over recompute --show mfu --format csv", EXIT_DONE, "\nselective,true,0.", "");
}

static void a_sweep_takes_named_values_and_says_what_it_leaves_out(void **state)
{
    (void)state;
    command_check("sweep --over cluster.gpus=1024,1536 --show dp.size --format csv", EXIT_DONE,
                  "cluster.gpus,valid,dp.size,reason\n1024,true,128,\n1536,true,192,\n", "");
    command_check("sweep --over cluster.gpus=1024:1536", EXIT_DONE, "\n1024 ",
                  "powers of two end at 1024, short of 1536; name values (cluster.gpus=1024,1536)");
    command_check("sweep --over decode.batch=1,2", EXIT_DONE, "decode.batch",
                  "decode.batch changes nothing in mode training; it takes --mode decode");
}

/* Without --show a sweep has what its rows pay for, and the batch where it is not the same in all of them. */
static void a_sweep_shows_what_its_rows_differ_in(void **state)
{
    (void)state;
    command_check("sweep --over pp=1,2", EXIT_DONE, "batch.global  pp.exposed  pp.bubble  memory.total", "");
    command_check("sweep --over nic.bandwidth=400Gb/s,800Gb/s --set zero=3 --set tp=1 --set sp=off", EXIT_DONE,
                  "dp.exposed  fsdp.exposed  memory.total", "");
    command_check("sweep --over nic.bandwidth=400Gb/s,800Gb/s", EXIT_DONE, "dp.exposed  memory.total", "");
    command_check("sweep --over global_batch=64,128", EXIT_DONE, "dp.exposed  memory.total", "");
}

static void a_sweep_that_makes_no_sense_is_bad_input(void **state)
{
    (void)state;
    command_check("sweep", EXIT_BAD_INPUT, "", "--over is missing");
    command_check("sweep --over tpp=1:2", EXIT_BAD_INPUT, "", "did you mean");
    command_check("sweep --over tp=1:2 --show nothing.at.all", EXIT_BAD_INPUT, "", "ringside sweep: --show:");
}

/* The whiteboard's 48.24 GB/s: 2(n-1)/n 2 B a parameter in the 4 FLOPs a parameter and token of one backward pass. */
#define WHITEBOARD \
    "--scenario 'Whiteboard 70B, data parallel' --set tp=8 --set cluster.gpus=8192 --set global_batch=1024 "

static void solve_tells_the_bandwidth_of_the_whiteboard(void **state)
{
    (void)state;
    command_check("solve " WHITEBOARD "--for nic.bandwidth --where dp.exposed<=0", EXIT_DONE, "nic.bandwidth = 48.24",
                  "");
    struct printed run =
        run_json("solve " WHITEBOARD "--for nic.bandwidth --where dp.exposed<=0 --format json", EXIT_DONE);
    const struct json_value document = json_document(run.output);
    expect_near(json_double(json_get(document, "nic.bandwidth")), 1023.0 / 1024 * 0.40 * 989e12 / 8192, 2e-9);
    assert_true(json_is(json_get(document, "end"), "\"found\""));
    printed_free(&run);
}

static void solve_says_when_there_is_no_boundary(void **state)
{
    (void)state;
    command_check("solve --for nic.bandwidth --where mfu>=90%", EXIT_ANSWER_NO, "mfu>=90% never holds", "");
    command_check("solve --for nic.bandwidth --where mfu>=90%", EXIT_ANSWER_NO, "greatest: mfu is ", "");
    command_check("solve --for nic.bandwidth --where mfu>=0.1%", EXIT_ANSWER_NO, "always holds", "");
    command_check("solve --for nic.bandwidth --where mfu>=0.1% --least --format csv", EXIT_DONE, ",found,", "");
    command_check("solve --for nic.bandwidth --where mfu>=90% --format csv", EXIT_ANSWER_NO, "\n,never,,0,", "");
    command_check("solve --set tp=6 --for nic.bandwidth --where mfu>=90%", EXIT_ANSWER_NO, "none can run", "");
    /* TP 1, 2 and 4 of 1, 2, 4, ... 64 would do, but TP 4 has 70.6 GB of weights and gradients alone */
    command_check("solve --for tp --where mfu>=50%", EXIT_ANSWER_NO, "for tp from 1 to 64 within memory\n", "");
    command_check("solve --for tp --where mfu>=50%", EXIT_ANSWER_NO,
                  "3 of the 7 values would do, but do not fit in memory", "");
}

/* 64 GPUs: TP 8 leaves 8 replicas of 8 micro-batches of one sequence, TP 16 leaves 4. */
static void steps_of_different_work_are_said_to_be_so(void **state)
{
    (void)state;
    static const char follows[] = "the global batch follows: 64 at tp 8, 32 at tp 16; --set global_batch=64 holds it\n";
    command_check("solve --for tp --where step.time<=8s", EXIT_DONE, follows, "");
    command_check("sweep --over tp=8,16 --show step.time", EXIT_DONE, follows, "");
    command_check("sweep --over tp=8,16 --show step.time --format csv", EXIT_DONE, "tp,valid,step.time,reason\n8,true,",
                  follows);
    command_check("solve --for tp --where step.time<=8s --format json", EXIT_DONE, "\"tp\": 16", follows);
    struct printed held = command_run("sweep --over tp=8,16 --set global_batch=64 --show step.time");
    struct printed memory = command_run("solve --for tp --where memory.total<=80GB");
    assert_null(strstr(held.output, "follows"));
    assert_null(strstr(memory.output, "follows"));
    printed_free(&held);
    printed_free(&memory);
}

/* The automatic batch is 64 sequences: as a number it is asked about like one that was typed. */
static void an_automatic_value_is_the_number_that_it_comes_to(void **state)
{
    (void)state;
    command_check("solve --for global_batch --where step.time<=8s", EXIT_DONE, "at present global_batch is auto (64)",
                  "");
    struct printed automatic = command_run("solve --for global_batch --where step.time<=8s --format csv");
    struct printed typed =
        command_run("solve --for global_batch --where step.time<=8s --set global_batch=64 --format csv");
    assert_string_equal(automatic.output, typed.output);
    printed_free(&automatic);
    printed_free(&typed);
}

static void a_condition_on_a_parameter_says_how_it_is_set(void **state)
{
    (void)state;
    command_check("search --where tp<=4", EXIT_BAD_INPUT, "",
                  "\"tp\": that is a parameter, not a figure: --set tp=4, and of a search --hold tp");
}

static void a_question_that_makes_no_sense_is_bad_input(void **state)
{
    (void)state;
    command_check("solve --where mfu>=40%", EXIT_BAD_INPUT, "", "--for is missing");
    command_check("solve --for decode.context --where memory.fits=yes", EXIT_ANSWER_NO, "always holds",
                  "decode.context changes nothing in mode training");
    command_check("solve --for nic.bandwith --where mfu>=40%", EXIT_BAD_INPUT, "", "did you mean nic.bandwidth?");
    command_check("solve --for nic.bandwidth", EXIT_BAD_INPUT, "", "--where is missing");
    command_check("solve --for nic.bandwidth --where mfuu>=40%", EXIT_BAD_INPUT, "", "did you mean mfu?");
    command_check("solve --for nic.bandwidth --where mfu>=40GB", EXIT_BAD_INPUT, "", "40GB");
}

static void the_winner_of_a_search_is_what_a_report_of_it_says(void **state)
{
    (void)state;
    struct printed run = run_json("search --top 2 --format json", EXIT_DONE);
    const struct json_value document = json_document(run.output);
    const struct json_value winner = json_item(json_get(document, "best"), 0);
    static const char *const keys[] = {"tp", "sp", "pp", "vp", "cp", "ep", "zero", "micro_batch", "recompute"};
    char line[400] = "report --format json --set global_batch=64";
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct json_value value = json_get(json_get(winner, "inputs"), keys[i]);
        const int quotes = value.text[0] == '"' ? 1 : 0;
        const size_t used = strlen(line);
        (void)snprintf(line + used, sizeof line - used, " --set %s=%.*s", keys[i], value.length - 2 * quotes,
                       value.text + quotes);
    }
    struct printed report = command_run(line);
    assert_int_equal(report.status, EXIT_DONE);
    assert_true(report_metric(&report, "step.time") == json_double(json_get(json_get(winner, "metrics"), "step.time")));
    const double first = json_double(json_get(json_get(winner, "metrics"), "step.time"));
    const struct json_value second = json_item(json_get(document, "best"), 1);
    assert_true(first <= json_double(json_get(json_get(second, "metrics"), "step.time")));
    assert_true(json_double(json_get(document, "priced")) > json_double(json_get(document, "fit")));
    printed_free(&report);
    printed_free(&run);
}

static void a_search_tells_what_decides_and_what_would_fit_best(void **state)
{
    (void)state;
    command_check("search", EXIT_DONE, "decided by  ", "");
    command_check("search --top 1", EXIT_DONE, "given       tp=8 sp=on pp=1 vp=1 cp=1 ep=1 zero=1 ", "");
    command_check("search --top 1", EXIT_DONE, ", most by TP all-reduce: 2.38 s against ", "");
    command_check("search --objective tokens_per_second_per_gpu --top 1 --format csv", EXIT_DONE, "\n1,", "");
    command_check("search --set gpu.hbm_capacity=10GB", EXIT_ANSWER_NO, "none fits: the leanest needs", "");
    command_check("search --set gpu.hbm_capacity=10GB --format json", EXIT_ANSWER_NO, "\"best\": []", "");
    command_check("search --objective dp.algorithm", EXIT_BAD_INPUT, "", "no quantity");
    command_check("search --top 1 --hold zero,cp", EXIT_DONE, "cp=1 ep=1 zero=1 ", "");
    command_check("search --top 1 --hold zero,cp", EXIT_DONE, "not varied, but as given: zero,cp\n", "");
    command_check("search --hold nic.bandwidth", EXIT_BAD_INPUT, "", "is not varied; what is: cp, tp,");
    command_check("search --objective mfuu", EXIT_BAD_INPUT, "", "did you mean mfu?");
    command_check("search --top 0", EXIT_BAD_INPUT, "", "from 1 to 100");
    command_check("search --top 101", EXIT_BAD_INPUT, "", "from 1 to 100");
}

/* 64 GPUs hold 21 replicas of TP 3, and auto is 8 micro-batches of one sequence each: 168. */
/* A card that is full to the brim is no layout to start a run on; what is held may be what costs most. */
static void a_search_warns_of_full_cards_and_names_settings_that_it_holds(void **state)
{
    (void)state;
    command_check("search --top 2", EXIT_DONE, "near limit  1 of these fill over 95 % of the memory", "");
    command_check("search --top 1", EXIT_DONE, "--where 'memory.total<=81GB' ranks those that leave room", "");
    command_check("search --top 30", EXIT_DONE, " is the first that leaves room", "");
    struct printed roomy = command_run("search --top 2 --where memory.total<=70GB");
    assert_null(strstr(roomy.output, "near limit"));
    printed_free(&roomy);
    command_check("search --top 1 --model mixtral8x22b --set cluster.gpus=256 --set recompute=full", EXIT_DONE,
                  "not varied  a setting changed alone saves the winner: ", "");
}

/* The band of the opening scenario is 5 to 6 %, and steps of its best twenty layouts differ by less than 4 %. */
static void a_search_says_which_rows_a_forecast_cannot_tell_apart(void **state)
{
    (void)state;
    struct printed best = command_run("search --top 20");
    assert_non_null(strstr(best.output, "by which a forecast may be off: 19 of the other 19;"));
    printed_free(&best);
    struct printed alone = command_run("search --top 1");
    assert_null(strstr(alone.output, "too close"));
    printed_free(&alone);
    struct printed memory = command_run("search --top 20 --objective memory.total");
    assert_null(strstr(memory.output, "too close"));
    printed_free(&memory);
}

/* Without a range a slider's values are meant: those that can run. */
static void a_sweep_of_a_key_alone_takes_what_can_run(void **state)
{
    (void)state;
    struct printed run = command_run("sweep --over tp --model gpt2 --show step.time --format csv");
    assert_non_null(strstr(run.output, "\n4,true,"));
    assert_null(strstr(run.output, ",false,"));
    printed_free(&run);
    command_check("sweep --over tp --over pp", EXIT_BAD_INPUT, "", "--over is given twice");
    command_check("sweep --over tp --over tp --format csv --format json", EXIT_DONE, "\"valid\": true", "follows");
}

static void a_search_says_what_it_holds_and_why_the_given_strategy_cannot_run(void **state)
{
    (void)state;
    command_check("search --top 1 --set tp=3", EXIT_DONE, "cannot run, so others are searched: TP 3 does not divide",
                  "");
    command_check("search --top 1 --set tp=3", EXIT_DONE,
                  "held at 168 seq, which is auto for the given DP 21 and micro-batch 1;", "");
    command_check("search --top 1 --set tp=3", EXIT_DONE, "recompute=none global_batch=168", "");
    command_check("search --top 1 --set tp=3 --format csv", EXIT_DONE, ",none,168,", "");
    command_check("search --top 1 --set tp=3 --format json", EXIT_DONE, "\"TP 3 does not divide 64 heads", "");
    struct printed typed = command_run("search --top 1 --set global_batch=64");
    assert_null(strstr(typed.output, "held"));
    assert_null(strstr(typed.output, "cannot run"));
    printed_free(&typed);
}

/* At line rate and without latency a ring of eight carries 2 * 7/8 of the array at 450 GB/s. */
#define LINE_RATE "--set link.basis=direction --set scaleup.latency=0s --set nic.latency=0s "

static void a_collective_is_timed_by_hand(void **state)
{
    (void)state;
    struct printed run = run_json("collective all-reduce --ranks 8 --sizes 1GB " LINE_RATE "--format json", EXIT_DONE);
    const struct json_value row = json_item(json_get(json_document(run.output), "rows"), 0);
    expect_near(json_double(json_get(row, "size")), 1e9, 0);
    expect_near(json_double(json_get(row, "time")), 2 * 7.0 / 8 * 1e9 / 450e9, 1e-12);
    expect_near(json_double(json_get(row, "busbw")), 450e9, 1e-12);
    expect_near(json_double(json_get(row, "algbw")), 450e9 / (2 * 7.0 / 8), 1e-12);
    printed_free(&run);
    /* One GPU of each of two domains: the NIC's 50 GB/s are all there is. */
    run = run_json("collective ag --ranks 2 --per-node 1 --sizes 1GB " LINE_RATE "--format json", EXIT_DONE);
    const struct json_value across = json_item(json_get(json_document(run.output), "rows"), 0);
    expect_near(json_double(json_get(across, "busbw")), 50e9, 1e-12);
    assert_true(json_is(json_get(across, "link"), "\"NIC\""));
    printed_free(&run);
}

/* A program that reads a table later knows what it is of; a person, that one server is not all of a cluster. */
static void a_collective_says_what_it_is_of(void **state)
{
    (void)state;
    struct printed run = run_json("collective ar --cluster '8x MI300X' --sizes 1GB --format json", EXIT_DONE);
    const struct json_value table = json_document(run.output);
    assert_true(json_is(json_get(table, "cluster"), "\"8x MI300X\""));
    assert_true(json_is(json_get(table, "gpu"), "\"MI300X\""));
    assert_true(json_is(json_get(table, "links"), "\"achieved\""));
    assert_true(json_is(json_get(table, "rings"), "\"rail\""));
    assert_true(json_is(json_get(table, "library"), "\"auto\""));
    printed_free(&run);
    command_check("collective ar --cluster '8x MI300X' --sizes 1GB", EXIT_DONE, "--ranks 8 is one domain", "");
    for (const char *const *line = (const char *const[]){"--ranks 64", "--per-node 4", "--set cluster.gpus=8", NULL};
         *line != NULL; line++) {
        char words[128];
        (void)snprintf(words, sizeof words, "collective ar --cluster '8x MI300X' --sizes 1GB %s", *line);
        run = command_run(words);
        assert_null(strstr(run.output, "is one domain"));
        printed_free(&run);
    }
}

static void sizes_are_those_of_nccl_tests(void **state)
{
    (void)state;
    struct printed run = command_run("collective all_reduce --format csv");
    int rows = 0;
    for (const char *line = strchr(run.output, '\n'); line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n')) {
        rows++;
    }
    assert_int_equal(rows, 30); /* 8 B to 4 GiB, doubling: the next would pass 8 GB */
    assert_non_null(strstr(run.output, "\n4294967296,"));
    printed_free(&run);
    command_check("collective alltoall --sizes 1KiB:1MiB:x32 --format csv", EXIT_DONE, "\n32768,", "");
    command_check("collective sendrecv --ranks 2 --sizes 1MiB", EXIT_DONE, "direct", "");
    command_check("collective Reduce-Scatter --sizes 1MiB", EXIT_DONE, "reduce_scatter of 64 GPUs", "");
}

/* What nccl-tests prints is a busbw: the link that would give it prices the same collective, in a domain and across. */
static void a_measured_rate_of_the_bus_gives_the_link_that_has_it(void **state)
{
    static const char *const lines[] = {"collective ar --ranks 8 --sizes 1GB ", "collective ar --ranks 64 --sizes 1GB ",
                                        "collective alltoall --ranks 16 --sizes 1GB "};
    static const double rates[] = {300e9, 90e9, 20e9};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "%s--measured %gB/s --format json", lines[i], rates[i]);
        struct printed run = run_json(line, EXIT_DONE);
        const struct json_value measured = json_get(json_document(run.output), "measured");
        const char *key = i == 0 ? "scaleup.bandwidth" : "nic.bandwidth";
        expect_near(json_double(json_get(measured, "busbw")), rates[i], 1e-9);
        (void)snprintf(line, sizeof line, "%s--format json --set %s=%.17gB/s", lines[i], key,
                       json_double(json_get(measured, "value")));
        struct printed fitted = run_json(line, EXIT_DONE);
        const struct json_value row = json_item(json_get(json_document(fitted.output), "rows"), 0);
        expect_near(json_double(json_get(row, "busbw")), rates[i], 1e-6);
        printed_free(&fitted);
        printed_free(&run);
    }
    command_check("collective ar --ranks 8 --sizes 1kB --measured 5ms", EXIT_DONE, "No rate of a link", "");
    command_check("collective ar --ranks 8 --sizes 1GB --measured 300", EXIT_BAD_INPUT, "", "has no unit");
}

/* Two DGX H100, whose NICs have 50 GB/s each: a ring that crosses by one of eight has at most that of the bus, which is
 * far below any NVLink, whatever the forecast on all NICs waits for. Sums in the NVSwitches send each byte once, not
 * 30/16 times. */
static void a_rate_that_one_nic_has_is_laid_to_the_network(void **state)
{
    static const char *const lines[] = {"collective all_gather --ranks 16 --sizes 1GB --measured 45GB/s",
                                        "collective broadcast --ranks 16 --sizes 1GB --measured 40GB/s",
                                        "collective all_reduce --ranks 16 --sizes 1GB --measured 90GB/s"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "%s --format json", lines[i]);
        struct printed run = run_json(line, EXIT_DONE);
        const struct json_value measured = json_get(json_document(run.output), "measured");
        assert_true(json_is(json_get(measured, "parameter"), "\"nic.bandwidth\""));
        expect_near(json_double(json_get(measured, "nics")), 1, 0);
        printed_free(&run);
        command_check(lines[i], EXIT_DONE, "as if 1 of 8 NICs a node carried it", "");
    }
    struct printed inside = run_json("collective ar --ranks 8 --sizes 1GB --measured 45GB/s --format json", EXIT_DONE);
    const struct json_value measured = json_get(json_document(inside.output), "measured");
    assert_true(json_is(json_get(measured, "parameter"), "\"scaleup.bandwidth\""));
    assert_true(json_is(json_get(measured, "nics"), "null"));
    printed_free(&inside);
}

/* No latency makes a collective quicker than a forecast that is too slow on links of any rate. */
static void what_is_quicker_than_any_link_is_not_laid_to_latency(void **state)
{
    (void)state;
    command_check("collective ar --ranks 8 --sizes 1kB --measured 100ns", EXIT_DONE, "no link is as quick", "");
    command_check("collective ar --ranks 8 --sizes 1kB --measured 5ms", EXIT_DONE, "it is latency", "");
}

/* FastChat pull request 9: 2 GB over two nodes of four in 688 ms, 5.09 GB/s of the bus. torchtitan issue 708: 8B on 32
 * H100 at 1786 tokens a second, which is neither its arithmetic nor its network. */
static void a_measured_time_is_put_beside_the_forecast(void **state)
{
    (void)state;
    struct printed run =
        run_json("collective ar --ranks 8 --per-node 4 --sizes 2GB --measured 688ms --format json", EXIT_DONE);
    struct json_value measured = json_get(json_document(run.output), "measured");
    expect_near(json_double(json_get(measured, "busbw")), 5.087e9, 1e-3);
    assert_true(json_is(json_get(measured, "verdict"), "\"unexplained\""));
    printed_free(&run);
    command_check("collective ar --ranks 8 --per-node 4 --sizes 2GB --measured 688ms", EXIT_DONE,
                  "5.09 GB/s of the bus", "");
    run = run_json("report --model 'Llama 3 8B' --set tp=1 --set sp=off --set zero=3 --set cluster.gpus=32 "
                   "--set global_batch=32 --measured tokens_per_second_per_gpu=1786 --format json",
                   EXIT_DONE);
    measured = json_get(json_document(run.output), "measured");
    assert_true(json_double(json_get(measured, "slowness")) > 3);
    assert_true(json_is(json_get(measured, "verdict"), "\"unexplained\""));
    printed_free(&run);
    command_check("report --measured step.time=9s", EXIT_DONE, "\n\nmeasured\n  step.time: 9.00 s measured, MFU ", "");
    command_check("report --measured step.time=9s", EXIT_DONE, "The forecast is of a global batch of 64 sequences", "");
    run = command_run("report --measured step.time=9s");
    const char *verdict = strstr(run.output, "\nmeasured\n");
    const char *step = strstr(run.output, "\nstep\n");
    const char *notes = strstr(run.output, "\nnotes\n");
    assert_true(verdict < step && step < strstr(run.output, "\nfigures\n"));
    assert_true(notes == NULL || notes < strstr(run.output, "\nfigures\n"));
    printed_free(&run);
    command_check("report --measured step.time=9s --format csv", EXIT_DONE, "note,\"step.time: 9.00 s measured", "");
    command_check("report", EXIT_DONE, "accuracy.band", "");
}

static void a_measured_time_that_makes_no_sense_is_bad_input(void **state)
{
    (void)state;
    command_check("report --measured step.time", EXIT_BAD_INPUT, "", "like step.time=4.6s");
    command_check("report --measured mfu=31", EXIT_BAD_INPUT, "", "that is 3100 %: write 31% or 0.31");
    command_check("report --measured 'step.time<=9s'", EXIT_BAD_INPUT, "", "like step.time=4.6s");
    command_check("report --measured step.time=0s", EXIT_BAD_INPUT, "", "what was measured is greater than 0");
    command_check("report --measured dp.algorithm=ring", EXIT_BAD_INPUT, "", "like step.time=4.6s");
    command_check("report --measured decode.time=9ms", EXIT_BAD_INPUT, "", "decode.time does not apply");
    command_check("report --measured stepp.time=9s", EXIT_BAD_INPUT, "", "step.time");
    command_check("collective ar --measured 9ms", EXIT_BAD_INPUT, "", "of one size");
    command_check("collective ar --sizes 1MiB --measured 9MB", EXIT_BAD_INPUT, "", "like 688ms");
}

static void a_collective_that_makes_no_sense_is_bad_input(void **state)
{
    (void)state;
    command_check("collective", EXIT_BAD_INPUT, "", "OPERATION is missing");
    command_check("collective all_you_can_eat", EXIT_BAD_INPUT, "", "all_reduce, all_gather");
    command_check("collective ar --sizes 8:", EXIT_BAD_INPUT, "", "like 8:8GB:x2");
    command_check("collective ar --sizes 8:4", EXIT_BAD_INPUT, "", "like 8:8GB:x2");
    command_check("collective ar --sizes 8:8GB:x1", EXIT_BAD_INPUT, "", "like 8:8GB:x2");
    command_check("collective ar --sizes 8:8GB:x1.000001", EXIT_BAD_INPUT, "", "like 8:8GB:x2");
    command_check("collective ar --sizes 8:8GB:x2:x3", EXIT_BAD_INPUT, "", "like 8:8GB:x2");
    command_check("collective ar --ranks 1", EXIT_BAD_INPUT, "", "from 2 to 64");
    command_check("collective ar --ranks 65", EXIT_BAD_INPUT, "", "from 2 to 64");
    command_check("collective ar --ranks 65", EXIT_BAD_INPUT, "", "has 64 GPUs: --set cluster.gpus=65\n");
    command_check("collective ar --per-node 9", EXIT_BAD_INPUT, "", "from 1 to 8");
    command_check("collective ar --set cluster.gpus=1 --set tp=1", EXIT_BAD_INPUT, "", "one GPU");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_agrees_with_a_report_of_each_value),
        cmocka_unit_test(a_value_that_cannot_run_stays_with_its_reason),
        cmocka_unit_test(a_sweep_takes_named_values_and_says_what_it_leaves_out),
        cmocka_unit_test(a_sweep_shows_what_its_rows_differ_in),
        cmocka_unit_test(a_sweep_that_makes_no_sense_is_bad_input),
        cmocka_unit_test(solve_tells_the_bandwidth_of_the_whiteboard),
        cmocka_unit_test(solve_says_when_there_is_no_boundary),
        cmocka_unit_test(steps_of_different_work_are_said_to_be_so),
        cmocka_unit_test(an_automatic_value_is_the_number_that_it_comes_to),
        cmocka_unit_test(a_condition_on_a_parameter_says_how_it_is_set),
        cmocka_unit_test(a_question_that_makes_no_sense_is_bad_input),
        cmocka_unit_test(the_winner_of_a_search_is_what_a_report_of_it_says),
        cmocka_unit_test(a_search_tells_what_decides_and_what_would_fit_best),
        cmocka_unit_test(a_search_warns_of_full_cards_and_names_settings_that_it_holds),
        cmocka_unit_test(a_search_says_which_rows_a_forecast_cannot_tell_apart),
        cmocka_unit_test(a_sweep_of_a_key_alone_takes_what_can_run),
        cmocka_unit_test(a_search_says_what_it_holds_and_why_the_given_strategy_cannot_run),
        cmocka_unit_test(a_collective_is_timed_by_hand),
        cmocka_unit_test(a_collective_says_what_it_is_of),
        cmocka_unit_test(sizes_are_those_of_nccl_tests),
        cmocka_unit_test(a_measured_rate_of_the_bus_gives_the_link_that_has_it),
        cmocka_unit_test(a_rate_that_one_nic_has_is_laid_to_the_network),
        cmocka_unit_test(what_is_quicker_than_any_link_is_not_laid_to_latency),
        cmocka_unit_test(a_measured_time_is_put_beside_the_forecast),
        cmocka_unit_test(a_measured_time_that_makes_no_sense_is_bad_input),
        cmocka_unit_test(a_collective_that_makes_no_sense_is_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
