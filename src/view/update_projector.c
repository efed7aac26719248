/* update_projector.c: the held slider, where nothing else can be pointed at. */
#include "view/change.h"
#include "view/update.h"

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
void update_hold_next(struct app *app)
{
    const struct sliders sliders = sliders_of(app);
    const struct parameter *focused = update_focused_row(app).parameter;
    int next = 0;
    for (int i = 0; i < sliders.count; i++) {
        if (app->held != NULL && sliders.parameter[i] == app->held) {
            next = (i + 1) % sliders.count;
        } else if (app->held == NULL && sliders.parameter[i] == focused) {
            next = i;
        }
    }
    if (sliders.count > 0) {
        app->held = sliders.parameter[next];
        (void)update_focus_parameter(app, app->held);
    }
}

void update_projector(struct app *app, enum action action)
{
    if (action == ACTION_NEXT_SLIDER || app->held == NULL) {
        update_hold_next(app);
        return;
    }
    switch (action) {
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
        change_reset(app, app->held);
        break;
    default:
        break;
    }
}
