/* decode_place.h: where the rows of the Decode tab stand, for drawing and for the mouse. */
#ifndef RINGSIDE_VIEW_DECODE_PLACE_H
#define RINGSIDE_VIEW_DECODE_PLACE_H

#include "view/table.h"

enum decode_column {
    DECODE_STEP,
    DECODE_BOUND,
    DECODE_SPEEDUP,
    DECODE_NETWORK,
    DECODE_LAUNCHES,
    DECODE_PER_GPU,
    DECODE_COLUMNS
};
extern const struct table_column decode_columns[DECODE_COLUMNS];

/* Where everything stands; a row is 0 where there is no room for it. */
struct decode_place {
    struct rectangle area;
    int header_row, list_row, ruler_row;
    int bar_column, bar_width;
    struct table_shape shape;
    int parts_title_row, parts_row, parts_capacity;
    struct rectangle charts;                                /* 0 rows: no room */
    int words_column, now_end, back_end, by_column, by_end; /* of the parts; words_column 0: there is no room */
};
struct decode_place decode_place_for(const struct layout *layout);

#endif
