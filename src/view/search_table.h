/* search_table.h: the columns of the Search tab, for drawing and for the mouse. */
#ifndef RINGSIDE_VIEW_SEARCH_TABLE_H
#define RINGSIDE_VIEW_SEARCH_TABLE_H

#include "view/search_view.h"
#include "view/table.h"

extern const struct table_column search_columns[SEARCH_COLUMNS];

/* Where the columns stand; what only a training step has is left out of the others. */
struct table_shape search_table_shape(const struct app *app, const struct search_place *place);

#endif
