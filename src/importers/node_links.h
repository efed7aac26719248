/* node_links.h: the GPUs and NICs of one node and what lies between them, and the cluster that this makes.
 *
 * The readers of `nvidia-smi topo -m` and of NCCL's topology file fill it in. Private to importers.
 */
#ifndef RINGSIDE_IMPORTERS_NODE_LINKS_H
#define RINGSIDE_IMPORTERS_NODE_LINKS_H

#include "importers/imported.h"

enum { NODE_GPUS = 32, NODE_NICS = 64, NODE_NAME = 24 };

/* What a path leads through, from near to far, as nvidia-smi names it. */
enum node_path {
    PATH_PIX,  /* one PCIe switch */
    PATH_PXB,  /* several, but no host bridge */
    PATH_PHB,  /* a host bridge */
    PATH_NODE, /* several host bridges of one NUMA node */
    PATH_SYS,  /* the link between sockets */
    PATH_COUNT
};

extern const char *const node_path_names[PATH_COUNT];

/* What the links between GPUs are. */
enum node_fabric {
    NODE_LINKS_UNKNOWN, /* NVLink; whether there is a switch follows from the count */
    NODE_LINKS_SWITCH,  /* they end at switches */
    NODE_LINKS_MESH     /* one to each peer, as xGMI */
};

/* What a NIC is as a PCI device. InfiniBand cards that are set to Ethernet are of that class. */
enum nic_class { NIC_UNKNOWN, NIC_ETHERNET, NIC_INFINIBAND };

struct node_links {
    int gpu_count;
    int nic_count;
    enum node_fabric fabric;
    int links[NODE_GPUS][NODE_GPUS]; /* NVLinks, xGMI links and the like between two GPUs; 0: none */
    enum node_path path[NODE_GPUS][NODE_NICS];
    char nic_name[NODE_NICS][NODE_NAME];
    double nic_rate[NODE_NICS]; /* bytes/s of the port, one way; 0: not stated */
    enum nic_class nic_class[NODE_NICS];
    const char *gpu; /* a GPU preset, where the text tells which; NULL: it does not */
};

/* The cluster of such nodes.
 *
 *   given     links; the GPU preset that the user names, or NULL
 *   returned  scale-up domain, GPUs and NICs of a node, as an importer gives them
 *   formula   a GPU uses the NICs nearest to it, as NCCL does. NICs of a node: the most of which every GPU can have an
 *             equal share without using others
 */
struct imported node_cluster(const struct node_links *node, const char *gpu);

#endif
