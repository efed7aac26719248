/* draw_prompt.c: a prompt: its line, and above it what there is to say about it. */
#include "view/draw.h"
#include "view/export.h"
#include "view/sentence.h"

enum { MARGIN = 2, REMARK_ROWS = 2 };

/* A name that the next key replaces, as a chip, and what to do with it where there is room to say it. */
static void draw_selected_name(const struct app *app, struct surface *surface, int row, int column, int end)
{
    static const char how[] = "typing replaces it, ← edits it";
    const char *name = draw_tail(surface, app->prompt.name.text, end - column - 2);
    column = draw_chip(surface, row, column, end, name, chip(ROLE_HAND)) + 1;
    if (column + draw_columns(surface, how) <= end) {
        (void)draw_text(surface, row, column, end, how, ink(ROLE_DIM));
    }
}

/* A question ends in the line of the prompt, and takes the one above it where it needs two. */
static void draw_question(struct surface *surface, const char *question, int row, int lines)
{
    const int end = surface->columns - 1;
    const int room = end - MARGIN;
    const struct sentence sentence =
        sentence_break(surface->glyphs, question, (struct sentence_room){room, room, lines});
    for (int i = 0; i < sentence.count; i++) {
        (void)draw_text(surface, row - sentence.count + 1 + i, MARGIN, end, sentence.line[i], ink(ROLE_HAND));
    }
}

void draw_prompt(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct prompt_look *look = &prompt_looks[app->prompt.kind];
    const int row = layout->context_row;
    const int end = layout->columns - 1;
    const bool says = app->message[0] != '\0';
    char kinds[256] = "";
    if (app->prompt.kind == PROMPT_WRITE) {
        export_list(kinds, sizeof kinds);
    }
    const char *remark = says ? app->message : kinds[0] != '\0' ? kinds : prompt_hint(app, app->prompt.kind);
    const struct style dim = ink(says ? (app->message_bad ? ROLE_BAD : ROLE_TEXT) : ROLE_DIM);
    const int rows_above = row < REMARK_ROWS ? row : REMARK_ROWS;
    const struct sentence said =
        sentence_break(surface->glyphs, rows_above > 0 ? remark : "",
                       (struct sentence_room){end - MARGIN, end - MARGIN, says ? rows_above : 1});
    const int above = row - (said.count > 1 ? said.count : row > 0 ? 1 : 0);
    surface_fill(surface, (struct rectangle){above, 0, row - above + 1, layout->columns}, ' ', ink(ROLE_TEXT));
    for (int i = 0; i < said.count; i++) {
        (void)draw_text(surface, above + i, MARGIN, end, said.line[i], dim);
    }
    if (!prompt_has_field(app->prompt.kind)) {
        draw_question(surface, look->label, row, row > above && remark[0] == '\0' ? 2 : 1);
        return;
    }
    const int column = draw_text(surface, row, MARGIN, end, look->label, ink(ROLE_HAND)) + 1;
    if (app->prompt.name.selected) {
        draw_selected_name(app, surface, row, column, end);
    } else {
        (void)draw_typed(surface, row, column + 1, end, &app->prompt.name,
                         ink(app->message_bad ? ROLE_BAD : ROLE_BRIGHT), ink(ROLE_HAND));
    }
}

void draw_prompt_alone(const struct app *app, struct surface *surface)
{
    const struct layout layout = {.rows = surface->rows, .columns = surface->columns, .context_row = surface->rows - 1};
    if (app->prompt.kind != PROMPT_NONE && surface->rows > 0) {
        draw_prompt(app, surface, &layout);
    }
}
