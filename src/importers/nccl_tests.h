/* nccl_tests.h: what nccl-tests or rccl-tests printed becomes tables of measured times. */
#ifndef RINGSIDE_IMPORTERS_NCCL_TESTS_H
#define RINGSIDE_IMPORTERS_NCCL_TESTS_H

#include "core/collective_operation.h"
#include "importers/imported.h"

enum { NCCL_TABLES = 64, NCCL_POINTS = 2048, NCCL_DEVICE = 64 };

/* One run of one program. */
struct nccl_table {
    enum collective_op op;
    int ranks;
    int hosts;        /* that the ranks are on; 0: the text does not list them */
    int first, count; /* in points */
    double best;      /* bytes/s: the greatest bus bandwidth */
};

struct nccl_point {
    double size;    /* bytes, as nccl-tests counts them */
    double seconds; /* out of place */
};

struct nccl_log {
    struct import_fault fault;
    char device[NCCL_DEVICE];  /* "NVIDIA H100 80GB HBM3"; "": the text does not say */
    const char *gpu;           /* the GPU preset that this is; NULL: none is known */
    char version[NCCL_DEVICE]; /* of NCCL, as the text has it; "" */
    struct nccl_table table[NCCL_TABLES];
    int table_count;
    struct nccl_point point[NCCL_POINTS];
    int point_count;
};

/* Read such a text.
 *
 *   given     the text, with output of mpirun between it or not; the number of ranks where the user says it, else 0
 *   returned  a table for each run. The operation is that of a name like all_reduce_perf before the table, or follows
 *             from the reduction and from busbw / algbw; the ranks are those that are listed, or follow from that ratio
 *   source    NVIDIA/nccl-tests, src/common.cu and doc/PERFORMANCE.md
 */
struct nccl_log nccl_tests_read(struct import_text text, int ranks);

#endif
