/* chooser.h: a list of parameters or of figures to pick one from, with a filter. */
#ifndef RINGSIDE_VIEW_CHOOSER_H
#define RINGSIDE_VIEW_CHOOSER_H

#include "view/explained.h"
#include "view/layout.h"

/* What is chosen. */
enum chooser { CHOOSER_PARAMETER, CHOOSER_FIRST_METRIC, CHOOSER_SECOND_METRIC, CHOOSER_COUNT };

struct app;

enum { CHOOSER_ROWS = 320 };

/* Rows that match the filter; one of neither kind means none at all. */
struct chooser_rows {
    struct explained row[CHOOSER_ROWS];
    int count;
};
struct chooser_rows chooser_rows_of(const struct app *app);

const char *chooser_title(enum chooser chooser);

/* Where they stand. */
struct chooser_place {
    struct rectangle area;
    int list_row, list_rows; /* from the panel's top */
    int scroll;
};
struct chooser_place chooser_place_for(const struct layout *layout, int count, int selected);

#endif
