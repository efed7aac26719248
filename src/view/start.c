/* start.c: what the explorer and a snapshot both start from. */
#include "view/start.h"

#include "core/other_names.h"
#include "profiles/printable.h"
#include "view/app.h"
#include "view/search_line.h"
#include "view/tabs.h"

#include <stdio.h>
#include <string.h>

/* A theme that leaves every colour to the terminal. */
#define OWN                                          \
    {                                                \
        .rgb = -1, .palette256 = -1, .palette16 = -1 \
    }
#define OWN_AND(drawn)                                                      \
    {                                                                       \
        .rgb = -1, .palette256 = -1, .palette16 = -1, .attributes = (drawn) \
    }

static const struct theme no_colour = {
    .name = "mono",
    .title = "no colour at all",
    .role =
        {
            [ROLE_BG] = OWN,
            [ROLE_TEXT] = OWN,
            [ROLE_BRIGHT] = OWN_AND(ATTRIBUTE_BOLD),
            [ROLE_DIM] = OWN_AND(ATTRIBUTE_DIM),
            [ROLE_FAINT] = OWN_AND(ATTRIBUTE_DIM),
            [ROLE_BAND] = OWN,
            [ROLE_SELECT] = OWN_AND(ATTRIBUTE_REVERSE),
            [ROLE_PANEL] = OWN,
            [ROLE_HAND] = OWN_AND(ATTRIBUTE_BOLD),
            [ROLE_INK] = OWN_AND(ATTRIBUTE_REVERSE),
            [ROLE_WORK] = OWN,
            [ROLE_ACT] = OWN,
            [ROLE_GRAD] = OWN,
            [ROLE_OPT] = OWN,
            [ROLE_KV] = OWN,
            [ROLE_ROUTE] = OWN,
            [ROLE_PIPE] = OWN,
            [ROLE_IDLE] = OWN_AND(ATTRIBUTE_DIM),
            [ROLE_GOOD] = OWN,
            [ROLE_WARN] = OWN_AND(ATTRIBUTE_BOLD),
            [ROLE_BAD] = OWN_AND(ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE),
        },
};

/* What the two are called, which options they have besides those of the scenario, and where these are named. */
static const struct {
    const char *name;
    const struct option *options;
    const char *help;
} screen_commands[] = {
    [COMMAND_EXPLORER] = {"the explorer", explorer_options, "--help"},
    [COMMAND_SNAPSHOT] = {"snapshot", snapshot_options, "help snapshot"},
};

static void refuse_word(struct start *start, enum screen_command command, const char *word)
{
    const struct suggestion setting = option_suggestion(word[0] == '-' ? word : "");
    char names[64];
    (void)snprintf(names, sizeof names, "`ringside %s` names them", screen_commands[command].help);
    (void)snprintf(start->message, sizeof start->message, "\"%.80s\" is no option of %s; %s", word,
                   screen_commands[command].name, setting.text[0] == '\0' ? names : setting.text);
}

/* Take one option, of the scenario or of the screen: how many words it has; 0: it is neither, -1: its value is missing.
 */
static int take_option(struct start *start, enum screen_command command, int argc, char *const argv[], int index)
{
    const int taken = options_take(&start->options.scenario, argc, argv, index);
    if (taken != 0) {
        start->bare = false;
        return taken;
    }
    const struct option *table = screen_commands[command].options;
    const struct option_taken own = screen_options_take(&start->options, table, argc, argv, index);
    start->bare = start->bare && own.option != NULL && screen_option_is_of_looks(own.option);
    return own.words;
}

/* Read all words; false with a message. */
static bool read_options(struct start *start, enum screen_command command, int argc, char *const argv[])
{
    start->bare = true;
    for (int index = 1; index < argc;) {
        const int taken = take_option(start, command, argc, argv, index);
        if (taken == 0) {
            refuse_word(start, command, argv[index]);
            return false;
        }
        if (taken < 0) {
            (void)snprintf(start->message, sizeof start->message, "%.80s needs a value: `ringside %s` says which",
                           argv[index], screen_commands[command].help);
            return false;
        }
        index += taken;
    }
    return true;
}

/* "a, b and c": one more name of a list; returns the bytes in use. */
static size_t add_name(char *text, size_t size, size_t used, const char *name, const char *before)
{
    return used < size ? used + (size_t)snprintf(text + used, size - used, "%s%.40s", before, name) : used;
}

static const char *separator(int place, int count)
{
    return place == 0 ? "" : place == count - 1 ? " and " : ", ";
}

static void list_themes(const struct start *start, char *text, size_t size)
{
    const int count = catalogue_count(start->catalogue, PROFILE_THEME);
    size_t used = (size_t)snprintf(text, size, "there is none of that name; there are ");
    for (int i = 0; i < count; i++) {
        used = add_name(text, size, used, catalogue_at(start->catalogue, PROFILE_THEME, i)->name, separator(i, count));
    }
}

/* The theme of --theme; false with a message. */
static bool find_theme(struct start *start)
{
    const char *name = start->options.theme;
    if (name == NULL) {
        return true;
    }
    const struct profile *profile = catalogue_find(start->catalogue, PROFILE_THEME, name);
    if (profile == NULL) {
        char suggestion[300] = "";
        catalogue_suggest(start->catalogue, PROFILE_THEME, name, suggestion, sizeof suggestion);
        if (suggestion[0] == '\0') {
            list_themes(start, suggestion, sizeof suggestion);
        }
        (void)snprintf(start->message, sizeof start->message, "--theme \"%.80s\": %s", name, suggestion);
        return false;
    }
    start->theme = &profile->theme;
    return true;
}

/* The tab of --tab; false with a message. */
static bool find_tab(struct start *start)
{
    const char *tab = start->options.tab;
    start->tab = tab == NULL ? 0 : tab_find(tab);
    if (tab != NULL && start->tab == 0) {
        size_t used = (size_t)snprintf(start->message, sizeof start->message,
                                       "--tab \"%.60s\": a tab is expected, by its number, 1 to %d, or its name: ", tab,
                                       (int)TAB_COUNT);
        for (int i = 0; i < TAB_COUNT; i++) {
            used = add_name(start->message, sizeof start->message, used, tabs[i].name, separator(i, TAB_COUNT));
        }
    }
    return tab == NULL || start->tab > 0;
}

/* The lines of --script; false with a message. */
static bool find_script(struct start *start)
{
    if (start->options.script == NULL) {
        return true;
    }
    start->script = script_read(start->options.script);
    const bool valid = start->script != NULL && start->script->valid;
    if (!valid) {
        (void)snprintf(start->message, sizeof start->message, "--script %s",
                       start->script != NULL ? start->script->message : "needs more memory than there is");
    }
    return valid;
}

/* The lesson of --lesson; false with a message. */
static bool find_lesson(struct start *start)
{
    const char *text = start->options.lesson;
    const int count = catalogue_count(start->catalogue, PROFILE_LESSON);
    if (text == NULL) {
        return true;
    }
    start->lesson = quantity_whole(text, UNIT_NONE, 1, count);
    if (start->lesson < 0) {
        (void)snprintf(start->message, sizeof start->message,
                       "--lesson \"%.80s\": the number of a lesson is expected, 1 to %d; `ringside lessons` lists them",
                       text, count);
        return false;
    }
    return true;
}

/* What --ask asks of the scenario, and that its tab is open if no other is; false with a message. */
static bool read_ask(struct start *start)
{
    const char *line = start->options.ask;
    const struct search_request_read read =
        line != NULL ? search_line_read(line, &start->now) : (struct search_request_read){.valid = true};
    if (!read.valid) {
        (void)snprintf(start->message, sizeof start->message, "--ask: %s", read.message);
    } else if (line != NULL && strlen(line) >= FIELD_LENGTH) {
        (void)snprintf(start->message, sizeof start->message, "--ask: at most %d characters are taken",
                       FIELD_LENGTH - 1);
        return false;
    }
    if (line != NULL && start->tab == 0) {
        start->tab = TAB_SEARCH;
    }
    return read.valid;
}

/* The figure of --measured; false with a message. */
static bool find_measured(struct start *start)
{
    const char *text = start->options.measured;
    const struct measured_figure_read read =
        text != NULL ? measured_figure_read(text) : (struct measured_figure_read){.valid = true};
    if (!read.valid) {
        (void)snprintf(start->message, sizeof start->message, "--measured %s", read.message);
    }
    start->measured.typed = read.figure;
    return read.valid;
}

struct start start_read(enum screen_command command, int argc, char *const argv[])
{
    struct start start = {.ready = false};
    if (!read_options(&start, command, argc, argv) || !find_tab(&start) || !find_script(&start) ||
        !find_measured(&start)) {
        return start;
    }
    struct catalogue_paths paths = catalogue_environment(start.options.scenario.preset_dir);
    paths.without_measurements = start.options.scenario.measurement == NULL;
    start.catalogue = catalogue_load(&paths);
    if (start.catalogue == NULL) {
        (void)snprintf(start.message, sizeof start.message, "there is not enough memory for the presets");
        return start;
    }
    if (!find_theme(&start) || !find_lesson(&start)) {
        return start;
    }
    const struct complaint complaint = options_load_files(&start.options.scenario, start.catalogue);
    if (complaint.text[0] != '\0') {
        memcpy(start.message, complaint.text, sizeof complaint.text);
        return start;
    }
    const struct options_result result = options_resolve(&start.options.scenario, start.catalogue);
    memcpy(start.message, result.message, sizeof start.message);
    start.now = result.scenario;
    start.preset = result.preset;
    start.measured.published = (struct found_run){result.measured_by, result.measured};
    if (start.options.measured == NULL) {
        start.measured.typed = result.figure;
    }
    start.ready = result.valid && read_ask(&start);
    return start;
}

void start_app(const struct start *start, struct app *app, const struct glyph_set *glyphs, const struct theme *theme)
{
    app_start(app, &start->now, &start->preset, start->catalogue, glyphs, theme);
    app_start_measured(app, start->measured);
    app->preset_dir = start->options.scenario.preset_dir;
    if (start->options.ask != NULL) {
        (void)snprintf(app->search.asked, sizeof app->search.asked, "%s", start->options.ask);
    }
}

void start_free(struct start *start)
{
    if (start->catalogue != NULL) {
        catalogue_free(start->catalogue);
    }
    script_free(start->script);
    start->catalogue = NULL;
    start->script = NULL;
}

enum charset start_charset(const struct start *start)
{
    return screen_options_want_ascii(&start->options)  ? CHARSET_ASCII
           : screen_options_want_utf8(&start->options) ? CHARSET_UTF8
                                                       : CHARSET_LOCALE;
}

void start_say(enum screen_command command, const char *message)
{
    enum { LINE = 2 * OPTIONS_MESSAGE };
    char line[LINE];
    char shown[LINE];
    glyphs_text(glyphs_choose(CHARSET_LOCALE), message, line, sizeof line);
    (void)printable_copy(shown, sizeof shown, line);
    (void)fprintf(stderr, "ringside%s: %s\n", command == COMMAND_SNAPSHOT ? " snapshot" : "", shown);
}

const struct theme *start_theme(const struct start *start, const char *name)
{
    for (int i = 0; i < catalogue_count(start->catalogue, PROFILE_THEME); i++) {
        const struct profile *profile = catalogue_at(start->catalogue, PROFILE_THEME, i);
        if (strcmp(profile->name, name) == 0) {
            return &profile->theme;
        }
    }
    return &no_colour;
}
