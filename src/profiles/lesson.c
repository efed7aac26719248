/* lesson.c: a lesson's figures, priced, put into its text, and held to what it teaches. */
#include "profiles/lesson.h"

#include "core/evaluate.h"
#include "core/text.h"

#include <math.h>
#include <string.h>

const struct profile *lesson_numbered(const struct catalogue *catalogue, int number)
{
    const int count = catalogue_count(catalogue, PROFILE_LESSON);
    return number >= 1 && number <= count ? catalogue_at(catalogue, PROFILE_LESSON, number - 1) : NULL;
}

void lesson_price(const struct lesson *lesson, struct lesson_scenes *scenes)
{
    for (int i = 0; i < lesson->setting_count; i++) {
        scenes->result[i] = evaluate_all(&lesson->setting[i].scenario);
        scenes->scene[i] = (struct figure_scene){&lesson->setting[i].scenario, &scenes->result[i]};
    }
}

struct figure lesson_figure_at(const struct lesson *lesson, const struct figure_place *place)
{
    const char *names[LESSON_SETTINGS];
    size_t length = 0;
    const char *words = figure_words(place, &length);
    for (int i = 0; i < lesson->setting_count; i++) {
        names[i] = lesson->setting[i].name;
    }
    return figure_read(words, length, names, lesson->setting_count).figure;
}

/* What stands between two figures: of two braces, which stand for one, the second is written. */
static void add_plain(struct text_writer *writer, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const bool doubled = text[i] == '{' && i + 1 < length && text[i + 1] == '{';
        if (!doubled) {
            text_add_bytes(writer, text + i, 1);
        }
    }
}

size_t lesson_fill(const struct lesson *lesson, const char *text, const struct figure_scene scenes[], int setting,
                   char *out, size_t size)
{
    struct text_writer writer = text_begin(out, size);
    struct figure_place place = figure_next(text);
    for (; place.begin != NULL; place = figure_next(text)) {
        const struct figure figure = lesson_figure_at(lesson, &place);
        char value[FIGURE_TEXT];
        (void)figure_print(&figure, scenes, setting, value, sizeof value);
        add_plain(&writer, text, (size_t)(place.begin - text));
        text_add(&writer, value);
        text = place.begin + place.length;
    }
    add_plain(&writer, text, strlen(text));
    return text_end(&writer);
}

struct lesson_outcome lesson_outcome(const struct lesson_expectation *expectation, const struct figure_scene scenes[])
{
    struct lesson_outcome outcome = {.value = figure_value(&expectation->figure, scenes, expectation->setting)};
    outcome.error = expectation->value != 0.0 ? outcome.value / expectation->value - 1.0 : outcome.value;
    outcome.holds = fabs(outcome.error) <= expectation->within; /* never of a NAN */
    return outcome;
}
