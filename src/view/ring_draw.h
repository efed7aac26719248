/* ring_draw.h: what the pictures of tab 3 have in common. Private to draw_ring.c and draw_ring_together.c. */
#ifndef RINGSIDE_VIEW_RING_DRAW_H
#define RINGSIDE_VIEW_RING_DRAW_H

#include "view/app.h"
#include "view/ring_view.h"

/* Whether a rank sends a slice in the next step. */
bool ring_sends(const struct walk_messages *next, int rank, int slice);

/* As high as the share of contributions that a part holds; full where nothing is added. */
enum glyph ring_height(const struct ring_scene *scene, int count);

/* A rank as one sign: 0 to 9, a to f. */
char ring_letter(int rank);

/* All algorithms, below the title. */
void ring_draw_together(const struct app *app, struct surface *surface, const struct layout *layout,
                        const struct ring_scene *scene);

#endif
