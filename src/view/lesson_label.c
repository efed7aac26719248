/* lesson_label.c: metrics and parameters by their labels, and settings where the labels do not tell them apart. */
#include "view/lesson_label.h"

#include "core/metrics.h"
#include "core/quantity.h"
#include "view/value.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_TEXT = 120 };

/* What a parameter is called in a setting: links have the names of their hardware. */
static const char *parameter_label(const struct lesson *lesson, int setting, const struct parameter *parameter)
{
    enum { LABEL = 24 };
    return value_name(&lesson->setting[setting].scenario, parameter, LABEL);
}

/* " · dp pcie" behind a figure of another setting than the screen's; nothing where the name of the hardware tells. */
static void setting_label(const struct app *app, const struct figure_term *term, char *text, size_t size)
{
    const struct lesson *lesson = lesson_now(app);
    const int own = lesson_screen_now(app)->setting;
    const struct parameter *parameter = term->parameter;
    text[0] = '\0';
    if (term->scenario == FIGURE_OWN || term->scenario == own ||
        (parameter != NULL &&
         strcmp(parameter_label(lesson, term->scenario, parameter), parameter_label(lesson, own, parameter)) != 0)) {
        return;
    }
    (void)snprintf(text, size, " · %s", lesson->setting[term->scenario].name);
    for (char *line = strchr(text, '_'); line != NULL; line = strchr(line, '_')) {
        *line = ' ';
    }
}

static bool is_number(const struct figure_term *term)
{
    return term->metric == NULL && term->parameter == NULL;
}

void lesson_term_label(const struct app *app, const struct figure_term *term, char *text, size_t size)
{
    const struct lesson *lesson = lesson_now(app);
    if (is_number(term)) {
        quantity_say(term->number, term->unit, text, size);
        return;
    }
    const int setting = term->scenario == FIGURE_OWN ? lesson_screen_now(app)->setting : term->scenario;
    const char *label = term->metric != NULL ? term->metric->label : parameter_label(lesson, setting, term->parameter);
    (void)snprintf(text, size, "%s", label);
}

/* Whether a value's setting is said behind it, not behind one that follows and is of the same. */
static bool says_setting(const struct figure *figure, int term)
{
    for (int i = term + 1; i < figure->count; i++) {
        if (!is_number(&figure->term[i])) {
            return figure->term[i].scenario != figure->term[term].scenario;
        }
    }
    return true;
}

void lesson_label(const struct app *app, const struct figure *figure, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < figure->count && used < size; i++) {
        char label[LABEL_TEXT];
        char where[NAME_LENGTH + 8] = "";
        const char operation[] = {figure->term[i].operation, '\0'};
        lesson_term_label(app, &figure->term[i], label, sizeof label);
        if (!is_number(&figure->term[i]) && says_setting(figure, i)) {
            setting_label(app, &figure->term[i], where, sizeof where);
        }
        const char *sign = operation[0] == '*' ? "×" : operation;
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s%s", i > 0 ? " " : "", i > 0 ? sign : "",
                                 i > 0 ? " " : "", label, where);
    }
}
