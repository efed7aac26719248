/* title.h: what can be clicked in the title bar. */
#ifndef RINGSIDE_VIEW_TITLE_H
#define RINGSIDE_VIEW_TITLE_H

#include "view/layout.h"

/* First column of "? help", which ends the bar. */
int title_help_column(const struct layout *layout);

#endif
