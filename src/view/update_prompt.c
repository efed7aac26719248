/* update_prompt.c: names of files and lines that are typed, and questions that a key answers. */
#include "profiles/file_names.h"
#include "profiles/import_keep.h"
#include "profiles/scenario_file.h"
#include "view/change.h"
#include "view/export.h"
#include "view/search_line.h"
#include "view/sentence.h"
#include "view/update.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void close_prompt(struct app *app)
{
    app->prompt = (struct prompt){.kind = PROMPT_NONE};
}

void update_open_prompt(struct app *app, enum prompt_kind kind)
{
    app->prompt = (struct prompt){.kind = kind};
    prompt_first_name(app, kind, &app->prompt.name);
    change_hush(app);
}

void update_quit(struct app *app)
{
    if (change_is_unsaved(app)) {
        app->prompt = (struct prompt){.kind = PROMPT_QUIT};
        change_hush(app);
    } else {
        app->wants_quit = true;
    }
}

/* What is looked at and its file are the same from now on. */
static void bind_file(struct app *app, const char *path)
{
    app->saved = app->now;
    app->saved_figure = measured_typed_in(&app->measured, app->now.mode);
    (void)snprintf(app->file, sizeof app->file, "%.*s", (int)sizeof app->file - 1, path);
}

static void save(struct app *app, const char *path)
{
    const struct measured_figure figure = measured_typed_in(&app->measured, app->now.mode);
    const struct save_result result = scenario_save(path, &app->now, &figure, app->catalogue);
    if (!result.saved) {
        change_complain(app, "It is not saved: %.180s", result.message);
        return;
    }
    const bool quits = app->prompt.quits;
    close_prompt(app);
    bind_file(app, path);
    app->wants_quit = quits;
    change_say(app, "Saved as %.200s.", path);
}

static void open_file(struct app *app, const char *path)
{
    const struct scenario_opened opened = scenario_open(path, app->catalogue);
    if (!opened.opened) {
        change_complain(app, "%.220s", sentence_without_folders(opened.message));
        return;
    }
    close_prompt(app);
    app->measured = (struct measured){.typed = opened.figure, .mode = opened.scenario.mode};
    change_scenario(app, &opened.scenario, &opened.scenario);
    bind_file(app, path);
    change_say(app, "%.180s is open. u goes back to what was here.", path);
}

/* Whether files may be written; else says so. */
static bool may_write(struct app *app)
{
    if (app->writes_no_file) {
        change_complain(app, "Nothing is written: a snapshot leaves all files as they are.");
    }
    return !app->writes_no_file;
}

/* A file of another program becomes one of the user's presets, and is looked at. */
static void import_file(struct app *app, const char *path)
{
    if (!may_write(app)) {
        return;
    }
    const struct import_wishes present = {.gpu = app->now.gpu.name, .cluster = app->now.cluster.name};
    const struct import_kept kept = import_keep(path, &present, app->catalogue);
    if (!kept.kept) {
        change_complain(app, "%.220s", sentence_without_folders(kept.message));
        return;
    }
    close_prompt(app);
    if (kept.profile != NULL) {
        change_choose(app, kept.profile);
        const bool assumed = kept.assumed_gpu[0] != '\0';
        change_say(app, "%.60s is open%s%.40s%s, and kept as %.150s.", kept.profile->name,
                   assumed ? ", its GPU assumed to be " : "", kept.assumed_gpu, assumed ? " (p names another)" : "",
                   kept.path);
    } else {
        change_say(app, "Kept as %.150s: `ringside validate` holds it against forecasts.", kept.path);
    }
}

/* What is written is the screen as it is without the prompt, which comes back if that fails. */
static void write_export(struct app *app, const char *path)
{
    const struct prompt prompt = app->prompt;
    close_prompt(app);
    change_hush(app);
    const struct save_result result = export_write(app, path);
    if (result.saved) {
        change_say(app, "%.180s holds %s.", path, export_kind_of(path)->words);
    } else {
        app->prompt = prompt;
        change_complain(app, "It is not written: %.200s", result.message);
    }
}

static void write_file(struct app *app, enum prompt_kind kind, const char *path)
{
    if (!may_write(app)) {
        return;
    }
    if (kind == PROMPT_SAVE) {
        save(app, path);
    } else {
        write_export(app, path);
    }
}

/* The same name with the next extension, or the one before. */
static void change_extension(struct app *app, int by)
{
    struct text_field *field = &app->prompt.name;
    const struct export_kind *kind = export_kind_of(field->text);
    const size_t stem = strlen(field->text) - (kind != NULL ? strlen(kind->extension) : 0);
    const int now = kind != NULL ? (int)(kind - export_kinds) : by > 0 ? -1 : 0;
    const int next = (now + by + export_kind_count) % export_kind_count;
    (void)snprintf(field->text + stem, sizeof field->text - stem, "%s", export_kinds[next].extension);
    field->length = field->caret = (int)strlen(field->text);
}

static struct file_name typed_path(const struct app *app, enum prompt_kind kind)
{
    return file_name_read(app->prompt.name.text, prompt_looks[kind].extension);
}

/* Open what is named, or write it where nothing is in its place; else ask. */
static void accept(struct app *app)
{
    const enum prompt_kind kind = app->prompt.kind;
    const struct file_name name = typed_path(app, kind);
    if (app->prompt.name.length == 0) {
        change_complain(app, "A file's name is expected; Esc leaves it.");
    } else if (kind == PROMPT_OPEN) {
        open_file(app, name.path);
    } else if (kind == PROMPT_IMPORT) {
        import_file(app, name.path);
    } else if (kind == PROMPT_WRITE && export_kind_of(name.path) == NULL) {
        change_complain(app, "The name's end says what is written: .txt is the screen as text.");
    } else if (file_exists(name.path)) {
        app->prompt.asked_for = kind;
        app->prompt.kind = PROMPT_OVERWRITE;
        change_hush(app);
    } else {
        write_file(app, kind, name.path);
    }
}

/* Hold what is typed against the forecast; nothing typed takes back what was. */
static void compare(struct app *app)
{
    const char *text = app->prompt.name.text + strspn(app->prompt.name.text, " ");
    const struct measured_figure_read read =
        text[0] != '\0' ? measured_figure_read(text) : (struct measured_figure_read){.valid = true};
    if (!read.valid) {
        change_complain(app, "%.220s", read.message);
        return;
    }
    const bool applies = read.figure.metric == NULL || isfinite(metric_get(read.figure.metric, &app->result));
    if (!applies) {
        change_complain(app, "%s is no figure of this state: M changes the mode.", read.figure.metric->key);
        return;
    }
    close_prompt(app);
    change_measured(app, read.figure);
    if (read.figure.metric == NULL) {
        change_say(app, "Nothing measured stands beside the forecast.");
    } else if (app->comparison.metric != NULL) {
        comparison_print_ratio(app->message, sizeof app->message, &app->comparison); /* the headline has the figures */
        app->note = change_verdict_leads(app) ? 2 : 1; /* the verdict is said: N goes on behind it */
    }
}

/* Ask the search what is typed; nothing typed asks for every strategy again. */
static void ask(struct app *app)
{
    const char *line = app->prompt.name.text;
    const struct search_request_read read = search_line_read(line, &app->now);
    if (!read.valid) {
        change_complain(app, "%.230s", read.message);
        return;
    }
    const bool is_asked = line[strspn(line, " ")] != '\0';
    search_ask(app, is_asked ? line : "");
    close_prompt(app);
}

/* Take a completed line, and say between which words it is undecided. */
static void take_completed(struct app *app, const char *typed, const char *candidates, int count)
{
    struct text_field *field = &app->prompt.name;
    (void)snprintf(field->text, sizeof field->text, "%.*s", FIELD_LENGTH - 1, typed);
    field->selected = false;
    field->length = field->caret = (int)strlen(field->text);
    if (count > 1) {
        change_say(app, "%.230s", candidates);
    }
}

static void complete_file(struct app *app)
{
    const struct file_completion completion =
        file_complete(app->prompt.name.text, prompt_looks[app->prompt.kind].extension);
    if (completion.count == 0) {
        change_say(app, "No file begins like that.");
        return;
    }
    take_completed(app, completion.typed, completion.candidates, completion.count);
}

static void complete_line(struct app *app)
{
    const struct search_line_completion completion = search_line_complete(app->prompt.name.text, app->now.mode);
    if (completion.count == 0) {
        change_say(app, "Nothing that can be asked begins like that.");
        return;
    }
    take_completed(app, completion.line, completion.candidates, completion.count);
}

static void accept_field(struct app *app)
{
    switch (app->prompt.kind) {
    case PROMPT_MEASURED:
        compare(app);
        break;
    case PROMPT_SEARCH:
        ask(app);
        break;
    default:
        accept(app);
        break;
    }
}

static void type_name(struct app *app, int key)
{
    switch (key_action(prompt_looks[app->prompt.kind].context, key)) {
    case ACTION_ACCEPT:
        accept_field(app);
        break;
    case ACTION_UP:
        change_extension(app, -1);
        break;
    case ACTION_DOWN:
        change_extension(app, 1);
        break;
    case ACTION_COMPLETE:
        app->prompt.kind == PROMPT_SEARCH ? complete_line(app) : complete_file(app);
        break;
    case ACTION_ESCAPE:
        close_prompt(app);
        break;
    default:
        (void)text_field_key(&app->prompt.name, key);
        break;
    }
}

/* "Yes" is a key of its own for each question; Esc is always "no". */
static void answer(struct app *app, enum action action)
{
    const enum prompt_kind asked_for = app->prompt.asked_for;
    if (action == ACTION_ESCAPE && app->prompt.kind == PROMPT_OVERWRITE) {
        app->prompt.kind = asked_for;
    } else if (action == ACTION_ESCAPE) {
        close_prompt(app);
    } else if (action == ACTION_OVERWRITE) {
        app->prompt.kind = asked_for;
        write_file(app, asked_for, typed_path(app, asked_for).path);
    } else if (action == ACTION_QUIT) {
        app->wants_quit = true;
    } else if (action == ACTION_SAVE) {
        update_open_prompt(app, PROMPT_SAVE);
        app->prompt.quits = true;
    }
}

void update_prompt(struct app *app, int key)
{
    change_hush(app);
    if (prompt_has_field(app->prompt.kind)) {
        type_name(app, key);
    } else {
        answer(app, key_action(prompt_looks[app->prompt.kind].context, key));
    }
}

void update_prompt_press(struct app *app)
{
    close_prompt(app);
    change_hush(app);
}
