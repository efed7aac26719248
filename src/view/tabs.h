/* tabs.h: the tabs' names, and where each stands on its strip. */
#ifndef RINGSIDE_VIEW_TABS_H
#define RINGSIDE_VIEW_TABS_H

#include "view/app.h"

/* Names, from tab 1 on. */
extern const char *const tab_names[TAB_COUNT];

/* Where a tab stands on the strip, the blanks of its chip included. */
struct tab_place {
    int column, columns;
};

/* Given a tab, 1 to TAB_COUNT. */
struct tab_place tab_place_of(const struct layout *layout, int tab);

#endif
