/* test_import_export.c: import and export as a user runs them. */
#include "cli/commands.h"
#include "command_run.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define INPUTS RINGSIDE_SOURCE_DIR "/tests/data/importers/"

static void an_import_goes_to_standard_output(void **state)
{
    (void)state;
    command_check("import hf '" INPUTS "hf/llama-3.1-8b.json'", EXIT_DONE, "layers         = 32;", "");
    command_check("import topology '" INPUTS "topology/cube.txt'", EXIT_DONE, "kind       = \"cube\";", "");
    command_check("import nccl '" INPUTS "nccl/two-runs.log'", EXIT_DONE, "operation = \"send\";", "");
}

/* Who has a file need not know what we call its kind; who gives it where a preset belongs is told what to do. */
static void the_text_of_a_file_tells_what_it_is(void **state)
{
    (void)state;
    command_check("import '" INPUTS "hf/llama-3.1-8b.json'", EXIT_DONE, "layers         = 32;", "");
    command_check("import '" INPUTS "topology/cube.txt'", EXIT_DONE, "kind       = \"cube\";", "");
    command_check("import '" INPUTS "nccl/two-runs.log'", EXIT_DONE, "operation = \"send\";", "");
    char line[400];
    (void)snprintf(line, sizeof line, "import '" INPUTS "topology/cube.txt' -o %s", scratch_path("cube.cfg"));
    command_check(line, EXIT_DONE, "", "which GPUs these are: V100 SXM2 32GB is assumed; --gpu NAME names others");
    command_check("report --model '" INPUTS "hf/llama-3.1-8b.json'", EXIT_BAD_INPUT, "",
                  "llama-3.1-8b.json -o mine.cfg` makes a preset of it");
    command_check("report --cluster '" INPUTS "topology/cube.txt'", EXIT_BAD_INPUT, "",
                  "cube.txt -o mine.cfg` makes a preset of it");
    command_check("report --model meta-llama/Llama-3.1-70B", EXIT_BAD_INPUT, "",
                  "No such file or directory; did you mean \"Llama 3.1 70B\"?");
}

/* The measurements name it as its file does. */
static void a_log_is_of_a_cluster_that_a_file_describes(void **state)
{
    (void)state;
    command_check("import '" INPUTS "nccl/two-runs.log' --cluster '" RINGSIDE_SOURCE_DIR
                  "/presets/clusters/dgx-h100.cfg'",
                  EXIT_DONE, "cluster        = \"DGX H100\";", "");
}

static void what_cannot_be_imported_is_an_error_and_nothing_is_printed(void **state)
{
    (void)state;
    command_check("import", EXIT_BAD_INPUT, "", "[hf|topology|nccl] FILE|- is missing");
    command_check("import hf", EXIT_BAD_INPUT, "", "hf FILE|-: the file is missing");
    command_check("import onnx x", EXIT_BAD_INPUT, "", "\"onnx\" is none of hf, topology, nccl");
    command_check("import hf /nonexistent", EXIT_BAD_INPUT, "", "/nonexistent: No such file");
    command_check("import hf '" INPUTS "hf/nemotron-h-8b.json'", EXIT_BAD_INPUT, "", "nemotron-h-8b.json:10:");
    command_check("import '" RINGSIDE_SOURCE_DIR "/presets/models/llama-3-8b.cfg'", EXIT_BAD_INPUT, "",
                  "this is nothing that is imported: a config.json, ");
    command_check("import '" INPUTS "nccl/two-runs.log' --cluster 'DGX H1000'", EXIT_BAD_INPUT, "",
                  "did you mean \"DGX H100\"?");
    command_check("import nccl x --ranks some", EXIT_BAD_INPUT, "", "--ranks: a whole number from 1");
}

static void a_file_is_written_once_and_replaced_only_when_told_to(void **state)
{
    const char *path = scratch_path("made.cfg");
    char line[400];
    (void)state;
    (void)snprintf(line, sizeof line, "import hf '" INPUTS "hf/gpt2.json' -o %s", path);
    command_check(line, EXIT_DONE, "", "");
    command_check(line, EXIT_BAD_INPUT, "", "there is a file of that name; --force replaces it");
    (void)snprintf(line, sizeof line, "import hf '" INPUTS "hf/phi-2.json' -o %s --force", path);
    command_check(line, EXIT_DONE, "", "");
    (void)snprintf(line, sizeof line, "check %s", path);
    command_check(line, EXIT_DONE, "valid", "");
    (void)snprintf(line, sizeof line, "report --model %s --set tp=1", path);
    command_check(line, EXIT_DONE, "phi-2, training on", "");
    assert_int_equal(remove(path), 0);
    command_check(line, EXIT_BAD_INPUT, "", "made.cfg: No such file");
}

/* What is exported is imported again with the times that `collective` gives, as far as nccl-tests prints them. */
static void an_exported_table_is_imported_again(void **state)
{
    static const char *const operations[] = {"all_reduce", "all_gather", "reduce_scatter",
                                             "all_to_all", "broadcast",  "send"};
    (void)state;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        char line[200];
        char cells[200];
        (void)snprintf(line, sizeof line, "export nccl-tests %s --sizes 64MiB --ranks 16", operations[i]);
        struct printed exported = command_run(line);
        struct printed imported = command_run_with("import nccl -", exported.output);
        assert_string_equal(imported.errors, "");
        (void)snprintf(cells, sizeof cells,
                       "operation = \"%s\";\n        members   = 8; # ranks of a domain\n"
                       "        columns   = \"size  16\"",
                       operations[i]);
        assert_non_null(strstr(imported.output, cells));
        (void)snprintf(line, sizeof line, "collective %s --sizes 64MiB --ranks 16 --format csv", operations[i]);
        struct printed priced = command_run(line);
        const double seconds = strtod(strstr(strchr(priced.output, '\n'), ",") + 1, NULL);
        const char *cell = strstr(imported.output, "\"64MiB  ");
        assert_non_null(cell);
        char *unit = NULL;
        const double read = strtod(cell + strlen("\"64MiB  "), &unit);
        const double scale = strncmp(unit, "ms", 2) == 0 ? 1e-3 : 1e-6;
        assert_true(fabs(read * scale / seconds - 1) < 1e-3);
        printed_free(&exported);
        printed_free(&imported);
        printed_free(&priced);
    }
}

/* 88.37 / 1e6 is the double beside 88.37e-6: the shortest text of it has 16 digits. */
static void a_time_is_written_with_the_digits_of_the_log(void **state)
{
    (void)state;
    struct printed imported =
        command_run_with("import nccl - --ranks 8 --cluster 'DGX H100'",
                         "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
                         "     1048576        262144     float     sum      -1    88.37   11.87   20.77      0\n");
    assert_string_equal(imported.errors, "");
    assert_non_null(strstr(imported.output, "\"1MiB  88.37us\""));
    printed_free(&imported);
}

static void an_exported_table_has_the_columns_of_nccl_tests(void **state)
{
    (void)state;
    command_check(
        "export nccl-tests all_reduce --sizes 1MiB --ranks 8", EXIT_DONE,
        "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
        "#wrong\n",
        "");
    command_check("export nccl-tests all_gather --sizes 1MiB --ranks 8", EXIT_DONE,
                  "     1048576         32768     float    none      -1",
                  ""); /* floats of one rank's part: 2^20 / 4 / 8 */
    command_check("export nccl-tests", EXIT_BAD_INPUT, "", "an operation is expected");
    command_check(
        "export nccl-tests nothing", EXIT_BAD_INPUT, "",
        "there is no operation \"nothing\": all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, send "
        "are those there are\n");
    command_check("export pdf", EXIT_BAD_INPUT, "", "\"pdf\" is none of nccl-tests, scenario");
}

static void an_exported_scenario_gives_the_same_report(void **state)
{
    const char *path = scratch_path("s.cfg");
    char line[300];
    (void)state;
    (void)snprintf(line, sizeof line, "export scenario --model gpt-3 --set tp=4 --set nic.bandwidth=12.5GB/s -o %s",
                   path);
    command_check(line, EXIT_DONE, "", "");
    (void)snprintf(line, sizeof line, "report --format json --scenario %s", path);
    struct printed saved = command_run(line);
    struct printed direct = command_run("report --format json --model gpt-3 --set tp=4 --set nic.bandwidth=12.5GB/s");
    assert_string_equal(saved.output, direct.output);
    printed_free(&saved);
    printed_free(&direct);
    command_check("export scenario surplus", EXIT_BAD_INPUT, "", "one word too many");
}

/* The rows of a line of validate's JSON: of a set or a source. */
static double rows_of(const struct printed *run, const char *array, const char *name)
{
    const struct json_value all = json_get(json_document(run->output), array);
    for (int i = 0; json_item(all, i).text != NULL; i++) {
        if (json_is(json_get(json_item(all, i), "name"), name)) {
            return json_double(json_get(json_item(all, i), "rows"));
        }
    }
    return 0;
}

/* Two of the log's three times are of an all-gather inside one NVSwitch domain. */
static void what_a_user_measured_stands_by_itself(void **state)
{
    (void)state;
    char line[400];
    (void)snprintf(line, sizeof line, "import nccl '" INPUTS "nccl/two-runs.log' --name own -o %s",
                   scratch_path("measurements/own.cfg"));
    file_write(scratch_path("measurements/none"), "");
    command_check(line, EXIT_DONE, "", "");
    (void)snprintf(line, sizeof line, "validate --format json --preset-dir %s", scratch_folder());
    struct printed own = command_run(line);
    struct printed built_in = command_run("validate --format json");
    assert_true(rows_of(&own, "sources", "\"own\"") == 3);
    assert_true(rows_of(&built_in, "sources", "\"own\"") == 0);
    assert_true(rows_of(&own, "sets", "\"NVSwitch\"") == rows_of(&built_in, "sets", "\"NVSwitch\""));
    printed_free(&own);
    printed_free(&built_in);
    (void)snprintf(line, sizeof line, "validate --set own --format csv --preset-dir %s", scratch_folder());
    command_check(line, EXIT_DONE, "\nown,", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_import_goes_to_standard_output),
        cmocka_unit_test_setup_teardown(the_text_of_a_file_tells_what_it_is, scratch_make, scratch_remove),
        cmocka_unit_test(a_log_is_of_a_cluster_that_a_file_describes),
        cmocka_unit_test(what_cannot_be_imported_is_an_error_and_nothing_is_printed),
        cmocka_unit_test_setup_teardown(a_file_is_written_once_and_replaced_only_when_told_to, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(what_a_user_measured_stands_by_itself, scratch_make, scratch_remove),
        cmocka_unit_test(an_exported_table_is_imported_again),
        cmocka_unit_test(a_time_is_written_with_the_digits_of_the_log),
        cmocka_unit_test(an_exported_table_has_the_columns_of_nccl_tests),
        cmocka_unit_test_setup_teardown(an_exported_scenario_gives_the_same_report, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
