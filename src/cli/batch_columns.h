/* batch_columns.h: what the columns of a batch mean: those that are read, and the figures that are added. */
#ifndef RINGSIDE_CLI_BATCH_COLUMNS_H
#define RINGSIDE_CLI_BATCH_COLUMNS_H

#include "core/result.h"
#include "exporters/figures.h"

/* A column of the input. Neither: it is passed on. */
struct batch_column {
    const struct preset_name *preset;
    const struct parameter *parameter;
};

struct batch_columns {
    struct batch_column *list; /* NULL after a complaint */
    int count;
    int preset_place[PRESET_NAMES]; /* columns that name presets, in the order in which these are applied */
    int preset_count;
};

/* The columns that a header names; complains about unknown and repeated names. */
struct batch_columns batch_columns_read(const struct csv_reader *header, const char *name, FILE *errors);
void batch_columns_free(struct batch_columns *columns);

/* Figures that are printed, and what computes them. */
struct batch_figures {
    const struct metric **list; /* NULL after a complaint */
    int count;
    struct result (*price)(const struct scenario *scenario);
};

/* The figures that the command's "KEY,..." names, all of them for NULL. */
struct batch_figures batch_figures_read(const char *command, const char *keys, FILE *errors);
void batch_figures_free(struct batch_figures *figures);

#endif
