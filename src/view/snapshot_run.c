/* snapshot_run.c: `ringside snapshot`: the explorer's screen, drawn without a terminal. */
#include "view/app.h"
#include "view/explorer.h"
#include "view/key_names.h"
#include "view/snapshot.h"
#include "view/start.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAD_INPUT = 2, MOST_ROWS = 1000, MOST_COLUMNS = 2000, NAME_BYTES = 16, SNAPSHOT_MESSAGE = 240 };

static const struct size {
    int rows, columns;
} usual_size = {.rows = 40, .columns = 120};

/* What writes each kind of picture. */
typedef void picture_write(const struct surface *surface, const struct theme *theme, FILE *file);
static picture_write *const writers[] = {
    [PICTURE_TEXT] = snapshot_text, [PICTURE_ANSI] = snapshot_ansi, [PICTURE_SVG] = snapshot_svg};
static_assert(sizeof writers / sizeof writers[0] == PICTURE_COUNT, "one for each kind of picture");

/* What was asked for, as values. */
struct request {
    bool valid;
    char message[SNAPSHOT_MESSAGE];
    struct size size;
    int picture; /* of enum picture */
};

static struct request refuse(const char *option, const char *value, const char *expected)
{
    struct request request = {.valid = false};
    (void)snprintf(request.message, sizeof request.message, "%s \"%.60s\": %s", option, value, expected);
    return request;
}

/* "120x40": columns, rows; 0 x 0 where it is none. */
static struct size read_size(const char *text)
{
    char *end = NULL;
    const long columns = strtol(text, &end, 10);
    const long rows = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    if (*end != '\0' || columns < 1 || rows < 1 || columns > MOST_COLUMNS || rows > MOST_ROWS) {
        return (struct size){0};
    }
    return (struct size){.rows = (int)rows, .columns = (int)columns};
}

static struct request read_request(const struct screen_options *options)
{
    struct request request = {.valid = true, .size = usual_size, .picture = PICTURE_TEXT};
    if (options->size != NULL) {
        request.size = read_size(options->size);
        if (request.size.rows == 0) {
            return refuse("--size", options->size, "columns and rows are expected, like 120x40");
        }
    }
    if (options->format != NULL) {
        request.picture = choice_find(&picture_names, options->format);
        if (request.picture < 0) {
            return refuse("--format", options->format, "text, ansi or svg is expected");
        }
    }
    const char *wrong = options->keys != NULL ? key_names_wrong(options->keys) : NULL;
    if (wrong != NULL) {
        return refuse("--keys", wrong, "no key is called so; <Up> <S-Left> <Enter> <Esc> <Tab> <C-r> <lt> are names");
    }
    return request;
}

static void press(struct app *app, int key)
{
    app_update(app, (struct event){.kind = EVENT_KEY, .key = key});
    while (app_is_busy(app)) { /* a hand that waits for what it has asked for */
        app_update(app, (struct event){.kind = EVENT_PAUSE});
    }
}

/* Bring the app where the options want it. */
static void set_stage(struct app *app, const struct request *request, const struct start *start)
{
    const char *keys = start->options.keys;
    app_update(app, (struct event){.kind = EVENT_RESIZE, .rows = request->size.rows, .columns = request->size.columns});
    if (start->lesson > 0) {
        lesson_start(app, start->lesson);
    }
    if (start->tab != 0) {
        press(app, '0' + start->tab);
    }
    while (keys != NULL && *keys != '\0' && !app->wants_quit) {
        const struct key_read read = key_read(keys);
        press(app, read.key);
        keys += read.bytes;
    }
}

/* A file has all glyphs unless `--ascii` is given; on a terminal the locale says which there are. */
static const struct glyph_set *glyphs_wanted(enum charset charset)
{
    return charset != CHARSET_LOCALE || isatty(STDOUT_FILENO) ? glyphs_choose(charset) : &glyphs_unicode;
}

/* Draw the screen; the exit status. */
static int take_snapshot(const struct start *start, const struct request *request)
{
    const struct glyph_set *glyphs = glyphs_wanted(start_charset(start));
    struct surface surface = surface_new(request->size.rows, request->size.columns);
    struct app *app = calloc(1, sizeof *app);
    const bool ready = app != NULL && surface.cells != NULL;
    if (ready) {
        surface.glyphs = glyphs;
        const struct theme *theme = start->theme != NULL ? start->theme : start_theme(start, "default");
        start_app(start, app, glyphs, theme);
        app->writes_no_file = true;
        set_stage(app, request, start);
        app_draw(app, &surface);
        writers[request->picture](&surface, app->theme, stdout);
    }
    free(app);
    surface_free(&surface);
    return ready ? 0 : BAD_INPUT;
}

int snapshot_run(int argc, char *const argv[])
{
    int status = BAD_INPUT;
    struct start start = start_read(COMMAND_SNAPSHOT, argc, argv);
    if (!start.ready) {
        start_say(COMMAND_SNAPSHOT, start.message);
    } else {
        const struct request request = read_request(&start.options);
        if (request.valid) {
            status = take_snapshot(&start, &request);
        } else {
            start_say(COMMAND_SNAPSHOT, request.message);
        }
    }
    start_free(&start);
    return status;
}
