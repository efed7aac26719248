/* headline.h: what can be clicked in the headline. */
#ifndef RINGSIDE_VIEW_HEADLINE_H
#define RINGSIDE_VIEW_HEADLINE_H

#include "view/app.h"

/* The figure at a column of the headline, or the parameter that it blames; neither, where there is none. */
struct explained headline_figure_at(const struct app *app, const struct layout *layout, int column);

#endif
