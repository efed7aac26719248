/* change.c: changes, undo and redo. */
#include "view/change.h"

#include "core/change.h"
#include "core/metrics.h"
#include "core/notes.h"
#include "core/strategy.h"
#include "view/lesson_view.h"
#include "view/parts.h"
#include "view/tabs.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void change_say(struct app *app, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    app->message_bad = false;
}

void change_complain(struct app *app, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    app->message_bad = true;
}

void change_hush(struct app *app)
{
    app->message[0] = '\0';
    app->message_bad = false;
}

void change_say_note(struct app *app)
{
    const int count = app->invalid ? app->reasons.count : app->notes.count;
    if (count == 0) {
        change_say(app, "There is no note on this result.");
        return;
    }
    const int note = app->note % count;
    const char *text = app->invalid ? app->reasons.text[note] : app->notes.text[note];
    if (count == 1) {
        change_say(app, "%s", text);
    } else {
        change_say(app, "%d of %d: %s", note + 1, count, text);
    }
    app->message_bad = app->invalid;
    app->note = note + 1;
}

static void follow_axis(struct app *app)
{
    const struct result *baseline = app_baseline(app);
    double longest = parts_longest(&app->result);
    if (baseline != NULL) {
        longest = fmax(longest, parts_longest(baseline));
    }
    if (measured_has_bar(&app->comparison)) {
        longest = fmax(longest, app->comparison.step);
    }
    app->axis = axis_follow(app->axis, longest, app->button_down ? AXIS_GROWS : AXIS_GROWS_AND_SHRINKS);
}

/* The baseline and what is pinned follow the mode, so that like is compared with like. */
static void price_baseline(struct app *app)
{
    if (app->has_baseline && app->baseline.mode != app->now.mode) {
        app->baseline.mode = app->now.mode;
        app->baseline_result = evaluate_all(&app->baseline);
    }
    for (int i = 0; i < app->compare.pins; i++) {
        struct pinned *pin = &app->compare.pin[i];
        if (pin->scenario.mode != app->now.mode) {
            pin->scenario.mode = app->now.mode;
            pin->result = evaluate_all(&pin->scenario);
        }
    }
}

bool change_verdict_leads(const struct app *app)
{
    return !app->result.memory.fits && !lesson_leaves_memory_aside(app);
}

/* Room for a note before all others but one: that it does not fit matters more. */
static char *first_note(struct app *app)
{
    return notes_insert(&app->notes, !change_verdict_leads(app) || app->notes.count == 0 ? 0 : 1);
}

/* The notes on the result. That it does not fit comes first, but in a lesson that leaves memory aside: there last. */
static void take_notes(struct app *app)
{
    app->notes = notes_of(&app->now, &app->result);
    if (!app->result.memory.fits && !change_verdict_leads(app)) {
        const struct notes notes = app->notes;
        for (int i = 0; i < notes.count; i++) {
            memcpy(app->notes.text[i], notes.text[(i + 1) % notes.count], sizeof notes.text[0]);
        }
    }
}

/* What alone would explain a step that is off. */
static void note_explanations(struct app *app)
{
    const struct comparison *comparison = &app->comparison;
    if (comparison->verdict == COMPARISON_AS_FORECAST || !measured_has_bar(comparison)) {
        return;
    }
    const struct changes changes = changes_explaining(&app->now, &app->result, comparison->step);
    if (changes.count > 0) {
        changes_print(first_note(app), NOTE_LENGTH, &changes);
    }
}

/* What the user measured, with the verdict of `report --measured` and what would explain it. */
static void note_comparison(struct app *app)
{
    app->comparison = measured_compare(&app->measured, &app->now, &app->result);
    if (app->comparison.metric != NULL && measured_typed_in(&app->measured, app->now.mode).metric != NULL) {
        note_explanations(app);
        comparison_print_ratio(first_note(app), NOTE_LENGTH, &app->comparison);
    }
}

/* Steps of different batches are no steps to compare, and an automatic batch follows the replicas. */
static void note_batches(struct app *app)
{
    const struct metric *batch = metric_find("batch.global");
    const struct result *baseline = app_baseline(app);
    const double now = metric_get(batch, &app->result);
    const double before = baseline == NULL ? now : metric_get(batch, baseline);
    if (app->now.mode != MODE_TRAINING || isnan(now) || now == before) {
        return;
    }
    (void)snprintf(first_note(app), NOTE_LENGTH,
                   "A step of %.0f sequences beside the baseline's of %.0f: compare tok/s and MFU, or type the batch.",
                   now, before);
}

void change_price(struct app *app)
{
    if (app->held != NULL && !parameter_applies(app->held, &app->now)) {
        app->held = NULL;
    }
    app->reasons = strategy_reasons(&app->now);
    app->invalid = !strategy_valid(&app->now);
    app->repairs = repairs_of(&app->now);
    app->note = 0;
    price_baseline(app);
    if (!app->invalid) {
        if (app->result.mode != app->now.mode) {
            app->axis = (struct axis){.frozen = app->axis.frozen}; /* a token takes a thousandth of a training step */
            app->parts_kept = (struct part_set){.has = {false}};
        }
        app->result = evaluate_all(&app->now);
        take_notes(app);
        note_batches(app);
        note_comparison(app);
        app->sensitivities = sensitivity_of(&app->now);
    }
    follow_axis(app);
    if (tab_of(app)->refresh != NULL) {
        tab_of(app)->refresh(app);
    }
    if (app->overlay == OVERLAY_EXPLAIN && app->about.row) {
        explained_follow(app);
    }
}

static void keep_step(struct app *app, int step)
{
    app->history.now[step % UNDO_DEPTH] = app->now;
    app->history.preset[step % UNDO_DEPTH] = app->preset;
    app->history.setting[step % UNDO_DEPTH] = app->lesson.setting;
    app->history.swaps[step % UNDO_DEPTH] = false;
    app->history.measured[step % UNDO_DEPTH] = app->measured;
}

void change_start(struct app *app)
{
    app->history.first = app->history.at = app->history.last = 0;
    keep_step(app, 0);
    change_price(app);
}

void change_commit(struct app *app, enum undo_step step)
{
    if (step == UNDO_NEW) {
        app->history.at++;
    }
    app->history.last = app->history.at;
    if (app->history.last - app->history.first >= UNDO_DEPTH) {
        app->history.first = app->history.last - UNDO_DEPTH + 1;
    }
    keep_step(app, app->history.at);
    change_price(app);
}

/* Something else is moved than before: the axes as they are now are those that it is put back to, and the parts that
 * have rows keep them. */
static void take_up_picture(struct app *app)
{
    const struct layout layout = app_layout(app);
    const struct part_rows rows = app_part_rows(app, layout.parts_capacity);
    app->axis = axis_take_up(app->axis);
    app->sweep.axis = axis_take_up(app->sweep.axis);
    app->parts_kept = part_rows_set(&rows);
}

/* Another picture has an axis and rows of its own. */
static void forget_picture(struct app *app)
{
    app->axis = axis_forget(app->axis);
    app->parts_kept = (struct part_set){.has = {false}};
}

bool change_value(struct app *app, const struct parameter *parameter, double value, enum undo_step step)
{
    if (app->held != parameter) {
        take_up_picture(app);
    }
    app->held = parameter;
    if (parameter_get(parameter, &app->now) == value) {
        return false;
    }
    parameter_set(parameter, &app->now, value);
    change_hush(app);
    change_commit(app, step);
    return true;
}

void change_mode(struct app *app)
{
    static const char *const meanings[MODE_COUNT] = {
        [MODE_TRAINING] = "A training step.",
        [MODE_PREFILL] = "Prefill: prompts are read, to the first token.",
        [MODE_DECODE] = "Decode: a token of every sequence.",
    };
    const enum mode mode = (enum mode)(((int)app->now.mode + MODE_COUNT - 1) % MODE_COUNT);
    const int next = ((int)mode + MODE_COUNT - 1) % MODE_COUNT;
    app->now.mode = mode;
    app->preset.mode = mode; /* another question, no edited value */
    app->part = 0;
    map_view_start(app);
    change_commit(app, UNDO_NEW);
    change_say(app, "%s M goes on to %s.", meanings[mode], choice_name(&mode_names, next));
}

void change_reset(struct app *app, const struct parameter *parameter)
{
    (void)change_value(app, parameter, parameter_get(parameter, &app->preset), UNDO_NEW);
}

static bool same_value(const struct parameter *parameter, const struct scenario *one, const struct scenario *other)
{
    return parameter_get(parameter, one) == parameter_get(parameter, other);
}

void change_reset_pane(struct app *app, enum parameter_pane pane)
{
    int count = 0;
    for (int i = 0; i < parameter_count; i++) {
        if (parameters[i].pane == pane && parameters[i].row > 0 &&
            !same_value(&parameters[i], &app->now, &app->preset)) {
            parameter_set(&parameters[i], &app->now, parameter_get(&parameters[i], &app->preset));
            count++;
        }
    }
    if (count > 0) {
        change_commit(app, UNDO_NEW);
    }
    if (count == 0) {
        change_say(app, "Nothing to reset: every value of this pane is its preset's.");
    } else {
        change_say(app, count == 1 ? "%d value is back at its preset." : "%d values are back at their presets.", count);
    }
}

void change_layout(struct app *app, const struct scenario *layout)
{
    app->now.strategy = layout->strategy;
    app->now.serving.decode_batch = layout->serving.decode_batch;
    app->now.cluster.gpus = layout->cluster.gpus;
    take_up_picture(app);
    change_hush(app);
    change_commit(app, UNDO_NEW);
}

void change_baseline(struct app *app, const struct scenario *scenario, const struct scenario *preset)
{
    app->has_baseline = scenario != NULL;
    if (scenario != NULL) {
        app->baseline = *scenario;
        app->baseline_preset = *preset;
        app->baseline_result = evaluate_all(scenario);
    }
    change_price(app);
}

void change_swap(struct app *app)
{
    if (!app->has_baseline) {
        change_say(app, "There is no baseline to exchange with: b pins one.");
        return;
    }
    const struct scenario now = app->baseline;
    const struct scenario preset = app->baseline_preset;
    change_baseline(app, &app->now, &app->preset);
    change_scenario(app, &now, &preset);
    app->history.swaps[app->history.at % UNDO_DEPTH] = true;
    change_say(app, "The baseline and this state have changed places.");
}

static void return_to_step(struct app *app, int step)
{
    const int crossed = step > app->history.at ? step : app->history.at;
    if (app->history.swaps[crossed % UNDO_DEPTH] && app->has_baseline) {
        change_baseline(app, &app->now, &app->preset);
    }
    app->history.at = step;
    app->now = app->history.now[step % UNDO_DEPTH];
    app->preset = app->history.preset[step % UNDO_DEPTH];
    app->lesson.setting = app->history.setting[step % UNDO_DEPTH];
    app->measured = app->history.measured[step % UNDO_DEPTH];
    change_hush(app);
    forget_picture(app);
    change_price(app);
}

void change_undo(struct app *app)
{
    if (app->history.at == app->history.first) {
        change_say(app, "Nothing to undo.");
        return;
    }
    return_to_step(app, app->history.at - 1);
}

void change_redo(struct app *app)
{
    if (app->history.at == app->history.last) {
        change_say(app, "Nothing to redo.");
        return;
    }
    return_to_step(app, app->history.at + 1);
}

static bool is_same_scenario(const struct scenario *one, const struct scenario *other)
{
    for (int i = 0; i < parameter_count; i++) {
        if (!same_value(&parameters[i], one, other)) {
            return false;
        }
    }
    return true;
}

bool change_is_edited(const struct app *app)
{
    return !is_same_scenario(&app->now, &app->preset);
}

static bool figure_is_unsaved(const struct app *app)
{
    const struct measured_figure *typed = &app->measured.typed;
    return typed->metric != NULL &&
           (typed->metric != app->saved_figure.metric || typed->value != app->saved_figure.value);
}

bool change_is_unsaved(const struct app *app)
{
    return figure_is_unsaved(app) || (change_is_edited(app) && !is_same_scenario(&app->now, &app->saved));
}

void change_scenario(struct app *app, const struct scenario *now, const struct scenario *preset)
{
    app->now = *now;
    app->preset = *preset;
    change_hush(app);
    forget_picture(app);
    change_commit(app, UNDO_NEW);
}

struct choice_of_preset change_choice(const struct app *app, const struct profile *profile)
{
    struct choice_of_preset choice = {.preset = app->preset};
    (void)profile_apply(profile, app->catalogue, &choice.preset);
    choice.now = choice.preset;
    if (profile->kind == PROFILE_SCENARIO) {
        return choice;
    }
    for (int i = 0; i < parameter_count; i++) {
        if (!same_value(&parameters[i], &app->now, &app->preset)) {
            parameter_set(&parameters[i], &choice.now, parameter_get(&parameters[i], &app->now));
            choice.kept++;
        }
    }
    return choice;
}

void change_choose(struct app *app, const struct profile *profile)
{
    const struct choice_of_preset choice = change_choice(app, profile);
    if (profile->kind == PROFILE_MODEL || profile->kind == PROFILE_SCENARIO) {
        app->measured = (struct measured){.typed = profile->figure, .mode = choice.now.mode};
        app->saved_figure = profile->figure;
    }
    change_scenario(app, &choice.now, &choice.preset);
}

void change_open_run(struct app *app, struct found_run run)
{
    app->measured = (struct measured){.published = run};
    change_scenario(app, &run.run->scenario, &run.run->scenario);
}

bool change_is_published_run(const struct app *app)
{
    return app->measured.published.run != NULL && !change_is_edited(app);
}

void change_measured(struct app *app, struct measured_figure figure)
{
    app->measured.typed = figure;
    app->measured.mode = app->now.mode;
    change_hush(app);
    change_commit(app, UNDO_NEW);
}
