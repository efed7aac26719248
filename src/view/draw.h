/* draw.h: drawing the parts of the screen. Each reads the state and the layout, and nothing else. Private to view. */
#ifndef RINGSIDE_VIEW_DRAW_H
#define RINGSIDE_VIEW_DRAW_H

#include "view/app.h"
#include "view/bar.h"
#include "view/keys.h"
#include "view/pane_rows.h"

/* A style on the ground, or on another; bright is bold as well. */
struct style ink(enum role role);
struct style ink_on(enum role role, enum role ground);

/* A name on a ground of its own: of `hand`, or bright. */
struct style chip(enum role ground);

/* Cells of a row that something has to itself. */
struct span {
    int row, column, end; /* exclusive */
};

/* Write text up to a column (exclusive), with the signs of the surface's glyph set; returns the column after it. */
int draw_text(struct surface *surface, int row, int column, int end, const char *text, struct style style);

/* The same, ending at a column; never before `start`. */
void draw_text_right(struct surface *surface, int row, int start, int end, const char *text, struct style style);

/* As many clauses of a text, which end with a comma, a colon or a dot between blanks, as fit whole; of the first, its
 * beginning. Returns the column after them. */
int draw_clauses(struct surface *surface, int row, int column, int end, const char *text, struct style style);

/* The end of a text that takes at most so many columns. */
const char *draw_tail(const struct surface *surface, const char *text, int columns);

/* A text that is being typed, with its caret; of one that is too long, what stands before the caret. Returns the column
 * after it. */
int draw_typed(struct surface *surface, int row, int column, int end, const struct text_field *field,
               struct style style, struct style caret);

/* Columns of a text with the signs of the surface's glyph set. */
int draw_columns(const struct surface *surface, const char *text);

/* A run of one glyph from a column to another (exclusive). */
void draw_run(struct surface *surface, int row, int column, int end, enum glyph glyph, struct style style);

/* A name in a chip, a blank on either side; returns the column after it. */
int draw_chip(struct surface *surface, int row, int column, int end, const char *name, struct style style);

/* Before the count of a list's rows: where those are that are out of sight. "↑↓ ", or nothing where all are seen. */
const char *draw_scroll_marks(int scroll, int shown, int count);

/* Beside an axis: that it is frozen, or the full scale that it had when what moves now was taken up; whole or not at
 * all. */
void draw_axis_remark(struct surface *surface, int row, int column, int end, const struct axis *axis, enum unit unit);

/* The scale of the bars of a step, wherever on the screen they stand. */
struct bar_scale draw_scale(const struct app *app, const struct layout *layout);

/* A rule from a column to another (exclusive): heavy in `hand` where the focus is, else light. */
enum rule { RULE_LIGHT, RULE_HAND };
void draw_rule(struct surface *surface, int row, int column, int end, enum rule rule);

/* A pane's title on its rule. */
void draw_heading(struct surface *surface, struct rectangle area, const char *name, enum rule rule);

/* One piece of a line that is written in several styles. NULL text ends a list. A piece of which not even half fits is
 * left out, with those behind it: its first letters would say nothing. */
struct piece {
    const char *text;
    struct style style;
};
int draw_pieces(struct surface *surface, int row, int column, int end, const struct piece *pieces);

/* The same, but a piece is drawn whole or not at all: half a figure is another figure. */
int draw_whole_pieces(struct surface *surface, int row, int column, int end, const struct piece *pieces);
int draw_pieces_columns(const struct surface *surface, const struct piece *pieces);

/* "×1.20", "×42.1", "×197"; and whether it says that something differs. */
void draw_ratio_text(double ratio, char *text, size_t size);
bool draw_ratio_differs(double ratio);

void draw_title(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_inputs(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_input_row(const struct app *app, struct surface *surface, const struct layout *layout,
                    enum parameter_pane pane, const struct pane_row *row, int screen_row);
void draw_held(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_results(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_headline(const struct app *app, struct surface *surface, const struct layout *layout);

/* Before anything could be priced: what would make the state valid, and the reasons that the headline leaves out; and
 * the same in a tab, where the result has no room for them. */
void draw_invalid_result(const struct app *app, struct surface *surface, struct rectangle area);
void draw_invalid_tab(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_tabs(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_pane_strip(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_context(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_projector(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_prompt(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_prompt_alone(const struct app *app, struct surface *surface); /* where nothing else has room */
void draw_footer(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_too_small(const struct app *app, struct surface *surface);

/* Overlays. */
struct rectangle overlay_area(const struct layout *layout, int columns, int rows);
void draw_overlay_frame(struct surface *surface, struct rectangle area, const char *name, const char *count);
void draw_filter(struct surface *surface, struct rectangle area, const struct text_field *filter, const char *hint);
void draw_picker(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_help(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_chooser(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_explain(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_compare(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_command_line(const struct app *app, struct surface *surface, const struct layout *layout);
void draw_themes(const struct app *app, struct surface *surface, const struct layout *layout);

#endif
