/* update_decode.c: keys and mouse on the Decode tab. */
#include "core/metrics.h"
#include "view/change.h"
#include "view/decode_place.h"
#include "view/decode_view.h"
#include "view/tabs.h"
#include "view/update.h"

#include <math.h>
#include <stdio.h>

/* A training step is not what is applied to: the tab shows it served. */
static bool serves(struct app *app)
{
    if (app->now.mode == MODE_TRAINING) {
        change_say(app, "This is a training step: M goes on to decode, where choices apply.");
        return false;
    }
    return true;
}

/* The sizes, then the parts of the one in focus. */
static void move(struct app *app, int by)
{
    struct decode_view *view = &app->decode;
    const int sizes = view->scaling.count;
    const int place = (view->part < 0 ? decode_size_of(app) : sizes + view->part) + by;
    if (place < 0 || place >= sizes + view->rows.count) {
        return;
    }
    view->part = place < sizes ? -1 : place - sizes;
    if (place < sizes) {
        decode_view_choose(app, place);
    }
}

static void apply_size(struct app *app)
{
    const struct scaling_row *row = decode_row_of(app);
    if (!row->valid) {
        change_complain(app, "%s", row->reason);
        return;
    }
    app->decode.size = -1;
    (void)change_value(app, parameter_find("tp"), row->tp, UNDO_NEW);
}

static void apply(struct app *app)
{
    const struct decode_view *view = &app->decode;
    if (!serves(app)) {
        return;
    }
    if (view->part < 0) {
        apply_size(app);
        return;
    }
    const struct give_back found = view->give_back[view->part];
    if (found.parameter == NULL) {
        change_say(app, "No choice would give any of it back.");
        return;
    }
    (void)change_value(app, found.parameter, found.value, UNDO_NEW);
}

static void say_why_not_explained(struct app *app)
{
    if (!decode_row_of(app)->valid) {
        change_complain(app, "%s", decode_row_of(app)->reason);
    }
}

static void turn(struct app *app, const char *key)
{
    if (serves(app)) {
        update_toggle(app, parameter_find(key));
    }
}

enum key_context decode_context(const struct app *app)
{
    return app->now.mode == MODE_TRAINING ? CONTEXT_DECODE : CONTEXT_DECODE_SERVED;
}

void decode_update(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        move(app, action_steps_of(action).rows);
        break;
    case ACTION_ACCEPT:
        apply(app);
        break;
    case ACTION_EXPLAIN:
        say_why_not_explained(app);
        break;
    case ACTION_LIBRARY:
        turn(app, "collective.library");
        break;
    case ACTION_ENGINE:
        turn(app, "serving.style");
        break;
    default:
        break;
    }
}

/* A click puts the focus on a row, the second one applies it. */
void decode_press(struct app *app, const struct layout *layout, const struct event *event)
{
    struct decode_view *view = &app->decode;
    const struct decode_place place = decode_place_for(layout);
    const int size = event->row - place.list_row;
    const int part = event->row - place.parts_row;
    const bool was_here = app->focus == FOCUS_TAB;
    app->focus = FOCUS_TAB;
    if (size >= 0 && size < view->scaling.count) {
        const bool again = was_here && view->part < 0 && size == decode_size_of(app);
        view->part = -1;
        decode_view_choose(app, size);
        if (again) {
            apply(app);
        }
    } else if (place.parts_title_row > 0 && part >= 0 && part < view->rows.count) {
        const bool again = was_here && view->part == part;
        view->part = part;
        if (again) {
            apply(app);
        }
    }
}

void decode_wheel(struct app *app, const struct layout *layout, const struct event *event)
{
    (void)layout;
    move(app, event->amount > 0 ? -1 : 1);
}

struct explained decode_explain(const struct app *app)
{
    const struct decode_view *view = &app->decode;
    if (!decode_row_of(app)->valid) {
        return (struct explained){.metric = NULL};
    }
    if (view->part >= 0 && view->part < view->rows.count) {
        return explained_metric(step_parts[view->rows.part[view->part]].exposed);
    }
    return explained_metric(view->served.mode == MODE_PREFILL ? "prefill.time" : "decode.time");
}

/* Which sequences a size that does not fit is priced for. */
static void describe_misfit(const struct decode_view *view, const struct scaling_row *row, struct tab_words *words)
{
    const double fit = floor(row->result.inference.pool.batch_limit);
    if (!scaling_runs_fewer(&view->served, row)) {
        (void)snprintf(words->text, sizeof words->text, "does not fit in memory; priced all the same");
    } else if (fit >= 1.0) {
        (void)snprintf(words->text, sizeof words->text, "priced for the %.0f of %d sequences that fit in memory", fit,
                       view->served.serving.decode_batch);
    } else {
        (void)snprintf(words->text, sizeof words->text,
                       "priced for 1 of %d sequences, though not even one fits in memory",
                       view->served.serving.decode_batch);
    }
}

/* What Enter does with a size. */
static const char *enter_words(const struct app *app, const struct scaling_row *row)
{
    return app->now.mode == MODE_TRAINING    ? "M goes on to decode, where it can be applied"
           : row->tp == app->now.strategy.tp ? "the present size"
                                             : "Enter applies it";
}

struct tab_words decode_describe(const struct app *app)
{
    const struct decode_view *view = &app->decode;
    const struct scaling_row *row = decode_row_of(app);
    struct tab_words words = {.name = ""};
    if (view->part >= 0 && view->part < view->rows.count) {
        const struct step_part *part = &step_parts[view->rows.part[view->part]];
        (void)snprintf(words.name, sizeof words.name, "%s", part->label);
        (void)snprintf(words.text, sizeof words.text, "%s", metric_find(part->exposed)->meaning);
        return words;
    }
    (void)snprintf(words.name, sizeof words.name, "TP %d", row->tp);
    if (row->valid && !row->fits) {
        describe_misfit(view, row, &words);
        return words;
    }
    if (!row->valid) {
        (void)snprintf(words.text, sizeof words.text, "%s", row->reason);
        return words;
    }
    char bound[TAB_WORDS / 4];
    quantity_say(row->result.inference.one_card, UNIT_SECONDS, bound, sizeof bound);
    (void)snprintf(words.text, sizeof words.text, "%s%s · %s",
                   row->tp > app->now.cluster.scaleup.size ? "leaves the scale-up domain: its sums cross the NICs"
                                                           : "speed-up over one card's bound of ",
                   row->tp > app->now.cluster.scaleup.size ? "" : bound, enter_words(app, row));
    return words;
}

struct tab_scenario decode_selected(const struct app *app)
{
    const struct scaling_row *row = decode_row_of(app);
    return (struct tab_scenario){
        .found = app->now.mode != MODE_TRAINING && row->valid && app->decode.part < 0,
        .scenario = scaling_scenario(&app->now, row->tp),
    };
}

/* A part of any size, and of a training step its model served. */
struct tab_scenario decode_about(const struct app *app)
{
    const struct scaling_row *row = decode_row_of(app);
    const bool is_present = app->now.mode != MODE_TRAINING && row->tp == app->now.strategy.tp;
    return (struct tab_scenario){.found = row->valid && !is_present,
                                 .scenario = scaling_scenario(&app->decode.served, row->tp)};
}
