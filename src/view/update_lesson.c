/* update_lesson.c: keys and mouse on the Lessons tab: opening a lesson, its screens, leaving it. */
#include "core/character.h"
#include "view/change.h"
#include "view/lesson_label.h"
#include "view/lesson_view.h"
#include "view/tabs.h"
#include "view/update.h"
#include "view/within.h"

#include <stdio.h>
#include <string.h>

/* ---- the user's own state ---- */

static void keep_own(struct app *app)
{
    app->lesson.own = (struct own_state){
        .now = app->now,
        .preset = app->preset,
        .baseline = app->baseline,
        .baseline_preset = app->baseline_preset,
        .measured = app->measured,
        .baseline_result = app->baseline_result,
        .has_baseline = app->has_baseline,
        .held = app->held,
        .part = app->part,
        .axis = app->axis,
    };
    memcpy(&app->lesson.own.history, &app->history, sizeof app->history);
    app->has_baseline = false;
    app->measured = measured_nothing;
    app->held = NULL;
}

static void give_back_own(struct app *app)
{
    const struct own_state *own = &app->lesson.own;
    app->now = own->now;
    app->preset = own->preset;
    app->baseline = own->baseline;
    app->baseline_preset = own->baseline_preset;
    app->measured = own->measured;
    app->baseline_result = own->baseline_result;
    app->has_baseline = own->has_baseline;
    app->held = own->held;
    app->part = own->part;
    memcpy(&app->history, &own->history, sizeof app->history);
    app->axis = own->axis;
    change_price(app);
}

/* ---- settings ---- */

/* A setting with what the sliders have changed: a change goes to what had the same value. */
static struct scenario changed_setting(const struct app *app, int setting)
{
    const struct scenario *here = &app->lesson.base[app->lesson.setting];
    struct scenario scenario = app->lesson.base[setting];
    for (int i = 0; i < parameter_count; i++) {
        const double before = parameter_get(&parameters[i], here);
        const double now = parameter_get(&parameters[i], &app->now);
        if (now != before && parameter_get(&parameters[i], &scenario) == before) {
            parameter_set(&parameters[i], &scenario, now);
        }
    }
    return scenario;
}

void lesson_refresh(struct app *app)
{
    const struct lesson *lesson = lesson_now(app);
    for (int i = 0; lesson != NULL && i < lesson->setting_count; i++) {
        app->lesson.scenario[i] = changed_setting(app, i);
        app->lesson.result[i] = i == app->lesson.setting ? app->result : evaluate_all(&app->lesson.scenario[i]);
    }
}

/* Hold a slider, and put its row in sight. */
static void hold(struct app *app, const struct parameter *parameter)
{
    const struct layout layout = layout_for(app->rows, app->columns, PAGE_INPUTS, parameter->pane);
    const struct pane_rows rows = pane_rows_of(&app->now, parameter->pane, layout.size_class);
    const int row = pane_rows_find(&rows, parameter);
    if (row >= 0 && parameter_applies(parameter, &app->now)) {
        update_focus_row(app, parameter->pane, row);
        app->held = parameter;
    }
}

static void hold_pointed(struct app *app)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    for (int i = screen->point_count - 1; i >= 0; i--) {
        hold(app, screen->point[i]);
    }
}

/* Take up all settings as the file has them. */
static void take_up(struct app *app)
{
    const struct lesson *lesson = lesson_now(app);
    for (int i = 0; i < lesson->setting_count; i++) {
        app->lesson.base[i] = lesson->setting[i].scenario;
    }
}

/* Let every setting keep what the sliders have changed of it. */
static void keep_changes(struct app *app)
{
    const int count = lesson_now(app)->setting_count;
    for (int i = 0; i < count; i++) {
        app->lesson.scenario[i] = changed_setting(app, i);
    }
    memcpy(app->lesson.base, app->lesson.scenario, sizeof app->lesson.base);
}

/* Stand on a setting. */
static void stand_on(struct app *app, int setting)
{
    const struct lesson *lesson = lesson_now(app);
    app->now = app->lesson.base[setting];
    app->preset = lesson->setting[setting].scenario;
    app->lesson.setting = setting;
    app->part = 0;
    app->axis = (struct axis){.frozen = app->axis.frozen};
    change_commit(app, UNDO_NEW);
}

/* Whether the user changed what the file has: a slider, a preset, the mode. */
static bool is_changed(const struct app *app)
{
    const struct scenario *taught = &lesson_now(app)->setting[app->lesson.setting].scenario;
    for (int i = 0; i < parameter_count; i++) {
        if (parameter_get(&parameters[i], &app->now) != parameter_get(&parameters[i], taught)) {
            return true;
        }
    }
    return false;
}

/* Each screen begins with the values of the file, so that its words hold. */
static void go_to_screen(struct app *app, int index)
{
    const struct lesson *lesson = lesson_now(app);
    const struct lesson_screen *screen = &lesson->screen[index];
    app->lesson.screen = index;
    app->lesson.page = app->lesson.figure = 0;
    app->lesson.answered = false;
    take_up(app);
    if (app->lesson.setting != screen->setting || is_changed(app)) {
        stand_on(app, screen->setting);
    }
    hold_pointed(app);
    lesson_refresh(app);
}

/* Open a lesson, from 1 on, at its first screen. */
static void open_lesson(struct app *app, int number)
{
    const struct profile *profile = lesson_numbered(app->catalogue, number);
    if (profile == NULL) {
        return;
    }
    if (app->lesson.number == 0) {
        keep_own(app);
    }
    const int first = profile->lesson->screen[0].setting;
    app->lesson.number = number;
    app->lesson.row = number - 1;
    app->lesson.setting = first;
    app->now = app->preset = profile->lesson->setting[first].scenario;
    app->part = 0;
    app->axis = (struct axis){.frozen = false};
    lesson_price(profile->lesson, &app->lesson.taught);
    take_up(app);
    change_start(app);
    go_to_screen(app, 0);
}

void lesson_start(struct app *app, int number)
{
    update_open_tab(app, TAB_LESSONS);
    open_lesson(app, number);
}

static void leave_lesson(struct app *app)
{
    if (app->lesson.number > 0) {
        app->lesson.number = 0;
        give_back_own(app);
        change_say(app, "Your own state is back, as you left it.");
    }
}

/* ---- keys and mouse ---- */

static struct lesson_place place_now(const struct app *app, const struct lesson_lines *lines)
{
    const struct layout layout = app_layout(app);
    return lesson_place_for(app, &layout, lines);
}

static struct lesson_lines lines_now(const struct app *app)
{
    const struct layout layout = app_layout(app);
    return lesson_lines_of(app, &layout);
}

/* The line that a figure stands in. */
static int line_of_figure(const struct lesson_lines *lines, int figure)
{
    int line = 0;
    for (int i = 0; i < lines->count; i++) {
        line = lines->line[i].figure <= figure ? i : line;
    }
    return line;
}

static void show_line(struct app *app, const struct lesson_lines *lines, int line)
{
    const struct lesson_place place = place_now(app, lines);
    app->lesson.page = line / place.text.rows;
}

static void move_figure(struct app *app, int by)
{
    const int count = lesson_figures_of(app).count;
    const struct lesson_lines lines = lines_now(app);
    app->lesson.figure = within(app->lesson.figure + by, 0, count - 1);
    show_line(app, &lines, line_of_figure(&lines, app->lesson.figure));
}

/* The next page, else the next screen, else the next lesson. */
static void go_on(struct app *app)
{
    const struct lesson_lines lines = lines_now(app);
    const struct lesson_place place = place_now(app, &lines);
    if (place.page + 1 < place.pages) {
        app->lesson.page = place.page + 1;
    } else if (app->lesson.screen + 1 < lesson_now(app)->screen_count) {
        go_to_screen(app, app->lesson.screen + 1);
    } else {
        change_say(app, "The lesson ends here: n is the next, Esc gives your own state back.");
    }
}

static void go_back(struct app *app)
{
    const struct lesson_lines lines = lines_now(app);
    const int page = place_now(app, &lines).page;
    if (page > 0) {
        app->lesson.page = page - 1;
    } else if (app->lesson.screen > 0) {
        go_to_screen(app, app->lesson.screen - 1);
    }
}

static void go_to_lesson(struct app *app, int by)
{
    const int count = catalogue_count(app->catalogue, PROFILE_LESSON);
    const int number = app->lesson.number + by;
    if (number >= 1 && number <= count) {
        open_lesson(app, number);
    } else {
        change_say(app, by > 0 ? "This is the last lesson." : "This is the first lesson.");
    }
}

static void toggle_answer(struct app *app)
{
    if (lesson_screen_now(app)->ask[0] == '\0') {
        change_say(app, "This screen asks nothing.");
        return;
    }
    app->lesson.answered = !app->lesson.answered;
    const struct lesson_lines lines = lines_now(app);
    if (lines.reply >= 0) {
        show_line(app, &lines, lines.count - 1);
    } else {
        move_figure(app, 0);
    }
}

/* To the setting beside, and back; what the sliders have changed goes along. */
static void change_setting(struct app *app)
{
    const int setting = lesson_other_setting(app);
    if (setting == app->lesson.setting) {
        change_say(app, "This screen has no other setting.");
        return;
    }
    const struct parameter *held = app->held;
    keep_changes(app);
    stand_on(app, setting);
    if (held != NULL) {
        hold(app, held);
    }
    lesson_refresh(app);
}

/* A figure of another setting is explained on that one. */
static void stand_by_figure(struct app *app)
{
    const struct lesson_figures figures = lesson_figures_of(app);
    if (app->lesson.figure >= figures.count) {
        return;
    }
    const int scenario = figures.figure[app->lesson.figure].figure.term[0].scenario;
    const int setting = scenario == FIGURE_OWN ? lesson_screen_now(app)->setting : scenario;
    if (setting != app->lesson.setting) {
        keep_changes(app);
        stand_on(app, setting);
        lesson_refresh(app);
        change_say(app, "This figure is of the setting: %s. The bars stand on it now.",
                   lesson_now(app)->setting[setting].title);
    }
}

static void update_list(struct app *app, enum action action)
{
    const int count = catalogue_count(app->catalogue, PROFILE_LESSON);
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        app->lesson.row = within(app->lesson.row + action_steps_of(action).rows, 0, count - 1);
        break;
    case ACTION_ACCEPT:
        open_lesson(app, app->lesson.row + 1);
        break;
    default:
        break;
    }
}

void lesson_update(struct app *app, enum action action)
{
    if (lesson_now(app) == NULL) {
        update_list(app, action);
        return;
    }
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        move_figure(app, action_steps_of(action).rows);
        break;
    case ACTION_RIGHT:
        go_on(app);
        break;
    case ACTION_LEFT:
        go_back(app);
        break;
    case ACTION_ACCEPT:
        toggle_answer(app);
        break;
    case ACTION_SETTING:
        change_setting(app);
        break;
    case ACTION_EXPLAIN:
        stand_by_figure(app);
        break;
    case ACTION_NEXT_LESSON:
        go_to_lesson(app, 1);
        break;
    case ACTION_PREVIOUS_LESSON:
        go_to_lesson(app, -1);
        break;
    case ACTION_LEAVE:
        leave_lesson(app);
        break;
    default:
        break;
    }
}

/* ---- the mouse ---- */

/* The figure under a column of a line; -1: none is. */
static int figure_at(const struct lesson_line *line, int column)
{
    int figure = line->figure - 1;
    int at = line->kind == LESSON_WORDS ? 0 : LESSON_INDENT;
    bool inside = false;
    for (const char *text = line->text; *text != '\0';) {
        const struct character character = character_read(text);
        if (*text == LESSON_FIGURE_BEGINS || *text == LESSON_FIGURE_ENDS) {
            inside = *text == LESSON_FIGURE_BEGINS;
            figure += inside ? 1 : 0;
        } else {
            at += character_columns(character.code);
        }
        if (inside && at > column) {
            return figure;
        }
        text += character.bytes;
    }
    return -1;
}

static void press_text(struct app *app, const struct event *event)
{
    const struct lesson_lines lines = lines_now(app);
    const struct lesson_place place = place_now(app, &lines);
    const int line = place.first + event->row - place.text.row;
    if (event->row == place.heading_row && event->column >= place.dots) {
        const int screen = event->column - place.dots;
        go_to_screen(app, screen < lesson_now(app)->screen_count ? screen : app->lesson.screen);
        return;
    }
    if (event->row < place.text.row || line >= place.end) {
        return;
    }
    const int figure = figure_at(&lines.line[line], event->column - place.text.column);
    if (figure >= 0 && figure == app->lesson.figure) {
        update_open_explain(app);
        stand_by_figure(app);
    } else if (figure >= 0) {
        app->lesson.figure = figure;
    } else if (lines.line[line].kind == LESSON_QUESTION) {
        toggle_answer(app);
    }
}

void lesson_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const int line = event->row - layout->tab.row;
    const int row = lesson_list_scroll(app, layout->tab.rows) + line;
    const bool listed = line >= 0 && line < layout->tab.rows;
    app->focus = FOCUS_TAB;
    if (lesson_now(app) != NULL) {
        press_text(app, event);
    } else if (listed && row < catalogue_count(app->catalogue, PROFILE_LESSON)) {
        const bool again = row == app->lesson.row;
        app->lesson.row = row;
        if (again) {
            open_lesson(app, row + 1);
        }
    }
}

/* ---- what is in focus ---- */

struct explained lesson_explain(const struct app *app)
{
    const struct lesson_figures figures = lesson_figures_of(app);
    if (app->lesson.figure >= figures.count) {
        return explained_metric("step.time");
    }
    const struct figure *figure = &figures.figure[app->lesson.figure].figure;
    for (int i = 0; i < figure->count; i++) {
        const struct figure_term *term = &figure->term[i];
        if (term->metric != NULL || term->parameter != NULL) {
            return (struct explained){.metric = term->metric, .parameter = term->parameter};
        }
    }
    return explained_metric("step.time");
}

enum key_context lesson_context(const struct app *app)
{
    return app->lesson.number > 0 ? CONTEXT_LESSON : CONTEXT_LESSONS;
}

struct tab_words lesson_describe(const struct app *app)
{
    struct tab_words words = {.name = ""};
    if (lesson_now(app) == NULL) {
        const struct profile *profile = lesson_numbered(app->catalogue, app->lesson.row + 1);
        (void)snprintf(words.name, sizeof words.name, "Lesson %d", app->lesson.row + 1);
        if (profile != NULL && app_layout(app).size_class <= SIZE_SINGLE) {
            (void)snprintf(words.text, sizeof words.text, "%s", profile->title);
        } else if (profile != NULL) { /* the list has the question */
            const struct scenario *start = &profile->lesson->setting[0].scenario;
            (void)snprintf(words.text, sizeof words.text, "%d screens on %s, %d GPUs of %s · Enter opens it",
                           profile->lesson->screen_count, start->model.name, start->cluster.gpus, start->cluster.name);
        }
        return words;
    }
    const struct lesson_figures figures = lesson_figures_of(app);
    if (app->lesson.figure < figures.count) {
        const struct lesson_figure *figure = &figures.figure[app->lesson.figure];
        const struct explained explained = lesson_explain(app);
        const char *meaning = explained.metric != NULL ? explained.metric->meaning : explained.parameter->help;
        const struct figure_term term = {
            .metric = explained.metric, .parameter = explained.parameter, .scenario = FIGURE_OWN};
        const bool is_one = figure->figure.count == 1; /* else the meaning is that of one of several */
        char label[LESSON_FIGURE];
        char term_label[LESSON_FIGURE];
        lesson_label(app, &figure->figure, label, sizeof label);
        lesson_term_label(app, &term, term_label, sizeof term_label);
        (void)snprintf(words.name, sizeof words.name, "%.47s", figure->value);
        (void)snprintf(words.text, sizeof words.text, "%.96s%s%s · %.96s%s%s", label,
                       figure->changed ? " · taught " : "", figure->changed ? figure->taught : "",
                       is_one ? "" : term_label, is_one ? "" : ": ", meaning);
    }
    return words;
}
