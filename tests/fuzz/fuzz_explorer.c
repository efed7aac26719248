/* fuzz_explorer.c: any bytes as what a terminal sends, on screens of any size.
 *
 * Bytes that no UTF-8 has stand for what is no byte of a terminal: a resize, a pause, a tick, silence, a mouse event.
 */
#include "fuzz.h"
#include "profiles/options.h"
#include "view/app.h"
#include "view/change.h"
#include "view/input.h"
#include "view/input_context.h"
#include "view/overlays.h"
#include "view/pane_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CODE_MOUSE = 0xFB, CODE_SILENCE, CODE_TICK, CODE_PAUSE, CODE_RESIZE };

static struct app app;
static struct surface surface;
static struct input input;

/* The bytes that are left. */
struct tape {
    const uint8_t *at, *end;
};

static int tape_take(struct tape *tape)
{
    return tape->at < tape->end ? *tape->at++ : 0;
}

static void resize(int rows, int columns)
{
    surface_free(&surface);
    surface = surface_new(rows, columns);
    fuzz_require(rows * columns == 0 || surface.cells != NULL, "there is memory");
    app_update(&app, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
}

static void start(void)
{
    static struct options_result opening;
    static const struct options options = {.setting_count = 0};
    struct catalogue *catalogue = fuzz_presets();
    if (!opening.valid) {
        opening = options_resolve(&options, catalogue);
    }
    const struct profile *theme = catalogue_find(catalogue, PROFILE_THEME, "default");
    app_start(&app, &opening.scenario, &opening.preset, catalogue, &glyphs_unicode, &theme->theme);
    app.writes_no_file = true;
    input = (struct input){.state = INPUT_GROUND};
    resize(24, 80);
}

static void happen(struct input_events events)
{
    fuzz_require(events.count >= 0 && events.count <= 2, "a byte completes two events at most");
    for (int i = 0; i < events.count; i++) {
        const enum key_context context = input_context(&app);
        if (!events.event[i].pasted || key_context_is_text(context)) {
            app_update(&app, events.event[i]);
        }
    }
}

static void mouse(struct tape *tape)
{
    static const enum event_kind kinds[] = {EVENT_PRESS, EVENT_DRAG, EVENT_RELEASE, EVENT_WHEEL};
    const int what = tape_take(tape);
    const int row = tape_take(tape);
    app_update(&app, (struct event){.kind = kinds[what % 4],
                                    .row = row,
                                    .column = tape_take(tape),
                                    .amount = what & 4 ? 1 : -1,
                                    .shift = (what & 8) != 0});
}

static void step(struct tape *tape)
{
    const int code = tape_take(tape);
    switch (code) {
    case CODE_MOUSE:
        mouse(tape);
        break;
    case CODE_SILENCE:
        happen(input_silence(&input));
        break;
    case CODE_TICK:
        app_update(&app, (struct event){.kind = EVENT_TICK});
        break;
    case CODE_PAUSE:
        if (app_is_busy(&app)) {
            app_update(&app, (struct event){.kind = EVENT_PAUSE});
        }
        break;
    case CODE_RESIZE: {
        const int rows = tape_take(tape);
        resize(rows, tape_take(tape));
        break;
    }
    default:
        happen(input_take(&input, (unsigned char)code));
        break;
    }
}

static bool is_near(double one, double other)
{
    return fabs(one - other) <= 1e-9 * fmax(fabs(one), fabs(other));
}

static void check_traffic(const struct traffic *traffic)
{
    fuzz_require(isnan(traffic->time) || is_near(traffic->hidden + traffic->exposed, traffic->time),
                 "hidden and exposed are the time");
    fuzz_require(!(traffic->hidden < 0.0) && !(traffic->exposed < 0.0), "neither is negative");
}

static void check_result(const struct result *result)
{
    const struct training *training = &result->training;
    if (!result->valid || result->mode != MODE_TRAINING) {
        return;
    }
    check_traffic(&training->tp);
    check_traffic(&training->cp);
    check_traffic(&training->ep);
    check_traffic(&training->pp);
    check_traffic(&training->dp);
    check_traffic(&training->fsdp);
    fuzz_require(result->step > 0.0 && isfinite(result->step), "a step takes some time");
}

static void check_field(const struct text_field *field)
{
    fuzz_require(field->length >= 0 && field->length < FIELD_LENGTH, "a text fits its field");
    fuzz_require(field->caret >= 0 && field->caret <= field->length, "the caret is in the text");
    fuzz_require(field->text[field->length] == '\0', "a text ends in a zero");
}

static void check_app(void)
{
    check_result(&app.result);
    check_field(&app.filter);
    check_field(&app.field);
    check_field(&app.prompt.name);
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        fuzz_require(app.row[pane] >= 0 && app.row[pane] < PANE_ROWS, "a row in focus is one of its pane");
        fuzz_require(app.scroll[pane] >= 0, "no row before the first is shown");
    }
    const struct overlay_look *look = overlay_of(&app);
    if (look->rows != NULL) {
        const int rows = look->rows(&app);
        fuzz_require(app.overlay_row >= -1 && app.overlay_row < (rows > 0 ? rows : 1), "a row in focus is of the list");
    }
    fuzz_require(app.tab >= 1 && app.tab <= TAB_COUNT, "a tab is one of the tabs");
    fuzz_require(app.explained_count >= 0 && app.explained_count <= EXPLAINED_DEPTH, "figures opened have room");
}

static void draw(void)
{
    app_draw(&app, &surface);
    check_app();
}

static bool is_same(const struct scenario *one, const struct scenario *other)
{
    for (int i = 0; i < parameter_count; i++) {
        if (parameter_get(&parameters[i], one) != parameter_get(&parameters[i], other)) {
            return false;
        }
    }
    return true;
}

/* All steps back, and all forth again; undo works where nothing lies over the screen. */
static void undo_and_redo(void)
{
    static struct scenario now, first;
    now = app.now;
    first = app.history.now[app.history.first % UNDO_DEPTH];
    app.overlay = OVERLAY_NONE;
    app.prompt.kind = PROMPT_NONE;
    fuzz_require(is_same(&now, &app.history.now[app.history.at % UNDO_DEPTH]), "the present state is the last step");
    const int at = app.history.at;
    while (app.history.at > app.history.first) {
        change_undo(&app);
    }
    fuzz_require(is_same(&app.now, &first), "undo goes back to the first state");
    draw();
    while (app.history.at < at) {
        change_redo(&app);
    }
    fuzz_require(is_same(&app.now, &now), "redo comes back to the present one");
    draw();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    enum { DRAW_EVERY = 4 };
    struct tape tape = {bytes, bytes + length};
    start();
    for (int i = 0; tape.at < tape.end && !app.wants_quit; i++) {
        step(&tape);
        check_app();
        if (i % DRAW_EVERY == 0) {
            draw();
        }
    }
    draw();
    undo_and_redo();
    return 0;
}
