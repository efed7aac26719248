/* export.h: what W writes: the screen, the figures, the scenario or its command line, by the extension of the file. */
#ifndef RINGSIDE_VIEW_EXPORT_H
#define RINGSIDE_VIEW_EXPORT_H

#include "profiles/save.h"
#include "view/app.h"

#include <stdio.h>

/* One kind of file. */
struct export_kind {
    const char *extension; /* ".svg" */
    const char *content;   /* what is written: neighbours of one content are named together */
    const char *words;     /* "the screen as a picture" */
    void (*write)(const struct app *app, FILE *file);
};

extern const struct export_kind export_kinds[];
extern const int export_kind_count;

/* The kind that a name asks for; NULL: its extension is none of these. */
const struct export_kind *export_kind_of(const char *name);

/* All extensions with what they hold: "screen .txt .ansi .svg · figures .json .csv · ...". */
void export_list(char *text, size_t size);

/* Write a file, in place of one that may be there.
 *
 *   returned  a message if that failed, or if the extension is unknown
 */
struct save_result export_write(const struct app *app, const char *path);

#endif
