/* lesson_label.h: what the figures of a lesson are called, in words. */
#ifndef RINGSIDE_VIEW_LESSON_LABEL_H
#define RINGSIDE_VIEW_LESSON_LABEL_H

#include "view/app.h"

/* What a figure of the lesson that is open is called: "TP all-reduce, exposed / step"; " · dp pcie" behind a value of
 * another setting than the screen's, where the name of the hardware does not tell. */
void lesson_label(const struct app *app, const struct figure *figure, char *text, size_t size);

/* What one value of it is called. */
void lesson_term_label(const struct app *app, const struct figure_term *term, char *text, size_t size);

#endif
