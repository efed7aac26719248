/* topology_matrix.h: the table of `nvidia-smi topo -m` becomes a cluster; so does that of `rocm-smi --showtopo`. */
#ifndef RINGSIDE_IMPORTERS_TOPOLOGY_MATRIX_H
#define RINGSIDE_IMPORTERS_TOPOLOGY_MATRIX_H

#include "importers/imported.h"

/* Read such a table.
 *
 *   given     its text, with colours or without; the GPU preset that the user names, or NULL
 *   returned  a cluster of such nodes; or a fault that names line, row and column
 *   source    legend of nvidia-smi topo -m: X self, NV# bonded NVLinks, PIX, PXB, PHB, NODE, SYS
 */
struct imported topology_matrix_read(struct import_text text, const char *gpu);

#endif
