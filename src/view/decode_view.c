/* decode_view.c: pricing and placing tab 6. */
#include "view/decode_view.h"

#include "core/evaluate.h"
#include "core/order.h"
#include "view/decode_place.h"
#include "view/tabs.h"

#include <math.h>

const struct table_column decode_columns[DECODE_COLUMNS] = {
    [DECODE_STEP] = {"step", 7, 0, true},         [DECODE_BOUND] = {"bound", 7, 0, true},
    [DECODE_SPEEDUP] = {"speed-up", 10, 0, true}, [DECODE_NETWORK] = {"comm.", 5, 0, true},
    [DECODE_LAUNCHES] = {"launches", 8, 2, true}, [DECODE_PER_GPU] = {"tok/s/GPU", 9, 1, true},
};

/* Parts that are priced: more than any screen shows. */
enum { PARTS_PRICED = PART_COUNT };

void decode_view_start(struct app *app)
{
    app->decode.size = -1;
    app->decode.part = -1;
}

int decode_size_of(const struct app *app)
{
    const struct decode_view *view = &app->decode;
    int nearest = 0;
    for (int i = 0; i < view->scaling.count; i++) {
        nearest = view->scaling.row[i].tp <= view->served.strategy.tp ? i : nearest;
    }
    return view->size >= 0 && view->size < view->scaling.count ? view->size : nearest;
}

const struct scaling_row *decode_row_of(const struct app *app)
{
    return &app->decode.scaling.row[decode_size_of(app)];
}

/* Time of a step in which every part of it gets back what it can; NAN where none can. */
static double time_together(const struct scenario *scenario, const struct result *result)
{
    const struct part_rows rows = part_rows_for(result, NULL, PART_COUNT, NULL);
    struct scenario changed = *scenario;
    bool any = false;
    for (int i = 0; i < rows.count; i++) {
        const struct give_back found = give_back_of(rows.part[i], scenario, result);
        if (found.parameter != NULL) {
            parameter_set(found.parameter, &changed, found.value);
            any = true;
        }
    }
    const struct result together = evaluate(&changed);
    return any && together.valid ? together.step : NAN;
}

/* What each part of the size in focus would get back, as many as are shown, and all parts together. */
static void price_parts(struct app *app)
{
    struct decode_view *view = &app->decode;
    const struct scaling_row *row = decode_row_of(app);
    const struct scenario scenario = scaling_scenario(&view->served, row->tp);
    const struct layout layout = app_layout(app);
    const int capacity = decode_place_for(&layout).parts_capacity;
    view->rows = (struct part_rows){.count = 0};
    view->together = NAN;
    if (!row->valid) {
        return;
    }
    view->rows = part_rows_for(&row->result, NULL, capacity > 0 ? capacity : PARTS_PRICED, NULL);
    for (int i = 0; i < view->rows.count; i++) {
        view->give_back[i] = give_back_of(view->rows.part[i], &scenario, &row->result);
    }
    view->together = time_together(&scenario, &row->result);
}

void decode_refresh(struct app *app)
{
    struct decode_view *view = &app->decode;
    if (app->invalid && app->now.mode != MODE_TRAINING) {
        return;
    }
    view->served = app->now;
    view->served.mode = app->now.mode == MODE_TRAINING ? MODE_DECODE : app->now.mode;
    view->scaling = scaling_of(&view->served);
    decode_charts_refresh(&view->charts, &view->served, &view->scaling);
    price_parts(app);
    const int rows = view->rows.count;
    view->part = view->part < rows ? view->part : rows - 1;
}

void decode_view_choose(struct app *app, int size)
{
    app->decode.size = size;
    price_parts(app);
}

/* Charts take what a tall screen leaves below the parts of which most matter, and more of a taller one. */
static void place_charts(struct decode_place *place)
{
    enum { PARTS_LEAST = 6, GAP = 1, LEAST = 9, MOST = 20, COLUMNS_LEAST = 140 };
    const struct rectangle area = place->area;
    const int end = area.row + area.rows;
    const int rows = end - place->parts_row - PARTS_LEAST - GAP;
    if (rows < LEAST || area.columns < COLUMNS_LEAST) {
        return;
    }
    const int taken = lesser_int(rows, MOST);
    place->parts_capacity = end - taken - GAP - place->parts_row;
    place->charts = (struct rectangle){end - taken, area.column, taken, area.columns};
}

/* The parts, below the table: name, how it changes with TP, seconds now, seconds given back, by what. */
static void place_parts(struct decode_place *place, const struct layout *layout)
{
    enum { NAME = 17, NOW = 9, BACK = 11, BY = 2, WORDS_LEAST = 60, CHOICE = 26 };
    const struct rectangle area = place->area;
    const int end = area.row + area.rows;
    const bool wide = layout->size_class >= SIZE_FULL;
    const int words = wide ? 26 : 0;
    int row = place->ruler_row + 1;
    row += end - row > 6 ? 1 : 0;
    if (end - row < 2 || area.columns < WORDS_LEAST) {
        return;
    }
    place->parts_title_row = row;
    place->parts_row = row + 1;
    place->parts_capacity = end - row - 1;
    place_charts(place);
    place->words_column = words > 0 ? area.column + NAME + 2 : 0;
    place->now_end = area.column + NAME + 2 + words + NOW;
    place->back_end = place->now_end + BACK;
    place->by_column = place->back_end + BY;
    place->by_end = area.column + area.columns;
}

struct decode_place decode_place_for(const struct layout *layout)
{
    enum { NUMBERS_COMPACT = 31, NUMBERS_FULL = 56, GAP = 1, BAR_UNIT = 20 };
    const struct rectangle area = layout->tab;
    const bool wide = layout->size_class >= SIZE_FULL;
    const int label = wide ? 6 : 4;
    const int numbers = wide ? NUMBERS_FULL : NUMBERS_COMPACT;
    const int room = area.columns - label - numbers - GAP;
    struct decode_place place = {
        .area = area,
        .header_row = area.row + 1,
        .list_row = area.row + 2,
        .ruler_row = area.row + 2 + SCALING_ROWS,
        .bar_column = area.column + label,
        .bar_width = greater_int(0, room / BAR_UNIT * BAR_UNIT),
    };
    const int left = place.bar_column + place.bar_width + GAP;
    const int gap = wide ? 2 : 0; /* a bar of the full length ends in an edge */
    place.shape = table_shape_for(decode_columns, DECODE_COLUMNS, left + gap, area.column + area.columns - left - gap);
    place_parts(&place, layout);
    return place;
}
