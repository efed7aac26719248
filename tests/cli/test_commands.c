/* test_commands.c: what the first words pick, and the commands that read the tables. */
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/list.h"
#include "command_run.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "exporters/csv.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void the_first_word_picks_what_runs(void **state)
{
    (void)state;
    command_check("", EXIT_DONE, "explore 1\n", "");
    command_check("--ascii --model x", EXIT_DONE, "explore 4\n", "");
    command_check("snapshot --size 80x24", EXIT_DONE, "snapshot 3\n", "");
    command_check("--version", EXIT_DONE, "ringside ", "");
    command_check("-V", EXIT_DONE, "ringside ", "");
    command_check("reprot", EXIT_BAD_INPUT, "", "there is no command \"reprot\"; did you mean report?");
    command_check("frobnicate", EXIT_BAD_INPUT, "", "`ringside --help` lists");
    command_check("''", EXIT_BAD_INPUT, "", "there is no command \"\"");
}

static void help_names_every_command_and_option(void **state)
{
    struct printed all = command_run("--help");
    (void)state;
    assert_int_equal(all.status, EXIT_DONE);
    for (int i = 0; i < command_count; i++) {
        char line[80];
        assert_non_null(strstr(all.output, commands[i].name));
        (void)snprintf(line, sizeof line, "help %s", commands[i].name);
        struct printed one = command_run(line);
        (void)snprintf(line, sizeof line, "%s --help", commands[i].name);
        struct printed same = command_run(line);
        assert_int_equal(one.status, EXIT_DONE);
        assert_string_equal(one.output, same.output);
        for (const struct option *option = commands[i].options; option->name != NULL; option++) {
            assert_non_null(strstr(one.output, option->name));
        }
        printed_free(&one);
        printed_free(&same);
    }
    printed_free(&all);
    command_check("help", EXIT_DONE, "commands\n", "");
    command_check("help reprt", EXIT_BAD_INPUT, "", "did you mean report?");
    command_check("--ascii --help", EXIT_DONE, "commands\n", "");
}

/* Whether an example needs what only its reader has: a file, a pipe, a folder to write to. */
static bool is_of_reader(const char *line)
{
    static const char *const signs[] = {".cfg", ".csv", ".json", " | ", " > ", "<("};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strstr(line, signs[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static void help_has_examples_that_run(void **state)
{
    static const char program[] = "ringside";
    (void)state;
    for (int i = 0; i < command_count; i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "help %s", commands[i].name);
        command_check(line, EXIT_DONE, "\nexamples\n", "");
    }
    for (int i = 0; i < example_count; i++) {
        const struct example *example = &examples[i];
        assert_true(example->command[0] == '\0' || command_find(example->command) != NULL);
        assert_non_null(strstr(example->line, program));
        if (is_of_reader(example->line)) {
            continue;
        }
        struct printed run = command_run(example->line + strlen(program));
        if (run.status != EXIT_DONE || run.errors[0] != '\0') {
            fail_msg("%s\n%s", example->line, run.errors);
        }
        printed_free(&run);
    }
}

/* The rows that help and completion print are those that options_take() reads. */
static void every_scenario_option_is_understood(void **state)
{
    (void)state;
    for (const struct option *option = scenario_options; option->name != NULL; option++) {
        struct options options = {.model = NULL};
        char name[40];
        char value[] = "x";
        (void)snprintf(name, sizeof name, "%s", option->name);
        char *const argv[] = {name, value, NULL};
        assert_int_equal(options_take(&options, 2, argv, 0), 2);
        assert_int_equal(options_take(&options, 1, argv, 0), -1);
    }
}

static void wrong_words_are_named_with_what_may_be_meant(void **state)
{
    (void)state;
    /* without its presets a report would be one of others that have the same names */
    command_check("report --preset-dir /nonexistent", EXIT_BAD_INPUT, "",
                  "a directory with models/, gpus/, ... is expected");
    command_check("list gpus --preset-dir /nonexistent", EXIT_BAD_INPUT, "", "/nonexistent: No such file");
    command_check("report --formt json", EXIT_BAD_INPUT, "", "there is no option --formt; did you mean --format?");
    command_check("report --clutser=x", EXIT_BAD_INPUT, "", "there is no option --clutser; did you mean --cluster?");
    command_check("report --xyzzy", EXIT_BAD_INPUT, "", "`ringside help report` lists");
    command_check("list models --model x", EXIT_BAD_INPUT, "", "there is no option --model");
    command_check("report --format xml", EXIT_BAD_INPUT, "", "--format \"xml\": one of text|json|csv is expected");
    command_check("report --format", EXIT_BAD_INPUT, "", "--format needs a value: --format text|json|csv");
    command_check("report --set", EXIT_BAD_INPUT, "", "--set needs a value: --set KEY=VALUE");
    command_check("report --ascii=3", EXIT_BAD_INPUT, "", "ringside report: --ascii takes no value\n");
    command_check("search --fewest=2", EXIT_BAD_INPUT, "", "ringside search: --fewest takes no value\n");
    command_check("report --set nic.bandwith=1", EXIT_BAD_INPUT, "", "did you mean nic.bandwidth?");
    command_check("report --set nic.bandwidth=3.35TB", EXIT_BAD_INPUT, "", "a rate is expected");
    command_check("report --model 'Lama 3 70B'", EXIT_BAD_INPUT, "", "Llama 3 70B");
    command_check("report extra", EXIT_BAD_INPUT, "", "\"extra\" is one word too many");
    command_check("list", EXIT_BAD_INPUT, "", "WHAT is missing");
    command_check("list modls", EXIT_BAD_INPUT, "", "did you mean models?");
    command_check("list xyzzy", EXIT_BAD_INPUT, "", "there are models, gpus, clusters");
    command_check("batch", EXIT_BAD_INPUT, "", "FILE.csv|- is missing");
    command_check("explain stp.time", EXIT_BAD_INPUT, "", "did you mean step.time?");
    command_check("explain nic.bandwith", EXIT_BAD_INPUT, "", "did you mean nic.bandwidth?");
    command_check("explain xyzzy", EXIT_BAD_INPUT, "", "neither a figure nor a parameter; `ringside list metrics`");
    command_check("explain dp", EXIT_BAD_INPUT, "", "did you mean dp.size?");
    command_check("explain nic", EXIT_BAD_INPUT, "", "did you mean nic.bandwidth?");
    command_check("explain bubble", EXIT_BAD_INPUT, "", "did you mean pp.bubble?");
    command_check("explain MFU", EXIT_DONE, "mfu: ", "");
    command_check("explain tp", EXIT_DONE, "tp: TP\n", "");
    command_check("explain tp", EXIT_DONE,
                  "Default   1\nStart     8, starting scenario\nClass     choice, starting scenario\n", "");
    command_check("explain pp", EXIT_DONE, "Default   1\nClass     choice, default\n", "");
    command_check("explain tp --set tp=4", EXIT_DONE, "Start     8, starting scenario\nClass     edited\n", "");
    command_check("explain run.energy", EXIT_DONE, "Wh\n", "");
    command_check("report --set nic=200Gb/s", EXIT_BAD_INPUT, "", "did you mean nic.bandwidth?");
    command_check("report --tp 4", EXIT_BAD_INPUT, "", "no option --tp; a parameter is set so: --set tp=VALUE");
    command_check("report --micro-batch=2", EXIT_BAD_INPUT, "", "--set micro_batch=VALUE");
    command_check("--model gpt2 --set tp=4 report", EXIT_DONE, "GPT-2, training on 64 GPUs", "");
    command_check("--mode=decode search --top 1", EXIT_DONE, "winner      tp=8", "");
    command_check("search --gpus 512", EXIT_BAD_INPUT, "", "--set cluster.gpus=VALUE");
    command_check("report --nodes 4", EXIT_BAD_INPUT, "", "--set cluster.gpus=VALUE (GPUs in all;");
    command_check("report --tensor-parallel-size 4", EXIT_BAD_INPUT, "", "a parameter is set so: --set tp=VALUE\n");
    command_check("report --set tp 8", EXIT_BAD_INPUT, "", "too many; a key and its value are one word: --set tp=8");
    command_check("report tp=8", EXIT_BAD_INPUT, "", "one word too many; a parameter is set so: --set tp=8\n");
    command_check("report --set fsdp=1", EXIT_BAD_INPUT, "", "did you mean zero? (3 is FSDP");
    command_check("report --set gpu=H200", EXIT_BAD_INPUT, "", "a preset is chosen with --gpu NAME");
    command_check("sweep --over tp=1:2 --show ttft", EXIT_BAD_INPUT, "", "did you mean prefill.time?");
    command_check("completion tcsh", EXIT_BAD_INPUT, "", "\"tcsh\" is none of bash, zsh, fish");
}

static void options_are_read_in_both_spellings(void **state)
{
    (void)state;
    command_check("report --format=csv", EXIT_DONE, "key,value,unit\n", "");
    command_check("report --format json --format csv", EXIT_DONE, "key,value,unit\n", "");
    command_check("list -- models", EXIT_DONE, "Llama 3 70B", "");
}

/* Every list in every form: JSON parses, CSV has as many cells in each row. */
static void every_list_prints_in_every_form(void **state)
{
    (void)state;
    for (int i = 0; i < list_name_count; i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "list %s", list_name_at(i));
        struct printed text = command_run(line);
        assert_int_equal(text.status, EXIT_DONE);
        assert_true(strchr(text.output, '\n')[1] != '\0');
        printed_free(&text);
        (void)snprintf(line, sizeof line, "list %s --format json", list_name_at(i));
        struct printed json = command_run(line);
        assert_null(json_wrong(json.output));
        assert_non_null(json_item(json_document(json.output), 0).text);
        printed_free(&json);
        (void)snprintf(line, sizeof line, "list %s --format csv", list_name_at(i));
        struct printed csv = command_run(line);
        assert_int_equal(csv.status, EXIT_DONE);
        struct csv_reader reader = {.file = fmemopen(csv.output, strlen(csv.output), "r")};
        assert_int_equal(csv_read(&reader), CSV_ROW);
        const int columns = reader.count;
        while (csv_read(&reader) == CSV_ROW) {
            assert_int_equal(reader.count, columns);
        }
        (void)fclose(reader.file);
        csv_reader_free(&reader);
        printed_free(&csv);
    }
    command_check("list keys --format csv", EXIT_DONE, "keys,where,what\nh l,slider,a step\nq,everywhere,quit\n", "");
    command_check("list gpus --format csv", EXIT_DONE, "H100 SXM,", "");
}

static void every_figure_and_parameter_is_explained(void **state)
{
    (void)state;
    for (int i = 0; i < metric_count; i++) {
        char line[120];
        (void)snprintf(line, sizeof line, "explain %s", metrics[i].key);
        struct printed run = command_run(line);
        assert_int_equal(run.status, EXIT_DONE);
        if (strstr(run.output, metrics[i].meaning) == NULL && strlen(metrics[i].meaning) < 80) {
            fail_msg("%s: the meaning is missing", metrics[i].key);
        }
        if (strchr(run.output, '{') != NULL) {
            fail_msg("%s: a number is missing:\n%s", metrics[i].key, run.output);
        }
        printed_free(&run);
    }
    for (int i = 0; i < parameter_count; i++) {
        char line[120];
        (void)snprintf(line, sizeof line, "explain %s", parameters[i].key);
        command_check(line, EXIT_DONE, "Values", "");
        (void)snprintf(line, sizeof line, "explain %s --format json", parameters[i].key);
        struct printed run = command_run(line);
        assert_null(json_wrong(run.output));
        printed_free(&run);
    }
}

static void explain_says_where_a_value_comes_from(void **state)
{
    (void)state;
    command_check("explain nic.bandwidth", EXIT_DONE, "Class     fact, DGX H100\n", "");
    command_check("explain nic.bandwidth --set nic.bandwidth=25GB/s", EXIT_DONE, "Class     edited\n", "");
    command_check("explain compute.peak", EXIT_DONE, "989 TFLOP/s", "");
    command_check("explain memory.fits", EXIT_DONE, "gpu.hbm_capacity           85.520809984 GB  fact, H100 SXM\n", "");
    command_check("explain tp.count --set tp=6", EXIT_ANSWER_NO, "does not apply", "TP 6 does not divide");
}

/* The same in JSON: a figure with its inputs and the walk from the whiteboard, a parameter with its values. */
static void explain_has_the_same_for_programs(void **state)
{
    (void)state;
    struct printed run = command_run("explain dp.exposed --format json");
    assert_null(json_wrong(run.output));
    struct json_value document = json_document(run.output);
    const double value = json_double(json_get(document, "value"));
    assert_true(value > 0 && json_is(json_get(document, "unit"), "\"s\""));
    const struct json_value input = json_item(json_get(document, "inputs"), 0);
    assert_true(json_is(json_get(input, "key"), "\"overlap.dp\"") && json_is(json_get(input, "value"), "true"));
    assert_true(json_is(json_get(input, "class"), "\"choice\"") && json_is(json_get(input, "from"), "\"default\""));
    const struct json_value walk = json_get(document, "whiteboard");
    assert_true(json_double(json_get(walk, "value")) == 0);
    const struct json_value last = json_item(json_get(walk, "settings"), 3);
    assert_true(json_is(json_get(last, "key"), "\"nic.latency\"") && json_double(json_get(last, "value")) == value);
    printed_free(&run);
    run = command_run("explain zero --format json --set zero=3");
    assert_null(json_wrong(run.output));
    document = json_document(run.output);
    assert_true(json_is(json_get(document, "value"), "\"3\"") && json_is(json_get(document, "start"), "\"1\""));
    assert_true(json_is(json_get(document, "class"), "\"edited\"") && json_is(json_get(document, "from"), "null"));
    assert_true(json_is(json_get(json_item(json_get(document, "choices"), 2), "name"), "\"2\""));
    printed_free(&run);
    run = command_run("explain nic.bandwidth --format json");
    document = json_document(run.output);
    assert_true(json_double(json_get(document, "value")) == 50e9 && json_double(json_get(document, "least")) > 0);
    assert_true(json_is(json_get(document, "from"), "\"DGX H100\""));
    printed_free(&run);
    run = command_run("explain tp.count --set tp=6 --format json");
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    document = json_document(run.output);
    assert_true(json_is(json_get(document, "value"), "null") && json_is(json_get(document, "whiteboard"), "null"));
    assert_non_null(json_item(json_get(document, "invalid"), 0).text);
    printed_free(&run);
    command_check("explain mfu --format csv", EXIT_BAD_INPUT, "", "one of text|json is expected");
}

static void check_tells_good_files_from_bad_ones(void **state)
{
    const char *bad = scratch_path("bad.cfg");
    char line[400];
    (void)state;
    file_write(bad, "name = \"Mine\";\n\nlayers = ;\n");
    (void)snprintf(line, sizeof line, "check %s", bad);
    struct printed run = command_run(line);
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_non_null(strstr(run.output, ":3:"));
    printed_free(&run);
    command_check("check /nowhere/file.cfg", EXIT_BAD_INPUT, "", "/nowhere/file.cfg: No such file");
    (void)snprintf(line, sizeof line, "check %s/presets/gpus/h100-sxm.cfg %s/presets/models/llama-3-70b.cfg",
                   RINGSIDE_SOURCE_DIR, RINGSIDE_SOURCE_DIR);
    command_check(line, EXIT_DONE, "llama-3-70b.cfg: valid\n", "");
}

static void check_counts_the_mistakes_that_it_does_not_show(void **state)
{
    const char *bad = scratch_path("scenario.cfg");
    char text[4000];
    char line[400];
    int length = snprintf(text, sizeof text, "model = \"Llama 3 8B\"; cluster = \"DGX H100\"; set = [ \"tp\"");
    (void)state;
    for (int i = 1; i < 60; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, ", \"tp\"");
    }
    (void)snprintf(text + length, sizeof text - (size_t)length, " ];\n");
    file_write(bad, text);
    (void)snprintf(line, sizeof line, "check %s", bad);
    command_check(line, EXIT_ANSWER_NO, "scenario.cfg: 10 more\n", "");
}

static void check_names_a_file_without_its_control_characters(void **state)
{
    const char *path = scratch_path("\033[31m.cfg");
    char line[400];
    (void)state;
    file_write(path, "model = \"Llama 3 8B\"; cluster = \"DGX H100\";\n");
    (void)snprintf(line, sizeof line, "check %s", path);
    struct printed run = command_run(line);
    assert_int_equal(run.status, EXIT_DONE);
    assert_non_null(strstr(run.output, "/[31m.cfg: valid\n"));
    printed_free(&run);
}

static void check_does_not_wait_for_a_fifo(void **state)
{
    const char *fifo = scratch_path("fifo.cfg");
    char line[400];
    (void)state;
    assert_int_equal(mkfifo(fifo, 0600), 0);
    (void)snprintf(line, sizeof line, "check %s", fifo);
    (void)alarm(10); /* ends a test that waits */
    command_check(line, EXIT_ANSWER_NO, "fifo.cfg: this is no regular file\n", "");
    (void)alarm(0);
}

/* A terminal would do what they say. */
static void no_control_character_of_an_argument_is_printed(void **state)
{
    static const char *const lines[] = {
        "\033[31m",
        "report \033[31m",
        "report --\033[31m",
        "report --mode \033[31m",
        "report --model \033[31m",
        "report --scenario \033[31m.cfg",
        "report --measured \033[31m=1",
        "report --set \033[31m=8",
        "report --set tp=\033[31m",
        "batch \033[31m",
        "sweep --over \033[31m=1:2",
        "solve --for \033[31m --where mfu>1",
        "solve --for tp --where \033[31m",
        "search --where \033[31m",
        "search --hold \033[31m",
        "search --objective \033[31m",
        "search --top \033[31m",
        "collective \033[31m",
        "collective all_reduce --sizes \033[31m",
        "collective all_reduce --ranks \033[31m",
        "explain \033[31m",
        "lessons \033[31m",
        "validate --set \033[31m",
        "list \033[31m",
        "check \033[31m",
        "import \033[31m",
        "import nccl - --ranks \033[31m",
        "export \033[31m",
        "export scenario -o /nowhere/\033[31m",
        "completion \033[31m",
        "help \033[31m",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct printed run = command_run(lines[i]);
        if (run.status == EXIT_DONE || strstr(run.errors, "[31m") == NULL || strchr(run.errors, '\033') != NULL ||
            strchr(run.output, '\033') != NULL) {
            fail_msg("ringside %s: status %d, \"%s\"", lines[i], run.status, run.errors);
        }
        printed_free(&run);
    }
    command_check("'report\nringside: all is well'", EXIT_BAD_INPUT, "", "\"report ringside: all is well\"; ");
}

static void completion_knows_every_name(void **state)
{
    (void)state;
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t shell = 0; shell < sizeof shells / sizeof shells[0]; shell++) {
        char line[80];
        (void)snprintf(line, sizeof line, "completion %s", shells[shell]);
        struct printed run = command_run(line);
        assert_int_equal(run.status, EXIT_DONE);
        for (int i = 0; i < command_count; i++) {
            assert_non_null(strstr(run.output, commands[i].name));
        }
        for (int i = 0; i < parameter_count; i++) {
            (void)snprintf(line, sizeof line, "'%s='", parameters[i].key);
            assert_non_null(strstr(run.output, line));
        }
        for (int i = 0; i < metric_count; i++) {
            (void)snprintf(line, sizeof line, "'%s'", metrics[i].key);
            assert_non_null(strstr(run.output, line));
        }
        assert_non_null(strstr(run.output, "'Llama 3 70B'"));
        printed_free(&run);
    }
}

/* /dev/full takes nothing. */
static void output_that_cannot_be_written_is_an_error(void **state)
{
    char *errors = NULL;
    size_t size = 0;
    char word[] = "list";
    char what[] = "parameters";
    char *const argv[] = {word, word, what, NULL};
    const struct screen screen = {.key_count = 0};
    FILE *full = fopen("/dev/full", "w");
    (void)state;
    if (full == NULL) {
        skip();
    }
    const struct program program = {.output = full, .errors = open_memstream(&errors, &size), .screen = &screen};
    assert_int_equal(commands_run(&program, 3, argv), EXIT_BAD_INPUT);
    (void)fclose(full);
    (void)fclose(program.errors);
    assert_non_null(strstr(errors, "the output is not complete: No space left on device"));
    free(errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_word_picks_what_runs),
        cmocka_unit_test(help_names_every_command_and_option),
        cmocka_unit_test(help_has_examples_that_run),
        cmocka_unit_test(every_scenario_option_is_understood),
        cmocka_unit_test(wrong_words_are_named_with_what_may_be_meant),
        cmocka_unit_test(options_are_read_in_both_spellings),
        cmocka_unit_test(every_list_prints_in_every_form),
        cmocka_unit_test(every_figure_and_parameter_is_explained),
        cmocka_unit_test(explain_says_where_a_value_comes_from),
        cmocka_unit_test(explain_has_the_same_for_programs),
        cmocka_unit_test_setup_teardown(check_tells_good_files_from_bad_ones, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(check_counts_the_mistakes_that_it_does_not_show, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(check_names_a_file_without_its_control_characters, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(check_does_not_wait_for_a_fifo, scratch_make, scratch_remove),
        cmocka_unit_test(no_control_character_of_an_argument_is_printed),
        cmocka_unit_test(completion_knows_every_name),
        cmocka_unit_test(output_that_cannot_be_written_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
