/* search_table.h: the columns of the Search tab, for drawing and for the mouse. */
#ifndef RINGSIDE_VIEW_SEARCH_TABLE_H
#define RINGSIDE_VIEW_SEARCH_TABLE_H

#include "view/search_view.h"
#include "view/table.h"

extern const struct table_column search_columns[SEARCH_COLUMNS];

#endif
