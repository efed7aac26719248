/* topology_xml.h: the topology file of NCCL (NCCL_TOPO_DUMP_FILE) or RCCL becomes a cluster. */
#ifndef RINGSIDE_IMPORTERS_TOPOLOGY_XML_H
#define RINGSIDE_IMPORTERS_TOPOLOGY_XML_H

#include "importers/imported.h"

/* Whether a text is XML rather than a table. */
bool topology_is_xml(struct import_text text);

/* Read such a file: elements system, cpu, pci, gpu, nvlink or xgmi, nic and net, each with attributes.
 *
 *   given     its text; the GPU preset that the user names, or NULL
 *   returned  a cluster of such nodes; or a fault with its line
 *   source    NVIDIA/nccl, src/graph/xml.cc and topo.cc
 */
struct imported topology_xml_read(struct import_text text, const char *gpu);

#endif
