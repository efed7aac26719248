/* test_explanations.c: the numbers that an explanation puts into its formula give the figure beside them.
 *
 * Every filled line is read again and worked out, with intervals: a printed number stands for all that round to it, and
 * the figure must lie among the results.
 *
 *     line      sum
 *     sum       product { ("+" | "-") product }
 *     product   factor { ("·" | "/") factor }
 *     factor    number [unit] | "(" sum ")" | ("min" | "max") "(" sum "," sum ")" | ("ceil" | "floor") "(" sum ")"
 *               | "log2" factor
 *
 * A line with any word that is neither a unit behind its number nor one of these functions is prose, and proves
 * nothing; a line without such a word must be one of these sums.
 */
#include "core/evaluate.h"
#include "core/explain.h"
#include "core/metrics.h"
#include "core/strategy.h"
#include "random_scenario.h"
#include "samples.h"
#include "scenario_text.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 2000, SCENARIOS = 400 };

/* Results that the rounding of what is printed allows. */
struct interval {
    double least, most;
};

/* ---- intervals ---- */

static struct interval of_corners(double a, double b, double c, double d)
{
    return (struct interval){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d))};
}

static struct interval sum_of(struct interval one, struct interval other)
{
    return (struct interval){one.least + other.least, one.most + other.most};
}

static struct interval difference_of(struct interval one, struct interval other)
{
    return (struct interval){one.least - other.most, one.most - other.least};
}

static struct interval product_of(struct interval one, struct interval other)
{
    return of_corners(one.least * other.least, one.least * other.most, one.most * other.least, one.most * other.most);
}

static struct interval quotient_of(struct interval one, struct interval other)
{
    if (other.least <= 0 && other.most >= 0) {
        return (struct interval){-INFINITY, INFINITY};
    }
    return of_corners(one.least / other.least, one.least / other.most, one.most / other.least, one.most / other.most);
}

/* ---- reading ---- */

struct reader {
    const char *text;
    bool prose;  /* a word was met */
    bool broken; /* it is no sum */
};

static void skip_spaces(struct reader *reader)
{
    while (*reader->text == ' ') {
        reader->text++;
    }
}

static bool take(struct reader *reader, const char *word)
{
    skip_spaces(reader);
    const size_t length = strlen(word);
    const bool found = strncmp(reader->text, word, length) == 0;
    reader->text += found ? length : 0;
    return found;
}

static bool is_letter(char letter)
{
    return isalpha((unsigned char)letter) != 0 || letter == '%' || letter == '$' || letter == '\xc2' ||
           letter == '\xb5';
}

/* A prefix before a unit, and alone. B is 1e9 in front of params and alone, and a byte elsewhere. */
static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"", 1},      {"n", 1e-9},    {"\xc2\xb5", 1e-6}, {"m", 1e-3}, {"k", 1e3},   {"M", 1e6},
                {"G", 1e9},   {"T", 1e12},    {"P", 1e15},        {"E", 1e18}, {"Z", 1e21},  {"Y", 1e24},
                {"k ", 1e3},  {"M ", 1e6},    {"B ", 1e9},        {"G ", 1e9}, {"T ", 1e12}, {"P ", 1e15},
                {"Ki", 1024}, {"Mi", 0x1p20}, {"Gi", 0x1p30}};

static const struct {
    const char *text;
    double factor;
} units[] = {{"tok/s", 1}, {"tok", 1},  {"seq", 1}, {"FLOP/s", 1}, {"FLOP", 1}, {"params", 1},
             {"GPU-h", 1}, {"days", 1}, {"$/h", 1}, {"$", 1},      {"B/s", 1},  {"B", 1},
             {"%", 0.01},  {"W", 1},    {"J", 1},   {"s", 1},      {"", 1}};

/* Whether what follows is another word: "B" is not the unit of "Batch". */
static bool ends_here(const char *text)
{
    return !is_letter(*text) || strncmp(text, "\xc2\xb7", 2) == 0;
}

/* The unit behind a number: its factor, and past it; a factor of 1 where there is none. */
static double take_unit(struct reader *reader)
{
    const char *const start = reader->text;
    skip_spaces(reader);
    if (!is_letter(*reader->text) || strncmp(reader->text, "\xc2\xb7", 2) == 0) {
        return 1;
    }
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
        for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++) {
            char word[24];
            const int length = snprintf(word, sizeof word, "%s%s", prefixes[p].text, units[u].text);
            if (length > 0 && strncmp(reader->text, word, (size_t)length) == 0 && ends_here(reader->text + length)) {
                reader->text += length;
                return prefixes[p].factor * units[u].factor;
            }
        }
    }
    reader->text = start;
    return 1;
}

/* Three digits are printed, so a whole number below 100 is exact, unless it counts percent; others are within half of
 * their last digit. */
static struct interval read_number(struct reader *reader)
{
    static const double least_rounded = 100;
    char *end = NULL;
    const char *const start = reader->text;
    const double number = strtod(start, &end);
    const char *point = memchr(start, '.', (size_t)(end - start));
    reader->text = end;
    const double factor = take_unit(reader);
    const bool exact = point == NULL && number < least_rounded && factor >= 1;
    const double half = exact ? 0 : 0.5 * pow(10, point == NULL ? 0.0 : -(double)(end - point - 1));
    return (struct interval){(number - half) * factor, (number + half) * factor};
}

static struct interval read_sum(struct reader *reader);

static struct interval read_closed(struct reader *reader)
{
    const struct interval inside = read_sum(reader);
    reader->broken |= !take(reader, ")");
    return inside;
}

/* min(a, b) and max(a, b). */
static struct interval read_choice(struct reader *reader, double (*choose)(double, double))
{
    const struct interval one = read_sum(reader);
    reader->broken |= !take(reader, ",");
    const struct interval other = read_closed(reader);
    return (struct interval){choose(one.least, other.least), choose(one.most, other.most)};
}

static struct interval read_factor(struct reader *reader)
{
    if (take(reader, "(")) {
        return read_closed(reader);
    }
    if (take(reader, "min(")) {
        return read_choice(reader, fmin);
    }
    if (take(reader, "max(")) {
        return read_choice(reader, fmax);
    }
    if (take(reader, "ceil(")) {
        const struct interval inside = read_closed(reader);
        return (struct interval){ceil(inside.least), ceil(inside.most)};
    }
    if (take(reader, "floor(")) {
        const struct interval inside = read_closed(reader);
        return (struct interval){floor(inside.least), floor(inside.most)};
    }
    if (take(reader, "log2 ")) {
        const struct interval inside = read_factor(reader);
        return (struct interval){log2(inside.least), log2(inside.most)};
    }
    if (take(reader, "-")) {
        const struct interval inside = read_factor(reader);
        return (struct interval){-inside.most, -inside.least};
    }
    if (isdigit((unsigned char)*reader->text) != 0) {
        return read_number(reader);
    }
    reader->prose |= is_letter(*reader->text);
    reader->broken = true;
    return (struct interval){NAN, NAN};
}

static struct interval read_product(struct reader *reader)
{
    struct interval product = read_factor(reader);
    while (!reader->broken) {
        if (take(reader, "\xc2\xb7")) {
            product = product_of(product, read_factor(reader));
        } else if (take(reader, "/")) {
            product = quotient_of(product, read_factor(reader));
        } else {
            break;
        }
    }
    return product;
}

static struct interval read_sum(struct reader *reader)
{
    struct interval sum = read_product(reader);
    while (!reader->broken) {
        if (take(reader, "+")) {
            sum = sum_of(sum, read_product(reader));
        } else if (take(reader, "-")) {
            sum = difference_of(sum, read_product(reader));
        } else {
            break;
        }
    }
    return sum;
}

/* Whether a line has a word: letters that no number stands before, or that are no unit of it. */
static bool has_word(const char *line)
{
    struct reader reader = {.text = line};
    while (*reader.text != '\0') {
        static const char *const functions[] = {"min(", "max(", "ceil(", "floor(", "log2 "};
        bool known = isdigit((unsigned char)*reader.text) != 0;
        if (known) {
            (void)read_number(&reader);
            continue;
        }
        for (size_t i = 0; i < sizeof functions / sizeof functions[0] && !known; i++) {
            known = take(&reader, functions[i]);
        }
        if (known || take(&reader, "\xc2\xb7")) {
            continue;
        }
        if (is_letter(*reader.text)) {
            return true;
        }
        reader.text += *reader.text != '\0' ? 1 : 0;
    }
    return false;
}

/* ---- what must hold ---- */

static long long sums_checked;

static void expect_line(const struct scenario *scenario, const struct metric *metric, double value, const char *line)
{
    char what[DESCRIPTION_LENGTH];
    if (has_word(line)) {
        return;
    }
    struct reader reader = {.text = line};
    const struct interval result = read_sum(&reader);
    skip_spaces(&reader);
    if (reader.broken || *reader.text != '\0') {
        describe(what, sizeof what, scenario);
        fail_msg("%s\n  %s: %s\n  can not be worked out from: %s", what, metric->key, line, reader.text);
    }
    const double slack = 1e-6 * fabs(value);
    if (!(value >= result.least - slack && value <= result.most + slack)) {
        describe(what, sizeof what, scenario);
        fail_msg("%s\n  %s: %s\n  gives %.6g to %.6g, and the figure is %.6g", what, metric->key, line, result.least,
                 result.most, value);
    }
    sums_checked++;
}

static void expect_explanation(const struct scenario *scenario, const struct metric *metric,
                               const struct result *result)
{
    char text[TEXT];
    const char *numbers = metric_numbers(metric, scenario);
    const double value = metric_get(metric, result);
    const bool figure = metric->kind == METRIC_QUANTITY || metric->kind == METRIC_COUNT;
    if (numbers == NULL || !figure || isnan(value)) {
        return;
    }
    assert_true(explain_fill(text, sizeof text, numbers, scenario, result) < sizeof text);
    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        if (line[0] != '\0') {
            expect_line(scenario, metric, value, line);
        }
        line = end != NULL ? end + 1 : NULL;
    }
}

static void expect_explanations(const struct scenario *scenario)
{
    const struct result result = evaluate_all(scenario);
    assert_true(result.valid);
    for (int i = 0; i < metric_count; i++) {
        expect_explanation(scenario, &metrics[i], &result);
    }
}

/* What random scenarios leave as it is. */
static void randomise_further(struct scenario *scenario, uint64_t *seed)
{
    struct strategy *strategy = &scenario->strategy;
    strategy->gather = pick(seed, 2) == 0 ? PRECISION_BF16 : PRECISION_FP8;
    strategy->combine = pick(seed, 2) == 0 ? PRECISION_BF16 : PRECISION_FP8;
    strategy->fsdp_reshard = pick(seed, 2) == 0;
    strategy->dp_bucket = pick(seed, 2) == 0 ? 0 : 25e6 * (1 + pick(seed, 20));
    strategy->recompute_share = pick(seed, 2) == 0 ? 1 : next_random(seed);
    strategy->dual_pipe = pick(seed, 2) == 0;
    strategy->zero_runs = pick(seed, 2) == 0;
    strategy->dp_copies = pick(seed, 2) == 0;
    strategy->adapters = pick(seed, 2) == 0 ? PRECISION_BF16 : PRECISION_FP32;
    strategy->optimizer_kept = pick(seed, 4) == 0 ? 4 : 0;
    strategy->optimizer_scratch = pick(seed, 4) == 0 ? 2 : 0;
    scenario->execution.mfu = pick(seed, 2) == 0 ? MFU_CAUSAL : MFU_FULL;
    scenario->model.tied = pick(seed, 3) == 0;
    scenario->model.positions = pick(seed, 4) == 0 ? 2048 : 0;
    scenario->model.gated = pick(seed, 3) != 0;
    scenario->model.params = pick(seed, 8) == 0 ? 1e9 : 0;
    scenario->model.sample_flops = pick(seed, 8) == 0 ? 1e12 : 0;
    scenario->gpu.peak_fp8 = pick(seed, 2) == 0 ? 0 : 2 * scenario->gpu.peak_bf16;
    scenario->gpu.peak_fp4 = pick(seed, 2) == 0 ? 0 : 4 * scenario->gpu.peak_bf16;
}

/* Few random scenarios can be DualPipe's. */
static void the_numbers_of_dual_pipe_give_its_figures(void **state)
{
    (void)state;
    const struct scenario scenario = scenario_with(
        "model.layers=8 model.hidden=1024 model.ffn=4096 model.heads=8 model.kv_heads=8 model.head_dim=128 "
        "model.vocab=1024 model.experts=16 model.top_k=2 model.expert_ffn=512 model.gated=on cluster.gpus=32 pp=4 vp=2 "
        "ep=4 tp=1 overlap.ep=on pp.dualpipe=on global_batch=64 micro_batch=1 seq_len=1024 attention.kernel=flash2");
    static const char *const changes[] = {
        "zero=0", "zero=1", "zero=2", "zero=3", "zero=1 lora=attention", "zero=0 lora=all", "zero=1 overlap.ep=off"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const struct scenario changed = scenario_changed(&scenario, changes[i]);
        expect_explanations(&changed);
    }
}

static void the_numbers_of_a_training_step_give_its_figures(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        randomise_further(&scenario, &seed);
        if (strategy_valid(&scenario)) {
            expect_explanations(&scenario);
        }
    }
    assert_true(sums_checked > 20LL * samples(SCENARIOS));
}

/* Samples of 206 tokens in 8 layers of 16 heads of 64: a token sees 103 on the mean, in 8 layers 824; each costs it two
 * FLOPs for all of its 1,024 queries and 1,024 values. */
static void packed_samples_are_explained_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *key, *numbers;
        double value;
    } expected[] = {
        {"attention.sample", "min(206, 4096)", 206},
        {"attention.keys", "(8 + 0) \xc2\xb7 206 tok / 2", 824},
        {"attention.width", "16 \xc2\xb7 (2 \xc2\xb7 64)", 2048},
        {"flops.attention", "2 \xc2\xb7 824 tok \xc2\xb7 2048", 2 * 824 * 2048},
    };
    const struct scenario scenario =
        scenario_with("model.layers=8 model.hidden=1024 model.ffn=4096 model.heads=16 model.kv_heads=16 "
                      "model.head_dim=64 model.vocab=32000 cluster.gpus=8 tp=1 sp=off seq_len=4096 packing.length=206 "
                      "attention.kernel=flash2");
    const struct result result = evaluate_all(&scenario);
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char text[TEXT];
        const struct metric *metric = metric_find(expected[i].key);
        (void)explain_fill(text, sizeof text, metric_numbers(metric, &scenario), &scenario, &result);
        assert_string_equal(text, expected[i].numbers);
        assert_true(metric_get(metric, &result) == expected[i].value);
    }
}

/* Eight replicas, each in a domain of its own, where nothing else is waited for: the rates that stand in the formula
 * are those that are charged. */
static void the_formula_of_jitter_has_the_rates_that_are_charged(void **state)
{
    (void)state;
    static const char *const settings[] = {"zero=0 overlap.dp=on", "zero=0 overlap.dp=off", "zero=3"};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        char text[TEXT];
        (void)snprintf(text, sizeof text, "cluster.gpus=64 tp=8 pp=1 vp=1 global_batch=64 %s", settings[i]);
        const struct scenario scenario = scenario_with(text);
        const struct training training = evaluate(&scenario).training;
        (void)snprintf(text, sizeof text, "%.2g %%",
                       100 * training.jitter / (training.step - training.jitter) / log2(8));
        assert_non_null(strstr(metric_find("jitter.time")->formula, text));
    }
}

static void the_numbers_of_a_prefill_or_decode_step_give_its_figures(void **state)
{
    (void)state;
    uint64_t seed = 12;
    int valid = 0;
    for (int i = 0; i < samples(SCENARIOS); i++) {
        struct scenario scenario = random_scenario(&seed);
        randomise_serving(&scenario, &seed);
        if (strategy_valid(&scenario)) {
            valid++;
            expect_explanations(&scenario);
        }
    }
    assert_true(valid > samples(SCENARIOS) / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_of_dual_pipe_give_its_figures),
        cmocka_unit_test(the_numbers_of_a_training_step_give_its_figures),
        cmocka_unit_test(packed_samples_are_explained_by_hand),
        cmocka_unit_test(the_formula_of_jitter_has_the_rates_that_are_charged),
        cmocka_unit_test(the_numbers_of_a_prefill_or_decode_step_give_its_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
