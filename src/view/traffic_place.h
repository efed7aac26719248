/* traffic_place.h: where the rows of the Traffic tab stand, for drawing and for the mouse. */
#ifndef RINGSIDE_VIEW_TRAFFIC_PLACE_H
#define RINGSIDE_VIEW_TRAFFIC_PLACE_H

#include "view/table.h"
#include "view/traffic.h"

extern const struct table_column traffic_columns[TRAFFIC_COLUMNS];

struct traffic_place {
    struct rectangle area; /* of the rows, without the mark before them */
    int list_row, list_rows;
    int scroll;
    int sum_row, links_row, sentence_row; /* 0: no room */
    struct rectangle charts;              /* 0 rows: no room */
    struct table_shape shape;
};

/* Given how many rows there are, and which is in focus: what does not fit goes from below. */
struct traffic_place traffic_place_for(const struct layout *layout, int rows, int selected);

#endif
