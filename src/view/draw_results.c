/* draw_results.c: the result pane: headline, stacked step bar, ruler, parts with their numbers. */
#include "view/change.h"
#include "view/draw.h"
#include "view/sentence.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 64 };

/* Columns of the numbers, from the first on. */
enum {
    TIME_END = 4,
    TIME_UNIT = 5,
    SHARE_END = 11,
    SHARE_UNIT = 12,
    HIDDEN_SIGN = 15,
    HIDDEN_END = 20,
    HIDDEN_UNIT = 21,
    RATIO_END = 31,
    RATIO_END_COMPACT = 20
};

static bool shows_hidden(const struct layout *layout)
{
    return layout->size_class >= SIZE_FULL;
}

/* A sign of the bars, and what it means in which modes. */
struct legend_key {
    enum glyph glyph;
    enum role role;
    unsigned modes;
    const char *name, *short_name;
};

enum { LEGEND_KEYS = 6 };

/* The mode whose keys a screen has use for: a decode step that hides something (FSDP's gathers) those of a prefill. */
static enum mode legend_mode(const struct result *result)
{
    const bool hides = result->mode == MODE_DECODE && result->inference.fsdp.hidden > 0;
    return hides ? MODE_PREFILL : result->mode;
}

/* The keys that this screen has use for; returns how many. */
static int legend_keys(const struct app *app, struct legend_key keys[LEGEND_KEYS])
{
    static const struct legend_key all[LEGEND_KEYS] = {
        {GLYPH_FORWARD, ROLE_WORK, IN_TRAINING, "forward", "fwd"},
        {GLYPH_FULL, ROLE_WORK, IN_TRAINING, "backward, exposed", "bwd, exposed"},
        {GLYPH_FULL, ROLE_WORK, IN_PREFILL, "exposed", "exposed"},
        {GLYPH_HIDDEN, ROLE_DIM, IN_TRAINING | IN_PREFILL, "hidden", "hidden"},
        {GLYPH_BLANK, ROLE_DIM, IN_DECODE, "nothing is hidden", "nothing is hidden"},
        {GLYPH_BASELINE, ROLE_BRIGHT, 0, "baseline", "baseline"},
    };
    int count = 0;
    for (int i = 0; i < LEGEND_KEYS; i++) {
        if (mode_is_in(legend_mode(&app->result), all[i].modes) || (all[i].modes == 0 && app_baseline(app) != NULL)) {
            keys[count++] = all[i];
        }
    }
    return count;
}

/* Columns of a key's sign and the blank behind it. */
static int sign_columns(const struct legend_key *key)
{
    return key->glyph == GLYPH_BLANK ? 0 : 2;
}

static void draw_legend(const struct app *app, struct surface *surface, const struct layout *layout, int from)
{
    const bool compact = layout->size_class < SIZE_FULL;
    const struct style dim = ink(ROLE_DIM);
    struct legend_key keys[LEGEND_KEYS];
    const int count = legend_keys(app, keys);
    int columns = 0;
    for (int i = 0; i < count; i++) {
        columns += sign_columns(&keys[i]) + draw_columns(surface, compact ? keys[i].short_name : keys[i].name) +
                   (compact ? 1 : 2);
    }
    const int end = layout->columns - 2;
    int column = end - columns + (compact ? 1 : 2);
    if (column <= from + 2) {
        draw_rule(surface, layout->result_title_row, from, end, app->focus == FOCUS_STEP ? RULE_HAND : RULE_LIGHT);
        return;
    }
    draw_rule(surface, layout->result_title_row, from, column - 1, app->focus == FOCUS_STEP ? RULE_HAND : RULE_LIGHT);
    for (int i = 0; i < count; i++) {
        surface_put(surface, layout->result_title_row, column, surface->glyphs->glyph[keys[i].glyph],
                    ink(keys[i].role));
        column = draw_text(surface, layout->result_title_row, column + sign_columns(&keys[i]), end,
                           compact ? keys[i].short_name : keys[i].name, dim) +
                 (compact ? 1 : 2);
    }
}

static void draw_result_title(const struct app *app, struct surface *surface, const struct layout *layout)
{
    static const char *const names[MODE_COUNT][2] = {
        [MODE_TRAINING] = {"Step", "Step of one GPU"},
        [MODE_PREFILL] = {"Prefill", "Prefill of one GPU"},
        [MODE_DECODE] = {"Decode step", "Decode step of one GPU"},
    };
    const char *name = names[app->result.mode][layout->size_class < SIZE_FULL ? 0 : 1];
    const int end = layout->columns - 2;
    int column = layout->result.column;
    if (app->focus == FOCUS_STEP) {
        column = draw_chip(surface, layout->result_title_row, column, end, name, chip(ROLE_HAND));
    } else {
        column = draw_text(surface, layout->result_title_row, column, end, name, ink(ROLE_BRIGHT)) + 1;
    }
    draw_legend(app, surface, layout, column);
}

static void draw_header(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const int row = layout->header_row;
    const int column = layout->number_column;
    const int end = layout->columns;
    if (row == 0) {
        return;
    }
    (void)draw_text(surface, row, column, end, "time", ink(ROLE_DIM));
    (void)draw_text(surface, row, column + SHARE_END - 3, end, "share", ink(ROLE_DIM));
    if (app->result.mode != MODE_DECODE) {
        (void)draw_text(surface, row, column + HIDDEN_SIGN, end, "+hidden", ink(ROLE_DIM));
    }
    if (app_baseline(app) != NULL) {
        draw_text_right(surface, row, column, column + RATIO_END, "ratio", ink(ROLE_DIM));
    }
}

static void draw_ratio(struct surface *surface, const struct layout *layout, int row, double now, double before,
                       enum role ground)
{
    char text[TEXT_LENGTH];
    const int end = layout->number_column + (shows_hidden(layout) ? RATIO_END : RATIO_END_COMPACT);
    if (!(before > 0.0)) {
        return;
    }
    const double ratio = now / before;
    draw_ratio_text(ratio, text, sizeof text);
    draw_text_right(surface, row, layout->number_column, end, text,
                    ink_on(draw_ratio_differs(ratio) ? ROLE_BRIGHT : ROLE_DIM, ground));
}

/* Time, share and what is hidden, beside a bar. */
static void draw_numbers(struct surface *surface, const struct layout *layout, int row, struct part_time time,
                         double step, enum role ground)
{
    const int column = layout->number_column;
    const struct quantity_text path = quantity_display(time.path, UNIT_SECONDS);
    const struct quantity_text share = quantity_display(time.path / step, UNIT_SHARE);
    const struct style bright = ink_on(ROLE_BRIGHT, ground);
    const struct style text = ink_on(ROLE_TEXT, ground);
    const struct style dim = ink_on(ROLE_DIM, ground);
    if (column == 0) {
        return;
    }
    draw_text_right(surface, row, column - 2, column + TIME_END, path.number, bright);
    (void)draw_text(surface, row, column + TIME_UNIT, layout->columns, path.unit, dim);
    draw_text_right(surface, row, column + TIME_UNIT + 2, column + SHARE_END, share.number, text);
    (void)draw_text(surface, row, column + SHARE_UNIT, layout->columns, share.unit, dim);
    if (time.hidden > 0.0 && shows_hidden(layout)) {
        const struct quantity_text hidden = quantity_display(time.hidden, UNIT_SECONDS);
        (void)draw_text(surface, row, column + HIDDEN_SIGN, layout->columns, "+", dim);
        draw_text_right(surface, row, column + HIDDEN_SIGN + 1, column + HIDDEN_END, hidden.number, text);
        (void)draw_text(surface, row, column + HIDDEN_UNIT, layout->columns, hidden.unit, dim);
    }
}

static void draw_forecast(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct bar_scale scale = draw_scale(app, layout);
    const double step = app->result.step;
    if (layout->bar_label > 0) {
        (void)draw_text(surface, layout->step_row, layout->result.column, layout->bar_column, "step", ink(ROLE_BRIGHT));
    }
    bar_draw_step(surface, layout->step_row, &scale, &app->result, app_baseline(app));
    draw_numbers(surface, layout, layout->step_row, (struct part_time){.path = step}, step, ROLE_BG);
    const struct result *baseline = app_baseline(app);
    if (baseline != NULL && layout->number_column > 0) {
        draw_ratio(surface, layout, layout->step_row, step, baseline->step, ROLE_BG);
    }
    bar_draw_ruler(surface, layout->ruler_row, &scale);
    if (app->invalid) {
        (void)draw_text(surface, layout->ruler_row, layout->result.column, layout->bar_column, "last valid",
                        ink(ROLE_DIM));
    } else {
        draw_axis_remark(surface, layout->ruler_row, layout->result.column, layout->bar_column, &app->axis,
                         UNIT_SECONDS);
    }
}

/* What was measured, below the step that is forecast; its share is that of the forecast. */
static void draw_measured(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct bar_scale scale = draw_scale(app, layout);
    const int row = layout->measured_row;
    if (row == 0) {
        return;
    }
    (void)draw_text(surface, row, layout->result.column, layout->bar_column, "measured", ink(ROLE_BRIGHT));
    bar_draw_measured(surface, row, &scale, &app->comparison, app->result.step);
    draw_numbers(surface, layout, row, (struct part_time){.path = app->comparison.step}, app->result.step, ROLE_BG);
}

/* Label of a row of parts. */
static void part_label(const struct part_rows *rows, int row, int width, char *text, size_t size)
{
    if (row >= rows->count) {
        (void)snprintf(text, size, "%d others", rows->others);
        return;
    }
    const struct step_part *part = &step_parts[rows->part[row]];
    (void)snprintf(text, size, "%s", text_columns(part->label) < width ? part->label : part->short_label);
}

/* Numbers of the parts without bars, where a single pane has no room for both. */
static struct layout parts_layout(const struct layout *layout)
{
    struct layout copy = *layout;
    enum { LABEL = 14 };
    if (layout->size_class == SIZE_SINGLE) {
        copy.bar_label = LABEL;
        copy.bar_width = 0;
        copy.number_column = layout->result.column + LABEL + 2;
    }
    return copy;
}

static void draw_part(const struct app *app, struct surface *surface, const struct layout *layout,
                      const struct part_rows *rows, int index, int row)
{
    const bool focused = app->focus == FOCUS_STEP && app->part == index;
    const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
    const struct part_time time = part_row_time(rows, index, &app->result);
    const struct result *baseline = app_baseline(app);
    const struct part_time before = baseline != NULL ? part_row_time(rows, index, baseline) : time;
    const struct bar_scale scale = {layout->bar_column, layout->bar_width, app->axis.full_scale};
    char label[TEXT_LENGTH];
    if (focused) {
        surface_fill(surface, (struct rectangle){row, layout->result.column - 1, 1, layout->columns - 2}, ' ',
                     ink_on(ROLE_TEXT, ground));
        surface_put(surface, row, layout->result.column - 1, surface->glyphs->glyph[GLYPH_FOCUS],
                    ink_on(ROLE_HAND, ground));
    }
    if (!focused && index < rows->count && lesson_points_to_part(app, step_parts[rows->part[index]].exposed)) {
        surface_put(surface, row, layout->result.column - 1, surface->glyphs->glyph[GLYPH_POINTED], ink(ROLE_HAND));
    }
    part_label(rows, index, layout->bar_label, label, sizeof label);
    (void)draw_text(surface, row, layout->result.column, layout->result.column + layout->bar_label, label,
                    ink_on(focused ? ROLE_BRIGHT : ROLE_TEXT, ground));
    if (layout->bar_width > 0) {
        bar_draw_part(surface, row, &scale, time, index < rows->count ? part_roles[rows->part[index]] : ROLE_IDLE,
                      baseline != NULL ? &before : NULL);
    }
    draw_numbers(surface, layout, row, time, app->result.step, ground);
    if (baseline != NULL) {
        draw_ratio(surface, layout, row, time.path, before.path, ground);
    }
}

static void draw_parts(const struct app *app, struct surface *surface, const struct layout *screen)
{
    const struct layout layout = parts_layout(screen);
    const struct part_rows rows = app_part_rows(app, layout.parts_capacity);
    const int count = part_rows_count(&rows);
    const bool airy = layout.parts_step > 1 && layout.parts_step * (count - 1) < layout.parts_capacity;
    for (int i = 0; i < count; i++) {
        draw_part(app, surface, &layout, &rows, i, layout.parts_row + i * (airy ? layout.parts_step : 1));
    }
}

/* Whether a line was cut between clauses, and not inside one. */
static bool ends_with_clause(const struct surface *surface, const struct sentence *sentence)
{
    const char *ellipsis = surface->glyphs->utf8 ? "…" : "...";
    const size_t length = strlen(sentence->line[0]);
    const size_t cut = strlen(ellipsis);
    return length < cut || strcmp(sentence->line[0] + length - cut, ellipsis) != 0;
}

/* A note in the room that the words behind it leave. */
static struct sentence note_before(const struct surface *surface, const char *note, struct sentence_room room,
                                   const char *behind)
{
    room.first -= draw_columns(surface, behind) + 2;
    return sentence_break(surface->glyphs, note, room);
}

/* What a reader must know first, and the key that shows the rest of it and all other notes. */
static void draw_note(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const int start = layout->result.column;
    const bool aside = !app->result.memory.fits && !change_verdict_leads(app);
    if (layout->note_row == 0 || app->invalid || app->notes.count == (aside ? 1 : 0)) {
        return;
    }
    const char *note = app->notes.text[0];
    if (strstr(app->message, note) != NULL) {
        return; /* said below */
    }
    static const char less[] = "N more";
    const struct sentence_room room = {.first = layout->note_end - start, .lines = 1};
    struct sentence sentence = sentence_break(surface->glyphs, note, room);
    char more[TEXT_LENGTH];
    (void)snprintf(more, sizeof more, app->notes.count > 1 ? "N %d notes" : "N all of it", app->notes.count);
    if (sentence.whole && app->notes.count == 1) {
        more[0] = '\0';
    } else {
        sentence = note_before(surface, note, room, more);
        const struct sentence longer = note_before(surface, note, room, less);
        if (!ends_with_clause(surface, &sentence) && ends_with_clause(surface, &longer)) {
            sentence = longer;
            (void)snprintf(more, sizeof more, "%s", less);
        }
    }
    const int end = draw_text(surface, layout->note_row, start, layout->note_end, sentence.line[0], ink(ROLE_WARN));
    (void)draw_text(surface, layout->note_row, end + 2, layout->note_end, more, ink(ROLE_DIM));
}

void draw_results(const struct app *app, struct surface *surface, const struct layout *layout)
{
    if (layout->result_title_row > 0) {
        draw_result_title(app, surface, layout);
    }
    draw_headline(app, surface, layout);
    if (layout->step_row > 0 && app->invalid && !app->result.valid) {
        const int end = layout->result.row + layout->result.rows;
        draw_invalid_result(app, surface,
                            (struct rectangle){layout->step_row, layout->result.column, end - layout->step_row,
                                               layout->columns - 1 - layout->result.column});
    }
    if (layout->step_row == 0 || !app->result.valid || !(app->axis.full_scale > 0.0)) {
        return;
    }
    draw_header(app, surface, layout);
    draw_note(app, surface, layout);
    draw_forecast(app, surface, layout);
    draw_measured(app, surface, layout);
    if (layout->parts_row > 0) {
        draw_parts(app, surface, layout);
    }
    if (app->invalid) { /* the bars are those of the last state that could run */
        const int first = layout->headline_row + 1;
        const int end = layout->result.row + layout->result.rows;
        surface_grey(surface, (struct rectangle){first, 0, end - first, layout->columns});
    }
}
