/* theme_list.h: where the theme chooser stands: bottom right, so that the screen is seen changing. */
#ifndef RINGSIDE_VIEW_THEME_LIST_H
#define RINGSIDE_VIEW_THEME_LIST_H

#include "view/layout.h"

struct theme_place {
    struct rectangle area;
    int list_row, list_rows; /* from the panel's top */
    int scroll;
    int data_row; /* the data colours; 0: no room */
};

/* Given the layout, how many themes there are, and which is tried. */
struct theme_place theme_place_for(const struct layout *layout, int count, int selected);

#endif
