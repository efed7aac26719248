/* import_print.c: what an importer made, as the text of a preset. */
#include "profiles/import_print.h"

#include "profiles/config_text.h"
#include "profiles/printable.h"
#include "profiles/profile_read.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_CELLS = 14, COMMENT_TEXT = 400 };

static void print_comment(struct config_text *output, const char *comment)
{
    char text[COMMENT_TEXT];
    (void)printable_copy(text, sizeof text, comment);
    config_print(output, "# %s\n", text);
}

static void print_named_text(struct config_text *output, const char *key, const char *value, const char *comment)
{
    char text[COMMENT_TEXT];
    (void)printable_copy(text, sizeof text, value);
    config_print(output, "%-*s = ", KEY_CELLS, key);
    config_print_quoted(output, text);
    (void)printable_copy(text, sizeof text, comment);
    config_print(output, ";%s%s\n", text[0] == '\0' ? "" : " # ", text);
}

/* A value as a preset has it: a count is a number, a switch true or false, all else text with its unit. */
static void print_value(struct config_text *output, const struct imported_setting *setting)
{
    const struct parameter *parameter = setting->parameter;
    char text[QUANTITY_TEXT];
    switch (parameter->kind) {
    case KIND_INTEGER:
        config_print(output, "%.0f;", setting->value);
        return;
    case KIND_SWITCH:
        config_print(output, "%s;", setting->value != 0 ? "true" : "false");
        return;
    case KIND_REAL:
    case KIND_CHOICE:
        (void)parameter_print(parameter, setting->value, text, sizeof text);
        config_print_quoted(output, text);
        config_print(output, ";");
        return;
    }
}

/* The comments of settings stand below each other. */
static void print_setting_comment(struct config_text *output, size_t line_start, const char *comment)
{
    enum { COMMENT_COLUMN = 30 };
    char text[COMMENT_TEXT];
    const size_t length = output->length - line_start;
    if (printable_copy(text, sizeof text, comment) > 0) {
        config_print(output, "%*s# %s", length < COMMENT_COLUMN ? COMMENT_COLUMN - (int)length : 1, "", text);
    }
    config_print(output, "\n");
}

/* The group that a key is in: "nic" of "nic.bandwidth"; of length 0 if it is in none. */
static int group_length(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot == NULL ? 0 : (int)(dot - key);
}

static bool same_group(const char *one, const char *other)
{
    return group_length(one) == group_length(other) && strncmp(one, other, (size_t)group_length(one)) == 0;
}

/* One setting, with the group's brackets where it is the first or the last in one. */
static void print_setting(struct config_text *output, enum profile_kind kind, const struct imported *imported,
                          int index)
{
    const struct imported_setting *setting = &imported->setting[index];
    const char *key = profile_key(kind, setting->parameter);
    const int group = group_length(key);
    const bool opens = index == 0 || !same_group(key, profile_key(kind, imported->setting[index - 1].parameter));
    const bool closes = index + 1 == imported->setting_count ||
                        !same_group(key, profile_key(kind, imported->setting[index + 1].parameter));
    if (group > 0 && opens) {
        config_print(output, "%-*.*s = {\n", KEY_CELLS, group, key);
    }
    const size_t line_start = output->length;
    config_print(output, "%s%-*s = ", group > 0 ? "    " : "", group > 0 ? KEY_CELLS - 4 : KEY_CELLS,
                 group > 0 ? key + group + 1 : key);
    print_value(output, setting);
    print_setting_comment(output, line_start, setting->comment);
    config_print(output, "%s", group > 0 && closes ? "};\n" : "");
}

static void print_assumed(struct config_text *output, enum profile_kind kind, const struct imported *imported)
{
    int count = 0;
    for (int i = 0; i < imported->setting_count; i++) {
        if (imported->setting[i].assumed) {
            config_print(output, count == 0 ? "%-*s = [ " : ", ", KEY_CELLS, "assumed");
            config_print_quoted(output, profile_key(kind, imported->setting[i].parameter));
            count++;
        }
    }
    config_print(output, "%s", count > 0 ? " ];\n" : "");
}

size_t imported_print(const struct imported *imported, enum profile_kind kind, const char *source, char *text,
                      size_t size)
{
    struct config_text output = {.size = size};
    output.text = text;
    char comment[COMMENT_TEXT];
    (void)snprintf(comment, sizeof comment, "Imported from %.200s; behind each value stands where it was read.",
                   source);
    print_comment(&output, comment);
    for (int i = 0; i < imported->note_count; i++) {
        print_comment(&output, imported->note[i]);
    }
    print_named_text(&output, "name", imported->name, "");
    print_named_text(&output, "title", imported->title, "");
    if (imported->gpu[0] != '\0') {
        print_named_text(&output, "gpu", imported->gpu, imported->gpu_comment);
    }
    for (int i = 0; i < imported->setting_count; i++) {
        print_setting(&output, kind, imported, i);
    }
    print_assumed(&output, kind, imported);
    print_named_text(&output, "source", source, "");
    return output.length;
}

/* ---- measurements ---- */

/* A quantity as a cell of a table: without blanks, and without the last digit, which the change of units made. */
static void print_cell(struct config_text *output, double value, enum unit unit)
{
    char text[QUANTITY_TEXT];
    (void)snprintf(text, sizeof text, "%.*g", DBL_DIG, value);
    (void)quantity_print(text, sizeof text, strtod(text, NULL), unit);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != ' ') {
            config_print(output, "%c", *at);
        }
    }
}

static void print_table(struct config_text *output, const struct nccl_log *log, int index, int members)
{
    const struct nccl_table *table = &log->table[index];
    const char *operation = choice_name(&collective_names, (int)table->op);
    config_print(output, "    {\n        id        = \"table-%d-%s\"; # best busbw %.4g GB/s\n", index + 1, operation,
                 table->best / 1e9);
    config_print(output, "        operation = \"%s\";\n", operation);
    const int of_host = table->hosts > 1 ? table->ranks / table->hosts : 0;
    if (members > 0 || of_host > 0) {
        config_print(output, "        members   = %d; # ranks of a domain\n", members > 0 ? members : of_host);
    }
    config_print(output, "        columns   = \"size  %d\";\n        rows      = [", table->ranks);
    for (int i = 0; i < table->count; i++) {
        const struct nccl_point *point = &log->point[table->first + i];
        config_print(output, "%s\n            \"", i > 0 ? "," : "");
        print_cell(output, point->size, UNIT_BYTES);
        config_print(output, "  ");
        print_cell(output, point->seconds, UNIT_SECONDS);
        config_print(output, "\"");
    }
    config_print(output, "\n        ];\n    }%s\n", index + 1 < log->table_count ? "," : "");
}

size_t nccl_print(const struct nccl_log *log, const struct nccl_setting *setting, char *text, size_t size)
{
    struct config_text output = {.size = size};
    output.text = text;
    char line[COMMENT_TEXT];
    (void)snprintf(line, sizeof line, "Imported from %.200s: times out of place, as nccl-tests counts sizes.",
                   setting->source);
    print_comment(&output, line);
    print_comment(&output, "Held against forecasts by: ringside validate --preset-dir DIR, from DIR/measurements");
    print_named_text(&output, "name", setting->name, "");
    (void)snprintf(line, sizeof line, "%d table%s of nccl-tests", log->table_count, log->table_count == 1 ? "" : "s");
    print_named_text(&output, "title", line, "");
    print_named_text(&output, "source", setting->source, "");
    (void)snprintf(line, sizeof line, "sizes, microseconds%s%s%s%s", log->device[0] == '\0' ? "" : "; GPU ",
                   log->device, log->version[0] == '\0' ? "" : "; NCCL ", log->version);
    print_named_text(&output, "stated", line, "");
    if (setting->assumed != NULL) {
        print_named_text(&output, "assumed", setting->assumed, "");
    }
    print_named_text(&output, "cluster", setting->cluster, "");
    if (setting->gpu != NULL) {
        print_named_text(&output, "gpu", setting->gpu, "");
    }
    config_print(&output, "%-*s = (\n", KEY_CELLS, "tables");
    for (int i = 0; i < log->table_count; i++) {
        print_table(&output, log, i, setting->members);
    }
    config_print(&output, ");\n");
    return output.length;
}
