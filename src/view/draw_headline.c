/* draw_headline.c: the line that answers: step, MFU, tokens per second, memory, bottleneck. */
#include "core/accuracy.h"
#include "view/change.h"
#include "view/draw.h"
#include "view/headline.h"
#include "view/lesson_view.h"
#include "view/sentence.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 64, FIELD_PIECES = 9, HEADLINE_DIGITS = 3 };

/* One field of the line. Its place does not depend on its figures. */
struct field {
    char text[FIELD_PIECES][TEXT_LENGTH];
    struct piece pieces[FIELD_PIECES];
    int columns; /* that its figures take as a rule */
    int dropped; /* drops first, second ...; 0: never */
};

enum {
    FIELD_STEP,
    FIELD_MFU,     /* of training */
    FIELD_BOUND,   /* of inference, as the next: the roofline, which is no forecast */
    FIELD_SPEEDUP, /* over one card's bound */
    FIELD_TOKENS,
    FIELD_GPU, /* tokens of one, in inference */
    FIELD_MEMORY,
    FIELD_LIMIT,
    FIELD_SAVINGS,
    FIELD_COUNT
};

/* How many words there are beside the figures; down to WORDING_NAMED the first figure says what it is. WORDING_MOST, of
 * inference alone, says less of memory. */
enum wording {
    WORDING_FULL,
    WORDING_MOST,
    WORDING_NAMED,
    WORDING_COMPACT,
    WORDING_SHORT,
    WORDING_LEAST,
    WORDING_COUNT
};

/* Widths of the fields and the blanks between them. Where there is hardly room, fields follow one another. */
static const struct headline_shape {
    int columns[FIELD_COUNT];
    int gap, gap_before_limit;
} shapes[WORDING_COUNT] = {
    [WORDING_FULL] = {{17, 10, 0, 0, 12, 0, 22, 18, 60}, 6, 6},
    [WORDING_NAMED] = {{16, 10, 0, 0, 12, 0, 17, 13, 0}, 2, 2},
    [WORDING_COMPACT] = {{11, 10, 0, 0, 12, 0, 17, 13, 0}, 2, 2},
};

/* The same of inference, which has more to say. */
static const struct headline_shape serving_shapes[WORDING_COUNT] = {
    [WORDING_FULL] = {{15, 0, 13, 19, 10, 10, 22, 14, 60}, 3, 3},
    [WORDING_MOST] = {{15, 0, 13, 19, 10, 10, 17, 14, 60}, 2, 2},
    [WORDING_NAMED] = {{15, 0, 13, 0, 10, 0, 17, 13, 0}, 2, 2},
    [WORDING_COMPACT] = {{15, 0, 13, 0, 10, 0, 17, 13, 0}, 2, 2},
};

static const struct headline_shape *shape_for(const struct app *app, int wording)
{
    return app->result.mode == MODE_TRAINING ? &shapes[wording] : &serving_shapes[wording];
}

static void add_piece(struct field *field, const char *text, struct style style)
{
    int i = 0;
    while (i < FIELD_PIECES - 2 && field->pieces[i].text != NULL) {
        i++;
    }
    (void)snprintf(field->text[i], TEXT_LENGTH, "%s", text);
    field->pieces[i] = (struct piece){field->text[i], style};
}

static void add_quantity(struct field *field, struct quantity_text quantity, const char *word)
{
    char text[TEXT_LENGTH];
    const bool prefixed = strchr(quantity.unit, ' ') != NULL;
    const int prefix = prefixed ? (int)strcspn(quantity.unit, " ") : (int)strlen(quantity.unit);
    (void)snprintf(text, sizeof text, "%s %.*s", quantity.number, prefix, quantity.unit);
    add_piece(field, text, ink(ROLE_BRIGHT));
    (void)snprintf(text, sizeof text, "%s%s", prefixed ? quantity.unit + prefix : "", word);
    add_piece(field, text, ink(ROLE_DIM));
}

/* " ±5 %" behind a forecast: nine of ten runs like it were within; in another colour where it goes beyond all of them.
 */
static void add_band(struct field *field, const struct app *app, const struct glyph_set *glyphs)
{
    const double band = app->result.accuracy_band;
    char text[TEXT_LENGTH];
    if (!isfinite(band)) {
        return;
    }
    const bool beyond = accuracy_leaves_range(&app->now);
    (void)snprintf(text, sizeof text, " %s%.0f %%%s", glyphs->sign[SIGN_ABOUT], 100.0 * band, beyond ? "?" : "");
    add_piece(field, text, ink(beyond ? ROLE_WARN : ROLE_DIM));
}

/* "measured 8.42 s, forecast 8.11 s, -3.7 %", the error of the time also where a rate or a share is: of the run that
 * was opened the figure that its source prints; or what the user typed. */
static void add_measured(struct field *field, const struct app *app, enum wording wording)
{
    const struct comparison *comparison = &app->comparison;
    const enum unit unit = comparison->metric->unit;
    char text[TEXT_LENGTH];
    add_piece(field, wording < WORDING_LEAST ? "measured " : "was ", ink(ROLE_DIM));
    add_quantity(field, quantity_display_digits(comparison->measured, unit, HEADLINE_DIGITS),
                 wording < WORDING_LEAST ? ", forecast " : ", ");
    add_quantity(field, quantity_display_digits(comparison->forecast, unit, HEADLINE_DIGITS), ", ");
    (void)snprintf(text, sizeof text, "%+.1f %%%s", 100.0 * (1.0 / comparison->slowness - 1.0),
                   comparison->metric->better == BETTER_MORE && wording < WORDING_LEAST ? " time" : "");
    add_piece(field, text, ink(ROLE_BRIGHT));
}

/* Whether the step fits into memory, in words. */
struct verdict {
    const char *word;       /* beside few words */
    const char *sign;       /* beside many */
    const char *after_sign; /* what the sign does not say */
    enum role role;
};

static struct verdict verdict_of(const struct app *app, const struct glyph_set *glyphs)
{
    const struct memory *memory = &app->result.memory;
    /* Engines fill what is left with their cache; training frameworks retry allocations there. */
    const bool near =
        !(memory->kv > 0.0) && memory->total - memory->reserve > MEMORY_NEAR * (memory->capacity - memory->reserve);
    if (!memory->fits && change_is_published_run(app)) {
        return (struct verdict){"it ran", glyphs->sign[SIGN_FITS_NOT], ", yet it ran",
                                ROLE_WARN}; /* the forecast errs */
    }
    if (!memory->fits && lesson_leaves_memory_aside(app)) {
        return (struct verdict){"aside", "left aside", "", ROLE_DIM};
    }
    if (!memory->fits) {
        return (struct verdict){"no fit", glyphs->sign[SIGN_FITS_NOT], "", ROLE_BAD};
    }
    return near ? (struct verdict){"near", glyphs->sign[SIGN_FITS], ", near", ROLE_WARN}
                : (struct verdict){"fits", glyphs->sign[SIGN_FITS], "", ROLE_GOOD};
}

/* "74.1 of 85.5 GB fits": the total in the capacity's unit. */
static void add_memory(struct field *field, const struct app *app, const struct glyph_set *glyphs, enum wording wording)
{
    const struct memory *memory = &app->result.memory;
    const struct verdict verdict = verdict_of(app, glyphs);
    const struct quantity_text capacity = quantity_display(memory->capacity, UNIT_BYTES);
    const struct quantity_text total = quantity_display(memory->total, UNIT_BYTES);
    const bool same_unit = strcmp(total.unit, capacity.unit) == 0;
    char text[TEXT_LENGTH];
    if (wording != WORDING_LEAST) {
        (void)snprintf(text, sizeof text, "%s%s%s", total.number, same_unit ? "" : " ", same_unit ? "" : total.unit);
        add_piece(field, text, ink(ROLE_BRIGHT));
        (void)snprintf(text, sizeof text, "%s%.3g GB ", wording == WORDING_FULL ? " of " : "/", memory->capacity / 1e9);
        add_piece(field, text, ink(ROLE_DIM));
    }
    if (wording == WORDING_FULL) {
        add_piece(field, verdict.sign, ink(verdict.role));
        add_piece(field, verdict.after_sign, ink(verdict.role));
    } else {
        add_piece(field, verdict.word, ink(verdict.role));
    }
}

static void add_limit(struct field *field, const struct app *app, enum wording wording)
{
    const struct sensitivities *ranking = &app->sensitivities;
    const bool known = ranking->count > 0 && ranking->row[0].saving > 0.0;
    add_piece(field, wording <= WORDING_MOST ? "bottleneck " : "limit ", ink(ROLE_DIM));
    add_piece(field, known ? value_resource(&app->now, ranking->row[0].parameter) : "none", ink(ROLE_BRIGHT));
}

/* What a tenth more of the first three parts would save. */
static void add_savings(struct field *field, const struct app *app)
{
    enum { SHOWN = 3 };
    char line[TEXT_LENGTH] = "";
    add_piece(field, "10 % more saves:", ink(ROLE_DIM));
    for (int i = 0; i < SHOWN && i < app->sensitivities.count; i++) {
        const struct sensitivity *row = &app->sensitivities.row[i];
        const struct quantity_text saving = quantity_display(row->saving > 0.0 ? row->saving : 0.0, UNIT_SHARE);
        const size_t used = strlen(line);
        (void)snprintf(line + used, sizeof line - used, "   %s %s %s", value_resource(&app->now, row->parameter),
                       saving.number, saving.unit);
    }
    add_piece(field, line, ink(ROLE_TEXT));
}

/* Where a field stands; one that is dropped, or has nothing to say, ends where it starts. */
struct field_place {
    int column, end;
};

/* Place the fields that are not dropped; the least needed were dropped first. */
static void place_fields(const struct surface *surface, int start, const struct field *fields,
                         const struct headline_shape *shape, int dropped, struct field_place places[FIELD_COUNT])
{
    int place = start;
    int column = start;
    for (int i = 0; i < FIELD_COUNT; i++) {
        places[i] = (struct field_place){column, column};
        if (fields[i].pieces[0].text == NULL || (fields[i].dropped > 0 && fields[i].dropped <= dropped)) {
            continue;
        }
        places[i].column = column > place ? column : place;
        places[i].end = places[i].column + draw_pieces_columns(surface, fields[i].pieces);
        place += shape->columns[i] + (i + 1 == FIELD_LIMIT ? shape->gap_before_limit : shape->gap);
        column = places[i].end + 2;
    }
}

/* Column after the last field. */
static int end_of_fields(const struct field_place places[FIELD_COUNT])
{
    int end = 0;
    for (int i = 0; i < FIELD_COUNT; i++) {
        end = places[i].end > places[i].column ? places[i].end : end;
    }
    return end;
}

/* "5.27 ms" behind "bound": datasheets alone. "4.1x a card's bound", "12.2 a GPU". */
static void add_serving(struct field *fields, const struct app *app, enum wording wording)
{
    const struct inference *inference = &app->result.inference;
    add_piece(&fields[FIELD_BOUND], "bound ", ink(ROLE_DIM));
    add_quantity(&fields[FIELD_BOUND], quantity_display(inference->bound.time, UNIT_SECONDS), "");
    if (wording > WORDING_MOST) {
        return;
    }
    struct quantity_text rate = quantity_display(app->result.tokens_per_second_per_gpu, UNIT_TOKEN_RATE);
    const char *unit = strstr(rate.unit, "tok/s");
    rate.unit[unit != NULL && unit > rate.unit ? unit - rate.unit - 1 : 0] = '\0';
    add_quantity(&fields[FIELD_GPU], rate, rate.unit[0] == '\0' ? "a GPU" : " a GPU");
    if (app->result.mode == MODE_DECODE) {
        char text[TEXT_LENGTH];
        (void)snprintf(text, sizeof text, "%.1f×", inference->speedup);
        add_piece(&fields[FIELD_SPEEDUP], text, ink(ROLE_BRIGHT));
        add_piece(&fields[FIELD_SPEEDUP], " a card's bound", ink(ROLE_DIM));
    }
}

static void fill_fields(const struct app *app, const struct surface *surface, const struct layout *layout,
                        enum wording wording, struct field fields[FIELD_COUNT])
{
    static const char *const step_words[MODE_COUNT] = {
        [MODE_TRAINING] = " step", [MODE_PREFILL] = " to first token", [MODE_DECODE] = " a token"};
    memset(fields, 0, FIELD_COUNT * sizeof *fields);
    if (app->comparison.metric != NULL) {
        add_measured(&fields[FIELD_STEP], app, wording);
    } else {
        add_quantity(&fields[FIELD_STEP], quantity_display(app->result.step, UNIT_SECONDS),
                     wording <= WORDING_NAMED ? step_words[app->result.mode] : "");
    }
    add_band(&fields[FIELD_STEP], app, surface->glyphs);
    add_quantity(&fields[FIELD_TOKENS], quantity_display(app->result.tokens_per_second, UNIT_TOKEN_RATE), "");
    if (app->result.mode == MODE_TRAINING) {
        add_quantity(&fields[FIELD_MFU], quantity_display_digits(app->result.training.mfu, UNIT_SHARE, HEADLINE_DIGITS),
                     " MFU");
    } else {
        add_serving(fields, app, wording);
    }
    add_memory(&fields[FIELD_MEMORY], app, surface->glyphs, wording);
    add_limit(&fields[FIELD_LIMIT], app, wording);
    if (layout->size_class == SIZE_ROOMY) {
        add_savings(&fields[FIELD_SAVINGS], app);
    }
    fields[FIELD_SAVINGS].dropped = 1;
    fields[FIELD_SPEEDUP].dropped = 1;
    fields[FIELD_GPU].dropped = 1;
    fields[FIELD_LIMIT].dropped = app->comparison.metric != NULL ? 2 : 0;
    fields[FIELD_BOUND].dropped = 3;
    fields[FIELD_TOKENS].dropped = layout->size_class == SIZE_SINGLE ? 1 : 2;
    fields[FIELD_MFU].dropped = 3;
}

static void draw_invalid(const struct app *app, struct surface *surface, const struct layout *layout)
{
    char text[REASON_LENGTH + REPAIR_LENGTH + TEXT_LENGTH];
    char repairs[REPAIR_LENGTH];
    const int room = layout->columns - 1 - layout->result.column;
    repairs_print(&app->repairs, repairs, sizeof repairs);
    (void)snprintf(text, sizeof text, "invalid: %s %s", app->reasons.count > 0 ? app->reasons.text[0] : "",
                   app->result.valid ? repairs : "");
    const struct sentence sentence =
        sentence_break(surface->glyphs, text, (struct sentence_room){.first = room, .lines = 1});
    (void)draw_text(surface, layout->headline_row, layout->result.column, layout->columns - 1, sentence.line[0],
                    ink(ROLE_BAD));
}

/* The line as it is shown. */
struct headline {
    struct field fields[FIELD_COUNT];
    struct field_place places[FIELD_COUNT];
};

/* The next fewer words. */
static int fewer_words(const struct app *app, int wording)
{
    return app->result.mode == MODE_TRAINING && wording == WORDING_FULL ? WORDING_NAMED : wording + 1;
}

/* A full screen drops no more than the savings before it takes fewer words. */
static void arrange(const struct app *app, const struct surface *surface, const struct layout *layout,
                    struct headline *line)
{
    enum { MOST_DROPPED = 3 };
    const bool training = app->result.mode == MODE_TRAINING;
    const int most_dropped[WORDING_COUNT] = {[WORDING_FULL] = training ? 1 : 0,
                                             [WORDING_MOST] = 1,
                                             [WORDING_NAMED] = 0, /* its word goes before any figure */
                                             [WORDING_COMPACT] = MOST_DROPPED,
                                             [WORDING_SHORT] = MOST_DROPPED,
                                             [WORDING_LEAST] = MOST_DROPPED};
    const int start = layout->result.column;
    int wording = layout->size_class >= SIZE_FULL ? WORDING_FULL : WORDING_NAMED;
    int dropped = layout->size_class == SIZE_SINGLE ? 1 : 0;
    fill_fields(app, surface, layout, (enum wording)wording, line->fields);
    place_fields(surface, start, line->fields, shape_for(app, wording), dropped, line->places);
    while (end_of_fields(line->places) > layout->columns - 1 && (dropped < MOST_DROPPED || wording < WORDING_LEAST)) {
        if (dropped < most_dropped[wording]) {
            dropped++;
        } else {
            wording = fewer_words(app, wording);
            fill_fields(app, surface, layout, (enum wording)wording, line->fields);
        }
        place_fields(surface, start, line->fields, shape_for(app, wording), dropped, line->places);
    }
}

void draw_headline(const struct app *app, struct surface *surface, const struct layout *layout)
{
    struct headline line;
    if (app->invalid) {
        draw_invalid(app, surface, layout);
        return;
    }
    arrange(app, surface, layout, &line);
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (line.places[i].end > line.places[i].column) {
            (void)draw_pieces(surface, layout->headline_row, line.places[i].column, layout->columns - 1,
                              line.fields[i].pieces);
        }
    }
}

/* What a field tells. */
static struct explained field_explained(const struct app *app, int field)
{
    static const char *const bounds[MODE_COUNT] = {[MODE_PREFILL] = "prefill.bound", [MODE_DECODE] = "decode.bound"};
    static const char *const keys[FIELD_COUNT] = {
        [FIELD_STEP] = "step.time",
        [FIELD_MFU] = "mfu",
        [FIELD_SPEEDUP] = "decode.speedup",
        [FIELD_TOKENS] = "tokens_per_second",
        [FIELD_GPU] = "tokens_per_second_per_gpu",
        [FIELD_MEMORY] = "memory.total",
    };
    const char *key = field == FIELD_BOUND ? bounds[app->result.mode] : keys[field];
    const bool blames = (field == FIELD_LIMIT || field == FIELD_SAVINGS) && app->sensitivities.count > 0;
    if (blames) {
        return explained_parameter(app->sensitivities.row[0].parameter);
    }
    return key != NULL && metric_find(key) != NULL ? explained_metric(key) : (struct explained){.row = 0};
}

struct explained headline_figure_at(const struct app *app, const struct layout *layout, int column)
{
    const struct surface ruler = {.glyphs = app->glyphs};
    struct headline line;
    if (app->invalid || !app->result.valid) {
        return (struct explained){.row = 0};
    }
    arrange(app, &ruler, layout, &line);
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (column >= line.places[i].column && column < line.places[i].end) {
            return field_explained(app, i);
        }
    }
    return (struct explained){.row = 0};
}
