/* chooser.c: the rows of a chooser. */
#include "view/chooser.h"

#include "view/app.h"
#include "view/draw.h"
#include "view/filter.h"
#include "view/picker.h"
#include "view/sweep_view.h"

#include <stdio.h>

enum { TEXT_LENGTH = 320, PANEL_COLUMNS = 92, PANEL_ROWS = 30, HEAD = 4, HEAD_LOW = 2, FOOT = 2, LOW = 12 };

const char *chooser_title(enum chooser chooser)
{
    static const char *const titles[CHOOSER_COUNT] = {
        [CHOOSER_PARAMETER] = "Parameter",
        [CHOOSER_FIRST_METRIC] = "Figure",
        [CHOOSER_SECOND_METRIC] = "Second figure",
    };
    return titles[chooser];
}

static void add_row(struct chooser_rows *rows, const char *filter, struct explained row)
{
    char text[TEXT_LENGTH] = "none";
    if (row.metric != NULL) {
        (void)snprintf(text, sizeof text, "%s %s", row.metric->key, row.metric->label);
    } else if (row.parameter != NULL) {
        (void)snprintf(text, sizeof text, "%s %s", row.parameter->key, row.parameter->label);
    }
    if (rows->count < CHOOSER_ROWS && filter_matches(filter, text)) {
        rows->row[rows->count++] = row;
    }
}

struct chooser_rows chooser_rows_of(const struct app *app)
{
    struct chooser_rows rows = {.count = 0};
    const char *filter = app->filter.text;
    const bool second = app->chooser == CHOOSER_SECOND_METRIC;
    if (second) {
        add_row(&rows, filter, (struct explained){.row = 0});
    }
    for (int i = 0; i < parameter_count && app->chooser == CHOOSER_PARAMETER; i++) {
        if (sweep_takes(&parameters[i]) && parameter_applies(&parameters[i], &app->now)) {
            add_row(&rows, filter, (struct explained){.parameter = &parameters[i]});
        }
    }
    for (int i = 0; i < metric_count && app->chooser != CHOOSER_PARAMETER; i++) {
        const bool alike = !second || metrics[i].unit == app->sweep.metric[0]->unit;
        if (sweep_draws(&metrics[i]) && alike) {
            add_row(&rows, filter, (struct explained){.metric = &metrics[i]});
        }
    }
    return rows;
}

struct chooser_place chooser_place_for(const struct layout *layout, int count, int selected)
{
    struct chooser_place place = {.area = overlay_area(layout, PANEL_COLUMNS, PANEL_ROWS)};
    const bool low = place.area.rows <= LOW;
    place.list_row = low ? HEAD_LOW : HEAD;
    place.list_rows = place.area.rows - place.list_row - (low ? 1 : FOOT);
    place.scroll = picker_scroll(selected, count, place.list_rows);
    return place;
}
