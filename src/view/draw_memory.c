/* draw_memory.c: tab 5. */
#include "view/draw.h"
#include "view/facts.h"
#include "view/memory_view.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 160 };

/* The scale ends beyond the capacity, so that its mark is seen. */
#define SCALE_BEYOND_CAPACITY 1.125

/* Memory is counted in decimal gigabytes, as cards are sold. */
#define GIGABYTE 1e9
#define GIBIBYTE 1073741824.0

/* How a component is drawn, and where it comes from in so few words that a screen of 80 columns holds them. */
struct component_look {
    const char *key;
    enum role role;
    const char *from;
};

static const struct component_look component_looks[] = {
    {"memory.weights", ROLE_WORK, "bytes · parameters"},  {"memory.gradients", ROLE_GRAD, "bytes · parameters"},
    {"memory.optimizer", ROLE_OPT, "Adam · parameters"},  {"memory.activations", ROLE_ACT, "values in flight"},
    {"memory.logits", ROLE_ACT, "tokens · vocabulary"},   {"memory.kv", ROLE_KV, "sequences · tokens"},
    {"memory.buffers", ROLE_IDLE, "channels, workspace"}, {"memory.reserve", ROLE_IDLE, "context, allocator"},
    {"memory.total", ROLE_IDLE, "the sum of these"},
};

static const struct component_look *look_of(const struct metric *metric)
{
    for (size_t i = 0; i < sizeof component_looks / sizeof component_looks[0]; i++) {
        if (strcmp(component_looks[i].key, metric->key) == 0) {
            return &component_looks[i];
        }
    }
    return NULL;
}

static enum role role_of(const struct metric *metric)
{
    const struct component_look *look = look_of(metric);
    return look != NULL ? look->role : ROLE_IDLE;
}

/* "17.6", in GB; what would read 0.0 is not nothing. */
static void say_size(double bytes, char *text, size_t size)
{
    const double least = 0.05 * GIGABYTE;
    if (bytes < least) {
        (void)snprintf(text, size, "%s", bytes > 0 ? "<0.1" : "0");
    } else {
        (void)snprintf(text, size, "%.1f", bytes / GIGABYTE);
    }
}

/* A component's label, or its first word where that is too long. */
static void say_name(const struct surface *surface, const struct metric *metric, int columns, char *text, size_t size)
{
    const bool whole = draw_columns(surface, metric->label) <= columns;
    (void)snprintf(text, size, "%.*s", (int)(whole ? strlen(metric->label) : strcspn(metric->label, " ")),
                   metric->label);
}

/* Name a piece of the bar: with its size, alone, or not at all. */
static void draw_piece_name(struct surface *surface, struct span cells, const struct metric *metric, double bytes,
                            struct style style)
{
    char size[TEXT_LENGTH / 4];
    char text[TEXT_LENGTH];
    say_size(bytes, size, sizeof size);
    const int room = cells.end - cells.column;
    (void)snprintf(text, sizeof text, "%s %s", metric->label, size);
    if (draw_columns(surface, text) > room) {
        say_name(surface, metric, room, text, sizeof text);
    }
    if (draw_columns(surface, text) <= room) {
        (void)draw_text(surface, cells.row, cells.column, cells.end, text, style);
    }
}

static double scale_of(const struct app *app)
{
    return app->result.memory.capacity * SCALE_BEYOND_CAPACITY;
}

/* A bar of what a GPU holds. */
struct bar {
    int row, column, width;
    double scale; /* bytes */
};

static int cell_of(const struct bar *bar, double bytes)
{
    return bar->column + (int)lround(fmin(bytes / bar->scale * bar->width, bar->width));
}

static struct bar top_bar(const struct app *app, const struct memory_place *place)
{
    return (struct bar){place->bar_row, place->bar_column, place->bar_width, scale_of(app)};
}

static int column_of(const struct app *app, const struct memory_place *place, double bytes)
{
    const struct bar bar = top_bar(app, place);
    return cell_of(&bar, bytes);
}

static void draw_capacity(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const int column = column_of(app, place, app->result.memory.capacity);
    const int end = place->area.column + place->area.columns;
    const struct style under = surface_at(surface, place->bar_row, column).style;
    char text[TEXT_LENGTH];
    surface_put(surface, place->bar_row, column, surface->glyphs->glyph[GLYPH_BASELINE],
                ink_on(ROLE_BRIGHT, under.ground));
    (void)snprintf(text, sizeof text, "%.3g GB", app->result.memory.capacity / GIGABYTE);
    if (app->result.memory.fits && column + 2 + draw_columns(surface, text) <= end) {
        (void)draw_text(surface, place->bar_row, column + 2, end, text, ink(ROLE_BRIGHT));
    }
}

/* The components of a result, each named where its name fits. */
static void draw_components_bar(struct surface *surface, const struct bar *bar, const struct result *result)
{
    const struct memory_components components = memory_components_of(result->mode);
    int column = bar->column;
    double bytes = 0.0;
    for (int i = 0; i < components.count; i++) {
        const double part = metric_get(components.metric[i], result);
        bytes += isfinite(part) ? part : 0.0;
        const int end = cell_of(bar, bytes);
        if (end <= column) {
            continue;
        }
        const struct style style = {ROLE_INK, role_of(components.metric[i]), ATTRIBUTE_BOLD};
        surface_fill(surface, (struct rectangle){bar->row, column, 1, end - column}, ' ', style);
        if (column > bar->column) {
            surface_put(surface, bar->row, column, surface->glyphs->glyph[GLYPH_EDGE], style);
        }
        draw_piece_name(surface, (struct span){bar->row, column + 1, end}, components.metric[i], part, style);
        column = end;
    }
    const bool cut = bytes > bar->scale;
    surface_put(surface, bar->row, cut ? bar->column + bar->width - 1 : column,
                surface->glyphs->glyph[cut ? GLYPH_FOCUS : GLYPH_EDGE], ink(cut ? ROLE_BRIGHT : ROLE_FAINT));
}

static void draw_bar(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const struct bar bar = top_bar(app, place);
    draw_components_bar(surface, &bar, &app->result);
    draw_capacity(app, surface, place);
}

/* "74.1 used, 5.9 free" or "166.7 used, 81.7 too much"; returns the column where it starts. */
static int draw_verdict(const struct app *app, struct surface *surface, int row, int end)
{
    const struct memory *memory = &app->result.memory;
    char used[TEXT_LENGTH / 4];
    char left[TEXT_LENGTH / 4];
    say_size(memory->total, used, sizeof used);
    say_size(fabs(memory->capacity - memory->total), left, sizeof left);
    const struct piece pieces[] = {
        {used, ink(ROLE_BRIGHT)},
        {" used, ", ink(ROLE_DIM)},
        {left, ink(memory->fits ? ROLE_GOOD : ROLE_BAD)},
        {memory->fits ? " free" : " too much", ink(ROLE_DIM)},
        {NULL, ink(ROLE_DIM)},
    };
    const int column = end - draw_pieces_columns(surface, pieces);
    (void)draw_pieces(surface, row, column, end, pieces);
    return column;
}

/* Round figures at the cells where they are: not more than there is room for. */
static void draw_ruler(const struct app *app, struct surface *surface, const struct memory_place *place, int end)
{
    enum { LABEL = 8 };
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000};
    const double full = scale_of(app) / GIGABYTE;
    const int most = place->bar_width / LABEL;
    size_t step = 0;
    while (step + 1 < sizeof steps / sizeof steps[0] && full / steps[step] > most) {
        step++;
    }
    for (int i = 0; i * steps[step] <= full; i++) {
        const double tick = i * steps[step];
        char text[TEXT_LENGTH / 4];
        (void)snprintf(text, sizeof text, "%g", tick);
        const int column = column_of(app, place, tick * GIGABYTE);
        if (column + draw_columns(surface, text) < end) {
            (void)draw_text(surface, place->ruler_row, column, end, text, ink(ROLE_DIM));
        }
    }
}

/* "85.5 GB are 79.6 GiB, sold as 80 GB": why the capacity is not the card's name. */
static void draw_sold_as(const struct app *app, struct surface *surface, const struct memory_place *place, int column)
{
    const double capacity = app->now.gpu.hbm_capacity;
    const double sold_as = facts_nominal_capacity(&app->now.gpu);
    const int end = place->area.column + place->area.columns;
    char text[TEXT_LENGTH];
    (void)snprintf(text, sizeof text, "%.3g GB are %.3g GiB, sold as %.3g GB", capacity / GIGABYTE, capacity / GIBIBYTE,
                   sold_as / GIGABYTE);
    if (sold_as < capacity && column + 3 + draw_columns(surface, text) <= end) {
        (void)draw_text(surface, place->title_row, column + 3, end, text, ink(ROLE_DIM));
    }
}

static void draw_top(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const int end = place->area.column + place->area.columns;
    char text[TEXT_LENGTH];
    if (place->title_row > 0) {
        const int column = draw_text(surface, place->title_row, place->area.column, end, "One GPU", ink(ROLE_BRIGHT));
        (void)snprintf(text, sizeof text, "one cell is %.2g GB", scale_of(app) / GIGABYTE / place->bar_width);
        draw_sold_as(app, surface, place, draw_text(surface, place->title_row, column + 2, end, text, ink(ROLE_DIM)));
    }
    if (place->bar_column > place->area.column + 2) {
        (void)snprintf(text, sizeof text, app->now.strategy.pp > 1 ? "fullest of PP %d" : "every GPU (PP %d)",
                       app->now.strategy.pp);
        (void)draw_text(surface, place->bar_row, place->area.column, place->bar_column, text, ink(ROLE_TEXT));
    }
    draw_bar(app, surface, place);
    draw_ruler(app, surface, place, draw_verdict(app, surface, place->ruler_row, end) - 2);
}

/* The first line of a formula, its first clause, or a few words: the longest of them that there is room for. */
static void say_formula(const struct app *app, const struct metric *metric, int columns, char *text, size_t size)
{
    const struct component_look *look = look_of(metric);
    const char *formula = metric_formula(metric, &app->now);
    formula = formula != NULL ? formula : metric->meaning;
    (void)snprintf(text, size, "%.*s", (int)strcspn(formula, "\n"), formula);
    if (text_columns(text) > columns) {
        text[strcspn(text, ",")] = '\0';
    }
    if (text_columns(text) > columns && look != NULL) {
        (void)snprintf(text, size, "%s", look->from);
    }
}

static void draw_component(const struct app *app, struct surface *surface, const struct memory_place *place, int row,
                           const struct metric *metric, enum role ground)
{
    const double bytes = metric_get(metric, &app->result);
    char text[TEXT_LENGTH];
    say_name(surface, metric, place->from - place->area.column - 3, text, sizeof text);
    (void)draw_text(surface, row, place->area.column + 2, place->from - 1, text, ink_on(ROLE_TEXT, ground));
    say_formula(app, metric, place->from_end - place->from, text, sizeof text);
    (void)draw_text(surface, row, place->from, place->from_end, text, ink_on(ROLE_DIM, ground));
    say_size(bytes, text, sizeof text);
    draw_text_right(surface, row, place->from_end, place->size_end, text, ink_on(ROLE_BRIGHT, ground));
    if (place->share_end > 0) {
        quantity_say(bytes / app->result.memory.total, UNIT_SHARE, text, sizeof text);
        draw_text_right(surface, row, place->size_end, place->share_end, text, ink_on(ROLE_TEXT, ground));
    }
}

static void draw_components(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const struct memory_components components = memory_components_of(app->result.mode);
    const bool here = app->focus == FOCUS_TAB && app->memory.column == MEMORY_COMPONENTS_COLUMN;
    const int left = place->area.column;
    const int end = place->share_end > 0 ? place->share_end : place->size_end;
    (void)draw_text(surface, place->header_row, left + 2, place->from, "component", ink(ROLE_DIM));
    (void)draw_text(surface, place->header_row, place->from, place->from_end, "from", ink(ROLE_DIM));
    draw_text_right(surface, place->header_row, place->from_end, place->size_end, "GB", ink(ROLE_DIM));
    draw_text_right(surface, place->header_row, place->size_end, place->share_end, "share", ink(ROLE_DIM));
    int row = place->list_row;
    for (int i = 0; i < components.count && i < place->list_rows; i++, row++) {
        const bool focused = here && app->memory.row == i;
        const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
        surface_fill(surface, (struct rectangle){row, left - 1, 1, end + 1 - left}, ' ', ink_on(ROLE_TEXT, ground));
        if (focused) {
            surface_put(surface, row, left - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
        }
        surface_put(surface, row, left, surface->glyphs->glyph[GLYPH_FULL],
                    ink_on(role_of(components.metric[i]), ground));
        draw_component(app, surface, place, row, components.metric[i], ground);
    }
    if (components.count < place->list_rows) {
        draw_component(app, surface, place, row, metric_find("memory.total"), ROLE_BG);
    }
}

static bool is_present(const struct app *app, int zero, int column)
{
    const enum recompute recompute = app->now.strategy.recompute;
    const bool last = column + 1 == app->memory.recomputes || app->memory.recompute[column + 1] > recompute;
    return (int)app->now.strategy.zero == zero && app->memory.recompute[column] <= recompute && last;
}

/* ASCII has no check mark: there what does not fit is marked, and what fits is not. */
static void draw_verdict_sign(struct surface *surface, int row, int column, bool fits, enum role ground)
{
    const char *ascii = fits ? " " : "!";
    const char *sign = fits ? "✓" : "✗";
    (void)draw_text(surface, row, column, column + 1, surface->glyphs->utf8 ? sign : ascii,
                    ink_on(fits ? ROLE_GOOD : ROLE_BAD, ground));
}

static void draw_cell(const struct app *app, struct surface *surface, const struct memory_place *place, int zero,
                      int column)
{
    enum { STEP = 7 };
    const struct memory_choice *choice = &app->memory.choice[zero][column];
    const bool focused = app->focus == FOCUS_TAB && app->memory.row == zero && app->memory.column == column;
    const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
    const int row = place->list_row + zero;
    const int start = place->cells + column * place->cell_width;
    const int end = start + place->cell_width;
    const int before_sign = place->cell_width > MEMORY_CELL_TIGHT ? 1 : 0;
    const int size_end = end - 1 - before_sign - (place->shows_step ? STEP : 0);
    const bool present = is_present(app, zero, column);
    char text[TEXT_LENGTH / 4];
    surface_fill(surface, (struct rectangle){row, start, 1, place->cell_width}, ' ', ink_on(ROLE_TEXT, ground));
    if (present) {
        surface_put(surface, row, start, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    if (!choice->valid) {
        draw_text_right(surface, row, start, size_end, "-", ink_on(ROLE_DIM, ground));
        return;
    }
    say_size(choice->total, text, sizeof text);
    const enum role role = !choice->fits ? ROLE_BAD : present ? ROLE_BRIGHT : ROLE_TEXT;
    draw_text_right(surface, row, start + 1, size_end, text, ink_on(role, ground));
    draw_verdict_sign(surface, row, size_end + before_sign, choice->fits, ground);
    if (place->shows_step && choice->fits) {
        quantity_say(choice->step, UNIT_SECONDS, text, sizeof text);
        draw_text_right(surface, row, size_end + 2, end, text, ink_on(ROLE_DIM, ground));
    }
}

/* What each stage divides. */
static const char *const stage_words[ZERO_COUNT] = {"all on every GPU", "optimizer split", "+ gradients", "+ weights"};

static void draw_choices(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    enum { NARROW = 10, SHORT = 6 }; /* "selective" and "select" */
    const struct memory_view *view = &app->memory;
    const int end = place->area.column + place->area.columns;
    (void)draw_text(surface, place->header_row, place->stage, place->cells + 1, "What if", ink(ROLE_BRIGHT));
    for (int column = 0; column < place->cells_shown; column++) {
        const int start = place->cells + column * place->cell_width;
        const int title_end = start + place->cell_width - (place->shows_step ? 7 : 0);
        char title[TEXT_LENGTH / 4];
        (void)snprintf(title, sizeof title, "%.*s", place->cell_width < NARROW ? SHORT : NARROW,
                       choice_name(&recompute_names, (int)view->recompute[column]));
        draw_text_right(surface, place->header_row, place->stage, title_end, title, ink(ROLE_DIM));
    }
    for (int zero = 0; zero < ZERO_COUNT && zero < place->list_rows; zero++) {
        char text[TEXT_LENGTH / 4];
        const bool present = (int)app->now.strategy.zero == zero;
        (void)snprintf(text, sizeof text, "ZeRO-%s", choice_name(&zero_names, zero));
        (void)draw_text(surface, place->list_row + zero, place->stage, place->cells, text,
                        ink(present ? ROLE_BRIGHT : ROLE_TEXT));
        if (place->words > 0) {
            (void)draw_text(surface, place->list_row + zero, place->words, place->cells, stage_words[zero],
                            ink(ROLE_DIM));
        }
        for (int column = 0; column < place->cells_shown; column++) {
            draw_cell(app, surface, place, zero, column);
        }
    }
    const char *const notes[] = {"GB a GPU, by recompute",
                                 view->recomputes < RECOMPUTE_COUNT ? "selective = none: fused attention" : ""};
    for (int i = 0; i < 2 && ZERO_COUNT + 1 + i < place->list_rows; i++) {
        (void)draw_text(surface, place->list_row + ZERO_COUNT + 1 + i, place->stage, end, notes[i], ink(ROLE_DIM));
    }
}

/* What an engine has left for its cache, in place of the choices. */
static void draw_room(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    enum { WIDTH = 34 };
    static const char *const keys[] = {"kv.bytes_per_token_per_gpu", "kv.pool", "kv.capacity", "decode.batch_limit",
                                       "decode.context_limit"};
    static const char *const names[] = {"a token", "pool", "it holds", "most batch", "most context"};
    const int right = place->area.column + place->area.columns;
    const int end = place->stage + WIDTH < right ? place->stage + WIDTH : right;
    int row = place->list_row;
    (void)draw_text(surface, place->header_row, place->stage, end, "KV cache", ink(ROLE_BRIGHT));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && row < place->list_row + place->list_rows; i++) {
        const struct metric *metric = metric_find(keys[i]);
        char text[TEXT_LENGTH];
        if (metric_print(metric, &app->result, text, sizeof text) > 0) {
            (void)draw_text(surface, row, place->stage, end - draw_columns(surface, text) - 1, names[i],
                            ink(ROLE_TEXT));
            draw_text_right(surface, row++, place->stage, end, text, ink(ROLE_BRIGHT));
        }
    }
}

/* "TP 16" or "ZeRO 1", the size in GB, and whether it fits: all left of the bar. */
static void draw_variant_label(struct surface *surface, int row, int column, int end,
                               const struct memory_variant *variant)
{
    enum { SIGN = 2 };
    const enum role role = variant->present ? ROLE_HAND : ROLE_TEXT;
    char value[QUANTITY_TEXT];
    char text[TEXT_LENGTH];
    const char *word = parameter_word(variant->parameter, variant->value);
    (void)snprintf(value, sizeof value, "%.0f", variant->value);
    (void)snprintf(text, sizeof text, "%s %s", variant->parameter->short_label, word != NULL ? word : value);
    (void)draw_text(surface, row, column, end, text, ink(role));
    if (variant->valid) {
        say_size(variant->memory.total, text, sizeof text);
        draw_text_right(surface, row, column, end - SIGN, text, ink(variant->memory.fits ? ROLE_BRIGHT : ROLE_BAD));
        draw_verdict_sign(surface, row, end - SIGN, variant->memory.fits, ROLE_BG);
    }
}

/* A bar to the scale of the one on top, with the step's time beyond the capacity where it fits. */
static void draw_variant(const struct app *app, struct surface *surface, const struct memory_place *place, int row,
                         const struct memory_variant *variant)
{
    const struct bar bar = {row, place->bar_column, place->bar_width, scale_of(app)};
    const int end = place->area.column + place->area.columns;
    const int capacity = cell_of(&bar, app->result.memory.capacity);
    char text[TEXT_LENGTH];
    if (variant->present) {
        surface_put(surface, row, place->area.column - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_HAND));
    }
    draw_variant_label(surface, row, place->area.column, place->bar_column, variant);
    if (!variant->valid) {
        (void)draw_text(surface, row, place->bar_column, end, variant->why, ink(ROLE_DIM));
        return;
    }
    struct result result = app->result;
    result.memory = variant->memory;
    draw_components_bar(surface, &bar, &result);
    surface_put(surface, row, capacity, surface->glyphs->glyph[GLYPH_BASELINE],
                ink_on(ROLE_BRIGHT, surface_at(surface, row, capacity).style.ground));
    if (variant->memory.fits) {
        quantity_say(variant->step, UNIT_SECONDS, text, sizeof text);
        (void)draw_text(surface, row, capacity + 2, end, text, ink(variant->present ? ROLE_BRIGHT : ROLE_DIM));
    }
}

static void draw_variants(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const struct memory_variants *variants = &app->memory.variants;
    const int end = place->variants_row + place->variants_rows;
    const bool apart = variants->count + 2 <= place->variants_rows; /* a blank between the two kinds */
    int row = place->variants_row;
    if (row == 0 || variants->count == 0) {
        return;
    }
    const int column = draw_text(surface, row, place->area.column, place->area.column + place->area.columns,
                                 "One change at a time", ink(ROLE_BRIGHT));
    (void)draw_text(
        surface, row, column + 2, place->area.column + place->area.columns,
        app->result.mode == MODE_TRAINING
            ? "what each ZeRO stage divides, then each size doubled on the same GPUs, the batch held · GB, step time"
            : "each TP, then each load eightfold, and 8 bits · GB, step time",
        ink(ROLE_DIM));
    for (int i = 0; i < variants->count && ++row < end; i++) {
        row += apart && i == variants->first ? 1 : 0;
        draw_variant(app, surface, place, row, &variants->of[i]);
    }
}

static void draw_stage(const struct app *app, struct surface *surface, const struct memory_stage_place *place,
                       int stage, int row)
{
    const struct memory *memory = &app->memory.stage[stage];
    const bool focused = app->focus == FOCUS_TAB && app->memory.stage_row == stage;
    const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
    const int left = place->bar_column - 9;
    const struct bar bar = {row, place->bar_column, place->bar_width, scale_of(app)};
    struct result result = app->result;
    char text[TEXT_LENGTH / 4];
    result.memory = *memory;
    surface_fill(surface, (struct rectangle){row, left - 1, 1, place->size_end + 3 - left}, ' ',
                 ink_on(ROLE_TEXT, ground));
    if (focused) {
        surface_put(surface, row, left - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
    (void)snprintf(text, sizeof text, "stage %d", stage + 1);
    (void)draw_text(surface, row, left, place->bar_column, text, ink_on(ROLE_TEXT, ground));
    draw_components_bar(surface, &bar, &result);
    surface_put(surface, row, cell_of(&bar, memory->capacity), surface->glyphs->glyph[GLYPH_BASELINE],
                ink_on(ROLE_BRIGHT, surface_at(surface, row, cell_of(&bar, memory->capacity)).style.ground));
    say_size(memory->total, text, sizeof text);
    draw_text_right(surface, row, place->bar_column, place->size_end, text,
                    ink_on(memory->fits ? ROLE_BRIGHT : ROLE_BAD, ground));
    draw_verdict_sign(surface, row, place->size_end + 1, memory->fits, ground);
}

static void draw_stages(const struct app *app, struct surface *surface, const struct memory_place *place)
{
    const struct memory_stage_place stages = memory_stage_place_for(place, &app->memory);
    for (int i = 0; i < stages.list_rows && stages.scroll + i < app->memory.stages; i++) {
        draw_stage(app, surface, &stages, stages.scroll + i, stages.list_row + i);
    }
    const int hidden = app->memory.stages - stages.list_rows;
    if (hidden > 0 && stages.list_row - 1 > place->ruler_row) {
        char text[TEXT_LENGTH];
        (void)snprintf(text, sizeof text, "%s%d more",
                       draw_scroll_marks(stages.scroll, stages.list_rows, app->memory.stages), hidden);
        draw_text_right(surface, stages.list_row - 1, stages.bar_column, place->area.column + place->area.columns, text,
                        ink(ROLE_DIM));
    }
}

void memory_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct memory_place place = memory_place_for(layout, app->memory.recomputes);
    if (layout->tab.rows < 1 || !(app->result.memory.capacity > 0.0)) {
        return;
    }
    draw_top(app, surface, &place);
    if (app->memory.by_stage) {
        draw_stages(app, surface, &place);
        return;
    }
    draw_components(app, surface, &place);
    draw_variants(app, surface, &place);
    if (app->result.mode == MODE_TRAINING) {
        draw_choices(app, surface, &place);
    } else {
        draw_room(app, surface, &place);
    }
}
