/* explorer.c: the interactive program: events in, drawings out. */
#define _XOPEN_SOURCE 700 /* clock_gettime */
#include "view/explorer.h"

#include "profiles/save.h"
#include "view/app.h"
#include "view/change.h"
#include "view/input.h"
#include "view/input_context.h"
#include "view/script_player.h"
#include "view/sentence.h"
#include "view/start.h"
#include "view/terminal.h"
#include "view/update.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ANSWER_NO = 1,
    BAD_INPUT = 2,
    SIGNAL_STATUS = 128,
    FRAME_TIME = 33,      /* ms; 30 drawings a second at most while input keeps coming */
    PROGRESS_TIME = 100,  /* ms between drawings of what goes on by itself */
    INPUT_BUFFER = 4096,  /* what the kernel keeps for a terminal */
    COMPLAINTS_SHOWN = 20 /* lines */
};

/* The loop's own state. */
struct loop {
    struct app *app;
    struct surface surface;
    struct input input;
    bool changed;         /* since the last drawing */
    long long changed_at; /* ms */
    long long drawn_at;
    long long input_at;  /* when bytes came last */
    long long ticked_at; /* when what plays moved last, or began to */
    bool plays;
    struct script_player player;
    bool gone;
    int quit; /* signal */
};

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void mark_changed(struct loop *loop)
{
    if (!loop->changed) {
        loop->changed = true;
        loop->changed_at = now_ms();
    }
}

/* Whether what is typed goes into a field. */
static bool has_field(const struct app *app)
{
    const enum key_context context = input_context(app);
    return key_context_is_text(context);
}

/* A pasted text is text: without a field for it, it is nothing. */
static bool is_stray_paste(const struct app *app, const struct event *event)
{
    return event->kind == EVENT_KEY && event->pasted && !has_field(app);
}

static void resize(struct loop *loop)
{
    const struct terminal_size size = terminal_size();
    const struct surface surface = surface_new(size.rows, size.columns);
    if (surface.cells == NULL) {
        return; /* go on at the old size */
    }
    surface_free(&loop->surface);
    loop->surface = surface;
    loop->surface.glyphs = loop->app->glyphs;
    app_update(loop->app, (struct event){.kind = EVENT_RESIZE, .rows = size.rows, .columns = size.columns});
    mark_changed(loop);
}

/* Do what the app has asked for. */
static void serve(struct loop *loop)
{
    struct app *app = loop->app;
    if (app->wants_mouse_change) {
        terminal_report_mouse(app_takes_mouse(app));
    }
    if (app->wants_redraw) {
        terminal_repaint();
    }
    if (app->wants_theme_kept) {
        theme_remember(app->theme->name); /* without a place to keep it, it lasts as long as the program */
    }
    if (app->wants_suspend) {
        terminal_suspend();
        resize(loop);
    }
    app->wants_mouse_change = app->wants_redraw = app->wants_theme_kept = app->wants_suspend = false;
}

static void happen(struct loop *loop, const struct input_events *events)
{
    for (int i = 0; i < events->count && !loop->app->wants_quit; i++) {
        if (!is_stray_paste(loop->app, &events->event[i])) {
            app_update(loop->app, events->event[i]);
            mark_changed(loop);
            serve(loop);
        }
    }
}

static void draw(struct loop *loop)
{
    surface_clear(&loop->surface);
    app_draw(loop->app, &loop->surface);
    terminal_draw(&loop->surface, loop->app->theme);
    loop->changed = false;
    loop->drawn_at = now_ms();
}

/* Time left until the bytes that wait are complete; -1: none wait. */
static int patience_left(const struct loop *loop)
{
    const int patience = input_patience(&loop->input);
    const long long left = loop->input_at + patience - now_ms();
    return patience < 0 ? -1 : left > 0 ? (int)left : 0;
}

/* Time until the next line of a script; -1: it does not depend on time. */
static int script_patience(const struct loop *loop)
{
    return loop->changed ? -1 : script_player_patience(&loop->player, now_ms());
}

/* Time left until what plays moves on; -1: nothing plays. */
static int tick_left(const struct loop *loop)
{
    const int interval = app_interval(loop->app);
    const long long left = loop->ticked_at + interval - now_ms();
    return interval == 0 ? -1 : left > 0 ? (int)left : 0;
}

/* The lesser of two times; -1 is none. */
static int sooner(int one, int other)
{
    return one < 0 || (other >= 0 && other < one) ? other : one;
}

/* How long to wait for input: not at all where a drawing is due, so that it shows all that is there to be read. */
static int waiting_time(const struct loop *loop)
{
    const int patience = sooner(sooner(patience_left(loop), tick_left(loop)), script_patience(loop));
    if (app_is_busy(loop->app)) {
        return 0;
    }
    if (!loop->changed) {
        return patience;
    }
    const long long due = loop->drawn_at + FRAME_TIME - now_ms();
    const int left = due > 0 ? (int)due : 0;
    return sooner(left, patience);
}

/* Whether to draw after a look at the input that found `length` bytes. */
static bool is_time_to_draw(const struct loop *loop, size_t length)
{
    const long long now = now_ms();
    return loop->changed && now >= loop->drawn_at + FRAME_TIME && (length == 0 || now >= loop->changed_at + FRAME_TIME);
}

static void take_input(struct loop *loop, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const struct input_events events = input_take(&loop->input, bytes[i]);
        happen(loop, &events);
    }
    if (length > 0) {
        loop->input_at = now_ms();
    } else if (patience_left(loop) == 0) {
        const struct input_events events = input_silence(&loop->input);
        happen(loop, &events);
    }
}

/* No input waits: let a busy app go on. Its progress is drawn ten times a second, its end at once. */
static void pause_busy(struct loop *loop)
{
    app_update(loop->app, (struct event){.kind = EVENT_PAUSE});
    if (!app_is_busy(loop->app) || now_ms() >= loop->drawn_at + PROGRESS_TIME) {
        mark_changed(loop);
    }
}

/* The next line of a script begins when everything before it is drawn. */
static void play_script(struct loop *loop)
{
    if (loop->changed || !script_player_runs(&loop->player)) {
        return;
    }
    if (script_player_step(&loop->player, loop->app, &loop->surface, now_ms())) {
        mark_changed(loop);
        serve(loop);
    }
    loop->app->wants_quit |= loop->player.failed;
}

/* Move on what plays, when it is time to. It begins with a whole interval. */
static void play(struct loop *loop)
{
    const bool plays = app_interval(loop->app) > 0;
    if (plays && !loop->plays) {
        loop->ticked_at = now_ms();
    } else if (plays && tick_left(loop) == 0) {
        loop->ticked_at = now_ms();
        app_update(loop->app, (struct event){.kind = EVENT_TICK});
        mark_changed(loop);
    }
    loop->plays = plays;
}

static void turn(struct loop *loop)
{
    unsigned char bytes[INPUT_BUFFER];
    const struct terminal_news news = terminal_wait(waiting_time(loop), bytes, sizeof bytes);
    loop->quit = news.quit;
    loop->gone = news.gone;
    if (loop->quit != 0 || loop->gone) { /* whatever else happened: nobody may read what would be drawn */
        return;
    }
    take_input(loop, bytes, news.length);
    if (news.length == 0 && app_is_busy(loop->app)) {
        pause_busy(loop);
    }
    play(loop);
    if (news.suspend) {
        terminal_suspend();
    }
    if (news.resized || news.suspend) {
        resize(loop);
    }
    if (is_time_to_draw(loop, news.length)) {
        draw(loop);
    }
    play_script(loop);
}

/* How it ended. */
struct ending {
    int status;
    char message[SCRIPT_MESSAGE]; /* of a script that failed; else empty */
};

/* Until the user, the script, a signal or the end of the terminal says so. */
static struct ending run(struct app *app, const struct script *script)
{
    struct loop loop = {.app = app, .drawn_at = now_ms() - FRAME_TIME, .player = {.script = script}};
    resize(&loop);
    if (loop.surface.cells != NULL) {
        draw(&loop);
        while (!app->wants_quit && !loop.gone && loop.quit == 0) {
            turn(&loop);
        }
    }
    surface_free(&loop.surface);
    struct ending ending = {.status = loop.player.failed ? ANSWER_NO : 0};
    memcpy(ending.message, loop.player.message, sizeof ending.message);
    if (loop.quit != 0 || loop.gone) {
        ending.status = SIGNAL_STATUS + (loop.quit != 0 ? loop.quit : SIGHUP);
    }
    return ending;
}

static void say(const char *message)
{
    start_say(COMMAND_EXPLORER, message);
}

static void say_complaints(const struct catalogue *catalogue)
{
    const int count = catalogue_complaint_count(catalogue);
    for (int i = 0; i < count && i < COMPLAINTS_SHOWN; i++) {
        say(catalogue_complaint(catalogue, i)->text);
    }
    if (count > COMPLAINTS_SHOWN) {
        (void)fprintf(stderr, "ringside: and %d complaints more\n", count - COMPLAINTS_SHOWN);
    }
}

/* The theme to start with: that of the option, none where colour is not wanted or not there, the one chosen last. */
static const struct theme *first_theme(const struct start *start, enum colour_depth depth)
{
    const char *no_color = getenv("NO_COLOR");
    if (start->theme != NULL) {
        return start->theme;
    }
    if (depth == DEPTH_MONO || (no_color != NULL && no_color[0] != '\0')) {
        return start_theme(start, "mono");
    }
    char name[NAME_LENGTH] = "";
    if (theme_recall(name, sizeof name) > 0 && catalogue_find(start->catalogue, PROFILE_THEME, name) != NULL) {
        return &catalogue_find(start->catalogue, PROFILE_THEME, name)->theme;
    }
    return start_theme(start, "default");
}

/* Who starts it bare is told what is seen, and what to press first: two lines of 80 columns. */
static void welcome(struct app *app, const struct start *start)
{
    if (start->bare) {
        change_say(app, "A training step in bars of time. ←→ moves the slider, and they follow. "
                        "8 opens lessons, D published runs, ? lists all keys.");
    }
}

/* The app as it begins; NULL without memory. */
static struct app *first_app(const struct start *start, const struct terminal_opening *opening)
{
    struct app *app = calloc(1, sizeof *app);
    if (app == NULL) {
        return NULL;
    }
    start_app(start, app, opening->glyphs, first_theme(start, opening->depth));
    app->mouse_on = start->options.no_mouse == NULL;
    if (start->tab != 0) {
        update_open_tab(app, start->tab);
    }
    const char *scenario = start->options.scenario.scenario;
    if (scenario != NULL && options_name_file(scenario)) {
        (void)snprintf(app->file, sizeof app->file, "%s", scenario);
    }
    if (start->lesson > 0) {
        lesson_start(app, start->lesson);
    }
    welcome(app, start);
    if (catalogue_complaint_count(start->catalogue) > 0) {
        change_complain(app, "%s", sentence_without_folders(catalogue_complaint(start->catalogue, 0)->text));
    }
    return app;
}

int explorer_run(int argc, char *const argv[])
{
    int status = BAD_INPUT;
    struct start start = start_read(COMMAND_EXPLORER, argc, argv);
    if (start.ready) {
        const struct terminal_opening opening = terminal_open(start_charset(&start));
        if (opening.open) {
            struct app *app = first_app(&start, &opening);
            terminal_report_mouse(start.options.no_mouse == NULL);
            const struct ending ending = app == NULL ? (struct ending){.status = BAD_INPUT} : run(app, start.script);
            terminal_close();
            free(app);
            (void)signal(SIGPIPE, SIG_IGN); /* the status stands, whoever reads what is said last */
            say_complaints(
                start.catalogue); /* behind the drawings: a terminal with one screen overwrites what was before */
            status = ending.status;
            if (ending.message[0] != '\0') {
                say(ending.message);
            }
        } else {
            say_complaints(start.catalogue);
            say(opening.message);
        }
    } else {
        say(start.message);
    }
    start_free(&start);
    return status;
}
