/* input_context.h: which keys work now. */
#ifndef RINGSIDE_VIEW_INPUT_CONTEXT_H
#define RINGSIDE_VIEW_INPUT_CONTEXT_H

#include "view/app.h"
#include "view/keys.h"

/* Of the whole explorer: an overlay comes before what lies below it. */
enum key_context input_context(const struct app *app);

/* Of what lies below an overlay: what the footer shows. */
enum key_context input_context_below(const struct app *app);

#endif
