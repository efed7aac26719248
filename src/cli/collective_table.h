/* collective_table.h: the sizes, the group and the rows of a table like that of nccl-tests. */
#ifndef RINGSIDE_CLI_COLLECTIVE_TABLE_H
#define RINGSIDE_CLI_COLLECTIVE_TABLE_H

#include "cli/commands.h"
#include "core/collective_operation.h"
#include "core/scenario.h"
#include "core/topology.h"

#include <stdbool.h>

/* Rows that the table of a command's options begins with, in this order. */
enum { TABLE_SIZES, TABLE_RANKS, TABLE_PER_NODE, TABLE_OPTIONS };

/* clang-format off */
#define COLLECTIVE_TABLE_OPTIONS                                                                                      \
    [TABLE_SIZES] = {.name = "--sizes", .value = "FROM:TO:xFACTOR", .help = "sizes of the array; without it 8:8GB:x2"}, \
    [TABLE_RANKS] = {.name = "--ranks", .value = "N", .help = "GPUs that take part; without it all of the cluster"},    \
    [TABLE_PER_NODE] = {.name = "--per-node", .value = "G", .help = "of these in each scale-up domain"}
/* clang-format on */

/* Bytes of an element, as nccl-tests counts them unless told otherwise. */
enum { FLOAT_BYTES = 4 };

/* What was asked for. */
struct collective_table {
    enum collective_op op; /* OP_COUNT after a complaint */
    struct scenario scenario;
    struct group group;
    bool whole;              /* all GPUs of the cluster, as neither --ranks nor --per-node says otherwise */
    double from, to, factor; /* sizes: from, from * factor, ... */
    double measured;         /* s that somebody measured at the first size; 0: nothing */
};

/* One row. */
struct collective_row {
    double size;
    struct collective_cost cost;
    double algorithm_bandwidth, bus_bandwidth; /* algbw and busbw */
    double band; /* share that nine of ten points like it were off by at most; NAN: unknown */
};

/* Read an operation's name and the options.
 *
 *   returned  the table on the scenario's cluster; op OP_COUNT after a complaint
 */
struct collective_table collective_table_read(const struct arguments *arguments, const char *operation, FILE *errors);

/* Price one size. */
struct collective_row collective_row_at(const struct collective_table *table, double size);

/* The size behind another: arrays hold whole bytes. */
double collective_next_size(const struct collective_table *table, double size);

#endif
