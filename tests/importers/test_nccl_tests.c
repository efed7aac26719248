/* What nccl-tests printed becomes tables: of which operation, of how many ranks, and the times out of place. */
#include "importers/nccl_tests.h"
#include "text_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nccl_log read_file(const char *name, int ranks)
{
    char path[120];
    (void)snprintf(path, sizeof path, "nccl/%s.log", name);
    const struct import_text text = text_of_file(path);
    const struct nccl_log log = nccl_tests_read(text, ranks);
    text_free(text);
    return log;
}

static struct nccl_log read_text(const char *bytes)
{
    const struct import_text text = text_of(bytes);
    const struct nccl_log log = nccl_tests_read(text, 0);
    text_free(text);
    return log;
}

static void a_run_is_read_with_its_hosts_its_gpu_and_its_times(void **state)
{
    (void)state;
    const struct nccl_log log = read_file("all-reduce-two-hosts", 0);
    assert_string_equal(log.fault.message, "");
    assert_int_equal(log.table_count, 1);
    assert_int_equal(log.table[0].op, OP_ALL_REDUCE);
    assert_int_equal(log.table[0].ranks, 4);
    assert_int_equal(log.table[0].hosts, 2);
    assert_int_equal(log.table[0].count, 3);
    assert_true(log.point[0].size == 8 && log.point[0].seconds == 14.5e-6);
    assert_true(log.point[2].size == 1073741824 && log.point[2].seconds == 9e-3);
    assert_string_equal(log.device, "NVIDIA H100 80GB HBM3");
    assert_string_equal(log.gpu, "H100 SXM");
    assert_string_equal(log.version, "22703");
    assert_true(log.table[0].best > 178.9e9 && log.table[0].best < 179.0e9); /* 1 GiB in 9 ms, times 1.5 */
}

static void runs_behind_each_other_are_tables_of_their_own(void **state)
{
    (void)state;
    const struct nccl_log log = read_file("two-runs", 0);
    assert_string_equal(log.fault.message, "");
    assert_int_equal(log.table_count, 2);
    assert_int_equal(log.table[0].op, OP_ALL_GATHER);
    assert_int_equal(log.table[0].ranks, 2);
    assert_int_equal(log.table[0].count, 2); /* the size of 0 was too small to be divided */
    assert_int_equal(log.table[1].op, OP_SEND);
    assert_int_equal(log.table[1].ranks, 2);
    assert_int_equal(log.table[1].count, 1);
    assert_string_equal(log.gpu, "A100 SXM 80GB");
}

static void a_ratio_tells_the_operation_and_the_ranks_where_nothing_else_does(void **state)
{
    (void)state;
    const struct nccl_log log = read_file("old-columns", 0);
    assert_string_equal(log.fault.message, "");
    assert_int_equal(log.table[0].op, OP_ALL_REDUCE);
    assert_int_equal(log.table[0].ranks, 8); /* 2 x 7/8 = 1.75 */
    const struct nccl_log told = read_file("old-columns", 16);
    assert_int_equal(told.table[0].ranks, 16);
}

#define HEADER "# size count type redop root time algbw busbw #wrong\n"

/* Each as some launcher or version of the programs writes it. */
static void what_launchers_and_versions_add_is_passed_over(void **state)
{
    static const struct {
        const char *text;
        int op, ranks;
        const char *gpu;
    } cases[] = {
        {" 0: # Collective test starting: all_reduce_perf\n"
         " 0: #  Rank  0 Group  0 Pid 7 on n1 device  0 [0000:05:00] AMD Instinct MI300X\n"
         " 0: #  Rank  1 Group  0 Pid 8 on n1 device  1 [0000:25:00] AMD Instinct MI300X\n"
         " 0: " HEADER " 0:  8 2 float sum -1 10.0 0.00 0.00 0\n",
         OP_ALL_REDUCE, 2, "MI300X"},
        {"    size count type redop root time algbw busbw #wrong\n"
         "17179869168 1431655764 float none -1 496916 34.57 23.05 0\n# Collective test concluded: all_gather_perf\n",
         OP_ALL_GATHER, 3, "none"}, /* 23.05 / 34.57 is 2/3 */
        {"all_reduce_perf_mpi\n#  Rank  0 Group  0 Pid 7 on n1 device  0 [0x1] NVIDIA GH200 120GB\n"
         "#  Rank  1 Group  0 Pid 7 on n2 device  0 [0x1] NVIDIA GH200 120GB\n"
         "n1:21:21 [0] NCCL INFO Launch mode Parallel\n" HEADER
         "n1:21:21 [0] NCCL INFO 24 coll channels\n8 2 float sum -1 10.0 0.00 0.00 0\n",
         OP_ALL_REDUCE, 2, "none"}, /* no H200 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct nccl_log log = read_text(cases[i].text);
        if (log.fault.message[0] != '\0' || (int)log.table[0].op != cases[i].op ||
            log.table[0].ranks != cases[i].ranks) {
            fail_msg("%s: operation %d, %d ranks; %s", cases[i].text, (int)log.table[0].op, log.table[0].ranks,
                     log.fault.message);
        }
        assert_string_equal(log.gpu == NULL ? "none" : log.gpu, cases[i].gpu);
    }
}

static struct import_fault fault_of(struct import_text text)
{
    return nccl_tests_read(text, 0).fault;
}

static void what_is_no_such_output_is_refused(void **state)
{
    static const struct refused_text cases[] = {
        {"", 0, "no line heads a table"},
        {"Segmentation fault\n", 0, "no line heads a table"},
        {"# size count time (us)\n", 1, "the columns algbw and busbw are expected"},
        {"all_reduce_perf\n" HEADER, 2, "nothing says how many ranks"},
        {HEADER "8 2 float none -1 10.0 0.0 0.0 0\n", 2, "nothing says which operation"},
        {"./reduce_perf -b 8\n" HEADER "8 2 float sum -1 10.0 0.0 0.0 0\n", 3, "an operation that cannot be priced"},
        {"./alltoallv_perf -b 8\n" HEADER "8 2 float none -1 10.0 0.0 0.0 0\n", 3,
         "an operation that cannot be priced"},
        {"all_reduce_perf\n" HEADER "8 2 float sum -1 fast 0.0 0.0 0\n", 3,
         "a row of 9 cells, of numbers under size, time, algbw and busbw"},
        {"# size count type redop time error wrong\n", 1, "the columns algbw and busbw are expected"},
    };
    (void)state;
    text_expect_refused(cases, sizeof cases / sizeof cases[0], fault_of);
}

/* A whole log of so many tables with so many rows each. */
static struct nccl_log log_of(int tables, int rows)
{
    static const char row[] = "1024 256 float sum -1 10.0 0.10 0.18 0\n";
    const size_t size = 64 + (size_t)tables * (sizeof HEADER + (size_t)rows * sizeof row);
    char *log = malloc(size);
    size_t used = (size_t)snprintf(log, size, "all_reduce_perf\n");
    for (int table = 0; table < tables; table++) {
        used += (size_t)snprintf(log + used, size - used, HEADER);
        for (int i = 0; i < rows; i++) {
            used += (size_t)snprintf(log + used, size - used, "%s", row);
        }
    }
    const struct import_text text = text_of(log);
    const struct nccl_log read = nccl_tests_read(text, 8);
    text_free(text);
    free(log);
    return read;
}

static void so_many_tables_and_rows_are_read_and_no_more(void **state)
{
    (void)state;
    assert_string_equal(log_of(NCCL_TABLES, 1).fault.message, "");
    assert_int_equal(log_of(NCCL_TABLES, 1).table_count, NCCL_TABLES);
    assert_non_null(strstr(log_of(NCCL_TABLES + 1, 1).fault.message, "more than 64 tables"));
    assert_string_equal(log_of(2, NCCL_POINTS / 2).fault.message, "");
    assert_int_equal(log_of(2, NCCL_POINTS / 2).point_count, NCCL_POINTS);
    assert_non_null(strstr(log_of(2, NCCL_POINTS / 2 + 1).fault.message, "more than 2048 rows"));
}

static void expect_a_fault_or_tables(struct import_text text)
{
    const struct nccl_log log = nccl_tests_read(text, 0);
    assert_true(log.fault.message[0] != '\0' || (log.table_count > 0 && log.point_count > 0));
    for (int i = 0; log.fault.message[0] == '\0' && i < log.table_count; i++) {
        assert_true(log.table[i].op < OP_COUNT && log.table[i].ranks >= 2);
        assert_true(log.table[i].first + log.table[i].count <= log.point_count);
    }
}

static void logs_that_are_cut_or_damaged_anywhere_are_survived(void **state)
{
    static const char *const paths[] = {"nccl/all-reduce-two-hosts.log", "nccl/two-runs.log", "nccl/old-columns.log"};
    (void)state;
    text_torture(paths, sizeof paths / sizeof paths[0], expect_a_fault_or_tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_read_with_its_hosts_its_gpu_and_its_times),
        cmocka_unit_test(runs_behind_each_other_are_tables_of_their_own),
        cmocka_unit_test(a_ratio_tells_the_operation_and_the_ranks_where_nothing_else_does),
        cmocka_unit_test(what_launchers_and_versions_add_is_passed_over),
        cmocka_unit_test(what_is_no_such_output_is_refused),
        cmocka_unit_test(so_many_tables_and_rows_are_read_and_no_more),
        cmocka_unit_test(logs_that_are_cut_or_damaged_anywhere_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
