/* command_view.c: what is looked at as a command line. */
#include "view/command_view.h"

#include <stdio.h>
#include <string.h>

/* What the explorer has on the screen when nothing is asked for. */
static const char usual_theme[] = "default";
enum { HEAD_ROWS = 4, HEAD_ROWS_LOW = 2, LOW = 20, FOOT_ROWS = 1 };

static bool shows_another_tab(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return app->focus == FOCUS_TAB || (app->tab != TAB_TIMELINE && layout.tab.rows > 0);
}

struct command_line command_view_line(const struct app *app)
{
    struct command_line line = command_line_of(&app->now, app->catalogue);
    if (app->preset_dir != NULL) {
        command_line_add(&line, "--preset-dir", app->preset_dir);
    }
    const struct measured_figure figure = measured_typed_in(&app->measured, app->now.mode);
    if (figure.metric != NULL) {
        char measured[MEASURED_FIGURE_TEXT];
        (void)measured_figure_print(&figure, measured, sizeof measured);
        command_line_add(&line, "--measured", measured);
    }
    if (shows_another_tab(app)) {
        char tab[16];
        (void)snprintf(tab, sizeof tab, "%d", (int)app->tab);
        command_line_add(&line, "--tab", tab);
    }
    if (app->search.asked[0] != '\0' && !app->search.is_refused) {
        command_line_add(&line, "--ask", app->search.asked);
    }
    if (strcmp(app->theme->name, usual_theme) != 0) {
        command_line_add(&line, "--theme", app->theme->name);
    }
    return line;
}

struct command_view command_view_of(const struct app *app, int columns)
{
    const struct command_line line = command_view_line(app);
    struct command_view view = {.count = 0};
    (void)command_line_print(&line, columns, view.text, sizeof view.text);
    for (char *text = view.text; text != NULL && view.count < COMMAND_VIEW_LINES;) {
        view.start[view.count++] = (int)(text - view.text);
        text = strchr(text, '\n');
        if (text != NULL) {
            *text++ = '\0';
        }
    }
    view.list_row = 1 + (app->rows > LOW ? HEAD_ROWS : HEAD_ROWS_LOW);
    view.list_rows = app->rows - view.list_row - FOOT_ROWS;
    return view;
}
