/* layout.c: one function for each class of sizes. */
#include "view/layout.h"

#include "core/order.h"

/* A terminal that does not know its size. */
enum { ROWS_UNKNOWN = 24, COLUMNS_UNKNOWN = 80 };

/* Bars are multiples of this: 4 and 5 divide it, so each label of a 1-2-5 axis falls on a cell. */
enum { BAR_UNIT = 20 };

/* Columns that the numbers beside the bars take, and blank ones before them. */
enum { NUMBERS_COMPACT = 20, NUMBERS_FULL = 34, NUMBERS_GAP = 3 };

enum { MARGIN = 2 };

/* A full screen of this height shows everything; what is missing goes in a fixed order. */
enum { ROWS_COMFORTABLE = 40 };

/* From this height there are blank rows between the bars. */
enum { ROWS_AIRY = 50 };

/* Of the rows beyond this height panes take so many of ten, up to as many as the longest has use for; the tab takes the
 * others. */
enum { ROWS_TALL = 60, PANES_OF_TEN = 6, PANES_MOST = 18 };

/* A track below this is worth more than the range beside it. */
enum { TRACK_LEAST = 8 };

const int size_class_rows[SIZE_COUNT] = {0, 14, 24, 30, 50};
const int size_class_columns[SIZE_COUNT] = {0, 44, 80, 100, 160};

static enum size_class class_of(int rows, int columns)
{
    int size_class = SIZE_ROOMY;
    while (rows < size_class_rows[size_class] || columns < size_class_columns[size_class]) {
        size_class--;
    }
    return (enum size_class)size_class;
}

/* Three panes side by side; what is left over widens the left ones. */
static void place_panes(struct layout *layout, int row, int rows, int gutter, int right_margin)
{
    const int free_columns = layout->columns - MARGIN - right_margin - 2 * gutter;
    int column = MARGIN;
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        const int width = free_columns / PANE_COUNT + (pane < free_columns % PANE_COUNT ? 1 : 0);
        layout->pane[pane] = (struct rectangle){row, column, rows, width};
        column += width + gutter;
    }
}

/* How a class divides a row. Widths of the range, the value and the unit count without the blank beside them. */
struct row_shape {
    int label, range, value;
    int after_value; /* columns from the end of the value to the end of the pane */
};

static struct row_columns divide_row(struct row_shape shape, int width)
{
    const int blank = 1;
    struct row_columns columns = {.label = shape.label, .text = shape.label + blank, .mark = width - 1};
    columns.value_end = width - shape.after_value;
    columns.unit = columns.value_end + blank;
    columns.unit_width = columns.mark - columns.unit;
    const int range = shape.range > 0 ? shape.range + blank : 0;
    columns.range_width = shape.range;
    columns.track = columns.text + range;
    columns.track_width = columns.value_end - shape.value - blank - range - columns.track;
    if (shape.range > 0 && columns.track_width < TRACK_LEAST) {
        shape.range = 0;
        return divide_row(shape, width);
    }
    return columns;
}

/* Given whose widths of labels and values the rows take. */
static void divide_rows(struct layout *layout, enum size_class words)
{
    static const struct row_shape shapes[SIZE_COUNT] = {
        [SIZE_SINGLE] = {.label = 8, .range = 5, .value = 4, .after_value = 7},
        [SIZE_COMPACT] = {.label = 7, .value = 4, .after_value = 6},
        [SIZE_FULL] = {.label = 12, .value = 6, .after_value = 6},
        [SIZE_ROOMY] = {.label = 13, .range = 6, .value = 7, .after_value = 7},
    };
    /* Parallelism has counts: longer labels, hardly a unit. */
    static const struct row_shape counts[SIZE_COUNT] = {
        [SIZE_SINGLE] = {.label = 8, .range = 5, .value = 4, .after_value = 7},
        [SIZE_COMPACT] = {.label = 8, .value = 3, .after_value = 3},
        [SIZE_FULL] = {.label = 13, .value = 7, .after_value = 4},
        [SIZE_ROOMY] = {.label = 13, .range = 6, .value = 7, .after_value = 5},
    };
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        const struct row_shape *table = pane == PANE_PARALLELISM ? counts : shapes;
        const int width = layout->pane[pane].columns;
        layout->row_columns[pane] = divide_row(table[words], width);
        if (layout->row_columns[pane].track_width < TRACK_LEAST && layout->size_class >= SIZE_FULL) {
            layout->row_columns[pane] = divide_row(table[SIZE_COMPACT], width); /* short labels */
        }
    }
}

/* Bars beside a label and numbers. */
static void place_bars(struct layout *layout, int label, int numbers)
{
    layout->bar_label = label;
    layout->bar_column = MARGIN + label;
    const int free_columns = layout->columns - layout->bar_column - numbers;
    layout->bar_width = greater_int(BAR_UNIT, free_columns / BAR_UNIT * BAR_UNIT);
    layout->number_column = layout->bar_column + layout->bar_width + NUMBERS_GAP;
}

/* Inputs, results and a tab, from the top; missing rows are taken from the least needed. */
static void place_full(struct layout *layout)
{
    const bool roomy = layout->size_class == SIZE_ROOMY;
    const bool airy = layout->rows >= ROWS_AIRY;
    const int missing = greater_int(0, ROWS_COMFORTABLE - layout->rows);
    const int blank_below_result = missing > 0 ? 0 : roomy ? 2 : 1;
    const int edge = roomy ? 1 : 0;
    enum { HEAD_ROWS = 2, PARAMETER_ROWS = 6, PARTS = 4 };

    layout->blank_row = missing < 2;
    layout->fact_rows = 2 - lesser_int(2, greater_int(0, missing - 2));
    layout->pane_title_rows = 1;
    const int more_rows = lesser_int(greater_int(0, layout->rows - ROWS_TALL) * PANES_OF_TEN / 10, PANES_MOST);
    const int pane_rows = HEAD_ROWS + layout->fact_rows + (layout->blank_row ? 1 : 0) + PARAMETER_ROWS + more_rows;
    place_panes(layout, 1 + edge, pane_rows, roomy ? 5 : 4, MARGIN);

    const int top = layout->pane[0].row + pane_rows + 1;
    const int parts_rows = airy ? 2 * PARTS - 1 : PARTS;
    layout->result_title_row = top;
    layout->headline_row = top + 1;
    layout->header_row = top + 2;
    layout->step_row = top + 3;
    layout->ruler_row = top + 4;
    layout->parts_row = top + 5;
    layout->parts_step = airy ? 2 : 1;
    layout->parts_capacity = parts_rows + greater_int(0, blank_below_result - edge);
    layout->result = (struct rectangle){top, MARGIN, 5 + layout->parts_capacity, layout->columns - 2 * MARGIN};
    place_bars(layout, roomy ? 22 : 20, NUMBERS_FULL);
    layout->note_row = layout->header_row;
    layout->note_end = layout->number_column - 2;

    layout->context_row = layout->rows - 2;
    layout->context_rows = 1 + edge;
    layout->message_rows = 2;
    const int strip = layout->parts_row + parts_rows + blank_below_result;
    layout->tabs = (struct rectangle){strip, 1, 1, layout->columns - 2};
    layout->tab = (struct rectangle){strip + 1 + edge, MARGIN, layout->context_row - strip - 1 - 2 * edge,
                                     layout->columns - 2 * MARGIN};
}

/* Inputs with results. Rows below row 24 go to the tab. */
static void place_compact_inputs(struct layout *layout)
{
    enum {
        PANE_ROW = 1,
        PANE_ROWS_SHOWN = 9,
        RESULT_ROW = 11,
        PARTS_ROW = 15,
        PARTS = 5,
        STRIP_ROW = 20,
        TAB_ROW = 22
    };
    layout->fact_rows = 2;
    layout->pane_title_rows = 1;
    place_panes(layout, PANE_ROW, PANE_ROWS_SHOWN, 3, 1);
    layout->result_title_row = RESULT_ROW;
    layout->headline_row = RESULT_ROW + 1;
    layout->step_row = RESULT_ROW + 2;
    layout->ruler_row = RESULT_ROW + 3;
    layout->parts_row = PARTS_ROW;
    layout->parts_step = 1;
    layout->parts_capacity = PARTS;
    layout->result =
        (struct rectangle){RESULT_ROW, MARGIN, PARTS_ROW + PARTS - RESULT_ROW, layout->columns - 2 * MARGIN};
    layout->tabs = (struct rectangle){STRIP_ROW, 1, 1, layout->columns - 2};
    layout->context_row = layout->rows - 2;
    layout->context_rows = layout->message_rows = 2;
    layout->note_row = layout->context_row - 1;
    layout->note_end = layout->columns - 1;
    const int tab_rows = layout->note_row - TAB_ROW;
    if (tab_rows > 0) {
        layout->tab = (struct rectangle){TAB_ROW, MARGIN, tab_rows, layout->columns - 2 * MARGIN};
    }
}

/* A tab, the folded results below it, the held slider and the context line. The least height has no blank row to spare
 * between the tab and the results. */
static void place_compact_tab(struct layout *layout)
{
    enum { STRIP_ROW = 1, TAB_ROW = 3, FOLDED = 7 };
    const int folded = layout->rows - FOLDED;
    const int blank = layout->rows > size_class_rows[SIZE_COMPACT] ? 1 : 0;
    layout->tabs = (struct rectangle){STRIP_ROW, 1, 1, layout->columns - 2};
    layout->tab = (struct rectangle){TAB_ROW, MARGIN, folded - blank - TAB_ROW, layout->columns - 2 * MARGIN};
    layout->result_title_row = folded;
    layout->headline_row = folded + 1;
    layout->step_row = folded + 2;
    layout->ruler_row = folded + 3;
    layout->result = (struct rectangle){folded, MARGIN, 4, layout->columns - 2 * MARGIN};
    layout->context_row = layout->rows - 2;
    layout->context_rows = layout->message_rows = 2;
    layout->held = (struct rectangle){layout->context_row - 1, MARGIN, 1, layout->columns - 2 * MARGIN};
}

/* A tab needs rows more than the step bar does, where there are few: then its headline alone stays, and no row is
 * blank.
 */
static void place_single_tab(struct layout *layout, struct rectangle body)
{
    enum { LEAST_BODY = 11, STRIP_ROW = 2, HEADLINE = 4 };
    if (body.rows < LEAST_BODY) {
        layout->headline_row = layout->rows - HEADLINE;
        layout->step_row = layout->ruler_row = layout->note_row = 0;
        layout->result = (struct rectangle){layout->headline_row, MARGIN, 1, body.columns};
        body = (struct rectangle){STRIP_ROW, MARGIN, layout->headline_row - STRIP_ROW, body.columns};
    }
    layout->tabs = (struct rectangle){body.row, 1, 1, layout->columns - 2};
    layout->tab = (struct rectangle){body.row + 1, MARGIN, body.rows - 1, body.columns};
}

/* One pane at a time; headline and step bar stay. */
static void place_single(struct layout *layout, enum layout_page page, enum parameter_pane single)
{
    enum { STRIP_ROW = 1, BODY_ROW = 3, BELOW_BODY = 7 };
    const struct rectangle body = {BODY_ROW, MARGIN, layout->rows - BELOW_BODY - BODY_ROW,
                                   layout->columns - 2 * MARGIN};
    layout->strip = (struct rectangle){STRIP_ROW, 1, 1, layout->columns - MARGIN};
    layout->fact_rows = body.rows > PANE_COUNT + 4 ? 2 : 0;
    layout->headline_row = layout->rows - 6;
    layout->step_row = layout->rows - 5;
    layout->ruler_row = layout->rows - 4;
    layout->result = (struct rectangle){layout->headline_row, MARGIN, 3, body.columns};
    layout->context_row = layout->rows - 2;
    layout->context_rows = layout->message_rows = 2;
    layout->note_row = layout->context_row - 1;
    layout->note_end = layout->columns - 1;
    place_bars(layout, 0, MARGIN);
    layout->number_column = 0;
    switch (page) {
    case PAGE_INPUTS:
        layout->pane[single] = body;
        break;
    case PAGE_RESULTS:
        layout->parts_row = body.row;
        layout->parts_step = 1;
        layout->parts_capacity = body.rows;
        break;
    case PAGE_TAB:
        place_single_tab(layout, body);
        break;
    }
}

/* What every layout begins with. */
static struct layout begin_layout(int rows, int columns)
{
    if (rows <= 0 && columns <= 0) {
        rows = ROWS_UNKNOWN;
        columns = COLUMNS_UNKNOWN;
    }
    struct layout layout = {.size_class = class_of(rows, columns), .rows = rows, .columns = columns};
    if (layout.size_class != SIZE_TOO_SMALL) {
        layout.title = (struct rectangle){0, 0, 1, columns};
        layout.footer_row = rows - 1;
    }
    return layout;
}

/* Bars as wide as they can be. */
static void place_wide_bars(struct layout *layout)
{
    const bool full = layout->size_class >= SIZE_FULL;
    place_bars(layout, layout->size_class == SIZE_ROOMY ? 22 : full ? 20 : 14, full ? NUMBERS_FULL : NUMBERS_COMPACT);
}

/* A tab from the title to the headline, and the held slider. */
static void maximise_tab(struct layout *layout)
{
    enum { STRIP_ROW = 1, BELOW = 5, HEADLINE = 4, HELD = 3 };
    const int width = layout->columns - 2 * MARGIN;
    const int tab_row = STRIP_ROW + (layout->size_class >= SIZE_FULL ? 2 : 1);
    layout->tabs = (struct rectangle){STRIP_ROW, 1, 1, layout->columns - 2};
    layout->tab = (struct rectangle){tab_row, MARGIN, layout->rows - BELOW - tab_row, width};
    layout->headline_row = layout->rows - HEADLINE;
    layout->result = (struct rectangle){layout->headline_row, MARGIN, 1, width};
    layout->held = (struct rectangle){layout->rows - HELD, MARGIN, 1, width};
}

/* The step with every part in a row of its own. */
static void maximise_results(struct layout *layout)
{
    enum { TITLE_ROW = 1, BELOW = 3 };
    const bool full = layout->size_class >= SIZE_FULL;
    int row = TITLE_ROW;
    layout->result_title_row = row++;
    layout->headline_row = row++;
    layout->header_row = full ? row++ : 0;
    layout->step_row = row++;
    layout->ruler_row = row++;
    layout->parts_row = row;
    layout->parts_step = 2;
    layout->parts_capacity = layout->rows - BELOW - row;
    layout->result =
        (struct rectangle){TITLE_ROW, MARGIN, row + layout->parts_capacity - TITLE_ROW, layout->columns - 2 * MARGIN};
    layout->note_row = full ? layout->header_row : 0;
    layout->note_end = full ? layout->number_column - 2 : 0;
}

/* An input pane over the whole width, and the step below it. */
static void maximise_inputs(struct layout *layout, enum parameter_pane pane)
{
    enum { PANE_ROW = 1, FOLDED = 6, BELOW = 7 };
    const int width = layout->columns - 2 * MARGIN;
    const int folded = layout->rows - FOLDED;
    layout->fact_rows = 2;
    layout->pane_title_rows = 1;
    layout->pane[pane] = (struct rectangle){PANE_ROW, MARGIN, layout->rows - BELOW - PANE_ROW, width};
    layout->result_title_row = folded;
    layout->headline_row = folded + 1;
    layout->step_row = folded + 2;
    layout->ruler_row = folded + 3;
    layout->result = (struct rectangle){folded, MARGIN, 4, width};
}

struct layout layout_maximised(int rows, int columns, enum layout_page page, enum parameter_pane pane)
{
    struct layout layout = begin_layout(rows, columns);
    if (layout.size_class <= SIZE_SINGLE) {
        return layout_for(rows, columns, page, pane); /* it shows one pane anyway */
    }
    layout.context_row = layout.rows - 2;
    layout.context_rows = layout.message_rows = 1;
    place_wide_bars(&layout);
    switch (page) {
    case PAGE_INPUTS:
        maximise_inputs(&layout, pane);
        break;
    case PAGE_RESULTS:
        maximise_results(&layout);
        break;
    case PAGE_TAB:
        maximise_tab(&layout);
        break;
    }
    divide_rows(&layout, SIZE_ROOMY);
    return layout;
}

struct layout layout_projector(int rows, int columns)
{
    enum { HIGH = 36, HELD_ABOVE_FOOTER = 2, HELD_ABOVE_FOOTER_HIGH = 5, LABEL = 22, LABEL_COMPACT = 14 };
    struct layout layout = begin_layout(rows, columns);
    if (layout.size_class < SIZE_COMPACT) {
        return layout_for(rows, columns, PAGE_RESULTS, PANE_MODEL);
    }
    const bool full = layout.size_class >= SIZE_FULL;
    const int held = layout.footer_row - (layout.rows >= HIGH ? HELD_ABOVE_FOOTER_HIGH : HELD_ABOVE_FOOTER);
    place_bars(&layout, full ? LABEL : LABEL_COMPACT, full ? LABEL : NUMBERS_COMPACT);
    layout.held = (struct rectangle){held, MARGIN, 1, layout.columns - 2 * MARGIN};
    layout.context_row = layout.rows - 2;
    layout.context_rows = layout.message_rows = 1;
    return layout;
}

struct layout layout_for(int rows, int columns, enum layout_page page, enum parameter_pane single)
{
    struct layout layout = begin_layout(rows, columns);
    if (layout.size_class == SIZE_TOO_SMALL) {
        return layout;
    }
    switch (layout.size_class) {
    case SIZE_SINGLE:
        place_single(&layout, page, single);
        break;
    case SIZE_COMPACT:
        place_bars(&layout, 14, NUMBERS_COMPACT);
        if (page == PAGE_TAB) {
            place_compact_tab(&layout);
        } else {
            place_compact_inputs(&layout);
        }
        break;
    default:
        place_full(&layout);
        break;
    }
    divide_rows(&layout, layout.size_class);
    return layout;
}

struct layout layout_with_measured(struct layout layout)
{
    enum { LEAST_PARTS = 3 };
    if (layout.parts_row > 0 && layout.parts_capacity > LEAST_PARTS && layout.size_class > SIZE_SINGLE) {
        layout.measured_row = layout.parts_row++;
        layout.parts_capacity--;
    }
    return layout;
}
