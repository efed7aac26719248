/* draw_context.c: the line above the footer: what is in focus, its range, how data sheets say it, where it comes from.
 * Where the row above is free, a second line.
 */
#include "core/give_back.h"
#include "core/metrics.h"
#include "core/topology.h"
#include "view/draw.h"
#include "view/facts.h"
#include "view/parts.h"
#include "view/sentence.h"
#include "view/tabs.h"
#include "view/value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_LENGTH = 480, WORDS_LENGTH = 160, BITS_PER_BYTE = 8, NAME_COLUMNS = 14 };

/* Words about a value. What is least needed is left out first where they do not fit. */
enum remark {
    REMARK_MEANING,
    REMARK_LIMIT,
    REMARK_RANGE,
    REMARK_EQUIVALENT,
    REMARK_CHOICES,
    REMARK_CLASS,
    REMARK_SOURCE,
    REMARK_COUNT
};

struct remarks {
    char text[REMARK_COUNT][WORDS_LENGTH];
};

/* A line that grows, its parts separated by dots. */
struct line {
    char text[LINE_LENGTH];
};

__attribute__((format(printf, 2, 3))) static void add_words(struct line *line, const char *format, ...)
{
    const size_t used = strlen(line->text);
    char words[LINE_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (words[0] != '\0') {
        (void)snprintf(line->text + used, sizeof line->text - used, "%s%s", used > 0 ? " · " : "", words);
    }
}

/* What is in focus, and where it is described. */
struct subject {
    const struct layout *layout;
    struct surface *surface;
    const char *name; /* in `hand` */
    const char *key;  /* NULL: it has none */
    int rows;         /* lines that it may take */
    int most_rows;    /* where even its meaning needs more */
};

static bool shows_key(const struct subject *subject)
{
    return subject->key != NULL && subject->layout->size_class >= SIZE_FULL;
}

/* The room behind the name and the key, and below them. */
static struct sentence_room room_of(const struct subject *subject)
{
    const int all = subject->layout->columns - 1 - 2;
    const int key = shows_key(subject) ? draw_columns(subject->surface, subject->key) + 3 : 0;
    return (struct sentence_room){
        .first = all - draw_columns(subject->surface, subject->name) - 2 - key, .others = all, .lines = subject->rows};
}

/* Write lines that end in the context row. */
static void draw_lines(struct surface *surface, const struct layout *layout, int column,
                       const struct sentence *sentence, enum role role)
{
    int row = layout->context_row - (sentence->count > 1 ? sentence->count - 1 : 0);
    for (int i = 0; i < sentence->count; i++) {
        (void)draw_text(surface, row++, column, layout->columns - 1, sentence->line[i], ink(role));
        column = 2;
    }
}

/* The rows that lines take, blank. */
static int clear_lines(struct surface *surface, const struct layout *layout, int lines)
{
    const int row = layout->context_row - (lines > 1 ? lines - 1 : 0);
    surface_fill(surface, (struct rectangle){row, 0, layout->context_row - row + 1, layout->columns}, ' ',
                 ink(ROLE_TEXT));
    return row;
}

static void describe(const struct subject *subject, const struct sentence *sentence)
{
    struct surface *surface = subject->surface;
    const int end = subject->layout->columns - 2;
    const int row = clear_lines(surface, subject->layout, sentence->count);
    int column = draw_text(surface, row, 2, end, subject->name, ink(ROLE_HAND)) + 2;
    if (shows_key(subject)) {
        column = draw_text(surface, row, column, end, subject->key, ink(ROLE_DIM)) + 3;
    }
    draw_lines(surface, subject->layout, column, sentence, ROLE_DIM);
}

static void describe_text(const struct subject *subject, const char *text)
{
    const struct sentence sentence = sentence_break(subject->surface->glyphs, text, room_of(subject));
    describe(subject, &sentence);
}

/* What is left of some room before a hint; nothing where it would hold a few letters only. */
static struct sentence_room room_before(const struct subject *subject, struct sentence_room room, const char *hint)
{
    enum { SEPARATOR = 3, LEAST = 12 };
    const int taken = draw_columns(subject->surface, hint) + SEPARATOR;
    int *last = room.lines > 1 ? &room.others : &room.first;
    *last -= taken;
    if (*last < LEAST) {
        room.lines--;
    }
    return room;
}

/* A meaning, as much of it as fits before a hint. */
static void describe_with_hint(const struct subject *subject, const char *meaning, const char *hint)
{
    const struct glyph_set *glyphs = subject->surface->glyphs;
    const struct sentence_room room = room_of(subject);
    struct line line = {.text = ""};
    add_words(&line, "%s", meaning);
    add_words(&line, "%s", hint);
    struct sentence sentence = sentence_break(glyphs, line.text, room);
    if (!sentence.whole) {
        const struct sentence shorter = sentence_break(glyphs, meaning, room_before(subject, room, hint));
        line.text[0] = '\0';
        add_words(&line, "%s%s%s", shorter.line[0], shorter.count > 1 ? " " : "",
                  shorter.count > 1 ? shorter.line[1] : "");
        add_words(&line, "%s", hint);
        sentence = sentence_break(glyphs, line.text, room);
    }
    describe(subject, &sentence);
}

/* All remarks but those left out, the source behind its class. */
static struct line join_remarks(const struct remarks *remarks, const bool left_out[REMARK_COUNT])
{
    struct line line = {.text = ""};
    for (int i = 0; i < REMARK_SOURCE; i++) {
        if (i != REMARK_CLASS && !left_out[i]) {
            add_words(&line, "%s", remarks->text[i]);
        }
    }
    const bool sourced = remarks->text[REMARK_SOURCE][0] != '\0' && !left_out[REMARK_SOURCE];
    add_words(&line, "%s%s%s", remarks->text[REMARK_CLASS], sourced ? ": " : "",
              sourced ? remarks->text[REMARK_SOURCE] : "");
    return line;
}

/* The remarks that fit. A source may be shortened, if enough of it is left. */
static struct sentence fit_remarks(const struct glyph_set *glyphs, struct remarks *remarks, struct sentence_room room)
{
    static const enum remark least_first[] = {REMARK_SOURCE, REMARK_CHOICES, REMARK_RANGE, REMARK_EQUIVALENT};
    enum { SOURCE_LEAST = 16, COLON = 2 };
    bool left_out[REMARK_COUNT] = {[REMARK_SOURCE] = true};
    const struct sentence bare = sentence_break(glyphs, join_remarks(remarks, left_out).text, room);
    const int left = room.first - text_columns(bare.line[0]) - COLON;
    left_out[REMARK_SOURCE] = !(bare.whole && bare.count == 1 && left >= SOURCE_LEAST);
    char *source = remarks->text[REMARK_SOURCE];
    const struct sentence shorter = sentence_break(glyphs, source, (struct sentence_room){.first = left, .lines = 1});
    (void)snprintf(source, WORDS_LENGTH, "%.*s", WORDS_LENGTH - 1, shorter.line[0]);
    struct sentence sentence = sentence_break(glyphs, join_remarks(remarks, left_out).text, room);
    for (size_t i = 0; i < sizeof least_first / sizeof least_first[0] && !sentence.whole; i++) {
        left_out[least_first[i]] = true;
        sentence = sentence_break(glyphs, join_remarks(remarks, left_out).text, room);
    }
    return sentence;
}

/* "1 to 400 GB/s, log" */
static void say_range(const struct app *app, const struct parameter *parameter, char *text)
{
    char range[WORDS_LENGTH / 2];
    value_range(&app->now, parameter, range, sizeof range);
    (void)snprintf(text, WORDS_LENGTH, "%s%s", range, range[0] != '\0' && parameter->scale == SCALE_LOG ? ", log" : "");
}

static void say_choices(const struct parameter *parameter, char *text)
{
    text[0] = '\0';
    for (int i = 0; parameter->kind == KIND_CHOICE && i < parameter->choices->count; i++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, WORDS_LENGTH - used, "%s%s", i > 0 ? ", " : "", parameter->choices->names[i]);
    }
}

/* How a data sheet or a colleague says the same. */
struct equivalent {
    char text[WORDS_LENGTH]; /* empty: there is no other way */
    bool says_value;         /* and as it is shown here, too */
};

/* "an 800", "an 11.2", "a 400": eight, eleven and eighteen begin with a vowel. */
static const char *article_before(double number)
{
    char digits[WORDS_LENGTH];
    (void)snprintf(digits, sizeof digits, "%.4g", number);
    return digits[0] == '8' || (int)number == 11 || (int)number == 18 ? "an" : "a";
}

static struct equivalent bits_of(const struct cluster *cluster, const struct quantity_text *shown, double value)
{
    struct equivalent equivalent = {.says_value = shown != NULL};
    const double gigabits = value * BITS_PER_BYTE / 1e9;
    int used = 0;
    if (shown != NULL) {
        used = snprintf(equivalent.text, WORDS_LENGTH, "%s %s ", shown->number, shown->unit);
    }
    used += snprintf(equivalent.text + used, (size_t)(WORDS_LENGTH - used), "= %s %.4g Gb/s port",
                     article_before(gigabits), gigabits);
    if (cluster->nic.per_node != cluster->node_gpus) {
        const struct quantity_text share = quantity_display(network_share(cluster), UNIT_RATE);
        (void)snprintf(equivalent.text + used, (size_t)(WORDS_LENGTH - used), ", %s %s a GPU", share.number,
                       share.unit);
    }
    return equivalent;
}

static struct equivalent directions_of(double factor, double value)
{
    struct equivalent equivalent = {.says_value = false};
    const bool doubled = factor > 1.0;
    const struct quantity_text other = quantity_display(doubled ? value : 2.0 * value, UNIT_RATE);
    (void)snprintf(equivalent.text, WORDS_LENGTH, "%s %s %s", other.number, other.unit,
                   doubled ? "one way" : "both ways");
    return equivalent;
}

/* How much of what is served memory holds; empty of other parameters. */
static void say_limit(const struct app *app, const struct parameter *parameter, char *text)
{
    const struct kv_pool *pool = &app->result.inference.pool;
    const bool is_batch = parameter->offset == offsetof(struct scenario, serving.decode_batch);
    const bool is_context = parameter->offset == offsetof(struct scenario, serving.decode_context);
    if (app->result.mode != MODE_DECODE || !(is_batch || is_context)) {
        return;
    }
    const double most = is_batch ? pool->batch_limit : pool->context_limit;
    const struct quantity_text shown = quantity_display(most, parameter->unit);
    (void)snprintf(text, WORDS_LENGTH, "memory holds %s %s", shown.number, shown.unit);
}

/* Which words an equivalence has: the value itself takes columns. */
enum equivalent_words { EQUIVALENT_ALONE, EQUIVALENT_WITH_VALUE };

static struct equivalent equivalent_of(const struct scenario *scenario, const struct parameter *parameter,
                                       enum equivalent_words words)
{
    const double value = parameter_get(parameter, scenario);
    const struct quantity_text shown = quantity_display(value, parameter->unit);
    switch (parameter->quoted) {
    case QUOTED_IN_BITS:
        return bits_of(&scenario->cluster, words == EQUIVALENT_WITH_VALUE ? &shown : NULL, value);
    case QUOTED_BOTH_WAYS:
        return directions_of(value_factor(scenario, parameter), value);
    case QUOTED_AS_PRICED:
        break;
    }
    return (struct equivalent){.says_value = false};
}

/* Of a value that the user changed: what it is, and what it was. */
static void say_edited(const struct app *app, const struct parameter *parameter, struct remarks *remarks)
{
    const struct equivalent equivalent = equivalent_of(&app->now, parameter, EQUIVALENT_WITH_VALUE);
    char value[QUANTITY_TEXT];
    char preset[QUANTITY_TEXT];
    value_sentence(&app->now, parameter, parameter_get(parameter, &app->now), value, sizeof value);
    value_sentence(&app->now, parameter, parameter_get(parameter, &app->preset), preset, sizeof preset);
    (void)snprintf(remarks->text[REMARK_MEANING], WORDS_LENGTH, "edited: %.*s", WORDS_LENGTH - 10,
                   equivalent.says_value ? equivalent.text : value);
    if (!equivalent.says_value) {
        memcpy(remarks->text[REMARK_EQUIVALENT], equivalent.text, WORDS_LENGTH);
    }
    (void)snprintf(remarks->text[REMARK_CLASS], WORDS_LENGTH, "preset ◇ %s, r resets", preset);
}

static struct remarks remarks_on(const struct app *app, const struct parameter *parameter, enum size_class size_class)
{
    const enum value_class class = value_class_of(app, parameter);
    const struct value_source source = catalogue_value_source(app->catalogue, &app->preset, parameter);
    struct remarks remarks;
    memset(&remarks, 0, sizeof remarks);
    say_range(app, parameter, remarks.text[REMARK_RANGE]);
    say_choices(parameter, remarks.text[REMARK_CHOICES]);
    say_limit(app, parameter, remarks.text[REMARK_LIMIT]);
    if (class == VALUE_EDITED) {
        say_edited(app, parameter, &remarks);
        return remarks;
    }
    const struct equivalent equivalent =
        equivalent_of(&app->now, parameter, size_class >= SIZE_FULL ? EQUIVALENT_WITH_VALUE : EQUIVALENT_ALONE);
    memcpy(remarks.text[REMARK_EQUIVALENT], equivalent.text, WORDS_LENGTH);
    (void)snprintf(remarks.text[REMARK_MEANING], WORDS_LENGTH, "%s", parameter->help);
    (void)snprintf(remarks.text[REMARK_CLASS], WORDS_LENGTH, "%s", value_class_looks[class].name);
    if (source.profile != NULL && size_class >= SIZE_FULL) {
        (void)snprintf(remarks.text[REMARK_SOURCE], WORDS_LENGTH, "%.*s", WORDS_LENGTH - 4, source.profile->source);
    }
    return remarks;
}

static void describe_parameter(const struct app *app, struct subject *subject, const struct parameter *parameter)
{
    struct remarks remarks = remarks_on(app, parameter, subject->layout->size_class);
    subject->name = value_name(&app->now, parameter, NAME_COLUMNS);
    subject->key = parameter->key;
    struct sentence sentence = fit_remarks(subject->surface->glyphs, &remarks, room_of(subject));
    if (!sentence.whole && subject->rows < subject->most_rows) {
        subject->rows = subject->most_rows;
        sentence = fit_remarks(subject->surface->glyphs, &remarks, room_of(subject));
    }
    describe(subject, &sentence);
}

/* A row that is no parameter. */
static void describe_row(const struct app *app, struct subject *subject, enum parameter_pane pane, enum row_kind kind)
{
    if (kind == ROW_PRESET) {
        subject->name = facts_name(&app->now, pane);
        const struct profile *profile =
            catalogue_find(app->catalogue, pane == PANE_MODEL ? PROFILE_MODEL : PROFILE_CLUSTER, subject->name);
        describe_with_hint(subject, profile != NULL ? profile->title : "", "Enter opens the list");
        return;
    }
    const struct derived_row *row = derived_row_of(kind, &app->now);
    if (row != NULL) {
        subject->name = row->name;
        subject->key = row->metric;
        describe_text(subject, row->words);
    }
}

/* Of a decode step's communication, what no bandwidth takes off; 0 of other parts. */
static double latency_floor(enum part part, const struct result *result)
{
    const struct inference *step = &result->inference;
    const double exchanges = step->ep.count * step->ep.cost.latency;
    const double sends = step->pp.count * step->pp.cost.latency;
    if (result->mode != MODE_DECODE) {
        return 0.0;
    }
    switch (part) {
    case PART_TP:
        return step->floor - exchanges - sends;
    case PART_EP:
        return exchanges;
    case PART_PP:
        return sends;
    default:
        return 0.0;
    }
}

/* What would give some of a part back, and the floor below which no link takes it; nothing where nothing is known. */
static struct line give_back_words(const struct app *app, enum part part)
{
    const struct give_back found = give_back_of(part, &app->now, &app->result);
    const double floor = latency_floor(part, &app->result);
    struct line line = {.text = ""};
    if (found.parameter != NULL) {
        char value[WORDS_LENGTH];
        const struct quantity_text time = quantity_display(found.seconds, UNIT_SECONDS);
        (void)parameter_print(found.parameter, found.value, value, sizeof value);
        add_words(&line, "%s would give back %s %s: %s", value, time.number, time.unit, found.words);
    }
    if (floor > 0.0) {
        const struct quantity_text time = quantity_display(floor, UNIT_SECONDS);
        add_words(&line, "latency floor %s %s", time.number, time.unit);
    }
    return line;
}

/* The part of the step in focus, or the parts that a last row sums up. */
static void describe_part(const struct app *app, struct subject *subject)
{
    const struct part_rows rows = app_part_rows(app, subject->layout->parts_capacity);
    if (app->part < rows.count) {
        const enum part part = rows.part[app->part];
        const struct line words = give_back_words(app, part);
        char hint[WORDS_LENGTH];
        (void)snprintf(hint, sizeof hint, "Enter goes to %s",
                       value_name(&app->now, part_slider(part, &app->now), NAME_COLUMNS));
        subject->name = step_parts[part].label;
        subject->key = step_parts[part].exposed;
        if (words.text[0] != '\0') {
            describe_text(subject, words.text);
        } else {
            describe_with_hint(subject, metric_find(subject->key)->meaning, hint);
        }
        return;
    }
    struct line line = {.text = ""};
    for (int i = rows.others - 1; i >= 0; i--) {
        const struct quantity_text time =
            quantity_display(part_time_of(rows.other[i], &app->result).path, UNIT_SECONDS);
        add_words(&line, "%s %s %s", step_parts[rows.other[i]].label, time.number, time.unit);
    }
    subject->name = "others";
    describe_text(subject, line.text);
}

/* What may be typed. */
static void describe_field(const struct app *app, struct subject *subject, const struct parameter *parameter)
{
    char text[WORDS_LENGTH];
    struct line line = {.text = ""};
    add_words(&line, "type a value%s", parameter->unit != UNIT_NONE ? " with its unit" : "");
    value_range(&app->now, parameter, text, sizeof text);
    add_words(&line, "%s", text);
    say_choices(parameter, text);
    add_words(&line, "%s", text);
    for (const struct named_value *named = parameter->named; named != NULL && named->name != NULL; named++) {
        add_words(&line, "or %s", named->name);
    }
    subject->name = value_name(&app->now, parameter, NAME_COLUMNS);
    subject->key = parameter->key;
    describe_text(subject, line.text);
}

/* The row of an input pane that is in focus; its parameter is NULL where it has none. */
static struct pane_row focused_row(const struct app *app, const struct layout *layout)
{
    if ((int)app->focus >= (int)PANE_COUNT) {
        return (struct pane_row){ROW_REPLICAS, NULL};
    }
    const struct pane_rows rows = pane_rows_of(&app->now, (enum parameter_pane)app->focus, layout->size_class);
    const int row = app->row[app->focus];
    return row < rows.count ? rows.row[row] : (struct pane_row){ROW_REPLICAS, NULL};
}

static void describe_tab(const struct app *app, const struct subject *subject)
{
    if (tab_of(app)->describe != NULL && (app->result.valid || tab_of(app)->needs_no_result)) {
        const struct tab_words words = tab_of(app)->describe(app);
        struct subject named = *subject;
        named.name = words.name;
        describe_text(&named, words.text);
    }
}

static void describe_focus(const struct app *app, struct subject *subject)
{
    if (app->focus == FOCUS_TAB) {
        describe_tab(app, subject);
        return;
    }
    if (app->focus == FOCUS_STEP) {
        describe_part(app, subject);
        return;
    }
    const struct pane_row row = focused_row(app, subject->layout);
    if (row.parameter == NULL) {
        describe_row(app, subject, (enum parameter_pane)app->focus, row.kind);
    } else if (app->editing) {
        describe_field(app, subject, row.parameter);
    } else {
        describe_parameter(app, subject, row.parameter);
    }
}

/* The input in focus of what is explained: its row has no room for a sentence. False where nothing enters it. */
static bool describe_input(const struct app *app, struct subject *subject)
{
    const struct explained *explained = &app->explained[app->explained_count - 1];
    const struct explained_entries entries = explained_entries_of(explained, explained_scenario(app));
    if (explained->row < 0 || explained->row >= entries.count) {
        return false;
    }
    const struct explained *entry = &entries.entry[explained->row];
    if (entry->metric != NULL) {
        subject->name = entry->metric->label;
        subject->key = entry->metric->key;
        describe_text(subject, entry->metric->meaning);
    } else {
        subject->name = value_name(explained_scenario(app), entry->parameter, NAME_COLUMNS);
        subject->key = entry->parameter->key;
        describe_text(subject, entry->parameter->help);
    }
    return true;
}

static void draw_message(struct surface *surface, const struct layout *layout, int rows, const char *text,
                         enum role role)
{
    const int columns = layout->columns - 1 - 2;
    const struct sentence_room room = {columns, columns, rows};
    const struct sentence sentence = sentence_break(surface->glyphs, text, room);
    (void)clear_lines(surface, layout, sentence.count);
    draw_lines(surface, layout, 2, &sentence, role);
}

/* Why nothing is priced: the reason that blames the row in focus, else the worst. The worst stands in the headline:
 * where it is the one to show, what would make it run is said instead. */
static const char *reason_shown(const struct app *app, const struct layout *layout, const char *repair)
{
    const struct pane_row row = focused_row(app, layout);
    for (int i = repair[0] != '\0' ? 1 : 0; row.parameter != NULL && i < app->reasons.count; i++) {
        if (app->reasons.key[i] != NULL && strcmp(app->reasons.key[i], row.parameter->key) == 0) {
            return app->reasons.text[i];
        }
    }
    return repair[0] != '\0' ? repair : app->reasons.text[0];
}

/* Lines for what may have as many: a note keeps its row, and so does the held slider. */
static int free_rows(const struct app *app, const struct layout *layout, int rows)
{
    const bool noted = layout->note_row == layout->context_row - 1 && app->notes.count > 0 && !app->invalid;
    const bool holds = layout->held.rows > 0 && layout->held.row == layout->context_row - 1 && app->held != NULL;
    return noted || holds ? 1 : rows;
}

static void draw_reason(const struct app *app, struct surface *surface, const struct layout *layout)
{
    char repair[REPAIR_LENGTH] = "";
    if (app->result.valid) { /* else it stands in the panes, which have nothing to show */
        repairs_print(&app->repairs, repair, sizeof repair);
    }
    const char *reason = reason_shown(app, layout, repair);
    char text[LINE_LENGTH];
    (void)snprintf(text, sizeof text, "%s%s%s", reason, reason != repair ? " " : "", reason != repair ? repair : "");
    draw_message(surface, layout, free_rows(app, layout, layout->message_rows), text, ROLE_BAD);
}

/* The row in focus of a tab that needs no valid state has something to say in one that is not; the headline says why,
 * where it has room for that. */
static bool tab_speaks(const struct app *app, const struct layout *layout)
{
    return app->focus == FOCUS_TAB && layout->size_class > SIZE_SINGLE && tab_of(app)->needs_no_result &&
           tab_of(app)->describe(app).text[0] != '\0';
}

void draw_context(const struct app *app, struct surface *surface, const struct layout *layout)
{
    struct subject subject = {.layout = layout,
                              .surface = surface,
                              .name = "",
                              .rows = free_rows(app, layout, layout->context_rows),
                              .most_rows = free_rows(app, layout, layout->message_rows)};
    if (app->message[0] != '\0') {
        draw_message(surface, layout, layout->message_rows, app->message, app->message_bad ? ROLE_BAD : ROLE_BRIGHT);
    } else if (app->overlay == OVERLAY_EXPLAIN && describe_input(app, &subject)) {
        return;
    } else if (app->invalid && app->reasons.count > 0 && !app->editing && !tab_speaks(app, layout)) {
        draw_reason(app, surface, layout);
    } else {
        describe_focus(app, &subject);
    }
}
