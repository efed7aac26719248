/* draw_ring.c: tab 3: who holds what, who sends what next, and what it costs. */
#include "core/collective.h"
#include "view/draw.h"
#include "view/parts.h"
#include "view/ring_draw.h"
#include "view/ring_view.h"
#include "view/tabs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_LENGTH = 192, VALUE_LENGTH = 32, LANES = 8, RANK_LETTERS = 10 };

/* A walk as it stands, and what it sends next. */
struct stage {
    const struct app *app;
    struct surface *surface;
    const struct ring_scene *scene;
    const struct ring_place *place;
    struct walk walk;
    struct walk_messages next;
};

static enum role role_of(const struct ring_scene *scene)
{
    return part_roles[scene->part];
}

/* Whether contributions are added. */
static bool adds(const struct ring_scene *scene)
{
    return scene->op == OP_ALL_REDUCE || scene->op == OP_REDUCE_SCATTER;
}

enum glyph ring_height(const struct ring_scene *scene, int count)
{
    const int ranks = scene->drawn.ranks;
    const int height = adds(scene) ? (count * LANES + ranks - 1) / ranks : LANES;
    return (enum glyph)(GLYPH_LANE_1 + (height < 1 ? 0 : height > LANES ? LANES - 1 : height - 1));
}

char ring_letter(int rank)
{
    return (char)(rank < RANK_LETTERS ? '0' + rank : 'a' + rank - RANK_LETTERS);
}

bool ring_sends(const struct walk_messages *next, int rank, int slice)
{
    for (int i = 0; i < next->count; i++) {
        const struct walk_message *message = &next->message[i];
        if (message->from == rank && (message->slices >> slice & 1U) != 0) {
            return true;
        }
    }
    return false;
}

/* ---- a cell ---- */

static bool is_whole(const struct stage *stage, int rank, int slice)
{
    const int count = walk_set_size(stage->walk.holding[rank][slice]);
    return adds(stage->scene) ? count == stage->walk.setting.ranks : count > 0;
}

/* "▄▄4▸": how many contributions, and whether it is sent next; without its height where cells are narrow. */
static void draw_sum(const struct stage *stage, int row, int column, int rank, int slice, enum role ground)
{
    const struct glyph_set *glyphs = stage->surface->glyphs;
    const int width = stage->place->cell_columns;
    const int count = walk_set_size(stage->walk.holding[rank][slice]);
    const bool leaves = ring_sends(&stage->next, rank, slice);
    const enum role role = leaves ? ROLE_HAND : is_whole(stage, rank, slice) || count > 1 ? ROLE_BRIGHT : ROLE_DIM;
    char text[VALUE_LENGTH];
    if (count == 0) {
        surface_put(stage->surface, row, column + (width > 2 ? 1 : 0), glyphs->glyph[GLYPH_DOT],
                    ink_on(ROLE_FAINT, ground));
        return;
    }
    const int digits = snprintf(text, sizeof text, "%d", count);
    const int bar = width - 1 - digits - (width > 2 ? 1 : 0);
    draw_run(stage->surface, row, column, column + bar, ring_height(stage->scene, count),
             ink_on(role_of(stage->scene), ground));
    column += bar > 0 ? bar : 0;
    column = draw_text(stage->surface, row, column, column + digits, text, ink_on(role, ground));
    if (leaves && width > 2) {
        surface_put(stage->surface, row, column, glyphs->glyph[GLYPH_FOCUS], ink_on(ROLE_HAND, ground));
    }
}

/* "3→5": of an all-to-all, whose part it is and for whom: what came, else what is still to be sent. */
static void draw_part(const struct stage *stage, int row, int column, int rank, int other, enum role ground)
{
    const int width = stage->place->cell_columns;
    const bool came = stage->walk.holding[rank][other] != 0;
    const bool waits = (stage->walk.waiting[rank] >> other & 1U) != 0;
    const bool leaves = !came && ring_sends(&stage->next, rank, other);
    const int from = came ? other : rank;
    const int to = came ? rank : other;
    const enum role role = leaves ? ROLE_HAND : came ? role_of(stage->scene) : ROLE_DIM;
    char text[VALUE_LENGTH];
    if (!came && !waits) {
        surface_put(stage->surface, row, column + 1, stage->surface->glyphs->glyph[GLYPH_DOT],
                    ink_on(ROLE_FAINT, ground));
        return;
    }
    (void)snprintf(text, sizeof text, width > 3 ? "%c→%c" : "%c%c", ring_letter(from), ring_letter(to));
    struct style style = ink_on(role, ground);
    style.attributes |= came ? ATTRIBUTE_BOLD : 0;
    column = draw_text(stage->surface, row, column, column + width, text, style);
    if (leaves && width >= 3) {
        surface_put(stage->surface, row, column, stage->surface->glyphs->glyph[GLYPH_FOCUS], style);
    }
}

/* ---- a row ---- */

/* The first element of a set. */
static int first_of(walk_set set)
{
    return walk_set_size((set & -set) - 1);
}

/* "5", "4 12", "4 slices", "all". */
static void say_slices(walk_set slices, int ranks, char *text, size_t size)
{
    const int count = walk_set_size(slices);
    if (count == 1) {
        (void)snprintf(text, size, "%d", first_of(slices));
    } else if (count == 2) {
        (void)snprintf(text, size, "%d %d", first_of(slices), first_of(slices & (slices - 1)));
    } else if (count == ranks) {
        (void)snprintf(text, size, "all");
    } else {
        (void)snprintf(text, size, "%d slices", count);
    }
}

/* "5 → rank 1", "all → switch"; empty where a rank sends nothing. */
static void say_sends(const struct stage *stage, int rank, char *text, size_t size)
{
    const bool in_switch = stage->scene->family == FAMILY_IN_SWITCH;
    walk_set slices = 0;
    walk_set to = 0;
    char what[VALUE_LENGTH];
    text[0] = '\0';
    for (int i = 0; i < stage->next.count; i++) {
        const struct walk_message *message = &stage->next.message[i];
        slices |= message->from == rank ? message->slices : 0;
        to |= message->from == rank ? message->to : 0;
    }
    if (slices == 0) {
        return;
    }
    say_slices(slices, stage->walk.setting.ranks, what, sizeof what);
    if (stage->scene->op == OP_ALL_TO_ALL) {
        (void)snprintf(text, size, "→ rank %d", first_of(to));
    } else if (walk_set_size(to) == 1) {
        (void)snprintf(text, size, "%s → rank %d", what, first_of(to));
    } else if (in_switch) {
        (void)snprintf(text, size, "%s → switch", what);
    } else {
        (void)snprintf(text, size, "%s → %d ranks", what, walk_set_size(to));
    }
}

static void draw_rank(const struct stage *stage, int rank, int row)
{
    const struct ring_place *place = stage->place;
    const bool focused = stage->app->focus == FOCUS_TAB && rank == stage->app->ring.rank;
    const enum role ground = focused ? ROLE_SELECT : ROLE_BG;
    char text[TEXT_LENGTH];
    if (focused) {
        const struct rectangle area = {row, place->left - 1, 1, place->end - place->left + 1};
        surface_fill(stage->surface, area, ' ', ink_on(ROLE_TEXT, ground));
        surface_put(stage->surface, row, place->left - 1, stage->surface->glyphs->glyph[GLYPH_FOCUS],
                    ink_on(ROLE_HAND, ground));
    }
    (void)snprintf(text, sizeof text, "rank %d", rank);
    (void)draw_text(stage->surface, row, place->left, place->cell, text, ink_on(ROLE_TEXT, ground));
    for (int slice = 0; slice < stage->walk.setting.ranks; slice++) {
        const int column = place->cell + slice * place->cell_columns;
        if (stage->scene->op == OP_ALL_TO_ALL) {
            draw_part(stage, row, column, rank, slice, ground);
        } else {
            draw_sum(stage, row, column, rank, slice, ground);
        }
    }
    say_sends(stage, rank, text, sizeof text);
    (void)draw_text(stage->surface, row, place->sends + 1, place->end, text, ink_on(ROLE_TEXT, ground));
}

/* Above its column; one sign where columns are narrow. */
static void draw_slice_number(const struct stage *stage, int slice)
{
    const struct ring_place *place = stage->place;
    const int column = place->cell + slice * place->cell_columns;
    char text[VALUE_LENGTH];
    if (place->cell_columns == RING_CELL_LEAST) {
        (void)snprintf(text, sizeof text, "%c", ring_letter(slice));
        (void)draw_text(stage->surface, place->header_row, column, place->end, text, ink(ROLE_DIM));
        return;
    }
    const int digits = snprintf(text, sizeof text, "%d", slice);
    const int end = column + place->cell_columns - 2;
    draw_text_right(stage->surface, place->header_row, column, end < column + digits ? column + digits : end, text,
                    ink(ROLE_DIM));
}

static void draw_matrix(const struct stage *stage)
{
    const struct ring_place *place = stage->place;
    const struct style dim = ink(ROLE_DIM);
    const bool routes = stage->scene->op == OP_ALL_TO_ALL;
    (void)draw_text(stage->surface, place->header_row, place->left, place->cell, routes ? "place" : "slice", dim);
    for (int slice = 0; slice < stage->walk.setting.ranks; slice++) {
        draw_slice_number(stage, slice);
    }
    (void)draw_text(stage->surface, place->header_row, place->sends + 1, place->end,
                    stage->next.count > 0 ? "sends next" : "", dim);
    for (int i = 0; i < place->list_rows; i++) {
        draw_rank(stage, place->first + i, place->list_row + i * place->rank_rows);
    }
}

/* ---- progress ---- */

/* The line of one phase: done steps heavy. */
static void draw_phase_steps(const struct stage *stage, int first, int steps)
{
    const struct ring_place *place = stage->place;
    const int width = place->step_columns > 1 ? place->step_columns - 1 : 1;
    for (int step = first; step < first + steps; step++) {
        const bool done = step < stage->walk.steps_done;
        const int at = place->progress + step * place->step_columns;
        draw_run(stage->surface, place->progress_row, at, at + width, done ? GLYPH_RULE_HEAVY : GLYPH_RULE,
                 ink(done ? ROLE_HAND : ROLE_FAINT));
    }
    if (first > 0) {
        const int at = place->progress + first * place->step_columns - 1;
        surface_put(stage->surface, place->progress_row, at, stage->surface->glyphs->glyph[GLYPH_CROSSING],
                    ink(ROLE_DIM));
    }
}

/* Names of the phases below their steps; only that of the present one where they are longer than that. */
static void draw_phase_names(const struct stage *stage, const struct walk_phases *phases)
{
    const struct ring_place *place = stage->place;
    bool fit = true;
    for (int i = 0; i + 1 < phases->count; i++) {
        const int width = phases->phase[i].steps * place->step_columns;
        fit = fit && draw_columns(stage->surface, phases->phase[i].name) < width;
    }
    int step = 0;
    for (int i = 0; i < phases->count && place->phase_row > 0; i++) {
        const struct walk_phase *phase = &phases->phase[i];
        const bool last = i + 1 == phases->count;
        const int end = step + phase->steps;
        const bool now = stage->walk.steps_done >= step && (stage->walk.steps_done < end || last);
        const int column = place->progress + (fit ? step * place->step_columns : 0);
        if (fit || now) {
            (void)draw_text(stage->surface, place->phase_row, column, place->end, phase->name,
                            ink(now ? ROLE_TEXT : ROLE_DIM));
        }
        step = end;
    }
}

static void draw_progress(const struct stage *stage)
{
    const struct ring_place *place = stage->place;
    const struct walk_phases phases = walk_phases_of(&stage->walk.setting);
    char done[VALUE_LENGTH];
    char all[VALUE_LENGTH];
    (void)snprintf(done, sizeof done, "%d", stage->walk.steps_done);
    (void)snprintf(all, sizeof all, " of %d", walk_steps(&stage->walk.setting));
    const struct piece pieces[] = {
        {"step ", ink(ROLE_DIM)}, {done, ink(ROLE_BRIGHT)}, {all, ink(ROLE_DIM)}, {NULL, ink(ROLE_DIM)}};
    (void)draw_pieces(stage->surface, place->progress_row, place->left, place->end, pieces);
    int step = 0;
    for (int i = 0; i < phases.count; i++) {
        draw_phase_steps(stage, step, phases.phase[i].steps);
        step += phases.phase[i].steps;
    }
    draw_phase_names(stage, &phases);
}

/* "playing 4/s". */
static void say_clock(const struct ring_view *view, char *text, size_t size)
{
    (void)snprintf(text, size, "%s %d/s", view->playing ? "playing" : "paused", ring_speeds[view->speed]);
}

static void draw_together_state(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct rectangle area = layout->tab;
    char text[VALUE_LENGTH];
    say_clock(&app->ring, text, sizeof text);
    draw_text_right(surface, area.row, area.column, area.column + area.columns, text,
                    ink(app->ring.playing ? ROLE_HAND : ROLE_DIM));
}

/* The clock, or what came out. */
static void draw_state(const struct stage *stage)
{
    const struct ring_view *view = &stage->app->ring;
    const struct ring_place *place = stage->place;
    const bool done = stage->walk.steps_done == walk_steps(&stage->walk.setting);
    char text[VALUE_LENGTH];
    if (done) {
        const bool right = walk_is_right(&stage->walk);
        (void)snprintf(text, sizeof text, "%s", right ? "✓ right" : "✗ wrong");
        draw_text_right(stage->surface, place->progress_row, place->progress, place->end, text,
                        ink(right ? ROLE_GOOD : ROLE_BAD));
    } else {
        say_clock(view, text, sizeof text);
        draw_text_right(stage->surface, place->progress_row, place->progress, place->end, text,
                        ink(view->playing ? ROLE_HAND : ROLE_DIM));
    }
}

/* ---- counters ---- */

struct counters {
    char sent[VALUE_LENGTH], sent_all[VALUE_LENGTH];
    char time[VALUE_LENGTH], time_all[VALUE_LENGTH];
    char latency[VALUE_LENGTH], latency_all[VALUE_LENGTH];
    char rate[VALUE_LENGTH];
};

static struct counters counters_of(const struct stage *stage)
{
    const struct ring_scene *scene = stage->scene;
    const struct collective_cost cost = ring_cost(stage->app, scene, scene->family, &scene->drawn);
    const int steps = walk_steps(&stage->walk.setting);
    const struct walk all = walk_at(&stage->walk.setting, steps);
    const double elapsed = ring_elapsed(stage->app, scene, scene->family, stage->walk.steps_done);
    struct counters counters;
    quantity_say(walk_mean_bytes_sent(&stage->walk, scene->size), UNIT_BYTES, counters.sent, VALUE_LENGTH);
    quantity_say(walk_mean_bytes_sent(&all, scene->size), UNIT_BYTES, counters.sent_all, VALUE_LENGTH);
    quantity_say(elapsed, UNIT_SECONDS, counters.time, VALUE_LENGTH);
    quantity_say(cost.seconds, UNIT_SECONDS, counters.time_all, VALUE_LENGTH);
    quantity_say(cost.latency * elapsed / cost.seconds, UNIT_SECONDS, counters.latency, VALUE_LENGTH);
    quantity_say(cost.latency, UNIT_SECONDS, counters.latency_all, VALUE_LENGTH);
    quantity_say(cost.bytes / cost.transfer, UNIT_RATE, counters.rate, VALUE_LENGTH);
    return counters;
}

/* One line where there is no room for more. */
static void draw_counter_line(const struct stage *stage)
{
    const struct counters counters = counters_of(stage);
    const struct style dim = ink(ROLE_DIM);
    const struct style bright = ink(ROLE_BRIGHT);
    char formula[TEXT_LENGTH];
    ring_say_bytes(stage->app, stage->scene, formula, sizeof formula);
    const char *first = strstr(formula, "= ");
    const char *numbers = first != NULL && strstr(first + 1, "= ") != NULL ? first : NULL;
    const struct piece pieces[] = {
        {"sent ", dim},
        {counters.sent, bright},
        {" of ", dim},
        {numbers != NULL ? numbers + 2 : formula, ink(ROLE_TEXT)},
        {"   time ", dim},
        {counters.time, bright},
        {counters.time_all[0] != '\0' ? " of " : "not priced", dim},
        {counters.time_all, ink(ROLE_TEXT)},
        {NULL, dim},
    };
    (void)draw_pieces(stage->surface, stage->place->counter_row, stage->place->left, stage->place->end, pieces);
}

/* Why the Traffic tab has another time, in the blank row below the ranks. */
static void draw_in_step(const struct stage *stage)
{
    const struct ring_place *place = stage->place;
    const int row = place->progress_row - 1;
    char text[TEXT_LENGTH];
    ring_say_in_step(stage->app, stage->scene, text, sizeof text);
    if (row > place->list_row + (place->list_rows - 1) * place->rank_rows) {
        draw_text_right(stage->surface, row, place->left, place->end, text, ink(ROLE_DIM));
    }
}

/* ---- words at the right ---- */

enum { SO_FAR = 14, STEPS_END = 21, BYTES_END = 32 };

static void draw_counter(const struct stage *stage, int row, const char *name, const char *so_far, const char *in_all)
{
    const int left = stage->place->words;
    const int end = stage->place->words_end;
    (void)draw_text(stage->surface, row, left, end, name, ink(ROLE_DIM));
    draw_text_right(stage->surface, row, left, end - SO_FAR + 2, so_far, ink(ROLE_BRIGHT));
    draw_text_right(stage->surface, row, left, end, in_all, ink(ROLE_TEXT));
}

static int draw_counters(const struct stage *stage, int row)
{
    const struct counters counters = counters_of(stage);
    char text[TEXT_LENGTH];
    const bool alike = stage->scene->family == FAMILY_RING || stage->scene->family == FAMILY_HIERARCHICAL;
    draw_counter(stage, row++, "", "so far", "in all");
    draw_counter(stage, row++, alike ? "sent by each rank" : "sent by a rank, mean", counters.sent, counters.sent_all);
    (void)snprintf(text, sizeof text, counters.rate[0] != '\0' ? "time at %s" : "time%s", counters.rate);
    draw_counter(stage, row++, text, counters.time, counters.time_all);
    draw_counter(stage, row++, "of it latency", counters.latency, counters.latency_all);
    return row;
}

/* A family's line: of the whole group, or why there is none. */
static void draw_family(const struct stage *stage, int row, enum ring_family family)
{
    const int left = stage->place->words;
    const int end = stage->place->words_end;
    const bool shown = family == stage->scene->family;
    const bool here = family != FAMILY_IN_SWITCH || ring_switch_adds(stage->app);
    const char *impossible = ring_refusal(stage->scene, family);
    const char *refusal = impossible == NULL && !here ? "no switch here adds" : impossible;
    const struct style style = ink(shown ? ROLE_BRIGHT : refusal != NULL ? ROLE_DIM : ROLE_TEXT);
    const struct collective_cost cost = ring_cost(stage->app, stage->scene, family, &stage->scene->whole);
    char text[VALUE_LENGTH];
    if (shown) {
        surface_put(stage->surface, row, left, stage->surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_GOOD));
    }
    (void)draw_text(stage->surface, row, left + 2, end, ring_family_name(stage->scene, family), style);
    if (refusal != NULL) {
        draw_text_right(stage->surface, row, left + 16, end, refusal, ink(ROLE_DIM));
        return;
    }
    (void)snprintf(text, sizeof text, "%.0f", cost.steps);
    draw_text_right(stage->surface, row, left, left + STEPS_END, text, style);
    quantity_say(cost.bytes, UNIT_BYTES, text, sizeof text);
    draw_text_right(stage->surface, row, left, left + BYTES_END, text, style);
    quantity_say(cost.seconds, UNIT_SECONDS, text, sizeof text);
    draw_text_right(stage->surface, row, left, end, text, style);
}

static void say_library(const struct stage *stage, char *text, size_t size)
{
    const struct ring_scene *scene = stage->scene;
    const struct collective_cost cost = collective_time(scene->op, scene->size, &scene->whole, &stage->app->now);
    char time[VALUE_LENGTH];
    char from[VALUE_LENGTH];
    quantity_say(cost.seconds, UNIT_SECONDS, time, sizeof time);
    const double switchover = stage->app->ring.switchover;
    if (isfinite(switchover)) {
        quantity_say(switchover, UNIT_BYTES, from, sizeof from);
        (void)snprintf(text, size, "library: %s %s %s %s", choice_name(&algorithm_names, (int)cost.algorithm), time,
                       scene->size < switchover ? "below" : "from", from);
    } else {
        (void)snprintf(text, size, "library: %s %s", choice_name(&algorithm_names, (int)cost.algorithm), time);
    }
}

static void draw_words(const struct stage *stage)
{
    const int left = stage->place->words;
    const int end = stage->place->words_end;
    const int last = stage->place->phase_row;
    const bool airy = last - stage->place->header_row >= 13;
    const struct style dim = ink(ROLE_DIM);
    char text[TEXT_LENGTH];
    int row = draw_counters(stage, stage->place->header_row) + (airy ? 1 : 0);
    ring_say_bytes(stage->app, stage->scene, text, sizeof text);
    (void)draw_text(stage->surface, row++, left, end, text, ink(ROLE_TEXT));
    ring_say_steps(stage->scene, text, sizeof text);
    (void)draw_text(stage->surface, row++, left, end, text, ink(ROLE_TEXT));
    row += airy ? 1 : 0;
    if (stage->scene->folded) {
        (void)snprintf(text, sizeof text, "%d ranks by", stage->scene->whole.ranks);
    } else {
        (void)snprintf(text, sizeof text, "the same by");
    }
    (void)draw_text(stage->surface, row, left, end, text, dim);
    draw_text_right(stage->surface, row, left, left + STEPS_END, "steps", dim);
    draw_text_right(stage->surface, row, left, left + BYTES_END, "a rank", dim);
    draw_text_right(stage->surface, row++, left, end, "time", dim);
    for (int family = 0; family < FAMILY_COUNT; family++) {
        draw_family(stage, row++, (enum ring_family)family);
    }
    say_library(stage, text, sizeof text);
    (void)draw_text(stage->surface, row++, left, end, text, dim);
    ring_say_in_step(stage->app, stage->scene, text, sizeof text);
    if (row <= last + 1) {
        (void)draw_text(stage->surface, row, left, end, text, dim);
    }
}

/* ---- the whole ---- */

static void draw_title_line(const struct app *app, struct surface *surface, const struct layout *layout,
                            const struct ring_scene *scene)
{
    const struct style dim = ink(ROLE_DIM);
    const struct style bright = ink(ROLE_BRIGHT);
    const int left = layout->tab.column;
    const int end = left + layout->tab.columns;
    const bool wide = layout->tab.columns >= 100;
    char ranks[VALUE_LENGTH];
    char group[TEXT_LENGTH];
    char size[VALUE_LENGTH];
    (void)snprintf(ranks, sizeof ranks, "%d ranks", scene->drawn.ranks);
    ring_say_group(scene, group, sizeof group);
    quantity_say(scene->size, UNIT_BYTES, size, sizeof size);
    const struct piece pieces[] = {
        {ring_operation_name(scene->op), bright},
        {" · ", dim},
        {app->ring.together ? "all algorithms" : ring_family_name(scene, scene->family), ink(ROLE_TEXT)},
        {" · ", dim},
        {ranks, bright},
        {app->ring.together && !wide ? "" : " ", dim},
        {app->ring.together && !wide ? "" : group, dim},
        {" · ", dim},
        {size, bright},
        {wide ? " of " : " ", dim},
        {wide ? ring_message_name(scene->part) : "", dim},
        {NULL, dim},
    };
    (void)draw_pieces(surface, layout->tab.row, left, end, pieces);
}

void ring_draw(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct ring_scene scene = ring_scene_of(app);
    const struct ring_place place = ring_place_for(layout, &scene, app->ring.rank);
    if (!scene.found) {
        (void)draw_text(surface, layout->tab.row, layout->tab.column, layout->tab.column + layout->tab.columns,
                        "No group has two ranks: raise the GPUs, or TP.", ink(ROLE_DIM));
        return;
    }
    draw_title_line(app, surface, layout, &scene);
    if (app->ring.together) {
        draw_together_state(app, surface, layout);
        ring_draw_together(app, surface, layout, &scene);
        return;
    }
    const struct walk_setting setting = ring_setting(&scene, scene.family);
    const struct walk walk = walk_at(&setting, app->ring.step);
    const struct stage stage = {app, surface, &scene, &place, walk, walk_messages_of(&walk)};
    draw_matrix(&stage);
    if (place.progress_row > 0) {
        draw_progress(&stage);
        draw_state(&stage);
    }
    if (place.counter_row > 0) {
        draw_counter_line(&stage);
        draw_in_step(&stage);
    }
    if (place.words > 0) {
        draw_words(&stage);
    }
}
