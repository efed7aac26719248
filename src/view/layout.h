/* layout.h: where everything stands, as a pure function of the size.
 *
 * Valid for every size from 0 x 0 up; nothing overlaps, nothing leaves the screen. The golden screens of
 * tests/data/screens hold its rows and columns.
 */
#ifndef RINGSIDE_VIEW_LAYOUT_H
#define RINGSIDE_VIEW_LAYOUT_H

#include "core/parameters.h"
#include "view/surface.h"

#include <stdbool.h>

enum size_class { SIZE_TOO_SMALL, SIZE_SINGLE, SIZE_COMPACT, SIZE_FULL, SIZE_ROOMY, SIZE_COUNT };

/* Least size of each class, rows and columns. */
extern const int size_class_rows[SIZE_COUNT];
extern const int size_class_columns[SIZE_COUNT];

/* What the small sizes cannot show at once. Compact has two pages: inputs with results, or a tab. Single has all three.
 */
enum layout_page { PAGE_INPUTS, PAGE_RESULTS, PAGE_TAB };

/* How one parameter row is divided; columns are relative to the pane. */
struct row_columns {
    int label; /* width of the label */
    int text;  /* first column of switches and formulas, which have no track */
    int track; /* first column of the track */
    int track_width;
    int value_end; /* column after the number */
    int unit;      /* first column of the unit */
    int unit_width;
    int mark;        /* column of the mark */
    int range_width; /* of the printed range on either side of the track; 0: not printed */
};

struct layout {
    enum size_class size_class;
    int rows, columns;
    struct rectangle title;
    struct rectangle strip;                     /* of pane names, on a single-pane screen */
    struct rectangle pane[PANE_COUNT];          /* title row included where there is one; 0 rows where not shown */
    int pane_title_rows;                        /* 0 where the strip names the pane */
    struct row_columns row_columns[PANE_COUNT]; /* the last pane has counts, and so a narrower unit */
    int fact_rows;                              /* lines of facts below a preset, 0 to 2 */
    bool blank_row;                             /* between a pane's facts and its parameters */
    struct rectangle result;                    /* title row, headline, bars */
    int result_title_row;                       /* 0: not shown */
    int headline_row, step_row, ruler_row, header_row; /* 0: not shown */
    int parts_row, parts_step;                         /* first part; 2 where a blank row may stand between */
    int parts_capacity;                   /* parts that fit without blank rows; the last may take a blank row's place */
    int measured_row;                     /* of the bar of what was measured; 0: not shown */
    int bar_label, bar_column, bar_width; /* of the bars: width of the label, first column, a multiple of 20 */
    int number_column;                    /* where the numbers beside the bars begin; 0: there are none */
    struct rectangle tabs;                /* the strip */
    struct rectangle tab;                 /* content */
    struct rectangle held;                /* the held slider's own row; 0 rows where not shown */
    int note_row, note_end;               /* where a warning stands, and the column that it ends before; 0: nowhere */
    int context_row;                      /* may be the held slider's: a message takes its place */
    int context_rows;                     /* 2: the row above it is free for a second line */
    int message_rows;                     /* the same of a message, which may cover the end of a tab */
    int footer_row;
};

/* Lay out the screen.
 *
 *   given     rows, columns (0 x 0 counts as 24 x 80); which page a small screen shows; which pane a single-pane screen
 *             shows
 */
struct layout layout_for(int rows, int columns, enum layout_page page, enum parameter_pane single);

/* The same with a row for what was measured, in place of the first part's; as it is where there are hardly parts. */
struct layout layout_with_measured(struct layout layout);

/* One page alone: a tab with the headline, the step with all its parts, or one input pane with the step below it. A
 * screen that shows one pane anyway is laid out as usual.
 */
struct layout layout_maximised(int rows, int columns, enum layout_page page, enum parameter_pane pane);

/* For a room to read: bars and a slider alone; draw_projector.c stacks the rest. Too small for that: as usual. */
struct layout layout_projector(int rows, int columns);

#endif
