/* Tables of links between GPUs become nodes: their domains, and the NICs that every GPU can have a share of. */
#include "importers/topology_matrix.h"
#include "text_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct imported read_file(const char *name, const char *gpu)
{
    char path[120];
    (void)snprintf(path, sizeof path, "topology/%s.txt", name);
    const struct import_text text = text_of_file(path);
    const struct imported imported = topology_matrix_read(text, gpu);
    text_free(text);
    return imported;
}

static struct imported read_text(const char *bytes)
{
    const struct import_text text = text_of(bytes);
    const struct imported imported = topology_matrix_read(text, NULL);
    text_free(text);
    return imported;
}

enum { NO_KIND = -1 };

/* Worked by hand from the tables: who is joined to whom, and how far the NICs can be shared evenly. */
static void nodes_are_what_their_tables_show(void **state)
{
    static const struct {
        const char *name;
        int gpus, domain, kind, nics;
        const char *gpu;
    } cases[] = {
        {"eight-switched", 8, 8, SCALEUP_SWITCH, 8, "H100 SXM"},        /* ten NICs, two of them near to no GPU */
        {"pairs-share-nics", 8, 8, SCALEUP_SWITCH, 8, "A100 SXM 80GB"}, /* two for each pair; colours in the header */
        {"fewer-nics", 8, 8, SCALEUP_SWITCH, 6, "H100 SXM"},            /* four GPUs have none near and use any */
        {"crowded-nic", 4, 4, SCALEUP_SWITCH, 4, "GB200"},              /* three at one GPU help the others nothing */
        {"cube", 8, 8, SCALEUP_CUBE, 4, "V100 SXM2 32GB"},
        {"bridged-pairs", 4, 2, SCALEUP_SWITCH, 1, "RTX 3090"},
        {"one-bridge", 4, 4, NO_KIND, 1, "L40S"},
        {"four-direct", 4, 4, SCALEUP_MESH, 1, "A100 SXM 80GB"}, /* 3 x 4 links of the 12 that an A100 has */
        {"tray", 4, 4, SCALEUP_SWITCH, 4, "GB200"},
        {"pcie", 8, 8, NO_KIND, 1, "L40S"},
        {"xgmi", 4, 4, SCALEUP_MESH, 1, "MI300X"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct imported node = read_file(cases[i].name, NULL);
        const int gpus = (int)imported_value(&node, "node.gpus", 0);
        const int domain = (int)imported_value(&node, "scaleup.size", 0);
        const int kind = (int)imported_value(&node, "scaleup.kind", NO_KIND);
        const int nics = (int)imported_value(&node, "nic.per_node", 0);
        if (node.fault.message[0] != '\0' || gpus != cases[i].gpus || domain != cases[i].domain ||
            kind != cases[i].kind || nics != cases[i].nics || strcmp(node.gpu, cases[i].gpu) != 0) {
            fail_msg("%s: %d GPUs, domain %d, kind %d, %d NICs, %s %s", cases[i].name, gpus, domain, kind, nics,
                     node.gpu, node.fault.message);
        }
    }
}

static void what_the_table_does_not_say_is_assumed_and_said(void **state)
{
    (void)state;
    const struct imported node = read_file("eight-switched", NULL);
    assert_true(imported_has_note(&node, "H100 SXM is assumed"));
    assert_true(imported_has_note(&node, "GPU3 is nearest to mlx5_3 (PXB)"));
    for (int i = 0; i < node.setting_count; i++) {
        const char *key = node.setting[i].parameter->key;
        const bool stated = strcmp(key, "scaleup.size") == 0 || strcmp(key, "scaleup.kind") == 0 ||
                            strcmp(key, "node.gpus") == 0 || strcmp(key, "nic.per_node") == 0;
        assert_int_equal(node.setting[i].assumed, !stated);
    }
    const struct imported roce = read_file("pairs-share-nics", NULL);
    assert_int_equal((int)imported_value(&roce, "nic.fabric", -1), FABRIC_ROCE); /* as rocep0s0 is called */
    const struct imported named = read_file("eight-switched", "H200");
    assert_string_equal(named.gpu, "H200");
    assert_false(imported_has_note(&named, "is assumed"));
    const struct imported tray = read_file("tray", NULL);
    assert_true(imported_has_note(&tray, "rack"));
}

/* What is nearest to no GPU carries none of their traffic. */
static void a_nic_that_no_gpu_uses_says_nothing_of_the_network(void **state)
{
    static const char table[] = "\tGPU0\tGPU1\tNIC0\tNIC1\n"
                                "GPU0\t X \tNV18\tSYS\tPIX\n"
                                "GPU1\tNV18\t X \tSYS\tPIX\n"
                                "\nNIC Legend:\n\n"
                                "  NIC0: eth0\n"
                                "  NIC1: rocep1s0\n";
    const struct imported node = read_text(table);
    (void)state;
    assert_string_equal(node.fault.message, "");
    assert_int_equal((int)imported_value(&node, "nic.fabric", -1), FABRIC_ROCE);
    assert_int_equal((int)imported_value(&node, "nic.per_node", 0), 1);
}

static struct import_fault fault_of(struct import_text text)
{
    return topology_matrix_read(text, NULL).fault;
}

static void what_is_no_such_table_is_refused(void **state)
{
    static const struct refused_text cases[] = {
        {"", 0, "no line heads a table of GPUs"},
        {"nvidia-smi: command not found\n", 0, "no line heads a table of GPUs"},
        {" GPU0 GPU1\nGPU0 X NV4\n", 0, "GPU1 heads a column but has no row"},
        {" GPU0 GPU1\nGPU0 X NV4\nGPU1 NV4\n", 3, "the row of GPU1 ends before column GPU1: 2 cells are expected"},
        {" GPU0 GPU1\nGPU0 X NV4\nGPU1 SYS X\n", 0, "the table does not agree with itself"},
        {" GPU0 GPU1\nGPU0 X PXBNODE\nGPU1 SYS X\n", 2, "between GPU0 and GPU1 stands \"PXBNODE\": NV#, PIX"},
        {" GPU0 GPU1\nGPU0 NV4 X\n", 2, "between GPU0 and GPU0 stands \"NV4\": X is expected"},
        {" GPU0 GPU1 GPU3\n", 1, "column GPU3 stands where GPU2 or a NIC is expected"},
        {" GPU0 GPU1\nGPU0 X MX\nGPU1 MX X\n", 0, "--gpu names yours"},
        {" GPU0 GPU1\nGPU0 X NV99999999999\nGPU1 SYS X\n", 2, "stands \"NV99999999999\""},
    };
    (void)state;
    text_expect_refused(cases, sizeof cases / sizeof cases[0], fault_of);
    const struct imported peer = read_file("peer-access", NULL);
    assert_non_null(strstr(peer.fault.message, "topo -m is expected"));
    const struct imported weights = read_file("xgmi-without-types", NULL);
    assert_non_null(strstr(weights.fault.message, "the table of link types is expected"));
}

static void more_gpus_than_a_node_has_are_refused(void **state)
{
    char text[2000] = "";
    size_t used = 0;
    (void)state;
    for (int gpu = 0; gpu < 100; gpu++) {
        used += (size_t)snprintf(text + used, sizeof text - used, " GPU%d", gpu);
    }
    const struct imported node = read_text(text);
    assert_non_null(strstr(node.fault.message, "more than 32 GPUs"));
}

static void expect_a_fault_or_a_node(struct import_text text)
{
    const struct imported node = topology_matrix_read(text, NULL);
    assert_true(node.fault.message[0] != '\0' || imported_value(&node, "node.gpus", 0) >= 1);
}

static void tables_that_are_cut_or_damaged_anywhere_are_survived(void **state)
{
    static const char *const paths[] = {"topology/eight-switched.txt", "topology/pairs-share-nics.txt",
                                        "topology/xgmi.txt", "topology/fewer-nics.txt"};
    (void)state;
    text_torture(paths, sizeof paths / sizeof paths[0], expect_a_fault_or_a_node);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_what_their_tables_show),
        cmocka_unit_test(what_the_table_does_not_say_is_assumed_and_said),
        cmocka_unit_test(a_nic_that_no_gpu_uses_says_nothing_of_the_network),
        cmocka_unit_test(what_is_no_such_table_is_refused),
        cmocka_unit_test(more_gpus_than_a_node_has_are_refused),
        cmocka_unit_test(tables_that_are_cut_or_damaged_anywhere_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
