/* command_line.c: a scenario as options. */
#include "profiles/command_line.h"

#include "core/character.h"
#include "core/parameters.h"
#include "core/text.h"
#include "profiles/options.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 4, CONTINUATION = 2 /* " \" */ };

/* ---- Words */

static void begin_word(struct command_line *line)
{
    if (line->count < COMMAND_LINE_WORDS) {
        line->start[line->count++] = (int)line->length;
    }
}

static void add_byte(struct command_line *line, char byte)
{
    if (line->length + 1 < COMMAND_LINE_BYTES) {
        line->bytes[line->length++] = byte;
    }
}

static void add_text(struct command_line *line, const char *text)
{
    for (; *text != '\0'; text++) {
        add_byte(line, *text);
    }
}

/* Whether a shell takes a text as it is. */
static bool is_plain(const char *text)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@";
    return text[0] != '\0' && text[strspn(text, safe)] == '\0';
}

/* In single quotes nothing is special to a shell; a quote itself stands between two quoted pieces. */
static void add_quoted(struct command_line *line, const char *text)
{
    if (is_plain(text)) {
        add_text(line, text);
        return;
    }
    add_byte(line, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            add_text(line, "'\\''");
        } else {
            add_byte(line, *text);
        }
    }
    add_byte(line, '\'');
}

void command_line_add(struct command_line *line, const char *option, const char *value)
{
    begin_word(line);
    add_text(line, option);
    add_byte(line, ' ');
    add_quoted(line, value);
    add_byte(line, '\0');
}

const char *command_line_word(const struct command_line *line, int index)
{
    return line->bytes + line->start[index];
}

/* ---- Presets */

/* Presets to start from; NULL: not named. */
struct start_from {
    const struct profile *scenario, *model, *cluster, *gpu;
    struct scenario base; /* what they give */
};

/* Apply a preset where the base has another, or anyway (NULL for the name of what it has). */
static const struct profile *apply_where_other(struct scenario *base, const struct catalogue *catalogue,
                                               enum profile_kind kind, const char *now, const char *wanted)
{
    const bool has_it = now != NULL && strcmp(now, wanted) == 0;
    const struct profile *profile = has_it ? NULL : catalogue_exact(catalogue, kind, wanted);
    return profile != NULL && profile_apply(profile, catalogue, base) ? profile : NULL;
}

/* From a scenario preset with the presets that differ, or from a model and a cluster (NULL). */
static struct start_from start_with(const struct scenario *wanted, const struct profile *scenario,
                                    const struct catalogue *catalogue)
{
    const struct options options = {.scenario = scenario == NULL ? NULL : scenario->name};
    struct start_from from = {.scenario = scenario, .base = options_resolve(&options, catalogue).preset};
    struct scenario *base = &from.base;
    const char *model = scenario == NULL ? NULL : base->model.name;
    const char *cluster = scenario == NULL ? NULL : base->cluster.name;
    from.model = apply_where_other(base, catalogue, PROFILE_MODEL, model, wanted->model.name);
    from.cluster = apply_where_other(base, catalogue, PROFILE_CLUSTER, cluster, wanted->cluster.name);
    from.gpu = apply_where_other(base, catalogue, PROFILE_GPU, base->gpu.name, wanted->gpu.name);
    return from;
}

static bool differs(const struct parameter *parameter, const struct scenario *one, const struct scenario *other)
{
    return parameter_get(parameter, one) != parameter_get(parameter, other);
}

static int words_needed(const struct start_from *from, const struct scenario *wanted)
{
    int words = (from->scenario != NULL) + (from->model != NULL) + (from->cluster != NULL) + (from->gpu != NULL);
    for (int i = 0; i < parameter_count; i++) {
        words += differs(&parameters[i], &from->base, wanted) ? 1 : 0;
    }
    return words;
}

static struct start_from best_start(const struct scenario *wanted, const struct catalogue *catalogue)
{
    struct start_from best = start_with(wanted, NULL, catalogue);
    for (int i = 0; i < catalogue_count(catalogue, PROFILE_SCENARIO); i++) {
        const struct start_from from = start_with(wanted, catalogue_at(catalogue, PROFILE_SCENARIO, i), catalogue);
        if (words_needed(&from, wanted) < words_needed(&best, wanted)) {
            best = from;
        }
    }
    return best;
}

/* ---- The line */

static void add_preset(struct command_line *line, const char *option, const struct profile *profile)
{
    if (profile != NULL) {
        command_line_add(line, option, profile->typed ? profile->path : profile->name);
    }
}

/* "nic.bandwidth=25GB/s": a quantity needs no blank before its unit. */
static void add_setting(struct command_line *line, const struct parameter *parameter, double value)
{
    char text[QUANTITY_TEXT];
    char setting[2 * QUANTITY_TEXT];
    (void)parameter_print(parameter, value, text, sizeof text);
    char *blank = strchr(text, ' ');
    if (blank != NULL) {
        memmove(blank, blank + 1, strlen(blank));
    }
    if (strcmp(parameter->key, "mode") == 0) {
        command_line_add(line, "--mode", text);
        return;
    }
    (void)snprintf(setting, sizeof setting, "%s=%s", parameter->key, text);
    command_line_add(line, "--set", setting);
}

struct command_line command_line_of(const struct scenario *scenario, const struct catalogue *catalogue)
{
    const struct start_from from = best_start(scenario, catalogue);
    struct command_line line = {.count = 0};
    begin_word(&line);
    add_text(&line, "ringside");
    add_byte(&line, '\0');
    add_preset(&line, "--scenario", from.scenario);
    add_preset(&line, "--model", from.model);
    add_preset(&line, "--cluster", from.cluster);
    add_preset(&line, "--gpu", from.gpu);
    for (int i = 0; i < parameter_count; i++) {
        if (differs(&parameters[i], &from.base, scenario)) {
            add_setting(&line, &parameters[i], parameter_get(&parameters[i], scenario));
        }
    }
    return line;
}

/* ---- Lines */

/* A word where it fits: on this line, on the next, or its value on the line after its option. */
static int put_word(struct text_writer *output, const char *word, int used, int columns)
{
    const int length = text_columns(word);
    const char *value = strchr(word, ' ');
    if (used == 0 || columns == 0 || used + 1 + length + CONTINUATION <= columns) {
        text_add(output, used == 0 ? "" : " ");
        text_add(output, word);
        return used + (used == 0 ? 0 : 1) + length;
    }
    text_add(output, " \\\n    ");
    if (value == NULL || INDENT + length + CONTINUATION <= columns) {
        text_add(output, word);
        return INDENT + length;
    }
    text_add_bytes(output, word, (size_t)(value - word));
    text_add(output, " \\\n    ");
    text_add(output, value + 1);
    return INDENT + text_columns(value + 1);
}

size_t command_line_print(const struct command_line *line, int columns, char *text, size_t size)
{
    struct text_writer output = text_begin(text, size);
    int used = 0;
    for (int i = 0; i < line->count; i++) {
        used = put_word(&output, command_line_word(line, i), used, columns);
    }
    return text_end(&output);
}
