/* lesson_read.c: the settings, screens and expectations of a lesson's file. */
#include "profiles/lesson_read.h"

#include "profiles/lesson.h"
#include "profiles/printable.h"
#include "profiles/written_setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_name[] = "start";

/* Relative error that is allowed where a file says nothing: what rounding to three digits costs. */
static const double usual_tolerance = 0.005;

struct lesson_reader {
    const struct document *document;
    const struct catalogue *catalogue;
    struct lesson *into;
};

/* ---- members of a group ---- */

/* Complain of each member of a group that is none of a list. */
static void check_members(const struct lesson_reader *reader, const config_setting_t *group, const char *what,
                          const char *const known[])
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(member);
        bool found = false;
        for (int k = 0; known[k] != NULL; k++) {
            found = found || strcmp(name, known[k]) == 0;
        }
        if (!found) {
            document_complain(reader->document, member, "%s is not known in %s of a lesson", name, what);
        }
    }
}

/* A text member, made printable; false where there is none. Too long a text is complained of. */
static bool read_text(const struct lesson_reader *reader, const config_setting_t *group, const char *name, char *out,
                      size_t size)
{
    const config_setting_t *setting = config_setting_get_member(group, name);
    const char *text = setting != NULL ? config_setting_get_string(setting) : NULL;
    out[0] = '\0';
    if (setting == NULL) {
        return false;
    }
    if (text == NULL) {
        document_complain(reader->document, setting, "%s: text in quotes is expected", name);
        return false;
    }
    if (strlen(text) >= size) {
        document_complain(reader->document, setting, "%s: %zu bytes are the most, these are %zu", name, size - 1,
                          strlen(text));
        return false;
    }
    printable_copy(out, size, text);
    return true;
}

/* Names of the settings, for figures. */
struct setting_names {
    const char *of[LESSON_SETTINGS];
};

static struct setting_names names_of(const struct lesson *lesson)
{
    struct setting_names names;
    for (int i = 0; i < lesson->setting_count; i++) {
        names.of[i] = lesson->setting[i].name;
    }
    return names;
}

/* Place of a setting of that name; -1 if there is none. */
static int find_setting(const struct lesson *lesson, const char *name)
{
    for (int i = 0; i < lesson->setting_count; i++) {
        if (strcmp(lesson->setting[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The setting that a member names; `otherwise` where there is no such member. */
static int read_reference(const struct lesson_reader *reader, const config_setting_t *group, const char *name,
                          int otherwise)
{
    char text[LESSON_NAME];
    if (!read_text(reader, group, name, text, sizeof text)) {
        return otherwise;
    }
    const int found = find_setting(reader->into, text);
    if (found < 0) {
        document_complain(reader->document, config_setting_get_member(group, name),
                          "%s: \"%s\" names no setting of this file", name, text);
        return otherwise;
    }
    return found;
}

/* Calls `read` for each group of a list; what is no list of groups is complained of. */
static void read_groups(struct lesson_reader *reader, const config_setting_t *root, const char *name, int most,
                        void (*read)(struct lesson_reader *reader, const config_setting_t *group))
{
    const config_setting_t *list = config_setting_get_member(root, name);
    if (list == NULL) {
        return;
    }
    if (!config_setting_is_list(list)) {
        document_complain(reader->document, list, "%s: a list of groups is expected, like %s = ( { ... }, { ... } )",
                          name, name);
        return;
    }
    const int count = config_setting_length(list);
    if (count > most) {
        document_complain(reader->document, list, "%s: %d are the most, these are %d", name, most, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        const config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        if (config_setting_is_group(group)) {
            read(reader, group);
        } else {
            document_complain(reader->document, group, "%s: each element is a group, like { ... }", name);
        }
    }
}

/* ---- settings ---- */

/* A preset put into a setting, where the group names one. */
static void apply_named(const struct lesson_reader *reader, const config_setting_t *group, const char *member,
                        enum profile_kind kind, struct lesson_setting *setting)
{
    char name[NAME_LENGTH];
    if (!read_text(reader, group, member, name, sizeof name) || reader->catalogue == NULL) {
        return;
    }
    const struct profile *profile = catalogue_find(reader->catalogue, kind, name);
    if (profile == NULL || !profile_apply(profile, reader->catalogue, &setting->scenario) ||
        !profile_apply(profile, reader->catalogue, &setting->bare)) {
        document_complain(reader->document, config_setting_get_member(group, member),
                          "%s \"%s\": there is none of that name", member, name);
    }
}

/* What a setting is called on the screen; its name where the file does not say. */
static void read_title(const struct lesson_reader *reader, const config_setting_t *group, const char *member,
                       struct lesson_setting *setting)
{
    if (!read_text(reader, group, member, setting->title, sizeof setting->title)) {
        (void)snprintf(setting->title, sizeof setting->title, "%s", setting->name);
    }
}

static void read_setting(struct lesson_reader *reader, const config_setting_t *group)
{
    static const char *const known[] = {"name", "title", "from", "model", "cluster", "gpu", "set", NULL};
    struct lesson *lesson = reader->into;
    struct lesson_setting setting = {.name = ""};
    check_members(reader, group, "a setting", known);
    if (!read_text(reader, group, "name", setting.name, sizeof setting.name)) {
        document_complain(reader->document, group, "settings: a name is missing");
        return;
    }
    read_title(reader, group, "title", &setting);
    const struct lesson_setting *from = &lesson->setting[read_reference(reader, group, "from", 0)];
    setting.scenario = from->scenario;
    setting.bare = from->bare;
    if (find_setting(lesson, setting.name) >= 0) {
        document_complain(reader->document, config_setting_get_member(group, "name"),
                          "settings: the name \"%s\" is taken", setting.name);
    }
    apply_named(reader, group, "model", PROFILE_MODEL, &setting);
    apply_named(reader, group, "cluster", PROFILE_CLUSTER, &setting);
    apply_named(reader, group, "gpu", PROFILE_GPU, &setting);
    settings_apply(reader->document, group, &setting.scenario);
    lesson->setting[lesson->setting_count++] = setting;
}

/* ---- screens ---- */

static void check_figures(const struct lesson_reader *reader, const config_setting_t *setting, const char *text)
{
    const struct setting_names names = names_of(reader->into);
    for (struct figure_place place = figure_next(text); place.begin != NULL;
         place = figure_next(place.begin + place.length)) {
        size_t length = 0;
        const char *words = figure_words(&place, &length);
        const struct figure_read read = figure_read(words, length, names.of, reader->into->setting_count);
        if (!read.valid) {
            document_complain(reader->document, setting, "{%.*s}: %s", (int)length, words, read.message);
        }
    }
}

/* Paragraphs of a list become lines of one text. */
static void read_paragraphs(struct lesson_reader *reader, const config_setting_t *group, struct lesson_screen *screen)
{
    const config_setting_t *list = config_setting_get_member(group, "text");
    size_t used = 0;
    if (list == NULL || !config_setting_is_array(list)) {
        document_complain(reader->document, list != NULL ? list : group,
                          "text: a list of paragraphs is expected, like text = [ \"...\" ]");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *element = config_setting_get_elem(list, (unsigned)i);
        const char *text = config_setting_get_string(element);
        if (text == NULL) {
            document_complain(reader->document, element, "text: each paragraph is text in quotes");
            return;
        }
        if (used + strlen(text) + 2 > sizeof screen->text) {
            document_complain(reader->document, element, "text: a screen holds %zu bytes at most",
                              sizeof screen->text - 2);
            return;
        }
        used += i > 0 ? (size_t)snprintf(screen->text + used, sizeof screen->text - used, "\n") : 0;
        used += printable_copy(screen->text + used, sizeof screen->text - used, text);
        check_figures(reader, element, text);
    }
}

static void read_points(struct lesson_reader *reader, const config_setting_t *group, struct lesson_screen *screen)
{
    const config_setting_t *list = config_setting_get_member(group, "point");
    const bool is_array = list != NULL && config_setting_is_array(list);
    if (list != NULL && (!is_array || config_setting_length(list) > LESSON_POINTS)) {
        document_complain(reader->document, list,
                          "point: a list of parameters is expected, %d at most, like [ \"nic.bandwidth\" ]",
                          LESSON_POINTS);
        return;
    }
    for (int i = 0; is_array && i < config_setting_length(list); i++) {
        const config_setting_t *element = config_setting_get_elem(list, (unsigned)i);
        const char *key = config_setting_get_string(element);
        const struct parameter *parameter = parameter_find(key == NULL ? "" : key);
        if (parameter == NULL) {
            document_complain(reader->document, element, "point: there is no parameter \"%s\"", key == NULL ? "" : key);
            return;
        }
        screen->point[screen->point_count++] = parameter;
    }
}

static void read_bar(struct lesson_reader *reader, const config_setting_t *group, struct lesson_screen *screen)
{
    char key[LESSON_FIGURE];
    if (read_text(reader, group, "bar", key, sizeof key)) {
        screen->bar = metric_find(key);
        if (screen->bar == NULL) {
            document_complain(reader->document, config_setting_get_member(group, "bar"),
                              "bar: there is no figure \"%s\"", key);
        }
    }
}

/* The setting that a screen is compared with where it does not say: the honest one. */
static int usual_beside(const struct lesson *lesson, int setting)
{
    const int honest = find_setting(lesson, "honest");
    return honest < 0 || setting == honest ? 0 : honest;
}

static void read_screen(struct lesson_reader *reader, const config_setting_t *group)
{
    static const char *const known[] = {"text", "on", "beside", "ask", "answer", "point", "bar", "tab", NULL};
    struct lesson_screen *screen = &reader->into->screen[reader->into->screen_count++];
    check_members(reader, group, "a screen", known);
    screen->setting = read_reference(reader, group, "on", 0);
    screen->beside = read_reference(reader, group, "beside", usual_beside(reader->into, screen->setting));
    read_paragraphs(reader, group, screen);
    if (read_text(reader, group, "ask", screen->ask, sizeof screen->ask)) {
        check_figures(reader, config_setting_get_member(group, "ask"), screen->ask);
    }
    if (read_text(reader, group, "answer", screen->answer, sizeof screen->answer)) {
        check_figures(reader, config_setting_get_member(group, "answer"), screen->answer);
    }
    if ((screen->ask[0] == '\0') != (screen->answer[0] == '\0')) {
        document_complain(reader->document, group, "screens: ask and answer stand together");
    }
    (void)read_text(reader, group, "tab", screen->tab, sizeof screen->tab);
    read_points(reader, group, screen);
    read_bar(reader, group, screen);
}

/* ---- expectations ---- */

/* What a figure must be: a word of its own, or a quantity of its unit. */
static struct quantity read_expected(const struct figure *figure, const config_setting_t *setting)
{
    const struct file_number number = document_number(setting);
    const char *text = config_setting_get_string(setting);
    const struct metric *metric = figure->count == 1 ? figure->term[0].metric : NULL;
    struct quantity expected = {.valid = false};
    if (metric != NULL && metric->kind == METRIC_NAME) {
        const int place = choice_find(metric->names, text != NULL ? text : "");
        expected.valid = place >= 0;
        expected.value = place;
        (void)snprintf(expected.message, sizeof expected.message, "a word is expected that %s can be", metric->key);
    } else if (text != NULL) {
        expected = quantity_parse(text, figure->unit);
    } else if (number.valid && (figure->unit == UNIT_NONE || figure->unit == UNIT_PARAMETERS)) {
        expected = (struct quantity){.valid = true, .value = number.value};
    } else {
        (void)snprintf(expected.message, sizeof expected.message, "a value in quotes is expected, like \"%s\"",
                       quantity_example(figure->unit));
    }
    return expected;
}

static double read_tolerance(const struct lesson_reader *reader, const config_setting_t *group)
{
    char text[QUANTITY_TEXT];
    if (!read_text(reader, group, "within", text, sizeof text)) {
        return usual_tolerance;
    }
    const struct quantity within = quantity_parse(text, UNIT_SHARE);
    if (!within.valid) {
        document_complain(reader->document, config_setting_get_member(group, "within"), "within: %s", within.message);
    }
    return within.valid ? within.value : usual_tolerance;
}

static void read_expectation(struct lesson_reader *reader, const config_setting_t *group)
{
    static const char *const known[] = {"figure", "on", "is", "within", NULL};
    struct lesson *lesson = reader->into;
    struct lesson_expectation *expectation = &lesson->expectation[lesson->expectation_count];
    check_members(reader, group, "an expectation", known);
    const config_setting_t *is = config_setting_get_member(group, "is");
    if (!read_text(reader, group, "figure", expectation->text, sizeof expectation->text) || is == NULL) {
        document_complain(reader->document, group,
                          "expect: figure and is are expected, like { figure = \"tp.time\"; is = \"83.5 ms\"; }");
        return;
    }
    const struct setting_names names = names_of(lesson);
    const struct figure_read read =
        figure_read(expectation->text, strlen(expectation->text), names.of, lesson->setting_count);
    if (!read.valid) {
        document_complain(reader->document, config_setting_get_member(group, "figure"), "figure: %s", read.message);
        return;
    }
    const struct quantity expected = read_expected(&read.figure, is);
    if (!expected.valid) {
        document_complain(reader->document, is, "is: %s", expected.message);
        return;
    }
    expectation->figure = read.figure;
    expectation->setting = read_reference(reader, group, "on", 0);
    expectation->value = expected.value;
    expectation->within = read_tolerance(reader, group);
    lesson->expectation_count++;
}

/* ---- the file ---- */

static void read_start(struct lesson_reader *reader, const struct profile *profile)
{
    struct lesson_setting *start = &reader->into->setting[reader->into->setting_count++];
    (void)snprintf(start->name, sizeof start->name, "%s", start_name);
    start->scenario = start->bare = scenario_default();
    if (reader->catalogue != NULL) {
        struct profile bare = *profile;
        bare.setting_count = 0;
        (void)profile_apply(profile, reader->catalogue, &start->scenario);
        (void)profile_apply(&bare, reader->catalogue, &start->bare);
    }
}

void lesson_read(const struct document *document, const struct catalogue *catalogue, struct profile *profile)
{
    const config_setting_t *root = config_root_setting(&document->config);
    struct lesson *lesson = calloc(1, sizeof *lesson);
    profile->lesson = lesson;
    if (lesson == NULL) {
        document_complain(document, NULL, "there is no memory left");
        return;
    }
    struct lesson_reader reader = {.document = document, .catalogue = catalogue, .into = lesson};
    read_start(&reader, profile);
    read_title(&reader, root, "start", &lesson->setting[0]);
    read_groups(&reader, root, "settings", LESSON_SETTINGS - 1, read_setting);
    read_groups(&reader, root, "screens", LESSON_SCREENS, read_screen);
    read_groups(&reader, root, "expect", LESSON_EXPECTATIONS, read_expectation);
    if (lesson->screen_count == 0) {
        document_complain(document, config_setting_get_member(root, "screens"), "screens: one at least is expected");
    }
}
