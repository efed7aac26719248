/* update.h: what an event does, by where it happens. Private to view. */
#ifndef RINGSIDE_VIEW_UPDATE_H
#define RINGSIDE_VIEW_UPDATE_H

#include "view/app.h"
#include "view/keys.h"
#include "view/pane_rows.h"

/* The row in focus; a row without a parameter where there is none. */
struct pane_row update_focused_row(const struct app *app);

/* The part of the step in focus; the row that sums up the others is none. */
struct focused_part {
    bool found;
    enum part part;
};
struct focused_part update_focused_part(const struct app *app);

/* Put a row in focus, in sight. */
void update_focus_row(struct app *app, enum parameter_pane pane, int row);

/* Put a parameter's row in focus; false where this state has none. */
bool update_focus_parameter(struct app *app, const struct parameter *parameter);

/* Move a parameter: fine steps, or coarse ones. */
enum step_size { STEP_FINE, STEP_COARSE };
void update_step(struct app *app, const struct parameter *parameter, enum step_size size, int steps);

/* Throw a switch, or take the next choice. */
void update_toggle(struct app *app, const struct parameter *parameter);

/* Actions of a slider, of a value being typed, of the result pane. */
void update_inputs(struct app *app, enum action action);
void update_edit(struct app *app, int key);
void update_step_pane(struct app *app, enum action action);

/* Overlays. */
void update_open_picker(struct app *app, enum profile_kind kind);
void update_open_help(struct app *app);
void update_open_themes(struct app *app);
void update_open_chooser(struct app *app, enum chooser chooser);
void update_open_compare(struct app *app);
void update_compare(struct app *app, enum action action);
void update_compare_press(struct app *app, const struct event *event);
void update_open_command_line(struct app *app);
void update_open_explain(struct app *app);
void update_explain_figure(struct app *app, struct explained figure);
void update_go_to_slider(struct app *app,
                         const struct parameter *parameter); /* if it has one; else say how it is set */
void update_explain(struct app *app, enum action action);
void update_explain_press(struct app *app, const struct event *event);
void update_overlay_key(struct app *app, int key);
void update_overlay_press(struct app *app, const struct event *event);
void update_overlay_wheel(struct app *app, int amount);
void update_overlay_size(struct app *app); /* the screen has another: its list may be shorter now */

/* Names of files and questions; leaving the program, which asks once where something is not saved. */
void update_open_prompt(struct app *app, enum prompt_kind kind);
void update_prompt(struct app *app, int key);
void update_prompt_press(struct app *app);
void update_quit(struct app *app);

/* The projector's own keys; hold the next slider of all panes. */
void update_projector(struct app *app, enum action action);
void update_hold_next(struct app *app);

/* Actions that work everywhere; `key` says which tab. */
void update_action(struct app *app, enum action action, int key);

/* Put the focus on a tab, 1 to TAB_COUNT. */
void update_open_tab(struct app *app, int tab);

/* Mouse on the main screen. */
void update_mouse(struct app *app, const struct event *event);

#endif
