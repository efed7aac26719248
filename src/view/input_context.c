/* input_context.c: the focus as a key context. */
#include "view/input_context.h"

#include "view/overlays.h"
#include "view/tabs.h"
#include "view/update.h"

/* A row of an input pane. */
static enum key_context row_context(const struct app *app)
{
    const struct pane_row row = update_focused_row(app);
    switch (row.kind) {
    case ROW_PRESET:
        return CONTEXT_PRESET;
    case ROW_OVERLAP:
        return CONTEXT_SWITCH;
    case ROW_PARAMETER:
        return row.parameter->kind == KIND_SWITCH ? CONTEXT_SWITCH : CONTEXT_SLIDER;
    case ROW_REPLICAS:
    case ROW_MICRO_BATCHES:
    case ROW_KV_HEADS:
        break;
    }
    return CONTEXT_PANE;
}

/* Within the tab that is open. */
static enum key_context tab_context(const struct app *app)
{
    const struct tab *tab = tab_of(app);
    return tab->context_now != NULL ? tab->context_now(app) : tab->context;
}

enum key_context input_context_below(const struct app *app)
{
    if (app->prompt.kind != PROMPT_NONE) {
        return prompt_looks[app->prompt.kind].context;
    }
    if (app->editing) {
        return CONTEXT_EDIT;
    }
    if (app_projects(app)) {
        return CONTEXT_PROJECTOR;
    }
    switch (app->focus) {
    case FOCUS_STEP:
        return update_focused_part(app).found ? CONTEXT_PART : CONTEXT_STEP;
    case FOCUS_TAB:
        return tab_context(app);
    default:
        return row_context(app);
    }
}

enum key_context input_context(const struct app *app)
{
    if (app->prompt.kind != PROMPT_NONE) {
        return prompt_looks[app->prompt.kind].context;
    }
    return app->overlay != OVERLAY_NONE ? overlay_of(app)->context : input_context_below(app);
}
