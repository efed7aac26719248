/* hand.c: driving the explorer in tests. */
#include "hand.h"

#include "core/character.h"
#include "profiles/options.h"
#include "view/key_names.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HAND_ROW = 4 * 1024 + 1 };

static struct app explorer;
static struct catalogue *catalogue; /* kept from one explorer to the next: it is the dearest part of starting one */

static void forget(void)
{
    catalogue_free(catalogue);
    catalogue = NULL;
}

static void load_built_in(void)
{
    static const struct catalogue_paths none = {.without_measurements = true};
    static bool is_forgotten_at_exit;
    if (catalogue == NULL) {
        catalogue = catalogue_load(&none);
        assert_non_null(catalogue);
    }
    if (!is_forgotten_at_exit) {
        is_forgotten_at_exit = atexit(forget) == 0;
    }
}

struct app *hand_start(int columns, int rows)
{
    const struct options options = {.setting_count = 0};
    load_built_in();
    const struct options_result start = options_resolve(&options, catalogue);
    assert_true(start.valid);
    const struct profile *theme = catalogue_find(catalogue, PROFILE_THEME, "default");
    assert_non_null(theme);
    app_start(&explorer, &start.scenario, &start.preset, catalogue, &glyphs_unicode, &theme->theme);
    app_update(&explorer, (struct event){.kind = EVENT_RESIZE, .rows = rows, .columns = columns});
    return &explorer;
}

/* Measurements are loaded when they are asked for: the next explorer has to ask for itself. */
void hand_stop(void)
{
    if (catalogue != NULL && catalogue_count(catalogue, PROFILE_MEASUREMENT) > 0) {
        forget();
    }
}

int hand_teardown(void **state)
{
    (void)state;
    hand_stop();
    return 0;
}

void hand_keys(struct app *app, const char *keys)
{
    while (*keys != '\0') {
        const struct key_read read = key_read(keys);
        if (read.bytes == 0) {
            fail_msg("no key is called \"%.20s\"", keys);
        }
        app_update(app, (struct event){.kind = EVENT_KEY, .key = read.key});
        keys += read.bytes;
    }
}

void hand_press(struct app *app, int column, int row)
{
    app_update(app, (struct event){.kind = EVENT_PRESS, .row = row, .column = column});
}

void hand_drag(struct app *app, int column, int row)
{
    app_update(app, (struct event){.kind = EVENT_DRAG, .row = row, .column = column});
}

void hand_release(struct app *app, int column, int row)
{
    app_update(app, (struct event){.kind = EVENT_RELEASE, .row = row, .column = column});
}

void hand_wheel(struct app *app, int column, int row, int amount)
{
    app_update(app, (struct event){.kind = EVENT_WHEEL, .row = row, .column = column, .amount = amount});
}

double hand_value(const struct app *app, const char *key)
{
    const struct parameter *parameter = parameter_find(key);
    assert_non_null(parameter);
    return parameter_get(parameter, &app->now);
}

/* Columns of a text before a place in it. */
static int columns_before(const char *text, const char *place)
{
    int column = 0;
    while (text < place) {
        const struct character character = character_read(text);
        column += character_columns(character.code);
        text += character.bytes;
    }
    return column;
}

struct style hand_style(const struct app *app, int column, int row)
{
    struct surface surface = surface_new(app->rows, app->columns);
    app_draw(app, &surface);
    const struct style style = surface_at(&surface, row, column).style;
    surface_free(&surface);
    return style;
}

const char *hand_row(const struct app *app, int row)
{
    static char text[HAND_ROW];
    struct surface surface = surface_new(app->rows, app->columns);
    app_draw(app, &surface);
    (void)surface_row_text(&surface, row, text, sizeof text);
    surface_free(&surface);
    return text;
}

struct hand_place hand_find(const struct app *app, const char *text)
{
    struct surface surface = surface_new(app->rows, app->columns);
    struct hand_place place = {-1, -1};
    app_draw(app, &surface);
    for (int row = 0; row < app->rows && place.row < 0; row++) {
        char line[HAND_ROW];
        (void)surface_row_text(&surface, row, line, sizeof line);
        const char *found = strstr(line, text);
        if (found != NULL) {
            place = (struct hand_place){columns_before(line, found), row};
        }
    }
    surface_free(&surface);
    return place;
}

void hand_expect_text(const struct app *app, const char *text)
{
    if (hand_find(app, text).column < 0) {
        fail_msg("\"%s\" is not on the screen", text);
    }
}

void hand_expect_no_text(const struct app *app, const char *text)
{
    if (hand_find(app, text).column >= 0) {
        fail_msg("\"%s\" is on the screen", text);
    }
}

void hand_expect_close(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance)) {
        fail_msg("got %.17g, expected %.17g", got, expected);
    }
}

void hand_wait(struct app *app)
{
    while (app_is_busy(app)) {
        app_update(app, (struct event){.kind = EVENT_PAUSE});
    }
}
