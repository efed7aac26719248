/* test_batch.c: `ringside batch`: a row in, the same row with its figures out. */
#include "command_run.h"
#include "exporters/csv.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *line, const char *input, int status, const char *output, const char *errors)
{
    struct printed run = command_run_with(line, input);
    assert_string_equal(run.output, output);
    assert_string_equal(run.errors, errors);
    assert_int_equal(run.status, status);
    printed_free(&run);
}

static void cells_set_parameters_and_empty_ones_do_not(void **state)
{
    (void)state;
    check("batch - --set nic.bandwidth=25GB/s --show batch.global,dp.size", "tp,global_batch\n8,\n4,32\n,\n", EXIT_DONE,
          "tp,global_batch,valid,batch.global,dp.size,reason\n"
          "8,,true,64,8,\n"
          "4,32,true,32,16,\n"
          ",,true,64,8,\n",
          "");
}

/* As behind --cluster. A file that two rows name is read for both, and one that is wrong spoils its row alone. */
static void a_cell_may_name_a_file_as_an_option_may(void **state)
{
    (void)state;
    file_write("slow.cfg",
               "name = \"Slow\";\ngpu = \"H100 SXM\";\nscaleup = { size = 8; };\nnode = { gpus = 8; };\n"
               "nic = { fabric = \"roce\"; bandwidth = \"100 Gb/s\"; per_node = 8; };\nsource = \"ours\";\n");
    struct printed option = command_run("report --cluster ./slow.cfg --format json");
    const struct json_value metrics = json_get(json_document(option.output), "metrics");
    const double step = json_double(json_get(metrics, "step.time"));
    char row[200];
    (void)snprintf(row, sizeof row, "./slow.cfg,true,%.15g", step);
    struct printed run =
        command_run_with("batch - --show step.time", "cluster\n./slow.cfg\nDGX H100\n./slow.cfg\n./none.cfg\n");
    const char *first = strstr(run.output, row);
    assert_non_null(first);
    assert_non_null(strstr(first + 1, row));
    assert_non_null(strstr(run.output, "./none.cfg,false,,cluster: ./none.cfg: No such file"));
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    printed_free(&run);
    printed_free(&option);
}

/* Columns in any order give what the options give, which name presets first. */
static void presets_come_before_other_cells(void **state)
{
    struct printed report = command_run("report --format json --model 'Llama 3 8B' --cluster 'DGX H100' "
                                        "--gpu 'A100 SXM 80GB' --set tp=8 --set scaleup.size=4");
    struct printed other = command_run("report --format json --model 'Llama 3 8B' --cluster 'DGX H100' --set tp=8");
    struct printed batch = command_run_with("batch - --show step.time", "tp,scaleup.size,gpu,cluster,model\n"
                                                                        "8,4,A100 SXM 80GB,DGX H100,llama 3 8b\n");
    const char *row = strstr(batch.output, "\n8,4,A100 SXM 80GB,DGX H100,llama 3 8b,true,");
    (void)state;
    assert_int_equal(batch.status, EXIT_DONE);
    assert_non_null(row);
    assert_true(strtod(strstr(row, "true,") + strlen("true,"), NULL) == report_metric(&report, "step.time"));
    assert_true(report_metric(&report, "step.time") != report_metric(&other, "step.time"));
    printed_free(&report);
    printed_free(&other);
    printed_free(&batch);
}

static void every_row_says_what_report_says(void **state)
{
    struct printed batch =
        command_run_with("batch - --model 'Llama 3 8B' --show step.time,memory.total,tp.algorithm,memory.fits",
                         "tp,nic.bandwidth\n2,100Gb/s\n");
    struct printed report =
        command_run("report --format json --model 'Llama 3 8B' --set tp=2 --set nic.bandwidth=100Gb/s");
    struct csv_reader reader = {.file = fmemopen(batch.output, strlen(batch.output), "r")};
    (void)state;
    assert_int_equal(csv_read(&reader), CSV_ROW);
    assert_int_equal(csv_read(&reader), CSV_ROW);
    assert_true(strtod(csv_cell(&reader, 3), NULL) == report_metric(&report, "step.time"));
    assert_true(strtod(csv_cell(&reader, 4), NULL) == report_metric(&report, "memory.total"));
    assert_string_equal(csv_cell(&reader, 5), "ring");
    assert_string_equal(csv_cell(&reader, 6), "true");
    (void)fclose(reader.file);
    csv_reader_free(&reader);
    printed_free(&batch);
    printed_free(&report);
}

static void remarks_are_passed_on(void **state)
{
    (void)state;
    check("batch - --show dp.size", "\xef\xbb\xbfid,#mine, tp ,note\r\nx1,\"a, \"\"b\"\"\",8,\"two\r\nlines\"\r\n",
          EXIT_DONE,
          "id,#mine,\" tp \",note,valid,dp.size,reason\n"
          "x1,\"a, \"\"b\"\"\",8,\"two\nlines\",true,8,\n",
          "");
}

static void a_row_that_cannot_run_keeps_its_place(void **state)
{
    struct printed run = command_run_with("batch - --show dp.size", "tp\n8\n6\n4\n");
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    assert_string_equal(run.errors, "");
    assert_non_null(strstr(run.output, "\n8,true,8,\n6,false,,\"TP 6 does not divide 64 heads"));
    assert_non_null(strstr(run.output, "\n4,true,16,\n"));
    printed_free(&run);
}

static void a_cell_that_cannot_be_read_is_named(void **state)
{
    struct printed run =
        command_run_with("batch - --show dp.size", "model,nic.bandwidth\n,50 Gb/q\nLama 3 70B,\n,1\n,,\n,50GB/s\n");
    (void)state;
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_non_null(strstr(run.errors, "standard input:2: nic.bandwidth: \"50 Gb/q\""));
    assert_non_null(strstr(run.errors, "standard input:3: model: "));
    assert_non_null(strstr(run.errors, "Llama 3 70B"));
    assert_non_null(strstr(run.errors, "`ringside list models` names them all"));
    assert_non_null(strstr(run.errors, "standard input:4: nic.bandwidth: "));
    assert_non_null(strstr(run.errors, "standard input:5: 3 cells where the header has 2"));
    assert_non_null(strstr(run.output, "\n,50GB/s,true,8,\n"));
    int rows = 0;
    for (const char *letter = run.output; *letter != '\0'; letter++) {
        rows += *letter == '\n';
    }
    assert_int_equal(rows, 6);
    printed_free(&run);
}

static void a_header_that_means_nothing_is_refused(void **state)
{
    (void)state;
    check("batch -", "tp,nic.bandwith\n8,1\n", EXIT_BAD_INPUT, "",
          "standard input:1: column 2: there is no parameter \"nic.bandwith\"; did you mean nic.bandwidth?\n");
    check("batch -", "step.time\n8\n", EXIT_BAD_INPUT, "",
          "standard input:1: column 1: there is no parameter \"step.time\": it is a figure, which --show prints\n");
    check("batch -", "tp,pp,tp\n", EXIT_BAD_INPUT, "", "standard input:1: column 3: tp stands in column 1 already\n");
    check("batch -", "model,model\n", EXIT_BAD_INPUT, "",
          "standard input:1: column 2: model stands in column 1 already\n");
    check("batch -", "", EXIT_BAD_INPUT, "",
          "standard input: a header is expected: names of parameters, like model,cluster.gpus,tp\n");
}

static void a_file_that_breaks_off_is_an_error(void **state)
{
    struct printed run = command_run_with("batch - --show dp.size", "tp\n8\n\"4\n");
    (void)state;
    assert_int_equal(run.status, EXIT_BAD_INPUT);
    assert_string_equal(run.output, "tp,valid,dp.size,reason\n8,true,8,\n");
    assert_string_equal(run.errors, "standard input:3: a quote is never closed\n");
    printed_free(&run);
    check("batch /nowhere/scenarios.csv", "", EXIT_BAD_INPUT, "",
          "ringside batch: /nowhere/scenarios.csv: No such file or directory\n");
}

/* A complaint names the file and the line of it. */
static void rows_come_from_a_file(void **state)
{
    char line[512];
    (void)state;
    file_write(scratch_path("rows.csv"), "tp,pp\n8,1\n4,x\n");
    (void)snprintf(line, sizeof line, "batch %s --show dp.size", scratch_path("rows.csv"));
    struct printed run = command_run(line);
    assert_int_equal(run.status, EXIT_ANSWER_NO);
    assert_non_null(strstr(run.output, "8,1,true,8,\n4,x,false,,"));
    assert_non_null(strstr(run.errors, "rows.csv:3: pp: "));
    printed_free(&run);
    (void)snprintf(line, sizeof line, "batch %s", scratch_path("none.csv"));
    command_check(line, EXIT_BAD_INPUT, "", "none.csv: No such file or directory\n");
}

static void an_unknown_figure_is_refused(void **state)
{
    (void)state;
    check("batch - --show step.time,step.tme", "tp\n8\n", EXIT_BAD_INPUT, "",
          "ringside batch: --show: there is no figure \"step.tme\"; did you mean step.time?\n");
    check("batch - --show=", "tp\n8\n", EXIT_BAD_INPUT, "",
          "ringside batch: --show: there is no figure \"\"; `ringside list metrics` names them all\n");
}

static void without_show_every_figure_is_there(void **state)
{
    struct printed run = command_run_with("batch -", "tp\n8\n");
    struct csv_reader reader = {.file = fmemopen(run.output, strlen(run.output), "r")};
    (void)state;
    assert_int_equal(run.status, EXIT_DONE);
    assert_int_equal(csv_read(&reader), CSV_ROW);
    const int columns = reader.count;
    assert_string_equal(csv_cell(&reader, columns - 1), "reason");
    assert_string_equal(csv_cell(&reader, columns - 2), "collective.switchover");
    assert_int_equal(csv_read(&reader), CSV_ROW);
    assert_int_equal(reader.count, columns);
    assert_true(strtod(csv_cell(&reader, columns - 2), NULL) > 0.0);
    (void)fclose(reader.file);
    csv_reader_free(&reader);
    printed_free(&run);
}

/* Two dollars for every card say nothing of which is cheaper. */
static void costs_of_several_cards_at_one_price_are_said_to_be(void **state)
{
    static const char clusters[] = "cluster\nDGX H100\nDGX H200\n";
    (void)state;
    struct printed run = command_run_with("batch - --show token.cost", clusters);
    assert_int_equal(run.status, EXIT_DONE);
    assert_non_null(strstr(run.errors, "every GPU is taken at gpu.price = 2 $/h"));
    printed_free(&run);
    static const char *const quiet[] = {"batch - --show step.time", "batch - --show token.cost --set gpu.price=3"};
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
        run = command_run_with(quiet[i], clusters);
        assert_string_equal(run.errors, "");
        printed_free(&run);
    }
    run = command_run_with("batch - --show token.cost", "model\nLlama 3 8B\n");
    assert_string_equal(run.errors, "");
    printed_free(&run);
}

/* TP 8 on 64 GPUs has 8 replicas, TP 16 half as many, and each adds up 8 micro-batches. */
static void steps_of_unlike_batches_are_said_to_be(void **state)
{
    static const char rows[] = "tp\n8\n16\n";
    (void)state;
    struct printed run = command_run_with("batch - --show step.time", rows);
    assert_int_equal(run.status, EXIT_DONE);
    assert_string_equal(run.errors, "standard input: the global batch follows: 64 in line 2, 32 in line 3; "
                                    "--set global_batch=64 holds it\n");
    printed_free(&run);
    static const struct {
        const char *line, *input;
    } quiet[] = {
        {"batch - --show dp.size", rows},
        {"batch - --show memory.total", rows},
        {"batch - --show step.time --set global_batch=64", rows},
        {"batch - --show step.time", "tp,global_batch\n8,64\n16,64\n"},
        {"batch - --show step.time", "tp\n8\n8\n"},
        {"batch - --show step.time --mode decode", rows},
    };
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
        run = command_run_with(quiet[i].line, quiet[i].input);
        assert_string_equal(run.errors, "");
        printed_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_set_parameters_and_empty_ones_do_not),
        cmocka_unit_test_setup_teardown(a_cell_may_name_a_file_as_an_option_may, scratch_enter, scratch_leave),
        cmocka_unit_test(presets_come_before_other_cells),
        cmocka_unit_test(every_row_says_what_report_says),
        cmocka_unit_test(remarks_are_passed_on),
        cmocka_unit_test(a_row_that_cannot_run_keeps_its_place),
        cmocka_unit_test(a_cell_that_cannot_be_read_is_named),
        cmocka_unit_test(a_header_that_means_nothing_is_refused),
        cmocka_unit_test(a_file_that_breaks_off_is_an_error),
        cmocka_unit_test(steps_of_unlike_batches_are_said_to_be),
        cmocka_unit_test_setup_teardown(rows_come_from_a_file, scratch_make, scratch_remove),
        cmocka_unit_test(an_unknown_figure_is_refused),
        cmocka_unit_test(without_show_every_figure_is_there),
        cmocka_unit_test(costs_of_several_cards_at_one_price_are_said_to_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
