/* lessons.c: `ringside lessons`: the lessons, one of them as text, and whether the core gives what they teach. */
#include "cli/commands.h"
#include "cli/refuse.h"
#include "cli/table.h"
#include "exporters/csv.h"
#include "exporters/json.h"
#include "profiles/lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_CHECK, OPTION_FORMAT, OPTION_PRESET_DIR };
enum { LESSON_WIDTH = 80, INDENT = 4, FILLED_TEXT = 4000 };

const struct option lessons_options[] = {
    [OPTION_CHECK] = {.name = "--check", .help = "hold every figure that is taught to the core; exit 1 on a miss"},
    [OPTION_FORMAT] = FORMAT_OPTION,
    [OPTION_PRESET_DIR] = PRESET_DIR_OPTION("lessons of your own, in its folder lessons/"),
    {.name = NULL},
};

/* ---- the list ---- */

enum list_column { LIST_NUMBER, LIST_NAME, LIST_QUESTION, LIST_SCREENS, LIST_FIGURES, LIST_COLUMNS };

static const struct table_column list_columns[LIST_COLUMNS] = {
    [LIST_NUMBER] = {"number", true},    [LIST_NAME] = {"lesson", true},      [LIST_QUESTION] = {"question", true},
    [LIST_SCREENS] = {"screens", false}, [LIST_FIGURES] = {"figures", false},
};

static void list_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct profile *profile = lesson_numbered(table->rows, row + 1);
    const char *const words[LIST_COLUMNS] = {[LIST_NAME] = profile->name, [LIST_QUESTION] = profile->title};
    const int numbers[LIST_COLUMNS] = {[LIST_NUMBER] = row + 1,
                                       [LIST_SCREENS] = profile->lesson->screen_count,
                                       [LIST_FIGURES] = profile->lesson->expectation_count};
    if (words[column] != NULL) {
        (void)snprintf(text, size, "%s", words[column]);
    } else {
        (void)snprintf(text, size, "%d", numbers[column]);
    }
}

static int print_list(const struct program *program, const struct catalogue *catalogue, enum format format)
{
    const struct table table = {.columns = list_columns,
                                .column_count = LIST_COLUMNS,
                                .row_count = catalogue_count(catalogue, PROFILE_LESSON),
                                .cell = list_cell,
                                .rows = catalogue};
    table_print(&table, format, program->output);
    return EXIT_DONE;
}

/* ---- what is taught, and what the core gives ---- */

/* One figure of one lesson. */
struct checked {
    int number; /* of the lesson */
    const struct lesson *lesson;
    const struct lesson_expectation *expectation;
    struct lesson_outcome outcome;
};

struct checked_list {
    struct checked *of;
    int count, missed;
};

static int figures_of(const struct catalogue *catalogue, int first, int last)
{
    int count = 0;
    for (int number = first; number <= last; number++) {
        count += lesson_numbered(catalogue, number)->lesson->expectation_count;
    }
    return count;
}

/* Check the lessons of these numbers; `of` is to be freed, and NULL without memory. */
static struct checked_list check_lessons(const struct catalogue *catalogue, int first, int last)
{
    const int count = figures_of(catalogue, first, last);
    struct checked_list list = {.of = calloc((size_t)count + 1, sizeof *list.of)};
    struct lesson_scenes *scenes = malloc(sizeof *scenes);
    for (int number = first; number <= last && list.of != NULL && scenes != NULL; number++) {
        const struct lesson *lesson = lesson_numbered(catalogue, number)->lesson;
        lesson_price(lesson, scenes);
        for (int i = 0; i < lesson->expectation_count; i++) {
            const struct lesson_expectation *expectation = &lesson->expectation[i];
            const struct lesson_outcome outcome = lesson_outcome(expectation, scenes->scene);
            list.of[list.count++] = (struct checked){number, lesson, expectation, outcome};
            list.missed += !outcome.holds;
        }
    }
    if (scenes == NULL) {
        free(list.of);
        list.of = NULL;
    }
    free(scenes);
    return list;
}

enum check_column {
    CHECK_LESSON,
    CHECK_SETTING,
    CHECK_FIGURE,
    CHECK_TAUGHT,
    CHECK_FOUND,
    CHECK_ERROR,
    CHECK_WITHIN,
    CHECK_HOLDS,
    CHECK_COLUMNS
};

static const struct table_column check_columns[CHECK_COLUMNS] = {
    [CHECK_LESSON] = {"lesson", true}, [CHECK_SETTING] = {"setting", true}, [CHECK_FIGURE] = {"figure", true},
    [CHECK_TAUGHT] = {"taught", true}, [CHECK_FOUND] = {"found", true},     [CHECK_ERROR] = {"error", true},
    [CHECK_WITHIN] = {"within", true}, [CHECK_HOLDS] = {"holds", true},
};

/* A value of a figure as people read it: a word where the figure has words. */
static void print_value(const struct figure *figure, double value, char *text, size_t size)
{
    const struct metric *metric = figure->count == 1 ? figure->term[0].metric : NULL;
    if (metric != NULL && metric->kind == METRIC_NAME) {
        (void)snprintf(text, size, "%s", isnan(value) ? "none" : choice_name(metric->names, (int)value));
    } else {
        (void)figure_print_value(figure, value, text, size);
    }
}

static void check_cell(const struct table *table, int row, int column, char *text, size_t size)
{
    const struct checked *checked = &((const struct checked *)table->rows)[row];
    const struct lesson_expectation *expectation = checked->expectation;
    switch ((enum check_column)column) {
    case CHECK_LESSON:
        (void)snprintf(text, size, "%d", checked->number);
        break;
    case CHECK_SETTING:
        (void)snprintf(text, size, "%s", checked->lesson->setting[expectation->setting].name);
        break;
    case CHECK_FIGURE:
        (void)snprintf(text, size, "%s", expectation->text);
        break;
    case CHECK_TAUGHT:
        print_value(&expectation->figure, expectation->value, text, size);
        break;
    case CHECK_FOUND:
        print_value(&expectation->figure, checked->outcome.value, text, size);
        break;
    case CHECK_ERROR:
        (void)snprintf(text, size, "%+.2f %%", 100.0 * checked->outcome.error);
        break;
    case CHECK_WITHIN:
        (void)snprintf(text, size, "%g %%", 100.0 * expectation->within);
        break;
    default:
        (void)snprintf(text, size, "%s", checked->outcome.holds ? "yes" : "NO");
        break;
    }
}

static void json_checked(struct json *json, const struct checked *checked)
{
    const struct lesson_expectation *expectation = checked->expectation;
    json_object(json, NULL);
    json_number(json, "lesson", checked->number);
    json_text(json, "setting", checked->lesson->setting[expectation->setting].name);
    json_text(json, "figure", expectation->text);
    json_number(json, "taught", expectation->value);
    json_number(json, "found", checked->outcome.value);
    json_number(json, "error", checked->outcome.error);
    json_number(json, "within", expectation->within);
    json_truth(json, "holds", checked->outcome.holds);
    json_object_end(json);
}

static void print_checked_json(const struct checked_list *list, FILE *output)
{
    struct json json = {.output = output};
    json_array(&json, NULL);
    for (int i = 0; i < list->count; i++) {
        json_checked(&json, &list->of[i]);
    }
    json_array_end(&json);
    json_end(&json);
}

static void print_checked_csv(const struct checked_list *list, FILE *output)
{
    struct csv_writer writer = {.output = output};
    for (int column = 0; column < CHECK_COLUMNS; column++) {
        csv_text(&writer, check_columns[column].name);
    }
    csv_row_end(&writer);
    for (int i = 0; i < list->count; i++) {
        const struct checked *checked = &list->of[i];
        csv_number(&writer, checked->number);
        csv_text(&writer, checked->lesson->setting[checked->expectation->setting].name);
        csv_text(&writer, checked->expectation->text);
        csv_number(&writer, checked->expectation->value);
        csv_number(&writer, checked->outcome.value);
        csv_number(&writer, checked->outcome.error);
        csv_number(&writer, checked->expectation->within);
        csv_truth(&writer, checked->outcome.holds);
        csv_row_end(&writer);
    }
}

static int print_check(const struct program *program, const struct checked_list *list, enum format format)
{
    const struct table table = {.columns = check_columns,
                                .column_count = CHECK_COLUMNS,
                                .row_count = list->count,
                                .cell = check_cell,
                                .rows = list->of};
    switch (format) {
    case FORMAT_JSON:
        print_checked_json(list, program->output);
        break;
    case FORMAT_CSV:
        print_checked_csv(list, program->output);
        break;
    default:
        table_print(&table, FORMAT_TEXT, program->output);
        (void)fprintf(program->output, "\n%d of %d figures hold\n", list->count - list->missed, list->count);
        break;
    }
    return list->missed > 0 ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int run_check(const struct program *program, const struct catalogue *catalogue, int first, int last,
                     enum format format)
{
    struct checked_list list = check_lessons(catalogue, first, last);
    if (list.of == NULL) {
        return refuse_without_memory(program->errors);
    }
    const int status = print_check(program, &list, format);
    free(list.of);
    return status;
}

/* ---- one lesson ---- */

/* A lesson with what its settings cost. */
struct telling {
    int number;
    const struct profile *profile;
    const struct lesson_scenes *scenes;
    FILE *output;
};

/* A text with its figures, its paragraphs one below the other, behind a word. */
static void tell(const struct telling *telling, const char *word, const char *text, int setting)
{
    char filled[FILLED_TEXT];
    (void)lesson_fill(telling->profile->lesson, text, telling->scenes->scene, setting, filled, sizeof filled);
    for (char *line = filled; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        if (line != filled) {
            (void)fputc('\n', telling->output);
        }
        const int used = fprintf(telling->output, "%*s%s", INDENT, "", line == filled ? word : "");
        text_wrap(telling->output, line, used, LESSON_WIDTH);
        line = end != NULL ? end + 1 : NULL;
    }
}

static void tell_screen(const struct telling *telling, int index)
{
    const struct lesson *lesson = telling->profile->lesson;
    const struct lesson_screen *screen = &lesson->screen[index];
    (void)fprintf(telling->output, "\n%d  %s\n", index + 1, lesson->setting[screen->setting].title);
    tell(telling, "", screen->text, screen->setting);
    if (screen->ask[0] != '\0') {
        (void)fputc('\n', telling->output);
        tell(telling, "Try     ", screen->ask, screen->setting);
        tell(telling, "Answer  ", screen->answer, screen->setting);
    }
}

static void tell_lesson(const struct telling *telling)
{
    (void)fprintf(telling->output, "Lesson %d: %s\n", telling->number, telling->profile->name);
    text_wrap(telling->output, telling->profile->title, 0, LESSON_WIDTH);
    for (int i = 0; i < telling->profile->lesson->screen_count; i++) {
        tell_screen(telling, i);
    }
}

/* A text of a screen, filled, as a value. */
static void json_filled(struct json *json, const struct telling *telling, const char *key, const char *text,
                        int setting)
{
    char filled[FILLED_TEXT];
    (void)lesson_fill(telling->profile->lesson, text, telling->scenes->scene, setting, filled, sizeof filled);
    json_text(json, key, filled);
}

static void tell_json(const struct telling *telling)
{
    struct json json = {.output = telling->output};
    const struct lesson *lesson = telling->profile->lesson;
    json_object(&json, NULL);
    json_number(&json, "number", telling->number);
    json_text(&json, "lesson", telling->profile->name);
    json_text(&json, "question", telling->profile->title);
    json_array(&json, "screens");
    for (int i = 0; i < lesson->screen_count; i++) {
        const struct lesson_screen *screen = &lesson->screen[i];
        json_object(&json, NULL);
        json_text(&json, "setting", lesson->setting[screen->setting].name);
        json_filled(&json, telling, "text", screen->text, screen->setting);
        json_filled(&json, telling, "ask", screen->ask, screen->setting);
        json_filled(&json, telling, "answer", screen->answer, screen->setting);
        json_object_end(&json);
    }
    json_array_end(&json);
    json_object_end(&json);
    json_end(&json);
}

static int run_lesson(const struct program *program, const struct catalogue *catalogue, int number, enum format format)
{
    struct lesson_scenes *scenes = malloc(sizeof *scenes);
    if (scenes == NULL) {
        return refuse_without_memory(program->errors);
    }
    const struct telling telling = {number, lesson_numbered(catalogue, number), scenes, program->output};
    int status = EXIT_DONE;
    lesson_price(telling.profile->lesson, scenes);
    if (format == FORMAT_CSV) {
        complaint_print(program->errors,
                        "ringside lessons: a lesson is text or JSON; --check has a CSV of its figures\n");
        status = EXIT_BAD_INPUT;
    } else if (format == FORMAT_JSON) {
        tell_json(&telling);
    } else {
        tell_lesson(&telling);
    }
    free(scenes);
    return status;
}

/* ---- the command ---- */

/* The number that was asked for: 0: none; -1 after a complaint. */
static int read_number(const struct program *program, const struct catalogue *catalogue,
                       const struct arguments *arguments)
{
    const int count = catalogue_count(catalogue, PROFILE_LESSON);
    if (arguments->word_count == 0) {
        return 0;
    }
    const int number = quantity_whole(arguments->words[0], UNIT_NONE, 1, count);
    if (number < 0) {
        complaint_print(program->errors, "ringside lessons: \"%s\" is no lesson; there are 1 to %d\n",
                        arguments->words[0], count);
    }
    return number;
}

static int run_on(const struct program *program, const struct catalogue *catalogue, const struct arguments *arguments)
{
    const enum format format = (enum format)arguments_choice(arguments, lessons_options, OPTION_FORMAT, FORMAT_TEXT);
    const int number = read_number(program, catalogue, arguments);
    if (number < 0) {
        return EXIT_BAD_INPUT;
    }
    if (arguments->value[OPTION_CHECK] != NULL) {
        const int count = catalogue_count(catalogue, PROFILE_LESSON);
        return run_check(program, catalogue, number > 0 ? number : 1, number > 0 ? number : count, format);
    }
    return number > 0 ? run_lesson(program, catalogue, number, format) : print_list(program, catalogue, format);
}

int lessons_run(const struct program *program, const struct arguments *arguments)
{
    struct catalogue *catalogue =
        presets_load(arguments->value[OPTION_PRESET_DIR], PRESETS_BUT_MEASUREMENTS, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const int status = run_on(program, catalogue, arguments);
    catalogue_free(catalogue);
    return status;
}
