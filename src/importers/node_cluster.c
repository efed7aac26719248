/* node_cluster.c: what the links of a node say of a cluster of such nodes. */
#include "core/text.h"
#include "importers/node_links.h"

#include <stdio.h>

const char *const node_path_names[PATH_COUNT] = {"PIX", "PXB", "PHB", "NODE", "SYS"};

/* NVLinks of one GPU: 18 from Hopper on. More than that to all peers together must end at switches. */
enum { MOST_NVLINKS = 18 };

/* NVLinks that one GPU has to all others in a machine with switches, by generation. */
enum { NVLINKS_OF_AMPERE = 12, NVLINKS_OF_VOLTA = 6 };

/* One way; NVLink 2 to 4. Source: NVIDIA's white papers of V100, A100 and H100. */
static const double nvlink_rate = 25e9;

/* ---- the scale-up domain ---- */

struct domain {
    int size;  /* GPUs in each; 1: no links */
    int least; /* links between two of them; 0: some have none */
    int most;
    bool is_uneven; /* domains differ in size */
};

/* Marks what can be reached by links; returned is how many GPUs that are. */
static int mark_linked(const struct node_links *node, int first, bool *marked)
{
    int waiting[NODE_GPUS];
    int count = 1;
    waiting[0] = first;
    marked[first] = true;
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < node->gpu_count; other++) {
            if (!marked[other] && node->links[waiting[i]][other] > 0) {
                marked[other] = true;
                waiting[count++] = other;
            }
        }
    }
    return count;
}

/* Least and most links between any two GPUs of a domain. */
static void count_links(const struct node_links *node, const bool *member, struct domain *domain)
{
    for (int one = 0; one < node->gpu_count; one++) {
        for (int other = 0; other < node->gpu_count; other++) {
            if (one == other || !member[one] || !member[other]) {
                continue;
            }
            const int links = node->links[one][other];
            domain->least = links < domain->least ? links : domain->least;
            domain->most = links > domain->most ? links : domain->most;
        }
    }
}

static struct domain find_domain(const struct node_links *node)
{
    struct domain domain = {.least = MOST_NVLINKS * NODE_GPUS};
    bool marked[NODE_GPUS] = {false};
    for (int gpu = 0; gpu < node->gpu_count; gpu++) {
        if (marked[gpu]) {
            continue;
        }
        bool member[NODE_GPUS] = {false};
        const int size = mark_linked(node, gpu, member);
        for (int i = 0; i < node->gpu_count; i++) {
            marked[i] = marked[i] || member[i];
        }
        domain.is_uneven = domain.is_uneven || (domain.size > 0 && size != domain.size);
        domain.size = size > domain.size ? size : domain.size;
        count_links(node, member, &domain);
    }
    return domain;
}

static enum scaleup_kind kind_of(const struct node_links *node, const struct domain *domain)
{
    if (node->fabric == NODE_LINKS_MESH) {
        return SCALEUP_MESH;
    }
    if (domain->least != domain->most) {
        return SCALEUP_CUBE;
    }
    const bool direct = domain->size > 2 && domain->most * (domain->size - 1) <= MOST_NVLINKS;
    return direct && node->fabric != NODE_LINKS_SWITCH ? SCALEUP_MESH : SCALEUP_SWITCH;
}

/* All GPUs, on PCIe. */
static void describe_pcie(const struct node_links *node, const struct domain *domain, struct imported *out)
{
    imported_set(out, "scaleup.size", node->gpu_count, 0, "all GPUs of the node, on PCIe");
    if (domain->size > 1) {
        imported_note(out, "Links join only some of the GPUs; all are priced as on PCIe");
    } else {
        imported_note(
            out,
            "No NVLink is listed; topo -mp and files for virtual machines leave it out: --gpu names a GPU that has it");
    }
}

static void describe_domain(const struct node_links *node, const struct domain *domain, struct imported *out)
{
    if (domain->size < 2 || domain->is_uneven) {
        describe_pcie(node, domain, out);
        return;
    }
    const enum scaleup_kind kind = kind_of(node, domain);
    if (domain->least != domain->most) {
        imported_set(out, "scaleup.size", domain->size, 0, "GPUs that links join, %d to %d between two", domain->least,
                     domain->most);
    } else {
        imported_set(out, "scaleup.size", domain->size, 0, "GPUs that links join, %d between any two", domain->most);
    }
    imported_set(out, "scaleup.kind", kind, 0, "%s",
                 kind == SCALEUP_SWITCH ? "any pair at full rate"
                 : kind == SCALEUP_MESH ? "links to each peer"
                                        : "pairs differ");
    if (domain->size == 2 && domain->most < NVLINKS_OF_AMPERE && node->fabric == NODE_LINKS_UNKNOWN) {
        imported_assume(out, "scaleup.bandwidth", domain->most * nvlink_rate, "NVLinks of 25 GB/s, one way: %d",
                        domain->most);
    }
}

/* ---- its GPU ---- */

enum { GPUS_OF_TRAY = 4, BRIDGE_OF_RTX_3090 = 4 };

/* A tray of an NVL72 rack: four GPUs whose NVLink goes on beyond the node. */
static bool is_tray(const struct node_links *node, const struct domain *domain)
{
    return node->gpu_count == GPUS_OF_TRAY && domain->least == MOST_NVLINKS;
}

/* Links of one GPU: those to all peers together where they lead there directly. */
static int links_of_gpu(const struct node_links *node, const struct domain *domain)
{
    return kind_of(node, domain) == SCALEUP_MESH ? domain->most * (domain->size - 1) : domain->most;
}

/* A GPU that has such links, to begin with. */
static const char *likely_gpu(const struct node_links *node, const struct domain *domain)
{
    if (node->fabric == NODE_LINKS_MESH) {
        return "MI300X";
    }
    if (domain->size < 2 || domain->is_uneven) {
        return "L40S";
    }
    const int links = links_of_gpu(node, domain);
    if (links > NVLINKS_OF_AMPERE) {
        return is_tray(node, domain) ? "GB200" : "H100 SXM";
    }
    if (links > NVLINKS_OF_VOLTA) {
        return domain->size == 2 ? "A100 PCIe 80GB" : "A100 SXM 80GB";
    }
    return domain->size == 2 && domain->most == BRIDGE_OF_RTX_3090 ? "RTX 3090" : "V100 SXM2 32GB";
}

static void describe_gpu(const struct node_links *node, const struct domain *domain, const char *wished,
                         struct imported *out)
{
    const char *gpu = wished != NULL ? wished : node->gpu;
    (void)snprintf(out->gpu, sizeof out->gpu, "%s", gpu != NULL ? gpu : likely_gpu(node, domain));
    if (gpu == NULL) {
        (void)snprintf(out->gpu_comment, sizeof out->gpu_comment,
                       "assumed from the links; --gpu names another, `ringside list gpus` those there are");
        imported_note(out, "The file does not say which GPUs these are: %s is assumed", out->gpu);
    }
    if (is_tray(node, domain) && text_starts_with(out->gpu, "GB")) {
        imported_note(out, "In a rack of such trays NVLink goes on: scaleup.size is then that of the rack, like 72");
    }
}

/* ---- its NICs ---- */

static enum node_path nearest_path(const struct node_links *node, int gpu)
{
    enum node_path nearest = PATH_SYS;
    for (int nic = 0; nic < node->nic_count; nic++) {
        nearest = node->path[gpu][nic] < nearest ? node->path[gpu][nic] : nearest;
    }
    return nearest;
}

static bool is_nearest(const struct node_links *node, int gpu, int nic)
{
    return node->path[gpu][nic] == nearest_path(node, gpu);
}

/* GPUs that a NIC is nearest to. */
static int sharers(const struct node_links *node, int nic)
{
    int count = 0;
    for (int gpu = 0; gpu < node->gpu_count; gpu++) {
        count += is_nearest(node, gpu, nic);
    }
    return count;
}

/* NICs cut into as many parts as there are GPUs, and who has which: a matching of GPUs and parts. */
struct sharing {
    const struct node_links *node;
    int parts[NODE_GPUS][NODE_NICS];
    int taken[NODE_NICS];
};

/* Give a GPU one part more of a nearest NIC, if need be one that another can do without. */
static bool give_part(struct sharing *sharing, int gpu, bool *visited)
{
    const struct node_links *node = sharing->node;
    for (int nic = 0; nic < node->nic_count; nic++) {
        if (visited[nic] || !is_nearest(node, gpu, nic)) {
            continue;
        }
        visited[nic] = true;
        if (sharing->taken[nic] < node->gpu_count) {
            sharing->taken[nic]++;
            sharing->parts[gpu][nic]++;
            return true;
        }
        for (int other = 0; other < node->gpu_count; other++) {
            if (sharing->parts[other][nic] > 0 && give_part(sharing, other, visited)) {
                sharing->parts[other][nic]--;
                sharing->parts[gpu][nic]++;
                return true;
            }
        }
    }
    return false;
}

/* Whether every GPU can have so many parts of NICs. */
static bool can_share(const struct node_links *node, int parts)
{
    struct sharing sharing = {.node = node};
    for (int i = 0; i < parts * node->gpu_count; i++) {
        bool visited[NODE_NICS] = {false};
        if (!give_part(&sharing, i % node->gpu_count, visited)) {
            return false;
        }
    }
    return true;
}

static int nics_in_use(const struct node_links *node)
{
    int count = 0;
    for (int nic = 0; nic < node->nic_count; nic++) {
        count += sharers(node, nic) > 0;
    }
    return count;
}

/* As many NICs as every GPU can have parts. */
static int nics_per_node(const struct node_links *node)
{
    int count = nics_in_use(node);
    while (count > 1 && !can_share(node, count)) {
        count--;
    }
    return count;
}

/* "GPU0 is nearest to mlx5_0 and mlx5_1 (PXB)" */
static void note_nearest(const struct node_links *node, int gpu, struct imported *out)
{
    enum { MOST_NAMED = 4 };
    char names[IMPORT_NOTE / 2] = "";
    size_t used = 0;
    int count = 0;
    for (int nic = 0; nic < node->nic_count; nic++) {
        if (is_nearest(node, gpu, nic) && ++count <= MOST_NAMED && used < sizeof names) {
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", count > 1 ? ", " : "", node->nic_name[nic]);
        }
    }
    imported_note(out, "GPU%d is nearest to %s%s (%s)", gpu, names, count > MOST_NAMED ? " and others" : "",
                  node_path_names[nearest_path(node, gpu)]);
}

/* What a NIC's name says of its network; FABRIC_COUNT: nothing. */
static enum fabric fabric_of(const char *name)
{
    static const struct {
        const char *start;
        enum fabric fabric;
    } starts[] = {{"rocep", FABRIC_ROCE},    {"bnxt", FABRIC_ROCE},      {"ionic", FABRIC_ROCE},
                  {"roce", FABRIC_ROCE},     {"efa", FABRIC_EFA},        {"rdmap", FABRIC_EFA},
                  {"cxi", FABRIC_SLINGSHOT}, {"hsn", FABRIC_SLINGSHOT},  {"eth", FABRIC_ETHERNET},
                  {"ens", FABRIC_ETHERNET},  {"ibp", FABRIC_INFINIBAND}, {"hfi", FABRIC_OMNIPATH}};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (text_starts_with(name, starts[i].start)) {
            return starts[i].fabric;
        }
    }
    return FABRIC_COUNT;
}

/* The first NIC that is nearest to some GPU. */
static int first_in_use(const struct node_links *node)
{
    int nic = 0;
    while (nic + 1 < node->nic_count && sharers(node, nic) == 0) {
        nic++;
    }
    return nic;
}

static void describe_fabric(const struct node_links *node, int nic, struct imported *out)
{
    const enum fabric named = fabric_of(node->nic_name[nic]);
    if (named < FABRIC_COUNT) {
        imported_set(out, "nic.fabric", named, 0, "as %s is called", node->nic_name[nic]);
    } else if (node->nic_class[nic] == NIC_ETHERNET) {
        imported_set(out, "nic.fabric", FABRIC_ROCE, 0, "%s is an Ethernet device", node->nic_name[nic]);
    } else if (node->nic_class[nic] == NIC_INFINIBAND) {
        imported_set(out, "nic.fabric", FABRIC_INFINIBAND, 0, "%s is an InfiniBand device", node->nic_name[nic]);
    } else {
        imported_assume(out, "nic.fabric", FABRIC_INFINIBAND, "InfiniBand or RoCE: the file does not say");
    }
}

/* Ports of that time: 400 Gb/s with NVLink 4, 200 Gb/s with NVLink 3, 100 Gb/s else. */
static double likely_rate(const struct domain *domain)
{
    static const double ndr = 50e9;
    static const double hdr = 25e9;
    static const double edr = 12.5e9;
    return domain->most > NVLINKS_OF_AMPERE ? ndr : domain->most > NVLINKS_OF_VOLTA ? hdr : edr;
}

static void describe_nics(const struct node_links *node, const struct domain *domain, struct imported *out)
{
    if (node->nic_count == 0) {
        imported_assume(out, "nic.fabric", FABRIC_ETHERNET, "no NIC is listed");
        imported_assume(out, "nic.bandwidth", likely_rate(&(struct domain){.most = 0}), "one port, one way");
        imported_assume(out, "nic.per_node", 1, "no NIC is listed");
        return;
    }
    const int nic = first_in_use(node);
    describe_fabric(node, nic, out);
    if (node->nic_rate[nic] > 0) {
        imported_set(out, "nic.bandwidth", node->nic_rate[nic], 0, "speed of %s: one port, one way",
                     node->nic_name[nic]);
    } else {
        imported_assume(out, "nic.bandwidth", likely_rate(domain), "one port, one way: the file does not say");
    }
    imported_set(out, "nic.per_node", nics_per_node(node), 0,
                 "of which every GPU can have an equal share; %d of %d are nearest to one", nics_in_use(node),
                 node->nic_count);
    enum { MOST_NOTED = 16 };
    for (int gpu = 0; gpu < node->gpu_count && gpu < MOST_NOTED; gpu++) {
        note_nearest(node, gpu, out);
    }
}

struct imported node_cluster(const struct node_links *node, const char *gpu)
{
    struct imported out = {.setting_count = 0};
    const struct domain domain = find_domain(node);
    (void)snprintf(out.title, sizeof out.title, "Nodes of %d GPU%s and %d NIC%s", node->gpu_count,
                   node->gpu_count == 1 ? "" : "s", node->nic_count, node->nic_count == 1 ? "" : "s");
    describe_gpu(node, &domain, gpu, &out);
    describe_domain(node, &domain, &out);
    imported_set(&out, "node.gpus", node->gpu_count, 0, "GPUs of the file");
    describe_nics(node, &domain, &out);
    return out;
}
