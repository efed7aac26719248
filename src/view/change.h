/* change.h: changing what is looked at. Each change is one undo step and prices the scenario again. */
#ifndef RINGSIDE_VIEW_CHANGE_H
#define RINGSIDE_VIEW_CHANGE_H

#include "view/app.h"

/* Price the present scenario. An invalid one keeps the last valid result, and its reasons. */
void change_price(struct app *app);

/* Start the undo steps with the present state. */
void change_start(struct app *app);

/* Make the present state a new undo step, or part of the last one. */
enum undo_step { UNDO_NEW, UNDO_SAME };
void change_commit(struct app *app, enum undo_step step);

/* Set one value; nothing happens if it has that value already. The parameter is held from now on.
 *
 *   returned  whether something changed
 */
bool change_value(struct app *app, const struct parameter *parameter, double value, enum undo_step step);

/* The next mode: training, decode, prefill, and again. Values keep. */
void change_mode(struct app *app);

/* Back to the preset: one parameter, or all of a pane. */
void change_reset(struct app *app, const struct parameter *parameter);
void change_reset_pane(struct app *app, enum parameter_pane pane);

/* Take another strategy with the GPUs and the batch that it serves with, as one undo step; the held slider stays held.
 */
void change_layout(struct app *app, const struct scenario *layout);

/* Pin a scenario as the baseline; NULL unpins it. */
void change_baseline(struct app *app, const struct scenario *scenario, const struct scenario *preset);

/* Exchange the present scenario and the baseline, as one undo step. */
void change_swap(struct app *app);

void change_undo(struct app *app);
void change_redo(struct app *app);

/* Whether the user changed anything; and whether that is in no file. */
bool change_is_edited(const struct app *app);
bool change_is_unsaved(const struct app *app);

/* Look at another scenario with other presets, as one undo step. */
void change_scenario(struct app *app, const struct scenario *now, const struct scenario *preset);

/* A scenario and its preset after the choice of another preset: fields that the user edited keep their values, unless a
 * whole scenario is chosen. */
struct choice_of_preset {
    struct scenario now;
    struct scenario preset;
    int kept; /* edited fields */
};
struct choice_of_preset change_choice(const struct app *app, const struct profile *profile);

/* Choose a preset. */
void change_choose(struct app *app, const struct profile *profile);

/* Open a published run: its scenario, and its figure beside the forecast until another model or scenario is chosen. */
void change_open_run(struct app *app, struct found_run run);

/* Whether what is priced is a published run, as it ran: where it does not fit, the forecast errs. */
bool change_is_published_run(const struct app *app);

/* Whether the first note is that the state does not fit: that matters most, but in a lesson that leaves memory aside,
 * where it is the last. */
bool change_verdict_leads(const struct app *app);

/* Hold a figure that the user measured against its forecast, as one undo step; one without a metric takes it back. */
void change_measured(struct app *app, struct measured_figure figure);

/* Say something in the context line; nothing more. */
__attribute__((format(printf, 2, 3))) void change_say(struct app *app, const char *format, ...);
__attribute__((format(printf, 2, 3))) void change_complain(struct app *app, const char *format, ...);
void change_hush(struct app *app);

/* Say the next note on the result, or the next reason why there is none. */
void change_say_note(struct app *app);

#endif
