/* topology_xml.c: the topology file of NCCL or RCCL becomes a cluster.
 *
 * The file is written by a program: elements with attributes, no text between them. Where a GPU and a NIC lie in the
 * tree of PCIe switches tells how far they are from each other.
 */
#include "importers/topology_xml.h"

#include "core/text.h"
#include "importers/node_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_LENGTH = 16, VALUE_LENGTH = 40, DEPTH = 24, GPU_LINKS = 32 };

/* ---- elements ---- */

/* An element's head: <name attribute="value" ...>. */
struct element {
    const char *at;     /* behind the '<'; NULL: there is no more */
    const char *end;    /* behind the '>' */
    bool opens, closes; /* both: <name/> */
    char name[TAG_LENGTH];
};

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* The next element; comments and <?xml ...?> are passed over. Not closed by '>': its end is NULL. */
static struct element next_element(const char *at)
{
    struct element element = {.at = strchr(at, '<')};
    while (element.at != NULL && (element.at[1] == '!' || element.at[1] == '?')) {
        const char *end = strstr(element.at, element.at[1] == '!' ? "-->" : "?>");
        element.at = end == NULL ? NULL : strchr(end, '<');
    }
    if (element.at == NULL) {
        return element;
    }
    element.at++;
    const bool is_end = *element.at == '/';
    element.at += is_end;
    const size_t length = strspn(element.at, name_letters);
    (void)snprintf(element.name, sizeof element.name, "%.*s", (int)length, element.at);
    const size_t rest = strcspn(element.at, "<>");
    element.end = element.at[rest] == '>' ? element.at + rest + 1 : NULL;
    element.closes = is_end || (rest > 0 && element.at[rest - 1] == '/');
    element.opens = !is_end;
    return element;
}

struct value {
    char text[VALUE_LENGTH];
};

/* An attribute; "" if it is not there. */
static struct value attribute(const struct element *element, const char *name)
{
    struct value value = {.text = ""};
    const size_t length = strlen(name);
    for (const char *at = element->at; at + length + 2 < element->end; at++) {
        const bool is_name = at > element->at && strchr(" \t\r\n", at[-1]) != NULL && strncmp(at, name, length) == 0 &&
                             at[length] == '=' && at[length + 1] == '"';
        if (is_name) {
            at += length + 2;
            (void)snprintf(value.text, sizeof value.text, "%.*s", (int)strcspn(at, "\"<>"), at);
            return value;
        }
    }
    return value;
}

/* ---- the tree ---- */

/* Where a device lies: the switches above it, from the root on, by their number in the file. */
struct place {
    int cpu;
    int bridges[DEPTH];
    int depth;
};

struct xml_gpu {
    struct place place;
    char busid[VALUE_LENGTH];
    char device[VALUE_LENGTH];
    char target[GPU_LINKS][VALUE_LENGTH]; /* where its links lead */
    int target_links[GPU_LINKS];
    bool target_is_switch[GPU_LINKS];
    int targets;
};

/* What is being read. Devices of class "network" are NICs only where no net elements say so. */
struct tree {
    struct node_links node;
    struct import_fault fault;
    struct xml_gpu gpu[NODE_GPUS];
    struct place nic[NODE_NICS];
    struct place here;
    bool in_pci[DEPTH * 2]; /* of each open element, whether it is a pci */
    int open;
    int elements; /* seen so far: a number for each switch */
    bool has_nets;
    enum nic_class nic_class; /* of the pci that is open */
    char busid[VALUE_LENGTH];
    char device[VALUE_LENGTH];
};

/* Classes of PCI devices: 3D controllers and processing accelerators. */
static bool is_gpu_class(const char *class)
{
    return text_starts_with(class, "0x0302") || text_starts_with(class, "0x0300") ||
           text_starts_with(class, "0x0380") || text_starts_with(class, "0x1200");
}

static bool is_network_class(const char *class)
{
    return text_starts_with(class, "0x02");
}

static void add_gpu(struct tree *tree)
{
    struct node_links *node = &tree->node;
    if (node->gpu_count == NODE_GPUS) {
        import_fail(&tree->fault, 0, "more than %d GPUs in one node", NODE_GPUS);
        return;
    }
    struct xml_gpu *gpu = &tree->gpu[node->gpu_count++];
    gpu->place = tree->here;
    (void)snprintf(gpu->busid, sizeof gpu->busid, "%s", tree->busid);
    (void)snprintf(gpu->device, sizeof gpu->device, "%s", tree->device);
}

static void add_nic(struct tree *tree, const char *name, double rate)
{
    struct node_links *node = &tree->node;
    if (node->nic_count == NODE_NICS) {
        import_fail(&tree->fault, 0, "more than %d NICs in one node", NODE_NICS);
        return;
    }
    const int nic = node->nic_count++;
    tree->nic[nic] = tree->here;
    node->nic_rate[nic] = rate;
    node->nic_class[nic] = tree->nic_class;
    (void)snprintf(node->nic_name[nic], NODE_NAME, "%.*s", NODE_NAME - 1, name);
}

/* A net's speed is in Mb/s. Bonds of loopback and other makers' plugins may state none. */
static void open_net(struct tree *tree, const struct element *element)
{
    const int megabits = import_count(attribute(element, "speed").text);
    if (!tree->has_nets) { /* those by class were only to go by */
        tree->has_nets = true;
        tree->node.nic_count = 0;
    }
    add_nic(tree, attribute(element, "name").text, megabits > 0 ? megabits * 1e6 / 8 : 0);
}

static void open_pci(struct tree *tree, const struct element *element)
{
    const struct value class = attribute(element, "class");
    const struct value vendor = attribute(element, "vendor");
    const struct value device = attribute(element, "device");
    (void)snprintf(tree->busid, sizeof tree->busid, "%s", attribute(element, "busid").text);
    (void)snprintf(tree->device, sizeof tree->device, "%.16s:%.16s", vendor.text, device.text);
    tree->nic_class = text_starts_with(class.text, "0x0200")   ? NIC_ETHERNET
                      : text_starts_with(class.text, "0x0207") ? NIC_INFINIBAND
                                                               : NIC_UNKNOWN;
    if (is_gpu_class(class.text)) {
        add_gpu(tree);
    } else if (is_network_class(class.text) && !tree->has_nets) {
        add_nic(tree, tree->busid, 0);
    }
    if (tree->here.depth < DEPTH) {
        tree->here.bridges[tree->here.depth++] = tree->elements;
    } else {
        import_fail(&tree->fault, 0, "more than %d PCIe devices one below the other", DEPTH);
    }
}

/* A link of the GPU that was opened last. */
static void open_link(struct tree *tree, const struct element *element)
{
    struct xml_gpu *gpu = tree->node.gpu_count == 0 ? NULL : &tree->gpu[tree->node.gpu_count - 1];
    const int links = import_count(attribute(element, "count").text);
    if (gpu == NULL || links < 1 || gpu->targets == GPU_LINKS) {
        import_fail(&tree->fault, 0, "%s: a count of links from a GPU is expected, like count=\"4\"", element->name);
        return;
    }
    gpu->target_links[gpu->targets] = links;
    gpu->target_is_switch[gpu->targets] = text_starts_with(attribute(element, "tclass").text, "0x0680");
    (void)snprintf(gpu->target[gpu->targets++], VALUE_LENGTH, "%s", attribute(element, "target").text);
    if (strcmp(element->name, "xgmi") == 0) {
        tree->node.fabric = NODE_LINKS_MESH;
    }
}

static void open_element(struct tree *tree, const struct element *element)
{
    tree->elements++;
    if (strcmp(element->name, "cpu") == 0) {
        tree->here = (struct place){.cpu = tree->elements};
    } else if (strcmp(element->name, "pci") == 0) {
        open_pci(tree, element);
    } else if (strcmp(element->name, "nvlink") == 0 || strcmp(element->name, "xgmi") == 0) {
        open_link(tree, element);
    } else if (strcmp(element->name, "net") == 0) {
        open_net(tree, element);
    }
    if (tree->open < DEPTH * 2) {
        tree->in_pci[tree->open++] = strcmp(element->name, "pci") == 0;
    } else {
        import_fail(&tree->fault, 0, "elements nest deeper than %d", DEPTH * 2);
    }
}

static void close_element(struct tree *tree)
{
    if (tree->open == 0) {
        import_fail(&tree->fault, 0, "an element is closed that was never opened");
        return;
    }
    if (tree->in_pci[--tree->open] && tree->here.depth > 0) {
        tree->here.depth--;
    }
}

static void read_elements(struct tree *tree, const char *text)
{
    struct element element = next_element(text);
    while (element.at != NULL && !import_failed(&tree->fault)) {
        if (element.end == NULL) {
            import_fail(&tree->fault, text_line(text, element.at), "<%s is not closed by >", element.name);
            return;
        }
        if (element.opens) {
            open_element(tree, &element);
        }
        if (element.closes && !import_failed(&tree->fault)) {
            close_element(tree);
        }
        if (import_failed(&tree->fault) && tree->fault.line == 0) {
            tree->fault.line = text_line(text, element.at);
        }
        element = next_element(element.end);
    }
    if (tree->open > 0) {
        import_fail(&tree->fault, text_line(text, text + strlen(text)), "the text ends within %d elements", tree->open);
    }
}

/* ---- what the tree says ---- */

/* Switches that two places have in common, from the root on. */
static int common_depth(const struct place *one, const struct place *other)
{
    int depth = 0;
    while (depth < one->depth && depth < other->depth && one->bridges[depth] == other->bridges[depth]) {
        depth++;
    }
    return depth;
}

/* A NIC's place holds its own device, which is no switch on the way. */
static enum node_path path_between(const struct place *gpu, const struct place *nic)
{
    if (gpu->cpu != nic->cpu) {
        return PATH_SYS;
    }
    const int common = common_depth(gpu, nic);
    if (common == 0) {
        return PATH_PHB;
    }
    return gpu->depth - common <= 0 && nic->depth - common <= 1 ? PATH_PIX : PATH_PXB;
}

static void find_paths(struct tree *tree)
{
    struct node_links *node = &tree->node;
    for (int gpu = 0; gpu < node->gpu_count; gpu++) {
        for (int nic = 0; nic < node->nic_count; nic++) {
            node->path[gpu][nic] = path_between(&tree->gpu[gpu].place, &tree->nic[nic]);
        }
    }
}

/* Links that end at switches reach every GPU that has such links, with the fewest of the two. */
static int switch_links(const struct xml_gpu *gpu)
{
    int links = 0;
    for (int i = 0; i < gpu->targets; i++) {
        links += gpu->target_is_switch[i] ? gpu->target_links[i] : 0;
    }
    return links;
}

static int direct_links(const struct xml_gpu *gpu, const struct xml_gpu *other)
{
    int links = 0;
    for (int i = 0; i < gpu->targets; i++) {
        links += strcmp(gpu->target[i], other->busid) == 0 ? gpu->target_links[i] : 0;
    }
    return links;
}

static void find_links(struct tree *tree)
{
    struct node_links *node = &tree->node;
    for (int one = 0; one < node->gpu_count; one++) {
        for (int other = 0; other < node->gpu_count; other++) {
            const int mine = switch_links(&tree->gpu[one]);
            const int theirs = switch_links(&tree->gpu[other]);
            const int shared = mine < theirs ? mine : theirs;
            if (one != other) {
                node->links[one][other] = shared > 0 ? shared : direct_links(&tree->gpu[one], &tree->gpu[other]);
                node->fabric = shared > 0 ? NODE_LINKS_SWITCH : node->fabric;
            }
        }
    }
}

/* Devices by vendor and number. Source: the PCI ID repository, pci-ids.ucw.cz. */
static const struct {
    const char *device;
    const char *gpu;
} devices[] = {
    {"0x10de:0x1db1", "V100 SXM2 16GB"},
    {"0x10de:0x1db5", "V100 SXM2 32GB"},
    {"0x10de:0x20b0", "A100 SXM 40GB"},
    {"0x10de:0x20b2", "A100 SXM 80GB"},
    {"0x10de:0x20b5", "A100 PCIe 80GB"},
    {"0x10de:0x20f1", "A100 PCIe 40GB"},
    {"0x10de:0x20f3", "A800 SXM 80GB"},
    {"0x10de:0x2204", "RTX 3090"},
    {"0x10de:0x2684", "RTX 4090"},
    {"0x10de:0x26b9", "L40S"},
    {"0x10de:0x27b8", "L4"},
    {"0x10de:0x2321", "H100 NVL"},
    {"0x10de:0x2324", "H800"},
    {"0x10de:0x2329", "H20"},
    {"0x10de:0x2330", "H100 SXM"},
    {"0x10de:0x2331", "H100 PCIe"},
    {"0x10de:0x2335", "H200"},
    {"0x10de:0x2901", "B200"},
    {"0x10de:0x2941", "GB200"},
    {"0x10de:0x2b85", "RTX 5090"},
    {"0x1002:0x740c", "MI250X"},
    {"0x1002:0x7408", "MI250X"},
    {"0x1002:0x74a1", "MI300X"},
    {"0x1002:0x74a5", "MI325X"},
    {"0x1002:0x75a3", "MI355X"},
};

static const char *gpu_of_device(const char *device)
{
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (strcmp(devices[i].device, device) == 0) {
            return devices[i].gpu;
        }
    }
    return NULL;
}

bool topology_is_xml(struct import_text text)
{
    return text.bytes[strspn(text.bytes, " \t\r\n")] == '<';
}

static void check_tree(struct tree *tree, struct import_text text)
{
    if (strstr(text.bytes, "<system") == NULL) {
        import_fail(&tree->fault, 0, "no <system> is there: the topology file of NCCL is expected");
    } else if (tree->node.gpu_count == 0) {
        import_fail(&tree->fault, 0, "no GPU is there: a <pci> of class 0x0302 or 0x1200 is expected for each");
    }
}

static struct imported describe(struct tree *tree, struct import_text text, const char *gpu)
{
    import_check_text(&tree->fault, text);
    read_elements(tree, text.bytes);
    check_tree(tree, text);
    if (import_failed(&tree->fault)) {
        return (struct imported){.fault = tree->fault};
    }
    find_paths(tree);
    find_links(tree);
    tree->node.gpu = gpu_of_device(tree->gpu[0].device);
    struct imported cluster = node_cluster(&tree->node, gpu);
    if (gpu == NULL && tree->node.gpu != NULL) {
        (void)snprintf(cluster.gpu_comment, sizeof cluster.gpu_comment, "PCI device %s", tree->gpu[0].device);
    }
    return cluster;
}

struct imported topology_xml_read(struct import_text text, const char *gpu)
{
    struct tree *tree = calloc(1, sizeof *tree);
    if (tree == NULL) {
        struct imported none = {.setting_count = 0};
        import_fail(&none.fault, 0, "there is not enough memory");
        return none;
    }
    const struct imported cluster = describe(tree, text, gpu);
    free(tree);
    return cluster;
}
