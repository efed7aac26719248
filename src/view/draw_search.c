/* draw_search.c: tab 7. */
#include "view/parts.h"
#include "view/search_table.h"
#include "view/tabs.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 160 };

const struct table_column search_columns[SEARCH_COLUMNS] = {
    [SEARCH_RANK] = {.title = "#", .width = 3, .right = true},
    [SEARCH_COLUMN_TP] = {.title = "TP", .width = 3, .right = true},
    [SEARCH_COLUMN_PP] = {.title = "PP", .width = 3, .right = true},
    [SEARCH_COLUMN_VP] = {.title = "VP", .width = 3, .rank = 1, .right = true},
    [SEARCH_COLUMN_CP] = {.title = "CP", .width = 3, .rank = 2, .right = true},
    [SEARCH_COLUMN_EP] = {.title = "EP", .width = 3, .rank = 4, .right = true},
    [SEARCH_COLUMN_DP] = {.title = "DP", .width = 4, .right = true},
    [SEARCH_COLUMN_ZERO] = {.title = "ZeRO", .width = 4, .right = true},
    [SEARCH_COLUMN_SP] = {.title = "SP", .width = 3, .rank = 5},
    [SEARCH_COLUMN_RECOMPUTE] = {.title = "recomp", .width = 6, .rank = 3},
    [SEARCH_COLUMN_MICRO_BATCH] = {.title = "mb", .width = 3, .right = true},
    [SEARCH_COLUMN_GPUS] = {.title = "GPUs", .width = 5, .right = true},
    [SEARCH_COLUMN_BATCH] = {.title = "batch", .width = 5, .right = true},
    [SEARCH_COLUMN_STEP] = {.title = "step", .width = 7, .right = true},
    [SEARCH_COLUMN_RATE] = {.title = "tok/s", .width = 6, .rank = 6, .right = true},
    [SEARCH_COLUMN_MFU] = {.title = "MFU", .width = 5, .rank = 6, .right = true},
    [SEARCH_COLUMN_MEMORY] = {.title = "GB ", .width = 6, .right = true},
};

struct table_shape search_table_shape(const struct app *app, const struct search_place *place)
{
    static const unsigned modes[SEARCH_COLUMNS] = {
        [SEARCH_COLUMN_VP] = IN_TRAINING,        [SEARCH_COLUMN_CP] = IN_TRAINING | IN_PREFILL,
        [SEARCH_COLUMN_ZERO] = IN_TRAINING,      [SEARCH_COLUMN_SP] = IN_TRAINING,
        [SEARCH_COLUMN_RECOMPUTE] = IN_TRAINING, [SEARCH_COLUMN_MICRO_BATCH] = IN_TRAINING,
        [SEARCH_COLUMN_GPUS] = IN_DECODE,        [SEARCH_COLUMN_BATCH] = IN_DECODE,
        [SEARCH_COLUMN_RATE] = IN_SERVING,       [SEARCH_COLUMN_MFU] = IN_TRAINING,
    };
    const struct search_view *view = &app->search;
    struct table_column columns[SEARCH_COLUMNS];
    memcpy(columns, search_columns, sizeof columns);
    for (int i = 0; i < SEARCH_COLUMNS; i++) {
        columns[i].width = modes[i] == 0 || mode_is_in(app->now.mode, modes[i]) ? columns[i].width : 0;
    }
    if (!search_finds_batch(view)) {
        columns[SEARCH_COLUMN_BATCH].width = 0;
    }
    if (view->request.target.batch == TARGET_FEWEST) {
        columns[SEARCH_COLUMN_DP].rank = 1; /* it follows from the GPUs */
    } else {
        columns[SEARCH_COLUMN_GPUS].width = 0;
    }
    if (app->now.model.experts == 0) {
        columns[SEARCH_COLUMN_EP].width = 0;
    }
    return table_shape_for(columns, SEARCH_COLUMNS, place->area.column, place->area.columns);
}

/* A stacked bar that steps down in height, so that parts differ without colour, too. */
enum { BAR_HIGH = GLYPH_LANE_1 + 6, BAR_MIDDLE = GLYPH_LANE_1 + 4, BAR_LOW = GLYPH_LANE_1 + 2 };

static enum glyph glyph_of(enum part part)
{
    switch (part_roles[part]) {
    case ROLE_WORK:
        return (enum glyph)BAR_HIGH;
    case ROLE_GRAD:
    case ROLE_OPT:
        return (enum glyph)BAR_LOW;
    case ROLE_IDLE:
        return GLYPH_DOT;
    default:
        return (enum glyph)BAR_MIDDLE;
    }
}

static double longest_step(const struct search_view *view)
{
    double longest = 0.0;
    for (int i = 0; i < view->rows; i++) {
        longest = fmax(longest, view->row[i].valid ? view->row[i].step : 0.0);
    }
    return longest;
}

/* From the highest glyph of the bar down; parts that share one stand together, in their order. */
static const enum glyph bar_steps[] = {(enum glyph)BAR_HIGH, (enum glyph)BAR_MIDDLE, (enum glyph)BAR_LOW, GLYPH_DOT};
enum { BAR_STEPS = sizeof bar_steps / sizeof bar_steps[0] };

/* The part that comes next in a bar, of BAR_STEPS rounds of all parts; PART_COUNT: this round leaves it out. */
static enum part part_in_turn(int turn)
{
    const enum part part = (enum part)(turn % PART_COUNT);
    return glyph_of(part) == bar_steps[turn / PART_COUNT] ? part : PART_COUNT;
}

/* Returns the column after the bar. */
static int draw_bar(struct surface *surface, const struct search_place *place, int screen_row,
                    const struct search_row *row, double longest, enum role ground)
{
    int column = place->bar_column;
    double seconds = 0.0;
    for (int i = 0; i < BAR_STEPS * PART_COUNT && longest > 0.0; i++) {
        const enum part part = part_in_turn(i);
        if (part != PART_COUNT) {
            seconds += row->waits.part[part];
            const int end = place->bar_column + (int)lround(seconds / longest * place->bar_width);
            draw_run(surface, screen_row, column, end, glyph_of(part), ink_on(part_roles[part], ground));
            column = end > column ? end : column;
        }
    }
    return column;
}

static void say_cell(const struct search_row *row, int column, char *text, size_t size)
{
    static const char *const recomputes[RECOMPUTE_COUNT] = {"none", "select", "full"};
    const struct strategy *strategy = &row->strategy;
    const int counts[SEARCH_COLUMNS] = {
        [SEARCH_RANK] = row->rank,         [SEARCH_COLUMN_TP] = strategy->tp,
        [SEARCH_COLUMN_PP] = strategy->pp, [SEARCH_COLUMN_VP] = strategy->vp,
        [SEARCH_COLUMN_CP] = strategy->cp, [SEARCH_COLUMN_EP] = strategy->ep,
        [SEARCH_COLUMN_DP] = row->dp,      [SEARCH_COLUMN_MICRO_BATCH] = strategy->micro_batch,
        [SEARCH_COLUMN_GPUS] = row->gpus,  [SEARCH_COLUMN_BATCH] = row->batch,
    };
    switch (column) {
    case SEARCH_COLUMN_ZERO:
        (void)snprintf(text, size, "%s", choice_name(&zero_names, (int)strategy->zero));
        break;
    case SEARCH_COLUMN_SP:
        (void)snprintf(text, size, "%s", strategy->tp > 1 && strategy->sp ? "on" : "-");
        break;
    case SEARCH_COLUMN_RECOMPUTE:
        (void)snprintf(text, size, "%s", recomputes[strategy->recompute]);
        break;
    case SEARCH_COLUMN_STEP:
        quantity_say(row->step, UNIT_SECONDS, text, size);
        break;
    case SEARCH_COLUMN_RATE:
        value_token_rate(row->rate, text, size);
        break;
    case SEARCH_COLUMN_MFU:
        (void)snprintf(text, size, row->mfu > 0.0 ? "%.1f%%" : "-", 100.0 * row->mfu);
        break;
    case SEARCH_COLUMN_MEMORY:
        (void)snprintf(text, size, "%.1f%c", row->memory / 1e9, row->near ? '!' : ' ');
        break;
    default:
        (void)snprintf(text, size, counts[column] > 0 ? "%d" : "-", counts[column]);
        break;
    }
}

static enum role role_of_cell(const struct search_row *row, int column)
{
    if (!row->met && column == SEARCH_RANK) {
        return ROLE_BAD;
    }
    if (row->present) {
        return ROLE_HAND;
    }
    if (column == SEARCH_COLUMN_MEMORY && (!row->fits || row->near)) {
        return row->fits ? ROLE_WARN : ROLE_BAD;
    }
    return column == SEARCH_COLUMN_STEP ? ROLE_BRIGHT : column == SEARCH_RANK ? ROLE_DIM : ROLE_TEXT;
}

/* Beside the bar: "now", or how much faster the row is than now. */
static void draw_words(const struct app *app, struct surface *surface, const struct search_place *place, int screen_row,
                       int column, const struct search_row *row, enum role ground)
{
    enum { FASTER = 12 };
    const int end = place->bar_column + place->bar_width + place->words;
    const struct search_row *present = search_present(&app->search);
    if (row->present) {
        (void)draw_text(surface, screen_row, column + 1, end, "now", ink_on(ROLE_HAND, ground));
    } else if (row->rank == 1 && present != NULL && row->step < present->step && place->words > FASTER &&
               !search_finds_batch(&app->search)) {
        char text[TEXT_LENGTH];
        (void)snprintf(text, sizeof text, "%.2f× faster", present->step / row->step);
        (void)draw_text(surface, screen_row, column + 1, end, text, ink_on(ROLE_GOOD, ground));
    }
}

static void draw_row(const struct app *app, struct surface *surface, const struct search_place *place,
                     const struct table_shape *shape, int index, int screen_row)
{
    const struct search_row *row = &app->search.row[index];
    const bool focused = app->focus == FOCUS_TAB && index == app->search.selected;
    const int end = place->bar_column + place->bar_width + place->words;
    const struct rectangle area = {screen_row, place->area.column, 1, end - place->area.column};
    const enum role ground = table_draw_ground(surface, screen_row, area, focused ? TABLE_ROW_IN_FOCUS : TABLE_ROW);
    if (!row->valid) {
        (void)draw_text(surface, screen_row, place->area.column, end, "not valid any more", ink_on(ROLE_DIM, ground));
        return;
    }
    for (int column = 0; column < SEARCH_COLUMNS; column++) {
        char text[TEXT_LENGTH];
        say_cell(row, column, text, sizeof text);
        table_draw_cell(surface, screen_row, shape, column, text, ink_on(role_of_cell(row, column), ground));
    }
    const int column = draw_bar(surface, place, screen_row, row, longest_step(&app->search), ground);
    draw_words(app, surface, place, screen_row, column, row, ground);
}

/* "  21 meet --where decode.time<=30ms", or why the line is not asked; nothing where none was typed. */
static void say_asked(const struct search_view *view, char *text, size_t size)
{
    const bool counts = view->request.target.condition_count > 0;
    if (view->asked[0] == '\0') {
        text[0] = '\0';
    } else if (view->is_refused) {
        (void)snprintf(text, size, "  not asked: %.140s", view->refusal);
    } else if (counts && view->progress.met == 0 && view->progress.done) {
        (void)snprintf(text, size, "  none meets %.140s", view->asked);
    } else if (counts) {
        (void)snprintf(text, size, "  %lld meet %.140s", view->progress.met, view->asked);
    } else {
        (void)snprintf(text, size, "  %.140s", view->asked);
    }
}

/* What stays the same in all rows; without a line there is room to say it. */
static void say_held(const struct app *app, char *text, size_t size)
{
    text[0] = '\0';
    if (app->now.mode == MODE_TRAINING && app->search.asked[0] == '\0') {
        (void)snprintf(text, size, "  batch %d held", app->search.progress.trial.strategy.global_batch);
    }
}

/* Numbers keep their columns while they grow, so that little is sent to the terminal. */
static void draw_counts(const struct app *app, struct surface *surface, const struct search_place *place)
{
    const struct search_view *view = &app->search;
    const struct search *search = &view->progress;
    const int end = place->bar_column + place->bar_width + place->words;
    char priced[TEXT_LENGTH];
    char fit[TEXT_LENGTH];
    char capacity[TEXT_LENGTH];
    char asked[TEXT_LENGTH + TEXT_LENGTH];
    char held[TEXT_LENGTH];
    (void)snprintf(priced, sizeof priced, "%5lld", search->priced);
    (void)snprintf(fit, sizeof fit, search->fit > 0 || !search->done ? "%5lld fit" : "none fits", search->fit);
    (void)snprintf(capacity, sizeof capacity, " in %.3g GB", app->now.gpu.hbm_capacity / 1e9);
    say_asked(view, asked, sizeof asked);
    say_held(app, held, sizeof held);
    struct piece pieces[] = {
        {priced, ink(ROLE_BRIGHT)},
        {view->running  ? " so far  "
         : search->done ? " priced  "
                        : " stopped ",
         ink(ROLE_DIM)},
        {fit, ink(search->fit > 0 ? ROLE_BRIGHT : ROLE_BAD)},
        {asked[0] == '\0' ? capacity : "", ink(ROLE_DIM)},
        {asked, ink(view->is_refused ? ROLE_WARN : ROLE_HAND)},
        {view->shows_all ? "   all, best first by " : "   best first by ", ink(ROLE_DIM)},
        {search->objective != NULL ? search->objective->label : "", ink(ROLE_BRIGHT)},
        {held, ink(ROLE_DIM)},
        {NULL, ink(ROLE_DIM)},
    };
    enum { HELD = sizeof pieces / sizeof pieces[0] - 2 };
    if (place->area.column - 1 + draw_pieces_columns(surface, pieces) > end) {
        pieces[HELD].text = NULL; /* whole, or not at all: the batch has a slider */
    }
    (void)draw_pieces(surface, place->title_row, place->area.column - 1, end, pieces);
}

/* Whether a part is seen: a cell of it in some row. */
static bool is_seen(const struct search_view *view, const struct search_place *place, enum part part)
{
    const double cell = longest_step(view) / (place->bar_width > 0 ? place->bar_width : 1);
    for (int i = 0; i < view->rows; i++) {
        if (view->row[i].valid && view->row[i].waits.part[part] >= cell / 2) {
            return true;
        }
    }
    return false;
}

/* The parts that the bars are made of; of those that look alike, the first. */
static void draw_legend(const struct search_view *view, struct surface *surface, const struct search_place *place)
{
    const int end = place->bar_column + place->bar_width + place->words;
    int column = place->bar_column;
    unsigned named = 0; /* bits of roles */
    for (int i = 0; i < BAR_STEPS * PART_COUNT && place->bar_width > 0; i++) {
        const enum part part = part_in_turn(i);
        const unsigned role = part == PART_COUNT ? 0 : 1U << part_roles[part];
        const char *name = part == PART_COUNT ? "" : step_parts[part].name;
        if (part == PART_COUNT || (named & role) != 0 || !is_seen(view, place, part) ||
            column + 2 + draw_columns(surface, name) > end) {
            continue;
        }
        named |= role;
        surface_put(surface, place->header_row, column, surface->glyphs->glyph[glyph_of(part)], ink(part_roles[part]));
        column = draw_text(surface, place->header_row, column + 2, end, name, ink(ROLE_DIM)) + 1;
    }
}

void search_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct search_view *view = &app->search;
    const struct search_place place = search_place_for(layout, view);
    const struct table_shape shape = search_table_shape(app, &place);
    if (layout->tab.rows < 2) {
        return;
    }
    draw_counts(app, surface, &place);
    table_draw_header(surface, place.header_row, search_columns, &shape, view->sorted,
                      app->focus == FOCUS_TAB ? view->column : -1);
    draw_legend(view, surface, &place);
    for (int i = 0; i < place.list_rows && place.scroll + i < view->rows; i++) {
        draw_row(app, surface, &place, &shape, place.scroll + i, place.list_row + i);
    }
    if (!app->search.running && view->rows == 0 && place.list_rows > 0) {
        (void)draw_text(surface, place.list_row, place.area.column, place.bar_column + place.bar_width + place.words,
                        "No strategy divides this model, batch and cluster.", ink(ROLE_TEXT));
    }
    if (place.present_row > 0) {
        draw_row(app, surface, &place, &shape, (int)(search_present(view) - view->row), place.present_row);
    }
}
