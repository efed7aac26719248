/* Files with one mistake each are refused, named with the line and the reason; odd but good ones are read. */
#include "built_in.h"
#include "profiles/catalogue.h"
#include "scratch.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA RINGSIDE_SOURCE_DIR "/tests/data/profiles/"

enum { MOST_COMPLAINTS = 8 };

struct mistake {
    const char *file; /* below tests/data/profiles/invalid */
    int line;
    const char *says; /* part of the message */
};

static const struct mistake mistakes[] = {
    {"gpus/integer-above-31-bits", 5, "70000000000 is out of range"},
    {"gpus/integer-below-31-bits", 5, "-3000000000 is out of range"},
    {"gpus/integer-2-to-the-31", 5, "write 70e9 or 70000000000L"},
    {"gpus/hexadecimal-above-31-bits", 5, "0xFFFFFFFF is out of range"},
    {"gpus/integer-above-63-bits", 5, "99999999999999999999L is out of range"},
    {"gpus/number-not-finite", 5, "1e400 is out of range"},
    {"gpus/number-with-two-points", 5, "\"0.7.1\" is no number"},
    {"gpus/list-of-mixed-types", 5, "mismatched element type"},
    {"gpus/name-starts-with-digit", 5, "a name starts with a letter"},
    {"gpus/name-starts-with-underscore", 5, "'_' has no meaning here"},
    {"gpus/name-with-dot", 5, "'.' has no meaning here"},
    {"gpus/same-setting-twice", 6, "duplicate setting name"},
    {"gpus/same-parameter-in-two-spellings", 5, "gpu.hbm_bandwidth is set twice"},
    {"gpus/value-missing", 5, "a value is missing"},
    {"gpus/equals-missing", 5, "= is expected after sms"},
    {"gpus/quote-missing", 5, "never closed"},
    {"gpus/comment-never-closed", 5, "never closed"},
    {"gpus/bracket-never-closed", 5, "'[' is never closed"},
    {"gpus/bracket-closed-by-another", 5, "'[' is closed by ')'"},
    {"gpus/bracket-closes-nothing", 5, "closes nothing"},
    {"gpus/nested-too-deep", 5, "more than 32 brackets"},
    {"gpus/include", 5, "@include is not allowed"},
    {"gpus/text-without-quotes", 5, "text stands in quotes: \"fast\""},
    {"gpus/quantity-without-quotes", 5, "stands in quotes: \"700 W\""},
    {"gpus/zero-byte", 5, "zero byte"},
    {"gpus/no-configuration", 1, "has no meaning here"},
    {"gpus/rate-is-a-size", 3, "hbm.bandwidth: \"3.35 TB\""},
    {"gpus/rate-without-unit", 3, "gpu.hbm_bandwidth: a value with its unit, in quotes, is expected"},
    {"gpus/rate-is-negative", 3, "negative"},
    {"gpus/share-out-of-range", 5, "gemm_efficiency: 1.5 is outside"},
    {"gpus/count-not-whole", 5, "a whole number is expected"},
    {"gpus/mistake-in-the-first-line", 1, "a whole number is expected"},
    {"gpus/count-is-text-of-words", 5, "sms: \"many\""},
    {"gpus/choice-unknown", 5, "is not one of volta"},
    {"gpus/key-misspelt", 5, "did you mean gemm_efficiency?"},
    {"gpus/key-of-a-cluster", 5, "nic.bandwidth stands in a file of clusters, not of gpus"},
    {"gpus/name-is-a-number", 1, "text in quotes is expected"},
    {"gpus/name-is-empty", 1, "empty"},
    {"gpus/name-missing", 1, "name is missing"},
    {"gpus/peak-missing", 1, "peak.bf16 is missing"},
    {"gpus/order-is-negative", 5, "a whole number from 0 is expected"},
    {"gpus/assumed-but-not-set", 5, "\"sms\" is not set in this file"},
    {"gpus/assumed-is-no-list", 5, "a list of texts is expected"},
    {"gpus/headline-without-unit", 4, "a rate is expected"},
    {"clusters/system-is-no-switch", 2, "system: true or false is expected"},
    {"clusters/gpu-unknown", 2, "did you mean \"H100 SXM\"?"},
    {"clusters/gpu-ambiguous", 2, "\"H100 SXM\", \"H100 PCIe\" or \"H100 NVL\"?"},
    {"clusters/gpu-missing", 1, "gpu is missing"},
    {"clusters/key-of-a-gpu", 6, "peak.bf16 stands in a file of gpus, not of clusters"},
    {"clusters/node-missing", 1, "node.gpus is missing"},
    {"models/switch-is-yes", 9, "true or false is expected"},
    {"models/switch-is-a-number", 9, "true or false is expected"},
    {"models/vocab-missing", 1, "vocab is missing"},
    {"models/published-without-unit", 9, "a number of parameters is expected"},
    {"scenarios/model-unknown", 1, "did you mean \"Llama 3 8B\""},
    {"scenarios/cluster-missing", 1, "cluster is missing"},
    {"scenarios/set-key-misspelt", 5, "did you mean nic.bandwidth?"},
    {"scenarios/set-without-value", 3, "key=value is expected"},
    {"scenarios/set-out-of-range", 3, "0 is outside"},
    {"scenarios/set-twice", 3, "tp is set twice"},
    {"scenarios/set-is-no-list", 3, "a list of texts is expected"},
    {"scenarios/set-holds-a-number", 3, "each element is text"},
    {"themes/role-missing", 5, "the role kv is missing"},
    {"themes/role-misspelt", 20, "there is no role gard; did you mean"},
    {"themes/rgb-without-hash", 16, "a colour is expected"},
    {"themes/rgb-with-wrong-digit", 16, "a colour is expected"},
    {"themes/palette-out-of-range", 16, "from 0 to 255"},
    {"themes/attribute-unknown", 12, "bold, dim, reverse and underline"},
    {"themes/role-with-unknown-key", 16, "palette88"},
    {"themes/role-is-no-group", 20, "a group is expected"},
    {"themes/light-is-text", 4, "true or false is expected"},
    {"measurements/column-unknown", 4, "\"step.tine\" names no column"},
    {"measurements/cell-missing", 7, "2 cells, where the header has 3 columns"},
    {"measurements/cell-too-many", 6, "4 cells, where the header has 3 columns"},
    {"measurements/cell-too-long", 6, "a cell has at most"},
    {"measurements/id-twice", 7, "the id a is taken"},
    {"measurements/measured-without-unit", 6, "step.time: \"1.4m\""},
    {"measurements/measured-is-left-out", 6, "a has no measured value"},
    {"measurements/value-out-of-range", 6, "tp: 0 is outside"},
    {"measurements/model-unknown", 6, "neither a preset nor one of the shapes"},
    {"measurements/no-figure", 4, "a figure that was measured"},
    {"measurements/tables-missing", 1, "tables is missing"},
    {"measurements/model-missing", 5, "a has no model"},
    {"measurements/cluster-unknown", 2, "there is none of that name"},
    {"measurements/operation-unknown", 4, "one like all_reduce is expected"},
    {"measurements/time-is-a-rate", 8, "\"20GB/s\""},
    {"measurements/reading-unknown", 4, "step, first_token, batch or server"},
    {"measurements/output-missing", 6, "a request needs the tokens of its answer"},
    {"measurements/output-no-number", 6, "output: a number of tokens"},
    {"measurements/key-unknown", 4, "ranks is not known in a table of measurements"},
    {"lessons/figure-misspelt", 6, "{tp.tine}: \"tp.tine\" is neither a figure nor a parameter; did you mean tp.time?"},
    {"lessons/figure-of-no-setting", 6, "\"nic:tp.time\" names no setting of this file"},
    {"lessons/figure-of-two-units", 6, "\"tp.bytes\" does not go with what stands before it"},
    {"lessons/figure-is-empty", 6, "a figure is expected, like tp.time"},
    {"lessons/figure-ends-early", 6, "\"/\" has nothing behind it"},
    {"lessons/figure-in-the-answer", 6, "did you mean tp.bytes?"},
    {"lessons/screen-without-text", 6, "a list of paragraphs is expected"},
    {"lessons/screen-without-answer", 6, "ask and answer stand together"},
    {"lessons/screen-on-no-setting", 6, "on: \"nic\" names no setting of this file"},
    {"lessons/screen-with-unknown-key", 6, "hint is not known in a screen of a lesson"},
    {"lessons/screen-points-nowhere", 6, "there is no parameter \"nic.speed\""},
    {"lessons/paragraph-is-a-number", 6, "each paragraph is text in quotes"},
    {"lessons/screen-is-too-long", 6, "a screen holds 1398 bytes at most"},
    {"lessons/question-is-a-number", 6, "ask: text in quotes is expected"},
    {"lessons/screen-with-no-such-bar", 6, "bar: there is no figure \"nic.speed\""},
    {"lessons/screens-hold-no-group", 6, "screens: each element is a group"},
    {"lessons/screens-are-too-many", 6, "screens: 8 are the most, these are 9"},
    {"lessons/screen-points-too-often", 6, "a list of parameters is expected, 4 at most"},
    {"lessons/screens-missing", 1, "screens is missing"},
    {"lessons/screens-is-no-list", 6, "a list of groups is expected"},
    {"lessons/setting-without-name", 5, "a name is missing"},
    {"lessons/setting-twice", 5, "the name \"start\" is taken"},
    {"lessons/setting-from-nowhere", 5, "from: \"nic\" names no setting of this file"},
    {"lessons/setting-out-of-range", 5, "0 is outside"},
    {"lessons/setting-of-no-model", 5, "model \"Lama\": there is none of that name"},
    {"lessons/expected-without-unit", 7, "a value in quotes is expected, like"},
    {"lessons/expected-of-another-unit", 7, "is: \"320 GB\""},
    {"lessons/expected-word-unknown", 7, "a word is expected that tp.algorithm can be"},
    {"lessons/expected-figure-misspelt", 7, "did you mean tp.count?"},
    {"lessons/expected-is-missing", 7, "figure and is are expected"},
    {"lessons/expected-within-words", 7, "within: \"a bit\""},
    {"lessons/expect-missing", 1, "expect is missing"},
    {"lessons/model-unknown", 3, "did you mean \"Llama 3 8B\""},
    {"unknown/neither-this-nor-that", 1, "tells what it is"},
};

static void each_mistake_is_named_with_its_line_and_reason(void **state)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct complaint complaints[MOST_COMPLAINTS] = {{{0}}};
        char path[512];
        char start[600];
        (void)snprintf(path, sizeof path, DATA "invalid/%s.cfg", mistakes[i].file);
        (void)snprintf(start, sizeof start, "%s:%d: ", path, mistakes[i].line);
        assert_true(profile_check(path, *state, complaints, MOST_COMPLAINTS) > 0);
        const bool right = strncmp(complaints[0].text, start, strlen(start)) == 0 &&
                           strstr(complaints[0].text, mistakes[i].says) != NULL;
        if (!right) {
            print_error("given %s\ngot \"%s\"\nexpected \"%s ... %s\"\n", path, complaints[0].text, start,
                        mistakes[i].says);
        }
        assert_true(right);
    }
}

static void odd_files_that_are_good_are_read(void **state)
{
    static const char *const files[] = {
        "gpus/byte-order-mark",
        "gpus/carriage-returns",
        "gpus/last-line-is-a-comment",
        "gpus/last-line-is-another-comment",
        "gpus/numbers",
        "gpus/include-in-text",
        "gpus/no-separators",
        "gpus/control-characters",
        "gpus/no-utf-8",
        "gpus/name-is-long",
        "gpus/list-instead-of-array",

        "models/no-transformer",
        "scenarios/without-a-name",
        "measurements/one-source",
        "clusters/overrules-its-gpu",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct complaint complaints[MOST_COMPLAINTS] = {{{0}}};
        char path[512];
        (void)snprintf(path, sizeof path, DATA "valid/%s.cfg", files[i]);
        const int count = profile_check(path, *state, complaints, MOST_COMPLAINTS);
        if (count > 0) {
            print_error("%s\n", complaints[0].text);
        }
        assert_int_equal(count, 0);
    }
}

static double value_of(const struct profile *profile, const char *key)
{
    for (int i = 0; i < profile->setting_count; i++) {
        if (strcmp(profile->setting[i]->key, key) == 0) {
            return profile->value[i];
        }
    }
    return -1;
}

static void values_arrive_as_they_were_written(void **state)
{
    (void)state;
    static const struct catalogue_paths paths = {.preset_dir = DATA "valid"};
    struct catalogue *catalogue = catalogue_load(&paths);
    assert_non_null(catalogue);
    assert_int_equal(catalogue_complaint_count(catalogue), 0);

    const struct profile *numbers = catalogue_find(catalogue, PROFILE_GPU, "Numbers");
    assert_non_null(numbers);
    assert_true(value_of(numbers, "gpu.sms") == 132);
    assert_true(value_of(numbers, "gpu.gemm_efficiency") == 0.71);
    assert_true(value_of(numbers, "gpu.hbm_efficiency") == 1.0); /* libconfig's own reader gives 0.0 */
    assert_true(value_of(numbers, "gpu.hbm_bandwidth") == 3.35e12);
    assert_true(value_of(numbers, "gpu.peak.bf16") == 989e12);
    assert_int_equal(numbers->order, 16);

    assert_string_equal(catalogue_find(catalogue, PROFILE_GPU, "Include")->title, "@include \"z\" 70000000000");
    const struct profile *bell = catalogue_find(catalogue, PROFILE_GPU, "Bell and [31mred");
    assert_non_null(bell);
    assert_string_equal(bell->title, "two lines");
    assert_string_equal(catalogue_find(catalogue, PROFILE_GPU, "Latin")->title, "caf\xEF\xBF\xBD \xC3\xA9");
    const struct profile *list = catalogue_find(catalogue, PROFILE_GPU, "List");
    assert_true(list->assumed[0]);

    const struct profile *resnet = catalogue_find(catalogue, PROFILE_MODEL, "ResNet-50");
    assert_true(value_of(resnet, "model.params") == 25.6e6);
    assert_non_null(catalogue_find(catalogue, PROFILE_SCENARIO, "without-a-name"));
    catalogue_free(catalogue);
}

static void what_is_no_file_is_refused_and_nothing_waits(void **state)
{
    const char *fifo = scratch_path("gpu.cfg");
    assert_int_equal(mkfifo(fifo, 0600), 0);

    const struct {
        const char *path;
        const char *says;
    } cases[] = {{fifo, "no regular file"}, {scratch_folder(), "directory"}, {"/nonexistent/x.cfg", "No such file"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct complaint complaint = {{0}};
        assert_int_equal(profile_check(cases[i].path, *state, &complaint, 1), 1);
        assert_non_null(strstr(complaint.text, cases[i].path));
        assert_non_null(strstr(complaint.text, cases[i].says));
    }
}

/* Files that fit in a megabyte and once took minutes: the line of each mistake was looked for from the first. */
static void mistakes_of_a_long_file_are_told_at_once(void **state)
{
    enum { ROOM = 1 << 19, ROWS = 60000 };
    const char *path = scratch_path("scenario.cfg");
    static const char begins[] = "model = \"Llama 3 8B\"; cluster = \"DGX H100\"; set = (";
    char *text = malloc(ROOM);
    assert_non_null(text);
    (void)alarm(20); /* ends a test that waits */
    for (int layout = 0; layout < 2; layout++) {
        struct complaint complaint = {{0}};
        int length = snprintf(text, ROOM, "%s", begins);
        for (int row = 1; row < ROWS; row++) {
            length += snprintf(text + length, (size_t)(ROOM - length), "%s", layout == 0 ? "\"a\"," : "\n");
        }
        (void)snprintf(text + length, (size_t)(ROOM - length), "\"\\x61b\"\n);\n"); /* stands in no line as it reads */
        file_write(path, text);
        const int count = profile_check(path, *state, &complaint, 1);
        if (count != (layout == 0 ? ROWS : 1)) {
            fail_msg("%d complaints: %s", count, complaint.text);
        }
        assert_non_null(strstr(complaint.text, layout == 0 ? "scenario.cfg:1: set: \"a\"" : ": set: \"ab\""));
    }
    (void)alarm(0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mistake_is_named_with_its_line_and_reason),
        cmocka_unit_test(odd_files_that_are_good_are_read),
        cmocka_unit_test(values_arrive_as_they_were_written),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_refused_and_nothing_waits, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(mistakes_of_a_long_file_are_told_at_once, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, built_in_load, built_in_free);
}
