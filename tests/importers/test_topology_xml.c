/* The topology file of NCCL becomes a node: what lies below which switch, and how fast its NICs are. */
#include "importers/topology_xml.h"
#include "text_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct imported read_file(const char *name)
{
    char path[120];
    (void)snprintf(path, sizeof path, "topology/%s.xml", name);
    const struct import_text text = text_of_file(path);
    assert_true(topology_is_xml(text));
    const struct imported imported = topology_xml_read(text, NULL);
    text_free(text);
    return imported;
}

static struct imported read_text(const char *bytes)
{
    const struct import_text text = text_of(bytes);
    const struct imported imported = topology_xml_read(text, NULL);
    text_free(text);
    return imported;
}

static void links_to_switches_join_all_gpus(void **state)
{
    (void)state;
    const struct imported node = read_file("switched");
    assert_string_equal(node.fault.message, "");
    assert_string_equal(node.gpu, "H100 SXM"); /* PCI device 10de:2330 */
    assert_int_equal((int)imported_value(&node, "scaleup.size", 0), 4);
    assert_int_equal((int)imported_value(&node, "scaleup.kind", -1), SCALEUP_SWITCH);
    assert_int_equal((int)imported_value(&node, "nic.per_node", 0), 4);
    assert_true(imported_value(&node, "nic.bandwidth", 0) == 50e9); /* 400,000 Mb/s */
    assert_int_equal((int)imported_value(&node, "nic.fabric", -1), FABRIC_INFINIBAND);
    assert_true(imported_has_note(&node, "GPU2 is nearest to mlx5_2 (PIX)"));
}

static void links_to_each_peer_are_a_mesh(void **state)
{
    (void)state;
    const struct imported node = read_file("xgmi");
    assert_string_equal(node.fault.message, "");
    assert_string_equal(node.gpu, "MI300X"); /* PCI device 1002:74a1 */
    assert_int_equal((int)imported_value(&node, "scaleup.size", 0), 4);
    assert_int_equal((int)imported_value(&node, "scaleup.kind", -1), SCALEUP_MESH);
    assert_int_equal((int)imported_value(&node, "nic.per_node", 0), 2); /* one for the GPUs of each socket */
    assert_int_equal((int)imported_value(&node, "nic.fabric", -1), FABRIC_ROCE);
    assert_true(imported_has_note(&node, "GPU0 is nearest to mlx5_0 (PXB)"));
    assert_true(imported_has_note(&node, "GPU1 is nearest to mlx5_0 (PHB)"));
}

static void devices_without_details_are_told_by_their_class(void **state)
{
    (void)state;
    const struct imported node = read_file("devices-only");
    assert_string_equal(node.fault.message, "");
    assert_int_equal((int)imported_value(&node, "node.gpus", 0), 2);
    assert_int_equal((int)imported_value(&node, "nic.per_node", 0), 2);
}

static struct import_fault fault_of(struct import_text text)
{
    return topology_xml_read(text, NULL).fault;
}

static void what_is_no_topology_is_refused_in_its_line(void **state)
{
    static const struct refused_text cases[] = {
        {"<graphs version=\"1\"></graphs>", 0, "no <system> is there"},
        {"<system></system>", 0, "no GPU is there"},
        {"<system>\n<cpu", 2, "<cpu is not closed by >"},
        {"<system>\n<cpu>\n", 3, "the text ends within 2 elements"},
        {"<system>\n</system>\n</system>", 3, "closed that was never opened"},
        {"<system><nvlink count=\"4\"/></system>", 1, "a count of links from a GPU is expected"},
        {"<system><pci class=\"0x030200\">\n<gpu><nvlink count=\"-1\"/></gpu></pci></system>", 2, "a count of links"},
    };
    (void)state;
    text_expect_refused(cases, sizeof cases / sizeof cases[0], fault_of);
}

static void nesting_has_an_end(void **state)
{
    char text[8000] = "<system>";
    size_t used = strlen(text);
    (void)state;
    for (int i = 0; i < 200; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "<pci class=\"0x060400\">");
    }
    const struct imported node = read_text(text);
    assert_non_null(strstr(node.fault.message, "more than 24 PCIe devices"));
}

static void expect_a_fault_or_a_node(struct import_text text)
{
    const struct imported node = topology_xml_read(text, NULL);
    assert_true(node.fault.message[0] != '\0' || imported_value(&node, "node.gpus", 0) >= 1);
}

static void files_that_are_cut_or_damaged_anywhere_are_survived(void **state)
{
    static const char *const paths[] = {"topology/switched.xml", "topology/xgmi.xml", "topology/devices-only.xml"};
    (void)state;
    text_torture(paths, sizeof paths / sizeof paths[0], expect_a_fault_or_a_node);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_to_switches_join_all_gpus),
        cmocka_unit_test(links_to_each_peer_are_a_mesh),
        cmocka_unit_test(devices_without_details_are_told_by_their_class),
        cmocka_unit_test(what_is_no_topology_is_refused_in_its_line),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(files_that_are_cut_or_damaged_anywhere_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
