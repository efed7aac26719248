/* update_memory.c: keys and mouse on the Memory tab. */
#include "core/strategy.h"
#include "view/change.h"
#include "view/memory_view.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/within.h"

#include <stdio.h>
#include <string.h>

static bool on_components(const struct app *app)
{
    return app->memory.column == MEMORY_COMPONENTS_COLUMN;
}

static void move_row(struct app *app, int by)
{
    const int count = on_components(app) ? memory_components_of(app->now.mode).count : ZERO_COUNT;
    app->memory.row = within(app->memory.row + by, 0, count - 1);
}

static void move_column(struct app *app, int by)
{
    const int column = app->memory.column + by;
    if (column >= MEMORY_COMPONENTS_COLUMN && column < app->memory.recomputes) {
        app->memory.column = column;
        move_row(app, 0);
    }
}

/* An engine has neither stages nor choices; nothing can be applied to a component, nor to a stage of the pipeline. */
enum key_context memory_context(const struct app *app)
{
    if (app->memory.recomputes == 0) {
        return CONTEXT_MEMORY;
    }
    if (app->memory.by_stage) {
        return CONTEXT_MEMORY_STAGES;
    }
    return on_components(app) ? CONTEXT_MEMORY_TABLES : CONTEXT_MEMORY_CHOICE;
}

/* Take the stage and the recomputation of a cell, as one undo step. */
static void apply(struct app *app)
{
    const struct memory_view *view = &app->memory;
    if (on_components(app)) {
        update_open_explain(app);
        return;
    }
    const struct scenario scenario = memory_scenario(app, view->row, view->column);
    if (!view->choice[view->row][view->column].valid) {
        const struct reasons reasons = strategy_reasons(&scenario);
        change_complain(app, "%s", reasons.count > 0 ? reasons.text[0] : "This cannot run.");
        return;
    }
    change_layout(app, &scenario);
    change_say(app, "ZeRO %s, recompute %s. u takes it back.", choice_name(&zero_names, view->row),
               choice_name(&recompute_names, (int)view->recompute[view->column]));
}

static void toggle_stages(struct app *app)
{
    struct memory_view *view = &app->memory;
    if (view->stages == 0) {
        change_say(app, "Stages are told apart in training.");
        return;
    }
    view->by_stage = !view->by_stage;
    if (view->by_stage && view->stages == 1) {
        change_say(app, "PP 1: one stage holds all of it.");
    }
}

/* By stage the arrows move among the stages, and nothing can be applied. */
static void update_stages(struct app *app, enum action action)
{
    struct memory_view *view = &app->memory;
    view->stage_row = within(view->stage_row + action_steps_of(action).rows, 0, view->stages - 1);
    if (action == ACTION_ACCEPT) {
        update_open_explain(app);
    }
}

void memory_update(struct app *app, enum action action)
{
    if (action == ACTION_STAGES) {
        toggle_stages(app);
        return;
    }
    if (app->memory.by_stage) {
        update_stages(app, action);
        return;
    }
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        move_row(app, action_steps_of(action).rows);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_column(app, action_steps_of(action).columns);
        break;
    case ACTION_ACCEPT:
        apply(app);
        break;
    default:
        break;
    }
}

/* A click puts a cell or a component in focus; the second one applies or explains it. */
void memory_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct memory_place place = memory_place_for(layout, app->memory.recomputes);
    const int row = event->row - place.list_row;
    const bool in_cells = event->column >= place.cells;
    const int column = in_cells ? (event->column - place.cells) / place.cell_width : MEMORY_COMPONENTS_COLUMN;
    const int rows = in_cells ? ZERO_COUNT : memory_components_of(app->now.mode).count;
    app->focus = FOCUS_TAB;
    if (app->memory.by_stage) {
        const struct memory_stage_place stages = memory_stage_place_for(&place, &app->memory);
        const int line = event->row - stages.list_row;
        const bool is_stage = line >= 0 && line < stages.list_rows && stages.scroll + line < app->memory.stages;
        app->memory.stage_row = is_stage ? stages.scroll + line : app->memory.stage_row;
        return;
    }
    if (row < 0 || row >= rows || row >= place.list_rows || column >= place.cells_shown ||
        (!in_cells && event->column >= place.stage)) {
        return;
    }
    const bool again = app->memory.row == row && app->memory.column == column;
    app->memory.row = row;
    app->memory.column = column;
    if (again) {
        apply(app);
    }
}

struct explained memory_explain(const struct app *app)
{
    const struct memory_components components = memory_components_of(app->now.mode);
    if (!app->memory.by_stage && on_components(app) && app->memory.row < components.count) {
        return (struct explained){.metric = components.metric[app->memory.row]};
    }
    return explained_metric("memory.total");
}

struct tab_scenario memory_selected(const struct app *app)
{
    const struct memory_view *view = &app->memory;
    if (view->by_stage || on_components(app) || !view->choice[view->row][view->column].valid) {
        return (struct tab_scenario){.found = false};
    }
    return (struct tab_scenario){.found = true, .scenario = memory_scenario(app, view->row, view->column)};
}

static const char *const stage_help[ZERO_COUNT] = {
    "every replica holds all of its weights, gradients and optimizer state",
    "replicas divide the optimizer state among them",
    "replicas divide gradients and optimizer state, and scatter gradients in every micro-batch",
    "replicas divide weights, gradients and optimizer state, and gather weights layer by layer",
};

/* What a stage holds that others hold more or less of. */
static void describe_stage(const struct memory_view *view, struct tab_words *words)
{
    const struct memory *memory = &view->stage[view->stage_row];
    const struct {
        const char *name;
        double bytes;
    } parts[] = {{"weights", memory->weights},
                 {"gradients", memory->gradients},
                 {"optimizer", memory->optimizer},
                 {"activations", memory->activations},
                 {"logits", memory->logits}};
    (void)snprintf(words->name, sizeof words->name, "stage %d", view->stage_row + 1);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const size_t used = strlen(words->text);
        const struct quantity_text size = quantity_display(parts[i].bytes, UNIT_BYTES);
        (void)snprintf(words->text + used, sizeof words->text - used, "%s%s %s %s", i > 0 ? " · " : "", parts[i].name,
                       size.number, size.unit);
    }
}

struct tab_words memory_describe(const struct app *app)
{
    const struct memory_view *view = &app->memory;
    struct tab_words words = {.name = ""};
    if (view->by_stage) {
        describe_stage(view, &words);
        return words;
    }
    if (on_components(app)) {
        const struct metric *metric = memory_components_of(app->now.mode).metric[view->row];
        (void)snprintf(words.name, sizeof words.name, "%s", metric->label);
        (void)snprintf(words.text, sizeof words.text, "%s · x opens the formula", metric->meaning);
        return words;
    }
    (void)snprintf(words.name, sizeof words.name, "ZeRO-%s", choice_name(&zero_names, view->row));
    const bool is_present =
        view->row == (int)app->now.strategy.zero && view->recompute[view->column] == app->now.strategy.recompute;
    (void)snprintf(words.text, sizeof words.text, "%s · %s", stage_help[view->row],
                   is_present ? "the present choice" : "Enter applies it");
    return words;
}
