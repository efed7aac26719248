/* update_projector.c: the held slider, where nothing else can be pointed at. */
#include "view/change.h"
#include "view/update.h"
#include "view/value.h"

enum { NAME_COLUMNS = 14 };

/* The sliders of all panes, in the order of the screen. */
struct sliders {
    const struct parameter *parameter[PANE_COUNT * PANE_ROWS];
    int count;
};

static struct sliders sliders_of(const struct app *app)
{
    struct sliders sliders = {.count = 0};
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        const struct pane_rows rows = pane_rows_of(&app->now, (enum parameter_pane)pane, SIZE_FULL);
        for (int i = 0; i < rows.count; i++) {
            const struct parameter *parameter = rows.row[i].kind == ROW_PARAMETER ? rows.row[i].parameter : NULL;
            if (parameter != NULL && (parameter->kind == KIND_REAL || parameter->kind == KIND_INTEGER)) {
                sliders.parameter[sliders.count++] = parameter;
            }
        }
    }
    return sliders;
}

/* From none the one in focus, else the first. */
static void hold_beside(struct app *app, int by)
{
    const struct sliders sliders = sliders_of(app);
    const struct parameter *focused = update_focused_row(app).parameter;
    int next = 0;
    for (int i = 0; i < sliders.count; i++) {
        if (app->held != NULL && sliders.parameter[i] == app->held) {
            next = (i + by + sliders.count) % sliders.count;
        } else if (app->held == NULL && sliders.parameter[i] == focused) {
            next = i;
        }
    }
    if (sliders.count > 0) {
        app->held = sliders.parameter[next];
        (void)update_focus_parameter(app, app->held);
    }
}

void update_hold_next(struct app *app)
{
    hold_beside(app, 1);
}

static void reset_held(struct app *app)
{
    const int before = app->history.at;
    change_reset(app, app->held);
    if (app->history.at == before) {
        change_say(app, "Nothing to reset: %s is the preset's.", value_name(&app->now, app->held, NAME_COLUMNS));
    }
}

void update_projector(struct app *app, enum action action)
{
    if (app->held == NULL) {
        update_hold_next(app);
        return;
    }
    switch (action) {
    case ACTION_NEXT_SLIDER:
        hold_beside(app, 1);
        break;
    case ACTION_PREVIOUS_SLIDER:
        hold_beside(app, -1);
        break;
    case ACTION_FINE_MINUS:
        update_step(app, app->held, STEP_FINE, -1);
        break;
    case ACTION_FINE_PLUS:
        update_step(app, app->held, STEP_FINE, 1);
        break;
    case ACTION_COARSE_MINUS:
        update_step(app, app->held, STEP_COARSE, -1);
        break;
    case ACTION_COARSE_PLUS:
        update_step(app, app->held, STEP_COARSE, 1);
        break;
    case ACTION_RESET:
        reset_held(app);
        break;
    default:
        break;
    }
}
