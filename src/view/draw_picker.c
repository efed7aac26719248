/* draw_picker.c: the preset picker. */
#include "view/change.h"
#include "view/draw.h"
#include "view/filter.h"
#include "view/picker.h"

#include <math.h>
#include <stdio.h>

enum { TEXT_LENGTH = 160, NOW_END = 43, NOW_TITLE = 4, WITH_END = 57, RATIO_COLUMN = 59 };

/* Text with what the filter matches in `hand`. */
static void draw_matched(struct surface *surface, struct span cells, const char *text, const char *filter,
                         struct style style)
{
    const struct style hand = ink_on(ROLE_HAND, style.ground);
    int from = 0;
    (void)draw_text(surface, cells.row, cells.column, cells.end, text, style);
    for (struct filter_match match = filter_next(filter, text, from); match.length > 0;
         match = filter_next(filter, text, from)) {
        char before[PICKER_CELL];
        char found[PICKER_CELL];
        (void)snprintf(before, sizeof before, "%.*s", match.start, text);
        (void)snprintf(found, sizeof found, "%.*s", match.length, text + match.start);
        const int start = cells.column + draw_columns(surface, before);
        if (start + draw_columns(surface, found) <= cells.end) {
            (void)draw_text(surface, cells.row, start, cells.end, found, hand);
        }
        from = match.start + match.length;
    }
}

/* The cells of a column in a row of the panel. */
static struct span cells_of(const struct picker_place *place, const struct picker_cells *cells, int row, int column)
{
    const int left = place->area.column;
    return (struct span){place->area.row + row, left + cells->start[column], left + cells->end[column]};
}

/* Text at the left of some cells, or at their right; nothing where there are none. */
static void draw_cell(struct surface *surface, struct span cells, bool right, struct style style, const char *text,
                      const char *filter)
{
    const int columns = draw_columns(surface, text);
    if (cells.end <= cells.column) {
        return;
    }
    if (right && cells.end - columns > cells.column) {
        cells.column = cells.end - columns;
    }
    draw_matched(surface, cells, text, filter, style);
}

static void draw_header(const struct app *app, struct surface *surface, const struct picker_place *place)
{
    const struct picker_column *columns = picker_columns(app->picker_kind);
    const struct picker_cells cells = picker_cells_for(app->picker_kind, place->area.columns);
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        draw_cell(surface, cells_of(place, &cells, place->header_row, i), columns[i].right,
                  ink_on(ROLE_DIM, ROLE_PANEL), columns[i].title, "");
    }
}

static void draw_profile(const struct app *app, struct surface *surface, const struct picker_place *place, int row,
                         const struct picker_row *what, bool selected)
{
    const enum role ground = selected ? ROLE_SELECT : ROLE_PANEL;
    const struct picker_column *columns = picker_columns(app->picker_kind);
    const struct picker_cells cells = picker_cells_for(app->picker_kind, place->area.columns);
    const struct scenario scenario = picker_scenario(app, what);
    if (selected) {
        const int screen_row = place->area.row + row;
        surface_fill(surface, (struct rectangle){screen_row, place->area.column, 1, place->area.columns}, ' ',
                     ink_on(ROLE_TEXT, ground));
        surface_put(surface, screen_row, place->area.column + 1, surface->glyphs->glyph[GLYPH_FOCUS],
                    ink_on(ROLE_HAND, ground));
    }
    for (int i = 0; i < PICKER_COLUMNS && columns[i].title != NULL; i++) {
        char text[PICKER_CELL];
        columns[i].cell(what, &scenario, text);
        const enum role role = i == 0 ? ROLE_BRIGHT : columns[i].end == 0 ? ROLE_DIM : ROLE_TEXT;
        draw_cell(surface, cells_of(place, &cells, row, i), columns[i].right, ink_on(role, ground), text,
                  app->filter.text);
    }
}

static void draw_list(const struct app *app, struct surface *surface, const struct picker_place *place,
                      const struct picker_rows *rows)
{
    const int scroll = picker_scroll(app->overlay_row, rows->count, place->list_rows);
    for (int i = 0; i < place->list_rows && scroll + i < rows->count; i++) {
        draw_profile(app, surface, place, place->list_row + i, &rows->row[scroll + i], scroll + i == app->overlay_row);
    }
}

static void draw_quantity(struct surface *surface, struct span cells, double value, enum unit unit, enum role role)
{
    char text[TEXT_LENGTH];
    quantity_say(value, unit, text, sizeof text);
    draw_text_right(surface, cells.row, cells.column, cells.end, text, ink_on(role, ROLE_PANEL));
}

/* One line of "What changes". */
struct change {
    const char *label;
    enum unit unit;
    double now, then;
};

static void draw_change(struct surface *surface, const struct picker_place *place, int row, struct change change)
{
    const int left = place->area.column;
    const int screen_row = place->area.row + row;
    const struct span now = {screen_row, left + 4, left + NOW_END};
    const struct span then = {screen_row, left + NOW_END, left + WITH_END};
    (void)draw_text(surface, screen_row, now.column, now.end, change.label, ink_on(ROLE_TEXT, ROLE_PANEL));
    draw_quantity(surface, now, change.now, change.unit, ROLE_TEXT);
    draw_quantity(surface, then, change.then, change.unit, ROLE_BRIGHT);
}

static void draw_forecast(const struct app *app, struct surface *surface, const struct picker_place *place, int row,
                          const struct scenario *then)
{
    const struct result result = evaluate(then);
    const int screen_row = place->area.row + row;
    const int end = place->area.column + place->area.columns - 2;
    char text[TEXT_LENGTH];
    if (!result.valid) {
        const struct reasons reasons = strategy_reasons(then);
        (void)snprintf(text, sizeof text, "invalid: %.140s", reasons.count > 0 ? reasons.text[0] : "");
        (void)draw_text(surface, screen_row, place->area.column + 4, end, text, ink_on(ROLE_BAD, ROLE_PANEL));
        return;
    }
    const double now = app->result.mode == result.mode ? app->result.step : NAN;
    draw_change(surface, place, row, (struct change){"step", UNIT_SECONDS, now, result.step});
    if (!isfinite(now)) {
        return;
    }
    const double ratio = result.step / now;
    draw_ratio_text(ratio, text, sizeof text);
    (void)draw_text(surface, screen_row, place->area.column + RATIO_COLUMN, end, text,
                    ink_on(draw_ratio_differs(ratio) ? ROLE_BRIGHT : ROLE_DIM, ROLE_PANEL));
}

static void draw_remarks(struct surface *surface, const struct picker_place *place, const struct app *app,
                         const struct choice_of_preset *choice)
{
    const struct style dim = ink_on(ROLE_DIM, ROLE_PANEL);
    const struct style bright = ink_on(ROLE_BRIGHT, ROLE_PANEL);
    const int column = place->area.column + 2;
    const int end = place->area.column + place->area.columns - 1;
    const int row = place->area.row + place->change_row + (place->roomy ? 5 : 4);
    const bool whole = app->picker_kind == PROFILE_SCENARIO || app->picker_kind == PROFILE_MEASUREMENT;
    char edited[TEXT_LENGTH] = "";
    if (whole) {
        (void)snprintf(edited, sizeof edited, "Fields you edited are replaced as well. ");
    } else if (choice->kept > 0) {
        (void)snprintf(edited, sizeof edited, "Fields you edited keep their values: %d. ", choice->kept);
    }
    const struct piece pieces[] = {
        {edited, dim},
        {"u", bright},
        {" takes the choice back.", dim},
        {NULL, dim},
    };
    const bool fits = draw_pieces_columns(surface, pieces) <= end - column;
    (void)draw_pieces(surface, row, column, end, fits ? pieces : pieces + 1);
    if (place->roomy) {
        char folder[TEXT_LENGTH];
        (void)snprintf(folder, sizeof folder, "~/.config/ringside/%s/", profile_folders[app->picker_kind]);
        const struct piece yours[] = {{"Yours: ", dim}, {folder, bright}, {" adds and overrides.", dim}, {NULL, dim}};
        (void)draw_pieces(surface, row + 2, column, end, yours);
    }
}

static struct choice_of_preset choice_of(const struct app *app, const struct picker_row *row)
{
    return row->run == NULL ? change_choice(app, row->profile)
                            : (struct choice_of_preset){.now = row->run->scenario, .preset = row->run->scenario};
}

/* What was measured, and how far off the forecast of the same figure is. */
static void draw_measured(struct surface *surface, const struct picker_place *place, int row,
                          const struct measured_run *run)
{
    const double forecast = measured_run_forecast(run, &run->scenario);
    const int left = place->area.column;
    const int end = left + place->area.columns - 2;
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "measured, %s", choice_name(&mode_names, (int)run->scenario.mode));
    (void)draw_text(surface, place->area.row + row, left + 4, left + NOW_END, text, ink_on(ROLE_TEXT, ROLE_PANEL));
    quantity_say(run->value, run->metric->unit, text, sizeof text);
    draw_text_right(surface, place->area.row + row, left + NOW_END, left + WITH_END, text,
                    ink_on(ROLE_BRIGHT, ROLE_PANEL));
    const bool more = run->metric->better == BETTER_MORE;
    const double time = more ? run->value / forecast : forecast / run->value;
    (void)snprintf(text, sizeof text, "forecast %+.1f %%%s", 100 * (time - 1), more ? " time" : "");
    (void)draw_text(surface, place->area.row + row, left + RATIO_COLUMN, end, text, ink_on(ROLE_DIM, ROLE_PANEL));
}

static void draw_changes(const struct app *app, struct surface *surface, const struct picker_place *place,
                         const struct picker_row *what)
{
    const struct choice_of_preset choice = choice_of(app, what);
    const struct picker_figure *figures = picker_figures(app->picker_kind);
    const int left = place->area.column;
    const int top = place->area.row + place->change_row;
    const char *title = what->run != NULL ? what->run->id : "What changes"; /* the id that --measurement takes */
    (void)draw_text(surface, top, left + 2, left + NOW_END - NOW_TITLE, title, ink_on(ROLE_BRIGHT, ROLE_PANEL));
    draw_text_right(surface, top, left, left + NOW_END, "now", ink_on(ROLE_DIM, ROLE_PANEL));
    draw_text_right(surface, top, left, left + WITH_END, "with it", ink_on(ROLE_DIM, ROLE_PANEL));
    int row = place->change_row + 1;
    for (int i = 0; i < PICKER_FIGURES && figures[i].label != NULL; i++) {
        draw_change(surface, place, row++,
                    (struct change){.label = figures[i].label,
                                    .unit = figures[i].unit,
                                    .now = figures[i].of(&app->now),
                                    .then = figures[i].of(&choice.now)});
    }
    draw_forecast(app, surface, place, row, &choice.now);
    if (what->run != NULL) {
        draw_measured(surface, place, row + 1, what->run);
    }
    draw_remarks(surface, place, app, &choice);
}

/* What the list has no room for, of the row in focus. */
static void draw_rest(const struct app *app, struct surface *surface, const struct picker_place *place,
                      const struct picker_row *what)
{
    const struct picker_cells cells = picker_cells_for(app->picker_kind, place->area.columns);
    const struct scenario scenario = picker_scenario(app, what);
    char text[PICKER_COLUMNS * PICKER_CELL];
    picker_say_rest(app->picker_kind, &cells, what, &scenario, text, sizeof text);
    (void)draw_clauses(surface, place->area.row + place->rest_row, place->area.column + 3,
                       place->area.column + place->area.columns - 2, text, ink_on(ROLE_TEXT, ROLE_PANEL));
}

static void draw_no_match(const struct app *app, struct surface *surface, const struct picker_place *place)
{
    const enum profile_kind kind = picker_kind_with_match(app);
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "nothing matches%s%s", kind == app->picker_kind ? "" : " here; Tab goes on to: ",
                   kind == app->picker_kind ? "" : picker_title(kind));
    (void)draw_text(surface, place->area.row + place->list_row, place->area.column + 3,
                    place->area.column + place->area.columns, text, ink_on(ROLE_DIM, ROLE_PANEL));
}

void draw_picker(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct picker_rows rows = picker_rows_of(app);
    const struct picker_place place = picker_place_for(layout);
    const int scroll = picker_scroll(app->overlay_row, rows.count, place.list_rows);
    char count[TEXT_LENGTH];
    (void)snprintf(count, sizeof count, "%s%d of %d", draw_scroll_marks(scroll, place.list_rows, rows.count),
                   rows.count, rows.of);
    draw_overlay_frame(surface, place.area, picker_title(app->picker_kind), count);
    draw_filter(surface, place.area, &app->filter, "type to filter: every word must match, in any column");
    draw_header(app, surface, &place);
    draw_list(app, surface, &place, &rows);
    if (rows.count == 0) {
        draw_no_match(app, surface, &place);
    } else if (place.change_row > 0 && app->overlay_row < rows.count) {
        draw_changes(app, surface, &place, &rows.row[app->overlay_row]);
    } else if (place.rest_row > 0 && app->overlay_row < rows.count) {
        draw_rest(app, surface, &place, &rows.row[app->overlay_row]);
    }
}
