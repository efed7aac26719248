/* draw_command_line.c: the command line that opens what is looked at, alone on the screen. */
#include "view/command_view.h"
#include "view/draw.h"

static const char hint[] = "Select it with the mouse, and paste it into a shell or a chat.";

void draw_command_line(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct command_view view = command_view_of(app, layout->columns);
    const int end = layout->columns - 1;
    surface_fill(surface, (struct rectangle){1, 0, layout->rows - 2, layout->columns}, ' ', ink(ROLE_TEXT));
    draw_rule(surface, 1, draw_chip(surface, 1, 1, end, "Command line of this state", chip(ROLE_HAND)), end, RULE_HAND);
    (void)draw_clauses(surface, 2, 2, end, hint, ink(ROLE_DIM));
    for (int i = 0; i < view.list_rows && app->overlay_row + i < view.count; i++) {
        (void)draw_text(surface, view.list_row + i, 0, layout->columns, view.text + view.start[app->overlay_row + i],
                        ink(ROLE_BRIGHT));
    }
    draw_footer(app, surface, layout);
}
