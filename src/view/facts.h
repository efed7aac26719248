/* facts.h: two lines below a preset's name that say what it is. */
#ifndef RINGSIDE_VIEW_FACTS_H
#define RINGSIDE_VIEW_FACTS_H

#include "core/parameters.h"
#include "view/layout.h"

#include <stddef.h>

/* Name of the preset of a pane; empty where the pane has none. */
const char *facts_name(const struct scenario *scenario, enum parameter_pane pane);

/* How wordy a pane of that width may be: that of the class whose panes are as wide. */
enum size_class facts_words_for(int columns);

/* One line.
 *
 *   given     scenario; pane; line 0 or 1; how wordy; text with room for `size` bytes
 */
void facts_line(const struct scenario *scenario, enum parameter_pane pane, int line, enum size_class words, char *text,
                size_t size);

/* Memory as a card is called, bytes: 80e9 of one that is sold as 80 GB and has 80e9 bytes to 80 GiB. What was edited
 * beyond that is itself. */
double facts_nominal_capacity(const struct gpu *gpu);

#endif
