/* snapshot.h: a surface written as text, as ANSI sequences or as a picture. */
#ifndef RINGSIDE_VIEW_SNAPSHOT_H
#define RINGSIDE_VIEW_SNAPSHOT_H

#include "profiles/theme.h"
#include "view/surface.h"

#include <stdio.h>

/* Characters alone, each row in its full width. A chip, which is text on the ground of `hand` or `bright`, is shown by
 * brackets in its first and last cell: `[Topology]`.
 */
void snapshot_text(const struct surface *surface, const struct theme *theme, FILE *file);

/* With colours in 24 bit and attributes, for a terminal or a pager. */
void snapshot_ansi(const struct surface *surface, const struct theme *theme, FILE *file);

/* SVG: a grid of one font, a rectangle for each run of one ground, a text for each run of one ink. */
void snapshot_svg(const struct surface *surface, const struct theme *theme, FILE *file);

#endif
