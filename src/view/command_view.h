/* command_view.h: the command line that opens what is looked at: the scenario, the tab, what the search is asked, the
 * theme. */
#ifndef RINGSIDE_VIEW_COMMAND_VIEW_H
#define RINGSIDE_VIEW_COMMAND_VIEW_H

#include "profiles/command_line.h"
#include "view/app.h"

struct command_line command_view_line(const struct app *app);

/* Its lines on the screen: from the first column on, with nothing beside them, so that the terminal's own selection
 * copies what a shell can read. */
enum { COMMAND_VIEW_LINES = 128 };
struct command_view {
    char text[COMMAND_LINE_BYTES];
    int start[COMMAND_VIEW_LINES]; /* of each line, which ends with a zero */
    int count;
    int list_row, list_rows; /* where they stand */
};
struct command_view command_view_of(const struct app *app, int columns);

#endif
